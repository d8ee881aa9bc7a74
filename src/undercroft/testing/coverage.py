"""Which rules of a game's rulebook are named by tests and cited by the game's own code. It reads text; it runs nothing."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import msgspec

from ..engine import Game

_RULE_ID = re.compile(r"\b[A-Z]{3}-[A-Z0-9]+-\d+[a-z]?\b")


class Coverage(msgspec.Struct, frozen=True):
    """A game's rules, sorted by what vouches for them."""

    rules: list[str]
    tested: list[str]
    excused: list[str]  # a written reason stands in the rulebook
    left: list[str]
    cited: list[str]  # named in the game's own code: by an ask, an event or a comment

    def text(self) -> str:
        """In words."""
        share = len(self.tested) / len(self.rules) if self.rules else 1.0
        lines = [f"{len(self.tested)} of {len(self.rules)} rules are named by a test ({share:.1%})"]
        if self.excused:
            lines.append(f"{len(self.excused)} have a written reason instead: {' '.join(self.excused)}")
        if self.left:
            lines.append(f"{len(self.left)} have neither: {' '.join(self.left)}")
        lines.append(f"{len(self.cited)} are cited in the game's own code")
        return "\n".join(lines)


def coverage(game: Game[Any], tests: Path, source: Path) -> Coverage:
    """What the tests in a folder say of a game's rules."""
    named = marked_rules(tests)
    cited = {found for path in source.rglob("*.py") for found in _RULE_ID.findall(path.read_text(encoding="utf-8"))}
    rules = list(game.rulebook())
    return Coverage(
        [rule.id for rule in rules],
        [rule.id for rule in rules if rule.id in named],
        [rule.id for rule in rules if rule.id not in named and rule.untested],
        [rule.id for rule in rules if rule.id not in named and not rule.untested],
        [rule.id for rule in rules if rule.id in cited],
    )


def marked_rules(tests: Path) -> set[str]:
    """Every rule id in a `pytest.mark.rule(...)` below a folder."""
    found: set[str] = set()
    for path in sorted(tests.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
                for part in ast.walk(node):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        found.update(_RULE_ID.findall(part.value))
    return found
