"""What to show: the board's four tokens, character sheets, the meeting at hand, the Discovery table, town and tavern wall."""

from __future__ import annotations

from ...engine import Line, Screen, Sheet
from ...engine.words import a, capital, some
from .content import ABILITIES, HEAVY, ITEMS, STATIONS, TABLES
from .ending import obituary, ranked, retirement
from .rules.belongings import carrying, packing
from .rules.character import coins, sheet
from .rules.character.naming import name_of, powers_of
from .rules.monsters import facing, powers
from .rules.paper.places import where
from .screen_lasting import lasting
from .screen_world import the_world
from .state import Robber, RobberState

BEARINGS = {"mapping": "Mapping", "lost": "Lost", "pursued": "Pursued"}
PREMISE = (
    "You were a laborer, a beggar, a student, or worse. You own the clothes you stand in and a torch, and tomorrow you starve. "
    "There is a dungeon outside town that swallows better people every week. A few gold pieces would buy a meal; a few thousand "
    "would buy a tavern. Most likely a skeleton will kill you. Down you go."
)


def screen(s: RobberState, seat: int | None) -> Screen:
    """Everything but the drawing."""
    if s.place == "rollup" or not s.robbers:
        return Screen(
            "Dungeon Robber",
            "A day away from starving",
            sheets=(Sheet("Before you go down", kind="note", text=PREMISE), *the_world(s), *_wall(s)),
        )
    return Screen("Dungeon Robber", _subtitle(s), _status(s), tuple(_sheets(s, seat)))


def _subtitle(s: RobberState) -> str:
    if s.over:
        return "The end of the story"
    if s.place == "town":
        return "In town"
    return ""  # level and room stand beside it, whom one meets has the stage


def _status(s: RobberState) -> tuple[Line, ...]:
    """What may be lost, then the tokens of the board (ROB-COMP-01, ROB-COMP-03)."""
    delve = s.delve
    lines = []
    for robber in _present(s):
        label = "HP" if len(s.robbers) == 1 else f"{robber.name}, HP"
        lines.append(Line(label, str(max(0, robber.hp)), sheet.max_hp(robber), hint=HP_HINT, rule="ROB-SETUP-03"))
    if s.place == "dungeon" and len(s.robbers) == 1:
        lines.append(Line("Gold", f"{coins.gp(coins.in_hand(s.robbers[0]))} GP", hint="lost with you", rule="ROB-FIGHT-13"))
    if s.place == "dungeon":
        lines += [
            Line("Level", str(delve.level), 10, rule="ROB-SETUP-01"),
            _whereabouts(s),
            Line("Bearings", BEARINGS[delve.bearings], hint=_bearings_hint(s), rule="ROB-SETUP-04"),
        ]
    else:
        lines.append(Line("Place", "Town", rule="ROB-TOWN-01"))
    if len(s.robbers) > 1:
        lines.append(Line("Caller", sheet.caller(s).name, rule="ROB-MULTI-02"))
    return tuple(lines)


def _present(s: RobberState) -> list[Robber]:
    """Everybody with a sheet; while a monster is played, only the monster (ROB-AOH-22)."""
    return [robber for robber in s.robbers if robber.beast] if s.possession is not None else s.robbers


def _whereabouts(s: RobberState) -> Line:
    if s.map is not None and s.possession is None:
        glimpsed = f"nobody draws this; last glimpsed: {s.map.unseen.lower()}" if s.map.unseen else "nobody draws this"
        return Line("Place", where(s), hint="on your own map" if s.delve.bearings == "mapping" else glimpsed, rule="ROB-MAP-01")
    return Line("Room", str(s.delve.room), 10, hint="stairs up in 1, down in 10", rule="ROB-SETUP-02")


HP_HINT = "ten last two or three blows"
AC_HINT = "10 is easy to hit"


def _bearings_hint(s: RobberState) -> str:
    if s.delve.pursuers:
        return f"{a(name_of(s.delve.pursuers[0]))} is behind you"
    return {"mapping": "you know the way back, mostly", "lost": "wander until you find stairs up", "pursued": ""}[
        s.delve.bearings
    ]


def _sheets(s: RobberState, seat: int | None) -> list[Sheet]:
    sheets: list[Sheet] = []
    if s.over:
        sheets.append(_the_end(s))
    if s.encounter is not None:
        sheets.append(_foes(s))
    shown = _present(s)
    mine = [robber for robber in shown if robber.seat == seat]
    for robber in [*mine, *(other for other in shown if other.seat != seat)]:
        sheets += [_character(s, robber), _belongings(robber)]
    if s.place == "dungeon":
        sheets += [*lasting(s), _discovery(s)]
    else:
        sheets.append(_stations(s))
    return [*sheets, *the_world(s), *_wall(s)]


