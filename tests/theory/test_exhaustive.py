"""The slow solver agrees with the naive rules."""

from __future__ import annotations

from functools import cache

import pytest

from outnumber import OptionError
from outnumber.theory import exhaustive
from tests import naive
from tests.theory.cases import Spec, attacks, name, pool_games, rules_of

GAMES: list[Spec] = [spec for size in (1, 2, 4, 6) for spec in pool_games(size)]
GAMES += [spec for target in (4, 7) for spec in attacks(target)]


def plain(spec: Spec) -> tuple[int, int]:
    """Winner and length by definition, with the independent rules."""

    @cache
    def value(moves: tuple[int, ...]) -> tuple[int, int]:
        state = naive.State(spec[0], {**naive.DEFAULTS[spec[0]], **options}, moves)
        mover = naive.to_move(state)
        if mover is None:
            winner = naive.winner(state)
            assert winner is not None
            return winner, 0
        after = [value((*moves, move)) for move in naive.legal(state)]
        won = [length for winner, length in after if winner == mover]
        if won:
            return mover, min(won) + 1
        return naive.other(mover), max(length for _, length in after) + 1

    options = rules_of(spec).options
    return value(())


@pytest.mark.parametrize("spec", GAMES, ids=name)
def test_values_equal_those_of_the_naive_rules(spec: Spec) -> None:
    start = rules_of(spec).start()
    winner, length = plain(spec)
    assert exhaustive.values(start)[start] == (winner, length)


def test_more_positions_than_the_limit_are_refused_with_the_remedy() -> None:
    with pytest.raises(OptionError, match="choose a smaller game") as caught:
        exhaustive.solve(rules_of(("number-duel", {})).start(), limit=1_000)
    assert caught.value.code == "too-large"
