"""Secrets: what a player cannot know, drawn anew for a bot that thinks ahead (DON-AGM-18)."""

from __future__ import annotations

import msgspec

from ...engine import Dice
from .rules.flurry import next_actor
from .state import Being, Donjon


def redrawn(start: Donjon, now: Donjon, dice: Dice) -> Donjon:
    """A copy of `start` with other secrets, from which this step's answers lead to the same ask as at `now`."""
    known = frozenset(item.id for b in now.beings.values() for item in b.items if item.curse_known)
    secret = msgspec.structs.replace(
        start.secret,
        deck=_deck(start, dice),
        # A curse has had no effect before it is known, so this step comes out the same without it.
        curses={item: activity for item, activity in start.secret.curses.items() if item in known},
        recurring=bool(dice.below(2, "recurring")),
    )
    open_turn = _open_turn(start, now)
    beings = {}
    for key, b in start.beings.items():
        later = now.beings.get(key)
        if b.pc or later is None:
            beings[key] = b
            continue
        if b.leader == "self" and b.up and later.up and later.wounds > 0 and later.now[4] > 0:
            b = msgspec.structs.replace(b, as_pc=bool(dice.below(2, "as_pc")))
        beings[key] = _sheet(b, dice) if open_turn and b.up else b
    return msgspec.structs.replace(start, secret=secret, beings=beings)


def _deck(start: Donjon, dice: Dice) -> list[str]:
    """The scenes to come in another order, unless this step may have drawn from them."""
    deck = list(start.secret.deck)
    if start.phase != "road":
        dice.shuffle(deck, "deck")
    return deck


def _open_turn(start: Donjon, now: Donjon) -> bool:
    """Whether a player has the action in a fight and nothing has come of it yet: no Test, no blow, nobody chasing.

    Until then neither odds nor anybody's conduct has depended on the scores that `_sheet` changes.
    """
    if start.phase != "fight" or start.fight is None or start.fight.stage != "count" or now.fight is None:
        return False
    # next_actor counts down on the fight it is given: a copy of it
    actor = next_actor(msgspec.structs.replace(start, fight=msgspec.structs.replace(start.fight)))
    if not actor or not start.beings[actor].pc:
        return False
    before = {f.id: f.numbers for f in start.fight.fighters if f.id != actor}
    after = {f.id: f.numbers for f in now.fight.fighters if f.id != actor}
    return (
        now.tally.tests == start.tally.tests
        and now.fight.attacked == start.fight.attacked
        and now.fight.bands == start.fight.bands
        and before == after
    )


def _sheet(b: Being, dice: Dice) -> Being:
    """Another creature that looks the same and fights as well, but may be tougher or frailer than it seems."""
    hurt = b.wounds < b.wounds_full
    most = max(2 if hurt else 1, b.wounds_full + dice.below(5, "wounds") - 2)
    wounds = b.wounds if b.wounds == 0 else 1 + dice.below(most - 1, "wounds left") if hurt else most
    return msgspec.structs.replace(
        b,
        wounds=wounds,
        wounds_full=most,
        abilities=[
            msgspec.structs.replace(a, score=max(1, a.score + dice.below(3, "hide") - 1)) if a.adds == ["soak"] and a.score else a
            for a in b.abilities
        ],
        save_mind=max(0, b.save_mind + dice.below(3, "save") - 1),
        save_body=max(0, b.save_body + dice.below(3, "save") - 1),
        wealth=max(0, b.wealth + dice.below(3, "wealth") - 1),
    )
