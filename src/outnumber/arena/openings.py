"""Start positions for measuring players: half of them provably won for Player 1, half provably lost.

From the start of a game perfect play wins for one seat, and in some games nearly every early position is won
for the same one. So openings are positions reached by random moves, with Player 1 to move and a choice to
make, and they come in pairs: one that is won and one that is lost, after the same number of moves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from random import Random

from outnumber.games.base import Position, Rules, Seat
from outnumber.games.errors import OptionError
from outnumber.games.sentences import Phrase
from outnumber.theory.solve import solve

# So many random games are looked at for each pair at least, and at most if pairs are rare.
GAMES, MOST_GAMES = 8, 200
Opening = tuple[int, ...]
# Positions after so many moves that a seat wins, with the moves that led there.
Found = dict[int, dict[Seat, dict[Position, Opening]]]


def balanced(rules: Rules, count: int, seed: int) -> list[Opening]:
    """So many openings, won and lost for Player 1 in turn; the same for the same seed.

    A small game may not have so many different ones: then they come again.

    >>> from outnumber.games.registry import game
    >>> balanced(game("strategy-stacks"), 4, seed=1)
    [(8, 1), (9, 3), (3, 6, 2, 8, 4, 1), (5, 1, 9, 3, 6, 2)]
    """
    luck = Random(f"openings {seed} {rules!r}")
    wanted = (count + 1) // 2
    found: Found = defaultdict(lambda: {Seat.ONE: {}, Seat.TWO: {}})
    for number in range(MOST_GAMES * wanted):
        if number >= GAMES * wanted and sum(_pairs(each) for each in found.values()) >= wanted:
            break
        for moves, position in _some_positions(rules, luck):
            found[len(moves)][solve(position).winner].setdefault(position, moves)
    pairs = list(_in_turn(found))
    if not pairs:
        raise OptionError(
            "bad-option",
            option="--openings",
            text=Phrase("balanced for {game}", game=Phrase(rules.title)),
            remedy=Phrase(
                "no two positions, one won and one lost after as many moves, were found; choose start."
            ),
        )
    return [pairs[place // 2 % len(pairs)][place % 2] for place in range(count)]


def _pairs(found: dict[Seat, dict[Position, Opening]]) -> int:
    return min(len(found[Seat.ONE]), len(found[Seat.TWO]))


def _in_turn(found: Found) -> Iterator[tuple[Opening, Opening]]:
    """The pairs, a short one first, then one a move later and so on, then the next of each."""
    columns = [
        list(zip(found[plies][Seat.ONE].values(), found[plies][Seat.TWO].values(), strict=False))
        for plies in sorted(found)
    ]
    for row in range(max(map(len, columns), default=0)):
        yield from (column[row] for column in columns if row < len(column))


def _some_positions(rules: Rules, luck: Random) -> Iterator[tuple[Opening, Position]]:
    """Positions of a random game, further and further from its end: at any size some are hard to judge."""
    position = rules.start()
    moves: list[int] = []
    offered: list[tuple[int, Position]] = []
    while legal := position.legal_moves():
        if position.turn is Seat.ONE and len(legal) > 1:
            offered.append((len(moves), position))
        move = luck.choice(legal)
        moves.append(move)
        position = position.play(move)
    back = 1
    while back <= len(offered):
        plies, position = offered[-back]
        yield tuple(moves[:plies]), position
        back += luck.randint(1, back)
