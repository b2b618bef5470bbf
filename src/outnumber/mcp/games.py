"""The games that the MCP server keeps in memory: found only by an id that nobody can guess."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import Any

import anyio

from outnumber.games.base import Reason, Seat
from outnumber.games.errors import GameError, IllegalMove, shown
from outnumber.games.registry import find
from outnumber.mcp.work import Solvers, choose
from outnumber.players.registry import COMPUTERS, unknown
from outnumber.session.match import HUMAN, Match, Participant
from outnumber.session.round import Round
from outnumber.web.settings import Settings
from outnumber.wire.refusals import Refused

# The opponent of somebody who plays both seats.
YOURSELF = "yourself"
MOST_GAMES = 500
LIMITS = Settings()


def round_of(game: str, options: dict[str, Any], moves: Sequence[int]) -> Match:
    """A match with these moves played, by nobody in particular; raises what is wrong with the request."""
    rules = find(game).within(LIMITS.range, **options)
    return Match(rules, rounds=(Round.begin(rules, moves),))


class Game:
    """One game; whoever changes it holds its lock."""

    def __init__(self, match: Match) -> None:
        # 128 bits: over HTTP everybody who can reach the server could try.
        self.id = secrets.token_urlsafe(16)
        self.match = match
        self.lock = anyio.Lock()

    @property
    def over(self) -> bool:
        return self.match.current.outcome is not None

    @property
    def opponent(self) -> str:
        """The computer player, or `yourself` where both seats are played by one."""
        plays = self.match.participants[1].plays
        return YOURSELF if plays == HUMAN else plays

    @property
    def seat(self) -> Seat | None:
        """The seat of who made the game; None for both."""
        if self.opponent == YOURSELF:
            return None
        return Seat.ONE if self.match.first == 1 else Seat.TWO

    @property
    def your_turn(self) -> bool:
        return not self.over and self.seat in (None, self.match.current.turn)


class Games:
    """All games, the one that was used last at the end. A full house forgets an old one."""

    def __init__(self, solvers: Solvers, most: int = MOST_GAMES) -> None:
        self._solvers = solvers
        self._most = most
        self._games: dict[str, Game] = {}

    def __len__(self) -> int:
        return len(self._games)

    def find(self, id: str) -> Game:
        """The game with that id; raises `GameError` when there is none."""
        game = self._games.pop(id, None)
        if game is None:
            raise GameError(
                "no-such-game", text=shown(id), remedy="start one with new_game; old ones are forgotten."
            )
        self._games[id] = game
        return game

    async def new(
        self, name: str, options: dict[str, Any], opponent: str, seat: int, moves: Sequence[int]
    ) -> Game:
        """A new game; a computer that is to move has moved."""
        if opponent != YOURSELF and opponent not in COMPUTERS:
            raise unknown(opponent, [*COMPUTERS, YOURSELF])
        plays = HUMAN if opponent == YOURSELF else opponent
        match = round_of(name, options, moves)._replace(
            participants=(Participant(), Participant(plays)),
            first=seat,
            seed=secrets.randbits(32),
            date=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        )
        game = Game(await self._answered(match))
        while len(self._games) >= self._most:
            oldest = next((each for each in self._games.values() if each.over), None)
            del self._games[oldest.id if oldest else next(iter(self._games))]
        self._games[game.id] = game
        return game

    async def play(self, game: Game, move: int) -> int:
        """Play a number and let the computer answer: all of it happens, or nothing. Returns how many moves
        there were before."""
        async with game.lock:
            if game.over:
                raise IllegalMove("game-over", move=move)
            before = game.match.current
            game.match = await self._answered(game.match.with_current(before.play(move)))
            return len(before.moves)

    async def take_back(self, game: Game) -> None:
        """Back to the last turn of who made the game: before a move, or before a resignation."""
        async with game.lock:
            current = game.match.current
            for plies in range(0 if current.ended else 1, len(current.moves) + 1):
                earlier = current.undo(plies)
                if game.seat in (None, earlier.turn):
                    game.match = game.match.with_current(earlier)
                    return
            raise Refused("nothing-to-take-back")

    async def resign(self, game: Game) -> None:
        """Give up; who plays both seats gives up the one that is to move."""
        async with game.lock:
            if game.over:
                raise IllegalMove("game-over")
            current = game.match.current
            lost = current.end(game.seat or current.turn, Reason.RESIGNATION)
            game.match = game.match.with_current(lost)

    async def _answered(self, match: Match) -> Match:
        """The match after the moves of the computer, if it is to move."""
        while match.current.outcome is None and match.participant(match.current.turn).plays != HUMAN:
            move = await self._solvers.ask(choose, match)
            match = match.with_current(match.current.play(move))
        return match
