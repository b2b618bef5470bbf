"""A language model plays through a real local server, however badly it behaves."""

import asyncio
import json
import re
import signal
import sys
from pathlib import Path

import pytest

import outnumber
from outnumber.extras import install_command
from outnumber.games.registry import BUILT_IN
from outnumber.match.clock import Clock
from outnumber.match.loop import play_match
from outnumber.match.match import Match, Participant
from outnumber.players.models.briefing import VERSION
from outnumber.players.registry import check, computer
from tests.model_server import (
    PATH,
    ModelServer,
    StandIn,
    Step,
    fails,
    is_silent,
    says,
    thinks,
)
from tests.players.models.asking import KEY, Asked, chosen, fault
from tests.program import games_on_disk, piped, run

# The question and the answer


def test_a_move_is_requested_as_text_and_read_from_the_answer(asked: Asked) -> None:
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


def test_a_number_of_a_million_digits_is_just_illegal(asked: Asked) -> None:
    player, _ = asked(says(f"move: {'9' * 900_000}"), settings="retries=0")
    assert str(fault(player, 6)) == f"llm:test?retries=0 played '{'9' * 39}…', which is not allowed."


@pytest.mark.parametrize(
    "content", [[{"type": "thinking", "text": "5"}, {"type": "text", "text": "move: 3"}]]
)
def test_text_in_parts_is_joined(asked: Asked, content: object) -> None:
    player, _ = asked(says(content))
    assert chosen(player, 6) == 3


# Answers without a legal move


def test_an_illegal_answer_is_explained_and_asked_for_again(asked: Asked) -> None:
    player, server = asked(says("move: 5"), says("move: 3"))
    assert chosen(player, 6) == 3
    first, answer, complaint = server.requests[1].body["messages"]
    assert [first] == server.requests[0].body["messages"]
    assert answer == {"role": "assistant", "content": "move: 5"}
    refusal = "5 is neither a factor nor a multiple of 6. You can play 1, 2 or 3."
    assert complaint["content"].startswith(refusal)


def test_hidden_legal_moves_are_not_shown_after_an_illegal_answer_either(asked: Asked) -> None:
    player, server = asked(says("move: 5"), says("move: 3"), settings="legal=no")
    assert chosen(player, 6) == 3
    complaint = server.requests[1].body["messages"][2]["content"]
    assert complaint.startswith("5 is neither a factor nor a multiple of 6. Choose another number.")


@pytest.mark.parametrize(
    ("answer", "code", "said"),
    [
        ("move: 5", "player-illegal", "played '5', which is not allowed."),
        ("3 or 2", "player-garbled", "answered '3 or 2', which is not a move."),
        (None, "player-garbled", "answered '', which is not a move."),
        ("\x1b[J\ud800", "player-garbled", "answered '\\x1b[J?', which is not a move."),
    ],
)
def test_failed_attempts_end_in_a_fault(asked: Asked, answer: str | None, code: str, said: str) -> None:
    player, server = asked(says(answer))
    found = fault(player, 6)
    assert (found.code, str(found)) == (code, f"llm:test {said}")
    assert len(server.requests) == 3
    assert [each["role"] for each in server.requests[2].body["messages"]] == ["user", "assistant"] * 2 + [
        "user"
    ]


def says_so(finish: str = "stop", **message: object) -> Step:
    """Answer with a given message."""
    return says(None, choices=[{"index": 0, "message": message, "finish_reason": finish}])


@pytest.mark.parametrize(
    ("step", "code", "said"),
    [
        (says_so("length", content="I take 3, so move: 3"), "player-cut-off", "'I take 3, so move: 3'"),
        (says_so("length", content="a" * 50), "player-cut-off", f"after '…{'a' * 39}'."),
        (says_so(content="<thinking>move: 3"), "player-cut-off", "was cut off before it gave a move"),
        (says_so(content=None, refusal="I will not gamble."), "player-refused", "'I will not gamble.'"),
        (says_so(refusal="I will not gamble."), "player-refused", "'I will not gamble.'"),
        (says_so("content_filter", content="move: 3"), "player-refused", "'move: 3'"),
        (says_so("content_filter", content=None), "player-refused", "'content_filter'"),
    ],
)
def test_a_cut_off_or_refused_answer_is_not_a_move(asked: Asked, step: Step, code: str, said: str) -> None:
    player, _ = asked(step, says("move: 3"))
    assert chosen(player, 6) == 3
    kind = code.removeprefix("player-")
    used = player.used()
    assert [each["attempt"] for each in used["exchanges"]] == [kind, "move"]
    assert (used["turns"], used["attempts"], used[kind.replace("-", "_")]) == (1, 2, 1)
    player, _ = asked(step, settings="retries=0")
    found = fault(player, 6)
    assert (found.code, said in str(found)) == (code, True), str(found)


def test_the_text_of_a_refusal_is_saved(asked: Asked) -> None:
    player, _ = asked(says_so(content=None, refusal=f"No, {KEY}."), says("move: 3"))
    chosen(player, 6)
    assert player.used()["exchanges"][0]["refusal"] == "No, [key]."


