"""The narrator: draws one line per event, all lines of an event before any comes again. Uses no dice: its turns follow
from the seed."""

from __future__ import annotations

import re
from functools import lru_cache
from string import Formatter
from zlib import crc32

from .....engine import Table
from .....engine.words import Value, capital, listed, sentence
from ... import content
from ...being import Being
from ...reading.english import ground
from ...reading.lexicon import lexicon
from ...reading.retell import retold
from ...state import Donjon, Fact
from .tales import tale
from .words import stem


def turn(s: Donjon, key: str, count: int, *, note: bool = True) -> int:
    """The next index for an event: a walk through all of them, in an order that follows from the seed and changes each
    time round."""
    n = s.lines.get(key, 0)
    if note:
        s.lines[key] = n + 1
    if count <= 1:
        return 0
    offset = crc32(f"{s.seed}/{key}/{n // count}".encode())
    stride = 1 + offset % (count - 1)
    while _common(stride, count) > 1:
        stride = stride % (count - 1) + 1
    return (offset // 7 + (n % count) * stride) % count


def _common(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a


def chance(s: Donjon, key: str, percent: int) -> bool:
    """A narrator's whim: true in about this share of cases. Costs no dice."""
    n = s.lines.get(f"?{key}", 0)
    s.lines[f"?{key}"] = n + 1
    return crc32(f"{s.seed}?{key}?{n}".encode()) % 100 < percent


_HOW = re.compile(r"\{how_(\w+)\}")


def line(s: Donjon, key: str, lines: list[str]) -> str:
    """The next line of a list, as a template. When all have been told they come again with another end each time, so that
    no sentence is told twice before lines times ends are used up."""
    n = s.lines.get(key, 0)
    at = turn(s, key, len(lines))
    template = lines[at]
    found = _HOW.search(template)
    if found is None:
        return template
    ends = content.narration().flourish[found[1]]
    rounds = n // len(lines)
    again, which = divmod(rounds - 1, len(ends))
    which += at + crc32(f"{s.seed}/{key}".encode())
    how = "" if not rounds else f", {ends[which % len(ends)]}"
    if rounds and again % len(ends):  # all ends have been told: two of them, the second never the first
        how += f", {ends[(which + again) % len(ends)]}"
    template = _HOW.sub(how, template)
    return re.sub(r",(?=[,;:])", "", template)


def say(t: Table[Donjon], event: str, *, rule: str, **slots: Value) -> None:
    """Tell an event in one of its lines."""
    if t.light:  # nobody looks: only the turn is noted
        t.state.lines[event] = t.state.lines.get(event, 0) + 1
        return
    template = line(t.state, event, content.narration().events[event])
    if "look" in slots and not template.startswith("{look}"):
        slots["look"] = lower(str(slots["look"]))
    if template.startswith("{"):
        first = template[1 : template.index("}")]
        value = str(slots.get(first, ""))
        if value and not value[0].isdigit():
            slots[first] = capital(value)
    used = {name: value for name, value in slots.items() if f"{{{name}}}" in template or f"{{{name}:" in template}
    t.tell(template, rule=rule, **used)  # type: ignore[arg-type]


def lower(text: str) -> str:
    """A phrase as it stands inside a sentence."""
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] in (" ", "") else text


def place_name(name: str) -> str:
    """A chapter's name as a place one can be in: "Through the Crimson Forest" is the Crimson Forest."""
    first, _, rest = name.partition(" ")
    if first in ("Through", "Into", "Across", "Under", "To", "Down") and rest:
        return rest
    return lower(name) if first in ("The", "A", "An") else name


def place_word(s: Donjon) -> str:
    """One word for where we are: forest, cave, village."""
    if s.here is not None and s.here.tags:
        return s.here.tags[0]
    return "place" if s.adventure is None else "town"


def feature(s: Donjon, *, note: bool = True) -> str:
    """Something to point at here: a live feature fact, or a thing of the surroundings."""
    live = [
        f.subject
        for f in s.facts
        if f.live and f.seat >= 0 and f.kind == "feature" and f.scene == s.scene_no and len(f.subject) > 2
    ]
    if live and turn(s, "feature?", 3, note=note) == 0:
        return live[-1]
    lists = content.narration().features
    word = place_word(s)
    found = lists.get(word) or (lists["spore"] if s.here and "spore" in s.here.tags else lists["any"])
    if s.here and "spore" in s.here.tags:
        found = lists["spore"]
    return found[turn(s, f"feature/{word}", len(found), note=note)]


def sense(s: Donjon) -> str:
    """What one notices in this chapter; nothing when all has been noticed."""
    senses = (
        s.here.senses if s.here is not None else ["somewhere a dog answers a dog", "a shutter bangs", "smoke goes straight up"]
    )
    key = f"sense/{crc32(senses[0].encode()):x}" if senses else ""
    return senses[turn(s, key, len(senses))] if key and s.lines.get(key, 0) < len(senses) else ""


def wound(s: Donjon, tags: frozenset[str], n: int) -> str:
    """A word for a wound, by what made it and how bad it is."""
    lists = content.narration().wounds
    kind = next(
        (k for k in ("fire", "spores", "acid", "poison", "magic", "fall", "bite", "piercing", "cutting") if stem(k) in tags),
        "blunt",
    )
    words = lists["spores"] if kind == "spores" else lists[kind]
    return words[0 if n <= 1 else 1 if n <= 3 else 2]


def tail(s: Donjon, key: str) -> str:
    """A closing phrase in the tone of the Seriousness dial, now and then (DON-INTRO-04)."""
    if not chance(s, f"tail/{key}", 22):
        return ""
    return tone(s)


def tone(s: Donjon) -> str:
    """A closing phrase of this table's tone."""
    lines = content.narration().tail[s.options.seriousness]
    own = content.narration().temper[s.options.temper]
    if own and turn(s, "temper?", 3) == 0:  # one in three in her own voice
        return unsaid(s, "temper", own)
    return unsaid(s, "tone", lines)


def unsaid(s: Donjon, key: str, lines: list[str]) -> str:
    """A line that was not told in this game; nothing, when all have been."""
    told = s.lines.get(key, 0) >= len(lines)
    found = lines[turn(s, key, len(lines))]
    return "" if told else found


def voice(s: Donjon, key: str, lines: list[str]) -> tuple[str, list[str]]:
    """Lines for an event and their key: every other time in the voice of a Game Master with a temper."""
    own = content.narration().voice.get(s.options.temper, {}).get(key, [])
    return (f"{key}/{s.options.temper}", own) if own and turn(s, f"voice/{key}", 2) == 0 else (key, lines)


def won(t: Table[Donjon], actor: str, facts: list[Fact], *, rule: str, bare: bool = False) -> str:
    """The Game Master's text after a player's success: an opening and every fact, and then she stops; where nothing was
    stated, perhaps a closing phrase (DON-LAW-08, DON-AGM-05). `bare`: the facts alone, after a blow that was told already. In a
    light match it is not written, only its turns are noted."""
    s = t.state
    bare = bare and bool(facts)
    opening = "" if bare else line(s, *voice(s, "win", content.narration().win.lines))
    end = "" if facts else tail(s, "win")
    if t.light:
        return ""
    told = [stated(f) + (f" Yet {f.twist}." if f.twist else "") for f in facts]
    return " ".join(part for part in (opening.format(actor=actor, place=place_word(s)), *told, end) if part)


def failed(s: Donjon, actor: str, facts: list[Fact]) -> str:
    """A losing player's telling, written for him (DON-AGM-06)."""
    book = content.narration()
    told = " ".join(sentence(f.text) for f in facts)
    if not told:
        return capital(line(s, *voice(s, "lose", book.lose.lines)).format(actor=actor, place=place_word(s)))
    return capital(line(s, "failure", book.failure.lines).format(actor=actor, facts=told))


def stated(fact: Fact) -> str:
    """A fact as a sentence of the story: what a player said of himself is told of his character (DON-AGM-05)."""
    return sentence(retold(fact.text, fact.author, fact.pronoun) if fact.seat >= 0 else fact.text)


def meeting(s: Donjon, foes: list[Being]) -> str:
    """Who is met, and what they are at: the first thing one sees of strangers."""
    book = content.narration()
    sort = "people" if any("talks" in b.tags for b in foes) else "beast" if any("beast" in b.tags for b in foes) else "thing"
    doings = book.doing[sort]
    doing = doings[turn(s, f"doing/{sort}", len(doings))]
    names = [b.name for b in foes]
    who = listed(names)
    template = line(s, "meet/one" if len(names) == 1 else "meet/many", book.meet["one" if len(names) == 1 else "many"])
    return capital(template.format(foe=who, foes=who, doing=doing))


def ideas(s: Donjon, kind: str, actor: str, target: str, foes: str, count: int = 6, *, faced: bool = False) -> list[str]:
    """Facts worth offering to a player after this kind of Test. `faced`: the target stands there with teeth bared."""
    book = content.narration()
    lines = book.player_facts.get(kind) or book.player_facts["special"]
    if faced:
        lines = book.player_facts.get(f"{kind}_faced", lines)
    if kind == "social" and not target:
        lines = book.player_facts["social_alone"]  # there is nobody to say anything
    if not target:
        lines = [words for words in lines if "{target}" not in words] or book.player_facts["perception"]
    start = s.lines.get(f"ideas/{kind}", 0)
    foe = foes[:-3] + "f" if foes.endswith("ves") else foes[:-1] if foes.endswith("s") else foes
    taken = [f.text for f in s.facts]
    said = "\n".join(taken)
    fresh: dict[str, list[str]] = {}
    made: list[str] = []
    for number in range(5 * start, 5 * start + 3 * len(lines)):
        template = lines[number % len(lines)]
        slots = {}
        for key in _slots(template):
            words = fresh[key] = fresh.get(key) or _fresh(book.player_words[key], said)
            slots[key] = words[(number + s.seed) % len(words)]
        features = book.features.get(place_word(s), book.features["any"])
        adventure = s.adventure
        text = template.format(
            actor=actor,
            target=target or "it",
            foe=foe.lower(),
            foes=foes.lower(),
            feature=features[(number + s.next_fact) % len(features)],
            place=place_word(s),
            town=adventure.town.name if adventure else "Town",
            goalword=tale(s).goal or "prize",
            goalplace="the heart of it",
            **slots,
        )
        text = capital(re.sub(r"\b([Aa]) (?=[aeiou])", r"\1n ", text))
        if text not in taken and text not in made:
            made.append(text)
        if len(made) == count:
            break
    return made


def _fresh(words: list[str], said: str) -> list[str]:
    """The words of a list that no fact has used yet; all of them, if all have been used."""
    return [word for word in words if word not in said] or words


@lru_cache(maxsize=1024)
def _slots(template: str) -> tuple[str, ...]:
    """Which of the lists of words a line takes one from."""
    names = {name for _, name, _, _ in Formatter().parse(template) if name}
    return tuple(sorted(names & content.narration().player_words.keys()))


@lru_cache(maxsize=4096)
def named_in(action: str) -> str:
    """What an action is done to, if it names a thing: the failure is then about that, and not about the scenery."""
    classes = lexicon().classes
    things = classes["barrier"] | classes["thing"] | classes["way"] | classes["light"]
    return next((word for word in re.findall(r"[a-z]+", action.lower()) if ground(word) in things), "")


_HEARING = frozenset({"listen", "hear", "listening", "hearing", "ear", "ears"})
_LOCKS = frozenset({"lock", "padlock", "door", "chest", "box", "gate", "hatch", "cage", "safe", "manacles", "shackles", "latch"})


def _failure(kind: str, target: str, action: str) -> str:
    """Which list the facts about a failure come from: by the kind of Test, to whom, on what."""
    lists = content.narration().gm_facts
    said = frozenset(re.findall(r"[a-z]+", action.lower()))
    special = "hear" if said & _HEARING else "lock" if said & _LOCKS else "at" if target else ""
    return next((key for key in (f"{kind}_{special}", f"{kind}_at" if target else "", kind) if key in lists), "default")


def gm_idea(s: Donjon, kind: str, actor: str, target: str, foes: str, action: str = "") -> str:
    """A fact about a failure, from the automated Game Master: about what was done, to whom, with what. Scenery comes into it
    in a fight only; else a thing must have been named."""
    book = content.narration()
    key, named = _failure(kind, target, action), named_in(action)
    scenery = named or kind.startswith("hit_")
    lines = [words for words in book.gm_facts[key] if scenery or "{feature}" not in words]
    if not action.strip() or len(s.party()) > 1:
        lines = lines or book.gm_facts["default"]
    else:
        lines = [words for words in lines if "the others" not in words] or book.gm_facts["default"]
    template = line(s, f"gm/{key}", [f"{words}{{how_gm}}" for words in lines])
    dread = book.player_words["dread"]
    return template.format(
        actor=actor,
        target=target or "somebody",
        foes=foes.lower(),
        feature=named or feature(s),
        dread=dread[turn(s, "dread", len(dread))],
    )


def opening(s: Donjon, where: str, *, noticing: bool = True) -> str:
    """The first words of a scene: never the same twice in a game."""
    lines = content.narration().events["scene_open"]
    for _ in range(40):
        first = capital(line(s, "scene_open", lines).format(where=where))
        noticed = sense(s) if noticing else ""
        text = f"{first} {capital(noticed)}." if noticed else first
        if first not in s.openings:
            break
    s.openings.append(first)
    return text
