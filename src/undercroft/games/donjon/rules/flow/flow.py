"""Flow: which phase comes next, and how the whole thing ends. Reads top-down in the order of play (DON-FLOW-01)."""

from __future__ import annotations

import msgspec

from .....engine import Drama, Memorial, Outcome, Table
from .....engine.words import capital, count, listed, number, said, sentence
from ...being import Being
from ...deeds import deeds
from ...state import Donjon
from ..characters.creation import creation_step
from ..characters.experience import advance_step
from ..combat.flurry import fight_step
from ..magic.loot import loot_step
from ..running.adventures import between, open_adventure
from ..running.coming_home import homecoming
from ..running.scenes import scene_step
from ..running.town import town_step
from .journey import road_step


async def step(t: Table[Donjon]) -> None:
    """Play one phase."""
    s = t.state
    s.tested = []
    if s.phase == "creation":
        if s.drafts:
            await creation_step(t)
        elif s.advances:
            await advance_step(t)
        elif s.scores.pop("back_to_road", 0):
            s.phase = "road"
        else:
            _jibe(t)
            open_adventure(t)
    elif s.phase == "town":
        if s.advances:
            await advance_step(t)
        else:
            await town_step(t)
    elif s.phase == "road":
        await road_step(t)
    elif s.phase == "scene":
        await scene_step(t)
    elif s.phase == "fight":
        await fight_step(t)
    elif s.phase == "loot":
        await loot_step(t)
    elif s.phase == "home":
        await homecoming(t)
    elif s.phase == "between":
        if s.advances:
            await advance_step(t)
        else:
            await between(t)
    s.older = 0


def _jibe(t: Table[Donjon]) -> None:
    """Other dice than twenty-sided ones are legal, but purists may tease (DON-DIE-03)."""
    if t.state.die != 20:
        t.tell("d{n}? In my day dice had twenty sides and we were glad of every one.", rule="DON-DIE-03", n=t.state.die)


def outcome(s: Donjon) -> Outcome:
    """How it ended: who came home, with what, and the numbers worth counting."""
    alive = s.pcs()
    won = bool(s.won and s.won[0])
    names = listed((b.name for b in alive), none="nobody")
    title = s.adventure.title if s.adventure is not None else "the adventure"
    if s.ended == "slain":
        summary = f"The party fell. {title} is lost, and nobody came back to tell it."
    elif s.gave_up:
        summary = f"They gave it up. {names} came home without what they went for."
    else:
        done, tried = sum(s.won), len(s.won)
        what = (
            "without what they went for"
            if not done
            else "with what they went for"
            if done == tried
            else f"with {number(done)} of {count(tried, 'adventure')} won"
        )
        summary = f"{capital(names)} came home, {what}."
        if s.emerald_kept:
            summary += " The Emerald went another way."
    tally = s.tally
    total = max(1, tally.facts + tally.dice_kept)
    scores = []
    for seat in range(len(s.players)):
        b = next((x for x in alive if x.seat == seat), None)
        scores.append(float(b.xp) if b is not None else 0.0)
    facts: dict[str, bool | int | float | str] = {
        "won": won,
        "survivors": len(alive),
        "deaths": tally.deaths,
        "smashes": tally.smashes,
        "scenes": s.scene_no,
        "player-made scenes": tally.made,
        "fights": tally.fights,
        "flurries per fight": round(tally.flurries / max(1, tally.fights), 2),
        "tests": tally.tests,
        "facts": tally.facts,
        "share of successes as facts": round(tally.facts / total, 3),
        "twists": tally.twists,
        "dodges": tally.dodges,
        "parries": tally.parries,
        "spells": tally.spells,
        "backfires": tally.backfires,
        "purchases": tally.buys,
        "purchases won": round(tally.bought / max(1, tally.buys), 3),
        "experience for fights": tally.xp_combat,
        "experience for goals": tally.xp_goal,
        "experience for style": tally.xp_style,
        "experience": max((b.xp for b in alive), default=0),
        "top level": max((b.level for b in alive), default=0),
        "grakvar": s.secret.grakvar,
    }
    if s.quest is not None:
        facts["company"] = listed(b.name for b in s.beings.values() if b.seat >= 0)
    memorials = [
        Memorial("persona", b.name, f"{b.name}, {b.calling} of Level {b.level}, {b.xp:,} experience.", msgspec.to_builtins(b))
        for b in alive
    ]
    memorials += [Memorial("grave", line.split(",")[0], line) for line in s.graves]
    return Outcome(
        tuple(b.seat for b in alive) if won else (),
        summary,
        tuple(scores),
        facts,
        tuple(memorials),
        tuple(s.turning[-8:]),
        "DON-CLIMAX-05" if won else "DON-RETURN-03" if s.gave_up else "DON-DEATH-07",
        deeds=deeds(s),
        trail=tuple(s.quest.trail) if s.quest is not None else (),
    )


def drama(s: Donjon) -> Drama:
    """What the last page tells besides the outcome."""
    stated = [fact for fact in s.facts if fact.seat >= 0][-SAID:]
    return Drama(_near(s.pcs(), s.tally.smashes), tuple(f"{fact.author}: {sentence(fact.text)}" for fact in stated), _figures(s))


SAID = 5  # facts of the players on the last page: those that were true last


def _near(alive: list[Being], smashed: int) -> tuple[str, ...]:
    """How near it was for whoever came home worst off."""
    if not alive:
        return ("Nobody came home to say how near it was.",)
    if smashed:
        return (said("Somebody was smashed senseless {n:count time|times}, and came to again.", n=smashed),)
    worst = min(alive, key=lambda b: (b.now[4], b.wounds))
    if worst.now[4] == worst.full[4]:
        return ("Nobody came nearer to the end than a few flesh wounds.",)
    return (f"{worst.name} came home with Wherewithal {worst.now[4]} of {worst.full[4]}: at none of it one lies down.",)


def _figures(s: Donjon) -> tuple[str, ...]:
    """What was counted, in words."""
    tally = s.tally
    lines = [
        said("{n:Words} {n:scene|scenes}, {made:words} of them made by the players; {fights:count fight|fights}.", n=s.scene_no,
             made=tally.made, fights=tally.fights),
        said("{n:Words} {n:Test|Tests}, and {facts:count fact|facts} stated by whoever won them.", n=tally.tests,
             facts=tally.facts),
    ]  # fmt: skip
    if tally.spells:
        gone = f", {number(tally.backfires)} of which went wrong" if tally.backfires else ""
        lines.append(said("{n:Words} {n:spell|spells} cast{gone}.", n=tally.spells, gone=gone))
    if tally.buys:
        lines.append(said("{n:Words} {n:bargain|bargains} struck of {all:words} tried.", n=tally.bought, all=tally.buys))
    return tuple(lines)
