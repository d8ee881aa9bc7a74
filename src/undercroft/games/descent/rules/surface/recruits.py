"""Recruits: personas taken up and made, and old hands (DES-SETUP, DES-IDEA-08)."""

from __future__ import annotations

from .....engine import Option, Table
from ...state import Game, Member, add, dial, member
from ..basics.answers import Number
from ..basics.throws import amount, one_die
from ..personas.people import (
    ANYBODYS,
    HERS,
    NAMES,
    PEOPLE,
    full_body,
    gain_apprentice,
    gain_daughter,
    gain_son,
    new_member,
    price_of_rise,
)
from ..treasure.finds import find_magic_weapon, find_spell
from .answers import NATURES, Folk, Nature, read

MOST_PERSONAS = 20  # to a player, whatever the dial

USUAL = (
    ("warrior", "human"),
    ("warrior", "dwarf"),
    ("priest", "human"),
    ("wizard", "elf"),
    ("warrior", "elf"),
    ("warrior", "human"),
)


async def roll_call(t: Table[Game], seat: int) -> bool:
    """A player picks up old personas or makes new ones; true when done (DES-SETUP-01, DES-IDEA-08, DES-IDEA-09)."""
    s = t.state
    mine = [m for m in s.members if m.seat == seat and m.status == "home" and m.kind in PEOPLE]
    going = [m for m in mine if m.id in s.party]
    limit = int(dial(s, "personas_per_player")) or MOST_PERSONAS
    options: dict[str, str | Option] = {}
    for m in mine:
        if m.id not in s.party and (len(going) < limit):
            options[Number.say("take", m.id)] = Option(
                f"{m.name} goes down",
                hint=f"{m.denomination} {m.cls}, rank {m.rank}, {m.karma:,} karma, {m.gold:,} gold",
                rule="DES-IDEA-08",
            )
    if len([m for m in mine if m.id not in s.party]) > 1 and limit == MOST_PERSONAS:
        options["all"] = Option("All of them go down")
    if len(going) < limit and len(mine) < MOST_PERSONAS:
        if not mine:
            number = max(1, min(6 // len(s.names), limit))
            options["usual"] = Option(
                "The usual party" if number > 1 else "The usual persona", hint=f"{number} ready-made, named and rolled"
            )
        folk = ["human", "elf", "dwarf", *(["centaur"] if dial(s, "exotic_personas") else [])]
        for cls in ("warrior", "priest", "wizard"):
            for denomination in folk:
                if denomination != "centaur" or cls == "warrior":
                    options[Folk("new", cls, denomination).key] = Option(f"A new {denomination} {cls}", rule="DES-DENOM-01")
    for m in mine:
        if m.id not in s.party:
            options[Number.say("retire", m.id)] = Option(f"{m.name} retires for good", rule="DES-IDEA-08")
    last = seat == len(s.names) - 1
    if s.party or not last:
        options["done"] = Option("That is my party", hint=f"{len(going)} of mine go down")
    question = "Who goes down, {player}?" if len(s.names) > 1 else "Who goes down?"
    choice = await t.choose(seat, question, options, rule="DES-SETUP-01", player=s.names[seat])
    said = read(choice)
    if said.verb == "done":
        return True
    if isinstance(said, Number):
        if said.verb == "take":
            s.party.append(said.number)
        else:
            member(s, said.number).status = "retired"
            t.tell("{name} retires.", rule="DES-IDEA-08", name=member(s, said.number).name)
    elif said.verb == "all":
        s.party.extend(m.id for m in mine if m.id not in s.party)
    elif not isinstance(said, Folk):
        number = max(1, min(6 // len(s.names), limit))
        for index in range(number):
            cls, denomination = USUAL[(seat + index * len(s.names)) % len(USUAL)]
            await make(
                t, seat, cls, denomination, name="", sex="she" if len(s.members) % 2 else "he", virgin=len(s.members) % 3 == 0
            )
        return True
    else:
        cls, denomination = said.cls, said.denomination
        nature = await ask_nature(t, seat, "She or he, virgin or experienced? (Unicorns care.)", "DES-SETUP-06")
        name = await t.ask_text(seat, "What is the {denomination} {cls} called?", rule="DES-SETUP-06", high=24,
                                suggest=lambda: free_names(s, cls, nature.sex), denomination=denomination, cls=cls)  # fmt: skip
        await make(t, seat, cls, denomination, name=name, sex=nature.sex, virgin=nature.virgin)
    return False


async def ask_nature(t: Table[Game], seat: int, question: str, rule: str) -> Nature:
    """Her or him, virgin or not."""
    said = read(await t.choose(seat, question, NATURES, rule=rule, describe=lambda key: key.replace(":", ", ")))
    assert isinstance(said, Nature)
    return said


def free_names(s: Game, cls: str, sex: str) -> list[str]:
    """Names for her or him that nobody in this campaign has had."""
    taken = {m.name for m in s.members}
    fitting = [name for name in NAMES[cls] if name in ANYBODYS or (name in HERS) == (sex == "she")]
    return [name for name in fitting if name not in taken] or [f"{fitting[0]} {len(s.members)}"]


async def make(t: Table[Game], seat: int, cls: str, denomination: str, *, name: str, sex: str, virgin: bool) -> Member:
    """A new persona: tenth rank, no karma, and a purse thrown like gold (DES-SETUP-05, DES-SETUP-07)."""
    s = t.state
    made = new_member(
        s,
        seat=seat,
        name=name or free_names(s, cls, sex)[0],
        cls=cls,
        denomination=denomination,
        sex=sex,
        virgin=virgin,
        status="home",
    )
    setting = str(dial(s, "starting_gold"))
    made.gold = (
        int(setting.partition(":")[2])
        if setting.startswith("fixed")
        else await amount(t, f"purse of {made.name}", rule="DES-SETUP-07")
    )
    if dial(s, "veterans") != "tenth rank":
        await old_hand(t, made)
    if dial(s, "veterans") == "storied":
        await keepsakes(t, made)
    if denomination == "centaur":
        made.goods["SPIKED HOOVES"] = 1
        made.hand = "SPIKED HOOVES"
    s.party.append(made.id)
    t.meet("persona", f"{denomination} {cls}")
    t.tell(
        "{name}, {denomination} {cls}, has {gold:,} gold.",
        rule="DES-SETUP-07",
        name=made.name,
        denomination=denomination,
        cls=cls,
        gold=made.gold,
    )
    return made


async def old_hand(t: Table[Game], m: Member) -> None:
    """An optional short cut: a die says how many ranks he has climbed; children and gifts of those ranks come with him."""
    s = t.state
    m.rank = 11 - await one_die(t, "The gamesmaster", f"how far {m.name} has come", rule="DES-SETUP-05")
    price = price_of_rise(m)
    assert price is not None
    m.gold, m.karma = m.gold + price[0], price[1]
    if m.cls == "warrior" and m.rank <= 7:
        gain_son(s, m)
    if m.cls == "warrior" and m.rank <= 6:
        gain_daughter(s, m)
    if m.cls == "wizard" and m.rank <= 6:
        gain_apprentice(s, m)
    if m.cls == "wizard" and m.rank <= 5:
        add(m.goods, "STAFF OF ETERNAL LIGHT")
    m.body = full_body(s, m)


async def keepsakes(t: Table[Game], m: Member) -> None:
    """The rest of the short cut: what a second rise costs, and a die of finds from descents nobody wrote down, each a throw on
    the table of his calling.
    """
    m.rank -= 1
    price = price_of_rise(m)
    m.rank += 1
    assert price is not None
    m.gold, m.karma = m.gold + price[0], m.karma + price[1]
    for _ in range(await one_die(t, "The gamesmaster", f"what {m.name} has brought home", rule="DES-SETUP-05")):
        if m.cls == "wizard":
            await find_spell(t, to=m)
        else:
            await find_magic_weapon(t, to=m)
