"""The answers of `hint` and `why` at the prompt: all of them proven."""

from __future__ import annotations

from collections.abc import Iterator

from outnumber.games import Position, Voice
from outnumber.match import HUMAN, Match
from outnumber.theory.advice import hints, partner_list, played
from outnumber.theory.bounded import solve

from .ends import how
from .games import words_for

# A longer list of partners is useless at a prompt.
MOST_PAIRS = 60
LAST_HINT = 3


def hint(match: Match, step: int, voice: Voice) -> str:
    """A hint for the player to move: step 1 says where to look, 2 the idea, 3 the move."""
    text = voice.tell(hints(match.current.position)[step - 1])
    return voice.say("Hint {step} of {last}: {text}", step=step, last=LAST_HINT, text=text)


def why(match: Match, voice: Voice) -> Iterator[str]:
    """The effect of the computer's last move, and why the position is won or lost, or how it ended."""
    current = match.current
    if len(current.moves) > current.drawn:
        before = current.undo()
        if match.participant(before.turn).plays != HUMAN:
            name, move = words_for(match, voice).name(before.turn), current.moves[-1]
            grade = played(before.position, move)
            yield voice.say("{name} played {move}: {grade}.", name=name, move=move, grade=grade)
    yield how(match, voice) or reason(current.position, voice)


def reason(position: Position, voice: Voice) -> str:
    """Why a position is won or lost, with the list of partners if there is one."""
    lead = partner_list(position)
    if lead is None:
        return voice.tell(solve(position).reason)
    found = [voice.say("{a} with {b}", a=a, b=b) for a, b in lead.numbers["pairs"]]
    more = len(found) - MOST_PAIRS
    also = voice.counted(", and {n} more pair", ", and {n} more pairs", more) if more > 0 else ""
    return f"{voice.tell(lead)} {', '.join(found[:MOST_PAIRS])}{also}."
