"""Collector: a persona of wide interests, who buys the strangest goods, arms the party oddly and tries every use once.

Everything here is a first thought, laid over the steady one: no answer means that the common sense of the other modules
decides. It knows what any player knows - the price list, its own bags, and which uses the table has seen.
"""

from __future__ import annotations

from ..arsenal import ARMOURS, ARROWS, DARTS, SHIELDS, arms, supplies
from ..bestiary import baddies
from ..bestiary import gifts as peace_table
from ..rules.basics.answers import Name
from ..rules.basics.money import coin
from ..rules.battle.answers import Aimed, read
from ..rules.ending.answers import Run
from ..rules.ending.answers import read as read_way_out
from ..rules.orders.answers import read as read_order
from ..rules.personas.people import chivalrous, may_use, refuses
from ..rules.surface.shelves import price
from ..state import Battle, Member
from .mind import Mind
from .notions import LOLLIPOPS, drawn, fighter, launcher, owes_son, sold

RESERVE = 48  # silver kept back, for torches and tickets
HEAPS = {LOLLIPOPS: 3, "ROPES": 3, "FOOL'S GOLD": 6, "CHEESE": 3, "WOODEN STAKES": 2, "BIRD CAGES": 2, "BOAT REPAIR KIT": 2}
WITH = {  # what is of no use without something else in the party
    "STEEL HULL": ("BOAT",),
    "BOAT REPAIR KIT": ("BOAT", "INFLATABLE RUBBER RAFT"),
    "MATCHES": ("SAURIAN BRANDY", "MATCHES"),
    **dict.fromkeys(ARROWS, ("BOW", "CROSS-BOW")),
    **dict.fromkeys(DARTS, ("BLOW-GUN",)),
    "QUIVER": ("BOW", "CROSS-BOW", "BLOW-GUN"),
}
STALLS = {
    "tangle": "TANGLE-WEED",
    "bomb": "SMOKE BOMBS",
    "grenade": "SMOKE GRENADES",
    "pins": "PINS",
    "wrap": "HANDI WRAP",
    "glue": "GLUE",
    "brandy": "MATCHES",
}
HUNCHES = {  # what anybody would think of: stones for what flies or stands tall, a chain for wheels, a hunter's dagger for lions
    "SLING": ("Bats", "Harpies", "Cyclops"),
    "BICYCLE CHAIN": ("Volkswagens",),
    "BUNDI DAGGER": ("Lions",),
    "QUARTERSTAFF": ("Ninja",),
    "BULL-WHIP": ("Lions", "Bears", "Gorillas"),
}
HELPLESS = ("BLINDING BALLS", "BOLA", "JOKEBOOK", "ELEPHANT JOKEBOOKS", "CAMERA OUTFIT")  # they tie, blind or make laugh
ACTS = {
    "parry": "QUARTERSTAFF",
    "crucifix": "CRUCIFIX",
    "water": "HOLY WATER",
    "stake": "WOODEN STAKES",
    "sugar": "SUGAR",
    "lysol": "LYSOL SPRAY",
    "joke": "ELEPHANT JOKEBOOKS",
}


def curiosity(mind: Mind, m: Member) -> tuple[str, int]:
    """The next thing this persona cannot leave on the shelf: what nobody has tried yet, and the party has not got."""
    if _gambler(mind, m) and sold(mind, m, "LOADED DICE"):
        return "LOADED DICE", 1
    if launcher(mind, m) and sold(mind, m, launcher(mind, m)):
        return launcher(mind, m), 1
    if _owned(mind, "INFLATABLE RUBBER RAFT") and not _owned(mind, "PINS") and sold(mind, m, "PINS"):
        return "PINS", 1  # just to see
    if owes_son(m):  # what is left is for the rise
        for name in (LOLLIPOPS, "FLIES"):
            if m.goods.get(name, 0) < 3 and sold(mind, m, name):
                return name, 3 - m.goods.get(name, 0)
        return "", 0
    if coin(m) < RESERVE:
        return "", 0
    held: dict[str, int] = {}
    for one in mind.mine():
        for name, number in one.goods.items():
            held[name] = held.get(name, 0) + number
    shelf = (*arms(), *supplies()) if mind.temper.collects else (*arms(), "ELEPHANT JOKEBOOKS")
    wanted = [name for name in shelf if _tempting(mind, m, name, held)]
    wanted = [name for name in wanted if coin(m) - price(mind.s, name) * HEAPS.get(name, 1) >= RESERVE and sold(mind, m, name)]
    fresh = [name for name in wanted if mind.fresh(name)]
    if m.cls == "wizard" and "SPEAR BALLS" in wanted:
        return "SPEAR BALLS", 2
    if m.virgin and "UNICORN PERFUME" in fresh:
        return "UNICORN PERFUME", 1
    if not (fresh or wanted):
        return "", 0
    secret = [name for name in fresh if name in arms() and arms()[name].special_purpose]
    best = (secret if secret and len(m.goods) % 2 else fresh) or wanted
    name = best[(7 * m.id + 13 * mind.s.descent + 5 * len(m.goods)) % len(best)]
    heap = 3 if name in (*ARROWS, *DARTS) else HEAPS.get(name, 1) - held.get(name, 0)
    return name, max(1, heap)


