"""Furniture: what a room is shown by. Everything stands on the line at ninety-six, but for what hangs."""

from __future__ import annotations

import itertools

from . import heads
from .hats import HATS
from .heads import Part
from .ink import INK, PAPER, TONE, Sheet, box, corners, curve, oval, tube


def sarcophagus(s: Sheet) -> None:
    s.layer(PAPER, corners("8 62, 92 62, 88 96, 12 96"), shade=0.12)
    s.layer(TONE, corners("4 48, 96 48, 96 62, 4 62"), shade=0.1)
    s.layer(PAPER, curve("16 48!, 14 36, 24 30, 34 36, 40 40, 70 38, 84 42, 86 48!"), shade=0.2)
    s.line(
        "20 72!, 34 72!, 34 88!, 20 88!, 20 72!",
        "43 72!, 57 72!, 57 88!, 43 88!, 43 72!",
        "66 72!, 80 72!, 80 88!, 66 88!, 66 72!",
        weight=1.8,
    )


def coffin(s: Sheet) -> None:
    s.layer(TONE, corners("36 6, 64 6, 78 34, 66 96, 34 96, 22 34"), shade=0.2)
    s.line("50 22!, 50 56!", "40 34!, 60 34!", weight=3.6)


def altar(s: Sheet) -> None:
    s.layer(PAPER, corners("22 62, 78 62, 84 96, 16 96"), shade=0.2)
    s.layer(TONE, box(8, 50, 84, 13), shade=0.1)
    for x in (22, 78):
        s.layer(PAPER, box(x - 4, 32, 8, 18))
        s.layer(PAPER, curve(f"{x} 12!, {x + 6} 24, {x} 30, {x - 6} 24"), weight=0.8)
    with s.at(50, 36, 0.9):
        heads.skull(s)
    s.line("50 72!, 50 90!", "42 78!, 58 78!", weight=3)


def forge(s: Sheet) -> None:
    s.layer(TONE, corners("8 96, 8 54, 20 50, 30 4, 52 4, 58 50, 66 54, 66 96"), shade=0.15)
    s.layer(INK, curve("18 90!, 18 68, 37 58, 56 68, 56 90!"))
    s.layer(PAPER, curve("26 90!, 24 80, 30 74, 34 64!, 40 76, 46 68!, 50 82, 48 90!"), bare=True)
    s.layer(INK, curve("66 70!, 98 70!, 90 78, 86 80!, 86 88!, 94 96!, 72 96!, 78 88!, 78 80!, 68 76"))


def anvil(s: Sheet) -> None:
    s.layer(INK, curve("6 40!, 94 40!, 86 54, 66 58!, 64 74!, 78 92!, 22 92!, 36 74!, 34 58!, 16 52"))


def bunk(s: Sheet) -> None:
    s.layer(TONE, box(4, 12, 6, 84), box(90, 12, 6, 84))
    for y in (34, 76):
        s.layer(PAPER, curve(f"12 {y}!, 14 {y - 10}, 30 {y - 11}, 32 {y}!"), shade=0.1)
        s.layer(TONE, curve(f"32 {y}!, 34 {y - 10}, 86 {y - 12}, 88 {y}!"), shade=0.1)
        s.layer(PAPER, box(6, y, 88, 7))
    s.line("16 41!, 16 76!", "26 41!, 26 66!", weight=2)


def bed(s: Sheet) -> None:
    s.layer(TONE, curve("4 96!, 4 34, 14 30, 16 96!"), box(88, 56, 8, 40))
    s.layer(PAPER, curve("14 66!, 16 52, 38 50, 40 64!"), shade=0.1)
    s.layer(TONE, curve("34 66!, 40 56, 84 58, 90 66!, 90 86!, 14 86!, 14 66!"), shade=0.1)
    s.line("14 74, 90 74", weight=1.8)


def throne(s: Sheet) -> None:
    s.layer(TONE, corners("24 96, 22 22, 32 4, 40 18, 50 0, 60 18, 68 4, 78 22, 76 96"), shade=0.15)
    s.layer(PAPER, curve("34 58!, 34 32, 50 22, 66 32, 66 58!"), weight=0.8)
    s.layer(PAPER, box(12, 56, 16, 8), box(72, 56, 16, 8))
    s.layer(PAPER, box(22, 66, 56, 12), shade=0.15)
    s.line("16 64, 16 96", "84 64, 84 96", weight=4)
    s.spot(50, 42, 4)


def chair(s: Sheet) -> None:
    s.layer(TONE, box(24, 8, 8, 88), box(66, 58, 8, 38), box(24, 54, 50, 9), shade=0.2)
    s.line("28 18!, 28 50!", "44 62, 44 63", weight=2)


def table(s: Sheet) -> None:
    s.layer(TONE, box(12, 58, 8, 38), box(80, 58, 8, 38))
    s.layer(TONE, box(3, 48, 94, 11), shade=0.08)
    s.layer(PAPER, curve("22 48!, 20 36, 38 36, 36 48!"), box(60, 34, 12, 14), shade=0.2)
    s.line("72 37, 78 38, 78 44, 72 45", weight=2.6)


def desk(s: Sheet) -> None:
    s.layer(TONE, box(6, 54, 88, 9), box(10, 62, 26, 34), box(84, 62, 8, 34), shade=0.1)
    s.line("10 74!, 36 74!", "22 68, 24 68", "22 82, 24 82", weight=2.2)
    s.layer(PAPER, corners("40 53, 48 40, 66 40, 74 53"), shade=0.1)
    s.layer(INK, box(80, 42, 8, 12))
    s.line("84 42, 94 18", weight=2.6)


def cage(s: Sheet) -> None:
    s.layer(PAPER, curve("12 90!, 12 40, 50 14, 88 40, 88 90!"))
    s.line("50 14, 50 3", weight=4)
    for x in (24, 37, 50, 63, 76):
        s.line(f"{x} {28 if x in (37, 63) else 35 if x in (24, 76) else 18}!, {x} 90!", weight=3)
    s.layer(INK, box(8, 88, 84, 8), box(12, 56, 76, 4), weight=0.6)


