"""Ratings by openskill (Bradley and Terry's model as Weng and Lin update it): ties and tables of many seats included."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Rating(msgspec.Struct, frozen=True):
    """How strong a bot is, on openskill's scale, with a 95 % interval."""

    rating: float
    low: float
    high: float


def ratings(names: Sequence[str], bouts: Sequence[tuple[Sequence[int], Sequence[tuple[float, float]]]]) -> dict[str, Rating]:
    """Ratings after all bouts (who took part, and how each did: greater is better), the best first.

    Bots do not learn between games, so nothing is added to their uncertainty with time.
    """
    from openskill.models import BradleyTerryFull  # late: start-up time

    model = BradleyTerryFull(tau=0.0)
    found = [model.rating(name=name) for name in names]
    for who, ends in bouts:
        places = [float(sum(other > end for other in ends)) for end in ends]
        for index, (after,) in zip(who, model.rate([[found[index]] for index in who], ranks=places), strict=True):
            found[index] = after
    order = sorted(zip(names, found, strict=True), key=lambda pair: (-pair[1].mu, pair[0]))
    return {
        name: Rating(round(one.mu, 4), round(one.mu - 1.96 * one.sigma, 4), round(one.mu + 1.96 * one.sigma, 4))
        for name, one in order
    }
