"""What a hand holds: drawn upright about the grip. The same sword lies in a hoard."""

from __future__ import annotations

from .heads import Part
from .ink import INK, PAPER, TONE, Sheet, box, corners, curve, oval, tube


def sword(s: Sheet) -> None:
    s.layer(PAPER, corners("-2.6 -4, -2.6 -36, 0 -43, 2.6 -36, 2.6 -4"))
    s.line("0 -6, 0 -34")
    s.layer(INK, box(-8, -5, 16, 3), box(-1.4, -3, 2.8, 8), oval(0, 7, 2.4), weight=0.5)


def great_sword(s: Sheet) -> None:
    s.layer(PAPER, corners("-4 -6, -4 -48, 0 -57, 4 -48, 4 -6"), shade=0.3)
    s.line("0 -8, 0 -46")
    s.layer(INK, box(-12, -7, 24, 3.4), box(-1.8, -4, 3.6, 13), oval(0, 11, 3), weight=0.5)


def scimitar(s: Sheet) -> None:
    s.layer(PAPER, curve("-2 -3!, -1 -18, 4 -30, 14 -39!, 11 -26, 6 -14, 4 -3!"), shade=0.3)
    s.layer(INK, box(-6, -4, 13, 3), box(-1.4, -2, 2.8, 8), weight=0.5)


def rapier(s: Sheet) -> None:
    s.layer(PAPER, corners("-1.2 -4, 0 -46, 1.2 -4"), weight=0.8)
    s.layer(TONE, curve("-7 -3, 0 -9, 7 -3, 0 2"), weight=0.7)
    s.layer(INK, box(-1.3, -2, 2.6, 8), weight=0.5)


def dagger(s: Sheet) -> None:
    s.layer(PAPER, corners("-2.4 -3, -2.4 -16, 0 -22, 2.4 -16, 2.4 -3"))
    s.layer(INK, box(-5, -4, 10, 2.6), box(-1.3, -2, 2.6, 6), weight=0.5)


def axe(s: Sheet) -> None:
    s.layer(TONE, box(-1.6, -36, 3.2, 56), weight=0.8)
    s.layer(PAPER, curve("1 -33!, 9 -38, 15 -37!, 18 -28, 15 -19!, 9 -20, 1 -25!"), shade=0.3)
    s.layer(PAPER, corners("-1 -32, -6 -30, -6 -27, -1 -26"), weight=0.8)


def great_axe(s: Sheet) -> None:
    s.layer(TONE, box(-1.8, -44, 3.6, 72), weight=0.8)
    s.layer(
        PAPER,
        curve("1 -40!, 10 -46, 16 -44!, 20 -33, 16 -22!, 10 -24, 1 -29!"),
        curve("-1 -40!, -10 -46, -16 -44!, -20 -33, -16 -22!, -10 -24, -1 -29!"),
        shade=0.3,
    )


def club(s: Sheet) -> None:
    s.layer(TONE, curve("-2 7!, 2 7!, 4 -12, 8 -30, 5 -39, -3 -40, -7 -32, -4 -12"), shade=0.3)
    s.line("-2 -32, 1 -31", "2 -24, 4 -23", "-1 -16, 1 -15")


def spiked_club(s: Sheet) -> None:
    s.layer(
        PAPER,
        *(
            corners(text)
            for text in (
                "5 -34, 14 -37, 6 -29",
                "5 -24, 13 -23, 4 -19",
                "-5 -34, -14 -37, -6 -29",
                "-5 -24, -13 -23, -4 -19",
                "-2 -38, 1 -47, 4 -38",
            )
        ),
    )
    club(s)


def mace(s: Sheet) -> None:
    s.layer(TONE, box(-1.5, -28, 3, 38), weight=0.8)
    s.layer(PAPER, curve("-7 -32!, -4 -39, 0 -42!, 4 -39, 7 -32!, 4 -25, 0 -23!, -4 -25"), shade=0.3)
    s.line("0 -41, 0 -24", "-4 -37, -4 -27", "4 -37, 4 -27")


