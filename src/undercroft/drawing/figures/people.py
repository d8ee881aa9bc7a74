"""People and everything else on two legs, put together from parts: a head, a build, clothes, what the hands hold.

A recipe is a line of data (`figures.toml`); see `Recipe` for what it may say.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from .gear import HELD, SHIELDS
from .hats import HATS
from .heads import HEADS
from .ink import GROUND, INK, PAPER, TONE, Sheet, box, corners, curve, oval, tube


@dataclass(frozen=True)
class Recipe:
    """Somebody. Words are names of parts; numbers are in hundredths of the usual."""

    head: str = "human"
    heads: int = 1
    hat: tuple[str, ...] = ()  # from the skin outwards
    tall: int = 80  # from sole to crown, of a hundred
    wide: int = 100
    big: int = 100  # the head
    coat: str = "tunic"  # tunic robe mail plate loin fur bones wraps suit dress shell rags bare leaf scales
    legs: str = "boots"  # boots bare beast hooves claws tail none bones ghost
    arms: str = "ready"  # ready raised low spread forward four
    right: str = ""  # held
    left: str = ""  # held, or a shield
    back: tuple[str, ...] = ()  # cloak bat feather moth tail devil_tail pack quiver fire smoke spikes
    stoop: int = 0  # how far the head hangs forward
    dark: bool = False  # clothes in ink
    pale: bool = False  # clothes in paper


_WORDS = {field.name: field.type for field in fields(Recipe)}


def recipe(data: dict[str, Any]) -> Recipe:
    """A recipe from a table of data; an unknown word is a mistake worth hearing about."""
    known: dict[str, Any] = {}
    for word, value in data.items():
        if word not in _WORDS:
            raise ValueError(f"a recipe has no {word!r}; it may say {', '.join(_WORDS)}")
        known[word] = tuple(value) if isinstance(value, list) else value
    for kind, names, book in (("head", [known.get("head", "human")], HEADS), ("hat", known.get("hat", ()), HATS)):
        for name in names:
            if name not in book:
                raise ValueError(f"no {kind} {name!r}; there are {', '.join(sorted(book))}")
    return Recipe(**known)


def person(s: Sheet, who: Recipe) -> None:
    """Draw somebody, feet on the ground in the middle of the square."""
    scale = who.tall / 100
    with s.at(50, GROUND - 100 * scale, scale):
        w = who.wide / 100
        _back(s, who, w)
        _legs(s, who, w)
        _coat(s, who, w)
        _heads(s, who, w)
        _arms(s, who, w)


def _cloth(who: Recipe) -> str:
    return INK if who.dark else PAPER if who.pale else TONE


def _heads(s: Sheet, who: Recipe, w: float) -> None:
    size = who.big / 100 * (1.0 if s.detail else 1.2)  # a small figure is known by its head
    places = [who.stoop * 0.6] if who.heads == 1 else [-15 * w, 15 * w]
    for place in places:
        with s.at(place, 16 + who.stoop * 0.5, size):
            HEADS[who.head](s)
            for hat in who.hat:
                HATS[hat](s)


def _legs(s: Sheet, who: Recipe, w: float) -> None:
    kind = who.legs
    if kind == "none" or (who.coat in ("robe", "dress") and kind == "boots"):
        if who.coat in ("robe", "dress"):
            s.layer(
                INK,
                curve(f"{-9 * w} 99!, {-7 * w} 94, {-2 * w} 96, {-1 * w} 99!"),
                curve(f"{9 * w} 99!, {7 * w} 94, {2 * w} 96, {1 * w} 99!"),
            )
        return
    if kind == "tail":
        s.layer(
            TONE,
            tube(
                f"0 58, {-9 * w} 76, {2 * w} 90, {22 * w} 92, {31 * w} 84, {36 * w} 74", 24 * w, 20 * w, 16 * w, 11 * w, 6 * w, 2
            ),
            shade=0.3,
        )
        return
    if kind == "ghost":
        s.layer(
            PAPER,
            curve(
                f"{-13 * w} 50, {-15 * w} 72, {-10 * w} 86, {-14 * w} 98!, {-4 * w} 90, {1 * w} 99!, {7 * w} 89, {14 * w} 95!, {12 * w} 74, {13 * w} 50"
            ),
            shade=0.2,
        )
        return
    for side in (-1, 1):
        if kind == "bones":
            s.layer(
                PAPER,
                tube(f"{5 * side * w} 63, {7 * side * w} 80, {7 * side * w} 95", 4, 3.4, 3.4),
                tube(f"{6 * side * w} 97, {11 * side * w} 98", 4, 3),
                weight=0.8,
            )
            s.line(f"{4 * side * w} 80, {10 * side * w} 80")
        elif kind in ("beast", "hooves", "claws"):
            s.layer(
                TONE if kind == "hooves" else PAPER if kind == "claws" else _cloth(who) if who.coat == "fur" else TONE,
                tube(
                    f"{7 * side * w} 60, {12 * side * w} 73, {7 * side * w} 85, {9 * side * w} 95", 16 * w, 14 * w, 7 * w, 7 * w
                ),
                shade=0.25,
            )
            if kind == "hooves":
                s.layer(
                    INK,
                    corners(
                        f"{9 * side * w - 4.5} 92, {9 * side * w + 4.5} 92, {9 * side * w + 5.5} 98.5, {9 * side * w - 5.5} 98.5"
                    ),
                )
            else:
                foot = f"{9 * side * w - 6} 99!, {9 * side * w - 4} 94, {9 * side * w + 4} 94, {9 * side * w + 8} 99!"
                s.layer(PAPER, curve(foot))
                s.line(f"{9 * side * w} 96, {9 * side * w} 99", f"{9 * side * w + 4} 96, {9 * side * w + 4} 99")
        else:
            s.layer(
                PAPER, tube(f"{6.5 * side * w} 60, {9 * side * w} 76, {10 * side * w} 93", 11 * w, 8.5 * w, 7 * w), shade=0.25
            )
            with s.at(10 * side * w, 0, wide=side):
                if kind == "boots":
                    s.layer(INK, curve("-3.6 88!, 3.6 88!, 4 94, 9 98.6!, -3.6 98.6!"))
                else:
                    s.layer(PAPER, curve("-4 99!, -3.6 93, 3 93, 9 99!"))
                    s.line("4 96.5, 4.5 99", "1 96.5, 1 99")


def _torso(w: float, low: float = 68) -> str:
    return f"{-10 * w} 29, {-17 * w} 35, {-15 * w} 48, {-11 * w} 56, {-13 * w} {low}!, {13 * w} {low}!, {11 * w} 56, {15 * w} 48, {17 * w} 35, {10 * w} 29"


def _coat(s: Sheet, who: Recipe, w: float) -> None:
    cloth, coat = _cloth(who), who.coat
    fine = PAPER if who.dark else INK
    if coat in ("robe", "dress"):
        s.layer(
            cloth,
            curve(
                f"{-10 * w} 29, {-17 * w} 36, {-14 * w} 52, {-16 * w} 72, {-22 * w} 96!, {-8 * w} 94, {8 * w} 94, {22 * w} 96!, {16 * w} 72, {14 * w} 52, {17 * w} 36, {10 * w} 29"
            ),
            shade=0.25,
        )
        s.line(f"{-3 * w} 62, {-6 * w} 92", f"{6 * w} 64, {9 * w} 92", f"{-14 * w} 56, 0 59, {14 * w} 56", fill=fine)
        if coat == "dress":
            s.layer(PAPER, curve(f"{-7 * w} 29!, 0 44!, {7 * w} 29!"), weight=0.6)
    elif coat == "bones":
        s.layer(
            PAPER, tube("0 28, 0 62", 4, 4), curve(f"{-9 * w} 60, 0 63, {9 * w} 60, {6 * w} 68, 0 66, {-6 * w} 68"), weight=0.8
        )
        for y, half in ((34, 13), (40, 13), (46, 11), (52, 8)):
            s.layer(
                PAPER,
                tube(
                    f"{-half * w} {y + 2}, {-half * w * 0.5} {y - 1}, 0 {y}, {half * w * 0.5} {y - 1}, {half * w} {y + 2}",
                    3.2,
                    3.2,
                ),
                weight=0.7,
            )
    elif coat == "ghost":
        s.layer(PAPER, curve(f"{-10 * w} 28, {-16 * w} 38, {-14 * w} 64, {14 * w} 64, {16 * w} 38, {10 * w} 28"), shade=0.2)
    elif coat == "wraps":
        s.layer(PAPER, curve(_torso(w, 70)), shade=0.2)
        s.line(
            f"{-16 * w} 36, {15 * w} 42",
            f"{-15 * w} 44, {14 * w} 50",
            f"{-12 * w} 52, {12 * w} 57",
            f"{-12 * w} 60, {13 * w} 64",
            f"{14 * w} 34, {-14 * w} 50",
            weight=1.3,
        )
        s.layer(PAPER, curve(f"{11 * w} 62!, {18 * w} 70, {15 * w} 82!, {13 * w} 70"), weight=0.7)
    elif coat == "bare":
        s.layer(PAPER, curve(_torso(w)), shade=0.3)
        s.line(f"{-7 * w} 42, {-1 * w} 44", f"{7 * w} 42, {1 * w} 44", "0 46, 0 56")
    elif coat == "loin":
        s.layer(PAPER, curve(_torso(w)), shade=0.3)
        s.line(f"{-8 * w} 42, {-1 * w} 44", f"{8 * w} 42, {1 * w} 44", "-1 56, 1 56.5")
        s.layer(
            cloth,
            curve(
                f"{-14 * w} 62!, 0 65, {14 * w} 62!, {12 * w} 72, {7 * w} 80!, {2 * w} 76!, {-5 * w} 82!, {-9 * w} 75!, {-13 * w} 76!"
            ),
        )
    elif coat == "fur":
        s.layer(
            cloth,
            corners(
                " , ".join(
                    f"{x * w} {y}"
                    for x, y in (
                        (-10, 28),
                        (-20, 34),
                        (-16, 40),
                        (-20, 46),
                        (-15, 50),
                        (-19, 58),
                        (-14, 61),
                        (-17, 71),
                        (-9, 68),
                        (-4, 74),
                        (1, 68),
                        (7, 74),
                        (10, 68),
                        (17, 71),
                        (14, 61),
                        (19, 57),
                        (15, 50),
                        (20, 45),
                        (16, 39),
                        (20, 34),
                        (10, 28),
                    )
                )
            ),
            shade=0.25,
        )
        s.line(
            f"{-6 * w} 40, {-4 * w} 45",
            f"{3 * w} 38, {5 * w} 43",
            f"{-3 * w} 52, {-1 * w} 57",
            f"{6 * w} 52, {8 * w} 57",
            fill=fine,
        )
    elif coat == "rags":
        s.layer(
            cloth,
            curve(
                f"{-10 * w} 29, {-17 * w} 35, {-14 * w} 50, {-16 * w} 70!, {-12 * w} 80!, {-8 * w} 71!, {-3 * w} 84!, {2 * w} 72!, {8 * w} 82!, {11 * w} 72!, {17 * w} 76!, {14 * w} 50, {17 * w} 35, {10 * w} 29"
            ),
            shade=0.25,
        )
        s.line(f"{-5 * w} 44!, {1 * w} 46!, {-2 * w} 52!", f"{5 * w} 58, {8 * w} 64", fill=fine)
    elif coat in ("mail", "plate"):
        s.layer(
            cloth,
            curve(
                f"{-10 * w} 29, {-18 * w} 35, {-15 * w} 48, {-12 * w} 57, {-16 * w} 75!, 0 77, {16 * w} 75!, {12 * w} 57, {15 * w} 48, {18 * w} 35, {10 * w} 29"
            ),
            shade=0.25,
        )
        if coat == "mail":
            for y in (38, 44, 50, 63, 69):
                reach = 12 * w
                s.line(" , ".join(f"{-reach + reach * step / 4} {y + (1.6 if step % 2 else 0)}" for step in range(9)), fill=fine)
        else:
            s.line("0 32, 0 56", f"{-13 * w} 46, 0 50, {13 * w} 46", f"{-13 * w} 66, 0 68, {13 * w} 66", fill=fine, weight=1.3)
        s.layer(
            INK if not who.dark else PAPER,
            curve(f"{-12.5 * w} 56!, 0 58.5, {12.5 * w} 56!, {12.5 * w} 60!, 0 62.5, {-12.5 * w} 60!"),
            bare=True,
        )
        if coat == "plate":
            s.layer(cloth, oval(-17 * w, 35, 7 * w, 6), oval(17 * w, 35, 7 * w, 6), shade=0.3)
    elif coat == "suit":
        s.layer(cloth, curve(_torso(w, 78)), shade=0.2)
        s.layer(PAPER, curve(f"{-6 * w} 29!, 0 50!, {6 * w} 29!"), weight=0.6)
        s.layer(INK, corners("-2 33, 2 33, 1 36, 2.5 46, 0 49, -2.5 46, -1 36"), bare=True)
    elif coat == "shell":
        s.layer(
            TONE,
            curve(
                f"{-10 * w} 28, {-20 * w} 38, {-20 * w} 56, {-12 * w} 70, 0 73, {12 * w} 70, {20 * w} 56, {20 * w} 38, {10 * w} 28"
            ),
            shade=0.25,
        )
        s.line(
            f"{-17 * w} 42, 0 46, {17 * w} 42", f"{-18 * w} 52, 0 56, {18 * w} 52", f"{-14 * w} 62, 0 66, {14 * w} 62", weight=1.5
        )
    elif coat == "insect":
        s.layer(cloth, oval(0, 36, 12 * w, 10), oval(0, 58, 15 * w, 16), shade=0.2)
        s.line(
            f"{-13 * w} 52, 0 55, {13 * w} 52", f"{-14 * w} 60, 0 63, {14 * w} 60", f"{-10 * w} 68, 0 70, {10 * w} 68", fill=fine
        )
    elif coat == "stem":
        s.layer(
            PAPER,
            curve(
                f"{-8 * w} 26, {-9 * w} 44, {-15 * w} 64, {-13 * w} 76, 0 79, {13 * w} 76, {15 * w} 64, {9 * w} 44, {8 * w} 26"
            ),
            shade=0.3,
        )
        s.line(f"{-9 * w} 60, {-8 * w} 70", f"{2 * w} 52, {2 * w} 60")
    elif coat == "rock":
        s.layer(
            PAPER,
            corners(
                f"{-12 * w} 28, {-21 * w} 36, {-18 * w} 52, {-13 * w} 58, {-15 * w} 70, 0 74, {14 * w} 70, {13 * w} 58, {19 * w} 50, {20 * w} 36, {9 * w} 27"
            ),
            shade=0.35,
        )
        s.line(f"{-14 * w} 40!, {-5 * w} 44!, {-7 * w} 54!", f"{4 * w} 34!, {9 * w} 42!, {5 * w} 50!, {10 * w} 58!")
    elif coat == "flames":
        s.layer(
            TONE,
            curve(
                f"{-10 * w} 28, {-16 * w} 38, {-13 * w} 52, {-18 * w} 64, {-10 * w} 78, {-4 * w} 70!, {2 * w} 84, {6 * w} 70!, {12 * w} 78, {17 * w} 62, {13 * w} 50, {16 * w} 38, {10 * w} 28"
            ),
            shade=0.15,
        )
        s.layer(PAPER, curve(f"0 40!, {6 * w} 52, {2 * w} 64!, {-6 * w} 54"), weight=0.5)
    elif coat == "machine":
        s.layer(cloth, box(-15 * w, 29, 30 * w, 38), shade=0.25)
        s.layer(PAPER, oval(0, 46, 9, 9), weight=0.7)
        s.line("0 46!, 0 39!", "0 46!, 5 48!", weight=2.2)
    else:  # a tunic
        s.layer(
            cloth,
            curve(
                f"{-10 * w} 29, {-17 * w} 35, {-14 * w} 48, {-11 * w} 57, {-16 * w} 73!, 0 75, {16 * w} 73!, {11 * w} 57, {14 * w} 48, {17 * w} 35, {10 * w} 29"
            ),
            shade=0.25,
        )
        s.layer(
            INK if not who.dark else PAPER,
            curve(f"{-11.5 * w} 56!, 0 58, {11.5 * w} 56!, {11.5 * w} 59.6!, 0 61.6, {-11.5 * w} 59.6!"),
            bare=True,
        )
        s.line(f"{-4 * w} 64, {-5 * w} 76", f"{5 * w} 64, {6 * w} 76", "-4 30, 0 36, 4 30", fill=fine)


_ARMS = {  # elbow and hand of the right arm; the left is its mirror
    "ready": ((23, 48), (28, 58)),
    "low": ((23, 50), (22, 66)),
    "raised": ((30, 38), (33, 20)),
    "spread": ((30, 42), (41, 46)),
    "forward": ((26, 42), (38, 36)),
    "hip": ((26, 50), (13, 60)),
    "clasp": ((23, 52), (6, 54)),
}


def _arms(s: Sheet, who: Recipe, w: float) -> None:
    if who.arms == "none":
        return
    poses = who.arms.split("/") if "/" in who.arms else [who.arms, who.arms]
    sleeve = PAPER if who.coat in ("loin", "bare", "bones", "wraps", "stem", "rock", "ghost", "shell") else _cloth(who)
    thick = 4 if who.coat == "bones" else 8.6
    for side, pose, held in ((-1, poses[0], who.left), (1, poses[1], who.right)):
        (ex, ey), (hx, hy) = _ARMS[pose]
        hand_x, hand_y = side * hx * w, hy
        if held in HELD:
            lean = {"raised": 18, "spread": 14, "forward": 16}.get(pose, 8) * side
            with s.at(hand_x, hand_y, wide=side, turn=lean * side):
                HELD[held](s)
        s.layer(
            sleeve,
            tube(
                f"{side * 15 * w} 35, {side * ex * w} {ey}, {hand_x} {hand_y}",
                thick * w**0.5 * 1.15,
                thick * w**0.5,
                thick * w**0.5 * 0.8,
            ),
            shade=0.2,
        )
        if who.coat != "bones":
            s.layer(PAPER, oval(hand_x, hand_y, 4.2 * w**0.3, 4.2 * w**0.3), weight=0.8)
        if who.legs in ("claws", "beast") and not held:
            s.line(
                *(f"{hand_x + side * 2} {hand_y + dy * 0.5}, {hand_x + side * 8} {hand_y + dy}" for dy in (-4, 1, 6)), weight=2.1
            )
        if held in SHIELDS:
            with s.at(hand_x, hand_y):
                SHIELDS[held](s)
        elif held == "claw":
            with s.at(hand_x, hand_y, wide=side):
                s.layer(TONE, curve("-6 4, -7 -6, 2 -16, 14 -18!, 8 -10!, 15 -6!, 10 4, 2 8"), shade=0.3)


def _back(s: Sheet, who: Recipe, w: float) -> None:
    for part in who.back:
        if part == "cloak":
            s.layer(
                INK,
                curve(
                    f"{-11 * w} 28, {-22 * w} 44, {-29 * w} 95!, {-14 * w} 90, 0 93, {14 * w} 90, {29 * w} 95!, {22 * w} 44, {11 * w} 28"
                ),
            )
        elif part == "cape":
            s.layer(
                TONE,
                curve(
                    f"{-11 * w} 28, {-21 * w} 44, {-30 * w} 88!, {-14 * w} 84, 0 86, {14 * w} 84, {30 * w} 88!, {21 * w} 44, {11 * w} 28"
                ),
                shade=0.15,
            )
        elif part == "collar":
            s.layer(
                INK,
                curve(
                    f"{-6 * w} 34!, {-20 * w} 30, {-23 * w} 10!, {-10 * w} 24, {10 * w} 24, {23 * w} 10!, {20 * w} 30, {6 * w} 34!"
                ),
            )
        elif part in ("bat", "feather", "moth"):
            _wings(s, part, w)
        elif part == "tail":
            s.layer(TONE, tube(f"{-4 * w} 66, {-20 * w} 84, {-34 * w} 86, {-44 * w} 74", 12, 9, 6, 1, blunt=False), shade=0.2)
        elif part == "devil_tail":
            s.line(f"{-4 * w} 66, {-20 * w} 88, {-33 * w} 84, {-34 * w} 70", weight=3.2)
            s.layer(INK, corners(f"{-34 * w} 60, {-34 * w - 6} 71, {-34 * w} 69, {-34 * w + 6} 71"))
        elif part == "rat_tail":
            s.line(f"{-4 * w} 66, {-22 * w} 92, {-36 * w} 90, {-40 * w} 78", weight=3.2)
        elif part == "pack":
            s.layer(
                TONE,
                curve(f"{-14 * w} 28, {-27 * w} 32, {-29 * w} 56, {-14 * w} 62"),
                curve(f"{14 * w} 28, {27 * w} 32, {29 * w} 56, {14 * w} 62"),
                tube(f"{-22 * w} 25, {22 * w} 25", 9, 9),
                shade=0.2,
            )
        elif part == "quiver":
            s.layer(TONE, corners(f"{8 * w} 50, {18 * w} 22, {26 * w} 25, {17 * w} 54"))
            s.line(f"{19 * w} 22, {22 * w} 12", f"{23 * w} 23, {27 * w} 13", f"{21 * w} 22, {25 * w} 10", weight=2.3)
        elif part == "fire":
            s.layer(
                TONE,
                curve(
                    f"{-24 * w} 96, {-29 * w} 70, {-22 * w} 52, {-27 * w} 30!, {-15 * w} 34, {-12 * w} 12!, 0 22, {12 * w} 8!, {15 * w} 32, {28 * w} 26!, {23 * w} 52, {29 * w} 70, {24 * w} 96"
                ),
                shade=0.1,
            )
        elif part == "spikes":
            s.layer(
                TONE,
                corners(
                    f"{-10 * w} 30, {-27 * w} 26, {-18 * w} 38, {-30 * w} 42, {-18 * w} 50, {-28 * w} 60, {-14 * w} 60, 0 40, {14 * w} 60, {28 * w} 60, {18 * w} 50, {30 * w} 42, {18 * w} 38, {27 * w} 26, {10 * w} 30"
                ),
            )
        elif part == "arms":
            for side in (-1, 1):
                for text in ("40, 34 36, 38 22", "44, 36 50, 44 44", "50, 32 66, 40 74"):
                    first, second, third = text.split(",")
                    (x2, y2), (x3, y3) = second.split(), third.split()
                    s.layer(
                        TONE,
                        tube(
                            f"{side * 12 * w} {first}, {side * float(x2)} {y2}, {side * float(x3)} {y3}, {side * (float(x3) + 5)} {float(y3) + 3}",
                            7,
                            6,
                            5,
                            4,
                        ),
                    )
        elif part == "orbs":
            for x, y in ((-36, 30), (-30, 10), (36, 30), (30, 10)):
                s.layer(PAPER, oval(x, y, 5), shade=0.3)


def _wings(s: Sheet, kind: str, w: float) -> None:
    for side in (-1, 1):
        with s.at(0, 0, wide=side * max(1.0, w)):
            if kind == "bat":
                s.layer(
                    INK if kind == "bat" else TONE,
                    curve("10 36!, 22 14, 42 6!, 50 26, 52 52!, 45 46, 38 56!, 31 48, 22 58!, 16 50, 10 52!"),
                )
                s.line("40 10, 45 46", "40 10, 31 47", "40 10, 17 50", fill=PAPER)
            elif kind == "feather":
                s.layer(
                    PAPER,
                    curve("10 34!, 22 14, 44 2!, 52 14, 48 30!, 52 40, 43 46!, 44 54, 34 54!, 32 62, 22 56!, 14 52, 10 48!"),
                    shade=0.15,
                )
                s.line("48 30, 28 24", "43 46, 24 34", "34 54, 20 42")
            else:
                s.layer(
                    TONE,
                    curve("8 34!, 24 6, 46 2, 48 22, 36 44, 12 48!"),
                    curve("8 46!, 32 46, 42 62, 34 82, 20 76, 8 54!"),
                    shade=0.15,
                )
                s.layer(PAPER, oval(36, 18, 5), oval(29, 62, 4), weight=0.6)
                s.spot(36, 18, 2)
                s.spot(29, 62, 1.6)
