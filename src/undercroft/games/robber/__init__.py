"""Dungeon Robber (Hughes, about 2012): a starving beggar, a random dungeon, a town to retire in."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...engine import (
    Answer,
    Ask,
    Bot,
    Dice,
    Drama,
    Drawing,
    Exporter,
    Game,
    Guide,
    Lesson,
    Odds,
    Opening,
    Outcome,
    Screen,
    Spot,
    Stage,
    Table,
    Told,
    View,
    read_opponents,
    read_settings,
)
from ...engine.site import Entry, Site
from ...engine.structs import convert
from .content import TABLES
from .rules.turn import step
from .state import Dials, Retired, Robber, RobberState


class DungeonRobber(Game[RobberState]):
    """The game object. Imports inside its methods are late: start-up time."""

    slug = "robber"
    title = "Dungeon Robber"
    tagline = "A starving beggar, ten levels of dungeon, and a tavern to dream of. Chances are a skeleton gets you."
    credit = "Follows Dungeon Robber by Paul Hughes (beta, about 2012)."
    state_type = RobberState
    min_seats = 1
    max_seats = 4
    hides_between_seats = False
    remembers = ("retired", "grave")
    settings = read_settings(Path(__file__).with_name("settings.toml"))
    rules_version = 2
    minutes = (5, 20)  # 50 to 190 decisions of the bot, six seconds each
    onward = "Fight on until something changes"
    guide = Guide(
        seed=35,
        aim="You own a torch and the clothes you stand in, and tomorrow you starve. Outside town is a dungeon that swallows "
        "better people every week. Bring gold out alive, spend a thousand of it on a better life, and retire.",
        stake="Your ten hit points and all you carry: gold is safe only in town, and dead is dead.",
        step="Explore the next room. The stairs are in room 1: with gold in the sack, turn back and climb out.",
    )
    opponents = read_opponents(Path(__file__).with_name("bots.toml"))
    bots = tuple(one.key for one in opponents)
    cover_options = {"odd": "advanced", "mode": "advanced"}
    longest = 200_000

    def setup(self, opening: Opening, dice: Dice) -> RobberState:
        state = RobberState(opening.chosen(Dials), list(opening.seats))
        for seat, raw in enumerate(_brought(opening.bring, "survivor")[: len(opening.seats)]):
            robber = convert(raw, Robber)
            robber.seat = seat
            state.bring.append(robber)
        state.wall = convert(_brought(opening.bring, "retired"), list[Retired])
        state.graves = [str(grave.get("line", "")) for grave in _brought(opening.bring, "grave")]
        if "expedition" in opening.bring:
            from .entering import brought

            state.site = brought(opening.bring)
        return state

    def step(self, t: Table[RobberState]) -> Coroutine[Any, Any, None]:
        return step(t)

    def is_over(self, state: RobberState) -> bool:
        return state.over

    def drama(self, state: RobberState) -> Drama:
        from .ending import drama

        return drama(state)

    def outcome(self, state: RobberState) -> Outcome:
        from .ending import outcome

        return outcome(state)

    def mask(self, state: RobberState, seat: int | None) -> RobberState:
        from .masking import mask

        return mask(state)

    def determinise(self, start: RobberState, now: RobberState, seat: int, dice: Dice) -> RobberState:
        from .masking import determinise

        return determinise(start, now, dice)

    def screen(self, masked: RobberState, seat: int | None) -> Screen:
        from .screen import screen

        return screen(masked, seat)

    def stage(self, masked: RobberState, seat: int | None, told: Sequence[Told]) -> Stage | None:
        from .stage import stage

        return stage(masked, seat, told)

    def begin(self, view: View[RobberState]) -> Answer | None:
        from .first import begin

        return begin(view)

    def go_on(self, view: View[RobberState], since: RobberState) -> Answer | None:
        from .first import go_on

        return go_on(view, since)

    def case(self, masked: RobberState, seat: int, ask: Ask) -> Sequence[str]:
        from .first import case

        return case(masked, seat, ask)

    def lesson(self, masked: RobberState, seat: int, ask: Ask) -> Lesson | None:
        from .first import lesson

        return lesson(masked, seat, ask)

    def because(self, view: View[RobberState], answer: Answer) -> str:
        from .first import because

        return because(view, answer)

    def lid(self) -> str:
        from .lid import lid

        return lid()

    def draw(self, masked: RobberState, seat: int | None) -> Drawing | None:
        from .draw import draw

        return draw(masked)

    def spots(self, masked: RobberState, seat: int | None) -> Mapping[str, Spot]:
        from .draw import spots

        return spots(masked)

    def odds(self, question: Sequence[str]) -> Odds:
        from .chances import answer

        return answer(question)

    def exports(self) -> Mapping[str, Exporter]:
        from .draw import exports

        return exports()

    def enter(self, site: Site, door: int, goal: int, dice: Dice) -> Entry:
        from .entering import enter

        return enter(site, door, goal)

    def bot(self, name: str) -> Bot:
        from .bot import BOTS

        return BOTS[name] if name in BOTS else super().bot(name)

    def content(self) -> Mapping[str, Sequence[str]]:
        from .content import HEAVY, ITEMS, MONSTERS

        def keys(table: str) -> list[str]:
            return [entry.key for entry in TABLES[table].entries]

        unmet = {
            "libram_str",
            "libram_int",
            "libram_wis",
            "libram_dex",
            "libram_con",
            "libram_cha",
            "whip_plus1",
        }  # never found as such
        return {
            "monster": list(MONSTERS),
            "item": [item for item in ITEMS if item not in unmet],
            "heavy": [thing for thing in HEAVY if thing != "box"],
            "discovery": keys("discovery"),
            "chamber": keys("chamber"),
            "odd": keys("odd_happenings"),
            "odd_advanced": keys("advanced_odd_happenings"),
            "fiend": keys("fiend_folio"),
            "mirror": keys("mirror"),
            "pool": keys("magic_pools"),
            "door": keys("door_chart"),
            "stairs": keys("stairs"),
            "trap": keys("tricks_traps"),
            "gas": keys("gas"),
            "useful": keys("useful_items"),
            "useless": keys("useless_items"),
            "valuable": keys("valuable_items"),
            "treasure": keys("treasure"),
            "container": keys("treasure_container"),
            "magic": keys("magic_items"),
            "spell": [*keys("wizard_scroll"), *keys("cleric_scroll")],
        }


def _brought(bring: dict[str, Any], kind: str) -> list[Any]:
    """What earlier games left of a kind: one record, or a list of them."""
    found = bring.get(kind, [])
    return list(found) if isinstance(found, list | tuple) else [found]


GAME = DungeonRobber()
