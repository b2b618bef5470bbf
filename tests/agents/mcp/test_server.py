"""Tests of `outnumber mcp` on standard input and output, as a separate process."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from outnumber.agents.mcp.tools import LARGEST_REQUEST
from outnumber.extras import install_command
from tests.agents.mcp.client import asked, data, hello, message, refusal, to_the_end
from tests.program import PROGRAM, call, environment, piped


async def whole_game(client: Client) -> None:
    seen = await data(client, "new_game", game="strategy-stacks", opponent="perfect")
    assert await refusal(client, "play_move", game_id=seen["game_id"], move=99) == "out-of-range"
    seen = await to_the_end(client, seen, best=True)
    assert seen["winner"] == 1
    assert (await data(client, "review", game_id=seen["game_id"]))["accuracy"][0] == 1.0


def test_a_whole_game_over_standard_input_and_output(capfd: pytest.CaptureFixture[str]) -> None:
    words = [*PROGRAM[1:], "mcp"]
    asked(whole_game, stdio_client(StdioServerParameters(command=PROGRAM[0], args=words, env=environment())))
    assert capfd.readouterr().err == ""


def test_a_whole_game_with_an_older_client(in_this_process: None) -> None:
    asked(whole_game, mode="legacy")


def test_an_exam_with_a_seed() -> None:
    async def test(client: Client) -> None:
        assert "verdict" not in {tool.name for tool in (await client.list_tools()).tools}
        seeds = [
            (await data(client, "new_game", game="number-duel", opponent="random"))["seed"] for _ in "ab"
        ]
        assert seeds == [5, 6]

    words = [*PROGRAM[1:], "mcp", "--exam", "--seed", "5"]
    asked(test, stdio_client(StdioServerParameters(command=PROGRAM[0], args=words, env=environment())))


def test_raw_messages_are_answered_line_by_line() -> None:
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


def test_an_overlong_line_is_discarded_and_the_next_is_answered() -> None:
    with piped("mcp") as going:
        going.send("9" * 2 * LARGEST_REQUEST + "\n" + "9" * LARGEST_REQUEST + "\n" + "9" * 99 + "\n")
        going.send(hello())
        going.wait_for('"serverInfo"')
        going.send("9" * 2 * LARGEST_REQUEST)  # and the input ends
        going.stop_typing()
        assert going.finish() == 0
        first, second, third, answer, last = (json.loads(line) for line in going.output.splitlines())
        too_long = {"code": -32600, "message": "Invalid Request: a line has at most 65,536 characters"}
        assert first["error"] == second["error"] == last["error"] == too_long
        assert third["error"]["message"] == "Invalid Request"
        assert answer["id"] == 1


def test_modules_in_the_working_directory_are_not_imported(tmp_path: Path) -> None:
    (tmp_path / "anyio.py").write_text("open('run', 'w')")
    question = message(2, "tools/call", name="solve_position", arguments={"game": "strategy-stacks"})
    started = subprocess.Popen(
        # Like the installed command, which does not import from the working directory.
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


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_a_bad_request_logs_one_printable_line_and_ctrl_c_logs_nothing() -> None:
    with piped("mcp") as going:
        going.send(hello() + message(2, "prompts/get", name="\x1b[2J\x9b2J\n" + "x" * 5000))
        going.wait_for("Unknown prompt")
        going.process.send_signal(signal.SIGINT)  # while it waits for input
        assert going.finish() == -signal.SIGINT
        (line,) = going.errors().splitlines()
        assert line.isprintable()
        assert len(line) < 400


def test_a_missing_sdk_is_reported_with_the_install_command() -> None:
    program = (
        "import sys; sys.modules['mcp'] = None; from outnumber.cli.main import run; sys.exit(run(['mcp']))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        f"Error: This server needs the package mcp. Install it with: {install_command('mcp')}"
    ]


def test_http_options_require_http() -> None:
    for option in (["--port", "1"], ["--host", "::1"], ["--allow-host", "here"]):
        done = call("mcp", *option)
        assert (done.returncode, "only with --http" in done.stderr) == (2, True)
