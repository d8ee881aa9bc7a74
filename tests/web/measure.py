"""Measure the first minute in Chromium, for docs/develop/first-minute.md: `python -m tests.web.measure`.

How much comes over the line, how soon a visitor can act with a processor four times slower, and how large letters on maps are.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.server.house import house
from undercroft import games

from .conftest import ARGUMENTS, chromium
from .player import Player

SLOW = 4  # times
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}

# Letters of a drawing as they stand on the screen, in pixels.
LETTERS = """() => {
  const svg = document.querySelector('uc-map')?.shadowRoot.querySelector('svg.drawing');
  const room = document.querySelector('uc-map')?.shadowRoot.querySelector('.stage').getBoundingClientRect();
  if (!svg) return [];
  const seen = text => {
    const box = text.getBoundingClientRect();
    return box.width > 0 && box.right > room.left && box.left < room.right && box.bottom > room.top && box.top < room.bottom;
  };
  const drawn = [...svg.querySelectorAll('text')].filter(text => text.textContent.trim() && seen(text));
  return drawn.map(text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a).sort((a, b) => a - b);
}"""


def opened(browser: Any, size: tuple[int, int], slow: int) -> tuple[Any, list[int], Any]:
    """A page with nothing remembered, what each answer to it weighed on the line, and a line to ask Chromium itself."""
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    page.set_default_timeout(60_000)
    line = page.context.new_cdp_session(page)
    weighed: list[int] = []
    line.send("Network.enable")
    line.on("Network.loadingFinished", lambda told: weighed.append(int(told["encodedDataLength"])))
    line.send("Performance.enable", {"timeDomain": "threadTicks"})
    line.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    return page, weighed, line


def busy(line: Any) -> float:
    """Seconds that the page's thread has worked so far, slowed down as it is, whatever else the machine does."""
    told = {one["name"]: one["value"] for one in line.send("Performance.getMetrics")["metrics"]}
    return float(told["TaskDuration"])


def since(page: Any, ready: str) -> float:
    """Seconds from the start of the navigation until something is true."""
    page.wait_for_function(ready, polling="raf")
    return float(page.evaluate("() => performance.now() / 1000"))


def front(browser: Any, home: str, size: tuple[int, int]) -> tuple[float, float, float]:
    """Seconds until one can press *Play*, by the clock and of work, and kilobytes until all is still."""
    page, weighed, line = opened(browser, size, SLOW)
    page.goto(home, wait_until="commit")
    ready = since(page, "() => document.querySelector('.game-paper button.primary')?.disabled === false")
    work = busy(line)
    page.wait_for_load_state("networkidle")
    page.context.close()
    return ready, work, sum(weighed) / 1000


def table(browser: Any, home: str, slug: str, size: tuple[int, int]) -> tuple[float, float, float, list[float]]:
    """From the press of *Play*: seconds until one can answer, by the clock and of work, kilobytes, and the letters on the map."""
    page, weighed, line = opened(browser, size, SLOW)
    page.goto(home)
    page.wait_for_selector(f".game-paper[data-game={slug}] button.primary")
    page.wait_for_load_state("networkidle")
    begun, before, had = float(page.evaluate("() => performance.now() / 1000")), busy(line), sum(weighed)
    page.locator(f".game-paper[data-game={slug}] button.primary").click()
    ready = since(page, "() => document.querySelector('uc-decision:not(.waiting) .ask-body > *')") - begun
    work = busy(line) - before
    Player(page, home).wait_asked()
    page.wait_for_function("() => document.querySelector('uc-map')?.shadowRoot.querySelector('svg.drawing')")
    page.wait_for_load_state("networkidle")
    letters: list[float] = page.evaluate(LETTERS)
    page.context.close()
    return ready, work, (sum(weighed) - had) / 1000, letters


def main() -> None:
    """All tables of the page, in Markdown."""
    say = sys.stdout.write
    with tempfile.TemporaryDirectory() as folder, house(Path(folder) / "games.db") as server, sync_playwright() as playwright:
        server.app.state.hall.store.find.slugs = list(games.OURS)
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        home = f"http://localhost:{server.port}/"
        for size in SIZES.values():
            front(browser, home, size)  # the server's own first time
        say("| | desktop: s | of work | kB | phone: s | of work | kB |\n|---|---|---|---|---|---|---|\n")
        cells = [front(browser, home, size) for size in SIZES.values()]
        words = " | ".join(f"{ready:.1f} | {work:.1f} | {kb:.0f}" for ready, work, kb in cells)
        say(f"| front page, *Play* can be pressed | {words} |\n")
        rows: dict[str, list[tuple[float, float, float, list[float]]]] = {}
        for slug in games.OURS:
            rows[slug] = [table(browser, home, slug, size) for size in SIZES.values()]
            words = " | ".join(f"{ready:.1f} | {work:.1f} | {kb:.0f}" for ready, work, kb, _ in rows[slug])
            say(f"| `{slug}`, from *Play* to the first question | {words} |\n")
        say("\n| letters on the map, px | desktop: least | median | phone: least | median |\n|---|---|---|---|---|\n")
        for slug, row in rows.items():
            words = " | ".join(f"{at[0]:.1f} | {at[len(at) // 2]:.1f}" if at else "none | none" for *_, at in row)
            say(f"| `{slug}` | {words} |\n")
        browser.close()


if __name__ == "__main__":
    main()
