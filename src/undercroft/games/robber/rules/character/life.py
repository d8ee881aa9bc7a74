"""Hit points, saving throws and death: what happens to robbers and creatures, whoever did it."""

from __future__ import annotations

from .....engine import Table
from .....engine.words import capital
from ...content import MONSTERS
from ...state import Creature, Robber, RobberState
from . import beast, coins, lots, sheet
from .naming import name_of

MONSTER_SAVE = 10  # ROB-CHAR-05

# What the gravestone says of those no monster claims. {level} is the dungeon level.
EPITAPHS = {
    "pit": "found a pit by the usual method",
    "spiked pit": "found a pit with spikes, in that order",
    "closing walls": "lies flat on level {level}, between two walls that met",
    "burning oil": "was basted",
    "arrow trap": "stepped on the one flagstone that mattered",
    "spear trap": "stopped a spear, and it stopped back",
    "poison": "had hardly a scratch",
    "poison gas": "took a deep breath on level {level}",
    "falling door": "was closed on by a door from above",
    "falling stone": "stood where a stone wanted to be",
    "moldy clothes": "was killed by a shirt",
    "talking pool": "disagreed with a puddle",
    "friendly blow": "was struck down by a friend who had the wrong one",
    "chasm": "was nearly across",
    "guarded treasure": "opened the right chest the wrong way",
    "sleep": "slept through the important part",
}


def drop_dead(t: Table[RobberState], robber: Robber, cause: str, *, rule: str) -> None:
    """A robber dies (ROB-FIGHT-13): killer, place and losses are written down, and henchmen walk off."""
    s = t.state
    if robber.beast:
        if robber.alive:
            beast.beast_dies(t)
        return
    level = s.delve.level
    killer = lots.killer(s, cause)
    line = MONSTERS[cause].obituary if cause in MONSTERS else EPITAPHS.get(cause, "did not come back")
    if killer is not None:
        line = f"was killed by {killer.seen}".replace("{", "").replace("}", "")
    robber.alive = False
    robber.hp = 0
    robber.cause = killer.one if killer is not None else MONSTERS[cause].name if cause in MONSTERS else cause
    robber.epitaph = line.format(level=level)
    robber.died_at = (level, s.delve.room)
    robber.lost_gp = coins.carried(robber) // 100
    robber.henchmen = []
    lots.dies(s, robber)
    t.tell("{robber:^} {line}.", rule=rule, kind="headline", robber=robber.name, line=robber.epitaph)
    s.story.append(f"{robber.name} {robber.epitaph}, on level {level}{', room ' + str(s.delve.room) if s.delve.room else ''}")
    if len(s.robbers) > 1 and sheet.living(s) and "remains" not in s.delve.after:
        s.delve.after.insert(0, "remains")  # ROB-MULTI-12
    if not sheet.living(s):
        s.over = True
    elif not sheet.caller(s).alive:
        pass_the_call(s)


def pass_the_call(s: RobberState) -> None:
    """The office of caller goes to the next living robber on the left (ROB-MULTI-03)."""
    count = len(s.robbers)
    for step in range(1, count + 1):
        robber = s.robbers[(s.caller + step) % count]
        if robber.alive and not robber.retired:
            s.caller = robber.seat
            return


def hurt(t: Table[RobberState], robber: Robber, amount: int, cause: str, *, rule: str, how: str = "") -> None:
    """Take hit points from a robber; at 0 or less the robber is dead (ROB-FIGHT-13). `how` says what happened, without a stop."""
    robber.hp -= amount
    if not t.light:
        what = how or f"{robber.name} loses {amount} HP"
        left = (
            f", leaving {robber.hp} HP." if robber.hp > 0 else f", which is {'all' if robber.hp == 0 else 'more than'} there was."
        )
        t.tell("{what}{left}", rule=rule, what=capital(what), left=left)
    if robber.hp <= 0:
        drop_dead(t, robber, cause, rule=rule)


def heal(t: Table[RobberState], robber: Robber, amount: int, *, rule: str) -> int:
    """Give hit points back, never above the maximum; returns how many it was."""
    gained = max(0, min(amount, sheet.max_hp(robber) - robber.hp))
    robber.hp += gained
    if gained:
        t.tell("{robber:^} recovers {amount} HP and has {hp}.", rule=rule, robber=robber.name, amount=gained, hp=robber.hp)
    return gained


def mend(mate: Creature, amount: int) -> int:
    """Give hit points back to a henchman, never above what it had when met."""
    gained = max(0, min(amount, mate.full - mate.hp))
    mate.hp += gained
    return gained


async def save(t: Table[RobberState], robber: Robber, against: str, *, rule: str, bonus: int = 0) -> bool:
    """A robber's saving throw: d20, equal or higher succeeds (ROB-CHAR-04). Dangers of traps and gas pass a bonus."""
    need = sheet.save_number(t.state, robber, against)
    return await t.roll("1d20", f"{robber.name} saves on {need - bonus}+", rule=rule, seat=robber.seat) + bonus >= need


async def creature_saves(t: Table[RobberState], creature: Creature, *, rule: str) -> bool:
    """A monster's or henchman's saving throw: 10 or more."""
    return await t.roll("1d20", f"the {name_of(creature)} saves on {MONSTER_SAVE}+", rule=rule) >= MONSTER_SAVE


def hp_changed(robber: Robber, before: int) -> None:
    """The maximum moved from `before`: gains are given at once, losses only cut what is above (ROB-XP-03, ROB-ABIL-14)."""
    now = sheet.max_hp(robber)
    if now > before:
        robber.hp += now - before
    robber.hp = min(robber.hp, now)


async def raise_ability(t: Table[RobberState], robber: Robber, ability: str) -> None:
    """An ability becomes High for good; all that follows from it is reckoned anew at once."""
    before = sheet.max_hp(robber)
    if ability not in robber.high:
        robber.high.append(ability)
    hp_changed(robber, before)


def set_level(t: Table[RobberState], robber: Robber, level: int) -> None:
    """A robber's level moves, and hit points with it."""
    before = sheet.max_hp(robber)
    robber.level = level
    hp_changed(robber, before)
