"""What an arena is to play: every pair of players, on every opening of every game, each in both seats."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from itertools import combinations
from typing import Any, NamedTuple

from outnumber import __version__
from outnumber.games.errors import OptionError, shown
from outnumber.games.sentences import Phrase
from outnumber.players.registry import check
from outnumber.session.match import HUMAN
from outnumber.session.openings import Opening, balanced
from outnumber.session.record import game_text, read_game
from outnumber.theory.solve import solve

OPENINGS = BALANCED, START = "balanced", "start"


class Plan(NamedTuple):
    """Everything that decides what is played; two equal plans give the same games."""

    players: tuple[str, ...]
    # Each a game with its options, as `game_text` writes it.
    games: tuple[str, ...]
    # Openings for each pairing and game; each is played twice, with the seats swapped.
    rounds: int = 10
    openings: str = BALANCED
    seed: int = 1
    # Seconds for a move, None for as long as the players allow themselves.
    time: float | None = None

    def to_json(self) -> dict[str, Any]:
        return {"outnumber": __version__, **self._asdict()}

    @property
    def size(self) -> int:
        """How many games it has."""
        pairs = len(self.players) * (len(self.players) - 1) // 2
        return 2 * pairs * len(self.games) * self.rounds


class Task(NamedTuple):
    """One game to play; it has all that another machine needs."""

    id: str
    game: str
    opening: Opening
    # By seat.
    players: tuple[str, str]
    seed: int
    time: float | None


# Read once in a process: what the theorems find out about a game is kept with its rules.
rules_of = lru_cache(maxsize=256)(read_game)


def checked(plan: Plan) -> Plan:
    """The plan with the games written out in full; raises `OptionError` for what cannot be played."""
    if len(plan.players) < 2:
        remedy = Phrase("an arena needs two or more.")
        raise OptionError("bad-option", option="PLAYER", text=" ".join(plan.players), remedy=remedy)
    for place, player in enumerate(plan.players):
        if player in plan.players[:place]:
            remedy = Phrase("name each player once.")
            raise OptionError("bad-option", option="PLAYER", text=shown(player), remedy=remedy)
        if player == HUMAN:
            remedy = Phrase("an arena has computer players only.")
            raise OptionError("unusable-player", player=HUMAN, remedy=remedy)
        check(player)
    games = []
    for text in plan.games:
        rules = rules_of(text)
        solve(rules.start())  # what cannot be solved cannot be graded
        games.append(game_text(rules))
    return plan._replace(games=tuple(dict.fromkeys(games)))


def tasks(plan: Plan) -> Iterator[Task]:
    """All games of a plan, opening after opening, so that a run that is half done is fair too."""
    openings = {
        game: balanced(rules_of(game), plan.rounds, plan.seed)
        if plan.openings == BALANCED
        else [()] * plan.rounds
        for game in plan.games
    }
    for number in range(plan.rounds):
        for game in plan.games:
            for pair in combinations(plan.players, 2):
                for one, two in (pair, pair[::-1]):
                    id = f"{game} | {number + 1} | {one} | {two}"
                    yield Task(id, game, openings[game][number], (one, two), _seed(plan.seed, id), plan.time)


def _seed(*parts: object) -> int:
    return int.from_bytes(sha256(json.dumps(parts).encode()).digest()[:7])


def batches(todo: Iterable[Task], size: int) -> Iterator[list[Task]]:
    """The tasks in groups of at most so many."""
    group: list[Task] = []
    for task in todo:
        group.append(task)
        if len(group) == size:
            yield group
            group = []
    if group:
        yield group
