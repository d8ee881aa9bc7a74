"""Odd powers: what a creature's unusual Abilities do, one small function each. The data files name them."""

from __future__ import annotations

from .....engine import Table
from ...being import ATTRIBUTE_NAMES, Ability, Being, Bonus, Boon, Penalty
from ...state import ONE, Donjon
from ..basics import narrate
from ..basics.distance import apart, band, foes_of
from ..basics.judging import call
from ..basics.words import dice_words
from ..concepts.contest import Pool, contest, throw
from ..concepts.law import keep
from ..creatures.healing import damage_taken, heal
from ..resolution.picking import COMMAND, after_roll, choose_pool, commanded, use_bonus
from ..resolution.pools import attribute, difficulty_pool, magic_kinds, save_pool, tagged, worth
from .damage import damage_test, item_test


def power(b: Being, name: str) -> Ability | None:
    """A being's Ability with this power."""
    return next((a for a in b.abilities if a.power == name), None)


def used(t: Table[Donjon], b: Being, name: str) -> Ability:
    """The Ability behind a power that is being used."""
    t.meet("power", name)
    ability = power(b, name)
    assert ability is not None
    return ability


def _roll(s: Donjon, b: Being, attr: str, ability: Ability, extra: list[tuple[str, int]] | None = None) -> Pool:
    parts = [(ATTRIBUTE_NAMES[attr], attribute(s, b, attr)), (ability.name, ability.score), *(extra or [])]
    return Pool(b.name, parts, b.seat if b.pc else None)


async def frighten(t: Table[Donjon], b: Being, victim: Being, name: str) -> None:
    """Howl and Hrrmph: Sociality + Ability against Discernment + mind save; successes off the victim's next roll
    (DON-MRW-02, DON-MPT-03)."""
    s = t.state
    ability = used(t, b, name)
    rule = "DON-MRW-02" if name == "howl" else "DON-MPT-03"
    result = await contest(
        t,
        _roll(s, b, "soc", ability, [("kept dice", use_bonus(b, "social", victim.id))]),
        save_pool(s, victim, "save_mind"),
        f"{b.name}: {ability.name} at {victim.name}",
        rule=rule,
    )
    after_roll(t, victim, "save_mind")
    b.hint = name
    if result.won:
        victim.penalties.append(Penalty(result.n, ["any"], "roll", ability.name))
        t.tell("{victim} flinches: {off} off the next roll.", rule=rule, victim=victim.cap, off=dice_words(result.n))
    else:
        t.tell("{victim} is not impressed.", rule=rule, victim=victim.cap)


async def hypnotize(t: Table[Donjon], b: Being, victim: Being) -> None:
    """Big snakes stare first: Cerebrality + Hypnotize against Discernment + mind save; dice on the bite (DON-MBS-01)."""
    s = t.state
    ability = used(t, b, "hypnotize")
    result = await contest(
        t,
        _roll(s, b, "cer", ability, [("a command", commanded(b))]),
        save_pool(s, victim, "save_mind"),
        f"{b.name} stares at {victim.name}",
        rule="DON-MBS-01",
    )
    after_roll(t, victim, "save_mind")
    b.hint = f"hypnotized:{victim.id}"
    if not result.won:
        t.tell("{victim} looks away in time.", rule="DON-MBS-01", victim=victim.cap)
        return
    use = await call(
        t,
        "npcs",
        "The stare holds {victim} by {n}. Dice on the bite, or off the victim's next roll?",
        {"bite": "Dice on the bite", "penalty": "Dice off the victim's next roll"},
        "bite",
        rule="DON-MBS-01",
        victim=victim.name,
        n=result.n,
    )
    if use == "bite":
        keep(s, b, result.n, "attack", "Hypnotize", only=True, against=victim.id)
        on = "a die" if result.n == 1 else f"{result.n} dice"
        t.tell("{victim} sways; {foe} has {on} on the bite.", rule="DON-MBS-01", victim=victim.cap, foe=b.name, on=on)
    else:
        victim.penalties.append(Penalty(result.n, ["any"], "roll", "Hypnotize"))


