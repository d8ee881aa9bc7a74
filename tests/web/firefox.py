"""A real Firefox, by its own remote protocol (WebDriver BiDi over a websocket): just what a guided game needs of it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

from websockets.sync.client import ClientConnection, connect

PATIENCE = 60  # seconds for one command; a loaded machine starts slowly
_LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
_QUIET = {  # nothing is fetched, reported or asked
    "app.update.enabled": False,
    "app.normandy.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "",
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}


def firefox() -> str | None:
    """Where Firefox is on this machine."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Page:
    """One tab. What it complains about is kept in `problems`."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._sent = 0
        self.problems: list[str] = []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])
        self._tab = self.send("browsingContext.getTree")["contexts"][0]["context"]

    def send(self, method: str, **params: Any) -> Any:
        """One command and its result; events that come meanwhile are read on the way."""
        self._sent += 1
        self._line.send(json.dumps({"id": self._sent, "method": method, "params": params}))
        while True:
            said = json.loads(self._line.recv(timeout=PATIENCE))
            if said.get("method") == "log.entryAdded" and said["params"]["level"] == "error":
                self.problems.append(str(said["params"]["text"]))
            if said.get("id") == self._sent:
                break
        if said["type"] == "error":
            raise AssertionError(f"{method}: {said['error']}: {said['message']}")
        return said["result"]

    def goto(self, url: str) -> None:
        """Open an address and wait until it is there."""
        self.send("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def call(self, function: str, *arguments: str | int) -> Any:
        """What a function says in the page; a promise is waited for."""
        given = [{"type": "number" if isinstance(one, int) else "string", "value": one} for one in arguments]
        said = self.send(
            "script.callFunction", functionDeclaration=f"async (...all) => JSON.stringify(await ({function})(...all) ?? null)",
            awaitPromise=True, target={"context": self._tab}, arguments=given,
        )  # fmt: skip
        if said["type"] == "exception":
            raise AssertionError(said["exceptionDetails"]["text"])
        return json.loads(said["result"]["value"])

    def wait_for(self, function: str, *arguments: str | int) -> Any:
        """Wait until a function says something other than nothing; looked at whenever the page changes."""
        return self.call(
            f"""(...all) => new Promise((found, lost) => {{
              const look = () => {{
                const said = ({function})(...all);
                if (said) {{ watch.disconnect(); clearTimeout(late); found(said); }}
              }};
              const watch = new MutationObserver(look);
              const late = setTimeout(() => {{
                watch.disconnect();
                lost(new Error("waited in vain: " + document.body.innerText.slice(-600)));
              }}, {(PATIENCE - 10) * 1000});
              watch.observe(document, {{ subtree: true, childList: true, attributes: true, characterData: true }});
              look();
            }})""",
            *arguments,
        )


@contextmanager
def open_firefox(path: str, folder: Path) -> Iterator[Page]:
    """A Firefox of its own, with nothing remembered, that ends with the test."""
    profile = folder / "profile"
    profile.mkdir()
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in _QUIET.items()]
    (profile / "user.js").write_text("\n".join(lines))
    command = [path, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0", "about:blank"]
    own = {**os.environ, "HOME": str(folder), "MOZ_HEADLESS": "1"}  # a home of one's own: it refuses somebody else's
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=own) as program:
        try:
            address = _listening(program)
            drain = Thread(target=program.stderr.read, daemon=True) if program.stderr is not None else Thread()
            drain.start()  # whatever else it says must not stop it
            with connect(f"{address}/session", open_timeout=PATIENCE, max_size=None) as connection:
                yield Page(connection)
        finally:
            program.terminate()
            try:
                program.wait(timeout=20)
            except subprocess.TimeoutExpired:
                program.kill()


def _listening(program: subprocess.Popen[str]) -> str:
    """Where Firefox listens, which it says; or it ends, and what it said is why."""
    said: list[str] = []
    for line in program.stderr or ():
        if found := _LISTENING.search(line):
            return found[1]
        said.append(line)
    raise AssertionError(f"Firefox did not start: {''.join(said)[-600:]}")
