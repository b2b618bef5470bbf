"""A verdict: who wins a position under perfect play, with which moves, how soon, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from outnumber.games.base import Position, Reason, Rules, Seat
from outnumber.games.number_stack_attack import AttackPosition
from outnumber.games.numbers import brief, ordered
from outnumber.theory.reasons import Explanation

Certificate = dict[str, Any]


class Verdict:
    """Who wins a position, and all moves that win it.

    `winner` and `winning` are known at once. `reason`, `length` and `certificate` are worked out when
    they are first asked for, each once; the functions that do so depend on the position alone.

    >>> from outnumber.games.registry import game
    >>> from outnumber.theory.solve import solve
    >>> verdict = solve(game("strategy-stacks").start())
    >>> verdict.winner, verdict.winning, verdict.length
    (<Seat.ONE: 1>, (5, 7), 3)
    """

    __slots__ = (
        "_certificate",
        "_certify",
        "_explain",
        "_length",
        "_measure",
        "_reason",
        "winner",
        "winning",
    )

    def __init__(
        self,
        winner: Seat,
        winning: int,
        *,
        reason: Callable[[], Explanation],
        length: Callable[[], int | None],
        certificate: Callable[[], Certificate],
    ) -> None:
        self.winner = winner
        self.winning: Sequence[int] = ordered(winning)
        self._explain = reason
        self._measure = length
        self._certify = certificate
        self._reason: Explanation | None = None
        self._length: tuple[int | None] | None = None
        self._certificate: Certificate | None = None

    @property
    def reason(self) -> Explanation:
        """Why, in one or two sentences; the text is `str(verdict.reason)`."""
        if self._reason is None:
            self._reason = self._explain()
        return self._reason

    @property
    def length(self) -> int | None:
        """Moves to the end when the winner hurries and the loser delays; None where it is not computed."""
        if self._length is None:
            self._length = (self._measure(),)
        return self._length[0]

    @property
    def certificate(self) -> Certificate:
        """What `outnumber check` needs to confirm the verdict, ready for JSON."""
        if self._certificate is None:
            self._certificate = self._certify()
        return self._certificate

    def __repr__(self) -> str:
        how = f" with {brief(self.winning)}" if self.winning else ""
        return f"<Verdict: Player {int(self.winner)} wins{how}>"


def over(position: Position) -> Verdict:
    """The verdict on a finished game: who has won it."""
    outcome = position.outcome()
    if outcome is None:
        raise ValueError(f"the game is not over: {position!r}")
    winner, loser = outcome.winner, outcome.winner.other

    def reason() -> Explanation:
        who = {"winner": int(winner), "loser": int(loser)}
        if not isinstance(position, AttackPosition):
            return Explanation("over-no-move", **who)
        if outcome.reason is Reason.TARGET:
            return Explanation("over-target", target=position.rules.target, **who)
        more, less = position.total(winner), position.total(loser)
        if more != less:
            return Explanation("over-larger", more=more, less=less, **who)
        return Explanation(f"over-{position.rules.tie}", total=more, **who)

    return Verdict(winner, 0, reason=reason, length=lambda: 0, certificate=lambda: {"theorem": "over"})


def to_json(rules: Rules, moves: Sequence[int], position: Position, verdict: Verdict) -> dict[str, Any]:
    """The object that `outnumber solve --json` prints, all options included.

    Raises `OptionError` where a criterion is a Python function: those have no name that JSON could carry.
    """
    ended = position.outcome() is not None
    return {
        "game": rules.name,
        "options": rules.options,
        "moves": list(moves),
        "to_move": None if ended else int(position.turn),
        "over": ended,
        "winner": int(verdict.winner),
        "legal": list(position.legal_moves()),
        "winning": list(verdict.winning),
        "length": verdict.length,
        "reason": str(verdict.reason),
        "certificate": verdict.certificate,
    }
