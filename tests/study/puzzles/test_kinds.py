"""Each kind's answer is correct by the rules alone, and its sentences are true."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import outnumber
from outnumber import OptionError, Position
from outnumber.games.registry import BUILT_IN, find, game
from outnumber.games.sentences import ENGLISH, Told
from outnumber.language import advice
from outnumber.language.puzzles import refuted, why
from outnumber.study.puzzles.attempt import Attempt
from outnumber.study.puzzles.explain import Refutation, answered, hints
from outnumber.study.puzzles.generate import generate
from outnumber.study.puzzles.kinds import KINDS, TITLES, Kind, checked, habit, offered
from outnumber.study.puzzles.puzzle import Puzzle, from_json, puzzle_in
from outnumber.study.puzzles.sentences import Remark
from outnumber.theory.advice import hints as steps_of_help
from tests.claims import holds
from tests.claims.truth import Truth

SMALL: dict[str, dict[str, Any]] = {
    "number-stack-duel": {"range": 7},
    "number-duel": {"range": 8},
    "order-challenge": {"range": 7},
    "number-stack-attack": {"target": 9, "tokens": [1, 2, 4]},
    "strategy-stacks": {"range": 9},
}


def everywhere(position: Position, moves: tuple[int, ...] = ()) -> Iterator[tuple[Position, tuple[int, ...]]]:
    yield position, moves
    for move in position.legal_moves():
        yield from everywhere(position.play(move), (*moves, move))


def small(name: str, kind: Kind) -> Iterator[Puzzle]:
    """All puzzles of a kind in a small game, each once."""
    seen = set()
    for position, moves in everywhere(game(name, **SMALL[name]).start()):
        if position not in seen and len(moves) < 5:
            seen.add(position)
            if found := puzzle_in(position, moves, kind):
                yield found


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_answer_and_every_sentence_about_it_is_true(name: str) -> None:
    truth = Truth()
    for kind in KINDS:
        for puzzle in islice(small(name, kind), 60):
            at = puzzle.position
            right = truth.winning(at)
            winner = at.turn if right else at.turn.other
            if kind in ("who", "seat"):
                assert puzzle.answer == (winner,)
            elif kind == "avoid":
                assert [move for move in at.legal_moves() if move not in right] == list(puzzle.answer)
            else:
                assert list(puzzle.answer) == right
            assert puzzle.winner is winner
            for said in (Remark(f"ask-{kind}"), answered(puzzle), *hints(puzzle)):
                assert isinstance(said, Told)
                assert holds(said, truth, at)


def said_of(puzzle: Puzzle, found: Refutation) -> str:
    (line,) = refuted(puzzle, found, voice=ENGLISH)
    return line


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_wrong_answer_gets_a_true_sentence(name: str) -> None:
    truth = Truth()
    for kind in offered(find(name)):
        for puzzle in islice(small(name, kind), 12):
            at = puzzle.position
            for move in at.legal_moves():
                if kind in ("who", "seat"):
                    break
                attempt = Attempt(puzzle)
                found = attempt.answer([move])
                if found is None:
                    assert attempt.solved
                    continue
                assert attempt.solved is False
                said = said_of(puzzle, found)
                template = (
                    "No: a winning move is missing."
                    if not found.move
                    else "No: {move} wins."
                    if kind == "avoid"
                    else "No: {move} loses."
                )
                if "ends the game" in said:
                    continue
                assert said.startswith(template.format(move=found.move))
                right = truth.winning(at)
                assert {move} < set(right) if not found.move else (found.move in right) == (kind == "avoid")
            if kind in ("who", "seat"):
                attempt = Attempt(puzzle)
                found = attempt.answer([3 - puzzle.solution])
                assert found
                assert said_of(puzzle, found).startswith(f"No: Player {puzzle.solution} wins.")
                assert attempt.answer(puzzle.answer) is None
                assert attempt.solved is False


def test_the_refused_kinds_are_solved_by_habits() -> None:
    """In every small position, the named habit finds the answer."""
    for size in range(3, 10):
        for position, moves in everywhere(outnumber.game("number-stack-duel", range=min(size, 7)).start()):
            legal = position.legal_moves()
            if not moves or len(legal) < 2:
                continue
            right = outnumber.solve(position).winning
            near = sorted(legal, key=lambda move: abs(move - moves[-1]))
            if len(right) == 1:
                assert right[0] == near[0]
            if len(right) == len(legal) - 1 and len(legal) > 2:
                assert near[-1] not in right
        for position, _ in everywhere(outnumber.game("order-challenge", range=min(size, 7)).start()):
            legal = position.legal_moves()
            losing = [move for move in legal if move not in outnumber.solve(position).winning]
            if len(losing) == 1 and len(legal) > 2:
                assert losing == [legal[-2]]


def test_a_game_lists_its_kinds() -> None:
    assert offered(find("number-duel")) == KINDS
    assert habit(find("number-duel"), "one") == ""
    with pytest.raises(OptionError, match="did you mean avoid"):
        checked(find("number-duel"), "avoit")


def test_old_puzzles_of_a_refused_kind_can_still_be_tried() -> None:
    plain = {"game": "number-stack-duel", "options": {"range": 24}, "moves": [8, 16, 12]}
    attempt = Attempt(from_json(plain))
    assert attempt.answer([13]) is None
    assert attempt.solved


def test_a_seat_is_played_out_against_a_perfect_player() -> None:
    for name in BUILT_IN:
        puzzle = next(generate(name, 5, kind="seat"))
        attempt = Attempt(puzzle)
        assert attempt.asks == "seat"
        assert attempt.answer(puzzle.answer) is None
        while not attempt.found:
            assert attempt.position.turn == puzzle.solution
            assert attempt.solved is None
            assert attempt.answer([outnumber.solve(attempt.position).winning[0]]) is None
        outcome = attempt.position.outcome()
        assert outcome
        assert outcome.winner == puzzle.solution
        assert attempt.solved is True


def test_after_choosing_a_seat_hints_are_about_the_next_move() -> None:
    attempt = Attempt(next(generate("strategy-stacks", 5, kind="seat")))
    first = attempt.hint()
    assert first == (1, hints(attempt.puzzle)[0])
    attempt.answer(attempt.puzzle.answer)
    while not attempt.found:
        told = [attempt.hint() for _ in range(2)]
        assert told == [*enumerate(steps_of_help(attempt.position)[:2], start=1)]
        assert why(attempt, voice=ENGLISH) == [advice.reason(attempt.position, voice=ENGLISH)]
        assert str(outnumber.solve(attempt.position).move) in why(attempt, voice=ENGLISH)[0]
        attempt.answer([outnumber.solve(attempt.position).move])
    assert (attempt.solved, attempt.hinted) == (True, 2)
    lost = Attempt(attempt.puzzle)
    lost.answer(lost.puzzle.answer)
    assert [lost.hint()[0] for _ in range(4)] == [1, 2, 3, 3]
    assert lost.solved is False


def test_a_later_mistake_misses_the_seat_and_can_be_taken_back() -> None:
    for seed in range(20):
        attempt = Attempt(next(generate("strategy-stacks", seed, kind="seat")))
        attempt.answer(attempt.puzzle.answer)
        wrong = [
            move
            for move in attempt.position.legal_moves()
            if move not in outnumber.solve(attempt.position).winning
        ]
        if wrong:
            before = attempt.round
            assert attempt.answer([wrong[0]])
            assert attempt.round is before
            assert attempt.solved is False
            return
    raise AssertionError("no seed has a mistake to make")


def test_an_id_has_its_kind_unless_it_is_one() -> None:
    plain = {"game": "strategy-stacks", "options": {}, "moves": [6]}
    ids = {kind: from_json({**plain, "kind": kind}).id for kind in ("one", "who", "all", "seat")}
    assert len(ids["one"]) == 12
    assert all(ids[kind] == f"{kind}-{ids['one']}" for kind in ("who", "all", "seat"))
    assert set(TITLES) == set(KINDS)
