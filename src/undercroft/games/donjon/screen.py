"""Screens of Donjon: status, character sheets, the fact ledger, the tracker. Sees only a masked state."""

from __future__ import annotations

from ...engine.screen import Line, Screen, Sheet
from ...engine.words import capital, some
from . import content, odds
from .being import ATTRIBUTE_NAMES, ATTRIBUTES, SAVE_BODY, SAVE_MIND, Being, Item
from .rules.basics.answers import read
from .rules.basics.distance import band
from .rules.basics.judging import AREAS
from .rules.basics.people import want_of
from .rules.characters.ability_words import circumstance
from .rules.characters.experience import threshold
from .rules.concepts.facts import called
from .rules.creatures.creatures import half_up
from .rules.resolution.pools import (
    attribute,
    best_ability,
    difficulty_pool,
    lit,
    place_tags,
    pool,
    tagged,
    weight,
    with_magic,
    worth,
)
from .rules.running.sketch import hint
from .rules.tasks.tasks import resist_pool
from .screen_world import the_world
from .state import DISTANCES, Donjon

CREDITS = (
    "Donjon was written by Clinton R. Nixon and designed by Clinton R. Nixon and Zak Arntson (2002); cover by James V. West; "
    "interior art by Rod Alexander, Vincent Baker, Tim Denee, Chris Martinez, Bob McNamee, Ben Morgan, Colin Theriot and "
    "James V. West; character sheet by Ben Morgan. The drawings here are our own."
)  # DON-INTRO-06

PHASES = {
    "creation": "making characters",
    "town": "in Town",
    "road": "on the way",
    "scene": "in a scene",
    "fight": "in a fight",
    "loot": "searching",
    "home": "home again",
    "between": "between adventures",
    "over": "the end",
}


def screen(s: Donjon, seat: int | None) -> Screen:
    """Everything one seat may see, besides log, ask and drawing."""
    adventure = s.adventure
    title = adventure.title if adventure is not None else "Donjon"
    where = (
        s.scene.name if s.scene is not None else (s.here.name if s.here is not None else adventure.town.name if adventure else "")
    )
    return Screen(title, f"{where}, {PHASES.get(s.phase, s.phase)}", tuple(_status(s)), tuple(_sheets(s, seat)))


def _status(s: Donjon) -> list[Line]:
    lines = []  # the goal stands on the stage
    if s.here is not None:
        lines.append(Line(f"Chapter {s.chapter}", s.here.name, hint=f"Donjon Level {s.donjon_level}", rule="DON-ADV-04"))
        if s.pcs():
            party = half_up(sum(b.level for b in s.pcs()) / len(s.pcs()))
            odds = f"{hint(party, s.donjon_level)} for a party of Level {party}"
            lines.append(Line("Donjon Level", str(s.donjon_level), hint=odds, rule="DON-ADV-05"))
        lines.append(Line("Scenes behind you", str(s.scenes_done[s.chapter - 1]), rule="DON-CHAP-02"))
        if s.here.dark:
            lines.append(Line("Light", "a torch burns" if lit(s) else "none: -3 to attacks", rule="DON-FUN-19"))
    elif s.adventure is not None:
        lines.append(
            Line("Town", f"{s.adventure.town.name}, {s.adventure.town.kind}", hint=s.adventure.town.temper, rule="DON-TOWN-01")
        )
    if s.scene is not None and s.scene.cramped:
        lines.append(Line("Cramped", f"{some(s.scene.cramped, 'die')} fewer", rule="DON-FUN-18"))
    if s.options.world:
        lines.append(Line("World", s.options.world, rule="DON-WORLD-01"))
    if s.here is None:
        lines.append(Line("Tone", s.options.seriousness, rule="DON-SER-01"))
    return lines


