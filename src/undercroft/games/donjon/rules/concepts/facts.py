"""Facts: entering what was stated into the ledger, weighing it, twisting it, and what it does to the world."""

from __future__ import annotations

import re

import msgspec

from .....engine import Option, Table
from .....engine.words import capital, listed, some
from ... import content
from ...being import KEPT_OFF, PACKLESS, Ability, Being, Item, Penalty
from ...gm_tables import Condition
from ...reading.english import ground
from ...reading.english import words as ground_words
from ...reading.facts import COLOUR, MEANT, Effect
from ...reading.lexicon import lexicon
from ...state import CLOSE, ONE, Donjon, Fact
from ..basics import lengths, narrate
from ..basics.answers import Said, read
from ..basics.distance import band, set_band
from ..basics.people import condition_of, suffer
from ..basics.tales import tale
from ..basics.words import WEAK, content_words, contradicts, creature_in, read_fact, stem, stems
from .effects import (
    HELD,
    PERSUADED,
    breaks,
    called_here,
    enlighten,
    gone,
    here,
    mark,
    meant,
    persuade,
    readings,
    sheltered,
    solvable,
    solve,
    value,
)

_CONDITIONS = (  # what happens to a fighter, by its words; the first that is said counts
    ("blinded_briefly", stems("blind dazzle eyes")),
    ("disarmed", stems("disarm drop weaponless unarmed")),
    ("prone", stems("trip prone topple sprawl fall fell floor slip")),
    ("shoved", stems("shove push hurl fling flung")),
    ("cornered", stems("corner pin trap")),
    ("entangled", stems("entangle tangle snare caught catch stick stuck tie bind bound")),
)
_PARTING = stems("drop lose lost lay laid put leave left fling fly flew spin slip let throw knock wrest jam hand toss shatter")
_TAIL = frozenset(  # words that begin what is said of a found thing
    (
        *("wedged", "wrapped", "hidden", "under", "in", "behind", "and", "with", "on", "among"),
        *("by", "near", "beside", "at", "from", "inside", "between", "over"),
        *("hangs", "lies", "stands", "sits", "hang", "lie", "there", "here", "that", "which", "is", "was", "for"),
    )
)
_DEEDS = frozenset({"dead", "die", "kill", "slain", "defeat", "destroy", "captur", "conquer", "surrender"})


class Setting(msgspec.Struct):
    """What a Test was about: the measure of which facts concern it (DON-LAW-04)."""

    kind: str
    action: str
    actor: Being
    target: Being | None = None
    tags: frozenset[str] = frozenset()
    spell: list[str] = []  # Words and effects, for facts bought with a spell (DON-CAST-13)


def as_twist(text: str) -> str:
    """A twist as it stands after "yet": without a "but" of its own, and without a full stop."""
    return re.sub(r"^(but|yet|and|however|though),? ", "", text.strip(), flags=re.IGNORECASE).rstrip(".")


OFF_THE_POINT = "that has nothing to do with what was done"


def refuse(s: Donjon, text: str, about: Setting, left: int) -> str:
    """Why a player's fact cannot stand as typed, or nothing."""
    read = read_fact(text)
    found = readings(s, text, about.target, None if about.spell else allowed_kinds(s, about))
    if read.price > left:
        return f"that is {read.price} facts in one breath, and you have {left} left: shorten it"
    said = stems(text)
    scene = _scene(about)
    if about.spell:
        words = frozenset(stem(word) for word in about.spell)
        if not (said & words or said & scene or read.kind in ("condition",)):
            return "the spell's Words say nothing of that"
        return ""
    if read.kind == "condition" and about.target is None and not here(s) and not (found and found[0].weight >= MEANT):
        if any(f.kind == "creature" and f.live and f.seat >= 0 and f.test == about.action for f in s.facts):
            return ""  # of whom was called up with the same throw: "a group of orcs", and "they are busy making a fire"
        return "there is nobody here to whom that could happen"
    if not concerns(s, text, about, found):
        return OFF_THE_POINT
    for fact in s.facts:
        same = fact.live and fact.scene == s.scene_no and fact.subject == read.subject
        if same and (contradicts(read.tags, fact.tags) or (read.denies and fact.kind != "absence")):
            return f"'{fact.text}' stands already"
    if read.kind == "weakness":
        foe = weak_foe(s, text, about)
        if foe is not None and all(len(a.weaknesses) >= 2 for a in foe.abilities if "soak" in a.adds or a.score >= 3):
            return "it has two weaknesses already"  # DON-WEAK-02
    return ""


