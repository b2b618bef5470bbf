"""Every general rule of `rules.py` stands where it says, and holds in every position of small games."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from outnumber.games.base import Position
from tests.claims.rules import RULES, Rule
from tests.claims.truth import Truth
from tests.theory.cases import Spec, attacks, pool_games, rules_of
from tests.theory.claims import reachable

ROOT = Path(__file__).parents[2]
SMALL: list[Spec] = [spec for size in (1, 2, 3, 6, 7) for spec in pool_games(size)]
SMALL += [spec for target in (4, 9, 12) for spec in attacks(target)]


def plain(text: str) -> str:
    """The text without what breaks a line in prose or in a string of Python."""
    return re.sub(r'"?\s*\n\s*f?"?', " ", text).replace("  ", " ")


@cache
def positions(game: str) -> list[Position]:
    """Every position of small games in which somebody is to move."""
    starts = [rules_of(spec).start() for spec in SMALL if spec[0] == game]
    return [at for start in starts for at, _ in reachable(start) if at.outcome() is None]


@pytest.fixture(scope="module")
def truth() -> Truth:
    return Truth()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.words[:60])
def test_a_rule_stands_where_it_says(rule: Rule) -> None:
    for file in rule.files:
        assert rule.words in plain((ROOT / file).read_text(encoding="utf-8")), file


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.words[:60])
def test_a_rule_holds_in_every_position_of_small_games(rule: Rule, truth: Truth) -> None:
    for name in rule.games:
        for position in positions(name)[: 1 if rule.fixed else None]:
            assert rule.claim(truth, position, {}), position
