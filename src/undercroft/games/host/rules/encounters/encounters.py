"""Encounters: dice between groups, by the table of the one whose turn it is (HST-ENCT)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from .....engine import Table
from .....engine.structs import convert
from ...chronicle import note, roll
from ...content import Sanctum, sanctums
from ...ground import beads as bd
from ...state import Group, Host
from .bonds import bond, is_kindred
from .downfall import fall
from .fortunes import lose_pop
from .kinds import flavour, flavour_named
from .villainies import VILLAINIES, villain_of, villainy_of

ALPHA = 2  # HST-ENCT-03


def is_alpha(group: Group) -> bool:
    """Alphas are handled as such whatever their alignment (HST-ENCT-07)."""
    return group.type in ("alpha", "wyrm")


def is_beast(s: Host, group: Group) -> bool:
    """Alphas and whoever is met as one is."""
    villainy = villainy_of(s, group.id)
    return is_alpha(group) or (villainy is not None and villainy.beast)


def sanctum_of(s: Host, group: Group) -> Sanctum:
    """The sanctum of its kind; a wyrm's is the dragon's, an unlisted beast's a plain room (HST-AVCO-03)."""
    name = "Dragon" if group.flavour == "Ancient Wyrm" else group.flavour
    line = sanctums().get(name)
    if line is not None:
        return line
    own = flavour_named(s, "alpha", group.flavour).inner_sanctum
    return convert(own, Sanctum) if own else Sanctum(name="Inner Sanctum")


def bonus(s: Host, gid: int, where: int = 0) -> int:
    """What is added to encounter rolls, and what protects against wanderers (HST-ENCT-03, HST-WCON-04)."""
    group = s.groups[gid]
    what = flavour(s, group)
    total = what.bonus + bond(group).bonus
    villainy = villainy_of(s, gid)
    if is_alpha(group):
        total += ALPHA
    if villainy is not None:
        total += villainy.bonus
    if s.artifact and s.artifact in s.beads and s.beads[s.artifact].owner == gid:
        total += 1
    if group.shrine:
        total += 1
    if what.maze_bonus and where == group.lair and "maze" in s.rooms[group.lair].tags:
        total += what.maze_bonus
    if what.bonus_if_loot_over and bd.loot(s, gid) > what.bonus_if_loot_over["loot"]:
        total += what.bonus_if_loot_over["bonus"]
    if group.sanctum and where and where == group.lair:
        total += sanctum_of(s, group).bonus_inside
    return total


def alone(s: Host, gid: int) -> int:
    """What a villain counts for without any beads; nobody else counts (HST-DMST-11)."""
    villainy = villainy_of(s, gid)
    return villainy.alone if villainy is not None else 0


def protection(s: Host, gid: int) -> int:
    """What keeps a group from harm where no dice are rolled; the Dungeon Master without an army has his two (HST-DMST-21)."""
    return bonus(s, gid) + (max(0, alone(s, gid) - 1) if not bd.pop(s, gid) else 0)


def body(s: Host, gid: int) -> int:
    """How many beads stand to be lost; a villain without any is one."""
    return bd.pop(s, gid) or min(1, alone(s, gid))


def strength(s: Host, gid: int) -> int:
    """Population as it counts in conflict; the Dungeon Master alone counts three, or his army if that is more (HST-DMST-11)."""
    return max(alone(s, gid), bd.pop(s, gid) * flavour(s, s.groups[gid]).strength_per_bead)


async def totals(t: Table[Host], actor: int, foe: int, where: int) -> tuple[int, int]:
    """Encounter roll: d6 plus population plus modifiers on each side (HST-ENCT-02)."""
    s = t.state
    mine = await roll(t, "1d6", f"{s.groups[actor].name}", "HST-ENCT-02") + strength(s, actor) + bonus(s, actor, where)
    theirs = await roll(t, "1d6", f"{s.groups[foe].name}", "HST-ENCT-02") + strength(s, foe) + bonus(s, foe, where)
    return mine, theirs


def meet(s: Host, a: int, b: int) -> None:
    """Groups remember whom they have met (HST-ENCT-04)."""
    for one, two in ((a, b), (b, a)):
        if two not in s.groups[one].met:
            s.groups[one].met.append(two)


class Meeting:
    """A group on its turn comes upon another: who, whom, where, and how the dice fell."""

    def __init__(self, t: Table[Host], one: Group, two: Group, where: int) -> None:
        self.t, self.one, self.two, self.where = t, one, two, where
        self.score = ""  # " (7 to 4)" once dice have fallen

    async def roll(self) -> int:
        """An encounter roll: by how much the acting group wins (HST-ENCT-02)."""
        mine, theirs = await totals(self.t, self.one.id, self.two.id, self.where)
        self.score = f" ({mine} to {theirs})"
        return mine - theirs

    def told(self, result: str, rule: str, kind: str = "encounter") -> None:
        """A line of the record: a sentence about {who} and {other}, without its full stop."""
        room = self.where if self.where in self.t.state.rooms else 0
        text = f"{result}{self.score}."
        note(self.t, kind, text, rule, by=self.one, others=[self.two.id], room=room, other=self.two.name)

    def slay(self) -> None:
        """The other group is killed; a villain loses one."""
        cause = f"killed by {self.one.name}"
        if self.two.type == "villain":
            lose_pop(self.t, self.two.id, 1, cause)
        else:
            fall(self.t, self.two.id, cause)


class Nature(msgspec.Struct, frozen=True, kw_only=True):
    """A type of group: its table of encounters on its own turn, and its year."""

    meets: Callable[[Meeting], Awaitable[None]]
    season: Callable[[Table[Host], Group], Awaitable[None]] | None = None


NATURES: dict[str, Nature] = {}


async def encounter(t: Table[Host], actor: int, foe: int, where: int = 0, *, forced: bool = False) -> bool:
    """A group bumps into another; once per pair and turn. Whether they met (HST-ENCT-01)."""
    s = t.state
    one, two = s.groups[actor], s.groups[foe]
    if not one.alive or not two.alive or actor == foe or (foe in s.met_now and not forced):
        return False
    if is_kindred(one, two) or one.master == two.id or two.master == one.id:
        return False  # nor do servants and their master fight
    mine, theirs = villain_of(s, actor), villainy_of(s, foe)
    if mine is not None and theirs is None and (confronts := VILLAINIES[mine.kind].confronts) is not None:
        await confronts(t, mine, one, two)
        return True
    s.met_now.append(foe)
    meet(s, actor, foe)
    met = Meeting(t, one, two, where or two.lair)
    if mine is not None and theirs is not None:
        await villains_meet(met)
    elif theirs is not None and theirs.disturbed is not None:
        theirs.disturbed(t, one, two)
    else:
        await NATURES[flavour(s, one).encounter_rules or one.type].meets(met)
    return True


async def villains_meet(met: Meeting) -> None:
    """Two arch-villains: a plain roll, the loser loses one (HST-VILL-04)."""
    ahead = await met.roll()
    if not ahead:
        met.told("{who} and {other} eyed each other, villain to villain", "HST-VILL-04")
        return
    loser = met.two if ahead > 0 else met.one
    met.told(
        "{who} fought {other}, villain against villain, and " + ("{other}" if ahead > 0 else "{who}") + " lost a servant",
        "HST-VILL-04",
    )
    lose_pop(met.t, loser.id, 1, "the rival villain")
