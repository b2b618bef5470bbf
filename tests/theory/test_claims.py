"""Every sentence is true: the sentences of the front ends are recorded, and their claims are checked by the
rules.

This covers small games; `python -m tests.theory.claims` covers all of them up to range 9.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import outnumber
from outnumber.games.base import Position
from outnumber.theory.advice import advise
from outnumber.theory.reasons import Explanation
from outnumber.theory.solve import solve
from tests.added.heaps import Heaps
from tests.added.steps import Steps
from tests.claims import holds
from tests.claims.truth import Truth
from tests.theory.cases import Spec, attacks, pool_games
from tests.theory.claims import ATLASES, FRAMES, MORE, Checked, Exact, reachable

SMALL: list[Spec] = [spec for size in (1, 2, 4, 6) for spec in pool_games(size)]
SMALL += [spec for target in (5, 12) for spec in attacks(target)]
SMALL += [*MORE, ("order-challenge", {"range": 7}), ("number-stack-duel", {"range": 7})]
# One in this many positions of a game is drawn, too.
DRAWN = 9


class Searched(Heaps):
    """A game without a theorem."""

    theorem = None  # type: ignore[assignment]


class Tried(Steps):
    """A walk without a theorem."""

    theorem = None  # type: ignore[assignment]


# The texts in pictures of an added game, which only name the objects on the table, and its own reasons.
ADDED_FRAMES = {"{label} of Player {seat}", "{label}: total {total}"}
ADDED_FRAMES |= {"{move} wins by the rule of Nim.", "Every move loses by the rule of Nim."}


def checked() -> Checked:
    """All sentences in small games, in some larger positions, and in games from other packages."""
    found = Checked()
    for spec in SMALL:
        found.game(spec, pictures=DRAWN)
    truth = Truth()
    for rules in (Searched(tokens=(1, 2, 4)), Heaps(tokens=(2, 3, 4)), Tried(range=6)):
        for position, moves in reachable(rules.start()):
            found.position(truth, position, moves)
    exact = Exact()
    for number, (position, moves) in enumerate(larger()):
        found.position(exact, position, moves, picture=number % DRAWN == 0)
    for position, moves in too_many():
        found.position(exact, position, moves)
    for name, options in ATLASES:
        found.sizes(name, options, 8)
    return found


def larger() -> Iterator[tuple[Position, tuple[int, ...]]]:
    """Positions of larger games after random moves, small enough for checking the sentences in time."""
    luck = random.Random(7)  # the same positions each time
    for name, options, least in (
        ("number-stack-duel", {"range": 40}, 20),
        ("order-challenge", {"range": 40}, 3),
        ("number-stack-attack", {"target": 60, "tokens": "1-9"}, 0),
        ("number-stack-attack", {"target": 60, "tokens": "4,7,11"}, 0),
        ("strategy-stacks", {"range": 24}, 0),
        ("number-duel", {"range": 20}, 5),
        ("number-duel", {"range": 22, "link": ["prime-sum"]}, 7),
    ):
        for _ in range(2):
            position, moves = outnumber.game(name, **options).start(), tuple[int, ...]()
            while not position.outcome():
                move = luck.choice(position.legal_moves()[:12])
                position, moves = position.play(move), (*moves, move)
                if len(moves) >= least and position.unused_count <= 40:
                    yield position, moves


def too_many() -> Iterator[tuple[Position, tuple[int, ...]]]:
    """Positions with more moves, tokens or numbers than can be examined or drawn."""
    start = outnumber.game("number-duel", range=40).start()
    after = start.play(7)
    answer = advise(after).move
    yield from ((start, ()), (after.play(answer), (7, answer)))
    yield outnumber.game("number-duel", range=200).start(), ()
    yield outnumber.game("number-stack-attack", target=60, tokens="1-50").start(), ()


def test_every_sentence_is_true_was_recorded_and_has_a_claim_about_its_numbers() -> None:
    """One test: if several shared the results, several workers would compute them."""
    found = checked()
    assert not found.false, {name: false[0] for name, false in found.false.items()}
    assert found.missing() == set()
    assert found.texts <= FRAMES | ADDED_FRAMES
    assert found.numbered == found.caught


def test_a_false_sentence_is_detected() -> None:
    truth, position = Truth(), outnumber.game("order-challenge", range=3).start().play(2)
    reason = solve(position).reason
    assert isinstance(reason, Explanation)
    assert holds(reason, truth, position)
    assert not holds(Explanation("gift-use", move=1, b=1), truth, position)
    assert not holds(Explanation("hint-move", move=1), truth, position)


@pytest.mark.parametrize("spec", [*pool_games(6), *attacks(11)], ids=str)
def test_in_a_lost_position_the_move_with_most_wrong_answers_is_offered(spec: Spec) -> None:
    truth = Truth()
    for position, _ in reachable(outnumber.game(spec[0], **spec[1]).start()):
        if not truth.lost(position):
            continue
        shares = {}
        for move in position.legal_moves():
            after = position.play(move)
            stays = after.outcome() or after.turn is position.turn
            shares[move] = 1.0 if stays else len(truth.winning(after)) / len(after.legal_moves())
        assert shares[advise(position).move] == min(shares.values())
