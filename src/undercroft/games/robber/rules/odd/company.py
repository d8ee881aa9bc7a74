"""Odd company (Appendix A): monsters that surprise or are surprised, friends, fiends, and battles of others."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import capital, plural
from ...content import BY_LEVEL, ITEMS, MONSTERS
from ...state import Creature, Encounter, RobberState
from ..character import sheet
from ..character.naming import name_of
from ..character.rolling import roll_on
from ..monsters import appearing, henchmen
from .answers import Deal, read


async def surprised(t: Table[RobberState]) -> None:
    """3 (ROB-AOH-03): a monster goes first and attacks; no sneak, no parlay."""
    await appearing.wandering(t, rule="ROB-AOH-03")
    met = t.state.encounter
    assert met is not None
    met.aware, met.stage = True, "fight"
    met.first = [foe.id for foe in met.foes if foe.side == 0]
    t.tell("It saw you first.", rule="ROB-AOH-03")


async def surprise(t: Table[RobberState]) -> None:
    """4 (ROB-AOH-04): the robber surprises a monster; attacking at once gives two turns in a row; ambush is cancelled."""
    s = t.state
    pursued = s.delve.bearings == "pursued"
    await appearing.wandering(t, rule="ROB-AOH-04")
    met = s.encounter
    assert met is not None
    met.first = []
    met.surprised = True
    if not pursued:
        met.aware, met.stage = False, "meeting"
    t.tell("It has not seen you. Attack now and you strike twice.", rule="ROB-AOH-04")


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
        Deal.keys("password", kinds),
        rule="ROB-AOH-07",
        describe=lambda key: capital(MONSTERS[read(key).what].name),
    )
    s.delve.password = read(key).what
    t.tell(
        "The {foes} say it to each other twice, to be sure. So do you.",
        rule="ROB-AOH-07",
        foes=plural(MONSTERS[s.delve.password].name),
    )


async def friendly_npc(t: Table[RobberState]) -> None:
    """8 (ROB-AOH-08): a henchman, intelligent, armed, of the dungeon's level."""
    s = t.state
    friend = await appearing.spawn(t, "adventurer", rule="ROB-AOH-08", level=s.delve.level)
    t.tell("{seen}.", rule="ROB-AOH-08", seen=MONSTERS["adventurer"].seen)
    await henchmen.join(t, sheet.caller(s), friend, rule="ROB-AOH-08")


async def fiend_folio(t: Table[RobberState]) -> None:
    """12 (ROB-AOH-12, -13): nine times in ten a gimmick monster, else a flumph with advice."""
    s = t.state
    entry = await roll_on(t, "fiend_folio", rule="ROB-AOH-12", seat=s.caller)
    t.meet("fiend", entry.key)
    if entry.key == "flumph":
        if s.delve.bearings != "pursued":
            await flumph(t)
        return
    foes = [await appearing.spawn(t, "gimmick", rule="ROB-AOH-12", level=s.delve.level) for _ in sheet.living(s)]
    await appearing.encounter(t, foes, place="passage", rule="ROB-AOH-12")


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
    sides = [await appearing.appear(t, s.delve.level, rule="ROB-AOH-26") for _ in range(2)]
    names = [name_of(side[0]) for side in sides]
    alike = names[0] == names[1]
    key = await t.choose(
        s.caller,
        "{foes} are at each other's throats. Whose side are you on?",
        ["away", *Deal.keys("help", (0, 1))],
        rule="ROB-AOH-26",
        describe=lambda key: (
            Option("Walk away", hint="they will not notice")
            if key == "away"
            else describe_side(names, sides, int(read(key).what), alike)
        ),
        foes=lambda: f"Two {plural(names[0])}" if alike else f"The {names[0]} and the {names[1]}",
    )
    if key == "away":
        t.tell("They never notice. It is none of your business.", rule="ROB-AOH-26")
        return
    side = int(read(key).what)
    friends, foes = sides[side], sides[1 - side]
    caller = sheet.caller(s)
    caller.henchmen += friends
    s.encounter = Encounter("fight", foes, "passage", loot_level=s.delve.level, aware=True,
                            spoils=f"allies:{','.join(str(friend.id) for friend in friends)}")  # fmt: skip
    s.tally.met += 1
    t.tell("{robber:^} joins in, on the side of the {friend}.", rule="ROB-AOH-26", robber=caller.name, friend=name_of(friends[0]))


def describe_side(names: list[str], sides: list[list[Creature]], which: int, alike: bool) -> Option:
    """Whom to help, and what it is worth."""
    wise = MONSTERS[sides[which][0].kind].intelligent
    name = f"{names[which]} on the {('left', 'right')[which]}" if alike else names[which]
    return Option(f"Help the {name}", hint="it will follow you, if it lives" if wise else "it will not thank you")


async def two_monsters(t: Table[RobberState]) -> None:
    """28 (ROB-AOH-38): one ahead, one behind; a pursued robber has one behind already, and meets only one more."""
    s = t.state
    if s.delve.bearings == "pursued":
        await appearing.wandering(t, rule="ROB-AOH-38")
        return
    ahead = await appearing.appear(t, s.delve.level, rule="ROB-AOH-38")
    behind = await appearing.appear(t, s.delve.level, rule="ROB-AOH-38")
    for foe in behind:
        foe.side = 1
    await appearing.encounter(t, [*ahead, *behind], place="passage", rule="ROB-AOH-38")
    t.tell("And behind you: {foe:a}.", rule="ROB-AOH-38", foe=name_of(behind[0]))


async def monster(t: Table[RobberState]) -> None:
    """27 (ROB-AOH-37): a wandering monster."""
    await appearing.wandering(t, rule="ROB-AOH-37")


async def signs(t: Table[RobberState]) -> None:
    """21 (ROB-AOH-31): tracks; the next wandering monster of a 19 may be let pass."""
    t.state.delve.signs = True
    t.tell("Tracks, fresh, and something chewed. You will know it when you hear it.", rule="ROB-AOH-31")


def allies(encounter: Encounter) -> list[int]:
    """Whom the party helped, by number."""
    return [int(number) for number in encounter.spoils.partition(":")[2].split(",")]


async def thank_allies(t: Table[RobberState], encounter: Encounter) -> None:
    """Those helped stay if they have wits, within the limit (ROB-AOH-26); others go their way."""
    ids = allies(encounter)
    gone: list[str] = []
    for robber in sheet.living(t.state):
        for mate in [mate for mate in robber.henchmen if mate.id in ids]:
            if MONSTERS[mate.kind].intelligent:
                t.tell("The {foe} will follow {robber} now.", rule="ROB-AOH-26", foe=name_of(mate), robber=robber.name)
            else:
                alone = "The {beast} licks its wounds and trots off."
                how = "The other {beast} goes after it." if name_of(mate) in gone else alone
                henchmen.lose(t, mate, how, rule="ROB-AOH-26")
                gone.append(name_of(mate))
        await henchmen.keep_limit(t, robber)


def leave_allies(t: Table[RobberState], encounter: Encounter) -> None:
    """The party ran: those it helped stay behind."""
    ids = allies(encounter)
    for robber in t.state.robbers:
        robber.henchmen = [mate for mate in robber.henchmen if mate.id not in ids]
