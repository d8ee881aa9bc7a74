"""Real Mapping: passages, drawn as they are rolled. Rooms and doors have files of their own.

Each rule rolls on one section of the poster and draws what fits; grid.py knows what fits.
"""

from __future__ import annotations

from .....engine import Table
from .....engine.words import listed
from ...state import RobberState
from ...state_map import Area, Exit, Floor
from ..character import life, sheet
from . import grid
from .charts import Line
from .sheets import add_area, add_exit, consult, here, note, sheet_of

CHECK, LONG = 3, 6  # squares to the next check: 30', or 60' straight on (ROB-MAP-05)
SNEAK_BY_FEET = {5: -1, 10: 0, 20: 1, 30: 1, 40: 2, 50: 2}  # ROB-MAP-08
JUMP = 2  # ROB-MAP-09: a jumper clears a chasm on this or more of d6


async def measure(t: Table[RobberState]) -> tuple[Line, Line | None]:
    """How wide a passage is (ROB-MAP-08), and what is special about it (ROB-MAP-09)."""
    line = await consult(t, "IIIA_passage_width", rule="ROB-MAP-08")
    if line.key != "special":
        return line, None
    special = await consult(t, "IIIB_special_passage", rule="ROB-MAP-09")
    t.tell("Not an ordinary passage: {what}.", rule="ROB-MAP-09", what=special.text)
    return special, special


