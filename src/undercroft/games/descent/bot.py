"""Bot: players of this game by temperament. They see a masked state: the party's own map, not the maze."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...engine import Answer, Bot, View
from .wits import below, collector, fray, surface
from .wits.mind import Mind
from .wits.temper import TEMPERS

PHASES: dict[str, Callable[[Mind], str]] = {
    "roll-call": surface.roll_call,
    "rise": surface.rise,
    "last rise": surface.rise,
    "store": surface.store,
    "muster": surface.muster,
    "line": surface.muster,
    "castle": surface.muster,
    "walk": below.walk,
    "meeting": fray.meeting,
    "battle": fray.battle,
    "spoils": below.spoils,
    "sage": below.sage,
    "pastime": below.pastime,
    "home": surface.home,
}
WHEREVER: dict[str, Callable[[Mind], str]] = {"DES-SUP-21": below.pins}  # questions that come up in more than one phase


def player(name: str) -> Bot:
    """A bot by name."""
    temper = TEMPERS[name]

    def answer(view: View[Any]) -> Answer:
        return decide(Mind(view, temper))

    return answer


def decide(mind: Mind) -> Answer:
    """What this bot says."""
    ask = mind.ask
    if ask.kind == "text":
        return (ask.suggestions or ("Onwards",))[0][: ask.high]
    if ask.kind == "number":
        usual = int(ask.suggestions[0]) if ask.suggestions else ask.low
        wanted = surface.how_many(mind) if ask.rule == "DES-STORE-01" and not mind.temper.tinkers else usual
        return min(ask.high, max(ask.low, wanted))
    if ask.kind == "many":
        return several(mind)
    if ask.kind == "all":
        return mind.pick(list(ask.keys_for(mind.view.seat)))
    if ask.kind == "dice":
        assert ask.notation is not None
        return mind.dice.faces(ask.notation)
    if len(mind.keys) == 1:
        return mind.keys[0]
    phase = mind.s.phase
    thought = WHEREVER[ask.rule](mind) if ask.rule in WHEREVER else ""
    if not thought and mind.temper.collects and phase in collector.FIRST_THOUGHTS:
        thought = collector.FIRST_THOUGHTS[phase](mind)
    if thought not in mind.keys:
        thought = PHASES[phase](mind) if phase in PHASES else ""
    return thought if thought in mind.keys else mind.anything()


def several(mind: Mind) -> Answer:
    """Gifts, cards to change, dice to throw again."""
    ask = mind.ask
    if ask.rule == "DES-PEACE-02" and mind.s.battle is not None:
        wanted = fray.gift(mind)
        if wanted in mind.keys and not (mind.temper.collects and mind.chance(2)):
            return [wanted]
        if mind.temper.collects:
            return collector.gifts(mind)
        if mind.temper.tinkers and mind.keys:
            return [mind.pick(mind.keys)]
        return mind.keys[:1]
    if ask.rule == "DES-SPCH-07":
        faces = [ask.options[key].label for key in mind.keys]
        best = max(faces, key=lambda face: (faces.count(face), face))
        return [key for key, face in zip(mind.keys, faces, strict=True) if face != best]
    return mind.keys[: ask.low]
