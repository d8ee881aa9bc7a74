"""People: what personas are - classes, denominations, ranks, what they may carry and wield, and who leads (DES-SETUP to
DES-LEAD).
"""

from __future__ import annotations

from .....engine import Table
from .....engine.words import listed, ordinal
from ...arsenal import ARMOURS, ARROWS, DARTS, PORTIONS, SHIELDS, VEST_HITS, Weapon, supplies, weapon
from ...bestiary import Baddie, baddies
from ...content import chart, ranks
from ...hoard import BALL_KINDS, FIGHTING, RANK_BALLS
from ...state import SILVER_PER_GOLD, Game, Member, add, dial, member
from ..basics.money import wealth
from ..basics.throws import highest

PEOPLE = ("persona", "son", "apprentice")  # those with a sheet, a purse and a vote
NAMES = {
    "warrior": ("Bruno", "Thora", "Gunnar", "Maud", "Osric", "Hilda", "Brom", "Sigrid", "Rollo", "Astrid", "Hob", "Wulf"),
    "priest": ("Brother Tuck", "Sister Web", "Phaedra", "Father Spinneret", "Abbess Silk", "Deacon Eight", "Novice Thread"),
    "wizard": ("Mervin", "Zelda", "Fizzlewick", "Ambrose", "Nettie Spark", "Old Coil", "Prunella"),
}
HERS = (
    "Thora", "Maud", "Hilda", "Sigrid", "Astrid", "Sister Web", "Phaedra", "Abbess Silk", "Zelda", "Nettie Spark", "Prunella",
)  # fmt: skip
ANYBODYS = ("Hob", "Deacon Eight", "Novice Thread", "Old Coil", "Fizzlewick")


def line_of(s: Game, name: str) -> Baddie:
    """A baddie's line: the maze's own first (DES-BAD-10)."""
    for own in s.home_baddies:
        if own.name == name:
            return own
    return TRAITOR if name == TRAITOR.name else baddies()[name]


TRAITOR = Baddie(name="Traitor", category="humanoid", hits=5, to_hit=7, weapons={"others": 8}, number_fixed=1, nerve="fanatic")


def base_hits(s: Game, m: Member) -> int:
    """Hits without armour before any rank's extra: five, and two for a wizard (DES-WAR-06, DES-WIZ-02, DES-DIAL-01)."""
    if m.baddie:
        return line_of(s, m.baddie).hits
    kind = m.kind if m.kind in ("son", "daughter", "apprentice") else "apprentice" if m.hardy else m.cls
    if m.kind == "simulacrum":
        kind = m.cls
    return int(dial(s, f"base_hits_{kind}"))


def full_body(s: Game, m: Member) -> int:
    """Body hits when whole. Groups of extra hits replace one another (DES-WAR-05)."""
    if m.baddie or m.kind == "daughter" or not m.cls:
        return base_hits(s, m)
    extra = chart(m.cls)[m.rank].extra_hits if m.rank in chart(m.cls) else 0
    if m.cls == "priest" and m.rank == 3:
        extra = int(dial(s, "priest_rank3_hits"))  # DES-PRI-13
    return base_hits(s, m) + extra


def attack_bonus(s: Game, m: Member) -> int:
    """What rank adds to attack throws; the bonuses replace one another (DES-WAR-13, DES-PRI-08)."""
    if m.cls not in ("warrior", "priest") or m.rank not in chart(m.cls):
        return 0
    if m.cls == "priest" and dial(s, "priest_bonus_applies") == "healing":
        return 0
    return chart(m.cls)[m.rank].attack_bonus


def healing_bonus(s: Game, m: Member) -> int:
    """What a priest's rank adds to healing, if that dial says so."""
    return chart("priest")[m.rank].attack_bonus if dial(s, "priest_bonus_applies") in ("healing", "both") else 0


def chivalrous(m: Member) -> bool:
    """Warriors from seventh rank, priests from ninth, wizards never (DES-CHIV-01)."""
    if m.kind not in PEOPLE:
        return False
    return (m.cls == "warrior" and 0 < m.rank <= 7) or (m.cls == "priest" and 0 < m.rank <= 9)


