"""Heads, about their own middle, some thirteen high and wide to each side. Beasts look to the right."""

from __future__ import annotations

from collections.abc import Callable

from .ink import INK, PAPER, TONE, Sheet, box, corners, curve, oval, tube

Part = Callable[[Sheet], None]


def human(s: Sheet) -> None:
    s.layer(PAPER, curve("-9 -8, 0 -13, 9 -8, 10 1, 6 11, 0 13, -6 10, -10 1"), shade=0.25)
    s.eye(-2, 0)
    s.eye(5, 0)
    s.line("2 1, 4 5, 2 6", "-1 9, 3 9.5, 6 8.5")


def fair(s: Sheet) -> None:
    """A woman, an elf: a narrower face."""
    s.layer(PAPER, curve("-8 -8, 0 -12, 8 -8, 9 0, 5 9, 1 13, -4 9, -9 0"), shade=0.2)
    s.eye(-2, 0)
    s.eye(5, 0)
    s.line("-4 -3.5, -1 -4", "3 -4, 7 -3.5", "2 2, 3 5", "0 8.5, 3 9, 5 8.5")


def elf(s: Sheet) -> None:
    s.layer(PAPER, curve("-7 0!, -22 -10!, -8 7!"), curve("8 0!, 22 -10!, 7 7!"))
    fair(s)
    s.layer(TONE, curve("-9 3!, -11 -6, -5 -14, 4 -15, 10 -9, 10 1!, 6 -5, 1 -8, -5 -6!"))


def dark_elf(s: Sheet) -> None:
    s.layer(
        INK, curve("-7 0!, -23 -9!, -8 7!"), curve("8 0!, 23 -9!, 7 7!"), curve("-8 -8, 0 -12, 8 -8, 9 0, 5 9, 1 13, -4 9, -9 0")
    )
    s.eye(-2, 0, 1.8, glow=True)
    s.eye(5, 0, 1.8, glow=True)
    s.line("0 8, 4 8", fill=PAPER)
    s.layer(PAPER, curve("-9 14!, -12 -2, -9 -12, 0 -17, 9 -12, 12 -2, 9 14!, 8 -2, 2 -8!, -4 -5, -8 0!"))


def goblin(s: Sheet) -> None:
    s.layer(
        PAPER,
        curve("-8 -3!, -27 -12!, -20 2, -8 7!"),
        curve("8 -3!, 27 -12!, 20 2, 8 7!"),
        curve("-9 -9, 0 -12, 9 -9, 11 0, 6 9, 0 12, -6 9, -11 0"),
        shade=0.25,
    )
    s.line("-22 -8, -12 1", "22 -8, 12 1")
    s.layer(PAPER, curve("0 -2, 5 2, 10 4!, 4 6"), weight=0.6)
    s.eye(-5, -2, 2)
    s.eye(4, -3, 2)
    s.line("-7 6, 0 8.5, 7 7", "-3 7, -2 9.8", "3 8, 4 10")


def hobgoblin(s: Sheet) -> None:
    s.layer(
        PAPER,
        curve("-8 -3!, -18 -16!, -17 0, -8 7!"),
        curve("8 -3!, 18 -16!, 17 0, 8 7!"),
        curve("-9 -9, 0 -12, 9 -9, 10 1, 9 10, 0 13, -9 10, -10 1"),
        shade=0.3,
    )
    s.eye(-4, -2, 1.8)
    s.eye(5, -2, 1.8)
    s.line("-8 -6, -1 -3.5", "9 -6, 2 -3.5", "-6 7, 6 7", "1 0, 3 3, 0 3.5")
    s.layer(PAPER, corners("-5 7, -4 2, -3 7"), corners("4 7, 5 2, 6 7"), weight=0.5)


def orc(s: Sheet) -> None:
    s.layer(
        PAPER,
        curve("-8 -2!, -16 -7!, -11 4!"),
        curve("8 -2!, 16 -7!, 11 4!"),
        curve("-9 -9, 0 -13, 9 -9, 11 2, 11 10, 0 14, -11 10, -11 2"),
        shade=0.3,
    )
    s.layer(INK, curve("-9 -10!, -4 -20!, -2 -14!, 1 -22!, 4 -14!, 8 -18!, 9 -9!, 0 -12"))
    s.eye(-4, -2, 1.8)
    s.eye(5, -2, 1.8)
    s.line("-9 -5, -1 -3", "10 -5, 2 -3", "-2 3, 0 1.5, 3 1.5, 5 3", "-8 8, 8 8")
    s.layer(PAPER, corners("-7 9, -6 1, -3 9"), corners("4 9, 7 1, 8 9"), weight=0.6)


