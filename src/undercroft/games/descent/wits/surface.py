"""Surface: what a bot does in daylight - who goes down, who rises, what is bought, how the line stands, how things are shared."""

from __future__ import annotations

from ..arsenal import ARMOURS, weapon
from ..rules.basics.answers import Number, Thing
from ..rules.basics.money import coin
from ..rules.battle.field import toughness
from ..rules.personas.people import own_weapons
from ..rules.sages.answers import read as read_sage
from ..rules.surface.answers import Folk, Nature, read
from ..rules.surface.shelves import SHELVES
from ..rules.surface.shelves import shelf as wares
from ..state import SILVER_PER_GOLD, Member
from .collector import curiosity, lies_in_wait
from .mind import Mind
from .notions import LOLLIPOPS, launcher, owes_son, sold

GIFTS = {
    "Rats": "CHEESE",
    "Bears": "GARBAGE",
    "Crazed Italians": "RAGU",
    "Dogs": "DOG BISCUITS",
    "Dragon": "ROLL AIDS",
    "Trolls": "GARBAGE",
    "Orcs": "SAURIAN BRANDY",
    "Gorillas": "SUGAR",
    "Giant Spiders": "FLIES",
    "Turtles": "FLIES",
    "Snakes": "SAURIAN BRANDY",
    "Hoplites": "DR. SCHOLL'S FOOT POWDER",
    "Mangani": "BUBBLE GUM",
    "Cyclops": "CHEESE",
    "Bats": "FLIES",
    "Elephants": "SUGAR",
    "Crocs": "GARBAGE",
    "Harpies": "GARBAGE",
    "Saurians": "SAURIAN BRANDY",
    "Merry Men": "SAURIAN BRANDY",
    "Centaurs": "SAURIAN BRANDY",
    "Were-wolves": "DOG BISCUITS",
    "Spanish Inquisition": "PIN CUSHIONS",
    "Vampires": "DARK GLASSES",
}


