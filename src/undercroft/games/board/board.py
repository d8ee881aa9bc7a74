"""Board: spaces as whole numbers, links, and what can be reached. Built from a board file; it holds no cards and no pawns."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec

from undercroft.engine.content import load_toml
from undercroft.engine.errors import BadContent

from .content import DATA, read_file, unpack

START, CORRIDOR, STEP, ROOM, CHAMBER = range(5)
KIND_NAMES = ("start", "corridor", "step", "room", "chamber")
OPEN, DOOR, SECRET = range(3)
VIA_NAMES = ("open", "door", "secret")
FAR = 9999
_CACHE_LIMIT = 20_000


class Canvas(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Size of the drawing, the size of a cell, and the space where pawns begin."""

    width: int
    height: int
    cell: int
    start: str
    origin: str = "house"


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the folded parts of the board: its level, its place on the picture and its colour."""

    id: str
    level: int
    label: str
    x: int
    y: int
    w: int
    h: int
    colour: str
    rooms: int = 0
    chambers: list[str] = []


class SpaceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A space: start, corridor, step, room or chamber; centre and size on the picture; cards dealt to it."""

    id: str
    kind: str
    section: str
    level: int
    x: int
    y: int
    w: int
    h: int
    name: str = ""
    alias: str = ""
    between: list[int] = []  # for a step: the two levels it joins
    monsters: int = 0
    prizes: int = 0


class LinkRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two spaces joined: an opening, a door or a secret door, and where it is drawn."""

    a: str
    b: str
    via: str
    x: int
    y: int
    wall: str = "h"
    thick: bool = False


class StairRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A staircase: one step for each level of difference."""

    id: str
    name: str
    upper_section: str
    lower_section: str
    upper_level: int
    lower_level: int
    upper_end: str
    steps: list[str]
    lower_end: str
    hidden: bool = False


class BoardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board file. All lists are required."""

    canvas: Canvas
    section: list[Section]
    space: list[SpaceRow]
    link: list[LinkRow]
    staircase: list[StairRow]


class Reach:
    """What a pawn can do from a space with some movement left, as the cards lie now. Shared by all who ask: read only."""

    __slots__ = ("act", "dist", "keys", "prev", "sights", "tries")

    def __init__(self) -> None:
        self.dist: dict[int, int] = {}  # free spaces and their cost
        self.prev: dict[int, int] = {}
        self.keys: tuple[str, ...] = ()  # go:... and open:... in order of cost
        self.act: dict[str, tuple[int, int, int]] = {}  # key -> target, the space it is done from, cost of getting there
        self.sights: tuple[tuple[int, int, int], ...] = ()  # guarded places: place, nearest adjacent space, cost to that
        self.tries: tuple[tuple[str, int, int, int, int], ...] = ()  # unknown secret doors: key, link, near, far, cost to near

    def path_to(self, space: int) -> list[int]:
        """The spaces to walk, the last of them `space`; empty when one stands there."""
        path = []
        while self.dist[space]:
            path.append(space)
            space = self.prev[space]
        path.reverse()
        return path


class Board:
    """The playing board, checked and numbered."""

    def __init__(self, file: BoardFile, name: str) -> None:
        self.name = name
        self.file = file
        _check(file, name)
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
        self.places = tuple(i for i in range(self.size) if self.kind[i] in (ROOM, CHAMBER))  # where cards may lie
        self.site = [-1] * self.size  # space -> its number among the places, or -1
        for index, space in enumerate(self.places):
            self.site[space] = index
        self.rooms = tuple(i for i in self.places if self.kind[i] == ROOM)
        self.chambers = tuple(i for i in self.places if self.kind[i] == CHAMBER)
        self.start = self.number[file.canvas.start]
        self.gallery = next((v for v, _, _ in self.near[self.start] if self.kind[v] == CHAMBER), -1)
        self.chambers_of = {level: tuple(c for c in self.chambers if self.level[c] == level) for level in range(7)}
        self.stairs = tuple(file.staircase)
        self.steps_up = {  # level -> the steps of stairs that lead up from it; BRD-WAND-09
            level: tuple(self.number[step] for stair in file.staircase if stair.lower_level == level for step in stair.steps)
            for level in range(1, 7)
        }
        self.stair_of = {self.number[step]: stair for stair in file.staircase for step in stair.steps}
        self._names = {self._plain(row.id): i for i, row in enumerate(spaces)}
        for i, row in enumerate(spaces):
            for text in (row.name, row.alias):
                if text:
                    self._names.setdefault(self._plain(text), i)
        self._around: dict[tuple[int, int], tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self._reach: dict[tuple[int, int, int], Reach] = {}
        self.go_key = tuple(f"go:{address}" for address in self.address)
        self.open_key = tuple(f"open:{address}" for address in self.address)

    # Names.

    @staticmethod
    def _plain(text: str) -> str:
        return "".join(c for c in text.lower() if c.isalnum())

    def find(self, text: str) -> int:
        """The space with this address, name or alias, however it is typed (BRD-BOARD-20)."""
        space = self._names.get(self._plain(text))
        if space is None:
            raise BadContent(f"{self.name}: there is no space {text!r}; an address looks like {self.address[-1]}")
        return space

    def label(self, space: int) -> str:
        """What people call a space: "the Crypt", "corridor 3L-C14", "room 2-R07"."""
        row = self.rows[space]
        if row.name:
            return f"the {row.name}" if not row.name.startswith("the ") else row.name
        return f"{row.kind} {row.id}"

    def title(self, space: int) -> str:
        """The name alone, or the address."""
        row = self.rows[space]
        return row.name or row.id

    def door_name(self, link: int) -> str:
        """A door is named by the two spaces it joins, such as 2-C50/2-R07."""
        a, b = self.ends[link]
        return f"{self.address[a]}/{self.address[b]}"

    # Reaching.

    def around(self, space: int, moves: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The places with cards and the secret doors that can matter to a move of this length from here."""
        key = (space, moves)
        found = self._around.get(key)
        if found is None:
            dist = {space: 0}
            queue = deque([space])
            places: list[int] = []
            secrets: list[int] = []
            while queue:
                u = queue.popleft()
                if dist[u] > moves:
                    continue
                for v, via, link in self.near[u]:
                    if via == SECRET and link not in secrets:
                        secrets.append(link)
                    if v not in dist:
                        dist[v] = dist[u] + 1
                        queue.append(v)
                        if self.site[v] >= 0:
                            places.append(self.site[v])
            found = self._around[key] = (tuple(places), tuple(secrets))
        return found

    def reach(
        self, space: int, moves: int, stacks: Sequence[Sequence[object]], doors: Sequence[int], *, all_doors: bool
    ) -> Reach:
        """Everything within reach, for a pawn that knows these secret doors (or all: it bears a Secret Entrance Card)."""
        places, secrets = self.around(space, moves)
        signature = 1
        for place in places:
            signature = signature * 2 + (1 if stacks[place] else 0)
        for link in secrets:
            signature = signature * 2 + (1 if all_doors or link in doors else 0)
        key = (space, moves, signature)
        found = self._reach.get(key)
        if found is None:
            if len(self._reach) >= _CACHE_LIMIT:
                self._reach.clear()
            found = self._reach[key] = self._explore(space, moves, stacks, doors, all_doors)
        return found

    def _explore(
        self, space: int, moves: int, stacks: Sequence[Sequence[object]], doors: Sequence[int], all_doors: bool
    ) -> Reach:
        reach = Reach()
        dist, prev = reach.dist, reach.prev
        dist[space] = 0
        queue = deque([space])
        seen_places: dict[int, tuple[int, int]] = {}
        keys: list[str] = []
        tries: list[tuple[str, int, int, int, int]] = []
        while queue:
            u = queue.popleft()
            cost = dist[u]
            for v, via, link in self.near[u]:
                if via == SECRET and not all_doors and link not in doors:
                    tries.append((f"try:{self.door_name(link)}", link, u, v, cost))
                    continue
                if v == space:
                    continue
                site = self.site[v]
                if site >= 0 and stacks[site]:
                    if v in seen_places:
                        continue
                    seen_places[v] = (u, cost)
                    if self.kind[v] == ROOM:
                        keys.append(self.open_key[v])
                        reach.act[self.open_key[v]] = (v, u, cost)
                    elif cost < moves:
                        keys.append(self.go_key[v])
                        reach.act[self.go_key[v]] = (v, u, cost)
                elif v not in dist and cost < moves:
                    dist[v] = cost + 1
                    prev[v] = u
                    queue.append(v)
                    keys.append(self.go_key[v])
                    reach.act[self.go_key[v]] = (v, v, cost + 1)
        reach.keys = tuple(keys)
        reach.sights = tuple((place, u, cost) for place, (u, cost) in seen_places.items())
        first: dict[str, tuple[str, int, int, int, int]] = {}
        for entry in tries:
            first.setdefault(entry[0], entry)  # the nearer side, when both can be reached
        reach.tries = tuple(first.values())
        return reach

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


