"""Every field of every data file is read by code: recorded in a process of its own, from the moment the files are loaded."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import msgspec

Seen = set[tuple[str, str]]


def watch(value: Any, seen: Seen, known: set[type[msgspec.Struct]]) -> None:
    """Note from now on which fields of these structs, and of those within them, are read."""
    if isinstance(value, dict | list | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            watch(part, seen, known)
    if not isinstance(value, msgspec.Struct):
        return
    kind = type(value)
    for field in kind.__struct_fields__:
        watch(object.__getattribute__(value, field), seen, known)
    if kind not in known:
        known.add(kind)

        def read(self: Any, name: str) -> Any:
            seen.add((kind.__name__, name))
            return object.__getattribute__(self, name)

        kind.__getattribute__ = read  # type: ignore[method-assign]


def main() -> None:
    """Load, play, and print the fields that nobody read."""
    from undercroft.engine import content

    seen: Seen = set()
    known: set[type[msgspec.Struct]] = set()
    load = content.load_toml

    def loaded(file: Any, into: Any) -> Any:
        value = load(file, into)
        if "robber" in str(file):
            watch(value, seen, known)
        return value

    content.load_toml = loaded
    from undercroft.engine import Dice, Match, Opening, run
    from undercroft.games.robber import GAME
    from undercroft.games.robber.rules.character import sheet
    from undercroft.games.robber.rules.delving import discovery
    from undercroft.games.robber.rules.monsters import bestiary
    from undercroft.games.robber.rules.town import callings
    from undercroft.games.robber.state import Creature, Dials, Robber, RobberState

    GAME.content()
    for seed in range(100):
        dice = Dice(seed)
        options: dict[str, Any] = {"odd": "advanced", "classes": True, "mapping": seed % 2 == 0, "protected": seed % 4 == 0}
        match = Match.start(GAME, Opening(game="robber", seats=("Ada",), seed=seed, options=options))
        bot = GAME.bot(("diver", "bold", "sensible")[seed % 3])
        while match.ask is not None and match.move_count < 400:
            list(match.ask.options.values())
            match.answer(bot(match.view(0, dice)), 0)
        GAME.screen(match.state, 0)
    boots = Robber(0, "Ada", pack={"elven_boots": 1})  # what a hundred games may not bring
    sheet.sneak_bonus(boots)
    callings.closed_classes(boots)
    run(discovery.force_door, RobberState(Dials(), ["Ada"], [Robber(0, "Bo", calling="thief", level=1)]), dice=[6])
    mail = Robber(0, "Cy", pack={"chain_mail": 1}, armor="chain_mail")
    run(bestiary.rust, RobberState(Dials(), ["Cy"], [mail]), Creature(1, "rust_monster", 6, 3, 3), mail)
    fields = {(kind.__name__, field) for kind in known for field in kind.__struct_fields__}
    print(*sorted(f"{kind}.{field}" for kind, field in fields - seen), sep="\n")


def test_every_field_of_the_data_is_read() -> None:
    here = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, __file__], capture_output=True, text=True, timeout=300, check=False, env=here)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == []


if __name__ == "__main__":
    main()
