"""The program of a solver process: questions in, answers out, one JSON object a line."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from typing import Any

from outnumber.games.base import Position
from outnumber.games.errors import GameError
from outnumber.session.clock import Clock
from outnumber.session.match import Match
from outnumber.session.record import read
from outnumber.web import puzzling, reviewing

# A question that needs more memory fails, and nothing else does.
MEMORY = 2 << 30


def choose(match: Match, _: dict[str, Any]) -> dict[str, Any]:
    from outnumber.players.registry import computer

    player = computer(match.participant(match.current.turn).plays)
    return {"move": player.choose(match, Clock(None))}


def verdict(match: Match, question: dict[str, Any]) -> dict[str, Any]:
    from outnumber.theory.solve import solve
    from outnumber.theory.verdict import to_json

    moves = match.rounds[question["round"] - 1].moves[: question["ply"]]
    position = _after(match, moves)
    found = solve(position)
    answer = to_json(match.rules, moves, position, found)
    # The reason once more as a code with its numbers, for pages in other languages.
    answer["because"] = reviewing.told(found.reason)
    if not question["certificate"]:
        del answer["certificate"]
    return answer


def hint(match: Match, question: dict[str, Any]) -> dict[str, Any]:
    from outnumber.theory.hints import hints

    step = hints(match.current.position)[question["level"] - 1]
    return {"level": question["level"], **(reviewing.told(step) or {})}


def review(match: Match, question: dict[str, Any]) -> dict[str, Any]:
    return reviewing.reviewed(match, question["round"])


def picture(match: Match, question: dict[str, Any]) -> dict[str, Any]:
    if question["kind"] == "history":
        return {"svg": reviewing.history_picture(match, question["language"])}
    moves = match.rounds[question["round"] - 1].moves[: question["ply"]]
    return {"svg": reviewing.position_picture(match, moves, question["language"])}


def _after(match: Match, moves: tuple[int, ...]) -> Position:
    position = match.rules.start()
    for move in moves:
        position = position.play(move)
    return position


JOBS = {"choose": choose, "verdict": verdict, "hint": hint, "review": review, "picture": picture}


def answer(line: bytes) -> dict[str, Any]:
    """The answer to one question."""
    question = json.loads(line)
    try:
        if question["job"] in puzzling.JOBS:
            return puzzling.JOBS[question["job"]](question)
        return JOBS[question["job"]](read(question["record"]), question)
    except GameError as error:
        return {"error": {"code": error.code, "message": str(error)}}
    except MemoryError:
        return {"error": {"code": "too-large", "message": "This needs more memory than the server allows."}}


def main() -> None:
    """Answer until nobody asks any more."""
    if hasattr(os, "nice"):
        os.nice(5)  # players who only move come first
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for line in sys.stdin.buffer:
        sys.stdout.write(json.dumps(answer(line)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
