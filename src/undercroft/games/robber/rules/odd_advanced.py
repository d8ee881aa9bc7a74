"""Advanced Odd Happenings (Appendix A): the d100 list. Chases in reverse, the mirror and the traders have files of their own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib.resources import files

import msgspec

from ....engine import Option, Table
from ....engine.content import load_toml
from ..content import BY_LEVEL, ITEMS, MONSTERS, TABLES, DieTable
from ..phrases import say
from ..state import Creature, Encounter, RobberState
from . import (
    chase,
    discovery,
    henchmen,
    loot,
    mapping_draw,
    mapping_explore,
    monsters,
    odd_chase,
    odd_mirror,
    odd_trade,
    sheet,
    stairs,
    traps,
)
from .life import an, many, name_of

GEM_LEVELS = 2  # ROB-AOH-32: the lair is so many levels richer and worse
BOTTOM = stairs.BOTTOM
Happening = Callable[[Table[RobberState]], Awaitable[None]]


class _Odd(msgspec.Struct, forbid_unknown_fields=True):
    table: list[DieTable]


ODD: dict[str, DieTable] = {
    table.id: table for table in load_toml(files(__package__).joinpath("..", "data", "advanced_odd.toml"), _Odd).table
}

BASIC = tuple(entry.key for entry in TABLES["odd_happenings"].entries)
# ROB-AOH-42: what a pursued robber runs past.
PASSED_BY = (
    "ancient_caves", "password", "friendly_npc", "kobold_sack", "altar", "mirror", "gem_glint", "monster_battle", "rival",
    "signs", "dwarven_mine", "shopkeeper", "wizard_study", "valuable",
)  # fmt: skip


async def odd_happening(t: Table[RobberState]) -> None:
    """d100 on the long list (ROB-AOH-00)."""
    s = t.state
    entry = ODD["advanced_odd_happenings"].at(await t.roll("1d100", "Advanced Odd Happenings", rule="ROB-AOH-00", seat=s.caller))
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


# Rooms and stairs.


async def treasure_room(t: Table[RobberState]) -> None:
    """1 (ROB-AOH-01): a secret door, a chamber, a monster and its treasure."""
    t.tell("A brick that gives, a door that was a wall.", rule="ROB-AOH-01")
    await draw_secret_room(t)
    await monsters.wandering(t, rule="ROB-AOH-01", place="chamber", guards=True)


async def draw_secret_room(t: Table[RobberState]) -> None:
    """With Real Mapping the chamber goes on paper, where it fits; in ancient caves it may have a pool like any other."""
    if t.state.delve.caves:
        t.state.delve.after.append("pool")  # ROB-AOH-05
    if mapping_explore.is_drawing(t.state):
        await mapping_explore.secret_room(t)


async def creepy_stairs(t: Table[RobberState]) -> None:
    """2 (ROB-AOH-02): stairs behind a secret door; whoever takes them meets another odd thing on arrival."""
    s = t.state
    t.tell("A secret door, and behind it stairs that creak before they are stepped on.", rule="ROB-AOH-02")
    if mapping_explore.is_drawing(s):
        before = len(mapping_draw.sheet_of(s).flights)
        await stairs.find_stairs(t, rule="ROB-AOH-02")
        for flight in mapping_draw.sheet_of(s).flights[before:]:
            flight.creepy = True
        return
    await stairs.find_stairs(t, rule="ROB-AOH-02")
    if s.delve.stairs is not None:
        s.delve.stairs.creepy = True


async def dangerous_lair(t: Table[RobberState]) -> None:
    """22 (ROB-AOH-32): a chamber with monster and treasure, both two levels higher, at most 10."""
    t.tell("This is not where you meant to be. It is where something big means to be.", rule="ROB-AOH-32")
    await draw_secret_room(t)
    level = min(BOTTOM, t.state.delve.level + GEM_LEVELS)
    await monsters.wandering(t, rule="ROB-AOH-32", place="chamber", guards=True, level=level)


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


# Monsters.


async def surprised(t: Table[RobberState]) -> None:
    """3 (ROB-AOH-03): a monster goes first and attacks; no sneak, no parlay."""
    await monsters.wandering(t, rule="ROB-AOH-03")
    met = t.state.encounter
    assert met is not None
    met.aware, met.stage = True, "fight"
    met.first = [foe.id for foe in met.foes if foe.side == 0]
    t.tell("It saw you first.", rule="ROB-AOH-03")


async def surprise(t: Table[RobberState]) -> None:
    """4 (ROB-AOH-04): the robber surprises a monster; attacking at once gives two turns in a row; ambush is cancelled."""
    s = t.state
    pursued = s.delve.bearings == "pursued"
    await monsters.wandering(t, rule="ROB-AOH-04")
    met = s.encounter
    assert met is not None
    met.first = []
    met.surprised = True
    if not pursued:
        met.aware, met.stage = False, "meeting"
    t.tell("It has not seen you. Attack now and you strike twice.", rule="ROB-AOH-04")


async def torch_out(t: Table[RobberState]) -> None:
    """6 (ROB-AOH-06): Backtrack next turn; a pursued robber must fight in the dark; a lost one was in the dark anyway."""
    s = t.state
    if s.delve.bearings == "pursued":
        await chase.cornered(t, "A gust, and the torch is out. The {foe} is very near.", rule="ROB-AOH-06", dark=True)
    elif s.delve.bearings == "mapping":
        discovery.force_back(t, "A gust blows the torch out. Back, by feel, to where there is a light.", rule="ROB-AOH-06")
    else:
        t.tell("A gust blows the torch out. Lost is lost.", rule="ROB-AOH-06")


async def password(t: Table[RobberState]) -> None:
    """7 (ROB-AOH-07): the password of an intelligent monster of this level; parlay with it cannot fail until stairs."""
    s = t.state
    kinds = [monster.id for monster in BY_LEVEL[s.delve.level].values() if monster.intelligent]
    if not kinds:
        t.tell("Voices ahead; but nothing on this level has words.", rule="ROB-AOH-07")
        return
    key = await t.choose(
        s.caller,
        "Voices ahead, giving a password. Whose voices?",
        [f"password:{kind}" for kind in kinds],
        rule="ROB-AOH-07",
        describe=lambda key: MONSTERS[key[9:]].name.capitalize(),
    )
    s.delve.password = key[9:]
    t.tell(
        "The {foes} say it to each other twice, to be sure. So do you.",
        rule="ROB-AOH-07",
        foes=many(MONSTERS[s.delve.password].name),
    )


async def friendly_npc(t: Table[RobberState]) -> None:
    """8 (ROB-AOH-08): a henchman, intelligent, armed, of the dungeon's level."""
    s = t.state
    friend = await monsters.spawn(t, "adventurer", rule="ROB-AOH-08", level=s.delve.level)
    t.tell("{seen}.", rule="ROB-AOH-08", seen=MONSTERS["adventurer"].seen)
    await henchmen.join(t, sheet.caller(s), friend, rule="ROB-AOH-08")


