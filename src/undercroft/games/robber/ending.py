"""How a robber's story ended: the outcome, the grave or the line on the tavern wall, and the numbers worth counting."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from ...engine import Drama, Memorial, Outcome
from ...engine.words import a, capital, count, listed, number, ordinal, said
from .content import STATIONS
from .deeds import deeds
from .rules.character import sheet
from .rules.town.business import prospects
from .state import Retired, Robber, RobberState


def outcome(s: RobberState) -> Outcome:
    """Death or retirement; there is no other victory (ROB-END-01)."""
    # Retired: on the list, by experience.
    retired = [robber for robber in s.robbers if robber.retired]
    # Dead: never on the list, whatever they were (ROB-RETIRE-03).
    dead = [robber for robber in s.robbers if not robber.alive]
    # Called it a day: alive in town, and to be played again.
    resting = sheet.living(s)
    memorials = [
        *(Memorial("retired", robber.name, retirement(s, robber), data(s, robber)) for robber in retired),
        *(Memorial("grave", robber.name, obituary(s, robber), data(s, robber)) for robber in dead),
        *(
            Memorial("survivor", robber.name, f"{robber.name} waits in town with {robber.xp:,} XP.", plain(robber))
            for robber in resting
        ),
    ]
    rule = "ROB-RETIRE-01" if retired else "ROB-SETUP-05" if resting else "ROB-FIGHT-13"
    return Outcome(
        tuple(robber.seat for robber in retired),
        " ".join(memorial.line for memorial in memorials),
        tuple(float(robber.xp) if robber.retired else 0.0 for robber in s.robbers),
        facts=facts(s),
        memorials=tuple(memorials),
        turning_points=turned(s),
        rule=rule,
        deeds=deeds(s),
        trail=tuple(s.world.trail) if s.world is not None else (),
    )


def turned(s: RobberState) -> tuple[str, ...]:
    """What turned it: what changed a life, and of the treasures the two largest."""
    found = {line: re.search(r"found ([\d,.]+) GP of treasure", line) for line in s.story}
    worth = {line: float(sum_[1].replace(",", "")) for line, sum_ in found.items() if sum_}
    best = sorted(worth, key=lambda line: -worth[line])[:2]
    return tuple(line for line in s.story if line not in worth or line in best)[-12:]


def drama(s: RobberState) -> Drama:
    """What the last page tells besides the outcome."""
    return Drama(tuple(_near(robber) for robber in s.robbers if not robber.retired), (), _figures(s))


def _near(robber: Robber) -> str:
    """How near a robber was to a better life, and to the stairs."""
    where = ""
    if robber.died_at is not None:
        level, room = robber.died_at
        where = f", {count(level, 'level')} below daylight" if room else ", off the map"
    return f"{robber.name} was {prospects(robber)}{where}."


def _figures(s: RobberState) -> tuple[str, ...]:
    """What was counted, in words."""
    tally = s.tally
    came = number(tally.returns) if tally.returns else "none"
    home = "every one came home" if tally.returns == tally.delves else f"{came} came home"
    delves = said("{n:Words} delves, of which {home};", n=tally.delves, home=home)
    if tally.delves == 1:
        delves = "One delve, and home again;" if tally.returns else "One delve, and no way home;"
    brought, best = tally.brought_cp // 100, tally.best_cp // 100
    lines = [
        delves + said(" {n:count turn|turns} below, as deep as level {level}.", n=tally.turns, level=tally.deepest),
        f"{brought:,} GP brought home{f', {best:,} of them in one go' if 0 < best < brought else ''}."
        if brought
        else "Nothing brought home.",
    ]
    if tally.met:
        ends = [f"{number(tally.kills)} killed" if tally.kills else "none killed"]
        ends += [f"{number(tally.fled)} left behind at a run"] if tally.fled else []
        lines.append(said("{n:Words} {n:monster|monsters} met: {ends:and}.", n=tally.met, ends=ends))
    if tally.lost_turns:
        lines.append(said("Lost for {n:count turn|turns}.", n=tally.lost_turns))
    return tuple(lines)


def facts(s: RobberState) -> dict[str, bool | int | float | str]:
    """What simulate counts."""
    tally = s.tally
    best = max(s.robbers, key=lambda robber: (robber.retired, robber.xp))
    dead = [robber for robber in s.robbers if not robber.alive]
    return {
        "retired": any(robber.retired for robber in s.robbers),
        "survival by delve": tally.returns / max(1, tally.delves),
        "cause of death": dead[-1].cause if dead else "alive",
        "deepest level": tally.deepest,
        "title": sheet.title(best),
        "experience": best.xp,
        "delves": tally.delves,
        "turns": tally.turns,
        "gold per delve": tally.brought_cp / 100 / max(1, tally.delves),
        "best return": tally.best_cp / 100,
        "monsters met": tally.met,
        "monsters killed": tally.kills,
        "fled": tally.fled,
        "turns lost": tally.lost_turns,
        "turns pursued": tally.chase_turns,
        **({"company": listed(robber.name for robber in s.robbers)} if s.world is not None else {}),
    }


def obituary(s: RobberState, robber: Robber) -> str:
    """The line on the gravestone: killer, place, treasure lost, turns survived (ROB-INTRO-02)."""
    assert robber.died_at is not None
    level, room = robber.died_at
    place = f"Level {level}, room {room}" if room else f"Level {level}, on a map of their own making"
    rank = f"{robber.trade}" if robber.level == 0 and robber.trade else sheet.title(robber)
    pockets = f"{robber.lost_gp:,} GP in gold and goods lost" if robber.lost_gp > 1 else "nothing in hand"
    house = f" {capital(count(robber.home.art, 'painting'))} nobody wants." if robber.home.art else ""
    return (
        f"{robber.name}, {rank}, {robber.epitaph}. {place}, on the {ordinal(s.tally.delves)} delve and {ordinal(s.tally.turns)} "
        f"turn; {pockets}.{house}"
    )


def retirement(s: RobberState, robber: Robber) -> str:
    """The line on the tavern wall."""
    step = STATIONS[robber.level]
    art = f" The walls hold {count(robber.home.art, 'painting')}, in spite of everyone." if robber.home.art else ""
    return (
        f"{robber.name}, once {a(robber.trade or 'robber')}, retired as {sheet.title(robber)} with {robber.xp:,} XP after "
        f"{count(s.tally.delves, 'delve')}, and {step.line}.{art}"
    )


def data(s: RobberState, robber: Robber) -> dict[str, object]:
    """What is kept of a finished robber, the options played with included (ROB-DIAL-03)."""
    level, room = robber.died_at or (0, 0)
    return {
        "name": robber.name,
        "line": retirement(s, robber) if robber.retired else obituary(s, robber) if robber.died_at else "",
        "title": sheet.title(robber),
        "calling": sheet.calling(robber).name,
        "level": robber.level,
        "xp": robber.xp,
        "cause": robber.cause,
        "dungeon_level": level,
        "room": room,
        "lost_gp": robber.lost_gp,
        "turns": s.tally.turns,
        "delves": s.tally.delves,
        "deepest": s.tally.deepest,
        "kills": robber.kills,
        "options": msgspec.to_builtins(s.dials),
    }


def plain(robber: Robber) -> dict[str, object]:
    """A survivor as plain data, for `Opening.bring`."""
    raw: dict[str, object] = msgspec.to_builtins(robber)
    return raw


def ranked(wall: Iterable[Retired]) -> list[Retired]:
    """The list of the retired: by experience, then level, then date (ROB-RETIRE-05)."""
    return sorted(wall, key=lambda entry: (-entry.xp, -entry.level, entry.date))
