"""Keeper: a match together with its book in the store. Every move is committed before `answer` returns.

It adds no rules: the Match decides what is legal, the Keeper writes down what it decided.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from ..bots import find_bot
from ..engine import Answer, BadOpening, CannotUndo, Dice, Event, Game, Match, Move, Opening, SaveFile, Snapshot, UndercroftError
from ..engine.replaying import migrated
from ..engine.save import StepMark, format_of
from ..engine.sealed import SEALED, Chance, Epoch, bot_seed
from .again import Differs, agreeing, as_far_as_it_goes, asked
from .book import Book, carry, copied, restored
from .rows import Conflict, Out, Record, Row, StoreError, Write, new_id
from .saving import rows_of
from .store import Store
from .visits import came_home, world_of

MILESTONE = 25  # answers between snapshots that are kept for good
REMEMBERED = 10  # steps a live match keeps in memory; what is older is read from the store when it is needed


class Keeper:
    """A match in the store, open for play: `create`, `open`, `answer`, `undo`, `fork`."""

    def __init__(self, store: Store, record: Record, match: Match[Any], book: Book) -> None:
        """Use `create` or `open`."""
        self.store = store
        self.record = record
        self.game: Game[Any] = store.find(record.opening.game)
        self.match = match
        self.notice = ""  # something the player should be told about this reopening
        self.taken_back = 0  # answers that today's rules ask again
        self.told: set[int] = set()  # epochs of sealed dice whose secrets are told
        self._book = book
        self.thrift = 0  # answers that may pass between snapshots: what came since is played again when the match is opened
        self._step: Snapshot | None = None  # the newest one written
        self._milestone = 0
        self._digest: tuple[Snapshot | None, str] = (None, "")  # of the step in which the match stands

    # Beginning.

    @classmethod
    def create(
        cls,
        store: Store,
        opening: Opening,
        *,
        bots: Mapping[int, str] | None = None,
        id: str | None = None,
        out: Out | None = None,
    ) -> Keeper:
        """A new match, stored, up to its first decision. `bots` names who plays a seat that no person plays.

        `out`: it goes into a world that is kept; what comes of it is history there.
        """
        game = store.find(opening.game)
        keeper, write = cls.begin(store, Match.start(game, opening), bots or {}, id)
        write.out = out
        if store.write([write]) != [True]:
            raise Conflict(f"there is a game {keeper.id!r} already")
        return keeper

    @classmethod
    def begin(cls, store: Store, match: Match[Any], bots: Mapping[int, str], id: str | None = None) -> tuple[Keeper, Write]:
        """A keeper of a match that has just started, and its first row, still to be written."""
        for seat, bot in bots.items():
            if not 0 <= seat < len(match.opening.seats):
                raise BadOpening(f"there is no seat {seat} for a bot")
            find_bot(match.game, bot)
        now = time.time()
        record = Record(id or new_id(), match.opening, match.game.rules_version, now, dict(bots))
        keeper = cls(store, record, match, Book(record, ()))
        row = keeper._row("begin", events=tuple(match.events), draws=tuple(match.draws))
        keeper._book.add(row)
        keeper._step = match.steps[-1]
        write = Write(record.id, row, match.steps[-1], record.rules_version, True, keeper._memorials(), record)
        write.epochs = tuple(match.chance.epochs.values())
        write.home = came_home(record.id, match)
        return keeper, write

    @classmethod
    def open(cls, store: Store, id: str, *, accept: bool = False) -> Keeper:
        """A stored match, where it stands. One of older rules is brought to today's, and `notice` says so.

        It is compared with what is stored. Differs: it is not the same, and nothing is played on, unless you `accept` it: then
        it goes on from the last answer that agrees.
        """
        record = store.record(id)
        book = Book(record, store.rows(id))
        if book.last is None:
            raise StoreError(f"the saved game {id!r} has no first row")
        keeper = cls(store, record, None, book)  # type: ignore[arg-type]
        try:
            keeper._load(accept=accept)
        except Differs:
            if store.last_n(id) == keeper.n:
                raise
        if store.last_n(id) != keeper.n:  # somebody moved while this was read
            keeper.reload()
        return keeper

    def _load(self, *, accept: bool = False) -> None:
        book, game = self._book, self.game
        last = book.last
        assert last is not None
        found = self.store.snapshot(self.id, len(book.moves))
        if found is None:
            raise StoreError(f"the saved game {self.id!r} has lost its snapshots")
        epochs, self.told = self.store.epochs(self.id)
        chance = Chance(epochs, book.drawn(len(book.moves)))
        snapshot, version = found
        if version != game.rules_version:
            why = f"saved under rules version {version}, opened under {game.rules_version}"
            self._play_under_todays_rules(snapshot, version, chance, why)
            return
        try:
            start, match, self.notice = agreeing(self.store, game, snapshot, book, chance)
        except Differs as error:
            if not accept:
                raise
            self._play_under_todays_rules(snapshot, version, chance, f"today's rules play this differently ({error})")
            return
        if last.serial >= 0:
            match.renumber(last.serial)
        self.match = match
        self._step = match.steps[-1] if match.steps[-1].moves == start.moves else None
        self._milestone = self.store.last_milestone(self.id)

    def _play_under_todays_rules(self, snapshot: Snapshot, version: int, chance: Chance, why: str) -> None:
        """Go on from a snapshot and the answers since, as far as they fit today's rules; the rest is taken back, by a row."""
        book, game = self._book, self.game
        start = migrated(game, msgspec.structs.replace(snapshot, answers=()), version)
        match, stand, misfit = as_far_as_it_goes(game, self.record.opening, start, book, chance)
        self.taken_back = len(book.moves) - stand
        if self.taken_back:
            again = (
                "is asked again"
                if self.taken_back == 1
                else f"and what came after it, {self.taken_back} answers, are asked again"
            )
            self.notice = f"{why}; {misfit}: this {again}"
        else:
            self.notice = f"{why}; every answer stands"
        keep = book.told(stand)
        if match.events != book.events[:keep]:  # the turn begins in another way
            keep = start.events
        assert book.last is not None
        match.renumber(max(book.last.serial, book.moves[-1].serial if book.moves else -1) + 1)
        match.steps[:-1] = []
        self.match = match
        row = self._row("migrate", keep=keep, events=tuple(match.events[keep:]), rules_version=game.rules_version)
        step = match.steps[-1]
        try:
            self._commit(Write(self.id, row, step, game.rules_version, True))
        except Conflict:
            return  # another process did so at the same moment, and this one now stands where that one does
        self._step = step
        self._milestone = step.moves

    @property
    def id(self) -> str:
        """The match's name in the store."""
        return self.record.id

    @property
    def n(self) -> int:
        """The number of the last row."""
        return self._book.last.n if self._book.last is not None else -1

    @property
    def last(self) -> Row:
        """The last row."""
        assert self._book.last is not None
        return self._book.last

    @property
    def bots(self) -> dict[int, str]:
        """Which seats are played by bots now, and by which."""
        return self._book.bots

    @property
    def people(self) -> set[int]:
        """Seats that a person plays, or has played: what they know is theirs."""
        return self._book.people

    @property
    def events(self) -> list[Event]:
        """The whole log, from the first move on, also after reopening."""
        return self._book.events

    @property
    def moves(self) -> list[Move]:
        """Every answer that stands."""
        return self._book.moves

    @property
    def first(self) -> int:
        """The first count of answers that today's rules can show."""
        return self._book.forgotten

    @property
    def times(self) -> list[float]:
        """When each of them was given."""
        return self._book.times

    # Playing.

    def answer(self, answer: Answer, seat: int | None = None, serial: int | None = None) -> tuple[Event, ...]:
        """Give an answer; when this returns, it is on disk. Returns what was told.

        IllegalAnswer: nothing changed. Conflict: somebody else moved first; the match now stands where they left it.
        """
        write = self.prepare_answer(answer, seat, serial)
        self._commit(write)
        return write.row.events

    def prepare_answer(self, answer: Answer, seat: int | None = None, serial: int | None = None) -> Write:
        """The row for an answer. The match has moved on, but nobody may see it until the row is stored and `accept`ed."""
        drawn, question = len(self.match.draws), asked(self.match.ask)
        self.match.answer(answer, seat, serial)
        return self._moved(drawn, question)

    def _moved(self, drawn: int, question: str = "") -> Write:
        """The row of the match's last move, which was made after so many draws."""
        match = self.match
        move = match.moves[-1]
        events, draws = tuple(match.events[move.events :]), tuple(match.draws[drawn:])
        return self._write(self._row("move", keep=move.events, events=events, move=move, draws=draws, asked=question))

    def prepare_epoch(self, epoch: Epoch, redraw: int | None = None) -> Write:
        """The row with which sealed dice go on under another key; the secret is stored with it, and apart from it."""
        match = self.match
        left, drawn = match.dice.epoch, len(match.draws)
        match.chance.add(epoch)
        match.set_epoch(epoch.n, redraw)
        write = self._moved(drawn)
        write.epochs = tuple(match.chance.epochs[n] for n in (left, epoch.n) if n)
        return write

    def undo(self, seat: int | None = None) -> None:
        """Take back the last answer, where the match allows it: a new row; nothing is rewritten."""
        self._commit(self.prepare_undo(seat))

    def prepare_undo(self, seat: int | None = None) -> Write:
        """The row for an undo."""
        match = self.match
        if match.moves and len(match.steps) == 1 and match.move_count > self._book.forgotten:
            self._recall(match.move_count - 1)
        was_over = self.match.ask is None
        if was_over and world_of(self.store.database, self.id, ("home", "season")):
            raise CannotUndo("what happened in that world is history now")
        self.match.undo(seat)
        row = self._row("undo", keep=len(self.match.events), seat=seat)
        write = self._write(row)
        write.memorials = () if was_over else None
        return write

    def _recall(self, count: int) -> None:
        """Give the match its earlier steps back, from the store."""
        found = self.store.snapshot(self.id, count)
        if found is None or found[1] != self.game.rules_version or found[0].moves >= self.match.steps[0].moves:
            return
        asked = self.match.ask
        chance = self.match.chance
        self.match = restored(self.game, self.record.opening, found[0], self._book, len(self._book.moves), chance)
        self.match.renumber(asked.serial if asked is not None else self._book.moves[-1].serial)

    def set_bot(self, seat: int, bot: str | None) -> None:
        """Let a bot play a seat from now on, or (None) give it back to a person."""
        self._commit(self.prepare_bot(seat, bot))

    def prepare_bot(self, seat: int, bot: str | None) -> Write:
        """The row for a bot that sits down or leaves."""
        if not 0 <= seat < len(self.record.opening.seats):
            raise BadOpening(f"there is no seat {seat} for a bot")
        if bot:
            find_bot(self.game, bot)
        return self._write(self._row("seat", keep=len(self.match.events), seat=seat, bot=bot or ""))

    def bot_to_move(self) -> int | None:
        """The first seat that is asked now and played by a bot; None when the game waits for a person or is over."""
        ask = self.match.ask
        return None if ask is None else next((seat for seat in ask.seats if seat in self.bots), None)

    def bot_seed(self, seat: int) -> int:
        """Where the dice of the bot in that seat begin, at the pending ask. Where the game's dice are sealed, so are these."""
        match = self.match
        key = match.chance.key(match.dice.epoch)
        if key is not None:
            return bot_seed(key, match.move_count, seat)
        return self.record.opening.seed ^ (match.move_count * 0x9E3779B9 + seat + 1)

    def bot_answer(self, seat: int) -> Answer:
        """What the bot in that seat says to the pending ask. It may take its time; nothing changes."""
        match = self.match
        dice = Dice(self.bot_seed(seat))
        player: Callable[..., Answer] = find_bot(self.game, self.bots[seat])
        return player(match.view(seat, dice))

    def fork(
        self,
        at: int | None = None,
        *,
        seed: int | None = None,
        practice: bool | None = None,
        bots: Mapping[int, str] | None = None,
    ) -> Keeper:
        """A match of its own, from where `at` answers had been given (default: here); with a seed, other dice from there.

        `bots`: who plays which seat there, if others than here.
        """
        book = self._book
        count = len(book.moves) if at is None else at
        if not book.forgotten <= count <= len(book.moves):
            raise CannotUndo(f"this game can be forked at {book.forgotten} to {len(book.moves)} answers, not {count}")
        match = self.at(count)
        opening = self.record.opening
        if practice is not None:
            opening = msgspec.structs.replace(opening, practice=practice)
        record = msgspec.structs.replace(
            self.record, id=new_id(), opening=opening, created=time.time(), bots=dict(self.bots if bots is None else bots),
            rules_version=self.game.rules_version, forked_from=self.id, forked_at=count,
        )  # fmt: skip
        if seed is not None:
            match.set_chance(Dice(seed).next64())
        copy = Book(record, ())
        copy.moves, copy.events, copy.times = list(match.moves), list(match.events), [*book.times[:count], record.created]
        copy.draws = book.draws[: count + 1]
        writes = list(copied(record, copy, match))
        writes[0].epochs = self._epochs_before(count)
        writes[0].told = frozenset(self.told)
        steps = [step for step in self.store.milestones(self.id) if book.forgotten <= step.moves <= count]
        carry(writes, [*steps, match.steps[-1]], self.game.rules_version)
        self.store.write(writes)
        return Keeper.open(self.store, record.id)

    def _epochs_before(self, count: int) -> tuple[Epoch, ...]:
        """The epochs of sealed dice that had begun, or been given up, when `count` answers had been given."""
        chance = self.match.chance
        first = chance.first if self.record.opening.dice == SEALED else 0
        return tuple(epoch for epoch in chance.epochs.values() if epoch.n <= first or epoch.moves < count)

    # Writing.

    def _row(self, kind: str, **more: Any) -> Row:
        match = self.match
        ask = match.ask
        outcome = match.outcome
        step = match.steps[-1]
        if self._digest[0] is not step:
            self._digest = (step, step.digest)
        return Row(
            self.n + 1,
            kind,
            time.time(),
            count=match.move_count,
            serial=ask.serial if ask is not None else -1,
            waiting=ask.seats if ask is not None else (),
            over=(outcome.summary or "over") if outcome is not None else "",
            step=self._digest[1],
            **more,
        )

    def _memorials(self) -> tuple[Any, ...] | None:
        outcome = self.match.outcome
        return outcome.memorials if outcome is not None and outcome.memorials else None

    def _write(self, row: Row) -> Write:
        write = Write(self.id, row, rules_version=self.game.rules_version)
        step, last = self.match.steps[-1], self._step
        spare = row.kind == "move" and not row.over and last is not None and 0 <= step.moves - last.moves < self.thrift
        if step is not last and not spare:
            write.step = step
            write.milestone = step.moves - self._milestone >= MILESTONE
        if row.over:
            write.memorials = self._memorials()
            write.tells = bool(self.match.chance.epochs)
            write.home = came_home(self.id, self.match)
        return write

    def accept(self, write: Write) -> None:
        """The row is stored: it is part of the book now."""
        self._book.add(write.row)
        if write.tells:
            self.told.update(self.match.chance.epochs)
        if write.step is not None:
            self._step = write.step
            if write.milestone:
                self._milestone = write.step.moves
        self._milestone = min(self._milestone, write.row.count)
        match = self.match
        if len(match.steps) > 2 * REMEMBERED:
            del match.steps[:-REMEMBERED]

    def rest(self) -> None:
        """Nobody plays for now: keep a snapshot of where the match stands, for rules of another version to go on from."""
        step = self.match.steps[-1]
        if step is not self._step:
            self.store.rest(self.id, step, self.game.rules_version, n=self.n)
            self._step = step

    def _commit(self, write: Write) -> None:
        try:
            stored = self.store.write([write]) == [True]
        except BaseException:
            self._reload_quietly()
            raise
        if not stored:
            self.reload()
            raise Conflict("somebody else answered first; the game now stands where they left it")
        self.accept(write)

    def _reload_quietly(self) -> None:
        try:
            self.reload()
        except UndercroftError:
            self.match.ask = None  # nothing more can be played on what is not stored

    def reload(self) -> None:
        """Stand where the store stands, whatever the match did meanwhile."""
        for _ in range(10):  # once, unless somebody moves while this is read
            for row in self.store.rows(self.id, self.n + 1):
                self._book.add(row)
            try:
                self._load()
            except Differs:
                if self.store.last_n(self.id) == self.n:
                    raise
            if self.store.last_n(self.id) == self.n:
                return

    def catch_up(self) -> bool:
        """Take in what other processes wrote; whether there was anything. Not while a row is prepared."""
        rows = self.store.rows(self.id, self.n + 1)
        if not rows:
            return False
        try:
            for row in rows:
                if not self._follow(row):
                    raise StoreError("not a plain move")
        except UndercroftError:
            self.reload()
        return True

    def _follow(self, row: Row) -> bool:
        """Play another process's move here as well; false when that cannot be done or does not come out the same."""
        match = self.match
        if row.kind == "move" and row.move is not None and row.move.seat >= 0 and row.n == self.n + 1:
            match.answer(row.move.answer, row.move.seat)
            serial = match.ask.serial if match.ask is not None else -1
            if (serial, match.move_count, len(match.events)) != (row.serial, row.count, row.keep + len(row.events)):
                return False
            if row.step and row.step != match.steps[-1].digest:
                return False
            self._step = None
        elif row.kind != "seat" or row.n != self.n + 1:
            return False
        self._book.add(row)
        return True

    def told_since(self, n: int) -> int:
        """The first event that somebody who saw everything up to row `n` has not seen as it is now."""
        return min(self._book.keeps[n + 1 :], default=len(self._book.events)) if n >= 0 else 0

    # Looking back.

    def still(self) -> Keeper:
        """This match as it stands now, to look back at (with `at`, not to play) while play goes on."""
        still = Keeper(self.store, self.record, self.match, self._book.copy())
        still.told = set(self.told)
        return still

    def at(self, count: int) -> Match[Any]:
        """The match as it stood after `count` answers: to look at, or to fork."""
        book = self._book
        if not book.forgotten <= count <= len(book.moves):
            raise StoreError(
                f"answers {book.forgotten} to {len(book.moves)} can be shown, not {count}"
                + ("; what came before was played under older rules and can be read in the log" if book.forgotten else "")
            )
        found = self.store.snapshot(self.id, count)
        if found is None or found[1] != self.game.rules_version:
            raise StoreError("this was played under older rules; it can be read in the log")
        return restored(self.game, self.record.opening, found[0], book, count, self.match.chance)

    def save_file(self) -> SaveFile:
        """The match as a file, with every answer from the first on. Its secrets are in it only when they are told."""
        chance, older = self.match.chance, self.first
        return SaveFile(
            format_of(bool(chance.epochs), older),
            self.game.rules_version,
            self.record.opening,
            tuple((move.seat, move.answer) for move in self.moves),
            tuple(StepMark(step.moves, step.digest) for step in self.store.milestones(self.id)),
            self.match.snapshot(),
            tuple(self.events),
            self.id if chance.epochs else "",
            chance.told(self.match.dice, secrets=self.told >= set(chance.epochs)),
            tuple(self._book.drawn(len(self.moves))),
            older,
        )

    @classmethod
    def from_save(cls, store: Store, save: SaveFile, *, bots: Mapping[int, str] | None = None) -> Keeper:
        """A match in the store from a save file: the same match under a new name."""
        writes, note = rows_of(save, store.find(save.opening.game), bots)
        return cls.from_rows(store, writes, note)

    @classmethod
    def from_rows(cls, store: Store, writes: list[Write], note: str) -> Keeper:
        """The match that these rows are, stored."""
        store.write(writes)
        opened = cls.open(store, writes[0].match)
        opened.notice = note
        return opened
