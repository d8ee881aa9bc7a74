"""Beasts: on four legs, on none, with wings, in the water. All look to the right."""

from __future__ import annotations

from . import heads
from .hats import HATS
from .heads import Part
from .ink import GROUND, INK, PAPER, TONE, Sheet, corners, curve, oval, tube


def four(
    s: Sheet, *, long: float = 46, tall: float = 46, deep: float = 24, leg: float = 9, fill: str = PAPER, feet: str = "paw", x: float = 46,
    hump: float = 0, sprawl: float = 0,
) -> None:  # fmt: skip
    """A body on four legs."""
    back, front = x - long / 2, x + long / 2
    top, belly = GROUND - tall, GROUND - tall + deep
    trunk = f"{back - 3} {top + deep * 0.5}, {back + 4} {top + 2}, {x} {top + 2 - hump}, {front - 3} {top - 1}, {front + 4} {top + deep * 0.4}, {front} {belly - 1}, {x} {belly}, {back + 4} {belly + 1}"
    for near in (False, True):
        shapes, nails = [], []
        for place, knee in ((back + 5, -5), (front - 5, 3)):
            start = place if near else place + 7 if place < x else place - 8
            foot = start + (sprawl if place > x else -sprawl)
            shapes.append(
                tube(
                    f"{start} {belly - deep * 0.35}, {start + knee} {(belly + GROUND) / 2}, {foot} {GROUND - 2}",
                    leg * 1.5,
                    leg,
                    leg * 0.75,
                )
            )
            if feet == "hoof":
                nails.append(
                    corners(
                        f"{foot - leg * 0.45} {GROUND - 5}, {foot + leg * 0.45} {GROUND - 5}, {foot + leg * 0.6} {GROUND}, {foot - leg * 0.55} {GROUND}"
                    )
                )
            elif feet == "paw":
                shapes.append(
                    curve(
                        f"{foot - leg * 0.5} {GROUND}!, {foot - leg * 0.3} {GROUND - 5}, {foot + leg * 0.5} {GROUND - 5}, {foot + leg} {GROUND}!"
                    )
                )
            else:
                shapes.append(
                    corners(
                        f"{foot - 3} {GROUND - 4}, {foot + leg * 0.4} {GROUND - 5}, {foot + leg + 2} {GROUND}, {foot + leg * 0.5} {GROUND - 1}, {foot + 2} {GROUND + 1}, {foot - 1} {GROUND - 1}, {foot - 5} {GROUND}"
                    )
                )
        s.layer(fill if near else TONE, *([curve(trunk)] if near else []), *shapes, shade=0.2)
        for nail in nails:
            s.layer(INK, nail)
    s.line(
        f"{back + 14} {belly - deep * 0.75}, {back + 13} {belly - deep * 0.1}, {back + 8} {belly + 3}",
        f"{front - 13} {belly - deep * 0.5}, {front - 12} {belly - 1}",
        weight=1.3,
    )


def _neck(s: Sheet, spine: str, *widths: float) -> None:
    s.layer(PAPER, tube(spine, *widths), bare=False)


def rat(s: Sheet) -> None:
    s.line("18 82, 6 78, 2 64, 10 54", weight=3.6)
    with s.at(6, 0):
        s.layer(PAPER, curve("30 94, 25 90, 32 88"), curve("52 95!, 50 90, 60 90, 62 95!"), curve("26 95!, 28 88, 38 90, 40 95!"))
        s.layer(PAPER, curve("12 84, 18 66, 34 58, 52 64, 62 74, 58 88, 40 92, 20 92"), shade=0.25)
        s.line("30 70, 26 80, 32 88")
        with s.at(64, 72, 1.15):
            heads.rat(s)


def dog(s: Sheet) -> None:
    s.layer(PAPER, tube("22 60, 12 50, 10 36", 7, 6, 2), shade=0.2)
    four(s, long=44, tall=44, deep=20, leg=8)
    _neck(s, "64 60, 70 50, 74 42", 16, 14, 12)
    with s.at(74, 38):
        s.layer(PAPER, curve("-11 2, -6 -10, 4 -11, 12 -4, 22 -2, 23 5, 12 8, 0 10, -8 8"), shade=0.2)
        s.layer(INK, curve("-6 -9!, -14 -4, -14 9, -7 10, -3 0"))
        s.eye(5, -3)
        s.spot(22, 0, 2.2)
        s.line("22 5, 12 4")
        s.layer(TONE, curve("12 7!, 16 6!, 17 13, 14 14"), weight=0.6)
    s.line("66 58, 72 62, 78 54", weight=2.4)


