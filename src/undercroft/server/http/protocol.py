"""The protocol as a page, made from message types and endpoints: `python -m undercroft.server.http.protocol FILE` writes it."""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from ..wire import friends, worlds
from ..wire import messages as wire
from ..wire.refusal import CODES
from .endpoints import ENDPOINTS

_HEAD = f"""# The protocol, version {wire.VERSION}

Made by `python -m undercroft.server.http.protocol docs/develop/protocol.md` from `server/wire/` and
`server/http/endpoints.py`; do not edit.

There are no accounts. Opening a table gives a host key and a secret link for every seat and for spectators:
`/t/<table>#<key>`. The key stands in the fragment, so no server log ever holds it; the store keeps only its hash. Over
HTTP it goes into the header `Authorization: Bearer <key>`, over the WebSocket into the first message. Every request and
answer is JSON unless said otherwise; a refusal is `Problem` with one of the codes below. The API's OpenAPI document is
at `/api/openapi.json`.

## Live: the WebSocket at `/api/live`

The client says `hello`; the server answers `welcome`, then `news`, and again `news` whenever something happened.
**Nothing is shown that is not on disk.** To keep the log: when `match` changes, forget everything; forget events with a
number from `keep` on; add `events`. After a lost connection say `hello` with the `match` and `n` of the last news: what
is sent then is exactly what is missing, an undo included. A client that reads slowly gets several moves in one `news`.
`ok` comes after the news it belongs to.

A seat receives only its own masked screen, its own question and the events it may know; the seed is told when the game
is over.

Types: `Name` is a text of 1 to 40 characters, `Said` of 1 to 500, `Secret` of 1 to 100, `Id` of up to 40; `Count` is
a whole number from 0; `Given` is a text, a whole number, or a list of either. A message with an unknown field is refused.
"""


def page() -> str:
    """The whole page, as Markdown."""
    parts = [_HEAD, "### What a client says\n"]
    parts += [_struct(kind) for kind in get_args(wire.ClientMessage)]
    parts.append("### What the server says\n")
    parts += [_struct(kind) for kind in get_args(wire.ServerMessage)]
    parts.append("### Codes of refusals\n\n| code | HTTP | what it means |\n|---|---|---|")
    parts.append("\n".join(f"| `{code}` | {status or ''} | {text} |" for code, (status, text) in CODES.items()) + "\n")
    parts.append("## HTTP\n\n| | takes | gives | key | |\n|---|---|---|---|---|")
    parts.append("\n".join(_endpoint(one) for one in ENDPOINTS))
    parts.append("| `GET /health` | | JSON | | whether the server and its store are well |")
    parts.append("| `GET /figures/{name}.svg` | | SVG | | a `Side`'s picture by its `figure`; may be kept for a day |")
    parts.append("| `GET /metrics` | | text | | numbers for Prometheus |\n")
    parts.append("## The parts\n")
    parts += [_struct(kind) for kind in _parts()]
    return "\n".join(parts).rstrip() + "\n"


def _endpoint(one: Any) -> str:
    query = f"?{'&'.join(f'{name}=' for name in one.query)}" if one.query else ""
    key = "yes" if one.key else ""
    return f"| `{one.method} {one.path}{query}` | {_type(one.takes)} | {_type(one.gives)} | {key} | {one.says} |"


def _type(kind: Any) -> str:
    if kind is None:
        return ""
    if isinstance(kind, str):
        return f"`{kind}`"
    return f"`{kind.__name__}`" if inspect.isclass(kind) and not get_args(kind) else f"`{_words(str(kind))}`"


def _words(text: str) -> str:
    text = re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Za-z])", "", text)
    return text.replace("|", "\\|").replace("NoneType", "null").replace("None", "null")


def _parts() -> list[type[msgspec.Struct]]:
    said = {*get_args(wire.ClientMessage), *get_args(wire.ServerMessage)}
    found: dict[str, type[msgspec.Struct]] = {}
    for kind in (*vars(wire).values(), *vars(friends).values(), *vars(worlds).values()):
        if inspect.isclass(kind) and issubclass(kind, msgspec.Struct) and kind not in said:
            found[kind.__name__] = kind
    return [found[name] for name in sorted(found)]


def _struct(kind: type[msgspec.Struct]) -> str:
    tag = kind.__struct_config__.tag
    lines = [f"#### {kind.__name__}{f' (`type`: `{tag}`)' if tag else ''}\n", _sentence(kind), ""]
    comments = _comments(kind)
    fields = msgspec.structs.fields(kind)
    if fields:
        lines += ["| field | type | default | |", "|---|---|---|---|"]
    source = _annotations(kind)
    for field in fields:
        if field.default is not msgspec.NODEFAULT:
            default = f"`{msgspec.json.encode(field.default).decode()}`"
        elif field.default_factory is not msgspec.NODEFAULT:
            default = f"`{msgspec.json.encode(field.default_factory()).decode()}`"
        else:
            default = "required"
        lines.append(
            f"| `{field.encode_name}` | `{_words(source.get(field.name, ''))}` | {default} | {comments.get(field.name, '')} |"
        )
    return "\n".join(lines) + "\n"


def _sentence(kind: type) -> str:
    return " ".join((inspect.getdoc(kind) or "").split())


_FIELD = re.compile(r"^    (\w+): (.+?)(?: = .+?)?(?:  # (.*))?$")


def _lines(kind: type) -> list[re.Match[str]]:
    return [found for line in inspect.getsource(kind).splitlines() if (found := _FIELD.match(line))]


def _comments(kind: type) -> dict[str, str]:
    return {found[1]: (found[3] or "").replace("|", "\\|") for found in _lines(kind)}


def _annotations(kind: type) -> dict[str, str]:
    return {found[1]: re.sub(r"Annotated\[(\w+), .*?\)\]", r"\1", found[2]) for found in _lines(kind)}


if __name__ == "__main__":
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(page())
    else:
        print(page(), end="")
