"""Town: shopping, talk, the hook, and being pushed out of the gate; rewards and the next adventure. Chapters 3, 7 and 8."""

from __future__ import annotations

from collections.abc import Iterator

from ....engine import Option, Table
from .. import content
from ..state import Being, Donjon, Item, Resource
from . import narrate
from .damage import recover
from .experience import goal_award, queue_advances
from .goods import (
    a_thing,
    barred,
    buy,
    buy_provisions,
    keep_possessions,
    liking,
    markup,
    resource,
    sell,
    sell_service,
    take,
    trade,
)
from .loot import debt, make_item, parse_wish
from .pools import item_of, worth
from .tasks import task

SHELF = 8  # goods shown at a glance, what suits the buyer first; the rest are one question away
PUSH = 3  # DON-TOWN-09: the hook comes within the first three things done
MOST_VISITS = 5  # a character's errands in one stay; then the adventure pushes


def open_adventure(t: Table[Donjon]) -> None:
    """The adventure opens in Town (DON-FLOW-01, DON-TOWN-01)."""
    s = t.state
    assert s.adventure is not None
    adventure = s.adventure
    s.phase = "town"
    s.chapter = 0
    s.hooked = False
    s.town_turns = 0
    s.ready = []
    s.scenes_done = [0] * len(adventure.chapters)
    s.owed_cut = 0
    s.clues = 0
    s.way_known = s.homeward = s.retreated = False
    s.first_fight = True
    s.provisions_spent = {}
    s.torch = ""
    s.facts = [f for f in s.facts if f.scope in ("campaign",)] if s.adventures_done == 0 else s.facts
    t.tell(
        "{title}",
        rule="DON-FLOW-01",
        kind="headline",
        title=f"{adventure.series + ': ' if adventure.series else ''}{adventure.title}",
    )
    narrate.say(t, "town_arrive", rule="DON-TOWN-01", town=adventure.town.name)
    features = "; ".join(adventure.town.features)
    t.tell(
        "{name}, {what}. {people}{features}. Temper towards strangers: {temper}.",
        rule="DON-TOWN-02",
        name=adventure.town.name,
        what=adventure.town.kind,
        people=adventure.town.people[0].upper() + adventure.town.people[1:],
        features=f": {features}" if features else "",
        temper=adventure.town.temper,
    )


async def town_step(t: Table[Donjon]) -> None:
    """One character's one errand in Town."""
    s = t.state
    for b in s.pcs():
        if b.status == "out":
            b.status = "up"
    waiting = [b for b in s.party() if b.seat not in s.ready]
    if s.hooked and not waiting:
        set_out(t)
        return
    if not s.hooked and s.town_turns >= PUSH:
        hook(t)
        return
    b = waiting[s.town_turns % len(waiting)] if waiting else s.party()[0]
    s.town_turns += 1
    await errand(t, b)
    if s.town_turns >= (MOST_VISITS + 1) * len(s.players) and s.hooked and len(s.ready) < len(s.party()):
        s.ready = [x.seat for x in s.party()]
        t.tell("That is errands enough: half the place comes along to see you off.", rule="DON-TOWN-09")


def hook(t: Table[Donjon]) -> None:
    """Trouble has been waiting for people just like them (DON-TOWN-05, DON-TOWN-09, DON-FUN-05)."""
    s = t.state
    assert s.adventure is not None
    s.hooked = True
    for paragraph in s.adventure.town.hook:
        t.tell("{words}", rule="DON-TOWN-09", words=paragraph)
    t.tell(
        "The goal: {goal}. On offer: {offer}.", rule="DON-ADV-01", goal=s.adventure.goal, offer="; ".join(s.adventure.enticement)
    )


def goods_for(s: Donjon, b: Being, sort: str) -> list[str]:
    """What a Town sells of a sort, under its cap (DON-BUY-03); what suits the buyer first."""
    goods = content.goods()
    line = resource(s, sort)
    if line is None:
        return []
    able = list(_sold(s, b, sort, line))
    if sort == "weapons":
        able.sort(key=lambda key: -liking(b, goods.shown(key)))
    else:
        able.sort(key=lambda key: (goods.shown(key).dr > b.full[0], -goods.shown(key).dr))
    custom = [note for note in b.notes if note.startswith("weapon:")] if sort == "weapons" else []
    return [*(f"own:{note[7:]}" for note in custom), *able]


def sells(s: Donjon, b: Being, sort: str) -> bool:
    """Whether a Town has anything of a sort for this buyer."""
    line = resource(s, sort)
    return line is not None and next(_sold(s, b, sort, line), None) is not None