def wolf(s: Sheet) -> None:
    s.layer(TONE, curve("22 58!, 12 60, 2 72, 4 88!, 10 82, 20 74, 28 66!"), shade=0.2)
    four(s, long=48, tall=48, deep=21, leg=8, hump=-2)
    s.layer(PAPER, curve("50 48!, 56 36, 68 30, 82 44, 80 54!, 78 64!, 71 59!, 67 70!, 60 62!, 54 66!"), shade=0.15)
    s.line("58 46, 62 52", "54 54, 58 58", "62 40, 66 46", weight=1.4)
    with s.at(74, 36, 1.15):
        heads.wolf(s)


def bear(s: Sheet) -> None:
    four(s, long=52, tall=56, deep=36, leg=14, fill=TONE, hump=6)
    with s.at(76, 48, 1.35):
        heads.bear(s)


def lion(s: Sheet) -> None:
    s.line("20 58, 6 62, 4 78, 12 84", weight=3.4)
    s.layer(INK, curve("10 80!, 18 82, 20 92!, 12 90"))
    four(s, long=50, tall=50, deep=22, leg=10)
    with s.at(72, 42, 1.25):
        heads.lion(s)


def elephant(s: Sheet) -> None:
    s.line("16 48, 8 58, 8 68", weight=3.2)
    for x in (26, 58, 36, 68):
        s.layer(TONE if x in (36, 58) else PAPER, corners(f"{x - 7} 60, {x + 7} 60, {x + 7} 96, {x - 7} 96"), shade=0.3)
    s.layer(PAPER, curve("14 56, 20 36, 44 26, 66 30, 78 40, 78 62, 66 76, 40 78, 20 74"), shade=0.15)
    s.layer(PAPER, tube("80 44, 90 58, 88 78, 94 90, 99 84", 22, 14, 9, 7, 5), oval(76, 38, 16, 16), shade=0.15)
    s.layer(PAPER, curve("82 58!, 92 64, 99 60!, 94 70, 82 66!"), weight=0.8)
    s.layer(TONE, curve("62 26, 52 30, 50 48, 58 60, 68 56, 72 40"), shade=0.3)
    s.eye(82, 38, 2)


def horse(s: Sheet, *, rider: bool = False) -> None:
    s.layer(TONE, curve("20 54!, 8 56, 3 72, 6 88!, 13 78, 24 64!"))
    four(s, long=48, tall=50, deep=21, leg=8, feet="hoof")
    if rider:
        return
    s.layer(INK, curve("58 46!, 56 34, 62 22, 72 14!, 76 20, 68 40!"))
    s.layer(
        PAPER,
        tube("63 58, 67 42, 74 28", 22, 16, 11),
        curve("68 22, 74 16, 84 22, 94 36, 92 42, 84 40, 74 34"),
        corners("71 19, 72 8, 78 17"),
        shade=0.2,
    )
    s.eye(80, 25, 1.8)
    s.spot(91, 38, 1.2)
    s.line("86 40, 90 40")


def unicorn(s: Sheet) -> None:
    horse(s)
    s.layer(PAPER, corners("79 18, 96 0, 85 21"))
    s.line("83 16, 86 19", "87 11, 89 14")
    s.layer(PAPER, curve("82 40!, 84 48!, 88 41!"), weight=0.6)


def pony(s: Sheet) -> None:
    """A horse with a saddle."""
    horse(s)
    s.layer(INK, curve("38 44!, 44 48, 54 44!, 55 56, 46 60, 38 56"))


def toad(s: Sheet) -> None:
    s.layer(PAPER, curve("10 95!, 8 78, 18 66, 30 74, 34 95!"), curve("66 95!, 70 74, 82 66, 92 78, 90 95!"), shade=0.25)
    s.layer(
        PAPER,
        oval(34, 38, 10),
        oval(66, 38, 10),
        curve("18 68, 24 48, 40 40, 60 40, 76 48, 82 68, 74 88, 50 93, 26 88"),
        shade=0.15,
    )
    s.layer(INK, oval(34, 37, 3, 5), oval(66, 37, 3, 5), bare=True)
    s.line("22 60, 50 68, 78 60", weight=2.2)
    for x, y, r in ((30, 52, 2.4), (70, 53, 2), (50, 48, 2.6), (32, 78, 2), (66, 80, 2.6)):
        s.layer(TONE, oval(x, y, r), weight=0.5)
    s.layer(PAPER, curve("38 96!, 38 84, 46 84, 46 96!"), curve("54 96!, 54 84, 62 84, 62 96!"))


