"""Going into a world: an Adventure made of the places of an expedition's cut, and its ticket."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import msgspec

from ...engine import BadOpening, Dice
from ...engine.site import TWELFTHS, Door, Entry, Hoard, People, Place, Rumour, Site, Ticket
from ...engine.words import a, capital, plural, sentence, uncapital
from ...site.account import HARMLESS, alone, check_ticket, dwelling
from ...site.bring import KEY, check_shape, read_brought, short
from ...site.casting import cast, read_casting
from ...site.cut import aim_of, cut, door_of, target
from ...site.reach import steps_from
from ...site.telling import heard, history, homecomer, last_company, lore, of_people, one_of, tell_of, trap_at, unlevelled
from ...site.words import called, tale, tale_of
from . import content
from .adventure import Adventure, BigBad, Chapter, Encounter, Foes
from .gm_tables import SceneRow
from .rules.running.sketch import sketch_town
from .state_quest import CLIMAX, Prize, Quest, Stop, Told

PLACES = 8  # that one adventure may see
LORE = 8
RUMOURS = 2
FEWEST, MOST_CHAPTERS = 2, 4
OWED, OWED_LAST = 4, 2  # scenes of a chapter, as in the book's sketches
CACHE = 2  # Worth of a hoard above the Donjon Level
DUG = "mine"  # what any other place below ground is like: there are no streets, windows or ivy
CASTING = files(__package__) / "data" / "casting.toml"
GROUND = {"mine": "mine", "tomb": "tomb", "cave": "cave", "den": "cave", "crater": "cave", "shrine": "temple", "temple": "temple",
          "cellar": "cellar", "lab": "cellar", "workshop": "cellar", "prison": "cellar"}  # fmt: skip


def enter(site: Site, door: int, goal: int, dice: Dice) -> Entry:
    """An adventure by a door for a goal: the eight places nearest to it by level, and at its end whoever rules there."""
    return _Writer(site, door, goal, dice).entry()


class _Writer:
    """One adventure in the making."""

    def __init__(self, site: Site, door: int, goal: int, dice: Dice) -> None:
        self.site, self.goal, self.dice = site, goal, dice
        self.places = cut(site, door, goal, PLACES)
        self.door: Door = door_of(site, door)
        aim_of(site, goal)  # a goal that is nothing here is refused
        self.steps = steps_from(site, [self.door.place], secret=True)
        self.ticket = Ticket(site.world, site.version, site.year, door, goal)
        self.peoples = {people.id: people for people in site.peoples if people.flavour not in HARMLESS}
        self.casting = read_casting(CASTING)
        self.twelfths = dwelling(site)
        self.stops: list[Stop] = []
        self.fillers = {sort: self._shuffled(rows) for sort, rows in self._filler_rows().items()}
        self.at = self._lair()

    def _filler_rows(self) -> dict[str, list[SceneRow]]:
        lists = content.gm().sketch
        return {"obstacle": lists.obstacles, "trap": lists.traps, "talk": lists.talks}

    def _shuffled(self, rows: list[SceneRow]) -> list[SceneRow]:
        mixed = list(rows)
        self.dice.shuffle(mixed, "scenes")
        return mixed

    # Who is where.

    def living(self, place: int) -> Counter[int]:
        """The beads at a place, by people."""
        return Counter(d.owner for d in self.site.dwellers if d.place == place and d.owner in self.peoples)

    def _lair(self) -> tuple[People, Place] | None:
        """Who rules there, and where: the villain, else whom they came for, else the strongest; a friend last of all."""
        here = {place.id: place for place in self.places}
        found: list[tuple[bool, bool, bool, int, int, int]] = []
        for place in self.places:
            for owner, beads in self.living(place.id).items():
                people = self.peoples[owner]
                if people.leader and not people.roams:
                    found.append(
                        (people.villain, owner == self.goal, not _friendly(people), place.id == people.lair, beads, -place.id)
                    )
        if not found:
            return None
        best = max(found)
        place = here[-best[-1]]
        rulers = [self.peoples[owner] for owner in self.living(place.id) if self.peoples[owner].leader]
        ruler = max(rulers, key=lambda p: (p.villain, p.id == self.goal, not _friendly(p), p.lair == place.id, -p.id))
        return ruler, place

    def sort_of(self, people: People) -> str:
        return cast(people.flavour, people.type, self.casting)

    def share(self, stop: str, owner: int, place: int) -> str:
        """A people's share of the ticket at one place."""
        key = f"folk-{stop}-{owner}"
        self.ticket.shares[key] = (owner, self.twelfths[owner, place])
        return key

    def prizes(self, place: int) -> list[Prize]:
        """The hoards of a place, those with a name first."""
        found = []
        for hoard in sorted((h for h in self.site.hoards if h.place == place), key=lambda h: (not h.name, h.id)):
            key = f"hoard-{hoard.id}"
            self.ticket.shares[key] = (hoard.id, TWELFTHS - hoard.thin)
            found.append(Prize(key, short(hoard.name), short(history(hoard))))
        return found

    # Scenes.

    def scenes(self, place: Place, level: int) -> list[Encounter]:
        """What a place becomes: its people a fight or a talk, its hoard what they guard, water or a shaft an obstacle."""
        found: list[Encounter] = []
        prizes = self.prizes(place.id)
        name = known = short(called(self.site, place))
        text = tale(self.site, place)
        if place.secret:
            stop = self._stop(place, "s")
            stop.prizes, stop.secret = prizes, True
            words = f"Somewhere behind this must be {known}. The wall sounds hollow, and only in one spot."
            return [
                Encounter(
                    stop.encounter,
                    "a wall that sounds hollow",
                    "obstacle",
                    words,
                    name,
                    attribute="dis",
                    kind="perception",
                    difficulty="hard",
                )
            ]
        for owner in sorted(self.living(place.id)):
            people = self.peoples[owner]
            stop = self._stop(place, f"f{owner}")
            stop.people, stop.who = owner, short(people.name)
            one = one_of(people.flavour)
            if _friendly(people):
                found.append(Encounter(stop.encounter, of_people(people), "talk", f"{text} {_living_here(people)}".strip(), name))
                continue
            stop.folk = self.share(stop.encounter, owner, place.id)
            if prizes and not any(other.prizes for other in self.stops if other.place == place.id):
                stop.prizes = prizes
            count = "1" if alone(people) else "group"
            who = people.name if alone(people) else f"{people.name}, at home" if people.leader else f"{capital(people.name)}"
            rows = [Foes("", count, one.title(), 0, self.sort_of(people))]
            found.append(Encounter(stop.encounter, short(who), "foes", f"{text} {_living_here(people)}".strip(), name, foes=rows))
        if prizes and not any(stop.prizes for stop in self.stops if stop.place == place.id):
            stop = self._stop(place, "h")
            stop.prizes = prizes
            if any(not prize.name for prize in prizes):
                found.append(
                    Encounter(stop.encounter, f"what lies in {known}", "cache", text, name, cache=cache_level(level, prizes))
                )
            else:
                found.append(Encounter(stop.encounter, f"what lies in {known}", "quiet", text, name))
        if found:
            return found
        trap = trap_at(self.site, place)
        stop = self._stop(place, "p")
        if trap:
            row = content.gm().sketch.traps[0]
            return [
                Encounter(
                    stop.encounter,
                    trap,
                    "trap",
                    f"{text} {row.text}".strip(),
                    name,
                    attribute=row.attribute,
                    kind=row.kind,
                    difficulty=row.difficulty,
                    danger=row.danger,
                )
            ]
        if place.fluid or self._by_shaft(place):
            what = f"the {place.fluid} of {known}" if place.fluid else f"the shaft at {known}"
            return [Encounter(stop.encounter, what, "obstacle", text, name, attribute="vir", kind="athletics", danger=3)]
        return [Encounter(stop.encounter, known, "quiet", text, name)]

    def _stop(self, place: Place, sort: str) -> Stop:
        stop = Stop(f"w{place.id}{sort}", place.id, short(called(self.site, place)), unnamed=not place.name)
        self.stops.append(stop)
        return stop

    def _by_shaft(self, place: Place) -> bool:
        return any("shaft" in way.kind and place.id in way.stops for way in self.site.ways)

    def filler(self, number: int) -> Encounter | None:
        """One of the book's own scenes: an obstacle, a trap, a talk, in turn; each once."""
        for sort in [*self.fillers][number % 3 :] + [*self.fillers][: number % 3]:
            if self.fillers[sort]:
                row = self.fillers[sort].pop()
                return Encounter(f"b{number}", row.name, sort, row.text, row.name, attribute=row.attribute, kind=row.kind,
                                 difficulty=row.difficulty, danger=row.danger)  # fmt: skip
        return None

    # Chapters.

    def bands(self) -> list[list[Place]]:
        """The way there by level, in two to four parts; where the Big Bad is does not count."""
        last = self.at[1].id if self.at is not None else 0
        way = sorted(
            (p for p in self.places if p.id != last), key=lambda p: (p.level, self.steps.get(p.id, len(self.steps)), p.id)
        )
        levels = sorted({place.level for place in way})
        if len(levels) < FEWEST:
            half = (len(way) + 1) // 2
            return [way[:half], way[half:]]
        while len(levels) > MOST_CHAPTERS:
            levels.pop(min(range(1, len(levels)), key=lambda at: sum(place.level == levels[at] for place in way)))
        return [
            [p for p in way if p.level >= first and (at + 1 == len(levels) or p.level < levels[at + 1])]
            for at, first in enumerate(levels)
        ]

    def chapters(self) -> list[Chapter]:
        lists = content.gm().sketch
        bands = self.bands()
        foes = list(lists.foes)
        self.dice.shuffle(foes, "foes")
        made: list[Chapter] = []
        number = 0
        for at, band in enumerate(bands):
            final = at == len(bands) - 1
            level = at + 1
            encounters = [scene for place in band for scene in self.scenes(place, level)]
            if encounters:
                max(encounters, key=self._storied).position = "first"
            while len(encounters) < (OWED_LAST + 1 if final else OWED):
                extra = self.filler(number)
                number += 1
                if extra is None:
                    break
                encounters.append(extra)
            tags = self._ground(band)
            rows = [
                Foes("", "group", foes[(at * 2 + k) % len(foes)].name, 0, foes[(at * 2 + k) % len(foes)].archetype)
                for k in range(3)
            ]
            made.append(
                Chapter(
                    self._chapter_name(band, at, [chapter.name for chapter in made]),
                    level,
                    OWED_LAST if final else OWED,
                    rows,
                    list(lists.senses[tags[0]]),
                    tags,
                    "the last door" if final else "a way further down",
                    encounters=encounters,
                )
            )
        return made

    def _ground(self, band: list[Place]) -> list[str]:
        """What a chapter is made of, by the book's own lists."""
        words = " ".join(f"{place.kind} {place.name}".lower() for place in band)
        sort = next((ground for word, ground in GROUND.items() if word in words), DUG)
        return list(next(tags for tags in content.gm().sketch.places.values() if tags[0] == sort))

    def _storied(self, enc: Encounter) -> tuple[int, int]:
        """How much there is to a scene: treasures and people first."""
        stop = next(stop for stop in self.stops if stop.encounter == enc.id)
        return (2 * bool(stop.prizes) + bool(stop.people), sum(bool(prize.name) for prize in stop.prizes))

    def _chapter_name(self, band: list[Place], at: int, used: list[str]) -> str:
        """After its people and the sort of place most of it is; else after a place with a name; else by the book."""
        owners = [owner for place in band for owner in self.living(place.id) if self.peoples[owner].leader]
        kinds = Counter(place.kind for place in band if place.kind)
        named = next((place.name for place in band if place.name), "")
        name = capital(named)
        if owners and kinds:
            name = f"The {plural(max(kinds, key=lambda kind: kinds[kind]))} of {self.peoples[owners[0]].name}"
        name = name.replace("The ", "The deeper ", 1) if name in used else name
        return name if name and name not in used else content.gm().sketch.chapter_names[at]

    # The end of it.

    def big_bad(self, last: int) -> BigBad:
        """Villain or leader, two Levels above the last chapter, with those who are at home; else one of the book's own."""
        if self.at is None:
            row = self.dice.pick(content.gm().sketch.big_bads, "Big Bad")
            return BigBad(row.name, last + 2, archetype=row.archetype, place="the bottom of it all")
        ruler, place = self.at
        stop = self._stop(place, "")
        stop.encounter, stop.people, stop.who = CLIMAX, ruler.id, short(ruler.name)
        stop.folk = self.share(CLIMAX, ruler.id, place.id)
        stop.prizes, stop.secret = self.prizes(place.id), place.secret
        lonely = alone(ruler) or self.living(place.id)[ruler.id] == 1
        guards = [] if lonely else [Foes("", "half", one_of(ruler.flavour).title(), 1, self.sort_of(ruler))]
        return BigBad(
            short(ruler.leader), last + 2, archetype=self.sort_of(ruler), guards=guards, place=short(called(self.site, place))
        )

    def treasure(self) -> Hoard | None:
        """The most storied treasure that can be come by; what they came for before all others."""
        named = [h for h in self.site.hoards if h.name and f"hoard-{h.id}" in self.ticket.shares]
        return max(named, key=lambda h: (h.id == self.goal, len(h.past), -h.id), default=None)

    def entry(self) -> Entry:
        site = self.site
        chapters = self.chapters()
        bad = self.big_bad(chapters[-1].donjon_level)
        treasure = self.treasure()
        ruler = self.at[0] if self.at is not None else None
        if ruler is not None and (ruler.villain or treasure is None or ruler.id == self.goal):
            goal = f"bring down {bad.name}{f' of {ruler.name}' if ruler.name != bad.name else ''}"
        else:
            goal = f"bring back {treasure.name}" if treasure is not None else f"put an end to {bad.name}"
        rumours = self._heard()
        town_name = self.door.town or "the town above"
        giver = site.heroes[-1].name if site.heroes else "who came back"
        town = sketch_town(self.dice, self._hook(town_name, rumours, bad, goal), giver)
        town.name = town_name
        offers = [
            "Wealth 2 + Level each",
            f"{treasure.name}, if you can carry it" if treasure is not None else "all Markups in the Town down by 1",
        ]
        adventure = Adventure(
            "site",
            site.title,
            goal,
            f"{site.title}; it ends where its walls end",
            town,
            chapters,
            bad,
            offers,
            map_places=[town_name, site.title],
        )
        known = {place.id for place in site.places}
        gate = next((stop for stop in self.steps if stop in known), self.places[0].id if self.places else 0)
        tales = [short(line) for place in self.places for line in tale_of(site, place, 1)]
        told = [Told(r.seq, target(site, r.seq), short(r.text), r.truth) for r in rumours]
        quest = Quest(self.ticket, site.title, gate, self.stops, told, list(dict.fromkeys(tales))[:LORE])
        check_ticket(site, self.ticket)
        bring = {"adventure": msgspec.to_builtins(adventure), KEY: msgspec.to_builtins(quest)}
        return Entry(bring, {"adventures": 1}, self.ticket)

    def _heard(self) -> list[Rumour]:
        """What they tell here: what the party came for, if it is a rumour, and the latest."""
        own = [rumour for rumour in self.site.rumours if rumour.seq == self.goal]
        return [*own, *(rumour for rumour in heard(self.site, RUMOURS + 1) if rumour not in own)][:RUMOURS]

    def _hook(self, town: str, rumours: list[Rumour], bad: BigBad, goal: str) -> list[str]:
        """Two rumours, the last who did not come back, and the task."""
        known = [line for line in (lore(self.site), tell_of(self.site), homecomer(self.site, town)) if line]
        said = [*known, *(f"In {town} they say: {sentence(unlevelled(rumour))}" for rumour in rumours)]
        dead = last_company(self.site)
        if dead:
            said.append(f"{capital(dead)} were the last to go down. They were never seen again.")
        return [*said, f"It is about {uncapital(self.site.title)}, and {bad.name}. The task: {goal}."]


