"""Board: spaces as whole numbers, links, and what can be reached. Built from a board file; it holds no cards and no pawns."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from undercroft.engine import Option
from undercroft.engine.content import load_toml
from undercroft.engine.errors import BadContent

from .boardfile import KIND_NAMES, VIA_NAMES, BoardFile, check_board, plain
from .content import DATA, read_file, unpack

START, CORRIDOR, STEP, ROOM, CHAMBER = range(5)
OPEN, DOOR, SECRET = range(3)
FAR = 9999
_CACHE_LIMIT = 30_000  # what is reached from a space as the cards lie; about 3 KB each


class Reach:
    """What a pawn can do from a space with some movement left, as the cards lie now. Shared by all who ask: read only."""

    __slots__ = ("act", "corridors", "dist", "keys", "labels", "prev", "sights", "tries")

    def __init__(self) -> None:
        self.dist: dict[int, int] = {}  # free spaces and their cost
        self.prev: dict[int, int] = {}
        self.keys: tuple[str, ...] = ()  # open:... and go:..., what matters first
        self.corridors: tuple[str, ...] = ()  # go:... for the rest, farthest first
        self.act: dict[str, tuple[int, int, int]] = {}  # key -> target, the space it is done from, cost of getting there
        self.sights: tuple[tuple[int, int, int], ...] = ()  # guarded places: place, nearest adjacent space, cost to that
        self.tries: tuple[tuple[str, int, int, int, int], ...] = ()  # unknown secret doors: key, link, near, far, cost to near
        self.labels: dict[str, tuple[int, Option]] = {}  # walks in which nothing but the board has a say, once somebody looked

    def path_to(self, space: int) -> list[int]:
        """The spaces to walk, the last of them `space`; empty when one stands there."""
        path = []
        while self.dist[space]:
            path.append(space)
            space = self.prev[space]
        path.reverse()
        return path


class _Fork:
    """A question on the way to a Reach: which of these places are empty, which of these secret doors open?"""

    __slots__ = ("after", "known_secrets", "known_sites", "secrets", "sites")

    def __init__(
        self, sites: tuple[int, ...], secrets: tuple[int, ...], known_sites: dict[int, bool], known_secrets: dict[int, bool]
    ) -> None:
        self.sites = sites
        self.secrets = secrets
        self.known_sites = known_sites
        self.known_secrets = known_secrets
        self.after: dict[int, _Fork | Reach] = {}


class Road(NamedTuple):
    """A far landmark, in words that hold whatever cards lie about."""

    label: str
    distance: str
    what: str  # "": it depends on the cards there
    ends: tuple[str, ...]  # where a walk of 0, 1, 2 ... spaces ends; (): that depends on the cards, too


class Surroundings:
    """The landmarks of a space and how to walk to them. Read only."""

    __slots__ = ("before", "marks", "roads", "ways")

    def __init__(self, marks: dict[int, int], before: array[int]) -> None:
        self.marks = marks  # landmark -> spaces to its door, nearest first
        self.before = before  # the space from which each space is come upon; -1: not at all
        self.ways: dict[int, array[int]] = {}  # landmark -> the spaces on the way, once somebody asked
        self.roads: dict[int, Road] = {}  # landmark -> how to speak of it, once somebody looked


class Board:
    """The playing board, checked and numbered."""

    def __init__(self, file: BoardFile, name: str) -> None:
        self.name = name
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
        self._around = tuple(  # of each space: what is next to it, the secret door between (or -1), its number among the places
            tuple((v, link if via == SECRET else -1, self.site[v]) for v, via, link in entry) for entry in near
        )
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
        self._names = {plain(row.id): i for i, row in enumerate(spaces)}
        for i, row in enumerate(spaces):
            for text in (row.name, row.alias):
                if text:
                    self._names.setdefault(plain(text), i)
        self._beside: dict[int, str] = {}
        self._far_marks: dict[tuple[int, int], tuple[list[tuple[int, int, str]], list[str]]] = {}
        self._surroundings: dict[int, Surroundings] = {}
        self._walks: dict[tuple[int, int], dict[tuple[int, int, int], Option]] = {}
        self._reach: dict[tuple[int, int], _Fork | Reach] = {}
        self._kept = 0
        self._surveyed = False
        self.go_key = tuple(f"go:{address}" for address in self.address)
        self.open_key = tuple(f"open:{address}" for address in self.address)

    # Names.

    def find(self, text: str) -> int:
        """The space with this address, name or alias, however it is typed (BRD-BOARD-20)."""
        space = self._names.get(plain(text))
        if space is None:
            raise BadContent(f"{self.name}: there is no space {text!r}; an address looks like {self.address[-1]}")
        return space

    def label(self, space: int) -> str:
        """What people call a space: "the Crypt", "corridor 3L-C14", "room 2-R07"."""
        row = self.rows[space]
        if row.name:
            return f"the {row.name}" if not row.name.startswith("the ") else row.name
        return f"{row.kind} {row.id}"

    def spot(self, space: int) -> str:
        """Where somebody stands: "in the Crypt", "on step ST05-2"."""
        return ("on " if self.kind[space] in (START, STEP) else "in ") + self.label(space)

    def title(self, space: int) -> str:
        """The name alone, or the address."""
        row = self.rows[space]
        return row.name or row.id

    def door_name(self, link: int) -> str:
        """A door is named by the two spaces it joins, such as 2-C50/2-R07."""
        a, b = self.ends[link]
        return f"{self.address[a]}/{self.address[b]}"

    # Reaching.

    def reach(
        self, space: int, moves: int, stacks: Sequence[Sequence[object]], doors: Sequence[int], *, all_doors: bool
    ) -> Reach:
        """Everything within reach, for a pawn that knows these secret doors (or all: it bears a Secret Entrance Card).

        Kept in a tree of questions: first which of the places and secret doors at hand are open, then what lies behind those.
        """
        found: _Fork | Reach | None = self._reach.get((space, moves))
        if found is None:
            found = self._reach[space, moves] = self._look_around(space, moves, {}, {})
        while isinstance(found, _Fork):
            signature = 1
            for site in found.sites:
                signature = signature * 2 + (0 if stacks[site] else 1)
            for link in found.secrets:
                signature = signature * 2 + (1 if all_doors or link in doors else 0)
            after = found.after.get(signature)
            if after is None:
                if self._kept > _CACHE_LIMIT:
                    self._reach.clear()
                    self._kept = 0
                sites = found.known_sites | {site: not stacks[site] for site in found.sites}
                secrets = found.known_secrets | {link: all_doors or link in doors for link in found.secrets}
                after = found.after[signature] = self._look_around(space, moves, sites, secrets)
                self._kept += 1
            found = after
        return found

    def _look_around(self, space: int, moves: int, sites: dict[int, bool], secrets: dict[int, bool]) -> _Fork | Reach:
        """What can be reached if these places and secret doors are open or not - or what else must be asked first.

        Walks out to the movement left; places and secret doors not known to be open count as closed, and are noted.
        """
        reach = Reach()
        dist, prev = reach.dist, reach.prev
        dist[space] = 0
        around, walked = self._around, [space]
        guards: dict[int, tuple[int, int]] = {}  # place -> the space before it, and the cost of getting there
        tries: dict[int, tuple[int, int, int]] = {}  # unknown secret door -> near side, far side, cost
        met_secrets: dict[int, bool] = {}
        met_sites: dict[int, bool] = {}
        for u in walked:  # it grows meanwhile
            cost = dist[u]
            for v, secret, site in around[u]:
                if secret >= 0:
                    met_secrets[secret] = True
                    if not secrets.get(secret):
                        tries.setdefault(secret, (u, v, cost))  # the nearer side, when both can be reached
                        continue
                if v == space:
                    continue
                if site >= 0:
                    met_sites[site] = True
                    if not sites.get(site):
                        guards.setdefault(v, (u, cost))
                        continue
                if cost < moves and v not in dist:
                    dist[v] = cost + 1
                    prev[v] = u
                    walked.append(v)
        new_sites = tuple(site for site in met_sites if site not in sites)
        new_secrets = tuple(link for link in met_secrets if link not in secrets)
        if new_sites or new_secrets:
            return _Fork(new_sites, new_secrets, sites, secrets)
        reach.sights = tuple((place, u, cost) for place, (u, cost) in guards.items())
        reach.tries = tuple((f"try:{self.door_name(link)}", link, *tried) for link, tried in tries.items())
        self._write_keys(reach, moves)
        return reach

    def _write_keys(self, reach: Reach, moves: int) -> None:
        """Doors first, then guarded chambers, Start, stairs, rooms; the corridors apart, farthest first."""
        ranked: list[tuple[int, int, str]] = []
        for place, near, cost in reach.sights:
            if self.kind[place] == ROOM:
                key = self.open_key[place]
                ranked.append((0, cost, key))
            elif cost < moves:
                key = self.go_key[place]
                ranked.append((1, cost, key))
            else:
                continue
            reach.act[key] = (place, near, cost)
        corridors: list[tuple[int, str]] = []
        for space, cost in reach.dist.items():
            if not cost:
                continue
            key = self.go_key[space]
            reach.act[key] = (space, space, cost)
            if self.kind[space] == CORRIDOR:
                corridors.append((-cost, key))
            else:
                ranked.append((2 + (START, STEP, ROOM, CHAMBER).index(self.kind[space]), cost, key))
        reach.keys = tuple(key for _, _, key in sorted(ranked))
        reach.corridors = tuple(key for _, key in sorted(corridors))

    def _halls(self, space: int) -> bool:
        """Whether one walks through this space without a fight or a door: corridors, stairs, the way in."""
        return self.kind[space] in (CORRIDOR, STEP, START) or space == self.gallery

    def surroundings(self, space: int) -> Surroundings:
        """What people steer by from a space: rooms, chambers, the first step of each stair, Start; worked out once.

        Along corridors only, without secret doors.
        """
        found = self._surroundings.get(space)
        if found is None:
            found = self._surroundings[space] = self._survey(space)
        return found

    def survey(self) -> None:
        """Work out now what is around every space, and what can be reached from it while all cards lie where they were dealt."""
        if self._surveyed:
            return
        self._surveyed = True
        dealt = [(None,)] * len(self.places)
        for space in range(self.size):
            self.surroundings(space)
            self.beside(space)
            if self._halls(space):
                for moves in range(1, 6):
                    self.reach(space, moves, dealt, (), all_doors=False)

    def _survey(self, space: int) -> Surroundings:
        marks: dict[int, int] = {}
        stairs: dict[str, bool] = {}
        before = array("h", [-1]) * self.size
        dist = {space: 0}
        queue = deque([space])
        while queue:
            u = queue.popleft()
            for v, via, _link in self.near[u]:
                if via == SECRET or v in dist:
                    continue
                if not self._halls(v):
                    if v not in marks:
                        marks[v] = dist[u]
                        before[v] = u
                    continue
                dist[v] = dist[u] + 1
                before[v] = u
                queue.append(v)
                if self.kind[v] == STEP and self.stair_of[v].id not in stairs:
                    stairs[self.stair_of[v].id] = True
                    marks.setdefault(v, dist[v])
                elif v == self.start:
                    marks.setdefault(v, dist[v])
        return Surroundings(dict(sorted(marks.items(), key=lambda mark: mark[1])), before)

    def far_marks(self, space: int, near: int) -> tuple[list[tuple[int, int, str]], list[str]]:
        """Landmarks farther than `near`: rooms and chambers (place, site, key towards it); the keys of two stairs and Start."""
        found = self._far_marks.get((space, near))
        if found is None:
            places: list[tuple[int, int, str]] = []
            stairs: list[str] = []
            home: list[str] = []
            for mark, cost in self.surroundings(space).marks.items():
                key = f"towards:{self.address[mark]}"
                if cost <= near:
                    continue
                if mark == self.start:
                    home.append(key)
                elif self.kind[mark] == STEP:
                    stairs.append(key)
                else:
                    places.append((mark, self.site[mark], key))
            found = self._far_marks[space, near] = (places, stairs[:2] + home)
        return found

    def way_to(self, space: int, landmark: int, most: int = FAR) -> list[int]:
        """The corridor spaces to walk towards a landmark, up to its door, or onto a step or Start: the first `most` of them."""
        around = self.surroundings(space)
        way = around.ways.get(landmark)
        if way is None:
            way = around.ways[landmark] = array("h")
            at = landmark if self._halls(landmark) else around.before[landmark]
            while at not in (space, -1):
                way.append(at)
                at = around.before[at]
            way.reverse()
        return way[:most].tolist()

    def compass(self, here: int, there: int) -> str:
        """The direction on the picture, in words."""
        a, b = self.rows[here], self.rows[there]
        across, down = b.x - a.x, b.y - a.y
        words = ("north" if down < 0 else "south") if abs(down) * 2 > abs(across) else ""
        sides = ("west" if across < 0 else "east") if abs(across) * 2 > abs(down) else ""
        return f"{words}-{sides}" if words and sides else words or sides

    def walks(self, space: int, moves: int) -> dict[tuple[int, int, int], Option]:
        """How walks from a space look to somebody with so many moves left, by their entry in a Reach; kept here once made."""
        return self._walks.setdefault((space, moves), {})

    def stairs_from(self, space: int, step: int) -> str:
        """A stair as one comes upon it from a space: "the stairs down to level 4"."""
        stair = self.stair_of[step]
        way = [space, *self.way_to(space, step)]
        down = self.level[way[-2]] == stair.upper_level if len(way) > 1 else True
        return f"the stairs {'down' if down else 'up'} to level {stair.lower_level if down else stair.upper_level}"

    def beside(self, space: int) -> str:
        """Where a space lies, by its nearest landmark, in words; worked out once."""
        told = self._beside.get(space)
        if told is None:
            told = self._beside[space] = self._tell_beside(space)
        return told

    def _tell_beside(self, space: int) -> str:
        if self.kind[space] in (ROOM, CHAMBER, START):
            return f"level {self.level[space]}" if self.kind[space] != START else "the way out"
        if self.kind[space] == STEP:
            stair = self.stair_of[space]
            return f"{stair.name}, levels {stair.upper_level} to {stair.lower_level}"
        mark, cost = next(((mark, cost) for mark, cost in self.surroundings(space).marks.items() if mark != self.start), (-1, 0))
        if mark < 0:
            return ""
        if self.kind[mark] == STEP:
            what = self.stairs_from(space, mark)
            return f"at {what}" if cost == 1 else f"{cost} from {what}"
        what = f"the door of room {self.address[mark]}" if self.kind[mark] == ROOM else self.label(mark)
        return (f"at {what}" if self.kind[mark] == ROOM else f"before {what}") if cost == 0 else f"{cost} from {what}"

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


def board_from(packed: bytes) -> Board:
    """The board that lies in a state; empty bytes: the printed one."""
    return _house_board(packed) if packed else printed_board()
