"""Draw docs/gallery, twelve finished dungeons and a saga, and write docs/chronicles, three of the histories."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from undercroft.commands.sagas import markdown
from undercroft.drawing import svg_to_png
from undercroft.engine import Match, Opening, SettingValue
from undercroft.games.host import GAME
from undercroft.games.host.annals.book import ages
from undercroft.games.host.chronicle import title
from undercroft.games.host.draw import picture
from undercroft.simulate.saga import saga

FOLDER = Path(__file__).parent.parent / "docs" / "gallery"
CHRONICLES = FOLDER.parent / "chronicles"
WORLDS: tuple[tuple[str, int, dict[str, SettingValue]], ...] = (
    ("dwarves-and-a-dungeon-master", 41, {"civilization": "dwarven", "villain_choice": "dungeon_master"}),
    ("dark-elves-and-thought-lords", 12, {"civilization": "dark_elf", "villain_choice": "thought_lords"}),
    ("demons-and-a-liche-king", 23, {"civilization": "demon", "villain_choice": "liche_king"}),
    ("an-alpha-villain", 34, {"civilization": "dwarven", "villain_choice": "alpha_villain"}),
    ("two-civilizations", 45, {"two_civilizations": True, "flooding": "auto", "villain_choice": "liche_king"}),
    ("the-hollow-earth", 56, {"alternate_worlds": "hollow_earth", "civilization": "dark_elf", "named_treasures": True}),
    ("firetop-range", 61, {"alternate_worlds": "firetop_range"}),
    ("the-rift-of-sorrows", 57, {"alternate_worlds": "rift_of_sorrows"}),
    ("the-scorched-lands", 58, {"alternate_worlds": "scorched_lands"}),
    ("the-pocket-universe", 60, {"alternate_worlds": "pocket_universe"}),
    ("a-people-of-our-own", 47, {"civilization": "custom", "villain_choice": "alpha_villain"}),
    ("two-pages", 71, {"pages": 2, "civilization": "dwarven", "villain_choice": "thought_lords"}),
)
SAGA = "[A saga](saga.md): a dungeon visited for five seasons by the other four games, with its map before and after."
TOLD = ("dwarves-and-a-dungeon-master", "dark-elves-and-thought-lords", "demons-and-a-liche-king")  # in docs/chronicles


def _before(name: str) -> list[str]:
    """The same seed as 0.1 drew it."""
    old = next((file for file in (f"{name}.svg", f"{name}-0.1.webp") if (FOLDER / file).exists()), "")
    return ["The same seed as 0.1 drew it:", "", f"![The old map]({old})", ""] if old else []


def _webp(svg: str, name: str, width: int = 1500) -> None:
    drawn = Image.open(io.BytesIO(svg_to_png(svg, width)))
    drawn.convert("RGB").save(FOLDER / f"{name}.webp", quality=52, method=6)


def tell_a_saga() -> None:
    """The saga that `undercroft saga` tells, with its maps."""
    told = saga(7, 5)
    _webp(told.before, "saga-before")
    _webp(told.after, "saga-after")
    written = markdown(told, "saga-before.webp", "saga-after.webp")
    (FOLDER / "saga.md").write_text(written, encoding="utf-8")


def main() -> None:
    """Write the drawings and the page that shows them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    lines = ["# Twelve dungeons", "", "Drawn by `make gallery`; the same seeds give the same drawings.", "", SAGA, ""]
    tell_a_saga()
    for name, seed, options in WORLDS:
        match = Match.start(
            GAME, Opening(game="host", seats=("Author",), seed=seed, options={"ask": "nothing", **options}), light=True
        )
        while (ask := match.ask) is not None:
            match.answer(ask.keys[0] if ask.keys else ask.suggestions[0])
        _webp(picture(match.state), name, 1500 * int(options.get("pages", 1)))
        if name in TOLD:
            CHRONICLES.mkdir(parents=True, exist_ok=True)
            told = [f"# {title(match.state)}", *ages(match.state)]
            (CHRONICLES / f"{name}.md").write_text("\n\n".join(told) + "\n", encoding="utf-8")
        outcome = match.outcome
        assert outcome is not None
        lines += [
            f"## {title(match.state)}",
            "",
            f"Seed {seed}. {outcome.summary[:1].upper()}{outcome.summary[1:]}",
            "",
            f"![A map]({name}.webp)",
            "",
            *([f"[Its chronicle](../chronicles/{name}.md)", ""] if name in TOLD else []),
            *_before(name),
        ]
        print(f"{name}: {(FOLDER / f'{name}.webp').stat().st_size:,} bytes")
    (FOLDER / "README.md").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
