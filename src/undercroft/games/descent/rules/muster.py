"""Muster: who goes down, children and slaves, the battle line, the castle (DES-SETUP, DES-DAU-03, DES-BAT-01)."""

from __future__ import annotations

from ....engine import Option, Table
from ..maze import COMPASS
from ..state import Chest, Game, Member, add, count, here, level_of, member
from .judging import asks
from .mapping import BEWARE, draw_cell, new_sheet, sense
from .money import money
from .people import (
    PEOPLE,
    capacity,
    find_leader,
    fits,
    full_body,
    leader_seat,
    living,
    own_weapons,
    ready_weapon,
    refresh,
    room_taken,
    shortfalls,
)
from .shelves import price
from .store import lit
from .wares import upper

# Getting ready.


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
    from .shelves import afford, buy

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
    from ..state import Loan

    s.loans.append(Loan(3))


# The line.


def default_lines(s: Game) -> None:
    """Plate in front, priests second, wizards and daughters behind; never more than fit in ten feet."""
    front: list[int] = []
    second: list[int] = []
    rear: list[int] = []
    ordered = sorted(
        living(s), key=lambda m: (m.kind == "daughter", m.cls == "wizard", m.cls == "priest", -(m.armour_left + m.body))
    )
    for m in ordered:
        strikes = m.cls in ("warrior", "priest") or m.baddie
        if strikes and len(front) < 4 and fits(s, [*front, m.id], 1):
            front.append(m.id)
        elif m.kind != "daughter" and m.cls != "wizard" and len(second) < 4:
            second.append(m.id)
        else:
            rear.append(m.id)
    if not front and (second or rear):
        front.append((second or rear).pop(0))
    s.lines = [front, second, rear]


async def line_phase(t: Table[Game]) -> None:
    """The leader sets who stands where and with what in hand (DES-BAT-01, DES-LEAD-05)."""
    s = t.state
    await set_lines(t, leader_seat(s))
    s.phase = "castle"


async def set_lines(t: Table[Game], seat: int) -> None:
    """Move members between lines and change weapons in hand, until done."""
    s = t.state
    for _ in range(12):
        s.lines = [[number for number in line if member(s, number).status == "ready"] for line in s.lines]
        placed = [number for line in s.lines for number in line]
        for m in living(s):
            if m.id not in placed:
                s.lines[2].append(m.id)
        keys = ["done"]
        free = [capacity(s, line, 1) - sum(room_taken(s, member(s, number)) for number in line) for line in s.lines[:2]]
        for index, line in enumerate(s.lines):
            for number in line:
                m = member(s, number)
                keys += [
                    f"line:{number}:{other}"
                    for other in range(3)
                    if other != index and (other == 2 or (free[other] > 0 and fits(s, [*s.lines[other], number], 1)))
                ]
                keys += [f"weapon:{number}:{name}" for name in own_weapons(s, m) if name != m.hand]
                if m.shield:
                    keys.append(f"shield:{number}:{'back' if m.shield_front else 'front'}")
        choice = await t.choose(
            seat,
            "The line: {line}. Any change?",
            keys,
            rule="DES-BAT-01",
            line=line_words(s),
            describe=lambda key: _line_label(s, key),
        )
        if choice == "done":
            break
        word, who, what = choice.split(":", 2)
        m = member(s, int(who))
        if word == "shield":
            m.shield_front = what == "front"
        elif word == "weapon":
            m.hand = what
            arm = ready_weapon(m)
            while arm is not None and arm.big and m.id in s.lines[0] and not fits(s, s.lines[0], 1):
                other = next(number for number in reversed(s.lines[0]) if number != m.id)
                s.lines[0].remove(other)
                s.lines[1].append(other)
        else:
            for line in s.lines:
                if m.id in line:
                    line.remove(m.id)
            s.lines[int(what)].append(m.id)
    if not s.lines[0]:
        default_lines(s)


def line_words(s: Game) -> str:
    """The order in a sentence."""
    names = [", ".join(member(s, number).name for number in line) or "nobody" for line in s.lines]
    return f"front {names[0]}; second {names[1]}; behind {names[2]}"


def _line_label(s: Game, key: str) -> str | Option:
    if key == "done":
        return "Ready"
    word, who, what = key.split(":", 2)
    m = member(s, int(who))
    if word == "shield":
        return Option(f"{m.name}: shield {'in front' if what == 'front' else 'on the back'}", rule="DES-ARM-07")
    if word == "weapon":
        return Option(f"{m.name} takes {what.lower()} in hand")
    return Option(
        f"{m.name} to the {('front', 'second', 'rear')[int(what)]} line",
        hint=f"room for {capacity(s, s.lines[int(what)], 1)}" if what != "2" else "",
    )


# Down the tower.


async def choose_castle(t: Table[Game]) -> None:
    """The party enters one of the castles and goes down its tower (DES-IDEA-02)."""
    from .whereabouts import maze_of

    s = t.state
    castles = maze_of(s).castles()
    spot = castles[0]
    if len(castles) > 1:
        key = await t.choose(
            leader_seat(s),
            "Which castle?",
            [f"castle:{index}" for index in range(len(castles))],
            rule="DES-IDEA-02",
            describe=lambda key: upper(castle_name(s, castles[int(key[7:])])),
        )
        spot = castles[int(key[7:])]
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
    t.tell(
        "Descent {n}: down the tower into {maze}."
        if castle_name(s, spot) == s.maze_name
        else "Descent {n}: down the tower of {castle} into {maze}.",
        rule="DES-IDEA-02",
        kind="headline",
        n=s.descent,
        castle=castle_name(s, spot),
        maze=s.maze_name,
    )
    if s.maze_dials:
        t.tell(
            "House rules of this maze: {rules}.",
            rule="DES-DIAL-11",
            rules="; ".join(f"{_dial_label(name)}: {str(value).replace(':', ' ')}" for name, value in s.maze_dials.items()),
        )


def _dial_label(name: str) -> str:
    """A dial's name in words, as the list of options has it."""
    from ..settings import SETTINGS

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
