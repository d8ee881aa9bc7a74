"""Speech: the gamesmaster's spoken reports - feet counted in tens, ways, doors, chambers (DES-MOVE, DES-FLAV-01)."""

from __future__ import annotations

from .....engine.words import a, capital, listed
from ...content import count_words
from ...maze import STEPS, Level

SPOKEN = ("North", "South", "East", "West")  # the order in which the book names ways
DOORS = {"door": "door", "chute": "door", "secret": "secret door", "double": "double door"}
TOLD = {**DOORS, "opened": "open door"}
_HUNDREDS = ("", "one hundred", "two hundred", "three hundred", "four hundred", "five hundred", "six hundred", "seven hundred")


def number_word(tens: int) -> str:
    """Feet in words: "thirty", "one hundred ten"."""
    words = count_words()
    if tens <= len(words):
        return words[tens - 1]
    hundreds, left = divmod(tens, 10)
    return _HUNDREDS[hundreds] + (f" {words[left - 1]}" if left else "")


def count_aloud(tens: int) -> str:
    """The count, always out loud: "Ten, twenty, thirty" (DES-MOVE-02, DES-MOVE-15)."""
    return capital(", ".join(number_word(step) for step in range(1, tens + 1)))


def in_order(names: list[str]) -> list[str]:
    """Compass names in the book's order."""
    return sorted(names, key=SPOKEN.index)


def walk_report(level: Level, tens: int, way: int, seen: dict[int, str], feature: str = "") -> str:
    """What is said where a walk stops: four ways, a bend, a branch, doors, a dead end (DES-MOVE-04 to -07)."""
    return f"{count_aloud(tens)} feet {level.compass(way)}{walk_end(level, way, seen, feature)}"


def walk_end(level: Level, way: int, seen: dict[int, str], feature: str = "") -> str:
    """The same without the feet counted."""
    back = (way + 2) % 4
    open_ways = [side for side, what in seen.items() if what == "open"]
    doors = [(side, TOLD[what]) for side, what in seen.items() if what in TOLD and side != back]
    sides = in_order([level.compass(side) for side in open_ways if side not in (way, back)])
    parts = [""]
    if feature == "tower":
        parts.append("tower")
    elif len(open_ways) == 4:
        parts.append("corridor goes North, South, East and West")
    elif way in open_ways:
        parts.append(f"continues {level.compass(way)}")
        if sides:
            parts.append(f"goes {listed(sides)}")
    elif sides:
        parts.append("corridor ends")
        parts.append(f"goes {listed(sides)}")
    elif doors:
        parts.append("corridor ends")
    elif not feature:
        parts.append("dead end")
    elif feature.startswith("stairs"):
        pass
    for side, door in sorted(doors, key=lambda entry: SPOKEN.index(level.compass(entry[0]))):
        parts.append(f"{door} to the {level.compass(side)}")
    if feature and feature != "tower":
        parts.append(feature)
    return ", ".join(parts) + "."


def ways_from(level: Level, seen: dict[int, str]) -> str:
    """The ways a corridor leads, for a door just opened."""
    names = in_order([level.compass(side) for side, what in seen.items() if what == "open"])
    return listed(names, none="nowhere")


def ways_and_doors(level: Level, seen: dict[int, str]) -> str:
    """What is said of the place where the party has just been set down."""
    doors = sorted(
        ((level.compass(side), TOLD[what]) for side, what in seen.items() if what in TOLD), key=lambda d: SPOKEN.index(d[0])
    )
    ways = ways_from(level, seen)
    parts = [f"goes {ways}"] if ways != "nowhere" or not doors else ["has no way on"]
    return ", ".join([*parts, *(f"{door} to the {side}" for side, door in doors)])


def size_of(room: list[tuple[int, int]]) -> tuple[int, int]:
    """A room's width and height in tens of feet."""
    columns = [col for col, _ in room]
    rows = [row for _, row in room]
    return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1


def part_of(cell: tuple[int, int], room: list[tuple[int, int]]) -> str:
    """In which part of a chamber a square lies: thirds, halves when two squares wide (DES-MOVE-09)."""
    left = min(col for col, _ in room)
    top = min(row for _, row in room)
    wide, high = size_of(room)
    across = _third(cell[0] - left, wide, ("left-hand", "middle", "right-hand"))
    down = _third(cell[1] - top, high, ("upper", "middle", "lower"))
    if across == "middle" and down == "middle":
        return "middle"
    if down == "middle" and high == 1:
        return across
    if across == "middle" and wide == 1:
        return down
    return f"{down} {across}"


def _third(offset: int, size: int, words: tuple[str, str, str]) -> str:
    if size == 1:
        return words[1]
    if size == 2:
        return words[0] if offset == 0 else words[2]
    return words[min(2, offset * 3 // size)]


def chamber_report(level: Level, cell: tuple[int, int], exits: list[tuple[tuple[int, int], int, str]], kind: str) -> str:
    """What is said on entering: kind, size, where the party stands, where other doors are (DES-MAZE-08, DES-MOVE-09)."""
    room = level.room(*cell)
    wide, high = size_of(room)
    names = {"chamber": "Chamber", "casino": "A casino", "theater": "A movie theater", "temple": "A temple of the Great Spider",
             "study": "A sage's study", "bower": "A leafy bower"}  # fmt: skip
    report = (
        f"{names.get(kind, 'Chamber')}, {number_word(wide)} feet by {number_word(high)} feet, "
        f"you are in the {part_of(cell, room)} part of it"
    )
    for spot, way, what in exits:
        door = DOORS.get(what, "opening")
        report += f", there is {a(door)} on the {part_of(spot, room)} part, to the {level.compass(way)}"
    return report + "."


def beside(cell: tuple[int, int], way: int) -> tuple[int, int]:
    """The neighbouring square."""
    return cell[0] + STEPS[way][0], cell[1] + STEPS[way][1]
