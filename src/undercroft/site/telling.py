"""More of what there is to say of a Site: one of a people, whose a treasure was, what is told in town and who was lost last."""

from __future__ import annotations

import re

from ..engine.site import LONGEST_TEXT, Hoard, People, Place, Rumour, Site
from ..engine.words import a, capital, number, uncapital
from .bring import short

# Flavours whose word for one of them does not follow by leaving out the plural.
ONE: dict[str, str] = {
    "Dwarves": "dwarf",
    "Dark Elves": "dark elf",
    "Earth Men": "earth man",
    "Moth People": "moth woman",
    "Clockwork Order": "clockwork brother",
    "The Thought Lord Cult": "cultist",
    "The Thought Lords": "thought lord",
    "Temple of Evil": "cultist",
    "Unquiet Dead": "unquiet dead man",
    "Undead Legion": "dead legionary",
    "Ogre Magi": "ogre mage",
}
OLD = (
    "formed",
    "rose from below",
    "Long ago",
    "across the page",
    "The Age of",
    "puts down the pen",
    "cleared land",
    "entered the dungeon",
)  # nobody goes down for that
COUNTERS = re.compile(  # "(29 to 13)", "(Orcs, chaotic)", ", chaotic Orcs,": of the world's own game
    r" \((?:[^()]*\d[^()]*|[^(),]+, \w+)\)|, (?:an? )?\w+ [A-Z][^,]*,(?= came to )"
)
NEVER = " were never seen again."
MOST_FOLK = 4  # peoples that are told of at once, those who came last

PEDDLER = "A peddler tells it for a drink: "  # how some rumours begin, true or not
GRAVE = "the grave of "  # how a grave's mark begins


def one_of(flavour: str) -> str:
    """One of them: "cave giant" of Cave Giants, "dwarf" of Dwarves."""
    if flavour in ONE:
        return ONE[flavour]
    word = flavour.removeprefix("The ").lower()
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us")) else word


def of_people(people: People) -> str:
    """One of a people, with its article: "a cave giant of the Stolen Tongues"; a beast with a name goes by it."""
    one = one_of(people.flavour)
    if not people.leader:
        return a(one)
    return f"{people.name}, {a(one)}" if people.leader == people.name else f"{a(one)} of {people.name}"


def history(hoard: Hoard) -> str:
    """Whose a treasure was: "once of House Faldgar, then of the Silver Coins"; "" if nobody knows."""
    holders = [holder for holder in hoard.past if holder != "nobody"]
    return "" if not holders else f"once of {holders[0]}" + (f", then of {holders[-1]}" if len(holders) > 1 else "")


def ago(site: Site, year: int) -> str:
    """How long it is since: "this winter", "last winter", "three winters ago"; nobody counts past thirty."""
    since = site.year - year
    if since <= 0:
        return "this winter"
    return "last winter" if since == 1 else f"{number(since)} winters ago" if since <= 30 else "longer ago than anybody counts"


def lines_of(site: Site, place: Place) -> list[tuple[int, str]]:
    """The record of a place, oldest first: the year and the line, without the counters of the world's own game."""
    return [
        (site.years[line] if line < len(site.years) else 0, COUNTERS.sub("", site.record[line]))
        for line in place.tale
        if 0 <= line < len(site.record)
    ]


def trap_at(site: Site, place: Place) -> str:
    """What is built into a place against visitors; "" if nothing is."""
    snares = {people.id for people in site.peoples if people.flavour == "Trap"}
    if any(dweller.place == place.id and dweller.owner in snares for dweller in site.dwellers):
        return "traps"
    return next((mark.name for mark in site.marks if mark.place == place.id and mark.kind in ("trap", "defensive works")), "")


def unlevelled(rumour: Rumour) -> str:
    """A rumour without who tells it and the level it names: an expedition counts its levels from the first that is lived in."""
    return capital(rumour.text.removesuffix(_level(rumour)).removeprefix(PEDDLER))


def names_level(rumour: Rumour) -> bool:
    """Whether a rumour says on which level it was: only what happened at a place below ground does."""
    return rumour.text.endswith(_level(rumour))


def _level(rumour: Rumour) -> str:
    return f" They say it was on level {rumour.level}."


def worth_telling(rumours: list[Rumour]) -> list[Rumour]:
    """Those that somebody would go down for, the latest first, none twice, whatever their truth."""
    return list({each.text: each for each in reversed(rumours) if not any(word in each.text for word in OLD)}.values())


def heard(site: Site, most: int) -> list[Rumour]:
    """Rumours worth telling in town, the latest first, whatever their truth."""
    fresh = worth_telling(site.rumours)
    return sorted(fresh, key=lambda rumour: not rumour.about)[:most]


def lore(site: Site, most: int = LONGEST_TEXT) -> str:
    """What everybody above knows of the place, as many sentences as fit."""
    said = ""
    for each in site.lore:
        if len(said) + len(each) < most:
            said = f"{said} {each}".strip()
    return said


def tell_of(site: Site) -> str:
    """Who lives there, as far as it is told in town; "" if nobody says."""
    return short(f"They tell of {'; '.join(site.folk[-MOST_FOLK:])}.") if site.folk else ""


def homecomer(site: Site, town: str) -> str:
    """Whom one meets in town: the last who came home and has not died since, and what they talk of; "" if nobody ever did.

    It says nothing that those above do not know.
    """
    if not site.heroes:
        return ""
    hero = site.heroes[-1]
    seen = next((place for place in site.places if place.id == hero.place and not place.secret), None)
    who = f"{hero.name}, {a(hero.what)}," if hero.what else hero.name
    came = f"{'retired on the goods of that place' if hero.retired else 'came home'} {ago(site, hero.year)}"
    talks = f" and talks of {uncapital(seen.name or f'the {seen.kind}')}" if seen is not None else ""
    return short(f"In {town or 'town'} sits {who} who {came}{talks}.")


def told_first(site: Site, town: str, goal: int) -> list[str]:
    """What a company hears before it goes down: what everybody knows, who came home, and what else than its goal is said."""
    others = [rumour for rumour in heard(site, 3) if rumour.seq != goal][:2]
    said = [short(f"They say in {town or 'town'}: {uncapital(unlevelled(rumour))}") for rumour in others]
    return [line for line in (lore(site), tell_of(site), homecomer(site, town), *said) if line]


def last_company(site: Site) -> str:
    """The last company that did not come back; "" if all did."""
    gone = [(at, line[: -len(NEVER)]) for at, line in enumerate(site.record) if line.endswith(NEVER)]
    lost = [(site.years[at] if at < len(site.years) else 0, who) for at, who in gone]
    lost += [(mark.year, mark.name.removeprefix(GRAVE)) for mark in site.marks if mark.kind == "grave"]
    return max(lost, key=lambda grave: grave[0], default=(0, ""))[1]
