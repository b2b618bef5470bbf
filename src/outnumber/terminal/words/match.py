"""What the plain terminal says around the rounds of a match, in any game."""

from __future__ import annotations

from outnumber.games.base import Seat
from outnumber.session.match import Match
from outnumber.terminal.words.base import seconds

HELP = (
    "Type a number to play it, or one of these words:",
    "  moves    the numbers you can play",
    "  hint     help in three steps: where to look, the idea, the move",
    "  why      why this position is won or lost, and what the computer's move did",
    "  undo     take back the last move",
    "  rules    how this game is played",
    "  save     where this game is kept; save FILE writes its record there too",
    "  resign   give up this round",
    "  quit     stop here; the game is kept and can be resumed",
    "  help     this list",
)


def label(match: Match, number: int) -> str:
    """What to call a participant, 1 or 2, whatever seat they have."""
    this, that = match.participants[number - 1], match.participants[2 - number]
    if this.name:
        return this.name
    return this.plays if this.plays != that.plays else "AB"[number - 1]


def round_begins(match: Match) -> list[str]:
    """The lines before a round; a single round without a clock needs none."""
    lines = []
    if match.length > 1:
        one, two = match.seated(Seat.ONE), match.seated(Seat.TWO)
        if all(each.name for each in match.participants):
            who = f"{label(match, one)} goes first"
        else:
            who = f"{label(match, one)} is Player 1, {label(match, two)} is Player 2"
        lines.append(f"Round {len(match.rounds)} of {match.length}: {who}.")
    if match.clock is not None and (len(match.rounds) == 1 or lines):
        lines.append(f"Time for each turn: {seconds(match.clock)}.")
    if len(match.rounds) > 1:
        return ["", *lines, ""]
    return [*lines, ""] if lines else []


def score(match: Match) -> str:
    """The score so far in one line."""
    one, two = match.score()
    return f"Score: {label(match, 1)} {one}, {label(match, 2)} {two}."


def match_ends(match: Match) -> list[str]:
    """The lines after the last round; a single round needs none."""
    if match.length == 1:
        return []
    champion = match.champion()
    if champion is None:
        return ["The score is equal: there is no champion."]
    return [f"{label(match, champion)} is the champion!"]


def whole_match(match: Match) -> str:
    """A match in one line, for a list of games."""
    one, two = label(match, 1), label(match, 2)
    if match.length == 1 and (one, two) == ("A", "B"):
        # With one round the seats have names enough.
        one = two = match.participants[0].plays
    return f"{match.rules.title}, {one} against {two}"
