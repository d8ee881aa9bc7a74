"""The Alpha Villain: a beast with a court and ambitions (HST-AVIL)."""

from __future__ import annotations

from typing import Any

from .....engine import Line, Option, Table
from ...chronicle import note, say
from ...desk import called, decide, drop
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import nearby, tunnels, works
from ...ground import page as pg
from ...ground.web import Way, web
from ...state import Group, Host, Party, Villain
from ..adventurers.party_fights import fight, hurt
from ..encounters.downfall import conclude, fall
from ..encounters.encounters import encounter, is_alpha, meet, sanctum_of, totals
from ..encounters.fortunes import gain_pop, loot_from, lose_pop
from ..encounters.kinds import flavour, flavour_named
from ..encounters.lairs import arrive
from ..encounters.skirmishes import meet_building, meet_stack
from ..encounters.villainies import Villainy, check_goals, villain_of
from ..encounters.zones import claim_leg, frontier, leg_contacts, lives
from ..monsters.alphas import dig_to, gather, in_range, prey_list
from ..monsters.digging import other_section
from .sanctum import PRICE, add_room, build, spend, spendable

GOAL = 7  # HST-AVIL-06

GIFT = 3  # HST-AVIL-03


async def set_up(t: Table[Host], purse: int) -> None:
    """The alpha that ended the age, else the richest with three loot more, else a new one (HST-AVIL-02 to 05)."""
    s = t.state
    beasts = [s.groups[g] for g in bd.living(s) if is_alpha(s.groups[g]) and s.groups[g].status == "free"]
    trigger = s.trigger.group if s.trigger is not None and s.trigger.why == "loot" else 0
    chosen = next((g for g in beasts if g.id == trigger), None)
    gift = 0
    if chosen is None:
        gift = GIFT
        if beasts:
            chosen = min(beasts, key=lambda g: (-bd.loot(s, g.id), -bd.pop(s, g.id), g.id))
        else:
            chosen = await arrive(t, "alpha", await drop(t, "HST-AVIL-04"), "HST-AVIL-04", wipes_out=True)
    if chosen is None:
        chosen = await arrive(
            t,
            "alpha",
            (s.page.width / 2, s.page.height / 2),
            "HST-AVIL-04",
            what=flavour_named(s, "alpha", "Owlbear"),
            wipes_out=True,
        )
    assert chosen is not None
    crown(s, chosen)
    for _ in range(gift + purse):
        works.house(s, chosen.id, "loot", "alpha", "HST-AVIL-03", source="villain")
    villain = Villain("alpha_villain", chosen.id, chosen.lair)
    s.villains.append(villain)
    t.meet("alpha villain", chosen.flavour)
    note(
        t,
        "villain",
        "{who} the {what} began to think of itself as royalty.",
        "HST-AVIL-02",
        by=chosen,
        room=chosen.lair,
        what=chosen.flavour,
    )
    await build(t, villain, chosen)


def crown(s: Host, group: Group) -> None:
    """The beast leaves the ranks of groups and becomes the villain; its bribes are void."""
    group.cause = group.type  # it was an alpha or a wyrm
    group.type = "villain"
    group.bribed = []


async def villain_turn(t: Table[Host], villain: Villain, group: Group) -> None:
    """Grow, expand, forage (flow "alpha_villain_season")."""
    s = t.state
    if spendable(s, group) >= PRICE:
        spend(s, group, PRICE)
        add_room(s, group, "", "HST-AVIL-01")
        gain_pop(t, group.id, 1, "HST-AVIL-08")
        note(t, "grew", "The brood of {who} grew to {n:words}.", "HST-AVIL-08", by=group, room=group.lair, n=bd.pop(s, group.id))
    check_goals(t)
    if s.age != "villainy":
        return
    for way in frontier(s, group):
        if group.alive and s.age == "villainy":
            await spread(t, villain, group, way)
    if not group.alive or s.age != "villainy":
        return
    await tunnel_on(t, group)
    if group.alive and s.age == "villainy":
        await forage(t, villain, group)


async def spread(t: Table[Host], villain: Villain, group: Group, way: Way) -> None:
    """The zone grows a bead down a way; whom it meets is met by the villain's own table (HST-AVIL-09)."""
    s = t.state
    before = list(s.met_now)
    leg = gr.follow(s, way, s.measures.bead)
    claim_leg(s, group, leg)
    for _, kind, thing in leg_contacts(s, group.id, leg):
        if villain.fallen or s.age != "villainy":
            return
        if kind == "stack":
            await meet_stack(t, group.id, thing, groups_turn=True)
        elif kind == "building":
            await meet_building(t, group.id, thing)
        elif thing not in before and thing not in s.met_now:
            await clash(t, villain, group, s.groups[thing])


