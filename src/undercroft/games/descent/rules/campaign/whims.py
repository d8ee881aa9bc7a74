"""Whims: what a gamesmaster of 1974 could do to a party and to its maze, and nobody asked why (DES-GM-01, DES-GM-05)."""

from __future__ import annotations

import re

from .....engine import Option, Options, Table
from .....engine.words import capital, sentence
from .....engine.words import count as counted_words
from ...bestiary import Baddie
from ...content import sages
from ...maze import COMPASS, STEPS, Level
from ...state import Chest, Game, Member, add, count, level_of
from ..basics.answers import Name, Who, chosen
from ..basics.wares import some
from ..battle.blows import slay
from ..battle.field import called
from ..company.company import known_baddies
from ..directions.passages import set_down
from ..ending.outcome import victory
from ..mapping.mapping import draw_edge, edge_key
from ..personas.people import living
from ..wounds.wounds import all_lost, defeat, die
from .answers import OneFoe, Room, read

COIN = ("gold", "silver", "gold bars", "silver bars")
SIDES = {"door": "D", "secret door": "S", "double door": "W", "open": " ", "wall": ""}
SIDE = re.compile(rf"(\d+)[\s:]+(\d+)\s*,\s*(\d+)\s+({'|'.join(COMPASS)})\s+({'|'.join(SIDES)})", re.IGNORECASE)
PLACED = re.compile(r"(\d+)\s*([A-Z])[\s:,]+(\d+)\s+(.+)", re.IGNORECASE)


def whims(s: Game, asked: str) -> dict[str, Option]:
    """What of it is open now: nobody is moved or struck down in the middle of a throw."""
    options: dict[str, Option] = {}
    below = bool(s.at[0]) and bool(living(s))
    walking = asked == "DES-MOVE-01" and s.battle is None and s.phase == "walk"
    fighting = asked in ("DES-PEACE-01", "DES-FLEE-06") and s.battle is not None and bool(s.battle.foes)
    if below and any(_goods(one) for one in _owners(s).values()):
        options["gm:take"] = Option("Take something away", hint="from the chest, or from somebody", rule="DES-GM-01")
    if below:
        options["gm:curse"] = Option("Lay a curse, or lift one", hint="on the whole party", rule="DES-GM-01")
    if walking:
        options["gm:move"] = Option("Move the party", hint="to a chamber, a tower, a stair", rule="DES-GM-01")
    if walking or fighting:
        options["gm:kill"] = Option("Strike somebody dead", hint="a baddie" if fighting else "one of the party", rule="DES-GM-05")
    if s.levels:
        options["gm:maze"] = Option(
            "Alter the maze", hint="level, square, side, what: 1 5,3 east door", rule="DES-GM-01", words=60
        )
        options["gm:invent"] = Option(
            "Invent a baddie", hint="name, hits, hits on, is hit on, how many: Cousins 3 8 7 4", rule="DES-GM-01", words=40
        )
    return options


# Taking.


def _owners(s: Game) -> dict[str, Chest | Member]:
    return {"chest": s.chest, **{Who.say(m.id): m for m in living(s)}}


def _goods(owner: Chest | Member) -> dict[str, int]:
    """All that can be taken from somebody, or from the chest: its name, and how much there is."""
    coin = {what: getattr(owner, what.replace(" ", "_")) for what in COIN}
    every = {**coin, "relics": owner.relics, **owner.jewels, **owner.goods}
    return {what: number for what, number in every.items() if number}


async def take(t: Table[Game], seat: int, words: str = "") -> bool:
    """Something is gone, because the gamesmaster says so."""
    owners = {key: owner for key, owner in _owners(t.state).items() if _goods(owner)}
    names = {key: owner.name if isinstance(owner, Member) else "the chest" for key, owner in owners.items()}
    key = await t.choose(seat, "From whom?", {one: sentence(name)[:-1] for one, name in names.items()}, rule="DES-GM-04")
    owner, goods = owners[key], _goods(owners[key])
    what = await t.choose(seat, "What?", {name: _of(name, number) for name, number in goods.items()}, rule="DES-GM-04")
    number = goods[what]
    if number > 1:
        number = await t.ask_number(seat, "How much of it?", 1, number, rule="DES-GM-04", suggest=number)
    if what in COIN or what == "relics":
        field = what.replace(" ", "_")
        setattr(owner, field, getattr(owner, field) - number)
    else:
        add(owner.jewels if what in owner.jewels else owner.goods, what, -number)
    whom = f"{names[key]}'s things" if isinstance(owner, Member) else names[key]
    what = sentence(_of(what, number))[:-1]
    t.tell("{what} {n:is|are} gone from {whom}.", rule="DES-GM-01", kind="ruling", what=what, n=number, whom=whom)
    return False


