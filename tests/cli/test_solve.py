"""outnumber solve"""

import json
import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress
from email.message import Message
from importlib import metadata
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from outnumber import Position
from outnumber.check import check
from outnumber.cli.batch import BatchAnswerer
from outnumber.cli.solve import how_we_know
from outnumber.games.sentences import ENGLISH
from tests.program import call, piped, run
from tests.strategies import positions

FIELDS = "game options moves to_move over winner legal winning length reason certificate".split()  # noqa: SIM905


def solved(*arguments: str) -> dict[str, object]:
    done = call("solve", *arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def test_json_has_every_field_and_every_option() -> None:
    found = solved("number-duel", "28", "14")
    assert list(found) == FIELDS
    assert found["options"] == {"range": 100, "link": ["multiple", "digit"]}
    assert found["moves"] == [28, 14]
    assert found["to_move"] == 1


def test_a_finished_game_has_nobody_to_move() -> None:
    found = solved("strategy-stacks", "5", "1", "7")
    assert (found["to_move"], found["over"], found["winner"], found["length"]) == (None, True, 1, 0)
    assert found["legal"] == found["winning"] == []


@pytest.mark.parametrize(
    ("arguments", "winner", "winning"),
    [
        (["number-stack-duel"], 1, [5, 6, 7, 8, 9]),
        (["number-stack-duel", "--first-pattern", "less"], 1, [1, 2, 3, 4, 5]),
        (["order-challenge"], 1, [1]),
        (["order-challenge", "--range", "8"], 2, []),
        (["number-stack-attack"], 1, [3, 4, 5, 6, 7, 8, 9]),
        (["strategy-stacks"], 1, [5, 7]),
        (["number-duel"], 2, []),
    ],
)
def test_known_openings(arguments: list[str], winner: int, winning: list[int]) -> None:
    found = solved(*arguments)
    assert (found["winner"], found["winning"]) == (winner, winning)


def test_the_text_has_a_row_for_each_move_and_the_reason() -> None:
    done = call("solve", "strategy-stacks", "6", "3")
    assert done.stdout.splitlines()[-3:-1] == ["  1  loses", "  9  wins"]
    assert (
        str(outnumber.solve(outnumber.game("strategy-stacks").start().play(6).play(3)).reason) in done.stdout
    )
    assert "\x1b" not in done.stdout


def test_many_moves_are_told_as_runs() -> None:
    done = call("solve", "number-stack-duel", "--range", "1000000")
    assert "Winning moves (500000): 500001-1000000" in done.stdout
    assert "Losing moves (500000): 1-500000" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["strategy-stacks", "6", "5"], "not-linked"),
        (["strategy-stacks", "six"], "not-a-number"),
        (["strategy-stacks", "--target", "5"], "unknown-option"),
        (["strateg"], "unknown-game"),
        ([], "usage"),
    ],
)
def test_a_bad_request_is_an_error_object_and_status_2(arguments: list[str], code: str) -> None:
    done = call("solve", *arguments, "--json")
    assert done.returncode == 2
    assert done.stdout == ""
    assert json.loads(done.stderr)["error"]["code"] == code


@pytest.mark.parametrize("typed", ["99999999999999999999999999", "-12345678901"])
def test_a_number_too_long_for_any_game_is_named_as_it_was_typed(typed: str) -> None:
    told = call("solve", "strategy-stacks", "--", typed).stderr
    assert told.startswith(f"Error: {typed} is not one of the numbers from 1 to 9.")
    tokens = call("solve", "number-stack-attack", "--", typed).stderr
    assert tokens.startswith(f"Error: {typed} is not one of the tokens.")
    assert "a huge number" in call("solve", "strategy-stacks", "9" * 5_000).stderr


def test_what_is_too_large_is_refused_with_status_1() -> None:
    done = call("solve", "number-stack-attack", "--target", "1000", "--tokens", "2-8", "--json")
    assert (done.returncode, done.stdout) == (1, "")
    assert json.loads(done.stderr)["error"]["code"] == "too-large"


