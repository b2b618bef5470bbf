"""The games that the MCP server keeps in memory: found only by an id that cannot be guessed."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import count
from typing import Any

import anyio

from outnumber.api.errors import Refused
from outnumber.games.base import Reason, Seat
from outnumber.games.errors import GameError, IllegalMove, shown
from outnumber.games.registry import find
from outnumber.match.clock import stamp
from outnumber.match.match import HUMAN, Begun, Ended, Match, Moved, Participant, TookBack
from outnumber.players.registry import COMPUTERS, unknown
from outnumber.workers.fair_queue import address_of
from outnumber.workers.pool import Pool

# The opponent of a client that plays both seats.
YOURSELF = "yourself"
# Games of one client, and of all together.
MOST_GAMES = 500
MOST_IN_ALL = 10 * MOST_GAMES
# No option may have a larger number.
LARGEST = 1000
# In moves: two totals that grow to the largest number by 1.
LONGEST_GAME = 2 * LARGEST


def match_of(game: str, options: dict[str, Any], moves: Sequence[int]) -> Match:
    """A match with these moves played; raises `GameError` for a bad request."""
    return Match(find(game).within(LARGEST, **options)).after(Begun(moves=tuple(moves)))


class ClientGame:
    """One game of a client; hold its lock to change it."""

    def __init__(self, match: Match, who: str) -> None:
        # 128 bits: over HTTP everybody who can reach the server could try.
        self.id = secrets.token_urlsafe(16)
        self.match = match
        self.who = who
        self.lock = anyio.Lock()
        # Whether the client has played in it, and how often it tried a number that is not allowed.
        self.touched = False
        self.illegal = 0

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
        return None if self.opponent == YOURSELF else self.match.seat_of(1)

    @property
    def your_turn(self) -> bool:
        return not self.over and self.seat in (None, self.match.current.turn)


class ClientGames:
    """All games, the most recently used last. A client that makes too many loses its own oldest ones."""

    def __init__(
        self, solvers: Pool, most: int = MOST_GAMES, in_all: int = MOST_IN_ALL, seed: int | None = None
    ) -> None:
        """With a seed, games that are given none of their own count up from it."""
        self._solvers = solvers
        self._seeds = iter(partial(secrets.randbits, 32), None) if seed is None else count(seed)
        self._most = most
        self._in_all = in_all
        self._games: dict[str, ClientGame] = {}

    def find(self, id: str) -> ClientGame:
        """The game with that id; raises `GameError` when there is none."""
        game = self._games.pop(id, None)
        if game is None:
            remedy = "start one with new_game; old ones are forgotten."
            raise GameError("no-such-game", text=shown(id), remedy=remedy)
        self._games[id] = game
        return game

    async def new(
        self, match: Match, opponent: str, seat: int, who: str, seed: int | None = None
    ) -> ClientGame:
        """A new game of a client; a computer that is to move has moved."""
        if opponent != YOURSELF and opponent not in COMPUTERS:
            raise unknown(opponent, [*COMPUTERS, YOURSELF])
        match = match._replace(
            participants=(Participant(), Participant(HUMAN if opponent == YOURSELF else opponent)),
            first=seat,
            seed=next(self._seeds) if seed is None else seed,
            date=stamp(datetime.now(UTC)),
        )
        game = ClientGame(await self._answered(match, who), who)
        self._make_room(who)
        self._games[game.id] = game
        return game

    def _make_room(self, who: str) -> None:
        """Forget a game of a client who has enough of them; when there are too many in all, one of a client
        with most at the address with most."""
        having = Counter(game.who for game in self._games.values())
        losers = {who}
        if having[who] < self._most:
            if len(self._games) < self._in_all:
                return
            at = Counter(address_of(game.who) for game in self._games.values())
            there = [each for each in having if address_of(each) == max(at, key=at.__getitem__)]
            most = max(having[each] for each in there)
            losers = {each for each in there if having[each] == most}
        # The least recently used, but a game that is over first, and then one without a move of its client.
        theirs = [game for game in self._games.values() if game.who in losers]
        del self._games[min(theirs, key=lambda game: (not game.over, game.touched)).id]

    async def play(self, game: ClientGame, move: int, who: str) -> int:
        """Play a number and let the computer answer: all of it happens, or nothing. Returns how many moves
        there were before."""
        async with game.lock:
            before = len(game.match.current.moves)
            try:
                moved = game.match.after(Moved(move))
            except IllegalMove as error:
                game.illegal += error.code != "game-over"
                raise
            game.match = await self._answered(moved, who)
            game.touched = True
            return before

    async def take_back(self, game: ClientGame) -> None:
        """Back to the last turn of who made the game: before a move, or before a resignation."""
        async with game.lock:
            current = game.match.current
            plies = 0 if current.ended else current.plies_back({game.seat} if game.seat else tuple(Seat))
            if not plies and not current.ended:
                raise Refused("nothing-to-take-back")
            game.match = game.match.after(TookBack(plies))

    async def resign(self, game: ClientGame) -> None:
        """Give up; who plays both seats gives up the one that is to move."""
        async with game.lock:
            loser = game.seat or game.match.current.turn
            game.match = game.match.after(Ended(loser, Reason.RESIGNATION))

    async def _answered(self, match: Match, who: str) -> Match:
        """The match after the moves of the computer, if it is to move."""
        while not match.over and match.participant(match.current.turn).plays != HUMAN:
            match = match.after(Moved(await self._solvers.choose(match, who)))
        return match
