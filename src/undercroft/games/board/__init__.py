"""DUNGEON! (Megarry, TSR 1975): two to twelve adventurers race through six levels for treasure."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec
from msgspec import UNSET

from undercroft.engine import (
    Answer,
    Ask,
    BadOpening,
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
from undercroft.engine.errors import BadContent
from undercroft.engine.site import Entry, Site

from . import rules
from .board import read_house_board
from .content import KINDS, SPELLS, printed_deck, read_house_deck, tables
from .rules.ending.outcome import outcome, promise
from .rules.movement.reach import reaches_of
from .rules.pieces.deeds import POWERS, TRAPS
from .rules.setting_up.deal import deal
from .state import Dials, Dungeon, Pawn, board_of, deck_of

ADVANCED = ("safe_keeping", "ambush", "re_entry", "wandering_monsters")  # BRD-DIAL-02


class BoardGame(Game[Dungeon]):
    """The game object. Imports inside its methods are late: start-up time."""

    slug = "board"
    title = "DUNGEON!"
    tagline = (
        "Two to twelve adventurers race through six levels under a ruined castle, and the first one home with enough gold wins."
    )
    credit = "Follows DUNGEON! by David R. Megarry (TSR Games, 1975)."
    state_type = Dungeon
    minor = frozenset(["BRD-SEC-04", "BRD-REG-01", "BRD-SEL-04", "BRD-SEL-06", "BRD-MOVE-01"])
    min_seats = 2
    max_seats = 12
    rules_version = 2
    minutes = (30, 120)  # as the folder says
    longest = 500_000
    guide = Guide(
        seed=3,
        aim="Be first back up the Main Staircase with 10,000 gold.",
        stake="What you carry: a lost fight costs a prize, a wound or your life.",
        step="Walk five spaces a turn to a room, open its door, throw two dice.",
    )
    opponents = read_opponents(Path(__file__).with_name("bots.toml"))
    bots = tuple(one.key for one in opponents)
    cover_options: ClassVar[Mapping[str, SettingValue]] = {"advanced": True}  # the content that only options bring into play
    parts: ClassVar[Mapping[str, tuple[str, ...]]] = {"types": KINDS}
    settings = read_settings(Path(__file__).with_name("settings.toml"))
    ages = "8 and up (introductory game), 10 and up (full game)"
    set_up_time = "about 10 minutes on a table, none here"
    length = "30 minutes to 2 hours"

    # The rules.

    def check_opening(self, opening: Opening) -> Opening:
        """Solo play is for one, the introductory game for six at most, the advanced preset fills in what was not said."""
        solo = str(opening.options.get("solo", "off")) != "off"
        if solo and len(opening.seats) != 1:
            raise BadOpening(f"solo play is for 1 player, not {len(opening.seats)}; leave the option solo off")
        if len(opening.seats) == 1 and not solo:
            raise BadOpening(
                "board is for 2 to 12 players; one plays alone with the option solo=plain (or quest, time_limit, type_tour)"
            )
        if solo:
            twice = (*opening.seats, *opening.seats)
            checked = msgspec.structs.replace(
                super().check_opening(msgspec.structs.replace(opening, seats=twice)), seats=opening.seats
            )
        else:
            checked = super().check_opening(opening)
        options = dict(checked.options)
        if options["advanced"] and (
            not all(name in opening.options for name in ADVANCED) or not any(options[name] for name in ADVANCED)
        ):
            every = all(name in opening.options for name in ADVANCED)
            options.update({name: True for name in ADVANCED if every or name not in opening.options})
        if options["mode"] == "introductory" and len(opening.seats) > 6:
            raise BadOpening(f"the introductory game is for 2 to 6 players (three Elves, three Heroes), not {len(opening.seats)}")
        if options["mode"] == "introductory" and options["solo"] == "type_tour":
            raise BadOpening("a tour of the four types needs the full game; set mode=full")
        _wishes(str(options["types"]), opening.seats)
        return msgspec.structs.replace(checked, options=options)

    def setup(self, opening: Opening, dice: Dice) -> Dungeon:
        """Lay out the board and deal, completely, before the first turn (BRD-SETUP-08)."""
        o = opening.options
        dials = opening.chosen(
            Dials,
            introductory=o["mode"] == "introductory",
            below_last_type=o["re_entry_limit"] == "below_last_type",
            wounded_walk=o["wounded_return"] == "walk",
            unlimited_spells=o["spell_stock"] == "unlimited",
            memory_aid=o["memory_aid"] == "shared",
            quest=o["solo_quest_prize"] if o["solo"] == "quest" else "",
        )
        pawns = [
            Pawn(seat, name, wish=wish)
            for seat, (name, wish) in enumerate(zip(opening.seats, _wishes(str(o["types"]), opening.seats), strict=True))
        ]
        state = Dungeon(dials, pawns, [])
        if opening.bring:
            from .entering import bring_in

            bring_in(state, opening)
        try:
            if o["board"]:
                state.board_file = read_house_board(str(o["board"]))
            if o["deck"]:
                state.deck_file = read_house_deck(str(o["deck"]))
            if o["board"] or o["deck"]:
                _check_fit(state)
        except BadContent as error:
            raise BadOpening(str(error)) from None
        history = opening.bring.get("solo", [])
        if dials.solo != "off" and isinstance(history, list):
            depths = [float(game["average_level"]) for game in history if isinstance(game, dict) and "average_level" in game]
            state.deeper = max(depths, default=0.0)
        deal(state, dice.shuffle)
        return state

    def step(self, t: Table[Dungeon]) -> Coroutine[Any, Any, None]:
        return rules.step(t)

    def is_over(self, state: Dungeon) -> bool:
        return state.phase == "over"

    def drama(self, state: Dungeon) -> Drama:
        from .rules.ending.outcome import drama

        return drama(state)

    def outcome(self, state: Dungeon) -> Outcome:
        found = outcome(state)
        if state.expedition is UNSET:
            return found
        from .rules.ending.homecoming import deeds, trail

        return msgspec.structs.replace(found, deeds=deeds(state), trail=trail(state.expedition))

    # Secrets.

    def mask(self, state: Dungeon, seat: int | None) -> Dungeon:
        from .secrets import mask

        return mask(state, seat)

    def determinise(self, start: Dungeon, now: Dungeon, seat: int, dice: Dice) -> Dungeon:
        from .secrets import determinise

        return determinise(start, now, seat, dice)

    # Showing it.

    def screen(self, masked: Dungeon, seat: int | None) -> Screen:
        from .screen import screen

        return screen(masked, seat)

    def stage(self, masked: Dungeon, seat: int | None, told: Sequence[Told]) -> Stage | None:
        from .stage import stage

        return stage(masked, seat, told)

    def begin(self, view: View[Dungeon]) -> Answer | None:
        from .first import begin

        return begin(view)

    def case(self, masked: Dungeon, seat: int, ask: Ask) -> Sequence[str]:
        from .first import case

        return case(masked, seat, ask)

    def lesson(self, masked: Dungeon, seat: int, ask: Ask) -> Lesson | None:
        from .first import lesson

        return lesson(masked, seat, ask)

    def because(self, view: View[Dungeon], answer: Answer) -> str:
        from .first import because

        return because(view, answer)

    def lid(self) -> str:
        from .lid import lid

        return lid()

    def draw(self, masked: Dungeon, seat: int | None) -> Drawing:
        from .draw import draw

        return draw(masked, seat)

    def here(self, masked: Dungeon, seat: int | None) -> str:
        from .textmap import sign

        return sign(masked, seat)

    def spots(self, masked: Dungeon, seat: int | None) -> Mapping[str, Spot]:
        from .textmap import spots

        return spots(masked, seat)

    def tale(self, masked: Dungeon, seat: int | None, place: str) -> Tale | None:
        from .screen import tale

        return tale(masked, place)

    def exports(self) -> Mapping[str, Exporter]:
        from .draw import export_svg
        from .screen import export_cards

        return {"svg": export_svg, "md": export_cards}

    def odds(self, question: Sequence[str]) -> Odds:
        from .chances import odds

        return odds(question)

    # Playing it by machine.

    def warm_up(self, state: Dungeon) -> None:
        """Know every corner of the board."""
        reaches_of(board_of(state)).survey()

    def bot(self, name: str) -> Bot:
        if name == "planner":
            from .planner import plan

            return plan
        if name in self.bots:
            from .bot import bot

            return bot(name)
        return super().bot(name)

    def promise(self, state: Dungeon, seat: int) -> float:
        return promise(state, seat)

    def enter(self, site: Site, door: int, goal: int, dice: Dice) -> Entry:
        """A dungeon of another game's world under the names of the printed cards and rooms; it throws no dice."""
        from .entering import enter

        return enter(site, door, goal)

    def content(self) -> Mapping[str, Sequence[str]]:
        deck = printed_deck()
        return {
            "monster": tuple(dict.fromkeys(card.record for card in deck.monsters if not card.trap)),
            "trap": tuple(dict.fromkeys(card.record for card in deck.monsters if card.trap)),
            "prize": tuple(dict.fromkeys(card.record for card in deck.prizes)),
            "special": tuple(POWERS),
            "spell": SPELLS,
            "losing": tuple(row.result for row in tables().losing_rows),
            "wandering": tuple(row.section for row in tables().wander_rows),
        }


