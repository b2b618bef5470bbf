"""Text for retrying mistakes."""

from __future__ import annotations

from outnumber.games import Voice, mark
from outnumber.match.mistakes import Mistake
from outnumber.theory.best import best
from outnumber.theory.bounded import solve

from .commands import help_for
from .match import person, player

HELP = help_for("retry prompt")


def score(right: int, tried: int, voice: Voice) -> str:
    """How many better moves were found."""
    if not tried:
        return voice.say("You didn't try any.")
    return voice.say("You found {right} of {tried}.", right=right, tried=tried)


def heading(mistake: Mistake, number: int, count: int, voice: Voice) -> str:
    """A heading: the position was won, and this move was played."""
    return voice.say(
        "Mistake {number} of {count}. This position was won. {where}",
        number=number,
        count=count,
        where=where(mistake, voice),
    )


def where(mistake: Mistake, voice: Voice) -> str:
    """The number of the move, and the moves before it."""
    match, graded = mistake
    moves = match.current.moves
    played = mark("Move {move}: [you|{name}] played {number}.")
    if match.length > 1:
        played = mark("Round {round}, move {move}: [you|{name}] played {number}.")
    numbers = {"round": len(match.rounds), "move": len(moves) + 1, "number": graded.move}
    text = voice.say(played, name=person(match, graded.seat, voice), **numbers)
    if moves:
        text += " " + voice.say("Played so far: {moves}.", moves=" ".join(map(str, moves)))
    return text


def told(mistake: Mistake, move: int, voice: Voice) -> list[str]:
    """Whether the answer was right, and the reason."""
    match, graded = mistake
    say = voice.say
    wins = voice.counted("{moves:or} wins.", "{moves:or} win.", len(graded.winning), moves=graded.winning)
    reason = voice.tell(solve(graded.before).reason)
    if not move:
        return [wins, reason]
    if move in graded.winning:
        return [say("Right: {move} wins.", move=move), reason]
    if move == graded.move:
        wrong = say("No: {move} is the same move.", move=move)
    else:
        wrong = say("No: {move} is another move that loses.", move=move)
    after = graded.before.play(move)
    if after.outcome() is None and after.turn is not graded.seat:
        name = person(match, after.turn, voice) or player(match, after.turn, voice)
        wrong += " " + say("{name} would answer {move}.", name=name, move=best(after)[0], tried=move)
    return [f"{wrong} {wins}", reason]
