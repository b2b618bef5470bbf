"""Write `tests/data/perft/*.json` from the naive rules.

Run `python -m tests.make_perft` in the project root. For one set of options, each case counts the move
sequences of every length up to a depth, and how many of them are finished games won by seat 1 and by seat 2.
A depth of `None` counts the whole game tree.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests import naive

DATA = Path(__file__).parent / "data" / "perft"

Case = tuple[dict[str, Any], int | None]

CASES: dict[str, list[Case]] = {
    "number-duel": [
        ({}, 2),
        ({"range": 1}, None),
        ({"range": 8}, None),
        ({"range": 12}, 4),
        ({"range": 30}, 3),
        ({"range": 20, "link": ["multiple"]}, 4),
        ({"range": 22, "link": ["digit"]}, 3),
        ({"range": 12, "link": ["digit"]}, None),
        ({"range": 30, "link": ["digit-sum"]}, None),
        ({"range": 6, "link": ["coprime"]}, None),
        ({"range": 40, "link": ["neighbour"]}, None),
        ({"range": 16, "link": ["square-sum"]}, None),
        ({"range": 8, "link": ["prime-sum"]}, None),
        ({"range": 20, "link": ["digit-sum", "neighbour"]}, 7),
        ({"range": 9, "link": ["multiple", "neighbour"]}, 6),
        ({"range": 14, "link": ["coprime", "digit-sum"]}, 3),
    ],
    "number-stack-attack": [
        ({}, 4),
        ({"target": 5}, None),
        ({"target": 12}, 4),
        ({"target": 9, "tokens": [1, 2, 3], "tie": "last"}, 7),
        ({"target": 14, "tokens": [4, 5, 6, 7, 8, 9]}, None),
        ({"target": 14, "tokens": [4, 5, 6, 7, 8, 9], "tie": "last"}, None),
        ({"tokens": [4, 5, 6, 7, 8, 9]}, 5),
        ({"tokens": [3, 5, 8]}, None),
        ({"tokens": [3, 5, 8], "tie": "last"}, None),
        ({"target": 23, "tokens": [2, 7, 30]}, None),
        ({"target": 13, "tokens": [5], "tie": "first"}, None),
        ({"target": 13, "tokens": [5], "tie": "last"}, None),
    ],
    "number-stack-duel": [
        ({}, 6),
        ({"first_pattern": "less"}, 6),
        ({"range": 1}, None),
        ({"range": 2, "first_pattern": "less"}, None),
        ({"range": 7}, None),
        ({"range": 6, "first_pattern": "less"}, None),
        ({"range": 20}, 3),
        ({"range": 25, "first_pattern": "less"}, 3),
    ],
    "order-challenge": [
        ({}, None),
        ({"range": 1}, None),
        ({"range": 2}, None),
        ({"range": 6}, None),
        ({"range": 7}, None),
        ({"range": 15}, 3),
        ({"range": 40}, 2),
    ],
    "strategy-stacks": [
        ({}, None),
        ({"opening": "even"}, None),
        ({"range": 1}, None),
        ({"range": 2, "opening": "even"}, None),
        ({"range": 12}, 6),
        ({"range": 20}, 4),
        ({"range": 40, "opening": "even"}, 3),
    ],
}


def perft(game: str, options: dict[str, Any], depth: int | None) -> dict[str, Any]:
    """The counts of one case, by a breadth-first walk of the naive game tree."""
    sequences: list[int] = []
    finished: dict[str, list[int]] = {"1": [], "2": []}
    states = [naive.start(game, options)]
    while True:
        winners = [naive.winner(state) for state in states]
        sequences.append(len(states))
        finished["1"].append(winners.count(1))
        finished["2"].append(winners.count(2))
        going_on = [s for s, winner in zip(states, winners, strict=True) if winner is None]
        if not going_on or len(sequences) - 1 == depth:
            break
        # The moves come from legal(). play() would call legal() again, only to waste time.
        states = [replace(s, moves=(*s.moves, move)) for s in going_on for move in naive.legal(s)]
    return {"options": options, "whole": not going_on, "sequences": sequences, "finished": finished}


def main() -> None:
    """Write one file per game, one case per line."""
    DATA.mkdir(parents=True, exist_ok=True)
    for game, cases in CASES.items():
        lines = ",\n".join(f"  {json.dumps(perft(game, *case))}" for case in cases)
        text = f'{{"game": {json.dumps(game)}, "cases": [\n{lines}\n]}}\n'
        (DATA / f"{game}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
