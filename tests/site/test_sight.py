"""Law 5: redraw what nobody above can know, and what visitors see of a world stays the same."""

from __future__ import annotations

import os

import msgspec
import pytest

from tests.sites import site
from undercroft.engine import Dice
from undercroft.engine.site import Dweller, Hoard, Mark, Rumour, Site, Trail
from undercroft.site.sight import goals, sight
from undercroft.site.telling import PEDDLER

SOAK = os.environ.get("UNDERCROFT_SOAK") == "1"


def visited(seed: int, dice: Dice) -> Site:
    """A world that two parties came home from."""
    found = site(seed)
    walked = [[dice.pick(found.places).id for _ in range(4)] for _ in range(2)]
    found.trails = [Trail(f"m{k}", "descent", f"Party {k}", found.year, stops, k) for k, stops in enumerate(walked)]
    found.marks += [Mark(90_000 + stop, stop, "grave", f"the grave of {stop}", 1) for stop in walked[0]]
    return found


def redrawn(found: Site, dice: Dice) -> Site:
    """The same world with everything else in it that a visitor cannot know."""
    other = msgspec.msgpack.decode(msgspec.msgpack.encode(found), type=Site)
    places = [place.id for place in other.places]
    seen = {stop for trail in other.trails for stop in trail.stops}
    dice.shuffle(places)
    other.dwellers = [Dweller(d.id, d.owner, dice.pick(places)) for d in other.dwellers[: dice.below(len(other.dwellers) + 1)]]
    other.hoards = [Hoard(h.id, dice.pick(places), dice.below(9), name=h.name[:3]) for h in other.hoards]
    for people in other.peoples:
        people.strength, people.wear, people.lair = dice.below(20), dice.below(12), dice.pick(places)
    other.marks += [Mark(80_000 + n, dice.pick(places), "trap", "a pit", 2) for n in range(5)]
    for place in other.places:
        place.tags = [*place.tags, f"tag {dice.below(9)}"]
        place.tale = place.tale[: dice.below(3)]
        if place.id not in seen:
            place.name, place.secret = f"hall {dice.below(99)}", bool(dice.below(2))
    other.rumours = [
        Rumour(rumour.seq, rumour.level, rumour.text, dice.pick(("true", "partly", "false", "open")), dice.pick(places))
        for rumour in other.rumours
    ]
    for door in other.doors:
        door.place = dice.pick(places)
    other.record = [line if n < len(other.trails) else f"line {dice.below(99)}" for n, line in enumerate(other.record)]
    other.seed, other.version = dice.below(1000), dice.below(1000)
    return other


@pytest.mark.parametrize("seed", range(1, 101 if SOAK else 5))
def test_what_visitors_see_depends_on_nothing_they_cannot_know(seed: int) -> None:
    dice = Dice(seed)
    found = visited(seed, dice)
    shown = msgspec.msgpack.encode(sight(found))
    for _ in range(5):
        assert msgspec.msgpack.encode(sight(redrawn(found, dice))) == shown


def test_visitors_see_rumours_without_truth_and_places_somebody_came_home_from() -> None:
    found = visited(7, Dice(7))
    found.rumours[-1].known = "false"
    found.aims = [rumour.seq for rumour in found.rumours[-3:]]
    for rumour in found.rumours[-4:]:
        rumour.text = f"{PEDDLER}something lies there ({rumour.seq})."
    shown = sight(found)
    assert {place.id for place in shown.places} == {stop for trail in found.trails for stop in trail.stops}
    assert {rumour.truth for rumour in shown.rumours} == {"open", "false"}
    assert {rumour.about for rumour in shown.rumours} == {0}
    assert sum(len(names) for names in shown.graves.values()) == 4
    assert len(shown.rumours) == 24
    assert {goal.id for goal in shown.goals if goal.id < 0} == {rumour.seq for rumour in found.rumours[-3:-1]}
    assert len({goal.text for goal in shown.goals}) == len(shown.goals)
    assert any(goal.text.startswith("see ") for goal in shown.goals)
    assert f"Something lies there ({found.rumours[-2].seq})." in {goal.text for goal in shown.goals}
    assert {people.id for people in found.peoples} <= {goal.id for goal in goals(found)}
    assert not {people.id for people in found.peoples} & {goal.id for goal in shown.goals}
