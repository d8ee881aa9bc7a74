"""The Game of Dungeon (VanGrasstek, 1974): a gamesmaster leads a party of warriors, priests and wizards down a maze."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec
from msgspec import UNSET

from ...engine import (
    Answer,
    Ask,
    Bot,
    Dial,
    Dice,
    Drama,
    Drawing,
    Exporter,
    Game,
    Guide,
    Lesson,
    Memorial,
    Odds,
    Opening,
    Options,
    Outcome,
    Screen,
    SettingValue,
    Spot,
    Stage,
    Table,
    Tale,
    Told,
    View,
    read_opponents,
)  # fmt: skip
from ...engine.site import Entry, Site
from . import state as st
from .settings import SETTINGS


class Descent(Game[st.Game]):
    """A campaign of one or more descents. Imports inside its methods are late: start-up time."""

    slug = "descent"
    title = "The Game of Dungeon"
    tagline = "Lead a party of personas down a maze; the feet are counted out loud."
    credit = "Follows Rules to the Game of Dungeon by Craig VanGrasstek (1974)."
    state_type = st.Game
    minor = frozenset(
        [
            "DES-BAT-09",
            "DES-BAT-12",
            "DES-BAT-27",
            "DES-FLAV-04",
            "DES-WZB-01",
            "DES-WZB-04",
            "DES-BAT-21",
            "DES-SETUP-07",
            "DES-STORE-15",
            "DES-STORE-01",
            "DES-MOVE-02",
            "DES-MOVE-16",
            "DES-IDEA-10",
        ]
    )
    rules_version = 2
    minutes = (20, 60)  # about 300 decisions of three, six seconds each
    min_seats = 1
    max_seats = 10
    hides_between_seats = False
    takes_gamesmaster = True
    settings = SETTINGS
    longest = 400_000
    cover_options: ClassVar[Mapping[str, SettingValue]] = {
        "descents": 8, "veterans": "storied", "maze": "new", "starting_gold": "fixed:100", "fall_hits": 1, "snake_venom": True,
        "thirty_silver": True,
    }  # fmt: skip
    cover_rounds: ClassVar[tuple[Mapping[str, SettingValue], ...]] = (
        {}, {}, {"maze": "popnecker", "veterans": "tenth rank"},  # beginners among rats, a lake, a casino
    )  # fmt: skip
    onward = "Fight on until something changes"
    tells_odds = False  # what bites is for the party to find out, and to write down
    guide = Guide(
        seed=9,
        walked=("open:South", "go:South"),
        aim="You lead a party of six down a maze for treasure. Thirty gold brought home is a fair haul, sixty a good one. "
        "A rank costs one of them 40 gold and 50 karma.",
        stake="Six lives, and the chest: it is shared out once it is carried up the tower; the dead stay below.",
        step="Follow a corridor to a door and open it: treasure is in chambers, and so is whoever sits on it. "
        "With a fair haul, walk back.",
    )
    opponents = read_opponents(Path(__file__).with_name("bots.toml"))
    bots = tuple(one.key for one in opponents)

    def check_opening(self, opening: Opening) -> Opening:
        """The options, and the players' own maze read from its file (DES-IDEA-11)."""
        from .setup import read_maze_file

        return read_maze_file(super().check_opening(opening))

    def setup(self, opening: Opening, dice: Dice) -> st.Game:
        from .setup import prepare

        return prepare(opening, dice)

    def step(self, t: Table[st.Game]) -> Coroutine[Any, Any, None]:
        """One phase: roll-call, rises, store, muster, then the descent order by order, then home."""
        from .rules.campaign.campaign import step

        return step(t)

    def is_over(self, state: st.Game) -> bool:
        return state.over

    def drama(self, state: st.Game) -> Drama:
        from .rules.campaign.campaign import drama

        return drama(state)

    def outcome(self, state: st.Game) -> Outcome:
        from .rules.campaign.campaign import outcome

        found = outcome(state)
        if state.expedition is UNSET:
            return found
        from .rules.campaign.homecoming import deeds, visited

        return msgspec.structs.replace(found, deeds=deeds(state), trail=tuple(visited(state)))

    def enter(self, site: Site, door: int, goal: int, dice: Dice) -> Entry:
        """The places nearest to the goal as a maze along the world's own ways, its peoples under lines of the bestiary."""
        from .entering import enter

        return enter(site, door, goal, dice)

    def anytime(self, t: Table[st.Game], ask: Ask) -> Mapping[int, Options]:
        from .rules.campaign.desk import anytime

        return anytime(t, ask)

    async def act_anytime(self, t: Table[st.Game], seat: int, key: str) -> Answer | None:
        from .rules.campaign.desk import act

        return await act(t, seat, key)

    def migrate(self, state: Any, rules_version: int) -> Any:
        """Before version 2 a maze's own baddies were kept with remarks that no rule heeds."""
        from .maze_file import heeded

        if rules_version < 2:
            state["home_baddies"] = heeded(state["home_baddies"])
        return state

    def mask(self, state: st.Game, seat: int | None) -> st.Game:
        from .secrets import mask

        return mask(state, seat)

    def determinise(self, start: st.Game, now: st.Game, seat: int, dice: Dice) -> st.Game:
        from .unseen import redraw

        return redraw(start, now, seat, dice)

    def screen(self, masked: st.Game, seat: int | None) -> Screen:
        from .screen import screen

        return screen(masked, seat)

    def stage(self, masked: st.Game, seat: int | None, told: Sequence[Told]) -> Stage | None:
        from .stage import stage

        return stage(masked, seat, told)

    def begin(self, view: View[st.Game]) -> Answer | None:
        from .first import begin

        return begin(view)

    def go_on(self, view: View[st.Game], since: st.Game) -> Answer | None:
        from .first import go_on

        return go_on(view, since)

    def case(self, masked: st.Game, seat: int, ask: Ask) -> Sequence[str]:
        from .first import case

        return case(masked, seat, ask)

    def lesson(self, masked: st.Game, seat: int, ask: Ask) -> Lesson | None:
        from .first import lesson

        return lesson(masked, seat, ask)

    def because(self, view: View[st.Game], answer: Answer) -> str:
        from .first import because

        return because(view, answer)

    def lid(self) -> str:
        from .lid import lid

        return lid()

    def draw(self, masked: st.Game, seat: int | None) -> Drawing | None:
        from .draw import table

        return table(masked, seat)

    def dials(self, masked: st.Game, seat: int | None) -> tuple[Dial, ...]:
        from .draw import dials

        return dials(masked, seat)

    def draw_at(self, masked: st.Game, seat: int | None, turned: Mapping[str, str | int]) -> Drawing | None:
        from .draw import table_at

        return table_at(masked, seat, str(turned.get("sheet", "here")))

    def spots(self, masked: st.Game, seat: int | None) -> Mapping[str, Spot]:
        from .draw import spots

        return spots(masked, seat)

    def tale(self, masked: st.Game, seat: int | None, place: str) -> Tale | None:
        from .tale import tale

        return tale(masked, seat, place)

    def bot(self, name: str) -> Bot:
        from .bot import player

        return player(name) if name in self.bots else super().bot(name)

    def odds(self, question: Sequence[str]) -> Odds:
        from .chances import odds

        return odds(self, question)

    def content(self) -> Mapping[str, Sequence[str]]:
        from .coverage import records

        return records()

    def exports(self) -> Mapping[str, Exporter]:
        from .draw import export_paper, export_svg

        return {"svg": export_svg, "md": export_paper}


GAME = Descent()
__all__ = ["GAME", "Memorial"]
