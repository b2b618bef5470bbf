"""Labels for many positions: `solve --batch` with everything, and with `--only winner,winning`, in one run.

    python benchmarks/labels.py [COUNT]
    python benchmarks/labels.py [COUNT] --before SRC    # everything, as answered by an older version in SRC

For each game, COUNT positions of whole random games, which share their work, and COUNT unrelated ones. Both
ways alternate, each in separate processes without their start, and the lowest processor time of each counts.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import outnumber

HERE = str(Path(outnumber.__file__).parents[1])
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("number-stack-duel", {}),
    ("number-stack-duel", {"range": 100}),
    ("order-challenge", {}),
    ("order-challenge", {"range": 100}),
    ("number-stack-attack", {}),
    ("strategy-stacks", {}),
    ("strategy-stacks", {"range": 100}),
    ("number-duel", {"range": 100}),
    ("number-duel", {"range": 1000}),
]
TURNS = 3


def lines(name: str, options: dict[str, Any], count: int, *, whole: bool) -> list[bytes]:
    """Positions of random games: all of each, or one of each."""
    rules, luck = outnumber.game(name, **options), Random(1)
    found: list[list[int]] = []
    while len(found) < count:
        position, played = rules.start(), [[]]  # type: tuple[Any, list[list[int]]]
        while legal := position.legal_moves():
            played.append([*played[-1], luck.choice(legal)])
            position = position.play(played[-1][-1])
        found += played if whole else [luck.choice(played)]
    return [json.dumps({"game": name, "options": options, "moves": each}).encode() for each in found[:count]]


def seconds(asked: list[bytes], source: str, *arguments: str) -> float:
    """The processor time of one `solve --batch`, in a process that has already started."""
    command = [sys.executable, __file__, "--child", *arguments]
    environment = {**os.environ, "PYTHONPATH": source}
    done = subprocess.run(command, input=b"\n".join(asked), capture_output=True, env=environment, check=True)
    return float(done.stderr)


def child(arguments: list[str]) -> None:
    from outnumber.cli.solve import command

    asked = sys.stdin.buffer.read()
    least = 1e9
    for _ in range(TURNS):
        sys.stdin = io.TextIOWrapper(io.BytesIO(asked))
        begin = process_time()
        command.main(["--batch", *arguments], standalone_mode=False)
        least = min(least, process_time() - begin)
    sys.stderr.write(str(least))


def main() -> None:
    if "--child" in sys.argv:
        child(sys.argv[2:])
        return
    arguments = sys.argv[1:]
    before = arguments.pop() if "--before" in arguments else HERE
    count = int(arguments[0]) if arguments and arguments[0].isdigit() else 3_000
    print(f"{'positions a second':38} {'all fields':>10} {'labels':>10} {'times':>6}")
    for name, options in GAMES:
        for whole in (True, False):
            asked = lines(name, options, count, whole=whole)
            runs = [
                (seconds(asked, before), seconds(asked, HERE, "--only", "winner,winning"))
                for _ in range(TURNS)
            ]
            full, labels = (min(each) for each in zip(*runs, strict=True))
            size = f"{name} {options.get('range', '')}".strip()
            what = "games" if whole else "single"
            print(
                f"{size:28} {what:9} {count / full:>10,.0f} {count / labels:>10,.0f} {full / labels:>6.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