def gnoll(s: Sheet) -> None:
    s.layer(INK, curve("-6 -18!, -12 -10, -14 4, -10 16!, -4 4, -2 -10!"))
    s.layer(PAPER, curve("-8 -6!, -12 -22!, -1 -11, 6 -8, 14 -1, 22 2, 23 6, 18 9, 8 10, -2 13, -9 8"), shade=0.2)
    s.layer(PAPER, curve("-1 -9!, 1 -22!, 6 -7!"))
    s.eye(5, -2, 1.8)
    s.line("22 6, 12 6, 8 4", "14 6.5!, 15 8.5!, 16.5 6.5!")
    s.spot(22.5, 2.5, 2)
    for x, y in ((-3, 3), (-5, -4), (0, 8)):
        s.spot(x, y, 1.2)


def wolf(s: Sheet) -> None:
    s.layer(
        PAPER,
        curve("-11 2!, -13 8!, -8 8!, -8 13!, -3 9, 6 9, 17 9, 23 5, 22 1, 13 -2, 7 -8, 5 -21!, 0 -12, -6 -20!, -8 -9, -10 -3"),
        shade=0.2,
    )
    s.eye(5, -3, 2)
    s.line("22 5, 14 5.5, 9 3", "12 5.5!, 13.5 9!, 15 5.5!, 17 8!, 18.5 5!", "1 -11, 2 -17")
    s.spot(22, 2, 2.2)


def rat(s: Sheet) -> None:
    s.layer(
        PAPER, oval(-7, -11, 7), oval(4, -12, 6), curve("-11 -2, -6 -9, 3 -9, 12 -2, 23 4, 22 7, 10 9, -4 10, -10 6"), shade=0.2
    )
    s.eye(6, -2, 1.9)
    s.spot(22.5, 5, 2)
    s.line("16 6, 26 10", "16 5, 27 3", "-8 -12, -5 -9", "16 7!, 16 11!, 18 11!, 18 7!")


def kobold(s: Sheet) -> None:
    s.layer(
        PAPER, curve("-10 4, -11 -3, -8 -8!, -15 -19!, -3 -11!, 3 -21!, 4 -9, 13 -3, 22 0, 23 5, 14 8, 4 9, -5 11"), shade=0.25
    )
    s.eye(4, -3, 2)
    s.line("22 4, 12 5, 8 3", "20 -1, 21 0")
    s.line("-8 2, -4 4", "-6 6, -2 8")


def lizard(s: Sheet) -> None:
    s.layer(PAPER, curve("-12 8, -10 -5, -2 -11, 8 -8, 20 -3, 25 2, 22 7, 8 9, -4 13"), shade=0.3)
    s.layer(TONE, corners("-10 -3, -17 -8, -8 -7, -12 -16, -4 -10, -3 -19, 3 -10, -2 -8"))
    s.eye(6, -4, 2)
    s.line("24 3, 14 4, 8 2", "14 4!, 15 6.5!, 16.5 4!, 18 6!, 19.5 4!")


def toad(s: Sheet) -> None:
    s.layer(PAPER, oval(-7, -9, 5), oval(8, -9, 5), curve("-15 2, -8 -7, 8 -7, 16 2, 11 10, 0 12, -11 10"), shade=0.2)
    s.eye(-7, -9, 2)
    s.eye(8, -9, 2)
    s.line("-14 3, 0 6, 15 3")


