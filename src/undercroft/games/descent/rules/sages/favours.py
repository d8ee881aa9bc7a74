"""Favours: what a sage of each trade does for a party he likes (DES-SAGE-05 to -11, DES-SAGE-16, DES-SAGE-17)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from .....engine import Option, Table
from .....engine.words import capital
from ...arsenal import arms, supplies, weapon
from ...bestiary import baddies
from ...content import sages
from ...state import SILVER_PER_GOLD, Game, Guard, Taken, add, here, member
from ..basics.answers import Name, Thing, chosen, whos
from ..basics.money import arm_price, coin, money, set_coin, wealth
from ..basics.throws import one_die
from ..company.books import learn
from ..directions.passages import set_down
from ..mapping.answers import chamber
from ..mapping.guidance import reveal_part, show_route, way_to
from ..mapping.mapping import draw_room, pencil
from ..mapping.whereabouts import nearest_tower, room_key
from ..personas.people import full_body, leader_seat, people, price_of_rise
from ..treasure.finds import find_magic_weapon
from ..wounds.wounds import bring_back
from .answers import Forge, To, read
from .pastimes import sit_down
from .ranks import can_rise, rise

CATEGORIES = ("GOLD", "SILVER", "JEWELS", "MAGIC WEAPON", "SPELL", "RELIC", "SUPPLIES")

Favour: TypeAlias = Callable[[Table[Game]], Awaitable[None]]


async def _transport(t: Table[Game]) -> None:
    """Anywhere it names: the tower, a casino, a special chamber it knows, Las Vegas (DES-SAGE-17, DES-SPCH-03)."""
    s = t.state
    options: dict[str, str | Option] = {
        "vegas": Option("Las Vegas", hint="a casino without limit; you are sent back after", rule="DES-SPCH-03")
    }
    known = {sheet.level for sheet in s.sheets if sheet.sure}
    tower = nearest_tower(s)
    if tower is not None:
        options["tower"] = "The tower"
    for level in s.levels:
        for col, row, _sign in level.cells():
            if level.is_room(col, row) and level.feature(col, row).kind == "casino" and level.room(col, row)[0] == (col, row):
                options[To(level.number, col, row).key] = Option(f"The casino at {col},{row} on level {level.number}")
    for key, guard in s.guards.items():
        to = To(*chamber(key))
        if guard.entered and to.key not in options and to.level in known:
            options[to.key] = Option(f"The chamber at {to.col},{to.row} on level {to.level}", hint="it is on your map")
    choice = await t.choose(leader_seat(s), "Where to?", options, rule="DES-SAGE-17")
    if choice == "vegas":
        t.meet("feature", "las vegas")
        t.tell("A snap of the fingers: neon, carpet, Las Vegas.", rule="DES-SPCH-03")
        await sit_down(t, house="las vegas", limit=0)
    else:
        spot = tower
        said = read(choice)
        if isinstance(said, To):
            spot = (said.level, said.col, said.row)
        assert spot is not None
        s.sage = None
        s.phase = "walk"
        await set_down(t, spot, why="sage")


async def _match(t: Table[Game]) -> None:
    """Finds the lost: frees hostages, turns stone to flesh (DES-SAGE-07)."""
    s = t.state
    lost = [member(s, number) for number in s.party if member(s, number).status in ("hostage", "stone")]
    if not lost:
        t.tell("He counts the party twice: nobody is lost.", rule="DES-SAGE-07")
        return
    if any(m.status == "hostage" for m in lost):
        bring_back(t, member(s, s.leader))
    for number in s.party:
        m = member(s, number)
        if m.status == "stone":
            m.status = "ready"
            s.lines[2].append(m.id)
            t.tell("{name} is flesh again.", rule="DES-SAGE-07", name=m.name)
    t.tell("What was lost is found.", rule="DES-SAGE-07")


async def _task(t: Table[Game]) -> None:
    """A task in return for treasure of the party's choosing (DES-SAGE-11)."""
    s = t.state
    face = await one_die(t, "The gamesmaster", "for the task", rule="DES-SAGE-11")
    entry = sages().task[face - 1]
    choice = await t.choose(
        leader_seat(s),
        "The sage sets a task: {task}. For which treasure?",
        {**{name: capital(name) for name in CATEGORIES}, "no": "No, thank you"},
        rule="DES-SAGE-11",
        task=entry.name,
    )
    if choice == "no":
        return
    t.meet("task", entry.name)
    taken = Taken(entry.name, entry.karma, choice)
    if face == 2:
        rooms = unopened_rooms(s)
        if rooms:
            taken.target = t.pick(rooms, "the chamber")
            t.reveal()
            _, col, row = chamber(taken.target)
            draw_room(s, here(s), col, row)
            pencil(s).notes[f"{col},{row}"] = "the sage's task"
            t.tell("He names a chamber, and draws it on the map.", rule="DES-SAGE-11")
        else:
            taken.done = True
    elif face == 3:
        taken.target = t.pick(("Bears", "Snakes", "Turtles", "Trolls", "Orcs", "Dogs"), "the beast")
        t.tell("It is to be of {beast}.", rule="DES-SAGE-11", beast=taken.target)
    elif face == 6:
        taken.target = str(s.at[0])
    s.tasks.append(taken)


