"""Tale: what is known of a square of the map, or of somebody in a battle. It reads the masked state and tells no more."""

from __future__ import annotations

from ...engine import Line, Tale
from ...engine.words import capital, listed, some
from .arsenal import ARMOURS, SHIELDS
from .bestiary import likes, one_of
from .quadrille import spot_of
from .rules.basics.wares import ware
from .rules.campaign.desk import contents
from .rules.company.company import sweeps
from .rules.personas.people import full_body, line_of
from .rules.wounds.wounds import title
from .state import Battle, Exchange, Foe, Game, Member

ROUNDS_TOLD = 5


def tale(s: Game, seat: int | None, place: str) -> Tale | None:
    """The tale of a square, a foe or a member, by its place on the drawing or by its name."""
    wanted = place.strip()
    if "cell-" in wanted:
        return _square(s, seat, wanted)
    b = s.battle
    if b is None or not s.at[1]:
        return None
    for foe in b.foes:
        if wanted.lower() in (f"foe-{foe.id}", f"{foe.name} {foe.id + 1}".lower(), f"{one_of(foe.name)} {foe.id + 1}".lower()):
            return of_foe(s, seat, b, foe)
    for number in s.party:
        m = s.members[number]
        if wanted == f"member-{m.id}" or wanted.lower() == m.name.lower():
            return of_member(s, b, m)
    return None


def is_gamesmaster(s: Game, seat: int | None) -> bool:
    """Whether this seat looks on from behind the screen."""
    return seat is not None and seat >= len(s.names)


# Squares.


def _square(s: Game, seat: int | None, place: str) -> Tale | None:
    """For the gamesmaster what his key says, for the party what it jotted down."""
    kind, _, spot = place.rpartition("cell-")
    if "," not in spot or not s.at[0]:
        return None
    col, row = spot_of(spot)
    if is_gamesmaster(s, seat):
        number = int(kind.removeprefix("level-").removesuffix("-")) if kind else s.at[0]
        level = next((one for one in s.levels if one.number == number), None)
        if level is None or level.cell(col, row) == " ":
            return None
        feature = level.feature(col, row)
        first = level.room(col, row)[0] if level.is_room(col, row) else (col, row)
        lines = [Line("holds", contents(s, number, *first))] if level.is_room(col, row) else [Line("is", feature.kind)]
        lines += [Line(label, feature.get(label)) for label in ("say", "note", "peculiarity") if feature.get(label)]
        return Tale(f"Level {number}, {level.cell(col, row)} at {first[0]},{first[1]}", tuple(lines))
    words = s.sheets[s.sheet].notes.get(spot)
    return Tale(f"Column {col}, row {row}", (Line("jotted down", words),)) if words else None


# Those who fight.


def of_foe(s: Game, seat: int | None, b: Battle, foe: Foe) -> Tale:
    """A baddie: what the party was told of it, what the notebooks say, how it stands, and what it has done (DES-BAT-05, -10)."""
    behind_screen = is_gamesmaster(s, seat)
    heading = f"{one_of(foe.name)} {foe.id + 1}"
    lines: list[Line] = []
    if foe.member >= 0:
        heading = s.members[foe.member].name
        lines.append(Line("is", "one of the party no longer: a traitor, for thirty silver", rule="DES-TREAS-27"))
    elif b.told or behind_screen:
        lines += _particulars(s, b, foe)
    else:
        lines.append(Line("is", f"one of the {foe.name}; nobody has told you more"))
    lines += [Line("now", words) for words in _plight(s, b, foe)]
    if foe.member < 0:
        lines += _for_the_desk(s, foe) if behind_screen else _noted(s, seat, foe.name)
    return Tale(capital(heading), (*lines, *_fought(b, f"foe-{foe.id}")))


def _particulars(s: Game, b: Battle, foe: Foe) -> list[Line]:
    line = line_of(s, foe.name)
    alike = sum(1 for other in b.foes if other.name == foe.name)
    company = "alone" if alike == 1 else f"one of {alike}"
    several = f"hits {line.attacks} at a time with one throw" if sweeps(s, foe.name) else f"strikes {line.attacks} at a time"
    return [
        Line("is", f"{line.category}, {company}; {'in front' if foe.id in b.front else 'behind their line'}"),
        Line("hits left", str(foe.hits), of=foe.full, rule="DES-BAT-05"),
        Line("hits", f"on {line.to_hit}" + (f"; {several}" if line.attacks > 1 else ""), rule="DES-BAT-05"),
        Line("worth", f"{line.hits} karma to whoever kills it", rule="DES-KAR-02"),
    ]


