"""What an expedition brings along, read from an opening: checked and bounded, because a guest may have written it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from ..engine.errors import BadOpening
from ..engine.site import LONGEST_TEXT, TWELFTHS, Ticket
from ..engine.structs import convert
from ..engine.words import plain

T = TypeVar("T")
KEY = "expedition"  # in an opening's `bring`
MOST_BYTES = 64_000
MOST_SHARES = 400
MOST_BEADS = 1_000  # that one key of a ticket may stand for


def read_brought(bring: Mapping[str, Any], into: type[T]) -> T | None:
    """The expedition of an opening, or None; a BadOpening says what is wrong with it."""
    raw = bring.get(KEY)
    if raw is None:
        return None
    try:
        size = len(msgspec.json.encode(raw))
        found = convert(raw, into, str_keys=True)
    except (msgspec.ValidationError, TypeError, ValueError, OverflowError) as error:
        raise BadOpening(f"the expedition brought along does not read: {error}") from None
    if size > MOST_BYTES:
        raise BadOpening(f"the expedition brought along has {size:,} bytes; it has at most {MOST_BYTES:,}")
    for text in _texts(raw):
        if plain(text) != text or len(text) > LONGEST_TEXT:
            shown = plain(text)[:40]
            raise BadOpening(
                f"the expedition brought along says {shown!r}...; a text is one line of at most {LONGEST_TEXT} letters"
            )
    return found


def check_shape(ticket: Ticket) -> None:
    """A ticket that could be one: not too many shares, each of a thing, each more than nothing."""
    if len(ticket.shares) > MOST_SHARES:
        raise BadOpening(f"the ticket has {len(ticket.shares)} shares; it has at most {MOST_SHARES}")
    for key, (thing, twelfths) in ticket.shares.items():
        if thing < 1 or not 1 <= twelfths <= TWELFTHS * MOST_BEADS:
            raise BadOpening(f"the ticket's share {key!r} is {twelfths} twelfths of {thing}; it is of a thing, and 1 or more")


def _texts(raw: Any) -> Iterator[str]:
    if isinstance(raw, str):
        yield raw
    elif isinstance(raw, Mapping):
        for key, value in raw.items():
            yield from _texts(key)
            yield from _texts(value)
    elif isinstance(raw, list | tuple):
        for value in raw:
            yield from _texts(value)


def short(text: str, longest: int = LONGEST_TEXT) -> str:
    """A text on one line, cut at a word where it is too long."""
    text = plain(text)
    if len(text) <= longest:
        return text
    return text[: longest - 3].rsplit(" ", 1)[0] + "..."
