"""Landmarks: what people steer by from a space - rooms, chambers, stairs, Start - how far they are and how to speak of them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from undercroft.engine import Option

from .....engine.words import count
from ...board import CHAMBER, CORRIDOR, FAR, ROOM, SECRET, START, STEP, Board
from .answers import Towards

_WAYS_KEPT = 20_000  # ways through secret doors, as the cards lie; about 300 bytes each


class Road(NamedTuple):
    """A far landmark, in words that hold whatever cards lie about."""

    label: str
    distance: str


class FarMarks(NamedTuple):
    """The landmarks out of a turn's reach, with their keys: rooms and chambers by site, nearest first; two stairs and Start."""

    places: list[tuple[int, str]]
    others: list[str]
    keys: dict[int, str]

    def without(self, near: Iterable[int | None]) -> FarMarks:
        """The same without those that can be reached all the same, as the doors stand open."""
        gone = {self.keys[mark] for mark in near if mark in self.keys}
        if not gone:
            return self
        return FarMarks([place for place in self.places if place[1] not in gone],
                        [key for key in self.others if key not in gone], self.keys)  # fmt: skip


class Surroundings:
    """The landmarks of a space and how to walk to them. Read only."""

    __slots__ = ("before", "dist", "marks", "roads", "ways")

    def __init__(self, marks: dict[int, int], dist: dict[int, int], before: array[int]) -> None:
        self.marks = marks  # landmark -> spaces to its door, nearest first
        self.dist = dist  # spaces to each corridor, step or Start
        self.before = before  # the space from which each space is come upon; -1: not at all
        self.ways: dict[int, array[int]] = {}  # landmark -> the spaces on the way, once somebody asked
        self.roads: dict[tuple[int, ...], Road] = {}  # landmark and way -> how to speak of it, once somebody looked


