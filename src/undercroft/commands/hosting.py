"""Hosting: running a server, and looking after it - its settings, its tables, its guests, its back-ups."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from ..bots import bring_bot
from ..engine import UndercroftError
from ..engine.words import listed, some
from ..server import serve
from ..settings import Settings, made, read
from ..store import Keeper, Store, open_store
from ..store.again import Differs
from ..store.upkeep import DAY, Keep, TableLine, Upkeep


class Serve(msgspec.Struct, frozen=True, kw_only=True):
    """How a server is run: the section [serve]."""

    host: str = "127.0.0.1"  # the address to listen on; 0.0.0.0 for everyone
    port: int = 8765
    names: list[str] = []  # names that browsers may call it by; the first is the one in its links
    db: str = ""  # where games are kept: a path, sqlite:///path or postgresql://...
    log: str = "auto"  # "json", "words" or "auto"
    calls: bool = False  # webhooks and push services that guests name may be called: https, public addresses only
    proxies: list[str] = []  # proxies on other machines that are believed when they say for whom they speak


def _served(plan: argparse.Namespace) -> tuple[Settings, Serve]:
    settings = read(plan.settings)
    given = {
        "host": getattr(plan, "host", None),
        "port": getattr(plan, "port", None),
        "db": plan.db,
        "log": getattr(plan, "log", None),
    }
    names = {"names": plan.name} if getattr(plan, "name", None) else {}
    serve = settings.section("serve", Serve, {**{name: value for name, value in given.items() if value is not None}, **names})
    if serve.log not in ("auto", "json", "words") or not 0 <= serve.port <= 65_535:
        raise UndercroftError("[serve]: log is auto, json or words, and port a number from 0 to 65535")
    return settings, serve


def run_serve(plan: argparse.Namespace) -> int:
    """Open tables in the browser."""
    from ..server.measures.limits import Limits  # late: start-up time

    if plan.limits:
        for field in msgspec.structs.fields(Limits):
            print(f"{field.name} = {field.default}")
        return 0
    for name in plan.bot:
        bring_bot(name)
    settings, how = _served(plan)
    limits = settings.section("limits", Limits, _limits(plan.limit, Limits))
    level = "warning" if how.log == "auto" and sys.stderr.isatty() else "info"  # somebody is reading: the address alone
    serve(
        host=how.host, port=how.port, db=how.db or None, open_browser=plan.open, hosts=tuple(how.names), log_level=level,
        log_form=how.log, limits=limits, keep=settings.section("keep", Keep), proxies=tuple(how.proxies),
        calls=how.calls or plan.calls,
    )  # fmt: skip
    return 0


def _limits(words: Sequence[str], kind: type[msgspec.Struct]) -> dict[str, Any]:
    """`--limit NAME=VALUE`, checked by name."""
    found: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        try:
            found[name] = float(value) if "." in value else int(value)
        except ValueError:
            raise UndercroftError(f"--limit {word}: write it NAME=NUMBER, as in --limit connections=500") from None
        if not equals:
            raise UndercroftError(f"--limit {word}: write it NAME=NUMBER")
    made(found, kind, "--limit")
    return found


def _store(plan: argparse.Namespace) -> Store:
    return open_store(_served(plan)[1].db or None)


# Looking after it.


def run_admin(plan: argparse.Namespace) -> int:
    """Look at the tables of a server and its guests, and keep them in order; it may be running."""
    store = _store(plan)
    try:
        return int(_DEEDS[plan.deed](Upkeep(store), plan))
    finally:
        store.close()


def _size(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 1e5 else f"{count / 1e3:.1f} kB"


def _day(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def _state(line: TableLine) -> str:
    return "closed" if line.record.closed else "over" if line.over else "gathering" if not line.record.match else "going"


def _told(line: TableLine) -> str:
    people = _plain(", ".join(line.names))
    where = line.record.address or "-"
    left = f"{line.record.id}  {_state(line):9}  {_day(line.touched)}  {some(line.moves, 'answer'):>13}  {_size(line.size):>10}"
    return f"{left}  {where:20}  {line.game}: {people}"


def _plain(text: str) -> str:
    """Guests' words on a terminal: nothing that it would obey."""
    return "".join(c if c.isprintable() else "?" for c in text)


def _list(upkeep: Upkeep, plan: argparse.Namespace) -> int:
    lines = [line for line in upkeep.tables() if plan.what in ("", line.record.address, _state(line))]
    for line in lines:
        print(_told(line))
    size = sum(line.size for line in lines)
    print(f"{len(lines)} tables, {_size(size)}; the database takes {_size(upkeep.store.database.size())}")
    return 0


