"""Reading: a game again, a rulebook, the names of the retired and the dead."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from ..engine import UndercroftError
from ..games import find
from ..store import Keeper, open_store
from ..terminal import words
from ..terminal.look import read as read_look
from ..testing.coverage import coverage
from .kept import at, check_seat, is_file, match_id, opened, width


def run_replay(plan: argparse.Namespace) -> int:
    """Read a game again, or check that it replays."""
    if plan.watch:
        return _watch(plan)
    save = opened(plan)
    check_seat(save, plan.seat)
    game = find(save.opening.game)
    if plan.verify:
        differs = save.outdated(game) or save.verify(game)
        print(f"differs: {differs}" if differs else f"{len(save.moves)} answers, {len(save.steps)} steps checked: the same")
        return 1 if differs else 0
    if outdated := save.outdated(game):
        print(f"Note: {outdated}; it is told as it was recorded.\n")
    if plan.at is not None:
        match = at(save, game, plan.at)
        screen = match.screen(plan.seat, drawing=True)
        print("\n".join(words.screen_lines(screen, width())))
        if screen.drawing is not None:
            print(screen.drawing.text or screen.drawing.alt)
        events = match.events
    else:
        events = list(save.events)
    everyone = [event.seen_by(plan.seat) for event in events] if plan.seat is not None else [_told(event) for event in events]
    print("\n".join(words.event_lines([event for event in everyone if event is not None], width())))
    return 0


def _watch(plan: argparse.Namespace) -> int:
    """A stored game on the full screen."""
    if is_file(plan.match) or not sys.stdout.isatty():
        raise UndercroftError(
            "--watch is for games that are kept here, in a terminal; a save file becomes one by `undercroft resume FILE`"
        )
    from ..terminal.app import UndercroftApp  # late: start-up time

    store = open_store(plan.db)
    keeper = Keeper.open(store, match_id(store, plan.match))
    UndercroftApp(store, read_look(), keeper, replay=keeper.first if plan.at is None else plan.at).run()
    return 0


def _told(event: Any) -> Any:
    """An event with everything told, for a game that is looked back on."""
    seat = event.only[0] if event.only else None
    return event.seen_by(seat)


def run_rules(plan: argparse.Namespace) -> int:
    """Read a game's rulebook."""
    game = find(plan.game)
    book = game.rulebook()
    if plan.coverage:
        tests = Path(plan.tests)
        if not tests.is_dir():
            raise UndercroftError(f"{tests} is not a folder of tests; name one with --tests")
        module = sys.modules[type(game).__module__]
        found = coverage(game, tests, Path(module.__file__ or ".").parent)
        print(found.text())
        return 1 if found.left else 0
    if not plan.words:
        print(f"{book.title}\n{book.credit}\n")
        parts: dict[str, int] = {}
        for rule in book:
            parts[rule.part] = parts.get(rule.part, 0) + 1
        print("\n".join(f"  {part} ({count})" for part, count in parts.items()))
        print(f"\nSearch it: undercroft rules {plan.game} WORDS, or an id such as {next(iter(book)).id}")
        return 0
    text = " ".join(plan.words)
    exact = text.upper() in book
    found_rules = [book[text.upper()]] if exact else book.search(text)
    if not found_rules:
        raise UndercroftError(f"there is no rule {text}; `undercroft rules {plan.game}` lists them")
    for rule in found_rules:
        print("\n".join(words.rule_lines(rule, width())) + "\n")
    return 0


def run_hall(plan: argparse.Namespace) -> int:
    """The retired, the dead and the famous."""
    if plan.game:
        find(plan.game)
    kept = open_store(plan.db).memorials(plan.game)
    if not kept:
        print("Nobody yet. The walls are bare.")
        return 0
    heading = ""
    for entry in sorted(kept, key=lambda entry: (entry.game, entry.memorial.kind)):
        title = f"{entry.game}: {entry.memorial.kind}"
        if title != heading:
            print(f"\n{title}")
            heading = title
        print(f"  {entry.memorial.line}")
    return 0
