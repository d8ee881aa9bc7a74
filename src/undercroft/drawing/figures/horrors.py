"""Horrors: what crawls, oozes, grows, hovers or should not be there at all."""

from __future__ import annotations

from . import heads
from .heads import Part
from .ink import INK, PAPER, TONE, Sheet, box, corners, curve, oval, tube


def spider(s: Sheet) -> None:
    for side in (-1, 1):
        with s.at(50, 60, wide=side):
            s.line(
                "8 -2!, 22 -30!, 34 6!, 36 34!",
                "8 0!, 26 -20!, 44 4!, 49 30!",
                "8 2!, 20 -8!, 30 16!, 26 35!",
                "6 -4!, 16 -36!, 30 -44!, 44 -36!",
                weight=3.4,
            )
    s.layer(INK, oval(50, 44, 20, 21))
    s.layer(INK, oval(50, 68, 12, 11))
    s.layer(PAPER, corners("50 34, 55 44, 50 54, 45 44"), bare=True)
    for x, y, r in ((45, 66, 2.4), (55, 66, 2.4), (41, 70, 1.5), (59, 70, 1.5)):
        s.eye(x, y, r, glow=True)
    s.layer(PAPER, curve("45 76!, 43 84, 47 88!, 48 80"), curve("55 76!, 57 84, 53 88!, 52 80"), weight=0.7)


def beetle(s: Sheet) -> None:
    s.line("34 76!, 24 84!, 22 96!", "48 80!, 44 88!, 46 97!", "62 78!, 68 86!, 66 96!", weight=3.2)
    s.line("78 60, 88 48, 96 46", "80 62, 92 56, 98 58", weight=2.6)
    s.layer(TONE, curve("8 74, 14 50, 34 36, 56 42, 66 58, 66 78, 40 84, 16 84"), shade=0.2)
    s.layer(INK, curve("60 46, 72 50, 84 62, 84 72, 74 78, 62 78"))
    s.line("10 72, 36 68, 64 66", weight=2)
    s.eye(77, 63, 2.2, glow=True)


def fire_beetle(s: Sheet) -> None:
    with s.at(6, 10, 0.9):
        beetle(s)
        for x, y, r in ((24, 58, 7), (44, 50, 7), (12, 78, 5)):
            s.layer(PAPER, oval(x, y, r), weight=0.6)
        s.line("20 40, 14 26", "34 32, 32 16", "50 36, 54 22", "6 60, -6 52", "2 78, -8 78", weight=3)


def boring_beetle(s: Sheet) -> None:
    s.layer(PAPER, curve("78 64!, 88 58, 98 66!, 90 66, 84 70!"), curve("78 74!, 88 82, 99 78!, 90 76, 84 72!"))
    beetle(s)
    s.layer(INK, corners("22 44, 18 26, 32 38"), corners("44 38, 44 20, 54 38"))


def ear_seeker(s: Sheet) -> None:
    s.layer(PAPER, curve("28 84, 22 56, 22 32, 38 12, 62 12, 78 30, 74 52, 62 64, 58 80, 46 94, 34 92"), shade=0.2)
    s.line("34 58, 32 38, 44 24, 60 28, 64 42, 54 50", "44 58, 46 44, 54 40", weight=2.2)
    with s.at(50, 62, 0.36, turn=-40):
        s.line(
            "20 20!, 12 34!",
            "44 22!, 44 38!",
            "66 20!, 76 34!",
            "20 -20!, 12 -34!",
            "44 -22!, 44 -38!",
            "66 -20!, 76 -34!",
            weight=3,
        )
        s.layer(INK, oval(40, 0, 44, 22))
        s.layer(INK, oval(88, 0, 14, 14))


def centipede(s: Sheet) -> None:
    places = [(10, 78), (20, 84), (31, 86), (42, 84), (52, 77), (58, 67), (64, 57), (73, 51)]
    for x, y in places:
        s.line(f"{x} {y}!, {x - 4} {y + 10}!, {x - 9} {y + 12}!", f"{x} {y}!, {x + 2} {y - 11}!, {x - 2} {y - 15}!", weight=2.5)
    s.line("84 44, 92 32, 99 32", "86 48, 96 46, 99 52", weight=2.5)
    for x, y in places:
        s.layer(TONE, oval(x, y, 8, 7.5), shade=0.3)
    s.layer(INK, oval(82, 49, 9, 8))
    s.eye(85, 47, 2, glow=True)
    s.layer(PAPER, curve("88 54!, 92 60, 87 64!, 86 58"), weight=0.7)


