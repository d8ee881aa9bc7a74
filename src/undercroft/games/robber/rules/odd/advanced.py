"""Advanced Odd Happenings (Appendix A): the d100 list. Chases in reverse, the mirror and the traders have files of their own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from .....engine import Option, Table
from ...content import TABLES
from ...phrases import say
from ...state import RobberState
from ..chambers import chamber, haunts, stairs
from ..character import sheet
from ..character.rolling import roll_on
from ..monsters import appearing, running
from ..paper import rooms, sheets
from ..traps import bearings, gases
from ..treasure import finding, hoards, searching
from . import mirror, pursuit, trade
from .company import fiend_folio, friendly_npc, monster, monster_battle, password, signs, surprise, surprised, two_monsters

LAIR_DEPTH = 2  # ROB-AOH-32: the lair is so many levels richer and worse
BOTTOM = bearings.BOTTOM
Happening = Callable[[Table[RobberState]], Awaitable[None]]

BASIC = tuple(entry.key for entry in TABLES["odd_happenings"].entries)
# ROB-AOH-42: what a pursued robber runs past.
PASSED_BY = (
    "ancient_caves", "password", "friendly_npc", "kobold_sack", "altar", "mirror", "gem_glint", "monster_battle", "rival",
    "signs", "dwarven_mine", "shopkeeper", "wizard_study", "valuable",
)  # fmt: skip


async def odd_happening(t: Table[RobberState]) -> None:
    """d100 on the long list (ROB-AOH-00)."""
    s = t.state
    entry = await roll_on(t, "advanced_odd_happenings", rule="ROB-AOH-00", seat=s.caller)
    t.meet("odd_advanced", entry.key)
    if entry.key in BASIC:
        t.meet("odd", entry.key)
    if s.delve.bearings == "pursued" and entry.key in PASSED_BY:
        t.tell(
            "Something odd goes by ({what}). There is no stopping for it.",
            rule="ROB-AOH-42",
            what=entry.text.split(":")[0].lower(),
        )
        return
    await HAPPENINGS[entry.key](t)


async def treasure_room(t: Table[RobberState]) -> None:
    """1 (ROB-AOH-01): a secret door, a chamber, a monster and its treasure."""
    t.tell("A brick that gives, a door that was a wall.", rule="ROB-AOH-01")
    await draw_secret_room(t)
    hidden = haunts.hidden_place(t.state)
    if hidden is not None:
        await chamber.enter_place(t, hidden)
        return
    await appearing.wandering(t, rule="ROB-AOH-01", place="chamber", guards=t.state.world is None)


async def draw_secret_room(t: Table[RobberState]) -> None:
    """With Real Mapping the chamber goes on paper, where it fits; in ancient caves it may have a pool like any other."""
    if t.state.delve.caves:
        t.state.delve.after.append("pool")  # ROB-AOH-05
    if sheets.is_drawing(t.state):
        await rooms.secret_room(t)


async def creepy_stairs(t: Table[RobberState]) -> None:
    """2 (ROB-AOH-02): stairs behind a secret door; whoever takes them meets another odd thing on arrival."""
    s = t.state
    t.tell("A secret door, and behind it stairs that creak before they are stepped on.", rule="ROB-AOH-02")
    if sheets.is_drawing(s):
        before = len(sheets.sheet_of(s).flights)
        await stairs.find_stairs(t, rule="ROB-AOH-02")
        for flight in sheets.sheet_of(s).flights[before:]:
            flight.creepy = True
        return
    await stairs.find_stairs(t, rule="ROB-AOH-02")
    if s.delve.stairs is not None:
        s.delve.stairs.creepy = True


async def dangerous_lair(t: Table[RobberState]) -> None:
    """22 (ROB-AOH-32): a chamber with monster and treasure, both two levels higher, at most 10."""
    t.tell("This is not where you meant to be. It is where something big means to be.", rule="ROB-AOH-32")
    await draw_secret_room(t)
    level = min(BOTTOM, t.state.delve.level + LAIR_DEPTH)
    await appearing.wandering(t, rule="ROB-AOH-32", place="chamber", guards=True, level=level)


async def ancient_caves(t: Table[RobberState]) -> None:
    """5 (ROB-AOH-05): until a Backtrack or stairs, chambers may hold magic pools."""
    t.state.delve.caves = True
    t.tell("The bricks stop. Beyond: caves, older than anybody.", rule="ROB-AOH-05")


async def crypt(t: Table[RobberState]) -> None:
    """23 (ROB-AOH-33): a crypt, until a Backtrack or another level."""
    t.state.delve.crypt = True
    t.tell("Niches, urns, a draught. A crypt.", rule="ROB-AOH-33")


async def dwarven_mine(t: Table[RobberState]) -> None:
    """24 (ROB-AOH-34): a mine, where every search finds a gem, until a Backtrack or another level."""
    t.state.delve.mine = True
    t.tell("Props, rails, and a low ceiling: a dwarven mine.", rule="ROB-AOH-34")


async def torch_out(t: Table[RobberState]) -> None:
    """6 (ROB-AOH-06): Backtrack next turn; a pursued robber must fight in the dark; a lost one was in the dark anyway."""
    s = t.state
    if s.delve.bearings == "pursued":
        await running.cornered(t, "A gust, and the torch is out. The {foe} is very near.", rule="ROB-AOH-06", dark=True)
    elif s.delve.bearings == "mapping":
        bearings.force_back(t, "A gust blows the torch out. Back, by feel, to where there is a light.", rule="ROB-AOH-06")
    else:
        t.tell("A gust blows the torch out. Lost is lost.", rule="ROB-AOH-06")


async def trap(t: Table[RobberState]) -> None:
    """9 (ROB-AOH-09): a trap."""
    await chamber.trick_or_trap(t, rule="ROB-AOH-09")


async def second_trap(t: Table[RobberState]) -> None:
    """29 (ROB-AOH-39): a trap again."""
    await chamber.trick_or_trap(t, rule="ROB-AOH-39")


async def odd_smell(t: Table[RobberState]) -> None:
    """10 (ROB-AOH-10): gas, and an even chance that it guards one treasure; turning back, or fear, loses it."""
    s = t.state
    pursued = s.delve.bearings == "pursued"
    if not pursued:
        key = await t.choose(
            s.caller,
            "An odd smell from ahead. Breathe deep, or turn back?",
            {"breathe": Option("Go through it", hint="even odds that it guards a treasure"), "back": Option("Turn back")},
            rule="ROB-AOH-10",
        )
        if key == "back":
            t.tell("Whatever it guards, it may keep.", rule="ROB-AOH-10")
            return
    entry = await roll_on(t, "gas", rule="ROB-GAS-01", seat=s.caller)
    t.meet("gas", entry.key)
    forced = s.delve.forced
    s.delve.forced = False
    await gases.GASES[entry.key](t)
    afraid = entry.key == "fear" and s.delve.forced
    s.delve.forced = s.delve.forced or forced
    if pursued or afraid or s.over or s.place != "dungeon":
        return
    if await t.roll("1d6", "it guards a treasure on 1-3", rule="ROB-AOH-10", seat=s.caller) <= 3:
        await hoards.treasure(t, 1, level=s.delve.level, rule="ROB-AOH-10")


async def puzzle(t: Table[RobberState]) -> None:
    """13 (ROB-AOH-14): sliding blocks and runes; a dead end unless somebody's Intelligence is High."""
    if any("int" in robber.high for robber in sheet.living(t.state)):
        t.tell("Blocks, runes, chessmen. Solved, with a sigh.", rule="ROB-AOH-14")
        return
    t.tell("Blocks, runes, chessmen, and a door that will not open for the likes of you.", rule="ROB-AOH-14")
    await bearings.face_dead_end(t, rule="ROB-AOH-14")


