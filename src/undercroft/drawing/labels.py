"""Labels: where words go so that they never cover each other. First come, first placed; the rest move or are left out."""

from __future__ import annotations

from .svg import Point

_WIDTH = 0.56  # of a letter, in parts of the type size: generous for common fonts
_GAP = 2.0  # on either side
_NEAR = ((0, 0), (0, 1.1), (0, -1.1), (0, 2.2), (0, -2.2), (0.55, 0), (-0.55, 0), (0.55, 1.1), (-0.55, 1.1))


class Labels:
    """The boxes already taken on a drawing."""

    def __init__(self, x: float, y: float, width: float, height: float) -> None:
        self._bounds = (x, y, x + width, y + height)
        self._taken: list[tuple[float, float, float, float]] = []

    def block(self, x: float, y: float, width: float, height: float) -> None:
        """Keep labels off a box."""
        self._taken.append((x, y, x + width, y + height))

    def place(self, words: str, x: float, y: float, size: float) -> Point | None:
        """A free spot for the middle of the words: at x, y or around it; None if none is free."""
        width, height = len(words) * size * _WIDTH + 2 * _GAP, size * 1.15
        for dx, dy in _NEAR:
            middle_x, middle_y = x + dx * width, y + dy * size
            box = (middle_x - width / 2, middle_y - height / 2, middle_x + width / 2, middle_y + height / 2)
            if self._is_free(box):
                self._taken.append(box)
                return middle_x, middle_y
        return None

    def _is_free(self, box: tuple[float, float, float, float]) -> bool:
        left, top, right, bottom = self._bounds
        if box[0] < left or box[1] < top or box[2] > right or box[3] > bottom:
            return False
        return not any(box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3] for b in self._taken)
