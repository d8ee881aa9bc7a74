"""The command line: it reads words and hands them on. Everything heavy is imported only by the command that needs it."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from . import __version__

TYPE_CHECKING = False  # as in `typing`, which is heavy at start-up
if TYPE_CHECKING:
    from typing import Any

_EXAMPLES = """\
examples:
  undercroft                                      the title, in a terminal
  undercroft play robber                          roll up a beggar and go down
  undercroft play board --seats Ada,bot,bot       Ada against two bots
  undercroft resume                               what you left unfinished
  undercroft serve                                play in the browser, send friends a link
  undercroft rules robber door                    what the rulebook says of doors
  undercroft simulate robber --bot sensible --games 2000 --jobs 0
"""


_DONE_BY = {  # modules of commands/
    "title": "playing", "play": "playing", "resume": "playing", "fork": "playing",
    "replay": "reading", "rules": "reading", "hall": "reading",
    "simulate": "counting", "arena": "counting", "odds": "counting", "export": "taking", "maze": "taking", "verify": "verifying",
    "serve": "hosting", "admin": "hosting", "backup": "hosting", "restore": "hosting",
    "world": "worlds", "saga": "sagas", "config": "configuring", "completion": "shell", "man": "shell",
}  # fmt: skip


MOST_JOBS = 61  # processes: Windows can wait for no more, and nobody has asked for as many
_LONGEST = 400  # letters of an error; whoever typed thousands knows them
_WORLD = ("list", "show", "new", "enter", "next", "fork", "strike", "check")
_ADMIN = ("list", "show", "close", "delete", "prune", "usage", "bans", "ban", "unban", "accept")


def _columns() -> int:
    """As `shutil.get_terminal_size` says it, which is slow to import."""
    if os.environ.get("COLUMNS", "").isdecimal():
        return int(os.environ["COLUMNS"]) or 80
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, OSError, ValueError):
        return 80


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal; examples stay as they are written."""

    columns = 0  # measured once: the parser asks for every argument

    def __init__(self, prog: str, **more: Any) -> None:
        _Help.columns = _Help.columns or _columns()
        super().__init__(prog, **{"width": _Help.columns - 2, **more})


class _Parser(argparse.ArgumentParser):
    """Errors on one line, with the way to more help."""

    def error(self, message: str) -> None:  # type: ignore[override]
        said = message if len(message) < _LONGEST else f"{message[:_LONGEST]} ..."
        self.exit(2, f"undercroft: {said} (see {self.prog} --help)\n")


