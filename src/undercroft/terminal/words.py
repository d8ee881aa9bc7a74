"""Screens, asks, events and rules as plain lines of text: for any pipe, any width, and a screen reader. It reads no input."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import zip_longest
from unicodedata import combining, normalize

from ..engine import Ask, Dial, Drama, Line, Outcome, Roll, Rule, Screen, SeenEvent, Setting, Sheet, Tale
from ..engine.stage import Side, Stage, Throw
from ..engine.story import last_page
from ..engine.words import listed, some
from ..store import Kept
from . import answers

FACTS = 12  # lines shown of a long list of facts
_LAST_COLUMN = 14  # columns that the last one of a table gets at least

_ASCII = str.maketrans(
    {
        **dict.fromkeys("─━═╌┄┈╍┅┉╶╴╸╺▔▁", "-"),
        **dict.fromkeys("│┃║╎┆┊╏┇┋╷╵╹╻", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬╭╮╰╯╒╓╕╖╘╙╛╜", "+"),
        **dict.fromkeys("█▓▒░■▪▮", "#"),
        **dict.fromkeys("·∙", "."),
        **dict.fromkeys("•●◆", "O"),
        **dict.fromkeys("○◦◇", "o"),
        **dict.fromkeys("▲△↑", "^"),
        **dict.fromkeys("▼▽↓", "v"),
        **dict.fromkeys("◀◁←", "<"),
        **dict.fromkeys("▶▷→", ">"),
        "–": "-",
        "—": "-",
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "…": "...",
        "×": "x",
        "½": "1/2",
        "†": "+",
        "☠": "X",
    }
)


def ascii_only(text: str) -> str:
    """The text with box-drawing and typographic signs replaced, for terminals that know only ASCII."""
    bare = "".join(sign for sign in normalize("NFKD", text.translate(_ASCII)) if not combining(sign))
    return bare.encode("ascii", "replace").decode()


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Paragraphs broken to a width."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        lines.extend(textwrap.wrap(paragraph, width, initial_indent=indent, subsequent_indent=indent) or [""])
    return lines


def cut(text: str, width: int) -> str:
    """The text, or as much of it as fits on one line."""
    return text if len(text) <= width else f"{text[: max(0, width - 4)]} ..."


def fitting(parts: Sequence[str], width: int, between: str = " | ") -> str:
    """The parts on one line, as many as it holds whole; the first at any rate."""
    line = cut(parts[0], width)
    for part in parts[1:]:
        line = f"{line}{between}{part}" if part and len(line) + len(between) + len(part) <= width else line
    return line


def packed(parts: Iterable[str], width: int) -> list[str]:
    """The parts on as few lines as hold them whole."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + 3 + len(part) <= width:
            lines[-1] += f" | {part}"
        else:
            lines.append(cut(part, width))
    return lines


def entry_lines(entries: Iterable[tuple[str, str]], width: int, room: int = 13) -> list[str]:
    """Words and what they mean, in two columns; a long word has its meaning behind it all the same."""
    return [
        line
        for word, meaning in entries
        for line in textwrap.wrap(meaning, width, initial_indent=f"  {word:<{room - 1}} ", subsequent_indent=" " * (room + 2))
    ]


def setting_values(setting: Setting) -> tuple[str, str]:
    """What an option is unless somebody says otherwise, and what it can be."""
    if isinstance(setting.default, bool):
        return ("on" if setting.default else "off"), "on, off"
    if isinstance(setting.default, int):
        return str(setting.default), f"{setting.low} to {setting.high}"
    return setting.default or "none", ", ".join(setting.choices) or "text"


def event_lines(events: Iterable[SeenEvent], width: int, stage: Stage | None = None) -> list[str]:
    """The story so far, one event a paragraph; throws in brackets with every face, those of the stage with their verdict."""
    meant = {throw.n: throw for throw in stage.throws} if stage is not None else {}
    lines: list[str] = []
    for event in once(events):
        if event.kind == "headline":
            lines.extend(["", *wrap(f"-- {event.text} --", width)])
        elif event.kind == "roll" and event.roll is not None:
            lines.extend(wrap(_roll(event, meant.get(event.n)), width, "    "))
        elif event.kind == "ruling":
            lines.extend(wrap(f"Ruling: {event.text}", width, "  "))
        else:
            lines.extend(wrap(event.text, width, "  "))
    return lines


