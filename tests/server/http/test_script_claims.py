"""The claims of the scripts' texts about who wins, by what fills them.

A script fills these texts from responses of the server. Each claim is checked with the verdicts and reviews
of all rounds of small games. A new text about winning fails until it has a claim.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import outnumber
from outnumber.api.reviews import PageMove, PageReview
from outnumber.api.verdicts import VerdictModel
from outnumber.games.base import Position
from outnumber.games.sentences import ENGLISH
from outnumber.match.match import Match
from outnumber.match.review import review
from outnumber.match.round import Round
from outnumber.theory.solve import solve
from tests.claims.truth import Truth
from tests.make_catalogue import in_scripts
from tests.theory.cases import Spec, attacks, pool_games
from tests.theory.claims import reachable

NOTHING = ("", "", "")
ABOUT = re.compile(r"\b(wins?|won|winning|loses?|lost|mistakes?|[Bb]est play|[Rr]ight)\b")

# About a verdict: the truth, the position, and the response of the server.
OF_VERDICT: dict[str, Callable[[Truth, Any, VerdictModel], bool]] = {
    "No move wins.": lambda truth, at, told: bool(told.winning) == bool(truth.winning(at)),
    "{n} move wins.": lambda truth, at, told: len(told.winning) == len(truth.winning(at)),
    "With best play, the game ends after {n} more move.": lambda truth, at, told: (
        told.length is None or told.length == truth.length(at)
    ),
    "{number}, wins": lambda truth, at, told: told.winning == truth.winning(at),
    "{number}, loses": lambda truth, at, told: (
        [move for move in told.legal if move not in told.winning]
        == [move for move in at.legal_moves() if not truth.wins(at, move)]
    ),
    "No: {move} is another move that loses.": lambda truth, at, told: told.winning == truth.winning(at),
    "Right: {move} wins.": lambda truth, at, told: told.winning == truth.winning(at),
}
# About a move in a review: the truth, the position before it, and the response of the server.
OF_MOVE: dict[str, Callable[[Truth, Any, PageMove], bool]] = {
    "Every move lost here.": lambda truth, at, told: told.grade != "no-chance" or truth.lost(at),
    "{moves} would have won.": lambda truth, at, told: told.winning == truth.winning(at),
    "This was the only winning move.": lambda truth, at, told: (
        told.grade != "kept" or len(told.winning) > 1 or truth.winning(at) == [told.move]
    ),
    "It was the only number that won.": lambda truth, at, told: (
        told.grade != "kept" or len(told.winning) > 1 or truth.winning(at) == [told.move]
    ),
    "After {before}, it was the only number that won.": lambda truth, at, told: (
        told.grade != "kept" or len(told.winning) > 1 or truth.winning(at) == [told.move]
    ),
    "With move {ply}, the win passed to {name}.": lambda truth, at, told: (
        not told.regret or (truth.won(at) and not truth.wins(at, told.move))
    ),
    "With move {ply}, the win passed to the computer.": lambda truth, at, told: (
        not told.regret or (truth.won(at) and not truth.wins(at, told.move))
    ),
    "You were winning until move {place}.": lambda truth, at, told: (
        not told.regret or (truth.won(at) and at.turn == told.seat)
    ),
    "{name} was winning until move {place}.": lambda truth, at, told: (
        not told.regret or (truth.won(at) and at.turn == told.seat)
    ),
    "{n} mistake": lambda truth, at, told: told.regret == (truth.won(at) and not truth.wins(at, told.move)),
    "{name} is winning": lambda truth, at, told: told.winner_before == truth.winner(at),
}
# About a whole review: the truth, all positions, and the response of the server.
OF_REVIEW: dict[str, Callable[[Truth, list[Any], PageReview], bool]] = {
    "After {number}, {name} could win like this: {line}": lambda truth, at, told: refutes(truth, at, told),
    "After {number}, {other} wins at once.": lambda truth, at, told: refutes(truth, at, told),
}
# Shown when the server has judged an answer or reported the end of a game, which server tests cover.
JUDGED = {
    "Right.",
    "Right so far.",
    "Right: {move} is the only move that wins.",
    "Yes, {number} is the only move that wins.",
    "One move wins: find it.",
    "No: a winning move is missing.",
    "No: the other player wins.",
    "No: {number} wins.",
    "No: {number} loses.",
    "{number} loses",
    "Yes! {number} wins.",
    "{number} loses. Try again.",
    "You win!",
    "{name} wins.",
    "{name} won",
    "You won",
    "You lost",
}
# Headings, buttons, counts, and how puzzles are counted.
FRAMES = {
    "Common mistakes",
    "Find the winning move",
    "Games: {won} of {played} won",
    "Say who wins",
    "Worksheet from these mistakes: {game}",
    "{n} game won",
    "Who was winning",
    "Win without throwing the win away for another star.",
    "Who was winning after each move",
    "winning chances kept",
    "The position before this move, with the winning moves",
    "Only these numbers win",
    "Next mistake",
    "Retry your mistake",
    "No mistakes to retry.",
    "{n} round won",
    "{won} won, {lost} lost",
    "{n} mistake here",
    "{n} won",
    "Games won",
    "Who wins here?",
    "Connection lost. Reconnecting …",
    "Claim the win",
    "If {name} is not back in {n} second, you can claim the win.",
    "Who wins?",
    "Drill: {n} of {all} right so far.",
    "Repeat the drill: all {all} must be right.",
}


def refutes(truth: Truth, positions: list[Any], told: PageReview) -> bool:
    """Whether the line follows the mistake, with the named players, and wins as far as it goes."""
    if told.turning_point is None:
        return not told.refutation
    at, loser = positions[told.turning_point + 1], told.moves[told.turning_point].seat
    for step in told.refutation:
        if step.seat != at.turn or (at.turn != loser and not truth.wins(at, step.move)):
            return False
        at = at.play(step.move)
    ended = at.outcome()
    return bool(told.ending) == bool(ended) and (not ended or ended.winner != loser)


def said() -> Iterator[str]:
    """Every text of the scripts; of plural texts, the singular."""
    return (text if isinstance(text, str) else text[0] for text in in_scripts())


def test_every_text_about_winning_has_a_claim() -> None:
    about = {text for text in said() if ABOUT.search(text)}
    assert about == {*OF_VERDICT, *OF_MOVE, *OF_REVIEW, *JUDGED, *FRAMES}


@pytest.mark.parametrize("spec", [*pool_games(5), *attacks(7)], ids=str)
def test_the_claims_hold(spec: Spec) -> None:
    truth = Truth()
    start: Position = outnumber.game(spec[0], **spec[1]).start()
    for number, (position, moves) in enumerate(reachable(start)):
        if not position.outcome():
            told = VerdictModel.of(position, moves, solve(position), ENGLISH, certificate=False)
            for text, holds in OF_VERDICT.items():
                assert holds(truth, position, told), text
        if number % 7:
            continue
        match = Match(position.rules, rounds=(Round.begin(position.rules, moves),))
        found = PageReview.of(match, 1, review(match).rounds[0], ENGLISH, NOTHING, NOTHING)
        positions = list(match.current.positions())
        for text, whole in OF_REVIEW.items():
            assert whole(truth, positions, found), text
        for at, move in zip(positions, found.moves, strict=False):
            for text, of in OF_MOVE.items():
                assert of(truth, at, move), text


def test_a_false_claim_is_detected() -> None:
    truth, position = Truth(), outnumber.game("strategy-stacks").start()
    told = VerdictModel.of(position, (), solve(position), ENGLISH, certificate=False)
    told.winning = [1]
    assert not OF_VERDICT["{number}, wins"](truth, position, told)
