"""Number Stack Attack: count turns, not points."""

from __future__ import annotations

from datetime import date
from typing import Any

from outnumber.games.sentences import Phrase, Text, mark
from outnumber.study.lessons.lesson import DrillLevel, LessonWriter
from outnumber.study.puzzles.dice import Dice

SENTENCES = {
    "race-rules": (
        "Each of you has a stack. Add one token a turn to your own total; tokens are never used up. You "
        "must not go past the target, and the player who hits it exactly wins."
    ),
    "race-idea": (
        "Count turns, not points: how many tokens do you still need at least, and how many does your "
        "opponent? As long as they can still reach the target, a token wins exactly when you then need fewer "
        "turns than they do."
    ),
    "race-count": (
        "To reach {target}, the player to move needs at least {t:token} and the other player {u}. The "
        "player to move gets there first if they do not need more tokens than the other."
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
        "A player who has no token that fits must pass. If no token fits any more for either of you, the "
        "higher total wins. If both are the same, the player who got there first wins."
    ),
    "race-rule": (
        "Count how many tokens each of you still needs. As long as your opponent can reach the target, you "
        "win exactly when you need fewer than they do after your move."
    ),
}

_write = LessonWriter("number-stack-attack", rank=3)

_write.idea("race-rules", target=6, tokens="1-2")
_write.idea("race-idea", ("race-count", {"target": 9, "t": 3, "u": 3}), target=9, tokens="1-3")
_write.tiny(target=6, tokens="1-2", to_end=True)
_write.tiny(target=9, tokens="1-3", to_end=True)
_write.tiny(target=21, tokens="1-7", moves="7")
_write.idea(("race-biggest", {"biggest": 5, "move": 4, "more": 3, "fewer": 1}), target=8, tokens="1,4,5")
_write.tiny(target=8, tokens="1,4,5", to_end=True)
_write.idea(
    ("race-dead-end", {"move": 3, "total": 3, "target": 10}), "race-stand-off", target=10, tokens="3,5"
)
_write.tiny(target=10, tokens="3,5", moves="3; 3 3", to_end=True)
_write.who(target=21, tokens="1-7", moves="6; 6 7")
_write.who(target=10, tokens="3,5", moves="5")
_write.drill(target=12, tokens="1,6,7")
_write.drill(target=12, tokens="1,5,8")
_write.drill(target=20, tokens="1,6,7", moves="6")
_write.drill(target=21, tokens="1-7", moves="6 7 7")
_write.drill(target=14, tokens="3,4,7", moves="4")
_write.drill(target=21, tokens="1-7", moves="5 7")


def _level(about: str, low: int, high: int, *tokens: str) -> DrillLevel:
    """Boards for each combination of these tokens and targets."""
    boards = tuple({"target": target, "tokens": each} for target in range(low, high + 1) for each in tokens)
    return DrillLevel(Phrase(about, low=low, high=high), boards)


_WITH_ONE: Text = "Targets from {low} to {high}, with a token 1"

LESSON = _write.lesson(
    "Count turns, not points",
    "race-rule",
    _level(_WITH_ONE, 12, 30, "1-5", "1-7", "1,4,5", "1,5,8", "1,3,7", "1,6,7", "1,4,6,9"),
    _level(_WITH_ONE, 30, 60, "1,4,9", "1,5,8,12", "1,6,10", "1,7,11,13", "1-9", "1,9,10"),
    _level(
        mark("Tokens without a 1: beware of dead ends"),
        15,
        40,
        "3,5,8",
        "2,5,7",
        "4,6,9",
        "3,7,8",
        "4,5,7,11",
    ),
)

DAILY_FROM = date.min


def vary(dice: Dice) -> dict[str, Any]:
    """Options of a puzzle: with all tokens from 1 to 9, the answer would always be 9."""
    most = dice.between(6, 20)
    count = dice.between(3, min(most - 1, 12))
    tokens: set[int] = {1} if dice.below(4) else set()
    # Without a 1, stand-offs are possible, and the verdict takes longer.
    target = dice.between(12, 70 if tokens else 40)
    while len(tokens) < count:
        tokens.add(dice.between(2, most))
    return {"target": target, "tokens": sorted(tokens)}
