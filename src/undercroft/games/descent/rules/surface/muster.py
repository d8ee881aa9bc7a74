"""Muster: who goes down, children and slaves, the battle line, the castle (DES-SETUP, DES-DAU-03, DES-BAT-01)."""

from __future__ import annotations

from msgspec import UNSET

from .....engine import Option, Table
from .....engine.words import capital, uncapital
from ...maze import COMPASS
from ...settings import SETTINGS
from ...state import Chest, Expedition, Game, Loan, Member, add, count, here, level_of, member
from ..basics.answers import Number
from ..basics.asides import remark
from ..basics.judging import asks
from ..basics.money import money
from ..mapping.mapping import BEWARE, draw_cell, new_sheet, sense
from ..mapping.whereabouts import maze_of
from ..personas.line_up import default_lines, set_lines
from ..personas.people import PEOPLE, find_leader, full_body, leader_seat, living, refresh, shortfalls
from .answers import read
from .shelves import afford, buy, price
from .store import lit


async def muster(t: Table[Game]) -> None:
    """Children, slaves, torch, leader, line: then the party is ready (DES-SETUP-01)."""
    s = t.state
    if not s.party:  # the Great Spider has eaten the only one who would go
        s.phase = "roll-call"
        return
    going = [member(s, number) for number in s.party]
    for m in [one for one in s.members if one.kind == "daughter" and one.status == "home"]:
        if any(member(s, parent) in going for parent in m.parents):
            await daughter(t, m)
    for m in [one for one in s.members if one.kind == "slave" and one.status == "home"]:
        if member(s, m.master) in going:
            await feed(t, m)
    for m in [one for one in s.members if one.kind == "unicorn" and one.status == "home"]:
        if member(s, m.master) in going:
            s.party.append(m.id)
    if not lit(s):
        await get_torch(t)
        if not lit(s):
            return
    for number in s.party:
        m = member(s, number)
        m.status = "ready"
        refresh(s, m)
    for advice in shortfalls(s):
        t.tell("A word of advice: {advice}", rule="DES-SETUP-02", advice=advice)
    s.leader, s.mutinied = -1, False
    await find_leader(t)
    default_lines(s)
    s.phase = "line"


async def daughter(t: Table[Game], m: Member) -> None:
    """She comes along or is baby-sat for thirty gold (DES-DAU-03)."""
    s = t.state
    parent = next(member(s, number) for number in m.parents if number in s.party)
    options: dict[str, str | Option] = {"bring": Option("She comes along", hint="she neither fights nor heals")}
    if parent.gold >= 30:
        options["sit"] = Option("The keeper baby-sits", hint="30 gold", rule="DES-DAU-03")
    choice = await t.choose(
        parent.seat, "{name}: bring her or leave her with the keeper?", options, rule="DES-DAU-03", name=m.name
    )
    if choice == "sit":
        parent.gold -= 30
        t.meet("service", "baby-sitting")
    else:
        s.party.append(m.id)


