"""What is the same for everybody is packed for whoever can unpack it, and not sent again to whoever has it."""

from __future__ import annotations

import gzip
from pathlib import Path

import httpx
import pytest

from .house import House, house

PATHS = ("/js/app.js", "/fonts/regular.ttf", "/figures/kobold.svg", "/api/games")


@pytest.mark.parametrize("path", PATHS)
def test_packed_or_plain_it_is_the_same(path: str, tmp_path: Path) -> None:
    with house(tmp_path / "games.db") as server:
        plain = raw(server, path, "identity")
        packed = raw(server, path, "br, gzip;q=0.8")
        refused = raw(server, path, "gzip;q=0")
    assert "content-encoding" not in plain.headers and "content-encoding" not in refused.headers
    assert packed.headers["content-encoding"] == "gzip" and packed.headers["vary"] == "accept-encoding"
    assert len(packed.content) < len(plain.content) * 0.6
    assert gzip.decompress(packed.content) == plain.content == refused.content


def test_whoever_has_it_is_told_so_each_in_the_form_it_was_given(tmp_path: Path) -> None:
    with house(tmp_path / "games.db") as server:
        for coding, other in (("gzip", "identity"), ("identity", "gzip")):
            tag = raw(server, "/js/app.js", coding).headers["etag"]
            assert raw(server, "/js/app.js", coding, tag).status_code == 304
            assert raw(server, "/js/app.js", other, tag).status_code == 200


def test_secrets_and_pictures_that_are_packed_already_go_as_they_are(tmp_path: Path) -> None:
    with house(tmp_path / "games.db") as server:
        opened = server.open("robber", "Ada")
        key = next(link["path"] for link in opened["links"]).rpartition("=")[2]
        told = httpx.get(
            f"http://localhost:{server.port}/api/tables/{opened['table']['id']}",
            headers={"accept-encoding": "gzip", "authorization": f"Bearer {key}"},
        )
        icon = raw(server, "/icon-192.png", "gzip")
    assert "content-encoding" not in told.headers and "content-encoding" not in icon.headers


class Answer:
    """An answer as it came over the line."""

    def __init__(self, response: httpx.Response, content: bytes) -> None:
        self.status_code, self.headers, self.content = response.status_code, response.headers, content


def raw(server: House, path: str, coding: str, tag: str = "") -> Answer:
    """Ask, and do not unpack."""
    headers = {"accept-encoding": coding, **({"if-none-match": tag} if tag else {})}
    with httpx.stream("GET", f"http://localhost:{server.port}{path}", headers=headers) as response:
        return Answer(response, b"".join(response.iter_raw()))
