"""Words for the options of a free turn, built only when somebody looks."""

from __future__ import annotations

from collections.abc import Callable

from undercroft.engine import Option
from undercroft.engine.words import some

from ...board import STEP, Board
from ...content import SPELL_NAMES, Deck, spell_line, tables
from ...state import Dungeon, Pawn, deck_of
from ..advanced.spell_ambush import describe_blast
from ..movement.answers import Go, Open, Towards, Try
from ..movement.landmarks import Road, landmarks_of
from ..movement.reach import Reach
from ..movement.walking import ALLOWANCE
from ..pieces.answers import Word
from ..pieces.odds import about, card_line, chance, known_top, mean_chance
from ..pieces.table import guarded, pawns_at
from ..pieces.words import cards
from ..prizes.answers import Look
from ..spells.answers import Blast, Cast, Transfer
from ..spells.stock import may_regain
from ..spells.transference import describe_transfer
from .answers import read
from .choices import doors_at_hand, road, way_to


def describer(s: Dungeon, board: Board, deck: Deck, pawn: Pawn, reach: Reach) -> Callable[[str], Option]:
    """A function that labels the keys of a turn."""
    walks: dict[str, tuple[int, Option]] = {}
    straight: list[bool] = []  # whether no secret door makes a way shorter, once somebody asked

    def describe(key: str) -> Option:
        nonlocal walks
        if not (walks or s.dials.ambush):
            walks = reach.labels = reach.labels or _walks(s, board, pawn, reach)
        known = walks.get(key)
        if known is not None and known[0] not in s.loose:
            return known[1]
        match read(key):
            case Go() as there:
                return _describe_go(s, board, pawn, reach, there)
            case Open() as there:
                hint = f"{card_line(s, board, deck, pawn, there.space(board))}{_walk(_cost(reach, there.space(board)))}"
                return Option(f"Open {board.label(there.space(board))}", hint=hint, place=there.address, rule="BRD-DOOR-01")
            case Try():
                near, far, cost = next((near, far, cost) for name, _link, near, far, cost in reach.tries if name == key)
                hint = f"opens on 1-{tables().finds[pawn.kind]}; a failure ends your turn{_walk(cost)}"
                label = f"Try the secret door to {board.label(far)}"
                if len({name for name, _link, _near, there, _cost in reach.tries if there == far}) > 1:
                    label += f", from {board.label(near)}"
                return Option(label, hint=hint, place=board.address[far], rule="BRD-SEC-01")
            case Cast() as throw:
                return _describe_cast(s, board, deck, pawn, reach, throw)
            case Blast() as throw:
                return describe_blast(s, throw)
            case Look() as there:
                place = there.space(board)
                cost = _cost(reach, place)
                hint = f"ESP Medallion; then attack it or end{_walk(cost)}"
                return Option(f"Look into {board.label(place)}", hint=hint, place=there.address, rule="BRD-ESP-01")
            case Transfer() as there:
                return describe_transfer(s, there)
            case Towards() as there:
                straight[:] = straight or [not doors_at_hand(s, board, pawn)]
                return _describe_road(s, board, deck, pawn, there.space(board), straight=straight[0])
            case Word("ball"):
                return Option("Gaze into the Crystal Ball", hint="no movement this turn", rule="BRD-BALL-01")
            case Word("bank"):
                return Option("Safe keeping", hint="leave or fetch prizes; leaving any ends the turn", rule="BRD-SAFE-01")
            case _:
                return _describe_end(s, board, deck, pawn)

    return describe


def _cost(reach: Reach, place: int) -> int:
    """How far a guarded place is."""
    return next((cost for other, _near, cost in reach.sights if other == place), 0)


def _walk(cost: int) -> str:
    return f"; {some(cost, 'space')} to walk" if cost else ""


def _describe_go(s: Dungeon, board: Board, pawn: Pawn, reach: Reach, there: Go) -> Option:
    space = there.space(board)
    target, near, cost = reach.deed(there.key) or (space, pawn.space, 0)
    hints = [f"{cost + (target != near)} of {s.now.moves} {board.compass(pawn.space, space)}"]
    if target != near:
        hints.insert(0, f"stops you: {card_line(s, board, deck_of(s), pawn, target)}")
    elif s.loose.get(space):
        hints.append(f"{cards(len(s.loose[space]))} without a guard")
    if s.dials.ambush:
        path = [*reach.path_to(near), target]
        met = [other.name for step in path for other in pawns_at(s, step, pawn) if step != board.start]
        if met:
            hints.append(f"meets {', '.join(dict.fromkeys(met))}")
    return _go_to(board, space, hints)


