"""What `hint` and `why` answer at the prompt: all of it proven."""

from __future__ import annotations

from collections.abc import Iterator

from outnumber.games.base import Position
from outnumber.games.numbers import brief
from outnumber.games.walk import WalkPosition
from outnumber.session.match import HUMAN, Match
from outnumber.terminal.words import words_for
from outnumber.theory.best import fastest
from outnumber.theory.hints import hints
from outnumber.theory.pairing import partners
from outnumber.theory.solve import solve

# A longer list of partners helps nobody at a prompt.
MOST_PAIRS = 60


def hint(match: Match, step: int) -> str:
    """A hint for the player to move: step 1 says where to look, 2 the idea, 3 the move."""
    return f"Hint {step} of 3: {hints(match.current.position)[step - 1]}"


def why(match: Match) -> Iterator[str]:
    """What the last move of a computer did, and why the position is won or lost."""
    current = match.current
    if current.moves:
        before = current.undo()
        if match.participant(before.turn).plays != HUMAN:
            name = words_for(match).name(before.turn)
            yield f"{name} played {current.moves[-1]}: {_grade(before.position, current.moves[-1])}."
    verdict = solve(current.position)
    yield str(verdict.reason)
    if isinstance(current.position, WalkPosition):
        if verdict.winning:
            move = fastest(current.position, verdict)[0]
            lead = f"After {move}, answer each number with its partner:"
            yield from _pairs(lead, partners(current.position, move))
        else:
            lead = "Your opponent can answer each number with its partner:"
            yield from _pairs(lead, partners(current.position))


def _grade(before: Position, move: int) -> str:
    winning = solve(before).winning
    if move in winning:
        return "a winning move" if len(winning) > 1 else "the only winning move"
    if winning:
        return f"a mistake, {brief(winning)} would have won"
    return "no move could win there"


def _pairs(lead: str, partner: dict[int, int]) -> Iterator[str]:
    pairs = [f"{a} with {b}" for a, b in sorted(partner.items()) if a < b]
    if not pairs:
        return
    more = f", and {len(pairs) - MOST_PAIRS} more pairs" if len(pairs) > MOST_PAIRS else ""
    yield f"{lead} {', '.join(pairs[:MOST_PAIRS])}{more}."
