"""Desk: what a person in the gamesmaster's seat may do at any time (DES-GM).

What players may do between orders, mutiny among it, is in the chapter on orders.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from .....engine import Answer, Ask, Option, Options, Table
from .....engine.words import capital, count, sentence
from ...arsenal import magic_items, supplies
from ...content import sages
from ...hoard import books, jewels, treasure
from ...state import Cache, Chest, Game, Guard
from ..basics.answers import Name, Who, chosen, spoken
from ..basics.judging import KINDS, VOID
from ..basics.wares import counted, label, some
from ..battle.field import called
from ..company.coming import end_meeting, meet
from ..company.company import known_baddies, line_up
from ..company.sages_come import appear
from ..directions.chambers import PEACEFUL
from ..ending.aftermath import pour
from ..ending.outcome import victory
from ..ending.peace import make_peace
from ..orders.between import act as act_between
from ..orders.between import between
from ..personas.karma import give_karma
from ..personas.people import full_body, line_of, living
from .answers import OneFoe, Room, read
from .whims import COIN, WHIMS, placed, whims


def anytime(t: Table[Game], ask: Ask) -> dict[int, Options]:
    """The gamesmaster's desk at every ask; for those who do not lead, counsel, arms and mutiny while the party walks."""
    extras: dict[int, Options] = {}
    if t.gamesmaster is not None:
        extras[t.gamesmaster] = desk(t.state, ask.rule)
    extras.update(between(t.state, ask))
    return extras


def desk(s: Game, asked: str) -> dict[str, Option]:
    """What lies on the desk now: nothing is offered that would come to nothing."""
    below = bool(s.at[0]) and bool(living(s))
    options = {
        "gm:say": Option("Say something", hint="to all, in your own words", rule="DES-GM-01", words=400),
        "gm:voice": Option("Speak for somebody", hint="a sage, a baddie, the keeper", rule="DES-GM-01"),
        "gm:rule": Option("Make a ruling", hint="it stands in the story as one", rule="DES-GM-01", words=300),
    }
    if _worthy(s):
        options["gm:karma"] = Option("Award karma", hint="with a reason", rule="DES-IDEA-05")
    if below:
        options["gm:gift"] = Option("Put something in the chest", hint="coin, jewels, goods, magic", rule="DES-GM-01")
        options["gm:hurt"] = Option("Mark hits off, or give them back", hint="theirs or the baddies'", rule="DES-GM-01")
    if s.levels and s.phase not in ("home", "paper", "last rise"):
        options["gm:stock"] = Option("Stock a chamber ahead", hint="baddies or coin: 1G 4 orcs", rule="DES-GM-01", words=60)
    if asked == "DES-MOVE-01" and s.battle is None and s.phase == "walk":
        options["gm:send"] = Option("Send baddies", hint="upon the party, here and now", rule="DES-GM-01")
        options["gm:sage"] = Option("Send a sage", hint="you speak for him", rule="DES-GM-01")
    if asked in ("DES-PEACE-01", "DES-FLEE-06") and s.battle is not None and s.battle.foes:
        options["gm:off"] = Option("Call the baddies off", hint="they run, or make peace", rule="DES-GM-01")
    options.update(whims(s, asked))
    options["gm:know"] = Option("What does the party know?", hint="for your eyes only", rule="DES-GM-04")
    options["gm:note"] = Option("Write yourself a note", rule="DES-GM-04", words=200)
    options["gm:leave"] = Option(
        "Leave things to the machine, or take them back",
        hint=f"left now: {', '.join(s.gm_leaves)}" if s.gm_leaves else "you are asked everything now",
        rule="DES-GM-02",
    )
    return options


async def act(t: Table[Game], seat: int, key: str) -> Answer | None:
    """Carry out an action from the desk or a mutiny; returns the answer to the ask at hand if that is overtaken."""
    deed, words = spoken(key, ACTS)
    done = ACTS[deed](t, seat, *([words] if words else [])) if deed else act_between(t, seat, key)
    return VOID if await done else None


