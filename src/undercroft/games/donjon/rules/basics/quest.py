"""The world a party went into: what each scene leaves of it. Nothing here rolls or asks."""

from __future__ import annotations

from ...being import Being
from ...state import Donjon, Scene
from ...state_quest import CLIMAX, Prize, Stop

FALLEN = ("out", "dead")


def stop_of(s: Donjon, encounter: str) -> Stop | None:
    """The place of the world that an encounter is; None for the book's own scenes."""
    return next((stop for stop in s.quest.stops if stop.encounter == encounter), None) if s.quest is not None else None


def arrive(s: Donjon, scene: Scene) -> None:
    """A scene begins: the party stands in a place of the world, or near the one it saw last."""
    quest = s.quest
    if quest is None:
        return
    stop = stop_of(s, scene.encounter)
    if stop is not None:
        stop.seen = True
        quest.here = stop.place
        if stop.place not in quest.trail and not stop.secret:
            quest.trail.append(stop.place)
    quest.scenes[str(scene.n)] = quest.here or quest.gate


def meets(s: Donjon, scene: Scene, foes: list[Being]) -> None:
    """Those who stand for a people's share: counted once, whoever of them is met again later."""
    stop = stop_of(s, scene.encounter)
    if stop is not None and stop.folk:
        stop.met = [b.id for b in foes]
        stop.number = stop.number or len(foes)


def is_clear(s: Donjon, scene: Scene, stop: Stop) -> bool:
    """Whether nothing stands between the party and what lies here: foes beaten or gone, a hidden door found, or nobody there."""
    if stop.encounter == CLIMAX:
        return s.homeward
    if stop.secret and scene.kind == "obstacle":
        return scene.awarded
    if not stop.folk:
        return True
    met = [s.beings[i] for i in stop.met if i in s.beings]
    return bool(stop.met) and not any(b.up and b.side == 1 for b in met) and bool(s.party())


def leave(s: Donjon, scene: Scene) -> None:
    """A scene ends: the fallen are counted, graves dug, and what was lost lies here."""
    quest = s.quest
    if quest is None:
        return
    stop = stop_of(s, scene.encounter)
    if stop is not None:
        down = sum(i in s.beings and s.beings[i].status in FALLEN for i in stop.met)
        stop.fallen = min(stop.number, stop.fallen + down)
        stop.met = []
        if stop.secret and (scene.awarded or scene.kind != "obstacle") and not stop.opened:
            stop.opened = True
            if stop.place not in quest.trail:
                quest.trail.append(stop.place)
    lose(s)


def lose(s: Donjon) -> None:
    """Whoever died lies here; so does what they carried, and a treasure that nobody has any more."""
    quest = s.quest
    if quest is None:
        return
    here = quest.here or quest.gate
    for b in s.beings.values():
        if b.seat >= 0 and b.status == "dead":
            quest.graves.setdefault(b.id, here)
    have = {item.id for b in s.pcs() for item in b.items}
    living = [b.seat for b in s.pcs()]
    for prize in prizes(s):
        if (
            prize.seat >= 0
            and not prize.home
            and not prize.fell
            and (prize.seat not in living or (prize.item and prize.item not in have))
        ):
            prize.fell = here


def prizes(s: Donjon) -> list[Prize]:
    """Every hoard of the world that this adventure may come by."""
    return [prize for stop in s.quest.stops for prize in stop.prizes] if s.quest is not None else []


def took(s: Donjon, seat: int) -> None:
    """Somebody found something in the hoard at hand: it is gone from there."""
    stop = stop_of(s, s.scene.encounter) if s.scene is not None else None
    for prize in stop.prizes if stop is not None else []:
        if not prize.name and prize.seat < 0:
            prize.seat = seat


def home(s: Donjon) -> None:
    """Back in Town: what the living carry is out of the place for good."""
    lose(s)
    for prize in prizes(s):
        if prize.seat >= 0 and not prize.fell:
            prize.home = True
