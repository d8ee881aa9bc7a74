"""The journey: chapters, what comes next between scenes, retreat, the climax and the way home. Chapter 7, paced by the
GM's tables."""

from __future__ import annotations

import re

from ....engine import Option, Table
from .. import content
from ..adventure import Encounter
from ..state import Donjon, Fact
from . import climax as _climax  # noqa: F401  (scenes register themselves)
from . import common_scenes, crimson_forest, fungus_caves, grakvar, meetings, narrate, spores_below  # noqa: F401
from .desk import cast, first_words, own_frame
from .experience import goal_award
from .judging import call, holds
from .meetings import lead_seats
from .scenes import begin
from .tasks import declare, look_around
from .words import sentence

MOST_MADE = 4  # unplanned scenes in a row; then the way on is found, whatever has been called up (DON-CHAP-04)
PATIENCE = 2  # things the party may do on the road, per head, before a scene comes to them (DON-CHAP-04)


def enter_chapter(t: Table[Donjon], number: int) -> None:
    """A new chapter: its deck is shuffled, first and last in their places (DON-ADV-03, DON-CHAP-01)."""
    s = t.state
    assert s.adventure is not None
    if number > 1:
        goal_award(t, s.donjon_level + 3, f"getting through {narrate.place_name(s.adventure.chapters[number - 2].name)}")
        s.last_level = s.donjon_level
    s.chapter = number
    chapter = s.adventure.chapters[number - 1]
    middle = [e.id for e in chapter.encounters if e.position == "" and e.id != "3b"]
    t.shuffle(middle, "deck")
    first = [e.id for e in chapter.encounters if e.position == "first"]
    last = [e.id for e in chapter.encounters if e.position == "last"]
    s.secret.deck = [*first, *middle, *last]
    s.owed_cut = 0
    s.way_known = False
    s.made_in_row = 0
    s.town_turns = 0
    s.phase = "road"
    s.stuck = 0
    t.tell("Chapter {n}: {name}", rule="DON-ADV-03", kind="headline", n=number, name=chapter.name)
    narrate.say(t, "chapter_enter", rule="DON-ADV-03", where=narrate.place_name(chapter.name))
    if s.torch and not chapter.dark:
        s.torch = ""
        t.tell("There is light enough here: the torch is put out.", rule="DON-FUN-30")
    if s.flag("race") and s.adventure.town.rivals:
        t.reveal()
        if number > 1 and s.scenes_done[number - 2] > s.secret.rivals:  # DON-FUN-08: they were quicker
            s.secret.rivals_ahead = True
        s.secret.rivals = chapter.quota + t.pick(range(1, 7), "rivals") - 2  # DON-FUN-08
        if s.secret.rivals_ahead and number > 1:
            t.tell("There are fresh boot prints in front of you: the rivals are ahead.", rule="DON-FUN-08")
            s.secret.queue.append("rivals")
            s.secret.rivals_ahead = False


def owed(s: Donjon) -> int:
    """Scenes still owed before the next chapter; facts may cut them, never below one (DON-CHAP-02, DON-CHAP-08)."""
    chapter = s.here
    assert chapter is not None
    return max(0, chapter.quota - s.owed_cut - s.scenes_done[s.chapter - 1])


