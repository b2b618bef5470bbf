"""What is said when a game is over."""

from __future__ import annotations

SENTENCES = {
    "over": "The game is over, and {winner} has won.",
    "over-no-move": "{loser} has nothing left to play, so {winner} has won.",
    "over-target": "{winner} has reached exactly {target} and has won.",
    "over-larger": (
        "No token fits any more. {winner} has {more} and {loser} only {less}, so {winner} has won."
    ),
    "over-first": "No token fits any more, and both have {total}. {winner} got there first and has won.",
    "over-last": (
        "No token fits any more, and both have {total}. {winner} got there last, which wins under these "
        "rules."
    ),
}