def _of(what: str, number: int) -> str:
    return f"{number} {what}" if what in COIN else counted_words(number, "relic") if what == "relics" else some(what, number)


# Curses.


async def curse(t: Table[Game], seat: int, words: str = "") -> bool:
    """A curse of the sages' kind, or an end to one."""
    s = t.state
    options: dict[str, str | Option] = {
        Name.say("lift" if one.name in s.curses else "lay", one.name): Option(
            f"{'Lift' if one.name in s.curses else 'Lay'}: {one.name}", hint=one.effect
        )
        for one in sages().curse
    }
    said = read(await t.choose(seat, "Which?", options, rule="DES-GM-04"))
    assert isinstance(said, Name)
    if said.verb == "lift":
        s.curses.remove(said.name)
        s.veiled = [name for name in s.veiled if name != said.name]
        t.tell("Something lets go of the party: {curse}.", rule="DES-GM-01", kind="ruling", curse=said.name)
    else:
        s.curses.append(said.name)
        count(s, "curses")
        t.meet("curse", said.name)
        t.tell("A curse settles on the party: {curse}!", rule="DES-GM-01", kind="ruling", curse=said.name)
    return False


# Moving, and killing.


def places(s: Game) -> dict[str, str | Option]:
    """Where a party can be set down: chambers by their first square, towers and stairs."""
    found: dict[str, str | Option] = {}
    for level in s.levels:
        for col, row, sign in level.cells():
            first = not level.is_room(col, row) or level.room(col, row)[0] == (col, row)
            kind = level.feature(col, row).kind
            if first and (level.is_room(col, row) or kind in ("tower", "stairs")) and [level.number, col, row] != s.at:
                where = Room(level.number, col, row).key
                found[where] = Option(f"Level {level.number}, {sign} at {col},{row}", hint=kind, place=where)
    return found


async def move(t: Table[Game], seat: int, words: str = "") -> bool:
    """The party finds itself elsewhere."""
    to = read(await t.choose(seat, "Where do they find themselves?", places(t.state), rule="DES-GM-04"))
    assert isinstance(to, Room)
    t.tell("The walls turn like a page, and the party stands somewhere else.", rule="DES-GM-01", kind="ruling")
    await set_down(t, (to.level, to.col, to.row), why="sage")
    return True


async def kill(t: Table[Game], seat: int, words: str = "") -> bool:
    """A baddie in a fight, one of the party outside of one; nobody gets karma for it."""
    s = t.state
    if s.battle is not None:
        b = s.battle
        foes = {OneFoe(foe.id).key: capital(called(s, b, foe)) for foe in b.foes}
        said = read(await t.choose(seat, "Which of them?", foes, rule="DES-GM-04"))
        assert isinstance(said, OneFoe)
        foe = next(one for one in b.foes if one.id == said.foe)
        t.tell("{name} clutches its heart and falls.", rule="DES-GM-05", kind="ruling", name=foes[said.key])
        await slay(t, b, foe, None, karma=False)
        if not b.foes:
            await victory(t)
        return not b.foes
    party: Options = {Who.say(m.id): m.name for m in living(s)}
    m = chosen(s, await t.choose(seat, "Whom?", party, rule="DES-GM-04"))
    t.tell("The gamesmaster points at {name}.", rule="DES-GM-05", kind="ruling", name=m.name)
    await die(t, m, "the gamesmaster")
    if all_lost(s):
        await defeat(t)
    return True


# The maze, and what is in it.


async def alter(t: Table[Game], seat: int, words: str = "") -> bool:
    """One side of one square becomes a door, an opening or a wall; an opening into rock digs the next square."""
    s = t.state
    level, col, row = s.at if s.at[0] else (s.levels[0].number, 1, 1)
    usual = f"{level} {col},{row} {COMPASS[1].lower()} door"
    words = words or await t.ask_text(seat, "Which side of which square, and what shall it be?", rule="DES-GM-04", high=60,
                                      suggest=(usual,))  # fmt: skip
    found = SIDE.fullmatch(words.strip())
    wrong = "" if found else f"say it like this: {usual} (or {', '.join(name for name in SIDES if name != 'door')})"
    if found:
        wrong = _alter(s, int(found[1]), int(found[2]), int(found[3]), found[4].capitalize(), found[5].lower())
    told = f"Nothing was altered: {wrong}." if wrong else f"Altered: {words.strip()}."
    t.tell("{told}", rule="DES-GM-04", only=seat, told=told)
    return False


