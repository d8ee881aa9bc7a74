"""Nothing lies in the data files that no rule reads: play, screens and drawings touch every field of every row."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from undercroft.bots.random import any_answer
from undercroft.engine import Dice, Match, Opening, Table
from undercroft.engine import run as run_rule
from undercroft.games.donjon import GAME, adventure, content
from undercroft.games.donjon.adventure import Encounter
from undercroft.games.donjon.being import Being
from undercroft.games.donjon.rows import Strict
from undercroft.games.donjon.rules.basics import people
from undercroft.games.donjon.rules.characters import callings, inventing
from undercroft.games.donjon.rules.characters.ability_words import suggest_ability
from undercroft.games.donjon.rules.characters.magic_words import word_fault
from undercroft.games.donjon.rules.concepts import effects, facts
from undercroft.games.donjon.rules.concepts.facts import Setting
from undercroft.games.donjon.rules.concepts.law import gm_won
from undercroft.games.donjon.rules.goods import pack, shops
from undercroft.games.donjon.rules.running import climax, common_scenes, scenes
from undercroft.games.donjon.rules.tasks.tasks import talk
from undercroft.games.donjon.state import Donjon, Draft

from .kit import creature, give, run, scene, table

Field = tuple[str, str]


class _Watch:
    """A field of a struct that notes when somebody looks at it."""

    def __init__(self, field: Field, slot: Any, seen: set[Field]) -> None:
        self.field, self.slot, self.seen = field, slot, seen

    def __get__(self, row: Any, owner: Any = None) -> Any:
        if row is None:
            return self.slot
        self.seen.add(self.field)
        return self.slot.__get__(row, owner)

    def __set__(self, row: Any, value: Any) -> None:
        self.slot.__set__(row, value)


def _kinds(of: type[Any]) -> Iterator[type[Any]]:
    for kind in of.__subclasses__():
        yield kind
        yield from _kinds(kind)


def _rows() -> list[type[Any]]:
    """Every struct that a data file is decoded into."""
    written = [kind for kind in vars(adventure).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    return [*dict.fromkeys(kind for kind in _kinds(Strict) if kind.__module__.startswith("undercroft.games.donjon")), *written]


def _forget() -> None:
    """What other tests made the game remember hides what is read: all its memories are emptied."""
    for name, module in sorted(sys.modules.items()):
        if name.startswith("undercroft.games.donjon"):
            for made in list(vars(module).values()):
                if callable(clear := getattr(made, "cache_clear", None)):
                    clear()


def _play(seed: int, options: dict[str, bool | int | str], gamesmaster: str | None) -> None:
    match: Match[Donjon] = Match.start(
        GAME, Opening(game="donjon", seats=("Ada", "Bo"), seed=seed, options=options, gamesmaster=gamesmaster)
    )
    bots, dice = [GAME.bot("storyteller"), GAME.bot("caster")], Dice(seed)
    while (ask := match.ask) is not None and match.move_count < 500:
        seat = ask.seats[0]
        wild = seat >= len(bots) or dice.below(6) == 0
        match.answer(any_answer(ask, seat, dice) if wild else bots[seat](match.view(seat, dice)), seat)
        if match.move_count % 60 == 0:
            for looker in range(3 if gamesmaster else 2):
                seen = GAME.mask(match.state, looker)
                GAME.screen(seen, looker)
                GAME.draw(seen, looker)


def _rare() -> None:
    """What few games come to: a Big Bad of one's own, arrows, a fact left out, a thing nobody listed."""
    s = table(2, chapter=4, adventure="nok", ammunition=True)
    assert s.adventure is not None
    s.secret.recurring = False
    last = scene(s, "big_bad")
    last.stage = "open"
    run(climax.big_bad, s, last, dice=Dice(1))
    for seed in range(4):  # it is the narrator's whim
        called = table(1)
        scene(called)
        called.seed = seed
        facts.enter(Table(called, Dice(1)), "He says there is a rope by the river", author="Roland", seat=0, test="asking")
        run(scenes.begin, called, Encounter("x", "A river", "quiet", "A rope hangs over the river."), planned=True, dice=Dice(1))
    told_off = ["Nothing of the sort", "Not that either", "Nor that"]
    run(gm_won, s, s.pc(0), 1, Setting("social", "asking nicely", s.pc(0)), answers=told_off, dice=Dice(1))
    road = table(1)
    run(pack.rummage, road, road.pc(0), "a barrel", answers=[0, 4, 1], dice=Dice(1), gamesmaster=1)
    town = table(1, chapter=0, ammunition=True)
    give(town, town.pc(0), "short_bow")
    town.pc(0).wealth = 20
    run(shops.buy_ammo, town, town.pc(0), answers=[20], dice=Dice(2))
    assert word_fault("quickly")
    meant = effects.readings(road, "There is a bell", None, None)
    run_rule(effects.picked, road, 0, "There is a bell", meant, lambda effect: effect, answers=["again"])
    invented = Draft(0, being=Being("pc0", "", seat=0))
    made = suggest_ability("Juggle", "main")
    run(inventing.confirm, road, invented, made, answers=["kind", "special"])
    hard = next(e for c in content.adventure("temple").chapters for e in c.encounters if e.kind and e.scene == "obstacle")
    found = table(1, chapter=1, adventure="temple")
    blocked = scene(found, "obstacle", encounter=hard.id)
    blocked.stage = "set"
    run(common_scenes.obstacle, found, blocked, answers=["look", "plain", "facts:0"], dice=Dice(1))
    feared = creature(road, "human_fighter")
    feared.want = "news"
    assert people.offers("I have news from the war", feared)
    drunk = people.condition_of("he is drunk")
    assert drunk is not None
    people.suffer(feared, drunk)
    met = scene(road, "foes")
    met.data[people.KNOWN] = "1"
    ran = run(talk, road, road.pc(0), feared, "asking", answers=["want", "facts:0"], dice=Dice(3))
    assert ran.asks[0].options["want"].label == "Offer news of the world"
    run(scenes._last_seen, met_nobody := table(1), answers=["write it for me"])
    assert met_nobody.pc(0).up
    for species, sort in (("human", "Race"), ("goblin", "Class")):
        draft = Draft(0, being=Being("pc0", "", seat=0, sort=sort))
        callings.suggested_names(table(1, dominant=species), draft)


def test_every_field_of_every_data_file_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[Field] = set()
    fields: set[Field] = set()
    for kind in _rows():
        for name in kind.__struct_fields__:
            if name in vars(kind):
                fields.add((kind.__name__, name))
                monkeypatch.setattr(kind, name, _Watch((kind.__name__, name), vars(kind)[name], seen))
    _forget()
    for seed, options in enumerate([*GAME.cover_rounds, {"race": True}]):
        _play(seed + 1, dict(options), "Gus" if seed % 3 == 0 else None)
    _rare()
    GAME.content()
    assert sorted(fields - seen) == []
