"""An attempt at one puzzle: answers, hints, and whether it counts as solved. All front ends share this."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from copy import copy
from typing import Literal, NamedTuple

from outnumber.games import NotAMove, Phrase, Position, Seat
from outnumber.match import Round
from outnumber.theory.advice import hints as steps_of_help
from outnumber.theory.best import best
from outnumber.theory.bounded import solve

from .explain import Refutation, hints, line_from, refutation
from .kinds import SEATS
from .puzzle import Puzzle


class Attempt:
    """An attempt at a puzzle; it is missed after the first wrong answer, or if the answer is revealed.

    >>> from outnumber.study.puzzles.puzzle import from_json
    >>> attempt = Attempt(from_json({"game": "strategy-stacks", "options": {}, "moves": [6]}))
    >>> attempt.play(3).line[0].move, attempt.solved, attempt.play(2), attempt.found
    (9, False, None, True)
    """

    # The furthest hint shown, 0 for none.
    hinted = 0
    # Whether the answer was shown before it was found.
    told = False
    # Whether the correct answer has been given; for `seat`, whether the game has been won.
    found = False
    # For `seat`: the chosen seat.
    seat: Seat | None = None

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        # Never changed in place: copies share it.
        self.wrong: list[int] = []
        # The last hint for the current position.
        self._helped: dict[object, int] = {}
        # The position; for `seat`, after the game so far.
        self.round: Round = puzzle.match.current

    @property
    def missed(self) -> bool:
        return self.told or bool(self.wrong)

    @property
    def solved(self) -> bool | None:
        """Whether the puzzle is solved; None while it is undecided."""
        return False if self.missed else self.found or None

    @property
    def asks(self) -> Literal["move", "moves", "seat"]:
        """The kind of the next answer."""
        if self.puzzle.kind in SEATS and self.seat is None:
            return "seat"
        return "moves" if self.puzzle.kind == "all" else "move"

    @property
    def position(self) -> Position:
        """The position of the next answer: a later one in a game that is played out."""
        return self.round.position

    @property
    def right(self) -> Sequence[int]:
        """The correct numbers now: a move, each winning move, or a seat."""
        return solve(self.position).winning if self.playing else self.puzzle.answer

    @property
    def hints(self) -> tuple[Phrase, ...]:
        """The hints; after choosing a seat, those for the next move."""
        return steps_of_help(self.position) if self.playing else hints(self.puzzle)

    @property
    def playing(self) -> bool:
        """Whether the correct seat has been chosen and the game is being played out."""
        return self.puzzle.kind == "seat" and self.seat is not None and not self.found

    def hint(self) -> tuple[int, Phrase]:
        """The next hint with its number; the last one contains the answer."""
        steps, about = self.hints, (self.seat, self.round.moves)
        step = min(self._helped.get(about, 0) + 1, len(steps))
        self._helped = {about: step}
        self.hinted = max(self.hinted, step)
        if step == len(steps):
            self.tell()
        return step, steps[step - 1]

    def tell(self) -> tuple[int, ...]:
        """Reveal the answer."""
        if not self.found:
            self.told = True
        return self.puzzle.answer

    def answer(self, numbers: Sequence[int]) -> Refutation | None:
        """Returns None for the correct answer, or the refutation of another one; raises `GameError` for an
        invalid one.
        """
        if self.asks == "moves":
            return self._mark(numbers)
        if len(numbers) != 1:
            raise NotAMove("not-a-number", text=repr(numbers), remedy=Phrase("type one number."))
        return self._sit(numbers[0]) if self.asks == "seat" else self.play(numbers[0])

    def play(self, move: int) -> Refutation | None:
        """Returns None for a correct move, or the refutation of another one; raises `IllegalMove`."""
        position = self.position
        if move not in position.legal_moves():
            raise position.refusal(move)
        if move not in self.right:
            self.wrong = [*self.wrong, move]
            return refutation(position, move)
        if self.playing:
            self._reply(self.round.play(move))
        else:
            self.found = True
        return None

    def _mark(self, numbers: Sequence[int]) -> Refutation | None:
        for number in numbers:
            if number not in self.position.legal_moves():
                raise self.position.refusal(number)
        marked = set(numbers)
        if marked == set(self.puzzle.answer):
            self.found = True
            return None
        bad = min(marked - set(self.puzzle.answer), default=0)
        self.wrong = [*self.wrong, bad]
        return refutation(self.position, bad) if bad else Refutation(0, (), None)

    def _sit(self, number: int) -> Refutation | None:
        if number not in (Seat.ONE, Seat.TWO):
            raise NotAMove("not-a-number", text=str(number), remedy=Phrase("type 1 or 2."))
        if number != self.puzzle.solution:
            self.wrong = [*self.wrong, number]
            return Refutation(0, *line_from(self.position))
        self.seat = Seat(number)
        if self.puzzle.kind == "who":
            self.found = True
        else:
            self._reply(self.round)
        return None

    def _reply(self, played: Round) -> None:
        """Play the perfect player's moves until it is the solver's turn, or the game is won."""
        self.round = played.answered(Seat(self.puzzle.solution), lambda current: best(current.position)[0])
        self.found = self.round.outcome is not None


class PossibleAnswer(NamedTuple):
    """One answer to a puzzle, and its result."""

    # For `seat`, the seat followed by the moves played from there.
    given: tuple[int, ...]
    right: bool
    # The state after a correct answer, or before a wrong one.
    attempt: Attempt

    @property
    def refutation(self) -> Refutation | None:
        """Why it is wrong; computed on demand."""
        return None if self.right else copy(self.attempt).answer(self.given[-1:])


def possible_answers(puzzle: Puzzle, given: Sequence[int] = ()) -> Iterator[PossibleAnswer]:
    """Every possible next answer; a game that is played out continues after each correct move.

    If several winning moves must be marked, each is correct, although none is the complete answer.

    >>> from outnumber.study.puzzles.puzzle import from_json
    >>> puzzle = from_json({"game": "strategy-stacks", "options": {}, "moves": [6]})
    >>> [(each.given, each.right) for each in possible_answers(puzzle)]
    [((1,), False), ((2,), True), ((3,), False)]
    """
    begun = Attempt(puzzle)
    for number in given:
        begun.answer([number])
    waiting: deque[tuple[tuple[int, ...], Attempt]] = deque([(tuple(given), begun)])
    while waiting:
        path, before = waiting.popleft()
        numbers = tuple(Seat) if before.asks == "seat" else before.position.legal_moves()
        right = set(before.right)
        for number in map(int, numbers):
            after, further = copy(before), (*path, number)
            if number in right and puzzle.kind != "all":
                after.answer([number])
                if not after.found:
                    waiting.append((further, after))
            yield PossibleAnswer(further, number in right, after)
