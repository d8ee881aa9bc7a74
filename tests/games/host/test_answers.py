"""Keys of answers: made and read in one place, and read back to the letter."""

from __future__ import annotations

import pytest

from undercroft.engine import Dice, Match, Opening, SettingValue
from undercroft.games.host import GAME
from undercroft.games.host.answers import Never, Own, Spot, Thing, Until, Word, read, thing


@pytest.mark.parametrize(
    ("key", "choice"),
    [
        ("accept", Spot(0)),
        ("alt:3", Spot(3)),
        ("group:17", Thing("group", 17)),
        ("own:moonfall", Own("moonfall")),
        ("own:12", Own("12")),
        ("auto:year", Until("year")),
        ("quiet:bribe", Never("bribe")),
        ("bribe", Word("bribe")),
        ("group:first", Word("group:first")),
        ("own:", Word("own:")),
        ("room:007", Word("room:007")),
    ],
)
def test_a_key_says_what_it_names(key: str, choice: object) -> None:
    assert read(key) == choice and read(key).key == key


def test_a_thing_is_asked_for_by_its_id() -> None:
    assert thing("bead:40") == 40
    with pytest.raises(AssertionError):
        thing("accept")


@pytest.mark.parametrize(
    "options",
    [
        {"alternate_worlds": "on", "flooding": "ask", "named_treasures": True},
        {"civilization": "dark_elf", "villain_choice": "thought_lords", "minor_on_wipeout": True, "minor_replace": True},
        {"two_civilizations": True, "second_civilization": "roll", "villain_choice": "player"},
    ],
)
def test_every_key_offered_reads_back(options: dict[str, SettingValue]) -> None:
    """The author wanders through every question, opens the desk now and then, and lets nothing play on for long."""
    met: dict[type, int] = {}
    for seed in range(3):
        opening = Opening(game="host", seats=("A",), seed=seed, options={"ask": "everything", "villainy_cap": 10, **options})
        match, dice = Match.start(GAME, opening, light=True), Dice(seed)
        for _ in range(700):
            ask = match.ask
            if ask is None:
                break
            if ask.kind != "choose":
                match.answer(list(ask.keys) if ask.kind == "many" else ask.suggestions[0])
                continue
            keys = ask.keys_for(0)
            for key in keys:
                assert read(key).key == key
                met[type(read(key))] = met.get(type(read(key)), 0) + 1
            quiet = [key for key in keys if not isinstance(read(key), Until | Never)]
            match.answer(quiet[dice.below(len(quiet))])
    assert {Word, Spot, Thing, Until, Never} <= set(met)
