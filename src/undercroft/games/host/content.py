"""Content: the tables of the book and of our readings, read strictly from `data/`, and the author's own entries."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from ...engine import BadContent
from ...engine.content import convert, load_csv, load_toml

DATA = files(__package__) / "data"


class Flavour(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A flavour of delver, breeder, alpha or wandering monster; keys as in custom_schema.toml."""

    name: str
    lo: int = 0
    hi: int = 0
    kind: str = ""
    id: str = ""
    description: str = ""
    author: str = ""
    made_in_year: int = 0
    weight: int = 1
    pop: int = 0
    loot: int = 0
    alignment: str = ""
    mines: str = "never"
    start: str = "nearest room"
    encounter_rules: str = ""
    no_skirmish_with: list[str] = []
    turn_dig: dict[str, str] = {}
    extra_room: str = ""
    bribe_cost: int = 1
    strength_per_bead: int = 1
    never_splits: bool = False
    bonus: int = 0
    bonus_if_loot_over: dict[str, int] = {}
    tribute: int = 1
    tribute_from: list[str] = []
    never_spends_to_live: bool = False
    friendly_to_own_alignment: bool = False
    prefers: str = ""
    digs_to: list[str] = []
    loot_first: bool = False
    maze_cost: int = 0
    maze_bonus: int = 0
    may_dig: str = ""
    wanders: bool = True
    collects_loot: bool = True
    kills_per_bead: int = 1
    web: dict[str, Any] = {}
    on_destroy: dict[str, int] = {}
    joins: list[str] = []
    becomes: str = ""
    tomb_gain: int = 0
    killed_only_by: str = ""
    camp_label: str = ""
    digs_neatly: bool = False  # straight tunnels, as delvers dig them
    dwells: str = ""  # at home in water or magma
    stays_in: bool = False  # never leaves it
    shuns: str = ""  # never enters it
    fills_rooms: str = ""  # whatever it builds fills with this
    fills_lair: str = ""  # so does any lair it moves to
    freezes: int = 0  # population lost in a year without a room of what it dwells in
    outlaw: bool = False  # fought by parties whatever its alignment
    note: str = ""
    rule: str = ""
    custom: bool = False
    inner_sanctum: dict[str, Any] = {}


class FlavourTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A d12 table of flavours."""

    die: int
    entries: list[Flavour]

    def at(self, roll: int) -> Flavour:
        """The line of a roll."""
        return next(line for line in self.entries if line.lo <= roll <= line.hi)


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a plain table: which rolls, its id and name, its rule; the rest is told by the rules."""

    lo: int
    hi: int
    id: str
    name: str = ""
    rule: str = ""


