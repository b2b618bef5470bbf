"""Your mistakes again: each position is shown, and you answer before the better move is revealed."""

from __future__ import annotations

from contextlib import suppress

from outnumber.games import Phrase
from outnumber.language.games import words_for
from outnumber.language.mistakes import HELP, heading, score, told
from outnumber.language.review import teaser
from outnumber.local.entries import read_legal_move
from outnumber.match import Match
from outnumber.match.mistakes import Mistake, mistakes
from outnumber.match.review import Review

from .console import Console, EndOfInput
from .prompt import NUMBER, answered, asides, offered

SKIP = ("skip", "pass")
REMEDY = Phrase("type a number, skip or quit.")


def find_first(match: Match, review: Review, console: Console) -> None:
    """Before a review, let the player find the better move at their last mistake, if they want to."""
    voice = console.voice
    found = list(mistakes(match, review))
    if not found:
        return
    mistake = found[-1]
    number, place = len(mistake.match.rounds), len(mistake.match.current.moves) + 1
    was = teaser(match, number, place, mistake.graded, voice)
    asked = voice.say("Find the better move, or press Enter to see it.")
    if match.length > 1:
        of = voice.say("Round {round} of {rounds}.", round=number, rounds=match.length)
        was = f"{of} {was}"
    console.say(f"{was} {asked}", style="strong")
    with suppress(EndOfInput):
        _ask(mistake, console)
    console.say()


def retry(match: Match, review: Review, console: Console) -> None:
    """Ask for a better move at each mistake, then reveal it."""
    found = list(mistakes(match, review))
    voice = console.voice
    if not found:
        console.speak("There are no mistakes to retry.")
        return
    right = tried = 0
    for number, mistake in enumerate(found, start=1):
        if number > 1:
            console.say()
        console.say(heading(mistake, number, len(found), voice), style="strong")
        try:
            move = _ask(mistake, console)
        except EndOfInput:
            break
        tried += move > 0
        right += move in mistake.graded.winning
    console.say()
    console.say(score(right, tried, voice))


def _ask(mistake: Mistake, console: Console) -> int:
    """Ask for a move and print how good it is; 0 skips. Raises `EndOfInput` when the player leaves."""
    voice, before = console.voice, mistake.graded.before
    words = words_for(mistake.match, voice)
    console.say(line for line in (*words.turn(), *words.untold()) if line)

    def read(text: str, word: str) -> int:
        return 0 if word in SKIP or not text.strip() else read_legal_move(before, text, REMEDY)

    # A hint would be the answer.
    about = {**asides(words.position, HELP, voice, NUMBER), "board": words.board}
    move = answered(console, words.prompt(), read, about, lambda: offered(words.position, dict(HELP), voice))
    console.say(told(mistake, move, voice), "good" if move in mistake.graded.winning else "")
    return move
