"""Creatures: stat blocks made flesh, scaled, or invented on the spot; how many turn up. Chapter 7."""

from __future__ import annotations

from .....engine import Table
from ... import content
from ...adventure import Foes
from ...being import Ability, Being, When
from ...content import Creature
from ...gm_tables import Archetype
from ...state import Donjon
from ..basics import narrate
from ..basics.words import content_words, singular, stem
from ..concepts.facts import recall

_MARKS = (
    "notched",
    "limping",
    "grinning",
    "scarred",
    "fat",
    "thin",
    "old",
    "young",
    "muttering",
    "one-eyed",
    "spotted",
    "sniffing",
    "pale",
    "tall",
    "short",
    "stubborn",
    "nervous",
    "loud",
    "crooked",
    "wet",
    "patient",
    "hungry",
    "torn-eared",
    "bow-legged",
)
FILLERS = ("Carpentry", "Racial Lore", "Whistle")  # DON-NPC-05


def equip(s: Donjon, b: Being, keys: list[str]) -> None:
    """Give a being equipment and ready it."""
    goods = content.goods()
    for key in keys:
        item = goods.item(key, s.new_id("i"))
        b.items.append(item)
        if item.sort == "weapon" and not b.wielding:
            b.wielding = item.id
        elif item.sort == "armor":
            b.worn.append(item.id)


def block(s: Donjon, row: Creature) -> Being:
    """A being from a printed block, figures as printed (DON-NPC-07)."""
    b = Being(
        s.new_id("n"),
        row.short,
        kind=row.key,
        sort="Race",
        calling=row.short,
        level=row.level,
        full=list(row.attributes),
        now=list(row.attributes),
        wounds=row.flesh_wounds,
        wounds_full=row.flesh_wounds,
        save_mind=row.save_mind,
        save_body=row.save_body,
        abilities=[ability.make() for ability in row.abilities],
        words=list(row.words),
        role=row.role,
        natural=row.natural,
        tags=list(row.tags),
        habits=f"{row.look}; {row.habits}",
        look="the dark leans in" if row.words else "",
    )
    equip(s, b, list(row.equipment))
    b.wealth = npc_wealth(b)
    return b


def npc_wealth(b: Being) -> int:
    """What a creature has to lose, for bribes (DON-BRIBE-03)."""
    if "noble" in b.tags:
        return 10
    if "merchant" in b.tags:
        return 6 + b.level
    if "human" in b.tags and b.kind.startswith("human"):
        return 3 + b.level
    if any(tag in b.tags for tag in ("beast", "fungus", "ooze", "mindless", "swarm")):
        return 0
    if "commoner" in b.tags:
        return 2
    return b.level


def scale(b: Being, level: int) -> None:
    """Bring a creature to another Level: five dice a Level, an Attribute point at each third (DON-NPC-06)."""
    while b.level < level:
        b.level += 1
        if b.level % 3 == 0:
            b.full[0] += 1
        _add_dice(b, 5)
    while b.level > max(1, level):
        if b.level % 3 == 0 and b.full[0] > 0:
            b.full[0] -= 1
        b.level -= 1
        _take_dice(b, 5)
    b.now = list(b.full)
    b.wounds = b.wounds_full


def _order(b: Being) -> list[Ability]:
    def rank(a: Ability) -> int:
        return 0 if "attack" in a.adds else 1 if "damage" in a.adds or "soak" in a.adds else 2

    return sorted(b.abilities, key=rank)


def _add_dice(b: Being, dice: int) -> None:
    cap = b.level + 3
    while dice > 0:
        before = dice
        for ability in _order(b):
            if dice and ability.score < cap:
                ability.score += 1
                dice -= 1
            if dice and ability is _order(b)[0] and b.wounds_full < cap:
                b.wounds_full += 1
                dice -= 1
        if dice and b.save_mind < cap:
            b.save_mind += 1
            dice -= 1
        if dice and b.save_body < cap:
            b.save_body += 1
            dice -= 1
        if dice == before:
            return


def _take_dice(b: Being, dice: int) -> None:
    while dice > 0:
        before = dice
        if b.save_body > 0 and dice:
            b.save_body -= 1
            dice -= 1
        if b.save_mind > 0 and dice:
            b.save_mind -= 1
            dice -= 1
        for ability in reversed(_order(b)):
            if dice and ability.score > 0:
                ability.score -= 1
                dice -= 1
        if dice and b.wounds_full > 1:
            b.wounds_full -= 1
            dice -= 1
        if dice == before:
            return


