"""Arena: bots against each other on the same seeds, in every seat; who is better, by how much, and how sure that is.

Where seats compete (a game for two or more), bots meet at one table, and every deal is played once for each way to sit around it.
Where one plays alone or all play together, every bot plays every deal by itself, and the better end wins; equal ends are a half.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from itertools import combinations
from typing import Any, Unpack

import msgspec

from ..bots import find_bot
from ..engine import BadOpening, Bot, Dice, Game, Opening, SettingValue
from ..engine.odds import wilson
from ..games import find
from .job import Piece, split, stopped
from .play import Stopped, Way, named_bot
from .ratings import Rating, ratings
from .row import Row, play
from .tally import Mean, Numbers
from .work import carry_out

_DEALS = 5  # deals played together; fixed, so that a journal can be gone on with


class Bout(msgspec.Struct, frozen=True, array_like=True):
    """One comparison: who took part, and how each did. Greater is better; what is equal is shared."""

    deal: int
    part: str  # what everybody at the table was, where a game deals parts
    who: tuple[int, ...]  # bots, by their number in the contest
    ends: tuple[tuple[float, float], ...]  # whether it was won, and the score
    unfinished: int = 0


class Contest(msgspec.Struct, frozen=True):
    """Who meets whom."""

    game: str
    bots: tuple[str, ...]
    games: int = 400  # of each pair (at greater tables: of each company); alone: of each bot
    seed: int = 1
    seats: int = 0  # at a table; 0: as few as the game allows
    options: dict[str, SettingValue] = {}

    def check(self) -> Game[Any]:
        """The game, if all of this can be played; else a BadOpening that says what is wrong."""
        game = find(self.game)
        if self.games < 1:
            raise BadOpening(f"--games is {self.games}; it must be at least 1")
        if len(self.bots) < 2:
            raise BadOpening("an arena needs two bots or more")
        for number, name in enumerate(self.bots):
            bot = named_bot(game, name)
            twin = next((other for other in self.bots[:number] if other == name or _same(game, other, bot)), None)
            if twin is not None:
                raise BadOpening(f"{twin} and {name} are the same bot" if twin != name else f"{name} is named twice")
        seats = self.at_table(game)
        if self.rivals(game) and len(self.bots) < seats:
            raise BadOpening(f"{len(self.bots)} bots cannot fill {seats} seats; name more, or fewer seats")
        for number in range(len(self.parts(game))):
            game.check_opening(self.opening(game, number, 1))
        return game

    def at_table(self, game: Game[Any]) -> int:
        """How many seats a table has."""
        return self.seats or game.min_seats

    def rivals(self, game: Game[Any]) -> bool:
        """Whether seats compete: a game that nobody can play alone."""
        return game.min_seats > 1

    def parts(self, game: Game[Any]) -> tuple[str, ...]:
        """The parts that are dealt in turn, everybody the same; ("",) when a game has none or the options deal them."""
        return next((parts for name, parts in game.parts.items() if name not in self.options), ("",))

    def opening(self, game: Game[Any], deal: int, seed: int) -> Opening:
        """How a deal begins."""
        names = tuple(f"P{number + 1}" for number in range(self.at_table(game)))
        options = dict(self.options)
        for name, parts in game.parts.items():
            options.setdefault(name, ",".join([parts[deal % len(parts)]] * len(names)))
        return Opening(game=self.game, seats=names, seed=seed, options=options)

    def deals(self) -> int:
        """How many deals make so many games of each pair."""
        game = find(self.game)
        return -(-self.games // self.at_table(game)) if self.rivals(game) else self.games

    # As a job.

    def pieces(self) -> list[Piece]:
        """The deals in fixed chunks."""
        return split(self.deals(), _DEALS)

    def mark(self) -> dict[str, Any]:
        """All but the number of games."""
        rest: dict[str, Any] = msgspec.to_builtins(self)
        del rest["games"]
        return {"job": "arena", "rules_version": find(self.game).rules_version, **rest}

    def do(self, first: int, count: int) -> list[Bout]:
        """Play some deals."""
        game = find(self.game)
        bots = [named_bot(game, name) for name in self.bots]
        found: list[Bout] = []
        for deal in range(first, first + count):
            if self.rivals(game):
                for company in combinations(range(len(bots)), self.at_table(game)):
                    for turn in range(len(company)):
                        if stopped():
                            return found
                        found.append(self._meet(game, deal, bots, company[turn:] + company[:turn]))
            elif stopped():
                break
            else:
                found.append(self._compare(game, deal, bots))
        return found

    def _play(self, game: Game[Any], deal: int, bots: list[Bot]) -> Row:
        dice = Dice(self.seed).fork(deal + 1)
        opening = self.opening(game, deal, dice.next64())
        return play(game, opening, bots, dice.fork(2), number=deal)

    def _meet(self, game: Game[Any], deal: int, bots: list[Bot], company: tuple[int, ...]) -> Bout:
        row = self._play(game, deal, [bots[index] for index in company])
        ends = tuple((float(seat in row.winners), 0.0) for seat in range(len(company)))
        return Bout(deal, self._part(game, deal), company, ends, int(not row.finished))

    def _compare(self, game: Game[Any], deal: int, bots: list[Bot]) -> Bout:
        rows = [self._play(game, deal, [bot] * self.at_table(game)) for bot in bots]
        ends = tuple((float(bool(row.winners)), float(sum(row.scores))) for row in rows)
        return Bout(deal, self._part(game, deal), tuple(range(len(bots))), ends, sum(not row.finished for row in rows))

    def _part(self, game: Game[Any], deal: int) -> str:
        parts = self.parts(game)
        return parts[deal % len(parts)]


def _same(game: Game[Any], name: str, bot: Bot) -> bool:
    return ":" not in name and find_bot(game, name) is bot


class Share(msgspec.Struct, frozen=True):
    """How much of some games a bot won from another, with its 95 % interval. A game that nobody won is a half."""

    points: float
    games: int
    rate: float
    low: float
    high: float

    @classmethod
    def of(cls, points: float, games: int) -> Share:
        """Of points won in so many games."""
        share = points / games if games else 0.5
        low, high = wilson(share, games) if games else (0.0, 1.0)
        return cls(points, games, round(share, 6), low, high)


class Pair(msgspec.Struct, frozen=True):
    """One bot against another; how often neither was better; by part; and, where scores are compared, the difference."""

    bot: str
    against: str
    share: Share
    even: int
    by_part: dict[str, Share] = {}
    score: Mean | None = None  # of the first above the second, on the same deals


class Standings(msgspec.Struct, frozen=True):
    """What an arena found."""

    game: str
    seed: int
    bots: tuple[str, ...]
    deals: int
    games: int  # all that were played
    unfinished: int
    ratings: dict[str, Rating]
    pairs: list[Pair]
    wins: dict[str, float]  # alone: the share of its games that each won
    scores: dict[str, Mean]  # alone: what each scored, where a game has scores

    @classmethod
    def of(cls, contest: Contest, bouts: list[Bout]) -> Standings:
        """From all bouts, in their order."""
        game, names = find(contest.game), contest.bots
        rivals = contest.rivals(game)
        scored = any(score for bout in bouts for _, score in bout.ends)
        order = ratings(names, [(bout.who, bout.ends) for bout in bouts])
        pairs = [_pair(names, a, b, bouts, scored=scored) for a, b in combinations(range(len(names)), 2)]
        wins, scores = {}, {}
        if not rivals:
            for index, name in enumerate(names):
                ends = [bout.ends[index] for bout in bouts]
                wins[name] = round(sum(won for won, _ in ends) / max(1, len(ends)), 6)
                if scored:
                    scores[name] = _mean(score for _, score in ends)
        played = len(bouts) * (1 if rivals else len(names))
        deals = len({bout.deal for bout in bouts})
        unfinished = sum(bout.unfinished for bout in bouts)
        return cls(contest.game, contest.seed, names, deals, played, unfinished, order, pairs, wins, scores)

    def json(self) -> str:
        """As JSON, the same bytes for the same contest."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2).decode()

    def text(self) -> str:
        """As tables, the best first."""
        width = max(map(len, self.bots))
        lines = [f"{self.game}: {self.games} games on {self.deals} deals, seed {self.seed}"]
        if self.unfinished:
            lines.append(f"  {self.unfinished} stopped before their end, and count as won by nobody")
        lines.append("Ratings (openskill, 25 to begin with; 95 % intervals)")
        for name, rating in self.ratings.items():
            alone = f"   wins {self.wins[name]:6.1%}" if name in self.wins else ""
            alone += f", scores {_spread(self.scores[name])}" if name in self.scores else ""
            lines.append(f"  {name:<{width}}  {rating.rating:5.2f}  ({rating.low:.2f} to {rating.high:.2f}){alone}")
        lines.append("Pair by pair (a game that nobody wins is half a point)")
        for pair in self.pairs:
            told = f"{_told(pair.share)}  {pair.share.points:g} of {pair.share.games}"
            score = f", score {pair.score.mean:+.1f} ({pair.score.low:+.1f} to {pair.score.high:+.1f})" if pair.score else ""
            lines.append(f"  {pair.bot:<{width}} against {pair.against:<{width}}  {told}, {pair.even} even{score}")
            for part, share in pair.by_part.items():
                lines.append(f"  {part:>{2 * width + 9}}  {_told(share)}  of {share.games}")
        return "\n".join(lines)


