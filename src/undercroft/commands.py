"""What each command of the command line does. Every function takes the parsed words and returns an exit status."""

from __future__ import annotations

import argparse
import shutil
import sys
import textwrap
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .cli import read_options
from .engine import BadOpening, BadSave, Game, Match, Opening, SaveFile, UndercroftError

if TYPE_CHECKING:
    from .store import Keeper, Kept, Store


def _width() -> int:
    return min(100, max(40, shutil.get_terminal_size((80, 24)).columns))


def _read_line(prompt: str) -> str | None:
    try:
        line = input(prompt)
    except EOFError:
        return None
    if not sys.stdin.isatty():
        print(line)  # so that a transcript of a pipe can be read
    return line


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


# Playing.


def run_play(plan: argparse.Namespace) -> int:
    """Start a game in the terminal."""
    from .games import find
    from .store import Keeper, open_store

    slug = plan.game or _pick_game()
    if not slug:
        return 0
    game = find(slug)
    if plan.options:
        return _list_options(game)
    store = open_store(plan.db)
    seats, bots = seat_words(game, plan.seats)
    opening = Opening(
        game=slug,
        seats=seats,
        seed=_seed(plan.seed),
        options=read_options(plan.option),
        gamesmaster=plan.gamesmaster,
        practice=plan.practice,
        physical_dice=plan.physical_dice,
        bring={**store.remembered(slug), **_brought(store, slug, plan.bring)},
    )
    return _sit_down(Keeper.create(store, opening, bots=bots), plan)


def _seed(given: int | None) -> int:
    from . import new_seed

    return new_seed() if given is None else given


def seat_words(game: Game[Any], text: str) -> tuple[tuple[str, ...], dict[int, str]]:
    """Names and bots from "Ada,bot,bot:bold"; without words, you (and bots in the seats that must be filled)."""
    words = [word.strip() for word in text.split(",")] if text else ["You", *["bot"] * (game.min_seats - 1)]
    names: list[str] = []
    bots: dict[int, str] = {}
    for seat, word in enumerate(words):
        if not word:
            raise BadOpening(f"seat {seat + 1} has no name in {text!r}; write names with commas, such as Ada,Bo,bot")
        if word == "bot" or word.startswith("bot:"):
            bots[seat] = word.partition(":")[2] or (game.bots[0] if game.bots else "random")
            word = f"{bots[seat].title()} {seat + 1}"
        names.append(word)
    return tuple(names), bots


def _pick_game() -> str:
    """The menu of games, when none was named."""
    from .games import find, slugs

    found = slugs()
    print("Five classic dungeon games, one table.\n")
    for number, slug in enumerate(found, start=1):
        print(textwrap.fill(find(slug).tagline, 80, initial_indent=f"{number:>3}  {slug:<9} ", subsequent_indent=" " * 15))
    line = _read_line("\nWhich one? (a number or a name) ")
    if not line or not line.strip():
        return ""
    word = line.strip()
    return found[int(word) - 1] if word.isdecimal() and 1 <= int(word) <= len(found) else word


def _list_options(game: Game[Any]) -> int:
    for setting in game.settings:
        if isinstance(setting.default, bool):
            allowed = "on, off"
        elif isinstance(setting.default, int):
            allowed = f"{setting.low} to {setting.high}"
        else:
            allowed = ", ".join(setting.choices) or "text"
        default = (
            {True: "on", False: "off"}.get(setting.default, setting.default)
            if isinstance(setting.default, bool)
            else setting.default
        )
        what = f"{setting.label} - {setting.help}" if setting.help else setting.label
        print(f"{setting.name}={default}  ({allowed})\n    {what}")
    if not game.settings:
        print(f"{game.slug} has no options.")
    return 0


def _brought(store: Store, slug: str, names: Sequence[str]) -> dict[str, Any]:
    """What these people of earlier games bring along."""
    kept = store.memorials(slug)
    bring: dict[str, Any] = {}
    for name in names:
        found = [entry.memorial for entry in kept if entry.memorial.name.lower() == name.lower() and entry.memorial.data]
        if not found:
            known = sorted({entry.memorial.name for entry in kept if entry.memorial.data})
            raise BadOpening(f"nobody named {name!r} can come along; there are {', '.join(known) or 'none yet'}")
        bring.setdefault(found[0].kind, []).append(found[0].data)
    return bring


