"""Random requests whose answers depend on nothing but the request."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from outnumber.games.base import Rules
from outnumber.games.registry import BUILT_IN, find
from outnumber.study.lessons.lesson import LESSONS
from outnumber.study.puzzles.kinds import offered

# A method, an address below the prefix, and a JSON body, empty for GET.
Asked = tuple[str, str, str]
LANGUAGES = ("en", "de")
PAGES = ("/learn", "/rules", "/chain", "/board", "/stats", "/games", "/puzzles", "/worksheet", "/nowhere")
SHEETS = ("puzzles", "cards", "board", "guide")


def requests(count: int, seed: int = 1) -> list[Asked]:
    """Some requests of every kind."""
    source = random.Random(seed)
    return [source.choice(_KINDS)(source) for _ in range(count)]


def hashed(asked: Asked, status: int, body: bytes) -> str:
    """The fingerprint of an answer."""
    return sha256(json.dumps([*asked, status]).encode() + body).hexdigest()


def _rules(source: random.Random, largest: int = 40) -> tuple[type[Rules], dict[str, Any]]:
    game = find(source.choice([*BUILT_IN]))
    options: dict[str, Any] = {game.SIZE: source.randint(9, largest)}
    return game, options


def _position(source: random.Random) -> dict[str, Any]:
    game, options = _rules(source)
    position, moves = game(**options).start(), []
    for _ in range(source.randint(0, 12)):
        if position.outcome():
            break
        moves.append(source.choice(position.legal_moves()))
        position = position.play(moves[-1])
    if source.random() < 0.05:
        moves.append(source.randint(-2, 50))  # often illegal: errors are equal too
    return {"game": game.name, "options": options, "moves": moves}


def _post(path: str, body: dict[str, Any], source: random.Random) -> Asked:
    return "POST", f"/api/{path}?lang={source.choice(LANGUAGES)}", json.dumps(body)


def _of_position(source: random.Random) -> Asked:
    what = source.choice(["position", "position/verdict", "position/verdict", "position/picture"])
    return _post(what, _position(source), source)


def _of_puzzle(source: random.Random) -> Asked:
    position = _position(source)
    puzzle = position | {"kind": source.choice(offered(find(position["game"])))}
    answer = [source.randint(1, 12) for _ in range(source.randint(0, 3))]
    # All answers to a `seat` puzzle can take so long that a slow machine refuses the job.
    ahead = ["ahead"] if puzzle["kind"] != "seat" else []
    what = source.choice(["try", "hint", "answer", *ahead])
    more: dict[str, dict[str, Any]] = {
        "try": {"answer": answer},
        "hint": {"level": source.randint(1, 3), "answer": answer},
    }
    more |= {"answer": {}, "ahead": {"answer": answer}}
    return _post(f"puzzles/{what}", {"puzzle": puzzle, **more[what]}, source)


def _puzzles(source: random.Random) -> Asked:
    language, game = source.choice(LANGUAGES), source.choice([*BUILT_IN])
    if source.random() < 0.3:
        date = f"2026-{source.randint(10, 11):02}-{source.randint(1, 28):02}"
        return "GET", f"/api/puzzles/daily?date={date}&game={game}&lang={language}", ""
    return "GET", f"/api/puzzles/{game}?seed={source.randint(0, 999)}&count=1&lang={language}", ""


def _lesson(source: random.Random) -> Asked:
    lesson = LESSONS[source.choice([*LESSONS])]
    step = source.choice(lesson.steps).id
    if source.random() < 0.2:
        return "GET", f"/api/lessons/{lesson.id}/{step}/picture?lang={source.choice(LANGUAGES)}", ""
    place = {
        "lesson": lesson.id,
        "step": step,
        "given": [source.randint(1, 9) for _ in range(source.randint(0, 2))],
    }
    return _post("lessons/learn", {"place": place}, source)


def _chain(source: random.Random) -> Asked:
    chain = list(dict.fromkeys(source.randint(1, 30) for _ in range(source.randint(0, 5))))
    body: dict[str, Any] = {"range": 30, "link": ["multiple"], "chain": chain}
    if source.random() < 0.5:
        return _post("chain/hint", body, source)
    return _post("chain", body | {"do": "add", "number": source.randint(1, 30)}, source)


def _page(source: random.Random) -> Asked:
    game = source.choice([*BUILT_IN])
    path = source.choice([*PAGES, f"/rules/{game}", f"/learn/{game}", f"/path/{game}", f"/puzzles/{game}"])
    return "GET", path, ""


def _sheet(source: random.Random) -> Asked:
    game, sheet = source.choice([*BUILT_IN]), source.choice(SHEETS)
    return "GET", f"/worksheet/{game}?seed={source.randint(0, 99)}&count=2&sheet={sheet}", ""


def _other(source: random.Random) -> Asked:
    language = source.choice(LANGUAGES)
    path = source.choice(["catalogue", "lessons", "paths", f"paths/{source.choice([*BUILT_IN])}", "nothing"])
    return "GET", f"/api/{path}?lang={language}", ""


_KINDS = [
    *[_of_position] * 6,
    *[_of_puzzle] * 4,
    *[_puzzles] * 2,
    *[_lesson] * 3,
    *[_chain] * 2,
    _page,
    _sheet,
    _other,
]


def headers(asked: Asked, language: str) -> Iterator[tuple[str, str]]:
    """The headers of a request from a page."""
    yield "host", "localhost"
    yield "accept-language", language
    yield from [("content-type", "application/json")] if asked[2] else [("accept", "text/html")]
