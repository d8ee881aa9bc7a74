"""Logs on standard error: one JSON object on a line, or plain words for a person at a terminal.

Secrets, names and answers are not logged.
"""

from __future__ import annotations

import logging
import sys
import time
from typing import Any

import msgspec

_logger = logging.getLogger("undercroft.server")
_WRONG = "ASGI callable returned without completing handshake."  # uvicorn, whenever a WebSocket is turned away with a reason
_CHATTER = ("request",)  # what a person at a terminal need not be told, unless it failed


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        what = record.getMessage().strip()
        line: dict[str, Any] = {"at": round(record.created, 3), "level": record.levelname.lower(), "what": what}
        line.update(getattr(record, "facts", {}))
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


class _Words(logging.Formatter):
    """`12:34:56 table opened: game robber, seats 2`"""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%H:%M:%S", time.localtime(record.created))
        level = f"{record.levelname.lower()}: " if record.levelno >= logging.WARNING else ""
        facts = ", ".join(f"{name} {_shown(value)}" for name, value in getattr(record, "facts", {}).items())
        line = f"{at} {level}{record.getMessage().strip()}" + (f": {facts}" if facts else "")
        return line + (f"\n{self.formatException(record.exc_info)}" if record.exc_info else "")


def _shown(value: object) -> str:
    """A value on one line, with nothing that a terminal would obey."""
    return "".join(c if c.isprintable() else "?" for c in str(value))


def _is_true(record: logging.LogRecord) -> bool:
    return record.msg != _WRONG


def _worth_telling(record: logging.LogRecord) -> bool:
    facts: dict[str, Any] = getattr(record, "facts", {})
    return record.msg not in _CHATTER or facts.get("status", 0) >= 500


def log(what: str, *, level: int = logging.INFO, exc_info: bool | Exception = False, **facts: Any) -> None:
    """Note that something happened."""
    _logger.log(level, what, extra={"facts": facts}, exc_info=exc_info)


def set_up(level: str = "info", form: str = "auto") -> None:
    """Send all logs to standard error. `form`: "json", "words", or "auto": words at a terminal, JSON lines elsewhere."""
    stream = logging.StreamHandler(sys.stderr)
    words = sys.stderr.isatty() if form == "auto" else form == "words"
    stream.setFormatter(_Words() if words else _JsonLines())
    if words:
        stream.addFilter(_worth_telling)
    root = logging.getLogger()  # what libraries have to say comes in the same form
    root.handlers[:] = [stream]
    root.setLevel(logging.WARNING)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "undercroft.server"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.filters[:] = [_is_true]
        logger.setLevel(logging.NOTSET)  # the library's greetings and goodbyes say nothing that ours do not
    _logger.setLevel(level.upper())
