"""The laws of every game, checked by random play over many seeds. A broken law says which, where and how to get there again."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ..bots.random import any_answer
from ..drawing import figures
from ..engine import Answer, Ask, Dice, Game, IllegalAnswer, Match, Opening, SaveFile, SettingValue, Told
from .pictures import drawing_faults

_encode = msgspec.msgpack.Encoder().encode
_IMPOSSIBLE: tuple[Answer, ...] = ("no-such-option", -999_999, [], "x" * 100_000)


class LawBroken(AssertionError):
    """A game broke a law of the engine."""


def check_game(
    game: Game[Any],
    seeds: Iterable[int] = range(3),
    *,
    seats: int | None = None,
    options: Mapping[str, SettingValue] | None = None,
    gamesmaster: str | None = None,
    bring: Mapping[str, Any] | None = None,
    decisions: int | None = None,
    every: int = 7,
) -> None:
    """Play random games and hold every law of the engine against them.

    `decisions` stops a game early; the costly laws (restore, secrets, refusals, screens) are held at one decision in `every`.
    """
    for seed in seeds:
        count = seats if seats is not None else game.min_seats + seed % (game.max_seats - game.min_seats + 1)
        opening = Opening(
            game=game.slug,
            seats=names(count),
            seed=seed,
            options=dict(options or {}),
            gamesmaster=gamesmaster,
            bring=dict(bring or {}),
        )
        _Trial(game, opening, decisions, every).run()


class _Trial:
    """One random game, watched by the laws."""

    def __init__(self, game: Game[Any], opening: Opening, decisions: int | None, every: int) -> None:
        self.game = game
        self.opening = opening
        self.limit = decisions
        self.every = every
        self.match: Match[Any] = Match.start(game, opening)
        self.given: list[tuple[int, Answer]] = []

    def broken(self, law: str) -> LawBroken:
        where = f"{self.game.slug}, seed {self.opening.seed}, after {len(self.given)} answers, in {self.match.where()}"
        return LawBroken(f"{law} ({where}; last answers {self.given[-5:]})")

    def run(self) -> None:
        match, dice = self.match, Dice(self.opening.seed + 1)
        while match.ask is not None and (self.limit is None or len(self.given) < self.limit):
            ask = match.ask
            self.ask_is_sound(ask)
            if len(self.given) % self.every == 0:
                self.restores()
                self.refuses_what_is_illegal(ask)
                self.keeps_secrets()
                self.shows()
            seat = dice.pick(ask.seats)
            answer = any_answer(ask, seat, dice)
            match.answer(answer, seat, ask.serial)
            self.given.append((seat, answer))
            if len(self.given) > self.game.longest:
                raise self.broken(f"the game did not end within its stated bound of {self.game.longest} decisions")
        self.events_are_sound()
        self.shows()
        if match.ask is None:
            self.ends_well()
        self.replays()

    def ask_is_sound(self, ask: Ask) -> None:
        """Options non-empty, keys unique, labels and prompt in words, rules that exist."""
        rules = self.game.rulebook()
        if not ask.seats:
            raise self.broken("an ask names nobody who may answer")
        if ask.rule not in rules:
            raise self.broken(f"the ask {ask.prompt!r} names the rule {ask.rule!r}, which does not exist")
        if not ask.prompt.strip():
            raise self.broken("an ask without words")
        for seat in ask.seats:
            keys = ask.keys_for(seat)
            if ask.kind in ("choose", "all", "many") and not keys and ask.low == 0 and ask.kind != "many":
                raise self.broken(f"no legal option for seat {seat}")
            if len(set(keys)) != len(keys):
                raise self.broken(f"keys are not unique: {keys}")
            for key, option in ask.options_for(seat).items():
                if not key or not option.label.strip():
                    raise self.broken(f"option {key!r} has no label")
                if option.rule and option.rule not in rules:
                    raise self.broken(f"option {key!r} names the rule {option.rule!r}, which does not exist")

    def events_are_sound(self) -> None:
        rules = self.game.rulebook()
        for event in self.match.events:
            if event.rule not in rules and not (event.kind == "roll" and not event.rule):
                raise self.broken(f"the event {event.text!r} names the rule {event.rule!r}, which does not exist")
            if not event.text.strip():
                raise self.broken(f"event {event.n} ({event.rule}) has no words")

    def restores(self) -> None:
        """restore(snapshot) is equal: state, dice, ask; and tells nothing again."""
        match = self.match
        again = Match.restore(self.game, match.opening, match.snapshot())
        if _encode(again.state) != _encode(match.state):
            raise self.broken(f"restore(snapshot) gives another state: {_first_difference(again.state, match.state)}")
        if again.dice.state != match.dice.state:
            raise self.broken("restore(snapshot) leaves the dice elsewhere")
        if again.ask is None or match.ask is None or _shape(again.ask) != _shape(match.ask):
            raise self.broken("restore(snapshot) reaches another ask")
        if again.events:
            raise self.broken("restore(snapshot) tells again what was told")

    def refuses_what_is_illegal(self, ask: Ask) -> None:
        match = self.match
        before = (_encode(match.state), match.dice.state, _shape(ask), len(match.events))
        for answer in _IMPOSSIBLE:
            if ask.kind == "text" and isinstance(answer, str) and ask.low <= len(answer) <= ask.high:
                continue
            if ask.kind == "many" and answer == [] and ask.low == 0:
                continue
            try:
                match.answer(answer, ask.seats[0], ask.serial)
            except IllegalAnswer as refusal:
                if len(str(refusal)) < 10:
                    raise self.broken(f"the refusal of {answer!r} explains nothing") from None
            else:
                raise self.broken(f"the illegal answer {str(answer)[:40]!r} was taken")
        for late in (ask.serial - 1, ask.serial + 1):
            try:
                match.answer(any_answer(ask, ask.seats[0], Dice(1)), ask.seats[0], late)
            except IllegalAnswer:
                continue
            raise self.broken("an answer to another question was taken")
        assert match.ask is not None
        if (_encode(match.state), match.dice.state, _shape(match.ask), len(match.events)) != before:
            raise self.broken("a refused answer changed something")

    def keeps_secrets(self) -> None:
        """Shuffle what is hidden: the masked bytes, the seat's ask and its screen do not change."""
        match, game = self.match, self.game
        assert match.ask is not None
        true = _encode(match.state)
        for seat in range(len(self.opening.seats)):
            mask = _encode(game.mask(match.state, seat))
            if _encode(match.state) != true:
                raise self.broken("mask changed the true state")
            other = match.determinised(seat, seed=seat + 17)
            if other.ask is None:
                raise self.broken(f"a copy determinised for seat {seat} is over, the match is not")
            if _encode(game.mask(other.state, seat)) != mask:
                difference = _first_difference(game.mask(other.state, seat), game.mask(match.state, seat))
                raise self.broken(f"seat {seat}'s masked state depends on what it may not know: {difference}")
            if other.ask.seats != match.ask.seats or other.ask.kind != match.ask.kind:
                raise self.broken(f"a copy determinised for seat {seat} reaches another ask")
            if match.ask.waits_for(seat) and _shape(other.ask, seat) != _shape(match.ask, seat):
                raise self.broken(f"seat {seat}'s ask depends on what it may not know")
            if game.screen(game.mask(other.state, seat), seat) != game.screen(game.mask(match.state, seat), seat):
                raise self.broken(f"seat {seat}'s screen depends on what it may not know")
            if seat in match.ask.seats:
                hint, same = game.lesson(game.mask(other.state, seat), seat, other.ask), game.mask(match.state, seat)
                if hint != game.lesson(same, seat, match.ask):
                    raise self.broken(f"what a coach tells seat {seat} depends on what it may not know")
            told = match.told(seat)
            if game.stage(game.mask(other.state, seat), seat, told) != game.stage(game.mask(match.state, seat), seat, told):
                raise self.broken(f"seat {seat}'s stage depends on what it may not know")
            if _encode(match.state) != true:
                raise self.broken("a look at the stage changed the true state")

    def shows(self) -> None:
        """Every seat and a spectator get a screen in words and a sound drawing, which holds the places of their options."""
        for fault in (*screen_faults(self.match), *stage_faults(self.match)):
            raise self.broken(fault)

    def ends_well(self) -> None:
        outcome = self.match.outcome
        if outcome is None or not outcome.summary:
            raise self.broken("the game is over without an outcome in words")
        if outcome.rule and outcome.rule not in self.game.rulebook():
            raise self.broken(f"the outcome names the rule {outcome.rule!r}, which does not exist")

    def replays(self) -> None:
        """The save reads back, and playing it again gives the same bytes at every step."""
        save = SaveFile.decode(SaveFile.of(self.match).encode())
        differs = save.verify(self.game)
        if differs:
            raise self.broken(f"the replay of a save differs: {differs}")
        again = save.replay(self.game)
        if [event.text for event in again.events] != [event.text for event in self.match.events]:
            raise self.broken("the replay of a save tells another story")