def _wishes(types: str, seats: tuple[str, ...]) -> list[int]:
    """The type each seat was opened with: by the option, else by a name such as "elf" or "wizard-2"; -1: chosen in play."""
    wishes = []
    named = [word.strip().lower() for word in types.split(",")] if types.strip() else []
    if len(named) > len(seats):
        raise BadOpening(f"types names {len(named)} adventurers for {len(seats)} seats")
    for seat, name in enumerate(seats):
        word = named[seat] if seat < len(named) else name.lower().rstrip("0123456789 -_#.")
        if seat < len(named) and word and word not in KINDS:
            raise BadOpening(f"types names {word!r}; it can be {', '.join(KINDS)}, separated by commas")
        wishes.append(KINDS.index(word) if word in KINDS else -1)
    return wishes


def _check_fit(state: Dungeon) -> None:
    board, deck = board_of(state), deck_of(state)
    for monster in deck.monsters:
        if monster.trap and monster.trap not in TRAPS:
            raise BadContent(f"{deck.name}: trap {monster.name!r} has effect {monster.trap!r}; it can be {' or '.join(TRAPS)}")
    for prize in deck.prizes:
        if prize.special and prize.special not in POWERS:
            raise BadContent(f"{deck.name}: prize {prize.name!r} has special {prize.special!r}; it can be {', '.join(POWERS)}")
    rooms: dict[int, int] = {}
    extra: dict[int, int] = {}
    for space in board.rooms:
        rooms[board.level[space]] = rooms.get(board.level[space], 0) + 1
    for space in board.chambers:
        extra[board.level[space]] = extra.get(board.level[space], 0) + board.rows[space].monsters
    deck.check_fits(rooms, extra, board.name)
    quest = state.dials.quest
    if quest and not any(prize.name == quest for prize in deck.prizes):
        raise BadContent(f"{deck.name}: the quest is for a {quest}, but there is none in the deck")


GAME = BoardGame()
