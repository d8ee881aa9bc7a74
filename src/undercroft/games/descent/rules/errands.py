"""Errands: what a leader may order besides walking - searching, healing, panels, rope, books, the baggage (DES-MOVE-12,
DES-PRI-03).
"""

from __future__ import annotations

from ....engine import Option, Table
from ..content import ARMOURS, SHIELDS, weapon
from ..maze import STEPS, Level
from ..state import Game, Member, add, count, dial, here, level_of, member
from .baggage import held, take_goods
from .chambers import picture_show
from .mapping import draw_cell, draw_edge, draw_room, edge_key, find_secrets, look, passage, pencil
from .meeting import meet
from .people import (
    PEOPLE,
    chivalrous,
    full_body,
    has,
    has_denomination,
    leader_seat,
    living,
    may_wear,
    people,
    seat_of,
    spend,
    take_ball,
    usable_balls,
    wear,
)  # fmt: skip
from .speech import beside
from .throws import doubles, one_die, something_waits, total
from .walk import enter, fall, in_room, maze_of, room_key
from .wares import label, some, ware
from .wounds import discover, free_slaves, heal, is_hurt, lay_hands, some_hits

ROPES_NEEDED = 3  # thirty feet, DES-SUP-39
WHOLE = "ONE TOTAL HEAL OF SELF"


def errands(s: Game) -> dict[str, str | Option]:
    """Everything else the leader may order here."""
    level = here(s)
    col, row = s.at[1], s.at[2]
    options: dict[str, str | Option] = {}
    spot = f"search:{level.number}:{col},{row}"
    if not has_denomination(s, "elf") and dial(s, "secret_doors") == "elf_or_search" and spot not in s.thrown_for:
        options["search"] = Option(
            "Search these ten feet for secret doors", hint="doubles find what is there; one try", rule="DES-MOVE-12"
        )
    hurt = [m for m in living(s) if is_hurt(s, m)]
    priests = [m for m in living(s) if m.cls == "priest" and m.kind in (*PEOPLE, "simulacrum")]
    safe = in_room(s) and level.feature(col, row).kind == "temple"
    for priest in priests[:3]:
        for m in hurt[:6]:
            hint = "the Spider watches over you" if safe else "doubles and you are jumped (1 in 6)"
            options[f"heal:{priest.id}:{m.id}"] = Option(
                f"{priest.name} heals {m.name} ({m.body} of {full_body(s, m)})", hint=hint, rule="DES-PRI-03"
            )
    for m in living(s):
        if hurt and "HEALING BALLS" in m.goods and "HEALING BALLS" in usable_balls(s, m):
            for patient in hurt[:4]:
                options[f"ball:{m.id}:{patient.id}"] = Option(f"A healing ball for {patient.name}", rule="DES-SPELL-28")
            break
    for m in hurt:
        if WHOLE in m.goods and WHOLE in usable_balls(s, m):
            options[f"whole:{m.id}"] = Option(f"A total heal for {m.name}", hint="the spell is spent", rule="DES-SPELL-32")
    bangers = any("HERBIE WALL-BANGERS" in m.goods and "HERBIE WALL-BANGERS" in usable_balls(s, m) for m in living(s))
    scouts = [m for m in people(s) if m.cls == "wizard" and 0 < m.rank <= 2]
    for way in range(4):
        key = edge_key(level.number, col, row, way)
        near = beside((col, row), way)
        what = passage(s, level, col, row, way)
        if 0 <= s.panels.get(key, -1) < (2 if key in s.gummed else 1):
            options[f"panel:{level.compass(way)}"] = Option(
                f"Try the panel to the {level.compass(way)}", hint="doubles; one try", rule="DES-MAZE-22"
            )
        if bangers and what in ("wall", "secret") and 1 <= near[0] <= level.width and 1 <= near[1] <= level.height:
            options[f"bang:{level.compass(way)}"] = Option(
                f"Knock down the wall to the {level.compass(way)}", rule="DES-SPELL-19"
            )
        if scouts and what != "chute":
            walls = any(m.rank == 1 for m in scouts)
            key = f"scout:{level.number}:{near[0]},{near[1]}"
            if (walls or what == "open") and level.cell(*near) != " " and key not in s.thrown_for:
                options[f"scout:{level.compass(way)}"] = Option(f"A wizard scouts {level.compass(way)} alone", rule="DES-WIZ-17")
    if (
        held(s, "BUBBLE GUM")
        and not in_room(s)
        and not all(edge_key(level.number, col, row, way) in s.gummed for way in range(4))
    ):
        options["gum"] = Option("Stick bubble gum in the grooves hereabouts", hint="one piece", rule="DES-SUP-34")
    if f"fell:{level.number}:{col},{row}" in s.thrown_for and held(s, "ROPES") >= ROPES_NEEDED and held(s, "GRAPPLING HOOKS"):
        options["climb"] = Option(
            "Climb back up through the trap door", hint="7 or more; each miss risks company", rule="DES-SUP-39"
        )
    for name in ("TRAVEL BROCHURE", "PARTIAL MAP"):
        if held(s, name) and f"read:{name}:{level.number}" not in s.thrown_for:
            options[f"read:{name}"] = Option(
                f"Read the {ware(name)}", rule="DES-BOOK-07" if name.startswith("T") else "DES-BOOK-08"
            )
    options.update(_room_errands(s, level))
    for m in living(s):
        if has(m, "GLUE") and m.shield and m.shield_left < SHIELDS[m.shield]:
            options[f"glue:{m.id}"] = Option(f"Glue {m.name}'s shield", rule="DES-SUP-36")
            break
    if s.boat and s.boat["left"] < s.boat["full"] and (held(s, "BOAT REPAIR KIT") or held(s, "BUBBLE GUM")):
        options["patch"] = Option("Patch the boat", rule="DES-SUP-43")
    options["line"] = Option("Set the line and weapons in hand", rule="DES-BAT-01")
    if len(living(s)) > 1 or s.chest.goods:
        options["hand"] = Option("Hand things about", rule="DES-MAGW-03")
    if s.dials.get("mapping") == "own":
        options["draw"] = Option("Draw on the map", rule="DES-MAZE-33")
    return options


