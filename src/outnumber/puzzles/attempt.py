"""One puzzle being solved: tries, hints, and whether it counts as solved. All front ends share this."""

from __future__ import annotations

from outnumber.puzzles.explain import LAST_HINT, Refutation, hints, refutation
from outnumber.puzzles.puzzle import Puzzle
from outnumber.theory.reasons import Explanation


class Attempt:
    """A try at a puzzle; it is missed with the first wrong move, or when the answer was given away.

    >>> from outnumber.puzzles.puzzle import from_json
    >>> attempt = Attempt(from_json({"game": "strategy-stacks", "options": {}, "moves": [6]}))
    >>> attempt.play(3).line[0].move, attempt.solved, attempt.play(2), attempt.found
    (9, False, None, True)
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.wrong: list[int] = []
        # The last step of the hints that was given, 0 for none.
        self.hinted = 0
        # Whether the answer was told before it was found.
        self.told = False
        # Whether the winning move has been played.
        self.found = False

    @property
    def missed(self) -> bool:
        return self.told or bool(self.wrong)

    @property
    def solved(self) -> bool | None:
        """Whether the puzzle is solved; None while that is open."""
        return False if self.missed else self.found or None

    def hint(self) -> tuple[int, Explanation]:
        """The next step of help, with its number; the last names the move."""
        self.hinted = min(self.hinted + 1, LAST_HINT)
        if self.hinted == LAST_HINT:
            self.tell()
        return self.hinted, hints(self.puzzle)[self.hinted - 1]

    def tell(self) -> int:
        """The solution, for somebody who would rather be told."""
        if not self.found:
            self.told = True
        return self.puzzle.solution

    def play(self, move: int) -> Refutation | None:
        """None for the winning move, and for another its refutation; raises `IllegalMove`."""
        position = self.puzzle.position
        if move not in position.legal_moves():
            raise position.refusal(move)
        if move == self.puzzle.solution:
            self.found = True
            return None
        self.wrong.append(move)
        return refutation(position, move)
