"""Write the generated pages of docs/: every game's options, and the protocol of the server."""

from __future__ import annotations

from pathlib import Path

from undercroft.engine import Setting
from undercroft.games import OURS, find
from undercroft.server.http.protocol import page
from undercroft.terminal.words import setting_values

DOCS = Path(__file__).parent.parent / "docs"


def options_page() -> str:
    """The dials and optional rules of every game."""
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


def _row(setting: Setting) -> str:
    default, allowed = setting_values(setting)
    words = f"{setting.label}. {setting.help}".replace("|", "\\|").strip()
    return f"| `{setting.name}` | {default} | {allowed} | {words} | {setting.rule} |"


if __name__ == "__main__":
    (DOCS / "options.md").write_text(options_page(), encoding="utf-8")
    (DOCS / "develop" / "protocol.md").write_text(page(), encoding="utf-8")
    print("docs/options.md, docs/develop/protocol.md")
