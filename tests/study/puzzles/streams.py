"""Puzzles shared by several tests, generated once."""

from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from itertools import islice

from outnumber.games.registry import find
from outnumber.study.puzzles.daily import FROM, daily
from outnumber.study.puzzles.generate import generate
from outnumber.study.puzzles.kinds import Kind, usual
from outnumber.study.puzzles.puzzle import Puzzle

SEED = 11


@cache
def _stream(game: str, kind: Kind) -> tuple[list[Puzzle], Iterator[Puzzle]]:
    return [], generate(game, SEED, kind=kind)


def made(game: str, count: int, kind: Kind | None = None) -> list[Puzzle]:
    """The first puzzles of a game, of a kind or of its default."""
    known, more = _stream(game, kind or usual(find(game)))
    known += islice(more, max(0, count - len(known)))
    return known[:count]


def published(game: str, count: int) -> list[Puzzle]:
    """The daily puzzles of a game on the last days before there were kinds: one move wins."""
    return [daily(FROM - timedelta(days=ago), game) for ago in range(1, count + 1)]