def _show(upkeep: Upkeep, plan: argparse.Namespace) -> int:
    line = upkeep.find(plan.what)
    print(_told(line))
    print(f"opened {_day(line.record.created)} from {line.record.address or 'an address nobody noted'}")
    print(f"games: {', '.join(line.matches) or 'none yet'}")
    if line.record.match:
        try:
            keeper = Keeper.open(upkeep.store, line.record.match)
            print(f"it is as it was stored{f' ({keeper.notice})' if keeper.notice else ''}")
        except Differs as error:
            print(f"it does not open: {error}")
            print(f"to go on from the last answer that agrees: undercroft admin accept {line.record.id}")
    for said in upkeep.store.chat(line.record.id, limit=20):
        print(f"  {_day(said.at)} {_plain(said.name)}: {_plain(said.text)}")
    return 0


def _accept(upkeep: Upkeep, plan: argparse.Namespace) -> int:
    keeper = Keeper.open(upkeep.store, upkeep.find(plan.what).record.match, accept=True)
    print(keeper.notice or "it agrees with what is stored; nothing was done")
    return 0


def _close(upkeep: Upkeep, plan: argparse.Namespace) -> int:
    line = upkeep.find(plan.what)
    upkeep.close(line)
    print(f"Closed: {_told(line)}")
    return 0


def _delete(upkeep: Upkeep, plan: argparse.Namespace) -> int:
    line = upkeep.find(plan.what)
    upkeep.delete([line])
    print(f"Deleted for good: {_told(line)}")
    return 0


def _prune(upkeep: Upkeep, plan: argparse.Namespace) -> int:
    try:
        days = float(plan.what)
    except ValueError:
        raise UndercroftError("say how many days without an answer are too many, as in: undercroft admin prune 90") from None
    if days <= 0:
        raise UndercroftError("days are more than 0")
    keep = Keep(finished_days=days, unfinished_days=0.0 if plan.finished else days)
    old = upkeep.expired(keep)
    for line in old:
        print(_told(line))
    if plan.dry_run:
        print(f"{some(len(old), 'table')} had no answer for {days:g} days; without --dry-run they would be deleted")
        return 0
    upkeep.delete(old)
    print(
        f"{some(len(old), 'table')} deleted, {_size(sum(line.size for line in old))}."
        " A file does not shrink; what comes next fills it."
    )
    return 0


def _usage(upkeep: Upkeep, plan: argparse.Namespace) -> int:
    now = time.time()
    for use in upkeep.uses():
        ago = max(0.0, now - use.last) / DAY
        counts = f"{some(use.tables, 'table'):>11}  {some(use.moves, 'answer'):>15}  {_size(use.size):>10}"
        print(f"{use.address:40}  {counts}  last {ago:.1f} days ago")
    return 0


def _bans(upkeep: Upkeep, plan: argparse.Namespace) -> int:
    for ban in upkeep.bans():
        print(f"{ban.address:40}  since {_day(ban.at)}  {_plain(ban.why)}")
    return 0


def _ban(upkeep: Upkeep, plan: argparse.Namespace) -> int:
    print(f"Kept out: {upkeep.ban(plan.what, plan.why)}")
    return 0


def _unban(upkeep: Upkeep, plan: argparse.Namespace) -> int:
    print(f"Let in again: {upkeep.unban(plan.what)}")
    return 0


_DEEDS = {
    "list": _list, "show": _show, "accept": _accept, "close": _close, "delete": _delete, "prune": _prune, "usage": _usage,
    "bans": _bans, "ban": _ban, "unban": _unban,
}  # fmt: skip

# Copies.


def run_backup(plan: argparse.Namespace) -> int:
    """Copy everything to a file, while the server plays on."""
    from ..store.copies import back_up  # late: start-up time

    counts = back_up(_served(plan)[1].db or None, Path(plan.file))
    print(f"Written to {plan.file}: {_counted(counts)}. It holds the secrets of dice; keep it to yourself.")
    return 0


def run_restore(plan: argparse.Namespace) -> int:
    """Fill an empty place with what a back-up holds."""
    from ..store.copies import restore  # late: start-up time

    counts = restore(Path(plan.file), _served(plan)[1].db or None)
    print(f"Restored: {_counted(counts)}")
    return 0


def _counted(counts: dict[str, int]) -> str:
    kinds = ("matches", "game"), ("moves", "row"), ("tables", "table"), ("chat", "line of chat")
    return listed(some(counts[key], what, "lines of chat" if key == "chat" else "") for key, what in kinds)
