"""Horrors: the stony touch of daolites, and oozes that eat gear."""

from __future__ import annotations

from .....engine import Table
from ...being import Being
from ...state import Donjon
from ..basics import narrate
from ..basics.judging import call
from ..concepts.contest import contest
from ..creatures.odd import Power, used
from ..harm.damage import item_test
from ..resolution.picking import after_roll
from ..resolution.pools import power_pool, save_pool, worth


async def touch(t: Table[Donjon], a: Being, d: Being, dice: int, mode: str) -> bool:
    """A daolite that has touched somebody paralyzes or stomps."""
    if d.frozen:
        return False
    use = await call(
        t,
        "npcs",
        "{who} touches {victim}. Paralyze, or stomp?",
        {"paralyze": "Paralyze", "stomp": "Stomp"},
        {"paralyze": 1, "stomp": 1},
        rule="DON-MDA-02",
        who=a.name,
        victim=d.name,
    )
    if use == "paralyze":
        await paralyze(t, a, d, dice)
    return use == "paralyze"


async def paralyze(t: Table[Donjon], a: Being, d: Being, dice: int) -> None:
    """Paralyze with Touch: Cerebrality + Ability + the attack's dice against the body save; that many actions are lost
    (DON-MDA-02)."""
    s = t.state
    ability = used(t, a, "paralyze")
    result = await contest(
        t,
        power_pool(s, a, "cer", ability, [("attack successes", dice)]),
        save_pool(s, d, "save_body"),
        f"{a.name} turns {d.name} to stone",
        rule="DON-MDA-02",
    )
    after_roll(t, d, "save_body")
    if result.won:
        d.frozen += result.n
        narrate.say(t, "turned", rule="DON-MDA-02", target=d.name, n=result.n)
    else:
        t.tell("{victim} shakes off the cold.", rule="DON-MDA-02", victim=d.cap)


async def flow_over(t: Table[Donjon], a: Being, d: Being, dice: int, mode: str) -> bool:
    """An ooze burns flesh, or eats what somebody wears."""
    if not d.worn:
        return False
    use = await call(
        t,
        "npcs",
        "{who} flows over {victim}. Burn flesh, or eat gear?",
        {"burn": "Burn flesh", "eat": "Eat gear"},
        {"burn": 2, "eat": 1},
        rule="DON-MLO-02",
        who=a.name,
        victim=d.name,
    )
    if use == "eat":
        await destroy_items(t, a, d, dice)
    return use == "eat"


async def destroy_items(t: Table[Donjon], a: Being, d: Being, dice: int) -> None:
    """Destroy Items: the Damage Test is made against the Worth of one item, and ruins only that (DON-MLO-02)."""
    s = t.state
    ability = used(t, a, "destroy_items")
    worn = [item for item in d.items if item.id in d.worn or item.id == d.wielding]
    item = max(worn, key=worth)
    await item_test(t, power_pool(s, a, "vir", ability, [("attack successes", dice)]), d, item)


PARALYZE = Power(instead=touch)
DESTROY_ITEMS = Power(instead=flow_over, apart=True)
