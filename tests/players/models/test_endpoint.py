"""An endpoint may be busy, broken, slow or hostile, and the key stays a secret."""

import json
import logging
import sys
from base64 import b64encode, urlsafe_b64encode
from typing import Any

import pytest

import outnumber
from outnumber.players.models import model as language_model
from outnumber.players.models.endpoint import EndpointReply, ModelEndpoint
from outnumber.players.models.model import LanguageModel
from outnumber.players.registry import check
from tests.model_server import (
    PATH,
    ModelServer,
    Step,
    completion,
    drips,
    fails,
    floods,
    hangs_up,
    is_silent,
    replies,
    says,
)
from tests.players.models.asking import KEY, SOON, Asked, chosen, fault

NO_COMPLETIONS: list[Any] = [
    b"",
    b"{",
    b"[" * 100_000,
    b"NaN",
    [],
    {},
    {"choices": []},
    {"choices": {}},
    {"choices": [None]},
    {"choices": [{"message": "move: 3"}]},
    {"choices": [{"message": {"content": 3}}]},
    {"error": {"message": "upstream"}},
]


@pytest.mark.parametrize(
    "trouble",
    [
        fails(429, Retry_After="0"),
        fails(429, Retry_After="Wed, 21 Oct 2015 07:28:00 GMT"),
        fails(500),
        fails(503, Retry_After="0.01"),
        hangs_up,
        replies(200, b"<html>"),
        replies(200, {"error": {"message": "upstream"}}),
    ],
)
def test_passing_trouble_is_waited_for(asked: Asked, trouble: Step) -> None:
    player, server = asked(trouble, trouble, says("move: 3"))
    assert chosen(player, 6) == 3
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (fails(500), "answered with status 500: 'It did not work.'"),
        (fails(429, "Slow down."), "answered with status 429: 'Slow down.'"),
        (
            replies(502, b"bad \xff gateway"),
            "answered with status 502: 'bad \N{REPLACEMENT CHARACTER} gateway'",
        ),
        (hangs_up, "peer closed connection"),
        (floods, "its answer has more than 1,000,000 bytes"),
        *((replies(200, body), "that is not a chat completion") for body in NO_COMPLETIONS),
    ],
)
def test_lasting_trouble_is_a_fault(asked: Asked, trouble: Step, said: str) -> None:
    player, server = asked(trouble)
    found = fault(player, 6)
    assert found.code == "player-unreached"
    assert said in str(found)
    assert len(server.requests) == language_model.TRIES
    assert [each["answer"] for each in player.used()["exchanges"]] == [None] * language_model.TRIES


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (fails(404, "No such model."), "status 404: 'No such model.'"),
        (
            fails(401, f"Incorrect API key: {KEY}."),
            "status 401: the endpoint rejected the key in OPENAI_API_KEY",
        ),
        (fails(403), "status 403: the endpoint rejected the key in OPENAI_API_KEY"),
        (fails(429, "Slow down.", Retry_After="3600"), "status 429: 'Slow down.'"),
    ],
)
def test_what_waiting_cannot_mend_is_a_fault_at_once(asked: Asked, trouble: Step, said: str) -> None:
    player, server = asked(trouble)
    found = fault(player, 6)
    assert found.code == "player-unreached"
    assert said in str(found)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (
            fails(400, "Unsupported value: 'temperature'."),
            "status 400: \"Unsupported value: 'temperature'.\"",
        ),
        (fails(400, "This model's maximum context length is 10 tokens."), "maximum context length"),
        (fails(422, "Unknown parameter."), "status 422: 'Unknown parameter.'"),
        (fails(413), "status 413"),
        (fails(403, "Your input was flagged by our moderation."), "was flagged by our moderation"),
    ],
)
def test_a_question_that_is_refused_for_good_is_a_fault_of_its_own(
    asked: Asked, trouble: Step, said: str
) -> None:
    player, server = asked(trouble)
    found = fault(player, 6)
    assert found.code == "player-refused"
    assert said in str(found)
    assert len(server.requests) == 1
    used = player.used()
    assert (used["attempts"], used["refused"], used["exchanges"][0]["attempt"]) == (1, 1, "refused")
    assert used["exchanges"][0]["error"]


def test_a_key_that_is_refused_with_400_is_no_refusal_of_the_question(asked: Asked) -> None:
    player, _ = asked(fails(400, "API key not valid."))
    assert fault(player, 6).code == "player-unreached"


