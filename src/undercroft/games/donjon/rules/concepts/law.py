"""The Law of Successes: each success is a fact or a die. Who spends, what is stated, who narrates. Chapters 1 and 4."""

from __future__ import annotations

from functools import partial

from .....engine import Option, Table
from .....engine.words import ordinal, plural, sentence, some
from ... import content
from ...being import Being, Bonus
from ...reading.facts import COLOUR, MEANT
from ...reading.lexicon import lexicon
from ...reading.retell import doing, retold
from ...state import Donjon, Fact
from ..basics import lengths, narrate
from ..basics.answers import Said, read
from ..basics.judging import call, holds
from ..basics.words import content_words, read_fact, stems
from . import facts as ledger
from .effects import here, picked, ranked, readings
from .facts import Setting

WRITE_FOR_ME = "write it for me"
ONE_SUCCESS = "One success for {who} ({action}). Is it a fact that you state, or a die{dice_for}?"
SUCCESSES = "{n:Words} successes for {who} ({action}). Each is a fact that you state or a die{dice_for}. How many facts?"
ONE_MORE = "One success for {who}: a fact, or a die{dice_for}?"
MORE = "{n:Words} successes for {who}: how many facts? The rest are dice{dice_for}."
FAILED = "{who} fails, and this is true: {facts}. Tell what happens, with all of it in your words, or let it be written."
FACT = "{who}, what is true now?{which} A fact about: {action}. (Say nothing, and the success stays a die.)"
MOST_GM_FACTS = 3  # gm_successes: never more on one Test


def in_force(s: Donjon) -> bool:
    """Whether the Law holds here: a Game Master may revoke it in Town (DON-TOWN-08), never outside (DON-HOOK-02)."""
    return bool(s.chapter) or s.town_law


def keep(s: Donjon, b: Being, dice: int, kind: str, source: str, *, only: bool = False, against: str = "") -> None:
    """Turn successes into kept dice for a related roll (DON-LAW-06)."""
    if dice > 0:
        b.bonus.append(Bonus(dice, kind, source, only, against, s.scene_no))
        s.tally.dice_kept += dice


async def spend(
    t: Table[Donjon],
    b: Being,
    n: int,
    about: Setting,
    *,
    rule: str = "DON-LAW-03",
    dice_for: str = " you keep",
    aloud: bool = True,
    least: int = 0,
) -> tuple[list[Fact], int]:
    """A player splits his successes: facts now, the rest as dice (DON-LAW-01, DON-LAW-03). Returns facts and dice left.

    The dice are not yet kept: the caller says what they are for. `least`: so many facts are meant already.
    """
    s = t.state
    if not in_force(s):
        return [], 0
    wanted = n
    if n > least:
        choice = await t.choose(
            b.seat,
            (ONE_MORE if n == 1 else MORE) if said_before(s) else ONE_SUCCESS if n == 1 else SUCCESSES,
            Said.keys("facts", range(least, n + 1)),
            rule=rule,
            describe=lambda key: _split(
                read(key).number, n, "for a related roll, yours or a friend's" if dice_for == " you keep" else ""
            ),
            who=b.name,
            n=n,
            action=lambda: _deed(about),
            dice_for=dice_for,
        )
        wanted = read(choice).number
    stated: list[Fact] = []
    left, refused = n, 0
    while len(stated) < wanted and left > 0 and refused < 3:
        fact, cost = await _state_fact(t, b, about, left, f"the {ordinal(len(stated) + 1)} of {wanted}" if wanted > 1 else "")
        if fact is None:
            refused += 1
            if cost == 0:
                break
            continue
        stated.append(fact)
        left -= cost
        if aloud:
            twist = f" Yet {fact.twist}." if fact.twist else ""
            t.tell("{words}{twist}", rule="DON-LAW-08", words=partial(narrate.stated, fact), twist=twist)
    return stated, left


def said_before(s: Donjon) -> bool:
    """Whether the table knows by now what a success is: said in full once, and short afterwards."""
    return s.tally.facts + s.tally.dice_kept > 0