async def worship(t: Table[Donjon], b: Being, subject: Being) -> None:
    """Be Worshipped: Sociality + Ability against a subject's Level; dice on its next action, be it a blow, a bite, a cloud,
    a run or a spell; unused they lapse with that action (DON-MMK-01)."""
    s = t.state
    ability = used(t, b, "worship")
    result = await contest(
        t,
        _roll(s, b, "soc", ability),
        Pool(subject.name, [("Level", subject.level)]),
        f"{b.name} commands {subject.name}",
        rule="DON-MMK-01",
    )
    b.hint = "worship"
    if result.won:
        subject.bonus.append(Bonus(result.n, COMMAND, "the King's command", only=True, scene=s.scene_no))
        on = "a die" if result.n == 1 else f"{result.n} dice"
        narrate.say(t, "commanded", rule="DON-MMK-01", target=subject.name, actor=b.name, on=on)
    else:
        narrate.say(t, "ignored", rule="DON-MMK-01", target=subject.name, actor=b.name)


async def toad_jump(t: Table[Donjon], b: Being) -> None:
    """A toad jumps: a Medium Test, its successes go into the clinging (DON-MPT-02)."""
    s = t.state
    ability = used(t, b, "toad_jump")
    jumping = _roll(s, b, "adr", ability, [("a command", commanded(b))])
    result = await contest(t, jumping, difficulty_pool(s, "medium"), f"{b.name} jumps", rule="DON-MPT-02")
    b.hint = "jumped"
    if result.won:
        keep(s, b, result.n, "athletics", "the jump", only=True)


async def toad_cling(t: Table[Donjon], b: Being) -> None:
    """It clings to a wall, with the jump's successes; those of the clinging go into the leaping bite (DON-MPT-02)."""
    s = t.state
    ability = used(t, b, "toad_cling")
    dice = use_bonus(b, "athletics")
    result = await contest(
        t,
        _roll(s, b, "adr", ability, [("the jump", dice)]),
        difficulty_pool(s, "medium"),
        f"{b.name} clings to the wall",
        rule="DON-MPT-02",
    )
    b.hint = "clung"
    if result.won:
        keep(s, b, result.n, "attack", "the leap", only=True)


async def spore_cloud(t: Table[Donjon], b: Being) -> None:
    """A cloud on every non-fungus within one action: one roll against every dodge, Virility for damage (DON-MSC-02).

    If a target carries an open flame it burns instead, and everyone within one action with it (DON-MSC-03).
    """
    s = t.state
    assert s.fight is not None
    ability = used(t, b, "spore_cloud")
    victims = [o for o in foes_of(s, b) if band(s, b.id, o.id) <= ONE]
    if not victims:
        t.tell("{who} puffs at nobody.", rule="DON-MSC-02", who=b.cap)
        return
    if any(has_flame(s, o) for o in victims):
        await explode(t, b)
        return
    cloud = Pool(b.name, [(ability.name, ability.score), ("the King's command", use_bonus(b, "attack"))])
    cloud.faces = await throw(t, cloud, "spore cloud", rule="DON-MSC-02")
    narrate.say(t, "cloud", rule="DON-MSC-02", actor=b.name)
    for victim in victims:
        dodge = await choose_pool(
            t,
            victim,
            "dodge",
            tags=tagged("fight"),
            other=len(cloud.faces),
            why=f"dodging {b.name}'s spores",
            rule="DON-MSC-02",
            against=b.id,
        )
        result = await contest(
            t, Pool(b.name, cloud.parts, None, cloud.faces), dodge.pool, f"spores reach for {victim.name}", rule="DON-MSC-02"
        )
        if result.won:
            hurt = Pool(b.name, [(ATTRIBUTE_NAMES["vir"], attribute(s, b, "vir")), ("successes", result.n)])
            await damage_test(t, hurt, victim, tagged("spores fight"), why=f"spores choke {victim.name}", rule="DON-MSC-02")


def has_flame(s: Donjon, b: Being) -> bool:
    """A lit torch in hand, or fire used in this flurry (DON-MSC-03)."""
    assert s.fight is not None
    return s.torch == b.id or b.id in s.fight.flames


