"""Every size of every game, compared with solving each size separately and with exhaustive search."""

import re

import pytest

import outnumber
from outnumber import OptionError
from outnumber.games.base import Rules
from outnumber.games.registry import find
from outnumber.theory import exhaustive
from outnumber.theory.atlas import atlas, size_name

CASES = [
    ("number-stack-duel", {}),
    ("number-stack-duel", {"first_pattern": "less"}),
    ("order-challenge", {}),
    ("strategy-stacks", {}),
    ("strategy-stacks", {"opening": "even"}),
    ("number-duel", {}),
    ("number-duel", {"link": ["coprime"]}),
    ("number-stack-attack", {}),
    ("number-stack-attack", {"tokens": [3, 4]}),
    ("number-stack-attack", {"tokens": [2, 4, 6]}),
    ("number-stack-attack", {"tokens": [2, 5], "tie": "last"}),
]


@pytest.mark.parametrize(("game", "options"), CASES)
def test_small_sizes_equal_a_search(game: str, options: dict[str, object]) -> None:
    kind = find(game)
    for entry in atlas(kind, options, 10):
        if entry.problem:
            with pytest.raises(OptionError, match=re.escape(str(entry.problem))):
                kind(**options, **{size_name(kind): entry.size})
            continue
        start = kind(**options, **{size_name(kind): entry.size}).start()
        verdict = exhaustive.solve(start)
        assert (entry.winner, tuple(entry.winning)) == (verdict.winner, tuple(verdict.winning))
        assert entry.openings == len(start.legal_moves())


@pytest.mark.parametrize(("game", "options"), [case for case in CASES if "number-stack" not in case[0]])
def test_large_sizes_equal_separate_solutions(game: str, options: dict[str, object]) -> None:
    entries = atlas(find(game), options, 300)
    for entry in entries[5::37]:
        verdict = outnumber.solve(outnumber.game(game, **options, range=entry.size).start())
        assert (entry.winner, list(entry.winning)) == (verdict.winner, list(verdict.winning))


@pytest.mark.parametrize("tokens", [[3, 5, 8], [3, 6, 9], [4, 5, 6, 7, 8, 9]])
@pytest.mark.parametrize("tie", ["first", "last"])
def test_targets_with_passes_equal_separate_solutions(tokens: list[int], tie: str) -> None:
    for entry in atlas(find("number-stack-attack"), {"tokens": tokens, "tie": tie}, 40):
        if entry.problem is None:
            rules = outnumber.game("number-stack-attack", tokens=tokens, tie=tie, target=entry.size)
            verdict = outnumber.solve(rules.start())
            assert (entry.winner, list(entry.winning)) == (verdict.winner, list(verdict.winning))


def test_an_entry_reports_a_size_that_is_too_large_to_solve() -> None:
    (entry,) = atlas(find("number-stack-attack"), {"tokens": [2, 5]}, 1_000_000, lambda _: [1_000_000])
    assert entry.winner is None
    assert entry.problem is not None
    assert entry.problem.code == "too-large"


def test_sizes_ascend_and_can_be_watched() -> None:
    watched: list[int] = []

    def watch(sizes: object) -> list[int]:
        watched.extend(sizes)  # type: ignore[arg-type]
        return list(watched)

    entries = atlas(find("order-challenge"), {}, 7, watch)
    assert [entry.size for entry in entries] == [1, 2, 3, 4, 5, 6, 7]
    assert sorted(watched) == [1, 2, 3, 4, 5, 6, 7]


def test_a_game_without_a_size_is_refused() -> None:
    class Sizeless(Rules):
        name, title, summary, OPTIONS = "sizeless", "Sizeless", "No size.", ()

    with pytest.raises(OptionError, match="no size"):
        size_name(Sizeless)