def crawler(s: Sheet) -> None:
    """A carrion crawler: a grub with a beard of arms."""
    for x in (14, 24, 34, 44, 54):
        s.line(f"{x} 84, {x - 2} 96", f"{x + 5} 84, {x + 7} 96", weight=3)
    for x, y, r in ((12, 76, 9), (24, 73, 12), (37, 71, 14), (50, 66, 15), (60, 54, 16)):
        s.layer(PAPER, oval(x, y, r, r + 2), shade=0.25)
    for spine in (
        "72 46, 86 46, 94 54, 98 48",
        "72 50, 84 56, 92 66, 98 64",
        "70 54, 80 66, 84 78, 92 80",
        "66 58, 72 74, 70 86, 78 90",
        "72 40, 86 34, 92 40, 99 34",
    ):
        s.layer(TONE, tube(spine, 6, 5, 4, 2))
    s.layer(TONE, oval(66, 40, 16, 17), shade=0.2)
    s.layer(PAPER, oval(62, 32, 5), oval(74, 33, 5), weight=0.6)
    s.eye(63, 32, 2.2)
    s.eye(75, 33, 2.2)


def ant(s: Sheet) -> None:
    s.line(
        "48 66!, 40 78!, 34 95!",
        "54 66!, 56 80!, 52 96!",
        "60 64!, 70 76!, 74 95!",
        "48 56!, 36 44!, 30 58!",
        "60 54!, 66 40!, 74 50!",
        weight=3,
    )
    s.line("80 46, 86 30, 96 28", "84 48, 94 40, 99 44", weight=2.6)
    s.layer(INK, oval(24, 66, 20, 15))
    s.layer(INK, oval(53, 62, 12, 9))
    s.layer(INK, curve("66 60, 68 48, 80 44, 92 52, 90 62, 78 68"))
    s.line("14 58, 20 54, 28 54", fill=PAPER, weight=2)
    s.eye(82, 53, 2.6, glow=True)
    s.layer(INK, curve("88 60!, 97 64, 92 72!, 90 66"))


def ankheg(s: Sheet) -> None:
    s.layer(INK, curve("4 97!, 10 88, 24 92, 38 86, 56 92, 74 86, 92 92, 97 97!"))
    s.line("32 66!, 16 58!, 10 72!", "30 76!, 16 74!, 12 86!", "60 60!, 76 54!, 84 66!", "60 72!, 76 72!, 82 84!", weight=3.2)
    s.layer(TONE, curve("26 88, 28 60, 38 40, 58 34, 68 44, 62 66, 64 88"), shade=0.2)
    for text in ("29 60, 46 64, 64 58", "34 48, 50 52, 67 47", "27 74, 46 78, 63 72"):
        s.line(text, weight=1.8)
    s.layer(TONE, curve("34 44, 32 24, 46 12, 64 16, 72 30, 64 46, 48 48"), shade=0.2)
    s.layer(PAPER, curve("58 40!, 72 50, 82 42!, 90 52, 78 64, 62 56!"), curve("66 26!, 82 22, 92 34!, 82 34, 70 34!"), shade=0.1)
    s.line("44 14, 40 2, 30 1", "52 12, 54 1, 64 0", weight=2.6)
    s.eye(58, 27, 3)


def slug(s: Sheet) -> None:
    s.line("76 44, 82 22", "68 44, 66 20", weight=3.4)
    s.layer(PAPER, oval(82, 20, 4), oval(66, 18, 4))
    s.layer(TONE, curve("2 94!, 12 84, 26 68, 46 58, 60 54, 64 42, 76 38, 86 46, 86 62, 80 78, 86 90, 94 95!"), shade=0.15)
    s.eye(83, 20, 1.6)
    s.eye(67, 18, 1.6)
    s.line("80 56, 84 57", "30 72, 36 78", "44 66, 48 74", "56 62, 58 70", "20 82, 26 86")
    s.layer(PAPER, curve("1 97!, 14 92, 40 94, 72 92, 98 97!"), weight=0.7)


