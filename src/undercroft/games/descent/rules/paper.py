"""Paper: the Daily Dungeon's front page after each descent, and the hall of fame (DES-NOTE-02, DES-IDEA-10, DES-FLAV-06)."""

from __future__ import annotations

from ....engine import Table
from ..state import Game, Member, Paper, member
from .people import PEOPLE, money, wealth


def print_paper(t: Table[Game]) -> None:
    """An issue: who died, what was found, whose pictures were bought."""
    s = t.state
    headline, stories = front_page(s)
    s.papers.append(Paper(len(s.papers) + 1, headline, stories, [f"A picture, {price} gold" for price in s.pictures]))
    t.tell("THE DAILY DUNGEON, no. {n}: {headline}", rule="DES-NOTE-02", kind="headline", n=len(s.papers), headline=headline)
    for story in stories:
        t.tell("{story}", rule="DES-NOTE-02", story=story)
    for line in hall_of_fame(s)[:3]:
        t.tell("Hall of fame: {line}", rule="DES-IDEA-10", line=line)


def front_page(s: Game) -> tuple[str, list[str]]:
    """Headline and stories of the descent just ended."""
    names = [line.partition(",")[0] for line in s.dead]
    home = [
        member(s, number).name
        for number in s.party
        if member(s, number).status in ("ready", "home") and member(s, number).kind in PEOPLE
    ]
    if s.ended == "lost":
        headline = f"NOBODY CAME BACK: {', '.join(names) or 'THE PARTY'} LOST IN {s.maze_name.upper()}"
    elif names:
        headline = f"{_the_dead(names).upper()} DEAD; {len(home)} HOME FROM {s.maze_name.upper()}"
    elif s.ended == "closing":
        headline = f"PARTY LED OUT OF {s.maze_name.upper()} AFTER MIDNIGHT, CHEST LEFT BEHIND"
    else:
        headline = f"ALL HOME FROM {s.maze_name.upper()}"
    stories = []
    for line in s.dead:
        stories.append(f"In memoriam: {line}.")
    for line in s.news:
        stories.append(line[0].upper() + line[1:] + ".")
    if s.reckoned and s.ended != "lost":
        stories.append("The shares: " + "; ".join(s.reckoned) + ".")
    if s.pictures and s.ended != "lost":
        stories.append(f"Our photographer's pictures ({len(s.pictures)}) are not for the squeamish.")
    slain = s.tally.get("slain", 0) - s.tally.get("slain printed", 0)
    if slain:
        stories.append(f"Baddies slain this time: {slain}. The store keeper reports brisk business.")
    s.tally["slain printed"] = s.tally.get("slain", 0)
    if not stories:
        stories.append("Quiet day. The crossword is on page two.")
    return headline, stories


def _the_dead(names: list[str]) -> str:
    """Three names at most, and how many more there were."""
    if len(names) > 3:
        return f"{', '.join(names[:3])} and {len(names) - 3} more"
    return " and ".join(names)


def hall_of_fame(s: Game) -> list[str]:
    """Best rank, richest, most karma, deepest, most descents survived (DES-IDEA-10)."""
    everyone = [m for m in s.members if m.kind in PEOPLE]
    if not everyone:
        return []
    by_rank = sorted(everyone, key=lambda m: (m.rank, -m.earned))
    by_wealth = sorted(everyone, key=lambda m: -wealth(m))
    by_karma = sorted(everyone, key=lambda m: -m.earned)
    by_depth = sorted(everyone, key=lambda m: -m.deepest)
    by_descents = sorted(everyone, key=lambda m: -m.descents)
    return [
        "highest rank: " + _podium(by_rank, lambda m: f"rank {m.rank}"),
        "richest: " + _podium(by_wealth, lambda m: money(wealth(m))),
        "most karma earned: " + _podium(by_karma, lambda m: str(m.earned)),
        "deepest: " + _podium(by_depth, lambda m: f"level {m.deepest}"),
        "most descents survived: " + _podium(by_descents, lambda m: str(m.descents)),
    ]


def _podium(ordered: list[Member], show: object) -> str:
    return ", ".join(f"{m.name} ({show(m)})" for m in ordered[:3])  # type: ignore[operator]
