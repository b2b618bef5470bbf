"""Every option documents its values, and refuses others with a suggestion."""

import re
import tracemalloc
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from outnumber.games.base import Rules
from outnumber.games.options import choice_option, chosen, number_option
from outnumber.games.pool import range_option
from outnumber.games.registry import find
from outnumber.games.sentences import ENGLISH
from outnumber.language.match import with_options
from outnumber.language.voice import voice
from tests.naive import DEFAULTS
from tests.strategies import Named, named_options, short
from tests.study.pictures.reading import Seen

HUGE = 10**5000  # too long for Python to print
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
def test_range_is_a_whole_number_up_to_a_million(game: str, value: object) -> None:
    error = refused(game, range=value)
    assert error.code == "bad-option"
    assert re.match(r"range .* is not valid: ", str(error))
    assert str(error).endswith("choose a whole number from 1 to 1,000,000.")


@pytest.mark.parametrize("value", NO_RANGE, ids=short)
def test_target_is_a_whole_number_up_to_a_million(value: object) -> None:
    assert "choose a whole number from 1 to 1,000,000" in str(refused("number-stack-attack", target=value))


@pytest.mark.parametrize("value", [1, "1", " 7 ", "+9", 1_000_000, "1000000", "007"])
def test_range_can_be_a_number_or_text(value: object) -> None:
    assert outnumber.game("order-challenge", range=value).options == {"range": int(str(value))}


@pytest.mark.parametrize(("game", "option", "choices"), WORDS)
@pytest.mark.parametrize("value", ["", "x", "GREATER", None, 1, ["any"], "\x1b[2J"])
def test_word_option_must_be_one_of_its_choices(game: str, option: str, choices: str, value: object) -> None:
    error = refused(game, **{option: value})
    assert error.code == "bad-option"
    assert "\x1b" not in str(error)
    assert f"choose {choices}" in str(error) or "did you mean" in str(error)


@pytest.mark.parametrize(("game", "option", "choices"), WORDS)
def test_mistyped_word_suggests_the_intended_one(game: str, option: str, choices: str) -> None:
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
def test_tokens_are_accepted_in_every_form(value: object, tokens: list[int]) -> None:
    assert outnumber.game("number-stack-attack", tokens=value).options["tokens"] == tokens


def test_repeated_long_run_is_parsed_once() -> None:
    rules = outnumber.game("number-stack-attack", target=5, tokens=",".join(["1-1000000"] * 2000))
    assert rules.options["tokens"] == list(range(1, 1_000_001))
    assert list(rules.start().legal_moves()) == [1, 2, 3, 4, 5]


def test_tokens_that_never_fit_are_refused_with_the_target() -> None:
    error = refused("number-stack-attack", target=3, tokens="4-9")
    assert (
        str(error)
        == "tokens '4, 5, 6, 7, 8 or 9' is not valid: no token fits the target 3; one must be 3 or less."
    )


def test_even_opening_requires_an_even_number() -> None:
    error = refused("strategy-stacks", range=1, opening="even")
    assert str(error) == (
        "opening 'even' is not valid: there is no even number up to 1; choose a range of 2 or more."
    )


@pytest.mark.parametrize(
    "value", ["", "x", "digit,", "digit,nope", [["digit"]], {"digit"}, 5, None, b"digit"]
)
def test_criteria_are_found_by_name(value: object) -> None:
    error = refused("number-duel", link=value)
    assert error.code in ("unknown-criterion", "bad-option")
    assert "digit-sum, coprime" in str(error) or "did you mean digit?" in str(error)


def test_empty_list_of_criteria_is_refused() -> None:
    assert "choose one or more of multiple, digit" in str(refused("number-duel", link=[]))


def test_mistyped_criterion_suggests_the_intended_one() -> None:
    assert "did you mean neighbour?" in str(refused("number-duel", link="multiple,neighbor"))


def test_duplicate_criteria_count_once() -> None:
    assert outnumber.game("number-duel", link="digit, digit").options["link"] == ["digit"]


@pytest.mark.parametrize("name", ["self", "rang", "tokens", "name", "\x1b[2J", "prepare"])
def test_unknown_option_is_refused(name: str) -> None:
    with pytest.raises(outnumber.OptionError) as caught:
        find("order-challenge")(**{name: 3})
    assert caught.value.code == "unknown-option"
    assert "\x1b" not in str(caught.value)
    assert "range" in str(caught.value)


@pytest.mark.parametrize("name", ["number duel", "Number_Duel", "NUMBER-DUEL", " number  duel "])
def test_game_is_found_in_any_spelling(name: str) -> None:
    assert outnumber.game(name).name == "number-duel"


@pytest.mark.parametrize(
    ("name", "remedy"), [("number-dual", "did you mean number-duel?"), ("chess", "choose number")]
)
def test_unknown_game_suggests_the_nearest_name(name: str, remedy: str) -> None:
    with pytest.raises(outnumber.OptionError, match="There is no game called") as caught:
        outnumber.game(name)
    assert remedy in str(caught.value)


@given(named_options(largest=200))
def test_options_round_trip_as_json_and_as_text(named: Named) -> None:
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


@pytest.mark.parametrize(
    ("game", "option"), [(game, option) for game, options in DEFAULTS.items() for option in options]
)
@pytest.mark.parametrize("value", ["!", None, -3, []], ids=short)
def test_messages_name_an_option_in_words(game: str, option: str, value: object) -> None:
    told = str(refused(game, **{option: value}))
    assert "--" not in told
    assert re.match(rf"{option.replace('_', ' ')} .* is not valid: |There is no criterion called ", told)


# Rules within limits, for requests from untrusted clients.


def with_each(game: str, option: str, *values: object) -> list[tuple[str, dict[str, object]]]:
    return [(game, {option: value}) for value in values]


