"""A sensible player: goes for the room with the most gold for the time and risk, and home when it has enough.

It sees what its seat may see. Distances are laid out once per board and do not follow every opened door.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any, NamedTuple

from undercroft.engine import Answer, Bot, View

from .board import CHAMBER, ROOM, SECRET, Board
from .content import ATTACK_SPELLS, ELF, FIREBALL, LIGHTNING, WIZARD, Deck, spell_line, tables
from .rules.advanced.answers import Ambush, Keep, Strike
from .rules.combat.answers import Back
from .rules.monsters.answers import Fall
from .rules.movement.answers import Go, Open, Try
from .rules.pieces.hand import goal, has_entrance, sword_bonus, worth
from .rules.pieces.odds import chance, mean_chance, odds
from .rules.prizes.answers import Drop, Gaze, Look
from .rules.spells.answers import Blast, Cast, Take, Transfer
from .rules.turn.answers import read
from .state import Dungeon, Pawn, board_of, deck_of

KEEP = {"magic_sword": 4000, "secret_entrance": 900, "esp_medallion": 700, "crystal_ball": 300}  # what a power is worth to a bot


class Style(NamedTuple):
    """What sets one player apart from another."""

    care: float = 1.0  # how much it minds what it may lose
    deep: bool = False  # goes for the lowest levels, and stays until it has twice what it needs


STYLES = {"greedy": Style(), "bold": Style(care=0.0), "delver": Style(care=0.2, deep=True)}


def bot(name: str) -> Bot:
    """The player by this name: "greedy" plays to win, "bold" minds no loss, "delver" wants to see the sixth level."""
    style = STYLES[name]

    def play(view: View[Any]) -> Answer:
        return decide(view, lambda s, pawn, keys: plan_turn(s, pawn, keys, style))

    return play


def decide(view: View[Any], turn: Callable[[Dungeon, Pawn, tuple[str, ...]], str]) -> Answer:
    """Answer the ask at hand: a free turn as `turn` says, the smaller questions by habit."""
    s: Dungeon = view.state
    ask = view.ask
    pawn = s.pawns[view.seat]
    if ask.kind == "number":
        return _first_spells(view)
    if ask.kind == "many":
        return _safe(s, pawn) if ask.rule == "BRD-SAFE-03" else list(ask.keys[: ask.low])
    keys = ask.keys_for(view.seat)
    if len(keys) == 1:
        return keys[0]
    if ask.kind == "all":
        return _ambush(s, pawn, keys)
    habit = _HABITS.get(read(keys[0]).verb)
    if habit is not None and ask.rule != "BRD-MOVE-01" and ask.rule != "BRD-DIAL-04":
        return habit(view, s, pawn, keys)
    if ask.rule == "BRD-DIAL-04":
        return _nearest_home(view, s, pawn, keys[:-1])
    return turn(s, pawn, keys)


# The turn.


def plan_turn(s: Dungeon, pawn: Pawn, keys: tuple[str, ...], style: Style) -> str:
    """Home with enough, home for spells, or the best room in sight and the step towards it."""
    board, deck = board_of(s), deck_of(s)
    if s.now.looked >= 0:
        return _after_look(s, board, pawn, keys)
    if "bank" in keys and any(not deck.prizes[card].special for card in pawn.prizes):
        return "bank"
    attack = [spell for spell in pawn.spells if spell != 0]
    if pawn.space == board.start and pawn.kind == WIZARD and len(attack) < min(pawn.spell_limit - 1, 6) and not s.now.moved:
        return "end"
    target = choose_target(s, pawn, style)
    if s.dials.ambush and attack and target != board.start:
        thrown = blast(s, keys)
        if thrown:
            return thrown
    if target >= 0:
        address = board.address[target]
        if target == board.start and Transfer(address).key in keys:
            return Transfer(address).key
        if target != board.start and board.site[target] >= 0 and s.stacks[board.site[target]]:
            spell = _best_spell(s, board, pawn, target, keys)
            if spell:
                return spell
            if Look(address).key in keys and known_card(s, board, target) < 0:
                return Look(address).key
            if Open(address).key in keys:
                return Open(address).key
            if target in (pawn.space, pawn.standoff):
                return "end"
        return towards(s, board, pawn, target, keys, costs_of(board, pawn, deck)(target))
    return "end"


def choose_target(s: Dungeon, pawn: Pawn, style: Style = STYLES["greedy"]) -> int:
    """Where this pawn wants to go now: a place, or the Main Staircase."""
    board, deck = board_of(s), deck_of(s)
    held = worth(deck, pawn)
    if s.dials.quest:
        if any(deck.prizes[card].name == s.dials.quest for card in pawn.prizes):
            return board.start
    elif held >= goal(pawn) * (2 if style.deep else 1):
        return board.start
    attack = any(spell for spell in pawn.spells)
    home = pawn.kind == WIZARD and not attack and pawn.spell_limit > 0
    need = max(500, goal(pawn) - held) if not (s.dials.quest or style.deep) else 99_999
    costs = costs_of(board, pawn, deck)
    best, target = 0.0, -1
    one = tables().adventurers[pawn.kind]
    cheap = min((deck.prizes[card].value + KEEP.get(deck.prizes[card].special, 0) for card in pawn.prizes), default=0)
    carried = sum(deck.prizes[card].value for card in pawn.prizes)
    loss = style.care * (0.67 * cheap + 0.11 * carried + 180)
    for site, stack in enumerate(s.stacks):
        place = board.places[site]
        level = board.level[place]
        loose = len(s.loose.get(place, ())) if s.loose else 0
        if not stack and not loose:
            continue
        prizes = sum(len(guard.hoard) for guard in stack[:1]) + loose
        if not prizes:
            continue
        gold = _gold(deck, level) * prizes
        if stack and stack[0].hoard and stack[0].hoard[0] >= 0:
            gold = sum(_prize_worth(deck, card) for card in stack[0].hoard if card >= 0)
        if gold >= need:
            gold = need + 2500.0  # it would do: home, and the game
        walk = costs(place)[pawn.space]
        if walk > 400:
            continue
        turns = max(0.0, walk - 1) / 5
        kill = 1.0
        if stack:
            kill, safe = _kill_chance(s, board, deck, pawn, place, stack[0].card)
            if kill < 0.06:
                continue
            again = min(1 / kill - 1, 6.0)
            gold -= again * (0 if safe else loss) + (250 if safe else 0)
            turns += 1 + again * (1.0 if safe else 2.2)
        score = max(gold, 40.0) / (turns + 0.8)
        if style.deep:
            score *= level**3
        elif not one.advised_level_from <= level <= one.advised_level_to and turns > 0.5:
            score *= 0.3 if pawn.kind != WIZARD or level < 4 else 0.7
        if home and not (stack and kill > 0.55 and turns < 2.5):
            continue
        if score > best:
            best, target = score, place
    if home and target < 0:
        return board.start
    return target


def _gold(deck: Deck, level: int) -> float:
    """What a face-down prize of a level is worth on average."""
    found = deck.averages.get((level, -1, 0))
    if found is None:
        cards = deck.prizes_by_level[level]
        found = deck.averages[level, -1, 0] = sum(_prize_worth(deck, card) for card in cards) / max(1, len(cards))
    return found


def _prize_worth(deck: Deck, card: int) -> float:
    prize = deck.prizes[card]
    return prize.value + (KEEP.get(prize.special, 0) * 0.5 if prize.special else 0)


def known_card(s: Dungeon, board: Board, place: int) -> int:
    """The top card of a place if the masked state shows it, else a negative number."""
    stack = s.stacks[board.site[place]]
    return stack[0].card if stack else -1


def _kill_chance(s: Dungeon, board: Board, deck: Deck, pawn: Pawn, place: int, card: int) -> tuple[float, bool]:
    """The chance to kill what lies there, and whether trying is safe (a spell)."""
    spells = [spell for spell in (FIREBALL, LIGHTNING) if spell in pawn.spells]
    if card >= 0 and deck.monsters[card].trap:
        return (0.3, False)
    bonus = sword_bonus(s, deck, pawn)
    if card >= 0:
        by_hand = odds(s, pawn, card) / 36
        by_spell = max((chance(deck.monsters[card].needs[spell_line(spell)]) / 36 for spell in spells), default=0.0)
    else:
        by_hand = mean_chance(deck, board.level[place], pawn.kind, bonus)
        by_spell = max((mean_chance(deck, board.level[place], spell_line(spell), 0) for spell in spells), default=0.0)
    if by_spell > 0.12 and by_spell >= by_hand - 0.3:
        return by_spell, True
    return by_hand, False


def _best_spell(s: Dungeon, board: Board, pawn: Pawn, place: int, keys: tuple[str, ...]) -> str:
    """The spell to throw at a place: Fire Ball at the unknown, what bites at the known, none where the hand is better."""
    deck = deck_of(s)
    card = known_card(s, board, place)
    best, choice = 0.12, ""
    for spell in ATTACK_SPELLS:
        key = Cast(spell, board.address[place]).key
        if key in keys:
            if card >= 0 and deck.monsters[card].trap:
                continue
            share = (
                chance(deck.monsters[card].needs[spell_line(spell)]) / 36
                if card >= 0
                else mean_chance(deck, board.level[place], spell_line(spell), 0)
            )
            if share > best:
                best, choice = share, key
    by_hand = (
        odds(s, pawn, card) / 36 if card >= 0 else mean_chance(deck, board.level[place], pawn.kind, sword_bonus(s, deck, pawn))
    )
    return "" if by_hand > best + 0.3 else choice


def _after_look(s: Dungeon, board: Board, pawn: Pawn, keys: tuple[str, ...]) -> str:
    place = s.now.looked
    spell = _best_spell(s, board, pawn, place, keys)
    if spell:
        return spell
    card = known_card(s, board, place)
    if card >= 0 and not deck_of(s).monsters[card].trap and odds(s, pawn, card) >= 11:
        return keys[0]
    return "end"


def towards(s: Dungeon, board: Board, pawn: Pawn, target: int, keys: tuple[str, ...], cost: list[float]) -> str:
    """The move that leaves the least way to go; a secret door or a guarded chamber when the way leads through it."""
    here = cost[pawn.space]
    best, choice = here - 0.01, ""
    fallback, second, through = 9e9, "", ""
    for key in keys:
        match read(key):
            case Go(address):
                space = board.number[address]
                left = cost[space]
                if board.site[space] >= 0 and s.stacks[board.site[space]] and space != target:
                    if left < here:
                        through = key  # if there is no other way
                    left += 3.0  # a fight first
            case Open(address):
                left = cost[board.number[address]] + 3.0
            case Try() as door:
                left = min(max(cost[board.number[end]] for end in door.ends), 9e8) - 0.5
            case _:
                continue
        if left < best:
            best, choice = left, key
        if left < fallback:
            fallback, second = left, key
    choice = choice or through
    if choice:
        spell = ""
        match read(choice):
            case Go(address) | Open(address):
                space = board.number[address]
                if board.site[space] >= 0 and s.stacks[board.site[space]]:
                    spell = _best_spell(s, board, pawn, space, keys)
        return spell or choice
    return second or "end"


Costs = Callable[[int], list[float]]
_laid: dict[tuple[int, int, int], tuple[Board, list[float]]] = {}


def costs_of(board: Board, pawn: Pawn, deck: Deck) -> Costs:
    """The way from every space to a target, in spaces, with a surcharge for secret doors, chambers and rooms to cross."""
    finds = 2 if has_entrance(deck, pawn) else 1 if pawn.kind == ELF else 0

    def to(target: int) -> list[float]:
        kept = _laid.get((id(board), target, finds))
        if kept is None or kept[0] is not board:
            kept = _laid[id(board), target, finds] = (board, _lay_out(board, target, (10.0, 2.5, 0.0)[finds]))
        return kept[1]

    return to


def _lay_out(board: Board, target: int, secret: float) -> list[float]:
    far = [1e9] * board.size
    far[target] = 0.0
    queue = [(0.0, target)]
    while queue:
        cost, u = heapq.heappop(queue)
        if cost > far[u]:
            continue
        extra = 0.0
        if u != target and u != board.gallery:
            extra = 7.0 if board.kind[u] == CHAMBER else 6.0 if board.kind[u] == ROOM else 0.0
        for v, via, _link in board.near[u]:
            total = cost + 1 + extra + (secret if via == SECRET else 0.0)
            if total < far[v]:
                far[v] = total
                heapq.heappush(queue, (total, v))
    return far


# Habits for the smaller questions.


def _first_spells(view: View[Any]) -> int:
    ask = view.ask
    high = int(ask.suggestions[0]) if ask.suggestions else ask.high
    wanted = high + 1 if "Fire" in ask.prompt else ask.high
    return max(ask.low, min(ask.high, wanted))


def _safe(s: Dungeon, pawn: Pawn) -> list[str]:
    """Store what has no power, carry the rest."""
    deck = deck_of(s)
    every = pawn.stored + pawn.prizes
    return [Keep(i + 1).key for i, card in enumerate(every) if not deck.prizes[card].special]


def blast(s: Dungeon, keys: tuple[str, ...]) -> str:
    """A spell at a rival on the next space who carries something worth it, if it hits more often than not."""
    best, choice = 17, ""
    for key in keys:
        match read(key):
            case Blast(spell, seat):
                victim = s.pawns[seat]
                hits = chance(tables().spell_combat[spell][victim.kind])
                if len(victim.prizes) >= 3 and hits > best:
                    best, choice = hits, key
    return choice


def _ambush(s: Dungeon, pawn: Pawn, keys: tuple[str, ...]) -> str:
    """Draw when the table favours the blow and there is something to win."""
    mover = s.pawns[s.order[s.turn]]
    if worth(deck_of(s), pawn) >= goal(pawn):
        return "pass"  # home, and no quarrels on the way
    for key in keys:
        if key == "pass":
            continue
        other = mover if key == "ambush" else s.pawns[Ambush.read(key).number]
        if other.prizes and _edge(s, pawn, other) > 4 and len(other.prizes) >= len(pawn.prizes) // 2:
            return key
    return "pass"


def _edge(s: Dungeon, pawn: Pawn, other: Pawn) -> int:
    """How much oftener this pawn hits the other than it is hit, in 36ths."""
    table = tables().combat
    bonus = sword_bonus(s, deck_of(s), pawn)
    seen = any(card >= 0 and deck_of(s).prizes[card].special == "magic_sword" for card in other.prizes)
    return chance(table[pawn.kind][other.kind] - bonus) - chance(table[other.kind][pawn.kind] - (1 if seen else 0))


def _nearest_home(view: View[Any], s: Dungeon, pawn: Pawn, keys: tuple[str, ...]) -> str:
    board = board_of(s)
    cost = costs_of(board, pawn, deck_of(s))(board.start)

    def way(key: str) -> float:
        match read(key):
            case Back((*_, address)) | Go(address):
                return cost[board.number[address]]
            case _:
                return 9e9

    return min(keys, key=way)


def _drop(view: View[Any], s: Dungeon, pawn: Pawn, keys: tuple[str, ...]) -> str:
    deck = deck_of(s)
    held = pawn.prizes

    def value(key: str) -> int:
        prize = deck.prizes[held[Drop.read(key).number - 1]]
        return prize.value + KEEP.get(prize.special, 0)

    return min(keys, key=value)


def _fight_or_flee(view: View[Any], s: Dungeon, pawn: Pawn, keys: tuple[str, ...]) -> str:
    board = board_of(s)
    if view.ask.rule == "BRD-TAMB-01":
        return "fight" if not pawn.prizes else _refuge(s, board, keys[1:]) or "fight"
    card = known_card(s, board, pawn.space)
    if card >= 0 and odds(s, pawn, card) >= 12:
        return "fight"
    return _refuge(s, board, keys[1:]) or "fight"


def _refuge(s: Dungeon, board: Board, keys: tuple[str, ...]) -> str:
    """A chamber without cards to vanish to, if there is one."""
    for key in keys:
        space = Transfer.read(key).space(board)
        if space == board.start or not s.stacks[board.site[space]]:
            return key
    return ""


def _fall(view: View[Any], s: Dungeon, pawn: Pawn, keys: tuple[str, ...]) -> str:
    board = board_of(s)

    def risk(key: str) -> float:
        space = Fall.read(key).space(board)
        stack = s.stacks[board.site[space]]
        if not stack:
            return 0.0
        return 1 - (
            odds(s, pawn, stack[0].card) / 36 if stack[0].card >= 0 and not deck_of(s).monsters[stack[0].card].trap else 0.25
        )

    return min(keys, key=risk)


def _enter(view: View[Any], s: Dungeon, pawn: Pawn, keys: tuple[str, ...]) -> str:
    board = board_of(s)
    place = view.ask.options_for(view.seat)["enter"].place
    site = board.site[board.number[place]]
    return "stay" if site >= 0 and s.stacks[site] and not s.loose.get(board.number[place]) else "enter"


def _hold(view: View[Any], s: Dungeon, pawn: Pawn, keys: tuple[str, ...]) -> str:
    mover = s.pawns[s.order[s.turn]]
    return "hold" if mover.prizes and _edge(s, pawn, mover) > 4 else "release"


def _strike(view: View[Any], s: Dungeon, pawn: Pawn, keys: tuple[str, ...]) -> str:
    return max(keys, key=lambda key: _edge(s, pawn, s.pawns[Strike.read(key).number]))


def _take(view: View[Any], s: Dungeon, pawn: Pawn, keys: tuple[str, ...]) -> str:
    if "take" in keys:
        return "take"
    bolt, ball = Take(LIGHTNING).key, Take(FIREBALL).key
    if bolt in keys and pawn.spells.count(LIGHTNING) * 2 < pawn.spells.count(FIREBALL):
        return bolt
    return ball if ball in keys else keys[0]


def _be(view: View[Any], s: Dungeon, pawn: Pawn, keys: tuple[str, ...]) -> str:
    return view.dice.pick([key for key in keys if key != "out"] or list(keys))


def _answer(view: View[Any], s: Dungeon, pawn: Pawn, keys: tuple[str, ...]) -> str:
    return keys[1]


def _gaze(view: View[Any], s: Dungeon, pawn: Pawn, keys: tuple[str, ...]) -> str:
    target = choose_target(s, pawn)
    key = Gaze(board_of(s).address[target]).key if target >= 0 else ""
    return key if key in keys else keys[0]


Habit = Callable[[View[Any], Dungeon, Pawn, "tuple[str, ...]"], str]
_HABITS: dict[str, Habit] = {
    "be": _be,
    "take": _take,
    "drop": _drop,
    "back": _nearest_home,
    "fight": _fight_or_flee,
    "fall": _fall,
    "enter": _enter,
    "stay": _enter,
    "hold": _hold,
    "strike": _strike,
    "gaze": _gaze,
    "no": _answer,
}
