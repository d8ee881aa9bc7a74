"""Things: what is found, carried, eaten, lost. What a hand can hold is drawn in `gear.py`; here it lies or stands for itself."""

from __future__ import annotations

import math

from . import gear, heads
from .hats import HATS
from .heads import Part
from .ink import INK, PAPER, TONE, Sheet, box, corners, curve, oval, tube


def held(part: Part, *, scale: float = 1.5, turn: float = 40, x: float = 50, y: float = 58) -> Part:
    """Something for a hand, shown large and aslant."""

    def draw(s: Sheet) -> None:
        with s.at(x, y, scale, turn=turn):
            part(s)

    return draw


def chest(s: Sheet) -> None:
    s.layer(TONE, box(12, 54, 76, 40), shade=0.15)
    s.layer(TONE, curve("10 54!, 12 34, 24 24, 76 24, 88 34, 90 54!"), shade=0.15)
    s.line("10 54, 90 54", "26 25, 26 94", "74 25, 74 94", weight=2.4)
    s.layer(PAPER, box(43, 46, 14, 18), weight=0.8)
    s.spot(50, 53, 2.4)
    s.line("50 53, 50 60", weight=2.2)


def open_chest(s: Sheet) -> None:
    s.layer(TONE, curve("14 46!, 10 20, 22 8, 78 8, 90 20, 86 46!"), shade=0.1)
    s.layer(INK, curve("20 44!, 18 26, 28 18, 72 18, 82 26, 80 44!"))
    s.layer(
        PAPER,
        *(oval(x, y, 7, 5) for x, y in ((24, 50), (38, 46), (52, 44), (66, 47), (78, 51), (45, 52), (60, 53), (32, 54))),
        shade=0.2,
    )
    s.layer(TONE, box(12, 54, 76, 40), shade=0.15)
    s.line("26 54, 26 94", "74 54, 74 94", weight=2.4)
    s.layer(PAPER, box(44, 54, 12, 14), weight=0.8)


def sack(s: Sheet) -> None:
    s.layer(
        TONE, curve("42 34!, 30 16!, 44 20, 50 14, 58 20, 70 16!, 58 34!, 80 52, 86 80, 70 95, 30 95, 14 80, 20 52"), shade=0.2
    )
    s.line("38 34, 50 37, 62 34", weight=3)
    s.line("40 42, 34 60", "60 42, 66 56", weight=1.5)


def gold(s: Sheet) -> None:
    sack(s)
    s.layer(PAPER, oval(82, 88, 11, 7), oval(92, 92, 8, 5), oval(16, 91, 10, 6))
    s.line("76 88, 88 88", weight=1.5)
    s.layer(PAPER, oval(50, 66, 12), weight=0.7)
    s.line("50 58, 50 74", weight=2.2)


def coins(s: Sheet) -> None:
    for x, y in ((30, 88), (30, 79), (30, 70), (60, 88), (60, 79), (60, 70), (60, 61), (60, 52), (60, 43)):
        s.layer(TONE, oval(x, y, 17, 6.5), shade=0.25)
    s.layer(TONE, oval(86, 85, 11, 11), shade=0.2)
    s.line((*oval(86, 85, 6), oval(86, 85, 6)[0]), weight=1.5)


def bar(s: Sheet) -> None:
    s.layer(PAPER, corners("6 90, 16 62, 50 62, 60 90"), shade=0.1)
    s.layer(TONE, corners("50 62, 64 50, 78 78, 60 90"), shade=0.3)
    s.layer(PAPER, corners("16 62, 32 50, 64 50, 50 62"))
    with s.at(32, -32):
        s.layer(PAPER, corners("6 90, 16 62, 50 62, 60 90"), shade=0.1)
        s.layer(TONE, corners("50 62, 62 52, 70 78, 60 90"), shade=0.3)


