"""What stands after `llm:` is read, or refused with the remedy."""

import pytest

import outnumber
from outnumber.players.registry import check, computer


@pytest.mark.parametrize(
    "spec",
    [
        "gpt-5-mini",
        "org/name:8b-q4.1",
        "ft:gpt-4o:me::id",
        "m?legal=yes",
        "m?retries=0&timeout=1.5&temperature=2",
    ],
)
def test_models_of_all_names_can_play(spec: str) -> None:
    assert check(f"llm:{spec}") == f"llm:{spec}"
    assert not computer(f"llm:{spec}").interactive


@pytest.mark.parametrize(
    ("spec", "code", "said"),
    [
        ("", "unusable-player", "name a model"),
        ("?legal=no", "unusable-player", "name a model"),
        ("a b", "unusable-player", "name a model"),
        ("a\x1b[2J", "unusable-player", "name a model"),
        ("m" * 5000, "unusable-player", "name a model"),
        ("m?legl=no", "unknown-option", "did you mean legal?"),
        ("m?legal=no&&", "unknown-option", "llm:m has no option"),
        ("m?legal=perhaps", "bad-option", "legal cannot be 'perhaps': choose yes or no."),
        ("m?retries=-1", "bad-option", "choose a whole number from 0 to 20."),
        ("m?timeout=nan", "bad-option", "choose a number from 0.1 to 86,400."),
        ("m?temperature=", "bad-option", "choose a number from 0 to 2."),
    ],
)
def test_a_bad_name_or_setting_is_refused_with_the_remedy(spec: str, code: str, said: str) -> None:
    with pytest.raises(outnumber.OptionError) as refused:
        check(f"llm:{spec}")
    assert refused.value.code == code
    assert said in str(refused.value)
    assert str(refused.value).isprintable()
