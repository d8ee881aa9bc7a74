"""Words for the options of a free turn, built only when somebody looks."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from undercroft.engine import Option
from undercroft.engine.words import some, told_odds

from .....engine.words import count
from ...board import CHAMBER, FAR, STEP, Board
from ...content import SPELL_NAMES, Deck, spell_line, tables
from ...state import Dungeon, Pawn, deck_of
from ..advanced.spell_ambush import describe_blast
from ..movement.answers import Go, Open, Towards, Try
from ..movement.landmarks import Road, landmarks_of
from ..movement.reach import Reach, secret_doors
from ..movement.walking import ALLOWANCE
from ..pieces.answers import Word
from ..pieces.hand import goal, worth
from ..pieces.odds import about, card_line, chance, known_top, level_line, mean_chance, pays, prize_line
from ..pieces.table import guarded, pawns_at
from ..prizes.answers import Look
from ..spells.answers import Blast, Cast, Transfer
from ..spells.stock import may_regain
from ..spells.transference import describe_transfer
from .answers import read
from .choices import doors_at_hand, road, way_to

HOME, ONWARD, PRIZE, ON, STAIRS, LAST, CHANCY, REST = range(-2, 6)  # the order in which answers are shown


def describer(s: Dungeon, board: Board, deck: Deck, pawn: Pawn, reach: Reach) -> Callable[[str], Option]:
    """A function that labels the keys of a turn."""
    walks: dict[str, tuple[int, Option]] = {}
    straight: list[bool] = []  # whether no secret door makes a way shorter, once somebody asked
    done = has_enough(s, deck, pawn)
    ahead = _ahead(s, board, pawn)
    homeward = _homeward(s, board, pawn, reach) if done else -1

    def describe(key: str) -> Option:
        nonlocal walks
        if not (walks or s.dials.ambush):
            walks = reach.labels = reach.labels or _walks(s, board, pawn, reach)
        known = walks.get(key)
        if (
            known is not None
            and known[0] not in s.loose
            and known[0] != ahead
            and not (done and known[0] in (board.start, homeward))
        ):
            return known[1]
        match read(key):
            case Go() as there:
                if done and there.space(board) == board.start:
                    return _home(there.address, "this turn, and you have won")
                shown = _describe_go(s, board, pawn, reach, there)
                if there.space(board) == homeward:
                    return replace(shown, label=f"You have enough: head home, by {board.label(homeward)}", rank=HOME)
                return _onward(shown) if there.space(board) == ahead else shown
            case Open() as there:
                place = there.space(board)
                hint = f"{_depth(board, place)}{card_line(s, board, deck, pawn, place)}{_walk(_cost(reach, place))}"
                label = f"Open {board.label(there.space(board))}"
                return Option(label, hint=hint, place=there.address, rule="BRD-DOOR-01",
                              rank=ONWARD if there.space(board) == ahead else PRIZE)  # fmt: skip
            case Try():
                near, far, cost = next((near, far, cost) for name, _link, near, far, cost in reach.tries if name == key)
                hint = f"opens on 1-{tables().finds[pawn.kind]}; a failure ends your turn{_walk(cost)}"
                label = f"Try the secret door to {board.label(far)}"
                if len({name for name, _link, _near, there, _cost in reach.tries if there == far}) > 1:
                    label += f", from {board.label(near)}"
                return Option(label, hint=hint, place=board.address[far], rule="BRD-SEC-01", rank=CHANCY)
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
                mark = there.space(board)
                shown = _describe_road(s, board, deck, pawn, mark, straight=straight[0])
                shown = _onward(shown) if mark == ahead else shown
                return _home(shown.place, shown.hint) if done and mark == board.start else shown
            case Word("ball"):
                return Option("Gaze into the Crystal Ball", hint="no movement this turn", rule="BRD-BALL-01")
            case Word("bank"):
                return Option("Safe keeping", hint="leave or fetch prizes; leaving any ends the turn", rule="BRD-SAFE-01")
            case _:
                return _describe_end(s, board, deck, pawn)

    return describe


def _ahead(s: Dungeon, board: Board, pawn: Pawn) -> int:
    """The nearest place worth going to on the straight way of one's last full turn, most likely what one is after; -1: none."""
    back = pawn.trail[-ALLOWANCE - 1 :]
    if s.now.moves < ALLOWANCE or len(set(back)) <= ALLOWANCE or not all(map(board.halls, back)):
        return -1
    before = landmarks_of(board).surroundings(back[0]).marks
    for mark, cost in landmarks_of(board).surroundings(pawn.space).marks.items():
        wanted = board.site[mark] < 0 or guarded(s, board, mark)
        if wanted and mark != board.start and before.get(mark) == cost + ALLOWANCE:
            return mark
    return -1


def _onward(option: Option) -> Option:
    """A walk that goes on with the last one."""
    return replace(option, label=f"Go on to {option.label.removeprefix('Walk to ').removeprefix('Go to ')}", rank=ONWARD)


def _homeward(s: Dungeon, board: Board, pawn: Pawn, reach: Reach) -> int:
    """Where no road leads all the way home: the space in reach that is nearest to it, through chambers, if need be; -1: none."""
    start = board.start
    if start in reach.prev or (start in landmarks_of(board).surroundings(pawn.space).marks and road(s, board, pawn, start)):
        return -1
    left = board.distances([start], doors=secret_doors(s, board, pawn), stop=lambda space: guarded(s, board, space))
    left = left if left[pawn.space] < FAR else board.distances([start], doors=secret_doors(s, board, pawn))
    near = [
        *(space for space in reach.prev),
        *(place for place, _near, cost in reach.sights if cost < s.now.moves and board.kind[place] == CHAMBER),
    ]
    best = min(near, key=left.__getitem__)
    return best if left[best] < left[pawn.space] else -1


