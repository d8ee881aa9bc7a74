"""Ambushes: what lies in wait against the sharpest eyes of the party. Chapters 5 and 8."""

from __future__ import annotations

from .....engine import Table
from ...being import Being, Bonus
from ...state import Donjon
from ..basics import narrate
from ..concepts.contest import contest
from ..concepts.facts import Setting
from ..concepts.law import player_won
from ..creatures.odd import odd
from ..resolution.picking import WATCHING, choose_pool
from ..resolution.pools import best_ability, place_tags, pool, tagged


async def ambush_dice(t: Table[Donjon], foes: list[Being]) -> None:
    """The ambushers' Test before the fight: Track Blood on the injured, else hiding against the party's eyes; initiative dice."""
    s = t.state
    injured = next((b for b in s.party() if b.wounds < b.wounds_full or b.now != b.full), None)
    first = foes[0]
    tracks = next((odd_one.tracks for odd_one in odd(first) if odd_one.tracks is not None), None)
    if injured is not None and tracks is not None:
        watcher = injured
        n = await tracks(t, first, injured)
    else:
        hiding = pool(
            s, first, "stealth", ability=best_ability(s, first, "stealth", tagged(place_tags(s), "wall cling")), tags=frozenset()
        )
        watcher = sharpest(s)
        picked = await choose_pool(
            t,
            watcher,
            "perception",
            tags=tagged(place_tags(s), "hear see"),
            other=hiding.dice,
            why="keeping an eye on the shadows",
            counted=True,
            stake=WATCHING,
            rule="DON-MRW-04",
            attr="dis",
        )
        result = await contest(t, hiding, picked.pool, f"{first.name} lies in wait", rule="DON-MRW-04")
        n = result.n if result.won else -result.n
    for number in range(n):
        foe = foes[number % len(foes)]
        foe.bonus.append(Bonus(1, "initiative", "ambush", only=True, scene=s.scene_no))
    if n < 0:
        narrate.say(t, "saw_ambush", rule="DON-PERC-03", actor=watcher.name)
        await player_won(t, watcher, -n, Setting("perception", "seeing the ambush", watcher, first, frozenset()))


def sharpest(s: Donjon) -> Being:
    """Who of the party sees best: one pair of eyes rolls for all (DON-CONT-03)."""
    tags = tagged(place_tags(s), "hear see")
    return max(s.party(), key=lambda b: pool(s, b, "perception", attr="dis", ability=best_ability(s, b, "perception", tags)).dice)
