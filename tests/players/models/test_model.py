"""A language model plays through a real server on this machine, however badly model and server behave."""

import asyncio
import json
import logging
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import outnumber
from outnumber.games.errors import PlayerFault
from outnumber.players.models import model as language_model
from outnumber.players.models.answers import read_answer
from outnumber.players.models.briefing import VERSION
from outnumber.players.models.model import LanguageModel
from outnumber.players.registry import check, computer
from outnumber.session.clock import Clock
from outnumber.session.loop import play_match
from outnumber.session.match import Match, Participant
from outnumber.session.round import Round
from tests.model_server import (
    PATH,
    ModelServer,
    StandIn,
    Step,
    completion,
    drips,
    fails,
    floods,
    hangs_up,
    is_silent,
    replies,
    says,
    thinks,
)
from tests.program import games_on_disk, piped, run

KEY = "sk-very-secret-0123456789"
# Enough for a server on this machine, and little to wait for one that never answers.
SOON = "timeout=0.4"

Asked = Callable[..., tuple[LanguageModel, ModelServer]]


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "SSL_CERT_FILE"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr(language_model, "BACK_OFF", 0.01)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[Asked]:
    """A model behind a server that follows a script."""
    with ExitStack() as stack:

        def start(*script: Step, settings: str = "") -> tuple[LanguageModel, ModelServer]:
            server = stack.enter_context(ModelServer(*script))
            monkeypatch.setenv("OPENAI_BASE_URL", server.url)
            player = LanguageModel(f"test{'?' if settings else ''}{settings}")
            stack.callback(player.close)
            return player, server

        yield start


def match(*moves: int, game: str = "strategy-stacks", **options: Any) -> Match:
    rules = outnumber.game(game, **options)
    return Match(rules, (Participant("llm:test"), Participant("random")), rounds=(Round.begin(rules, moves),))


def chosen(player: LanguageModel, *moves: int, clock: Clock | None = None) -> int:
    clock = clock or Clock(None)
    clock.start()
    return player.choose(match(*moves), clock)


def fault(player: LanguageModel, *moves: int, clock: Clock | None = None) -> PlayerFault:
    """What the player did wrong at this turn, told without the key."""
    with pytest.raises(PlayerFault) as raised:
        chosen(player, *moves, clock=clock)
    assert str(raised.value).isprintable()
    assert KEY not in f"{raised.value!r} {raised.value} {raised.value.__cause__!r}"
    return raised.value


# The question and the answer


def test_a_move_is_asked_for_in_words_and_read_from_the_answer(asked: Asked) -> None:
    player, server = asked(says("6 has the factors 1, 2 and 3.\nmove: 3"))
    assert chosen(player, 6) == 3
    (request,) = server.requests
    assert request.path == PATH
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert set(request.body) == {"model", "messages"}
    assert request.body["model"] == "test"
    (message,) = request.body["messages"]
    assert message["role"] == "user"
    assert "is a factor or a multiple" in message["content"]
    assert "Moves so far: Player 1: 6." in message["content"]
    assert "Legal moves: 1, 2, 3." in message["content"]
    assert message["content"].endswith("move: N")


def test_settings_reach_the_endpoint(asked: Asked) -> None:
    settings = "legal=no&temperature=0&top_p=0.5&seed=7&max_tokens=1000&reasoning_effort=low"
    player, server = asked(says("move: 3"), settings=settings)
    chosen(player, 6)
    body = server.requests[0].body
    sent = {name: body[name] for name in body if name not in ("model", "messages")}
    assert sent == {
        "temperature": 0,
        "top_p": 0.5,
        "seed": 7,
        "max_tokens": 1000,
        "reasoning_effort": "low",
    }
    assert "Legal moves" not in body["messages"][0]["content"]


