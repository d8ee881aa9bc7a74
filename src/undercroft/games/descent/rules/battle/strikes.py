"""Strikes: the party's attack in turn, weapon by weapon, and the things done in place of a blow (DES-BAT-09 to -17, DES-WPN)."""

from __future__ import annotations

from .....engine import Option, Table, words
from .....engine.dice import parse, totals
from .....engine.words import told_odds
from ...arsenal import Weapon, weapon
from ...content import overrides
from ...state import Battle, Foe, Game, Member, count
from ..basics.answers import Name, Who, Word
from ..basics.deeds import deeds_of
from ..basics.throws import feel, two_dice
from ..basics.wares import some
from ..company.company import sweeps
from ..personas.baggage import discover
from ..personas.line_up import front_row
from ..personas.people import ammunition, has, line_of, living, may_use, own_weapons, ready_weapon, seat_of, spend
from ..wounds.lines import make_room
from ..wounds.wounds import wound
from .answers import Aimed, read
from .blows import aim, hit_foe, hits_of, needs, note, slay, standing
from .field import available, called, dreaded, filed, foe_by, lose, record, speaks
from .phrases import phrase
from .tricks import EFFECTS, ITEM_ACTS
from .volleys import Volley, tell_hits, tell_volley


async def party_strikes(t: Table[Game], b: Battle, struck: list[int]) -> None:
    """Round the table from the starting seat; each player's fighters in the order he likes (DES-BAT-17)."""
    s = t.state
    seats = len(s.names)
    for step in range(seats):
        seat = (b.seat + step) % seats
        waiting = [m for m in living(s) if seat_of(s, m) == seat and m.id not in struck and m.id not in b.threw]
        rest = False
        volley = Volley()
        while waiting and b.foes:
            m = waiting.pop(0)
            if m.status != "ready":
                continue
            if rest and m.misses <= 0 and (blows := _strikes(s, b, m)):
                await _do(t, b, m, weakest(b, blows), volley=volley)
                continue
            if m.misses > 0 or acts(s, b, m):
                tell_hits(t, b, volley)
            done = await act(t, b, m, others=any(_strikes(s, b, one) for one in waiting), volley=volley)
            if done == "later":
                waiting.append(m)
            elif done == "rest":
                rest = True
        tell_volley(t, b, volley, seat)


def line_index(s: Game, m: Member) -> int:
    """0 for the front row, 1 for the one behind it, 2 for the rest (DES-BAT-04)."""
    filled = -1
    for line in s.lines:
        for number in line:
            if s.members[number].status == "ready":
                filled += 1
                break
        else:
            continue
        if m.id in line and m.status == "ready":
            return min(filled, 2)
    return 2


def reaches(s: Game, m: Member, arm: Weapon) -> bool:
    """Whether a weapon can strike from where he stands (DES-BAT-04)."""
    place = line_index(s, m)
    return place == 0 or arm.any_line or (place == 1 and (arm.second_line or arm.thrown))


def _strikes(s: Game, b: Battle, m: Member) -> list[str]:
    """Every blow open to a fighter: weapon call or arrow, and target (DES-BAT-16)."""
    if m.baddie:
        return Aimed.keys("strike", ("",), b.front) if line_index(s, m) == 0 else []
    arm = ready_weapon(m)
    if arm is None or not reaches(s, m, arm):
        return []
    if arm.ammunition:
        return Aimed.keys("shoot", ammunition(s, m), b.front)
    if (arm.thrown or arm.per_battle) and available(b, m, m.hand) < 1:
        return []
    if len(arm.base) > 1:
        return Aimed.keys("strike", arm.base, b.front)
    return Aimed.keys("strike", ("",), b.front)


def weakest(b: Battle, keys: list[str]) -> Aimed:
    """Of several strikes the one at the most wounded."""
    blows = [said for key in keys if isinstance(said := read(key), Aimed)]
    return min(blows, key=lambda said: foe_by(b, said.foe).hits)


