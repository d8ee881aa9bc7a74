"""Sealed toys for tests: epochs with secrets that are known here."""

from __future__ import annotations

from undercroft.engine import Match, Opening
from undercroft.engine.sealed import BOT, PERSON, SEALED, Chance, Epoch, Share, seal_of, seat_seal

from .toy import GAME, Toy

MATCH = "k3v9qz7m2x"


def epoch(n: int, why: str = "the game begins", *, moves: int = 0, events: int = 0, match: str = MATCH) -> Epoch:
    """An epoch of two people and a bot."""
    secret, nonces = bytes([n]) * 32, (bytes([100 + n]) * 32, bytes([200 + n]) * 32)
    shares = [Share(seat, PERSON, seat_seal(match, n, seat, nonce).hex(), nonce.hex()) for seat, nonce in enumerate(nonces)]
    seats = (*shares, Share(2, BOT, "", "00" * 32))
    return Epoch(n, seal_of(match, n, secret).hex(), secret.hex(), seats, 0, match, why, moves, events)


def sealed(**more: object) -> Match[Toy]:
    """A toy that begins with sealed dice."""
    opening = Opening(game="toy", seats=("Ada", "Bo", "Cy"), seed=0, dice=SEALED, **more)  # type: ignore[arg-type]
    return Match.start(GAME, opening, chance=Chance([epoch(1)]))


def reseal(match: Match[Toy], redraw: int | None = None) -> None:
    """The next epoch begins here."""
    n = max(match.chance.epochs, default=0) + 1
    match.chance.add(epoch(n, "Bo sits down", moves=match.move_count, events=len(match.events)))
    match.set_epoch(n, redraw)
