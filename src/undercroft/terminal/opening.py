"""Opening: what is agreed before a game, as fields to turn or to write, and the game that comes of it. No screen here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import UNSET

from .. import new_seed
from ..bots import find_bot, known_bots
from ..engine import BadOpening, Game, Opening, Setting, SettingValue, guide
from ..store import Keeper, Store
from . import words

NAMES = ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")


@dataclass
class Wish:
    """What somebody wants to play, before it begins."""

    game: Game[Any]
    names: list[str]
    bots: dict[int, str] = field(default_factory=dict)  # by seat
    gamesmaster: str = ""
    options: dict[str, SettingValue] = field(default_factory=dict)
    seed: int | None = None
    physical_dice: bool = False
    practice: bool = False
    odds: bool | None = None  # None: as the game has it
    quick: bool = True  # a friend sets the table

    @classmethod
    def usual(cls, game: Game[Any], name: str) -> Wish:
        """What a friend would suggest: one person, and bots where somebody must sit."""
        wish = cls(game, [name])
        for _ in range(min(game.max_seats, 4 if game.min_seats > 1 else 1) - 1):
            wish.add_seat(game.bots[0] if game.bots else "random")
        return wish

    def add_seat(self, bot: str = "") -> None:
        """One more at the table: a person, or a bot."""
        seat = len(self.names)
        self.names.append("")
        self.set_seat(seat, bot)

    def set_seat(self, seat: int, bot: str) -> None:
        """Who plays a seat: a bot by its key, or a person."""
        if bot:
            self.bots[seat] = bot
            self.names[seat] = seated(self.game, bot, self.names[:seat] + self.names[seat + 1 :])
        else:
            self.bots.pop(seat, None)
            self.names[seat] = next(name for name in NAMES if name not in self.names)

    def drop_seat(self) -> None:
        """The last one leaves."""
        self.bots.pop(len(self.names) - 1, None)
        self.names.pop()

    @property
    def people(self) -> list[int]:
        """Seats that people play."""
        return [seat for seat in range(len(self.names)) if seat not in self.bots]

    def begin(self, store: Store) -> Keeper:
        """The game, stored, and set up by a friend if that is wanted."""
        opening = Opening(
            game=self.game.slug, seats=tuple(self.names), seed=new_seed() if self.seed is None else self.seed,
            options=self.options, gamesmaster=self.gamesmaster or None, practice=self.practice,
            physical_dice=self.physical_dice, bring=store.remembered(self.game.slug), brief=True,
            odds=UNSET if self.odds is None else self.odds,
        )  # fmt: skip
        keeper = Keeper.create(store, opening.fresh(), bots=self.bots)
        if self.quick and len(self.people) == 1 and not self.gamesmaster and not self.physical_dice:
            lay(keeper, new_seed())
        return keeper


def seated(game: Game[Any], bot: str, others: Sequence[str]) -> str:
    """What a bot is called beside these: its name, and a number where somebody has it."""
    name = next((one.name for one in known_bots(game) if one.key == bot), bot.rpartition(":")[2].title())
    called = (name if number == 1 else f"{name} {number}" for number in range(1, len(others) + 2))
    return next(free for free in called if free not in others)


def lay(keeper: Keeper, seed: int) -> None:
    """Answer the questions of the set-up as a friend would."""
    bots = {seat: find_bot(keeper.game, name) for seat, name in keeper.bots.items()}
    guide.lay_table(keeper.match, keeper.answer, bots, seed=seed)


def learn(store: Store, game: Game[Any], name: str) -> Keeper:
    """The game's own first game, with a coach beside it."""
    first = game.guide
    if first is None:
        raise BadOpening(f"{game.slug} has no first game with a coach")
    wish = Wish(game, [name], options=dict(first.options), seed=first.seed, practice=True, quick=False)
    while len(wish.names) < game.min_seats:
        wish.add_seat(game.bots[0] if game.bots else "random")
    keeper = wish.begin(store)
    lay(keeper, first.seed)
    for answer in first.walked:
        keeper.answer(answer)
    return keeper


# The same as rows of a form.


@dataclass
class Field:
    """One thing that is agreed: what it is, how it stands, and how to change it."""

    label: str
    value: Callable[[], str]
    help: str
    turn: Callable[[int], None] | None = None  # to the next or the one before
    write: Callable[[str], None] | None = None  # what somebody wrote

    @property
    def how(self) -> str:
        """Which keys change it."""
        return "; ".join(["left and right turn it"] * (self.turn is not None) + ["Enter, and write"] * (self.write is not None))