def lizard(s: Sheet) -> None:
    s.layer(PAPER, tube("30 76, 16 80, 6 70, 10 56, 20 52", 14, 9, 7, 4, 1, blunt=False), shade=0.2)
    four(s, long=44, tall=30, deep=17, leg=8, feet="claw", sprawl=3)
    _neck(s, "62 76, 70 68, 76 62", 18, 15, 14)
    s.layer(TONE, corners("26 69, 30 58, 36 67, 41 56, 47 66, 53 56, 58 66, 64 57, 67 66"))
    with s.at(77, 58, 1.05):
        heads.lizard(s)


def crocodile(s: Sheet) -> None:
    s.layer(PAPER, tube("32 80, 18 84, 8 78, 2 64", 18, 13, 8, 1, blunt=False), shade=0.2)
    four(s, long=46, tall=26, deep=17, leg=9, feet="claw", sprawl=3, x=42)
    s.layer(PAPER, curve("54 70, 60 62, 66 60, 70 64, 84 68, 98 68, 98 74, 80 76!, 97 78!, 96 84, 76 86, 58 86"), shade=0.15)
    s.line("80 76, 62 76")
    s.line("96 74!, 94 78!, 92 74!, 89 78!, 87 74.5!, 84 78!, 82 75!", weight=1.5)
    s.eye(66, 65, 2)
    s.layer(TONE, corners("14 76, 18 66, 22 74, 27 63, 31 71, 36 61, 40 70, 45 61, 49 70, 53 62, 55 70"))


def turtle(s: Sheet) -> None:
    s.layer(
        PAPER,
        curve("18 94!, 20 80, 32 82, 34 94!"),
        curve("60 94!, 62 82, 74 80, 78 94!"),
        curve("6 84!, 16 76, 22 84"),
        shade=0.2,
    )
    s.layer(PAPER, tube("72 78, 84 74, 90 66", 14, 12, 15), shade=0.2)
    s.eye(92, 63, 1.8)
    s.line("96 70, 90 70")
    s.layer(TONE, curve("10 82!, 16 62, 34 48, 54 48, 72 62, 80 82!, 46 87"), shade=0.2)
    s.line("32 50!, 28 66!, 36 84!", "56 50!, 62 66!, 56 85!", "28 66!, 62 66!", "28 66!, 14 74!", "62 66!, 76 74!", weight=1.6)


def gorilla(s: Sheet) -> None:
    s.layer(
        INK,
        tube("30 52, 24 72, 26 92", 20, 17, 12),
        tube("44 62, 46 80, 42 92", 22, 15, 12),
        curve("20 56, 26 38, 44 24, 62 26, 74 40, 70 60, 54 72, 32 74"),
    )
    s.layer(INK, tube("66 40, 78 62, 76 92", 22, 17, 13))
    s.layer(
        PAPER,
        curve("70 96!, 70 88, 80 86, 86 96!"),
        curve("36 96!, 36 89, 46 88, 52 96!"),
        curve("20 96!, 20 89, 30 88, 35 96!"),
        weight=0.8,
    )
    s.line("40 44, 44 52", "50 38, 53 46", "34 54, 38 62", "70 60, 76 68", fill=PAPER)
    with s.at(72, 30, 1.15):
        heads.ape(s)


def centaur(s: Sheet) -> None:
    with s.at(-4, 0):
        horse(s, rider=True)
    s.layer(PAPER, curve("50 64, 50 44, 46 32, 56 26, 70 26, 78 32, 74 46, 72 62"), shade=0.25)
    with s.at(63, 14, 0.95):
        heads.human(s)
        HATS["beard"](s)
        HATS["hair"](s)
    s.line("79 12, 86 36, 79 58", weight=2.6)
    s.line("79 12!, 79 58!")
    s.layer(PAPER, tube("74 33, 82 40, 86 36", 8, 7, 6), tube("50 33, 58 46, 78 38", 8, 7, 6))


