"""A fourth reading: harm in a fight, magic that weighs or wounds, and calls that are the Game Master's."""

from __future__ import annotations

import pytest

from undercroft.games.donjon.being import Ability, When
from undercroft.games.donjon.rules.bestiary import fungi
from undercroft.games.donjon.rules.magic import magic
from undercroft.games.donjon.rules.magic.release import release
from undercroft.games.donjon.rules.magic.spells import Spell
from undercroft.games.donjon.state import TWO

from .kit import arena, creature, run, table

GM = 1
HARDENED = Ability("Take Damage in Combat", 3, ["soak"], when=[When("position", "fight")])
FIREPROOF = Ability("Resistant to Fire", 2, ["soak"], when=[When("harm", "fire")])


# Harm in a fight is harm in combat.


@pytest.mark.rule("DON-HOLD-06", "DON-ABIL-03")
def test_the_explosion_of_held_power_is_harm_in_combat_and_no_fire() -> None:
    s = table(1)
    b = s.pc(0)
    b.abilities = [HARDENED, FIREPROOF]
    b.spell_dice = 2
    arena(s, creature(s, "human_thief"), band=TWO)
    ran = run(magic.backfire, s, b, answers=["use:take-damage-in-combat"], dice=[[1] * 2, [20] * 6])
    assert ran.asks[0].keys == ("use:take-damage-in-combat", "plain")
    s.fight = None
    b.spell_dice = 2
    b.usual = {}
    ran = run(magic.backfire, s, b, dice=[[1] * 2, [20] * 3])
    assert not ran.asks


@pytest.mark.rule("DON-CAST-02", "DON-ABIL-03")
def test_a_spell_in_a_fight_is_soaked_like_a_blow() -> None:
    s = table(1)
    caster = s.pc(0)
    caster.words, caster.spell_dice = ["fire"], 3
    caster.abilities = [Ability("Cast Spells", 2, ["magic"], "main", spell=True)]
    foe = creature(s, "human_fighter")
    foe.abilities = [HARDENED]
    foe.items, foe.worn = [], []
    arena(s, foe)
    dice = caster.now[1] + 2 + 3
    ran = run(
        release, s, caster, Spell(["fire"], ["hurt"], "Blaze", targets=[foe.id]), dice=[[1] * dice, [20] * (foe.now[4] + 3), 1]
    )
    assert [e.roll.notation for e in ran.events if e.roll is not None][:2] == [f"{dice}d20", f"{foe.now[4] + 3}d20"]


@pytest.mark.rule("DON-MSC-03", "DON-ABIL-03")
def test_a_burning_cloud_is_harm_in_combat() -> None:
    s = table(1)
    b = s.pc(0)
    b.abilities = [HARDENED]
    cap = creature(s, "spraycaps")
    cap.abilities = []
    arena(s, cap)
    ran = run(fungi.explode, s, cap, answers=["use:take-damage-in-combat"], dice=[[1] * 4, [20] * 6, [20] * cap.now[4]])
    assert ran.asks[0].keys == ("use:take-damage-in-combat", "plain")
