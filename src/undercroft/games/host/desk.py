"""The author's desk: every free choice is a suggestion - accept it, re-roll it, take an alternative, or do it by hand.

Re-rolls use a stream of their own, so that they never shift later dice (HST-CONV-07, HST-GEO-05, HST-GEO-24). A judgement
can be switched between asking and deciding, and play can run by itself to the end of a season, a year, an age, or all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import pi

from ...engine import Dice, Option, Table, told_apart
from . import names
from .answers import BY_HAND, ONWARD, REROLL, WRITE, Never, Spot, Until, read
from .chronicle import capital
from .content import judgements
from .ground import beads as bd
from .ground import page as pg
from .state import Group, Host, Mark, Point, stream

AUTHOR = 0

# Judgements besides those of judgement.toml, with what they decide.
OURS = {
    "drop": "where a thrown die comes to rest",
    "name": "names of tribes, halls, beasts and the rest",
    "civilization": "which civilization appears",
    "second_civilization": "which second civilization appears",
    "world": "which alternate world it is",
    "villain": "which arch-villain comes",
    "mine_site": "which ore is mined",
    "great_hall": "where halls, cities and treasure rooms are built",
    "farm_site": "where a farm stands",
    "colony_site": "where a colony is founded",
    "tl_infiltrate": "whether the Thought Lords try to infiltrate",
    "av_dig": "whether the Alpha Villain tunnels on",
    "liche_build": "whether the Liche King builds a free tomb",
    "liche_guard": "whether a minion guards a gate",
    "liche_reward": "whether a fallen party becomes a legion",
    "shrine_heals": "whether a shrine of law heals",
    "minor_label": "what replaces a used minor feature",
    "variant": "the name of a water or magma dweller",
    "back": "whose story it is",
    "lead": "which way your own people spread",
    "others": "what all others do, once the story is somebody's",
    "names_of_year": "what this year's newcomers are called",
    "spread": "which tunnel a group spreads along",
    "meet_whom": "which neighbour a group falls out with",
    "hunt": "which of the nearest a beast goes for",
    "dig_where": "where a group digs when it has no way on",
    "flee": "where a beast makes its new lair",
}
STEERED = ("names_of_year", "spread", "meet_whom", "hunt", "dig_where", "flee")  # asked in games begun under rules 3
PETTY = (  # decided without asking unless the author wants it
    "drop", "place_room", "mine_site", "farm_site", "undead_choice", "name_treasure", "crowded", "variant", "shrine_heals",
    "liche_reward", "liche_guard", "liche_build", "liche_legion_pay", "spread", "others", "names_of_year",
)  # fmt: skip
AUTOS = {
    Until("season").key: Option("To the end of this season"),
    Until("year").key: Option("To the end of this year"),
    Until("age").key: Option("To the end of this age", hint="or until yours fall"),
    Until("end").key: Option("To the last page", hint="whatever happens to yours"),
}


def asks(s: Host, judgement: str, about: int = 0) -> bool:
    """Whether the author is asked about this; what others are about is theirs, once the story is somebody's."""
    if s.auto or judgement in s.quiet or (s.rules < 3 and judgement in STEERED):
        return False
    return not about or not passed_by(s) or s.backed[-1] == about


def passed_by(s: Host) -> bool:
    """Whether what others do is not asked: the story is somebody's, or was."""
    return s.rules >= 6 and "others" in s.quiet and bool(s.backed) and s.backed[-1] != 0


def called(s: Host, group: Group) -> str:
    """What a question calls a group: "your Bone Lickers", if the story is theirs."""
    return f"your {group.name.removeprefix('the ')}" if s.backed and s.backed[-1] == group.id else group.name


def ways_on(s: Host) -> list[str]:
    """How every question ends: one key opens all that may be left to the world (before rules 7 three of them stood beside it)."""
    return [*(Until(span).key for span in ("season", "year", "age") if 3 <= s.rules < 7), ONWARD]


def plays_on(s: Host, key: str) -> bool:
    """Whether the key lets the world play on; then it does."""
    choice = read(key)
    if isinstance(choice, Until):
        s.auto = choice.span
    return isinstance(choice, Until)


