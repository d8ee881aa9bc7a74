"""Pacing: which scene comes next - called up, planned, wandering, quiet, framed, the climax. Chapter 7, by the GM's tables."""

from __future__ import annotations

import re

from .....engine import Option, Table
from .....engine.words import capital, sentence
from ... import content
from ...adventure import Encounter
from ...reading.retell import retold
from ...state import Donjon, Fact
from ..basics import narrate
from ..basics.answers import Said, read
from ..basics.judging import call, holds
from ..basics.words import creature_in, read_fact
from ..concepts.facts import called
from ..running.adventures import enter_chapter, owed
from ..running.scenes import begin
from .desk import cast, first_words, own_frame

MOST_MADE = 4  # unplanned scenes in a row; then the way on is found, whatever has been called up (DON-CHAP-04)


async def next_scene(t: Table[Donjon], *, stay: bool = False) -> None:
    """The pacing table: what the players called up, a planned scene, a wandering foe, a quiet hour, the Big Bad (DON-AGM-10)."""
    s = t.state
    assert s.adventure is not None
    chapter = s.here
    assert chapter is not None
    last = s.chapter == len(s.adventure.chapters)
    if s.desk.framed:
        await _framed(t, s.desk.framed.pop(0))
        return
    if owed(s) == 0 and last:
        await climax(t)
        return
    if owed(s) == 0 and not stay and (s.way_known or s.town_turns > 3):
        enter_chapter(t, s.chapter + 1)
        return
    if owed(s) == 0 and not stay and (not s.secret.queue or s.made_in_row > MOST_MADE):
        s.way_known = True
        narrate.say(t, "way_on", rule="DON-AGM-10", exit=chapter.exit)
        s.town_turns = 0
        return
    default = _default_next(s, t)
    if holds(t, "scenes"):
        default = await _ask_next(t, default)
    if default == "own":
        await _framed(t, Said("text", await own_frame(t, t.gamesmaster or 0)).key)
        return
    if read(default).verb == "fact":
        s.secret.queue.remove(default)
        fact = next((f for f in s.facts if called(f) == default), None)
        if fact is not None:
            await player_made(t, fact)
            return
        default = "wander"
    if default == "rivals":
        s.secret.queue.remove("rivals")
        enc = next(e for c in s.adventure.chapters for e in c.encounters if e.scene == "followed")
        await begin(
            t,
            Encounter(
                enc.id,
                "The rivals, in front of you",
                "foes",
                "They have your map, or one like it.",
                "a fork in the way",
                foes=enc.foes,
            ),
            planned=True,
        )
        return
    if default == "wander":
        await begin(t, Encounter("wander", scene_name(s, "wander"), "wander", place=wander_place(s)), planned=False)
        return
    if default == "quiet":
        await begin(t, Encounter("quiet", scene_name(s, "quiet"), "quiet", place=wander_place(s)), planned=False)
        return
    s.secret.deck.remove(default)
    enc = next(e for e in chapter.encounters if e.id == default)
    await begin(t, enc, planned=True)


def _default_next(s: Donjon, t: Table[Donjon]) -> str:
    """What the automated Game Master would bring."""
    if s.secret.queue and (s.made_in_row < 2 or not s.secret.deck):
        return s.secret.queue[0]
    chapter = s.here
    assert chapter is not None
    by_id = {e.id: e for e in chapter.encounters}
    deck = s.secret.deck
    first = [e for e in deck if by_id[e].position == "first"]
    lasts = [e for e in deck if by_id[e].position == "last"]
    middle = [e for e in deck if by_id[e].position == "" or e == "3b"]
    if first and s.scenes_done[s.chapter - 1] == 0:
        return first[0]
    if lasts and owed(s) <= 1:
        return lasts[0]  # DON-FUN-17: the river comes last
    able = [e for e in middle if e != "3b" or s.secret.alerted]
    if s.secret.alerted and "3b" in able:
        return "3b"
    roll = t.pick(range(100), "what comes next")
    if able and (roll < 75 or s.chapter == len(s.adventure.chapters if s.adventure else [])):
        return able[0]
    if roll < 90 or not able:
        return "wander" if roll % 2 or not s.rested else "quiet"
    return "quiet"