async def say(t: Table[Game], seat: int, words: str = "") -> bool:
    """Free narration to all (DES-GM-01)."""
    suggest = ("You hear dripping water.", "Something has been here before you.", "It smells of old cheese.")
    words = words or await t.ask_text(seat, "What do you tell them?", rule="DES-GM-04", high=400, suggest=suggest)
    t.tell("{words}", rule="DES-GM-01", words=sentence(words))
    return False


async def voice(t: Table[Game], seat: int) -> bool:
    """The gamesmaster's puppets: whoever is at hand speaks with his voice (DES-GM-01, DES-SAGE-01)."""
    s = t.state
    voices: dict[str, str] = {}
    if s.sage is not None:
        voices["sage"] = f"The {s.sage.trade}"
    if s.battle is not None:
        voices.update((Name.say("foe", name), f"The {name}") for name in dict.fromkeys(foe.name for foe in s.battle.foes))
    if s.phase in ("roll-call", "rise", "store", "muster"):
        voices["keeper"] = "The store keeper"
    voices["dark"] = "A voice in the dark"
    key = next(iter(voices))
    if len(voices) > 1:
        key = await t.choose(seat, "Who speaks?", voices, rule="DES-GM-04")
    who = voices[key]
    words = await t.ask_text(seat, "{who} says:", rule="DES-GM-04", high=300, suggest=("Who goes there?",), who=who)
    t.tell('{who}: "{words}"', rule="DES-GM-01", who=who, words=sentence(words))
    return False


async def ruling(t: Table[Game], seat: int, words: str = "") -> bool:
    """A ruling in the gamesmaster's own words (DES-GM-05)."""
    suggest = ("No running on the stairs.", "The next throw is the last word.")
    words = words or await t.ask_text(seat, "What do you rule?", rule="DES-GM-04", high=300, suggest=suggest)
    t.tell("{words}", rule="DES-GM-05", kind="ruling", words=sentence(words))
    return False


async def note(t: Table[Game], seat: int, words: str = "") -> bool:
    """A note on the gamesmaster's own sheet (DES-GM-04)."""
    words = words or await t.ask_text(seat, "A note to yourself:", rule="DES-GM-04", high=200, suggest=("They trust the sage.",))
    t.state.gm_notes.append(words)
    return False


async def know(t: Table[Game], seat: int) -> bool:
    """What the party and each player know, for the gamesmaster alone (DES-GM-04)."""
    for line in knowledge(t.state):
        t.tell("{line}", rule="DES-GM-04", only=seat, line=line)
    return False


def knowledge(s: Game) -> list[str]:
    """What the party has drawn, found out and been told, and what stands in each player's notebook (DES-GM-04)."""
    lines = []
    for sheet in s.sheets:
        level = f"level {sheet.level}" if sheet.sure and sheet.level else "a level they cannot name"
        lines.append(f"They have drawn {count(len(sheet.cells), 'square')} of {level}.")
    if s.discovered:
        lines.append(f"Uses they have discovered: {', '.join(label(name) for name in sorted(s.discovered))}.")
    lines += [f"They were told of {name}: {numbers}." for name, numbers in s.learned.items()]
    lines += [f"A sage has told the leader: {words}" for words in s.whispers]
    for seat, name in enumerate(s.names):
        pages = [
            f"{baddie} ({', '.join(f'{arm.lower()} {_page(page)}' for arm, page in arms.items())})"
            for baddie, arms in s.notebooks[seat].items()
        ]
        lines.append(f"{name}'s notebook: {'; '.join(pages) or 'empty'}.")
    return lines


def _page(page: list[int]) -> str:
    hit, miss = page
    return " ".join(filter(None, (f"hit on {hit}" if hit else "", f"missed on {miss}" if miss else "")))


def _worthy(s: Game) -> dict[str, str | Option]:
    able = [m for m in s.members if m.kind in ("persona", "son", "apprentice") and m.status in ("ready", "home")]
    return {Who.say(m.id): Option(m.name, hint=f"{m.karma} karma") for m in able}