def parser() -> argparse.ArgumentParser:
    """Every command and its options."""
    vars(argparse)["_"] = str  # all of it is English: a search for translations, sixty times, would be half of the start
    top = _Parser(
        prog="undercroft",
        description="Five classic dungeon games, one table.",
        epilog=_EXAMPLES,
        formatter_class=_Help,
    )
    top.add_argument("--version", action="store_true", help="print the version and stop")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)

    def command(name: str, text: str, example: str) -> argparse.ArgumentParser:
        return commands.add_parser(
            name,
            help=text,
            description=text[:1].upper() + text[1:] + ".",
            epilog=f"example:\n  undercroft {example}",
            formatter_class=_Help,
        )

    title = command("title", "the title: what you left, the five games, replays, settings (the same as no command)", "title")
    _add_terminal(title)

    play = command("play", "start a game in the terminal", "play robber --seed 7 --option odd=advanced")
    play.add_argument("game", nargs="?", help="which game; without it you are shown the five")
    _add_opening(play)
    _add_terminal(play)

    resume = command("resume", "list the games you left, or go on with one", "resume k3v9")
    resume.add_argument("match", nargs="?", help="the beginning of its id, or a save file")
    resume.add_argument("--all", action="store_true", help="list finished games too")
    _add_bot(resume)
    _add_terminal(resume)

    fork = command("fork", "play another game from the middle of one", "fork k3v9 --at 40 --seed 5")
    fork.add_argument("match", help="a save file, or the id of a game kept here")
    fork.add_argument("--at", type=int, metavar="N", help="after N answers (default: where it stands)")
    fork.add_argument("--seed", type=int, help="other dice from there on (default: the same)")
    fork.add_argument("--practice", action="store_true", help="anything may be undone")
    _add_bot(fork)
    _add_terminal(fork)

    replay = command("replay", "read a game again, or check that it replays", "replay ada.undercroft --verify")
    replay.add_argument("match", help="a save file, or the id of a game kept here")
    replay.add_argument("--at", type=int, metavar="N", help="show how things stood after N answers")
    replay.add_argument("--verify", action="store_true", help="play it again and compare every step")
    replay.add_argument(
        "--watch", action="store_true", help="a game kept here, on the full screen: step, jump, let it run, play on"
    )
    replay.add_argument("--seat", type=_count, metavar="N", help="as this seat saw it, from 0 on (default: all is told)")
    _add_db(replay)

    verify = command(
        "verify", "check the dice of a finished game against their seals", "verify ada.undercroft --seal 06a569477af8"
    )
    verify.add_argument("file", help="a save file")
    verify.add_argument("--seal", metavar="HEX", help="a seal that you wrote down at the table, or its beginning")
    verify.add_argument("--nonce", metavar="HEX", help="a nonce that your own client drew")
    verify.add_argument("--tally", metavar="N:HEX", help="the tally that you wrote down after event N, or its beginning")

    rules = command("rules", "read a game's rulebook in our words", "rules board ambush")
    rules.add_argument("game")
    rules.add_argument("words", nargs="*", help="a rule id, or words to search for")
    rules.add_argument("--coverage", action="store_true", help="count the rules that tests name")
    rules.add_argument("--tests", default="tests", metavar="FOLDER", help="where the tests are (default: tests)")

    simulate = command("simulate", "play many games with bots and count", "simulate robber --bot sensible --games 5000 --jobs 0")
    simulate.add_argument("game")
    simulate.add_argument("--games", type=int, default=1000)
    simulate.add_argument("--seed", type=int, default=1)
    simulate.add_argument("--seats", default="", help="names with commas (default: as few as the game allows)")
    simulate.add_argument(
        "--bot", default="", help="one bot, or one per seat with commas (default: random; with --cover all in turn)"
    )
    simulate.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    simulate.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="NAME=A,B,C",
        help="an experiment: the same games with each of these values of a house rule, of bot, or of seats (2,3,4)",
    )
    _add_way(simulate, 1)
    simulate.add_argument("--rows", metavar="FILE", help="a line for every game, as .csv or .parquet")
    simulate.add_argument("--plot", metavar="FILE", help="a picture of what was found, as .svg, .png or .pdf")
    simulate.add_argument("--cover", action="store_true", help="list the content that was never met")

    arena = command("arena", "bots against each other, with ratings", "arena board greedy bold mybots:timid --games 400 --seed 1")
    arena.add_argument("game")
    arena.add_argument("bots", nargs="+", metavar="BOT", help="a bot of the game, random, or your own as MODULE:FUNCTION")
    arena.add_argument("--games", type=int, default=400, help="of each pair; in games for one, of each bot (default: 400)")
    arena.add_argument("--seed", type=int, default=1)
    arena.add_argument("--seats", type=_count, default=0, help="at a table (default: as few as the game allows)")
    arena.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    _add_way(arena, 0)

    odds = command("odds", "the odds of a game's own questions, exact where they can be", "odds donjon 9 5 --die 20 --json")
    odds.add_argument("game")
    odds.add_argument("question", nargs="*", help="what the game wants to know; none: it explains itself")
    odds.add_argument("--die", type=int, default=None, help="sides of the dice, where a game lets you choose")
    odds.add_argument("--json", action="store_true")

    export = command("export", "take a map, a history or a sheet away", "export k3v9 --as svg --to map.svg")
    export.add_argument("match", help="a save file, or the id of a game kept here")
    export.add_argument("--as", dest="form", help="which kind of file; none: the kinds there are")
    export.add_argument("--to", metavar="FILE", help="where to write it (default: named after the game; -: standard output)")
    export.add_argument("--width", type=int, metavar="PIXELS", help="with --as png: how wide")
    export.add_argument("--at", type=int, metavar="N", help="as things stood after N answers")
    export.add_argument("--seat", type=_count, metavar="N", help="only what this seat may know, from 0 on (default: all)")
    _add_db(export)

    hall = command("hall", "the retired, the dead and the famous", "hall robber")
    hall.add_argument("game", nargs="?")
    _add_db(hall)

    world = command("world", "dungeons that are kept, for all games to go into", "world enter first descent --seats bot,bot")
    world.add_argument("deed", nargs="?", default="list", choices=_WORLD, help="(default: list)")
    world.add_argument("world", nargs="?", default="", help="its id, or the beginning of it; of fork also ID@ROW")
    world.add_argument("what", nargs="?", default="", help="of enter: which game; of strike: which line")
    world.add_argument("--door", type=int, default=0, metavar="N", help="of enter: by which door (default: the first)")
    world.add_argument("--goal", type=int, default=0, metavar="N", help="of enter: for whom or what (default: whatever there is)")
    world.add_argument("--seats", default="", help='of enter: who plays, with commas; "bot" for a machine')
    world.add_argument(
        "--years", type=_count, default=0, metavar="N", help="of next: how many (default: 1); of new: of monsters (4)"
    )
    world.add_argument("--ask", action="store_true", help="of new and next: you are the author, and are asked")
    world.add_argument("--seed", type=int, help="of new and enter: the same seed and answers give the same")
    world.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of new: a house rule of host")
    world.add_argument("--players", action="store_true", help="of show: only what those above know")
    world.add_argument("--map", action="store_true", help="of show: the map as well")
    _add_terminal(world)

    saga = command("saga", "one dungeon through all five games, played by bots", "saga --seasons 5 --seed 7 --out saga.html")
    saga.add_argument("--seasons", type=_count, default=5, metavar="N")
    saga.add_argument("--seed", type=int, default=7)
    saga.add_argument("--out", metavar="FILE", help="also as a page, with maps")
    saga.add_argument("--quick", action="store_true", help="play no game again to compare it")

    maze = command("maze", "check or draw a maze file of the game descent", "maze check my-maze.txt")
    maze.add_argument("what", choices=("check", "draw"))
    maze.add_argument("file")
    maze.add_argument("--players", action="store_true", help="draw what the players may see")
    maze.add_argument("--to", metavar="FILE", help="where to write the drawing (default: beside the maze)")

    serve = command("serve", "open tables in the browser, for you and your friends", "serve --port 8000")
    serve.add_argument("--host", help="address to listen on (default: this machine only)")
    serve.add_argument("--port", type=_port, help="(default: 8765)")
    serve.add_argument(
        "--name", action="append", default=[], metavar="HOST", help="another name browsers may call this server by"
    )
    serve.add_argument("--calls", action="store_true", help="let it call webhooks and push services that guests name")
    serve.add_argument("--open", action="store_true", help="open a browser when ready")
    serve.add_argument(
        "--log",
        choices=("auto", "json", "words"),
        help="logs on standard error: JSON lines, or words for a person (default: words at a terminal, JSON elsewhere)",
    )
    serve.add_argument("--limit", action="append", default=[], metavar="NAME=N", help="a limit of your own; see --limits")
    serve.add_argument("--limits", action="store_true", help="list the limits with their defaults and stop")
    serve.add_argument("--bot", action="append", default=[], metavar="MODULE:FUNCTION", help="a bot of your own for its tables")
    _add_db(serve)
    _add_settings(serve)

    admin = command("admin", "look after the tables and guests of a server, running or not", "admin prune 90 --dry-run")
    admin.add_argument(
        "deed", choices=_ADMIN, help="list, show, close or delete a table, prune by age, what each address uses, bans"
    )
    admin.add_argument("what", nargs="?", default="", help="a table, an address, a number of days, or what to list")
    admin.add_argument("--why", default="", help="of a ban: a note to yourself")
    admin.add_argument("--finished", action="store_true", help="of prune: only games that are over or closed")
    admin.add_argument("--dry-run", action="store_true", help="of prune: only tell what would go")
    _add_db(admin)
    _add_settings(admin)

    backup = command("backup", "copy all saved games to a file, while the server plays on", "backup tonight.backup")
    backup.add_argument("file", help="where to write it")
    _add_db(backup)
    _add_settings(backup)

    restore = command("restore", "fill an empty place with what a back-up holds", "restore tonight.backup --db games.db")
    restore.add_argument("file", help="a back-up")
    _add_db(restore)
    _add_settings(restore)

    config = command("config", "show your settings, or change one", "config set terminal.pace quick")
    config.add_argument("deed", nargs="?", default="list", choices=("list", "path", "get", "set", "unset"))
    config.add_argument("name", nargs="?", help="SECTION.NAME, as in terminal.colour")
    config.add_argument("value", nargs="?", help="what it shall be")
    _add_settings(config)

    completion = command("completion", "print a script that completes commands in your shell", "completion bash")
    completion.add_argument("shell", choices=("bash", "zsh", "fish"))

    command("man", "print the man page", "man")
    return top


