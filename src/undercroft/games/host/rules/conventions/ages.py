"""Ages: one closes, the next opens, and the history has an end (HST-ORDR)."""

from __future__ import annotations

from .....engine import Drama, Memorial, Outcome, Table, words
from .....engine.words import listed, said
from ...chronicle import note
from ...ground import beads as bd
from ...ground.strata import new_stratum
from ...state import Group, Host, Room, visits
from .backing import fate, kept, verdict


def close_age(t: Table[Host], age: str) -> None:
    """An age is over: stop if the author wished to, else open the next one (HST-ORDR-01, HST-ORDR-02)."""
    s = t.state
    if s.dials.stop_after == age and not (age == "civilization" and s.civs_left > 0):
        finish(t, "stopped", f"stopped after the age of {age}")
        return
    if age == "primordial":
        start = s.dials.start_age
        following = (
            "civilization" if start in ("primordial", "civilization") else "disaster" if start == "disaster" else "monsters"
        )
    else:
        following = {"civilization": "civilization", "disaster": "monsters", "monsters": "villainy"}[age]
    if following == "civilization" and s.civs_left <= 0:
        following = "disaster"
    open_age(t, following)


def open_age(t: Table[Host], age: str) -> None:
    """A new age begins."""
    s = t.state
    s.age = age
    s.ages.append(age)
    s.season = ""
    s.year = 0
    s.todo = ["begin"]
    if age == "monsters":
        s.era = "The Age of Monsters"
        s.trigger = None
        if len(s.strata) < 2:
            new_stratum(s, "monsters")
    elif age == "villainy":
        s.era = "The Age of Villainy"
    elif age == "disaster":
        s.era = "The Great Disaster"
    if age != "civilization":
        t.tell("{era}", rule="HST-ORDR-01", kind="headline", era=s.era)


ENDED_WELL = (
    "So it ended well, as these things go: {why}.",
    "It ended better than it began: {why}.",
    "There were worse ends to be had: {why}.",
    "And that was the end of it, in daylight: {why}.",
)


UNSEEN = "Yours did not live to see how it ended: {why}."
WITH_OURS = "It ended with yours: {why}."
ENDED_OURS = "So it ended, as they had wished it: {why}."


def epilogue(t: Table[Host]) -> None:
    """The last line of the record, when all that happened in the last season has been told (HST-ORDR-04); it takes the side of
    those whose story it was."""
    s = t.state
    last = next((s.groups[gid] for gid in reversed(s.backed) if gid in s.groups), None)
    ours = last is not None and last.type == "villain"
    ill = "" if kept(s) is not False else WITH_OURS if ours else UNSEEN
    text = {
        "heroes": ill or ENDED_WELL[len(s.record) % len(ENDED_WELL)],
        "villain": ill or (ENDED_OURS if ours and kept(s) else "So it ended: {why}."),
        "twilight": "So it did not end at all: {why}.",
        "stopped": "Here the author puts down the pen: {why}.",
    }[s.outcome]
    note(t, "outcome", text, "HST-ORDR-04", why=ENDINGS.get(s.ending, s.ending))


def finish(t: Table[Host], outcome: str, ending: str) -> None:
    """The history is over; the epilogue follows at the end of the step (HST-ORDR-04)."""
    s = t.state
    if s.age == "over":
        return
    if outcome != "stopped":
        t.meet("ending", ending)
    s.outcome, s.ending = outcome, ending
    s.ages.append("over")
    s.age = "over"
    s.todo = []


ENDINGS = {
    "dungeon_master conquers": "the Dungeon Master's army marched out and nobody stopped it",
    "dungeon_master repelled": "the surface held, and the army of the Dungeon Master broke upon it",
    "dungeon_master killed": "the Dungeon Master was dead",
    "thought_lords triumph": "every mind above and below belonged to the Thought Lords",
    "thought_lords wiped out": "the Mind Pool lay still; the Thought Lords were gone",
    "liche_king triumphs": "ten legions rose from ten tombs and laid waste the land",
    "liche_king killed": "the Liche King had finally been persuaded to stay dead",
    "alpha_villain triumphs": "the beast and its brood ruled the land above",
    "alpha_villain killed": "the great beast lay slain",
    "twilight": "the years went by, and neither side could win",
}


WORDS = {  # keys of the state as the last page says them
    "heroes": "the heroes won", "villain": "the villain won", "twilight": "neither side won", "stopped": "the author stopped",
    "paused": "the pen was put down",
    "dungeon_master": "a Dungeon Master", "thought_lords": "the Thought Lords", "liche_king": "a Liche King",
    "alpha_villain": "an Alpha Villain", "dwarven": "Dwarves", "dark_elf": "Dark Elves", "demon": "Demons",
    "custom": "a people of your own", "loot": "a hoard grew too great", "kingdoms": "the kingdoms fell",
    "crowded": "the dungeon was full", "cap": "the years ran out",
}  # fmt: skip


