"""The Game Master's desk: what a person in the seat may do at any moment, and what she may hand to the machine (DON-AGM-01)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .....engine import Option, Table
from .....engine.ask import Options
from ... import content, odds
from ...being import ATTRIBUTE_NAMES, ATTRIBUTES, Being
from ...state import DISTANCES, Donjon
from ..basics import lengths
from ..basics.answers import Said, read
from ..basics.distance import band, set_band
from ..basics.judging import AREAS
from ..basics.people import give_wants
from ..basics.words import creature_in, number_in
from ..characters.experience import goal_award, style_award
from ..concepts import facts as ledger
from ..creatures.creatures import half_up, improvise, invent_named, name_group
from ..harm.damage import check_down
from ..resolution.pools import best_ability, difficulty_pool, place_tags, pool, steps, tagged
from ..running.meetings import singular_name, whole_name
from ..tasks.declaring import intent_of
from ..tasks.tasks import STEPS, task

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


async def _pick(
    t: Table[Donjon], seat: int, question: str, choices: Mapping[str, str | Option], *, rule: str, about: str = ""
) -> str:
    """One of several things on the desk, or ""; there is a way out of every question. `about`: what {about} stands for."""
    key = await t.choose(seat, question, {**choices, NOTHING: Option("Nothing after all")}, rule=rule, about=about)
    return "" if key == NOTHING else key


async def _words(t: Table[Donjon], seat: int, question: str, *, rule: str, high: int, suggest: Sequence[str]) -> str:
    """Words of hers; none: nothing after all."""
    return await t.ask_text(seat, f"{question} (Empty: nothing after all.)", rule=rule, low=0, high=high, suggest=suggest)


NOTHING = "nothing"


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
    key = await _pick(t, seat, "Which scene comes next?", choices, rule="DON-AGM-01")
    if not key:
        return
    text = await own_frame(t, seat, low=0) if key == "own" else ""
    if key == "own" and not text:
        return
    s.desk.framed.append(Said("text", text).key if key == "own" else key)
    t.tell("The Game Master sets something out.", rule="DON-AGM-01", only=seat, secret="Framed: it comes next.")


async def own_frame(t: Table[Donjon], seat: int, low: int = 1) -> str:
    """A scene framed in her own words; with `low` of 0 she may think better of it."""
    return await t.ask_text(
        seat,
        "Frame it in a sentence or two." if low else "Frame it in a sentence or two. (Empty: nothing after all.)",
        rule="DON-AGM-11",
        low=low,
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
    name, shape = singular_name(whole_name(text, word)) if word else "", ""
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
    most = 2 * len(s.pcs()) + 2
    said = (number_in(text, word) if key == "read" else 0) or max(1, len(s.pcs()) // 2)
    count = await t.ask_number(seat, "How many?", 1, most, rule="DON-NPC-04", suggest=min(said, most))
    level = await t.ask_number(
        seat, "Of which Level? (The Donjon Level is {n}.)", 1, s.donjon_level + 3, rule="DON-NPC-01", suggest=s.donjon_level,
        n=s.donjon_level,
    )  # fmt: skip
    made = [invent_named(s, name, shape, level) if shape else improvise(s, name, level) for _ in range(count)]
    name_group(s, made)
    give_wants(s, made)
    ledger.recall(t, made)
    return made


def first_words(text: str, most: int = 64) -> str:
    """The beginning of a text, cut between words."""
    if len(text) <= most:
        return text
    return text[:most].rsplit(" ", 1)[0].rstrip(",.;:") + " ..."


async def _test(t: Table[Donjon], seat: int) -> None:
    """A Test in three inputs: of whom, what about, and how hard; its kind is read from her words and may be changed."""
    s = t.state
    able: dict[str, str | Option] = {b.id: Option(b.name) for b in s.party()}
    if len(able) > 1:
        able["all"] = Option("Everybody", hint="one after the other")
    who = await _pick(t, seat, "Who must test?", able, rule="DON-TEST-01") if len(able) > 1 else next(iter(able))
    if not who:
        return
    suggest = ("keep your footing", "hear them in time", "hold your breath")
    why = await _words(t, seat, "What must they do?", rule="DON-TEST-01", high=lengths.LINE, suggest=suggest)
    if not why:
        return
    chosen = [b for b in s.party() if who in ("all", b.id)]
    kind = intent_of(why, []).kind
    while True:
        ladder = _ladder(s, chosen, kind)
        others = {Said("as", key).key: Option(f"No: {content.gm().kinds[key].label}") for key in CALLED if key != kind}
        about = f"'{why}' is a Test to {content.gm().kinds[kind].label}"
        asked = "{about}. How hard, and does failing hurt?"
        step = await _pick(t, seat, asked, {**ladder, **others}, rule="DON-UNC-02", about=about)
        if not step:
            return
        if read(step).verb != "as":
            break
        kind = read(step).on
    said = read(step)
    for b in [b for b in chosen if b.up]:
        danger = 3 if said.verb == "hurts" else -1
        await task(t, b, kind, said.on, why, rule="DON-TEST-01", danger=danger, settled=True)


CALLED = ("perception", "athletics", "stealth", "social", "knowledge", "handiwork", "force", "endurance")


def _ladder(s: Donjon, of: list[Being], kind: str) -> dict[str, str | Option]:
    """Every difficulty with the chances of who must test, once for a plain failure and once for one that hurts."""
    found: dict[str, str | Option] = {}
    tags = tagged(place_tags(s))
    for verb, more in (("hard", ""), ("hurts", ", and failing hurts")):
        for key, name in STEPS.items():
            against = difficulty_pool(s, key).dice
            mine = [(b, pool(s, b, kind, ability=best_ability(s, b, kind, tags), tags=tags).dice) for b in of]
            hint = ", ".join(f"{b.name} {odds.win(dice, against, s.die):.0%}" for b, dice in mine)
            found[Said(verb, key).key] = Option(f"{name}{more}", hint=hint, rule="DON-HARM-01" if more else "DON-UNC-02")
    return found


async def _award(t: Table[Donjon], seat: int) -> None:
    s = t.state
    what = await _pick(
        t,
        seat,
        "Experience for what?",
        {
            "style": Option("Style", hint="1 to 3, to one who moved the table", rule="DON-XP-05"),
            "goal": Option("A goal reached", hint="Donjon Level and difficulty, to everybody", rule="DON-XP-04"),
            "fight": Option("Somebody overcome", hint="their Levels, shared out", rule="DON-XP-02"),
        },
        rule="DON-XP-01",
    )
    if not what:
        return
    if what == "goal":
        step = await _pick(t, seat, "How hard was it?", steps(s), rule="DON-XP-04")
        suggest = ("a good plan", "keeping a promise")
        why = step and await _words(t, seat, "For what?", rule="DON-XP-04", high=lengths.PURPOSE, suggest=suggest)
        if not why:
            return
        dice = content.gm().difficulty.dice[list(steps(s)).index(step)]
        goal_award(t, s.donjon_level + dice, why)
        return
    if what == "fight":
        asked = "How many Levels were overcome in all? (0: nothing after all.)"
        n = await t.ask_number(seat, asked, 0, 60, rule="DON-XP-02", suggest=s.donjon_level)
        if not n:
            return
        share = half_up(n / len(s.pcs()))
        for b in s.pcs():
            b.xp += share
        t.tell("Experience: {xp} each for whoever was overcome.", rule="DON-XP-02", xp=share)
        return
    who = await _pick(t, seat, "Who moved the table?", {b.id: Option(b.name) for b in s.pcs()}, rule="DON-XP-05")
    if not who:
        return
    asked = "1: a chuckle. 2: a tear. 3: bellowing at the heavens. (0: nothing after all.)"
    n = await t.ask_number(seat, asked, 0, 3, rule="DON-XP-05", suggest=1)
    if n:
        style_award(t, s.beings[who], n)


async def _fact(t: Table[Donjon], seat: int) -> None:
    suggest = ("There is a cold draught from below",)
    text = await _words(t, seat, "What is so?", rule="DON-LAW-09", high=lengths.FACT, suggest=suggest)
    if not text:
        return
    ledger.enter(t, text, author="the Game Master", seat=-1, test="the desk")
    t.tell("The Game Master: {words}", rule="DON-LAW-09", words=text)


async def _twist(t: Table[Donjon], seat: int) -> None:
    s = t.state
    stated = [f for f in s.facts if f.seat >= 0][-8:]
    rows = {ledger.called(f): Option(f.text, hint=f.author) for f in stated}
    key = await _pick(t, seat, "Which fact?", rows, rule="DON-LAW-13")
    fact = next((f for f in s.facts if ledger.called(f) == key), None)
    if fact is None:
        return
    suggest = ("it is watched", "it bites")
    asked = "What is beside it? It stays true."
    added = ledger.as_twist(await _words(t, seat, asked, rule="DON-LAW-13", high=lengths.SENTENCE, suggest=suggest))
    if not added:
        return
    fact.twist = f"{fact.twist}; {added}" if fact.twist else added  # no twist is rewritten either
    s.tally.twists += 1
    t.tell("Twist beside '{fact}': {twist}.", rule="DON-AGM-14", fact=fact.text.rstrip("."), twist=added)


async def _distance(t: Table[Donjon], seat: int) -> None:
    s = t.state
    if s.fight is None:
        return
    ours = {f.id: Option(s.beings[f.id].name) for f in s.fight.fighters if s.beings[f.id].side == 0}
    a = await _pick(t, seat, "Whose distance?", ours, rule="DON-DIST-09")
    if not a:
        return
    foes = [f.id for f in s.fight.fighters if s.beings[f.id].side == 1]
    theirs = {k: Option(f"{s.beings[k].name} ({DISTANCES[band(s, a, k)]})") for k in foes}
    b = await _pick(t, seat, "From whom?", theirs, rule="DON-DIST-09")
    if not b:
        return
    ways = {str(k): Option(DISTANCES[k].capitalize()) for k in range(4)}
    far = await _pick(t, seat, "How far?", ways, rule="DON-DIST-09")
    if not far:
        return
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
    rows = {b.id: Option(b.name) for b in s.beings.values() if b.status != "dead"}
    who = await _pick(t, seat, "Whose sheet?", rows, rule="DON-AGM-01")
    if not who:
        return
    b = s.beings[who]
    scores = {
        "wounds": ("Flesh Wounds", b.wounds),
        "wealth": ("Wealth", b.wealth),
        "provisions": ("Provisions", b.provisions),
        "spell_dice": ("Spell Dice", b.spell_dice),
        "xp": ("Experience", b.xp),
        **{Said("now", str(n)).key: (ATTRIBUTE_NAMES[key], b.now[n]) for n, key in enumerate(ATTRIBUTES)},
    }
    shown = {k: Option(name, hint=f"now {n:,}") for k, (name, n) in scores.items()}
    what = await _pick(t, seat, "Which score?", shown, rule="DON-AGM-01")
    if not what:
        return
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
        "The Game Master rules: {what} of {who}, {n:,}.", rule="DON-AGM-01", kind="ruling", who=b.name, what=scores[what][0], n=n
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
    key = await _pick(t, seat, "What should the machine decide?", choices, rule="DON-AGM-01")
    if not key:
        return
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