def jewel(s: Sheet) -> None:
    s.layer(PAPER, corners("26 22, 74 22, 94 44, 50 92, 6 44"), shade=0.12)
    s.layer(TONE, corners("34 44, 66 44, 50 92"), shade=0.2)
    s.line("6 44!, 94 44!", "26 22!, 34 44!, 50 22!, 66 44!, 74 22!", "34 44!, 50 92!, 66 44!", weight=2)
    s.line("14 20, 8 14", "86 20, 92 14", "50 14, 50 6", weight=2.4)


def heart_gem(s: Sheet) -> None:
    s.layer(TONE, curve("50 90!, 16 58, 10 34, 26 18, 42 22, 50 34!, 58 22, 74 18, 90 34, 84 58"), shade=0.15)
    s.line("50 34!, 34 50!, 50 90!, 66 50!, 50 34!", "12 40!, 34 50!", "88 40!, 66 50!", weight=1.8)


def ring(s: Sheet) -> None:
    s.layer(PAPER, oval(50, 64, 30), shade=0.15)
    s.layer(PAPER, oval(50, 64, 20))
    s.layer(TONE, corners("36 24, 44 12, 58 12, 66 24, 51 42"), shade=0.2)
    s.line("36 24!, 66 24!", weight=1.8)


def crown(s: Sheet) -> None:
    with s.at(50, 94, 3.1):
        HATS["crown"](s)


def potion(s: Sheet) -> None:
    s.layer(PAPER, curve("42 12!, 58 12!, 57 38, 78 58, 82 80, 68 95, 32 95, 18 80, 22 58, 43 38"), shade=0.1)
    s.layer(TONE, curve("22 64!, 40 60, 60 68, 79 63!, 81 80, 67 93, 33 93, 19 80"), bare=True)
    s.line("22 64, 40 60, 60 68, 79 63", weight=1.8)
    s.layer(INK, box(40, 4, 20, 11))
    s.line((*oval(40, 78, 3), oval(40, 78, 3)[0]), (*oval(56, 82, 2), oval(56, 82, 2)[0]), weight=1.4)


def jar(s: Sheet) -> None:
    s.layer(TONE, curve("34 22!, 66 22!, 64 34, 84 50, 84 78, 68 95, 32 95, 16 78, 16 50, 36 34"), shade=0.2)
    s.layer(PAPER, oval(50, 20, 18, 6))
    s.line("18 58!, 30 52!, 40 58!, 50 52!, 60 58!, 70 52!, 82 58!", weight=2)


def scroll(s: Sheet) -> None:
    s.layer(PAPER, curve("20 26!, 80 26!, 78 50, 82 80!, 22 80!, 18 50"), shade=0.1)
    s.layer(TONE, tube("14 20, 86 20", 16, 16), tube("16 84, 88 84", 16, 16), shade=0.1)
    s.line("30 40, 68 40", "30 50, 70 50", "30 60, 60 60", weight=1.8)
    s.layer(INK, oval(66, 66, 5), bare=True)


def book(s: Sheet) -> None:
    s.layer(TONE, corners("18 14, 74 8, 84 14, 84 86, 76 92, 18 92"), shade=0.1)
    s.layer(PAPER, corners("22 84, 76 84, 82 80, 82 88, 76 92, 22 92"), weight=0.8)
    s.line("24 88, 76 88", weight=1.4)
    s.layer(PAPER, corners("49 28, 56 44, 72 46, 60 56, 64 72, 49 63, 34 72, 38 56, 26 46, 42 44"), weight=0.8)


def letter(s: Sheet) -> None:
    s.layer(PAPER, box(10, 28, 80, 56), shade=0.1)
    s.line("10 28!, 50 60!, 90 28!", "10 84!, 38 52!", "90 84!, 62 52!", weight=2)
    s.layer(INK, oval(50, 62, 9))


def map_(s: Sheet) -> None:
    s.layer(PAPER, corners("8 24, 34 14, 64 24, 92 14, 92 82, 64 92, 34 82, 8 92"), shade=0.06)
    s.line("34 14!, 34 82!", "64 24!, 64 92!", weight=1.4)
    s.line("16 70, 26 58, 40 62, 50 46, 60 52", weight=2.4)
    s.line("70 40!, 82 52!", "82 40!, 70 52!", weight=4)