async def award(t: Table[Game], seat: int) -> bool:
    """Any amount of karma, with a reason that goes into the log (DES-IDEA-05)."""
    who = await t.choose(seat, "Karma for whom?", _worthy(t.state), rule="DES-IDEA-05")
    karma = await t.ask_number(seat, "How much?", 1, 500, rule="DES-IDEA-05", suggest=10)
    why = await t.ask_text(seat, "For what?", rule="DES-IDEA-05", high=80, suggest=("a rescue", "a good joke", "sheer cheek"))
    give_karma(t, chosen(t.state, who), karma, why, "DES-IDEA-05")
    return False


async def hurt(t: Table[Game], seat: int) -> bool:
    """Set the hits of a member or of a baddie; death is another matter (DES-GM-01)."""
    s = t.state
    whole: dict[str, str | Option] = {
        Who.say(m.id): Option(m.name, hint=f"{m.body} of {full_body(s, m)} left") for m in living(s)
    }
    if s.battle is not None:
        for foe in s.battle.foes:
            whole[OneFoe(foe.id).key] = Option(capital(called(s, s.battle, foe)), hint=f"{foe.hits} of {foe.full} left")
    key = await t.choose(seat, "Whose hits?", whole, rule="DES-GM-04")
    said = read(key)
    if isinstance(said, OneFoe):
        assert s.battle is not None
        foe = next(one for one in s.battle.foes if one.id == said.foe)
        foe.hits = await t.ask_number(seat, "How many hits has it left?", 1, 99, rule="DES-GM-04", suggest=foe.full)
        t.tell("{name:^}: {left} left now.", rule="DES-GM-01", kind="ruling", name=called(s, s.battle, foe),
               left=count(foe.hits, "hit"))  # fmt: skip
        return False
    m = chosen(s, key)
    m.body = await t.ask_number(seat, "How many body hits has {name} left?", 1, 30, rule="DES-GM-04",
                                suggest=full_body(s, m), name=m.name)  # fmt: skip
    t.tell("{name} has {n:count body hit|body hits} left now.", rule="DES-GM-01", kind="ruling", name=m.name,
           n=m.body)  # fmt: skip
    return False


async def _thing(t: Table[Game], seat: int) -> tuple[Chest, str]:
    """Something of value, and how it is spoken of: coin, jewels, a ware, something magic, or the gamesmaster's own invention."""
    shelf = await t.choose(
        seat,
        "What is it?",
        {
            **{kind: capital(kind) for kind in COIN},
            "jewels": "Jewels",
            "relic": "A relic",
            "ware": "Something from the store",
            "magic": "Something magic",
            "own": Option("A thing of your own", hint="a rubber duck, a crown"),
        },
        rule="DES-GM-04",
    )
    chest = Chest()
    if shelf in COIN:
        number = await t.ask_number(seat, "How many {what}?", 1, 500, rule="DES-GM-04", suggest=10, what=shelf)
        setattr(chest, shelf.replace(" ", "_"), number)
        return chest, f"{number} {shelf[:-1] if number == 1 and shelf.endswith('s') else shelf}"
    if shelf == "relic":
        chest.relics = 1
        return chest, "a relic"
    if shelf == "own":
        words = await t.ask_text(seat, "What is it called?", rule="DES-GM-04", high=40, suggest=("rubber duck", "left boot"))
        chest.goods = {words.upper(): 1}
        return chest, some(words.upper())
    if shelf == "jewels":
        name = await t.choose(seat, "Which?", [entry.name for entry in treasure().jewel], rule="DES-GM-04",
                              describe=lambda key: Option(label(key), hint=f"{jewels()[key].silver_each} silver"))  # fmt: skip
        number = await t.ask_number(seat, "How many {what}?", 1, 500, rule="DES-GM-04", suggest=5, what=name.lower())
        chest.jewels = {name: number}
        return chest, f"{number} {name.lower()}"
    names = list(supplies()) if shelf == "ware" else [*dict.fromkeys(item.name for item in magic_items().values()), *_titles()]
    names = [name for name in names if name not in ("SIMULACRA", "TWO BOOKS") and not name.startswith("ROLL AGAIN")]
    name = await t.choose(seat, "Which?", names, rule="DES-GM-04", describe=label)
    number = await t.ask_number(seat, "How many {what}?", 1, 50, rule="DES-GM-04", suggest=1, what=counted(name))
    chest.goods = {name: number}
    return chest, some(name, number)