async def explode(t: Table[Donjon], b: Being) -> None:
    """The cloud burns: Donjon Level + Medium for everyone within one action, friend and foe, rolled once (DON-MSC-03)."""
    s = t.state
    assert s.fight is not None
    narrate.say(t, "cloud_burns", rule="DON-MSC-03")
    fire = Pool("The burning cloud", [("Donjon Level", s.donjon_level), ("Medium", 3)])
    fire.faces = await throw(t, fire, "burning spores", rule="DON-MSC-03")
    near = [s.beings[f.id] for f in s.fight.fighters]
    for victim in [o for o in near if o.status == "up" and apart(s, b, o) <= ONE]:
        await damage_test(
            t,
            Pool(fire.who, fire.parts, None, fire.faces),
            victim,
            tagged("fire spark explosion"),
            why=f"the fire takes {victim.name}",
            rule="DON-MSC-03",
        )


async def struck(t: Table[Donjon], victim: Being, n: int, taken: int, by: Being | None) -> None:
    """A blow that took so much may be answered by what was struck (DON-MSC-04)."""
    if by is not None and t.state.fight is not None:
        await retaliate(t, victim, by, taken)


async def retaliate(t: Table[Donjon], b: Being, attacker: Being, n: int) -> None:
    """A struck spraycap sprays back: 3 dice plus the damage taken, within one action (DON-MSC-04)."""
    s = t.state
    ability = power(b, "retaliate")
    if ability is None or not attacker.up or attacker.side == b.side or band(s, b.id, attacker.id) > ONE:
        return
    t.meet("power", "retaliate")
    spray = Pool(b.name, [(ability.name, ability.score), ("damage taken", n)])
    await damage_test(t, spray, attacker, tagged("spores fight"), why=f"{b.name} sprays {attacker.name}", rule="DON-MSC-04")


async def instead_of_damage(t: Table[Donjon], a: Being, d: Being, dice: int, tags: frozenset[str], *, mode: str) -> bool:
    """Powers that take the place of a Damage Test. True: it was done."""
    if power(a, "paralyze") is not None and not d.frozen:
        use = await call(
            t,
            "npcs",
            "{who} touches {victim}. Paralyze, or stomp?",
            {"paralyze": "Paralyze", "stomp": "Stomp"},
            {"paralyze": 1, "stomp": 1},
            rule="DON-MDA-02",
            who=a.name,
            victim=d.name,
        )
        if use == "paralyze":
            await paralyze(t, a, d, dice)
            return True
    if power(a, "destroy_items") is not None and d.worn:
        use = await call(
            t,
            "npcs",
            "{who} flows over {victim}. Burn flesh, or eat gear?",
            {"burn": "Burn flesh", "eat": "Eat gear"},
            {"burn": 2, "eat": 1},
            rule="DON-MLO-02",
            who=a.name,
            victim=d.name,
        )
        if use == "eat":
            await destroy_items(t, a, d, dice)
            return True
    if mode == "bite" and power(a, "eat_and_heal") is not None:
        await eat_and_heal(t, a, d, dice)
        return True
    return False


async def paralyze(t: Table[Donjon], a: Being, d: Being, dice: int) -> None:
    """Paralyze with Touch: Cerebrality + Ability + the attack's dice against the body save; that many actions are lost
    (DON-MDA-02)."""
    s = t.state
    ability = used(t, a, "paralyze")
    result = await contest(
        t,
        _roll(s, a, "cer", ability, [("attack successes", dice)]),
        save_pool(s, d, "save_body"),
        f"{a.name} turns {d.name} to stone",
        rule="DON-MDA-02",
    )
    after_roll(t, d, "save_body")
    if result.won:
        d.frozen += result.n
        lost = "one action is" if result.n == 1 else f"{result.n} actions are"
        t.tell("{victim} stiffens: {lost} lost.", rule="DON-MDA-02", victim=d.cap, lost=lost)
    else:
        t.tell("{victim} shakes off the cold.", rule="DON-MDA-02", victim=d.cap)


async def destroy_items(t: Table[Donjon], a: Being, d: Being, dice: int) -> None:
    """Destroy Items: the Damage Test is made against the Worth of one item, and ruins only that (DON-MLO-02)."""
    s = t.state
    ability = used(t, a, "destroy_items")
    worn = [item for item in d.items if item.id in d.worn or item.id == d.wielding]
    item = max(worn, key=worth)
    await item_test(t, _roll(s, a, "vir", ability, [("attack successes", dice)]), d, item)


