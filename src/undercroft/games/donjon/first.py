"""The first minute: a ready hero in the first scene of the evening, a coach's sentences, and why a bot does what it does."""

from __future__ import annotations

from ...engine import Answer, Ask, Lesson, View
from ...engine.guide import easiest, reason
from ...engine.words import a, some
from .rules.basics.answers import read
from .rules.resolution.pools import weapon
from .rules.running.town import is_armed
from .stage import reckoned
from .state import Donjon

MANY = 3  # successes that are worth a word of their own


def begin(view: View[Donjon]) -> Answer | None:
    """One of the ready heroes; hear what is wrong; something to fight with; out of the gate and into the first scene."""
    s = view.state
    if s.phase not in ("creation", "town", "road") or s.scene_no or s.adventures_done:
        return None
    taken = {b.name for b in s.beings.values()}
    samples = [
        said.key for said in map(read, view.ask.keys_for(view.seat)) if said.verb == "sample" and said.on.title() not in taken
    ]
    own = next((b for b in s.pcs() if b.seat == view.seat), None)
    empty = own is not None and not is_armed(own) and s.town_turns <= 2 * len(s.players)
    arms = ("shop:weapons", "machete") if empty else ()
    return easiest(view.ask, view.seat, *samples, "hook", *arms, "ready", "on", "take", "plain", "skip", "nothing")


def lesson(s: Donjon, seat: int, ask: Ask) -> Lesson | None:
    """The newest thing on the table."""
    mine = next((b for b in s.pcs() if b.seat == seat), None)
    if ask.rule == "DON-AGM-08":
        return Lesson(
            "read",
            "So your words were understood, and this is what they will do. Pick another if you meant it otherwise.",
        )
    if ask.rule == "DON-MOVE-02":
        return Lesson("chase", "Keeping somebody away, or chasing him, costs your highest number: worth it if the distance is.")
    if ask.rule == "DON-DMG-03" and len(ask.keys) > 1:
        return Lesson("where", "Flesh Wounds first: with none left it falls. An Attribute is for those who will not fall soon.")
    if ask.rule == "DON-LAW-03" and s.tray is not None and s.tray.successes >= MANY and s.tally.won > 1:
        return Lesson(
            "many", "So many at once: a fact or two that change where you stand, and the rest as dice for the next throw."
        )
    if ask.rule == "DON-LAW-03":
        return Lesson(
            "law",
            f"{_read_off(s)}Each buys a fact, which becomes true, or a die for your next related throw: take a fact.",
        )
    if ask.kind == "text" and ask.rule == "DON-LAW-01":
        return Lesson(
            "fact",
            "Say what is true now, and it is: a way round, a weak spot, a friend. Take one of the list, or your own words.",
        )
    if ask.rule == "DON-LAW-06":
        return Lesson("kept", "Dice you kept are used up by one throw. More actions, or more dice at once, are both worth it.")
    if ask.rule == "DON-ATK-02":
        return Lesson(
            "hit",
            "A hit alone hurts nobody: its successes are dice for the damage, thrown now with your Virility and your weapon "
            "against its Wherewithal.",
        )
    if ask.rule == "DON-DEF-01":
        return Lesson(
            "defend",
            "It comes for you: a dodge is free; a parry costs an action, and when it wins it strikes back. Take the better odds.",
        )
    if s.fight is not None and mine is not None and s.tray is not None and " hurts " in s.tray.why:
        return Lesson(
            "wounds",
            f"{_read_off(s)}On damage each takes a Flesh Wound; with none left one loses dice of an Attribute, then the fight.",
        )
    if s.fight is not None and mine is not None:
        held = weapon(mine)
        arms = f"You fight with {a(held.name.lower())}" if held is not None else "You fight with bare hands"
        less = "" if is_armed(mine) else ", which is a die less on damage and the poorest way: keep your distance or talk"
        return Lesson(
            "fight", f"{arms}{less}. Numbers count down from 20: on yours you act, on theirs they do. Attack what is close."
        )
    if "dice do you bring" in ask.prompt:
        return Lesson(
            "dice",
            "Both sides throw all their dice at once. The highest die wins, and every die of the winner's above the loser's best "
            "is a success: more dice are better. Bring the Ability that fits.",
        )
    if s.tray is not None and not s.tray.won and ask.kind == "text" and mine is not None and s.tray.a == mine.name:
        return Lesson("lost", f"{_read_off(s)}What they won are facts against you: tell it, or let it be written for you.")
    if ask.kind == "text":
        return None
    if s.phase == "loot":
        return Lesson(
            "loot", "They are down, and what they had is yours to look for: money becomes Wealth, which buys things in Town."
        )
    if s.scene is not None:
        return Lesson("scene", "A scene. Look first: a success at looking lets you say what is there, before you climb into it.")
    return Lesson("road", "Between scenes you choose how to go on; looking about can put something useful ahead of you.")