def _scene(about: Setting) -> frozenset[str]:
    scene = stems(about.action) | about.tags | stems(about.actor.name)
    if about.target is not None:
        scene |= stems(" ".join([about.target.name, *about.target.tags]))
    return scene


_OF_SOMEBODY = ("condition", "weakness")  # kinds of fact that concern whoever is there, whatever was done


def allowed_kinds(s: Donjon, about: Setting) -> list[str]:
    """What facts a Test of this kind may bring; of somebody who stands there one may always tell what becomes of him
    (DON-LAW-04, DON-ATK-03)."""
    kinds = content.gm().facts.relevance.get(about.kind, ["colour", "quality", "feature"])
    return [*kinds, *(kind for kind in _OF_SOMEBODY if kind not in kinds)] if about.target is not None or here(s) else kinds


def concerns(s: Donjon, text: str, about: Setting, found: list[Effect]) -> bool:
    """Whether a fact concerns the action: its kind fits the Test, and a mere remark names something known (DON-LAW-04)."""
    if found and found[0].effect != COLOUR and found[0].weight >= MEANT:
        return True
    words = frozenset(ground_words(text))
    if not 0 < s.older < 9 and set(map(stem, content_words(text))) & set(map(stem, content_words(about.action))):
        return True  # it speaks of what was done
    if s.fight is not None and words & _NEAR:
        return True  # where one stands, and who stands beside one, concerns any blow
    if any(words & name for name in called_here(s)) or (about.target is not None and words & _OTHERS):
        return True  # it tells of somebody who is here
    kind = read_fact(text).kind
    if kind != "colour":
        return kind in allowed_kinds(s, about)
    said = stems(text)
    return bool(said & _scene(about)) or _known(s, said)


_NEAR = frozenset({"i", "we", "me", "us", "my", "our", "here", "ground", "floor", "friend", "companion", "comrade"})
_OTHERS = frozenset({"he", "she", "it", "they", "him", "her", "them", "his", "its", "their"})


def _known(s: Donjon, said: frozenset[str]) -> bool:
    """Whether the words touch anything this table has heard of: facts, the goal, Town, chapters, who is here."""
    if any(f.live and any(tag in said for tag in f.tags) for f in s.facts):
        return True
    heard = [s.players[b.seat] + " " + b.name for b in s.pcs()]
    if s.adventure is not None:
        town = s.adventure.town
        heard += [s.adventure.goal, s.adventure.big_bad.name, town.name, town.giver, town.people, *town.features]
        heard += [chapter.name for chapter in s.adventure.chapters[: max(1, s.chapter)]]
    if s.scene is not None:
        heard += [s.scene.name, s.scene.where, *(s.beings[i].name for i in s.scene.foes if i in s.beings)]
    return bool(said & stems(" ".join(heard)))


def weak_foe(s: Donjon, text: str, about: Setting | None) -> Being | None:
    """The creature whose weakness is named: who stands before the verb. None: somebody who is not here yet."""
    subject, _ = weakness_parts(text)
    said = stems(subject)
    target = about.target if about is not None and about.target is not None and not about.target.pc else None
    here = [being for being in s.beings.values() if not being.pc and being.status != "dead"]
    named = next((b for b in [*([target] if target is not None else []), *here] if stem(b.name.split()[-1]) in said), None)
    if named is not None:
        return named
    absent = stems(s.adventure.big_bad.name) if s.adventure is not None else frozenset()
    if creature_in(subject) or said & absent:
        return None
    if target is not None:
        return target
    return s.beings.get(s.scene.foes[0]) if s.scene is not None and s.scene.foes else None


def weakness_parts(text: str) -> tuple[str, str]:
    """Who has a weakness, and against what: the words before and after the verb."""
    found = re.search(WEAK, text.lower())
    return (text[: found.start()], text[found.end() :]) if found else ("", text)


