"""The pool of solver processes answers every question, even when a process fails."""

import asyncio

import msgspec
import pytest

import outnumber
from outnumber.api.errors import Refused
from outnumber.games.base import Outcome, Reason, Seat
from outnumber.match.match import Begun, Ended, Match, Moved, Participant, Picked
from outnumber.workers import pool as pools
from outnumber.workers import process
from outnumber.workers.jobs import REFUSAL, HistoryPicture, MatchJob, only_round
from outnumber.workers.pool import Bounds, Pool, Worker
from outnumber.workers.study_jobs import PuzzleOfDay, SomePuzzles

PERFECT = (Participant("perfect"), Participant("perfect"))


def test_dead_or_killed_solver_affects_only_its_current_question(monkeypatch: pytest.MonkeyPatch) -> None:
    processes: list[asyncio.subprocess.Process] = []
    start = pools.start_worker

    async def started() -> asyncio.subprocess.Process:
        processes.append(await start())
        return processes[-1]

    monkeypatch.setattr(pools, "start_worker", started)
    daily = PuzzleOfDay(date="2026-11-15", game=None)
    endless = SomePuzzles(game="number-duel", seed=1, count=10**6)

    async def test() -> None:
        pool = Pool(Bounds(processes=1))
        assert b"puzzle" in await pool.ask(daily, "a")
        # A solver killed while idle goes unnoticed.
        processes[0].kill()
        assert b"puzzle" in await pool.ask(daily, "a")
        # A solver killed for taking too long: the other questions are answered.
        pool.bounds = Bounds(processes=1, seconds=0.2)
        late = asyncio.ensure_future(pool.ask(endless, "a"))
        await asyncio.sleep(0)
        pool.bounds = Bounds(processes=1)
        others = await asyncio.gather(*(pool.ask(daily, who) for who in "abc"))
        assert all(b"puzzle" in each for each in others)
        with pytest.raises(Refused) as refused:
            await late
        assert refused.value.code == "too-slow"
        assert len(processes) == 3
        await pool.stop()
        with pytest.raises(Refused) as refused:
            await pool.ask(daily, "a")
        assert refused.value.code == "server-stopping"

    asyncio.run(asyncio.wait_for(test(), 60))


def test_computer_move_gets_twice_the_time_after_each_timeout_up_to_sixteen_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits: list[float] = []

    async def ask(_: Worker, line: bytes, seconds: float) -> bytes:
        limits.append(seconds)
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

    asyncio.run(asyncio.wait_for(test(), 60))


def test_shared_answers_stay_cached_when_one_client_asks_a_lot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pools, "COMMON", 2)
    answered: list[object] = []

    async def ask(_: Worker, line: bytes, seconds: float) -> bytes:
        answered.append(process.read(line))
        return b"{}"

    monkeypatch.setattr(Worker, "ask", ask)

    async def test() -> None:
        pool = Pool(Bounds())
        daily = PuzzleOfDay(date="2026-11-15", game=None)
        some = [SomePuzzles(game="number-duel", seed=seed, count=1) for seed in range(5)]
        await pool.common(daily)
        for job in some:
            await pool.common(job, "a")
        await pool.common(daily)
        await pool.stop()
        assert answered == [daily, *some]

    asyncio.run(asyncio.wait_for(test(), 60))


def test_waiting_clients_get_an_error_when_the_server_stops() -> None:
    async def test() -> None:
        pool = Pool(Bounds(processes=1))
        endless = SomePuzzles(game="number-duel", seed=1, count=10**6)
        asked = [asyncio.ensure_future(pool.ask(endless, who)) for who in "ab"]
        await asyncio.sleep(0.1)
        await pool.stop()
        for each in asked:
            with pytest.raises(Refused) as refused:
                await each
            assert refused.value.code == "server-stopping"

    asyncio.run(asyncio.wait_for(test(), 60))


def test_question_about_one_round_sends_only_that_round() -> None:
    match = Match(outnumber.game("strategy-stacks"), participants=PERFECT, length=3).after(Begun())
    for number in (6, 3, 9, 1):
        match = match.after(Moved(number))
    match = match.after(Ended(match.current.turn, Reason.RESIGNATION)).after(Begun())
    alone = only_round(match, 1)
    assert [each.moves for each in alone.rounds] == [(6, 3, 9, 1)]
    assert alone.current.outcome == match.rounds[0].outcome
    assert only_round(match, 2).seated(Seat.ONE) == match.seated(Seat.ONE) == 2


def _sent(match: Match) -> MatchJob:
    """A job about a match, as the worker reads it."""
    return msgspec.json.decode(msgspec.json.encode(HistoryPicture.of_match(match)), type=HistoryPicture)


def test_worker_receives_rounds_participants_and_seats() -> None:
    names = (Participant("human", "Ada"), Participant("perfect"))
    match = Match(outnumber.game("strategy-stacks"), participants=names, first=2, length=3, start="fair")
    match = match.after(Begun((6, 3))).after(Picked(Seat.ONE)).after(Moved(9))
    match = match.after(Ended(Seat.TWO, Reason.TIME)).after(Begun())
    there = _sent(match).match
    assert there.rules == match.rules
    assert there.rounds == match.rounds
    assert there.participants == names
    assert [there.seated(Seat.ONE, number) for number in (1, 2)] == [
        match.seated(Seat.ONE, number) for number in (1, 2)
    ]


def test_worker_refuses_moves_and_ends_that_the_rules_forbid() -> None:
    rules = outnumber.game("strategy-stacks", range=4)
    over = Match(rules).after(Begun(moves=(3, 1, 4, 2)))
    assert over.current.outcome
    resigned = Outcome(Seat.ONE, Reason.RESIGNATION)
    for begun, ended in (
        (Begun(moves=(9,)), None),
        (Begun((3, 3)), None),
        (Begun(moves=over.current.moves), resigned),
    ):
        job = HistoryPicture.of(rules, participants=PERFECT, first=1, rounds=[(begun, ended)])
        answer = process.answer(process.read(msgspec.json.encode(job)))
        assert answer.startswith(REFUSAL)