def bull(s: Sheet) -> None:
    s.layer(PAPER, tube("-7 -8, -17 -10, -21 -22", 6, 5, 1, blunt=False), tube("7 -8, 17 -10, 21 -22", 6, 5, 1, blunt=False))
    s.layer(
        TONE,
        curve("-9 -3!, -18 -2!, -9 4!"),
        curve("9 -3!, 18 -2!, 9 4!"),
        curve("-10 -8, 0 -13, 10 -8, 8 4, 7 13, 0 16, -7 13, -8 4"),
        shade=0.3,
    )
    s.layer(PAPER, curve("-7 8, 0 6, 7 8, 7 14, 0 16, -7 14"), weight=0.6)
    s.eye(-5, -2, 1.8)
    s.eye(5, -2, 1.8)
    s.spot(-3, 11, 1.4)
    s.spot(3, 11, 1.4)
    s.line("-2.5 13.5, 0 16.5, 2.5 13.5", weight=1.2)


def lion(s: Sheet) -> None:
    s.layer(
        TONE,
        corners(
            "-5 -19, 0 -16, 6 -20, 9 -15, 16 -14, 15 -7, 20 -2, 16 3, 17 10, 11 12, 8 18, 2 15, -4 18, -8 13, -15 12, -14 5, -19 0, -15 -5, -16 -12, -9 -14"
        ),
    )
    s.layer(PAPER, oval(-8, -9, 3.5), oval(9, -9, 3.5), curve("-9 -7, 0 -11, 9 -7, 9 2, 6 10, 0 12, -6 10, -9 2"), weight=0.7)
    s.eye(-4, -2)
    s.eye(5, -2)
    s.layer(INK, corners("-2.5 3, 3.5 3, 0.5 6"), bare=True)
    s.line("0.5 6, 0.5 8, -4 9", "0.5 8, 5 9")


def tiger(s: Sheet) -> None:
    s.layer(
        PAPER,
        curve("-9 -6!, -14 -17!, -3 -11, 4 -11, 15 -17!, 10 -6, 15 3!, 11 5!, 11 11!, 0 14, -10 11!, -10 5!, -14 3!"),
        shade=0.15,
    )
    s.line("-2 -11, 0 -7", "2 -11, 1 -7", "-13 0, -8 1", "14 0, 9 1", "-11 7, -6 6", "12 7, 7 6", weight=1.7)
    s.eye(-5, -2, 1.8)
    s.eye(5, -2, 1.8)
    s.layer(INK, corners("-2.5 3, 3 3, 0 6"), bare=True)
    s.line("0 6, 0 8, -4 9", "0 8, 4 9")


def ape(s: Sheet) -> None:
    s.layer(INK, curve("-10 -6, -5 -15, 0 -19, 5 -15, 10 -6, 13 4, 8 13, -8 13, -13 4"))
    s.layer(PAPER, curve("-8 -5, 0 -3, 8 -5, 7 2, 9 8, 4 13, -4 13, -9 8, -7 2"), weight=0.5)
    s.eye(-3.5, 0)
    s.eye(3.5, 0)
    s.line("-6 9, 0 7.5, 6 9", "-1.5 4, -1 5", "1.5 4, 1 5")


def bear(s: Sheet) -> None:
    s.layer(TONE, oval(-10, -10, 5), oval(10, -10, 5), oval(0, 0, 14, 13), shade=0.3)
    s.layer(PAPER, oval(0, 6, 7, 5.5), weight=0.6)
    s.layer(INK, oval(0, 3, 3, 2), bare=True)
    s.eye(-5.5, -3)
    s.eye(5.5, -3)
    s.line("0 4, 0 8, -4 9", "0 8, 4 9")


def owl(s: Sheet) -> None:
    s.layer(TONE, curve("-16 -17!, -7 -12, 0 -11, 7 -12, 16 -17!, 14 -2, 12 10, 0 14, -12 10, -14 -2"), shade=0.2)
    s.layer(PAPER, oval(-6, -2, 6), oval(6, -2, 6), weight=0.6)
    s.eye(-5, -2, 2.6)
    s.eye(5, -2, 2.6)
    s.layer(INK, corners("-3 3, 3 3, 0 11"), bare=True)


def badger(s: Sheet) -> None:
    s.layer(PAPER, oval(-9, -9, 4), oval(4, -11, 4), curve("-13 4, -11 -6, -2 -10, 8 -5, 20 3, 20 8, 8 9, -4 12"), shade=0.1)
    s.layer(INK, curve("-8 -7!, 2 -6, 12 0, 18 3!, 8 3, -4 -1!"), bare=True)
    s.spot(19.5, 5, 2.4)
    s.eye(5, -2, 1.2, glow=True)


