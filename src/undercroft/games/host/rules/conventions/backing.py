"""Whose story it is: once their own people are gone, the author backs one of those who live in its halls (HST-CONV-07).

It changes no die. What those the author backs do is asked, what others do is not; the stage and the last page tell how they are
doing. Since rules 6 a story may be begun three times: it is kept if the last of them still stands at the end.
"""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import capital, number, ordinal, said
from ...answers import Thing, read
from ...chronicle import say
from ...desk import AUTHOR, asks, called, decide, in_words
from ...ground import beads as bd
from ...state import LOST, Civ, Group, Host, backed

NOBODY = "nobody"
STAY = "stay"
MANY = 5
CHANCES = 3  # so many times the story may be somebody's
WANTS = {  # in a few words, what each kind lives for
    "delver": "they dig, and hoard what they find",
    "breeder": "they breed, raid and beg",
    "alpha": "it eats its neighbours",
    "temple": "they pray to something",
    "wyrm": "it sleeps on gold, and wakes",
    "surface": "they live above, and send heroes down",
    "villain": "it wants everything",
}


async def whose_story(t: Table[Host]) -> None:
    """At a year's end, when nobody is backed yet, or whoever was has fallen."""
    s = t.state
    mine = backed(s)
    if s.rules < 5 or "back" in s.quiet or (s.backed and mine is None):
        return
    if mine is not None and mine.alive:
        await _tempted(t, mine)
    elif mine is not None and s.rules >= 7:
        return  # `own_fall` asks at once
    elif mine is not None and s.rules >= 6 and len(s.backed) >= CHANCES:
        say(t, LAST_FELL, "HST-CONV-07", who=mine.name, why=mine.cause or "nobody saw the end of it")
        s.backed = [*s.backed, LOST]
    else:
        await _choose(t, mine)
    _count(s)


async def people_gone(t: Table[Host], before: list[int]) -> None:
    """One's first people are gone: the world stops, so that this is seen before what comes after; `before` were gone already."""
    s = t.state
    fresh = [s.civs[k] for k in gone_peoples(s) if k not in before]
    if s.rules < 7 or "back" in s.quiet or s.age == "over" or not fresh:
        return
    s.auto = s.auto if s.auto == "end" else ""
    if asks(s, "back"):
        told = " ".join(_time_of(civ) for civ in fresh)
        options = {"on": Option("What came after", hint="others will find what they dug")}
        await t.choose(AUTHOR, told, options, rule="HST-CONV-07")


def gone_peoples(s: Host) -> list[int]:
    """Which of the peoples of the first age are no more."""
    return [k for k, civ in enumerate(s.civs) if civ.ended]


def _time_of(civ: Civ) -> str:
    return said("The time of {who} is over: {why}.", who=civ.name, why=civ.ended)


async def own_fall(t: Table[Host]) -> None:
    """Those whose story it is have fallen: the world stops at once, unless it is to run to its last page, so that this is seen.

    While the history lasts and a choice is left, it is made here.
    """
    s = t.state
    mine = backed(s)
    if s.rules < 7 or "back" in s.quiet or mine is None or mine.alive:
        return
    s.auto = s.auto if s.auto == "end" else ""
    over = s.age == "over"
    if not over and len(s.backed) < CHANCES:
        await _choose(t, mine)  # at a later hour, if nobody is left to choose
        _count(s)
        return
    goes_on = "It was your last choice; the history goes on without you."
    if over:
        goes_on = "The history ends with that." if mine.type == "villain" else "The history ended in the same hour."
    option = Option("To the last page") if over else Option("Read on", hint="nobody's story is asked about any more")
    if asks(s, "back"):
        await t.choose(AUTHOR, f"{_lost(s, mine)}{goes_on}", {"on": option}, rule="HST-CONV-07")
    s.backed = [*s.backed, LOST]


async def _choose(t: Table[Host], mine: Group | None) -> None:
    """Whose story it is from now on."""
    s = t.state
    offered = _heirs(s)
    if not offered:
        return
    options = {Thing("group", group.id).key: _option(s, group) for group in offered}
    options[NOBODY] = Option("Nobody's", hint="I only draw the map, and am not asked again")
    prompt = f"{_lost(s, mine)}Whose story is it now?{_left(s)}"
    chosen = read(await decide(t, "back", prompt, options, next(iter(options)), rule="HST-CONV-07"))
    s.backed = [*s.backed, chosen.id if isinstance(chosen, Thing) else 0]


def _count(s: Host) -> None:
    """How many they are now, and what they have: the stage tells what changes."""
    if s.rules >= 6 and (mine := backed(s)) is not None and mine.alive:
        s.stood = (bd.pop(s, mine.id), bd.loot(s, mine.id))


LAST_FELL = "With {who} the last of yours was gone: {why}. The history went on without you."


def _heirs(s: Host) -> list[Group]:
    """Who may be backed: those who live where the first people lived come first. Above ground nobody's story is told any more."""
    ids = dict.fromkeys([*s.order, *s.kingdoms])
    live = [s.groups[gid] for gid in ids if s.groups[gid].alive and (s.rules < 6 or s.groups[gid].type != "surface")]
    heirs = [group for group in live if _in_their_halls(s, group)]
    return list({group.id: group for group in (*heirs, *live)}.values())[:MANY]


