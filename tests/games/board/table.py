"""Setting the table for tests: an empty board, pawns where they are wanted, cards by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from undercroft.engine import Answer, Match, Opening, Ran, SettingValue, run
from undercroft.games.board import GAME
from undercroft.games.board.board import Board, printed_board
from undercroft.games.board.content import KINDS, SPELLS, Deck, printed_deck
from undercroft.games.board.rules.pieces.table import put_by_magic
from undercroft.games.board.rules.turn.turn import take_turn
from undercroft.games.board.state import Dials, Dungeon, Guard, Pawn, Turn

Dice = Sequence[int | str | Sequence[int]]


class Setting:
    """A table being set; `s` is the state."""

    def __init__(self, *kinds: str, **dials: Any) -> None:
        self.board: Board = printed_board()
        self.deck: Deck = printed_deck()
        self.used_monsters: list[int] = []
        self.used_prizes: list[int] = []
        pawns = []
        marks = dict.fromkeys(KINDS, 0)
        for seat, kind in enumerate(kinds):
            marks[kind] += 1
            pawn = Pawn(
                seat, f"{kind.title()} {marks[kind]}", mark=marks[kind], kind=KINDS.index(kind), first_kind=KINDS.index(kind)
            )
            pawn.space = self.board.start
            pawn.trail = [pawn.space]
            if kind == "wizard":
                pawn.spell_limit = 7
            pawns.append(pawn)
        self.s = Dungeon(Dials(**dials), pawns, [[] for _ in self.board.places])
        self.s.discards = [[] for _ in range(6)]
        self.s.spell_stock = [12, 12, 12]
        self.s.order = list(range(len(pawns)))
        self.s.phase = "turn"
        self.s.now = Turn(moves=5)

    @property
    def pawn(self) -> Pawn:
        """The first pawn."""
        return self.s.pawns[0]

    def at(self, where: str, seat: int = 0, trail: Iterable[str] = ()) -> Setting:
        """Put a pawn down, with the way it came."""
        pawn = self.s.pawns[seat]
        put_by_magic(self.s, pawn, self.board.find(where))
        if trail:
            pawn.trail = [self.board.find(space) for space in trail]
            assert pawn.trail[-1] == pawn.space
        return self

    def monster(self, name: str, level: int = 0) -> int:
        """An unused monster or trap card by name."""
        for card, monster in enumerate(self.deck.monsters):
            if card not in self.used_monsters and name in (monster.name, monster.trap) and level in (0, monster.level):
                self.used_monsters.append(card)
                return card
        raise AssertionError(f"no {name} left on level {level}")

    def prize(self, name: str, level: int = 0) -> int:
        """An unused prize card by name."""
        for card, prize in enumerate(self.deck.prizes):
            if card not in self.used_prizes and prize.name == name and level in (0, prize.level):
                self.used_prizes.append(card)
                return card
        raise AssertionError(f"no {name} left on level {level}")

    def guard(self, where: str, *names: str, prizes: Iterable[str] = ()) -> Setting:
        """Lay monsters, top first; the prizes under the top one."""
        site = self.board.site[self.board.find(where)]
        self.s.stacks[site] = [Guard(self.monster(name), []) for name in names]
        self.s.stacks[site][0].hoard = [self.prize(name) for name in prizes]
        return self

    def loose(self, where: str, *names: str) -> Setting:
        """Lay prizes without a guard."""
        self.s.loose[self.board.find(where)] = [self.prize(name) for name in names]
        return self

    def give(self, *names: str, seat: int = 0, level: int = 0) -> Setting:
        """Put prizes into a hand."""
        self.s.pawns[seat].prizes += [self.prize(name, level) for name in names]
        return self

    def spells(self, *names: str, seat: int = 0) -> Setting:
        """Put spells into a hand, out of the stock."""
        held = [SPELLS.index(name) for name in names]
        self.s.pawns[seat].spells = sorted(held)
        for spell in held:
            self.s.spell_stock[spell] -= 1
        return self

    def killed(self, *names: str) -> Setting:
        """Lay monsters on the discard piles."""
        for name in names:
            card = self.monster(name)
            self.s.discards[self.deck.monsters[card].level - 1].append(card)
            self.s.killed += 1
        return self

    # Looking.

    def stack(self, where: str) -> list[str]:
        """The names of the cards in a place."""
        return [self.deck.monsters[guard.card].name for guard in self.s.stacks[self.board.site[self.board.find(where)]]]

    def hoard(self, where: str) -> list[str]:
        """The names of the prizes under the top card of a place."""
        return [self.deck.prizes[card].name for card in self.s.stacks[self.board.site[self.board.find(where)]][0].hoard]

    def hand(self, seat: int = 0) -> list[str]:
        """The names of the prizes in a hand."""
        return [self.deck.prizes[card].name for card in self.s.pawns[seat].prizes]

    def where(self, seat: int = 0) -> str:
        """Where a pawn stands."""
        space = self.s.pawns[seat].space
        return self.board.address[space] if space >= 0 else "off"

    def known(self, a: str, b: str, seat: int = 0) -> Setting:
        """Let a pawn know the secret door between two spaces."""
        self.s.pawns[seat].doors.append(self.board.link_between[self.board.find(a), self.board.find(b)])
        return self

    # Playing.

    def turn(self, *answers: Answer | tuple[int, Answer], dice: Dice = ()) -> Ran[Dungeon, None]:
        """Play one turn with scripted answers and dice."""
        return run(take_turn, self.s, answers=answers, dice=dice)

    def asked(self, *answers: Answer | tuple[int, Answer], dice: Dice = ()) -> tuple[str, ...]:
        """The keys of the ask that follows these answers (which then goes unanswered)."""
        try:
            run(take_turn, self.s, answers=answers, dice=dice)
        except AssertionError as error:
            text = str(error)
            if "legal: " not in text:
                raise
            return tuple(text.split("legal: ")[1].split(", "))
        return ()


def new_match(*seats: str, seed: int = 1, light: bool = False, **options: SettingValue) -> Match[Dungeon]:
    """A real match."""
    return Match.start(GAME, Opening(game="board", seats=seats, seed=seed, options=options), light=light)


def goes(keys: Iterable[str]) -> list[str]:
    """The destinations among the keys."""
    return [key[3:] for key in keys if key.startswith("go:")]
