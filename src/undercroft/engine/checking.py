"""Checking sealed dice: from the seals to the keys, the draws, the log, and the whole match played again."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .event import Event
from .game import Game, S
from .replaying import SaveFile
from .sealed import NO_NONCE, PERSON, SEALED, Draw, Epoch, SealedDice, Tally, dice_key, seal_of, seat_seal
from .snapshot import CHANCE

_OPTIONAL = ("ruling", "dice")  # kinds of events that may stand between a throw and the event that tells it


class Fault(msgspec.Struct, frozen=True):
    """Something that does not agree: what kind of thing, and where."""

    kind: str  # "seal", "seat-seal", "altered", "gap", "overlap", "missing", "told", "epoch", "tally" or "rules"
    text: str


class Noted(msgspec.Struct, frozen=True):
    """What somebody wrote down while the game was on."""

    seal: str = ""  # the beginning of any epoch's seal
    nonce: str = ""  # one that this person's client drew
    tally: tuple[int, str] | None = None  # the number of an event, and the beginning of the tally after it


def check_draws(match: str, epochs: Sequence[Epoch], draws: Sequence[Draw], shown: dict[int, tuple[int, ...]]) -> list[Fault]:
    """Seals, keys and draws, and the throws that the log shows by the numbers of their events. Nothing is played again."""
    faults, keys = _check_epochs(match, epochs)
    faults += _check_words(epochs, draws, keys)
    drawn = {draw.event: draw.results for draw in draws if draw.epoch in keys}
    for event, faces in shown.items():
        if event not in drawn:
            faults.append(Fault("missing", f"no draw belongs to event {event}"))
        elif drawn[event] != faces:
            faults.append(Fault("told", f"event {event} shows {list(faces)}, and {list(drawn[event])} was drawn"))
    return faults


def _check_epochs(match: str, epochs: Sequence[Epoch]) -> tuple[list[Fault], dict[int, bytes]]:
    faults, keys = [], {}
    for place, epoch in enumerate(epochs, start=1):
        n, name = epoch.n, epoch.match or match
        if n != place:
            faults.append(Fault("epoch", f"epoch {n} stands where {place} should"))
        if epoch.secret is None:
            continue
        secret = bytes.fromhex(epoch.secret)
        shares = [(share.seat, share.kind, bytes.fromhex(share.nonce) or NO_NONCE) for share in epoch.seats]
        if seal_of(name, n, secret).hex() != epoch.seal:
            faults.append(Fault("seal", f"the seal of epoch {n} is not that of its secret"))
        for (seat, kind, nonce), share in zip(shares, epoch.seats, strict=True):
            opened = seat_seal(name, n, seat, nonce).hex() if kind == PERSON else ""
            if opened != share.seal or (kind != PERSON and any(nonce)):
                faults.append(Fault("seat-seal", f"the seal of seat {seat} in epoch {n} is not opened by its nonce"))
        keys[n] = dice_key(name, n, secret, shares)
    return faults, keys


def _check_words(epochs: Sequence[Epoch], draws: Sequence[Draw], keys: dict[int, bytes]) -> list[Fault]:
    faults = []
    last, reached = 0, dict.fromkeys(keys, 0)
    for draw in draws:
        n = draw.epoch
        if n not in keys or n < last:
            faults.append(Fault("epoch", f"epoch {n} has no key, or is over, at event {draw.event}"))
            continue
        if draw.at != reached[n]:
            kind, where = "gap" if draw.at > reached[n] else "overlap", f"words {reached[n]} to {draw.at} of epoch {n}"
            faults.append(Fault(kind, f"{where}, before event {draw.event}"))
        true, reached[n] = drawn_again(keys[n], draw)
        if true != draw.results:
            where = f"event {draw.event}, word {draw.at} of epoch {n}"
            faults.append(Fault("altered", f"{where}: {list(draw.results)} is written, {list(true)} was drawn"))
        last = n
    for epoch in epochs:
        if epoch.words != reached.get(epoch.n, 0):
            words = f"epoch {epoch.n} gave {epoch.words} words, the draws name {reached.get(epoch.n, 0)}"
            faults.append(Fault("missing", words))
    return faults


def drawn_again(key: bytes, draw: Draw) -> tuple[tuple[int, ...], int]:
    """What a draw must have been, and the word after it."""
    if draw.kind == "s" and len(draw.results) != draw.bound - 1:
        return (), draw.at
    dice = SealedDice(key, draw.epoch, draw.at)
    bounds = range(draw.bound, 1, -1) if draw.kind == "s" else [draw.bound or 1 << 64] * len(draw.results)
    plus = draw.kind == "f"
    return tuple(dice.below(bound) + plus for bound in bounds), dice.state


def shown_throws(events: Sequence[Event], draws: Sequence[Draw], first: int) -> dict[int, tuple[int, ...]]:
    """The throws of a log from event `first` on, as they were drawn: where a gamesmaster ruled otherwise, before that."""
    linked = {draw.event for draw in draws}
    shown = {}
    for event in events[first:]:
        if event.kind != "roll" or event.roll is None:
            continue
        at, faces = event.n, event.roll.faces
        while at not in linked and at > first and events[at - 1].kind in _OPTIONAL:
            at -= 1
        if at not in linked:
            at = event.n
        for between in events[at : event.n]:
            if between.kind == "ruling":
                faces = tuple(int(face) for face in str(between.values["shown"]).split())
        shown[at] = faces
    return shown


def check_noted(save: SaveFile, noted: Noted) -> list[Fault]:
    """What somebody wrote down, against the save. Without it a save proves only that it agrees with itself."""
    faults = []
    if noted.seal and not any(epoch.seal.startswith(noted.seal.lower()) for epoch in save.epochs):
        faults.append(Fault("seal", f"no epoch of this game has the seal {noted.seal}"))
    if noted.nonce and not any(share.nonce == noted.nonce.lower() for epoch in save.epochs for share in epoch.seats):
        faults.append(Fault("seat-seal", f"the nonce {noted.nonce[:12]} was not mixed into this game"))
    if noted.tally is not None:
        event, head = noted.tally
        found = tallies(save.epochs, save.events).get(event)
        if found is None or not found.startswith(head.lower()):
            faults.append(Fault("tally", f"after event {event} the tally is {found[:8] if found else 'not known'}, not {head}"))
    return faults


def tallies(epochs: Sequence[Epoch], events: Sequence[Event]) -> dict[int, str]:
    """The tally after each public throw since the dice were first sealed, by the number of the event."""
    return {event: now.hex() for event, now in Tally(epochs).follow(events)}


def revealed(save: SaveFile) -> bool:
    """Whether everything needed to check the dice is told."""
    return bool(save.epochs) and all(epoch.secret is not None or epoch.given_up for epoch in save.epochs)


def check_save(save: SaveFile, game: Game[S], noted: Noted) -> list[Fault]:
    """Everything that can be checked of a revealed save; an empty list when all of it agrees."""
    first = next((epoch.events for epoch in save.epochs if not epoch.given_up), 0)
    shown = {} if save.opening.physical_dice else shown_throws(save.events, save.draws, first)
    faults = check_draws(save.match, save.epochs, save.draws, shown) + _check_changes(save) + check_noted(save, noted)
    if not faults and not save.outdated(game):
        faults = _check_replay(save, game)
    return faults


def _check_changes(save: SaveFile) -> list[Fault]:
    """Every epoch begins with a move of chance (not the first, where the game began sealed), in order and for a reason."""
    moves = [str(answer).split() for seat, answer in save.moves if seat == CHANCE]
    begun = [int(words[1]) for words in moves if words[0] == "epoch"]
    wanted = [epoch.n for epoch in save.epochs if not epoch.given_up]
    if save.opening.dice == SEALED:
        del wanted[:1]
    faults = [Fault("epoch", f"epoch {epoch.n} begins without a reason") for epoch in save.epochs if not epoch.why]
    if begun != wanted:
        faults.append(Fault("epoch", f"the game goes over to epochs {begun}, the list names {wanted}"))
    return faults


def _check_replay(save: SaveFile, game: Game[S]) -> list[Fault]:
    differs = save.verify(game)
    if differs:
        return [Fault("rules", differs)]
    again = save.replay(game)
    if tuple(again.draws) != save.draws:
        return [Fault("rules", "today's rules draw other things from the same dice")]
    told = next((mine.n for mine, theirs in zip(again.events, save.events, strict=False) if mine != theirs), None)
    if told is not None or len(again.events) != len(save.events):
        return [Fault("rules", f"the log differs from event {told if told is not None else len(again.events)} on")]
    return []
