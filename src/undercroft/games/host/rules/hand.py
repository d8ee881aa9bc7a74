"""By hand: what the author may do at any time - rename, add a feature, name a treasure, choose what is asked (HST-CONV-07)."""

from __future__ import annotations

from ....engine import Option, Table
from .. import names
from ..answers import Thing, thing
from ..chronicle import note
from ..content import judgements
from ..desk import AUTHOR, OURS
from ..ground import beads as bd
from ..ground.nearby import nearest_room
from ..state import Holder, Host, visits
from .advanced.minor import minor_feature

DESK = {"desk": Option("Open the author's desk", hint="rename, add a feature, choose what is asked")}


async def open_desk(t: Table[Host]) -> None:
    """The desk: one change, then back to the question at hand."""
    s = t.state
    options: dict[str, str | Option] = {"back": Option("Back to the page"), "asks": Option("Choose what I am asked")}
    if s.groups:
        options["rename"] = Option("Rename somebody")
    if s.rooms:
        options["minor"] = Option("Add a minor feature", hint="d4 for the list, d20 for the line")
    if any(bead.colour == "loot" and not bead.name for bead in s.beads.values()):
        options["treasure"] = Option("Give a treasure a name")
    seen = visits(s)
    if seen is not None:
        options["pen"] = (
            Option("Keep the pen", hint="it was to be put down at the end of this year")
            if seen.pen
            else Option("Put down the pen at year's end", hint="others may go down meanwhile; you go on from there")
        )
    key = await t.choose(AUTHOR, "The author's desk. What shall be changed?", options, rule="HST-CONV-07")
    if key == "asks":
        await choose_asks(t)
    elif key == "rename":
        await rename(t)
    elif key == "minor":
        await add_minor(t)
    elif key == "treasure":
        await name_treasure(t)
    elif key == "pen" and seen is not None:
        seen.pen = not seen.pen


async def choose_asks(t: Table[Host]) -> None:
    """Each judgement is asked or decided, as the author likes."""
    s = t.state
    every = {**{key: entry.where for key, entry in judgements().items()}, **OURS}
    options = {key: Option(key.replace("_", " "), hint=text) for key, text in every.items()}
    chosen = await t.choose_many(
        AUTHOR, "Which judgements do you want to make yourself?", options, 0, len(options), rule="HST-CONV-07"
    )
    s.quiet = [key for key in every if key not in chosen]


async def rename(t: Table[Host]) -> None:
    """A group gets another name; the record says so."""
    s = t.state
    groups = {Thing("group", g.id).key: Option(g.name, hint=g.flavour) for g in list(s.groups.values())[-30:]}
    key = await t.choose(AUTHOR, "Who shall be called something else?", groups, rule="HST-HIST-04")
    group = s.groups[thing(key)]
    text = await t.ask_text(AUTHOR, "The new name?", rule="HST-HIST-04", high=44, suggest=(group.name,))
    if text == group.name:
        return
    old, group.name = group.name, names.take(s, names.unique(s, text))
    s.chosen = "player"
    note(t, "hand_edit", "The author changed a name: {old} are {new}.", "HST-CONV-07", actor=group.id, old=old, new=group.name)


async def add_minor(t: Table[Host]) -> None:
    """A minor feature wherever the author likes (HST-MINR-01)."""
    s = t.state
    where = {Thing("room", r.id).key: Option(bd.room_name(r), place=f"room-{r.id}") for r in list(s.rooms.values())[-30:]}
    key = await t.choose(AUTHOR, "Where?", where, rule="HST-MINR-01")
    room = s.rooms[thing(key)]
    found = nearest_room(s, (room.x, room.y)) or room
    s.chosen = "player"
    await minor_feature(t, (found.x, found.y))


async def name_treasure(t: Table[Host]) -> None:
    """A treasure worth remembering gets a counter (HST-NAMT-01)."""
    s = t.state
    plain = [bead for bead in s.beads.values() if bead.colour == "loot" and not bead.name][:30]
    options = {
        Thing("bead", b.id).key: Option(f"loot of {bd.owner_name(s, b.owner)} in {bd.place_name(s, b.room)}") for b in plain
    }
    key = await t.choose(AUTHOR, "Which treasure?", options, rule="HST-NAMT-01")
    bead = s.beads[thing(key)]
    text = await t.ask_text(AUTHOR, "Its name?", rule="HST-NAMT-01", high=44, suggest=(names.suggest(s, "artifact"),))
    bead.name = names.take(s, names.unique(s, text))
    bead.history.append(Holder(bd.owner_name(s, bead.owner), bd.place_name(s, bead.room), s.absolute))
    s.chosen = "player"
    note(t, "named", "It came to be called {name}.", "HST-NAMT-01", room=bead.room, name=bead.name)
