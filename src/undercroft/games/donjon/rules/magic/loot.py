"""Treasure: looting the beaten, searching caches, naming one's prize, curses; making magic items. Chapters 6 and 7."""

from __future__ import annotations

from .....engine import Option, Table
from ... import content, odds
from ...being import Ability, Being, Item, MagicBonus
from ...state import Donjon
from ..basics import lengths, narrate, quest
from ..basics.answers import Said, read
from ..basics.judging import call
from ..basics.words import dice_words, stem, stems
from ..characters.magic_words import field_of
from ..concepts.contest import Pool, contest
from ..goods.goods import a_thing, take
from ..resolution.picking import bite, related, use_bonus
from ..resolution.pools import best_ability, tagged, worth
from .magic import can_cast, casting_pool, gather
from .spells import wonders


def wishes() -> dict[str, tuple[str, list[tuple[str, str, int]]]]:
    """Prizes worth naming, by key: a base in goods.toml and magic parts."""
    return {
        "short-sword": ("short_sword", []),
        "chain-shirt": ("chain_shirt", []),
        "potion-of-healing-2": ("", [("one_time", "Healing", 2)]),
        "potion-of-toughness-1": ("", [("one_time", "Toughness", 1)]),
        "charm-of-seeing-1": ("", [("general", "Spot Things", 1)]),
        "sword-of-striking-1": ("broadsword", [("general", "Attack", 1)]),
        "boots-of-sneaking-1": ("", [("general", "Sneak", 1)]),
        "ring-of-defence-1": ("", [("general", "Defend", 1)]),
    }


def make_wish(s: Donjon, key: str) -> Item:
    """An item from the list of wishes."""
    base, parts = wishes()[key]
    item_id = s.new_id("i")
    item = content.goods().item(base, item_id) if base else Item(item_id, key.replace("-", " ").capitalize())
    if parts:
        item.name = key.replace("-", " ").capitalize()
        item.magic = [MagicBonus(kind, name, dice) for kind, name, dice in parts]
        item.tags = [*item.tags, "magic"]
        if any(kind == "one_time" for kind, _, _ in parts):
            item.tags.append("potion")
    return item


def parse_wish(s: Donjon, text: str) -> Item:
    """An item named in free text: "Name: attack 2, DR 3, once heal 5". Parts without a kind are general bonuses
    (DON-MITEM-03)."""
    name, _, rest = text.partition(":" if ":" in text else ",")
    item = Item(s.new_id("i"), name.strip() or "Thing")
    low = name.lower()
    for row_key, row in content.goods().weapons.items():
        if row.name.lower() in low or row_key.replace("_", " ") in low:
            base = content.goods().item(row_key, item.id)
            base.name = item.name
            item = base
    for row_key, armor in content.goods().armor.items():
        if armor.name.lower() in low:
            base = content.goods().item(row_key, item.id)
            base.name = item.name
            item = base
    for part in rest.split(","):
        words = part.strip().split()
        if len(words) < 2 or not words[-1].isdecimal():
            continue
        dice = min(9, int(words[-1]))
        if words[0].lower() == "dr":
            item.sort = "weapon" if item.sort == "other" else item.sort
            item.dr = min(4, dice)
        elif words[0].lower() == "once":
            item.magic.append(MagicBonus("one_time", " ".join(words[1:-1]).title() or "Healing", dice))
            item.tags.append("potion")
        elif words[0].lower() == "against":
            item.magic.append(MagicBonus("specific", " ".join(words[:-1]).title(), dice))
        elif words[0].lower() in ("virility", "cerebrality", "discernment", "adroitness", "wherewithal", "sociality"):
            item.magic.append(MagicBonus("attribute", words[0].capitalize(), dice))
        else:
            item.magic.append(MagicBonus("general", " ".join(words[:-1]).title(), dice))
    if item.magic:
        item.tags.append("magic")
    return item


async def loot_step(t: Table[Donjon]) -> None:
    """One body or one search of a cache; when all is looted the scene goes on (DON-LOOT-01, DON-LOOT-02, DON-CACHE-01)."""
    s = t.state
    scene = s.scene
    assert scene is not None
    party = s.party()
    if not party:
        scene.bodies, scene.caches = [], []
    if scene.bodies and party:
        body = s.beings[scene.bodies[0]]
        scene.bodies.pop(0)
        await loot_body(t, body, party)
        return
    for number, level in enumerate(scene.caches):
        for b in party:
            mark = f"{number}:{b.seat}"
            if mark not in scene.looted:
                scene.looted.append(mark)
                await search_cache(t, b, level)
                return
    scene.caches, scene.looted = [], []
    s.phase = "scene"


