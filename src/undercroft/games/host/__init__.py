"""How to Host a Dungeon: a solo game of digging, living in, fighting over and drawing a dungeon through the ages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

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
    read_settings,
)
from ...engine.site import Homecoming, Settled, Site
from .state import Dials, Host, visits

WILD: Mapping[str, SettingValue] = {  # a dungeon nobody built, where a Dungeon Master may live long enough to march
    "villain_choice": "dungeon_master",
    "primordial_events": 8,
    "civilizations_in_a_row": 0,
    "hand": "small",
    "villainy_arrivals": True,
    "villainy_cap": 60,
}
COURT: Mapping[str, SettingValue] = {  # a beast on the throne, a rival beside it, and water and fire let loose
    "villain_choice": "alpha_villain",
    "two_villains": True,
    "flooding": "auto",
}


# late: start-up time. Rules, screens and drawings are imported inside the methods that first need them.


def _substitutions(path: str) -> dict[str, str]:
    """Monster names for another game, if a file of them was named."""
    if not path:
        return {}
    from .handout.atlas import read_substitutions

    return read_substitutions(path)


class HostGame(Game[Host]):
    """One author, or nobody at all: the world plays itself, and every free choice can be taken over."""

    slug = "host"
    title = "How to Host a Dungeon"
    tagline = "Dig a dungeon through the ages, and draw it."
    credit = "Follows How to Host a Dungeon by Tony Dowler (2008)."
    state_type = Host
    longest = 60_000
    slow = True
    onward = "On, until it concerns yours"
    past = True
    rules_version = 7
    minutes = (5, 20)  # 27 to 40 decisions of the bot, and a history to read
    guide = Guide(
        seed=18,
        aim="Keep a story alive below ground. Your people dig a dungeon and fall; then you back one of those who move in. "
        "You win if they still stand when the history ends.",
        stake="Those you back may fall. Then you may choose again: three times in all, while the history lasts.",
        step="Name your people; then say where they build. The map opens where you are asked.",
    )
    opponents = read_opponents(Path(__file__).with_name("bots.toml"))
    bots = tuple(one.key for one in opponents)
    cover_options: ClassVar[Mapping[str, SettingValue]] = {
        "civilization": "roll",
        "second_civilization": "roll",
        "play_on": True,
    }
    cover_rounds: ClassVar[tuple[Mapping[str, SettingValue], ...]] = (  # villains seldom win: those who do least come most
        {**WILD, "alternate_worlds": "scorched_lands"},
        {**COURT, "alternate_worlds": "hollow_earth"},
        {**WILD, "alternate_worlds": "rift_of_sorrows", "monsters_cap": 10},
        {"villain_choice": "liche_king", "hand": "small", "alternate_worlds": "firetop_range"},
        {**WILD, "minor_on_wipeout": True},
        {**COURT, "alternate_worlds": "pocket_universe", "named_treasures": True},
        {**WILD, "monsters_cap": 10},
        {"villain_choice": "liche_king", "hand": "small", "civilizations_in_a_row": 0, "primordial_events": 8},
        {**COURT, "alternate_worlds": "scorched_lands", "civilization": "dark_elf", "hand": "large"},
        {**COURT, "alternate_worlds": "on", "civilization": "dark_elf", "max_groups": 8, "villainy_arrivals": True},
        {"villain_choice": "liche_king", "hand": "small", "civilizations_in_a_row": 3, "two_civilizations": True},
        {"villain_choice": "dungeon_master", "civilization": "dark_elf", "revolt_at": "over_twice", "two_civilizations": True},
    )
    settings = read_settings(Path(__file__).with_name("settings.toml"))

    def setup(self, opening: Opening, dice: Dice) -> Host:
        """A blank page; the author's own entries and crossed-off lists come along."""
        from .content import judgements, minor_lists
        from .content import measures as tables
        from .desk import OURS, PETTY
        from .entries import check_entry, read_entries
        from .ground.page import make_page
        from .rules.conventions.opening import hand
        from .rules.visits.season import begin_anew, read, take_up

        dials = opening.chosen(Dials)
        measures = hand(dials)
        paper = tables().page[dials.page]
        streams = {name: dice.next64() for name in ("place", "direction", "names", "style", "judge", "reroll", "bots")}
        custom = [check_entry(dict(entry), "own entries") for entry in opening.bring.get("entries", [])]
        custom += read_entries(dials.entries) if dials.entries else []
        minor = opening.bring.get("minor") or minor_lists()
        quiet = {
            "important": list(PETTY),
            "everything": [],
            "nothing": [*judgements(), *(key for key in OURS if key not in judgements())],
        }
        season = read(opening.bring["world"]) if "world" in opening.bring else None
        if season is not None and season.state is not None:
            return take_up(season, dials, quiet[dials.ask], dice)
        state = Host(
            seed=dice.next64() >> 1,
            dials=dials,
            measures=measures,
            rules=self.rules_version,
            page=make_page("normal", paper.width * dials.pages, paper.height, Dice(1)),
            streams=streams,
            custom=custom,
            minor=[list(column) for column in minor],
            quiet=quiet[dials.ask],
            civs_left=dials.civilizations_in_a_row,
            substitutions=_substitutions(dials.substitutions),
        )
        return state if season is None else begin_anew(state, season)

    async def step(self, t: Table[Host]) -> None:
        """One event, season or phase."""
        from .rules.history import step

        await step(t)

    def anytime(self, t: Table[Host], ask: Ask) -> Mapping[int, Options]:
        """The author's desk is open whenever the author is asked."""
        from .rules.hand import DESK

        return {0: DESK} if ask.kind == "choose" and 0 in ask.seats and ask.rule != "HST-CONV-07" else {}

    async def act_anytime(self, t: Table[Host], seat: int, key: str) -> None:
        from .rules.hand import open_desk

        await open_desk(t)

    def is_over(self, state: Host) -> bool:
        seen = visits(state)
        return state.age == "over" if seen is None else seen.paused or (state.age == "over" and not seen.waking)

    def retold(self, masked: Host) -> list[str]:
        from .annals.book import chronicle

        return chronicle(masked).split("\n\n")

    def drama(self, state: Host) -> Drama:
        from .rules.conventions.ages import drama

        return drama(state)

    def outcome(self, state: Host) -> Outcome:
        from .rules.conventions.ages import outcome

        return outcome(state)

    def screen(self, masked: Host, seat: int | None) -> Screen:
        from .screen import screen

        return screen(masked)

    def stage(self, masked: Host, seat: int | None, told: Sequence[Told]) -> Stage | None:
        from .stage import stage

        return stage(masked, seat, told)

    def begin(self, view: View[Host]) -> Answer | None:
        from .first import begin

        return begin(view)

    def go_on(self, view: View[Host], since: Host) -> Answer | None:
        from .first import go_on

        return go_on(view, since)

    def lesson(self, masked: Host, seat: int, ask: Ask) -> Lesson | None:
        from .first import lesson

        return lesson(masked, seat, ask)

    def case(self, masked: Host, seat: int, ask: Ask) -> Sequence[str]:
        from .first import case

        return case(masked)

    def because(self, view: View[Host], answer: Answer) -> str:
        from .first import because

        return because(view, answer)

    def lid(self) -> str:
        from .lid import lid

        return lid()

    def draw(self, masked: Host, seat: int | None) -> Drawing | None:
        from .draw import draw

        return draw(masked)

    def dials(self, masked: Host, seat: int | None) -> tuple[Dial, ...]:
        from .timeline import dials

        return dials(masked)

    def draw_at(self, masked: Host, seat: int | None, turned: Mapping[str, str | int]) -> Drawing | None:
        from .timeline import draw_at

        return draw_at(masked, turned)

    def spots(self, masked: Host, seat: int | None) -> Mapping[str, Spot]:
        from .drawing.draw_text import spots

        return spots(masked)

    def tale(self, masked: Host, seat: int | None, place: str) -> Tale | None:
        from .tale import tale

        return tale(masked, place)

    def exports(self) -> Mapping[str, Exporter]:
        from .exports import EXPORTS

        return EXPORTS

    def bot(self, name: str) -> Bot:
        from .bot import BOTS

        return BOTS[name] if name in BOTS else super().bot(name)

    def site(self, state: Host) -> Site:
        from .handout.site import site_of

        return site_of(state)

    def known(self, state: Host) -> Host:
        from .handout.known import known

        return known(state)

    def settle(self, state: Host, homecomings: Sequence[Homecoming]) -> Settled:
        from .rules.visits.settling import settle

        return settle(state, homecomings)

    def odds(self, question: Sequence[str]) -> Odds:
        from .chances import odds

        return odds(self, question)

    def content(self) -> Mapping[str, Sequence[str]]:
        from .coverage import content

        return content()


GAME = HostGame()
