"""Sages: who appears, homage, mood, favours, curses, tolls, tasks and wishes (DES-SAGE). A person in the gamesmaster's seat
speaks for them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeAlias

from ....engine import Option, Table
from ..content import Trade, arms, baddies, jewels, magic_items, sages, supplies, weapon
from ..state import SILVER_PER_GOLD, Game, Guard, Member, Sage, Taken, add, count, dial, here, member
from .blows import give_karma
from .books import learn
from .errands import reveal_part, show_route, way_to
from .meeting import _held, bring_back, take_goods
from .people import coin, full_body, gain_spell, has, jewel_worth, leader_seat, money, people, price_of_rise, set_coin
from .throws import one_die, total, watchers
from .walk import nearest_tower, room_key, set_down
from .wounds import discover, heal

CATEGORIES = ("GOLD", "SILVER", "JEWELS", "MAGIC WEAPON", "SPELL", "RELIC", "SUPPLIES")


# Meeting a sage.


async def appear(t: Table[Game], *, trade: str = "", study: bool = False) -> None:
    """A sage stands there, of some trade or other (DES-SAGE-01, DES-SAGE-07)."""
    s = t.state
    known = {entry.name for entry in sages().trade}
    if trade not in known:
        shown = await total(t, "The gamesmaster", "for the sage's trade", rule="DES-SAGE-07")
        trade = next(entry.name for entry in sages().trade if shown in entry.total)
    trade = await t.judge(
        "A sage appears. Of which trade?",
        {entry.name: entry.name.capitalize() for entry in sages().trade},
        trade,
        rule="DES-SAGE-01",
    )
    t.meet("sage", trade)
    count(s, "sages")
    die = await one_die(t, "The gamesmaster", "for what the sage fancies", rule="DES-SAGE-08", hidden=True)
    s.sage = Sage(trade, favourite=sages().favourite[str(die)], study=study)
    s.phase = "sage"
    t.tell("A sage sits there, a {trade} by the look of him.", rule="DES-SAGE-07", trade=trade)
    if t.gamesmaster is not None:
        words = await t.ask_text(
            t.gamesmaster, "What does the sage say?", rule="DES-SAGE-01", high=300, suggest=("Well? What have you brought me?",)
        )
        t.tell("The sage: {words}", rule="DES-SAGE-01", words=words)
    task_letter(t)


def _trade(sage: Sage) -> Trade:
    return next(entry for entry in sages().trade if entry.name == sage.trade)


async def audience(t: Table[Game]) -> None:
    """One step of the audience: homage, then his mood, then what he does."""
    s = t.state
    sage = s.sage
    assert sage is not None
    if sage.stage == "homage":
        await homage(t, sage)
    elif sage.stage == "mood":
        await read_mood(t, sage)
    elif sage.stage == "favour":
        await favour(t, sage)
    elif sage.stage == "wishes":
        await wish(t, sage)
    else:
        s.sage = None
        if s.phase == "sage":
            s.phase = "spoils" if s.spoils else "walk"


async def homage(t: Table[Game], sage: Sage) -> None:
    """Most sages want homage, and how much is given sets how hospitable they are (DES-SAGE-08)."""
    s = t.state
    options: dict[str, str | Option] = {"enough": Option("That is all", hint="he makes up his mind", rule="DES-SAGE-02")}
    if _held(s, "SAURIAN BRANDY"):
        options["brandy"] = Option("A fifth of Saurian brandy", hint="+2, or twice that if he fancies it", rule="DES-SUP-28")
    if s.chest.relics or any(m.relics for m in people(s)):
        options["relic"] = Option("A relic", hint="+3", rule="DES-SAGE-08")
    if s.chest.gold >= 5 and sage.homage < 40:
        options["gold"] = Option("Five gold from the chest", hint="+1, at most +2", rule="DES-SAGE-08")
    for kind, number in s.chest.jewels.items():
        needed = -(-SILVER_PER_GOLD // jewels()[kind].silver_each)
        if number >= needed:
            options[f"jewels:{kind}"] = Option(f"{needed} {kind.lower()}", hint="+1", rule="DES-SAGE-08")
    if not sage.joked and _held(s, "JOKEBOOK"):
        options["joke"] = Option("Tell him a joke", hint="+1, once", rule="DES-BOOK-04")
    if not sage.quilled and any(has(m, "QUILLS") and m.cls == "priest" for m in people(s)):
        options["quills"] = Option("Take down his words with a quill", hint="+1, once", rule="DES-SUP-05")
    options["attack"] = Option("Draw weapons on him", hint="very foolish", rule="DES-SAGE-15")
    choice = await t.choose(
        leader_seat(s), "The {trade} waits for homage. What is offered?", options, rule="DES-SAGE-08", trade=sage.trade
    )
    word, _, kind = choice.partition(":")
    if word == "enough":
        sage.stage = "mood"
    elif word == "attack":
        s.anger = True
        t.tell("Nothing the party does so much as ruffles his beard. He is not amused.", rule="DES-SAGE-15")
        await toll(t)
        sage.stage = "gone"
    else:
        _offer(t, sage, word, kind)


def _offer(t: Table[Game], sage: Sage, word: str, kind: str) -> None:
    s = t.state
    mood = sages().mood
    double = 2 if sage.favourite in (word, f"{word}s") or (word == "jewels" and sage.favourite == "jewels") else 1
    if word == "brandy":
        take_goods(s, "SAURIAN BRANDY", 1)
        discover(t, "SAURIAN BRANDY")
        sage.homage += mood["per_fifth_of_saurian_brandy"] * double
        sage.worth += 10 * SILVER_PER_GOLD
    elif word == "relic":
        owner = next((m for m in people(s) if m.relics), None)
        if s.chest.relics:
            s.chest.relics -= 1
        elif owner is not None:
            owner.relics -= 1
        sage.homage += mood["per_relic"] * double
        sage.worth += 10 * SILVER_PER_GOLD
    elif word == "gold":
        s.chest.gold -= 5
        given = s.tally.get("sage gold", 0)
        if given < mood["gold_homage_max"]:
            sage.homage += mood["per_five_gold_homage"] * double
        s.tally["sage gold"] = given + 1
        sage.worth += 5 * SILVER_PER_GOLD
    elif word == "jewels":
        needed = -(-SILVER_PER_GOLD // jewels()[kind].silver_each)
        add(s.chest.jewels, kind, -needed)
        sage.homage += mood["per_jewel_lot_worth_a_gold"] * double
        sage.worth += SILVER_PER_GOLD
    elif word == "joke":
        sage.joked = True
        discover(t, "JOKEBOOK")
        sage.homage += mood["jokebook_told"]
    else:
        sage.quilled = True
        discover(t, "QUILLS")
        sage.homage += mood["quills"]
    t.tell("The sage accepts it.", rule="DES-SAGE-08")


def mood_parts(s: Game, sage: Sage) -> list[tuple[str, int]]:
    """What weighs on a sage's mood besides the dice (DES-SAGE-03, DES-SAGE-04, DES-GM-05)."""
    parts = [("homage", sage.homage)]
    speaker = member(s, s.leader)
    if has(speaker, "HOLY ROBE") and speaker.cls == "priest":
        parts.append(("holy robe", 1))
    heads = max(1, len(people(s)))
    worth = (
        s.chest.gold + 10 * s.chest.gold_bars + (s.chest.silver + 10 * s.chest.silver_bars + jewel_worth(s.chest.jewels)) // 16
    )
    if worth > 40 * heads:
        parts.append(("too much loot", -2 - max(0, (worth // heads - 40) // 40)))
    if s.anger:
        parts.append(("angered a sage", -3))
    if s.poisoned:
        parts.append(("poison", -2))
    parts.append(("temperament", {"kindly": 1, "fair": 0, "cruel": -1}[str(dial(s, "temperament"))]))
    return [(name, value) for name, value in parts if value]


def band_of(mood: int) -> str:
    """A humour, by the total of the mood throw."""
    return next(band.name for band in sages().mood_band if band.from_ <= mood <= band.to)


async def read_mood(t: Table[Game], sage: Sage) -> None:
    """Two dice and what weighs on them; a six when he is ill disposed and he pretends (DES-SAGE-02, DES-SAGE-14)."""
    s = t.state
    s.tally.pop("sage gold", None)
    thrown = await total(t, "The gamesmaster", "for the sage's mood", rule="DES-SAGE-02", hidden=True)
    sage.mood = thrown + sum(value for _, value in mood_parts(s, sage))
    if "HOLY ROBE" in member(s, s.leader).goods:
        discover(t, "HOLY ROBE")
    await settle(t, sage)


async def settle(t: Table[Game], sage: Sage) -> None:
    """The mood is read off the bands, and he acts on it."""
    s = t.state
    options = {band.name: f"{band.name.capitalize()}: {band.does}" for band in sages().mood_band}
    sage.band = await t.judge(
        "The sage's mood comes to {mood}. How is he?", options, band_of(sage.mood), rule="DES-SAGE-01", mood=sage.mood
    )
    sage.evil = False
    if sage.band in ("furious", "unfriendly"):
        sage.evil = await one_die(t, "The gamesmaster", "whether he pretends", rule="DES-SAGE-14", hidden=True) == 6
    sage.face = "friendly" if sage.evil else sage.band
    t.meet("sage mood", sage.band if not sage.evil else "evil")
    count(s, f"sage:{sage.band}")
    if _held(s, '"WHO\'S WHO IN THE DUNGEON"'):
        discover(t, '"WHO\'S WHO IN THE DUNGEON"')
        text = "The smile is false." if sage.evil else "He is {band}, and means it."
        t.tell(
            "The book knows this one.", rule="DES-BOOK-03", only=leader_seat(s), secret=f"Who's Who says: {text}", band=sage.band
        )
    t.tell("The sage is {face}.", rule="DES-SAGE-02", face=sage.face)
    if sage.evil:
        sage.stage = "favour"
    elif sage.band == "furious":
        await curse(t)
        await toll(t)
        sage.stage = "gone"
    elif sage.band == "unfriendly":
        what = await t.judge(
            "A curse or a toll?", {"curse": "A curse", "toll": "A toll"}, {"curse": 1, "toll": 1}, rule="DES-SAGE-12"
        )
        await (curse(t) if what == "curse" else toll(t))
        sage.stage = "gone"
    elif sage.band == "aloof" and sage.worth < 5 * SILVER_PER_GOLD:
        t.tell("Nothing worth five gold was offered, and he turns a page.", rule="DES-SAGE-08")
        sage.stage = "gone"
    else:
        sage.stage = "favour"


# Ill will.


async def curse(t: Table[Game]) -> None:
    """A curse, by one die, until the surface or a kinder sage (DES-SAGE-12)."""
    s = t.state
    face = await one_die(t, "The gamesmaster", "for the curse", rule="DES-SAGE-12")
    entry = sages().curse[face - 1]
    t.meet("curse", entry.name)
    count(s, "curses")
    if entry.name not in s.curses:
        s.curses.append(entry.name)
    t.tell("The sage lays a curse on the party: {curse}!", rule="DES-SAGE-12", curse=entry.name)
    s.news.append(f"a sage cursed the party with {entry.name}")


async def toll(t: Table[Game]) -> None:
    """He takes part of the treasure, by one die (DES-SAGE-13)."""
    s = t.state
    face = await one_die(t, "The gamesmaster", "for the toll", rule="DES-SAGE-13")
    takes = next(entry.takes for entry in sages().toll if face in entry.die)
    t.meet("toll", takes)
    if face <= 2:
        s.chest.gold -= (s.chest.gold + 1) // 2
    elif face <= 4:
        s.chest.jewels.clear()
    elif face == 5:
        magic = [(m.id, name) for m in people(s) for name in m.goods if is_magic(name)]
        if magic:
            who, name = t.pick(magic, "the magic weapon he takes")
            m = member(s, who)
            add(m.goods, name, -1)
            if not m.goods.get(name) and m.hand == name:
                m.hand = ""
    else:
        s.chest.relics = 0
        add(s.chest.goods, "SAURIAN BRANDY", -s.chest.goods.get("SAURIAN BRANDY", 0))
        for m in people(s):
            m.relics = 0
            m.goods.pop("SAURIAN BRANDY", None)
    t.tell("The sage takes {takes}.", rule="DES-SAGE-13", takes=takes)


def is_magic(name: str) -> bool:
    """Whether a thing came from the magic weapon table."""
    arm = weapon(name)
    return (arm is not None and arm.magic) or any(item.name == name for item in magic_items().values())


# Favours.


async def favour(t: Table[Game], sage: Sage) -> None:
    """Friendly: advice free, a favour for homage; delighted: a favour free, or one wish each (DES-SAGE-09, DES-SAGE-10)."""
    s = t.state
    sage.stage = "gone"
    await advice(t, sage, false=sage.evil)
    if sage.evil:
        t.tell("The sage smiles and does the party a favour.", rule="DES-SAGE-14")
        await curse(t)
        return
    options: dict[str, str | Option] = {}
    if sage.worth or sage.band == "delighted" or (sage.study and sage.worth):
        options["favour"] = Option(_trade(sage).favour.capitalize(), rule="DES-SAGE-07")
    if sage.band == "delighted":
        options["wishes"] = Option("One wish each", hint="modesty advised", rule="DES-SAGE-09")
    if s.curses and sage.worth >= 10 * SILVER_PER_GOLD:
        options["lift"] = Option("Lift our curses", rule="DES-SAGE-12")
    options["leave"] = "Thank him and go"
    if len(options) == 1:
        return
    choice = await t.choose(leader_seat(s), "The sage is well disposed. What is asked of him?", options, rule="DES-SAGE-09")
    if choice == "favour":
        t.meet("favour", sage.trade)
        await FAVOURS[sage.trade](t)
    elif choice == "wishes":
        sage.stage = "wishes"
    elif choice == "lift":
        s.curses.clear()
        t.tell("The curses are lifted.", rule="DES-SAGE-12")


async def advice(t: Table[Game], sage: Sage, *, false: bool) -> None:
    """Directions for the leader's ear alone, true or not; a quill keeps them (DES-SAGE-10, DES-SUP-05)."""
    s = t.state
    level = here(s)
    seen_rooms = [key for key, guard in s.guards.items() if guard.entered]
    route = way_to(s, level, lambda col, row: level.is_room(col, row) and room_key(s, level.number, col, row) not in seen_rooms)
    if route is None or len(route) < 2:
        text = "There is nothing more for you on this level."
    else:
        col, row = route[-1]
        dx, dy = col - s.at[1], row - s.at[2]
        way = (1 if dx > 0 else 3) if abs(dx) >= abs(dy) else (2 if dy > 0 else 0)
        way = (way + 2) % 4 if false else way
        text = f"There is an unopened chamber to the {level.compass(way)}, {len(route) - 1} squares' walk."
    if t.gamesmaster is not None:
        text = await t.ask_text(
            t.gamesmaster, "What advice does the sage whisper to the leader?", rule="DES-SAGE-10", high=200, suggest=(text,)
        )
    s.whispers.append(text)
    if sage.quilled:
        s.advice.append(text)
    t.tell(
        "The sage whispers to the leader.",
        rule="DES-SAGE-10",
        only=(leader_seat(s), *watchers(t)),
        secret="The sage whispers: {words}",
        words=text,
    )


Favour: TypeAlias = Callable[[Table[Game]], Awaitable[None]]


async def _transport(t: Table[Game]) -> None:
    """Anywhere it names: the tower, a casino, a special chamber it knows, Las Vegas (DES-SAGE-17, DES-SPCH-03)."""
    s = t.state
    options: dict[str, str | Option] = {
        "vegas": Option("Las Vegas", hint="a casino without limit; you are sent back after", rule="DES-SPCH-03")
    }
    tower = nearest_tower(s)
    if tower is not None:
        options["tower"] = "The tower"
    for level in s.levels:
        for col, row, _sign in level.cells():
            if level.is_room(col, row) and level.feature(col, row).kind == "casino" and level.room(col, row)[0] == (col, row):
                options[f"to:{level.number}:{col},{row}"] = Option("A casino below")
    choice = await t.choose(leader_seat(s), "Where to?", options, rule="DES-SAGE-17")
    if choice == "vegas":
        from .pastimes import sit_down

        t.meet("feature", "las vegas")
        t.tell("A snap of the fingers: neon, carpet, Las Vegas.", rule="DES-SPCH-03")
        await sit_down(t, house="las vegas", limit=0)
    else:
        spot = tower
        if choice.startswith("to:"):
            _, number, place = choice.split(":")
            col, row = (int(part) for part in place.split(","))
            spot = (int(number), col, row)
        assert spot is not None
        s.sage = None
        s.phase = "walk"
        await set_down(t, spot, why="sage")


async def _match(t: Table[Game]) -> None:
    """Finds the lost: frees hostages, turns stone to flesh (DES-SAGE-07)."""
    s = t.state
    if any(member(s, number).status == "hostage" for number in s.party):
        bring_back(t, member(s, s.leader))
    for number in s.party:
        m = member(s, number)
        if m.status == "stone":
            m.status = "ready"
            s.lines[2].append(m.id)
            t.tell("{name} is flesh again.", rule="DES-SAGE-07", name=m.name)
    t.tell("What was lost is found.", rule="DES-SAGE-07")


async def _task(t: Table[Game]) -> None:
    """A task in return for treasure of the party's choosing (DES-SAGE-11)."""
    s = t.state
    face = await one_die(t, "The gamesmaster", "for the task", rule="DES-SAGE-11")
    entry = sages().task[face - 1]
    choice = await t.choose(
        leader_seat(s),
        "The sage sets a task: {task}. For which treasure?",
        {**{name: name.capitalize() for name in CATEGORIES}, "no": "No, thank you"},
        rule="DES-SAGE-11",
        task=entry.name,
    )
    if choice == "no":
        return
    t.meet("task", entry.name)
    taken = Taken(entry.name, entry.karma, choice)
    if face == 2:
        rooms = unopened_rooms(s)
        if rooms:
            taken.target = t.pick(rooms, "the chamber")
            t.tell("He names a chamber, and draws it on the map.", rule="DES-SAGE-11")
        else:
            taken.done = True
    elif face == 3:
        taken.target = t.pick(("Bears", "Snakes", "Turtles", "Trolls", "Orcs", "Dogs"), "the beast")
        t.tell("It is to be of {beast}.", rule="DES-SAGE-11", beast=taken.target)
    elif face == 6:
        taken.target = str(s.at[0])
    s.tasks.append(taken)


def unopened_rooms(s: Game) -> list[str]:
    """Chambers with guardians not yet entered, on this level."""
    level = here(s)
    found = []
    for col, row, _ in level.cells():
        if level.is_room(col, row) and level.room(col, row)[0] == (col, row) and level.feature(col, row).kind == "chamber":
            key = f"{level.number}:{col},{row}"
            if not s.guards.get(key, Guard()).entered:
                found.append(key)
    return found


async def _forge(t: Table[Game]) -> None:
    """A throw on the magic weapon table, or +1 on a weapon brought to him (DES-SAGE-05)."""
    from .finds import find_magic_weapon

    s = t.state
    options: dict[str, str | Option] = {"new": Option("A new one", hint="a throw on the magic weapon table")}
    for m in people(s):
        for name in m.goods:
            if weapon(name) is not None and weapon(name).gold:  # type: ignore[union-attr]
                options[f"m{m.id}:{name}"] = Option(f"+1 on {m.name}'s {name.lower()}")
    choice = await t.choose(leader_seat(s), "What shall he forge?", options, rule="DES-SAGE-05")
    if choice == "new":
        await find_magic_weapon(t)
        return
    who, _, name = choice.partition(":")
    m = member(s, int(who[1:]))
    plain, _, plus = name.rpartition(" +")
    better = f"{plain} +{int(plus) + 1}" if plain else f"{name} +1"
    add(m.goods, name, -1)
    add(m.goods, better)
    if m.hand == name:
        m.hand = better
    t.tell("{name} now has a {weapon}.", rule="DES-SAGE-05", name=m.name, weapon=better.lower())


async def _play(t: Table[Game]) -> None:
    """A game, really played; the sage stakes a magic weapon, a spell or 25 karma (DES-SAGE-06)."""
    from .pastimes import sit_down

    await sit_down(t, house="sage", limit=0)


async def _guide(t: Table[Game]) -> None:
    """Directions: the way to the tower, the stairs or the nearest unopened chamber (DES-SAGE-10)."""
    s = t.state
    level = here(s)
    choice = await t.choose(
        leader_seat(s),
        "The way to what?",
        {"tower": "The tower", "stairs": "The stairs", "chamber": "An unopened chamber"},
        rule="DES-SAGE-10",
    )
    rooms = unopened_rooms(s)
    goals = {
        "tower": lambda col, row: level.cell(col, row) == "T",
        "stairs": lambda col, row: level.feature(col, row).kind == "stairs",
        "chamber": lambda col, row: level.is_room(col, row) and room_key(s, level.number, col, row) in rooms,
    }
    route = way_to(s, level, goals[choice])
    if route is None:
        t.tell("There is none on this level, says the guide.", rule="DES-SAGE-10")
    else:
        show_route(s, level, route)
        t.tell("The guide draws the way on the map.", rule="DES-SAGE-10")


async def _leech(t: Table[Game]) -> None:
    """Heals everyone completely, bites and stone included (DES-SAGE-07)."""
    s = t.state
    for number in s.party:
        m = member(s, number)
        if m.status == "stone":
            m.status = "ready"
            s.lines[2].append(m.id)
        if m.status == "ready":
            m.body = full_body(s, m)
            m.conditions = [mark for mark in m.conditions if mark != "bitten"]
    t.tell("Everyone is whole.", rule="DES-SAGE-07")


async def _scholar(t: Table[Game]) -> None:
    """The plan of half a level, or one baddie's weapon numbers (DES-SAGE-17)."""
    s = t.state
    options: dict[str, str | Option] = {"plan": "The plan of half this level"}
    options.update({f"of:{name}": f"The weakness of {name}" for name in baddies()})
    choice = await t.choose(leader_seat(s), "What shall the scholar tell?", options, rule="DES-SAGE-17")
    if choice == "plan":
        t.reveal()
        half = t.pick((True, False), "which half")
        reveal_part(s, here(s), upper=None, left=half)
        t.tell("Half the level is on the map now.", rule="DES-SAGE-17")
    else:
        learn(t, choice[3:], "DES-SAGE-17")


async def _pedlar(t: Table[Game]) -> None:
    """Sells anything on the supply list at list price, buys weapons at half (DES-SAGE-07)."""
    from .people import arm_price

    s = t.state
    for _ in range(5):
        options: dict[str, str | Option] = {"done": "That is all"}
        for name in supplies():
            price = arm_price(name)
            if price and name != "SIMULACRA" and any(coin(m) >= price for m in people(s)):
                options[f"buy:{name}"] = Option(f"Buy {name.lower()}", hint=money(price))
        for m in people(s):
            for name in m.goods:
                if name in arms() and arms()[name].kind == "weapon":
                    options[f"sell:{m.id}:{name}"] = Option(f"Sell {m.name}'s {name.lower()}", hint=money(arm_price(name) // 2))
        choice = await t.choose(leader_seat(s), "The pedlar opens his pack.", options, rule="DES-SAGE-07")
        if choice == "done":
            return
        if choice.startswith("buy:"):
            name = choice[4:]
            buyer = max(people(s), key=coin)
            set_coin(buyer, coin(buyer) - arm_price(name))
            add(buyer.goods, name)
            if name.endswith("BALLS") and name not in buyer.kinds:
                buyer.kinds.append(name)
        else:
            _, who, name = choice.split(":")
            m = member(s, int(who))
            add(m.goods, name, -1)
            m.hand = "" if m.hand == name and not m.goods.get(name) else m.hand
            set_coin(m, coin(m) + arm_price(name) // 2)


async def _promote(t: Table[Game]) -> None:
    """One member who has the karma and gold moves up on the spot (DES-SAGE-16, DES-IDEA-07)."""
    from .ranks import can_rise, rise

    s = t.state
    share = s.chest.gold // max(1, len(people(s)))
    able = [m for m in people(s) if can_rise(s, m, extra=share)]
    if not able:
        t.tell("Nobody has the karma and the gold for it.", rule="DES-SAGE-16")
        return
    key = await t.choose(leader_seat(s), "Who moves up in rank?", {f"m{m.id}": m.name for m in able}, rule="DES-SAGE-16")
    m = member(s, int(key[1:]))
    price = price_of_rise(m)
    assert price is not None
    short = max(0, price[0] - coin(m) // SILVER_PER_GOLD)
    s.chest.gold -= short
    m.gold += short
    await rise(t, m)


async def _wishes(t: Table[Game]) -> None:
    """One wish for each member."""
    assert t.state.sage is not None
    t.state.sage.stage = "wishes"


FAVOURS: dict[str, Favour] = {
    "transporter": _transport,
    "matchmaker": _match,
    "taskmaster": _task,
    "blacksmith": _forge,
    "gaming sage": _play,
    "guide": _guide,
    "leech": _leech,
    "scholar": _scholar,
    "pedlar": _pedlar,
    "promoter": _promote,
    "wish-granter": _wishes,
}


# Wishes.


async def wish(t: Table[Game], sage: Sage) -> None:
    """Each member in turn asks; above two greed a head his mood drops by four and is read again (DES-SAGE-09)."""
    s = t.state
    everyone = people(s)
    if sage.wisher >= len(everyone):
        sage.stage = "gone"
        return
    m = everyone[sage.wisher]
    sage.wisher += 1
    options: dict[str, str | Option] = {
        f"wish:{index}": Option(entry.name.capitalize(), hint=f"greed {entry.greed}")
        for index, entry in enumerate(sages().wish)
        if _possible(s, m, entry.name)
    }
    options["none"] = "Nothing, thank you"
    choice = await t.choose(m.seat, "{name}, one wish?", options, rule="DES-SAGE-09", name=m.name)
    if choice == "none":
        return
    entry = sages().wish[int(choice[5:])]
    sage.greed += entry.greed
    if sage.greed > 2 * len(everyone):
        sage.mood -= 4
        t.tell("The sage's face darkens: too greedy by half.", rule="DES-SAGE-09")
        await settle(t, sage)
        sage.stage = "gone"
        return
    t.meet("wish", entry.name)
    t.tell("{name} wishes: {wish}.", rule="DES-SAGE-09", name=m.name, wish=entry.name)
    await GRANTS[entry.name](t, m)


def _possible(s: Game, m: Member, name: str) -> bool:
    if name == "lift a curse":
        return bool(s.curses)
    if name == "one die of charges of a spell already known":
        return m.cls == "wizard" and bool(m.kinds)
    if name == "raise a companion killed this descent":
        return any(member(s, number).status == "dead" for number in s.party)
    if name == "a rank for nothing":
        return m.rank > 1
    return True


async def _be_healed(t: Table[Game], m: Member) -> None:
    heal(t.state, m, 99)
    m.conditions = [mark for mark in m.conditions if mark != "bitten"]


async def _weakness(t: Table[Game], m: Member) -> None:
    key = await t.choose(
        m.seat, "Whose weakness?", [f"of:{name}" for name in baddies()], rule="DES-SAGE-09", describe=lambda key: key[3:]
    )
    learn(t, key[3:], "DES-SAGE-09")


async def _way_home(t: Table[Game], m: Member) -> None:
    level = here(t.state)
    route = way_to(t.state, level, lambda col, row: level.cell(col, row) == "T" or level.cell(col, row) in "<X")
    if route is not None:
        show_route(t.state, level, route)


async def _supply(t: Table[Game], m: Member) -> None:
    cheap = [name for name, line in supplies().items() if 0 < line.gold <= 10]
    name = await t.choose(m.seat, "Which supply?", cheap, rule="DES-SAGE-09", describe=str.capitalize)
    add(m.goods, name)
    if name.endswith("BALLS") and name not in m.kinds:
        m.kinds.append(name)


async def _ten_gold(t: Table[Game], m: Member) -> None:
    m.gold += 10


async def _armour(t: Table[Game], m: Member) -> None:
    from ..content import ARMOURS

    m.armour_left = ARMOURS.get(m.armour, 0)


async def _charges(t: Table[Game], m: Member) -> None:
    kind = await t.choose(m.seat, "Which spell?", m.kinds, rule="DES-SAGE-09", describe=str.capitalize)
    gain_spell(m, kind, await one_die(t, "The gamesmaster", "for the charges", rule="DES-SAGE-09"))


async def _weapon(t: Table[Game], m: Member) -> None:
    plain = [name for name, arm in arms().items() if arm.kind == "weapon"]
    name = await t.choose(m.seat, "Which weapon?", plain, rule="DES-SAGE-09", describe=str.capitalize)
    add(m.goods, name)


async def _lift(t: Table[Game], m: Member) -> None:
    t.state.curses.pop()


async def _magic(t: Table[Game], m: Member) -> None:
    from .finds import find_magic_weapon

    await find_magic_weapon(t, to=m)


async def _raise(t: Table[Game], m: Member) -> None:
    from .powers import raise_dead

    s = t.state
    dead = [member(s, number) for number in s.party if member(s, number).status == "dead"]
    key = await t.choose(m.seat, "Who is to come back?", {f"m{one.id}": one.name for one in dead}, rule="DES-SAGE-09")
    raise_dead(t, member(s, int(key[1:])))


async def _rank(t: Table[Game], m: Member) -> None:
    from .ranks import promote

    await promote(t, m)


GRANTS: dict[str, Callable[[Table[Game], Member], Coroutine[Any, Any, None]]] = {
    "be healed": _be_healed, "know a baddie's weakness": _weakness, "be shown the way home": _way_home,
    "one supply from the list costing ten gold or less": _supply, "ten gold": _ten_gold, "armour made whole": _armour,
    "one die of charges of a spell already known": _charges, "an ordinary weapon of any price": _weapon, "lift a curse": _lift,
    "a magic weapon": _magic, "raise a companion killed this descent": _raise, "a rank for nothing": _rank,
}  # fmt: skip


# Tasks.


def _open_task(s: Game, name: str) -> Taken | None:
    return next((task for task in s.tasks if task.name == name and not task.done), None)


def task_relic(t: Table[Game]) -> None:
    """Bring a relic from another chamber."""
    task = _open_task(t.state, sages().task[0].name)
    if task is not None:
        task.done = True


def task_cleared(t: Table[Game], chamber: str, kind: str) -> None:
    """Clear a named chamber; fetch something of a named beast."""
    for index in (1, 2):
        task = _open_task(t.state, sages().task[index].name)
        if task is not None and task.target in (chamber, kind):
            task.done = True


def task_letter(t: Table[Game]) -> None:
    """Carry a letter to the next sage met."""
    task = _open_task(t.state, sages().task[3].name)
    if task is not None:
        task.done = True


def task_peace(t: Table[Game]) -> None:
    """Make peace with the next three baddies met."""
    task = _open_task(t.state, sages().task[4].name)
    if task is not None:
        task.count += 1
        task.done = task.count >= 3


def task_mapped(s: Game) -> None:
    """Map a whole level."""
    task = _open_task(s, sages().task[5].name)
    if task is None or int(task.target) != s.at[0]:
        return
    drawn = next((sheet.cells for sheet in s.sheets if sheet.level == s.at[0]), {})
    task.done = all(f"{col},{row}" in drawn for col, row, _ in here(s).cells())


async def reward(t: Table[Game]) -> None:
    """A finished task: the promised treasure, and karma for one member of the leader's choosing (DES-SAGE-11, DES-IDEA-05)."""
    from .spoils import FINDS

    s = t.state
    task_mapped(s)
    for task in [one for one in s.tasks if one.done]:
        s.tasks.remove(task)
        t.tell("The task is done: {task}.", rule="DES-SAGE-11", task=task.name)
        t.meet("deed", "task")
        key = await t.choose(
            leader_seat(s), "Whose karma is it? ({n})", {f"m{m.id}": m.name for m in people(s)}, rule="DES-IDEA-05", n=task.karma
        )
        give_karma(t, member(s, int(key[1:])), task.karma, "a sage's task", "DES-SAGE-11")
        await FINDS[task.category](t, 1)
