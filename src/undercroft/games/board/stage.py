"""The stage: one's pawn and the card it met, the gold it carries towards the goal, and how the dice fell."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Line, Side, Stage, Throw, Told
from ...engine.stage import Verdict, came_of, last_told, throws_of, until_next_throw
from ...engine.words import capital, some, uncapital
from .board import CORRIDOR
from .content import KINDS, tables
from .rules.pieces.deeds import POWERS
from .rules.pieces.hand import goal, sword_bonus, worth
from .rules.pieces.odds import odds_line
from .rules.pieces.words import kind_name, the, the_monster
from .state import Dungeon, Pawn, board_of, deck_of

FINDS = ("BRD-CMB-05", "BRD-TRAP-03", "BRD-TRAP-05", "BRD-MOVE-14")
PASSING = (
    "BRD-MOVE-01",
    "BRD-SEL-06",
    "BRD-SEN-01",
    "BRD-DOOR-05",
    "BRD-DOOR-06",
    "BRD-LOSE-01",
    "BRD-REG-01",
    "BRD-SEC-04",
)  # gone by the next question
FIGHTS = ("BRD-CMB-03", "BRD-ATK-03", "BRD-ATK-04", "BRD-KILL-01")
FATES = {  # what somebody is in for after it, as a title
    "BRD-RET-01": "{name} falls back", "BRD-RET-07": "{name} is driven on", "BRD-RET-14": "{name} finds no way back",
    "BRD-WND-01": "{name} is seriously wounded", "BRD-WND-07": "{name} is whole again", "BRD-KILL-01": "The end of {name}",
    "BRD-TRAP-02": "{name} and the trap", "BRD-TRAP-04": "Through the floor", "BRD-TRAP-10": "Out of the trap",
    "BRD-NOEF-01": "A stand-off",
}  # fmt: skip
HEAVY = ("BRD-TRAP-02", "BRD-WND-01", "BRD-KILL-01")  # what comes of it for good - a prize, a fairy - does not cover these


def stage(s: Dungeon, seat: int | None, told: Sequence[Told]) -> Stage | None:
    """What befell one's own pawn since one last answered, until it is one's move again and read; else what happened last.

    While a rival is on the move, his fight has the stage; what the others did meanwhile stands behind one's own fate.
    """
    own = s.pawns[seat] if seat is not None and seat < len(s.pawns) else None
    mover = s.pawns[s.order[s.turn]] if s.phase == "turn" and s.order else None
    pawn = own if own is not None and own.kind >= 0 else mover
    if pawn is None or pawn.kind < 0:
        begun = {"over": "The end of the game", "wander": "Between turns", "spells": "Between turns"}  # for whoever looks on
        title = begun.get(s.phase, "Who goes into the dungeon?")
        return Stage(title, "the Main Staircase", stakes=(Line("To win", "enough gold, back up these stairs"),))
    mine = [event for index, event in enumerate(told) if _concerns(event, told[index + 1 :], pawn)]
    others = [event for event in told if event not in mine]
    last = next((event for event in reversed(told) if event.roll is not None), None)
    looks_on = mover is not pawn if pawn.alive else s.round > pawn.killed_round + 1  # the dead see their own end first
    elsewhere = last is not None and last in others and looks_on
    quiet = not (elsewhere or any(_matters(event) for event in mine))
    shown = others if elsewhere else list(told) if quiet else mine
    fight = last_told(shown, *FIGHTS)
    heavy = last_told(shown, *HEAVY)
    fate = heavy or last_told(shown, *FATES)
    found = last_told(shown, *FINDS)
    facing = s.facing[-1] if s.facing and mover is pawn and fight is None else -1
    taken = found is not None and shown[-1] is found and heavy is None
    whose = _who(s, found if taken else fight or fate, pawn)
    foe = _find(s, whose, found) if found is not None and taken else _foe(s, whose, fight, fate, facing)
    throws = throws_of(mine if quiet and whose is pawn else shown, READINGS)  # nobody's dice lie beside another's picture
    came = _meanwhile(shown) if elsewhere else _came(shown, whole=heavy is not None)
    return Stage(
        _title(s, whose, foe, None if taken else fate, pawn) or _quiet(s, pawn, mover, own=own is pawn),
        _place(s, whose),
        (_side(s, whose), *((foe,) if foe is not None else ())),
        _stakes(s, pawn, "To win" if whose is pawn else "You need"),
        throws,
        came,
        _moment(
            pawn, shown, throws, fight=fight is not None or fate is not None or facing >= 0, found=found if not heavy else None
        ),
        _meanwhile(others) if not (elsewhere or quiet) else "",
    )


def _concerns(event: Told, after: Sequence[Told], pawn: Pawn) -> bool:
    """Whether it was done by the pawn or to it: a throw is whose the line after it is, and by its own words where none came."""
    said = event if event.roll is None else next(iter(until_next_throw(after)), event)
    if said.roll is not None:
        return pawn.name in str(said.values.get("why", "")).split()
    return pawn.name in (said.values.get("name"), said.values.get("other"), said.values.get("victim"))


def _matters(event: Told) -> bool:
    return event.kind != "headline" and event.rule not in PASSING


def _came(told: Sequence[Told], *, whole: bool) -> str:
    """What came of it: the last sentence, or the whole of it since the dice fell."""
    if not whole:
        return came_of([event for event in told if event.kind != "headline"])
    since = max((index for index, event in enumerate(told) if event.roll is not None), default=-1)
    return " ".join(event.text for event in told[since + 1 :] if _matters(event))


def _who(s: Dungeon, event: Told | None, pawn: Pawn) -> Pawn:
    """Whose fight or fate it was."""
    return next((one for one in s.pawns if event is not None and event.values.get("name") == one.name), pawn)


def _meanwhile(others: Sequence[Told]) -> str:
    """The last that befell a rival, where it is more than a walk."""
    last = last_told([event for event in others if _matters(event)], *FATES, *FIGHTS, *FINDS)
    return last.text if last is not None else ""


def _title(s: Dungeon, whose: Pawn, foe: Side | None, fate: Told | None, pawn: Pawn) -> str:
    """What it is about: a fate after a fight is more than the fight."""
    if s.phase == "over":
        return ""
    if fate is not None and fate.values.get("name") == whose.name:
        return FATES[fate.rule].format(name=whose.name)
    if foe is None or whose is pawn:
        return foe.name if foe is not None else ""
    return f"{whose.name} takes {foe.name.lower()}" if foe.figure == "hoard" else f"{whose.name} against {uncapital(foe.name)}"


def _quiet(s: Dungeon, pawn: Pawn, mover: Pawn | None, *, own: bool) -> str:
    if s.phase == "over":
        return "The end of the game"
    if mover is pawn:
        return "Your move" if own else f"{pawn.name} the {kind_name(pawn)}, to move"
    return f"{mover.name} the {kind_name(mover)} is on the move" if mover is not None else "Between turns"


def _place(s: Dungeon, pawn: Pawn) -> str:
    """Where a pawn is; a corridor by its level, which says what may be met there."""
    board = board_of(s)
    if pawn.space < 0:
        return "off the board"
    return f"level {board.level[pawn.space]}" if board.kind[pawn.space] == CORRIDOR else the(s, pawn.space)


def _side(s: Dungeon, pawn: Pawn) -> Side:
    deck = deck_of(s)
    notes = []
    if not pawn.alive:
        notes.append("dead")
    if pawn.wounded:
        notes.append("wounded")
    if pawn.lose_turns:
        notes.append(f"loses {some(pawn.lose_turns, 'turn')}")
    if pawn.trap_turns:
        notes.append(f"in a trap for {some(pawn.trap_turns, 'turn')} more")
    if not _counts(pawn):
        return Side(f"{pawn.name} the {kind_name(pawn)}", KINDS[pawn.kind], (), tuple(notes))
    bonus = sword_bonus(s, deck, pawn)
    if bonus:
        notes.append(f"sword +{bonus}")
    gold = Line("Gold", f"{worth(deck, pawn)}", goal(pawn), rule="BRD-WIN-02")
    return Side(f"{pawn.name} the {kind_name(pawn)}", KINDS[pawn.kind], (gold,), tuple(notes))


def _counts(pawn: Pawn) -> bool:
    """Whether all that the pawn holds is known to whoever looks: a rival's prizes are not."""
    return all(card >= 0 for card in (*pawn.prizes, *pawn.stored))