def is_hearsay(s: Donjon, text: str) -> bool:
    """A fact against a fixed point is kept, but bent: the Big Bad lives until met, the goal is not reached (DON-HOOK-01)."""
    if s.adventure is None:
        return False
    said = stems(text)
    bad = stems(s.adventure.big_bad.name)
    big = [b for b in s.beings.values() if not b.pc and b.leader == "self"]
    if said & bad and said & _DEEDS and not big:
        return True
    goal = tale(s).goal
    taken = frozenset({"find", "found", "hold", "pocket", "have"})
    return bool(goal) and stem(goal) in said and bool(said & taken) and not big


def _whereabouts(s: Donjon) -> str:
    """Where a fact was stated: the scene's place, on the way through a chapter, or Town."""
    if s.scene is not None:
        return s.scene.where
    if s.here is not None:
        return narrate.place_name(s.here.name)
    return s.adventure.town.name if s.adventure else "Town"


def enter(
    t: Table[Donjon],
    text: str,
    *,
    author: str,
    seat: int,
    test: str,
    about: Setting | None = None,
    kind: str = "",
    effect: str = "",
) -> Fact:
    """Put a fact into the ledger with its author and Test (DON-LAW-14, DON-LOG-02), and let it work.

    `effect`: what its player has picked; else what is read first, as far as it is a kind of fact.
    """
    s = t.state
    read = read_fact(text)
    if effect and effect != COLOUR:
        kind = kind or lexicon().effects[effect].family
    elif effect:
        kind = kind or ("colour" if read.kind not in ("feature", "quality") else read.kind)
    fact = Fact(
        id=s.next_fact,
        text=text,
        kind=kind or read.kind,
        subject=read.subject,
        author=author,
        seat=seat,
        test=test,
        scene=s.scene_no,
        chapter=s.chapter,
        place=_whereabouts(s),
        tags=read.tags,
        scope=content.gm().facts.scope.get(kind or read.kind, "scene"),
        effect=effect,
        pronoun=about.actor.pronoun if about is not None and seat >= 0 else "they",
    )
    s.next_fact += 1
    s.facts.append(fact)
    s.tally.facts += 1
    s.tally.facts_by_kind[fact.kind] = s.tally.facts_by_kind.get(fact.kind, 0) + 1
    if is_hearsay(s, text):
        fact.hearsay = True
        t.tell("So it seems, at any rate: '{words}' is what they say.", rule="DON-HOOK-01", words=text)
    work(t, fact, about)
    return fact


def work(t: Table[Donjon], fact: Fact, about: Setting | None) -> None:
    """What a fact does: a creature or a find waits to be played, a way shortens the chapter, a weakness bites at once."""
    s = t.state
    if fact.hearsay or fact.effect == COLOUR:
        return
    target, actor = (about.target, about.actor) if about is not None else (None, None)
    hers = fact.seat < 0 and actor is not None and actor.pc and (target is None or not target.pc)
    if hers and fact.kind in ("weakness", "condition"):
        return  # what she says of a player's failure does not weaken her own side
    if fact.effect in PERSUADED:
        assert actor is not None
        persuade(t, fact, target)
    elif fact.effect == "solved":
        solve(t, fact)
    elif fact.effect == "light" and actor is not None:
        enlighten(t, fact, actor)
    elif fact.effect == "breaks":
        breaks(t, fact, target)
    elif fact.effect == "worth" and actor is not None:
        value(t, fact, actor)
    elif fact.effect in ("noise", "weather", "time", "closes"):
        mark(t, fact)
    elif fact.effect == "absent":
        gone(t, fact)
    elif fact.effect == "opens" and fact.seat >= 0 and solvable(s):
        solve(t, fact)
    elif fact.effect == "hindered" and actor is not None and (target is None or target in here(s)):
        hinder(t, fact, meant(s, fact.text, target), actor)
    elif fact.kind == "creature" and fact.seat >= 0 and (s.phase == "town" or (s.phase in ("road", "scene") and s.chapter)):
        s.secret.queue.append(called(fact))
        fact.did = "they will be met"
        narrate.say(t, "called_up", rule="DON-CHAP-03")
    elif fact.kind == "object" and fact.seat >= 0 and about is not None:
        find(t, fact, about.actor)
    elif fact.kind == "way" and fact.seat >= 0:
        lead_on(t, fact)
    elif fact.kind == "clue" and fact.seat >= 0:
        s.clues += 1
        fact.did = "a clue more"
    elif fact.kind == "weakness":
        weaken(t, fact, about)
    elif fact.kind == "condition" and about is not None and about.target is not None:
        hinder(t, fact, [about.target], about.actor)