def _walks(s: Dungeon, board: Board, pawn: Pawn, reach: Reach) -> dict[str, tuple[int, Option]]:
    """The plain walks of a reach with their labels, as they are while nothing lies about; and the space of each."""
    kept = landmarks_of(board).walks(pawn.space, s.now.moves)
    labels: dict[str, tuple[int, Option]] = {}
    for walk in reach.dist.items():
        option = kept.get(walk)
        if option is None:
            space, cost = walk
            option = kept[walk] = _go_to(board, space, [f"{cost} of {s.now.moves} {board.compass(pawn.space, space)}"])
        labels[Go.key_of(option.place)] = (walk[0], option)
    return labels


def _go_to(board: Board, space: int, hints: list[str]) -> Option:
    return Option(
        f"Go to {board.label(space)}",
        hint="; ".join([*hints, landmarks_of(board).beside(space)]),
        place=board.address[space],
        rule="BRD-MOVE-01",
    )


def _describe_road(s: Dungeon, board: Board, deck: Deck, pawn: Pawn, mark: int, *, straight: bool) -> Option:
    roads = landmarks_of(board).surroundings(pawn.space).roads
    way: list[int] | None = None if straight else way_to(s, board, pawn, mark)
    which = (mark,) if way is None else (mark, len(way), *way[:ALLOWANCE])  # secret doors at hand may make it another
    words = roads.get(which)
    if words is None:
        words = roads[which] = _road_words(board, pawn.space, mark, way or way_to(s, board, pawn, mark))
    ends = words.ends
    end = ends[min(s.now.moves, len(ends) - 1)] if ends else board.title((road(s, board, pawn, mark) or [pawn.space])[-1])
    hint = f"{words.distance}; {words.what or card_line(s, board, deck, pawn, mark, far=True)}; this turn as far as {end}"
    return Option(words.label, hint=hint, place=board.address[mark], rule="BRD-MOVE-01")


def _road_words(board: Board, space: int, mark: int, way: list[int]) -> Road:
    """A far landmark as all see it."""
    name = landmarks_of(board).name_of(space, mark)
    what = board.label(mark) if board.kind[mark] == STEP else "the way out" if mark == board.start else ""
    cost, way = len(way), way[:ALLOWANCE]
    ends = () if any(board.site[at] >= 0 for at in way) else tuple(board.title(at) for at in (space, *way))
    distance = f"{some(cost, 'space')}, {some(-(-cost // ALLOWANCE), 'turn')} {board.compass(space, mark)}"
    return Road(f"Walk on towards {name}", distance, what, ends)


def _describe_cast(s: Dungeon, board: Board, deck: Deck, pawn: Pawn, reach: Reach, throw: Cast) -> Option:
    spell, place = throw.spell, board.number[throw.address]
    cost = _cost(reach, place)
    card = known_top(s, board, pawn, place)
    line = f"unknown card: {about(mean_chance(deck, board.level[place], spell_line(spell), 0))}"
    if card >= 0:
        monster = deck.monsters[card]
        need = 13 if monster.trap else monster.needs[spell_line(spell)]
        line = f"{monster.name}: no effect" if need > 12 else f"{monster.name}: {need} or more, {chance(need)} in 36"
    left = pawn.spells.count(spell)
    return Option(
        f"{SPELL_NAMES[spell]} into {board.label(place)}",
        hint=f"{line}{_walk(cost)}; you hold {left}",
        place=throw.address,
        rule="BRD-ATK-02",
    )


def _describe_end(s: Dungeon, board: Board, deck: Deck, pawn: Pawn) -> Option:
    if guarded(s, board, pawn.space) and not s.now.fought:
        return Option("Stay and fight", hint=card_line(s, board, deck, pawn, pawn.space), rule="BRD-CMB-10")
    if pawn.standoff >= 0 and guarded(s, board, pawn.standoff) and not s.now.met_duty:
        return Option(
            "Stay in the doorway and fight again", hint=card_line(s, board, deck, pawn, pawn.standoff), rule="BRD-NOEF-05"
        )
    if pawn.space == board.start and not s.now.moved and may_regain(pawn):
        return Option("Rest here and regain a spell", rule="BRD-REG-01")
    return Option("End the turn here", hint="" if s.now.moved else "you have not moved", rule="BRD-TURN-03")