async def _ask_next(t: Table[Donjon], default: str) -> str:
    """A human Game Master frames the next scene."""
    s = t.state
    chapter = s.here
    assert chapter is not None
    options: dict[str, str | Option] = {}
    for entry in s.secret.queue:
        fact = next((f for f in s.facts if entry == called(f)), None)
        options[entry] = Option(f"What the players called up: {fact.text}" if fact else "The rivals", rule="DON-CHAP-03")
    for enc in chapter.encounters:
        if enc.id in s.secret.deck:
            options[enc.id] = Option(enc.name, hint=first_words(enc.text), rule="DON-CHAP-01")
    options["wander"] = Option("A wandering foe", hint=f"of {narrate.place_name(chapter.name)}")
    options["quiet"] = Option("A quiet hour", hint="to search, talk and mend")
    options["own"] = Option("A scene in my own words", rule="DON-AGM-11")
    if default not in options:
        options[default] = Option(default)
    return await call(t, "scenes", "Which scene comes next? {n} still owed.", options, default, rule="DON-AGM-10", n=owed(s))


async def _framed(t: Table[Donjon], entry: str) -> None:
    """A scene set out on the Game Master's desk."""
    s = t.state
    chapter = s.here
    assert chapter is not None
    if read(entry).verb == "text":
        text = read(entry).on
        title = first_words(text.rstrip("."), 48)
        if holds(t, "scenes"):
            met = await cast(t, text)
            kind = "foes" if met else "quiet"
            await begin(t, Encounter("framed", title, kind, text=sentence(text), place=wander_place(s)), planned=True)
            if met and s.scene is not None:
                s.scene.foes, s.scene.stage = [b.id for b in met], "meet"
                t.tell("{who:And} {who:is|are} there.", rule="DON-AGM-11", who=[b.name for b in met])
            return

        if creature_in(text):
            fact = _desk_fact(s, text)
            await player_made(t, fact)
            return
        await begin(t, Encounter("framed", title, "quiet", text=sentence(text), place=wander_place(s)), planned=True)
        return
    if entry in s.secret.deck:
        s.secret.deck.remove(entry)
    enc = next((e for e in chapter.encounters if e.id == entry), None)
    if enc is None:  # an old save may keep one of a chapter that is behind
        await next_scene(t)
        return
    await begin(t, enc, planned=True)


def _desk_fact(s: Donjon, text: str) -> Fact:
    read = read_fact(text)
    fact = Fact(
        s.next_fact,
        text,
        "creature",
        read.subject,
        "the Game Master",
        -1,
        "framing a scene",
        s.scene_no,
        s.chapter,
        "",
        read.tags,
        "chapter",
    )
    s.next_fact += 1
    s.facts.append(fact)
    return fact


async def player_made(t: Table[Donjon], fact: Fact) -> None:
    """A scene out of a player's words (DON-CHAP-03)."""
    fact.live = True
    said = re.sub(r"^(i|we) (hear|see|spot|smell) ", "", fact.text, flags=re.IGNORECASE)
    said = re.sub(r"^there(?: is|'s| are) ", "", said, flags=re.IGNORECASE)
    name = capital(retold(re.split(r"[,.;:!?]", said)[0].strip(), fact.author, fact.pronoun))
    await begin(t, Encounter("made", name, "creature", place=wander_place(t.state)), planned=False, fact=fact)


def wander_place(s: Donjon) -> str:
    word = narrate.place_word(s)
    if s.here is not None and "spore" in s.here.tags:
        word = "spore"
    book = content.narration().places
    places = book.get(word) or [place.format(place=word) for place in book["any"]]
    return places[narrate.turn(s, f"place/{word}", len(places))]


def scene_name(s: Donjon, sort: str) -> str:
    """A heading for a made-up scene."""
    names = content.narration().names[sort]
    return names[narrate.turn(s, f"name/{sort}", len(names))]


async def climax(t: Table[Donjon]) -> None:
    """When the planned encounters are used up and there are clues enough, the Big Bad (DON-CLIMAX-01)."""
    s = t.state
    assert s.adventure is not None
    bad = s.adventure.big_bad
    if s.options.race and s.scenes_done[s.chapter - 1] > s.secret.rivals:  # DON-FUN-08: first to the Big Bad, too
        s.secret.rivals_ahead = True
    name = f"The climax: {bad.name}"
    await begin(
        t, Encounter("climax", name, bad.scene, place=bad.place or "the end of the road", tags=["slope", "hall"]), planned=True
    )
