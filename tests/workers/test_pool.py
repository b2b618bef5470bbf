"""The pool of solver processes answers every question, even when a process fails."""

import asyncio
import pickle
from collections.abc import Callable
from functools import partial

import pytest

import outnumber
from outnumber.api.errors import Refused
from outnumber.games.base import Reason, Seat
from outnumber.games.errors import GameError
from outnumber.games.sentences import ENGLISH
from outnumber.language.voice import voice
from outnumber.match.match import Begun, Ended, Match, Moved, Participant, Picked
from outnumber.workers import pool as pools
from outnumber.workers import process
from outnumber.workers.jobs import check, only_round, picture
from outnumber.workers.pool import Bounds, PendingJob, Pool, Worker
from outnumber.workers.study_jobs import daily_puzzle, puzzles

DAILY = partial(daily_puzzle, "2026-11-15", None, None, ENGLISH)
ENDLESS = partial(puzzles, "number-duel", 1, 10**6, (), None, ENGLISH)
PERFECT = (Participant("perfect"), Participant("perfect"))


def test_dead_or_killed_solver_affects_only_its_current_question(monkeypatch: pytest.MonkeyPatch) -> None:
    processes: list[asyncio.subprocess.Process] = []
    start = pools.start_worker

    async def started() -> asyncio.subprocess.Process:
        processes.append(await start())
        return processes[-1]

    monkeypatch.setattr(pools, "start_worker", started)

    async def test() -> None:
        pool = Pool(Bounds(processes=1))
        assert b"puzzle" in await pool.ask(DAILY, "a")
        # A solver killed while idle goes unnoticed.
        processes[0].kill()
        assert b"puzzle" in await pool.ask(DAILY, "a")
        # A solver killed for taking too long: the other questions are answered.
        pool.bounds = Bounds(processes=1, seconds=0.2)
        late = asyncio.ensure_future(pool.ask(ENDLESS, "a"))
        await asyncio.sleep(0)
        pool.bounds = Bounds(processes=1)
        others = await asyncio.gather(*(pool.ask(DAILY, who) for who in "abc"))
        assert all(b"puzzle" in each for each in others)
        with pytest.raises(Refused) as refused:
            await late
        assert refused.value.code == "too-slow"
        assert len(processes) == 3
        await pool.stop()
        with pytest.raises(Refused) as refused:
            await pool.ask(DAILY, "a")
        assert refused.value.code == "server-stopping"

    asyncio.run(asyncio.wait_for(test(), 180))


def test_computer_move_gets_twice_the_time_after_each_timeout_up_to_sixteen_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits: list[float] = []

    async def ask(_: Worker, question: PendingJob) -> bytes:
        limits.append(question.limit)
        raise Refused("too-slow")

    monkeypatch.setattr(Worker, "ask", ask)

    async def test() -> None:
        pool = Pool(Bounds(processes=1, seconds=3.0))
        match = Match(outnumber.game("strategy-stacks"), participants=PERFECT).after(Begun())
        for attempt in range(7):
            with pytest.raises(Refused):
                await pool.choose(match, "a", attempt)
        await pool.stop()
        assert limits == [3.0, 6.0, 12.0, 24.0, 48.0, 48.0, 48.0]

    asyncio.run(asyncio.wait_for(test(), 180))


def test_shared_answers_stay_cached_when_one_client_asks_a_lot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pools, "COMMON", 2)
    answered: list[object] = []

    async def ask(_: Worker, question: PendingJob) -> bytes:
        answered.append(question.job)
        return b"{}"

    monkeypatch.setattr(Worker, "ask", ask)

    async def test() -> None:
        pool = Pool(Bounds())
        some = [partial(puzzles, "number-duel", seed, 1, (), None, ENGLISH) for seed in range(5)]
        await pool.common(DAILY)
        for job in some:
            await pool.common(job, "a")
        await pool.common(DAILY)
        await pool.stop()
        assert answered == [pickle.dumps(each) for each in (DAILY, *some)]

    asyncio.run(asyncio.wait_for(test(), 180))


def test_waiting_clients_get_an_error_when_the_server_stops() -> None:
    async def test() -> None:
        pool = Pool(Bounds(processes=1))
        asked = [asyncio.ensure_future(pool.ask(ENDLESS, who)) for who in "ab"]
        await asyncio.sleep(0.1)
        await pool.stop()
        for each in asked:
            with pytest.raises(Refused) as refused:
                await each
            assert refused.value.code == "server-stopping"

    asyncio.run(asyncio.wait_for(test(), 180))


def test_question_about_one_round_sends_only_that_round() -> None:
    match = Match(outnumber.game("strategy-stacks"), participants=PERFECT, length=3).after(Begun())
    for number in (6, 3, 9, 1):
        match = match.after(Moved(number))
    match = match.after(Ended(match.current.turn, Reason.RESIGNATION)).after(Begun())
    alone = only_round(match, 1)
    assert [each.moves for each in alone.rounds] == [(6, 3, 9, 1)]
    assert alone.current.outcome == match.rounds[0].outcome
    assert only_round(match, 2).seated(Seat.ONE) == match.seated(Seat.ONE) == 2


def _result(job: Callable[[], object]) -> object:
    """The result of a job, computed as in a worker."""
    return pickle.loads(process.answer(pickle.loads(pickle.dumps(job))))  # noqa: S301


def test_worker_receives_rounds_participants_and_seats() -> None:
    names = (Participant("human", "Ada"), Participant("perfect"))
    match = Match(outnumber.game("strategy-stacks"), participants=names, first=2, length=3, start="fair")
    match = match.after(Begun((6, 3))).after(Picked(Seat.ONE)).after(Moved(9))
    match = match.after(Ended(Seat.TWO, Reason.TIME)).after(Begun())
    there = _result(partial(only_round, match, 1))
    assert there == only_round(match, 1)
    assert _result(partial(picture, match, voice("de"))) == picture(match, voice("de"))


def test_worker_returns_errors_with_their_values() -> None:
    hard = outnumber.game("number-duel", range=1_000_000)
    error = _result(partial(check, hard))
    assert isinstance(error, GameError)
    with pytest.raises(GameError) as raised:
        check(hard)
    assert (error.code, voice("de").tell(error)) == (raised.value.code, voice("de").tell(raised.value))
    assert isinstance(failed := _result(partial(divmod, 1, 0)), Refused)
    assert failed.code == "internal"
