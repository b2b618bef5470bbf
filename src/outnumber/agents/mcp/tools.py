"""The tools of the MCP server. Assistants read the docstrings as descriptions."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import UNSET, Meta

from outnumber.api import SeatNumber
from outnumber.api.fields import GameName, Level
from outnumber.api.verdicts import HintModel
from outnumber.games import ENGLISH, IllegalMove, find
from outnumber.language.advice import LAST_HINT
from outnumber.language.rules import rules_text
from outnumber.match import Match
from outnumber.match.record import write
from outnumber.players.registry import COMPUTERS, DEFAULT_OPPONENT
from outnumber.workers.jobs import hint, told_review, verdict
from outnumber.workers.pool import Pool, effort_of

from .answers import (
    GameAnswer,
    GamesAnswer,
    HintAnswer,
    RecordAnswer,
    ReviewAnswer,
    RulesAnswer,
    VerdictAnswer,
    game_text,
    moved_text,
)
from .games import LONGEST_GAME, YOURSELF, ClientGame, ClientGames, ToolContext, client_of, match_of

# In bytes: the longest game and some overhead.
LARGEST_REQUEST = 64 * 1024
NO_OPTIONS: dict[str, Any] = {}
NO_MOVES: list[int] = []

# The descriptions of arguments appear in schemas and in error messages.
Options = Annotated[
    dict[str, Any],
    Meta(
        description="options of the game by name; omitted ones have their defaults", examples=[{"range": 20}]
    ),
]
Opponent = Annotated[
    str,
    Meta(
        max_length=100,
        description=f"a computer player from list_games, or `{YOURSELF}` to play both seats",
        extra_json_schema={"enum": [*COMPUTERS, YOURSELF]},
    ),
]
Seed = Annotated[
    Annotated[int, Meta(ge=0, le=2**63 - 1)] | None,
    Meta(
        description="a whole number from 0, which determines the opponent's random choices; random by default"
    ),
]
YourSeat = Annotated[SeatNumber, Meta(description="your seat, 1 or 2; seat 1 moves first")]
Moves = Annotated[
    list[int],
    Meta(
        max_length=LONGEST_GAME,
        description="a list of all moves from the start",
        examples=[[6, 3]],
    ),
]
GameId = Annotated[str, Meta(max_length=100, description="the game_id returned by new_game")]
Move = Annotated[int, Meta(description="the number to play, one of `legal`")]
Certificate = Annotated[
    bool, Meta(description="true to include a certificate for `outnumber check`, or false")
]
HintStep = Annotated[Level, Meta(description="1 for where to look, 2 for the idea, or 3 for the move")]

# A game as text and as data.
ShownGame = tuple[str, GameAnswer]


class Tools(NamedTuple):
    """All tools of a server; each returns text and data, or raises `GameError`."""

    games: ClientGames
    solvers: Pool

    async def list_games(self) -> tuple[str, GamesAnswer]:
        """List the games with their options and defaults, and the opponents. No arguments."""
        answer = GamesAnswer.here()
        return str(answer), answer

    async def read_rules(self, game: GameName) -> tuple[str, RulesAnswer]:
        """Read the rules of a game, with an example game. Call this before you play a game for the first
        time.

        Example: {"game": "strategy-stacks"}
        """
        kind = find(game)
        text = rules_text(kind, flags=False)
        return text, RulesAnswer(game=kind.name, rules=text)

    async def new_game(
        self,
        context: ToolContext,
        game: GameName,
        options: Options = NO_OPTIONS,
        opponent: Opponent = DEFAULT_OPPONENT,
        seat: YourSeat = 1,
        moves: Moves = NO_MOVES,
        seed: Seed = None,
    ) -> ShownGame:
        """Start a game and get its game_id. If the computer moves first, the result includes its move.

        With `moves`, the game starts from the position after them.
        Example: {"game": "strategy-stacks", "options": {"range": 20}, "opponent": "perfect", "seat": 2}
        """
        match = match_of(game, options, moves)
        made = await self.games.new(match, opponent, seat, client_of(context), seed)
        return _shown(made, moved_text(made, len(moves)))

    async def show_game(self, game_id: GameId) -> ShownGame:
        """Show a game: the board, whose turn it is, the legal moves and all moves so far.

        Example: {"game_id": "…"}
        """
        return _shown(self.games.find(game_id))

    async def play_move(self, context: ToolContext, game_id: GameId, move: Move) -> ShownGame:
        """Play a number. The result includes the computer's reply, so it is your turn again, or the game is
        over.

        An illegal move changes nothing except the `illegal` count; the error gives the reason and the legal
        moves.
        Example: {"game_id": "…", "move": 6}
        """
        game = self.games.find(game_id)
        before = await self.games.play(game, move, client_of(context, game))
        return _shown(game, moved_text(game, before))

    async def take_back(self, game_id: GameId) -> ShownGame:
        """Take back your last move and the reply to it, or your resignation, even after the end of the game.

        Example: {"game_id": "…"}
        """
        game = self.games.find(game_id)
        await self.games.take_back(game)
        return _shown(game, "Taken back.")

    async def resign(self, game_id: GameId) -> ShownGame:
        """Resign a game: your opponent wins. If you play both seats, the seat to move resigns.

        Example: {"game_id": "…"}
        """
        game = self.games.find(game_id)
        await self.games.resign(game)
        return _shown(game)

    async def verdict(
        self, context: ToolContext, game_id: GameId, certificate: Certificate = False
    ) -> tuple[str, VerdictAnswer]:
        """Solve the current position of a game: the winner under perfect play, all winning moves, and the
        reason.

        Example: {"game_id": "…"}
        """
        game = self.games.find(game_id)
        return await self._verdict(game.match, certificate, client_of(context, game))

    async def solve_position(
        self,
        context: ToolContext,
        game: GameName,
        options: Options = NO_OPTIONS,
        moves: Moves = NO_MOVES,
        certificate: Certificate = False,
    ) -> tuple[str, VerdictAnswer]:
        """Solve any position: the winner under perfect play, all winning moves, and the reason. Needs no
        game.

        Example: {"game": "number-duel", "options": {"range": 50}, "moves": [28, 14]}
        """
        return await self._verdict(match_of(game, options, moves), certificate, client_of(context))

    async def hint(self, context: ToolContext, game_id: GameId, step: HintStep = 1) -> tuple[str, HintAnswer]:
        """Get a hint for the player to move, in three steps; ask for the next step only if you still need it.

        Example: {"game_id": "…", "step": 1}
        """
        game = self.games.find(game_id)
        if game.over:
            raise IllegalMove("game-over")
        job = partial(hint, game.match.current, step, ENGLISH)
        who = client_of(context, game)
        told = await self.solvers.ask(job, who, effort_of(game.match))
        found = msgspec.json.decode(told, type=HintModel)
        answer = HintAnswer(step, found.text, found.code, found.numbers)
        return f"Hint {step} of {LAST_HINT}: {answer.hint}", answer

    async def review(self, context: ToolContext, game_id: GameId) -> tuple[str, ReviewAnswer]:
        """Review a game: the grade of each move, the turning point, the missed wins, and the accuracies.

        Most useful after the end of the game. Example: {"game_id": "…"}
        """
        game = self.games.find(game_id)
        match = game.match
        effort = effort_of(match, match.current)
        job = partial(told_review, match, ENGLISH)
        found, text = await self.solvers.ask(job, client_of(context, game), effort)
        return text, ReviewAnswer(game_id=game_id, **msgspec.structs.asdict(found))

    async def get_record(self, game_id: GameId) -> tuple[str, RecordAnswer]:
        """Get the record of a game as text; `outnumber review FILE` can read it.

        Example: {"game_id": "…"}
        """
        text = write(self.games.find(game_id).match)
        return text, RecordAnswer(game_id=game_id, record=text)

    async def _verdict(self, match: Match, certificate: bool, who: str) -> tuple[str, VerdictAnswer]:
        job = partial(verdict, match.current, ENGLISH, certificate=certificate)
        told = await self.solvers.ask(job, who, effort_of(match))
        answer = msgspec.json.decode(told, type=VerdictAnswer)
        answer.because = UNSET  # `outnumber check` does not accept it
        return str(answer), answer


def _shown(game: ClientGame, news: str = "") -> ShownGame:
    return game_text(game, news), GameAnswer.of(game)
