"""A sage comes: of which trade, and what he says (DES-SAGE-01, DES-SAGE-07)."""

from __future__ import annotations

from .....engine import Table
from .....engine.words import a, capital, sentence
from ...content import sages
from ...state import Game, Sage, count
from ..basics.judging import asks, judged
from ..basics.throws import one_die, total
from ..personas.karma import task_letter


async def appear(t: Table[Game], *, trade: str = "", study: bool = False, sent: bool = False) -> None:
    """A sage stands there, of some trade or other (DES-SAGE-01, DES-SAGE-07)."""
    s = t.state
    known = {entry.name for entry in sages().trade}
    if trade not in (*known, "own"):
        shown = await total(t, "The gamesmaster", "for the sage's trade", rule="DES-SAGE-07", behind=True)
        trade = next(entry.name for entry in sages().trade if shown in entry.total)
    if not sent:
        trade = await judged(
            t,
            "sages",
            "A sage appears. Of which trade?",
            {**{entry.name: capital(entry.name) for entry in sages().trade}, "own": "Another kind ..."},
            trade,
            rule="DES-SAGE-01",
        )
    if trade == "own" and t.gamesmaster is not None:
        suggest = ("retired dentist", "collector of doors", "critic")
        trade = await t.ask_text(t.gamesmaster, "A sage of what kind?", rule="DES-SAGE-01", high=40, suggest=suggest)
    if trade in known:
        t.meet("sage", trade)
    count(s, "sages")
    die = await one_die(t, "The gamesmaster", "for what the sage fancies", rule="DES-SAGE-08", hidden=True)
    s.sage = Sage(trade, favourite=sages().favourite[str(die)], study=study)
    s.tally.pop("sage gold", None)
    s.phase = "sage"
    t.tell("A sage sits there and does not so much as get up: {trade} by trade.", rule="DES-SAGE-07",
           trade="a healer, which is to say a leech," if trade == "leech" else a(trade))  # fmt: skip
    if t.gamesmaster is not None and asks(t, "sages"):
        words = await t.ask_text(
            t.gamesmaster, "What does the sage say?", rule="DES-SAGE-01", high=300, suggest=("Well? What have you brought me?",)
        )
        t.tell('The {trade}: "{words}"', rule="DES-SAGE-01", trade=trade, words=sentence(words))
    task_letter(t)