def _titles() -> list[str]:
    return [book.name for book in books().values()]


async def gift(t: Table[Game], seat: int) -> bool:
    """The party finds something, because the gamesmaster says so (DES-GM-01)."""
    chest, words = await _thing(t, seat)
    pour(t.state.chest, chest)
    t.tell("The party finds {what}.", rule="DES-GM-01", what=words)
    return False


async def stock(t: Table[Game], seat: int, words: str = "") -> bool:
    """Baddies or treasure are put into a chamber nobody has entered yet, before anybody looks (DES-MAZE-26, DES-GM-01)."""
    s = t.state
    rooms = unseen_rooms(s)
    if not rooms:
        t.tell("They have been everywhere.", rule="DES-GM-04", only=seat)
        return False
    if words:
        key, number, name = placed(s, words, rooms)
        if not key:
            t.tell("Nothing was put anywhere: say level, sign and how many of what, like 1G 4 orcs.", rule="DES-GM-04", only=seat)
            return False
        put_ahead(s, key, number, name)
        t.tell("{room} now holds {what}.", rule="DES-GM-04", only=seat, room=_label(rooms[key]), what=f"{number} {name}")
        return False
    key = await t.choose(seat, "Which chamber?", rooms, rule="DES-GM-04")
    what = await t.choose(seat, "What do you put there?", {"baddies": "Baddies", "treasure": "Treasure"}, rule="DES-GM-04")
    if what == "baddies":
        name = await t.choose(seat, "Who waits there?", known_baddies(s), rule="DES-GM-04")
        number = await t.ask_number(seat, "How many?", 1, 99, rule="DES-GM-04", suggest=line_of(s, name).number_fixed or 3)
        put_ahead(s, key, number, name)
        words = f"{number} {name}"
    else:
        room = read(key)
        assert isinstance(room, Room)
        chest, words = await _thing(t, seat)
        s.caches.append(Cache(room.level, room.col, room.row, [], chest))
    t.tell("{room} now holds {what}.", rule="DES-GM-04", only=seat, room=_label(rooms[key]), what=words)
    return False


def put_ahead(s: Game, key: str, number: int, name: str) -> None:
    """So many baddies, or so much coin, wait in a chamber."""
    if name not in COIN:
        s.guards.setdefault(key, Guard()).foes = line_up(s, name, number)
        return
    room, chest = read(key), Chest()
    assert isinstance(room, Room)
    setattr(chest, name.replace(" ", "_"), number)
    s.caches.append(Cache(room.level, room.col, room.row, [], chest))


def _label(option: str | Option) -> str:
    return option.label if isinstance(option, Option) else option


def unseen_rooms(s: Game) -> dict[str, str | Option]:
    """Every chamber the party has not entered, by its key, with what the legend has there."""
    rooms: dict[str, str | Option] = {}
    for level in s.levels:
        for col, row, sign in level.cells():
            if not level.is_room(col, row) or level.room(col, row)[0] != (col, row) or level.feature(col, row).kind in PEACEFUL:
                continue
            key = Room(level.number, col, row).key
            guard = s.guards.get(key)
            if guard is None or not guard.entered:
                rooms[key] = Option(f"Level {level.number}, {sign} at {col},{row}", hint=contents(s, level.number, col, row))
    return rooms


