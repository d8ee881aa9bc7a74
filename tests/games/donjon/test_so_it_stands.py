"""Rules version 9: out of reach is out of reach, a weapon that was stated can be used, a wound is a stop."""

from __future__ import annotations

import pytest

from undercroft.engine import Dice, Table
from undercroft.games.donjon import GAME
from undercroft.games.donjon.being import Being
from undercroft.games.donjon.first import lesson
from undercroft.games.donjon.rules.basics.distance import band
from undercroft.games.donjon.rules.combat import actions, flurry, tactics
from undercroft.games.donjon.rules.combat.combat import against_attack
from undercroft.games.donjon.rules.concepts import facts as ledger
from undercroft.games.donjon.rules.concepts.effects import ranked, readings, sheltered
from undercroft.games.donjon.rules.concepts.facts import Setting
from undercroft.games.donjon.rules.concepts.law import player_won
from undercroft.games.donjon.rules.harm.damage import apply_harm
from undercroft.games.donjon.rules.harm.initiative import initiative
from undercroft.games.donjon.stage import stage
from undercroft.games.donjon.state import CLOSE, ONE, Donjon

from .kit import arena, creature, give, numbers, run, scene, table


def _fight() -> tuple[Donjon, Being, Being]:
    s = table(1)
    scene(s)
    wolf = creature(s, "red_wolf", "the Red Wolf")
    arena(s, wolf, band=CLOSE)
    return s, s.pc(0), wolf


OUT_OF_REACH = (
    "The wolf cannot reach me in the oak", "The Red Wolf can't climb", "I am out of the wolf's reach",
    "Nothing can reach me here",
    "I am safe from the wolf", "I sit up in the oak, out of reach", "Roland is out of its reach",
    "it is too heavy to climb after me",
)  # fmt: skip


@pytest.mark.rule("DON-LAW-14")
@pytest.mark.parametrize("text", OUT_OF_REACH)
def test_out_of_reach_is_out_of_reach(text: str) -> None:
    s, b, wolf = _fight()
    about = Setting("athletics", "climbing up into my oak", b, None)
    assert ranked(readings(s, text, None, ledger.allowed_kinds(s, about)))[0] == "hindered"
    assert ledger.does(s, "hindered", text) == "no blow in this flurry and the next, unless you go for them"
    ran = run(player_won, s, b, 1, about, answers=["facts:1", text])
    assert "The Red Wolf cannot get at Roland now, nor in the next flurry." in ran.texts
    assert band(s, b.id, wolf.id) == ONE
    assert tactics.decide(s, wolf) in ("wait", f"howl:{b.id}")  # what it can still do from below
    assert f"close:{b.id}" not in tactics.options(s, wolf)
    assert tactics.wants_lull(s, [wolf]) == "off"
    shown = stage(s, 0, ())
    assert shown is not None
    assert "cannot reach Roland" in shown.sides[1].notes


@pytest.mark.rule("DON-LAW-14")
@pytest.mark.parametrize(
    "text",
    ["The wolf limps", "I cannot reach the wolf", "I am not safe here", "It cannot reach its sword", "It gets up"],
)
def test_what_says_nothing_of_reach_keeps_nobody_off(text: str) -> None:
    s, b, _ = _fight()
    assert sheltered(s, text, b) == []


@pytest.mark.rule("DON-LAW-14", "DON-DIST-01")
def test_it_holds_for_two_flurries_or_until_one_comes_down() -> None:
    s, b, wolf = _fight()
    fight = s.fight
    assert fight is not None
    fight.flurry = 1
    about = Setting("athletics", "climbing", b, None)
    run(player_won, s, b, 1, about, answers=["facts:1", "The wolf cannot reach me"])
    for flurry_no, held in ((2, True), (3, False)):
        run(initiative, s, dice=Dice(1))
        assert fight.flurry == flurry_no
        assert bool(wolf.penalties) is held
    assert f"close:{b.id}" in tactics.options(s, wolf)
    run(player_won, s, b, 1, about, answers=["facts:1", "The wolf cannot reach me"])
    numbers(s, wolf)
    assert "you would come down" in actions.describe_action(s, b, f"close:{wolf.id}").hint
    run(actions.act, s, b, f"close:{wolf.id}", dice=Dice(1))
    assert (band(s, b.id, wolf.id), wolf.penalties) == (CLOSE, [])


@pytest.mark.rule("DON-LAW-14")
def test_a_step_of_older_rules_ends_as_it_began() -> None:
    s, b, _ = _fight()
    s.older = 8
    assert sheltered(s, "The wolf cannot reach me", b) == []
    assert GAME.migrate({"older": True}, 8) == {"older": 6}
    assert GAME.migrate({}, 8) == {"older": 8}
    assert GAME.migrate({}, 9) == {}


