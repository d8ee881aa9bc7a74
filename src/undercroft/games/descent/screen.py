"""Screen: what a seat is shown - persona sheets, the line, the chest, the leader's notebook, the Daily Dungeon
(DES-SETUP-09, DES-FLAV).
"""

from __future__ import annotations

from ...engine import Line, Screen, Sheet
from .content import ARMOURS, ARROWS, BALL_KINDS, DARTS, SHIELDS, books, item_uses, weapon
from .rules.blows import is_lit, standing
from .rules.paper import hall_of_fame
from .rules.people import (
    PEOPLE,
    chivalrous,
    full_body,
    held_kinds,
    line_of,
    money,
    quiver_room,
    shortfalls,
    spell_limit,
    usable_balls,
)
from .rules.store import greeting
from .settings import SETTINGS
from .state import SILVER_PER_GOLD, Game, Member

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


def screen(s: Game, seat: int | None) -> Screen:
    """Everything this seat may see, besides the map."""
    gamesmaster = seat is not None and seat >= len(s.names)
    sheets: list[Sheet] = []
    if s.phase in ("paper", "last rise", "over", "roll-call") and s.papers:
        sheets.append(front_page(s))
    if s.battle is not None:
        sheets.append(battle_sheet(s))
    going = [s.members[number] for number in s.party] or [m for m in s.members if m.status == "home"]
    mine = [m for m in going if m.seat == seat]
    for m in [*mine, *(other for other in going if other not in mine)]:
        if m.status not in ("gone", "retired"):
            sheets.append(persona_sheet(s, m))
    if s.at[0] or s.sheets:
        sheets.append(chest_sheet(s))
    sheets.append(notebook(s))
    if s.discovered:
        sheets.append(uses_sheet(s))
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
    if any(m.kind in PEOPLE for m in s.members):
        sheets.append(
            Sheet(
                "Hall of fame",
                kind="facts",
                lines=tuple(Line(entry.partition(": ")[0], entry.partition(": ")[2]) for entry in hall_of_fame(s)),
            )
        )
    if gamesmaster:
        sheets.append(desk_sheet(s))
    return Screen("The Game of Dungeon", subtitle(s), status(s), tuple(sheets))


def subtitle(s: Game) -> str:
    """Where things stand, in a line."""
    words = f"{s.maze_name}, descent {s.descent} of {s.descents}: {PHASES.get(s.phase, s.phase)}"
    if s.phase == "store":
        words += f". {greeting(s)}"
    return words


def status(s: Game) -> tuple[Line, ...]:
    """The lines above everything."""
    lines: list[Line] = []
    if s.leader >= 0:
        lines.append(Line("Leader", s.members[s.leader].name, rule="DES-LEAD-01"))
    if s.sheets and s.phase not in ("roll-call", "rise", "store", "muster", "line"):
        sheet = s.sheets[s.sheet]
        lines.append(Line("Level", str(sheet.level) if sheet.sure and sheet.level else "somewhere below", rule="DES-DENOM-03"))
        lines.append(Line("Orders given", str(s.orders), of=int(s.dials["evening"]), hint="then the evening is over"))
    if s.battle is not None:
        lines.append(Line("Light", "lit" if is_lit(s, s.battle) else "dark", rule="DES-BAT-20"))
    if s.curses:
        lines.append(Line("Cursed", ", ".join(s.curses), rule="DES-SAGE-12"))
    if s.tasks:
        lines.append(Line("Task", "; ".join(task.name for task in s.tasks), rule="DES-SAGE-11"))
    if s.loans:
        lines.append(Line("Owed to the store", f"{sum(loan.gold for loan in s.loans)} gold", rule="DES-STORE-12"))
    return tuple(lines)


def _listed(goods: dict[str, int], names: object = None) -> str:
    chosen = [name for name in goods if names is None or name in names]  # type: ignore[operator]
    return ", ".join(f"{name.lower()}" + (f" x{goods[name]}" if goods[name] > 1 else "") for name in chosen) or "-"


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
    from .rules.people import price_of_rise

    cost = price_of_rise(m)
    if cost is not None:
        price = f"next rank: {cost[0]} gold, {cost[1]} karma"
    lines = [
        Line("player", player),
        Line("name", m.name),
        Line("class", m.kind if m.kind != "persona" else m.cls),
        Line("denomination", m.denomination or "-"),
        Line("sex", m.sex),
        Line("virgin or experienced", "virgin" if m.virgin else "experienced"),
        Line("rank", str(m.rank) if m.rank else "none", hint=price),
        Line("karma", str(m.karma)),
        Line("gold", str(m.gold)),
        Line("silver", str(m.silver)),
        Line("bars", f"{m.gold_bars} gold, {m.silver_bars} silver"),
        Line("jewels", _listed(m.jewels)),
        Line("body hits", str(m.body), of=full_body(s, m)),
        Line("armour", f"{m.armour.lower() or 'none'}, {m.armour_left}", hint=f"of {ARMOURS.get(m.armour, 0)}"),
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
        Line("debts", ", ".join(f"{gold} gold to {s.members[to].name}" for to, gold in m.debts.items()) or "-"),
        Line("descents survived", str(m.descents)),
        Line("kills", str(kills), hint=", ".join(f"{number} {name}" for name, number in m.kills.items())),
    ]
    if m.cls == "priest":
        lines.insert(4, Line("faith", "Spiderist", rule="DES-PRI-05"))
    return Sheet(m.name, tuple(lines), seat=m.seat if m.seat >= 0 else None)


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
        if any(own == name for own in ("Traitor",)) or _unknown(s, name):
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
    from .content import baddies

    return name not in baddies() and not any(own.name == name for own in s.home_baddies)


