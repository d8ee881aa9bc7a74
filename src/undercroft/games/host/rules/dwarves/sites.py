"""Where Dwarven works go: near the shaft, joined to it, and off the mining tunnels if it can be helped (HST-DWCN)."""

from __future__ import annotations

from .....engine import Table
from ...desk import place
from ...ground import page as pg
from ...ground import works
from ...state import Civ, Host, Point, Room
from ..civilization.decline import civ_room


def own_new_ways(s: Host, civ: Civ) -> None:
    """Tunnels drawn for this people since the last look are its works."""
    group = civ.people[0]
    for pid in reversed(s.passages):
        passage = s.passages[pid]
        if pid in civ.works:
            if passage.owner == group and pid != civ.shaft:
                break
            continue
        if passage.owner == group and passage.kind != "path":
            passage.colour = civ.colour
            civ.works.append(pid)


def add_work(
    s: Host,
    civ: Civ,
    near: Point,
    size: str,
    rule: str,
    *,
    kind: str = "room",
    label: str = "",
    name: str = "",
    tags: tuple[str, ...] = (),
    joined: bool = True,
    at: Point | None = None,
    quiet: bool = True,
    network: list[int] | None = None,
    ways: list[int] | None = None,
) -> Room:
    """Draw a Dwarven room near a point and join it to the works, off the mining tunnels if it can be helped."""
    group = s.groups[civ.people[0]]
    mines = [s.rooms[rid] for rid in civ.mines]

    def accept(p: Point) -> bool:
        return all(pg.dist(p, (m.x, m.y)) > s.measures.thumb * 0.8 for m in mines)

    rooms = network if network is not None else [rid for rid in civ.rooms if rid not in civ.mines and not s.rooms[rid].secret]
    room = works.room_near(
        s,
        near,
        size,
        "dwarven",
        rule,
        rooms=rooms,
        ways=ways if ways is not None else [civ.shaft] if civ.shaft else [],
        owner=group.id,
        kind=kind,
        label=label,
        name=name,
        tags=tags,
        accept=accept if quiet else None,
        at=at,
        joined=joined,
    )
    civ_room(civ, [room])
    if room.id not in group.rooms:
        group.rooms.append(room.id)
    own_new_ways(s, civ)
    return room


async def work_site(
    t: Table[Host],
    civ: Civ,
    label: str,
    near: Point,
    size: str,
    rule: str,
    *,
    kind: str,
    judgement: str = "place_room",
    name: str = "",
    start: float = 0.0,
    tags: tuple[str, ...] = (),
    joined: bool = True,
    quiet: bool = True,
) -> Room:
    """Suggest a site for a Dwarven work, and build there."""
    s = t.state
    dims = works.box(s, size)
    mines = [s.rooms[rid] for rid in civ.mines]

    def accept(p: Point) -> bool:
        return not quiet or all(pg.dist(p, (m.x, m.y)) > s.measures.thumb * 0.8 for m in mines)

    spots = (
        works.sites(s, near, dims, many=4, start=start, accept=accept)
        or works.sites(s, near, dims, many=4, start=start)
        or works.sites(s, near, dims, many=2, start=s.measures.finger, reach=s.page.width)  # a hall is no nook
    )
    at = None
    if spots:
        at = await place(
            t,
            judgement,
            "Where do the Dwarves build the {what}? Others will live in it after them.",
            spots,
            works.site_refusal(s, dims),
            rule=rule,
            size=dims,
            again=lambda dice: works.sites(
                s, near, dims, many=4, start=start + dice.below(8) * 0.2, accept=accept, first_angle=dice.below(24)
            ),
            what=label,
        )
    return add_work(
        s,
        civ,
        near,
        size,
        rule,
        kind=kind,
        label=label,
        name=name,
        tags=tags,
        at=at,
        joined=joined,
        quiet=quiet,
    )
