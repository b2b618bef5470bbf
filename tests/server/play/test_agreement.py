"""Both clients and the log agree, however messages are lost, duplicated and reordered."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from outnumber.api import plain
from outnumber.server.app import Application
from outnumber.server.settings import ServerSettings
from outnumber.server.transport.sockets import CONNECTION
from tests.server.running import FAST, settled


class Client:
    """A client with a bad connection: its messages wait until they are delivered, and its input may break
    off.
    """

    def __init__(self, token: str) -> None:
        self.token = token
        self.known: list[dict[str, Any]] = []  # events, collected from answers and broadcasts
        self.answers: dict[str, list[dict[str, Any]]] = {}
        self.outbox: list[str] = []
        self.deaf = False
        self.welcomed = False
        self.incoming: asyncio.Queue[str | None] = asyncio.Queue()
        self.limit = None
        self.writable = True
        self.task: asyncio.Task[None] | None = None

    async def connect(self, application: Application, game: str) -> None:
        await self.disconnect()
        self.incoming = asyncio.Queue()
        self.deaf = False
        scope = {
            "type": "websocket", "path": f"/api/games/{game}/live", "headers": [], "client": ("10.0.0.1", 1),
            "extensions": {CONNECTION: self},
        }  # fmt: skip
        hello = {"type": "hello", "token": self.token, "after": len(self.known)}
        self.incoming.put_nowait(json.dumps(hello))
        self.welcomed = False
        self.task = asyncio.ensure_future(application(scope, None, None))
        while not self.welcomed:
            await asyncio.sleep(0.001)
        await settled(application)

    async def disconnect(self) -> None:
        if self.task is not None:
            self.incoming.put_nowait(None)
            await self.task
            self.task = None

    def accept(self) -> None:
        """Accept immediately."""

    async def receive(self) -> str | None:
        return await self.incoming.get()

    def listen(self, heard: Callable[[str | None], None]) -> None:
        self.heard = heard

    async def closed(self) -> None:
        while (message := await self.incoming.get()) is not None:
            self.heard(message)

    async def drained(self) -> None:
        """Always ready."""

    def close(self, code: int, reason: str) -> None:
        """It stays."""

    def push(self, message: bytes) -> None:
        if self.deaf:
            return
        told = json.loads(message)
        if told["type"] == "welcome":
            for event in told["events"]:
                self.hear(event)
            assert told["seq"] == len(self.known)
            self.welcomed = True
        elif told["type"] in ("ack", "event"):
            self.hear(told["event"])
        if told["type"] in ("ack", "refused") and told["id"]:
            self.answers.setdefault(told["id"], []).append(told)

    def hear(self, event: dict[str, Any]) -> None:
        if event["seq"] <= len(self.known):
            assert self.known[event["seq"] - 1] == event
            return
        assert event["seq"] == len(self.known) + 1, "an event was left out"
        self.known.append(event)


class Agreement(RuleBasedStateMachine):
    """Two players of one game with bad connections, a server that restarts, and a log."""

    def __init__(self) -> None:
        super().__init__()
        self.directory = tempfile.TemporaryDirectory()
        self.loop = asyncio.new_event_loop()
        self.count = 0

    def wait(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    async def start_server(self) -> None:
        database = f"sqlite:///{Path(self.directory.name)}/server.db"
        self.application = Application(ServerSettings(database=database, **FAST))  # type: ignore[arg-type]
        await self.application.start()

    @initialize(game=st.sampled_from(["number-stack-attack", "strategy-stacks", "order-challenge"]))
    def begin(self, game: str) -> None:
        async def work() -> None:
            from outnumber.api.bodies import Create
            from outnumber.api.events import SeatTaken
            from outnumber.server.play.create import made_from
            from outnumber.server.play.requests import Request
            from outnumber.server.play.tokens import digest

            await self.start_server()
            made = made_from(Create(game=game, opponent="open", rounds=5), self.application.settings)
            live = await self.application.service.create(made.game)
            await self.application.service.ask(Request(live, SeatTaken(2, "", digest("2" * 32))))
            self.game = live.id
            self.clients = [Client(made.token), Client("2" * 32)]
            for client in self.clients:
                await client.connect(self.application, self.game)

        self.wait(work())

    who = st.integers(0, 1)

    @rule(who=who, number=st.integers(1, 9))
    def want_to_move(self, who: int, number: int) -> None:
        self.count += 1
        self.clients[who].outbox.append(
            json.dumps({"type": "move", "id": f"m{self.count}", "number": number})
        )

    @rule(
        who=who,
        what=st.sampled_from(["takeback", "rematch"]),
        action=st.sampled_from(["offer", "accept", "decline"]),
    )
    def want_to_offer_or_answer(self, who: int, what: str, action: str) -> None:
        self.count += 1
        self.clients[who].outbox.append(json.dumps({"type": what, "id": f"o{self.count}", "action": action}))

    @rule(who=who)
    def want_to_resign(self, who: int) -> None:
        self.count += 1
        self.clients[who].outbox.append(json.dumps({"type": "resign", "id": f"r{self.count}"}))

    @rule(who=who, places=st.lists(st.integers(0, 20), min_size=1, max_size=6), keep=st.booleans())
    def deliver_some_in_any_order(self, who: int, places: list[int], keep: bool) -> None:
        """Messages arrive, perhaps reordered, perhaps several times."""
        client = self.clients[who]
        if not client.outbox:
            return
        chosen = [client.outbox[place % len(client.outbox)] for place in places]
        if not keep:
            client.outbox = [text for text in client.outbox if text not in chosen]

        async def work() -> None:
            for text in chosen:
                client.incoming.put_nowait(text)
            await settled(self.application)

        self.wait(work())

    @rule()
    def deliver_everything_of_both_at_once(self) -> None:
        async def work() -> None:
            for client in self.clients:
                for text in client.outbox:
                    client.incoming.put_nowait(text)
            await settled(self.application)

        self.wait(work())

    @rule(who=who)
    def lose_what_was_to_be_sent(self, who: int) -> None:
        self.clients[who].outbox.clear()

    @rule(who=who)
    def hear_nothing_for_a_while(self, who: int) -> None:
        self.clients[who].deaf = True

    @rule(who=who)
    def reconnect(self, who: int) -> None:
        self.wait(self.clients[who].connect(self.application, self.game))

    @precondition(lambda self: self.count % 5 == 4)
    @rule()
    def restart_the_server(self) -> None:
        async def work() -> None:
            for client in self.clients:
                await client.disconnect()
            await self.application.stop()
            await self.start_server()
            for client in self.clients:
                await client.connect(self.application, self.game)

        self.wait(work())

    async def log(self) -> list[dict[str, Any]]:
        service = self.application.service
        return [plain(event) for event in await service.told(await service.games.find(self.game), 0)]

    @invariant()
    def everybody_knows_a_beginning_of_the_log(self) -> None:
        if not hasattr(self, "clients"):
            return
        log = self.wait(self.log())
        assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
        for client in self.clients:
            assert client.known == log[: len(client.known)]
            if not client.deaf:
                assert len(client.known) == len(log)

    @invariant()
    def the_same_request_never_gets_two_different_events(self) -> None:
        for client in getattr(self, "clients", ()):
            for answers in client.answers.values():
                events = [answer["event"]["seq"] for answer in answers if answer["type"] == "ack"]
                assert len(set(events)) <= 1

    def teardown(self) -> None:
        async def work() -> None:
            for client in self.clients:
                await client.connect(self.application, self.game)
            log = await self.log()
            assert all(client.known == log for client in self.clients)
            for client in self.clients:
                await client.disconnect()
            await self.application.stop()

        if hasattr(self, "clients"):
            self.wait(work())
        self.loop.close()
        self.directory.cleanup()


Agreement.TestCase.settings = settings(
    max_examples=25, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
TestAgreement = pytest.mark.filterwarnings("default::ResourceWarning")(Agreement.TestCase)
