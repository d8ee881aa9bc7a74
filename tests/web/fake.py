"""A server made of fixed data, inside the browser's own network layer: for what real games show seldom or late.

It serves the client's files with the real content policy, answers the few HTTP calls the table needs, and plays the live
socket by hand, so a test can put any ask on the table and read what comes back.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

from undercroft.drawing.typeface import face
from undercroft.server.app import FONTS

WEB = Path(__file__).parents[2] / "src" / "undercroft" / "web"


HOME = "http://undercroft.test"
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; connect-src 'self' ws://undercroft.test; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
)
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json"}

MAP = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 260"><rect width="400" height="260" fill="#f7f2e6"/>
<style>.wall{fill:none;stroke:#222;stroke-width:3}</style>
<g class="wall"><path d="M20 20h120v90H20z"/><path d="M200 40h150v110H200z"/><path d="M140 70h60M260 150v60h80"/></g>
<g data-place="hall"><rect x="22" y="22" width="116" height="86" fill="#e9d9b0"/>
<text x="80" y="65" text-anchor="middle" font-size="14">Hall</text></g>
<g data-place="crypt"><rect x="202" y="42" width="146" height="106" fill="#cfd8e8"/>
<text x="275" y="95" text-anchor="middle" font-size="14">Crypt</text></g>
<g id="pawn" transform="translate(80 85)"><circle r="9" fill="#1d5c37" stroke="#000"/></g></svg>"""

GAME = {
    "slug": "board",
    "title": "Dungeon!",
    "tagline": "Race for treasure through six levels.",
    "credit": "Ours, after the book of 1975.",
    "min_seats": 2,
    "max_seats": 4,
    "takes_gamesmaster": True,
    "bots": ["greedy", "random"],
    "rules_version": 1,
    "rules": 3,
    "glossary": {"HP": "hit points"},
    "settings": [
        {
            "name": "goal",
            "label": "Gold to win",
            "default": 10000,
            "choices": [],
            "low": 5000,
            "high": 30000,
            "help": "How rich is rich.",
            "rule": "BRD-1",
        },
        {
            "name": "ambush",
            "label": "Ambush",
            "default": False,
            "choices": [],
            "low": 0,
            "high": 0,
            "help": "Robbing friends is allowed.",
            "rule": "",
        },
        {
            "name": "wind",
            "label": "Wind",
            "default": "calm",
            "choices": ["calm", "storm"],
            "low": 0,
            "high": 0,
            "help": "",
            "rule": "",
        },
    ],
    "exports": [],
}


def option(key: str, label: str, hint: str = "", place: str = "", anytime: bool = False) -> dict[str, Any]:
    """One legal answer, as the server would send it."""
    return {"key": key, "label": label, "hint": hint, "place": place, "rule": "BRD-1", "anytime": anytime}


def ask(kind: str, prompt: str, *options: dict[str, Any], mine: bool = True, **more: Any) -> dict[str, Any]:
    """A decision, as the server would send it."""
    base = {
        "seats": [0],
        "mine": mine,
        "kind": kind,
        "prompt": prompt,
        "rule": "BRD-1",
        "options": list(options),
        "low": 0,
        "high": 0,
        "dice": "",
        "count": 0,
        "sides": 0,
        "suggestions": [],
    }
    return base | more


