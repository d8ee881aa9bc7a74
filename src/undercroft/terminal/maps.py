"""Maps: the map or board in a pane; what can be chosen on it is marked, and taken by arrows and Enter or by a click."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Static

from ..engine import Spot

_NEAR = 3  # characters beside a place that still mean it


class MapPane(VerticalScroll):
    """A map. Its places are those that an answer names."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(way, f"step('{way}')", show=False) for way in ("up", "down", "left", "right")),
        Binding("enter", "take", show=False),
    ]

    class Taken(Message):
        """A place was chosen."""

        def __init__(self, place: str) -> None:
            super().__init__()
            self.place = place

    class Pointed(Message):
        """A place lies under the cursor; "": none."""

        def __init__(self, place: str) -> None:
            super().__init__()
            self.place = place

    def __init__(self) -> None:
        super().__init__(id="map")
        self.text = ""
        self.here = ""
        self.spots: Mapping[str, Spot] = {}
        self.at = ""  # the place under the cursor
        self.numbers: Mapping[str, int] = {}  # the row of the answers that takes a place

    def compose(self) -> ComposeResult:
        yield Static(id="drawing", markup=False)

    def show(self, text: str, spots: Mapping[str, Spot], here: str) -> None:
        """A map, what can be chosen on it, and the sign of whoever looks."""
        self.text, self.spots, self.here = text, spots, here
        if self.at not in spots:
            self.at = ""
        self._draw()
        if here and here in text:
            self.call_after_refresh(bring_in_sight, self, text, here)
        elif spots and not self.at:  # nobody stands there: what is suggested first is what one looks at
            self.call_after_refresh(self._to, next(iter(spots)))

    def number(self, numbers: Mapping[str, int]) -> None:
        """Where the map counts its places, it counts them as the answers do now."""
        if numbers != self.numbers:
            self.numbers = numbers
            self._draw()

    def _drawn(self) -> str:
        rows = [list(row) for row in self.text.split("\n")]
        for place, (line, column, length) in self.spots.items():
            if (
                length == 1
                and place in self.numbers
                and 0 <= line < len(rows)
                and "".join(rows[line][column : column + 1]).isdecimal()
            ):
                rows[line][column] = str(self.numbers[place])
        return "\n".join(map("".join, rows))

    def _draw(self) -> None:
        rows = self.text.split("\n")
        starts = [0]
        for row in rows:
            starts.append(starts[-1] + len(row) + 1)
        drawn = Text(self._drawn(), no_wrap=True)
        mine = next(((number, row.index(self.here)) for number, row in enumerate(rows) if self.here and self.here in row), None)
        if mine is not None:
            drawn.stylize("bold yellow", starts[mine[0]] + mine[1], starts[mine[0]] + mine[1] + len(self.here))
        for place, (line, column, length) in self.spots.items():
            if 0 <= line < len(rows):
                width = len(rows[line])
                start = starts[line] + min(column, width)
                style = "bold reverse" if place == self.at else "underline cyan"
                drawn.stylize(style, start, starts[line] + min(column + length, width))
        self.query_one("#drawing", Static).update(drawn)

    def action_step(self, way: str) -> None:
        """To the next place that way; where there is none to choose, the map moves."""
        found = nearest(self.spots, self.at or self._middle(), way)
        if found:
            self.point(found)
        elif not self.spots:
            scroll = {"up": self.scroll_up, "down": self.scroll_down, "left": self.scroll_left, "right": self.scroll_right}
            scroll[way](animate=False)

    def enter(self) -> None:
        """The keys come here: the cursor lies where it lay, else beside whoever looks, else on what is suggested first."""
        near = nearest(self.spots, self._middle(), "right") if self.here in self.text and self.here else ""
        if found := self.at or near or next(iter(self.spots), ""):
            self.point(found)

    def _middle(self) -> Spot | str:
        rows = self.text.split("\n")
        for number, row in enumerate(rows):
            if self.here and self.here in row:
                return number, row.index(self.here), 1
        return next(iter(self.spots), "")

    def point(self, place: str) -> None:
        """Put the cursor on a place."""
        self.at = place
        self._draw()
        self._to(place)
        self.post_message(self.Pointed(place))

    def _to(self, place: str) -> None:
        """Bring a place in sight."""
        if place not in self.spots:  # another question has come
            return
        row, column, _ = self.spots[place]
        inside = self.scrollable_content_region
        if not (self.scroll_y <= row < self.scroll_y + inside.height and self.scroll_x <= column < self.scroll_x + inside.width):
            self.scroll_to(max(0, column - inside.width // 2), max(0, row - inside.height // 2), animate=False)

    def action_take(self) -> None:
        """The place under the cursor."""
        if self.at:
            self.post_message(self.Taken(self.at))

    def on_click(self, event: events.Click) -> None:
        """The place that was clicked."""
        offset = event.get_content_offset(self.query_one("#drawing", Static))
        if offset is None:
            return
        found = under(self.spots, offset.y, offset.x)
        if found:
            self.point(found)
            self.post_message(self.Taken(found))


def under(spots: Mapping[str, Spot], row: int, column: int) -> str:
    """The place at a character, or beside it; "": none."""

    def far(spot: Spot) -> float:
        return abs(spot[0] - row) * 2 + max(spot[1] - column, column - (spot[1] + spot[2] - 1), 0)

    found = min(spots, key=lambda place: far(spots[place]), default="")
    return found if found and far(spots[found]) <= _NEAR else ""


def nearest(spots: Mapping[str, Spot], start: Spot | str, way: str) -> str:
    """The next place from another, or from a spot, in one of four directions; "": none."""
    if isinstance(start, str):
        if start not in spots:
            return next(iter(spots), "")
        start = spots[start]
    down, right = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}[way]
    found, best = "", float("inf")
    for place, spot in spots.items():
        rows, columns = spot[0] - start[0], (spot[1] - start[1]) / 2  # a character is twice as high as it is wide
        along, aside = rows * down + columns * right, abs(rows * right) + abs(columns * down)
        if along > 0 and along + 3 * aside < best:
            found, best = place, along + 3 * aside
    return found


def bring_in_sight(pane: VerticalScroll, text: str, mark: str) -> None:
    """Scroll so that the first such mark in the text lies in the middle of the pane."""
    rows = text.split("\n")
    row = next((number for number, line in enumerate(rows) if mark in line), None) if mark else None
    if row is None:
        return
    inside = pane.scrollable_content_region
    column = scrolled(rows[row].index(mark), max(map(len, rows)), inside.width)
    pane.scroll_to(column, scrolled(row, len(rows), inside.height), animate=False)


def scrolled(at: int, size: int, room: int) -> int:
    """How far to scroll along one axis: not at all while the mark is in sight and little is not, else with it in the middle."""
    little = size - room <= room // 3
    return 0 if little and at < room - 2 else max(0, at - room // 2)
