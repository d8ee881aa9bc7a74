"""Battle: two facing lines, baddies first, then the party in turn; nerve at the end of each round (DES-BAT, DES-MOR)."""

from __future__ import annotations

from ....engine import Option, Table
from ..arsenal import weapon
from ..bestiary import bestiary, one_of
from ..state import Battle, Game, Member, add, count
from .blows import foe_by
from .judging import judged
from .lines import change_places, orders, ready
from .mapping import rub_out
from .onslaught import foes_attack
from .people import leader_seat, line_of, living
from .throws import doubles, feel, two_dice
from .wounds import all_lost, front_row, mend

LONGEST_BATTLE = 80  # rounds; then the baddies lose interest and go


async def fight_round(t: Table[Game]) -> None:
    """One round: an attack by the baddies and one by the party (DES-BAT-27)."""
    from . import powers
    from .balls import announce_balls
    from .strikes import party_strikes

    s = t.state
    b = s.battle
    assert b is not None
    b.round += 1
    b.stall, b.threw = False, []
    t.tell("Round {n}: {foes} against {party}.", rule="DES-BAT-27", kind="headline", n=b.round, foes=_muster_of(b),
           party=f"{len(living(s))} of the party")  # fmt: skip
    await powers.round_begins(t, b)
    refill(s, b)
    await orders(t, b)
    await ready(t, b)
    struck = await powers.first_strikes(t, b)
    if b.foes and b.missing > 0:
        b.missing -= 1
        t.tell("The baddies miss their attack.", rule="DES-SPELL-26")
    elif b.foes:
        await foes_attack(t, b)
    b.safe, b.parry = [], []
    if await finished(t, b):
        return
    await announce_balls(t, b)
    if await finished(t, b):
        return
    await party_strikes(t, b, struck)
    if await finished(t, b):
        return
    await round_ends(t, b)


def _muster_of(b: Battle) -> str:
    kinds: dict[str, int] = {}
    for foe in b.foes:
        kinds[foe.name] = kinds.get(foe.name, 0) + 1
    return ", ".join(f"{number} {name if number > 1 else one_of(name)}" for name, number in kinds.items())


async def surprise(t: Table[Game]) -> None:
    """The Spanish Inquisition attacks twice before the party's first turn, and is described only then (DES-BST-31)."""
    from .meeting import announce, start_battle

    s = t.state
    b = s.battle
    assert b is not None
    b.told = True
    start_battle(t)
    refill(s, b)
    await foes_attack(t, b)
    if not all_lost(s):
        await foes_attack(t, b)
    announce(t, b)
    if await finished(t, b):
        return
    b.missing += 1  # their two attacks came first; the party's turn is next