def key(s: Sheet) -> None:
    with s.at(50, 50, turn=45):
        s.layer(TONE, box(-4, -10, 8, 54), box(3, 34, 14, 8), box(3, 22, 10, 7), oval(0, -26, 20), shade=0.2)
        s.layer(PAPER, oval(0, -26, 9))


def torch(s: Sheet) -> None:
    with s.at(50, 68, 1.7):
        gear.torch(s)


def candle(s: Sheet) -> None:
    s.layer(PAPER, curve("36 90!, 36 42, 42 38, 58 40, 64 44!, 64 90!"), curve("36 50!, 30 58, 34 66, 38 60!"), shade=0.25)
    s.layer(TONE, curve("16 92!, 30 84, 70 84, 84 92!"))
    s.line("50 40, 50 32", weight=2.6)
    s.layer(PAPER, curve("50 6!, 60 22, 56 33, 44 33, 40 22"), shade=0.1)


def lantern(s: Sheet) -> None:
    with s.at(50, 12, 3.2):
        gear.lantern(s)
    s.line("38 24, 32 8, 50 3, 68 8, 62 24", weight=2.8)


def rope(s: Sheet) -> None:
    for y in (76, 66, 56, 46):
        s.layer(TONE, tube(f"14 {y}, 32 {y + 12}, 68 {y + 12}, 86 {y}, 68 {y - 11}, 32 {y - 11}, 14 {y}", 9, 9), shade=0.2)
    s.layer(TONE, tube("80 46, 92 32, 84 16, 94 6", 8, 8), shade=0.1)


def hook(s: Sheet) -> None:
    s.line("50 52, 46 70, 56 82, 48 97", weight=3.4)
    s.layer(
        PAPER,
        tube("50 56, 50 34, 26 30, 14 44", 8, 7, 6, 1, blunt=False),
        tube("50 34, 74 30, 86 44", 7, 6, 1, blunt=False),
        tube("50 36, 50 14, 40 4", 8, 7, 1, blunt=False),
    )
    s.layer(TONE, oval(50, 58, 6))


def pole(s: Sheet) -> None:
    s.layer(TONE, tube("8 94, 92 6", 6, 6))
    for x, y in ((28, 73), (50, 50), (72, 27)):
        s.line(f"{x - 4} {y - 4}, {x + 4} {y + 4}", weight=2.2)


def food(s: Sheet) -> None:
    s.layer(TONE, curve("28 86, 10 66, 14 42, 36 30, 58 36, 68 54, 62 76, 46 90"), shade=0.25)
    s.layer(PAPER, tube("60 46, 78 30", 12, 10), oval(80, 20, 8), oval(90, 30, 8))
    s.line("26 50, 36 42", "24 62, 28 58", weight=2)


def cheese(s: Sheet) -> None:
    s.layer(PAPER, corners("6 58, 78 26, 94 52, 94 60"), shade=0.06)
    s.layer(TONE, corners("6 58, 94 54, 94 90, 6 90"), shade=0.1)
    for x, y, rx, ry in ((28, 74, 7, 6), (56, 70, 5, 4), (76, 80, 7, 6), (44, 84, 4, 3), (70, 44, 6, 4)):
        s.layer(PAPER, oval(x, y, rx, ry), weight=0.7)


def bottle(s: Sheet) -> None:
    s.layer(INK, curve("42 8!, 58 8!, 58 32, 72 46, 72 94!, 28 94!, 28 46, 42 32"))
    s.layer(PAPER, box(34, 56, 32, 24), bare=True)
    s.line("40 64, 60 64", "40 71, 56 71", weight=1.8)


def tankard(s: Sheet) -> None:
    with s.at(44, 62, 3.6):
        gear.tankard(s)


def holy_symbol(s: Sheet) -> None:
    s.line("28 4, 36 20, 50 26, 64 20, 72 4", weight=2.8)
    with s.at(50, 74, 2.0):
        gear.cross(s)