def chest_sheet(s: Game) -> Sheet:
    """The common chest and the baggage (DES-TREAS-28)."""
    chest = s.chest
    worth = chest.gold * SILVER_PER_GOLD + chest.silver
    return Sheet(
        "The chest",
        (
            Line("coin", money(worth)),
            Line("bars", f"{chest.gold_bars} gold, {chest.silver_bars} silver"),
            Line("jewels", _listed(chest.jewels)),
            Line("baggage", _listed(chest.goods)),
            Line("relics", str(chest.relics)),
        ),
    )


def notebook(s: Game) -> Sheet:
    """The leader's notebook: per baddie and weapon the lowest total that hit and the highest that missed (DES-BAT-10,
    DES-FLAV-03).
    """
    seat = s.members[s.leader].seat if s.leader >= 0 else 0
    rows = [
        (name, arm, f"{page[0]} hits" if page[0] else "-", f"{page[1]} misses" if page[1] else "-")
        for name, arms in s.notebooks[max(0, seat)].items()
        for arm, page in arms.items()
    ]
    rows += [(name, "told", numbers, "") for name, numbers in s.learned.items()]
    return Sheet(
        "The leader's notebook", kind="table", columns=("baddie", "weapon", "lowest hit", "highest miss"), rows=tuple(rows)
    )


def uses_sheet(s: Game) -> Sheet:
    """What has been found out about the store's odder goods (DES-STORE-08)."""
    known = {entry.name: entry.special_use for entry in item_uses().item}
    lines = tuple(Line(name.lower(), known[name]) for name in s.discovered if name in known)
    return Sheet("Uses discovered", lines, kind="facts")


def house_rules(s: Game) -> Sheet:
    """The dials in force that are not the usual ones, the maze's own marked (DES-IDEA-11, DES-DIAL-11)."""
    usual = {setting.name: setting for setting in SETTINGS}
    lines = [
        Line(usual[name].label, str(value), hint="set by this maze" if name in s.maze_dials else "", rule=usual[name].rule)
        for name, value in s.dials.items()
        if name in usual and (value != usual[name].default or name in s.maze_dials) and name not in ("descents", "maze")
    ]
    return Sheet("House rules", tuple(lines) or (Line("dials", "all as usual"),), kind="facts")


def front_page(s: Game) -> Sheet:
    """The last issue of the Daily Dungeon."""
    paper = s.papers[-1]
    return Sheet(f"The Daily Dungeon, no. {paper.number}", kind="note", text="\n\n".join([paper.headline, *paper.stories]))


def desk_sheet(s: Game) -> Sheet:
    """What only the gamesmaster knows (DES-GM-04)."""
    lines = [Line("the party is at", f"level {s.at[0]}, {s.at[1]},{s.at[2]}")]
    if s.battle is not None and s.battle.foes:
        line = line_of(s, s.battle.foes[0].name)
        lines.append(Line("their weapon numbers", ", ".join(f"{arm} {number}" for arm, number in line.weapons.items())))
        lines.append(Line("their power", line.power or "none"))
        sides = standing(s, s.battle, None)
        lines.append(Line("the party's modifiers", ", ".join(f"{name} {value:+d}" for name, value in sides) or "none"))
    if s.sage is not None:
        lines.append(
            Line(
                "the sage",
                f"{s.sage.trade}, fancies {s.sage.favourite}, mood {s.sage.mood} "
                f"{s.sage.band}{', pretending' if s.sage.evil else ''}",
            )
        )
    for level in s.levels:
        for sign, feature in level.legend.items():
            if feature.get("note"):
                lines.append(Line(f"level {level.number} {sign}", feature.get("note")))
    lines += [Line("note", text) for text in s.gm_notes]
    for seat, name in enumerate(s.names):
        pages = s.notebooks[seat]
        lines.append(Line(f"{name} knows", f"{sum(len(page) for page in pages.values())} notebook lines on {len(pages)} baddies"))
    return Sheet("The gamesmaster's desk", tuple(lines), kind="facts")
