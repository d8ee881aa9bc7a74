"""Write the generated pages of docs/: every game's options, the glossary, and the protocol of the server."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from undercroft.engine import Setting
from undercroft.games import OURS, find
from undercroft.server.http.protocol import page
from undercroft.terminal.words import setting_values

DOCS = Path(__file__).parent.parent / "docs"
SRC = DOCS.parent / "src"


def options_page() -> str:
    """The house rules of every game."""
    lines = [
        "# Options",
        "",
        "Set before a game: in the browser's new-table dialog, or with `undercroft play GAME --option NAME=VALUE`.",
        "This page is written by `make docs`.",
    ]
    for slug in OURS:
        game = find(slug)
        lines += ["", f"## {slug}", ""]
        if not game.settings:
            lines.append("None.")
            continue
        lines += ["| option | default | can be | what it does | rule |", "|---|---|---|---|---|"]
        lines += [_row(setting) for setting in game.settings]
    return "\n".join(lines) + "\n"


def glossary_page() -> str:
    """One name for one idea: the words of the house, and those of every game's book."""
    lines = ["# Glossary", "", "One name for one idea, wherever you read. This page is written by `make docs`.", ""]
    lines += ["| word | what it means | not said |", "|---|---|---|"]
    lines += [f"| {term['name']} | {term['means']} | {', '.join(term['never']) or '-'} |" for term in terms()]
    for slug in OURS:
        entries = find(slug).glossary()
        if entries:
            lines += ["", f"## {slug}", ""]
            lines += [f"- **{word}**: {meaning}" for word, meaning in entries.items()]
    return "\n".join(lines) + "\n"


def terms() -> list[dict[str, Any]]:
    """The words of the house, from their file."""
    found: list[dict[str, Any]] = tomllib.loads((SRC / "undercroft" / "engine" / "terms.toml").read_text("utf-8"))["term"]
    return found


def _row(setting: Setting) -> str:
    default, allowed = setting_values(setting)
    words = f"{setting.label}. {setting.help}".replace("|", "\\|").strip()
    return f"| `{setting.name}` | {default} | {allowed} | {words} | {setting.rule} |"


if __name__ == "__main__":
    (DOCS / "options.md").write_text(options_page(), encoding="utf-8")
    (DOCS / "develop" / "protocol.md").write_text(page(), encoding="utf-8")
    (DOCS / "glossary.md").write_text(glossary_page(), encoding="utf-8")
    print("docs/options.md, docs/glossary.md, docs/develop/protocol.md")
