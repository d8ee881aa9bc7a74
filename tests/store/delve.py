"""A very small game that goes into worlds: whoever is nearest is slain, whatever is nearest is taken, or somebody dies."""

from __future__ import annotations

from typing import Any

import msgspec

from undercroft.engine import Dice, Game, Opening, Outcome, Screen, State, Table
from undercroft.engine.site import Deed, Entry, Site, Ticket
from undercroft.games.host import GAME as HOST
from undercroft.site.account import account


class Delve(State):
    """What was brought along, and what was done."""

    ticket: Ticket
    places: dict[int, int]
    peoples: list[int]
    deed: str = ""


class DelveGame(Game[Delve]):
    slug = "delve"
    title = "Delve"
    tagline = "Go down once."
    credit = "Made for tests."
    state_type = Delve

    def enter(self, site: Site, door: int, goal: int, dice: Dice) -> Entry:
        shares = {str(thing): (thing, amount) for thing, amount in account(site).items()}
        ticket = Ticket(site.world, site.version, site.year, door, goal, shares)
        places = {hoard.id: hoard.place for hoard in site.hoards} | {dweller.owner: dweller.place for dweller in site.dwellers}
        bring = {
            "ticket": msgspec.to_builtins(ticket),
            "places": {str(key): place for key, place in places.items()},
            "peoples": [people.id for people in site.peoples],
        }
        return Entry(bring, {}, ticket)

    def setup(self, opening: Opening, dice: Dice) -> Delve:
        return msgspec.convert(opening.bring, Delve, str_keys=True)

    async def step(self, t: Table[Delve]) -> None:
        options = {"slay": "Slay them", "take": "Take it", "die": "Die", "flee": "Flee"}
        t.state.deed = await t.choose(0, "What now?", options, rule="DEL-01")

    def is_over(self, state: Delve) -> bool:
        return bool(state.deed)

    def outcome(self, state: Delve) -> Outcome:
        things = [thing for thing, _ in state.ticket.shares.values()]
        amount = dict(state.ticket.shares.values())
        people = next((thing for thing in things if thing in state.peoples), 0)
        hoard = next((thing for thing in things if thing not in state.peoples), 0)
        place = state.places.get(hoard, 0)
        deeds = {
            "slay": (Deed("slain", people, state.places.get(people, 0), amount.get(people, 0)),),
            "take": (Deed("taken", hoard, place, amount.get(hoard, 0)), Deed("stated", 0, place, text="Nobody sweeps here")),
            "die": (Deed("died", 0, place, who="Ada"),),
            "flee": (),
        }[state.deed]
        return Outcome((0,), state.deed, deeds=deeds, trail=(place,))

    def screen(self, masked: Delve, seat: int | None) -> Screen:
        return Screen("Delve")


GAME = DelveGame()


def find(slug: str) -> Game[Any]:
    """This game, or the one that makes worlds."""
    games: dict[str, Game[Any]] = {"delve": GAME, "host": HOST}
    return games[slug]
