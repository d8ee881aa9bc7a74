"""What a scene is made of: the table of sorts of scenes, its written encounter, and what a climax leaves behind. Chapter 7."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from .....engine import Table
from ...adventure import Encounter
from ...being import Being
from ...state import Donjon, Scene


class SceneRule(msgspec.Struct, frozen=True):
    """A sort of scene: the small function that plays it, reading its stage from the state."""

    play: Callable[[Table[Donjon], Scene], Awaitable[None]]
    opens: str = ""  # the stage it begins with; without one the function sets the scene itself
    climax: bool = False  # where the Big Bad is met
    foes: bool = False  # whether the encounter's foes stand there when it opens


SCENES: dict[str, SceneRule] = {}


def encounter_of(s: Donjon, scene: Scene) -> Encounter:
    """The written encounter of a scene; an empty one for made-up scenes."""
    if s.adventure is not None:
        for chapter in s.adventure.chapters:
            for enc in chapter.encounters:
                if enc.id == scene.encounter:
                    return enc
    return Encounter(scene.encounter or "x", scene.name, scene.kind)


def remember_climax(s: Donjon, scene: Scene) -> None:
    """A party that is beaten off comes back to what it left: the fallen guard stays fallen, and the Big Bad has mended no
    more than anybody would, one die a scene. Ruling, from DON-LAW-14 and DON-HEAL-01."""
    scene.data["noted"] = "1"
    for b in [s.beings[i] for i in scene.foes if i in s.beings]:
        if b.leader == "self":
            s.scores["climax/hurt"] = b.wounds_full - b.wounds
            s.scores["climax/scene"] = s.scene_no
        elif b.status in ("out", "dead", "yielded"):
            key = f"climax/{b.kind or b.calling}"
            s.scores[key] = s.scores.get(key, 0) + 1


def still_there(s: Donjon, kind: str, count: int) -> int:
    """How many of a guard of so many have not fallen in an earlier try."""
    return max(0, count - s.scores.get(f"climax/{kind}", 0))


def as_they_left_it(s: Donjon, boss: Being, guard: list[Being]) -> list[Being]:
    """The guard that is still there, and the Big Bad with what is left of his wounds."""
    since = s.scene_no - s.scores.get("climax/scene", s.scene_no)
    hurt = max(0, s.scores.get("climax/hurt", 0) - since)
    boss.wounds = max(1, boss.wounds_full - hurt)
    gone: dict[str, int] = {}
    left = []
    for b in guard:
        key = f"climax/{b.kind or b.calling}"
        gone[key] = gone.get(key, 0) + 1
        if gone[key] <= s.scores.get(key, 0):
            del s.beings[b.id]
        else:
            left.append(b)
    return left


def forget_climax(s: Donjon) -> None:
    """The next adventure has another."""
    s.scores = {what: n for what, n in s.scores.items() if not what.startswith("climax/")}