def _shape(ask: Ask, seat: int | None = None) -> tuple[object, ...]:
    who = ask.seats[0] if seat is None else seat
    return (ask.kind, ask.seats, ask.prompt, ask.options_for(who), ask.low, ask.high, ask.rule)


def _first_difference(one: Any, other: Any) -> str:
    return _difference(msgspec.to_builtins(one), msgspec.to_builtins(other), "state")


def _difference(one: Any, other: Any, path: str) -> str:
    if isinstance(one, dict) and isinstance(other, dict):
        if list(one) != list(other):
            return f"{path} has keys {list(one)[:8]} against {list(other)[:8]}"
        return next((found for key in one if (found := _difference(one[key], other[key], f"{path}.{key}"))), "")
    if isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            return f"{path} holds {len(one)} against {len(other)}"
        pairs = enumerate(zip(one, other, strict=True))
        return next((found for number, (a, b) in pairs if (found := _difference(a, b, f"{path}[{number}]"))), "")
    return "" if one == other else f"{path} is {one!r} against {other!r}"


def names(count: int) -> tuple[str, ...]:
    """Players whose names must nowhere be taken for anything but names."""
    return tuple(f'P{number + 1} <b onclick="x">&' for number in range(count))


def screen_faults(match: Match[Any]) -> Iterator[str]:
    """What is wrong with the screens and drawings of a match as it stands."""
    for seat in (*range(len(match.opening.names)), None):
        screen = match.screen(seat)
        if not screen.title:
            yield "a screen without a title"
        if seat is None and screen != match.screen(None):
            yield "a spectator who looks again is shown something else"
        drawing = screen.drawing
        if drawing is None:
            continue
        yield from (f"{fault} (seat {seat})" for fault in drawing_faults(drawing))
        if match.ask is not None and seat is not None:
            for key, option in match.ask.options_for(seat).items():
                if option.place and option.place not in drawing.places:
                    yield f"option {key!r} is at {option.place!r}, which is not on seat {seat}'s drawing"


