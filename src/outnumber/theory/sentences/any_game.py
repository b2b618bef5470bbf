"""What can be said in any game."""

from __future__ import annotations

SENTENCES = {
    "searched-won": "All ways to go on were tried: {move} wins. Winning moves: {w} of {n}.",
    "searched-lost": "All ways to go on were tried: no move wins here.",
    "hint-move": "Play {move}.",
    "hint-move-one": "Play {move}: it is the only move that wins.",
    "hint-move-now": "Play {move}: you win at once.",
    "hint-now-idea": "Which move leaves your opponent nothing to answer with?",
    "hint-any-look": "You have {n:move} to choose from. Try each in your head.",
    "hint-any-idea": "After which move is every answer of your opponent a mistake?",
    "hint-any-idea-now": "Is there a move that wins at once?",
    # what somebody's move did, said of the position before it
    "move-only": "the only winning move",
    "move-won": "a winning move",
    "move-mistake": "a mistake; {moves:or} would have won",
    "move-lost": "no move could win there",
}
