"""A felt pen on index cards: strokes, cards, lettering. Knows nothing of the game."""

from __future__ import annotations

from html import escape
from zlib import crc32

from ...engine.screen import Place


class Pen:
    """A felt pen with a slight wobble that follows from what it draws, so the same card is always the same drawing."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.places: dict[str, Place] = {}

    def shake(self, key: str, amount: float = 2.0) -> float:
        """A small offset for a key."""
        return (crc32(key.encode()) % 1000 / 999 - 0.5) * 2 * amount

    def line(self, key: str, x1: float, y1: float, x2: float, y2: float, width: float = 2.0, dash: str = "") -> None:
        """A hand-drawn stroke."""
        mx, my = (x1 + x2) / 2 + self.shake(key + "x"), (y1 + y2) / 2 + self.shake(key + "y")
        extra = f' stroke-dasharray="{dash}"' if dash else ""
        self.out.append(
            f'<path d="M{x1:.1f} {y1:.1f}Q{mx:.1f} {my:.1f} {x2:.1f} {y2:.1f}" fill="none" '
            f'stroke="#1b1b1b" stroke-width="{width}" stroke-linecap="round"{extra}/>'
        )

    def box(self, key: str, x: float, y: float, w: float, h: float, fill: str = "#fffdf2", width: float = 2.2) -> None:
        """A card."""
        d = [self.shake(f"{key}{n}", min(2.5, 0.06 * min(w, h))) for n in range(8)]
        self.out.append(
            f'<path d="M{x + d[0]:.1f} {y + d[1]:.1f}L{x + w + d[2]:.1f} {y + d[3]:.1f}'
            f'L{x + w + d[4]:.1f} {y + h + d[5]:.1f}L{x + d[6]:.1f} {y + h + d[7]:.1f}Z"'
            f' fill="{fill}" stroke="#1b1b1b" stroke-width="{width}" stroke-linejoin="round"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 15,
        *,
        bold: bool = False,
        anchor: str = "start",
        fill: str = "#1b1b1b",
        italic: bool = False,
        halo: str = "",
    ) -> None:
        """Lettering."""
        style = (' font-weight="bold"' if bold else "") + (' font-style="italic"' if italic else "")
        style += f' stroke="{halo}" stroke-width="5" paint-order="stroke"' if halo else ""
        self.out.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-family="Segoe Print, Bradley Hand, Comic Sans MS, '
            f'Marker Felt, sans-serif" font-size="{size}" text-anchor="{anchor}"'
            f' fill="{fill}"{style}>{escape(words)}</text>'
        )

    def circle(self, key: str, x: float, y: float, r: float, fill: str = "none", width: float = 2.0, dash: str = "") -> None:
        """A ring, not quite round."""
        k = self.shake(key, r * 0.04)
        extra = f' stroke-dasharray="{dash}"' if dash else ""
        self.out.append(
            f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{r + k:.1f}" ry="{r - k:.1f}" '
            f'fill="{fill}" stroke="#1b1b1b" stroke-width="{width}"{extra}/>'
        )

    def ellipse(self, key: str, x: float, y: float, rx: float, ry: float, width: float = 2.0, dash: str = "") -> None:
        """A wide ring, drawn in one go."""
        k = self.shake(key, ry * 0.03)
        extra = f' stroke-dasharray="{dash}"' if dash else ""
        self.out.append(
            f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{rx + k:.1f}" ry="{ry - k:.1f}" fill="none" '
            f'stroke="#1b1b1b" stroke-width="{width}"{extra}/>'
        )

    def open(self, key: str, x: float, y: float, place: str = "") -> None:
        """Begin something that can move."""
        mark = f' data-place="{escape(place, quote=True)}"' if place else ""
        self.out.append(f'<g id="{escape(key, quote=True)}" transform="translate({x:.1f} {y:.1f})"{mark}>')

    def close(self) -> None:
        """End it."""
        self.out.append("</g>")


def wrap(words: str, width: int, most: int = 9) -> list[str]:
    """Break a text into lines of about `width` characters."""
    lines: list[str] = []
    line = ""
    for word in words.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    lines.append(line)
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1][: width - 3] + "..."]
    return lines
