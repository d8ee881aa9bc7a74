"""Draw every figure on one sheet: `python tools/draw_figures.py [FILE [PIXELS]]`; else docs/figures.png, 56 pixels each."""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image

from undercroft.drawing import Svg, figures, svg_to_png

ACROSS, NAME = 20, 12


def sheet(pixels: int, seed: int = 0) -> Svg:
    """All of them in rows, each over its name."""
    everybody = [*(figures.Drawn(name) for name in figures.names()), *figures.variations()]
    rows = -(-len(everybody) // ACROSS)
    cell_x, cell_y = pixels + 6, pixels + NAME
    svg = Svg(ACROSS * cell_x, rows * cell_y, title="Every figure")
    for index, drawn in enumerate(everybody):
        row, column = divmod(index, ACROSS)
        with svg.group(transform=f"translate({column * cell_x + 3} {row * cell_y}) scale({pixels / 1000})"):
            svg.include(figures.piece(drawn, size=pixels, seed=seed))
        if pixels >= 40:
            svg.text(
                column * cell_x + cell_x / 2,
                row * cell_y + pixels + NAME * 0.6,
                str(drawn),
                font_size=NAME * 0.6,
                text_anchor="middle",
            )
    return svg


def main() -> None:
    """Write the sheet in sixteen greys, which keeps it small."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1] / "docs" / "figures.png"
    pixels = int(sys.argv[2]) if len(sys.argv) > 2 else 56
    picture = Image.open(io.BytesIO(svg_to_png(sheet(pixels).render(), ACROSS * (pixels + 6)))).convert("L")
    picture.quantize(8).save(path, optimize=True)
    print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