def moth(s: Sheet) -> None:
    """A lantern moth: it carries its own light."""
    for side in (-1, 1):
        with s.at(50, 44, wide=side):
            s.layer(
                PAPER,
                curve("3 -2!, 18 -30, 42 -36, 47 -18, 34 4, 6 8!"),
                curve("3 6!, 26 8, 34 24, 26 40, 12 30, 3 14!"),
                shade=0.1,
            )
            s.layer(TONE, oval(31, -20, 6), oval(21, 23, 4), weight=0.7)
            s.line("2 -14, 8 -30, 16 -38", weight=2.4)
    s.layer(TONE, oval(50, 34, 7), tube("50 38, 50 56", 12, 12))
    s.layer(PAPER, oval(50, 68, 11, 14), weight=1)
    s.line("50 86, 50 96", "36 80, 28 88", "64 80, 72 88", weight=2.4)
    s.eye(47, 32, 1.6)
    s.eye(53, 32, 1.6)


def bee(s: Sheet) -> None:
    s.layer(
        PAPER, curve("44 46!, 26 34, 16 10, 32 8, 48 28, 52 44!"), curve("54 44!, 52 20, 66 2, 78 10, 72 32, 60 46!"), shade=0.1
    )
    s.layer(INK, corners("16 72, 2 78, 18 80"))
    s.layer(TONE, curve("12 74, 22 56, 46 48, 64 54, 68 68, 56 80, 30 84"), shade=0.1)
    s.layer(INK, curve("28 53!, 36 50!, 38 82!, 28 84!"), curve("46 48!, 54 49!, 57 79!, 48 82!"), bare=True)
    s.layer(PAPER, oval(74, 58, 13), shade=0.15)
    s.eye(78, 56, 3)
    s.line("76 46, 82 34", "82 48, 92 40", weight=2.6)
    s.line("40 84, 38 92", "54 81, 56 90", weight=2.4)


def swarm(s: Sheet) -> None:
    for x, y, size in (
        (22, 34, 0.3),
        (52, 16, 0.34),
        (78, 34, 0.3),
        (38, 58, 0.36),
        (68, 64, 0.38),
        (16, 74, 0.28),
        (48, 88, 0.3),
        (86, 86, 0.26),
    ):
        with s.at(x, y, size):
            s.layer(PAPER, curve("0 -4!, -24 -26, -30 -10, -4 4!"), curve("0 -4!, 24 -26, 30 -10, 4 4!"), weight=0.7)
            s.layer(INK, oval(0, 4, 9, 16))


def slime(s: Sheet) -> None:
    """Hanging and dripping from above."""
    s.layer(
        TONE,
        curve(
            "4 4!, 96 4!, 94 22, 90 40, 84 28, 78 34, 76 62, 70 70, 66 58, 62 36, 56 32, 52 74, 46 86, 40 74, 38 40, 32 34, 28 50, 22 56, 18 46, 14 28, 8 26"
        ),
        shade=0.12,
    )
    s.layer(TONE, curve("46 90!, 50 96, 46 99, 42 96"), curve("70 75!, 73 81, 70 84, 67 81"), weight=0.8)
    s.eye(36, 20, 3.4)
    s.eye(58, 20, 3.4)
    s.line("14 12, 26 10", "70 12, 84 12", weight=1.6)


def pudding(s: Sheet) -> None:
    s.layer(INK, curve("2 95!, 6 78, 16 70, 20 52, 34 50, 40 32, 52 36, 58 48, 72 46, 80 64, 92 74, 98 95!"))
    for x, y, r in ((36, 60, 6), (58, 70, 8), (24, 82, 4), (78, 84, 5), (48, 46, 3)):
        s.line(oval(x, y, r)[3:8], fill=PAPER, weight=2.2)
    s.layer(INK, tube("74 52, 86 44, 92 30", 12, 8, 6), tube("24 58, 12 48, 10 36", 10, 7, 5))