def _sold(s: Donjon, b: Being, sort: str, line: Resource) -> Iterator[str]:
    goods = content.goods()
    rows = goods.weapons if sort == "weapons" else goods.armor
    vendors = line.vendors or ["smith"]
    for key in rows:
        item = goods.shown(key)
        if worth(item) > line.cap or (key == "snowleaf_wood" and key not in (s.adventure.town.specials if s.adventure else [])):
            continue
        if all(barred(b, f"{vendor}:{key}", b.wealth) for vendor in vendors):
            continue
        if any(i.name == item.name for i in b.items):
            continue
        if "supply" in item.tags and not any("breath" in w.words for a in b.abilities for w in a.when):
            continue  # DON-UNUS-01: agreed with those whom it concerns
        yield key


def own_weapon(s: Donjon, spec: str) -> Item:
    """A weapon agreed on in creation, such as a machete of DR 2 (DON-WEAP-05, DON-WEAP-04)."""
    words, _, dr = spec.partition("=")
    return Item(s.new_id("i"), words.title(), "weapon", int(dr), tags=words.split())


async def errand(t: Table[Donjon], b: Being) -> None:
    """What a character does in Town: shop, pack, sell, trade, ask around, see the giver, make things, or be ready."""
    s = t.state
    assert s.adventure is not None
    town = s.adventure.town
    options: dict[str, str | Option] = {}
    if not s.hooked:
        options["hook"] = Option(f"See {town.giver or 'who needs help'}", hint="hear what is wrong", rule="DON-TOWN-09")
    for sort, label in (("weapons", "Buy a weapon"), ("armor", "Buy armor")):
        line = resource(s, sort)
        if line is not None and sells(s, b, sort):
            options[f"shop:{sort}"] = Option(
                label, hint=f"up to Worth {line.cap}, Markup {markup(s, line)}; Wealth {b.wealth}", rule="DON-BUY-01"
            )
    line = resource(s, "provisions")
    spent = s.provisions_spent.get(str(b.seat), 0)
    if (
        line is not None
        and b.wealth
        and spent < line.cap
        and not barred(b, f"{(line.vendors or ['chandler'])[0]}:provisions", b.wealth)
    ):
        options["provisions"] = Option(
            "Buy Provisions", hint=f"against {b.provisions + markup(s, line)} dice; cap {line.cap}", rule="DON-BUY-04"
        )
    loose = [i for i in b.items if not (i.id == b.wielding or i.id in b.worn)]
    if loose:
        options["sell"] = Option("Sell something", hint="gone whether or not it pays", rule="DON-SELL-01")
    if loose and any(sells(s, b, sort) for sort in ("weapons", "armor")):
        options["trade"] = Option("Trade something in", hint="usually far better than selling", rule="DON-SELL-03")
    if s.flag("ammunition") and any(i.reach == "missile" for i in b.items):
        options["ammo"] = Option("Buy ten arrows or bolts", hint="as a weapon of DR 1", rule="DON-MISS-03")
    if "asked" not in b.tried:
        options["ask"] = Option("Ask around", hint="a Medium social Test: a fact about what is ahead", rule="DON-TOWN-08")
    if hireable(s) and b.wealth and not barred(b, "innkeeper:sword", b.wealth):
        options["hire"] = Option("Hire a sword", hint="a fighter who comes along; Worth 3 and the Markup", rule="DON-WORTH-01")
    if not b.service:
        options["service"] = Option("Offer a service", hint="guard duty, Worth 3; paid once it is done", rule="DON-SELL-05")
    elif b.service.startswith("!"):
        options["paid"] = Option("Be paid for it", rule="DON-SELL-05")
    if s.adventures_done and not s.retreated and any(a.spell for a in b.abilities) and b.wealth:
        options["make"] = Option("Make a magic item", hint="its Worth in Wealth first", rule="DON-MAKE-01")
    options["ready"] = Option(
        "Ready to set out" if s.hooked else "Wait at the inn",
        hint="" if s.hooked else "trouble will find you",
        rule="DON-TOWN-09",
    )
    if s.retreated:
        options["giveup"] = Option("Give the quest up", hint="it is lost, with its reward", rule="DON-RETURN-03")
    key = await t.choose(
        b.seat,
        "{who} in {town}. Wealth {wealth}, Provisions {provisions}. What now?",
        options,
        rule="DON-TOWN-08",
        who=b.name,
        town=town.name,
        wealth=b.wealth,
        provisions=b.provisions,
    )
    what, _, rest = key.partition(":")
    if what == "hook":
        hook(t)
    elif what == "shop":
        await shop(t, b, rest)
    elif what == "provisions":
        assert line is not None
        await buy_provisions(t, b, line)
    elif what in ("sell", "trade"):
        await part_with(t, b, loose, trading=what == "trade")
    elif what == "ammo":
        await buy_ammo(t, b)
    elif what == "ask":
        b.tried.append("asked")
        result, _, _ = await task(
            t, b, "social", "medium", "asking around in Town", rule="DON-TOWN-08", attr="soc", words="charm bargain lie threat"
        )
        if result.won:
            s.clues += 1
    elif what == "hire":
        await hire(t, b)
    elif what == "service":
        b.service = "3:guard duty on the wall"
        t.tell("{who} is taken on for guard duty, Worth 3, to be paid when it is done.", rule="DON-SELL-05", who=b.cap)
    elif what == "paid":
        line = resource(s, "hospitality") or s.adventure.town.resources[0]
        await sell_service(t, b, line)
    elif what == "make":
        await make(t, b)
    elif what == "giveup":
        s.gave_up = True
        t.tell("They give it up. Somebody else will have to bring back what was lost.", rule="DON-RETURN-03")
        close(t, won=False)
    elif s.hooked:
        s.ready.append(b.seat)
    else:
        t.tell("{who} orders another.", rule="DON-TOWN-09", who=b.cap)
        if s.town_turns >= len(s.party()):
            hook(t)


