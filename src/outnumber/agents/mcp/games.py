"""The games of the MCP server, in memory, and the clients that play them.

Clients need an unguessable id to reach a game. Their identity serves fair queueing and limits on the number
of games, not authentication. On standard input and output there is one client. Over HTTP, a client is an
address and, if known, a name, because clients can share an address: in a household, behind a proxy, or on
this machine. Newer versions of the protocol have no sessions, so the server assigns a name in a cookie and,
for older versions, as the session id. A client that returns neither is identified by the game in its request.
"""

from __future__ import annotations

import re
import secrets
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import count
from typing import Any

import anyio
from mcp.server.mcpserver import Context
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import Message

from outnumber.api.errors import Refused
from outnumber.games import GameError, IllegalMove, Reason, Seat, find, shown
from outnumber.match import HUMAN, Begun, Ended, Match, Participant, stamp
from outnumber.match.match import Moved, TookBack
from outnumber.players.registry import COMPUTERS, unknown
from outnumber.workers.fair_queue import address_of, network
from outnumber.workers.pool import Pool

# The `opponent` of clients that play both seats.
YOURSELF = "yourself"
# Maximum number of games of one client, and of all clients.
MOST_GAMES = 500
MOST_IN_ALL = 10 * MOST_GAMES
# Maximum of numeric options.
LARGEST = 1000
# In moves: both totals grow by 1 up to the largest target.
LONGEST_GAME = 2 * LARGEST


def match_of(game: str, options: dict[str, Any], moves: Sequence[int]) -> Match:
    """A match after these moves; raises `GameError` if the request is invalid."""
    return Match(find(game).within(LARGEST, **options)).after(Begun(moves=tuple(moves)))


class ClientGame:
    """A game of a client. Acquire the lock before changing it."""

    # Whether the client has moved, and the number of illegal moves it tried.
    touched = False
    illegal = 0

    def __init__(self, match: Match, who: str) -> None:
        # 128 bits, because over HTTP any client can try to guess ids.
        self.id = secrets.token_urlsafe(16)
        self.match = match
        self.who = who
        self.lock = anyio.Lock()

    @property
    def over(self) -> bool:
        return self.match.current.outcome is not None

    @property
    def opponent(self) -> str:
        """The computer player, or `yourself` if the client plays both seats."""
        plays = self.match.participants[1].plays
        return YOURSELF if plays == HUMAN else plays

    @property
    def seat(self) -> Seat | None:
        """The seat of the client; None for both."""
        return None if self.opponent == YOURSELF else self.match.seat_of(1)

    @property
    def your_turn(self) -> bool:
        return not self.over and self.seat in (None, self.match.current.turn)


class ClientGames:
    """All games, in order of last use. A client that exceeds its limit loses its own oldest games."""

    def __init__(self, solvers: Pool, seed: int | None = None) -> None:
        """With `seed`, games created without a seed use `seed`, `seed + 1` and so on."""
        self._solvers = solvers
        self._seeds = iter(partial(secrets.randbits, 32), None) if seed is None else count(seed)
        self._games: dict[str, ClientGame] = {}

    def find(self, id: str) -> ClientGame:
        """The game with this id; raises `GameError` if it does not exist."""
        game = self._games.pop(id, None)
        if game is None:
            remedy = "start one with new_game; the server deletes old games."
            raise GameError("no-such-game", text=shown(id), remedy=remedy)
        self._games[id] = game
        return game

    async def new(
        self, match: Match, opponent: str, seat: int, who: str, seed: int | None = None
    ) -> ClientGame:
        """Create a game of a client; if the computer moves first, it has moved."""
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
        """Delete a game if a limit is reached: of this client, or, for the limit on all games, of the client
        with most games at the address with most games."""
        having = Counter(game.who for game in self._games.values())
        losers = {who}
        if having[who] < MOST_GAMES:
            if len(self._games) < MOST_IN_ALL:
                return
            at = Counter(address_of(game.who) for game in self._games.values())
            there = [each for each in having if address_of(each) == max(at, key=at.__getitem__)]
            most = max(having[each] for each in there)
            losers = {each for each in there if having[each] == most}
        # Finished games first, then games in which the client has not moved; of these the least recently
        # used.
        theirs = [game for game in self._games.values() if game.who in losers]
        del self._games[min(theirs, key=lambda game: (not game.over, game.touched)).id]

    async def play(self, game: ClientGame, move: int, who: str) -> int:
        """Play a move and the computer's reply, both or neither; return the number of moves before."""
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
        """Undo the client's last move with the reply, or its resignation."""
        async with game.lock:
            current = game.match.current
            plies = 0 if current.ended else current.plies_back({game.seat} if game.seat else tuple(Seat))
            if not plies and not current.ended:
                raise Refused("nothing-to-take-back")
            game.match = game.match.after(TookBack(plies))

    async def resign(self, game: ClientGame) -> None:
        """Resign; a client that plays both seats resigns for the seat to move."""
        async with game.lock:
            loser = game.seat or game.match.current.turn
            game.match = game.match.after(Ended(loser, Reason.RESIGNATION))

    async def _answered(self, match: Match, who: str) -> Match:
        """The match after the computer's moves, if it is to move."""
        while not match.over and match.participant(match.current.turn).plays != HUMAN:
            match = match.after(Moved(await self._solvers.choose(match, who)))
        return match


COOKIE = "outnumber"
SESSION = "Mcp-Session-Id"
# Sent with every request of a session except the first.
VERSION = "Mcp-Protocol-Version"
_NAME = re.compile(r"[\w-]{1,64}", re.ASCII)
# No quoted values: Python's cookie parser takes quadratic time for them.
_KEPT = re.compile(rf"(?:^|;)\s*{COOKIE}=([^;\s]*)")

ToolContext = Context[Any, Any]


def client_of(context: ToolContext, game: ClientGame | None = None) -> str:
    """The client that sent a request; empty on standard input and output."""
    request = context.request_context.request
    return "" if request is None else caller(request, game.id if game else "")


def caller(request: HTTPConnection, known_by: str = "") -> str:
    """The client that sent a request: its address and, if known, its name."""
    if not request.client:
        return ""
    return f"{network(request.client.host)} {name_in(request.headers) or known_by}".rstrip()


def name_in(headers: Headers) -> str:
    """The name that the server assigned to a client; empty if the headers contain none."""
    found = headers.get(SESSION, "")
    if not found and (kept := _KEPT.search(headers.get("cookie", ""))):
        found = kept[1]
    return found if _NAME.fullmatch(found) else ""


def give_name(message: Message, asked: Headers) -> None:
    """Assign a new name to a client, in the headers of a response."""
    name = secrets.token_urlsafe(16)
    told = MutableHeaders(scope=message)
    told.append("Set-Cookie", f"{COOKIE}={name}; HttpOnly; SameSite=Strict")
    if VERSION not in asked:
        told[SESSION] = name