def _deed(about: Setting) -> str:
    """What was done, as the story tells it."""
    return doing(retold(about.action, about.actor.name, about.actor.pronoun)) if about.actor.pc else about.action


def _spent(facts: int, dice: int) -> str:
    return f"{some(facts, 'fact')}, {some(dice, 'die')}"


def _split(number: int, n: int, dice_are: str = "for a related roll, yours or a friend's") -> Option:
    rest = n - number
    label = ("A die" if n == 1 else "All as dice") if number == 0 else "A fact" if n == 1 else some(number, "fact")
    if number and rest:
        label += f", {some(rest, 'die')}"
    hint = ("it stays true; a die lapses with the scene" if number == 1 else "") if number else dice_are
    return Option(label, hint=hint, rule="DON-LAW-01", rank=number == 0)  # facts are what one plays for


async def _state_fact(t: Table[Donjon], b: Being, about: Setting, left: int, which: str = "") -> tuple[Fact | None, int]:
    """Take one fact in the player's own words. Returns it and its price; (None, 0): he would rather have the die. `which`: of
    how many it is the how-manieth."""
    s = t.state
    before = next(iter(here(s)), None) if about.kind != "social" else None  # who stands there, though it was not done to him
    facing = about.target or before
    faced = facing is not None and (s.fight is not None or about.kind == "perception")

    def offered() -> list[str]:
        name, bare = (facing.name, not facing.wielding) if facing is not None else ("", False)
        made = narrate.ideas(s, about.kind, b.name, name, _foes(s), faced=faced)
        return [idea for idea in made if "drops" not in idea] if bare else made

    def ideas() -> list[str]:
        return [idea for idea in offered() if not ledger.refuse(s, idea, about, left)]

    text = await t.ask_text(
        b.seat,
        "{who}, what is true now?{which}" if s.tally.facts else FACT,
        rule="DON-LAW-01",
        low=0,
        high=lengths.FACT,
        suggest=ideas,
        who=b.name,
        which=f" ({which})" if which else "",
        action=lambda: _deed(about),
    )
    if not text:
        return None, 0
    reason = ledger.refuse(s, text, about, left)
    ruled = ""
    argued = reason == ledger.OFF_THE_POINT and not holds(t, "facts") and await _argued(t, b, text, about)
    if argued:
        reason = ""
    effect = ""
    families = None if about.spell or argued or holds(t, "facts") else ledger.allowed_kinds(s, about)
    found = readings(s, text, about.target, families)
    if holds(t, "facts"):
        effect = found[0].effect if found and found[0].weight >= MEANT else COLOUR
        ruled = await call(
            t,
            "facts",
            "{who} states: '{text}'. ({reading}{why})",
            {
                "stand": Option("It stands", rule="DON-LAW-14"),
                "twist": Option("It stands, with a twist", hint="your words beside it", rule="DON-LAW-13"),
                "read": Option("It stands, read as something else", hint="what the machine makes of it", rule="DON-AGM-08"),
                "refuse": Option("It has nothing to do with it", hint="the success is kept", rule="DON-LAW-04"),
            },
            "refuse" if reason else "stand",
            rule="DON-LAW-04",
            who=b.name,
            text=text,
            reading=f"Read as: {narrate.lower(lexicon().effects[effect].label)}: {ledger.does(s, effect, text)}",
            why=f"; the machine objects: {reason}" if reason else "",
        )
        reason = (reason or "the Game Master will not have it") if ruled == "refuse" else ""
    if reason:
        t.tell("'{words}': {reason}. The success is kept.", rule="DON-LAW-04", words=text, reason=reason)
        return None, 1
    if not holds(t, "facts"):
        usual = not argued and text in offered()  # one of the ideas: no need to ask how it is meant
        effect = ranked(found)[0] if usual else await picked(t, b.seat, text, found, lambda e: ledger.does(s, e, text))
        if not effect:
            return None, 1
    narrate.turn(s, f"ideas/{about.kind}", 1)
    if ruled == "read":
        rows = lexicon().effects
        shown = [e.effect for e in found] or [COLOUR]
        effect = await t.choose(
            t.gamesmaster or 0,
            "What is '{text}'?",
            shown,
            rule="DON-AGM-08",
            describe=lambda key: Option(rows[key].label, hint=ledger.does(s, key, text)),
            text=text,
        )
    fact = ledger.enter(t, text, author=b.name, seat=b.seat, test=about.action, about=about, effect=effect)
    if s.scene is not None and b.seat not in s.scene.said:
        s.scene.said.append(b.seat)
    await _twist(t, fact, wanted=ruled == "twist")
    return fact, min(left, read_fact(text).price)


