"""The difficulty matches simulated players of five skills, and rises with what makes a puzzle hard."""

from itertools import islice, pairwise

import pytest

import outnumber
from outnumber import Position, solve
from outnumber.games.registry import BUILT_IN, find
from outnumber.match.clock import Clock
from outnumber.players.levels import LevelPlayer
from outnumber.study.puzzles.difficulty import SKILLS, chances, difficulty, percent
from outnumber.study.puzzles.generate import generate
from outnumber.study.puzzles.kinds import offered
from outnumber.theory.human_model import Level
from tests.strategies import match_at
from tests.study.puzzles.streams import made


def found(skill: float, position: Position, games: int) -> float:
    """The share of games in which a player of that skill plays a winning move."""
    right = 0
    for seed in range(games):
        player = LevelPlayer(Level(skill, 0.0))
        right += player.choose(match_at(position, seed), Clock(None)) in solve(position).winning
    return right / games


@pytest.mark.parametrize("game", [game for game in BUILT_IN if "one" in offered(find(game))])
def test_the_chances_match_simulated_players(game: str) -> None:
    for puzzle in islice(generate(game, 1), 2):
        claimed = chances(puzzle.position, solve(puzzle.position))
        for skill, chance in list(zip(SKILLS, claimed, strict=True))[::2]:
            # Six standard deviations of 500 games.
            assert abs(found(skill, puzzle.position, 500) - chance) < 0.135


@pytest.mark.parametrize("game", BUILT_IN)
def test_more_skill_never_does_worse(game: str) -> None:
    for kind in offered(find(game)):
        for puzzle in made(game, 8, kind):
            each = chances(puzzle.position, solve(puzzle.position), kind)
            assert all(weak <= strong for weak, strong in pairwise(each))
            assert all(0 < chance < 1 for chance in each)


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_game_and_kind_has_puzzles_of_every_difficulty(game: str) -> None:
    for kind in offered(find(game)):
        for step in (1, 2, 3, 4, 5):
            puzzle = next(generate(game, 3, kind=kind, difficulty=step))
            assert puzzle.difficulty == step, kind


def test_more_moves_and_a_longer_win_are_harder() -> None:
    by_size = [outnumber.game("order-challenge", range=size).start() for size in (3, 5, 9, 15, 23)]
    shares = [percent(position, solve(position)) for position in by_size]
    assert shares == sorted(shares, reverse=True)
    grades = [difficulty(position, solve(position)) for position in by_size]
    assert grades == sorted(grades)
    assert grades[-1] == 5
