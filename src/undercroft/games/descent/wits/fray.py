"""Fray: meetings and battles - fight, bargain or run; balls, shields and blows."""

from __future__ import annotations

from msgspec import UNSET

from ..bestiary import Baddie, baddies
from ..hoard import KILLERS
from ..rules.basics.answers import Number
from ..rules.basics.deeds import deeds_of
from ..rules.battle.answers import Aimed, read
from ..rules.battle.field import dreaded
from ..rules.ending.answers import Run
from ..rules.ending.answers import read as read_way_out
from ..rules.mapping.mapping import BEWARE
from ..rules.personas.line_up import front_row
from ..rules.personas.people import living, own_weapons
from ..rules.wounds.answers import read as read_line
from ..state import Battle, Game, Member
from .collector import odd_arm
from .mind import Mind
from .notions import drawn, fighter
from .surface import GIFTS

CHANCE = {
    2: 1.0,
    3: 35 / 36,
    4: 33 / 36,
    5: 30 / 36,
    6: 26 / 36,
    7: 21 / 36,
    8: 15 / 36,
    9: 10 / 36,
    10: 6 / 36,
    11: 3 / 36,
    12: 1 / 36,
}
WINNING, DOUBTFUL, LOSING = 0.3, 0.4, 0.6  # dangers; of those tried, these kept most alive and brought most gold home
UNTOUCHED = 5  # rounds without a scratch on them
TIRED = 0.6  # of the party's hits
FIGHTING = (
    "MORNING STAR BALLS",
    "SWORD BALLS",
    "AXE BALLS",
    "PIKE BALLS",
    "SPEAR BALLS",
    "MACE BALLS",
    "BLINDING BALLS",
    "jokebook",
)


def told_of(s: Game, name: str) -> Baddie | None:
    """What is known of them when they are met: the book's line, or the one that a people of another game's world has."""
    plays = s.expedition.plays if s.expedition is not UNSET else {}
    return baddies().get(plays.get(name, name))


def danger(mind: Mind, b: Battle) -> float:
    """Hits to be expected before they are beaten, against what the front line can take."""
    s = mind.s
    line = told_of(s, b.foes[0].name)
    if line is None:
        return 0.5
    row = front_row(s)
    strikers = sum(1 for m in living(s) if m.cls in ("warrior", "priest") or m.baddie) + 1
    total = sum(foe.hits for foe in b.foes)
    rounds = total / max(0.5, 0.33 * strikers)
    each_round = min(len(b.foes), line.abreast * b.width) * min(line.attacks, max(1, len(row))) * CHANCE.get(line.to_hit, 0.4)
    incoming = each_round * rounds * (0.6 if len(b.foes) > line.abreast else 0.75)
    reserve = sum(m.body + m.armour_left + m.shield_left for m in living(s) if m.cls != "wizard") * 0.8
    return incoming / max(1.0, reserve)


def gift(mind: Mind) -> str:
    """What those who bar the way are said to like."""
    assert mind.s.battle is not None
    return GIFTS.get(mind.s.battle.foes[0].name, "")


def meeting(mind: Mind) -> str:
    """Fight what can be beaten, bargain where there is a gift, run from the rest."""
    s = mind.s
    b = s.battle
    if b is None or mind.ask.rule != "DES-PEACE-01":
        return mind.first("no", "yes", "leave") if not mind.tinker(2) else mind.pick(mind.keys)
    if mind.temper.tinkers and mind.s.jokes and b.foes[0].name == "Elephants" and "offer" in mind.keys:
        return "offer"
    if mind.tinker(3):
        odd = [key for key in mind.keys if key not in ("fight", "run")]
        if odd:
            return mind.pick(odd)
    special = mind.first("tame", "ransom") if mind.temper.glory else mind.first("son", "tame", "ransom", "lift")
    if special and not mind.chance(3):
        return special
    peril = danger(mind, b) / mind.temper.courage
    has_gift = any(m.goods.get(gift(mind)) for m in living(s)) or bool(s.chest.goods.get(gift(mind)))
    if "offer" in mind.keys and has_gift and not mind.temper.glory and (mind.temper.gifts or peril > 0.6):
        return "offer"
    if in_vain(mind, b):
        peril += 1.0
    if peril < (LOSING if came_back(mind) else WINNING):
        return "fight"
    if peril > DOUBTFUL or mind.strength() < 0.5:
        return mind.first("" if mind.temper.thrifty else "pay", "thorny", *behind(mind), "run")
    return "fight"


