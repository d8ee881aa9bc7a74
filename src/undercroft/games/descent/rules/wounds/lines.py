"""Lines: gaps filled, places changed, shields brought round (DES-BAT-03, DES-BAT-19, DES-ARM-07)."""

from __future__ import annotations

from .....engine import Option, Table
from ...state import Battle, Game, dial, member
from ..basics.answers import Number
from ..basics.deeds import deeds_of
from ..personas.line_up import capacity, fits, front_row, room_taken
from ..personas.people import has, leader_seat, seat_of
from .answers import Swap, read

NEARLY_USED_UP = 5  # armour hits left when a player is asked about the shield; before that it is set with the line


async def orders(t: Table[Game], b: Battle) -> None:
    """Gaps are filled from the second line for nothing; changing places costs both their attack (DES-BAT-19, DES-LEAD-05)."""
    s = t.state
    uproar = deeds_of(b.foes[0].name).uproar if b.foes else None
    if b.round == 1 and uproar is not None:
        uproar(t)
        return
    close_ranks(s, b)
    if b.round == 1 and b.width > 1:  # where it is wider than the line was set for, it spreads (DES-MAZE-24)
        b.gap = int(capacity(s, s.lines[0], b.width) - sum(room_taken(s, member(s, number)) for number in s.lines[0]))
    while b.gap > 0 and s.lines[0] and any(s.lines[1:]):
        able = [number for line in s.lines[1:] for number in line if fits(s, [*s.lines[0], number], b.width)]
        if not able:
            break
        choice = await t.choose(
            leader_seat(s),
            "There is a gap in the front line. Who steps up?",
            [*(Number.say("up", number) for number in able), "leave"],
            rule="DES-BAT-19",
            describe=lambda key: _step_label(s, key),
        )
        b.gap -= 1
        step = read(choice)
        if not isinstance(step, Number):
            break
        _move_to_front(s, step.number)
    b.gap = 0


async def change_places(t: Table[Game]) -> None:
    """Two living members change places; it costs both their next attack (DES-BAT-19)."""
    s = t.state
    back = [number for line in s.lines[1:] for number in line]
    keys = ["hold", *(Swap(one, other).key for one in s.lines[0] for other in back)]
    chosen = await t.choose(
        leader_seat(s), "Who changes places?", keys, rule="DES-BAT-19", describe=lambda key: _swap_label(s, key)
    )
    change = read(chosen)
    if isinstance(change, Swap):
        swap(s, change.one, change.other)
        for number in (change.one, change.other):
            member(s, number).misses += 1


def _step_label(s: Game, key: str) -> str | Option:
    step = read(key)
    return Option(member(s, step.number).name) if isinstance(step, Number) else "Nobody"


def _swap_label(s: Game, key: str) -> str | Option:
    change = read(key)
    if not isinstance(change, Swap):
        return "As we stand"
    names = f"{member(s, change.one).name} and {member(s, change.other).name}"
    return Option(f"{names} change places", hint="both lose their attack")


def swap(s: Game, one: int, other: int) -> None:
    """Two members change places."""
    for line in s.lines:
        for index, number in enumerate(line):
            line[index] = other if number == one else one if number == other else number


def _move_to_front(s: Game, number: int) -> None:
    for line in s.lines:
        if number in line:
            line.remove(number)
    s.lines[0].append(number)


def close_ranks(s: Game, b: Battle) -> None:
    """When a whole line is gone the next becomes the front (DES-BAT-26); what will not fit stands behind."""
    for line in s.lines:
        line[:] = [number for number in line if member(s, number).status == "ready"]
    while not s.lines[0] and any(s.lines):
        s.lines = [s.lines[1], s.lines[2], []]
        b.gap = 0
    for index in (0, 1):
        while len(s.lines[index]) > 1 and not fits(s, s.lines[index], b.width):
            s.lines[index + 1].insert(0, s.lines[index].pop())


async def ready(t: Table[Game], b: Battle) -> None:
    """Before the baddies attack, shields come round or are slung again, glasses go on, for nothing (DES-ARM-07)."""
    s = t.state
    row = front_row(s)
    glare = any(deeds_of(foe.name).glares for foe in b.foes)
    for seat in range(len(s.names)):
        while True:
            keys, glasses = ["ready"], False
            for m in row:
                if seat_of(s, m) != seat:
                    continue
                mirror = glare and m.shield == "MIRRORED MAGIC SHIELD"
                if m.shield and m.shield_left > 0 and (m.shield_front or mirror or m.armour_left <= NEARLY_USED_UP):
                    keys.append(Number.say("back" if m.shield_front else "front", m.id))
                if has(m, "DARK GLASSES") and m.cls and (glare or "dark glasses" in m.conditions):
                    keys.append(Number.say("glasses-off" if "dark glasses" in m.conditions else "glasses", m.id))
                    glasses = True
            if len(keys) == 1:
                break
            what = "Shields and glasses" if glasses else "Shields"
            choice = await t.choose(seat, "{what}, before they strike?", keys, rule="DES-ARM-07", what=what,
                                    describe=lambda key: _ready_label(s, key))  # fmt: skip
            step = read(choice)
            if not isinstance(step, Number):
                break
            m = member(s, step.number)
            if step.verb in ("front", "back"):
                m.shield_front = step.verb == "front"
            elif step.verb == "glasses":
                m.conditions.append("dark glasses")
            else:
                m.conditions.remove("dark glasses")
            row = [other for other in row if other.id != m.id]


def _ready_label(s: Game, key: str) -> str | Option:
    step = read(key)
    if not isinstance(step, Number):
        return "Ready"
    word, m = step.verb, member(s, step.number)
    if word == "front":
        return Option(
            f"{m.name}: shield to the front", hint=f"takes {m.shield_left} hits first; attacks at {dial(s, 'shield_penalty')}"
        )
    if word == "back":
        return Option(f"{m.name}: shield on the back", hint="full strength; armour takes the hits")
    return Option(f"{m.name}: dark glasses {'off' if word == 'glasses-off' else 'on'}", hint="-1 unless a light ball burns")


def send_back(s: Game, width: int) -> bool:
    """Whether the front line is now too long, a great weapon having been drawn (DES-BAT-03)."""
    return len(s.lines[0]) > 1 and not fits(s, s.lines[0], width)


async def make_room(t: Table[Game], b: Battle) -> None:
    """The leader names who steps back; it costs that fighter nothing but his reach (DES-BAT-03)."""
    s = t.state
    while send_back(s, b.width):
        key = await t.choose(
            leader_seat(s),
            "Only {n} can stand abreast now. Who steps back?",
            [Number.say("back", n) for n in s.lines[0]],
            rule="DES-BAT-03",
            describe=lambda key: _step_label(s, key),
            n=capacity(s, s.lines[0], b.width),
        )
        step = read(key)
        assert isinstance(step, Number)
        s.lines[0].remove(step.number)
        s.lines[1].append(step.number)
