"""Undercroft: five classic dungeon games, one table.

match = undercroft.new_match("robber", seats=["Ada"], seed=7)
while match.ask:
    match.answer(next(iter(match.ask.options)))
print(match.outcome)
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, which is heavy at start-up
if TYPE_CHECKING:
    from .library import load, new_match, new_seed

__version__ = "0.2.0"
__all__ = ["load", "new_match", "new_seed"]


def __getattr__(name: str) -> object:
    """The three functions, imported when somebody wants them."""
    if name not in __all__:
        raise AttributeError(f"module 'undercroft' has no attribute {name!r}")
    from . import library  # late: start-up time

    return getattr(library, name)
