"""A verdict: who wins a position under perfect play, with which moves, how soon, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from outnumber.games import Numbers, Phrase, Position, Seat, mask_of, ordered
from outnumber.games.sentences import brief

from .reasons import Explanation, players

Certificate = dict[str, Any]
Help = tuple[Phrase, Phrase]


class Verdict:
    """Who wins a position, and all moves that win it.

    `winner` and `winning` are known at once. `reason`, `length` and `certificate` are computed on first
    access, once each; the functions that do so depend only on the position.

    >>> from outnumber.games.registry import game
    >>> from outnumber.theory.solve import solve
    >>> verdict = solve(game("strategy-stacks").start())
    >>> verdict.winner, verdict.winning, verdict.length
    (<Seat.ONE: 1>, (5, 7), 3)
    """

    def __init__(
        self,
        winner: Seat,
        winning: int | Iterable[int],
        *,
        reason: Callable[[], Phrase],
        length: Callable[[], int | None] = lambda: None,
        # The checker searches all continuations.
        certificate: Callable[[], Certificate] = lambda: {"theorem": "exhaustive"},
        help: Callable[[], Help] | None = None,
        partners: Callable[[int], dict[int, int]] | None = None,
        length_is_a_search: bool = False,
    ) -> None:
        self.winner = winner
        self.winning: Numbers = ordered(winning if isinstance(winning, int) else mask_of(winning))
        # Whether the length takes far longer to compute than the winner.
        self.length_is_a_search = length_is_a_search
        self._help = help
        self._partners = partners
        self._explain = reason
        self._measure = length
        self._certify = certificate

    @cached_property
    def reason(self) -> Phrase:
        """Why, in one or two sentences; the text is `str(verdict.reason)`."""
        return self._explain()

    @cached_property
    def length(self) -> int | None:
        """The number of moves when the winner hurries and the loser delays; None if it was not computed."""
        return self._measure()

    @cached_property
    def certificate(self) -> Certificate:
        """What `outnumber check` needs to confirm the verdict, ready for JSON."""
        return self._certify()

    @property
    def move(self) -> int:
        """The winning move that is easiest to follow: the one that the reason names; 0 if none wins.

        The reason, the last hint, `why` and the picture all name this move.
        """
        named: int = self.reason.numbers.get("move", 0)
        return named if named in self.winning else self.winning[0] if self.winning else 0

    @property
    def help(self) -> Help | None:
        """Two hints for the mover in a won position: where to look, and the idea; None without hints."""
        return self._help and self._help()

    def partners(self, move: int = 0) -> dict[int, int]:
        """The list of partners, if the game has one: for each number of a pair its partner.

        After a winning `move`, the list is for the player who made it; in a lost position, without a move,
        for the opponent.
        """
        return {} if self._partners is None else self._partners(move)

    def __repr__(self) -> str:
        how = f" with {brief(self.winning)}" if self.winning else ""
        return f"<Verdict: Player {self.winner} wins{how}>"


def over(position: Position, reason: Callable[[], Phrase] | None = None) -> Verdict:
    """The verdict on a finished game: its winner."""
    outcome = position.outcome()
    if outcome is None:
        raise ValueError(f"the game is not over: {position!r}")
    winner = outcome.winner
    stuck = not position.legal_moves() and winner is not position.turn
    code = "over-no-move" if stuck else "over"
    return Verdict(
        winner,
        0,
        reason=reason or (lambda: Explanation(code, **players(winner))),
        length=lambda: 0,
        certificate=lambda: {"theorem": "over"},
    )