def bird_cage(s: Sheet) -> None:
    s.line("50 22, 50 10, 60 4, 66 12", weight=3.6)
    with s.at(20, 22, 0.6):
        cage(s)
        s.layer(TONE, oval(48, 72, 15, 12), oval(64, 58, 9))
        s.layer(INK, corners("72 56, 82 60, 72 63"), weight=0.6)
    s.layer(INK, box(30, 80, 40, 5), weight=0.6)


def mushrooms(s: Sheet) -> None:
    for x, y, r, tall in ((24, 60, 18, 34), (78, 66, 15, 28)):
        s.layer(PAPER, tube(f"{x} {y + tall}, {x} {y}", r * 0.5, r * 0.45), shade=0.3)
        s.layer(
            TONE,
            curve(
                f"{x - r} {y + 2}!, {x - r * 0.6} {y - r * 0.8}, {x} {y - r}, {x + r * 0.6} {y - r * 0.8}, {x + r} {y + 2}!, {x} {y + 4}"
            ),
            shade=0.15,
        )
    s.layer(PAPER, curve("44 50, 58 50, 60 80, 64 96!, 38 96!, 42 80"), shade=0.3)
    s.layer(TONE, curve("22 48!, 28 22, 51 8, 74 22, 80 48!, 51 52"), shade=0.15)
    for x, y, r in ((40, 30, 4), (58, 24, 5), (66, 38, 4), (48, 40, 3)):
        s.spot(x, y, r, PAPER)


def web(s: Sheet) -> None:
    s.line("2 2!, 98 30!", "2 2!, 84 66!", "2 2!, 56 90!", "2 2!, 22 98!", "2 2!, 98 2!", "2 2!, 2 98!", weight=2)
    for part in (0.3, 0.55, 0.8, 1.0):
        ends = [
            (2 + (x - 2) * part * 0.92, 2 + (y - 2) * part * 0.92)
            for x, y in ((98, 2), (98, 30), (84, 66), (56, 90), (22, 98), (2, 98))
        ]
        sag = []
        for (x1, y1), (x2, y2) in itertools.pairwise(ends):
            sag.append(f"{x1} {y1}!, {(x1 + x2) / 2 * 0.9} {(y1 + y2) / 2 * 0.9}, {x2} {y2}!")
        s.line(*sag, weight=2)
    s.line("58 38, 58 52", weight=2)
    s.layer(INK, oval(58, 58, 5, 6))


def cart(s: Sheet) -> None:
    """A mine cart, full."""
    s.layer(PAPER, corners("14 44, 22 28, 34 34, 42 20, 54 30, 66 22, 74 34, 86 44"), shade=0.2)
    s.layer(TONE, corners("4 42, 96 42, 84 78, 16 78"), shade=0.12)
    s.line("8 52!, 92 52!", "30 44!, 34 78!", "70 44!, 66 78!", weight=2)
    for x in (28, 72):
        s.layer(PAPER, oval(x, 84, 10))
        s.spot(x, 84, 3)
    s.line("0 96!, 100 96!", weight=4)


def ladder(s: Sheet) -> None:
    s.layer(TONE, box(26, 2, 7, 95), box(67, 2, 7, 95))
    s.layer(PAPER, *(box(28, y, 44, 6) for y in (12, 28, 44, 60, 76)), weight=0.8)


def stairs(s: Sheet) -> None:
    s.layer(PAPER, corners("2 96, 2 82, 20 82, 20 66, 38 66, 38 50, 56 50, 56 34, 74 34, 74 18, 98 18, 98 96"), shade=0.08)
    s.line("20 82!, 98 82!", "38 66!, 98 66!", "56 50!, 98 50!", "74 34!, 98 34!", weight=1.6)


def door(s: Sheet) -> None:
    s.layer(PAPER, curve("14 96!, 14 36, 28 12, 50 5, 72 12, 86 36, 86 96!"), shade=0.1)
    s.layer(TONE, curve("24 96!, 24 40, 34 22, 50 16, 66 22, 76 40, 76 96!"), shade=0.15)
    s.line("37 22, 37 96", "50 16, 50 96", "63 22, 63 96", weight=1.6)
    s.line("24 48, 62 48", "24 78, 62 78", weight=3.6)
    s.layer(PAPER, oval(68, 64, 3.4), weight=0.8)


def portcullis(s: Sheet) -> None:
    s.layer(PAPER, curve("8 96!, 8 32, 26 8, 74 8, 92 32, 92 96!, 80 96!, 80 36, 68 20, 32 20, 20 36, 20 96!"), shade=0.2)
    for x in (30, 43, 57, 70):
        s.layer(INK, corners(f"{x - 2} 20, {x + 2} 20, {x + 2} 80, {x} 90, {x - 2} 80"), weight=0.5)
    s.line("22 40!, 78 40!", "22 56!, 78 56!", "22 72!, 78 72!", weight=3.4)


def bookcase(s: Sheet) -> None:
    s.layer(TONE, box(8, 4, 84, 92), shade=0.05)
    for row, y in enumerate((10, 40, 70)):
        s.layer(INK, box(14, y, 72, 24), bare=True)
        x = 16
        for index, width in enumerate((8, 6, 10, 7, 9, 6, 8)):
            tall = 22 - (index * 5 + row * 3) % 7
            if (index + row) % 5 != 4:
                s.layer(PAPER, box(x, y + 24 - tall, width, tall), weight=0.5)
            x += width + 2


def barrel(s: Sheet) -> None:
    s.layer(TONE, curve("24 8!, 50 5, 76 8!, 88 36, 88 66, 76 94!, 50 97, 24 94!, 12 66, 12 36"), shade=0.2)
    s.line("18 24, 50 28, 82 24", "18 78, 50 82, 82 78", weight=4)
    s.line("36 8, 32 50, 36 94", "64 8, 68 50, 64 94", weight=1.6)


def crate(s: Sheet) -> None:
    s.layer(TONE, box(8, 16, 84, 80), shade=0.1)
    s.line("8 32!, 92 32!", "8 80!, 92 80!", "16 32!, 84 80!", "84 32!, 16 80!", weight=3)


