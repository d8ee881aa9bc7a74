"""Hats, hair and beards: worn on a head of `heads.py`, about its middle."""

from __future__ import annotations

from .heads import Part
from .ink import INK, PAPER, TONE, Sheet, box, corners, curve, oval, tube


def _helm(s: Sheet) -> None:
    s.layer(TONE, curve("-12 -3!, -11 -11, 0 -18, 11 -11, 12 -3!, 0 -5"), shade=0.3)
    s.layer(TONE, box(-0.6, -6, 3.6, 9), weight=0.6)


def _horned(s: Sheet) -> None:
    s.layer(PAPER, tube("-10 -8, -18 -10, -20 -21", 5, 5, 1, blunt=False), tube("10 -8, 18 -10, 20 -21", 5, 5, 1, blunt=False))
    _helm(s)


def _great_helm(s: Sheet) -> None:
    s.layer(TONE, curve("-11 -9!, 0 -16, 11 -9!, 11 11!, 0 14, -11 11!"), shade=0.3)
    s.layer(INK, box(-8, -3, 17, 3.4), bare=True)
    s.line("1 0, 1 12", "-5 5, -5 6", "-5 8, -5 9", "6 5, 6 6", "6 8, 6 9")


def _plume(s: Sheet) -> None:
    _great_helm(s)
    s.layer(INK, curve("0 -15!, -4 -25, -14 -28, -22 -22, -24 -12!, -17 -18, -8 -18"))


def _crested(s: Sheet) -> None:
    """A hoplite's."""
    s.layer(INK, curve("-14 2!, -18 -12, -8 -24, 6 -25, 14 -18!, 4 -17, -6 -13, -10 -5"))
    s.layer(
        TONE,
        curve("-10 -6, 0 -14, 10 -6, 11 6!, 6 12!, 5 3!, 8 -2!, 2 -3!, 1 8!, -2 8!, -2 -3!, -6 -2!, -4 3!, -6 12!, -11 6!"),
        shade=0.2,
    )


def _evil_helm(s: Sheet) -> None:
    s.layer(
        INK,
        tube("-9 -8, -19 -14, -14 -27", 6, 5, 1, blunt=False),
        tube("9 -8, 19 -14, 14 -27", 6, 5, 1, blunt=False),
        curve("-11 -9, 0 -17, 11 -9, 11 11!, 5 15!, 0 6!, -5 15!, -11 11!"),
    )
    s.layer(PAPER, corners("-8 -4, -1 -1, -7 1"), corners("8 -4, 1 -1, 7 1"), bare=True)


def _wizard(s: Sheet) -> None:
    s.layer(TONE, curve("-20 -5!, -9 -8, -5 -22, 3 -36, 13 -41!, 9 -31, 9 -18, 11 -8, 21 -5!, 10 -2, 0 -3, -10 -2"), shade=0.25)
    s.line("-8 -9, 0 -7.5, 10 -9")
    s.layer(PAPER, corners("1 -22, 2.2 -19, 5 -19, 3 -17, 4 -14, 1 -15.6, -2 -14, -1 -17, -3 -19, 0 -19"), bare=True)


def _witch(s: Sheet) -> None:
    s.layer(INK, curve("-24 -4!, -9 -9, -6 -22, -10 -34, -19 -39!, -6 -38, 5 -26, 10 -9, 24 -4!, 10 -2, 0 -3, -10 -2"))
    s.layer(PAPER, curve("-8 -9!, 0 -7.5, 9 -9!, 8.4 -13!, 0 -11.5, -7.4 -13!"), bare=True)


def _hood(s: Sheet) -> None:
    s.layer(
        TONE, curve("-14 14!, -14 -4, -8 -16, 2 -20!, 10 -14, 14 -3, 14 14!, 9 10, 10 0, 4 -8, -4 -8, -9 0, -8 10"), shade=0.2
    )


def _dark_hood(s: Sheet) -> None:
    s.layer(INK, curve("-14 14!, -14 -4, -8 -16, 2 -22!, 10 -14, 14 -3, 14 14!, 9 10, 10 0, 4 -8, -4 -8, -9 0, -8 10"))


def _crown(s: Sheet) -> None:
    s.layer(PAPER, corners("-11 -5, -14 -19, -7 -12, -4 -23, 0 -13, 4 -23, 7 -12, 14 -19, 11 -5"), shade=0.2)
    s.line("-11 -7.5, 11 -7.5")
    for x, y in ((-14, -20), (-4, -24), (4, -24), (14, -20)):
        s.spot(x, y, 1.8)