def acts(s: Game, b: Battle, m: Member) -> list[str]:
    """Everything a fighter may do in his turn, strikes first."""
    keys = _strikes(s, b, m)
    if m.baddie or not m.cls:
        return keys
    silent = b.round == 1 and deeds_of(b.kinds[0]).uproar is not None
    if not silent:
        drawn = [name for name in own_weapons(s, m) if name != m.hand]
        keys += [Name.say("draw", name) for name in drawn if not b.unarmed or name in ("STILLETO", "BRASS KNUCKLES")]
    place = line_index(s, m)
    if has(m, "QUARTERSTAFF") and m.hand == "QUARTERSTAFF" and place == 0:
        keys.append("parry")
    if has(m, "CRUCIFIX") and may_use(m, "CRUCIFIX") and dreaded(b, "CRUCIFIX"):
        keys.append("crucifix")
    if has(m, "HOLY WATER") and may_use(m, "HOLY WATER") and place <= 1:
        keys += Aimed.keys("water", ("",), _made_for(b, "HOLY WATER"))
    if has(m, "WOODEN STAKES") and may_use(m, "WOODEN STAKES") and place == 0:
        keys += Aimed.keys("stake", ("",), _made_for(b, "WOODEN STAKES"))
    if has(m, "SUGAR") and place == 0:
        keys += Aimed.keys("sugar", ("",), _made_for(b, "SUGAR"))
    if has(m, "LYSOL SPRAY") and dreaded(b, "LYSOL SPRAY"):
        keys.append("lysol")
    if has(m, "ELEPHANT JOKEBOOKS") and any(speaks(foe.name) for foe in b.foes) and "ELEPHANT JOKEBOOKS" not in b.joked:
        keys.append("joke")
    return keys


def _made_for(b: Battle, thing: str) -> list[int]:
    """Those in front on whom a thing has a number of its own."""
    return [foe for foe in b.front if (thing, foe_by(b, foe).name) in overrides()]


async def act(
    t: Table[Game], b: Battle, m: Member, *, others: bool = False, changed: bool = False, volley: Volley | None = None
) -> str:
    """One fighter's turn: strike, change weapon (once), or do something else (DES-BAT-09, DES-BAT-11). Returns what was
    chosen.
    """
    s = t.state
    keys = acts(s, b, m)
    if not b.front and not any(key in ("joke", "lysol") for key in keys):
        return "none"  # an emptied front offers no target (DES-BAT-18)
    if changed:
        keys = [key for key in keys if not isinstance(read(key), Name)]
    if m.misses > 0:
        if "webbed" in m.conditions and has(m, "MATCHES"):
            choice = await t.choose(
                seat_of(s, m),
                "{name} is webbed. Spend a match?",
                {"match": "Burn free", "no": "Wait it out"},
                rule="DES-SUP-30",
                name=m.name,
            )
            if choice == "match":
                spend(m, "MATCHES")
                discover(t, "MATCHES")
                m.misses -= 1
                m.conditions.remove("webbed")
        elif "gravy-stained" in m.conditions and has(m, "LYSOL SPRAY") and m.misses == 1:
            spend(m, "LYSOL SPRAY")
            discover(t, "LYSOL SPRAY")
            m.misses -= 1
            m.conditions.remove("gravy-stained")
            t.tell("{name} washes the gravy off.", rule="DES-SUP-33", name=m.name)
        if m.misses > 0:
            m.misses -= 1
            if "webbed" in m.conditions:
                m.conditions.remove("webbed")
            t.tell("{name} cannot strike this round.", rule="DES-BST-27", name=m.name)
            return "none"
    if not keys:
        return "none"
    together = bool(others and _strikes(s, b, m))
    choice = await t.choose(
        seat_of(s, m),
        "{name}'s {arm} against {before}. What now?",
        [*(["rest"] if together else []), *keys, "hold", *(["later"] if together else [])],
        rule="DES-BAT-09",
        describe=lambda key: describe(s, b, m, key),
        name=m.name,
        arm=m.hand.lower() or "bare hands",
        before=lambda: before(s, b),
    )
    if choice == "later":
        return "later"
    if choice == "rest":
        await _do(t, b, m, weakest(b, _strikes(s, b, m)), volley=volley)
        return "rest"
    await _do(t, b, m, read(choice))
    return choice


