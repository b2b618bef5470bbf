"""Many games with models at a time: the same results, whatever the endpoint does and whoever is killed."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from outnumber.arena import run
from outnumber.arena.plan import Plan, checked
from outnumber.arena.read import COSTS, RESULTS
from outnumber.arena.results import results_in
from outnumber.arena.run import ArenaError, play_plan
from outnumber.players.models import model
from outnumber.players.models.endpoint import Endpoint
from outnumber.players.models.pace import Limits
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
        for _ in play_plan(plan, results, **how):
            pass
    return lines(directory / RESULTS)


def lines(file: Path) -> list[str]:
    return sorted(file.read_text(encoding="utf-8").splitlines())


def requests_paid(directory: Path) -> int:
    return sum(
        used.get("requests", 0) for line in lines(directory / COSTS) for used in json.loads(line)["used"]
    )


class Crowd:
    """A step that answers as soon as so many have asked at once."""

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


def test_many_at_a_time_give_the_same_results_to_the_byte(
    tmp_path: Path, endpoint: Callable[..., ModelServer]
) -> None:
    endpoint(ANSWER)
    alone = played(tmp_path / "alone")
    crowd = Crowd(12)
    server = endpoint(crowd)
    assert played(tmp_path / "crowd", concurrency=24) == alone
    assert crowd.came.is_set()
    assert requests_paid(tmp_path / "crowd") == len(server.requests)
    assert not Endpoint._open  # everybody has let go
    # With processes for the others, models are still asked from here.
    endpoint(ANSWER)
    assert played(tmp_path / "jobs", jobs=2, concurrency=8) == alone


def resets(handler: Handler, _: Request) -> None:
    """Reset the connection, as a machine that goes down does."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    handler.close_connection = True
    handler.connection.close()


def test_whatever_the_endpoint_does_the_results_are_the_same(
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


def test_refusals_and_cut_off_answers_are_the_same_for_many_at_a_time(
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


def test_a_move_has_its_time_however_long_it_waited_for_its_turn(
    tmp_path: Path, endpoint: Callable[..., ModelServer]
) -> None:
    # All are asked within half a second or so, far apart; each has a tenth of that to answer.
    plan = PLAN._replace(players=("llm:m?timeout=0.25", "casual"), rounds=2, time=0.25)
    server = endpoint(thinks(StandIn(wrong=0)))
    found = [json.loads(line) for line in played(tmp_path, plan, concurrency=4, limits=Limits(requests=600))]
    assert len(server.requests) > 5
    assert {each["reason"] for each in found} <= {"no-move"}
    seconds = [json.loads(line)["seconds"] for line in lines(tmp_path / COSTS)]
    assert all(sum(each) < 0.25 * 12 for each in seconds)


def test_stopped_in_the_middle_everything_paid_is_kept(
    tmp_path: Path, endpoint: Callable[..., ModelServer]
) -> None:
    held = threading.Event()

    def step(handler: Handler, request: Request) -> None:
        if "Player 1: 1," in request.body["messages"][0]["content"]:
            held.set()
            handler.wait()  # for ever
        ANSWER(handler, request)

    endpoint(step)
    with results_in(tmp_path, checked(PLAN)) as results:
        progress: Any = play_plan(PLAN, results, concurrency=24)
        for _ in progress:
            if held.is_set():
                break
        progress.close()
    told = [json.loads(line) for line in lines(tmp_path / COSTS)]
    finished = {each["id"] for each in told if each.get("finished", True)}
    assert finished == {json.loads(line)["id"] for line in lines(tmp_path / RESULTS)}
    endpoint(ANSWER)
    endpoint(ANSWER)
    whole = played(tmp_path, concurrency=24)
    assert whole == played(tmp_path / "whole", concurrency=24)


@pytest.mark.skipif(sys.platform == "win32", reason="kills as Unix does")
def test_killed_in_the_middle_it_goes_on_and_pays_only_for_what_was_not_written(
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
    before = len(server.requests)
    assert subprocess.run(command, check=False, **quiet).returncode == 0  # type: ignore[call-overload]
    assert (tmp_path / "cut" / RESULTS).read_bytes().startswith(kept[: kept.rfind(b"\n") + 1])
    after = len(server.requests) - before
    ids = {json.loads(line)["id"] for line in kept.splitlines() if line.endswith(b"}")}
    asked = sum(
        used.get("requests", 0)
        for line in lines(tmp_path / "cut" / COSTS)
        for used in json.loads(line)["used"]
        if json.loads(line)["id"] not in ids
    )
    assert after == asked
    whole = Plan(("llm:m", "casual"), ("strategy-stacks range=12",), rounds=12)
    assert lines(tmp_path / "cut" / RESULTS) == played(tmp_path / "whole", checked(whole), concurrency=6)


def test_a_finished_arena_grows_and_pays_only_for_what_is_new(
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
    # It is what it is, however often it is asked for; and it does not shrink.
    assert played(tmp_path, grown) == second
    with pytest.raises(StoreError, match="other players and rounds; choose another --out"):
        played(tmp_path, small)


def _used(directory: Path, ids: set[str]) -> list[dict[str, Any]]:
    told = [json.loads(line) for line in lines(directory / COSTS)]
    return [used for each in told if each["id"] in ids for used in each["used"]]


def test_an_endpoint_that_takes_few_at_a_time_is_asked_by_few(
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


def test_a_wrong_key_ends_all_games_of_its_model_and_no_others(
    tmp_path: Path, endpoint: Callable[..., ModelServer]
) -> None:
    server = endpoint(fails(401))
    plan = PLAN._replace(players=("llm:m", "casual", "perfect"))
    with pytest.raises(ArenaError, match=r"could not be played: .*OPENAI_API_KEY") as raised:
        played(tmp_path, plan, concurrency=4)
    # Who had asked already has asked in vain; nobody asks after that.
    assert len(server.requests) <= 4
    found = lines(tmp_path / RESULTS)
    assert len(found) == plan.size - raised.value.numbers["count"]
    assert sum("llm:" not in json.loads(line)["id"] for line in found) == 8