def lead_on(t: Table[Donjon], fact: Fact) -> None:
    """A way that was stated: it is known, and saves a scene while more than one is owed (DON-CHAP-08). One that was told of in
    Town waits for the chapter."""
    s = t.state
    if s.here is None:
        fact.did = LATER
        t.tell("That will save a good piece of the road.", rule="DON-CHAP-08")
        return
    before, s.way_known = s.way_known, True
    fact.did = "the way on is known"
    if s.here.quota - s.owed_cut - s.scenes_done[s.chapter - 1] > 1:  # never below one
        s.owed_cut += 1
        fact.did = "the chapter is a scene shorter"
        narrate.say(t, "shortcut", rule="DON-CHAP-08", exit=s.here.exit)
    elif not before:
        t.tell("The way is known: {exit}.", rule="DON-CHAP-08", exit=s.here.exit)


LATER = "it waits for the road"


def as_told(t: Table[Donjon]) -> None:
    """On entering a chapter: the ways that Town has told of are there (DON-LAW-14)."""
    for fact in t.state.facts:
        if fact.did == LATER:
            lead_on(t, fact)


def hinder(t: Table[Donjon], fact: Fact, them: list[Being], by: Being) -> None:
    """They are as was said: asleep, busy or hurt until the scene is over, or tripped, blinded, disarmed (DON-ATK-03)."""
    if safe := sheltered(t.state, fact.text, by) if fact.seat >= 0 else []:
        keep_off(t, fact, them, safe)
        return
    row = state_in(t.state, fact.text)
    told = row.says if row is not None else condition_in(fact.text).replace("_", " ")
    for b in them:
        if row is not None:
            suffer(b, row)
        else:
            afflict(t, b, condition_in(fact.text), by)
    if them:
        fact.did = f"{told}: {listed([b.name for b in them])}"


def keep_off(t: Table[Donjon], fact: Fact, them: list[Being], safe: list[Being]) -> None:
    """They cannot get at somebody, in this flurry and the next, or until he goes for them himself (DON-LAW-14). Ruling: it bars
    hand and tooth, and no missile; and who can get at nobody leaves off in a lull."""
    s = t.state
    said = frozenset(ground_words(fact.text))
    if not any(name & said for name in called_here(s)):
        them = here(s)  # "out of reach" is out of everybody's
    names = listed([b.name for b in safe])
    for b in them:
        for one in safe if s.fight is not None else []:
            if band(s, one.id, b.id) == CLOSE:
                set_band(s, one.id, b.id, ONE)
        b.penalties.append(Penalty(0, [one.id for one in safe], "next", f"cannot reach {names}", KEPT_OFF))
    foes = listed([b.name for b in them])
    fact.did = f"cannot reach {names}, this flurry and the next: {foes}"
    t.tell("{foes} cannot get at {who} now, nor in the next flurry.", rule="DON-LAW-14", foes=capital(foes), who=names)


def state_in(s: Donjon, text: str) -> Condition | None:
    """How somebody is, if a text says so; in a fight only what bears on one: there nobody is bored."""
    row = condition_of(text)
    return None if row is None or (s.fight is not None and "attack" not in row.kinds) else row


_WHAT_IT_DOES = {  # to whom a fact hinders, in a few words
    "off_balance": "off balance: a die less on the next throw",
    "disarmed": "without a weapon, until it is picked up",
    "prone": "down: a die less to hit and to dodge, until back up",
    "shoved": "shoved away, out of reach of a blade",
    "blinded_briefly": "blinded: a die less to hit and to see, in this flurry",
    "cornered": "cornered: no way to step back",
    "entangled": "tangled up: two dice less on the next move",
}


