"""The longest chain at the prompt."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from outnumber.games import GameError, Voice
from outnumber.language import chains as words
from outnumber.language.commands import meant
from outnumber.language.match import help_lines
from outnumber.local.chains import ALONE, WITH_NUMBER, changed, save_record
from outnumber.study.chains.play import ChainRecords, Play

from .console import Console, EndOfInput

_TOLD: dict[str, Callable[[Play, Voice], list[str]]] = {
    "moves": lambda play, voice: words.fits(play.chain, voice),
    "hint": lambda play, voice: [words.hint(play, voice)],
    "best": lambda play, voice: words.known(play.goal, voice),
    "why": lambda play, voice: words.why(play.goal, voice),
    "help": lambda _, voice: help_lines(words.HELP, voice),
}
KNOWN = (*_TOLD, *ALONE, *WITH_NUMBER, "insert", "quit")


def build(console: Console, play: Play, records: ChainRecords) -> bool:
    """Let the player build a chain until they stop; return whether every record was saved."""
    voice, saved, word = console.voice, True, ""
    console.say(words.task(play.chain, voice), style="strong")
    console.speak("Type a number to add it, or help.")
    with suppress(EndOfInput):
        while word != "quit":
            console.say(["", words.drawn(play.chain, voice), words.stand(play, voice)])
            text = console.ask(voice.say("Number or word: "), words=[voice.word(each) for each in KNOWN])
            typed, *rest = text.split() or [""]
            word = meant(typed, voice)
            if word in _TOLD:
                console.say(_TOLD[word](play, voice))
            elif word != "quit":
                before = play
                try:
                    play = changed(play, word if word in KNOWN else typed, rest)
                except GameError as error:
                    console.refuse(error)
                saved = save_record(records, before, play, console) and saved
    return saved
