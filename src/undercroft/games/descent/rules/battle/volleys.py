"""Volleys: the plain blows of those who strike one after another, told in one sentence when all have struck (DES-BAT-09)."""

from __future__ import annotations

from .....engine import Table
from .....engine.words import capital
from ...state import Battle, Foe, Game
from .field import called
from .phrases import phrase


class Volley:
    """Who has struck since something was last told, in order; and whom the hits were for."""

    def __init__(self) -> None:
        self.by: list[str] = []
        self.hit: list[bool] = []
        self.struck: list[str] = []  # the same for the stage: "+Bruno" has hit, "-Maud" has not
        self.foe = ""  # whom those that hit have hit
        self.taken = ""  # and what it has taken by now

    def note(self, name: str, foe: str = "", taken: str = "") -> None:
        """A blow: at `foe` if it hit, else a miss."""
        self.by.append(name)
        self.hit.append(bool(foe))
        self.struck.append(f"{'+' if foe else '-'}{name}")
        if foe:
            self.foe, self.taken = foe, taken

    def those(self, *, hit: bool) -> list[str]:
        """Who hit or who did not, each once; who hit is not among those who did not."""
        some = [name for name, landed in zip(self.by, self.hit, strict=True) if landed]
        if hit:
            return [f"{name}{' twice' * (some.count(name) > 1)}" for name in dict.fromkeys(some)]
        return [name for name in dict.fromkeys(self.by) if name not in some]


def tell_hits(t: Table[Game], b: Battle, volley: Volley) -> None:
    """What has hit so far, because something else is to be told now; misses can wait."""
    if volley.foe and not t.light:
        misses = [name for name, landed in zip(volley.by, volley.hit, strict=True) if not landed]
        _tell(t, b, volley, "hits", b.round, volley.those(hit=True), [])
        volley.by, volley.hit = misses, [False] * len(misses)
    volley.foe = volley.taken = ""


def tell_volley(t: Table[Game], b: Battle, volley: Volley, nth: int) -> None:
    """All of it, when everybody has struck."""
    if t.light or not volley.by:
        return
    hits, misses = volley.those(hit=True), volley.those(hit=False)
    _tell(t, b, volley, "volley" if hits and misses else "hits" if hits else "misses", nth, hits, misses)


def _tell(t: Table[Game], b: Battle, volley: Volley, how: str, nth: int, hits: list[str], misses: list[str]) -> None:
    t.tell(phrase(b, how, nth), rule="DES-BAT-09", hits=hits, names=misses, foe=volley.foe,
           taken=f": {volley.taken}" if volley.taken else "", struck=volley.struck)  # fmt: skip
    volley.struck = []


class Onset:
    """What their blows did in one attack that nobody need hear of at once: who was hit where, and who was missed."""

    def __init__(self) -> None:
        self.hits: list[tuple[Foe, str, str]] = []  # by whom, whom, where
        self.misses: list[tuple[Foe, str]] = []
        self.struck: list[str] = []  # "+The second dog" has hit, in order


def tell_onset(t: Table[Game], b: Battle, onset: Onset, *, misses: bool = True) -> None:
    """In one sentence, the misses too if all have struck."""
    missed = onset.misses if misses else []
    if t.light or not (onset.hits or missed):
        return
    foes = [foe for foe, *_ in onset.hits] + [foe for foe, _ in missed]
    lone = all(foe.id == foes[0].id for foe in foes)
    kinds = {foe.name for foe in foes}
    who = called(t.state, b, foes[0]) if lone else "the baddies" if len(kinds) > 1 else f"the {foes[0].name}"
    last = {whom: where for _, whom, where in onset.hits}  # where two have landed, the later one counts for both
    times = [whom for _, whom, _ in onset.hits]
    hits = [f"{whom}{' twice' * (times.count(whom) == 2)} ({where})" for whom, where in last.items()]
    names = [name for _, name in missed]
    at = [f"{name} twice" if names.count(name) == 2 else name for name in dict.fromkeys(names)]
    how = "they hit and miss" if hits and at else "they all hit" if hits else "they miss"
    t.tell(phrase(b, how, foes[0].id), rule="DES-BAT-12", who=capital(who), hits=hits, names=at,
           struck=onset.struck, one=1 if lone else 2)  # fmt: skip
    onset.struck = []
    onset.hits.clear()
    if misses:
        onset.misses.clear()
