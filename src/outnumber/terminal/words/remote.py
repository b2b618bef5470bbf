"""What the plain terminal says about a game on a server, besides the words of a game at home."""

from __future__ import annotations

from outnumber.games.base import Seat
from outnumber.session.match import Match
from outnumber.terminal.words import words_for

HELP = (
    "Type a number to play it, or one of these words:",
    "  moves    the numbers you can play",
    "  hint     help in three steps: where to look, the idea, the move",
    "  why      why this position is won or lost, and what the computer's move did",
    "  undo     ask to take back your last move, also while you wait",
    "  withdraw stop asking for a takeback or a rematch",
    "  rules    how this game is played",
    "  save     where this game is kept; save FILE writes its record there too",
    "  resign   give up this round, also while you wait",
    "  rematch  once the game is over, ask to play again",
    "  quit     leave; the game is on the server, and your link comes back to it",
    "  help     this list",
)
ASKED = "Your opponent is asked."
NO_TAKEBACK = "The answer is no: nothing is taken back."
NO_REMATCH = "The answer is no: there is no rematch."
WITHDRAWN = "The offer is withdrawn."
NOTHING_ASKED = "You have not asked for anything."
NO_HELP = "Who made this game does not allow help in it."
ONE_MOMENT = "One moment: the server has not answered yet."
WATCHING = "You are watching: type rules, save, help or quit."
AGAIN = "Type rematch to play again, or quit: "
YES_OR_NO = "Type yes or no, or quit to leave."
LOST = "The server cannot be reached any more."


def name(match: Match, participant: int) -> str:
    """What to call a participant, 1 or 2, in the current round."""
    seat = Seat.ONE if match.seated(Seat.ONE) == participant else Seat.TWO
    return words_for(match).name(seat)


def offer(match: Match, kind: str, participant: int, plies: int) -> str:
    """The prompt for somebody whose opponent has offered something."""
    moves = "a move" if plies == 1 else f"{plies} moves"
    what = "wants a rematch" if kind == "rematch" else f"wants to take back {moves}"
    return f"{name(match, participant)} {what}. Type yes or no: "


def wait(match: Match, begun: bool) -> str:
    """The answer to a number, or a word that must wait, while somebody else is to do something."""
    if match.over:
        return "Your opponent has not answered yet: type withdraw, or quit to leave."
    if not begun:
        return "Nobody has taken the second seat yet: wait, or type quit to leave."
    turn = f"It is {words_for(match).mover}'s turn"
    return f"{turn}: wait, or type undo, resign, rules, save, help or quit."


def thinking(match: Match, participant: int) -> str:
    """What is said when a computer's move has not been worked out for a while."""
    return f"{name(match, participant)} is still thinking: the server is busy."


def come_back(link: str) -> str:
    return f"You can come back with: outnumber join '{link}'"
