"""Computers and busy solvers: no client is starved, and no computer plays below its level."""

import asyncio
import pickle
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

import outnumber
from outnumber.api.errors import Refused
from outnumber.games.links import CRITERIA
from outnumber.games.sentences import ENGLISH
from outnumber.local.join.client import RemoteGame
from outnumber.local.join.session import JoinSession
from outnumber.local.terminal.console import Console
from outnumber.match.match import Begun, Match, Participant
from outnumber.server.http import puzzles
from outnumber.server.play import computers
from outnumber.theory.best import best
from outnumber.workers.jobs import verdict
from outnumber.workers.pool import PendingJob, Pool, Worker
from tests.server.running import Running, pass_by, play, running, settled

PERFECT = (Participant("perfect"), Participant("perfect"))


@asynccontextmanager
async def somebody_else(server: Running, number: int = 2) -> AsyncIterator[Running]:
    """The same server, called from another address of this machine."""
    transport = httpx.AsyncHTTPTransport(local_address=f"127.0.0.{number}", verify=False)
    base = f"http://127.0.0.1:{server.port}"
    async with httpx.AsyncClient(base_url=base, transport=transport, timeout=60) as http:
        yield Running(server.application, server.connections, server.port, http)


async def first_move(server: Running, id: str) -> int:
    while not (moves := (await server.get(id)).json()["history"][0]["moves"]):
        await asyncio.sleep(0.02)
    return int(moves[0])


@pytest.fixture
def finished(monkeypatch: pytest.MonkeyPatch) -> asyncio.Semaphore:
    """Solvers block on each verdict until this is released once for it."""
    finished = asyncio.Semaphore(0)
    works = Worker.ask

    async def ask(self: Worker, question: PendingJob) -> Any:
        if pickle.loads(question.job).func is verdict:  # noqa: S301
            await finished.acquire()
        return await works(self, question)

    monkeypatch.setattr(Worker, "ask", ask)
    return finished


async def flood(server: Running, count: int) -> list[asyncio.Task[httpx.Response]]:
    """Several requests for verdicts, each about a different game: one is being computed, others wait."""
    tasks = []
    solvers = server.application.solvers
    for number in range(count):
        made = await server.create("number-stack-attack", options={"target": 20 + number})
        tasks.append(asyncio.ensure_future(server.get(f"{made['id']}/verdict")))
        while len(solvers._questions) < min(number, solvers.bounds.queue):
            await asyncio.sleep(0.01)
    return tasks


def test_perfect_waits_for_busy_solvers_and_never_throws_a_win_away(
    sqlite_url: str, finished: asyncio.Semaphore
) -> None:
    async def test() -> None:
        async with running(sqlite_url, solver_queue=4, solver_share=4) as server:
            dear = await flood(server, 6)
            async with somebody_else(server) as victim:
                made = [await victim.create(opponent="perfect", first="them") for _ in range(8)]
                good = best(outnumber.game("strategy-stacks").start())
                assert {await first_move(victim, each["id"]) for each in made} <= set(good)
            for each in dear:
                each.cancel()

    play(test)


