"""Every ink can be read on every ground it lies on, in all three themes and on all five papers (WCAG AA: 4.5 to 1)."""

from __future__ import annotations

import re

import pytest

from .fake import WEB

THEMES = ("paper", "light", "dark")
GAMES = ("descent", "board", "host", "donjon", "robber")
SHELL = [
    ("--ink", "--table"),
    ("--ink", "--surface"),
    ("--ink", "--surface-2"),
    ("--ink-soft", "--surface"),
    ("--ink-soft", "--surface-2"),
    ("--ink-soft", "--table"),
    ("--accent", "--surface"),
    ("--on-accent", "--accent"),
    ("--bad", "--surface"),
    ("--surface", "--ink"),
]
PAPER = [
    ("--pen", "--sheet"),
    ("--pen", "--sheet-2"),
    ("--pen-soft", "--sheet"),
    ("--pen-soft", "--sheet-2"),
    ("--red", "--sheet"),
    ("--red", "--sheet-2"),
    ("--on-accent", "--accent"),
    ("--accent", "--surface"),
]


def rules() -> list[tuple[str, dict[str, str]]]:
    """Selector and custom properties of each block of theme.css, in order."""
    text = re.sub(r"/\*.*?\*/", "", (WEB / "css" / "theme.css").read_text(), flags=re.S)
    found: list[tuple[str, dict[str, str]]] = []
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
        values = dict(re.findall(r"(--[\w-]+):\s*(#[0-9a-fA-F]{6})", body))
        found.extend((selector.strip(), values) for selector in selectors.split(","))
    return found


def colours(theme: str, game: str | None) -> dict[str, str]:
    """The colours that hold in a theme on a paper, as the cascade gives them."""
    names = [":root", f'[data-theme="{theme}"]']
    if game:
        names += [f'[data-game="{game}"]', f'[data-theme="{theme}"] [data-game="{game}"]']
    held: dict[str, str] = {}
    for name in names:
        for selector, values in rules():
            if selector == name:
                held.update(values)
    return held


def luminance(colour: str) -> float:
    """Relative luminance, as WCAG defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """How far apart two colours are, from 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_the_measure_itself() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", [None, *GAMES])
def test_every_ink_can_be_read(theme: str, game: str | None) -> None:
    held = colours(theme, game)
    weak = [
        f"{ink} {held[ink]} on {ground} {held[ground]}: {contrast(held[ink], held[ground]):.2f}"
        for ink, ground in (PAPER if game else SHELL)
        if contrast(held[ink], held[ground]) < 4.5
    ]
    assert not weak
