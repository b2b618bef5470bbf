"""Inspect tasks: Outnumber-Bench, exams, and games against an opponent, scored by exact verdicts.

    inspect eval outnumber/bench --model openai/gpt-5-mini
    inspect eval outnumber/exam --model openai/gpt-5-mini -T game=number-duel -T options='{"range": 50}'
    inspect eval outnumber/game --model openai/gpt-5-mini -T opponent=perfect

Standard errors are clustered by `line`, the random game that contains the position.
"""

from __future__ import annotations

from typing import Any

from outnumber.extras import missing

try:
    from inspect_ai import Task, task
except ModuleNotFoundError as error:
    raise missing("Inspect") from error
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageUser, GenerateConfig, ModelOutput
from inspect_ai.scorer import (
    Metric,
    SampleScore,
    Score,
    Scorer,
    Target,
    grouped,
    mean,
    metric,
    scorer,
    stderr,
)
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver

import outnumber
from outnumber.agents import prompts as text
from outnumber.agents.bench.ask import SAMPLING
from outnumber.games import bad_option
from outnumber.players.models.answers import CUT_OFF, FILTERED
from outnumber.study.bench.grades import grade, headline
from outnumber.study.bench.questions import PLAY, TRACKS
from outnumber.study.bench.questions import question as bench_question
from outnumber.study.bench.suites import suite as suite_of

__all__ = ["answers", "bench", "exam", "game", "play", "result", "right"]

# The key under which the solver stores the result of a game.
KEPT = "outnumber"


@metric
def by_game() -> Metric:
    """The mean and the standard error of each game; Inspect ignores a second metric named `grouped`."""

    def figures(scores: list[SampleScore]) -> Any:
        every: list[Any] = [
            grouped(mean(), "game", all=False)(scores),
            grouped(stderr(cluster="line"), "game", all=False, name_template="{group_name}_stderr")(scores),
        ]
        return {name: value for found in every for name, value in found.items()}

    return figures


_EACH: list[Metric] = [mean(), stderr(cluster="line")]
_HARD: list[Metric] = [
    *_EACH,
    grouped(mean(), "difficulty", all=False, name_template="difficulty_{group_name}"),
    by_game(),
]


@metric
def score() -> Metric:
    """The headline of Outnumber-Bench, without whole games, and the same for each track and game."""

    def figures(scores: list[SampleScore]) -> Any:
        found = [(each.sample_metadata or {}, each.score.as_dict()) for each in scores]
        told = [((of["track"], of["game"]), value["right"], value["luck"]) for of, value in found]
        names = {name for cell, *_ in told for name in cell}
        parts = {name: headline(each for each in told if name in each[0]) for name in sorted(names)}
        return {"headline": headline(told), **parts}

    return figures


@task
def bench(suite: str = "outnumber-bench", tracks: str | list[str] = "choose,judge,explain,twins") -> Task:
    """The questions of a suite; whole games need `outnumber bench`."""
    names = _names(tracks)
    allowed = [name for name in TRACKS if name != PLAY]
    for name in names:
        if name not in allowed:
            raise bad_option("tracks", name, "choose one or more of {names}.", names=", ".join(allowed))
    asked = suite_of(suite)
    samples = [
        Sample(
            input=each.prompt,
            target=[str(answer) for answer in ([each.answer] if each.answer else each.winning)],
            id=each.id,
            metadata={
                "game": each.rules.name,
                "track": each.track,
                "difficulty": each.difficulty,
                "canary": asked.canary,
            },
        )
        for each in asked.questions()
        if each.track in names
    ]
    return Task(
        MemoryDataset(samples, name=suite),
        solver=generate(),
        scorer=answers(),
        config=GenerateConfig(temperature=SAMPLING["temperature"]),
        version=f"{asked.version}/{asked.sha256[:12]}",
    )


@scorer(metrics=[{"right": [mean(), stderr()], "luck": [mean()]}, score()])
def answers() -> Scorer:
    """Whether an answer to a question of a suite is right, and the probability for a random one."""

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001  # the position is solved again
        question = bench_question(str(state.sample_id))
        found = grade(question, _answer(state.output))
        value = {"right": float(found.is_right), "luck": question.by_luck}
        return Score(value=value, answer=str(found.answer), explanation=found.objection or found.kind)

    return score