def pick(s: Host, judgement: str, keys: Sequence[str], weights: Sequence[int] = ()) -> str:
    """A seeded automatic answer, by weights: these, or those of the judgement if it has any."""
    dice = Dice(s.streams.get("judge", 0))
    index = dice.weighted(weights or judgements()[judgement].weights or [1] * len(keys))
    s.streams["judge"] = dice.state
    return keys[index]


async def decide(
    t: Table[Host],
    judgement: str,
    prompt: str,
    options: Mapping[str, str | Option],
    suggestion: str,
    *,
    rule: str,
    about: int = 0,
    **values: str | int,
) -> str:
    """A choice of the author's, `about` the doings of a group; the suggestion comes first. Returns the key."""
    s = t.state
    if not asks(s, judgement, about):
        s.chosen = "suggestion"
        return suggestion
    capital(prompt, values)
    keys = [suggestion, *(key for key in options if key != suggestion), *ways_on(s)]
    known: dict[str, Option] = {}  # made when somebody looks

    def describe(key: str) -> str | Option:
        if key in ONWARDS:
            return ONWARDS[key]
        known.update({} if known else places_told(s, options))
        option = known[key]
        return Option(option.label, option.hint or "suggested", option.place, option.rule) if key == suggestion else option

    while (key := await t.choose(AUTHOR, prompt, keys, rule=rule, describe=describe, words=lambda: values)) == ONWARD:
        if await let_go(t, judgement):
            key = suggestion
            break
    if plays_on(s, key):
        key = suggestion
    s.chosen = "suggestion" if key == suggestion else "player"
    return key


def places_told(s: Host, options: Mapping[str, str | Option]) -> dict[str, Option]:
    """The options with no label twice: who is called alike is told by where it is, and then by which of them it is."""
    made = {key: each if isinstance(each, Option) else Option(each) for key, each in options.items()}
    labels = [option.label for option in made.values()]
    for key, option in made.items():
        if labels.count(option.label) > 1 and (where := _where(s, option).removesuffix(f", in {option.label}")):
            made[key] = Option(f"{option.label}, {where}", "" if option.hint == where else option.hint, option.place, option.rule)
    return told_apart(made)


def _where(s: Host, option: Option) -> str:
    room = s.rooms.get(int(option.place[5:])) if option.place.startswith("room-") else None
    return in_words(s, (room.x, room.y)) if room is not None else ""


LET_GO = Option("Let it play on", hint="a season, a year, an age or all of it; or never ask this again")
ONWARDS = {
    Until("season").key: Option("Play on: this season"),
    Until("year").key: Option("Play on: this year"),
    Until("age").key: Option("Play on: this age"),
    ONWARD: LET_GO,
}


async def let_go(t: Table[Host], judgement: str) -> bool:
    """How much is left to the world from here on; false if the author thinks better of it."""
    s = t.state
    what = OURS.get(judgement) or judgements()[judgement].where
    options = {
        **AUTOS,
        Never(judgement).key: Option("Never ask this again", hint=f"the world decides {what}" if judgement in OURS else what),
        "back": Option("Back to the question"),
    }
    key = await t.choose(
        AUTHOR,
        "How far shall it play on? Every suggestion is taken until then.",
        options,
        rule="HST-CONV-07",
    )
    match read(key):
        case Until(span):
            s.auto = span
        case Never(judgement):
            s.quiet.append(judgement)
    return key != "back"


