"""Sealed dice: no player can foretell them, everybody can check them afterwards.

Each epoch has a secret of the server and a nonce of every person who mixed; both are sealed before either is told. Their
key gives all words of the epoch (keyed BLAKE2b, generator "sealed1"). Every draw is noted, so that a finished game can be
checked throw by throw, and played again without the key. docs/dice.md says it in plain words.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Annotated, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from .dice import _MASK, Dice, Notation
from .errors import RulesBug

if TYPE_CHECKING:
    from .event import Event

T = TypeVar("T")

SEALED = "sealed1"
PERSON, BOT, UNMIXED = 1, 2, 3  # kinds of a share: it was mixed in; a bot sits there; the person did not mix
NO_NONCE = bytes(32)

_words = struct.Struct(">8Q").unpack
_number = struct.Struct(">Q").pack


Hex: TypeAlias = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]  # 32 bytes, or nothing
Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**62)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**16 - 1)]


class Share(msgspec.Struct, frozen=True, array_like=True):
    """One seat's part in an epoch. The nonce is empty until it is told."""

    seat: Number
    kind: Annotated[int, Meta(ge=PERSON, le=UNMIXED)]
    seal: Hex = ""
    nonce: Hex = ""


class Epoch(msgspec.Struct, frozen=True):
    """A stretch of a match under one key: its seal, who mixed, and once it is over the secret and the nonces."""

    n: Number
    seal: Hex
    secret: Hex | None = None  # None: not told yet, or given up before anything was drawn
    seats: tuple[Share, ...] = ()
    words: Count = 0  # drawn in it: a cut tail would leave no gap
    match: Annotated[str, Meta(pattern="^[ -~]{0,60}$")] = ""  # that it was sealed for: of a fork, the earlier one
    why: str = ""
    moves: Count = 0  # answers given before it
    events: Count = 0  # events logged before it
    given_up: str = ""  # who did not open a sealed nonce

    def key(self) -> bytes:
        """The key to every word of this epoch."""
        assert self.secret is not None
        shares = [(share.seat, share.kind, bytes.fromhex(share.nonce) or NO_NONCE) for share in self.seats]
        return dice_key(self.match, self.n, bytes.fromhex(self.secret), shares)

    def closed(self) -> Epoch:
        """What may be known of it while it lasts."""
        return msgspec.structs.replace(
            self, secret=None, words=0, seats=tuple(msgspec.structs.replace(share, nonce="") for share in self.seats)
        )


