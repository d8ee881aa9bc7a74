"""The story of a game to keep: what was told, line by line, and its last page. The same parts in terminal, browser and file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from .event import SeenEvent
from .game import Drama, Game, Outcome
from .match import Match
from .words import listed, sentence

STORY = "story.md"  # how the file ends: every game has one
WIDEST = 100  # columns of a story's picture; a wider map is left to its own file


class Part(msgspec.Struct, frozen=True):
    """One part of a last page: what it is called, and its sentences."""

    title: str
    lines: tuple[str, ...]


def last_page(outcome: Outcome, drama: Drama) -> tuple[Part, ...]:
    """The last page after its summary: how near it was, what turned it, what was said, the remembered, figures in words."""
    lives = [memorial for memorial in outcome.memorials if memorial.kind != "persona"]  # who lives on is on the wall
    remembered = tuple(memorial.line for memorial in lives if memorial.line not in outcome.summary)
    points = dict.fromkeys(point.rstrip(".") for point in outcome.turning_points)
    turned = tuple(sentence(point) for point in points if not any(point in line for line in remembered))
    parts = (
        Part("How near it was", drama.near),
        Part("What turned it", turned),
        Part("What was said", drama.said),
        Part("To be remembered", remembered),
        Part("In figures", drama.figures),
    )
    return tuple(part for part in parts if part.lines)


def told(game: Game[Any], events: Iterable[SeenEvent]) -> list[str]:
    """What was told as paragraphs: headings marked, no dice, nothing that happens every round, and nothing twice in a row."""
    lines: list[str] = []
    for event in events:
        if event.kind in ("roll", "dice") or event.rule in game.minor:
            continue
        text = f"## {event.text.rstrip('.')}" if event.kind == "headline" else event.text
        if not lines or text != lines[-1]:
            lines.append(text)
    return lines


def story(match: Match[Any], seat: int | None) -> str:
    """A whole game as Markdown, as one seat may know it: what was told, and the last page with the map as it was in the end."""
    game, names = match.game, match.opening.seats
    masked = game.mask(match.state, seat)
    seen = (event.seen_by(seat) for event in match.events)
    lines = [f"# {game.title}", f"Told of {listed(names)}.", *(game.retold(masked) or told(game, filter(None, seen)))]
    if (outcome := match.outcome) is not None:
        lines += ["## The last page", outcome.summary]
        for part in last_page(outcome, game.drama(match.state)):
            lines += [f"### {part.title}", "\n".join(f"- {line}" for line in part.lines)]
    drawing = game.draw(masked, seat)
    picture = drawing.text if drawing is not None else ""
    if picture and max(map(len, picture.splitlines())) <= WIDEST:
        lines += ["### The map in the end", f"```\n{picture}\n```"]
    return "\n\n".join(lines) + "\n"