def skull(s: Sheet) -> None:
    s.layer(PAPER, curve("-11 -4, -7 -13, 0 -15, 7 -13, 11 -4, 9 4!, 6 6!, 6 13!, -6 13!, -6 6!, -9 4!"), shade=0.15)
    s.layer(INK, oval(-4.5, -2, 3.4, 3.8), oval(5, -2, 3.4, 3.8), corners("-1.5 6, 0.3 2, 2 6"), bare=True)
    s.line("-3 9, -3 13", "0 9, 0 13", "3 9, 3 13", "-6 9, 6 9")


def mummy(s: Sheet) -> None:
    s.layer(PAPER, curve("-10 -6, 0 -13, 10 -6, 10 5, 6 12, -6 12, -10 5"))
    s.line("-10 -6, 0 -9, 9 -8", "-10 5, 0 3, 10 5", "-9 9, 0 7, 9 8", "-5 -11, 4 -13")
    s.layer(INK, curve("-10 -2!, 0 -4, 10 -2!, 9 2, 0 0, -9 2"), bare=True)
    s.eye(-4, -1.5, 1.5, glow=True)
    s.eye(5, -1.5, 1.5, glow=True)


def ghoul(s: Sheet) -> None:
    s.layer(
        PAPER,
        curve("-9 -2!, -17 -9!, -10 4!"),
        curve("9 -2!, 17 -9!, 10 4!"),
        curve("-9 -8, 0 -13, 9 -8, 10 0, 8 5, 7 14, 0 17, -7 14, -8 5, -10 0"),
        shade=0.25,
    )
    s.layer(INK, oval(-4.5, -2, 3, 2.6), oval(4.5, -2, 3, 2.6), curve("-5 7, 0 6, 5 7, 4 14, 0 15, -4 14"), bare=True)
    s.line("-3 7!, -2.4 9.5!, -1 7!", "1 7!, 2.4 9.5!, 3 7!", fill=PAPER, weight=1.4)
    s.line("-6 -12, -9 -4", "-1 -13, -3 -10")


def vampire(s: Sheet) -> None:
    s.layer(
        PAPER,
        curve("-9 0!, -16 -6!, -9 5!"),
        curve("9 0!, 16 -6!, 9 5!"),
        curve("-9 -8, 0 -12, 9 -8, 9 2, 5 10, 0 14, -5 10, -9 2"),
        shade=0.15,
    )
    s.layer(INK, curve("-10 0!, -11 -9, -5 -16, 5 -16, 11 -9, 10 0!, 7 -7, 0 -3!, -7 -7"))
    s.eye(-4, 1)
    s.eye(4, 1)
    s.line("-4 8, 0 7.5, 4 8", "-2.5 8!, -2 11.5!, -1.2 8!", "1.2 8!, 2 11.5!, 2.5 8!")


def demon(s: Sheet) -> None:
    s.layer(PAPER, tube("-6 -9, -15 -14, -13 -25", 5, 4, 1, blunt=False), tube("6 -9, 15 -14, 13 -25", 5, 4, 1, blunt=False))
    s.layer(
        TONE,
        curve("-9 0!, -18 -4!, -9 6!"),
        curve("9 0!, 18 -4!, 9 6!"),
        curve("-9 -8, 0 -12, 9 -8, 10 2, 6 9, 0 15!, -6 9, -10 2"),
        shade=0.3,
    )
    s.layer(INK, curve("-8 -4!, -1 0!, -4 2, -7 0"), curve("8 -4!, 1 0!, 4 2, 7 0"), bare=True)
    s.line("-6 7, 0 10, 6 7", "-3 8!, -2 5!, -1 9!", "1 9!, 2 5!, 3 8!")


def imp(s: Sheet) -> None:
    s.layer(
        TONE,
        curve("-7 -8!, -11 -19!, -2 -11!"),
        curve("7 -8!, 11 -19!, 2 -11!"),
        curve("-9 -2!, -22 -3!, -8 5!"),
        curve("9 -2!, 22 -3!, 8 5!"),
        oval(0, 0, 11, 11),
        shade=0.25,
    )
    s.layer(PAPER, oval(-4.5, -1, 3), oval(4.5, -1, 3), weight=0.5)
    s.eye(-4, -1, 1.2)
    s.eye(4, -1, 1.2)
    s.line("-6 6, 0 8, 6 5")


