"""A closer look at single lines of the rules: what is used up, who started it, and whose dice they are."""

from __future__ import annotations

import pytest

from undercroft.engine import Ask, Dice, Table
from undercroft.games.donjon import GAME
from undercroft.games.donjon.being import Penalty
from undercroft.games.donjon.rules.basics import distance
from undercroft.games.donjon.rules.bestiary import horrors
from undercroft.games.donjon.rules.characters import creation
from undercroft.games.donjon.rules.combat import moving
from undercroft.games.donjon.rules.magic import magic, release
from undercroft.games.donjon.rules.magic.spells import Spell
from undercroft.games.donjon.rules.running import meetings
from undercroft.games.donjon.state import TWO, Donjon

from .kit import arena, creature, numbers, run, scene, table
from .test_edges import bare
from .test_fight_through import duel
from .test_fungus import play, step
from .test_magic_through import mage
from .test_people_through import draft


@pytest.mark.rule("DON-MDA-02", "DON-ATK-03")
def test_a_save_against_the_touch_uses_up_what_weighed_on_it() -> None:
    s, b, foe = duel(kind="daolites")
    foe.abilities = creature(s, "daolites").abilities
    score = next(a.score for a in foe.abilities if a.power == "paralyze")
    b.save_body, b.penalties = 2, [Penalty(1, ["save_body"], "roll", "x")]
    run(horrors.paralyze, s, foe, b, 0, dice=[[20] * (3 + score), [1] * 4])
    assert b.penalties == []
    run(horrors.paralyze, s, foe, b, 0, dice=[[20] * (3 + score), [1] * 5])  # one die more


@pytest.mark.rule("DON-CAST-03", "DON-CAST-04", "DON-ATK-03")
@pytest.mark.parametrize(("effect", "save"), [("hinder-body", "save_body"), ("hinder-mind", "save_mind")])
def test_a_save_against_a_spell_uses_up_what_weighed_on_it(effect: str, save: str) -> None:
    s = table(1)
    b = mage(s, held=1)
    wolf = bare(creature(s, "red_wolf"))
    wolf.now, wolf.save_mind, wolf.save_body = [1] * 6, 2, 2
    wolf.penalties = [Penalty(1, [save], "roll", "x")]
    arena(s, wolf)
    run(release.release, s, b, Spell(["blind"], [effect], "Blind", targets=[wolf.id]), dice=[[1] * 6, [20, 20], 1])
    assert wolf.penalties == []


@pytest.mark.rule("DON-DIST-01", "DON-MOVE-01")
def test_whoever_is_moved_in_on_shows_how_it_fares() -> None:
    """It gives ground or resists by what is left of it: within the step it cannot be drawn anew for those who only look on."""
    s, b, foe = duel(band=TWO)
    foe.role = "brute"
    numbers(s, b, 9)
    start = GAME.determinise(s, s, 0, Dice(1))
    assert any(GAME.determinise(start, s, 0, Dice(seed)).beings[foe.id].wounds != foe.wounds for seed in range(9))
    now = GAME.determinise(s, s, 0, Dice(1))
    run(moving.move_in, now, now.pc(0), now.beings[foe.id])
    left = now.beings[foe.id].wounds
    assert {GAME.determinise(start, now, 0, Dice(seed)).beings[foe.id].wounds for seed in range(9)} == {
        start.beings[foe.id].wounds
    }
    assert left == start.beings[foe.id].wounds


@pytest.mark.rule("DON-MINI-02", "DON-MINI-03")
@pytest.mark.parametrize(("x", "y"), [(4, 4), (4, -4), (-4, 4), (-4, -4), (0, 4), (0, -4), (4, 0), (-4, 0)])
def test_a_token_goes_straight_to_another_from_wherever_it_stands(x: int, y: int) -> None:
    s, b, foe = duel(miniatures="squares", mini_move=2)
    me, it = distance.fighter(s, b.id), distance.fighter(s, foe.id)
    it.x, it.y, me.x, me.y = 0, 0, x, y
    distance.step_token(s, me, it, away=False)
    assert (me.x, me.y) == (x // 2, y // 2)


@pytest.mark.rule("DON-CAST-01", "DON-CALL-01")
@pytest.mark.parametrize(("effect", "fights"), [("hurt", True), ("hinder-body", True), ("hinder-mind", False)])
def test_a_spell_that_hurts_before_they_have_decided_is_the_first_blow(effect: str, fights: bool) -> None:
    s = table(1)
    scene(s)
    b = mage(s, words=("fire",), held=1)
    wolf = bare(creature(s, "red_wolf"))
    wolf.now, wolf.wounds = [1] * 6, 9
    assert s.scene is not None
    s.scene.foes = [wolf.id]
    spell = Spell(["fire"], [effect], "Fire", targets=[wolf.id])

    async def cast(t: Table[Donjon]) -> Spell:
        return spell

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(meetings, "work_magic", cast)
        run(meetings.meeting_magic, s, s.scene, [wolf])
    assert (s.fight is not None) is fights
    assert s.fight is None or s.fight.by_party
    assert b.up


@pytest.mark.rule("DON-FUN-24", "DON-DIST-02")
def test_toads_that_start_it_say_how_far_off_they_are() -> None:
    s, _ = play("2d", 2)
    step(s, dice=[1, [20, 19] + [1] * 7, [9] * 6])
    assert s.fight is not None
    assert not s.fight.by_party


@pytest.mark.rule("DON-HOLD-04", "DON-DICE-01")
def test_who_holds_power_throws_for_it() -> None:
    """With dice on the table: a player's character by the player, anybody else by whoever is at it."""
    s = table(2)
    scene(s)
    b = mage(s, 1, held=1)
    npc = bare(creature(s, "human_wizard"))
    npc.spell_dice = 1
    for holder, thrower in ((b, 1), (npc, 0)):
        t = Table(s, Dice(1), physical_dice=True)
        t.by = 0
        ask = magic.hold_on(t, holder, 0).send(None)
        assert isinstance(ask, Ask)
        assert (ask.kind, ask.seats) == ("dice", (thrower,))


@pytest.mark.rule("DON-LEVEL-01", "DON-START-03", "DON-LEVEL-02")
@pytest.mark.parametrize(("level", "xp"), [(2, 90), (3, 95), (4, 190)])
def test_who_comes_back_as_high_as_the_others_start_keeps_the_experience(level: int, xp: int) -> None:
    s, d = draft(2, starting_level=3)
    d.being.calling, d.being.level, d.being.xp, s.advances = "Thief", level, xp, []
    creation.finish(Table(s, Dice(1)), d)
    assert (d.being.xp, len(s.advances)) == (xp, 3 if level < 3 else 0)