def ooze(s: Sheet) -> None:
    """A living puddle, reaching."""
    s.layer(
        PAPER,
        tube("34 76, 30 56, 38 40, 34 26", 18, 12, 9, 8),
        tube("62 80, 70 64, 64 50, 74 40", 16, 11, 8, 7),
        curve("2 92, 12 80, 30 72, 50 76, 70 72, 90 80, 98 92, 80 96, 50 98, 20 96"),
        shade=0.2,
    )
    for x, y, r in ((46, 86, 4), (24, 86, 3), (72, 88, 3.4), (58, 92, 2)):
        s.line((*oval(x, y, r), oval(x, y, r)[0]), weight=1.5)
    s.eye(35, 28, 2.4)
    s.eye(74, 42, 2.2)


def jelly(s: Sheet) -> None:
    """A dome with what it ate."""
    s.layer(PAPER, curve("6 95!, 8 62, 22 36, 50 24, 78 36, 92 62, 94 95!"), shade=0.08)
    with s.at(38, 62, 0.8):
        heads.skull(s)
    with s.at(64, 74, 0.75, turn=60):
        s.layer(PAPER, tube("0 -16, 0 16", 4, 4), oval(-3, -18, 4), oval(3, -18, 4), oval(-3, 18, 4), oval(3, 18, 4), weight=0.8)
    s.layer(PAPER, oval(66, 48, 6), weight=0.6)
    s.line("18 54, 28 40, 40 33", weight=2.2)


def cube(s: Sheet) -> None:
    s.layer(PAPER, corners("8 32, 28 10, 92 10, 72 32"), shade=0.1)
    s.layer(TONE, corners("72 32, 92 10, 92 74, 72 96"), shade=0.4)
    s.layer(PAPER, corners("8 32, 72 32, 72 96, 8 96"), shade=0.06)
    with s.at(32, 62, 1.0, turn=-20):
        heads.skull(s)
    with s.at(56, 78, 0.8, turn=40):
        s.layer(PAPER, tube("0 -14, 0 14", 4, 4), oval(-3, -16, 4), oval(3, -16, 4), oval(-3, 16, 4), oval(3, 16, 4), weight=0.8)
    s.layer(INK, oval(56, 46, 4), weight=0.5)


def mold(s: Sheet) -> None:
    for x, y, r in ((16, 86, 12), (34, 80, 16), (56, 82, 18), (80, 86, 13), (44, 64, 13), (64, 66, 11)):
        s.layer(TONE, oval(x, y, r), shade=0.25)
        for dx, dy in ((-0.3, -0.3), (0.3, -0.1), (-0.1, 0.35)):
            s.spot(x + dx * r, y + dy * r, r * 0.12)
    for x, y in ((22, 52), (40, 36), (58, 40), (76, 54), (50, 20), (30, 26), (72, 28), (88, 40)):
        s.spot(x, y, 2.6)


def germ(s: Sheet) -> None:
    for index in range(10):
        with s.at(50, 54, turn=index * 36):
            s.layer(TONE, tube("0 -26, 0 -38", 4, 4), oval(0, -41, 5))
    s.layer(TONE, oval(50, 54, 30), shade=0.15)
    s.layer(PAPER, oval(58, 62, 9, 8), weight=0.6)
    s.spot(60, 63, 3)
    s.eye(38, 46, 3)
    s.eye(54, 43, 3)
    s.line("36 60, 42 63, 48 59", weight=1.6)


def shrieker(s: Sheet) -> None:
    s.layer(PAPER, curve("34 52, 66 52, 68 76, 76 96!, 24 96!, 32 76"), shade=0.25)
    s.layer(TONE, curve("8 50!, 14 26, 34 10, 50 7, 66 10, 86 26, 92 50!, 70 57, 50 58, 30 57"), shade=0.15)
    for x, y, r in ((30, 30, 6), (56, 22, 7), (74, 40, 5), (46, 42, 4)):
        s.layer(PAPER, oval(x, y, r), bare=True)
    s.layer(INK, oval(50, 76, 9, 12))
    s.line("80 70, 90 66", "82 80, 94 82", "20 70, 10 66", "18 80, 6 82", weight=2.8)


