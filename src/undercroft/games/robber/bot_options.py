"""How the players of bot.py go about the optional rules: a drawn map, odd happenings, a party's loot, a calling."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .rules.character import sheet
from .rules.character.answers import named
from .rules.mapping.answers import Way
from .rules.paper.sheets import area_at, sheet_of
from .rules.town.answers import read as read_errand
from .rules.treasure.answers import Found

if TYPE_CHECKING:
    from .bot import Player


def map_move(p: Player) -> str | None:
    """On the map: home when it is time, deeper when there is courage, else to the nearest way not yet explored."""
    drink = p.remedy() if p.health() < 0.5 else None
    if drink:
        return drink
    bonus = p.boon()
    if bonus:
        return bonus
    level = p.s.delve.level
    if (p.homeward() or level > p.depth()) and not p.nerve.dives:
        return to_stairs(p, up=True) or way(p, "go") or way(p, "walk")
    if level < p.depth():
        down = to_stairs(p, up=False)
        if down:
            return down
    return onward(p) or to_stairs(p, up=False) or to_stairs(p, up=True)


def to_stairs(p: Player, *, up: bool) -> str | None:
    """Take stairs here, or walk to where some are."""
    floor, area = sheet_of(p.s), area_at(p.s)
    wanted = [f for f in floor.flights if (f.levels < 0) == up and f.key not in ("up_dead_end", "down_dead_end")]
    if not up:
        wanted = [f for f in wanted if p.nerve.dives or p.s.delve.level + f.levels <= p.depth()]
    here = Way.keys("flight", (flight.id for flight in wanted if flight.area == area.id))
    return p.first(*here, *Way.keys("walk", (flight.area for flight in wanted if flight.area != area.id)))


def onward(p: Player) -> str | None:
    """An unexplored way: here, else a walk away; odd ones only for the curious; walls are searched when nothing else is left."""
    floor = sheet_of(p.s)
    fresh = [exit_ for exit_ in floor.exits if not exit_.to and (p.nerve.curious or not exit_.odd)]
    here = p.first(*Way.keys("go", (exit_.id for exit_ in fresh)))
    if here:
        return here
    areas = {exit_.area for exit_ in fresh}
    walk = way(p, "walk", lambda number: number in areas)
    return walk or p.first("search") or way(p, "walk", lambda number: unsearched(p, number))


def way(p: Player, verb: str, test: Callable[[int], bool] = lambda number: True) -> str | None:
    """The first way of a sort whose number passes a test."""
    ways = (named(key, Way) for key in p.keys)
    return next((way.key for way in ways if way.verb == verb and test(way.number)), None)


def unsearched(p: Player, number: int) -> bool:
    """Whether a walk leads to walls not searched yet."""
    area = sheet_of(p.s).areas[number - 1]
    return area.closed and not area.searched


def door(p: Player) -> str | None:
    """Doors are for opening."""
    return way(p, "open")


def chasm(p: Player) -> str | None:
    """Jump only where nobody can fall."""
    sure = all(sheet.high(robber, "str") or sheet.high(robber, "dex") for robber in sheet.living(p.s))
    return "jump" if sure or p.nerve.dives else "stay"


def calling(p: Player) -> str | None:
    """The first class one may have; waiting is for others."""
    return next((key for key in p.keys if read_errand(key).verb == "be"), None)


def mirror(p: Player) -> str | None:
    """The curious touch it."""
    return "touch" if p.nerve.curious else "no"


def pool(p: Player) -> str | None:
    """The curious wade in."""
    return "enter" if p.nerve.curious else "leave"


def glint(p: Player) -> str | None:
    """Five in six is good enough, in good health."""
    return "pick" if p.health() > 0.5 or p.nerve.curious else "leave"


def smell(p: Player) -> str | None:
    """An even chance of treasure is worth a breath to the curious."""
    return "breathe" if p.nerve.curious else "back"


def quarry(p: Player) -> str | None:
    """A kobold with a sack is worth being lost for, near the stairs."""
    return "chase" if p.s.delve.level == 1 and p.health() > 0.6 else "no"


def keep_chasing(p: Player) -> str | None:
    """Once one runs, one runs."""
    return "on" if p.health() > 0.3 else "stop"


def agreement(p: Player) -> str | None:
    """Even shares, and no quarrel about any others; a find goes to the caller."""
    carry = p.first(Found("carry", str(p.seat)).key)
    if carry:
        return carry
    return p.first("even", "yes")


def possessed(p: Player) -> str | None:
    """A borrowed monster climbs toward the body, and is let go when it is hopeless."""
    away = p.s.possession
    assert away is not None
    delve = p.s.delve
    if delve.level > away.delve.level:
        return p.first("up", "backtrack", "wander", "release")
    if delve.room > away.room:
        return p.first("backtrack", "wander", "release")
    return p.first("explore", "release")


CHOOSERS: dict[str, Callable[[Player], str | None]] = {
    "ROB-MAP-02": map_move,
    "ROB-MAP-06": door,
    "ROB-MAP-09": chasm,
    "ROB-CLASS-01": calling,
    "ROB-AOH-10": smell,
    "ROB-AOH-11": quarry,
    "ROB-AOH-17": mirror,
    "ROB-AOH-25": glint,
    "ROB-AOH-27": quarry,
    "ROB-CHASE-03": keep_chasing,
    "ROB-MULTI-09": agreement,
    "ROB-POOL-02": pool,
}