def before(s: Game, b: Battle) -> str:
    """Who stands before a fighter, and how much of it is left, as the party can tell."""
    front = [foe_by(b, one) for one in b.front]
    if not front:
        return "nobody in front"
    if len(front) > 1:
        hurt = sum(1 for foe in front if foe.hits < foe.full)
        how = "" if not hurt else ", all of them hurt" if hurt == len(front) else f", {words.number(hurt)} of them hurt"
        return f"{words.number(len(front))} in front{how}"
    foe = front[0]
    return called(s, b, foe) + (f", {foe.full - foe.hits} of {foe.full} taken" if foe.hits < foe.full else "")


def describe(s: Game, b: Battle, m: Member, key: str) -> str | Option:
    """How a fighter's choice looks."""
    said = read(key)
    what, name, target = said.verb, "", said.foe if isinstance(said, Aimed) else -1
    with_what = said.arm if isinstance(said, Aimed) else said.name if isinstance(said, Name) else ""
    if target >= 0:
        foe = foe_by(b, target)
        name = called(s, b, foe) + (f" ({foe.full - foe.hits} of {foe.full} hits taken)" if foe.hits < foe.full else "")
    labels = {
        "strike": f"Strike {name}" + (f" with the {with_what}" if with_what else ""),
        "shoot": f"Shoot {with_what.lower()} at {name}",
        "draw": f"Change to {with_what.lower()}",
        "parry": "Parry",
        "crucifix": "Hold up the crucifix",
        "water": f"Throw holy water at {name}",
        "stake": f"Stake {name}",
        "sugar": f"Pour sugar into {name}",
        "lysol": "Spray Lysol",
        "joke": "Tell an elephant joke",
        "hold": "Hold back",
        "later": "Let another go first",
        "rest": "Strike, and so do the rest",
    }
    hint = ""
    if what in ("strike", "shoot") and isinstance(said, Aimed) and not m.baddie:
        hint = remembered(s, foe_by(b, target).name, _shown(ready_weapon(m), with_what, shot=what == "shoot"))
        hint = ", ".join(filter(None, (hint, told_odds(hit_chance(s, b, m, foe_by(b, target), said)))))
    if what == "rest" and b.front and (arm := ready_weapon(m)) is not None:
        known = remembered(s, foe_by(b, b.front[0]).name, _shown(arm, "", shot=False))
        hint = f"two dice each; {known or 'what they need is not known yet'}"
    if what == "draw":
        hint = "no round lost" if _quick(m, with_what) else "costs this attack"
    if what == "hold":
        hint = "no blow this round"
    return Option(labels[what], hint=hint, place=f"foe-{target}" if target >= 0 else "")


def hit_chance(s: Game, b: Battle, m: Member, foe: Foe, said: Aimed) -> str:
    """How often a blow or shot of his hits, exactly."""
    arm = ready_weapon(m)
    shot = said.verb == "shoot"
    aimed = arm and aim(arm, line_of(s, foe.name), ammo=said.arm if shot else "", call="" if shot else said.arm)
    if not aimed:
        return "cannot hurt it"
    needed = needs(s, aimed.number) - aimed.modifier - sum(value for _, value in standing(s, b, m))
    return f"hits {sum(chance for total, chance in totals(parse('2d6')) if total >= needed) * 36} in 36"


def _shown(arm: Weapon | None, with_what: str, *, shot: bool) -> str:
    """A weapon's name as it stands in the notebook."""
    if shot or arm is None:
        return with_what.lower()
    return f"{arm.name.lower()} ({with_what})" if with_what else arm.name.lower()


def remembered(s: Game, baddie: str, shown: str) -> str:
    """What the leader's notebook says of this weapon against them (DES-BAT-10)."""
    seat = s.members[s.leader].seat if s.leader >= 0 else -1
    hit, miss = s.notebooks[seat].get(baddie, {}).get(shown, (0, 0)) if seat >= 0 else (0, 0)
    words = [f"hit on {hit}" if hit else "", f"missed on {miss}" if miss else ""]
    if not hit and baddie in s.learned:
        words.append(f"told: {s.learned[baddie]}")
    return ", ".join(filter(None, words))


def _quick(m: Member, name: str) -> bool:
    return (
        name == "BRASS KNUCKLES"
        or m.armour == "SPEED ARMOR"
        or (name == m.hand and (arm := weapon(name)) is not None and arm.thrown)
    )


