"""Every option says what it takes, and refuses the rest with the remedy."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from tests.strategies import Named, named_options, short

HUGE = 10**5000  # too long for Python to write out
NO_RANGE = ["0", "-1", "1000001", "9" * 5000, "1.5", "٣", "", " ", "1e3", "0x10", "nine", 0, -1, 1_000_001]
NO_RANGE += [1.0, True, None, [9], HUGE, -HUGE]
WORDS = [
    ("number-stack-duel", "first_pattern", "greater or less"),
    ("strategy-stacks", "opening", "any or even"),
    ("number-stack-attack", "tie", "first or last"),
]
RANGED = ["number-stack-duel", "number-duel", "order-challenge", "strategy-stacks"]


def refused(game: str, **options: object) -> outnumber.OptionError:
    with pytest.raises(outnumber.OptionError) as caught:
        outnumber.game(game, **options)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300
    return caught.value


@pytest.mark.parametrize("game", RANGED)
@pytest.mark.parametrize("value", NO_RANGE, ids=short)
def test_a_range_is_a_whole_number_up_to_a_million(game: str, value: object) -> None:
    error = refused(game, range=value)
    assert error.code == "bad-option"
    assert str(error).startswith("--range cannot be ")
    assert str(error).endswith("choose a whole number from 1 to 1,000,000.")


@pytest.mark.parametrize("value", NO_RANGE, ids=short)
def test_a_target_is_a_whole_number_up_to_a_million(value: object) -> None:
    assert "choose a whole number from 1 to 1,000,000" in str(refused("number-stack-attack", target=value))


@pytest.mark.parametrize("value", [1, "1", " 7 ", "+9", 1_000_000, "1000000", "007"])
def test_a_range_may_be_a_number_or_its_text(value: object) -> None:
    assert outnumber.game("order-challenge", range=value).options == {"range": int(str(value))}


@pytest.mark.parametrize(("game", "option", "choices"), WORDS)
@pytest.mark.parametrize("value", ["", "x", "GREATER", None, 1, ["any"], "\x1b[2J"])
def test_a_word_is_one_of_its_choices(game: str, option: str, choices: str, value: object) -> None:
    error = refused(game, **{option: value})
    assert error.code == "bad-option"
    assert "\x1b" not in str(error)
    assert f"choose {choices}" in str(error) or "did you mean" in str(error)


@pytest.mark.parametrize(("game", "option", "choices"), WORDS)
def test_a_mistyped_word_gets_the_one_that_was_meant(game: str, option: str, choices: str) -> None:
    for choice in choices.split(" or "):
        assert f"did you mean {choice}?" in str(refused(game, **{option: choice + "r"}))


NO_TOKENS = ["", ",", "0", "0-3", "9-1", "-5", "1--5", "1-9-12", "a", "1,", "1.5", "1-1000001", 0, 1.5, None]
NO_TOKENS += [[], [0], [1.5], [True], [None], ["x"], HUGE, "1-" + "9" * 5000]


@pytest.mark.parametrize("value", NO_TOKENS, ids=short)
def test_tokens_are_numbers_and_runs(value: object) -> None:
    error = refused("number-stack-attack", tokens=value)
    assert error.code == "bad-option"
    assert str(error).endswith("give numbers from 1 to 1,000,000 and runs, such as 1-9 or 3,5,8.")


@pytest.mark.parametrize(
    ("value", "tokens"),
    [
        ("1-9", list(range(1, 10))),
        ("8,3,5", [3, 5, 8]),
        ("3-5, 4-7 ,1", [1, 3, 4, 5, 6, 7]),
        ("1-9,2-3,5", list(range(1, 10))),
        ([5, 5, 3], [3, 5]),
        ({2, 7}, [2, 7]),
        (range(1, 4), [1, 2, 3]),
        (["1-3", 7], [1, 2, 3, 7]),
        (4, [4]),
    ],
)
def test_tokens_are_read_in_every_form(value: object, tokens: list[int]) -> None:
    assert outnumber.game("number-stack-attack", tokens=value).options["tokens"] == tokens


def test_the_same_long_run_many_times_is_read_once() -> None:
    rules = outnumber.game("number-stack-attack", target=5, tokens=",".join(["1-1000000"] * 2000))
    assert len(rules.options["tokens"]) == 1_000_000
    assert list(rules.start().legal_moves()) == [1, 2, 3, 4, 5]


def test_tokens_that_never_fit_are_refused_with_the_target() -> None:
    error = refused("number-stack-attack", target=3, tokens="4-9")
    assert (
        str(error)
        == "--tokens cannot be '4, 5, 6, 7, 8 or 9': no token fits the target 3; one must be 3 or less."
    )


def test_an_even_opening_needs_an_even_number() -> None:
    assert "choose --range 2 or more" in str(refused("strategy-stacks", range=1, opening="even"))


@pytest.mark.parametrize(
    "value", ["", "x", "digit,", "digit,nope", [["digit"]], {"digit"}, 5, None, b"digit"]
)
def test_criteria_are_known_by_name(value: object) -> None:
    error = refused("number-duel", link=value)
    assert error.code in ("unknown-criterion", "bad-option")
    assert "digit-sum, coprime" in str(error) or "did you mean digit?" in str(error)


def test_no_criterion_at_all_is_refused() -> None:
    assert "choose one or more of multiple, digit" in str(refused("number-duel", link=[]))


def test_a_mistyped_criterion_gets_the_one_that_was_meant() -> None:
    assert "did you mean neighbour?" in str(refused("number-duel", link="multiple,neighbor"))


def test_criteria_named_twice_count_once() -> None:
    assert outnumber.game("number-duel", link="digit, digit").options["link"] == ["digit"]


@pytest.mark.parametrize("name", ["self", "rang", "tokens", "name", "\x1b[2J", "prepare"])
def test_an_option_that_the_game_does_not_have_is_refused(name: str) -> None:
    from outnumber.games.registry import find

    with pytest.raises(outnumber.OptionError) as caught:
        find("order-challenge")(**{name: 3})
    assert caught.value.code == "unknown-option"
    assert "\x1b" not in str(caught.value)
    assert "range" in str(caught.value)


@pytest.mark.parametrize("name", ["number duel", "Number_Duel", "NUMBER-DUEL", " number  duel "])
def test_a_game_is_found_however_it_is_written(name: str) -> None:
    assert outnumber.game(name).name == "number-duel"


@pytest.mark.parametrize(
    ("name", "remedy"), [("number-dual", "did you mean number-duel?"), ("chess", "choose number")]
)
def test_an_unknown_game_is_refused_with_the_nearest(name: str, remedy: str) -> None:
    with pytest.raises(outnumber.OptionError, match="There is no game called") as caught:
        outnumber.game(name)
    assert remedy in str(caught.value)


@given(named_options(largest=200))
def test_options_can_be_given_back_as_json_and_as_text(named: Named) -> None:
    game, options = named
    rules = outnumber.game(game, **options)
    assert rules.options == {**rules.options, **options}
    again: list[dict[str, Any]] = [rules.options, dict(rules.option_texts())]
    for given_back in again:
        assert outnumber.game(game, **given_back) == rules
        assert hash(outnumber.game(game, **given_back)) == hash(rules)


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=30))
def test_any_text_is_an_option_or_is_refused_in_one_line(text: str) -> None:
    for game in outnumber.all_games():
        for option in game.OPTIONS:
            told = ""
            try:
                game(**{option.name: text})
            except outnumber.OptionError as error:
                told = str(error)
            assert not {"\n", "\x1b"} & set(told)
