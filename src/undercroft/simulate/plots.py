"""Plots of what a simulation found, by matplotlib: two panels for each game, from its games one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

from ..engine import BadOpening, UndercroftError
from ..engine.words import capital
from .row import Row
from .rows import Rows
from .tally import Numbers, rate

FORMS = (".svg", ".png", ".pdf", ".webp")
_COLOURS = ("#4a3f8f", "#c0722b", "#3b7d5a", "#a33b4c", "#5b7fa6", "#8a7a2f", "#7b4a78", "#5d5d5d")
_STYLE = {
    "font.family": "serif", "font.size": 9, "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True,
    "grid.color": "#dddddd", "grid.linewidth": 0.6, "axes.axisbelow": True, "legend.frameon": False, "svg.hashsalt": "undercroft",
    "figure.dpi": 120, "axes.titlesize": 10, "axes.titleweight": "bold",
}  # fmt: skip

ByVariant = dict[str, list[Row]]


def check_plot(path: Path) -> None:
    """Refuse what cannot be drawn, before a long job begins."""
    if path.suffix not in FORMS:
        raise BadOpening(f"{path.name} is no picture; it can end in {', '.join(FORMS)}")
    _matplotlib()


def _matplotlib() -> Any:
    try:
        return import_module("matplotlib")  # late: start-up time
    except ImportError:
        raise UndercroftError("plots need the package matplotlib; install it (pip install 'undercroft[numbers]')") from None


def draw(game: str, rows: Rows, path: Path) -> None:
    """The plots of a game as a file. The same games give the same bytes of SVG."""
    by_variant: ByVariant = {}
    for variant, row in rows:
        if row.finished:
            by_variant.setdefault(variant, []).append(row)
    if not by_variant:
        raise UndercroftError("no game was finished, so there is nothing to plot")
    matplotlib, figures = _matplotlib(), import_module("matplotlib.figure")  # late: start-up time
    panels = PANELS.get(game, (_how_often, _scores))
    with matplotlib.rc_context(_STYLE):
        figure = figures.Figure(figsize=(9.6, 3.9), layout="constrained")
        for axes, panel in zip(figure.subplots(1, len(panels)), panels, strict=True):
            panel(axes, by_variant)
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def _colour(index: int) -> str:
    return _COLOURS[index % len(_COLOURS)]


def _lines(axes: Any, by_variant: ByVariant) -> None:
    if len(by_variant) > 1:
        axes.legend()


# robber


def survival(lives: Iterable[tuple[int, bool]]) -> list[tuple[int, float]]:
    """The share still alive after each delve, from (delves, whether the last one killed). Who retires is counted as long as
    he delves (Kaplan and Meier's estimate).
    """
    left, alive, curve = Counter(lives), 1.0, [(0, 1.0)]
    at_risk = sum(left.values())
    for delve in range(1, max((delves for delves, _ in left), default=0) + 1):
        if at_risk:
            alive *= 1 - left[delve, True] / at_risk
        curve.append((delve, alive))
        at_risk -= left[delve, True] + left[delve, False]
    return curve


def _survival(axes: Any, by_variant: ByVariant) -> None:
    for index, (name, rows) in enumerate(by_variant.items()):
        curve = survival((int(row.facts["delves"]), row.facts["cause of death"] != "alive") for row in rows)
        axes.step(*zip(*curve, strict=True), where="post", color=_colour(index), label=name)
    axes.set(title="Still alive after so many delves", xlabel="delves", ylim=(0, 1.02), xlim=(0, None))
    axes.yaxis.set_major_formatter("{x:.0%}")
    _lines(axes, by_variant)


def _gold_a_turn(axes: Any, by_variant: ByVariant) -> None:
    """Robbers by what they brought home for a turn in the dungeon: the share that brought at least so much."""
    most = 1.0
    for index, (name, rows) in enumerate(by_variant.items()):
        gold = sorted(float(r.facts["gold per delve"]) * int(r.facts["delves"]) / max(1, int(r.facts["turns"])) for r in rows)
        share = [1 - number / len(gold) for number in range(len(gold))]
        axes.step(gold, share, where="pre", color=_colour(index), label=name)
        most = max(most, gold[int(0.98 * (len(gold) - 1))])
    axes.set(
        title="Brought home at least so much gold a turn", xlabel="gold pieces a turn of the life", xlim=(0, most), ylim=(0, 1.02)
    )
    axes.yaxis.set_major_formatter("{x:.0%}")
    _lines(axes, by_variant)


# board


def _kinds(rows: Iterable[Row]) -> list[str]:
    return sorted({name.removesuffix(" wins") for row in rows for name in row.facts if name.endswith(" wins")})


def _wins_by_adventurer(axes: Any, by_variant: ByVariant) -> None:
    """Beside each other by variant (of an experiment with seats=2,3,4: by number of players)."""
    kinds = _kinds(row for rows in by_variant.values() for row in rows)
    width = 0.8 / len(kinds)
    for index, kind in enumerate(kinds):
        for place, rows in enumerate(by_variant.values()):
            there = [row.facts[f"{kind} wins"] for row in rows if f"{kind} wins" in row.facts]
            won = rate(sum(map(bool, there)), len(there))
            at = place + (index - (len(kinds) - 1) / 2) * width
            axes.bar(at, won.rate, width * 0.92, color=_colour(index), label=kind if not place else None)
            axes.errorbar(at, won.rate, [[won.rate - won.low], [won.high - won.rate]], color="#333333", linewidth=0.8)
    axes.set_xticks(range(len(by_variant)), [name or "all games" for name in by_variant])
    axes.set(title="Games won by an adventurer who took part", ylim=(0, 1))
    axes.yaxis.set_major_formatter("{x:.0%}")
    axes.legend(ncols=len(kinds), loc="upper center")


def _gold_a_round(axes: Any, by_variant: ByVariant) -> None:
    kinds = _kinds(row for rows in by_variant.values() for row in rows)
    for index, kind in enumerate(kinds):
        means = []
        for rows in by_variant.values():
            numbers = Numbers()
            for row in rows:
                if row.facts.get("winner") == kind:
                    numbers.add(float(row.facts["winning gold"]) / max(1, int(row.facts["rounds"])))
            means.append(numbers.mean())
        spread = [[mean.mean - mean.low for mean in means], [mean.high - mean.mean for mean in means]]
        axes.errorbar(range(len(means)), [mean.mean for mean in means], spread, color=_colour(index), marker="o", label=kind)
    axes.set_xticks(range(len(by_variant)), [name or "all games" for name in by_variant])
    axes.set(title="Gold a turn of whoever won", ylim=(0, None))
    axes.legend()


# host


def _endings_by_villain(axes: Any, by_variant: ByVariant) -> None:
    rows = [row for rows in by_variant.values() for row in rows]
    villains = [name for name, _ in Counter(str(row.facts["villain"]) for row in rows).most_common()]
    ends = [name for name, _ in Counter(str(row.facts["outcome"]) for row in rows).most_common()]
    left = [0.0] * len(villains)
    for index, end in enumerate(ends):
        shares = []
        for villain in villains:
            own = [row.facts["outcome"] == end for row in rows if row.facts["villain"] == villain]
            shares.append(sum(own) / len(own))
        axes.barh(villains, shares, left=left, color=_colour(index), label=end)
        left = [a + b for a, b in zip(left, shares, strict=True)]
    axes.set(title="How it ended, by villain", xlim=(0, 1))
    axes.invert_yaxis()
    axes.xaxis.set_major_formatter("{x:.0%}")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.1), ncols=2)


def _villains_by_year(axes: Any, by_variant: ByVariant) -> None:
    """Villains by the year in which the Age of Monsters gave way to theirs."""
    risen: dict[str, list[int]] = {}
    for row in (row for rows in by_variant.values() for row in rows):
        if row.facts["villain"] != "none":
            risen.setdefault(str(row.facts["villain"]), []).append(
                int(row.facts["years"]) - int(row.facts.get("villainy years", 0))
            )
    names = sorted(risen, key=lambda name: -len(risen[name]))
    colours = [_colour(index) for index in range(len(names))]
    if names:
        axes.hist([risen[name] for name in names], bins=18, stacked=True, color=colours, label=names)
        axes.legend()
    axes.set(title="When a villain rose", xlabel="years before the Age of Villainy", ylabel="dungeons")


# Any game.


def _how_often(axes: Any, by_variant: ByVariant) -> None:
    """What is true or not of a game's end, with intervals."""
    names = sorted(
        {name for rows in by_variant.values() for row in rows for name, value in row.facts.items() if isinstance(value, bool)}
    )
    width = 0.8 / len(by_variant)
    for index, (variant, rows) in enumerate(by_variant.items()):
        for place, name in enumerate(names):
            there = [row.facts[name] for row in rows if name in row.facts]
            found = rate(sum(map(bool, there)), len(there))
            at = place + (index - (len(by_variant) - 1) / 2) * width
            axes.barh(at, found.rate, width * 0.9, color=_colour(index), label=variant if not place else None)
            axes.errorbar(found.rate, at, None, [[found.rate - found.low], [found.high - found.rate]], color="#333333")
    axes.set_yticks(range(len(names)), [capital(name) for name in names])
    axes.set(title="How often", xlim=(0, 1))
    axes.xaxis.set_major_formatter("{x:.0%}")
    _lines(axes, by_variant)


def _scores(axes: Any, by_variant: ByVariant) -> None:
    scores = [[sum(row.scores) / max(1, len(row.scores)) for row in rows] for rows in by_variant.values()]
    colours = [_colour(index) for index in range(len(scores))]
    axes.hist(scores, bins=20, color=colours, label=list(by_variant), density=False)
    axes.set(title="Scores", xlabel="score of a seat", ylabel="games")
    _lines(axes, by_variant)


Panel = Callable[[Any, ByVariant], None]
PANELS: dict[str, tuple[Panel, Panel]] = {
    "robber": (_survival, _gold_a_turn),
    "board": (_wins_by_adventurer, _gold_a_round),
    "host": (_endings_by_villain, _villains_by_year),
}
