"""The part of the OpenAPI document that is about puzzles."""

from __future__ import annotations

from outnumber.games.registry import BUILT_IN
from outnumber.solvers.puzzles import ANSWERS, MIXED
from outnumber.web.http import openapi as o
from outnumber.web.http.puzzles import LARGEST_SEED, MOST, MOST_MOVES

GAME: o.Schema = {"enum": list(BUILT_IN)}
SCHEMAS: dict[str, o.Schema] = {
    "Puzzle": o._object(
        {
            "id": o.STRING,
            "game": o.STRING,
            "title": o.STRING,
            "options": {"type": "object"},
            "moves": o._list(o.INTEGER),
            "seats": o._list(o.SEAT),
            "turn": o.SEAT,
            "legal": o._list(o.INTEGER),
            "board": {"type": "object"},
            "difficulty": {"type": "integer", "minimum": 1, "maximum": 5},
        }
    ),
    "PuzzleAnswer": o._object(
        {
            "solution": o.INTEGER,
            "explanation": o.REASON,
            "pairs": o._list(o._list(o.INTEGER)),
            "theme": o.STRING,
            "title": o.STRING,
            "lesson": o.STRING,
        }
    ),
    "PuzzleTry": o._object(
        {
            "right": o.BOOLEAN,
            "move": o.INTEGER,
            "refutation": o._or_null(
                o._object(
                    {
                        "line": o._list(o._object({"seat": o.SEAT, "move": o.INTEGER})),
                        "ending": o._or_null(o.REASON),
                    }
                )
            ),
            "answer": o._or_null(o._ref("PuzzleAnswer")),
        }
    ),
}
_CARD = o._object(
    {
        "card_id": o._or_null(o.INTEGER),
        "state": o._or_null(o.INTEGER),
        "step": o._or_null(o.INTEGER),
        "stability": o._or_null({"type": "number"}),
        "difficulty": o._or_null({"type": "number"}),
        "due": o.STRING,
        "last_review": o.STRING,
    }
)


def paths() -> o.Schema:
    """The addresses of puzzles."""
    position = o._object(
        {
            "game": GAME,
            "options": {"type": "object"},
            "moves": {**o._list(o.INTEGER), "maxItems": MOST_MOVES},
        },
        closed=True,
    )
    asked = (*o.POSTED, 422)
    daily = o._object({"date": o.STRING, "puzzle": o._ref("Puzzle")})
    found = o._object({"game": o.STRING, "seed": o.INTEGER, "puzzles": o._list(o._ref("Puzzle"))})
    seed: o.Schema = {"type": "integer", "minimum": 0, "maximum": LARGEST_SEED}
    return {
        "/api/puzzles/daily": o._get(
            "puzzle-of-the-day",
            "The puzzle of a day, the same for everybody.",
            o._answers(200, "The puzzle.", o._json(daily), 400, 422),
            o._query("date", {"type": "string", "format": "date"}),
            o._query("game", GAME),
        ),
        "/api/puzzles/{game}": {
            "parameters": [
                {
                    "name": "game",
                    "in": "path",
                    "required": True,
                    "schema": {"enum": [*BUILT_IN, MIXED]},
                }
            ],
            **o._get(
                "puzzles",
                "Proven puzzles, the same for the same seed.",
                o._answers(200, "The puzzles.", o._json(found), 400, 422),
                o._query("seed", seed),
                o._query("count", {"type": "integer", "minimum": 1, "maximum": MOST}),
            ),
        },
        "/api/puzzles/try": o._post(
            "puzzle-try",
            "Whether a move solves a puzzle, and how it is refuted if not.",
            o._object({"puzzle": position, "move": o.INTEGER}, closed=True),
            o._answers(200, "What became of it.", o._json(o._ref("PuzzleTry")), *asked),
        ),
        "/api/puzzles/hint": o._post(
            "puzzle-hint",
            "One of three steps of help.",
            o._object(
                {"puzzle": position},
                {"level": {"type": "integer", "minimum": 1, "maximum": 3}},
                closed=True,
            ),
            o._answers(200, "A hint.", o._json(o._ref("Hint")), *asked),
        ),
        "/api/puzzles/answer": o._post(
            "puzzle-answer",
            "The solution, and why it wins.",
            o._object({"puzzle": position}, closed=True),
            o._answers(200, "The answer.", o._json(o._ref("PuzzleAnswer")), *asked),
        ),
        "/api/puzzles/schedule": o._post(
            "puzzle-schedule",
            "When a missed puzzle is to come again.",
            o._object({"answer": {"enum": list(ANSWERS)}}, {"card": o._or_null(_CARD)}, closed=True),
            o._answers(200, "The card to keep.", o._json(o._object({"card": _CARD})), *o.POSTED),
        ),
    }