async def portcullis(t: Table[RobberState]) -> None:
    """14 (ROB-AOH-15): iron bars; a dead end unless somebody's Strength is High."""
    if any(sheet.high(robber, "str") for robber in sheet.living(t.state)):
        t.tell("A portcullis. It goes up, grumbling.", rule="ROB-AOH-15")
        return
    t.tell("A portcullis. It does not so much as rattle.", rule="ROB-AOH-15")
    await bearings.face_dead_end(t, rule="ROB-AOH-15")


async def altar(t: Table[RobberState]) -> None:
    """15 (ROB-AOH-16): an altar; with High Wisdom, a blessing against the next hit in combat."""
    t.tell("An altar to somebody whose name has worn off.", rule="ROB-AOH-16")
    for robber in sheet.living(t.state):
        if "wis" in robber.high:
            robber.blessed = True
            t.tell("{robber:^} says the right thing, and feels watched over.", rule="ROB-AOH-16", robber=robber.name)


async def gem_glint(t: Table[RobberState]) -> None:
    """17 (ROB-AOH-25): a gem in a crack; picking it up is a gem five times in six, else a trap."""
    s = t.state
    key = await t.choose(
        s.caller,
        "Something glints in a crack in the floor. Pick it up?",
        {"pick": Option("Pick it up", hint="5 in 6: a gem worth 250 GP; 1 in 6: a trap"), "leave": Option("Leave it")},
        rule="ROB-AOH-25",
    )
    if key == "leave":
        t.tell("It goes on glinting.", rule="ROB-AOH-25")
        return
    entry = await roll_on(t, "gem_glint", rule="ROB-AOH-25", seat=s.caller)
    if entry.key == "trap":
        t.tell("It was the wrong crack.", rule="ROB-AOH-25")
        await chamber.trick_or_trap(t, rule="ROB-AOH-25")
        return
    robber = await finding.finder(t)
    robber.purse.gems += 1
    t.tell("{robber:^} has a gem worth 250 GP.", rule="ROB-AOH-25", robber=robber.name)