def cyclops(s: Sheet) -> None:
    s.layer(PAPER, curve("-8 -9, 0 -13, 8 -9, 11 2, 10 11, 0 14, -10 11, -11 2"), shade=0.25)
    s.layer(PAPER, oval(0, -2, 6.5, 5.5), weight=0.7)
    s.eye(1, -2, 2.8)
    s.line("-7 -8, 0 -10, 7 -8", "-5 9, 0 8, 6 9", weight=1.4)


def giant(s: Sheet) -> None:
    s.layer(PAPER, curve("-7 -8, 0 -11, 7 -8, 9 1, 9 9, 0 13, -9 9, -9 1"), shade=0.25)
    s.layer(INK, curve("-9 1!, -11 14, 0 21!, 11 14, 9 1!, 5 6, 0 5, -5 6"))
    s.layer(INK, curve("-9 1!, -11 -8, 0 -15, 11 -8, 9 1!, 6 -6, 0 -8, -6 -6"))
    s.eye(-3.5, 0)
    s.eye(4, 0)
    s.line("-3 9, 3 9", fill=PAPER, weight=1.6)


def ogre(s: Sheet) -> None:
    s.layer(PAPER, oval(-11, 1, 3.5), oval(11, 1, 3.5), curve("-7 -8, 0 -11, 7 -8, 11 3, 11 11, 0 15, -11 11, -11 3"), shade=0.25)
    s.eye(-4, -1, 1.5)
    s.eye(4, -1, 1.5)
    s.line("-7 -4, 7 -4", "-3 4, 0 2, 3 4", "-8 9, 8 9", weight=1.3)
    s.layer(PAPER, corners("-6 9, -4.5 4, -3 9"), corners("3 9, 4.5 4, 6 9"), weight=0.5)
    s.layer(INK, curve("-2 -11!, -3 -19, 3 -19, 2 -11!"))


def troll(s: Sheet) -> None:
    s.layer(
        PAPER,
        curve("-8 -3!, -19 -8!, -11 6!"),
        curve("8 -3!, 19 -8!, 11 6!"),
        curve("-7 -8, 0 -11, 7 -8, 10 4, 8 12, 0 15, -8 12, -10 4"),
        shade=0.25,
    )
    s.layer(PAPER, tube("0 0, 5 4, 9 12", 5, 6, 7), weight=0.7, shade=0.3)
    s.eye(-4, -2, 1.7)
    s.eye(5, -3, 1.7)
    s.line("-7 10, -2 11.5, 3 11")
    s.layer(INK, curve("-8 -7!, -16 -18!, -6 -14!, -5 -24!, 0 -14!, 7 -23!, 6 -13!, 15 -16!, 8 -6!, 0 -9"))


def mushroom(s: Sheet) -> None:
    s.layer(PAPER, curve("-7 -2, 7 -2, 8 9, 0 13, -8 9"), shade=0.25)
    s.eye(-3, 5, 1.7)
    s.eye(4, 5, 1.7)
    s.layer(TONE, curve("-21 1!, -18 -10, -8 -19, 0 -21, 8 -19, 18 -10, 21 1!, 10 -1, 0 0, -10 -1"), shade=0.2)
    for x, y, r in ((-9, -9, 3), (1, -14, 3.4), (10, -8, 2.6), (-1, -5, 1.8)):
        s.spot(x, y, r, PAPER)


def spraycap(s: Sheet) -> None:
    s.layer(TONE, curve("-13 8!, -12 -6, -5 -18, 0 -25, 5 -18, 12 -6, 13 8!, 0 12"), shade=0.2)
    s.layer(INK, oval(0, -23, 2.4, 1.6), bare=True)
    s.line("-4 -29, -8 -34", "0 -30, 0 -37", "4 -29, 8 -34", weight=2.2)
    s.eye(-4, 2, 2)
    s.eye(5, 2, 2)
    s.line("-10 -4, -6 -2", "-2 -12, 3 -12", "6 -5, 10 -3")


