"""Results of the MCP tools: models, from which the schemas are generated, and their text form."""

from __future__ import annotations

from typing import Annotated, Any

from mcp.types import CallToolResult, TextContent
from msgspec import Meta

from outnumber.api import Json, Model, Options, SeatNumber, plain
from outnumber.api.games import Games, PlayerModel
from outnumber.api.reviews import RoundReviewModel, StepModel
from outnumber.api.scenes import SceneModel
from outnumber.api.schemas import schemas_of
from outnumber.api.verdicts import VerdictModel
from outnumber.games import ENGLISH, GameError, Phrase
from outnumber.language.ends import how
from outnumber.language.games import listing
from outnumber.match.record import option_text
from outnumber.players.registry import COMPUTERS, NAMES

from .games import LARGEST, YOURSELF, ClientGame

# Maximum number of moves drawn in the scene; `moves` lists all of them.
SHOWN = 100


def schema_of(model: type[Model]) -> Json:
    """The schema of a result, with nested models under `$defs`."""
    found = schemas_of([model], "#/$defs/{name}")
    for each in found.values():
        # Fields with defaults are optional in requests but always present in results.
        each["required"] += [name for name, field in each["properties"].items() if "default" in field]
    whole: Json = found.pop(model.__name__)
    return {**whole, "$defs": found} if found else whole


class GamesAnswer(Games, kw_only=True):
    """The games with their options, and the opponents."""

    opponents: Annotated[
        list[PlayerModel], Meta(description="From weak to strong, and `yourself` for both seats.")
    ]
    largest: Annotated[int, Meta(description="The largest number that this server accepts for an option.")]

    @classmethod
    def here(cls) -> GamesAnswer:
        opponents = {name: NAMES[name] for name in COMPUTERS} | {YOURSELF: "you play both seats"}
        players = [PlayerModel(name, help) for name, help in opponents.items()]
        return cls(games=Games.all().games, opponents=players, largest=LARGEST)

    def __str__(self) -> str:
        lines = ["Games, with their options and defaults:"]
        for kind in self.games:
            lines.append(f"- {kind.game}: {kind.summary}")
            for option in kind.options:
                choices = f" ({' or '.join(option.choices)})" if option.choices else ""
                lines.append(f"  - {option.name}={option.default}{choices}: {option.help}")
        lines.append("Opponents:")
        lines += [f"- {player.name}: {player.help}" for player in self.opponents]
        lines.append(f"Numbers up to {self.largest} are accepted for options.")
        return "\n".join(lines)


class RulesAnswer(Model):
    """The rules of a game."""

    game: str
    rules: str


class Board(Model):
    """The numbers on the table. Fields a game does not use are null; added games may have more."""

    # Any: added games may use these names for values of other types.
    unused: Annotated[list[int] | None, Meta(description="The pool: numbers not played yet.")]
    sequences: Annotated[
        list[list[int]] | None, Meta(description="The sequences of seat 1 and seat 2, if each has one.")
    ]
    top: Annotated[Any, Meta(description="The number played last; the next one must fit it.")] = None
    pattern: Annotated[
        Any, Meta(description="Whether the next number must be greater or less than `top`.")
    ] = None
    totals: Annotated[Any, Meta(description="The totals of seat 1 and seat 2.")] = None
    target: Annotated[Any, Meta(description="The total that wins.")] = None


