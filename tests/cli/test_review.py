"""`outnumber review`: grades, the turning point and retrying mistakes."""

import json
from pathlib import Path

import pytest

import outnumber
from outnumber.games.sentences import ENGLISH
from outnumber.language.review import kept
from outnumber.match.match import Match, Participant
from outnumber.match.record import write
from outnumber.match.review import Tally, review
from outnumber.match.round import Round
from tests.program import at_terminal, call, lines, run
from tests.study.pictures.reading import Seen


def record(tmp_path: Path, *rounds: Round, plays: tuple[str, str] = ("human", "human")) -> str:
    """A file with these rounds between Ada and Ben."""
    people = Participant(plays[0], "Ada"), Participant(plays[1], "Ben")
    match = Match(rounds[0].position.rules, people, length=len(rounds), rounds=rounds)
    path = tmp_path / "match.txt"
    path.write_text(write(match), encoding="utf-8")
    return str(path)


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Ada throws a win away with 6, Ben with 3; Ada then keeps it."""
    return record(tmp_path, Round.begin(outnumber.game("strategy-stacks"), [6, 3, 9, 1, 5]))


def test_each_move_has_a_sign_and_a_grade(file: str) -> None:
    done = call("review", file)
    assert done.returncode == 0
    assert done.stdout.splitlines()[:7] == [
        "Strategy Stacks (1 to 9)",
        "",
        "1  Ada  6  x threw it away  5 or 7 win (2 of 9)",
        "2  Ben  3  x threw it away  2 wins (1 of 3)",
        "3  Ada  9  + kept the win   9 wins (1 of 2)",
        "4  Ben  1  = forced         the only move",
        "5  Ada  5  + kept the win   2, 4, 5, 7 or 8 win (5 of 5)",
    ]


def test_the_chart_shows_who_was_winning_after_each_move(file: str) -> None:
    said = run("review", file).stdout.splitlines()
    start = said.index("after     6x 3x 9  1  5")
    assert said[start + 1 : start + 3] == ["Ada    ███···████████████", "Ben    ···███············"]
    plain = run("review", file, env={"PYTHONIOENCODING": "ascii"}).stdout
    assert "Ada    ###...############" in plain


def test_the_turning_point_shows_the_winning_moves_and_the_reason(file: str) -> None:
    said = call("review", file).stdout
    position = outnumber.game("strategy-stacks").start().play(6)
    assert "Turning point: move 2. Ben played 3 and threw the win away." in said
    assert f"2 would have won. In Ben's place: {outnumber.solve(position).reason}" in said
    assert "How Ada then wins: Ada 9, Ben 1, Ada " in said
    assert "Ben has nothing left to play, so Ada has won." in said
    assert "Ada kept 2 of 3 wins (58%, weighted by difficulty).\nBen kept 0 of 1 win.\n" in said


def test_json_has_stable_names_and_the_values_of_the_review(file: str) -> None:
    said = json.loads(call("review", file, "--json").stdout)
    assert said["game"] == "strategy-stacks"
    assert said["options"] == {"range": 9, "opening": "any"}
    (each,) = said["rounds"]
    found = review(Round.begin(outnumber.game("strategy-stacks"), [6, 3, 9, 1, 5])).rounds[0]
    assert each["moves"] == [
        {
            "seat": graded.seat.value,
            "move": graded.move,
            "grade": graded.grade.value,
            "winner_before": graded.winner_before.value,
            "winning": list(graded.winning),
            "legal": list(graded.legal),
            "regret": graded.regret,
            "weight": round(graded.weight, 4),
        }
        for graded in found.moves
    ]
    assert each["history"] == [1, 2, 1, 1, 1, 1]
    assert each["turning_point"] == {
        "number": 2,
        "seat": 2,
        "move": 3,
        "winning": [2],
        "reason": str(found.reason),
    }
    assert each["refutation"]["moves"] == [step.move for step in found.refutation]
    assert each["refutation"]["complete"] is True
    assert each["accuracy"] == {"1": 0.3913, "2": 0.0}
    assert (each["winner"], each["reason"]) == (1, "no-move")
    assert [player["kept"] for player in said["players"]] == [2, 0]


def test_json_of_an_unfinished_round_has_no_winner(tmp_path: Path) -> None:
    file = record(tmp_path, Round.begin(outnumber.game("strategy-stacks"), [5]))
    (each,) = json.loads(call("review", file, "--json").stdout)["rounds"]
    assert (each["winner"], each["reason"]) == (None, None)
    assert (each["turning_point"], each["refutation"]) == (None, None)


def test_every_round_is_reviewed_and_the_seats_change(tmp_path: Path) -> None:
    rules = outnumber.game("strategy-stacks")
    rounds = [Round.begin(rules, moves) for moves in ([6, 3, 9, 1, 5], [5, 1, 7])]
    file = record(tmp_path, *rounds)
    said = call("review", file).stdout
    assert "Round 1: Ada against Ben\n" in said
    assert "Round 2: Ben against Ada\n1  Ben  5  + kept the win   5 or 7 win (2 of 9)\n" in said
    assert "Over all rounds, Ada: 2 of 3 wins (58%, weighted by difficulty)\n" in said
    assert "Over all rounds, Ben: 2 of 3 wins (69%, weighted by difficulty)\n" in said
    found = json.loads(call("review", file, "--json").stdout)
    assert [each["seats"] for each in found["rounds"]] == [[1, 2], [2, 1]]


def test_time_and_resignation_in_a_won_position_are_reported(tmp_path: Path) -> None:
    won = Round.begin(outnumber.game("strategy-stacks"), [5])
    resigned = won.end(outnumber.Seat.ONE, outnumber.Reason.RESIGNATION)
    said = call("review", record(tmp_path, resigned)).stdout
    assert "Ben won because Ada resigned. Ada was winning then." in said
    timed_out = won.end(outnumber.Seat.TWO, outnumber.Reason.TIME)
    assert "Ada won because Ben ran out of time." in call("review", record(tmp_path, timed_out)).stdout


def test_an_empty_match_can_be_reviewed(tmp_path: Path) -> None:
    path = tmp_path / "empty.txt"
    path.write_text('[Outnumber "1"]\n[Game "order-challenge"]\n', encoding="utf-8")
    done = call("review", str(path))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "No moves have been played yet.")
    played = record(tmp_path, Round.begin(outnumber.game("order-challenge")))
    assert "Nothing was played. Unfinished: Ada is winning." in call("review", played).stdout


def test_a_game_of_the_history_is_found_by_its_id() -> None:
    call("play", "strategy-stacks", typed=lines(6, 3, 9, 1, 5))
    assert "Turning point: move 2." in call("review", "1").stdout


def test_svg_draws_the_history(file: str, tmp_path: Path) -> None:
    target = tmp_path / "history.svg"
    done = call("review", file, "--svg", str(target))
    assert done.returncode == 0
    picture = Seen(target.read_text(encoding="utf-8"))
    picture.check()
    assert "move 2: Ben played 3, threw it away" in picture.tips


def test_retry_asks_before_it_shows_the_answer(file: str) -> None:
    done = call("review", file, "--retry", typed=lines(7, 9, "twelve", 1))
    assert done.returncode == 0
    first, second = done.stdout.split("Mistake 2 of 2.")
    assert first.startswith("Mistake 1 of 2. This position was won. Move 1: Ada played 6.\n")
    question, answer = first.split("Select a number: 7\n")
    assert "5 or 7" not in question
    assert answer.startswith("Right: 7 wins.\n")
    assert str(outnumber.solve(outnumber.game("strategy-stacks").start()).reason) in answer
    assert "9 is neither a factor nor a multiple of 6. You can play 1, 2 or 3.\n" in second
    assert "'twelve' is not a number: type a number, skip or quit.\n" in second
    assert "No: 1 is another move that loses. Ada would answer " in second
    assert " 2 wins.\n" in second
    assert done.stdout.endswith("You found 1 of 2.\n")


def test_retry_grades_a_move_that_was_tried_before(file: str) -> None:
    said = call("review", file, "--retry", typed=lines(6, "skip")).stdout
    assert "No: 6 is the same move." in said
    assert said.endswith("\nYou found 0 of 1.\n")


@pytest.mark.parametrize("word", ["?", "h", "help"])
def test_retry_lists_its_commands_and_asks_again(file: str, word: str) -> None:
    said = call("review", file, "--retry", typed=lines(word, "q")).stdout
    assert "Type a number to play it, or one of these commands:\n  skip     the better move, and on" in said
    assert said.endswith("You didn't try any.\n")


def test_a_mistake_is_shown_with_the_whole_table(tmp_path: Path) -> None:
    rules = outnumber.game("number-stack-attack", target=12)
    file = record(tmp_path, Round.begin(rules, [9, 3, 3]), Round.begin(rules, [5, 4, 2, 8]))
    typed = lines("moves", "board", "rules", "?", "quit")
    said = call("review", file, "--retry", typed=typed).stdout
    question, _, answers = said.partition("Enter a number between ")
    assert "Your current stack total is 5.\nAda has a stack total of 4.\n" in question
    assert "The target is 12, and the tokens are 1-9.\n" in question
    assert "You can play 1, 2, 3, 4, 5, 6 or 7.\n" in answers
    assert "Stack of Ben: 5 (total 5 of 12)\n" in answers
    assert "NUMBER STACK ATTACK\n\nThe goal\n" in answers
    assert "\n  board    what has been played, by whom, and what is left\n" in answers


def test_a_terminal_names_the_round_of_the_mistake(tmp_path: Path) -> None:
    rules = outnumber.game("strategy-stacks")
    file = record(tmp_path, Round.begin(rules, [5, 1, 7]), Round.begin(rules, [6, 3, 9, 1, 5]))
    with at_terminal("review", file, env={"TERM": "dumb"}) as going:
        going.wait_for("Select a number: ")
        assert "Round 2 of 2. Ada was winning until move 2. Find the better move" in going.output
        assert "Unused Numbers: [1, 2, 3, 4, 5, 7, 8, 9]" in going.output
        going.send("\n")
        assert going.finish() == 0


def test_retry_stops_on_request_or_at_the_end_of_input(file: str) -> None:
    for typed in ("quit\n", ""):
        done = call("review", file, "--retry", typed=typed)
        assert done.returncode == 0
        assert "Mistake 2" not in done.stdout
        assert done.stdout.endswith("You didn't try any.\n")


def test_retry_asks_only_for_mistakes_of_people(tmp_path: Path) -> None:
    mistakes = Round.begin(outnumber.game("strategy-stacks"), [6, 3, 9, 1, 5])
    said = call(
        "review", record(tmp_path, mistakes, plays=("random", "human")), "--retry", typed="2\n"
    ).stdout
    assert said.startswith("Mistake 1 of 1. This position was won. Move 2: you played 3. Played so far: 6.")
    assert "Right: 2 wins." in said
    both = call("review", record(tmp_path, mistakes, plays=("random", "random")), "--retry").stdout
    assert both.startswith("Mistake 1 of 2.")


def test_retry_without_mistakes_asks_no_question(tmp_path: Path) -> None:
    file = record(tmp_path, Round.begin(outnumber.game("strategy-stacks"), [5, 1, 7]))
    assert call("review", file, "--retry").stdout == "There are no mistakes to retry.\n"


def test_retry_and_json_are_incompatible(file: str) -> None:
    done = call("review", file, "--retry", "--json")
    assert done.returncode == 2
    assert json.loads(done.stderr)["error"]["code"] == "usage"


def test_an_unreadable_record_is_refused(tmp_path: Path) -> None:
    assert call("review", str(tmp_path / "none.txt")).returncode == 1
    assert call("review", "7").returncode == 1


def test_names_in_a_record_cannot_control_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "mail.txt"
    path.write_text(
        '[Outnumber "1"]\n[Game "strategy-stacks"]\n[Player1 "A\x1b[2J"]\n\n[Round "1"]\n\n1. 6 3\n',
        encoding="utf-8",
    )
    done = call("review", str(path))
    assert done.returncode == 0
    assert "\x1b" not in done.stdout


def test_a_terminal_asks_for_the_better_move_before_it_shows_the_review(file: str) -> None:
    with at_terminal("review", file, env={"TERM": "xterm"}) as going:
        going.wait_for("Select a number: ")
        assert "Ben was winning until move 2. Find the better move, or press Enter to see it." in going.output
        assert "would have won" not in going.output
        going.send("2\n")
        assert going.finish() == 0
        assert "Right: 2 wins." in going.output
        assert "\x1b[33m1  Ada  6  x threw it away  5 or 7 win (2 of 9)\x1b[0m" in going.output


AGAINST_A_COMPUTER = """\
[Outnumber "1"]
[Game "strategy-stacks"]
[Player1 "Ada"]
[Plays1 "human"]
[Plays2 "perfect"]

