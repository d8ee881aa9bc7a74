"""Screen: what a seat is shown - persona sheets, the line, the chest, the leader's notebook, the Daily Dungeon
(DES-SETUP-09, DES-FLAV).
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from ...engine import Line, Screen, Sheet
from .arsenal import ARMOURS, ARROWS, DARTS, SHIELDS, weapon
from .bestiary import baddies, likes, one_of
from .content import item_uses
from .hoard import BALL_KINDS, books
from .rules.basics.money import money
from .rules.basics.wares import label, ware
from .rules.battle.blows import dark_penalty, is_lit, standing
from .rules.campaign.desk import contents, knowledge
from .rules.personas.people import (
    PEOPLE,
    TRAITOR,
    chivalrous,
    full_body,
    held_kinds,
    line_of,
    price_of_rise,
    quiver_room,
    shortfalls,
    spell_limit,
    usable_balls,
)
from .rules.surface.paper import hall_of_fame
from .settings import SETTINGS
from .state import SILVER_PER_GOLD, Expedition, Game, Member

PHASES = {
    "roll-call": "Choosing personas",
    "rise": "Between descents: ranks",
    "store": "The General Store",
    "muster": "Mustering",
    "line": "The battle line",
    "castle": "At the castle gate",
    "walk": "Below ground",
    "meeting": "A meeting",
    "battle": "Battle",
    "spoils": "After the battle",
    "sage": "A sage",
    "pastime": "A game",
    "home": "Home",
    "paper": "The Daily Dungeon",
    "last rise": "Between descents: ranks",
    "over": "The end",
}


LATE = 60  # so many orders before the evening is over it is said


def world_sheet(e: Expedition) -> Sheet:
    """Of another game's world: which dungeon this is, where the party comes from, and what for."""
    facts = (("Year", str(e.ticket.year)), ("Set out from", e.town), ("By", e.door), ("What for", e.aim), ("Journey", e.journey))
    return Sheet(e.title, tuple(Line(label, value) for label, value in facts if value), "facts")


def screen(s: Game, seat: int | None) -> Screen:
    """Everything this seat may see, besides the map."""
    gamesmaster = seat is not None and seat >= len(s.names)
    sheets: list[Sheet] = [desk_sheet(s), *chamber_sheets(s)] if gamesmaster else []
    if s.phase in ("paper", "last rise", "over", "roll-call") and s.papers:
        sheets.append(front_page(s))
    if s.battle is not None:
        sheets.append(battle_sheet(s))
    going = [s.members[number] for number in s.party] or [m for m in s.members if m.status == "home"]
    mine = [m for m in going if m.seat == seat]
    for m in [*mine, *(other for other in going if other not in mine)]:
        if m.status not in ("gone", "retired"):
            sheets.append(folded(persona_sheet(s, m), whole=m in mine))
    if s.at[0] or s.sheets:
        sheets.append(chest_sheet(s))
    sheets += notebooks(s, seat)
    if s.discovered:
        sheets.append(uses_sheet(s))
    if s.expedition is not UNSET:
        sheets.append(world_sheet(s.expedition))
    if s.advice or s.whispers:
        sheets.append(
            Sheet(
                "A sage's words",
                kind="note",
                text="\n\n".join([*s.advice, *(word for word in s.whispers if word not in s.advice)]),
            )
        )
    if s.phase in ("roll-call", "store", "muster", "line", "castle"):
        sheets.append(house_rules(s))
        advice = shortfalls(s)
        if advice and s.party:
            sheets.append(Sheet("The author advises", kind="note", text="\n\n".join(advice)))
    if any(m.descents or m.earned for m in s.members if m.kind in PEOPLE) and not s.at[0]:
        sheets.append(
            Sheet(
                "Hall of fame",
                kind="facts",
                lines=tuple(Line(entry.partition(": ")[0], entry.partition(": ")[2]) for entry in hall_of_fame(s)),
            )
        )
    return Screen("The Game of Dungeon", subtitle(s), status(s), tuple(sheets))


def subtitle(s: Game) -> str:
    """Where things stand, in a line."""
    phase = PHASES.get(s.phase, s.phase)
    return f"{s.maze_name}, descent {s.descent} of {s.descents}: {phase}" if s.descents > 1 else f"{s.maze_name}: {phase}"


