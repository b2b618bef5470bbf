"""What the lesson about Number Stack Duel says."""

from __future__ import annotations

SENTENCES = {
    "sides-rules": (
        "You build one stack together. One of you must always go higher than the number on top, the other "
        "always lower. Each number is used once. Whoever cannot go on loses."
    ),
    "sides-idea": (
        "So one of you always climbs, and the other always dives. Count the numbers that are left on your "
        "side of the top, and those on the other side: whoever is to move wins exactly when their own side "
        "has more."
    ),
    "sides-count": (
        "Here {top} is on top. Whoever is to move has {f:number} on their side, and the other side has "
        "{k:number}. {f} is more than {k}: the player to move wins."
    ),
    "sides-near": "Stay near the top: the numbers you jump over are then on your opponent's side.",
    "sides-rule": "If your side has more numbers, take the nearest one. If not, no move wins.",
}