def contents(s: Game, number: int, col: int, row: int) -> str:
    """What a chamber holds, as far as it is settled: the legend's marks, what was put there, how it stands."""
    level = next(one for one in s.levels if one.number == number)
    feature = level.feature(col, row)
    guard = s.guards.get(f"{number}:{col},{row}")
    room = level.room(col, row)
    parts = [feature.kind] if feature.kind != "chamber" else []
    if guard is not None and guard.foes:
        parts.append(f"{len(guard.foes)} {guard.foes[0].name}{', at peace' if guard.peace else ''}")
    elif guard is not None and guard.cleared:
        parts.append("cleared")
    elif guard is not None and guard.peace:
        parts.append("at peace")
    elif feature.get("baddies"):
        parts.append(f"{feature.get('number')} {feature.get('baddies')}".strip())
    if feature.get("treasure"):
        parts.append(f"{feature.get('treasure')} treasure")
    if feature.get("special"):
        parts.append(feature.get("special"))
    parts += ["something lies there" for cache in s.caches if cache.level == number and (cache.col, cache.row) in room]
    return "; ".join(parts) or "as the dice will have it"


async def send(t: Table[Game], seat: int) -> bool:
    """Baddies come upon the party (DES-GM-01)."""
    name = await t.choose(seat, "Who comes?", known_baddies(t.state), rule="DES-GM-04")
    await meet(t, name=name)
    return True


async def send_sage(t: Table[Game], seat: int) -> bool:
    """A sage crosses the party's way (DES-SAGE-01)."""
    trades: dict[str, str | Option] = {
        entry.name: Option(label(entry.name), hint=f"favour: {entry.favour}") for entry in sages().trade
    }
    trades["own"] = Option("Another kind ...", hint="you say what he can do")
    trade = await t.choose(seat, "Of which trade?", trades, rule="DES-GM-04")
    await appear(t, trade=trade, sent=True)
    return True


async def call_off(t: Table[Game], seat: int) -> bool:
    """The baddies run, leaving what they guard, or make their peace (DES-GM-01, DES-MOR-02)."""
    s = t.state
    b = s.battle
    assert b is not None
    how = await t.choose(
        seat,
        "How does it end?",
        {
            "run": Option("They slip away", hint="what they guard is the party's"),
            "peace": Option("They make peace", hint="no treasure"),
            "gone": Option("They vanish", hint="as if they had never been"),
        },
        rule="DES-GM-04",
    )
    if how == "peace":
        make_peace(t, b)
    elif how == "gone":
        t.tell("And there is nobody there at all.", rule="DES-GM-01")
        if b.chamber:
            s.guards[b.chamber].foes, s.guards[b.chamber].cleared = [], True
        end_meeting(t)
    else:
        t.tell("The {name} slip away through the walls.", rule="DES-MOR-02", name=b.foes[0].name)
        b.foes.clear()
        b.front.clear()
        await victory(t)
    return True


async def leave(t: Table[Game], seat: int) -> bool:
    """Kinds of judgement are left to the machine, or taken back (DES-GM-02)."""
    s = t.state
    kinds: dict[str, str | Option] = {
        kind: Option(sentence(words)[:-1], hint="left to it now" if kind in s.gm_leaves else "") for kind, words in KINDS.items()
    }
    s.gm_leaves = await t.choose_many(
        seat, "What is left to the machine from now on? (Whatever you do not name, you are asked.)", kinds, 0, len(kinds),
        rule="DES-GM-04",
    )  # fmt: skip
    return False


ACTS: dict[str, Callable[..., Awaitable[bool]]] = {  # with the table, the seat and, where the option takes any, words
    "gm:say": say, "gm:voice": voice, "gm:rule": ruling, "gm:karma": award, "gm:gift": gift, "gm:hurt": hurt, "gm:stock": stock,
    "gm:send": send, "gm:sage": send_sage, "gm:off": call_off, "gm:know": know, "gm:note": note, "gm:leave": leave, **WHIMS,
}  # fmt: skip
