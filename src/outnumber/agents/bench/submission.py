"""A submission: one file with all that is needed to compute and to verify every figure of a player.

The first line is the plan of the run, each further line is an answer, and the last line is the summary. Lines
are appended as answers arrive, so an interrupted run resumes. A file shows that its grades follow from its
answers, not who gave them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from outnumber import __version__
from outnumber.agents.arena.plan import Seconds, Whole
from outnumber.agents.bench.ask import marks
from outnumber.agents.bench.figures import BenchSummary, GradedAnswer, summary
from outnumber.api import plain
from outnumber.api.reader import Reader
from outnumber.games.errors import GameError, shown
from outnumber.games.sentences import Phrase
from outnumber.players.models.briefing import VERSION as BRIEFING
from outnumber.store.files import StoreError, storage_errors
from outnumber.study.bench.questions import CANARY, Question
from outnumber.study.bench.suites import digest, suite

# Increases when a field changes its meaning.
FORMAT = 1
# The longest line in bytes; a model's answer has at most a million.
LONGEST = 16_000_000
PUBLIC, PRIVATE = "public", "private"


class BenchPlan(Struct, forbid_unknown_fields=True):
    """Everything that determines which questions are asked, and how; the first line of a submission."""

    outnumber_bench: int
    suite: str
    version: int
    # "private" if the questions are drawn with a secret.
    split: str
    # The hash of all questions of the suite.
    sha256: str
    player: str
    # What is sent to a model with each question.
    settings: dict[str, Any]
    tracks: list[str]
    repeats: int
    max: int | None
    canary: str
    outnumber: str

    @property
    def identity(self) -> tuple[Any, ...]:
        """The fields that must not change in a file; several versions of Outnumber can write one."""
        return msgspec.structs.astuple(self)[:-1]


class _Used(Struct, forbid_unknown_fields=True, omit_defaults=True):
    requests: Whole = 0
    prompt_tokens: Whole = 0
    completion_tokens: Whole = 0
    cached_tokens: Whole = 0
    reasoning_tokens: Whole = 0
    uncounted: Whole = 0
    cost: Seconds | None = None
    model: str | None = None


class _Answer(Struct, forbid_unknown_fields=True, omit_defaults=True):
    id: str
    repeat: int
    sha256: str
    answer: Any
    grade: str
    seconds: Seconds
    objection: str | None = None
    kept: int | None = None
    held: int | None = None
    by_luck: float | None = None
    fault: str | None = None
    text: str | None = None
    said: list[str | None] | None = None
    used: _Used | None = None


class _Summary(Struct, forbid_unknown_fields=True):
    summary: BenchSummary


class Asked:
    """The questions of a plan: of some tracks, `max` of them, each several times."""

    def __init__(self, plan: BenchPlan, secret: str | None) -> None:
        self.every = suite(plan.suite).questions(secret)
        held = [each for each in self.every if each.track in plan.tracks]
        count = min(plan.max or len(held), len(held))
        # Evenly spread over games and tracks.
        self.chosen = [held[number * len(held) // count] for number in range(count)]
        self.repeats = range(1, plan.repeats + 1)

    @cached_property
    def tasks(self) -> dict[tuple[str, int], Question]:
        """The questions by id and repeat, in the order in which they are asked."""
        return {(each.id, repeat): each for repeat in self.repeats for each in self.chosen}

    @cached_property
    def hashes(self) -> dict[str, str]:
        return {each.id: digest([each]) for each in self.chosen}

    @cached_property
    def sha256(self) -> str:
        return digest(self.every)


def new_plan(
    name: str,
    player: str,
    settings: dict[str, Any],
    *,
    tracks: Sequence[str] = (),
    repeats: int = 1,
    most: int | None = None,
    secret: str | None = None,
) -> BenchPlan:
    """The plan of a new submission."""
    found = suite(name)
    return BenchPlan(
        FORMAT,
        name,
        found.version,
        PUBLIC if secret is None else PRIVATE,
        found.sha256 if secret is None else digest(found.questions(secret)),
        player,
        {**settings, "briefing": BRIEFING},
        [track for track in found.tracks if track in (tracks or found.tracks)],
        repeats,
        most,
        CANARY,
        __version__,
    )


class Submission:
    """A file, read and verified line by line; `faults` are the reasons to reject it."""

    def __init__(self, path: Path, secret: str | None = None) -> None:
        self.path, self.secret = path, secret
        # None if the file does not begin with one, or is incomplete.
        self.plan: BenchPlan | None = None
        self.summary: BenchSummary | None = None
        self.answered: list[GradedAnswer] = []
        self.faults = list(self._faults())

    @property
    def objections(self) -> list[tuple[int, Phrase]]:
        """Why the file is not a complete and correct submission: line numbers and reasons."""
        if self.faults or self.summary is not None:
            return self.faults
        return [(len(self.answered) + 1, Phrase("the summary is missing: the run is not finished"))]

    @property
    def done(self) -> set[tuple[str, int]]:
        return {(each.line["id"], each.line["repeat"]) for each in self.answered}

    def _faults(self) -> Iterator[tuple[int, Phrase]]:
        """Read the file; yield the number and the fault of each line that does not hold."""
        lines = enumerate(_lines(self.path), start=1)
        try:
            _, first = next(lines)
            plan = Reader[BenchPlan](BenchPlan).read(first)
            asked = self._asked(plan)
        except (StopIteration, GameError, Wrong) as error:
            yield 1, _why(error) if error.args else Phrase("the file is empty")
            return
        self.plan, done, number = plan, set[tuple[str, int]](), 1
        for number, line in lines:
            if self.summary is not None:
                yield number, Phrase("nothing may follow the summary")
                return
            try:
                if line.startswith(b'{"summary"'):
                    self.summary = Reader[_Summary](_Summary).read(line).summary
                    continue
                told = _checked(line, asked)
                if (key := (told["id"], told["repeat"])) in done:
                    raise Wrong(Phrase("this question was answered before"))
                done.add(key)
                self.answered.append(GradedAnswer(asked.tasks[key], told))
            except (GameError, Wrong) as error:
                yield number, _why(error)
        missing = [id for id, repeat in asked.tasks if (id, repeat) not in done]
        if self.summary is None:
            return
        if missing:
            yield (
                number,
                Phrase(
                    "{count:,} answers are missing, such as to {id}",
                    count=len(missing),
                    id=shown(missing[0], 200),
                ),
            )
        elif (truth := plain(summary(self.answered))) != (given := plain(self.summary)):
            names = [name for name in truth if truth[name] != given[name]]
            yield number, Phrase("the summary does not follow from the answers: {names:and}", names=names)

    def _asked(self, plan: BenchPlan) -> Asked:
        if plan.outnumber_bench != FORMAT:
            raise Wrong(Phrase("only format {format} is known", format=FORMAT))
        found = suite(plan.suite)
        if plan.version != found.version:
            raise Wrong(Phrase("this version of Outnumber has version {n} of the suite", n=found.version))
        if (plan.split == PRIVATE) != (self.secret is not None):
            raise Wrong(Phrase("a private split, and no other, needs its secret"))
        if not plan.tracks or plan.tracks != [track for track in found.tracks if track in plan.tracks]:
            raise Wrong(Phrase("the tracks are not those of the suite"))
        if not 1 <= plan.repeats <= 1000 or (plan.max is not None and plan.max < 1):
            raise Wrong(Phrase("the numbers of questions and repeats must be positive"))
        asked = Asked(plan, self.secret)
        if plan.sha256 != asked.sha256 or plan.canary != CANARY:
            raise Wrong(Phrase("the hash of the suite or the canary is wrong"))
        return asked


class Wrong(ValueError):
    """Why a line of a submission does not hold."""

    def __init__(self, why: Phrase) -> None:
        super().__init__(str(why))
        self.why = why


def _why(error: Exception) -> Phrase:
    if isinstance(error, Wrong):
        return error.why
    numbers = getattr(error, "numbers", {})
    # Only the reason: there is no request to refuse.
    return numbers["what"] if "what" in numbers else Phrase("{error}", error=error)


def _checked(line: bytes, asked: Asked) -> dict[str, Any]:
    """A line with an answer, graded again."""
    told: dict[str, Any] = plain(Reader[_Answer](_Answer).read(line))
    question = asked.tasks.get((told["id"], told["repeat"]))
    if question is None:
        raise Wrong(
            Phrase(
                "this question is not in the suite, or was not to be asked: {id}", id=shown(told["id"], 200)
            )
        )
    if told["sha256"] != asked.hashes[question.id]:
        raise Wrong(Phrase("the hash of the question is wrong"))
    if ("fault" in told) and question.track != "play" and told["answer"] is not None:
        raise Wrong(Phrase("there is both an answer and a fault"))
    try:
        truth = marks(question, told["repeat"], told["answer"])
    except ValueError as error:
        raise Wrong(Phrase(str(error))) from None
    for name in ("grade", "objection", "kept", "held", "by_luck"):
        if told.get(name) != truth.get(name):
            given, right = (shown(each.get(name), 200) for each in (told, truth))
            raise Wrong(
                Phrase("{name} is {given}, but the answer gives {right}", name=name, given=given, right=right)
            )
    return told


def _lines(path: Path) -> Iterator[bytes]:
    with storage_errors("unreadable", path), open(path, "rb") as file:
        while line := file.readline(LONGEST):
            if not line.endswith(b"\n"):
                raise StoreError("unreadable", text=path, remedy=Phrase("its last line is incomplete."))
            yield line