def _character(s: RobberState, robber: Robber) -> Sheet:
    """The battered character sheet, with every field of the printed one (ROB-COMP-04)."""
    held = sheet.weapon(robber)
    damage = packing.shown_damage(robber, held.id) if held else "1"
    bonus = 1 if held and held.family != "whip" and sheet.high(robber, "str") else 0
    plus = sheet.attack_bonus(robber) + (held.attack if held else 0)
    sneak = "" if sheet.can_sneak(robber) else "not in that armour"
    lines = [
        Line("Name", robber.name),
        Line("Title", sheet.title(robber), rule=f"ROB-TITLE-{robber.level:02d}"),
        Line("Hit points", str(max(0, robber.hp)), sheet.max_hp(robber), hint=HP_HINT, rule="ROB-CHAR-12"),
        Line("Armor class", str(sheet.armor_class(robber)), hint=_armor(robber), rule="ROB-CHAR-12"),
    ]
    lines += [Line("Condition", what, rule=rule) for what, rule in _conditions(robber)]
    lines += [
        Line("Henchman", name_of(mate), hint=f"level {mate.level}, {mate.hp} of {mate.full} HP", rule="ROB-HENCH-01")
        for mate in robber.henchmen
    ]
    lines += [
        Line("Weapon", packing.shown(robber, held.id) if held else "fists", rule="ROB-CHAR-08"),
        Line("Weapon damage", f"{damage}{f'+{bonus}' if bonus else ''}", rule="ROB-FIGHT-04"),
        Line("Attack bonus", f"{plus:+}", rule="ROB-FIGHT-02"),
        Line("Sneak bonus", f"{sheet.sneak_bonus(robber):+}", hint=sneak, rule="ROB-SNEAK-08"),
        Line("Saving throw", str(sheet.save_number(s, robber, "")), hint="d20, this or more", rule="ROB-CHAR-04"),
    ]
    lines += [
        Line(name, "High", hint=sheet.means(s, ability), rule="ROB-CHAR-09")
        if sheet.high(robber, ability)
        else Line(name, "Normal", hint=f"if High: {sheet.means(s, ability)}", rule="ROB-CHAR-09")
        for ability, name in ABILITIES.items()
    ]
    lines += [
        Line("Level", str(robber.level), rule="ROB-XP-02"),
        Line("Experience", f"{robber.xp:,}", hint=_next_station(robber), rule="ROB-XP-01"),
        Line("Class", sheet.calling(robber).name if robber.calling else "none", rule="ROB-CHAR-07"),
        Line("Maximum hit points", str(sheet.max_hp(robber)), rule="ROB-CHAR-02"),
    ]
    return Sheet(robber.name, tuple(lines), seat=robber.seat)


def _conditions(robber: Robber) -> list[tuple[str, str]]:
    found = []
    if not robber.alive:
        found.append(("dead", "ROB-FIGHT-13"))
    if robber.retired:
        found.append(("retired", "ROB-RETIRE-01"))
    if robber.lycanthropy:
        found.append(("lycanthropy", "ROB-KEY-18"))
    if robber.sick:
        found.append(("sick: no exploring", "ROB-GAS-07"))
    if robber.strong:
        found.append(("unnaturally strong", "ROB-GAS-06"))
    if robber.finding:
        found.append(("smells treasure", "ROB-MAGIC-14"))
    if robber.blessed:
        found.append(("blessed", "ROB-AOH-16"))
    if robber.cursed and robber.weapon in robber.curses_known:
        found.append(("cursed", "ROB-MAGIC-09"))
    return found


def _armor(robber: Robber) -> str:
    worn = [ITEMS[robber.armor].name] if robber.armor else ["clothes"]
    return f"{' and '.join([*worn, *(['shield'] if robber.shield else [])])}; {AC_HINT}"


def _next_station(robber: Robber) -> str:
    following = next((step for step in STATIONS if step.xp > robber.xp), None)
    return f"{a(following.title)} at {following.xp:,}" if following else "nothing above you"


