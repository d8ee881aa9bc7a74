"""Making a character: Attributes by five methods, an invented Class or Race, Abilities as data, Magic Words, twenty
dice. Chapter 2.

Each stage is a step of its own, and each offers something good to take.
"""

from __future__ import annotations

from ....engine import Option, Table
from .. import content
from ..content import AbilitySet, Sample
from ..state import ATTRIBUTE_NAMES, ATTRIBUTES, Ability, Being, Donjon, Draft, When
from .damage import recover
from .experience import SCORES, get_score, starting_level
from .judging import call, holds
from .magic import word_fault
from .words import circumstance, slug, suggest_ability, tone_down

DICE = 20  # DON-START-01
POINTS = 21  # DON-ATGEN-07
WHIFF = 15  # DON-ATGEN-04
METHODS = {
    "standard": "3d6 median in order",
    "whiff-proof": "as standard, and totals of 15 or less may be rolled again",
    "bonus": "whiff-proof, then one up and one down",
    "chosen": "six medians, placed as you like",
    "allocated": "21 points, one to six each",
}
SPREADS = {
    "even": [3, 3, 4, 4, 4, 3],
    "swinger": [5, 2, 3, 5, 4, 2],
    "thinker": [2, 6, 4, 3, 3, 3],
    "scout": [2, 3, 6, 5, 3, 2],
    "talker": [2, 4, 4, 3, 3, 5],
}


async def creation_step(t: Table[Donjon]) -> None:
    """One page of one character."""
    s = t.state
    draft = s.drafts[0]
    await STAGES[draft.stage](t, draft)
    if draft.stage == "done":
        finish(t, draft)
        s.drafts.pop(0)


# Where to begin.


async def start(t: Table[Donjon], d: Draft) -> None:
    """Take a ready character, a ready Class or Race, or invent one (DON-PRE-01, DON-CLASS-05)."""
    s = t.state
    if d.being.id == "":
        d.being = Being(
            f"pc{d.seat}" if f"pc{d.seat}" not in s.beings else s.new_id(f"pc{d.seat}-"),
            "",
            seat=d.seat,
            player=s.players[d.seat],
            side=0,
        )
    taken = [b.calling.lower() for b in s.pcs()]
    options: dict[str, str | Option] = {}
    for number, old in enumerate(s.brought):
        if old.calling.lower() not in taken:
            options[f"brought:{number}"] = Option(
                f"{old.name}, {old.calling} of Level {old.level}", hint="from an earlier adventure"
            )
    for key, sample in content.samples().items():
        if sample.calling.lower() not in taken and not any(b.name == sample.name for b in s.pcs()):
            options[f"sample:{key}"] = Option(f"{sample.name}, {sample.calling}", hint=sample.line, rule="DON-PRE-01")
    for row in content.callings().set:
        if row.name.lower() not in taken:
            options[f"ready:{slug(row.name)}"] = Option(
                f"{'An' if row.name[0] in 'AEIOU' else 'A'} {row.name} of your own",
                hint=", ".join(a.name for a in row.abilities[:3]),
                rule="DON-CLASS-05",
            )
    options["invent"] = Option("Invent a Class or Race", hint="five Abilities of your own; three minutes", rule="DON-CLASS-01")
    world = s.option("world")
    key = await t.choose(
        d.seat,
        "{player}, who will you be?{world}",
        options,
        rule="DON-CLASS-01",
        player=s.players[d.seat],
        world=f" The world: {world}." if world else "",
    )
    what, _, rest = key.partition(":")
    d.being.species = classed_people(s)
    if what == "brought":
        brought = s.brought.pop(int(rest))
        fresh = d.being
        d.being = brought
        d.being.id, d.being.seat, d.being.player, d.being.side = fresh.id, fresh.seat, fresh.player, 0
        recover(d.being)
        d.stage = "done"
    elif what == "sample":
        from_sample(d.being, content.samples()[rest])
        t.tell(
            "{player} plays {name}, {calling}.",
            rule="DON-PRE-01",
            player=s.players[d.seat],
            name=d.being.name,
            calling=d.being.calling,
        )
        t.meet("sample", rest)
        d.stage = "done"
    elif what == "ready":
        row = next(r for r in content.callings().set if slug(r.name) == rest)
        from_set(d.being, row)
        d.idea = row.name
        t.meet("calling", row.name)
        d.stage = "name"
    else:
        d.stage = "concept"


