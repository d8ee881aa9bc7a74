"""Mirrors on the board: two bots with the same adventurer, every seed played twice with swapped seats.

python bench/mirror.py planner greedy --games 300 --seed 9000 --kind superhero
"""

from __future__ import annotations

import argparse
import json
import math
import time
from typing import Any

from undercroft.bots import find_bot
from undercroft.engine import Answer, Ask, Bot, Dice, Match, Opening, View
from undercroft.games import find


def main() -> None:
    """Play, and print the share of wins of the first bot (a game that nobody wins is half a win) with its 95 % interval."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bot")
    parser.add_argument("rival")
    parser.add_argument("--games", type=int, default=300, help="an even number: two for each seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", default="hero", choices=("elf", "hero", "superhero", "wizard"))
    print(json.dumps(mirror(**vars(parser.parse_args()))))


def mirror(bot: str, rival: str, games: int, seed: int, kind: str) -> dict[str, Any]:
    """The figures of one mirror."""
    game = find("board")
    players = [find_bot(game, bot), find_bot(game, rival)]
    score = squares = 0.0
    thought, asked, thrown = [0.0, 0.0], [0, 0], [0, 0]
    pairs = games // 2
    for number in range(pairs):
        pair = 0.0
        for swapped in (False, True):
            seats = players[::-1] if swapped else players
            opening = Opening(game="board", seats=("P1", "P2"), seed=seed + number, options={"types": f"{kind},{kind}"})
            match = Match.start(game, opening, light=True)
            dice = Dice(seed + number)

            def answer(
                ask: Ask, match: Match[Any] = match, dice: Dice = dice, seats: list[Bot] = seats, swapped: bool = swapped
            ) -> Answer:
                seat = ask.seats[0]
                began = time.process_time()
                said = seats[seat](View(game, match.state, seat, ask, dice))
                who = seat ^ swapped
                thought[who] += time.process_time() - began
                asked[who] += 1
                thrown[who] += str(said).startswith("cast:")
                return said

            match.play_out(answer, game.longest)
            winners = game.outcome(match.state).winners
            mine = 1 if swapped else 0
            pair += 0.5 if not winners else float(mine in winners)
        score += pair
        squares += pair * pair
    share = score / games
    spread = 1.96 * math.sqrt(max(0.0, squares / pairs - (score / pairs) ** 2) / pairs) / 2
    return {
        "kind": kind, "bot": bot, "rival": rival, "games": games, "seed": seed, "wins": round(share, 4),
        "interval": [round(share - spread, 3), round(share + spread, 3)],
        "cpu_ms_per_decision": [round(1000 * t / max(1, n), 2) for t, n in zip(thought, asked, strict=True)],
        "spells_per_game": [round(n / games, 1) for n in thrown],
    }  # fmt: skip


if __name__ == "__main__":
    main()
