"""Coming home: laws 2 to 4 of one dungeon in five games, with random deeds, orders and forks; and every kind of deed alone."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence

import msgspec
import pytest

from tests.games.host.table import group, kingdom, page, play, room, tunnel, villain, wanderer
from tests.games.host.worlds import played
from undercroft.engine import BadOpening, Dice
from undercroft.engine.site import TWELFTHS, Deed, Homecoming, Settled, Site, Ticket
from undercroft.games.host import GAME
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.rules.kingdoms import buildings, kingdoms
from undercroft.games.host.rules.visits.settling import settle
from undercroft.games.host.state import Host, Visits, visits
from undercroft.site.account import account, check_deeds, check_ticket, totals
from undercroft.site.telling import homecomer, told_first

SOAK = os.environ.get("UNDERCROFT_SOAK") == "1"
SEEDS = range(1, 301 if SOAK else 11)


def world(seed: int) -> Host:
    """A world in the middle of things: at the end of an age, of the whole history, or a year or two into villainy."""
    stop = ("monsters", "villainy", "villainy_1", "villainy_2")[seed % 4]
    s = played(seed, civilization="roll", named_treasures=True, stop_after=stop, two_villains=seed % 3 == 0)
    if stop != "villainy" and seed % 2:  # as if the pen had been put down there, not the history ended
        s.ages.pop()
        s.age, s.outcome = s.ages[-1], ""
    return s


def expedition(site: Site, dice: Dice, name: str) -> Homecoming:
    """Random deeds, as many as a ticket of random shares allows; some of them twice as hard as they should be."""
    there = account(site)
    shares = {f"k{thing}": (thing, 1 + dice.below(amount)) for thing, amount in there.items() if dice.below(3)}
    named = {hoard.id for hoard in site.hoards if hoard.name}
    peoples = {people.id for people in site.peoples}
    places = [place.id for place in site.places]
    shares = {key: (thing, TWELFTHS if thing in named else n) for key, (thing, n) in shares.items()}
    ticket = Ticket("w", 0, site.year, 0, 0, shares)
    check_ticket(site, ticket)
    deeds: list[Deed] = []
    for thing, given in shares.values():
        done = given if thing in named else dice.below(given + 1)
        if done and dice.below(4):
            what = "slain" if thing in peoples else "taken" if dice.below(3) else "left"
            deeds.append(Deed(what, thing, dice.pick(places), done, name))
    for what in ("died", "opened", "named", "stated", "learned", "retired", "befriended"):
        if not dice.below(3):
            rumour = dice.pick(site.rumours).seq if site.rumours else 0
            thing = rumour if what == "learned" else dice.pick(sorted(peoples)) if peoples and what == "befriended" else 0
            text = "true" if what == "learned" else f"the {name} {what}"
            deeds.append(Deed(what, thing, dice.pick(places), 0, f"{name} {what}", text))
    dice.shuffle(deeds)
    check_deeds(ticket, deeds)
    trail = tuple(dice.pick(places) for _ in range(dice.below(6)))
    return Homecoming(f"m-{name}", "descent", name, site.year, tuple(deeds), trail)


def amounts(s: Host) -> tuple[int, int]:
    """All people and all loot below, in twelfths."""
    return totals(GAME.site(s))


def total(deeds: Sequence[Deed], *what: str) -> int:
    return sum(deed.twelfths for deed in deeds if deed.what in what)


def check_account(before: Host, homecomings: Sequence[Homecoming], settled: Settled) -> None:
    """Law 3: everything is accounted for."""
    people, loot = amounts(before)
    people_after, loot_after = amounts(settled.state)
    brought = TWELFTHS * sum(any(deed.what == "died" and deed.place for deed in home.deeds) for home in homecomings)
    freed = settled.state.beads.keys() - before.beads.keys()
    assert people == people_after + total(settled.done, "slain")
    assert loot + brought == loot_after + total(settled.done, "taken")
    assert len(freed) == brought // TWELFTHS
    reported = Counter[tuple[str, int]]()
    for home in homecomings:
        for deed in home.deeds:
            reported[deed.what, deed.thing] += deed.twelfths
    found = Counter[tuple[str, int]]()
    for deed in (*settled.done, *settled.void):
        found[deed.what, deed.thing] += deed.twelfths
    assert found == reported
    s = settled.state
    assert s.made_loot - s.lost_loot == sum(bead.colour == "loot" for bead in s.beads.values())
    seen = visits(s)
    assert seen is not None
    assert all(0 < n < TWELFTHS for n in (*seen.wear.values(), *seen.thin.values()))
    assert all(not s.beads[bead].name for bead in seen.thin)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_creature_and_every_treasure_is_accounted_for(seed: int) -> None:
    s, dice = world(seed), Dice(seed)
    before = msgspec.msgpack.encode(s)
    site = GAME.site(s)
    homes = [expedition(site, dice, name) for name in ("Silver Coins", "Last Lanterns", "Quill")]  # all went down at once
    settled = GAME.settle(s, homes)
    check_account(s, homes, settled)
    assert msgspec.msgpack.encode(s) == before
    # The same rows fold to the same bytes, at once or one by one.
    assert msgspec.msgpack.encode(GAME.settle(s, homes).state) == msgspec.msgpack.encode(settled.state)
    folded = s
    for home in homes:
        folded = GAME.settle(folded, [home]).state
    assert msgspec.msgpack.encode(folded) == msgspec.msgpack.encode(settled.state)
    # In another order others come too late, and the account is as exact; a fork has an account of its own.
    for fork in ([homes[2], homes[0], homes[1]], homes[1:], homes[:1]):
        check_account(s, fork, GAME.settle(s, fork))
    # A second expedition into what is left.
    later = expedition(GAME.site(settled.state), dice, "Late Ones")
    check_account(settled.state, [later], GAME.settle(settled.state, [later]))


@pytest.mark.parametrize("seed", SEEDS)
def test_without_deeds_nothing_changes_but_one_line(seed: int) -> None:
    s = world(seed)
    s.visits = Visits()
    settled = GAME.settle(s, [Homecoming("m", "robber", "Quill", s.absolute, ())])
    after: Host = settled.state
    assert [entry.text for entry in after.record[len(s.record) :]] == ["Quill came up again with nothing to tell."]
    seen = visits(after)
    assert seen is not None
    assert seen.links == {len(s.record): "m"}
    after.record.pop()
    after.visits, after.season, after.made_now, after.rolls_now, after.chosen = (
        s.visits,
        s.season,
        s.made_now,
        s.rolls_now,
        s.chosen,
    )
    assert after == s


# One kind of deed after the other, in small worlds.


def lair() -> tuple[Host, int, int, int]:
    """A kingdom, a people of three with two hoards in a room joined to the surface, and where they live."""
    s = page()
    s.year = 2
    kingdom(s)
    home = room(s, 5.0, 4.0, "thumb", "delver")
    tunnel(s, (5.0, 1.75), (5.0, 3.7), entrance="cave_mouth")
    people = group(s, "delver", "Orcs", 5.0, 4.0, 3, 2, at=home)
    group(s, "breeder", "Rats", 8.0, 5.0, 2)
    hoard = bd.of(s, people.id, "loot")[0].id
    s.visits = Visits()
    return s, people.id, hoard, home.id


def come_home(s: Host, *deeds: Deed, trail: tuple[int, ...] = ()) -> Settled:
    return GAME.settle(s, [Homecoming("m1", "descent", "The Silver Coins", s.absolute, deeds, trail)])


def lines(before: Host, settled: Settled) -> list[str]:
    return [entry.text for entry in settled.state.record[len(before.record) :]]


@pytest.mark.rule("HST-MNST-17", "HST-MNST-04")
def test_wounds_add_up_to_a_bead_and_the_last_bead_ends_a_people() -> None:
    s, people, _, home = lair()
    once = come_home(s, Deed("slain", people, home, 15)).state
    seen = visits(once)
    assert seen is not None
    assert (bd.pop(once, people), seen.wear[people]) == (2, 3)
    assert GAME.site(once).peoples[0].wear == 3
    twice = come_home(once, Deed("slain", people, home, 30))
    assert not twice.state.groups[people].alive
    assert total(twice.done, "slain") == 21
    assert total(twice.void, "slain") == 9
    assert [bead.owner for bead in twice.state.beads.values() if bead.room == home] == [0, 0]
    assert any("gone: killed by The Silver Coins" in line for line in lines(once, twice))
    assert twice.state.record[-1].kind == "hearsay"
    assert GAME.site(twice.state).rumours[-1].truth == "false"


@pytest.mark.rule("HST-ADVN-09")
def test_a_hoard_grows_thin_and_a_named_treasure_goes_whole() -> None:
    s, people, hoard, home = lair()
    once = come_home(s, Deed("taken", hoard, home, 5)).state
    assert next(found.thin for found in GAME.site(once).hoards if found.id == hoard) == 5
    twice = come_home(once, Deed("taken", hoard, home, 12))
    assert (total(twice.done, "taken"), total(twice.void, "taken")) == (7, 5)
    assert hoard not in twice.state.beads
    other = bd.of(s, people, "loot")[1]
    other.name = "the Bitter Hammer"
    assert total(come_home(s, Deed("taken", other.id, home, 11)).done, "taken") == 0
    third = come_home(s, Deed("taken", other.id, home, 12))
    assert "carried out the Bitter Hammer" in lines(s, third)[0]
    late = come_home(third.state, Deed("taken", other.id, home, 12))
    assert lines(third.state, late)[1] == "A second Bitter Hammer is shown in Castle 0; The Silver Coins brought it, they say."
    assert lines(third.state, late)[0] == "The Silver Coins came up again with goods that others had carried out before them."
    plain = come_home(twice.state, Deed("taken", hoard, home, 12))
    assert lines(twice.state, plain)[1] == "In Castle 0 they tell how The Silver Coins carried a hoard out of a room."


def test_what_came_of_it_in_one_sentence_and_an_old_season_in_its_own() -> None:
    """The same words are not said twice; a season that was begun before tells it as it did then, so that it replays."""
    s, people, _, home = lair()
    mine, rats = bd.of(s, people, "loot"), next(each.id for each in s.groups.values() if each.flavour == "Rats")
    deeds = (Deed("slain", people, home, 12), Deed("slain", rats, 0, 12), *(Deed("taken", bead.id, home, 12) for bead in mine))
    who, vermin = bd.owner_name(s, people), bd.owner_name(s, rats)
    told = lines(s, come_home(s, *deeds))[0]
    assert (
        told
        == f"The Silver Coins came up again; they slew some of {who} and some of {vermin} and carried out two hoards of {who}."
    )
    home_ = [Homecoming("m1", "descent", "The Silver Coins", s.absolute, deeds)]
    old = settle(s, home_, 1).state.record[len(s.record)].text
    assert old.count("slew some of") == 2
    assert f"a hoard of {who} and a hoard of {who}" in old
    swore = come_home(s, Deed("stated", who="Ada", text="It drips"))
    assert "with a tale and nothing else" in lines(s, swore)[1]


@pytest.mark.rule("HST-ADVN-16", "HST-ADVN-17", "HST-ADVN-05")
def test_the_dead_leave_a_grave_their_goods_and_what_they_bore() -> None:
    s, people, hoard, home = lair()
    pit = room(s, 3.0, 6.0, "bead")
    settled = come_home(s, Deed("left", hoard, pit.id, 12), Deed("died", 0, pit.id, who="Ada"), Deed("died", 0, pit.id, who="Bo"))
    after: Host = settled.state
    assert (after.beads[hoard].room, after.beads[hoard].owner) == (pit.id, 0)
    assert bd.loot(after, people) == 1
    assert [bead.source for bead in bd.inside(after, pit.id)] == ["", "party"]
    assert [mark.name for mark in GAME.site(after).marks] == ["the grave of Ada", "the grave of Bo"]
    assert "lost Ada in a cave and Bo in a cave" in lines(s, settled)[0]
    nowhere = come_home(s, Deed("died", who="Cy"), trail=(home,)).state
    assert [mark.place for mark in GAME.site(nowhere).marks] == [home]
    one = GAME.settle(s, [Homecoming("m", "robber", "Quill", 3, (Deed("died", 0, pit.id, who="Quill"),))])
    assert lines(s, one)[0] == "Quill died in a cave."
    other = GAME.settle(s, [Homecoming("m", "board", "Ada", 3, (Deed("died", 0, pit.id, who="Adam"),))])
    assert lines(s, other)[0] == "Ada came up again; they lost Adam in a cave."
    fell = (Deed("died", 0, pit.id, who="Bo"), Deed("returned", who="Maud"))
    two = GAME.settle(s, [Homecoming("m", "board", "Maud and Bo", 3, fell)])
    assert lines(s, two)[0] == "Maud came up again; they lost Bo in a cave."


def test_words_doors_and_friends() -> None:
    s, people, hoard, home = lair()
    s.rooms[home].secret = True
    settled = come_home(
        s,
        Deed("opened", 0, home),
        Deed("named", 0, home, text="the Ringing Hall"),
        Deed("named", hoard, text="the Cold Lamp"),
        Deed("stated", 0, home, who="Ada", text="It smells of thyme here."),
        Deed("befriended", people),
        Deed("retired", who="Quill"),
    )
    after: Host = settled.state
    site = GAME.site(after)
    assert after.rooms[home].secret is False
    assert (after.rooms[home].name, after.beads[hoard].name) == ("the Ringing Hall", "the Cold Lamp")
    assert "It smells of thyme here, or so Ada swore." in lines(s, settled)
    said = next(rumour for rumour in site.rumours if "thyme" in rumour.text)
    assert said.truth == "open"
    assert next(found.friends for found in site.peoples if found.id == people) == ["The Silver Coins"]
    assert settled.void == []
    again = come_home(after, Deed("named", 0, home, text="the Other Hall"), Deed("learned", said.seq, text="false"))
    assert again.state.rooms[home].name == "the Ringing Hall"
    assert [rumour.text for rumour in GAME.site(again.state).rumours if rumour.known == "false"] == [said.text]
    stated = next(entry.seq for entry in after.record if entry.kind == "stated")
    struck = GAME.settle(after, [Homecoming("", "host", "the author", 0, (Deed("struck", stated),))]).state
    assert len(struck.record) == len(after.record)
    assert "thyme" not in struck.record[stated].text
    seen = visits(after)
    assert seen is not None
    assert seen.retired == ["Quill"]


def test_who_came_home_is_named_and_can_be_met_again() -> None:
    s, people, _, home = lair()
    s.rooms[home].name = "the Silver Door"
    bruno, zelda = (
        Deed("returned", who=who, text=f"human {what} of rank 9") for who, what in (("Bruno", "warrior"), ("Zelda", "wizard"))
    )
    once = come_home(s, Deed("slain", people, home, 3), bruno, zelda, trail=(home,))
    assert lines(s, once)[0].startswith("Bruno and Zelda of The Silver Coins came up again; they hurt")
    site = GAME.site(once.state)
    assert [hero.name for hero in site.heroes] == ["Bruno", "Zelda"]
    site.year += 2
    met = "In Oatcombe sits Zelda, a human wizard of rank 9, who came home two winters ago and talks of the Silver Door."
    assert homecomer(site, "Oatcombe") == met
    assert met in told_first(site, "Oatcombe", 0)
    again = come_home(once.state, Deed("died", 0, home, who="Zelda"), Deed("returned", who="Bruno"))
    assert [hero.name for hero in GAME.site(again.state).heroes] == ["Bruno"]
    rich = come_home(again.state, Deed("retired", who="Bruno", text="yeoman"))
    assert (
        homecomer(GAME.site(rich.state), "")
        == "In town sits Bruno, a yeoman, who retired on the goods of that place this winter."
    )
    assert homecomer(GAME.site(s), "Oatcombe") == ""
    lost = Homecoming(
        "m", "descent", "The Silver Coins", 3, (Deed("died", 0, home, who="Ada"), Deed("died", 0, home, who="Bo")), lost=True
    )
    told = lines(s, GAME.settle(s, [lost]))[0]
    assert told == "The Silver Coins did not come up again; they lost Ada in the Silver Door and Bo in the Silver Door."


@pytest.mark.rule("HST-SURF-09")
def test_who_retired_rich_has_the_next_farm_and_the_town_is_called_so() -> None:
    s = page()
    realm = kingdom(s, 5.0, 2, 1)
    s.year, s.visits = 2, Visits()
    tunnel(s, (2.0, 1.75), (2.0, 3.7), entrance="cave_mouth")
    after: Host = come_home(s, Deed("retired", who="Quill", text="yeoman")).state
    play(after, kingdoms.new_farm, after.groups[realm.id])
    assert after.record[-1].text == "The people of Castle 0 cleared land for a farm, and called it Quill's Rest."
    (farm,) = buildings.buildings(after, realm.id, "farm")
    assert farm.name == "Quill's Rest"
    site = GAME.site(after)
    assert [door.town for door in site.doors] == ["Quill's Rest"], "that is where the next ones set out from"
    assert (
        homecomer(site, "Quill's Rest")
        == "In Quill's Rest sits Quill, a yeoman, who retired on the goods of that place this winter."
    )


@pytest.mark.rule("HST-VILL-20")
def test_with_the_villain_villainy_ends() -> None:
    s = page()
    kingdom(s)
    hall = room(s, 5.0, 5.0, "thumb")
    _, boss = villain(s, "liche_king", hall, 1, 3)
    s.ages, s.visits = ["monsters", "villainy"], Visits()
    settled = come_home(s, Deed("slain", boss.id, hall.id, 12))
    assert (settled.state.age, settled.state.outcome) == ("over", "heroes")
    assert settled.state.record[-1].kind == "outcome"
    assert bd.loot(settled.state, 0) == 3


@pytest.mark.rule("HST-MNST-06", "HST-WCON-06")
def test_an_emptied_dungeon_starts_anew_and_wanderers_drop_what_they_carry() -> None:
    s = page()
    kingdom(s)
    cave = room(s, 5.0, 5.0, "thumb")
    beast = wanderer(s, "Ooze", cave, 1, 1)
    people = group(s, "delver", "Orcs", 8.0, 4.0, 1)
    s.ages, s.visits = ["monsters"], Visits()
    settled = come_home(s, Deed("slain", beast.id, cave.id, 12), Deed("slain", people.id, people.lair, 12))
    assert settled.state.stacks == {}
    assert [bead.owner for bead in settled.state.beads.values() if bead.room == cave.id] == [0]
    assert settled.state.todo == ["restart"]


def test_what_cannot_be_settled_is_refused() -> None:
    s, people, _, home = lair()
    with pytest.raises(BadOpening, match="at most 200 deeds"):
        come_home(s, *[Deed("opened", 0, home)] * 201)
    with pytest.raises(BadOpening, match="eaten"):
        come_home(s, Deed("eaten", people))
    with pytest.raises(BadOpening, match="-3 twelfths"):
        come_home(s, Deed("slain", people, home, -3))
