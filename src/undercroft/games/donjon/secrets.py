"""Secrets: what a player cannot know, drawn anew for a bot that thinks ahead (DON-AGM-18)."""

from __future__ import annotations

import msgspec

from ...engine import Dice
from .being import Being
from .rules.combat.flurry import next_actor
from .state import Donjon
from .state_quest import Quest

TRUTHS = ("true", "partly", "false", "open")


def redrawn(start: Donjon, now: Donjon, dice: Dice) -> Donjon:
    """A copy of `start` with other secrets, from which this step's answers lead to the same ask as at `now`."""
    known = frozenset(item.id for b in now.beings.values() for item in b.items if item.curse_known)
    secret = msgspec.structs.replace(
        start.secret,
        deck=_deck(start, now, dice),
        # A curse has had no effect before it is known, so this step comes out the same without it.
        curses={item: activity for item, activity in start.secret.curses.items() if item in known},
        recurring=bool(dice.below(2, "recurring")),
    )
    fixed = _fixed(start, now)
    beings = {}
    for key, b in start.beings.items():
        later = now.beings.get(key)
        if b.pc or later is None:
            beings[key] = b
            continue
        if b.leader == "self" and b.up and later.up and later.wounds > 0 and later.now[4] > 0:
            b = msgspec.structs.replace(b, as_pc=bool(dice.below(2, "as_pc")))
        free = fixed is not None and b.up and b.side == 1 and key not in fixed
        beings[key] = _sheet(b, dice) if free else b
    return msgspec.structs.replace(start, secret=secret, beings=beings, quest=_quest(start.quest, dice))


def _quest(quest: Quest | None, dice: Dice) -> Quest | None:
    """A world whose rumours may be true or false: nobody at the table knows."""
    if quest is None:
        return None
    rumours = [msgspec.structs.replace(told, truth=dice.pick(TRUTHS, "rumour")) for told in quest.rumours]
    return msgspec.structs.replace(quest, rumours=rumours)


def _deck(start: Donjon, now: Donjon, dice: Dice) -> list[str]:
    """The scenes to come in another order, unless this step has drawn from them."""
    deck = list(start.secret.deck)
    if now.secret.deck == deck:
        dice.shuffle(deck, "deck")
    return deck


def _fixed(start: Donjon, now: Donjon) -> list[str] | None:
    """The creatures whose scores this step has depended on, so that they cannot be drawn anew; None: all of them.

    They are those whose save, hide or purse was thrown, whoever was moved in on, and the creature that acts, for it acts by
    how it fares. Those who stand with the party are known to it.
    """
    fixed = list(now.tested)
    if start.phase != "fight" or start.fight is None:
        return fixed
    if now.fight is None or (start.fight.stage == "lull" and now.fight.answered):
        return None
    if start.fight.stage == "count":
        # next_actor counts down on the fight it is given: a copy of it
        actor = next_actor(msgspec.structs.replace(start, fight=msgspec.structs.replace(start.fight)))
        fixed.append(actor)
    return fixed


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