def pillar(s: Sheet) -> None:
    s.layer(PAPER, box(30, 18, 40, 66), shade=0.3)
    s.layer(
        TONE, corners("14 4, 86 4, 80 14, 68 20, 32 20, 20 14"), corners("14 97, 86 97, 80 88, 68 82, 32 82, 20 88"), shade=0.1
    )
    s.line("42 20, 42 82", "54 20, 54 82", weight=1.6)


def broken_pillar(s: Sheet) -> None:
    s.layer(PAPER, corners("30 84, 30 46, 38 52, 46 40, 54 54, 62 44, 70 50, 70 84"), shade=0.3)
    s.layer(TONE, corners("14 97, 86 97, 80 88, 68 82, 32 82, 20 88"), shade=0.1)
    s.layer(PAPER, corners("78 97, 82 78, 97 82, 98 97"), shade=0.3)
    s.line("42 52, 42 82", "54 56, 54 82", weight=1.6)


def statue(s: Sheet) -> None:
    s.layer(PAPER, box(20, 82, 60, 15), shade=0.2)
    s.layer(PAPER, curve("32 82!, 36 58, 30 44, 38 34, 62 34, 70 44, 64 58, 68 82!"), shade=0.3)
    s.layer(PAPER, tube("66 42, 78 34, 76 14", 9, 8, 7), tube("34 42, 26 56, 36 64", 9, 8, 7), shade=0.3)
    with s.at(50, 20, 1.05):
        heads.fair(s)
        HATS["laurel"](s)
    s.line("44 46, 48 80", "56 46, 54 80", weight=1.5)


def headless(s: Sheet) -> None:
    s.layer(PAPER, box(20, 82, 60, 15), shade=0.2)
    s.layer(PAPER, curve("32 82!, 36 58, 30 44, 38 34, 45 30!, 50 36!, 56 29!, 62 34, 70 44, 64 58, 68 82!"), shade=0.3)
    s.layer(PAPER, tube("66 42, 76 52, 80 50", 9, 8, 8), tube("34 42, 26 56, 36 64", 9, 8, 7), shade=0.3)
    with s.at(12, 88, 0.7, turn=-70):
        heads.fair(s)


def fountain(s: Sheet) -> None:
    s.line(
        "50 50, 40 20, 26 22, 20 40",
        "50 50, 60 20, 74 22, 80 40",
        "50 50, 50 12",
        "50 50, 46 16, 36 12, 32 28",
        "50 50, 54 16, 64 12, 68 28",
        weight=2.2,
    )
    s.layer(PAPER, curve("22 50!, 78 50!, 66 62, 34 62"), box(44, 60, 12, 20), shade=0.2)
    s.layer(TONE, corners("6 78, 94 78, 86 96, 14 96"), shade=0.12)


def well(s: Sheet) -> None:
    s.layer(TONE, corners("8 26, 50 4, 92 26, 92 32, 8 32"), shade=0.1)
    s.layer(TONE, box(18, 32, 6, 34), box(76, 32, 6, 34))
    s.line("24 42!, 76 42!", weight=4)
    s.line("50 42!, 50 56!", weight=2.2)
    s.layer(PAPER, corners("42 54, 58 54, 56 68, 44 68"), weight=0.8)
    s.layer(PAPER, curve("10 66!, 90 66!, 86 96!, 14 96!"), shade=0.15)
    s.line(
        "12 76, 88 76", "13 86, 87 86", "30 66, 30 76", "52 66, 52 76", "72 66, 72 76", "40 76, 40 86", "62 76, 62 86", weight=1.6
    )


def cauldron(s: Sheet) -> None:
    s.line("28 88, 22 97", "72 88, 78 97", weight=5)
    s.layer(INK, curve("14 46!, 86 46!, 90 66, 76 88, 50 93, 24 88, 10 66"))
    s.layer(PAPER, oval(50, 46, 38, 8))
    for x, y, r in ((34, 34, 6), (54, 26, 8), (66, 38, 5), (44, 14, 5), (62, 8, 4)):
        s.layer(PAPER, oval(x, y, r), weight=0.7)


def tank(s: Sheet) -> None:
    """A reanimation tank."""
    s.layer(PAPER, curve("22 88!, 22 22, 34 10, 66 10, 78 22, 78 88!"), shade=0.06)
    s.layer(INK, box(14, 86, 72, 11), box(30, 2, 40, 9), weight=0.7)
    s.layer(TONE, curve("44 40, 56 40, 62 50, 58 62, 60 80, 52 80, 50 68, 48 80, 40 80, 42 62, 38 50"), weight=0.7)
    with s.at(50, 32, 0.65):
        heads.blank(s)
    for x, y in ((30, 66), (70, 50), (32, 40), (68, 74)):
        s.line((*oval(x, y, 2.4), oval(x, y, 2.4)[0]), weight=1.4)
    s.line("78 30, 92 30, 92 96", weight=3.4)


def lab(s: Sheet) -> None:
    s.layer(TONE, box(4, 76, 92, 8), box(10, 84, 7, 12), box(83, 84, 7, 12))
    s.layer(PAPER, curve("18 36!, 28 36!, 28 50, 40 72, 38 76, 8 76, 6 72, 18 50"), shade=0.12)
    s.layer(TONE, curve("13 60!, 33 60!, 39 73, 8 73"), bare=True)
    s.layer(PAPER, oval(62, 62, 13), box(58, 34, 8, 18), shade=0.12)
    s.line("66 38, 80 32, 88 44, 88 76", weight=2.8)
    s.layer(PAPER, box(80, 58, 12, 18), shade=0.2)
    for x, y, r in ((22, 26, 4), (28, 14, 5), (18, 8, 3)):
        s.line((*oval(x, y, r), oval(x, y, r)[0]), weight=2)


def brazier(s: Sheet) -> None:
    s.line("36 60!, 24 96!", "64 60!, 76 96!", "50 62!, 50 90!", weight=4)
    s.layer(PAPER, curve("26 46, 24 32, 34 26, 38 10!, 48 24, 56 4!, 62 24, 72 16!, 74 34, 74 46"), shade=0.1)
    s.layer(INK, curve("14 46!, 86 46!, 76 62, 24 62"))


