"""The answers of hint and why at the prompt."""

import re

import pytest

import outnumber
from outnumber.games.sentences import ENGLISH
from outnumber.language.advice import why
from outnumber.language.voice import voice
from outnumber.languages import LanguageName
from outnumber.match.match import Match, Participant
from outnumber.match.openings import fair
from outnumber.match.round import Round
from tests.program import call, lines


def test_asking_again_gives_the_next_step_and_a_move_starts_again() -> None:
    typed = lines("hint", "hint", "hint", "hint", 5, "hint", "quit")
    told = call("play", "strategy-stacks", typed=typed).stdout
    steps = [line[:11] for line in told.splitlines() if line.startswith("Hint")]
    assert steps == ["Hint 1 of 3", "Hint 2 of 3", "Hint 3 of 3", "Hint 3 of 3", "Hint 1 of 3"]


def test_why_grades_the_last_move_of_a_computer_and_lists_the_partners() -> None:
    rules = outnumber.game("strategy-stacks")
    match = Match(
        rules,
        participants=(Participant("random", "Robot"), Participant()),
        rounds=(Round.begin(rules, [6]),),
    )
    grade, reason = why(match, voice=ENGLISH)
    assert grade == "Robot played 6: a mistake; 5 or 7 would have won."
    assert reason.startswith("Play 2, then answer each number with its partner")
    assert reason.endswith(": 1 with 7, 3 with 9, 4 with 8.")


@pytest.mark.parametrize(("language", "pair"), [("en", "13 with 51"), ("de", "13 mit 51")])
def test_why_names_each_pair_of_partners_once(language: LanguageName, pair: str) -> None:
    rules = outnumber.game("number-duel")
    (reason,) = why(Match(rules, rounds=(Round.begin(rules, fair(rules, 2)),)), voice(language))
    assert reason.count(pair) == 1
    assert [*map(int, re.findall(r"\d+", reason))] == [8, 28, 10, 20, 13, 51, 57, 58, 78, 82]


def test_why_lists_no_partners_if_the_game_ends_now() -> None:
    rules = outnumber.game("strategy-stacks")
    for moves in ([5, 1], [6, 3], [7]):
        (reason,) = why(Match(rules, rounds=(Round.begin(rules, moves),)), voice=ENGLISH)
        assert "partner" not in reason
        assert "cannot answer" in reason


def test_why_after_the_end_addresses_the_only_person() -> None:
    rules = outnumber.game("strategy-stacks")
    you, computer = Participant(), Participant("random")
    rounds = (Round.begin(rules, [4, 8, 2, 6, 3, 9, 1, 5]),)
    lost, won, between_two = (
        list(why(Match(rules, participants=both, rounds=rounds), voice=ENGLISH))
        for both in ((you, computer), (computer, you), (you, you))
    )
    assert lost == ["The computer played 5: a winning move.", "You cannot move. The computer wins."]
    assert won == ["The computer cannot move. You win!"]
    assert between_two == ["Player 1 cannot move. Player 2 wins the game!"]


def test_why_reports_a_range_that_is_too_large() -> None:
    told = call("play", "number-duel", "--range", "1000000", typed=lines("why", "hint", "quit")).stdout
    assert told.count("up to 200,000 can be solved here") == 2