async def place(
    t: Table[Host],
    judgement: str,
    prompt: str,
    spots: Sequence[Point],
    refuse: Callable[[Point], str],
    *,
    rule: str,
    size: tuple[float, float] = (0.4, 0.4),
    again: Callable[[Dice], Sequence[Point]] | None = None,
    **values: str | int,
) -> Point:
    """Where something is drawn: the first spot is suggested, the rest are alternatives, `refuse` says why a spot won't do."""
    s = t.state
    if not asks(s, judgement):
        s.chosen = "suggestion"
        return spots[0]
    chosen_by = "suggestion"
    capital(prompt, values)
    while True:
        offered = list(spots[:6])
        told: list[str] = []  # made when somebody looks
        keys = [Spot(k).key for k in range(len(offered))]
        s.marks = [Mark(key, *spot, *size) for key, spot in zip(keys, offered, strict=True)]
        keys += ([REROLL] if again is not None else []) + [BY_HAND, *ways_on(s)]

        def describe(key: str, offered: list[Point] = offered, told: list[str] = told) -> str | Option:
            if isinstance(choice := read(key), Spot):
                if not told:
                    told += all_in_words(s, offered)
                words, first = told[choice.number], choice.number == 0
                return Option(f"{'Here' if first else 'Rather'}: {words}", hint="suggested" if first else "", place=key)
            if key == REROLL:
                return Option("Suggest another place")
            if key == BY_HAND:
                return Option("Somewhere else", hint="you say where, by two numbers")
            return ONWARDS[key]

        key = await t.choose(AUTHOR, prompt, keys, rule=rule, describe=describe, words=lambda: values)
        if key == REROLL and again is not None:
            dice = Dice(s.streams.get("reroll", 0))
            spots = list(again(dice)) or spots
            s.streams["reroll"] = dice.state
            s.rerolls += 1
            chosen_by = "reroll"
            continue
        if key == BY_HAND:
            x, y = offered[0]
            text = await t.ask_text(
                AUTHOR, "Where exactly? Two numbers: inches from the left, inches from the top.", rule=rule, high=20,
                suggest=(f"{x:.2f} {y:.2f}",),
            )  # fmt: skip
            spot, why = read_spot(s, text, refuse)
            if spot is None:
                t.tell("That will not do: {why}.", rule="HST-GEO-24", why=why)
                continue
            s.marks = []
            s.chosen = "player"
            return spot
        choice = read(key)
        if not isinstance(choice, Spot):
            if not plays_on(s, key) and not await let_go(t, judgement):
                continue
            choice = Spot(0)
        s.marks = []
        s.chosen = "player" if choice.number else chosen_by
        return offered[choice.number]


SIDES = ("in the far west", "in the west", "in the middle", "in the east", "in the far east")
LEVELS = ("near the surface", "high up", "halfway down", "deep down", "very deep", "at the bottom")


def in_words(s: Host, p: Point) -> str:
    """A spot as a person would point to it: its part of the page, and what it is next to, or how deep it lies."""
    part = SIDES[min(4, int(5 * p[0] / s.page.width))]
    if pg.depth(s.page, *p) <= 0:
        return f"on the surface, {part}"
    return f"{part}, {_next_to(s, p) or LEVELS[min(range(6), key=lambda k: (abs(s.page.marks[k] - p[1]), k))]}"


def _next_to(s: Host, p: Point) -> str:
    """The room nearest to a spot that has a name or a use, and on which side of it the spot lies."""
    found = [
        (max(0.0, abs(room.x - p[0]) - room.w / 2) + max(0.0, abs(room.y - p[1]) - room.h / 2), room.id, room)
        for room in s.rooms.values()
        if room.state != "collapsed" and (room.name or (room.label and not room.above)) and abs(room.x - p[0]) < 2.6
    ]
    if not found or min(found)[0] > 1.6:
        return ""
    far, _, room = min(found)
    name = bd.room_name(room)
    if far < 0.02 and abs(room.x - p[0]) < room.w / 2 and abs(room.y - p[1]) < room.h / 2:
        return f"in {name}"
    aside, below = p[0] - room.x, p[1] - room.y
    if abs(below) - room.h / 2 >= abs(aside) - room.w / 2:
        return f"{'just ' if far < 0.7 else ''}{'below' if below > 0 else 'above'} {name}"
    return f"{'just ' if far < 0.7 else ''}{'east' if aside > 0 else 'west'} of {name}"


STILL = ("", " still", " yet", " again", " once more", " and on", " and on still")


def all_in_words(s: Host, spots: Sequence[Point]) -> list[str]:
    """Spots in words, no two alike: of those in the same place, one lies higher or further east than the one before."""
    told: list[str] = []
    for index, (x, y) in enumerate(spots):
        words = in_words(s, (x, y))
        if (like := next((k for k in range(index) if told[k] == words), None)) is not None:
            dx, dy = x - spots[like][0], y - spots[like][1]
            words += (
                (", lower" if dy > 0 else ", higher")
                if abs(dy) >= abs(dx)
                else (", further east" if dx > 0 else ", further west")
            )
        told.append(next(words + more for more in STILL if words + more not in told))
    return told


def read_spot(s: Host, text: str, refuse: Callable[[Point], str]) -> tuple[Point | None, str]:
    """A spot typed by hand, or why it is refused (HST-GEO-24)."""
    parts = text.replace(",", " ").split()
    try:
        x, y = (float(part) for part in parts)
    except ValueError:
        return None, "type two numbers such as 5.5 4.2"
    if not (x == x and y == y and pg.on_page(s.page, x, y)):
        return None, "it is not on the page"
    spot = pg.spot(x, y)
    why = refuse(spot)
    return (None, why) if why else (spot, "")


