"""Balls: what wizards announce before the fighters strike, one to a round each (DES-WZB, DES-SPELL)."""

from __future__ import annotations

from .....engine import Option, Table, words
from .....engine.words import capital, listed
from ...arsenal import Weapon
from ...bestiary import one_of
from ...hoard import FIGHTING, KILLERS, RANK_BALLS
from ...state import Battle, Game, Member, count, member
from ..basics.deeds import deeds_of
from ..basics.throws import one_die, two_dice
from ..basics.wares import some
from ..personas.baggage import discover
from ..personas.people import full_body, has, line_of, living, new_member, seat_of, take_ball, usable_balls
from ..wounds.wounds import heal, is_hurt, some_hits
from .answers import Aimed, read
from .blows import aim, blows_of, hit_foe, hits_of, in_vain, is_lit, needs, slay, standing
from .field import called, foe_by, speaks
from .phrases import phrase
from .tricks import tell_joke

MOST_SLAVES = 5  # DES-SPELL-22
VOLUMES = ("BOOK OF DEMONS (Vol. I)", "BOOK OF DEMONS (Vol. II)", "BOOK OF DEMONS (Vol. III)")


async def announce_balls(t: Table[Game], b: Battle) -> None:
    """Every wizard says which ball, if any, before the others attack; then they fly (DES-WZB-01, DES-WZB-03)."""
    s = t.state
    said: list[tuple[Member, Aimed]] = []
    seats = len(s.names)
    for step in range(seats):
        for m in living(s):
            if m.cls != "wizard" or seat_of(s, m) != (b.seat + step) % seats or m.kind == "daughter" or m.misses > 0:
                continue
            keys = ball_keys(s, b, m)
            if not keys:
                continue
            choice = await t.choose(seat_of(s, m), "{vain}{name}: a ball this round?", ["none", *keys], rule="DES-WZB-01",
                                    describe=lambda key, who=m: describe(s, b, who, key), name=m.name,  # type: ignore[misc]
                                    vain=lambda: f"{why} " if (why := in_vain(s, b)) else "")  # fmt: skip
            ball = read(choice)
            if isinstance(ball, Aimed):
                said.append((m, ball))
    for m, ball in said:
        if m.status == "ready" and b.foes:
            b.threw.append(m.id)
            if m.id not in b.revealed:
                b.revealed.append(m.id)
            await throw(t, b, m, ball)


def ball_keys(s: Game, b: Battle, m: Member) -> list[str]:
    """What a wizard may announce now."""
    keys: list[str] = []
    for kind in usable_balls(s, m):
        if kind in KILLERS:
            keys += Aimed.keys(kind, ("",), [foe for foe in b.front if kind in deeds_of(foe_by(b, foe).name).dreads])
        elif kind == "BLASTING WAND":
            keys += Aimed.keys(kind, ("",), [foe.id for foe in b.foes])
        elif kind == "SLAVE BALLS":
            if len(slaves_of(s, m)) < MOST_SLAVES:
                keys += Aimed.keys(kind, ("",), [foe.id for foe in b.foes])
        elif kind == "HEALING BALLS":
            keys += [Aimed(kind, member=one.id).key for one in living(s) if is_hurt(s, one)]
        elif kind == "ONE TOTAL HEAL OF SELF":
            keys += [kind] if m.body < full_body(s, m) else []
        elif kind not in ("TANGLING BALLS", "HERBIE WALL-BANGERS"):
            keys.append(kind)
    lead = b.foes[0].name
    volume = deeds_of(lead).volume
    if has(m, "CAMERA OUTFIT") and m.uses.get("flash-cubes", 3) > 0:
        keys.append("flash")
    if has(m, "JOKEBOOK") and speaks(lead) and "JOKEBOOK" not in b.joked:
        keys.append("jokebook")
    if volume and has(m, volume):
        keys.append("read")
    if all(has(m, book) for book in VOLUMES) and not s.demon_called:
        keys.append("call")
    if has(m, "FLASHLIGHT") and b.light <= 0:
        keys += [Aimed("flashlight", member=one.id).key for one in living(s) if one.cls]
    return keys