def status(s: Game) -> tuple[Line, ...]:
    """The lines above everything."""
    lines: list[Line] = []
    if s.leader >= 0:
        lines.append(Line("Leader", s.members[s.leader].name, rule="DES-LEAD-01"))
    if s.sheets and s.phase not in ("roll-call", "rise", "store", "muster", "line"):
        sheet = s.sheets[s.sheet]
        lines.append(Line("Level", str(sheet.level) if sheet.sure and sheet.level else "somewhere below", rule="DES-DENOM-03"))
        left = s.dials.evening - s.orders
        if left <= LATE:
            lines.append(
                Line("It is getting late", f"{max(0, left)} orders left", hint="then the party is led out, without the chest")
            )
    if s.battle is not None:
        dark = f"dark; attacks at {dark_penalty(s)}"
        lines.append(
            Line("Light", "lit" if is_lit(s, s.battle) else dark, rule="DES-BAT-20",
                 hint="a torch shows the way; only a light ball lights a fight")
        )  # fmt: skip
    if s.curses:
        lines.append(Line("Cursed", ", ".join(s.curses), rule="DES-SAGE-12"))
    if s.tasks:
        lines.append(Line("Task", "; ".join(task.name for task in s.tasks), rule="DES-SAGE-11"))
    if s.loans:
        lines.append(Line("Owed to the store", f"{sum(loan.gold for loan in s.loans):,} gold", rule="DES-STORE-12"))
    return tuple(lines)


def _listed(goods: dict[str, int], names: object = None) -> str:
    chosen = [name for name in goods if names is None or name in names]  # type: ignore[operator]
    return ", ".join(ware(name) + (f" x{goods[name]}" if goods[name] > 1 else "") for name in chosen) or "-"


def persona_sheet(s: Game, m: Member) -> Sheet:
    """A persona's sheet with every field of the booklet's (DES-SETUP-06, DES-SETUP-09)."""
    weapons = {name: number for name, number in m.goods.items() if weapon(name) is not None}
    ammunition = {name: number for name, number in m.goods.items() if name in (*ARROWS, *DARTS)}
    spells = held_kinds(m)
    titles = {book.name for book in books().values()}
    rest = {
        name: number for name, number in m.goods.items()
        if name not in weapons and name not in ammunition and name not in BALL_KINDS and name not in titles
    }  # fmt: skip
    family = [one for one in s.members if m.id in one.parents or (one.master == m.id and one.kind == "apprentice")]
    slaves = [
        one for one in s.members if one.master == m.id and one.kind in ("slave", "unicorn") and one.status in ("ready", "home")
    ]
    usable = usable_balls(s, m)
    limit = spell_limit(m) if m.cls == "wizard" else 0
    player = s.names[m.seat] if 0 <= m.seat < len(s.names) else "the leader's"
    kills = sum(m.kills.values())
    price = ""
    cost = price_of_rise(m)
    if cost is not None:
        price = f"next rank: {cost[0]:,} gold, {cost[1]:,} karma"
    lines = [
        Line("player", player),
        Line("name", m.name),
        Line("class", m.kind if m.kind != "persona" else m.cls),
        Line("denomination", m.denomination or "-"),
        Line("sex", m.sex),
        Line("virgin or experienced", "virgin" if m.virgin else "experienced"),
        Line("rank", str(m.rank) if m.rank else "none", hint=price),
        Line("karma", f"{m.karma:,}"),
        Line("gold", f"{m.gold:,}"),
        Line("silver", f"{m.silver:,}"),
        Line("bars", f"{m.gold_bars} gold, {m.silver_bars} silver"),
        Line("jewels", _listed(m.jewels)),
        Line("body hits", str(m.body), of=full_body(s, m)),
        Line("armour", f"{m.armour.lower()}, {m.armour_left} of {ARMOURS[m.armour]}" if m.armour else "none"),
        Line("shield", _shield(m)),
        Line("weapon in hand", m.hand.lower() or "none"),
        Line("weapons carried", _listed(weapons)),
        Line("ammunition", _listed(ammunition), hint=f"room for {quiver_room(m):g} arrows"),
        Line(
            "spells",
            ", ".join(kind.lower() for kind in spells) or "-",
            hint=f"{len(usable)} usable; limit {limit or 'none'}" if m.cls == "wizard" else "",
        ),
        Line("balls", _listed(m.goods, (*BALL_KINDS, "GENERAL BALLS"))),
        Line("books", _listed(m.goods, titles)),
        Line("supplies", _listed({name: number for name, number in rest.items() if name != "GENERAL BALLS"})),
        Line("relics", str(m.relics)),
        Line("children or apprentice", ", ".join(one.name for one in family) or "-"),
        Line("slaves", ", ".join(f"{one.name} ({one.body})" for one in slaves) or "-"),
        Line("chivalrous", "yes" if chivalrous(m) else "no"),
        Line("conditions", ", ".join([*([m.status] if m.status not in ("ready", "home") else []), *m.conditions]) or "-"),
        Line("debts", ", ".join(f"{gold:,} gold to {s.members[to].name}" for to, gold in m.debts.items()) or "-"),
        Line("descents survived", str(m.descents)),
        Line(
            "kills",
            str(kills),
            hint=", ".join(f"{number} {name if number > 1 else one_of(name)}" for name, number in m.kills.items()),
        ),
    ]
    if m.cls == "priest":
        lines.insert(4, Line("faith", "Spiderist", rule="DES-PRI-05"))
    return Sheet(m.name, tuple(lines), seat=m.seat if m.seat >= 0 else None)