def price_of_rise(m: Member) -> tuple[int, int] | None:
    """Gold and karma to reach the next better rank, with the surcharge rounded up (DES-DENOM-04, DES-APP-02)."""
    if m.kind not in PEOPLE or m.rank <= 1:
        return None
    rank = chart(m.cls)[m.rank]
    charge = ranks().surcharge
    percent = {"human": charge.human, "elf": charge.elf, "dwarf": charge.dwarf, "centaur": 100}[m.denomination]
    if m.kind == "apprentice":
        percent = charge.apprentice  # in place of, not on top of, the ten
    return -(-rank.next_gold * (100 + percent) // 100), -(-rank.next_karma * (100 + percent) // 100)


def sharers(s: Game) -> list[Member]:
    """Who would have a share if the chest were divided now (DES-DIV-01)."""
    return [m for m in (member(s, number) for number in s.party) if m.status == "ready" and m.kind in PEOPLE]


def nearest_rank(s: Game, found: int = 0) -> str:
    """Who is nearest to a rank once `found` silver is shared out, and what is still short of its price."""
    going = sharers(s)
    short: list[tuple[float, str]] = []
    for m in going:
        price = price_of_rise(m)
        if price is not None:
            gold = max(0, price[0] - (wealth(m) + found // len(going)) // SILVER_PER_GOLD)
            karma = max(0, price[1] - m.karma)
            lacks = [f"{n:,} {what}" for n, what in ((gold, "gold"), (karma, "karma")) if n]
            said = f"{m.name}, {listed(lacks)} short" if lacks else f"{m.name}, once home"
            short.append((gold / max(1, price[0]) + karma / max(1, price[1]), said))
    return min(short)[1] if short else ""


def has(m: Member, name: str) -> bool:
    """Whether he carries at least one."""
    return m.goods.get(name, 0) > 0


def spend(m: Member, name: str) -> None:
    """Use a thing once: a whole one, or one portion of an opened box, can or jar."""
    left = m.uses.get(name, PORTIONS.get(name, 1)) - 1
    if left > 0:
        m.uses[name] = left
    else:
        m.uses.pop(name, None)
        add(m.goods, name, -1)


def quiver_room(m: Member) -> float:
    """Arrow spaces left: ten to a quiver, three in the hand without one; a dart takes half (DES-WPN-24, DES-WPN-26)."""
    room = 10.0 * m.goods.get("QUIVER", 0) or 3.0
    return room - sum(m.goods.get(kind, 0) for kind in ARROWS) - 0.5 * sum(m.goods.get(kind, 0) for kind in DARTS)


def refuses(s: Game, m: Member, name: str) -> str:
    """Why he may not wield this weapon, or nothing (DES-WAR-01, DES-PRI-01, DES-WIZ-01, DES-SON-03, DES-CHIV-02)."""
    arm = weapon(name)
    if arm is None:
        return "it is no weapon"
    if m.kind == "daughter" or not m.cls:
        return "daughters do not fight" if m.kind == "daughter" else "beasts bring their own"
    if arm.wizards_only and m.cls != "wizard":
        return "a wizard's weapon"
    if m.cls == "wizard" and not arm.wizards_only and m.rank > 4:
        return "wizards may not wield weapons before fourth rank"
    if m.cls == "priest" and not arm.priest:
        return "it cuts, and priests may not"
    if arm.min_rank < 10 and m.rank > arm.min_rank:
        return f"it needs rank {arm.min_rank}"
    if m.rank == 11 and m.cls != "wizard" and not arm.magic:
        limit = 5 if dial(s, "son_weapon_limit") == "five_or_less" else 4
        if arm.gold > limit or not arm.eleventh_rank:
            return f"too dear for rank 11 (at most {limit} gold)"
    if arm.unchivalrous and chivalrous(m):
        return "unchivalrous"
    return ""


def may_wear(m: Member, name: str) -> bool:
    """Armour and shields are for warriors and priests, and for wizards of third rank (DES-WIZ-01, DES-WIZ-15)."""
    if m.kind == "daughter" or not m.cls:
        return False
    return m.cls != "wizard" or m.rank <= 3


def may_use(m: Member, name: str) -> bool:
    """Goods of the priests', warriors' and wizards' lists are used by that class alone (DES-STORE-10, DES-STORE-17)."""
    if m.kind == "daughter" or not m.cls:
        return False
    if name == "WOODEN STAKES":
        return m.cls in ("priest", "warrior")  # item uses: by priest or warrior
    line = supplies().get(name)
    return line is None or line.list in ("general", m.cls)


def has_spell(m: Member, kind: str) -> bool:
    """Whether a wizard has a spell, by rank or by finding it; anybody's is light (DES-WIZ-06, DES-SPELL-05)."""
    if m.cls != "wizard":
        return False
    if kind in ("LIGHT BALLS", "GENERAL BALLS") or kind in m.found:
        return True
    return m.rank in chart("wizard") and RANK_BALLS.get(kind, "-") in chart("wizard")[m.rank].may_use_balls


def spell_limit(m: Member) -> int:
    """How many kinds of spell a wizard may use at this rank; 0: no limit (DES-WIZ-05)."""
    return chart("wizard")[m.rank].spell_limit if m.cls == "wizard" else 0


def held_kinds(m: Member) -> list[str]:
    """The kinds of spell he holds, in the order they came."""
    held = [kind for kind in m.kinds if m.goods.get(kind)]
    return held + [kind for kind in BALL_KINDS if m.goods.get(kind) and kind not in held]


def usable_balls(s: Game, m: Member) -> list[str]:
    """The kinds he may throw now: those he has the spell for, within his limit (DES-WIZ-05, DES-DIAL-04, DES-SUP-15)."""
    if m.cls != "wizard":
        return []
    limit = spell_limit(m)
    held = held_kinds(m)
    if dial(s, "spell_limit_counts") == "charges_per_descent":
        return [] if limit and m.thrown >= limit else [kind for kind in _with_general(m, held) if _knows(m, kind)]
    within = held[:limit] if limit else held
    if m.goods.get("GENERAL BALLS") and (not limit or len(held) < limit):
        within = _with_general(m, within)
    return [kind for kind in within if _knows(m, kind)]


def _with_general(m: Member, held: list[str]) -> list[str]:
    if not m.goods.get("GENERAL BALLS"):
        return list(held)
    return list(held) + [kind for kind in ("LIGHT BALLS", *RANK_BALLS) if kind not in held and has_spell(m, kind)]


def _knows(m: Member, kind: str) -> bool:
    return kind not in FIGHTING or has_spell(m, kind) or m.kind == "simulacrum"


def take_ball(m: Member, kind: str) -> None:
    """One ball is used up; a general ball stands in when the kind itself is gone (DES-SPELL-37, DES-SUP-15)."""
    add(m.goods, kind if m.goods.get(kind) else "GENERAL BALLS", -1)
    m.thrown += 1


def gain_spell(m: Member, kind: str, charges: int) -> None:
    """A wizard has found a spell; a kind he has only grows (DES-SPELL-38)."""
    add(m.goods, kind, charges)
    if kind not in m.found:
        m.found.append(kind)
    if kind not in m.kinds:
        m.kinds.append(kind)


def own_weapons(s: Game, m: Member) -> list[str]:
    """The weapons he carries and may wield."""
    return [name for name in m.goods if weapon(name) is not None and not refuses(s, m, name)]


def ready_weapon(m: Member) -> Weapon | None:
    """The weapon in hand, if he still has one."""
    return weapon(m.hand) if m.hand and m.goods.get(m.hand) else None


def ammunition(s: Game, m: Member) -> list[str]:
    """What he can shoot from the weapon in hand."""
    arm = ready_weapon(m)
    if arm is None:
        return []
    return [kind for kind in arm.ammunition if m.goods.get(kind) and not (kind == "MAGIC BLOW-GUN DARTS" and m.rank > 9)]


def wear(m: Member, name: str, left: int | None = None) -> None:
    """Put armour on, or take up a shield."""
    if name in SHIELDS:
        m.shield, m.shield_left = name, SHIELDS[name] if left is None else left
    else:
        m.armour, m.armour_left = name, ARMOURS[name] if left is None else left


def refresh(s: Game, m: Member) -> None:
    """Whole again for the next descent: armour and body, not shields or body shields (DES-ARM-05, DES-ARM-06, DES-ARM-11)."""
    m.body = full_body(s, m)
    m.armour_left = ARMOURS.get(m.armour, 0)
    m.vest_left = VEST_HITS if has(m, "BULLET-PROOF VEST") else 0
    m.shield_front, m.misses, m.held, m.thrown, m.carried, m.snake_hits = False, 0, -1, 0, False, 0
    m.snake_armour = 0
    m.conditions = []
    if m.shield and m.shield_left <= 0:
        m.shield = ""
    best = own_weapons(s, m)
    if m.hand not in best:
        m.hand = max(best, key=lambda name: (weapon(name) or _NONE).gold * 2 + 9 * (weapon(name) or _NONE).plus, default="")


_NONE = Weapon(name="", own="")


def new_member(s: Game, **fields: object) -> Member:
    """A new sheet, whole and empty-handed; a namesake is the second of its kind."""
    made = Member(id=len(s.members), **fields)  # type: ignore[arg-type]
    owner, whose, what = made.name.rpartition("'s ")
    names, which = {one.name for one in s.members}, 1
    while whose and made.name in names:
        which += 1
        made.name = f"{owner}'s {ordinal(which)} {what}"
    s.members.append(made)
    made.body = full_body(s, made)
    return made


def gain_son(s: Game, parent: Member) -> Member:
    """A son at eleventh rank, of his parent's denomination (DES-SON-01, DES-SON-02, DES-SON-04)."""
    return new_member(s, seat=parent.seat, name=f"{parent.name}'s son", kind="son", cls="warrior", rank=11, sex="he",
                      denomination=parent.denomination, parents=[parent.id], virgin=True, status="home")  # fmt: skip


def gain_daughter(s: Game, parent: Member) -> Member:
    """A daughter, in ornamental leather; with even-handed children she trains like a son (DES-DAU-01, DES-DAU-04, DES-DAU-06)."""
    if dial(s, "children") == "even_handed":
        child = gain_son(s, parent)
        child.name, child.sex = f"{parent.name}'s daughter", "she"
        return child
    return new_member(s, seat=parent.seat, name=f"{parent.name}'s daughter", kind="daughter", cls="", rank=0, sex="she",
                      denomination=parent.denomination, parents=[parent.id], virgin=True, armour="ORNAMENTAL LEATHER",
                      armour_left=6, status="home")  # fmt: skip


def gain_apprentice(s: Game, master: Member) -> Member:
    """An apprentice at eleventh rank, of his master's denomination (DES-APP-01, DES-APP-03)."""
    return new_member(s, seat=master.seat, name=f"{master.name}'s apprentice", kind="apprentice", cls="wizard", rank=11,
                      denomination=master.denomination, master=master.id, virgin=True, status="home", sex="he")  # fmt: skip


def seat_of(s: Game, m: Member) -> int:
    """Who decides for a member: its player, or the leader's for simulacra (DES-SIM-06)."""
    if m.seat >= 0:
        return m.seat
    return s.members[s.leader].seat if s.leader >= 0 and s.members[s.leader].seat >= 0 else 0


def leader_seat(s: Game) -> int:
    """The player who gives the party's orders (DES-MOVE-01)."""
    return seat_of(s, member(s, s.leader)) if s.leader >= 0 else 0


def living(s: Game) -> list[Member]:
    """The party below ground: alive, free and not stone."""
    return [s.members[number] for number in s.party if s.members[number].status == "ready"]


def people(s: Game) -> list[Member]:
    """Those of the living who own things and throw for finds (DES-TREAS-29)."""
    return [m for m in living(s) if m.kind in PEOPLE]


def has_denomination(s: Game, denomination: str) -> bool:
    """Whether a living, free elf or dwarf is there, simulacra included (DES-DENOM-02, DES-SIM-10)."""
    return any(m.denomination == denomination and m.kind in (*PEOPLE, "simulacrum", "daughter") for m in living(s))


def claims(s: Game) -> list[Member]:
    """Who could lead by rank and class: the highest priest, unless someone outranks every priest (DES-LEAD-01, DES-LEAD-02)."""
    able = [m for m in people(s) if m.rank <= 10] or people(s)
    if not able:
        return []
    priests = [m for m in able if m.cls == "priest"]
    best_priest = min((m.rank for m in priests), default=99)
    higher = [m for m in able if m.cls != "priest" and m.rank < best_priest]
    if not higher:
        return [m for m in priests if m.rank == best_priest]
    best = min(m.rank for m in higher)
    top = [m for m in higher if m.rank == best]
    wizards = [m for m in top if m.cls == "wizard"]
    return wizards or top


async def find_leader(t: Table[Game]) -> None:
    """Work out who leads; those tied in one class throw for it (DES-LEAD-03, DES-LEAD-04)."""
    s = t.state
    if s.leader >= 0 and member(s, s.leader).status == "ready" and member(s, s.leader).id in s.party and s.mutinied:
        return
    s.mutinied = False
    able = claims(s)
    if not able:
        s.leader = -1
        return
    if s.leader in [m.id for m in able]:
        return  # for the whole descent
    if len(able) == 1:
        s.leader = able[0].id
    else:
        order = await highest(t, [(m.id, m.name, m.seat) for m in able], "to lead", rule="DES-LEAD-03")
        s.leader = order[0]
    t.tell("{name} leads the party.", rule="DES-LEAD-01", name=member(s, s.leader).name)


def shortfalls(s: Game) -> list[str]:
    """The author's advice on the make-up of a party (DES-SETUP-02, -03, -04, -11)."""
    going = [m for m in s.members if m.id in s.party and m.kind in (*PEOPLE, "simulacrum")]
    number = {cls: sum(1 for m in going if m.cls == cls) for cls in ("warrior", "priest", "wizard")}
    said = []
    if number["warrior"] <= max(number["priest"], number["wizard"]):
        said.append("Warriors do the heavy fighting; they should be most of the party.")
    if not number["wizard"]:
        said.append("Without a wizard every battle will be fought in the dark.")
    if number["warrior"] > 4 * max(1, number["priest"]) or not number["priest"]:
        said.append("One priest to every three or four warriors works best; take another priest.")
    for folk, plural, use in (("elf", "elves", "secret doors"), ("dwarf", "dwarfs", "levels")):
        if sum(1 for m in going if m.denomination == folk) < 2:
            said.append(f"Take two {plural}, in case one is killed: they have a nose for {use}.")
    return said
