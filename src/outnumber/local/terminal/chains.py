"""The longest chain at the prompt."""

from __future__ import annotations

from collections.abc import Callable

from outnumber.games.errors import GameError, NotAMove, shown
from outnumber.games.sentences import Voice
from outnumber.language import chains as words
from outnumber.language.commands import meant
from outnumber.language.match import help_lines
from outnumber.local.entries import REMEDY, read_move
from outnumber.local.terminal.console import Console, EndOfInput
from outnumber.store.files import StoreError
from outnumber.study.chains.chain import Chain
from outnumber.study.chains.play import Play, Records

# Words with one number behind them.
_WITH_NUMBER: dict[str, Callable[[Chain, int], Chain]] = {
    "front": Chain.front,
    "end": Chain.back,
    "take": Chain.take,
    "cut": Chain.cut,
    "turn": Chain.turn,
}
_CHANGES: dict[str, Callable[[Play], Play]] = {
    "reverse": lambda play: play.after(play.chain.reverse()),
    "undo": Play.undo,
    "redo": Play.redo,
    "new": lambda play: play.after(Chain(play.chain.links)),
}
_TOLD: dict[str, Callable[[Play, Voice], list[str]]] = {
    "moves": lambda play, voice: words.fits(play.chain, voice),
    "hint": lambda play, voice: [words.hint(play, voice)],
    "best": lambda play, voice: words.known(play.goal, voice),
    "why": lambda play, voice: words.why(play.goal, voice),
    "help": lambda _, voice: help_lines(words.HELP, voice),
}
KNOWN = (*_TOLD, *_CHANGES, *_WITH_NUMBER, "insert", "quit")


def build(console: Console, play: Play, records: Records) -> bool:
    """Let somebody build a chain until they stop; whether everything could be kept."""
    voice, kept = console.voice, True
    console.say(words.task(play.chain, voice), style="strong")
    console.say(voice.say("Type a number to add it, or help."))
    try:
        while True:
            console.say(["", words.drawn(play.chain, voice), words.stand(play, voice)])
            text = console.ask(voice.say("Number or word: "), words=[voice.word(each) for each in KNOWN])
            typed, *rest = [*text.split(), ""]
            word = meant(typed, voice)
            if word == "quit":
                return kept
            if word in _TOLD:
                console.say(_TOLD[word](play, voice))
                continue
            before = play
            try:
                play = changed(play, word if word in KNOWN else typed, [each for each in rest if each])
            except GameError as error:
                console.refuse(error)
            if len(play.record.numbers) > len(before.record.numbers):
                kept = _kept(console, records, play) and kept
    except EndOfInput:
        return kept


def changed(play: Play, word: str, rest: list[str]) -> Play:
    """What comes of a line; raises `GameError` with the reason where nothing does."""
    if word in _CHANGES and not rest:
        return _CHANGES[word](play)
    if word in _WITH_NUMBER and len(rest) == 1:
        return play.after(_WITH_NUMBER[word](play.chain, read_move(rest[0])))
    if word == "insert" and 1 <= len(rest) <= 2:
        number, *after = (read_move(each) for each in rest)
        return play.after(play.chain.insert(number, *after))
    if rest:
        raise NotAMove("not-a-number", text=shown(" ".join([word, *rest])), remedy=REMEDY)
    return play.after(play.chain.add(read_move(word)))


def _kept(console: Console, records: Records, play: Play) -> bool:
    try:
        records.keep(play.record)
    except StoreError as error:
        console.warn(console.voice.tell(error))
        return False
    return True