async def _do(t: Table[Game], b: Battle, m: Member, said: Aimed | Name | Word | Who, *, volley: Volley | None = None) -> None:
    """What a fighter has chosen to do; with a `volley`, a plain blow is told with the others'."""
    s = t.state
    if said.verb != "hold" and m.id not in b.revealed:
        b.revealed.append(m.id)
    match said:
        case Aimed("strike" | "shoot", number) if m.baddie:
            await beast_strikes(t, b, m, foe_by(b, number))
        case Aimed("strike", number, call):
            await strike(t, b, m, foe_by(b, number), call=call, volley=volley)
        case Aimed("shoot", number, ammo):
            await strike(t, b, m, foe_by(b, number), ammo=ammo, volley=volley)
        case Aimed(what, number):
            await ITEM_ACTS[what](t, b, m, foe_by(b, number) if number >= 0 else None)
        case Name("draw", arm):
            quick = _quick(m, arm)
            m.hand = arm
            t.tell(phrase(b, "draw", m.id), rule="DES-BAT-11", name=m.name, arm=some(arm))
            await make_room(t, b)
            if quick and m.id in s.lines[0] and b.front:
                if arm == "BRASS KNUCKLES":
                    discover(t, "BRASS KNUCKLES")
                await act(t, b, m, changed=True)


async def beast_strikes(t: Table[Game], b: Battle, m: Member, foe: Foe) -> None:
    """A slave, unicorn or called demon attacks on its own number; its kills bring no karma (DES-SPELL-25)."""
    s = t.state
    line = line_of(s, m.baddie)
    once = sweeps(s, m.baddie)
    for _ in range(1 if once else line.attacks):
        if foe not in b.foes:
            break
        others = [foe_by(b, number) for number in b.front if number != foe.id][: line.attacks - 1] if once else []
        one, other = await two_dice(t, m.name, f"at {called(s, b, foe)}", rule="DES-SPELL-25")
        hit = one + other >= needs(s, line.to_hit)
        told = "{name} hits two at a time." if others else "{name} hits."
        t.tell(told if hit else "{name} misses.", rule="DES-SPELL-25", name=m.name)
        for victim in [foe, *others] if hit else []:
            await hit_foe(t, b, victim, 1, m)


async def strike(
    t: Table[Game], b: Battle, m: Member, foe: Foe, *, ammo: str = "", call: str = "", volley: Volley | None = None
) -> None:
    """As many blows as the weapon gives, each aimed when it is thrown (DES-STORE-06, DES-BAT-16)."""
    arm = ready_weapon(m)
    assert arm is not None
    t.meet("weapon", arm.name.partition(" +")[0] if arm.magic and arm.gold else arm.name)
    target: Foe | None = foe
    for number in range(arm.blows):
        if number and (target is None or target not in b.foes or len(b.front) > 1):
            target = await _next_target(t, b, m, asked=volley is None)
        if target is None or m.status != "ready":
            break
        await blow(t, b, m, target, arm, ammo=ammo, call=call, volley=volley)
    if ammo:
        lose(m, ammo)
        t.meet("weapon", ammo)
    if (arm.thrown or arm.per_battle) and not ammo:
        key = f"{m.id}:{m.hand}"
        b.flown[key] = b.flown.get(key, 0) + 1


async def _next_target(t: Table[Game], b: Battle, m: Member, *, asked: bool) -> Foe | None:
    """Whom the next blow of a turn is for; those told to strike like the rest take the most wounded (DES-BAT-16)."""
    s = t.state
    if not b.front:
        return None
    if not asked:
        return min((foe_by(b, number) for number in b.front), key=lambda foe: foe.hits)
    if len(b.front) == 1:
        return foe_by(b, b.front[0])
    key = await t.choose(seat_of(s, m), "{name}'s next blow: at whom?", Aimed.keys("strike", ("",), b.front), rule="DES-BAT-16",
                         describe=lambda key: describe(s, b, m, key), name=m.name)  # fmt: skip
    said = read(key)
    assert isinstance(said, Aimed)
    return foe_by(b, said.foe)


