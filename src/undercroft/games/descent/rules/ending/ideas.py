"""Ideas: uses for goods that a player dreams up (DES-STORE-14). What the goods are really for is looked up first."""

from __future__ import annotations

from .....engine import Option, Table
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
    thrown = await total(t, "The gamesmaster", "to see whether it works", rule="DES-STORE-14", behind=True)
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
        t.tell("It works, for a moment: the baddies are thrown off their stroke.", rule="DES-STORE-14")
    else:
        t.tell("They look at it, and come on.", rule="DES-STORE-14")
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