def roll_call(mind: Mind) -> str:
    """Old hands first, then the usual company."""
    wanted = max(1, 6 // len(mind.s.names))
    if mind.ask.rule == "DES-SETUP-06":
        return mind.pick(mind.keys)
    old_hands = mind.sooner(read, "all", "take")
    if old_hands:
        return old_hands
    have = [m.cls for m in mind.mine()]
    if len(have) >= wanted:
        return "done"
    if "usual" in mind.keys and not (mind.temper.tinkers or mind.temper.collects):
        return "usual"
    cls = "warrior" if not have else "priest" if "priest" not in have and len(have) > 1 else ""
    cls = cls or ("wizard" if have.count("wizard") < (2 if mind.temper.collects else 1) and len(have) > 2 else "warrior")
    new = [key for key, said in mind.heard(read).items() if isinstance(said, Folk) and said.cls == cls]
    return mind.pick(new or mind.keys)


def rise(mind: Mind) -> str:
    """Up as soon as it is paid for, but a careful priest goes to the Spider with sweets in the pocket."""
    if mind.first("flies", "lollipop"):
        return mind.first("flies", "lollipop")
    if mind.temper.hoard and "done" in mind.keys:
        return "done"  # a rank costs gold
    if mind.temper.tinkers and "done" in mind.keys and mind.chance(2):
        return "done"  # gold for oddities instead
    for key, said in mind.heard(read_sage).items():
        if not isinstance(said, Number):
            continue
        m = mind.s.members[said.number]
        if not (mind.temper.careful and owes_son(m) and m.goods.get(LOLLIPOPS, 0) < 2):
            return key
    return mind.first("done", "sacrifice")


def store(mind: Mind) -> str:
    """The usual first, then whatever this temper wants."""
    if mind.ask.rule != "DES-STORE-15":
        return shelf(mind)
    if mind.tinker(2):
        odd = mind.saying(read, "sell", "kind", "loan", "hire")
        if odd:
            return mind.pick(odd)
    s = mind.s
    if mind.temper.collects:
        dear = [m for m in mind.mine() if Number.say("buy", m.id) in mind.keys and want(mind, m)[0] == "LOADED DICE"]
        if dear:
            return Number.say("buy", dear[0].id)
        if "loan" in mind.keys and mind.chance(4):
            return "loan"
    basics = mind.sooner(read, "all", "torch", "kit")
    if basics:
        return basics
    if mind.temper.hoard and mind.sooner(read, "sell"):
        return mind.sooner(read, "sell")  # it costs nothing to ask
    if "hire" in mind.keys and sum(1 for number in s.party if s.members[number].kind == "simulacrum") < mind.temper.hires:
        return "hire"
    if mind.temper.collects:
        finery = ("SPEED ARMOR", "MIRRORED MAGIC SHIELD")
        better = [
            key
            for key, said in mind.heard(read).items()
            if isinstance(said, Thing) and said.verb == "wear" and said.name in finery
        ]
        if better:
            return better[0]
    for m in shoppers(mind):
        if Number.say("buy", m.id) in mind.keys and want(mind, m)[0]:
            return Number.say("buy", m.id)
    return "done"


def shoppers(mind: Mind) -> list[Member]:
    """Who goes to the counter first: those with most to spend."""
    return sorted(mind.mine(), key=lambda m: -coin(m))


def want(mind: Mind, m: Member) -> tuple[str, int]:
    """What a persona would buy next, and how many; the same answer as long as nothing is bought."""
    if mind.temper.collects or mind.temper.tinkers:
        return curiosity(mind, m)
    wishes: list[tuple[str, int]] = []
    balls = [(kind, 7 - m.goods.get(kind, 0)) for kind in ("LIGHT BALLS", "MACE BALLS")] if m.cls == "wizard" else []
    if not mind.temper.thrifty:
        if m.cls == "warrior" and ARMOURS.get(m.armour, 0) < ARMOURS["PLATE ARMOR"]:
            wishes.append(("PLATE ARMOR", 1))
        if mind.temper.glory or mind.temper.deep:
            wishes.append(({"warrior": "MORNING STAR", "priest": "FLAIL"}.get(m.cls, ""), 1))
        if mind.temper.careful and m.cls == "priest" and not owes_son(m) and coin(m) >= 60 * SILVER_PER_GOLD:
            wishes.append(("SNAKE-BITE KITS", 1 - m.goods.get("SNAKE-BITE KITS", 0)))
        if mind.temper.careful and owes_son(m):
            wishes += [(LOLLIPOPS, 3 - m.goods.get(LOLLIPOPS, 0)), ("FLIES", 3 - m.goods.get("FLIES", 0))]
        wishes.append((launcher(mind, m), 1))
        if mind.temper.charts:
            wishes += outfit(mind)
        wishes += balls
        if mind.temper.gifts and m.virgin:
            wishes.append(("UNICORN PERFUME", 1 - m.goods.get("UNICORN PERFUME", 0)))
        if mind.temper.gifts:
            held = {name for one in mind.mine() for name in one.goods}
            wishes += [(gift, 2) for gift in dict.fromkeys(GIFTS.values()) if gift not in held]
    for name, number in wishes:
        if name and number > 0 and not (weapon(name) is not None and m.goods.get(name)) and sold(mind, m, name):
            return name, number
    return "", 0


def outfit(mind: Mind) -> list[tuple[str, int]]:
    """What a party needs that means to see every corner: rope, hook, a boat and patches."""
    held = {
        name: sum(m.goods.get(name, 0) for m in mind.mine()) for name in ("ROPES", "GRAPPLING HOOKS", "BOAT", "BOAT REPAIR KIT")
    }
    return [("ROPES", 3 - held["ROPES"]), ("GRAPPLING HOOKS", 1 - held["GRAPPLING HOOKS"]), ("BOAT", 1 - held["BOAT"]),
            ("BOAT REPAIR KIT", 2 * held["BOAT"] - held["BOAT REPAIR KIT"])]  # fmt: skip


def customer(mind: Mind) -> Member | None:
    """Who stands at the shelf, by the question."""
    prompt = mind.ask.prompt
    found = [m for m in mind.mine() if m.name in prompt]
    return max(found, key=lambda m: len(m.name)) if found else None


def shelf(mind: Mind) -> str:
    """Along the shelves to what is wanted."""
    if mind.temper.tinkers and mind.ask.rule != "DES-STORE-01":
        return mind.pick([key for key in mind.keys if key not in ("nothing", "none")])
    if mind.ask.rule == "DES-SIM-02":
        s = mind.s
        have = [s.members[number].cls for number in s.party if s.members[number].kind == "simulacrum"]
        cls = "warrior" if have.count("warrior") < 4 else "priest" if "priest" not in have else "wizard"
        return mind.first(Folk("hire", cls, "elf").key, Folk("hire", cls, "human").key, Nature("he", False).key)
    m = customer(mind)
    name = want(mind, m)[0] if m is not None else ""
    if name in mind.keys:
        return name
    for where in SHELVES:
        if where in mind.keys and name in wares(mind.s, where):
            return where
    return mind.first("nothing", "none")


def how_many(mind: Mind) -> int:
    """How many of it: whoever wants something first is the one who stands at the shelf."""
    numbers = (want(mind, m)[1] for m in shoppers(mind))
    return next((number for number in numbers if number), 1)


def muster(mind: Mind) -> str:
    """Daughters, slaves, the line and the castle."""
    if mind.ask.rule == "DES-BAT-01":
        return line(mind)
    if "sit" in mind.keys and (mind.temper.collects or mind.chance(3)):
        return "sit"
    return mind.first("bring", "feed", "done", Number.say("castle", 0))


WORN_OUT, FRESHER = 5, 6  # hits; how many more somebody behind must have to take over


def relief(mind: Mind) -> tuple[Member, Member] | None:
    """Somebody worn out in front, and somebody behind who should stand there instead."""
    s = mind.s
    front = [s.members[number] for number in s.lines[0] if s.members[number].status == "ready"]
    if mind.temper.collects:  # it likes its wizards in front
        front = [m for m in front if m.cls != "wizard"]
    behind = [s.members[number] for row in s.lines[1:] for number in row if s.members[number].status == "ready"]
    able = [m for m in behind if m.cls in ("warrior", "priest") and m.hand]
    if not front or not able:
        return None
    worst, best = min(front, key=toughness), max(able, key=toughness)
    return (worst, best) if toughness(worst) <= WORN_OUT and toughness(best) >= toughness(worst) + FRESHER else None


def line(mind: Mind) -> str:
    """The worn out behind, the best weapon in every hand; a collector's choice changes from line to line."""
    s = mind.s
    change = relief(mind)
    if change is not None:
        worn, fresh = change
        step = mind.first(Thing.say("line", fresh.id, "0"), Thing.say("line", worn.id, "1"), Thing.say("line", worn.id, "2"))
        if step:
            return step
    for m in s.members:
        if m.id not in s.party or m.status != "ready" or not m.cls:
            continue
        arms = own_weapons(s, m)
        if len(arms) > 1:
            odd = mind.temper.collects or mind.temper.tinkers
            name = arms[(s.descent + s.orders + m.id) % len(arms)] if odd else max(arms, key=worth)
            if odd and "STILLETO" in arms and lies_in_wait(mind):
                name = "STILLETO"
            draw = Thing.say("weapon", m.id, name)
            if name != m.hand and (odd or worth(name) > worth(m.hand)) and draw in mind.keys:
                return draw
        to_front = Thing.say("line", m.id, "0")
        if mind.temper.collects and m.cls == "wizard" and m.hand and m.id not in s.lines[0] and to_front in mind.keys:
            return to_front
    return "done"


def worth(name: str) -> int:
    """How well a weapon strikes, as far as the price list tells: blows first, then what it adds."""
    arm = weapon(name)
    if arm is None or arm.ammunition or arm.per_battle or arm.thrown or name.partition(" +")[0] in ("BULL-WHIP", "BOLA"):
        return -1
    return 4 * arm.blows + arm.plus + arm.modifier - (2 if arm.big else 0) + (1 if arm.base else 0)


def home(mind: Mind) -> str:
    """Debts are paid, jewels changed, horns asked for."""
    if mind.tinker(2) or (mind.temper.collects and mind.chance(3)):
        return mind.pick(mind.keys)
    return mind.first("later" if mind.temper.thrifty or mind.temper.collects else "pay", "coin", "ask", "no")
