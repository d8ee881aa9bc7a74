"""What rules may not do, read off their source: chance of their own, clocks, set loops, `try` or `with` around an `await`;
and which layer may import which."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

_FORBIDDEN = ("random", "time", "secrets", "asyncio", "datetime", "uuid", "numpy.random")

LAYERS: tuple[tuple[str, ...], ...] = (
    ("engine",),
    ("drawing",),
    ("games",),
    ("bots", "simulate", "testing"),
    ("store",),
    ("terminal", "server", "web", "cli", "commands"),
)
"""From the ground up: a layer may import itself and what is below it."""


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


def check_imports(package: Path) -> list[str]:
    """Imports that point upwards in the layers; one line per finding. `package` is the folder of `undercroft`."""
    level = {name: number for number, names in enumerate(LAYERS) for name in names}
    found = []
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).parts
        own = parts[0].removesuffix(".py")
        if own not in level:
            continue
        for target, line in _targets(ast.parse(path.read_text(encoding="utf-8")), parts):
            if target in level and level[target] > level[own]:
                found.append(f"{'/'.join(parts)}:{line}: {own} imports {target}, which is a layer above it")
    return found


def _targets(tree: ast.AST, parts: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """The top-level parts of `undercroft` that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                names = alias.name.split(".")
                if names[0] == "undercroft" and len(names) > 1:
                    yield names[1], node.lineno
        elif isinstance(node, ast.ImportFrom):
            module = (node.module or "").split(".") if node.module else []
            if node.level:
                module = ["undercroft", *parts[:-1]][: len(parts) - node.level + 1] + module
            if module[:1] != ["undercroft"]:
                continue
            if len(module) > 1:
                yield module[1], node.lineno
            else:
                for alias in node.names:
                    yield alias.name, node.lineno
