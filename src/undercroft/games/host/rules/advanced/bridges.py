"""The Rift of Sorrows can be bridged where it makes sense (HST-ALTW-04)."""

from __future__ import annotations

from .....engine import Option, Table
from ...chronicle import note, roll
from ...desk import decide
from ...ground import beads as bd
from ...ground import page as pg
from ...ground import tunnels
from ...state import Group, Host, Passage, Point
from ..encounters.kinds import maker


async def bridge_rift(t: Table[Host]) -> None:
    """A group whose zone touches both walls at one height may bridge the gap, on 4-6; the kingdoms bridge the rims."""
    s = t.state
    rift = next((p for p in s.passages.values() if p.kind == "rift"), None)
    if rift is None:
        return
    for gid in list(s.order):
        group = s.groups[gid]
        if not group.alive or any(p.kind == "bridge" and p.owner == gid for p in s.passages.values()):
            continue
        ends = walls_touched(s, group, rift)
        if ends is None:
            continue
        face = await roll(t, "1d6", f"does {group.name} bridge the rift", "HST-ALTW-04")
        options = {"yes": Option("Build a bridge"), "no": Option("Leave the gap")}
        key = await decide(
            t,
            "bridge_rift",
            "{who} hold both sides of the rift. Bridge it?",
            options,
            "yes" if face >= 4 else "no",
            rule="HST-ALTW-04",
            who=group.name,
        )
        if key == "yes":
            tunnels.dig(s, list(ends), maker(group), "HST-ALTW-04", kind="bridge", owner=gid, label="bridge")
            note(t, "built", "{who} threw a bridge across the rift.", "HST-ALTW-04", by=group, at=ends[0])


def walls_touched(s: Host, group: Group, rift: Passage) -> tuple[Point, Point] | None:
    """Points of the two walls at equal height that a group's zone reaches, if any."""
    left, foot, right = rift.points[0], max(rift.points, key=lambda p: p[1]), rift.points[-1]
    if group.type == "surface":
        near = [r for r in s.rooms.values() if r.above and r.owner == group.id]
        if any(r.x < left[0] for r in near) and any(r.x > right[0] for r in near):
            return left, right
        return None
    spots = [bd.xy(s, bead) for bead in [*bd.of(s, group.id, "pop"), *bd.of(s, group.id, "loot")]]
    spots += [(s.rooms[rid].x, s.rooms[rid].y) for rid in [*group.rooms, *group.held]]
    for pid, stretches in group.claimed.items():
        spots += [pg.along(s.passages[pid].points, x) for a, b in stretches for x in (a, b)]
    west = [p for p in spots if pg.nearest_on_segment(p, left, foot)[0] <= bd.DISC]
    east = [p for p in spots if pg.nearest_on_segment(p, right, foot)[0] <= bd.DISC]
    for a in west:
        for b in east:
            if abs(a[1] - b[1]) <= s.measures.bead and min(a[1], b[1]) > left[1]:
                y = (a[1] + b[1]) / 2
                share = min(1.0, max(0.0, (y - left[1]) / (foot[1] - left[1])))
                if share < 0.95:
                    return (
                        pg.spot(left[0] + (foot[0] - left[0]) * share, left[1] + (foot[1] - left[1]) * share),
                        pg.spot(right[0] + (foot[0] - right[0]) * share, right[1] + (foot[1] - right[1]) * share),
                    )
    return None
