"""Games from other packages on the command line: every command except lessons and guides supports them."""

import json
from pathlib import Path
from typing import Any, ClassVar

import pytest

import tests.added
from outnumber.games.options import Option, number_option
from outnumber.games.registry import registered_temporarily
from tests.added.heaps import Heaps
from tests.english import english_in
from tests.program import call, lines

ADDED = str(Path(tests.added.__file__).parent)


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the example games for this process."""
    monkeypatch.syspath_prepend(ADDED)


def test_the_list_shows_the_names_to_type() -> None:
    told = call("games").stdout
    assert "\n    --set tokens=1-3: The heaps, by their stones.\n" in told
    assert "\n    --set link=2: How far apart two numbers may be.\n" in told
    names = [each["game"] for each in json.loads(call("games", "--json").stdout)["games"]]
    assert names[-2:] == ["heaps", "steps"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--range", "3"), "Heaps has no option --range: its options are --set tokens=1-3, --set target=9."),
        (("--set", "hats=3"), "Heaps has no option hats: its options are --set tokens=1-3, --set target=9."),
        (("--set", "tokens=9,10"), "--tokens [9, 10] is not valid: give up to nine heaps of up to 9 stones."),
    ],
)
def test_no_unknown_flag_is_mentioned(arguments: tuple[str, ...], told: str) -> None:
    assert call("solve", "heaps", *arguments).stderr == f"Error: {told}\n"


@pytest.mark.parametrize(
    "game", [("heaps", "--set", "tokens=2,5,6", "33"), ("steps", "--set", "link=3", "4")]
)
def test_verdicts_are_printed_and_confirmed_and_forged_ones_refuted(
    game: tuple[str, ...], tmp_path: Path
) -> None:
    assert "Player 2 is to move." in call("solve", *game).stdout
    verdict = json.loads(call("solve", *game, "--json").stdout)
    file = tmp_path / "verdict.json"
    for winner, told in ((verdict["winner"], "Confirmed: "), (3 - verdict["winner"], "Refuted: ")):
        file.write_text(json.dumps(verdict | {"winner": winner}))
        assert call("check", str(file)).stdout.startswith(told)


def test_a_correct_verdict_that_is_too_large_to_check_is_not_called_refuted(tmp_path: Path) -> None:
    file = tmp_path / "verdict.json"
    file.write_text(call("solve", "steps", "--set", "range=40", "--json").stdout)
    told = call("check", str(file))
    assert told.stdout == "Not checked: this game is too large to be checked by a search\n"
    answer = json.loads(call("check", str(file), "--json").stdout)
    assert (told.returncode, answer["confirmed"], answer["checked"]) == (1, False, False)


@pytest.mark.parametrize("kind", ["one", "who", "all", "seat"])
@pytest.mark.parametrize("game", ["heaps", "steps"])
def test_puzzles_are_made(game: str, kind: str) -> None:
    puzzle = json.loads(call("puzzle", game, "--kind", kind, "--seed", "3", "--json").stdout)
    assert (puzzle["game"], puzzle["kind"]) == (game, kind)


def test_nothing_is_printed_in_place_of_default_options(tmp_path: Path) -> None:
    told = call("puzzle", "heaps", "--seed", "1", typed=lines("quit")).stdout
    assert told.startswith("Puzzle 1: Heaps, difficulty 4 of 5.\n")
    file = tmp_path / "sheet.html"
    call("worksheet", "heaps", "--seed", "1", "-o", str(file))
    assert '<p class="turn">Player 1 is to move: ' in file.read_text(encoding="utf-8")


def test_the_remedy_for_a_missing_puzzle_fits_any_game() -> None:
    done = call("puzzle", "heaps", "--kind", "avoid", "--seed", "3", "--json")
    assert "Try a larger game or another kind." in json.loads(done.stderr)["error"]["message"]


def test_a_game_is_saved_reviewed_and_replayed() -> None:
    call("play", "heaps", typed=lines(11, 22, 31, 31, 31))
    assert "Heaps: Player 1 against Player 2 (Player 2 won)" in call("history").stdout
    assert "31  x threw it away  32 wins (1 of 3)" in call("review", "1").stdout
    assert call("replay", "1").stdout.endswith("Player 2 wins the game!\n")


def test_a_worksheet_names_the_command_that_reproduces_it(tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    done = call("worksheet", "steps", "--set", "range=12", "--count", "2", "--seed", "3", "-o", str(file))
    assert done.returncode == 0
    again = "outnumber worksheet steps --seed 3 --count 2 --set range=12 -o sheet.html"
    assert again in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "typed", "german"),
    [
        (("play", "heaps"), (11, "abc", "why", 22, "hint", "rules", 31, 31, 31), "nimm Steinchen von einem"),
        (("play", "steps"), (4, "moves", "hint", "why", 9, 5, "rules", "resign"), "höchstens 2 von 4"),
        (("rules", "heaps"), (), "Wer das allerletzte Steinchen nimmt, verliert."),
        (("rules", "steps"), (), "Keine Zahl kommt zweimal vor."),
        (("games",), (), "Die Haufen mit ihren Steinchen."),
        (("solve", "heaps"), (), "Nach der Regel von Nim verliert jeder Zug."),
        (("solve", "steps", "4"), (), "Schritte"),
        (("puzzle", "heaps", "--seed", "1"), ("quit",), "Haufen, Schwierigkeit"),
    ],
)  # fmt: skip
def test_output_about_an_added_game_is_in_german(
    arguments: tuple[str, ...], typed: tuple[object, ...], german: str
) -> None:
    done = call(*arguments, "--language", "de", typed=lines(*typed))
    said = done.stdout + done.stderr
    assert german in said
    assert english_in(said) == []


def test_lessons_and_guides_exist_only_for_the_five_games() -> None:
    assert "There is no lesson about Heaps" in call("learn", "heaps").stderr
    refused = call("worksheet", "heaps", "--sheet", "guide", "-o", "g.html")
    assert "guide 'heaps' is not valid" in refused.stderr


class Tower(Heaps):
    """Take stones; its size is an option that none of the five games has."""

    name = "tower"
    title = "Tower"
    OPTIONS: ClassVar[tuple[Option[Any], ...]] = (  # type: ignore[assignment]  # its own options
        number_option("height", 3, "How many stones there are.", high=9),
    )
    SIZE = "height"

    def prepare(self, *, height: int) -> None:  # type: ignore[override]  # its own options
        self.heaps = (height,)


def test_the_atlas_supports_a_size_of_any_name() -> None:
    with registered_temporarily(Tower):
        told = call("atlas", "tower", "--upto", "2").stdout.splitlines()
        twice = call("atlas", "tower", "--upto", "2", "--set", "height=2").stderr
    assert [line.split()[:3] for line in told] == [
        ["Tower"], ["height", "winner", "openings"], ["1", "Player", "2"], ["2", "Player", "1"],
    ]  # fmt: skip
    assert twice.startswith("Error: --set: height is given twice; choose one value.")