def piercer(s: Sheet) -> None:
    s.layer(INK, corners("0 0, 100 0, 100 12, 84 8, 72 14, 58 10, 40 14, 22 8, 0 13"))
    s.layer(PAPER, curve("30 10!, 70 10!, 66 34, 58 60, 51 94!, 42 62, 34 36"), shade=0.35)
    s.layer(PAPER, corners("8 10, 22 10, 16 36"), corners("78 10, 92 10, 84 44"), shade=0.3)
    s.layer(PAPER, oval(48, 36, 8, 6), weight=0.6)
    s.eye(49, 37, 3)
    s.line("38 52, 44 55", "54 58, 48 62", "46 72, 50 74")


def cloaker(s: Sheet) -> None:
    """A ghost."""
    s.layer(
        PAPER,
        curve("24 96!, 20 60, 24 28, 50 8, 76 28, 80 60, 76 96!, 66 86, 58 97!, 50 86, 42 97!, 34 86"),
        tube("26 54, 12 60, 8 74", 12, 9, 6),
        tube("74 54, 88 60, 92 74", 12, 9, 6),
        shade=0.15,
    )
    s.layer(INK, oval(41, 38, 5, 7), oval(59, 38, 5, 7), oval(50, 58, 5, 8), bare=True)


def mimic(s: Sheet) -> None:
    s.layer(TONE, tube("46 76, 60 86, 78 82, 90 92, 97 88", 14, 12, 10, 7, 4), shade=0.1)
    s.layer(TONE, corners("10 62, 86 62, 86 95, 10 95"), shade=0.15)
    s.layer(INK, corners("12 48, 84 48, 84 68, 12 68"))
    s.layer(TONE, curve("8 46!, 6 28, 20 12, 76 12, 92 28, 88 46!"), shade=0.15)
    s.layer(
        PAPER,
        *(
            corners(f"{x} {y}, {x + 8} {y}, {x + 4} {y + d}")
            for x, y, d in ((12, 46, 11), (24, 46, 9), (38, 46, 11), (52, 46, 9), (64, 46, 11), (76, 46, 9))
        ),
        *(corners(f"{x} 69, {x + 8} 69, {x + 4} 58") for x in (18, 32, 58, 72)),
        weight=0.5,
    )
    s.layer(TONE, curve("42 66!, 54 64, 58 82, 70 86, 78 78, 84 90, 68 97, 50 92"), weight=0.9)
    s.layer(PAPER, oval(34, 29, 7, 6), oval(60, 29, 7, 6), weight=0.6)
    s.eye(36, 30, 3)
    s.eye(62, 30, 3)
    s.line("8 40, 90 40", "22 72, 22 95", "74 72, 74 95", weight=1.8)


def xorn(s: Sheet) -> None:
    for spine in ("34 74, 22 84, 20 94", "50 78, 50 88, 50 95", "66 74, 78 84, 80 94"):
        s.layer(PAPER, tube(spine, 16, 13, 14), shade=0.3)
    for side in (-1, 1):
        s.layer(PAPER, tube(f"{50 + side * 20} 44, {50 + side * 38} 40, {50 + side * 44} 22", 13, 10, 9), shade=0.2)
        s.line(
            f"{50 + side * 44} 22, {50 + side * 40} 10",
            f"{50 + side * 44} 22, {50 + side * 48} 10",
            f"{50 + side * 44} 22, {50 + side * 34} 16",
            weight=3,
        )
    s.layer(PAPER, curve("22 56, 26 34, 34 22, 66 22, 74 34, 78 56, 70 78, 50 84, 30 78"), shade=0.3)
    s.layer(INK, oval(50, 20, 20, 9))
    s.layer(
        PAPER,
        *(corners(f"{x} {y}, {x + 6} {y}, {x + 3} {y + 8}") for x, y in ((34, 14), (42, 12), (52, 12), (60, 14))),
        bare=True,
    )
    for x in (34, 50, 66):
        s.layer(PAPER, oval(x, 46, 6), weight=0.6)
        s.eye(x, 46, 3)
    s.line("36 62!, 42 66!, 38 72!", "60 60!, 64 68!", weight=1.4)


