"""verifiers runs the environment with its rollouts and its client; the model is scripted."""

import asyncio
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
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

# Replaces the chat program, which uv installs and which starts a process for each turn.
HARNESS = """
import httpx
import verifiers.v1 as vf
from verifiers.v1.dialects.chat import message_to_wire

__all__ = ["Chat"]

class Chat(vf.Harness[vf.HarnessConfig]):
    SUPPORTS_RESUME = True
    EXECUTES_CODE = NEEDS_CONTAINER = False

    async def launch(self, ctx, trace, runtime, endpoint, secret, mcp_urls, data):
        said = data.prompt
        told = [vf.UserMessage(content=said)] if isinstance(said, str) else said
        body = {"model": ctx.model, "messages": [message_to_wire(each) for each in told]}
        async with httpx.AsyncClient(trust_env=False, timeout=60) as client:
            headers = {"Authorization": f"Bearer {secret}"}
            (await client.post(f"{endpoint}/chat/completions", json=body, headers=headers)).raise_for_status()
        return vf.ProgramResult(0, "", "")
"""


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., list[Any]]]:
    """Run every task of a taskset with a model whose answers are a function of the messages."""
    (tmp_path / "outnumber_chat.py").write_text(HARNESS)
    monkeypatch.syspath_prepend(str(tmp_path))

    def play(answer: Callable[[Any], str], **taskset: Any) -> list[Any]:
        player = {"harness": {"id": "outnumber-chat"}}
        config = resolve_env_config({"taskset": {"id": "outnumber-env", **taskset}, "player": player})
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

    yield play
    sys.modules.pop("outnumber_chat", None)


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


def test_the_agent_is_a_chat_without_tools_on_this_machine() -> None:
    config = resolve_env_config({"taskset": {"id": "outnumber-env"}})
    assert config.player.harness.id == "null"
    assert isinstance(config.player.runtime, vf.SubprocessConfig)


def test_the_example_in_the_documentation() -> None:
    check_example("with_verifiers.py")