[Round "1"]
[Result "2 resignation"]

1. 6 2
2. 4 8
"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_review_addresses_the_person_who_played_a_computer(tmp_path: Path, language: str) -> None:
    record = tmp_path / "record"
    record.write_text(AGAINST_A_COMPUTER, encoding="utf-8")
    said = call("--language", language, "review", str(record)).stdout
    told = {
        "en": """\
1  You       6  x threw it away  5 or 7 win (2 of 9)
Turning point: move 1. You played 6 and threw the win away.
5 or 7 would have won. Play 5.
How the computer then wins: Computer 2, You 1, Computer 5.
The computer won because you resigned.
You kept 0 of 1 win.
The computer kept 2 of 2 wins.""",
        "de": """\
Wendepunkt: Zug 1. Du hast die 6 gespielt und den Gewinn verschenkt.
So gewinnt dann der Computer: Computer 2, Du 1, Computer 5.
Der Computer hat gewonnen, weil du aufgegeben hast.
Du hast 0 von 1 Gewinn gehalten.""",
    }
    for line in told[language].splitlines():
        assert line in said


def test_one_lost_win_among_many_easy_ones_is_not_worth_zero() -> None:
    assert kept(Tally(11, 10, 0.5, 0.0), voice=ENGLISH) == "10 of 11 wins (87%, weighted by difficulty)"
    assert kept(Tally(11, 11, 3.5, 3.5), voice=ENGLISH) == "11 of 11 wins"
    assert kept(Tally(1, 0, 0.5, 0.0), voice=ENGLISH) == "0 of 1 win"
