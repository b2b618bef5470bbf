"""Inspect runs the tasks with scripted models."""

import json
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("inspect_ai", reason="Inspect is not installed: pip install 'outnumber[inspect]'")

from inspect_ai import Task
from inspect_ai import eval as run
from inspect_ai.log import EvalLog
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from outnumber import text
from outnumber.agents.adapters.inspect import bench, exam, game
from outnumber.study.bench.suites import suite
from tests.agents.harnesses.pages import check_example
from tests.model_server import ModelServer, StandIn, thinks

Messages = list[dict[str, str]]


@pytest.fixture
def evaluated(tmp_path: Path) -> Callable[..., EvalLog]:
    """Run a task with a model whose answers are a function of the messages."""

    def evaluate(
        task: Task | str, answer: Callable[[Messages], str], stop: Any = "stop", **more: Any
    ) -> EvalLog:
        def output(messages: Any, *_: Any) -> ModelOutput:
            said = answer([{"role": each.role, "content": each.text} for each in messages])
            told = ModelOutput.from_content("mockllm", said, stop_reason=stop)
            told.usage = ModelUsage(
                input_tokens=1, output_tokens=1
            )  # otherwise it would download a tokenizer to count them
            return told

        model = get_model("mockllm/model", custom_outputs=output)
        (log,) = run(task, model=model, display="none", log_dir=str(tmp_path), **more)
        assert log.status == "success", log.error
        return log

    return evaluate


def figures(log: EvalLog) -> dict[str, dict[str, float]]:
    assert log.results
    return {
        score.name: {name: metric.value for name, metric in score.metrics.items()}
        for score in log.results.scores
    }


def smallest(messages: Messages) -> str:
    told = messages[-1]["content"].partition("Legal moves: ")[2]
    return f"move: {int(told.split(',')[0].split('.')[0])}"


perfect = StandIn("perfect", wrong=0)


def test_an_exam_is_found_by_its_name_and_graded_exactly(evaluated: Callable[..., EvalLog]) -> None:
    told = figures(evaluated("outnumber/exam", perfect, task_args={"count": 12, "game": "order-challenge"}))
    assert told["right"]["mean"] == 1.0
    assert told["illegal"]["mean"] == told["garbled"]["mean"] == 0.0


def test_standard_errors_are_clustered_by_the_random_game_of_a_question(
    evaluated: Callable[..., EvalLog],
) -> None:
    told = figures(evaluated(exam(count=40), smallest))["right"]
    asked = text.exam("strategy-stacks", 40)
    right = [each.current.position.legal_moves()[0] in each.winning for each in asked]
    mean = sum(right) / len(right)
    assert told["mean"] == pytest.approx(mean)
    lines: dict[int | None, float] = {}
    for question, hit in zip(asked, right, strict=True):
        lines[question.line] = lines.get(question.line, 0.0) + hit - mean
    assert 1 < len(lines) < len(asked)
    correction = len(lines) / (len(lines) - 1)
    assert told["stderr"] == pytest.approx(
        sqrt(correction * sum(sum_**2 for sum_ in lines.values())) / len(asked)
    )


def test_a_cut_off_answer_is_not_a_move(evaluated: Callable[..., EvalLog]) -> None:
    told = figures(evaluated(exam(count=4), perfect, stop="max_tokens"))
    assert (told["right"]["mean"], told["garbled"]["mean"]) == (0.0, 1.0)


def test_a_player_that_never_throws_a_win_away_wins_every_game(evaluated: Callable[..., EvalLog]) -> None:
    log = evaluated(game(game="number-stack-attack,number-stack-duel", count=4), perfect)
    told = figures(log)
    assert told["won"]["mean"] == told["kept"]["mean"] == 1.0
    assert log.samples
    assert len(log.samples) == 8
    assert max(len(sample.messages) for sample in log.samples) > 2  # it continued in one conversation