def _alter(s: Game, number: int, col: int, row: int, way_name: str, what: str) -> str:
    """What is wrong with it; "": it is done."""
    level = next((one for one in s.levels if one.number == number), None)
    if level is None:
        return f"there is no level {number}"
    if level.cell(col, row) == " ":
        return f"{col},{row} is solid rock"
    way = level.heading(way_name)
    dx, dy = STEPS[way]
    if not (1 <= col + dx <= level.width and 1 <= row + dy <= level.height):
        return "the sheet ends there"
    x, y = 2 * col - 1, 2 * row - 1
    rows = list(level.rows)

    def put(at_x: int, at_y: int, sign: str) -> None:
        rows[at_y] = rows[at_y][:at_x] + sign + rows[at_y][at_x + 1 :]

    put(x + dx, y + dy, SIDES[what] or ("|" if dx else "-"))
    if what != "wall" and level.cell(col + dx, row + dy) == " ":
        put(x + 2 * dx, y + 2 * dy, ".")
    level.draw_anew(rows)
    key = edge_key(number, col, row, way)
    for known in (s.opened, s.sensed, s.holes, s.thrown_for, s.gummed):
        while key in known:
            known.remove(key)
    s.panels.pop(key, None)
    if s.at == [number, col, row]:
        draw_edge(s, level, col, row, way)
    return ""


async def invent(t: Table[Game], seat: int, words: str = "") -> bool:
    """A baddie of one's own: it stands among the others from now on."""
    s = t.state
    found = INVENTED.fullmatch(words.strip())
    if words and not found:
        t.tell("Nobody was invented: say it like this: Cousins 3 8 7 4.", rule="DES-GM-04", only=seat)
        return False
    name = found[1] if found else await t.ask_text(seat, "What are they called? (Several of them: Wardrobes.)",
                                                   rule="DES-GM-04", low=2, high=24,
                                                   suggest=("Wardrobes", "Tax Collectors", "Cousins"))  # fmt: skip
    if name in known_baddies(s):
        t.tell("There are {name} already.", rule="DES-GM-04", only=seat, name=name)
        return False
    numbers: list[int] = []
    for nth, (question, low, high, usual) in enumerate(PARTICULARS):
        if found:
            numbers.append(min(high, max(low, int(found[2 + nth] or usual))))
        else:
            numbers.append(await t.ask_number(seat, question, low, high, rule="DES-GM-04", suggest=usual))
    hits, to_hit, hurt, many = numbers
    s.home_baddies.append(
        Baddie(name=name, category="weirdie", hits=hits, to_hit=to_hit, weapons={"others": hurt}, number_fixed=many)
    )
    t.tell("{name} are on your list now: send them, or stock a chamber.", rule="DES-GM-04", only=seat, name=name)
    return False


PARTICULARS = (
    ("How many hits does one of them take?", 1, 30, 3),
    ("With which throw of two dice does one hit?", 2, 12, 8),
    ("And with which is one hit?", 2, 12, 7),
    ("How many come at a time?", 1, 20, 4),
)
INVENTED = re.compile(r"(\D{1,23}[^\d\s,])" + r"(?:[\s,]+(\d{1,2}))?" * 4)


def placed(s: Game, words: str, rooms: Options) -> tuple[str, int, str]:
    """Which chamber, how many, and of what, as somebody wrote it down ("1G 4 orcs"); no chamber: it cannot be read."""
    found = PLACED.fullmatch(words.strip())
    if not found:
        return "", 0, ""
    number, sign, many, what = int(found[1]), found[2].upper(), int(found[3]), found[4].strip().lower()
    for key in rooms:
        room = read(key)
        if isinstance(room, Room) and room.level == number and _sign(level_of(s, number), room) == sign:
            names = [*COIN, *known_baddies(s)]
            name = next((one for one in names if one.lower() == what), "")
            return (key, max(1, min(many, 99)), name) if name else ("", 0, "")
    return "", 0, ""


def _sign(level: Level, room: Room) -> str:
    return level.cell(room.col, room.row)


WHIMS = {
    "gm:take": take, "gm:curse": curse, "gm:move": move, "gm:kill": kill, "gm:maze": alter, "gm:invent": invent,
}  # fmt: skip