def _read_off(s: Donjon) -> str:
    """How the dice that lie there are read, once more in words."""
    tray = s.tray
    if tray is None:
        return ""
    won, lost = (tray.a_faces, tray.b_faces) if tray.won else (tray.b_faces, tray.a_faces)
    return f"Highest against highest: {reckoned(won, lost, tray.successes)}: {some(tray.successes, 'success')}. "


def case(s: Donjon, seat: int, ask: Ask) -> list[str]:
    """Where the dice of the last Test came from, and how they were read."""
    tray = s.tray
    if tray is None:
        return []
    mine = next((b for b in s.pcs() if b.seat == seat), None)
    if mine is None or mine.name not in (tray.a, tray.b):
        return []
    return [
        f"{tray.a} threw {some(len(tray.a_faces), 'die')} ({tray.a_parts}) and {tray.b} {len(tray.b_faces)} ({tray.b_parts}): "
        f"an Attribute and one Ability each (DON-TEST-02)."
    ]


WHY = {
    "look": "A success at looking lets you put a fact of your own into the scene, at no risk.",
    "on": "The goal is further in, and every scene behind you is one less to go.",
    "attack": "It is in close, and the dice are on your side.",
    "use": "It fits, and more dice are more successes.",
    "plain": "No Ability fits well enough to be used up on this.",
    "argue": "The dice are worth an argument.",
    "facts": "A fact stays true for the rest of the scene; a die is spent once.",
    "damage": "What is down strikes no more: the more dice on the damage, the sooner.",
    "keep": "The dice are worth more on the next throw.",
    "dodge": "It costs nothing, and the odds are no worse.",
    "parry": "Your weapon is better than your feet, and a parry that wins strikes back.",
    "close": "Nothing is hit from afar with what you hold.",
    "away": "Too many stand around you; a step back costs less than another blow.",
    "rise": "Flat on your back every throw is a die short.",
    "slip": "There is nothing to win here that is worth a wound.",
    "sneak": "Whoever strikes first acts more often.",
    "talk": "Words are cheaper than wounds, and they have not decided.",
    "fight": "They stand in the way, and you are whole.",
    "rest": "You are hurt, and the chapter waits.",
    "potion": "It is meant for such a moment.",
    "money": "Wealth buys what the next chapter wants.",
    "one": "From here you can be upon them with one move.",
}

WORDS = {  # why a bot says what it says, by the rule that asks for words
    "DON-LAW-01": "A success is only worth what you say: this is short, belongs to what you did, and may serve you later.",
    "DON-LAW-08": "The facts are against you whatever you write, so let it be written.",
}


def because(view: View[Donjon], answer: Answer) -> str:
    """Why the bot would do it."""
    if view.ask.kind == "text":
        return WORDS.get(view.ask.rule, "It fits what was asked, and looking about costs nothing.")
    return reason(view, answer, WHY)