def chimera(s: Sheet) -> None:
    s.layer(PAPER, tube("22 62, 10 56, 6 40, 14 28, 8 18", 7, 7, 6, 6, 8), shade=0.2)
    s.eye(8, 17, 1.6)
    s.layer(TONE, curve("40 50!, 26 26, 34 4!, 46 14, 58 12!, 56 30, 60 46!"), shade=0.2)
    four(s, long=50, tall=46, deep=22, leg=10)
    s.layer(PAPER, tube("54 54, 52 40, 56 28", 14, 10, 8), curve("50 26, 56 18, 64 24, 72 34, 66 38, 56 34"), shade=0.2)
    s.layer(PAPER, tube("54 20, 50 10, 42 8", 5, 4, 1, blunt=False))
    s.eye(60, 26)
    s.layer(INK, corners("66 37, 64 46, 69 38"))
    with s.at(78, 50, 1.05):
        heads.lion(s)


def manticore(s: Sheet) -> None:
    s.layer(TONE, tube("22 66, 8 62, 4 48, 10 38", 8, 7, 6, 6))
    s.layer(INK, corners("6 42, -1 33, 7 34, 5 24, 12 31, 19 25, 17 34, 25 37, 16 41, 12 46"))
    s.layer(INK, curve("46 52!, 30 38, 22 12!, 34 20, 42 6!, 50 20, 60 10!, 60 30, 60 50!"))
    s.line("26 18, 46 48", "43 12, 51 48", "58 16, 55 48", fill=PAPER, weight=1.4)
    four(s, long=46, tall=46, deep=21, leg=10)
    s.layer(
        TONE,
        corners(
            "60 30, 66 22, 74 22, 82 18, 88 25, 96 28, 95 37, 99 46, 93 52, 92 61, 83 61, 76 67, 70 60, 61 60, 61 50, 55 42, 62 36"
        ),
    )
    with s.at(77, 42, 0.98):
        heads.human(s)
        HATS["goatee"](s)


def sphinx(s: Sheet) -> None:
    s.line("14 78, 4 70, 6 56, 12 52", weight=3.2)
    s.layer(PAPER, curve("8 95!, 8 78, 20 66, 44 62, 60 52, 74 58, 74 82, 98 86, 98 95!"), shade=0.2)
    s.line("30 95, 26 84, 34 76, 44 82, 42 95", "74 86, 62 88, 60 95")
    s.layer(TONE, curve("46 62!, 46 26, 56 8, 70 8, 80 26, 82 58!, 72 54, 64 48, 56 56"), shade=0.15)
    s.line("50 34, 54 36", "49 42, 54 44", "48 50, 53 52", "78 34, 74 36", "79 42, 74 44", weight=1.8)
    with s.at(64, 26, 0.95):
        heads.fair(s)
    s.layer(INK, corners("60 36, 68 36, 67 48, 61 48"), weight=0.5)


def leucrotta(s: Sheet) -> None:
    s.layer(INK, curve("16 46!, 6 50, 4 64!, 14 58, 20 52!"))
    four(s, long=46, tall=58, deep=22, leg=7, feet="hoof")
    _neck(s, "62 50, 68 36, 74 26", 17, 13, 11)
    with s.at(76, 24, 1.25):
        heads.badger(s)
        s.line("8 9!, 9 5!, 11 9!, 13 5!, 15 9!, 17 5!, 19 8!", weight=1.6)
    s.line("40 46, 42 54", "48 44, 50 52", "32 46, 34 54", weight=2)


def rust_monster(s: Sheet) -> None:
    s.layer(TONE, tube("26 70, 14 66, 8 54", 12, 8, 6))
    s.layer(TONE, corners("0 50, 6 40, 16 48, 12 58, 4 58"))
    four(s, long=44, tall=42, deep=24, leg=9, feet="claw", fill=TONE)
    s.layer(TONE, curve("20 74!, 24 54, 40 44, 60 48, 70 64, 68 76!, 58 72!, 50 78!, 42 72!, 34 78!, 27 72!"), shade=0.2)
    s.line("30 52, 33 72", "42 46, 44 72", "54 46, 54 74", weight=1.6)
    s.layer(TONE, curve("62 62, 70 54, 82 58, 86 68, 78 76, 66 76"), shade=0.2)
    s.eye(76, 63, 2)
    for spine in ("76 56, 80 36, 94 28", "72 56, 66 36, 76 20"):
        s.line(spine, weight=3)
    s.line(
        "79 42, 84 46",
        "79 42, 74 38",
        "84 34, 90 40",
        "84 34, 80 28",
        "67 40, 62 38",
        "67 40, 73 38",
        "69 30, 64 26",
        "69 30, 76 30",
        weight=2.4,
    )


