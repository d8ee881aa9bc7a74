"""What each player leaves to the world at the end: one of the facts they stated, or a name for a place that had none."""

from __future__ import annotations

from string import capwords

from .....engine import Option, Table
from ...state import Donjon, Fact
from ...state_quest import Stop, Word
from ..basics import lengths
from ..basics.answers import Said

MOST = 6  # facts to choose from, the latest first
SHORTEST = 3  # words that a fact worth keeping has
TEXT = 160  # letters


def who_is_next(s: Donjon) -> int | None:
    """The next seat whose hero came home and that has not said what is to stay; None: all have, or there is no world."""
    if s.quest is None:
        return None
    said = [word.seat for word in s.quest.words]
    return next((b.seat for b in s.pcs() if b.seat not in said), None)


async def leave_word(t: Table[Donjon], seat: int) -> None:
    """One player picks one fact, or names one place (DON-LAW-14)."""
    s = t.state
    assert s.quest is not None
    b = s.pc(seat)
    facts = {Said("fact", str(fact.id)).key: fact for fact in reversed(own_facts(s, seat))}
    unnamed = nameless(s)
    options: dict[str, str | Option] = {key: Option(fact.text, hint=fact.place, rule="DON-LAW-14") for key, fact in facts.items()}
    if unnamed is not None:
        options["name"] = Option(f"Give {unnamed.name} a name", hint="it has none, and you have been there", rule="DON-LAW-14")
    options["none"] = Option("Leave the place as it was", hint="nothing of what was said stays")
    key = await t.choose(
        seat,
        "{who} is home. Of all that you said was so, what shall stay so in {title}?",
        options,
        rule="DON-LAW-14",
        who=b.name,
        title=s.quest.title,
    )
    if key == "name" and unnamed is not None:
        name = await t.ask_text(
            seat,
            "What is {place} called from now on?",
            rule="DON-LAW-14",
            high=min(60, lengths.LINE),
            suggest=(f"{b.name}'s {capwords(unnamed.name.removeprefix('the ').partition(' where ')[0])}"[:60],),
            place=unnamed.name,
        )
        s.quest.words.append(Word("named", seat, b.name, unnamed.place, name[:TEXT]))
        t.tell("From now on {place} is called {name}.", rule="DON-LAW-14", place=unnamed.name, name=name)
        return
    fact = facts.get(key)
    if fact is None:
        s.quest.words.append(Word("", seat, b.name))
        return
    place = s.quest.scenes.get(str(fact.scene), s.quest.gate)
    s.quest.words.append(Word("stated", seat, b.name, place, fact.text[:TEXT]))
    t.tell("'{fact}', or so {who} swore, and it is written down.", rule="DON-LAW-14", fact=fact.text.rstrip("."), who=b.name)


def own_facts(s: Donjon, seat: int) -> list[Fact]:
    """What a player stated below that is worth keeping: the latest, each once, and nothing that was hearsay."""
    mine = [f for f in s.facts if f.seat == seat and not f.hearsay and f.chapter and len(f.text.split()) >= SHORTEST]
    return list({fact.text: fact for fact in mine}.values())[-MOST:]


def nameless(s: Donjon) -> Stop | None:
    """The last place seen that has no name, and that nobody has named yet."""
    assert s.quest is not None
    named = [word.place for word in s.quest.words if word.what == "named"]
    return next((stop for stop in reversed(s.quest.stops) if stop.seen and stop.unnamed and stop.place not in named), None)