async def _argued(t: Table[Donjon], b: Being, text: str, about: Setting) -> bool:
    """The machine cannot see what a fact has to do with the action: whoever can say it has it stand (DON-LAW-04)."""
    how = await t.ask_text(
        b.seat,
        "'{text}': what has that to do with it ({action})? Say what, and it stands. (Empty: something else.)",
        rule="DON-LAW-04",
        low=0,
        high=lengths.LINE,
        suggest=("",),
        text=text,
        action=_deed(about),
    )
    if len(content_words(how)) < 2:
        return False
    t.tell("How so? {how}", rule="DON-LAW-04", how=sentence(how))
    return True


async def _twist(t: Table[Donjon], fact: Fact, *, wanted: bool) -> None:
    """The genie may add to a fact; her words are logged beside it and change nothing in it (DON-INTRO-02, DON-AGM-14)."""
    s = t.state
    if holds(t, "facts"):
        if not wanted:
            return
        lines = content.narration().twist.get(fact.kind, content.narration().twist["colour"])
        text = await t.ask_text(
            t.gamesmaster or 0,
            "What is beside '{fact}'? You may add, never cancel.",
            rule="DON-LAW-13",
            high=lengths.SENTENCE,
            suggest=lines[:4],
            fact=fact.text,
        )
        fact.twist = ledger.as_twist(text)
    else:
        fact.twist = ledger.twist(t, fact)
    if fact.twist:
        s.tally.twists += 1
        if holds(t, "facts") or holds(t, "narration"):  # else it is told with the fact, in a moment
            t.tell("Twist beside '{fact}': {twist}.", rule="DON-AGM-14", fact=fact.text, twist=fact.twist.rstrip("."))


def _foes(s: Donjon) -> str:
    """The creatures this chapter is known for, in the plural."""
    if s.scene is not None and s.scene.foes and s.scene.foes[0] in s.beings:
        kind = s.beings[s.scene.foes[0]].kind
        if kind in content.bestiary():
            return content.bestiary()[kind].plural
    if s.here is not None and s.here.opponents:
        foe = s.here.opponents[narrate.turn(s, "foes", len(s.here.opponents), note=False)]
        if foe.key in content.bestiary():
            return content.bestiary()[foe.key].plural
        return plural(foe.name) if foe.name else "strangers"
    return "strangers"


async def hand_out(t: Table[Donjon], b: Being, dice: int, kind: str, source: str, *, against: str = "") -> None:
    """Keep dice, or give them to friends: this is how characters help each other (DON-LAW-07)."""
    s = t.state
    if dice <= 0:
        return
    friends = [f for f in s.party() if f.id != b.id]
    to = "keep"
    if friends:
        them = "it" if dice == 1 else "them"
        options = {"keep": Option(f"Keep {them}", hint="for a related roll in this scene", rule="DON-LAW-06")}
        options |= {Said("give", f.id).key: Option(f"Give {them} to {f.name}", rule="DON-LAW-07") for f in friends}
        if dice > 1:
            options["split"] = Option("Share them out", rule="DON-LAW-07")
        to = await t.choose(
            b.seat,
            '{dice:Words} {dice:die|dice}, for "{source}". Who gets {dice:it|them}?',
            options,
            rule="DON-LAW-07",
            dice=dice,
            source=source,
        )
    if to == "keep":
        keep(s, b, dice, kind, source, against=against)
    elif to == "split":
        left = dice
        for friend in friends:
            if not left:
                break
            given = await t.ask_number(
                b.seat, "How many dice for {friend}?", 0, left, rule="DON-LAW-07", suggest=0, friend=friend.name
            )
            keep(s, friend, given, kind, source, against=against)
            left -= given
        keep(s, b, left, kind, source, against=against)
    else:
        friend = s.beings[read(to).on]
        keep(s, friend, dice, kind, source, against=against)
        t.tell("{who} hands {dice:count die|dice} to {friend}.", rule="DON-LAW-07", who=b.cap, dice=dice, friend=friend.name)


