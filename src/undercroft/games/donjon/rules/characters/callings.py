"""Who to be: ready characters, ready Classes and Races, or a new one by its name. Chapter 2."""

from __future__ import annotations

from .....engine import Option, Table
from ... import content
from ...being import Being
from ...content import AbilitySet, Sample
from ...state import Donjon, Draft
from ..basics import lengths
from ..basics.answers import Said, read
from ..basics.judging import call, holds
from ..basics.words import slug
from ..creatures.healing import recover
from .twenty_dice import rest_of_dice

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
            options[Said("brought", str(number)).key] = Option(
                f"{old.name}, {old.calling} of Level {old.level}", hint="from an earlier adventure"
            )
    for key, sample in content.samples().items():
        if sample.calling.lower() not in taken and not any(b.name == sample.name for b in s.pcs()):
            options[Said("sample", key).key] = Option(f"{sample.name}, {sample.calling}", hint=sample.line, rule="DON-PRE-01")
    ready: dict[str, str | Option] = {
        Said("ready", slug(row.name)).key: Option(
            row.name, hint=", ".join(a.name for a in row.abilities[:3]), rule="DON-CLASS-05"
        )
        for row in content.callings().set
        if row.name.lower() not in taken
    }
    if ready:
        options["ready"] = Option(
            "A ready Class or Race", hint=f"{len(ready)} of them; name, dice and purse are yours", rule="DON-CLASS-05"
        )
    options["invent"] = Option("Invent a Class or Race", hint="five Abilities of your own; three minutes", rule="DON-CLASS-01")
    world = s.options.world
    key = await t.choose(
        d.seat,
        "{player}, who will you be?{world}",
        options,
        rule="DON-CLASS-01",
        player=s.players[d.seat],
        world=f" The world: {world}." if world else "",
    )
    if key == "ready":
        ready["back"] = Option("Somebody else after all")
        key = await t.choose(d.seat, "Which? Each has five Abilities; three are shown.", ready, rule="DON-CLASS-05")
        if key == "back":
            return
    said = read(key)
    d.being.species = classed_people(s)
    if said.verb == "brought":
        brought = s.brought.pop(said.number)
        fresh = d.being
        d.being = brought
        d.being.id, d.being.seat, d.being.player, d.being.side = fresh.id, fresh.seat, fresh.player, 0
        recover(d.being)
        d.stage = "done"
    elif said.verb == "sample":
        from_sample(d.being, content.samples()[said.on])
        t.tell(
            "{player} plays {name}, {calling}.",
            rule="DON-PRE-01",
            player=s.players[d.seat],
            name=d.being.name,
            calling=d.being.calling,
        )
        t.meet("sample", said.on)
        d.stage = "done"
    elif said.verb == "ready":
        row = next(r for r in content.callings().set if slug(r.name) == said.on)
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
    b.pronoun = row.pronoun
    b.words, b.look = list(row.words), row.look


def from_set(b: Being, row: AbilitySet) -> None:
    """A ready Class or Race, with a sensible spread of the twenty dice."""
    b.calling, b.sort = row.name, row.sort
    b.species = row.name if row.sort == "Race" else b.species
    b.abilities = [a.make() for a in row.abilities]
    b.words, b.look = list(row.words), row.look
    b.full, b.now = list(row.attributes), list(row.attributes)
    rest_of_dice(b)


# Inventing.


async def concept(t: Table[Donjon], d: Draft) -> None:
    """Five either-or prompts, all of which may be skipped (DON-WORLD-02)."""
    d.being.concept = []
    prompts = content.tips().concept.prompts
    for number, (one, other, question, first, second) in enumerate(prompts, start=1):
        key = await t.choose(
            d.seat,
            "{question} ({number} of {count}{note})",
            {one: first, other: second, "skip": "No more of these"},
            rule="DON-WORLD-02",
            question=question,
            number=number,
            count=len(prompts),
            note="; they bind you to nothing, and make the suggestions better." if number == 1 else "",
        )
        if key == "skip":
            break
        d.being.concept.append(key)
    d.stage = "calling"


def suggested_names(s: Donjon, d: Draft) -> list[str]:
    names = content.callings().names
    pool = list(names.classes) if d.being.sort == "Class" else list(names.races)
    if s.options.dominant == "goblin":
        pool = [*names.goblin_dominant_classes, *pool]
    if "magic" in d.being.concept and d.being.sort == "Class":
        pool = ["Wizard of Nod", "Purple-Robed Sorcerer", *pool]
    start_at = (d.seat * 5) % len(pool) if s.options.dominant != "goblin" else 0
    found = [pool[(start_at + k) % len(pool)] for k in range(len(pool))]
    return [name for name in dict.fromkeys(found) if not calling_fault(s, name, d.being.sort)][:6]


def classed_people(s: Donjon) -> str:
    """Who has the Classes: humans, unless the dial names another species (DON-CLASS-02, DON-RACE-01)."""
    dominant = s.options.dominant.lower()
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
    dominant = s.options.dominant.lower()
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
            low=lengths.SOMETHING,
            high=lengths.TITLE,
            suggest=lambda: suggested_names(s, d),
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
            name = next(iter(suggested_names(s, d)), f"Wanderer {d.seat}")
    b.calling = name
    if dominant == "all" and b.sort == "Race":  # DON-RACE-03: every species may have Classes
        b.species = name
        trade = await t.ask_text(
            d.seat,
            "And which Class has this {race}?",
            rule="DON-RACE-03",
            low=lengths.SOMETHING,
            high=lengths.NAME,
            suggest=("Mountain Raider", "Cave Guard", "Herbalist"),
            race=name,
        )
        b.calling = f"{name}, {trade}"
    elif b.sort == "Race":
        b.species = name
    d.ability = 0
    d.stage = "ability"


def s_name(b: Being) -> str:
    """A name, or the calling before there is one."""
    return b.name or f"the {b.calling}"