def campfire(s: Sheet) -> None:
    s.layer(TONE, curve("28 86, 20 66, 32 50, 36 26!, 48 44, 58 12!, 66 42, 76 34!, 78 60, 72 86"), shade=0.1)
    s.layer(PAPER, curve("42 86, 40 72, 50 54!, 60 70, 58 86"), weight=0.7)
    s.layer(TONE, tube("10 94, 90 84", 10, 10), tube("10 84, 90 94", 10, 10), shade=0.1)


def hearth(s: Sheet) -> None:
    s.layer(PAPER, corners("14 96, 14 46, 6 46, 6 36, 34 36, 38 2, 62 2, 66 36, 94 36, 94 46, 86 46, 86 96"), shade=0.1)
    s.layer(INK, curve("24 96!, 24 62, 50 48, 76 62, 76 96!"))
    s.layer(PAPER, curve("38 94!, 34 82, 44 72, 46 60!, 56 74, 62 68!, 66 84, 62 94!"), bare=True)


def rack(s: Sheet) -> None:
    """A rack of weapons."""
    s.layer(TONE, box(6, 26, 88, 7), box(6, 74, 88, 7), box(10, 20, 6, 76), box(84, 20, 6, 76))
    for x, top in ((30, 8), (44, 4), (58, 8), (72, 4)):
        s.layer(PAPER, box(x - 2, top + 14, 4, 74), corners(f"{x - 6} {top + 16}, {x} {top - 4}, {x + 6} {top + 16}"), weight=0.8)


def torture(s: Sheet) -> None:
    """The wheel and the chains."""
    s.layer(TONE, oval(50, 46, 40))
    s.layer(PAPER, oval(50, 46, 32))
    for turn in range(0, 180, 45):
        with s.at(50, 46, turn=turn):
            s.line("0 -32!, 0 32!", weight=2.6)
    s.layer(INK, *(box(x - 4, y - 4, 8, 8) for x, y in ((20, 30), (80, 30), (30, 74), (70, 74))), weight=0.5)
    s.layer(TONE, corners("42 84, 58 84, 70 97, 30 97"))


def gallows(s: Sheet) -> None:
    s.layer(TONE, box(16, 4, 8, 92), box(16, 4, 66, 8), corners("24 28, 46 12, 50 16, 24 36"), box(4, 88, 92, 8))
    s.line("74 12, 74 34", weight=2.6)
    s.line((*oval(74, 44, 8, 10), oval(74, 44, 8, 10)[0]), weight=3)


def chains(s: Sheet) -> None:
    for x, links in ((26, 5), (50, 7), (74, 4)):
        for index in range(links):
            s.line(
                (*oval(x, 8 + index * 11, 5 if index % 2 else 2.4, 7), oval(x, 8 + index * 11, 5 if index % 2 else 2.4, 7)[0]),
                weight=2.6,
            )
    s.layer(TONE, box(18, 62, 16, 10), box(66, 51, 16, 10))


def gate(s: Sheet) -> None:
    """A gate to somewhere else."""
    s.layer(PAPER, curve("8 96!, 8 44, 26 10, 50 2, 74 10, 92 44, 92 96!, 74 96!, 74 48, 62 28, 38 28, 26 48, 26 96!"), shade=0.2)
    s.layer(INK, curve("26 96!, 26 48, 38 28, 62 28, 74 48, 74 96!"))
    s.line("50 62, 56 58, 58 68, 48 74, 38 64, 44 48, 60 46, 68 62, 60 82, 40 84", fill=PAPER, weight=2.8)


def stone(s: Sheet) -> None:
    s.layer(PAPER, curve("34 96!, 30 50, 36 16, 48 4, 62 12, 70 48, 68 96!"), shade=0.3)
    s.line("44 30!, 52 38!, 44 46!", "50 54!, 50 70!", "44 60!, 56 60!", weight=2.4)
    s.layer(TONE, curve("14 97!, 30 90, 50 94, 70 90, 88 97!"))


def stalagmites(s: Sheet) -> None:
    s.layer(
        PAPER,
        curve("6 96!, 14 70, 20 52!, 28 72, 34 96!"),
        curve("30 96!, 40 56, 48 16!, 58 58, 68 96!"),
        curve("64 96!, 72 74, 80 60!, 88 76, 96 96!"),
        shade=0.35,
    )


def pool(s: Sheet) -> None:
    s.layer(TONE, curve("4 84, 20 70, 50 66, 80 70, 96 84, 80 95, 50 98, 20 95"), shade=0.05)
    s.line("22 82, 34 79, 46 82, 58 79", "46 90, 58 87, 70 90, 80 87", weight=2)
    s.line("50 56, 50 36", "40 58, 32 42", "60 58, 68 42", weight=2.4)


def pit(s: Sheet) -> None:
    s.layer(TONE, oval(50, 78, 48, 17))
    s.layer(INK, oval(50, 80, 38, 12))
    s.layer(
        PAPER, *(corners(f"{x - 4} 92, {x} {top}, {x + 4} 92") for x, top in ((30, 66), (42, 58), (54, 60), (66, 64))), weight=0.8
    )


def hatch(s: Sheet) -> None:
    """A trapdoor, open."""
    s.layer(INK, corners("8 96, 24 70, 90 70, 78 96"))
    s.layer(TONE, corners("24 70, 14 18, 80 14, 90 70"), shade=0.12)
    s.line("36 69!, 28 17!", "52 69!, 46 16!", "70 69!, 64 15!", weight=1.8)
    s.layer(PAPER, oval(52, 30, 6), weight=0.8)


def nest(s: Sheet) -> None:
    s.layer(PAPER, oval(36, 56, 12, 16), oval(60, 54, 12, 16), oval(50, 60, 11, 15), shade=0.2)
    s.layer(TONE, curve("4 66!, 20 72, 50 74, 80 72, 96 66!, 88 88, 50 97, 12 88"), shade=0.1)
    s.line("8 72, 40 84", "24 70, 60 92", "92 72, 60 86", "76 70, 40 92", "50 72, 84 84", "2 62, 18 76", "98 62, 82 76", weight=2)


