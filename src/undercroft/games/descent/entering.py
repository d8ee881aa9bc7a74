"""Entering: a party goes down into another game's world. The places nearest to its goal are dug as a maze, its peoples fight with
the lines of the bestiary, and a ticket says what may be touched."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import UNSET

from ...engine import BadOpening, Dice, Opening
from ...engine.site import TWELFTHS, Entry, Hoard, People, Place, Site, Ticket
from ...engine.words import capital, count, plain, plural, sentence, uncapital
from ...site.account import HARMLESS, alone, dwelling
from ...site.bring import KEY, check_shape, read_brought, short
from ...site.casting import cast, read_casting
from ...site.cut import aim_of, cut, door_of
from ...site.reach import steps_from
from ...site.telling import told_first
from ...site.words import called, tale, tale_of
from .bestiary import Baddie, baddies
from .content import DATA
from .delving import Plan, delve
from .maze_file import write
from .state import Expedition, Game

MOST_PLACES = 12
LIVELY = 8  # chambers with somebody in them, as far as there are empty places for the dice to fill
WAYS = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)  # of throwing 2 to 12
SEVERAL = {  # flavours that are not several by adding an s
    "Moth People": "Moth People",
    "Clockwork Order": "Clockwork Brothers",
    "Earth Men": "Earth Men",
    "Darrow": "Darrow",
    "Undead": "Undead",
    "Slumbering Undead": "Slumbering Undead",
    "Unquiet Dead": "Unquiet Dead",
    "Undead Legion": "Dead Legionaries",
    "Temple of Evil": "Evil Cultists",
    "The Thought Lord Cult": "Thought Lords",
}


def enter(site: Site, door: int, goal: int, dice: Dice) -> Entry:
    """The maze, the options and the ticket of one descent."""
    way_in = door_of(site, door)
    places = cut(site, door, goal, MOST_PLACES)
    if not places:
        raise BadOpening(f"in {uncapital(site.title)} there is no place to go to")
    shares: dict[str, tuple[int, int]] = {}
    cast_ = _Cast(site)
    hoards = {place.id: [hoard for hoard in site.hoards if hoard.place == place.id] for place in places}
    numbers: dict[int, int] = {}
    legend: dict[int, dict[str, str]] = {}
    empty = [place.id for place in places if place.id not in cast_.folk and not hoards[place.id]]
    dice.shuffle(empty)
    living = sum(place.id in cast_.folk for place in places)
    left_to_dice = set(empty[: max((len(empty) + 1) // 2, LIVELY - living)])
    for place in places:
        options: dict[str, str] = {}
        if place.id in cast_.folk:
            people, twelfths = cast_.folk[place.id]
            numbers[place.id] = cast_.heads(people, twelfths)
            shares[f"people {place.id}"] = (people.id, twelfths)
            options = {"baddies": cast_.name(people), "number": str(numbers[place.id])}
        elif place.id not in left_to_dice:
            options = {"baddies": "none"}
        for hoard in hoards[place.id]:
            shares[f"hoard {hoard.id}"] = (hoard.id, TWELFTHS - hoard.thin)
        legend[place.id] = {**options, **_lying(hoards[place.id], guarded=place.id in cast_.folk), **_told(site, place, cast_)}
    plan, sites = Plan(site, places, door), {place.id for place in places}
    title = short(plain(site.title))
    maze = delve(plan, dice, title, legend, cast_.lines())
    rumour = next((each for each in site.rumours if each.seq == goal), None)
    ticket = Ticket(site.world, site.version, site.year, door, goal, shares)
    friends = {place: short(people.friends[-1]) for place, (people, _) in cast_.folk.items() if place in sites and people.friends}
    expedition = Expedition(
        ticket,
        title,
        short(way_in.town),
        short(way_in.kind.replace("_", " ")),
        short(aim_of(site, goal)),
        told_first(site, way_in.town, goal),
        short(_journey(site, places, way_in.place)),
        numbers,
        {place: [hoard.id for hoard in lying] for place, lying in hoards.items() if lying},
        [place.id for place in places if place.secret],
        cast_.plays,
        rumour=(rumour.seq, rumour.truth, rumour.about) if rumour is not None else None,
        friends=friends or UNSET,
    )
    bring = {"maze": write(maze), KEY: msgspec.to_builtins(expedition, str_keys=True)}
    return Entry(bring, {"descents": 1}, ticket)


class _Cast:
    """Who lives in which place, and with whose line they fight."""

    def __init__(self, site: Site) -> None:
        peoples = {people.id: people for people in site.peoples if people.flavour not in HARMLESS}
        self.folk: dict[int, tuple[People, int]] = {}  # by place, the strongest there
        for (owner, place), twelfths in dwelling(site).items():
            if owner in peoples and twelfths > self.folk.get(place, (None, 0))[1]:
                self.folk[place] = (peoples[owner], twelfths)
        self.named: dict[int, str] = {}
        self.plays: dict[str, str] = {}

    def line(self, people: People) -> Baddie:
        """The line of the book they fight with."""
        return baddies()[cast(people.flavour, people.type, _CASTING)]

    def heads(self, people: People, twelfths: int) -> int:
        """How many they are: a bead is as many as the book brings on the mean, a beast or a villain one; never more than the
        book's largest number."""
        line = self.line(people)
        most = max((line.number_fixed, *line.number_2_to_12))
        mean = line.number_fixed or sum(way * n for way, n in zip(WAYS, line.number_2_to_12, strict=True)) / sum(WAYS)
        wanted = round((1.0 if alone(people) else mean) * twelfths / TWELFTHS)
        return max(1, min(wanted, most, twelfths))

    def name(self, people: People) -> str:
        """What they are called in battle: their flavour, or their own name where others have taken that."""
        if people.id not in self.named:
            flavour = plain(people.flavour)
            one = alone(people) or flavour.endswith("s")
            said = SEVERAL.get(flavour) or (flavour if one else plural(flavour))
            if said in self.named.values():
                said = capital(plain(people.name).removeprefix("the "))
            said = said.removeprefix("The ")
            self.named[people.id] = said
            if said not in baddies():
                self.plays[said] = self.line(people).name
        return self.named[people.id]

    def lines(self) -> list[Baddie]:
        """The house bestiary: the lines they fight with, under their own names."""
        return [msgspec.structs.replace(baddies()[plays], name=name, power="") for name, plays in self.plays.items()]


