"""Statistics of an arena: win rates with intervals, exact regret, and costs.

Every game counts, including games that ended by a fault, which the player at fault has lost. A *chance* is a
turn with something to lose: the position was won, and some legal moves would have lost it. A *blunder* is a
lost chance, with a regret of 1; a fault in a won position is a blunder too. All pairs play the same openings,
and games on one opening are correlated, so intervals are clustered by opening
(`study/statistics/intervals.py`).
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from outnumber.games import Text
from outnumber.match.review import Tally
from outnumber.study.statistics.intervals import Difference, Grouped, Share, difference, grouped, holm

from .read import Cost, GameResult, MoveGrade, Used

PHASES: Sequence[Text] = ("first third", "middle third", "last third")
# Groups by the share of winning moves among the legal moves: at least 1 in 2, 1 in 4 and so on, or fewer.
RARITIES = (2, 4, 8, 16)
RARITY_NAMES: Sequence[Text] = (
    "1/2 or more",
    "1/4 to 1/2",
    "1/8 to 1/4",
    "1/16 to 1/8",
    "under 1/16",
)


class Standing(NamedTuple):
    """The results of a player in all games."""

    player: str
    won: Grouped
    by_seat: tuple[Share, Share]
    # Wins from won openings, and from lost openings.
    converted: Share
    taken: Share
    # Games lost by a fault, by code.
    faults: dict[str, int]
    # Games won by the opponent's fault.
    gifts: int
    moves: int
    chances: ChanceTally

    @property
    def blunders(self) -> int:
        return self.chances.held - self.chances.kept

    @property
    def regret(self) -> float:
        """Mean number of blunders per game."""
        return self.blunders / self.won.of


def standing(player: str, results: Sequence[GameResult]) -> Standing:
    """Compute the results of a player, which must have played at least one of the games."""
    own = [(result, result.seat(player)) for result in results if player in result.players]

    def won(counts: Callable[[GameResult, int], bool]) -> Grouped:
        """The win rate in the games that `counts` selects."""
        return grouped((result.start, result.winner == seat) for result, seat in own if counts(result, seat))

    faults = [(result.fault, seat) for result, seat in own if result.fault]
    return Standing(
        player,
        won(lambda *_: True),
        (won(lambda _, seat: seat == 1), won(lambda _, seat: seat == 2)),
        won(lambda result, seat: result.favourite == seat),
        won(lambda result, seat: result.favourite != seat),
        dict(sorted(Counter(fault.code for fault, seat in faults if fault.seat == seat).items())),
        sum(fault.seat != seat for fault, seat in faults),
        sum(each.seat == seat for result, seat in own for each in result.grades),
        chances((result.start, each) for result, seat in own for each in result.turns if each.seat == seat),
    )


def standings(results: Sequence[GameResult]) -> list[Standing]:
    """The results of all players, the best first."""
    players = {player for result in results for player in result.players}
    found = [standing(player, results) for player in players]
    return sorted(found, key=lambda each: (-(each.won.rate or 0), each.chances.thrown.rate or 0, each.player))


def head_to_head(results: Iterable[GameResult]) -> dict[tuple[str, str], Share]:
    """For each ordered pair of opponents, the share of games that the first won."""
    found: dict[tuple[str, str], list[tuple[Hashable, bool]]] = defaultdict(list)
    for result in results:
        one, two = result.players
        found[one, two].append((result.start, result.winner == 1))
        found[two, one].append((result.start, result.winner == 2))
    return {pair: grouped(games) for pair, games in found.items()}


class ChanceTally(Tally):
    """The chances of one player; `thrown` groups the blunders by opening, and `weighed` the kept weights."""

    thrown: Grouped
    weighed: Grouped


def chances(grades: Iterable[tuple[Hashable, MoveGrade]]) -> ChanceTally:
    """Count the chances among some turns of one player, given with their openings.

    Turns without a chance are left out, because they would dilute the blunder rate. Their weight is 0, so the
    accuracy equals that of a review.
    """
    of_openings = [(start, each) for start, each in grades if each.chance]
    held = [each for _, each in of_openings]
    kept = [each for each in held if not each.regret]
    found = ChanceTally(
        len(held), len(kept), sum(each.weight for each in held), sum(each.weight for each in kept)
    )
    found.thrown = grouped((start, each.regret > 0) for start, each in of_openings)
    weights: dict[Hashable, tuple[Any, Any]] = defaultdict(lambda: (0, 0))
    for start, each in of_openings:
        hits, of = weights[start]
        weights[start] = hits + each.weight * (not each.regret), of + each.weight
    # No weight exceeds 1, so the interval is a little too wide rather than too narrow.
    found.weighed = Grouped.of_groups(weights)
    return found


class Comparison(NamedTuple):
    """The differences between two players in win rate and blunder rate."""

    one: str
    two: str
    won: Difference | None
    blunders: Difference | None


def compared(standings: Sequence[Standing]) -> list[Comparison]:
    """Compare all pairs of players on the same openings, in the order of the standings."""
    pairs = list(combinations(standings, 2))
    won = holm([difference(one.won, two.won) for one, two in pairs])
    blunders = holm([difference(one.chances.thrown, two.chances.thrown) for one, two in pairs])
    return [
        Comparison(one.player, two.player, *both)
        for (one, two), *both in zip(pairs, won, blunders, strict=True)
    ]


def by_luck(tally: Tally) -> float | None:
    """The exact share of these chances that uniformly random legal moves would lose."""
    return tally.held_weight / tally.held if tally.held else None


def chances_by(
    results: Iterable[GameResult], key: Callable[[GameResult, int], str]
) -> dict[str, dict[str, ChanceTally]]:
    """The chances of each player by group; `key` maps a game and the index of a turn to the group."""
    found: dict[str, dict[str, list[tuple[Hashable, MoveGrade]]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        for place, each in enumerate(result.turns):
            if each.chance:
                found[key(result, place)][result.players[each.seat - 1]].append((result.start, each))
    return {group: {player: chances(grades) for player, grades in of.items()} for group, of in found.items()}


def rarity(grade: MoveGrade) -> str:
    """The rarity group of a chance.

    >>> rarity(MoveGrade(seat=1, legal=9, winning=2, regret=0))
    '1/8 to 1/4'
    """
    return RARITY_NAMES[sum(grade.winning * most < grade.legal for most in RARITIES)]


def phase(place: int, moves: int) -> str:
    """The third of the game, without the opening, that contains the midpoint of move `place` (from 0).

    The first and the last third always have the same number of moves.

    >>> [phase(place, 4).split()[0] for place in range(4)]
    ['first', 'middle', 'middle', 'last']
    """
    return PHASES[(2 * place + 1) * 3 // (2 * moves)]


def different(results: Iterable[GameResult]) -> int:
    """The number of distinct games; deterministic players repeat games, which adds no evidence."""
    return len({(each.size, each.players, each.opening, each.moves, each.winner) for each in results})


# What a player used, by name: `Used.counts`; in finished games also `games`, `moves` with faults, `seconds`,
# and the games and moves in which it used anything.
Usage = Counter[str]


def total(used: Iterable[Usage]) -> Usage:
    """The sum of some usage."""
    found = Usage()
    for each in used:
        found.update(each)
    return found


def unfinished_usage(costs: Iterable[Cost]) -> dict[str, Usage]:
    """The usage of each model in unfinished games."""
    found: dict[str, Usage] = defaultdict(Usage)
    for cost in costs:
        for used in cost.used:
            if used.counts:
                found[used.player].update(used.counts)
    return found


def spent(results: Iterable[GameResult], costs: Mapping[str, Cost]) -> dict[str, Usage]:
    """The usage of each player in finished games."""
    found: dict[str, Usage] = defaultdict(Usage)
    for result in results:
        if cost := costs.get(result.id):
            for seat, player in enumerate(result.players, start=1):
                moves = sum(each.seat == seat for each in result.grades) + (result.at_fault == player)
                used, seconds = cost.used[seat - 1], cost.seconds[seat - 1]
                took = {"games": 1, "moves": moves, "seconds": seconds, **used.counts}
                asked = {"asked_games": 1, "asked_moves": moves} if used.counts else {}
                found[player].update(took, **asked)
    return found


class Source(NamedTuple):
    """The origin of a model's answers, over all its games."""

    endpoints: list[str]
    models: list[str]
    # As JSON; several if the settings changed during the arena.
    settings: list[str]
    briefings: list[int]


def sources(costs: Iterable[Cost]) -> dict[str, Source]:
    """The origin of the answers of each model, by player."""
    found: dict[str, list[Used]] = defaultdict(list)
    for cost in costs:
        for used in cost.used:
            if used.player:
                found[used.player].append(used)
    return {
        player: Source(
            sorted({each.endpoint for each in own if each.endpoint}),
            sorted({answer.model for each in own for answer in each.exchanges if answer.model}),
            sorted({json.dumps(each.settings, sort_keys=True, ensure_ascii=False) for each in own}),
            sorted({each.briefing for each in own if each.briefing is not None}),
        )
        for player, own in sorted(found.items())
    }