def su_monster(s: Sheet) -> None:
    s.line("2 12!, 98 12!", weight=5)
    s.line("50 80, 74 84, 80 60, 70 40, 74 14, 84 8, 88 18", weight=3.6)
    s.layer(
        TONE,
        tube("38 46, 24 30, 24 12", 9, 8, 7),
        tube("60 46, 56 30, 50 12", 9, 8, 7),
        tube("40 72, 26 84, 34 96", 12, 9, 8),
        tube("58 74, 66 86, 58 97", 12, 9, 8),
        curve("32 44, 48 38, 66 46, 64 66, 56 80, 40 80, 32 66"),
        shade=0.25,
    )
    with s.at(50, 48, 1.1):
        heads.ape(s)
        s.line("-5 9!, -4 12!, -2 9!, 0 12!, 2 9!, 4 12!, 5 9!", weight=1.4)


def snake(s: Sheet) -> None:
    s.layer(
        PAPER,
        tube(
            "84 88, 70 94, 40 94, 20 88, 18 78, 34 74, 60 78, 76 74, 74 62, 56 58, 40 60, 34 48, 44 34, 54 30",
            2,
            7,
            11,
            12,
            12,
            12,
            12,
            12,
            12,
            12,
            12,
            12,
            12,
        ),
        shade=0.3,
    )
    s.layer(PAPER, curve("48 36, 46 24, 58 20, 72 26, 78 32, 70 38, 58 38"), shade=0.2)
    s.eye(63, 27, 2)
    s.line("78 33!, 88 34!", "88 34!, 93 31!", "88 34!, 93 38!", weight=2.2)
    for text in (
        "30 91, 33 96",
        "44 91, 46 97",
        "58 91, 60 97",
        "30 73, 32 79",
        "46 74, 47 80",
        "60 75, 61 81",
        "44 58, 45 64",
        "37 50, 43 52",
    ):
        s.line(text)


def cobra(s: Sheet) -> None:
    """A big snake, hood spread."""
    s.layer(
        PAPER,
        tube("92 84, 84 94, 50 96, 16 92, 12 80, 30 74, 62 78, 74 72, 66 62, 52 56, 50 40", 2, 8, 13, 15, 14, 14, 14, 14, 14),
        shade=0.25,
    )
    s.layer(TONE, curve("50 66, 38 54, 32 34, 40 16, 56 10, 72 18, 76 36, 68 54, 58 64"), shade=0.2)
    s.line("46 44, 62 46", "44 52, 62 54", "48 60, 60 61", weight=1.6)
    s.layer(PAPER, curve("44 26, 46 14, 58 8, 70 16, 76 26, 66 32, 54 34"), shade=0.2)
    s.eye(60, 18, 2.2)
    s.line("74 27!, 84 30!", "84 30!, 89 27!", "84 30!, 88 34!", weight=2.2)


def worm(s: Sheet) -> None:
    """A purple worm, rearing."""
    s.layer(
        TONE,
        tube("96 92, 80 92, 66 88, 58 78, 58 64, 50 50", 10, 20, 24, 26, 26, 26),
        tube("58 78, 36 70, 26 52, 36 34, 54 26", 26, 26, 27, 28, 30),
        shade=0.2,
    )
    for text in (
        "44 88, 48 70",
        "24 66, 40 58",
        "22 48, 38 48",
        "30 32, 42 44",
        "42 20, 52 38",
        "76 82, 76 98",
        "62 74, 54 90",
        "88 84, 90 98",
    ):
        s.line(text, weight=1.5)
    s.layer(INK, oval(62, 26, 13, 16))
    s.layer(
        PAPER,
        *(
            corners(text)
            for text in (
                "52 14, 60 20, 55 22",
                "70 14, 66 22, 73 20",
                "50 28, 60 28, 52 33",
                "74 30, 65 29, 73 34",
                "56 40, 61 33, 62 42",
                "68 40, 66 33, 63 41",
            )
        ),
        bare=True,
    )
    s.layer(TONE, corners("94 86, 100 78, 99 95"))


def wyrm(s: Sheet) -> None:
    """A long old dragon without wings."""
    s.layer(
        TONE,
        corners("14 74, 12 64, 20 69, 22 58, 29 65, 36 56, 39 66, 48 60, 49 70, 60 66, 58 76"),
        corners("78 74, 88 72, 82 64, 92 58, 82 54, 88 45, 77 46, 78 36, 68 42"),
    )
    s.layer(
        PAPER,
        tube(
            "3 56, 8 80, 24 76, 40 72, 56 84, 72 88, 80 76, 76 60, 62 50, 52 38, 56 26", 2, 8, 14, 18, 20, 20, 19, 18, 16, 15, 13
        ),
        shade=0.25,
    )
    s.layer(PAPER, tube("30 80, 24 88, 30 95", 8, 6, 5), tube("70 90, 66 96, 72 97", 8, 6, 5))
    with s.at(58, 22):
        _dragon_head(s)
    s.layer(PAPER, tube("68 27, 78 34, 82 26", 3, 2, 1), tube("64 34, 66 44, 74 44", 3, 2, 1), weight=0.7)


