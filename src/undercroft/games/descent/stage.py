"""The stage: the party's line and what it faces, the chest that may be lost, and the blows of the round that told."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from ...engine import Line, Side, Stage, Throw, Told
from ...engine.stage import MOST_THROWS, Verdict, by_words, came_of, last_told, throws_of, until_next_throw
from ...engine.words import a, capital, count, listed, number, uncapital
from .arsenal import ARMOURS, SHIELDS
from .bestiary import baddies, one_of
from .rules.basics.money import haul
from .rules.battle.blows import PATIENCE, is_lit, rounds_in_vain
from .rules.battle.field import called
from .rules.personas.people import full_body, nearest_rank
from .screen import PHASES
from .state import SILVER_PER_GOLD, Battle, Game, Member

KILLS = ("DES-KAR-01", "DES-KAR-02")
HURTS = ("DES-BAT-12",)
LEGEND = ("DES-STRE-01",)  # what a legend promised is what one came for
FOUND = {  # what lay there, and its picture
    "DES-STRE-01": "heartgem", "DES-MAGW-01": "sword", "DES-SPELL-01": "scroll", "DES-RELIC-02": "idol", "DES-TREAS-13": "gold",
    "DES-TREAS-14": "bar", "DES-TREAS-19": "bar", "DES-TREAS-20": "jewel", "DES-TREAS-17": "coins", "DES-SUPF-01": "pack",
}  # fmt: skip
GONE = (*KILLS, "DES-MOR-01", "DES-MOR-02", "DES-STORE-14")  # how a fight may end
PLACES = {"corridor": "in a corridor", "chamber": "in a chamber", "stairs": "on the stairs"}
FAIR_HAUL, GOOD_HAUL = 30, 60  # gold of one descent: half of all parties, and a quarter, bring as much home (steady's, Crabgrass)
HAULS = f"{FAIR_HAUL} is a fair haul for six, {GOOD_HAUL} a good one; lost with the party, shared out at home"
SHOWN = 5  # fighters of a row
WORST = 3  # of the hurt, on the way
MOST_FINDS = 4  # told on the stage; the story has the rest
_WAITS = re.compile(r"^The gamesmaster throws for doubles ((?:behind|at the|in the) .*)")
_BLOW = re.compile(r" throws (?:\S.* )?at (?=\S)")


def stage(s: Game, seat: int | None, told: Sequence[Told]) -> Stage | None:
    """What is happening to the party; the same for every player, one's own personas first."""
    b = s.battle
    throws = _telling(throws_of(told, {"DES-BAT-09": _blow, "DES-WZB-04": _ball, "DES-BAT-12": _onslaught}, _other, most=60))
    fights = b is not None and bool(b.foes)
    finds = [] if fights else [event for event in told if event.roll is None and event.kind != "dice" and event.rule in FOUND]
    beaten = _beaten(s, b, told)
    won = Side(beaten[0], beaten[1], notes=("beaten",)) if beaten else None
    if finds:
        throws = ()
        won = _find(finds, beaten[0] if beaten else "")
    other = _enemy(s, b, told) if b is not None and fights else won
    sides = (_party(s, seat), *((other,) if other is not None else ()))
    lost = last_told(told, "DES-IDEA-13")
    killed = last_told(told, *KILLS)
    found = last_told(told, *LEGEND) if not fights else None
    idea = last_told(told, "DES-STORE-14") if fights else None
    hit = next(
        (event for event in reversed(told) if event.roll is None and not {"marks", "where", "struck"}.isdisjoint(event.values)),
        None,
    )
    moment = "death" if lost else "find" if finds else "fight" if fights or won else "throw" if throws else ""
    said = (
        lost
        or found
        or (
            (last_told(told, *GONE) if won else None) or (killed or hit or last_told(told, "DES-BAT-05"))
            if b is not None or won
            else None
        )
    )
    words = said.text if said is not None else came_of([event for event in told if event.kind != "headline"])
    if finds and not lost and not found:
        ending = last_told(told, *GONE)
        words = " ".join(event.text for event in (*([ending] if ending is not None else []), *finds[:MOST_FINDS]))
    if idea is not None and idea.text != words:
        words = f"{idea.text} {words}"
    return Stage(
        "A find" if finds else "Won" if won else _title(s, b),
        _place(s, b),
        sides if sides[0].lines or len(sides) > 1 else (),
        _stakes(s),
        throws,
        words,
        moment,
    )


