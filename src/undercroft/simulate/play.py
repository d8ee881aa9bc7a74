"""Play many games with bots and count. The same plan gives the same numbers with any number of processes, here or elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any, TypedDict, Unpack

import msgspec

from ..bots import bring_bot, find_bot
from ..engine import BadOpening, Bot, Dice, Game, Opening, SettingValue
from ..games import find
from .experiment import Experiment
from .job import Piece, split, stopped
from .report import Report
from .row import Row, play
from .tally import Numbers, Tally
from .work import carry_out

_CHUNK = 25  # games counted together; fixed, so that sums do not depend on the number of processes


class Plan(msgspec.Struct, frozen=True):
    """What to simulate."""

    game: str
    games: int = 1000
    seed: int = 1
    seats: tuple[str, ...] = ()  # names; empty: as few as the game allows
    bots: tuple[str, ...] = ("random",)  # one, or one per seat
    options: dict[str, SettingValue] = {}
    longest: int = 0  # stop a game after so many decisions and count it as unfinished; 0: the game's own bound
    cover: bool = False  # count the content met
    rotate: bool = False  # every game is played by the next of the bots in all seats, instead of one bot per seat
    rounds: tuple[dict[str, SettingValue], ...] = ()  # options added in turn: whenever each bot has had a game, the next of these
    vary: dict[
        str, tuple[str, ...]
    ] = {}  # an experiment: every game with each of these values of an option, of "bot" or of "seats"
    keep: bool = False  # hand on every game by itself

    def seat_names(self, game: Game[Any]) -> tuple[str, ...]:
        """The seats to fill."""
        return self.seats or tuple(f"P{number + 1}" for number in range(game.min_seats))

    def variants(self) -> list[tuple[str, Plan]]:
        """What an experiment compares, by name; the first is what the others are compared with. Without one: this plan."""
        found = []
        for values in product(*self.vary.values()):
            turned = msgspec.structs.replace(self, vary={})
            for name, value in zip(self.vary, values, strict=True):
                turned = _turned(turned, name, value)
            found.append((", ".join(f"{name}={value}" for name, value in zip(self.vary, values, strict=True)), turned))
        return found

    def players(self, game: Game[Any]) -> list[Bot]:
        """The bots that are named, or a BadOpening that says which there are."""
        seats = len(self.seat_names(game))
        if len(self.bots) not in (1, seats) and not self.rotate:
            raise BadOpening(f"{len(self.bots)} bots for {seats} seats; name one, or one per seat")
        return [named_bot(game, name) for name in self.bots]

    # As a job.

    def pieces(self) -> list[Piece]:
        """The games in fixed chunks."""
        return split(self.games, _CHUNK)

    def mark(self) -> dict[str, Any]:
        """All but the number of games."""
        rest: dict[str, Any] = msgspec.to_builtins(self)
        del rest["games"]
        return {"job": "simulate", "rules_version": find(self.game).rules_version, **rest}

    def do(self, first: int, count: int) -> Counted:
        """Play some of the games, each in every variant with the same chance."""
        game = find(self.game)
        variants = [(plan, plan.seat_names(game), plan.players(game)) for _, plan in self.variants()]
        found = Counted([Tally() for _ in variants])
        for number in range(first, first + count):
            if stopped():
                break
            rows = [plan.play_game(game, number, index, names, players, found.tallies[index])
                    for index, (plan, names, players) in enumerate(variants)]  # fmt: skip
            found.compare(rows)
            if self.keep:
                found.rows += rows
        return found

    def play_game(
        self, game: Game[Any], number: int, variant: int, names: tuple[str, ...], players: list[Bot], tally: Tally
    ) -> Row:
        """Play the game of a number and count it."""
        bots = [players[number % len(players)]] * len(names) if self.rotate else (players * len(names))[: len(names)]
        dice = Dice(self.seed).fork(number + 1)
        turn = self.rounds[number // len(players) % len(self.rounds)] if self.rounds else {}
        opening = Opening(game=self.game, seats=names, seed=dice.next64(), options={**self.options, **turn})
        met: dict[tuple[str, str], int] | None = {} if self.cover else None
        row = play(game, opening, bots, dice.fork(2), number=number, variant=variant, longest=self.longest, met=met)
        tally.count(row, met or {})
        return row


def _turned(plan: Plan, name: str, value: str) -> Plan:
    if name == "bot":
        return msgspec.structs.replace(plan, bots=(value,))
    if name == "seats":
        if not value.isdecimal() or not 1 <= int(value) <= 99:
            raise BadOpening(f"seats is {value!r}; to vary it, name numbers of players: seats=2,3,4")
        return msgspec.structs.replace(plan, seats=tuple(f"P{number + 1}" for number in range(int(value))))
    return msgspec.structs.replace(plan, options={**plan.options, name: value})


def named_bot(game: Game[Any], name: str) -> Bot:
    """A bot by the name that whoever runs this has given; one's own are brought along."""
    return bring_bot(name) if ":" in name else find_bot(game, name)


