"""The stage: one's pawn and the card it met, the gold it carries towards the goal, and how the dice fell."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Line, Side, Stage, Throw, Told
from ...engine.stage import Verdict, came_of, last_told, throws_of, until_next_throw
from ...engine.words import some
from .board import CORRIDOR
from .content import KINDS, tables
from .rules.pieces.hand import goal, sword_bonus, worth
from .rules.pieces.odds import odds_line
from .rules.pieces.words import kind_name, the, the_monster
from .state import Dungeon, Pawn, board_of, deck_of

FINDS = ("BRD-CMB-05", "BRD-TRAP-03", "BRD-DOOR-07")


def stage(s: Dungeon, seat: int | None, told: Sequence[Told]) -> Stage | None:
    """What happened to one's own pawn since one last answered; where nothing did, what happened last to anybody."""
    own = s.pawns[seat] if seat is not None and seat < len(s.pawns) else None
    mover = s.pawns[s.order[s.turn]] if s.phase == "turn" and s.order else None
    pawn = own if own is not None and own.kind >= 0 else mover
    if pawn is None or pawn.kind < 0:
        begun = {"over": "The end of the game", "wander": "Between turns", "spells": "Between turns"}  # for whoever looks on
        title = begun.get(s.phase, "Who goes into the dungeon?")
        return Stage(title, "the Main Staircase", stakes=(Line("To win", "enough gold, back up these stairs"),))
    mine = [event for index, event in enumerate(told) if _concerns(event, told[index + 1 :], pawn)]
    shown = mine if any(event.roll is not None or event.rule in FINDS for event in mine) or not told else list(told)
    throws = throws_of(shown, READINGS)
    fight = last_told(shown, "BRD-CMB-03", "BRD-ATK-03", "BRD-ATK-04")
    facing = s.facing[-1] if s.facing and mover is pawn and fight is None else -1
    foe = _foe(s, pawn, fight, facing)
    whose = (
        pawn
        if shown is mine
        else next((one for one in s.pawns if fight is not None and fight.values.get("name") == one.name), pawn)
    )
    return Stage(
        foe.name if foe is not None else _quiet(s, pawn, mover, own=own is pawn),
        _place(s, whose),
        (_side(s, whose), *((foe,) if foe is not None else ())),
        _stakes(s, pawn, "To win" if whose is pawn else "You need"),
        throws,
        came_of([event for event in shown if event.kind != "headline"]),
        _moment(pawn, shown, throws, fight=foe is not None),
    )


def _concerns(event: Told, after: Sequence[Told], pawn: Pawn) -> bool:
    """Whether it was done by the pawn or to it: a throw is whose the line after it is."""
    said = event if event.roll is None else next(iter(until_next_throw(after)), event)
    return pawn.name in (said.values.get("name"), said.values.get("other"), said.values.get("victim"))


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


def _foe(s: Dungeon, pawn: Pawn, fight: Told | None, card: int) -> Side | None:
    if fight is not None and "monster" in fight.values:
        name = str(fight.values["monster"]).removeprefix("the ")
        return Side(f"The {name}", _figure(s, name), notes=(f"in {fight.values['where']}",) if "where" in fight.values else ())
    if card < 0:
        return None
    monster = deck_of(s).monsters[card]
    people = (f"of {monster.people}",) if monster.people else ()
    return Side(f"The {monster.name}", monster.role.lower(), notes=(*people, odds_line(s, pawn, card)))


def _figure(s: Dungeon, name: str) -> str:
    """The picture of a monster: of the printed card, where it bears another name."""
    deck = deck_of(s)
    called = {the_monster(deck, card): monster for card, monster in enumerate(deck.monsters) if monster.plays}
    return called[f"the {name}"].role.lower() if f"the {name}" in called else name.lower()


def _stakes(s: Dungeon, pawn: Pawn, label: str) -> tuple[Line, ...]:
    if not _counts(pawn) or not pawn.alive:
        return ()
    left = goal(pawn) - worth(deck_of(s), pawn)
    words = f"{left:,} more, then home" if left > 0 else "you have enough: go home"
    return (Line(label, words, hint="back up the Main Staircase", rule="BRD-WIN-02"),)


def _moment(pawn: Pawn, told: Sequence[Told], throws: tuple[Throw, ...], *, fight: bool) -> str:
    if not pawn.alive and any(event.values.get("name") == pawn.name for event in told):
        return "death"
    if last_told(told, *FINDS) is not None:
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
