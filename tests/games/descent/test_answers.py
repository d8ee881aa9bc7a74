"""Answers: what a chapter asks it can read, and what is read says the same again."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any

import pytest

from undercroft.bots import find_bot
from undercroft.engine import Dice, Match, Opening, Table, View
from undercroft.games.descent import GAME
from undercroft.games.descent.rules.basics import answers as basics
from undercroft.games.descent.rules.battle import answers as battle
from undercroft.games.descent.rules.campaign import answers as campaign
from undercroft.games.descent.rules.ending import answers as ending
from undercroft.games.descent.rules.mapping.answers import Go
from undercroft.games.descent.rules.orders import answers as orders
from undercroft.games.descent.rules.personas import answers as personas
from undercroft.games.descent.rules.sages import answers as sages
from undercroft.games.descent.rules.surface import answers as surface
from undercroft.games.descent.rules.wounds import answers as wounds

RULES = "undercroft.games.descent.rules."


def reader(chapter: str) -> Callable[[str], Any]:
    """The chapter's own `read`, or the one for words and members."""
    try:
        found: Callable[[str], Any] = importlib.import_module(f"{RULES}{chapter}.answers").read
    except ModuleNotFoundError:
        return basics.read
    return found


@pytest.mark.parametrize(
    ("seed", "bot", "options", "gamesmaster"),
    [
        (1, "collector", GAME.cover_options, None),
        (2, "experimenter", GAME.cover_options, None),
        (3, "random", {"maze": "popnecker", "descents": 2}, None),
        (4, "steady", {"maze": "new", "veterans": "storied"}, "Gil"),
    ],
)
def test_every_key_offered_is_read_and_said_again(
    seed: int, bot: str, options: dict[str, Any], gamesmaster: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A law: `read(key).key == key`, by the chapter that asks."""
    asking = ["basics"]

    def listen(name: str) -> None:
        original = getattr(Table, name)

        def listening(table: Table[Any], *args: Any, **kwargs: Any) -> Any:
            module = sys._getframe(1).f_globals["__name__"]
            asking[0] = module.removeprefix(RULES).partition(".")[0]
            return original(table, *args, **kwargs)

        monkeypatch.setattr(Table, name, listening)

    for name in ("choose", "choose_many", "choose_all", "judge"):
        listen(name)
    plays, dice = find_bot(GAME, bot), Dice(seed)
    seen: set[tuple[str, str]] = set()
    match = Match.start(GAME, Opening(game="descent", seats=("Ada",), seed=seed, options=options, gamesmaster=gamesmaster))
    for _ in range(2500):
        ask = match.ask
        if ask is None:
            break
        if ask.kind in ("choose", "many"):
            seen.update((asking[0], key) for key in ask.keys)
        for extras in ask.extras.values():
            seen.update(("campaign", key) for key in extras)
        seat = ask.seats[0]
        match.answer(plays(View(GAME, match.state, seat, ask, dice)), seat)
    assert len(seen) > 120
    for chapter, key in sorted(seen):
        assert reader(chapter)(key).key == key, f"{chapter} cannot read {key!r}"


@pytest.mark.parametrize(
    ("chapter", "key", "said"),
    [
        ("basics", "m3", basics.Who(3)),
        ("basics", "MACE +1", basics.Word("MACE +1")),
        ("basics", "be:Orcs", basics.Name("be", "Orcs")),
        ("personas", "weapon:3:CAT O' NINE TAILS", basics.Thing("weapon", 3, "CAT O' NINE TAILS")),
        ("wounds", "glasses-off:2", basics.Number("glasses-off", 2)),
        ("wounds", "swap:1:12", wounds.Swap(1, 12)),
        ("sages", "to:2:13,5", sages.To(2, 13, 5)),
        ("sages", "m2:MORNING STAR +1", sages.Forge(2, "MORNING STAR +1")),
        ("sages", "c51", sages.Piece("c", 51)),
        ("sages", "craps", basics.Word("craps")),
        ("battle", "strike:mace@2", battle.Aimed("strike", 2, "mace")),
        ("battle", "shoot:WAR ARROWS@0", battle.Aimed("shoot", 0, "WAR ARROWS")),
        ("battle", "HEALING BALLS#4", battle.Aimed("HEALING BALLS", member=4)),
        ("battle", "hold", basics.Word("hold")),
        ("ending", "run", ending.Run()),
        ("ending", "run:glue", ending.Run("glue")),
        ("orders", "open:4,16:North", Go("open", "North", (4, 16))),
        ("orders", "heal:2:10", orders.Heal("heal", 2, 10)),
        ("orders", "tower:2", basics.Number("tower", 2)),
        ("surface", "new:priest:elf", surface.Folk("new", "priest", "elf")),
        ("surface", "priest:elf", surface.Folk("hire", "priest", "elf")),
        ("surface", "he:experienced", surface.Nature("he", False)),
        ("campaign", "2:3,15", campaign.Room(2, 3, 15)),
        ("campaign", "f2", campaign.OneFoe(2)),
        ("campaign", "gm:say", basics.Name("gm", "say")),
    ],
)
def test_what_a_key_says(chapter: str, key: str, said: Any) -> None:
    assert reader(chapter)(key) == said
    assert said.key == key
    assert personas.read("done") == basics.Word("done")
