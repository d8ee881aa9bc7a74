"""What a pawn can reach with the movement it has left, as the cards lie: walks, doors, guarded places, secret doors to try."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from undercroft.engine import Option

from ...board import CHAMBER, CORRIDOR, ROOM, SECRET, START, STEP, Board
from ...content import Deck
from ...state import Dungeon, Pawn, deck_of
from ..pieces.hand import has_entrance
from .answers import Go, Open, Try
from .landmarks import FarMarks, landmarks_of

_CACHE_LIMIT = 60_000  # what is reached from a space as the cards lie; about 1.5 KB each
_CORRIDORS = 6 << 4  # the rank of corridors among the keys


class Reach:
    """What a pawn can do from a space with some movement left, as the cards lie now. Shared by all who ask: read only.

    Tens of thousands are kept, so it holds little: how each space is come upon, and the keys.
    """

    __slots__ = ("_spaces", "_walks", "far", "first", "labels", "menu", "prev", "sights", "tries")

    def __init__(
        self,
        prev: dict[int, int],
        sights: tuple[tuple[int, int, int], ...],
        tries: tuple[tuple[str, int, int, int, int], ...],
        spaces: Mapping[str, int],
    ) -> None:
        self.prev = prev  # free spaces in the order one comes upon them, and from where; -1: where one stands
        self.sights = sights  # guarded places: place, nearest adjacent space, cost to that
        self.tries = tries  # unknown secret doors: key, link, near, far, cost to near
        self.menu: tuple[str, ...] = ("end",)  # open:... and go:..., what matters first; corridors, farthest first; the end
        self.first = 0  # how many of them come before the corridors
        self.far: FarMarks | None = None  # landmarks out of reach, once somebody asked
        self.labels: dict[str, tuple[int, Option]] = {}  # walks in which nothing but the board has a say, once somebody looked
        self._walks: dict[str, list[int]] = {}  # key -> the spaces to walk
        self._spaces = spaces  # go:... and open:... -> the space that is named

    @property
    def dist(self) -> dict[int, int]:
        """Free spaces and their cost."""
        dist: dict[int, int] = {}
        for space, before in self.prev.items():
            dist[space] = dist[before] + 1 if before >= 0 else 0
        return dist

    def targets(self) -> Iterable[int | None]:
        """The spaces that the keys name; None for those that name none."""
        return map(self._spaces.get, self.menu)

    def path_to(self, space: int) -> list[int]:
        """The spaces to walk, the last of them `space`; empty when one stands there."""
        path, prev = [space], self.prev
        before = prev[space]
        while before >= 0:
            path.append(before)
            before = prev[before]
        path.pop()
        path.reverse()
        return path

    def walk_of(self, key: str) -> list[int]:
        """The spaces to walk, where a key says to walk to a space and nothing else; kept once somebody asked."""
        walk = self._walks.get(key)
        if walk is None:
            space = self._spaces.get(key, -1)
            walk = self._walks[key] = self.path_to(space) if space in self.prev else []
        return walk

    def deed(self, key: str) -> tuple[int, int, int] | None:
        """What go:... or open:... means from here: the target, the space it is done from, the cost of getting there."""
        space = self._spaces.get(key, -1)
        if space in self.prev:
            return space, space, len(self.path_to(space))
        return next((sight for sight in self.sights if sight[0] == space), None)


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


class Reaches:
    """Every Reach that was asked for on a board, kept."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._around = tuple(  # of each space: what is next to it, the secret door between (or -1), its number among the places
            tuple((v, link if via == SECRET else -1, board.site[v]) for v, via, link in entry) for entry in board.near
        )
        self._reach: dict[int, _Fork | Reach] = {}  # by space and moves in one number
        self._kept = 0
        self._surveyed = False
        self.go_key = tuple(Go.key_of(address) for address in board.address)
        self.open_key = tuple(Open.key_of(address) for address in board.address)
        self._spaces = {key: space for keys in (self.go_key, self.open_key) for space, key in enumerate(keys)}
        self._by_address = sorted(range(board.size), key=lambda space: board.address[space])
        self._nth = [0] * board.size  # where a space stands among all, by address
        for nth, space in enumerate(self._by_address):
            self._nth[space] = nth
        ranks = {START: 2 << 4, STEP: 3 << 4, ROOM: 4 << 4, CHAMBER: 5 << 4, CORRIDOR: _CORRIDORS}
        self._codes = tuple(  # of each space: where it stands among the keys at no cost, and how a space farther off moves it
            ((ranks[kind] + 15) << 16 | nth, -1 << 16) if kind == CORRIDOR else (ranks[kind] << 16 | nth, 1 << 16)
            for kind, nth in zip(board.kind, self._nth, strict=True)
        )
        self._try_keys = {link: Try.key_of(board.door_name(link)) for link in board.secrets}
        self.bare = tuple(  # spaces that one can only walk away from: no place for cards and no secret door is next to them
            all(secret < 0 and site < 0 for _v, secret, site in entry) for entry in self._around
        )

    def reach(
        self, space: int, moves: int, stacks: Sequence[Sequence[object]], doors: Sequence[int], *, all_doors: bool
    ) -> Reach:
        """Everything within reach, for a pawn that knows these secret doors (or all: it bears a Secret Entrance Card).

        Kept in a tree of questions: first which of the places and secret doors at hand are open, then what lies behind those.
        """
        found: _Fork | Reach | None = self._reach.get(space << 8 | moves)
        if found is None:
            found = self._reach[space << 8 | moves] = self._look_around(space, moves, {}, {})
        while isinstance(found, _Fork):
            signature = 0
            for site in found.sites:
                signature += signature if stacks[site] else signature + 1
            if doors or all_doors:
                for link in found.secrets:
                    signature += signature + 1 if all_doors or link in doors else signature
            else:
                signature <<= len(found.secrets)
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
        prev = {space: -1}
        around, order, edge = self._around, self._codes, [space]
        guards: dict[int, tuple[int, int]] = {}  # place -> the space before it, and the cost of getting there
        tries: dict[int, tuple[int, int, int]] = {}  # unknown secret door -> near side, far side, cost
        codes: list[int] = []  # what can be walked to, as numbers in the order of their keys: stairs, rooms, chambers, corridors
        met_secrets: dict[int, bool] = {}
        met_sites: dict[int, bool] = {}
        for cost in range(moves + 1):
            walked, edge = edge, []
            for u in walked:
                for v, secret, site in around[u]:
                    if secret >= 0:
                        met_secrets[secret] = True
                        if not secrets.get(secret):
                            tries.setdefault(secret, (u, v, cost))  # the nearer side, when both can be reached
                            continue
                    if site >= 0 and v != space:
                        met_sites[site] = True
                        if not sites.get(site):
                            guards.setdefault(v, (u, cost))
                            continue
                    if cost < moves and v not in prev:
                        prev[v] = u
                        edge.append(v)
            for v in edge:
                code, farther = order[v]
                codes.append(code + (cost + 1) * farther)
        new_sites = tuple(site for site in met_sites if site not in sites)
        new_secrets = tuple(link for link in met_secrets if link not in secrets)
        reach = Reach(
            prev,
            tuple([(place, u, cost) for place, (u, cost) in guards.items()]),
            tuple([(self._try_keys[link], link, *tried) for link, tried in tries.items()]),
            self._spaces,
        )
        self._write_menu(reach, codes, moves)
        if not (new_sites or new_secrets):
            return reach
        fork = _Fork(new_sites, new_secrets, sites, secrets)
        fork.after[0] = reach  # all that is asked for is closed: so it was taken to be
        self._kept += 1
        return fork

    def _write_menu(self, reach: Reach, codes: list[int], moves: int) -> None:
        """Doors first, then guarded chambers, Start, stairs, rooms; the corridors last, farthest first."""
        for place, _near, cost in reach.sights:
            if self.board.kind[place] == ROOM:
                codes.append(cost << 16 | self._nth[place])
            elif cost < moves:
                codes.append((1 << 4 | cost) << 16 | self._nth[place])
        codes.sort()
        by_address, go_key, open_key = self._by_address, self.go_key, self.open_key
        doors = bisect_left(codes, 1 << 20)
        reach.first = bisect_left(codes, _CORRIDORS << 16)
        reach.menu = (
            *[open_key[by_address[code & 0xFFFF]] for code in codes[:doors]],
            *[go_key[by_address[code & 0xFFFF]] for code in codes[doors:]],
            "end",
        )

    def survey(self) -> None:
        """Work out now what is around every space, and what can be reached from it while all cards lie where they were dealt."""
        if self._surveyed:
            return
        self._surveyed = True
        landmarks = landmarks_of(self.board)
        dealt = [(None,)] * len(self.board.places)
        for space in range(self.board.size):
            landmarks.surroundings(space)
            landmarks.beside(space)
            if self.board.halls(space):
                for moves in range(1, 6):
                    self.reach(space, moves, dealt, (), all_doors=False)


@lru_cache(maxsize=17)
def reaches_of(board: Board) -> Reaches:
    """What was worked out about a board."""
    return Reaches(board)


def secret_doors(s: Dungeon, board: Board, pawn: Pawn) -> Sequence[int]:
    """The secret doors that are plain doors to the pawn (BRD-SEC-07, BRD-SEN-01)."""
    return board.secrets if has_entrance(deck_of(s), pawn) else pawn.doors


def reach_of(s: Dungeon, board: Board, deck: Deck, pawn: Pawn) -> Reach:
    """What the mover can reach with the movement it has left."""
    moves = 0 if s.now.ball else s.now.moves
    all_doors = not deck.special.isdisjoint(pawn.prizes) and has_entrance(deck, pawn)
    return reaches_of(board).reach(pawn.space, moves, s.stacks, pawn.doors, all_doors=all_doors)