async def fiend_folio(t: Table[RobberState]) -> None:
    """12 (ROB-AOH-12, -13): nine times in ten a gimmick monster, else a flumph with advice."""
    s = t.state
    entry = ODD["fiend_folio"].at(await t.roll("1d10", "what it is", rule="ROB-AOH-12", seat=s.caller))
    t.meet("fiend", entry.key)
    if entry.key == "flumph":
        if s.delve.bearings != "pursued":
            await flumph(t)
        return
    foes = [await monsters.spawn(t, "gimmick", rule="ROB-AOH-12", level=s.delve.level) for _ in sheet.living(s)]
    await monsters.encounter(t, foes, place="passage", rule="ROB-AOH-12")


async def flumph(t: Table[RobberState]) -> None:
    """A lawful good flumph (ROB-AOH-13): a line of counsel that is true, and no more."""
    s = t.state
    caller = sheet.caller(s)
    hits = min(20, max(1, 21 - sheet.armor_class(caller) + s.delve.level))
    best = max(caller.pack, key=lambda item: ITEMS[item].price, default="")
    lines = (
        "One turn in twenty meets a monster, one a trap, three a chamber. The rest is corridor.",
        f"The most anybody pays for in your pack is the {ITEMS[best].name}, at {ITEMS[best].price} GP."
        if best
        else "You own nothing. That is light.",
        f"You have {caller.hp} of {sheet.max_hp(caller)} hit points. Count them again tomorrow, if you can.",
        f"A monster of this level hits you {hits * 5} times in a hundred.",
        f"A thousand gold pieces make a level. You have {caller.xp:,} XP.",
        "Nobody was ever killed by going home.",
    )
    line = lines[await t.roll("1d6", "the flumph's counsel", rule="ROB-AOH-13", seat=s.caller) - 1]
    t.tell("A flumph floats by and speaks: {counsel}", rule="ROB-AOH-13", counsel=line)