def _sit_down(keeper: Keeper, plan: argparse.Namespace, *, recap: int = 0) -> int:
    if keeper.notice:
        print(f"Note: {keeper.notice}.")
    if not plan.plain and sys.stdin.isatty() and sys.stdout.isatty():
        from .terminal.app import TableApp

        TableApp(keeper, ascii_only=plan.ascii).run()
        if keeper.match.ask is not None:
            print(f"The game is kept. Go on with: undercroft resume {keeper.id[:6]}")
        return 0
    from .terminal.plain import Plain
    from .terminal.words import wrap

    if not recap:
        print("\n".join(wrap(f"{keeper.game.title} - {keeper.game.credit}", _width())))
        print("(? for help, quit to stop; the game is kept as you play)")
    Plain(keeper, _read_line, _write, width=_width(), ascii_only=plan.ascii).run(recap=recap)
    return 0


def run_resume(plan: argparse.Namespace) -> int:
    """List the games that were left, or go on with one."""
    from .store import Keeper, open_store

    store = open_store(plan.db)
    if plan.match:
        keeper = Keeper.open(store, _match_id(store, plan.match))
        return _sit_down(keeper, plan, recap=12)
    kept = store.matches(going=not plan.all)
    if not kept:
        print("No game is waiting. Start one: undercroft play")
        return 0
    for match in kept:
        print(_kept_line(match))
    print("\nGo on with one: undercroft resume ID (its first letters will do)")
    return 0


def _kept_line(match: Kept) -> str:
    opening = match.record.opening
    when = datetime.fromtimestamp(match.last.at).strftime("%d %b %H:%M")
    state = match.last.over if match.over else f"waiting for {' or '.join(match.waiting_for)}"
    return f"{match.record.id[:6]}  {opening.game:<8} {when}  {', '.join(opening.seats)}; {match.last.count} answers; {state}"


def _match_id(store: Store, start: str) -> str:
    """The one stored match whose id begins so."""
    found = [match.record.id for match in store.matches(limit=100_000) if match.record.id.startswith(start)]
    if len(found) != 1:
        several = f"{len(found)} games begin with {start!r}: {', '.join(found[:5])}"
        raise BadSave(several if found else f"there is no file and no stored game {start!r}; see undercroft resume --all")
    return found[0]


def _opened(plan: argparse.Namespace) -> SaveFile:
    """The save named on the command line: a file, or a stored match."""
    from .store import Keeper, open_store

    path = Path(plan.match)
    if path.exists() or path.suffix == ".undercroft":
        return SaveFile.read(path)
    store = open_store(plan.db)
    return Keeper.open(store, _match_id(store, plan.match)).save_file()


def run_replay(plan: argparse.Namespace) -> int:
    """Read a game again, or check that it replays."""
    from .games import find
    from .terminal import words

    save = _opened(plan)
    game = find(save.opening.game)
    if plan.verify:
        differs = (
            save.verify(game) if save.rules_version == game.rules_version else f"played under rules version {save.rules_version}"
        )
        print(f"differs: {differs}" if differs else f"{len(save.moves)} answers, {len(save.steps)} steps checked: the same")
        return 1 if differs else 0
    if plan.at is not None:
        match = _at(save, game, plan.at)
        screen = match.screen(plan.seat, drawing=True)
        print("\n".join(words.screen_lines(screen, _width())))
        if screen.drawing is not None:
            print(screen.drawing.text or screen.drawing.alt)
        events = match.events
    else:
        events = list(save.events)
    everyone = [event.seen_by(plan.seat) for event in events] if plan.seat is not None else [_told(event) for event in events]
    print("\n".join(words.event_lines([event for event in everyone if event is not None], _width())))
    return 0


def _told(event: Any) -> Any:
    """An event with everything told, for a game that is looked back on."""
    seat = event.only[0] if event.only else None
    return event.seen_by(seat)


def _at(save: SaveFile, game: Game[Any], count: int | None) -> Match[Any]:
    if count is not None and not 0 <= count <= len(save.moves):
        raise BadSave(f"this game has 0 to {len(save.moves)} answers, not {count}")
    if save.rules_version != game.rules_version:
        return save.reopen(game)[0]
    return save.replay(game, count)


# Looking things up.