def _lying(hoards: list[Hoard], *, guarded: bool) -> dict[str, str]:
    """What the legend notes of treasure: how many throws, and what has a name."""
    plain_ones = sum(not hoard.name for hoard in hoards)
    specials = [plain(hoard.name).replace(";", ",") for hoard in hoards if hoard.name]
    noted = {"hoards": str(plain_ones)} if guarded or plain_ones else {}
    return {**noted, **({"special": "; ".join(specials)} if specials else {})}


def _told(site: Site, place: Place, cast_: _Cast) -> dict[str, str]:
    """Name, tale and number of a place for the legend."""
    name = called(site, place)
    living = cast_.folk.get(place.id)
    if living is not None and living[0].name not in name and living[0].name.lower() != living[0].flavour.lower():
        name = f"{name}, where {living[0].name} {'lives' if alone(living[0]) else 'live'}"
    lines = tale_of(site, place)
    said = short(". ".join(filter(None, [sentence(name).rstrip("."), tale(site, place)])))
    return {"say": said, **({"note": short(" ".join(lines))} if lines else {}), "site": str(place.id)}


def _journey(site: Site, places: Iterable[Place], start: int) -> str:
    """The empty stretch from the door to the first place of the maze, in a sentence."""
    steps = steps_from(site, [start], secret=True)
    near = min(places, key=lambda place: (steps.get(place.id, len(steps) + 1), place.id))
    far = steps.get(near.id, 0)
    return f"{capital(count(far, 'empty stretch', 'empty stretches'))} of passage, and then {called(site, near)}." if far else ""


def bring_in(s: Game, opening: Opening) -> None:
    """Take on what an opening brings along, if it is an expedition; a BadOpening says what is wrong with it."""
    e = read_brought(opening.bring, Expedition)
    if e is None:
        return
    check_shape(e.ticket)
    if not isinstance(opening.bring.get("maze"), str):
        raise BadOpening("an expedition brings its maze along, and this one has none")
    if opening.options["descents"] != 1:
        raise BadOpening(f"an expedition is one descent, not {opening.options['descents']}; set descents=1")
    if e.slain or e.fallen:
        raise BadOpening("nobody has fallen on an expedition that has not begun")
    sites = [int(feature.get("site")) for level in s.levels for feature in level.legend.values() if feature.get("site")]
    if len(set(sites)) != len(sites):
        raise BadOpening("the expedition's maze has two chambers for one place")
    known = {f"people {place}" for place in e.numbers} | {f"hoard {hoard}" for lying in e.hoards.values() for hoard in lying}
    for key in e.ticket.shares:
        if key not in known:
            raise BadOpening(f"the ticket has a share for {key!r}, which is nobody and nothing of this maze")
    for place in (*e.numbers, *e.hoards, *e.hidden):
        if place not in sites:
            raise BadOpening(f"the expedition speaks of place {place}, which no chamber of its maze is")
    if any(not 1 <= number <= 99 for number in e.numbers.values()):
        raise BadOpening("a people of an expedition has 1 to 99 heads in a chamber")
    names = {own.name for own in s.home_baddies}
    for name, plays in e.plays.items():
        if name not in names or plays not in baddies():
            raise BadOpening(f"the expedition has {name!r} play {plays!r}; they must be in its bestiary and in the book")
    s.expedition = e


_CASTING = read_casting(DATA / "casting.toml")
