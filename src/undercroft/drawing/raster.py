"""Raster: a drawing in characters, for terminals. Lines join into box-drawing corners by themselves."""

from __future__ import annotations

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_BOX = {
    _UP: "╵", _DOWN: "╷", _LEFT: "╴", _RIGHT: "╶", _UP | _DOWN: "│", _LEFT | _RIGHT: "─", _DOWN | _RIGHT: "┌", _DOWN | _LEFT: "┐",
    _UP | _RIGHT: "└", _UP | _LEFT: "┘", _UP | _DOWN | _RIGHT: "├", _UP | _DOWN | _LEFT: "┤", _DOWN | _LEFT | _RIGHT: "┬",
    _UP | _LEFT | _RIGHT: "┴", _UP | _DOWN | _LEFT | _RIGHT: "┼",
}  # fmt: skip


class Raster:
    """A page of characters; what lies outside it is not drawn."""

    def __init__(self, width: int, height: int, fill: str = " ") -> None:
        self.width = width
        self.height = height
        self._cells = [[fill] * width for _ in range(height)]
        self._lines = [[0] * width for _ in range(height)]

    def put(self, x: int, y: int, words: str) -> None:
        """Write from a cell to the right, over whatever is there."""
        for offset, letter in enumerate(words):
            if 0 <= x + offset < self.width and 0 <= y < self.height:
                self._cells[y][x + offset] = letter
                self._lines[y][x + offset] = 0

    def get(self, x: int, y: int) -> str:
        """What is in a cell."""
        return _BOX.get(self._lines[y][x], self._cells[y][x])

    def _mark(self, x: int, y: int, bits: int) -> None:
        if 0 <= x < self.width and 0 <= y < self.height:
            self._lines[y][x] |= bits

    def across(self, x1: int, x2: int, y: int) -> None:
        """A line from column x1 to x2."""
        for x in range(min(x1, x2), max(x1, x2) + 1):
            self._mark(x, y, (_LEFT if x > min(x1, x2) else 0) | (_RIGHT if x < max(x1, x2) else 0))

    def down(self, x: int, y1: int, y2: int) -> None:
        """A line from row y1 to y2."""
        for y in range(min(y1, y2), max(y1, y2) + 1):
            self._mark(x, y, (_UP if y > min(y1, y2) else 0) | (_DOWN if y < max(y1, y2) else 0))

    def box(self, x: int, y: int, width: int, height: int) -> None:
        """A frame with its outer corner at x, y."""
        self.across(x, x + width - 1, y)
        self.across(x, x + width - 1, y + height - 1)
        self.down(x, y, y + height - 1)
        self.down(x + width - 1, y, y + height - 1)

    def render(self) -> str:
        """The page, trailing blanks removed."""
        return "\n".join("".join(self.get(x, y) for x in range(self.width)).rstrip() for y in range(self.height)).rstrip("\n")