def _room_errands(s: Game, level: Level) -> dict[str, str | Option]:
    options: dict[str, str | Option] = {}
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
        if guard.foes[0].name == "Rats" and s.rat_friends and s.traded < 6 and held(s, "CHEESE"):
            options["trade"] = Option("Trade cheese with the rats", hint="one wheel for one die of gold", rule="DES-PEACE-07")
    return options


async def search(t: Table[Game], choice: str) -> None:
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


async def heal_here(t: Table[Game], choice: str) -> None:
    """Healing at another time: it takes effect, and doubles mean the party is jumped (DES-PRI-03)."""
    s = t.state
    _, priest, patient = choice.split(":")
    await lay_hands(t, member(s, int(priest)), member(s, int(patient)))
    if in_room(s) and here(s).feature(s.at[1], s.at[2]).kind == "temple":
        return
    if await something_waits(t, "healing_outside", rule="DES-PRI-03"):
        await meet(t, jumped=True, place="chamber" if in_room(s) else "corridor")


async def healing_ball(t: Table[Game], choice: str) -> None:
    """A healing ball outside battle (DES-SPELL-28)."""
    s = t.state
    _, wizard, patient = choice.split(":")
    m, one = member(s, int(wizard)), member(s, int(patient))
    take_ball(m, "HEALING BALLS")
    t.meet("spell", "HEALING BALLS")
    given = heal(s, one, await one_die(t, m.name, "for the healing ball", rule="DES-SPELL-28", seat=seat_of(s, m)))
    if "bitten" in one.conditions:
        one.conditions.remove("bitten")
    t.tell("{name} has {hits} back.", rule="DES-SPELL-28", name=one.name, hits=some_hits(given))


