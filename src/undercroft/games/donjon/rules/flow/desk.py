"""The Game Master's desk: what a person in the seat may do at any moment, and what she may hand to the machine (DON-AGM-01)."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.ask import Options
from ... import content
from ...being import ATTRIBUTE_NAMES, ATTRIBUTES, Being
from ...state import DISTANCES, Donjon
from ..basics import lengths
from ..basics.answers import Said, read
from ..basics.distance import band, set_band
from ..basics.judging import AREAS
from ..basics.words import creature_in
from ..characters.experience import goal_award, style_award
from ..concepts import facts as ledger
from ..creatures.creatures import half_up, improvise, invent_named, name_group
from ..harm.damage import check_down
from ..resolution.pools import steps
from ..running.meetings import whole_name
from ..tasks.tasks import task

OPEN = Said("desk", "open")
DESK = {OPEN.key: Option("Your desk", hint="scenes, Tests, rewards, facts, scores; what the machine does", rule="DON-AGM-01")}
"""One line beside every question, however much lies on the desk."""


def options(t: Table[Donjon]) -> Options:
    """The desk as it lies there now."""
    s = t.state
    found: dict[str, str | Option] = {}
    if s.chapter:
        found[Said("desk", "frame").key] = Option(
            "Frame the next scene", hint="from the deck, or in your own words", rule="DON-AGM-01"
        )
    if s.party():
        found[Said("desk", "test").key] = Option("Call for a Test", hint="of somebody, or of everybody", rule="DON-TEST-01")
        found[Said("desk", "award").key] = Option(
            "Award experience", hint="for style, for a goal, or for a fight", rule="DON-XP-01"
        )
    if s.facts:
        found.update(ledger.LEAF)
    found[Said("desk", "fact").key] = Option("State something", hint="goes into the ledger as yours", rule="DON-LAW-09")
    if any(f.seat >= 0 for f in s.facts):
        found[Said("desk", "twist").key] = Option("Twist a stated fact", hint="beside it, never against it", rule="DON-LAW-13")
    if s.fight is not None:
        found[Said("desk", "distance").key] = Option("Move somebody", hint="edit a distance", rule="DON-DIST-09")
    if s.pcs():
        found[Said("desk", "overrule").key] = Option("Overrule a score", hint="of anybody, player's or yours", rule="DON-AGM-01")
    if not s.chapter:
        found[Said("desk", "law").key] = Option(
            "Law of Successes in Town: " + ("revoke it" if s.town_law else "restore it"), rule="DON-TOWN-08"
        )
    away = len(s.desk.machine)
    found[Said("desk", "hand").key] = Option(
        "Hand a kind of call to the machine",
        hint=f"or take it back; it has {away} of {len(AREAS)}" if away else "or take it back",
        rule="DON-AGM-01",
    )
    return found


async def act(t: Table[Donjon], seat: int, key: str) -> None:
    """Open the desk, and do what was picked from it."""
    if read(key) == OPEN:
        key = await t.choose(seat, "Your desk. What now?", {**options(t), "back": Option("Nothing")}, rule="DON-AGM-01")
    match read(key):
        case ledger.SEARCH:
            await ledger.leaf(t, seat)
        case Said("desk", what):
            await _ACTS[what](t, seat)


async def _frame(t: Table[Donjon], seat: int) -> None:
    s = t.state
    chapter = s.here
    if chapter is None:
        return
    choices: dict[str, str | Option] = {
        e.id: Option(e.name, hint=first_words(e.text))
        for e in chapter.encounters
        if e.id in s.secret.deck and e.id not in s.desk.framed
    }
    choices["own"] = Option("In my own words")
    choices["nothing"] = Option("Nothing after all")
    key = await t.choose(seat, "Which scene comes next?", choices, rule="DON-AGM-01")
    if key == "nothing":
        return
    s.desk.framed.append(Said("text", await own_frame(t, seat)).key if key == "own" else key)
    t.tell("The Game Master sets something out.", rule="DON-AGM-01", only=seat, secret="Framed: it comes next.")


async def own_frame(t: Table[Donjon], seat: int) -> str:
    """A scene framed in her own words."""
    return await t.ask_text(
        seat,
        "Frame it in a sentence or two.",
        rule="DON-AGM-11",
        high=lengths.FRAME,
        suggest=("A giant spider hangs over the way", "An old shrine, swept clean", "Two bandits argue over a map"),
    )


SHAPES = {
    "talker": Option("A talker", hint="bluffs, begs, bargains"),
    "sneak": Option("A sneak", hint="hides and stabs"),
    "brute": Option("A brute", hint="hits hard, stands long"),
    "mage": Option("A mage", hint="gathers power"),
    "beast": Option("A beast", hint="tooth and claw"),
    "swarm": Option("A swarm", hint="small, and everywhere"),
    "horror": Option("A horror", hint="should not be"),
}


async def cast(t: Table[Donjon], text: str) -> list[Being]:
    """Who is met in a scene she framed: nobody, what her words name, or whoever she says (DON-AGM-11, DON-NPC-01)."""
    s = t.state
    seat = t.gamesmaster or 0
    word = creature_in(text)
    choices: dict[str, str | Option] = {}
    if word:
        choices["read"] = Option(f"The {whole_name(text, word)} of your words")
    choices["say"] = Option("Somebody: I say who and how many")
    choices["nobody"] = Option("Nobody", hint="a place to look around in")
    key = await t.choose(seat, "Who is met there?", choices, rule="DON-AGM-11")
    if key == "nobody":
        return []
    name, shape = whole_name(text, word) if word else "", ""
    if key == "say":
        name = await t.ask_text(
            seat,
            "What is one of them called?",
            rule="DON-AGM-11",
            low=lengths.SOMETHING,
            high=lengths.NAME,
            suggest=("Deserter", "Tax Collector"),
        )
        shape = await t.choose(seat, "What sort is it?", SHAPES, rule="DON-NPC-01")
    count = await t.ask_number(seat, "How many?", 1, 2 * len(s.pcs()) + 2, rule="DON-NPC-04", suggest=max(1, len(s.pcs()) // 2))
    level = await t.ask_number(
        seat, "Of which Level? (The Donjon Level is {n}.)", 1, s.donjon_level + 3, rule="DON-NPC-01", suggest=s.donjon_level,
        n=s.donjon_level,
    )  # fmt: skip
    made = [invent_named(s, name, shape, level) if shape else improvise(s, name, level) for _ in range(count)]
    name_group(s, made)
    ledger.recall(t, made)
    return made


def first_words(text: str, most: int = 64) -> str:
    """The beginning of a text, cut between words."""
    if len(text) <= most:
        return text
    return text[:most].rsplit(" ", 1)[0].rstrip(",.;:") + " ..."


async def _test(t: Table[Donjon], seat: int) -> None:
    s = t.state
    able: dict[str, str | Option] = {b.id: Option(b.name) for b in s.party()}
    if len(able) > 1:
        able["all"] = Option("Everybody", hint="one after the other")
    who = await t.choose(seat, "Who must test?", able, rule="DON-TEST-01")
    kinds = ["perception", "athletics", "stealth", "social", "knowledge", "handiwork", "force", "endurance"]
    kind = await t.choose(
        seat, "What kind of Test?", kinds, rule="DON-TEST-01", describe=lambda k: content.gm().kinds[k].label.capitalize()
    )
    step = await t.choose(seat, "How hard?", steps(s), rule="DON-UNC-02")
    why = await t.ask_text(
        seat, "What is it about?", rule="DON-TEST-01", high=lengths.LINE, suggest=("keeping your footing", "hearing them in time")
    )
    hurts = await t.choose(
        seat, "Does failing hurt? You must say so now.", {"no": "No", "yes": "Yes: a Medium threat"}, rule="DON-HARM-01"
    )
    chosen = [b.id for b in s.party()] if who == "all" else [who]
    for being_id in chosen:
        if s.beings[being_id].up:
            danger = 3 if hurts == "yes" else -1
            await task(t, s.beings[being_id], kind, step, why, rule="DON-TEST-01", danger=danger, settled=True)


async def _award(t: Table[Donjon], seat: int) -> None:
    s = t.state
    what = await t.choose(
        seat,
        "Experience for what?",
        {
            "style": Option("Style", hint="1 to 3, to one who moved the table", rule="DON-XP-05"),
            "goal": Option("A goal reached", hint="Donjon Level and difficulty, to everybody", rule="DON-XP-04"),
            "fight": Option("Somebody overcome", hint="their Levels, shared out", rule="DON-XP-02"),
        },
        rule="DON-XP-01",
    )
    if what == "goal":
        step = await t.choose(seat, "How hard was it?", steps(s), rule="DON-XP-04")
        why = await t.ask_text(
            seat, "For what?", rule="DON-XP-04", high=lengths.PURPOSE, suggest=("a good plan", "keeping a promise")
        )
        dice = content.gm().difficulty.dice[list(steps(s)).index(step)]
        goal_award(t, s.donjon_level + dice, why)
        return
    if what == "fight":
        n = await t.ask_number(seat, "How many Levels were overcome in all?", 1, 60, rule="DON-XP-02", suggest=s.donjon_level)
        share = half_up(n / len(s.pcs()))
        for b in s.pcs():
            b.xp += share
        t.tell("Experience: {xp} each for whoever was overcome.", rule="DON-XP-02", xp=share)
        return
    who = await t.choose(seat, "Who moved the table?", {b.id: Option(b.name) for b in s.pcs()}, rule="DON-XP-05")
    n = await t.ask_number(seat, "1: a chuckle. 2: a tear. 3: bellowing at the heavens.", 1, 3, rule="DON-XP-05", suggest=1)
    style_award(t, s.beings[who], n)


async def _fact(t: Table[Donjon], seat: int) -> None:
    text = await t.ask_text(
        seat, "What is so?", rule="DON-LAW-09", high=lengths.FACT, suggest=("There is a cold draught from below",)
    )
    ledger.enter(t, text, author="the Game Master", seat=-1, test="the desk")
    t.tell("The Game Master: {words}", rule="DON-LAW-09", words=text)


async def _twist(t: Table[Donjon], seat: int) -> None:
    s = t.state
    stated = [f for f in s.facts if f.seat >= 0][-8:]
    key = await t.choose(
        seat, "Which fact?", {ledger.called(f): Option(f.text, hint=f.author) for f in stated}, rule="DON-LAW-13"
    )
    fact = next(f for f in s.facts if ledger.called(f) == key)
    added = ledger.as_twist(
        await t.ask_text(
            seat,
            "What is beside it? It stays true.",
            rule="DON-LAW-13",
            high=lengths.SENTENCE,
            suggest=("it is watched", "it bites"),
        )
    )
    fact.twist = f"{fact.twist}; {added}" if fact.twist else added  # no twist is rewritten either
    s.tally.twists += 1
    t.tell("Twist beside '{fact}': {twist}.", rule="DON-AGM-14", fact=fact.text.rstrip("."), twist=added)


async def _distance(t: Table[Donjon], seat: int) -> None:
    s = t.state
    if s.fight is None:
        return
    ours = [f.id for f in s.fight.fighters if s.beings[f.id].side == 0]
    theirs = [f.id for f in s.fight.fighters if s.beings[f.id].side == 1]
    a = await t.choose(seat, "Whose distance?", ours, rule="DON-DIST-09", describe=lambda k: s.beings[k].name)
    b = await t.choose(
        seat, "From whom?", theirs, rule="DON-DIST-09", describe=lambda k: f"{s.beings[k].name} ({DISTANCES[band(s, a, k)]})"
    )
    far = await t.choose(
        seat, "How far?", ["0", "1", "2", "3"], rule="DON-DIST-09", describe=lambda k: DISTANCES[int(k)].capitalize()
    )
    set_band(s, a, b, int(far))
    t.tell(
        "The Game Master says: {a} and {b} are {far}.",
        rule="DON-DIST-09",
        kind="ruling",
        a=s.beings[a].name,
        b=s.beings[b].name,
        far=DISTANCES[int(far)],
    )


async def _overrule(t: Table[Donjon], seat: int) -> None:
    s = t.state
    who = await t.choose(
        seat, "Whose sheet?", {b.id: Option(b.name) for b in s.beings.values() if b.status != "dead"}, rule="DON-AGM-01"
    )
    b = s.beings[who]
    scores = {
        "wounds": ("Flesh Wounds", b.wounds),
        "wealth": ("Wealth", b.wealth),
        "provisions": ("Provisions", b.provisions),
        "spell_dice": ("Spell Dice", b.spell_dice),
        "xp": ("Experience", b.xp),
        **{Said("now", str(n)).key: (ATTRIBUTE_NAMES[key], b.now[n]) for n, key in enumerate(ATTRIBUTES)},
    }
    what = await t.choose(
        seat, "Which score?", {k: Option(name, hint=f"now {n}") for k, (name, n) in scores.items()}, rule="DON-AGM-01"
    )
    said = read(what)
    highest = {"wounds": b.wounds_full, "xp": 9999}
    high = b.full[said.number] if said.verb == "now" else highest.get(what, 20)
    n = await t.ask_number(
        seat, "What shall it be?", 0, max(1, high), rule="DON-AGM-01", suggest=min(scores[what][1], max(1, high))
    )
    if said.verb == "now":
        b.now[said.number] = n
    else:
        setattr(b, what, n)
    if what == "wounds":
        check_down(t, b)
        if n and b.status == "out":
            b.status = "up"
    t.tell(
        "The Game Master rules: {what} of {who}, {n}.", rule="DON-AGM-01", kind="ruling", who=b.name, what=scores[what][0], n=n
    )


async def _law(t: Table[Donjon], seat: int) -> None:
    s = t.state
    s.town_law = not s.town_law
    t.tell(
        "The Law of Successes is {how} in Town.", rule="DON-TOWN-08", kind="ruling", how="in force" if s.town_law else "revoked"
    )


async def _hand(t: Table[Donjon], seat: int) -> None:
    s = t.state
    choices = {area: Option(("Take back: " if area in s.desk.machine else "Hand over: ") + text) for area, text in AREAS.items()}
    choices["all"] = Option("Hand over everything")
    choices["none"] = Option("Take everything back")
    key = await t.choose(seat, "What should the machine decide?", choices, rule="DON-AGM-01")
    before = list(s.desk.machine)
    if key == "all":
        s.desk.machine = list(AREAS)
    elif key == "none":
        s.desk.machine = []
    elif key in s.desk.machine:
        s.desk.machine.remove(key)
    else:
        s.desk.machine.append(key)
    if key in ("all", "none"):
        words = "leaves everything to the machine" if key == "all" else "takes everything back"
        t.tell("The Game Master {does}.", rule="DON-AGM-01", kind="ruling", does=words)
        return
    for area, text in AREAS.items():
        if (area in before) != (area in s.desk.machine):
            t.tell(
                "The Game Master {does}: {what}.",
                rule="DON-AGM-01",
                kind="ruling",
                does="leaves to the machine" if area in s.desk.machine else "takes back",
                what=text.replace("your", "her"),
            )


_ACTS = {
    "frame": _frame,
    "test": _test,
    "award": _award,
    "fact": _fact,
    "twist": _twist,
    "distance": _distance,
    "overrule": _overrule,
    "law": _law,
    "hand": _hand,
}