def _belongings(robber: Robber) -> Sheet:
    """Possessions, the treasure box and the container."""
    purse = robber.purse
    box = robber.heavy
    lines = [Line("Possessions", str(sum(robber.pack.values())))]
    lines += [
        Line(capital(packing.shown(robber, item)), str(number), hint=ITEMS[item].note) for item, number in robber.pack.items()
    ]
    lines.append(Line("Treasure", coins.gp(coins.in_hand(robber)), hint="in gold pieces, carried"))
    container = "sack" if "sack" in robber.pack else "Heavy box" if box is not None and box.box is not None else "none"
    lines.append(Line("Container", container, hint="" if container != "none" else "100 loose coins at most", rule="ROB-CARRY-05"))
    if box is not None:
        contents = coins.describe_purse(box.box) if box.box is not None else carrying.heavy_hint(box)
        lines.append(Line("Heavy", HEAVY[box.kind].name, hint=contents, rule="ROB-CARRY-01"))
    lines += [Line(metal.upper(), f"{getattr(purse, metal):,}", rule="ROB-CARRY-08") for metal in ("cp", "sp", "ep", "gp", "pp")]
    lines += [Line("Gems", str(purse.gems), hint="250 GP each"), Line("Jewelry", str(purse.jewelry), hint="1,000 GP each")]
    home = robber.home
    if home.cp or home.things or home.heavies or home.art:
        lines.append(Line("At home", f"{coins.gp(home.cp)} GP", hint="safe from everything but temptation", rule="ROB-TOWN-10"))
        lines += [Line(f"{capital(ITEMS[item].name)}, at home", str(number)) for item, number in home.things.items()]
        lines += [Line(f"{capital(HEAVY[thing.kind].name)}, at home", carrying.heavy_hint(thing)) for thing in home.heavies]
    if home.art:
        lines.append(
            Line("On the wall", some(home.art, "work of art", "works of art"), hint="loved by one", rule="ROB-USELESS-04")
        )
    return Sheet(f"{robber.name}'s belongings", tuple(lines), seat=robber.seat)


def _foes(s: RobberState) -> Sheet:
    """Who stands there: numbers by native level, powers, and how they look."""
    assert s.encounter is not None
    rows = []
    for foe in s.encounter.foes:
        state = facing.condition(foe) if foe.looks or not s.dials.show_hp else f"{foe.hp} HP"
        rows.append((capital(name_of(foe)), str(foe.level), str(powers.armor_class(foe)), f"+{powers.attack_bonus(foe)}",
                     state, ", ".join(powers_of(foe)) or "none"))  # fmt: skip
    return Sheet("Facing you", kind="table", columns=("Who", "Level", "AC", "Attack", "State", "Powers"), rows=tuple(rows))


def _discovery(s: RobberState) -> Sheet:
    """The yellow arrow with the last roll marked (ROB-COMP-01)."""
    rolled = s.delve.rolled
    rows = []
    for entry in TABLES["discovery"].entries:
        span = str(entry.lo) if entry.lo == entry.hi else f"{entry.lo}-{entry.hi}"
        rows.append((f"{'> ' if entry.lo <= rolled <= entry.hi else ''}{span}", entry.text))
    return Sheet(
        "Discovery" + (f", last roll {rolled}" if rolled else ""), kind="table", columns=("d20", "What"), rows=tuple(rows)
    )


def _stations(s: RobberState) -> Sheet:
    """Titles from laborer to king, with where everybody stands (ROB-TITLE-00 to -11)."""
    rows = []
    for step in STATIONS:
        here = ", ".join(robber.name for robber in s.robbers if robber.level == step.level)
        both = f"{step.title} or {step.title_her}" if step.title_her else step.title
        rows.append((f"{'> ' if here else ''}{step.xp:,}", both, step.line))
    return Sheet("Stations in life", kind="table", columns=("XP", "Title", "What it means"), rows=tuple(rows))


def _wall(s: RobberState) -> list[Sheet]:
    """The list of the retired on the tavern wall, and the graveyard behind it."""
    sheets = []
    if s.wall:
        rows = tuple(
            (str(place), entry.name, entry.title, f"{entry.xp:,}") for place, entry in enumerate(ranked(s.wall), start=1)
        )
        sheets.append(Sheet("The retired, on the tavern wall", kind="table", columns=("", "Name", "Title", "XP"), rows=rows))
    if s.graves:
        sheets.append(Sheet("Behind the tavern", kind="note", text="\n\n".join(s.graves[-8:])))
    return sheets


def _the_end(s: RobberState) -> Sheet:
    """The small page worth keeping (ROB-INTRO-02)."""
    parts = [
        obituary(s, robber) if not robber.alive else retirement(s, robber)
        for robber in s.robbers
        if robber.retired or not robber.alive
    ]
    parts.append("Somebody new is already at the top of the steps.")
    return Sheet("Here ends the story", kind="note", text="\n\n".join(parts))