def _sheets(s: Donjon, seat: int | None) -> list[Sheet]:
    sheets: list[Sheet] = []
    if s.drafts:
        sheets.append(_draft(s))
    pcs = s.pcs()
    pcs.sort(key=lambda b: (b.seat != seat, b.seat))
    behind = seat == len(s.players)  # the Game Master's side of the screen; only she holds an unmasked state
    if behind:
        sheets += [
            *([the_scene(s)] if s.scene is not None else []),
            behind_the_screen(s),
            *(character_sheet(s, b) for b in _creatures(s)),
        ]
    sheets += [character_sheet(s, b) for b in pcs]
    if s.fight is not None:
        sheets.insert(0, tracker(s)) if behind else sheets.append(tracker(s))
    sheets.append(ledger(s))
    if s.tray is not None:
        sheets.append(tray(s))
    if not s.chapter and s.adventure is not None and s.phase in ("town", "creation", "between"):
        sheets.append(town_board(s))
    sheets += the_world(s)
    sheets.append(_tips(s, behind=behind))
    if s.phase == "creation":
        sheets.append(dial_board())
        sheets.append(Sheet("About", (), "note", text=CREDITS))
    return sheets


def _creatures(s: Donjon) -> list[Being]:
    """The Game Master's creatures in play, those of the scene first."""
    here = s.scene.foes if s.scene is not None else []
    found = [b for b in s.beings.values() if not b.pc and b.status not in ("dead", "gone")]
    return sorted(found, key=lambda b: b.id not in here)


def the_scene(s: Donjon) -> Sheet:
    """One view of the scene for her: who wants what and how they are, what is stated, and Tests worth calling with their odds."""
    scene = s.scene
    assert scene is not None
    lines = [Line("Where", scene.where)]
    here = [s.beings[i] for i in scene.foes if i in s.beings and s.beings[i].up]
    known = {p.name: p for p in s.people}
    for b in here:
        want = want_of(b)
        past = known.get(b.name)
        told = [f"wants {want.says}" if want is not None else "wants nothing of you", *(p.source for p in b.penalties)]
        told += [f"remembers: {content.gm().dealt[past.dealt].says}"] if past is not None else []
        lines.append(Line(b.cap, "; ".join(told), rule="DON-CONT-03"))
    for f in [f for f in s.facts if f.live and f.scene == s.scene_no]:
        lines.append(Line(f"Fact, {f.author}", f.text, hint="; ".join(x for x in (f.did, f.twist) if x), rule="DON-LAW-14"))
    party = s.party()
    if party:
        lines += [Line(f"Test: {what}", chances, hint=how) for what, how, chances in _suggested(s, party, here)]
    return Sheet("This scene", tuple(lines), "note")


def _suggested(s: Donjon, party: list[Being], here: list[Being]) -> list[tuple[str, str, str]]:
    """Tests that fit the scene: to watch, to sneak and to talk before foes; the obstacle's own; else to search."""
    tags = tagged(place_tags(s))

    def chances(kind: str, attr: str | None, against: int) -> str:
        mine = ((b, pool(s, b, kind, attr=attr, ability=best_ability(s, b, kind, tags), tags=tags).dice) for b in party)
        return ", ".join(f"{b.name} {odds.win(dice, against, s.die):.0%}" for b, dice in mine)

    medium = difficulty_pool(s, "medium").dice
    found = [("search or watch", f"Medium, {medium} dice", chances("perception", "dis", medium))]
    if here:
        sharp = resist_pool(s, here, "dis", "perception", "hear see").dice
        found.append(("sneak past", f"against {sharp}", chances("stealth", "adr", sharp)))
        found.append(("talk them round", f"against {sharp}", chances("social", "soc", sharp)))
    enc = next(
        (e for c in (s.adventure.chapters if s.adventure else []) for e in c.encounters if s.scene and e.id == s.scene.encounter),
        None,
    )
    if enc is not None and enc.kind in content.gm().kinds:
        hard = difficulty_pool(s, enc.difficulty).dice
        found.append((enc.name, f"{enc.difficulty}, {hard} dice", chances(enc.kind, enc.attribute or None, hard)))
    return found


