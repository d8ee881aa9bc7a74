"""The screen beside the map: where we are, the threat, the groups, the record, and why things are as they are."""

from __future__ import annotations

from ...engine import Line, Screen, Sheet
from ...engine.words import capital
from .chronicle import story
from .drawing.cartouche import entries, numbers
from .entries import own_entries
from .ground import beads as bd
from .rules.encounters.villainies import VILLAINIES
from .state import Group, Host, backed, visits

AGES = {
    "opening": "An empty page",
    "primordial": "The Primordial Age",
    "civilization": "The Age of Civilization",
    "disaster": "The Great Disaster",
    "monsters": "The Age of Monsters",
    "villainy": "The Age of Villainy",
    "over": "The end of the history",
}
ABOUT = {
    "dwarven": "Families of miners who mourn, feast and dig, in that order.",
    "dark_elf": "Cultured, cruel, and outnumbered by those who carry their lamps.",
    "demon": "Exiled princes who would rather kill each other than wait.",
    "custom": "A people of your own invention.",
    "surface": "Farmers and knights who live on top of the problem.",
    "delver": "Orderly folk who like square rooms and full storerooms.",
    "breeder": "There are more of them now than when you began this sentence.",
    "alpha": "One large animal with simple wishes.",
    "wyrm": "Older than the dungeon, and it has kept the receipts.",
    "temple": "Missionaries of something that should not be named in a shrine.",
    "villain": "The reason why the knights are screaming.",
    "minions": "The dead, under orders.",
}
CREDITS = (
    "Follows How to Host a Dungeon by Tony Dowler (2008), part solo game, part toy. He names among his influences Nethack, "
    "Dwarf Fortress and the 1981 edition of the oldest role-playing game. Undercroft is not affiliated with him."
)
LEGEND = {
    "dwarven": ("dwarf", "treasure"),
    "dark_elf": ("noble", "slave"),
    "demon": ("Demon prince", "artifact or treasure"),
    "surface": ("knight or peasant", "loot"),
    "villain": ("villain or retinue", "loot"),
}


def beads_of(s: Host, group: Group) -> tuple[str, str]:
    """What population and loot stand for with their owner; a people of the author's own says so itself (HST-CONV-06)."""
    own = next((civ.entry for civ in s.civs if civ.entry and group.id in civ.people), "")
    entry = next((entry for entry in own_entries("civilization", s.custom) if entry["id"] == own), None)
    if entry is not None:
        return str(entry["bead_meaning"].get("pop", "population")), str(entry["bead_meaning"].get("loot", "loot"))
    return LEGEND.get(group.type, ("population", "loot"))


def screen(s: Host) -> Screen:
    """Everything but the drawing."""
    subtitle = s.era + (f", year {s.year}" if s.year and s.age in ("civilization", "monsters", "villainy") else "")
    if s.season:
        subtitle += f", {s.season}"
    status = [Line("Age", AGES[s.age], rule="HST-ORDR-01"), Line("Years in all", str(s.absolute), rule="HST-HIST-03")]
    live = [s.groups[gid] for gid in s.order if s.groups[gid].alive]
    mine = backed(s)
    live.sort(key=lambda group: group is not mine)
    if s.age == "monsters" and live:
        rich = max(live, key=lambda g: (bd.loot(s, g.id), -g.id))
        status.append(
            Line(
                "Threat",
                str(min(6, bd.loot(s, rich.id))),
                of=6,
                hint=f"{rich.name}; at six an arch-villain comes",
                rule="HST-MNST-02",
            )
        )
    for villain in s.villains:
        if not villain.fallen and s.age == "villainy":
            status.append(VILLAINIES[villain.kind].progress(s, villain, s.groups[villain.group]))
    if s.auto:
        status.append(
            Line("Autoplay", f"to the end of the {s.auto}" if s.auto != "end" else "to the end", hint="suggestions are taken")
        )
    sheets = [_record(s)]
    if live or s.civs:
        sheets.insert(0, _groups(s, live))
    sheets += [_card(s, group) for group in live[:14]]
    if s.stacks:
        sheets.append(_stacks(s))
    if not s.ending and visits(s) is None and (key := _key(s)) is not None:
        sheets.append(key)
    named = [bead for bead in s.beads.values() if bead.name]
    if named:
        sheets.append(
            Sheet(
                "Treasures with a name",
                tuple(
                    Line(
                        b.name,
                        " > ".join(f"{h.owner} ({h.year})" for h in b.history[-4:]) or bd.owner_name(s, b.owner),
                        rule="HST-NAMT-03",
                    )
                    for b in named[:20]
                ),
                kind="facts",
            )
        )
    sheets.append(
        Sheet(
            "About",
            kind="note",
            text=CREDITS,
        )
    )
    return Screen("How to Host a Dungeon", subtitle, tuple(status), tuple(sheets))


