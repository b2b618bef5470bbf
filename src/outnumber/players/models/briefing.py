"""A game as text for a reader without a board: its rules with the chosen options, and the position.

Language models get these texts. They contain everything that a player needs, for any options. They are always
in English, so that results can be compared; `VERSION` is saved with every result and increases with each
change of the text.
"""

from __future__ import annotations

from inspect import cleandoc

from outnumber.games import IllegalMove, Phrase, Position, Rules
from outnumber.games.numbers import listed
from outnumber.match import Round
from outnumber.match.record import option_text

VERSION = 3
# Maximum number of moves in the history, newest first.
LONGEST_HISTORY = 1_000

FORM = "End with a line that has only this, with your number in place of N:\nmove: N"
UNREAD = f"No move could be read from that for certain. {FORM}"
ASK = f"Choose your move. You may think first, in as many words as you like. {FORM}"


def rules_told(rules: Rules) -> str:
    """The complete rules of a game with its chosen options.

    >>> from outnumber.games.registry import game
    >>> print(rules_told(game("strategy-stacks", range=12)).splitlines()[0])
    Strategy Stacks, a game for two: Player 1 and Player 2. Player 1 moves first.
    """
    first = f"{rules.title}, a game for two: Player 1 and Player 2. Player 1 moves first."
    kind = type(rules)
    author = kind.briefing.__module__
    # A game derived from one of the five has its own rules.
    inherited = author.startswith("outnumber.games.") and author != kind.__module__
    if told := "" if inherited else rules.briefing():
        return f"{first}\n{told}"
    added = cleandoc(kind.__doc__ or rules.summary)
    return f"{first}\n{added}\nOptions: {option_text(rules) or 'none'}"


def position_told(current: Round, *, legal: bool) -> str:
    """The moves so far, what they mean for the next move, and the legal moves if requested."""
    scene, turn = current.scene, current.turn
    lines = [_history(current)]
    if current.position.unused_count:
        lines.append(f"Unused numbers: {listed(scene.unused)}.")
    for row in scene.rows:
        if row.seat is not None and row.total is not None:
            lines.append(f"Total of Player {row.seat}: {row.total}.")
        elif row.seat is not None:
            lines.append(f"{row.label} of Player {row.seat}: {listed(row.numbers)}.")
        elif tuple(row.numbers) != current.moves:
            lines.append(f"{row.label}: {listed(row.numbers)}.")
    unused = ", still unused" if current.position.unused_count else ""
    lines.append(f"You are Player {turn}. It is your turn. You need {scene.demand}{unused}.")
    if legal:
        lines.append(f"Legal moves: {listed(scene.legal)}.")
    return "\n".join(lines)


def question_told(current: Round, *, legal: bool = True) -> str:
    """The complete question to the player to move: the rules, the position, and the answer format."""
    return f"{rules_told(current.position.rules)}\n\n{turn_told(current, legal=legal)}"


def turn_told(current: Round, *, legal: bool) -> str:
    """The question to a player who already has the rules: the position, and the answer format."""
    return f"{position_told(current, legal=legal)}\n\n{ASK}"


def complaint(position: Position, number: int | None, *, legal: bool) -> str:
    """The message after an illegal or missing answer: the reason, and the answer format.

    If the question did not show the legal moves, this message does not either.
    """
    if number is None:
        return UNREAD
    error = position.refusal(number)
    if not legal:
        error = IllegalMove(error.code, **{**error.numbers, "remedy": Phrase("Choose another number.")})
    return f"{error} {FORM}"


def _history(current: Round) -> str:
    if not current.moves:
        fresh = current.position == current.position.rules.start()
        return "Nothing has been played yet." if fresh else "The earlier moves are not shown."
    played = [f"Player {seat}: {move}" for seat, move in current.played[-LONGEST_HISTORY:]]
    left_out = len(current.moves) - len(played)
    if left_out:
        played = [f"({left_out:,} earlier moves)", *played]
    return f"Moves so far: {', '.join(played)}."