def abreast(s: Game, b: Battle, name: str) -> int:
    """How many of a kind fight side by side here (DES-BAD-06, DES-MAZE-24)."""
    line = line_of(s, name)
    if name == "Merry Men":
        here = sum(1 for foe in b.foes if foe.name == name)
        return min(line.abreast * b.width, here - here // 2)  # the rest shoot from behind (DES-BST-17)
    return line.abreast * b.width


def refill(s: Game, b: Battle) -> None:
    """Fallen baddies in front are replaced from behind, up to the abreast number (DES-BAT-18)."""
    alive = [foe.id for foe in b.foes]
    b.front = [number for number in b.front if number in alive]
    filled = sum(1 / abreast(s, b, foe_by(b, number).name) for number in b.front)
    for foe in b.foes:
        if foe.id in b.front:
            continue
        share = 1 / max(1, abreast(s, b, foe.name))
        if filled + share <= 1.001 or not b.front:
            b.front.append(foe.id)
            filled += share


# The end of a round and of a battle.


async def finished(t: Table[Game], b: Battle) -> bool:
    """A battle ends when one side is destroyed (DES-FLEE-01, DES-BAT-22); true if so."""
    s = t.state
    if all_lost(s):
        await defeat(t)
        return True
    if not b.foes:
        await victory(t)
        return True
    return False


async def defeat(t: Table[Game]) -> None:
    """Losing a battle is the party's end (DES-BAT-22, DES-IDEA-14)."""
    s = t.state
    t.tell("Nobody is left to lead. The descent is lost.", rule="DES-IDEA-13", kind="headline")
    s.ended = "lost"
    s.phase = "home"


async def round_ends(t: Table[Game], b: Battle) -> None:
    """Powers, nerve, and the leader's word: stay or run (DES-MOR-01, DES-FLEE-06)."""
    from . import powers
    from .flee import run
    from .meeting import MEETING_ACTS, meeting_options
    from .walk import VOID

    s = t.state
    b.seat = (b.seat + 1) % max(1, len(s.names))  # DES-BAT-17
    if 0 < b.light < 99:
        b.light -= 1
        feel(t, "short wicks")
    await powers.round_finishes(t, b)
    if await finished(t, b):
        return
    await nerve(t, b)
    if await finished(t, b):
        return
    if b.round >= LONGEST_BATTLE:
        t.tell("The baddies lose interest and slip away through the walls.", rule="DES-MOR-02")
        b.foes.clear()
        await victory(t)
        return
    every = meeting_options(s, b, judged=t.gamesmaster is not None)
    options: dict[str, Option] = {"stay": Option("Fight on", rule="DES-FLEE-06"), "run": every["run"]}
    options.update({key: option for key, option in every.items() if key.startswith("run:")})
    for key in ("thorny", "ransom"):
        if key in every:
            options[key] = every[key]
    if s.lines[0] and any(s.lines[1:]):
        options["places"] = Option("Fight on, but change places", hint="both lose their attack", rule="DES-BAT-19")
    if front_row(s) and len(living(s)) > 1:
        options["rear"] = Option(
            "Run while one stays behind", hint="15 karma if he lives; he takes every parting blow", rule="DES-IDEA-05"
        )
    choice = await t.choose(
        leader_seat(s),
        "Round {n} is over. {standing} Stay or run?",
        options,
        rule="DES-FLEE-06",
        n=b.round,
        standing=standing_of(s, b),
    )
    if choice == VOID:
        return  # the gamesmaster has called them off
    if choice == "rear":
        from .flee import rear_guard

        await rear_guard(t)
    elif choice == "places":
        await change_places(t, choice)
    elif choice.startswith("run"):
        await run(t, choice)
    elif choice != "stay":
        await MEETING_ACTS[choice](t, choice)


def standing_of(s: Game, b: Battle) -> str:
    """How the fight stands, for whoever must say stay or run: what is left of them, and of the weakest in front."""
    row = front_row(s)
    if len(b.foes) == 1:
        foe = b.foes[0]
        theirs = f"The {one_of(foe.name)} has {foe.hits} of {foe.full} hits left"
    else:
        theirs = f"{_muster_of(b)} still stand"
    if not row:
        return f"{theirs}."
    weakest = min(row, key=toughness)
    left = toughness(weakest)
    whom = "in front stands" if len(row) == 1 else "weakest in front is"
    return f"{theirs}; {whom} {weakest.name} with {left} hit{'s' if left != 1 else ''} left."


def toughness(m: Member) -> int:
    """Hits a member can still take in front, with what he wears."""
    return max(0, m.body) + m.vest_left + m.armour_left + (m.shield_left if m.shield_front else 0) + m.body_shield


def shaken(s: Game, b: Battle) -> bool:
    """Whether the battle has turned: half or fewer left, or half a lone beast's hits (DES-MOR-01)."""
    from . import powers

    if b.joined <= 1 and len(b.foes) == 1:
        turned = b.foes[0].hits * 2 <= b.foes[0].full
    else:
        turned = len(b.foes) * 2 <= b.joined
    return turned or powers.nervous(s, b)


async def nerve(t: Table[Game], b: Battle) -> bool:
    """When the battle turns the gamesmaster throws: doubles and they slip through the walls (DES-MOR-01, DES-MOR-02)."""
    from . import powers

    s = t.state
    kind = line_of(s, b.foes[0].name).nerve
    if not powers.must_check(s, b) and (kind == "fanatic" or not shaken(s, b)):
        return False
    if "demons unsettled" in b.joked:
        b.joked.remove("demons unsettled")  # they flinch at the end of that round only (DES-BOOK-01)
    t.meet("doubles", "morale")
    one, other = await two_dice(t, "The gamesmaster", "for their nerve", rule="DES-MOR-01", behind=True)
    flee = one == other or (kind == "shaky" and one + other >= 10)
    lone = len(b.foes) == 1
    ruled = await judged(
        t,
        "nerve",
        "Does the {name} lose its nerve?" if lone else "Do the {name} lose their nerve?",
        {"yes": "It runs" if lone else "They run", "no": "It stays" if lone else "They stay"},
        "yes" if flee else "no",
        rule="DES-MOR-01",
        name=one_of(b.foes[0].name) if lone else b.foes[0].name,
    )
    if ruled == "no":
        return False
    if b.foes[0].name == "Ninja":
        t.meet("power", "Ninja")
        b.pinned = True
        t.tell("A puff of smoke, a tinkle on the floor, and the ninja are gone.", rule="DES-BST-13")
    else:
        t.tell(
            "The {name} loses its nerve and slips away through the wall."
            if lone
            else "The {name} lose their nerve and slip away through the walls.",
            rule="DES-MOR-02",
            name=one_of(b.foes[0].name) if lone else b.foes[0].name,
        )
    count(s, "nerve lost")
    b.foes.clear()
    b.front.clear()
    return True


async def victory(t: Table[Game]) -> None:
    """The field is the party's: missiles and fallen goods are gathered, then the chamber's treasure (DES-AFT-01)."""
    from . import powers
    from .spoils import begin

    s = t.state
    b = s.battle
    assert b is not None
    count(s, "won")
    await powers.battle_won(t, b)
    if all_lost(s):
        await defeat(t)
        return
    mend(s)
    if b.chamber:
        guard = s.guards[b.chamber]
        guard.cleared = True
        guard.foes = []
        rub_out(s)
    for m in living(s):
        m.conditions = [mark for mark in m.conditions if mark != "dark glasses"]
        if m.hand and weapon(m.hand) is not None and not m.goods.get(m.hand):
            m.hand = ""
    begin(t)


def available(b: Battle, m: Member, name: str) -> int:
    """How many pieces of a thrown thing he still has to throw in this battle."""
    return m.goods.get(name, 0) - b.flown.get(f"{m.id}:{name}", 0)


def speaks(name: str) -> bool:
    """Whether a baddie can be talked to."""
    return name in bestiary().traits.speaks


def lose(m: Member, name: str) -> None:
    """A thing is gone from his bag, and from his hand if it was the last."""
    add(m.goods, name, -1)
    if not m.goods.get(name) and m.hand == name:
        m.hand = ""


async def pursued(t: Table[Game]) -> bool:
    """Corridor baddies catch up on doubles (DES-FLEE-05)."""
    return await doubles(t, "pursuit", rule="DES-FLEE-05")
