"""The protocol's page says what the code does."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import msgspec

from undercroft.server.http.endpoints import ENDPOINTS
from undercroft.server.http.protocol import page
from undercroft.server.wire import messages as wire
from undercroft.server.wire.refusal import CODES

PAGE = Path(__file__).parents[2] / "docs" / "develop" / "protocol.md"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text() == page(), "run: python -m undercroft.server.http.protocol docs/develop/protocol.md"


def test_every_message_and_endpoint_is_on_the_page() -> None:
    text = PAGE.read_text()
    for kind in (*get_args(wire.ClientMessage), *get_args(wire.ServerMessage)):
        assert f"`{kind.__struct_config__.tag}`" in text
    for one in ENDPOINTS:
        assert f"{one.method} {one.path}" in text
        assert all(CODES[code][0] for code in one.codes)
    for code in CODES:
        assert f"| `{code}` |" in text


def test_messages_survive_the_wire() -> None:
    for message in (wire.Hello("k"), wire.Give(3, ["a", "b"], "x"), wire.Undo(), wire.Say("hi"), wire.Ping()):
        assert msgspec.json.decode(msgspec.json.encode(message), type=wire.ClientMessage) == message
    news = wire.Ok("x", 4)
    assert msgspec.json.decode(msgspec.json.encode(news), type=wire.ServerMessage) == news