BLANK = ("-", "0", "none", "no", "nothing", "0 gold, 0 silver")
LEDGER = ("player", "name", "denomination", "sex", "virgin or experienced", "chivalrous", "faith")  # others' need not be read


def folded(sheet: Sheet, *, whole: bool) -> Sheet:
    """A sheet as it is laid out: what is blank is named in one line, and of other players' personas only what matters below."""
    keep = ("gold", "karma", "body hits", "rank")
    shown = [
        line for line in sheet.lines if (line.value not in BLANK or line.label in keep) and (whole or line.label not in LEDGER)
    ]
    shown.sort(key=lambda line: line.label in LEDGER)  # what a fight asks for stands first
    blank = [line.label for line in sheet.lines if line not in shown and line.label not in LEDGER]
    if blank and whole:
        shown.append(Line("nothing under", ", ".join(blank)))
    return Sheet(sheet.title, tuple(shown), kind=sheet.kind, seat=sheet.seat)


def _shield(m: Member) -> str:
    if not m.shield:
        return "none"
    return f"{m.shield.lower()}, {m.shield_left} of {SHIELDS[m.shield]}, {'in front' if m.shield_front else 'slung'}"


def battle_sheet(s: Game) -> Sheet:
    """The enemy's particulars A to G, and the line (DES-BAT-05)."""
    b = s.battle
    assert b is not None
    rows: list[tuple[str, ...]] = []
    for name in dict.fromkeys(foe.name for foe in b.foes):
        these = [foe for foe in b.foes if foe.name == name]
        if not b.told:
            rows.append((name, "?", "?", "?", "?", "?", "?"))
            continue
        if name == TRAITOR.name or _unknown(s, name):
            rows.append((name, "-", str(len(these)), str(these[0].full), "-", "-", "-"))
            continue
        line = line_of(s, name)
        rows.append(
            (
                name,
                line.category,
                str(len(these)),
                str(line.hits),
                str(line.abreast * b.width),
                str(line.attacks),
                str(line.to_hit),
            )
        )
    return Sheet(f"The enemy, round {b.round}", kind="table", rows=tuple(rows),
                 columns=("name", "type", "number", "hits each", "abreast", "attacks", "hits on"))  # fmt: skip


def _unknown(s: Game, name: str) -> bool:
    return name not in baddies() and not any(own.name == name for own in s.home_baddies)


def chest_sheet(s: Game) -> Sheet:
    """The common chest and the baggage (DES-TREAS-28)."""
    chest = s.chest
    worth = chest.gold * SILVER_PER_GOLD + chest.silver
    lines = (
        Line("coin", money(worth)),
        Line("bars", f"{chest.gold_bars} gold, {chest.silver_bars} silver"),
        Line("jewels", _listed(chest.jewels)),
        Line("baggage", _listed(chest.goods)),
        Line("relics", str(chest.relics)),
    )
    return Sheet("The chest", tuple(line for line in lines if line.value not in BLANK) or (Line("", "empty so far"),))


def notebooks(s: Game, seat: int | None) -> list[Sheet]:
    """The leader's notebook, and one's own from the time one led (DES-BAT-10, DES-FLAV-03)."""
    leader = max(0, s.members[s.leader].seat) if s.leader >= 0 else -1
    sheets = []
    if leader >= 0 and (s.notebooks[leader] or s.learned):
        sheets.append(notebook(s, leader, "The leader's notebook", told=True))
    if seat is not None and seat < len(s.names) and seat != leader and s.notebooks[seat]:
        sheets.append(notebook(s, seat, "Your own notebook", told=False))
    return sheets


def notebook(s: Game, seat: int, title: str, *, told: bool) -> Sheet:
    """Per baddie and weapon the lowest total that hit and the highest that missed; then what the party was told."""
    rows = [
        (name, arm.lower(), f"{page[0]} hits" if page[0] else "-", f"{page[1]} misses" if page[1] else "-")
        for name, arms in s.notebooks[seat].items()
        for arm, page in arms.items()
    ]
    rows += [(name, "told", numbers, "") for name, numbers in s.learned.items() if told]
    return Sheet(title, kind="table", columns=("baddie", "weapon", "lowest hit", "highest miss"), rows=tuple(rows))