async def road_step(t: Table[Donjon]) -> None:
    """Between scenes: press on, search, try something, rest, turn back; nothing stalls (DON-CHAP-04)."""
    s = t.state
    assert s.adventure is not None
    if s.homeward:
        await home_step(t)
        return
    if _dead_seats(s) and s.pcs():
        _new_characters(t)
        return
    if not s.party():
        for b in s.pcs():
            b.status = "up"
    if s.desk.framed:
        await next_scene(t)
        return
    if s.here is not None and s.here.dark and s.town_turns == 0 and s.scenes_done[s.chapter - 1] == 0:
        s.town_turns = 1
        from .fungus_caves import need_light

        await need_light(t)
        return
    s.town_turns += 1
    if s.town_turns > 2 + PATIENCE * len(s.party()):
        t.tell("While they stand about, something comes to them.", rule="DON-CHAP-04")
        await next_scene(t)
        return
    left = owed(s)
    last = s.chapter == len(s.adventure.chapters)
    options: dict[str, str | Option] = {
        "on": Option("Press on", hint="into whatever is next" if left or last else "", rule="DON-CHAP-02")
    }
    if left == 0 and not last and s.way_known:
        options = {
            "chapter": Option(f"Go on: {s.here.exit if s.here else ''}", hint="the next chapter", rule="DON-AGM-10"),
            "stay": Option("Stay and see what else is here", hint="one more scene of this chapter", rule="DON-CHAP-02"),
        }
    options["look"] = Option("Search or listen", hint="win, and say what is there", rule="DON-ABIL-09")
    options["declare"] = Option("Try something", hint="in your own words", rule="DON-TEST-01")
    seats = lead_seats(s)
    b0 = s.pc(seats[0])
    if any(b.spell_dice or any(a.spell for a in b.abilities) for b in s.party()):
        options["magic"] = Option("Work magic", hint="gather power, or let it go", rule="DON-GATH-01")
    if any(b.provisions for b in s.party()):
        options["rummage"] = Option("Look for something in the pack", rule="DON-PACK-01")
    if any(i for b in s.party() for i in b.items if "potion" in i.tags):
        options["drink"] = Option("Drink a potion", rule="DON-MITEM-04")
    again = "a quiet scene; strain goes" if not s.rested else "another night: something may find you"
    options["rest"] = Option("Camp for the night", hint=again, rule="DON-GATH-06")
    options["town"] = Option("Go back to Town", hint="the chapter waits; no full healing", rule="DON-RETURN-03")
    done = s.scenes_done[s.chapter - 1]
    key = await t.choose(
        seats,
        "{chapter}. {done}{state} What now?",
        options,
        rule="DON-TEST-01",
        chapter=s.here.name if s.here else "",
        done=f"{done} scene{'s' if done != 1 else ''} behind you. " if done else "",
        state=f"{b0.name} goes first.",
    )
    b = s.pc(t.by)
    if key in ("on", "stay"):
        await next_scene(t, stay=key == "stay")
    elif key == "chapter":
        enter_chapter(t, s.chapter + 1)
    elif key == "look":
        await look_around(t, b)
        s.lead += 1
    elif key == "declare":
        await declare(t, b, [])
        s.lead += 1
    elif key == "magic":
        await road_magic(t)
    elif key == "rummage":
        from .pack import rummage

        packed = [x for x in s.party() if x.provisions]
        await rummage(t, b if b.provisions else packed[0])
    elif key == "drink":
        from .powers import drink

        flasks = {f"{x.id}/{i.id}": Option(f"{x.name}: {i.name}") for x in s.party() for i in x.items if "potion" in i.tags}
        which = await t.choose(b.seat, "Which?", flasks, rule="DON-MITEM-04")
        owner, _, item = which.partition("/")
        await drink(t, s.beings[owner], item)
    elif key == "rest":
        await camp(t)
    else:
        retreat(t)


async def camp(t: Table[Donjon]) -> None:
    """A night's rest is a quiet scene; a second one in a row may be found by something (DON-GATH-06, the pacing tables)."""
    s = t.state
    if s.rested:
        found = await call(
            t,
            "scenes",
            "Another night in the same place. Does something find them?",
            {"quiet": "A quiet night", "found": "Something comes"},
            {"quiet": 3, "found": 1},
            rule="DON-CHAP-04",
        )
        if found == "found":
            await begin(t, Encounter("wander", _name(s, "found"), "wander", place=_wander_place(s)), planned=False)
            return
    name = _name(s, "camp")
    await begin(t, Encounter("rest", name, "quiet", place=_wander_place(s)), planned=False)


async def road_magic(t: Table[Donjon]) -> None:
    """Magic outside a fight: gather, or release what is held."""
    from .magic import can_cast, gather
    from .release import release
    from .spells import compose

    s = t.state
    casters = [b for b in s.party() if any(a.spell for a in b.abilities)]
    options: dict[str, str | Option] = {}
    for b in casters:
        if can_cast(b) and b.spell_dice < 9:
            options[f"gather:{b.id}"] = Option(f"{b.name} gathers power", hint=f"holds {b.spell_dice}", rule="DON-GATH-01")
        if b.spell_dice and b.words:
            options[f"release:{b.id}"] = Option(f"{b.name} releases a spell", rule="DON-CAST-01")
    options["none"] = Option("Better not")
    key = await t.choose(lead_seats(s), "What magic?", options, rule="DON-GATH-01")
    what, _, who = key.partition(":")
    if what == "gather":
        await gather(t, s.beings[who])
    elif what == "release":
        spell = await compose(t, s.beings[who])
        if spell is not None:
            await release(t, s.beings[who], spell)


def _dead_seats(s: Donjon) -> list[int]:
    living = [b.seat for b in s.pcs()]
    return [seat for seat in range(len(s.players)) if seat not in living]


def _new_characters(t: Table[Donjon]) -> None:
    """The player of a dead character makes a new one at the lowest Level of the party (DON-DEATH-07)."""
    from ..state import Draft

    s = t.state
    level = min(b.level for b in s.pcs())
    for seat in _dead_seats(s):
        s.drafts.append(Draft(seat, "start", join=True, level=level))
    s.scores["back_to_road"] = 1
    s.phase = "creation"


def retreat(t: Table[Donjon]) -> None:
    """Walking back to Town breaks nothing off: wounds stay, the chapter waits (DON-RETURN-03)."""
    from .experience import queue_advances

    s = t.state
    s.retreated = True
    s.scores["left_chapter"] = s.chapter
    s.chapter = 0
    s.phase = "town"
    s.ready = []
    s.town_turns = 0
    s.provisions_spent = {}
    narrate.say(t, "walk_back", rule="DON-RETURN-03", town=s.adventure.town.name if s.adventure else "Town")
    queue_advances(s)


