"""Ideas: uses for goods that a player dreams up (DES-STORE-14). What the goods are really for is looked up first."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from .....engine import Option, Table
from .....engine.content import load_toml
from .....engine.words import sentence
from ...state import Game
from ..basics.judging import judged
from ..basics.throws import total
from ..company.coming import start_battle
from ..personas.people import leader_seat
from .flee import run, stalls
from .outcome import victory
from .peace import make_peace

STALL_WORDS = {
    "glue": "glue", "pin": "pins", "wrap": "wrap", "smoke": "grenade", "grenade": "grenade", "bomb": "bomb", "weed": "tangle",
    "brandy": "brandy", "tangling": "tangling",
}  # fmt: skip


class Idea(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of idea: words that tell it, and what comes of it."""

    words: tuple[str, ...]
    works: str
    fails: str


class Ideas(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every kind, the last of which anything is."""

    idea: tuple[Idea, ...]


@cache
def ideas() -> tuple[Idea, ...]:
    """The kinds, in the order in which they are looked for."""
    return load_toml(files("undercroft.games.descent") / "data" / "ideas.toml", Ideas).idea


def comes_of(text: str) -> Idea:
    """What kind of idea it is, by its words."""
    low = f"{text.lower()} "
    return next(one for one in ideas() if any(word in low for word in one.words))


async def try_idea(t: Table[Game]) -> None:
    """A described use: a known stall works as one; anything else needs nine, and holds them for one attack."""
    s = t.state
    b = s.battle
    assert b is not None
    text = await t.ask_text(leader_seat(s), "What does the party do, and with what?", rule="DES-STORE-14", high=160,
                            suggest=("We shout boo and bang on our shields.", "Glue on the door!"))  # fmt: skip
    t.tell("The party's idea: {words}", rule="DES-STORE-14", words=text)
    open_now = {key for key, _ in stalls(s, b)}
    for word, key in STALL_WORDS.items():
        if word in text.lower() and key in open_now:
            await run(t, key)
            return
    thrown = await total(t, "The gamesmaster", "to see whether it works, on 9+", rule="DES-STORE-14", behind=True)
    ruled = await judged(
        t,
        "ideas",
        '"{text}" Does it work?',
        {
            "yes": Option("It throws them off their stroke", hint="they miss an attack"),
            "no": "It does not",
            "flee": Option("It drives them off", hint="what they guard is the party's"),
            "peace": Option("It makes friends of them", hint="peace, and no treasure"),
        },
        "yes" if thrown >= 9 else "no",
        rule="DES-STORE-14",
        text=text,
    )
    if ruled == "peace":
        t.meet("idea", "a clever idea")
        make_peace(t, b)
        return
    if ruled == "flee":
        t.meet("idea", "a clever idea")
        t.tell("It works better than anybody hoped: they are gone.", rule="DES-STORE-14")
        b.foes.clear()
        b.front.clear()
        await victory(t)
        return
    if ruled == "yes":
        t.meet("idea", "a clever idea")
        b.missing += 1
    came = comes_of(text)
    t.tell(came.works if ruled == "yes" else came.fails, rule="DES-STORE-14", who=f"the {b.foes[0].name}")
    start_battle(t)


async def ask_gamesmaster(t: Table[Game]) -> None:
    """Away from battle a person behind the screen says what comes of an idea, and sees to it from the desk."""
    assert t.gamesmaster is not None
    text = await t.ask_text(leader_seat(t.state), "What does the party do, and with what?", rule="DES-STORE-14", high=160,
                            suggest=("We listen at the door.", "We look for footprints."))  # fmt: skip
    t.tell("The party's idea: {words}", rule="DES-STORE-14", words=text)
    answer = await t.ask_text(t.gamesmaster, '"{text}" What comes of it?', rule="DES-STORE-14", high=300,
                              suggest=("Nothing that you can see.", "You hear something breathe."), text=text)  # fmt: skip
    t.tell("{words}", rule="DES-STORE-14", words=sentence(answer))
