"""outnumber replay: tells a record again as it was played, stepping where somebody can step."""

import json
from pathlib import Path

import pytest

from tests.program import at_terminal, call, lines, run

WHOLE = [6, 3, 9, 1, 2, 8, 4]
STACKS = ("play", "strategy-stacks")
RECORD = """\
[Outnumber "1"]
[Game "strategy-stacks"]
[Player1 "Ada"]
[Player2 "Ben"]
[Rounds "2"]

[Round "1"]
[Result "{result}"]

{{hello}}
1. 6 3 {{the only good answer}}
"""


@pytest.mark.parametrize(
    ("command", "moves"),
    [
        ("strategy-stacks", WHOLE),
        ("number-stack-attack --tokens 4-9", [9, 9, 9, 4, 6]),
        ("order-challenge --range 1 --rounds 3 --names Ada,Ben", [1, 1, "resign"]),
    ],
)
def test_a_replayed_game_reads_like_the_game_itself(command: str, moves: list[object]) -> None:
    played = call("play", *command.split(), typed=lines(*moves)).stdout
    told = call("replay", "1").stdout
    assert told == played.replace("resign\n", "", 1) or told == played.replace(
        "Enter a number to select: resign\n", ""
    )


def test_an_unfinished_game_is_told_as_far_as_it_went() -> None:
    played = call(*STACKS, typed=lines(6, 3)).stdout
    told = call("replay", "1").stdout
    assert played.startswith(told)
    assert told.endswith("Available Numbers (factors or multiples of 3): [1, 9]\n")


def test_remarks_are_told_where_they_stand(tmp_path: Path) -> None:
    file = tmp_path / "record"
    file.write_text(RECORD.format(result="unfinished"), encoding="utf-8")
    told = call("replay", str(file)).stdout
    assert told.index("(hello)") < told.index("Select a number: 6\n")
    assert "Select a number: 3\n    (the only good answer)\n" in told


@pytest.mark.parametrize(("seat", "winner"), [("1", "Ada"), ("2", "Ben")])
@pytest.mark.parametrize(
    ("reason", "told"), [("resignation", "{} resigns."), ("time", "Time is up: {} took too long.")]
)
def test_the_winner_is_the_one_of_the_record(
    tmp_path: Path, seat: str, winner: str, reason: str, told: str
) -> None:
    file = tmp_path / "record"
    file.write_text(RECORD.format(result=f"{seat} {reason}"), encoding="utf-8")
    said = call("replay", str(file)).stdout
    loser = "Ben" if winner == "Ada" else "Ada"
    assert f"{told.format(loser)}\n{winner} wins the game!\nScore: " in said


def test_at_a_terminal_it_stops_after_each_move() -> None:
    call(*STACKS, typed=lines(*WHOLE))
    step = "[Enter continues, q stops] "
    with at_terminal("replay", "1") as terminal:
        for move in WHOLE[:3]:
            assert f"Select a number: {move}\n" in terminal.wait_for(step)
            terminal.send("\n")
        terminal.wait_for(step)
        terminal.send("?\n")
        assert "Select" not in terminal.wait_for(step)
        terminal.send("quit\n")
        assert terminal.finish() == 0
        assert "wins the game" not in terminal.output
    with at_terminal("replay", "1") as terminal:
        terminal.wait_for(step)
        terminal.send("\x04")
        assert terminal.finish() == 0
    with at_terminal("replay", "--print", "1") as terminal:
        assert terminal.finish() == 0
        assert terminal.output == call("replay", "1").stdout


def test_a_program_gets_one_object() -> None:
    call(*STACKS, "--seed", "5", "--clock", "90", typed=lines(*WHOLE))
    told = json.loads(call("replay", "--json", "1").stdout)
    assert told["game"] == "strategy-stacks"
    assert told["options"] == {"range": 9, "opening": "any"}
    assert (told["seed"], told["clock"], told["over"], told["score"]) == (5, 90, True, [1, 0])
    begun = {"moves": WHOLE, "drawn": 0, "first": 1}
    assert told["rounds"] == [{**begun, "winner": 1, "reason": "no-move", "comments": []}]
    assert told["start"] == "book"


@pytest.mark.parametrize("name", ["nothing", ".", "9" * 300, "x" * 5000, "-1x", "0", "999999999999"])
def test_what_is_no_record_is_refused_in_one_line(name: str) -> None:
    done = run("replay", "--", name)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1


def test_a_damaged_record_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    file = tmp_path / "record"
    file.write_text(RECORD.format(result="1 no-move"), encoding="utf-8")
    done = call("replay", str(file))
    assert done.returncode == 1
    wrong = "line 8: the result is '1 no-move', but the moves lead to 'unfinished'."
    assert done.stderr == f"{file}: {wrong}\n"
    file.write_text(RECORD.format(result="unfinished"), encoding="utf-8")
    assert done.stdout == call("replay", str(file)).stdout != ""
    file.write_text(RECORD.split("1. ")[0].format(result="1 no-move"), encoding="utf-8")
    done = call("replay", str(file))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"Error: {file} cannot be read: {wrong}\n"