async def player_won(
    t: Table[Donjon],
    b: Being,
    n: int,
    about: Setting,
    *,
    rule: str = "DON-LAW-08",
    against: str = "",
    dice_about: str = "",
) -> list[Fact]:
    """A player's success: he states facts and keeps dice, then the Game Master narrates with all of it (DON-LAW-08).

    `dice_about`: what the dice are good for, if not for what is related to this Test.
    """
    s = t.state
    s.tally.won += 1
    s.stuck = 0
    if not in_force(s):
        t.tell("It works, plainly and without more: the Law of Successes is off in Town.", rule="DON-TOWN-08")
        return []
    stated, left = await spend(t, b, n, about, aloud=False)  # she tells them all together, below
    if s.tray is not None:
        s.tray.spent = _spent(len(stated), left)
    await hand_out(t, b, left, dice_about or about.kind, about.action, against=against)
    await gm_narrates(t, b.name, stated, rule=rule)
    return stated


async def gm_narrates(t: Table[Donjon], actor: str, stated: list[Fact], *, rule: str = "DON-LAW-08", bare: bool = False) -> None:
    """The Game Master tells the outcome with every stated fact in it; a missing one is flagged and added (DON-LAW-08). `bare`:
    the blow itself has been told."""
    if holds(t, "narration"):
        text = await t.ask_text(
            t.gamesmaster or 0,
            "Narrate {actor}'s success.{facts}",
            rule="DON-LAW-08",
            low=0,
            high=lengths.TALE,
            suggest=lambda: (WRITE_FOR_ME, *([" ".join(sentence(f.text) for f in stated)] if stated else [])),
            actor=actor,
            facts=f" Every fact must be in it: {'; '.join(f.text for f in stated)}." if stated else "",
        )
        if text and text != WRITE_FOR_ME:
            missing = [f for f in stated if not touched(text, f)]
            t.tell("{words}", rule=rule, words=sentence(text))
            for fact in missing:
                t.tell("(And also, for it was stated: {fact})", rule="DON-LAW-08", fact=sentence(fact.text))
            return
    told = narrate.won(t, actor, stated, rule=rule, bare=bare)
    t.tell("{words}", rule=rule, words=told)


def touched(text: str, fact: Fact) -> bool:
    """Whether a narration touches a fact: at least one word of it (DON-AGM-06)."""
    return bool(stems(text) & stems(fact.text)) or not stems(fact.text)


async def gm_won(t: Table[Donjon], b: Being, n: int, about: Setting, *, situation: str = "") -> tuple[list[Fact], int]:
    """The Game Master's successes over a player's failure: facts about it, or dice against him (DON-LAW-09).

    Returns the facts and the dice; then the losing player narrates (DON-LAW-10).
    """
    s = t.state
    s.stuck += 1
    if not in_force(s):
        t.tell("It fails, and that is all.", rule="DON-TOWN-08")
        return [], 0
    wanted = gm_facts_wanted(situation or about.kind, n)
    if wanted and s.options.temper != "dry":  # a kind one makes less of a failure, a grim one more, as far as the dice go
        wanted = max(0, wanted - 1) if s.options.temper == "kind" else min(n, MOST_GM_FACTS, wanted + 1)
    if holds(t, "successes"):
        keys = Said.keys("facts", range(n + 1))  # no limit for her
        options = {key: _split(k, n, "against the next related roll") for k, key in enumerate(keys)}
        choice = await call(
            t,
            "successes",
            "You have {n:count success|successes} over {who} ({action})."
            " Each is a fact you state or a die against {who}. How many facts?",
            options,
            keys[wanted],
            rule="DON-LAW-09",
            n=n,
            who=b.name,
            action=about.action,
        )
        wanted = read(choice).number
    stated: list[Fact] = []
    target = about.target.name if about.target is not None else ""
    for _ in range(wanted):
        idea = narrate.gm_idea(s, about.kind, b.name, target, _foes(s), about.action)
        for _ in range(24):  # she does not repeat herself
            if not any(f.text == idea for f in s.facts):
                break
            idea = narrate.gm_idea(s, about.kind, b.name, target, _foes(s), about.action)
        if holds(t, "successes"):
            idea = await t.ask_text(
                t.gamesmaster or 0, "Your fact about the failure:", rule="DON-LAW-09", high=lengths.FACT, suggest=(idea,)
            )
        fact = ledger.enter(t, idea, author="the Game Master", seat=-1, test=about.action, about=about)
        if about.kind == "knowledge":
            fact.hearsay = True
        ledger.bite(fact, b)
        if "have been watching" in idea and s.chapter:  # trouble of her making (DON-PERC-03)
            fact.kind = "creature"
            s.secret.queue.append(ledger.called(fact))
        stated.append(fact)
    if s.tray is not None:
        s.tray.spent = _spent(wanted, n - wanted) + " for the Game Master"
    await player_narrates(t, b, stated)
    return stated, n - wanted


