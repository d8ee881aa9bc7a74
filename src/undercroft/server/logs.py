"""Structured logs: one JSON object on a line, on standard error. Secrets, names and answers are not logged."""

from __future__ import annotations

import logging
import sys
import time
from typing import Any

import msgspec

_logger = logging.getLogger("undercroft.server")


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {"at": round(record.created, 3), "level": record.levelname.lower(), "what": record.getMessage()}
        line.update(getattr(record, "facts", {}))
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def log(what: str, *, level: int = logging.INFO, exc_info: bool | Exception = False, **facts: Any) -> None:
    """Note that something happened."""
    _logger.log(level, what, extra={"facts": facts}, exc_info=exc_info)


def set_up(level: str = "info") -> None:
    """Send the server's and uvicorn's logs to standard error as JSON lines."""
    stream = logging.StreamHandler(sys.stderr)
    stream.setFormatter(_JsonLines())
    for name in ("undercroft.server", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [stream] if name != "uvicorn.error" else []
        logger.setLevel(level.upper())
        logger.propagate = name == "uvicorn.error"
    logging.Formatter.converter = time.gmtime