def behind_the_screen(s: Donjon) -> Sheet:
    """What only the Game Master knows: the plan of the chapter, what waits, and what she has handed to the machine."""
    lines: list[Line] = []
    chapter = s.here
    if chapter is not None and s.adventure is not None:
        titles = {e.id: e.name for c in s.adventure.chapters for e in c.encounters}
        owed = max(0, chapter.quota - s.owed_cut - s.scenes_done[s.chapter - 1])
        lines.append(Line("Scenes owed", str(owed), hint=f"{chapter.quota} in this chapter", rule="DON-CHAP-02"))
        lines.append(Line("In the deck", "; ".join(titles.get(i, i) for i in s.secret.deck) or "nothing more"))
        waiting = [f.text for f in s.facts if called(f) in s.secret.queue]
        if waiting:
            lines.append(Line("Called up by players", "; ".join(waiting), rule="DON-CHAP-03"))
        lines.append(Line("Way on", chapter.exit))
    if s.desk.framed:
        lines.append(Line("Framed", "; ".join(read(entry).on or entry for entry in s.desk.framed)))
    if s.adventure is not None:
        bad = s.adventure.big_bad
        where = f", {bad.place}" if bad.place else ""
        lines.append(Line("Big Bad", f"{bad.name}, Level {bad.level}{where}", rule="DON-HOOK-01"))
        lines.append(Line("Clues found", str(s.clues), rule="DON-CLIMAX-01"))
    for b in s.pcs():
        for item in b.items:
            if item.id in s.secret.curses:
                lines.append(Line(f"Curse on {b.name}'s {item.name}", s.secret.curses[item.id], rule="DON-CURSE-02"))
    given = "; ".join(AREAS[area] for area in s.desk.machine if area in AREAS)
    lines.append(Line("Left to the machine", given or "nothing", rule="DON-AGM-01"))
    return Sheet("Behind the screen", tuple(lines), "note")


def character_sheet(s: Donjon, b: Being) -> Sheet:
    """The sheet, field by field (DON-SHEET-01 to 03)."""
    lines = [
        Line("Name", b.name, hint=b.player),
        Line(b.sort, b.calling),
        Line("Level", str(b.level), rule="DON-LEVEL-01"),
        Line(
            "Experience",
            f"{b.xp:,}",
            hint=f"Level {b.level + 1} at {threshold(b.level + 1, s.options.advancement):,}",
            rule="DON-XP-01",
        ),
    ]
    for key, now, full in zip(ATTRIBUTES, b.now, b.full, strict=True):
        counts = attribute(s, b, key)
        hint = f"counts {counts}" if counts != now else ""
        lines.append(Line(ATTRIBUTE_NAMES[key], str(now), of=full, hint=hint, rule="DON-ATTR-01"))
    lines.append(Line("Flesh Wounds", str(b.wounds), of=b.wounds_full, rule="DON-FW-01"))
    for a in b.abilities:
        when = "; ".join(circumstance(w) for w in a.when)
        mark = "Main: " if a.rank == "main" else ""
        spent = "used this scene" if a.once and a.name in b.used else ""
        kinds = content.gm().kinds
        what = ", ".join(kinds[k].label if k in kinds else k for k in a.adds)
        lines.append(
            Line(
                mark + a.name,
                str(a.score),
                hint="; ".join(x for x in (what, f"only {when}" if when else "", spent) if x),
                rule="DON-ABIL-11",
            )
        )
    lines.append(Line(SAVE_MIND, str(b.save_mind), rule="DON-SAVE-02"))
    lines.append(Line(SAVE_BODY, str(b.save_body), rule="DON-SAVE-03"))
    lines.append(Line("Wealth", str(b.wealth), rule="DON-WEALTH-01"))
    lines.append(Line("Provisions", str(b.provisions), rule="DON-PROV-01"))
    if b.words:
        lines.append(Line("Magic Words", ", ".join(b.words), hint=b.look, rule="DON-WORD-01"))
        lines.append(
            Line("Spell Dice held", str(b.spell_dice), hint=f"strain {b.strain}" if b.strain else "", rule="DON-GATH-03")
        )
    for sort, label in (("weapon", "Weapons"), ("armor", "Armour"), ("other", "Other")):
        slots = b.slots[("weapon", "armor", "other").index(sort)]
        owned = [i for i in b.items if i.sort == sort]
        lines.append(
            Line(label, ", ".join(item_words(b, i) for i in owned) or "-", hint=f"{slots} permanent", rule="DON-PERM-02")
        )
    for bonus in b.bonus:
        if not bonus.about.startswith("gm:"):
            lines.append(Line("Kept dice", str(bonus.dice), hint=f"from {bonus.source}", rule="DON-LAW-06"))
        else:
            lines.append(Line("Kept against you", str(bonus.dice), hint=f"from {bonus.source}", rule="DON-LAW-09"))
    for penalty in b.penalties:
        lines.append(
            Line(
                "Trouble",
                f"-{penalty.dice}" if penalty.dice else penalty.source,
                hint=f"{penalty.source}, until the end of the {penalty.until}",
            )
        )
    for boon in b.boons:
        lines.append(Line("Help", f"+{boon.dice}", hint=boon.source))
    if b.status != "up":
        lines.append(Line("State", {"out": "unconscious", "dead": "dead", "fled": "out of the fight"}.get(b.status, b.status)))
    return Sheet(f"{b.name}, {b.calling}", tuple(lines), "sheet", b.seat)


