"""Before the first age: the hand, the page, and perhaps another world (Advanced Rules II)."""

from __future__ import annotations

from .....engine import BadOpening, Dice, Table
from ...chronicle import note, roll
from ...content import measures, worlds
from ...desk import decide
from ...ground import page as pg
from ...ground import strata, tunnels
from ...state import Dials, Host, Measures

WORLDS = ("firetop_range", "rift_of_sorrows", "scorched_lands", "hollow_earth", "pocket_universe")


def hand(dials: Dials) -> Measures:
    """The measures of the player's hand (HST-CONV-01 to 03, HST-CONV-09)."""
    chosen = dials.hand
    if chosen != "custom":
        preset = measures().hand[chosen]
        return Measures(preset.thumb, preset.bead, preset.half_finger, preset.finger)
    found = Measures(
        dials.hand_thumb / 100, dials.hand_bead / 100, dials.hand_half_finger / 100,
        dials.hand_finger / 100,
    )  # fmt: skip
    if not found.bead < found.thumb < found.half_finger < found.finger:
        raise BadOpening(
            "a hand has bead < thumb < half finger < finger; change hand_bead, hand_thumb, hand_half_finger or hand_finger"
        )
    return found


async def choose_world(t: Table[Host]) -> None:
    """d8: on a 1 a random world, on an 8 the author chooses, else the ordinary page (HST-ALTW-01, HST-ALTW-02)."""
    s = t.state
    setting = s.dials.alternate_worlds
    world = "normal"
    if setting == "on":
        face = await roll(t, "1d8", "which world", "HST-ALTW-01")
        if face == 1:
            number = await roll(t, "1d6", "random world", "HST-ALTW-02")
            world = WORLDS[number - 1] if number <= 5 else await _pick_world(t)
        elif face == 8:
            world = await _pick_world(t)
    elif setting != "off":
        world = setting
    await lay_out(t, world)


async def _pick_world(t: Table[Host]) -> str:
    suggestion = WORLDS[Dice(t.state.seed).below(5)]
    return await decide(t, "world", "Choose a world to dig in.", worlds(), suggestion, rule="HST-ALTW-01")


async def lay_out(t: Table[Host], world: str) -> None:
    """A blank page with its surface line and side marks; the first sheet (HST-PRIM-01, HST-PRIM-02)."""
    s = t.state
    peaks = await roll(t, "1d4", "peaks of the Firetop Range", "HST-ALTW-03") if world == "firetop_range" else 0
    dice = Dice(s.streams["style"])
    s.page = pg.make_page(world, s.page.width, s.page.height, dice, peaks=peaks)
    s.streams["style"] = dice.state
    strata.new_stratum(s, "primordial")
    t.meet("world", world)
    if world == "rift_of_sorrows":
        middle = s.page.width * (1 / 3 + Dice(s.seed).below(100) / 300)
        rim = [(middle - 1.25, pg.surf(s.page, middle - 1.25)), (middle, 6.0), (middle + 1.25, pg.surf(s.page, middle + 1.25))]
        tunnels.dig(
            s, [pg.spot(*p) for p in rim], "natural", "HST-ALTW-04", kind="rift", entrance="rift", label="Rift of Sorrows"
        )
    elif world == "scorched_lands":
        for left, right in s.page.valleys:
            tunnels.dig(
                s, [(left + 0.12, 3.12), (right - 0.12, 3.12)], "natural", "HST-ALTW-05", kind="valley", label="valley floor"
            )
    if world != "normal":
        note(t, "formed", "This was no ordinary ground: {world}.", "HST-ALTW-02", world=worlds()[world])
    else:
        note(t, "quiet", "A line was drawn across an empty page: above it the sky, below it everything.", "HST-PRIM-01")
    s.age = "primordial"
    s.ages.append("primordial")
    s.events_left = s.dials.primordial_events
    s.todo = []
    if s.dials.start_age != "primordial":
        s.events_left = 0
