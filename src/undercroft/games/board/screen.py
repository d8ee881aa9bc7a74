"""What a seat sees besides the board: its sheet and hand, the rivals, known monsters, notes, tables, credits."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import UNSET

from undercroft.engine import Line, Screen, Sheet, Tale
from undercroft.engine.screen import Standing
from undercroft.engine.words import capital, listed, some, told_odds

from .content import DASH, KINDS, LEVELS, SPELL_NAMES, WOOD, Deck, printed_rows, tables
from .rules.ending.outcome import lying
from .rules.movement.landmarks import landmarks_of
from .rules.pieces.deeds import POWERS
from .rules.pieces.hand import goal, sword_bonus, worth
from .rules.pieces.odds import about, mean_chance, odds_line, prize_range
from .rules.pieces.words import kind_name, monster_name, prize_name
from .rules.spells.stock import spell_list
from .state import Dungeon, Pawn, board_of, deck_of

LAST_ROUNDS = 50  # from here on the screen says how many are left
CREDITS = (
    "DUNGEON!, copyright 1975 TSR Games, Lake Geneva. Design: David R. Megarry. Consultant and development: E. Gary Gygax. "
    "Cover art: Larry Kessling. Board art: Keith Hill and Richard Hill. Card art: Tracy Lesch. Printing: Patch Press. "
    "For 2 to 12 players, or one alone; the cover says ages 8 and up (the introductory game), "
    "the rules folder 10 and up (the full game); "
    "set-up about 10 minutes, play 30 minutes to 2 hours. "
    "The folder also offered The Dragon, the publisher's magazine: $1.50 for a sample, $9.00 for six issues. "
    "The board here is a new design, because no picture of the printed one was at hand; so are the 5th-level monster deck "
    "and the 6th-level prize deck, which are marked reconstructed."
)
SETTING = (
    "Under a vast and ruined castle lie six levels of dungeon. Goblins, werewolves, giants and dragons sit on its treasure; "
    "you have a sword, or a head full of magic, and rivals who want the same gold. "
    "First one back up the Main Staircase with enough of it wins."
)


def screen(s: Dungeon, seat: int | None) -> Screen:
    """Everything but the board, from a masked state."""
    deck = deck_of(s)
    own = s.pawns[seat] if seat is not None and seat < len(s.pawns) else None
    mover = s.pawns[s.order[s.turn]] if s.phase == "turn" and s.order else None
    subtitle = f"Round {s.round}" if s.phase != "order" else "Before the first turn"
    sheets: list[Sheet] = []
    if s.facing:
        sheets += [_chart(deck, card) for card in s.facing[-1:]]
    if own is not None and own.kind >= 0:
        sheets += _own_sheets(s, deck, own)
    sheets += [_public_sheet(s, deck, pawn) for pawn in s.pawns if pawn is not own and pawn.kind >= 0]
    known = _known_monsters(s, own)
    if known is not None:
        sheets.append(known)
    if s.phase == "over":
        sheets.append(_end_page(s))
    sheets += _world(s)
    sheets.append(_piles(s, deck))
    sheets += reference_sheets()
    limit = s.dials.round_limit
    near = limit and limit - s.round <= LAST_ROUNDS
    status = [Line("Round", str(s.round), limit)] if near else []  # else the line above says which, and who moves
    if mover is not None and own is mover:
        status.append(Line("Spaces", str(0 if s.now.ball else s.now.moves), 5, rule="BRD-MOVE-01"))
    if own is not None and own.kind >= 0 and own.alive:
        status.append(Line("Gold", f"{worth(deck, own)}", goal(own), rule="BRD-WIN-02"))
    if s.dials.quest:
        status.append(Line("Quest", s.dials.quest, rule="BRD-SOLO-04"))
    if s.dials.solo == "time_limit":
        status.append(Line("Turns", str(s.round), s.dials.solo_turn_limit, rule="BRD-SOLO-05"))
    if s.dials.solo != "off" and s.deeper:
        status.append(
            Line(
                "Deeper",
                f"level {s.deeper:g} at best so far",
                hint=f"aim for an average of {min(6.0, s.deeper + 1):g}",
                rule="BRD-SOLO-02",
            )
        )
    if s.legs:
        status.append(
            Line(
                "Tour",
                ", ".join(f"{KINDS[leg.kind]} {'won' if leg.won else 'lost'} in {leg.turns}" for leg in s.legs),
                rule="BRD-SOLO-03",
            )
        )
    return Screen("DUNGEON!", subtitle, tuple(status), tuple(sheets), standings=_standings(s, deck, own))


def _standings(s: Dungeon, deck: Deck, own: Pawn | None) -> tuple[Standing, ...]:
    """Everybody in the order of play; a rival's gold is nobody's business, but how many prizes he carries is seen."""
    return tuple(
        Standing(
            pawn.seat,
            f"{tables().adventurers[pawn.kind].pawn_colour} pawn {pawn.mark}",
            str(pawn.mark or ""),
            WOOD[pawn.kind],
            f"{worth(deck, pawn):,} gold" if pawn is own else some(len(pawn.prizes) + len(pawn.stored), "prize"),
            not pawn.alive,
        )
        for pawn in (s.pawns[seat] for seat in s.order or range(len(s.pawns)))
        if pawn.kind >= 0
    )


def _own_sheets(s: Dungeon, deck: Deck, pawn: Pawn) -> list[Sheet]:
    board = board_of(s)
    one = tables().adventurers[pawn.kind]
    lines = [
        Line(
            "Type",
            f"{kind_name(pawn)}, {one.pawn_colour} pawn {pawn.mark}",
            hint=f"the folder sends it to levels {one.advised_level_from} to {one.advised_level_to}{_even(s, deck, pawn)}",
        ),
        Line("Gold needed", f"{goal(pawn):,}", rule="BRD-WIN-02"),
        Line("Gold held", f"{worth(deck, pawn)}", goal(pawn)),
        Line("Secret doors", f"open on 1-{one.secret_door_success_up_to}", hint=_doors(s, pawn), rule="BRD-SEC-01"),
        *_state_lines(pawn),
    ]
    if pawn.spell_limit:
        lines.append(Line("Spells", f"{len(pawn.spells)}", pawn.spell_limit, hint=spell_list(pawn.spells), rule="BRD-SPL-02"))
        stock = (
            "any number" if s.dials.unlimited_spells else ", ".join(f"{n} {SPELL_NAMES[i]}" for i, n in enumerate(s.spell_stock))
        )
        lines.append(Line("In the stock", stock, rule="BRD-COMP-08"))
    sheets = [Sheet(f"{pawn.name} the {kind_name(pawn)}", tuple(lines), seat=pawn.seat)]
    hand = [_prize_line(s, deck, card, "in hand") for card in pawn.prizes] + [
        _prize_line(s, deck, card, "stored") for card in pawn.stored
    ]
    sheets.append(Sheet("Your prizes", tuple(hand), "hand", pawn.seat, text="" if hand else "Nothing yet."))
    sheets.append(Sheet("What waits by level", _by_level(s, deck, pawn), seat=pawn.seat))
    if pawn.notes:
        rows = tuple(
            (
                str(note.round),
                board.title(note.space),
                prize_name(deck, note.card) if note.prize else monster_name(deck, note.card),
                note.how,
            )
            for note in reversed(pawn.notes)
        )
        sheets.append(Sheet("Your notes", kind="table", seat=pawn.seat, columns=("Round", "Where", "Card", "How"), rows=rows))
    return sheets


def _prize_line(s: Dungeon, deck: Deck, card: int, where: str) -> Line:
    prize = deck.prizes[card]
    hint = f"level {prize.level}, {where}"
    if prize.special:
        power = POWERS[prize.special]
        hint += f"; {power.great if card in s.plus_two else power.words}"
    return Line(prize.name, f"{prize.value:,}", hint=f"{hint}; once of {prize.past}" if prize.past else hint)


def _by_level(s: Dungeon, deck: Deck, pawn: Pawn) -> tuple[Line, ...]:
    """What awaits this pawn on each level, before it goes there: the mean chance by hand, and what a prize is worth."""
    bonus = sword_bonus(s, deck, pawn)
    lines = []
    for level in LEVELS:
        won = about(mean_chance(deck, level, pawn.kind, bonus))
        lines.append(
            Line(f"Level {level}", won, hint=f"prizes {prize_range(deck, level) or 'without a price'}", rule="BRD-UI-05")
        )
    return tuple(lines)


def _even(s: Dungeon, deck: Deck, pawn: Pawn) -> str:
    """How deep a fight by hand is rather won than lost."""
    bonus = sword_bonus(s, deck, pawn)
    won = [level for level in LEVELS if mean_chance(deck, level, pawn.kind, bonus) >= 0.5]
    return told_odds(
        f"; it wins more fights than it loses down to level {max(won)}" if won else "; it loses most fights everywhere"
    )


def _doors(s: Dungeon, pawn: Pawn) -> str:
    board = board_of(s)
    known = (min(board.ends[link], key=board.halls) for link in pawn.doors)
    return f"knows the one to {listed(map(board.label, known))}" if pawn.doors else "knows none"


def _state_lines(pawn: Pawn) -> list[Line]:
    lines = []
    if pawn.trap_turns:
        lines.append(Line("Trapped", f"{some(pawn.trap_turns, 'turn')} more", rule="BRD-TRAP-02"))
    if pawn.lose_turns:
        lines.append(Line("Prone", f"{some(pawn.lose_turns, 'turn')} to lose", rule="BRD-LOSE-01"))
    if pawn.wounded:
        lines.append(Line("Wounded", "seriously", hint="back to the Main Staircase next turn", rule="BRD-WND-02"))
    if pawn.standoff >= 0:
        lines.append(Line("Stand-off", "leave the doorway or fight again", rule="BRD-NOEF-05"))
    if not pawn.alive:
        lines.append(Line("Killed", f"by {pawn.killed_by}" if pawn.killed_by else "yes", rule="BRD-KILL-01"))
    return lines


def _public_sheet(s: Dungeon, deck: Deck, pawn: Pawn) -> Sheet:
    """What all may see of a rival: type, place, number and backs of his prizes, what was seen at work."""
    board = board_of(s)
    shown = [card for card in pawn.prizes if card >= 0]
    backs = ", ".join(f"level {-card}" for card in pawn.prizes if -7 < card < 0)
    lines = [
        Line("Type", f"{kind_name(pawn)}, {tables().adventurers[pawn.kind].pawn_colour} pawn {pawn.mark}"),
        Line("Gold needed", f"{goal(pawn):,}"),
        Line("Stands", landmarks_of(board).spot(pawn.space) if pawn.alive and pawn.space >= 0 else "in the graveyard"),
        Line("Prizes", str(len(pawn.prizes)), hint=backs, rule="BRD-CMB-12"),
        *_state_lines(pawn),
    ]
    if shown:
        lines.append(Line("Seen at work", ", ".join(prize_name(deck, card) for card in shown)))
    if pawn.stored:
        lines.append(Line("In safe keeping", str(len(pawn.stored)), rule="BRD-SAFE-01"))
    if pawn.spell_limit:
        lines.append(Line("Spells", str(len(pawn.spells)), pawn.spell_limit))
    if pawn.doors:
        lines.append(Line("Secret doors known", str(len(pawn.doors))))
    return Sheet(f"{pawn.name} the {kind_name(pawn)}", tuple(lines), seat=pawn.seat)


def _need(number: int) -> str:
    return "-" if number == DASH else str(number)


def _chart(deck: Deck, card: int) -> Sheet:
    """A revealed monster card with all six lines of its chart (BRD-COMP-06)."""
    monster = deck.monsters[card]
    if monster.trap:
        return Sheet(f"Card on the table: {monster.name} (level {monster.level}, {monster.origin})", kind="facts")
    names = ("Elf", "Hero", "Super Hero", "Wizard", "Lightning", "Fire Ball")
    rows = tuple((names[i], _need(monster.needs[i])) for i in (4, 5, 3, 2, 1, 0))
    title = f"Card on the table: {monster.name} (level {monster.level}, {monster.origin})"
    return Sheet(title, kind="table", columns=("Attacker", "Needs"), rows=rows)


def _known_monsters(s: Dungeon, own: Pawn | None) -> Sheet | None:
    """The memory aid: face-down monsters this seat knows, with its odds (BRD-UI-05)."""
    board, deck = board_of(s), deck_of(s)
    own = own if own is not None and own.kind >= 0 else None
    rows = []
    for site, stack in enumerate(s.stacks):
        for depth, guard in enumerate(stack):
            if guard.card >= 0:
                odds = odds_line(s, own, guard.card) if own is not None else monster_name(deck, guard.card)
                rows.append(
                    (board.title(board.places[site]), "top" if depth == 0 else f"{depth + 1}.", odds, str(len(guard.hoard)))
                )
    if not rows:
        return None
    columns = ("Where", "Card", "Your odds" if own is not None else "Monster", "Prizes")
    return Sheet("Monsters you know of", kind="table", columns=columns, rows=tuple(rows[:60]))


def _piles(s: Dungeon, deck: Deck) -> Sheet:
    lines = [
        Line(f"Level {level}", ", ".join(deck.monsters[card].name for card in pile))
        for level, pile in enumerate(s.discards, start=1)
        if pile
    ]
    return Sheet("Killed monsters", tuple(lines), "facts", text="" if lines else "Nothing yet.")


def _world(s: Dungeon) -> list[Sheet]:
    """Of another game's world: where they are and come from, and the rooms that have a name."""
    e, board = s.expedition, board_of(s)
    if e is UNSET:
        return []
    facts = (("Year", str(e.ticket.year)), ("They set out from", e.town), ("By", e.door), ("What for", e.aim))
    lines = [Line(label, value) for label, value in facts if value]
    rows = tuple((address, capital(names[0]), names[-1] if len(names) > 1 else "") for address, names in board.told.items())
    return [Sheet(e.title, tuple(lines), "facts"), Sheet("Rooms of this dungeon", kind="table",
                                                         columns=("Room", "Called", "Last told of it"), rows=rows)]  # fmt: skip