def item_words(b: Being, item: Item) -> str:
    """An item in a few words: Damage Rating, Worth, what is odd about it."""
    bits = []
    if item.sort in ("weapon", "armor"):
        bits.append(f"DR {item.dr}")
        if weight(item) > with_magic(b, "vir") and "supply" not in item.tags:
            bits.append("too heavy")
    bits.append(f"Worth {worth(item)}")
    bits += [f"{m.ability} {m.dice}" for m in item.magic if m.kind != "gem"]
    bits += [f"{a.name} {a.score}" for a in item.abilities]
    if item.curse:
        bits.append(f"curse {item.curse}" + ("" if item.curse_known else ", of what nobody knows"))
    if item.id == b.wielding:
        bits.append("in hand")
    if item.id in b.worn:
        bits.append("worn")
    if item.ammo is not None:
        bits.append(f"{item.ammo} shots")
    return f"{item.name} ({', '.join(bits)})" + ("*" if item.permanent else "")


def ledger(s: Donjon) -> Sheet:
    """The fact ledger: live facts of the scene first, then the chronicle; each with author and Test (DON-LOG-02)."""
    live = [f for f in s.facts if f.live and f.scene == s.scene_no]
    now = {f.id for f in live}
    older = [f for f in s.facts if f.id not in now]
    lines = [
        Line(
            f.author,
            capital(f.text),
            hint="; ".join(
                x
                for x in (
                    f.test,
                    f.did,
                    f"twist: {f.twist}" if f.twist else "",
                    "hearsay" if f.hearsay else "",
                    "" if f.id in now else f.place,
                )
                if x
            ),
            rule="DON-LAW-14",
        )
        for f in [*reversed(live), *reversed(older)]
    ]
    title = f"Facts: {len(live)} of this scene, {len(older)} older" if older else "Facts"
    return Sheet(title, tuple(lines), "facts", text="" if lines else "Nothing yet: win a Test, and state one.")


