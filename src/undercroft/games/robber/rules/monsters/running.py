"""Run (Chapter 3): taking to one's heels, what is dropped on the way, and what the pursuer does about it."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import capital, told_odds
from ...content import HEAVY, MONSTERS
from ...phrases import say
from ...state import Creature, Encounter, Heavy, Robber, RobberState
from ..belongings import carrying, packing, tender
from ..character import coins, life, sheet
from ..character.naming import name_of, powers_of
from . import blows, facing, lairs, powers
from .answers import Drop, read_drop

TEMPTED, UNTEMPTED = 9, 1  # ROB-RUN-07, ROB-RUN-08: of d10
OIL_AC = 10  # ROB-RUN-09


async def run_away(t: Table[RobberState]) -> None:
    """Run (ROB-RUN-01, -02, -15): Heavy things fall, the monsters that can will chase, and the turn ends."""
    s = t.state
    encounter = facing.here(s)
    s.encounter = None
    if encounter.defeated:
        for robber in sheet.living(s):
            life.heal(t, robber, 1, rule="ROB-FIGHT-10")
    chasers = [foe for foe in encounter.foes if MONSTERS[foe.kind].chases]
    if encounter.chased:
        s.delve.pursuers = []
        s.delve.bearings = "lost"
    special = powers.company(encounter)
    if special is not None and special.fled is not None:
        special.fled(t, encounter)
    if not chasers:
        t.tell("The {foe} stays where it grew. Everybody walks away.", rule="ROB-RUN-15", foe=name_of(encounter.foes[0]))
        lairs.let_be(s, encounter, guards=encounter.loot == "treasure")
        return
    s.tally.fled += 1
    fallen = [(robber, carrying.drop_heavy(t, robber)) for robber in sheet.living(s)]
    if encounter.hasted or (encounter.begun and any(mate.hasted for mate in sheet.mates(s))):
        s.delve.bearings = "lost"  # ROB-SCROLL-04: nobody catches the hasted
        t.tell("Too fast to follow. Also too fast to see where you went: lost.", rule="ROB-SCROLL-04")
        return
    for foe in chasers:
        foe.grips, foe.side, foe.copies, foe.loses_turn = [], 0, "", False
    s.delve.pursuers = chasers
    s.delve.bearings = "pursued"
    say(t, "run", rule="ROB-RUN-01", foe=name_of(chasers[0]))
    await declare_heavy(t, fallen)
    if s.delve.bearings == "pursued":
        await offer_drop(t)


async def declare_heavy(t: Table[RobberState], fallen: list[tuple[Robber, Heavy | None]]) -> None:
    """The Heavy thing that fell anyway may be meant as this turn's drop (ROB-RUN-16); bad art tempts nobody."""
    s = t.state
    price = drop_price(s)
    for robber, thing in fallen:
        if thing is None or coins.worth(thing) < price or s.delve.dropped:
            continue
        key = await t.choose(
            robber.seat,
            "{thing} lies in the monster's way. Let that be this turn's bait?",
            ["bait", "no"],
            rule="ROB-RUN-16",
            describe=lambda key: Option("Call it bait", hint=temptation(s, money=True)) if key == "bait" else Option("Just run"),
            thing=capital(HEAVY[thing.kind].name),
        )
        if key == "bait":
            s.delve.dropped = True
            await tempt(t, money=True)


def drop_price(s: RobberState) -> int:
    """What a dropped treasure must be worth, in copper: 10 GP per dungeon level (ROB-RUN-08)."""
    return tender.BRIBE_PER_LEVEL * 100 * s.delve.level


def drops(s: RobberState) -> list[str]:
    """What may be dropped to end the chase now; nothing once this turn's drop is used (ROB-RUN-06)."""
    if s.delve.dropped or s.delve.bearings != "pursued":
        return []
    keys: list[str] = []
    beast = not any(MONSTERS[foe.kind].intelligent for foe in s.delve.pursuers)
    price = drop_price(s)
    for robber in sheet.living(s):
        things = ["food"] if "food" in robber.pack else []
        if "spoiled_food" in robber.pack and beast:
            things.append("spoiled")  # ROB-USELESS-08
        if "oil" in robber.pack:
            things.append("oil")
        things += [key for key in tender.tenders(robber, price) if key not in ("heavy", "item:oil", "item:food")]
        keys += Drop.keys(things, robber.seat if len(s.robbers) > 1 else -1)
    return keys


def dropper(s: RobberState, key: str) -> tuple[Robber, str]:
    """Who drops what."""
    drop = read_drop(key)
    return s.robbers[max(0, drop.seat)], drop.what