@given(positions(25))
@settings(max_examples=60, deadline=None)
def test_a_batch_answers_each_line_as_a_single_call_would(position: Position) -> None:
    rules = position.rules
    lines = [
        {"id": 1, "game": rules.name, "options": rules.options},
        {"id": 2, "game": "nothing"},
        {"game": rules.name},
    ]
    done = call("solve", "--batch", typed="".join(json.dumps(line) + "\n" for line in lines))
    first, second, third = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 1
    assert first["id"] == 1
    assert first["options"] == rules.options
    assert second["error"]["code"] == "unknown-game"
    assert second["id"] == 2
    assert "id" not in third
    check(first)
    check(third)


@given(st.lists(positions(25), min_size=1, max_size=4), st.randoms(use_true_random=False))
@settings(max_examples=30, deadline=None)
def test_labels_are_those_of_whole_verdicts_in_whatever_order(found: list[Position], luck: Random) -> None:
    """Positions of one game share their work; nothing may come of that but speed."""
    lines: list[dict[str, object]] = []
    for position in found:
        rules, moves = position.rules, []
        walk = rules.start()
        while legal := walk.legal_moves():
            moves.append(luck.choice(legal))
            walk = walk.play(moves[-1])
            lines.append({"id": len(lines), "game": rules.name, "options": rules.options, "moves": [*moves]})
    luck.shuffle(lines)
    typed = "".join(json.dumps(line) + "\n" for line in lines)
    whole = [json.loads(line) for line in call("solve", "--batch", typed=typed).stdout.splitlines()]
    only = call("solve", "--batch", "--only", "winner,winning", typed=typed)
    labels = [json.loads(line) for line in only.stdout.splitlines()]
    assert labels == [{name: each[name] for name in ("id", "winner", "winning")} for each in whole]
    assert [each["id"] for each in labels] == [line["id"] for line in lines]
    for each in luck.sample(whole, min(3, len(whole))):
        check(each)