HIRELINGS = ("Osric", "Big Hilda", "Corporal Nobb", "Grim Tam")


def hireable(s: Donjon) -> bool:
    """Whether a sword is for hire: Hospitality goes to Worth 3, nobody is hired yet, and the party is small. Ruling: ours."""
    line = resource(s, "hospitality")
    small = len(s.players) <= 2
    return small and line is not None and line.cap >= 3 and not any(not x.pc and x.side == 0 for x in s.beings.values())


async def hire(t: Table[Donjon], b: Being) -> bool:
    """A service of Worth 3, bought like any other (DON-WORTH-01, DON-BUY-01): a fighter for this adventure."""
    from ..state import Foes
    from .contest import Pool
    from .creatures import spawn
    from .goods import refuse, spend_wealth

    s = t.state
    line = resource(s, "hospitality")
    assert line is not None
    if barred(b, "innkeeper:sword", b.wealth):
        t.tell("Nobody at the inn will go with {who} for that.", rule="DON-BUY-02", who=b.name)
        return False
    other = Pool("The inn", [("Worth", 3), ("Markup", markup(s, line))])
    result, _ = await spend_wealth(t, b, other, "hiring a sword", rule="DON-BUY-01")
    if not result.won:
        refuse(b, "innkeeper:sword", b.wealth)
        t.tell("Nobody at the inn will go with {who} for that.", rule="DON-BUY-02", who=b.name)
        return False
    hired = spawn(t, Foes("human_fighter", "1", HIRELINGS[narrate.turn(s, "hireling", len(HIRELINGS))]), 1)[0]
    hired.name = hired.name.removeprefix("the ")
    hired.side = 0
    t.tell("{name} drains the mug, shoulders a broadsword and comes along.", rule="DON-BUY-01", name=hired.name)
    return True


async def shop(t: Table[Donjon], b: Being, sort: str) -> None:
    """Choose a thing and a vendor, then haggle (DON-BUY-01 to 03); the couple at smithy and tannery mention each other
    (DON-FUN-09)."""
    s = t.state
    line = resource(s, sort)
    assert line is not None
    goods = content.goods()
    keys = goods_for(s, b, sort)

    def describe(key: str) -> str | Option:
        if key == "nothing":
            return "Nothing after all"
        if key == "more":
            return Option("The rest of the shelf", hint=f"{len(keys) - SHELF} more")
        if key.startswith("own:"):
            words, _, dr = key[4:].partition("=")
            return Option(words.title(), hint=f"DR {dr}, as agreed")
        item = goods.shown(key)
        heavy = "; heavy for you" if item.dr > b.now[0] and "supply" not in item.tags else ""
        return Option(item.name, hint=f"DR {item.dr}, {worth(item) + markup(s, line)} dice against you{heavy}", rule="DON-BUY-01")

    shown = keys if len(keys) <= SHELF + 1 else [*keys[:SHELF], "more"]
    key = await t.choose(
        b.seat, "What does {who} look at?", [*shown, "nothing"], rule="DON-BUY-03", describe=describe, who=b.name
    )
    if key == "more":
        key = await t.choose(
            b.seat, "What does {who} look at?", [*keys[SHELF:], "nothing"], rule="DON-BUY-03", describe=describe, who=b.name
        )
    if key == "nothing":
        return
    vendors = [v for v in (line.vendors or ["smith"]) if not barred(b, f"{v}:{key}", b.wealth)]
    vendor = vendors[0] if vendors else (line.vendors or ["smith"])[0]
    if "blacksmith" in line.vendors:
        vendor = "tanner" if sort == "armor" and "tanner" in vendors else vendor
        other = "tanner" if vendor == "blacksmith" else "blacksmith"
        if not s.lines.get(f"husband/{vendor}"):
            s.lines[f"husband/{vendor}"] = 1
            t.tell(
                "'My husband the {other} would tell you the same,' says the {vendor}.",
                rule="DON-FUN-09",
                other=other,
                vendor=vendor,
            )
    if key.startswith("own:"):
        await buy(t, b, key, vendor, line, own_weapon(s, key[4:]))
        return
    await buy(t, b, key, vendor, line)


