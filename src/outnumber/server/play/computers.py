"""Computer players: solvers choose their moves, which are submitted like those of people."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from outnumber.api.errors import Refused
from outnumber.api.events import GameEvent, MovePlayed, Resigned
from outnumber.api.frames import Thinking
from outnumber.games import GameError

from .live_game import LiveGame

if TYPE_CHECKING:
    from .service import GameService

logger = logging.getLogger("outnumber.server")

# Seconds between "thinking" messages to clients, and the longest pause before a retry.
THINKING_SECONDS = 3.0
LONGEST_PAUSE = 30.0


class Computers:
    """Computes the moves of computer players."""

    def __init__(self, service: GameService) -> None:
        self._service = service
        self.thinking: dict[LiveGame, asyncio.Task[None]] = {}

    def think(self, game: LiveGame) -> None:
        """Start computing the move of the computer to move, unless that is already running."""
        if game not in self.thinking:
            self.thinking[game] = self._service.spawn(self._move(game))
            self.thinking[game].add_done_callback(lambda _: self.thinking.pop(game, None))

    def leave(self, game: LiveGame) -> None:
        """Stop computing; the next load of the game restarts it."""
        if game in self.thinking:
            self.thinking[game].cancel()

    async def _move(self, game: LiveGame) -> None:
        """Compute a move, retrying as long as necessary, and play it."""
        attempt = 0
        while game.computer_to_move and self._service.has(game):
            seq = game.seq
            try:
                number = await self._chosen(game, attempt)
            except GameError as error:
                logger.warning("a computer's move could not be computed", extra={"code": error.code})
                attempt += 1
                if isinstance(error, Refused) or attempt == 1:
                    await asyncio.sleep(min(2.0**attempt, LONGEST_PAUSE))
                    continue
                # The game is too large to be solved; only old versions created such games.
                event: GameEvent = Resigned(game.to_move)
            else:
                event = MovePlayed(game.to_move, number)
            if game.seq == seq:
                self._service.add(game, event, f"computer:{seq}")
                return

    async def _chosen(self, game: LiveGame, attempt: int) -> int:
        """The computer's move; meanwhile, every few seconds, clients are notified that it is thinking."""
        choosing = asyncio.ensure_future(self._service.solvers.choose(game.match, game.who, attempt))
        try:
            while not (await asyncio.wait([choosing], timeout=THINKING_SECONDS))[0]:
                if game.computer_to_move:
                    game.tell(Thinking(game.to_move))
            return choosing.result()
        finally:
            choosing.cancel()
