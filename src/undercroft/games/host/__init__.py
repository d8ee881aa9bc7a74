"""How to Host a Dungeon: a solo game of digging, living in, fighting over and drawing a dungeon through the ages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ...engine import (
    Ask,
    Bot,
    Dial,
    Dice,
    Drawing,
    Exporter,
    Game,
    Opening,
    Options,
    Outcome,
    Screen,
    Setting,
    SettingValue,
    Table,
    Tale,
)
from .state import Host

PEOPLES = ("choose", "roll", "dwarven", "dark_elf", "demon", "custom")
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
    rules_version = 2
    bots = (
        "accepter", "architect", "miner", "antiquarian", "peacekeeper", "powder_keg", "kingmaker", "campaigner", "besieger",
        "eccentric",
    )  # fmt: skip
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
    settings = (
        Setting(
            "ask",
            "What you are asked",
            "important",
            choices=("important", "everything", "nothing"),
            rule="HST-CONV-07",
            help="important: names, sites of great works, fateful choices; the rest is decided for you",
        ),
        Setting("hand", "Your hand", "standard", choices=("small", "standard", "large", "custom"), rule="HST-CONV-09"),
        Setting("hand_thumb", "Thumb, in hundredths", 100, low=30, high=300),
        Setting("hand_bead", "Bead, in hundredths", 40, low=20, high=120),
        Setting("hand_half_finger", "Half finger, in hundredths", 175, low=60, high=500),
        Setting("hand_finger", "Finger, in hundredths", 300, low=100, high=800),
        Setting("page", "Paper", "letter", choices=("letter", "a4"), rule="HST-GEO-01"),
        Setting("pages", "Pages side by side", 1, low=1, high=12),
        Setting("strata", "Tracing paper", "layers", choices=("layers", "single"), rule="HST-COMP-01"),
        Setting("colours", "Pens", "book", choices=("book", "per_group"), rule="HST-CONV-04"),
        Setting("primordial_events", "Primordial events", 3, low=1, high=8, rule="HST-PRIM-03"),
        Setting("river_at_surface", "A river at the surface", "continue", choices=("continue", "end"), rule="HST-PRIM-13"),
        Setting("river_side", "Rivers start", "left", choices=("left", "coin"), rule="HST-PRIM-12"),
        Setting(
            "start_age",
            "Begin with",
            "primordial",
            choices=("primordial", "civilization", "disaster", "monsters"),
            rule="HST-ORDR-02",
        ),
        Setting(
            "stop_after",
            "Stop after",
            "villainy",
            choices=("primordial", "civilization", "disaster", "monsters", "villainy_1", "villainy_2", "villainy"),
            rule="HST-ORDR-02",
            help="for role-playing stop before villainy or a year or two into it",
        ),
        Setting(
            "civilization",
            "Civilization",
            "choose",
            choices=PEOPLES,
            rule="HST-CIV-02",
            help="for a first game the Dwarves are the gentlest",
        ),
        Setting("second_civilization", "Second civilization", "choose", choices=PEOPLES, rule="HST-TWOC-01"),
        Setting("civilizations_in_a_row", "Civilizations in a row", 1, low=0, high=3, rule="HST-ORDR-02"),
        Setting(
            "two_civilizations", "Two civilizations at once", False, rule="HST-TWOC-01", help="advanced: not for a first game"
        ),
        Setting("two_civ_end", "Two civilizations: disaster after", "last", choices=("last", "first"), rule="HST-TWOC-06"),
        Setting("dwarf_gather", "Dwarves gather", "new_only", choices=("new_only", "all"), rule="HST-DWRF-07"),
        Setting("revolt_at", "Slaves revolt at", "twice", choices=("twice", "over_twice"), rule="HST-DELF-24"),
        Setting("freed_slaves", "Freed slaves", "free", choices=("free", "retaken"), rule="HST-DELF-23"),
        Setting("max_groups", "Most groups before villainy", 14, low=8, high=99, rule="HST-MNST-05"),
        Setting("monsters_cap", "Longest Age of Monsters", 40, low=10, high=400, rule="HST-TERM-05"),
        Setting("villainy_cap", "Longest Age of Villainy", 30, low=10, high=60, rule="HST-TERM-06"),
        Setting(
            "villain_choice",
            "Arch-villain",
            "roll",
            choices=("roll", "player", "best_fit", "dungeon_master", "thought_lords", "liche_king", "alpha_villain"),
            rule="HST-VILL-13",
        ),
        Setting("two_villains", "Two villains at once", False, rule="HST-VILL-04", help="advanced"),
        Setting("villainy_arrivals", "New groups in villainy", False, rule="HST-VILL-07"),
        Setting("dm_construction_cost", "Dungeon Master's works cost", "3", choices=("3", "all"), rule="HST-DMST-10"),
        Setting("minor_on_wipeout", "Minor feature where a group dies", False, rule="HST-MINR-06"),
        Setting("minor_replace", "Replace used minor features", False, rule="HST-MINR-07"),
        Setting("flooding", "Flooding", "off", choices=("off", "ask", "auto"), rule="HST-FLOD-01", help="advanced"),
        Setting(
            "alternate_worlds",
            "Alternate worlds",
            "off",
            choices=("off", "on", "firetop_range", "rift_of_sorrows", "scorched_lands", "hollow_earth", "pocket_universe"),
            rule="HST-ALTW-01",
            help="advanced",
        ),
        Setting("named_treasures", "Named treasures", False, rule="HST-NAMT-01"),
        Setting("play_on", "Play on after the end", False, rule="HST-VILL-20"),
        Setting("scale", "Scale of the export", "campaign", choices=("short", "campaign"), rule="HST-RPG-12"),
        Setting("detail_fill", "Fill in details on export", True, rule="HST-RPG-11"),
        Setting(
            "substitutions",
            "Monster names for another game",
            "",
            rule="HST-RPG-10",
            file=True,
            help="Path of a TOML file; exports use its names.",
        ),
        Setting(
            "entries",
            "Your own entries",
            "",
            rule="HST-CUST-01",
            file=True,
            help="Path of a TOML file of [[entry]] tables; they come up wherever the book says to make up your own.",
        ),
        Setting("slimy", "Write slimy where slugs camp", True, rule="HST-WNDF-02"),
    )

    def setup(self, opening: Opening, dice: Dice) -> Host:
        """A blank page; the author's own entries and crossed-off lists come along."""
        from .content import judgements, minor_lists
        from .content import measures as tables
        from .desk import OURS, PETTY
        from .entries import check_entry, read_entries
        from .ground.page import make_page
        from .rules.conventions.opening import hand

        dials = dict(opening.options)
        measures = hand(dials)
        paper = tables().page[str(dials["page"])]
        streams = {name: dice.next64() for name in ("place", "direction", "names", "style", "judge", "reroll", "bots")}
        custom = [check_entry(dict(entry), "own entries") for entry in opening.bring.get("entries", [])]
        custom += read_entries(str(dials["entries"])) if dials["entries"] else []
        minor = opening.bring.get("minor") or minor_lists()
        quiet = {
            "important": list(PETTY),
            "everything": [],
            "nothing": [*judgements(), *(key for key in OURS if key not in judgements())],
        }
        return Host(
            seed=dice.next64() >> 1,
            dials=dials,
            measures=measures,
            page=make_page("normal", paper.width * int(dials["pages"]), paper.height, Dice(1)),
            streams=streams,
            custom=custom,
            minor=[list(column) for column in minor],
            quiet=quiet[str(dials["ask"])],
            civs_left=int(dials["civilizations_in_a_row"]),
            substitutions=_substitutions(str(dials["substitutions"])),
        )

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
        return state.age == "over"

    def outcome(self, state: Host) -> Outcome:
        from .rules.conventions.ages import outcome

        return outcome(state)

    def screen(self, masked: Host, seat: int | None) -> Screen:
        from .screen import screen

        return screen(masked)

    def draw(self, masked: Host, seat: int | None) -> Drawing | None:
        from .draw import draw

        return draw(masked)

    def dials(self, masked: Host, seat: int | None) -> tuple[Dial, ...]:
        from .timeline import dials

        return dials(masked)

    def draw_at(self, masked: Host, seat: int | None, turned: Mapping[str, str | int]) -> Drawing | None:
        from .timeline import draw_at

        return draw_at(masked, turned)

    def tale(self, masked: Host, seat: int | None, place: str) -> Tale | None:
        from .tale import tale

        return tale(masked, place)

    def exports(self) -> Mapping[str, Exporter]:
        from .exports import EXPORTS

        return EXPORTS

    def bot(self, name: str) -> Bot:
        from .bot import BOTS

        return BOTS[name] if name in BOTS else super().bot(name)

    def content(self) -> Mapping[str, Sequence[str]]:
        from .coverage import content

        return content()


GAME = HostGame()
