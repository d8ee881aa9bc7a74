"""Environments for learning machines: Gymnasium, PettingZoo and OpenSpiel on the same rules, masks and dice.

`single("robber")` is a gymnasium.Env, `table("board")` a pettingzoo.AECEnv, `spiel()` an OpenSpiel game. What they need is
an extra: pip install "undercroft[envs]" (OpenSpiel: pip install open_spiel).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..engine import BadOpening

if TYPE_CHECKING:
    from .gymnasium_env import SingleEnv
    from .pettingzoo_env import TableEnv

__all__ = ["SINGLE", "TABLES", "register", "single", "spiel", "table"]

SINGLE = ("robber", "host")
TABLES = ("board", "descent", "donjon")


def single(game: str, **options: Any) -> SingleEnv:
    """A game for one as a Gymnasium environment: "robber" or "host"; `options` are the game's own, and `longest`."""
    if game not in SINGLE:
        raise BadOpening(
            f"{game!r} is no environment for one; there are {', '.join(SINGLE)}, and table() has {', '.join(TABLES)}"
        )
    try:
        from .gymnasium_env import SingleEnv  # late: an extra
    except ImportError as error:
        raise _lacks(error) from None
    return SingleEnv(game, **options)


def table(game: str, seats: int = 2, **options: Any) -> TableEnv:
    """A game for several as a PettingZoo AEC environment: "board", "descent" or "donjon"."""
    if game not in TABLES:
        raise BadOpening(
            f"{game!r} is no table of environments; there are {', '.join(TABLES)}, and single() has {', '.join(SINGLE)}"
        )
    try:
        from .pettingzoo_env import TableEnv  # late: an extra
    except ImportError as error:
        raise _lacks(error) from None
    return TableEnv(game, seats, **options)


def spiel(**parameters: int | str) -> Any:
    """The board as an OpenSpiel game, also registered as "python_undercroft_board": `players`, `rounds`, `types`."""
    try:
        from .openspiel import load  # late: an extra
    except ImportError as error:
        raise BadOpening(f"OpenSpiel is not installed ({error}): pip install open_spiel") from None
    return load(parameters)


def register() -> None:
    """Make `gymnasium.make("undercroft/robber-v0")` and "undercroft/host-v0" work."""
    try:
        import gymnasium  # late: an extra
    except ImportError as error:
        raise _lacks(error) from None
    for game in SINGLE:
        name = f"undercroft/{game}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point="undercroft.envs.gymnasium_env:SingleEnv", kwargs={"game": game})


def _lacks(error: ImportError) -> BadOpening:
    return BadOpening(f'environments need more than the game itself ({error}): pip install "undercroft[envs]"')
