"""Library: what `import undercroft` offers a program: a new match, a saved one, a seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

if TYPE_CHECKING:
    from .engine import Match, SettingValue
    from .games.board.state import Dungeon as BoardState
    from .games.descent.state import Game as DescentState
    from .games.donjon.state import Donjon as DonjonState
    from .games.host.state import Host as HostState
    from .games.robber.state import RobberState


def new_seed() -> int:
    """A seed nobody has chosen."""
    import secrets  # late: start-up time

    return secrets.randbits(48)


@overload
def new_match(
    game: Literal["robber"],
    seats: Sequence[str] = ...,
    *,
    seed: int | None = ...,
    options: Mapping[str, SettingValue] | None = ...,
    gamesmaster: str | None = ...,
    practice: bool = ...,
    physical_dice: bool = ...,
    bring: Mapping[str, Any] | None = ...,
) -> Match[RobberState]: ...
@overload
def new_match(
    game: Literal["board"],
    seats: Sequence[str] = ...,
    *,
    seed: int | None = ...,
    options: Mapping[str, SettingValue] | None = ...,
    gamesmaster: str | None = ...,
    practice: bool = ...,
    physical_dice: bool = ...,
    bring: Mapping[str, Any] | None = ...,
) -> Match[BoardState]: ...
@overload
def new_match(
    game: Literal["host"],
    seats: Sequence[str] = ...,
    *,
    seed: int | None = ...,
    options: Mapping[str, SettingValue] | None = ...,
    gamesmaster: str | None = ...,
    practice: bool = ...,
    physical_dice: bool = ...,
    bring: Mapping[str, Any] | None = ...,
) -> Match[HostState]: ...
@overload
def new_match(
    game: Literal["descent"],
    seats: Sequence[str] = ...,
    *,
    seed: int | None = ...,
    options: Mapping[str, SettingValue] | None = ...,
    gamesmaster: str | None = ...,
    practice: bool = ...,
    physical_dice: bool = ...,
    bring: Mapping[str, Any] | None = ...,
) -> Match[DescentState]: ...
@overload
def new_match(
    game: Literal["donjon"],
    seats: Sequence[str] = ...,
    *,
    seed: int | None = ...,
    options: Mapping[str, SettingValue] | None = ...,
    gamesmaster: str | None = ...,
    practice: bool = ...,
    physical_dice: bool = ...,
    bring: Mapping[str, Any] | None = ...,
) -> Match[DonjonState]: ...
@overload
def new_match(
    game: str,
    seats: Sequence[str] = ...,
    *,
    seed: int | None = ...,
    options: Mapping[str, SettingValue] | None = ...,
    gamesmaster: str | None = ...,
    practice: bool = ...,
    physical_dice: bool = ...,
    bring: Mapping[str, Any] | None = ...,
) -> Match[Any]: ...
def new_match(
    game: str,
    seats: Sequence[str] = ("You",),
    *,
    seed: int | None = None,
    options: Mapping[str, SettingValue] | None = None,
    gamesmaster: str | None = None,
    practice: bool = False,
    physical_dice: bool = False,
    bring: Mapping[str, Any] | None = None,
) -> Match[Any]:
    """Start a game by its slug, up to its first decision."""
    from .engine import Match, Opening  # late: start-up time
    from .games import find  # late: start-up time

    opening = Opening(
        game=game,
        seats=tuple(seats),
        seed=new_seed() if seed is None else seed,
        options=dict(options or {}),
        gamesmaster=gamesmaster,
        practice=practice,
        physical_dice=physical_dice,
        bring=dict(bring or {}),
        brief=True,
    )
    return Match.start(find(game), opening.fresh())


def load(path: str | Path) -> Match[Any]:
    """Reopen a saved match, to play on."""
    from .engine import SaveFile  # late: start-up time
    from .games import find  # late: start-up time

    save = SaveFile.read(Path(path))
    return save.reopen(find(save.opening.game))[0]