def midden(s: Sheet) -> None:
    s.layer(TONE, curve("2 96!, 16 78, 30 66, 46 58, 60 62, 78 74, 98 96!"), shade=0.15)
    s.layer(PAPER, tube("20 76, 8 54", 6, 5), oval(5, 50, 4), oval(11, 49, 4), weight=0.8)
    with s.at(56, 56, 0.9, turn=14):
        heads.skull(s)
    s.layer(PAPER, tube("78 80, 94 66", 5, 5), oval(95, 62, 4), oval(98, 67, 4), weight=0.8)
    s.line("30 84, 38 78", "60 84, 70 88", "44 90, 52 86", weight=1.8)


def prop(s: Sheet) -> None:
    """What holds a mine up."""
    s.layer(
        TONE,
        box(10, 12, 9, 84),
        box(81, 12, 9, 84),
        box(2, 4, 96, 10),
        corners("19 34, 36 14, 44 14, 19 44"),
        corners("81 34, 64 14, 56 14, 81 44"),
        shade=0.1,
    )


def arch(s: Sheet) -> None:
    s.layer(
        PAPER,
        curve("4 96!, 4 50, 22 14, 50 4, 78 14, 96 50, 96 96!, 76 96!, 76 54, 64 34, 50 28, 36 34, 24 54, 24 96!"),
        shade=0.15,
    )
    s.line(
        "4 58!, 24 58!",
        "12 30!, 30 42!",
        "34 8!, 41 31!",
        "66 8!, 59 31!",
        "88 30!, 70 42!",
        "96 58!, 76 58!",
        "4 78!, 24 78!",
        "76 78!, 96 78!",
        weight=1.8,
    )


def bridge(s: Sheet) -> None:
    s.layer(TONE, curve("0 60!, 24 72, 50 75, 76 72, 100 60!, 100 68!, 76 80, 50 83, 24 80, 0 68!"))
    s.line("2 38, 26 50, 50 53, 74 50, 98 38", weight=2.6)
    for x, y in ((14, 45), (32, 51), (50, 53), (68, 51), (86, 45)):
        s.line(f"{x} {y}, {x} {y + 22}", weight=2)


def loom(s: Sheet) -> None:
    s.layer(TONE, box(8, 8, 8, 88), box(84, 8, 8, 88), box(8, 14, 84, 8), box(8, 78, 84, 8))
    s.layer(PAPER, box(24, 22, 52, 40), weight=0.7)
    s.line(*(f"{x} 22!, {x} 78!" for x in (28, 36, 44, 52, 60, 68)), weight=1.6)
    s.line("24 34!, 76 34!", "24 46!, 76 46!", weight=3)


def mill(s: Sheet) -> None:
    s.layer(PAPER, corners("32 96, 38 40, 62 40, 68 96"), shade=0.2)
    s.layer(TONE, corners("34 42, 50 20, 66 42"))
    for turn in (20, 110, 200, 290):
        with s.at(50, 38, turn=turn):
            s.layer(PAPER, corners("-1.5 0, -1.5 -38, 8 -38, 8 -10, 1.5 -10, 1.5 0"), weight=0.7)
    s.layer(INK, curve("44 96!, 44 82, 50 77, 56 82, 56 96!"))


def castle(s: Sheet) -> None:
    s.layer(
        PAPER,
        corners(
            "6 96, 6 34, 2 34, 2 22, 8 22, 8 28, 13 28, 13 22, 19 22, 19 28, 24 28, 24 22, 30 22, 30 34, 28 34, 28 54, 36 54, 36 48, 44 48, 44 54, 56 54, 56 48, 64 48, 64 54, 72 54, 72 34, 70 34, 70 22, 76 22, 76 28, 81 28, 81 22, 87 22, 87 28, 92 28, 92 22, 98 22, 98 34, 94 34, 94 96"
        ),
        shade=0.06,
    )
    s.layer(INK, curve("40 96!, 40 80, 50 70, 60 80, 60 96!"), bare=True)
    s.line("17 44!, 17 54!", "83 44!, 83 54!", weight=3.4)
    s.line("16 22, 16 4", weight=2.4)
    s.layer(INK, corners("16 4, 32 9, 16 14"), weight=0.5)


def tower(s: Sheet) -> None:
    s.layer(PAPER, box(32, 36, 36, 60), shade=0.25)
    s.layer(PAPER, corners("26 22, 34 22, 34 28, 42 28, 42 22, 58 22, 58 28, 66 28, 66 22, 74 22, 74 38, 26 38"), shade=0.15)
    s.layer(TONE, corners("34 22, 50 0, 66 22"))
    s.layer(INK, curve("44 96!, 44 84, 50 78, 56 84, 56 96!"), bare=True)
    s.line("50 46!, 50 56!", "44 64, 44 70", weight=3.4)


def city(s: Sheet) -> None:
    for x, y, w_ in ((4, 60, 20), (26, 44, 18), (56, 50, 16), (76, 62, 20)):
        s.layer(PAPER, box(x, y, w_, 96 - y), shade=0.2)
        s.layer(TONE, corners(f"{x - 3} {y}, {x + w_ / 2} {y - 18}, {x + w_ + 3} {y}"), shade=0.1)
        s.layer(INK, box(x + w_ / 2 - 2, y + 8, 4, 7), bare=True)
    s.layer(PAPER, box(44, 30, 12, 66), shade=0.2)
    s.layer(TONE, corners("41 30, 50 4, 59 30"))
    s.line("50 4, 50 0", "2 96, 98 96", weight=3)


def farm(s: Sheet) -> None:
    s.layer(PAPER, box(10, 58, 44, 38), shade=0.15)
    s.layer(TONE, corners("2 60, 16 32, 50 32, 62 60"), shade=0.1)
    s.layer(INK, box(24, 74, 12, 22), bare=True)
    s.line("66 96, 66 78", "74 96, 74 74", "82 96, 82 78", "90 96, 90 74", weight=2.6)
    for x, y in ((66, 74), (74, 70), (82, 74), (90, 70)):
        s.layer(PAPER, curve(f"{x} {y + 4}!, {x - 4} {y - 4}, {x} {y - 12}!, {x + 4} {y - 4}"), weight=0.7)


