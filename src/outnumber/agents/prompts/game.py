"""A game in words, against an opponent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outnumber.games.base import Reason
from outnumber.games.errors import IllegalMove
from outnumber.match.review import Graded, grade
from outnumber.match.round import Round
from outnumber.players.models.answers import read_answer
from outnumber.players.models.briefing import complaint, question_told, turn_told
from outnumber.players.random import dice
from outnumber.players.registry import COMPUTERS, built_in, unknown
from outnumber.theory.bounded import solve

# Chooses a legal number for the player to move.
Opponent = Callable[[Round], int]


def opponent(name: str = "perfect", seed: int = 0) -> Opponent:
    """One of the computer players by name; whatever it leaves to chance, the seed decides.

    >>> from outnumber.games.registry import game as rules_of
    >>> opponent()(Round.begin(rules_of("strategy-stacks"), [6]))
    2
    """
    if name not in COMPUTERS:
        raise unknown(name, COMPUTERS)  # programs and models are not started for a harness
    player = built_in(name)
    return lambda current: player.move(current, dice(seed, 1, current))


class Game:
    """A game in words: the model has the seat that moves first, the opponent the other.

    >>> from outnumber.games.registry import game as rules_of
    >>> game = Game(Round.begin(rules_of("strategy-stacks"), [6]), opponent())
    >>> game.hear("move: 2").splitlines()[0]
    'Moves so far: Player 1: 6, Player 2: 2, Player 1: 1.'
    >>> game.hear("I like 6.").split(".")[0]
    '6 is already used'
    >>> game.hear("I know: 7!"), game.won, game.kept, game.attempts, game.illegal
    (None, True, 1.0, 3, 1)
    """

    def __init__(
        self,
        start: Round,
        opponent: Opponent,
        *,
        legal: bool = True,
        retries: int = 2,
        most: int | None = None,
    ) -> None:
        """Each turn allows `retries` more tries; the game ends after `most` moves of the model."""
        self.current = start
        self.seat = start.turn
        self._opponent = opponent
        self._legal = legal
        self._retries = retries
        self._most = most
        self._failed = 0
        # The graded moves of the model; its answers, and those that were not a legal move.
        self.moves: list[Graded] = []
        self.attempts = self.illegal = self.garbled = 0
        # Whether a win was given away because no legal move came.
        self._forfeited = False

    @property
    def prompt(self) -> str:
        """The first message to the model: the rules, the position, and how to answer."""
        return question_told(self.current, legal=self._legal)

    @property
    def over(self) -> bool:
        return self.current.outcome is not None or len(self.moves) == self._most

    @property
    def fault(self) -> bool:
        """Whether it ended because no legal move came."""
        return self.current.outcome is not None and self.current.outcome.reason is Reason.FAULT

    @property
    def won(self) -> bool | None:
        """Whether the model has won; None while the game is on."""
        outcome = self.current.outcome
        return None if outcome is None else outcome.winner is self.seat

    @property
    def chances(self) -> int:
        """How often there was a win to lose."""
        return sum(each.weight > 0 for each in self.moves) + self._forfeited

    @property
    def blunders(self) -> int:
        """How often it was lost, by a move or for want of a legal one: regret, exactly."""
        return sum(each.regret for each in self.moves) + self._forfeited

    @property
    def kept(self) -> float:
        """The share of the chances that was kept, from 0 to 1; 1 where there was none."""
        return 1 - self.blunders / self.chances if self.chances else 1.0

    def hear(self, answer: str | None) -> str | None:
        """Play what an answer says and let the opponent reply. Returns what to say to that, None at the end.

        None stands for an answer that never came, was refused or was cut off.
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