@pytest.mark.parametrize("size", [1, 15, 16, 17, 1_023, 1_024, 1_500])
def test_labels_list_sets_of_every_size(size: int) -> None:
    line = json.dumps({"game": "number-stack-duel", "options": {"range": size}}).encode()
    (told,) = BatchAnswerer(ENGLISH, ["winning"]).answers([line])
    assert json.loads(told)["winning"] == [*range(size // 2 + 1, size + 1)]


def test_who_won_by_a_move_may_have_to_win_again_where_the_other_passes() -> None:
    moves = [5, 3, 5, 3, 5, 3, 8, 5, 3, 5, 3, 5]
    asked = {"game": "number-stack-attack", "options": {"target": 30, "tokens": "3,5,8"}}
    lines = [json.dumps({**asked, "moves": moves[:count]}) for count in (11, 12)]
    done = call("solve", "--batch", "--only", "winner,winning", typed="\n".join(lines))
    assert done.stdout == '{"winner":2,"winning":[3,5,8]}\n{"winner":2,"winning":[3]}\n'


@pytest.mark.parametrize("only", [None, ["winner"]])
def test_an_id_that_is_no_text_is_a_bad_line_and_the_rest_goes_on(only: list[str] | None) -> None:
    wrong = b'{"game": "order-challenge", "id": "\xff"}'
    first, second = map(
        json.loads, BatchAnswerer(ENGLISH, only).answers([wrong, b'{"game": "order-challenge"}'])
    )
    assert first["error"]["code"] == "bad-line"
    assert second["winner"] == 1


def test_labels_of_many_different_games_do_not_fill_the_memory() -> None:
    typed = "".join(f'{{"game": "order-challenge", "options": {{"range": {n}}}}}\n' for n in range(1, 60))
    done = call("solve", "--batch", "--only", "winner", typed=typed)
    assert [json.loads(line)["winner"] for line in done.stdout.splitlines()] == [
        2 - n % 2 for n in range(1, 60)
    ]


def test_only_fields_that_there_are() -> None:
    assert "'why'" in call("solve", "--batch", "--only", "winner,why").stderr
    assert "--only works only with --batch" in call("solve", "order-challenge", "--only", "winner").stderr


def test_a_move_that_is_refused_leaves_the_way_as_it_was() -> None:
    asked = [[6, 3], [6, 3, 5], [6, 3, 1], [6, 7]]
    typed = "".join(f'{{"game": "strategy-stacks", "moves": {moves}}}\n' for moves in asked)
    done = call("solve", "--batch", "--only", "legal", typed=typed)
    one, two, three, four = map(json.loads, done.stdout.splitlines())
    assert (one["legal"], three["legal"]) == ([1, 9], [2, 4, 5, 7, 8, 9])
    assert two["error"]["code"] == four["error"]["code"] == "not-linked"
    assert done.returncode == 1


def test_each_question_is_answered_before_the_next_is_asked() -> None:
    with piped("solve", "--batch", "--only", "winning") as program:
        for _ in range(2):
            program.send('{"game": "order-challenge"}\n')
            program.wait_for('{"winning":[1]}')


@pytest.mark.parametrize(
    "line", ["[1]", "{", '{"game": 3}', '{"moves": []}', "[" * 100_000, "\xff\xfe", "null"]
)
def test_a_bad_line_of_a_batch_gets_an_error_and_the_rest_goes_on(line: str) -> None:
    done = run("solve", "--batch", typed=f"{line}\n" + '{"game": "order-challenge"}\n')
    first, second = map(json.loads, done.stdout.splitlines())
    assert first["error"]["code"] == "bad-line"
    assert second["winning"] == [1]
    assert (done.returncode, done.stderr) == (1, "")


def test_somebody_at_a_terminal_sees_how_far_it_is_and_can_stop_it() -> None:
    """A bar on standard error, and one line after Ctrl-C; nothing of it in a pipe."""
    screen, end = pty.openpty()
    command = [sys.executable, "-m", "outnumber", "solve", "strategy-stacks", "--range", "200000", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=end) as solver:
        os.close(end)
        seen = ""
        while "%" not in seen:
            seen += os.read(screen, 4096).decode()
        solver.send_signal(signal.SIGINT)
        assert solver.stdout is not None
        assert solver.stdout.read() == b""
        with suppress(OSError):  # how Linux says that nobody is at the other end any more
            while more := os.read(screen, 4096).decode():
                seen += more
        assert solver.wait() == 130
    assert "Solving" in seen
    assert seen.endswith("\x1b[?25hStopped before the verdict was complete.\r\n")
    assert "Traceback" not in seen
    piped = call("solve", "strategy-stacks", "--range", "20000", "--json")
    assert piped.stderr == ""
    assert json.loads(piped.stdout)["winner"] == 1


def test_a_verdict_says_how_we_know(monkeypatch: pytest.MonkeyPatch) -> None:
    last = call("solve", "order-challenge").stdout.splitlines()[-1]
    assert last.startswith("How do we know? The theorem is machine-checked")
    german = call("solve", "order-challenge", "--language", "de").stdout.splitlines()[-1]
    assert german.startswith("Woher wissen wir das?")
    # A finished game needs no theorem.
    assert "How do we know" not in call("solve", "order-challenge", "--range", "1", "1").stdout
    monkeypatch.setattr(metadata, "metadata", lambda _: Message())
    assert "machine-checked" in how_we_know(ENGLISH)
    published = Message()
    published["Project-URL"] = "Documentation, https://docs.example.org/1.0/"
    monkeypatch.setattr(metadata, "metadata", lambda _: published)
    assert (
        how_we_know(ENGLISH) == "How do we know? https://docs.example.org/1.0/explanation/how-do-we-know.html"
    )