def _owned(mind: Mind, name: str) -> bool:
    """Whether this player's personas, or the baggage, have one."""
    return bool(mind.s.chest.goods.get(name)) or any(one.goods.get(name) for one in mind.mine())


def _gambler(mind: Mind, m: Member) -> bool:
    """Whether a persona should have the loaded dice, which nobody in the party has."""
    held = any(one.goods.get("LOADED DICE") for one in mind.mine())
    return mind.fresh("LOADED DICE") and not held and m.cls == "warrior" and not chivalrous(m)


def _tempting(mind: Mind, m: Member, name: str, held: dict[str, int]) -> bool:
    """Whether this persona could put a thing to use, and the party wants for it."""
    if name in ("TORCHES", "SIMULACRA") or name in ARMOURS or name in SHIELDS:
        return False
    if name in WITH and not any(
        m.goods.get(other) if name in (*ARROWS, *DARTS, "QUIVER") else held.get(other) for other in WITH[name]
    ):
        return False
    arm = arms().get(name)
    if arm is not None and arm.kind == "weapon":
        return not held.get(name) and not refuses(mind.s, m, name)
    if arm is not None:
        return m.goods.get(name, 0) < 1
    if name == "LOADED DICE":
        return False
    return may_use(m, name) and held.get(name, 0) < HEAPS.get(name, 1)


def walk(mind: Mind) -> str:
    """Any errand that has not been run, a new way to carry the line, rope before a leap."""
    if mind.ask.rule == "DES-SPCH-04":
        return mind.first("rope") or ("leap" if "leap" in mind.keys and mind.chance(3) else "back")
    if mind.ask.rule == "DES-MAGW-03":
        return mind.pick([key for key in mind.keys if key != "never-mind"] or mind.keys)
    if mind.ask.rule != "DES-MOVE-01":
        return ""
    if "climb" in mind.keys and not mind.chance(4):
        return "climb"
    now = mind.saying(read_order, "patch", "bang", "read", "trade", "whole", "play", "show", "glue", "scout")
    if now and mind.chance(2):
        return mind.pick(now)
    if "line" in mind.keys and mind.chance(12):
        return "line"
    seldom = mind.first("search", "gum", "break")
    return seldom if seldom and mind.chance(12) else ""


def meeting(mind: Mind) -> str:
    """Gifts first, the odder the better; a stall nobody has seen is worth running for."""
    b = mind.s.battle
    if mind.ask.rule == "DES-SUP-29":
        return mind.first("poison") if mind.chance(2) else ""
    if mind.ask.rule == "DES-BST-36":
        scented = [key for key, m in mind.whom().items() if m.goods.get("UNICORN PERFUME")]
        return mind.pick(scented) if scented else ""
    if b is None or mind.ask.rule != "DES-PEACE-01":
        return ""
    if "offer" in mind.keys and mind.s.jokes and b.foes[0].name == "Elephants":
        return "offer"  # surely they have forgotten
    sure = mind.first("tame", "son", "ransom", "lift", "thorny")
    if sure and not mind.chance(4):
        return sure
    stall = _new_stall(mind)
    if stall and mind.chance(3):
        return stall
    if "offer" in mind.keys and mind.chance(2):
        return "offer"
    return "idea" if mind.chance(20) else ""


def _new_stall(mind: Mind) -> str:
    for key, said in mind.heard(read_way_out).items():
        if isinstance(said, Run) and said.stall and (said.stall not in STALLS or mind.fresh(STALLS[said.stall])):
            return key
    return ""