def in_words(key: str) -> str:
    """A key of the state for people."""
    return WORDS.get(key, key.replace("_", " "))


def _groups(s: Host) -> list[Group]:
    return [g for g in s.groups.values() if g.type in ("delver", "breeder", "alpha", "temple", "wyrm")]


def _rooms(s: Host) -> list[Room]:
    return [room for room in s.rooms.values() if not room.above and room.state != "collapsed"]


def outcome(s: Host) -> Outcome:
    """How the history ended, or that it only paused, and the numbers worth counting (HST-ORDR-04; notes 7)."""
    seen = visits(s)
    paused = seen is not None and seen.paused
    villain = s.villains[0].kind if s.villains else "none"
    groups, rooms = _groups(s), _rooms(s)
    facts: dict[str, bool | int | float | str] = {
        "outcome": in_words("paused" if paused else s.outcome),
        "ending": ENDINGS.get(s.ending, s.ending),
        "villain": in_words(villain),
        "years": s.absolute,
        "world": in_words(s.page.world),
        "rooms": len(rooms),
        "passages": len(s.passages),
        "entrances": len(s.entrances),
        "groups ever": len(groups),
        "groups alive": sum(g.alive for g in groups),
        "loot left": len([b for b in s.beads.values() if b.colour == "loot"]),
        "restarts": s.restarts,
        "parties": s.parties,
        "civilization": listed([in_words(civ.kind) for civ in s.civs], none="none"),
        "civilization ended": s.civs[0].ended if s.civs else "none",
        "trigger": in_words(s.trigger.why) if s.trigger else "none",
        "villain won": s.outcome == "villain",
        "cap reached": s.outcome == "twilight" or bool(s.trigger and s.trigger.why == "cap"),
        "record lines": len(s.record),
    }
    for key, value in s.tallies.items():
        facts[key.replace("_", " ")] = value
    ours = [entry.text for entry in s.record if entry.kind == "abandoned" and entry.actor in s.backed]
    points = [*ours, *(entry.text for entry in s.record if entry.kind in ("age_end", "villain", "founded"))][:8]
    summary = s.record[-1].text if s.record else "Nothing happened."
    memorial = Memorial(
        "world",
        s.groups[s.villains[0].group].name if s.villains else "a quiet dungeon",
        summary,
        {"years": s.absolute, "outcome": s.outcome, "minor": s.minor},
    )
    if paused:
        summary = f"Paused at the end of year {s.absolute}: {summary}"
    else:
        summary = " ".join(filter(None, (verdict(s), summary)))
    well = kept(s) if s.outcome != "stopped" else None
    return Outcome(
        (0,) if paused or (s.outcome in ("heroes", "stopped") if well is None else well) else (),
        summary,
        facts=facts,
        memorials=() if paused else (memorial,),
        turning_points=tuple(points),
        rule="HST-ORDR-04",
    )


def drama(s: Host) -> Drama:
    """What the last page tells besides the outcome."""
    return Drama(_near(s), (), _figures(s))


def _near(s: Host) -> tuple[str, ...]:
    """What was left of either side when it ended."""
    above = bd.surface_pop(s)
    lines = [said("Above ground {n:count family was|families were} left.", n=above) if above else "Nobody was left above ground."]
    if s.villains:
        group = s.groups[s.villains[0].group]
        left = bd.pop(s, group.id)
        text = "{who:^} had {n:count follower|followers} left." if left else "Of {who} nothing was left."
        lines.append(said(text, who=group.name, n=left))
    return (*fate(s), *lines)


def _figures(s: Host) -> tuple[str, ...]:
    """What was counted, in words."""
    groups, tally = _groups(s), s.tallies.get
    alive = sum(g.alive for g in groups)
    lines = [
        said("{n:Words} {n:year|years}, {rooms:count room|rooms}, {ways:count passage|passages}, {doors:count way|ways} in.",
             n=s.absolute, rooms=len(_rooms(s)), ways=len(s.passages), doors=len(s.entrances)),
        said("{n:Words} {n:group|groups} moved in, and {left} {alive:was|were} there at the end.", n=len(groups), alive=alive,
             left=words.number(alive) if alive else "none"),
    ]  # fmt: skip
    if sent := tally("parties sent", 0):
        lost = tally("parties lost", 0)
        never = "all came out" if not lost else "none came out" if lost == sent else f"{words.number(lost)} did not come out"
        if sent == 1:
            never = "did not come out" if lost else "came out again"
        loot = tally("loot carried out", 0)
        carried = said("; they carried out {loot:count treasure|treasures}", loot=loot) if loot else ""
        lines.append(said("{n:Words} {n:party|parties} went in and {never}{carried}.", n=sent, never=never, carried=carried))
    return tuple(lines)