def kit(s: Sheet) -> None:
    """A box with a cross on it."""
    s.line("38 34, 38 22, 62 22, 62 34", weight=3.2)
    s.layer(PAPER, box(10, 34, 80, 58), shade=0.12)
    s.layer(INK, corners("44 46, 56 46, 56 56, 66 56, 66 68, 56 68, 56 80, 44 80, 44 68, 34 68, 34 56, 44 56"), bare=True)


def stake(s: Sheet) -> None:
    with s.at(50, 50, turn=-40):
        s.layer(PAPER, corners("-7 -40, 7 -40, 6 26, 0 46, -6 26"), shade=0.3)
    with s.at(64, 62, 1.2, turn=50):
        gear.hammer(s)


def armor(s: Sheet) -> None:
    """A breastplate."""
    s.layer(TONE, curve("22 18!, 38 12!, 50 24, 62 12!, 78 18!, 88 40!, 78 46, 80 80!, 50 94, 20 80!, 22 46, 12 40!"), shade=0.2)
    s.line("50 24, 50 92", "24 54, 50 62, 76 54", "22 68, 50 77, 78 68", weight=2)


def leather(s: Sheet) -> None:
    s.layer(
        TONE,
        curve("30 12!, 42 20, 58 20, 70 12!, 80 34!, 72 40, 78 90!, 60 84!, 50 92!, 40 84!, 22 90!, 28 40, 20 34!"),
        shade=0.2,
    )
    s.line(
        "50 22, 50 82", "44 30, 56 36", "56 30, 44 36", "44 44, 56 50", "56 44, 44 50", "44 58, 56 64", "56 58, 44 64", weight=1.8
    )


def mail(s: Sheet) -> None:
    s.layer(PAPER, curve("28 12!, 42 18, 58 18, 72 12!, 97 44!, 82 56!, 74 44, 76 90!, 24 90!, 26 44, 18 56!, 3 44!"), shade=0.1)
    for y in (30, 40, 50, 60, 70, 80):
        s.line(" , ".join(f"{28 + step * 4} {y + (3 if step % 2 else 0)}" for step in range(12)), weight=1.5)


def helmet(s: Sheet) -> None:
    with s.at(50, 56, 2.7):
        HATS["plume"](s)


def bracers(s: Sheet) -> None:
    for x in (8, 54):
        s.layer(TONE, corners(f"{x} 30, {x + 19} 10, {x + 38} 30, {x + 31} 90, {x + 7} 90"), shade=0.2)
        s.line(f"{x + 2} 36, {x + 36} 36", f"{x + 6} 80, {x + 32} 80", weight=2.4)
        for y in (44, 56, 68):  # laced
            s.line(f"{x + 13} {y}, {x + 25} {y + 9}", f"{x + 25} {y}, {x + 13} {y + 9}", weight=2)


def boots(s: Sheet) -> None:
    for x in (2, 46):
        s.layer(
            TONE,
            curve(f"{x + 10} 12!, {x + 34} 12!, {x + 32} 58, {x + 50} 78, {x + 50} 92!, {x + 8} 92!, {x + 12} 50"),
            shade=0.2,
        )
        s.line(f"{x + 11} 22, {x + 33} 22", f"{x + 8} 86, {x + 50} 86", weight=2)


def cloak(s: Sheet) -> None:
    s.layer(INK, curve("40 8, 60 8, 70 28, 88 94!, 70 86, 50 95!, 30 86, 12 94!, 30 28"))
    s.layer(PAPER, oval(50, 20, 5), bare=True)
    s.line("40 36, 30 82", "50 34, 50 88", "60 36, 70 82", fill=PAPER, weight=1.8)


def arrows(s: Sheet) -> None:
    for x, turn in ((34, -14), (50, 0), (66, 14)):
        with s.at(x, 54, turn=turn):
            s.layer(TONE, box(-1.4, -30, 2.8, 68), weight=0.7)
            s.layer(PAPER, corners("-6 -28, 0 -46, 6 -28"), weight=0.9)
            s.layer(INK, corners("-7 28, 0 20, 7 28, 7 42, 0 36, -7 42"), weight=0.6)


