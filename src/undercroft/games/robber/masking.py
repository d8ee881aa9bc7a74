"""What players do not know: monsters' hit points, and the true nature of a cursed weapon not yet used. Nothing else is hidden."""

from __future__ import annotations

import msgspec

from ...engine import Dice, parse
from .content import ITEMS, MONSTERS
from .rules.character import lots
from .rules.monsters.facing import condition
from .state import Creature, Robber, RobberState
from .state_site import Expedition

LOOKS_LIKE = {item.id: item.looks for item in ITEMS.values() if item.looks}


def mask(s: RobberState) -> RobberState:
    """The state as anybody at the table may know it; all seats know the same."""
    cursed = any(item in LOOKS_LIKE and item not in robber.curses_known for robber in s.robbers for item in robber.pack)
    foes = s.encounter.foes if s.encounter is not None else []
    hide = not s.dials.show_hp and bool(foes or s.delve.pursuers or s.delve.quarry or s.delve.lairs)
    if not cursed and not hide and s.world is None:
        return s
    masked = msgspec.structs.replace(s)
    if s.world is not None:
        masked.site = _as_told(s.world)
    if cursed:
        masked.robbers = [_as_known(robber) for robber in s.robbers]
    if hide:
        if s.encounter is not None:
            masked.encounter = msgspec.structs.replace(s.encounter, foes=[_as_seen(foe) for foe in foes])
        quarry = _as_seen(s.delve.quarry) if s.delve.quarry is not None else None
        pursuers = [_as_seen(foe) for foe in s.delve.pursuers]
        lairs = [msgspec.structs.replace(lair, foes=[_as_seen(foe) for foe in lair.foes]) for lair in s.delve.lairs]
        masked.delve = msgspec.structs.replace(s.delve, pursuers=pursuers, quarry=quarry, lairs=lairs)
    return masked


def _as_told(site: Expedition) -> Expedition:
    """The places that were seen, without what nobody has counted; no ticket."""
    seen = [
        msgspec.structs.replace(
            haunt,
            trap="",
            folk=[msgspec.structs.replace(folk, number=0) for folk in haunt.folk if not folk.roams or folk.slain],
            loot=[loot for loot in haunt.loot if not lots.lies(loot)],
        )
        for haunt in site.haunts
        if haunt.visits
    ]
    return msgspec.structs.replace(site, ticket=msgspec.structs.replace(site.ticket, shares={}), haunts=seen, gate=0)


def _as_seen(creature: Creature) -> Creature:
    """Unhurt, hurt or badly hurt, and no number (ROB-DIAL-01)."""
    return msgspec.structs.replace(creature, hp=0, full=0, looks=condition(creature))


def _as_known(robber: Robber) -> Robber:
    """A cursed weapon passes for a +1 until it is used (ROB-MAGIC-09)."""
    if all(item not in LOOKS_LIKE or item in robber.curses_known for item in robber.pack):
        return robber
    pack: dict[str, int] = {}
    for item, number in robber.pack.items():
        seen = _seems(robber, item)
        pack[seen] = pack.get(seen, 0) + number
    bound = robber.cursed and robber.weapon in robber.curses_known
    return msgspec.structs.replace(robber, pack=pack, weapon=_seems(robber, robber.weapon), cursed=bound)


def _seems(robber: Robber, item: str) -> str:
    return item if item in robber.curses_known else LOOKS_LIKE.get(item, item)


def determinise(start: RobberState, now: RobberState, dice: Dice) -> RobberState:
    """Hit points of monsters drawn anew, as far as their wounds and looks allow both then and now.

    A cursed weapon stays what it is: what it forbids is known to the player at once.
    """
    if start.world is not None and now.world is not None:
        _shuffle(start.world, now.world, dice)
    if start.dials.show_hp:
        return start
    later = {foe.id: foe for foe in _hidden(now)}
    for foe in _hidden(start):
        if foe.id in later:
            _redraw(foe, later[foe.id], dice)
    return start


def _shuffle(start: Expedition, now: Expedition, dice: Dice) -> None:
    """Places that nobody has seen yet may come in any order; a level's own stay on it, and secret ones secret."""
    unseen = {haunt.id for haunt in now.haunts if not haunt.visits}
    sorts = dict.fromkeys((haunt.level, haunt.secret, haunt.wanted) for haunt in start.haunts if haunt.id in unseen)
    for sort in sorts:
        spots = [
            spot
            for spot, haunt in enumerate(start.haunts)
            if haunt.id in unseen and (haunt.level, haunt.secret, haunt.wanted) == sort
        ]
        places = [start.haunts[spot] for spot in spots]
        dice.shuffle(places, "places nobody has seen")
        for spot, place in zip(spots, places, strict=True):
            start.haunts[spot] = place


def _hidden(s: RobberState) -> list[Creature]:
    """Everybody whose hit points are not shown."""
    foes = s.encounter.foes if s.encounter is not None else []
    waiting = [foe for lair in s.delve.lairs for foe in lair.foes]
    return [*foes, *s.delve.pursuers, *waiting, *([s.delve.quarry] if s.delve.quarry is not None else [])]


def _redraw(foe: Creature, later: Creature, dice: Dice) -> None:
    taken_then, taken_now = foe.full - foe.hp, later.full - later.hp
    looks = condition(foe), condition(later)
    able = []
    most = max(foe.full, parse(MONSTERS[foe.kind].hp).high)
    for full in range(max(taken_then, taken_now) + 1, most + 1):
        then = msgspec.structs.replace(foe, full=full, hp=full - taken_then)
        after = msgspec.structs.replace(later, full=full, hp=full - taken_now)
        if (condition(then), condition(after)) == looks:
            able.append(full)
    if able:
        foe.full = dice.pick(able)
        foe.hp = foe.full - taken_then
