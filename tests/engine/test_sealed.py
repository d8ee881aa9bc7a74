"""Sealed dice: the vectors of the generator, and matches that note what they draw and can be checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from undercroft.engine import CannotUndo, Dice, Match, Opening, RulesBug, SaveFile, Table, parse
from undercroft.engine.checking import Noted, check_draws, check_save, revealed, tallies
from undercroft.engine.sealed import SEALED, Chance, Draw, DrawnDice, Epoch, SealedDice, bot_seed, dice_key, tally

from .sealing import epoch, reseal, sealed
from .test_match import play_random, start
from .toy import GAME, RULE, Toy, ToyGame

VECTORS: dict[str, Any] = msgspec.json.decode((Path(__file__).parent / "data" / "sealed1.json").read_bytes())
KEY = bytes.fromhex(VECTORS["keys"]["1"])


class Checked(msgspec.Struct):
    """A save of the vectors."""

    match: str
    epochs: tuple[Epoch, ...]
    draws: tuple[Draw, ...]
    shown: tuple[tuple[int, tuple[int, ...]], ...]

    def kinds(self) -> list[str]:
        return sorted({fault.kind for fault in check_draws(self.match, self.epochs, self.draws, dict(self.shown))})


def as_save(data: Any) -> Checked:
    return msgspec.convert(data, Checked)


def test_the_words_and_bounds_of_the_vectors() -> None:
    dice = SealedDice(KEY)
    assert [f"{dice.next64():016x}" for _ in VECTORS["words"]] == VECTORS["words"]
    for bound, values in VECTORS["below"].items():
        dice = SealedDice(KEY)
        assert [dice.below(int(bound)) for _ in values] == values
        assert dice.state == VECTORS["below_end"].get(bound, len(values))
    assert f"{bot_seed(KEY, 41, 2):016x}" == VECTORS["bot_seed"]


def test_keys_and_tallies_of_the_vectors() -> None:
    good = as_save(VECTORS["good"])
    for each in good.epochs:
        assert msgspec.structs.replace(each, match=good.match).key().hex() == VECTORS["keys"][str(each.n)]
        shares = [(share.seat, share.kind, bytes.fromhex(share.nonce)) for share in each.seats]
        assert dice_key(good.match, each.n, bytes.fromhex(each.secret or ""), shares).hex() == VECTORS["keys"][str(each.n)]
    now = bytes.fromhex(VECTORS["tallies"][0])
    shown = [draw for draw in good.draws if draw.event >= 0]
    for draw, expected in zip(shown, VECTORS["tallies"][1:], strict=True):
        now = tally(now, draw.event, f"{len(draw.results)}d{draw.bound}", draw.results)
        assert now.hex() == expected


def test_the_good_save_of_the_vectors_agrees() -> None:
    assert as_save(VECTORS["good"]).kinds() == []


@pytest.mark.parametrize("name", sorted(VECTORS["bad"]))
def test_each_bad_save_of_the_vectors_is_found_out(name: str) -> None:
    bad = VECTORS["bad"][name]
    assert as_save(bad["save"]).kinds() == bad["codes"]


def test_sealed_dice_serve_every_way_of_drawing_and_note_it() -> None:
    dice = SealedDice(KEY)
    cards = list(range(12))
    dice.shuffle(cards)
    assert sorted(cards) == list(range(12))
    assert cards != list(range(12))
    thrown = dice.faces(parse("2d6"))
    dice.shown(7)
    total = dice.total(parse("1d20+5"))
    dice.pick(["a", "b", "c"])
    dice.weighted([1, 2, 3])
    assert dice.total(parse("4")) == 4
    assert [(draw.kind, draw.bound, draw.event) for draw in dice.draws] == [
        ("s", 12, -1), ("f", 6, 7), ("f", 20, -1), ("b", 3, -1), ("b", 6, -1),
    ]  # fmt: skip
    assert dice.draws[1].results == tuple(thrown)
    assert dice.draws[2].results[0] + 5 == total
    again = DrawnDice(dice.draws, 1, 0)
    same = list(range(12))
    again.shuffle(same)
    assert same == cards
    assert again.faces(parse("2d6")) == thrown
    assert again.state == 13
    with pytest.raises(RulesBug, match="is drawn where"):
        again.below(9)


def test_dice_that_were_noted_know_no_more_than_that() -> None:
    with pytest.raises(RulesBug, match="sealed"):
        DrawnDice([], 1, 0).below(6)


def test_a_seeded_match_writes_the_bytes_it_always_wrote() -> None:
    data = SaveFile.of(play_random(start(seed=3))).encode()
    assert data.startswith(b'{"undercroft":1,')
    for word in (b'"epoch', b'"draws"', b'"dice":"s', b'"match"'):
        assert word not in data


def test_a_sealed_match_is_format_2_and_checks() -> None:
    match = sealed()
    for _ in range(3):
        match.answer("climb")
    reseal(match)
    play_random(match)
    save = SaveFile.decode(SaveFile.of(match).encode())
    assert save.undercroft == 2
    assert revealed(save)
    assert check_save(save, GAME, Noted()) == []
    assert [each.words for each in save.epochs] == [7, match.dice.state]
    assert {draw.epoch for draw in save.draws} == {1, 2}


def test_a_live_save_tells_neither_secret_nor_nonce() -> None:
    match = sealed()
    match.answer("climb")
    data = SaveFile.of(match).encode()
    for each in match.chance.epochs.values():
        assert each.secret is not None
        assert each.secret.encode() not in data
        assert all(not share.nonce.strip("0") or share.nonce.encode() not in data for share in each.seats)
    save = SaveFile.decode(data)
    assert not revealed(save)
    assert save.verify(GAME) == ""  # what was drawn is noted, and that is enough to look back
    again, note = save.reopen(GAME)
    assert note == ""
    assert again.snapshot() == match.snapshot()
    with pytest.raises(RulesBug, match="sealed"):
        again.answer("climb")


def test_restore_reopen_and_fork_stand_in_the_same_epoch() -> None:
    match = sealed()
    match.answer("climb")
    match.answer("guess")
    reseal(match)
    match.answer("left")
    here = match.snapshot()
    assert here.epoch == 2
    again = Match.restore(GAME, match.opening, here, chance=match.chance)
    fork = match.fork()
    back = match.fork(1)
    reopened = Match.reopen(
        GAME, match.opening, match.steps[0], match.moves, match.events, chance=match.chance, draws=match.draws[:1]
    )  # fmt: skip
    for other in (again, fork, reopened):
        other.answer("climb")
    match.answer("climb")
    for other in (again, fork, reopened):
        assert other.snapshot().digest == match.snapshot().digest
        assert other.dice.epoch == 2
    assert fork.draws == match.draws
    assert reopened.draws == match.draws
    assert back.draws == match.draws[: len(back.draws)]
    assert back.dice.epoch == 1


def test_digests_tell_epochs_apart() -> None:
    here = sealed().snapshot()
    assert msgspec.structs.replace(here, epoch=2).digest != here.digest
    assert msgspec.structs.replace(here, epoch=msgspec.UNSET).digest != here.digest


def test_undo_takes_back_no_word_and_no_epoch() -> None:
    match = sealed()
    match.answer("guess")
    match.undo(0)
    match.answer("rest")
    match.answer(1)
    assert match.moves[-1].touched  # the gamesmaster's call was drawn
    with pytest.raises(CannotUndo, match="dice fell"):
        match.undo(0)
    match.answer("guess")
    reseal(match)
    with pytest.raises(CannotUndo, match="somebody else's"):
        match.undo(1)
    drawn = list(match.draws)
    match.answer("left")
    match.answer("guess")
    match.undo(2)
    assert match.draws[: len(drawn)] == drawn
    assert [draw.event for draw in match.draws] == [draw.event for draw in match.draws if draw.event == -1]


def test_a_finished_sealed_game_is_not_taken_back() -> None:
    match = play_random(sealed())
    with pytest.raises(CannotUndo, match="told"):
        match.undo(match.moves[-1].seat)


def test_a_second_person_brings_new_chance_to_a_seeded_game() -> None:
    match = start(seed=4, seats=("Ada", "Bo", "Cy"))
    match.answer("climb")
    match.answer("guess")
    coin = match.state.coin
    reseal(match, redraw=0)
    assert match.events[-1].kind == "dice"
    assert "drawn anew" in match.events[-1].text
    assert match.state.coin == coin  # until this turn is over
    match.answer("left")
    seen = {match.state.coin}
    drawn = [draw for draw in match.draws if draw.bound == 2]
    assert len(drawn) == 1
    assert seen == {("left", "right")[drawn[0].results[0]]}
    foretold = Dice(4)
    assert match.dice.epoch == 1
    assert match.dice.state != foretold.state
    play_random(match)
    save = SaveFile.of(match)
    assert check_save(save, GAME, Noted()) == []
    again = save.replay(GAME)
    assert again.snapshot() == match.snapshot()
    assert again.draws == match.draws


def test_what_was_written_down_is_compared() -> None:
    match = play_random(sealed())
    save = SaveFile.of(match)
    kept = tallies(save.epochs, save.events)
    event, head = next(iter(kept.items()))
    good = Noted(save.epochs[0].seal[:12], save.epochs[0].seats[1].nonce, (event, head[:8]))
    assert check_save(save, GAME, good) == []
    for bad, kind in [
        (Noted(seal="0" * 12), "seal"),
        (Noted(nonce="ab" * 32), "seat-seal"),
        (Noted(tally=(event, "00")), "tally"),
    ]:
        assert [fault.kind for fault in check_save(save, GAME, bad)] == [kind]


def test_a_gamesmaster_who_overrules_is_no_liar() -> None:
    opening = Opening(game="toy", seats=("Ada", "Bo", "Cy"), seed=0, dice="sealed1", gamesmaster="Gil")
    match = Match.start(GAME, opening, chance=Chance([epoch(1)]))
    match.answer("dice:watch", 3)
    match.answer("climb", 0)
    drawn = match.draws[-1].results
    match.answer([drawn[0] % 6 + 1], 3)
    match.answer("still", 3)
    match.answer("dice:free", 3)
    while match.ask:
        match.answer("climb" if "climb" in match.ask.keys else "still")
    save = SaveFile.of(match)
    assert any(event.kind == "ruling" for event in save.events)
    assert check_save(save, GAME, Noted()) == []
    quiet = tuple(msgspec.structs.replace(event, kind="tell") if event.kind == "ruling" else event for event in save.events)
    lied = check_save(msgspec.structs.replace(save, events=quiet), GAME, Noted())
    assert {fault.kind for fault in lied} & {"told", "missing"}


def test_a_bot_thinks_without_the_key() -> None:
    match = sealed()
    match.answer("climb")
    match.answer("guess")
    here = match.snapshot()
    blind = Chance(drawn=match.drawn_in_step)
    copy = Match.restore(GAME, match.opening, here, chance=blind)
    assert copy.snapshot().digest == here.digest
    thought = copy.determinised(1, 5)
    thought.answer("left")
    play_random(thought)
    with pytest.raises(RulesBug, match="sealed"):
        copy.answer("left")


class Gusty(ToyGame):
    """A toy whose every step begins with a throw, before anybody is asked."""

    async def step(self, t: Table[Toy]) -> None:
        await t.roll("1d6", "a gust", rule=RULE)
        await super().step(t)


def test_what_a_step_draws_before_it_asks_is_not_drawn_twice_when_the_match_is_reopened() -> None:
    opening = Opening(game="toy", seats=("Ada",), seed=0, dice=SEALED)
    match = Match.start(Gusty(), opening, chance=Chance([epoch(1)]))
    for _ in range(2):
        match.answer("climb")
    again = Match.reopen(Gusty(), opening, match.steps[-1], match.moves, match.events, chance=match.chance, draws=match.draws)
    assert again.draws == match.draws and again.drawn_in_step == match.drawn_in_step
    again.answer("climb")
    match.answer("climb")
    assert again.draws == match.draws