def test_a_missing_key_is_named(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    player, _ = asked(fails(401))
    assert "answered with status 401: set OPENAI_API_KEY" in str(fault(player, 6))


def test_a_redirect_is_not_followed(asked: Asked) -> None:
    with ModelServer(says("move: 3")) as elsewhere:
        player, _ = asked(replies(307, b"", Location=f"http://{elsewhere.address}{PATH}"))
        found = fault(player, 6)
        assert found.code == "player-unreached"
        assert "correct OPENAI_BASE_URL" in str(found)
        assert not elsewhere.requests


def test_a_kind_of_proxy_that_cannot_be_used_is_a_fault(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "socksio", None)
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:1")
    player, server = asked(says("move: 3"))
    found = fault(player, 6)
    assert found.code == "player-unreached"
    assert "SOCKS" in str(found)
    assert not server.requests


def test_a_server_that_is_not_there_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    with ModelServer(is_silent) as server:
        pass
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    player = LanguageModel("test")
    found = fault(player, 6)
    player.close()
    assert found.code == "player-unreached"
    assert server.url in str(found)


@pytest.mark.parametrize(
    "trouble",
    [
        is_silent,
        drips(b"HTTP/1.1 200 OK\r\nX-Slow: "),
        drips(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{"),
    ],
)
def test_nothing_hangs(asked: Asked, trouble: Step) -> None:
    player, _ = asked(trouble, settings=SOON)
    assert str(fault(player, 6)) == f"llm:test?{SOON} gave no answer within 0.4 s."
    (exchange,) = player.used()["exchanges"]
    assert exchange["error"] == "the time ran out"


def test_waits_take_nothing_from_the_time_of_a_turn(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    replies = iter(
        [
            EndpointReply(429, "{}", retry_after=0.0, waited=1_000.0),
            EndpointReply(503, "{}", retry_after=100.0),
            EndpointReply(200, json.dumps(completion("move: 3")), waited=50.0),
        ]
    )
    rested: list[float] = []
    monkeypatch.setattr(ModelEndpoint, "post", lambda *_: next(replies))
    monkeypatch.setattr(ModelEndpoint, "rest", lambda _, seconds: rested.append(seconds))
    player, _ = asked(is_silent, settings="timeout=110")
    assert chosen(player, 6) == 3
    assert rested == [0.0, 100.0]
    assert player.waited == 1_150.0


# The key


@pytest.mark.parametrize("cut", range(0, 30, 5))
def test_a_key_that_comes_back_is_hidden_even_where_it_is_cut(asked: Asked, cut: int) -> None:
    echo = "x" * (2000 - cut) + KEY
    player, _ = asked(
        replies(500, echo.encode()),
        says(f"Your key is {KEY}. 3 or 2", model=KEY, usage={KEY: 3}),
        replies(400, echo.encode()),
    )
    found = fault(player, 6)
    told = f"{found} {player!r} {json.dumps(player.used(), ensure_ascii=False)}"
    assert KEY not in told
    assert KEY[:8] not in told
    assert "[key]" in told


ODD = "sk-a/b+c=&d-0123456789"


@pytest.mark.parametrize(
    "written",
    [
        r"sk-a\/b+c=&d-0123456789",
        "sk-a%2Fb%2Bc%3D%26d-0123456789",
        "sk-a/b+c=&amp;d-0123456789",
        ODD.upper(),
        ODD[::-1],
        "".join(f"%{ord(each):02x}" for each in ODD),
        "".join(f"%25{ord(each):02X}" for each in ODD),
        "".join(f"\\u{ord(each):04X}" for each in ODD),
        "".join(f"&#{ord(each)};" for each in ODD),
        ODD.encode().hex(),
        ODD.encode().hex(":").upper(),
        b64encode(ODD.encode()).decode(),
        urlsafe_b64encode(f"xBearer {ODD}".encode()).decode().removeprefix("eEJlYXJlc"),
        b64encode(f"Bearer {ODD}, and more".encode()).decode()[9:40],
    ],
)
def test_a_key_that_comes_back_in_another_spelling_is_hidden_too(
    asked: Asked, monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", ODD)
    player, _ = asked(replies(400, f"<p>{written}</p>".encode()))
    told = f"{fault(player, 6)} {player.used()}"
    assert "<p>[key]</p>" in told
    assert "0123456789" not in told


def test_parts_of_a_key_that_is_refused_are_not_kept(asked: Asked) -> None:
    player, _ = asked(fails(401, f"Incorrect API key provided: {KEY[:6]}****{KEY[-4:]}."))
    told = f"{fault(player, 6)} {player.used()}"
    assert KEY[:6] not in told
    assert KEY[-4:] not in told


def test_a_key_in_the_address_is_sent_but_never_told(
    asked: Asked, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with ModelServer(fails(500, f"{KEY} p%40ssword p@ssword", X_Echo=KEY)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", f"http://me:p%40ssword@{server.address}/v1/?key={KEY}")
        monkeypatch.delenv("OPENAI_API_KEY")
        player = LanguageModel("test")
        found = fault(player, 6)
        player.close()
    request = server.requests[0]
    assert request.path == f"{PATH}?key={KEY}"
    assert request.headers["authorization"].startswith("Basic ")
    told = f"{found} {player!r} {player.used()} {caplog.text}"
    assert server.url in str(found)
    assert "chat/completions" in caplog.text
    for secret in (KEY, "p@ssword", "p%40ssword", request.headers["authorization"].split()[1]):
        assert secret not in told


def test_a_key_in_a_header_that_is_logged_is_hidden(asked: Asked, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    player, _ = asked(replies(200, completion("move: 3"), X_Echo=KEY))
    assert chosen(player, 6) == 3
    assert "X-Echo" in caplog.text
    assert KEY not in caplog.text


@pytest.mark.parametrize(
    "base", ["ftp://host", "localhost:8080", "http://", "http://h:99999", "http://a b", "\x1b"]
)
def test_an_address_that_is_none_is_refused(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", base)
    with pytest.raises(outnumber.OptionError, match="OPENAI_BASE_URL is not an address"):
        check("llm:test")


@pytest.mark.parametrize("key", [f"{KEY}\u2026", f"{KEY}\nx", f"{KEY} x"])
def test_a_key_that_is_none_is_refused_and_not_told(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(outnumber.OptionError, match="OPENAI_API_KEY contains characters") as refused:
        check("llm:test")
    assert KEY not in f"{refused.value!r} {refused.value}"


def test_the_default_endpoint_needs_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(outnumber.OptionError, match="set OPENAI_API_KEY, or OPENAI_BASE_URL"):
        check("llm:test")
