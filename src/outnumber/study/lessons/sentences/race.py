"""What the lesson about Number Stack Attack says."""

from __future__ import annotations

SENTENCES = {
    "race-rules": (
        "Each of you has a stack. Add one token a turn to your own total; tokens are never used up. You must "
        "not go past the target, and whoever hits it exactly wins."
    ),
    "race-idea": (
        "Count turns, not points: how many tokens do you still need at least, and how many does your "
        "opponent? As long as they can still reach the target, a token wins exactly when you then need fewer "
        "turns than they do."
    ),
    "race-count": (
        "To reach {target}, whoever is to move needs at least {t:token} and the other player {u}. Whoever "
        "needs no more than the other and is to move gets there first."
    ),
    "race-biggest": (
        "The biggest token is not always the best. After {biggest} you still need {more:turn}, but after "
        "{move} only {fewer}."
    ),
    "race-dead-end": (
        "Beware of dead ends: totals from which no tokens lead exactly to the target. After {move} you have "
        "{total}, and from there {target} is out of reach."
    ),
    "race-stand-off": (
        "Whoever has no token that fits must pass. If no token fits any more for either of you, the higher "
        "total wins. If both are the same, whoever got there first wins."
    ),
    "race-rule": (
        "Count how many tokens each of you still needs. As long as your opponent can reach the target, you "
        "win exactly when you need fewer than they do after your move."
    ),
}
