"""Initiative: calling for it, where everyone stands, and the numbers of a flurry. Chapter 5."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import listed
from ... import odds
from ...being import KEPT_OFF, Being
from ...state import CLOSE, ONE, TWO, Donjon, Fight, Fighter
from ..basics import narrate
from ..basics.distance import band, fighter, foes_of, minis, place_tokens, set_band
from ..basics.judging import call, holds
from ..characters.ability_words import matches
from ..concepts.contest import contest
from ..resolution.picking import after_roll, bite, opposing_extra, related, use_bonus
from ..resolution.pools import attribute, curse_parts, difficulty_pool, gear_tags, place_tags, pool, score, tagged, weapon_dr


def call_initiative(
    t: Table[Donjon],
    foes: list[Being],
    *,
    by_party: bool,
    ambush: bool = False,
    friends: list[Being] | None = None,
    slope: str = "",
) -> None:
    """Combat starts when somebody calls for initiative; all present roll, and no one else is drawn in (DON-CALL-01)."""
    s = t.state
    ours = [*s.party(), *(friends or [])]
    for b in friends or []:
        b.side = 0
    for b in s.pcs():
        b.side = 0
    fighters = [Fighter(b.id) for b in [*ours, *foes]]
    s.fight = Fight(fighters, by_party=by_party, ambush=ambush, slope=slope)
    s.tally.fights += 1
    for b in ours:
        for o in foes:
            s.fight.bands[f"{b.id}|{o.id}"] = ONE
    if s.phase != "town":
        s.phase = "fight"
    narrate.say(t, "initiative", rule="DON-CALL-01")
    t.tell("{ours} against {theirs}.", rule="DON-CALL-01", ours=_names(ours), theirs=_names(foes))
    for b in s.party():
        if weapon_dr(b)[1] < 0 and not s.lines.get(f"bare/{b.id}"):  # once a character: it is easily overlooked
            s.lines[f"bare/{b.id}"] = 1
            narrate.say(t, "bare_hands", rule="DON-WEAP-07", actor=b.name)


def _names(them: list[Being]) -> str:
    return listed([b.name for b in them], none="nobody")


def join(s: Donjon, b: Being) -> None:
    """Somebody enters a running fight."""
    assert s.fight is not None
    s.fight.fighters.append(Fighter(b.id))
    for f in s.fight.fighters:
        if s.beings[f.id].side != b.side:
            set_band(s, b.id, f.id, ONE)


# Where everyone stands.


STARTS = {"close": CLOSE, "one": ONE, "two": TWO}


async def place(t: Table[Donjon]) -> None:
    """The side that starts it decides how far apart they are; only the unnoticed begin in close (DON-DIST-02, DON-DIST-03)."""
    s = t.state
    assert s.fight is not None
    foes = [s.beings[f.id] for f in s.fight.fighters if s.beings[f.id].side == 1]
    ours = [s.beings[f.id] for f in s.fight.fighters if s.beings[f.id].side == 0]
    if s.fight.by_party:
        for b in ours:
            hidden = b.hint == "hidden"
            start = ONE
            if b.pc:
                options = {
                    "one": Option("One action away", hint="shoot, throw or move in", rule="DON-DIST-06"),
                    "two": Option("Two actions away", hint="missiles at -3, spells at ease", rule="DON-DIST-05"),
                }
                if hidden:
                    options = {"close": Option("In close", hint="they have not seen you", rule="DON-DIST-03"), **options}
                choice = await t.choose(b.seat, "Where does {who} stand when it starts?", options, rule="DON-DIST-02", who=b.name)
                start = STARTS[choice]
            fighter(s, b.id).start = start
            for o in foes:
                set_band(s, b.id, o.id, start)
    else:
        near = (len(foes) + 1) // 2 if s.fight.ambush else 0  # close for half of them
        for number, o in enumerate(foes):
            usual = "close" if number < near and "rooted" not in o.tags else "one"
            if s.fight.slope and o.role in ("leader", "caster"):
                usual = "two"
            ways = {"one": "One action away", "two": "Two actions away"}
            if s.fight.ambush or usual == "close":
                ways = {"close": "In close, unnoticed", **ways}
            asked = "Where does {who} stand when it starts?"
            choice = await call(t, "npcs", asked, ways, usual, rule="DON-DIST-02", who=o.name)
            for b in ours:
                set_band(s, b.id, o.id, STARTS[choice])
        for b in ours:
            fighter(s, b.id).start = min(band(s, b.id, o.id) for o in foes) if foes else ONE
    if minis(s) != "off":
        place_tokens(s)
    s.fight.stage = "initiative"


# Initiative.


def initiative_dice(s: Donjon, b: Being) -> int:
    """Level + Discernment, and no Ability (DON-INI-01, DON-INI-02)."""
    return max(1, b.level + attribute(s, b, "dis") + sum(dice for _, dice in curse_parts(s, b, "initiative", hidden=True)))


async def initiative(t: Table[Donjon]) -> None:
    """Numbers are rolled anew for every flurry (DON-INI-05); surprise and speed add dice (DON-SURP-01 to 03)."""
    s = t.state
    assert s.fight is not None
    fight = s.fight
    fight.flurry += 1
    s.tally.flurries += 1
    fight.attacked, fight.flames, fight.passed = [], [], []
    for b in [s.beings[f.id] for f in fight.fighters]:
        for p in b.penalties:
            if p.condition == KEPT_OFF and p.until == "flurry" and b.up:
                whom = p.source.removeprefix("cannot reach ")
                t.tell("{who} has found a way to {whom}.", rule="DON-LAW-14", who=b.cap, whom=whom)
        b.penalties = [p for p in b.penalties if p.until != "flurry"]
        for p in b.penalties:
            if p.until == "next" and fight.flurry > 1:
                p.until = "flurry"
        b.boons = [p for p in b.boons if p.until != "flurry"]
        b.bonus = [x for x in b.bonus if not x.flurry]
        if b.hint in ("howl", "worship"):
            b.hint = ""
    for f in fight.fighters:
        b = s.beings[f.id]
        f.numbers = []
        if not b.up:
            continue
        if b.pc:
            await speed(t, b)
    groups: dict[str, list[Fighter]] = {}
    for f in fight.fighters:
        b = s.beings[f.id]
        if b.up and not b.pc:
            groups.setdefault(f"{b.kind}/{b.level}/{b.now[2]}/{b.name if b.kind == '' else ''}", []).append(f)
    for f in fight.fighters:
        b = s.beings[f.id]
        if not b.up or not b.pc:
            continue
        extra = await _surprise(t, b)
        f.numbers = await _numbers(t, b, initiative_dice(s, b) + extra + f.speed)
        bite(t, b, "initiative")
        f.speed = 0
    for members in groups.values():
        first = s.beings[members[0].id]
        if len(members) >= 3:  # DON-INI-03: one roll for three or more of a kind
            shared = await _numbers(t, first, initiative_dice(s, first), group=len(members))
            for f in members:
                f.numbers = list(shared)
        else:
            for f in members:
                f.numbers = await _numbers(t, s.beings[f.id], initiative_dice(s, s.beings[f.id]))
        for f in members:  # a die of surprise goes to one named member (DON-SURP-02)
            extra = f.speed + use_bonus(s.beings[f.id], "initiative")
            if extra:
                f.numbers = sorted([*f.numbers, *(await _numbers(t, s.beings[f.id], extra))], reverse=True)
            f.speed = 0
    for f in fight.fighters:
        b = s.beings[f.id]
        b.bonus = [x for x in b.bonus if x.about != "initiative"]
        if b.hint == "hidden":
            b.hint = ""
    fight.count = s.die
    fight.stage = "count"
    fight.rolled = True
    if not t.light:
        shown = "; ".join(f"{s.beings[f.id].name} {' '.join(str(n) for n in f.numbers)}" for f in fight.fighters if f.numbers)
        t.tell("Flurry {n}. {shown}.", rule="DON-INI-04", kind="roll", n=fight.flurry, shown=shown)


async def _numbers(t: Table[Donjon], b: Being, dice: int, *, group: int = 0) -> list[int]:
    name = b.name if not group else f"{group} x {b.calling}"
    pool = f"{max(1, dice)}d{t.state.die}"
    faces = await t.roll_faces(pool, f"{name}, initiative", rule="DON-INI-01", seat=b.seat if b.pc else None, pool=True)
    return sorted(faces, reverse=True)


async def _surprise(t: Table[Donjon], b: Being) -> int:
    """Kept dice from sneaking and the like may go into one Initiative Test (DON-SURP-01)."""
    s = t.state
    spare = related(s, b, "initiative")
    if not spare:
        return 0
    choice = await t.choose(
        b.seat,
        "{who} has {n:count kept die|kept dice} for initiative: {n:count more action|more actions} in this flurry.",
        {
            "use": Option("For initiative", hint="gone with the throw", rule="DON-SURP-01"),
            "keep": Option("For later", hint="a related roll in this scene", rule="DON-LAW-06"),
        },
        rule="DON-SURP-01",
        who=b.name,
        n=spare,
    )
    if choice == "use":
        return use_bonus(b, "initiative")
    for bonus in b.bonus:
        bonus.late = True
    return 0


async def speed(t: Table[Donjon], b: Being) -> None:
    """A speed Ability allows a Medium Test before Initiative; successes are extra numbers (DON-SURP-03)."""
    s = t.state
    here = tagged(gear_tags(b), place_tags(s), "fight")
    able = [a for a in b.abilities if "initiative_boost" in a.adds and score(b, a) > 0]
    ability = next((a for a in able if all(matches(w, here) for w in a.when if w.key in ("gear", "place", "position"))), None)
    if ability is None:
        return
    hill = difficulty_pool(s, "medium", opposing_extra(b, "initiative_boost"))
    made = pool(s, b, "initiative_boost", attr="adr", ability=ability, tags=here)
    choice = await t.choose(
        b.seat,
        "{who} may use {ability} before initiative.",
        {
            "use": Option("Use it", hint=odds.words(made.dice, hill.dice, s.die), rule="DON-SURP-03"),
            "skip": Option("Save your breath"),
        },
        rule="DON-SURP-03",
        who=b.name,
        ability=ability.name,
    )
    if choice == "skip":
        return
    made = pool(s, b, "initiative_boost", attr="adr", ability=ability, tags=here, rolled=True)
    after_roll(t, b, "initiative_boost")
    result = await contest(t, made, hill, f"{b.name}: {ability.name}", rule="DON-SURP-03")
    if result.won:
        fighter(s, b.id).speed += result.n
    else:
        foes = foes_of(s, b)
        if foes:
            n = result.n if holds(t, "successes") else min(2, result.n)  # the limit binds the machine alone
            fighter(s, foes[0].id).speed += n
            t.tell("They were faster: {n:count number|numbers} more for {foe}.", rule="DON-AGM-04", n=n, foe=foes[0].name)
