"""Settling: what expeditions did in the dungeon, done to the world by its own rules (HST-ADVN-05 to 17).

People and loot are counted in twelfths of a bead, and the account is exact: whatever was reported is settled, or void because it
was no longer there. What is void is told all the same, and is a false rumour.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from .....engine import Dice, Table
from .....engine.errors import BadOpening
from .....engine.site import LONGEST_TEXT, MOST_DEEDS, TELLING, TWELFTHS, Deed, Hero, Homecoming, Settled, Trail
from .....engine.words import fill, listed, number, plain
from ... import names
from ...chronicle import note, title
from ...ground import beads as bd
from ...ground import works
from ...state import Bead, Host, Room, Visits, visits
from ..adventurers.party_fights import alive, close, leave, perish
from ..conventions import stacks
from ..conventions.ages import epilogue
from ..encounters.downfall import fall, villain_falls
from ..encounters.fortunes import check_surface
from ..encounters.villainies import check_goals, villainy_of
from ..monsters.monsters import check_ends

LONGEST_NAME = 60
MOST_HEROES = 24  # who are remembered
KNOWN = ("true", "false")


def settle(state: Host, homecomings: Sequence[Homecoming], telling: int = TELLING) -> Settled:
    """The world after these expeditions, in their order; `state` stays as it is. Old seasons replay with the words they had."""
    s = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=Host)
    if visits(s) is None:
        s.visits = Visits(title=title(s))
    settled = Settled(s)
    for home in homecomings:
        _Settling(s, home, settled, telling).settle()
    return settled


def _said(text: str, most: int = LONGEST_TEXT) -> str:
    """Somebody's words on one line, not too many."""
    return plain(text)[:most].strip()


def _several(loot: Sequence[str]) -> list[str]:
    """What was carried out, the same words once: "a hoard", "three hoards of the Cut Shift"."""
    return [
        words if often == 1 or not words.startswith("a hoard") else words.replace("a hoard", f"{number(often)} hoards", 1)
        for words, often in Counter(loot).items()
    ]


