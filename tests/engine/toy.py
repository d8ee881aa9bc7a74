"""A toy game for engine tests: climb stairs by dice, with a hidden coin, a secret vote and a gamesmaster's call."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from undercroft.engine import (
    Dial,
    Dice,
    Drawing,
    Game,
    Line,
    Opening,
    Outcome,
    Rule,
    Rulebook,
    Screen,
    Setting,
    Sheet,
    State,
    Table,
    Tale,
)

RULE = "TOY-CLIMB-01"


class Toy(State):
    """Where everyone stands, and which hand holds the coin."""

    heights: list[int]
    coin: str  # "left" or "right"; "unknown" to players
    turn: int = 0
    goal: int = 12
    names: list[str] = []


async def climb(t: Table[Toy], seat: int) -> None:
    """One climber's turn: climb on a roll, guess the coin, or rest."""
    s = t.state
    move = await t.choose(
        seat, "{name}, what now?", {"climb": "Climb", "guess": "Guess", "rest": "Rest"}, rule=RULE, name=s.names[seat]
    )
    if move == "climb":
        rise = await t.roll("1d6", "climb", rule=RULE)
        s.heights[seat] += rise
        t.tell("{name} climbs {rise}.", rule=RULE, name=s.names[seat], rise=rise)
    elif move == "guess":
        side = await t.choose(seat, "Which hand?", ["left", "right"], rule=RULE, describe=str.title)
        t.reveal()
        right = side == s.coin
        s.heights[seat] += 3 if right else 0
        t.tell("{name} guesses.", rule=RULE, only=seat, secret="It was the {coin} hand.", name=s.names[seat], coin=s.coin)
    else:
        s.heights[seat] += await t.ask_number(seat, "How far?", 0, 2, rule=RULE)


class ToyGame(Game[Toy]):
    """The game object."""

    slug = "toy"
    title = "Toy"
    tagline = "Climb."
    credit = "Ours."
    state_type = Toy
    min_seats = 1
    max_seats = 4
    takes_gamesmaster = True
    settings = (
        Setting("goal", "Height to reach", 12, low=3, high=50),
        Setting("vote", "End with a vote", False),
        Setting("wind", "Wind", "calm", choices=("calm", "storm")),
    )
    longest = 500

    def setup(self, opening: Opening, dice: Dice) -> Toy:
        goal = opening.options["goal"]
        assert isinstance(goal, int)
        return Toy([0] * len(opening.seats), dice.pick(["left", "right"]), goal=goal, names=list(opening.seats))

    async def step(self, t: Table[Toy]) -> None:
        s = t.state
        seat = s.turn % len(s.heights)
        await climb(t, seat)
        call = await t.judge("A gust?", {"gust": "Yes", "still": "No"}, {"gust": 1, "still": 5}, rule=RULE)
        if call == "gust":
            s.heights[seat] = max(0, s.heights[seat] - 1)
        s.turn += 1

    def is_over(self, state: Toy) -> bool:
        return max(state.heights) >= state.goal or state.turn >= 100

    def outcome(self, state: Toy) -> Outcome:
        best = max(state.heights)
        return Outcome(
            tuple(i for i, h in enumerate(state.heights) if h == best), f"Height {best}", facts={"turns": state.turn}, rule=RULE
        )

    def mask(self, state: Toy, seat: int | None) -> Toy:
        return state if seat == len(state.names) else msgspec.structs.replace(state, coin="unknown")

    def determinise(self, start: Toy, now: Toy, seat: int, dice: Dice) -> Toy:
        return msgspec.structs.replace(start, coin=dice.pick(["left", "right"]))

    def screen(self, masked: Toy, seat: int | None) -> Screen:
        heights = tuple(Line(name, str(height)) for name, height in zip(masked.names, masked.heights, strict=True))
        return Screen("Toy", f"turn {masked.turn}", sheets=(Sheet("Heights", heights),))

    def dials(self, masked: Toy, seat: int | None) -> tuple[Dial, ...]:
        return (Dial("turn", "Turn", 0, masked.turn), Dial("side", "Side", choices=(("front", "Front"), ("back", "Back"))))

    def draw_at(self, masked: Toy, seat: int | None, turned: Mapping[str, str | int]) -> Drawing | None:
        return Drawing(text=f"{turned['side']} of turn {turned['turn']}, the coin {masked.coin}")

    def tale(self, masked: Toy, seat: int | None, place: str) -> Tale | None:
        if place != "stairs":
            return None
        return Tale("The stairs", (Line("always", f"{masked.goal} steps", rule=RULE),))

    def rulebook(self) -> Rulebook:
        return Rulebook("Toy", "Ours.", [Rule(RULE, "Climbing", "core", "Climb by a die.")], {})


GAME = ToyGame()
