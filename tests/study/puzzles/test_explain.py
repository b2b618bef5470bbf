"""Help with a puzzle: hints that do not reveal the answer, true explanations, complete refutations."""

import re
from itertools import islice

import pytest

import outnumber
from outnumber import solve
from outnumber.games.registry import BUILT_IN, find
from outnumber.language.voice import voice
from outnumber.study.puzzles import explain
from outnumber.study.puzzles.attempt import Attempt
from outnumber.study.puzzles.explain import explanation, hints, pairs, refutation
from outnumber.study.puzzles.generate import generate
from outnumber.study.puzzles.kinds import offered
from outnumber.study.puzzles.puzzle import from_json
from outnumber.study.puzzles.sentences import Remark
from tests.claims import holds
from tests.claims.truth import Truth

games = pytest.mark.parametrize("game", [game for game in BUILT_IN if "one" in offered(find(game))])


@games
def test_only_the_last_hint_names_the_move(game: str) -> None:
    for puzzle in islice(generate(game, 3), 20):
        look, idea, move = map(str, hints(puzzle))
        assert re.search(rf"\bPlay {puzzle.solution}\b", move)
        assert "Play" not in look + idea
        assert str(explanation(puzzle))
        assert all(explain.idea(puzzle))


@games
def test_every_wrong_move_is_refuted_to_the_end(game: str) -> None:
    for puzzle in islice(generate(game, 4), 8):
        for move in puzzle.position.legal_moves():
            if move == puzzle.solution:
                continue
            found = refutation(puzzle.position, move)
            position = puzzle.position.play(move)
            for step in found.line:
                assert position.turn is step.seat
                if position.turn is not puzzle.position.turn:
                    # The opponent never gives the win back.
                    assert step.move in solve(position).winning
                position = position.play(step.move)
            outcome = position.outcome()
            assert outcome
            assert outcome.winner is puzzle.position.turn.other
            assert found.ending == solve(position).reason


def test_a_long_refutation_is_cut_short_and_marked() -> None:
    position = outnumber.game("order-challenge", range=15).start()
    whole, cut = refutation(position, 2), refutation(position, 2, 3)
    assert len(whole.line) > 3
    assert whole.ending
    assert cut.line == whole.line[:3]
    assert cut.ending is None


@pytest.mark.parametrize("game", ["number-duel", "strategy-stacks"])
def test_the_pairs_are_linked_and_answer_every_number(game: str) -> None:
    for puzzle in islice(generate(game, 5), 10):
        found = pairs(puzzle)
        flat = [number for pair in found for number in pair]
        assert len(set(flat)) == len(flat)
        after = puzzle.position.play(puzzle.solution)
        assert set(after.legal_moves()) <= set(flat)
        for a, b in found:
            assert puzzle.rules.row(a) >> b & 1  # type: ignore[attr-defined]


def test_an_attempt_is_solved_at_the_first_try_or_missed() -> None:
    puzzle = next(generate("strategy-stacks", 1))
    wrong = next(move for move in puzzle.position.legal_moves() if move != puzzle.solution)

    solved = Attempt(puzzle)
    assert solved.solved is None
    assert solved.hint()[0] == 1
    assert solved.hint()[0] == 2
    assert solved.play(puzzle.solution) is None
    assert (bool(solved.solved), solved.hinted) == (True, 2)
    assert solved.tell() == puzzle.answer
    assert solved.solved is True

    told = Attempt(puzzle)
    for _ in range(4):
        step, _ = told.hint()
    assert step == 3
    assert told.play(puzzle.solution) is None
    assert told.solved is False

    missed = Attempt(puzzle)
    refuted = missed.play(wrong)
    assert refuted
    assert refuted.move == wrong
    assert missed.solved is False
    assert missed.play(puzzle.solution) is None
    assert (missed.solved, missed.found, missed.wrong) == (False, True, [wrong])


def test_an_illegal_move_costs_nothing() -> None:
    puzzle = next(generate("strategy-stacks", 1))
    attempt = Attempt(puzzle)
    with pytest.raises(ValueError, match="You can play"):
        attempt.play(10**6)
    assert attempt.solved is None


@pytest.mark.parametrize(
    ("target", "tokens", "moves", "kind", "can", "german"),
    [
        (12, "5,7,8,10", [10], "all", "can no longer win", "nicht mehr gewinnen kann"),
        (12, "5,7,8,10", [10], "who", "can no longer win", "nicht mehr gewinnen kann"),
        (13, "3,4,5,7,8,11,13", [8, 3, 4], "avoid", "can still win", "noch gewinnen kann"),
    ],
)
def test_the_idea_is_true_if_the_opponent_wins_without_a_winning_move(
    target: int, tokens: str, moves: list[int], kind: str, can: str, german: str
) -> None:
    options = {"target": target, "tokens": tokens}
    puzzle = from_json({"game": "number-stack-attack", "options": options, "moves": moves, "kind": kind})
    at, truth = puzzle.position, Truth()
    losing = [at.play(move) for move in at.legal_moves() if not truth.wins(at, move)]
    # After one of the losing moves, the opponent wins without a winning move, by a pass or a stand-off.
    assert any(after.outcome() or after.turn is at.turn for after in losing)
    idea = hints(puzzle)[0]
    assert can in str(idea)
    assert german in voice("de").tell(idea)
    assert isinstance(idea, Remark)
    assert holds(idea, truth, at)
