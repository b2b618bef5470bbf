"""A game in words for somebody who reads text only: its rules with the chosen options, and the position.

Language models get these words. They tell all that a player needs, whatever the options are. They are English
whatever language people speak here, so that results can be compared; `VERSION` is kept with every result and
grows with each change of the words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import cleandoc
from typing import Any

from outnumber.games.base import Position, Rules
from outnumber.games.errors import IllegalMove
from outnumber.games.links import together
from outnumber.games.number_duel import NumberDuel
from outnumber.games.number_stack_attack import NumberStackAttack
from outnumber.games.number_stack_duel import NumberStackDuel
from outnumber.games.numbers import ordered, run_texts
from outnumber.games.order_challenge import OrderChallenge
from outnumber.games.pool import PoolRules
from outnumber.games.sentences import ENGLISH, Phrase
from outnumber.games.strategy_stacks import StrategyStacks
from outnumber.match.record import option_text
from outnumber.match.round import Round

VERSION = 3
# Beyond this, a list tells its first items and how many there are: nobody reads a megabyte.
LONGEST_LIST = 1_000
# Shorter lists name each number; longer ones have runs such as 4-9.
_NAMED_ONE_BY_ONE = 50

FORM = "End with a line that has only this, with your number in place of N:\nmove: N"
UNREAD = f"No move could be read from that for certain. {FORM}"
ASK = f"Choose your move. You may think first, in as many words as you like. {FORM}"

_NO_DRAW = "There is no passing and no draw: a player who is to move and has no number to play loses."


def listed(numbers: Sequence[int]) -> str:
    """The numbers in one line, long lists as runs, the longest not to their end.

    >>> listed([1, 2, 4]), listed(range(1, 101))
    ('1, 2, 4', '1-100')
    """
    if len(numbers) <= _NAMED_ONE_BY_ONE:
        return ", ".join(map(str, numbers)) or "none"
    texts = run_texts(numbers)
    if len(texts) <= LONGEST_LIST:
        return ", ".join(texts)
    return (
        f"{', '.join(texts[:LONGEST_LIST])} and so on up to {numbers[-1]} ({len(numbers):,} numbers in all)"
    )


def rules_told(rules: Rules) -> str:
    """The whole rules of a game with its options chosen.

    >>> from outnumber.games.registry import game
    >>> print(rules_told(game("strategy-stacks", range=12)).splitlines()[0])
    Strategy Stacks, a game for two: Player 1 and Player 2. Player 1 moves first.
    """
    first = f"{rules.title}, a game for two: Player 1 and Player 2. Player 1 moves first."
    tell = _RULES.get(type(rules))
    if told := tell(rules) if tell else rules.briefing():
        return f"{first}\n{told}"
    added = cleandoc(type(rules).__doc__ or rules.summary)
    return f"{first}\n{added}\nOptions: {option_text(rules) or 'none'}"


def position_told(current: Round, *, legal: bool) -> str:
    """What has been played, what that means for the next move, and the legal moves if asked for."""
    scene, turn = current.scene, current.turn.value
    lines = [_history(current)]
    if current.position.unused_count:
        lines.append(f"Unused numbers: {listed(scene.unused)}.")
    for row in scene.rows:
        if row.seat is not None and row.total is not None:
            lines.append(f"Total of Player {row.seat.value}: {row.total}.")
        elif row.seat is not None:
            lines.append(f"{row.label} of Player {row.seat.value}: {listed(row.numbers)}.")
        elif tuple(row.numbers) != current.moves:
            lines.append(f"{row.label}: {listed(row.numbers)}.")
    unused = ", still unused" if current.position.unused_count else ""
    lines.append(f"You are Player {turn}. It is your turn. You need {scene.demand}{unused}.")
    if legal:
        lines.append(f"Legal moves: {listed(scene.legal)}.")
    return "\n".join(lines)


def question_told(current: Round, *, legal: bool) -> str:
    """All that somebody gets who is to move: the rules, the position, and how to answer."""
    return f"{rules_told(current.position.rules)}\n\n{turn_told(current, legal=legal)}"


def turn_told(current: Round, *, legal: bool) -> str:
    """The same for somebody who has the rules already: the position, and how to answer."""
    return f"{position_told(current, legal=legal)}\n\n{ASK}"


def complaint(position: Position, number: int | None, *, legal: bool) -> str:
    """What somebody hears whose answer is a number that is not allowed, or none: why, and how to answer.

    Whoever is not shown the legal moves is not shown them here either.
    """
    if number is None:
        return UNREAD
    error = position.refusal(number)
    if not legal:
        error = IllegalMove(error.code, **{**error.numbers, "remedy": Phrase("Choose another number.")})
    return f"{error} {FORM}"


def _history(current: Round) -> str:
    if not current.moves:
        return "Nothing has been played yet."
    played = [f"Player {seat.value}: {move}" for seat, move in current.played[-LONGEST_LIST:]]
    left_out = len(current.moves) - len(played)
    if left_out:
        played = [f"({left_out:,} earlier moves)", *played]
    return f"Moves so far: {', '.join(played)}."


def _one_pool(rules: PoolRules) -> str:
    return f"The numbers from 1 to {rules.range} are in one pool, and each can be used once."


# Number Stack Duel


def _stack_duel(rules: NumberStackDuel) -> str:
    one, two = ("greater", "less") if rules.first_pattern == "greater" else ("less", "greater")
    return (
        f"{_one_pool(rules)} In turn, the players put a number from the pool on one stack. The first number"
        f" can be any. The second must be {one} than the first, the third {two} than the second, the fourth"
        f" {one} than the third, and so on by turns; only the number on top of the stack counts. {_NO_DRAW}"
    )


# Number Duel and Strategy Stacks


def _number_duel(rules: NumberDuel) -> str:
    when = ENGLISH.either(map(together, rules.links.criteria))
    return (
        f"{_one_pool(rules)} The first number can be any. After that, each player in turn plays an unused"
        f" number that goes together with the number just played. Two numbers go together if {when}."
        f" {_NO_DRAW}"
    )


def _strategy_stacks(rules: StrategyStacks) -> str:
    opening = "even number" if rules.options["opening"] == "even" else "number"
    return (
        f"{_one_pool(rules)} The first number can be any {opening}. After that, each player in turn plays an"
        " unused number that is a factor or a multiple of the number just played. 1 is a factor of every"
        f" number. {_NO_DRAW}"
    )


# Order Challenge


def _order(rules: OrderChallenge) -> str:
    return (
        f"{_one_pool(rules)} Each player builds a sequence of their own, empty at first. In turn, the players"
        " take a number from the pool and put it at the end of their own sequence. It must be greater than"
        " the last number of that sequence; a first number can be any in the pool. The opponent's sequence"
        f" does not matter, and neither does the length of a sequence. {_NO_DRAW}"
    )


# Number Stack Attack


def _attack(rules: NumberStackAttack) -> str:
    return (
        "Each player has a total of their own, 0 at first. In turn, each adds a token to their own total."
        " There are tokens of these numbers, as many of each as anybody wants:"
        f" {listed(ordered(rules.tokens))}. A total must never exceed {rules.target}. Whoever reaches exactly"
        f" {rules.target} wins at once. A player for whom every token would exceed {rules.target} is passed"
        " over, and the opponent goes on. If that holds for both players, the game ends, and the higher total"
        f" wins; with equal totals, the player who got to that total {rules.tie} wins."
    )


# The five; added games have `briefing`, and what was made from one of these has rules of its own. Any: each
# is told of the rules that it stands beside.
_RULES: dict[type[Rules], Callable[[Any], str]] = {
    NumberStackDuel: _stack_duel,
    NumberDuel: _number_duel,
    OrderChallenge: _order,
    NumberStackAttack: _attack,
    StrategyStacks: _strategy_stacks,
}
