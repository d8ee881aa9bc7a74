"""What rules may not do, read off their source: chance of their own, clocks, set loops, `try` or `with` around an `await`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

_FORBIDDEN = ("random", "time", "secrets", "asyncio", "datetime", "uuid", "numpy.random")


def check_rules_source(folder: Path) -> list[str]:
    """What the Python files of a game do that rules may not; one line per finding."""
    found: list[str] = []
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found.extend(f"{path.name}:{line}: {what}" for line, what in _findings(tree))
    return found


def _findings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        for name in _imported(node):
            if name in _FORBIDDEN or name.split(".")[0] in _FORBIDDEN:
                yield getattr(node, "lineno", 0), f"imports {name}; chance and time come from the table alone"
        if isinstance(node, ast.Try | ast.With | ast.AsyncWith) and any(isinstance(n, ast.Await) for n in _inside(node)):
            yield node.lineno, "wraps an await in try or with; a paused rule may be dropped or played again there"
        if isinstance(node, ast.For | ast.AsyncFor) and _is_set(node.iter):
            yield node.lineno, "loops over a set; its order differs from run to run"
        if isinstance(node, ast.ListComp | ast.DictComp | ast.GeneratorExp):
            for clause in node.generators:
                if _is_set(clause.iter):
                    yield node.lineno, "loops over a set; its order differs from run to run"


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes within, without those of nested functions."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield child
            yield from _inside(child)


def _is_set(node: ast.AST) -> bool:
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("set", "frozenset")


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return [node.module]
    return []
