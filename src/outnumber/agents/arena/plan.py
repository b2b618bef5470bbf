"""The plan of an arena: each pair of players plays each opening of each game, once in either seat.

All players meet each other, or, with a gauntlet, only the players in it. A plan can grow: adding players,
games or rounds does not change the games already planned.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from itertools import combinations, islice, product
from typing import Annotated, Any, NamedTuple

from msgspec import Meta

from outnumber import __version__
from outnumber.games import OptionError, Phrase, Rules, bad_option, mark
from outnumber.match import HUMAN
from outnumber.match.openings import Opening, balanced
from outnumber.match.record import game_text, read_game
from outnumber.players.registry import check
from outnumber.theory.bounded import solve

OPENINGS = BALANCED, START = mark("balanced"), mark("start")

# Bounded: unbounded numbers from a file could neither be divided nor printed.
Whole = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Seconds = Annotated[float, Meta(ge=0, lt=1e12)]


class Plan(NamedTuple):
    """Everything that determines the games: equal plans produce equal games."""

    players: tuple[str, ...]
    # Games with their options, as `game_text` writes them.
    games: tuple[str, ...]
    # Openings for each pairing and game; each is played twice, with the seats swapped.
    rounds: Whole = 10
    openings: str = BALANCED
    seed: int = 1
    # Seconds per move; None: no limit but the player's own.
    time: Seconds | None = None
    # The players that all others meet; if empty, all players meet each other.
    gauntlet: tuple[str, ...] = ()
    # The number of rounds before each extension; the openings of earlier rounds do not change.
    grown: tuple[Whole, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The plan as `plan.json` stores it; a private file, so not a model of `api`."""
        fields = self._asdict().items()
        # Omit an empty gauntlet and history.
        return {"outnumber": __version__, **{name: value for name, value in fields if value != ()}}

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The pairings."""
        if self.gauntlet:
            return list(product((each for each in self.players if each not in self.gauntlet), self.gauntlet))
        return list(combinations(self.players, 2))

    @property
    def size(self) -> int:
        """The number of games."""
        return 2 * len(self.pairs) * len(self.games) * self.rounds

    def grown_from(self, before: Plan) -> Plan | None:
        """Return this plan as an extension of `before`, or None if it lacks some of the earlier games.

        >>> small = Plan(("random", "perfect"), ("order-challenge",), rounds=4)
        >>> small._replace(rounds=10).grown_from(small).grown, small.grown_from(small._replace(seed=2))
        ((4,), None)
        """
        same = self[3:6] == before[3:6]  # openings, seed and time
        met, meet = (set(map(frozenset, each.pairs)) for each in (before, self))
        if not same or not met <= meet or not set(before.games) <= set(self.games):
            return None
        if self.rounds < before.rounds:
            return None
        more = (before.rounds,) if self.rounds > before.rounds else ()
        return self._replace(grown=before.grown + more)


class ArenaTask(NamedTuple):
    """One game to play, with everything that another machine needs to play it."""

    id: str
    game: str
    opening: Opening
    # By seat.
    players: tuple[str, str]
    seed: int
    time: float | None


# Cached, because rules cache intermediate results of the solvers.
rules_of = lru_cache(maxsize=256)(read_game)


def checked(plan: Plan) -> Plan:
    """Return the plan with all game options written out; raise `OptionError` if it cannot be played."""
    if len(plan.players) < 2:
        remedy = Phrase("an arena needs two or more.")
        raise OptionError("bad-option", option="PLAYER", text=" ".join(plan.players), remedy=remedy)
    for place, player in enumerate(plan.players):
        if player in plan.players[:place]:
            raise bad_option("PLAYER", player, "name each player once.")
        if player == HUMAN:
            remedy = Phrase("an arena has computer players only.")
            raise OptionError("unusable-player", player=HUMAN, remedy=remedy)
        check(player)
    if plan.gauntlet and not plan.pairs:
        remedy = Phrase("name the players who will play against them.")
        raise OptionError("bad-option", option="gauntlet", text=" ".join(plan.gauntlet), remedy=remedy)
    games = []
    for text in plan.games:
        rules = rules_of(text)
        solve(rules.start())  # refuse games that are too large to grade
        games.append(game_text(rules))
    return plan._replace(games=tuple(dict.fromkeys(games)))


def tasks(plan: Plan) -> Iterator[ArenaTask]:
    """Yield all games of a plan, opening by opening, so that an interrupted run is balanced too."""
    openings = {game: _openings(plan, rules_of(game)) for game in plan.games}
    for number in range(plan.rounds):
        for game in plan.games:
            for pair in plan.pairs:
                for one, two in (pair, pair[::-1]):
                    id = f"{game} | {number + 1} | {one} | {two}"
                    yield ArenaTask(
                        id, game, openings[game][number], (one, two), _seed(plan.seed, id), plan.time
                    )


def _openings(plan: Plan, rules: Rules) -> list[Opening]:
    """The openings of a game by round; an extended plan begins with its earlier openings."""
    if plan.openings != BALANCED:
        return [()] * plan.rounds
    found: list[Opening] = []
    for rounds in (*plan.grown, plan.rounds):
        # Openings come in pairs, one won and one lost; a larger draw may repeat earlier pairs.
        drawn = balanced(rules, rounds + rounds % 2, plan.seed)
        had = {*zip(found[::2], found[1::2], strict=True)}
        pairs = [*zip(drawn[::2], drawn[1::2], strict=True)]
        fresh = [pair for pair in dict.fromkeys(pairs) if pair not in had] or pairs
        wanted = (rounds + 1 - len(found)) // 2
        for number in range(wanted):
            found += fresh[number % len(fresh)]
    return found[: plan.rounds]


def _seed(*parts: object) -> int:
    return int.from_bytes(sha256(json.dumps(parts).encode()).digest()[:7])


def batches(todo: Iterable[ArenaTask], size: int) -> Iterator[list[ArenaTask]]:
    """Yield the tasks in groups of at most `size`."""
    left = iter(todo)
    while group := list(islice(left, size)):
        yield group
