"""The flurry: calling for initiative, counting down, one action at a time, the lull, and the end of a combat. Chapter 5."""

from __future__ import annotations

from ....engine import Option, Table
from .. import odds
from ..state import CLOSE, DISTANCES, ONE, OUT, TWO, Being, Bonus, Donjon, Fight, Fighter
from . import narrate, powers, tactics
from .combat import attack, attack_tags, can_attack, can_parry, range_penalty, reach, ready
from .contest import Pool, contest
from .damage import slay
from .distance import band, fallen_of, fighter, foes_of, in_close, minis, out_of_it, place_tokens, set_band
from .facts import Setting
from .judging import call, holds
from .law import gm_won, keep, player_won
from .magic import Spell, can_cast, casting_pool, compose, gather, release, words_price
from .moving import can_leave, move_away, move_in
from .picking import after_roll, bite, choose_pool, opposing_extra, related, use_bonus
from .pools import (
    best_ability,
    curse_parts,
    difficulty_pool,
    foe_tags,
    gear_tags,
    item_of,
    judge_step,
    place_tags,
    pool,
    save_pool,
    score,
    tagged,
    weapon,
)
from .tasks import eased, take_against
from .words import kind_of, matches


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


def _names(them: list[Being]) -> str:
    names = [b.name for b in them]
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else (names[0] if names else "nobody")


def join(s: Donjon, b: Being) -> None:
    """Somebody enters a running fight."""
    assert s.fight is not None
    s.fight.fighters.append(Fighter(b.id))
    for f in s.fight.fighters:
        if s.beings[f.id].side != b.side:
            set_band(s, b.id, f.id, ONE)


async def fight_step(t: Table[Donjon]) -> None:
    """One step of a fight: placing, initiative, one action, or the lull."""
    s = t.state
    assert s.fight is not None
    stage = s.fight.stage
    if stage == "place":
        await place(t)
    elif stage == "initiative":
        await initiative(t)
    elif stage == "count":
        await next_action(t)
    elif stage == "lull":
        await lull(t)
    if s.fight is not None and s.fight.stage != "over" and _one_side_left(s):
        end_fight(t)


# Where everyone stands.


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
                start = {"close": CLOSE, "one": ONE, "two": TWO}[choice]
            fighter(s, b.id).start = start
            for o in foes:
                set_band(s, b.id, o.id, start)
    else:
        near = (len(foes) + 1) // 2 if s.fight.ambush else 0  # close for half of them
        for number, o in enumerate(foes):
            for b in ours:
                start = CLOSE if number < near and "rooted" not in o.tags else ONE
                if s.fight.slope and o.role in ("leader", "caster"):
                    start = TWO
                set_band(s, b.id, o.id, start)
        for b in ours:
            fighter(s, b.id).start = min(band(s, b.id, o.id) for o in foes) if foes else ONE
    if minis(s) != "off":
        place_tokens(s)
    s.fight.stage = "initiative"


# Initiative.


def initiative_dice(s: Donjon, b: Being) -> int:
    """Level + Discernment, and no Ability (DON-INI-01, DON-INI-02)."""
    from .pools import attribute

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
        b.penalties = [p for p in b.penalties if p.until != "flurry"]
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
        t.tell("Flurry {n}. {shown}.", rule="DON-INI-04", n=fight.flurry, shown=shown)


async def _numbers(t: Table[Donjon], b: Being, dice: int, *, group: int = 0) -> list[int]:
    name = b.name if not group else f"{group} x {b.calling}"
    faces = await t.roll_faces(
        f"{max(1, dice)}d{t.state.die}", f"{name}, initiative", rule="DON-INI-01", seat=b.seat if b.pc else None
    )
    return sorted(faces, reverse=True)


