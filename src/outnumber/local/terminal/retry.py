"""Your mistakes once more: each position is shown again, and you answer before you are told."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from outnumber.games.errors import GameError
from outnumber.games.sentences import Phrase
from outnumber.language.commands import meant
from outnumber.language.games import words_for
from outnumber.language.games.base import Words
from outnumber.language.match import help_lines
from outnumber.language.mistakes import HELP, heading, score, told
from outnumber.language.review import teaser
from outnumber.local.entries import read_legal_move
from outnumber.local.terminal.console import Console, EndOfInput
from outnumber.local.terminal.prompt import moves_line, offered, rules_lines
from outnumber.match.match import Match
from outnumber.match.mistakes import Mistake, mistakes
from outnumber.match.review import Review

SKIP = ("skip", "pass")
REMEDY = Phrase("type a number, skip or quit.")


def find_first(match: Match, review: Review, console: Console) -> None:
    """Before a review tells anything: have the last mistake found by whoever made it, if they want."""
    voice = console.voice
    found = list(mistakes(match, review))
    if not found:
        return
    mistake = found[-1]
    number, place = len(mistake.match.rounds), len(mistake.match.current.moves) + 1
    was = teaser(match, number, place, mistake.graded, voice)
    asked = voice.say("Find the better move, or press Enter to be told.")
    if match.length > 1:
        of = voice.say("Round {round} of {rounds}.", round=number, rounds=match.length)
        was = f"{of} {was}"
    console.say(f"{was} {asked}", style="strong")
    with suppress(EndOfInput):
        _tell(mistake, _answer(mistake, console), console)
    console.say()


def _tell(mistake: Mistake, move: int, console: Console) -> None:
    right = move in mistake.graded.winning
    console.say(told(mistake, move, console.voice), style="good" if right else "")


def retry(match: Match, review: Review, console: Console) -> None:
    """Ask for a better move at each mistake, then tell."""
    found = list(mistakes(match, review))
    voice = console.voice
    if not found:
        console.say(voice.say("There is no mistake to try again."))
        return
    right = tried = 0
    for number, mistake in enumerate(found, start=1):
        if number > 1:
            console.say()
        console.say(heading(mistake, number, len(found), voice), style="strong")
        try:
            move = _answer(mistake, console)
        except EndOfInput:
            break
        if move:
            tried += 1
            right += move in mistake.graded.winning
        _tell(mistake, move, console)
    console.say()
    console.say(score(right, tried, voice))


def _answer(mistake: Mistake, console: Console) -> int:
    """A legal move, or 0 for somebody who would rather be told; raises `EndOfInput` when they stop."""
    words = words_for(mistake.match, console.voice)
    console.say(line for line in (*words.turn(), *words.untold()) if line)
    while True:
        text = console.ask(words.prompt(), words=offered(words.position, dict(HELP), console.voice))
        word = meant(text, console.voice)
        if word == "quit":
            raise EndOfInput
        if word == "help":
            first = console.voice.say("Type a number to play it, or one of these words:")
            console.say([first, *help_lines(HELP, console.voice)])
            continue
        if word in _ASIDES:
            console.say(_ASIDES[word](words))
            continue
        if word in SKIP or not text.strip():
            return 0
        try:
            return read_legal_move(mistake.graded.before, text, REMEDY)
        except GameError as error:
            console.refuse(error)


# What can be asked for besides; a hint would be the answer.
_ASIDES: dict[str, Callable[[Words], str | list[str]]] = {
    "moves": lambda words: moves_line(words.position, words.voice),
    "board": lambda words: words.board(),
    "rules": lambda words: rules_lines(words.match.rules, words.voice),
}
