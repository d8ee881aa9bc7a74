"""Layout: how much room each pane of the table gets in a window of a size. Numbers alone; the table puts them on the screen."""

from __future__ import annotations

from dataclasses import dataclass

LOW = 30  # rows below which the story stands beside the map, and the stage on its place
TINY = 14  # rows below which there is room for the question alone
NARROW = 70  # columns below which everything stands in one
BROAD = 170  # columns from which the story is a column of its own
_MAP = 40  # columns of a small map
_STAGE = 10  # rows of what is happening, at most
_CHOOSING, _SEEN = 12, 4  # rows of a map that one chooses on, and of one that only lies there


@dataclass(frozen=True)
class Layout:
    """A window, and the map that is to be shown in it."""

    columns: int
    rows: int
    drawn: int = 0  # columns of the map; 0: there is none

    @property
    def narrow(self) -> bool:
        """Everything in one column."""
        return self.columns < NARROW

    @property
    def low(self) -> bool:
        """No room for a sheet."""
        return self.rows < LOW or self.narrow

    @property
    def tiny(self) -> bool:
        """No room for anything but the question."""
        return self.rows < TINY

    @property
    def broad(self) -> bool:
        """Map, sheet and story side by side."""
        return self.columns >= BROAD and not self.low

    @property
    def map(self) -> int:
        """Columns of the map's pane: what it needs, as long as something is left for what stands beside it."""
        if self.narrow:
            return self.columns
        if self.low:
            return self.columns * 3 // 5
        return min(max(_MAP, self.drawn + 4), self.columns * 3 // 5) if self.drawn else 0

    @property
    def story(self) -> int:
        """Columns for the words of the story."""
        if self.narrow:
            return self.columns - 6
        return max(24, self._beside // 2 - 4 if self.broad else self.columns * 2 // 5 - 4)

    @property
    def sheet(self) -> int:
        """Columns for the words of the sheets."""
        return max(24, (self._beside // 2 if self.broad else self._beside) - 4)

    @property
    def _beside(self) -> int:
        return self.columns - self.map

    @property
    def stage(self) -> int:
        """Columns of what is happening."""
        return max(32, (self.map if self.low else self.columns) - 6)

    def stage_rows(self, needed: int, *, choosing: bool = False) -> int:
        """Rows of what is happening, beside a question that needs so many; where one chooses on the map, the map has the room."""
        left = self.rows - self.bottom(needed) - 4
        return left if self.low else min(_STAGE, left - 2 - (_CHOOSING if choosing else _SEEN))

    def strip_rows(self, needed: int) -> int:
        """Rows of what matters, where nothing happens: the map comes first."""
        left = self.rows - self.bottom(needed) - 4
        return 3 if not self.low or left >= _CHOOSING else 2 if left > 2 * _SEEN else 1

    def question(self, *, taught: bool = False) -> tuple[int, int]:
        """Columns, and the most rows, for the question and its answers; while the coach speaks, the map may be small."""
        alone = self.low or self.broad
        if self.tiny:
            return self.columns - 6, max(1, self.rows - 3)
        return (
            self.columns - 6 if alone else self.columns * 3 // 5 - 6,
            max(6, self.rows - (10 if taught and self.rows >= 24 else 13))
            if self.low
            else self.rows - self.rows * 9 // 20 - (2 if taught else 4),
        )

    def bottom(self, needed: int) -> int:
        """Rows of the lower part: what the question needs, as long as something is left for the map."""
        if self.tiny:
            return self.rows - 1
        room = max(8, self.rows - (8 if self.low else self.rows * 9 // 20))
        return max(6 if self.low else 8 if self.broad else 12, min(room, needed + 2))
