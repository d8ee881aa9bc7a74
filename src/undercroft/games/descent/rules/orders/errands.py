"""Errands: what a leader may order besides walking - searching, healing, panels, rope, books, the baggage (DES-MOVE-12,
DES-PRI-03).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from .....engine import Option, Table
from .....engine.ask import Label
from ...arsenal import SHIELDS
from ...maze import Level
from ...state import Game, Guard, Member, count, dial, here, member
from ..basics.answers import Name, Number, Who, Word
from ..basics.deeds import deeds_of, open_ways
from ..basics.speech import beside
from ..basics.throws import doubles, one_die, something_waits
from ..basics.wares import ware
from ..company.coming import meet, start_battle
from ..company.company import how_many, line_up, which_baddie
from ..directions.chambers import picture_show, who_guards
from ..directions.crossings import ROPES_NEEDED, climb, patch
from ..directions.passages import enter
from ..mapping.answers import Go
from ..mapping.guidance import read as read_up
from ..mapping.mapping import draw_cell, draw_edge, draw_room, edge_key, find_secrets, passage, pencil
from ..mapping.whereabouts import in_room, room_key
from ..personas.baggage import discover, hand, held, kinds_held, take_goods
from ..personas.line_up import set_lines
from ..personas.people import (
    PEOPLE,
    chivalrous,
    full_body,
    has,
    has_denomination,
    leader_seat,
    line_of,
    living,
    people,
    seat_of,
    spend,
    take_ball,
    usable_balls,
)
from ..sages.pastimes import sit_down
from ..wounds.wounds import free_slaves, heal, is_hurt, lay_hands, some_hits
from .answers import Heal

WHOLE = "ONE TOTAL HEAL OF SELF"


SEARCH = Option("Search these ten feet for secret doors", hint="doubles find what is there; one try", rule="DES-MOVE-12")
LINE = Option("Set the line and weapons in hand", rule="DES-BAT-01")
HAND = Option("Hand things about", rule="DES-MAGW-03")


def errands(s: Game) -> dict[str, Label]:
    """Everything else the leader may order here."""
    level = here(s)
    col, row = s.at[1], s.at[2]
    options: dict[str, Label] = {}
    spot = f"search:{level.number}:{col},{row}"
    if not has_denomination(s, "elf") and dial(s, "secret_doors") == "elf_or_search" and spot not in s.thrown_for:
        options["search"] = SEARCH
    party, have = living(s), kinds_held(s)
    hurt = [m for m in party if is_hurt(s, m)]
    priests = [m for m in party if m.cls == "priest" and m.kind in (*PEOPLE, "simulacrum")] if hurt else []
    for priest in priests:
        for m in hurt:
            options[Heal("heal", priest.id, m.id).key] = partial(_by_priest, s, level, priest, m)
    for m in party:
        if hurt and "HEALING BALLS" in m.goods and "HEALING BALLS" in usable_balls(s, m):
            for patient in hurt:
                options[Heal("ball", m.id, patient.id).key] = Option(f"A healing ball for {patient.name}", rule="DES-SPELL-28")
            break
    for m in hurt:
        if WHOLE in m.goods and WHOLE in usable_balls(s, m):
            options[Number.say("whole", m.id)] = Option(
                f"A total heal for {m.name}", hint="the spell is spent", rule="DES-SPELL-32"
            )
    bangers = any("HERBIE WALL-BANGERS" in m.goods and "HERBIE WALL-BANGERS" in usable_balls(s, m) for m in party)
    scouts = [m for m in people(s) if m.cls == "wizard" and 0 < m.rank <= 2]
    for way in range(4) if bangers or scouts or s.panels else ():
        key = edge_key(level.number, col, row, way)
        near = beside((col, row), way)
        what = passage(s, level, col, row, way)
        if 0 <= s.panels.get(key, -1) < (2 if key in s.gummed else 1):
            options[Name.say("panel", level.compass(way))] = Option(
                f"Try the panel to the {level.compass(way)}", hint="doubles; one try", rule="DES-MAZE-22"
            )
        if bangers and what in ("wall", "secret") and 1 <= near[0] <= level.width and 1 <= near[1] <= level.height:
            options[Name.say("bang", level.compass(way))] = Option(
                f"Knock down the wall to the {level.compass(way)}", rule="DES-SPELL-19"
            )
        if scouts and what != "chute":
            walls = any(m.rank == 1 for m in scouts)
            key = f"scout:{level.number}:{near[0]},{near[1]}"
            if (walls or what == "open") and level.cell(*near) != " " and key not in s.thrown_for:
                options[Name.say("scout", level.compass(way))] = Option(
                    f"A wizard scouts {level.compass(way)} alone", rule="DES-WIZ-17"
                )
    if "BUBBLE GUM" in have and not in_room(s) and not all(edge_key(level.number, col, row, way) in s.gummed for way in range(4)):
        options["gum"] = Option("Stick bubble gum in the grooves hereabouts", hint="one piece", rule="DES-SUP-34")
    if f"fell:{level.number}:{col},{row}" in s.thrown_for and held(s, "ROPES") >= ROPES_NEEDED and held(s, "GRAPPLING HOOKS"):
        options["climb"] = Option(
            "Climb back up through the trap door", hint="7 or more; each miss risks company", rule="DES-SUP-39"
        )
    for name in ("TRAVEL BROCHURE", "PARTIAL MAP"):
        if name in have and f"read:{name}:{level.number}" not in s.thrown_for:
            options[Name.say("read", name)] = Option(
                f"Read the {ware(name)}", rule="DES-BOOK-07" if name.startswith("T") else "DES-BOOK-08"
            )
    options.update(_room_errands(s, level))
    for m in party if "GLUE" in have else ():
        if has(m, "GLUE") and m.shield and m.shield_left < SHIELDS[m.shield]:
            options[Number.say("glue", m.id)] = Option(f"Glue {m.name}'s shield", rule="DES-SUP-36")
    if s.boat and s.boat["left"] < s.boat["full"] and (held(s, "BOAT REPAIR KIT") or held(s, "BUBBLE GUM")):
        options["patch"] = Option("Patch the boat", rule="DES-SUP-43")
    options["line"] = LINE
    if len(party) > 1 or s.chest.goods:
        options["hand"] = HAND
    if s.dials.mapping == "own":
        options["draw"] = Option("Draw on the map", rule="DES-MAZE-33")
    return options


def _by_priest(s: Game, level: Level, priest: Member, m: Member) -> Option:
    safe = in_room(s) and level.feature(s.at[1], s.at[2]).kind == "temple"
    hint = "the Spider watches over you" if safe else "doubles and you are jumped (1 in 6)"
    return Option(f"{priest.name} heals {m.name} ({m.body} of {full_body(s, m)})", hint=hint, rule="DES-PRI-03")


def _room_errands(s: Game, level: Level) -> dict[str, Label]:
    options: dict[str, Label] = {}
    if not in_room(s):
        return options
    kind = level.feature(s.at[1], s.at[2]).kind
    guard = s.guards.get(room_key(s, *s.at))
    gold = s.chest.gold + sum(m.gold for m in people(s))
    if kind == "casino" and any(m.gold for m in people(s)) and s.tally.get("plays", 0) < 40 * s.descent:
        options["play"] = Option("Sit down at a table", hint="craps, black-jack, poker", rule="DES-SPCH-01")
    if kind == "theater" and gold >= len(living(s)) and f"show:{s.at}" not in s.thrown_for:
        options["show"] = Option("Watch the picture", hint=f"{len(living(s))} gold; everyone heals a die", rule="DES-SPCH-02")
    if guard is not None and guard.peace and guard.foes:
        if not chivalrous(member(s, s.leader)):
            options["break"] = Option("Break the peace", hint="they strike first; unchivalrous", rule="DES-PEACE-04")
        options.update(open_ways(s, deeds_of(guard.foes[0].name).friends))
    return options


async def search(t: Table[Game]) -> None:
    """Without an elf: one throw for this stretch, doubles reveal what is there (DES-MOVE-12)."""
    s = t.state
    level = here(s)
    s.thrown_for.append(f"search:{level.number}:{s.at[1]},{s.at[2]}")
    if not await doubles(t, "search_without_elf", rule="DES-MOVE-12", seat=leader_seat(s)):
        t.tell("Nothing to be found.", rule="DES-MOVE-12")
        return
    t.reveal()
    cells = level.room(s.at[1], s.at[2]) if in_room(s) else [(s.at[1], s.at[2])]
    found = find_secrets(s, level, cells)
    for way in found:
        t.tell("A secret door to the {dir}!", rule="DES-MOVE-12", dir=level.compass(way))
    for cell in cells:
        draw_cell(s, level, *cell)
    if not found:
        t.tell("These ten feet hide nothing.", rule="DES-MOVE-12")


async def heal_here(t: Table[Game], said: Heal) -> None:
    """Healing at another time: it takes effect, and doubles mean the party is jumped (DES-PRI-03)."""
    s = t.state
    await lay_hands(t, member(s, said.healer), member(s, said.patient))
    if in_room(s) and here(s).feature(s.at[1], s.at[2]).kind == "temple":
        return
    if await something_waits(t, "healing_outside", rule="DES-PRI-03"):
        await meet(t, jumped=True, place="chamber" if in_room(s) else "corridor")


async def healing_ball(t: Table[Game], said: Heal) -> None:
    """A healing ball outside battle (DES-SPELL-28)."""
    s = t.state
    m, one = member(s, said.healer), member(s, said.patient)
    take_ball(m, "HEALING BALLS")
    t.meet("spell", "HEALING BALLS")
    given = heal(s, one, await one_die(t, m.name, "for the healing ball", rule="DES-SPELL-28", seat=seat_of(s, m)))
    if "bitten" in one.conditions:
        one.conditions.remove("bitten")
    t.tell("{name} has {hits} back.", rule="DES-SPELL-28", name=one.name, hits=some_hits(given))


async def make_whole(t: Table[Game], number: int) -> None:
    """One total heal of self, used outside battle (DES-SPELL-32)."""
    s = t.state
    m = member(s, number)
    take_ball(m, WHOLE)
    t.meet("spell", WHOLE)
    m.body = full_body(s, m)
    t.tell("{name} is whole again.", rule="DES-SPELL-32", name=m.name)


async def try_panel(t: Table[Game], side: str) -> None:
    """One try for the whole party: doubles make it slide up again; gum in the groove gives a second (DES-MAZE-22, DES-SUP-34)."""
    s = t.state
    level = here(s)
    way = level.heading(side)
    key = edge_key(level.number, s.at[1], s.at[2], way)
    s.panels[key] += 1
    if s.panels[key] == 2:
        discover(t, "BUBBLE GUM")
    if await doubles(t, "sliding_panel", rule="DES-MAZE-22", seat=leader_seat(s)):
        s.panels[key] = -1
        t.tell("The panel slides up again.", rule="DES-MAZE-22")
    else:
        t.tell("It does not budge.", rule="DES-MAZE-22")
    draw_edge(s, level, s.at[1], s.at[2], way)


async def bang(t: Table[Game], side: str) -> None:
    """A Herbie wall-banger knocks down one stretch of wall; a hole counts as an opened secret door (DES-SPELL-19)."""
    s = t.state
    level = here(s)
    way = level.heading(side)
    wizard = next(m for m in living(s) if "HERBIE WALL-BANGERS" in usable_balls(s, m))
    take_ball(wizard, "HERBIE WALL-BANGERS")
    t.meet("spell", "HERBIE WALL-BANGERS")
    cell = (s.at[1], s.at[2])
    near = beside(cell, way)
    key = edge_key(level.number, *cell, way)
    if level.cell(*near) == " ":
        t.tell("The wall crumbles. Behind it is rock.", rule="DES-SPELL-19")
        return
    t.tell("Bonk! There is a hole in the wall.", rule="DES-SPELL-19")
    s.holes.append(key)
    s.before = list(s.at)
    draw_edge(s, level, *cell, way)
    if level.is_room(*near):
        await enter(t, level, near, key, width=1)
    elif key not in s.opened:
        s.opened.append(key)
        if await something_waits(t, "secret_door_corridor", rule="DES-MAZE-06"):
            await meet(t)


async def scout(t: Table[Game], side: str) -> None:
    """A wizard of first or second rank looks one square ahead alone (DES-MOVE-14, DES-WIZ-16, DES-WIZ-17)."""
    s = t.state
    level = here(s)
    way = level.heading(side)
    near = beside((s.at[1], s.at[2]), way)
    s.thrown_for.append(f"scout:{level.number}:{near[0]},{near[1]}")
    t.reveal()
    if not level.is_room(*near):
        draw_cell(s, level, *near)
        t.tell("The wizard reports: a corridor.", rule="DES-WIZ-17")
        return
    key = room_key(s, level.number, *near)
    guard = s.guards.setdefault(key, Guard())
    draw_room(s, level, *near)
    feature = level.feature(*near)
    if (
        not guard.foes
        and not guard.cleared
        and not guard.peace
        and feature.kind in ("chamber", "temple", "bower")
        and feature.get("baddies") != "none"
    ):
        name, category, number = who_guards(s, feature)
        name = name or await which_baddie(t, category=category)
        if not number:
            number, _ = await how_many(t, line_of(s, name))
        guard.foes, guard.entered = line_up(s, name, number), True
    if guard.foes and not guard.peace:
        t.tell(
            "The wizard reports: a chamber with {n} {name} in it.", rule="DES-WIZ-17", n=len(guard.foes), name=guard.foes[0].name
        )
    else:
        t.tell("The wizard reports: a {place}, and nobody to fight.", rule="DES-WIZ-17", place=feature.kind)


async def gum(t: Table[Game]) -> None:
    """Gum in the grooves before passing gives a second throw at a panel (DES-SUP-34)."""
    s = t.state
    take_goods(s, "BUBBLE GUM", 1)
    s.gummed.extend(edge_key(s.at[0], s.at[1], s.at[2], way) for way in range(4))
    t.tell("Gum is stuck in every groove.", rule="DES-SUP-34")


async def play(t: Table[Game]) -> None:
    """Sit down in a casino (DES-SPCH-01)."""
    s = t.state
    limit = int(here(s).feature(s.at[1], s.at[2]).get("limit", "25"))
    await sit_down(t, house="casino", limit=limit)


async def show(t: Table[Game]) -> None:
    """Watch the picture (DES-SPCH-02)."""
    s = t.state
    s.thrown_for.append(f"show:{s.at}")
    await picture_show(t, here(s).feature(s.at[1], s.at[2]))


async def break_peace(t: Table[Game]) -> None:
    """Breaking a peace starts a battle; treasure won that way is rolled as usual (DES-PEACE-04, DES-CHIV-03)."""
    s = t.state
    key = room_key(s, *s.at)
    guard = s.guards[key]
    guard.peace = False
    t.tell("The party breaks the peace.", rule="DES-PEACE-04")
    await meet(t, foes=guard.foes, place="chamber", chamber=key, treasure=not guard.emptied)
    if s.battle is not None:
        s.battle.offered = True
        start_battle(t)


async def glue(t: Table[Game], number: int) -> None:
    """Glue mends one hit on a shield between battles (DES-SUP-36)."""
    s = t.state
    m = member(s, number)
    spend(m, "GLUE")
    discover(t, "GLUE")
    m.shield_left += 1
    t.tell("{name}'s shield is mended by one hit.", rule="DES-SUP-36", name=m.name)


async def line(t: Table[Game]) -> None:
    """Set the battle line before the next door (DES-BAT-01)."""
    await set_lines(t, leader_seat(t.state))


async def draw(t: Table[Game]) -> None:
    """Players who draw for themselves: a sign and a square, as often as they like (DES-MAZE-33)."""
    s = t.state
    text = await t.ask_text(
        leader_seat(s),
        "What do you draw? (a sign and a square, such as . 5,3 or C 2,4)",
        rule="DES-MAZE-33",
        high=12,
        suggest=(f". {s.at[1]},{s.at[2]}",),
    )
    sign, _, place = text.partition(" ")
    col, comma, row = place.partition(",")
    if len(sign) == 1 and comma and col.strip().isdecimal() and row.strip().isdecimal() and int(col) < 100 and int(row) < 100:
        pencil(s).cells[f"{int(col)},{int(row)}"] = sign
    else:
        t.tell("The pencil slips: write a sign, a space and col,row.", rule="DES-MAZE-33")


async def slaves_on_leash(t: Table[Game]) -> None:
    """A slave more than fifty feet from its wizard is free (DES-SPELL-23)."""
    s = t.state
    for m in s.members:
        if m.cls == "wizard" and m.status in ("stone", "hostage", "dead") and not m.carried and m.id in s.party:
            slaves = [
                one
                for one in s.members
                if one.kind == "slave" and one.master == m.id and one.status == "ready" and one.id in s.party
            ]
            if slaves:
                count(s, f"leash:{m.id}")
                if s.tally[f"leash:{m.id}"] > 5:
                    await free_slaves(t, m)


ERRANDS: dict[str, Callable[[Table[Game]], Awaitable[None]]] = {
    "search": search, "gum": gum, "climb": climb, "play": play, "show": show, "break": break_peace, "patch": patch, "line": line,
    "hand": hand, "draw": draw,
}  # fmt: skip
SIDES = {"panel": try_panel, "bang": bang, "scout": scout, "read": read_up}


async def run_errand(t: Table[Game], errand: Go | Heal | Number | Name | Word | Who) -> None:
    """An errand of the leader's, or something that only friends made here will do."""
    s = t.state
    match errand:
        case Heal("heal"):
            await heal_here(t, errand)
        case Heal():
            await healing_ball(t, errand)
        case Number(verb, number):
            await (make_whole if verb == "whole" else glue)(t, number)
        case Name(verb, name):
            await SIDES[verb](t, name)
        case Word(verb) if verb in ERRANDS:
            await ERRANDS[verb](t)
        case _:
            await deeds_of(s.guards[room_key(s, *s.at)].foes[0].name).friends[errand.verb].take(t)