def _mitre(s: Sheet) -> None:
    s.layer(PAPER, curve("-10 -6!, -12 -18, 0 -34!, 12 -18, 10 -6!"), shade=0.25)
    s.line("0 -30, 0 -8", "-6 -19, 6 -19", weight=2.2)


def _hair(s: Sheet) -> None:
    s.layer(INK, curve("-11 3!, -12 -9, -5 -16, 6 -16, 12 -9, 10 0!, 7 -6, 0 -8, -6 -6"))


def _long_hair(s: Sheet) -> None:
    s.layer(INK, curve("-9 18!, -14 12, -13 -8, -5 -16, 6 -16, 13 -8, 14 12, 9 18!, 9 -3, 2 -8, -6 -5"))


def _tonsure(s: Sheet) -> None:
    s.layer(INK, curve("-11 3!, -13 -5, -9 -10!, -6 -7, 0 -6, 6 -7, 9 -10!, 13 -5, 10 2!, 7 -3, 0 -4, -6 -3"))


def _cap(s: Sheet) -> None:
    """A gnome's."""
    s.layer(TONE, curve("-12 -4!, -10 -14, -2 -26, -14 -40!, 6 -32, 11 -14, 12 -4!, 0 -7"), shade=0.25)


def _feather(s: Sheet) -> None:
    """A forester's."""
    s.layer(TONE, curve("-14 -5!, -8 -15, 3 -16, 8 -11, 25 -6!, 8 -4, -4 -5"), shade=0.25)
    s.layer(PAPER, curve("-5 -11!, -13 -21, -21 -25!, -15 -13"), weight=0.7)


def _brim(s: Sheet) -> None:
    """A traveller's, an archaeologist's."""
    s.layer(TONE, curve("-22 -4!, -10 -7, -9 -17, -2 -18, 1 -16, 8 -18, 10 -7, 22 -4!, 10 -2, -10 -2"), shade=0.2)
    s.layer(INK, curve("-10 -7!, 0 -6, 10 -7!, 10 -10.5!, 0 -9, -10 -10.5!"), bare=True)


def _top_hat(s: Sheet) -> None:
    s.layer(INK, curve("-18 -5!, -10 -7!, -11 -28!, 0 -26, 11 -28!, 10 -7!, 18 -5!, 0 -3"))
    s.line("-10 -11, 0 -9.5, 10 -11", fill=PAPER, weight=1.8)


def _bowler(s: Sheet) -> None:
    s.layer(INK, curve("-17 -5!, -10 -7!, -9 -16, 0 -20, 9 -16, 10 -7!, 17 -5!, 0 -3"))


def _miner(s: Sheet) -> None:
    s.layer(TONE, curve("-14 -3!, -11 -11, 0 -17, 11 -11, 14 -3!, 0 -6"), shade=0.25)
    s.layer(PAPER, oval(2, -13, 4), weight=0.8)
    s.line("7 -20, 11 -26", "1 -20, 1 -27", "-4 -19, -8 -25", weight=2.2)


def _turban(s: Sheet) -> None:
    s.layer(PAPER, curve("-12 -4, -14 -12, -6 -20, 6 -20, 14 -12, 12 -4, 0 -7"), shade=0.2)
    s.line("-12 -6, 2 -10, 10 -18", "-13 -12, 0 -14, 6 -20", "12 -5, 4 -10")
    s.layer(TONE, curve("0 -10!, -4 -24, 1 -32!, 6 -24"), weight=0.8)


def _fez(s: Sheet) -> None:
    s.layer(INK, corners("-9 -5, -7 -20, 8 -20, 10 -5"))
    s.line("0 -20, 10 -22, 15 -12", weight=2.4)


def _mask(s: Sheet) -> None:
    """A ninja's: only the eyes."""
    s.layer(INK, curve("-11 -8, 0 -15, 11 -8, 11 3, 6 12, 0 14, -6 12, -11 3"), curve("-9 -5!, -22 -9!, -15 -3, -22 3!, -9 1!"))
    s.layer(PAPER, curve("-8 -3, 0 -4, 9 -3, 8 2, 0 3, -7 2"), bare=True)
    s.eye(-3, -0.5, 1.4)
    s.eye(4, -0.5, 1.4)


def _kerchief(s: Sheet) -> None:
    """A bandit's: over the nose."""
    s.layer(INK, curve("-11 2!, 0 4, 11 2!, 8 11, 2 20!, -6 12"), bare=True)
    _hood(s)