def _key(s: Host) -> Sheet | None:
    """What the numbers on the map stand for; a finished map has it drawn below."""
    rooms = [room for room in s.rooms.values() if not room.above and room.state != "collapsed"]
    told = [entry.words.partition("  ") for entry in entries(s, rooms, numbers(s, rooms), now=False)]
    lines = tuple(Line(number, words) for number, gap, words in told if gap)
    return Sheet("Key to the map", lines, kind="facts") if lines else None


def _groups(s: Host, live: list[Group]) -> Sheet:
    rows = [(g.name, g.flavour, g.alignment, str(bd.pop(s, g.id)), str(bd.loot(s, g.id)), _state(s, g)) for g in live]
    for civ in s.civs:
        if not civ.ended:
            rows += [
                (
                    s.groups[g].name,
                    s.groups[g].flavour,
                    s.groups[g].alignment,
                    str(bd.pop(s, g)),
                    str(bd.loot(s, g)),
                    f"year {civ.year}",
                )
                for g in civ.people
            ]
    return Sheet("Powers", kind="table", columns=("name", "who", "alignment", "number", "loot", "state"), rows=tuple(rows))


def _state(s: Host, group: Group) -> str:
    return f"yours, {group.status}" if group is backed(s) else group.status


def _card(s: Host, group: Group) -> Sheet:
    pop, loot = beads_of(s, group)
    lines = [
        Line("●", str(bd.pop(s, group.id)), hint=pop, rule="HST-MNST-01"),
        Line("○", str(bd.loot(s, group.id)), hint=loot),
        Line("Lair", bd.place_name(s, group.lair)),
        Line("Met", ", ".join(s.groups[g].name for g in group.met) or "nobody yet", rule="HST-ENCT-04"),
    ]
    if group.bribed:
        lines.append(Line("Bribed by", ", ".join(s.groups[g].name for g in group.bribed), rule="HST-BRED-12"))
    if group.shrine:
        lines.append(Line("Evil shrine", "+1", rule="HST-FEAT-08"))
    if group.parent:
        lines.append(Line("Came from", s.groups[group.parent].name, rule="HST-BRED-08"))
    told = [entry.text for entry in story(s, group.id)[-3:]]
    return Sheet(
        f"{group.name}", tuple(lines), kind="facts", text=ABOUT.get(group.type, "") + ("\n" + "\n".join(told) if told else "")
    )


def _stacks(s: Host) -> Sheet:
    rows = tuple(
        (
            st.name or st.flavour,
            str(bd.pop(s, st.id)),
            str(bd.loot(s, st.id)),
            "roams" if st.roams else "stays",
            bd.place_name(s, st.node),
        )
        for st in list(s.stacks.values())[:24]
    )
    return Sheet("In the dark", kind="table", columns=("who", "number", "loot", "habit", "where"), rows=rows)


def _once(era: str, text: str) -> str:
    """A line under a heading that names the era need not begin with it."""
    rest = text.removeprefix(f"{era}, ")
    return capital(rest)


def _record(s: Host) -> Sheet:
    lines = tuple(
        Line(f"{entry.era}, {entry.year}" if entry.year else entry.era, _once(entry.era, entry.text), rule=entry.rule)
        for entry in s.record[-24:]
    )
    return Sheet("The historical record", lines, kind="facts")
