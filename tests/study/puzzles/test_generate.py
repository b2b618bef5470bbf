"""Generated puzzles: the claimed solution is the only one for both solvers, all different, none trivial,
reproducible.
"""

import subprocess
import sys
from collections.abc import Sequence
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from outnumber import OptionError, Position, solve
from outnumber.api.puzzles import ProvenPuzzle
from outnumber.games.registry import BUILT_IN, find, registered_temporarily
from outnumber.match.round import Round
from outnumber.study.puzzles.dice import Dice
from outnumber.study.puzzles.generate import LATE, generate, mixed
from outnumber.study.puzzles.kinds import KINDS, Kind, offered
from outnumber.study.puzzles.puzzle import Puzzle
from outnumber.theory import exhaustive
from tests.added.steps import Steps
from tests.program import environment
from tests.study.puzzles.streams import SEED, made

# Maximum number of positions for the slow solver.
FEW = 5_000

SMALL: dict[str, dict[str, Any]] = {
    "number-stack-duel": {"range": 10},
    "number-duel": {"range": 14},
    "order-challenge": {"range": 10},
    "number-stack-attack": {"target": 24, "tokens": [2, 3, 7]},
    "strategy-stacks": {"range": 14},
}
games = pytest.mark.parametrize("game", BUILT_IN)
kinds = pytest.mark.parametrize(
    ("game", "kind"), [(game, kind) for game in BUILT_IN for kind in offered(find(game))]
)


def some(game: str, seed: int | str, count: int, **options: Any) -> list[Puzzle]:
    return list(islice(generate(game, seed, options), count))


def position_of(puzzle: Puzzle) -> Position:
    """The position reconstructed from JSON."""
    told = ProvenPuzzle.of(puzzle)
    return Round.begin(outnumber.game(told.game, **told.options), told.moves).position


def answer(kind: Kind, position: Position, winning: Sequence[int]) -> tuple[int, ...]:
    """The correct answer, computed from the list of winning moves."""
    if kind in ("who", "seat"):
        return (int(position.turn if winning else position.turn.other),)
    if kind == "avoid":
        return tuple(move for move in position.legal_moves() if move not in winning)
    return tuple(winning)


@kinds
@given(seed=st.integers(0, 2**63))
@settings(max_examples=5, deadline=None)
def test_the_slow_solver_confirms_the_claimed_answer(game: str, kind: Kind, seed: int) -> None:
    for puzzle in islice(generate(game, str(seed), SMALL[game], kind=kind), 2):
        position = position_of(puzzle)
        assert puzzle.answer == answer(kind, position, exhaustive.solve(position).winning)
        assert len(puzzle.answer) == 1 or kind == "all"


@kinds
def test_both_solvers_confirm_it_with_varied_options(game: str, kind: Kind) -> None:
    for puzzle in made(game, 8, kind):
        position = position_of(puzzle)
        assert puzzle.answer == answer(kind, position, solve(position).winning)
        try:
            slow = exhaustive.solve(position, FEW)
        except OptionError:
            continue
        assert puzzle.answer == answer(kind, position, slow.winning)


@games
def test_the_slow_solver_can_check_many_of_them(game: str) -> None:
    looked = 0
    for puzzle in made(game, 20):
        try:
            exhaustive.solve(puzzle.position, FEW)
            looked += 1
        except OptionError:
            continue
    assert looked >= 5


@games
def test_forty_puzzles_are_different_and_vary_in_size_and_difficulty(game: str) -> None:
    forty = made(game, 40)
    assert len({puzzle.position.solver_key() for puzzle in forty}) == 40
    assert len({puzzle.id for puzzle in forty}) == 40
    assert len({repr(puzzle.rules) for puzzle in forty}) > 5
    assert len({puzzle.difficulty for puzzle in forty}) >= 3


@kinds
def test_no_puzzle_is_trivial(game: str, kind: Kind) -> None:
    for puzzle in made(game, 8, kind):
        assert len(puzzle.position.legal_moves()) > 2
        assert all(
            puzzle.position.play(move).outcome() is None
            or puzzle.position.play(move).outcome().winner is not puzzle.position.turn  # type: ignore[union-attr]
            for move in puzzle.position.legal_moves()
        )


@games
def test_the_same_seed_gives_the_same_puzzles_and_another_gives_others(game: str) -> None:
    assert some(game, SEED, 10) == made(game, 10)
    assert some(game, SEED + 1, 3) != made(game, 3)


def test_earlier_results_do_not_matter() -> None:
    first = made("number-duel", 10)
    for puzzle in made("number-duel", 40)[10:]:
        solve(puzzle.position)
    assert some("number-duel", SEED, 10) == first