def in_vain(mind: Mind, b: Battle) -> bool:
    """Whether nothing this party has seems to hurt them: the notebook says so, or five rounds of blows without a scratch."""
    untouched = len(b.foes) >= b.joined and all(foe.hits >= foe.full for foe in b.foes)
    patience = 2 * UNTOUCHED if mind.temper.collects or mind.temper.tinkers else UNTOUCHED
    if b.round >= patience and untouched:
        return True
    armed = [m for m in front_row(mind.s) if m.hand]
    return bool(armed) and all(hopeless(mind, m, b, name) for m in armed for name in own_weapons(mind.s, m) or [m.hand])


def came_back(mind: Mind) -> bool:
    """Whether the party has run from these before, and is here again because it must."""
    s = mind.s
    return bool(s.sheets) and s.sheets[s.sheet].notes.get(f"{s.at[1]},{s.at[2]}", "").startswith(BEWARE)


def battle(mind: Mind) -> str:
    """One decision of a round, by what is asked."""
    s = mind.s
    b = s.battle
    if b is None:
        return ""
    rule = mind.ask.rule
    if rule == "DES-FLEE-06":
        return stay_or_run(mind, b)
    if rule == "DES-WZB-01":
        return ball(mind, b)
    if rule == "DES-ARM-07":
        return shields(mind)
    if rule in ("DES-BAT-09", "DES-BAT-16"):
        return blow(mind, b)
    if rule == "DES-BAT-19":
        for key, said in mind.heard(read_line).items():
            if isinstance(said, Number) and said.verb == "up" and s.members[said.number].cls in ("warrior", "priest"):
                return key
        return mind.first("hold", "leave")
    if rule in ("DES-SUP-06", "DES-SUP-30"):
        return mind.first("stake", "match")
    if rule == "DES-BAT-03":
        return mind.keys[-1]
    if rule == "DES-IDEA-05":  # who holds the rear: the one who can take most
        heroes = mind.whom()
        return max(mind.keys, key=lambda key: hardiness(heroes[key]) if key in heroes else 0)
    return mind.first("yes", "no", "leave")


def behind(mind: Mind) -> list[str]:
    """Ways to run with something between the party and them."""
    return [key for key, said in mind.heard(read_way_out).items() if isinstance(said, Run) and said.stall]


def hardiness(m: Member) -> int:
    """Hits left of a member, with what he wears."""
    return m.body + m.armour_left + m.shield_left


def stay_or_run(mind: Mind, b: Battle) -> str:
    """Stay while the front line stands."""
    s = mind.s
    if mind.tinker(8):
        return mind.pick([key for key in mind.keys if key != "run"])
    line = told_of(s, b.foes[0].name)
    row = front_row(s)
    if not row or line is None:
        return "stay"
    weak = sum(1 for m in row if m.body + m.armour_left + m.shield_left <= 2)
    harmless = not any(m.hand or m.baddie for m in row) and not any(m.cls == "wizard" for m in living(s))
    harmless = harmless or in_vain(mind, b)
    losing = danger(mind, b) / mind.temper.courage > LOSING and mind.strength() < TIRED
    if harmless or (losing and weak * 2 >= len(row)) or (b.round > 25 and b.foes[0].hits > 10):
        if mind.temper.glory and "rear" in mind.keys and max(hardiness(m) for m in row) > len(b.foes):
            return "rear"
        return mind.first(*behind(mind), "thorny", "run")
    return "stay"


