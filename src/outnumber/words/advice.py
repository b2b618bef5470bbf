"""What `hint` and `why` answer at the prompt: all of it proven."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from outnumber.games.base import Position
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.session.match import HUMAN, Match
from outnumber.theory.best import fastest
from outnumber.theory.hints import hints
from outnumber.theory.solve import solve
from outnumber.words.match import player

# A longer list of partners helps nobody at a prompt.
MOST_PAIRS = 60
LAST_HINT = 3


def hint(match: Match, step: int, voice: Voice = ENGLISH) -> str:
    """A hint for the player to move: step 1 says where to look, 2 the idea, 3 the move."""
    text = voice.tell(hints(match.current.position)[step - 1])
    return voice.say("Hint {step} of {last}: {text}", step=step, last=LAST_HINT, text=text)


def why(match: Match, voice: Voice = ENGLISH) -> Iterator[str]:
    """What the last move of a computer did, and why the position is won or lost."""
    current = match.current
    if current.moves:
        before = current.undo()
        if match.participant(before.turn).plays != HUMAN:
            name, move = player(match, before.turn, voice), current.moves[-1]
            grade = _grade(before.position, move, voice)
            yield voice.say("{name} played {move}: {grade}.", name=name, move=move, grade=grade)
    verdict = solve(current.position)
    yield voice.tell(verdict.reason)
    if verdict.winning:
        move = fastest(current.position, verdict)[0]
        lead = voice.say("After {move}, answer each number with its partner:", move=move)
        yield from pairs(lead, verdict.partners(move), voice)
    elif current.outcome is None:
        lead = voice.say("Your opponent can answer each number with its partner:")
        yield from pairs(lead, verdict.partners(), voice)


def _grade(before: Position, move: int, voice: Voice) -> str:
    winning = solve(before).winning
    if move in winning:
        return voice.say("a winning move") if len(winning) > 1 else voice.say("the only winning move")
    if winning:
        return voice.say("a mistake, {moves:or} would have won", moves=winning)
    return voice.say("no move could win there")


def pairs(lead: str, partner: Mapping[int, int], voice: Voice = ENGLISH) -> Iterator[str]:
    """The pairs of a list to play by in one line after its lead; nothing where there are none."""
    found = [voice.say("{a} with {b}", a=a, b=b) for a, b in sorted(partner.items()) if a < b]
    if not found:
        return
    more = len(found) - MOST_PAIRS
    also = voice.counted(", and {n} more pair", ", and {n} more pairs", more) if more > 0 else ""
    yield f"{lead} {', '.join(found[:MOST_PAIRS])}{also}."