async def blow(
    t: Table[Game],
    b: Battle,
    m: Member,
    foe: Foe,
    arm: Weapon,
    *,
    ammo: str = "",
    call: str = "",
    again: bool = False,
    volley: Volley | None = None,
) -> bool:
    """Two dice and modifiers against the number on the baddie's line; the answer is only hit or miss (DES-BAT-09, DES-BAT-13)."""
    s = t.state
    line = line_of(s, foe.name)
    aimed = aim(arm, line, ammo=ammo, call=call)
    shown = f"{arm.name.lower()} ({call})" if call else (ammo or arm.name).lower()
    named = called(s, b, foe)
    one, other = await two_dice(t, m.name, f"with {shown} at {named}", rule="DES-BAT-09", seat=seat_of(s, m))
    natural = one + other
    mine = natural + sum(value for _, value in standing(s, b, m))
    hit = aimed is not None and mine + aimed.modifier >= needs(s, aimed.number)
    note(s, foe.name, shown, mine, hit=hit)
    if not hit and aimed is not None and mine + 1 + aimed.modifier >= needs(s, aimed.number):
        feel(t, "butter fingers")
    count(s, "blows")
    special = EFFECTS.get(arm.name.partition(" +")[0])
    hits = hits_of(line, aimed, mine + aimed.modifier, natural, ammo or arm.own) if hit and aimed is not None else 0
    if not hit:
        record(b, f"member-{m.id}", "misses", filed(s, b, foe))
        record(b, f"foe-{foe.id}", "is missed by", m.name)
        if volley is None:
            t.tell(phrase(b, "miss", m.id), rule="DES-BAT-09", name=m.name)
        else:
            volley.note(m.name)
    elif not t.light:
        if volley is not None and volley.foe not in ("", named):
            tell_hits(t, b, volley)
        odd = deeds_of(foe.name)
        plain = special is None and foe.member < 0 and aimed is not None and not aimed.effect.startswith("kills")
        taken = f"{foe.full - foe.hits + hits} of {foe.full}" if special is None and foe.full > 1 else ""
        if volley is not None and plain and foe.hits > hits and odd.hurt is None and odd.looked_at is None:
            volley.note(m.name, named, taken)
        else:
            if volley is not None:
                tell_hits(t, b, volley)
            if not plain or foe.hits > hits:
                t.tell(phrase(b, "hit", m.id + foe.id), rule="DES-BAT-09", name=m.name, foe=named,
                       marks=f" ({taken})" if taken else "")  # fmt: skip
    if arm.name == "STORMBRINGER" and natural == 2:
        await _stray(t, m)
    if hit:
        assert aimed is not None
        count(s, "hits")
        if not (special is not None and await special(t, b, m, foe, one, other, mine + aimed.modifier)):
            if aimed.effect.startswith("kills"):
                discover(t, ammo or arm.name)
                await slay(t, b, foe, m)
            else:
                if hits > 1 and aimed.counts_as == "own":
                    discover(t, ammo or arm.name.partition(" +")[0])
                await hit_foe(t, b, foe, hits, m)
        if aimed.counts_as == "own":
            discover(t, ammo or arm.name.partition(" +")[0])
    elif arm.name == "BOOMERANG" and not again:
        elsewhere = [number for number in b.front if number != foe.id]
        if elsewhere:
            discover(t, "BOOMERANG")
            t.tell("It comes back, and is thrown again.", rule="DES-WPN-10")
            await blow(t, b, m, foe_by(b, elsewhere[0]), arm, again=True)
    looked_at = deeds_of(foe.name).looked_at
    if looked_at is not None and one == other and m.status == "ready":
        await looked_at(t, b, m, foe)
    return hit


async def _stray(t: Table[Game], m: Member) -> None:
    """Stormbringer on a natural two strikes the comrade beside its wielder (DES-STRE-02)."""
    row = front_row(t.state)
    if m in row and len(row) > 1:
        index = row.index(m)
        neighbour = row[index + 1] if index + 1 < len(row) else row[index - 1]
        t.tell("Stormbringer turns in the hand and strikes {name}.", rule="DES-STRE-02", name=neighbour.name)
        await wound(t, neighbour, 1, "Stormbringer")


async def first_strikes(t: Table[Game], b: Battle) -> list[int]:
    """In the first round a wearer of speed armour strikes before the baddies (DES-MAGW-28). Returns who has struck."""
    struck: list[int] = []
    if b.round != 1:
        return struck
    for m in list(living(t.state)):
        if m.armour == "SPEED ARMOR" and b.foes:
            t.meet("use", "SPEED ARMOR")
            await act(t, b, m)
            struck.append(m.id)
    return struck