class GameAnswer(Model):
    """The state of a game."""

    game_id: Annotated[str, Meta(description="Identifies the game in calls of other tools.")]
    game: str
    options: Options
    opponent: str
    your_seat: Annotated[SeatNumber | None, Meta(description="1 or 2; null when you play both seats.")]
    to_move: Annotated[SeatNumber | None, Meta(description="The seat to move; null when the game is over.")]
    your_turn: bool
    legal: Annotated[list[int], Meta(description="The legal moves.")]
    board: Annotated[Json, Meta(extra_json_schema=schema_of(Board))]
    scene: SceneModel
    moves: Annotated[list[StepModel], Meta(description="All moves so far, in order.")]
    over: bool
    winner: SeatNumber | None
    reason: Annotated[
        str | None, Meta(description="no-move, target, stand-off or resignation; null during the game.")
    ]
    illegal: Annotated[int, Meta(description="The number of illegal moves you tried.")]
    seed: Annotated[int, Meta(description="Determines the opponent's random choices; see new_game.")]

    @classmethod
    def of(cls, game: ClientGame) -> GameAnswer:
        rules, current = game.match.rules, game.match.current
        outcome, scene = current.outcome, current.scene
        board = Board(
            # In some games, numbers can be played again.
            unused=list(scene.unused) if rules.start().unused_count else None,
            sequences=[list(row.numbers) for row in scene.rows if row.seat and row.total is None] or None,
        )
        return cls(
            game_id=game.id,
            game=rules.name,
            options=rules.options,
            opponent=game.opponent,
            your_seat=game.seat and int(game.seat),
            to_move=None if outcome else int(current.turn),
            your_turn=game.your_turn,
            legal=[] if outcome else list(scene.legal),
            board=plain(board) | scene.facts,
            scene=SceneModel.of_round(current, SHOWN),
            moves=[StepModel(int(seat), move) for seat, move in current.played],
            over=outcome is not None,
            winner=int(outcome.winner) if outcome else None,
            reason=outcome.reason.value if outcome else None,
            illegal=game.illegal,
            seed=game.match.seed,
        )


class VerdictAnswer(VerdictModel):
    """The winner under perfect play, the winning moves, the length and the reason."""

    # Always present; null unless requested.
    certificate: Annotated[
        Json | None, Meta(description="Input for `outnumber check`; null unless requested.")
    ] = None  # type: ignore[assignment]

    def __str__(self) -> str:
        played = f"Played: {listing(self.moves) or 'nothing yet'}."
        if self.over:
            return f"{self.reason}\n{played}"
        length = "" if self.length is None else f" in {Phrase('{n:move}', n=self.length)}"
        return (
            f"Player {self.to_move} is to move. Player {self.winner} wins{length} under perfect play.\n"
            f"Winning moves: {listing(self.winning) or 'none'}.\n"
            f"Reason, addressed to Player {self.to_move}: {self.reason}\n"
            f"{played}"
        )


class HintAnswer(Model):
    """One of three hints: a sentence, and its code with parameters."""

    step: int
    hint: str
    code: str
    numbers: Json


class ReviewAnswer(RoundReviewModel, kw_only=True):
    """The review of a game."""

    game_id: str


class RecordAnswer(Model):
    """The record of a game."""

    game_id: str
    record: str


def refused(error: GameError) -> CallToolResult:
    """The result of a failed call: a stable error code and a sentence."""
    return CallToolResult(
        content=[TextContent(type="text", text=f"Error ({error.code}): {error}")],
        is_error=True,
        _meta={"code": error.code, "message": str(error)},
    )


def game_text(game: ClientGame, news: str = "") -> str:
    """The text form of a game, preceded by the latest news."""
    match, current = game.match, game.match.current
    outcome = current.outcome
    who = (
        f"You are Player {game.seat.value}, {game.opponent} is Player {game.seat.other.value}."
        if game.seat
        else "You play both seats."
    )
    lines = [news, f"{match.rules.title} ({option_text(match.rules)}). {who}", f"Game id: {game.id}"]
    if current.moves:
        lines.append(f"Played so far: {listing(current.moves)}")
    if game.illegal:
        lines.append(f"Illegal moves tried: {game.illegal}")
    scene = current.position.scene(current.played[-SHOWN:])
    lines.append(str(scene._replace(turn=None) if outcome else scene))
    if outcome:
        lines.append(f"The game is over. {how(match, ENGLISH)}")
    return "\n".join(filter(None, lines))


def moved_text(game: ClientGame, before: int) -> str:
    """The moves after the first `before`, by the client and the computer, in words."""
    return " ".join(
        f"Player {seat.value} ({'you' if game.seat in (None, seat) else game.opponent}) played {move}."
        for seat, move in game.match.current.played[before:]
    )
