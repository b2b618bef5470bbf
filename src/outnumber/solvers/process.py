"""The program of a solver process: questions in, answers out, one JSON object a line.

A record in a question has the one round that it is about, except for the picture of a whole match.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from typing import Any

from outnumber.games.base import Position
from outnumber.games.errors import GameError
from outnumber.games.registry import find
from outnumber.session.clock import Clock
from outnumber.session.match import Match
from outnumber.session.record import read
from outnumber.solvers import puzzles as puzzling
from outnumber.solvers import reviews as reviewing
from outnumber.web.errors import plain

# A question that needs more memory fails, and nothing else does.
MEMORY = 2 << 30


def choose(match: Match, question: dict[str, Any]) -> dict[str, Any]:
    from outnumber.players.registry import computer

    # The record has one round only; players draw by the number of theirs.
    match = match._replace(rounds=match.rounds * question["round"])
    return {"move": computer(question["plays"]).choose(match, Clock(None))}


def check(question: dict[str, Any]) -> dict[str, Any]:
    """Whether a game can be solved: if its start can, everything after it can."""
    from outnumber.theory.solve import solve

    return {"solved": solve(find(question["game"])(**question["options"]).start()).winner}


def verdict(match: Match, question: dict[str, Any]) -> dict[str, Any]:
    from outnumber.theory.solve import solve
    from outnumber.theory.verdict import to_json

    moves = match.current.moves[: question["ply"]]
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


def review(match: Match, _: dict[str, Any]) -> dict[str, Any]:
    return reviewing.reviewed(match, 1)


def picture(match: Match, question: dict[str, Any]) -> dict[str, Any]:
    if question["kind"] == "history":
        return {"svg": reviewing.history_picture(match, question["language"])}
    moves = match.current.moves[: question["ply"]]
    return {"svg": reviewing.position_picture(match, moves, question["language"])}


def _after(match: Match, moves: tuple[int, ...]) -> Position:
    position = match.rules.start()
    for move in moves:
        position = position.play(move)
    return position


JOBS = {"choose": choose, "verdict": verdict, "hint": hint, "review": review, "picture": picture}
WITHOUT_RECORD = {"check": check, **puzzling.JOBS}


def answer(line: bytes) -> dict[str, Any]:
    """The answer to one question."""
    question = json.loads(line)
    try:
        if question["job"] in WITHOUT_RECORD:
            return WITHOUT_RECORD[question["job"]](question)
        return JOBS[question["job"]](read(question["record"]), question)
    except GameError as error:
        return {"error": plain(error)}


def main() -> None:
    """Answer until nobody asks any more."""
    if hasattr(os, "nice"):
        os.nice(5)  # players who only move come first
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    whole = True
    while whole and (line := sys.stdin.buffer.readline()):
        try:
            told = answer(line)
        except MemoryError:
            # What earlier questions left behind may be the reason: the next one gets a new process.
            whole = False
            told = {
                "error": {"code": "too-large", "message": "This needs more memory than the server allows."}
            }
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
