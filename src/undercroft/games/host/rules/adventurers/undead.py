"""Slumbering undead (HST-UNDD)."""

from __future__ import annotations

from .....engine import Option, Table
from ...chronicle import note
from ...desk import decide
from ...ground import beads as bd
from ...ground import nearby, tunnels
from ...state import Host, Room, stream
from ..conventions import stacks
from ..encounters.zones import is_outside_zones
from ..primordial.caverns import natural_cave


def tombs(s: Host) -> list[Room]:
    """Every room marked with an X (HST-UNDD-06)."""
    return [room for room in s.rooms.values() if "tomb" in room.tags and room.state != "collapsed"]


async def undead(t: Table[Host]) -> None:
    """An empty tomb, else unowned treasure, else any empty room (HST-UNDD-02 to 05)."""
    s = t.state
    empty = [room for room in tombs(s) if bd.is_empty(s, room)]
    if empty:
        keys = {str(room.id): Option(bd.room_name(room), place=f"room-{room.id}") for room in empty}
        key = await decide(
            t,
            "undead_choice",
            "The dead stir. In which tomb?",
            keys,
            str(empty[stream(s, "place", len(empty))].id),
            rule="HST-UNDD-02",
        )
        room = s.rooms[int(key)]
        stacks.new_stack(s, "Slumbering Undead", room.id, 1, 1, roams=False, source="undead")
        rule = "HST-UNDD-02"
    else:
        loose = [
            bead for bead in bd.of(s, 0, "loot") if bead.room and not s.rooms[bead.room].above and not s.rooms[bead.room].secret
        ]
        if loose:
            options = {str(bead.room): Option(bd.place_name(s, bead.room), place=f"room-{bead.room}") for bead in loose}
            key = await decide(
                t,
                "undead_choice",
                "The dead stir beside a treasure. Where?",
                options,
                str(loose[stream(s, "place", len(loose))].room),
                rule="HST-UNDD-03",
            )
            room = s.rooms[int(key)]
            stacks.new_stack(s, "Slumbering Undead", room.id, 1, roams=False)
            rule = "HST-UNDD-03"
        else:
            rooms = [r for r in nearby.dungeon_rooms(s) if bd.is_empty(s, r) and is_outside_zones(s, r.id) and not r.above]
            if rooms:
                room = rooms[stream(s, "place", len(rooms))]
            else:
                room = natural_cave(s, nearby.emptiest(s), "HST-UNDD-04")
                tunnels.join_dungeon(s, room, "natural", "HST-UNDD-04")
            room.tags.append("tomb")
            stacks.new_stack(s, "Slumbering Undead", room.id, 2, 1, roams=False, source="undead")
            rule = "HST-UNDD-04"
    t.meet("undead", rule)
    note(t, "undead", "The dead stirred in {place}.", rule, room=room.id, place=bd.room_name(room))
