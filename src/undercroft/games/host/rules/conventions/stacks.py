"""Stacks: beads that fight as wandering monsters - made, moved, merged and taken off the map."""

from __future__ import annotations

from ...ground import beads as bd
from ...ground import nearby
from ...ground.web import new_id
from ...state import Bead, Host, Stack


def new_stack(
    s: Host, flavour: str, node: int, pop: int, loot: int = 0, *, roams: bool, name: str = "", passage: int = 0,
    offset: float = 0.0, source: str = "",
) -> Stack:  # fmt: skip
    """Put a stack on the map with its beads."""
    stack = Stack(new_id(s), flavour, roams, s.absolute, node, passage, offset, name)
    s.stacks[stack.id] = stack
    room = node if node in s.rooms else 0
    for _ in range(pop):
        bead = bd.make(s, "pop", stack.id, room)
        bead.passage, bead.offset = passage, offset
    for _ in range(loot):
        bead = bd.make(s, "loot", stack.id, room, source=source)
        bead.passage, bead.offset = passage, offset
    s.made_now.append(stack.id)
    return stack


def strength(s: Host, stack: Stack) -> int:
    """A stack's strength is its number of population beads (HST-WCON-02)."""
    return bd.pop(s, stack.id)


def move_stack(s: Host, stack: Stack, node: int, passage: int = 0, offset: float = 0.0) -> None:
    """Put a stack and all it carries elsewhere."""
    stack.node, stack.passage, stack.offset = node, passage, offset
    room = node if node in s.rooms and not passage else 0
    for bead in [*bd.of(s, stack.id, "pop"), *bd.of(s, stack.id, "loot")]:
        bd.move(s, bead, room, passage, offset)


def lose(s: Host, stack: Stack, count: int) -> None:
    """Take beads off a stack; an empty stack leaves its loot lying (HST-WCON-06)."""
    for bead in bd.of(s, stack.id, "pop")[:count]:
        bd.remove(s, bead)
    if not bd.pop(s, stack.id):
        end(s, stack)


def end(s: Host, stack: Stack) -> None:
    """A stack is gone; its loot lies in the closest room."""
    for bead in bd.of(s, stack.id, "pop"):
        bd.remove(s, bead)
    drop_loot(s, stack)
    s.stacks.pop(stack.id, None)


def drop_loot(s: Host, stack: Stack) -> None:
    """Leave loot where the stack stands."""
    for bead in bd.of(s, stack.id, "loot"):
        if not bead.room:
            lay_down(s, bead, bd.stack_xy(s, stack.id))
        bd.give(s, bead, 0)


def lay_down(s: Host, bead: Bead, at: tuple[float, float]) -> None:
    """A bead dropped in a passage lies in the closest room, where it can be found."""
    room = nearby.nearest_room(s, at)
    if room is not None:
        bd.move(s, bead, room.id)


def stacks_in(s: Host, room: int) -> list[Stack]:
    """Stacks that stand in a room, by id."""
    return [stack for stack in s.stacks.values() if stack.node == room and not stack.passage]


def pick_up(s: Host, stack: Stack, room: int) -> int:
    """Unowned loot in a room goes along."""
    count = 0
    for bead in bd.inside(s, room):
        if bead.colour == "loot" and bead.owner == 0:
            bead.role = "" if bead.role in ("crypt", "shrine", "mine") else bead.role
            bd.move(s, bead, stack.node if stack.node in s.rooms and not stack.passage else 0, stack.passage, stack.offset)
            bd.give(s, bead, stack.id)
            count += 1
    return count