def does(s: Donjon, effect: str, text: str) -> str:
    """What a fact would do if it is read so, for whoever is about to say that it is."""
    if effect != "hindered":
        return lexicon().effects[effect].does
    if any(sheltered(s, text, b) for b in s.pcs()[:1]):
        return "no blow in this flurry and the next, unless you go for them"
    row = state_in(s, text)
    return f"{row.says}: {some(row.dice, 'die')} less" if row is not None else _WHAT_IT_DOES[condition_in(text)]


_HOARDS = frozenset({"treasure", "hoard", "chest", "magic", "riches"})
_RICHES = frozenset({"gold", "silver", "jewel", "gem", "sword", "crown"})


def find(t: Table[Donjon], fact: Fact, finder: Being) -> None:
    """A found thing: mundane, of Worth up to the Donjon Level and an Ability of 1; anything richer is a cache to be looted."""
    s = t.state
    said = stems(fact.text)
    rich = _HOARDS if fact.effect == "mine" else _HOARDS | _RICHES  # one thing that is mine is in the pack, however it shines
    if said & frozenset(map(stem, rich)):
        if s.scene is not None:
            s.scene.caches.append(s.donjon_level)
            fact.did = f"a cache of Level {s.donjon_level}"
            t.tell("There is something worth searching: a cache of Level {n}.", rule="DON-CACHE-01", n=s.donjon_level)
        return
    name = thing_in(fact.text)
    if (arms := weapon_of(s, fact, name)) is not None:
        finder.items.append(arms)
        fact.did = f"{arms.name} is in {finder.name}'s pack, and may be taken in hand"
        narrate.say(t, "pocketed", rule="DON-LAW-14", actor=finder.name, item=arms.name)
        return
    adds = {"rope": "athletics", "key": "handiwork", "map": "knowledge", "lamp": "perception", "whistle": "social"}
    kind = next((k for word, k in adds.items() if stem(word) in said), "special")
    item = Item(s.new_id("i"), name, worth=min(1, s.donjon_level), tags=list(fact.tags))
    if kind != "special":
        item.abilities = [Ability(f"Use {name}", 1, [kind])]
    if any(word in lexicon().classes["light"] for word in ground_words(name)):
        item.tags.append("light")
    finder.items.append(item)
    fact.did = f"{item.name} is in {finder.name}'s pack"
    narrate.say(t, "pocketed", rule="DON-LAW-14", actor=finder.name, item=item.name)


_SHOOTS = stems("bow crossbow sling")
_LONG = stems("spear staff pike bow crossbow")


def weapon_of(s: Donjon, fact: Fact, name: str) -> Item | None:
    """A weapon, if that is what was stated: mundane, with one die of damage (DON-LAW-14, DON-FACT-04)."""
    if 0 < s.older < 9 or not stems(name) & (HELD - stems("weapon shield")):
        return None
    sharp = bool(stems(name) & stems("sword knife dagger axe blade spear pike machete"))
    reach = "missile" if stems(name) & _SHOOTS else "melee"
    hands = 2 if stems(name) & _LONG else 1
    return Item(s.new_id("i"), name, "weapon", 1, reach, sharp, hands=hands, tags=list(fact.tags))


def at_hand(s: Donjon) -> dict[str, Fact]:
    """Weapons that were stated to be here, and that nobody has taken up, by the number of the fact (DON-LAW-14)."""
    here_now = [f for f in s.facts if f.live and f.scene == s.scene_no and f.effect == "here" and f.seat >= 0 and not f.did]
    return {str(f.id): f for f in here_now if stems(thing_in(f.text)) & (HELD - stems("weapon shield"))}


def take_up(t: Table[Donjon], b: Being, fact: Fact) -> Item | None:
    """A weapon that was stated is in somebody's hand."""
    item = weapon_of(t.state, fact, thing_in(fact.text))
    if item is not None:
        b.items.append(item)
        fact.did = f"{b.name} has it in hand"
    return item


_ARTICLES = ("a", "an", "the", "some", "his", "her", "their", "its", "my")


