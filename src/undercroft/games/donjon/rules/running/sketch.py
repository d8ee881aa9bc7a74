"""Sketching: new Towns and adventures of any Level, in the book's form. The automated Game Master's generator (DON-AGM-15)."""

from __future__ import annotations

from .....engine import Dice, Table
from .....engine.dice import parse
from .....engine.words import capital, plural
from ... import content
from ...adventure import Adventure, BigBad, Chapter, Encounter, Foes, Resource, Town
from ...state import Donjon
from ..creatures.creatures import half_up

_LEFT = (
    "Somebody meant to come back for this.",
    "Whoever put this here has not been back.",
    "It is hidden, though not from everybody.",
)


def _total(dice: Dice, text: str) -> int:
    return int(text) if text.isdecimal() else dice.total(parse(text), "town")


def sketch_town(dice: Dice, hook: list[str], giver: str) -> Town:
    """Name, size, temper, caps and Markups (DON-TOWN-02 to 05)."""
    rules = content.gm()
    roll = 1 + dice.below(6, "size")
    size = next(row for row in rules.towns if min(row.rolls) <= roll <= max(row.rolls))
    temper_roll = 1 + dice.below(6, "temper")
    temper = "suspicious" if temper_roll == 1 else "friendly" if temper_roll == 6 else "indifferent"
    shift = {"suspicious": 1, "friendly": -1}.get(temper, 0)

    def price() -> int:
        faces = sorted(dice.faces(parse("3d6"), "markup"))
        return max(0, faces[1] + shift)

    vendors = {
        "Weapons and Armor": ["smith", "armourer", "pedlar"],
        "Provisions": ["chandler", "grocer", "quartermaster"],
        "Hospitality": ["innkeeper", "ostler", "widow"],
    }
    caps = {"Weapons and Armor": size.weapons, "Provisions": size.provisions, "Hospitality": size.hospitality}
    lines = [Resource(name, _total(dice, caps[name]), price(), vendors[name][: size.vendors]) for name in caps]
    name = dice.pick(rules.sketch.town_names, "town")
    return Town(
        name,
        f"a {size.name}",
        temper,
        f"{temper} towards strangers",
        lines,
        ["a well, a wall of sorts, and one inn too many"],
        [],
        hook,
        giver,
    )


def sketch(dice: Dice, party_level: int, pcs: int, key: str = "sketch") -> Adventure:
    """Goal, bounded Environment, two to four Chapters, a Big Bad and two Enticements (DON-ADV-01, DON-AGM-15)."""
    rules = content.gm()
    lists = rules.sketch
    goal_row = dice.pick(rules.goals, "goal")
    place = dice.pick(lists.environments, "environment")
    tags = lists.places[place]
    bad = dice.pick(lists.big_bads, "Big Bad")
    foes = list(lists.foes)
    dice.shuffle(foes, "foes")
    slots = {
        "treasure": dice.pick(lists.treasures),
        "relic": dice.pick(lists.relics),
        "person": dice.pick(lists.persons),
        "foe_plural": plural(foes[0].name),
        "place": f"the {place}",
        "town": "the town",
    }
    giver = dice.pick(["the reeve", "an old soldier", "the priest", "a frightened child"])
    goal = goal_row.text.format(**slots)
    offers = list(lists.enticements)
    dice.shuffle(offers, "enticement")
    enticement = [
        text.replace("3 x Level", str(3 * party_level)).replace("2 + Level", str(2 + party_level)) for text in offers[:2]
    ]
    if not any(word in " ".join(enticement) for word in ("Wealth", "magic", "smith", "potion")):
        enticement[1] = f"Wealth {2 + party_level} each"
    hook = [
        f"Before the first mug is empty {giver} is at the table.",
        f"It is about the {place}, and {bad.name}, of whom people here do not speak after dark. The task: {goal}.",
        f"There is something in it for you: {enticement[0]}, and {enticement[1]}.",
    ]
    town = sketch_town(dice, hook, giver)
    goal = goal.replace("the town", town.name)
    town.hook[1] = town.hook[1].replace("the town", town.name)
    count = 2 + dice.below(3, "chapters")
    chapters: list[Chapter] = []
    level = party_level
    number = 0
    decks = {"obstacle": list(lists.obstacles), "trap": list(lists.traps), "talk": list(lists.talks)}
    for left in decks.values():
        dice.shuffle(left, "scenes")
    for at in range(count):
        if at:
            level += 0 if dice.below(6, "step") < 2 else 1
        here = [foes[(at * 2 + k) % len(foes)] for k in range(3)]
        encounters: list[Encounter] = []
        for scene, left in decks.items():  # every scene once: no two alike
            if not left:
                continue
            row = left.pop()
            number += 1
            encounters.append(
                Encounter(
                    f"s{number}",
                    row.name,
                    scene,
                    row.text,
                    row.name,
                    [],
                    "",
                    [],
                    row.attribute,
                    row.kind,
                    row.difficulty,
                    row.danger,
                )
            )
        for k in range(2 if at < count - 1 else 1):
            foe = here[k]
            number += 1
            encounters.append(
                Encounter(
                    f"s{number}",
                    f"{plural(foe.name)} in the way",
                    "foes",
                    f"{plural(foe.name)}, and they were here first.",
                    f"a place of the {plural(foe.name)}",
                    [],
                    "",
                    [Foes("", "group", foe.name, level, foe.archetype)],
                )
            )
        number += 1
        encounters.append(
            Encounter(
                f"s{number}",
                "Something left behind",
                "cache",
                _LEFT[len(chapters) % len(_LEFT)],
                "a dusty corner",
                cache=level + 2,
            )
        )
        chapters.append(
            Chapter(
                lists.chapter_names[min(at, len(lists.chapter_names) - 1)],
                level,
                4 if at < count - 1 else 2,
                [Foes("", "group", f.name, 0, f.archetype) for f in here],
                list(lists.senses[tags[0]]),
                list(tags),
                "a stair going down" if at < count - 1 else "the last door",
                False,
                0,
                encounters,
            )
        )
    guards = [Foes("", str(max(1, half_up(pcs / 2))), foes[0].name, party_level, foes[0].archetype)]
    boss = BigBad(bad.name, chapters[-1].donjon_level + 2, "", bad.archetype, "big_bad", guards, "the bottom of it all")
    title = capital(goal)
    return Adventure(
        key,
        title,
        goal,
        f"the {place}; it has edges, and they are walls",
        town,
        chapters,
        boss,
        enticement,
        map_places=[town.name, f"the {place}"],
    )


