"""verifiers runs the environment with its rollouts and its client; the model is scripted."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("verifiers", reason="verifiers is not installed: pip install 'outnumber[verifiers]'")

import verifiers.v1 as vf
from verifiers.v1.clients import ModelContext
from verifiers.v1.configs.client import EvalClientConfig
from verifiers.v1.utils.loaders import load_environment, resolve_env_config

import outnumber
from tests.agents.harnesses.pages import check_example
from tests.model_server import ModelServer, StandIn, thinks


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Any]]:
    """Run every task of a taskset with a model whose answers are a function of the messages."""

    def no_process(*command: Any, **_: Any) -> None:
        raise AssertionError(f"started {command}")

    def play(answer: Callable[[Any], str], **taskset: Any) -> list[Any]:
        monkeypatch.setattr(asyncio, "create_subprocess_exec", no_process)
        config = resolve_env_config({"taskset": {"id": "outnumber-env", **taskset}})
        env = load_environment(config)

        async def run() -> list[Any]:
            async with env.serving():
                slots = [slot for task in env.taskset for slot in env.slots(task)]
                return [await env.run_slot(slot, context) for slot in slots]

        with ModelServer(thinks(answer)) as server:
            context = ModelContext("stand-in", EvalClientConfig(base_url=server.url, api_key_var="NONE"))
            episodes = asyncio.run(run())
        for episode in episodes:
            assert episode.ok, (episode.errors, [trace.errors for trace in episode.traces])
        return [trace for episode in episodes for trace in episode.traces]

    return play


perfect = StandIn("perfect", wrong=0)


def last_legal(messages: list[dict[str, str]]) -> str:
    return messages[0]["content"].partition("Legal moves: ")[2].partition(".")[0].split(", ")[-1]


def test_a_winning_move_is_worth_1_and_any_other_0(played: Callable[..., list[Any]]) -> None:
    assert [trace.rewards["kept"].score for trace in played(perfect, count=5, game="number-duel")] == [
        1.0
    ] * 5
    traces = played(lambda messages: f"move: {last_legal(messages)}", count=8)
    for trace in traces:
        (*before, move) = trace.info["moves"]
        position = outnumber.Round.begin(outnumber.game("strategy-stacks"), before).position
        assert trace.rewards["kept"].score == float(move in outnumber.solve(position).winning)
    assert {trace.rewards["kept"].score for trace in traces} == {0.0, 1.0}


def test_games_are_played_to_the_end(played: Callable[..., list[Any]]) -> None:
    options = {"range": 12}
    for trace in played(perfect, count=3, play="game", options=options):
        assert trace.rewards["kept"].score == 1.0
        assert trace.metrics["won"] == 1.0
        over = outnumber.Round.begin(outnumber.game("strategy-stacks", **options), trace.info["moves"])
        assert over.outcome


def test_illegal_answers_are_counted_and_may_be_corrected(played: Callable[..., list[Any]]) -> None:
    def corrected(messages: list[dict[str, str]]) -> str:
        return "move: 99" if len(messages) == 1 else perfect(messages[:1])

    (repaired,) = played(corrected, count=1, retries=1)
    assert (repaired.rewards["kept"].score, repaired.metrics["illegal"], repaired.metrics["fault"]) == (
        1,
        1,
        0,
    )
    (lost,) = played(corrected, count=1)
    assert (lost.rewards["kept"].score, lost.metrics["illegal"], lost.metrics["fault"]) == (0, 1, 1)


def test_tasks_are_validated_by_solving_them() -> None:
    env = load_environment(resolve_env_config({"taskset": {"id": "outnumber-env", "count": 2}}))
    one, two = env.taskset
    assert asyncio.run(one.validate(None))
    assert not asyncio.run(two.with_data(winning=[1]).validate(None))
    assert one.key != two.key


def test_a_link_that_is_a_python_function_is_refused_at_once() -> None:
    # A task is data: its answer is graded from its id, in another process.
    settings = {"game": "number-duel", "options": {"link": lambda a, b: abs(a - b) > 2}}
    environment = load_environment(resolve_env_config({"taskset": {"id": "outnumber-env", **settings}}))
    with pytest.raises(outnumber.OptionError, match="only in Python"):
        list(environment.taskset)


def test_the_agent_is_a_chat_in_this_process() -> None:
    config = resolve_env_config({"taskset": {"id": "outnumber-env"}})
    assert config.player.harness.id == "outnumber-env"
    assert isinstance(config.player.runtime, vf.SubprocessConfig)


def test_the_example_in_the_documentation() -> None:
    check_example("with_verifiers.py")
