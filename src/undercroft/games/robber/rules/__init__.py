"""Dungeon Robber, chapter by chapter. Each folder is a chapter; `turn.py` plays them.

1. Setup: `character` - the sheet, hit points and death, rolling up.
2. Playing the game: `delving` - Movement and Discovery; `chambers` - what lies behind doors, stairs, pools.
3. Monsters: `monsters` - who appears, powers, blows, running; `fight` - the meeting, Sneak, Parlay, rounds of a fight.
4. Treasure: `belongings` - coins, packs and both arms; `treasure` - the tables; `magic` - scrolls, potions and wands.
5. Returning to town: `town` - business, a better station, dividing the loot.
Appendix A: `paper` and `mapping` - Real Mapping, drawn and walked; `odd` - Odd Happenings.
Appendix B: `traps` - tricks, traps and gas.

Imports point one way, from left to right: turn, mapping, delving, odd, chambers, town, fight, magic, treasure, traps, monsters,
paper, belongings, character. What a chapter leads to in one further left is a record in a table, filled here.
"""

from __future__ import annotations

from .monsters.bestiary import BESTIARY
from .monsters.powers import COMPANY, KINDS, POWERS, Company, Power
from .odd import company, mirror, pursuit

POWERS.update(BESTIARY)
POWERS["runs"] = Power(idle=True, turn=pursuit.rival_runs)
KINDS["double"] = Power(turn=mirror.cast_back, spelled=mirror.remember)
COMPANY.update(
    {
        "allies": Company(settled=company.thank_allies, fled=company.leave_allies),
        "double": Company(settled=mirror.double_money),
        "kobold": Company(settled=pursuit.settle),
        "rival": Company(settled=pursuit.settle, fled=pursuit.left_alone),
    }
)