def test_a_local_server_needs_no_key(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    player, server = asked(says("move: 3"))
    assert chosen(player, 6) == 3
    assert "authorization" not in server.requests[0].headers


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("move: 7", 7),
        ("7", 7),
        (" 7.\n", 7),
        ("I play 7, yes, 7!", 7),
        ("After 3 and 5 it is clear.\nMove: 7", 7),
        ("move: 3\nNo, wait.\nmove: 7", 7),
        ("**Move:** 7", 7),
        ("**move: `7`**", 7),
        ("Move:\n\n7", 7),
        ('{"move": 7}', 7),
        ("move = 7. That leaves 2 answers.", 7),
        ("move: $\\boxed{7}$", 7),
        ("MOVE : 7", 7),
        ("move：７", 7),
        ("Ich nehme die Zahl … 🙂\nmove: 7", 7),
        ("move: -7", -7),
        ("move: 007", 7),
        ("<think>move: 3</think>\nmove: 7", 7),
        ("3 or 5 </think> 7", 7),
        ("<think>Perhaps move: 3", None),
        ("", None),
        ("I resign.", None),
        ("3 or 7", None),
        ("move: 3 or 7", None),
        ("move: 5-7", None),
        ("move: 1,000", None),
        ("move: 3.5", None),
        ("move: 3\nmove: N", None),
        ("move: seven", None),
        ("remove: 3, keep 7", None),
    ],
)
def test_an_answer_is_read_leniently_but_never_guessed(text: str, number: int | None) -> None:
    assert read_answer(text) == number


def test_a_number_of_a_million_digits_is_only_illegal(asked: Asked) -> None:
    player, _ = asked(says(f"move: {'9' * 900_000}"), settings="retries=0")
    assert str(fault(player, 6)) == f"llm:test?retries=0 played '{'9' * 39}…', which is not allowed."


@pytest.mark.parametrize(
    "content", [[{"type": "thinking", "text": "5"}, {"type": "text", "text": "move: 3"}]]
)
def test_text_in_parts_is_put_together(asked: Asked, content: object) -> None:
    player, _ = asked(says(content))
    assert chosen(player, 6) == 3


# Answers that are no legal move


def test_an_illegal_answer_is_told_why_and_asked_for_again(asked: Asked) -> None:
    player, server = asked(says("move: 5"), says("move: 3"))
    assert chosen(player, 6) == 3
    first, answer, complaint = server.requests[1].body["messages"]
    assert [first] == server.requests[0].body["messages"]
    assert answer == {"role": "assistant", "content": "move: 5"}
    refusal = "5 is neither a factor nor a multiple of 6. You can play 1, 2 or 3."
    assert complaint["content"].startswith(refusal)


def test_who_is_not_shown_the_legal_moves_is_not_shown_them_in_a_complaint(asked: Asked) -> None:
    player, server = asked(says("move: 5"), says("move: 3"), settings="legal=no")
    assert chosen(player, 6) == 3
    complaint = server.requests[1].body["messages"][2]["content"]
    assert complaint.startswith("5 is neither a factor nor a multiple of 6. Choose another number.")


@pytest.mark.parametrize(
    ("answer", "code", "said"),
    [
        ("move: 5", "player-illegal", "played '5', which is not allowed."),
        ("3 or 2", "player-garbled", "answered '3 or 2', which is no move."),
        (None, "player-garbled", "answered '', which is no move."),
        ("\x1b[J\ud800", "player-garbled", "answered '\\x1b[J?', which is no move."),
    ],
)
def test_tries_end_in_a_fault(asked: Asked, answer: str | None, code: str, said: str) -> None:
    player, server = asked(says(answer))
    found = fault(player, 6)
    assert (found.code, str(found)) == (code, f"llm:test {said}")
    assert len(server.requests) == 3
    assert [each["role"] for each in server.requests[2].body["messages"]] == ["user", "assistant"] * 2 + [
        "user"
    ]


def test_no_retries_means_none(asked: Asked) -> None:
    player, server = asked(says("move: 5"), settings="retries=0")
    assert fault(player, 6).code == "player-illegal"
    assert len(server.requests) == 1


