"""A player that plans: what a room is worth from here, by exact odds, in gold and in turns. It sees what its seat may see.

A room's worth is what its prize brings, times the chance of winning it blow after blow, less what lost blows cost, less the
turns it takes at the gold this adventurer makes in a turn, and half of what the next room from there is worth.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from typing import NamedTuple

from ...engine import Answer, View
from .board import CHAMBER, ROOM, SECRET
from .bot import KEEP, STYLES, Costs, blast, costs_of, decide, plan_turn, towards
from .content import DASH, ELF, FIREBALL, LIGHTNING, TRANSFERENCE, WIZARD, MonsterCard, spell_line
from .rules.movement.answers import Open
from .rules.pieces.hand import goal, has_entrance, sword_bonus, worth
from .rules.pieces.odds import chance
from .rules.prizes.answers import Look
from .rules.spells.answers import Blast, Cast, Transfer
from .rules.turn.answers import read
from .state import Dungeon, Guard, Pawn, board_of, deck_of

SPELL_BRINGS = 1800  # gold, on the lower levels


class Habits(NamedTuple):
    """What this player reckons with, in gold; by type: elf, hero, superhero, wizard."""

    rate: tuple[float, ...] = (280.0, 300.0, 680.0, 490.0)  # gold in a turn
    cheap: float = 0.4  # of the cheapest prize, lost with a lost blow: it may be won back
    carried: float = 0.07  # of all that is carried
    death: tuple[float, ...] = (0.014, 0.014, 0.014, 0.03)  # of the goal: one blow in thirty-six kills
    stun: float = 0.9  # turns that a lost blow costs besides its own
    after: float = 0.5  # of what the next room is worth
    ahead: int = 3  # rooms after this one
    spell: float = 2.0  # turns that a spell is worth
    sword: float = 0.18  # of what is still to be won
    trap: float = 3.5  # turns that a trap costs


HABITS = Habits()


def plan(view: View[Dungeon]) -> Answer:
    """Answer the ask at hand: turns and what is dropped by plan, the smaller questions like everybody else."""
    return decide(view, lambda s, pawn, keys: Plan(s, pawn, HABITS).turn(keys) or plan_turn(s, pawn, keys, STYLES["greedy"]))


class Plan:
    """One pawn's reckoning at one moment."""

    def __init__(self, s: Dungeon, pawn: Pawn, habits: Habits) -> None:
        self.s, self.pawn, self.habits = s, pawn, habits
        self.board, self.deck = board_of(s), deck_of(s)
        self.held = worth(self.deck, pawn)
        self.need = max(1, goal(pawn) - self.held) if not s.dials.quest else 99_999
        self.rate = habits.rate[pawn.kind]
        self.bonus = sword_bonus(s, self.deck, pawn)
        self.spells = [spell for spell in (FIREBALL, LIGHTNING) if spell in pawn.spells]
        prices = [self.price(card) for card in pawn.prizes]
        self.loss = (
            habits.cheap * min(prices, default=0.0)
            + habits.carried * sum(prices)
            + habits.death[pawn.kind] * goal(pawn)
            + habits.stun * self.rate
        )
        self._unknown: dict[tuple[int, int], float] = {}
        self._gold: dict[int, float] = {}
        self.far = self._distances(pawn.space)

    @property
    def lacking(self) -> int:
        """Spells that a Wizard at home should still wait for: as many as what is needed takes, and one to spare."""
        if self.pawn.kind != WIZARD:
            return 0
        wanted = min(self.pawn.spell_limit - 1, 6, math.ceil(self.need / SPELL_BRINGS) + 1)
        return max(0, wanted - sum(spell != TRANSFERENCE for spell in self.pawn.spells))

    # Worth.

    def price(self, card: int) -> float:
        """What a prize is worth to this pawn: its gold, as far as gold is needed, and its power."""
        prize = self.deck.prizes[card]
        more = 0.0
        if prize.special == "magic_sword":
            more = self.habits.sword * self.need * (1.0 if not self.bonus else 0.1)
        elif prize.special:
            more = KEEP[prize.special] * min(1.0, self.need / 10_000) if prize.special in KEEP else 0.0
        return min(prize.value, self.need) + more

    def gold(self, level: int) -> float:
        """What a face-down prize of a level brings on average."""
        found = self._gold.get(level)
        if found is None:
            cards = self.deck.prizes_by_level[level]
            known = {*self.pawn.prizes, *self.pawn.stored}
            left = [card for card in cards if card not in known] or cards
            found = self._gold[level] = sum(self.price(card) for card in left) / max(1, len(left))
        return found

    def prizes(self, place: int, guard: Guard | None) -> float:
        """What lies in a place under its top card, or open."""
        loose = self.s.loose.get(place, ()) if self.s.loose else ()
        cards = [*(guard.hoard if guard is not None else ()), *loose]
        return min(self.need * 1.3, sum(self.price(card) if card >= 0 else self.gold(min(-card, 6)) for card in cards))

    def by_hand(self, card: MonsterCard) -> float:
        need = card.needs[self.pawn.kind]
        return 0.0 if need == DASH and not self.bonus else chance(need - self.bonus) / 36

    def by_spell(self, card: MonsterCard, spell: int) -> float:
        need = card.needs[spell_line(spell)]
        return 0.0 if need == DASH else chance(need) / 36

    def fight(self, card: MonsterCard, gold: float) -> float:
        """What a known card is worth, fought on until it falls, by hand or by the spell that bites."""
        if card.trap:
            return gold - self.habits.trap * self.rate
        best = 0.0
        share = self.by_hand(card)
        if share:
            best = max(best, gold - (self.rate + (1 - share) * self.loss) / share)
        for spell in self.spells:
            share = self.by_spell(card, spell)
            if share:
                best = max(best, gold - (1 + self.habits.spell) * self.rate / share)
        return best

    def first_blow(self, cards: Sequence[MonsterCard], gold: float) -> float:
        """What a face-down card is worth: one blow at whatever it is, and then knowing it."""
        rate, loss = self.rate, self.loss
        hand = 0.0
        thrown = dict.fromkeys(self.spells, 0.0)
        for card in cards:
            known = self.fight(card, gold)
            if card.trap:
                hand += known
                for spell in thrown:
                    thrown[spell] += known - (1 + self.habits.spell) * rate
                continue
            share = self.by_hand(card)
            hand += share * gold - rate + (1 - share) * (max(0.0, known) - loss)
            for spell in thrown:
                share = self.by_spell(card, spell)
                thrown[spell] += share * gold - (1 + self.habits.spell) * rate + (1 - share) * max(0.0, known)
        return max(hand, *thrown.values(), 0.0) / len(cards) if thrown else hand / len(cards)

    def place(self, place: int) -> float:
        """What a place is worth to somebody who stands before it; 0: nothing to be won."""
        stack = self.s.stacks[self.board.site[place]]
        guard = stack[0] if stack else None
        gold = self.prizes(place, guard)
        if not gold or guard is None:
            return gold
        if guard.card >= 0:
            return self.fight(self.deck.monsters[guard.card], gold)
        level = min(-guard.card, 6)
        found = self._unknown.get((level, int(gold)))
        if found is None:
            cards = [self.deck.monsters[card] for card in self.unseen(level)]
            found = self._unknown[level, int(gold)] = self.first_blow(cards, gold)
        return found

    def unseen(self, level: int) -> list[int]:
        """The cards of a level that may still lie face down."""
        s = self.s
        known = {*s.discards[level - 1], *s.shown, *s.facing, *self.pawn.knows_monsters}
        cards = self.deck.monsters_by_level[level]
        return [card for card in cards if card not in known] or cards

    # Ways.

    def _distances(self, start: int) -> list[float]:
        """The way between a space and every other as the cards lie now, in spaces."""
        board, stacks, site = self.board, self.s.stacks, self.board.site
        open_doors = () if has_entrance(self.deck, self.pawn) else None
        secret = 0.0 if open_doors is not None else 2.5 if self.pawn.kind == ELF else 10.0
        doors = self.pawn.doors
        far = [1e9] * board.size
        far[start] = 0.0
        queue = [(0.0, start)]
        while queue:
            cost, u = heapq.heappop(queue)
            if cost > far[u]:
                continue
            step = 1.0
            if u != start and site[u] >= 0 and stacks[site[u]]:
                step = 8.0 if board.kind[u] == CHAMBER else 7.0
            for v, via, link in board.near[u]:
                total = cost + step + (secret if via == SECRET and link not in doors else 0.0)
                if total < far[v]:
                    far[v] = total
                    heapq.heappush(queue, (total, v))
        return far

    def turns(self, walk: float, place: int) -> float:
        """Turns before the one of the first blow: doors are opened from outside, into chambers one walks."""
        steps = walk - (1 if self.board.kind[place] == ROOM else 0)
        return max(0.0, steps - self.s.now.moves) / 5

    # Choosing.

    def target(self) -> int:
        """Where to go now: a place, the Main Staircase, or -1."""
        board, s, pawn = self.board, self.s, self.pawn
        if s.dials.quest:
            if any(self.deck.prizes[card].name == s.dials.quest for card in pawn.prizes):
                return board.start
        elif self.held >= goal(pawn):
            return board.start
        worths = [(value, place) for place in board.places if (value := self.place(place)) > 0]
        rate = self.rate
        firsts = sorted(((value - self.turns(self.far[place], place) * rate, place) for value, place in worths), reverse=True)[:8]
        between = costs_of(board, pawn, self.deck)
        best, target, brings = -math.inf, -1, 0.0
        home = between(board.start)
        for score, place in firsts:
            stack, plain = s.stacks[board.site[place]], score
            done = self.prizes(place, stack[0] if stack else None) >= self.need
            if done:
                score += rate * (4 - home[place] / 5)
            else:
                score += self.onward(place, worths, between)
            if score > best:
                best, target, brings = score, place, plain
        rest = (self.lacking * (self.habits.spell - 1) - self.far[board.start] / 5) * rate
        if self.lacking and not self.spells and (target < 0 or rest > brings / 2):
            return board.start
        return target

    def onward(self, place: int, worths: list[tuple[float, int]], between: Costs) -> float:
        """What the next rooms from a place are worth, each a part of the one before: nobody knows how it will go."""
        part, total, been = 1.0, 0.0, {place}
        for _ in range(self.habits.ahead):
            ways, part = between(place), part * self.habits.after
            best, place = max(
                ((worth - max(0.0, ways[there] - 6) / 5 * self.rate, there) for worth, there in worths if there not in been),
                default=(0.0, -1),
            )
            if best <= 0:
                break
            total += part * best
            been.add(place)
        return total

    def turn(self, keys: tuple[str, ...]) -> str:
        """What to do in a free turn."""
        s, board, pawn, deck = self.s, self.board, self.pawn, self.deck
        if s.now.looked >= 0:
            return self.after_look(keys)
        if "bank" in keys and any(not deck.prizes[card].special for card in pawn.prizes):
            return "bank"
        if pawn.space == board.start and self.lacking and (not s.now.moved or not pawn.spells):
            return "end"
        target = self.target()
        if target < 0:
            return ""
        if s.dials.ambush and self.spells and target != board.start and (thrown := blast(s, keys)):
            return thrown
        address = board.address[target]
        if target == board.start:
            if Transfer(address).key in keys:
                return Transfer(address).key
        elif s.stacks[board.site[target]]:
            blow = self.blow(target, keys)
            if blow:
                return blow
            if target in (pawn.space, pawn.standoff):
                return "end"
        return towards(s, board, pawn, target, keys, self._distances(target))

    def blow(self, target: int, keys: tuple[str, ...]) -> str:
        """How to attack a place in reach: a look first, the spell that bites, or the door; "" when it is not in reach."""
        address = self.board.address[target]
        card = self.s.stacks[self.board.site[target]][0].card
        if card < 0 and Look(address).key in keys:
            return Look(address).key
        guard = self.s.stacks[self.board.site[target]][0]
        gold = self.prizes(target, guard)
        cards = [self.deck.monsters[card]] if card >= 0 else [self.deck.monsters[card] for card in self.unseen(min(-card, 6))]
        fair = [one for one in cards if not one.trap]
        if fair and self.spells:
            hand = sum(self._blow_worth(self.by_hand(one), gold, self.loss) for one in fair)
            best, choice = hand, ""
            for spell in self.spells:
                key = Cast(spell, address).key
                if key in keys:
                    thrown = sum(self._blow_worth(self.by_spell(one, spell), gold, 0.0) for one in fair)
                    thrown -= self.habits.spell * self.rate * len(fair)
                    if thrown > best:
                        best, choice = thrown, key
            if choice:
                return choice
        return Open(address).key if Open(address).key in keys else ""

    @staticmethod
    def _blow_worth(share: float, gold: float, loss: float) -> float:
        return share * gold - (1 - share) * loss

    def after_look(self, keys: tuple[str, ...]) -> str:
        """Known now, and the turn is spent either way: strike unless it costs more than it brings."""
        place = self.s.now.looked
        stack = self.s.stacks[self.board.site[place]]
        gold = self.prizes(place, stack[0])
        card = self.deck.monsters[stack[0].card]
        if card.trap:
            return keys[0] if self.fight(card, gold) > 0 else "end"
        best, choice = 0.0, "end"
        for key in keys[:-1]:
            said = read(key)
            if isinstance(said, Cast | Blast):
                value = self._blow_worth(self.by_spell(card, said.spell), gold, 0.0) - self.habits.spell * self.rate
            else:
                value = self._blow_worth(self.by_hand(card), gold, self.loss)
            if value > best:
                best, choice = value, key
        return choice