def once(events: Iterable[SeenEvent]) -> list[SeenEvent]:
    """The events without throws that the next telling lays out face by face, highest first: no throw is shown twice."""
    told = list(events)
    shown: list[SeenEvent] = []
    retold = ""
    for event in reversed(told):
        if event.kind == "roll" and event.roll is not None:
            faces = " ".join(str(face) for face in sorted(event.roll.faces, reverse=True))
            ends = (")", ";", ".") if " " in faces else ()  # among initiative numbers
            if event.roll.total is None and (f": {faces})" in retold or any(f" {faces}{end}" in retold for end in ends)):
                continue
        else:
            retold = event.text
        shown.append(event)
    return shown[::-1]


def _faces(roll: Roll) -> str:
    thrown = roll.faces if roll.total is not None else sorted(roll.faces, reverse=True)  # pools lie highest first
    faces = ("+" if roll.total is not None else " ").join(str(face) for face in thrown)
    return faces if roll.total is None or faces == str(roll.total) else f"{faces} = {roll.total}"


def _roll(event: SeenEvent, throw: Throw | None = None) -> str:
    roll = event.roll
    assert roll is not None
    what = event.text.rsplit(":", 1)[0] if throw is None else throw.why
    meant = "" if throw is None else _meant(throw)
    return f"[{what}: {roll.notation} -> {_faces(roll)}{meant}]"


def _meant(throw: Throw) -> str:
    """What was needed, and the verdict."""
    plain = throw.needed.startswith("to ") or throw.against is not None or throw.whose[0]
    needed = f"; {throw.needed if plain else f'needs {throw.needed}'}" if throw.needed else ""
    return f"{needed}: {throw.verdict.upper()}" if throw.verdict else needed


def stage_line(stage: Stage, width: int) -> list[str]:
    """Who faces whom and what is at stake, in a sentence: what a question is about."""
    sides = " -- against -- ".join(_side(side) for side in stage.sides)
    return wrap("; ".join(filter(None, (sides, *(pair(line) for line in stage.stakes)))), width, "  ") if sides else []


def _side(side: Side) -> str:
    return ", ".join((side.name, *(pair(line) for line in side.lines), *side.notes))