class Landmarks:
    """The surroundings of every space of a board, kept once somebody asked."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._ways_on = tuple(  # of each space: what is next to it but for secret doors, and whether one walks through it
            tuple((v, board.halls(v)) for v, via, _link in entry if via != SECRET) for entry in board.near
        )
        self._beside: dict[int, str] = {}
        self._far_marks: dict[tuple[int, int], FarMarks] = {}
        self._surroundings: dict[int, Surroundings] = {}
        self._secrets_near: dict[int, tuple[int, ...]] = {}
        self._ways_through: dict[tuple[int, int, tuple[int, ...], tuple[int, ...]], list[int]] = {}
        self._walks: dict[tuple[int, int], dict[tuple[int, int], Option]] = {}

    def surroundings(self, space: int) -> Surroundings:
        """What people steer by from a space: rooms, chambers, the first step of each stair, Start; worked out once.

        Along corridors only, without secret doors.
        """
        found = self._surroundings.get(space)
        if found is None:
            found = self._surroundings[space] = self._survey(space)
        return found

    def _survey(self, space: int) -> Surroundings:
        board = self.board
        marks: dict[int, int] = {}
        stairs: dict[str, bool] = {}
        before = array("h", [-1]) * board.size
        dist = {space: 0}
        queue = [space]
        for u in queue:  # it grows meanwhile
            for v, hall in self._ways_on[u]:
                if v in dist:
                    continue
                if not hall:
                    if v not in marks:
                        marks[v] = dist[u]
                        before[v] = u
                    continue
                dist[v] = dist[u] + 1
                before[v] = u
                queue.append(v)
                if board.kind[v] == STEP and board.stair_of[v].id not in stairs:
                    stairs[board.stair_of[v].id] = True
                    marks.setdefault(v, dist[v])
                elif v == board.start:
                    marks.setdefault(v, dist[v])
        return Surroundings(dict(sorted(marks.items(), key=lambda mark: mark[1])), dist, before)

    def far_marks(self, space: int, near: int) -> FarMarks:
        """Landmarks farther than `near`; worked out once."""
        found = self._far_marks.get((space, near))
        if found is None:
            places: list[tuple[int, str]] = []
            stairs: list[str] = []
            home: list[str] = []
            keys: dict[int, str] = {}
            for mark, cost in self.surroundings(space).marks.items():
                key = Towards.key_of(self.board.address[mark])
                if cost <= near:
                    continue
                keys[mark] = key
                if mark == self.board.start:
                    home.append(key)
                elif self.board.kind[mark] == STEP:
                    stairs.append(key)
                else:
                    places.append((self.board.site[mark], key))
            found = self._far_marks[space, near] = FarMarks(places, stairs[:2] + home, keys)
        return found

    def way_to(self, space: int, landmark: int, most: int = FAR) -> list[int]:
        """The corridor spaces to walk towards a landmark, up to its door, or onto a step or Start: the first `most` of them."""
        around = self.surroundings(space)
        way = around.ways.get(landmark)
        if way is None:
            way = around.ways[landmark] = array("h")
            at = landmark if self.board.halls(landmark) else around.before[landmark]
            while at not in (space, -1):
                way.append(at)
                at = around.before[at]
            way.reverse()
        return way[:most].tolist()

    def secrets_near(self, space: int) -> tuple[int, ...]:
        """The secret doors that can be passed within a turn's walk; worked out once."""
        found = self._secrets_near.get(space)
        if found is None:
            near = {at for at, cost in self.surroundings(space).dist.items() if cost < 5}
            found = tuple(link for link in self.board.secrets if not near.isdisjoint(self.board.ends[link]))
            self._secrets_near[space] = found
        return found

    def way_through(self, space: int, landmark: int, doors: tuple[int, ...], empty: tuple[int, ...]) -> list[int]:
        """The same for somebody who knows these secret doors, when one of them makes it shorter; kept once somebody asked.

        `empty`: the rooms and chambers behind them that can be walked through.
        """
        asked = (space, landmark, doors, empty)
        found = self._ways_through.get(asked)
        if found is None:
            if len(self._ways_through) >= _WAYS_KEPT:
                self._ways_through.clear()
            found = self._ways_through[asked] = self._seek_through(*asked)
        return found

    def _seek_through(self, space: int, landmark: int, doors: tuple[int, ...], empty: tuple[int, ...]) -> list[int]:
        board, best = self.board, self.way_to(space, landmark)
        sides = [
            (a, b)
            for link in doors
            for a, b in (board.ends[link], board.ends[link][::-1])
            if (board.halls(a) or a in empty) and (board.halls(b) or b in empty or b == landmark)
        ]
        if not sides:
            return best
        ways: dict[int, list[int]] = {space: []}  # the far sides worth going to, and how to get there
        queue = [space]
        for u in queue:  # it grows meanwhile
            here, behind = self.surroundings(u), len(ways[u])
            if behind + here.marks.get(landmark, FAR) < len(best):
                best = [*ways[u], *self.way_to(u, landmark)]
            entries = [(a, b, behind + here.dist.get(a, FAR)) for a, b in sides]
            entries += [(b, b, behind + here.marks.get(b, FAR)) for b in empty]
            for a, b, total in entries:
                if total >= len(best):
                    continue
                if b == landmark and total + board.halls(b) < len(best):
                    best = [*ways[u], *self.way_to(u, a), *([b] if board.halls(b) else [])]
                if (board.halls(b) or b in empty) and total + 1 < min(len(best), len(ways[b]) if b in ways else FAR):
                    ways[b] = [*ways[u], *self.way_to(u, a), b]
                    queue.append(b)
        return best

    def walks(self, space: int, moves: int) -> dict[tuple[int, int], Option]:
        """How walks from a space look to somebody with so many moves left, by target and cost; kept here once made."""
        return self._walks.setdefault((space, moves), {})

    def stairs_from(self, space: int, step: int) -> str:
        """A stair as one comes upon it from a space: "the Rack Stair down to level 4"."""
        stair, beyond = self.board.stair_of[step], self.level_beyond(space, step)
        return f"the {stair.name} {'down' if beyond == stair.lower_level else 'up'} to level {beyond}"

    def level_beyond(self, space: int, step: int) -> int:
        """Where a stair leads to, for somebody who comes upon it from a space."""
        stair = self.board.stair_of[step]
        way = [space, *self.way_to(space, step)]
        down = self.board.level[way[-2]] == stair.upper_level if len(way) > 1 else True
        return stair.lower_level if down else stair.upper_level

    def name_of(self, space: int, mark: int) -> str:
        """What to call a landmark as seen from a space."""
        if self.board.kind[mark] == STEP:
            return self.stairs_from(space, mark)
        return "the Main Staircase" if mark == self.board.start else self.board.label(mark)

    def spot(self, space: int) -> str:
        """Where somebody stands, in words one can point at: "in the Crypt", "in a corridor, at the door of room 2-R07"."""
        if self.board.kind[space] != CORRIDOR:
            return self.board.spot(space)
        beside = self.beside(space)
        return f"in a corridor, {beside}" if beside else "in a corridor"

    def beside(self, space: int) -> str:
        """Where a space lies, by its nearest landmark, in words; worked out once."""
        told = self._beside.get(space)
        if told is None:
            told = self._beside[space] = self._tell_beside(space)
        return told

    def _tell_beside(self, space: int) -> str:
        if self.board.kind[space] in (ROOM, CHAMBER, START):
            return f"level {self.board.level[space]}" if self.board.kind[space] != START else "the way out"
        if self.board.kind[space] == STEP:
            stair = self.board.stair_of[space]
            return f"levels {stair.upper_level} to {stair.lower_level}"
        marks = self.surroundings(space).marks.items()
        mark, cost = next(((mark, cost) for mark, cost in marks if mark != self.board.start), (-1, 0))
        if mark < 0:
            return ""
        if self.board.kind[mark] == STEP:
            what = self.stairs_from(space, mark)
            return f"at {what}" if cost == 1 else f"{count(cost, 'space')} from {what}"
        what = f"the door of room {self.board.address[mark]}" if self.board.kind[mark] == ROOM else self.board.label(mark)
        return (
            (f"at {what}" if self.board.kind[mark] == ROOM else f"before {what}")
            if cost == 0
            else f"{count(cost + (self.board.kind[mark] == CHAMBER), 'space')} from {what}"
        )


@lru_cache(maxsize=17)
def landmarks_of(board: Board) -> Landmarks:
    """What was worked out about a board."""
    return Landmarks(board)