async def _surprise(t: Table[Donjon], b: Being) -> int:
    """Kept dice from sneaking and the like may go into one Initiative Test (DON-SURP-01)."""
    s = t.state
    spare = related(s, b, "initiative")
    if not spare:
        return 0
    choice = await t.choose(
        b.seat,
        "{who} has {n} kept dice that could go into initiative.",
        {"use": Option(f"Use them: {spare} more actions", rule="DON-SURP-01"), "keep": Option("Keep them for a blow")},
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
            t.tell("They were faster: {n} numbers more for {foe}.", rule="DON-AGM-04", n=n, foe=foes[0].name)


# Counting down.


def order_on(s: Donjon, count: int) -> list[str]:
    """Who acts on a number: players by seat, then NPCs, the nimbler first (DON-TIE-01, DON-TIE-03)."""
    assert s.fight is not None
    holders = [f.id for f in s.fight.fighters if count in f.numbers]
    position = {f.id: at for at, f in enumerate(s.fight.fighters)}

    def rank(being_id: str) -> tuple[int, int, int]:
        b = s.beings[being_id]
        if b.pc and s.option("seat_order") == "adroitness":  # DON-TIE-02
            return 0, -b.now[3], b.seat
        return (0, b.seat, 0) if b.pc else (1, -b.now[3], position[being_id])

    return sorted(holders, key=rank)


def next_actor(s: Donjon) -> str:
    """The next to act, one action per round of the table until all of a number are done (DON-INI-04, DON-TIE-01). "":
    the flurry is over."""
    assert s.fight is not None
    fight = s.fight
    while fight.count >= 1:
        able = order_on(s, fight.count)
        if able:
            waiting = [b for b in able if b not in fight.passed]
            if waiting:
                return waiting[0]
            fight.passed = []
            continue
        fight.count -= 1
        fight.passed = []
    return ""


async def next_action(t: Table[Donjon]) -> None:
    """Call the next number and let its owner act."""
    s = t.state
    assert s.fight is not None
    who = next_actor(s)
    if not who:
        s.fight.stage = "lull"
        return
    b = s.beings[who]
    me = fighter(s, who)
    me.numbers.remove(s.fight.count)
    s.fight.passed.append(who)
    if not b.up:
        me.numbers = []
        return
    s.tally.actions += 1
    if b.frozen:
        b.frozen -= 1
        t.tell("{who} cannot move ({n} actions more).", rule="DON-MDA-02", who=b.cap, n=b.frozen)
        return
    moved_to = me.moved_to
    if b.pc:
        await pc_action(t, b)
    else:
        await npc_action(t, b)
    if s.fight is not None and me.moved_to == moved_to:
        me.moved_to = ""  # a charge counts for the very next action only
    if out_of_it(s, b) and b.up:
        b.status = "fled"


# Players act.


def pc_options(s: Donjon, b: Being) -> list[str]:
    """Everything a player's character could do with one action (DON-ACT-01)."""
    keys: list[str] = []
    foes = foes_of(s, b)
    for o in foes:
        if can_attack(s, b, o):
            keys.append(f"attack:{o.id}")
    for o in fallen_of(s, b):
        if band(s, b.id, o.id) == CLOSE and o.leader != "self":
            keys.append(f"slay:{o.id}")
    for o in foes:
        if band(s, b.id, o.id) > CLOSE:
            keys.append(f"close:{o.id}")
    if foes and can_leave(b):
        keys.append("away")
    if can_cast(b):
        keys.append("gather")
    if b.spell_dice and b.words:
        keys.append("release")
    for item in b.items:
        if item.sort == "weapon" and item.id != b.wielding:
            keys.append(f"draw:{item.id}")
        if "potion" in item.tags:
            keys.append(f"drink:{item.id}")
    if b.wielding and weapon(b) is not None and weapon(b).reach != "melee":  # type: ignore[union-attr]
        keys.append("draw:none")
    if powers.can_regenerate(b):
        keys.append("regenerate")
    if any(p.condition in ("prone", "cornered", "disarmed") for p in b.penalties):
        keys.append("rise")
    keys.append("trick")
    if b.provisions and s.chapter:
        keys.append("rummage")
    keys.append("wait")
    return keys


def describe_action(s: Donjon, b: Being, key: str) -> Option:
    """What an action is called, and its odds."""
    what, _, rest = key.partition(":")
    if what == "attack":
        o = s.beings[rest]
        tags = attack_tags(s, b, o)
        mine = pool(s, b, "attack", ability=best_ability(s, b, "attack", tags), tags=tags).dice + (
            range_penalty(b, band(s, b.id, rest)) or 0
        )
        theirs = pool(s, o, "dodge", ability=best_ability(s, o, "dodge", tagged("fight melee")), tags=frozenset()).dice
        hint = odds.words(mine, theirs, s.die)
        if can_parry(s, o, reach(b, "")):
            back = attack_tags(s, o, b)
            guard = pool(s, o, "attack", ability=best_ability(s, o, "attack", back), tags=frozenset()).dice
            hint += f" if it dodges; {round(100 * odds.win(mine, guard, s.die))}% if it parries (and else it hits back)"
        return Option(
            f"Attack {o.name}",
            hint=hint,
            place=f"being-{rest}",
            rule="DON-ATK-01",
        )
    if what == "slay":
        return Option(f"Finish off {s.beings[rest].name}", hint="nothing is rolled", place=f"being-{rest}", rule="DON-DEATH-02")
    if what == "close":
        o = s.beings[rest]
        return Option(
            f"Move in on {o.name}", hint=f"now {DISTANCES[band(s, b.id, rest)]}", place=f"being-{rest}", rule="DON-MOVE-01"
        )
    if what == "away":
        risk = "; ".join(f"{o.name} gets a free attack" for o in in_close(s, b))
        return Option("Move away from them all", hint=risk or "one step further", rule="DON-MOVE-01")
    if what == "gather":
        from .magic import gather_step

        step = gather_step(s, b)
        made = casting_pool(s, b, 0, rolled=False).dice - (1 if b.spell_dice else 0)
        hint = odds.words(made, difficulty_pool(s, step).dice, s.die)
        return Option(
            "Gather more power" if b.spell_dice else "Gather power",
            hint=hint + ("; strains you" if b.spell_dice else ""),
            rule="DON-GATH-01",
        )
    if what == "release":
        return Option(f"Release a spell ({b.spell_dice} Spell Dice)", rule="DON-CAST-01")
    if what == "draw":
        item = item_of(b, rest)
        return Option(
            f"Take {item.name.lower()} in hand" if item is not None else "Empty your hands",
            hint="costs the action",
            rule="DON-ACT-01",
        )
    if what == "drink":
        potion = item_of(b, rest)
        return Option(f"Drink {potion.name if potion else 'it'}", hint="used up; lasts the scene", rule="DON-MITEM-04")
    names = {
        "regenerate": Option("Regenerate Adroitness", hint="once per scene", rule="DON-POW-03"),
        "rise": Option("Get up and sort yourself out", hint="prone, cornered or disarmed no more", rule="DON-ACT-01"),
        "trick": Option("Try something else", hint="say what; successes are facts or dice", rule="DON-INTRO-03"),
        "rummage": Option("Pull something from the pack", rule="DON-PACK-01"),
        "wait": Option("Wait"),
    }
    return names[what]


async def pc_action(t: Table[Donjon], b: Being) -> None:
    """A player's action (DON-ACT-01, DON-ACT-02)."""
    s = t.state
    assert s.fight is not None
    key = await t.choose(
        b.seat,
        "On {count}: {who} acts. {state}",
        pc_options(s, b),
        rule="DON-ACT-01",
        describe=lambda k: describe_action(s, b, k),
        count=s.fight.count,
        who=b.name,
        state=situation(s, b),
    )
    await act(t, b, key)


def situation(s: Donjon, b: Being) -> str:
    """A line about how one stands."""
    near = ", ".join(f"{o.name} {DISTANCES[band(s, b.id, o.id)]}" for o in foes_of(s, b)[:4])
    held = f" Holding {b.spell_dice} Spell Dice." if b.spell_dice else ""
    return f"Flesh Wounds {b.wounds} of {b.wounds_full}; {near}.{held}"


async def act(t: Table[Donjon], b: Being, key: str) -> None:
    """Carry out one action, whoever chose it."""
    s = t.state
    what, _, rest = key.partition(":")
    if what == "attack":
        await attack(t, b, s.beings[rest])
    elif what in ("spit", "blast", "bite"):
        await attack(t, b, s.beings[rest], mode=what)
    elif what == "leap":
        if band(s, b.id, rest) > CLOSE:
            set_band(s, b.id, rest, CLOSE)
        b.hint = ""
        await attack(t, b, s.beings[rest])
    elif what == "slay":
        slay(t, s.beings[rest], b)
    elif what == "close":
        await move_in(t, b, s.beings[rest])
    elif what == "away":
        await move_away(t, b)
    elif what == "gather":
        await gather(t, b)
    elif what == "release":
        spell = await compose(t, b) if b.pc else npc_spell(s, b)
        if spell is not None:
            await release(t, b, spell)
    elif what == "draw":
        ready(s, b, item_of(b, rest))
        t.tell("{who} takes {item} in hand.", rule="DON-ACT-01", who=b.cap, item=_held(b))
    elif what == "drink":
        await powers.drink(t, b, rest)
    elif what == "regenerate":
        await powers.regenerate_adr(t, b)
    elif what == "rise":
        b.penalties = [p for p in b.penalties if p.condition not in ("prone", "cornered", "disarmed")]
        if not b.wielding:
            able = next((i for i in b.items if i.sort == "weapon"), None)
            ready(s, b, able)
        t.tell("{who} is up and armed again.", rule="DON-ACT-01", who=b.cap)
    elif what == "rummage":
        from .goods import rummage

        await rummage(t, b)
    elif what == "trick":
        await trick(t, b)
    elif what == "sneak":
        await npc_sneak(t, b, s.beings[rest])
    elif what in ("howl", "hrrmph"):
        await powers.frighten(t, b, s.beings[rest], what)
    elif what == "hypnotize":
        await powers.hypnotize(t, b, s.beings[rest])
    elif what == "worship":
        await powers.worship(t, b, s.beings[rest])
    elif what == "cloud":
        await powers.spore_cloud(t, b)
    elif what == "jump":
        await powers.toad_jump(t, b)
    elif what == "cling":
        await powers.toad_cling(t, b)
    else:
        t.tell("{who} waits.", rule="DON-ACT-01", who=b.cap)


def _held(b: Being) -> str:
    held = weapon(b)
    return held.name.lower() if held is not None else "nothing"


def contest_for(action: str, kind: str) -> tuple[str, str, str]:
    """Attributes and Ability kind of a contested action (DON-CONT-03): actor's, opponent's, opponent's Ability."""
    from .. import content

    low = action.lower()
    for row in content.gm().contests:
        if row.kind == kind and any(word in low for word in row.words):
            return row.actor, row.opponent, row.ability
    for row in content.gm().contests:
        if row.kind == kind:
            return row.actor, row.opponent, row.ability
    attr = content.gm().kinds[kind].attribute or "adr"
    return attr, "dis", "perception"


async def trick(t: Table[Donjon], b: Being) -> None:
    """Any free-text action is resolved by a Test; successes are dice on the next one, or facts (DON-INTRO-03,
    DON-ACT-03, DON-ACT-04)."""
    s = t.state
    foes = foes_of(s, b)
    whom = await t.choose(
        b.seat,
        "Something else, then. Against whom?",
        ["nobody", *(f"on:{o.id}" for o in foes)],
        rule="DON-INTRO-03",
        describe=lambda key: (
            Option("Nobody in particular", hint="a task")
            if key == "nobody"
            else Option(f"Against {s.beings[key[3:]].name}", place=f"being-{key[3:]}")
        ),
    )
    target = s.beings[whom[3:]] if whom != "nobody" else None
    text = await t.ask_text(
        b.seat, "What does {who} do?", rule="DON-INTRO-03", high=160, suggest=lambda: tricks(s, b, target), who=b.name
    )
    kind = kind_of(text)
    if kind in (
        "attack",
        "damage",
        "soak",
        "magic",
        "spending_wealth",
        "spending_provisions",
        "looting",
        "dodge",
        "initiative_boost",
    ):
        kind = "special"
    tags = tagged(text, place_tags(s), "fight", foe_tags(s, target) if target is not None else "")
    if target is not None:
        mine, theirs, ability = contest_for(text, kind)
        if kind == "special":
            mine, theirs, ability = "cer", "dis", "perception"
        if kind == "social" and any(word in text.lower() for word in ("distract", "fool")) and target.now[1] <= 1:
            theirs = "cer"
        defence = pool(
            s, target, ability, attr=theirs, ability=best_ability(s, target, ability, tagged("hear see fight")), tags=frozenset()
        )
    else:
        step = eased(t, text, judge_step(text))
        step = await call(t, "difficulty", "{who}: {text}. How hard?", _steps(), step, rule="DON-AGM-02", who=b.name, text=text)
        mine, defence = "", difficulty_pool(s, step)
    picked = await choose_pool(
        t,
        b,
        kind,
        attr=mine or None,
        tags=tags,
        other=defence.dice,
        why=text,
        rule="DON-INTRO-03",
        against=target.id if target else "",
    )
    for name, dice in opposing_extra(b, kind, stretched=picked.stretched):
        defence = defence.plus(name, dice)
    defence = defence.plus("kept against you", take_against(b, kind))
    result = await contest(t, picked.pool, defence, f"{b.name}: {text}", rule="DON-INTRO-03")
    about = Setting("attack" if target is not None and kind in ("social", "special", "stealth") else kind, text, b, target, tags)
    if result.won:
        if kind == "stealth" and target is not None:
            b.hint = f"behind:{target.id}"
            t.tell("{who} is behind {foe}.", rule="DON-ACT-04", who=b.cap, foe=target.name)
        about.kind = kind if kind != "special" else about.kind
        await player_won(t, b, result.n, about)
    else:
        _, dice = await gm_won(t, b, result.n, about)
        if dice:  # DON-LAW-09: dice against his next related action
            b.bonus.append(Bonus(dice, f"gm:{kind}", text, only=True, scene=s.scene_no))


def _steps() -> dict[str, str]:
    return {"easy": "Easy", "medium": "Medium", "hard": "Hard", "very_hard": "Very Hard", "crazy": "Crazy"}


def tricks(s: Donjon, b: Being, target: Being | None) -> list[str]:
    """Ideas for an odd action, from the Abilities on the sheet."""
    who = target.name if target is not None else "them"
    lines = {
        "social": [f"threaten {who} with a terrible story", f"distract {who} by pointing at nothing"],
        "stealth": [f"sneak round behind {who}", "hide behind the nearest cover"],
        "athletics": [f"climb above {who}", "leap onto something higher"],
        "knowledge": [f"recall what {who} is said to fear"],
        "perception": [f"look for a gap in {who}'s guard"],
        "force": ["topple something heavy between us"],
        "handiwork": ["rig a trip line", "light an acrid fire to smoke them out"],
    }
    found: list[str] = []
    for ability in b.abilities:
        for kind in ability.adds:
            found += [line for line in lines.get(kind, []) if line not in found]
    return (found or lines["perception"])[:4] + lines["handiwork"][:1]


# Creatures act.


async def npc_action(t: Table[Donjon], b: Being) -> None:
    """The Game Master's creature acts: by a person's word, or by its role (DON-AGM-07)."""
    s = t.state
    key = default = tactics.decide(s, b)
    if holds(t, "npcs"):
        options = tactics.options(s, b)
        if default not in options:
            options = {default: f"What it would do: {default.split(':')[0]}", **options}
        shown: dict[str, str | Option] = {
            name: describe_action(s, b, name) if name.startswith("attack:") else label for name, label in options.items()
        }
        shown["own"] = Option("Something else", hint="in your own words: a Test against somebody", rule="DON-INTRO-03")
        near = "; ".join(f"{o.name} {DISTANCES[band(s, b.id, o.id)]}" for o in foes_of(s, b))
        key = await call(
            t,
            "npcs",
            "{who} acts on {count}. Flesh Wounds {now} of {full}; {near}. What does it do?",
            shown,
            default,
            rule="DON-AGM-07",
            who=b.name,
            count=s.fight.count if s.fight is not None else 0,
            now=b.wounds,
            full=b.wounds_full,
            near=near or "nobody near",
        )
        if key == "own":
            await creature_trick(t, b)
            return
    await act(t, b, key)


async def creature_trick(t: Table[Donjon], b: Being) -> None:
    """What players may try, creatures may try: a person says what, her successes are facts or dice on its next action
    (DON-INTRO-03, DON-LAW-09)."""
    s = t.state
    seat = t.gamesmaster or 0
    foes = foes_of(s, b)
    if not foes:
        return
    whom = foes[0].id
    if len(foes) > 1:
        whom = await t.choose(seat, "Against whom?", {o.id: Option(o.name) for o in foes}, rule="DON-INTRO-03")
    target = s.beings[whom]
    text = await t.ask_text(
        seat,
        "What does {who} do to {target}?",
        rule="DON-INTRO-03",
        high=160,
        suggest=(f"frighten {target.name} with a roar", f"push {target.name} back", f"distract {target.name}"),
        who=b.name,
        target=target.name,
    )
    kind = kind_of(text)
    kind = kind if kind in ("social", "stealth", "force", "athletics", "movement", "handiwork", "knowledge") else "special"
    mine, theirs, ability = ("cer", "dis", "perception") if kind == "special" else contest_for(text, kind)
    tags = tagged(text, place_tags(s), "fight")
    own = pool(s, b, kind, attr=mine, ability=best_ability(s, b, kind, tags), tags=tags, rolled=True)
    if target.pc:
        picked = await choose_pool(
            t, target, ability, attr=theirs, tags=tagged("hear see fight"), other=own.dice, why=f"resisting {b.name}",
            rule="DON-CONT-01", against=b.id,
        )  # fmt: skip
        defence = picked.pool
    else:
        defence = pool(s, target, ability, attr=theirs, tags=frozenset())
    result = await contest(t, own, defence, f"{b.name}: {text}", rule="DON-INTRO-03")
    about = Setting("attack", text, target, b, tags)
    if result.won and target.pc:
        _, dice = await gm_won(t, target, result.n, about)
        keep(s, b, dice, kind if kind != "special" else "attack", text, against=target.id)
    elif target.pc:
        about.action = f"not falling for {b.name}"
        await player_won(t, target, result.n, about)


async def npc_sneak(t: Table[Donjon], b: Being, victim: Being) -> None:
    """A thief waits for a turned back: stealth first, the blow from behind afterwards (DON-MHT-02)."""
    s = t.state
    ability = best_ability(s, b, "stealth", tagged(place_tags(s)))
    hiding = pool(s, b, "stealth", ability=ability, tags=tagged(place_tags(s)))
    seeing = await choose_pool(
        t,
        victim,
        "perception",
        tags=tagged(place_tags(s), "fight see hear", foe_tags(s, b)),
        other=hiding.dice,
        why=f"keeping an eye on {b.name}",
        rule="DON-MHT-02",
        against=b.id,
    )
    result = await contest(t, hiding, seeing.pool, f"{b.name} slips behind {victim.name}", rule="DON-MHT-02")
    if result.won:
        b.hint = f"behind:{victim.id}"
        keep(s, b, result.n, "attack", "the shadows", only=True, against=victim.id)


def npc_spell(s: Donjon, b: Being) -> Spell | None:
    """What a creature casts: harm if it has a Word for it, else hindrance; a group when a die can be spared (DON-CAST-16)."""
    from .magic import natural_effects

    foes = [o for o in foes_of(s, b) if band(s, b.id, o.id) < OUT]
    if not foes or not b.words:
        return None
    hurt = b.wounds < b.wounds_full
    ranked = sorted(b.words, key=lambda w: 0 if "hurt" in natural_effects(w) else 1 if "hinder-body" in natural_effects(w) else 2)
    word = ranked[0]
    effects = natural_effects(word)
    effect = (
        "hurt"
        if "hurt" in effects
        else "hinder-body"
        if "hinder-body" in effects
        else "hinder-mind"
        if "hinder-mind" in effects
        else effects[0]
    )
    if effect not in ("hurt", "hinder-body", "hinder-mind"):
        effect = "hinder-body"
    targets = [max(foes, key=lambda o: (o.wounds, o.level)).id]
    if len(foes) >= 3 and b.spell_dice - words_price(s, 1) >= 2:
        targets = [o.id for o in foes[:5]]
    if hurt and "heal" in b.words and b.wounds * 2 <= b.wounds_full:
        return Spell(["heal"], ["heal"], "Heal", targets=[b.id])
    return Spell([word], [effect], f"{word.capitalize()}!", targets=targets)


# The lull and the end.


def _one_side_left(s: Donjon) -> bool:
    """A combat ends at once when one side has nobody left in it (DON-FLUR-04)."""
    assert s.fight is not None
    ours = [s.beings[f.id] for f in s.fight.fighters if s.beings[f.id].side == 0 and s.beings[f.id].up]
    theirs = [s.beings[f.id] for f in s.fight.fighters if s.beings[f.id].side == 1 and s.beings[f.id].up]
    return not ours or not theirs


LULL = {
    "on": Option("Fight on", rule="DON-FLUR-02"),
    "talk": Option("Parley", hint="offer terms: a social Test", rule="DON-FLUR-03"),
    "off": Option("Break off", hint="the fight ends if they agree", rule="DON-FLUR-02"),
}


YIELD = Option("Surrender", hint="they take what is loose and half the Wealth, and go", rule="DON-FLUR-03")


def surrender(t: Table[Donjon], ours: list[Being], theirs: list[Being]) -> None:
    """The party gives in: robbed, and let go (DON-FLUR-03)."""
    for b in t.state.pcs():
        b.wealth //= 2
        for item in [i for i in b.items if not i.permanent]:
            b.items.remove(item)
        b.worn = [i for i in b.worn if any(x.id == i for x in b.items)]
        b.wielding = next((i.id for i in b.items if i.sort == "weapon"), "")
    for o in theirs:
        o.status = "fled"
    narrate.say(t, "surrender", rule="DON-FLUR-03")
    t.state.turning.append("The party surrenders")


async def lull(t: Table[Donjon]) -> None:
    """When 1 has been called: talk, and say whether to go on, parley or break off (DON-FLUR-01 to 03)."""
    s = t.state
    assert s.fight is not None
    s.fight.answered = False
    narrate.say(t, "lull", rule="DON-FLUR-01")
    ours = [b for b in s.party() if any(f.id == b.id for f in s.fight.fighters)]
    theirs_talk = any("talks" in s.beings[f.id].tags for f in s.fight.fighters if s.beings[f.id].side == 1 and s.beings[f.id].up)
    offers = {**LULL, "yield": YIELD} if theirs_talk else LULL
    theirs = [s.beings[f.id] for f in s.fight.fighters if s.beings[f.id].side == 1 and s.beings[f.id].up]
    say: list[str] = []
    for b in ours:
        say.append(await t.choose(b.seat, "A lull. What does {who} want?", offers, rule="DON-FLUR-03", who=b.name))
    s.fight.answered = True
    foe_says = await call(
        t, "npcs", "A lull. What do your creatures want?", LULL, tactics.wants_lull(s, theirs), rule="DON-FLUR-03"
    )
    if "yield" in say and "on" not in say and foe_says == "on":
        surrender(t, ours, theirs)
        end_fight(t)
        if s.scene is not None:
            s.scene.bodies = []
        return
    if "on" not in say and foe_says in ("off", "talk") and "talk" not in say:
        narrate.say(t, "part", rule="DON-FLUR-02")
        _part(s, theirs)
        end_fight(t)
        return
    if ("talk" in say and "on" not in say) or (foe_says == "talk" and "on" not in say):
        if await parley(t, ours, theirs, foe_says):
            end_fight(t)
            return
        if foe_says != "on":  # the words came to nothing, but nobody wants to go on
            narrate.say(t, "part_words", rule="DON-FLUR-02")
            _part(s, theirs)
            end_fight(t)
            return
    elif foe_says != "on":
        narrate.say(t, "not_let_off", rule="DON-FLUR-02")
    if s.fight.flurry >= 12:
        narrate.say(t, "weary", rule="DON-FLUR-02")
        _part(s, theirs)
        end_fight(t)
        return
    s.fight.stage = "initiative"


def _part(s: Donjon, theirs: list[Being]) -> None:
    for o in theirs:
        o.status = "fled"


async def parley(t: Table[Donjon], ours: list[Being], theirs: list[Being], foe_says: str) -> bool:
    """Words between flurries: a social Test against the best of them; won, they yield (DON-FLUR-03)."""
    s = t.state
    talkers = [o for o in theirs if "talks" in o.tags]
    if not talkers or not ours:
        t.tell("There is nobody there to talk to.", rule="DON-FLUR-03")
        return False
    narrate.say(t, "parley", rule="DON-FLUR-03", target=talkers[0].name)
    speaker = max(ours, key=lambda b: b.now[5] + max((score(b, a) for a in b.abilities if "social" in a.adds), default=0))
    defence = max((save_pool(s, o, "save_mind") for o in talkers), key=lambda p: p.dice)
    if foe_says == "talk":
        defence = Pool(defence.who, [*defence.parts, ("afraid", -3)])
    picked = await choose_pool(
        t,
        speaker,
        "social",
        tags=tagged("threat lie plead charm bargain fight", foe_tags(s, talkers[0])),
        other=defence.dice,
        why="offering terms",
        rule="DON-FLUR-03",
    )
    for name, dice in opposing_extra(speaker, "social", stretched=picked.stretched):
        defence = defence.plus(name, dice)
    result = await contest(t, picked.pool, defence, f"{speaker.name} offers terms", rule="DON-FLUR-03")
    if not result.won:
        t.tell("They spit, and raise their weapons.", rule="DON-FLUR-03")
        return False
    for o in theirs:
        if "rooted" not in o.tags:
            o.status = "yielded"
    t.tell("They lower their weapons. It is over.", rule="DON-FLUR-03")
    return True


def end_fight(t: Table[Donjon]) -> None:
    """The combat is over; experience and looting follow within the same scene (DON-FLUR-04, DON-XP-02)."""
    from .experience import combat_award

    s = t.state
    assert s.fight is not None
    fight = s.fight
    fight.stage = "over"
    foes = [s.beings[f.id] for f in fight.fighters if s.beings[f.id].side == 1]
    for b in [s.beings[f.id] for f in fight.fighters]:
        b.frozen = 0
        b.penalties = [p for p in b.penalties if p.until not in ("flurry", "action")]
        b.boons = [p for p in b.boons if p.until != "flurry"]
        b.bonus = [x for x in b.bonus if x.about != "movement"]
        b.hint = ""
        if b.pc and b.status == "fled":
            b.status = "up"
    for b in s.pcs():
        if b.wielding == "" and b.status == "up":
            able = next((i for i in b.items if i.sort == "weapon"), None)
            ready(s, b, able)
    s.first_fight = False
    combat_award(t, foes)
    if s.scene is not None:
        s.scene.bodies = [o.id for o in foes if o.status in ("out", "dead", "yielded")]
        s.scene.foes = [o.id for o in foes]
    s.fight = None
    if s.phase == "fight":
        s.phase = "loot"
