"""The character sheet: every number that follows from abilities, level, calling and gear. Nothing here rolls or asks."""

from __future__ import annotations

from ...content import CALLINGS, HIGH_MEANS, ITEMS, MONSTERS, PREY, STATIONS, Calling, Item, Station
from ...state import Creature, Robber, RobberState

SAVE, WISE_SAVE = 10, 8  # ROB-CHAR-04, ROB-ABIL-06
FIRST_EDITION = {
    "poison": 16,
    "paralysis": 16,
    "disease": 16,
    "petrification": 17,
    "stone": 17,
    "oil": 19,
    "spell": 19,
}  # ROB-DND-02


def calling(robber: Robber) -> Calling:
    """The robber's calling, whose benefits count by level."""
    return CALLINGS[robber.calling]


def per_level(rate: tuple[int, int], level: int) -> int:
    """So many points for every so many levels."""
    points, every = rate
    return points * (level // every)


def high(robber: Robber, ability: str) -> bool:
    """Whether an ability is High, from birth, book, pool, gas or gauntlets. High is yes or no (ROB-ABIL-14)."""
    if ability in robber.high:
        return True
    return ability == "str" and (robber.strong or "gauntlets" in robber.pack)


def means(s: RobberState, ability: str) -> str:
    """What an ability is good for when High, in words; on a drawn map nobody rolls for the way back (ROB-MAP-02)."""
    if ability == "int" and s.dials.mapping:
        return "wizard scrolls, and an eye for what is hidden" if s.dials.protected else "wizard scrolls"
    return HIGH_MEANS[ability]


def max_hp(robber: Robber) -> int:
    """The most hit points: 10 at the start, 1 a level for a Dungeon Robber, Constitution now and at odd levels."""
    constitution = 1 + (robber.level + 1) // 2 if "con" in robber.high else 0  # ROB-ABIL-10, ROB-ABIL-11
    return robber.base_hp + per_level(calling(robber).hp, robber.level) + constitution


def armor_class(robber: Robber, *, fleeing: bool = False) -> int:
    """10, with Dexterity, one suit of armor (or bracers), a shield and a ring; levels help only on the run (ROB-XP-04)."""
    if robber.beast:
        kind = MONSTERS[robber.beast]
        return 0 if "defenseless" in kind.keywords else 10 + kind.level  # ROB-AOH-22
    total = 10
    if "dex" in robber.high:
        total += 1
    if robber.armor:
        total += ITEMS[robber.armor].ac
    if robber.shield:
        total += ITEMS["shield"].ac
    if "ring_protection" in robber.pack:
        total += ITEMS["ring_protection"].ac  # ROB-MAGIC-16: two rings do not add up
    if fleeing:
        total += per_level(calling(robber).flee, robber.level)
    return total


def weapon(robber: Robber) -> Item | None:
    """The weapon in hand; None: fists, or a monster's own."""
    if robber.beast:
        return None
    return ITEMS[robber.weapon] if robber.weapon else None


def attack_bonus(robber: Robber) -> int:
    """Added to every attack roll, whatever the weapon."""
    if robber.beast:
        return MONSTERS[robber.beast].level
    return (1 if high(robber, "str") else 0) + per_level(calling(robber).attack, robber.level)


def is_prey(robber: Robber, kind: str) -> bool:
    """Whether a Van Helsing kit is at hand for this kind of monster (ROB-VALU-05)."""
    return PREY.get(kind) in robber.pack


def sneak_bonus(robber: Robber) -> int:
    """Added to sneak rolls: Dexterity, boots, ring, calling."""
    total = (1 if "dex" in robber.high else 0) + per_level(calling(robber).sneak, robber.level)
    for item in ("elven_boots", "ring_invisibility"):
        if item in robber.pack:
            total += ITEMS[item].sneak
    return total


def save_number(s: RobberState, robber: Robber, against: str) -> int:
    """What a saving throw must reach: 10, or 8 with High Wisdom; by kind of danger under the first-edition dial."""
    number = SAVE
    if s.dials.saves == "first_edition":
        number = FIRST_EDITION.get(against, SAVE)
        return number - 2 if "wis" in robber.high else number
    return WISE_SAVE if "wis" in robber.high else number


def may_wield(robber: Robber, item: Item) -> bool:
    """Whether the calling allows the weapon."""
    allowed = calling(robber).weapons
    return "all" in allowed or item.family in allowed


def may_wear(robber: Robber, item: Item) -> bool:
    """Whether the calling allows the armor or shield."""
    if item.slot == "shield":
        return calling(robber).shield
    allowed = calling(robber).armor
    return "all" in allowed or item.family in allowed


def may_read(robber: Robber, item: Item) -> bool:
    """Wizard scrolls ask for High Intelligence, cleric scrolls for High Wisdom, and a calling that reads them."""
    if item.school not in calling(robber).scrolls:
        return False
    return ("int" if item.school == "wizard" else "wis") in robber.high


def can_sneak(robber: Robber) -> bool:
    """No sneaking in chain or plate (ROB-SNEAK-02)."""
    return not (robber.armor and ITEMS[robber.armor].noisy)


def station(xp: int) -> Station:
    """The station that so much experience buys."""
    return next(step for step in reversed(STATIONS) if xp >= step.xp)


def title(robber: Robber) -> str:
    """The robber's title, in the form they chose."""
    step = STATIONS[robber.level]
    return step.title_her if step.title_her and robber.her else step.title


def henchman_limit(robber: Robber) -> int:
    """One henchman, two with High Charisma."""
    return 2 if "cha" in robber.high else 1


def living(s: RobberState) -> list[Robber]:
    """The robbers still in play."""
    robbers = s.robbers
    if len(robbers) == 1 and robbers[0].alive and not robbers[0].retired:  # mostly, and asked all the time
        return robbers[:]
    return [robber for robber in robbers if robber.alive and not robber.retired]


def anyone_sick(s: RobberState) -> bool:
    """Whether one of them is too sick to go on."""
    return any([robber.sick and robber.alive and not robber.retired for robber in s.robbers])  # noqa: C419 - quicker


def caller(s: RobberState) -> Robber:
    """Whose turn it is to steer and throw; alone, the robber."""
    return s.robbers[s.caller]


def mates(s: RobberState) -> list[Creature]:
    """Every henchman in the party."""
    return [mate for robber in living(s) for mate in robber.henchmen]


def refer(who: Robber | Creature) -> str:
    """The name by which the state points at somebody: "robber-0", "mate-7" or "foe-7" all by number."""
    return f"robber-{who.seat}" if isinstance(who, Robber) else f"mate-{who.id}"