# An endpoint that is busy, broken, slow or hostile


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
        *(
            (replies(200, body), "that is no chat completion")
            for body in (
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
            )
        ),
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
        (
            fails(400, "Unsupported value: 'temperature'."),
            "status 400: \"Unsupported value: 'temperature'.\"",
        ),
        (fails(404, "No such model."), "status 404: 'No such model.'"),
        (fails(401, f"Incorrect API key: {KEY}."), "status 401: the key in OPENAI_API_KEY is refused"),
        (fails(403), "status 403: the key in OPENAI_API_KEY is refused"),
        (fails(429, "Slow down.", Retry_After="3600"), "status 429: 'Slow down.'"),
    ],
)
def test_what_waiting_cannot_mend_is_a_fault_at_once(asked: Asked, trouble: Step, said: str) -> None:
    player, server = asked(trouble)
    found = fault(player, 6)
    assert found.code == "player-unreached"
    assert said in str(found)
    assert len(server.requests) == 1


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


def test_the_clock_of_the_match_bounds_a_turn(asked: Asked) -> None:
    player, _ = asked(is_silent)
    assert fault(player, 6, clock=Clock(0.3)).code == "player-silent"


def test_no_time_means_no_question(asked: Asked) -> None:
    now = iter([0.0, 5.0, 5.0])
    player, server = asked(says("move: 3"))
    assert fault(player, 6, clock=Clock(1, now=lambda: next(now))).code == "player-silent"
    assert not server.requests
    assert player.used() == {}


def test_a_player_goes_on_after_a_fault(asked: Asked) -> None:
    player, _ = asked(is_silent, says("move: 3"))
    fault(player, 6, clock=Clock(0.3))
    assert chosen(player, 6) == 3


def test_it_can_be_asked_where_a_loop_is_running(asked: Asked) -> None:
    player, _ = asked(says("move: 3"))

    async def inside() -> int:
        return chosen(player, 6)

    assert asyncio.run(inside()) == 3


# What is kept


def test_tokens_prompts_and_answers_are_kept(asked: Asked) -> None:
    player, server = asked(says("move: 5"), fails(500, "Oh."), says("move: 3", usage=None))
    chosen(player, 6)
    used = player.used()
    counts = {name: used[name] for name in used if name != "exchanges"}
    assert counts == {
        "player": "llm:test",
        "briefing": VERSION,
        "requests": 3,
        "prompt_tokens": 100,
        "completion_tokens": 10,
        "uncounted": 2,
    }
    assert [each["messages"] for each in used["exchanges"]] == [
        each.body["messages"] for each in server.requests
    ]
    first, second, third = used["exchanges"]
    assert (first["round"], first["moves"], first["answer"], first["status"]) == (1, [6], "move: 5", 200)
    assert first["usage"]["total_tokens"] == 110
    assert (first["model"], first["finish_reason"]) == ("stand-in-2026", "stop")
    assert (second["status"], second["answer"]) == (500, None)
    assert "Oh." in second["error"]
    assert third["usage"] is None
    assert player.used() == {}


def test_odd_accounts_are_not_counted(asked: Asked) -> None:
    usage = {
        "prompt_tokens": True,
        "completion_tokens": -3,
        "cost": 0.25,
        "to": {"a": 1, "b": [[]]},
        "x": "y",
    }
    player, _ = asked(says("move: 3", usage=usage))
    chosen(player, 6)
    used = player.used()
    assert (used["prompt_tokens"], used["completion_tokens"], used["uncounted"]) == (0, 0, 1)
    json.dumps(used, allow_nan=False).encode()


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


