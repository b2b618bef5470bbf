"""An arena plays every game once, on any backend, even if processes are killed."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import outnumber
from outnumber.agents.arena import models, run
from outnumber.agents.arena.game import PlayedGame, play_batch, play_game
from outnumber.agents.arena.plan import ArenaTask, Plan, checked, rules_of, tasks
from outnumber.agents.arena.read import ATTEMPTS, COSTS, RESULTS, Fault
from outnumber.agents.arena.report import markdown, report, terminal
from outnumber.agents.arena.results import results_in
from outnumber.agents.arena.run import ArenaError, play_plan
from outnumber.games.errors import PlayerFault
from outnumber.games.sentences import ENGLISH
from outnumber.match.review import review_round
from outnumber.match.round import Round
from outnumber.players.models import model
from outnumber.players.random import RandomPlayer
from outnumber.store.files import StoreError
from tests.model_server import Handler, ModelServer, Request, StandIn, Step, fails, says, thinks
from tests.threads import THREADS, at_once

PLAN = checked(
    Plan(
        ("random", "casual", "perfect"),
        ("strategy-stacks", "number-duel range=20", "number-stack-attack", "order-challenge"),
        rounds=4,
    )
)


def played(directory: Path, plan: Plan = PLAN, **how: Any) -> list[str]:
    """The lines of results of a whole arena, in a fixed order."""
    with results_in(directory, plan) as results:
        for _ in play_plan(results, **how):
            pass
    return lines_in(directory)


def lines_in(directory: Path) -> list[str]:
    return sorted((directory / RESULTS).read_text(encoding="utf-8").splitlines())


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return played(tmp_path_factory.mktemp("here"))


def test_every_game_has_its_result_and_its_cost(expected: list[str], tmp_path: Path) -> None:
    assert {json.loads(line)["id"] for line in expected} == {task.id for task in tasks(PLAN)}
    assert len(expected) == PLAN.size
    played(tmp_path)
    costs = [json.loads(line) for line in (tmp_path / COSTS).read_text().splitlines()]
    assert {cost["id"] for cost in costs} == {task.id for task in tasks(PLAN)}
    assert all(seconds > 0 for cost in costs for seconds in cost["seconds"][:1])


def test_results_agree_with_the_review_of_the_same_game(expected: list[str]) -> None:
    for line in expected:
        told = json.loads(line)
        rules = outnumber.game(told["game"], **told["options"])
        assert rules == rules_of(told["id"].partition(" | ")[0])
        whole = Round.begin(rules, told["opening"] + told["moves"])
        assert whole.outcome == (told["winner"], whole.outcome.reason) if whole.outcome else False
        graded = review_round(whole).moves[len(told["opening"]) :]
        assert told["grades"] == [
            [move.seat, len(move.legal), len(move.winning), move.regret] for move in graded
        ]
        start = review_round(whole).winners[len(told["opening"])]
        assert told["favourite"] == start
        # A player cannot be ahead at the start, play perfectly and still lose.
        if told["players"][told["favourite"] - 1] == "perfect":
            assert told["winner"] == told["favourite"]


def test_several_processes_give_identical_results(expected: list[str], tmp_path: Path) -> None:
    assert played(tmp_path, jobs=2) == expected


def a_worker() -> int:
    """A worker process of this one."""
    children = " ".join(each.read_text() for each in Path("/proc/self/task").glob("*/children"))
    lines = {int(pid): Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children.split()}
    return next(pid for pid, line in lines.items() if b"popen_loky" in line)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds a worker as Linux lists them")
def test_a_killed_process_costs_only_time(tmp_path: Path) -> None:
    longer = PLAN._replace(games=("strategy-stacks", "order-challenge"), rounds=40)
    with results_in(tmp_path, longer) as results:
        progress = play_plan(results, jobs=2)
        assert next(progress) < longer.size
        os.kill(a_worker(), signal.SIGKILL)
        for _ in progress:
            pass
    assert lines_in(tmp_path) == played(tmp_path / "again", longer)


def test_workers_that_are_always_killed_cause_a_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dying(*_: object) -> Any:
        raise BrokenProcessPool
        yield

    monkeypatch.setattr(run, "play_in_workers", dying)
    with pytest.raises(ArenaError, match="killed 3 times"):
        played(tmp_path, jobs=2)


def test_a_stopped_arena_resumes(expected: list[str], tmp_path: Path) -> None:
    with results_in(tmp_path, PLAN) as results:
        progress: Any = play_plan(results)
        done = next(progress)
        progress.close()
    before = (tmp_path / RESULTS).read_text(encoding="utf-8")
    assert len(before.splitlines()) == done < PLAN.size
    # As if killed while writing the next line.
    for name in (RESULTS, COSTS):
        with open(tmp_path / name, "a", encoding="utf-8") as file:
            file.write('{"id": "strategy-st')
    assert played(tmp_path) == expected
    assert (tmp_path / RESULTS).read_text(encoding="utf-8").startswith(before)


def test_a_finished_arena_plays_no_game_again(expected: list[str], tmp_path: Path) -> None:
    played(tmp_path)
    with results_in(tmp_path, PLAN) as results:
        assert list(play_plan(results)) == []
    assert lines_in(tmp_path) == expected


def test_a_different_plan_is_refused_in_a_directory_with_results(tmp_path: Path) -> None:
    played(tmp_path)
    with pytest.raises(StoreError, match="different rounds and seed; choose another directory"):
        played(tmp_path, PLAN._replace(rounds=5, seed=2))


@pytest.mark.parametrize("text", ["[]", "null", "{}", "nonsense"])
def test_a_directory_with_another_plan_json_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "plan.json").write_text(text)
    with pytest.raises(StoreError, match="it isn't the plan of an arena"):
        played(tmp_path)


def test_two_programs_cannot_write_to_the_same_results(tmp_path: Path) -> None:
    with results_in(tmp_path, PLAN), pytest.raises(StoreError, match="another arena is writing there"):
        played(tmp_path)


@pytest.mark.parametrize("line", ["nonsense", "[]", "{}", "3"])
def test_a_damaged_line_is_reported(tmp_path: Path, line: str) -> None:
    played(tmp_path)
    with open(tmp_path / RESULTS, "a", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(StoreError, match=f"line {PLAN.size + 1} "):
        played(tmp_path)


class Faulty:
    """A player that cannot play."""

    interactive = False

    def choose(self, *_: object) -> int:
        raise PlayerFault("player-ended", player="cmd:mine", what="status 1")

    def used(self) -> dict[str, Any]:
        return {"requests": 1}

    def close(self) -> None:
        pass


def test_a_fault_is_a_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outnumber.agents.arena.game.computer", lambda _: Faulty())
    task = ArenaTask("x", "strategy-stacks range=9", (6,), ("cmd:mine", "random"), 1, None)
    (told,) = play_batch([task])
    assert isinstance(told, PlayedGame)
    assert told.result.winner == 1
    assert told.result.reason == "fault"
    assert told.result.fault == Fault(
        seat=2,
        code="player-ended",
        text="cmd:mine exited on its turn: status 1.",
        legal=3,
        winning=1,
    )
    assert (told.result.moves, told.result.grades) == ((), ())
    assert told.cost["used"] == [{"requests": 1}, {"requests": 1}]


def test_a_game_with_an_unreachable_model_is_postponed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = PLAN._replace(players=("random", "perfect"))
    whole = play_game

    def cut_off(task: ArenaTask, players: Any) -> PlayedGame:
        found = whole(task, players)
        if " | 2 | " in task.id:
            tried.append(task.id)
            fault = Fault(1, "player-unreached", "It is away.")
            return found._replace(result=structs.replace(found.result, fault=fault))
        return found

    tried: list[str] = []
    monkeypatch.setattr(models, "play_game", cut_off)
    monkeypatch.setattr(run, "PAUSES", (0.0, 0.0))
    with pytest.raises(ArenaError, match=r"8 games could not be played: It is away\. Run the same command"):
        played(tmp_path, plan)
    # All other games were played first, and the number of retries is limited.
    assert len(lines_in(tmp_path)) == plan.size - 8
    assert sorted(tried) == sorted(tried[:8] * 3)
    monkeypatch.undo()
    assert len(played(tmp_path, plan)) == plan.size


def test_a_run_without_results_does_not_lock_its_directory(tmp_path: Path) -> None:
    with results_in(tmp_path, PLAN):
        pass
    other = PLAN._replace(rounds=1)
    assert len(played(tmp_path, other)) == other.size


def test_workers_do_not_import_from_the_current_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor().shutdown(kill_workers=True)  # workers of other tests have already started
    (tmp_path / "joblib.py").write_text("from pathlib import Path; Path('trapped').touch()")
    monkeypatch.chdir(tmp_path)
    played(tmp_path / "out", jobs=2)
    assert not (tmp_path / "trapped").exists()
    assert "PYTHONSAFEPATH" not in os.environ


def test_threads_of_one_worker_give_the_results_of_a_single_one() -> None:
    plan = PLAN._replace(games=("strategy-stacks range=60", "number-duel range=60"))
    some = list(tasks(plan))[:6]

    def results(_: int) -> list[object]:
        return [each.result for each in play_batch(some)]

    alone = results(0)
    assert at_once(results) == [alone] * THREADS


# A model on a server with scripted answers


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., ModelServer]]:
    monkeypatch.setattr(model, "BACK_OFF", 0.0)
    monkeypatch.setattr(run, "PAUSES", (0.0, 0.0))
    with ExitStack() as stack:

        def start(*script: Step) -> ModelServer:
            server = stack.enter_context(ModelServer(*script))
            monkeypatch.setenv("OPENAI_BASE_URL", server.url)
            monkeypatch.setenv("OPENAI_API_KEY", "sk-0123456789")
            return server

        yield start


MODEL = Plan(("llm:m?retries=0", "random"), ("strategy-stacks range=12 opening=any",), rounds=6)
WELL = thinks(StandIn(wrong=0))


def used_in(directory: Path) -> list[dict[str, Any]]:
    costs = map(json.loads, (directory / COSTS).read_text(encoding="utf-8").splitlines())
    return [used for cost in costs for used in cost["used"] if used]


def test_a_prompt_that_is_always_refused_does_not_stop_the_arena(
    tmp_path: Path, endpoint: Callable[..., ModelServer]
) -> None:
    def filtered(handler: Handler, request: Request) -> None:
        asked = request.body["messages"][0]["content"]
        refuse = "Moves so far: Player 1: 11" in asked
        step = fails(400, "The prompt triggered the content filter.") if refuse else WELL
        step(handler, request)

    server = endpoint(filtered)
    lines = list(map(json.loads, played(tmp_path, MODEL)))
    assert len(lines) == MODEL.size
    refused = [each for each in lines if each["fault"]]
    assert refused
    assert {each["fault"]["code"] for each in refused} == {"player-refused"}
    assert "content filter" in refused[0]["fault"]["text"]
    exchanges = [each for used in used_in(tmp_path) for each in used["exchanges"]]
    assert len(exchanges) == len(server.requests)
    assert [each["status"] for each in exchanges].count(400) == len(refused)
    assert all("content filter" in each["error"] for each in exchanges if each["status"] == 400)
    found = report(tmp_path, voice=ENGLISH)
    assert found.games == MODEL.size
    # Listed separately: they have no winner.
    assert {each.won.of for each in found.standings} == {MODEL.size - len(refused)}
    told = "\n".join(terminal(found))
    assert f"{len(refused)} of them ended because an endpoint refused to answer" in told
    assert "Games ended by a refusal" in markdown(found)
    # No question is repeated.
    before = len(server.requests)
    played(tmp_path, MODEL)
    assert len(server.requests) == before


def test_a_busy_endpoint_is_retried_after_all_other_games(
    tmp_path: Path, endpoint: Callable[..., ModelServer]
) -> None:
    server = endpoint(*[fails(429, "Slow down.")] * model.TRIES, *[fails(503)] * model.TRIES, WELL)
    assert len(played(tmp_path, MODEL)) == MODEL.size
    told = list(map(json.loads, (tmp_path / COSTS).read_text(encoding="utf-8").splitlines()))
    vain = [each for each in told if each.get("finished") is False]
    assert [each["id"] for each in vain] == [task.id for task in tasks(MODEL)][:2]
    assert sorted(each["id"] for each in told[-2:]) == sorted(each["id"] for each in vain)
    assert sum(used["requests"] for used in used_in(tmp_path)) == len(server.requests)


def test_costs_are_saved_even_if_no_game_finishes(
    tmp_path: Path, endpoint: Callable[..., ModelServer]
) -> None:
    plan = MODEL._replace(players=(*MODEL.players, "perfect"))
    server = endpoint(fails(500, "Out of order."))
    with pytest.raises(ArenaError, match=r"games could not be played: .*Out of order") as raised:
        played(tmp_path, plan)
    # The others have played all their games; one game of the model ended before its turn.
    lines = lines_in(tmp_path)
    assert len(lines) == plan.size - raised.value.numbers["count"]
    assert sum("llm:" not in json.loads(line)["id"] for line in lines) == MODEL.size
    assert sum(used["requests"] for used in used_in(tmp_path)) == len(server.requests)
    assert len(server.requests) == 3 * run.MOST_MISSES * model.TRIES
    assert "In unfinished games" in markdown(report(tmp_path, voice=ENGLISH))


def test_a_rejected_key_is_tried_once(tmp_path: Path, endpoint: Callable[..., ModelServer]) -> None:
    server = endpoint(fails(401))
    with pytest.raises(ArenaError, match=f"{MODEL.size} games could not be played: .*OPENAI_API_KEY"):
        played(tmp_path, MODEL)
    assert len(server.requests) == 1
    assert [used["requests"] for used in used_in(tmp_path)] == [1]
    assert terminal(report(tmp_path, voice=ENGLISH))[0].startswith("Arena: 2 players, 0 of")


def test_a_stopped_game_saves_its_costs(
    tmp_path: Path, endpoint: Callable[..., ModelServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = endpoint(WELL)
    whole = RandomPlayer.choose

    def stopped(self: RandomPlayer, match: Any, clock: Any) -> int:
        if match.current.turn == 2:  # so the model has moved
            raise KeyboardInterrupt
        return whole(self, match, clock)

    monkeypatch.setattr(RandomPlayer, "choose", stopped)
    with pytest.raises(KeyboardInterrupt):
        played(tmp_path, MODEL)
    assert sum(used["requests"] for used in used_in(tmp_path)) == len(server.requests)
    costs = (tmp_path / COSTS).read_text(encoding="utf-8").splitlines()
    assert [json.loads(each).get("finished") for each in costs].count(False) == 1
    assert len(lines_in(tmp_path)) == len(costs) - 1


def test_attempts_corrected_by_a_retry_are_counted(
    tmp_path: Path, endpoint: Callable[..., ModelServer]
) -> None:
    plan = MODEL._replace(players=("llm:m?retries=20", "random"))
    endpoint(
        says("move: 99"),
        says("3 or 2"),
        says("<think>move: 1"),
        says(None, choices=[{"message": {"content": None, "refusal": "I do not play."}}]),
        thinks(StandIn(wrong=0.5)),
    )
    played(tmp_path, plan)
    used = used_in(tmp_path)
    first = used[0]
    assert first["refused"] == first["cut_off"] == 1
    assert (
        first["attempts"]
        == len(first["exchanges"])
        == first["turns"] + sum(first[kind] for kind in ("illegal", "garbled", "refused", "cut_off"))
    )
    (section,) = (each for each in report(tmp_path, voice=ENGLISH).sections if each.title == "Attempts")
    (row,) = section.tables[0].rows
    totals = {name: sum(each[name] for each in used) for name in ATTEMPTS}
    assert row[1:3] == (totals["turns"], totals["attempts"])
    assert row[4:] == tuple(totals[name] for name in ATTEMPTS[2:])


HANGING = """
import os, sys, time
from outnumber.agents.arena import game, run
from outnumber.agents.arena.plan import Plan, checked

def large(todo, parent):
    game.end_with(parent)
    with open(f"{sys.argv[1]}/{os.getpid()}", "w"):
        pass
    return b"x" * 50_000_000

run.play_batch = large
plan = checked(Plan(("random", "perfect"), ("strategy-stacks",), rounds=200))
played = run.play_in_workers(run.batches(run.tasks(plan), 32), 2)
next(played)
time.sleep(600)
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes as Linux lists them")
def test_workers_exit_when_the_arena_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "hanging.py"
    script.write_text(HANGING)
    noted = tmp_path / "workers"
    noted.mkdir()
    arena = subprocess.Popen([sys.executable, script, noted])
    deadline = time.monotonic() + 300
    while len(list(noted.iterdir())) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    arena.kill()
    arena.wait()
    workers = [int(each.name) for each in noted.iterdir()]
    assert len(workers) == 2
    while any(map(alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(alive, workers))


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