def test_invalid_answers_are_explained_counted_and_finally_lose(
    evaluated: Callable[..., EvalLog],
) -> None:
    def corrected(messages: Messages) -> str:
        return perfect(messages) if messages[-1]["content"].startswith("99 is not") else "move: 99"

    told = figures(evaluated(game(count=3), corrected))
    assert told["won"]["mean"] == 1.0
    assert told["illegal"]["mean"] == 1.0  # one for each turn
    told = figures(evaluated(game(count=3), lambda _: "No idea."))
    assert (told["won"]["mean"], told["kept"]["mean"], told["fault"]["mean"]) == (0.0, 0.0, 1.0)
    assert told["garbled"]["mean"] == 3.0


def test_each_of_several_games_has_its_own_options_and_figures(evaluated: Callable[..., EvalLog]) -> None:
    names = ["order-challenge", "number-duel"]
    options: dict[str, Any] = {"range": 7, "number-duel": {"range": 12, "link": "prime-sum"}}
    log = evaluated(exam(",".join(names), 12, options=options), smallest)
    asked = {
        "order-challenge": text.exam("order-challenge", 12, range=7),
        "number-duel": text.exam("number-duel", 12, range=12, link="prime-sum"),
    }
    assert log.samples
    assert {sample.id for sample in log.samples} == {each.id for name in names for each in asked[name]}
    told = figures(log)
    for name, questions in asked.items():
        hits = [each.current.position.legal_moves()[0] in each.winning for each in questions]
        assert told["right"][f"outnumber/by_game_{name}"] == pytest.approx(sum(hits) / len(hits))
        assert told["luck"][f"outnumber/by_game_{name}"] == pytest.approx(
            sum(each.luck for each in questions) / len(hits)
        )
        alone = figures(evaluated(exam(name, 12, options=asked[name][0].rules.options), smallest))
        assert told["right"][f"outnumber/by_game_{name}_stderr"] == pytest.approx(alone["right"]["stderr"])
    with pytest.raises(ValueError, match="choose one or more of order-challenge, number-duel"):
        exam(names, options=options | {"number-stack-attack": {"target": 15}})


def test_the_extra_includes_what_the_documented_provider_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ModelServer(thinks(perfect)) as server:
        monkeypatch.setenv("LOCAL_BASE_URL", server.url)
        monkeypatch.setenv("LOCAL_API_KEY", "none")
        task = exam(count=3)
        (log,) = run(
            task, model="openai-api/local/stand-in", display="none", log_dir=str(tmp_path), max_retries=0
        )
    assert log.status == "success", log.error
    assert figures(log)["right"]["mean"] == 1.0


def test_a_link_that_is_a_python_function_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="only in Python"):  # answers are graded from the id
        exam("number-duel", options={"link": lambda a, b: abs(a - b) > 2})


def test_an_unknown_opponent_is_reported_at_once() -> None:
    with pytest.raises(ValueError, match="There is no player called 'deep-blue'"):
        game(opponent="deep-blue")


def test_the_example_in_the_documentation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the folder for logs
    check_example("with_inspect.py")


def test_the_suite_is_a_task_with_the_headline_corrected_for_luck(evaluated: Callable[..., EvalLog]) -> None:
    asked = {each.prompt: each for each in suite("mini").questions()}

    def perfect(messages: Messages) -> str:
        question = asked[messages[-1]["content"]]
        if question.claim:
            return json.dumps(question.claim)
        return f"winner: {question.answer}" if question.answer else f"move: {question.winning[0]}"

    log = evaluated(bench("mini"), perfect)
    found = figures(log)
    assert found["right"]["mean"] == 1
    assert set(found["answers"].values()) == {1.0}
    assert {"headline", "choose", "judge", "explain", "twins", "number-duel"} <= {*found["answers"]}
    assert log.eval.dataset.samples == 90
    assert log.eval.task_version == f"1/{suite('mini').sha256[:12]}"
    one = figures(evaluated("outnumber/bench", lambda _: "", task_args={"suite": "mini", "tracks": "judge"}))
    assert one["answers"]["headline"] == one["answers"]["judge"] == -1
    with pytest.raises(ValueError, match="play"):
        bench("mini", tracks="play")
