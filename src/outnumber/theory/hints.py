"""Three steps of help for the player to move: where to look, the idea, the move."""

from __future__ import annotations

from outnumber.games.base import Position
from outnumber.theory.best import fastest, stubborn
from outnumber.theory.reasons import Explanation
from outnumber.theory.solve import solve


def hints(position: Position) -> tuple[Explanation, Explanation, Explanation]:
    """Where to look, the idea, and the move; the position must not be over.

    The first two do not give the move away.

    >>> from outnumber.games.registry import game
    >>> for step in hints(game("strategy-stacks").start().play(7)):
    ...     print(step)
    No move wins here if your opponent plays well. Look for the number that makes it hardest for them.
    You have 1 number to try. After the best of them, 1 of 7 possible replies would win for your opponent.
    Try 1: then 1 of 7 possible replies would win for your opponent.
    """
    verdict = solve(position)
    if not verdict.winning:
        move = stubborn(position)[0]
        after = position.play(move)
        if after.outcome() or after.turn is position.turn:
            # The move ends the game, or the opponent cannot go any more: there is no reply to hope for.
            return (
                Explanation("hint-lost-look"),
                Explanation("hint-lost-idea-end"),
                Explanation("hint-lost-move-end", move=move),
            )
        replies = {"w": len(solve(after).winning), "r": len(after.legal_moves())}
        return (
            Explanation("hint-lost-look"),
            Explanation("hint-lost-idea", n=len(position.legal_moves()), **replies),
            Explanation("hint-lost-move", move=move, **replies),
        )
    move = fastest(position, verdict)[0]
    look, idea = verdict.help
    return look, idea, Explanation("hint-move-one" if len(verdict.winning) == 1 else "hint-move", move=move)
