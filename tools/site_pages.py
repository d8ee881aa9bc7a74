"""The pages of the site: docs/ as they are, rulebooks with coverage, first ten minutes and terminal screens by playing.

`tools/site` calls this with a folder, and mkdocs makes the site of it. Nothing of it is committed or part of the wheel.
"""

from __future__ import annotations

import asyncio
import html
import re
import shutil
import sys
import tempfile
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from undercroft.bots import find_bot
from undercroft.engine import Dice, Game, guide
from undercroft.games import OURS, find
from undercroft.store import Keeper, open_store
from undercroft.terminal.app import UndercroftApp
from undercroft.terminal.look import Look
from undercroft.terminal.opening import learn
from undercroft.testing.coverage import marked_rules

ROOT = Path(__file__).parent.parent
ABOVE = {  # pages that lie above docs/, and what they are called here
    "README.md": "index.md", "ARCHITECTURE.md": "develop/architecture.md", "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "develop/contributing.md", "SECURITY.md": "security.md",
}  # fmt: skip
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#\s]+)(#[^)]*)?\)")
SIZES = ((80, 24), (120, 40), (200, 60))
TURNS = 24  # answers of the first ten minutes
EVERY = 8  # of them have a picture


def copy_docs(site: Path) -> None:
    """docs/ and the pages above it; a link to a file that is no page becomes plain words."""
    shutil.copytree(ROOT / "docs", site, dirs_exist_ok=True)
    (site / "gallery" / "README.md").rename(site / "gallery" / "index.md")
    (site / "develop" / "README.md").rename(site / "develop" / "index.md")
    for source, target in ABOVE.items():
        shutil.copy(ROOT / source, site / target)
    places = {(ROOT / name).resolve(): site / target for name, target in ABOVE.items()}
    for page in sorted(site.rglob("*.md")):
        above = next((name for name, target in ABOVE.items() if site / target == page), None)
        home = (ROOT / above).parent if above else (ROOT / "docs" / page.relative_to(site)).parent
        text = page.read_text(encoding="utf-8")
        page.write_text(LINK.sub(partial(_link, page=page, home=home, site=site, places=places), text), encoding="utf-8")


def _link(found: re.Match[str], *, page: Path, home: Path, site: Path, places: dict[Path, Path]) -> str:
    mark, text, target, anchor = found[1], found[2], found[3], found[4] or ""
    if "://" in target or target.startswith("mailto:"):
        return found[0]
    aim = (home / target).resolve()
    docs = (ROOT / "docs").resolve()
    if aim in places:
        to = places[aim]
    elif aim.is_relative_to(docs):
        to = site / aim.relative_to(docs)
        to = to.with_name("index.md") if to.name == "README.md" else to / "index.md" if to.is_dir() else to
    else:
        return f"`{target}`" if text == target else text
    if not to.exists():
        return text
    there = Path(*[".."] * len(page.parent.relative_to(site).parts)) / to.relative_to(site)
    return f"{mark}[{text}]({there.as_posix()}{anchor if to.suffix == '.md' else ''})"


def rulebook_page(game: Game[Any], named: set[str]) -> str:
    """All rules in our words, by part; how many of them tests name."""
    book = game.rulebook()
    tested = {rule.id for rule in book} & named
    lines = [f"# {game.title}: the rules in our words", "", f"{book.title}. {book.credit}", ""]
    excused = len(book) - len(tested)
    lines.append(f"{len(tested):,} of {len(book):,} rules are named by a test; {excused} have a written reason instead.")
    part = ""
    for rule in sorted(book, key=lambda rule: rule.kind == "component"):  # what lay in the box comes last
        if rule.part != part:
            part = rule.part
            lines += ["", f"## {part}"]
        proof = "tested" if rule.id in tested else f"not tested: {rule.untested}"
        lines += ["", f"**{rule.id}** {_plain(rule.rule)} *({_plain(proof)})*"]
        if rule.ruling:
            lines += ["", f"> Our ruling: {_plain(rule.ruling)}"]
    if book.glossary:
        lines += ["", "## Terms", "", *(f"- **{_plain(term)}**: {_plain(said)}" for term, said in book.glossary.items())]
    return "\n".join(lines) + "\n"


def rulings_page() -> str:
    """Every ruling of ours: where a book is silent or torn."""
    lines = ["# Rulings", "", "Where a book is silent, torn or contradicts itself, this is how it is played here."]
    for slug in OURS:
        lines += ["", f"## {find(slug).title}"]
        for rule in find(slug).rulebook():
            if rule.ruling:
                lines += ["", f"**{rule.id}** {_plain(rule.ruling)}"]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """Text in which nothing is markup."""
    return re.sub(r"([\\`*_\[\]])", r"\\\1", html.escape(text, quote=False)).replace("\n", " ")