def test_a_computer_that_cannot_answer_in_time_reports_it_and_retries(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts: list[int] = []
    works = Pool.choose

    async def slow(self: Pool, match: Match, who: str, attempt: int = 0) -> int:
        attempts.append(attempt)
        if len(attempts) < 3:
            await asyncio.sleep(0.1)
            raise Refused("too-slow")
        return await works(self, match, who, attempt)

    monkeypatch.setattr(Pool, "choose", slow)
    monkeypatch.setattr(computers, "THINKING_SECONDS", 0.02)
    monkeypatch.setattr(computers, "LONGEST_PAUSE", 0.1)

    async def test() -> None:
        async with running(sqlite_url) as server:
            made = await server.create("number-stack-duel", opponent="perfect", first="them", clock=1)
            assert made["state"]["left"] is None
            live = await server.live(made["id"])
            await live.next("welcome")
            assert await live.next("thinking") == {"type": "thinking", "participant": 2}
            moved = (await live.next("event"))["event"]
            assert (moved["kind"], moved["number"]) == ("move", 9)
            await live.close()

    play(test)
    assert attempts == [0, 1, 2]


def test_a_terminal_says_that_a_computer_is_thinking_and_ignores_unknown_messages(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = asyncio.Event()
    works = Pool.choose

    async def slow(self: Pool, match: Match, who: str, attempt: int = 0) -> int:
        await asked.wait()
        return await works(self, match, who, attempt)

    monkeypatch.setattr(Pool, "choose", slow)
    monkeypatch.setattr(computers, "THINKING_SECONDS", 0.02)

    async def test() -> None:
        async with running(sqlite_url) as server:
            made = await server.create("number-stack-duel", opponent="perfect", first="them")
            link = f"http://127.0.0.1:{server.port}/g/{made['id']}"
            # Spectators disconnect when the game is over.
            session = await asyncio.to_thread(lambda: JoinSession(RemoteGame(link), Console(voice=ENGLISH)))
            watching = asyncio.ensure_future(asyncio.to_thread(session.run))
            game = server.application.service.games[made["id"]]
            while "thinking" not in capsys.readouterr().out:
                await asyncio.sleep(0.05)
            for socket in game.sockets:
                socket.push(b'{"type": "weather", "sun": true}')
            asked.set()
            assert await watching == 0
            assert "thinking" not in capsys.readouterr().out  # once per turn is enough

    play(test)


def test_a_computers_clock_is_stopped(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = asyncio.Event()
    works = Pool.choose

    async def slow(self: Pool, match: Match, who: str, attempt: int = 0) -> int:
        await asked.wait()
        return await works(self, match, who, attempt)

    monkeypatch.setattr(Pool, "choose", slow)

    async def test() -> None:
        async with running(sqlite_url) as server:
            made = await server.create(opponent="perfect", first="them", clock=1, options={"range": 40})
            game = server.application.service.games[made["id"]]
            assert game.began is not None
            game.began -= 3600  # it has been thinking for an hour
            # No request in the meantime makes a player's time run out.
            offer = await server.post(f"{made['id']}/takeback", {"action": "offer"}, made["token"])
            assert offer.json()["error"]["code"] == "nothing-to-take-back"
            pass_by(monkeypatch, 2)
            await asyncio.sleep(0.1)  # its clock would ring now
            assert (await server.get(made["id"])).json()["seq"] == 0
            asked.set()
            await first_move(server, made["id"])
            state = (await server.get(made["id"])).json()
            assert [state["state"], state["turn"]["participant"]] == ["playing", 1]
            assert 0 < state["left"] <= 1

    play(test)


def test_after_a_restart_a_computer_moves_when_a_client_connects(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        with monkeypatch.context() as patched:

            async def never(*_: object) -> int:
                await asyncio.Event().wait()
                return 0

            patched.setattr(Pool, "choose", never)
            async with running(sqlite_url) as server:
                made = await server.create("number-stack-duel", opponent="perfect", first="them")
        async with running(sqlite_url) as server:
            assert await first_move(server, made["id"]) == 9

    play(test)


def test_a_game_too_large_to_solve_is_refused_to_players_who_need_verdicts(
    sqlite_url: str,
) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            for opponent, status in (("perfect", 422), ("casual", 422), ("random", 201), ("open", 201)):
                options = {"target": 1000, "tokens": "2-8"}
                body = {"game": "number-stack-attack", "options": options, "opponent": opponent}
                answer = await server.http.post("/api/games", json=body)
                assert answer.status_code == status
                if status == 422:
                    error = answer.json()["error"]
                    assert error["code"] == "too-large"
                    assert error["numbers"]["size"] == 1000

    play(test)


def test_a_game_that_cannot_be_solved_any_more_is_resigned(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "outnumber.server.play.create.effort", lambda _: 0.0
    )  # from before this check existed
    monkeypatch.setattr(computers, "LONGEST_PAUSE", 0.01)

    async def test() -> None:
        async with running(sqlite_url) as server:
            options = {"target": 1000, "tokens": "2-8"}
            made = await server.create(
                "number-stack-attack", options=options, opponent="perfect", first="them"
            )
            while (state := (await server.get(made["id"])).json())["state"] != "over":
                await asyncio.sleep(0.02)
            assert state["history"][0]["moves"] == []
            assert state["history"][0]["outcome"]["participant"] == 1

    play(test)


def test_every_computer_game_within_the_limits_can_be_played(sqlite_url: str) -> None:
    chosen: list[tuple[str, dict[str, Any]]] = [
        ("number-stack-attack", {"target": 1000, "tokens": "2-7"}),
        ("number-stack-attack", {"target": 1000, "tokens": [1, *range(3, 1001)]}),
        *((name, {"range": 1000}) for name in ("number-stack-duel", "order-challenge", "strategy-stacks")),
        *(("number-duel", {"range": 1000, "link": link}) for link in CRITERIA),
    ]

    async def test() -> None:
        async with running(sqlite_url) as server:
            for name, options in chosen:
                # The rules and the answer are too long for one message.
                rules = outnumber.game(name, **options)
                number = await server.application.solvers.choose(
                    Match(rules, participants=PERFECT).after(Begun()), "somebody"
                )
                assert number in rules.start().legal_moves()

    play(test)


def test_many_requests_of_one_address_do_not_delay_others(
    sqlite_url: str, finished: asyncio.Semaphore
) -> None:
    async def test() -> None:
        async with running(sqlite_url, solvers=1) as server, somebody_else(server) as other:
            made = await other.create()
            dear = await flood(server, 5)
            hint = asyncio.ensure_future(other.get(f"{made['id']}/hint"))
            while len(server.application.solvers._questions) < 5:
                await asyncio.sleep(0.01)
            finished.release()
            assert (await hint).status_code == 200
            # Only the running one came first.
            await dear[0]
            assert not any(each.done() for each in dear[1:])
            for each in dear:
                each.cancel()

    play(test)


def test_the_daily_puzzle_waits_for_no_other_requests(sqlite_url: str, finished: asyncio.Semaphore) -> None:
    async def test() -> None:
        async with running(sqlite_url, solvers=1) as server, somebody_else(server) as other:
            dear = await flood(server, 5)
            asked = asyncio.gather(*(other.http.get("/api/puzzles/daily") for _ in range(20)))
            while not server.application.solvers._quick:
                await asyncio.sleep(0.01)
            finished.release()
            answers = await asked
            assert {answer.status_code for answer in answers} == {200}
            assert len({answer.text for answer in answers}) == 1
            await dear[0]
            assert not any(each.done() for each in dear[1:])
            for each in dear:
                each.cancel()

    play(test)


def test_the_puzzles_of_today_and_tomorrow_are_computed_in_advance(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzles, "AHEAD_AFTER", 0)

    async def test() -> None:
        async with running(sqlite_url) as server:
            known = server.application.solvers._common[True]
            while len(known) < 24 or not all(each.done() for each in known.values()):
                await asyncio.sleep(0.02)

            async def unasked(*_: object) -> bytes:
                raise AssertionError("it was to be known already")

            monkeypatch.setattr(Worker, "ask", unasked)
            for query in ("", "?game=number-duel"):
                assert (await server.http.get(f"/api/puzzles/daily{query}")).status_code == 200

    play(test)


def test_in_a_full_queue_the_client_with_most_requests_gives_way(
    sqlite_url: str, finished: asyncio.Semaphore
) -> None:
    async def test() -> None:
        async with running(sqlite_url, solvers=1, solver_queue=3) as server, somebody_else(server) as other:
            made = await other.create()
            dear = await flood(server, 4)  # one is being computed, three wait
            hint = asyncio.ensure_future(other.get(f"{made['id']}/hint"))
            await dear[-1]
            for _ in dear[:-1]:
                finished.release()
            assert (await hint).status_code == 200
            answers = await asyncio.gather(*dear)
            assert [answer.status_code for answer in answers] == [200, 200, 200, 503]
            assert answers[-1].json()["error"]["code"] == "server-busy"

    play(test)


def test_computer_moves_are_charged_to_the_player(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server, somebody_else(server) as other:
            service = server.application.service
            made = await server.create("number-stack-duel", opponent="perfect", first="me")
            assert service.games[made["id"]].who == "127.0.0.1"
            # Spectators are not charged.
            await other.get(made["id"])
            assert service.games[made["id"]].who == "127.0.0.1"
            await other.move(made["id"], made["token"], 5)
            assert service.games[made["id"]].who == "127.0.0.2"
            await settled(server.application)
            assert "127.0.0.2" in service.solvers._shares._had
        async with running(sqlite_url) as server:
            live = await server.live(made["id"], token=made["token"])
            await live.next("welcome")
            assert server.application.service.games[made["id"]].who == "127.0.0.1"
            await live.close()

    play(test)


def test_games_without_viewers_drop_their_requests(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object) -> bytes:
        await asyncio.Event().wait()
        return b""

    monkeypatch.setattr(Worker, "ask", never)

    async def test() -> None:
        async with running(sqlite_url, kept=10) as server:
            for _ in range(100):
                await server.create(opponent="perfect", first="them")
            await asyncio.sleep(0.01)
            service = server.application.service
            assert (
                len(service.solvers._quick)
                <= len(service.computers.thinking)
                <= len(service.games)
                <= 10 + 64
            )

    play(test)
