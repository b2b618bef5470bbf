"""The text after `llm:` is parsed, or refused with the remedy."""

from pathlib import Path

import pytest

import outnumber
from outnumber.players.models.model import LanguageModel
from outnumber.players.models.settings import read_spec
from outnumber.players.registry import check, computer
from tests.model_server import ModelServer, fails, says
from tests.players.models.asking import KEY, chosen, fault


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
def test_models_with_any_name_can_play(spec: str) -> None:
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
        ("m?legal=perhaps", "bad-option", "legal 'perhaps' is not valid: choose yes or no."),
        ("m?retries=-1", "bad-option", "choose a whole number from 0 to 20."),
        ("m?timeout=nan", "bad-option", "choose a number from 0.1 to 86,400."),
        ("m?temperature=", "bad-option", "choose a number from 0 to 2."),
        ("m?reasoning_effort=very%20high", "bad-option", "such as low, medium or high."),
        ("m?base_url=http://me:secret@host/v1", "bad-option", "belongs in the models file."),
        ("m?base_url=http://host/v1?key=secret", "bad-option", "belongs in the models file."),
        ("m?base_url=ftp://host", "unusable-player", "base_url is not an address"),
        ("m?key=sk-secret", "bad-option", "name the variable that has the key, not the key."),
        ("m?key=NOT_THERE", "unusable-player", "set NOT_THERE to the key."),
        ("m?system=Hello", "unknown-option", "llm:m has no option"),
    ],
)
def test_a_bad_name_or_setting_is_refused_with_the_remedy(spec: str, code: str, said: str) -> None:
    with pytest.raises(outnumber.OptionError) as refused:
        check(f"llm:{spec}")
    assert refused.value.code == code
    assert said in str(refused.value)
    assert str(refused.value).isprintable()
    assert "secret" not in str(refused.value)


# A models file

FILED = """
[big]
model = "org/big-70b"
base_url = "{url}"
key = "OTHER_KEY"
system = "You are\\ngood at games."
reasoning_effort = "high"
temperature = 0.5
legal = false
extra_body = {{ chat_template_kwargs = {{ enable_thinking = false }}, provider = ["a"] }}
prompt_price = 2
cached_price = 0.5
completion_price = 10
"""


def filed(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "models.toml"
    path.write_text(text, encoding="utf-8")
    monkeypatch.setenv("OUTNUMBER_MODELS", str(path))


def test_each_model_of_a_file_has_its_own_endpoint_and_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    details = {
        "prompt_tokens": 1_000_000,
        "completion_tokens": 100_000,
        "prompt_tokens_details": {"cached_tokens": 400_000},
        "completion_tokens_details": {"reasoning_tokens": 60_000},
    }
    monkeypatch.setenv("OTHER_KEY", "sk-other-0123456789")
    with ModelServer(says("move: 5"), says("move: 3", usage=details)) as server:
        filed(FILED.format(url=server.url), tmp_path, monkeypatch)
        player = LanguageModel("big?temperature=1")
        assert chosen(player, 6) == 3
        used = player.used()
        player.close()
    first, second = (request.body for request in server.requests)
    system, question = first.pop("messages")
    assert system == {"role": "system", "content": "You are\ngood at games."}
    assert question["role"] == "user"
    assert "Legal moves" not in question["content"]
    assert [each["role"] for each in second["messages"]] == ["system", "user", "assistant", "user"]
    assert first == {
        "model": "org/big-70b",
        "temperature": 1.0,
        "reasoning_effort": "high",
        "chat_template_kwargs": {"enable_thinking": False},
        "provider": ["a"],
    }
    # The environment's key is only for the environment's address.
    assert server.requests[0].headers["authorization"] == "Bearer sk-other-0123456789"
    assert used["player"] == "llm:big?temperature=1"
    assert used["endpoint"] == server.url
    assert used["settings"] == {
        **{name: first[name] for name in first if name != "model"},
        "model": "org/big-70b",
        "legal": False,
        "retries": 2,
        "timeout": None,
        "system": system["content"],
    }
    assert (used["prompt_tokens"], used["cached_tokens"]) == (1_000_100, 400_000)
    assert (used["completion_tokens"], used["reasoning_tokens"]) == (100_010, 60_000)
    assert used["cost"] == pytest.approx(0.6001 * 2 + 0.4 * 0.5 + 0.10001 * 10)


def test_a_reported_charge_takes_precedence_over_prices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = {"prompt_tokens": 10, "completion_tokens": 10, "cost": 0.25}
    monkeypatch.setenv("OTHER_KEY", "sk-other-0123456789")
    with ModelServer(says("move: 5", usage=usage), says("move: 3", usage=usage)) as server:
        filed(FILED.format(url=server.url), tmp_path, monkeypatch)
        player = LanguageModel("big")
        chosen(player, 6)
        assert player.used()["cost"] == 0.5
        player.close()


def test_no_key_is_sent_to_an_address_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with ModelServer(says("move: 3"), fails(401)) as server:
        player = LanguageModel(f"m?base_url={server.url}")
        assert chosen(player, 6) == 3
        assert "authorization" not in server.requests[0].headers
        assert "status 401: set key" in str(fault(player, 6))
        player.close()


def test_a_model_that_is_not_in_the_file_uses_its_own_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filed("[other]\nretries = 0\n", tmp_path, monkeypatch)
    assert read_spec("m")[0] == "m"
    assert read_spec("m")[1].retries == 2
    assert read_spec("other")[1].retries == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[m", "the file of models"),
        ("m = 3", "m is no table"),
        ("[m]\nretrys = 1", "did you mean retries?"),
        ("[m]\nretries = 1.5", "choose a whole number from 0 to 20."),
        ("[m]\nsystem = 3", "model and system are text"),
        ("[m]\nextra_body = 3", "extra_body a table"),
        ("[m.extra_body]\nmessages = []", "a table without messages, model, n and stream."),
        ("[m]\nbase_url = 'host'", "base_url is not an address"),
    ],
)
def test_a_bad_file_is_refused_with_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    filed(text, tmp_path, monkeypatch)
    with pytest.raises(outnumber.OptionError) as refused:
        check("llm:m")
    assert said in str(refused.value)


def test_a_missing_file_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTNUMBER_MODELS", "nowhere.toml")
    with pytest.raises(outnumber.OptionError, match=r"nowhere.toml' cannot be read: No such file"):
        check("llm:m")