def _told(said: str, told: Sequence[Told]) -> bool:
    """Whether something is a sentence that was told, or several of them."""
    for event in told:
        said = said.replace(event.text, "", 1) if event.text else said
    return not said.strip()


def stage_faults(match: Match[Any]) -> Iterator[str]:
    """What is wrong with the stage of a match as it stands: it must be in words, and say nothing that the story does not."""
    for seat in (*range(len(match.opening.names)), None):
        stage = match.stage(seat)
        if stage is None:
            continue
        told = match.told(seat)
        thrown = {event.n: event.roll for event in told if event.roll is not None}
        if not stage.title.strip() or not all(side.name.strip() for side in stage.sides):
            yield f"the stage of seat {seat} has no title, or a side without a name"
        yield from (f"the stage of seat {seat} names the figure {side.figure!r}, which is not drawn" for side in stage.sides
                    if side.figure and not figures.known(side.figure))  # fmt: skip
        for said in filter(None, (stage.outcome, stage.meanwhile)):
            if not _told(said, told):
                yield f"the stage of seat {seat} says {said!r}, which was not told to it"
        for throw in stage.throws:
            if thrown.get(throw.n) != throw.roll:
                yield f"the stage of seat {seat} shows the throw {throw.roll}, which was not told to it"
            if throw.against is not None and throw.against not in thrown.values():
                yield f"the stage of seat {seat} shows the throw {throw.against}, which was not told to it"


def fingerprint(game: Game[Any], seed: int, decisions: int = 300) -> str:
    """A hash of a random game: states, asks and log. Equal wherever and whenever it is played."""
    count = game.min_seats + seed % (game.max_seats - game.min_seats + 1)
    match = Match.start(game, Opening(game=game.slug, seats=tuple(f"P{n + 1}" for n in range(count)), seed=seed))
    dice, digest = Dice(seed), hashlib.sha256()
    while match.ask is not None and match.move_count < decisions:
        digest.update(repr(_shape(match.ask)).encode())
        seat = match.ask.seats[0]
        match.answer(any_answer(match.ask, seat, dice), seat)
    digest.update(_encode(match.state))
    for event in match.events:
        digest.update(event.text.encode())
    return digest.hexdigest()


def check_hash_seeds(slug: str, seeds: Iterable[int] = (1, 2)) -> None:
    """The same games under two hash seeds, in processes of their own, are the same to the byte."""
    code = (
        "import sys\nfrom undercroft.games import find\nfrom undercroft.testing import fingerprint\n"
        "print([fingerprint(find(sys.argv[1]), int(seed)) for seed in sys.argv[2:]])"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", code, slug, *(str(seed) for seed in seeds)],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1")
    ]
    if said[0] != said[1]:
        raise LawBroken(f"{slug} plays differently under another PYTHONHASHSEED: something loops over a set")
