"""Computers in games: solvers choose their moves, which are requests like those of people."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from outnumber.api.errors import Refused
from outnumber.api.events import GameEvent, MovePlayed, Resigned
from outnumber.api.frames import Thinking
from outnumber.games.errors import GameError
from outnumber.server.play.live_game import LiveGame

if TYPE_CHECKING:
    from outnumber.server.play.service import GameService

logger = logging.getLogger("outnumber.server")

# How often people are told that a computer still thinks, and the longest pause before it tries again.
THINKING_SECONDS = 3.0
LONGEST_PAUSE = 30.0


class Computers:
    """The games in which a computer thinks."""

    def __init__(self, service: GameService) -> None:
        self._service = service
        self.thinking: dict[LiveGame, asyncio.Task[None]] = {}

    def think(self, game: LiveGame) -> None:
        """Have the move of the computer worked out that is to move, unless that is being done."""
        if game not in self.thinking:
            self.thinking[game] = self._service.spawn(self._move(game))
            self.thinking[game].add_done_callback(lambda _: self.thinking.pop(game, None))

    def leave(self, game: LiveGame) -> None:
        """Think no more; who comes back to the game asks for the computer's move again."""
        if game in self.thinking:
            self.thinking[game].cancel()

    async def _move(self, game: LiveGame) -> None:
        """Have a move worked out, however long that takes, and play it."""
        attempt = 0
        while game.computer_to_move and self._service.has(game):
            seq = game.seq
            try:
                number = await self._chosen(game, attempt)
            except GameError as error:
                logger.warning("a computer's move could not be worked out", extra={"code": error.code})
                attempt += 1
                if isinstance(error, Refused) or attempt == 1:
                    await asyncio.sleep(min(2.0**attempt, LONGEST_PAUSE))
                    continue
                # Only a game made before such games were refused: it is too large to be solved.
                event: GameEvent = Resigned(game.to_move)
            else:
                event = MovePlayed(game.to_move, number)
            if game.seq == seq:
                self._service.add(game, event, f"computer:{seq}")
                return

    async def _chosen(self, game: LiveGame, attempt: int) -> int:
        """The computer's move; while it is awaited, every socket of the game is told so every few seconds."""
        choosing = asyncio.ensure_future(self._service.solvers.choose(game.match, game.who, attempt))
        try:
            while not (await asyncio.wait([choosing], timeout=THINKING_SECONDS))[0]:
                if game.computer_to_move:
                    game.tell(Thinking(game.to_move))
            return choosing.result()
        finally:
            choosing.cancel()
