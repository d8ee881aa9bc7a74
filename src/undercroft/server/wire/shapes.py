"""Shapes: things of the engine as they cross the wire, and back. No state, no decisions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from ...bots import known_bots
from ...engine import Ask, BadOpening, Event, Game, Lesson, Opening
from ...engine.words import plain
from . import messages as wire


def ask_info(
    ask: Ask | None, seat: int | None, lesson: Lesson | None = None, onward: str = "", *, judge: bool = False
) -> wire.AskInfo | None:
    """The pending decision as this seat may know it; a judge may know all of it."""
    if ask is None:
        return None
    asked = list(ask.seats)
    if seat is None or not (ask.waits_for(seat) or judge):
        return wire.AskInfo(ask.serial, asked)
    extras = ask.extras.get(seat, ())
    options = [
        wire.OptionInfo(key, option.label, option.hint, option.place, option.rule, key in extras, option.words)
        for key, option in ask.options_for(seat).items()
    ]
    if seat not in ask.seats:
        if not judge:
            return wire.AskInfo(ask.serial, asked, options=options)
        offered = [option.label for option in ask.options_for(asked[0]).values() if ask.kind in ("choose", "all", "many")]
        return wire.AskInfo(ask.serial, asked, rule=ask.rule, options=options, overheard=ask.prompt, offered=offered)
    dice = ask.notation
    return wire.AskInfo(
        ask.serial, asked, True, ask.kind, ask.prompt, ask.rule, options, ask.low, ask.high,
        dice=dice.text if dice is not None else "", count=dice.count if dice is not None else 0,
        sides=dice.sides if dice is not None else 0, suggestions=list(ask.suggestions), onward=onward, lesson=lesson,
    )  # fmt: skip


def bot_names(game: Game[Any]) -> list[str]:
    """The bots that can take a seat of this game, the best first."""
    return [one.key for one in known_bots(game)]


def opening_of(wish: wire.TableWish, seed: int) -> Opening:
    """The opening that a wish describes."""
    return Opening(
        game=wish.game,
        seats=tuple(seat.name for seat in wish.seats),
        seed=seed,
        options=wish.options,
        gamesmaster=wish.gamesmaster or None,
        practice=wish.practice,
        physical_dice=wish.physical_dice,
        bring=wish.bring,
        brief=True,
        odds=msgspec.UNSET if wish.odds is None else wish.odds,
    )


def tidy(wish: wire.TableWish) -> wire.TableWish:
    """A stranger's wish with names on one line; refused when a name holds nothing, or the data cannot be kept."""
    seats = [msgspec.structs.replace(seat, name=readable(seat.name)) for seat in wish.seats]
    check_data(wish.bring)
    master = readable(wish.gamesmaster) if wish.gamesmaster else ""
    return msgspec.structs.replace(wish, seats=seats, gamesmaster=master, title=plain(wish.title))


def readable(name: str) -> str:
    """A name on one line, or a refusal when there is nothing in it to read."""
    name = plain(name)
    if not name:
        raise BadOpening("a name must hold something that can be read")
    return name


def check_files(game: Game[Any], options: Mapping[str, Any], *, home: bool) -> None:
    """Refuse a guest's options that name a file."""
    for setting in game.settings:
        if setting.file and not home and options.get(setting.name, setting.default) != setting.default:
            raise BadOpening(f"{setting.name} names a file, and this server reads no files for its guests")


DEEP = 20


def check_data(data: Any, depth: int = 0) -> None:
    """Refuse data of a stranger that could not be kept: too deep, or with numbers that are too large."""
    if depth > DEEP:
        raise BadOpening(f"what is brought along may be nested {DEEP} deep, no deeper")
    if isinstance(data, int) and not -(2**63) <= data < 2**63:
        raise BadOpening("what is brought along holds a number that is too large")
    if isinstance(data, dict | list):
        for part in data.values() if isinstance(data, dict) else data:
            check_data(part, depth + 1)


_PLAIN = re.compile(r"(?:[^{}]|\{\{|\}\}|\{\w{1,40}(?::[a-zA-Z'^| ]{0,80})?\})*")


def tame(event: Event) -> Event:
    """An event of a stranger's file, whose wording can do nothing but be read: it names values and how they are said, no more."""
    if _PLAIN.fullmatch(event.template) and _PLAIN.fullmatch(event.secret):
        return event
    template, secret = (text.replace("{", "{{").replace("}", "}}") for text in (event.template, event.secret))
    return msgspec.structs.replace(event, template=template, secret=secret)


def wish_of(opening: Opening, bots: dict[int, str], title: str, *, quick: bool = False) -> wire.TableWish:
    """A wish that would give this opening (names cut to what a wish may hold)."""
    return wire.TableWish(
        game=opening.game,
        seats=[wire.SeatWish((name or "?")[:40], bots.get(i, "")) for i, name in enumerate(opening.seats)],
        gamesmaster=(opening.gamesmaster or "")[:40],
        options=opening.options,
        practice=opening.practice,
        physical_dice=opening.physical_dice,
        odds=None if opening.odds is msgspec.UNSET else opening.odds,
        bring=opening.bring,
        title=title,
        quick=quick,
    )