async def tunnel_on(t: Table[Host], group: Group) -> None:
    """Towards unconnected parts of the dungeon it may tunnel one bead (HST-AVIL-09)."""
    s = t.state
    own = web(s).find(group.lair)
    if not any(web(s).find(r.id) != own for r in nearby.dungeon_rooms(s) if not r.above):
        return
    options = {
        "dig": Option("Dig on", hint="what lies there comes within its reach, and it within theirs"),
        "no": Option("Not this year", hint="it hunts where it is"),
    }
    if (
        await decide(
            t,
            "av_dig",
            "Parts of the dungeon lie cut off. Does {who} tunnel towards them?",
            options,
            "dig",
            rule="HST-AVIL-09",
            about=group.id,
            who=called(s, group),
        )
        == "no"
    ):
        return
    last = next((p for p in reversed(s.passages.values()) if p.owner == group.id and p.label == "burrow"), None)
    start, target, _ = other_section(s, group, s.measures.bead)
    if last is not None:
        tip = last.points[-1]
        if pg.dist(tip, target) < pg.dist(start, target):
            start = tip
    plan = tunnels.plan(s, start, target, s.measures.bead, "alpha", skip_rooms=group.rooms, skip_ways=[last.id] if last else [])
    if plan.length > 0.05:
        passage = tunnels.dig(s, plan.points, "alpha", "HST-AVIL-09", kind="natural", owner=group.id, label="burrow")
        group.claimed[passage.id] = [(0.0, passage.length)]
        note(t, "dug", "{who} tunnelled on.", "HST-AVIL-09", by=group, at=passage.points[-1])


async def forage(t: Table[Host], villain: Villain, group: Group) -> None:
    """As an alpha predator, odd habits and hunger included, with its own results (HST-AVIL-10)."""
    s = t.state
    what = flavour(s, group)
    found = in_range(s, group)
    if what.loot_first and gather(t, group, found, straight=True):
        return
    prey = _unmet(s, prey_list(s, group, found))
    if not prey and "prey" in what.digs_to:
        prey = _unmet(s, prey_list(s, group, None))
        if prey:
            await dig_to(t, group, prey[0][2], prey[0][1], prey[0][3])
    if not prey:
        if not gather(t, group, found, straight="loot" in what.digs_to) and not s.met_now:
            starve(t, group)
        return
    _, kind, thing, _ = prey[0]
    if kind == "group":
        await clash(t, villain, group, s.groups[thing])
    elif kind == "stack":
        await meet_stack(t, group.id, thing, groups_turn=True)
    else:
        await meet_building(t, group.id, thing)


def _unmet(s: Host, prey: list[tuple[float, str, int, int]]) -> list[tuple[float, str, int, int]]:
    """Whom it has not met this turn already."""
    return [row for row in prey if row[1] != "group" or row[2] not in s.met_now]


def starve(t: Table[Host], group: Group) -> None:
    """Nothing in range: one loot buys food; without any it stays with its court, hungry (HST-ALPH-05, HST-AVIL-10)."""
    s = t.state
    if flavour(s, group).never_spends_to_live or not spendable(s, group):
        say(t, "{who} found nothing and sulked.", "HST-AVIL-10", who=group.name)
        return
    spend(s, group, 1)
    note(
        t,
        "died",
        "{who} found no prey and spent a treasure on food.",
        "HST-AVIL-10",
        by=group,
        room=group.lair,
        changes={"loot": -1},
    )


async def clash(t: Table[Host], villain: Villain, group: Group, other: Group) -> None:
    """The Alpha Villain exerts its dominance (HST-AVIL-11, HST-AVIL-12)."""
    s = t.state
    if not other.alive or not group.alive or other.id in s.met_now:
        return
    if villain_of(s, other.id) is not None:
        await encounter(t, group.id, other.id)
        return
    s.met_now.append(other.id)
    meet(s, group.id, other.id)
    mine, theirs = await totals(t, group.id, other.id, other.lair)
    told: dict[str, Any] = {"a": mine, "b": theirs, "who": group.name, "other": other.name}
    if is_alpha(other):
        if mine > theirs:
            note(
                t,
                "encounter",
                "{who} tore {other} apart ({a} to {b}).",
                "HST-AVIL-12",
                actor=group.id,
                room=other.lair,
                others=[other.id],
                **told,
            )
            fall(t, other.id, "killed by the villain")
            grow(t, group)
        else:
            note(
                t,
                "encounter",
                "{other} stood its ground and robbed {who} ({b} to {a}).",
                "HST-AVIL-12",
                actor=group.id,
                room=other.lair,
                others=[other.id],
                **told,
            )
            loot_from(t, other.id, group.id, 1, "HST-AVIL-12")
        return
    if mine > theirs:
        note(
            t,
            "encounter",
            "{who} fed upon {other} ({a} to {b}).",
            "HST-AVIL-11",
            actor=group.id,
            room=other.lair,
            others=[other.id],
            **told,
        )
        purse = bd.of(s, other.id, "loot")[:1]
        lose_pop(t, other.id, 2, "killed by the villain")
        if not lives(other):
            grow(t, group)
            for bead in purse:
                if bead.id in s.beads and bead.owner == 0 and lives(group):
                    works.take_in(s, group.id, bead, "alpha", "HST-AVIL-11")
    elif mine == theirs:
        note(
            t,
            "encounter",
            "{who} carried off one of {other} ({a} to {b}).",
            "HST-AVIL-11",
            actor=group.id,
            room=other.lair,
            others=[other.id],
            **told,
        )
        lose_pop(t, other.id, 1, "killed by the villain")
        if not lives(other):
            grow(t, group)
    else:
        note(
            t,
            "encounter",
            "{other} beat {who} off ({b} to {a}).",
            "HST-AVIL-11",
            actor=group.id,
            room=other.lair,
            others=[other.id],
            **told,
        )
        await bleed(t, villain, group, f"{'resisted' if s.rules < 7 else 'bled dry'} by {other.name}")


