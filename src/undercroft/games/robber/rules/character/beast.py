"""Looking out of a monster's eyes (ROB-AOH-22): how that ends."""

from __future__ import annotations

from .....engine import Table
from ...content import MONSTERS
from ...state import RobberState
from . import sheet


def back_in_body(t: Table[RobberState], text: str) -> None:
    """The player is the robber again; the body was safe meanwhile (ROB-AOH-23). `text` is a template for {foe}."""
    s = t.state
    away = s.possession
    assert away is not None
    beast = sheet.caller(s)
    turns = s.delve.turn
    s.tally.deepest = max(s.tally.deepest, s.delve.deepest)
    beast.alive, beast.hp = False, 0  # nothing more can happen to it
    s.robbers, s.delve, s.possession = away.robbers, away.delve, None
    s.delve.turn += turns
    s.encounter = None
    t.tell(text, rule="ROB-AOH-23", foe=MONSTERS[beast.beast].name)


def let_go(t: Table[RobberState]) -> None:
    """Giving up control loses what it carried (ROB-AOH-23)."""
    back_in_body(t, "You let the {foe} be what it was. It keeps what it found.")


def beast_dies(t: Table[RobberState]) -> None:
    """The monster dies, and the robber blinks (ROB-AOH-23)."""
    back_in_body(t, "The {foe} dies, and you are back behind your own eyes.")
