"""Match: a game in progress, and the only authority over it. Terminal, web, bots and simulation all drive it.

Clone, save, undo, search and replay are all `restore(snapshot)`. A match does no input or output.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Generic

import msgspec
from msgspec import UNSET

from .ask import Answer, Ask
from .dice import Dice, ScriptError
from .errors import CHANGED, CannotUndo, IllegalAnswer, RulesBug
from .event import Event, SeenEvent, Told
from .game import Game, Opening, Outcome, S, View
from .save import Save
from .screen import Screen
from .sealed import SEALED, Chance, Draw
from .snapshot import CHANCE, Move, Snapshot
from .stage import Stage
from .structs import decoder
from .table import Blind, Table
from .words import listed, owned, telling_odds

_SILENT_STEPS = 10_000  # steps in a row without a decision: the rules are stuck

_encode = msgspec.msgpack.Encoder().encode


class Match(Generic[S]):
    """A game in progress."""

    def __init__(
        self,
        game: Game[S],
        opening: Opening,
        state: S,
        dice: Dice,
        *,
        light: bool = False,
        met: dict[tuple[str, str], int] | None = None,
        chance: Chance | None = None,
        draws: list[Draw] | None = None,
    ) -> None:
        """Use `start` or `restore`; this leaves the match before its first step."""
        self.game = game
        self.opening = opening
        self.light = light
        self.odds = game.tells_odds if opening.odds is UNSET else opening.odds
        self.ask: Ask | None = None  # None: the game is over
        self.moves: list[Move] = []
        self.steps: list[Snapshot] = []  # where each step began, as far back as this match remembers
        self.chance = Chance() if chance is None else chance
        self.draws: list[Draw] = [] if draws is None else draws  # what sealed dice have drawn since it began or was restored
        self._drawn: dict[int, int] = {}  # how many of them before the step that began after so many answers
        self._redraw: int | None = None  # whose knowledge of what is hidden ends where the next step begins
        self.table: Table[S] = Table(
            state,
            dice,
            game=game,
            gamesmaster=opening.gamesmaster_seat,
            physical_dice=opening.physical_dice,
            brief=opening.brief,
            light=light,
            met=met,
        )
        self._coroutine: Coroutine[Ask, Any, None] | None = None
        self._serial = 0
        self._forgotten = 0  # moves before `steps[0]`, when restored without its past

    # Beginning.

    @classmethod
    def start(
        cls,
        game: Game[S],
        opening: Opening,
        *,
        dice: Dice | None = None,
        light: bool = False,
        met: dict[tuple[str, str], int] | None = None,
        chance: Chance | None = None,
    ) -> Match[S]:
        """A new game, up to its first decision. Sealed dice come from the first epoch of `chance` that has a key."""
        decoder(game.state_type)  # setting up may read parts of it
        opening = game.check_opening(opening)
        draws: list[Draw] = []
        if dice is None and opening.dice == SEALED:
            chance = chance or Chance()
            dice = chance.dice(chance.first, 0, draws)
        source = Dice(opening.seed) if dice is None else dice
        state = game.setup(opening, source)
        match = cls(game, opening, state, source, light=light, met=met, chance=chance, draws=draws)
        match._run(first=True)
        return match

    @classmethod
    def restore(
        cls, game: Game[S], opening: Opening, snapshot: Snapshot, *, light: bool = False, chance: Chance | None = None
    ) -> Match[S]:
        """The match as it stood at the snapshot. What was told up to then is not told again."""
        match = cls._standing(game, opening, snapshot, light, chance)
        match._resume(snapshot)
        return match

    @classmethod
    def _standing(cls, game: Game[S], opening: Opening, snapshot: Snapshot, light: bool, chance: Chance | None) -> Match[S]:
        """A match where the snapshot's step begins."""
        state = decoder(game.state_type).decode(snapshot.state)
        draws: list[Draw] = []
        dice = (chance or Chance()).dice(snapshot.epoch or 0, snapshot.dice, draws)
        return cls(game, opening, state, dice, light=light, chance=chance, draws=draws)  # type: ignore[arg-type]

    @classmethod
    def reopen(
        cls,
        game: Game[S],
        opening: Opening,
        snapshot: Snapshot,
        moves: Sequence[Move],
        events: Sequence[Event],
        *,
        chance: Chance | None = None,
        draws: Sequence[Draw] = (),
        watch: Callable[[Match[S], int], None] | None = None,
    ) -> Match[S]:
        """The match after all of `moves`, with its past: the first `snapshot.moves` of them led to the snapshot's step, the
        rest are played again. Nothing is told or drawn twice: the log is `events`, and `draws` are those made up to the first
        question of the snapshot's step.
        `watch` is shown the match before each answer that is played again, with the number of answers given, and after the last.
        """
        match = cls._standing(game, opening, snapshot, False, chance)
        match.draws[:] = draws
        match.table.events[:] = events[: snapshot.events]
        match.table.watching = snapshot.watching
        match.moves = list(moves[: snapshot.moves])
        match._serial = snapshot.serial
        match._run(first=True)
        match._draw_once(len(draws))
        for count, move in enumerate(moves[snapshot.moves :], snapshot.moves):
            if watch is not None:
                watch(match, count)
            match.answer(move.answer, move.seat)
            match.moves[-1] = move
        if watch is not None:
            watch(match, len(moves))
        match.table.events[:] = events
        return match

    def _resume(self, snapshot: Snapshot) -> None:
        self._serial = snapshot.serial
        self._forgotten = snapshot.moves - len(self.moves)
        self.table.watching = snapshot.watching
        self.table.muted = True
        self._run(first=True)
        for seat, answer in snapshot.answers:
            self.answer(answer, seat)
        self.table.muted = False

    @property
    def state(self) -> S:
        """The true state. Clients see `screen(seat)` instead."""
        return self.table.state

    @property
    def events(self) -> list[Event]:
        """Everything that was told since this match began or was restored."""
        return self.table.events

    @property
    def dice(self) -> Dice:
        """Where chance comes from."""
        return self.table.dice

    @property
    def move_count(self) -> int:
        """How many answers were given in this game, those before a restore included."""
        return self._forgotten + len(self.moves)

    def renumber(self, serial: int) -> None:
        """Let the pending ask have this number, because others know it by that; the next ones follow."""
        if self.ask is not None:
            self.ask.serial = serial
        self._serial = serial + 1

    def know_past(self, moves: Sequence[Move]) -> None:
        """Know every answer that was given, though `steps` may not lead back to them."""
        self.moves = list(moves)
        self._forgotten = 0

    # Playing.

    def answer(self, answer: Answer, seat: int | None = None, serial: int | None = None) -> None:
        """Give an answer and play on to the next decision.

        Refused with IllegalAnswer, and nothing changes, when the game is over, the serial is not the pending ask's, the seat
        is not asked, or the answer is not legal.
        """
        if seat == CHANCE:
            if str(answer).startswith("epoch "):
                self.set_epoch(*(int(word) for word in str(answer).split()[1::2]))
            else:
                self.set_chance(int(str(answer)))
            return
        ask = self.ask
        if ask is None:
            raise IllegalAnswer("the game is over; no answer is needed")
        if serial is not None and serial != ask.serial:
            raise IllegalAnswer(CHANGED)
        if seat is None:
            seat = ask.seats[0]
        if not ask.waits_for(seat):
            raise IllegalAnswer(self.whose_turn())
        answer = ask.check(answer, seat)
        table = self.table
        before = len(table.events)
        table.by = seat
        table.touched = False
        dice_before = table.dice.state, table.dice.epoch
        answer_or_all: Answer | dict[int, Answer] | None = answer
        if ask.kind == "all":
            answer_or_all = self._gather(ask, seat, answer)
            if answer_or_all is None:
                self._note(Move(seat, answer, ask.serial, False, before))
                ask.serial = self._serial
                self._serial += 1
                return
        try:
            self._run(answer_or_all)
        except ScriptError:
            raise
        except Exception as error:
            where = self.where()
            if not self.light:
                self._rewind(self.move_count, before)
            raise RulesBug(f"the rules failed in {where}: {error!r}; the last answer was taken back") from error
        if not self.light:
            touched = table.touched or (table.dice.state, table.dice.epoch) != dice_before
            self._note(Move(seat, answer, ask.serial, touched, before))

    def play_out(self, policy: Callable[[Ask], Answer], longest: int, *, blind: Blind | None = None) -> int:
        """Let a policy answer for the first seat asked, to the end or for `longest` answers; how many it gave.

        In a light match the rules put their questions to it and go on at once: this is how many games are played in a row.
        With `blind`, who answers as the policy would without looking, most questions are not even made.
        """
        table = self.table
        table.left = longest
        if self.light and longest > 0:
            table.policy, table.blind = policy, blind
        try:
            while self.ask is not None and table.left > 0:
                seat = self.ask.seats[0]
                answer, table.refused = policy(self.ask) if table.refused is None else table.refused, None
                table.left -= 1
                if not table.left:
                    table.policy = table.blind = None
                self.answer(answer, seat)
        finally:
            table.policy = table.blind = None
        return longest - table.left

    def set_chance(self, dice: int) -> None:
        """Let the dice go on from another place: a move like any other, so that saves and replays know of it."""
        self._go_on_from(dice)
        self._note_chance(str(dice), len(self.events))

    def _go_on_from(self, dice: int) -> None:
        if self.dice.epoch:
            self.table.dice = Dice()
        self.dice.state = dice

    def set_epoch(self, n: int, redraw: int | None = None) -> None:
        """Let sealed dice go on under another key: a move like any other. With `redraw`, all that this seat could know but
        should not, because it knew the dice so far, is drawn anew where the next step begins.
        """
        before = len(self.events)
        self.chance.leave(self.dice)
        self.table.dice = self.chance.dice(n, 0, self.draws)
        self._redraw = self._redraw if redraw is None else redraw
        epoch = self.chance.epochs.get(n)
        if epoch is not None:
            self.table.note_epoch(n, epoch.seal, epoch.why, redraw)
        self._note_chance(f"epoch {n}" if redraw is None else f"epoch {n} redraw {redraw}", before)

    def _note_chance(self, answer: str, events: int) -> None:
        self._note(Move(CHANCE, answer, self.ask.serial if self.ask is not None else -1, True, events))

    def _note(self, move: Move) -> None:
        if not self.light:
            self.moves.append(move)

    @staticmethod
    def _gather(ask: Ask, seat: int, answer: Answer) -> dict[int, Answer] | None:
        """Keep one of several simultaneous answers; all of them once the last has come."""
        ask.answered = {**ask.answered, seat: answer}
        ask.seats = tuple(other for other in ask.seats if other != seat)
        return None if ask.seats else {seat: ask.answered[seat] for seat in sorted(ask.answered)}

    def _run(self, answer: Answer | dict[int, Answer] | None = None, *, first: bool = False) -> None:
        """Drive the rules to their next decision, or to the end of the game."""
        game, table = self.game, self.table
        silent = 0
        given = 0 if first else 1
        while True:
            if first or self._coroutine is None:
                if game.is_over(table.state):
                    self.ask = self._coroutine = None
                    if not self.light:
                        self._checkpoint(given)
                    return
                if self._redraw is not None:
                    seat, self._redraw = self._redraw, None
                    table.state = game.determinise(table.state, table.state, seat, table.dice)
                if not self.light:
                    self._checkpoint(given)
                table.begin_step()
                self._coroutine = self._steps() if self.light else game.step(table)
                first, answer = False, None
                silent += 1
                if silent > _SILENT_STEPS:
                    raise RulesBug(f"{game.slug} played {_SILENT_STEPS} steps without a decision")
            try:
                with telling_odds(self.odds):
                    ask = self._coroutine.send(answer)
            except StopIteration:
                self._coroutine = None
                continue
            if not isinstance(ask, Ask):
                raise RulesBug(f"rules may await only the table's own decisions and rolls, not {ask!r} (in {self.where()})")
            ask.serial = self._serial
            ask.odds = self.odds
            self._serial += 1
            self.ask = ask
            return

    async def _steps(self) -> None:
        """One step after the other: where nobody may come back to the beginning of one, nothing is done between them."""
        table, is_over, begin_step, step = self.table, self.game.is_over, self.table.begin_step, self.game.step
        silent, answers = 0, -1
        while not is_over(table.state) and self._redraw is None:
            begin_step()
            await step(table)
            silent, before, answers = silent + 1, answers, self._serial - table.left
            if answers != before:
                silent = 0
            elif silent > _SILENT_STEPS:
                raise RulesBug(f"{self.game.slug} played {_SILENT_STEPS} steps without a decision")

    def _checkpoint(self, given: int) -> None:
        """Remember where this step begins. `given`: 1 while the answer that led here is not yet in `moves`."""
        table = self.table
        snapshot = Snapshot(
            _encode(table.state),
            table.dice.state,
            (),
            self._serial,
            table.watching,
            self.move_count + given,
            len(table.events),
            table.dice.epoch or UNSET,
        )
        if self.draws:
            self._drawn[snapshot.moves] = len(self.draws)
        if self.steps and self.steps[-1].moves == snapshot.moves:
            self.steps[-1] = snapshot  # a step without a decision: nobody could come back to it
        else:
            self.steps.append(snapshot)

    # Going back.

    def snapshot(self) -> Snapshot:
        """Everything needed to be here again. Not for light matches."""
        if self.light:
            raise RulesBug("a light match keeps no snapshots")
        start = self.steps[-1]
        since = self.moves[start.moves - self._forgotten :]
        return msgspec.structs.replace(start, answers=tuple((move.seat, move.answer) for move in since))

    def _draw_once(self, known: int) -> None:
        """A step that was begun again drew again what stands already among the first `known` draws."""
        spots = [draw.spot for draw in self.draws]
        again = len(spots) - known
        if again and spots[known - again : known] == spots[known:]:
            del self.draws[known:]
            self._drawn[self.steps[-1].moves] = known - again

    @property
    def drawn_in_step(self) -> list[Draw]:
        """What sealed dice have drawn since this step began: with the snapshot, enough to be here again without their key."""
        return self.draws[self.drawn_before(self.steps[-1]) :]

    def drawn_before(self, step: Snapshot) -> int:
        """How many of `draws` were made before a step of this match began."""
        return self._drawn.get(step.moves, 0)

    def undo(self, seat: int | None = None) -> None:
        """Take back the last answer: one's own, and only while no dice fell and nothing hidden was shown since.

        A practice game allows any. Raises CannotUndo with the reason.
        """
        if not self.moves:
            raise CannotUndo("there is nothing to take back")
        last = self.moves[-1]
        if self.dice.epoch and self.ask is None and not self.opening.practice:
            raise CannotUndo("the game is over, and its dice have been told")
        if not self.opening.practice:
            if seat is not None and seat != last.seat:
                raise CannotUndo("the last answer was somebody else's")
            if last.touched:
                raise CannotUndo("dice fell or something hidden was seen since; only a practice game takes that back")
        self._rewind(self.move_count - 1, last.events)

    def _rewind(self, count: int, told: int) -> None:
        """Stand again where `count` answers had been given and `told` events logged."""
        while len(self.steps) > 1 and self.steps[-1].moves > count:
            self.steps.pop()
        start = self.steps.pop()
        if start.moves > count:
            raise CannotUndo("this game was reopened here and does not remember what came before")
        kept, again = (
            self.moves[: start.moves - self._forgotten],
            self.moves[start.moves - self._forgotten : count - self._forgotten],
        )
        serial = self._serial
        table = self.table
        del table.events[told:]
        table.state = decoder(self.game.state_type).decode(start.state)  # type: ignore[assignment]
        if table.dice.epoch == (start.epoch or 0):
            table.dice.state = start.dice
        else:
            table.dice = self.chance.dice(start.epoch or 0, start.dice, self.draws)
        drawn = self.drawn_before(start)
        since, self.draws[drawn:] = self.draws[drawn:], ()
        self._redraw = None
        if self._coroutine is not None:
            self._coroutine.close()
        self._coroutine = None
        self.moves = kept
        forgotten = self._forgotten
        self._resume(msgspec.structs.replace(start, moves=forgotten + len(kept)))
        self._forgotten = forgotten
        self.steps[-1] = start
        table.muted = True
        for move in again:
            self.answer(move.answer, move.seat)
            self.moves[-1] = move
        table.muted = False
        del since[len(self.draws) - drawn :]
        self.draws[drawn:] = since  # as they were noted when they were told
        self._serial = max(serial, self._serial)
        if self.ask is not None:
            self.ask.serial = self._serial  # a click meant for the question before must not answer this one
            self._serial += 1

    def fork(self, at: int | None = None, *, seed: int | None = None) -> Match[S]:
        """A match of its own, from where `at` answers had been given (default: here); with a seed, other dice from there."""
        count = self.move_count if at is None else at
        if not self._forgotten <= count <= self.move_count:
            raise CannotUndo(f"this game can be forked at {self._forgotten} to {self.move_count} answers, not {count}")
        begin = max((step for step in self.steps if step.moves <= count), key=lambda step: step.moves)
        moves = self.moves[: count - self._forgotten]
        since = moves[begin.moves - self._forgotten :]
        again = Match.restore(
            self.game,
            self.opening,
            msgspec.structs.replace(begin, answers=tuple((move.seat, move.answer) for move in since)),
            chance=self.chance,
        )
        again.draws[:] = self.draws[: self.drawn_before(begin) + len(again.draws)]
        again._drawn = dict(self._drawn)
        again.moves = list(moves)
        again._forgotten = self._forgotten
        again.steps = [step for step in self.steps if step.moves < begin.moves] + [begin]
        told = self.moves[count - self._forgotten].events if count < self.move_count else len(self.events)
        again.table.events[:] = self.events[:told]
        if seed is not None:
            again.set_chance(Dice(seed).next64())
        return again

    # Looking.

    def whose_turn(self) -> str:
        """For whom the table waits, as a sentence."""
        names = [self.opening.names[seat] for seat in self.ask.seats] if self.ask is not None else []
        if len(names) == 1:
            return f"It is {owned(names[0])} turn."
        return f"{listed(names)} have yet to answer." if names else "The game is over."

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return self.game.outcome(self.state) if self.ask is None else None

    def screen(self, seat: int | None, *, drawing: bool = True) -> Screen:
        """What this seat may see now (None: a spectator)."""
        masked = self.game.mask(self.state, seat)
        with telling_odds(self.odds):
            screen = self.game.screen(masked, seat)
        return msgspec.structs.replace(screen, drawing=self.game.draw(masked, seat)) if drawing else screen

    def stage(self, seat: int | None) -> Stage | None:
        """What is happening now, as this seat may know it (None: a spectator)."""
        with telling_odds(self.odds):
            return self.game.stage(self.game.mask(self.state, seat), seat, self.told(seat))

    def told(self, seat: int | None) -> list[Told]:
        """What this seat was told since its own last answer; a spectator: since anybody's."""
        last = next((move for move in reversed(self.moves) if move.seat == seat or (seat is None and move.seat != CHANCE)), None)
        told = (event.told_to(seat) for event in self.events[last.events if last is not None else 0 :])
        return [event for event in told if event is not None]

    def log(self, seat: int | None, since: int = 0) -> list[SeenEvent]:
        """What this seat was told, from event number `since` on."""
        seen = (event.seen_by(seat) for event in self.events[since:])
        return [event for event in seen if event is not None]

    def view(self, seat: int, dice: Dice) -> View[S]:
        """What a bot in this seat may look at."""
        if self.ask is None:
            raise IllegalAnswer("the game is over; no answer is needed")
        copy = None if self.light else lambda seed: self.determinised(seat, seed)
        return View(self.game, self.state, seat, self.ask, dice, copy)

    def determinised(self, seat: int, seed: int) -> Match[S]:
        """A light copy in which everything this seat does not know is drawn anew, the dice to come included."""
        here = self.snapshot()
        start = decoder(self.game.state_type).decode(here.state)
        dice = Dice(seed)
        guess = self.game.determinise(start, self.state, seat, dice)  # type: ignore[arg-type]
        there = msgspec.structs.replace(here, state=_encode(guess))
        copy = Match.restore(self.game, self.opening, there, light=True, chance=self.chance)
        copy._go_on_from(dice.next64())
        return copy

    def save(self, path: str | Path) -> None:
        """Write this match to a file; see `save.py` for the format."""
        Save.of(self).write(Path(path))

    def where(self) -> str:
        """Which rule is running, from the turn down to the innermost rule."""
        names: list[str] = []
        inner: Any = self._coroutine
        if self.light and inner is not None:
            inner = inner.cr_await  # below `_steps`
        while inner is not None and hasattr(inner, "cr_code"):
            names.append(inner.cr_code.co_qualname if hasattr(inner.cr_code, "co_qualname") else inner.cr_code.co_name)
            inner = inner.cr_await
        rule = f" [{self.ask.rule}]" if self.ask is not None else ""
        return " > ".join(names) + rule if names else "the game is over"