def flail(s: Sheet) -> None:
    s.layer(TONE, box(-1.5, -26, 3, 36), weight=0.8)
    s.line("0 -26, 6 -34, 13 -30, 15 -22", weight=2.4)
    s.layer(
        PAPER,
        *(
            corners(f"{x - 2} {y - 2}, {x + dx} {y + dy}, {x + 2} {y + 2}")
            for x, y, dx, dy in ((15, -16, 10, -2), (15, -16, -9, 3), (15, -16, 6, 9), (15, -16, 5, -9))
        ),
        oval(15, -16, 5),
    )


def hammer(s: Sheet) -> None:
    s.layer(TONE, box(-1.8, -32, 3.6, 50), weight=0.8)
    s.layer(PAPER, box(-11, -41, 22, 12), shade=0.3)


def pick(s: Sheet) -> None:
    s.layer(TONE, box(-1.6, -34, 3.2, 54), weight=0.8)
    s.layer(PAPER, curve("-21 -24!, -11 -34, 0 -38, 11 -34, 21 -24!, 10 -29, 0 -31, -10 -29"), shade=0.2)


def spear(s: Sheet) -> None:
    s.layer(TONE, box(-1.3, -40, 2.6, 76), weight=0.7)
    s.layer(PAPER, curve("0 -57!, 5 -46, 1 -38!, -1 -38!, -5 -46"))


def trident(s: Sheet) -> None:
    s.layer(TONE, box(-1.4, -34, 2.8, 70), weight=0.7)
    s.layer(
        PAPER,
        corners(
            "-1.5 -34, -1.5 -42, -7 -42, -7 -50, -9 -56, -11 -50, -11 -38, 11 -38, 11 -50, 9 -56, 7 -50, 7 -42, 1.5 -42, 1.5 -52, 0 -58, -1.5 -52"
        ),
        weight=0.8,
    )


def halberd(s: Sheet) -> None:
    s.layer(TONE, box(-1.4, -40, 2.8, 78), weight=0.7)
    s.layer(
        PAPER, curve("0 -58!, 3 -46!, 3 -42!, 12 -44!, 13 -34, 11 -26!, 2 -32!, -2 -34!, -9 -36!, -3 -40!, -3 -46!"), shade=0.2
    )


def lance(s: Sheet) -> None:
    s.layer(PAPER, corners("-3 4, -1 -62, 1 -62, 3 4, 2 24, -2 24"))
    s.layer(TONE, curve("-7 4!, 0 -7, 7 4!"))
    s.layer(INK, corners("1 -60, 16 -55, 1 -49"))


def scythe(s: Sheet) -> None:
    s.layer(TONE, box(-1.4, -44, 2.8, 80), weight=0.7)
    s.layer(PAPER, curve("-2 -46!, 12 -48, 24 -42, 32 -30!, 22 -38, 10 -41, -2 -40!"))


def staff(s: Sheet) -> None:
    s.layer(TONE, tube("0 38, 1 0, -1 -34", 3.6, 3.2, 4), weight=0.8)
    s.layer(PAPER, oval(0, -40, 6), shade=0.3)


def crook(s: Sheet) -> None:
    s.layer(TONE, tube("0 38, 0 0, -1 -32, 4 -42, 11 -38, 9 -31", 3.4, 3.2, 3.4, 3, 2.6), weight=0.8)


def skull_staff(s: Sheet) -> None:
    s.layer(INK, tube("0 38, 1 0, 0 -34", 3, 3, 3), weight=0.8)
    s.layer(PAPER, curve("-7 -42, 0 -49, 7 -42, 5 -37!, 3 -32!, -3 -32!, -5 -37!"))
    s.layer(INK, oval(-2.6, -41, 1.9), oval(2.8, -41, 1.9), bare=True)


def wand(s: Sheet) -> None:
    s.layer(INK, box(-1.2, -20, 2.4, 26), weight=0.5)
    s.layer(PAPER, corners("0 -36, 2 -28, 9 -27, 3.6 -23, 5.6 -16, 0 -20, -5.6 -16, -3.6 -23, -9 -27, -2 -28"), weight=0.7)


