"""The author's own entries, from a file or from our library: checked, so that every word of them can be played (HST-CUST)."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from ...engine import BadContent
from ...engine.content import convert, load_toml
from .content import DATA, Flavour, measures, schema


@cache
def library() -> tuple[dict[str, Any], ...]:
    """Our own inventions for "make up your own" lines (HST-CUST-03)."""
    found = load_toml(DATA / "custom_library.toml", dict[str, list[dict[str, Any]]])["entry"]
    return tuple(check_entry(entry, "custom_library.toml") for entry in found)


def check_entry(entry: dict[str, Any], file: str) -> dict[str, Any]:
    """A custom entry that can be played, or a BadContent naming file, entry and field (HST-CUST-02)."""
    shape = schema()
    if not isinstance(entry, dict):
        raise BadContent(f"{file}: an entry is {entry!r}; it must be a table")
    name = entry.get("id") or entry.get("name") or "?"
    kind = entry.get("kind")
    if kind not in shape.kinds:
        raise BadContent(f"{file}: entry {name!r}: kind is {kind!r}; it can be {', '.join(shape.kinds)}")
    for key in (*shape.required, *shape.kinds[kind]):
        if key not in entry:
            raise BadContent(f"{file}: entry {name!r}: {key} is missing; every {kind} needs it")
    for key in ("id", "name"):
        if not isinstance(entry[key], str) or not entry[key].strip():
            raise BadContent(f"{file}: entry {name!r}: {key} is {entry[key]!r}; it must be a text")
    for key in ("pop", "loot"):
        if key in entry and (not isinstance(entry[key], int) or not 0 <= entry[key] <= 9):
            raise BadContent(f"{file}: entry {name!r}: {key} is {entry[key]!r}; it can be 0 to 9")
    allowed = {*shape.required, *shape.remarks, *shape.kinds[kind]}
    if kind in ("delver", "breeder", "alpha", "wandering"):
        allowed |= {*shape.flavour}
    for key in entry:
        if key not in allowed:
            raise BadContent(f"{file}: entry {name!r}: there is no field {key!r} for a {kind}")
    if kind in ("delver", "breeder", "alpha", "wandering"):
        own_flavour(entry, f"{file}: entry {name!r}")
    where = f"{file}: entry {name!r}"
    if kind in ("delver", "breeder", "alpha", "wandering"):
        _check_flavour(entry, where)
    if kind == "civilization":
        _check_civilization(entry, where)
        return entry
    effects = entry.get("effects", [])
    _check_effects(effects, f"{where}: effects", _labels(effects))
    if len(effects) > shape.max_effects:
        raise BadContent(f"{where}: {len(effects)} effects; at most {shape.max_effects}")
    return entry


def own_flavour(entry: dict[str, Any], where: str = "own entries") -> Flavour:
    """A custom flavour as the rules ask for it; remarks of its author are left out."""
    return convert({key: value for key, value in entry.items() if key in Flavour.__struct_fields__}, Flavour, where)


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
    for key, words in schema().flavour_words.items():
        for value in entry[key] if isinstance(entry.get(key), list) else [entry.get(key, "")]:
            if value and value not in words:
                raise BadContent(f"{where}: {key} is {value!r}; it can be {', '.join(words)}")


NEEDED = {
    "draw_room": ("size",), "draw_passage": ("from", "to"), "gain": ("who",), "lose": ("who",), "move": ("who",),
    "tag": ("target", "tag"), "fluid": ("target", "fluid"), "set_alignment": ("who", "alignment"), "roll_table": ("table",),
    "if": ("test", "then"), "end_age": ("reason",), "record": ("text",),
}  # fmt: skip
LENGTH = re.compile(r"(\d+(\.\d+)? )?(thumb|bead|half_finger|finger)")
TEST = re.compile(r"(pop|loot|d6) (>=|<=) \d+|ore in reach|no ore left|touches surface|touches bottom")
SHORT = re.compile(r"none|(lose|gain) \d+ (pop|loot)")


def _labels(effects: object) -> list[str]:
    """Labels of rooms that a list of effects draws."""
    drawn = [effect for effect in effects if isinstance(effect, dict)] if isinstance(effects, list) else []
    return [str(effect["label"]) for effect in drawn if "label" in effect]


def _check_effects(effects: object, where: str, labels: list[str]) -> None:
    """A list of effects of which every word can be played; `labels` are places of the entry's own making."""
    if not isinstance(effects, list):
        raise BadContent(f"{where} is {effects!r}; it must be a list of tables with op")
    ops = schema().effects
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
            why = _refusal(op, key, value, labels)
            if why:
                raise BadContent(f"{where}: effect {op!r}: {key} is {value!r}; it {why}")


def _refusal(op: str, key: str, value: object, labels: list[str]) -> str:
    """Why a value cannot stand in an effect, or nothing."""
    if key in ("pop", "loot", "count", "yield"):
        return "" if isinstance(value, int) and 0 <= value <= 9 else "can be 0 to 9"
    if key == "tags":
        return "" if isinstance(value, list) and all(isinstance(tag, str) for tag in value) else "must be a list of texts"
    if not isinstance(value, str):
        return "must be a text"
    if key in ("length", "distance") or (op, key) == ("mine", "reach"):
        able = LENGTH.fullmatch(value) or (key, value) == ("length", "any")
        return "" if able else 'must be a length such as "half_finger" or "2 bead"'
    if key in ("at", "from", "to", "target"):
        words = schema().words["target" if key == "target" else "at"]
        place = ", ".join(words)
        return "" if value in (*words, *labels) else f"can be {place}, or the label of a room that the entry draws"
    words = list(measures().sizes) if key == "size" else schema().words.get(key, [value])
    if key == "who" and op in ("gather", "mine", "build"):
        words = ["self"]
    if value not in words:
        return f"can be {', '.join(words)}"
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
    labels = [label for effects in (entry["setup"], *entry["season"].values()) for label in _labels(effects)]
    labels += [str(row["name"]) for row in entry["construction"] if isinstance(row, dict) and "name" in row]
    _check_effects(entry["setup"], f"{where}: setup", labels)
    for season, effects in entry["season"].items():
        _check_effects(effects, f"{where}: {season}", labels)
    for row in entry["construction"]:
        if not isinstance(row, dict) or not isinstance(row.get("pop"), int) or not isinstance(row.get("name"), str):
            raise BadContent(f"{where}: construction has {row!r}; each is a table with pop and name")
        if "size" in row and row["size"] not in measures().sizes:
            raise BadContent(
                f"{where}: construction {row['name']!r}: size is {row['size']!r}; it can be {', '.join(measures().sizes)}"
            )
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