def _friendly(people: People) -> bool:
    """Who can be talked to before anything else: lawful people with a name, free, and no villain's; and who has made friends."""
    return bool(people.friends and not people.villain) or (
        people.alignment == "lawful" and people.status == "free" and not alone(people)
    )


def _living_here(people: People) -> str:
    """A sentence: "The Hundred Chewers live here.", "An ooze lives here."."""
    one = alone(people)
    who = people.name if people.leader else a(one_of(people.flavour)) if one else people.flavour.lower()
    known = f" They have not forgotten {people.friends[-1]}." if people.friends else ""
    return f"{capital(who)} {'lives' if one else 'live'} here.{known}"


def cache_level(level: int, prizes: list[Prize]) -> int:
    """One cache for all plain hoards of a place: two above the Donjon Level, and one more for each further one."""
    return level + CACHE - 1 + sum(not prize.name for prize in prizes)


# What a guest brings is checked.


def brought(bring: Mapping[str, Any], adventure: Adventure) -> Quest | None:
    """The quest in an opening's `bring`, if there is one, or a BadOpening that says what is wrong with it."""
    quest = read_brought(bring, Quest)
    if quest is None:
        return None
    check_shape(quest.ticket)
    fault = _fault(quest, adventure)
    if fault:
        raise BadOpening(f"the expedition brought along will not do: {fault}")
    return quest


