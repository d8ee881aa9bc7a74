"""Company: which baddies come, and how many (DES-BAD)."""

from __future__ import annotations

from msgspec import UNSET

from .....engine import Option, Table
from .....engine.words import number as in_words
from .....engine.words import some
from ...bestiary import Baddie, baddies, encounters, one_of
from ...state import Foe, Game, dial
from ..basics.answers import Name, read
from ..basics.judging import asks
from ..basics.throws import one_die, two_dice, watchers
from ..personas.people import line_of


async def which_baddie(t: Table[Game], *, category: str = "") -> str:
    """Category, sub-category and baddie by one die each; with book_only the printed lines and the unicorn (DES-BAD-01, -02)."""
    s = t.state
    given = category
    while True:
        if not given:
            face = await one_die(t, "The gamesmaster", "for the category", rule="DES-BAD-01", behind=True)
            category = encounters().category_die[str(face)]
        face = await one_die(t, "The gamesmaster", "for the sub-category", rule="DES-BAD-02", behind=True)
        sub = next(entry for entry in encounters().sub if entry.category == category and face in entry.die)
        results = list(sub.baddies) + [
            own.name
            for own in s.home_baddies
            if own.category == category and own.name not in sub.baddies and not _at_home(s, own.name)
        ]
        if len(results) == 6:
            name = results[await one_die(t, "The gamesmaster", "for the baddie", rule="DES-BAD-02", behind=True) - 1]
        else:
            behind = None if t.gamesmaster is None else watchers(t)
            face = await t.roll(f"1d{len(results)}", "The gamesmaster throws for the baddie", rule="DES-BAD-10", only=behind)
            name = results[face - 1]
        if dial(s, "baddies") == "extended" or name in encounters().book_only.kept:
            break
        if given and not any(line_of(s, entry).category == given for entry in encounters().book_only.kept):
            given = ""  # no printed line there: thrown again from the category die (DES-DIAL-07)
    if asks(t, "baddies"):
        name = await _overruled(t, name)
    return name


def _at_home(s: Game, name: str) -> bool:
    """Whether this is a people of another game's world: they are met where they live, each of them once."""
    return s.expedition is not UNSET and name in s.expedition.plays


async def _overruled(t: Table[Game], name: str) -> str:
    """A person may make it another: of the same category, or anything there is (DES-GM-01)."""
    s = t.state
    category = line_of(s, name).category
    known = {other: option for other, option in known_baddies(s).items() if other != name}
    every = {Name.say("be", other): option for other, option in known.items()}
    alike = {Name.say("be", other): known[other] for other in known if line_of(s, other).category == category}
    first: dict[str, str | Option] = {
        "stand": Option(f"{name}, as thrown", hint=strength(line_of(s, name))),
        **alike,
        "other": Option("Something quite different ...", hint="any baddie there is"),
    }
    ruled = await t.judge("{name} it would be. Let it stand?", first, "stand", rule="DES-GM-01", name=name)
    if ruled == "other":
        rest: dict[str, str | Option] = {key: option for key, option in every.items() if key not in alike}
        ruled = await t.judge("What is it, then?", {"stand": f"{name} after all", **rest}, "stand", rule="DES-GM-01")
    said = read(ruled)
    return said.name if isinstance(said, Name) else name


def known_baddies(s: Game) -> dict[str, Option]:
    """Every baddie there is, the maze's own among them, for a gamesmaster to choose from."""
    every = {**baddies(), **{own.name: own for own in s.home_baddies}}
    return {name: Option(name, hint=strength(baddie)) for name, baddie in every.items()}


def strength(baddie: Baddie) -> str:
    """How bad a baddie is, in a few words."""
    words = f"{baddie.category}; {some(baddie.hits, 'hit')}, hits on {baddie.to_hit}"
    return words + (f", {baddie.attacks} attacks" if baddie.attacks > 1 else "")


async def how_many(t: Table[Game], baddie: Baddie) -> tuple[int, bool]:
    """The number throw, and once more on doubles, both numbers added (DES-BAD-03, DES-BAD-04); whether a 12 was thrown."""
    s = t.state
    twelve = False
    if baddie.number_fixed:
        number = baddie.number_fixed  # DES-BAT-25, DES-BAD-07
    else:
        number = 0
        while number == 0:
            one, other = await two_dice(t, "The gamesmaster", "for their number", rule="DES-BAD-03", behind=True, aloud=True)
            twelve = twelve or one + other == 12
            number = baddie.number_2_to_12[one + other - 2]
            while one == other:
                t.meet("doubles", "baddie_number")
                one, other = await two_dice(t, "The gamesmaster", "for more of them", rule="DES-BAD-04", behind=True, aloud=True)
                number += baddie.number_2_to_12[one + other - 2]
                if not dial(s, "doubles_chain"):
                    break
        number += int(dial(s, "level_danger")) * max(0, s.at[0] - 1)  # DES-DIAL-08
    if t.gamesmaster is not None and asks(t, "numbers"):
        ruled = await t.ask_number(t.gamesmaster, "{what:^} it would be. How many are there?", 1, 99,
                                   rule="DES-GM-01", suggest=number,
                                   what=f"{in_words(number)} {baddie.name if number > 1 else one_of(baddie.name)}")  # fmt: skip
        if ruled != number:
            t.tell("You make it {n} {name}, not {old}.", rule="DES-GM-01", only=t.gamesmaster, kind="ruling",
                   n=ruled, name=baddie.name, old=number)  # fmt: skip
            number = ruled
    return number, twelve


def line_up(s: Game, name: str, number: int, *, start: int = 0) -> list[Foe]:
    """So many of a kind, whole."""
    hits = line_of(s, name).hits
    return [Foe(start + index, name, hits, hits) for index in range(number)]


def sweeps(s: Game, name: str) -> bool:
    """Whether one throw decides for all a baddie strikes: the minotaur's, which hits two at a time (DES-BST-11)."""
    line = line_of(s, name)
    return line.one_throw and dial(s, "minotaur_throws") == "once"
