"""Clients that play and watch, lose their connection, ask again, and remember what they were told."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tests.server.simulation.model import Disagreement
from tests.server.simulation.network import Gone, Link

if TYPE_CHECKING:
    from tests.server.simulation.world import Game, World

# Who has not been answered for so long asks again over another connection.
PATIENCE = 4.0
# After these, the same request may be tried again.
TRY_AGAIN = {"storage", "server-stopping", "server-busy"}


class Wish:
    """Something a player wants, asked for until it is answered."""

    def __init__(self, id: str, kind: str, **more: Any) -> None:
        self.id, self.kind, self.more = id, kind, more
        self.sent_over: Link | None = None
        self.sent = 0.0


class Client:
    """Somebody at a game: participant 1 or 2, or a watcher."""

    def __init__(self, world: World, game: Game, participant: int, token: str | None) -> None:
        self.world, self.game, self.participant, self.token = world, game, participant, token
        self.chance = world.chance
        self.view = game.view()
        self.known: list[tuple[str, int, int | None]] = []
        self.acked: dict[str, tuple[int, str, int | None]] = {}
        self.wish: Wish | None = None
        self.sleepy = False
        self.link: Link | None = None
        self._count = 0
        self._act_at = 0.0
        self._turn_told = 0.0

    @property
    def name(self) -> str:
        return f"{self.game.id}/{self.participant}"

    @property
    def done(self) -> bool:
        return self.view.over

    async def run(self) -> None:
        while not self.done:
            self.link = link = await self.world.connect(self.game.id)
            if link is None:
                await asyncio.sleep(self.chance.uniform(0.1, 1))
                continue
            self.world.moved(self, link.process)
            try:
                link.send(
                    type="hello", token=self.token, after=self.view.seq, positions=self.chance.random() < 0.2
                )
                await self._converse(link)
            except Gone:
                pass
            link.leave()
            await asyncio.sleep(self.chance.uniform(0.01, 0.5))

    async def _converse(self, link: Link) -> None:
        heard = self.world.loop.time()
        asked_for_life = False
        while not self.done:
            now = self.world.loop.time()
            pause = max(0.01, self._act_at - now) if self.participant else 1.0
            message = await link.next(min(1.0, pause) if self.wish is None else 0.5)
            now = self.world.loop.time()
            if message is not None:
                heard, asked_for_life = now, False
                self._hear(link, message)
            elif now - heard > PATIENCE:
                raise Gone  # nobody there
            elif now - heard > PATIENCE / 2 and not asked_for_life:
                link.send(type="ping")
                asked_for_life = True
            if self.participant:
                await self._play(link, now)

    # Hearing

    def _hear(self, link: Link, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "welcome":
            for event in message["events"]:
                self.note(event, link)
            if message["seq"] > self.view.seq:  # what was told by HTTP meanwhile may be newer
                self._behind(link, f"welcomed to {message['seq']} with the events up to {self.view.seq}")
        elif kind == "event":
            self.note(message["event"], link)
        elif kind == "ack":
            self.note(message["event"], link)
            self.acknowledged(message["id"], message["event"])
        elif kind == "refused":
            self.refused(message["id"], message["error"]["code"])
            if message["error"]["code"] in ("stale", "game-over", "no-offer") and link.bad:
                raise Gone  # something got lost
        elif kind == "pong" and message["seq"] > self.view.seq:
            self._behind(link, f"knows {self.view.seq} events of {message['seq']}")
        elif kind == "stopping":
            raise Gone

    def note(self, event: dict[str, Any], link: Link | None) -> None:
        """An event was told: it is the next one, or known already."""
        seq = event["seq"]
        told = event["kind"], event["participant"], event.get("number")
        if seq <= len(self.known):
            if self.known[seq - 1] != told:
                raise Disagreement(
                    f"{self.name} was told {told} as event {seq}, and before {self.known[seq - 1]}"
                )
        elif seq == len(self.known) + 1:
            before = self.view.to_move
            self.known.append(told)
            self.view.apply(*told)
            now = self.world.loop.time()
            if self.view.to_move == self.participant != before or told[0] == "takeback-accept":
                self._turn_told = now
            self._act_at = now + self.world.thinking()
        elif link is not None:
            self._behind(link, f"was told event {seq} after {len(self.known)}")

    def _behind(self, link: Link, what: str) -> None:
        # Only a network that loses or mixes messages may leave a hole: then ask again from there.
        if not link.bad:
            raise Disagreement(f"{self.name} {what}")
        raise Gone

    def acknowledged(self, id: str, event: dict[str, Any]) -> None:
        told = event["seq"], event["kind"], event.get("number")
        if self.acked.setdefault(id, told) != told:
            raise Disagreement(f"{self.name}: {id} is {told}, and was {self.acked[id]}")
        self.world.report.acknowledged += 1
        if self.wish is not None and self.wish.id == id:
            self.wish = None

    def refused(self, id: str | None, code: str) -> None:
        self.world.report.refused[code] += 1
        if self.wish is not None and self.wish.id == id:
            if code in TRY_AGAIN:
                self.wish.sent_over = None
                self._act_at = self.world.loop.time() + self.chance.uniform(0.2, 1)
            else:
                self.wish = None

    # Playing

    async def _play(self, link: Link, now: float) -> None:
        if self.wish is None and now >= self._act_at:
            self.wish = self._wanted(now)
        wish = self.wish
        if wish is None or now < self._act_at:
            return
        if wish.sent_over is None:
            wish.sent_over, wish.sent = link, now
            await self._ask(link, wish)
        elif wish.sent_over is not link or now - wish.sent > PATIENCE:
            wish.sent_over = None
            if now - wish.sent > PATIENCE:
                raise Gone

    def _wanted(self, now: float) -> Wish | None:
        view, chance = self.view, self.chance
        self._count += 1
        id = f"p{self.participant}-{self._count}"
        if view.offer is not None and view.offer[0] != self.participant:
            return Wish(id, "takeback", action=chance.choice(("accept", "decline")))
        if view.to_move != self.participant or self.sleepy:
            self._act_at = now + 1
            return None
        lot = chance.random()
        mine = any(who == self.participant and kind == "move" for kind, who, _ in view.events)
        if lot < 0.03 and mine and not view.offer:
            self._act_at = now + 1
            return Wish(id, "takeback", action="offer")
        if lot < 0.04:
            return Wish(id, "resign")
        number = chance.randint(1, 9) if lot < 0.08 else chance.choice(view.legal)
        more: dict[str, Any] = {"number": number}
        if chance.random() < 0.8:
            more["after"] = view.seq
        if chance.random() < 0.7:
            more["spent"] = round(now - self._turn_told, 3)
        return Wish(id, "move", **more)

    async def _ask(self, link: Link, wish: Wish) -> None:
        if self.chance.random() < 0.25:
            answer = await self.world.post(self, wish)
            if answer is not None:
                if "error" in answer:
                    self.refused(wish.id, answer["error"]["code"])
                else:
                    # By HTTP it may be told before what happened meanwhile.
                    self.note(answer["event"], None)
                    self.acknowledged(wish.id, answer["event"])
            return
        for _ in range(2 if self.chance.random() < 0.05 else 1):  # some are impatient
            link.send(type=wish.kind, id=wish.id, **wish.more)
