"""People: what somebody wants, how somebody is, and who remembers what the party did to them. Chapter 7."""

from __future__ import annotations

from .....engine import Table
from ... import content
from ...being import Being, Boon, Penalty
from ...gm_tables import Condition, Want
from ...reading.english import tokens
from ...reading.english import words as ground_words
from ...state import Donjon, Person
from . import narrate

OFFERED = 2  # dice fewer against who offers what is wanted
_MINDS = ["save_mind", "perception"]  # what words are thrown against
KNOWN = "wants"  # in a scene's data: it has come out what they want


def want_of(b: Being) -> Want | None:
    """What somebody wants, if anything."""
    return next((row for row in content.gm().wants if row.key == b.want), None)


def give_wants(s: Donjon, made: list[Being]) -> None:
    """Whoever can be talked to or fed wants something; those of one group want the same."""
    for sort, beast in (("talks", False), ("beast", True)):
        those = [b for b in made if sort in b.tags and not b.want and not b.pc]
        rows = [row for row in content.gm().wants if row.beast == beast]
        if those:
            row = rows[narrate.turn(s, f"wants/{sort}", len(rows))]
            for b in those:
                b.want = row.key


def offers(text: str, b: Being) -> bool:
    """Whether somebody's words offer what another wants."""
    row = want_of(b)
    return row is not None and any(word in row.words for word in ground_words(text))


def reveal(t: Table[Donjon], foes: list[Being]) -> None:
    """Who watches well sees what they are after (DON-CONT-03)."""
    s = t.state
    b = next((o for o in foes if o.up and o.want), None)
    row = want_of(b) if b is not None else None
    if b is None or row is None or s.scene is None or KNOWN in s.scene.data:
        return
    s.scene.data[KNOWN] = "1"
    many = len(foes) > 1
    t.tell(
        "{who} {want} {what}.", rule="DON-CONT-03", who="They" if many else b.cap, want="want" if many else "wants", what=row.says
    )


def condition_of(text: str) -> Condition | None:
    """How somebody is, if a text says so: asleep, busy, friendly, afraid, hurt."""
    said = {*ground_words(text), *tokens(text)}  # "drunk" is a state, and a form of "drink"
    if said & {"not", "never", "no"}:
        return None
    return next((row for row in content.gm().conditions if any(word in row.words for word in said)), None)


def suffer(b: Being, row: Condition) -> None:
    """A condition weighs on somebody until the scene is over; twice said it is no worse."""
    if not any(penalty.source == row.says for penalty in b.penalties):
        b.penalties.append(Penalty(row.dice, list(row.kinds), "scene", row.says))


def asleep(b: Being) -> bool:
    """Whether somebody is as good as asleep: what weighs on initiative."""
    return any(p.source in _unaware("initiative") for p in b.penalties)


def rouse(b: Being) -> None:
    """Whoever acts in a fight is awake, and has a mind for nothing else."""
    b.penalties = [p for p in b.penalties if p.source not in _unaware("perception")]


def _unaware(kind: str) -> list[str]:
    return [row.says for row in content.gm().conditions if kind in row.kinds]


# Memory.


def remember(s: Donjon, place: str) -> None:
    """At the end of a scene: those who could talk, were dealt with and got away know whom they met."""
    told = content.gm().dealt
    for b in s.beings.values():
        if b.pc or b.side == 0 or "talks" not in b.tags or b.leader == "self" or b.status not in ("gone", "fled", "yielded"):
            continue  # a hired sword who has run is no enemy
        dealt = b.dealt or "fought"
        if b.kind in content.bestiary() and not any(p.scene == s.scene_no for p in s.people):  # one of a group speaks for it
            row = content.bestiary()[b.kind]
            names = content.narration().names["people"]
            known = row.proper or not b.name.startswith("the ")  # by a name of his own, or one we have given him
            name = b.name if known else f"{names[narrate.turn(s, 'people', len(names))]} the {row.short}"
            s.people.append(Person(name, b.kind, dealt, place, s.scene_no, told[dealt].regard))


def expected(s: Donjon) -> Person | None:
    """Somebody from an earlier scene whose path may cross the party's again."""
    able = [p for p in s.people if s.scene_no - p.scene >= 2]
    return able[0] if able and narrate.chance(s, "again", 50) else None


def recognise(t: Table[Donjon], made: list[Being]) -> None:
    """One of those who are met may be somebody the party has dealt with: he says so, and it counts when they talk
    (DON-CONT-03). By the same kind, or not at all."""
    s = t.state
    b = next((o for o in made if "talks" in o.tags), None)
    person = next((p for p in s.people if b is not None and p.kind == b.kind and p.scene < s.scene_no), None)
    if b is None or person is None:
        return
    b.name = person.name
    s.people.remove(person)  # until something new has been done to him
    if person.regard > 0:
        b.penalties.append(Penalty(OFFERED, list(_MINDS), "scene", "remembers you kindly"))
    elif person.regard < 0:
        b.boons.append(Boon(OFFERED, list(_MINDS), "scene", "remembers you"))
    t.tell(
        "{who} knows you from {place}: {what}.", rule="DON-CONT-03",
        who=b.cap, place=person.place, what=content.gm().dealt[person.dealt].says,
    )  # fmt: skip