@task
def exam(
    game: str | list[str] = "strategy-stacks",
    count: int = 200,
    seed: int = 1,
    legal: bool = True,
    options: dict[str, Any] | None = None,
) -> Task:
    """Positions with something to lose, one move each; for several games, use `game=a,b`.

    Options such as `{"number-duel": {"range": 50}}` are those of one game; all others apply to every game.
    """
    return Task(
        _samples(game, count, seed, legal, options), solver=generate(), scorer=right(), version=_version()
    )


@task
def game(
    game: str | list[str] = "strategy-stacks",
    count: int = 50,
    seed: int = 1,
    legal: bool = True,
    options: dict[str, Any] | None = None,
    opponent: str = "perfect",
    retries: int = 2,
) -> Task:
    """Games from positions in which the model is to move and can force a win."""
    text.opponent(opponent)  # report a bad name before paying for answers
    return Task(
        _samples(game, count, seed, legal, options),
        solver=play(opponent, seed, legal, retries),
        scorer=result(),
        version=_version(),
    )


def _version() -> str:
    return f"{outnumber.__version__}/{text.VERSION}"


def _names(given: str | list[str]) -> list[str]:
    """The names in a list, or in a text with commas."""
    return [name.strip() for name in (given.split(",") if isinstance(given, str) else given)]


def _samples(
    game: str | list[str], count: int, seed: int, legal: bool, options: dict[str, Any] | None
) -> MemoryDataset:
    names = _names(game)
    own = {name: given for name, given in (options or {}).items() if isinstance(given, dict)}
    common = {name: given for name, given in (options or {}).items() if name not in own}
    for name in own.keys() - set(names):
        raise bad_option("options", name, "choose one or more of {names}.", names=", ".join(names))
    asked = [each for name in names for each in text.exam(name, count, seed, **common | own.get(name, {}))]
    return MemoryDataset([_sample(each, legal) for each in asked], name=f"outnumber {','.join(names)}")


def _sample(question: text.Question, legal: bool) -> Sample:
    return Sample(
        input=question.prompt(legal=legal),
        target=[str(move) for move in question.winning],
        id=question.id,
        metadata={
            "game": question.rules.name,
            "options": question.rules.options,
            "line": f"{question.rules.name} {question.line}",
            "difficulty": question.difficulty,
            "luck": question.luck,
        },
    )


def _answer(output: ModelOutput) -> str | None:
    """The answer of a model; None if it was cut off or filtered."""
    return None if output.empty or output.stop_reason in CUT_OFF | FILTERED else output.completion


@scorer(metrics={"right": _HARD, "illegal": _EACH, "garbled": _EACH, "luck": [mean(), by_game()]})
def right() -> Scorer:
    """Whether the move wins, and the probability that a random move wins."""

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001  # the position is solved again
        question = text.question(str(state.sample_id))
        found = text.given(question, _answer(state.output))
        value = {kind: float(found.kind == kind) for kind in ("right", "illegal", "garbled")}
        answer = None if found.move is None else str(found.move)
        return Score(value={**value, "luck": question.luck}, answer=answer, explanation=found.kind)

    return score


@solver
def play(opponent: str = "perfect", seed: int = 1, legal: bool = True, retries: int = 2) -> Solver:
    """Play the game from the sample's position to the end."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        start = text.question(str(state.sample_id)).current
        played = text.Game(start, text.opponent(opponent, seed), legal=legal, retries=retries)
        while not played.over:
            state = await generate(state)
            said = played.hear(_answer(state.output))
            state.store.set(KEPT, played.told())
            if state.completed:  # the message or token limit was reached
                break
            if said is not None:
                state.messages.append(ChatMessageUser(content=said))
        return state

    return solve


@scorer(
    metrics={"won": _HARD, "kept": [*_EACH, by_game()], "illegal": _EACH, "garbled": _EACH, "fault": _EACH}
)
def result() -> Scorer:
    """Whether the model won, the share of chances kept, and the invalid answers per turn."""

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001  # unused
        told = state.store.get(KEPT)
        turns = max(1, told["attempts"] - told["illegal"] - told["garbled"] + told["fault"])
        value = {
            "won": float(bool(told["won"])),
            "kept": told["kept"],
            "illegal": told["illegal"] / turns,
            "garbled": told["garbled"] / turns,
            "fault": float(told["fault"]),
        }
        return Score(value=value, answer=" ".join(map(str, told["moves"])), metadata=told)

    return score