@pytest.mark.rule("DON-LAW-14")
def test_a_weapon_that_was_stated_can_be_taken_up() -> None:
    s, b, wolf = _fight()
    about = Setting("perception", "looking about", b, None)
    run(player_won, s, b, 1, about, answers=["facts:1", "There is a silver sword under the leaves"])
    fact = s.facts[-1]
    assert fact.effect == "here"
    key = f"grab:{fact.id}"
    assert key in actions.pc_options(s, b)
    assert actions.describe_action(s, b, key).label == "Take up a silver sword"
    run(actions.act, s, b, key)
    held = next(i for i in b.items if i.id == b.wielding)
    assert (held.name, held.sort, held.dr, held.sharp) == ("a silver sword", "weapon", 1, True)
    assert key not in actions.pc_options(s, b)
    assert f"attack:{wolf.id}" in actions.pc_options(s, b)


@pytest.mark.rule("DON-LAW-14")
def test_a_weapon_that_is_mine_is_a_weapon() -> None:
    s, b, _ = _fight()
    about = Setting("perception", "looking about", b, None)
    b.items, b.wielding = [], ""
    text = "I find a woodsman's machete in the ferns"
    ledger.enter(Table(s, Dice(1)), text, author="Roland", seat=0, test="looking", about=about, effect="mine")
    item = b.items[-1]
    assert (item.name, item.sort, item.dr) == ("a woodsman's machete", "weapon", 1)
    assert f"draw:{item.id}" in actions.pc_options(s, b)


@pytest.mark.rule("DON-DMG-03")
@pytest.mark.parametrize(("older", "stops"), [(0, 1), (8, 0)])
def test_a_wound_is_a_stop(older: int, stops: int) -> None:
    s, b, wolf = _fight()
    s.older = older
    assert s.fight is not None
    s.fight.count = 9
    numbers(s, wolf, 9)
    for ability in wolf.abilities:
        ability.score = 40
    wolf.role = ""
    before = b.wounds
    ran = run(flurry.next_action, s, answers=["on"] * stops, dice=Dice(3))
    assert b.wounds < before
    assert [ask.keys for ask in ran.asks if ask.rule == "DON-DMG-03"] == [("on",)] * stops


@pytest.mark.rule("DON-LAW-04")
def test_words_of_the_action_are_never_asked_what_they_have_to_do_with_it() -> None:
    s = table(1)
    scene(s)
    b = s.pc(0)
    binding = Setting("healing", "binding Roland's wounds with moss", b, None)
    for text in ("The moss closes the wounds", "my wounds are bound"):
        assert ledger.refuse(s, text, binding, 2) != ledger.OFF_THE_POINT, text
    s.older = 8
    assert ledger.refuse(s, "The moss closes the wounds", binding, 2) == ledger.OFF_THE_POINT


@pytest.mark.rule("DON-WEAK-01", "DON-WEAK-03")
def test_a_machete_is_iron() -> None:
    s, b, _ = _fight()
    grakvar = creature(s, "human_fighter", "Grakvar")
    arena(s, grakvar, band=CLOSE)
    about = Setting("perception", "watching Grakvar", b, grakvar)
    kill = next(a for a in grakvar.abilities if "attack" in a.adds)
    grakvar.abilities = [kill]
    give(s, b, "machete")
    _, before = against_attack(s, b, grakvar)
    run(player_won, s, b, 1, about, answers=["facts:1", "Grakvar fears cold iron"])
    assert against_attack(s, b, grakvar)[1] == before - kill.score


@pytest.mark.rule("DON-LAW-03", "DON-LAW-01")
def test_what_a_success_is_is_said_in_full_once() -> None:
    s, b, _ = _fight()
    asked = []
    for text in ("The wolf limps", "The wolf trips"):
        ran = run(player_won, s, b, 2, Setting("force", "a shove", b, None), answers=["facts:1", text])
        asked.append([ask.prompt for ask in ran.asks])
    assert asked[0][0] == "Two successes for Roland (a shove). Each is a fact that you state or a die you keep. How many facts?"
    assert asked[1][0] == "Two successes for Roland: how many facts? The rest are dice you keep."
    assert asked[1][1] == "Roland, what is true now?"


@pytest.mark.rule("DON-DMG-03")
def test_the_coach_speaks_where_it_gets_hard() -> None:
    s, b, wolf = _fight()
    wolf.wounds = wolf.wounds_full = 9
    ran = run(apply_harm, s, wolf, 2, frozenset(), by=b, answers=["flesh"])
    ask = ran.asks[0]
    told = lesson(s, 0, ask)
    assert told is not None
    assert told.key == "where"
    hints = {key: option.hint for key, option in ask.options.items()}
    assert hints["flesh"] == f"2 off: {wolf.wounds - 2} left; with none it falls"  # made when somebody looks: here, afterwards
    assert hints["attr:vir"].startswith("it strikes less hard: 1 off")
