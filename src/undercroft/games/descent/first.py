"""The first minute: the usual party with the usual kit at the mouth of the maze, a coach's"
" sentences, and why a bot does what it does."""

from __future__ import annotations

from ...engine import Answer, Ask, Lesson, View
from ...engine.guide import easiest, reason, verb
from .rules.battle.answers import read
from .rules.battle.blows import PATIENCE, is_lit, rounds_in_vain, standing
from .rules.personas.people import line_of, nearest_rank
from .stage import hits_left, learnt
from .state import Game, Member

THIN = 2  # hits that armour has left when it is as good as gone
ABOVE = ("roll-call", "rise", "store", "muster", "line", "castle")


def begin(view: View[Game]) -> Answer | None:
    """The usual party, the usual for everyone and a torch, the line as it stands, and down."""
    if view.state.phase not in ABOVE or view.state.descent > 1:
        return None
    return easiest(view.ask, view.seat, "usual", "all", "done", "leave", "nothing", "no", "stand")


def go_on(view: View[Game], since: Game) -> Answer | None:
    """No ball, all strike, shields as they are, stay: until somebody new comes, the light changes, ours fall, bleed or lose
    their armour, or nobody hits any more.
    """
    s, keys = view.state, view.ask.keys_for(view.seat)
    b, before = s.battle, since.battle
    if b is None or before is None or not b.round or not b.foes or view.ask.kind != "choose":
        return None
    if not {foe.id for foe in b.foes} <= {foe.id for foe in before.foes} or is_lit(s, b) != is_lit(since, before):
        return None
    for m, was in zip(s.members, since.members, strict=False):
        now, then = hits_left(m), hits_left(was)
        if m.status != was.status or m.conditions != was.conditions or (now < then and (now * 2 <= then or m.body < was.body)):
            return None
        if (left := worn(m)) < (had := worn(was)) and (not left or left <= THIN < had):
            return None
    if not is_lit(s, b) and "LIGHT BALLS" in keys and (b.round == 1 or rounds_in_vain(b) >= PATIENCE):
        return None  # in the dark, with a ball of light in hand
    asked = rounds_in_vain(before) >= PATIENCE and b.round - before.round < PATIENCE  # and went on all the same, a moment ago
    if "stay" in keys and rounds_in_vain(b) >= PATIENCE and not asked:
        return None
    plain: str | None = next((key for key in ("none", "rest", "ready", "stay") if key in keys), None)
    if plain is None and view.ask.rule == "DES-BAT-09":  # the last to strike, or one who cannot reach them
        doing = {getattr(read(key), "verb", ""): key for key in reversed(keys)} | {"hold": "hold" if "hold" in keys else None}
        plain = next((doing[verb] for verb in ("strike", "shoot", "hold") if doing.get(verb)), None)
    return plain


def worn(m: Member) -> int:
    """What armour, shield, vest and spell still take for him."""
    return m.armour_left + m.shield_left + m.vest_left + m.body_shield


def lesson(s: Game, seat: int, ask: Ask) -> Lesson | None:
    """The newest thing on the table."""
    keys = ask.keys_for(seat)
    b = s.battle
    if b is not None and b.foes and not b.round:
        return Lesson(
            "meeting",
            "They are met and nobody has struck. Fight what your front row outnumbers; a gift or a "
            "kind word costs less than a wound.",
        )
    if b is not None and b.foes and "stay" in keys:
        known = learnt(s, b)
        said = f"Your notebook says: {known}. " if known else ""
        return Lesson("round", f"{said}Stay while they fall faster than you do: runners take a parting blow each.")
    if b is not None and b.foes and "rest" in keys:
        extra = ", ".join(f"{value:+d} for {name}" for name, value in standing(s, b, None))
        return Lesson(
            "blows",
            f"Each blow is two dice{' (' + extra + ')' if extra else ''} against a number the gamesmaster keeps secret, another "
            "for each weapon and baddie: your notebook learns it, blow by blow.",
        )
    if b is not None and b.foes:
        return Lesson(
            "ball",
            "Balls are few: light where it is dark, for the dark costs every blow a point. Else let them fight on: plain blows, "
            "round after round, and you are asked when something changes.",
        )
    if b is not None and learnt(s, b):
        return Lesson("learnt", f"Write it down, it is all one ever learns: {learnt(s, b)}. What lies there goes into the chest.")
    offered = {verb(key) for key in keys}
    if "open" in offered:
        return Lesson("door", "A door. Behind doors are chambers, and in chambers are treasure and whoever sits on it.")
    if "go" in offered:
        return Lesson(
            "walk", "The feet are counted out loud and your map draws itself. Take one branch and remember where the tower was."
        )
    return None


def case(s: Game, seat: int, ask: Ask) -> list[str]:
    """What they need and what is known of what we need; above ground and between doors, what a rank still costs."""
    b = s.battle
    if b is None or not b.foes:
        rank = nearest_rank(s)
        return [f"A rank costs gold and karma (DES-WAR-03). Nearest to one: {rank}."] if rank else []
    said = []
    if b.told:
        for name in dict.fromkeys(foe.name for foe in b.foes if foe.member < 0):
            said.append(f"{name} hit with {line_of(s, name).to_hit} or more on two dice: it stands in their line (DES-BAT-12).")
    parts = ", ".join(f"{value:+d} for {name}" for name, value in standing(s, b, None))
    said.append(
        "What a blow of yours needs, the gamesmaster alone knows (DES-BAT-09): it differs by weapon and baddie. "
        f"To two dice you add your rank's bonus{', and ' + parts if parts else ''}."
    )
    known = learnt(s, b)
    return [*said, f"The notebook, with all that counted in (DES-BAT-10): {known}."] if known else said


WHY = {
    "open": "Behind doors are chambers, and treasure is in chambers.",
    "go": "That way is new, and nearer than the others.",
    "fight": "The front row is fresh, and they guard something.",
    "stay": "They fall faster than we do, and a party that runs is struck from behind.",
    "rest": "All strike at the nearest: it is quick, and a foe that is down strikes no more.",
    "run": "Too many are hurt; the chest can wait.",
    "peace": "A bribe costs less than a wound.",
    "none": "Balls are few, and plain blows do here.",
    "light": "In the dark every blow is a point worse.",
    "surface": "There is enough in the chest, and everybody is alive to share it.",
}


def because(view: View[Game], answer: Answer) -> str:
    """Why the bot would do it."""
    option = view.ask.options_for(view.seat).get(answer) if isinstance(answer, str) else None
    known = option is not None and option.rank >= 0 and verb(answer) == "go"
    return reason(view, answer, {**WHY, "go": "It is known ground, and what is left to see lies beyond it."} if known else WHY)