def _dragon_head(s: Sheet) -> None:
    s.layer(PAPER, tube("-4 -6, -14 -12, -22 -10", 6, 4, 1, blunt=False), tube("0 -8, -6 -18, -14 -20", 6, 4, 1, blunt=False))
    s.layer(PAPER, curve("-10 4, -8 -6, 2 -10, 10 -6, 22 -6, 26 -1, 24 4!, 10 4!, 23 8!, 18 13, 4 12, -6 12"), shade=0.15)
    s.line("23 4!, 21 7!, 19 4!, 16 7!, 14 4!", weight=1.3)
    s.eye(6, -3, 2)
    s.spot(23, -3, 1.2)


def dragon(s: Sheet, *, fire: str = "") -> None:
    s.layer(PAPER, tube("34 82, 18 91, 6 84, 3 66, 8 56", 16, 11, 8, 5, 3), shade=0.2)
    s.layer(TONE, corners("5 60, 0 48, 9 40, 15 50"))
    s.layer(TONE, curve("56 60!, 60 34, 54 8!, 64 14, 72 6!, 74 24, 70 46!"), shade=0.1)
    four(s, long=40, tall=40, deep=25, leg=11, x=44)
    s.line("28 92, 28 96", "33 92, 34 96", "64 92, 65 96", "69 92, 71 96", weight=1.5)
    s.layer(PAPER, tube("56 72, 68 62, 66 44, 74 30", 26, 20, 14, 12), shade=0.2)
    s.line("66 70, 57 74", "69 60, 61 62", "67 50, 60 51", "67 42, 62 41", weight=1.4)
    s.layer(TONE, curve("50 64!, 40 44, 30 20, 12 2!, 8 20, 2 36!, 12 34, 18 46!, 26 44, 32 56!, 40 54, 46 66!"), shade=0.08)
    s.line("14 6, 14 36", "16 8, 28 46", "18 8, 41 54", weight=1.6)
    with s.at(76, 24, 1.05):
        _dragon_head(s)
    if fire == "flame":
        s.layer(
            TONE,
            curve("100 29!, 112 22, 126 26, 122 36!, 132 44, 122 50, 126 62!, 112 56, 108 66!, 104 50, 98 48!, 102 38"),
            shade=0.1,
        )
        s.layer(PAPER, curve("102 31!, 116 32, 120 42, 112 46!"), weight=0.5)
    elif fire == "bolt":
        s.layer(PAPER, corners("100 28, 114 44, 108 47, 126 70, 104 52, 110 49, 97 35"))
        s.layer(PAPER, corners("88 16, 99 -6, 95 17"))
        s.layer(TONE, corners("64 26, 50 20, 61 34, 46 34, 60 42, 47 48, 60 50, 66 40"))


def hydra(s: Sheet) -> None:
    s.layer(PAPER, tube("28 84, 12 88, 4 76", 16, 10, 2, blunt=False))
    four(s, long=40, tall=36, deep=26, leg=11, x=46)
    for spine, x, y in (
        ("44 66, 30 46, 22 24", 22, 18),
        ("52 66, 50 40, 48 16", 48, 12),
        ("60 68, 70 52, 70 36", 72, 32),
        ("62 74, 82 70, 84 62", 82, 58),
    ):
        s.layer(PAPER, tube(spine, 13, 10, 8), shade=0.2)
        with s.at(x, y, 0.62):
            _dragon_head(s)


def bat(s: Sheet) -> None:
    for side in (-1, 1):
        with s.at(50, 50, wide=side):
            s.layer(INK, curve("4 -4!, 18 -20, 40 -30!, 48 -10, 50 16!, 42 8, 34 18!, 26 8, 16 18!, 10 10, 4 14!"))
            s.line("36 -24, 42 8", "36 -24, 26 8", "36 -24, 11 9", fill=PAPER)
    s.layer(
        TONE,
        corners("42 34, 40 18, 48 28"),
        corners("58 34, 60 18, 52 28"),
        oval(50, 38, 10),
        curve("42 44, 50 42, 58 44, 58 60, 50 72, 42 60"),
        shade=0.2,
    )
    s.eye(46, 37, 2)
    s.eye(54, 37, 2)
    s.line("47 44!, 48 47!, 49 44!", "51 44!, 52 47!, 53 44!", weight=1.4)


