"""Puzzles over HTTP. The server keeps nothing of them: a puzzle travels as game, options and moves, and is
proven again for every question, in a solver process like a verdict.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
from datetime import UTC, date, datetime, timedelta
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from outnumber.games.errors import GameError
from outnumber.games.registry import all_games, find
from outnumber.solvers.pool import Workers
from outnumber.solvers.puzzles import ANSWERS, MIXED
from outnumber.web.errors import Refused
from outnumber.web.http.api import body_of, hub_of, number_in, solved
from outnumber.web.limits import rules_from

MOST = 20
USUAL = 5
LARGEST_SEED = 999_999_999
# No puzzle that this server makes lies further on: the largest has a hundred numbers.
MOST_MOVES = 120
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
# Seconds after the start, when the first games have begun, and from then on.
AHEAD_AFTER, AHEAD_EVERY = 10, 3600
# A card of the scheduler: how large its numbers may be, and what else it has.
WHOLE = {"card_id": 10, "state": 3, "step": 10}
NUMBERS = {**WHOLE, "stability": 36_500, "difficulty": 10}
TIMES = ("due", "last_review")


async def daily(request: Request) -> Response:
    today = datetime.now(UTC).date()
    text = request.query_params.get("date", today.isoformat())
    try:
        if not _DATE.fullmatch(text):
            raise ValueError(text)
        day = date.fromisoformat(text)
    except ValueError:
        raise Refused("bad-request", what="date must be a day such as 2026-11-15") from None
    game = request.query_params.get("game")
    question = _of_day(day, find(game).name if game is not None else None)
    # It is today, or will be, or has been, somewhere in the world: everybody asks for the same few.
    if abs(day - today) <= timedelta(days=1):
        return JSONResponse(await hub_of(request).workers.common(question))
    return JSONResponse(await solved(request, question))


def _of_day(day: date, game: str | None) -> dict[str, Any]:
    return {"job": "puzzle-daily", "date": day.isoformat(), "game": game}


async def make_ahead(workers: Workers) -> None:
    """Have the puzzles of today and tomorrow made before anybody asks for them, day after day."""
    await asyncio.sleep(AHEAD_AFTER)
    while True:
        today = datetime.now(UTC).date()
        for day in (today, today + timedelta(days=1)):
            for game in (None, *(kind.name for kind in all_games())):
                with contextlib.suppress(GameError):
                    await workers.common(_of_day(day, game))
        await asyncio.sleep(AHEAD_EVERY)


async def some(request: Request) -> Response:
    game = request.path_params["game"]
    if game in POSTED:
        raise HTTPException(405, headers={"Allow": "POST"})
    name = MIXED if game == MIXED else find(game).name
    seed = number_in(request, "seed", secrets.randbelow(LARGEST_SEED), 0, LARGEST_SEED)
    count = number_in(request, "count", USUAL, 1, MOST)
    question = {"job": "puzzles", "game": name, "seed": seed, "count": count}
    answer = await solved(request, question)
    return JSONResponse({"game": name, "seed": seed, **answer})


async def attempt(request: Request) -> Response:
    asked = await body_of(request, "puzzle", "move")
    move = asked.get("move")
    if type(move) is not int or move.bit_length() > 53:
        raise Refused("bad-request", what="move must be a whole number")
    return await _asked(request, "puzzle-try", asked, move=move)


async def hint(request: Request) -> Response:
    asked = await body_of(request, "puzzle", "level")
    level = asked.get("level", 1)
    if type(level) is not int or not 1 <= level <= 3:
        raise Refused("bad-request", what="level must be a whole number from 1 to 3")
    return await _asked(request, "puzzle-hint", asked, level=level)


async def answer(request: Request) -> Response:
    return await _asked(request, "puzzle-answer", await body_of(request, "puzzle"))


async def _asked(request: Request, job: str, asked: dict[str, Any], **more: Any) -> Response:
    hub = hub_of(request)
    plain = asked.get("puzzle")
    if not isinstance(plain, dict) or set(plain) != {"game", "options", "moves"}:
        raise Refused("bad-request", what="puzzle must have game, options and moves")
    moves = plain["moves"]
    if not isinstance(moves, list) or len(moves) > MOST_MOVES:
        raise Refused("bad-request", what=f"moves must be a list of at most {MOST_MOVES} numbers")
    if any(type(each) is not int or each.bit_length() > 53 for each in moves):
        raise Refused("bad-request", what="moves must be whole numbers")
    rules = rules_from(plain["game"], plain["options"], hub.settings)
    puzzle = {"game": rules.name, "options": rules.options, "moves": moves}
    return JSONResponse(await solved(request, {"job": job, "puzzle": puzzle, **more}))


async def schedule(request: Request) -> Response:
    asked = await body_of(request, "card", "answer")
    if asked.get("answer") not in ANSWERS:
        raise Refused("bad-request", what=f"answer must be {', '.join(ANSWERS)}")
    card = asked.get("card")
    if card is not None and not _is_card(card):
        raise Refused("bad-request", what="card must be null or a card of this server")
    question = {"job": "puzzle-schedule", "card": card, "answer": asked["answer"]}
    return JSONResponse(await solved(request, question))


def _is_card(card: object) -> bool:
    if not isinstance(card, dict) or set(card) != {*NUMBERS, *TIMES}:
        return False
    for name, most in NUMBERS.items():
        value = card[name]
        fine = type(value) in ((int,) if name in WHOLE else (int, float)) and 0 <= value <= most
        if not fine and value is not None:
            return False
    return all(isinstance(card[name], str) and len(card[name]) <= 40 for name in TIMES)


POSTED = {"try": attempt, "hint": hint, "answer": answer, "schedule": schedule}
routes = [
    Route("/api/puzzles/daily", daily),
    *(Route(f"/api/puzzles/{what}", ask, methods=["POST"]) for what, ask in POSTED.items()),
    Route("/api/puzzles/{game}", some),
]
