"""Small worlds made by hand, for tests of single rules: flat surface at y = 1.75, nothing asked, no dice but those scripted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from undercroft.engine import Dice, Opening, Ran, SettingValue, run
from undercroft.games.host import GAME
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.ground import strata, tunnels, works
from undercroft.games.host.ground.web import new_id
from undercroft.games.host.rules.conventions import stacks
from undercroft.games.host.state import Group, Host, Passage, Point, Room, Stack, Villain


def page(age: str = "monsters", **options: SettingValue) -> Host:
    """A flat, empty page in the given age."""
    opening = GAME.check_opening(Opening(game="host", seats=("Author",), seed=1, options={"ask": "nothing", **options}))
    s = GAME.setup(opening, Dice(1))
    s.page.surface = [(0.0, 1.75), (s.page.width, 1.75)]
    strata.new_stratum(s, "primordial")
    s.age = age
    s.year = 2
    s.absolute = 30
    return s


def room(s: Host, x: float, y: float, size: str = "bead", maker: str = "natural", **more: Any) -> Room:
    """A room in the middle of nowhere."""
    kind = more.pop("kind", "cave" if maker == "natural" else "room")
    return works.draw_room(s, (x, y), size, maker, "HST-GEO-06", kind=kind, **more)


def tunnel(s: Host, *points: Point, kind: str = "natural", maker: str = "natural", entrance: str = "") -> Passage:
    """A passage along points."""
    return tunnels.dig(s, list(points), maker, "HST-GEO-07", kind=kind, entrance=entrance)


def group(
    s: Host, kind: str, flavour: str, x: float, y: float, pop: int, loot: int = 0, alignment: str = "", at: Room | None = None
) -> Group:
    """A group with its beads in one room."""
    home = at or room(s, x, y, "thumb", "delver")
    side = alignment or {
        "delver": "lawful",
        "breeder": "chaotic",
        "alpha": "hungry",
        "temple": "chaotic",
        "surface": "lawful",
    }.get(kind, "hungry")
    number = len(s.order) + 1
    made = Group(new_id(s), kind, flavour, f"{flavour} {number}", side, number, s.absolute, home.id, [home.id])
    s.groups[made.id] = made
    s.order.append(made.id)
    home.owner = made.id
    for _ in range(pop):
        bd.make(s, "pop", made.id, home.id)
    for _ in range(loot):
        bd.make(s, "loot", made.id, home.id)
    return made


def wanderer(s: Host, flavour: str, at: Room, pop: int = 1, loot: int = 0, *, roams: bool = True) -> Stack:
    """A wandering stack in a room."""
    return stacks.new_stack(s, flavour, at.id, pop, loot, roams=roams)


def kingdom(s: Host, x: float = 5.0, pop: int = 2, loot: int = 1, alignment: str = "lawful") -> Group:
    """A castle with people."""
    from undercroft.games.host.rules.kingdoms.buildings import raise_building

    made = Group(new_id(s), "surface", "Surface Kingdom", f"Castle {len(s.kingdoms)}", alignment, len(s.order) + 1, s.absolute)
    s.groups[made.id] = made
    s.order.append(made.id)
    s.kingdoms.append(made.id)
    castle = raise_building(s, made, x, "castle", "HST-SURF-02", made.name)
    made.lair = castle.id
    made.rooms.append(castle.id)
    for _ in range(pop):
        bd.make(s, "pop", made.id, castle.id)
    for _ in range(loot):
        bd.make(s, "loot", made.id, castle.id)
    return made


def farm(s: Host, kingdom: Group, x: float, pop: int = 1) -> Room:
    """A farm of a kingdom."""
    from undercroft.games.host.rules.kingdoms.buildings import raise_building

    made = raise_building(s, kingdom, x, "farm", "HST-SURF-09")
    kingdom.rooms.append(made.id)
    for _ in range(pop):
        bd.make(s, "pop", kingdom.id, made.id)
    return made


def villain(
    s: Host, kind: str, lair: Room, pop: int, loot: int, name: str = "Vex", alignment: str = "chaotic"
) -> tuple[Villain, Group]:
    """An arch-villain on the map."""
    from undercroft.games.host.rules.encounters.villainies import new_villain

    s.age = "villainy"
    found, made = new_villain(s, kind, name, alignment, lair.id)
    lair.owner = made.id
    for _ in range(pop):
        bd.make(s, "pop", made.id, lair.id)
    for _ in range(loot):
        bd.make(s, "loot", made.id, lair.id)
    return found, made


def sync(s: Host, function: Any, *args: Any, **kwargs: Any) -> Ran[Host, Any]:
    """Run a rule that is a plain function."""

    async def call(t: Any) -> Any:
        return function(t, *args, **kwargs)

    return run(call, s)


def play(
    s: Host, rule: Any, *args: Any, dice: Sequence[Any] | Dice = (), answers: Sequence[Any] = (), **kwargs: Any
) -> Ran[Host, Any]:
    """Run a rule with scripted dice."""
    return run(rule, s, *args, dice=dice if isinstance(dice, Dice) else list(dice), answers=list(answers), **kwargs)


def counts(s: Host, owner: int) -> tuple[int, int]:
    """Population and loot."""
    return bd.pop(s, owner), bd.loot(s, owner)