class Draw(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Something drawn: faces of a die ("f"), one number below a bound ("b"; bound 0: a whole word), a shuffle ("s")."""

    epoch: Number
    at: Count  # the first word it took
    kind: str
    bound: Annotated[int, Meta(ge=0)]
    results: tuple[int, ...]
    event: int = -1  # that tells it; -1: none does

    @property
    def spot(self) -> tuple[int, int]:
        """Where it stands among all draws."""
        return self.epoch, self.at


# The bytes. Numbers are big-endian, and every hash has a person of its own.


def _hash(data: bytes, person: bytes, size: int = 32, key: bytes = b"") -> bytes:
    return blake2b(data, digest_size=size, key=key, person=person).digest()


def _head(match: str, epoch: int) -> bytes:
    return struct.pack(">BB", 1, len(match)) + match.encode("ascii") + struct.pack(">H", epoch)


def seal_of(match: str, epoch: int, secret: bytes) -> bytes:
    """What is shown of a secret before anything is drawn."""
    return _hash(_head(match, epoch) + secret, b"undercroft-seal1")


def seat_seal(match: str, epoch: int, seat: int, nonce: bytes) -> bytes:
    """What a seat shows of its nonce before anybody's is told."""
    return _hash(_head(match, epoch) + struct.pack(">H", seat) + nonce, b"undercroft-seat1")


def dice_key(match: str, epoch: int, secret: bytes, shares: Sequence[tuple[int, int, bytes]]) -> bytes:
    """The key of an epoch, from the secret and every seat's kind and nonce, in the order of seats."""
    mixed = b"".join(struct.pack(">HB", seat, kind) + nonce for seat, kind, nonce in shares)
    head = _head(match, epoch) + seal_of(match, epoch, secret) + struct.pack(">H", len(shares))
    return _hash(head + mixed, b"undercroft-key-1", 32, secret)


def bot_seed(key: bytes, moves: int, seat: int) -> int:
    """What a bot in this seat decides by, after so many answers."""
    return int.from_bytes(_hash(struct.pack(">IH", moves, seat), b"undercroft-bots1", 8, key), "big")


def tally(before: bytes, event: int, notation: str, faces: Sequence[int]) -> bytes:
    """The running hash over public throws. The first one follows the seal of the first epoch."""
    thrown = notation.encode("ascii") + struct.pack(f">H{len(faces)}I", len(faces), *faces)
    return _hash(before + struct.pack(">IB", event, len(notation)) + thrown, b"undercroft-log-1")


class Tally:
    """The tally of a growing log, read as far as it goes."""

    def __init__(self, epochs: Iterable[Epoch]) -> None:
        begun = next((epoch for epoch in epochs if not epoch.given_up), None)
        self._begin = None if begun is None else (begun.events, bytes.fromhex(begun.seal))
        self._reset()

    def _reset(self) -> None:
        self.event = -1  # the last public throw
        self._next, self._now = self._begin or (0, b"")

    def read(self, events: Sequence[Event]) -> tuple[int, bytes]:
        """The number of the last public throw since the dice were first sealed (-1: none), and the tally after it."""
        for _ in self.follow(events):
            pass
        return self.event, self._now

    def follow(self, events: Sequence[Event]) -> Iterator[tuple[int, bytes]]:
        """The same for each public throw that was not read yet."""
        if len(events) < self._next:
            self._reset()  # something was taken back
        unread, self._next = events[self._next :], len(events)
        for event in unread:
            if self._begin is not None and event.roll is not None and event.only is None:
                self.event = event.n
                self._now = tally(self._now, event.n, event.roll.notation, event.roll.faces)
                yield self.event, self._now


class _NotedDice(Dice):
    """Dice of one epoch that note what is drawn. `state` counts the words."""

    __slots__ = ("draws", "epoch")

    def __init__(self, epoch: int, at: int, draws: list[Draw] | None) -> None:
        super().__init__(at)
        self.epoch = epoch
        self.draws: list[Draw] = [] if draws is None else draws

    def total(self, notation: Notation, label: str = "") -> int:
        return notation.total(self.faces(notation, label))

    def fork(self, salt: int) -> Dice:
        """An independent generator. It takes a word: nothing else here may be guessed from outside."""
        return Dice(self.next64()).fork(salt)

    def shown(self, event: int) -> None:
        self.draws[-1] = msgspec.structs.replace(self.draws[-1], event=event)


class SealedDice(_NotedDice):
    """Generator "sealed1": word i is lane i mod 8 of the keyed hash of block i div 8."""

    __slots__ = ("_at", "_block", "_key")

    def __init__(self, key: bytes, epoch: int = 1, at: int = 0, draws: list[Draw] | None = None) -> None:
        super().__init__(epoch, at, draws)
        self._key = key
        self._at = -1
        self._block: tuple[int, ...] = ()

    def _word(self) -> int:
        at = self.state
        self.state = at + 1
        if at >> 3 != self._at:
            self._at = at >> 3
            self._block = _words(blake2b(_number(at >> 3), key=self._key, person=b"undercroft-dice1").digest())
        return self._block[at & 7]

    def _below(self, bound: int) -> int:
        product = self._word() * bound
        if (product & _MASK) < bound:
            threshold = (1 << 64) % bound
            while (product & _MASK) < threshold:
                product = self._word() * bound
        return product >> 64

    def _note(self, at: int, kind: str, bound: int, results: Iterable[int]) -> None:
        self.draws.append(Draw(self.epoch, at, kind, bound, tuple(results)))

    def next64(self) -> int:
        at, word = self.state, self._word()
        self._note(at, "b", 0, (word,))
        return word

    def below(self, bound: int, label: str = "") -> int:
        at, value = self.state, self._below(bound)
        self._note(at, "b", bound, (value,))
        return value

    def faces(self, notation: Notation, label: str = "") -> list[int]:
        at, sides = self.state, notation.sides
        faces = [self._below(sides) + 1 for _ in range(notation.count)]
        if faces:
            self._note(at, "f", sides, faces)
        return faces

    def shuffle(self, items: MutableSequence[T], label: str = "") -> None:
        at = self.state
        partners = [self._below(size) for size in range(len(items), 1, -1)]
        if partners:
            self._note(at, "s", len(items), partners)
        _swap(items, partners)


class DrawnDice(_NotedDice):
    """Draws that were noted, once more and without their key: to look back, and for a bot to think. Then there are no more."""

    __slots__ = ("_drawn", "_next")

    def __init__(self, drawn: Sequence[Draw], epoch: int, at: int, draws: list[Draw] | None = None) -> None:
        super().__init__(epoch, at, draws)
        self._drawn = drawn
        self._next = next((i for i, draw in enumerate(drawn) if draw.spot >= (epoch, at)), len(drawn))

    def _take(self, kind: str, bound: int, count: int) -> tuple[int, ...]:
        draw = self._drawn[self._next] if self._next < len(self._drawn) else None
        if draw is None or draw.epoch != self.epoch:
            raise RulesBug("these dice are sealed: only what was drawn already is known")
        if (draw.kind, draw.bound, len(draw.results)) != (kind, bound, count):
            raise RulesBug(f"{kind}{bound} is drawn where {draw.kind}{draw.bound} was drawn before")
        self._next += 1
        follows = self._drawn[self._next] if self._next < len(self._drawn) else None
        self.state = follows.at if follows is not None and follows.epoch == self.epoch else draw.at + count
        self.draws.append(msgspec.structs.replace(draw, event=-1))
        return draw.results

    def next64(self) -> int:
        return self._take("b", 0, 1)[0]

    def below(self, bound: int, label: str = "") -> int:
        return self._take("b", bound, 1)[0]

    def faces(self, notation: Notation, label: str = "") -> list[int]:
        return list(self._take("f", notation.sides, notation.count)) if notation.count else []

    def shuffle(self, items: MutableSequence[T], label: str = "") -> None:
        if len(items) > 1:
            _swap(items, self._take("s", len(items), len(items) - 1))


def _swap(items: MutableSequence[T], partners: Sequence[int]) -> None:
    for last, other in zip(range(len(items) - 1, 0, -1), partners, strict=True):
        items[last], items[other] = items[other], items[last]


class Chance:
    """Where the dice of a match come from: its epochs, and where a key is not told, what was drawn. Epoch 0 is SplitMix64."""

    def __init__(self, epochs: Iterable[Epoch] = (), drawn: Sequence[Draw] = ()) -> None:
        self.epochs = {epoch.n: epoch for epoch in epochs}
        self._drawn = drawn
        self._keys: dict[int, bytes] = {}

    @property
    def first(self) -> int:
        """The first epoch in which anything is drawn."""
        return next((n for n, epoch in self.epochs.items() if not epoch.given_up), 1)

    def add(self, epoch: Epoch) -> None:
        """One more epoch, or one as it now is."""
        self.epochs[epoch.n] = epoch
        self._keys.pop(epoch.n, None)

    def leave(self, dice: Dice) -> None:
        """The epoch of these dice ends: remember how many words it gave."""
        if (epoch := self.epochs.get(dice.epoch)) is not None:
            self.epochs[epoch.n] = msgspec.structs.replace(epoch, words=dice.state)

    def key(self, n: int) -> bytes | None:
        """The key of an epoch; None where it is not known here."""
        if n not in self._keys:
            epoch = self.epochs.get(n)
            if epoch is None or epoch.secret is None:
                return None
            self._keys[n] = epoch.key()
        return self._keys[n]

    def told(self, dice: Dice, *, secrets: bool) -> tuple[Epoch, ...]:
        """Every epoch for a file, in order. The last one has given as many words as its `dice` have counted."""
        every = [self.epochs[n] for n in sorted(self.epochs)]
        if not secrets:
            return tuple(epoch.closed() for epoch in every)
        return tuple(
            msgspec.structs.replace(epoch, words=dice.state) if epoch.n == dice.epoch else epoch for epoch in every
        )  # fmt: skip

    def dice(self, epoch: int, at: int, draws: list[Draw]) -> Dice:
        """The dice of an epoch from its word `at` on; what they draw is noted in `draws`."""
        if not epoch:
            return Dice(at)
        key = self.key(epoch)
        return DrawnDice(self._drawn, epoch, at, draws) if key is None else SealedDice(key, epoch, at, draws)