def gm_facts_wanted(situation: str, n: int) -> int:
    """How many facts the automated Game Master buys (DON-AGM-04)."""
    table = {
        "threat_of_damage": 1 if n >= 4 else 0,
        "perception": min(2, n),
        "stealth": 1 if n >= 3 else 0,
        "movement": 0,
        "social": 1,
        "knowledge": 1,
        "handiwork": 1,
        "initiative_boost": 0,
        "attack": 0,
        "spell": 0,
    }
    return min(n, MOST_GM_FACTS, table.get(situation, 1))


async def player_narrates(t: Table[Donjon], b: Being, stated: list[Fact]) -> None:
    """The loser tells his own failure and must use every fact of the Game Master's (DON-LAW-10, DON-AGM-06)."""
    s = t.state
    auto = narrate.failed(s, b.name, stated)
    if not stated or not b.pc:
        t.tell("{words}", rule="DON-LAW-11", words=auto)
        return
    for attempt in range(3):
        text = await t.ask_text(
            b.seat,
            "{who} fails. Tell it with this in it: {facts}" if s.stuck > 1 or s.tally.facts > 3 else FAILED,
            rule="DON-LAW-10",
            high=lengths.STORY,
            suggest=(WRITE_FOR_ME,),
            who=b.name,
            facts=lambda: "; ".join(f.text for f in stated),
        )
        if text == WRITE_FOR_ME:
            text = auto
            break
        missing = [f for f in stated if not touched(text, f)]
        if not missing:
            if s.scene is not None and b.seat not in s.scene.said:
                s.scene.said.append(b.seat)
            break
        menace = content.narration().menace.lines
        line = menace[narrate.turn(s, "menace", len(menace))]
        t.tell(line, rule="DON-LAW-15", fact=missing[0].text)
        if attempt == 2:
            text = auto
    if holds(t, "narration") and text != auto:
        stop = await call(
            t,
            "narration",
            "{who} tells: '{text}'. Let it run?",
            {"run": "Let it run", "stop": "Stop: I finish it"},
            "run",
            rule="DON-LAW-10",
            who=b.name,
            text=text,
        )
        if stop == "stop":
            rest = await t.ask_text(
                t.gamesmaster or 0, "How does it really end?", rule="DON-LAW-10", high=lengths.STORY, suggest=(auto,)
            )
            t.tell("{words} - 'No,' says the Game Master. {rest}", rule="DON-LAW-10", words=text, rest=rest)
            return
    t.tell("{words}", rule="DON-LAW-10", words=sentence(text))


def lapse(s: Donjon) -> None:
    """With its scene kept dice lapse, but for those won by the Test that leads into the next one (DON-LAW-06)."""
    waiting = [f.test for f in s.facts if ledger.called(f) in s.secret.queue]
    for b in s.beings.values():
        b.bonus = [bonus for bonus in b.bonus if bonus.source in waiting and not bonus.flurry]