LARGER = [
    *(
        each
        for game in RANGED
        for each in with_each(game, "range", 101, "101", " +1000000 ", 10**9, "9" * 5000)
    ),
    *with_each("number-stack-attack", "target", 101, "0101", 1_000_000, 1_000_001, 10**30),
    *with_each("number-stack-attack", "tokens", 101, "101", "1-101", "1-9,1000000", "1-1000000"),
    *with_each("number-stack-attack", "tokens", "5,1-9999999999", "101-200", [1, 101], ["1-9", "3-101"]),
    *with_each("number-stack-attack", "tokens", range(99, 102), {7, 1_000_000}, [10**30]),
]


def test_number_above_the_limit_is_named_as_given() -> None:
    with pytest.raises(outnumber.OptionError, match=r"^range 123,456,789,012,345 is too large"):
        find("strategy-stacks").within(100, range="123456789012345")


@pytest.mark.parametrize(("game", "options"), LARGER, ids=short)
def test_number_above_the_limit_is_refused_before_any_work(
    game: str, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = find(game)

    def prepare(*_: object, **__: object) -> None:
        raise AssertionError("the rules were prepared")

    monkeypatch.setattr(kind, "prepare", prepare)
    tracemalloc.start()
    try:
        with pytest.raises(outnumber.OptionError) as caught:
            kind.within(100, **options)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert caught.value.code == "too-large"
    assert str(caught.value).startswith(f"{next(iter(options))} ")
    assert str(caught.value).endswith(" is too large: choose up to 100 here.")
    assert peak < 500_000


WITHIN: list[tuple[str, dict[str, object]]] = [
    *(each for game in RANGED for each in with_each(game, "range", 100)),
    ("number-stack-attack", {"target": "100", "tokens": "1-100,7", "tie": "last"}),
    ("number-duel", {"link": "digit,neighbour"}),
]


@pytest.mark.parametrize(("game", "options"), WITHIN, ids=short)
def test_numbers_within_the_limit_give_the_usual_rules(game: str, options: dict[str, object]) -> None:
    rules: Rules = find(game).within(100, **options)
    assert rules == outnumber.game(game, **options)
    assert hash(rules) == hash(outnumber.game(game, **options))
    assert rules.start() == outnumber.game(game, **options).start()


@pytest.mark.parametrize(
    ("game", "options"),
    [("order-challenge", {"range": 0}), ("order-challenge", {"range": "x"}), ("number-duel", {"link": "x"})],
)
def test_invalid_options_are_refused_within_limits_too(game: str, options: dict[str, object]) -> None:
    with pytest.raises(outnumber.OptionError) as caught:
        find(game).within(100, **options)
    assert caught.value.code in ("bad-option", "unknown-criterion")
    with pytest.raises(outnumber.OptionError, match="has no option"):
        find(game).within(100, nonsense=3)


def test_suggestion_within_limits_names_the_limit() -> None:
    with pytest.raises(outnumber.OptionError, match=r"choose a whole number from 1 to 100\.$"):
        find("order-challenge").within(100, range="nine")
    with pytest.raises(outnumber.OptionError, match=r"give numbers from 1 to 100 and runs"):
        find("number-stack-attack").within(100, tokens="nine")


def near(a: int, b: int) -> bool:
    return abs(a - b) < 5


TOLD = [
    ("number-stack-duel", {}, "1 to 9", "1 bis 9"),
    (
        "number-stack-duel",
        {"first_pattern": "less"},
        "1 to 9 · second number less than the first",
        "1 bis 9 · zweite Zahl kleiner als die erste",
    ),
    ("number-duel", {"range": 12}, "1 to 12", "1 bis 12"),
    (
        "number-duel",
        {"link": "digit,neighbour"},
        "1 to 100 · digit, neighbour",
        "1 bis 100 · Ziffer, Nachbar",
    ),
    (
        "number-duel",
        {"range": 30, "link": ["digit", near]},
        "1 to 30 · digit, near",
        "1 bis 30 · Ziffer, near",
    ),
    (
        "number-stack-attack",
        {"tokens": "3,5", "tie": "last"},
        "target 21 · tokens 3,5 · last to get there wins a tie",
        "Ziel 21 · Steine 3,5 · bei Gleichstand gewinnt, wer zuletzt kam",
    ),
    ("strategy-stacks", {"opening": "even"}, "1 to 9 · even opening", "1 bis 9 · gerade Eröffnung"),
]


@pytest.mark.parametrize(("game", "options", "english", "german"), TOLD, ids=short)
def test_chosen_options_have_the_same_wording_everywhere(
    game: str, options: dict[str, Any], english: str, german: str
) -> None:
    rules = outnumber.game(game, **options)
    title = voice("de").word(rules.title)
    assert (chosen(rules), chosen(rules, voice("de"))) == (english, german)
    assert (with_options(rules, voice=ENGLISH), with_options(rules, voice("de"))) == (
        f"{rules.title} ({english})",
        f"{title} ({german})",
    )
    # The picture wraps long lines.
    seen = " ".join(Seen(outnumber.draw(rules.start())).words)
    assert english in seen
    assert chosen(rules, sized=False) == english.partition(" · ")[2]


def test_added_game_controls_the_wording_of_its_options() -> None:
    class Heap(Rules):
        name, title = "heap", "Heap"
        OPTIONS = (
            number_option("heap", 10, "Stones.", told="{value} stones"),
            choice_option("last", ("wins", "loses"), "What the last stone does."),
            range_option(5),
        )
        SIZE = "heap"

    assert chosen(Heap()) == "10 stones"
    assert chosen(Heap(last="loses", range=7)) == "10 stones · last loses · 1 to 7"
