"""Crests: spires, domes and gables over the great rooms of a people, so that one finds them among a hundred small ones."""

from __future__ import annotations

from ..state import Room

CREST = 17.0  # how high one is over the roof
KINDS = {
    "spires": ("palace", "throne", "sanctum", "lair of", "grand lair"),
    "dome": ("temple", "cathedral", "shrine", "mind pool", "soul"),
    "gable": ("arena", "treasure", "records", "library", "gallery"),
    "urn": ("tomb", "crypt"),
}


def crest_of(room: Room) -> str:
    """What stands over a room, if anything does."""
    said = " ".join((*room.tags, room.label, room.name, room.kind)).lower()
    built = room.maker not in ("natural", "breeder", "alpha")
    return next((kind for kind, words in KINDS.items() if built and any(word in said for word in words)), "")


def crest(kind: str, x: float, y: float, half: float) -> str:
    """Path data over the middle of a roof, so wide to either side."""
    if kind == "spires":
        return "".join(
            f"M{x + at * half - wide:.1f} {y + sink:.1f}v{-high * 0.4:.1f}l{wide:.1f} {-high * 0.6:.1f}"
            f"l{wide:.1f} {high * 0.6:.1f}v{high * 0.4:.1f}z"
            for at, wide, high, sink in ((-0.8, 2.6, 12.0, 3.0), (0.8, 2.6, 12.0, 3.0), (0.0, 3.6, CREST, 1.0))
        )
    if kind == "dome":
        side = half * 0.8
        return (
            f"M{x - side:.1f} {y:.1f}q{-side * 0.2:.1f} -10 {side:.1f} -12q{side * 1.2:.1f} 2 {side:.1f} 12z"
            f"M{x - 1.2:.1f} {y - 11:.1f}v-6h2.4v6z"
        )
    if kind == "gable":
        return f"M{x - half:.1f} {y:.1f}l{half:.1f} -11l{half:.1f} 11zM{x - 2:.1f} {y - 4:.1f}a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z"
    return f"M{x - 5:.1f} {y:.1f}q-4 -8 2 -9v-3h6v3q6 1 2 9z"
