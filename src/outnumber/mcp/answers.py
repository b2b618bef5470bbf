"""What the tools of the MCP server answer: data with a schema, and the same in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from mcp.types import CallToolResult, TextContent
from pydantic import BaseModel, Field

from outnumber.games.base import Position, Rules, Seat
from outnumber.games.errors import GameError
from outnumber.games.number_stack_attack import AttackPosition
from outnumber.games.number_stack_duel import StackDuelPosition
from outnumber.games.numbers import ordered
from outnumber.games.order_challenge import OrderPosition
from outnumber.games.registry import all_games
from outnumber.mcp.games import LIMITS, YOURSELF, Game
from outnumber.players.registry import COMPUTERS, NAMES
from outnumber.session.match import Match
from outnumber.session.record import option_text
from outnumber.words.games import words_for
from outnumber.words.games.base import listing

SeatNumber = Literal[1, 2]


class OptionAnswer(BaseModel):
    name: str
    default: Any
    choices: list[str] | None = Field(description="The words it can be; null where it is something else.")
    help: str


class GameKind(BaseModel):
    game: str = Field(description="The name that new_game, solve_position and read_rules take.")
    title: str
    summary: str
    options: list[OptionAnswer]


class PlayerAnswer(BaseModel):
    name: str
    help: str


class GamesAnswer(BaseModel):
    games: list[GameKind]
    opponents: list[PlayerAnswer] = Field(description="From weak to strong, and `yourself` for both seats.")
    largest: int = Field(description="The largest range, target or token that this server accepts.")


class RulesAnswer(BaseModel):
    game: str
    rules: str


class Played(BaseModel):
    seat: SeatNumber
    move: int


class Board(BaseModel):
    """What lies on the table; what a game does not have is null."""

    unused: list[int] | None = Field(description="The pool: numbers that nobody has played yet.")
    top: int | None = Field(description="The number played last, which the next one must fit.")
    pattern: Literal["greater", "less"] | None = Field(
        description="Number Stack Duel: what the next number must be, compared with `top`."
    )
    sequences: list[list[int]] | None = Field(
        description="Order Challenge: the numbers of seat 1 and seat 2."
    )
    totals: list[int] | None = Field(description="Number Stack Attack: the totals of seat 1 and seat 2.")
    target: int | None = Field(description="Number Stack Attack: the total that wins.")


class GameAnswer(BaseModel):
    game_id: str = Field(description="Give this to every other tool that asks for a game.")
    game: str
    options: dict[str, Any]
    opponent: str
    your_seat: SeatNumber | None = Field(description="1 or 2; null when you play both seats.")
    to_move: SeatNumber | None = Field(description="The seat to move; null when the game is over.")
    your_turn: bool
    legal: list[int] = Field(description="All numbers that may be played now.")
    board: Board
    moves: list[Played] = Field(description="All moves so far, in order.")
    over: bool
    winner: SeatNumber | None
    reason: str | None = Field(description="no-move, target, stand-off or resignation once it is over.")


class VerdictAnswer(BaseModel):
    game: str
    options: dict[str, Any]
    moves: list[int]
    to_move: SeatNumber | None
    over: bool
    winner: SeatNumber = Field(description="The seat that wins under perfect play, or has won.")
    legal: list[int]
    winning: list[int] = Field(description="The legal moves that win; empty in a lost position.")
    length: int | None = Field(description="Moves to the end under best play; null where not computed.")
    reason: str = Field(description="Why, said to the player to move.")
    certificate: dict[str, Any] | None = Field(description="What `outnumber check` needs, if asked for.")


class HintAnswer(BaseModel):
    step: int
    hint: str


class GradedMove(BaseModel):
    seat: SeatNumber
    move: int
    grade: Literal["kept", "threw-away", "forced", "no-chance"]
    winner_before: SeatNumber
    winning: list[int] = Field(description="Moves that would have won, at most 20 of them.")
    winning_count: int
    legal_count: int
    regret: int = Field(description="1 when the move turned a won position into a lost one, else 0.")
    weight: float = Field(
        description="The share of legal moves that would not have won; 0 in a lost position."
    )


class ReviewAnswer(BaseModel):
    game_id: str
    moves: list[GradedMove]
    accuracy: list[float | None] = Field(
        description="Of seat 1 and seat 2: the share of winning chances kept, by weight; null without any."
    )
    ahead: SeatNumber = Field(description="Who wins the last position under perfect play.")
    turning_point: int | None = Field(
        description="The number, from 1, of the last move that threw a win away; null if none did."
    )
    reason: str | None = Field(description="Why the position before the turning point was won.")
    refutation: list[int] = Field(description="Best play after the turning point.")


class RecordAnswer(BaseModel):
    game_id: str
    record: str


def told(text: str, data: BaseModel) -> CallToolResult:
    """The answer of a tool, in words and as data."""
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=data.model_dump(mode="json")
    )


def refused(error: GameError) -> CallToolResult:
    """The answer of a tool that cannot do what was asked: a stable code and one sentence."""
    return CallToolResult(
        content=[TextContent(type="text", text=f"Error ({error.code}): {error}")],
        is_error=True,
        _meta={"code": error.code, "message": str(error)},
    )


def games_answer() -> GamesAnswer:
    """The games with their options, and who can be played against."""
    opponents = {name: NAMES[name] for name in COMPUTERS} | {YOURSELF: "you play both seats"}
    return GamesAnswer(
        games=[_kind(kind) for kind in all_games()],
        opponents=[PlayerAnswer(name=name, help=help) for name, help in opponents.items()],
        largest=LIMITS.range,
    )


def _kind(kind: type[Rules]) -> GameKind:
    options = [
        OptionAnswer(
            name=option.name,
            default=option.plain(option.default),
            choices=list(option.choices) or None,
            help=option.help,
        )
        for option in kind.OPTIONS
    ]
    return GameKind(game=kind.name, title=kind.title, summary=kind.summary, options=options)


def games_text(answer: GamesAnswer) -> str:
    """The same in words."""
    lines = ["Games, with their options and defaults:"]
    for kind in answer.games:
        lines.append(f"- {kind.game}: {kind.summary}")
        for option in kind.options:
            choices = f" ({' or '.join(option.choices)})" if option.choices else ""
            lines.append(f"  - {option.name}={option.default}{choices}: {option.help}")
    lines.append("Opponents:")
    lines += [f"- {player.name}: {player.help}" for player in answer.opponents]
    lines.append(f"Numbers up to {answer.largest} are accepted for range, target and tokens.")
    return "\n".join(lines)


def game_answer(game: Game) -> GameAnswer:
    """The state of a game."""
    match, current = game.match, game.match.current
    outcome = current.outcome
    return GameAnswer(
        game_id=game.id,
        game=match.rules.name,
        options=match.rules.options,
        opponent=game.opponent,
        your_seat=_number(game.seat),
        to_move=None if outcome else _number(current.turn),
        your_turn=game.your_turn,
        legal=[] if outcome else list(current.position.legal_moves()),
        board=_board(match),
        moves=[Played(seat=seat, move=move) for seat, move in _played(match)],
        over=outcome is not None,
        winner=_number(outcome.winner) if outcome else None,
        reason=outcome.reason.value if outcome else None,
    )


def _number(seat: Seat | None) -> SeatNumber | None:
    return None if seat is None else 1 if seat is Seat.ONE else 2


def _played(match: Match) -> Iterable[tuple[SeatNumber, int]]:
    """All moves with the seat that made each; passes are implied, so it is not always by turns."""
    position = match.rules.start()
    for move in match.current.moves:
        yield (1 if position.turn is Seat.ONE else 2), move
        position = position.play(move)


def _board(match: Match) -> Board:
    position: Position = match.current.position
    unused: int | None = getattr(position, "unused", None)
    board = Board(
        unused=None if unused is None else list(ordered(unused)),
        top=getattr(position, "top", None) or None,
        pattern=None,
        sequences=None,
        totals=None,
        target=None,
    )
    if isinstance(position, StackDuelPosition) and position.top:
        board.pattern = "greater" if position.rising else "less"
    elif isinstance(position, OrderPosition):
        board.sequences = [list(match.current.moves[0::2]), list(match.current.moves[1::2])]
    elif isinstance(position, AttackPosition):
        board.totals, board.target = [position.one, position.two], position.rules.target
    return board


def game_text(game: Game, news: str = "") -> str:
    """A game in words, after what has just happened."""
    match, current = game.match, game.match.current
    words = words_for(match)
    who = (
        f"You are Player {game.seat.value}, {game.opponent} is Player {game.seat.other.value}."
        if game.seat
        else "You play both seats."
    )
    head = [f"{match.rules.title} ({option_text(match.rules)}). {who}", f"Game id: {game.id}"]
    if current.moves:
        head.append(f"Played so far: {listing(current.moves, ', ')}")
    if isinstance(current.position, AttackPosition):
        position = current.position
        head.append(
            f"Totals: Player 1 {position.one}, Player 2 {position.two}. Target: {position.rules.target}"
        )
    outcome = current.outcome
    if outcome:
        end = [*words.ended(outcome), f"The game is over: Player {outcome.winner.value} has won."]
        return _joined(news, head, end)
    turn = [*words.turn(), f"Player {current.turn.value} can play: {listing(words.legal, ', ')}"]
    return _joined(news, head, turn)


def _joined(news: str, head: list[str], rest: list[str]) -> str:
    return "\n".join(filter(None, [news, *head, *rest]))


def moved_text(game: Game, before: int) -> str:
    """What happened since so many moves: what was played, and what the computer answered."""
    parts = []
    for seat, move in list(_played(game.match))[before:]:
        yours = game.seat is None or seat == game.seat.value
        parts.append(f"Player {seat} ({'you' if yours else game.opponent}) played {move}.")
    return " ".join(parts)


def verdict_text(answer: VerdictAnswer) -> str:
    """A verdict in words."""
    played = f"Played: {listing(answer.moves, ', ') or 'nothing yet'}."
    if answer.over:
        return f"{answer.reason}\n{played}"
    length = "" if answer.length is None else f" in {answer.length} move{'' if answer.length == 1 else 's'}"
    return (
        f"Player {answer.to_move} is to move. Player {answer.winner} wins{length} under perfect play.\n"
        f"Winning moves: {listing(answer.winning, ', ') or 'none'}.\n"
        f"Why, said to Player {answer.to_move}: {answer.reason}\n"
        f"{played}"
    )
