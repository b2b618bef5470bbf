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
from outnumber.agents.bench.ask import SAMPLING, Unreached, ask
from outnumber.agents.bench.figures import GradedAnswer, summary
from outnumber.agents.bench.submission import BenchPlan, Submission, must_equal
from outnumber.api import plain
from outnumber.games.sentences import Phrase
from outnumber.match.loop import Player
from outnumber.players.models.model import LanguageModel
from outnumber.players.models.pace import UNLIMITED
from outnumber.players.registry import check, named
from outnumber.store.files import StoreError, file_lock, storage_errors
from outnumber.study.bench.questions import Question

Task = tuple[Question, int]


def plan_of(name: str, player: str, secret: str | None, **how: Any) -> BenchPlan:
    """The plan of a run; raises `OptionError` if the player cannot play."""
    with open_players([check(player)]) as players:
        return BenchPlan.of(name, player, _fixed(players[player]), secret, **how)


def file_of(plan: BenchPlan) -> str:
    """The name of the file for a player: readable, and unique."""
    name, spec = named(plan.player)
    readable = re.sub(r"[^\w.-]+", "-", name or spec)[:40].strip("-.")
    unique = "" if readable in (name, spec) else f"-{sha256(spec.encode()).hexdigest()[:8]}"
    return f"{readable}{unique}.jsonl"


def run(
    directory: Path, plan: BenchPlan, secret: str | None = None, concurrency: int = 1
) -> Iterator[object]:
    """Ask the remaining questions of a plan; yield once for each answer, earlier ones too.

    Raises `StoreError` if the file is that of another plan or damaged, and `ArenaError` if the model could
    not be reached.
    """
    path = directory / file_of(plan)
    with storage_errors("unsaved", directory):
        directory.mkdir(parents=True, exist_ok=True)
    remedy = Phrase("another run is writing there; wait until it is done, or choose another directory.")
    with file_lock(path.with_suffix(".lock"), StoreError("unsaved", text=path, remedy=remedy)):
        cut_torn_line(path)
        if not path.exists() or not path.stat().st_size:
            append_lines(path, [plain(plan)])
        there = Submission(path, secret)
        for line, why in there.faults:
            remedy = Phrase("line {line}: {why}.", line=line, why=why)
            raise StoreError("unreadable", text=path, remedy=remedy)
        try:
            must_equal(plain(there.plan), plain(plan))
        except ValueError:
            remedy = Phrase("it has answers of another player or plan; choose another directory.")
            raise StoreError("unsaved", text=path, remedy=remedy) from None
        yield from there.answered
        if there.summary is None:
            yield from _ask_rest(there, plan.player, concurrency)


def _ask_rest(there: Submission, spec: str, concurrency: int) -> Iterator[object]:
    """Ask the questions without an answer, and append the answers to the file."""
    lost = list[Unreached]()

    def rest() -> Iterator[Task]:
        """The questions, until the model was unreachable several times in a row, or permanently."""
        for key, question in there.tasks.items():
            if len(lost) >= MOST_MISSES or any(not each.passing for each in lost):
                return
            if key not in there.answered:
                yield question, key[1]

    def play(task: Task, players: Mapping[str, Player]) -> GradedAnswer | Unreached:
        question, repeat = task
        _fixed(player := players[spec])
        try:
            return GradedAnswer(question, ask(player, question, repeat))
        except Unreached as error:
            return error

    def heard(came: GradedAnswer | Unreached) -> None:
        if isinstance(came, Unreached):
            lost.append(came)
            return
        lost.clear()
        append_lines(there.path, [came.line], sync=False)
        there.answered[came.line["id"], came.line["repeat"]] = came

    with connected([spec], UNLIMITED):
        for came in play_concurrently(rest(), [spec], play, concurrency, heard, lambda _: None):
            yield from came
    if left := len(there.tasks) - len(there.answered):
        raise ArenaError("questions-left", count=left, text=str(lost[-1]))
    append_lines(there.path, [{"summary": plain(summary(there.answered.values()))}])


def _fixed(player: Player) -> dict[str, Any]:
    """Fix the sampling settings of a model; returns what is sent with each question."""
    if not isinstance(player, LanguageModel):
        return {}
    player.fix(**SAMPLING)
    return player.told