class FakeTable:
    """A table at which the test plays the server."""

    def __init__(self, page: Any, *, game: str = "board", role: str = "seat", seat: int | None = 0) -> None:
        self.page = page
        self.said: list[dict[str, Any]] = []  # what the client sent, in order
        self.problems: list[str] = []
        self.sockets: list[Any] = []
        self.asked: list[str] = []  # every address that was called, in order
        self.answers_to: dict[str, Any] = {}  # what the test answers to a call, by its path
        self.refuse_calls = False
        self.serial = 0
        self.n = 0
        self.events: list[dict[str, Any]] = []
        self.role, self.seat = role, seat
        self.last: dict[str, Any] | None = None
        self.drawing: dict[str, Any] | None = {
            "svg": MAP,
            "text": "+----+\n|Hall|",
            "places": {"hall": {"x": 22, "y": 22, "width": 116, "height": 86, "name": "Hall"}},
            "alt": "A hall and a crypt.",
        }
        self.table: dict[str, Any] = {
            "id": "tab",
            "game": game,
            "title": "Dungeon!",
            "match": "m1",
            "created": time.time(),
            "spectators": 0,
            "gathering": False,
            "closed": False,
            "over": False,
            "practice": False,
            "physical_dice": False,
            "options": {},
            "earlier": [],
            "moves": 3,
            "touched": time.time(),
            "can_fork": True,
            "seed": None,
            "bots": ["greedy", "random"],
            "seats": [
                {"seat": 0, "name": "Ada", "kind": "person", "bot": "", "connected": True, "waiting": True},
                {"seat": 1, "name": "Bo <b>", "kind": "bot", "bot": "greedy", "connected": False, "waiting": False},
            ],
        }
        self.screen: dict[str, Any] = {"title": "Dungeon!", "subtitle": "turn 3", "status": [], "sheets": [], "drawing": None}
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on(
            "console", lambda line: self.problems.append(line.text) if line.type == "error" and not self.refuse_calls else None
        )
        page.route(f"{HOME}/**", self._serve)
        page.route_web_socket(lambda address: "/api/live" in address, self._connect)

    # The two halves of a server.

    def _serve(self, route: Any) -> None:
        path = urlparse(route.request.url).path
        self.asked.append(route.request.url.removeprefix(HOME))
        if path.startswith(("/api/games/", "/api/memorials/")) and path.endswith(("/drawing", "/lid")):
            route.fulfill(status=200, content_type="image/svg+xml", body=MAP)
            return
        if path.startswith("/figures/"):
            route.fulfill(status=200, content_type="image/svg+xml", body=MAP)
            return
        if path.startswith("/fonts/"):
            route.fulfill(status=200, content_type="font/ttf", body=face(FONTS[Path(path).stem.partition("-")[0]]).read_bytes())
            return
        if path.startswith("/api/"):
            route.fulfill(status=200, content_type="application/json", body=json.dumps(self._answer(path)))
            return
        file = WEB / path.lstrip("/") if "." in path.rsplit("/", 1)[-1] else WEB / "index.html"
        if not file.is_file():
            route.fulfill(status=404, body="")
            return
        route.fulfill(
            status=200, headers={"content-security-policy": POLICY, "content-type": TYPES[file.suffix]}, body=file.read_text()
        )

    def _answer(self, path: str) -> Any:
        if path in self.answers_to:
            return self.answers_to[path]
        if path.endswith("/invitation"):
            return {"role": "host"}  # who needs none
        if path == "/api/address":
            return {"local": False, "other": "", "words": ""}
        if path == "/api/games":
            return [
                GAME,
                {**GAME, "slug": "robber", "title": "Robber", "min_seats": 1, "max_seats": 1, "takes_gamesmaster": False},
            ]
        if path.startswith("/api/games/") and "/rules/" in path:
            return {
                "id": path.rsplit("/", 1)[-1],
                "part": "Movement",
                "kind": "core",
                "rule": "Five spaces at most.",
                "ruling": "A door counts as a space.",
                "check": "",
            }
        if path.endswith("/rules"):
            return {
                "title": "Dungeon!",
                "credit": "",
                "rules": [{"id": "BRD-1", "part": "Movement", "kind": "core", "rule": "Five spaces at most.", "ruling": ""}],
            }
        if path.startswith("/api/games/"):
            return GAME
        if path == "/api/memorials":
            return {
                "memorials": [
                    {
                        "game": "robber",
                        "at": time.time(),
                        "memorial": {"kind": "grave", "name": "Hob", "line": "Met a skeleton.", "data": {}},
                    }
                ]
            }
        if path == "/api/server":
            return {"version": "0", "protocol": 1, "home": False, "games": ["board"]}
        if path == "/api/lobby":
            return {"tables": []}
        if path.endswith("/exports"):
            return {"exports": ["svg"]}
        return self.table

    def _connect(self, socket: Any) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda text: self._hear(socket, json.loads(text)))

    def _hear(self, socket: Any, message: dict[str, Any]) -> None:
        self.said.append(message)
        if message["type"] != "hello":
            return
        self._send(socket, {"type": "welcome", "table": self.table, "role": self.role, "seat": self.seat, "version": 1})
        if self.last is not None:
            seen = message["seen"] if message["match"] == "m1" else -1
            self._send(socket, {**self.last, "keep": seen, "events": [event for event in self.events if event["n"] >= seen]})
            self._send(socket, {"type": "drawing", "match": "m1", "n": self.n, "drawing": self.drawing})

    @staticmethod
    def _send(socket: Any, message: dict[str, Any]) -> None:
        socket.send(json.dumps(message))

    # What a test says.

    def open(self) -> None:
        """Sit down and wait for the first screen."""
        self.page.goto(f"{HOME}/t/tab#key-0")
        self.page.wait_for_selector(".seats .seat", state="attached")

    def tell(self, *texts: str, kind: str = "tell", roll: dict[str, Any] | None = None) -> None:
        """Lines for the story; they go out with the next `put`."""
        for text in texts:
            self.events.append({"n": len(self.events), "text": text, "rule": "BRD-1", "kind": kind, "roll": roll})

    def put(self, asked: dict[str, Any] | None, *, told_before: int | None = None, **more: Any) -> None:
        """Put a decision on the table (None: the game is over)."""
        self.serial += 1
        before = self.n if told_before is None else told_before
        self.n = len(self.events)
        self.last = {
            "type": "news",
            "match": "m1",
            "n": self.n,
            "moves": self.serial,
            "keep": before,
            "events": self.events[before:],
            "screen": self.screen,
            "ask": None if asked is None else asked | {"serial": self.serial},
            "can_undo": False,
            "outcome": None,
            "notice": "",
        } | more
        if self.sockets:
            self._send(self.sockets[-1], self.last)
            self._send(self.sockets[-1], {"type": "drawing", "match": "m1", "n": self.n, "drawing": self.drawing})

    def answers(self) -> list[Any]:
        """What was answered so far; waits a little for the last click to arrive."""
        self.page.wait_for_timeout(30)
        return [message["answer"] for message in self.said if message["type"] == "answer"]
