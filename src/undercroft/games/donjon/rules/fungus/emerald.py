"""The Emerald of Cissila: what it does, how it is found, and who gets it. Chapter 8."""

from __future__ import annotations

from .....engine import Option, Table
from ... import content
from ...being import Being
from ...state import Donjon
from ..basics.tales import Tale
from ..basics.words import stem
from ..goods.goods import a_thing, liking, take
from ..magic.spells import Spell, Wonder, is_about
from ..running.adventures import close
from .grakvar import on_the_way_home

PLANTS = frozenset(stem(word) for word in ("grow", "bloom", "root", "tree", "crop", "plant", "mushroom"))


def on_plants(s: Donjon, spell: Spell) -> bool:
    """It helps when the announced spell works on plant life; fungus counts (DON-FUN-06)."""
    return is_about(s, spell, PLANTS, "plant")


async def homecoming(t: Table[Donjon]) -> None:
    """The Emerald goes to the mayor for potions and smith's work, or out by the back gate; one character a step (DON-FUN-07)."""
    s = t.state
    stage = s.scores.get("home", 0)
    s.scores["home"] = stage + 1
    if stage == 0:
        await _hand_over(t)
    elif stage <= len(s.pcs()):
        await gift(t, s.pcs()[stage - 1])
    else:
        s.respect += 1
        close(t, won=True)


async def _hand_over(t: Table[Donjon]) -> None:
    s = t.state
    holder = next((b for b in s.pcs() for i in b.items if "emerald" in i.tags), None)
    if holder is not None:
        keep = await t.choose(
            holder.seat,
            "{who} holds the Emerald. Hand it to the mayor?",
            {
                "give": Option("Hand it over", hint="potions, and smith's work for all", rule="DON-FUN-07"),
                "keep": Option("Keep it and be gone", hint="Worth 10; Amerla turns hostile", rule="DON-FUN-07"),
            },
            rule="DON-FUN-07",
            who=holder.name,
        )
        if keep == "keep":
            s.hostile = s.emerald_kept = True
            t.tell("They leave by the back gate. Amerla will remember.", rule="DON-FUN-07")
            close(t, won=True)
            return
        holder.items = [i for i in holder.items if "emerald" not in i.tags]
    for b in s.pcs():
        take(s, b, content.goods().item("potion_of_toughness", s.new_id("i")))
    t.tell(
        "Grizzold weeps into his beard. Everyone gets a Potion of Toughness 2, and may go to the smith or the tanner.",
        rule="DON-FUN-07",
    )


async def gift(t: Table[Donjon], b: Being) -> None:
    """A weapon or armor of up to DR 3 from the smith or the tanner (DON-FUN-07)."""
    s = t.state
    goods = content.goods()
    weapons = sorted(
        (k for k, row in goods.weapons.items() if row.dr <= 3 and not row.supply),
        key=lambda k: -liking(b, goods.shown(k)),
    )
    armor = sorted(
        (k for k, row in goods.armor.items() if row.dr <= 3 and not row.special),
        key=lambda k: (goods.armor[k].dr > b.full[0], -goods.armor[k].dr),
    )
    key = await t.choose(
        b.seat,
        "What shall they make for {who}?",
        [*weapons, *armor],
        rule="DON-FUN-07",
        describe=lambda k: Option(goods.shown(k).name, hint=f"DR {goods.shown(k).dr}"),
        who=b.name,
    )
    item = goods.item(key, s.new_id("i"))
    take(s, b, item)
    t.tell("{who} walks out with {item}.", rule="DON-FUN-07", who=b.cap, item=a_thing(item))


EMERALD = Wonder(works_on=on_plants, found="The Emerald of Cissila is found in the King's cap")
FUNGUS = Tale(goal="Emerald", way_home=on_the_way_home, homecoming=homecoming)
