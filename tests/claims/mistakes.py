"""The texts in `language/mistakes.py`, and their claims."""

from __future__ import annotations

from tests.claims.rounds import Claims, Story
from tests.claims.truth import Numbers, Truth


def _number(truth: Truth, story: Story, n: Numbers) -> bool:
    """The number of the mistake among those of the people who played."""
    own = [ply for ply in story.mistakes(truth) if story.you in (None, story.positions[ply].turn)]
    same: bool = own.index(story.ply) == n["number"] - 1
    return same and len(own) == n["count"]


def _played(_: Truth, story: Story, n: Numbers) -> bool:
    same = story.round.moves[n["move"] - 1] == n["number"] and n["move"] == story.ply + 1
    return same and story.before.turn is story.seat(n) and n.get("round", 1) == 1


def _answers(truth: Truth, story: Story, n: Numbers) -> bool:
    """The opponent wins with this reply to the attempt."""
    after = story.before.play(n["tried"])
    return after.turn is story.seat(n) is not story.before.turn and truth.wins(after, n["move"])


# The claims of the sentences about the round and the mistake.
CLAIMS: Claims = {
    "Mistake {number} of {count}. This position was won. {where}": _number,
    "Round {round}, move {move}: [you|{name}] played {number}.": _played,
    "Move {move}: [you|{name}] played {number}.": _played,
    "{moves:or} wins.": lambda truth, story, n: truth.winning(story.before) == [*n["moves"]],
    "Right: {move} wins.": lambda truth, story, n: truth.wins(story.before, n["move"]),
    "No: {move} is the same move.": lambda truth, story, n: (
        n["move"] == story.round.moves[story.ply] and not truth.wins(story.before, n["move"])
    ),
    "No: {move} is another move that loses.": lambda truth, story, n: (
        n["move"] in story.before.legal_moves()
        and n["move"] != story.round.moves[story.ply]
        and not truth.wins(story.before, n["move"])
    ),
    "{name} would answer {move}.": _answers,
}