def _beaten(s: Game, b: Battle | None, told: Sequence[Told]) -> tuple[str, str] | None:
    """Who has just been beaten, and their picture: while the field is searched, and in the moment after."""
    if b is not None and b.foes:
        return None
    if b is not None and s.phase == "spoils" and b.kinds:
        lead, many = b.kinds[0], b.joined
    else:
        fallen = [
            str(event.values["foe"]) for event in told if event.rule in KILLS and event.roll is None and "foe" in event.values
        ]
        known = {one_of(name): name for name in baddies()}
        lead = next(
            (name for one, name in known.items() if fallen and re.fullmatch(rf"the (?:\S+ )?{re.escape(one)}", fallen[-1])), ""
        )
        many = len(fallen)
    if not lead:
        return None
    figure = s.expedition.plays.get(lead, lead) if s.expedition is not UNSET else lead
    name = f"{capital(number(many))} {lead}" if many > 1 else f"The {one_of(lead)}"
    return name, one_of(figure).lower()


def _find(finds: Sequence[Told], beaten: str) -> Side:
    """What was found, and its picture; several things are a hoard."""
    kinds = {event.rule for event in finds}
    return Side(
        "Found", FOUND[finds[0].rule] if len(kinds) == 1 else "hoard", notes=(f"{uncapital(beaten)} beaten",) if beaten else ()
    )


def _title(s: Game, b: Battle | None) -> str:
    if b is not None and b.foes:
        name = _named(b)
        return f"Round {b.round}: {name}" if b.round else capital(name)
    return PHASES.get(s.phase, s.phase)


def _named(b: Battle) -> str:
    names = listed(dict.fromkeys(foe.name for foe in b.foes))
    return f"{len(b.foes)} {names}" if len(b.foes) > 1 else f"the {one_of(b.foes[0].name)}"


def _place(s: Game, b: Battle | None) -> str:
    if not s.sheets or s.phase in ("roll-call", "rise", "store", "muster", "line", "home", "paper", "last rise", "over"):
        return s.maze_name
    sheet = s.sheets[s.sheet]
    level = f"level {sheet.level}" if sheet.sure and sheet.level else "somewhere below"
    known = sheet.notes.get(f"{s.at[1]},{s.at[2]}", "") if s.expedition is not UNSET else ""
    where = known or (PLACES.get(b.place, b.place) if b is not None else "")
    return f"{s.maze_name}, {level}" + (f", {uncapital(where)}" if where else "")


def hits_left(m: Member) -> int:
    """What a member can take, all told."""
    return max(0, m.body) + m.armour_left + m.shield_left + m.vest_left


def full_hits(s: Game, m: Member) -> int:
    """What a member could take when he went down."""
    return full_body(s, m) + ARMOURS.get(m.armour, 0) + SHIELDS.get(m.shield, 0) + m.vest_left


def _hits(s: Game, m: Member) -> Line:
    """What is left between a member and the grave, as the prompts count it: armour, shield, vest and body together."""
    left = hits_left(m)
    return Line(m.name, str(left), max(left, full_hits(s, m)), hint=f"{max(0, m.body)} of them the body's own")