def cottage(s: Sheet) -> None:
    """A low house under thatch, with smoke and a fence."""
    s.layer(PAPER, box(56, 32, 10, 22))
    s.layer(PAPER, box(20, 62, 48, 34), shade=0.15)
    s.layer(TONE, curve("10 66!, 18 46, 44 36, 70 46, 78 66!"), shade=0.15)
    s.layer(INK, curve("30 96!, 30 80, 36 75, 42 80, 42 96!"), bare=True)
    s.layer(PAPER, box(52, 72, 9, 9), weight=0.7)
    s.line("61 28, 56 19, 65 11, 58 2", weight=1.8)
    s.line("76 84!, 99 84!", "80 77!, 80 96!", "88 77!, 88 96!", "96 77!, 96 96!", weight=2.4)


def barn(s: Sheet) -> None:
    """A barn, and a stack of hay beside it."""
    s.layer(PAPER, corners("8 96, 8 56, 18 36, 38 24, 58 36, 68 56, 68 96"), shade=0.2)
    s.layer(TONE, corners("1 60, 14 32, 38 16, 62 32, 75 60, 66 60, 56 39, 38 28, 20 39, 10 60"), shade=0.1)
    s.layer(TONE, box(26, 64, 24, 32), weight=0.9)
    s.line("26 64!, 50 96!", "50 64!, 26 96!", weight=2)
    s.layer(INK, oval(38, 46, 5), bare=True)
    s.layer(TONE, curve("74 96!, 73 80, 85 60, 97 80, 98 96!"), shade=0.2)
    s.line("85 60, 85 52", weight=2.2)


def croft(s: Sheet) -> None:
    """Two huts and a tree between them."""
    s.layer(TONE, box(46, 74, 6, 22))
    s.layer(PAPER, oval(49, 58, 16), shade=0.2)
    s.layer(PAPER, box(6, 70, 27, 26), shade=0.15)
    s.layer(TONE, corners("0 73, 19 46, 39 73"), shade=0.1)
    s.layer(INK, box(15, 80, 9, 16), bare=True)
    s.layer(PAPER, box(66, 64, 28, 32), shade=0.15)
    s.layer(TONE, corners("60 67, 80 36, 100 67"), shade=0.1)
    s.layer(INK, box(75, 76, 9, 20), bare=True)


def orchard(s: Sheet) -> None:
    """A house behind a row of apple trees."""
    s.layer(PAPER, box(60, 58, 34, 38), shade=0.15)
    s.layer(TONE, corners("54 61, 66 34, 88 34, 100 61"), shade=0.1)
    s.layer(INK, box(72, 74, 10, 22), bare=True)
    for x in (11, 32, 51):
        s.layer(TONE, box(x - 2, 80, 4, 16), weight=0.8)
        s.layer(PAPER, oval(x, 70, 10, 13), shade=0.2)
        s.layer(INK, oval(x - 3, 67, 1.6), oval(x + 3, 73, 1.6), bare=True)


def keep(s: Sheet) -> None:
    """A castle that is one great house between two round towers."""
    for x in (7, 73):
        s.layer(PAPER, box(x, 46, 20, 50), shade=0.25)
        s.layer(TONE, corners(f"{x - 4} 47, {x + 10} 18, {x + 24} 47"), shade=0.1)
        s.line(f"{x + 10} 60!, {x + 10} 68!", weight=3)
    s.layer(
        PAPER,
        corners("28 96, 28 28, 24 28, 24 16, 33 16, 33 22, 42 22, 42 16, 58 16, 58 22, 67 22, 67 16, 76 16, 76 28, 72 28, 72 96"),
        shade=0.06,
    )
    s.layer(INK, curve("41 96!, 41 80, 50 71, 59 80, 59 96!"), bare=True)
    s.line("38 40!, 38 50!", "50 40!, 50 50!", "62 40!, 62 50!", weight=3)
    s.line("50 16, 50 0", weight=2.2)
    s.layer(INK, corners("50 0, 66 4, 50 9"), weight=0.5)


def town(s: Sheet) -> None:
    """Roofs and a dome behind a wall."""
    for x, y in ((8, 46), (30, 38), (86, 44)):
        s.layer(PAPER, box(x - 8, y, 17, 40), shade=0.2)
        s.layer(TONE, corners(f"{x - 11} {y + 1}, {x} {y - 18}, {x + 12} {y + 1}"), shade=0.1)
    s.layer(PAPER, box(47, 34, 26, 40), shade=0.15)
    s.layer(TONE, curve("44 36!, 46 20, 60 10, 74 20, 76 36!"), shade=0.15)
    s.line("60 10, 60 0", "55 4!, 65 4!", weight=2.4)
    teeth = ", ".join(f"{x} 70, {x} 63, {x + 7} 63, {x + 7} 70" for x in range(1, 98, 14))
    s.layer(PAPER, corners(f"1 96, {teeth}, 99 96"), shade=0.05)
    s.layer(INK, curve("42 96!, 42 84, 50 77, 58 84, 58 96!"), bare=True)
    s.line("20 80!, 20 87!", "80 80!, 80 87!", weight=2.6)


def watchtower(s: Sheet) -> None:
    """A lookout of timber on four legs."""
    s.line("34 46!, 24 96!", "66 46!, 76 96!", weight=4.4)
    s.line("31 62!, 72 80!", "69 62!, 28 80!", "30 64!, 70 64!", "27 81!, 73 81!", weight=2.4)
    s.layer(TONE, box(28, 30, 44, 18), shade=0.15)
    s.layer(TONE, corners("20 26, 50 4, 80 26"), shade=0.1)
    s.line("32 26!, 32 32!", "68 26!, 68 32!", weight=3)
    s.line("50 4, 50 -4", weight=2.2)


