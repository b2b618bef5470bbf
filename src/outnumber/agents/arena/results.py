"""The directory of an arena: its plan, and for each game one line with its result and one with its cost.

Both files are append-only. A game counts as played once its line in `results.jsonl` is complete, so a killed
arena resumes where it stopped. Costs are written first, so every result has its cost.

Each answer of a language model in a running game is appended to a journal at once, as a line of costs,
because it is paid for even if the arena is killed. The next run moves these lines to the costs and continues
the game from the answers received.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from mmap import mmap
from pathlib import Path
from threading import Lock

from msgspec import to_builtins

from outnumber.store.files import StoreError, file_lock, save_text, storage_errors

from .game import Line, PlayedGame, Used
from .plan import Plan
from .read import COSTS, PLAN, RESULTS, lines_in, read_plan, read_results

JOURNAL = "asked.jsonl"
# The fields that must not change while an arena grows.
SAID = tuple(name for name in Plan._fields if name != "grown")
# The maximum number of games written together.
GROUP = 64


class Results:
    """Writes played games to a directory; `results_in` creates it."""

    def __init__(self, directory: Path, plan: Plan) -> None:
        self._directory = directory
        self.plan = plan
        self._waiting: list[PlayedGame] = []
        # Costs of unfinished games.
        self._unfinished: list[Line] = []
        self.done: frozenset[str] = frozenset(result.id for result in read_results(directory))
        self._journal = directory / JOURNAL
        # The journal has several writing threads.
        self._writing = Lock()
        # The earlier usage of models in unfinished games, by game and player.
        self.earlier: dict[tuple[str, str], list[Used]] = defaultdict(list)
        self._recover()
        for line in lines_in(directory / COSTS, finished=False):
            if line["id"] not in self.done and line.get("finished") is False:
                self._remember(line)

    def _recover(self) -> None:
        """Move the costs that a killed arena left in the journal to the costs file."""
        lines = list(lines_in(self._journal))
        over = {*self.done, *(each["id"] for each in lines if "over" in each)}
        if left := {each["id"] for each in lines} - over:
            costs, known = self._directory / COSTS, set()
            for line in lines_in(costs, finished=True):
                # Killed between writing the cost and the result: replay the game, but count its cost once.
                if line["id"] in left:
                    self._remember(line)
                    known.add(line["id"])
            append_lines(costs, [each for each in lines if each["id"] in left - known])
        self._journal.unlink(missing_ok=True)

    def _remember(self, cost: Line) -> None:
        for used in cost["used"]:
            if used.get("exchanges"):
                self.earlier[cost["id"], used["player"]].append(used)

    def log(self, *lines: Line) -> None:
        """Add lines to the journal: answers of running games, and the ends of games."""
        with self._writing:
            append_lines(self._journal, lines, sync=False)

    def add(self, played: Iterable[PlayedGame]) -> None:
        """Queue finished games; the next `flush`, or a full group, writes them."""
        for each in played:
            if each.unreached:
                self.add_unfinished(each.cost)
            else:
                self._waiting.append(each)
        if len(self._waiting) >= GROUP:
            self.flush()

    def add_unfinished(self, cost: Line) -> None:
        """Save the cost of a game without a result, which will be resumed from the answers so far."""
        self._remember(cost)
        self._unfinished.append(cost)

    def flush(self) -> None:
        """Write all queued games to disk."""
        unfinished, self._unfinished = self._unfinished, []
        if unfinished:
            append_lines(self._directory / COSTS, unfinished)
        waiting, self._waiting = self._waiting, []
        if waiting:
            append_lines(self._directory / COSTS, [played.cost for played in waiting])
            append_lines(self._directory / RESULTS, [to_builtins(played.result) for played in waiting])
        if self._journal.exists():
            over = [*unfinished, *(played.cost for played in waiting)]
            self.log(*({"id": each["id"], "over": True} for each in over))

    def close(self) -> None:
        """Save everything, including the answers of interrupted games."""
        self.flush()
        self.done |= {result.id for result in read_results(self._directory)}
        self._recover()


@contextmanager
def results_in(directory: Path, plan: Plan) -> Iterator[Results]:
    """Open the results of a plan under a lock; raise `StoreError` if the directory has another plan."""
    with storage_errors("unsaved", directory):
        directory.mkdir(parents=True, exist_ok=True)
    busy = StoreError(
        "unsaved",
        text=directory,
        remedy="another arena is writing there; wait until it is done, or choose another directory.",
    )
    with file_lock(directory / ".lock", busy):
        plan = _same_plan(directory, plan)
        for name in (COSTS, RESULTS):
            cut_torn_line(directory / name)
        results = Results(directory, plan)
        try:
            yield results
        finally:
            results.close()


def _same_plan(directory: Path, plan: Plan) -> Plan:
    """Return the plan to continue with, which includes every game planned there before."""
    path = directory / PLAN
    there = read_plan(directory)[0] if path.exists() else None
    # A run without any result may be replaced by a different plan.
    begun = (directory / RESULTS).exists()
    extended = plan.grown_from(there) if there is not None and begun else plan
    if extended is None:
        differing = [name for name in SAID if getattr(there, name) != getattr(plan, name)]
        raise StoreError(
            "unsaved",
            text=directory,
            remedy="it contains an arena with different {fields:and}; choose another directory. You can add "
            "players, games and rounds to an arena, but not remove any.",
            fields=differing,
        )
    if extended != there:
        save_text(path, json.dumps(extended.to_json(), indent=2) + "\n")
    return extended


def cut_torn_line(path: Path) -> None:
    """Truncate an incomplete last line."""
    with storage_errors("unreadable", path), suppress(FileNotFoundError), open(path, "r+b") as file:
        # Mapped, because the file may be large, and only its end is read. An empty file cannot be mapped.
        if os.path.getsize(path):
            with mmap(file.fileno(), 0) as content:
                end = content.rfind(b"\n") + 1
            file.truncate(end)


def append_lines(path: Path, lines: Iterable[Line], *, sync: bool = True) -> None:
    """Append lines in one write, so that a killed program has written all of them or none."""
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    with storage_errors("unsaved", path), open(path, "ab") as file:
        file.write(text.encode())
        file.flush()
        if sync:
            os.fsync(file.fileno())