def _party(s: Game, seat: int | None) -> Side:
    going = [s.members[number] for number in s.party]
    front = [s.members[number] for number in s.lines[0] if number in s.party] or going
    able = [m for m in front if m.status == "ready"]
    able.sort(key=lambda m: m.seat != seat)
    down = [m.name for m in going if m.status != "ready"]
    behind = [m.name for m in going if m.status == "ready" and m not in able]
    notes = [f"behind: {', '.join(behind)}"] if behind else []
    notes += [f"down: {', '.join(down)}"] if down else []
    if s.battle is not None and s.battle.foes and s.battle.round and rounds_in_vain(s.battle) >= PATIENCE:
        notes.insert(0, f"no hit for {number(rounds_in_vain(s.battle))} rounds" + ", in the dark" * (not is_lit(s, s.battle)))
    known = learnt(s, s.battle) if s.battle is not None and not s.battle.foes else ""
    notes = [f"learnt of {listed(s.battle.kinds)}: {known}"] if known and s.battle is not None else notes
    lead = s.members[s.leader] if s.leader >= 0 else able[0] if able else None
    lines = [_hits(s, m) for m in able[:SHOWN]]
    up = [m for m in going if m.status == "ready"]
    if s.battle is None and len(going) > 1 and up:  # on the way: how many, and who is hurt
        hurt = [line for line in (_hits(s, m) for m in up) if line.of is not None and int(line.value) < line.of]
        hurt.sort(key=lambda line: int(line.value) / (line.of or 1))
        lines = [Line("On their feet", str(len(up)), len(going)), *hurt[:WORST]]
        notes = notes[len(behind) > 0 :]
    figure = "" if lead is None else lead.cls if lead.denomination == "human" else lead.denomination
    return Side("The party" if len(going) != 1 else going[0].name, figure, tuple(lines), tuple(notes))


def _enemy(s: Game, b: Battle, told: Sequence[Told]) -> Side:
    front = [foe for foe in b.foes if foe.id in b.front] or b.foes
    alike = len({foe.name for foe in b.foes}) == 1 < len(b.foes)  # their name stands above
    names = {
        foe.id: called(s, b, foe).removesuffix(f" {one_of(foe.name)}")
        if alike
        else "hits"
        if len(b.foes) == 1 and foe.member < 0
        else called(s, b, foe)
        for foe in front
    }
    lines = [Line(names[foe.id], str(foe.hits), foe.full) for foe in front[:SHOWN]] if b.told else []
    waiting = len(b.foes) - len(front)
    if lines and len(b.foes) > SHOWN and all(foe.full == 1 for foe in b.foes):  # one blow fells any: their number counts
        lines, waiting = [Line("in front", str(len(front))) if b.round else Line("standing", str(len(b.foes)))], waiting
    notes = [f"{waiting} more behind them"] if waiting else []
    notes += ["nobody has struck yet"] if not b.round else []
    notes += [f"{'they guard' if len(b.foes) > 1 else 'it guards'} a treasure"] if b.treasure else []
    notes += [str(event.values["heard"]) for event in told if "heard" in event.values]
    notes += [known] if b.round and (known := learnt(s, b)) else []
    name = _named(b)
    lead = b.foes[0].name
    figure = s.expedition.plays.get(lead, lead) if s.expedition is not UNSET else lead
    return Side(capital(name), one_of(figure).lower(), tuple(lines), tuple(notes))


def _stakes(s: Game) -> tuple[Line, ...]:
    if not s.at[0] and s.battle is None:
        return ()
    found = haul(s.chest) // SILVER_PER_GOLD
    rank, back = nearest_rank(s, haul(s.chest)), turn_back(s)
    lines = [
        Line("Gold found", str(found), of=max(found, FAIR_HAUL if found < FAIR_HAUL else GOOD_HAUL), hint=HAULS),
        Line("Relics", str(s.chest.relics)) if s.chest.relics else None,
        Line("Turn back?", back, hint="by the tower; what is in the chest is shared out at home") if back else None,
        Line("Next rank", rank, hint="with a share of the chest counted in", rule="DES-WAR-03") if rank else None,
    ]
    return tuple(line for line in lines if line is not None)


def turn_back(s: Game) -> str:
    """Why the party might go home now: what it has lost, or what it has found; nothing speaks for it: ""."""
    found = haul(s.chest) // SILVER_PER_GOLD
    going = [s.members[number] for number in s.party]
    left = sum(hits_left(m) for m in going if m.status == "ready")
    lost = sum(m.status == "dead" for m in going)
    worn = f"{count(lost, 'of you is dead', 'of you are dead')}" if lost else ""
    worn = worn or "half your hits are gone" * (2 * left < sum(full_hits(s, m) for m in going))
    rich = "a good haul" if found >= GOOD_HAUL else "a fair haul" if found >= FAIR_HAUL else ""
    return listed([one for one in (worn, rich) if one], none="")