def from_sample(b: Being, row: Sample) -> None:
    """A worked character of the book."""
    b.name, b.calling, b.sort = row.name, row.calling, row.sort
    b.species = row.calling if row.sort == "Race" else b.species
    b.full, b.now = list(row.attributes), list(row.attributes)
    b.wounds = b.wounds_full = row.flesh_wounds
    b.save_mind, b.save_body = row.save_mind, row.save_body
    b.wealth, b.provisions = row.wealth, row.provisions
    b.abilities = [a.make() for a in row.abilities]
    b.words, b.look = list(row.words), row.look


def from_set(b: Being, row: AbilitySet) -> None:
    """A ready Class or Race, with a sensible spread of the twenty dice."""
    b.calling, b.sort = row.name, row.sort
    b.species = row.name if row.sort == "Race" else b.species
    b.abilities = [a.make() for a in row.abilities]
    b.words, b.look = list(row.words), row.look
    b.full, b.now = list(row.attributes), list(row.attributes)
    rest_of_dice(b)


def rest_of_dice(b: Being) -> None:
    """Flesh Wounds and saves from what the Abilities leave of twenty dice."""
    left = DICE - sum(a.score for a in b.abilities)
    b.wounds_full = min(4, max(1, left // 2))
    left -= b.wounds_full
    b.save_body = min(4, (left + 1) // 2)
    b.save_mind = min(4, left - b.save_body)
    left -= b.save_body + b.save_mind
    for ability in b.abilities:
        while left > 0 and ability.score < 4:
            ability.score += 1
            left -= 1
    b.wounds = b.wounds_full


# Inventing.


async def concept(t: Table[Donjon], d: Draft) -> None:
    """Five either-or prompts, all of which may be skipped (DON-WORLD-02)."""
    d.being.concept = []
    prompts = content.tips().concept.prompts
    for number, (one, other, question, first, second) in enumerate(prompts, start=1):
        key = await t.choose(
            d.seat,
            "{question} ({number} of {count}; they bind you to nothing, and make the suggestions better.)",
            {one: first, other: second, "skip": "No more of these"},
            rule="DON-WORLD-02",
            question=question,
            number=number,
            count=len(prompts),
        )
        if key == "skip":
            break
        d.being.concept.append(key)
    d.stage = "calling"


def _suggested_names(s: Donjon, d: Draft) -> list[str]:
    names = content.callings().names
    pool = list(names.classes) if d.being.sort == "Class" else list(names.races)
    if s.option("dominant") == "goblin":
        pool = [*names.goblin_dominant_classes, *pool]
    if "magic" in d.being.concept and d.being.sort == "Class":
        pool = ["Wizard of Nod", "Purple-Robed Sorcerer", *pool]
    start_at = (d.seat * 5) % len(pool) if s.option("dominant") != "goblin" else 0
    found = [pool[(start_at + k) % len(pool)] for k in range(len(pool))]
    return [name for name in dict.fromkeys(found) if not calling_fault(s, name, d.being.sort)][:6]


def classed_people(s: Donjon) -> str:
    """Who has the Classes: humans, unless the dial names another species (DON-CLASS-02, DON-RACE-01)."""
    dominant = s.option("dominant").lower()
    return "human" if dominant in ("human", "all") else dominant


def calling_fault(s: Donjon, name: str, sort: str) -> str:
    """Why a Class or Race cannot be taken, or nothing (DON-CLASS-01, DON-CLASS-03)."""
    if not 2 <= len(name) <= 40 or not any(c.isalpha() for c in name):
        return "a name has 2 to 40 letters"
    people = classed_people(s)
    if sort == "Race" and name.lower() == people:
        return f"{name} is not a Race here: the {people}s have the Classes"
    if any(b.calling.lower() == name.lower() and b.status != "dead" for b in s.pcs()):
        return f"the party has a {name} already"
    return ""


async def calling(t: Table[Donjon], d: Draft) -> None:
    """Invent a Class or a Race by naming it; no two alike in a party (DON-CLASS-01 to 03, DON-RACE-01 to 03)."""
    s = t.state
    b = d.being
    dominant = s.option("dominant").lower()
    people = classed_people(s)
    sort = await t.choose(
        d.seat,
        "A {people} with a Class, or another Race?",
        {
            "class": Option(
                f"A {people} with a Class", hint="a trade: Chimney Witch, Tax Collector, Knight", rule="DON-CLASS-02"
            ),
            "race": Option("Another Race", hint="a whole species, and what you say of it is so", rule="DON-CLASS-02"),
        },
        rule="DON-CLASS-02",
        people=people,
    )
    b.sort = "Class" if sort == "class" else "Race"
    b.species = people if b.sort == "Class" else ""
    for attempt in range(4):
        name = await t.ask_text(
            d.seat,
            "What is your {sort} called?",
            rule="DON-CLASS-01",
            low=2,
            high=40,
            suggest=lambda: _suggested_names(s, d),
            sort=b.sort,
        )
        fault = calling_fault(s, name, b.sort)
        if not fault and holds(t, "world"):
            ruled = await call(
                t,
                "world",
                "{player} wants to be a {name}. Does it suit?",
                {"yes": "It suits", "no": "No: another name"},
                "yes",
                rule="DON-CLASS-01",
                player=s.players[d.seat],
                name=name,
            )
            fault = "the Game Master would rather have another" if ruled == "no" else ""
        if not fault:
            break
        t.tell("{name}: {fault}.", rule="DON-CLASS-03", name=name, fault=fault)
        if attempt == 3:
            name = next(iter(_suggested_names(s, d)), f"Wanderer {d.seat}")
    b.calling = name
    if dominant == "all" and b.sort == "Race":  # DON-RACE-03: every species may have Classes
        b.species = name
        trade = await t.ask_text(
            d.seat,
            "And which Class has this {race}?",
            rule="DON-RACE-03",
            low=2,
            high=30,
            suggest=("Mountain Raider", "Cave Guard", "Herbalist"),
            race=name,
        )
        b.calling = f"{name}, {trade}"
    elif b.sort == "Race":
        b.species = name
    d.ability = 0
    d.stage = "ability"


IDEAS = {
    "think": ["Recall an Article about It", "Find Secret Doors", "Understand Old Languages"],
    "swing": ["Hit People With Weapons", "Swing Axe", "Take Damage in Melee Combat"],
    "strike": ["Intimidate People", "Give a Rousing Speech"],
    "lurk": ["Sneak in Caves", "Hear Noise", "Backstab"],
    "trouble": ["Dodge in Melee", "Run Like Blazes"],
    "control": ["Stuff Backpack Full", "Evaluate Worth"],
    "magic": ["Cast Spells", "Cast Nature Spells"],
    "steel": ["Strike with Broadsword", "Use Bows"],
    "charm": ["Influence People", "Lie Convincingly"],
    "grunt": ["Knock Down Doors", "Intimidate"],
}


def ability_ideas(s: Donjon, d: Draft) -> list[str]:
    """Ability names that fit the concept, then anything good."""
    have = [a.name for a in d.being.abilities]
    rank = "supporting" if d.ability else "main"
    found: list[str] = []
    for word in d.being.concept or ["swing", "lurk", "think", "charm"]:
        found += [name for name in IDEAS.get(word, []) if name not in found and name not in have]
    if d.ability == 0:
        mains = ["Hit People With Weapons", "Sneak Anywhere", "Influence People", "Cast Spells", "Take All Sorts of Damage"]
        found = [name for name in found if not suggest_ability(name, "supporting").when or name in mains] + mains
    found += [row.name for row in content.callings().loose if row.rank == rank and row.name not in found and row.name not in have]
    return [name for name in dict.fromkeys(found) if name not in have and not (d.ability and slug(name) == "cast-spells")][:6]


async def ability(t: Table[Donjon], d: Draft) -> None:
    """One Main and four Supporting Abilities, each named, then read back as data (DON-ABIL-01 to 11, DON-POW-01,
    DON-MABIL-01 to 04)."""
    s = t.state
    b = d.being
    rank = "main" if d.ability == 0 else "supporting"
    if s.option("dominant") == "all" and rank == "main" and b.species and b.sort == "Race":
        shared = next((o for o in s.pcs() if o.species == b.species and o.id != b.id), None)
        if shared is not None:  # DON-RACE-03: one Main Ability for the whole race
            first = shared.abilities[0]
            b.abilities.append(Ability(first.name, 0, list(first.adds), "main", list(first.when), first.once, first.spell))
            t.tell("Every {race} has {ability}.", rule="DON-RACE-03", race=b.species, ability=first.name)
            d.ability = 1
            return
    seats = (d.seat, *(seat for seat in range(len(s.players)) if seat != d.seat))
    offered = ability_ideas(s, d)
    name = await t.ask_text(
        seats,
        "{player}: name {which}.{tip}{others}",
        rule="DON-ABIL-01",
        low=2,
        high=48,
        suggest=offered,
        player=s.players[d.seat],
        which=f"the Main Ability: what the {b.calling} is best at, and broad, for all rolls of one sort"
        if rank == "main"
        else f"Supporting Ability {d.ability} of 4: narrower, with an 'only when' in it",
        tip=f" {content.tips().player['abilities']}" if d.ability == 1 else "",
        others=" (Others may propose one.)" if len(s.players) > 1 else "",
    )
    if t.by != d.seat:  # DON-WORLD-03: another player proposes
        proposer = s.players[t.by]
        taken = await t.choose(
            d.seat,
            "{proposer} proposes '{name}'. Take it?",
            {"take": "Take it", "leave": "No, thanks"},
            rule="DON-WORLD-03",
            proposer=proposer,
            name=name,
        )
        if taken == "leave":
            return
    milder = tone_down(name)
    if milder != name:
        t.tell("'{name}' claims too much: '{milder}' instead.", rule="DON-POW-01", name=name, milder=milder)
        name = milder
    if any(slug(a.name) == slug(name) for a in b.abilities):
        name = f"{name} Again"
    made = suggest_ability(name, rank)
    if slug(name) == "backstab" or name not in offered:  # ours are read rightly: no need to ask
        await confirm(t, d, made)
    if not await approve(t, b, made):
        return
    fault = ability_fault(made)
    if fault:
        t.tell("{name}: {fault}.", rule="DON-MABIL-01", name=name, fault=fault)
        return
    b.abilities.append(made)
    t.tell("{line}", rule="DON-ABIL-11", line=read_back(made))
    d.ability += 1
    if d.ability == 5:
        d.stage = "attributes"


async def approve(t: Table[Donjon], b: Being, made: Ability) -> bool:
    """A person who judges may find an Ability too strong: toned down, or good once a scene only (DON-POW-01, DON-POW-02)."""
    if not holds(t, "abilities"):
        return True
    ruled = await call(
        t,
        "abilities",
        "{who} wants: {line} Too strong?",
        {
            "fine": "It is fine",
            "once": "Good for once a scene only",
            "milder": "Something milder",
            "no": "No: another one",
        },
        "fine",
        rule="DON-POW-01",
        who=s_name(b).capitalize(),
        line=read_back(made),
    )
    if ruled == "once":
        made.once = True
    elif ruled == "milder":
        made.name = await t.ask_text(
            t.gamesmaster or 0, "What shall it be called instead?", rule="DON-POW-01", low=2, high=48, suggest=(made.name,)
        )
    elif ruled == "no":
        t.tell("'{name}' is too much for this table.", rule="DON-POW-01", name=made.name)
    return ruled != "no"


async def confirm(t: Table[Donjon], d: Draft, made: Ability) -> None:
    """The form: what it helps you do, and only when (DON-ABIL-05: never both attack and damage)."""
    kinds = content.gm().kinds
    if slug(made.name) == "backstab":
        made.adds = ["damage"]
        made.when = [When("position", "behind")]
        key = await t.choose(
            d.seat,
            "Backstab helps against a turned back. Which roll: to hit, or to hurt? Not both.",
            {"attack": "To hit", "damage": "To hurt"},
            rule="DON-ABIL-05",
        )
        made.adds = [key]
        return
    accept = await t.choose(
        d.seat,
        "{line} Is that it?",
        {"yes": Option("That is it", rule="DON-ABIL-11"), "kind": Option("It helps with something else", rule="DON-ABIL-11")},
        rule="DON-ABIL-11",
        line=read_back(made),
    )
    if accept == "yes":
        return
    offered = [k for k in kinds if k not in ("save_mind", "save_body")]
    kind = await t.choose(
        d.seat,
        "What does {name} help you do?",
        offered,
        rule="DON-ABIL-11",
        describe=lambda k: kinds[k].label.capitalize(),
        name=made.name,
    )
    made.adds = [kind]
    made.spell = kind == "magic"
    if made.rank == "supporting":
        keys = ("gear", "foe", "place", "harm", "position", "manner", "object")
        which = await t.choose(d.seat, "Only when ...?", list(keys), rule="DON-ABIL-03", describe=lambda k: _circumstances()[k])
        words = await t.ask_text(d.seat, "In a word or two?", rule="DON-ABIL-03", low=2, high=40, suggest=_when_ideas(which))
        made.when = [When(which, words)]


def _circumstances() -> dict[str, str]:
    return {
        "gear": "Only with this weapon or tool",
        "foe": "Only against this kind of creature",
        "place": "Only in this kind of place",
        "harm": "Only this source of harm",
        "position": "Only in this position or moment",
        "manner": "Only when done in this way",
        "object": "Only on this kind of thing",
    }


def _when_ideas(which: str) -> tuple[str, ...]:
    return {
        "gear": ("sword", "bow", "club"),
        "foe": ("undead", "goblin", "beast"),
        "place": ("cave", "forest", "town"),
        "harm": ("fire", "cutting", "fall"),
        "position": ("fight", "behind", "charge"),
        "manner": ("threat", "lie", "plead"),
        "object": ("door", "tree", "lock"),
    }[which]


GENERAL_MAGIC = ("cast-spells", "magic", "sorcery", "wizardry", "cast-magic", "spell-casting", "magic-slinging", "sling-magic")


def ability_fault(a: Ability) -> str:
    """Why an Ability cannot stand, or nothing."""
    if "attack" in a.adds and "damage" in a.adds:
        return "it helps to hit or to hurt, not both"  # DON-ABIL-05
    if a.rank == "main":
        return "" if len(a.adds) <= 3 else "a Main Ability has at most three kinds on one theme"
    if a.spell and not a.when:
        return "a general gift for magic must be the Main Ability"  # DON-MABIL-01
    if a.spell and slug(a.name) in GENERAL_MAGIC:
        return "a general gift for magic must be the Main Ability"
    if len(a.adds) != 1:
        return "a Supporting Ability helps one kind of Test"
    if not a.when and not a.once:
        return "a Supporting Ability needs an 'only when'"
    return ""


def read_back(a: Ability) -> str:
    """An Ability as one sentence."""
    kinds = content.gm().kinds
    what = " or ".join(kinds[k].label if k in kinds else k for k in a.adds)
    when = "; ".join(circumstance(w) for w in a.when)
    rank = "Main" if a.rank == "main" else "Supporting"
    return (
        f"{a.name} ({rank}) adds its dice when you {what}"
        + (f", only {when}" if when else "")
        + (", once per scene" if a.once else "")
        + "."
    )


# Attributes.


def median(faces: list[int]) -> int:
    """The middle one of three (DON-GLOS-03)."""
    return sorted(faces)[len(faces) // 2]


async def roll_medians(t: Table[Donjon], seat: int) -> list[int]:
    """Three six-sided dice for each Attribute, keep the median (DON-ATGEN-01)."""
    found = []
    for key in ATTRIBUTES:
        faces = await t.roll_faces("3d6", f"{ATTRIBUTE_NAMES[key]} (median)", rule="DON-ATGEN-01", seat=seat)
        found.append(median(faces))
    return found


async def attributes(t: Table[Donjon], d: Draft) -> None:
    """The dial says how; anyone may turn it back to Standard for himself (DON-ATGEN-02, DON-ATGEN-03)."""
    s = t.state
    method = s.option("attributes")
    if method != "standard":
        pick = await t.choose(
            d.seat,
            "Attributes: {how}. Or the standard way, in order?",
            {
                "dial": Option(f"The table's way ({method})", rule="DON-ATGEN-03"),
                "standard": Option("Standard", hint="3d6 median, in order", rule="DON-ATGEN-02"),
            },
            rule="DON-ATGEN-02",
            how=METHODS[method],
        )
        method = method if pick == "dial" else "standard"
    b = d.being
    if method == "allocated":
        await allocate(t, d)
    else:
        scores = await roll_medians(t, d.seat)
        for _ in range(20):
            if method == "standard" or sum(scores) > WHIFF:
                break
            again = await t.choose(
                d.seat,
                "{scores}: {total} in all. Roll them all again?",
                {"reroll": "Roll again", "keep": "Keep them"},
                rule="DON-ATGEN-04",
                scores=" ".join(str(n) for n in scores),
                total=sum(scores),
            )
            if again == "keep":
                break
            scores = await roll_medians(t, d.seat)
        if method == "chosen":
            scores = await place_scores(t, d, scores)
        b.full = scores
        if method == "bonus":
            await one_up_one_down(t, d)
    b.now = list(b.full)
    shown = ", ".join(f"{ATTRIBUTE_NAMES[k]} {n}" for k, n in zip(ATTRIBUTES, b.full, strict=True))
    t.tell("{shown}.", rule="DON-ATTR-01", shown=shown)
    d.stage = "words" if any(a.spell for a in b.abilities) and not b.words else "dice"


async def place_scores(t: Table[Donjon], d: Draft, scores: list[int]) -> list[int]:
    """Six medians, placed in any Attributes (DON-ATGEN-06)."""
    left = sorted(scores, reverse=True)
    placed: list[int] = []
    for key in ATTRIBUTES[:-1]:
        if len(set(left)) == 1:
            placed.append(left.pop())
            continue
        keys = list(dict.fromkeys(str(n) for n in left))
        pick = await t.choose(
            d.seat,
            "Which goes into {attribute}? Left: {left}.",
            {k: k for k in keys},
            rule="DON-ATGEN-06",
            attribute=ATTRIBUTE_NAMES[key],
            left=" ".join(str(n) for n in left),
        )
        left.remove(int(pick))
        placed.append(int(pick))
    return [*placed, left[0]]


async def one_up_one_down(t: Table[Donjon], d: Draft) -> None:
    """One score up and another down, within 1 to 6 (DON-ATGEN-05)."""
    b = d.being
    ups = [k for k, n in zip(ATTRIBUTES, b.full, strict=True) if n < 6]
    if not ups or all(n == 1 for n in b.full):
        t.tell("There is nothing to move: the scores stay as they fell.", rule="DON-ATGEN-05")
        return
    sole = [k for k, n in zip(ATTRIBUTES, b.full, strict=True) if n > 1]
    if len(sole) == 1:  # the only score that can go down cannot also go up
        ups = [k for k in ups if k != sole[0]]
    up = await t.choose(
        d.seat, "One up: which?", [f"up:{k}" for k in ups], rule="DON-ATGEN-05", describe=lambda k: ATTRIBUTE_NAMES[k[3:]]
    )
    b.full[ATTRIBUTES.index(up[3:])] += 1
    downs = [k for k, n in zip(ATTRIBUTES, b.full, strict=True) if n > 1 and k != up[3:]]
    down = await t.choose(
        d.seat, "One down: which?", [f"down:{k}" for k in downs], rule="DON-ATGEN-05", describe=lambda k: ATTRIBUTE_NAMES[k[5:]]
    )
    b.full[ATTRIBUTES.index(down[5:])] -= 1


async def allocate(t: Table[Donjon], d: Draft) -> None:
    """21 points over six Attributes, one to six each (DON-ATGEN-07)."""
    options: dict[str, str | Option] = {
        name: Option(
            name.capitalize(), hint=" ".join(f"{ATTRIBUTE_NAMES[k][:3]} {n}" for k, n in zip(ATTRIBUTES, spread, strict=True))
        )
        for name, spread in SPREADS.items()
    }
    options["own"] = Option("My own spread", hint="six numbers")
    pick = await t.choose(d.seat, "21 points over six Attributes. How?", options, rule="DON-ATGEN-07")
    if pick != "own":
        d.being.full = list(SPREADS[pick])
        return
    left = POINTS
    full: list[int] = []
    for at, key in enumerate(ATTRIBUTES):
        rest = 5 - at
        low, high = max(1, left - 6 * rest), min(6, left - rest)
        n = (
            low
            if low == high
            else await t.ask_number(
                d.seat,
                "{attribute}? {left} points left.",
                low,
                high,
                rule="DON-ATGEN-07",
                suggest=min(high, max(low, left // (rest + 1))),
                attribute=ATTRIBUTE_NAMES[key],
                left=left,
            )
        )
        full.append(n)
        left -= n
    d.being.full = full


# Words, dice, purse, name.


async def ask_words(t: Table[Donjon], b: Being, count: int, spell: Ability) -> None:
    """Magic Words: nouns, verbs and adjectives; four for a Main gift, two for a Supporting one, and these must be tied to
    that kind of magic (DON-WORD-03 to 06)."""
    sets = content.callings().words
    ideas = [w for words in sets.values() for w in words]
    ideas.sort(key=lambda w: not belongs(w, spell))
    for number in range(1, count + 1):
        word = ""
        for attempt in range(4):
            free = [w for w in dict.fromkeys(ideas) if w not in b.words]
            able = [w for w in free if belongs(w, spell)] or free
            start_at = (b.seat * 3 + len(b.words)) % max(1, len(able))
            offered = [able[(start_at + k) % len(able)] for k in range(min(5, len(able)))]
            word = await t.ask_text(
                b.seat,
                "Magic Word {number} of {count} for {ability}: one noun, verb or adjective. All your spells are made of these.",
                rule="DON-WORD-04",
                low=2,
                high=20,
                suggest=offered,
                ability=spell.name,
                number=number,
                count=count,
            )
            fault = word_fault(word) or ("you have it already" if word.lower() in b.words else "")
            fault = fault or await _untied(t, word, spell)
            if not fault:
                break
            t.tell("{word}: {fault}.", rule="DON-WORD-04", word=word, fault=fault)
            if attempt == 3:
                word = offered[0]
        b.words.append(word.lower())


async def _untied(t: Table[Donjon], word: str, spell: Ability) -> str:
    """Why a Word cannot belong to a narrow kind of magic, or nothing. The machine lets Words stand that no table knows
    (DON-WORD-05)."""
    from .magic import field_of

    if spell.rank == "main" or belongs(word, spell):
        return ""
    ruled = await call(
        t,
        "world",
        "Does '{word}' belong to {ability}?",
        {"yes": "Near enough", "no": "No: another Word"},
        "yes" if field_of(word) == "unknown" else "no",
        rule="DON-WORD-05",
        word=word,
        ability=spell.name,
    )
    return f"not a Word for {spell.name}" if ruled == "no" else ""


async def words(t: Table[Donjon], d: Draft) -> None:
    """A caster settles Words and the look of power before play (DON-MABIL-03, DON-HOLD-02)."""
    b = d.being
    for a in b.abilities:
        if a.spell:
            await ask_words(t, b, 4 if a.rank == "main" else 2, a)
    b.look = await t.ask_text(
        b.seat,
        "How does it look when {who} holds power?",
        rule="DON-HOLD-02",
        low=3,
        high=80,
        suggest=("a cold wind turns the pages of nothing", "small lights come to look", "every shadow points the wrong way"),
        who=s_name(b),
    )
    d.stage = "dice"


def s_name(b: Being) -> str:
    """A name, or the calling before there is one."""
    return b.name or f"the {b.calling}"


def belongs(word: str, a: Ability) -> bool:
    """Whether a Word is reasonably tied to a narrow kind of magic."""
    from .magic import field_of

    field = field_of(word)
    fields = {
        "nature": ("life", "beast"),
        "shadow": ("body", "sense"),
        "bardic": ("mind",),
        "illusion": ("sense", "mind"),
        "stealth": ("body", "sense"),
    }
    wanted = next((names for theme, names in fields.items() if theme in a.name.lower()), None)
    return wanted is None or field in wanted


async def dice(t: Table[Donjon], d: Draft) -> None:
    """Twenty dice over eight scores, none above Level + 3 (DON-START-01)."""
    b = d.being
    suggested = suggest_dice(b)
    names = [a.name for a in b.abilities] + ["Mind save", "Body save", "Flesh Wounds"]
    shown = ", ".join(f"{name} {n}" for name, n in zip(names, suggested, strict=True))
    pick = await t.choose(
        d.seat,
        "Twenty dice over eight scores, none above 4. Take this? {shown}",
        {"take": Option("Take it", rule="DON-START-01"), "own": Option("Place them myself", hint="eight numbers")},
        rule="DON-START-01",
        shown=shown,
    )
    if pick == "own":
        placed: list[int] = []
        left = DICE
        for at, name in enumerate(names):
            rest = len(names) - 1 - at
            low, high = max(0, left - 4 * rest), min(4, left)
            n = (
                low
                if low == high
                else await t.ask_number(
                    d.seat,
                    "{name}? {left} dice left.",
                    low,
                    high,
                    rule="DON-START-01",
                    suggest=min(high, max(low, suggested[at])),
                    name=name,
                    left=left,
                )
            )
            placed.append(n)
            left -= n
        suggested = placed
    for a, n in zip(b.abilities, suggested[:5], strict=True):
        a.score = n
    b.save_mind, b.save_body, b.wounds_full = suggested[5], suggested[6], suggested[7]
    b.wounds = b.wounds_full
    if b.wounds_full == 0:
        t.tell("No Flesh Wounds at all: brave.", rule="DON-START-01")
    d.stage = "weapon"


def suggest_dice(b: Being) -> list[int]:
    """A sensible spread: a ready Class's own, or the Main Ability high and something for the skin."""
    ready = [*(a.score for a in b.abilities), b.save_mind, b.save_body, b.wounds_full]
    return ready if sum(ready) == DICE else [4, 3, 3, 2, 2, 1, 2, 3]


async def weapon(t: Table[Donjon], d: Draft) -> None:
    """If an Ability is limited to certain weapons their DR is settled before play (DON-WEAP-05)."""
    b = d.being
    for a in b.abilities:
        gear = next((w.words for w in a.when if w.key == "gear"), "")
        if "attack" in a.adds and gear and not known_weapon(gear):
            n = await t.ask_number(
                d.seat,
                "{ability}: how hard does it hit? Damage Rating 0 to 4 (a sword is 2 or 3).",
                0,
                4,
                rule="DON-WEAP-05",
                suggest=2,
                ability=a.name,
            )
            b.notes.append(f"weapon:{gear}={n}")
    d.stage = "purse"


def known_weapon(words: str) -> bool:
    """Whether the smiths know this weapon: the last word names it ("fire iron" is an iron, not a fire)."""
    said = words.lower().split()[-1:]
    rows = [row for row in content.goods().weapons.values() if not row.supply]
    return any(any(w in row.tags or w in row.name.lower().split() for w in said) for row in rows) or any(
        w in ("sharp", "blade", "weapon", "fists", "hand", "fist", "thrown", "breath") for w in said
    )


async def purse(t: Table[Donjon], d: Draft) -> None:
    """One of Wealth and Provisions starts at five dice, the other at three (DON-START-02)."""
    pick = await t.choose(
        d.seat,
        "Rich, or well packed?",
        {
            "wealth": Option("Wealth 5, Provisions 3", hint="more to buy arms with"),
            "provisions": Option("Provisions 5, Wealth 3", hint="more in the pack"),
        },
        rule="DON-START-02",
    )
    d.being.wealth, d.being.provisions = (5, 3) if pick == "wealth" else (3, 5)
    d.stage = "name" if not d.being.name else "done"


_NAMES = ("Bram", "Odile", "Tuck", "Marrow", "Isolde", "Gunnar", "Pip", "Sable", "Wren", "Hob", "Ansel", "Brida")


async def name(t: Table[Donjon], d: Draft) -> None:
    """A name at last."""
    s = t.state
    b = d.being
    used = [o.name for o in s.pcs()]
    free = [n for n in _NAMES if n not in used]
    start_at = (d.seat * 4 + s.seed) % len(free)
    b.name = await t.ask_text(
        d.seat,
        "What is your {calling} called?",
        rule="DON-CLASS-01",
        low=1,
        high=30,
        suggest=[free[(start_at + k) % len(free)] for k in range(4)],
        calling=b.calling,
    )
    if b.name in used:
        b.name = f"{b.name} the Other"
    if d.idea:  # a ready Class: Attributes and purse are still to come
        d.idea = ""
        d.stage = "quick"
        return
    d.stage = "done" if b.wealth or b.provisions else "purse"


async def quick(t: Table[Donjon], d: Draft) -> None:
    """A ready Class: keep its Attributes (only if the table allocates), or roll by the dial."""
    s = t.state
    if s.option("attributes") == "allocated":
        pick = await t.choose(
            d.seat,
            "Attributes as suggested: {shown}?",
            {"take": "Take them", "own": "Set them myself"},
            rule="DON-ATGEN-07",
            shown=", ".join(f"{ATTRIBUTE_NAMES[k]} {n}" for k, n in zip(ATTRIBUTES, d.being.full, strict=True)),
        )
        if pick == "take":
            d.being.now = list(d.being.full)
            d.stage = "dice"
            return
    await attributes(t, d)
    d.stage = "dice"


def faults(s: Donjon, b: Being) -> list[str]:
    """What is wrong with a new character (for forms and tests)."""
    found: list[str] = []
    if len(b.abilities) != 5 or b.abilities[0].rank != "main" or any(a.rank == "main" for a in b.abilities[1:]):
        found.append("one Main and four Supporting Abilities")  # DON-ABIL-01
    found += [fault for a in b.abilities if (fault := ability_fault(a))]
    if any(not 1 <= n <= 6 for n in b.full):
        found.append("Attributes lie from 1 to 6")  # DON-ATTR-08
    scores = [a.score for a in b.abilities] + [get_score(b, key) for key in SCORES]
    if sum(scores) != DICE:
        found.append(f"{sum(scores)} dice instead of 20")  # DON-START-01
    if any(n > b.level + 3 or n < 0 for n in scores):
        found.append(f"no score above {b.level + 3}")
    if sorted((b.wealth, b.provisions)) != [3, 5]:
        found.append("Wealth and Provisions are 5 and 3")  # DON-START-02
    need = sum(4 if a.rank == "main" else 2 for a in b.abilities if a.spell)
    if len(b.words) != need:
        found.append(f"{need} Magic Words")  # DON-WORD-03, DON-WORD-05
    if need and not b.look:
        found.append("the look of Magic Power")  # DON-MABIL-03
    return found


def finish(t: Table[Donjon], d: Draft) -> None:
    """The character joins the party: Level 1, no possessions, no experience (DON-LEVEL-01, DON-START-03)."""
    s = t.state
    b = d.being
    b.side = 0
    s.beings[b.id] = b
    if b.sort == "Race":
        s.races[b.calling.lower()] = [a.name for a in b.abilities]
    t.tell(
        "{name}, {calling} ({player}): {abilities}.",
        rule="DON-LEVEL-01",
        name=b.cap,
        calling=b.calling,
        player=b.player,
        abilities=", ".join(f"{a.name} {a.score}" for a in b.abilities),
    )
    level = max(d.level, s.number("starting_level"))
    if b.level < level:
        starting_level(s, b, level)


async def done(t: Table[Donjon], d: Draft) -> None:
    """Nothing more to ask."""


STAGES = {
    "start": start,
    "concept": concept,
    "calling": calling,
    "ability": ability,
    "attributes": attributes,
    "words": words,
    "dice": dice,
    "weapon": weapon,
    "purse": purse,
    "name": name,
    "quick": quick,
    "done": done,
}