def fields(wish: Wish) -> list[Field]:
    """Everything that can be agreed for a game."""
    game = wish.game
    rows = [
        Field(
            "Players",
            lambda: f"{len(wish.names)} ({game.min_seats} to {game.max_seats})",
            "how many sit at the table",
            lambda step: _seats(wish, step),
        )
    ]
    rows += [_seat(wish, seat) for seat in range(len(wish.names))]
    if game.takes_gamesmaster:
        rows.append(
            Field(
                "Gamesmaster",
                lambda: wish.gamesmaster or "the rules judge",
                "a person judges, from a seat of their own",
                lambda _: setattr(wish, "gamesmaster", "" if wish.gamesmaster else "Gil"),
                lambda text: setattr(wish, "gamesmaster", text),
            )
        )
    rows.append(_switch(wish, "quick", "Set-up", "a friend does it", "by yourself", "characters and the like are chosen for you"))
    rows += [_option(wish, setting) for setting in game.settings]
    rows.append(
        Field(
            "Seed",
            lambda: "new dice" if wish.seed is None else str(wish.seed),
            "the same seed and answers give the same game",
            write=lambda text: setattr(wish, "seed", _number(text)),
        )
    )
    rows.append(_switch(wish, "physical_dice", "Dice", "you throw real ones and type them", "ours", "who throws"))
    if not any(setting.name == "odds_shown" for setting in game.settings):  # its own dial
        rows.append(_odds(wish))
    rows.append(
        _switch(wish, "practice", "Practice", "anything may be undone", "what dice decided stands", "for trying things out")
    )
    return rows


def _number(text: str) -> int | None:
    if not text.strip():
        return None
    if not text.strip().isdecimal() or len(text.strip()) > 19:
        raise BadOpening("a seed is a number of at most 19 digits; none means new dice")
    return int(text)


def _seats(wish: Wish, step: int) -> None:
    game = wish.game
    if step > 0 and len(wish.names) < game.max_seats:
        wish.add_seat(game.bots[0] if game.bots else "random")
    elif step < 0 and len(wish.names) > game.min_seats:
        wish.drop_seat()


def _seat(wish: Wish, seat: int) -> Field:
    known = {one.key: one.said for one in known_bots(wish.game)}
    able = ["", *known]

    def turn(step: int) -> None:
        wish.set_seat(seat, able[(able.index(wish.bots.get(seat, "")) + step) % len(able)])

    def write(text: str) -> None:
        wish.bots.pop(seat, None)
        wish.names[seat] = text

    def value() -> str:
        bot = wish.bots.get(seat)
        return f"bot {bot} - {known.get(bot, bot)}" if bot else wish.names[seat]

    said = "a person, or a bot by left and right; or write a name" if seat else "yours: write a name"
    return Field(f"Seat {seat + 1}", value, said, turn if seat else None, write)


def _switch(wish: Wish, name: str, label: str, yes: str, no: str, said: str) -> Field:
    def turn(_: int) -> None:
        setattr(wish, name, not getattr(wish, name))

    return Field(label, lambda: yes if getattr(wish, name) else no, said, turn)


def _odds(wish: Wish) -> Field:
    def told() -> bool:
        return wish.game.tells_odds if wish.odds is None else wish.odds

    def turn(_: int) -> None:
        wish.odds = not told()

    return Field("Odds", lambda: "told" if told() else "not told", "in the hints of answers", turn)


def _option(wish: Wish, setting: Setting) -> Field:
    def now() -> SettingValue:
        return wish.options.get(setting.name, setting.default)

    def turn(step: int) -> None:
        value = now()
        if isinstance(setting.default, bool):
            wish.options[setting.name] = not value
        elif isinstance(setting.default, int):
            wish.options[setting.name] = max(setting.low, min(setting.high, int(value) + step))
        elif setting.choices:
            wish.options[setting.name] = setting.choices[(setting.choices.index(str(value)) + step) % len(setting.choices)]

    def write(text: str) -> None:
        named = next((choice for choice in setting.choices if choice.replace("_", " ") == text), text)
        wish.options[setting.name] = setting.check(named)

    def value() -> str:
        shown = str(now()).replace("_", " ") if setting.choices else str(now())
        return ("on" if now() else "off") if isinstance(now(), bool) else shown or "none"

    allowed = words.setting_values(setting)[1].replace("_", " ")
    said = f"{setting.help or setting.label} ({allowed})"
    turnable = bool(setting.choices) or isinstance(setting.default, bool | int)
    return Field(setting.label, value, said, turn if turnable else None, None if isinstance(setting.default, bool) else write)
