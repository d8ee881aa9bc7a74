"""Turns of phrase for what every round of a battle brings, so that it is not told in the same words forty times. No rules."""

from __future__ import annotations

from ...state import Battle

PHRASES: dict[str, tuple[str, ...]] = {
    "miss": (
        "{name} misses.",
        "{name} swings wide.",
        "{name} hits a good deal of air.",
        "{name} strikes where it just was.",
        "{name} meets stone, and sparks.",
    ),
    "misses": (
        "{names} {names:misses|miss}.",
        "Nothing from {names}.",
        "{names} {names:strikes|strike} wide.",
        "{names} {names:hits|hit} the wall, the floor and the dark.",
    ),
    "hits": (
        "{hits} {hits:hits|hit} {foe}{taken}.",
        "{hits} {hits:gets|get} through to {foe}{taken}.",
        "{foe:^} has it from {hits}{taken}.",
        "{hits} {hits:strikes|strike} home on {foe}{taken}.",
    ),
    "volley": (
        "{hits} {hits:hits|hit} {foe}{taken}; {names} {names:misses|miss}.",
        "{hits} {hits:gets|get} through to {foe}{taken}. Nothing from {names}.",
        "{foe:^} has it from {hits}{taken}; {names} {names:strikes|strike} wide.",
        "{hits} {hits:strikes|strike} home on {foe}{taken}; {names} {names:hits|hit} the floor.",
    ),
    "they miss": (
        "{who} {one:misses|miss} {names}.",
        "{who} {one:misses|miss}: {names} stood elsewhere.",
        "{who} {one:misses|miss}, and {names} could feel the wind of it.",
        "{who} {one:misses|miss} {names}, this time.",
    ),
    "they all hit": (
        "{who} {one:hits|hit} {hits}.",
        "{who} {one:finds|find} {hits}.",
        "{who} {one:gets|get} {hits}.",
        "{who} {one:gets|get} through to {hits}.",
    ),
    "they hit and miss": (
        "{who} {one:hits|hit} {hits} and {one:misses|miss} {names}.",
        "{who} {one:finds|find} {hits}; {names} stood elsewhere.",
        "{who} {one:gets|get} {hits}. {names} could feel the wind of it.",
        "{who} {one:hits|hit} {hits}, but not {names}, this time.",
    ),
    "hit": (
        "{name} hits {foe}{marks}.",
        "{name} lands one on {foe}{marks}.",
        "{name} gets through to {foe}{marks}.",
        "{foe:^} has one from {name}{marks}.",
    ),
    "they hit": (
        "{name} hits {who}: {where}.",
        "{name} finds {who}: {where}.",
        "{who} is hit by {by}: {where}.",
        "{name} gets {who}: {where}.",
    ),
    "kill": (
        "{name} kills {foe}: {karma} karma.",
        "{name} makes an end of {foe}: {karma} karma.",
        "{foe:^} falls to {name}: {karma} karma.",
        "{name} was the last thing {foe} saw: {karma} karma.",
    ),
    "ball": (
        "{name} throws {ball}.",
        "{name} lets {ball} fly.",
        "{ball:^}, from {name}.",
    ),
    "draw": (
        "{name} changes to {arm}.",
        "{name} takes up {arm}.",
        "Out comes {arm}, in the hand of {name}.",
    ),
}


def phrase(b: Battle, name: str, nth: int) -> str:
    """One of the phrases, as a template; which one follows from the round and `nth`, not from chance."""
    lines = PHRASES[name]
    return lines[(b.round + nth) % len(lines)]
