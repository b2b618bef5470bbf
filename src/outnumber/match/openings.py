"""Start positions that are fair: half of them provably won for Player 1, half provably lost.

From the start of a game, perfect play wins for one seat, and in some games nearly every early position is won
for that seat. So openings are positions reached by random moves, with Player 1 to move and a choice to make,
and they come in pairs: one that is won and one that is lost, after the same number of moves. So the number of
moves does not reveal the winner.

An arena plays whole pairs, each opening with both seatings. A match of people with a fair start has one of a
pair for each round, a coin decides which, and a player picks the seat before the round continues.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TypeVar

from outnumber.games import OptionError, Phrase, Position, Rules, Seat, Text, bad_option, too_large
from outnumber.theory.bounded import solve
from outnumber.theory.verdict import Verdict

from .match import FAIR

# Minimum number of random games per position or pair.
GAMES = 8
# The maximum if positions are rare, and if pairs are: with 200 for both, 4 of 9,000 fair starts of
# Strategy Stacks were refused as if the game were too small.
MOST_GAMES, MOST_GAMES_FOR_PAIRS = 200, 1_000
# Stop after this many random games without a new position.
DRY = 1_000
# Minimum number of legal moves that gives a person a real choice.
FEWEST_MOVES = 3
# Larger games are not played randomly to find a start or a puzzle.
LARGEST = 1_000
DRAWN = Phrase("positions are drawn up to {most:,}.", most=LARGEST)
T = TypeVar("T")
Opening = tuple[int, ...]
# Positions after a number of moves that a given seat wins, with the moves that led there.
Found = dict[int, dict[Seat, dict[Position, Opening]]]

# The name of the option.
NAME: Text = "start"


def fair(rules: Rules, seed: int, number: int = 1) -> Opening:
    """The start of round `number`: won for Player 1 or 2, as a coin decides; raises `OptionError` if there is
    none.

    >>> from outnumber.games.registry import game
    >>> fair(game("number-stack-duel"), seed=1), fair(game("number-stack-duel"), seed=1, number=2)
    ((4, 5), (3, 6))
    """
    bounded(rules, DRAWN)
    luck = Random(f"fair {seed} {number} {rules!r}")
    pairs = _drawn(rules, 1, luck, worth)
    if not pairs:
        raise bad_option(
            NAME,
            FAIR,
            "{game} is too small for it with these options; "
            "choose a larger one, or start as in the rule book.",
            game=Phrase(rules.title),
        )
    return pairs[0][luck.randrange(2)]


def bounded(rules: Rules, remedy: Phrase) -> None:
    """Raise `OptionError` for a game that is too large to be played randomly."""
    if rules.size > LARGEST:
        what = Phrase("{option:name} {size:,}", option=rules.SIZE, size=rules.size)
        raise too_large(what, rules.size, remedy)


def worth(position: Position, verdict: Verdict) -> bool:
    """Whether a person would have to think: there are several moves, and none wins at once."""
    return position.legal.bit_count() >= FEWEST_MOVES and not any(
        position.after(move).outcome() for move in verdict.winning
    )


def balanced(rules: Rules, count: int, seed: int) -> list[Opening]:
    """`count` openings, alternately won and lost for Player 1; the same for the same seed.

    A small game may not have enough different ones; then they are repeated.

    >>> from outnumber.games.registry import game
    >>> balanced(game("strategy-stacks"), 4, seed=1)
    [(8, 1), (9, 3), (3, 6, 2, 8, 4, 1), (5, 1, 9, 3, 6, 2)]
    """
    pairs = _drawn(rules, (count + 1) // 2, Random(f"openings {seed} {rules!r}"))
    if not pairs:
        raise OptionError(
            "bad-option",
            option="openings",
            text=Phrase("balanced for {game}", game=Phrase(rules.title)),
            remedy=Phrase(
                "no pair of positions, one won and one lost after the same number of moves, was found; "
                "choose start."
            ),
        )
    return [pairs[place // 2 % len(pairs)][place % 2] for place in range(count)]


def chances(rules: Rules, count: int, seed: int) -> list[tuple[int, Opening]]:
    """Different positions with something to lose: some moves win, and others throw the win away.

    They are spread from the beginning of a game to near its end, and either player is to move. There are
    fewer than requested if the search finds no more. Each has the number of its random game, because
    positions from one game are not independent.

    >>> from outnumber.games.registry import game
    >>> chances(game("order-challenge"), 3, seed=1)
    [(0, ()), (0, (3,)), (0, (3, 7))]
    """
    bounded(rules, DRAWN)
    luck = Random(f"chances {seed} {rules!r}")
    found: dict[int, dict[Position, tuple[int, Opening]]] = defaultdict(dict)
    seen = newest = 0
    for number in range(MOST_GAMES * count):
        if (number >= GAMES * count and seen >= count) or number - newest > DRY:
            break
        for moves, position in _some_positions(rules, luck, (Seat.ONE, Seat.TWO)):
            if (
                position not in found[len(moves)]
                and 0 < len(solve(position).winning) < position.legal.bit_count()
            ):
                found[len(moves)][position] = number, moves
                seen, newest = seen + 1, number
    return _in_turn([list(found[plies].values()) for plies in sorted(found)])[:count]


def _drawn(
    rules: Rules, wanted: int, luck: Random, fit: Callable[[Position, Verdict], bool] = lambda *_: True
) -> list[tuple[Opening, Opening]]:
    """At least the given number of pairs of a won and a lost opening, if enough exist."""
    found: Found = defaultdict(lambda: {Seat.ONE: {}, Seat.TWO: {}})
    for number in range(MOST_GAMES_FOR_PAIRS * wanted):
        if number >= GAMES * wanted and sum(_pairs(each) for each in found.values()) >= wanted:
            break
        for moves, position in _some_positions(rules, luck):
            verdict = solve(position)
            if fit(position, verdict):
                found[len(moves)][verdict.winner].setdefault(position, moves)
    # The first pair of each length, shortest first; then the second pair of each length, and so on.
    return _in_turn(
        [list(zip(*map(dict.values, found[plies].values()), strict=False)) for plies in sorted(found)]
    )


def _pairs(found: dict[Seat, dict[Position, Opening]]) -> int:
    return min(len(found[Seat.ONE]), len(found[Seat.TWO]))


def _in_turn(columns: Sequence[Sequence[T]]) -> list[T]:
    """The first of each column, then the second of each, and so on."""
    rows = range(max(map(len, columns), default=0))
    return [column[row] for row in rows for column in columns if row < len(column)]


def _some_positions(
    rules: Rules, luck: Random, seats: tuple[Seat, ...] = (Seat.ONE,)
) -> Iterator[tuple[Opening, Position]]:
    """Positions of a random game at growing distances from its end, so that at any size some are hard to
    judge.
    """
    position = rules.start()
    moves: list[int] = []
    offered: list[tuple[int, Position]] = []
    while position.outcome() is None:
        legal = position.legal_moves()
        if position.turn in seats and len(legal) > 1:
            offered.append((len(moves), position))
        move = luck.choice(legal)
        moves.append(move)
        position = position.play(move)
    back = 1
    while back <= len(offered):
        plies, position = offered[-back]
        yield tuple(moves[:plies]), position
        back += luck.randint(1, back)