async def make_whole(t: Table[Game], choice: str) -> None:
    """One total heal of self, used outside battle (DES-SPELL-32)."""
    s = t.state
    m = member(s, int(choice.partition(":")[2]))
    take_ball(m, WHOLE)
    t.meet("spell", WHOLE)
    m.body = full_body(s, m)
    t.tell("{name} is whole again.", rule="DES-SPELL-32", name=m.name)


async def try_panel(t: Table[Game], choice: str) -> None:
    """One try for the whole party: doubles make it slide up again; gum in the groove gives a second (DES-MAZE-22, DES-SUP-34)."""
    s = t.state
    level = here(s)
    way = level.heading(choice.partition(":")[2])
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


async def bang(t: Table[Game], choice: str) -> None:
    """A Herbie wall-banger knocks down one stretch of wall; a hole counts as an opened secret door (DES-SPELL-19)."""
    s = t.state
    level = here(s)
    way = level.heading(choice.partition(":")[2])
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


async def scout(t: Table[Game], choice: str) -> None:
    """A wizard of first or second rank looks one square ahead alone (DES-MOVE-14, DES-WIZ-16, DES-WIZ-17)."""
    from .chambers import who_guards
    from .meeting import how_many, line_up, which_baddie
    from .people import line_of

    s = t.state
    level = here(s)
    way = level.heading(choice.partition(":")[2])
    near = beside((s.at[1], s.at[2]), way)
    s.thrown_for.append(f"scout:{level.number}:{near[0]},{near[1]}")
    t.reveal()
    if not level.is_room(*near):
        draw_cell(s, level, *near)
        t.tell("The wizard reports: a corridor.", rule="DES-WIZ-17")
        return
    from ..state import Guard

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


async def gum(t: Table[Game], choice: str) -> None:
    """Gum in the grooves before passing gives a second throw at a panel (DES-SUP-34)."""
    s = t.state
    take_goods(s, "BUBBLE GUM", 1)
    s.gummed.extend(edge_key(s.at[0], s.at[1], s.at[2], way) for way in range(4))
    t.tell("Gum is stuck in every groove.", rule="DES-SUP-34")


async def climb(t: Table[Game], choice: str) -> None:
    """Thirty feet of rope and a hook: seven or more to catch, each failed try an encounter throw (DES-SUP-39, DES-SUP-40)."""
    s = t.state
    if not await throw_hook(t):
        return
    discover(t, "ROPES")
    from .walk import set_down

    spot = (s.at[0] - 1, s.at[1], s.at[2])
    s.at = [spot[0], spot[1], spot[2]]
    ways = [way for way, what in look(s, level_of(s, spot[0]), spot[1], spot[2]).items() if what == "open"]
    if ways:  # step off the trap door
        near = beside((spot[1], spot[2]), ways[0])
        spot = (spot[0], near[0], near[1])
    s.at[0] += 1
    t.tell("Up the rope, one after another.", rule="DES-SUP-39")
    await set_down(t, spot, why="stairs")


async def throw_hook(t: Table[Game]) -> bool:
    """A grappling hook catches on seven or more; a miss is an encounter throw (DES-SUP-40)."""
    s = t.state
    if await total(t, "The party", "the grappling hook", rule="DES-SUP-40", seat=leader_seat(s)) >= 7:
        discover(t, "GRAPPLING HOOKS")
        return True
    t.tell("The hook falls with a clang.", rule="DES-SUP-40")
    if await something_waits(t, "hook_missed", rule="DES-SUP-40"):
        await meet(t, jumped=True)
    return False


async def cross_lake(t: Table[Game]) -> bool:
    """A lake is crossed by boat or raft, in trips, or by those who need neither (DES-SPCH-04, DES-PRI-15, DES-WIZ-16)."""
    s = t.state
    afoot = [m for m in living(s) if not walks_water(m)]
    if not afoot:
        t.tell("They walk across.", rule="DES-PRI-15")
        return True
    launch(s)
    if not s.boat:
        t.tell("Without a boat nobody crosses this water.", rule="DES-SPCH-04")
        return False
    if s.boat["left"] <= 0:
        t.tell("The raft has a hole in it. A patch or a piece of gum would mend it.", rule="DES-MAGW-29")
        return False
    seats = 4 if s.boat.get("raft") else 6
    discover(t, "BOAT") if seats == 6 else t.meet("use", "INFLATABLE RUBBER RAFT")
    t.tell("The party is ferried over, {n} at a time.", rule="DES-SUP-41" if seats == 6 else "DES-MAGW-29", n=seats)
    return True


