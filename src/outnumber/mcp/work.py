"""What costs time, for the MCP server: worked out in processes of their own, and bounded.

The jobs are plain functions of a match, so that they can go to another process and come back.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

import anyio
from anyio import to_process

from outnumber.games.base import Rules, Seat
from outnumber.games.errors import IllegalMove
from outnumber.session.match import Match
from outnumber.session.round import Round
from outnumber.wire.refusals import Refused

logger = logging.getLogger("outnumber.adapters.mcp")

# How many processes work, how many questions may wait for them, and how long one may take. The limits on
# sizes keep all answers within two seconds; to start a process may take longer.
SOLVERS = min(2, os.cpu_count() or 1)
QUEUE = 32
SECONDS = 20.0
# More winning moves than this are counted, not listed, for each move of a review.
MOST_LISTED = 20

T = TypeVar("T")


class Solvers:
    """A few processes that answer questions; one that takes too long is killed."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._turns = anyio.Semaphore(SOLVERS)
        self._waiting = 0

    async def ask(self, job: Callable[..., T], match: Match, *args: object) -> T:
        """The answer of a job about a match; raises `Refused` when that takes too long."""
        if self._waiting >= QUEUE:
            raise Refused("server-busy")
        self._waiting += 1
        try:
            async with self._turns:
                with anyio.fail_after(self._seconds):
                    return await to_process.run_sync(job, match, *args, cancellable=True)
        except (TimeoutError, anyio.BrokenWorkerProcess) as error:
            logger.warning("no answer from a solver: %r", error)
            raise Refused("too-slow") from None
        finally:
            self._waiting -= 1


@lru_cache(maxsize=16)
def _known(rules: Rules) -> Rules:
    """The first of equal rules: they keep what earlier verdicts found."""
    return rules


def _here(match: Match) -> Match:
    """A match that came from another process, with rules that this one knows."""
    rules = _known(match.rules)
    current = Round.begin(rules, match.current.moves)._replace(ended=match.current.ended)
    return match._replace(rules=rules, rounds=(current,))


def choose(match: Match) -> int:
    """The move of the computer player to move."""
    from outnumber.players.registry import computer
    from outnumber.session.clock import Clock
    from outnumber.session.loop import Wish

    player = computer(match.participant(match.current.turn).plays)
    choice = player.choose(_here(match), Clock(None))
    if isinstance(choice, Wish):
        raise Refused("internal")
    return choice


def verdict(match: Match, certificate: bool) -> dict[str, Any]:
    """Who wins the position under perfect play, as `outnumber solve --json` has it."""
    from outnumber.theory.solve import solve
    from outnumber.theory.verdict import to_json

    match = _here(match)
    position = match.current.position
    found = to_json(match.rules, match.current.moves, position, solve(position))
    return found if certificate else found | {"certificate": None}


def hint(match: Match, step: int) -> str:
    """One of the three steps of help for the seat to move."""
    from outnumber.theory.hints import hints

    match = _here(match)
    if match.current.outcome:
        raise IllegalMove("game-over")
    return str(hints(match.current.position)[step - 1])


def review(match: Match) -> tuple[dict[str, Any], str]:
    """The round looked at again: as JSON, and in words."""
    from outnumber.session.review import Review, review_round
    from outnumber.words.review import told

    match = _here(match)
    found = review_round(match.current)
    turning = found.turning_point
    data = {
        "moves": [
            {
                "seat": int(graded.seat),
                "move": graded.move,
                "grade": graded.grade.value,
                "winner_before": int(graded.winner_before),
                "winning": list(graded.winning[:MOST_LISTED]),
                "winning_count": len(graded.winning),
                "legal_count": len(graded.legal),
                "regret": graded.regret,
                "weight": round(graded.weight, 4),
            }
            for graded in found.moves
        ],
        "accuracy": [found.accuracy(seat) for seat in Seat],
        "ahead": int(found.ahead),
        "turning_point": None if turning is None else turning + 1,
        "reason": None if found.reason is None else str(found.reason),
        "refutation": [step.move for step in found.refutation],
    }
    return data, "\n".join(line for line, _ in told(match, Review((found,)), "#."))
