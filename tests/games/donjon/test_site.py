"""A world that a party goes into: the adventure made of it, what scenes do to it, and what is said of it at home."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import msgspec
import pytest

from tests.sites import site as world
from tests.small_site import small_site
from undercroft.engine import BadOpening, Dice, Opening, run
from undercroft.engine.site import Deed, Dweller, Hero, People, Site
from undercroft.games.donjon import GAME, content
from undercroft.games.donjon.adventure import Adventure, Encounter
from undercroft.games.donjon.being import Being
from undercroft.games.donjon.deeds import deeds
from undercroft.games.donjon.entering import CASTING, MOST_CHAPTERS, enter
from undercroft.games.donjon.rules.basics import quest
from undercroft.games.donjon.rules.flow import journey
from undercroft.games.donjon.rules.magic import loot
from undercroft.games.donjon.rules.running import adventures, scenes
from undercroft.games.donjon.rules.running.sketch import warnings
from undercroft.games.donjon.rules.running.spoils import spoils
from undercroft.games.donjon.state import Donjon, Fact, Scene
from undercroft.games.donjon.state_quest import CLIMAX, Quest, Stop
from undercroft.site.account import account, check_deeds, check_ticket
from undercroft.site.bring import KEY
from undercroft.site.casting import read_casting
from undercroft.site.cut import goals
from undercroft.testing import check_game, play

from .kit import creature, scene

DOOR = 20


def written(goal: int = 0, site: Site | None = None) -> tuple[Adventure, Quest]:
    bring = enter(site or small_site(), DOOR, goal, Dice(1)).bring
    return msgspec.convert(bring["adventure"], Adventure), msgspec.convert(bring[KEY], Quest)


def down(goal: int = 163, *, chapter: int = 1, **options: Any) -> Donjon:
    """Roland, Azar and Fiera in the small dungeon."""
    opening = Opening(
        game="donjon",
        seats=("Robin", "Ron", "Jonathan"),
        seed=1,
        options={"heroes": "samples", "adventures": 1, **options},
        bring=enter(small_site(), DOOR, goal, Dice(1)).bring,
    )
    s = GAME.setup(GAME.check_opening(opening), Dice(1))
    assert isinstance(s, Donjon)
    assert s.adventure is not None
    s.chapter = chapter
    s.scenes_done = [0] * len(s.adventure.chapters)
    s.phase = "road"
    return s


def stop_at(s: Donjon, place: int) -> Stop:
    assert s.quest is not None
    return next(stop for stop in s.quest.stops if stop.place == place)


def in_scene(s: Donjon, stop: Stop, kind: str = "foes") -> Scene:
    made = scene(s, kind, stop.encounter)
    quest.arrive(s, made)
    return made


def with_foes(s: Donjon, stop: Stop, number: int) -> tuple[Scene, list[Being]]:
    made = in_scene(s, stop)
    foes = [creature(s, "goblin" if "goblin" in content.bestiary() else next(iter(content.bestiary()))) for _ in range(number)]
    for foe in foes:
        foe.side = 1
    made.foes = [foe.id for foe in foes]
    quest.meets(s, made, foes)
    return made, foes


def done(s: Donjon) -> list[tuple[str, int, int, int]]:
    return [(deed.what, deed.thing, deed.place, deed.twelfths) for deed in deeds(s) if deed.what != "returned"]


# The adventure.


@pytest.mark.rule("DON-ADV-01", "DON-ADV-04")
def test_an_adventure_is_made_of_the_way_there() -> None:
    adventure, _ = written(goal=163)
    assert (adventure.title, adventure.town.name) == ("The Halls of House Faldgar", "Leekhill Cross")
    assert [chapter.donjon_level for chapter in adventure.chapters] == [1, 2]
    assert (adventure.big_bad.name, adventure.big_bad.level) == ("Magister Oswin", 4)
    assert [row.count for row in adventure.big_bad.guards] == ["half"]
    assert adventure.goal == "bring down Magister Oswin of the Stolen Tongues"
    assert warnings(adventure) == []
    hook = " ".join(adventure.town.hook)
    assert "The Silver Coins were the last to go down. They were never seen again." in hook
    assert "There is gold in the Hall of Records." in hook
    assert "The wyrm of the water is dead." in hook


def scenes_of(adventure: Adventure) -> dict[str, Encounter]:
    return {enc.id: enc for chapter in adventure.chapters for enc in chapter.encounters}


def test_places_become_scenes_by_what_is_in_them() -> None:
    adventure, made = written(goal=170)  # the wyrm rules
    assert adventure.big_bad.name == "Murkwhisker"
    assert adventure.big_bad.guards == []  # it is one bead, and one wyrm
    found = scenes_of(adventure)
    by_place = {stop.place: found[stop.encounter] for stop in made.stops if stop.encounter in found}
    giants = found["w71f163"]
    assert (giants.scene, giants.place, giants.name) == ("foes", "the mine of the Stolen Tongues", "the Stolen Tongues, at home")
    assert (giants.foes[0].name, giants.foes[0].archetype, giants.foes[0].count) == ("Cave Giant", "brute", "group")
    assert (by_place[80].scene, by_place[80].cache) == ("cache", 4)  # two above the Donjon Level of its chapter
    assert "This is where the Silver Coins died, three winters ago." in by_place[80].text
    assert (by_place[117].scene, by_place[117].difficulty) == ("obstacle", "hard")
    assert by_place[12].scene == "quiet"


def test_friends_are_talked_to_and_water_is_in_the_way() -> None:
    site = small_site()
    site.peoples.append(People(300, "Plumb Cut Colony", "Dwarves", "delver", "lawful", leader="Fortinbras", lair=12, strength=1))
    site.dwellers = [*[d for d in site.dwellers if d.place != 90], Dweller(205, 300, 12)]
    site.hoards = [hoard for hoard in site.hoards if hoard.place != 90]
    site.places[3].name = "the Drowned Stair"
    adventure, made = written(goal=163, site=site)
    found = scenes_of(adventure)
    assert (found["w12f300"].scene, found["w12f300"].name) == ("talk", "a dwarf of Plumb Cut Colony")
    assert (found["w90p"].scene, found["w90p"].kind) == ("obstacle", "athletics")
    assert not any(key.endswith("-300") for key in made.ticket.shares)  # nobody sells a friend


def test_whoever_parted_as_a_friend_is_talked_to_and_who_came_home_sends_them() -> None:
    site = small_site()
    site.peoples[1].friends = ["Roland"]
    site.heroes = [Hero("Roland", "scout of Level 2", 29, 80)]
    adventure, made = written(goal=163, site=site)
    wyrm = scenes_of(adventure)["w90f170"]
    assert (wyrm.scene, wyrm.text) == ("talk", "Murkwhisker lives here. They have not forgotten Roland.")
    assert not any(key.endswith("-170") for key in made.ticket.shares)
    assert adventure.town.giver == "Roland"
    met = "In Leekhill Cross sits Roland, a scout of Level 2, who came home last winter and talks of the Hall of Records."
    assert met in adventure.town.hook
    site.peoples[1].villain = True
    assert written(site=site)[0].big_bad.name == "Murkwhisker"


def test_nobody_at_home_is_the_books_own_big_bad() -> None:
    site = small_site()
    site.dwellers = []
    adventure, made = written(site=site)
    assert adventure.big_bad.name in [row.name for row in content.gm().sketch.big_bads]
    assert all(stop.encounter != CLIMAX for stop in made.stops)
    assert adventure.goal.startswith("bring back the ")


def test_every_flavour_is_a_sort_of_creature() -> None:
    casting = read_casting(CASTING)
    assert {*casting.flavour.values(), *casting.type.values()} <= {row.key for row in content.gm().archetypes}


@pytest.mark.rule("DON-ADV-04")
def test_levels_count_from_the_partys_own() -> None:
    s = down(starting_level=3)
    assert s.adventure is not None
    assert [chapter.donjon_level for chapter in s.adventure.chapters] == [3, 4]
    assert s.adventure.big_bad.level == 6
    assert s.adventure.big_bad.guards[0].level == 3
    assert [enc.cache for enc in scenes_of(s.adventure).values() if enc.cache] == [5]


@pytest.mark.rule("DON-LAW-14")
def test_the_record_is_in_the_ledger_and_rumours_are_hearsay() -> None:
    s = down()
    book = {fact.text: fact.hearsay for fact in s.facts if fact.author == "the book"}
    assert book["Four winters ago: Twin Heading Union met the Stolen Tongues: war, and a defeat."] is False
    assert book["There is gold in the Hall of Records."] is True
    assert book["The wyrm of the water is dead. They say it was on level 4."] is True
    s.phase = "creation"
    run(GAME.step, s)
    assert [fact.text for fact in s.facts if fact.author == "the book"] == list(book)


# What a guest brings.


FAULTS: list[tuple[str, Any, str]] = [
    ("big_bad.prize", "crown", "the prize 'crown' is in no list of goods"),
    ("big_bad.scene", "quiet", "its climax is 'quiet'; big_bad, mushroom_king are allowed"),
    ("big_bad.archetype", "butler", "no sort of creature 'butler'"),
    ("big_bad.key", "butler", "nobody in the bestiary is a 'butler'"),
    ("chapters", [], "0 chapters"),
    ("chapters.0.donjon_level", 0, "Donjon Level 0"),
    ("chapters.0.opponents", [], "needs opponents and senses"),
    ("chapters.0.quota", 999, "more than 40 scenes"),
    ("chapters.0.encounters.0.scene", "ballet", "no sort of scene 'ballet'; there are big_bad, cache"),
    ("chapters.0.encounters.0.difficulty", "silly", "nothing is 'silly'; there are easy, medium"),
    ("chapters.0.encounters.0.attribute", "luck", "no Attribute 'luck'"),
    ("chapters.0.encounters.0.kind", "ballet", "no kind of Test 'ballet'"),
    ("chapters.0.encounters.0.position", "middle", "first, last or nothing"),
    ("chapters.0.encounters.0.foes", [{"key": "", "count": "some"}], "nobody comes in the number 'some'"),
    ("chapters.0.encounters.0.id", "w117s", "two scenes have the same id"),
    ("chapters.0.encounters.0.text", "x" * 3000, "longer than 2000 letters"),
    ("town.resources", [], "sells nothing"),
    ("chapters", 3, "is no adventure"),
]


@pytest.mark.rule("DON-ADV-09")
@pytest.mark.parametrize(("path", "value", "said"), FAULTS)
def test_a_brought_adventure_is_checked_before_play(path: str, value: Any, said: str) -> None:
    raw = deepcopy(enter(small_site(), DOOR, 163, Dice(1)).bring["adventure"])
    _put(raw, path, value)
    with pytest.raises(BadOpening, match=said):
        _open({"adventure": raw})


SITE_FAULTS: list[tuple[str, Any, str]] = [
    ("ticket", 3, "does not read"),
    ("stops.0.encounter", "w1", "the adventure has no scene 'w1'"),
    ("stops.0.seen", True, "played already"),
    ("stops.0.name", "x" * 900, "one line of at most 200 letters"),
    ("ticket.shares.hoard-76", [76, 0], "0 twelfths of 76"),
    ("ticket.shares.hoard-1", [1, 12], "do not agree"),
    ("trail", [71], "played already"),
    ("lore", ["a"] * 50, "more places, rumours or lines"),
]


@pytest.mark.parametrize(("path", "value", "said"), SITE_FAULTS)
def test_a_brought_quest_is_checked_before_play(path: str, value: Any, said: str) -> None:
    raw = deepcopy(enter(small_site(), DOOR, 163, Dice(1)).bring)
    _put(raw[KEY], path, value)
    with pytest.raises(BadOpening, match=said):
        _open(raw)


def test_a_quest_without_its_adventure() -> None:
    with pytest.raises(BadOpening, match=r"bring\['adventure'\] is not there"):
        _open({KEY: enter(small_site(), DOOR, 163, Dice(1)).bring[KEY]})


def _open(bring: dict[str, Any]) -> None:
    GAME.setup(GAME.check_opening(Opening(game="donjon", seats=("Ada",), seed=1, bring=bring)), Dice(1))


def _put(raw: Any, path: str, value: Any) -> None:
    *way, last = path.split(".")
    for step in way:
        raw = raw[int(step)] if isinstance(raw, list) else raw[step]
    raw[last] = value


# Scenes.


def test_of_those_who_stood_there_as_many_as_fell() -> None:
    s = down(goal=170)
    stop = stop_at(s, 71)
    giants = next(each for each in s.quest.stops if each.encounter == "w71f163") if s.quest else stop
    made, foes = with_foes(s, giants, 4)
    foes[0].status, foes[1].status, foes[2].status = "dead", "out", "fled"
    quest.leave(s, made)
    assert done(s)[0] == ("slain", 163, 71, 10)  # 21 twelfths are four giants; two of them fell
    quest.leave(s, made)
    assert done(s)[0] == ("slain", 163, 71, 10)  # counted once


@pytest.mark.rule("DON-CACHE-01")
def test_a_treasure_with_a_name_is_found_when_nobody_stands_before_it() -> None:
    s = down(goal=170)
    assert s.quest is not None
    giants = next(each for each in s.quest.stops if each.encounter == "w71f163")
    beasts = next(each for each in s.quest.stops if each.encounter == "w71f16")
    holder = giants if giants.prizes else beasts
    made, foes = with_foes(s, holder, 2)
    run(_spoils(made), s)
    assert holder.prizes[0].seat == -1
    for foe in foes:
        foe.status = "fled"
    told = run(_spoils(made), s).events
    assert [event.text for event in told] == [
        "The Bitter Hammer, once of House Faldgar, then of the Stolen Tongues. Roland has it now."
    ]
    hammer = next(item for item in s.pc(0).items if item.name == "Bitter Hammer")
    assert (holder.prizes[0].item, hammer.worth) == (hammer.id, s.donjon_level + 2)
    run(journey_home, s)
    assert ("taken", 76, 71, 12) in done(s)


def _spoils(made: Scene) -> Any:
    async def rule(t: Any) -> None:
        spoils(t, made)

    return rule


async def journey_home(t: Any) -> None:
    journey.retreat(t)


def test_what_the_dead_carried_lies_where_they_fell() -> None:
    s = down(goal=170)
    assert s.quest is not None
    hall = stop_at(s, 80)
    made = in_scene(s, hall, "cache")
    quest.took(s, 1)
    s.pc(1).status = "dead"
    quest.leave(s, made)
    assert ("left", 177, 80, 8) in done(s)
    assert [deed for deed in deeds(s) if deed.what == "died"] == [
        Deed("died", 0, 80, 0, "Azar", f"Azar, {s.beings['pc1'].calling} of Level 1")
    ]
    run(journey_home, s)
    assert ("left", 177, 80, 8) in done(s)


def test_a_treasure_that_was_taken_away_again_is_left_behind() -> None:
    s = down(goal=170)
    made = in_scene(s, stop_at(s, 117), "obstacle")
    made.awarded = True
    run(_spoils(made), s)
    assert stop_at(s, 117).prizes[0].seat == 0
    quest.leave(s, made)
    s.pc(0).items = []
    quest.leave(s, in_scene(s, stop_at(s, 80), "cache"))
    assert done(s) == [("left", 118, 80, 12), ("opened", 0, 117, 0)] + [d for d in done(s) if d[0] == "learned"]


def test_a_hidden_door_that_was_not_found_stays_hidden() -> None:
    s = down(goal=170)
    made = in_scene(s, stop_at(s, 117), "obstacle")
    run(_spoils(made), s)
    quest.leave(s, made)
    assert done(s) == []
    assert s.quest is not None
    assert s.quest.trail == []


@pytest.mark.rule("DON-CLIMAX-05")
def test_the_big_bads_hoard_is_for_those_who_beat_it() -> None:
    s = down(goal=163)
    lair = stop_at(s, 71)
    assert lair.encounter == CLIMAX
    made = in_scene(s, lair, "big_bad")
    run(_spoils(made), s)
    assert not lair.searched
    s.homeward = True
    run(_spoils(made), s)
    assert lair.prizes[0].seat == 0


@pytest.mark.rule("DON-CACHE-01")
def test_a_hoard_is_gone_when_somebody_found_something_in_it() -> None:
    s = down(goal=170)
    hall = stop_at(s, 80)
    in_scene(s, hall, "cache")
    run(loot.search_cache, s, s.pc(0), 3, answers=["leave"])
    assert hall.prizes[0].seat == -1
    s.pc(0).wealth = 0
    run(loot.search_cache, s, s.pc(0), 3, answers=["money"], dice=Dice(2))
    assert hall.prizes[0].seat == 0


def test_rumours_are_learned_by_going_there() -> None:
    s = down(goal=170)
    in_scene(s, stop_at(s, 80), "cache")
    assert [deed for deed in deeds(s) if deed.what == "learned"] == [Deed("learned", -1, 80, 0, "Roland, Azar and Fiera", "true")]
    in_scene(s, stop_at(s, 90))
    assert {(deed.thing, deed.text) for deed in deeds(s) if deed.what == "learned"} == {(-1, "true"), (-2, "false")}


# The last word.


def at_the_end(s: Donjon) -> Donjon:
    s.phase, s.adventures_done, s.won = "between", 1, [True]
    return s


def fact(s: Donjon, seat: int, text: str) -> Fact:
    made = Fact(s.next_fact, text, "feature", "x", s.pc(seat).name, seat, "a look", s.scene_no, 1, "the hall")
    s.next_fact += 1
    s.facts.append(made)
    return made


@pytest.mark.rule("DON-LAW-14")
def test_each_player_leaves_one_word_to_the_world() -> None:
    s = down(goal=170)
    in_scene(s, stop_at(s, 71))
    first = fact(s, 0, "The north wall is painted with eyes.")
    fact(s, 1, "short")  # too little to keep
    at_the_end(s)
    run(adventures.between, s, answers=[f"fact:{first.id}"])
    run(adventures.between, s, answers=["name", "Azar's Folly"])
    run(adventures.between, s, answers=["none"])
    assert s.phase == "between"
    run(adventures.between, s)
    assert s.phase == "over"
    assert [deed for deed in deeds(s) if deed.what in ("stated", "named")] == [
        Deed("stated", 0, 71, 0, "Roland", "The north wall is painted with eyes."),
        Deed("named", 0, 71, 0, "Azar", "Azar's Folly"),
    ]


def test_the_dead_leave_no_word_and_no_world_asks_for_none() -> None:
    s = at_the_end(down(goal=170))
    for b in s.pcs():
        b.status = "dead"
    run(adventures.between, s)
    assert s.phase == "over"
    s = at_the_end(down(goal=170))
    s.quest = None
    run(adventures.between, s)
    assert s.phase == "over"
    assert deeds(s) == ()


@pytest.mark.rule("DON-DEATH-07")
def test_a_party_that_falls_leaves_all_of_it_there() -> None:
    s = down(goal=170, seriousness="Rust-and-Blood")
    in_scene(s, stop_at(s, 80), "cache")
    quest.took(s, 0)
    for b in s.pcs():
        b.status = "out"
    s.scene_no = 9
    run(scenes.fate, s, answers=["write it for me"], dice=Dice(1))
    assert s.ended == "slain"
    assert [what for what, *_ in done(s)] == ["left", "learned", "died", "died", "died"]


# Secrets.


def test_players_see_what_they_saw_and_rumours_without_their_truth() -> None:
    s = down(goal=170)
    in_scene(s, stop_at(s, 80), "cache")
    seen = GAME.mask(s, 0).quest
    assert seen is not None
    assert [stop.place for stop in seen.stops] == [80]
    assert seen.ticket.shares == {}
    assert {told.truth for told in seen.rumours} == {""}
    assert seen.stops[0].prizes == []
    assert GAME.mask(s, 3).quest == s.quest  # whoever judges knows it all


def test_the_laws_of_every_game_hold_in_a_world() -> None:
    entry = enter(small_site(), DOOR, 163, Dice(1))
    check_game(GAME, range(2), seats=2, options={**entry.options, "heroes": "samples"}, bring=entry.bring, decisions=120)


# The laws of the account, over worlds and games of bots.


@pytest.fixture(scope="module")
def worlds() -> list[Site]:
    return [world(seed) for seed in range(1, 9)]


def test_no_ticket_gives_more_than_there_is(worlds: list[Site]) -> None:
    for site in worlds:
        there = account(site)
        for door in site.doors:
            for goal in [0, *goals(site), *(rumour.seq for rumour in site.rumours[:3])]:
                entry = GAME.enter(site, door.id, goal, Dice(1))
                check_ticket(site, entry.ticket)
                hoards = [thing for key, (thing, _) in entry.ticket.shares.items() if key.startswith("hoard")]
                assert len(hoards) == len(set(hoards))
                assert {thing for thing, _ in entry.ticket.shares.values()} <= set(there)
                assert len(msgspec.json.encode(entry.bring)) < 48_000
                _open(entry.bring)
                adventure = msgspec.convert(entry.bring["adventure"], Adventure)
                assert 1 <= len(adventure.chapters) <= MOST_CHAPTERS
                assert warnings(adventure) == []


@pytest.mark.slow
def test_no_adventure_does_more_than_its_ticket_gave(worlds: list[Site]) -> None:
    whats: set[str] = set()
    for number, site in enumerate(worlds):
        entry = GAME.enter(site, site.doors[0].id, (goals(site) or [0])[0], Dice(1))
        bot = GAME.bots[number % 3]
        match = play(GAME, [bot, bot], number, options={**entry.options, "heroes": "samples"}, bring=entry.bring)
        assert match.outcome is not None
        check_deeds(entry.ticket, match.outcome.deeds)
        again = msgspec.msgpack.decode(msgspec.msgpack.encode(match.state), type=Donjon)
        assert match.outcome.deeds == deeds(again)
        whats |= {deed.what for deed in match.outcome.deeds}
    assert {"slain", "taken", "stated"} <= whats
