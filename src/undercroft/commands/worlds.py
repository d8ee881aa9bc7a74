"""Worlds: dungeons that are kept, looked at, entered by all games, and gone on with."""

from __future__ import annotations

import argparse
import textwrap
import time

from .. import new_seed
from ..engine import BadOpening, UndercroftError
from ..engine.words import capital, count, some
from ..games import find
from ..site.sight import goals, sight
from ..store import open_store
from ..store.worlds import Head, Worlds
from .kept import width
from .options import read_options
from .playing import seat_words, sit_down

NEWEST = 12  # lines of the record that are shown


def paragraph(text: str) -> str:
    """A line as wide as the terminal; what does not fit on it is set in a little further."""
    body = text.lstrip()
    before = " " * (len(text) - len(body))
    return textwrap.fill(body, width(), initial_indent=before, subsequent_indent=before + "  ")


def run_world(plan: argparse.Namespace) -> int:
    """Look at a world, go down into it, or go on with it."""
    worlds = Worlds(open_store(plan.db))
    worlds.ready()
    return {
        "list": _list, "show": _show, "new": _new, "enter": _enter,
        "next": _next, "fork": _fork, "strike": _strike, "check": _check,
    }[plan.deed](worlds, plan)  # fmt: skip


def _head(worlds: Worlds, plan: argparse.Namespace) -> Head:
    if not plan.world:
        raise BadOpening(f"which world? `undercroft world {plan.deed} WORLD`; `undercroft world list` names them")
    return worlds.head(worlds.world(plan.world))


def _list(worlds: Worlds, plan: argparse.Namespace) -> int:
    for world in worlds.all():
        forked = f", forked from {world.forked_from}@{world.forked_at - 1}" if world.forked_from else ""
        try:
            head = worlds.head(world)
        except UndercroftError as error:
            print(f"{world.id:<9} {world.title} ({error})")
            continue
        below = f", {count(len(head.below), 'party is', 'parties are')} below" if head.below else ""
        print(
            f"{world.id:<9} {head.site.title}, year {head.site.year}: {some(len(head.site.trails), 'expedition')}{below}{forked}"
        )
    print("\nLook at one: undercroft world show ID; go down: undercroft world enter ID descent")
    return 0


def _show(worlds: Worlds, plan: argparse.Namespace) -> int:
    head = _head(worlds, plan)
    seen, site = sight(head.site), head.site
    lines = [f"{site.title}, year {site.year} (world {head.world.id}, {some(head.version, 'row')})", ""]
    lines += [line for line in (" ".join(site.lore), f"They tell of {'; '.join(site.folk)}." if site.folk else "") if line] + [""]
    lines += ["Doors"] + [f"  {door.id:>5}  {door.kind.replace('_', ' ')}, near {door.town}" for door in seen.doors]
    if not plan.players:
        lines += ["", "Who lives there"]
        lines += [
            f"  {people.id:>5}  {capital(people.name)} ({people.flavour}), {people.strength} strong"
            + (f", {people.wear}/12 hurt" if people.wear else "")
            for people in site.peoples
        ]
        lines += ["", f"Hoards: {len(site.hoards)}"]
        lines += [f"  {hoard.id:>5}  {hoard.name}" for hoard in site.hoards if hoard.name]
    lines += ["", "What is told"]
    lines += [f"  {rumour.seq:>5}  {rumour.text}" + _truth(head, rumour.seq, plan.players) for rumour in seen.rumours[-8:]]
    lines += ["", "Who went down"] + [
        f"  {trail.game} {trail.match}: {line}" for trail, line in zip(seen.trails, seen.lines, strict=True)
    ]
    if not seen.trails:
        lines.append("  Nobody yet.")
    for row in head.below:
        lines.append(f"  {row.out.game} {row.match}: below since {time.strftime('%Y-%m-%d %H:%M', time.localtime(row.at))}")
    if not plan.players:
        lines += ["", "The last of its history"] + [f"  {line}" for line in site.record[-NEWEST:]]
    for line in lines:
        print(paragraph(line))
    if plan.map:
        drawing = worlds.maker.draw(worlds.maker.known(head.state) if plan.players else head.state, None)
        print(drawing.text if drawing is not None else "")
    return 0