def knuckles(s: Sheet) -> None:
    s.layer(
        PAPER,
        oval(20, 44, 14),
        oval(41, 40, 14),
        oval(62, 40, 14),
        oval(82, 44, 14),
        tube("24 66, 50 76, 78 66", 14, 16, 14),
        box(20, 44, 10, 24),
        box(72, 44, 10, 24),
    )
    s.layer(TONE, oval(20, 44, 6), oval(41, 40, 6), oval(62, 40, 6), oval(82, 44, 6), weight=0.7)


def dice(s: Sheet) -> None:
    s.layer(PAPER, corners("8 46, 36 30, 64 46, 36 62"))
    s.layer(PAPER, corners("8 46, 36 62, 36 94, 8 78"), shade=0.1)
    s.layer(TONE, corners("64 46, 36 62, 36 94, 64 78"), shade=0.2)
    for x, y in ((36, 46), (16, 60), (28, 80), (22, 70), (50, 70)):
        s.spot(x, y, 3)
    s.layer(PAPER, corners("62 14, 86 8, 94 32, 70 38"), shade=0.15)
    for x, y in ((70, 18), (86, 28), (78, 23)):
        s.spot(x, y, 2.6)


def cards(s: Sheet) -> None:
    for turn in (-24, 0, 24):
        with s.at(50, 92, turn=turn):
            s.layer(PAPER, corners("-18 -76, 18 -76, 18 -18, -18 -18"), shade=0.08)
            s.layer(INK, corners("0 -64, 8 -52, 0 -40, -8 -52"), bare=True)


def mirror(s: Sheet) -> None:
    s.layer(TONE, tube("50 66, 50 96", 10, 10), oval(50, 38, 32, 35))
    s.layer(PAPER, oval(50, 38, 24, 27), weight=0.8)
    s.line("38 46, 54 20", "46 54, 62 30", weight=1.8)


def horn(s: Sheet) -> None:
    s.layer(TONE, tube("88 24, 78 58, 50 76, 12 70", 34, 24, 14, 6), shade=0.2)
    s.layer(INK, curve("72 14, 88 18, 99 30, 84 26"), weight=0.7)
    s.line("62 60, 72 74", "44 66, 46 80", weight=2.2)


def drum(s: Sheet) -> None:
    s.layer(TONE, curve("14 38!, 86 38!, 86 82, 50 94, 14 82"), shade=0.15)
    s.layer(PAPER, oval(50, 38, 36, 13))
    s.line("16 46!, 30 88!, 42 52!, 56 92!, 68 50!, 82 84!", weight=1.8)
    s.line("58 34!, 88 6!", weight=4)


def egg(s: Sheet) -> None:
    s.layer(PAPER, curve("50 8, 74 32, 80 64, 66 90, 50 94, 34 90, 20 64, 26 32"), shade=0.25)
    for x, y, r in ((40, 38, 4), (58, 52, 5), (38, 66, 4), (56, 76, 3), (54, 28, 3)):
        s.spot(x, y, r, TONE)


def skull(s: Sheet) -> None:
    with s.at(50, 56, 2.9):
        heads.skull(s)


def bones(s: Sheet) -> None:
    for turn in (-52, 52):
        with s.at(50, 72, turn=turn):
            s.layer(PAPER, tube("0 -38, 0 38", 8, 8), oval(-5, -42, 7), oval(5, -42, 7), oval(-5, 42, 7), oval(5, 42, 7))
    with s.at(50, 40, 1.9):
        heads.skull(s)