def has_enough(s: Dungeon, deck: Deck, pawn: Pawn) -> bool:
    """Whether the pawn need only go home; its hand is known to its own player, who is asked."""
    return not s.dials.quest and all(card >= 0 for card in pawn.prizes) and worth(deck, pawn) >= goal(pawn)


def _home(address: str, hint: str) -> Option:
    return Option("You have enough: go home up the Main Staircase", hint=hint, place=address, rule="BRD-WIN-02", rank=HOME)


def _cost(reach: Reach, place: int) -> int:
    """How far a guarded place is."""
    return next((cost for other, _near, cost in reach.sights if other == place), 0)


def _depth(board: Board, place: int) -> str:
    """How deep a place lies, where its name does not begin with it."""
    return f"level {board.level[place]}; " if board.rows[place].name else ""


def _walk(cost: int) -> str:
    return f"; {count(cost, 'space')}" if cost else ""


def _describe_go(s: Dungeon, board: Board, pawn: Pawn, reach: Reach, there: Go) -> Option:
    space = there.space(board)
    target, near, cost = reach.deed(there.key) or (space, pawn.space, 0)
    rank = CHANCY if target != near and not pays(s, board, target) else ON if target != near or s.loose.get(space) else None
    rank = _worth_naming(board, space) if rank is None else rank
    hints = [f"{count(cost + (target != near), 'space')} {board.compass(pawn.space, space)}"]
    if target != near:
        hints.insert(0, f"stops you: {card_line(s, board, deck_of(s), pawn, target)}")
    elif s.loose.get(space):
        hints.insert(0, f"lying open: {prize_line(s, board, deck_of(s), pawn, space)}")
    if s.dials.ambush:
        path = [*reach.path_to(near), target]
        met = [other.name for step in path for other in pawns_at(s, step, pawn) if step != board.start]
        if met:
            hints.append(f"meets {', '.join(dict.fromkeys(met))}")
    return _go_to(board, space, hints, rank)


def _walks(s: Dungeon, board: Board, pawn: Pawn, reach: Reach) -> dict[str, tuple[int, Option]]:
    """The plain walks of a reach with their labels, as they are while nothing lies about; and the space of each."""
    kept = landmarks_of(board).walks(pawn.space, s.now.moves)
    labels: dict[str, tuple[int, Option]] = {}
    for walk in reach.dist.items():
        option = kept.get(walk)
        if option is None:
            space, cost = walk
            hint = f"{count(cost, 'space')} {board.compass(pawn.space, space)}"
            option = kept[walk] = _go_to(board, space, [hint], _worth_naming(board, space))
        labels[Go.key_of(option.place)] = (walk[0], option)
    return labels


def _worth_naming(board: Board, space: int) -> int:
    """Where a walk to a space that holds nothing stands: a stair's first step is worth a name, the rest is on the map."""
    stair = board.stair_of.get(space)
    return STAIRS if stair is not None and board.address[space] == stair.steps[0] else REST


def _go_to(board: Board, space: int, hints: list[str], rank: int) -> Option:
    return Option(
        f"Go to {board.label(space)}",
        hint="; ".join([*hints, landmarks_of(board).beside(space)]),
        place=board.address[space],
        rule="BRD-MOVE-01",
        rank=rank,
    )


def _describe_road(s: Dungeon, board: Board, deck: Deck, pawn: Pawn, mark: int, *, straight: bool) -> Option:
    roads = landmarks_of(board).surroundings(pawn.space).roads
    way: list[int] | None = None if straight else way_to(s, board, pawn, mark)
    which = (mark,) if way is None else (mark, len(way), *way[:ALLOWANCE])  # secret doors at hand may make it another
    words = roads.get(which)
    if words is None:
        words = roads[which] = _road_words(board, pawn.space, mark, way or way_to(s, board, pawn, mark))
    if board.kind[mark] == STEP:
        waits = level_line(s, deck, pawn, landmarks_of(board).level_beyond(pawn.space, mark))
    else:
        known = "" if mark == board.start else card_line(s, board, deck, pawn, mark, far=True)
        waits = f"{_depth(board, mark)}{known}" if known else "the way out"
    hint = f"{words.distance}; {waits}"
    rank = STAIRS if board.kind[mark] == STEP else LAST if mark == board.start else ON if pays(s, board, mark) else CHANCY
    return Option(words.label, hint=hint, place=board.address[mark], rule="BRD-MOVE-01", rank=rank)


def _road_words(board: Board, space: int, mark: int, way: list[int]) -> Road:
    """A far landmark as all see it."""
    name = landmarks_of(board).name_of(space, mark)
    cost = len(way)
    distance = f"{some(-(-cost // ALLOWANCE), 'turn')} {board.compass(space, mark)}"
    return Road(f"Walk to {name}", distance)


def _describe_cast(s: Dungeon, board: Board, deck: Deck, pawn: Pawn, reach: Reach, throw: Cast) -> Option:
    spell, place = throw.spell, board.number[throw.address]
    cost = _cost(reach, place)
    card = known_top(s, board, pawn, place)
    line = "unknown card" + told_odds(f": {about(mean_chance(deck, board.level[place], spell_line(spell), 0))}")
    if card >= 0:
        monster = deck.monsters[card]
        need = 13 if monster.trap else monster.needs[spell_line(spell)]
        line = monster.name + (": no effect" if need > 12 else told_odds(f": {need} or more, {chance(need)} in 36"))
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
    return Option("End the turn here", hint="" if s.now.moved else "you have not moved", rule="BRD-TURN-03", rank=LAST)
