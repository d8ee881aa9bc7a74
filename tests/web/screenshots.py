"""Take the pictures in docs/screenshots: `python -m tests.web.screenshots [game ...]`, or GAME-end for its last page alone.

Every table after some real play; every last page of an evening that bots played to its end.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.server.house import House, house
from undercroft import games
from undercroft.bots import find_bot
from undercroft.engine import Ask, Dice, Opening
from undercroft.store import Keeper, open_store
from undercroft.testing.voice import NAMES

from .conftest import ARGUMENTS, chromium
from .player import Player

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 1.5,
}
SEED = 7
# How many decisions to play before the picture, who sits there, and with which dials.
SCENES: dict[str, tuple[int, list[str], dict[int, str], dict[str, Any]]] = {
    "robber": (22, ["Hob"], {}, {}),
    "board": (26, ["Ada", "Bo", "Cy"], {1: "greedy", 2: "greedy"}, {"types": "hero,elf,wizard"}),
    "descent": (40, ["Ada"], {}, {}),
    "host": (14, ["Ada"], {}, {}),
    "donjon": (40, ["Ada"], {}, {}),
}

# Whole evenings for the last pages: seed, bots, house rules. `tools/evening` tells the same.
EVENINGS: dict[str, tuple[int, list[str], dict[str, Any]]] = {
    "robber": (34, ["bold"], {"odd": "advanced"}),
    "board": (5, ["planner", "greedy"], {}),
    "descent": (21, ["steady", "steady"], {}),
    "host": (12, ["accepter"], {}),
    "donjon": (61, ["storyteller", "bruiser"], {"adventure": "sketch"}),
}


def worth_showing(ask: Ask | None, *, on_map: bool) -> bool:
    """A picture is best when there is something to choose, on the map if possible."""
    if ask is None or ask.kind != "choose" or len(ask.keys) < 2:
        return False
    return not on_map or any(option.place for option in ask.options_for(0).values())


def play(player: Player, server: House, opened: dict[str, Any], decisions: int, slug: str) -> None:
    """Play as the game's own bot would, by the buttons on the page."""
    game = games.find(slug)
    think = game.bot(game.bots[0]) if game.bots else None
    table = server.app.state.hall.tables[opened["table"]["id"]]
    for number in range(decisions * 3):
        if player.wait_asked() == "over":
            return
        match = table.playing().match
        if number >= decisions and worth_showing(match.ask, on_map=number < decisions * 1.6):
            return
        answer = think(match.view(0, Dice(number))) if think else number
        player.take(answer if isinstance(answer, str | int) and match.ask.kind in ("choose", "all") else 0)


def take(slug: str, browser: Any, server: House) -> None:
    """Both pictures of one game."""
    decisions, names, bots, options = SCENES[slug]
    opened = server.open(slug, *names, bots=bots, options=options, practice=True, seed=SEED)
    path = next(link["path"] for link in opened["links"] if link["seat"] == 0)
    desk = Player(browser.new_context(**DESKTOP, reduced_motion="reduce").new_page(), f"http://localhost:{server.port}").sit(path)
    play(desk, server, opened, decisions, slug)
    phone = Player(browser.new_context(**PHONE, reduced_motion="reduce").new_page(), desk.home).sit(path)
    phone.wait_asked()
    for device, player in (("desktop", desk), ("phone", phone)):
        player.page.wait_for_timeout(4500)  # until the dice are put away
        save(player.page, f"{slug}-{device}")


def evening(slug: str, db: Path) -> str:
    """A whole game in the store, by bots; the first seat is a person's. Its id."""
    seed, bots, options = EVENINGS[slug]
    opening = Opening(game=slug, seats=NAMES[: len(bots)], seed=seed, options=options, brief=True)
    store = open_store(db, find=games.find)
    keeper = Keeper.create(store, opening, bots=dict(enumerate(bots[1:], 1)))
    players, dice = [find_bot(keeper.game, bot) for bot in bots], Dice(seed).fork(1)
    while (ask := keeper.match.ask) is not None:
        seat = ask.seats[0]
        keeper.answer(players[seat](keeper.match.view(seat, dice)), seat)
    store.close()
    return keeper.id


def take_end(slug: str, browser: Any) -> None:
    """The last page of one game, as long as it is."""
    db = Path(tempfile.mkdtemp()) / "games.db"
    id = evening(slug, db)
    with house(db) as server:
        page = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce").new_page()
        page.goto(f"http://localhost:{server.port}/")
        page.get_by_role("button", name="See the end").first.click()
        page.wait_for_selector("main.over")
        page.wait_for_timeout(1500)  # until the map is drawn
        print(slug, id)
        save(page, f"{slug}-end-desktop", whole=True)


def save(page: Any, name: str, *, whole: bool = False) -> None:
    """A picture, made small where Pillow is at hand."""
    file = FOLDER / f"{name}.png"
    page.screenshot(path=file, full_page=whole)
    try:
        from PIL import Image
    except ImportError:
        return
    with Image.open(file) as opened:
        picture = opened.convert("RGB")
    for colours in (256, 160, 96):
        picture.quantize(colours, kmeans=2, dither=Image.Dither.NONE).save(file, optimize=True)
        if file.stat().st_size < 170_000:
            return


def main(wanted: list[str]) -> None:
    """All pictures, or those of some games."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with house(Path(tempfile.mkdtemp()) / "games.db") as server, sync_playwright() as playwright:
        server.app.state.hall.store.find.slugs = list(games.OURS)
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        if not wanted:
            page = browser.new_context(viewport={"width": 1440, "height": 1560}, reduced_motion="reduce").new_page()
            page.goto(f"http://localhost:{server.port}/")
            page.wait_for_function(
                "() => [...document.querySelectorAll('img.lid')].filter((lid) => lid.naturalWidth).length === 5", timeout=60_000
            )
            save(page, "front")
        for slug in [slug for slug in wanted or list(SCENES) if slug in SCENES]:
            take(slug, browser, server)
            print(slug, *(f"{(FOLDER / f'{slug}-{device}.png').stat().st_size // 1000} kB" for device in ("desktop", "phone")))
        for slug in EVENINGS:
            if not wanted or f"{slug}-end" in wanted:
                take_end(slug, browser)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