def thing_in(text: str) -> str:
    """The thing that a fact says is found, with its article: "In the roots I find a jar of honey" -> "a jar of honey"."""
    words = text.split()
    low = [word.lower().strip(".,!'\"") for word in words]
    things = lexicon().classes["thing"] | lexicon().classes["light"]
    start = next((n + 1 for n, word in enumerate(low) if word in ("find", "holds", "contains", "pocket", "gives", "hands")), 0)
    if not start:  # no such verb: the article before the first thing that is named
        at = next((n for n, word in enumerate(low) if ground(word) in things), -1)
        start = next((n for n in range(at, max(-1, at - 4), -1) if low[n] in _ARTICLES), max(0, at))
    while start < len(words) and low[start] in ("me", "us", "over", "i", "it", "we"):
        start += 1
    rest = words[start:]
    cut = next((n for n, word in enumerate(rest) if n and (word.lower() in _TAIL or rest[n - 1][-1:] in ",;:")), len(rest))
    rest = rest[: min(cut, 7)]
    while len(rest) > 1 and rest[-1].lower() in ("of", "and", *_ARTICLES):  # what is cut does not end in the middle
        rest.pop()
    return " ".join(rest).rstrip(".,;:") or "something"


def recall(t: Table[Donjon], met: list[Being]) -> None:
    """What was said of a creature before it was met holds when it is met: the ledger goes from scene to scene (DON-LAW-14,
    DON-WEAK-01)."""
    s = t.state
    for fact in s.facts:
        if fact.kind != "weakness" or not fact.live or fact.hearsay:
            continue
        subject, _ = weakness_parts(fact.text)
        said = stems(subject)
        named = [b for b in met if stem(b.name.split()[-1]) in said or (b.kind and stem(b.kind.split("_")[-1]) in said)]
        for number, b in enumerate(named):
            _weaken(t, fact, b, aloud=number == 0)


def weaken(t: Table[Donjon], fact: Fact, about: Setting | None) -> None:
    """A weakness: one Ability is off in that case and has one die more otherwise; at most two per Ability (DON-WEAK-01 to 03)."""
    foe = weak_foe(t.state, fact.text, about)
    if foe is None:
        narrate.say(t, "weak_later", rule="DON-WEAK-01")
        fact.did = "it will count when they are met"
    else:
        _weaken(t, fact, foe, aloud=True)


def _weaken(t: Table[Donjon], fact: Fact, foe: Being, *, aloud: bool) -> None:
    able = [a for a in foe.abilities if len(a.weaknesses) < 2 and a.score > 0]
    able.sort(key=lambda a: (0 if "soak" in a.adds else 1, 0 if not a.when else 1, -a.score))
    if not able:
        return
    feared = re.split(r"[,;:.]| like | and | or | when | because ", weakness_parts(fact.text)[1].lower())[0]
    words = [word for word in content_words(feared) if word not in ("smell", "sight", "sound")]
    ability = able[0]
    ability.weaknesses.append(" ".join(words[:2]) or "it")
    fact.did = f"{foe.name}: {ability.name} fails against {ability.weaknesses[-1]}"
    if not aloud:
        return
    t.tell(
        "Against {what}, {foe:'s} {ability} is no help; against all else it has one die more.",
        rule="DON-WEAK-03",
        foe=foe.name,
        ability=ability.name,
        what=ability.weaknesses[-1],
    )


def condition_in(text: str) -> str:
    """The condition that a fact about a fighter makes (DON-ATK-03): what is held and let go of disarms, whatever the verb."""
    said = stems(text) | stems(" ".join(ground_words(text)))
    if said & HELD and said & _PARTING:
        return "disarmed"
    for word in content_words(text):  # the first that is said counts: cornered against a fallen trunk is no fall
        meant = {stem(word), stem(ground(word))}
        for name, words in _CONDITIONS:
            if meant & words:
                return name
    return "off_balance"


def afflict(t: Table[Donjon], victim: Being, condition: str, by: Being) -> None:
    """One fact makes one condition; bought again it is one die worse, to at most three."""
    s = t.state
    until, kinds, dice = {
        "off_balance": ("roll", ["any"], 1),
        "disarmed": ("action", ["attack"], 0),
        "prone": ("action", ["attack", "dodge"], 1),
        "shoved": ("roll", [], 0),
        "blinded_briefly": ("flurry", ["perception", "attack"], 1),
        "cornered": ("action", [], 0),
        "entangled": ("roll", ["movement"], 2),
    }[condition]
    if until == "flurry" and s.fight is None:
        until = "roll"  # before a fight: the first flurry would wipe it away unseen
    for penalty in victim.penalties:
        if penalty.condition == condition and penalty.until == until:
            penalty.dice = min(3, penalty.dice + 1)
            break
    else:
        victim.penalties.append(Penalty(dice, kinds, until, condition.replace("_", " "), condition))
    if condition == "disarmed":
        victim.wielding = ""
    if condition == "shoved" and s.fight is not None:
        near = band(s, by.id, victim.id)
        set_band(s, by.id, victim.id, min(2, near + 1))