def ant(s: Sheet) -> None:
    s.line("-4 -10, -9 -20, -17 -23", "4 -10, 9 -20, 17 -23", weight=2.4)
    s.layer(INK, curve("-11 -5, 0 -12, 11 -5, 8 7, 4 11, -4 11, -8 7"))
    s.layer(PAPER, oval(-6, -2, 3, 4), oval(6, -2, 3, 4), bare=True)
    s.layer(INK, curve("-5 9!, -9 13, -5 18!, -4 13"), curve("5 9!, 9 13, 5 18!, 4 13"))


def moth(s: Sheet) -> None:
    s.layer(
        INK, corners("-2 -9, -8 -24, -5 -23, -4 -19, -2 -21, 0 -9"), corners("2 -9, 8 -24, 5 -23, 4 -19, 2 -21, 0 -9"), bare=True
    )
    s.line("-2 -9, -8 -23, -15 -25", "2 -9, 8 -23, 15 -25", weight=2.4)
    s.layer(PAPER, oval(0, 1, 10, 10), shade=0.3)
    s.layer(INK, oval(-5, 0, 4, 5), oval(5, 0, 4, 5), bare=True)
    s.spot(-4, -1.5, 1.2, PAPER)
    s.spot(6, -1.5, 1.2, PAPER)


def fish(s: Sheet) -> None:
    s.layer(TONE, corners("-3 -10, -9 -24, 0 -17, 4 -23, 6 -9"), curve("-9 -2!, -20 -6!, -16 2, -19 9!, -9 6!"))
    s.layer(PAPER, curve("-10 6, -9 -7, 0 -12, 11 -6, 17 2, 11 9, 0 13"), shade=0.25)
    s.layer(PAPER, oval(4, -3, 4), weight=0.6)
    s.eye(5, -3, 2)
    s.line("17 3, 10 5", "-5 2, -3 7", "-2 3, 0 8")


def crab(s: Sheet) -> None:
    s.line("-5 -4, -7 -15", "5 -4, 7 -15", weight=3)
    s.layer(PAPER, oval(-7, -16, 3.5), oval(7, -16, 3.5))
    s.layer(TONE, curve("-17 0, -10 -8, 0 -9, 10 -8, 17 0, 10 9, 0 10, -10 9"), shade=0.3)
    s.eye(-7, -16, 1.8)
    s.eye(7, -16, 1.8)
    s.line("-5 5, 0 7, 5 5", "-9 -3, -7 -5", "9 -3, 7 -5")


def octopus(s: Sheet) -> None:
    """A mind flayer's: a bag for a head, arms for a beard."""
    s.layer(
        TONE,
        tube("-6 4, -9 14, -5 22, -9 27", 6, 4, 3, 1),
        tube("-1 5, -2 16, 2 23, -1 29", 6, 5, 3, 1),
        tube("5 4, 7 14, 11 20, 8 26", 6, 4, 3, 1),
        curve("-9 -3, -11 -13, -3 -22, 7 -20, 12 -11, 10 0, 6 8, -6 8"),
        shade=0.25,
    )
    s.layer(PAPER, oval(-4, -3, 3.4, 2.6), oval(5, -3, 3.4, 2.6), weight=0.4)
    s.eye(-3.5, -3, 1.5)
    s.eye(4.5, -3, 1.5)
    s.line("-5 -16, -1 -13", "5 -17, 6 -12")


def medusa(s: Sheet) -> None:
    for spine in (
        "-4 -8, -14 -8, -18 -14, -25 -12",
        "-4 -10, -11 -16, -9 -24, -16 -27",
        "0 -10, -2 -19, 4 -25, 0 -31",
        "5 -9, 12 -16, 10 -24, 17 -26",
        "6 -7, 15 -7, 18 -13, 26 -11",
        "-7 -3, -16 0, -18 7, -25 8",
        "8 -3, 17 0, 18 7, 25 8",
    ):
        s.layer(TONE, tube(spine, 5, 5, 4, 4))
    fair(s)
    s.line("-5 -4, 0 -2", "8 -4, 3 -2", weight=1.6)


def blank(s: Sheet) -> None:
    """A doppelganger's: no face yet."""
    s.layer(PAPER, curve("-9 -9, 0 -14, 9 -9, 10 2, 6 11, 0 14, -6 11, -10 2"), shade=0.35)
    s.line("-5 -1, -2 0", "3 0, 6 -1", weight=1.2)


