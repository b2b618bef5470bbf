"""Every term of docs/reference/sequences.md, the formulas, and what the page says about misère play."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import outnumber
from outnumber.games.registry import find
from outnumber.theory.atlas import atlas

FILES = Path(__file__).parents[2] / "docs" / "reference" / "sequences"
SEQUENCES: dict[str, tuple[str, dict[str, Any]]] = {
    "strategy-stacks": ("strategy-stacks", {}),
    "juniper-green": ("strategy-stacks", {"opening": "even"}),
    "number-duel": ("number-duel", {}),
    "order-challenge": ("order-challenge", {}),
    "number-stack-duel": ("number-stack-duel", {}),
}


def terms(name: str) -> dict[int, int]:
    """The terms of a b-file, by range."""
    lines = (FILES / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return {int(size): int(count) for size, count in map(str.split, lines)}


@pytest.mark.parametrize("name", SEQUENCES)
def test_every_term_equals_the_programs_result(name: str) -> None:
    game, options = SEQUENCES[name]
    found = atlas(find(game), options, 1000)
    assert terms(name) == {entry.size: entry.winning_openings for entry in found if not entry.problem}
    assert [*terms(name)] == list(range(2 if name == "juniper-green" else 1, 1001))


def test_every_sequence_has_a_file() -> None:
    assert {path.stem for path in FILES.iterdir()} == {*SEQUENCES}


def test_three_sequences_have_a_formula() -> None:
    assert all(count == (n if n % 2 else 0) for n, count in terms("number-duel").items() if n >= 15)
    assert all(count == n % 2 for n, count in terms("order-challenge").items())
    assert all(count == (n + 1) // 2 for n, count in terms("number-stack-duel").items())
    less = atlas(find("number-stack-duel"), {"first_pattern": "less"}, 1000)
    assert [entry.winning_openings for entry in less] == [*terms("number-stack-duel").values()]


def test_the_second_player_wins_at_few_ranges() -> None:
    assert [n for n, count in terms("strategy-stacks").items() if not count] == [2, 4, 6, 10]
    lost = [n for n, count in terms("juniper-green").items() if not count]
    assert (len(lost), lost[-1]) == (43, 118)


def misere_openings(start: Any) -> list[int]:
    """The winning openings if the player who cannot move wins, by exhaustive search."""

    @cache
    def wins(position: Any) -> bool:
        legal = position.legal_moves()
        return not legal or any(not wins(position.play(move)) for move in legal)

    return [move for move in start.legal_moves() if not wins(start.play(move))]


@pytest.mark.parametrize(
    ("game", "options", "other"),
    [
        ("strategy-stacks", {}, [1, 2, 3, 4, 6, 10]),
        ("strategy-stacks", {"opening": "even"}, [2, 3]),
        ("number-duel", {}, [1, 2, 3, 4, 6, 10, 12]),
    ],
)
def test_misere_play_has_other_winning_openings_at_few_small_ranges(
    game: str, options: dict[str, Any], other: list[int]
) -> None:
    starts = {
        size: outnumber.game(game, **options, range=size).start() for size in range(2 if options else 1, 13)
    }
    found = [n for n, start in starts.items() if misere_openings(start) != [*outnumber.solve(start).winning]]
    assert found == other