async def loot_body(t: Table[Donjon], body: Being, party: list[Being]) -> None:
    """Equipment given for the fight falls to the players; if it is worth the Level, nothing more is there (DON-LOOT-07)."""
    s = t.state
    if body.status == "yielded" and not body.items:
        return
    order = party[s.lead % len(party) :] + party[: s.lead % len(party)]
    s.lead += 1
    looter = order[0]
    if len(party) > 1:  # the players decide who loots which body
        key = await t.choose(
            tuple(b.seat for b in order),
            "Who searches {body}?",
            Said.keys("who", (b.id for b in order)),
            rule="DON-LOOT-02",
            describe=lambda k: s.beings[read(k).on].name,
            body=body.name,
        )
        looter = s.beings[read(key).on]
    found = [item for item in body.items if item.sort in ("weapon", "armor") or item.magic]
    total = sum(worth(item) for item in found)
    for item in found:
        body.items = [i for i in body.items if i.id != item.id]
        take(s, looter, item)
        narrate.say(t, "stripped", rule="DON-LOOT-07", actor=looter.name, item=a_thing(item), target=body.name)
        s.turning += [wonder.found for wonder in wonders(item)]
    if found and total >= body.level:
        return
    if body.level >= 1:
        await loot(t, looter, body.level, body.name)


async def search_cache(t: Table[Donjon], b: Being, level: int) -> None:
    """Each character may search a cache once, all rolling its Level (DON-CACHE-01)."""
    t.tell("{who} goes through the hoard (Level {level}).", rule="DON-CACHE-01", who=b.cap, level=level)
    if await loot(t, b, level, "the hoard"):
        quest.took(t.state, b.seat)


async def loot(t: Table[Donjon], b: Being, level: int, what: str) -> bool:
    """For money or for an item: Level (+ Ability + kept dice) against Wealth or Worth. Outside the Law (DON-LOOT-03 to 06).

    True when something was found.
    """
    s = t.state
    ability = best_ability(s, b, "looting", tagged("cache body treasure", what))
    spare = related(s, b, "looting")
    mine_dice = level + sum(n for _, n in _helped(b, ability)) + spare
    key = await t.choose(
        b.seat,
        "{who} searches {what} (Level {level}). For what?",
        {
            "money": Option("Money", hint=f"{_chance(s, mine_dice, b.wealth)} (your Wealth)", rule="DON-LOOT-03"),
            "item": Option("Something you name", hint=f"{dice_words(mine_dice)} against its Worth", rule="DON-LOOT-04"),
            "leave": Option("Leave it be"),
        },
        rule="DON-LOOT-02",
        who=b.name,
        what=what,
        level=level,
    )
    if key == "leave":
        return False
    if key == "money":
        mine = Pool(b.name, [("Level", level), *_helped(b, ability), ("kept dice", use_bonus(b, "looting"))], b.seat)
        result = await contest(
            t, mine, Pool("The purse", [("your Wealth", b.wealth)]), f"{b.name} looks for money", rule="DON-LOOT-03"
        )
        if result.won:
            b.wealth += result.n
            narrate.say(t, "loot_money", rule="DON-LOOT-03", actor=b.name, n=result.n)
        else:
            narrate.say(t, "loot_none", rule="DON-LOOT-03", actor=b.name)
        return result.won
    item = await _wish(t, b, mine_dice)
    if worth(item) > 1:
        item.curse = await t.ask_number(
            b.seat,
            "{item}: Worth {worth} against your {mine}. Curse dice make it easier to find, and bite later. How many?",
            0,
            min(9, worth(item) - 1),
            rule="DON-LOOT-08",
            suggest=max(0, round(worth(item) * 0.2)),
            item=item.name,
            worth=worth(item),
            mine=dice_words(mine_dice),
        )
    mine = Pool(b.name, [("Level", level), *_helped(b, ability), ("kept dice", use_bonus(b, "looting"))], b.seat)
    result = await contest(
        t,
        mine,
        Pool("Its Worth", [("Worth", worth(item))]),
        f"{b.name} looks for {item.name[0].lower() + item.name[1:]}",
        rule="DON-LOOT-04",
    )
    if not result.won:
        narrate.say(t, "loot_none", rule="DON-LOOT-04", actor=b.name)
        return False
    if item.curse:
        await lay_curse(t, item)

    take(s, b, item)
    narrate.say(t, "loot_item", rule="DON-LOOT-04", actor=b.name, item=item.name.lower())
    return True


def _helped(b: Being, ability: object) -> list[tuple[str, int]]:
    return [(ability.name, ability.score)] if isinstance(ability, Ability) else []


def _chance(s: Donjon, mine: int, other: int) -> str:
    return odds.words(mine, other, s.die) if s.options.odds_shown else f"{dice_words(mine)} against {other}"


def in_words(item: Item) -> str:
    """What a thing is good for, as it was understood."""
    parts = [f"{item.sort} of DR {item.dr}"] if item.dr else []
    parts += [f"{m.ability} {m.dice}{' (once)' if m.kind == 'one_time' else ''}" for m in item.magic]
    return ", ".join(parts) or "a keepsake without dice"