def describe_drop(s: RobberState, key: str) -> Option:
    """A drop in words, with its odds."""
    robber, what = dropper(s, key)
    who = f"{robber.name}: " if len(s.robbers) > 1 else ""
    if what in ("food", "spoiled"):
        label = "Drop the food" if what == "food" else "Drop the spoiled food"
        return Option(who + label, hint=temptation(s, money=False), rule="ROB-RUN-07")
    if what == "oil":
        chance = min(20, max(1, 21 - OIL_AC + sheet.attack_bonus(robber))) * 5
        return Option(f"{who}Set oil alight behind you", hint=told_odds(f"{chance}% ") + "to block the way", rule="ROB-RUN-09")
    thing = tender.describe_tender(robber, drop_price(s), what)
    return Option(f"{who}Drop {thing.label[0].lower()}{thing.label[1:]}", hint=temptation(s, money=True), rule="ROB-RUN-08")


def temptation(s: RobberState, *, money: bool) -> str:
    """How likely the pursuer is to stop for it."""
    foe = s.delve.pursuers[0]
    if "relentless" in powers_of(foe):
        return "it will not even look"
    if money and "greedy" in powers_of(foe):
        return "sure to stop it: this one is greedy"
    return told_odds("90% to stop it" if MONSTERS[foe.kind].intelligent == money else "10% to stop it")


async def offer_drop(t: Table[RobberState]) -> bool:
    """One of the moments when a drop may be made (ROB-RUN-06). True when nobody pursues any more."""
    s = t.state
    keys = drops(s)
    if keys:
        caller = sheet.caller(s)
        key = await t.choose(
            caller.seat,
            "The {foe} is on your heels. Drop something?",
            ["keep", *keys],
            rule="ROB-RUN-06",
            describe=lambda key: Option("Keep it all and run") if key == "keep" else describe_drop(s, key),
            foe=name_of(s.delve.pursuers[0]),
        )
        if key != "keep":
            await drop(t, key)
    return s.delve.bearings != "pursued"


async def drop(t: Table[RobberState], key: str) -> None:
    """Drop one thing; it is lost whether it works or not (ROB-RUN-07 to -09)."""
    s = t.state
    s.delve.dropped = True
    robber, what = dropper(s, key)
    if what in ("food", "spoiled"):
        packing.take(robber, "food" if what == "food" else "spoiled_food")
        t.tell("{robber:^} throws dinner over a shoulder.", rule="ROB-RUN-07", robber=robber.name)
        await tempt(t, money=False)
    elif what == "oil":
        await throw_fire(t, robber)
    else:
        tender.part_with(robber, what, drop_price(s))
        t.tell("{robber:^} scatters the price of freedom.", rule="ROB-RUN-08", robber=robber.name)
        await tempt(t, money=True)


async def tempt(t: Table[RobberState], *, money: bool) -> None:
    """Does it stop? Wits decide between food and money; the relentless never, the greedy always for money (ROB-KEY-06, -10)."""
    s = t.state
    stopped = []
    for foe in s.delve.pursuers:
        if "relentless" in powers_of(foe):
            continue
        if money and "greedy" in powers_of(foe):
            stopped.append(foe.id)
            continue
        need = TEMPTED if MONSTERS[foe.kind].intelligent == money else UNTEMPTED
        if (
            await t.roll("1d10", f"the {name_of(foe)} stops on {need} or less", rule="ROB-RUN-08" if money else "ROB-RUN-07")
            <= need
        ):
            stopped.append(foe.id)
    if not stopped:
        t.tell("It does not slow down.", rule="ROB-RUN-06")
        return
    s.delve.pursuers = [foe for foe in s.delve.pursuers if foe.id not in stopped]
    settle_chase(t, "It stops. Some things are worth more than a robber.", rule="ROB-RUN-06")


async def throw_fire(t: Table[RobberState], robber: Robber) -> None:
    """Flaming oil behind you (ROB-RUN-09): an attack roll against AC 10 ends the chase; not for the fiery (ROB-KEY-32)."""
    s = t.state
    packing.take(robber, "oil")
    natural = await t.roll("1d20", "flaming oil against AC 10", rule="ROB-RUN-09", seat=robber.seat)
    if natural != 20 and natural + sheet.attack_bonus(robber) < OIL_AC:
        t.tell("It lights the wall very nicely.", rule="ROB-RUN-09")
        return
    s.delve.pursuers = [foe for foe in s.delve.pursuers if "fiery" in powers_of(foe)]
    if s.delve.pursuers:
        t.tell("The {foe} comes through the fire without blinking.", rule="ROB-KEY-32", foe=name_of(s.delve.pursuers[0]))
    settle_chase(t, "A wall of fire, and {robber} on the right side of it.", rule="ROB-RUN-09", robber=robber.name)


