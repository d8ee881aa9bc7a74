"""A small kit for the tests of Donjon: tables laid out in a line, and creatures put on them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any

from undercroft.engine import Ask, Dice, Opening, Ran, ScriptedDice, Table
from undercroft.engine import run as run_rule
from undercroft.games.donjon import GAME, content
from undercroft.games.donjon.being import Being
from undercroft.games.donjon.rules.characters.experience import SCORES, get_score
from undercroft.games.donjon.rules.characters.inventing import ability_fault
from undercroft.games.donjon.rules.characters.twenty_dice import DICE
from undercroft.games.donjon.rules.concepts.contest import Pool, Result, contest
from undercroft.games.donjon.rules.creatures.creatures import block
from undercroft.games.donjon.state import CLOSE, Donjon, Fight, Fighter, Scene


def table(seats: int = 3, chapter: int = 1, **options: bool | int | str) -> Donjon:
    """Roland (pc0), Azar (pc1) and Fiera (pc2) in a chapter of the sample adventure; 0 is Town."""
    names = ("Robin", "Ron", "Jonathan", "Kim", "Lea", "Max", "Ned", "Ola")[:seats]
    settings: dict[str, bool | int | str] = {"heroes": "samples", **options}
    opening = GAME.check_opening(Opening(game="donjon", seats=names, seed=1, options=settings))
    s = GAME.setup(opening, Dice(1))
    assert isinstance(s, Donjon)
    s.seed = 1
    s.chapter = chapter
    assert s.adventure is not None
    s.scenes_done = [0] * len(s.adventure.chapters)
    s.phase = "road" if chapter else "town"
    return s


def scene(s: Donjon, kind: str = "foes", encounter: str = "x", name: str = "a scene") -> Scene:
    """A scene under way."""
    s.scene_no += 1
    s.scene = Scene(s.scene_no, encounter, name, kind, "somewhere", stage="set")
    s.phase = "scene"
    return s.scene


def creature(s: Donjon, key: str, name: str = "") -> Being:
    """A creature of the bestiary on the table."""
    b = block(s, content.bestiary()[key])
    b.name = name or b.name
    s.beings[b.id] = b
    return b


def arena(s: Donjon, *foes: Being, band: int = CLOSE, ours: tuple[str, ...] = ()) -> Fight:
    """A fight between the party (or some of it) and these foes, all at one distance."""
    if s.scene is None:
        scene(s)
    party = [b for b in s.party() if not ours or b.id in ours]
    for b in s.pcs():
        b.side = 0
    s.fight = Fight([Fighter(b.id) for b in [*party, *foes]], "count", 1, s.die)
    for b in party:
        for o in foes:
            s.fight.bands[f"{b.id}|{o.id}"] = band
    s.phase = "fight"
    assert s.scene is not None
    s.scene.foes = [o.id for o in foes]
    return s.fight


def numbers(s: Donjon, being: Being, *open_numbers: int) -> None:
    """Initiative numbers still open."""
    assert s.fight is not None
    next(f for f in s.fight.fighters if f.id == being.id).numbers = sorted(open_numbers, reverse=True)


def give(s: Donjon, b: Being, key: str) -> str:
    """An item of goods.toml among a being's possessions, in hand or worn; returns its id."""
    item = content.goods().item(key, s.new_id("i"))
    b.items.append(item)
    if item.sort == "weapon":
        b.wielding = item.id
    elif item.sort == "armor":
        b.worn.append(item.id)
    return item.id


async def toss(t: Table[Donjon], a: int, b: int) -> Result:
    """A bare Test of so many dice against so many."""
    return await contest(t, Pool("a", [("x", a)]), Pool("b", [("y", b)]), "a Test", rule="DON-DICE-02")


class _AsRead:
    """A rule under way that goes ahead with what the reader makes of words, as most players would."""

    def __init__(self, table: Table[Donjon], going: Coroutine[Any, Any, Any]) -> None:
        self.table, self.going = table, going

    def send(self, value: Any) -> Any:
        ask = self.going.send(value)
        while (
            isinstance(ask, Ask)
            and ask.kind == "choose"
            and ((ask.rule == "DON-AGM-08" and "again" in ask.keys) or {"go", "back"} <= set(ask.keys))
        ):
            self.table.by = ask.seats[0]
            ask = self.going.send(ask.keys[0])
        return ask


def run(rule: Callable[..., Coroutine[Any, Any, Any]], s: Donjon, *args: Any, **kwargs: Any) -> Ran[Donjon, Any]:
    """Run a rule with scripted answers and dice; like the engine's, for tests that run several rules in turn.

    Intents and facts are taken as they are read first; `run_rule` of the engine asks about them.
    """
    return run_rule(lambda t, *more, **named: _AsRead(t, rule(t, *more, **named)), s, *args, **kwargs)  # type: ignore[arg-type]


def faults(s: Donjon, b: Being) -> list[str]:
    """What is wrong with a new character."""
    found: list[str] = []
    if len(b.abilities) != 5 or b.abilities[0].rank != "main" or any(a.rank == "main" for a in b.abilities[1:]):
        found.append("one Main and four Supporting Abilities")  # DON-ABIL-01
    found += [fault for a in b.abilities if (fault := ability_fault(a))]
    if any(not 1 <= n <= 6 for n in b.full):
        found.append("Attributes lie from 1 to 6")  # DON-ATTR-08
    scores = [a.score for a in b.abilities] + [get_score(b, key) for key in SCORES]
    if sum(scores) != DICE:
        found.append(f"{sum(scores)} dice instead of 20")  # DON-START-01
    if any(n > b.level + 3 or n < 0 for n in scores):
        found.append(f"no score above {b.level + 3}")
    if sorted((b.wealth, b.provisions)) != [3, 5]:
        found.append("Wealth and Provisions are 5 and 3")  # DON-START-02
    need = sum(4 if a.rank == "main" else 2 for a in b.abilities if a.spell)
    if len(b.words) != need:
        found.append(f"{need} Magic Words")  # DON-WORD-03, DON-WORD-05
    if need and not b.look:
        found.append("the look of Magic Power")  # DON-MABIL-03
    return found


def totals(b: Being) -> tuple[int, int]:
    """Attribute points and dice of a block."""
    dice = sum(a.score for a in b.abilities) + b.save_mind + b.save_body + b.wounds_full
    return sum(b.full), dice


class Weighed(ScriptedDice):
    """Scripted dice that remember how the Game Master's chances were weighed."""

    __slots__ = ("weighings",)

    def __init__(self, script: Iterable[int | str | Sequence[int]]) -> None:
        super().__init__(script)
        self.weighings: list[list[int]] = []

    def weighted(self, weights: Sequence[int], label: str = "") -> int:
        """Note the weights, and take the scripted one."""
        self.weighings.append(list(weights))
        return super().weighted(weights, label)
