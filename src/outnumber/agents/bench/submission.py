"""A submission: one file with everything needed to compute and verify all figures of a player, and its run.

The first line is the plan of the run, each further line is an answer, and the last line is the summary. Lines
are appended as answers arrive, so an interrupted run resumes. A file shows that its grades follow from its
answers, not who gave them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from outnumber import __version__
from outnumber.agents.arena.game import open_players
from outnumber.agents.arena.models import asks_models, connected, play_concurrently
from outnumber.agents.arena.plan import Seconds
from outnumber.agents.arena.read import Wrong
from outnumber.agents.arena.results import append_lines, cut_torn_line
from outnumber.agents.arena.run import MOST_MISSES, ArenaError
from outnumber.api import plain
from outnumber.api.reader import Reader
from outnumber.games import GameError, Phrase, shown
from outnumber.games.errors import PLAYER_FAULTS
from outnumber.match.loop import Player
from outnumber.players.models.answers import read_answer
from outnumber.players.models.briefing import VERSION as BRIEFING
from outnumber.players.models.model import LanguageModel
from outnumber.players.models.pace import UNLIMITED
from outnumber.players.registry import COMPUTERS, OUTSIDE, check, named, outside, unknown
from outnumber.store.files import StoreError, file_lock, storage_errors
from outnumber.study.bench.questions import CANARY, PLAY, Question
from outnumber.study.bench.suites import digest, suite

from .ask import MARKS, SAMPLING, USED, Unreached, ask, marks
from .figures import BenchSummary, GradedAnswer, summary

# Increases when a field changes its meaning.
FORMAT = 1
# The longest line in bytes; a model's answer has at most a million.
LONGEST = 16_000_000
MOST_REPEATS = 100

Key = tuple[str, int]


class BenchPlan(Struct, forbid_unknown_fields=True):
    """Everything that determines which questions are asked, and how; the first line of a submission."""

    suite: str
    player: str
    # What is sent to a model with each question.
    settings: dict[str, Any]
    tracks: Sequence[str]
    repeats: Annotated[int, Meta(ge=1, le=MOST_REPEATS)]
    max: Annotated[int, Meta(ge=1)] | None
    # "private" if the questions are drawn with a secret.
    split: Literal["public", "private"]
    version: int
    # The hash of all questions of the suite.
    sha256: str
    briefing: int = BRIEFING
    canary: str = CANARY
    format: int = FORMAT
    outnumber: str = __version__

    @classmethod
    def of(
        cls, name: str, player: str, settings: dict[str, Any], secret: str | None, **how: Any
    ) -> BenchPlan:
        """The plan of a new submission, with `tracks`, `repeats` and `max`."""
        found = suite(name)
        split: Literal["public", "private"] = "public" if secret is None else "private"
        how["tracks"] = [track for track in found.tracks if track in (how["tracks"] or found.tracks)]
        sha256 = digest(found.questions(secret))
        return cls(name, player, settings, **how, split=split, version=found.version, sha256=sha256)

    def check(self, secret: str | None) -> None:
        """Raise `Wrong` unless the suite of this version has such questions."""
        spec = named(self.player)[1]
        if not outside(spec) and spec not in COMPUTERS:
            raise unknown(spec, [*COMPUTERS, *OUTSIDE])
        sent = {**dict.fromkeys(SAMPLING), **self.settings}
        must_equal({"settings": sent}, {"settings": {**sent, **SAMPLING} if asks_models([spec]) else {}})
        how = {"tracks": self.tracks, "repeats": self.repeats, "max": self.max}
        must_equal(plain(self), plain(BenchPlan.of(self.suite, self.player, self.settings, secret, **how)))

    def tasks(self, secret: str | None) -> dict[Key, Question]:
        """The questions by id and repeat, in the order in which they are asked."""
        held = [each for each in suite(self.suite).questions(secret) if each.track in self.tracks]
        count = min(self.max or len(held), len(held))
        # Evenly spread over games and tracks.
        chosen = [held[number * len(held) // count] for number in range(count)]
        return {(each.id, repeat): each for repeat in range(1, self.repeats + 1) for each in chosen}


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
    model: str | None = None
    used: dict[str, Seconds] | None = None


class _Summary(Struct, forbid_unknown_fields=True):
    summary: BenchSummary


class Submission:
    """A file, read and verified line by line; `faults` are the reasons to reject it, with their lines."""

    def __init__(self, path: Path, secret: str | None = None) -> None:
        self.path, self._secret = path, secret
        # None if the file does not begin with one, or is incomplete.
        self.plan: BenchPlan | None = None
        self.summary: BenchSummary | None = None
        self.answered: dict[Key, GradedAnswer] = {}
        self.tasks: dict[Key, Question] = {}
        self.faults: list[tuple[int, Phrase]] = []
        for number, line in enumerate(self._lines(), start=1):
            try:
                self._read(line)
            except (GameError, Wrong) as error:
                self.faults.append((number, _why(error)))
                if self.plan is None:
                    break
        if self.plan is None and not self.faults:
            self.faults = [(1, Phrase("the file is empty"))]

    @property
    def objections(self) -> list[tuple[int, Phrase]]:
        """The faults, and that a run is not finished."""
        missing = Phrase("the summary is missing: the run is not finished")
        return self.faults or ([] if self.summary else [(len(self.answered) + 1, missing)])

    def _lines(self) -> Iterator[bytes]:
        with storage_errors("unreadable", self.path), open(self.path, "rb") as file:
            while line := file.readline(LONGEST):
                yield line

    def _read(self, line: bytes) -> None:
        """Read and verify one line; raises `Wrong` or `GameError`."""
        if not line.endswith(b"\n"):
            raise Wrong("the line is incomplete or too long")
        if self.plan is None:
            plan = Reader[BenchPlan](BenchPlan).read(line)
            plan.check(self._secret)
            self.plan, self.tasks = plan, plan.tasks(self._secret)
        elif self.summary is not None:
            raise Wrong("nothing may follow the summary")
        elif line.startswith(b'{"summary"'):
            self.summary = Reader[_Summary](_Summary).read(line).summary
            if self.faults:
                return
            if missing := [id for id, repeat in self.tasks if (id, repeat) not in self.answered]:
                count, id = len(missing), shown(missing[0], 200)
                raise Wrong("{count:,} answers are missing, such as to {id}", count=count, id=id)
            must_equal(plain(self.summary), plain(summary(self.answered.values())))
        else:
            told: dict[str, Any] = plain(Reader[_Answer](_Answer).read(line))
            key = told["id"], told["repeat"]
            if key not in self.tasks:
                raise Wrong("this question is not in the plan: {id}", id=shown(told["id"], 200))
            if key in self.answered:
                raise Wrong("this question was answered before")
            question = self.tasks[key]
            _check_report(question, told, says=asks_models([self.plan.player]))
            try:
                truth = marks(question, told["repeat"], told)
            except ValueError as error:
                raise Wrong(str(error)) from None
            must_equal({name: told.get(name) for name in MARKS}, {name: truth.get(name) for name in MARKS})
            self.answered[key] = GradedAnswer(question, told)


def _check_report(question: Question, told: Mapping[str, Any], *, says: bool) -> None:
    """Raise `Wrong` if what a line reports about its answer is contradictory."""
    answer, fault, plays = told["answer"], told.get("fault"), question.track == PLAY
    if fault is not None and answer is not None and not plays:
        raise Wrong("there is both an answer and a fault")
    if (fault is None) == ("text" in told) or not (fault is None or fault in PLAYER_FAULTS):
        raise Wrong("a fault needs a known code and a text, and nothing else has a text")
    said = [read_answer(each) for each in told.get("said", ()) if each is not None]
    # A fault may follow one more answer.
    count = len(answer) if isinstance(answer, list) else 0
    moves = said[:-1] if fault and len(said) > count else said
    if moves != (answer if plays and says else []):
        raise Wrong("the moves are not those that the model said")
    used = told.get("used", {})
    must_equal({"used": used}, {"used": {name: used[name] for name in USED if name in used}})


def must_equal(told: Mapping[str, Any], truth: Mapping[str, Any], within: str = "") -> None:
    """Raise `Wrong` if some fields of a line are not what follows from the others."""
    for name in {**truth, **told}:
        path, given, right = f"{within}{name}", told.get(name), truth.get(name)
        if isinstance(given, dict) and isinstance(right, dict):
            must_equal(given, right, f"{path}.")
        elif path != "outnumber" and given != right:
            given, right = shown(given, 200), shown(right, 200)
            raise Wrong("{name} is {given}, but should be {right}", name=path, given=given, right=right)


def _why(error: Wrong | GameError) -> Phrase:
    # Only the reason: there is no request to refuse.
    return (
        error.why if isinstance(error, Wrong) else error.numbers.get("what", Phrase("{error}", error=error))
    )


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
            raise StoreError("unreadable", text=path, remedy="line {line}: {why}.", line=line, why=why)
        try:
            must_equal(plain(there.plan), plain(plan))
        except ValueError:
            raise StoreError(
                "unsaved",
                text=path,
                remedy="it has answers of another player or plan; choose another directory.",
            ) from None
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
