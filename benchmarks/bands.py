"""Measures how hard the questions of Outnumber-Bench are, and for whom.

    outnumber bench outnumber-bench --player random --player casual … --out results
    python benchmarks/bands.py results --svg docs/pictures/bench.svg --plotted random master mcts-400

For each submission in the directory: the score, corrected for luck, by hardness in bits, by difficulty and by
numbers left, over the tracks `choose`, `judge` and `twins`, as the mean over games. `MEDIUM` and `HARD` in
`study/bench/questions.py` are chosen by the first table. Then the score of simple rules of thumb on track
`choose`, by game. The plot shows the score against the numbers left. `--games` takes only some games, such as
those that a network can play.
"""

import argparse
from collections.abc import Callable, Iterable, Sequence
from html import escape
from pathlib import Path

from outnumber.agents.bench.figures import SIZES, GradedAnswer, figure, size_group
from outnumber.agents.bench.submission import Submission
from outnumber.study.bench.draw import fewest_replies, highest, lowest
from outnumber.study.bench.questions import CHOOSE, EXPLAIN, PLAY, Question, hardness
from outnumber.study.bench.suites import BOARDS, suite

DIFFICULTIES = ("easy", "medium", "hard")
# Colour is not the only sign: neighbours have other dashes, and each line has its name at its end.
DASHES = ("", ' stroke-dasharray="6 3"', ' stroke-dasharray="2 2"')
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")


def table(title: str, keys: Sequence[str], rows: Iterable[tuple[str, Sequence[float | None]]]) -> None:
    print(f"\n{title}\n{'':24}" + "".join(f"{key:>9}" for key in keys))
    for name, scores in rows:
        print(f"{name:24}" + "".join(f"{'' if each is None else f'{each:.2f}':>9}" for each in scores))


def score(answered: Iterable[GradedAnswer]) -> float | None:
    return figure(answered, together=True).score


def bits(question: Question) -> str:
    """The hardness, rounded down to half bits."""
    luck = len(question.winning) / len(question.legal) if question.winning else 0.5
    return f"{int(2 * hardness(luck, question.numbers_left)) / 2:.1f}"


def right_by(thumb: Callable[..., int], asked: Sequence[Question]) -> float:
    """The score of a rule of thumb, corrected for luck."""
    luck = sum(each.by_luck for each in asked)
    right = sum(thumb(each.position) in each.winning for each in asked)
    return (right - luck) / (len(asked) - luck)


def plot(keys: Sequence[str], rows: Sequence[tuple[str, Sequence[float | None]]]) -> str:
    """The scores as lines."""
    wide, high, left, top = 480, 260, 46, 12
    step = wide / (len(keys) - 1)

    def y(rate: float) -> float:
        return top + high * (1 - max(-0.1, rate)) / 1.1

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 660 {high + 56}" font-family="sans-serif"'
        ' font-size="12">'
        "<title>Score by numbers left</title><desc>The score, corrected for luck, against the numbers left."
        " All figures are in the tables of the page.</desc>"
        '<rect width="640" height="100%" fill="#fff"/>'
    ]
    for rate in (0, 0.25, 0.5, 0.75, 1):
        parts.append(
            f'<path d="M{left} {y(rate):.1f}h{wide}" stroke="#ccc"/>'
            f'<text x="{left - 6}" y="{y(rate) + 4:.1f}" text-anchor="end">{100 * rate:.0f}%</text>'
        )
    parts += [
        f'<text x="{left + step * place:.1f}" y="{high + 32}" text-anchor="middle">{key}</text>'
        for place, key in enumerate(keys)
    ]
    parts.append(f'<text x="{left + wide / 2}" y="{high + 50}" text-anchor="middle">numbers left</text>')
    # Names do not overlap: each is at least one line below the one above.
    ends, free = {}, 0.0
    for name, scores in sorted(rows, key=lambda row: -(row[1][-1] or 0)):
        ends[name] = free = max(free + 14, y(scores[-1] or 0) + 4)
    for number, ((name, scores), colour) in enumerate(zip(rows, COLOURS * len(rows), strict=False)):
        points = [(left + step * place, y(each)) for place, each in enumerate(scores) if each is not None]
        line = " ".join(f"{x:.1f},{at:.1f}" for x, at in points)
        dashes = DASHES[number % len(DASHES)]
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>'
            f'<text x="{left + wide + 24}" y="{ends[name]:.1f}" fill="{colour}">{escape(name)}</text>'
        )
    return "\n".join([*parts, "</svg>\n"])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("directory", type=Path)
    parser.add_argument("--svg", type=Path)
    parser.add_argument("--plotted", nargs="*", help="the players in the plot (default: all)")
    parser.add_argument("--games", nargs="*", default=[*BOARDS], help="only these games")
    chosen = parser.parse_args()
    held = {}
    for path in sorted(chosen.directory.glob("*.jsonl")):
        found = Submission(path)
        if found.objections or found.plan is None or found.plan.suite != "outnumber-bench":
            raise SystemExit(f"{path} is not a verified submission to outnumber-bench")
        held[path.stem] = found
    best = sorted(held, key=lambda name: -(held[name].summary.headline.score or 0))  # type: ignore[union-attr]
    sized = {
        name: [
            each
            for each in held[name].answered.values()
            if each.question.track not in (EXPLAIN, PLAY) and each.question.rules.name in chosen.games
        ]
        for name in best
    }
    keys = sorted({bits(each.question) for own in sized.values() for each in own}, key=float)
    rows = [
        (name, [score(each for each in own if bits(each.question) == key) for key in keys])
        for name, own in sized.items()
    ]
    table("Score by hardness in bits", keys, rows)
    table(
        "Score by difficulty",
        DIFFICULTIES,
        [
            (name, [score(each for each in own if each.question.difficulty == key) for key in DIFFICULTIES])
            for name, own in sized.items()
        ],
    )
    lefts = [size_group(low) for low in SIZES]
    by_left = [
        (
            name,
            [score(each for each in own if size_group(each.question.numbers_left) == key) for key in lefts],
        )
        for name, own in sized.items()
    ]
    table("Score by numbers left", lefts, by_left)
    asked = [each for each in suite("outnumber-bench").questions() if each.track == CHOOSE]
    thumbs = {"lowest": lowest, "highest": highest, "fewest replies": fewest_replies}
    table(
        "Rules of thumb on track choose",
        [game[-8:] for game in BOARDS],
        [
            (name, [right_by(thumb, [each for each in asked if each.rules.name == game]) for game in BOARDS])
            for name, thumb in thumbs.items()
        ],
    )
    if chosen.svg:
        lines = [row for row in by_left if not chosen.plotted or row[0] in chosen.plotted]
        chosen.svg.write_text(plot(lefts, lines), encoding="utf-8")


if __name__ == "__main__":
    main()
