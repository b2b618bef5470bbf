"""Clocks: unanswerable time is not charged to players, and system clocks have no influence."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import time
from typing import Any

import pytest

from outnumber.match.clock import GameClock
from outnumber.match.record import read
from outnumber.server.settings import file_of
from outnumber.server.storage import log as logs
from outnumber.server.storage import uptime
from outnumber.server.storage.log import LogEntry
from outnumber.server.storage.uptime import Running, Uptime
from tests.server.running import later, pass_by, play, running
from tests.server.storage.test_processes import Server


def test_a_clock_stops_without_a_sign_of_life() -> None:
    now = [0.0]
    running, strict = (Running(lambda: now[0], 2.0, gives_back=back) for back in (False, True))
    for seconds in (1.0, 1.0, 30.0, 1.0):
        now[0] += seconds
        running.sign()
        strict.sign()
    assert (running(), strict()) == (5.0, 3.0)
    now[0] += 60
    assert (running(), strict()) == (7.0, 3.0)


def test_a_changed_system_clock_neither_takes_nor_gives_time(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        real = time.time
        async with running(sqlite_url) as server:
            id, one, two = await server.begin(clock=5)
            monkeypatch.setattr(time, "time", lambda: real() + 3600)
            assert 4 < (await server.get(id)).json()["left"] <= 5
            assert (await server.move(id, one, 6)).status_code == 200
            monkeypatch.setattr(time, "time", lambda: real() - 3600)
            assert 4 < (await server.get(id)).json()["left"] <= 5
            later(server, 6)
            answer = await server.move(id, two, 3)
            assert answer.json()["error"]["code"] == "game-over"
        async with running(sqlite_url) as server:  # and a restart ignores it too
            assert (await server.get(id)).json()["history"][0]["outcome"]["reason"] == "time"

    play(test)


def test_changes_to_the_system_clock_before_a_restart_do_not_matter(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, two = await server.begin(clock=5)
            await server.move(id, one, 6)
            later(server, 3)
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() - 86_400)
        async with running(sqlite_url) as server:
            assert 1 < (await server.get(id)).json()["left"] <= 2
            assert (await server.move(id, two, 3)).status_code == 200

    play(test)


def test_a_blocked_event_loop_takes_no_players_time(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "SILENCE", 60.0)  # the database is not involved

    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, _ = await server.begin(clock=2)
            live = await server.live(id, token=one)
            await live.next("welcome")
            await live.send(type="move", number=6, id="m1")  # sent, and not read before the pause is over
            pass_by(monkeypatch, 8)  # for the whole process and everything in it
            assert (await live.next("ack", "refused"))["type"] == "ack"
            await live.close()

    play(test)


def test_a_stopped_process_takes_no_players_time(sqlite_url: str) -> None:
    server = Server(sqlite_url)
    server.start()
    try:
        made = server.call("/api/games", {"game": "strategy-stacks", "opponent": "open", "clock": 6})
        server.call(f"/api/games/{made['id']}/seat", {})
        os.kill(server.process.pid, signal.SIGSTOP)
        time.sleep(7)
        os.kill(server.process.pid, signal.SIGCONT)
        moved = server.call(f"/api/games/{made['id']}/moves", {"number": 6}, made["token"])
        assert moved["event"]["number"] == 6
    finally:
        server.end(signal.SIGTERM)


def test_a_locked_database_takes_no_players_time(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "BEAT", 0.1)
    monkeypatch.setattr(logs, "SILENCE", 0.5)
    monkeypatch.setattr(uptime, "STALL", 60.0)  # whatever time passes, the loop keeps running

    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, two = await server.begin(clock=3)
            with sqlite3.connect(file_of(server.application.log.url)) as other:
                other.execute("BEGIN IMMEDIATE")
                pass_by(monkeypatch, 4)
                await asyncio.sleep(0.1)  # the turn would be over now
                moving = asyncio.create_task(server.move(id, one, 6, id="m1"))
                while not server.application.service.games[id].pending:
                    await asyncio.sleep(0.01)
                pass_by(monkeypatch, 4)
                await asyncio.sleep(0.1)
            assert (await moving).status_code == 200
            # The next turn begins when clients are notified.
            assert (await server.get(id)).json()["left"] > 2
            assert (await server.move(id, two, 3)).status_code == 200

    play(test)


def test_a_timely_move_counts_however_late_it_is_written(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, _ = await server.begin(clock=5)
            service = server.application.service
            append = service.log.append
            waiting: list[LogEntry] = []
            monkeypatch.setattr(service.log, "append", waiting.append)
            moving = asyncio.create_task(server.move(id, one, 6, id="m1"))
            while not waiting:
                await asyncio.sleep(0.01)
            later(server, 6)
            monkeypatch.setattr(service.log, "append", append)
            waiting[0].done(False)  # as if another event had been faster: it is retried
            assert (await moving).status_code == 200

    play(test)


def test_a_time_out_of_a_turn_that_another_process_ended_affects_no_later_turn(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, two = await server.begin(clock=5)
            await server.move(id, one, 6)
            append = server.application.log.append
            waiting: list[LogEntry] = []
            monkeypatch.setattr(server.application.log, "append", waiting.append)
            later(server, 6)
            late = asyncio.create_task(server.move(id, two, 2))
            while not waiting:
                await asyncio.sleep(0.01)
            assert waiting[0].row is not None
            assert waiting[0].row.kind == "time"
            monkeypatch.setattr(server.application.log, "append", append)
            # For the other process the move was in time, and the game continued.
            game = await server.application.service.games.find(id)
            assert game.began is not None
            game.began += 6
            assert (await server.move(id, two, 3)).status_code == 200
            assert (await server.move(id, one, 9)).status_code == 200
            waiting[0].done(False)
            assert (await late).json()["error"]["code"] == "not-linked"
            assert (await server.get(id)).json()["state"] == "playing"

    play(test)


def test_a_turn_begins_with_its_notification_even_in_a_reloaded_game(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, two = await server.begin(clock=5)
            await server.move(id, one, 6)
            server.application.service.games.clear()  # as after a write with unknown outcome
            later(server, 4)
            assert (await server.get(id)).json()["left"] > 4
            later(server, 8)
            assert (await server.move(id, two, 3)).json()["error"]["code"] == "game-over"

    play(test)


def test_reported_lag_is_compensated_within_limits(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, two = await server.begin(game_clock={"seconds": 300, "increment": 0})
            for token, number in ((one, 6), (two, 3)):
                later(server, 5)
                moved = await server.move(id, token, number, spent=4)
                assert 3.9 < moved.json()["event"]["spent"] < 4.5  # a second, as reported
            later(server, 7)
            moved = await server.move(id, one, 9, spent=0)
            assert 3.9 < moved.json()["event"]["spent"] < 4.5  # three instead of seven
            later(server, 7)
            moved = await server.move(id, two, 1, spent=60)
            assert 6.9 < moved.json()["event"]["spent"] < 7.5  # no player is charged more than was used

    play(test)


def test_false_lag_reports_gain_at_most_a_second_per_move(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, two = await server.begin(
                "order-challenge", options={"range": 40}, game_clock={"seconds": 300}
            )
            spent = 0.0
            for turn in range(1, 21):
                later(server, 10)
                moved = await server.move(id, one if turn % 2 else two, turn, spent=0)
                spent += moved.json()["event"]["spent"]
            # Two players, each with 3 seconds initially and one more for each of their ten moves.
            assert 200 - 2 * (3 + 10) <= spent < 200

    play(test)


def test_without_a_lag_report_only_the_excess_is_compensated(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, two = await server.begin(clock=20)
            later(server, 20.3)
            assert (await server.move(id, one, 6)).status_code == 200
            later(server, 22)
            assert (await server.move(id, two, 3)).json()["error"]["code"] == "game-over"

    play(test)


def test_a_clock_for_the_whole_game(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, two = await server.begin(game_clock={"seconds": 60, "increment": 2}, rounds=2)
            watcher = await server.live(id, positions=True)
            state = (await watcher.next("welcome"))["state"]
            assert state["game_clock"] == {"seconds": 60, "increment": 2}
            assert (state["clock"], state["times"]) == (None, [60, 60])
            later(server, 10)
            await server.move(id, one, 6, spent=10)
            event = (await watcher.next("event"))["event"]
            assert 9.5 < event["spent"] <= 10.1
            assert event["times"] == [pytest.approx(62 - event["spent"], abs=0.002), 60]
            assert 59 < event["left"] <= 60
            later(server, 40)
            await server.move(id, two, 3, spent=40)
            later(server, 53)
        async with running(sqlite_url) as server:
            state = (await server.get(id)).json()
            assert state["times"][0] == pytest.approx(52, abs=0.6)
            assert state["times"][1] == pytest.approx(22, abs=0.6)
            assert state["left"] < 0.5
            later(server, 3)
            assert (await server.move(id, one, 9)).json()["error"]["code"] == "not-your-turn"  # of round 2
            state = (await server.get(id)).json()
            assert state["history"][0]["outcome"] == {
                **state["history"][0]["outcome"],
                "reason": "time",
                "winner": 2,
            }
            assert state["times"] == [60, 60]
            match = read((await server.get(f"{id}/record")).text)
            assert (match.game_clock, match.times) == (GameClock(60, 2), (60, 60))
            assert match.rounds[0].moves == (6, 3)
        await watcher.close()

    play(test)


@pytest.mark.parametrize(
    "clocks",
    [
        {"clock": 5, "game_clock": {"seconds": 60}},
        {"game_clock": {"seconds": 0}},
        {"game_clock": {"seconds": 60, "increment": -1}},
        {"game_clock": "1+1"},
        {"game_clock": {"seconds": 60, "minutes": 1}},
    ],
)
def test_an_invalid_clock_is_refused(sqlite_url: str, clocks: dict[str, Any]) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            answer = await server.http.post("/api/games", json={"game": "strategy-stacks", **clocks})
            assert answer.status_code == 400
            assert answer.json()["error"]["code"] == "bad-request"

    play(test)


class Processes:
    """Processes that share a database, with the seconds that each has seen pass."""

    def __init__(self, count: int) -> None:
        self.beats: dict[int, float] = {}
        self.outages: list[tuple[float, float]] = []
        self.seconds = [0.0] * count
        self.all = [
            Uptime(self.run, True, 3.0, lambda number=number: self.seconds[number])  # type: ignore[misc]
            for number in range(count)
        ]

    async def run(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        kind = statement.split()[0], "beats" in statement
        if kind == ("INSERT", True):
            self.beats[values[0]] = max(values[1], self.beats.get(values[0], 0.0))
        elif kind == ("INSERT", False):
            self.outages.append((values[0], values[1]))
        elif kind == ("DELETE", True):
            self.beats.pop(values[0])
        elif kind == ("SELECT", True):
            return list(self.beats.items())
        elif kind == ("SELECT", False):
            return self.outages
        return []

    async def pass_by(self, seconds: int, *who: int) -> None:
        """Let seconds pass for some of them."""
        for _ in range(seconds):
            for number in who:
                for _ in range(10):
                    self.seconds[number] += uptime.TICK
                    self.all[number].tick()
                await self.all[number].beat()

    def passed(self, began: float) -> list[float]:
        return [round(each.run_time(began, each.now()), 1) for each in self.all]


def test_processes_agree_on_the_time_through_the_database() -> None:
    async def test() -> None:
        both = Processes(2)
        for each in both.all:
            await each.begin()
        both.all[1].base -= 500  # its system clock is wrong
        await both.pass_by(2, 0, 1)
        began = both.all[0].now()
        await both.pass_by(10, 0, 1)
        assert both.passed(began) == [10, 10]

    play(test)


def test_time_does_not_count_while_a_process_is_away() -> None:
    async def test() -> None:
        both = Processes(2)
        await both.pass_by(2, 0, 1)
        began = both.all[0].now()
        await both.pass_by(8, 0)
        assert not both.all[0].heard_since(began + 3)  # its players cannot get answers
        both.seconds[1] += 8.0  # it was stopped, and continues
        await both.pass_by(3, 0, 1)  # one more beat, so that requests sent to it meanwhile are known by then
        assert both.all[0].heard_since(began + 3)
        assert all(passed < 5 for passed in both.passed(began))

    play(test)


def test_requests_to_a_silent_process_are_not_late_for_a_new_one() -> None:
    async def test() -> None:
        both = Processes(2)
        await both.pass_by(2, 0, 1)
        began = both.all[0].now()
        await both.pass_by(6, 0)
        assert both.passed(began)[0] == 0  # not recorded yet, and it may return
        fresh = Uptime(both.run, True, 3.0, lambda: 0.0)
        await fresh.begin()
        assert not fresh.heard_since(began + 1)
        assert round(fresh.run_time(began, fresh.now()), 3) == 0

    play(test)


def test_time_given_back_is_not_counted_again_after_a_restart() -> None:
    async def test() -> None:
        one = Processes(1)
        await one.pass_by(2, 0)
        began = one.all[0].now()
        for _ in range(50):  # the database does not respond
            one.seconds[0] += uptime.TICK
            one.all[0].tick()
        await one.pass_by(2, 0)  # the first sign of life, and a second that counts
        assert one.passed(began) == [1]
        again = Uptime(one.run, True, 3.0, lambda: 0.0)
        await again.begin()
        assert round(again.run_time(began, again.now()), 1) == 1

    play(test)


def test_a_dead_process_is_not_waited_for_indefinitely() -> None:
    async def test() -> None:
        both = Processes(2)
        await both.pass_by(2, 0, 1)
        began = both.all[0].now()
        await both.pass_by(20, 0)
        assert both.all[0].heard_since(both.all[0].now())
        assert 5 < both.all[0].run_time(began, both.all[0].now()) < 12  # since it was declared gone
        await both.all[0].end()
        assert list(both.beats) == [1]

    play(test)