def spire(s: Sheet) -> None:
    """A wizard's tower: thin, with a gallery, an onion of a roof and a star on it."""
    s.layer(PAPER, corners("36 96, 41 42, 59 42, 64 96"), shade=0.25)
    s.layer(PAPER, corners("28 32, 72 32, 66 43, 34 43"), shade=0.1)
    s.layer(PAPER, box(38, 20, 24, 13), shade=0.2)
    s.layer(TONE, curve("33 22!, 31 10, 42 2, 50 -8!, 58 2, 69 10, 67 22!"), shade=0.15)
    s.layer(INK, curve("45 96!, 45 86, 50 81, 55 86, 55 96!"), bare=True)
    s.line("50 52!, 50 60!", "52 68, 52 74", weight=3)
    s.layer(INK, oval(44, 27, 2.2), oval(56, 27, 2.2), bare=True)


def church(s: Sheet) -> None:
    """A monastery, a temple."""
    s.layer(PAPER, box(34, 56, 60, 40), shade=0.15)
    s.layer(TONE, corners("30 58, 42 38, 88 38, 98 58"), shade=0.1)
    s.layer(PAPER, box(10, 38, 24, 58), shade=0.2)
    s.layer(TONE, corners("6 38, 22 12, 38 38"))
    s.line("22 12!, 22 0!", "17 4!, 27 4!", weight=2.6)
    for x in (46, 62, 78):
        s.layer(INK, curve(f"{x} 86!, {x} 72, {x + 4} 66, {x + 8} 72, {x + 8} 86!"), bare=True)


def inn(s: Sheet) -> None:
    s.layer(PAPER, box(16, 50, 58, 46), shade=0.15)
    s.layer(TONE, corners("8 52, 22 20, 68 20, 82 52"), shade=0.1)
    s.layer(INK, box(24, 70, 14, 26), bare=True)
    s.layer(PAPER, box(50, 62, 14, 14), weight=0.7)
    s.line("74 40!, 94 40!", "90 40!, 90 48!", weight=2.6)
    s.layer(TONE, box(82, 48, 16, 14), weight=0.8)
    s.layer(PAPER, box(54, 8, 9, 16), weight=0.9)


def tree(s: Sheet) -> None:
    s.layer(TONE, tube("50 60, 50 96", 10, 13), shade=0.3)
    s.layer(PAPER, oval(34, 46, 22), oval(66, 46, 22), oval(50, 28, 24), shade=0.2)


def pine(s: Sheet) -> None:
    s.layer(TONE, box(45, 80, 10, 16))
    s.layer(PAPER, corners("50 4, 68 32, 60 32, 78 58, 68 58, 86 84, 14 84, 32 58, 22 58, 40 32, 32 32"), shade=0.25)


def lever(s: Sheet) -> None:
    s.layer(PAPER, box(18, 70, 64, 26), shade=0.2)
    s.line("50 72!, 76 22!", weight=6)
    s.layer(INK, oval(78, 17, 9))
    s.line("36 82!, 64 82!", weight=3)


def organ(s: Sheet) -> None:
    """Pipes that drip."""
    for x, top in ((10, 36), (23, 22), (36, 10), (49, 4), (62, 10), (75, 22), (88, 36)):
        s.layer(PAPER, corners(f"{x - 5} {top + 4}, {x} {top}, {x + 5} {top + 4}, {x + 5} 74, {x - 5} 74"), shade=0.3)
        s.layer(INK, box(x - 2.4, 62, 5, 4), bare=True)
    s.layer(TONE, box(4, 72, 92, 24), shade=0.1)
    s.layer(PAPER, box(22, 80, 56, 7), weight=0.7)


def orrery(s: Sheet) -> None:
    s.line((*oval(50, 40, 44, 16), oval(50, 40, 44, 16)[0]), (*oval(50, 40, 26, 30), oval(50, 40, 26, 30)[0]), weight=2.2)
    s.layer(PAPER, oval(50, 40, 12), shade=0.2)
    s.layer(INK, oval(92, 38, 5), oval(36, 14, 4), oval(66, 66, 4))
    s.layer(TONE, tube("50 54, 50 84", 6, 6), corners("30 96, 40 84, 60 84, 70 96"))


def mouth(s: Sheet) -> None:
    """A mouth in the wall."""
    s.layer(PAPER, corners("2 30, 16 12, 40 18, 58 8, 84 14, 98 34, 94 70, 97 90, 66 96, 40 90, 12 96, 5 66"), shade=0.06)
    s.layer(TONE, curve("14 54, 32 32, 50 38, 68 32, 86 54, 68 78, 50 82, 32 78"), shade=0.1)
    s.layer(INK, curve("24 54, 50 46, 76 54, 62 66, 50 69, 38 66"), bare=True)
    s.layer(PAPER, *(corners(f"{x} 50, {x + 8} 50, {x + 4} 57") for x in (34, 46, 58)), bare=True)
    s.line("20 24, 40 28", "80 24, 60 28", weight=3)


def sign(s: Sheet) -> None:
    s.layer(TONE, box(46, 24, 8, 72))
    s.layer(PAPER, corners("10 12, 76 12, 92 23, 76 34, 10 34"), shade=0.1)
    s.layer(PAPER, corners("90 42, 28 42, 12 52, 28 62, 90 62"), shade=0.1)
    s.line("22 23, 66 23", "36 52, 78 52", weight=2)


def roots(s: Sheet) -> None:
    s.layer(
        TONE,
        tube("50 2, 46 30, 30 50, 26 74", 16, 11, 7, 2),
        tube("52 2, 58 34, 74 52, 72 84", 14, 10, 6, 2),
        tube("50 20, 50 56, 44 92", 9, 6, 2),
        tube("34 4, 22 26, 8 36", 8, 5, 2),
        tube("68 4, 82 22, 94 28", 8, 5, 2),
        shade=0.15,
    )


def banner(s: Sheet) -> None:
    """Cloth on a rod, for a wall."""
    s.layer(INK, box(14, 4, 72, 5), weight=0.5)
    s.line("30 5, 50 0, 70 5", weight=2)
    s.layer(TONE, corners("22 9, 78 9, 78 78, 64 92, 50 76, 36 92, 22 78"), shade=0.18)
    s.layer(PAPER, corners("50 22, 66 42, 50 62, 34 42"), weight=0.8)
    s.spot(50, 42, 5)


