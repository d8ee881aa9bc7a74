"""Just Be Yourself (Appendix A): six tests in place of dice. The answers are taken on trust."""

from __future__ import annotations

from .....engine import Option, Table
from ...content import ABILITIES
from ...state import Robber, RobberState

TAPS = 70  # ROB-SELF-05, in ten seconds
FRIENDS = 300  # ROB-SELF-07: more than so many
YES_NO = {"yes": Option("Yes"), "no": Option("No")}


async def questionnaire(t: Table[RobberState], robber: Robber) -> None:
    """Your own name, your own abilities (ROB-SELF-01): each test passed makes an ability High; no dice, no free pick."""
    passed = {
        "str": await strength(t, robber.seat),
        "int": await intelligence(t, robber.seat),
        "wis": await wisdom(t, robber.seat),
        "dex": await dexterity(t, robber.seat),
        "con": await constitution(t, robber.seat),
        "cha": await charisma(t, robber.seat),
    }
    robber.high = [ability for ability in ABILITIES if passed[ability]]
    t.tell("{robber}, honestly: {high}.", rule="ROB-SELF-01", robber=robber.name,
           high=", ".join(f"High {ABILITIES[ability]}" for ability in robber.high) or "nothing out of the ordinary")  # fmt: skip


async def strength(t: Table[RobberState], seat: int) -> bool:
    """A press or pull-ups, by the yardstick the player picks (ROB-SELF-02)."""
    yardstick = await t.choose(
        seat,
        "Strength. Which yardstick is yours?",
        {
            "one": Option("Own weight, or one pull-up"),
            "five": Option("150% of it, or five pull-ups", hint="the book's yardstick for men"),
        },
        rule="ROB-SELF-02",
    )
    test = (
        "bench-press your own weight, or do one pull-up"
        if yardstick == "one"
        else "bench-press half again your weight, or do five pull-ups"
    )
    return await t.choose(seat, "Can you {test}?", YES_NO, rule="ROB-SELF-02", test=test) == "yes"


async def intelligence(t: Table[RobberState], seat: int) -> bool:
    """Any one of three proofs (ROB-SELF-03)."""
    proofs = await t.choose_many(
        seat,
        "Intelligence. Which of these are true of you?",
        {
            "school": Option("In school, straight As at some time this year"),
            "iq": Option("An online test put my IQ above 130"),
            "sat": Option("SAT above 1300, verbal and quantitative together"),
        },
        0,
        3,
        rule="ROB-SELF-03",
    )
    return bool(proofs)


async def wisdom(t: Table[RobberState], seat: int) -> bool:
    """Every wisdom tooth (ROB-SELF-04)."""
    return await t.choose(seat, "Wisdom. Do you still have every wisdom tooth?", YES_NO, rule="ROB-SELF-04") == "yes"


async def dexterity(t: Table[RobberState], seat: int) -> bool:
    """Seventy taps in ten seconds (ROB-SELF-05): a number, or every key hit while the ten seconds ran."""
    text = await t.ask_text(
        seat,
        "Dexterity. Tap any one letter as often as you can for ten seconds, then stop; or just write the number.",
        rule="ROB-SELF-05",
        high=400,
        suggest=("60", "70"),
    )
    return taps(text) >= TAPS


def taps(text: str) -> int:
    """A number as it stands; anything else counts by the keys hit."""
    return int(text) if text.isdecimal() and len(text) < 4 else len(text)


async def constitution(t: Table[RobberState], seat: int) -> bool:
    """A year without being sick (ROB-SELF-06)."""
    return (
        await t.choose(seat, "Constitution. Have you kept your food down for a whole year?", YES_NO, rule="ROB-SELF-06") == "yes"
    )


async def charisma(t: Table[RobberState], seat: int) -> bool:
    """More than 300 Facebook friends (ROB-SELF-07)."""
    return (
        await t.ask_number(seat, "Charisma. How many Facebook friends do you have?", 0, 5000, rule="ROB-SELF-07", suggest=0)
        > FRIENDS
    )