def eye_tyrant(s: Sheet) -> None:
    """A hovering eye with lesser ones."""
    for spine, x, y in (
        ("34 34, 22 22, 18 10", 18, 8),
        ("44 28, 40 14, 42 4", 42, 5),
        ("58 28, 62 14, 60 4", 61, 5),
        ("68 36, 80 24, 84 12", 84, 10),
        ("28 46, 12 42, 6 32", 7, 30),
        ("74 46, 88 42, 94 32", 93, 30),
    ):
        s.layer(TONE, tube(spine, 7, 5, 4))
        s.layer(PAPER, oval(x, y, 5), weight=0.8)
        s.eye(x, y, 2)
    s.layer(TONE, oval(50, 58, 32, 31), shade=0.15)
    s.layer(PAPER, oval(50, 49, 15, 12))
    s.layer(INK, oval(52, 49, 6, 8), bare=True)
    s.layer(INK, curve("28 70, 50 74, 72 70, 64 84, 50 87, 36 84"), bare=True)
    s.layer(PAPER, *(corners(f"{x} 71, {x + 5} 72, {x + 2.5} 78") for x in (34, 42, 53, 61)), bare=True)


def flumph(s: Sheet) -> None:
    s.line("40 34, 36 12", "60 34, 64 12", weight=3.4)
    s.layer(PAPER, oval(36, 11, 5), oval(64, 11, 5))
    for x in (24, 34, 44, 56, 66, 76):
        s.layer(PAPER, tube(f"{x} 48, {x - 4} 64, {x + 4} 76, {x - 2} 92", 6, 5, 4, 2), weight=0.8)
    s.layer(TONE, curve("6 46, 22 34, 50 29, 78 34, 94 46, 78 56, 50 60, 22 56"), shade=0.15)
    s.eye(36, 11, 2)
    s.eye(64, 11, 2)
    s.line("40 46, 50 50, 60 46", weight=1.8)


def elemental(s: Sheet) -> None:
    s.layer(
        TONE,
        curve("20 96!, 14 74, 24 56, 12 36!, 30 40, 32 14!, 46 28, 56 2!, 64 26, 78 14!, 74 38, 92 38!, 78 58, 86 76, 78 96!"),
        shade=0.1,
    )
    s.layer(PAPER, curve("36 96!, 32 84, 40 76, 40 66!, 50 74, 58 64!, 62 76, 68 84, 64 96!"), weight=0.7)
    s.layer(INK, corners("32 42, 47 49, 36 53"), corners("70 40, 55 49, 66 52"), bare=True)
    s.layer(INK, curve("42 60, 52 57, 62 60, 52 66"), bare=True)


def earth(s: Sheet) -> None:
    """A heap of rock that got up."""
    s.layer(PAPER, corners("26 96, 28 74, 42 70, 48 96"), corners("54 96, 58 70, 74 74, 76 96"), shade=0.35)
    s.layer(
        PAPER, corners("6 74, 2 54, 14 36, 26 44, 22 62, 20 76"), corners("94 74, 98 54, 86 36, 74 44, 78 62, 80 76"), shade=0.35
    )
    s.layer(PAPER, corners("22 50, 30 30, 50 24, 72 30, 80 50, 72 74, 50 80, 28 74"), shade=0.3)
    with s.at(50, 22, 1.1):
        heads.stone(s)
    s.line("36 44!, 46 52!, 42 64!", "60 40!, 66 52!, 60 60!, 66 70!", weight=1.5)


def meatball(s: Sheet) -> None:
    s.layer(TONE, curve("14 58, 18 34, 38 16, 62 18, 82 32, 88 58, 78 82, 54 94, 28 88"), shade=0.2)
    for x, y, r in ((34, 34, 4), (64, 30, 3), (26, 60, 3), (72, 66, 4), (50, 82, 3), (50, 26, 2)):
        s.line((*oval(x, y, r), oval(x, y, r)[0]), weight=1.5)
    s.eye(40, 50, 4)
    s.eye(62, 50, 4)
    s.line("30 42, 44 46", "72 42, 58 46", weight=2.8)
    s.layer(INK, curve("34 66, 50 62, 68 66, 60 76, 42 76"), bare=True)
    s.line("4 92!, 18 92!", "2 82!, 12 82!", "6 70!, 10 70!", weight=2.4)