def idol(s: Sheet) -> None:
    s.layer(PAPER, box(22, 82, 56, 14), shade=0.3)
    s.layer(TONE, curve("28 82!, 24 60, 34 46, 66 46, 76 60, 72 82!"), shade=0.2)
    s.layer(TONE, tube("32 56, 22 68, 40 70", 10, 9, 8), tube("68 56, 78 68, 60 70", 10, 9, 8))
    with s.at(50, 34, 1.2):
        heads.demon(s)
    s.layer(PAPER, corners("50 60, 57 68, 50 77, 43 68"))


def orb(s: Sheet) -> None:
    s.layer(TONE, curve("22 94!, 30 78, 70 78, 78 94!"), shade=0.2)
    s.layer(PAPER, oval(50, 46, 36), shade=0.15)
    s.line("26 44, 34 28, 48 20", weight=2.4)
    s.layer(TONE, oval(54, 54, 9, 7), weight=0.6)
    s.spot(54, 54, 3)


def flower(s: Sheet) -> None:
    s.line("50 46, 46 70, 52 96", weight=3.2)
    s.layer(TONE, curve("49 74!, 30 62, 20 70!, 34 80"), curve("50 82!, 68 70, 80 76!, 64 88"))
    s.layer(PAPER, *(oval(50 + dx, 30 + dy, 10, 10) for dx, dy in ((0, -16), (15, -5), (10, 12), (-10, 12), (-15, -5))))
    s.layer(INK, oval(50, 30, 7), bare=True)


def boat(s: Sheet) -> None:
    s.line("46 66, 46 6", weight=3.4)
    s.layer(PAPER, curve("50 8!, 84 44, 50 54!"), shade=0.15)
    s.layer(TONE, curve("4 62!, 96 62!, 84 86, 18 86"), shade=0.15)
    s.line("2 94, 14 90, 26 94, 38 90, 50 94, 62 90, 74 94, 86 90, 98 94", weight=2.4)


def bomb(s: Sheet) -> None:
    s.layer(INK, oval(44, 62, 33), corners("54 28, 70 36, 64 46, 48 38"))
    s.line("64 32, 72 18, 86 20", weight=3)
    s.line("86 20!, 96 14!", "86 20!, 94 28!", "86 20!, 86 8!", weight=2.4)
    s.line("24 62, 28 48, 38 40", fill=PAPER, weight=3)


def gland(s: Sheet) -> None:
    s.layer(PAPER, curve("30 40, 46 28, 68 34, 78 54, 68 76, 44 80, 26 64"), shade=0.15)
    s.line("50 28, 46 14, 56 6", weight=3.4)
    for x1, y1, x2, y2 in (
        (14, 40, 4, 34),
        (12, 62, 2, 66),
        (30, 90, 24, 98),
        (62, 90, 66, 98),
        (88, 40, 97, 34),
        (90, 62, 99, 66),
    ):
        s.line(f"{x1} {y1}, {x2} {y2}", weight=2.6)
    s.line("38 46, 44 54, 40 68", "64 40, 60 50, 66 62", "52 44, 54 58, 50 72", weight=1.8)


def glasses(s: Sheet) -> None:
    s.layer(INK, oval(26, 54, 20, 17), oval(74, 54, 20, 17))
    s.line("44 50, 50 46, 56 50", "6 48, 2 36", "94 48, 98 36", weight=3.6)
    s.line("18 50, 26 44", "66 50, 74 44", fill=PAPER, weight=2.4)


def wheel(s: Sheet) -> None:
    s.layer(
        TONE,
        *(
            box(50 + 40 * math.cos(turn * math.pi / 4) - 5, 52 + 40 * math.sin(turn * math.pi / 4) - 5, 10, 10)
            for turn in range(8)
        ),
        oval(50, 52, 38),
    )
    s.layer(PAPER, oval(50, 52, 29))
    for turn in range(0, 180, 45):
        with s.at(50, 52, turn=turn):
            s.line("0 -31!, 0 31!", weight=3.4)
    s.layer(TONE, oval(50, 52, 8))


def gear_wheel(s: Sheet) -> None:
    with s.at(50, 52, 2.6):
        heads.clock(s)