async def eat_and_heal(t: Table[Donjon], a: Being, d: Being, dice: int) -> None:
    """Eat and Heal: the Ability adds to the damage, and each point heals one Flesh Wound (DON-MSG-02)."""
    s = t.state
    ability = used(t, a, "eat_and_heal")
    dealt = await damage_test(
        t,
        _roll(s, a, "vir", ability, [("attack successes", dice)]),
        d,
        tagged("bite fight"),
        by=a,
        why=f"{a.name} bites {d.name}",
        rule="DON-MSG-02",
    )
    if dealt:
        a.wounds = min(a.wounds_full, a.wounds + dealt)
        t.tell("{who} closes its wounds ({n}).", rule="DON-MSG-02", who=a.cap, n=a.wounds)


async def track_blood(t: Table[Donjon], b: Being, prey: Being) -> int:
    """Red wolves on the blood of the injured: Discernment + Track Blood against Discernment + perception; initiative
    dice, or minus the prey's successes (DON-MRW-01)."""
    s = t.state
    ability = used(t, b, "track_blood")
    mine = _roll(s, b, "dis", ability)
    picked = await choose_pool(
        t,
        prey,
        "perception",
        tags=tagged("hear see smell"),
        other=mine.dice,
        why="keeping an eye on the shadows",
        rule="DON-MRW-01",
        against=b.id,
    )
    result = await contest(t, mine, picked.pool, f"{b.name} smells {prey.name}'s blood", rule="DON-MRW-01")
    return result.n if result.won else -result.n


async def regenerate_adr(t: Table[Donjon], b: Being) -> None:
    """Regenerate Adroitness Damage: Wherewithal + Ability against the dice lost, once per scene (DON-POW-02, DON-POW-03)."""
    s = t.state
    ability = used(t, b, "regenerate_adr")
    lost = b.full[3] - b.now[3]
    b.used.append(ability.name)
    result = await contest(
        t,
        _roll(s, b, "whe", ability),
        Pool("The damage", [("Adroitness lost", lost)]),
        f"{b.name} regenerates",
        rule="DON-POW-03",
    )
    if result.won:
        b.now[3] = min(b.full[3], b.now[3] + result.n)
        t.tell("{who}'s Adroitness is back to {n}.", rule="DON-POW-03", who=b.cap, n=b.now[3])


def can_regenerate(b: Being) -> bool:
    """Whether the Ability is there, unused, and has something to do."""
    ability = power(b, "regenerate_adr")
    return ability is not None and ability.name not in b.used and b.now[3] < b.full[3]


async def drink(t: Table[Donjon], b: Being, item_id: str) -> None:
    """A one-time bonus: used up once used, at work for one scene (DON-MITEM-04)."""
    item = next(i for i in b.items if i.id == item_id)
    b.items = [i for i in b.items if i.id != item_id]
    own = item.name.split()[0].lower() in ("a", "an", "the", "some")
    called = item.name[:1].lower() + item.name[1:] if own else f"the {item.name}"
    t.tell("{who} drinks {item}.", rule="DON-MITEM-04", who=b.cap, item=called)
    for bonus in item.magic:
        if bonus.kind != "one_time":
            continue
        name = bonus.ability.lower()
        if name == "healing":
            lost = damage_taken(b)
            result = await contest(
                t,
                Pool(item.name, [("Healing", bonus.dice)], b.seat if b.pc else None),
                Pool("The wounds", [("damage taken", lost)]),
                f"{b.name} drinks {item.name}",
                rule="DON-MITEM-04",
            )
            if result.won:
                heal(t, b, result.n, rule="DON-MITEM-04")
        elif name in (a.lower() for a in ATTRIBUTE_NAMES.values()):
            key = next(k for k, a in ATTRIBUTE_NAMES.items() if a.lower() == name)
            b.boons.append(Boon(bonus.dice, [], "scene", item.name, key))
        elif name == "toughness":
            b.boons.append(Boon(bonus.dice, ["soak"], "scene", item.name))
        else:
            b.boons.append(Boon(bonus.dice, list(magic_kinds(bonus.ability)), "scene", item.name))
