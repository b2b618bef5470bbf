"""outnumber players: all players, with ratings that rise from level to level in every game."""

import json
from itertools import pairwise

import pytest

from outnumber.games.registry import BUILT_IN
from outnumber.players.ratings import published
from outnumber.players.registry import NAMES, OUTSIDE
from outnumber.theory.human_model import LEVELS
from tests.program import call


def test_all_players_are_listed() -> None:
    told = call("players").stdout
    assert all(f"{name} " in told for name in NAMES)
    assert all(prefix in told for prefix in OUTSIDE)


def test_json_has_the_same_data() -> None:
    told = json.loads(call("players", "--json").stdout)
    assert [each["name"] for each in told["players"]][: len(NAMES)] == list(NAMES)
    assert list(told["measured"]["games"]) == list(BUILT_IN)


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_published_ratings_rise_from_level_to_level(game: str) -> None:
    found = published().games[game]
    order = ["random", *LEVELS]
    assert list(found) == [*order, "perfect"]
    assert all(found[weaker].rating < found[stronger].rating for weaker, stronger in pairwise(order))
    assert all(found[weaker].thrown > found[stronger].thrown for weaker, stronger in pairwise(found))
    assert found["perfect"].thrown == 0


def test_the_number_after_plus_or_minus_is_two_standard_deviations_everywhere() -> None:
    from outnumber.cli.players import _table
    from outnumber.games.sentences import ENGLISH
    from outnumber.language.statistics import _rating
    from outnumber.study.statistics.rating import PlayerRating, Rating

    found = published()
    (line,) = [line for line in _table(found, ENGLISH) if line.startswith("perfect")]
    cells = [
        str(PlayerRating(each["perfect"].rating, each["perfect"].sigma)) for each in found.games.values()
    ]
    assert line.split(maxsplit=1)[1].split("   ") == cells
    assert "25.0 ± 3.0" in str(PlayerRating(25, 1.5))
    assert "25.0 ± 3.0" in _rating(Rating(9, 25.0, 1.5, "skilled", 25.4), ENGLISH)