async def part_with(t: Table[Donjon], b: Being, loose: list[Item], *, trading: bool) -> None:
    """Sell a thing, or trade it in."""
    s = t.state
    items = loose
    key = await t.choose(
        b.seat, "Part with what?", {i.id: Option(i.name, hint=f"Worth {worth(i)}") for i in items}, rule="DON-SELL-01"
    )
    item = item_of(b, key)
    assert item is not None
    assert s.adventure is not None
    if not trading:
        line = resource(s, {"weapon": "weapons", "armor": "armor"}.get(item.sort, "hospitality")) or s.adventure.town.resources[0]
        await sell(t, b, item, line)
        return
    sorts = [sort for sort in ("weapons", "armor") if goods_for(s, b, sort)]
    wants = [key for sort in sorts for key in goods_for(s, b, sort) if not key.startswith("own:")]
    want = await t.choose(
        b.seat, "For what?", wants, rule="DON-SELL-03", describe=lambda k: Option(content.goods().shown(k).name)
    )
    sort = "weapons" if want in content.goods().weapons else "armor"
    shelf = resource(s, sort)
    assert shelf is not None
    await trade(t, b, item, want, (shelf.vendors or ["smith"])[0], shelf)


async def buy_ammo(t: Table[Donjon], b: Being) -> None:
    """Ten pieces cost as much as a weapon of DR 1 (DON-MISS-03)."""
    from .contest import Pool
    from .goods import spend_wealth

    s = t.state
    line = resource(s, "weapons")
    assert line is not None
    result, _ = await spend_wealth(
        t, b, Pool("The fletcher", [("Worth", 1), ("Markup", markup(s, line))]), "buying ten arrows", rule="DON-MISS-03"
    )
    if result.won:
        bow = next(i for i in b.items if i.reach == "missile")
        bow.ammo = (bow.ammo or 0) + content.goods().ammunition_bundle


async def make(t: Table[Donjon], b: Being) -> None:
    """A caster makes a magic item between adventures (DON-MAKE-01 to 06)."""
    s = t.state
    word = b.words[0] if b.words else "old"
    text = await t.ask_text(
        b.seat,
        "What does {who} make? Name it and its dice; it must fit the Magic Words.",
        rule="DON-MAKE-02",
        high=120,
        suggest=(f"{word.capitalize()} charm: {word} sight 1", f"{word.capitalize()} draught: once Healing 2"),
        who=b.name,
    )
    item = parse_wish(s, text)
    if worth(item) > 1:
        item.curse = await t.ask_number(
            b.seat, "Worth {n}. Curse dice lower it. How many?", 0, worth(item) - 1, rule="DON-MAKE-06", suggest=0, n=worth(item)
        )
    await make_item(t, b, item, debt(b, item.name))


def set_out(t: Table[Donjon]) -> None:
    """Outside Town control shifts to the players, and the Law of Successes is in force again (DON-HOOK-02)."""
    s = t.state
    assert s.adventure is not None
    s.town_law = True
    for b in s.pcs():
        b.tried = [entry for entry in b.tried if entry != "asked"]
    if s.retreated:
        s.retreated = False
        t.tell("Back to where they left off.", rule="DON-RETURN-03")
        s.chapter = int(s.scores.get("left_chapter", 1))
        s.phase = "road"
        return
    who = narrate.listed([b.name for b in s.party()])
    t.tell("The gate of {town} shuts behind {who}.", rule="DON-TOWN-09", town=s.adventure.town.name, who=who)
    from .journey import enter_chapter

    enter_chapter(t, 1)


# Coming home.