def invent(s: Donjon, name: str, archetype: Archetype, level: int) -> Being:
    """A legal NPC from an archetype: 18 points and one per three Levels, 15 + 5 x Level dice, none above Level + 3
    (DON-NPC-03, 04)."""
    attributes = list(archetype.attributes)
    for number in range(level // 3):
        best = max(range(6), key=lambda at: archetype.attributes[at])
        attributes[(best + number) % 6] += 1
    place = narrate.place_word(s).capitalize() + "s"
    slots = []
    for label, kind in archetype.slots:
        text = label.replace("{Natural weapon}", archetype.natural.capitalize()).replace("{natural weapon}", archetype.natural)
        weapon = archetype.equipment[0] if archetype.equipment else archetype.natural
        text = (
            text.replace("{weapon}", weapon.replace("_", " ").capitalize())
            .replace("{place}", place)
            .replace("{weakness}", "fire")
        )
        slots.append(Ability(text, 0, [kind], when=_slot_when(label, s), spell=kind == "magic"))
    known = s.races.get(name.lower(), [])
    for ability, given in zip(slots, known, strict=False):
        ability.name = given
    filler = 0
    while len(slots) < 5:
        slots.append(Ability(FILLERS[filler % 3], 0, ["knowledge"]))
        filler += 1
    scores = share(15 + 5 * level, content.gm().encounters.weights, level + 3)
    for ability, dice in zip(slots, scores[:5], strict=True):
        ability.score = dice
    b = Being(
        s.new_id("n"),
        name,
        kind=archetype.key,
        sort="Race",
        calling=name,
        level=level,
        full=attributes,
        now=list(attributes),
        save_mind=scores[5],
        save_body=scores[6],
        wounds=scores[7],
        wounds_full=scores[7],
        abilities=slots,
        words=list(archetype.words),
        role=archetype.role,
        natural=archetype.natural,
        tags=[*archetype.tags, *(stem(word) for word in name.lower().split())],
        habits=f"somebody said '{name.lower()}', and here it is",
        look="shadows pull towards it" if archetype.words else "",
    )
    for ability in b.abilities:
        if "{weakness}" in " ".join(label for label, _ in archetype.slots) and "except" in ability.name:
            ability.weaknesses = ["fire"]
            ability.score = max(0, ability.score)
    equip(s, b, list(archetype.equipment))
    b.wealth = npc_wealth(b)
    return b


def _slot_when(label: str, s: Donjon) -> list[When]:
    if "{place}" in label:
        return [When("place", " ".join(s.here.tags[:3]) if s.here is not None and s.here.tags else "town")]
    if "Back" in label:
        return [When("position", "behind")]
    return []


def share(total: int, weights: list[int], cap: int) -> list[int]:
    """Spread dice by weights: largest remainder, trimmed to the cap, the rest handed down the list."""
    whole = sum(weights)
    exact = [total * weight / whole for weight in weights]
    found = [min(cap, int(value)) for value in exact]
    left = total - sum(found)
    order = sorted(range(len(weights)), key=lambda at: (-(exact[at] - int(exact[at])), at))
    while left > 0:
        moved = False
        for at in order:
            if left and found[at] < cap:
                found[at] += 1
                left -= 1
                moved = True
        if not moved:
            break
    return found


_TRADES = (
    "er",
    "or",
    "man",
    "woman",
    "ist",
    "ian",
    "smith",
    "boy",
    "girl",
    "monk",
    "ant",
    "ess",
    "child",
)  # people, by their names


def improvise(s: Donjon, text: str, level: int) -> Being:
    """A creature from a word: the bestiary by name or synonym, scaled; else an archetype (DON-AGM-11)."""
    rules = content.gm().encounters
    words = content_words(text)
    by_stem = {stem(word): key for word, key in rules.synonyms.items()}
    by_stem.update(
        {
            stem(row.short.split()[-1].lower()): key
            for key, row in content.bestiary().items()
            if stem(row.short.split()[-1].lower()) not in by_stem and row.role != "leader"
        }
    )
    for word in words:
        if stem(word) in by_stem:
            b = block(s, content.bestiary()[by_stem[stem(word)]])
            scale(b, level)
            if stem(word) not in [stem(part) for part in b.name.lower().split()]:
                b.name = " ".join(part.capitalize() for part in singular(text).split()[:4])  # a bandit stays a bandit
            return _enter(s, b)
    shapes = {stem(word): key for word, key in rules.archetype_of.items()}
    usual = "talker" if any(singular(word).endswith(_TRADES) for word in words) else "horror"
    key = next((shapes[stem(word)] for word in words if stem(word) in shapes), usual)
    archetype = next(a for a in content.gm().archetypes if a.key == key)
    name = " ".join(word.capitalize() for word in text.split()[:4]) or "Thing"
    return _enter(s, invent(s, name, archetype, level))


def invent_named(s: Donjon, name: str, shape: str, level: int) -> Being:
    """A creature of a given name and sort (DON-NPC-01)."""
    archetype = next(a for a in content.gm().archetypes if a.key == shape)
    return _enter(s, invent(s, name, archetype, level))


def _enter(s: Donjon, b: Being) -> Being:
    s.beings[b.id] = b
    if b.name not in s.library:
        s.library.append(b.name)
    return b


def spawn(t: Table[Donjon], foes: Foes, count: int, level: int = 0) -> list[Being]:
    """Bring a number of creatures into the scene, each with a name to tell it by."""
    s = t.state
    made: list[Being] = []
    for _ in range(count):
        if foes.key:
            b = block(s, content.bestiary()[foes.key])
            t.meet("creature", foes.key)
            wanted = foes.level or level
            if wanted and wanted != b.level:
                scale(b, wanted)
            if foes.name:
                b.name = foes.name
        else:
            archetype = next(a for a in content.gm().archetypes if a.key == (foes.archetype or "horror"))
            t.meet("archetype", archetype.key)
            b = invent(s, foes.name or "Thing", archetype, foes.level or level or s.donjon_level)
        made.append(_enter(s, b))
    name_group(s, made)

    recall(t, made)
    return made


def name_group(s: Donjon, made: list[Being]) -> None:
    """Tell creatures of one kind apart."""
    for b in made:
        row = content.bestiary().get(b.kind)
        if row is not None and row.proper and b.name in (row.short, row.proper):
            b.name = row.proper
        elif len(made) == 1:
            b.name = f"the {b.name}" if not b.name.startswith("the ") else b.name
        else:
            kind = b.name
            for _ in range(len(_MARKS)):
                b.name = f"the {_MARKS[narrate.turn(s, 'marks', len(_MARKS))]} {kind}"
                if not any(o.name == b.name and o.id != b.id for o in s.beings.values()):
                    break


def half_up(value: float) -> int:
    """Normal rounding (DON-XP-02)."""
    return int(value + 0.5)


def group_limits(offset: int, pcs: int) -> tuple[int, int]:
    """How many of a Level turn up, by its distance from the Donjon Level (DON-NPC-02)."""
    if offset < 0:
        return pcs, 3 * pcs
    if offset == 0:
        return max(1, half_up(pcs / 2)), 2 * pcs
    return 1, pcs


def balance(s: Donjon) -> dict[str, int]:
    """Weights of Level offsets by the party's state (the pacing table)."""
    full = sum(b.wounds_full for b in s.pcs()) or 1
    share_left = sum(b.wounds for b in s.pcs()) / full
    if share_left > 2 / 3:
        return {"-1": 2, "0": 5, "1": 3}
    if share_left > 1 / 3:
        return {"-1": 4, "0": 5, "1": 1}
    return {"-1": 7, "0": 3, "1": 0}


def group_count(t: Table[Donjon], offset: int, *, easy: bool) -> int:
    """A number of foes, evenly between the book's limits; the first fight of an adventure in the lower half."""
    s = t.state
    low, high = group_limits(offset, max(1, len(s.party())))
    full = sum(b.wounds_full for b in s.pcs()) or 1
    if sum(b.wounds for b in s.pcs()) * 3 < full:
        return low  # the pacing table: no more than the book's least for a party on its last legs
    fresh = all(b.level <= s.donjon_level for b in s.pcs())  # DON-FUN-10: newcomers are not overwhelmed
    if easy or fresh or s.first_fight:
        high = max(low, (low + high) // 2)
    return t.pick(range(low, high + 1), "how many")


async def numbers(t: Table[Donjon], foes: Foes) -> int:
    """How many of these the scene holds."""
    s = t.state
    pcs = max(1, len(s.party()))
    spec = foes.count
    if spec.isdecimal():
        return int(spec)
    if spec.endswith("x PCs"):
        return int(spec.split()[0]) * pcs
    if spec == "PCs - 1":
        return max(1, pcs - t.pick((1, 2), "sentries"))
    if spec == "half":
        return half_up(pcs / 2)
    if spec == "rivals":
        return 1
    if spec == "optional":
        return t.pick((0, 0, 1), "a big one?")
    level = foes.level or (content.bestiary()[foes.key].level if foes.key else s.donjon_level)
    return group_count(t, max(-1, min(1, level - s.donjon_level)), easy=_weak(s))


def _weak(s: Donjon) -> bool:
    full = sum(b.wounds_full for b in s.pcs()) or 1
    return sum(b.wounds for b in s.pcs()) / full < 0.75
