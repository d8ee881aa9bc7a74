"""Adventures open in Town and close there; between two of them everyone recovers. Chapter 7."""

from __future__ import annotations

from .....engine import Table
from .....engine.words import capital
from ... import content
from ...state import Donjon
from ..basics import narrate, quest
from ..basics.answers import read
from ..characters.experience import goal_award, queue_advances
from ..concepts.facts import as_told
from ..creatures.healing import recover
from ..goods.goods import keep_possessions
from .last_words import leave_word, who_is_next
from .scene_facts import forget_climax
from .sketch import next_adventure, warnings


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
    if adventure.key not in content.ADVENTURES:
        for fault in warnings(adventure):
            t.tell("A word to whoever wrote this: {fault}.", rule="DON-ADV-09", fault=fault)
    narrate.say(t, "town_arrive", rule="DON-TOWN-01", town=adventure.town.name)
    features = "; ".join(adventure.town.features)
    t.tell(
        "{name}, {what}. {people}. {features}Temper towards strangers: {temper}.",
        rule="DON-TOWN-02",
        name=adventure.town.name,
        what=adventure.town.kind,
        people=capital(adventure.town.people),
        features=f"{capital(features)}. " if features else "",
        temper=adventure.town.temper,
    )


def close(t: Table[Donjon], *, won: bool) -> None:
    """The adventure is closed; experience becomes Levels here (DON-UP-01); then the next one, or the end."""
    s = t.state
    assert s.adventure is not None
    s.won.append(won)
    s.adventures_done += 1
    s.scores.pop("home", None)
    forget_climax(s)
    s.homeward = False
    s.last_level = (
        s.adventure.chapters[max(0, s.chapter - 1)].donjon_level if s.chapter else s.adventure.chapters[-1].donjon_level
    )
    s.chapter = 0
    t.tell(
        "{how:^}: {title}.",
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
    if s.adventures_done >= s.options.adventures or not s.pcs() or s.quest is not None:
        quest.home(s)  # a party that was sent home, or gave it up, brings what it has
        seat = who_is_next(s)
        if seat is not None:
            await leave_word(t, seat)
            return
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

    await next_adventure(t)
    open_adventure(t)


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
    s.desk.framed = [entry for entry in s.desk.framed if read(entry).verb == "text"]  # what was set out elsewhere is behind
    s.owed_cut = 0
    s.way_known = False
    s.made_in_row = 0
    s.town_turns = 0
    s.phase = "road"
    s.stuck = 0
    t.tell("Chapter {n}: {name}", rule="DON-ADV-03", kind="headline", n=number, name=chapter.name)
    narrate.say(t, "chapter_enter", rule="DON-ADV-03", where=narrate.place_name(chapter.name))
    as_told(t)
    if s.torch and not chapter.dark:
        s.torch = ""
        t.tell("There is light enough here: the torch is put out.", rule="DON-FUN-30")
    if s.options.race and s.adventure.town.rivals:
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
