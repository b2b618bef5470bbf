"""OpenEnv's server and client with a scripted model."""

import socket
import threading
import time
from collections.abc import Iterator

import pytest

pytest.importorskip("openenv", reason="OpenEnv is not installed: pip install 'outnumber[openenv]'")

import uvicorn

import outnumber
from outnumber.agents.adapters.openenv import OutnumberAction, OutnumberClient, app
from tests.agents.harnesses.pages import check_example
from tests.model_server import StandIn

perfect = StandIn("perfect", wrong=0)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The URL of a server."""
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app(), log_level="error"))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join()


def test_a_player_that_never_throws_a_win_away_gets_1(url: str) -> None:
    with OutnumberClient(base_url=url).sync() as client:
        for seed in range(3):
            result = client.reset(seed=seed, game="order-challenge", options={"range": 12})
            said: list[dict[str, str]] = []
            while not result.done:
                assert result.reward == 0.0
                said.append({"role": "user", "content": result.observation.prompt})
                result = client.step(OutnumberAction(text=perfect(said)))
                assert result.observation.regret == 0
            assert (result.reward, result.observation.won) == (1.0, True)
            state = client.state()
            assert (state.step_count, state.seed) == (len(said), seed)


def test_rewards_are_exact_and_the_same_seed_gives_the_same_game(url: str) -> None:
    told = []
    with OutnumberClient(base_url=url).sync() as one, OutnumberClient(base_url=url).sync() as two:
        for client in (one, two):
            result = client.reset(seed=7, game="number-duel", options={"range": 20}, opponent="casual")
            regrets = []
            while not result.done:
                result = client.step(OutnumberAction(text=f"move: {result.observation.legal[-1]}"))
                regrets.append(result.observation.regret)
            told.append(result.observation.result)
            assert sum(regrets) == told[-1]["blunders"] > 0
            assert result.reward == pytest.approx(1 - told[-1]["blunders"] / told[-1]["chances"])
    assert told[0] == told[1]
    rules = outnumber.game("number-duel", range=20)
    assert outnumber.Round.begin(rules, told[0]["moves"]).outcome


def test_an_invalid_answer_is_explained_and_finally_loses(url: str) -> None:
    with OutnumberClient(base_url=url).sync() as client:
        client.reset(seed=1, play="move", retries=1, legal=False)
        result = client.step(OutnumberAction(text="move: 99"))
        assert (result.done, result.observation.legal) == (False, [])
        assert result.observation.prompt.startswith(
            "99 is not one of the numbers from 1 to 9. Choose another"
        )
        result = client.step(OutnumberAction(text="Pass."))
        assert (result.done, result.reward, result.observation.result["fault"]) == (True, 0.0, True)
        with pytest.raises(RuntimeError, match="call reset"):
            client.step(OutnumberAction(text="move: 1"))
        with pytest.raises(RuntimeError, match="There is no game called 'chess'"):
            client.reset(game="chess")


def test_the_example_in_the_documentation() -> None:
    check_example("with_openenv.py")