def stage_box(stage: Stage, width: int, rolling: Mapping[int, str] | None = None) -> list[str]:
    """The stage as a picture in letters: two sides, what is at stake, the throws between them, and what came of it.

    `rolling`: throws that have not come to rest, by their event, and the sign that stands for their faces.
    """
    half = max(16, width // 2 - 2)
    columns = [_column(side, half) for side in stage.sides[:2]]
    rows = max((len(column) for column in columns), default=0)
    lines = []
    for row in range(rows):
        cells = [column[row] if row < len(column) else "" for column in columns]
        lines.append("    ".join((cells[0].ljust(half), *cells[1:])).rstrip())
    stakes = "; ".join(pair(line) for line in stage.stakes)
    lines.extend(wrap(stakes, width) if stakes else [])
    for throw in stage.throws:
        if rolling and throw.n in rolling:
            lines.extend(wrap(f"* {throw.why}: {rolling[throw.n]}", width))
            continue
        against = f" against {_faces(throw.against)}" if throw.against is not None else ""
        lines.extend(wrap(f"* {throw.why}: {_faces(throw.roll)}{against}{_meant(throw)}", width))
    if stage.outcome:
        lines.extend(wrap(stage.outcome, width))
    if stage.meanwhile:
        lines.extend(wrap(f"Meanwhile: {stage.meanwhile}", width))
    return lines


def _column(side: Side, width: int) -> list[str]:
    """A side as lines: its name, a bar for what is left of it, its notes."""
    lines = [side.name[:width]]
    values = [f"{_counted(line.value)}{f'/{line.of:,}' if line.of else ''}" for line in side.lines]
    label = max((len(line.label) for line in side.lines), default=0)
    room = width - label - 2 - max(map(len, values), default=0)
    for line, value in zip(side.lines, values, strict=True):
        drawn = f"{line.label:<{label}} {_bar(line, room)}{value}"
        if len(drawn) > width:  # the number matters more than its name
            drawn = f"{line.label[: max(0, width - len(value) - 1)]} {value}"
        lines.append(drawn)
    return [*lines, *(wrap(", ".join(side.notes), width) if side.notes else [])]


def _counted(value: str) -> str:
    return f"{int(value):,}" if value.isdecimal() else value


def _bar(line: Line, room: int) -> str:
    """What is left, as long as there is room: three signs at least, ten at most."""
    size = min(10, line.of or 0, room)
    if not line.of or not line.value.isdecimal() or size < min(3, line.of):
        return ""
    full = -(-int(line.value) * size // line.of)
    return f"{'█' * full}{'░' * (size - full)} "


def ask_lines(ask: Ask, seat: int, width: int) -> list[str]:
    """The question and its numbered answers."""
    lines = wrap(ask.prompt, width)
    options = ask.options_for(seat)
    if ask.kind in ("choose", "all", "many"):
        lines.extend(answers.lines(options, width))
    else:  # a number or a text answers the question: what else can be done goes by its key
        for key, option in options.items():
            lines.extend(wrap(f"{key}  {option.label}" + (f" - {option.hint}" if option.hint else ""), width, "  "))
    usual = [options[key].label for key in ask.suggestions if key in options] if ask.kind == "choose" else []
    if usual:
        lines.append(f"  (Enter: {usual[0]})")
    if ask.kind == "many":
        count = str(ask.low) if ask.low == ask.high else f"{ask.low} to {ask.high}"
        lines.append(
            f"  (choose {count}; numbers with commas, Enter for none)"
            if not ask.low
            else f"  (choose {count}; numbers with commas)"
        )
    elif ask.kind == "number":
        hint = f"; Enter for {ask.suggestions[0]}" if ask.suggestions else ""
        lines.append(f"  (a number from {ask.low} to {ask.high}{hint})")
    elif ask.kind == "text":
        for number, suggestion in enumerate(ask.suggestions[: answers.SUGGESTIONS], start=1):
            lines.extend(wrap(f"{number:>3}  {suggestion}", width, "")[:2] if suggestion else ())
        lines.append("  (write your own, or a number from the list)" if ask.suggestions else f"  (up to {ask.high} characters)")
    elif ask.kind == "dice" and ask.notation is not None:
        hint = "; Enter to let it stand" if ask.suggestions else ""
        lines.append(f"  ({some(ask.notation.count, 'number')} from 1 to {ask.notation.sides}{hint})")
    return lines


def screen_lines(screen: Screen, width: int) -> list[str]:
    """Title, status and sheets; the drawing is shown by `map`."""
    lines = [screen.title + (f" - {screen.subtitle}" if screen.subtitle else "")]
    if screen.status:
        lines.extend(wrap("; ".join(pair(line) for line in screen.status), width, "  "))
    return [*lines, "", *papers(screen, width)] if screen.sheets else lines


def papers(screen: Screen, width: int) -> list[str]:
    """The sheets alone, a blank line between them."""
    lines: list[str] = []
    for sheet in screen.sheets:
        lines.extend([*([""] if lines else []), *sheet_lines(sheet, width)])
    return lines


def found(screen: Screen, wanted: str, width: int) -> list[str]:
    """The lines of all sheets in which all the words occur, under the titles of their sheets."""
    parts = wanted.lower().split()
    lines: list[str] = []
    for sheet in screen.sheets:
        rows = [_sheet_line(line) for line in sheet.lines] + ["  ".join(row) for row in sheet.rows] + sheet.text.split("\n")
        hits = [row for row in rows if all(part in row.lower() for part in parts)]
        if hits:
            lines.extend([sheet.title, *(part for row in hits for part in wrap(row, width, "  "))])
    return lines


def tale_lines(tale: Tale, width: int) -> list[str]:
    """The story of a place."""
    told = (f"{pair(line)}" + (f" [{line.rule}]" if line.rule else "") for line in tale.lines)
    return [tale.title, *(part for line in told for part in wrap(line, width, "  "))]


def positions(dial: Dial) -> str:
    """Where a dial can stand, in words."""
    return ", ".join(key for key, _ in dial.choices) if dial.choices else f"{dial.low} to {dial.high}"


def status_line(screen: Screen, width: int) -> list[str]:
    """The status in as few lines as it takes."""
    return wrap(" | ".join(pair(line) for line in screen.status), width) if screen.status else []


def pair(line: Line) -> str:
    """A labelled value: "HP: 3 of 10"."""
    value = line.value
    if line.of is not None:
        value = f"{_counted(value)} of {line.of:,}"
    return f"{line.label}: {value}" if line.label else value


def _sheet_line(line: Line) -> str:
    return pair(line) + (f" ({line.hint})" if line.hint else "")


def sheet_lines(sheet: Sheet, width: int) -> list[str]:
    """One sheet as lines."""
    lines = [sheet.title]
    shown = sheet.lines if sheet.kind != "facts" else sheet.lines[:FACTS]
    lines.extend(part for line in shown for part in wrap(_sheet_line(line), width, "  "))
    if len(shown) < len(sheet.lines):
        lines.append(f"  ... and {len(sheet.lines) - len(shown)} more: find WORDS")
    if sheet.rows:
        lines.extend(_table(sheet.columns, sheet.rows, width))
    if sheet.text:
        lines.extend(wrap(sheet.text, width, "  "))
    return lines


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Rows under their columns; what is too long for the line goes on below the last column, if there is room for it."""
    table = [list(columns), *([list(row) for row in rows])] if columns else [list(row) for row in rows]
    widths = [max(len(row[index]) for row in table if index < len(row)) for index in range(max(len(row) for row in table))]
    start = 2 + sum(size + 2 for size in widths[:-1])
    if start + min(widths[-1], _LAST_COLUMN) > width:
        return _stacked(columns, rows, width)
    room = max(_LAST_COLUMN, width - start)
    lines: list[str] = []
    for row in table:
        whole = len(row) == len(widths)
        cells = "  " + "  ".join(cell.ljust(size) for cell, size in zip(row[:-1] if whole else row, widths, strict=False))
        last = textwrap.wrap(row[-1], room) if whole else []
        lines.append((f"{cells}  {last[0]}" if last and len(widths) > 1 else f"  {last[0]}" if last else cells).rstrip())
        lines.extend(" " * start + more for more in last[1:])
    return lines


def _stacked(columns: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """A table that is too wide: each row by itself, its first cell above the others, which say what they are."""
    lines: list[str] = []
    for row in rows:
        cells = [f"{name}: {cell}" if name else cell for name, cell in zip_longest(columns[1:], row[1:], fillvalue="") if cell]
        lines.extend([*wrap(row[0], width, "  "), *(wrap("; ".join(cells), width, "    ") if cells else [])])
    return lines


def rule_lines(rule: Rule, width: int) -> list[str]:
    """A rule and, where the book is silent, our ruling."""
    lines = [f"{rule.id} ({rule.part})", *wrap(rule.rule, width, "  ")]
    if rule.ruling:
        lines.extend(["  Our ruling:", *wrap(rule.ruling, width, "    ")])
    return lines


def outcome_lines(outcome: Outcome, names: Sequence[str], width: int, drama: Drama | None = None) -> list[str]:
    """The last page: how it ended, how near it was, what turned it, what is remembered, the figures in words."""
    lines = ["", "=" * min(width, 60), *wrap(outcome.summary, width)]
    if len(names) > 1 and outcome.winners:
        lines.append("Won by " + listed(names[seat] for seat in outcome.winners if seat < len(names)) + ".")
    drama = drama or Drama()
    for part in last_page(outcome, drama):
        lines.append(f"{part.title}:")
        lines.extend(row for line in part.lines for row in wrap(line, width, "  "))
    counted = {name: value for name, value in outcome.facts.items() if value}  # what there was none of is not told
    if counted and not drama.figures:
        lines.append("In figures:")
        lines.extend(wrap("; ".join(f"{name.replace('_', ' ')}: {_fact(value)}" for name, value in counted.items()), width, "  "))
    return lines


def _fact(value: bool | int | float | str) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,.2f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else value


def in_columns(blocks: Sequence[Sequence[str]], width: int, least: int = 44) -> list[str]:
    """Blocks of lines, such as sheets, side by side where there is room for it; each column is filled in turn."""
    count = max(1, min(len(blocks), (width + 3) // (least + 3)))
    if count == 1:
        return [line for number, block in enumerate(blocks) for line in ([""] if number else []) + list(block)]
    columns: list[list[str]] = [[] for _ in range(count)]
    for block in blocks:
        shortest = min(columns, key=len)
        shortest.extend([*([""] if shortest else []), *block])
    size = (width + 3) // count - 3
    rows = max(len(column) for column in columns)
    return [
        "   ".join((column[row] if row < len(column) else "").ljust(size) for column in columns).rstrip() for row in range(rows)
    ]


def sheets_in(screen: Screen, width: int) -> list[str]:
    """All sheets in a pane of that width."""
    count = max(1, min(len(screen.sheets), (width + 3) // 47))
    return in_columns([sheet_lines(sheet, (width + 3) // count - 3) for sheet in screen.sheets], width)


def kept_line(match: Kept) -> str:
    """A game that was left, in a line."""
    opening = match.record.opening
    when = datetime.fromtimestamp(match.last.at).strftime("%d %b %H:%M")
    state = match.last.over if match.over else f"waiting for {listed(match.waiting_for, 'or')}"
    given = some(match.last.count, "answer")
    return f"{match.record.id[:6]}  {opening.game:<8} {when}  {', '.join(opening.seats)}; {given}; {state}"
