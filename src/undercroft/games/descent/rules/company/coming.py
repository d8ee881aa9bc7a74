"""Coming: somebody is there, is announced, and may jump the party; how battle is joined (DES-MOVE-10, DES-BAT-05, -24)."""

from __future__ import annotations

from .....engine import Table
from .....engine.words import a, listed
from .....engine.words import number as spelt
from ...bestiary import Baddie, one_of
from ...state import Battle, Foe, Game, Guard, count, here, member
from ..basics.deeds import DEEDS, deeds_of
from ..mapping.whereabouts import hall_width
from ..personas.baggage import discover
from ..personas.people import has, leader_seat, line_of, living
from .books import look_up
from .company import how_many, line_up, sweeps, which_baddie

COUNTS = ("none", "one", "two", "three", "four", "five", "six")


async def join_foes(t: Table[Game], name: str, number: int, *, hits: int = 0) -> None:
    """More of them join the battle at hand, or begin one."""
    s = t.state
    if s.battle is None:
        fresh = line_up(s, name, number)
        for foe in fresh:
            foe.hits = hits or foe.hits
        await meet(t, foes=fresh)
        return
    fresh = line_up(s, name, number, start=1 + max((foe.id for foe in s.battle.foes), default=s.battle.joined))
    for foe in fresh:
        foe.hits = hits or foe.hits
    s.battle.foes.extend(fresh)
    if name not in s.battle.kinds:
        s.battle.kinds.append(name)
    s.battle.joined += number


async def meet(
    t: Table[Game],
    *,
    name: str = "",
    category: str = "",
    number: int = 0,
    place: str = "corridor",
    chamber: str = "",
    treasure: bool = False,
    width: int = 1,
    jumped: bool = False,
    foes: list[Foe] | None = None,
) -> None:
    """Somebody is there: they are created, announced, and the party must decide (DES-MOVE-10, DES-BAT-28)."""
    s = t.state
    twelve = False
    if foes is None:
        name = name or who_insists(s, place) or await which_baddie(t, category=category)
        if not number:
            number, twelve = await how_many(t, line_of(s, name))
        foes = line_up(s, name, number)
    lead = foes[0].name
    t.meet("baddie", lead)
    count(s, "met")
    floor = here(s).feature(s.at[1], s.at[2]).kind if s.at[0] else ""
    b = Battle(
        foes=foes,
        place=place,
        chamber=chamber,
        treasure=treasure,
        width=hall_width(s) if floor == "hall" else width,
        jumped=jumped,
        joined=len(foes),
        kinds=[lead],
        back=list(s.before),
        floor=floor if floor in ("lake", "ice", "hall") else "",
        seat=leader_seat(s),
    )
    s.battle = b
    s.phase = "meeting"
    deeds = deeds_of(lead)
    if twelve and deeds.twelve is not None:
        deeds.twelve(b)
    if chamber:
        s.guards.setdefault(chamber, Guard()).foes = foes
    (deeds.appears or announce)(t, b)
    if t.gamesmaster is None:
        recall(t, lead)
    if jumped:
        await jump(t, b)
    look_up(t, lead)
    if deeds.first_words is not None:
        await deeds.first_words(t, b)


def who_insists(s: Game, place: str) -> str:
    """Somebody who will be met at such a place, whatever the dice would bring; or nobody."""
    return next((name for name, deeds in DEEDS.items() if deeds.comes is not None and deeds.comes(s, place)), "")


def announce(t: Table[Game], b: Battle) -> None:
    """The seven things A to G the party is told (DES-BAT-05)."""
    s = t.state
    kinds: dict[str, int] = {}
    for foe in b.foes:
        kinds[foe.name] = kinds.get(foe.name, 0) + 1
    for name, number in kinds.items():
        line = line_of(s, name)
        t.tell(
            "{who:^} ({type}): {hits:count hit|hits}{each}, {abreast:words} abreast; {strikes}, and hits on {needs}.",
            rule="DES-BAT-05", type=line.category.lower(), hits=line.hits, each="" if number == 1 else " each",
            who=a(one_of(name)) if number == 1 else f"{spelt(number)} {name}",
            abreast=line.abreast * b.width, strikes=f"{'' if number == 1 else 'each '}{_strikes(s, line)}",
            needs=line.to_hit,
        )  # fmt: skip


def recall(t: Table[Game], name: str) -> None:
    """The automated gamesmaster says what everybody has heard, and remembers who killed whom (DES-GM-05)."""
    if t.light:
        return
    if heard := deeds_of(name).heard:
        t.tell("As everybody has heard: {heard}.", rule="DES-GM-05", heard=heard)
    slain = t.state.tally.get(f"slain:{name}", 0)
    fallen = [entry.split(",")[0] for entry in t.state.dead if entry.endswith(f", by {name}")]
    if fallen:
        t.tell(
            "You have met {name} before: {who} did not come back from it.", rule="DES-GM-05", name=name, who=listed(fallen[-3:])
        )
    elif slain:
        t.tell("You have met {name} before, and {n:words} of them did not come back from it.", rule="DES-GM-05", name=name,
               n=slain)  # fmt: skip


def _strikes(s: Game, line: Baddie) -> str:
    number = COUNTS[min(line.attacks, 6)]
    return f"hits {number} at a time with one throw" if sweeps(s, line.name) else f"strikes {number}"


async def jump(t: Table[Game], b: Battle) -> None:
    """Jumped: the line is thrown into disorder, unless a caged canary warned it (DES-BAT-24, DES-SUP-38)."""
    s = t.state
    if any(has(m, "BIRD CAGES") for m in living(s)):
        discover(t, "BIRD CAGES")
        t.tell("The canary sings out in time: the line stands as set.", rule="DES-SUP-38")
        return
    everyone = [number for line in s.lines for number in line]
    t.shuffle(everyone, "the line in disorder")
    sizes = [len(line) for line in s.lines]
    s.lines = [everyone[: sizes[0]], everyone[sizes[0] : sizes[0] + sizes[1]], everyone[sizes[0] + sizes[1] :]]
    t.tell("Jumped! The line is all anyhow: {names} in front.", rule="DES-BAT-24",
           names=", ".join(member(s, number).name for number in s.lines[0]))  # fmt: skip


def end_meeting(t: Table[Game]) -> None:
    """Nobody is left to fight; the party walks on."""
    s = t.state
    s.battle = None
    s.phase = "walk"


async def refuse(t: Table[Game]) -> None:
    """It comes to blows."""
    b = t.state.battle
    assert b is not None
    refused = deeds_of(b.foes[0].name).refused
    if refused is not None:
        await refused(t, b)
    start_battle(t)


def start_battle(t: Table[Game]) -> None:
    """Battle is joined."""
    s = t.state
    assert s.battle is not None
    s.phase = "battle"
    s.battle.joined = len(s.battle.foes)
    count(s, "battles")
