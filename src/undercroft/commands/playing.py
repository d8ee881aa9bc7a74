"""Sitting down: start a game in the terminal, go on with one, or try another way from the middle of one."""

from __future__ import annotations

import argparse
import os
import sys
import textwrap
import tomllib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from .. import new_seed
from ..bots import bring_bot
from ..engine import BadOpening, Game, Opening, SaveFile
from ..engine.words import some
from ..games import find, slugs
from ..store import Keeper, Store, open_store
from ..terminal.look import Look
from ..terminal.look import read as read_look
from ..terminal.opening import learn, seated
from ..terminal.plain import Plain
from ..terminal.words import kept_line, setting_values, wrap
from .kept import is_file, match_id, width
from .options import read_options

LONGEST = 4_000_000  # letters of a file of one's own
SOMEBODY = "Ada"  # a player who gave no name: the story is told of somebody, not of "You"


def run_play(plan: argparse.Namespace) -> int:
    """Start a game in the terminal."""
    if not plan.game and _full_screen(plan):
        return run_title(plan)
    slug = plan.game or _pick_game()
    if not slug:
        return 0
    game = find(slug)
    if plan.options:
        return _list_options(game)
    store = open_store(plan.db)
    if plan.learn:
        return sit_down(learn(store, game, (plan.seats or _look(plan).name).split(",")[0]), plan)
    seats, bots = seat_words(game, plan.seats, _look(plan).name)
    opening = Opening(
        game=slug,
        seats=seats,
        seed=_seed(plan.seed),
        options=read_options(plan.option),
        gamesmaster=plan.gamesmaster,
        practice=plan.practice,
        physical_dice=plan.physical_dice,
        bring={**store.remembered(slug), **_brought(store, slug, plan.bring)},
        brief=True,
        odds=msgspec.UNSET if plan.odds is None else plan.odds == "told",
    )
    try:
        keeper = Keeper.create(store, opening.fresh(), bots=bots)
    except msgspec.ValidationError as error:
        raise BadOpening(f"what was brought along does not fit {slug}: {error}") from None
    return sit_down(keeper, plan)


def run_title(plan: argparse.Namespace) -> int:
    """The title: what waits to be continued, and the games."""
    if not _full_screen(plan):
        lines = plan.whole.parse_args(["play", *(["--ascii"] if plan.ascii else [])])
        lines.db, lines.plain = plan.db, True
        return run_play(lines)
    from ..terminal.app import UndercroftApp  # late: start-up time

    app = UndercroftApp(open_store(plan.db), _look(plan))
    app.run()
    _say_what_is_kept(app.playing)
    return 0


def _look(plan: argparse.Namespace) -> Look:
    """As the settings say, and as this command says."""
    found = read_look()
    return msgspec.structs.replace(found, letters="ascii") if plan.ascii else found


def _full_screen(plan: argparse.Namespace) -> bool:
    """Whether there is a terminal that can show a whole screen, and nobody wants lines."""
    return not plan.plain and _person_reads() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def _say_what_is_kept(playing: Any) -> None:
    if isinstance(playing, Keeper) and playing.match.ask is not None:
        print(f"The game is kept. Go on with: undercroft resume {playing.id[:6]}")


def _seed(given: int | None) -> int:
    return new_seed() if given is None else given


def seat_words(game: Game[Any], text: str, somebody: str = SOMEBODY) -> tuple[tuple[str, ...], dict[int, str]]:
    """Names and bots from "Ada,bot,bot:bold"; without words, one person (and bots in the seats that must be filled)."""
    words = [word.strip() for word in text.split(",")] if text else [somebody, *["bot"] * (game.min_seats - 1)]
    names: list[str] = []
    bots: dict[int, str] = {}
    for seat, word in enumerate(words):
        if not word:
            raise BadOpening(f"seat {seat + 1} has no name in {text!r}; write names with commas, such as Ada,Bo,bot")
        if word == "bot" or word.startswith("bot:"):
            bots[seat] = word.partition(":")[2] or (game.bots[0] if game.bots else "random")
            if ":" in bots[seat]:
                bring_bot(bots[seat])
            word = seated(game, bots[seat], names)
        if word in names:
            raise BadOpening(f"two players are called {word!r}; give each a name of their own")
        names.append(word)
    return tuple(names), bots


def _pick_game() -> str:
    """The menu of games, when none was named."""
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
        default, allowed = setting_values(setting)
        what = f"{setting.label} - {setting.help}" if setting.help else setting.label
        print("\n".join(textwrap.wrap(f"{setting.name}={default}  ({allowed})", width(), subsequent_indent="    ")))
        print(textwrap.fill(what, width(), initial_indent="    ", subsequent_indent="    "))
    if not game.settings:
        print(f"{game.slug} has no house rules.")
    return 0


def _brought(store: Store, slug: str, names: Sequence[str]) -> dict[str, Any]:
    """What these people of earlier games bring along."""
    kept = store.memorials(slug)
    bring: dict[str, Any] = {}
    for name in names:
        kind, equals, file = name.partition("=")
        if equals:
            bring[kind] = _written(file)
            continue
        found = [entry.memorial for entry in kept if entry.memorial.name.lower() == name.lower() and entry.memorial.data]
        if not found:
            known = sorted({entry.memorial.name for entry in kept if entry.memorial.data})
            raise BadOpening(f"nobody named {name!r} can come along; there are {', '.join(known) or 'none yet'}")
        bring.setdefault(found[0].kind, []).append(found[0].data)
    return bring


