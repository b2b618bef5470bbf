"""The package's game trees have the sizes and results that the naive rules give."""

import json
from pathlib import Path
from typing import Any

import pytest

import outnumber
from outnumber.games.registry import BUILT_IN

DATA = Path(__file__).parents[1] / "data" / "perft"
FILES = sorted(DATA.glob("*.json"))


def cases() -> list[Any]:
    """Each counted set of options, labelled with game and options."""
    found = []
    for file in FILES:
        data = json.loads(file.read_text(encoding="utf-8"))
        for case in data["cases"]:
            name = f"{data['game']}-{json.dumps(case['options'])}"
            found.append(pytest.param(data["game"], case, id=name))
    return found


def count(position: outnumber.Position, ply: int, case: dict[str, Any], found: dict[str, list[int]]) -> None:
    """Count a position and its successors, down to the depth of the case."""
    found["sequences"][ply] += 1
    outcome = position.outcome()
    if outcome is not None:
        found[str(int(outcome.winner))][ply] += 1
        assert not position.legal_moves(), f"{position} is over, but offers moves"
        return
    moves = position.legal_moves()
    assert moves, f"{position} is not over, but offers no move"
    if ply + 1 < len(case["sequences"]):
        for move in moves:
            count(position.play(move), ply + 1, case, found)
    else:
        assert not case["whole"], f"{position} should be over"


def test_every_game_has_counts() -> None:
    assert [file.stem for file in FILES] == sorted(BUILT_IN)
    for file in FILES:
        data = json.loads(file.read_text(encoding="utf-8"))
        assert data["game"] == file.stem
        assert data["cases"]


@pytest.mark.parametrize(("game", "case"), cases())
def test_game_tree_matches_the_counted_sequences_and_winners(game: str, case: dict[str, Any]) -> None:
    depths = len(case["sequences"])
    found = {key: [0] * depths for key in ("sequences", "1", "2")}
    count(outnumber.game(game, **case["options"]).start(), 0, case, found)
    assert found["sequences"] == case["sequences"]
    assert found["1"] == case["finished"]["1"]
    assert found["2"] == case["finished"]["2"]
