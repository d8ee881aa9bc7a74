"""Drawing by hand: SVG with every text escaped, lines that wobble by seed, labels that do not collide, and the same as text.

It knows no game. Games draw with it in their `draw.py`.
"""

from .labels import Labels
from .pen import Pen
from .png import svg_to_png
from .raster import Raster
from .svg import Svg

__all__ = ["Labels", "Pen", "Raster", "Svg", "svg_to_png"]