def walks_water(m: Member) -> bool:
    """Priests of first rank walk on water; wizards of second levitate (DES-PRI-15, DES-WIZ-16)."""
    return (m.cls == "priest" and m.rank == 1) or (m.cls == "wizard" and 0 < m.rank <= 2)


def launch(s: Game) -> None:
    """Put the party's boat on the water: five hits, ten more with a steel hull; a raft takes one (DES-SUP-41, -42,
    DES-MAGW-29).
    """
    if s.boat:
        return
    if held(s, "BOAT"):
        full = 5 + (10 if held(s, "STEEL HULL") else 0)
        left = s.tally.get("boat left", full)
        s.boat = {"left": min(left, full), "full": full}
    elif held(s, "INFLATABLE RUBBER RAFT"):
        s.boat = {"left": 1, "full": 1, "raft": 1}


def hit_boat(t: Table[Game]) -> None:
    """A boat takes a hit; at nought it sinks, and a raft lies slack until it is patched (DES-SUP-41, DES-MAGW-29)."""
    s = t.state
    if not s.boat or s.boat["left"] <= 0:
        return
    s.boat["left"] -= 1
    if s.boat["left"] > 0:
        return
    if s.boat.get("raft"):
        t.tell("The raft has a hole in it; it will float no more until it is patched.", rule="DES-MAGW-29")
        return
    take_goods(s, "BOAT", 1)
    if held(s, "STEEL HULL"):
        take_goods(s, "STEEL HULL", 1)
    s.boat = {}
    s.tally.pop("boat left", None)
    t.tell("The boat sinks.", rule="DES-SUP-41")


async def patch(t: Table[Game], choice: str) -> None:
    """One patch, or a piece of gum, restores one hit (DES-SUP-43, DES-SUP-34)."""
    s = t.state
    name = "BOAT REPAIR KIT" if held(s, "BOAT REPAIR KIT") else "BUBBLE GUM"
    take_goods(s, name, 1)
    discover(t, name)
    s.boat["left"] += 1
    t.tell("One hit patched.", rule="DES-SUP-43")


async def cross_chasm(t: Table[Game], level: Level, near: tuple[int, int]) -> bool:
    """A chasm is crossed by rope and hook or by floating; or one falls two levels (DES-SPCH-04)."""
    s = t.state
    if all(m.cls == "wizard" and 0 < m.rank <= 2 for m in living(s)):
        return True
    t.meet("feature", "chasm")
    options: dict[str, str | Option] = {"back": "Stay on this side"}
    if held(s, "ROPES") >= ROPES_NEEDED and held(s, "GRAPPLING HOOKS"):
        options["rope"] = Option("Throw the hook and rope across", hint="7 or more", rule="DES-SUP-40")
    to = maze_of(s).drop(level, *near, level.cell(*near))[0]
    if any(other.number == to[0] and other.cell(to[1], to[2]) != " " for other in s.levels):
        options["leap"] = Option("Jump in", hint="you land two levels down", rule="DES-SPCH-04")
    choice = await t.choose(leader_seat(s), "A chasm yawns. What now?", options, rule="DES-SPCH-04")
    if choice == "rope":
        if await throw_hook(t):
            discover(t, "ROPES")
            return True
    elif choice == "leap":
        t.meet("feature", "chasm")
        await fall(t, to, why="chasm")
    return False


