"""Ask: a pending decision and every legal answer to it. Legality is written once, here.

Labels and prompts are built only when somebody looks: simulation asks for keys alone.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from .dice import Notation
from .errors import IllegalAnswer
from .words import Value, fill, ordinal, plain, some, telling_odds

_NUMBER = re.compile(r"[+-]?\d{1,19}")
_SAID = 60  # letters of what will not do that are said again

Answer: TypeAlias = str | int | list[Any]
"""What a seat says: a key, a number, a text, a list of keys, or a list of the faces of dice. Plain data, so it can be stored."""

LazyValue: TypeAlias = Value | Callable[[], Value]
"""A value of a template, or a function that makes it: called only when somebody looks."""


Values: TypeAlias = Mapping[str, LazyValue] | Callable[[], Mapping[str, LazyValue]]
"""The values of a template by name, or a function that makes them all."""


def settled(values: Values) -> dict[str, Value]:
    """The values themselves, functions called."""
    if callable(values):
        values = values()
    return {name: value() if callable(value) else value for name, value in values.items()}


class Option(msgspec.Struct, frozen=True, gc=False):
    """How one legal answer looks: a short label, what it costs or risks, where it is on the map, its rule.

    The sensible stands first and the way back last: answers are shown by `rank`, the lowest first, else as the rules list them.
    """

    label: str
    hint: str = ""
    place: str = ""
    rule: str = ""
    words: int = 0  # of an action at any time: it may be given at once with so many letters of one's own, as "key:words"
    rank: int = 0


Label: TypeAlias = str | Option | Callable[[], str | Option]
"""How an answer looks: a plain string is a label; a function makes one, when somebody looks."""

Options: TypeAlias = Mapping[str, Label]
"""Legal answers by stable key, in the order of the rules."""


def option_of(label: Label) -> Option:
    """How an answer looks, whoever has to make it."""
    shown = label() if callable(label) else label
    return shown if isinstance(shown, Option) else Option(shown)


def told_apart(options: Options) -> dict[str, Option]:
    """The options with no label twice: of things that are called alike each says which of them it is."""
    made = {key: option_of(each) for key, each in options.items()}
    labels = [option.label for option in made.values()]
    for place, (key, option) in enumerate(made.items()):
        if labels.count(option.label) > 1:
            label = f"{option.label}, the {ordinal(labels[:place].count(option.label) + 1)}"
            made[key] = Option(label, option.hint, option.place, option.rule)
    return made


class Ask:
    """A decision: who may answer, what is asked, and every legal answer by its stable key.

    Millions are made that nobody looks at, so what few asks have is said once, for the class.
    """

    low = high = 0
    serial = 0
    odds = True  # whether the table wants to be told them
    notation: Notation | None = None
    per_seat: Mapping[int, Options] | None = None
    _extras: Mapping[int, Options] | Callable[[Ask], Mapping[int, Options]] = types.MappingProxyType({})
    answered: Mapping[int, Answer] = types.MappingProxyType({})  # for "all": what has come in so far
    _suggest: Sequence[str] | Callable[[], Sequence[str]] = ()

    def __init__(
        self,
        kind: str,  # "choose", "many", "number", "text", "dice" or "all"
        seats: tuple[int, ...],
        prompt: str,
        options: Options | Sequence[str] = (),
        rule: str = "",
        values: Values | None = None,
        describe: Callable[[str], str | Option] | None = None,
        **more: Any,  # low, high, suggest, notation, per_seat
    ) -> None:
        self.kind = kind
        self.seats = seats
        self.rule = rule
        self._prompt = prompt
        self._values = values
        self._options = options
        self._describe = describe
        if more:
            self._suggest = more.pop("suggest", ())
            self.__dict__.update(more)

    @property
    def prompt(self) -> str:
        """The question, in words."""
        return fill(self._prompt, settled(self._values)) if self._values else self._prompt

    @property
    def extras(self) -> Mapping[int, Options]:
        """Actions open to a seat at any time (a gamesmaster's, for one), by seat."""
        if callable(self._extras):
            self._extras = self._extras(self)
        return self._extras

    @extras.setter
    def extras(self, extras: Mapping[int, Options] | Callable[[Ask], Mapping[int, Options]]) -> None:
        """They may be a function that makes them: called only when somebody looks."""
        self._extras = extras

    @property
    def keys(self) -> tuple[str, ...]:
        """The legal keys of the first seat asked, in the order of the rules."""
        return tuple(self._options if self.per_seat is None else self.per_seat[self.seats[0]])

    def keys_for(self, seat: int) -> tuple[str, ...]:
        """The legal keys of one seat, its actions at any time among them."""
        return (*self._own(seat), *self.extras.get(seat, ()))

    def _own(self, seat: int) -> Options | Sequence[str]:
        if seat not in self.seats:
            return ()
        return self._options if self.per_seat is None else self.per_seat.get(seat, ())

    @property
    def options(self) -> dict[str, Option]:
        """Legal answers of the first seat asked, with labels. Where any text, number or throw will do: some that would."""
        return self.options_for(self.seats[0]) or {text: Option(text) for text in self._examples()}

    def _examples(self) -> list[str]:
        """Legal answers to an ask that has no list of them: what is suggested, or the least that is allowed."""
        if self.kind == "dice" and self.notation is not None:
            return [*self.suggestions, _example(self.notation)][:1]
        usual = [str(self.low)] if self.kind == "number" else ["..." if self.low <= 3 <= self.high else "." * self.low]
        return [text for text in self.suggestions if self.kind == "number" or self.low <= len(text) <= self.high] or usual

    def options_for(self, seat: int) -> dict[str, Option]:
        """The legal answers of one seat, with labels; empty for a seat that is not asked."""
        shown = self._labelled(self._own(seat))
        if seat in self.extras:
            shown.update(self._labelled(self.extras[seat]))
        return shown

    def _labelled(self, options: Options | Sequence[str]) -> dict[str, Option]:
        describe = self._describe
        if isinstance(options, Mapping):
            labels: Iterable[Label] = options.values()
        else:
            labels = options if describe is None else map(describe, options)
        with telling_odds(self.odds):
            shown = [(key, option_of(label)) for key, label in zip(options, labels, strict=True)]
        return dict(sorted(shown, key=lambda pair: pair[1].rank))

    @property
    def suggestions(self) -> tuple[str, ...]:
        """Answers worth offering to a text or number ask."""
        return tuple(self._suggest() if callable(self._suggest) else self._suggest)

    def waits_for(self, seat: int) -> bool:
        """Whether this seat may answer now."""
        return seat in self.seats or bool(self.extras.get(seat))

    def check(self, answer: Answer, seat: int) -> Answer:
        """The answer in its stored form, or an IllegalAnswer that names what is allowed."""
        if self.kind == "choose" and isinstance(answer, str) and seat in self.seats and answer in self._options:
            return answer
        extras = self.extras.get(seat)
        if extras and (key := self.action(answer, seat)):
            return self._check_words(key, str(answer), extras[key])
        if seat not in self.seats:
            allowed = f"; you may choose {_listed(extras)}" if extras else ""
            raise IllegalAnswer(f"somebody else is asked now{allowed}")
        if self.kind in ("choose", "all"):
            return self._check_key(answer, seat)
        if self.kind == "many":
            return self._check_many(answer)
        if self.kind == "number":
            return self._check_number(answer)
        if self.kind == "text":
            return self._check_text(answer)
        return self._check_dice(answer)

    def action(self, answer: Answer, seat: int) -> str:
        """The action at any time that an answer is, with or without words of one's own; "": it is none."""
        extras: Options = self.extras.get(seat, {})
        if not isinstance(answer, str):
            return ""
        if answer in extras:
            return answer
        return next((key for key in extras if answer.startswith(key + ":") and _words_of(extras[key])), "")

    def _check_words(self, key: str, answer: str, option: Label) -> str:
        if answer == key:
            return key
        words, most = plain(answer[len(key) + 1 :]), _words_of(option)
        if not 1 <= len(words) <= most:
            raise IllegalAnswer(f"that is {len(words)} characters long; write {_range(1, most)} characters")
        return f"{key}:{words}"

    def settled_by(self, answer: Answer) -> bool:
        """Whether an answer that is legal can only be meant for the ask itself, and not be one of the extras."""
        return answer in self._options if isinstance(answer, str) and self.kind == "choose" else not isinstance(answer, str)

    def _check_key(self, answer: Answer, seat: int) -> str:
        own = self._own(seat)
        if isinstance(answer, str) and answer in own:
            return answer
        raise IllegalAnswer(f"{answer!r} is not possible now; choose {_listed(self.keys_for(seat))}")

    def _check_many(self, answer: Answer) -> list[str]:
        if isinstance(answer, str):
            answer = [part.strip() for part in answer.split(",") if part.strip()]
        if not isinstance(answer, list) or not all(isinstance(key, str) for key in answer):
            raise IllegalAnswer(f"{answer!r} is not a list of keys; choose from {_listed(self.keys)}")
        keys = [str(key) for key in answer]
        for key in keys:
            if key not in self._options:
                raise IllegalAnswer(f"{key!r} is not possible now; choose from {_listed(self.keys)}")
            if keys.count(key) > 1:
                raise IllegalAnswer(f"{key!r} is named twice; name each choice once")
        if not self.low <= len(keys) <= self.high:
            raise IllegalAnswer(f"{len(keys)} chosen; choose {_range(self.low, self.high)} of {_listed(self.keys)}")
        chosen = dict.fromkeys(keys)
        return [key for key in self.keys if key in chosen]  # the order of clicking must not matter

    def _check_number(self, answer: Answer) -> int:
        if isinstance(answer, str) and _NUMBER.fullmatch(answer.strip()):
            answer = int(answer)
        if not isinstance(answer, int) or isinstance(answer, bool) or not self.low <= answer <= self.high:
            raise IllegalAnswer(f"{str(answer)[:_SAID]!r} will not do; give a whole number {_range(self.low, self.high)}")
        return answer

    def _check_text(self, answer: Answer) -> str:
        if not isinstance(answer, str):
            raise IllegalAnswer(f"{answer!r} is not a text; write {_range(self.low, self.high)} characters")
        text = plain(answer)
        if not self.low <= len(text) <= self.high:
            raise IllegalAnswer(f"that is {len(text)} characters long; write {_range(self.low, self.high)} characters")
        return text

    def _check_dice(self, answer: Answer) -> list[int]:
        notation = self.notation
        assert notation is not None
        if isinstance(answer, str):
            parts = answer.replace(",", " ").split()
            if not all(_NUMBER.fullmatch(part) for part in parts):
                said = repr(answer[:_SAID])
                raise IllegalAnswer(f"{said} is not a throw; type the {notation.count} faces, such as {_example(notation)}")
            answer = [int(part) for part in parts]
        if isinstance(answer, int):
            answer = [answer]
        faces = [face for face in answer if isinstance(face, int)]
        if len(faces) != len(answer) or len(faces) != notation.count or not all(1 <= f <= notation.sides for f in faces):
            raise IllegalAnswer(
                f"{answer!r} is not a throw of {notation.text}; type {some(notation.count, 'number')} from 1 to {notation.sides}"
            )
        return faces


def _words_of(option: Label) -> int:
    return option.words if isinstance(option, Option) else 0


def _listed(keys: Iterable[str] | None) -> str:
    names = list(keys or ())
    shown = ", ".join(names[:30])
    return f"{shown} ... ({len(names)} in all)" if len(names) > 30 else shown or "nothing"


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _example(notation: Notation) -> str:
    return " ".join(str(1 + (2 * index) % notation.sides) for index in range(notation.count))
