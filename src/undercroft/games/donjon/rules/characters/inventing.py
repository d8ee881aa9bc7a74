"""Inventing Abilities: ideas, the form that reads them as data, and what a Game Master may object to. Chapter 2."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import capital, listed
from ... import content
from ...being import Ability, Being, When
from ...state import Donjon, Draft
from ..basics import lengths
from ..basics.judging import call, holds
from ..basics.words import slug
from .ability_words import circumstance, suggest_ability, tone_down
from .callings import s_name

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


def ability_ideas(d: Draft) -> list[str]:
    """Ability names that fit the concept, then anything good."""
    have = [a.name for a in d.being.abilities]
    rank = "supporting" if d.ability else "main"
    found: list[str] = []
    for word in d.being.concept or ["swing", "lurk", "think", "charm"]:
        found += [name for name in IDEAS.get(word, []) if name not in found and name not in have]
    mains = ["Hit People With Weapons", "Sneak Anywhere", "Influence People", "Cast Spells", "Take All Sorts of Damage"]
    if d.ability == 0:
        found = [name for name in found if not suggest_ability(name, "supporting").when or name in mains] + mains
    found += [row.name for row in content.callings().loose if row.rank == rank and row.name not in found and row.name not in have]
    able = [name for name in dict.fromkeys(found) if name not in have and not (d.ability and name in mains)]
    if d.ability and "magic" not in d.being.concept:
        able = [name for name in able if not suggest_ability(name, rank).spell]
    if sum("attack" in a.adds for a in d.being.abilities) > 1:  # two ways to hit are enough
        able = [name for name in able if "attack" not in suggest_ability(name, rank).adds]
    at = 4 * max(0, d.ability - 1) % max(1, len(able))  # others each time
    return (able[at:] + able[:at])[:6]


async def ability(t: Table[Donjon], d: Draft) -> None:
    """One Main and four Supporting Abilities, each named, then read back as data (DON-ABIL-01 to 11, DON-POW-01,
    DON-MABIL-01 to 04)."""
    s = t.state
    b = d.being
    rank = "main" if d.ability == 0 else "supporting"
    if s.options.dominant == "all" and rank == "main" and b.species and b.sort == "Race":
        shared = next((o for o in s.pcs() if o.species == b.species and o.id != b.id), None)
        if shared is not None:  # DON-RACE-03: one Main Ability for the whole race
            first = shared.abilities[0]
            b.abilities.append(Ability(first.name, 0, list(first.adds), "main", list(first.when), first.once, first.spell))
            t.tell("Every {race} has {ability}.", rule="DON-RACE-03", race=b.species, ability=first.name)
            d.ability = 1
            return
    seats = (d.seat, *(seat for seat in range(len(s.players)) if seat != d.seat))
    offered = ability_ideas(d)
    name = await t.ask_text(
        seats,
        "{player}: name {which}.{tip}{others}",
        rule="DON-ABIL-01",
        low=lengths.SOMETHING,
        high=lengths.IDEA,
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
    ours = name in offered or name.lower() in content.known_abilities()
    if slug(name) == "backstab" or not ours:  # ours are read rightly: no need to ask
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
        who=capital(s_name(b)),
        line=read_back(made),
    )
    if ruled == "once":
        made.once = True
    elif ruled == "milder":
        made.name = await t.ask_text(
            t.gamesmaster or 0,
            "What shall it be called instead?",
            rule="DON-POW-01",
            low=lengths.SOMETHING,
            high=lengths.IDEA,
            suggest=(made.name,),
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
    family = await t.choose(
        d.seat,
        "What does {name} help with?",
        list(_FAMILIES),
        rule="DON-ABIL-11",
        describe=lambda key: _FAMILIES[key][0],
        name=made.name,
    )
    offered = [k for k in kinds if kinds[k].family in _FAMILIES[family][1] and k not in ("save_mind", "save_body")]
    kind = offered[0]
    if len(offered) > 1:
        kind = await t.choose(
            d.seat,
            "What does {name} help you do?",
            offered,
            rule="DON-ABIL-11",
            describe=lambda k: capital(kinds[k].label),
            name=made.name,
        )
    made.adds = [kind]
    made.spell = kind == "magic"
    if made.rank == "supporting":
        keys = ("gear", "foe", "place", "harm", "position", "manner", "object")
        which = await t.choose(d.seat, "Only when ...?", list(keys), rule="DON-ABIL-03", describe=lambda k: _circumstances()[k])
        words = await t.ask_text(
            d.seat, "In a word or two?", rule="DON-ABIL-03", low=lengths.SOMETHING, high=lengths.TITLE, suggest=_when_ideas(which)
        )
        made.when = [When(which, words)]


_FAMILIES = {
    "fight": ("In a fight", ("fight",)),
    "motion": ("Getting about", ("motion",)),
    "wits": ("Wits, words and magic", ("wits", "people", "magic")),
    "craft": ("Hands, body and goods", ("craft", "body", "goods")),
    "special": ("One odd thing of its own", ("special",)),
}


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
    what = listed((kinds[k].label if k in kinds else k for k in a.adds), "or", "")
    when = "; ".join(circumstance(w) for w in a.when)
    rank = "Main" if a.rank == "main" else "Supporting"
    return (
        f"{a.name} ({rank}) adds its dice when you {what}"
        + (f", only {when}" if when else "")
        + (", once per scene" if a.once else "")
        + "."
    )