def bow(s: Sheet) -> None:
    s.layer(TONE, curve("-8 -32!, -2 -24, 5 -10, 6 0, 5 10, -2 24, -8 32!, 0 24, 9 10, 10 0, 9 -10, 0 -24"), weight=0.7)
    s.line("-8 -32!, -8 32!", weight=1.3, always=True)
    s.line("-10 0!, 16 0!", weight=2.2)
    s.layer(PAPER, corners("15 -3, 22 0, 15 3"), weight=0.6)


def crossbow(s: Sheet) -> None:
    s.layer(TONE, box(-2, -22, 4, 34))
    s.layer(PAPER, curve("-18 -12!, -10 -21, 0 -24, 10 -21, 18 -12!, 8 -18, 0 -20, -8 -18"))
    s.line("-18 -12!, 0 -4!, 18 -12!", weight=1.3, always=True)


def torch(s: Sheet) -> None:
    s.layer(TONE, corners("-1.5 12, 1.5 12, 3 -14, -3 -14"))
    s.layer(PAPER, curve("-5 -15, -6 -24, -1 -28, 1 -39!, 5 -28, 7 -22, 5 -14"), shade=0.15)
    s.line("0 -17, 0 -26")


def lantern(s: Sheet) -> None:
    s.line("0 0, 0 6", weight=2.4)
    s.layer(PAPER, box(-5.5, 8, 11, 14))
    s.layer(INK, corners("-7 9, 0 3, 7 9"), box(-6.5, 21, 13, 3), weight=0.5)
    s.line("0 20, 0 13", weight=2.2)


def book(s: Sheet) -> None:
    s.layer(TONE, corners("-10 -10, 0 -7, 10 -10, 10 5, 0 8, -10 5"))
    s.line("0 -7, 0 8", "-8 -6, -2 -4", "-8 -2, -2 0", "2 -4, 8 -6", "2 0, 8 -2")


def scroll(s: Sheet) -> None:
    s.layer(PAPER, box(-7, -13, 14, 22))
    s.layer(TONE, box(-9, -16, 18, 5), box(-9, 7, 18, 5), weight=0.8)
    s.line("-4 -7, 4 -7", "-4 -3, 4 -3", "-4 1, 2 1")


def sack(s: Sheet) -> None:
    s.layer(TONE, curve("-3 -4!, -6 -9!, 0 -7, 6 -9!, 3 -4!, 11 6, 11 17, 0 21, -11 17, -11 6"), shade=0.3)


def hook(s: Sheet) -> None:
    s.layer(PAPER, tube("0 6, 0 -12, 6 -20, 12 -14, 9 -8", 4, 4, 4, 3, 1, blunt=False), weight=0.8)


def whip(s: Sheet) -> None:
    s.layer(INK, box(-1.6, -8, 3.2, 14), weight=0.5)
    s.line("0 -8, 6 -26, 16 -30, 20 -20, 13 -14, 10 -22", weight=2.4)


def cross(s: Sheet) -> None:
    s.layer(
        PAPER, corners("-2.5 8, -2.5 -12, -9 -12, -9 -17, -2.5 -17, -2.5 -26, 2.5 -26, 2.5 -17, 9 -17, 9 -12, 2.5 -12, 2.5 8")
    )


def coins(s: Sheet) -> None:
    s.layer(PAPER, oval(0, -4, 6, 2.5), oval(0, -8, 6, 2.5), oval(0, -12, 6, 2.5), oval(0, -16, 6, 2.5))


def tankard(s: Sheet) -> None:
    s.line("6 -7, 12 -6, 12 2, 6 3", weight=3)
    s.layer(TONE, box(-6, -10, 12, 17), shade=0.3)
    s.layer(PAPER, curve("-8 -10, -6 -15, 0 -14, 5 -16, 8 -11, 0 -8"), weight=0.8)


def wrench(s: Sheet) -> None:
    s.layer(PAPER, corners("-2.4 14, 2.4 14, 2.4 -18, 8 -24, 8 -33, 3 -29, -3 -29, -8 -33, -8 -24, -2.4 -18"), shade=0.2)


