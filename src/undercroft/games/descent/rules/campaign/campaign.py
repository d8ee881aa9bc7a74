"""Campaign: the round of phases from roll-call to newspaper, and how a campaign is reckoned (DES-SETUP-01, DES-IDEA-10)."""

from __future__ import annotations

import msgspec

from .....engine import Drama, Memorial, Outcome, Table, words
from ...state import SILVER_PER_GOLD, Game, Member, member
from ..basics.money import wealth
from ..ending import aftermath, meeting, rounds
from ..orders import walk
from ..personas.people import PEOPLE, find_leader, full_body
from ..sages import audience, pastimes, ranks
from ..surface import home, muster, recruits, shelves, store
from ..surface.paper import hall_of_fame
from ..treasure import rolling
from ..wounds import wounds
from ..wounds.wounds import all_lost, title


async def step(t: Table[Game]) -> None:
    """One turn of one phase."""
    await PHASES[t.state.phase](t)


async def _by_turns(t: Table[Game], done: bool, after: str) -> None:
    s = t.state
    if done:
        s.turn += 1
        if s.turn >= len(s.names):
            s.turn, s.phase = 0, after


async def roll_call(t: Table[Game]) -> None:
    """Step one of set-up: choosing personas, player by player."""
    await _by_turns(t, await recruits.roll_call(t, t.state.turn), "rise")


async def rise(t: Table[Game]) -> None:
    """Rises in rank, before the store."""
    await _by_turns(t, await ranks.interval(t, t.state.turn), "store")


async def shop(t: Table[Game]) -> None:
    """Step two: buying."""
    if t.state.turn >= len(t.state.names) or not shelves.customers(t.state, t.state.turn):
        await _by_turns(t, True, "muster")
        return
    await _by_turns(t, await store.visit(t, t.state.turn), "muster")


async def walking(t: Table[Game]) -> None:
    """One order of the leader's."""
    s = t.state
    if all_lost(s):
        await wounds.defeat(t)
        return
    if s.leader < 0 or member(s, s.leader).status != "ready":
        await find_leader(t)
    if s.tasks:
        await rolling.reward(t)
        if s.phase != "walk":
            return
    await walk.order(t)


async def next_descent(t: Table[Game]) -> None:
    """After the newspaper: another descent, or a last chance to rise and the end."""
    s = t.state
    s.turn = 0
    if s.descent >= s.descents:
        s.phase = "last rise"
        return
    s.descent += 1
    muster.fresh_descent(s)
    s.phase = "roll-call"


async def last_rise(t: Table[Game]) -> None:
    """Rises after the last descent."""
    await _by_turns(t, await ranks.interval(t, t.state.turn), "over")
    t.state.over = t.state.phase == "over"


PHASES = {
    "roll-call": roll_call,
    "rise": rise,
    "store": shop,
    "muster": muster.muster,
    "line": muster.line_phase,
    "castle": muster.choose_castle,
    "walk": walking,
    "meeting": meeting.decide,
    "battle": rounds.fight_round,
    "spoils": aftermath.aftermath,
    "sage": audience.audience,
    "pastime": pastimes.turn,
    "home": home.homecoming,
    "paper": next_descent,
    "last rise": last_rise,
}


def _alive(s: Game) -> list[Member]:
    return [m for m in s.members if m.kind in PEOPLE and m.status == "home"]


def outcome(s: Game) -> Outcome:
    """No winning object: satisfaction lies in ranks, wealth and karma; the hall of fame says who has most (DES-IDEA-10)."""
    alive = _alive(s)
    scores = tuple(float(score(s, seat)) for seat in range(len(s.names)))
    best = max(scores, default=0.0)
    winners = tuple(seat for seat, value in enumerate(scores) if value == best and value > 0)
    lost = s.tally.get("ended:lost", 0)
    deaths, rises = s.tally.get("deaths", 0), s.tally.get("rises", 0)
    home = f"{words.count(len(alive), 'of the party is home', 'of the party are home')}" if alive else "nobody is home"
    hauled = s.tally.get("hauled", 0)
    home = f"{f'{hauled:,} gold' if hauled else 'no gold'} came up; {home}" if alive else home
    maze = s.maze_name if s.expedition is msgspec.UNSET else words.uncapital(s.maze_name)
    summary = f"{words.capital(words.count(s.descents, 'descent'))} into {maze}: {home}, "
    summary += f"{words.number(deaths) if deaths else 'nobody'} died"
    summary += f", and {words.count(rises, 'rank') if rises else 'no rank'} {'was' if rises < 2 else 'were'} gained."
    if lost:
        summary += f" {words.capital(words.count(lost, 'party'))} never came back."
    facts: dict[str, bool | int | float | str] = {
        "survived": bool(alive),
        "alive": len(alive),
        "best rank": min((m.rank for m in alive), default=11),
        "orders": s.orders,
        "purses": sum(wealth(m) for m in alive) // SILVER_PER_GOLD,
        "uses seen": len(s.discovered),
    }
    for name in (
        "deaths",
        "rises",
        "met",
        "battles",
        "won",
        "runs",
        "peace",
        "slain",
        "chambers entered",
        "doors",
        "squares",
        "karma",
        "hauled",
        "gold found",
        "treasures",
        "magic weapons",
        "spells",
        "sages",
        "curses",
        "healed",
        "balls",
        "blows",
        "hits",
        "throws",
        "doubles",
        "nerve lost",
        "drops",
        "hired",
        "plays",
        "lost descents",
        "descents",
        "slaves",
    ):
        facts[name] = s.tally.get(name, 0)
    killers = {name[10:]: number for name, number in s.tally.items() if name.startswith("killed by:")}
    facts["deadliest"] = max(sorted(killers), key=lambda name: killers[name]) if killers else "nothing"
    return Outcome(
        winners, summary, scores, facts, tuple(memorials(s)), _turned(s), rule="DES-IDEA-10"
    )  # fmt: skip