def describe(s: Game, b: Battle, m: Member, key: str) -> str | Option:
    """How a wizard's choice looks."""
    said = read(key)
    if not isinstance(said, Aimed):
        return "No ball"
    kind = said.verb
    own, general = m.goods.get(kind, 0), m.goods.get("GENERAL BALLS", 0) if kind in ("LIGHT BALLS", *RANK_BALLS) else 0
    left = listed(filter(None, (f"{own}" if own else "", f"{general} general" if general else "")), none="")
    label = capital(some(kind))
    if said.foe >= 0:
        label += f" at {called(s, b, foe_by(b, said.foe))}"
    if said.member >= 0:
        label += f" on {member(s, said.member).name}"
    does = "it is light already" if kind == "LIGHT BALLS" and b.light > 0 else ball_does(s, kind)
    names = {
        "flash": "A flash-cube",
        "jokebook": "Tell a joke",
        "read": "Read the Book of Demons aloud",
        "call": "Call a lesser demon",
    }
    return Option(
        names.get(kind, label),
        hint="; ".join(filter(None, (does, f"{left} left" if left else ""))),
        place=f"foe-{said.foe}" if said.foe in b.front else "",
        rank=-1 if kind == "LIGHT BALLS" and not is_lit(s, b) else 0,  # the dark costs every blow a point
    )


def ball_does(s: Game, kind: str) -> str:
    """What a ball is good for, where the book tells its buyers."""
    if kind in FIGHTING:
        base, blows = FIGHTING[kind][0], blows_of(s, kind)
        return f"{words.count(blows, f'{base} blow')} at their front"
    return "no more fighting in the dark" if kind == "LIGHT BALLS" else ""


def slaves_of(s: Game, m: Member) -> list[Member]:
    """A wizard's slaves that are with him."""
    return [one for one in s.members if one.kind == "slave" and one.master == m.id and one.status in ("ready", "home")]


async def throw(t: Table[Game], b: Battle, m: Member, said: Aimed) -> None:
    """A ball is unleashed and used up (DES-SPELL-37)."""
    s = t.state
    kind = said.verb
    if kind in ("flash", "jokebook", "read", "call", "flashlight"):
        await _other_act(t, b, m, kind, said.member)
        return
    take_ball(m, kind)
    t.meet("spell", kind)
    count(s, "balls")
    t.tell(phrase(b, "ball", m.id), rule="DES-WZB-01", name=m.name, ball=some(kind))
    if kind == "LIGHT BALLS":
        b.light = 1 if "short wicks" in s.curses else 99
        t.tell("Light!", rule="DES-BAT-21")
        lit = next((deeds.lit for foe in b.foes if (deeds := deeds_of(foe.name)).lit is not None), None)
        if lit is not None:
            await lit(t, b)
    elif kind in FIGHTING:
        await ball_blows(t, b, m, kind)
    elif said.foe >= 0:
        foe = next((one for one in b.foes if one.id == said.foe), None)
        if foe is None:
            return
        if kind == "SLAVE BALLS":
            enslave(t, b, m, foe.id)
            return
        withstands = deeds_of(foe.name).withstands if kind in KILLERS else None
        if withstands is None or not await withstands(t, m, kind):
            await slay(t, b, foe, m)
    elif kind == "SUNLIGHT BALLS":
        b.light = 99
        for foe in [one for one in b.foes if kind in deeds_of(one.name).dreads]:
            await slay(t, b, foe, m)
    elif kind == "BLINDING BALLS":
        b.missing += 1
        b.stall = True
        t.tell("The enemy is blinded.", rule="DES-SPELL-26")
    elif kind == "HEALING BALLS":
        one = member(s, said.member)
        given = heal(s, one, await one_die(t, m.name, "for the healing ball", rule="DES-SPELL-28", seat=seat_of(s, m)))
        if "bitten" in one.conditions:
            one.conditions.remove("bitten")
        t.tell("{name} is healed by {hits}.", rule="DES-SPELL-28", name=one.name, hits=some_hits(given))
    elif kind == "ONE TOTAL HEAL OF SELF":
        m.body = full_body(s, m)
        t.tell("{name} is whole again.", rule="DES-SPELL-32", name=m.name)