def _plight(s: Game, b: Battle, foe: Foe) -> list[str]:
    words = []
    if foe.stopped:
        words.append("stopped: it attacks no more")
    elif foe.tied:
        words.append(f"tied up: it misses {some(foe.tied, 'attack')}")
    if foe.disarmed:
        words.append("disarmed: it needs two more to hit")
    if foe.holds >= 0:
        words.append(f"has its teeth in {s.members[foe.holds].name}")
    if b.missing:
        words.append("blinded or laughing with the rest of them")
    return words


def _for_the_desk(s: Game, foe: Foe) -> list[Line]:
    """What only the gamesmaster may read (DES-BAT-07, DES-GM-04)."""
    line = line_of(s, foe.name)
    table = likes().get(foe.name)
    liked = listed([ware(name) for name in table.favourite]) if table is not None else ""
    return [
        Line("hurt by", ", ".join(f"{arm} {number}" for arm, number in line.weapons.items()) or "nothing", rule="DES-BAT-13"),
        Line("nerve", line.nerve, rule="DES-MOR-01"),
        *([Line("power", line.power)] if line.power else []),
        *([Line("likes", liked, rule="DES-PEACE-02")] if liked else []),
    ]


def _noted(s: Game, seat: int | None, name: str) -> list[Line]:
    """The leader's notebook lies open; one's own is one's own (DES-BAT-10, DES-FLAV-03)."""
    leader = max(0, s.members[s.leader].seat) if s.leader >= 0 else -1
    books = [("the leader's notebook", leader)] if leader >= 0 else []
    if seat is not None and seat != leader:
        books.append(("your own notebook", seat))
    lines = []
    for whose, number in books:
        page = s.notebooks[number].get(name, {})
        words = [f"{arm} {_outcomes(numbers)}" for arm, numbers in page.items()]
        if words:
            lines.append(Line(whose, "; ".join(words), rule="DES-BAT-10"))
    if name in s.learned:
        lines.append(Line("you were told", s.learned[name]))
    return lines


def _outcomes(numbers: list[int]) -> str:
    hit, miss = numbers
    return listed(filter(None, (f"hit on {hit}" if hit else "", f"missed on {miss}" if miss else "")), none="")


def of_member(s: Game, b: Battle, m: Member) -> Tale:
    """One of the party: what is left of him, what is in his hand, and what he has done in this fight."""
    player = s.names[m.seat] if 0 <= m.seat < len(s.names) else ""
    lines = [
        Line("is", title(m) + (f"; {player}'s" if player and len(s.names) > 1 else "") + ("; leads" if m.id == s.leader else "")),
        Line("body hits", str(max(0, m.body)), of=full_body(s, m), rule="DES-ARM-09"),
    ]
    if m.armour:
        lines.append(Line(m.armour.lower(), str(m.armour_left), of=max(ARMOURS[m.armour], m.armour_left)))
    if m.shield:
        side = "in front" if m.shield_front else "slung on the back"
        lines.append(Line(m.shield.lower(), str(m.shield_left), of=max(SHIELDS[m.shield], m.shield_left), hint=side))
    if m.body_shield:
        lines.append(Line("body shield", f"{m.body_shield} hits"))
    if m.cls:
        lines.append(Line("in hand", ware(m.hand) if m.hand else "nothing"))
    plight = list(dict.fromkeys(m.conditions))
    if m.status != "ready":
        plight.insert(0, {"hostage": "a hostage", "stone": "turned to stone"}.get(m.status, m.status))
    if m.misses:
        plight.append(f"loses {some(m.misses, 'attack')}")
    if m.held >= 0:
        plight.append("held fast in something's teeth")
    if plight:
        lines.append(Line("now", ", ".join(plight)))
    return Tale(m.name, (*lines, *_fought(b, f"member-{m.id}")))


def _fought(b: Battle, who: str) -> list[Line]:
    """What happened to somebody in this fight, a round to a line, the latest rounds if there were many."""
    rounds: dict[int, list[Exchange]] = {}
    for entry in b.exchanges.get(who, []):
        rounds.setdefault(entry.round, []).append(entry)
    last = list(rounds.items())[-ROUNDS_TOLD:]
    told = [Line(f"round {number}" if number else "before the first round", _said(entries)) for number, entries in last]
    return told or ([Line("so far", "has not struck or been struck")] if b.round else [])


def _said(entries: list[Exchange]) -> str:
    """Exchanges of one round in words, those alike together: "hits Gunnar, is missed by Bruno, Maud and Thora twice"."""
    alike: dict[str, dict[str, int]] = {}
    for entry in entries:
        by = alike.setdefault(entry.what, {})
        by[entry.whom] = by.get(entry.whom, 0) + 1
    times = {1: "", 2: " twice"}
    said = [
        f"{what} {listed([whom + times.get(number, f' {number} times') for whom, number in by.items()])}"
        for what, by in alike.items()
    ]
    return "; ".join(said)
