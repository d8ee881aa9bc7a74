"""The stage: who faces whom in the dungeon, what is carried and may be lost, and how the last blow fell."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...drawing import figures
from ...engine import Line, Side, Stage, Told
from ...engine.stage import Verdict, by_words, came_of, last_told, throws_of
from ...engine.words import a, capital, count, listed, some
from .content import MONSTERS
from .rules.character import coins, lots, sheet
from .rules.character.naming import name_of
from .rules.monsters import facing, powers
from .rules.paper.places import where
from .rules.town.business import prospects
from .rules.traps.bearings import LAST_ROOM
from .state import Creature, Robber, RobberState

FINDS = ("ROB-CHAM-05", "ROB-FIGHT-11", "ROB-SNEAK-09", "ROB-USEFUL-12", "ROB-TOWN-01", "ROB-RETIRE-01")
SMALL = ("ROB-CARRY-03", "ROB-KEY-03")  # told after something that matters more
BLIND = ("ROB-DISC-13", "ROB-DISC-14")  # a dead end: the walk back is no choice, so it is said why one walked
THINGS = {  # found, and not named by a value of the sentence
    "ROB-USEFUL-12": ("Gold", "gold"), "ROB-USEFUL-13": ("A statue", "statue"), "ROB-VALU-09": ("A gold statue", "statue"),
    "ROB-USELESS-02": ("A masterpiece", "work of art"), "ROB-USELESS-06": ("Some clothes", "moldy clothes"),
    "ROB-USELESS-07": ("A sword", "sword"), "ROB-USELESS-08": ("Food", "food"), "ROB-USELESS-11": ("Small change", "coins"),
    "ROB-USELESS-12": ("Small change", "coins"), "ROB-AOH-34": ("A gem", "gem"),
}  # fmt: skip


def stage(s: RobberState, seat: int | None, told: Sequence[Told]) -> Stage | None:
    """What is happening; the top of the steps before anybody has a name."""
    if s.place == "rollup" or not s.robbers:
        return Stage("At the top of the steps", "Town", stakes=(Line("At stake", "your life", hint="a meal, if it goes well"),))
    mine = next((robber for robber in s.robbers if robber.seat == seat), sheet.caller(s))
    died = next((event for event in told if event.kind == "headline" and not mine.alive and mine.name in event.text), None)
    foes = s.encounter.foes if s.encounter is not None else s.delve.pursuers if s.place == "dungeon" else []
    throws = throws_of(told, {"ROB-FIGHT-02": _blow, "ROB-FIGHT-06": partial(_struck, s), "ROB-MOVE-04": _way}, by_words)
    found, thing = _found(told) if not foes and not died else (None, None)
    title = thing.name if thing is not None and s.place == "dungeon" else _title(s, told, foes, mine)
    said = died.text if died else found.text if found else came_of(told, but=SMALL)
    if said.rstrip(".") == title:
        said = came_of(told, but=SMALL) if found else blind.text if (blind := last_told(told, *BLIND)) is not None else ""
    moment = "death" if died else "fight" if foes and s.encounter is not None else "find" if found else "throw" if throws else ""
    return Stage(
        title,
        "Town" if s.place == "town" else f"Level {s.delve.level}, {where(s)}",
        (_side(s, mine), *((_against(s, foes),) if foes else (thing,) if thing is not None else ())),
        tuple(_stakes(s, mine, quiet=not moment)) if mine.alive else (),
        throws,
        "" if said.rstrip(".") == title else said,
        moment,
    )


def _title(s: RobberState, told: Sequence[Told], foes: list[Creature], mine: Robber) -> str:
    if s.over and not mine.alive:
        return f"Here lies {mine.name}"
    if not foes:
        return "In town" if s.place == "town" else f"{capital(sheet.title(mine))}, by torchlight"
    seen = last_told(told)
    if seen is not None and seen.kind == "headline" and "seen" in seen.values:
        return str(seen.values["seen"])
    return _named(foes) + ("" if s.encounter is not None else ", behind you")


def _found(told: Sequence[Told]) -> tuple[Told | None, Side | None]:
    """The last thing found or brought home, and its picture."""
    for event in reversed(told):
        what, worth = str(event.values.get("what") or event.values.get("item") or ""), str(event.values.get("worth", ""))
        if event.roll is not None:
            continue
        if event.kind == "headline" and event.rule.startswith("ROB-TITLE"):  # what all of it was for
            return event, Side(capital(a(str(event.values["title"]))), "robber", notes=("a better life",))
        if event.rule == "ROB-USELESS-04":  # worth more than what the dealer pays for the rest
            return event, Side("A masterpiece", "work of art", notes=("over the bed",))
        if event.rule == "ROB-TOWN-01" and event.kind == "headline" and any(one.rule == "ROB-USELESS-04" for one in told):
            continue
        if event.rule == "ROB-TOWN-01" and event.kind == "headline":
            return event, Side(f"{worth} GP", "gold", notes=("brought home",)) if worth not in ("", "0") else None
        if event.rule in THINGS:
            return event, Side(*THINGS[event.rule], notes=(f"{worth} GP",) if worth else ())
        if what and worth:
            name = capital(what) if event.kind == "headline" else "Treasure"
            return event, Side(name, "hoard", notes=(f"{worth} GP",))
        if what and " finds " in event.text:
            name = what.partition(" ")[2] if what.startswith(("a ", "an ", "one ", "some ")) else what
            return event, Side(capital(name), name) if figures.known(name) else None
        if event.rule in FINDS:
            return event, None
    return None, None


def _named(foes: list[Creature]) -> str:
    names: dict[str, int] = {}
    for foe in foes:
        names[name_of(foe)] = names.get(name_of(foe), 0) + 1
    return capital(listed(a(name) if n == 1 else count(n, name) for name, n in names.items()))


def _side(s: RobberState, robber: Robber) -> Side:
    lines = (
        Line("HP", str(max(0, robber.hp)), sheet.max_hp(robber), rule="ROB-SETUP-03"),
        *([Line("Gold", f"{coins.gp(coins.in_hand(robber))} GP", hint="lost with you", rule="ROB-FIGHT-13")]
          if s.place == "dungeon" else []),
    )  # fmt: skip
    notes = [f"with {a(name_of(mate))}" for mate in robber.henchmen]
    if s.place == "dungeon" and s.delve.bearings == "lost":
        notes.append("lost")
    if robber.heavy is not None:
        notes.append("both arms full: to run is to drop it")
    return Side(robber.name, "robber", lines, tuple(notes))


def _against(s: RobberState, foes: list[Creature]) -> Side:
    first = foes[0]
    looks = first.looks or ("" if s.dials.show_hp else facing.condition(first))
    lines = () if looks else (Line("HP", str(first.hp), first.full),)
    met = s.encounter
    people = lots.folk_of(s, first.lot)
    notes = [*([f"of {people.name}"] if people is not None and people.name in people.seen else []), *([looks] if looks else [])]
    if met is not None:
        notes += ["guards a treasure"] if met.loot == "treasure" else []
        notes += ["has not moved yet"] if met.stage == "meeting" and not met.aware else []
    else:
        notes.append("running after you")
    return Side(_named(foes), MONSTERS[first.kind].name, lines, tuple(notes))


def _stakes(s: RobberState, robber: Robber, *, quiet: bool) -> list[Line]:
    rise = Line("A better life", prospects(robber), hint="gold counts once it is spent", rule="ROB-XP-01")
    if s.place != "dungeon":
        return [rise, Line("In the chest", f"{coins.gp(robber.home.cp)} GP", hint="safe")]
    lines = [Line("Carried out of the dark", listed(loot.name for loot in lots.held(s, robber.seat) if loot.name))] * any(
        loot.name for loot in lots.held(s, robber.seat)
    )
    if s.map is None:
        steps, above = s.delve.room - 1, (s.delve.level - 1) * (LAST_ROOM - 1)
        way = {
            "lost": f"lost: {some(steps, 'room')} to wander, a throw in each" if steps else "lost, but the stairs are here",
            "pursued": "not while you are chased",
        }.get(s.delve.bearings, f"{some(steps, 'room')} back" if steps else "right here")
        if above:  # stairs lead into the last room above
            here = "the stairs are here" if way == "right here" else way
            way = f"{here}, then {some(above, 'room')} above"
        lines.append(Line("Way out", way, rule="ROB-MOVE-17"))
    return [*lines, rise] if quiet else lines


def _way(event: Told, after: Sequence[Told]) -> Verdict | None:
    """Whether the way back was found."""
    read = by_words(event, after)
    return Verdict(read.needed, "found" if read.word == "yes" else "lost", good=read.word == "yes") if read is not None else None


def _until_blow(after: Sequence[Told]) -> list[Told]:
    """What was told up to the next attack, damage dice among it."""
    found = []
    for event in after:
        if event.roll is not None and event.rule in ("ROB-FIGHT-02", "ROB-FIGHT-06"):
            break
        found.append(event)
    return found


def _needed(event: Told, following: Sequence[Told]) -> str:
    """What the die itself had to show, where the story says what it came to and what it met."""
    sums = next((one.values for one in following if "ac" in one.values and "total" in one.values), None)
    if sums is None or event.roll is None or event.roll.total is None:
        return ""
    return f"{min(20, max(1, int(str(sums['ac'])) - (int(str(sums['total'])) - event.roll.total)))} or more"


def _blow(event: Told, after: Sequence[Told]) -> Verdict:
    """A robber's attack."""
    following = _until_blow(after)
    hits = [one for one in following if one.rule == "ROB-FIGHT-05"]
    if not hits:
        return Verdict(_needed(event, following), "a miss", good=False)
    dead = any("damage" not in one.values for one in hits)
    return Verdict(_needed(event, following), "slain" if dead else f"hit for {hits[0].values.get('damage', '?')}", good=True)


