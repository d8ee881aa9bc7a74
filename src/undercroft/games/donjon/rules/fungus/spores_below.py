"""A Fungus Among Us, chapter 3: sentries, the current, the tended room and the Mushroom King. Chapter 8."""

from __future__ import annotations

from .....engine import Option, Table
from ... import content
from ...adventure import Foes
from ...state import Donjon, Scene
from ..basics import narrate
from ..characters.experience import goal_award
from ..creatures.creatures import half_up, spawn
from ..running.climax import climax_over
from ..running.meetings import bring, lead_seats, present, start_fight, turn_of
from ..running.scene_facts import as_they_left_it, encounter_of, still_there
from ..tasks.tasks import task
from .grakvar import grakvar_friend


async def sentries(t: Table[Donjon], scene: Scene) -> None:
    """One or two sporegobs fewer than PCs, who try to run and report; escapees join the guard and the king is alerted
    (DON-FUN-31)."""
    s = t.state
    if scene.stage == "open":
        if s.secret.back_way:
            t.tell("They came in by the back, past the guard-room. It is empty soup bowls, as it were.", rule="DON-FUN-31")
            scene.over = True
            return
        foes = await bring(t, scene, encounter_of(s, scene).foes)
        start_fight(t, scene, foes, by_party=True)
        return
    away = [i for i in scene.foes if i in s.beings and s.beings[i].status == "fled"]
    if away:
        s.secret.escapees += len(away)
        s.secret.alerted = True
        t.tell("{n} of them got away. Somewhere below, a great many small feet begin to run.", rule="DON-FUN-31", n=len(away))
        if "3b" not in s.secret.deck:
            s.secret.deck.insert(0, "3b")
    scene.over = True


async def current(t: Table[Donjon], scene: Scene) -> None:
    """The king's spell moves the water: Medium Virility to stay up, 5 dice plus successes for those who fall, until all
    stay up (DON-FUN-32)."""
    s = t.state
    b = turn_of(s, scene)
    if b is None:
        if scene.data.get("down") == "1" and scene.rounds < 6 and s.party():
            scene.rounds += 1
            scene.data.update(turn="0", down="0")
            narrate.say(t, "current_again", rule="DON-FUN-32")
            return
        goal_award(t, 4, "coming through the living current", rule="DON-FUN-32")
        scene.awarded = scene.over = True
        return
    result, _, _ = await task(
        t,
        b,
        "force",
        "medium",
        "standing against the current",
        rule="DON-FUN-32",
        attr="vir",
        words="water swim",
        printed_danger=5,
        danger_words="water fall",
    )
    if not result.won:
        scene.data["down"] = "1"


async def tending_room(t: Table[Donjon], scene: Scene) -> None:
    """A blood goblin stuck in goop: free him or leave him; won over he gives a clue (DON-FUN-33)."""
    s = t.state
    goblin = s.beings[scene.foes[0]]
    key = await t.choose(
        lead_seats(s),
        "The goblin looks up at you, all teeth and hope. Free him?",
        {"free": Option("Free him", rule="DON-FUN-33"), "leave": Option("Leave him to the mushrooms", rule="DON-FUN-33")},
        rule="DON-FUN-33",
    )
    b = s.pc(t.by)
    if key == "free":
        result, _, _ = await task(
            t, b, "social", "medium", "winning the goblin's trust", rule="DON-FUN-33", attr="soc", words="charm plead goblin"
        )
        if result.won:
            s.clues += 1
            t.tell(
                "'Two that spray,' says the goblin, 'beside him. They burn. Oh, they burn.' Then he is gone.", rule="DON-FUN-33"
            )
        else:
            t.tell("He bites the nearest thumb and runs.", rule="DON-FUN-33")
    else:
        t.tell("They leave. It is very quiet behind them, and then it is not.", rule="DON-FUN-33")
    goblin.status = "gone"
    scene.foes = []
    scene.over = True


async def mushroom_king(t: Table[Donjon], scene: Scene) -> None:
    """The climax: the king on his slope, sporegobs for half the party plus escapees, and two spraycaps (DON-FUN-34 to 36)."""
    s = t.state
    assert s.adventure is not None
    if scene.stage == "open":
        king = spawn(t, Foes("mushroom_king", "1"), 1)[0]
        king.leader = "self"
        king.as_pc = s.secret.recurring
        king.items.append(content.goods().item("emerald", s.new_id("i")))
        gobs = half_up(len(s.party()) / 2) + s.secret.escapees
        if s.options.race and s.secret.rivals_ahead:
            gobs = max(0, gobs - 3)
            t.tell(
                "Somebody has been here before you: three sporegobs lie burst, and so do three adventurers.", rule="DON-FUN-08"
            )
        as_they_left_it(s, king, [])
        gobs, caps = still_there(s, "sporegobs", gobs), still_there(s, "spraycaps", 2)
        guard = spawn(t, Foes("sporegobs"), gobs) + spawn(t, Foes("spraycaps"), caps)
        for g in guard:
            g.leader = king.id
        scene.foes = [king.id, *(g.id for g in guard)]
        scene.stage = "meet"
        if s.lines.get("climax"):
            narrate.say(t, "climax_again", rule="DON-CLIMAX-01", big_bad="the Mushroom King")
        else:
            narrate.say(t, "climax", rule="DON-CLIMAX-01", big_bad="the Mushroom King")
            t.tell(
                "He sits at the top of a rocky slope under a cap as wide as a cart. In it, green as a cat's eye, the Emerald.",
                rule="DON-FUN-36",
            )
    elif scene.stage == "meet":
        friend = grakvar_friend(s)
        start_fight(t, scene, present(s, scene), by_party=False, slope=scene.foes[0], friends=[friend] if friend else None)
    else:
        await climax_over(t, scene)