@pytest.mark.parametrize(
    "written", [r"sk-a\/b+c=&d-0123456789", "sk-a%2Fb%2Bc%3D%26d-0123456789", "sk-a/b+c=&amp;d-0123456789"]
)
def test_a_key_that_comes_back_in_another_spelling_is_hidden_too(
    asked: Asked, monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-a/b+c=&d-0123456789")
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


# Names and settings


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


@pytest.mark.parametrize(
    "base", ["ftp://host", "localhost:8080", "http://", "http://h:99999", "http://a b", "\x1b"]
)
def test_an_address_that_is_none_is_refused(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", base)
    with pytest.raises(outnumber.OptionError, match="OPENAI_BASE_URL is no address"):
        check("llm:test")


@pytest.mark.parametrize("key", [f"{KEY}\u2026", f"{KEY}\nx", f"{KEY} x"])
def test_a_key_that_is_none_is_refused_and_not_told(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(outnumber.OptionError, match="OPENAI_API_KEY has characters") as refused:
        check("llm:test")
    assert KEY not in f"{refused.value!r} {refused.value}"


def test_the_default_endpoint_needs_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(outnumber.OptionError, match="set OPENAI_API_KEY, or OPENAI_BASE_URL"):
        check("llm:test")


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(outnumber.OptionError, match=r"pip install 'outnumber\[llm\]'"):
        check("llm:test")


# Whole games


@pytest.mark.parametrize("game", outnumber.games.registry.BUILT_IN)
@pytest.mark.parametrize("legal", ["yes", "no"])
def test_whole_games_are_played_and_wrong_answers_mended(asked: Asked, game: str, legal: str) -> None:
    player, _ = asked(thinks(StandIn(wrong=0.3)), settings=f"legal={legal}&retries=20")
    rules = outnumber.game(game, **({"range": 30} if game == "number-duel" else {}))
    begin = Match(rules, (Participant("llm:test"), Participant("random")), seed=5, length=2)
    *_, last = play_match(begin, {1: player, 2: computer("random")}, Clock(None))
    assert last.match.over
    assert all(each.ended is None for each in last.match.rounds)
    used = player.used()
    assert used["requests"] >= sum(len(each.moves) for each in last.match.rounds) // 2
    assert used["uncounted"] == 0


def test_the_program_plays_and_keeps_everything_but_the_key(data: Path) -> None:
    with ModelServer(says("move: 99"), thinks(StandIn(wrong=0))) as server:
        done = run(
            *("play", "strategy-stacks", "--p1", "llm:test", "--p2", "random", "--seed", "3"),
            env={"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": KEY},
        )
    assert done.returncode == 0, done.stderr
    assert "wins the game!" in done.stdout
    (record,) = games_on_disk(data)
    assert '[Plays1 "llm:test"]' in record.read_text(encoding="utf-8")
    lines = record.with_suffix(".used.jsonl").read_text(encoding="utf-8").splitlines()
    used = [json.loads(line) for line in lines]
    assert sum(each["requests"] for each in used) == len(server.requests)
    assert used[0]["exchanges"][0]["answer"] == "move: 99"
    kept = "".join(file.read_text(encoding="utf-8") for file in data.rglob("*") if file.is_file())
    assert KEY not in kept + done.stdout + done.stderr


def test_a_fault_of_the_program_is_recorded(data: Path) -> None:
    with ModelServer(fails(401, f"Bad key {KEY}")) as server:
        done = run(
            *("play", "strategy-stacks", "--p1", "llm:test", "--p2", "random"),
            env={"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": KEY},
        )
    assert done.returncode == 0, done.stderr
    assert "Player 1 made a fault: llm:test could not be reached" in done.stdout
    (record,) = games_on_disk(data)
    assert '[Result "2 fault"]' in record.read_text(encoding="utf-8")
    assert record.with_suffix(".used.jsonl").exists()
    kept = "".join(file.read_text(encoding="utf-8") for file in data.rglob("*") if file.is_file())
    assert KEY not in kept + done.stdout + done.stderr


def test_ctrl_c_ends_a_wait_for_a_model() -> None:
    with ModelServer(is_silent) as server:
        env = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": KEY}
        with piped("play", "strategy-stacks", "--p1", "llm:test", "--p2", "random", env=env) as program:
            program.wait_for("Available Numbers")
            while not server.requests:
                server.ended.wait(0.01)
            program.process.send_signal(signal.SIGINT)
            assert program.finish() == 130
            assert program.errors() == ""