def battle(mind: Mind) -> str:
    """Odd balls, odd weapons, and whatever can be done in place of a blow."""
    b = mind.s.battle
    rule = mind.ask.rule
    if b is None:
        return ""
    if rule == "DES-FLEE-06":
        stall = _new_stall(mind)
        if stall and (b.stall or mind.chance(4)):
            return stall
        return mind.first("thorny") or ("rear" if "rear" in mind.keys and mind.chance(30) else "")
    if rule == "DES-WZB-01":
        odd = [key for key in mind.keys if key not in ("none", "LIGHT BALLS", "MACE BALLS")]
        return mind.pick(odd) if odd and mind.chance(2) else ""
    if rule == "DES-BAT-09":
        return _blow(mind, b)
    return ""


def _blow(mind: Mind, b: Battle) -> str:
    acts = {key: said.verb for key, said in mind.heard(read).items() if said.verb in ACTS}
    fresh = [key for key, verb in acts.items() if mind.fresh(ACTS[verb])]
    if fresh and mind.chance(2):
        return mind.pick(fresh)
    if "joke" in acts and not mind.s.jokes and mind.chance(2):
        return "joke"
    if acts and mind.chance(6):
        return mind.pick(list(acts))
    return odd_arm(mind, b)


def odd_arm(mind: Mind, b: Battle) -> str:
    """A weapon nobody has tried on these baddies, or one made for the helpless."""
    m = fighter(mind)
    if m is None:
        return ""
    if m.hand == "STILLETO" and lies_in_wait(mind):
        return ""
    if any(foe.tied > 1 for foe in b.foes) and Name.say("draw", "STILLETO") in mind.keys:
        return Name.say("draw", "STILLETO")
    foe = b.foes[0].name
    if foe in HUNCHES.get(m.hand, ()) or (m.hand == "BICYCLE CHAIN" and mind.fresh(m.hand) and _armed(foe)):
        return ""
    page = mind.s.notebooks[max(0, m.seat)].get(foe, {})
    draws = drawn(mind)
    hunch = [key for key, arm in draws.items() if foe in HUNCHES.get(arm, ()) and page.get(arm.lower(), [1])[0] > 0]
    chain = Name.say("draw", "BICYCLE CHAIN")
    if chain in mind.keys and mind.fresh("BICYCLE CHAIN") and _armed(foe):
        hunch.append(chain)
    if hunch and not mind.chance(4):
        return mind.pick(hunch)
    tried = any(name.startswith(m.hand.lower()) for name in page) if m.hand else True
    untried = [key for key, arm in draws.items() if arm.lower() not in page]
    if tried and untried and not mind.chance(3):
        return mind.pick([key for key in untried if mind.fresh(draws[key])] or untried)
    shots = {key: said.arm for key, said in mind.heard(read).items() if isinstance(said, Aimed) and said.verb == "shoot"}
    if shots and not mind.chance(3):
        return mind.pick([key for key, arm in shots.items() if mind.fresh(arm)] or list(shots))
    return ""


def _armed(name: str) -> bool:
    """Whether they carry something a chain might catch in."""
    line = baddies().get(name)
    return line is not None and line.category == "humanoid"


def lies_in_wait(mind: Mind) -> bool:
    """Whether somebody in the party can make baddies helpless, and nobody has seen what a stilleto then does."""
    return mind.fresh("STILLETO") and any(mind.party_has(name) for name in HELPLESS)


def gifts(mind: Mind) -> list[str]:
    """One thing out of the bags, rather one whose use nobody knows; those who love gold may love what glitters."""
    assert mind.s.battle is not None
    line = baddies().get(mind.s.battle.foes[0].name)
    if (
        "FOOL'S GOLD" in mind.keys
        and line is not None
        and (line.category == "humanoid" or line.name == "Dragon")
        and mind.chance(2)
    ):
        return ["FOOL'S GOLD"]
    fresh = [key for key in mind.keys if mind.fresh(key) and key != "TORCHES"]
    food = [key for key in fresh if key in peace_table().groups.edible]
    keys = (food if food and not mind.chance(3) else fresh) or [key for key in mind.keys if key != "TORCHES"]
    return [mind.pick(keys)] if keys else []


FIRST_THOUGHTS = {"walk": walk, "meeting": meeting, "battle": battle}
