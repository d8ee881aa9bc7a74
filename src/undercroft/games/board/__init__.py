"""DUNGEON! (Megarry, TSR 1975): two to twelve adventurers race through six levels for treasure."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from undercroft.engine import (
    BadOpening,
    Bot,
    Dice,
    Drawing,
    Exporter,
    Game,
    Odds,
    Opening,
    Outcome,
    Screen,
    Setting,
    SettingValue,
    Table,
)
from undercroft.engine.errors import BadContent

from . import rules
from .board import read_house_board
from .content import KINDS, SPELLS, printed_deck, read_house_deck, tables
from .rules.ending.outcome import outcome, promise
from .rules.movement.reach import reaches_of
from .rules.pieces.deeds import POWERS, TRAPS
from .rules.setting_up.deal import deal
from .state import Dials, Dungeon, Pawn, board_of, deck_of

ADVANCED = ("safe_keeping", "ambush", "re_entry", "wandering_monsters")  # BRD-DIAL-02
QUESTS = ("Huge Diamond", "Gold Necklace", "Huge Ruby", "Crystal Ball", "ESP Medallion", "Magic Sword", "Silver Necklace")


class BoardGame(Game[Dungeon]):
    """The game object."""

    slug = "board"
    title = "DUNGEON!"
    tagline = (
        "Two to twelve adventurers race through six levels under a ruined castle, and the first one home with enough gold wins."
    )
    credit = "Follows DUNGEON! by David R. Megarry (TSR Games, 1975)."
    state_type = Dungeon
    min_seats = 2
    max_seats = 12
    rules_version = 1
    longest = 500_000
    bots = ("greedy", "bold", "delver")
    cover_options: ClassVar[Mapping[str, SettingValue]] = {"advanced": True}  # the content that only options bring into play
    settings: ClassVar[tuple[Setting, ...]] = (
        Setting("mode", "Rules", "full", choices=("full", "introductory"), rule="BRD-COMP-09",
                help="The one-sheet introductory game (Elves and Heroes, 2-6 players, ages 8 up) or the full one (ages 10 up)."),
        Setting("types", "Adventurers by seat", "", rule="BRD-SEL-01",
                help="For example elf,hero,wizard. Leave empty to choose in play; a seat named after a type takes it too."),
        Setting("advanced", "Advanced play", False, rule="BRD-DIAL-02",
                help="Switches on safe keeping, ambush, re-entry and wandering monsters together; each can be switched off."),
        Setting("increased_wizard_spells", "Increased Wizard spells", False, rule="BRD-INC-01",
                help="Wizards hold 7 to 12 spells and may not use Magic Swords."),
        Setting("special_magic_swords", "Special Magic Swords", False, rule="BRD-SSW-01",
                help="Some swords are +2; deep ones more often."),
        Setting("safe_keeping", "Safe keeping", False, rule="BRD-SAFE-01", help="Prizes may be stored on the Main Staircase."),
        Setting("re_entry", "Re-entry", False, rule="BRD-REEN-01",
                help="Killed players come back as a weaker type. Meant for long games."),
        Setting("ambush", "Ambush", False, rule="BRD-AMB-01",
                help="Pawns may fight each other. An ambushed pawn gets free only by wounding or killing the pursuer, "
                     "or by making him retreat in the pursuer's own turn."),
        Setting("wandering_monsters", "Wandering monsters", False, rule="BRD-WAND-01",
                help="Killed monsters come back, once a round."),
        Setting("solo", "Solo play", "off", choices=("off", "plain", "type_tour", "quest", "time_limit"), rule="BRD-SOLO-01",
                help="One player alone: to win, with all four types in turn, for a named prize, or against the clock."),
        Setting("solo_turn_limit", "Turns in a solo game against time", 60, low=5, high=1000, rule="BRD-SOLO-05"),
        Setting("solo_quest_prize", "Prize of a solo quest", "Huge Diamond", choices=QUESTS, rule="BRD-SOLO-04"),
        Setting("re_entry_limit", "Re-entry is weaker than", "below_first_type", rule="BRD-DIAL-06",
                choices=("below_first_type", "below_last_type")),
        Setting("wounded_return", "The seriously wounded are", "carried", choices=("carried", "walk"), rule="BRD-DIAL-04"),
        Setting("retreat_known_secret_doors", "Retreat through known secret doors", False, rule="BRD-DIAL-05"),
        Setting("spell_stock", "Spell cards", "limited_36", choices=("limited_36", "unlimited"), rule="BRD-DIAL-07"),
        Setting("memory_aid", "Memory aid", "shared", choices=("shared", "off"), rule="BRD-DIAL-08",
                help="Whether monsters that were shown stay on view, and private looks are noted."),
        Setting("show_prize_backs", "Show the level of rivals' prizes", True, rule="BRD-DIAL-09"),
        Setting("round_limit", "Round limit", 500, low=0, high=100_000, rule="BRD-END-02", help="0: no limit."),
        Setting("board", "House board", "", rule="BRD-BOARD-19", file=True, help="Path of a board file; empty: the printed one."),
        Setting("deck", "House deck", "", rule="BRD-DECK-11", file=True, help="Path of a deck file; empty: the printed decks."),
    )  # fmt: skip
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
        dials = Dials(
            introductory=o["mode"] == "introductory",
            increased_wizard_spells=bool(o["increased_wizard_spells"]),
            special_magic_swords=bool(o["special_magic_swords"]),
            safe_keeping=bool(o["safe_keeping"]),
            re_entry=bool(o["re_entry"]),
            ambush=bool(o["ambush"]),
            wandering_monsters=bool(o["wandering_monsters"]),
            solo=str(o["solo"]),
            below_last_type=o["re_entry_limit"] == "below_last_type",
            wounded_walk=o["wounded_return"] == "walk",
            retreat_known_secret_doors=bool(o["retreat_known_secret_doors"]),
            unlimited_spells=o["spell_stock"] == "unlimited",
            memory_aid=o["memory_aid"] == "shared",
            show_prize_backs=bool(o["show_prize_backs"]),
            solo_turn_limit=int(o["solo_turn_limit"]),
            quest=str(o["solo_quest_prize"]) if o["solo"] == "quest" else "",
            round_limit=int(o["round_limit"]),
        )
        pawns = [
            Pawn(seat, name, wish=wish)
            for seat, (name, wish) in enumerate(zip(opening.seats, _wishes(str(o["types"]), opening.seats), strict=True))
        ]
        state = Dungeon(dials, pawns, [])
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

    def outcome(self, state: Dungeon) -> Outcome:
        return outcome(state)

    # Secrets. The imports inside functions from here on are late: start-up time.

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

    def draw(self, masked: Dungeon, seat: int | None) -> Drawing:
        from .draw import draw

        return draw(masked, seat)

    def here(self, masked: Dungeon, seat: int | None) -> str:
        from .textmap import sign

        return sign(masked, seat)

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
        if name in self.bots:
            from .bot import bot

            return bot(name)
        return super().bot(name)

    def promise(self, state: Dungeon, seat: int) -> float:
        return promise(state, seat)

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