def feed_cost(s: Game, m: Member) -> int:
    """One gold for every five hits a slave takes, rounded up (DES-SPELL-24)."""
    return -(-full_body(s, m) // 5)


async def feed(t: Table[Game], m: Member) -> None:
    """Slaves must be fed, or are free at the start and do not come (DES-SPELL-24)."""
    s = t.state
    master = member(s, m.master)
    cost = feed_cost(s, m)
    if t.gamesmaster is not None and asks(t, "keeper"):
        cost = await t.ask_number(t.gamesmaster, "What does the keeper want for feeding {name}, in gold?", 0, 99,
                                  rule="DES-SPELL-24", suggest=cost, name=m.name)  # fmt: skip
    options: dict[str, str | Option] = {"free": Option("Let it go")}
    if master.gold >= cost:
        options["feed"] = Option(f"Feed it for {cost} gold")
    choice = await t.choose(master.seat, "{name} must be fed.", options, rule="DES-SPELL-24", name=m.name)
    if choice == "feed":
        master.gold -= cost
        s.party.append(m.id)
        t.meet("service", "slave feed")
    else:
        m.status = "gone"


async def get_torch(t: Table[Game]) -> None:
    """Nobody goes down without something to see by; the richest buys, or the keeper gives credit (DES-SUP-45, DES-TORCH-03)."""
    s = t.state
    buyers = sorted((m for m in s.members if m.id in s.party and m.kind in PEOPLE), key=lambda m: -m.gold)
    for m in buyers:
        if afford(s, m, "TORCHES"):
            t.tell("No torch, no descent: {name} buys one.", rule="DES-SUP-45", name=m.name)
            buy(t, m, m, "TORCHES")
            return
    t.tell(
        "No torch, and nobody has the {cost} for one. The keeper sighs and lends one.",
        rule="DES-SUP-45",
        cost=money(price(s, "TORCHES")),
    )
    add(buyers[0].goods, "TORCHES")
    s.loans.append(Loan(3))


async def line_phase(t: Table[Game]) -> None:
    """The leader sets who stands where and with what in hand (DES-BAT-01, DES-LEAD-05)."""
    s = t.state
    await set_lines(t, leader_seat(s))
    s.phase = "castle"


def tell_of_the_world(t: Table[Game], e: Expedition) -> None:
    """Where the party comes from, what for, and how far it is to anything (DES-IDEA-02)."""
    way = " The party has come from {town}, by the {door}" if e.town else " The party came by the {door}"
    t.tell("It is the year {year}." + way + (", {aim}." if e.aim else "."), rule="DES-IDEA-02",
           year=e.ticket.year, town=e.town, door=e.door or "stair", aim=e.aim.rstrip("."))  # fmt: skip
    for line in e.told:
        t.tell("{line}", rule="DES-IDEA-02", line=line)
    if e.journey:
        t.tell("{journey}", rule="DES-IDEA-02", journey=e.journey)


async def choose_castle(t: Table[Game]) -> None:
    """The party enters one of the castles and goes down its tower (DES-IDEA-02)."""
    s = t.state
    castles = maze_of(s).castles()
    spot = castles[0]
    if len(castles) > 1:
        key = await t.choose(
            leader_seat(s),
            "Which castle?",
            {Number.say("castle", index): capital(castle_name(s, castle)) for index, castle in enumerate(castles)},
            rule="DES-IDEA-02",
        )
        said = read(key)
        assert isinstance(said, Number)
        spot = castles[said.number]
    s.at = [spot[0], spot[1], spot[2]]
    s.before = list(s.at)
    s.facing = 2
    new_sheet(s, spot[0], sure=True)
    level = here(s)
    sense(s, level, [(spot[1], spot[2])])
    draw_cell(s, level, spot[1], spot[2])
    s.phase = "walk"
    count(s, "descents")
    for m in living(s):
        m.deepest = max(m.deepest, spot[0])
    t.meet("feature", "tower")
    world = s.expedition
    t.tell(
        "Down by the {castle} into {maze}."
        if world is not UNSET
        else "Descent {n}: down the tower into {maze}."
        if castle_name(s, spot) == s.maze_name
        else "Descent {n}: down the tower of {castle} into {maze}.",
        rule="DES-IDEA-02",
        kind="headline",
        n=s.descent,
        castle=castle_name(s, spot) if world is UNSET else world.door or "stair",
        maze=s.maze_name if world is UNSET else uncapital(s.maze_name),
    )
    if s.expedition is not UNSET:
        tell_of_the_world(t, s.expedition)
    if s.descent == 1:
        remark(t, "opening")
    if s.maze_dials:
        t.tell(
            "House rules of this maze: {rules}.",
            rule="DES-DIAL-11",
            rules="; ".join(f"{_dial_label(name)}: {str(value).replace(':', ' ')}" for name, value in s.maze_dials.items()),
        )


def _dial_label(name: str) -> str:
    """A dial's name in words, as the list of options has it."""
    return next((setting.label.lower() for setting in SETTINGS if setting.name == name), name)


def castle_name(s: Game, spot: tuple[int, int, int]) -> str:
    """A castle by where its tower stands."""
    level = level_of(s, spot[0])
    said = level.feature(spot[1], spot[2]).get("say")
    if said:
        return said
    across = COMPASS[3] if spot[1] * 2 <= level.width else COMPASS[1]
    return f"the {across.lower()}ern castle"


def fresh_descent(s: Game) -> None:
    """Everything below is restocked; only what dead parties left stays (DES-MAZE-27)."""
    s.kept_sheets = [sheet for sheet in s.sheets if sheet.sure]
    for sheet in s.kept_sheets:
        sheet.edges = {place: "p" if sign == "P" else sign for place, sign in sheet.edges.items()}
        sheet.notes = {spot: words for spot, words in sheet.notes.items() if not words.startswith(BEWARE)}
    s.sheets, s.kept_sheets, s.sheet = s.kept_sheets, [], 0
    s.at, s.orders = [0, 0, 0], 0
    s.thrown_for, s.opened, s.gummed, s.holes = [], [], [], []
    s.panels, s.guards, s.strewn = {}, {}, []
    s.chest = Chest(goods=s.chest.goods, relics=s.chest.relics)
    s.veiled = []
    s.curses, s.anger, s.poisoned, s.jokes = [], False, False, False
    s.traded, s.rat_friends, s.ransom, s.tasks = 0, False, 0, []
    s.demon_called, s.peace_made, s.boat = False, 0, {}
    s.battle, s.sage, s.pastime, s.spoils = None, None, None, []
    s.news, s.dead, s.ended, s.pictures = [], [], "", []
    s.hired = 0
    s.tally["rooms"] = 0
    s.party, s.lines, s.leader = [], [[], [], []], -1
