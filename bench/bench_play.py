"""Random play in light matches on one core, beside OpenSpiel's backgammon in its own C++ loop, as ratios in one run.

    python bench/bench_play.py [--rounds 8] [--seconds 0.4] [--old FOLDER] [--bots] [--python PATH] [GAME ...]

Needs `pip install open_spiel`; PettingZoo's connect four is raced as well when `pettingzoo[classic]` is here. Each contestant
has a process of its own; short pieces of all are played in turn and timed by the processor, and the best piece of each counts,
so that a busy machine hurts all alike. A move is a player's decision; dice are not counted. `--old` plays the games of another
tree, too (a worktree of an earlier commit); `--bots` plays descent and donjon by bot, whose own thinking is not counted. Of
`host` whole histories are counted. With `--python` another Python plays the games (of both trees), one that need only have
msgspec; the peers are played by this one all the same.
"""

from __future__ import annotations

import argparse
import gc
import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

SEATS = {"board": 4, "donjon": 3}
LONGEST = {"donjon": 500}  # moves; other games are played to their end
BOTS = {"descent": ("steady",), "donjon": ("storyteller", "bruiser", "caster")}
PEERS = {"open_spiel": "pyspiel", "pettingzoo": "pygame"}  # by the module that must be here
GAMES = ("board", "robber", "descent", "donjon", "host")


# A contestant: a function that plays one game from a seed and says how many moves it had, and the seconds that do not count.

Player = tuple[Callable[[int], int], Callable[[], float]]


def open_spiel() -> Player:
    """Backgammon by two uniform random bots, all of it in C++."""
    import pyspiel

    game = pyspiel.load_game("backgammon")

    def play(seed: int) -> int:
        state = game.new_initial_state()
        bots = [pyspiel.make_uniform_random_bot(player, seed + player) for player in (0, 1)]
        pyspiel.evaluate_bots(state, bots, seed)
        return sum(1 for step in state.full_history() if step.player >= 0)

    return play, lambda: 0.0


def petting_zoo() -> Player:
    """Connect four by random legal moves, through PettingZoo's own interface."""
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()

    def play(seed: int) -> int:
        env.reset(seed=seed)
        count = 0
        for agent in env.agent_iter():
            seen, _reward, over, cut, _info = env.last()
            env.step(None if over or cut else env.action_space(agent).sample(seen["action_mask"]))
            count += not (over or cut)
        return count

    return play, lambda: 0.0


def ours(slug: str, by_bot: bool) -> Player:
    """A game of ours, at random or by bot. Works with trees that know less than this one."""
    from undercroft.bots import find_bot
    from undercroft.bots import random as at_random
    from undercroft.engine import Dice, Match, Opening, View
    from undercroft.games import find

    game = find(slug)
    names = tuple(f"P{number}" for number in range(SEATS.get(slug, 1)))
    bots = [find_bot(game, name) for name in BOTS[slug]] if by_bot else []
    thought = [0.0]

    def begin(seed: int) -> Any:
        return Match.start(game, Opening(game=slug, seats=names, seed=seed), light=True)

    def play_out(match: Any, policy: Callable[[Any], Any], blind: Any = None) -> int:
        longest = LONGEST.get(slug, game.longest)
        if hasattr(at_random, "AnyKey"):
            return int(match.play_out(policy, longest, blind=blind))
        count = 0
        while (ask := match.ask) is not None and count < longest:
            match.answer(policy(ask), ask.seats[0])
            count += 1
        return count

    def play(seed: int) -> int:
        dice = Dice(seed)
        blind = at_random.AnyKey(dice) if hasattr(at_random, "AnyKey") else None
        moves = play_out(begin(dice.next64()), lambda ask: at_random.any_answer(ask, ask.seats[0], dice), blind)
        return 1 if slug == "host" else moves

    def play_again(seed: int) -> int:
        """What bots have answered, once more: their thinking is not counted."""
        begun, dice, answers = process_time(), Dice(seed), []
        match = begin(seed)

        def think(ask: Any) -> Any:
            seat = ask.seats[0]
            answers.append(bots[seat % len(bots)](View(game, match.state, seat, ask, dice)))
            return answers[-1]

        play_out(match, think)
        thought[0] += process_time() - begun
        said = iter(answers)
        return play_out(begin(seed), lambda ask: next(said))

    return play_again if bots else play, lambda: thought[0]


def contestant(name: str) -> Player:
    """By its name, such as "open_spiel", "board" or "descent by bot"."""
    if name == "open_spiel":
        return open_spiel()
    return petting_zoo() if name == "pettingzoo" else ours(name.split()[0], name.endswith("by bot"))


def serve(name: str) -> None:
    """Play a piece of so many seconds for each line that comes in, and print its rate. In its own process, as simulations are."""
    gc.set_threshold(100_000)
    play, uncounted = contestant(name)
    seed = play(0) * 0
    for line in sys.stdin:
        begun, before, moves = process_time(), uncounted(), 0
        while process_time() - begun - uncounted() + before < float(line):
            seed += 1
            moves += play(seed)
        print(moves / (process_time() - begun - uncounted() + before), flush=True)


def race(names: list[tuple[str, str]], rounds: int, seconds: float, python: str) -> dict[tuple[str, str], float]:
    """The best rate of each contestant (its name, and the folder of its sources)."""
    runners = {
        name: subprocess.Popen(
            [sys.executable if name[0] in PEERS else python, __file__, "--serve", name[0]],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": name[1]},
        )
        for name in names
    }  # fmt: skip
    best = dict.fromkeys(names, 0.0)
    for _ in range(rounds):
        for name, runner in runners.items():
            assert runner.stdin is not None
            assert runner.stdout is not None
            runner.stdin.write(f"{seconds}\n")
            runner.stdin.flush()
            best[name] = max(best[name], float(runner.stdout.readline()))
    for runner in runners.values():
        runner.communicate()
    return best


def main() -> None:
    """Run the race and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=0.4)
    parser.add_argument("--old", default="", help="the folder of another tree")
    parser.add_argument("--bots", action="store_true")
    parser.add_argument("--python", default=sys.executable, help="the Python that plays our games")
    parser.add_argument("--serve", default="", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve(asked.serve)
        return
    here = str(Path(__file__).resolve().parent.parent / "src")
    plays = [*asked.games, *(f"{slug} by bot" for slug in asked.games if asked.bots and slug in BOTS)]
    peers = [name for name, module in PEERS.items() if _found(module)]
    trees = [here, *([f"{asked.old}/src"] if asked.old else [])]
    best = race(
        [(peer, here) for peer in peers] + [(play, tree) for play in plays for tree in trees],
        asked.rounds,
        asked.seconds,
        asked.python,
    )
    beside = best.get(("open_spiel", here))
    if beside is None:
        print("OpenSpiel is not here (pip install open_spiel): rates alone, of which only the ratios of one run mean anything.")
    print("| play | a second | of OpenSpiel's backgammon | of the old tree |\n|---|---|---|---|")
    for (name, tree), rate in best.items():
        if tree != here:
            continue
        of_peer = f"{rate / beside:.2f}" if beside and not name.startswith("host") else ""
        old = best.get((name, trees[-1])) if asked.old else None
        print(f"| {name} | {rate:,.0f} | {of_peer} | {f'{rate / old:.2f}' if old and name not in peers else ''} |")


def _found(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False


if __name__ == "__main__":
    main()
