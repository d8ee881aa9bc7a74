"""A tiny game of simultaneous secret choices, for store and server tests."""

from __future__ import annotations

from undercroft.engine import Dice, Game, Opening, Outcome, Rule, Rulebook, Screen, State, Table

RULE = "VOTE-01"


class Votes(State):
    """What was voted, round by round."""

    seats: int
    votes: list[list[str]] = []


class VoteGame(Game[Votes]):
    """Everyone votes at once, five times."""

    slug = "vote"
    title = "Vote"
    tagline = "Vote."
    credit = "Ours."
    state_type = Votes
    min_seats = 2
    max_seats = 6

    def setup(self, opening: Opening, dice: Dice) -> Votes:
        return Votes(len(opening.seats))

    async def step(self, t: Table[Votes]) -> None:
        seats = range(t.state.seats)
        votes = await t.choose_all("Yes or no?", {seat: {"yes": "Yes", "no": "No"} for seat in seats}, rule=RULE)
        t.state.votes.append([votes[seat] for seat in seats])
        t.tell("The vote is {yes} for it.", rule=RULE, yes=sum(vote == "yes" for vote in votes.values()))

    def is_over(self, state: Votes) -> bool:
        return len(state.votes) >= 5

    def outcome(self, state: Votes) -> Outcome:
        return Outcome((), "All is voted.", rule=RULE)

    def screen(self, masked: Votes, seat: int | None) -> Screen:
        return Screen("Vote", f"round {len(masked.votes)}")

    def rulebook(self) -> Rulebook:
        return Rulebook("Vote", "Ours.", [Rule(RULE, "Voting", "core", "Vote.")], {})


VOTE = VoteGame()