def _written(file: str) -> Any:
    """What a file of one's own says: an adventure, for one."""
    try:
        with Path(file).expanduser().open(encoding="utf-8") as source:
            text = source.read(LONGEST + 1)
        if len(text) > LONGEST:
            raise BadOpening(f"{file} has more than {LONGEST // 1_000_000} million letters")
        return tomllib.loads(text)
    except OSError as error:
        raise BadOpening(f"{file}: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadOpening(f"{file} is not TOML: {error}") from None


def sit_down(keeper: Keeper, plan: argparse.Namespace, *, recap: int = 0, once: bool = False) -> int:
    """Play, and when it is over play again at once for as long as somebody wants to, unless it was to be played `once`."""
    for name in keeper.bots.values():
        if ":" in name:  # it plays here already: whoever began this game brought it
            bring_bot(name)
    if _full_screen(plan):
        from ..terminal.app import UndercroftApp  # late: start-up time

        if keeper.notice:
            print(f"Note: {keeper.notice}.")
        app = UndercroftApp(keeper.store, _look(plan), keeper)
        app.run()
        _say_what_is_kept(app.playing)
        return 0
    while _sit(keeper, plan, recap, once=once):
        opening = keeper.record.opening
        again = msgspec.structs.replace(opening, seed=new_seed(), bring=keeper.store.remembered(opening.game))
        keeper, recap = Keeper.create(keeper.store, again, bots=keeper.record.bots), 0
    return 0


def _sit(keeper: Keeper, plan: argparse.Namespace, recap: int, *, once: bool = False) -> bool:
    """One sitting; whether another game is wanted."""
    if keeper.notice:
        print(f"Note: {keeper.notice}.")
    _edit_lines()
    if not recap:
        print("\n".join(wrap(f"{keeper.game.title} - {keeper.game.credit}", width())))
        print("(? for help, quit to stop; the game is kept as you play)")
    if not Plain(keeper, _read_line, _write, width=width(), ascii_only=_look(plan).ascii_only).run(recap=recap) or once:
        return False
    line = _read_line("\nAnother game at once, with new dice? (yes or no) ")
    return (line or "").strip().lower() in ("y", "yes")


def run_resume(plan: argparse.Namespace) -> int:
    """List the games that were left, or go on with one."""
    store = open_store(plan.db)
    if plan.match and is_file(plan.match):
        keeper = _from_file(store, plan.match, plan.bot)
        print(f"A copy of {plan.match} is kept here as {keeper.id[:6]}.")
        return sit_down(keeper, plan, recap=12)
    if plan.bot:
        raise BadOpening("--bot is for save files; a game that is kept here knows its bots")
    if plan.match:
        return sit_down(Keeper.open(store, match_id(store, plan.match)), plan, recap=12)
    kept = store.matches(going=not plan.all)
    if not kept:
        print("No game is waiting. Start one: undercroft play")
        return 0
    for match in kept:
        print(kept_line(match))
    print("\nGo on with one: undercroft resume ID (its first letters will do)")
    return 0


def run_fork(plan: argparse.Namespace) -> int:
    """Play another game from the middle of one; the first stays as it is."""
    store = open_store(plan.db)
    if is_file(plan.match):
        keeper = _from_file(store, plan.match, plan.bot)
    elif plan.bot:
        raise BadOpening("--bot is for save files; a game that is kept here knows its bots")
    else:
        keeper = Keeper.open(store, match_id(store, plan.match))
    fork = keeper.fork(plan.at, seed=plan.seed, practice=True if plan.practice else None)
    count = fork.record.forked_at
    print(f"A game of its own, {fork.id[:6]}: the first {some(count, 'answer')} are those of {keeper.id[:6]}.")
    return sit_down(fork, plan, recap=12)


def _from_file(store: Store, name: str, bots: Sequence[str]) -> Keeper:
    """A save file as a stored game; `bots` are the names of players, or NAME=BOT."""
    save = SaveFile.read(Path(name))
    game, seats = store.find(save.opening.game), save.opening.seats
    chosen: dict[int, str] = {}
    for word in bots:
        player, _, bot = word.partition("=")
        if player not in seats:
            raise BadOpening(f"nobody named {player!r} plays in {name}; there are {', '.join(seats)}")
        chosen[seats.index(player)] = bot or (game.bots[0] if game.bots else "random")
    return Keeper.from_save(store, save, bots=chosen)


def _person_reads() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _edit_lines() -> None:
    """Arrow keys edit the line and bring earlier ones back, where the machine can do that."""
    if _person_reads():
        with suppress(ImportError):
            import readline  # noqa: F401 - late: it takes hold of the terminal


def _read_line(prompt: str) -> str | None:
    try:
        line = input(prompt)
    except (EOFError, RuntimeError):  # no more input, or none at all
        return None
    except UnicodeDecodeError:
        return "?"
    if not _person_reads():
        print(line)  # so that a transcript of a pipe can be read
    return line


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