def bird(s: Sheet) -> None:
    """A great bird of prey, wings up."""
    s.layer(
        TONE,
        curve("44 56!, 26 44, 6 6!, 20 14, 22 4!, 32 14, 36 2!, 44 16, 52 30, 56 50!"),
        curve("58 52!, 66 28, 76 6!, 80 16, 92 6!, 88 18, 98 18!, 88 34, 74 54!"),
        shade=0.1,
    )
    s.layer(TONE, corners("34 66, 12 76, 20 78, 14 88, 26 82, 28 90, 44 74"))
    s.layer(PAPER, curve("32 66, 44 52, 62 48, 70 58, 60 74, 44 76"), shade=0.25)
    s.layer(PAPER, curve("60 54, 62 40, 72 34, 82 38, 84 46, 76 54, 68 60"), shade=0.15)
    s.layer(INK, curve("82 38!, 92 42, 93 54!, 88 48, 82 48!"))
    s.eye(75, 42, 2)
    s.line("50 76, 48 88", "58 75, 58 88", weight=3)
    s.line("48 88, 42 94", "48 88, 50 95", "58 88, 56 95", "58 88, 64 94", weight=2.6)


def harpy(s: Sheet) -> None:
    for side in (-1, 1):
        with s.at(50, 0, wide=side):
            s.layer(
                PAPER,
                curve("6 44!, 18 30, 40 12!, 44 24!, 49 30!, 44 38!, 47 46!, 38 50!, 38 58!, 28 56!, 24 64!, 14 58, 6 60!"),
                shade=0.1,
            )
            s.line("44 24, 28 30", "44 38, 28 40", "38 50, 24 46")
    s.layer(TONE, curve("38 46, 50 40, 62 46, 62 62, 56 76, 50 84!, 44 76, 38 62"), shade=0.2)
    s.line("43 54, 46 58, 50 54, 54 58, 57 54", "44 64, 48 68, 52 64, 56 68")
    s.line("44 76, 42 92", "56 76, 58 92", weight=3.2)
    s.line("42 92, 36 96", "42 92, 42 97", "42 92, 47 96", "58 92, 52 96", "58 92, 58 97", "58 92, 64 96", weight=2.6)
    with s.at(50, 27):
        heads.fair(s)
        HATS["long_hair"](s)


def stirge(s: Sheet) -> None:
    for side in (-1, 1):
        with s.at(46, 42, wide=side):
            s.layer(TONE, curve("4 4!, 12 -18, 30 -34!, 34 -16, 44 -14!, 38 0, 42 10!, 26 12, 4 14!"), shade=0.1)
            s.line("30 -30, 14 6", "42 -12, 16 8")
    s.layer(PAPER, oval(46, 58, 13, 17), oval(50, 36, 11, 10), shade=0.25)
    s.layer(INK, tube("56 40, 74 56, 92 80", 7, 3, 1, blunt=False), weight=0.6)
    s.eye(52, 34, 2.4)
    s.line("40 72, 34 84, 38 90", "48 74, 48 88, 53 92", "54 70, 60 82, 58 88", weight=2.4)
    s.line("38 56, 54 56", "38 63, 54 63")


def octopus(s: Sheet) -> None:
    for spine in (
        "36 56, 18 58, 8 72, 14 86, 6 92",
        "40 60, 26 72, 26 88, 16 96",
        "46 62, 40 80, 44 94, 36 98",
        "54 62, 60 80, 56 94, 64 98",
        "60 60, 74 72, 74 88, 84 96",
        "64 56, 82 58, 92 72, 86 86, 94 92",
    ):
        s.layer(TONE, tube(spine, 13, 10, 7, 3), shade=0.2)
    s.layer(TONE, curve("30 50, 24 28, 38 8, 62 8, 76 28, 70 50, 62 66, 38 66"), shade=0.2)
    s.layer(PAPER, oval(40, 46, 8, 7), oval(60, 46, 8, 7), weight=0.7)
    s.layer(INK, oval(41, 46, 5, 2.2), oval(59, 46, 5, 2.2), bare=True)
    s.line("36 22, 42 18", "46 16, 50 15")