# What comes next.


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
        t.tell("There is nothing left here but the way on: {exit}.", rule="DON-AGM-10", exit=chapter.exit)
        s.town_turns = 0
        return
    default = _default_next(s, t)
    if holds(t, "scenes"):
        default = await _ask_next(t, default)
    if default == "own":
        await _framed(t, f"text:{await own_frame(t, t.gamesmaster or 0)}")
        return
    if default.startswith("fact:"):
        s.secret.queue.remove(default)
        fact = next((f for f in s.facts if f.id == int(default[5:])), None)
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
        await begin(t, Encounter("wander", _name(s, "wander"), "wander", place=_wander_place(s)), planned=False)
        return
    if default == "quiet":
        await begin(t, Encounter("quiet", _name(s, "quiet"), "quiet", place=_wander_place(s)), planned=False)
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
        fact = next((f for f in s.facts if entry == f"fact:{f.id}"), None)
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
    if entry.startswith("text:"):
        text = entry[5:]
        title = first_words(text.rstrip("."), 48)
        if holds(t, "scenes"):
            met = await cast(t, text)
            kind = "foes" if met else "quiet"
            await begin(t, Encounter("framed", title, kind, text=sentence(text), place=_wander_place(s)), planned=True)
            if met and s.scene is not None:
                s.scene.foes, s.scene.stage = [b.id for b in met], "meet"
                who = narrate.listed([b.name for b in met])
                t.tell(
                    "{who} {stand} there.",
                    rule="DON-AGM-11",
                    who=who[:1].upper() + who[1:],
                    stand="is" if len(met) == 1 else "are",
                )
            return
        from .words import creature_in

        if creature_in(text):
            fact = _desk_fact(s, text)
            await player_made(t, fact)
            return
        await begin(t, Encounter("framed", title, "quiet", text=sentence(text), place=_wander_place(s)), planned=True)
        return
    if entry in s.secret.deck:
        s.secret.deck.remove(entry)
    enc = next(e for e in chapter.encounters if e.id == entry)
    await begin(t, enc, planned=True)


def _desk_fact(s: Donjon, text: str) -> Fact:
    from .words import read_fact

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
    said = re.sub(r"^(i|we) (hear|see|spot|smell) ", "", fact.text, flags=re.IGNORECASE).rstrip(".")
    name = said[:1].upper() + said[1:]
    await begin(t, Encounter("made", name, "creature", place=_wander_place(t.state)), planned=False, fact=fact)


def _wander_place(s: Donjon) -> str:
    word = narrate.place_word(s)
    if s.here is not None and "spore" in s.here.tags:
        word = "spore"
    book = content.narration().places
    places = book.get(word) or [place.format(place=word) for place in book["any"]]
    return places[narrate.turn(s, f"place/{word}", len(places))]


def _name(s: Donjon, sort: str) -> str:
    """A heading for a made-up scene."""
    names = content.narration().names[sort]
    return names[narrate.turn(s, f"name/{sort}", len(names))]


async def climax(t: Table[Donjon]) -> None:
    """When the planned encounters are used up and there are clues enough, the Big Bad (DON-CLIMAX-01)."""
    s = t.state
    assert s.adventure is not None
    bad = s.adventure.big_bad
    if s.flag("race") and s.scenes_done[s.chapter - 1] > s.secret.rivals:  # DON-FUN-08: first to the Big Bad, too
        s.secret.rivals_ahead = True
    name = f"The climax: {bad.name}"
    await begin(
        t, Encounter("climax", name, bad.scene, place=bad.place or "the end of the road", tags=["slope", "hall"]), planned=True
    )


async def home_step(t: Table[Donjon]) -> None:
    """The way back: a quick trip with at most one minor encounter per chapter (DON-RETURN-01, DON-RETURN-02, DON-FUN-41)."""
    s = t.state
    assert s.adventure is not None
    if not s.home_left:
        s.phase = "home"
        return
    s.chapter = s.home_left.pop(0)
    if s.chapter == 2 and s.adventure.key == "fungus" and grakvar.grakvar_waits(s):
        await begin(t, Encounter("grakvar-home", "Grakvar again", "grakvar_returns", place="the upper cave"), planned=True)
        return
    meets = await call(
        t,
        "scenes",
        "A small encounter on the way home?",
        {"meet": "Something small", "skip": "Nothing"},
        {"meet": 1, "skip": 1},
        rule="DON-RETURN-02",
    )
    if meets == "meet":
        await begin(t, Encounter("home", _name(s, "home"), "wander", place=_wander_place(s)), planned=False)
    else:
        place = narrate.place_name(s.here.name) if s.here else "the road"
        narrate.say(t, "let_through", rule="DON-RETURN-02", where=place)
