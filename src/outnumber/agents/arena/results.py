"""The directory of an arena: its plan, one line a game for what happened, and one for what it took.

Lines are added and never changed. A game counts as played once its line in `results.jsonl` is whole, so an
arena that was killed resumes where it was. What it took is written first: a result never lacks it.

Each answer of a language model in a game that is still being played goes to a journal at once, as a line of
costs: if the arena is killed, it has been paid for. When the arena next begins, such lines move to the costs,
and the game continues from what was said.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

from msgspec import to_builtins

from outnumber.agents.arena.game import Line, PlayedGame, Used
from outnumber.agents.arena.plan import Plan
from outnumber.agents.arena.read import COSTS, PLAN, RESULTS, lines_in, read_plan, read_results
from outnumber.games.sentences import Phrase
from outnumber.store.files import StoreError, file_lock, save_text, storage_errors

JOURNAL = "asked.jsonl"
# What a plan says of itself.
SAID = tuple(name for name in Plan._fields if name != "grown")
# The maximum number of games that are written together.
GROUP = 64


class Results:
    """Where played games go; use `results_in` to get one."""

    def __init__(self, directory: Path, plan: Plan) -> None:
        self._directory = directory
        # What is played there, which may have grown.
        self.plan = plan
        self._waiting: list[PlayedGame] = []
        # What games took that did not come to an end.
        self._unfinished: list[Line] = []
        self.done: frozenset[str] = frozenset(result.id for result in read_results(directory))
        self._journal = directory / JOURNAL
        # Any thread may write to the journal.
        self._writing = Lock()
        # What was said in games that did not end, by game and player.
        self._earlier: dict[tuple[str, str], list[Used]] = defaultdict(list)
        self._recover()
        for line in lines_in(directory / COSTS, finished=False):
            if line["id"] not in self.done and line.get("finished") is False:
                self._remember(line)

    def _recover(self) -> None:
        """Put what a killed arena has paid where it belongs."""
        lines = list(lines_in(self._journal))
        over = {*self.done, *(each["id"] for each in lines if "over" in each)}
        if left := {each["id"] for each in lines} - over:
            costs, known = self._directory / COSTS, set()
            for line in lines_in(costs, finished=True):
                # Killed between what a game took and its result: it is played again, but was paid for once.
                if line["id"] in left:
                    self._remember(line)
                    known.add(line["id"])
            _append(costs, [each for each in lines if each["id"] in left - known])
        self._journal.unlink(missing_ok=True)

    def _remember(self, cost: Line) -> None:
        for used in cost["used"]:
            if used.get("exchanges"):
                self._earlier[cost["id"], used["player"]].append(used)

    def earlier(self, id: str, player: str) -> list[Used]:
        """What a model has used for a game that was begun and did not end."""
        return self._earlier.get((id, player), [])

    def log_answer(self, cost: Line) -> None:
        """Keep an answer of a game that is still being played."""
        self._log([cost])

    def _log(self, lines: list[Line]) -> None:
        with self._writing:
            _append(self._journal, lines, sync=False)

    def add(self, played: Iterable[PlayedGame]) -> None:
        """Keep some games; they are on disk after the next `flush`, or when enough have come."""
        for each in played:
            if each.unreached:
                self.add_unfinished(each.cost)
            else:
                self._waiting.append(each)
        if len(self._waiting) >= GROUP:
            self.flush()

    def add_unfinished(self, cost: Line) -> None:
        """Keep what a game took that has no result; it is played again, with what was said so far."""
        self._remember(cost)
        self._unfinished.append(cost)

    def flush(self) -> None:
        """Have everything on disk."""
        unfinished, self._unfinished = self._unfinished, []
        if unfinished:
            _append(self._directory / COSTS, unfinished)
        waiting, self._waiting = self._waiting, []
        if waiting:
            _append(self._directory / COSTS, [played.cost for played in waiting])
            _append(self._directory / RESULTS, [to_builtins(played.result) for played in waiting])
        if self._journal.exists():
            over = [*unfinished, *(played.cost for played in waiting)]
            self._log([{"id": each["id"], "over": True} for each in over])

    def close(self) -> None:
        """Save everything, including answers of games that were interrupted."""
        self.flush()
        self.done |= {result.id for result in read_results(self._directory)}
        self._recover()


@contextmanager
def results_in(directory: Path, plan: Plan) -> Iterator[Results]:
    """The results of a plan, held for one program; raises `StoreError` where another plan is there."""
    with storage_errors("unsaved", directory):
        directory.mkdir(parents=True, exist_ok=True)
    remedy = Phrase("another arena writes there; wait for it, or choose another directory.")
    busy = StoreError("unsaved", text=directory, remedy=remedy)
    with file_lock(directory / ".lock", busy):
        plan = _same_plan(directory, plan)
        for name in (COSTS, RESULTS):
            _cut_torn_line(directory / name)
        results = Results(directory, plan)
        try:
            yield results
        finally:
            results.close()


def _same_plan(directory: Path, plan: Plan) -> Plan:
    """The plan of a directory, which has all of what was planned there before."""
    path = directory / PLAN
    # Another version of the program may resume; reading the games checks openings and players.
    there = read_plan(directory)[0] if path.exists() else None
    # A run that never came to its first result leaves nothing that another plan could mix with.
    begun = there is not None and (directory / RESULTS).exists()
    goes_on = plan.grown_from(there) if there is not None and begun else plan
    if goes_on is None:
        differing = [name for name in SAID if getattr(there, name) != getattr(plan, name)]
        remedy = Phrase(
            "it has an arena with other {fields:and}; choose another directory. "
            "An arena can grow by players, games and rounds, and lose none.",
            fields=differing,
        )
        raise StoreError("unsaved", text=directory, remedy=remedy)
    if goes_on != there:
        save_text(path, json.dumps(goes_on.to_json(), indent=2) + "\n")
    return goes_on


def _cut_torn_line(path: Path) -> None:
    """Cut off a last line that was not finished."""
    with storage_errors("unreadable", path), suppress(FileNotFoundError), open(path, "r+b") as file:
        end = file.seek(0, os.SEEK_END)
        # From behind, in steps: the file may be large, and only its end can be torn.
        while end:
            begin = max(0, end - 65_536)
            file.seek(begin)
            newline = file.read(end - begin).rfind(b"\n")
            if newline >= 0:
                end = begin + newline + 1
                break
            end = begin
        file.truncate(end)


def _append(path: Path, lines: list[Line], *, sync: bool = True) -> None:
    """Add lines in one write: a program that is killed has written all of them or none."""
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    with storage_errors("unsaved", path), open(path, "ab") as file:
        file.write(text.encode())
        file.flush()
        if sync:
            os.fsync(file.fileno())
