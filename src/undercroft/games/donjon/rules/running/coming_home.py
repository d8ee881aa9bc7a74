"""Coming home: handing over the prize, and the reward. Chapters 7 and 8."""

from __future__ import annotations

from .....engine import Option, Table
from ... import content
from ...being import Being
from ...state import Donjon
from ..basics import narrate
from ..goods.goods import a_thing, liking, take
from .adventures import close


async def homecoming(t: Table[Donjon]) -> None:
    """Back in Town: hand over the prize, take the reward; the adventure is closed (DON-CLIMAX-05, DON-FUN-07)."""
    s = t.state
    assert s.adventure is not None
    stage = s.scores.get("home", 0)
    if stage == 0:
        s.chapter = 0
        narrate.say(t, "return", rule="DON-RETURN-01", town=s.adventure.town.name)
        s.scores["home"] = 1
        if s.adventure.key == "fungus":
            holder = next((b for b in s.pcs() for i in b.items if "emerald" in i.tags), None)
            keep = "give"
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
                if keep == "give":
                    holder.items = [i for i in holder.items if "emerald" not in i.tags]
            if keep == "keep":
                s.hostile = s.emerald_kept = True
                t.tell("They leave by the back gate. Amerla will remember.", rule="DON-FUN-07")
                close(t, won=True)
                return
            for b in s.pcs():
                take(s, b, content.goods().item("potion_of_toughness", s.new_id("i")))
            t.tell(
                "Grizzold weeps into his beard. Everyone gets a Potion of Toughness 2, and may go to the smith or the tanner.",
                rule="DON-FUN-07",
            )
            return
        s.respect += 1
        t.tell(
            "{town} honours its word: {what}. All Markups here are one die lower from now on.",
            rule="DON-ADV-07",
            town=s.adventure.town.name,
            what="; ".join(s.adventure.enticement[:2]),
        )
        for b in s.pcs():
            b.wealth += 2
        close(t, won=True)
        return
    at = stage - 1
    party = s.pcs()
    if at < len(party):
        s.scores["home"] = stage + 1
        await gift(t, party[at])
        return
    s.respect += 1
    close(t, won=True)


async def gift(t: Table[Donjon], b: Being) -> None:
    """A weapon or armor of up to DR 3 from the smith or the tanner (DON-FUN-07)."""
    s = t.state
    goods = content.goods()
    weapons = sorted(
        (k for k, row in goods.weapons.items() if row.dr <= 3 and not row.supply),
        key=lambda k: -liking(b, goods.shown(k)),
    )
    armor = sorted(
        (k for k, row in goods.armor.items() if row.dr <= 3 and k != "snowleaf_wood"),
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