def great_meatball(s: Sheet) -> None:
    for spine in (
        "20 30, 6 24, 8 8, 20 4, 26 16",
        "76 26, 90 20, 96 8, 84 2",
        "84 80, 96 84, 98 97, 86 97",
        "18 80, 4 84, 4 96, 16 98",
    ):
        s.line(spine, weight=3.6)
    with s.at(50, 52, 1.12), s.at(-50, -54):
        meatball(s)
    s.layer(PAPER, *(corners(f"{x} 67, {x + 6} 66, {x + 3} 73") for x in (38, 46, 54, 62)), bare=True)


def volkswagen(s: Sheet) -> None:
    s.layer(TONE, curve("4 76!, 6 64, 18 58, 28 36, 44 28, 62 30, 74 42, 80 56, 94 62, 97 76!"), shade=0.15)
    s.layer(PAPER, curve("30 56!, 36 40, 46 36, 48 56!"), curve("53 56!, 52 36, 62 38, 70 52, 71 56!"), weight=0.8)
    s.layer(PAPER, oval(90, 64, 5, 6), weight=0.8)
    s.line("50 58, 50 74", "4 70, 97 70", "54 62, 58 62", weight=1.6)
    for x in (24, 76):
        s.layer(INK, oval(x, 80, 13))
        s.layer(PAPER, oval(x, 80, 5), bare=True)
    s.eye(40, 47, 2)
    s.line("86 78, 98 84", "86 82, 94 90", weight=2.4)


def gargoyle(s: Sheet) -> None:
    """Crouched on a ledge."""
    s.layer(PAPER, box(20, 84, 60, 14), shade=0.3)
    for side in (-1, 1):
        with s.at(50, 0, wide=side):
            s.layer(TONE, curve("10 50!, 18 26, 36 6!, 46 24, 48 56!, 40 48, 34 60!, 26 50, 14 60!"), shade=0.15)
            s.line("34 12, 40 48", "34 12, 26 50", weight=1.5)
    s.layer(PAPER, curve("30 84, 26 66, 36 60, 40 46, 60 46, 64 60, 74 66, 70 84"), shade=0.2)
    s.layer(PAPER, tube("40 54, 38 70, 42 84", 9, 8, 7), tube("60 54, 62 70, 58 84", 9, 8, 7), shade=0.3)
    s.line("38 88, 38 84", "42 88, 42 84", "46 88, 46 84", "54 88, 54 84", "58 88, 58 84", "62 88, 62 84", weight=2.2)
    with s.at(50, 34, 1.1):
        heads.demon(s)


def brain(s: Sheet) -> None:
    """A thought lord: more brain than body."""
    for spine in ("36 56, 28 76, 34 94", "46 58, 44 78, 38 97", "54 58, 56 78, 62 97", "64 56, 72 76, 66 94"):
        s.layer(TONE, tube(spine, 8, 6, 3), shade=0.2)
    s.layer(PAPER, curve("12 44, 14 24, 28 10, 46 6, 62 8, 80 18, 88 38, 84 56, 68 62, 50 60, 30 64, 16 58"), shade=0.12)
    s.line(
        "50 7, 48 22, 54 32, 50 44",
        "28 12, 34 24, 26 34, 36 40",
        "16 34, 24 44, 18 52",
        "70 14, 64 24, 72 32, 64 40",
        "84 36, 76 42, 80 52",
        "40 14, 42 26, 38 32",
        "58 20, 62 30",
        weight=1.8,
    )
    s.layer(PAPER, oval(50, 52, 13, 9))
    s.layer(INK, oval(51, 52, 5, 6.5), bare=True)


def golem(s: Sheet) -> None:
    s.layer(PAPER, box(28, 72, 16, 24), box(56, 72, 16, 24), shade=0.3)
    s.layer(PAPER, box(8, 36, 16, 42), box(76, 36, 16, 42), shade=0.3)
    s.layer(PAPER, box(22, 32, 56, 44), shade=0.2)
    s.layer(PAPER, box(34, 8, 32, 26), shade=0.2)
    s.eye(43, 20, 3)
    s.eye(57, 20, 3)
    s.line("40 28, 60 28", "30 44, 70 44", "50 44, 50 72", weight=2)