async def read(t: Table[Game], choice: str) -> None:
    """A travel brochure shows the way to the nearest special chamber, a partial map a quarter of the level (DES-BOOK-07, -08)."""
    s = t.state
    name = choice.partition(":")[2]
    level = here(s)
    s.thrown_for.append(f"read:{name}:{level.number}")
    t.reveal()
    discover(t, name)
    if name == "PARTIAL MAP":
        quarter = t.pick(("upper left", "upper right", "lower left", "lower right"), "the quarter")
        reveal_part(s, level, upper="upper" in quarter, left="left" in quarter)
        t.tell("The {quarter} quarter of this level is on the map now.", rule="DES-BOOK-08", quarter=quarter)
        return
    route = way_to(s, level, lambda col, row: level.is_room(col, row) and level.feature(col, row).kind != "chamber")
    if route is None:
        t.tell("The brochure has nothing on this level.", rule="DES-BOOK-07")
        return
    show_route(s, level, route)
    col, row = route[-1]
    t.tell("The brochure recommends the {place}; the way is on the map.", rule="DES-BOOK-07", place=level.feature(col, row).kind)


def reveal_part(s: Game, level: Level, *, upper: bool | None, left: bool | None) -> None:
    """Put part of a level on the party's map, secret doors and all."""
    for col, row, _ in level.cells():
        in_rows = upper is None or (row * 2 <= level.height + 1) == upper
        in_columns = left is None or (col * 2 <= level.width + 1) == left
        if in_rows and in_columns:
            draw_cell(s, level, col, row)


def show_route(s: Game, level: Level, route: list[tuple[int, int]]) -> None:
    """Mark a way on the map."""
    for col, row in route:
        for way in range(4):
            key = edge_key(level.number, col, row, way)
            if level.passage(col, row, way) == "secret" and beside((col, row), way) in route and key not in s.sensed:
                s.sensed.append(key)
        draw_cell(s, level, col, row)
    pencil(s).notes[f"{route[-1][0]},{route[-1][1]}"] = "here!"


def way_to(s: Game, level: Level, goal: object) -> list[tuple[int, int]] | None:
    """The shortest way on this level to a square that will do, secret doors included."""
    from collections import deque

    start = (s.at[1], s.at[2])
    came: dict[tuple[int, int], tuple[int, int] | None] = {start: None}
    waiting = deque([start])
    while waiting:
        spot = waiting.popleft()
        if spot != start and goal(*spot):  # type: ignore[operator]
            route = [spot]
            while (before := came[route[-1]]) is not None:
                route.append(before)
            return route[::-1]
        for way in range(4):
            if passage(s, level, *spot, way) not in ("wall", "chute"):
                near = (spot[0] + STEPS[way][0], spot[1] + STEPS[way][1])
                if near not in came:
                    came[near] = spot
                    waiting.append(near)
    return None


async def play(t: Table[Game], choice: str) -> None:
    """Sit down in a casino (DES-SPCH-01)."""
    from .pastimes import sit_down

    s = t.state
    limit = int(here(s).feature(s.at[1], s.at[2]).get("limit", "25"))
    await sit_down(t, house="casino", limit=limit)


async def show(t: Table[Game], choice: str) -> None:
    """Watch the picture (DES-SPCH-02)."""
    s = t.state
    s.thrown_for.append(f"show:{s.at}")
    await picture_show(t, here(s).feature(s.at[1], s.at[2]))


async def break_peace(t: Table[Game], choice: str) -> None:
    """Breaking a peace starts a battle; treasure won that way is rolled as usual (DES-PEACE-04, DES-CHIV-03)."""
    s = t.state
    key = room_key(s, *s.at)
    guard = s.guards[key]
    guard.peace = False
    t.tell("The party breaks the peace.", rule="DES-PEACE-04")
    await meet(t, foes=guard.foes, place="chamber", chamber=key, treasure=not guard.emptied)
    if s.battle is not None:
        s.battle.offered = True
        from .meeting import start_battle

        start_battle(t)


async def trade(t: Table[Game], choice: str) -> None:
    """One wheel of cheese for one die of gold, six wheels a descent at most (DES-PEACE-07)."""
    s = t.state
    most = min(6 - s.traded, held(s, "CHEESE"))
    wheels = await t.ask_number(leader_seat(s), "How many wheels do you trade?", 1, most, rule="DES-PEACE-07", suggest=most)
    take_goods(s, "CHEESE", wheels)
    s.traded += wheels
    gold = 0
    for _ in range(wheels):
        gold += await one_die(t, "The gamesmaster", "for the rats' gold", rule="DES-PEACE-07")
    s.chest.gold += gold
    t.meet("power", "Rats")
    t.tell("{wheels} wheels bring {gold} gold.", rule="DES-PEACE-07", wheels=wheels, gold=gold)


