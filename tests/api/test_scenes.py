"""The JSON description of a scene."""

import pytest

import outnumber
from outnumber.api.scenes import SceneModel
from outnumber.match.round import Round


@pytest.mark.parametrize(("most", "earlier"), [(2, 3), (5, 0), (9, 0)])
def test_scene_counts_the_moves_omitted_from_its_rows(most: int, earlier: int) -> None:
    moves = (6, 2, 4, 8, 1)
    current = Round.begin(outnumber.game("strategy-stacks"), moves)
    scene = SceneModel.of_round(current, most)
    (row,) = scene.rows
    assert scene.earlier == earlier
    assert (*moves[:earlier], *row.numbers) == moves
