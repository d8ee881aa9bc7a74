"""Line-up: who stands where, how many fit side by side, and what is in hand (DES-BAT-01 to -03, DES-LEAD-05)."""

from __future__ import annotations

from .....engine import Option, Table
from ...state import Game, Member, dial, member
from ..basics.answers import Thing, thing
from .people import line_of, living, own_weapons, ready_weapon

PATIENCE = 12  # changes of the line for each who stands in it


def default_lines(s: Game) -> None:
    """Plate in front, priests second, wizards and daughters behind; never more than fit in ten feet."""
    front: list[int] = []
    second: list[int] = []
    rear: list[int] = []
    ordered = sorted(
        living(s), key=lambda m: (m.kind == "daughter", m.cls == "wizard", m.cls == "priest", -(m.armour_left + m.body))
    )
    for m in ordered:
        strikes = m.cls in ("warrior", "priest") or m.baddie
        if strikes and len(front) < 4 and fits(s, [*front, m.id], 1):
            front.append(m.id)
        elif m.kind != "daughter" and m.cls != "wizard" and len(second) < 4:
            second.append(m.id)
        else:
            rear.append(m.id)
    if not front and (second or rear):
        front.append((second or rear).pop(0))
    s.lines = [front, second, rear]


async def set_lines(t: Table[Game], seat: int) -> None:
    """Move members between lines and change weapons in hand, until done."""
    s = t.state
    weapons = {m.id: own_weapons(s, m) for m in living(s)}
    for _ in range(PATIENCE * len(weapons)):
        close_ranks(s)
        choice = await t.choose(
            seat,
            "The line: {line}. Any change?",
            _changes(s, weapons),
            rule="DES-BAT-01",
            line=lambda: line_words(s),
            describe=lambda key: _line_label(s, key),
        )
        if choice == "done":
            break
        change = thing(choice)
        m = member(s, change.member)
        if change.verb == "shield":
            m.shield_front = change.name == "front"
        elif change.verb == "weapon":
            m.hand = change.name
            arm = ready_weapon(m)
            while arm is not None and arm.big and m.id in s.lines[0] and not fits(s, s.lines[0], 1):
                other = next(number for number in reversed(s.lines[0]) if number != m.id)
                s.lines[0].remove(other)
                s.lines[1].append(other)
        else:
            for line in s.lines:
                if m.id in line:
                    line.remove(m.id)
            s.lines[int(change.name)].append(m.id)
    else:
        t.tell("'That will do,' says the gamesmaster. The line stands.", rule="DES-BAT-01")
    if not s.lines[0]:
        default_lines(s)


def _changes(s: Game, weapons: dict[int, list[str]]) -> list[str]:
    """Every change of the line, by key: who may go where, what he may take in hand, where his shield may be."""
    lines, members, say = s.lines, s.members, Thing.say
    sizes = {number: room_taken(s, members[number]) for line in lines for number in line}
    rooms: list[tuple[str, list[int], bool, float]] = []
    for nth, line in (("0", lines[0]), ("1", lines[1])):
        great, taken = big_in(s, line), sum([sizes[number] for number in line])
        if taken < places(great):
            rooms.append((nth, line, great, taken))
    keys = ["done"]
    for line in lines:
        for number in line:
            m = members[number]
            for nth, other, great, taken in rooms:
                if other is not line and taken + sizes[number] <= places(great or big_in(s, [number])) + 0.01:
                    keys.append(say("line", number, nth))
            if line is not lines[2]:
                keys.append(say("line", number, "2"))
            keys += [say("weapon", number, name) for name in weapons.get(number, ()) if name != m.hand]
            if m.shield:
                keys.append(say("shield", number, "back" if m.shield_front else "front"))
    return keys


def close_ranks(s: Game) -> None:
    """Who cannot stand leaves the line, and who stands nowhere goes behind."""
    members, placed = s.members, [number for line in s.lines for number in line]
    if [number for number in placed if members[number].status != "ready"]:
        s.lines = [[number for number in line if members[number].status == "ready"] for line in s.lines]
    s.lines[2] += [m.id for m in living(s) if m.id not in placed]


def line_words(s: Game) -> str:
    """The order in a sentence."""
    names = [", ".join(member(s, number).name for number in line) or "nobody" for line in s.lines]
    return f"front {names[0]}; second {names[1]}; behind {names[2]}"


def _line_label(s: Game, key: str) -> str | Option:
    if key == "done":
        return "Ready"
    change = thing(key)
    m = member(s, change.member)
    if change.verb == "shield":
        if change.name == "front":
            price = f"takes {m.shield_left} hits first; attacks at {dial(s, 'shield_penalty')}"
            return Option(f"{m.name}: shield in front", hint=price, rule="DES-ARM-07")
        return Option(f"{m.name}: shield on the back", hint="full strength; armour takes the hits", rule="DES-ARM-07")
    if change.verb == "weapon":
        return Option(f"{m.name} takes {change.name.lower()} in hand")
    line = int(change.name)
    return Option(
        f"{m.name} to the {('front', 'second', 'rear')[line]} line",
        hint=f"room for {capacity(s, s.lines[line], 1)}" if line != 2 else "",
    )


def room_taken(s: Game, m: Member) -> float:
    """Places a member fills in a line of four: one, two for a centaur, and a beast by its own size (DES-DENOM-06,
    DES-SPELL-25).
    """
    if m.denomination == "centaur":
        return 2.0
    if m.baddie:
        return 4.0 / line_of(s, m.baddie).abreast
    return 1.0


def big_in(s: Game, line: list[int]) -> bool:
    """Whether a great weapon is in use in this line (DES-STORE-07)."""
    for number in line:
        arm = ready_weapon(s.members[number])
        if arm is not None and arm.big:
            return True
    return False


def places(big: bool) -> int:
    """How many stand side by side in ten feet: four, three with a great weapon (DES-BAT-02, DES-BAT-03)."""
    return 3 if big else 4


def capacity(s: Game, line: list[int], width: int) -> int:
    """How many may stand side by side, of ten feet each (DES-BAT-02, DES-BAT-03, DES-MAZE-24)."""
    return places(big_in(s, line)) * width


def fits(s: Game, line: list[int], width: int) -> bool:
    """Whether a line has room for everyone in it."""
    return sum([room_taken(s, s.members[number]) for number in line]) <= capacity(s, line, width) + 0.01


def front_row(s: Game) -> list[Member]:
    """The living front line; when a whole line is gone the next becomes the front (DES-BAT-26)."""
    for line in s.lines:
        row = [member(s, number) for number in line if member(s, number).status == "ready"]
        if row:
            return row
    return []


def second_row(s: Game) -> list[Member]:
    """The living line behind the front one."""
    rows = [[member(s, number) for number in line if member(s, number).status == "ready"] for line in s.lines]
    filled = [row for row in rows if row]
    return filled[1] if len(filled) > 1 else []