async def lay(t: Table[RobberState], exit_: Exit, squares: int) -> tuple[Area | None, grid.Run | None]:
    """Draw a passage from an exit and walk it. None: nothing new could be drawn, or it stops here for the robber."""
    s = t.state
    floor = sheet_of(s)
    special: Line | None = None
    sneak = SNEAK_BY_FEET.get(exit_.feet, 0)
    if not exit_.feet:
        line, special = await measure(t)
        exit_.feet, sneak = line.feet, line.sneak
    run = grid.run_passage(exit_, squares, max(1, exit_.feet // 10), grid.taken(floor))
    if not run.length:
        run_into(t, floor, exit_, run)
        return None, None
    area = add_area(floor, "passage", run.boxes, exit_.way)
    area.shape = "diagonal" if grid.is_slanted(exit_.way) else "rect"
    area.feet, area.sneak = exit_.feet, sneak
    exit_.to = area.id
    here(s).area = area.id
    if special is not None:
        area.special, area.sneak = special.key, special.sneak
        if not await cross(t, area, special):
            return None, None
    if run.met:
        link = add_exit(floor, area, run.end, exit_.way, feet=exit_.feet, lane=run.lane)
        if link is not None:
            t.tell("The passage runs into ground you know.", rule="ROB-MAP-22")
        else:
            area.closed = True
        return None, None
    if run.edge:
        area.closed = True
        t.tell("The passage stops at the edge of the paper: solid rock.", rule="ROB-MAP-22")
        return None, None
    return area, run


def run_into(t: Table[RobberState], floor: Floor, exit_: Exit, run: grid.Run) -> None:
    """No square to draw on: the way opens straight into known ground, or not at all (ROB-MAP-22)."""
    if run.met:
        exit_.to = run.met
        here(t.state).area = run.met
        t.tell("A few steps, and you are back on ground you know.", rule="ROB-MAP-22")
        return
    floor.exits = [other for other in floor.exits if other.id != exit_.id]
    t.tell("That way ends in solid rock after a few feet.", rule="ROB-MAP-22")


async def cross(t: Table[RobberState], area: Area, special: Line) -> bool:
    """Water and chasms (ROB-MAP-09): bridged, by boat if it is on this bank, by a jump, or not at all."""
    if special.roll == "gallery_stairs":
        stairs = await consult(t, "gallery_stairs", rule="ROB-MAP-09")
        note(area, f"galleries, stairs {stairs.plain}")
    if not special.roll.endswith("crossing"):
        return True
    crossing = await consult(t, special.roll, rule="ROB-MAP-09")
    area.crossing = crossing.key
    if crossing.key == "bridge":
        t.tell("There is a bridge.", rule="ROB-MAP-09")
        return True
    if (
        crossing.key == "boat"
        and await t.roll("1d6", "the boat is on this bank on 1-3", rule="ROB-MAP-09", seat=t.state.caller) <= 3
    ):
        t.tell("A boat, and on the right side. It holds.", rule="ROB-MAP-09")
        return True
    if crossing.key == "jump" and await jump(t):
        return True
    area.crossing = "obstacle" if crossing.key == "boat" else crossing.key
    if sheet.living(t.state):
        t.tell("No way across. As good as a dead end.", rule="ROB-MAP-09")
    return False


async def jump(t: Table[RobberState]) -> bool:
    """A chasm with a narrow place (ROB-MAP-09): the strong and the nimble clear it; others fall on a 1 of d6."""
    s = t.state
    risky = [r.name for r in sheet.living(s) if not (sheet.high(r, "str") or sheet.high(r, "dex"))]
    key = await t.choose(
        s.caller,
        "A chasm, 150 feet deep, with a narrow place to jump. {who} Jump?",
        {"jump": f"Jump{' (1 in 6 to fall, and die)' if risky else ''}", "stay": "Leave it, and go back"},
        rule="ROB-MAP-09",
        who=f"{listed(risky)} might not make it." if risky else "Nobody here is worried.",
    )
    if key == "stay":
        return False
    for robber in list(sheet.living(s)):
        if sheet.high(robber, "str") or sheet.high(robber, "dex"):
            continue
        if await t.roll("1d6", f"{robber.name} clears the chasm on {JUMP}+", rule="ROB-MAP-09", seat=robber.seat) < JUMP:
            life.drop_dead(t, robber, "chasm", rule="ROB-MAP-09")
    return bool(sheet.living(s))


def go_on(floor: Floor, area: Area, run: grid.Run, way: str) -> Exit | None:
    """The passage continues where it stopped."""
    return add_exit(floor, area, run.end, way, feet=area.feet, lane=run.lane)


ARMS: dict[str, tuple[str, ...]] = {  # ROB-MAP-07: what leaves the junction, the way straight on included where it goes on
    "left90": ("left90", "straight"),
    "right90": ("right90", "straight"),
    "left45": ("left45", "straight"),
    "right45": ("right45", "straight"),
    "left135": ("left135", "straight"),
    "right135": ("right135", "straight"),
    "left_curve45": ("left45", "straight"),
    "right_curve45": ("right45", "straight"),
    "t": ("left90", "right90"),
    "y": ("left45", "right45"),
    "four_way": ("left90", "straight", "right90"),
    "x": ("left45", "left135", "straight", "right135", "right45"),
}


def draw_arms(floor: Floor, area: Area, run: grid.Run, way: str, arms: tuple[str, ...]) -> list[Exit]:
    """Draw the arms of a junction; those straight on keep the width, the others are measured when explored."""
    drawn = []
    for arm in arms:
        square = run.end if arm == "straight" else grid.left_of(run, way) if arm.startswith("left") else grid.right_of(run, way)
        straight = arm == "straight"
        exit_ = add_exit(
            floor, area, square, grid.turned(way, arm), feet=area.feet if straight else 0, lane=run.lane if straight else 0
        )
        if exit_ is not None:
            drawn.append(exit_)
    return drawn


async def side_passages(t: Table[RobberState], area: Area, run: grid.Run, way: str) -> list[Exit]:
    """A junction (ROB-MAP-07)."""
    line = await consult(t, "III_side_passages", rule="ROB-MAP-07")
    t.tell("A junction: {what}.", rule="ROB-MAP-07", what=line.plain)
    return draw_arms(sheet_of(t.state), area, run, way, ARMS[line.key])


async def corner(t: Table[RobberState], area: Area, run: grid.Run, way: str) -> Exit | None:
    """The passage bends (ROB-MAP-10); beyond the corner its width is measured anew."""
    line = await consult(t, "IV_turns", rule="ROB-MAP-10")
    t.tell("The passage turns: {what}.", rule="ROB-MAP-10", what=line.plain)
    drawn = draw_arms(sheet_of(t.state), area, run, way, (line.key,))
    if not drawn:
        area.closed = True
    return drawn[0] if drawn else None
