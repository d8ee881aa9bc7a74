"""What can be taken away from a hosted dungeon: maps, a printable book, the chronicle, data, a table for virtual tabletops."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import msgspec

from ...drawing import svg_to_png
from ...engine import Exporter
from ...engine.words import harmless
from .annals.book import chronicle, short
from .draw import picture
from .handout.atlas import atlas
from .handout.campaign import campaign_svg
from .state import Host
from .takeaway.layers import layered
from .takeaway.moving import growing
from .takeaway.paper import campaign_book, history, poster
from .takeaway.tabletop import virtual_tabletop


def strata_zip(s: Host) -> bytes:
    """Every stratum alone, as SVG and PNG."""
    files: dict[str, bytes] = {}
    for stratum in s.strata:
        svg = picture(s, stratum=stratum.index)
        name = f"stratum-{stratum.index}-{stratum.age}"
        files[f"{name}.svg"] = svg.encode()
        files[f"{name}.png"] = svg_to_png(svg, 1400)
    return _zip(files)


def years_zip(s: Host) -> bytes:
    """The map as it stood in every year in which something was made."""
    made = [thing.year for table in (s.rooms, s.passages, s.ores) for thing in table.values()]
    return _zip({f"year-{year:04}.svg": picture(s, year=year).encode() for year in sorted(set(made))})


def _zip(files: dict[str, bytes]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, data in files.items():
            pack.writestr(zipfile.ZipInfo(name), data)
    return held.getvalue()


def atlas_json(s: Host) -> bytes:
    """The dungeon as data, by `export_schema.toml`."""
    return msgspec.json.format(msgspec.json.encode(atlas(s, s.substitutions)), indent=1)


def _whole(make: Callable[[Host], bytes]) -> Exporter:
    return lambda state, _seat: make(state)


EXPORTS: dict[str, Exporter] = {
    "svg": _whole(lambda s: picture(s).encode()),
    "png": _whole(lambda s: svg_to_png(picture(s), 1800)),
    "layers.svg": _whole(lambda s: layered(s).encode()),
    "pdf": _whole(history),
    "a3.pdf": _whole(lambda s: poster(s, "a3")),
    "a2.pdf": _whole(lambda s: poster(s, "a2")),
    "campaign.pdf": _whole(campaign_book),
    "history.apng": _whole(growing),
    "md": _whole(lambda s: harmless(chronicle(s))),
    "short.md": _whole(lambda s: harmless(short(s))),
    "json": _whole(atlas_json),
    "dd2vtt": _whole(virtual_tabletop),
    "campaign.svg": _whole(lambda s: campaign_svg(s).encode()),
    "campaign.png": _whole(lambda s: svg_to_png(campaign_svg(s), 1600)),
    "template.svg": _whole(lambda s: picture(s, empty=True).encode()),
    "strata.zip": _whole(strata_zip),
    "years.zip": _whole(years_zip),
}