def first_minutes(game: Game[Any], keeper: Keeper, site: Path) -> str:
    """The guided first game, played by a bot and told with what the coach says, with pictures of the table."""
    assert game.guide is not None
    bot, heard, told = find_bot(game, game.bots[0]), set[str](), 0
    lines = [f"# The first ten minutes of {game.title}", "", game.tagline, "", f"*{game.guide.aim}*", ""]
    lines += [
        f"Play along: `undercroft play {game.slug} --learn`, or *Learn it*. Here a bot answers, and says why.",
        "",
    ]
    for turn in range(TURNS):
        match = keeper.match
        ask = match.ask
        if ask is None:
            break
        seat = ask.seats[0]
        for kind, events in groupby(match.log(0, told), key=lambda event: event.kind):
            texts = [_plain(event.text) for event in events]
            if kind == "roll":  # dice stand together, and stand back
                lines += [f"<small>{'; '.join(texts)}</small>", ""]
            else:
                lines += [part for text in texts for part in (f"### {text}" if kind == "headline" else text, "")]
        told = len(match.events)
        if seat != 0:
            keeper.answer(keeper.bot_answer(seat), seat)
            continue
        if turn % EVERY == 0:
            drawing = match.screen(0).drawing
            if drawing is not None and drawing.svg:
                name = f"{game.slug}-{turn}.svg"
                (site / "first" / name).write_text(drawing.svg, encoding="utf-8")
                lines += [f"![{_plain(drawing.alt)}]({name})", ""]
        lesson = game.lesson(game.mask(match.state, 0), 0, ask)
        if lesson is not None and lesson.key not in heard:
            heard.add(lesson.key)
            lines += [f'!!! tip "The coach"\n    {_plain(lesson.text)}', ""]
        advice = guide.advice(match, 0, bot)
        assert advice is not None
        lines += [f"**{_plain(ask.prompt)}**", ""]
        shown = list(ask.options_for(0).values())[:9]
        lines += [f"- {_plain(option.label)}" + (f" - {_plain(option.hint)}" if option.hint else "") for option in shown]
        lines += ["", f"*{_plain(advice.label)}.* {_plain(advice.reason)}", ""]
        keeper.answer(advice.answer, 0)
    return "\n".join(lines) + "\n"


async def screens(keeper: Keeper | None, store: Any, size: tuple[int, int], answers: int = 0) -> str:
    """What the terminal shows at a size, as text; after some answers of a bot."""
    app = UndercroftApp(store, Look(letters="unicode", motion=False), keeper)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for _ in range(answers):
            if keeper is not None and keeper.match.ask is not None:
                seat = keeper.match.ask.seats[0]
                bot = find_bot(keeper.game, keeper.game.bots[0])
                keeper.answer(bot(keeper.match.view(seat, Dice(keeper.match.move_count))), seat)
        if keeper is not None:
            app.screen.refresh_table()  # type: ignore[attr-defined]
        for _ in range(40):
            await pilot.pause(0.05)
            if not getattr(app.screen, "_thinking", False):
                break
        strips = app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips).rstrip()


def terminal_screens(folder: Path) -> str:
    """The title and each game at three sizes."""
    lines = [
        "# The terminal, in text",
        "",
        "What `undercroft` shows at three sizes, made by playing each first game.",
    ]
    store = open_store(folder / "title.db")
    for size in SIZES:
        lines += ["", f"## The title at {size[0]}x{size[1]}", "", "```text", asyncio.run(screens(None, store, size)), "```"]
    for slug in OURS:
        lines += ["", f"## {find(slug).title}"]
        for size in SIZES:
            keeper = learn(open_store(folder / f"{slug}-{size[0]}.db"), find(slug), "Ada")
            shown = asyncio.run(screens(keeper, keeper.store, size, answers=6))
            lines += ["", f"### {slug} at {size[0]}x{size[1]}", "", "```text", shown, "```"]
    return "\n".join(lines) + "\n"


def main(site: Path) -> None:
    """Everything that mkdocs needs."""
    shutil.rmtree(site, ignore_errors=True)
    copy_docs(site)
    for name in ("rules", "first", "reference"):
        (site / name).mkdir()
    named = marked_rules(ROOT / "tests")
    with tempfile.TemporaryDirectory() as folder:
        for slug in OURS:
            game = find(slug)
            (site / "rules" / f"{slug}.md").write_text(rulebook_page(game, named), encoding="utf-8")
            keeper = learn(open_store(Path(folder) / f"first-{slug}.db"), game, "Ada")
            (site / "first" / f"{slug}.md").write_text(first_minutes(game, keeper, site), encoding="utf-8")
        (site / "terminal-screens.md").write_text(terminal_screens(Path(folder)), encoding="utf-8")
    (site / "rules" / "rulings.md").write_text(rulings_page(), encoding="utf-8")
    for module in ("library", "engine", "bots", "simulate", "store", "testing"):
        text = f"# undercroft{'' if module == 'library' else f'.{module}'}\n\n::: undercroft.{module}\n"
        (site / "reference" / f"{module}.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
