"""The world a robber went into: who has fallen, what was carried and let fall, and where. Nothing here rolls or asks."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET, UnsetType

from ...state import Creature, Robber, RobberState
from ...state_site import Folk, Haunt, Loot


def haunts(s: RobberState) -> list[Haunt]:
    """The places of the world, on all levels."""
    return s.world.haunts if s.world is not None else []


def haunt_of(s: RobberState, place: int) -> Haunt | None:
    """The place with that id."""
    return next((haunt for haunt in haunts(s) if haunt.id == place), None)


def loot_of(s: RobberState, keys: Iterable[str]) -> list[Loot]:
    """Hoards by their keys, in the order of the places."""
    wanted = set(keys)
    return [loot for haunt in haunts(s) for loot in haunt.loot if loot.key in wanted]


def lies(loot: Loot) -> bool:
    """Whether a hoard lies where it always lay."""
    return loot.carrier < 0 and not loot.fell and not loot.home


def about(s: RobberState, folk: Folk) -> int:
    """How many of a people are at home: neither fallen nor already met, following or serving."""
    if s.world is None:
        return 0
    out: list[Creature] = [*s.delve.pursuers, *(foe for lair in s.delve.lairs for foe in lair.foes)]
    out += s.encounter.foes if s.encounter is not None else []
    out += [mate for robber in s.robbers for mate in robber.henchmen]
    return folk.number - folk.slain - sum(creature.lot == folk.key for creature in out)


def folk_of(s: RobberState, lot: str | UnsetType) -> Folk | None:
    """A people of one place, by its key on the ticket."""
    return next((folk for haunt in haunts(s) for folk in haunt.folk if folk.key == lot), None)


def at_home(s: RobberState, haunt: Haunt) -> Folk | None:
    """Who is met in a place: the first people that is not out, or all fallen."""
    return next((folk for folk in haunt.folk if not folk.roams and about(s, folk) > 0), None)


def roamer(s: RobberState, level: int) -> Folk | None:
    """Who walks about on a level."""
    walkers = (folk for haunt in haunts(s) if haunt.level == level for folk in haunt.folk if folk.roams)
    return next((folk for folk in walkers if about(s, folk) > 0), None)


def has_fallen(s: RobberState, creature: Creature) -> None:
    """One of a people is dead."""
    people = folk_of(s, creature.lot)
    if people is not None:
        people.slain = min(people.number, people.slain + 1)


def here(s: RobberState) -> int:
    """The place of the world that is nearest to the party: the one it saw last, else the first behind the door."""
    return s.world.last or s.world.gate if s.world is not None else 0


def drop_box(s: RobberState, seat: int) -> None:
    """A Heavy box crashed to the floor: what was in it of the world lies here now."""
    for loot in held(s, seat):
        if loot.boxed:
            loot.carrier, loot.boxed, loot.fell = -1, False, here(s)


def unbox(s: RobberState, seat: int) -> None:
    """The box was poured into a sack: nobody drops that to run."""
    for loot in held(s, seat):
        loot.boxed = False


def held(s: RobberState, seat: int) -> list[Loot]:
    """What of the world a robber has in pack and purse."""
    return [loot for haunt in haunts(s) for loot in haunt.loot if loot.carrier == seat and not loot.fell and not loot.home]


def dies(s: RobberState, robber: Robber) -> None:
    """A grave, and beside it what was carried."""
    if s.world is None:
        return
    s.world.graves[str(robber.seat)] = here(s)
    for loot in held(s, robber.seat):
        loot.fell = here(s)


def pass_on(s: RobberState, dead: Robber, robber: Robber) -> None:
    """A companion took the dead one's purse or box, and the hoards in it."""
    for haunt in haunts(s):
        for loot in haunt.loot:
            if loot.carrier == dead.seat and loot.fell:
                loot.carrier, loot.fell, loot.boxed = robber.seat, 0, loot.boxed and not robber.pack.get("sack")


def comes_home(s: RobberState, robber: Robber) -> list[Loot]:
    """What a robber brings out of the world. A named thing whose gems were spent on the way stayed there."""
    gems = robber.purse.gems + (robber.heavy.box.gems if robber.heavy is not None and robber.heavy.box is not None else 0)
    brought = []
    for loot in held(s, robber.seat):
        if loot.gems > gems:
            loot.carrier, loot.fell = -1, here(s)
            continue
        gems -= loot.gems
        loot.home = True
        brought.append(loot)
    return brought


def killer(s: RobberState, kind: str) -> Folk | None:
    """The people of the world that a kind of monster is played for here, in a fight or a chase."""
    near = [*(s.encounter.foes if s.encounter is not None else []), *s.delve.pursuers]
    return folk_of(s, next((foe.lot for foe in near if foe.kind == kind and foe.lot is not UNSET), UNSET))