def learnt(s: Game, b: Battle) -> str:
    """What the leader's notebook has of these baddies: which totals hit, with rank, light and ground counted in (DES-BAT-10)."""
    seat = s.members[s.leader].seat if s.leader >= 0 else -1
    arms = [(arm, page) for kind in b.kinds for arm, page in s.notebooks[seat].get(kind, {}).items()] if seat >= 0 else []
    said = []
    for arm, (hit, miss) in arms:
        known = [f"{hit} hits" if hit else "", f"{miss} misses" if miss else ""]
        said.append(f"{a(arm)}: {listed([one for one in known if one], last='and')}")
    return "; ".join(said)


def _telling(throws: tuple[Throw, ...]) -> tuple[Throw, ...]:
    """Of a whole round, the throws that changed something; if none did, the last ones. Who throws at whom is enough."""
    throws = tuple(
        msgspec.structs.replace(throw, why=_WAITS.sub(r"Is anybody \1?", _BLOW.sub(" at ", throw.why))) for throw in throws
    )
    if len(throws) <= MOST_THROWS:
        return throws
    told = [throw for throw in throws if throw.verdict not in ("a miss", "no", "")]
    return tuple((told or list(throws))[-MOST_THROWS:])


def _thrower(event: Told) -> str:
    return str(event.values.get("why", "")).partition(" throws ")[0]


def _came(event: Told, after: Sequence[Told], *rules: str) -> str:
    """Whether a party's blow hit or killed, by the line told before the next throw."""
    who = _thrower(event)
    if rules == ("DES-BAT-09",) and (word := _in_volley(who, after)) is not None:
        return "a hit" if word else "a miss"
    for one in until_next_throw(after):
        if one.rule in KILLS and one.values.get("name") == who:
            return "a kill"
        if one.rule in rules and "foe" in one.values and one.values.get("name") == who:
            return "a hit"
        if one.rule in rules and "marks" in one.values and "foe" not in one.values:
            return "a hit"
    return "a miss"


def _in_volley(who: str, after: Sequence[Told]) -> bool | None:
    """Whether a blow that is told together with others hit; None: it was told by itself, or killed."""
    later = 0  # blows of the same fighter before they are told
    for n, one in enumerate(after):
        if one.roll is not None:
            later += _thrower(one) == who
        elif isinstance(struck := one.values.get("struck"), list):
            his = [name.startswith("+") for name in struck if name[1:] == who]
            if his:
                return his[max(0, len(his) - 1 - later)]
        elif one.values.get("name") == who and not any(before.roll is not None for before in after[:n]):
            return None
    return None


def _blow(event: Told, after: Sequence[Told]) -> Verdict | None:
    word = _came(event, after, "DES-BAT-09")
    return Verdict("", word, good=word != "a miss")


def _ball(event: Told, after: Sequence[Told]) -> Verdict | None:
    word = _came(event, after, "DES-WZB-04")
    return Verdict("", word, good=word != "a miss")


def _onslaught(event: Told, after: Sequence[Told]) -> Verdict | None:
    """A baddie's throw: its own words say what it needs."""
    number = str(event.values.get("why", "")).partition("(hits on ")[2].rstrip(")")
    who = _thrower(event)
    hit = bool(_in_volley(who, after)) or any(
        one.rule in HURTS and one.values.get("name") == who and "where" in one.values for one in until_next_throw(after)
    )
    return Verdict(f"{number} or more" if number.isdecimal() else "", "a hit" if hit else "a miss", good=not hit)


def _other(event: Told, after: Sequence[Told]) -> Verdict | None:
    """A throw for doubles is read by its faces; others by their words."""
    if event.rule == "DES-TREAS-01":
        return None  # eleven of them; what lies there is said
    if "for doubles" in str(event.values.get("why", "")) and event.roll is not None and len(event.roll.faces) == 2:
        one, other = event.roll.faces
        if "gamesmaster throws" in str(event.values.get("why", "")):  # doubles bring somebody
            return Verdict("", "they come" if one == other else "nobody comes", good=one != other)
        return Verdict("doubles", "doubles!" if one == other else "no")
    return by_words(event, after)