def void(s: Sheet) -> None:
    """An empty hood."""
    s.layer(INK, curve("-9 -6, 0 -12, 9 -6, 9 6, 0 13, -9 6"))
    s.eye(-4, 0, 2, glow=True)
    s.eye(5, 0, 2, glow=True)


def stone(s: Sheet) -> None:
    s.layer(PAPER, corners("-11 -6, -5 -13, 6 -12, 12 -4, 10 9, 2 13, -9 10"), shade=0.4)
    s.layer(INK, corners("-7 -3, -1 -2, -3 1, -7 0"), corners("3 -2, 8 -3, 8 0, 4 1"), bare=True)
    s.line("-5 7!, 2 6!, 7 8!", "-5 -13!, -3 -6!, -8 -5!")


def flame(s: Sheet) -> None:
    s.layer(TONE, curve("-10 8, -13 -2, -8 -10, -9 -22!, -2 -15, 2 -29!, 5 -15, 12 -20!, 10 -8, 13 0, 9 9, 0 13"), shade=0.1)
    s.layer(PAPER, curve("-7 7, -7 -2, -1 -8, 2 -14!, 5 -5, 8 1, 6 8, 0 11"), weight=0.5)
    s.layer(INK, corners("-5 -1, 0 2, -4 4"), corners("7 -1, 2 2, 6 4"), bare=True)


def clock(s: Sheet) -> None:
    s.layer(
        TONE,
        *(
            corners(f"{x - 3} {y - 3}, {x + 3} {y - 3}, {x + 3} {y + 3}, {x - 3} {y + 3}")
            for x, y in ((0, -14), (10, -10), (14, 0), (10, 10), (0, 14), (-10, 10), (-14, 0), (-10, -10))
        ),
        oval(0, 0, 13),
    )
    s.layer(PAPER, oval(0, 0, 9), weight=0.6)
    s.line("0 0!, 0 -6!", "0 0!, 4 3!", weight=2.2)
    s.spot(0, 0, 1.5)


def warped(s: Sheet) -> None:
    """An outsider's: three eyes in a row up a long head."""
    s.layer(TONE, curve("-8 9, -9 -4, -4 -18, 3 -28!, 5 -16, 10 -4, 7 9, 0 13"), shade=0.25)
    for y, r in ((3, 2.6), (-5, 2.2), (-13, 1.8)):
        s.layer(PAPER, oval(1, y, r + 1, r), weight=0.4)
        s.eye(1, y, r * 0.6)


def robot(s: Sheet) -> None:
    s.layer(PAPER, box(-10, -10, 20, 21), shade=0.2)
    s.line("0 -10, 0 -18", weight=2.4)
    s.spot(0, -19, 2.5)
    s.eye(-4, -2, 2)
    s.eye(4, -2, 2)
    s.line("-6 6, 6 6")


def badge(s: Sheet) -> None:
    """A badly shaved man with a moustache."""
    human(s)
    s.layer(INK, curve("-8 4!, -2 4, 2 6, 6 4, 12 4!, 8 8, 2 7.5, -4 8"), bare=True)


HEADS: dict[str, Part] = {
    "human": human, "fair": fair, "elf": elf, "dark_elf": dark_elf, "goblin": goblin, "hobgoblin": hobgoblin, "orc": orc, "gnoll": gnoll,
    "wolf": wolf, "rat": rat, "kobold": kobold, "lizard": lizard, "toad": toad, "bull": bull, "lion": lion, "tiger": tiger, "ape": ape,
    "bear": bear, "owl": owl, "badger": badger, "skull": skull, "mummy": mummy, "ghoul": ghoul, "vampire": vampire, "demon": demon,
    "imp": imp, "cyclops": cyclops, "giant": giant, "ogre": ogre, "troll": troll, "mushroom": mushroom, "spraycap": spraycap, "ant": ant,
    "moth": moth, "fish": fish, "crab": crab, "octopus": octopus, "medusa": medusa, "blank": blank, "void": void, "stone": stone,
    "flame": flame, "clock": clock, "warped": warped, "robot": robot, "moustache": badge,
}  # fmt: skip