class Counted(msgspec.Struct):
    """What some games came to: a tally for each variant, and how the later ones differ from the first, game by game."""

    tallies: list[Tally] = []
    differences: list[dict[str, Numbers]] = []
    rows: list[Row] = []

    def compare(self, rows: list[Row]) -> None:
        """Count how one game went in each variant, beside the first."""
        if not self.differences:
            self.differences = [{} for _ in rows[1:]]
        for row, table in zip(rows[1:], self.differences, strict=True):
            for name, value in _figures(row).items():
                base = _figures(rows[0]).get(name)
                if base is not None:
                    table.setdefault(name, Numbers()).add(value - base)

    def merge(self, other: Counted) -> None:
        """Add the games of another piece; its rows are not kept."""
        if not self.tallies:
            self.tallies = [Tally() for _ in other.tallies]
            self.differences = [{} for _ in other.differences]
        for mine, theirs in zip(self.tallies, other.tallies, strict=True):
            mine.merge(theirs)
        for table, more in zip(self.differences, other.differences, strict=True):
            for name, numbers in more.items():
                table.setdefault(name, Numbers()).merge(numbers)

    @property
    def games(self) -> int:
        """How many were played, of each variant."""
        return self.tallies[0].games if self.tallies else 0


def _figures(row: Row) -> dict[str, float]:
    """What can be subtracted: numbers, and what is true or not as 1 or 0."""
    found = {name: float(value) for name, value in row.facts.items() if not isinstance(value, str)}
    if row.finished:
        found.update({"decisions": float(row.moves), "won by anybody": float(bool(row.winners))})
        if row.scores:
            found["score"] = sum(row.scores) / len(row.scores)
    return found


def play_one(
    game: Game[Any], opening: Opening, bots: list[Bot], dice: Dice, tally: Tally, *, longest: int = 0, cover: bool = False
) -> None:
    """Play one light game to its end and count it."""
    met: dict[tuple[str, str], int] | None = {} if cover else None
    tally.count(play(game, opening, bots, dice, longest=longest, met=met), met or {})


class Stopped(KeyboardInterrupt):
    """Somebody stopped a simulation; `report` holds what was counted until then."""

    def __init__(self, report: Any) -> None:
        super().__init__()
        self.report = report


class Way(TypedDict, total=False):
    """How a plan is carried out; none of it changes a figure."""

    jobs: int  # processes; 0: one per core
    on: str  # a cluster: "ray", "ray:HOST:PORT"
    journal: Path | None  # a file that keeps what is done, and is gone on with
    progress: Callable[[int], None]  # told how many games are counted
    take: Callable[[list[Row]], None]  # handed the games one by one, where the plan keeps them


def simulate(plan: Plan, **way: Unpack[Way]) -> Report:
    """Carry out a plan. Ctrl-C stops at once: `Stopped` has what was counted."""
    try:
        total = _count(plan, **way)
    except Stopped as stopped:
        raise Stopped(Report.of(plan.game, _first(stopped.report), {})) from None
    return Report.of(plan.game, _first(total), find(plan.game).content() if plan.cover else {})


def experiment(plan: Plan, **way: Unpack[Way]) -> Experiment:
    """Carry out a plan that varies something: a report for each variant, and how they differ on the same seeds."""
    names = [name for name, _ in plan.variants()]
    try:
        total = _count(plan, **way)
    except Stopped as stopped:
        raise Stopped(Experiment.of(plan.game, names, stopped.report.tallies, stopped.report.differences)) from None
    return Experiment.of(plan.game, names, total.tallies, total.differences)


def _first(total: Counted) -> Tally:
    return total.tallies[0] if total.tallies else Tally()


def _count(plan: Plan, **way: Unpack[Way]) -> Counted:
    total = Counted()
    try:
        pieces = carry_out(plan, Counted, jobs=way.get("jobs", 1), on=way.get("on", ""), journal=way.get("journal"))
        with closing(pieces):
            for piece in pieces:
                total.merge(piece)
                if "take" in way:
                    way["take"](piece.rows)
                if "progress" in way:
                    way["progress"](total.games)
    except KeyboardInterrupt:
        raise Stopped(total) from None
    return total
