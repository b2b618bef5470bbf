"""Puzzles for the server, made and proven in a solver process. Nothing is kept: the puzzle itself travels."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import lru_cache
from itertools import islice
from typing import Any

from outnumber.games.errors import GameError
from outnumber.puzzles.puzzle import Puzzle, from_json
from outnumber.puzzles.themes import THEMES
from outnumber.solvers.reviews import told
from outnumber.web.errors import Refused

MIXED = "mixed"
ANSWERS = ("missed", "helped", "solved")
# Puzzles of a day that a process remembers: everybody asks for the same one.
DAYS = 64


def some(question: dict[str, Any]) -> dict[str, Any]:
    """The first puzzles of a seed, of one game or of all by turns."""
    from outnumber.puzzles.generate import generate, mixed

    game, seed = question["game"], question["seed"]
    found = mixed(seed) if game == MIXED else generate(game, seed)
    return {"puzzles": [shown(each) for each in islice(found, question["count"])]}


def daily(question: dict[str, Any]) -> dict[str, Any]:
    """The puzzle of a day."""
    return {"date": question["date"], "puzzle": _of_day(question["date"], question["game"])}


@lru_cache(DAYS)
def _of_day(day: str, game: str | None) -> dict[str, Any]:
    from outnumber.puzzles.daily import daily as of_day

    return shown(of_day(date.fromisoformat(day), game))


def shown(puzzle: Puzzle) -> dict[str, Any]:
    """What somebody sees who is to solve it: everything but the answer."""
    # Imported where it is used: the other questions need no database drivers.
    from outnumber.web.play.views import board

    position, seats = puzzle.rules.start(), []
    for move in puzzle.moves:
        seats.append(int(position.turn))
        position = position.play(move)
    return {
        "id": puzzle.id,
        "game": puzzle.rules.name,
        "title": puzzle.rules.title,
        "options": puzzle.rules.options,
        "moves": list(puzzle.moves),
        "seats": seats,
        "turn": int(position.turn),
        "legal": list(position.legal_moves()),
        "board": board(position),
        "difficulty": puzzle.difficulty,
    }


def attempt(question: dict[str, Any]) -> dict[str, Any]:
    """Whether a move solves a puzzle; if not, how it is refuted."""
    from outnumber.puzzles.attempt import Attempt

    puzzle, move = _proven(question), question["move"]
    refuted = Attempt(puzzle).play(move)
    if refuted is None:
        return {"right": True, "move": move, "refutation": None, "answer": _answered(puzzle)}
    line = [{"seat": int(step.seat), "move": step.move} for step in refuted.line]
    refutation = {"line": line, "ending": told(refuted.ending)}
    return {"right": False, "move": move, "refutation": refutation, "answer": None}


def hint(question: dict[str, Any]) -> dict[str, Any]:
    """One of three steps of help; only the last names the move."""
    from outnumber.puzzles.explain import hints

    level = question["level"]
    return {"level": level, **(told(hints(_proven(question))[level - 1]) or {})}


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The solution, for somebody who would rather be told."""
    return _answered(_proven(question))


def _answered(puzzle: Puzzle) -> dict[str, Any]:
    from outnumber.puzzles.explain import explanation, pairs

    return {
        "solution": puzzle.solution,
        "explanation": told(explanation(puzzle)),
        "pairs": [list(pair) for pair in pairs(puzzle)],
        "theme": puzzle.theme,
        "title": THEMES[puzzle.theme].title,
        "lesson": THEMES[puzzle.theme].lesson,
    }


def schedule(question: dict[str, Any]) -> dict[str, Any]:
    """The card of a missed puzzle after one more answer: it says when the puzzle is to come again."""
    from outnumber.puzzles.schedule import Answer, scheduled

    now, rating = datetime.now(UTC), Answer(ANSWERS.index(question["answer"]) + 1)
    card = scheduled(question["card"], rating, now)
    try:
        json.dumps(card, allow_nan=False)
    except ValueError:  # somebody has written nonsense into it
        card = scheduled(None, rating, now)
    return {"card": card}


def _proven(question: dict[str, Any]) -> Puzzle:
    try:
        return from_json(question["puzzle"])
    except GameError:
        raise
    except ValueError:
        raise Refused("no-puzzle") from None


JOBS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "puzzles": some,
    "puzzle-daily": daily,
    "puzzle-try": attempt,
    "puzzle-hint": hint,
    "puzzle-answer": answer,
    "puzzle-schedule": schedule,
}
