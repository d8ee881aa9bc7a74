"""The timeline under the map: any year of the history, and each sheet of tracing paper alone."""

from __future__ import annotations

from collections.abc import Mapping

from ...engine import Dial, Drawing
from .draw import draw, picture
from .drawing.draw_text import raster
from .state import Host

SHEETS = {
    "primordial": "the first shapes", "civilization": "a civilization", "disaster": "after the disaster", "monsters": "monsters",
    "villainy": "villainy",
}  # fmt: skip


def dials(s: Host) -> tuple[Dial, ...]:
    """Any year of the history, and each sheet of tracing paper alone."""
    if not s.strata:
        return ()
    ticks: dict[int, str] = {}
    for entry in s.record:
        if entry.absolute_year not in ticks and entry.kind in ("founded", "disaster", "villain", "age_end", "outcome"):
            ticks[entry.absolute_year] = entry.text
    for entry in s.record:
        if entry.kind == "abandoned":
            ticks.setdefault(entry.absolute_year, entry.text)
    sheets = tuple((str(sheet.index), f"Sheet {sheet.index + 1} alone: {SHEETS.get(sheet.age, sheet.age)}") for sheet in s.strata)
    return (
        Dial("year", "Year", 0, s.absolute, marks=tuple(sorted(ticks.items()))),
        Dial("layer", "Sheet", choices=(("all", "All sheets, the older ones faded"), *sheets)),
    )


def draw_at(s: Host, turned: Mapping[str, str | int]) -> Drawing:
    """The map of another year, or one sheet of it; beads are only known for the present."""
    year, layer = int(turned.get("year", s.absolute)), str(turned.get("layer", "all"))
    if year == s.absolute and layer == "all":
        return draw(s)
    then = year if year < s.absolute else None
    only = None if layer == "all" else int(layer)
    said = "as it stood " + ("before counting" if not year else f"in year {year}") if then is not None else "as it stands"
    sheet = "" if only is None else f", sheet {only + 1} alone"
    text = raster(s, stratum=only, year=then)
    return Drawing(picture(s, stratum=only, year=then), text, {}, f"The dungeon {said}{sheet}.")
