"""What a pawn can reach with the movement it has left, as the cards lie: walks, doors, guarded places, secret doors to try."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from undercroft.engine import Option

from ...board import CHAMBER, CORRIDOR, ROOM, SECRET, START, STEP, Board
from ...content import Deck
from ...state import Dungeon, Pawn, deck_of
from ..pieces.hand import has_entrance
from .answers import Go, Open, Try
from .landmarks import landmarks_of

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


class Reaches:
    """Every Reach that was asked for on a board, kept."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._around = tuple(  # of each space: what is next to it, the secret door between (or -1), its number among the places
            tuple((v, link if via == SECRET else -1, board.site[v]) for v, via, link in entry) for entry in board.near
        )
        self._reach: dict[tuple[int, int], _Fork | Reach] = {}
        self._kept = 0
        self._surveyed = False
        self.go_key = tuple(Go.key_of(address) for address in board.address)
        self.open_key = tuple(Open.key_of(address) for address in board.address)

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
        reach.tries = tuple((Try.key_of(self.board.door_name(link)), link, *tried) for link, tried in tries.items())
        self._write_keys(reach, moves)
        return reach

    def _write_keys(self, reach: Reach, moves: int) -> None:
        """Doors first, then guarded chambers, Start, stairs, rooms; the corridors apart, farthest first."""
        ranked: list[tuple[int, int, str]] = []
        for place, near, cost in reach.sights:
            if self.board.kind[place] == ROOM:
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
            if self.board.kind[space] == CORRIDOR:
                corridors.append((-cost, key))
            else:
                ranked.append((2 + (START, STEP, ROOM, CHAMBER).index(self.board.kind[space]), cost, key))
        reach.keys = tuple(key for _, _, key in sorted(ranked))
        reach.corridors = tuple(key for _, key in sorted(corridors))

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
    all_doors = bool(pawn.prizes) and has_entrance(deck, pawn)
    return reaches_of(board).reach(pawn.space, moves, s.stacks, pawn.doors, all_doors=all_doors)
