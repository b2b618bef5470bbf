"""What an arena is to play: pairs of players, on every opening of every game, each in both seats.

Everybody meets everybody, or where there is a gauntlet, only those in it. A plan can grow: more players,
games or rounds leave every game of before as it was.
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
from outnumber.games.base import Rules
from outnumber.games.errors import OptionError, bad_option
from outnumber.games.sentences import Phrase, mark
from outnumber.match.match import HUMAN
from outnumber.match.openings import Opening, balanced
from outnumber.match.record import game_text, read_game
from outnumber.players.registry import check
from outnumber.theory.bounded import solve

OPENINGS = BALANCED, START = mark("balanced"), mark("start")


# Without measure, they could be neither divided nor printed.
Whole = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Seconds = Annotated[float, Meta(ge=0, lt=1e12)]


class Plan(NamedTuple):
    """Everything that decides what is played; two equal plans give the same games."""

    players: tuple[str, ...]
    # Each a game with its options, as `game_text` writes it.
    games: tuple[str, ...]
    # Openings for each pairing and game; each is played twice, with the seats swapped.
    rounds: Whole = 10
    openings: str = BALANCED
    seed: int = 1
    # Seconds for a move, None for as long as the players allow themselves.
    time: Seconds | None = None
    # Those of the players whom all the others meet, who then do not meet each other; none: all meet all.
    gauntlet: tuple[str, ...] = ()
    # The rounds that it had before it grew, each time: the openings of those stay what they were.
    grown: tuple[Whole, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The plan as `plan.json` stores it; a private file, so not a model of `api`."""
        told = self._asdict()
        # Most plans have neither.
        return {"outnumber": __version__, **{name: told[name] for name in told if told[name] != ()}}

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Who meets whom."""
        if self.gauntlet:
            return list(product((each for each in self.players if each not in self.gauntlet), self.gauntlet))
        return list(combinations(self.players, 2))

    @property
    def size(self) -> int:
        """How many games it has."""
        return 2 * len(self.pairs) * len(self.games) * self.rounds

    def grown_from(self, before: Plan) -> Plan | None:
        """This plan as a continuation of another, or None if it lacks some of its games.

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
    """One game to play; it has all that another machine needs."""

    id: str
    game: str
    opening: Opening
    # By seat.
    players: tuple[str, str]
    seed: int
    time: float | None


# Cached: rules store what the theorems have found out about their game.
rules_of = lru_cache(maxsize=256)(read_game)


def checked(plan: Plan) -> Plan:
    """The plan with the games written out in full; raises `OptionError` for what cannot be played."""
    if len(plan.players) < 2:
        remedy = Phrase("an arena needs two or more.")
        raise OptionError("bad-option", option="PLAYER", text=" ".join(plan.players), remedy=remedy)
    for place, player in enumerate(plan.players):
        if player in plan.players[:place]:
            remedy = Phrase("name each player once.")
            raise bad_option("PLAYER", player, remedy)
        if player == HUMAN:
            remedy = Phrase("an arena has computer players only.")
            raise OptionError("unusable-player", player=HUMAN, remedy=remedy)
        check(player)
    if plan.gauntlet and not plan.pairs:
        remedy = Phrase("name players who are to meet them.")
        raise OptionError("bad-option", option="gauntlet", text=" ".join(plan.gauntlet), remedy=remedy)
    games = []
    for text in plan.games:
        rules = rules_of(text)
        solve(rules.start())  # what cannot be solved cannot be graded
        games.append(game_text(rules))
    return plan._replace(games=tuple(dict.fromkeys(games)))


def tasks(plan: Plan) -> Iterator[ArenaTask]:
    """All games of a plan, opening after opening, so that a run that is half done is fair too."""
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
    """The openings of a game, round by round; a plan that has grown begins with those that it had."""
    if plan.openings != BALANCED:
        return [()] * plan.rounds
    found: list[Opening] = []
    for rounds in (*plan.grown, plan.rounds):
        # They come in pairs, one won and one lost; what is drawn for more rounds may be among the old ones.
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
    """The tasks in groups of at most `size`."""
    left = iter(todo)
    while group := list(islice(left, size)):
        yield group
