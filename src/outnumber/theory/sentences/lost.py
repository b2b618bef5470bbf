"""What is said to somebody who cannot win any more, unless the opponent errs."""

from __future__ import annotations

SENTENCES = {
    "hint-lost-look": (
        "No move wins here if your opponent answers well. Look for the move that is hardest to answer."
    ),
    "hint-lost-look-one": (
        "You have only one move, and it loses if your opponent answers well. So hope for a mistake."
    ),
    "hint-lost-idea": (
        "After one of your moves, {w} of {r} answers would win for your opponent, and any other would be a "
        "mistake. Which move is that?"
    ),
    "hint-lost-idea-one": (
        "{w} of {r} answers to it would win for your opponent, and any other would be a mistake."
    ),
    "hint-lost-move-one": (
        "Play {move}. Your opponent then has {r} answers, and only one of them wins: {reply}."
    ),
    "hint-lost-move": (
        "Play {move}. Your opponent then has {r} answers, and {w} of them win, such as {reply}."
    ),
    "hint-lost-idea-open": "Keep the game going as long as you can, and wait for a mistake.",
    "hint-wait-look": "No move wins here, and your opponent cannot go wrong yet. Look further ahead.",
    "hint-wait-idea-one": (
        "Whatever you play now, every answer wins for your opponent. After which move can they make a "
        "mistake one turn later?"
    ),
    "hint-wait-idea": (
        "Whatever you play now, your opponent cannot go wrong with the next {m} answers. After which move "
        "can the answer after those be a mistake?"
    ),
    "hint-wait-idea-open": "Whatever you play now, every answer wins for your opponent. Keep the game going.",
    "hint-wait-move-one": (
        "Play {move}. Your opponent's next answer cannot go wrong, but the one after it can."
    ),
    "hint-wait-move": (
        "Play {move}. Your opponent's next {m} answers cannot go wrong, but the one after them can."
    ),
    "hint-wait-move-open": "Play {move}. No answer to it can go wrong yet.",
    "hint-decided-look": "This round is decided: your opponent wins, whatever the two of you play now.",
    "hint-decided-idea": "So one move is as good as another: just play on.",
    "hint-decided-move": "Play {move}, for instance.",
    "hint-decided-move-one": "Play {move}: there is nothing else to play.",
}
