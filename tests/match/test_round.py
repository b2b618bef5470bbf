"""A round stores its moves and can undo them."""

import pickle
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from outnumber import Position, Reason, Seat
from outnumber.match.match import Match
from outnumber.match.round import Round
from tests import naive
from tests.strategies import matches, positions, states


@settings(deadline=None)
@given(positions(largest=300))
def test_undo_after_play_is_the_identity(position: Position) -> None:
    before = Round.begin(position.rules)
    chain = [before]
    while moves := chain[-1].position.legal_moves():
        chain.append(chain[-1].play(moves[(7 * len(chain)) % len(moves)]))
        if len(chain) > 12:
            break
    for plies, earlier in enumerate(reversed(chain)):
        assert chain[-1].undo(plies) == earlier
    for earlier, later in pairwise(chain):
        assert later.undo() == earlier
        assert earlier.play(later.moves[-1]) == later


@settings(deadline=None)
@given(matches())
def test_undo_preserves_earlier_comments_and_removes_the_end(match: Match) -> None:
    for each in match.rounds:
        for plies in range(len(each.moves) - each.drawn + 1):
            back = each.undo(plies)
            assert back.moves == each.moves[: len(each.moves) - plies]
            assert back.comments == tuple(r for r in each.comments if r[0] <= len(back.moves))
            assert back.ended is None


@pytest.mark.parametrize("reason", [Reason.TIME, Reason.RESIGNATION])
@pytest.mark.parametrize("loser", list(Seat))
def test_player_who_times_out_or_resigns_loses(loser: Seat, reason: Reason) -> None:
    ended = Round.begin(outnumber.game("order-challenge"), [5]).end(loser, reason)
    assert ended.outcome == (loser.other, reason)
    assert ended.moves == (5,)


@settings(deadline=None)
@given(st.one_of(states(), states(games=("number-stack-attack",))))
def test_movers_and_passes_match_the_naive_rules(state: naive.State) -> None:
    rules = outnumber.game(state.game, **state.options)
    current, so_far = Round.begin(rules), naive.start(state.game, state.options)
    for move in state.moves:
        current, so_far = current.play(move), naive.play(so_far, move)
        assert list(current.passed) == naive.passed(so_far)
    whole = Round.begin(rules, state.moves)
    assert whole == current
    assert whole.seats == naive.seats(state)
    assert whole.played == list(zip(naive.seats(state), state.moves, strict=True))
    assert list(whole.passed) == naive.passed(state)
    assert all(isinstance(seat, Seat) for seat in (*whole.seats, *whole.passed))


# Tokens with gaps: at 18 to 20 of 21, no token from 4 to 9 fits.
@pytest.mark.parametrize(
    ("moves", "seats", "passed"),
    [
        ([9, 9, 9], [1, 2, 1], ()),
        ([9, 9, 9, 4], [1, 2, 1, 2], (1,)),
        ([9, 9, 9, 4, 5], [1, 2, 1, 2, 2], (1, 2)),
        ([9, 4, 9, 4, 4, 4], [1, 2, 1, 2, 2, 2], (1,)),
        ([9, 4, 9, 4, 4, 9], [1, 2, 1, 2, 2, 2], ()),  # the target is reached, so no player is to move
        ([4, 9, 4, 9, 4, 7], [1, 2, 1, 2, 1, 1], (2, 1)),
        ([9, 9, 9, 9], [1, 2, 1, 2], (1, 2)),
    ],
)
def test_passes_follow_from_the_totals(moves: list[int], seats: list[int], passed: tuple[int, ...]) -> None:
    played = Round.begin(outnumber.game("number-stack-attack", tokens="4-9"), moves)
    assert played.seats == seats
    assert played.passed == passed


@settings(deadline=None)
@given(states())
def test_positions_are_those_before_each_move_and_the_final_one(state: naive.State) -> None:
    played = Round.begin(outnumber.game(state.game, **state.options), state.moves)
    found = list(played.positions())
    assert found[0] == played.position.rules.start()
    assert found[-1] == played.position
    assert [before.play(move) for before, move in zip(found, played.moves, strict=False)] == found[1:]


def test_round_that_starts_with_moves_checks_them() -> None:
    rules = outnumber.game("strategy-stacks")
    assert Round.begin(rules, [6, 3]) == Round.begin(rules).play(6).play(3)
    with pytest.raises(outnumber.IllegalMove):
        Round.begin(rules, [6, 5])
    with pytest.raises(outnumber.IllegalMove, match="The game is over"):
        Round.begin(rules, [5, 1, 7, 2])


def test_round_can_be_pickled() -> None:
    played = Round.begin(outnumber.game("number-duel"), [28, 14, 41]).end(Seat.TWO, Reason.TIME, "late")
    assert pickle.loads(pickle.dumps(played)) == played  # noqa: S301  # our own bytes
