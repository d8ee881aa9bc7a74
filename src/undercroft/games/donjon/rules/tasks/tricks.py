"""Tricks: any other action in a fight, in somebody's own words, resolved by a Test. Chapters 4 and 5."""

from __future__ import annotations

from .....engine import Option, Table
from ...being import Being, Bonus
from ...reading.english import words as ground_words
from ...state import Donjon
from ..basics import lengths
from ..basics.answers import Said, read
from ..basics.distance import foes_of
from ..basics.judging import call
from ..basics.words import stems
from ..concepts.contest import contest
from ..concepts.facts import Setting
from ..concepts.law import gm_won, keep, player_won
from ..resolution.picking import COMMAND, choose_pool, opposing_extra
from ..resolution.pools import best_ability, difficulty_pool, foe_tags, place_tags, pool, tagged
from .declaring import intent_of, weigh
from .tasks import STEPS, against_dice, contest_for, take_against


async def trick(t: Table[Donjon], b: Being) -> bool:
    """Any free-text action is resolved by a Test; successes are dice on the next one, or facts (DON-INTRO-03,
    DON-ACT-03, DON-ACT-04). False: it was taken back."""
    s = t.state
    foes = foes_of(s, b)
    whom = await t.choose(
        b.seat,
        "Something else, then. Against whom?",
        ["nobody", *Said.keys("on", (o.id for o in foes))],
        rule="DON-INTRO-03",
        describe=lambda key: (
            Option("Nobody in particular", hint="a task")
            if key == "nobody"
            else Option(f"Against {s.beings[read(key).on].name}", place=f"being-{read(key).on}")
        ),
    )
    target = s.beings[read(whom).on] if whom != "nobody" else None
    text = await t.ask_text(
        b.seat,
        "What does {who} do?",
        rule="DON-INTRO-03",
        high=lengths.SENTENCE,
        suggest=lambda: tricks(s, b, target),
        who=b.name,
    )
    intent = await weigh(t, b, text, [target] if target is not None else [], fight=True)
    if intent is None:
        return False
    kind, target = intent.kind, intent.target
    tags = tagged(text, place_tags(s), "fight", foe_tags(s, target) if target is not None else "")
    if target is not None:
        _, theirs, ability = contest_for(text, kind)
        if kind == "special":
            theirs, ability = "dis", "perception"
        if kind == "social" and any(word in ground_words(text) for word in ("distract", "fool")) and target.now[1] <= 1:
            theirs = "cer"
        defence = pool(
            s, target, ability, attr=theirs, ability=best_ability(s, target, ability, tagged("hear see fight")), tags=frozenset()
        )
    else:
        step = intent.step
        step = await call(t, "difficulty", "{who}: {text}. How hard?", STEPS, step, rule="DON-AGM-02", who=b.name, text=text)
        defence = difficulty_pool(s, step)
    picked = await choose_pool(
        t,
        b,
        kind,
        attr=intent.attr,
        bring=intent.bring,
        tags=tags,
        other=defence.dice + against_dice(b, kind),
        why=text,
        rule="DON-INTRO-03",
        against=target.id if target else "",
    )
    for name, dice in opposing_extra(b, kind, stretched=picked.stretched):
        defence = defence.plus(name, dice)
    defence = defence.plus("kept against you", take_against(b, kind))
    result = await contest(t, picked.pool, defence, f"{b.name}: {text}", rule="DON-INTRO-03")
    about = Setting("attack" if target is not None and kind in ("social", "special", "stealth") else kind, text, b, target, tags)
    if result.won:
        if kind == "stealth" and target is not None:
            b.hint = Said("behind", target.id).key
            t.tell("{who} is behind {foe}.", rule="DON-ACT-04", who=b.cap, foe=target.name)
        about.kind = kind if kind != "special" else about.kind
        await player_won(t, b, result.n, about, dice_about=COMMAND if kind == "social" and commands(text, target) else "")
    else:
        _, dice = await gm_won(t, b, result.n, about)
        if dice:  # DON-LAW-09: dice against his next related action
            b.bonus.append(Bonus(dice, f"gm:{kind}", text, only=True, scene=s.scene_no))
    return True


def tricks(s: Donjon, b: Being, target: Being | None) -> list[str]:
    """Ideas for an odd action, from the Abilities on the sheet."""
    who = target.name if target is not None else "them"
    lines = {
        "social": [f"threaten {who} with a terrible story", f"distract {who} by pointing at nothing"],
        "stealth": [f"sneak round behind {who}", "hide behind the nearest cover"],
        "athletics": [f"climb above {who}", "leap onto something higher"],
        "knowledge": [f"recall what {who} is said to fear"],
        "perception": [f"look for a gap in {who}'s guard"],
        "force": ["topple something heavy between us"],
        "handiwork": ["rig a trip line", "light an acrid fire to smoke them out"],
    }
    found: list[str] = []
    for ability in b.abilities:
        for kind in ability.adds:
            found += [line for line in lines.get(kind, []) if line not in found]
    return (found or lines["perception"])[:4] + lines["handiwork"][:1]


def commands(text: str, target: Being | None) -> bool:
    """Whether a trick is an order or a cheer to one's own side: its dice help a friend's next action, whatever it is
    (DON-LAW-07; the Mushroom King's gift, DON-MMK-01, works the same way)."""
    orders = stems("command order rally cheer encourage urge")
    return target is None and bool(stems(text) & orders)


async def creature_trick(t: Table[Donjon], b: Being) -> None:
    """What players may try, creatures may try: a person says what, her successes are facts or dice on its next action
    (DON-INTRO-03, DON-LAW-09)."""
    s = t.state
    seat = t.gamesmaster or 0
    foes = foes_of(s, b)
    if not foes:
        return
    whom = foes[0].id
    if len(foes) > 1:
        whom = await t.choose(seat, "Against whom?", {o.id: Option(o.name) for o in foes}, rule="DON-INTRO-03")
    target = s.beings[whom]
    text = await t.ask_text(
        seat,
        "What does {who} do to {target}?",
        rule="DON-INTRO-03",
        high=lengths.SENTENCE,
        suggest=(f"frighten {target.name} with a roar", f"push {target.name} back", f"distract {target.name}"),
        who=b.name,
        target=target.name,
    )
    kind = intent_of(text, []).kind
    kind = kind if kind in ("social", "stealth", "force", "athletics", "movement", "handiwork", "knowledge") else "special"
    mine, theirs, ability = ("cer", "dis", "perception") if kind == "special" else contest_for(text, kind)
    tags = tagged(text, place_tags(s), "fight")
    own = pool(s, b, kind, attr=mine, ability=best_ability(s, b, kind, tags), tags=tags, rolled=True)
    if target.pc:
        picked = await choose_pool(
            t, target, ability, attr=theirs, tags=tagged("hear see fight"), other=own.dice, why=f"resisting {b.name}",
            rule="DON-CONT-01", against=b.id,
            counted=True,
        )  # fmt: skip
        defence = picked.pool
    else:
        defence = pool(s, target, ability, attr=theirs, tags=frozenset())
    result = await contest(t, own, defence, f"{b.name}: {text}", rule="DON-INTRO-03")
    about = Setting("attack", text, target, b, tags)
    if result.won and target.pc:
        _, dice = await gm_won(t, target, result.n, about)
        keep(s, b, dice, kind if kind != "special" else "attack", text, against=target.id)
    elif target.pc:
        about.action = f"not falling for {b.name}"
        await player_won(t, target, result.n, about)