def run_rules(plan: argparse.Namespace) -> int:
    """Read a game's rulebook."""
    from .games import find
    from .terminal import words

    game = find(plan.game)
    book = game.rulebook()
    if plan.coverage:
        from .testing.coverage import coverage

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
        raise UndercroftError(f"no rule of {plan.game} speaks of {text!r}")
    for rule in found_rules:
        print("\n".join(words.rule_lines(rule, _width())) + "\n")
    return 0


def run_simulate(plan: argparse.Namespace) -> int:
    """Play many games with bots and count."""
    from .games import find
    from .simulate import Plan, simulate

    if plan.games < 1:
        raise BadOpening(f"--games is {plan.games}; it must be at least 1")
    game = find(plan.game)
    wished = read_options(plan.option)
    wanted = Plan(
        plan.game,
        plan.games,
        plan.seed,
        tuple(word.strip() for word in plan.seats.split(",")) if plan.seats else (),
        tuple(word.strip() for word in plan.bot.split(",")) if plan.bot else ("random", *(game.bots if plan.cover else ())),
        {**(game.cover_options if plan.cover else {}), **wished},
        cover=plan.cover,
        rotate=plan.cover and not plan.bot,
        rounds=tuple({**turn, **wished} for turn in game.cover_rounds) if plan.cover else (),
    )
    for turn in wanted.rounds or ({},):
        options = {**wanted.options, **turn}
        game.check_opening(Opening(game=plan.game, seats=wanted.seat_names(game), seed=1, options=options))
    watch = sys.stderr.isatty()

    def progress(done: int) -> None:
        if watch:
            print(f"\r{done} of {plan.games} games", end="", file=sys.stderr, flush=True)

    report = simulate(wanted, jobs=plan.jobs, progress=progress)
    if watch:
        print("\r\x1b[K", end="", file=sys.stderr)
    print(report.json() if plan.json else report.text())
    return 0


def run_odds(plan: argparse.Namespace) -> int:
    """Exact odds of a game's own questions."""
    import msgspec

    from .games import find

    question = list(plan.question) + ([f"die={plan.die}"] if plan.die is not None else [])
    answer = find(plan.game).odds(question)
    if plan.json:
        print(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
    else:
        print(answer.text)
    return 0


def run_hall(plan: argparse.Namespace) -> int:
    """The retired, the dead and the famous."""
    from .store import open_store

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


# Taking things away.


def run_export(plan: argparse.Namespace) -> int:
    """Write a map, a history or a sheet to a file."""
    from .games import find

    save = _opened(plan)
    game = find(save.opening.game)
    exports = game.exports()
    kinds = ", ".join(exports) or "nothing"
    if not plan.form:
        print(f"{game.slug} can be taken away as: {kinds}")
        return 0
    if plan.form not in exports:
        raise UndercroftError(f"{game.slug} cannot be exported as {plan.form!r}; it can be {kinds}")
    match = _at(save, game, plan.at)
    state = match.state if plan.seat is None else game.mask(match.state, plan.seat)
    target = Path(plan.to or f"{game.slug}-{save.opening.seed % 10_000}.{plan.form}")
    try:
        target.write_bytes(exports[plan.form](state, plan.seat))
    except OSError as error:
        raise UndercroftError(f"{target}: {error.strerror}") from None
    print(f"Written to {target}")
    return 0


def run_maze(plan: argparse.Namespace) -> int:
    """Check or draw a maze file."""
    from .games.descent import maze

    path = Path(plan.file)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UndercroftError(f"{path}: {getattr(error, 'strerror', None) or 'not a text file in UTF-8'}") from None
    found = maze.load(text, path.name)
    if plan.what == "check":
        problems = maze.check(found)
        for problem in problems:
            print(problem)
        count = "one thing" if len(problems) == 1 else f"{len(problems)} things"
        print(f"{path.name}: {count} to look at" if problems else f"{path.name}: sound")
        return 1 if problems else 0
    target = Path(plan.to) if plan.to else path.with_suffix(".svg")
    target.write_text(maze.draw(found, players=plan.players), encoding="utf-8")
    print(f"Written to {target}")
    return 0


def run_serve(plan: argparse.Namespace) -> int:
    """Open tables in the browser."""
    from .server import serve

    level = "warning" if sys.stderr.isatty() else "info"  # somebody is reading: the address alone
    serve(host=plan.host, port=plan.port, db=plan.db, open_browser=plan.open, hosts=tuple(plan.name), log_level=level)
    return 0