async def valuable(t: Table[RobberState]) -> None:
    """30 (ROB-AOH-40): one roll on Valuable Items."""
    await searching.valuable(t, rule="ROB-AOH-40")


async def missing(t: Table[RobberState]) -> None:
    """20 (ROB-AOH-30): the book forgot it; so nothing happens."""
    t.tell("Nothing, and no explanation. Somebody tore this page out.", rule="ROB-AOH-30")


async def false_alarm(t: Table[RobberState]) -> None:
    """31-00 (ROB-AOH-41): nothing."""
    say(t, "false alarm", rule="ROB-AOH-41")


HAPPENINGS: dict[str, Happening] = {
    "treasure_room": treasure_room,
    "creepy_stairs": creepy_stairs,
    "surprised": surprised,
    "surprise": surprise,
    "ancient_caves": ancient_caves,
    "torch_out": torch_out,
    "password": password,
    "friendly_npc": friendly_npc,
    "trap": trap,
    "odd_smell": odd_smell,
    "kobold_sack": pursuit.kobold_sack,
    "fiend_folio": fiend_folio,
    "puzzle": puzzle,
    "portcullis": portcullis,
    "altar": altar,
    "mirror": mirror.mirror,
    "gem_glint": gem_glint,
    "monster_battle": monster_battle,
    "rival": pursuit.rival,
    "missing": missing,
    "signs": signs,
    "dangerous_lair": dangerous_lair,
    "crypt": crypt,
    "dwarven_mine": dwarven_mine,
    "shopkeeper": trade.shopkeeper,
    "wizard_study": trade.wizard_study,
    "monster": monster,
    "two_monsters": two_monsters,
    "trap_2": second_trap,
    "valuable": valuable,
    "false_alarm": false_alarm,
}