def shovel(s: Sheet) -> None:
    s.layer(TONE, box(-1.5, -28, 3, 50), weight=0.8)
    s.layer(PAPER, curve("-7 -28!, 7 -28!, 6 -40, 0 -48!, -6 -40"), shade=0.2)


def broom(s: Sheet) -> None:
    s.layer(TONE, box(-1.4, -26, 2.8, 56), weight=0.7)
    s.layer(PAPER, curve("-4 -26!, 4 -26!, 9 -46!, 0 -43!, -9 -46!"), shade=0.3)


def pan(s: Sheet) -> None:
    s.layer(INK, box(-1.6, -14, 3.2, 22), oval(0, -22, 10, 10), weight=0.6)


def tulip(s: Sheet) -> None:
    """A magic rod of small gods: a sprig."""
    s.line("0 14, 1 -4, 0 -16", weight=2.4)
    s.layer(PAPER, curve("-6 -14, -7 -26!, -2 -21, 0 -28!, 2 -21, 7 -26!, 6 -14, 0 -12"))


def fireball(s: Sheet) -> None:
    s.layer(TONE, curve("-8 -8, -9 -18, -3 -24, -2 -36!, 4 -24, 10 -30!, 9 -16, 7 -6, 0 -3"))
    s.layer(PAPER, curve("-3 -8, -3 -15, 1 -22!, 4 -14, 3 -7"), weight=0.5)


def bolt(s: Sheet) -> None:
    s.layer(PAPER, corners("4 -44, -9 -18, -1 -19, -7 6, 10 -24, 2 -23, 10 -44"))


HELD: dict[str, Part] = {
    "sword": sword, "great_sword": great_sword, "scimitar": scimitar, "rapier": rapier, "dagger": dagger, "axe": axe, "great_axe": great_axe,
    "club": club, "spiked_club": spiked_club, "mace": mace, "flail": flail, "hammer": hammer, "pick": pick, "spear": spear,
    "trident": trident, "halberd": halberd, "lance": lance, "scythe": scythe, "staff": staff, "crook": crook, "skull_staff": skull_staff,
    "wand": wand, "bow": bow, "crossbow": crossbow, "torch": torch, "lantern": lantern, "book": book, "scroll": scroll, "sack": sack,
    "hook": hook, "whip": whip, "cross": cross, "coins": coins, "tankard": tankard, "wrench": wrench, "shovel": shovel, "broom": broom,
    "pan": pan, "sprig": tulip, "fireball": fireball, "bolt": bolt,
}  # fmt: skip


# Shields, on the other arm.


def _round(s: Sheet) -> None:
    s.layer(TONE, oval(0, 0, 13), shade=0.3)
    s.layer(PAPER, oval(0, 0, 4), weight=0.6)


def _kite(s: Sheet) -> None:
    s.layer(TONE, curve("-11 -15!, 0 -17, 11 -15!, 11 2, 0 20!, -11 2"), shade=0.25)
    s.line("0 -15, 0 16", "-10 -3, 10 -3", weight=2.2)


def _hoplon(s: Sheet) -> None:
    s.layer(PAPER, oval(0, 0, 17), shade=0.2)
    s.line("-8 10!, 0 -11!, 8 10!", weight=3)


def _plank(s: Sheet) -> None:
    s.layer(PAPER, corners("-10 -15, -3 -17, 4 -14, 11 -16, 10 14, 3 17, -4 14, -9 16"), shade=0.3)
    s.line("-4 -15, -4 14", "4 -14, 3 15")


def _star(s: Sheet) -> None:
    _kite(s)
    s.layer(PAPER, corners("0 -14, 3 -6, 9 -6, 4 -1, 6 6, 0 2, -6 6, -4 -1, -9 -6, -3 -6"), bare=True)


SHIELDS: dict[str, Part] = {"round": _round, "kite": _kite, "hoplon": _hoplon, "plank": _plank, "star": _star}
