"""Players are found by name, and a mistyped name gets a suggestion."""

import sys

import pytest

import outnumber
from outnumber.match.match import HUMAN
from outnumber.players.registry import COMPUTERS, NAMES, check, computer, named, outside, trusted


def test_people_and_random_can_play() -> None:
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


@pytest.mark.parametrize(
    "spec", ["my=perfect", "=cmd:x", "a b=cmd:x", "a=b=cmd:x", "x" * 41 + "=cmd:x", "a=human"]
)
def test_only_programs_and_models_have_names_without_spaces(spec: str) -> None:
    assert not outside(spec)
    with pytest.raises(outnumber.OptionError, match="There is no player"):
        check(spec)


@pytest.mark.parametrize("spec", ["llm:m?base_url=http://127.0.0.1:9", f"cmd:{sys.executable} -c 'x=1'"])
def test_a_named_program_or_model_is_trusted_no_more_than_without_a_name(spec: str) -> None:
    assert named(f"my.bot-2={spec}") == ("my.bot-2", spec)
    assert named(spec) == ("", spec)
    assert check(f"my.bot-2={spec}") == f"my.bot-2={spec}"
    assert type(computer(f"my.bot-2={spec}")) is type(computer(spec))
    match = outnumber.Match(outnumber.game("order-challenge"))
    match = match._replace(participants=(match.participants[0]._replace(plays=f"my.bot-2={spec}"),) * 2)
    with pytest.raises(outnumber.OptionError) as refused:
        trusted(match, 7)
    assert refused.value.code == "untrusted-player"


@pytest.mark.parametrize("spec", [None, 3, HUMAN, "nobody"])
def test_an_invalid_computer_name_is_refused_with_the_remedy(spec: str) -> None:
    with pytest.raises(outnumber.OptionError, match=f"There is no player called '{spec}': choose random"):
        outnumber.player(spec)


@pytest.mark.parametrize("name", [*COMPUTERS, f"cmd:{sys.executable}", "llm:m?base_url=http://127.0.0.1:9"])
def test_a_player_needs_a_match_that_is_not_over(name: str) -> None:
    rules = outnumber.game("order-challenge", range=1)
    begun = outnumber.Match(rules).begin()
    player = outnumber.player(name)
    for over in (begun.play(1), begun.resign()):
        with pytest.raises(outnumber.IllegalMove, match="The game is over") as refused:
            player.choose(over)
        assert refused.value.code == "game-over"
    with pytest.raises(TypeError, match="a player chooses in a match, such as"):
        player.choose(begun.current.position)  # type: ignore[arg-type]


def test_a_close_match_is_suggested() -> None:
    with pytest.raises(outnumber.OptionError, match="did you mean random\\?"):
        check("randm")