def crystal(s: Sheet) -> None:
    s.layer(PAPER, corners("20 94, 10 58, 22 38, 34 56, 36 94"), shade=0.2)
    s.layer(PAPER, corners("64 94, 66 54, 80 34, 92 58, 82 94"), shade=0.2)
    s.layer(TONE, corners("34 94, 30 36, 50 6, 70 36, 66 94"), shade=0.2)
    s.line("50 6!, 46 40!, 48 94!", "30 36!, 46 40!, 70 36!", "22 38!, 24 60!, 26 94!", "80 34!, 78 60!, 74 94!", weight=1.6)


def feather(s: Sheet) -> None:
    s.layer(PAPER, curve("18 92!, 24 60, 48 26, 86 6!, 84 40, 62 68, 34 80"), shade=0.2)
    s.line("14 97, 40 62, 80 12", "40 62, 36 52", "50 50, 66 54", "56 42, 50 32", weight=1.8)


def trap(s: Sheet) -> None:
    """A jaw trap."""
    s.layer(
        TONE,
        curve("6 72, 18 50, 50 42, 82 50, 94 72, 82 58, 50 50, 18 58"),
        curve("6 74, 18 92, 50 98, 82 92, 94 74, 82 86, 50 91, 18 86"),
    )
    s.layer(
        PAPER,
        *(corners(f"{x - 4} {y}, {x + 4} {y}, {x} {y + 14}") for x, y in ((24, 56), (38, 52), (50, 51), (62, 52), (76, 56))),
        *(corners(f"{x - 4} {y}, {x + 4} {y}, {x} {y - 13}") for x, y in ((24, 89), (38, 92), (62, 92), (76, 89))),
        weight=0.8,
    )
    s.layer(INK, oval(50, 74, 8, 4))


def rubble(s: Sheet) -> None:
    s.layer(
        PAPER,
        corners("4 96, 8 80, 24 76, 34 96"),
        corners("30 96, 36 78, 56 74, 66 96"),
        corners("62 96, 68 82, 86 78, 97 96"),
        shade=0.3,
    )
    s.layer(PAPER, corners("22 78, 30 60, 46 62, 48 78"), corners("50 76, 58 56, 74 62, 76 78"), shade=0.3)
    s.layer(PAPER, corners("40 62, 48 46, 60 58"), shade=0.3)


def grave(s: Sheet) -> None:
    s.layer(PAPER, curve("22 92!, 22 34, 34 14, 66 14, 78 34, 78 92!"), shade=0.2)
    s.line("50 26!, 50 56!", "38 36!, 62 36!", weight=4)
    s.line("34 68, 66 68", "38 76, 62 76", weight=1.8)
    s.layer(TONE, curve("6 96!, 20 88, 40 92, 60 88, 80 92, 94 96!"))


def flag(s: Sheet) -> None:
    s.layer(TONE, box(20, 6, 5, 90))
    s.layer(TONE, curve("25 10!, 48 16, 66 8, 92 14!, 80 32, 92 50!, 66 46, 48 54, 25 48!"), shade=0.12)
    s.layer(PAPER, oval(54, 31, 9), weight=0.7)


def tent(s: Sheet) -> None:
    s.layer(TONE, corners("4 92, 46 16, 54 16, 96 92"), shade=0.2)
    s.layer(INK, corners("36 92, 50 36, 64 92"))
    s.line("50 16, 50 4", weight=3)


def trophy(s: Sheet) -> None:
    s.line("26 24, 10 24, 12 46, 32 50", "74 24, 90 24, 88 46, 68 50", weight=3.6)
    s.layer(PAPER, curve("24 12!, 76 12!, 74 42, 56 62, 56 76!, 72 84!, 72 94!, 28 94!, 28 84!, 44 76!, 44 62, 26 42"), shade=0.2)


