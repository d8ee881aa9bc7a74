"""Moving in a fight: closing in, getting away, chasing, free attacks, charging, and tokens on a grid. Chapter 5."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import capital, count
from ... import odds
from ...being import Being
from ...state import CLOSE, OUT, Donjon
from ..basics import narrate
from ..basics.distance import band, come_down, fighter, foes_of, in_close, kept_off, minis, set_band, step_token
from ..basics.judging import call
from ..concepts.contest import Pool, contest, throw
from ..concepts.facts import Setting
from ..concepts.law import keep, spend
from ..creatures.odd import odd
from ..resolution.picking import choose_pool, commanded, opposing_extra
from ..resolution.pools import best_ability, difficulty_pool, place_tags, pool, tagged
from ..tasks.tasks import task
from .combat import abort, attack
from .instincts import resists


def can_leave(b: Being) -> bool:
    """The cornered cannot move away, nor can the rooted."""
    return "rooted" not in b.tags and not any(p.condition == "cornered" for p in b.penalties)


def _tags(s: Donjon, words: str) -> frozenset[str]:
    return tagged(place_tags(s), "fight", words)


async def _resisters(t: Table[Donjon], b: Being, able: list[Being], *, away: bool) -> list[Being]:
    """Who gives up an action to resist (DON-MOVE-02, DON-MOVE-09)."""
    s = t.state
    found: list[Being] = []
    mine = pool(
        s, b, "movement", ability=best_ability(s, b, "movement", _tags(s, "flee" if away else "towards")), tags=frozenset()
    ).dice
    for o in able:
        if not fighter(s, o.id).numbers or o.frozen or "rooted" in o.tags or any(p.condition == "prone" for p in o.penalties):
            continue
        theirs = pool(
            s, o, "movement", ability=best_ability(s, o, "movement", _tags(s, "towards" if away else "flee")), tags=frozenset()
        ).dice
        number = max(fighter(s, o.id).numbers)
        verb = "chase" if away else "keep away"
        if o.pc:
            choice = await t.choose(
                o.seat,
                "{mover} moves {way}. Does {who} give up the action on {number} to {verb}?",
                {
                    "let": Option("Let it happen", hint="and keep the action", rule="DON-MOVE-01"),
                    "resist": Option(
                        f"{capital(verb)} {b.name if away else ''}".strip(),
                        hint=f"{odds.words(theirs, mine, s.die)}; costs the action",
                        rule="DON-MOVE-02",
                    ),
                },
                rule="DON-MOVE-02",
                mover=b.cap,
                way="away" if away else "in",
                who=o.name,
                number=number,
                verb=f"{verb} {b.name}" if away else verb,
            )
        else:
            choice = await call(
                t,
                "npcs",
                "{mover} moves {way}. Does {who} resist?",
                {"let": "Let it happen", "resist": "Resist"},
                "resist" if resists(s, o, theirs, mine, away=away) else "let",
                rule="DON-MOVE-02",
                mover=b.name,
                way="away" if away else "in",
                who=o.name,
            )
        if choice == "resist":
            abort(s, o)
            found.append(o)
    return found


async def _movement_tests(t: Table[Donjon], b: Being, against: list[Being], *, away: bool) -> dict[str, int]:
    """The mover rolls once, every resister against it (DON-MOVE-03, DON-MOVE-09). By resister: mover's successes, or
    minus theirs."""
    s = t.state
    if not against:
        return {}
    tags = _tags(s, "flee" if away else "charge towards")
    kind = "movement"
    first = against[0]
    picked = await choose_pool(
        t, b, kind, tags=tags, other=pool(s, first, kind).dice, why="moving", rule="DON-MOVE-03", against=first.id
    )
    mine = picked.pool
    mine.faces = await throw(t, mine, "moving", rule="DON-MOVE-03")
    results: dict[str, int] = {}
    for o in against:
        theirs = await choose_pool(
            t,
            o,
            kind,
            tags=_tags(s, "charge towards" if away else "flee"),
            other=len(mine.faces),
            why=f"resisting {b.name}",
            rule="DON-MOVE-03",
            against=b.id,
        )
        held = theirs.pool
        for name, dice in opposing_extra(b, kind, stretched=picked.stretched):
            held = held.plus(name, dice)
        base: Pool = mine
        extra = opposing_extra(o, kind, stretched=theirs.stretched)
        if extra:
            more = Pool(b.name, extra, mine.seat)
            base = Pool(
                b.name,
                [*mine.parts, *extra],
                mine.seat,
                [*mine.faces, *(await throw(t, more, "against a distracted foe", rule="DON-HOLD-03"))],
            )
        result = await contest(t, base, held, f"{b.name} moves, {o.name} resists", rule="DON-MOVE-03")
        results[o.id] = result.n if result.won else -result.n
    return results


async def move_in(t: Table[Donjon], b: Being, target: Being) -> None:
    """One level closer to a named opponent, and to those who stand in close with him at the same distance (DON-DIST-01,
    DON-MOVE-01)."""
    s = t.state
    assert s.fight is not None
    me = fighter(s, b.id)
    come_down(s, b)
    if s.fight.slope == target.id and band(s, b.id, target.id) == 1 and not await climb_slope(t, b):
        return
    s.tested.append(target.id)  # whether it gives ground depends on how it fares
    resisters = await _resisters(t, b, [target], away=False)
    results = await _movement_tests(t, b, resisters, away=False)
    me.moved = True
    near = band(s, b.id, target.id)
    won = results.get(target.id, 1)
    if minis(s) != "off":
        await _token_in(t, b, target, won)
    elif won > 0:
        together = [o for o in foes_of(s, b) if o.id != target.id and band(s, b.id, o.id) == near and _with_target(s, o, target)]
        together = [o for o in together if not kept_off(s, b.id, o.id)]
        set_band(s, b.id, target.id, near - 1)
        for o in together:
            set_band(s, b.id, o.id, near - 1)
    if won > 0:
        narrate.say(t, "move_in", rule="DON-MOVE-01", actor=b.name, target=target.name)
    else:
        narrate.say(t, "move_resisted", rule="DON-MOVE-03", actor=b.name, target=target.name)
    me.moved_to = target.id
    if target.id in results:
        await _spend_move(t, b if won > 0 else target, target if won > 0 else b, abs(won))


def _with_target(s: Donjon, o: Being, target: Being) -> bool:
    """Whether two opponents stand together: same side, and nothing sets them apart."""
    return all(
        band(s, f.id, o.id) == band(s, f.id, target.id)
        for f in s.party()
        if any(x.id == f.id for x in (s.fight.fighters if s.fight else []))
    )


async def _token_in(t: Table[Donjon], b: Being, target: Being, won: int) -> None:
    """With miniatures the mover moves in any case, the resisting foe only if he wins (DON-MINI-03)."""
    s = t.state
    me, other = fighter(s, b.id), fighter(s, target.id)
    step_token(s, me, other, away=False)
    if won < 0:
        step_token(s, other, me, away=True)


async def climb_slope(t: Table[Donjon], b: Being) -> bool:
    """Up the rocky slope within one action: an Easy task of Adroitness (DON-FUN-34). Ruling: who fails is half-way up, and
    there with the next action."""
    s = t.state
    me = fighter(s, b.id)
    if me.halfway:
        me.halfway = False
        return True
    if b.pc:
        result, _, _ = await task(
            t, b, "athletics", "easy", "climbing the slope", rule="DON-FUN-34", attr="adr", words="slope rock climb"
        )
    else:
        ability = best_ability(s, b, "athletics", tagged(place_tags(s), "slope rock climb"))
        mine = pool(s, b, "athletics", attr="adr", ability=ability).plus("a command", commanded(b))
        hill = difficulty_pool(s, "easy", name="The slope")
        result = await contest(t, mine, hill, f"{b.name} scrambles up the slope", rule="DON-FUN-34")
    if not result.won:
        me.halfway = True
        narrate.say(t, "slides_back", rule="DON-FUN-34", actor=b.name)
    return result.won


async def _spend_move(t: Table[Donjon], winner: Being, loser: Being, n: int) -> None:
    """Movement successes are spent as usual: facts, or dice for the next movement or attack (DON-MOVE-04)."""
    s = t.state
    if winner.pc:
        _, dice = await spend(t, winner, n, Setting("movement", f"moving against {loser.name}", winner, loser, frozenset()))
        keep(s, winner, dice, "movement", f"moving against {loser.name}", against=loser.id)
    else:
        keep(s, winner, n, "movement", f"moving against {loser.name}", against=loser.id)


async def move_away(t: Table[Donjon], b: Being) -> None:
    """One level further from all opponents: resistance, free attacks, then the distance changes (DON-MOVE-01, DON-MOVE-05)."""
    s = t.state
    assert s.fight is not None
    me = fighter(s, b.id)
    foes = [o for o in foes_of(s, b) if band(s, b.id, o.id) < OUT]
    close = in_close(s, b)
    resisters = await _resisters(t, b, foes, away=True)
    results = await _movement_tests(t, b, resisters, away=True)
    me.moved, me.moved_to = True, ""
    for o in close:
        if not o.up or ("rooted" in o.tags and not o.natural):
            continue
        lost_to = -results.get(o.id, 1) if results.get(o.id, 1) < 0 else 0
        if s.options.free_attack == "caught" and not lost_to:
            continue
        await _free_attack(t, o, b, lost_to)
        if not b.up:
            return
    before = {o.id: band(s, b.id, o.id) for o in foes}
    if minis(s) != "off":
        _token_away(s, b, foes, results)
    moved = False
    for o in foes:
        if results.get(o.id, 1) > 0:
            moved = True
            if minis(s) == "off":
                set_band(s, b.id, o.id, before[o.id] + 1)
        else:
            narrate.say(t, "move_resisted", rule="DON-MOVE-03", actor=b.name, target=o.name)
    for o in foes:
        n = results.get(o.id, 0)
        if n > 0:
            await _spend_move(t, b, o, n)
        elif n < 0 and before[o.id] != CLOSE:
            await _spend_move(t, o, b, -n)
    if moved:
        narrate.say(t, "move_out", rule="DON-MOVE-01", actor=b.name)
    if foes and all(band(s, b.id, o.id) >= OUT for o in foes_of(s, b)):
        b.status = "fled"
        narrate.say(t, "fled", rule="DON-DIST-04", actor=b.name)


def _token_away(s: Donjon, b: Being, foes: list[Being], results: dict[str, int]) -> None:
    """With miniatures a runner moves in any case; a resister who wins is shifted along by as much (DON-MINI-02)."""
    me = fighter(s, b.id)
    if not foes:
        return
    nearest = min(foes, key=lambda o: band(s, b.id, o.id))
    vector = step_token(s, me, fighter(s, nearest.id), away=True)
    for o in foes:
        if results.get(o.id, 1) < 0:
            other = fighter(s, o.id)
            other.x += vector[0]
            other.y += vector[1]


async def _free_attack(t: Table[Donjon], o: Being, runner: Being, bonus: int) -> None:
    """Someone in close who runs gives his opponent a free attack; a won chase adds its successes (DON-MOVE-05)."""
    if o.pc:
        choice = await t.choose(
            o.seat,
            "A turned back: {runner} runs. {who} has a free attack{bonus}.",
            {"take": Option("Take it", rule="DON-MOVE-05"), "decline": Option("Let them go")},
            rule="DON-MOVE-05",
            runner=runner.name,
            who=o.name,
            bonus=f" with {count(bonus, 'die')} more" if bonus else "",
        )
        if choice == "decline":
            return
    elif any(odd_one.busy for odd_one in odd(o)):
        return
    narrate.say(t, "free_attack", rule="DON-MOVE-05", actor=runner.name, target=o.name)
    held = o.wielding
    if o.wielding and next((i for i in o.items if i.id == o.wielding and i.reach != "melee"), None) is not None:
        o.wielding = ""
    await attack(t, o, runner, bonus=bonus)
    o.wielding = held if any(i.id == held for i in o.items) else o.wielding
