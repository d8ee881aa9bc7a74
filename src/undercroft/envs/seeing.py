"""What an environment shows: for each game the state as a seat may know it, as numbers from 0 to 1 in a fixed order.

An amount without bound becomes amount / (amount + scale): 0 for nothing, one half for `scale`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ..engine import Outcome
from ..games.board.rules.pieces.hand import goal, sword_bonus, worth
from ..games.board.rules.pieces.odds import mean_chance, odds
from ..games.board.state import board_of, deck_of

Seen = list[float]


class Sight(NamedTuple):
    """How a game is seen and scored."""

    actions: int  # how many there are, more than any question has answers
    see: Callable[[Any, int], Seen]  # masked state and seat
    reward: Callable[[Outcome, int, int], float]  # at the end, for a seat of so many


def much(amount: float, scale: float) -> float:
    """An amount without bound as a number from 0 to 1."""
    return amount / (amount + scale) if amount > 0 else 0.0


def which(value: str, known: Sequence[str]) -> Seen:
    """One of several words, as a 1 among zeros."""
    return [float(value == word) for word in known]


# The games.

_PLACES = ("rollup", "town", "dungeon")
_BEARINGS = ("mapping", "lost", "pursued")


def see_robber(s: Any, seat: int) -> Seen:
    """The robber, the delve and the encounter."""
    robber = s.robbers[seat] if s.robbers else None
    seen = which(s.place, _PLACES)
    if robber is None:
        seen += [0.0] * 21
    else:
        purse = robber.purse
        gold = purse.gp + purse.pp * 5 + purse.sp / 10 + purse.cp / 100 + purse.ep / 2
        henchmen = robber.henchmen
        seen += [
            much(max(0, robber.hp), 10), max(0.0, min(1.0, robber.hp / max(1, robber.base_hp))), much(robber.base_hp, 20),
            much(robber.level, 5), much(robber.xp, 1000), much(gold, 100), much(purse.gems + purse.jewelry, 3),
            much(robber.home.cp / 100, 500), float(bool(robber.weapon)), float(bool(robber.armor)), float(robber.shield),
            float(robber.heavy is not None), much(sum(robber.pack.values()), 8), much(len(henchmen), 2),
            much(sum(max(0, mate.level) for mate in henchmen), 4), float(robber.sick), float(robber.lycanthropy),
            float(robber.cursed), float(robber.blessed), much(len(robber.memorized), 3), float(robber.retired),
        ]  # fmt: skip
    delve = s.delve
    seen += which(delve.bearings, _BEARINGS)
    seen += [
        much(delve.level, 3), much(delve.room, 4), much(delve.turn, 20), much(len(delve.pursuers), 2),
        float(delve.stairs is not None), float(delve.forced), much(delve.deepest, 3),
    ]  # fmt: skip
    fight = s.encounter
    if fight is None:
        return [*seen, *[0.0] * 8]
    return [
        *seen, 1.0, float(fight.stage == "fight"), much(len(fight.foes), 2),
        much(max((foe.level for foe in fight.foes), default=0), 3), float(fight.aware),
        float(fight.cornered), much(fight.round, 4), much(fight.defeated, 2),
    ]  # fmt: skip


_AGES = ("opening", "primordial", "civilization", "disaster", "monsters", "villainy", "over")
_PEOPLES = ("delver", "breeder", "alpha", "temple", "wyrm", "dwarven")
_SEASONS = ("spring", "summer", "fall", "winter")


def see_host(s: Any, seat: int) -> Seen:
    """The page: its age, its groups and what lies in it."""
    groups = list(s.groups.values())
    alive = [group for group in groups if group.alive]
    colours = [bead.colour for bead in s.beads.values()]
    return [
        *which(s.age, _AGES), *which(s.season.lower(), _SEASONS), much(s.year, 10), much(s.absolute, 100),
        much(len(s.rooms), 20), much(len(s.passages), 20), much(len(s.entrances), 4), much(len(groups), 8), much(len(alive), 4),
        *[much(sum(group.type == kind for group in alive), 2) for kind in _PEOPLES],
        much(colours.count("loot"), 8), much(len(colours), 30), much(len(s.kingdoms), 2), much(len(s.civs), 1),
        much(len(s.villains), 1), float(s.party is not None), much(s.parties, 4), much(s.lost_loot, 8), much(s.villain_purse, 4),
        float(s.trigger is not None), much(s.restarts, 2), much(s.events_left, 3), much(len(s.record), 60),
    ]  # fmt: skip


def see_board(s: Any, seat: int) -> Seen:
    """The own pawn, the rivals in order of seats, and every place of the board: its cards, what is known of them, its prizes."""
    board, deck, count = board_of(s), deck_of(s), len(s.pawns)
    seen: Seen = []
    for n in range(count):
        pawn = s.pawns[(seat + n) % count]
        row = board.rows[pawn.space] if pawn.space >= 0 else None
        seen += [float(pawn.kind == kind) for kind in range(4)]
        seen += [
            float(pawn.alive), float(pawn.wounded), much(pawn.lose_turns + pawn.trap_turns, 2), much(len(pawn.prizes), 5),
            0.0 if row is None else row.x / board.file.canvas.width, 0.0 if row is None else row.y / board.file.canvas.height,
            0.0 if row is None else row.level / 6, much(len(pawn.spells), 4), much(pawn.kills, 5),
        ]  # fmt: skip
    own = s.pawns[seat]
    chosen = own.kind >= 0
    bonus = sword_bonus(s, deck, own) if chosen else 0
    seen += [
        min(1.0, worth(deck, own) / goal(own)) if chosen else 0.0, bonus / 2,
        much(own.spells.count(1), 3), much(own.spells.count(2), 3),
        s.now.moves / 5, float(s.now.moved), much(s.round, 30), float(own.standoff >= 0), float(s.phase == "turn"),
    ]  # fmt: skip
    for site, stack in enumerate(s.stacks):
        place = board.places[site]
        loose = len(s.loose.get(place, ()))
        here = float(own.space == place)
        if not stack or not chosen:
            seen += [float(bool(stack)), 0.0, much(loose, 2), here]
            continue
        card = stack[0].card
        win = odds(s, own, card) / 36 if card >= 0 else mean_chance(deck, board.level[place], own.kind, bonus)
        seen += [1.0, win, much(loose + sum(len(guard.hoard) for guard in stack), 2), here]
    return seen


_PHASES = ("roll-call", "castle", "line", "walk", "meeting", "battle", "spoils", "sage", "pastime", "paper", "home")


def see_descent(s: Any, seat: int) -> Seen:
    """The own people, the party, where it stands and whom it fights."""
    own = [m for m in s.members if m.seat == seat and m.status in ("ready", "home", "hostage", "stone")]
    party = [m for m in s.members if m.id in s.party]
    best = max(own, key=lambda m: (m.rank > 0, -m.rank), default=None)
    seen = [*which(s.phase, _PHASES), s.descent / max(1, s.descents), much(s.orders, 40), *[much(n, 10) for n in s.at]]
    seen += [much(len(own), 2), much(len(party), 4), much(sum(m.body + m.armour_left + m.shield_left for m in party), 20),
             float(any(m.id == s.leader for m in own))]  # fmt: skip
    if best is None:
        seen += [0.0] * 9
    else:
        seen += [
            best.rank / 11, much(best.karma, 100), much(best.gold + best.silver / 20, 50), much(best.body, 4),
            much(best.armour_left, 4), much(sum(best.goods.values()), 8), *which(best.cls, ("warrior", "priest", "wizard")),
        ]  # fmt: skip
    chest = s.chest
    seen += [
        much(chest.gold + chest.gold_bars * 50 + chest.silver / 20, 50),
        much(sum(chest.jewels.values()), 4),
        much(chest.relics, 1),
    ]
    battle = s.battle
    if battle is None:
        seen += [0.0] * 6
    else:
        seen += [1.0, much(len(battle.foes), 4), much(sum(foe.hits for foe in battle.foes), 12), much(battle.round, 4),
                 float(battle.offered), float(battle.treasure)]  # fmt: skip
    return [*seen, float(s.sage is not None), float(s.pastime is not None)]


_DONJON = ("creation", "town", "road", "scene", "fight", "loot", "advance", "home", "over")


def see_donjon(s: Any, seat: int) -> Seen:
    """The own character, the party, the scene and the fight."""
    own = next((b for b in reversed(list(s.beings.values())) if b.seat == seat and b.status != "dead"), None)
    party = s.pcs()
    seen = [*which(s.phase, _DONJON), much(s.chapter, 3), much(s.scene_no, 8), much(len(s.facts), 20), much(s.clues, 3),
            float(s.way_known), float(s.hostile), float(s.homeward), much(len(party), 2), float(s.lead == seat)]  # fmt: skip
    if own is None:
        seen += [0.0] * 19
    else:
        seen += [*[much(n, 4) for n in own.full], *[much(max(0, n), 4) for n in own.now], much(own.wounds, 3), much(own.level, 3),
                 much(own.xp, 50), much(own.wealth, 4), much(own.provisions, 3), much(own.spell_dice, 4),
                 float(own.status == "up")]  # fmt: skip
    scene, fight = s.scene, s.fight
    seen += [0.0] * 4 if scene is None else [1.0, much(len(scene.foes), 3), much(scene.rounds, 4), float(scene.dark)]
    seen += [0.0] * 4 if fight is None else [1.0, much(len(fight.fighters), 5), much(fight.flurry, 4), much(fight.count, 10)]
    return seen


def won(outcome: Outcome, seat: int, seats: int) -> float:
    """1 for whoever won, else 0."""
    return float(seat in outcome.winners)


def beat(outcome: Outcome, seat: int, seats: int) -> float:
    """1 for the winner, shared out as a loss among the others: what is won and lost comes to nothing."""
    if not outcome.winners:
        return 0.0
    return 1.0 if seat in outcome.winners else -len(outcome.winners) / max(1, seats - len(outcome.winners))


def scored(outcome: Outcome, seat: int, seats: int) -> float:
    """The seat's own score, in hundreds."""
    return outcome.scores[seat] / 100


SIGHTS: dict[str, Sight] = {
    "robber": Sight(32, see_robber, won),
    "host": Sight(32, see_host, won),
    "board": Sight(128, see_board, beat),
    "descent": Sight(128, see_descent, scored),
    "donjon": Sight(64, see_donjon, won),
}
