"""Chambers: who guards them, and the special ones - casino, theater, temple, study, bower (DES-MAZE-25 to -27, DES-SPCH)."""

from __future__ import annotations

from .....engine import Table
from ...bestiary import baddies
from ...maze import Feature, Level
from ...state import Game, Guard
from ..basics.deeds import deeds_of
from ..basics.throws import doubles, feel, one_die, something_waits
from ..company.books import learn
from ..company.coming import meet
from ..company.sages_come import appear
from ..mapping.whereabouts import room_key
from ..personas.baggage import pay_gold
from ..personas.people import living
from ..treasure.special import begin_quiet
from ..wounds.wounds import heal

CATEGORIES = ("humanoid", "mammal", "reptile", "weirdie", "mythical beast")
GUARDIANS = {"temple": "Giant Spiders", "bower": "Robbing Hood"}  # DES-SPCH-06, DES-BST-18
PEACEFUL = ("casino", "theater", "study")


async def guardians(t: Table[Game], level: Level, cell: tuple[int, int], feature: Feature, *, width: int) -> None:
    """Something always waits in a chamber entered for the first time; what happens on coming back depends on what was done
    there (DES-MAZE-05, DES-MAZE-27)."""
    s = t.state
    key = room_key(s, level.number, *cell)
    guard = s.guards.setdefault(key, Guard())
    first = not guard.entered
    guard.entered = True
    if feature.kind in PEACEFUL:
        return
    if guard.peace:
        t.tell("Those with whom peace was made let the party be.", rule="DES-MAZE-27")
        return
    if guard.foes:
        if not first:
            t.tell("They are still here, and have not forgotten.", rule="DES-MAZE-27")
        treasure = not guard.emptied and not feature.bare
        await meet(t, foes=guard.foes, place="chamber", chamber=key, treasure=treasure, width=width)
        return
    if guard.cleared or not first:
        if await something_waits(t, "re_entry", rule="DES-MAZE-27"):
            await meet(t, place="chamber", chamber=key, width=width)
        return
    if feature.get("baddies") == "none":
        guard.cleared = True
        begin_quiet(t, key)
        return
    name, category, number = who_guards(s, feature)
    feel(t, "a dragon in every chamber")
    treasure = not feature.bare
    await meet(t, name=name, category=category, number=number, place="chamber", chamber=key, treasure=treasure, width=width)


def who_guards(s: Game, feature: Feature) -> tuple[str, str, int]:
    """Name, category and number fixed by a curse, a mark or the chamber's kind; empty and 0 where dice decide."""
    if "a dragon in every chamber" in s.curses:
        return "Dragon", "", 0  # DES-SAGE-12
    marked = GUARDIANS.get(feature.kind) or feature.get("baddies")
    waits = deeds_of(marked).lies_in_wait
    if waits is not None:
        return marked if waits(s) else "", "", 0
    number = int(feature.get("number") or 0)
    if marked in CATEGORIES:
        return "", marked, number  # DES-MAZE-11
    known = {**baddies(), **{own.name: own for own in s.home_baddies}}
    if marked in known:
        return marked, "", number  # DES-MAZE-26, DES-BAD-08
    return "", "", number


async def enter_special(t: Table[Game], feature: Feature) -> None:
    """Chambers without guardians show themselves at once."""
    s = t.state
    if feature.kind == "casino":
        t.tell(
            "Weapons are left at the door, brass knuckles and stilletos excepted. Craps, black-jack and poker.",
            rule="DES-SPCH-01",
        )
    elif feature.kind == "theater":
        t.tell("One gold a seat, popcorn not included.", rule="DES-SPCH-02")
    elif feature.kind == "study":
        key = room_key(s, s.at[0], s.at[1], s.at[2])
        if not s.guards[key].emptied:
            s.guards[key].emptied = True
            await appear(t, trade=feature.get("sage"), study=True)


async def picture_show(t: Table[Game], feature: Feature) -> None:
    """One gold each; everyone heals one die; the feature shows a baddie's numbers; doubles and something sits behind
    (DES-SPCH-02).
    """
    s = t.state
    audience = living(s)
    pay_gold(s, len(audience))
    t.tell("{n} tickets, {n} gold. The lights go down.", rule="DES-SPCH-02", n=len(audience))
    for m in audience:
        heal(s, m, await one_die(t, m.name, "for the rest", rule="DES-SPCH-02"))
    star = feature.get("feature")
    if star not in baddies():
        star = t.pick(sorted(baddies()), "the feature")
    t.tell("Tonight's feature: The {star}.", rule="DES-SPCH-02", star=star)
    learn(t, star, "DES-SPCH-02")
    if await doubles(t, "movie_theater", rule="DES-SPCH-02"):
        t.tell("Something sits down behind the party.", rule="DES-SPCH-02")
        await meet(t, place="chamber", jumped=True)