async def monster_battle(t: Table[RobberState]) -> None:
    """18 (ROB-AOH-26): two monsters fight each other; walk away, or help one: an intelligent one becomes a henchman."""
    s = t.state
    sides = [await monsters.appear(t, s.delve.level, rule="ROB-AOH-26") for _ in range(2)]
    names = [name_of(side[0]) for side in sides]
    key = await t.choose(
        s.caller,
        "The {left} and the {right} are at each other's throats. Whose side are you on?",
        ["away", "help:0", "help:1"],
        rule="ROB-AOH-26",
        describe=lambda key: (
            Option("Walk away", hint="they will not notice") if key == "away" else describe_side(names, sides, int(key[5:]))
        ),
        left=names[0],
        right=names[1],
    )
    if key == "away":
        t.tell("They never notice. It is none of your business.", rule="ROB-AOH-26")
        return
    friends, foes = sides[int(key[5:])], sides[1 - int(key[5:])]
    caller = sheet.caller(s)
    caller.henchmen += friends
    s.encounter = Encounter("fight", foes, "passage", loot_level=s.delve.level, aware=True,
                            spoils=f"allies:{','.join(str(friend.id) for friend in friends)}")  # fmt: skip
    s.tally.met += 1
    t.tell("{robber} joins in, on the side of the {friend}.", rule="ROB-AOH-26", robber=caller.name, friend=name_of(friends[0]))


def describe_side(names: list[str], sides: list[list[Creature]], which: int) -> Option:
    """Whom to help, and what it is worth."""
    wise = MONSTERS[sides[which][0].kind].intelligent
    return Option(f"Help the {names[which]}", hint="it will follow you, if it lives" if wise else "it will not thank you")


async def two_monsters(t: Table[RobberState]) -> None:
    """28 (ROB-AOH-38): one ahead, one behind; a pursued robber has one behind already, and meets only one more."""
    s = t.state
    if s.delve.bearings == "pursued":
        await monsters.wandering(t, rule="ROB-AOH-38")
        return
    ahead = await monsters.appear(t, s.delve.level, rule="ROB-AOH-38")
    behind = await monsters.appear(t, s.delve.level, rule="ROB-AOH-38")
    for foe in behind:
        foe.side = 1
    await monsters.encounter(t, [*ahead, *behind], place="passage", rule="ROB-AOH-38")
    t.tell("And behind you: {foe}.", rule="ROB-AOH-38", foe=an(name_of(behind[0])))


async def monster(t: Table[RobberState]) -> None:
    """27 (ROB-AOH-37): a wandering monster."""
    await monsters.wandering(t, rule="ROB-AOH-37")


async def signs(t: Table[RobberState]) -> None:
    """21 (ROB-AOH-31): tracks; the next wandering monster of a 19 may be let pass."""
    t.state.delve.signs = True
    t.tell("Tracks, fresh, and something chewed. You will know it when you hear it.", rule="ROB-AOH-31")


# Traps, gas and obstacles.


async def trap(t: Table[RobberState]) -> None:
    """9 (ROB-AOH-09): a trap."""
    await traps.trick_or_trap(t, rule="ROB-AOH-09")


async def second_trap(t: Table[RobberState]) -> None:
    """29 (ROB-AOH-39): a trap again."""
    await traps.trick_or_trap(t, rule="ROB-AOH-39")


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
    entry = TABLES["gas"].at(await t.roll("1d20", "Gas", rule="ROB-GAS-01", seat=s.caller))
    t.meet("gas", entry.key)
    forced = s.delve.forced
    s.delve.forced = False
    await traps.GASES[entry.key](t)
    afraid = entry.key == "fear" and s.delve.forced
    s.delve.forced = s.delve.forced or forced
    if pursued or afraid or s.over or s.place != "dungeon":
        return
    if await t.roll("1d6", "it guards a treasure on 1-3", rule="ROB-AOH-10", seat=s.caller) <= 3:
        await loot.treasure(t, 1, level=s.delve.level, rule="ROB-AOH-10")


