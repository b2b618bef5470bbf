"""The ends of rounds, and their positions in a review: who was winning, and with which moves."""

from __future__ import annotations

from outnumber.games import Phrase, Position, Reason, Seat, Text, Voice, mark
from outnumber.match import Match
from outnumber.match.review import GRADES, RoundReview

from .games import words_for
from .match import champion, match_ends, person, score

# How a winning player lost the round nevertheless.
GAVE_UP: dict[Reason, Text] = {
    Reason.TIME: "No move threw a win away, but [you|{name:inside}] ran out of time while winning.",
    Reason.RESIGNATION: "No move threw a win away, but [you|{name:inside}] resigned while winning.",
    Reason.LEFT: "No move threw a win away, but [you|{name:inside}] left while winning.",
    Reason.FAULT: "No move threw a win away, but [you|{name:inside}] committed a fault while winning.",
}
NO_MISTAKE: Text = "Neither player threw a win away in this round."


def looked_at(
    match: Match, number: int, ply: int, position: Position, found: RoundReview | None, voice: Voice
) -> tuple[str, str]:
    """Who wins a reviewed round after some moves, with which moves, and what was played."""
    say, current = voice.say, match.rounds[number - 1]
    place = voice.counted("After {n} move", "After {n} moves", ply) if ply else say("At the start")
    if ply == len(current.moves) and current.outcome:
        shown = match._replace(rounds=match.rounds[:number])
        won = ""
        if found and found.given_up:
            ahead = person(match, found.ahead, voice, number)
            won = " " + say("The position was won for [you|{name:inside}|the computer].", name=ahead)
        return f"{place}: {ended(shown, voice)}", won
    mover = person(match, position.turn, voice, number)
    if not found:
        return say("{place}, [your|{name:inside} to] move.", place=place, name=mover), ""
    graded = found.moves[ply] if ply < len(found.moves) else None
    told = say(
        "{place}, [your move|{name:inside} to move]: [you are|{winner:inside} is] winning",
        place=place,
        name=mover,
        winner=person(match, found.winners[ply], voice, number),
        ply=ply,
    )
    winning = graded.winning if graded else ()
    rest = say(", with {moves:or}.", moves=winning, ply=ply) if winning else "."
    if graded:
        grade = say(GRADES[graded.grade], ply=ply)
        rest += " " + say("Played: {move}, {grade}.", move=graded.move, grade=grade, ply=ply)
    return told, rest


def thought(match: Match, number: int, seat: Seat, reason: Phrase, voice: Voice) -> str:
    """Why a position is won or lost. The reason addresses the player to move, who is often not the reader."""
    name = person(match, seat, voice, number)
    return voice.say("[|In {name:inside}'s place: ]{reason}", name=name, reason=reason)


def gave_up(match: Match, number: int, found: RoundReview, voice: Voice) -> str:
    """Say that a winning player ended the round."""
    reason = found.outcome.reason if found.outcome else Reason.RESIGNATION
    return voice.say(GAVE_UP[reason], name=person(match, found.ahead, voice, number))


def ended(match: Match, voice: Voice) -> str:
    """How the round ended, and the match if it is over."""
    said = [how(match, voice)]
    if match.length > 1:
        said.append(score(match, voice))
    return " ".join([*said, *match_ends(match, voice)] if match.over else said)


def how(match: Match, voice: Voice) -> str:
    """How the round ended; empty while it is running."""
    outcome = match.current.outcome
    if outcome is None:
        return ""
    words, winner = words_for(match, voice), outcome.winner
    if outcome.reason is Reason.NO_MOVE:
        return f"{words.stopped(outcome)} {words.wins(winner)}"
    if outcome.reason is Reason.TARGET:
        for row in words.position.rows(()):
            if row.seat is winner and row.target:
                reached = mark("[You reach {target} and win|{name} reaches {target} and wins the game]!")
                return words.said(winner, reached, target=row.target)
    return " ".join(line for line in words.ended(outcome) if line)


def result(match: Match, voice: Voice) -> str:
    """The winner of a match that is over."""
    if match.length == 1 and (outcome := match.current.outcome):
        return words_for(match, voice).wins(outcome.winner)
    return champion(match, voice)
