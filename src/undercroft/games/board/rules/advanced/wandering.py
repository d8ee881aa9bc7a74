"""Wandering monsters: once a round, from the killed ones, upon pawns in corridors (BRD-WAND)."""

from __future__ import annotations

from undercroft.engine import Table
from undercroft.engine.words import capital

from ...board import CHAMBER, CORRIDOR, FAR
from ...content import WanderRow, tables
from ...state import Dungeon, Guard, Pawn, Turn, board_of, deck_of
from ..combat.fight import strike, suffer
from ..combat.losing import losing_roll
from ..pieces.table import discard, stack_at, turn_up
from ..pieces.words import kind_name, the
from ..prizes.dropping import drop
from ..winning.rounds import next_round


async def wander(t: Table[Dungeon]) -> None:
    """The player who moved last rolls: a killed monster may come back and attack one pawn in a corridor (BRD-WAND-02 to 06)."""
    s, board, deck = t.state, board_of(t.state), deck_of(t.state)
    s.now = Turn()
    total = await t.roll("2d6", "wandering monsters", rule="BRD-WAND-02", seat=s.order[s.turn])
    row = tables().wander[total]
    t.meet("wandering", row.section)
    if row.level:
        pile = s.discards[row.level - 1]
        section = next((i for i, section in enumerate(board.sections) if section.id == row.section), -1)
        exposed = [p for p in s.pawns if p.alive and board.kind[p.space] == CORRIDOR and board.section[p.space] == section]
        if not pile:
            _tell_once(t, "Steps on {section}, and nobody left to make them.", row, rule="BRD-WAND-05")
        elif not exposed:
            _tell_once(t, "Something stirs on {section} and finds nobody in the corridors.", row, rule="BRD-WAND-17")
        else:
            victim = choose_victim(t, exposed, row.level)
            card = t.pick(pile, "which monster wanders")
            pile.remove(card)
            s.wandered += 1
            t.tell("Out of the dark in {where}, upon {name}: the {monster}, killed once already.", rule="BRD-WAND-04",
                   monster=deck.monsters[card].name, where=the(s, victim.space), name=victim.name)  # fmt: skip
            await attack(t, victim, Guard(card, []))
    s.facing = []
    if s.phase == "wander":
        next_round(t)


def _tell_once(t: Table[Dungeon], text: str, row: WanderRow, *, rule: str) -> None:
    """The first time in a part of the dungeon is a story; later ones are only the throw."""
    told = f"{rule} {row.section}"
    if told not in t.state.stirred:
        t.state.stirred.append(told)
        t.tell(text, rule=rule, section=_part(row))


def _part(row: WanderRow) -> str:
    """A line of the table in words: "level 6", "the lower half of level 5"."""
    half = {"U": "the upper half of ", "L": "the lower half of "}.get(row.section[-1], "")
    return f"{half}level {row.level}"


def choose_victim(t: Table[Dungeon], exposed: list[Pawn], level: int) -> Pawn:
    """The strongest type; then the most prizes; then the farthest from stairs up; then a die (BRD-WAND-07 to 10)."""
    board = board_of(t.state)
    rank = [one.strength_rank for one in tables().adventurers]
    best = max(rank[p.kind] for p in exposed)
    exposed = [p for p in exposed if rank[p.kind] == best]
    most = max(len(p.prizes) for p in exposed)
    exposed = [p for p in exposed if len(p.prizes) == most]
    if len(exposed) > 1:
        ways_up = [board.start] if level == 1 else list(board.steps_up[level])
        far = {p.seat: board.distances(ways_up, doors=p.doors)[p.space] for p in exposed}
        most = max(far.values())
        exposed = [p for p in exposed if far[p.seat] == most]
    return exposed[0] if len(exposed) == 1 else t.pick(exposed, "which pawn is attacked")


async def attack(t: Table[Dungeon], pawn: Pawn, guard: Guard) -> None:
    """The usual combat by hand; what the monster wins it carries off before the loser retreats (BRD-WAND-11 to 20)."""
    s, deck = t.state, deck_of(t.state)
    turn_up(t, guard.card)
    foe = f"a wandering {deck.monsters[guard.card].name}"
    where = pawn.space
    if await strike(t, pawn, guard.card, where):
        discard(s, deck, guard.card)
        s.killed += 1
        pawn.kills += 1
        t.tell("{name} kills it; it guarded nothing.", rule="BRD-WAND-12", name=pawn.name)
        return
    row = await losing_roll(t, pawn)
    guard.hoard = await drop(t, pawn, row, where, alone=True)
    if row.result == "no_effect":
        place = nearest_chamber(t, where)
        stack_at(s, board_of(s), place).append(guard)
        t.tell("A stand-off. Away to {where}, under whatever lies there: the {monster}.", rule="BRD-WAND-15",
               monster=deck.monsters[guard.card].name, where=the(s, place))  # fmt: skip
    elif guard.hoard:
        place = settle(t, guard, where)
        s.moments.append(f"{capital(foe)} robbed {pawn.name} the {kind_name(pawn)} in round {s.round}")
        for dropped in pawn.notes:
            if dropped.prize and dropped.card in guard.hoard:
                dropped.space = place  # all see where it goes with the booty
    else:
        discard(s, deck, guard.card)
        t.tell(
            "With nothing to guard, there is no more to be seen of the {monster}.",
            rule="BRD-WAND-16",
            monster=deck.monsters[guard.card].name,
        )
    await suffer(t, pawn, row, foe)


def settle(t: Table[Dungeon], guard: Guard, where: int) -> int:
    """Monster and booty go to the closest vacant room or chamber; rooms before chambers, upper before lower (BRD-WAND-13, 14)."""
    s, board, deck = t.state, board_of(t.state), deck_of(t.state)
    dist = board.distances([where])
    taken = [p.space for p in s.pawns if p.alive]
    vacant = [place for place in board.places if not stack_at(s, board, place) and place not in taken and dist[place] < FAR]
    if vacant:
        place = _nearest(t, vacant, dist)
        guard.hoard += s.loose.pop(place, [])
        stack_at(s, board, place).append(guard)
    else:
        place = nearest_chamber(t, where)
        stack_at(s, board, place).append(guard)
    t.tell("Off to {where} with the booty: the {monster}.", rule="BRD-WAND-13", monster=deck.monsters[guard.card].name,
           where=the(s, place))  # fmt: skip
    return place


def nearest_chamber(t: Table[Dungeon], where: int) -> int:
    """The nearest large chamber, the upper one at equal distance (BRD-WAND-15)."""
    board = board_of(t.state)
    return _nearest(t, list(board.chambers), board.distances([where]))


def _nearest(t: Table[Dungeon], places: list[int], dist: list[int]) -> int:
    board = board_of(t.state)

    def rank(place: int) -> tuple[int, bool, int]:
        return dist[place], board.kind[place] == CHAMBER, board.level[place]

    best = min(rank(place) for place in places)
    equal = [place for place in places if rank(place) == best]
    return equal[0] if len(equal) == 1 else t.pick(equal, "which of the nearest places")