def unopened_rooms(s: Game) -> list[str]:
    """Chambers with guardians not yet entered, on this level."""
    level = here(s)
    found = []
    for col, row, _ in level.cells():
        if level.is_room(col, row) and level.room(col, row)[0] == (col, row) and level.feature(col, row).kind == "chamber":
            key = f"{level.number}:{col},{row}"
            if not s.guards.get(key, Guard()).entered:
                found.append(key)
    return found


async def _forge(t: Table[Game]) -> None:
    """A throw on the magic weapon table, or +1 on a weapon brought to him (DES-SAGE-05)."""
    s = t.state
    options: dict[str, str | Option] = {"new": Option("A new one", hint="a throw on the magic weapon table")}
    for m in people(s):
        for name in m.goods:
            if weapon(name) is not None and weapon(name).gold:  # type: ignore[union-attr]
                options[Forge(m.id, name).key] = Option(f"+1 on {m.name}'s {name.lower()}")
    choice = await t.choose(leader_seat(s), "What shall he forge?", options, rule="DES-SAGE-05")
    said = read(choice)
    if not isinstance(said, Forge):
        await find_magic_weapon(t)
        return
    m, name = member(s, said.member), said.name
    plain, _, plus = name.rpartition(" +")
    better = f"{plain} +{int(plus) + 1}" if plain else f"{name} +1"
    add(m.goods, name, -1)
    add(m.goods, better)
    if m.hand == name:
        m.hand = better
    t.tell("{name} now has {weapon:a}.", rule="DES-SAGE-05", name=m.name, weapon=better.lower())


async def _play(t: Table[Game]) -> None:
    """A game, really played; the sage stakes a magic weapon, a spell or 25 karma (DES-SAGE-06)."""
    await sit_down(t, house="sage", limit=0)


async def _guide(t: Table[Game]) -> None:
    """Directions: the way to the tower, the stairs or the nearest unopened chamber (DES-SAGE-10)."""
    s = t.state
    level = here(s)
    choice = await t.choose(
        leader_seat(s),
        "The way to what?",
        {"tower": "The tower", "stairs": "The stairs", "chamber": "An unopened chamber"},
        rule="DES-SAGE-10",
    )
    rooms = unopened_rooms(s)
    goals = {
        "tower": lambda col, row: level.cell(col, row) == "T",
        "stairs": lambda col, row: level.feature(col, row).kind == "stairs",
        "chamber": lambda col, row: level.is_room(col, row) and room_key(s, level.number, col, row) in rooms,
    }
    route = way_to(s, level, goals[choice])
    if route is None:
        t.tell("There is none on this level, says the guide.", rule="DES-SAGE-10")
    else:
        show_route(s, level, route)
        t.tell("The guide draws the way on the map.", rule="DES-SAGE-10")


