"""What hangs over the party: odd happenings that last, a chase, a borrowed body, spells in mind."""

from __future__ import annotations

from ...engine import Line, Sheet
from ...engine.words import a
from .content import MONSTERS
from .rules.character import sheet
from .rules.character.naming import name_of
from .state import RobberState


def lasting(s: RobberState) -> list[Sheet]:
    """One sheet of everything that lasts; none when nothing does."""
    lines = [*_odd(s), *_chase(s), *_spells(s)]
    return [Sheet("What hangs over you", tuple(lines), kind="facts")] if lines else []


def _odd(s: RobberState) -> list[Line]:
    delve = s.delve
    known = [
        (delve.caves, "Ancient caves", "a magic pool in one chamber of six, until you go back or take stairs", "ROB-AOH-05"),
        (
            bool(delve.password),
            "Password",
            f"any {MONSTERS[delve.password].name} lets you pass, until stairs" if delve.password else "",
            "ROB-AOH-07",
        ),
        (delve.signs, "Tracks", "the next wandering monster may be let pass", "ROB-AOH-31"),
        (delve.crypt, "Crypt", "only the dead walk here, on levels 1, 7 and 9", "ROB-AOH-33"),
        (delve.mine, "Dwarven mine", "every search finds a gem", "ROB-AOH-34"),
        (delve.rival, "Rival at large", "one treasure in three is gone, until stairs", "ROB-AOH-29"),
        (delve.topsy, "Topsy-turvy", "the only way out is room 10 of level 10", "ROB-AOH-21"),
    ]
    lines = [Line(label, value, rule=rule) for is_on, label, value, rule in known if is_on]
    lines += [
        Line("Blessing", f"the next hit on {robber.name} does nothing", rule="ROB-AOH-16")
        for robber in sheet.living(s)
        if robber.blessed
    ]
    return lines


def _chase(s: RobberState) -> list[Line]:
    lines = []
    if s.delve.quarry is not None:
        lines.append(Line("You are chasing", a(name_of(s.delve.quarry)), rule="ROB-CHASE-01"))
    if s.possession is not None:
        body = s.possession
        lines.append(Line("Your body", f"waits on level {body.delve.level}, room {body.room}", rule="ROB-AOH-22"))
    return lines


def _spells(s: RobberState) -> list[Line]:
    """Spells ready to cast and spells known."""
    lines = []
    for robber in sheet.living(s):
        if robber.memorized and sheet.calling(robber).spells == "when cast":
            lines.append(Line(f"{robber.name}, prayers", f"{len(robber.memorized)} of {robber.level} left", rule="ROB-CLERIC-08"))
        elif robber.memorized:
            ready = ", ".join(spell.replace("_", " ") for spell in robber.memorized)
            lines.append(Line(f"{robber.name}, spells in mind", ready, rule="ROB-WIZARD-05"))
        if robber.learned:
            lines.append(
                Line(f"{robber.name} knows", ", ".join(spell.replace("_", " ") for spell in robber.learned), rule="ROB-WIZARD-04")
            )
    return lines
