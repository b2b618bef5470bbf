"""Hypothesis strategies that the tests share: options, rules and positions of every game."""

from typing import Any

from hypothesis import strategies as st

import outnumber
from outnumber import Position, Rules
from tests.naive import GAMES

LARGEST = 60  # keeps the naive rules quick; a byte is then enough to pick any legal move
CRITERIA = ("multiple", "digit", "digit-sum", "coprime", "neighbour", "square-sum", "prime-sum")

Named = tuple[str, dict[str, Any]]


def ranges(smallest: int = 1, largest: int = LARGEST) -> st.SearchStrategy[int]:
    """The size of a pool, small ones as often as all the others."""
    return st.one_of(
        st.integers(smallest, min(9, largest)),
        st.integers(smallest, largest),
    )


@st.composite
def attack_options(draw: st.DrawFn, largest: int = LARGEST) -> dict[str, Any]:
    """Options of Number Stack Attack; at least one token fits the target, others need not."""
    target = draw(ranges(largest=largest))
    fits = draw(st.integers(1, target))
    others = draw(st.sets(st.integers(1, 15), max_size=8))
    tie = draw(st.sampled_from(["first", "last"]))
    return {"target": target, "tokens": sorted({fits} | others), "tie": tie}


def options_of(game: str, largest: int = LARGEST) -> st.SearchStrategy[dict[str, Any]]:
    """Every option of one game, with a range or target up to `largest`."""
    if game == "number-duel":
        links = st.lists(st.sampled_from(CRITERIA), min_size=1, unique=True)
        return st.fixed_dictionaries({"range": ranges(largest=largest), "link": links})
    if game == "number-stack-attack":
        return attack_options(largest=largest)
    if game == "number-stack-duel":
        patterns = st.sampled_from(["greater", "less"])
        return st.fixed_dictionaries({"range": ranges(largest=largest), "first_pattern": patterns})
    if game == "order-challenge":
        return st.fixed_dictionaries({"range": ranges(largest=largest)})
    any_opening = {"range": ranges(largest=largest), "opening": st.just("any")}
    even_opening = {"range": ranges(2, largest), "opening": st.just("even")}
    return st.one_of(st.fixed_dictionaries(any_opening), st.fixed_dictionaries(even_opening))


@st.composite
def named_options(draw: st.DrawFn, largest: int = LARGEST, games: tuple[str, ...] = GAMES) -> Named:
    """The name of a game and options for it."""
    game = draw(st.sampled_from(games))
    return game, draw(options_of(game, largest))


@st.composite
def picks(draw: st.DrawFn, most: int = LARGEST) -> bytes:
    """One byte a move, of evenly spread length: `moves[byte % len(moves)]` picks a legal move."""
    length = draw(st.integers(0, most))
    return draw(st.binary(min_size=length, max_size=length))


def rules(largest: int = LARGEST, games: tuple[str, ...] = GAMES) -> st.SearchStrategy[Rules]:
    """Rules of any game with any options."""
    return named_options(largest, games).map(lambda named: outnumber.game(named[0], **named[1]))


@st.composite
def positions(draw: st.DrawFn, largest: int = LARGEST, games: tuple[str, ...] = GAMES) -> Position:
    """A position of any game after random moves; it may be the start or a finished game."""
    position = draw(rules(largest, games)).start()
    for pick in draw(picks(largest)):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(moves[pick % len(moves)])
    return position
