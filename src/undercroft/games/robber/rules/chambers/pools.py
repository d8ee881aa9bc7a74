"""Magic pools of the poster's caves: known only by getting wet. Reached through advanced odd happenings and Real Mapping."""

from __future__ import annotations

from .....engine import Option, Table
from ...content import ABILITIES, TABLES
from ...state import Purse, Robber, RobberState
from ..belongings import carrying
from ..character import coins, life, sheet
from ..character.life import hp_changed
from ..character.rolling import roll_on
from ..monsters import henchmen, running
from ..town import homecoming
from ..traps import bearings
from ..treasure import wonders

WALK_HOME = 30  # ROB-POOL-06: GP, a month's keep


async def offer_pool(t: Table[RobberState]) -> None:
    """A magic pool (ROB-POOL-02): what it is shows only to those who enter; staying dry is allowed."""
    s = t.state
    caller = sheet.caller(s)
    key = await t.choose(
        caller.seat,
        "A pool, very still, and lit from nowhere. Get in?",
        {"enter": Option("Wade in", hint="gold, an ability, a wish or a journey; for good or ill"), "leave": Option("Stay dry")},
        rule="ROB-POOL-02",
    )
    if key == "enter":
        await enter(t, caller)


async def enter(t: Table[RobberState], robber: Robber) -> None:
    """Roll on the magic pools (ROB-POOL-01)."""
    entry = await roll_on(t, "magic_pools", rule="ROB-POOL-01", seat=robber.seat)
    t.meet("pool", entry.key)
    await POOLS[entry.key](t, robber)


async def gold(t: Table[RobberState], robber: Robber) -> None:
    """ROB-POOL-03: carried gold pieces turn to platinum, or to lead."""
    entry = await roll_on(t, "pool_gold", rule="ROB-POOL-03", seat=robber.seat)
    purses = [robber.purse, *([robber.heavy.box] if robber.heavy is not None and robber.heavy.box is not None else [])]
    for purse in purses:
        if entry.key == "platinum":
            purse.pp += purse.gp
        purse.gp = 0
    t.tell("The water hums. Every gold piece is {metal} now.", rule="ROB-POOL-03", metal=entry.key)


async def ability(t: Table[RobberState], robber: Robber) -> None:
    """ROB-POOL-04: one ability a step up or down; Normal and High are the only steps there are."""
    way = (await roll_on(t, "pool_add_or_subtract", rule="ROB-POOL-04", seat=robber.seat)).key
    which = (await roll_on(t, "pool_ability", rule="ROB-POOL-04", seat=robber.seat)).key
    if way == "add":
        await life.raise_ability(t, robber, which)
    else:
        await lower_ability(t, robber, which)
    t.tell("{robber:^} comes out with {level} {ability}.", rule="ROB-POOL-04", robber=robber.name,
           level="High" if which in robber.high else "Normal", ability=ABILITIES[which])  # fmt: skip


async def talking(t: Table[RobberState], robber: Robber) -> None:
    """ROB-POOL-05: a wish to its own alignment, 1d20 damage to others; robbers are neutral (they rob for bread)."""
    entry = await roll_on(t, "pool_alignment", rule="ROB-POOL-05", seat=robber.seat)
    t.tell("The pool clears its throat. It is {alignment}.", rule="ROB-POOL-05", alignment=entry.text.lower())
    if entry.key != "neutral":
        life.hurt(t, robber, await t.roll("1d20", "the pool disagrees", rule="ROB-POOL-05"), "talking pool", rule="ROB-POOL-05")
        return
    await wish(t, robber)


async def wish(t: Table[RobberState], robber: Robber) -> None:
    """The wish menu: health, an ability, gems, a magic item, or home."""
    menu = TABLES["wish_menu"]
    wishes = [wish.key for wish in menu.entries if wish.key != "ability" or len(robber.high) < len(ABILITIES)]
    key = await t.choose(robber.seat, menu.title, wishes, rule="ROB-POOL-05", describe=lambda key: menu.line(key).text)
    if key == "heal":
        life.heal(t, robber, sheet.max_hp(robber), rule="ROB-POOL-05")
        robber.lycanthropy = robber.sick = False
    elif key == "ability":
        normal = [name for name in ABILITIES if name not in robber.high]
        pick = await t.choose(robber.seat, "Which ability?", normal, rule="ROB-POOL-05", describe=lambda key: ABILITIES[key])
        await life.raise_ability(t, robber, pick)
    elif key == "gold":
        await carrying.pocket(t, robber, Purse(gems=4))
    elif key == "magic":
        lines = [entry.key for entry in TABLES["magic_items"].entries if entry.key != "cursed_weapon"]
        pick = await t.choose(
            robber.seat, "Which item?", lines, rule="ROB-POOL-05", describe=lambda key: TABLES["magic_items"].line(key).text
        )
        await wonders.gain_magic(t, robber, pick)
    else:
        await homecoming.leave(t)


async def transporter(t: Table[RobberState], robber: Robber) -> None:
    """ROB-POOL-06: the surface, elsewhere on the level, one level down, or a hundred miles away."""
    s = t.state
    entry = await roll_on(t, "pool_transport", rule="ROB-POOL-06", seat=robber.seat)
    if entry.key == "same":
        await bearings.no_way_back(t, "The water closes, and opens somewhere else.", rule="ROB-POOL-06")
        running.shake_off(t, "Nothing climbs out after you.", rule="ROB-POOL-06")
        s.delve.bearings = "lost"
    elif entry.key == "down1":
        await bearings.fall(t, 1, "The pool has no bottom, and then it has.", rule="ROB-POOL-06")
    elif entry.key == "surface":
        t.tell("Daylight, and ducks.", rule="ROB-POOL-06")
        await homecoming.leave(t)
    else:
        t.tell("Daylight, and a milestone: home is a hundred miles off.", rule="ROB-POOL-06")
        for walker in sheet.living(s):
            money = coins.money(walker)  # gems and the box are changed on the way, like everything at the end of a delve
            walker.purse = Purse(cp=money - min(WALK_HOME * 100, money))
            if walker.heavy is not None and walker.heavy.box is not None:
                walker.heavy = None
        await homecoming.leave(t)


POOLS = {"gold": gold, "ability": ability, "talking": talking, "transporter": transporter}


async def lower_ability(t: Table[RobberState], robber: Robber, ability: str) -> None:
    """A High ability becomes Normal; a second henchman may have to go (ROB-HENCH-08)."""
    before = sheet.max_hp(robber)
    if ability in robber.high:
        robber.high.remove(ability)
    hp_changed(robber, before)
    await henchmen.keep_limit(t, robber)
