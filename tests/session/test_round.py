"""A round remembers its moves and can go back."""

from itertools import pairwise

import pytest
from hypothesis import given, settings

import outnumber
from outnumber import Position, Reason, Seat
from outnumber.session.match import Match
from outnumber.session.round import Round
from tests.strategies import matches, positions


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
def test_undo_keeps_remarks_on_what_is_left_and_forgets_how_it_ended(match: Match) -> None:
    for each in match.rounds:
        for plies in range(len(each.moves) + 1):
            back = each.undo(plies)
            assert back.moves == each.moves[: len(each.moves) - plies]
            assert back.comments == tuple(r for r in each.comments if r[0] <= len(back.moves))
            assert back.ended is None


@pytest.mark.parametrize("reason", [Reason.TIME, Reason.RESIGNATION])
@pytest.mark.parametrize("loser", list(Seat))
def test_who_runs_out_of_time_or_resigns_has_lost(loser: Seat, reason: Reason) -> None:
    ended = Round.begin(outnumber.game("order-challenge"), [5]).end(loser, reason)
    assert ended.outcome == (loser.other, reason)
    assert ended.moves == (5,)


def test_a_round_that_begins_with_moves_checks_them() -> None:
    rules = outnumber.game("strategy-stacks")
    assert Round.begin(rules, [6, 3]) == Round.begin(rules).play(6).play(3)
    with pytest.raises(outnumber.IllegalMove):
        Round.begin(rules, [6, 5])