class Size(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A size class: box in named measures ("2 bead"), and how many beads it holds."""

    id: str
    w: str
    h: str
    capacity: int


class Judgement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the automatic author does, and whether a person is asked unless they say otherwise."""

    id: str
    where: str
    method: str
    weights: list[int] = []


class Sanctum(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The inner sanctum of one kind of alpha."""

    alpha: str = ""
    name: str
    cost: int = 1
    pop: int = 0
    loot: int = 0
    keep_loot: int = 0
    party_loss: int = 0
    bonus_inside: int = 0
    guard_pop: int = 0
    min_size_beads: int = 0
    choice: list[str] = []


class Grammar(msgspec.Struct, frozen=True):
    """A name grammar: lists of parts and templates."""

    templates: list[str]
    lists: dict[str, list[str]]


@cache
def raw(file: str) -> dict[str, Any]:
    """A data file as plain data."""
    return load_toml(DATA / file, dict[str, Any])


@cache
def flavours(kind: str) -> FlavourTable:
    """The flavour table of delver, breeder, alpha or wandering."""
    return convert(raw("monsters.toml")[f"{kind}_flavor"], FlavourTable, "monsters.toml")


@cache
def dwellers() -> dict[tuple[str, str], Flavour]:
    """Who lives in water and magma, by kind and fluid (HST-FLOD-08)."""
    found = [convert(entry, Flavour, "water_magma.toml") for entry in raw("water_magma.toml")["dweller"]]
    return {(what.kind, what.dwells): what for what in found}


def dweller_named(name: str) -> Flavour | None:
    """A dweller of water or magma."""
    return next((what for what in dwellers().values() if what.name == name), None)


@cache
def lines(file: str, table: str) -> tuple[Line, ...]:
    """The lines of a plain table, without their further keys."""
    keep = ("lo", "hi", "id", "name", "rule")
    out = []
    for entry in raw(file)[table]["entries"]:
        entry = {**entry, "id": entry.get("id", str(entry.get("name", "")).lower())}
        out.append(convert({key: entry[key] for key in keep if key in entry}, Line, file))
    return tuple(out)


def line_at(file: str, table: str, roll: int) -> Line:
    """The line of a table that a roll shows."""
    return next(line for line in lines(file, table) if line.lo <= roll <= line.hi)


@cache
def sizes() -> dict[str, Size]:
    """Size classes by id."""
    return {size["id"]: convert(size, Size, "measures.toml") for size in raw("measures.toml")["size"]}


@cache
def judgements() -> dict[str, Judgement]:
    """Judgements by id."""
    return {entry["id"]: convert(entry, Judgement, "judgement.toml") for entry in raw("judgement.toml")["judgement"]}


@cache
def sanctums() -> dict[str, Sanctum]:
    """Inner sanctums by alpha."""
    return {entry["alpha"]: convert(entry, Sanctum, "villains.toml") for entry in raw("villains.toml")["inner_sanctum"]}


@cache
def grammars() -> dict[str, Grammar]:
    """Name grammars by id."""
    out = {}
    for key, entry in raw("names.toml").items():
        parts = {name: values for name, values in entry.items() if name not in ("use", "templates")}
        out[key] = Grammar(entry["templates"], parts)
    return out


@cache
def minor_lists() -> tuple[tuple[str, ...], ...]:
    """The four lists of twenty minor features (HST-MINR-01)."""
    rows = load_csv(DATA / "minor_features.csv", dict[str, str])
    return tuple(tuple(row[f"list{k}"] for row in rows) for k in (1, 2, 3, 4))


@cache
def event_weights() -> dict[str, int]:
    """Rumour weight of each kind of record entry."""
    return {entry["kind"]: entry["rumour_weight"] for entry in raw("history_events.toml")["event"]}


@cache
def library() -> tuple[dict[str, Any], ...]:
    """Our own inventions for "make up your own" lines (HST-CUST-03)."""
    return tuple(check_entry(entry, "custom_library.toml") for entry in raw("custom_library.toml")["entry"])


KINDS = (
    "civilization", "primordial_event", "disaster", "delver", "breeder", "alpha", "wandering", "feature",
    "surface_construction", "minor_feature",
)  # fmt: skip


def check_entry(entry: dict[str, Any], file: str) -> dict[str, Any]:
    """A custom entry that can be played, or a BadContent naming file, entry and field (HST-CUST-02)."""
    schema = raw("custom_schema.toml")
    if not isinstance(entry, dict):
        raise BadContent(f"{file}: an entry is {entry!r}; it must be a table")
    name = entry.get("id") or entry.get("name") or "?"
    kinds = {kind["kind"]: kind for kind in schema["kind"]}
    kind = entry.get("kind")
    if kind not in kinds:
        raise BadContent(f"{file}: entry {name!r}: kind is {kind!r}; it can be {', '.join(kinds)}")
    for key in (*schema["common"]["required"], *kinds[kind]["required"]):
        if key not in entry:
            raise BadContent(f"{file}: entry {name!r}: {key} is missing; every {kind} needs it")
    for key in ("id", "name"):
        if not isinstance(entry[key], str) or not entry[key].strip():
            raise BadContent(f"{file}: entry {name!r}: {key} is {entry[key]!r}; it must be a text")
    for key in ("pop", "loot"):
        if key in entry and (not isinstance(entry[key], int) or not 0 <= entry[key] <= 9):
            raise BadContent(f"{file}: entry {name!r}: {key} is {entry[key]!r}; it can be 0 to 9")
    allowed = {*schema["common"]["required"], *schema["common"]["optional"], *kinds[kind]["required"]}
    if kind in ("delver", "breeder", "alpha", "wandering"):
        allowed |= {key["name"] for key in schema["key"]}
    for key in entry:
        if key not in allowed:
            raise BadContent(f"{file}: entry {name!r}: there is no field {key!r} for a {kind}")
    if kind in ("delver", "breeder", "alpha", "wandering"):
        convert(entry, Flavour, f"{file}: entry {name!r}")
        if entry.get("alignment", "hungry") not in ("lawful", "chaotic", "hungry", "random"):
            raise BadContent(
                f"{file}: entry {name!r}: alignment is {entry['alignment']!r}; it can be lawful, chaotic, hungry or random"
            )
    where = f"{file}: entry {name!r}"
    if kind in ("delver", "breeder", "alpha", "wandering"):
        _check_flavour(entry, where)
    if kind == "civilization":
        _check_civilization(entry, where)
        return entry
    effects = entry.get("effects", [])
    _check_effects(effects, f"{where}: effects")
    if len(effects) > schema["limits"]["max_effects"]:
        raise BadContent(f"{where}: {len(effects)} effects; at most {schema['limits']['max_effects']}")
    return entry


def _check_flavour(entry: dict[str, Any], where: str) -> None:
    """Numbers that divide are at least one, lengths are lengths, and a group has somebody in it."""
    if entry["kind"] != "wandering" and not entry["pop"]:
        raise BadContent(f"{where}: pop is 0; a group begins with 1 to 9")
    for key in ("strength_per_bead", "kills_per_bead"):
        if not 1 <= int(entry.get(key, 1)) <= 9:
            raise BadContent(f"{where}: {key} is {entry[key]}; it can be 1 to 9")
    lengths = {"may_dig": entry.get("may_dig", ""), "turn_dig": entry.get("turn_dig", {}).get("length", "")}
    for key, value in lengths.items():
        if value and not LENGTH.fullmatch(value):
            raise BadContent(f'{where}: {key} is {value!r}; it must be a length such as "half_finger"')
    for key, words in (("mines", ("always", "never", "if_unsupported")), ("encounter_rules", ("", "delver", "breeder", "alpha"))):
        if entry.get(key, words[0]) not in words:
            raise BadContent(f"{where}: {key} is {entry[key]!r}; it can be {', '.join(word for word in words if word)}")


NEEDED = {
    "draw_room": ("size",), "draw_passage": ("from", "to"), "gain": ("who",), "lose": ("who",), "move": ("who",),
    "tag": ("target", "tag"), "fluid": ("target", "fluid"), "set_alignment": ("who", "alignment"), "roll_table": ("table",),
    "if": ("test", "then"), "end_age": ("reason",), "record": ("text",),
}  # fmt: skip
LENGTH = re.compile(r"(\d+(\.\d+)? )?(thumb|bead|half_finger|finger)")
TEST = re.compile(r"(pop|loot|d6) (>=|<=) \d+|ore in reach|no ore left|touches surface|touches bottom")
SHORT = re.compile(r"none|(lose|gain) \d+ (pop|loot)")


def _check_effects(effects: object, where: str) -> None:
    """A list of effects of which every word can be played."""
    if not isinstance(effects, list):
        raise BadContent(f"{where} is {effects!r}; it must be a list of tables with op")
    ops = {effect["op"]: effect["args"] for effect in raw("custom_schema.toml")["effect"]}
    for effect in effects:
        if not isinstance(effect, dict):
            raise BadContent(f"{where}: an effect is {effect!r}; it must be a table with op")
        op = str(effect.get("op"))
        if op not in ops:
            raise BadContent(f"{where}: effect {op!r} is unknown; there are {', '.join(ops)}")
        for key in NEEDED.get(op, ()):
            if key not in effect:
                raise BadContent(f"{where}: effect {op!r}: {key} is missing")
        for key, value in effect.items():
            if key != "op" and key not in ops[op]:
                raise BadContent(f"{where}: effect {op!r} has no field {key!r}; it has {', '.join(ops[op])}")
            why = _refusal(key, value)
            if op == "mine" and key == "reach" and not LENGTH.fullmatch(str(value)):
                why = 'must be a length such as "half_finger"'
            if why:
                raise BadContent(f"{where}: effect {op!r}: {key} is {value!r}; it {why}")


def _refusal(key: str, value: object) -> str:
    """Why a value cannot stand in an effect, or nothing."""
    if key in ("pop", "loot", "count", "yield"):
        return "" if isinstance(value, int) and 0 <= value <= 9 else "can be 0 to 9"
    if key == "tags":
        return "" if isinstance(value, list) and all(isinstance(tag, str) for tag in value) else "must be a list of texts"
    if not isinstance(value, str):
        return "must be a text"
    words = {
        "size": tuple(sizes()),
        "who": tuple(raw("custom_schema.toml")["selectors"]["who"]),
        "alignment": ("lawful", "chaotic", "hungry"),
        "fluid": ("water", "magma", "none"),
    }.get(key)
    if words is not None:
        return "" if value in words else f"can be {', '.join(words)}"
    if key in ("length", "distance"):
        return (
            ""
            if LENGTH.fullmatch(value) or (key, value) == ("length", "any")
            else 'must be a length such as "2 bead" or "finger"'
        )
    if key == "test":
        return "" if TEST.fullmatch(value) else 'must be a test such as "pop >= 4" or "no ore left"'
    if key in ("then", "else"):
        return "" if SHORT.fullmatch(value) else 'must be "none" or words such as "lose 1 pop"'
    return ""


def _check_civilization(entry: dict[str, Any], where: str) -> None:
    """A custom civilization differs from its model in its name and one thing more (HST-CIV-05, HST-CUST-04)."""
    models = {
        "dwarven": ("dwarven civilization", "blue"),
        "dark_elf": ("dark elf civilization", "black"),
        "demon": ("demon civilization", "red"),
    }
    model = entry["model"]
    for key, kind in (("pen", str), ("setup", list), ("season", dict), ("construction", list), ("end", list), ("cleanup", dict)):
        if not isinstance(entry[key], kind):
            raise BadContent(f"{where}: {key} is {entry[key]!r}; it must be a {_KINDS[kind]}")
    if model not in models:
        raise BadContent(f"{where}: model is {model!r}; it can be {', '.join(models)}")
    if sorted(entry["season"]) != ["fall", "spring", "summer", "winter"]:
        raise BadContent(f"{where}: season needs spring, summer, fall and winter")
    _check_effects(entry["setup"], f"{where}: setup")
    for season, effects in entry["season"].items():
        _check_effects(effects, f"{where}: {season}")
    for row in entry["construction"]:
        if not isinstance(row, dict) or not isinstance(row.get("pop"), int) or not isinstance(row.get("name"), str):
            raise BadContent(f"{where}: construction has {row!r}; each is a table with pop and name")
        if "size" in row and row["size"] not in sizes():
            raise BadContent(f"{where}: construction {row['name']!r}: size is {row['size']!r}; it can be {', '.join(sizes())}")
    for row in entry["end"]:
        if not isinstance(row, dict) or "reason" not in row or not TEST.fullmatch(str(row.get("test", ""))):
            raise BadContent(f"{where}: end has {row!r}; each is a table with a test such as 'pop >= 9' and a reason")
    if not entry["end"]:
        raise BadContent(f"{where}: end needs at least one test")
    same_pen = entry["pen"] == models[model][1]
    twin = entry["setup"] == [] and entry["construction"] == [] and same_pen
    if entry["name"].lower() in (model, models[model][0]) or twin:
        raise BadContent(f"{where}: it must differ from its model in name and in at least one other field")


_KINDS = {str: "text", list: "list", dict: "table"}


def own_entries(kind: str, custom: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The author's entries of a kind; lacking any, the library's (judgement own_entry)."""
    own = [entry for entry in custom if entry.get("kind") == kind]
    return own or [entry for entry in library() if entry["kind"] == kind]


def load_entries(text: str, file: str) -> list[dict[str, Any]]:
    """Entries of a user file (TOML with [[entry]] tables), checked (HST-CUST-01)."""
    try:
        plain = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadContent(f"{file}: not valid TOML: {error}") from None
    if set(plain) - {"entry"} or not isinstance(plain.get("entry", []), list):
        raise BadContent(f"{file}: a file of own entries holds [[entry]] tables and nothing else")
    entries = [check_entry(entry, file) for entry in plain.get("entry", [])]
    seen: list[tuple[str, str]] = []
    for entry in entries:
        if (entry["kind"], entry["id"]) in seen:
            raise BadContent(f"{file}: entry {entry['id']!r}: id is used twice for a {entry['kind']}")
        seen.append((entry["kind"], entry["id"]))
    return entries


def read_entries(path: str) -> list[dict[str, Any]]:
    """The author's own entries from a file on this machine (option `entries`)."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise BadContent(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadContent(f"{path}: not a text file in UTF-8") from None
    return load_entries(text, path)