def chandelier(s: Sheet) -> None:
    s.line("50 0, 50 34", weight=4)
    s.line("50 30!, 10 58!", "50 30!, 90 58!", weight=2.4)
    s.layer(TONE, curve("4 60!, 96 60!, 84 74, 50 80, 16 74"), shade=0.1)
    for x in (14, 50, 86):
        s.layer(PAPER, box(x - 5, 46, 10, 14))
        s.layer(PAPER, curve(f"{x} 28!, {x + 6} 40, {x} 46, {x - 6} 40"), weight=0.8)


def lamp(s: Sheet) -> None:
    """It hangs."""
    for y in (2, 14, 26):
        s.line((*oval(50, y + 5, 4, 6), oval(50, y + 5, 4, 6)[0]), weight=2.4)
    s.layer(TONE, corners("32 50, 50 34, 68 50"), weight=0.9)
    s.layer(PAPER, corners("30 50, 70 50, 64 84, 36 84"))
    s.layer(TONE, curve("50 54!, 60 70, 50 80, 40 70"), weight=0.8)
    s.layer(INK, box(32, 83, 36, 7), weight=0.6)


def shelf(s: Sheet) -> None:
    """For a wall: jars and books on a board."""
    s.layer(TONE, box(4, 52, 92, 8))
    s.line("16 60!, 16 76!, 28 60!", "84 60!, 84 76!, 72 60!", weight=2.6)
    s.layer(PAPER, curve("12 52!, 8 38, 16 30, 24 38, 22 52!"), box(30, 26, 8, 26), box(39, 30, 8, 22), shade=0.15)
    s.layer(PAPER, corners("50 52, 58 28, 66 31, 60 52"), shade=0.1)
    s.layer(PAPER, curve("70 52!, 68 40, 76 36, 76 26!, 84 26!, 84 36, 92 42, 90 52!"), shade=0.15)
    s.line("13 32, 19 32", weight=3)


def stalactites(s: Sheet) -> None:
    s.layer(
        PAPER,
        corners("2 2, 98 2, 92 10, 84 34, 78 12, 70 16, 58 66, 48 14, 40 12, 30 46, 22 12, 12 24"),
        shade=0.25,
    )
    s.line("56 12, 58 44", "30 10, 30 28", weight=1.6)
    s.layer(TONE, curve("58 76!, 62 84, 58 88, 54 84"), weight=0.7)


def hide(s: Sheet) -> None:
    """A skin, stretched on a wall."""
    s.layer(
        TONE,
        curve(
            "30 8!, 44 16, 56 16, 70 8!, 76 18, 66 30, 70 44, 92 52!, 88 62, 70 60, 68 74, 80 92!, 66 90, 56 80!, 50 96!, 44 80!, 34 90, 20 92!, 32 74, 30 60, 12 62, 8 52!, 30 44, 34 30, 24 18"
        ),
        shade=0.14,
    )
    s.line("50 28, 50 66", "42 40, 46 44", "58 40, 54 44", weight=1.8)
    for x, y in ((30, 8), (70, 8), (8, 52), (92, 52)):
        s.spot(x, y, 3.4)


def herbs(s: Sheet) -> None:
    """Bundles that dry on a line."""
    s.line("0 8!, 100 8!", weight=3)
    for x, tall in ((18, 54), (50, 68), (82, 48)):
        s.layer(TONE, curve(f"{x} 18!, {x + 9} {tall * 0.7}, {x + 13} {tall}!, {x + 5} {tall - 6}!, {x} {tall + 8}!, {x - 5} {tall - 6}!, {x - 13} {tall}!, {x - 9} {tall * 0.7}"), shade=0.2)  # fmt: skip
        s.line(f"{x} 8, {x} 20", f"{x - 5} 24, {x + 5} 24", weight=3)


def hammock(s: Sheet) -> None:
    s.layer(TONE, box(4, 18, 7, 78), box(89, 18, 7, 78))
    s.layer(PAPER, curve("10 34!, 30 62, 50 68, 70 62, 90 34!, 74 74, 50 82, 26 74"), shade=0.12)
    s.layer(TONE, curve("30 58!, 38 48, 62 50, 76 56!, 66 64, 50 68, 38 66"), shade=0.1)
    s.layer(PAPER, oval(30, 54, 7))


FURNITURE: dict[str, Part] = {
    "sarcophagus": sarcophagus, "coffin": coffin, "altar": altar, "forge": forge, "anvil": anvil, "bunk": bunk, "bed": bed, "throne": throne,
    "chair": chair, "table": table, "desk": desk, "cage": cage, "bird cage": bird_cage, "mushrooms": mushrooms, "web": web, "mine cart": cart,
    "ladder": ladder, "stairs": stairs, "door": door, "portcullis": portcullis, "bookcase": bookcase, "barrel": barrel, "crate": crate,
    "pillar": pillar, "broken pillar": broken_pillar, "statue": statue, "headless statue": headless, "fountain": fountain, "well": well,
    "cauldron": cauldron, "tank": tank, "lab": lab, "brazier": brazier, "campfire": campfire, "hearth": hearth, "rack": rack,
    "torture": torture, "gallows": gallows, "chains": chains, "gate": gate, "standing stone": stone, "stalagmites": stalagmites, "pool": pool,
    "pit": pit, "trapdoor": hatch, "nest": nest, "midden": midden, "prop": prop, "arch": arch, "bridge": bridge, "loom": loom, "mill": mill,
    "castle": castle, "tower": tower, "city": city, "farm": farm,
    "cottage": cottage, "barn": barn, "croft": croft, "orchard": orchard, "keep": keep, "town": town, "watchtower": watchtower,
    "spire": spire, "church": church, "inn": inn, "tree": tree, "pine": pine, "lever": lever,
    "organ": organ, "orrery": orrery, "mouth": mouth, "sign": sign, "roots": roots,
    "banner": banner, "chandelier": chandelier, "lamp": lamp, "shelf": shelf, "stalactites": stalactites, "hide": hide, "herbs": herbs,
    "hammock": hammock,
}  # fmt: skip
