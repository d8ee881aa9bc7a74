"""The first minute: at the top of the stairs with a name and a torch, a coach's sentences, and why a bot does what it does."""

from __future__ import annotations

from ...engine import Answer, Ask, Lesson, View
from ...engine.guide import easiest, reason, verb
from .rules.character import coins, sheet
from .rules.character.naming import name_of
from .rules.monsters import powers
from .rules.monsters.blows import foe_ac, to_hit
from .state import RobberState


def begin(view: View[RobberState]) -> Answer | None:
    """A name of one's own, strong, and down the steps."""
    s, ask = view.state, view.ask
    if s.place == "dungeon" or s.over or s.tally.delves:
        return None
    own = s.players[view.seat] if view.seat < len(s.players) else ""
    if ask.kind == "text" and own in ask.suggestions:
        return own
    return easiest(ask, view.seat, "enter", "str", "new", "no")


def go_on(view: View[RobberState], since: RobberState) -> Answer | None:
    """Attack, while nobody falls, nobody looks worse, and no robber has lost a third of what there was or is near the end."""
    s, keys = view.state, view.ask.keys_for(view.seat)
    fight, before = s.encounter, since.encounter
    attack = next((key for key in keys if verb(key).partition("@")[0] == "attack"), None)  # the first of several still standing
    if attack is None or fight is None or before is None or fight.stage != "fight":
        return None
    if [(foe.id, foe.looks, foe.grips) for foe in fight.foes] != [(foe.id, foe.looks, foe.grips) for foe in before.foes]:
        return None
    had = {robber.seat: robber.hp for robber in since.robbers}
    hurt = any(robber.hp * 3 <= had.get(robber.seat, 0) * 2 or robber.hp <= 6 for robber in s.robbers if robber.alive)
    return attack if fight.round == before.round or not hurt else None


def lesson(s: RobberState, seat: int, ask: Ask) -> Lesson | None:
    """The newest thing on the table."""
    keys = ask.keys_for(seat)
    robber = next((one for one in s.robbers if one.seat == seat), None)
    if robber is None:
        return None
    if s.encounter is not None:
        foe = s.encounter
        if foe.stage == "meeting":
            if foe.loot == "treasure":
                return Lesson("guard", "It guards a treasure. Read the odds on each answer: a fight you win nine times in ten is"
                    " worth it, "
                              "a fight at three in four is how robbers end.")  # fmt: skip
            return Lesson(
                "meeting", "Nobody has moved yet. Every answer says its odds: fight what is weak, run from what is not."
            )
        if robber.hp * 3 <= sheet.max_hp(robber):
            return Lesson(
                "low",
                "You have few hit points left, and what hits you takes up to six. Running costs your bearings, not your life.",
            )
        return Lesson(
            "fight",
            "Each round both sides throw a d20. The answer says how often you hit, how often it does, and how hard.",
        )
    if s.delve.bearings == "lost":
        return Lesson(
            "lost", "You lost the way: each Wander is one room nearer to the stairs, and every room a throw for what lives there."
        )
    if s.place == "dungeon" and coins.in_hand(robber) >= 5_000 and not {"backtrack", "up"}.isdisjoint(keys):
        way = "the stairs up are in this room" if s.delve.room == 1 else "Backtrack, then Climb out"
        return Lesson("rich", f"You carry real money, and it is lost if you die. A good robber goes home now: {way}.")
    if "spend" in keys:
        return Lesson(
            "town",
            "Gold spent on a better life is what makes you rise; hit points come back with every level.",
        )
    if "backtrack" in keys:
        return Lesson(
            "back",
            "Room 1 has the stairs. Every room further in is a throw to find the way back, so go a "
            "little, take a little, return.",
        )
    if "explore" in keys:
        return Lesson(
            "explore",
            "Explore throws on the Discovery table: a door, a chamber, a monster, a hoard. It is how anything happens at all.",
        )
    return None


def case(s: RobberState, seat: int, ask: Ask) -> list[str]:
    """What each side has to throw in the fight at hand, and what that comes of."""
    robber = next((one for one in s.robbers if one.seat == seat), None)
    met = s.encounter
    if robber is None or met is None:
        return []
    plus, own = to_hit(robber, met), sheet.armor_class(robber)
    said = {}
    for foe in met.foes:
        name, armor, bonus = name_of(foe), foe_ac(robber, foe), powers.attack_bonus(foe) - met.dark
        said[name] = (
            f"You hit the {name} on {_least(armor - plus)} of a d20: its armor class is {armor}; you add {plus}. "
            f"It hits you with {_least(own - bonus)}: your armor class is {own}, and it adds {bonus}."
        )
    return list(said.values())


def _least(number: int) -> str:
    return f"{min(20, max(1, number))} or more"


WHY = {
    "explore": "There is nothing here yet, and the stairs are close: the next room is where the gold is.",
    "up": "The stairs are here, and what you carry is safe only in town.",
    "backtrack": "The stairs are the other way, and every room further in makes the way back harder to find.",
    "fight": "The odds are good, and what it guards is worth the scratches.",
    "attack": "The fight is going well enough to finish it.",
    "run": "The odds are against you: being lost is better than being dead.",
    "sneak": "It has not noticed anybody yet, and there is nothing to win by waking it.",
    "enter": "Nothing is earned in town.",
    "spend": "Gold buys levels, and levels are hit points.",
    "straight": "Side passages give more trouble than treasure.",
    "bearings": "These stairs are known: from here the way out is sure again.",
    "retreat": "Odd corners hide teeth as often as gold, and the way back is known.",
    "side": "One chance of gold for one of teeth, and the hit points are there to take it.",
    "wander": "Every room of wandering is one nearer to the stairs.",
    "stairs": "Stairs up are worth more than whatever lies ahead.",
    "parlay": "Talk costs nothing, and it may be in the mood.",
    "steal": "The treasure is what counts, not the guard.",
    "pockets": "What is in your pockets stays with you when you drop the box and run.",
}


def because(view: View[RobberState], answer: Answer) -> str:
    """Why the bot would do it."""
    return reason(view, answer, WHY)
