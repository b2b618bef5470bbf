"""`outnumber stats`: statistics of games and puzzles, for people and programs, and erasing them."""

import json
from pathlib import Path

import pytest

from outnumber.study.puzzles.generate import generate
from tests.program import at_terminal, call, games_on_disk, lines, run

EMPTY = "Nothing to count yet. Start with: outnumber play, or outnumber puzzle\n"


def play() -> None:
    """A game between two people, a won game, and an unfinished one."""
    call("play", "strategy-stacks", typed=lines(6, 3, 9, 1, 5))
    call("play", "strategy-stacks", "--p2", "random", typed=lines(5, 7))
    call("play", "number-duel", "--range", "20", "--p2", "perfect", typed=lines(1))


def solve() -> None:
    puzzle = next(generate("order-challenge", 1))
    for typed in (lines(puzzle.solution), lines("skip")):
        call("puzzle", "order-challenge", "--kind", "one", "--seed", "1", "--count", "1", typed=typed)


def test_without_data_the_output_explains_how_to_start() -> None:
    assert call("stats").stdout == EMPTY
    plain = json.loads(call("stats", "--json").stdout)
    assert plain["games"]["rounds"] == 0
    assert plain["puzzles"]["solved"] == 0


def test_games_results_accuracy_and_puzzles_are_shown() -> None:
    play()
    solve()
    done = run("stats")
    assert (done.returncode, done.stderr) == (0, "")
    said = done.stdout
    assert "  3 rounds, 1 of them unfinished\n" in said
    assert "  against random   1 won, 0 lost\n" in said
    assert "  You kept 2 of 2 wins.\n" in said
    assert "Wins that you kept, day by day\n" in said
    assert "Games between two people\n  1 round\n" in said
    assert "█" in said
    assert "  Solved 1 of 2\n" in said
    assert "  Streak: 0 (best: 1)\n" in said
    assert "By game\n" in said
    assert "  Order Challenge  puzzles solved: 1 of 2\n" in said


def test_without_blocks_the_plot_is_plain() -> None:
    solve()
    said = run("stats", env={"PYTHONIOENCODING": "ascii"}).stdout
    assert f"  {'#' * 15}{'.' * 15}  1 of 2\n" in said


def test_statistics_of_one_game() -> None:
    play()
    solve()
    plain = json.loads(call("stats", "order-challenge", "--json").stdout)
    assert plain["game"] == "order-challenge"
    assert (plain["games"]["rounds"], plain["puzzles"]["solved"], plain["puzzles"]["missed"]) == (0, 1, 1)
    said = call("stats", "Strategy Stacks").stdout
    assert "  2 rounds\n" in said
    assert "By game" not in said
    assert call("stats", "chess").returncode == 2


def test_json_is_one_object() -> None:
    play()
    solve()
    plain = json.loads(call("stats", "--json").stdout)
    assert list(plain) == ["game", "games", "puzzles", "by_game"]
    assert plain["games"]["rounds"] == 3
    assert plain["games"]["opponents"]["random"] == {"rounds": 1, "won": 1, "lost": 0, "unfinished": 0}
    assert plain["games"]["opponents"]["human"]["won"] is None
    assert [day["rounds"] for day in plain["games"]["days"]] == [3]
    assert set(plain["by_game"]) == {"strategy-stacks", "number-duel", "order-challenge"}
    assert plain["puzzles"]["best_row"] == 1


def test_erasing_asks_for_confirmation(data: Path) -> None:
    solve()
    done = call("stats", "--erase")
    assert done.returncode == 2
    assert "--yes" in done.stderr
    assert (data / "puzzles.json").exists()
    for arguments in (("--yes",), ("--games",), ("order-challenge", "--erase", "--yes")):
        assert call("stats", *arguments).returncode == 2
    assert (data / "puzzles.json").exists()


def test_erasing_keeps_the_games_by_default(data: Path) -> None:
    play()
    solve()
    call("stats")
    assert (data / "statistics.json").exists()
    done = call("stats", "--erase", "--yes")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Your games are still there" in done.stdout
    assert not list(data.glob("*.json"))
    assert len(games_on_disk(data)) == 3
    assert json.loads(call("stats", "--erase", "--yes", "--games", "--json").stdout) == {
        "erased": True,
        "games": 3,
    }
    assert games_on_disk(data) == []
    assert call("stats").stdout == EMPTY


@pytest.mark.parametrize(("answer", "gone"), [("yes", True), ("no", False), ("", False)])
def test_at_a_terminal_it_asks(answer: str, gone: bool, data: Path) -> None:
    solve()
    with at_terminal("stats", "--erase") as going:
        going.wait_for("Type yes: ")
        going.send(f"{answer}\n")
        assert going.finish() == 0
    assert (data / "puzzles.json").exists() is not gone
    assert ("Nothing was deleted." in going.output) is not gone


def test_damaged_progress_is_reported(data: Path) -> None:
    play()
    (data / "puzzles.json").write_text("nonsense", encoding="utf-8")
    done = call("stats")
    assert done.returncode == 0
    assert "puzzles.damaged-1.json" in done.stderr
    assert "3 rounds" in done.stdout


def test_an_unreadable_history_is_reported(data: Path) -> None:
    data.write_text("I am in the way", encoding="utf-8")
    done = call("stats")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "address",
    ["example.org", "ftp://example.org", "http://", "https:///pages", "javascript:alert(1)", "http://a b",
     "https://example.org/#x", "https://example.org/?x=1", "http://a\x1b[2J"],
)  # fmt: skip
def test_a_code_is_only_for_addresses_of_pages(address: str) -> None:
    done = call("stats", f"--qr={address}")
    assert done.returncode == 2
    assert "is not an address such as https://example.org." in done.stderr
    assert "progress=" not in done.stdout


@pytest.mark.parametrize(
    "address", ["http://localhost:8000", "https://example.org/duels/", "HTTP://[::1]:80"]
)
def test_a_code_is_a_link_to_the_statistics(address: str) -> None:
    assert f"{address.rstrip('/')}/stats#progress=1" in call("stats", "--qr", address).stdout
