"""Players are known by name, and a mistyped name gets the nearest."""

import pytest

import outnumber
from outnumber.players.registry import NAMES, check, computer
from outnumber.session.match import HUMAN


def test_people_and_dice_can_play() -> None:
    assert HUMAN in NAMES
    assert "random" in NAMES
    assert check("random") == "random"
    assert not computer("random").interactive


@pytest.mark.parametrize("spec", ["", "Human", "randm", "\x1b[2J", "x" * 5000])
def test_an_unknown_player_is_refused_with_the_remedy(spec: str) -> None:
    with pytest.raises(outnumber.OptionError) as refused:
        check(spec)
    assert refused.value.code == "unknown-player"
    assert str(refused.value).isprintable()
    assert "random" in str(refused.value) or "did you mean" in str(refused.value)


def test_a_near_miss_is_told() -> None:
    with pytest.raises(outnumber.OptionError, match="did you mean random\\?"):
        check("randm")