async def glue(t: Table[Game], choice: str) -> None:
    """Glue mends one hit on a shield between battles (DES-SUP-36)."""
    s = t.state
    m = member(s, int(choice.partition(":")[2]))
    spend(m, "GLUE")
    discover(t, "GLUE")
    m.shield_left += 1
    t.tell("{name}'s shield is mended by one hit.", rule="DES-SUP-36", name=m.name)


async def line(t: Table[Game], choice: str) -> None:
    """Set the battle line before the next door (DES-BAT-01)."""
    from .muster import set_lines

    await set_lines(t, leader_seat(t.state))


async def hand(t: Table[Game], choice: str) -> None:
    """Goods pass from hand to hand, or out of the baggage (DES-MAGW-03, DES-STORE-10)."""
    s = t.state
    seat = leader_seat(s)
    givers = [m for m in living(s) if m.goods and m.kind in PEOPLE]
    options: dict[str, str | Option] = {f"m{m.id}": m.name for m in givers}
    if s.chest.goods:
        options["chest"] = "The party's baggage"
    options["never-mind"] = "Never mind"
    source = await t.choose(seat, "From whose bag?", options, rule="DES-MAGW-03")
    if source == "never-mind":
        return
    bag = s.chest.goods if source == "chest" else member(s, int(source[1:])).goods
    item = await t.choose(seat, "What is handed over?", sorted(bag), rule="DES-MAGW-03",
                          describe=lambda key: f"{label(key)} ({bag[key]})")  # fmt: skip
    takers = [m for m in people(s) if f"m{m.id}" != source]
    if not takers:
        return
    to = await t.choose(seat, "To whom?", {f"m{m.id}": m.name for m in takers}, rule="DES-MAGW-03")
    giver_seat = seat if source == "chest" else member(s, int(source[1:])).seat
    if giver_seat != seat:
        agreed = await t.choose(
            giver_seat, "Hand over the {item}?", {"yes": "Yes", "no": "No"}, rule="DES-MAGW-03", item=ware(item)
        )
        if agreed == "no":
            return
    give(s, bag, item, member(s, int(to[1:])))
    t.tell("{name} has {item} now.", rule="DES-MAGW-03", item=some(item), name=member(s, int(to[1:])).name)


def give(s: Game, bag: dict[str, int], item: str, taker: Member) -> None:
    """Move one thing; a weapon, shield or suit is taken up where it can be."""
    from ..content import BALL_KINDS

    add(bag, item, -1)
    add(taker.goods, item, 1)
    if item in BALL_KINDS and item not in taker.kinds:
        taker.kinds.append(item)
    for m in s.members:
        if m.hand and not m.goods.get(m.hand):
            m.hand = ""
    if weapon(item) is not None and not taker.hand:
        from .people import refuses

        taker.hand = "" if refuses(s, taker, item) else item
    if item in SHIELDS and not taker.shield and may_wear(taker, item):
        add(taker.goods, item, -1)
        wear(taker, item)
    if item in ARMOURS and not taker.armour and may_wear(taker, item):
        add(taker.goods, item, -1)
        wear(taker, item)
    if item == "BULLET-PROOF VEST":
        taker.vest_left = 5


async def draw(t: Table[Game], choice: str) -> None:
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


ERRANDS = {
    "search": search,
    "heal": heal_here,
    "ball": healing_ball,
    "whole": make_whole,
    "panel": try_panel,
    "bang": bang,
    "scout": scout,
    "gum": gum,
    "climb": climb,
    "read": read,
    "play": play,
    "show": show,
    "break": break_peace,
    "trade": trade,
    "glue": glue,
    "patch": patch,
    "line": line,
    "hand": hand,
    "draw": draw,
}