@pytest.mark.parametrize(
    "message",
    [
        {"content": None, "tool_calls": [{"function": {"name": "play", "arguments": '{"move": 3}'}}]},
        {"tool_calls": [{"type": "function", "function": {"name": "play", "arguments": {"move": 3}}}]},
        {"content": "1 or 3?", "tool_calls": [{"function": {"arguments": '{"move": 3, "why": "2"}'}}]},
        {"content": None, "function_call": {"name": "play", "arguments": '{"number": 3}'}},
        {"content": {"move": 3, "why": "2 loses"}},
        {"content": '```json\n{"why": "1 or 2 lose", "move": 3}\n```'},
    ],
)
def test_tool_calls_and_structured_output_are_read(asked: Asked, message: dict[str, object]) -> None:
    player, server = asked(says_so("tool_calls", **message))
    assert chosen(player, 6) == 3
    assert len(server.requests) == 1


def test_two_contradictory_calls_are_not_a_move(asked: Asked) -> None:
    calls = [{"function": {"arguments": f'{{"number": {number}}}'}} for number in (2, 3)]
    player, _ = asked(says_so(content=None, tool_calls=calls), settings="retries=0")
    assert fault(player, 6).code == "player-garbled"


def test_no_retries_means_one_attempt(asked: Asked) -> None:
    player, server = asked(says("move: 5"), settings="retries=0")
    assert fault(player, 6).code == "player-illegal"
    assert len(server.requests) == 1


# The time of a turn


def test_the_clock_of_the_match_limits_a_turn(asked: Asked) -> None:
    player, _ = asked(is_silent)
    assert fault(player, 6, clock=Clock(0.3)).code == "player-silent"


def test_without_time_there_is_no_request(asked: Asked) -> None:
    now = iter([0.0, 5.0, 5.0])
    player, server = asked(says("move: 3"))
    assert fault(player, 6, clock=Clock(1, now=lambda: next(now))).code == "player-silent"
    assert not server.requests
    assert player.used() == {}


def test_a_player_continues_after_a_fault(asked: Asked) -> None:
    player, _ = asked(is_silent, says("move: 3"))
    fault(player, 6, clock=Clock(0.3))
    assert chosen(player, 6) == 3


def test_it_works_inside_a_running_loop(asked: Asked) -> None:
    player, _ = asked(says("move: 3"))

    async def inside() -> int:
        return chosen(player, 6)

    assert asyncio.run(inside()) == 3


# Saved usage


def test_tokens_prompts_and_answers_are_saved(asked: Asked) -> None:
    player, server = asked(says("move: 5"), fails(500, "Oh."), says("move: 3", usage=None))
    chosen(player, 6)
    used = player.used()
    counts = {name: used[name] for name in used if name != "exchanges"}
    assert counts == {
        "player": "llm:test",
        "briefing": VERSION,
        "endpoint": server.url,
        "settings": {"model": "test", "legal": True, "retries": 2, "timeout": None},
        "requests": 3,
        "prompt_tokens": 100,
        "cached_tokens": 0,
        "completion_tokens": 10,
        "reasoning_tokens": 0,
        "cost": None,
        "uncounted": 2,
        "turns": 1,
        "attempts": 2,
        "illegal": 1,
        "garbled": 0,
        "refused": 0,
        "cut_off": 0,
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
    assert [each["attempt"] for each in used["exchanges"]] == ["illegal", None, "move"]
    assert third["usage"] is None
    assert player.used() == {}


def test_malformed_token_counts_are_ignored(asked: Asked) -> None:
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


def test_a_missing_extra_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(outnumber.OptionError, match=re.escape(install_command("llm"))):
        check("llm:test")


# Whole games


@pytest.mark.parametrize("game", BUILT_IN)
@pytest.mark.parametrize("legal", ["yes", "no"])
def test_whole_games_are_played_and_wrong_answers_corrected(asked: Asked, game: str, legal: str) -> None:
    player, _ = asked(thinks(StandIn(wrong=0.3)), settings=f"legal={legal}&retries=20")
    rules = outnumber.game(game, **({"range": 30} if game == "number-duel" else {}))
    begin = Match(rules, (Participant("llm:test"), Participant("random")), seed=5, length=2)
    *_, last = play_match(begin, {1: player, 2: computer("random")}, Clock(None))
    assert last.match.over
    assert all(each.ended is None for each in last.match.rounds)
    used = player.used()
    assert used["requests"] >= sum(len(each.moves) for each in last.match.rounds) // 2
    assert used["uncounted"] == 0


def test_the_program_plays_and_saves_everything_except_the_key(data: Path) -> None:
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
    assert "Player 1 committed a fault: llm:test could not be reached" in done.stdout
    (record,) = games_on_disk(data)
    assert '[Result "2 fault"]' in record.read_text(encoding="utf-8")
    assert record.with_suffix(".used.jsonl").exists()
    kept = "".join(file.read_text(encoding="utf-8") for file in data.rglob("*") if file.is_file())
    assert KEY not in kept + done.stdout + done.stderr


def test_ctrl_c_ends_a_delay_for_a_model() -> None:
    with ModelServer(is_silent) as server:
        env = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": KEY}
        with piped("play", "strategy-stacks", "--p1", "llm:test", "--p2", "random", env=env) as program:
            program.wait_for("Available Numbers")
            while not server.requests:
                server.ended.wait(0.01)
            program.process.send_signal(signal.SIGINT)
            assert program.finish() == 130
            assert program.errors() == ""
