"""A game in text form against an opponent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outnumber.games import IllegalMove, Reason
from outnumber.match import Round
from outnumber.match.review import Graded, grade
from outnumber.players.models.answers import read_answer
from outnumber.players.models.briefing import complaint, question_told, turn_told
from outnumber.players.random import dice
from outnumber.players.registry import COMPUTERS, built_in, unknown
from outnumber.theory.bounded import solve

# Returns a legal move for the player to move.
Opponent = Callable[[Round], int]


def opponent(name: str = "perfect", seed: int = 0) -> Opponent:
    """A built-in player by name; the seed determines its random choices.

    >>> from outnumber.games.registry import game as rules_of
    >>> opponent()(Round.begin(rules_of("strategy-stacks"), [6]))
    2
    """
    if name not in COMPUTERS:
        raise unknown(name, COMPUTERS)  # harnesses do not start programs or models
    player = built_in(name)
    return lambda current: player.move(current, dice(seed, 1, current))


class Game:
    """A game in text form between a model, which moves first, and an opponent.

    >>> from outnumber.games.registry import game as rules_of
    >>> game = Game(Round.begin(rules_of("strategy-stacks"), [6]), opponent())
    >>> game.hear("move: 2").splitlines()[0]
    'Moves so far: Player 1: 6, Player 2: 2, Player 1: 1.'
    >>> game.hear("I like 6.").split(".")[0]
    '6 is already used'
    >>> game.hear("I know: 7!"), game.won, game.kept, game.attempts, game.illegal
    (None, True, 1.0, 3, 1)
    """

    _failed = 0
    # The number of answers, by kind.
    attempts = illegal = garbled = 0
    # Whether the model lost a won position by a fault.
    _forfeited = False

    def __init__(
        self,
        start: Round,
        opponent: Opponent,
        *,
        legal: bool = True,
        retries: int = 2,
        most: int | None = None,
    ) -> None:
        """Allow `retries` retries per turn; end the game after `most` moves of the model."""
        self.current = start
        self.seat = start.turn
        self._opponent = opponent
        self._legal = legal
        self._retries = retries
        self._most = most
        # The graded moves of the model.
        self.moves: list[Graded] = []

    @property
    def prompt(self) -> str:
        """The first message to the model: the rules, the position, and how to answer."""
        return question_told(self.current, legal=self._legal)

    @property
    def over(self) -> bool:
        return self.current.outcome is not None or len(self.moves) == self._most

    @property
    def fault(self) -> bool:
        """Whether the game ended because the model made no legal move."""
        return self.current.outcome is not None and self.current.outcome.reason is Reason.FAULT

    @property
    def won(self) -> bool | None:
        """Whether the model has won; None during the game."""
        outcome = self.current.outcome
        return None if outcome is None else outcome.winner is self.seat

    @property
    def chances(self) -> int:
        """The number of turns with a win to lose."""
        return sum(each.weight > 0 for each in self.moves) + self._forfeited

    @property
    def blunders(self) -> int:
        """The number of chances lost, by a move or a fault: the exact regret."""
        return sum(each.regret for each in self.moves) + self._forfeited

    @property
    def kept(self) -> float:
        """The share of chances not lost, from 0 to 1; 1 without chances."""
        return 1 - self.blunders / self.chances if self.chances else 1.0

    def hear(self, answer: str | None) -> str | None:
        """Play the move in an answer and the opponent's reply; return the next message, or None at the end.

        Pass None for an answer that is missing, refused or cut off.
        """
        if self.over:
            raise IllegalMove("game-over")
        position = self.current.position
        move = None if answer is None else read_answer(answer)
        self.attempts += 1
        if move is None or move not in position.legal_moves():
            self.garbled += move is None
            self.illegal += move is not None
            self._failed += 1
            if self._failed > self._retries:
                self._forfeited = solve(position).winner is self.seat
                self.current = self.current.end(self.seat, Reason.FAULT)
                return None
            return complaint(position, move, legal=self._legal)
        self._failed = 0
        self.moves.append(grade(position, move))
        self.current = self.current.play(move)
        if not self.over:
            self.current = self.current.answered(self.seat, self._opponent)
        return None if self.over else turn_told(self.current, legal=self._legal)

    def told(self) -> dict[str, Any]:
        """The result as plain data."""
        return {
            "moves": list(self.current.moves),
            "won": self.won,
            "kept": self.kept,
            **{
                name: getattr(self, name)
                for name in ("chances", "blunders", "attempts", "illegal", "garbled")
            },
            "fault": self.fault,
        }
