"""Text about a game on a server, in addition to the text of a local game."""

from __future__ import annotations

from outnumber.games import Text, Voice, mark
from outnumber.match import HUMAN, Match

from .commands import for_shell, help_for
from .match import help_in, player

HELP = help_for("server prompt")
# Replies to a player whose request was declined or withdrawn.
DECLINED: dict[str, Text] = {
    "takeback-decline": "Takeback declined.",
    "rematch-decline": "Rematch declined.",
    "claim-decline": "Your opponent is here.",
}
AGAIN: Text = "Type review to look at the game, rematch to play again, or quit: "


# Commands that work at any time, also for spectators.
ALWAYS = ("board", "rules", "save", "quit", "help")


def offers(
    match: Match, me: int, *, begun: bool, helps: bool, takebacks: bool
) -> tuple[list[tuple[str, str]], str]:
    """The commands that participant `me` can use now (0 for a spectator), with descriptions, and an
    introduction.
    """
    first, fit = mark("Type one of these commands:"), {*ALWAYS}
    if me and match.over:
        fit |= {"review", "rematch", "withdraw"}
    elif me and begun:
        waits = me not in (match.picker, 0 if match.picker else match.mover)
        fit |= {"resign", "withdraw"}
        if takebacks and not match.picker:
            fit.add("undo")
        if waits and match.participants[2 - me].plays == HUMAN:
            fit.add("claim")
        if not waits:
            fit |= {"moves"} if match.picker or not helps else {"moves", "hint", "why"}
            first = mark("Type a number to play it, or one of these commands:")
            if match.picker:
                first = mark("Type your answer, or one of these commands:")
    return [(word, text) for word, text in help_in(match, HELP) if word in fit], first


def offer(match: Match, kind: str, participant: int, plies: int, voice: Voice) -> str:
    """The prompt for a player whose opponent has made an offer."""
    name = player(match, match.seat_of(participant), voice)
    if kind == "rematch":
        return voice.say("{name} wants a rematch. Type yes or no: ", name=name)
    return voice.counted(
        "{name} wants to take back a move. Type yes or no: ",
        "{name} wants to take back {n} moves. Type yes or no: ",
        plies,
        name=name,
    )


def asked(seconds: int, voice: Voice) -> str:
    """The confirmation for a player who makes an offer, or claims a win after the opponent has left."""
    if not seconds:
        return voice.say("Request sent.")
    return voice.counted(
        "If your opponent is not back in {n} second, type claim again to win the round.",
        "If your opponent is not back in {n} seconds, type claim again to win the round.",
        seconds,
    )


def wait(match: Match, begun: bool, voice: Voice) -> str:
    """The reply to a number or command that must wait for another player."""
    if match.over:
        return voice.say("Your opponent has not answered yet: type withdraw, or quit to leave.")
    if not begun:
        return voice.say("The second seat is still free: wait, or type quit to leave.")
    if match.picker:
        return voice.say("Your opponent picks a seat: wait, or type resign, rules, save, help or quit.")
    name = player(match, match.current.turn, voice)
    return voice.say("It is {name}'s turn: wait, or type undo, resign, rules, save, help or quit.", name=name)


def come_back(link: str, voice: Voice) -> list[str]:
    return [voice.say("You can come back with:"), for_shell(f"join '{link}'")]


def picks(match: Match, me: int, voice: Voice) -> str:
    """The message that a player picks a seat, for the opponent and spectators."""
    name = match.participants[match.picker - 1].name or (voice.say("Your opponent") if me else "")
    return voice.say("{name} picks a seat.", name=name) if name else voice.say("A player picks a seat.")
