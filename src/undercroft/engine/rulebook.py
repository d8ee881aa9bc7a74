"""Rulebook: the ledger of a game's rules, in our words, by id. It says what the rules are, not whether they hold."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources.abc import Traversable

import msgspec

from .content import load_toml
from .errors import UndercroftError


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: its id, where it stands, what it says, and our ruling where the book is silent."""

    id: str
    part: str
    kind: str
    rule: str
    ruling: str = ""
    check: str = ""  # how to see that it holds
    untested: str = ""  # a written reason, when no test can prove it


class _File(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    credit: str
    rules: list[Rule]
    glossary: dict[str, str] = {}


class Rulebook:
    """All rules of one game, in rulebook order."""

    def __init__(self, title: str, credit: str, rules: list[Rule], glossary: dict[str, str]) -> None:
        self.title = title
        self.credit = credit
        self.glossary = glossary  # game terms and shorthand, a line each
        self._rules = {rule.id: rule for rule in rules}

    @classmethod
    def load(cls, file: Traversable) -> Rulebook:
        """Read a game's `rulebook.toml`."""
        content = load_toml(file, _File)
        return cls(content.title, content.credit, content.rules, content.glossary)

    def __getitem__(self, rule_id: str) -> Rule:
        try:
            return self._rules[rule_id]
        except KeyError:
            near = [known for known in self._rules if known.startswith(rule_id.rsplit("-", 1)[0])]
            hint = f"; near it: {', '.join(near[:8])}" if near else ""
            raise UndercroftError(f"there is no rule {rule_id!r} in {self.title}{hint}") from None

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._rules

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)

    def search(self, words: str) -> list[Rule]:
        """The rules that hold every one of the words, or whose id begins with them."""
        wanted = words.lower().split()
        return [
            rule
            for rule in self
            if rule.id.lower().startswith(words.lower())
            or all(word in f"{rule.id} {rule.part} {rule.rule} {rule.ruling}".lower() for word in wanted)
        ]
