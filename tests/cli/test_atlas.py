"""`outnumber atlas`: who wins at every range."""

import json
from pathlib import Path

import pytest

import outnumber
from tests.program import at_terminal, call, run
from tests.study.pictures.reading import Seen


def test_the_table_has_a_line_and_a_bar_for_each_range() -> None:
    done = run("atlas", "strategy-stacks", "--upto", "5")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "Strategy Stacks",
        "range  winner    openings  that win              which",
        "    1  Player 1  1 of 1    ████████████████████  1",
        "    2  Player 2  0 of 2                          none",
        "    3  Player 1  2 of 3    █████████████         2 or 3",
        "    4  Player 2  0 of 4                          none",
        "    5  Player 1  2 of 5    ████████              3 or 5",
    ]


def test_invalid_options_for_a_range_are_reported_in_its_row() -> None:
    said = call("atlas", "strategy-stacks", "--upto", "3", "--opening", "even").stdout.splitlines()
    assert said[2].startswith("    1  –         --opening 'even' is not valid")
    assert said[3].startswith("    2  Player 2")


@pytest.mark.parametrize("game", ["number-stack-duel", "order-challenge", "number-duel", "strategy-stacks"])
def test_json_rows_are_the_verdicts_of_each_range(game: str) -> None:
    said = json.loads(call("atlas", game, "--upto", "12", "--json").stdout)
    assert (said["game"], said["size"]) == (game, "range")
    assert "range" not in said["options"]
    for size, row in enumerate(said["rows"], start=1):
        verdict = outnumber.solve(outnumber.game(game, range=size).start())
        assert row == {
            "range": size,
            "winner": verdict.winner.value,
            "openings": size,
            "winning_openings": len(verdict.winning),
            "winning": list(verdict.winning),
        }


def test_number_stack_attack_has_a_row_for_each_target() -> None:
    said = json.loads(call("atlas", "number-stack-attack", "--upto", "4", "--tokens", "3-5", "--json").stdout)
    assert said["options"] == {"tokens": [3, 4, 5], "tie": "first"}
    assert [row["target"] for row in said["rows"]] == [1, 2, 3, 4]
    assert [row["winner"] for row in said["rows"]] == [None, None, 1, 1]
    assert said["rows"][0]["error"]["code"] == "bad-option"


def test_svg_saves_a_plot(tmp_path: Path) -> None:
    target = tmp_path / "atlas.svg"
    assert call("atlas", "order-challenge", "--upto", "9", "--svg", str(target)).returncode == 0
    picture = Seen(target.read_text(encoding="utf-8"))
    picture.check()
    assert "range 9: Player 1 wins with 1 of 9 openings" in picture.tips


def test_a_sequence_has_a_line_for_each_range_from_the_smallest() -> None:
    assert call("atlas", "strategy-stacks", "--sequence", "--upto", "5").stdout == "1 1\n2 0\n3 2\n4 0\n5 2\n"
    even = call("atlas", "strategy-stacks", "--opening", "even", "--sequence").stdout.splitlines()
    assert (len(even), even[0], even[1], even[-1]) == (999, "2 0", "3 1", "1000 42")
    # A game without a range has a line for each target.
    race = call("atlas", "number-stack-attack", "--tokens", "3-5", "--sequence", "--upto", "4")
    assert race.stdout == "3 1\n4 1\n"


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("strategy-stacks", ["--opening", "even"]),
        ("number-duel", []),
        ("order-challenge", []),
        ("number-stack-duel", ["--first-pattern", "less"]),
    ],
)
def test_each_term_has_a_certificate(tmp_path: Path, game: str, options: list[str]) -> None:
    file = tmp_path / "verdicts.jsonl"
    done = call("atlas", game, *options, "--sequence", "--upto", "30", "--certificates", str(file))
    verdicts = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert done.stdout.splitlines() == [
        f"{verdict['options']['range']} {len(verdict['winning'])}" for verdict in verdicts
    ]
    assert call("check", str(file)).stdout.startswith(f"Confirmed: All {len(verdicts)} verdicts are right.")
    # The file exists now, so it is not overwritten.
    again = call("atlas", game, "--sequence", "--upto", "3", "--certificates", str(file))
    assert again.returncode == 2


def test_options_of_a_sequence_require_sequence(tmp_path: Path) -> None:
    assert (
        call("atlas", "order-challenge", "--upto", "5", "--certificates", str(tmp_path / "a")).returncode == 2
    )
    assert call("atlas", "order-challenge", "--sequence", "--json").returncode == 2
    too_large = call("atlas", "number-stack-attack", "--tokens", "4-9", "--sequence", "--upto", "9000")
    assert (too_large.returncode, too_large.stdout) == (1, "")
    assert "Traceback" not in too_large.stderr


def test_the_range_is_set_only_by_upto() -> None:
    done = call("atlas", "number-duel", "--upto", "5", "--range", "9")
    assert done.returncode == 2
    assert "give --upto N" in done.stderr
    # A refused option is not in the help.
    told = call("atlas", "--help").stdout
    assert "--upto N" in told
    assert "--tokens LIST" in told
    assert not [name for name in ("--range", "--target") if name in told]
    assert "--range N" in call("solve", "--help").stdout
    assert call("atlas", "number-duel").returncode == 2
    assert call("atlas", "number-duel", "--upto", "0").returncode == 2
    assert call("atlas", "number-duel", "--upto", "5", "--tie", "last").returncode == 2


def test_the_bar_is_only_for_terminals() -> None:
    assert call("atlas", "order-challenge", "--upto", "9").stderr == ""
    with at_terminal("atlas", "order-challenge", "--upto", "9", env={"TERM": "xterm"}) as going:
        assert going.finish() == 0
        assert "Solving" in going.output
        assert "100%" in going.output