def _points(bout: Bout, a: int, b: int) -> float | None:
    """What the first won from the second in a bout: 1, a half or 0; None when they did not meet."""
    if a not in bout.who or b not in bout.who:
        return None
    mine, theirs = bout.ends[bout.who.index(a)], bout.ends[bout.who.index(b)]
    return 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0


def _pair(names: tuple[str, ...], a: int, b: int, bouts: list[Bout], *, scored: bool) -> Pair:
    met = [(bout, points) for bout in bouts if (points := _points(bout, a, b)) is not None]
    parts = dict.fromkeys(bout.part for bout, _ in met if bout.part)
    by_part = {}
    for part in parts:
        own = [points for bout, points in met if bout.part == part]
        by_part[part] = Share.of(sum(own), len(own))
    score = _mean(bout.ends[a][1] - bout.ends[b][1] for bout, _ in met) if scored else None
    even = sum(points == 0.5 for _, points in met)
    return Pair(names[a], names[b], Share.of(sum(points for _, points in met), len(met)), even, by_part, score)


def _mean(values: Iterable[float]) -> Mean:
    numbers = Numbers()
    for value in values:
        numbers.add(value)
    return numbers.mean()


def _told(share: Share) -> str:
    return f"{share.rate:6.1%}  ({share.low:.1%} to {share.high:.1%})"


def _spread(mean: Mean) -> str:
    return f"{mean.mean:.1f} +- {mean.high - mean.mean:.1f}"


def compete(contest: Contest, **way: Unpack[Way]) -> Standings:
    """Hold a contest. Ctrl-C stops at once: `Stopped` has the standings until then."""
    contest.check()
    bouts: list[Bout] = []
    try:
        with closing(
            carry_out(contest, list[Bout], jobs=way.get("jobs", 1), on=way.get("on", ""), journal=way.get("journal"))
        ) as pieces:
            for piece in pieces:
                bouts += piece
                if "progress" in way:
                    way["progress"](bouts[-1].deal + 1)
    except KeyboardInterrupt:
        raise Stopped(Standings.of(contest, bouts)) from None
    return Standings.of(contest, bouts)
