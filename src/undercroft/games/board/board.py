"""Board: spaces as whole numbers, the links between them, their names; from a board file. It holds no cards and no pawns."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec

from undercroft.engine.content import load_toml
from undercroft.engine.errors import BadContent
from undercroft.engine.words import ordinal

from .boardfile import KIND_NAMES, VIA_NAMES, BoardFile, check_board, plain
from .content import DATA, NAMES_ALONE, read_file, unpack

START, CORRIDOR, STEP, ROOM, CHAMBER = range(5)
OPEN, DOOR, SECRET = range(3)
FAR = 9999


class Board:
    """The playing board, checked and numbered."""

    def __init__(self, file: BoardFile, name: str, rooms: Mapping[str, Sequence[str]] | None = None) -> None:
        self.name = name
        self.told = rooms or {}  # of rooms in another game's world, by address: what each is called, and what is told of it
        self.file = file
        check_board(file, name)
        self.sections = tuple(file.section)
        spaces = file.space
        self.rows = tuple(spaces)
        self.size = len(spaces)
        self.address = tuple(row.id for row in spaces)
        self.number = {row.id: index for index, row in enumerate(spaces)}
        self.kind = bytes(KIND_NAMES.index(row.kind) for row in spaces)
        self.level = bytes(row.level for row in spaces)
        section_index = {section.id: index for index, section in enumerate(file.section)}
        self.section = bytes(section_index[row.section] for row in spaces)
        self.links = tuple(file.link)
        self.via = bytes(VIA_NAMES.index(link.via) for link in file.link)
        self.secrets = tuple(index for index, via in enumerate(self.via) if via == SECRET)
        near: list[list[tuple[int, int, int]]] = [[] for _ in spaces]
        self.link_between: dict[tuple[int, int], int] = {}
        self.ends: list[tuple[int, int]] = []
        for index, link in enumerate(file.link):
            a, b = self.number[link.a], self.number[link.b]
            near[a].append((b, self.via[index], index))
            near[b].append((a, self.via[index], index))
            self.link_between[a, b] = self.link_between[b, a] = index
            self.ends.append((a, b))
        self.near = tuple(tuple(entry) for entry in near)
        self.beside_secrets = frozenset(space for link in self.secrets for space in self.ends[link])
        self.places = tuple(i for i in range(self.size) if self.kind[i] in (ROOM, CHAMBER))  # where cards may lie
        self.place_set = frozenset(self.places)
        self.site = [-1] * self.size  # space -> its number among the places, or -1
        for index, space in enumerate(self.places):
            self.site[space] = index
        self.rooms = tuple(i for i in self.places if self.kind[i] == ROOM)
        self.chambers = tuple(i for i in self.places if self.kind[i] == CHAMBER)
        self.start = self.number[file.canvas.start]
        self.gallery = next((v for v, _, _ in self.near[self.start] if self.kind[v] == CHAMBER), -1)
        self._halls = tuple(kind in (CORRIDOR, STEP, START) or i == self.gallery for i, kind in enumerate(self.kind))
        self.chambers_of = {level: tuple(c for c in self.chambers if self.level[c] == level) for level in range(7)}
        self.stairs = tuple(file.staircase)
        self.steps_up = {  # level -> the steps of stairs that lead up from it; BRD-WAND-09
            level: tuple(self.number[step] for stair in file.staircase if stair.lower_level == level for step in stair.steps)
            for level in range(1, 7)
        }
        self.stair_of = {self.number[step]: stair for stair in file.staircase for step in stair.steps}
        self._names = {plain(row.id): i for i, row in enumerate(spaces)}
        for i, row in enumerate(spaces):
            for text in (row.name, row.alias):
                if text:
                    self._names.setdefault(plain(text), i)

        self._labels = tuple(self._call(space) for space in range(self.size))

    # Names.

    def find(self, text: str) -> int:
        """The space with this address, name or alias, however it is typed (BRD-BOARD-20)."""
        space = self._names.get(plain(text))
        if space is None:
            raise BadContent(f"{self.name}: there is no space {text!r}; an address looks like {self.address[-1]}")
        return space

    def label(self, space: int) -> str:
        """What people call a space: "the Crypt", "corridor 3L-C14", "room 2-R07", "the second step of the Long North Stair"."""
        return self._labels[space]

    def _call(self, space: int) -> str:
        row = self.rows[space]
        stair = self.stair_of.get(space)
        if row.id in self.told:
            return self.told[row.id][0]
        if stair is not None:
            step = f"the {ordinal(stair.steps.index(row.id) + 1)} step of " if len(stair.steps) > 1 else ""
            return f"{step}the {stair.name}"
        if row.name:
            return f"the {row.name}" if not row.name.startswith("the ") else row.name
        return f"{row.kind} {row.id}"

    def spot(self, space: int) -> str:
        """Where somebody stands: "in the Crypt", "on the second step of the Long North Stair"."""
        return ("on " if self.kind[space] in (START, STEP) else "in ") + self.label(space)

    def title(self, space: int) -> str:
        """The name alone, or the address."""
        row = self.rows[space]
        return row.name or row.id

    def door_name(self, link: int) -> str:
        """A door is named by the two spaces it joins, such as 2-C50/2-R07."""
        a, b = self.ends[link]
        return f"{self.address[a]}/{self.address[b]}"

    def halls(self, space: int) -> bool:
        """Whether one walks through this space without a fight or a door: corridors, stairs, the way in."""
        return self._halls[space]

    def compass(self, here: int, there: int) -> str:
        """The direction on the picture, in words."""
        a, b = self.rows[here], self.rows[there]
        across, down = b.x - a.x, b.y - a.y
        words = ("north" if down < 0 else "south") if abs(down) * 2 > abs(across) else ""
        sides = ("west" if across < 0 else "east") if abs(across) * 2 > abs(down) else ""
        return f"{words}-{sides}" if words and sides else words or sides

    def passable(self, link: int, doors: Sequence[int], *, all_doors: bool) -> bool:
        """Whether a link is open to a pawn that knows these secret doors."""
        return self.via[link] != SECRET or all_doors or link in doors

    def distances(
        self, sources: Iterable[int], *, doors: Sequence[int] = (), stop: Callable[[int], bool] | None = None
    ) -> list[int]:
        """Spaces from the nearest source to every space, doors open, secret doors closed but for `doors`; FAR: no way.

        A space where `stop` holds is counted but not passed.
        """
        dist = [FAR] * self.size
        queue: deque[int] = deque()
        for source in sources:
            dist[source] = 0
            queue.append(source)
        while queue:
            u = queue.popleft()
            if dist[u] and stop is not None and stop(u):
                continue
            for v, via, link in self.near[u]:
                if dist[v] == FAR and (via != SECRET or link in doors):
                    dist[v] = dist[u] + 1
                    queue.append(v)
        return dist


@lru_cache(maxsize=1)
def printed_board() -> Board:
    """The board that comes with the game."""
    return Board(load_toml(DATA / "board.toml", BoardFile), "the printed board")


@lru_cache(maxsize=16)
def _house_board(packed: bytes) -> Board:
    name, file = unpack(packed, BoardFile)
    return Board(file, name)


def read_house_board(path: str) -> bytes:
    """A house board file, packed for the state; refused with a reason when it cannot be played on."""
    packed = read_file(path)
    _house_board(packed)
    return packed


class RoomNames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Names for rooms of the printed board, by address, each with what is told of it."""

    title: str
    rooms: dict[str, list[str]] = {}


@lru_cache(maxsize=16)
def _named_board(packed: bytes) -> Board:
    """The printed board with names in its rooms."""
    names = msgspec.json.decode(packed, type=RoomNames)
    file = printed_board().file
    rows = [
        msgspec.structs.replace(row, name=names.rooms[row.id][0].removeprefix("the ")) if row.id in names.rooms else row
        for row in file.space
    ]
    return Board(msgspec.structs.replace(file, space=rows), names.title, names.rooms)


def board_from(packed: bytes) -> Board:
    """The board that lies in a state: a house board, the printed one with names, or with empty bytes the printed one."""
    if packed[:1] == NAMES_ALONE:
        return _named_board(packed)
    return _house_board(packed) if packed else printed_board()