def test_another_process_with_another_hash_seed_generates_the_same() -> None:
    code = (
        "from itertools import islice; from outnumber.study.puzzles.generate import mixed;"
        "from outnumber.api.puzzles import ProvenPuzzle;"
        "print([ProvenPuzzle.of(puzzle) for puzzle in islice(mixed(11), 10)])"
    )
    ours = f"{[ProvenPuzzle.of(puzzle) for puzzle in islice(mixed(11), 10)]}\n"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=environment(PYTHONHASHSEED="1"),
    )
    assert done.stdout == ours


@kinds
def test_the_first_puzzle_of_a_seed_is_easy(game: str, kind: Kind) -> None:
    for seed in range(3):
        assert next(generate(game, seed, kind=kind)).difficulty == 1


@games
def test_chosen_options_stay(game: str) -> None:
    for puzzle in some(game, 1, 5, **SMALL[game]):
        assert SMALL[game].items() <= puzzle.rules.options.items()


def test_a_game_and_its_kinds_alternate() -> None:
    first = list(islice(mixed(3, games=["order-challenge"], kinds=KINDS), 8))
    assert {puzzle.kind for puzzle in first[:4]} == {"one", "who", "all", "seat"}
    assert [puzzle.kind for puzzle in first[4:]] == [puzzle.kind for puzzle in first[:4]]


def test_the_default_kind_is_the_usual_one() -> None:
    assert next(generate("number-stack-duel", 1)).kind == "all"
    assert next(generate("order-challenge", 1)).kind == "one"
    assert {puzzle.kind for puzzle in islice(mixed(1), 10)} == {"all", "one"}


def test_a_kind_that_a_habit_would_solve_is_refused_with_the_reason() -> None:
    for game, kind, reason in (
        ("number-stack-duel", "one", "the only winning move is always the one nearest to the top"),
        ("number-stack-duel", "avoid", "the only losing move is always the one farthest from the top"),
        ("order-challenge", "avoid", "the only losing move is always the second highest"),
    ):
        with pytest.raises(OptionError, match=reason):
            generate(game, 1, kind=kind)
    with pytest.raises(OptionError, match="choose one, who, all, avoid or seat"):
        generate("order-challenge", 1, kind="xyzzy")


def test_sizes_do_not_determine_answers() -> None:
    for game in ("number-duel", "order-challenge", "strategy-stacks", "number-stack-duel"):
        by_range: dict[int, set[bool]] = {}
        for puzzle in made(game, 60, "seat"):
            wins = puzzle.solution == puzzle.position.turn
            by_range.setdefault(puzzle.rules.size, set()).add(wins)
        often = [seen for seen in by_range.values() if len(seen) == 2]
        assert len(often) >= 4


def test_options_without_puzzles_end_the_stream() -> None:
    assert some("strategy-stacks", 1, 1, range=3) == []
    assert some("number-stack-attack", 1, 1, target=30, tokens=[3, 5]) == []


def test_options_with_few_puzzles_give_them_all_once() -> None:
    all = list(generate("order-challenge", 1, {"range": 5}))
    assert 0 < len(all) < 50
    assert len({puzzle.position.solver_key() for puzzle in all}) == len(all)


def test_a_size_too_large_for_a_puzzle_is_refused() -> None:
    for game, options in (("number-duel", {"range": 1_001}), ("number-stack-attack", {"target": 1_001})):
        with pytest.raises(OptionError) as refused:
            some(game, 1, 1, **options)
        assert refused.value.code == "too-large"


@pytest.mark.parametrize(
    ("game", "options", "only_late"),
    [
        ("number-duel", {"range": 30}, True),
        ("number-duel", {"range": 30, "link": "multiple"}, False),
        ("strategy-stacks", {"range": 30}, False),
        ("steps", {"range": 30, "link": 15}, True),
        ("steps", {"range": 30}, False),
    ],
)
def test_only_in_dense_graphs_few_numbers_must_be_left(
    game: str, options: dict[str, Any], only_late: bool
) -> None:
    with registered_temporarily(Steps):
        left = [puzzle.position.unused_count for puzzle in islice(generate(game, 1, options, kind="who"), 12)]
    assert (max(left) <= LATE) is only_late


def test_mixed_puzzles_alternate_between_all_games() -> None:
    first = list(islice(mixed(2), 15))
    for start in (0, 5, 10):
        assert {puzzle.rules.name for puzzle in first[start : start + 5]} == set(BUILT_IN)


@given(st.integers(), st.integers(1, 1000))
@settings(max_examples=50)
def test_dice_stay_within_their_limits(seed: int, count: int) -> None:
    dice = Dice(str(seed))
    assert all(0 <= dice.below(count) < count and 0 <= dice.low(count) < count for _ in range(20))
    assert all(3 <= dice.between(3, 3 + count) <= 3 + count for _ in range(20))