async def _wish(t: Table[Donjon], b: Being, mine: int) -> Item:
    s = t.state
    options: dict[str, str | Option] = {}
    for key in wishes():
        item = make_wish(s, key)
        options[Said("wish", key).key] = Option(
            item.name, hint=f"Worth {worth(item)}: {_chance(s, mine, worth(item))}", rule="DON-LOOT-04"
        )
    options["own"] = Option("Something else, in your own words", hint="anything at all", rule="DON-MITEM-03")
    key = await t.choose(b.seat, "What exactly?", options, rule="DON-LOOT-04")
    if key != "own":
        return make_wish(s, read(key).on)
    for _ in range(3):
        text = await t.ask_text(
            b.seat,
            "Name it and its dice, like 'Wrath: attack 2, defend 1', 'Fire iron: DR 2' or 'Red potion: once heal 3'.",
            rule="DON-LOOT-04",
            high=lengths.LINE,
            suggest=("Broadsword of Wrath: attack 2, defend 1", "Red potion: once Healing 3", "Lucky coin: haggle 1"),
        )
        item = parse_wish(s, text)
        sure = await t.choose(
            b.seat,
            "{item}: {reading}. Worth {worth}: {chance}. Is that it?",
            {"yes": "That is it", "again": "Say it otherwise"},
            rule="DON-MITEM-03",
            item=item.name,
            reading=in_words(item),
            worth=worth(item),
            chance=_chance(s, mine, worth(item)),
        )
        if sure == "yes":
            break
    return item


async def lay_curse(t: Table[Donjon], item: Item) -> None:
    """The nature of a curse is the Game Master's choice, secret until it bites (DON-CURSE-02, DON-AGM-17)."""
    s = t.state
    rows = content.gm().curses
    if t.gamesmaster is not None:
        key = await call(
            t,
            "world",
            "{item} carries a curse of {n}. On what?",
            {Said("curse", str(c.roll)).key: c.activity for c in rows},
            Said("curse", "3").key,
            rule="DON-CURSE-02",
            item=item.name,
            n=item.curse,
        )
        roll = read(key).number
    else:
        t.reveal()
        roll = t.pick(range(1, 13), "curse")
    s.secret.curses[item.id] = next(c.activity for c in rows if c.roll == roll)


# Making magic items.


def make_fault(s: Donjon, b: Being, item: Item, price: int) -> str:
    """Why an item cannot be made, or nothing (DON-MAKE-01, DON-MAKE-02)."""
    if s.chapter or s.retreated or not s.adventures_done:
        return "magic items are made between adventures"
    if not can_cast(b):
        return "that takes a spell-caster"
    if b.wealth < price:
        return f"the raw materials cost {price} Wealth"
    words = frozenset(stem(w) for w in b.words)
    fields: list[str] = []

    for word in b.words:
        fields += [stem(w) for w in content.gm().magic.fields[field_of(word)].words]
    said = stems(item.name) | stems(" ".join(m.ability for m in item.magic))
    if not (said & words or any(f in said for f in fields)):
        return "its qualities must fit your Magic Words"
    return ""


async def make_item(t: Table[Donjon], b: Being, item: Item, owed: int = 0) -> bool:
    """Pay the Worth in Wealth, gather power, roll against the Worth; successes come back as Wealth (DON-MAKE-02 to 06)."""
    s = t.state
    price = worth(item)
    fault = make_fault(s, b, item, price + owed)
    if fault:
        t.tell("{item}: {fault}.", rule="DON-MAKE-01", item=item.cap, fault=fault)
        return False
    before = b.wealth
    b.wealth -= price + owed
    await gather(t, b)
    mine = casting_pool(s, b, b.spell_dice)
    bite(t, b, "magic")
    b.spell_dice = 0
    result = await contest(t, mine, Pool(item.name, [("Worth", price)]), f"{b.name} makes {item.name}", rule="DON-MAKE-03")
    if result.won:
        b.wealth = min(before, b.wealth + result.n)
        if item.curse:
            await lay_curse(t, item)
        b.items.append(item)
        t.tell("{who} has made {item}; Wealth is {n}.", rule="DON-MAKE-04", who=b.cap, item=item.name, n=b.wealth)
        return True
    b.notes.append(f"making:{item.name}={result.n}")
    t.tell("The materials did not suffice: {n} more Wealth before another attempt.", rule="DON-MAKE-05", n=result.n)
    return False


def debt(b: Being, name: str) -> int:
    """Further Wealth needed after a failed making (DON-MAKE-05)."""
    return sum(int(note.rsplit("=", 1)[1]) for note in b.notes if note.startswith(f"making:{name}="))
