"""Another game's world on the printed board: names alone change, a ticket gives away no more than there is, deeds come home."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from tests.site.sites import (
    BEAST,
    CAVE,
    DOOR,
    DUST,
    GOLD,
    HALL,
    HAMMER,
    LAMP,
    MINE,
    PIT,
    SLIME,
    SWARM,
    VAULT,
    grown,
    small_site,
)
from undercroft.bots import find_bot
from undercroft.engine import BadOpening, Dice, Match, Opening, Table, run
from undercroft.engine.site import Deed, Entry, Site
from undercroft.games.board import GAME
from undercroft.games.board.board import SECRET, board_from, printed_board
from undercroft.games.board.content import KINDS, Deck, deck_from, printed_deck
from undercroft.games.board.rules.combat.losing import kill
from undercroft.games.board.state import Dungeon, Guard, board_of, deck_of
from undercroft.site.account import check_deeds, check_ticket
from undercroft.site.cut import goals
from undercroft.testing.laws import check_game

SEEDS = range(1, 16)


def entered(site: Site, goal: int = 0, seed: int = 1, **options: Any) -> Match[Dungeon]:
    """A race of two into a site, before its first question."""
    entry = GAME.enter(site, site.doors[0].id, goal, Dice(seed))
    return Match.start(GAME, Opening(game="board", seats=("Ada", "Bo"), seed=seed, bring=entry.bring, options=options))


def faces(deck: Deck) -> tuple[Counter[Any], Counter[Any]]:
    """Everything on the cards but their names."""
    monsters = Counter((card.level, card.needs, card.trap, card.record) for card in deck.monsters)
    return monsters, Counter((prize.level, prize.value, prize.special, prize.record) for prize in deck.prizes)


@pytest.mark.parametrize("seed", SEEDS)
def test_relabelled_never_rebalanced(seed: int) -> None:
    site = grown(seed)
    state = entered(site).state
    deck, board = deck_of(state), board_of(state)
    assert faces(deck) == faces(printed_deck())
    assert sum(prize.value for prize in deck.prizes) == 219_000
    assert (len(deck.monsters), len(deck.prizes)) == (116, 80)
    assert board.links == printed_board().links
    assert [(row.id, row.kind, row.level, row.monsters, row.prizes) for row in board.rows] == [
        (row.id, row.kind, row.level, row.monsters, row.prizes) for row in printed_board().rows
    ]
    for level, cards in deck.monsters_by_level.items():
        own = [card for card in cards if deck.monsters[card].plays]
        fought = [card for card in cards if not deck.monsters[card].trap]
        assert len(own) * 4 <= len(fought) * 3, level


def test_a_bead_is_three_cards_and_a_beast_one() -> None:
    entry = GAME.enter(small_site(), DOOR, 0, Dice(1))
    shares = Counter(thing for key, (thing, _) in entry.ticket.shares.items() if key.startswith("monster"))
    assert shares == {SWARM: 15, BEAST: 1, SLIME: 1}
    deck = deck_of(entered(small_site()).state)
    giants = [card for card in deck.monsters if card.name == "Cave Giants"]
    assert {card.level for card in giants} == {4}
    assert {card.people for card in giants} == {"the Stolen Tongues"}
    assert sum(card.origin == "as Giant" for card in giants) == 2  # its own cards first: there are two Giants on level 4
    assert {entry.ticket.shares[key] for key in entry.ticket.shares if entry.ticket.shares[key][0] == SWARM} == {(SWARM, 4)}
    assert [card.name for card in deck.monsters if card.plays == "Ogre"] == ["Ogre Lord Mossmother"]


def test_a_hurt_people_has_fewer_twelfths() -> None:
    site = small_site()
    site.peoples[0].wear = 7
    entry = GAME.enter(site, DOOR, 0, Dice(1))
    assert sum(twelfths for thing, twelfths in entry.ticket.shares.values() if thing == SWARM) == 5 * 12 - 7


def test_the_most_storied_hoard_takes_the_dearest_prize() -> None:
    state = entered(small_site()).state
    deck = deck_of(state)
    named = {deck.prizes[int(key.split()[1])].name: deck.prizes[int(key.split()[1])] for key in _prize_keys(state)}
    assert named["Bitter Hammer"].value == 6_000
    assert named["Bitter Hammer"].past == "House Faldgar, the Silver Coins"
    assert {prize.value for name, prize in named.items() if prize.level == 4 and not prize.named} == {5_000}
    assert named["Lamp of Ash"].value == 2_000
    assert state.expedition is not UNSET
    assert {share for key, share in state.expedition.ticket.shares.items() if share[0] == GOLD} == {(GOLD, 8)}


def _prize_keys(state: Dungeon) -> list[str]:
    assert state.expedition is not UNSET
    return [key for key in state.expedition.ticket.shares if key.startswith("prize")]


def test_rooms_take_names_from_left_to_right_and_secrets_give_none_away() -> None:
    state = entered(small_site()).state
    board, e = board_of(state), state.expedition
    assert e is not UNSET
    x = {place: board.rows[board.number[address]].x for address, place in e.spots.items()}
    assert x[MINE] < x[PIT]
    labels = {place: board.label(board.number[address]) for address, place in e.spots.items()}
    assert labels[HALL] == "the Hall of Records"
    assert labels[MINE] == "the mine of the Stolen Tongues"
    assert labels[PIT] == "the slave pit with the statue of nobody"
    assert VAULT not in e.spots.values()
    (behind,) = e.hidden
    assert any(via == SECRET for _, via, _ in board.near[board.number[behind]])
    assert board.label(board.number[behind]) == f"room {behind}"


def test_who_died_there_is_the_name_when_nobody_lives_there_now() -> None:
    site = small_site()
    site.dwellers = [dweller for dweller in site.dwellers if dweller.owner != SWARM]
    board = board_of(entered(site).state)
    assert "the mine where the Silver Coins died, three winters ago" in [board.label(space) for space in board.rooms]


@pytest.mark.parametrize("seed", SEEDS)
def test_law_1_a_ticket_gives_away_no_more_than_there_is(seed: int) -> None:
    for stop in ("monsters", "villainy"):
        site = grown(seed, stop)
        for goal in [0, *goals(site)[:2]]:
            entry = GAME.enter(site, site.doors[0].id, goal, Dice(seed))
            check_ticket(site, entry.ticket)
            assert len(msgspec.json.encode(entry.bring)) < 64_000


@pytest.mark.parametrize("seed", SEEDS)
def test_law_2_deeds_never_exceed_the_ticket(seed: int) -> None:
    site = grown(seed)
    entry = GAME.enter(site, site.doors[-1].id, 0, Dice(seed))
    options = {"advanced": True} if seed % 2 else {}
    match = _played(entry, seed, options)
    outcome = GAME.outcome(match.state)
    check_deeds(entry.ticket, outcome.deeds)
    known = {place.id for place in site.places}
    assert {deed.place for deed in outcome.deeds} - {0} <= known
    assert set(outcome.trail) <= known
    again = msgspec.json.decode(msgspec.json.encode(match.state), type=Dungeon)
    assert GAME.outcome(again).deeds == outcome.deeds  # they follow from the final state alone


def _played(entry: Entry, seed: int, options: dict[str, Any]) -> Match[Dungeon]:
    opening = Opening(game="board", seats=("Ada", "Bo", "Cy"), seed=seed, bring=entry.bring, options={**entry.options, **options})
    match = Match.start(GAME, opening, light=True)
    players, dice = [find_bot(GAME, name) for name in ("greedy", "bold", "delver")], Dice(seed)
    while match.ask is not None:
        seat = match.ask.seats[0]
        match.answer(players[seat](match.view(seat, dice)), seat)
    return match


# What comes home, from tables that were set by hand.


def table(goal: int = 0) -> Dungeon:
    """The table of a race that is over, with nothing done yet."""
    state = entered(small_site(), goal).state
    state.phase, state.ending = "over", "rounds"
    for pawn in state.pawns:
        pawn.kind = pawn.first_kind = 1
        pawn.space = printed_board().start
    return state


def _card(state: Dungeon, kind: str, thing: int) -> int:
    assert state.expedition is not UNSET
    return next(
        int(key.split()[1]) for key, share in state.expedition.ticket.shares.items() if key.startswith(kind) and share[0] == thing
    )


def _lift(state: Dungeon, prize: int) -> None:
    for stack in state.stacks:
        for guard in stack:
            if prize in guard.hoard:
                guard.hoard.remove(prize)


def _deeds(state: Dungeon) -> list[Deed]:
    """All but who came home, which is somebody in almost every state."""
    return [deed for deed in GAME.outcome(state).deeds if deed.what != "returned"]


def test_nothing_done_no_deeds() -> None:
    assert _deeds(table()) == []


def test_slain_monsters_add_up_by_people() -> None:
    state = table()
    giants = [card for card, monster in enumerate(deck_of(state).monsters) if monster.name == "Cave Giants"][:3]
    for card in giants:
        state.discards[3].append(card)
    assert _deeds(state) == [Deed("slain", SWARM, 0, 12, "", "three cards of Cave Giants")]


def test_the_living_bring_home_what_they_hold_and_the_dead_leave_it() -> None:
    state = table()
    hammer, gold, lamp, dust = (_card(state, "prize", thing) for thing in (HAMMER, GOLD, LAMP, DUST))
    for card in (hammer, gold, lamp, dust):
        _lift(state, card)
    state.pawns[0].prizes = [hammer]
    state.pawns[1].stored = [gold]
    board, e = board_of(state), state.expedition
    assert e is not UNSET
    mine = board.number[next(address for address, place in e.spots.items() if place == MINE)]
    state.loose = {mine: [dust]}
    chamber = board.chambers_of[4][0]
    state.stacks[board.site[chamber]] = [Guard(_card(state, "monster", SWARM), [lamp])]
    done = {deed.thing: deed for deed in _deeds(state) if deed.what != "slain"}
    assert (done[HAMMER].what, done[HAMMER].who, done[HAMMER].twelfths) == ("taken", "Ada", 12)
    assert (done[GOLD].what, done[GOLD].who, done[GOLD].twelfths) == ("taken", "Bo", 8)
    assert (done[DUST].what, done[DUST].place) == ("left", MINE)
    assert (done[LAMP].what, done[LAMP].place) == ("left", e.rests[3])


async def _die(t: Table[Dungeon]) -> None:
    kill(t, t.state.pawns[1], "the Ogre Lord Mossmother")


def test_the_dead_are_known_with_the_place() -> None:
    state = entered(small_site()).state
    e = state.expedition
    assert e is not UNSET
    hall = next(address for address, place in e.spots.items() if place == HALL)
    state.pawns[1].space = board_of(state).number[hall]
    state.pawns[1].kind = 1
    after = run(_die, state).state
    after.phase, after.ending = "over", "rounds"
    assert Deed("died", 0, HALL, 0, "Bo", "killed by the Ogre Lord Mossmother") in _deeds(after)
    after.pawns[0].kind = 0
    assert [deed for deed in GAME.outcome(after).deeds if deed.what == "returned"] == [Deed("returned", who="Ada", text=KINDS[0])]


def test_a_known_secret_door_opens_the_hidden_place() -> None:
    state = table()
    board, e = board_of(state), state.expedition
    assert e is not UNSET
    (behind,) = e.hidden
    state.pawns[0].doors = [next(link for _, via, link in board.near[board.number[behind]] if via == SECRET)]
    assert [(deed.what, deed.place) for deed in _deeds(state)] == [("opened", VAULT)]


@pytest.mark.parametrize(("goal", "truth"), [(-1, "true"), (-2, "false")])
def test_a_rumour_is_learned_by_those_who_went_for_it(goal: int, truth: str) -> None:
    state = table(goal)
    assert _deeds(state) == []
    board, e = board_of(state), state.expedition
    assert e is not UNSET
    if goal == -1:
        hammer = _card(state, "prize", HAMMER)
        _lift(state, hammer)
        state.pawns[0].prizes = [hammer]
    else:
        address = next(address for address, place in e.spots.items() if place == CAVE)
        (guard,) = state.stacks[board.site[board.number[address]]]
        state.stacks[board.site[board.number[address]]] = []
        state.loose = {board.start: guard.hoard}
    learned = [deed for deed in _deeds(state) if deed.what == "learned"]
    assert [(deed.thing, deed.text) for deed in learned] == [(goal, truth)]


# Secrets, old saves, bad openings.


def test_what_a_ticket_gives_away_is_not_seen() -> None:
    state = entered(small_site(), -1).state
    for seat in (0, None):
        seen = GAME.mask(state, seat).expedition
        assert seen is not UNSET
        assert (seen.ticket.shares, seen.hidden, seen.rumour, seen.rests) == ({}, {}, None, [])
        assert "true" not in str(seen)


@pytest.mark.parametrize("seed", [2, 3])
def test_the_laws_of_every_game_hold_on_an_expedition(seed: int) -> None:
    bring = GAME.enter(grown(seed), grown(seed).doors[0].id, 0, Dice(seed)).bring
    check_game(GAME, [seed], seats=3, bring=bring, options={"advanced": True}, decisions=250, every=40)


def test_a_plain_game_has_no_trace_of_it() -> None:
    plain = Match.start(GAME, Opening(game="board", seats=("Ada", "Bo"), seed=1)).state
    assert plain.expedition is UNSET
    assert b"expedition" not in msgspec.msgpack.encode(plain)


def test_the_world_is_on_screen_and_in_the_log() -> None:
    match = entered(small_site(), HAMMER)
    assert "From Oatcombe to the Halls of House Faldgar, in the year 30" in match.log(0)[0].text
    assert "for the Bitter Hammer" in match.log(0)[0].text
    titles = [sheet.title for sheet in match.screen(0).sheets]
    assert {"The Halls of House Faldgar", "Rooms of this dungeon"} <= set(titles)
    tale = GAME.tale(GAME.mask(match.state, 0), 0, "the mine of the Stolen Tongues")
    assert tale is not None
    assert tale.lines[-1].value == "Three winters ago: the Silver Coins were never seen again."
    drawn = GAME.draw(GAME.mask(match.state, 0), 0)
    assert "the mine of the Stolen Tongues" in drawn.svg


def _brought(**changes: Any) -> dict[str, Any]:
    bring: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(GAME.enter(small_site(), DOOR, 0, Dice(1)).bring))
    for path, value in changes.items():
        *way, last = path.split("__")
        inner = bring["expedition"]
        for key in way:
            inner = inner[key]
        inner[last] = value
    return bring


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cards__monsters": {"900": ["Orcs", "", "Ogre"]}}, "monster card 900"),
        ({"cards__prizes": {"0": ["Cup", "", False]}}, "prize card 0"),
        ({"rooms__rooms": {"9-R99": ["a hall"]}}, "9-R99"),
        ({"expedition__rests": [1]}, "places for 1 levels"),
        ({"expedition__spots": {"nowhere": 3}}, "nowhere"),
        ({"expedition__fallen": [["Bo", 3, "a cold"]]}, "nobody has fallen"),
        ({"expedition__title": "two\nlines"}, "one line"),
        ({"expedition__town": "x" * 300}, "200 letters"),
        ({"expedition__ticket__shares": {"monster 0": [0, 12]}}, "monster 0"),
        ({"expedition__ticket__shares": {"lamp 1": [5, 12]}}, "lamp 1"),
        ({"expedition__ticket": "mine"}, "does not read"),
        ({"surprise": 1}, "does not read"),
        ({"rooms__title": "y" * 70_000}, "bytes"),
    ],
)
def test_wrong_data_is_refused_with_a_reason(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOpening, match=words):
        Match.start(GAME, Opening(game="board", seats=("Ada", "Bo"), seed=1, bring=_brought(**changes)))


def test_no_house_board_and_no_tour_on_an_expedition() -> None:
    with pytest.raises(BadOpening, match="printed deck"):
        Match.start(GAME, Opening(game="board", seats=("Ada", "Bo"), seed=1, bring=_brought(), options={"deck": "x.toml"}))
    with pytest.raises(BadOpening, match="one race"):
        Match.start(GAME, Opening(game="board", seats=("Ada",), seed=1, bring=_brought(), options={"solo": "type_tour"}))


def test_a_wrong_door_or_goal_is_named() -> None:
    with pytest.raises(BadOpening, match="no door 1; it has 90"):
        GAME.enter(small_site(), 1, 0, Dice(1))
    with pytest.raises(BadOpening, match="nothing of the number 999"):
        GAME.enter(small_site(), DOOR, 999, Dice(1))


def test_names_alone_are_told_from_house_files() -> None:
    state = entered(small_site()).state
    assert deck_from(state.deck_file) is deck_of(state)
    assert board_from(state.board_file).name == "The Halls of House Faldgar"