async def bleed(t: Table[Host], villain: Villain, group: Group, cause: str) -> None:
    """One bead lost - or, if it is the last, one loot instead (HST-AVIL-11, HST-AVIL-13)."""
    s = t.state
    if bd.pop(s, group.id) == 1 and bd.loot(s, group.id):
        options = {"loot": Option("Give up a treasure instead"), "life": Option("Die with it")}
        prompt, who = "{who:^} is down to its last drop of blood. Die, or pay?", called(s, group)
        if await decide(t, "alpha_last_bead", prompt, options, "loot", rule="HST-AVIL-11", about=group.id, who=who) == "loot":
            bd.remove(s, bd.of(s, group.id, "loot")[0])
            return
    lose_pop(t, group.id, 1, cause)


def grow(t: Table[Host], group: Group) -> None:
    """One more bead, in a room of its own (HST-AVIL-01)."""
    s = t.state
    room = add_room(s, group, "", "HST-AVIL-01")
    bd.make(s, "pop", group.id, room)
    check_goals(t)


async def party_meets(t: Table[Host], party: Party, group: Group) -> None:
    """Labyrinth, defensive works, then the fight in the lair (HST-SANC-02, HST-AVCO-05, HST-AVIL-07)."""
    s = t.state
    villain = next(v for v in s.villains if v.group == group.id)
    line = sanctum_of(s, group)
    if group.sanctum and line.party_loss and party.id not in villain.labyrinth_paid:
        villain.labyrinth_paid.append(party.id)
        note(
            t,
            "adventure",
            "{who} got lost in the {what}; one never came out.",
            "HST-SANC-02",
            by=party,
            room=group.lair,
            what=group.sanctum,
        )
        hurt(t, party, line.party_loss)
        if party.fate:
            grow(t, group)
            return
    party.node = group.lair
    extra = 1 if villain.works else 0
    if villain.works:
        villain.works -= 1
        mark = next((m for m in s.landmarks.values() if m.kind == "defensive works" and not m.gone), None)
        if mark is not None:
            mark.gone = True
    await fight(t, party, group, extra=extra)
    if party.fate == "died" and group.alive:
        note(t, "grew", "{who} fed its young with adventurers.", "HST-AVIL-07", by=group, room=group.lair)
        grow(t, group)


def triumphs(t: Table[Host], villain: Villain, group: Group) -> None:
    """A brood of seven rules the land (HST-AVIL-06)."""
    if bd.pop(t.state, group.id) >= GOAL:
        conclude(t, "villain", "alpha_villain triumphs")


def progress(s: Host, villain: Villain, group: Group) -> Line:
    """The brood so far."""
    return Line(
        group.name,
        str(min(GOAL, bd.pop(s, group.id))),
        of=GOAL,
        hint="of its brood; with seven it rules the land, and the history ends",
        rule="HST-AVIL-06",
    )


def fit(s: Host) -> int:
    """A beast that is large or rich already (HST-VILL-19)."""
    beasts = [s.groups[gid] for gid in bd.living(s) if is_alpha(s.groups[gid])]
    return 3 if any(bd.pop(s, g.id) >= 2 or bd.loot(s, g.id) >= 3 for g in beasts) else 0


ALPHA_VILLAIN = Villainy(
    title="Alpha Villain",
    slain="alpha_villain killed",
    set_up=set_up,
    season=villain_turn,
    goal=triumphs,
    progress=progress,
    fit=fit,
    party_meets=party_meets,
    bonus=2,
    beast=True,
    confronts=clash,
)