def suit_case(s: Sheet) -> None:
    """A pack of supplies."""
    s.layer(TONE, tube("18 24, 82 24", 20, 20), shade=0.15)
    s.layer(TONE, curve("18 34, 82 34, 88 70, 78 95, 22 95, 12 70"), shade=0.2)
    s.layer(PAPER, curve("28 58!, 72 58!, 72 82, 28 82"), weight=0.8)
    s.line("34 34, 34 58", "66 34, 66 58", "28 66, 72 66", weight=2.4)


THINGS: dict[str, Part] = {
    "chest": chest, "hoard": open_chest, "sack": sack, "gold": gold, "coins": coins, "bar": bar, "jewel": jewel, "heartgem": heart_gem,
    "ring": ring, "crown": crown, "potion": potion, "jar": jar, "scroll": scroll, "book": book, "letter": letter, "map": map_, "key": key,
    "torch": torch, "candle": candle, "lantern": lantern, "rope": rope, "grapple": hook, "pole": pole, "food": food, "cheese": cheese,
    "bottle": bottle, "tankard": tankard, "holy symbol": holy_symbol, "kit": kit, "stake": stake, "plate armor": armor,
    "leather armor": leather, "chain mail": mail, "helmet": helmet, "bracers": bracers, "boots": boots, "cloak": cloak, "arrows": arrows,
    "knuckles": knuckles, "dice": dice, "cards": cards, "mirror": mirror, "horn": horn, "drum": drum, "egg": egg, "skull": skull,
    "bones": bones, "idol": idol, "orb": orb, "flower": flower, "boat": boat, "bomb": bomb, "gland": gland, "glasses": glasses,
    "wheel": wheel, "cogwheel": gear_wheel, "crystal": crystal, "feather": feather, "trap": trap, "rubble": rubble, "grave": grave,
    "flag": flag, "tent": tent, "trophy": trophy, "pack": suit_case,
    "sword": held(gear.sword, scale=1.75, y=70, x=36), "great sword": held(gear.great_sword, scale=1.4, y=76, x=28),
    "scimitar": held(gear.scimitar, scale=1.9, y=74, x=38, turn=25), "rapier": held(gear.rapier, scale=1.7, y=76, x=28),
    "dagger": held(gear.dagger, scale=2.6, y=70, x=32), "axe": held(gear.axe, scale=1.5, y=60, x=42, turn=30),
    "great axe": held(gear.great_axe, scale=1.2, y=58, x=46, turn=25), "club": held(gear.club, scale=1.8, y=80, x=28),
    "spiked club": held(gear.spiked_club, scale=1.6, y=80, x=30), "mace": held(gear.mace, scale=1.75, y=76, x=30),
    "flail": held(gear.flail, scale=1.8, y=80, x=30, turn=10), "hammer": held(gear.hammer, scale=1.5, y=64, x=42, turn=30),
    "pick": held(gear.pick, scale=1.5, y=62, x=44, turn=20), "spear": held(gear.spear, scale=0.98, y=60, x=42),
    "trident": held(gear.trident, scale=0.98, y=60, x=40), "halberd": held(gear.halberd, scale=0.98, y=58, x=42, turn=30),
    "scythe": held(gear.scythe, scale=1.0, y=60, x=36, turn=-10), "staff": held(gear.staff, scale=1.15, y=52, x=48, turn=30),
    "wand": held(gear.wand, scale=2.2, y=78, x=30), "bow": held(gear.bow, scale=1.35, y=50, x=44, turn=-20),
    "crossbow": held(gear.crossbow, scale=2.2, y=64, x=50, turn=0), "whip": held(gear.whip, scale=2.2, y=84, x=30, turn=15),
    "shovel": held(gear.shovel, scale=1.3, y=66, x=38, turn=30), "broom": held(gear.broom, scale=1.25, y=60, x=40, turn=30),
    "shield": held(gear.SHIELDS["kite"], scale=2.4, turn=0, y=46), "buckler": held(gear.SHIELDS["round"], scale=3.2, turn=0, y=52),
    "fireball": held(gear.fireball, scale=2.3, turn=0, y=94), "lightning": held(gear.bolt, scale=1.8, turn=10, x=54, y=82),
}  # fmt: skip
