"""Sages: who appears, homage, mood, favours, curses, tolls, tasks and wishes (DES-SAGE). A person in the gamesmaster's seat
speaks for them.
"""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import capital, sentence
from ...arsenal import magic_items, weapon
from ...content import Trade, sages
from ...hoard import jewels
from ...secrets import known_curses
from ...state import SILVER_PER_GOLD, Game, Sage, add, count, dial, here, member
from ..basics.answers import Name
from ..basics.judging import asks, judged
from ..basics.money import jewel_worth
from ..basics.throws import one_die, total, watchers
from ..mapping.guidance import way_to
from ..mapping.whereabouts import room_key
from ..personas.baggage import discover, held, take_goods
from ..personas.people import has, leader_seat, living, may_use, people
from .answers import read
from .favours import FAVOURS


def _trade(sage: Sage) -> Trade | None:
    """His trade; None for one of a gamesmaster's own."""
    return next((entry for entry in sages().trade if entry.name == sage.trade), None)


async def homage(t: Table[Game], sage: Sage) -> None:
    """Most sages want homage, and how much is given sets how hospitable they are (DES-SAGE-08)."""
    s = t.state
    options: dict[str, str | Option] = {
        "enough": Option("That is all" if sage.homage else "Nothing", hint="he makes up his mind", rule="DES-SAGE-02")
    }
    if held(s, "SAURIAN BRANDY"):
        options["brandy"] = Option(
            "A fifth of Saurian brandy", hint="+2 to his mood, or twice that if he fancies it", rule="DES-SUP-28"
        )
    if s.chest.relics or any(m.relics for m in people(s)):
        options["relic"] = Option("A relic", hint="+3 to his mood", rule="DES-SAGE-08")
    if s.chest.gold >= 5:
        options["gold"] = Option("Five gold from the chest", hint="+1 to his mood, at most +2", rule="DES-SAGE-08")
    for kind, number in s.chest.jewels.items():
        needed = -(-SILVER_PER_GOLD // jewels()[kind].silver_each)
        if number >= needed:
            options[Name.say("jewels", kind)] = Option(f"{needed} {kind.lower()}", hint="+1 to his mood", rule="DES-SAGE-08")
    if not sage.joked and held(s, "JOKEBOOK"):
        options["joke"] = Option("Tell him a joke", hint="+1 to his mood, once", rule="DES-BOOK-04")
    if not sage.quilled and any(has(m, "QUILLS") and may_use(m, "QUILLS") for m in people(s)):
        options["quills"] = Option("Take down his words with a quill", hint="+1 to his mood, once", rule="DES-SUP-05")
    if asks(t, "sages"):
        options["other"] = Option("Something else ...", hint="say what; he may like it or not", rule="DES-SAGE-08")
    options["attack"] = Option("Draw weapons on him", hint="very foolish", rule="DES-SAGE-15")
    choice = await t.choose(leader_seat(s), "The sage waits for homage. What is offered?", options, rule="DES-SAGE-08")
    said = read(choice)
    word, kind = said.verb, said.name if isinstance(said, Name) else ""
    if word == "enough":
        sage.stage = "mood"
    elif word == "attack":
        s.anger = True
        t.tell("Nothing the party does so much as ruffles his beard. He is not amused.", rule="DES-SAGE-15")
        await toll(t)
        sage.stage = "gone"
    elif word == "other":
        await _anything(t, sage)
    elif await _granted(t, word):
        _offer(t, sage, word, kind)


async def _anything(t: Table[Game], sage: Sage) -> None:
    """Relics, brandy, or whatever: a person behind the screen says how it pleases the sage (DES-SAGE-08)."""
    assert t.gamesmaster is not None
    suggest = ("A song in four parts", "Our last sandwich")
    words = await t.ask_text(leader_seat(t.state), "What is offered?", rule="DES-SAGE-08", high=120, suggest=suggest)
    t.tell("The party offers: {words}", rule="DES-SAGE-08", words=sentence(words))
    pleased = await t.ask_number(t.gamesmaster, "How does it please the {trade}? (A relic is worth 3.)", -3, 5, suggest=1,
                                 rule="DES-SAGE-08", trade=sage.trade)  # fmt: skip
    sage.homage += pleased
    sage.worth += max(0, pleased) * 5 * SILVER_PER_GOLD


async def _granted(t: Table[Game], word: str) -> bool:
    """What is somebody else's is not the leader's to give: the owner is asked (DES-PEACE-01)."""
    s = t.state
    if word == "brandy":
        owners = [] if s.chest.goods.get("SAURIAN BRANDY") else [m for m in living(s) if has(m, "SAURIAN BRANDY")]
    else:
        owners = [] if word != "relic" or s.chest.relics else [m for m in people(s) if m.relics]
    if not owners or owners[0].seat in (leader_seat(s), -1):
        return True
    thing = "brandy" if word == "brandy" else "relic"
    answer = await t.choose(owners[0].seat, "The leader wants to give {owner}'s {gift} to the sage. Agreed?",
                            {"yes": "Agreed", "no": "It is not for giving away"}, rule="DES-PEACE-01",
                            owner=owners[0].name, gift=thing)  # fmt: skip
    if answer == "no":
        t.tell("{name} keeps the {gift}.", rule="DES-PEACE-01", name=owners[0].name, gift=thing)
    return answer == "yes"


def _offer(t: Table[Game], sage: Sage, word: str, kind: str) -> None:
    s = t.state
    mood = sages().mood
    double = 2 if sage.favourite in (word, f"{word}s") else 1
    if word == "brandy":
        take_goods(s, "SAURIAN BRANDY", 1)
        discover(t, "SAURIAN BRANDY")
        sage.homage += mood.per_fifth_of_saurian_brandy * double
        sage.worth += 10 * SILVER_PER_GOLD
    elif word == "relic":
        owner = next((m for m in people(s) if m.relics), None)
        if s.chest.relics:
            s.chest.relics -= 1
        elif owner is not None:
            owner.relics -= 1
        sage.homage += mood.per_relic * double
        sage.worth += 10 * SILVER_PER_GOLD
    elif word == "gold":
        s.chest.gold -= 5
        given = s.tally.get("sage gold", 0)
        if given < mood.gold_homage_max:
            sage.homage += mood.per_five_gold_homage * double
        s.tally["sage gold"] = given + 1
        sage.worth += 5 * SILVER_PER_GOLD
    elif word == "jewels":
        needed = -(-SILVER_PER_GOLD // jewels()[kind].silver_each)
        add(s.chest.jewels, kind, -needed)
        sage.homage += mood.per_jewel_lot_worth_a_gold * double
        sage.worth += SILVER_PER_GOLD
    elif word == "joke":
        sage.joked = True
        discover(t, "JOKEBOOK")
        sage.homage += mood.jokebook_told
    else:
        sage.quilled = True
        discover(t, "QUILLS")
        sage.homage += mood.quills
    given_words = {
        "brandy": "sniffs the brandy and puts it under his chair", "relic": "takes the relic in both hands",
        "gold": "lets five gold slide into his sleeve", "jewels": f"holds the {kind.lower()} up to the light",
        "joke": "has heard it, and laughs all the same",
    }  # fmt: skip
    t.tell("The sage {does}.", rule="DES-SAGE-08", does=given_words.get(word, "tries the quills on his thumbnail"))


def mood_parts(s: Game, sage: Sage) -> list[tuple[str, int]]:
    """What weighs on a sage's mood besides the dice (DES-SAGE-03, DES-SAGE-04, DES-GM-05)."""
    mood = sages().mood
    parts = [("homage", sage.homage)]
    speaker = member(s, s.leader)
    if has(speaker, "HOLY ROBE") and speaker.cls == "priest":
        parts.append(("holy robe", mood.holy_robe))
    heads = max(1, len(people(s)))
    worth = (
        s.chest.gold + 10 * s.chest.gold_bars + (s.chest.silver + 10 * s.chest.silver_bars + jewel_worth(s.chest.jewels)) // 16
    )
    if worth > 40 * heads:
        further = max(0, (worth // heads - 40) // 40)
        parts.append(("too much loot", mood.haul_above_40_gold_a_head + further * mood.each_further_40_gold_a_head))
    if s.anger:
        parts.append(("angered a sage", mood.angered_a_sage_this_descent))
    if s.poisoned:
        parts.append(("poison", mood.poison_used_this_descent))
    parts.append(("temperament", {"kindly": 1, "fair": 0, "cruel": -1}[str(dial(s, "temperament"))]))
    return [(name, value) for name, value in parts if value]


def band_of(mood: int) -> str:
    """A humour, by the total of the mood throw."""
    return next(band.name for band in sages().mood_band if band.from_ <= mood <= band.to)


async def read_mood(t: Table[Game], sage: Sage) -> None:
    """Two dice and what weighs on them; a six when he is ill disposed and he pretends (DES-SAGE-02, DES-SAGE-14)."""
    s = t.state
    s.tally.pop("sage gold", None)
    thrown = await total(t, "The gamesmaster", "for the sage's mood", rule="DES-SAGE-02", hidden=True)
    sage.mood = thrown + sum(value for _, value in mood_parts(s, sage))
    if "HOLY ROBE" in member(s, s.leader).goods:
        discover(t, "HOLY ROBE")
    await settle(t, sage)


async def settle(t: Table[Game], sage: Sage) -> None:
    """The mood is read off the bands, and he acts on it."""
    s = t.state
    options = {band.name: f"{capital(band.name)}: {band.does}" for band in sages().mood_band}
    sage.band = await judged(
        t, "sages", "The sage's mood comes to {mood}. How is he?", options, band_of(sage.mood), rule="DES-SAGE-01", mood=sage.mood
    )
    sage.evil = False
    if sage.band in ("furious", "unfriendly"):
        six = await one_die(t, "The gamesmaster", "whether he pretends", rule="DES-SAGE-14", hidden=True) == 6
        poses = {"yes": "He poses as a friend", "no": "He shows it"}
        sage.evil = await judged(t, "sages", "Does he pretend?", poses, "yes" if six else "no", rule="DES-SAGE-14") == "yes"
    sage.face = "friendly" if sage.evil else sage.band
    t.meet("sage mood", sage.band if not sage.evil else "evil")
    count(s, f"sage:{sage.band}")
    if held(s, '"WHO\'S WHO IN THE DUNGEON"'):
        discover(t, '"WHO\'S WHO IN THE DUNGEON"')
        text = "The smile is false." if sage.evil else "He is {band}, and means it."
        t.tell(
            "The book knows this one.", rule="DES-BOOK-03", only=leader_seat(s), secret=f"Who's Who says: {text}", band=sage.band
        )
    t.tell("The sage is {face}.", rule="DES-SAGE-02", face=sage.face)
    if sage.evil:
        sage.stage = "favour"
    elif sage.band == "furious":
        await curse(t)
        await toll(t)
        sage.stage = "gone"
    elif sage.band == "unfriendly":
        what = await judged(
            t, "sages", "A curse or a toll?", {"curse": "A curse", "toll": "A toll"}, {"curse": 1, "toll": 1}, rule="DES-SAGE-12"
        )
        await (curse(t) if what == "curse" else toll(t))
        sage.stage = "gone"
    elif sage.band == "aloof" and sage.worth < 5 * SILVER_PER_GOLD:
        t.tell("Nothing worth five gold was offered, and he turns a page.", rule="DES-SAGE-08")
        sage.stage = "gone"
    else:
        sage.stage = "favour"


async def curse(t: Table[Game], *, hidden: bool = False) -> None:
    """A curse, by one die, until the surface or a kinder sage (DES-SAGE-12); a false friend's goes unsaid until it is felt."""
    s = t.state
    face = await one_die(t, "The gamesmaster", "for the curse", rule="DES-SAGE-12", hidden=hidden, behind=True)
    every = {str(index + 1): f"{capital(one.name)}: {one.effect}" for index, one in enumerate(sages().curse)}
    ruled = await judged(t, "sages", "Which curse?", every, str(face), rule="DES-SAGE-12")
    entry = sages().curse[int(ruled) - 1]
    t.meet("curse", entry.name)
    count(s, "curses")
    fresh = entry.name not in s.curses
    if fresh:
        s.curses.append(entry.name)
    if hidden:
        if fresh:
            s.veiled.append(entry.name)
        t.tell("His favour is a curse: {curse}.", rule="DES-SAGE-14", only=watchers(t), curse=entry.name)
        return
    if entry.name in s.veiled:
        s.veiled.remove(entry.name)
    t.tell("The sage lays a curse on the party: {curse}!", rule="DES-SAGE-12", curse=entry.name)
    s.news.append(f"a sage cursed the party with {entry.name}")


async def toll(t: Table[Game]) -> None:
    """He takes part of the treasure, by one die (DES-SAGE-13)."""
    s = t.state
    face = await one_die(t, "The gamesmaster", "for the toll", rule="DES-SAGE-13", behind=True)
    tolls = {str(entry.die[0]): capital(entry.takes) for entry in sages().toll}
    usual = next(str(entry.die[0]) for entry in sages().toll if face in entry.die)
    face = int(await judged(t, "sages", "What does he take?", tolls, usual, rule="DES-SAGE-13"))
    takes = next(entry.takes for entry in sages().toll if face in entry.die)
    t.meet("toll", takes)
    if face <= 2:
        s.chest.gold -= (s.chest.gold + 1) // 2
    elif face <= 4:
        s.chest.jewels.clear()
    elif face == 5:
        magic = [(m.id, name) for m in people(s) for name in m.goods if is_magic(name)]
        if magic:
            who, name = t.pick(magic, "the magic weapon he takes")
            m = member(s, who)
            add(m.goods, name, -1)
            if not m.goods.get(name) and m.hand == name:
                m.hand = ""
    else:
        s.chest.relics = 0
        add(s.chest.goods, "SAURIAN BRANDY", -s.chest.goods.get("SAURIAN BRANDY", 0))
        for m in people(s):
            m.relics = 0
            m.goods.pop("SAURIAN BRANDY", None)
    t.tell("The sage takes {takes}.", rule="DES-SAGE-13", takes=takes)


def is_magic(name: str) -> bool:
    """Whether a thing came from the magic weapon table."""
    arm = weapon(name)
    return (arm is not None and arm.magic) or any(item.name == name for item in magic_items().values())


async def favour(t: Table[Game], sage: Sage) -> None:
    """Friendly: advice free, a favour for homage; delighted: a favour free, or one wish each (DES-SAGE-09, DES-SAGE-10)."""
    s = t.state
    sage.stage = "gone"
    await advice(t, sage, false=sage.evil)
    if sage.evil:
        t.tell("The sage smiles and does the party a favour.", rule="DES-SAGE-14")
        await curse(t, hidden=True)
        return
    options: dict[str, str | Option] = {}
    if sage.worth or sage.band == "delighted":
        known = _trade(sage)
        options["favour"] = Option(capital(known.favour) if known else f"What a {sage.trade} can do", rule="DES-SAGE-07")
    if sage.band == "delighted":
        options["wishes"] = Option("One wish each", hint="modesty advised", rule="DES-SAGE-09")
    if known_curses(s) and sage.worth >= 10 * SILVER_PER_GOLD:
        options["lift"] = Option("Lift our curses", rule="DES-SAGE-12")
    options["leave"] = "Thank him and go"
    if len(options) == 1:
        return
    choice = await t.choose(leader_seat(s), "The sage is well disposed. What is asked of him?", options, rule="DES-SAGE-09")
    if choice == "favour" and _trade(sage) is None:
        assert t.gamesmaster is not None
        words = await t.ask_text(t.gamesmaster, "What does the {trade} do for them?", rule="DES-SAGE-07", high=300,
                                 suggest=("He does, with a flourish.",), trade=sage.trade)  # fmt: skip
        t.tell("{words}", rule="DES-SAGE-07", words=sentence(words))
    elif choice == "favour":
        t.meet("favour", sage.trade)
        await FAVOURS[sage.trade](t)
    elif choice == "wishes":
        sage.stage = "wishes"
    elif choice == "lift":
        s.curses.clear()
        s.veiled.clear()
        t.tell("The curses are lifted.", rule="DES-SAGE-12")


async def advice(t: Table[Game], sage: Sage, *, false: bool) -> None:
    """Directions for the leader's ear alone, true or not; a quill keeps them (DES-SAGE-10, DES-SUP-05)."""
    s = t.state
    level = here(s)
    seen_rooms = [key for key, guard in s.guards.items() if guard.entered]
    route = way_to(s, level, lambda col, row: level.is_room(col, row) and room_key(s, level.number, col, row) not in seen_rooms)
    if route is None or len(route) < 2:
        text = "There is nothing more for you on this level."
    else:
        col, row = route[-1]
        dx, dy = col - s.at[1], row - s.at[2]
        way = (1 if dx > 0 else 3) if abs(dx) >= abs(dy) else (2 if dy > 0 else 0)
        way = (way + 2) % 4 if false else way
        text = f"There is an unopened chamber to the {level.compass(way)}, {len(route) - 1} squares' walk."
    if t.gamesmaster is not None and asks(t, "sages"):
        text = await t.ask_text(
            t.gamesmaster, "What advice does the sage whisper to the leader?", rule="DES-SAGE-10", high=200, suggest=(text,)
        )
    s.whispers.append(text)
    if sage.quilled:
        s.advice.append(text)
    t.tell(
        "The sage whispers to the leader.",
        rule="DES-SAGE-10",
        only=(leader_seat(s), *watchers(t)),
        secret="The sage whispers: {words}",
        words=text,
    )