def tale(s: Dungeon, place: str) -> Tale | None:
    """What is told of a room of another game's world."""
    board = board_of(s)
    address = next((each for each, names in board.told.items() if place in (each, names[0])), "")
    if not address:
        return None
    names = board.told[address]
    return Tale(capital(names[0]), tuple(Line("", line, rule="BRD-DOOR-03") for line in names[1:]))


def _end_page(s: Dungeon) -> Sheet:
    lines = [
        Line("Rounds", str(s.round)),
        Line("Monsters killed", str(s.killed)),
        Line("Adventurers killed", str(sum(p.deaths for p in s.pawns))),
    ]
    lines += [Line(capital(name), str(count)) for name, count in lying(s).items()]
    return Sheet(
        "The dungeon has won." if s.ending == "dead" else "The end", tuple(lines), "facts", text="\n".join(s.moments[-12:])
    )


@lru_cache(maxsize=1)
def reference_sheets() -> tuple[Sheet, ...]:
    """The four tables on one page, and the credits (BRD-COMP-10, BRD-COMP-01)."""
    t = tables()
    names = ("Elf", "Hero", "Superhero", "Wizard")
    spell_rows = ((1, "Lightning Bolt"), (2, "Fire Ball"))
    return (
        Sheet("Combat Losing Table", kind="table", columns=("Dice", "Result"),
              rows=tuple((", ".join(map(str, row.totals)), row.text) for row in t.losing_rows)),
        Sheet("Player Combat Table", kind="table", columns=("Attacker", *names),
              rows=tuple((names[i], *map(str, row)) for i, row in enumerate(t.combat))),
        Sheet("Spell Combat Table", kind="table", columns=("Spell", *names),
              rows=tuple((name, *map(str, t.spell_combat[spell])) for spell, name in spell_rows)),
        Sheet("Wandering Monster Table", kind="table", columns=("Dice", "Section"),
              rows=tuple((", ".join(map(str, row.totals)), row.section) for row in t.wander_rows)),
        Sheet("About this game", kind="note", text=SETTING + "\n\n" + CREDITS),
    )  # fmt: skip