def _truth(head: Head, seq: int, players: bool) -> str:
    found = next(rumour for rumour in head.site.rumours if rumour.seq == seq)
    if players:
        return f" (found {found.known})" if found.known else ""
    return f" ({found.truth})"


def _new(worlds: Worlds, plan: argparse.Namespace) -> int:
    world = worlds.add()
    options = read_options(plan.option)
    years = plan.years or (0 if plan.ask else 4)
    ask = {"ask": "important" if plan.ask else "nothing"}
    seed = new_seed() if plan.seed is None else plan.seed
    keeper = worlds.begin(world, seed=seed, years=years, age="monsters" if years else "", options={**ask, **options})
    print(f"A new world, {world.id}.")
    if keeper.match.ask is not None:
        return sit_down(keeper, plan, once=True)
    plan.world, plan.players, plan.map = world.id, False, False
    return _show(worlds, plan)


def _enter(worlds: Worlds, plan: argparse.Namespace) -> int:
    head = _head(worlds, plan)
    if not plan.what:
        raise BadOpening("with which game? `undercroft world enter WORLD GAME`: descent, board, robber or donjon")
    game = find(plan.what)
    seats, bots = seat_words(game, plan.seats)
    if (
        plan.goal
        and not any(goal.id == plan.goal for goal in goals(head.site))
        and all(plan.goal != place.id for place in head.site.places)
    ):
        some_goals = ", ".join(str(goal.id) for goal in goals(head.site)[:12])
        raise BadOpening(f"{head.site.title} has nothing of the number {plan.goal}; there are {some_goals}")
    keeper = worlds.enter(head, game.slug, door=plan.door, goal=plan.goal, seats=seats, seed=plan.seed, bots=bots)
    print(f"Down into {head.site.title}, in year {head.site.year} ({game.slug} {keeper.id}).")
    if len(bots) == len(seats):
        while (seat := keeper.bot_to_move()) is not None:
            keeper.answer(keeper.bot_answer(seat), seat)
    else:
        sit_down(keeper, plan, once=True)
    if keeper.match.ask is None:
        after = worlds.head(worlds.world(head.world.id))
        print(paragraph(sight(after.site).lines[-1]))
    return 0


def _next(worlds: Worlds, plan: argparse.Namespace) -> int:
    head = _head(worlds, plan)
    keeper = worlds.next(head, years=plan.years or (0 if plan.ask else 1), ask="important" if plan.ask else "nothing")
    if keeper.match.ask is not None:
        return sit_down(keeper, plan, once=True)
    after = worlds.head(worlds.world(head.world.id))
    print(f"{after.site.title}, year {after.site.year}")
    for line in after.site.record[len(head.site.record) :]:
        print(paragraph(line))
    return 0


def _fork(worlds: Worlds, plan: argparse.Namespace) -> int:
    id, _, at = plan.world.partition("@")
    if at and not at.isdecimal():
        raise BadOpening(f"a world is forked at a row: {id}@12, not {plan.world}")
    fork = worlds.fork(worlds.world(id), int(at) if at else None)
    print(f"A world of its own, {fork.id}: the same as {fork.forked_from} up to row {fork.forked_at - 1}.")
    return 0


def _strike(worlds: Worlds, plan: argparse.Namespace) -> int:
    head = _head(worlds, plan)
    if not plan.what.isdecimal():
        said = [f"{entry.seq}: {entry.text}" for entry in head.state.record if entry.kind == "stated"]
        raise BadOpening("strike which line? " + ("; ".join(said) or "nobody has said anything of this world"))
    worlds.strike(head, int(plan.what))
    print("Struck out.")
    return 0


def _check(worlds: Worlds, plan: argparse.Namespace) -> int:
    world = _head(worlds, plan).world
    wrong = worlds.check(world, worlds.replay)
    rows = worlds.rows(world)
    print(
        "\n".join(wrong)
        if wrong
        else f"{some(len(rows), 'row')} checked: every bead is accounted for, every game of today's rules replays"
    )
    return 1 if wrong else 0