async def puzzle(t: Table[RobberState]) -> None:
    """13 (ROB-AOH-14): sliding blocks and runes; a dead end unless somebody's Intelligence is High."""
    if any("int" in robber.high for robber in sheet.living(t.state)):
        t.tell("Blocks, runes, chessmen. Solved, with a sigh.", rule="ROB-AOH-14")
        return
    t.tell("Blocks, runes, chessmen, and a door that will not open for the likes of you.", rule="ROB-AOH-14")
    await stairs.face_dead_end(t, rule="ROB-AOH-14")


async def portcullis(t: Table[RobberState]) -> None:
    """14 (ROB-AOH-15): iron bars; a dead end unless somebody's Strength is High."""
    if any(sheet.high(robber, "str") for robber in sheet.living(t.state)):
        t.tell("A portcullis. It goes up, grumbling.", rule="ROB-AOH-15")
        return
    t.tell("A portcullis. It does not so much as rattle.", rule="ROB-AOH-15")
    await stairs.face_dead_end(t, rule="ROB-AOH-15")


# Gifts.


async def altar(t: Table[RobberState]) -> None:
    """15 (ROB-AOH-16): an altar; with High Wisdom, a blessing against the next hit in combat."""
    t.tell("An altar to somebody whose name has worn off.", rule="ROB-AOH-16")
    for robber in sheet.living(t.state):
        if "wis" in robber.high:
            robber.blessed = True
            t.tell("{robber} says the right thing, and feels watched over.", rule="ROB-AOH-16", robber=robber.name)


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
    entry = ODD["gem_glint"].at(await t.roll("1d6", "a gem on 1-5", rule="ROB-AOH-25", seat=s.caller))
    if entry.key == "trap":
        t.tell("It was the wrong crack.", rule="ROB-AOH-25")
        await traps.trick_or_trap(t, rule="ROB-AOH-25")
        return
    robber = await loot.finder(t)
    robber.purse.gems += 1
    t.tell("{robber} has a gem worth 250 GP.", rule="ROB-AOH-25", robber=robber.name)


async def valuable(t: Table[RobberState]) -> None:
    """30 (ROB-AOH-40): one roll on Valuable Items."""
    await loot.valuable(t, rule="ROB-AOH-40")


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
    "kobold_sack": odd_chase.kobold_sack,
    "fiend_folio": fiend_folio,
    "puzzle": puzzle,
    "portcullis": portcullis,
    "altar": altar,
    "mirror": odd_mirror.mirror,
    "gem_glint": gem_glint,
    "monster_battle": monster_battle,
    "rival": odd_chase.rival,
    "missing": missing,
    "signs": signs,
    "dangerous_lair": dangerous_lair,
    "crypt": crypt,
    "dwarven_mine": dwarven_mine,
    "shopkeeper": odd_trade.shopkeeper,
    "wizard_study": odd_trade.wizard_study,
    "monster": monster,
    "two_monsters": two_monsters,
    "trap_2": second_trap,
    "valuable": valuable,
    "false_alarm": false_alarm,
}


# What special foes leave behind, and what becomes of special company.


async def spoils(t: Table[RobberState], encounter: Encounter) -> None:
    """A fight with somebody special was settled: sacks, doubled money, allies."""
    what, _, rest = encounter.spoils.partition(":")
    if what == "allies":
        await thank_allies(t, [int(number) for number in rest.split(",")])
    elif what == "double":
        await odd_mirror.double_money(t, encounter)
    else:
        await odd_chase.settle(t, encounter)


async def thank_allies(t: Table[RobberState], ids: list[int]) -> None:
    """Those helped stay if they have wits, within the limit (ROB-AOH-26); others go their way."""
    for robber in sheet.living(t.state):
        for mate in [mate for mate in robber.henchmen if mate.id in ids]:
            if MONSTERS[mate.kind].intelligent:
                t.tell("The {foe} will follow {robber} now.", rule="ROB-AOH-26", foe=name_of(mate), robber=robber.name)
            else:
                henchmen.lose(t, mate, "The {beast} licks its wounds and trots off.", rule="ROB-AOH-26")
        await henchmen.keep_limit(t, robber)


def abandoned(t: Table[RobberState], encounter: Encounter) -> None:
    """The party ran from a special fight: allies stay behind, a rival is at large."""
    what, _, rest = encounter.spoils.partition(":")
    if what == "allies":
        ids = [int(number) for number in rest.split(",")]
        for robber in t.state.robbers:
            robber.henchmen = [mate for mate in robber.henchmen if mate.id not in ids]
    elif what == "rival":
        odd_chase.at_large(t)