def _count(word: str) -> int:
    if not word.isdecimal() or len(word) > 18:
        raise argparse.ArgumentTypeError(f"{word!r} is not a whole number from 0 to 18 digits")
    return int(word)


def _jobs(word: str) -> int:
    if not word.isdecimal() or len(word) > 9 or int(word) > MOST_JOBS:
        raise argparse.ArgumentTypeError(f"{word!r} is not a number of processes: 1 to {MOST_JOBS}, or 0 for one per core")
    return int(word)


def _port(word: str) -> int:
    if not word.isdecimal() or len(word) > 5 or int(word) > 65_535:
        raise argparse.ArgumentTypeError(f"{word!r} is not a port; it is a number from 0 to 65535")
    return int(word)


def _add_opening(play: argparse.ArgumentParser) -> None:
    play.add_argument(
        "--seats", default="", help='who plays, with commas; "bot", "bot:NAME" or "bot:MODULE:FUNCTION" for a machine'
    )
    play.add_argument("--gamesmaster", metavar="NAME", help="a person judges, where the game has that seat")
    play.add_argument("--seed", type=int, help="the same seed and answers give the same game")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule; see --options")
    play.add_argument("--options", action="store_true", help="list the game's house rules and stop")
    play.add_argument("--odds", choices=("told", "hidden"), help="whether hints tell the odds; without it, as the game has it")
    play.add_argument("--learn", action="store_true", help="a first game with a coach beside you")
    play.add_argument("--practice", action="store_true", help="anything may be undone")
    play.add_argument("--physical-dice", action="store_true", help="you throw real dice and type what fell")
    play.add_argument(
        "--bring",
        action="append",
        default=[],
        metavar="NAME",
        help="somebody from an earlier game (see `undercroft hall`), or KIND=FILE.toml: adventure=mine.toml",
    )


