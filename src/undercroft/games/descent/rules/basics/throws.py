"""Throws: two dice and doubles, which run through the whole game (DES-DBL). It names who throws and marks every pair."""

from __future__ import annotations

from .....engine import Table
from ...content import doubles_uses
from ...state import Game, count, dial

WORDS = ("", "ones", "twos", "threes", "fours", "fives", "sixes")

WAITS = {  # where somebody may be waiting, in words
    "secret_door_corridor": "behind the door", "dead_end": "at the dead end", "stairs": "at the stairs",
    "leaving_by_other_door": "behind the other door", "healing_outside": "in case somebody heard the priest",
    "hook_missed": "in case somebody heard the hook", "re_entry": "in the old chamber",
    "pins_swept": "in case somebody hears the sweeping",
}  # fmt: skip


def watchers(t: Table[Game]) -> tuple[int, ...]:
    """Who sees a throw that the party must not see: the gamesmaster, if a person is."""
    return () if t.gamesmaster is None else (t.gamesmaster,)


def _seen_by(t: Table[Game], *, hidden: bool, behind: bool) -> tuple[int, ...] | None:
    """Who sees a throw: all, or the gamesmaster alone. `behind` his screen are those he may overrule before he announces
    anything (DES-GM-01); with nobody there they fall in the open.
    """
    return watchers(t) if hidden or (behind and t.gamesmaster is not None) else None


async def two_dice(
    t: Table[Game],
    who: str,
    what: str,
    *,
    rule: str,
    seat: int | None = None,
    hidden: bool = False,
    behind: bool = False,
    aloud: bool = False,
) -> tuple[int, int]:
    """Two ordinary dice, thrown by somebody for something; a pair that something comes of is said `aloud` (DES-FLAV-04,
    DES-GM-03).
    """
    only = _seen_by(t, hidden=hidden, behind=behind)
    one, other = await t.roll_faces("2d6", f"{who} throws {what}", rule=rule, seat=seat, only=only)
    count(t.state, "throws")
    if one == other:
        count(t.state, "doubles")
    if one == other and aloud:
        where = what.removeprefix("for doubles").partition(", on ")[0].strip()
        t.tell("Doubles{where}: two {word}!", rule="DES-FLAV-04", only=only, where=f" {where}" if where else "",
               word=WORDS[one])  # fmt: skip
    return one, other


async def total(
    t: Table[Game], who: str, what: str, *, rule: str, seat: int | None = None, hidden: bool = False, behind: bool = False
) -> int:
    """The sum of two dice."""
    return sum(await two_dice(t, who, what, rule=rule, seat=seat, hidden=hidden, behind=behind))


async def one_die(
    t: Table[Game], who: str, what: str, *, rule: str, seat: int | None = None, hidden: bool = False, behind: bool = False
) -> int:
    """One ordinary die."""
    only = _seen_by(t, hidden=hidden, behind=behind)
    return await t.roll("1d6", f"{who} throws {what}", rule=rule, seat=seat, only=only)


async def doubles(t: Table[Game], use: str, *, rule: str, seat: int | None = None, who: str = "") -> bool:
    """The doubles roll, by the table of its uses: two dice showing the same face, one chance in six (DES-DBL-01)."""
    t.meet("doubles", use)
    thrower = who or f"The {doubles_uses()[use]}"
    one, other = await two_dice(t, thrower, "for doubles", rule=rule, seat=seat, aloud=True)
    return one == other


async def something_waits(t: Table[Game], use: str, *, rule: str) -> bool:
    """An encounter throw by the gamesmaster: doubles, or under the curse of ill company also seven (DES-DBL-02, DES-DBL-03)."""
    t.meet("doubles", use)
    one, other = await two_dice(t, "The gamesmaster", f"for doubles {WAITS.get(use, 'for company')}", rule=rule, aloud=True)
    if "ill company" in t.state.curses:
        t.meet("doubles", "ill_company")
        if one + other == 7:
            feel(t, "ill company")
        return one == other or one + other == 7
    return one == other


def feel(t: Table[Game], curse: str) -> None:
    """A curse laid with a smile is known from the moment it is felt (DES-SAGE-14)."""
    if curse in t.state.veiled:
        t.state.veiled.remove(curse)
        t.state.news.append(f"a false friend cursed the party with {curse}")
        t.tell("So that was the sage's favour. A curse: {curse}!", rule="DES-SAGE-14", curse=curse)


async def amount(t: Table[Game], what: str, *, rule: str) -> int:
    """How much gold, silver or how many jewels: two dice three times, and once more for each pair (DES-TREAS-13)."""
    found = 0
    for _ in range(3):
        one, other = await two_dice(t, "The gamesmaster", f"for the {what}", rule=rule, aloud=True)
        found += one + other
        while one == other:
            t.meet("doubles", "gold_amount")
            one, other = await two_dice(t, "The gamesmaster", f"again for the {what}", rule=rule, aloud=True)
            found += one + other
            if not dial(t.state, "doubles_chain"):
                break
    return found


async def highest(t: Table[Game], throwers: list[tuple[int, str, int]], what: str, *, rule: str) -> list[int]:
    """Everyone throws two dice; those tied for a place throw again. Returns ids from highest to lowest."""
    scores: dict[int, list[int]] = {who: [] for who, _, _ in throwers}
    names = {who: (name, seat) for who, name, seat in throwers}
    tied = [who for who, _, _ in throwers]
    for _ in range(50):
        for who in tied:
            name, seat = names[who]
            scores[who].append(await total(t, name, what, rule=rule, seat=seat))
        groups: dict[tuple[int, ...], list[int]] = {}
        for who in scores:
            groups.setdefault(tuple(scores[who]), []).append(who)
        tied = [who for group in groups.values() if len(group) > 1 for who in group]
        if not tied:
            break
    return sorted(scores, key=lambda who: scores[who], reverse=True)
