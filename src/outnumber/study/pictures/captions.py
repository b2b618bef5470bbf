"""The texts in pictures of positions."""

from __future__ import annotations

from outnumber.games.sentences import Told

SENTENCES = {
    "over": "The game is over: Player {seat} has won.",
    "won": "Player {seat} is to move and wins with {moves:or}.",
    "lost": "Player {seat} is to move, but Player {winner} wins: every move loses.",
    "above-mine": "{n} above: Player {seat} must go here",
    "below-mine": "{n} below: Player {seat} must go here",
    "above-other": "{n} above: the side of Player {seat}",
    "below-other": "{n} below: the side of Player {seat}",
    "openings-above": "{n:winning opening}: Player 2 must then go above",
    "openings-below": "{n:winning opening}: Player 2 must then go below",
    "for-both": "{n:number} for both players",
    "for-one": "{n:gift}: for Player {seat} only",
    "of-target": "Player {seat} has {total} of {target}",
    "has": "has {total}",
    "on-target": "on target",
    "needs": "needs {n:token} more",
    "lacks": "{left} to go",
    "lacks-out": "{left} to go: out of reach",
    "lacks-stuck": "{left} to go: no token fits",
    "tokens": "Tokens for Player {seat}, who has {total}:",
    "some-tokens": "Some of the {all:,} tokens for Player {seat}, who has {total}:",
    "partners-after": (
        "Thick lines join partners: after playing {move}, Player {seat} replies to each number with its "
        "partner."
    ),
    "partners": "Thick lines join partners: Player {seat} replies to each number with its partner.",
    "drawn": (
        "Drawn: {shown} of {all:,} unused numbers, some that can follow and their partners ({fit:,} can "
        "follow, {win:,} of them win)."
    ),
}


class Caption(Told):
    """A sentence in a picture about its position."""

    __slots__ = ()

    SENTENCES = SENTENCES
