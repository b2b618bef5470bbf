"""Concurrent games with models give the same results, despite faulty endpoints and killed processes."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from outnumber.agents.arena import game, run
from outnumber.agents.arena.game import open_players, play_game
from outnumber.agents.arena.plan import ArenaTask, Plan, checked
from outnumber.agents.arena.read import COSTS, RESULTS
from outnumber.agents.arena.results import JOURNAL, results_in
from outnumber.agents.arena.run import ArenaError, play_plan
from outnumber.games.errors import GameError
from outnumber.match.clock import UNTIMED, Clock
from outnumber.match.match import Match
from outnumber.players.models import model
from outnumber.players.models.endpoint import ModelEndpoint
from outnumber.players.random import RandomPlayer
from outnumber.players.registry import computer
from outnumber.store.files import StoreError
from tests.model_server import Handler, ModelServer, Request, StandIn, Step, fails, hangs_up, says, thinks
from tests.program import PATIENCE, PROGRAM, environment

PLAN = Plan(
    ("llm:m", "llm:n?legal=no&retries=1", "casual"), ("strategy-stacks range=12 opening=any",), rounds=4
)
ANSWER = thinks(StandIn(wrong=0.3))
KEY = "sk-0123456789"


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., ModelServer]]:
    monkeypatch.setattr(model, "BACK_OFF", 0.0)
    monkeypatch.setattr(run, "PAUSES", (0.0, 0.0))
    with ExitStack() as stack:

        def start(*script: Step) -> ModelServer:
            server = stack.enter_context(ModelServer(*script))
            monkeypatch.setenv("OPENAI_BASE_URL", server.url)
            monkeypatch.setenv("OPENAI_API_KEY", KEY)
            return server

        yield start


def played(directory: Path, plan: Plan = PLAN, **how: Any) -> list[str]:
    with results_in(directory, checked(plan)) as results:
        for _ in play_plan(results, **how):
            pass
    return lines(directory / RESULTS)


def lines(file: Path) -> list[str]:
    return sorted(file.read_text(encoding="utf-8").splitlines())


def requests_paid(directory: Path) -> int:
    return sum(
        used.get("requests", 0) for line in lines(directory / COSTS) for used in json.loads(line)["used"]
    )


class Crowd:
    """A step that answers as soon as a number of clients have asked at once."""

    def __init__(self, wanted: int) -> None:
        self._lock, self._now, self._wanted = threading.Lock(), 0, wanted
        self.came = threading.Event()

    def __call__(self, handler: Handler, request: Request) -> None:
        with self._lock:
            self._now += 1
            if self._now == self._wanted:
                self.came.set()
        self.came.wait(PATIENCE)
        with self._lock:
            self._now -= 1
        ANSWER(handler, request)


def is_slow(handler: Handler, request: Request) -> None:
    handler.wait(0.05)
    ANSWER(handler, request)


def test_concurrent_games_give_identical_results(
    tmp_path: Path, endpoint: Callable[..., ModelServer]
) -> None:
    before = {*ModelEndpoint.in_use}
    endpoint(ANSWER)
    alone = played(tmp_path / "alone")
    crowd = Crowd(12)
    server = endpoint(crowd)
    assert played(tmp_path / "crowd", concurrency=24) == alone
    assert crowd.came.is_set()
    assert requests_paid(tmp_path / "crowd") == len(server.requests)
    assert {*ModelEndpoint.in_use} <= before  # all have closed
    # With processes for other games, models are still called from this process.
    endpoint(ANSWER)
    assert played(tmp_path / "jobs", jobs=2, concurrency=8) == alone


def test_if_a_player_cannot_be_opened_the_others_are_closed(
    endpoint: Callable[..., ModelServer],
) -> None:
    before = {*ModelEndpoint.in_use}
    endpoint(ANSWER)
    with pytest.raises(GameError, match="nobody"), open_players(["llm:m", "llm:n", "nobody"]):
        pass
    assert {*ModelEndpoint.in_use} <= before


def resets(handler: Handler, _: Request) -> None:
    """Reset the connection, like a machine that crashes."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    handler.close_connection = True
    handler.connection.close()