def water_weird(s: Sheet) -> None:
    s.layer(
        PAPER,
        curve(
            "4 92, 26 84, 40 84, 44 66, 32 48, 36 26, 54 12, 74 18, 82 34!, 66 28, 54 36, 58 52, 66 68, 62 84, 80 86, 96 92, 70 98, 28 98"
        ),
        shade=0.2,
    )
    s.eye(62, 24, 2.6)
    s.line("44 60, 52 66", "42 74, 52 78", "14 92, 28 90", "70 93, 86 92", weight=1.8)


def treant(s: Sheet) -> None:
    s.layer(TONE, oval(28, 26, 18), oval(50, 16, 18), oval(72, 26, 18), oval(50, 32, 20), shade=0.15)
    s.layer(
        PAPER,
        tube("40 60, 22 54, 12 44", 9, 6, 4),
        tube("60 60, 78 54, 88 44", 9, 6, 4),
        curve("38 42!, 62 42!, 60 66, 64 84, 76 96!, 58 92, 50 97!, 42 92, 24 96!, 36 84, 40 66"),
        shade=0.25,
    )
    s.eye(45, 56, 2.6)
    s.eye(55, 56, 2.6)
    s.line("44 68, 50 66, 56 68", "48 78, 48 88", weight=1.8)


def crab(s: Sheet) -> None:
    s.line(
        "22 70!, 8 74!, 6 92!",
        "26 76!, 16 84!, 18 96!",
        "78 70!, 92 74!, 94 92!",
        "74 76!, 84 84!, 82 96!",
        "36 80!, 32 96!",
        "64 80!, 68 96!",
        weight=3.4,
    )
    for side in (-1, 1):
        with s.at(50, 0, wide=side):
            s.layer(
                TONE, tube("24 56, 38 46, 38 34", 9, 8, 7), curve("30 34, 28 18, 42 4!, 42 18!, 50 12!, 50 28, 42 38"), shade=0.2
            )
    s.line("42 48, 42 36", "58 48, 58 36", weight=3)
    s.layer(TONE, curve("14 64, 28 50, 50 46, 72 50, 86 64, 74 80, 50 85, 26 80"), shade=0.2)
    s.layer(PAPER, oval(42, 34, 4.5), oval(58, 34, 4.5), weight=0.8)
    s.eye(42, 34, 2)
    s.eye(58, 34, 2)
    s.line("42 70, 50 73, 58 70", "28 62, 34 58", "66 58, 72 62", weight=1.6)


def stranger(s: Sheet) -> None:
    """What nobody has a picture of: eyes in the dark."""
    s.layer(
        INK,
        curve(
            "10 96!, 8 60, 20 30, 36 20, 40 8!, 50 16, 62 6!, 66 20, 82 30, 92 60, 90 96!, 80 88, 70 97!, 60 88, 50 97!, 40 88, 30 97!, 20 88"
        ),
    )
    for x, y, r in ((38, 40, 5.5), (60, 40, 5.5), (28, 54, 2.6), (70, 54, 2.6)):
        s.spot(x, y, r, PAPER)
        s.spot(x + 0.6, y, r * 0.4, INK)
    s.line("34 68!, 40 74!, 46 68!, 52 74!, 58 68!, 64 74!", fill=PAPER, weight=3)


HORRORS: dict[str, Part] = {
    "spider": spider, "beetle": beetle, "fire beetle": fire_beetle, "boring beetle": boring_beetle, "ear seeker": ear_seeker,
    "centipede": centipede, "crawler": crawler, "ant": ant, "ankheg": ankheg, "slug": slug, "lantern moth": moth, "bee": bee, "swarm": swarm,
    "slime": slime, "pudding": pudding, "ooze": ooze, "jelly": jelly, "cube": cube, "mold": mold, "germ": germ, "shrieker": shrieker,
    "piercer": piercer, "ghost": cloaker, "mimic": mimic, "xorn": xorn, "eye": eye_tyrant, "flumph": flumph, "elemental": elemental,
    "earth": earth, "meatball": meatball, "great meatball": great_meatball, "volkswagen": volkswagen, "gargoyle": gargoyle, "brain": brain,
    "golem": golem, "water weird": water_weird, "treant": treant, "crab": crab, "unknown": stranger,
}  # fmt: skip