def ball(mind: Mind, b: Battle) -> str:
    """The ball made for this foe, light, then whatever strikes hardest."""
    s = mind.s
    if mind.tinker(4):
        return mind.pick(mind.keys)
    big = b.foes[0].full >= 8 or len(b.foes) >= 8
    made = mind.sooner(read, *KILLERS)
    if made:
        return made
    if "SUNLIGHT BALLS" in mind.keys and dreaded(b, "SUNLIGHT BALLS"):
        return "SUNLIGHT BALLS"
    for key, said in mind.heard(read).items():
        if isinstance(said, Aimed) and said.verb == "HEALING BALLS" and s.members[said.member].body <= 2:
            return key
    if b.foes[0].full >= 10:
        hard = mind.sooner(read, "BLASTING WAND", "SLAVE BALLS")
        if hard:
            return hard
    if b.light <= 0 and "LIGHT BALLS" in mind.keys and sum(foe.hits for foe in b.foes) >= 4:
        return "LIGHT BALLS"
    if not mind.temper.saves_balls or big:
        return mind.first("ONE TOTAL HEAL OF SELF", *FIGHTING) or "none"
    return "none"


def shields(mind: Mind) -> str:
    """Round when the armour is nearly gone; glasses and mirrors for gorgons."""
    s = mind.s
    glare = s.battle is not None and deeds_of(s.battle.foes[0].name).glares
    for key, said in mind.heard(read_line).items():
        if isinstance(said, Number) and said.verb == "front" and (s.members[said.number].armour_left <= 3 or glare):
            return key
        if said.verb == "glasses" and glare:
            return key
    return "ready"


def blow(mind: Mind, b: Battle) -> str:
    """Whatever is made for this foe, a better weapon where the one in hand is hopeless, and the most wounded first."""
    if mind.tinker(5):
        return mind.pick([key for key in mind.keys if key not in ("later", "hold")])
    useful = mind.sooner(read, "water", "stake", "sugar", "lysol")
    if useful:
        return useful
    if mind.temper.tinkers and mind.ask.rule == "DES-BAT-09":
        if "joke" in mind.keys and not mind.s.jokes and mind.chance(2):
            return "joke"
        odd = odd_arm(mind, b) or by_the_book(mind, b)
        if odd:
            return odd
    strikes = {
        key: said.foe for key, said in mind.heard(read).items() if isinstance(said, Aimed) and said.verb in ("strike", "shoot")
    }
    draws = drawn(mind)
    m = fighter(mind)
    if strikes:
        if m is not None and draws and hopeless(mind, m, b, m.hand):
            fresh = [key for key, arm in draws.items() if not hopeless(mind, m, b, arm)]
            if fresh:
                return fresh[0]
        if "rest" in mind.keys:
            return "rest"
        wounds = {foe.id: foe.hits for foe in b.foes}
        return min(strikes, key=lambda key: (wounds.get(strikes[key], 99), key))
    if draws and m is not None and m in front_row(mind.s):
        return next(iter(draws))
    return mind.first("joke", "crucifix", "parry", "hold")


def by_the_book(mind: Mind, b: Battle) -> str:
    """The weapon that has hit these baddies on the lowest throw, if it is not in hand."""
    m = fighter(mind)
    if m is None:
        return ""
    page = mind.s.notebooks[max(0, m.seat)].get(b.foes[0].name, {})
    known = {key: page[arm.lower()][0] for key, arm in drawn(mind).items() if page.get(arm.lower(), [0])[0]}
    mine = page.get(m.hand.lower(), [0])[0] or 13
    best = min(known, key=lambda key: known[key], default="")
    return best if best and known[best] + 1 < mine else ""


def hopeless(mind: Mind, m: Member, b: Battle, name: str) -> bool:
    """Whether the notebook says this weapon does not work here."""
    page = mind.s.notebooks[max(0, m.seat)].get(b.foes[0].name, {}).get(name.lower())
    return page is not None and page[0] == 0 and page[1] >= 10
