"""Looking back: a match as one seat may know it, whole or at one moment."""

from __future__ import annotations

import msgspec

from ...store import Keeper, StoreError
from ..wire import messages as wire
from ..wire.refusal import Refusal


def replay_of(keeper: Keeper, seat: int | None) -> wire.Replay:
    """A match as one seat may know it. What others answered may be a secret until it is over."""
    opening = keeper.record.opening
    names = opening.names
    over = keeper.last.serial < 0
    moves = [
        wire.MoveInfo(
            i + 1,
            move.seat,
            names[move.seat] if move.seat >= 0 else "other dice",
            at,
            move.answer if over or move.seat == seat else None,
            move.events,
        )
        for i, (move, at) in enumerate(zip(keeper.moves, keeper.times, strict=False))
    ]
    seen = [event.seen_by(seat) for event in keeper.events]
    return wire.Replay(
        keeper.id, opening.game, names, keeper.first, moves, [event for event in seen if event is not None], over,
        opening.seed if over and not keeper.match.chance.epochs else None, keeper.record.rules_version, keeper.last.over,
    )  # fmt: skip


def view_at(keeper: Keeper, count: int, seat: int | None) -> wire.ReplayView:
    """One moment of a replay."""
    try:
        match = keeper.at(count)
    except StoreError as error:
        raise Refusal("no-such", str(error)) from None
    screen = match.screen(seat)
    prompt, said = words_of(keeper, count, seat)
    bare = msgspec.structs.replace(screen, drawing=None)
    return wire.ReplayView(count, bare, screen.drawing, len(match.events), prompt, said, match.stage(seat))


def words_of(keeper: Keeper, count: int, seat: int | None) -> tuple[str, str]:
    """What the last of so many answers was given to, and that answer, in words; "" where this seat may not know."""
    if count <= keeper.first:
        return "", ""
    move = keeper.moves[count - 1]
    if move.seat < 0 or not (keeper.last.serial < 0 or move.seat == seat):
        return "", ""
    ask = keeper.at(count - 1).ask
    if ask is None:
        return "", ""
    given = move.answer if isinstance(move.answer, list | tuple) else [move.answer]
    labels = {key: option.label for key, option in ask.options_for(move.seat).items()}
    words = [labels.get(each, each) if isinstance(each, str) else str(each) for each in given]
    return ask.prompt if move.seat in ask.seats else "", ", ".join(words)