def pike(s: Sheet) -> None:
    s.layer(
        TONE,
        corners("16 50, 0 32, 4 50, 0 70"),
        corners("30 42, 26 26, 44 38"),
        corners("34 60, 30 74, 46 62"),
        corners("60 60, 58 74, 70 62"),
    )
    s.layer(
        PAPER, curve("12 50, 30 38, 54 36, 74 42, 88 46!, 99 46, 98 50!, 84 52!, 97 56!, 92 62, 72 64, 50 64, 28 60"), shade=0.2
    )
    s.line("96 50!, 94 53!, 92 50!, 90 53!, 88 51!", weight=1.4)
    s.eye(78, 47, 2.2)
    s.line("68 46, 66 52, 68 60", "54 44, 52 48", "46 50, 44 54", "38 46, 36 50", "54 54, 52 58", "30 50, 28 54")


def salamander(s: Sheet) -> None:
    s.layer(TONE, curve("8 80, 10 60, 4 48!, 16 52, 20 34!, 30 50, 40 34!, 46 52, 58 38!, 62 54, 74 40!, 78 58, 70 80"))
    s.layer(PAPER, tube("6 60, 10 82, 26 84, 50 76, 70 68, 80 58", 2, 8, 14, 18, 16, 15), shade=0.2)
    for text in ("34 84, 28 92, 36 96", "64 76, 66 88, 74 94"):
        s.layer(PAPER, tube(text, 8, 6, 5))
    with s.at(82, 54):
        heads.lizard(s)
    for x, y in ((30, 80), (42, 76), (54, 71), (66, 67)):
        s.spot(x, y, 2.4)


def ray(s: Sheet) -> None:
    """What lurks above: a cloak with an eye."""
    s.line("50 70, 46 84, 54 92, 50 99", weight=3.4)
    s.layer(TONE, curve("50 18, 66 24, 84 36, 99 54!, 82 56, 66 66, 50 74, 34 66, 18 56, 1 54!, 16 36, 34 24"), shade=0.15)
    s.layer(INK, curve("34 44, 50 40, 66 44, 60 56, 50 58, 40 56"), bare=True)
    s.layer(
        PAPER,
        *(corners(f"{x} {y}, {x + 4} {y}, {x + 2} {y + 6}") for x, y in ((38, 43), (44, 42), (52, 42), (58, 43))),
        bare=True,
    )
    s.eye(42, 30, 2.2)
    s.eye(58, 30, 2.2)


def crocodile_bones(s: Sheet) -> None:
    """A crocodile that has been dead a while."""
    s.layer(PAPER, tube("34 76, 18 82, 8 76, 2 62", 6, 5, 4, 2), weight=0.9)
    for x in (8, 14, 20, 26):
        s.line(f"{x} {86 - x * 0.1}, {x + 1} {72 - abs(20 - x) * 0.1}", weight=2.6)
    s.layer(PAPER, tube("24 96, 26 86, 34 78", 5, 4, 5), tube("52 96, 54 86, 50 78", 5, 4, 5), weight=0.9)
    for x in (32, 38, 44, 50, 56):
        s.line(f"{x} 70, {x - 4} 80, {x} 90", weight=3)
    s.layer(PAPER, tube("30 74, 44 68, 62 70", 6, 7, 7), weight=0.9)
    s.layer(PAPER, curve("56 68, 60 58, 68 56, 72 62, 86 66, 99 67, 98 73, 80 75!, 60 76"), shade=0.1)
    s.layer(PAPER, curve("58 80, 80 79!, 97 80, 95 87, 74 88, 60 88"), shade=0.1)
    s.layer(INK, oval(67, 63, 3.6), oval(92, 69, 1.6), bare=True)
    s.line("96 74!, 94 79!, 91 74!, 88 79!, 85 74.5!, 82 79!, 79 75!", weight=1.8)


BEASTS: dict[str, Part] = {
    "rat": rat, "dog": dog, "wolf": wolf, "bear": bear, "lion": lion, "elephant": elephant, "horse": pony, "unicorn": unicorn, "toad": toad,
    "lizard": lizard, "crocodile": crocodile, "turtle": turtle, "gorilla": gorilla, "centaur": centaur, "chimera": chimera,
    "manticore": manticore, "sphinx": sphinx, "leucrotta": leucrotta, "rust monster": rust_monster, "su monster": su_monster,
    "snake": snake, "cobra": cobra, "purple worm": worm, "wyrm": wyrm, "dragon": dragon, "hydra": hydra, "bat": bat, "bird": bird,
    "harpy": harpy, "stirge": stirge, "octopus": octopus, "pike": pike, "salamander": salamander, "lurker": ray,
}  # fmt: skip
