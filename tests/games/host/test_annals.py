"""The chronicle: runs collapse, first times are told at length, nobody is mistaken for another, and no sentence is worn out."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from undercroft.engine.words import Noun, said
from undercroft.games.host import GAME
from undercroft.games.host.annals.acts import BACK, FEUDS, acts, feuds, mains
from undercroft.games.host.annals.ages import LIGHTS
from undercroft.games.host.annals.book import TWO_PAGES, ages, chapters, chronicle, short
from undercroft.games.host.annals.facts import patterns, read, short_name, told
from undercroft.games.host.annals.gist import Memory, gist
from undercroft.games.host.annals.lives import life_of_group, lives
from undercroft.games.host.annals.tellings import tellings
from undercroft.games.host.annals.voice import Voice
from undercroft.games.host.chronicle import note
from undercroft.games.host.exports import EXPORTS
from undercroft.games.host.state import Group, Host

from .table import group, page, sync
from .test_plan import KINDS
from .worlds import played

WORN = 0.03  # of the lines of a world


def worn(s: Host) -> list[tuple[str, int, int]]:
    """Sentences that come more often than they should, by what is left when names and numbers are taken out."""
    named = sorted(
        {
            called
            for name in (*(g.name for g in s.groups.values()), *(r.name for r in s.rooms.values()), *(c.name for c in s.civs))
            if name
            for called in (name, short_name(name))
        },
        key=len,
        reverse=True,
    )
    voice, used = Voice(), Counter[str]()
    for _, _, facts in chapters(s):
        for fact in facts:
            said = voice.tell(fact)
            for name in named:
                said = re.sub(re.escape(name), "N", said, flags=re.IGNORECASE)
            said = re.sub(r"\b(They|It)\b", "N", said)
            used[
                re.sub(
                    r"\b(\d+|no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b", "#", said, flags=re.IGNORECASE
                )
            ] += 1
    lines = sum(used.values())
    return [(said, count, lines) for said, count in used.items() if count > max(2, WORN * lines)]


@pytest.mark.rule("HST-HIST-01")
@pytest.mark.parametrize("seed", range(10))
def test_no_sentence_is_worn_out(seed: int) -> None:
    assert not worn(played(100 + seed, **KINDS[seed % len(KINDS)]))


@pytest.mark.rule("HST-HIST-01")
@pytest.mark.parametrize("seed", range(10))
def test_the_chronicle_has_one_tense_and_no_keys(seed: int) -> None:
    s = played(100 + seed, **KINDS[seed % len(KINDS)])
    book = chronicle(s)
    assert not re.findall(r"\b[a-z]+_[a-z_]+\b|\{|\}|\(\d+ to \d+\)|\bNone\b", book)
    prose = " ".join(ages(s))
    assert not re.findall(r"[^.]*\b(?:begins|delve|is gone|are gone|is year|crawls|are left)\b[^.]*", prose)
    assert not re.findall(
        r"(?<=[.:?] )[a-z][^.]*|\b[Oo]ne (?:lives|treasures)\b|\b(?:two|three) (?:treasure|life)\b|\.\.| ,",
        re.sub(r"[:] [a-z]", ": X", prose),
    )
    assert len(short(s).split()) <= TWO_PAGES + 50
    assert short(s).count("\n## ") == sum(line.startswith("## ") for line in ages(s))
    assert not [value for value in GAME.outcome(s).facts.values() if isinstance(value, str) and "_" in value]


def story_page() -> tuple[Host, Group, Group]:
    s = page()
    s.age, s.era = "monsters", "The Age of Monsters"
    return s, group(s, "breeder", "Orcs", 4.0, 4.0, 2, 1), group(s, "alpha", "Ettin", 8.0, 4.0, 1, 1)


def test_whoever_was_named_in_full_is_called_by_a_short_name() -> None:
    names = {
        "Archon Fortinbras of the Quiet Tower": "Archon Fortinbras", "Doctor Gwendra the Patient": "Doctor Gwendra",
        "Oroundir, the Mountain's Debt": "Oroundir", "the Kingdom of Crowham": "Crowham", "Lyshyra Mourning": "Lyshyra Mourning",
        "the Company of the Crimson Griffons": "the Crimson Griffons", "Tribe of the Broken Knuckle": "the Broken Knuckle",
        "the Boulderwardens of Baldkol": "the Boulderwardens", "the cave of Fate": "the cave of Fate",
        "the Hall of Records": "the Hall of Records", "the Order of Fools": "the Order of Fools", "Clan Dorlod": "Clan Dorlod",
    }  # fmt: skip
    assert {name: short_name(name) for name in names} == names
    s, orcs, ettin = story_page()
    ettin.name = "Hollowhide of the Deep"
    other = group(s, "alpha", "Hydra", 10.0, 4.0, 1, 1)
    other.name = "Hollowhide the Old"
    voice = Voice()
    whole = Noun(ettin.name, proper=True)
    assert [voice._called(whole).one for _ in range(2)] == [ettin.name, "Hollowhide"]
    assert voice._called(Noun(other.name, proper=True)).one == other.name, "two are of that name"
    voice.chapter()
    assert voice._called(whole).one == ettin.name
    assert voice._called(orcs.name) == orcs.name


def test_whoever_left_is_named_whole() -> None:
    s, *_ = story_page()
    said = "The Company of the Golden Swords {} and left with 2 loot."
    for why in ("ran out of foes", "grew tired", "found nothing more to explore", "sent their thief home alone"):
        sync(s, note, "adventure", said.format(why), "HST-ADVN-09")
    facts = read(s)
    assert len(facts) == 4 and all(fact.values["who"].one.casefold() == "the company of the golden swords" for fact in facts)


def year(s: Host, n: int) -> None:
    s.year = s.absolute = n


def write(s: Host, kind: str, text: str, by: Group, **values: str | int) -> None:
    sync(s, note, kind, text, "HST-HIST-01", by=by, **values)


def prose(s: Host) -> str:
    voice = Voice()
    return " ".join(voice.tell(fact) for fact in told(read(s)))


@pytest.mark.rule("HST-HIST-01")
def test_what_goes_on_for_years_is_told_once() -> None:
    s, orcs, _ = story_page()
    for n in range(1, 8):
        year(s, n)
        write(s, "looted", "{who} gathered {n} loot.", orcs, n=2)
    facts = told(read(s))
    assert [(fact.years, fact.values["n"], fact.until) for fact in facts] == [(7, 14, 7)]
    assert "For seven years" in prose(s) and "14 treasures" in prose(s)
    s.record = s.record[:2]
    assert len(told(read(s))) == 2 and "years" not in prose(s)


@pytest.mark.rule("HST-HIST-01")
def test_a_run_ends_where_the_years_between_are_too_many() -> None:
    s, orcs, _ = story_page()
    for n in (1, 2, 3, 9, 10, 11):
        year(s, n)
        write(s, "looted", "{who} gathered {n} loot.", orcs, n=1)
    assert [fact.years for fact in told(read(s))] == [3, 3]


@pytest.mark.rule("HST-HIST-01")
def test_what_happens_thrice_in_a_year_is_a_list() -> None:
    s, orcs, _ = story_page()
    year(s, 1)
    for what in ("a troll", "a mimic", "a troll"):
        write(s, "encounter", "{who} made short work of {what}.", orcs, what=what)
    assert prose(s) == f"{orcs.name[:1].upper()}{orcs.name[1:]} made short work of a troll and a mimic."


@pytest.mark.rule("HST-HIST-01")
def test_the_first_time_is_told_at_length_and_later_ones_briefly() -> None:
    s, _, beast = story_page()
    for n in (1, 5, 9):
        year(s, n)
        write(s, "died", "{who} found no prey and spent a treasure on food.", beast)
    voice = Voice()
    first, second, third = (voice.tell(fact) for fact in told(read(s)))
    assert len(first) > len(second) and second != third and "as even beasts must" in first


@pytest.mark.rule("HST-HIST-01")
def test_a_pronoun_never_stands_for_one_of_two() -> None:
    s, orcs, beast = story_page()
    more = group(s, "breeder", "Gnolls", 2.0, 6.0, 2, 1)
    year(s, 1)
    write(s, "encounter", "{who} met {other}: a raid that paid (7 to 3).", orcs, other=more.name)
    write(s, "dug", "{who} needed more room and dug it.", orcs)
    write(s, "encounter", "{who} met {other}: it was bought off (7 to 3).", orcs, other=beast.name)
    write(s, "looted", "{who} gathered {n} loot.", orcs, n=1)
    voice = Voice()
    raid, room, bought, loot = (voice.tell(fact) for fact in told(read(s)))
    assert "7" not in raid and more.name in raid
    assert room.casefold().startswith(orcs.name.casefold())  # "they" could be the other people
    assert beast.name.casefold() in bought.casefold() and loot.startswith("They ")  # the beast is an "it"


@pytest.mark.rule("HST-HIST-01", "HST-HIST-02")
def test_lives_can_be_read_alone() -> None:
    s = played(3, civilization="dwarven", villain_choice="thought_lords", named_treasures=True)
    found = dict(lives(s))
    assert {g.name for g in s.groups.values()} <= set(found)
    for g in s.groups.values():
        life = life_of_group(s, g)
        assert life.casefold().startswith(g.name.casefold()) and life.endswith((".", "?"))
        assert ("was there" in life or "were there" in life) if g.alive else ("lasted" in life or "did not see" in life)
    assert any(bead.name in found for bead in s.beads.values() if bead.name)


def test_every_telling_is_told_of_a_line_that_rules_write() -> None:
    said = [line.said for line in tellings().values()]
    said += [line.also for line in tellings().values() if line.also]
    assert len(said) == len(set(said)) and len(patterns()) == len(said)
    for line in tellings().values():
        how = tellings()[line.kin or line.id]
        assert how.first and (how.run or not how.chain) and (how.item or how.many or not line.item), line.id
    s = played(3, civilization="dwarven")
    untold = [fact.text for fact in read(s) if fact.how is None]
    assert len(untold) < 0.1 * len(s.record)


def test_the_short_chronicle_is_an_export_of_its_own() -> None:
    s = played(3, civilization="dwarven")
    text = EXPORTS["short.md"](s, None).decode()
    assert text.startswith("# ") and len(text) < len(EXPORTS["md"](s, None)) / 2


def test_whoever_killed_a_villain_is_named_and_counted_among_those_who_came_home() -> None:
    s = played(23, civilization="demon", villain_choice="liche_king")
    book = "\n".join(ages(s))
    assert "So fell Esmeral, killed by the Order of Badgers." in book and "by a party" not in book
    assert "One party of adventurers went down; it came home." in book
    other = "\n".join(ages(played(12, civilization="dark_elf", villain_choice="thought_lords")))
    assert "They came upon Fane and left no one to tell of it. That was the end of Fane." in other


def test_whoever_won_and_was_gone_with_it_is_not_said_to_be_killed_by_the_dead() -> None:
    s, orcs, _ = story_page()
    year(s, 1)
    write(s, "encounter", "{who} made an end of {what} and lost {n:words} doing so.", orcs, what="beasts", n=1)
    write(s, "abandoned", "{place} fell silent; {who} were gone: killed by beasts.", orcs, place="a cave")
    first, last = prose(s).split(". ", 1)
    assert "wild beasts" in first and last.rstrip(".") == f"That was the last of {orcs.name}, and a cave fell silent"


@pytest.mark.rule("HST-HIST-01")
def test_what_went_on_for_years_is_told_in_the_year_it_ended() -> None:
    s, orcs, _ = story_page()
    for n in range(1, 6):
        year(s, n)
        write(s, "looted", "{who} gathered {n} loot.", orcs, n=1)
    assert [fact.entry.year for fact in told(read(s))] == [5]


@pytest.mark.rule("HST-HIST-01")
def test_a_name_before_a_number_ends_where_it_begins() -> None:
    s, orcs, beast = story_page()
    beast.name = "Brother Dreadsnout"
    write(s, "tribute", "{other} paid {who} one piece of loot in tribute (5 to 4).", beast, other=orcs.name)
    (fact,) = read(s)
    assert fact.values["who"].one == "Brother Dreadsnout" and fact.values["n"] == 1


@pytest.mark.rule("HST-HIST-01")
def test_whoever_pays_a_wrong_back_is_said_to_and_small_things_are_left_to_the_lives() -> None:
    s, orcs, beast = story_page()
    more = group(s, "breeder", "Gnolls", 2.0, 6.0, 2, 1)
    year(s, 1)
    write(s, "encounter", "{who} raided {other}, and it paid (7 to 3).", orcs, other=more.name)
    write(s, "grew", "{who} were {n} now.", orcs, n=3)
    year(s, 3)
    write(s, "encounter", "{who} made war on {other} and won (7 to 3).", more, other=orcs.name)
    write(s, "relocated", "{who} moved its lair to {place}.", beast, place="a cave")
    facts = gist(told(read(s)), Memory())
    assert [fact.topic for fact in facts] == ["raid-paid", "war-won"]
    voice = Voice()
    said = [voice.tell(fact) for fact in facts]
    assert said[1] == f"Robbed by {orcs.name} in the first year, {more.name} went to war with them, and won."


@pytest.mark.rule("HST-HIST-01")
def test_a_place_whose_name_nobody_heard_is_called_a_home() -> None:
    s, orcs, beast = story_page()
    write(s, "abandoned", "{place} fell silent; {who} was gone: hunger.", beast, place="The Planar Warp")
    write(s, "built", "{who} raised the {what}.", orcs, what="Iron Hall")
    write(s, "abandoned", "{place} fell silent; {who} were gone: plague.", orcs, place="The Iron Hall")
    first, _, last = told(read(s))
    assert first.values["place"].one == "its lair" and last.values["place"].one == "the Iron Hall"


def test_a_history_that_is_over_has_a_last_word() -> None:
    last = list(ages(played(23, civilization="demon", villain_choice="liche_king")))[-1]
    assert last.startswith("The Long Claws still lived below") and last.endswith(tuple(LIGHTS))


def test_the_age_of_monsters_is_told_by_those_who_mattered_and_others_have_half_a_sentence() -> None:
    s = played(12, civilization="dark_elf", villain_choice="thought_lords")
    (facts,) = (found for age, _, found in chapters(s) if age == "monsters")
    great = [group.name for group in mains(s, facts)]
    assert "Cragwhisker" in great and "Brother Grindhide" in great, "whoever ended the age, and who was most in it"
    shown = list(acts(s, facts))
    assert len(shown) > 2 and sum(len(act.facts) for act in shown) == len(facts)
    openings = [act.opening for act in shown if act.opening]
    assert len(set(openings)) == len(openings) >= 2 and all(any(short_name(name) in line for name in great) for line in openings)
    passing = next(act.others for act in shown if "Twin Lode Union" in act.others)
    assert "law-abiding human miners, for less than a year" in passing
    assert facts[-1].topic == "monsters-end"


def test_two_who_pay_each_other_back_again_and_again_are_told_of_twice() -> None:
    s, orcs, _ = story_page()
    more = group(s, "breeder", "Gnolls", 2.0, 6.0, 2, 1)
    paid, failed, both = "and it paid (7 to 3)", "and were thrown back (3 to 7)", "and both sides buried somebody (5 to 5)"
    for n, how in enumerate((paid, failed, both, paid, paid), 1):
        year(s, n)
        one, two = (orcs, more) if n % 2 else (more, orcs)
        write(s, "encounter", "{who} raided {other}" + (", " if how != failed else " ") + how + ".", one, other=two.name)
    facts = gist(told(read(s)), Memory())
    assert sum("cause_of" in fact.values for fact in facts) > BACK
    again = feuds(s, facts)
    assert sum("cause_of" in fact.values for fact in again) == BACK - 1 and len(again) < len(facts)
    assert again[-1].text in {said(way, a=again[-2].values["other"], b=again[-2].values["who"]) for way in FEUDS}


def test_who_died_of_a_beast_is_remembered_when_the_next_do_and_when_it_falls() -> None:
    s, _, beast = story_page()
    wiped = f"{beast.name[:1].upper()}{beast.name[1:]} wiped out {{}} (7 to 3)."
    for n, who in ((2, "the Order of Fools"), (5, "the Crimson Griffons")):
        year(s, n)
        sync(s, note, "adventure", wiped.format(who), "HST-ADVN-17")
    year(s, 6)
    sync(s, note, "adventure", f"The Order of Coins slew {beast.name} (9 to 6) and took all they had.", "HST-ADVN-14")
    facts = gist(told(read(s)), Memory())
    voice = Voice()
    _, second, third = (voice.tell(fact) for fact in facts)
    assert second.endswith("The Order of Fools had ended there before them.")
    assert third.endswith("That was for the Order of Fools and the Crimson Griffons, if anybody still remembered them.")