def test_results_do_not_depend_on_the_endpoints_behaviour(
    tmp_path: Path, endpoint: Callable[..., ModelServer]
) -> None:
    endpoint(ANSWER)
    alone = played(tmp_path / "alone")
    numbers = count()
    troubles: list[Step] = [
        fails(429, "Slow down.", Retry_After="0.01"),
        fails(503),
        hangs_up,
        resets,
        fails(500),
        is_slow,
    ]

    def troubled(handler: Handler, request: Request) -> None:
        number = next(numbers)
        step = troubles[number // 2 % len(troubles)] if number % 2 else ANSWER
        step(handler, request)

    server = endpoint(troubled)
    assert played(tmp_path / "troubled", concurrency=16) == alone
    assert requests_paid(tmp_path / "troubled") == len(server.requests) > len(alone)


def test_refusals_and_cut_off_answers_are_the_same_in_concurrent_games(
    tmp_path: Path, endpoint: Callable[..., ModelServer]
) -> None:
    def step(handler: Handler, request: Request) -> None:
        prompt = request.body["messages"][0]["content"]
        kind = sum(map(ord, prompt)) % 4
        filtered = fails(400, "The content filter said no.")
        cut = says("I would", choices=[{"message": {"content": "I would"}, "finish_reason": "length"}])
        (filtered if kind == 0 else cut if kind == 1 else ANSWER)(handler, request)

    endpoint(step)
    alone = played(tmp_path / "alone")
    codes = {fault["code"] for line in alone if (fault := json.loads(line)["fault"])}
    assert codes >= {"player-refused", "player-cut-off"}
    assert played(tmp_path / "crowd", concurrency=16) == alone


class Patient(RandomPlayer):
    """Thinks for a second, after waiting for an hour."""

    def __init__(self, now: list[float], *, counted: bool) -> None:
        self._now, self._counted = now, counted
        self.waited = 0.0

    def choose(self, match: Match, clock: Clock = UNTIMED) -> int:
        self._now[0] += 3601
        self.waited += 3600 * self._counted
        return super().choose(match, clock)


@pytest.mark.parametrize("counted", [True, False])
def test_waiting_for_the_endpoint_does_not_count_as_thinking_time(
    monkeypatch: pytest.MonkeyPatch, counted: bool
) -> None:
    now = [0.0]
    monkeypatch.setattr(game, "monotonic", lambda: now[0])
    monkeypatch.setattr(game, "thread_time", lambda: now[0])
    task = ArenaTask("x", "strategy-stacks range=9", (6,), ("random", "casual"), 1, 5.0)
    players = {"random": Patient(now, counted=counted), "casual": computer("casual")}
    told = play_game(task, players)
    assert (told.result.reason == "no-move") == counted
    turns = sum(each.seat == 1 for each in told.result.grades)
    assert told.cost["seconds"][0] == (turns if counted else 3601)


def test_an_interrupted_arena_saves_everything_it_paid_for(
    tmp_path: Path, endpoint: Callable[..., ModelServer]
) -> None:
    held = threading.Event()
    plan = PLAN._replace(openings="start")  # the players make every move

    def step(handler: Handler, request: Request) -> None:
        # Player 1 has moved twice, so an answer of the model in this game has been paid for.
        if ", Player 1: " in request.body["messages"][0]["content"] and not held.is_set():
            held.set()
            handler.wait()  # for ever
        ANSWER(handler, request)

    endpoint(step)
    with results_in(tmp_path, checked(plan)) as results:
        progress: Any = play_plan(results, concurrency=24)
        for _ in progress:
            if held.is_set():
                break
        progress.close()
    told = [json.loads(line) for line in lines(tmp_path / COSTS)]
    finished = {each["id"] for each in told if each.get("finished", True)}
    assert finished == {json.loads(line)["id"] for line in lines(tmp_path / RESULTS)}
    assert not (tmp_path / JOURNAL).exists()
    before = [each["answer"] is not None for each in exchanges(tmp_path)].count(True)
    rest = endpoint(ANSWER)
    whole = played(tmp_path, plan, concurrency=24)
    every = endpoint(ANSWER)
    assert whole == played(tmp_path / "whole", plan, concurrency=24)
    # Saved answers are not requested again, but count as an attempt of their game.
    assert len(rest.requests) == len(every.requests) - before
    ended = [each for each in map(json.loads, lines(tmp_path / COSTS)) if each.get("finished", True)]
    again = [json.loads(line) for line in lines(tmp_path / "whole" / COSTS)]
    for name in ("attempts", "turns", "illegal"):
        assert _total(ended, name) == _total(again, name)
    assert (
        sum(used.get("requests", 0) for used in _used(tmp_path, {each["id"] for each in told} - finished)) > 0
    )


def exchanges(directory: Path) -> list[dict[str, Any]]:
    told = [json.loads(line) for line in lines(directory / COSTS)]
    return [exchange for each in told for used in each["used"] for exchange in used.get("exchanges", [])]


def _total(costs: list[dict[str, Any]], name: str) -> int:
    return sum(used.get(name, 0) for cost in costs for used in cost["used"])


@pytest.mark.skipif(sys.platform == "win32", reason="kills as Unix does")
def test_a_killed_arena_resumes_and_pays_only_for_unsaved_answers(
    tmp_path: Path, endpoint: Callable[..., ModelServer]
) -> None:
    server = endpoint(is_slow)
    plan = ["arena", "llm:m", "casual", "--games", "strategy-stacks range=12", "--rounds", "12"]
    command = [*PROGRAM, *plan, "--concurrency", "6", "--out", str(tmp_path / "cut")]
    env = environment() | {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": KEY}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": env}
    running = subprocess.Popen(command, **quiet)  # type: ignore[call-overload]
    deadline = time.monotonic() + PATIENCE
    while not (tmp_path / "cut" / RESULTS).exists() and time.monotonic() < deadline:
        time.sleep(0.005)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    kept = (tmp_path / "cut" / RESULTS).read_bytes()
    assert subprocess.run(command, check=False, **quiet).returncode == 0  # type: ignore[call-overload]
    assert (tmp_path / "cut" / RESULTS).read_bytes().startswith(kept[: kept.rfind(b"\n") + 1])
    # All answers were saved except the pending ones, and no other question was repeated.
    assert len(server.requests) - 6 <= requests_paid(tmp_path / "cut") <= len(server.requests)
    asked = [json.dumps(request.body) for request in server.requests]
    server.requests.clear()
    whole = Plan(("llm:m", "casual"), ("strategy-stacks range=12",), rounds=12)
    assert lines(tmp_path / "cut" / RESULTS) == played(tmp_path / "whole", checked(whole), concurrency=6)
    once = [json.dumps(request.body) for request in server.requests]
    again = Counter(asked) - Counter(once)
    assert again.total() <= 6
    assert not Counter(once) - Counter(asked)
    assert not (tmp_path / "cut" / JOURNAL).exists()


def test_killed_between_cost_and_result_the_game_counts_and_costs_once(
    tmp_path: Path, endpoint: Callable[..., ModelServer]
) -> None:
    server = endpoint(ANSWER)
    whole, paid = played(tmp_path), requests_paid(tmp_path)
    results, costs = tmp_path / RESULTS, lines(tmp_path / COSTS)
    lost = next(cost for cost in map(json.loads, reversed(costs)) if any(cost["used"]))
    kept = [line for line in lines(results) if json.loads(line)["id"] != lost["id"]]
    results.write_text("".join(f"{line}\n" for line in kept))
    (tmp_path / JOURNAL).write_text(json.dumps({**lost, "finished": False}) + "\n")
    server.requests.clear()
    assert sorted(played(tmp_path)) == sorted(whole)
    assert server.requests == []
    assert requests_paid(tmp_path) == paid


def test_a_finished_arena_grows_and_pays_only_for_new_games(
    tmp_path: Path, endpoint: Callable[..., ModelServer]
) -> None:
    server = endpoint(ANSWER)
    small = PLAN._replace(players=("llm:m", "casual"), rounds=3)
    first = played(tmp_path, small, concurrency=4)
    paid = len(server.requests)
    grown = PLAN._replace(players=("perfect", "llm:m", "casual"), rounds=8)
    second = played(tmp_path, grown, concurrency=4)
    assert set(first) < set(second)
    assert len(second) == grown.size
    assert requests_paid(tmp_path) == len(server.requests) > paid
    new = [json.loads(line) for line in set(second) - set(first)]
    assert sum(used.get("requests", 0) for used in _used(tmp_path, {each["id"] for each in new})) == (
        len(server.requests) - paid
    )
    # Requesting the same plan again changes nothing, and the plan cannot shrink.
    assert played(tmp_path, grown) == second
    with pytest.raises(StoreError, match="different players and rounds; choose another directory"):
        played(tmp_path, small)


def _used(directory: Path, ids: set[str]) -> list[dict[str, Any]]:
    told = [json.loads(line) for line in lines(directory / COSTS)]
    return [used for each in told if each["id"] in ids for used in each["used"]]


def test_answers_to_different_settings_are_requested_again(
    tmp_path: Path, endpoint: Callable[..., ModelServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A player makes several moves in each game, so no game ends with the first answer.
    plan = PLAN._replace(players=("llm:m", "casual"), games=("number-stack-attack",), rounds=1)
    (tmp_path / "models.toml").write_text("[m]\ntemperature = 0.0\n")
    monkeypatch.setenv("OUTNUMBER_MODELS", str(tmp_path / "models.toml"))
    # The first answer, then only errors.
    server = endpoint(ANSWER, fails(404))
    with pytest.raises(ArenaError):
        played(tmp_path / "out", plan)
    assert [each["answer"] is not None for each in exchanges(tmp_path / "out")] == [True, False]
    (tmp_path / "models.toml").write_text("[m]\ntemperature = 1.0\n")
    server = endpoint(ANSWER)
    played(tmp_path / "out", plan)
    every = endpoint(ANSWER)
    played(tmp_path / "whole", plan)
    assert len(server.requests) == len(every.requests)


def test_an_endpoint_with_low_concurrency_gets_few_requests_at_once(
    tmp_path: Path, endpoint: Callable[..., ModelServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model, "BACK_OFF", 0.01)
    lock, now = threading.Lock(), [0]

    def narrow(handler: Handler, request: Request) -> None:
        with lock:
            now[0] += 1
            crowded = now[0] > 4
        handler.wait(0.01)
        (fails(429, "Too many at once.") if crowded else ANSWER)(handler, request)
        with lock:
            now[0] -= 1

    endpoint(narrow)
    assert len(played(tmp_path, concurrency=24)) == PLAN.size
    told = [json.loads(line) for line in lines(tmp_path / COSTS)]
    assert sum(each.get("finished") is False for each in told) <= 4


def test_a_wrong_key_ends_only_the_games_of_its_model(
    tmp_path: Path, endpoint: Callable[..., ModelServer]
) -> None:
    server = endpoint(fails(401))
    plan = PLAN._replace(players=("llm:m", "casual", "perfect"))
    with pytest.raises(ArenaError, match=r"could not be played: .*OPENAI_API_KEY") as raised:
        played(tmp_path, plan, concurrency=4)
    # Pending requests fail; no further ones are sent.
    assert len(server.requests) <= 4
    found = lines(tmp_path / RESULTS)
    assert len(found) == plan.size - raised.value.numbers["count"]
    assert sum("llm:" not in json.loads(line)["id"] for line in found) == 8


def test_a_damaged_journal_is_reported(tmp_path: Path, endpoint: Callable[..., ModelServer]) -> None:
    endpoint(ANSWER)
    (tmp_path / JOURNAL).write_text('{"id": 3}\n')
    with pytest.raises(StoreError, match=r"line 1 of .*asked\.jsonl"):
        played(tmp_path)
    # An incomplete last line is ignored.
    (tmp_path / JOURNAL).write_text('{"id": "x", "over": true}\n{"id": ')
    assert len(played(tmp_path, PLAN._replace(rounds=1))) == PLAN.size / 4
