"""Learn how much each word counts for the reader of `donjon`, from sentences with their right readings.

`tools/weigh_words.py` reads tests/games/donjon/sentences/*.tsv (but for those named kept-out) and the older lists in
tests/games/donjon/data, and writes src/undercroft/games/donjon/data/weights.toml. No chance: the same sentences give
the same file.
`tools/weigh_words.py --without WRITER` learns without one writer's sentences and prints how well it reads them.
"""

from __future__ import annotations

import sys
from math import exp, sqrt
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "src"))

from undercroft.games.donjon.reading.evidence import Evidence, deed_evidence, fact_evidence  # noqa: E402
from undercroft.games.donjon.reading.lexicon import lexicon  # noqa: E402
from undercroft.games.donjon.reading.weights import clipped  # noqa: E402

TESTS = ROOT / "tests" / "games" / "donjon"
DEEDS = list(dict.fromkeys(deed.kind for deed in lexicon().deeds))
ROUNDS, RATE, PULL, SMALL = 40, 0.25, 0.0004, 24  # rounds, step, pull towards nothing, hundredths that are not kept


def sentences(sort: str) -> dict[str, list[list[str]]]:
    """Rows by who wrote them; the last column is the sentence, the first its right readings."""
    older = TESTS / "data"
    files = [*older.glob(f"*{sort}.tsv"), *(TESTS / "sentences").glob(f"*.{sort}.tsv")]
    found: dict[str, list[list[str]]] = {}
    for file in sorted(files):
        if file.name.startswith("kept-out"):
            continue
        rows = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
        found.setdefault(file.name.split(".")[0] if file.parent != older else "older", []).extend(rows)
    return found


class Learner:
    """Softmax regression, one sentence at a time, each weight with a step of its own."""

    def __init__(self, names: list[str]) -> None:
        """Nothing learned yet."""
        self.names = names
        self.words: dict[str, list[float]] = {}
        self.steps: dict[str, list[float]] = {}
        self.bias = [0.0] * len(names)
        self.bias_steps = [1e-6] * len(names)
        self.pair = [1.0, 1.0]  # outright, hinted
        self.pair_steps = [1e-6, 1e-6]

    def sums(self, seen: Evidence) -> list[float]:
        """The score of each reading."""
        made = [
            bias + self.pair[0] * clipped(seen.outright.get(n, 0.0)) + self.pair[1] * clipped(seen.hinted.get(n, 0.0))
            for n, bias in zip(self.names, self.bias, strict=True)
        ]
        for word, value in seen.features.items():
            row = self.words.get(word)
            if row is not None:
                for at, weight in enumerate(row):
                    made[at] += value * weight
        return made

    def learn(self, seen: Evidence, right: list[str]) -> None:
        """One step towards the right readings."""
        made = self.sums(seen)
        top = max(made)
        parts = [exp(x - top) for x in made]
        whole = sum(parts)
        off = [p / whole - (1 / len(right) if n in right else 0.0) for n, p in zip(self.names, parts, strict=True)]
        for word, value in seen.features.items():
            row = self.words.setdefault(word, [0.0] * len(off))
            steps = self.steps.setdefault(word, [1e-6] * len(off))
            for at, error in enumerate(off):
                grade = error * value + PULL * row[at]
                steps[at] += grade * grade
                row[at] -= RATE * grade / sqrt(steps[at] + 0.3)
        for at, error in enumerate(off):
            self.bias_steps[at] += error * error
            self.bias[at] -= RATE * error / sqrt(self.bias_steps[at] + 0.3)
        for number, of in enumerate((seen.outright, seen.hinted)):
            grade = sum(error * clipped(of.get(n, 0.0)) for n, error in zip(self.names, off, strict=True))
            self.pair_steps[number] += grade * grade
            self.pair[number] -= RATE * grade / sqrt(self.pair_steps[number] + 0.3) / 4


def learned(sort: str, rows: list[list[str]]) -> Learner:
    """What the rows teach."""
    names = DEEDS if sort == "actions" else [name for name in lexicon().effects if name]
    made = Learner(names)
    pairs = [(_seen(sort, row[-1]), [k.strip() for k in row[0].split(",")]) for row in rows]
    pairs = [(seen, [k for k in right if k in names]) for seen, right in pairs]
    counts: dict[str, int] = {}
    for seen, _ in pairs:
        for word in seen.features:
            counts[word] = counts.get(word, 0) + 1
    for seen, _ in pairs:  # two words that met once say nothing
        for word in [word for word in seen.features if " " in word and counts[word] < 2]:
            del seen.features[word]
    for turn in range(ROUNDS):
        for seen, right in pairs[turn % 7 :: 2] + pairs[1 - turn % 2 :: 2]:
            if right:
                made.learn(seen, right)
    return made


def _seen(sort: str, text: str) -> Evidence:
    return deed_evidence(text) if sort == "actions" else fact_evidence(text)


def main() -> None:
    """Write the table, or try it on somebody it has not seen."""
    if "--without" in sys.argv:
        writer = sys.argv[sys.argv.index("--without") + 1]
        for sort in ("actions", "facts"):
            found = sentences(sort)
            made = learned(sort, [row for name, rows in found.items() if name != writer for row in rows])
            first = shown = 0
            for row in found[writer]:
                sums = made.sums(_seen(sort, row[-1]))
                ranked = sorted(zip(sums, made.names, strict=True), reverse=True)
                right = [name in [k.strip() for k in row[0].split(",")] for _, name in ranked]
                first, shown = first + right[0], shown + any(right[:5])
            print(sort, len(found[writer]), f"first {first / len(found[writer]):.1%}, of five {shown / len(found[writer]):.1%}")
        return
    lines = ["# Learned by tools/weigh_words.py from the sentences in tests/games/donjon: do not edit.", ""]
    for sort, name in (("actions", "deeds"), ("facts", "facts")):
        rows = [row for many in sentences(sort).values() for row in many]
        made = learned(sort, rows)
        lines += [f"[{name}]", f"names = {made.names!r}".replace("'", '"')]
        lines += [f"outright = {made.pair[0]:.3f}", f"hinted = {made.pair[1]:.3f}"]
        lines += [f"bias = [{', '.join(f'{b:.2f}' for b in made.bias)}]", "", f"[{name}.words]"]
        for word in sorted(made.words):
            kept = [(at, round(100 * w)) for at, w in enumerate(made.words[word]) if abs(round(100 * w)) >= SMALL]
            if kept:
                lines.append(f'"{word}" = "{" ".join(f"{at}:{w}" for at, w in kept)}"')
        lines.append("")
    target = ROOT / "src" / "undercroft" / "games" / "donjon" / "data" / "weights.toml"
    target.write_text("\n".join(lines), encoding="utf-8")
    print(target, target.stat().st_size)


if __name__ == "__main__":
    main()
