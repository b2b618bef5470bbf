"""Sentences about starts are proven."""

import pytest

import outnumber
from outnumber.games.base import Seat
from outnumber.games.registry import BUILT_IN, find
from outnumber.games.sentences import ENGLISH
from outnumber.language.games import words_for
from outnumber.language.options import suggestions
from outnumber.match.match import FAIR, Begun, Match, Participant, Picked
from outnumber.theory.solve import solve


@pytest.mark.parametrize(
    ("name", "size"), [(name, size) for name in BUILT_IN for size in find(name).hard_sizes]
)
def test_at_the_suggested_sizes_few_openings_win(name: str, size: int) -> None:
    start = outnumber.game(name, **{find(name).SIZE: size}).start()
    winning = solve(start).winning
    assert 0 < len(winning) <= len(start.legal_moves()) / 3


def test_every_game_has_a_suggestion() -> None:
    for name in BUILT_IN:
        assert any("fair start" in line for line in suggestions(find(name), voice=ENGLISH))


def test_before_a_pick_moves_belong_to_seats_instead_of_names() -> None:
    ada, ben = Participant("human", "Ada"), Participant("human", "Ben")
    drawn = Match(outnumber.game("strategy-stacks"), (ada, ben), start=FAIR).after(Begun((4, 8)))
    board = words_for(drawn, ENGLISH).board()
    assert board[1:] == ["Player 1 has selected: [4]", "Player 2 has selected: [8]"]
    picked = words_for(drawn.after(Picked(Seat.ONE)), ENGLISH).board()
    assert picked[1:] == ["Ben has selected: [4]", "Ada has selected: [8]"]
