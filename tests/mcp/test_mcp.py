"""The MCP server, asked by the SDK's own client: in this process, over a pipe, and over HTTP."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult, TextContent

from outnumber.check import Refuted, check
from outnumber.games.base import Seat
from outnumber.games.registry import BUILT_IN, find, game
from outnumber.mcp.games import YOURSELF
from outnumber.mcp.http import LARGEST_BODY
from outnumber.mcp.server import Server, create
from outnumber.session.record import read
from outnumber.session.review import review_round
from outnumber.session.round import Round
from outnumber.solvers import process
from outnumber.solvers.pool import Bounds, Solver
from outnumber.theory.hints import hints
from outnumber.theory.solve import solve
from outnumber.words.rules import rules_text
from tests.program import PROGRAM, call, environment, piped

TOOLS = {
    "list_games", "read_rules", "new_game", "show_game", "play_move", "take_back", "resign", "verdict",
    "solve_position", "hint", "review", "get_record",
}  # fmt: skip
Test = Callable[[Client], Awaitable[None]]


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solve here: starting a solver process takes longer than most tests."""

    async def ask(_: Solver, line: bytes, seconds: float) -> bytes:
        assert seconds > 0
        await asyncio.sleep(0)  # others get their turn, as they do while a process works
        return process.answer(process._decoder.decode(line))

    monkeypatch.setattr(Solver, "ask", ask)


def asked(test: Test, server: Any = None, mode: str = "auto") -> None:
    """Run a test with a client of a server, by default a new one in this process."""

    async def run() -> None:
        async with Client(create() if server is None else server, mode=mode) as client:
            await test(client)

    asyncio.run(run())


async def answer(client: Client, tool: str, **arguments: Any) -> CallToolResult:
    result = await client.call_tool(tool, arguments)
    assert isinstance(result, CallToolResult)
    return result