def _foe(s: Dungeon, pawn: Pawn, fight: Told | None, fate: Told | None, card: int) -> Side | None:
    """The monster that was fought, the trap that holds, or the card that lies open."""
    if fate is not None and fate.rule == "BRD-TRAP-02":
        return Side("A trap", "trap", notes=("its prize is yours when it opens",) if pawn.trap_turns else ("it is open again",))
    if fight is not None and (who := fight.values.get("monster") or fight.values.get("foe")):
        name = str(who).removeprefix("the ")
        return Side(f"The {name}", _figure(s, name), notes=(f"in {fight.values['where']}",) if "where" in fight.values else ())
    if card < 0:
        return None
    monster = deck_of(s).monsters[card]
    people = (f"of {monster.people}",) if monster.people else ()
    return Side(f"The {monster.name}", monster.role.lower(), notes=(*people, odds_line(s, pawn, card)))


def _find(s: Dungeon, pawn: Pawn, found: Told) -> Side:
    """The prize that was just taken; to others, its back."""
    if not _counts(pawn) or not pawn.prizes:
        return Side(capital(str(found.values.get("cards", "a prize"))), "hoard")
    deck = deck_of(s)
    prize = deck.prizes[pawn.prizes[-1]]
    name = str(found.values.get("names", f"a {prize.name}")).partition(" ")[2]
    if name != prize.name:
        return Side(capital(name), prize.name.lower())  # several: the sentence says what the hand is worth
    power = POWERS[prize.special].words if prize.special else ""
    return Side(
        capital(name), prize.name.lower(), notes=tuple(filter(None, (f"{prize.value:,} gold" * bool(prize.value), power)))
    )