def _wide(s: Sheet) -> None:
    """An inquisitor's: broad and flat."""
    s.layer(TONE, curve("-25 -6!, -10 -8, -9 -14, 0 -16, 9 -14, 10 -8, 25 -6!, 10 -2, 0 -1, -10 -2"), shade=0.3)
    s.line("-16 -3, -13 4, -16 9", "16 -3, 13 4, 16 9", weight=2)


def _beard(s: Sheet) -> None:
    s.layer(TONE, curve("-11 -1!, -13 12, -7 25, 0 33!, 7 25, 13 12, 11 -1!, 6 6, 1 4, -5 6"), shade=0.25)
    s.line("-5 12, -3 22", "5 12, 3 22", "0 13, 0 26", "-3 9, 4 9")


def _white_beard(s: Sheet) -> None:
    s.layer(PAPER, curve("-9 2!, -9 14, -4 28, 2 42!, 6 28, 10 14, 10 2!, 6 7, 1 5, -5 7"), shade=0.2)
    s.line("-3 14, 0 30", "4 14, 3 28", "-2 9, 4 9")


def _braids(s: Sheet) -> None:
    _beard(s)
    s.layer(TONE, tube("-6 20, -9 28, -7 36", 5, 4, 2), tube("6 20, 9 28, 7 36", 5, 4, 2))


def _goatee(s: Sheet) -> None:
    s.layer(INK, curve("-3 9!, 1 8, 5 9!, 2 20!"), bare=True)


def _ruff(s: Sheet) -> None:
    s.layer(PAPER, curve("-18 14, -10 10, 0 12, 10 10, 18 14, 10 19, 0 20, -10 19"), weight=0.7)
    s.line("-12 12, -13 17", "-6 12, -7 18", "0 13, 0 19", "6 12, 7 18", "12 12, 13 17")


def _horns(s: Sheet) -> None:
    s.layer(PAPER, tube("-6 -10, -12 -16, -10 -25", 5, 4, 1, blunt=False), tube("6 -10, 12 -16, 10 -25", 5, 4, 1, blunt=False))


def _hares(s: Sheet) -> None:
    """Two long ears."""
    s.layer(PAPER, tube("-4 -10, -8 -22, -6 -32", 5, 7, 2), tube("4 -10, 8 -22, 10 -31", 5, 7, 2), shade=0.2)


def _spikes(s: Sheet) -> None:
    s.layer(TONE, corners("-10 -5, -13 -20, -5 -12, 0 -25, 5 -12, 13 -20, 10 -5, 0 -8"))


def _laurel(s: Sheet) -> None:
    for x, y, turn in ((-11, -5, -60), (-10, -11, -30), (11, -5, 60), (10, -11, 30)):
        with s.at(x, y, turn=turn):
            s.layer(TONE, curve("0 4!, -4 -1, 0 -7!, 4 -1"), weight=0.6)


def _headscarf(s: Sheet) -> None:
    s.layer(TONE, curve("-12 -3!, -11 -11, 0 -17, 11 -11, 12 -4!, 0 -7"), curve("-11 -5!, -20 2!, -17 8!, -10 0!"), shade=0.2)


def _halo(s: Sheet) -> None:
    s.line((*oval(0, -20, 11, 3.5), oval(0, -20, 11, 3.5)[0]), weight=2.4)


def _wig(s: Sheet) -> None:
    """A judge's, a collector's."""
    s.layer(
        PAPER,
        oval(-12, 0, 5, 4),
        oval(-12, 7, 5, 4),
        oval(12, 0, 5, 4),
        oval(12, 7, 5, 4),
        curve("-13 -3, -9 -14, 0 -18, 9 -14, 13 -3, 7 -6, 0 -8, -7 -6"),
        shade=0.15,
    )


HATS: dict[str, Part] = {
    "helm": _helm, "horned": _horned, "great_helm": _great_helm, "plume": _plume, "crested": _crested, "evil_helm": _evil_helm,
    "wizard": _wizard, "witch": _witch, "hood": _hood, "dark_hood": _dark_hood, "crown": _crown, "mitre": _mitre, "hair": _hair,
    "long_hair": _long_hair, "tonsure": _tonsure, "cap": _cap, "feather": _feather, "brim": _brim, "top_hat": _top_hat, "bowler": _bowler,
    "miner": _miner, "turban": _turban, "fez": _fez, "mask": _mask, "kerchief": _kerchief, "wide": _wide, "beard": _beard,
    "white_beard": _white_beard, "braids": _braids, "goatee": _goatee, "ruff": _ruff, "horns": _horns, "hares": _hares, "spikes": _spikes,
    "laurel": _laurel, "headscarf": _headscarf, "halo": _halo, "wig": _wig,
}  # fmt: skip