def bite(fact: Fact, b: Being) -> None:
    """What the Game Master states of a failure is so as well: a pack out of reach is of no use in this scene (DON-LAW-09)."""
    said = ground_words(fact.text)
    if "pack" in said and ("reach" in said or "river" in said or "gone" in said):
        b.penalties.append(Penalty(0, [], "scene", "the pack is out of reach", PACKLESS))
        fact.did = f"{b.name} cannot get at the pack in this scene"


TWISTS = {"kind": 40, "dry": 100, "grim": 170}  # by temper, in percent of the table's chance


def twist(t: Table[Donjon], fact: Fact) -> str:
    """The genie's addition to a stated fact, by the chance of its kind: it adds, and never cancels (DON-AGM-14, DON-LAW-13)."""
    s = t.state
    if fact.effect in (*PERSUADED, "solved", "hindered"):  # who is gone is gone
        return ""
    percent = content.gm().facts.genie.get(fact.kind, 0) * TWISTS[s.options.temper] // 100
    if not percent or not narrate.chance(s, f"genie/{fact.kind}", percent):
        return ""
    lines = content.narration().twist.get(fact.kind, content.narration().twist["colour"])
    return narrate.line(s, f"twist/{fact.kind}", [f"{words}{{how_gm}}" for words in lines])


MENUS = ("DON-ACT-01", "DON-TEST-01", "DON-SCENE-01", "DON-CALL-01", "DON-TOWN-08")  # where a player may leaf through it
SEARCH = Said("ledger", "search")
LEAF = {SEARCH.key: Option("Search the ledger of facts", hint="by words; costs nothing", rule="DON-LOG-02")}


async def leaf(t: Table[Donjon], seat: int) -> None:
    """Anyone may search the ledger at any time, and cite what he finds: a cited fact is read out to all (DON-LOG-02,
    DON-LAW-14)."""
    s = t.state
    newest = list(dict.fromkeys(f.subject for f in reversed(s.facts) if f.subject))[:4]
    words = await t.ask_text(
        seat,
        "Search the ledger for which words? (A name, a place, a thing. Empty: close it.)",
        rule="DON-LOG-02",
        low=0,
        high=lengths.THING,
        suggest=newest or ("the",),
    )
    if not words:
        return
    found = search(s, words)[-8:]
    if not found:
        t.tell("Nothing in the ledger holds '{words}'.", rule="DON-LOG-02", only=seat, words=words)
        return
    options: dict[str, str | Option] = {
        Said("cite", str(f.id)).key: Option(f.text, hint="; ".join(x for x in (f"{f.author}, {f.place}", f.did, f.twist) if x))
        for f in found
    }
    options["close"] = Option("Close the ledger")
    key = await t.choose(seat, "{n} in the ledger. Cite one aloud?", options, rule="DON-LOG-02", n=len(found))
    if key == "close":
        return
    fact = next(f for f in found if f.id == read(key).number)
    t.tell(
        "{player} cites the ledger: '{fact}' ({author}, {test}, {place}{still}).",
        rule="DON-LOG-02",
        player=s.players[seat] if seat < len(s.players) else "The Game Master",
        fact=fact.text.rstrip("."),
        author=fact.author,
        test=fact.test,
        place=fact.place,
        still="" if fact.live else "; of another scene",
    )


def called(fact: Fact) -> str:
    """A scene that a fact has called up, in the queue and among answers."""
    return Said("fact", str(fact.id)).key


def search(s: Donjon, words: str) -> list[Fact]:
    """Facts in the chronicle that hold all the words."""
    wanted = words.lower().split()
    return [f for f in s.facts if all(word in f"{f.text} {f.author} {f.place} {f.did}".lower() for word in wanted)]