def _check(file: BoardFile, name: str) -> None:
    """Refuse a board that cannot be played on, naming what is wrong."""
    number: dict[str, SpaceRow] = {}
    plain: dict[str, str] = {}
    sections = {section.id: section for section in file.section}
    for row in file.space:
        if row.kind not in KIND_NAMES:
            raise BadContent(f"{name}: space {row.id!r} is of kind {row.kind!r}; it can be {', '.join(KIND_NAMES)}")
        if row.id in number or Board._plain(row.id) in plain:
            raise BadContent(f"{name}: the address {row.id!r} is given twice; addresses must differ even without regard to case")
        if row.section not in sections:
            raise BadContent(f"{name}: space {row.id!r} is in section {row.section!r}, which is not listed")
        if row.kind == "room" and (row.monsters, row.prizes) != (1, 1):
            raise BadContent(
                f"{name}: room {row.id} takes {row.monsters} monsters and {row.prizes} prizes; a room takes one of each"
            )
        if row.kind not in ("room", "chamber") and (row.monsters or row.prizes):
            raise BadContent(f"{name}: cards lie in rooms and chambers only, not in {row.kind} {row.id}")
        if row.kind in ("room", "chamber", "corridor") and row.level != sections[row.section].level:
            raise BadContent(f"{name}: {row.kind} {row.id} is on level {row.level}, but its section {row.section} is not")
        number[row.id] = row
        plain[Board._plain(row.id)] = row.id
    starts = [row.id for row in file.space if row.kind == "start"]
    if starts != [file.canvas.start]:
        raise BadContent(
            f"{name}: canvas.start is {file.canvas.start!r}; there must be exactly one start space, and this must be it"
        )
    near: dict[str, list[tuple[str, str]]] = {row.id: [] for row in file.space}
    joined: dict[tuple[str, str], bool] = {}
    for link in file.link:
        for end in (link.a, link.b):
            if end not in number:
                raise BadContent(f"{name}: a link joins {link.a!r} and {link.b!r}, but there is no space {end!r}")
        if link.via not in VIA_NAMES:
            raise BadContent(f"{name}: the link {link.a}/{link.b} is {link.via!r}; it can be {', '.join(VIA_NAMES)}")
        pair = (min(link.a, link.b), max(link.a, link.b))
        if pair in joined or link.a == link.b:
            raise BadContent(f"{name}: {link.a} and {link.b} are joined twice, or to themselves")
        joined[pair] = True
        kinds = {number[link.a].kind, number[link.b].kind}
        if "room" in kinds and link.via == "open":
            raise BadContent(f"{name}: room in {link.a}/{link.b} stands open; a room is closed by a door or a secret door")
        if link.via == "door" and "room" not in kinds:
            raise BadContent(f"{name}: the door {link.a}/{link.b} closes no room")
        near[link.a].append((link.b, link.via))
        near[link.b].append((link.a, link.via))
    for row in file.space:
        if row.kind == "room" and not near[row.id]:
            raise BadContent(f"{name}: room {row.id} has no door")
        if row.kind == "chamber" and not any(via == "open" for _, via in near[row.id]):
            raise BadContent(f"{name}: chamber {row.id} has no opening")
    reached = {file.canvas.start: True}
    queue = deque([file.canvas.start])
    while queue:
        for other, _ in near[queue.popleft()]:
            if other not in reached:
                reached[other] = True
                queue.append(other)
    for row in file.space:
        if row.id not in reached:
            raise BadContent(f"{name}: {row.kind} {row.id} cannot be reached from {file.canvas.start}")
    for stair in file.staircase:
        if len(stair.steps) != stair.lower_level - stair.upper_level:
            raise BadContent(
                f"{name}: staircase {stair.id} has {len(stair.steps)} steps between levels {stair.upper_level} and "
                f"{stair.lower_level}; it needs one for each level of difference"
            )
        chain = [stair.upper_end, *stair.steps, stair.lower_end]
        for a, b in pairwise(chain):
            if (min(a, b), max(a, b)) not in joined:
                raise BadContent(f"{name}: staircase {stair.id} is broken: {a} and {b} are not joined")
    if not any(number[other].kind == "chamber" and number[other].monsters == 0 for other, _ in near[file.canvas.start]):
        raise BadContent(f"{name}: {file.canvas.start} must adjoin a chamber without monsters, the gallery")
    for level in range(1, 7):
        if not any(row.kind == "chamber" and row.level == level for row in file.space):
            raise BadContent(f"{name}: level {level} has no chamber; traps and Transference need one on every level")


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


def board_from(packed: bytes) -> Board:
    """The board that lies in a state; empty bytes: the printed one."""
    return _house_board(packed) if packed else printed_board()