def _figure(s: Dungeon, name: str) -> str:
    """The picture of a monster: of the printed card, where it bears another name."""
    deck = deck_of(s)
    called = {the_monster(deck, card): monster for card, monster in enumerate(deck.monsters) if monster.plays}
    return called[f"the {name}"].role.lower() if f"the {name}" in called else name.lower()


def _stakes(s: Dungeon, pawn: Pawn, label: str) -> tuple[Line, ...]:
    if not _counts(pawn) or not pawn.alive:
        return ()
    left = goal(pawn) - worth(deck_of(s), pawn)
    words = f"{left:,} more, then home" if left > 0 else "the way home, and no more"
    return (Line(label, words, hint="back up the Main Staircase", rule="BRD-WIN-02"),)


def _moment(pawn: Pawn, told: Sequence[Told], throws: tuple[Throw, ...], *, fight: bool, found: Told | None) -> str:
    if not pawn.alive and any(event.values.get("name") == pawn.name for event in told):
        return "death"
    if found is not None:
        return "find"
    return "fight" if fight else "throw" if throws else ""


def _strike(event: Told, after: Sequence[Told]) -> Verdict | None:
    """A blow or a spell: the line after it says what was needed, a sword's bonus apart."""
    following = next((one for one in until_next_throw(after) if "needs" in one.values or "need" in one.values), None)
    if following is None or event.roll is None or event.roll.total is None:
        return Verdict()
    said = str(following.values.get("needs", following.values.get("need", "")))
    if not said.isdecimal():
        return Verdict(
            said, "killed" if "not enough" not in following.text else "not enough", good="not enough" not in following.text
        )
    bonus = str(following.values.get("sword", "")).rpartition("+")[2]
    least = int(said) - (int(bonus) if bonus.isdecimal() else 0)
    good = event.roll.total >= least
    needed = f"{least} or more" if least == int(said) else f"{least} or more ({said}, sword +{bonus})"
    return Verdict(needed, "enough" if good else "not enough", good=good)


def _losing(event: Told, after: Sequence[Told]) -> Verdict | None:
    row = tables().losing[event.roll.total or 0] if event.roll is not None else None
    return Verdict(
        "", row.text.partition(";")[0].lower() if row is not None else "", good=row is not None and row.result == "no_effect"
    )


def _door(event: Told, after: Sequence[Told]) -> Verdict | None:
    found = any(one.rule == "BRD-SEC-03" for one in until_next_throw(after))
    return Verdict("1 or 2; an Elf 1 to 4", "it opens" if found else "nothing", good=found)


def _trap(event: Told, after: Sequence[Told]) -> Verdict | None:
    return Verdict("", some(event.roll.total or 0, "turn") if event.roll is not None else "", good=False)


READINGS = {"BRD-CMB-03": _strike, "BRD-ATK-03": _strike, "BRD-AMB-03": _strike, "BRD-SAMB-02": _strike,
            "BRD-CLT-01": _losing, "BRD-SEC-01": _door, "BRD-TRAP-02": _trap}  # fmt: skip