def _add_way(command: argparse.ArgumentParser, jobs: int) -> None:
    command.add_argument("--jobs", type=_jobs, default=jobs, help=f"processes; 0: one per core (default: {jobs})")
    command.add_argument("--on", default="", metavar="CLUSTER", help="ray, ray:local, ray:HOST:PORT or ray://HOST:PORT")
    command.add_argument("--out", metavar="FILE", help="keep what is done there as it comes; the same command goes on with it")
    command.add_argument("--json", action="store_true")


def _add_bot(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--bot", action="append", default=[], metavar="PLAYER", help="of a save file: a machine plays for PLAYER (or PLAYER=BOT)"
    )


def _add_terminal(command: argparse.ArgumentParser) -> None:
    command.add_argument("--plain", action="store_true", help="numbered questions, line by line: for pipes and screen readers")
    command.add_argument("--ascii", action="store_true", help="no box-drawing characters")
    _add_db(command)


def _add_db(command: argparse.ArgumentParser) -> None:
    command.add_argument("--db", metavar="URL", help="where games are kept (default: a SQLite file in your data folder)")


def _add_settings(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--settings", metavar="FILE", help="a TOML file with settings (default: settings.toml in your config folder)"
    )


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; 0 when it went well, 2 when the words were wrong."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # it was closed before we came
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - until the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a letter shows a question mark
    try:
        left = _run(words)
        sys.stdout.flush()
        return left
    except BrokenPipeError:
        _leave_no_output()
        return 0
    except OSError as error:
        if error.filename is not None:
            print(f"undercroft: {error.filename}: {error.strerror}", file=sys.stderr)
            return 74
        _leave_no_output()
        print(f"undercroft: nothing more could be written: {error.strerror}", file=sys.stderr)
        return 74
    except Exception as error:  # a bug of ours: no traceback for somebody who wanted to play
        from .terminal.trouble import told  # late: start-up time

        print(told(error), file=sys.stderr)
        return 70


def _leave_no_output() -> None:
    """Standard output takes nothing any more: let Python not try again when it leaves."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: Sequence[str] | None) -> int:
    whole = parser()
    plan = whole.parse_args(words)
    if plan.version:
        print(f"undercroft {__version__}")
        return 0
    if plan.command is None:
        if sys.stdin is None or not sys.stdin.isatty() or not sys.stdout.isatty():
            whole.print_help()
            return 0
        plan = whole.parse_args(["title"])
    plan.whole = whole
    from .engine import UndercroftError  # late: start-up time

    try:
        module = import_module(f".commands.{_DONE_BY[plan.command]}", __package__)  # late: start-up time
        return int(getattr(module, f"run_{plan.command}")(plan))
    except UndercroftError as error:
        print(f"undercroft: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nStopped. A game in progress is kept: undercroft resume", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