async def _leech(t: Table[Game]) -> None:
    """Heals everyone completely, bites and stone included (DES-SAGE-07)."""
    s = t.state
    for number in s.party:
        m = member(s, number)
        if m.status == "stone":
            m.status = "ready"
            s.lines[2].append(m.id)
        if m.status == "ready":
            m.body = full_body(s, m)
            m.conditions = [mark for mark in m.conditions if mark != "bitten"]
    t.tell("Everyone is whole.", rule="DES-SAGE-07")


async def _scholar(t: Table[Game]) -> None:
    """The plan of half a level, or one baddie's weapon numbers (DES-SAGE-17)."""
    s = t.state
    options: dict[str, str | Option] = {"plan": "The plan of half this level"}
    options.update({Name.say("of", name): f"The weakness of {name}" for name in baddies()})
    choice = await t.choose(leader_seat(s), "What shall the scholar tell?", options, rule="DES-SAGE-17")
    said = read(choice)
    if isinstance(said, Name):
        learn(t, said.name, "DES-SAGE-17")
    else:
        t.reveal()
        half = t.pick((True, False), "which half")
        reveal_part(s, here(s), upper=None, left=half)
        t.tell("Half the level is on the map now.", rule="DES-SAGE-17")


async def _pedlar(t: Table[Game]) -> None:
    """Sells anything on the supply list at list price, buys weapons at half (DES-SAGE-07)."""
    s = t.state
    for _ in range(5):
        options: dict[str, str | Option] = {"done": "That is all"}
        for name in supplies():
            price = arm_price(name)
            if price and name != "SIMULACRA" and any(coin(m) >= price for m in people(s)):
                options[Name.say("buy", name)] = Option(f"Buy {name.lower()}", hint=money(price))
        for m in people(s):
            for name in m.goods:
                if name in arms() and arms()[name].kind == "weapon":
                    options[Thing.say("sell", m.id, name)] = Option(
                        f"Sell {m.name}'s {name.lower()}", hint=money(arm_price(name) // 2)
                    )
        choice = await t.choose(leader_seat(s), "The pedlar opens his pack.", options, rule="DES-SAGE-07")
        said = read(choice)
        if isinstance(said, Name):
            name = said.name
            buyer = max(people(s), key=coin)
            set_coin(buyer, coin(buyer) - arm_price(name))
            add(buyer.goods, name)
            t.meet("bought", name)
            if name.endswith("BALLS") and name not in buyer.kinds:
                buyer.kinds.append(name)
        elif isinstance(said, Thing):
            m, name = member(s, said.member), said.name
            add(m.goods, name, -1)
            m.hand = "" if m.hand == name and not m.goods.get(name) else m.hand
            set_coin(m, coin(m) + arm_price(name) // 2)
        else:
            return


async def _promote(t: Table[Game]) -> None:
    """One member who has the karma and gold moves up on the spot (DES-SAGE-16, DES-IDEA-07)."""
    s = t.state
    share = s.chest.gold // max(1, len(people(s)))
    able = [m for m in people(s) if can_rise(s, m, extra=share)]
    if not able:
        t.tell("Nobody has the karma and the gold for it.", rule="DES-SAGE-16")
        return
    key = await t.choose(leader_seat(s), "Who moves up in rank?", whos(able), rule="DES-SAGE-16")
    m = chosen(s, key)
    price = price_of_rise(m)
    assert price is not None
    short = max(0, price[0] - wealth(m) // SILVER_PER_GOLD)  # his part of the chest makes up only what purse and bars lack
    s.chest.gold -= short
    m.gold += short
    await rise(t, m)


async def _wishes(t: Table[Game]) -> None:
    """One wish for each member."""
    assert t.state.sage is not None
    t.state.sage.stage = "wishes"


FAVOURS: dict[str, Favour] = {
    "transporter": _transport,
    "matchmaker": _match,
    "taskmaster": _task,
    "blacksmith": _forge,
    "gaming sage": _play,
    "guide": _guide,
    "leech": _leech,
    "scholar": _scholar,
    "pedlar": _pedlar,
    "promoter": _promote,
    "wish-granter": _wishes,
}
