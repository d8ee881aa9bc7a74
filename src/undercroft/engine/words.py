"""Small words of English that every text needs."""

from __future__ import annotations

from collections.abc import Iterable


def listed(parts: Iterable[str], last: str = "and", none: str = "nothing") -> str:
    """ "a", "a and b", "a, b and c"; without any, what `none` says."""
    every = list(parts)
    return f"{', '.join(every[:-1])} {last} {every[-1]}" if len(every) > 1 else every[0] if every else none


def capital(text: str) -> str:
    """The same, with a large first letter."""
    return text[:1].upper() + text[1:]


def some(number: int, one: str, many: str = "") -> str:
    """So many of something: "1 answer", "20 answers"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def plain(text: str) -> str:
    """Text on one line, without characters that a terminal would obey or that nobody could see."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def harmless(markdown: str) -> bytes:
    """A page of Markdown in which no name is a tag or a link, whoever chose it: a file to take away."""
    return markdown.replace("&", "&amp;").replace("<", "&lt;").replace("](", "]\\(").encode()