async def _tempted(t: Table[Host], mine: Group) -> None:
    """When a villain comes, one may go over to it: a story begun anew."""
    s = t.state
    villains = [s.groups[one.group] for one in s.villains if not one.fallen]
    if s.rules < 6 or s.age != "villainy" or s.year or len(s.backed) >= CHANCES or not villains:
        return
    if (mine in villains and s.rules < 7) or not asks(s, "back"):
        return
    if mine in villains:
        await _crowned(t, mine)
        return
    options = {STAY: Option(f"Stay with {called(s, mine)}", hint="the story is kept by whoever is still there at the end")}
    for villain in villains:
        ends = "; if it falls the history ends, and no choice is left" if decides(s, villain) else ""
        options[Thing("group", villain.id).key] = Option(f"Go over to {villain.name}", hint=f"kept if it lives to the end{ends}")
    prompt = f"{said('{who:^} has come.', who=villains[0].name)} Whose story is it now?{_left(s)}"
    if isinstance(chosen := read(await decide(t, "back", prompt, options, STAY, rule="HST-CONV-07")), Thing):
        s.backed = [*s.backed, chosen.id]


async def _crowned(t: Table[Host], mine: Group) -> None:
    """One's own has become the villain: one may stay with it, or begin anew with somebody who is not hunted every year."""
    s = t.state
    ends = "; if it falls the history ends, and no choice is left" if decides(s, mine) else ""
    options = {STAY: Option(f"Stay with {called(s, mine)}", hint=f"kept if it lives to the end{ends}")}
    options |= {Thing("group", group.id).key: _option(s, group) for group in _heirs(s) if group is not mine}
    prompt = "{who:^} is the arch-villain now, and every year heroes will come for it. Stay?" + _left(s)
    chosen = read(await decide(t, "back", prompt, options, STAY, rule="HST-CONV-07", who=called(s, mine)))
    if isinstance(chosen, Thing):
        s.backed = [*s.backed, chosen.id]


def _left(s: Host) -> str:
    """How often it may still be begun."""
    if s.rules < 6:
        return ""
    left = CHANCES - len(s.backed)
    return f" {capital(number(left))} choices in all." if left == CHANCES else LEFT.get(left, "")


LEFT = {2: " Two choices are left.", 1: " It is your last choice."}


def end_of(s: Host, group: Group) -> str:
    """Why a group is gone; a party that killed it is called by the name under which the record has it that year."""
    came = (entry for entry in reversed(s.record) if entry.rule == "HST-ADVN-20" and entry.absolute_year == group.fell)
    cause, party = group.cause or "nobody saw the end of it", next(came, None)
    if party is None:
        return cause
    name = party.text.partition(",")[0]
    return cause.replace("by a party", f"by {'the ' if name.startswith('The ') else ''}{name.removeprefix('The ')}")


def _lost(s: Host, mine: Group | None) -> str:
    """Who is gone, and why, before the question."""
    if mine is not None:
        return said("The time of {who} is over: {why}. ", who=mine.name, why=end_of(s, mine))
    gone = gone_peoples(s)
    return f"{_time_of(s.civs[gone[0]])} " if gone and s.rules < 7 else ""  # else it was told when it happened


def _in_their_halls(s: Host, group: Group) -> bool:
    """Whether a group lives where the first people lived."""
    return any(group.lair in civ.rooms for civ in s.civs)


def _option(s: Host, group: Group) -> Option:
    lair = s.rooms.get(group.lair)
    where = in_words(s, (lair.x, lair.y)) if lair is not None else ""
    hint = "; ".join(filter(None, (in_numbers(s, group), WANTS.get(group.type, ""), where)))
    return Option(group.name, hint=hint, place=f"room-{group.lair}" if lair is not None else "")


def in_numbers(s: Host, group: Group) -> str:
    """How many they are, and what they have."""
    many = bd.pop(s, group.id)
    strong = "alone" if many == 1 else said("{n:words} strong", n=many)
    return said("{strong}, {m:count treasure|treasures}", strong=strong, m=bd.loot(s, group.id))


def decides(s: Host, group: Group) -> bool:
    """Whether the history ends with a group: it is the only villain, and nothing is to be played after it."""
    left = [one.group for one in s.villains if not one.fallen]
    return left == [group.id] and not (s.dials.play_on and s.ages.count("villainy") == 1)


def kept(s: Host) -> bool | None:
    """Whether whoever the author backs is still there; None: the story is nobody's, or of rules that knew no such thing."""
    mine = backed(s)
    if s.rules < 6 or (mine is None and LOST not in s.backed):
        return None
    return mine is not None and mine.alive


def verdict(s: Host) -> str:
    """How it ended for one's own, in a sentence; "": it was nobody's story."""
    mine, well = backed(s), kept(s)
    if well is None:
        return ""
    if well and mine is not None:
        nth = ordinal(min(len(s.backed), CHANCES))
        return said("Your story was kept, at the {nth} try: {who} still stood when the record closed.", nth=nth, who=mine.name)
    last = next((s.groups[gid] for gid in reversed(s.backed) if gid in s.groups), None)
    return said("Your story was lost: {who} fell before the record closed.", who=last.name) if last is not None else ""


def fate(s: Host) -> list[str]:
    """What became of everybody whose story it was, for the last page."""
    lines = []
    for nth, group in enumerate(s.groups[gid] for gid in s.backed if gid in s.groups):
        begins = ("First it was", "Then it was", "At last it was")[min(nth, 2)]
        if group.alive:
            lines.append(
                said(
                    "{begins} the story of {who}: still there at the end, {n:words} strong.",
                    begins=begins,
                    who=group.name,
                    n=bd.pop(s, group.id),
                )
            )
        else:
            text = "{begins} the story of {who}; year {n} of the record was the last of it: {why}."
            lines.append(said(text, begins=begins, who=group.name, n=group.fell, why=end_of(s, group)))
    return lines