class _Settling:
    """One homecoming being settled."""

    def __init__(self, s: Host, home: Homecoming, settled: Settled, telling: int = TELLING) -> None:
        if len(home.deeds) > MOST_DEEDS:
            raise BadOpening(f"an expedition has at most {MOST_DEEDS} deeds, not {len(home.deeds)}")
        seen = visits(s)
        assert seen is not None
        self.s = s
        self.t: Table[Host] = Table(s, Dice(0), light=True)
        self.seen = seen
        self.home = home
        self.who = _said(home.company, LONGEST_NAME) or "Somebody"
        self.settled = settled
        self.telling = telling
        self.told: list[str] = []  # what they did, for the line of the record
        self.fell: dict[int, list[Any]] = {}  # a people -> its name, and how many beads of it fell
        self.loot: list[str] = []
        self.dead: list[str] = []
        self.fallen: set[str] = set()  # their names alone
        self.home_again: list[str] = []
        self.befriends: list[str] = []
        self.void: list[Deed] = []
        self.brought = False
        self.line = 0  # of the record: what came of it
        self.changed = False  # anybody fell, anything was taken
        self.age = s.age

    def settle(self) -> None:
        s = self.s
        s.made_now, s.rolls_now, s.chosen, s.season = [], [], "suggestion", "adventurers"
        line = len(s.record)
        struck = [deed for deed in self.home.deeds if deed.what == "struck"]
        for deed in struck:
            self._do(deed)
        if len(struck) == len(self.home.deeds) > 0:
            return
        for deed in self.home.deeds:
            if deed.what != "struck":
                self._do(deed)
        self._come_home()
        self._rumours()
        for seq in range(line, len(s.record)):
            self.seen.links[seq] = self.home.match
        stops = [place for place in self.home.trail if place in s.rooms]
        self.seen.trails.append(Trail(self.home.match, self.home.game, self.who, s.absolute, stops, self.line))
        if self.changed:
            self._ends()

    def _do(self, deed: Deed) -> None:
        """One deed: as much of it as is still there is done, the rest is void."""
        how = DEEDS.get(deed.what)
        if how is None:
            raise BadOpening(f"nobody can settle {deed.what!r}; there are {', '.join(DEEDS)}")
        if deed.twelfths < 0:
            raise BadOpening(f"{deed.twelfths} twelfths were {deed.what}")
        counted = deed.what in ("slain", "taken", "left")
        done = how(self, deed)
        if counted:
            if done:
                self.changed = True
                self.settled.done.append(msgspec.structs.replace(deed, twelfths=done))
            if done < deed.twelfths:
                missing = msgspec.structs.replace(deed, twelfths=deed.twelfths - done)
                self.settled.void.append(missing)
                self.void.append(missing)
        else:
            (self.settled.done if done else self.settled.void).append(deed)

    # People.

    def slain(self, deed: Deed) -> int:
        """Some of a people fell; at twelve twelfths one bead of it is gone."""
        s, who, wear = self.s, deed.thing, self.seen.wear
        done = min(deed.twelfths, TWELFTHS * len(self._below(who)) - wear.get(who, 0))
        if done <= 0:
            return 0
        name = bd.owner_name(s, who)
        wear[who] = wear.get(who, 0) + done
        fell = self.fell.setdefault(who, [name, 0])
        while wear.get(who, 0) >= TWELFTHS:
            wear[who] -= TWELFTHS
            fell[1] += 1
            self._kill_one(who, deed.place)
        if not wear.get(who) or not self._below(who):
            wear.pop(who, None)
        return done

    def _fallen(self) -> list[str]:
        """How hard each people was hit, in words: whom they slew, of whom some, and whom they hurt."""
        slew: list[str] = []
        hurt: list[str] = []
        one_by_one: list[str] = []
        for who, (name, beads) in self.fell.items():
            common = name[:1].islower() and not name.startswith(("the ", "a ", "an "))
            some = self._below(who) != []
            fell = name if not some or not beads else f"some {name}" if common else f"some of {name}"
            (slew if beads else hurt).append(fell)
            one_by_one.append(f"{'slew' if beads else 'hurt'} {fell}")
        if self.telling < 2:
            return one_by_one
        return [f"{verb} {listed(names)}" for verb, names in (("slew", slew), ("hurt", hurt)) if names]

    def _below(self, who: int) -> list[Bead]:
        """The beads of a people that can be met below ground."""
        s = self.s
        if who not in s.groups and who not in s.stacks:
            return []
        return [bead for bead in bd.of(s, who, "pop") if bead.role != "prisoner" and self._met(bead)]

    def _met(self, bead: Bead) -> bool:
        """Whether a bead can be met below ground: in a room, on a passage or with wanderers."""
        if bead.room:
            return self._room(bead.room) is not None
        return bool(bead.passage) or bead.owner in self.s.stacks

    def _kill_one(self, who: int, place: int) -> None:
        """The bead that stood there, or else the last one; with the last of all the people is gone (HST-MNST-04, HST-VILL-20)."""
        s, cause = self.s, f"killed by {self.who}" if self.telling > 2 else f"killed by a party, {self.who}"
        bead = max(self._below(who), key=lambda found: (found.room == place, found.id))
        bd.remove(s, bead)
        if who in s.stacks:
            if not bd.pop(s, who):
                stacks.end(s, s.stacks[who])
            return
        group, villainy = s.groups[who], villainy_of(s, who)
        if group.type == "surface":
            check_surface(s)
        elif not bd.pop(s, who):
            if villainy is None:
                fall(self.t, who, cause)
            elif not villainy.alone:
                villain_falls(self.t, who, cause)

    def befriended(self, deed: Deed) -> int:
        """They parted as friends: whoever comes next is met as one."""
        if deed.thing not in self.s.groups and deed.thing not in self.s.stacks:
            return 0
        known = self.seen.friends.setdefault(deed.thing, [])
        if self.who not in known:
            known.append(self.who)
        if self.telling > 2:
            self.befriends.append(bd.owner_name(self.s, deed.thing))
        else:
            self.told.append(f"made friends with {bd.owner_name(self.s, deed.thing)}")
        return 1

    # Treasure.

    def _hoard(self, thing: int) -> Bead | None:
        """Loot that can be met below ground."""
        bead = self.s.beads.get(thing)
        return bead if bead is not None and bead.colour == "loot" and self._met(bead) else None

    def taken(self, deed: Deed) -> int:
        """Loot leaves the world, a twelfth at a time; a named treasure goes whole (HST-ADVN-09)."""
        bead, thin = self._hoard(deed.thing), self.seen.thin
        if bead is None or deed.twelfths <= 0:
            return 0
        done = min(deed.twelfths, TWELFTHS - thin.get(bead.id, 0))
        if bead.name and done < TWELFTHS:
            return 0
        thin[bead.id] = thin.get(bead.id, 0) + done
        if thin[bead.id] == TWELFTHS:
            del thin[bead.id]
            self._carried(bead)
            bd.remove(self.s, bead)
            self.s.tallies["loot carried out"] = self.s.tallies.get("loot carried out", 0) + 1
        else:
            self.loot.append("a part of a hoard")
        return done

    def _carried(self, bead: Bead) -> None:
        """What was carried out, in words."""
        if bead.name and self.telling > 1:
            self.seen.gone[bead.id] = bead.name
        self.loot.append(bead.name or (f"a hoard of {bd.owner_name(self.s, bead.owner)}" if bead.owner else "a hoard"))

    def left(self, deed: Deed) -> int:
        """What its bearer dropped lies there, nobody's; of a hoard only all that is left of it (HST-ADVN-16, HST-ADVN-17)."""
        bead, place = self._hoard(deed.thing), self._room(deed.place)
        if bead is None:
            return 0
        done = min(deed.twelfths, TWELFTHS - self.seen.thin.get(bead.id, 0))
        if place is not None and done == TWELFTHS - self.seen.thin.get(bead.id, 0):
            if bead.room != place.id:
                bd.move(self.s, bead, place.id)
            bd.give(self.s, bead, 0)
        return done

    # The company itself.

    def died(self, deed: Deed) -> int:
        """A grave, and beside the first of them what the company had brought (HST-ADVN-05)."""
        s, place = self.s, self._room(deed.place) or self._last_place()
        name = _said(deed.who, LONGEST_NAME) or "somebody"
        self._remember(name, None)
        self.fallen.add(name)
        self.dead.append(name if place is None else f"{name} in {bd.room_name(place)}")
        if place is None:
            return 1
        works.landmark(s, "grave", f"the grave of {name}", (place.x, place.y), "HST-ADVN-17", place.id)
        if not self.brought:
            self.brought = True
            if self.seen.expedition and s.party is not None:
                s.party.node = place.id
            else:
                bd.make(s, "loot", 0, place.id, source="party")
        return 1

    def retired(self, deed: Deed) -> int:
        """Somebody came home rich and stays above: the kingdom's next farm bears the name."""
        name = _said(deed.who, LONGEST_NAME)
        if not name:
            return 0
        self.seen.retired.append(name)
        self.told.append(f"saw {name} retire")
        self._remember(name, self._hero(name, deed, retired=True))
        return 1

    def returned(self, deed: Deed) -> int:
        """Somebody came home, and can be met again."""
        name = _said(deed.who, LONGEST_NAME)
        if not name:
            return 0
        self.home_again.append(name)
        self._remember(name, self._hero(name, deed))
        return 1

    def _hero(self, name: str, deed: Deed, *, retired: bool = False) -> Hero:
        last = next((place for place in reversed(self.home.trail) if place in self.s.rooms), 0)
        return Hero(name, _said(deed.text, LONGEST_NAME), self.s.absolute, last, retired)

    def _remember(self, name: str, hero: Hero | None) -> None:
        """Of one name there is one: as they came home last, or nobody any more."""
        others = [each for each in self.seen.heroes if each.name != name]
        self.seen.heroes = [*others, *([hero] if hero is not None else [])][-MOST_HEROES:]

    def _come_home(self) -> None:
        """The line of the record; and where they were the adventurers who stood at the entrance, that adventure is over."""
        s = self.s
        parts = [*self._fallen(), *dict.fromkeys(self.told)]
        if self.befriends:
            parts.append(f"parted as friends from {listed(dict.fromkeys(self.befriends))}")
        if self.loot:
            parts.append(f"carried out {listed(_several(self.loot) if self.telling > 1 else self.loot)}")
        alone = len(self.dead) == 1 and f"{self.dead[0]} ".startswith(f"{self.who} ")  # a company of one
        if alone:
            parts.append(f"died{self.dead[0].removeprefix(self.who)}")
        elif self.dead:
            parts.append(f"lost {listed(self.dead)}")
        self.line = len(s.record)
        who = self.who
        if any(name not in who for name in self.home_again):
            who = f"{listed(self.home_again)} of {who}"
        elif (
            self.telling > 2 and self.home_again and self.fallen & set(re.findall(r"[^ ,]+", who))
        ):  # a company named after its people
            who = listed(self.home_again)
        tale = self.telling > 1 and any(deed.what in ("stated", "named") for deed in self.home.deeds)
        late = self.telling > 2 and any(deed.what == "taken" for deed in self.void)
        empty = "{who} came up again with a tale and nothing else" if tale else "{who} came up again with nothing to tell"
        if late:
            empty = "{who} came up again with goods that others had carried out before them"
        text = (
            "{who}" if alone else "{who} did not come up again" if self.home.lost else "{who} came up again" if parts else empty
        )
        note(
            self.t,
            "adventure",
            text + (" {parts}." if alone else "; they {parts}." if parts else "."),
            "HST-ADVN-17" if self.dead else "HST-ADVN-09",
            room=next((place for place in reversed(self.home.trail) if place in s.rooms), 0),
            who=who,
            parts=listed(parts),
        )
        party = s.party
        if self.seen.expedition and party is not None:
            self.seen.expedition = False
            if self.dead and alive(s, party) <= len(self.dead):
                perish(self.t, party, "died")
            elif self.brought:  # what they had brought lies with the one who fell
                for bead in bd.of(s, party.id, "loot"):
                    bd.move(s, bead, party.node)
                    bd.give(s, bead, 0)
            if not party.fate:
                leave(self.t, party, "came home")
            close(self.t, party)

    # Places and words.

    def _room(self, place: int) -> Room | None:
        room = self.s.rooms.get(place)
        return None if room is None or room.above or room.state == "collapsed" else room

    def _last_place(self) -> Room | None:
        return next((room for place in reversed(self.home.trail) if (room := self._room(place)) is not None), None)

    def opened(self, deed: Deed) -> int:
        """A hidden door was found."""
        room = self._room(deed.place or deed.thing)
        if room is None:
            return 0
        if room.secret:
            room.secret = False
            self.told.append(f"found the door of {bd.room_name(room)}")
        return 1

    def named(self, deed: Deed) -> int:
        """A place or a treasure without a name gets one."""
        s, text = self.s, _said(deed.text, LONGEST_NAME)
        room, bead = self._room(deed.place or deed.thing), self._hoard(deed.thing)
        if not text:
            return 0
        if bead is not None:
            if bead.name or self.seen.thin.get(bead.id):
                return 0
            bead.name = names.take(s, names.unique(s, text))
            self._note("named", "{who} called a treasure {name}.", "HST-NAMT-01", bead.room, name=bead.name)
            return 1
        if room is None or room.name:
            return 0
        old, room.name = bd.room_name(room), names.take(s, names.unique(s, text))
        self._note("named", "{who} called {old} {name}.", "HST-HIST-04", room.id, old=old, name=room.name)
        return 1

    def stated(self, deed: Deed) -> int:
        """Something somebody said of the place."""
        text = _said(deed.text).rstrip(".")
        if not text:
            return 0
        by = _said(deed.who, LONGEST_NAME) or self.who
        if self.telling > 2 and text.startswith(("I ", "I'", "My ", "We ")):
            text = f"\u201c{text}\u201d"  # what they said of themselves is told as they said it
        self._note("stated", "{fact}, or so {by} swore.", "HST-HIST-01", deed.place, fact=text, by=by)
        return 1

    def struck(self, deed: Deed) -> int:
        """The author strikes out what somebody said."""
        if not 0 <= deed.thing < len(self.s.record) or self.s.record[deed.thing].kind != "stated":
            return 0
        entry = self.s.record[deed.thing]
        entry.text, entry.rumour_weight = "A line that was struck out.", 0
        return 1

    def learned(self, deed: Deed) -> int:
        """Somebody found out what there is to a rumour."""
        if deed.text not in KNOWN or not 0 < -deed.thing <= 2 * len(self.s.record):
            return 0
        self.seen.learned[deed.thing] = deed.text
        return 1

    def _rumours(self) -> None:
        """What was no longer there is told all the same, and is not true."""
        s = self.s
        where = s.groups[s.kingdoms[0]].name if s.kingdoms else "the taverns"
        for deed in self.void:
            bead, place = s.beads.get(deed.thing), self._room(deed.place)
            hall = bd.room_name(place) if place is not None else "the dark"
            if deed.what == "slain":
                name = bd.owner_name(s, deed.thing) if deed.thing in s.groups else "what lived there"
                text = "In {where} they tell how {company} slew {name} in {hall}."
            elif known := bead.name if bead is not None else self.seen.gone.get(deed.thing, ""):
                name, text = known.removeprefix("the "), "A second {name} is shown in {where}; {company} brought it, they say."
            else:
                name, text = "a hoard", "In {where} they tell how {company} carried {name} out of {hall}."
            self._note(
                "hearsay", text, "HST-RPG-13", place.id if place else 0, where=where, company=self.who, name=name, hall=hall
            )

    def _note(self, kind: str, text: str, rule: str, room: int, **values: str) -> None:
        line = fill(text, {"who": self.who, **values})
        note(self.t, kind, "{line}", rule, room=room if room in self.s.rooms else 0, line=line)

    def _ends(self) -> None:
        """What every change may end: the age, the history, the dungeon itself (HST-MNST-02, HST-MNST-06, HST-VILL-20)."""
        s = self.s
        if s.age == "monsters":
            check_ends(self.t)
        elif s.age == "villainy":
            check_goals(self.t)
        if s.age == "over" != self.age:
            epilogue(self.t)


DEEDS: dict[str, Callable[[_Settling, Deed], int]] = {
    "slain": _Settling.slain,
    "taken": _Settling.taken,
    "left": _Settling.left,
    "died": _Settling.died,
    "opened": _Settling.opened,
    "named": _Settling.named,
    "stated": _Settling.stated,
    "learned": _Settling.learned,
    "retired": _Settling.retired,
    "returned": _Settling.returned,
    "befriended": _Settling.befriended,
    "struck": _Settling.struck,
}
