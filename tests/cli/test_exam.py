"""An exam has proven answers, and answers from anywhere are graded by them."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import outnumber
from outnumber.extras import install_command
from outnumber.games.registry import BUILT_IN
from outnumber.theory import exhaustive
from tests.model_server import StandIn, read_round
from tests.program import call


def rows(*arguments: str) -> list[dict[str, Any]]:
    done = call("exam", *arguments)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_question_is_different_and_proven_and_its_prompt_tells_all(game: str) -> None:
    size = ("--target", "30") if game == "number-stack-attack" else ("--range", "12")
    found = rows(game, *size, "--count", "20")
    assert len({row["id"] for row in found}) == len(found) == 20
    assert {row["to_move"] for row in found} == {1, 2}
    for row in found:
        # The prompt has all that is needed, or the position could not be read from it again.
        current = read_round(row["prompt"])
        assert (current.position.rules.name, list(current.moves)) == (game, row["moves"])
        assert current.position.rules.options == row["options"]
        position = current.position
        assert row["legal"] == list(position.legal_moves())
        assert row["winning"] == list(exhaustive.solve(position).winning)
        assert 0 < len(row["winning"]) < len(row["legal"])
        assert row["by_luck"] == row["luck"] == len(row["winning"]) / len(row["legal"])
        assert row["difficulty"] in range(1, 6)


def test_the_same_seed_is_the_same_exam_and_another_another() -> None:
    one, again, two = (rows("number-duel", "--count", "10", "--seed", seed) for seed in "112")
    assert one == again
    assert one != two


def test_legal_moves_can_be_left_out_of_the_prompts() -> None:
    (row,) = rows("strategy-stacks", "--count", "1", "--no-legal")
    assert "Legal moves" not in row["prompt"]
    assert row["legal"]


def test_a_small_game_has_fewer_questions_and_says_so() -> None:
    done = call("exam", "strategy-stacks", "--range", "3", "--count", "50")
    count = len(done.stdout.splitlines())
    assert 0 < count < 50
    assert f"only {count} such position" in done.stderr


def graded(tmp_path: Path, answers: list[dict[str, Any]], *more: str) -> dict[str, Any]:
    file = tmp_path / "answers.jsonl"
    file.write_text("".join(json.dumps(each) + "\n" for each in answers), encoding="utf-8")
    done = call("exam", "--grade", str(file), "--json", *more)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_answers_are_graded_by_their_ids_alone(tmp_path: Path) -> None:
    one, two, three, four = rows("order-challenge", "--count", "4")
    loses = next(move for move in two["legal"] if move not in two["winning"])
    answers = [
        {"id": one["id"], "answer": one["winning"][0]},
        {"id": two["id"], "answer": f"I have thought. move: {loses}"},
        {"id": three["id"], "answer": "\\boxed{99}"},
        {"id": four["id"], "answer": None},
    ]
    found = graded(tmp_path, answers)
    assert (found["questions"], found["right"]["hits"], found["right"]["of"]) == (4, 1, 4)
    assert (found["blunder"], found["illegal"], found["garbled"]) == (1, 1, 1)
    assert found["luck"] == pytest.approx(sum(row["luck"] for row in (one, two, three, four)) / 4)
    assert sum(each["of"] for each in found["difficulty"].values()) == 4
    told = call("exam", "--grade", str(tmp_path / "answers.jsonl")).stdout
    assert "4 questions\nRight: 1/4, 25.0% (" in told
    german = call("exam", "--grade", str(tmp_path / "answers.jsonl"), "--language", "de").stdout
    assert "4 Fragen\nRichtig: 1/4, 25,0 % (" in german
    assert "." not in "".join(re.findall(r"\d.\d", german))


def test_answering_a_question_again_is_no_new_evidence(tmp_path: Path) -> None:
    found = rows("number-duel", "--count", "10")
    answers = [{"id": row["id"], "answer": row["winning"][0] if n % 2 else 0} for n, row in enumerate(found)]
    once, often = graded(tmp_path, answers), graded(tmp_path, answers * 10)
    assert often["right"]["of"] == 100
    assert often["questions"] == 10
    assert often["right"]["interval"] == pytest.approx(once["right"]["interval"], abs=1e-9)


def test_a_perfect_player_has_a_perfect_mark(tmp_path: Path) -> None:
    found = rows("strategy-stacks", "--count", "12")
    perfect = StandIn("perfect", wrong=0)
    answers = [{"id": row["id"], "answer": perfect([{"content": row["prompt"]}])} for row in found]
    assert graded(tmp_path, answers)["right"]["rate"] == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nonsense", "it is not JSON"),
        ('{"answer": 3}', "id is missing"),
        ('{"id": "chess | 3", "answer": 3}', "There is no game called 'chess'"),
        ('{"id": "strategy-stacks | six", "answer": 3}', "is not a number"),
        ('{"id": "strategy-stacks | 6 5", "answer": 3}', "5 is neither a factor nor a multiple of 6"),
        ('{"id": "strategy-stacks | 5", "answer": 1}', "there is nothing to lose in this position"),
    ],
)
def test_a_line_that_cannot_be_graded_is_named(tmp_path: Path, line: str, said: str) -> None:
    file = tmp_path / "answers.jsonl"
    file.write_text(f"\n{line}\n")
    done = call("exam", "--grade", str(file))
    assert done.returncode == 1
    assert "line 2 of " in done.stderr
    assert said in done.stderr


def test_what_does_not_go_together_is_refused(tmp_path: Path) -> None:
    assert "Name a game" in call("exam").stderr
    (tmp_path / "a").touch()
    assert "do not name a game" in call("exam", "order-challenge", "--grade", str(tmp_path / "a")).stderr


def test_a_game_that_is_too_large_is_refused() -> None:
    done = call("exam", "number-duel", "--range", "2000")
    assert "positions are drawn up to 1,000" in done.stderr


def test_parquet_has_the_same_rows(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "exam.parquet"
    assert call("exam", "number-duel", "--count", "5", "--parquet", str(file)).returncode == 0
    found = parquet.read_table(file).to_pylist()
    expected = rows("number-duel", "--count", "5")
    assert found == [{**row, "options": json.dumps(row["options"])} for row in expected]
    assert "exists already" in call("exam", "number-duel", "--parquet", str(file)).stderr


def test_parquet_without_its_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    done = call("exam", "number-duel", "--count", "2", "--parquet", str(tmp_path / "x.parquet"))
    assert install_command("parquet") in done.stderr


def test_ids_are_the_positions_of_the_rules() -> None:
    row = rows("strategy-stacks", "--count", "3")[-1]
    size, _, moves = row["id"].partition(" | ")
    assert size == "strategy-stacks range=9 opening=any"
    assert moves == " ".join(map(str, row["moves"]))
    assert outnumber.game("strategy-stacks").options == row["options"]