def _against_ac(s: RobberState, event: Told) -> str:
    """What a monster that is still there had to throw to hit a robber."""
    who, _, whom = str(event.values.get("why", "")).removeprefix("the ").partition(" attacks ")
    foe = next((foe for foe in s.encounter.foes if name_of(foe) == who), None) if s.encounter is not None else None
    robber = next((robber for robber in s.robbers if robber.name == whom), None)
    if foe is None or robber is None or s.encounter is None:
        return ""
    return f"{max(1, sheet.armor_class(robber) - powers.attack_bonus(foe) + s.encounter.dark)} or more"


def _struck(s: RobberState, event: Told, after: Sequence[Told]) -> Verdict:
    """A monster's attack, on a robber or a henchman."""
    following = _until_blow(after)
    needed = _needed(event, following) or _against_ac(s, event)
    hit = any(one.rule == "ROB-FIGHT-13" for one in following)
    missed = any(one.roll is None and one.rule == "ROB-FIGHT-06" for one in following)
    harm = next((one.roll.total for one in following if one.roll is not None and one.rule == "ROB-MON-07"), None)
    if hit:
        return Verdict(needed, f"hit for {harm}" if harm is not None else "hit", good=False)
    return Verdict(needed, "a miss" if missed else "hit", good=missed)