async def data(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """What a tool answers as data; there are words beside it."""
    result = await answer(client, tool, **arguments)
    assert not result.is_error, text_of(result)
    assert text_of(result)
    assert result.structured_content is not None
    return result.structured_content


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


async def refusal(client: Client, tool: str, **arguments: Any) -> str:
    """The code with which a tool refuses; the words have it too, and no trace of the program."""
    result = await answer(client, tool, **arguments)
    assert result.is_error
    assert result.structured_content is None
    assert result.meta is not None
    code = str(result.meta["code"])
    assert text_of(result) == f"Error ({code}): {result.meta['message']}"
    assert "Traceback" not in text_of(result)
    return code


async def to_the_end(client: Client, seen: dict[str, Any], best: bool) -> dict[str, Any]:
    """Play on: by the verdicts, or always the smallest number."""
    id = seen["game_id"]
    while not seen["over"]:
        assert seen["your_turn"]
        move = seen["legal"][0]
        if best:
            move = (await data(client, "verdict", game_id=id))["winning"][0]
        seen = await data(client, "play_move", game_id=id, move=move)
    return seen


# What the server says of itself


def test_every_tool_tells_what_it_takes_and_what_it_gives() -> None:
    async def test(client: Client) -> None:
        tools = (await client.list_tools()).tools
        assert {tool.name for tool in tools} == TOOLS
        for tool in tools:
            properties = tool.input_schema["properties"]
            assert all(each["description"] for each in properties.values())
            assert tool.description
            assert "Example: {" in tool.description or not properties
            assert tool.output_schema is not None
            assert tool.annotations is not None

    asked(test)


def test_the_examples_in_the_descriptions_are_good_arguments(in_this_process: None) -> None:
    async def test(client: Client) -> None:
        for tool in (await client.list_tools()).tools:
            _, _, example = (tool.description or "").partition("Example: ")
            arguments = json.loads(example or "{}")
            if "game_id" in arguments:
                made = await data(client, "new_game", game="strategy-stacks", opponent=YOURSELF, moves=[2])
                arguments["game_id"] = made["game_id"]
            await data(client, tool.name, **arguments)

    asked(test)


def test_the_rules_of_each_game_are_a_resource_and_a_tool() -> None:
    async def test(client: Client) -> None:
        listed = {resource.uri for resource in (await client.list_resources()).resources}
        assert listed == {f"outnumber://rules/{name}" for name in BUILT_IN}
        for name in BUILT_IN:
            rules = rules_text(find(name), flags=False)
            (content,) = (await client.read_resource(f"outnumber://rules/{name}")).contents
            assert content.model_dump()["text"] == rules
            assert (await data(client, "read_rules", game=name))["rules"] == rules_text(
                find(name), flags=False
            )

    asked(test)


def test_games_options_and_opponents_are_listed() -> None:
    async def test(client: Client) -> None:
        found = await data(client, "list_games")
        assert [kind["game"] for kind in found["games"]] == list(BUILT_IN)
        for kind in found["games"]:
            options = {option["name"]: option["default"] for option in kind["options"]}
            assert options == game(kind["game"]).options
        assert [player["name"] for player in found["opponents"]][-2:] == ["perfect", YOURSELF]
        assert all(":" not in player["name"] for player in found["opponents"])

    asked(test)


# Games


# The whole of Number Duel takes a while, and would show nothing more.
SHORTER: dict[str, dict[str, Any]] = {"number-duel": {"range": 20}}


@pytest.mark.parametrize(
    ("name", "mode"), [*((name, "auto") for name in BUILT_IN), ("order-challenge", "legacy")]
)
def test_who_follows_the_verdicts_beats_perfect(name: str, mode: str, in_this_process: None) -> None:
    async def test(client: Client) -> None:
        options = SHORTER.get(name, {})
        seat = (await data(client, "solve_position", game=name, options=options))["winner"]
        seen = await data(client, "new_game", game=name, options=options, opponent="perfect", seat=seat)
        seen = await to_the_end(client, seen, best=True)
        assert seen["winner"] == seat
        assert not seen["your_turn"]
        assert (seen["legal"], seen["to_move"]) == ([], None)
        assert seen["reason"] in ("no-move", "target")

    asked(test, mode=mode)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_game_against_random_is_told_as_the_rules_have_it(name: str, in_this_process: None) -> None:
    async def test(client: Client) -> None:
        options = SHORTER.get(name, {})
        seen = await data(client, "new_game", game=name, options=options, opponent="random", seat=2)
        assert [each["seat"] for each in seen["moves"]] == [1]
        seen = await to_the_end(client, seen, best=False)
        position = game(name, **options).start()
        for each in seen["moves"]:
            assert position.turn == each["seat"]
            position = position.play(each["move"])
        outcome = position.outcome()
        assert outcome is not None
        assert (seen["winner"], seen["reason"]) == (outcome.winner, outcome.reason.value)
        result = await answer(client, "show_game", game_id=seen["game_id"])
        assert f"The game is over: Player {seen['winner']} has won." in text_of(result)

    asked(test)


def test_the_board_of_each_game_is_told() -> None:
    async def test(client: Client) -> None:
        async def board(name: str, moves: list[int], **options: Any) -> dict[str, Any]:
            made = await data(client, "new_game", game=name, options=options, opponent=YOURSELF, moves=moves)
            assert made["your_seat"] is None
            return {key: value for key, value in made["board"].items() if value is not None}

        assert await board("number-stack-duel", [5, 7]) == {
            "unused": [1, 2, 3, 4, 6, 8, 9],
            "top": 7,
            "pattern": "less",
        }
        assert await board("strategy-stacks", [6], range=7) == {"unused": [1, 2, 3, 4, 5, 7], "top": 6}
        assert await board("number-duel", [3], range=4) == {"unused": [1, 2, 4], "top": 3}
        assert await board("order-challenge", [5, 4, 6], range=7) == {
            "unused": [1, 2, 3, 7],
            "sequences": [[5, 6], [4]],
            "last": [6, 4],
        }
        assert await board("number-stack-attack", [5, 9, 2]) == {"totals": [7, 9], "target": 21}

    asked(test)


def test_a_pass_is_seen_in_the_seats() -> None:
    async def test(client: Client) -> None:
        made = await data(
            client,
            "new_game",
            game="number-stack-attack",
            options={"target": 10, "tokens": [4, 5, 3]},
            opponent=YOURSELF,
            # After 9 no token fits any more for seat 1.
            moves=[5, 3, 4, 3, 4],
        )
        assert [each["seat"] for each in made["moves"]] == [1, 2, 1, 2, 2]
        assert made["board"]["totals"] == [9, 10]
        assert (made["over"], made["winner"], made["reason"]) == (True, 2, "target")

    asked(test)


def test_a_move_that_is_not_allowed_changes_nothing(in_this_process: None) -> None:
    async def test(client: Client) -> None:
        made = await data(client, "new_game", game="strategy-stacks", opponent="perfect")
        id = made["game_id"]
        before = await data(client, "play_move", game_id=id, move=6)
        assert await refusal(client, "play_move", game_id=id, move=6) == "used"
        assert await refusal(client, "play_move", game_id=id, move=10) == "out-of-range"
        assert await refusal(client, "play_move", game_id=id, move=-1) == "out-of-range"
        assert await refusal(client, "play_move", game_id=id, move=10**300) == "out-of-range"
        assert await refusal(client, "play_move", game_id=id, move=7) == "not-linked"
        assert await data(client, "show_game", game_id=id) == before

    asked(test)


def test_taking_back_goes_to_your_own_turn(in_this_process: None) -> None:
    async def test(client: Client) -> None:
        made = await data(client, "new_game", game="number-duel", opponent="random", seat=2)
        id = made["game_id"]
        assert await refusal(client, "take_back", game_id=id) == "nothing-to-take-back"
        moved = await data(client, "play_move", game_id=id, move=made["legal"][0])
        assert len(moved["moves"]) == 3
        assert await data(client, "take_back", game_id=id) == made
        lost = await data(client, "resign", game_id=id)
        assert (lost["over"], lost["winner"], lost["reason"]) == (True, 1, "resignation")
        assert await refusal(client, "resign", game_id=id) == "game-over"
        assert await refusal(client, "play_move", game_id=id, move=1) == "game-over"
        assert await data(client, "take_back", game_id=id) == made

    asked(test)


def test_who_plays_both_seats_resigns_and_takes_back_for_the_one_to_move() -> None:
    async def test(client: Client) -> None:
        made = await data(client, "new_game", game="order-challenge", opponent=YOURSELF)
        id = made["game_id"]
        one = await data(client, "play_move", game_id=id, move=3)
        assert (one["to_move"], one["your_turn"]) == (2, True)
        assert (await data(client, "resign", game_id=id))["winner"] == 1
        assert await data(client, "take_back", game_id=id) == one
        assert await data(client, "take_back", game_id=id) == made

    asked(test)


def test_two_moves_at_once_are_played_one_after_the_other(in_this_process: None) -> None:
    async def test(client: Client) -> None:
        made = await data(client, "new_game", game="number-duel", opponent="perfect")
        moves = [answer(client, "play_move", game_id=made["game_id"], move=28) for _ in range(5)]
        results = await asyncio.gather(*moves)
        assert sum(not result.is_error for result in results) == 1
        seen = await data(client, "show_game", game_id=made["game_id"])
        assert [each["seat"] for each in seen["moves"]] == [1, 2]

    asked(test)


def test_the_longest_game_can_be_given_as_moves() -> None:
    async def test(client: Client) -> None:
        made = await data(
            client,
            "new_game",
            game="number-stack-attack",
            options={"target": 1000, "tokens": "1"},
            opponent=YOURSELF,
            moves=[1] * 1999,
        )
        assert (made["over"], made["winner"]) == (True, 1)

    asked(test)


# Help


@pytest.mark.parametrize("name", BUILT_IN)
def test_verdict_hint_review_and_record_are_those_of_the_program(name: str, in_this_process: None) -> None:
    async def test(client: Client) -> None:
        made = await data(client, "new_game", game=name, opponent=YOURSELF)
        id = made["game_id"]
        played = Round.begin(game(name))
        for place in (2, 0):
            position = played.position
            found = solve(position)
            told = await data(client, "verdict", game_id=id)
            assert (told["winner"], told["winning"]) == (found.winner, list(found.winning))
            assert (told["length"], told["reason"]) == (found.length, str(found.reason))
            assert told["certificate"] is None
            for step in (1, 2, 3):
                hint = await data(client, "hint", game_id=id, step=step)
                expected = hints(position)[step - 1]
                assert (hint["step"], hint["hint"], hint["code"]) == (step, str(expected), expected.code)
            move = position.legal_moves()[place]
            played = played.play(move)
            await data(client, "play_move", game_id=id, move=move)
        review = await data(client, "review", game_id=id)
        graded = review_round(played)
        assert [each["grade"] for each in review["moves"]] == [each.grade.value for each in graded.moves]
        assert [each["regret"] for each in review["moves"]] == [each.regret for each in graded.moves]
        assert review["accuracy"] == [graded.accuracy(seat) for seat in Seat]
        assert review["ahead"] == graded.ahead
        record = await data(client, "get_record", game_id=id)
        assert read(record["record"]).current.moves == played.moves

    asked(test)


def test_a_certificate_can_be_checked(in_this_process: None) -> None:
    async def test(client: Client) -> None:
        arguments = {"game": "number-duel", "options": {"range": 50}, "moves": [28, 14]}
        found = await data(client, "solve_position", **arguments, certificate=True)
        assert found["certificate"]
        assert check(found) == f"Player {found['winner']} wins under perfect play."
        with pytest.raises(Refuted):
            check({**found, "winner": 3 - found["winner"]})

    asked(test)


def test_there_is_no_hint_when_the_game_is_over(in_this_process: None) -> None:
    async def test(client: Client) -> None:
        made = await data(client, "new_game", game="strategy-stacks", opponent=YOURSELF, moves=[5, 1, 7])
        assert made["over"]
        assert await refusal(client, "hint", game_id=made["game_id"]) == "game-over"
        assert (await data(client, "verdict", game_id=made["game_id"]))["winner"] == made["winner"] == 1

    asked(test)


# Refusals


@pytest.fixture(scope="module")
def server() -> Server:
    return create()


@pytest.mark.parametrize(
    ("tool", "arguments", "code"),
    [
        ("new_game", {"game": "chess"}, "unknown-game"),
        ("new_game", {"game": "\x00" * 50}, "unknown-game"),
        ("new_game", {"game": "x" * 10_000}, "bad-request"),
        ("new_game", {"game": 7}, "bad-request"),
        ("new_game", {}, "bad-request"),
        ("new_game", {"game": "number-duel", "oponent": "perfect"}, "bad-request"),
        ("new_game", {"game": "number-duel", "seat": 3}, "bad-request"),
        ("new_game", {"game": "number-duel", "options": [1]}, "bad-request"),
        ("new_game", {"game": "number-duel", "options": {"rang": 9}}, "unknown-option"),
        ("new_game", {"game": "number-duel", "options": {"range": 0}}, "bad-option"),
        ("new_game", {"game": "number-duel", "options": {"range": {"a": [[]]}}}, "bad-option"),
        ("new_game", {"game": "number-duel", "options": {"range": 1_000_000}}, "too-large"),
        ("new_game", {"game": "number-duel", "options": {"range": 10**400}}, "too-large"),
        ("new_game", {"game": "number-duel", "options": {"link": "__import__"}}, "unknown-criterion"),
        ("new_game", {"game": "number-stack-attack", "options": {"tokens": "1-1000000"}}, "too-large"),
        ("new_game", {"game": "number-stack-attack", "options": {"target": 10**9}}, "too-large"),
        ("new_game", {"game": "number-duel", "moves": [1, 1]}, "used"),
        ("new_game", {"game": "number-duel", "moves": [1] * 2001}, "bad-request"),
        ("new_game", {"game": "number-duel", "moves": ["a"]}, "bad-request"),
        ("new_game", {"game": "number-duel", "opponent": "human"}, "unknown-player"),
        ("new_game", {"game": "number-duel", "opponent": "cmd:touch started"}, "unknown-player"),
        ("new_game", {"game": "number-duel", "opponent": "llm:any"}, "unknown-player"),
        ("new_game", {"game": "number-duel", "opponent": ""}, "unknown-player"),
        ("solve_position", {"game": "strategy-stacks", "moves": [6, 7]}, "not-linked"),
        (
            "solve_position",
            {"game": "strategy-stacks", "moves": [6], "options": {"range": 2000}},
            "too-large",
        ),
        ("read_rules", {"game": "../../etc/passwd"}, "unknown-game"),
        ("show_game", {"game_id": "guessed"}, "no-such-game"),
        ("play_move", {"game_id": "guessed", "move": 1}, "no-such-game"),
        ("play_move", {"game_id": "guessed", "move": "one"}, "bad-request"),
        ("play_move", {"game_id": "guessed", "move": 1.5}, "bad-request"),
        ("hint", {"game_id": "guessed", "step": 4}, "bad-request"),
        ("review", {"game_id": "\n"}, "no-such-game"),
        ("format_disk", {}, "bad-request"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_code(
    tool: str, arguments: dict[str, Any], code: str, server: Server, in_this_process: None
) -> None:
    async def test(client: Client) -> None:
        assert await refusal(client, tool, **arguments) == code

    asked(test, server)


def test_a_fault_of_the_program_is_told_without_its_trace(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: object, *, flags: bool) -> str:
        assert not flags
        raise RuntimeError("secret")

    monkeypatch.setattr("outnumber.mcp.tools.rules_text", broken)

    async def test(client: Client) -> None:
        result = await answer(client, "read_rules", game="number-duel")
        assert result.is_error
        assert "secret" not in text_of(result)
        assert "internal" in text_of(result)

    asked(test)
    assert "secret" in caplog.text


# Limits


def test_finished_games_are_forgotten_first_and_then_those_not_used_for_longest() -> None:
    async def test(client: Client) -> None:
        async def new() -> str:
            made = await data(client, "new_game", game="strategy-stacks", opponent=YOURSELF)
            return str(made["game_id"])

        async def kept(*ids: str) -> list[bool]:
            return [not (await answer(client, "get_record", game_id=id)).is_error for id in ids]

        one, two, three = [await new() for _ in range(3)]
        await data(client, "resign", game_id=two)
        four = await new()
        assert await kept(two) == [False]
        await data(client, "show_game", game_id=one)
        five = await new()
        assert await kept(three, four, one, five) == [False, True, True, True]

    asked(test, create(most_games=3))


def test_a_question_that_takes_too_long_is_given_up_and_the_game_is_as_it_was() -> None:
    async def test(client: Client) -> None:
        made = await data(client, "new_game", game="strategy-stacks", opponent="perfect")
        assert await refusal(client, "play_move", game_id=made["game_id"], move=6) == "too-slow"
        assert await data(client, "show_game", game_id=made["game_id"]) == made

    asked(test, create(bounds=Bounds(seconds=0.0)))


def test_too_many_questions_at_once_are_refused(in_this_process: None) -> None:
    async def test(client: Client) -> None:
        questions = [answer(client, "solve_position", game="number-duel") for _ in range(10)]
        results = await asyncio.gather(*questions)
        refused = [text_of(result) for result in results if result.is_error]
        assert len(refused) == 7
        assert all("too-many-requests" in text for text in refused)
        await data(client, "solve_position", game="number-duel")

    asked(test, create(bounds=Bounds(share=3)))


# The real command


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_whole_game_over_standard_input_and_output(mode: str, capfd: pytest.CaptureFixture[str]) -> None:
    async def test(client: Client) -> None:
        seen = await data(client, "new_game", game="strategy-stacks", opponent="perfect")
        assert await refusal(client, "play_move", game_id=seen["game_id"], move=99) == "out-of-range"
        seen = await to_the_end(client, seen, best=True)
        assert seen["winner"] == 1
        assert (await data(client, "review", game_id=seen["game_id"]))["accuracy"][0] == 1.0

    asked(
        test, StdioServerParameters(command=PROGRAM[0], args=[*PROGRAM[1:], "mcp"], env=environment()), mode
    )
    assert capfd.readouterr().err == ""


def message(id: int, method: str, **params: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}) + "\n"


def hello() -> str:
    who = {"name": "hand", "version": "1"}
    first = message(1, "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=who)
    return first + '{"jsonrpc": "2.0", "method": "notifications/initialized"}\n'


def test_lines_typed_by_hand_are_answered_in_lines() -> None:
    with piped("mcp") as going:
        going.send('this is no JSON\n{"but": "this is"}\n')
        going.send(hello())
        going.wait_for('"serverInfo"')
        asked = {"game": "number-stack-attack", "options": {"target": 9}}
        going.send(message(2, "tools/call", name="solve_position", arguments=asked))
        going.wait_for("play 9 and you win at once")
        going.stop_typing()
        assert going.finish() == 0
        answers = [json.loads(line) for line in going.output.splitlines()]
        assert [each["id"] for each in answers] == [None, None, 1, 2]
        assert [each["error"]["code"] for each in answers[:2]] == [-32700, -32600]
        assert answers[3]["result"]["structuredContent"]["winning"] == [9]


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_ctrl_c_ends_a_server_that_waits_for_input() -> None:
    with piped("mcp") as going:
        going.send(message(1, "ping"))
        going.wait_for("}")
        going.process.send_signal(signal.SIGINT)
        assert going.finish() == -signal.SIGINT
        assert going.errors() == ""


def test_nothing_in_the_directory_where_it_is_started_is_run(tmp_path: Path) -> None:
    (tmp_path / "anyio.py").write_text("open('run', 'w')")
    question = message(2, "tools/call", name="solve_position", arguments={"game": "strategy-stacks"})
    started = subprocess.Popen(
        # As the installed command is: it does not look for modules where it is started.
        [sys.executable, "-P", "-m", "outnumber", "mcp"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with started as going:
        assert going.stdin
        assert going.stdout
        going.stdin.write(hello() + question)
        going.stdin.flush()
        answers = [json.loads(going.stdout.readline()) for _ in range(2)]
    assert answers[1]["result"]["structuredContent"]["winner"] == 1
    assert not (tmp_path / "run").exists()


def test_a_request_that_goes_wrong_is_one_harmless_line_in_the_log() -> None:
    with piped("mcp") as going:
        going.send(hello() + message(2, "prompts/get", name="\x1b[2J\x9b2J\n" + "x" * 5000))
        going.wait_for("Unknown prompt")
        going.stop_typing()
        assert going.finish() == 0
        (line,) = going.errors().splitlines()
        assert line.isprintable()
        assert len(line) < 400


def test_without_the_sdk_it_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['mcp'] = None; from outnumber.cli.main import run; sys.exit(run(['mcp']))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        "Error: This server needs more packages: pip install 'outnumber[mcp]' (mcp is missing)"
    ]


def test_options_of_http_need_http() -> None:
    for option in (["--port", "1"], ["--host", "::1"], ["--allow-host", "here"]):
        done = call("mcp", *option)
        assert (done.returncode, "go with --http" in done.stderr) == (2, True)


# Over HTTP


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of the real server, which allows one more name."""
    with piped("mcp", "--http", "--port", "0", "--allow-host", "games.example") as going:
        going.wait_for("Outnumber is at ")
        yield going.wait_for("\n")
        going.process.terminate()
        going.finish()
        assert "Traceback" not in going.errors()


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_whole_game_over_http(url: str, mode: str) -> None:
    async def test(client: Client) -> None:
        seen = await data(client, "new_game", game="number-stack-duel", opponent="random")
        assert await refusal(client, "play_move", game_id=seen["game_id"], move=0) == "out-of-range"
        assert (await data(client, "hint", game_id=seen["game_id"], step=3))["hint"].startswith("Play ")
        seen = await to_the_end(client, seen, best=True)
        assert seen["winner"] == 1
        review = await data(client, "review", game_id=seen["game_id"])
        assert review["accuracy"][0] == 1.0

    asked(test, url, mode)


def test_a_client_finds_only_games_whose_id_it_has(url: str) -> None:
    async def test(one: Client) -> None:
        async with Client(url) as two:
            mine, other = [
                (await data(client, "new_game", game="strategy-stacks", opponent=YOURSELF))["game_id"]
                for client in (one, two)
            ]
            assert len(mine) >= 22
            assert mine != other
            assert await refusal(two, "show_game", game_id=mine[:-1]) == "no-such-game"
            # Nothing lists games or ids, so the only way to another's game is to be told its id.
            for tool in (await two.list_tools()).tools:
                if "game_id" not in tool.input_schema["properties"] and not tool.input_schema.get("required"):
                    assert mine not in text_of(await answer(two, tool.name))
            await data(two, "play_move", game_id=other, move=6)
            assert (await data(one, "show_game", game_id=mine))["moves"] == []

    asked(test, url)


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({}, message(1, "ping"), 200),
        ({"Host": "games.example"}, message(1, "ping"), 200),
        ({"Host": "evil.example"}, message(1, "ping"), 421),
        ({"Origin": "http://evil.example"}, message(1, "ping"), 403),
        ({"Origin": "http://localhost:3000"}, message(1, "ping"), 200),
        ({"Content-Type": "text/plain"}, message(1, "ping"), 400),
        ({}, "no JSON", 400),
        ({}, "[" * 10_000, 400),
        ({}, " " * (LARGEST_BODY + 1), 413),
    ],
)
def test_requests_from_elsewhere_or_too_large_are_refused(
    url: str, headers: dict[str, str], body: str, status: int
) -> None:
    headers = {
        "Accept": "application/json, text/event-stream",
        "Content-Type": "application/json",
        "MCP-Protocol-Version": "2025-06-18",
        **headers,
    }
    assert httpx.post(url, headers=headers, content=body, trust_env=False).status_code == status


def test_there_are_no_streams_to_hold_a_connection(url: str) -> None:
    refused = httpx.get(url, headers={"Accept": "text/event-stream"}, trust_env=False)
    assert (refused.status_code, refused.headers["Allow"]) == (405, "POST")


@pytest.fixture(scope="module")
def hasty() -> Iterator[tuple[str, int]]:
    """Where a server listens that waits for a moment only."""
    program = (
        "import sys; from outnumber.mcp import http; http.REQUEST_SECONDS = 0.3;"
        "from outnumber.cli.main import run; sys.exit(run(['mcp', '--http', '--port', '0']))"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as going:
        assert going.stdout
        where = urlsplit(going.stdout.readline().split()[-1])
        yield str(where.hostname), where.port or 0
        going.terminate()


HEAD = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 40\r\n"


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"", b""),
        (b"POST /mcp HT", b""),
        (HEAD + b"\r\n{", b""),
        (HEAD + b"X: " + b"x" * 1_000_000, b"HTTP/1.1 400 "),
    ],
)
def test_half_a_request_does_not_hold_a_connection(
    sent: bytes, answer: bytes, hasty: tuple[str, int]
) -> None:
    with socket.create_connection(hasty, timeout=60) as connection:
        try:
            connection.sendall(sent)
            came = connection.recv(13)
        except ConnectionError:
            came = b""
        assert came in (answer, b"")


def test_who_pauses_between_requests_is_answered_all_the_same(hasty: tuple[str, int]) -> None:
    headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    with httpx.Client(headers=headers, trust_env=False) as client:
        for _ in range(3):
            answer = client.post("http://{}:{}/mcp".format(*hasty), content=message(1, "ping"))
            assert answer.status_code == 200
            time.sleep(0.4)


def test_a_port_that_is_taken_is_told_in_one_line(url: str) -> None:
    port = url.removesuffix("/mcp").rpartition(":")[2]
    done = call("mcp", "--http", "--port", port)
    assert done.returncode == 1
    assert (
        done.stderr
        == f"Error: 127.0.0.1:{port} cannot be used: Address already in use. Try another --port.\n"
    )