async def homecoming(t: Table[Donjon]) -> None:
    """Back in Town: hand over the prize, take the reward; the adventure is closed (DON-CLIMAX-05, DON-FUN-07)."""
    s = t.state
    assert s.adventure is not None
    stage = s.scores.get("home", 0)
    if stage == 0:
        s.chapter = 0
        narrate.say(t, "return", rule="DON-RETURN-01", town=s.adventure.town.name)
        s.scores["home"] = 1
        if s.adventure.key == "fungus":
            holder = next((b for b in s.pcs() for i in b.items if "emerald" in i.tags), None)
            keep = "give"
            if holder is not None:
                keep = await t.choose(
                    holder.seat,
                    "{who} holds the Emerald. Hand it to the mayor?",
                    {
                        "give": Option("Hand it over", hint="potions, and smith's work for all", rule="DON-FUN-07"),
                        "keep": Option("Keep it and be gone", hint="Worth 10; Amerla turns hostile", rule="DON-FUN-07"),
                    },
                    rule="DON-FUN-07",
                    who=holder.name,
                )
                if keep == "give":
                    holder.items = [i for i in holder.items if "emerald" not in i.tags]
            if keep == "keep":
                s.hostile = s.emerald_kept = True
                t.tell("They leave by the back gate. Amerla will remember.", rule="DON-FUN-07")
                close(t, won=True)
                return
            for b in s.pcs():
                take(s, b, content.goods().item("potion_of_toughness", s.new_id("i")))
            t.tell(
                "Grizzold weeps into his beard. Everyone gets a Potion of Toughness 2, and may go to the smith or the tanner.",
                rule="DON-FUN-07",
            )
            return
        s.respect += 1
        t.tell(
            "{town} honours its word: {what}. All Markups here are one die lower from now on.",
            rule="DON-ADV-07",
            town=s.adventure.town.name,
            what="; ".join(s.adventure.enticement[:2]),
        )
        for b in s.pcs():
            b.wealth += 2
        close(t, won=True)
        return
    at = stage - 1
    party = s.pcs()
    if at < len(party):
        s.scores["home"] = stage + 1
        await gift(t, party[at])
        return
    s.respect += 1
    close(t, won=True)


async def gift(t: Table[Donjon], b: Being) -> None:
    """A weapon or armor of up to DR 3 from the smith or the tanner (DON-FUN-07)."""
    s = t.state
    goods = content.goods()
    weapons = sorted(
        (k for k, row in goods.weapons.items() if row.dr <= 3 and not row.supply),
        key=lambda k: -liking(b, goods.shown(k)),
    )
    armor = sorted(
        (k for k, row in goods.armor.items() if row.dr <= 3 and k != "snowleaf_wood"),
        key=lambda k: (goods.armor[k].dr > b.full[0], -goods.armor[k].dr),
    )
    key = await t.choose(
        b.seat,
        "What shall they make for {who}?",
        [*weapons, *armor],
        rule="DON-FUN-07",
        describe=lambda k: Option(goods.shown(k).name, hint=f"DR {goods.shown(k).dr}"),
        who=b.name,
    )
    item = goods.item(key, s.new_id("i"))
    take(s, b, item)
    t.tell("{who} walks out with {item}.", rule="DON-FUN-07", who=b.cap, item=a_thing(item))


def close(t: Table[Donjon], *, won: bool) -> None:
    """The adventure is closed; experience becomes Levels here (DON-UP-01); then the next one, or the end."""
    s = t.state
    assert s.adventure is not None
    s.won.append(won)
    s.adventures_done += 1
    s.scores.pop("home", None)
    s.homeward = False
    s.last_level = (
        s.adventure.chapters[max(0, s.chapter - 1)].donjon_level if s.chapter else s.adventure.chapters[-1].donjon_level
    )
    s.chapter = 0
    t.tell(
        "{title} is {how}.",
        rule="DON-CLIMAX-05" if won else "DON-RETURN-03",
        kind="headline",
        title=s.adventure.title,
        how="won" if won else "lost",
    )
    if won:
        goal_award(t, s.last_level + 6, "the adventure")
    queue_advances(s)
    s.phase = "between"


async def between(t: Table[Donjon]) -> None:
    """Between two adventures: everyone recovers; possessions are sorted; a new adventure opens (DON-HEAL-03, DON-PERM-02)."""
    s = t.state
    if s.adventures_done >= s.number("adventures") or not s.pcs():
        s.phase = "over"
        s.ended = "home" if not s.gave_up else "gave up"
        return
    at = s.scores.get("between", 0)
    party = s.pcs()
    if at < len(party):
        b = party[at]
        s.scores["between"] = at + 1
        recover(b)
        await keep_possessions(t, b)
        return
    s.scores.pop("between", None)
    from .sketch import next_adventure

    await next_adventure(t)
    open_adventure(t)