async def ball_blows(t: Table[Game], b: Battle, m: Member, kind: str) -> None:
    """The blows of a ball fall at random on the enemy front, each aimed when it is thrown (DES-WZB-02, DES-WZB-04)."""
    s = t.state
    base = FIGHTING[kind][0]
    struck = False
    arm = Weapon(name=base.upper(), own=base, base=(base,), cutting=base != "mace")
    for _ in range(blows_of(s, kind)):
        if not b.front:
            t.tell("The rest of the ball finds nobody.", rule="DES-WZB-02")
            break
        foe = foe_by(b, t.pick(b.front, "the ball's blow"))
        line = line_of(s, foe.name)
        aimed = aim(arm, line)
        name = called(s, b, foe)
        one, other = await two_dice(t, m.name, f"the ball's {base} blow at {name}", rule="DES-WZB-04", seat=seat_of(s, m))
        mine = one + other + sum(value for _, value in standing(s, b, m, ball=True))
        if aimed is not None and mine + aimed.modifier >= needs(s, aimed.number):
            struck = True
            hits = hits_of(line, aimed, mine + aimed.modifier, one + other, base)
            if foe.hits > hits:
                taken = foe.full - foe.hits + hits
                t.tell("The ball hits {name} ({taken} of {full}).", rule="DES-WZB-04", name=name, taken=taken, full=foe.full)
            await hit_foe(t, b, foe, hits, m)
    if not struck:
        t.tell("The ball bursts and hits nobody.", rule="DES-WZB-04")


def enslave(t: Table[Game], b: Battle, m: Member, number: int) -> None:
    """One ball, one victim, no roll: it changes sides and goes with the wizard (DES-SPELL-21)."""
    s = t.state
    foe = foe_by(b, number)
    b.foes.remove(foe)
    b.front = [one for one in b.front if one != number]
    if foe.member >= 0:
        back = member(s, foe.member)
        back.status = "ready"
        s.party.append(back.id)
        s.lines[2].append(back.id)
        t.tell("{name} is bound to the party again.", rule="DES-SPELL-21", name=back.name)
        return
    slave = new_member(s, seat=m.seat, name=f"{m.name}'s {one_of(foe.name)}", kind="slave", cls="", rank=0,
                       denomination="", baddie=foe.name, master=m.id)  # fmt: skip
    slave.body = foe.hits
    s.party.append(slave.id)
    s.lines[1].append(slave.id)
    count(s, "slaves")
    t.tell("{slave} now serves {name}.", rule="DES-SPELL-21", slave=slave.name, name=m.name)


async def _other_act(t: Table[Game], b: Battle, m: Member, what: str, patient: int) -> None:
    s = t.state
    if what == "flash":
        m.uses["flash-cubes"] = m.uses.get("flash-cubes", 3) - 1
        b.missing += 1
        b.stall = True
        t.meet("use", "CAMERA OUTFIT")
        t.tell("A flash-cube goes off in their eyes.", rule="DES-SPELL-33")
    elif what == "jokebook":
        b.joked.append("JOKEBOOK")
        await tell_joke(t, b, m, "JOKEBOOK", "DES-BOOK-04")
    elif what == "read":
        b.joked.append("demons unsettled")
        discover(t, deeds_of(b.foes[0].name).volume)
        t.tell("{name} reads, and the demon flinches.", rule="DES-BOOK-01", name=m.name)
    elif what == "call":
        s.demon_called = True
        demon = new_member(s, seat=m.seat, name="The called demon", kind="demon", cls="", rank=0, denomination="",
                           baddie="Lesser Demon", master=m.id)  # fmt: skip
        s.party.append(demon.id)
        s.lines[0].append(demon.id)
        discover(t, "BOOK OF DEMONS (Vol. III)")
        t.tell("A lesser demon steps out of the pages.", rule="DES-BOOK-01")
    else:
        b.flashlit = patient
        discover(t, "FLASHLIGHT")
        t.tell("The flashlight is on {name}'s enemy.", rule="DES-SPELL-34", name=member(s, patient).name)


def dismiss_demon(s: Game) -> None:
    """A called demon fights through a single battle."""
    for number in list(s.party):
        m = member(s, number)
        if m.kind == "demon":
            m.status = "gone"
            s.party.remove(number)
            for line in s.lines:
                if number in line:
                    line.remove(number)