def _fault(quest: Quest, adventure: Adventure) -> str:
    """What is wrong with a quest; "" if nothing is."""
    scenes = {enc.id for chapter in adventure.chapters for enc in chapter.encounters} | {CLIMAX}
    if len(quest.stops) > 4 * PLACES or len(quest.rumours) > RUMOURS or len(quest.lore) > LORE:
        return "it has more places, rumours or lines than an adventure holds"
    if quest.trail or quest.scenes or quest.graves or quest.words or quest.here:
        return "it has been played already"
    keys: list[str] = []
    for stop in quest.stops:
        if stop.encounter not in scenes:
            return f"the adventure has no scene {stop.encounter!r}"
        if stop.seen or stop.searched or stop.opened or stop.befriended or stop.met or stop.number or stop.fallen:
            return "it has been played already"
        keys += [stop.folk] if stop.folk else []
        for prize in stop.prizes:
            keys.append(prize.key)
            if prize.seat != -1 or prize.item or prize.fell or prize.home:
                return "it has been played already"
    if len({stop.encounter for stop in quest.stops}) < len(quest.stops):
        return "a scene is there twice"
    if sorted(keys) != sorted(quest.ticket.shares):
        return "its places and its ticket do not agree"
    return ""


def scale(adventure: Adventure, level: int) -> None:
    """The adventure for a party of a Level: its chapters count from there, its hoards and its Big Bad with them."""
    for chapter in adventure.chapters:
        chapter.donjon_level += level - 1
        for enc in chapter.encounters:
            enc.cache += level - 1 if enc.cache else 0
    adventure.big_bad.level += level - 1
    for row in adventure.big_bad.guards:
        row.level += level - 1