def settle_chase(t: Table[RobberState], text: str, *, rule: str, foe: str = "", robber: str = "") -> None:
    """If nobody is left to pursue, the robber is merely Lost (ROB-RUN-05)."""
    delve = t.state.delve
    if not delve.pursuers and delve.bearings == "pursued":
        delve.bearings = "lost"
        if text:
            t.tell(text, rule=rule, foe=foe, robber=robber)
        say(t, "alone", rule="ROB-RUN-05")


def shake_off(t: Table[RobberState], text: str, *, rule: str) -> None:
    """The pursuer is lost for certain: an elevator, a sliding wall, a chute (ROB-RUN-10)."""
    t.state.delve.pursuers = []
    settle_chase(t, text, rule=rule)


async def evade(t: Table[RobberState]) -> None:
    """A side passage, a turn or a door between you (ROB-DISC-06, -12, ROB-DOOR-05): d6, shaken or a free attack."""
    s = t.state
    quickest = min(powers.shaken(foe) for foe in s.delve.pursuers)
    face = await t.roll("1d6", f"the pursuer is shaken on 1-{quickest}", rule="ROB-DISC-06", seat=s.caller)
    if face <= quickest:
        name = name_of(s.delve.pursuers[0])
        s.delve.pursuers = []
        say(t, "shaken", rule="ROB-RUN-05", foe=name)
        settle_chase(t, "", rule="ROB-RUN-05")
        return
    if not await offer_drop(t):
        await free_attack(t)


async def free_attack(t: Table[RobberState]) -> None:
    """Each pursuer attacks once with all its powers (ROB-RUN-12); levels help a fleeing robber's AC (ROB-RUN-13)."""
    for foe in list(t.state.delve.pursuers):
        if "passive" in powers_of(foe) or not sheet.living(t.state):
            continue
        caught = on_the_run(t)
        await blows.foe_strikes(t, foe, fleeing=True)
        if await was_caught(t, foe, caught):
            return


async def sure_hit(t: Table[RobberState], foe: Creature) -> None:
    """A pursuer hits a sleeper without an attack roll (ROB-GAS-05)."""
    robbers = sheet.living(t.state)
    caught = on_the_run(t)
    await blows.hit_robber(t, foe, robbers[0] if len(robbers) == 1 else t.pick(robbers, "who sleeps nearest"), critical=False)
    await was_caught(t, foe, caught)


def on_the_run(t: Table[RobberState]) -> Encounter:
    """What blows on the run do to turns and sides is noted in an encounter that becomes real only if somebody is caught."""
    s = t.state
    s.encounter = Encounter(
        "fight", list(s.delve.pursuers), "chase", loot_level=s.delve.level, chased=True, aware=True, begun=True
    )
    return s.encounter


async def was_caught(t: Table[RobberState], foe: Creature, caught: Encounter) -> bool:
    """Stuck, held, stiff, or with a henchman turned wolf: the flight is over and a fight begins (ROB-RUN-12)."""
    s = t.state
    gripped = any(sheet.refer(robber) in foe.grips for robber in sheet.living(s))
    if not s.over and caught.foes and (caught.slept or gripped or len(caught.foes) > len(s.delve.pursuers)):
        s.delve.pursuers = []
        t.tell("Caught! The running is over.", rule="ROB-RUN-12")
        return True
    s.encounter = None
    if len(caught.foes) < len(s.delve.pursuers):  # a wounded mind flayer had its bite and went home
        s.delve.pursuers = list(caught.foes)
        settle_chase(t, "The {foe} has had its bite and turns back.", rule="ROB-KEY-28", foe=name_of(foe))
    return False


async def cornered(t: Table[RobberState], text: str, *, rule: str, dark: bool = False) -> None:
    """Turn and fight (ROB-DISC-15, ROB-DOOR-04): no running, no talk; the robber strikes first; looted like a wanderer."""
    s = t.state
    foes = s.delve.pursuers
    s.delve.pursuers = []
    s.encounter = Encounter("fight", foes, "chase", loot_level=s.delve.level, chased=True, cornered=True, aware=True, dark=dark)
    t.tell(text, rule=rule, foe=name_of(foes[0]))