def drama(s: Game) -> Drama:
    """What the last page tells besides the outcome."""
    return Drama(_near(s), tuple(f"The Daily Dungeon: {paper.headline}" for paper in s.papers[-4:]), _figures(s))


def _turned(s: Game) -> tuple[str, ...]:
    """What turned it: the deaths, as the register has them, and the ranks that were gained."""
    rose = [f"{m.name} rose to {title(m)}" for m in s.members if m.kind in PEOPLE and m.status == "home" and m.rank < 10]
    return (*(epitaph(line) for line in s.dead[-8:]), *rose)


def _near(s: Game) -> tuple[str, ...]:
    """How near it was for whoever came home worst off."""
    alive = _alive(s)
    hurt = sorted((m for m in alive if m.body < full_body(s, m)), key=lambda m: m.body)
    if not alive:
        return ("Nobody came up again to say how near it was.",)
    deaths = s.tally.get("deaths", 0)
    if not hurt:
        lost = words.said("{n:Words} came home, and {d:words} did not.", n=len(alive), d=deaths)
        return (lost if deaths else "Everybody came home without a scratch, whatever the armour looks like.",)
    worst = hurt[0]
    others = f", and {words.number(len(hurt) - 1)} more came home hurt" if len(hurt) > 1 else ""
    return (f"{worst.name} came home with {words.count(worst.body, 'hit')} of {full_body(s, worst)} left{others}.",)


def _figures(s: Game) -> tuple[str, ...]:
    """What was counted, in words."""
    said, tally = words.said, s.tally.get
    battles, won = tally("battles", 0), tally("won", 0)
    lines = [
        said("{n:Words} {n:battle|battles}, {won} won; {slain:count baddie|baddies} slain.", n=battles,
             won="all" if won == battles else words.number(won), slain=tally("slain", 0)),
        said("{n:Words} {n:blow|blows} struck, of which {hits:words} hit; {balls:count ball|balls} thrown.", n=tally("blows", 0),
             hits=tally("hits", 0), balls=tally("balls", 0)),
        said("{n:Words} {n:square|squares} walked, {doors:count door|doors} opened, {rooms:count time|times} into a chamber.",
             n=tally("squares", 0), doors=tally("doors", 0), rooms=tally("chambers entered", 0)),
    ]  # fmt: skip
    if doubles := tally("doubles", 0):
        lines.append(
            said("Doubles {n:words} {n:time|times} in {throws:count throw|throws}.", n=doubles, throws=tally("throws", 0))
        )
    return tuple(lines)


def score(s: Game, seat: int) -> int:
    """A rough reckoning of what a player's personas brought home: ranks first, then their part of the hauls, and karma.

    Who stayed in bed has brought nothing, and who stayed below is missed.
    """
    alive = _alive(s)
    mine = [m for m in alive if m.seat == seat]
    ranks = sum(100 * max(0, 10 - m.rank) for m in mine if m.rank)
    hauled = s.tally.get("hauled", 0) * len(mine) // max(1, len(alive))
    lost = sum(m.kind in PEOPLE and m.status == "dead" and m.seat == seat for m in s.members)
    return max(0, ranks + hauled + sum(m.earned // 4 for m in mine) - 20 * lost)


def _lore(s: Game) -> str:
    """What was learnt, in a sentence."""
    known = len({name for pages in s.notebooks for name in pages})
    uses = len(s.discovered)
    return (
        f"What was learnt in {s.maze_name}: {words.count(known, 'kind')} of baddie in the notebooks, "
        f"{words.count(uses, 'use')} of odd goods."
    )


def epitaph(line: str) -> str:
    """A line of the register of the dead as a stone has it."""
    who, by, killer = line.rpartition(", by ")
    return f"{who}, killed by {words.a(killer)}" if by else line


def memorials(s: Game) -> list[Memorial]:
    """Personas to bring back, graves, and the hall of fame (DES-IDEA-08, DES-IDEA-14)."""
    kept: list[Memorial] = []
    for m in s.members:
        player = s.names[m.seat] if 0 <= m.seat < len(s.names) else ""
        if m.kind != "simulacrum" and m.status == "home":
            data = {**msgspec.to_builtins(m), "player": player}
            kept.append(
                Memorial(
                    "persona",
                    m.name,
                    f"{m.name}, {title(m)}, {words.count(m.descents, 'descent')} survived.",
                    data,
                )
            )
        elif m.kind in PEOPLE and m.status == "dead":
            line = next((entry for entry in reversed(s.dead) if entry.startswith(f"{m.name},")), f"{m.name}, {title(m)}")
            kept.append(Memorial("grave", m.name, f"Here lies {epitaph(line)}.", {"player": player, "rank": m.rank}))
        elif m.kind in PEOPLE and m.status == "retired":
            kept.append(Memorial("retired", m.name, f"{m.name}, {title(m)}, retired.", {"player": player, "rank": m.rank}))
    for line in hall_of_fame(s) if s.tally.get("descents", 0) > 1 else ():
        kept.append(Memorial("hall of fame", s.maze_name, words.sentence(line)))
    kept.append(Memorial("world", s.maze_name, _lore(s),
                         {"notebooks": s.notebooks, "discovered": s.discovered, "grudge": s.grudge}))  # fmt: skip
    return kept