def uses_sheet(s: Game) -> Sheet:
    """What has been found out about the store's odder goods (DES-STORE-08)."""
    known = {entry.name: entry.special_use for entry in item_uses().item}
    lines = tuple(Line(label(name), known[name]) for name in s.discovered if name in known)
    return Sheet("Uses discovered", lines, kind="facts")


def house_rules(s: Game) -> Sheet:
    """The house rules in force that are not the usual ones, the maze's own marked (DES-IDEA-11, DES-DIAL-11)."""
    usual = {setting.name: setting for setting in SETTINGS}
    lines = [
        Line(usual[name].label, _said(value), hint="set by this maze" if name in s.maze_dials else "", rule=usual[name].rule)
        for name, value in msgspec.structs.asdict(s.dials).items()
        if (value != usual[name].default or name in s.maze_dials) and name not in ("descents", "maze")
    ]
    return Sheet("House rules", tuple(lines) or (Line("house rules", "all as usual"),), kind="facts")


def _said(value: object) -> str:
    return str(value) if not isinstance(value, bool) else "on" if value else "off"


def front_page(s: Game) -> Sheet:
    """The last issue of the Daily Dungeon."""
    paper = s.papers[-1]
    return Sheet(f"The Daily Dungeon, no. {paper.number}", kind="note", text="\n\n".join([paper.headline, *paper.stories]))


def desk_sheet(s: Game) -> Sheet:
    """What only the gamesmaster knows (DES-GM-04)."""
    lines: list[Line] = []
    if s.at[0]:
        lines.append(Line("the party is at", f"level {s.at[0]}, column {s.at[1]}, row {s.at[2]}"))
    if s.battle is not None and s.battle.foes and not _unknown(s, s.battle.foes[0].name):
        line = line_of(s, s.battle.foes[0].name)
        lines.append(
            Line(f"what hurts {line.name}", ", ".join(f"{arm} {number}" for arm, number in line.weapons.items()) or "nothing")
        )
        lines.append(Line("their power", line.power or "none"))
        lines.append(Line("they like", _liked(line.name)))
        sides = standing(s, s.battle, None)
        lines.append(Line("the party's modifiers", ", ".join(f"{name} {value:+d}" for name, value in sides) or "none"))
    if s.sage is not None:
        sage = s.sage
        mood = f"mood {sage.mood}, {sage.band}" if sage.band else "his mood is yet to be thrown"
        lines.append(Line("the sage", f"{sage.trade}, fancies {sage.favourite}; {mood}{', pretending' if sage.evil else ''}"))
    if s.veiled:
        lines.append(Line("curses they do not know of", ", ".join(s.veiled)))
    lines += [Line("they do not know the task wants", f"{task.name}: {task.target}") for task in s.tasks if task.target]
    lines.append(Line("left to the machine", ", ".join(s.gm_leaves) or "nothing; you are asked"))
    lines += [Line("note", text) for text in s.gm_notes]
    lines += [Line("known", text) for text in knowledge(s)] if s.at[0] else []
    return Sheet("The gamesmaster's desk", tuple(lines), kind="facts")


def _liked(name: str) -> str:
    table = likes().get(name)
    if table is None:
        return "nothing in particular"
    favourite = ", ".join(ware(group) for group in table.favourite)
    accepted = ", ".join(ware(thing) for thing in table.accepted)
    hated = ", ".join(ware(thing) for thing in table.hated)
    return "; ".join(filter(None, (favourite, f"will take {accepted}" if accepted else "", f"hate {hated}" if hated else "")))


def chamber_sheets(s: Game) -> list[Sheet]:
    """The legend of every level, the party's own first: what each chamber holds, and how it stands (DES-GM-04)."""
    sheets = []
    for level in sorted(s.levels, key=lambda one: (one.number != s.at[0], one.number)):
        rows = []
        for col, row, sign in level.cells():
            kind = level.feature(col, row).kind
            if level.is_room(col, row):
                if level.room(col, row)[0] == (col, row):
                    words = [contents(s, level.number, col, row), level.feature(col, row).get("note")]
                    rows.append((sign, f"{col},{row}", "; ".join(filter(None, words))))
            elif kind in ("trapdoor", "mark", "slope", "chasm"):
                words = [kind, level.feature(col, row).get("say"), level.feature(col, row).get("note")]
                rows.append((sign, f"{col},{row}", "; ".join(filter(None, words))))
        sheets.append(
            Sheet(f"Level {level.number}, the key", kind="table", columns=("sign", "at", "what is there"), rows=tuple(rows))
        )
    return sheets
