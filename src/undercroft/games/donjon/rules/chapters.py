"""Chapters: entering one, and how many scenes it still owes. Chapter 7."""

from __future__ import annotations

from ....engine import Table
from ..state import Donjon
from . import narrate
from .experience import goal_award


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
