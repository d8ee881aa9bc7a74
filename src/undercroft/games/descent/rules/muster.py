"""Muster: who goes down, children and slaves, the battle line, the castle (DES-SETUP, DES-DAU-03, DES-BAT-01)."""

from __future__ import annotations

from ....engine import Option, Table
from ..maze import COMPASS
from ..state import Chest, Game, Member, add, count, dial, here, level_of, member
from .judging import asks
from .mapping import draw_cell, new_sheet, sense
from .people import (
    ANYBODYS,
    HERS,
    NAMES,
    PEOPLE,
    capacity,
    find_leader,
    fits,
    full_body,
    gain_apprentice,
    gain_daughter,
    gain_son,
    leader_seat,
    living,
    money,
    new_member,
    own_weapons,
    price_of_rise,
    ready_weapon,
    refresh,
    room_taken,
    shortfalls,
)  # fmt: skip
from .store import lit, price
from .throws import amount, one_die

MOST_PERSONAS = 20  # to a player, whatever the dial
USUAL = (
    ("warrior", "human"),
    ("warrior", "dwarf"),
    ("priest", "human"),
    ("wizard", "elf"),
    ("warrior", "elf"),
    ("warrior", "human"),
)


# Personas.


async def roll_call(t: Table[Game], seat: int) -> bool:
    """A player picks up old personas or makes new ones; true when done (DES-SETUP-01, DES-IDEA-08, DES-IDEA-09)."""
    s = t.state
    mine = [m for m in s.members if m.seat == seat and m.status == "home" and m.kind in PEOPLE]
    going = [m for m in mine if m.id in s.party]
    limit = int(dial(s, "personas_per_player")) or MOST_PERSONAS
    options: dict[str, str | Option] = {}
    for m in mine:
        if m.id not in s.party and (len(going) < limit):
            options[f"take:{m.id}"] = Option(
                f"{m.name} goes down",
                hint=f"{m.denomination} {m.cls}, rank {m.rank}, {m.karma} karma, {m.gold} gold",
                rule="DES-IDEA-08",
            )
    if len([m for m in mine if m.id not in s.party]) > 1 and limit == MOST_PERSONAS:
        options["all"] = Option("All of them go down")
    if len(going) < limit and len(mine) < MOST_PERSONAS:
        if not mine:
            number = max(1, min(6 // len(s.names), limit))
            options["usual"] = Option(
                "The usual party" if number > 1 else "The usual persona", hint=f"{number} ready-made, named and rolled"
            )
        folk = ["human", "elf", "dwarf", *(["centaur"] if dial(s, "exotic_personas") else [])]
        for cls in ("warrior", "priest", "wizard"):
            for denomination in folk:
                if denomination != "centaur" or cls == "warrior":
                    options[f"new:{cls}:{denomination}"] = Option(f"A new {denomination} {cls}", rule="DES-DENOM-01")
    for m in mine:
        if m.id not in s.party:
            options[f"retire:{m.id}"] = Option(f"{m.name} retires for good", rule="DES-IDEA-08")
    last = seat == len(s.names) - 1
    if s.party or not last:
        options["done"] = Option("That is my party", hint=f"{len(going)} of mine go down")
    choice = await t.choose(seat, "Who goes down, {player}?", options, rule="DES-SETUP-01", player=s.names[seat])
    word, _, rest = choice.partition(":")
    if word == "done":
        return True
    if word == "take":
        s.party.append(int(rest))
    elif word == "all":
        s.party.extend(m.id for m in mine if m.id not in s.party)
    elif word == "retire":
        member(s, int(rest)).status = "retired"
        t.tell("{name} retires.", rule="DES-IDEA-08", name=member(s, int(rest)).name)
    elif word == "usual":
        number = max(1, min(6 // len(s.names), limit))
        for index in range(number):
            cls, denomination = USUAL[(seat + index * len(s.names)) % len(USUAL)]
            await make(
                t, seat, cls, denomination, name="", sex="she" if len(s.members) % 2 else "he", virgin=len(s.members) % 3 == 0
            )
        return True
    else:
        cls, _, denomination = rest.partition(":")
        nature = await t.choose(
            seat,
            "She or he, virgin or experienced? (Unicorns care.)",
            ["she:virgin", "she:experienced", "he:virgin", "he:experienced"],
            rule="DES-SETUP-06",
            describe=lambda key: key.replace(":", ", "),
        )
        sex = nature.partition(":")[0]
        name = await t.ask_text(seat, "What is the {denomination} {cls} called?", rule="DES-SETUP-06", high=24,
                                suggest=lambda: free_names(s, cls, sex), denomination=denomination, cls=cls)  # fmt: skip
        await make(t, seat, cls, denomination, name=name, sex=sex, virgin=nature.endswith("virgin"))
    return False


def free_names(s: Game, cls: str, sex: str) -> list[str]:
    """Names for her or him that nobody in this campaign has had."""
    taken = {m.name for m in s.members}
    fitting = [name for name in NAMES[cls] if name in ANYBODYS or (name in HERS) == (sex == "she")]
    return [name for name in fitting if name not in taken] or [f"{fitting[0]} {len(s.members)}"]


async def make(t: Table[Game], seat: int, cls: str, denomination: str, *, name: str, sex: str, virgin: bool) -> Member:
    """A new persona: tenth rank, no karma, and a purse thrown like gold (DES-SETUP-05, DES-SETUP-07)."""
    s = t.state
    made = new_member(
        s,
        seat=seat,
        name=name or free_names(s, cls, sex)[0],
        cls=cls,
        denomination=denomination,
        sex=sex,
        virgin=virgin,
        status="home",
    )
    setting = str(dial(s, "starting_gold"))
    made.gold = (
        int(setting.partition(":")[2])
        if setting.startswith("fixed")
        else await amount(t, f"purse of {made.name}", rule="DES-SETUP-07")
    )
    if dial(s, "veterans") != "tenth rank":
        await old_hand(t, made)
    if dial(s, "veterans") == "storied":
        await keepsakes(t, made)
    if denomination == "centaur":
        made.goods["SPIKED HOOVES"] = 1
        made.hand = "SPIKED HOOVES"
    s.party.append(made.id)
    t.meet("persona", f"{denomination} {cls}")
    t.tell(
        "{name}, {denomination} {cls}, has {gold} gold.",
        rule="DES-SETUP-07",
        name=made.name,
        denomination=denomination,
        cls=cls,
        gold=made.gold,
    )
    return made


async def old_hand(t: Table[Game], m: Member) -> None:
    """An optional short cut: a die says how many ranks he has climbed; children and gifts of those ranks come with him."""
    s = t.state
    m.rank = 11 - await one_die(t, "The gamesmaster", f"how far {m.name} has come", rule="DES-SETUP-05")
    price = price_of_rise(m)
    assert price is not None
    m.gold, m.karma = m.gold + price[0], price[1]
    if m.cls == "warrior" and m.rank <= 7:
        gain_son(s, m)
    if m.cls == "warrior" and m.rank <= 6:
        gain_daughter(s, m)
    if m.cls == "wizard" and m.rank <= 6:
        gain_apprentice(s, m)
    if m.cls == "wizard" and m.rank <= 5:
        add(m.goods, "STAFF OF ETERNAL LIGHT")
    m.body = full_body(s, m)


async def keepsakes(t: Table[Game], m: Member) -> None:
    """The rest of the short cut: what a second rise costs, and a die of finds from descents nobody wrote down, each a throw on
    the table of his calling.
    """
    from .finds import find_magic_weapon, find_spell

    m.rank -= 1
    price = price_of_rise(m)
    m.rank += 1
    assert price is not None
    m.gold, m.karma = m.gold + price[0], m.karma + price[1]
    for _ in range(await one_die(t, "The gamesmaster", f"what {m.name} has brought home", rule="DES-SETUP-05")):
        if m.cls == "wizard":
            await find_spell(t, to=m)
        else:
            await find_magic_weapon(t, to=m)


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
    from .store import afford, buy

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
    from .walk import maze_of

    s = t.state
    castles = maze_of(s).castles()
    spot = castles[0]
    if len(castles) > 1:
        key = await t.choose(
            leader_seat(s),
            "Which castle?",
            [f"castle:{index}" for index in range(len(castles))],
            rule="DES-IDEA-02",
            describe=lambda key: castle_name(s, castles[int(key[7:])]),
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
            rules=", ".join(f"{name}={value}" for name, value in s.maze_dials.items()),
        )


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
    s.sheets, s.kept_sheets, s.sheet = s.kept_sheets, [], 0
    s.at, s.orders = [0, 0, 0], 0
    s.thrown_for, s.opened, s.gummed, s.holes = [], [], [], []
    s.panels, s.guards = {}, {}
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