async def name_it(
    t: Table[Host], grammar: str, what: str, *, rule: str, judgement: str = "name", prompt: str = "What shall we call {what}?"
) -> str:
    """A name for something: taken from our grammar, re-rolled, or typed (HST-HIST-04, HST-NAME-01)."""
    s = t.state
    name = names.suggest(s, grammar)
    later = s.rules >= 3 and judgement == "name" and s.age in ("monsters", "villainy")  # with the others at the end of the year
    while asks(s, judgement) and not later:
        keys = [Spot(0).key, REROLL, WRITE, *ways_on(s)]
        shown = name

        def describe(key: str, shown: str = shown) -> str | Option:
            if key == REROLL:
                return Option("Another name")
            if key == WRITE:
                return Option("Write a name of my own")
            return ONWARDS.get(key) or Option(shown, hint="suggested")

        key = await t.choose(AUTHOR, prompt, keys, rule=rule, describe=describe, what=what)
        if key == REROLL:
            dice = Dice(s.streams.get("reroll", 0))
            name = names.unique(s, names.invent(grammar, dice))
            s.streams["reroll"] = dice.state
            continue
        if key == WRITE:
            text = await t.ask_text(AUTHOR, "Its name?", rule=rule, high=44, suggest=(name,))
            name = names.unique(s, text)
            s.chosen = "player"
            break
        if plays_on(s, key) or key != ONWARD or await let_go(t, judgement):
            break
    return names.take(s, name)


def next_drop(s: Host) -> Point:
    """Where a thrown die comes to rest: uniform over the page, inset a quarter inch (HST-GEO-04)."""
    if s.pins:
        return s.pins.pop(0)
    dice = Dice(s.streams.get("place", 0))
    x = pg.INSET + dice.below(int((s.page.width - 2 * pg.INSET) * 100) + 1) / 100
    y = pg.INSET + dice.below(int((s.page.height - 2 * pg.INSET) * 100) + 1) / 100
    s.streams["place"] = dice.state
    return pg.spot(x, y)


async def drop(t: Table[Host], rule: str, *, w: float = 0.0, h: float = 0.0, anywhere: bool = False) -> Point:
    """A die thrown on the map. Unless `anywhere` will do, it is moved underground with its outline."""
    s = t.state
    t.reveal()
    bead = s.measures.bead

    def fitted(p: Point) -> Point:
        return p if anywhere else pg.fit_underground(s.page, *p, w or bead, h or bead, bead)

    where = fitted(next_drop(s))

    def again(dice: Dice) -> list[Point]:
        x = pg.INSET + dice.below(int((s.page.width - 2 * pg.INSET) * 100) + 1) / 100
        y = pg.INSET + dice.below(int((s.page.height - 2 * pg.INSET) * 100) + 1) / 100
        return [fitted(pg.spot(x, y))]

    def refuse(p: Point) -> str:
        return "" if anywhere or pg.underground(s.page, *p, w or bead, h or bead) else "it must lie underground"

    return await place(t, "drop", "The die comes to rest. Leave it there?", [where], refuse, rule=rule, again=again)


def random_heading(s: Host, p: Point, length: float) -> float:
    """One of 24 headings, redrawn if it would leave the underground at once (HST-GEO-16)."""
    angle = 0.0
    for _ in range(24):
        angle = stream(s, "direction", 24) * pi / 12
        if pg.underground(s.page, *pg.away(p, angle, min(0.5, length))):
            break
    return angle


def random_surface_x(s: Host) -> float:
    """A uniform spot on the surface; on the mesas of the Scorched Lands."""
    if s.pins:
        return s.pins.pop(0)[0]
    for _ in range(40):
        x = 0.3 + stream(s, "place", int((s.page.width - 0.6) * 100)) / 100
        if s.page.world == "pocket_universe" and not pg.RIM + 0.3 < x < s.page.width - pg.RIM - 0.3:
            continue
        if not any(west - 0.2 < x < r + 0.2 for west, r in s.page.valleys):
            return pg.r2(x)
    return pg.r2(s.page.width / 2)
