"""Asks one player the questions of a suite, and appends the answers to a submission."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from outnumber.agents.arena.game import open_players
from outnumber.agents.arena.models import connected, play_concurrently
from outnumber.agents.arena.results import append_lines, cut_torn_line
from outnumber.agents.arena.run import MOST_MISSES, ArenaError
from outnumber.agents.bench.ask import SAMPLING, ask
from outnumber.agents.bench.figures import GradedAnswer, summary
from outnumber.agents.bench.submission import Asked, BenchPlan, Submission, new_plan
from outnumber.api import plain
from outnumber.games.errors import PlayerFault
from outnumber.games.sentences import Phrase
from outnumber.match.loop import Player
from outnumber.players.models.model import LanguageModel
from outnumber.players.models.pace import UNLIMITED
from outnumber.players.registry import check, named
from outnumber.store.files import StoreError, file_lock, storage_errors
from outnumber.study.bench.questions import Question


def plan_of(name: str, player: str, **how: Any) -> BenchPlan:
    """The plan of a run; raises `OptionError` if the player cannot play."""
    check(player)
    with open_players([player]) as players:
        settings = _fixed(players[player])
    return new_plan(name, player, settings, **how)


def file_of(plan: BenchPlan) -> str:
    """The name of the file for a player: readable, and unique."""
    name, spec = named(plan.player)
    readable = re.sub(r"[^\w.-]+", "-", name or spec)[:40].strip("-.")
    unique = "" if readable in (name, spec) else f"-{sha256(spec.encode()).hexdigest()[:8]}"
    return f"{readable}{unique}.jsonl"


def run(directory: Path, plan: BenchPlan, secret: str | None = None, concurrency: int = 1) -> Iterator[int]:
    """Ask the remaining questions of a plan; yield the number of answers whenever some arrive.

    Raises `StoreError` if the file is that of another plan or damaged, and `ArenaError` if the model could
    not be reached.
    """
    with storage_errors("unsaved", directory):
        directory.mkdir(parents=True, exist_ok=True)
    path = directory / file_of(plan)
    remedy = Phrase("another run is writing there; wait until it is done, or choose another directory.")
    with file_lock(path.with_suffix(".lock"), StoreError("unsaved", text=path, remedy=remedy)):
        cut_torn_line(path)
        if not path.exists() or not path.stat().st_size:
            append_lines(path, [plain(plan)])
        there = Submission(path, secret)
        if there.plan is None or there.faults:
            line, why = there.faults[0]
            remedy = Phrase("line {line}: {why}.", line=line, why=why)
            raise StoreError("unreadable", text=path, remedy=remedy)
        if there.plan.identity != plan.identity:
            remedy = Phrase(
                "it has answers to other questions or of another player; choose another directory."
            )
            raise StoreError("unsaved", text=path, remedy=remedy)
        yield len(there.answered)
        if there.summary is None:
            yield from _Run(path, plan, Asked(plan, secret), there.answered).play(concurrency)


class _Run:
    """One run of a plan, which appends to its file."""

    def __init__(self, path: Path, plan: BenchPlan, asked: Asked, answered: list[GradedAnswer]) -> None:
        self._path, self._plan, self._asked, self._answered = path, plan, asked, answered
        self._lost: list[PlayerFault] = []

    def play(self, concurrency: int) -> Iterator[int]:
        player, asked = self._plan.player, self._asked
        done = {(each.line["id"], each.line["repeat"]) for each in self._answered}
        todo = (
            (question, repeat) for (id, repeat), question in asked.tasks.items() if (id, repeat) not in done
        )
        with connected([player], UNLIMITED):
            for _ in play_concurrently(
                self._reachable(todo), [player], self._ask, concurrency, self._heard, lambda _: None
            ):
                yield len(self._answered)
        if left := len(asked.tasks) - len(self._answered):
            raise ArenaError("questions-left", count=left, text=str(self._lost[-1]))
        append_lines(self._path, [{"summary": plain(summary(self._answered))}])

    def _reachable(self, todo: Iterator[tuple[Question, int]]) -> Iterator[tuple[Question, int]]:
        """The questions, until the model was out of reach several times in a row, or for good."""
        for task in todo:
            if len(self._lost) >= MOST_MISSES or any(not each.numbers["passing"] for each in self._lost):
                return
            yield task

    def _ask(self, task: tuple[Question, int], players: Mapping[str, Player]) -> GradedAnswer | PlayerFault:
        question, repeat = task
        player = players[self._plan.player]
        _fixed(player)
        try:
            return GradedAnswer(question, ask(player, question, repeat))
        except PlayerFault as fault:
            return fault

    def _heard(self, came: GradedAnswer | PlayerFault) -> None:
        if isinstance(came, PlayerFault):
            self._lost.append(came)
            return
        self._lost.clear()
        append_lines(self._path, [came.line], sync=False)
        self._answered.append(came)


def _fixed(player: Player) -> dict[str, Any]:
    """Fix the sampling settings of a model; returns what is sent with each question."""
    if not isinstance(player, LanguageModel):
        return {}
    player.fix(**SAMPLING)
    return player.told