def card_browser() -> str:
    """Every card with its numbers, its origin and what that rests on, as a text page (BRD-DECK-11)."""
    monsters, traps, prizes = printed_rows()
    lines = ["# The cards"]
    lines += _page("level | monster | cards | lightning | fire ball | wizard | superhero | hero | elf | origin | evidence", (
        (m.level, m.name, m.count, m.lightning, m.fireball, m.wizard, m.superhero, m.hero, m.elf, m.origin, m.evidence)
        for m in monsters
    ))  # fmt: skip
    lines += _page("level | trap | cards | origin | evidence", (
        (trap.level, trap.name, trap.count, trap.origin, trap.evidence) for trap in traps
    ))  # fmt: skip
    lines += _page("level | prize | cards | value | power | origin | evidence", (
        (p.level, p.name, p.count, f"{p.value:,}", POWERS[p.special].words if p.special else "", p.origin, p.evidence)
        for p in prizes
    ))  # fmt: skip
    lines += _page("spell | cards | use | origin | evidence", (
        (spell.name, spell.count, spell.use, spell.origin, spell.evidence) for spell in tables().spells
    ))  # fmt: skip
    lines += _page("level | a special sword is +2 from | origin", (
        (sword.level, sword.plus_two_at, sword.origin) for sword in tables().sword_rows
    ))  # fmt: skip
    return "\n".join(lines) + "\n"


def _page(columns: str, rows: Iterable[Iterable[object]]) -> list[str]:
    ruled = "|" + "---|" * (columns.count("|") + 1)
    return ["", f"| {columns} |", ruled, *(f"| {' | '.join(map(str, row))} |" for row in rows)]


def export_cards(masked: Dungeon, seat: int | None) -> bytes:
    """The card browser as a file."""
    return card_browser().encode()