def warnings(adventure: Adventure) -> list[str]:
    """What an adventure file should be told about (DON-CHAP-01, DON-ADV-02, DON-ADV-06, DON-CLIMAX-02, DON-TOWN-05)."""
    found: list[str] = []
    if not adventure.goal or not adventure.environment or not adventure.enticement or not adventure.chapters:
        found.append("an adventure has Goal, Environment, Chapters, Big Bad and Enticement")
    if not any(word in adventure.environment for word in ("end", "edge", "wall", "bound", "limit")):
        found.append("say where the environment ends")
    if sum(len(chapter.encounters) for chapter in adventure.chapters) < 5:
        found.append("fewer than five written scenes in all")
    last = adventure.chapters[-1].donjon_level if adventure.chapters else 0
    if adventure.big_bad.level <= last:
        found.append("the Big Bad should be above the last Donjon Level")
    if adventure.big_bad.level > last + 3:
        found.append("a Big Bad more than three Levels above the last Donjon Level is too much: give it henchmen instead")
    if not adventure.town.name:
        found.append("a Town needs a name")
    if not adventure.town.hook:
        found.append("a Town needs a hook")
    return found


def hint(party_level: int, donjon_level: int) -> str:
    """How hard a Donjon Level is for a party (DON-ADV-05)."""
    return "easy" if donjon_level <= party_level - 2 else "fair" if donjon_level <= party_level + 1 else "hard"


async def next_adventure(t: Table[Donjon]) -> None:
    """Between adventures: a written one not yet played, or a new sketch (DON-ADV-09)."""
    s = t.state
    party = s.pcs()
    level = max(1, half_up(sum(b.level for b in party) / len(party)))
    choice = "sketch"
    if level >= 5 and s.adventure is not None and s.adventure.key != "nok":
        choice = await t.choose(
            0, "What next?", {"sketch": "Whatever trouble comes", "nok": "The Heart of Nok"}, rule="DON-ADV-09"
        )
    t.reveal()
    s.adventure = content.adventure("nok") if choice == "nok" else sketch(t.dice, level, len(party), f"sketch{s.adventures_done}")
    s.secret.recurring = s.options.recurring
    s.secret.queue = []
    s.secret.escapees, s.secret.alerted, s.secret.back_way = 0, False, False
    s.respect = 0
    s.hostile = False
    for being_id in list(s.beings):
        if not s.beings[being_id].pc:
            del s.beings[being_id]