def tray(s: Donjon) -> Sheet:
    """The last Test as it lies on the table."""
    r = s.tray
    assert r is not None
    rows = (
        (r.a, str(len(r.a_faces)), r.a_parts, " ".join(str(f) for f in r.a_faces)),
        (r.b, str(len(r.b_faces)), r.b_parts, " ".join(str(f) for f in r.b_faces)),
    )
    note = f"{r.a if r.won else r.b}: {some(r.successes, 'success')}" + (f", {r.tied} tied" if r.tied else "")
    return Sheet(
        f"Dice: {r.why}",
        (Line("Result", note, hint=r.spent.replace(", 0 dice", ""), rule="DON-DICE-05"),),
        "table",
        columns=("side", "dice", "from", "faces"),
        rows=rows,
    )


def tracker(s: Donjon) -> Sheet:
    """Who acts when, and how far everyone is (DON-INI-04)."""
    assert s.fight is not None
    rows = []
    for f in s.fight.fighters:
        b = s.beings[f.id]
        state = {"up": "", "out": "down", "dead": "dead", "fled": "gone", "yielded": "yields"}.get(b.status, b.status)
        if b.pc:
            state = state or f"{b.wounds}/{b.wounds_full}"
        elif b.status == "up":
            state = "hale" if b.wounds >= b.wounds_full else "hurt" if b.wounds else "reeling"
        away = []
        for o in s.fight.fighters:
            if s.beings[o.id].side != b.side and s.beings[o.id].status == "up" and b.side == 0:
                away.append(f"{s.beings[o.id].name}: {DISTANCES[band(s, f.id, o.id)]}")
        rows.append((b.name, " ".join(str(n) for n in f.numbers), state, "; ".join(away[:4])))
    return Sheet(
        f"Flurry {s.fight.flurry}, count {s.fight.count}",
        (),
        "table",
        columns=("fighter", "numbers left", "state", "distance"),
        rows=tuple(rows),
    )


def town_board(s: Donjon) -> Sheet:
    """Caps and Markups (DON-TOWN-03, DON-TOWN-04)."""
    assert s.adventure is not None
    town = s.adventure.town
    rows = tuple(
        (r.name, str(r.cap), str(max(0, r.markup - s.respect) + (3 if s.hostile else 0)), ", ".join(r.vendors))
        for r in town.resources
    )
    lines = tuple(Line("", text) for text in town.features)
    return Sheet(
        town.name, lines, "table", columns=("goods", "cap", "markup", "vendors"), rows=rows, text=f"{town.kind}; {town.temper}"
    )


def dial_board() -> Sheet:
    """Every dial with its setter, its moment and its default (DON-BOOK-01)."""
    rows = tuple((d.name, d.set_by, d.when, d.default) for d in content.dials())
    return Sheet("Dials", (), "table", columns=("dial", "set by", "when", "default"), rows=rows)


def _tips(s: Donjon, *, behind: bool) -> Sheet:
    """The tip for this page (DON-BOOK-02)."""
    if behind:
        key = "treasure" if s.phase == "loot" else "spells" if any(b.spell_dice for b in s.beings.values()) else "monsters"
        if s.fight is not None and s.fight.flurry <= 1:
            key = "initiative"
        return Sheet("A tip", (), "note", text=content.tips().gm[key])
    tips = content.tips().player
    key = {"creation": "abilities", "fight": "everything", "road": "law", "scene": "law"}.get(s.phase, "law")
    if s.fight is not None and s.fight.flurry <= 1:
        key = "charging"
    return Sheet("A tip", (), "note", text=tips[key])


def _draft(s: Donjon) -> Sheet:
    b = s.drafts[0].being
    lines = [Line("Class or Race", b.calling or "-")]
    lines += [Line(a.name, "Main" if a.rank == "main" else "Supporting") for a in b.abilities]
    if any(b.full):
        lines += [Line(ATTRIBUTE_NAMES[k], str(n)) for k, n in zip(ATTRIBUTES, b.full, strict=True)]
    if b.words:
        lines.append(Line("Magic Words", ", ".join(b.words)))
    return Sheet(f"{s.players[s.drafts[0].seat]}'s character", tuple(lines), "note", text=content.tips().player["abilities"])
