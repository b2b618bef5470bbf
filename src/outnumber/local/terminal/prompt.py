"""Input at a prompt: a number, or a command that is answered at once and changes nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeVar

from outnumber.games import (
    ENGLISH,
    GameError,
    NotAMove,
    Phrase,
    Position,
    Rules,
    Text,
    Voice,
    chosen,
    shown,
    whole,
)
from outnumber.language.commands import COMMANDS, meant
from outnumber.language.games import listing, words_for
from outnumber.language.match import YES_OR_NO, help_in, help_lines
from outnumber.match import Match

from .console import Console, EndOfInput

T = TypeVar("T")

# A list of more moves is printed without "or".
LONG = 12
# The most numbers that the Tab key completes.
MOST_OFFERED = 1_000
# Commands that may have an argument: a file, or a number of moves.
WITH_MORE = ("save", "undo")
# Commands about a match.
ANSWERED = ("moves", "board", "hint", "why", "rules", "save", "help")
ANSWER: Text = "Type your answer, or one of these commands:"
NUMBER: Text = "Type a number to play it, or one of these commands:"

# The answer to each command that only asks for information.
Asides = dict[str, Callable[[], str | list[str]]]


def asides(position: Position, help: Sequence[tuple[str, str]], voice: Voice, first: str = ANSWER) -> Asides:
    """The commands that every prompt about a position answers; `first` introduces the list of all
    commands.
    """
    return {
        "moves": lambda: moves_line(position, voice),
        "rules": lambda: rules_lines(position.rules, voice),
        "help": lambda: [voice.say(first), *help_lines(help, voice)],
    }


def moves_line(position: Position, voice: Voice) -> str:
    """The numbers that can be played, in one line."""
    numbers = position.legal_moves()
    if len(numbers) > LONG:
        return voice.say("You can play {numbers}.", numbers=listing(numbers))
    return voice.say("You can play {moves:or}.", moves=numbers)


def rules_lines(rules: Rules, voice: Voice) -> list[str]:
    """How a game is played, and its options if they differ from the defaults."""
    from outnumber.language.rules import rules_text

    lines = rules_text(type(rules), voice).splitlines()
    usual = [option.shown(option.default) for option in rules.OPTIONS]
    if [*rules.options_shown()] != usual:
        lines += ["", voice.say("This game: {options}.", options=chosen(rules, voice))]
    return lines


def answered(
    console: Console,
    prompt: str,
    read: Callable[[str, str], T],
    told: Mapping[str, Callable[[], str | list[str]]],
    words: Callable[[], Iterable[str]],
    *,
    letters: bool = False,
) -> T:
    """Ask until `read` accepts a line and its word; raises `EndOfInput` when the player wants to leave.

    With `letters`, a single letter is an answer, not a command.
    """
    while True:
        text = console.ask(prompt, words=words())
        word = (
            ""
            if letters and len(text.strip()) == 1 and text.strip().isalpha()
            else meant(text, console.voice)
        )
        if word == "quit":
            raise EndOfInput
        try:
            if word not in told:
                return read(text, word)
            console.say(told[word]())
        except GameError as error:
            console.refuse(error)


def split(text: str, voice: Voice = ENGLISH) -> tuple[str, str]:
    """The command of a line, in English, and its argument; raises `NotAMove` for too many words.

    >>> split(" Save my game.txt "), split("?")
    (('save', 'my game.txt'), ('help', ''))
    """
    word, _, rest = text.strip().partition(" ")
    word, rest = meant(word, voice), rest.strip()
    if rest and word in COMMANDS and (word not in WITH_MORE or (word == "undo" and (whole(rest) or 0) < 1)):
        # "quit worrying" does not mean quit.
        remedy = Phrase("type {word} alone if you mean that.", word=Phrase(word))
        if word == "undo":
            remedy = Phrase("type undo alone, or with the number of moves to take back, such as undo 3.")
        raise NotAMove("not-a-number", text=shown(text.strip()), remedy=remedy)
    return word, rest


def offered(position: Position, words: Iterable[str], voice: Voice) -> Iterator[str]:
    """The completions of the Tab key: the commands of a prompt, and the numbers that can be played."""
    # Lazily: a pipe has no Tab key.
    yield from map(voice.word, words)
    yield from map(str, islice(position.legal_moves(), MOST_OFFERED))


def sure(console: Console, question: str, seconds: float | None = None) -> bool:
    """Ask until the answer is yes or no; a pipe is not asked, which counts as yes."""
    if not console.at_terminal:
        return True
    words = [*map(console.voice.word, ("yes", "no"))]
    deadline = None if seconds is None else time.monotonic() + seconds
    while True:
        left = None if deadline is None else max(deadline - time.monotonic(), 0.01)
        answer = meant(console.ask(question, left, words), console.voice)
        if answer == "quit":
            raise EndOfInput
        if answer in ("yes", "no"):
            return answer == "yes"
        console.speak(YES_OR_NO)


class Answers:
    """Answers the commands about a match; `save` writes it to a file and returns its path."""

    def __init__(
        self, console: Console, save: Callable[[Match, str], str], help: tuple[tuple[str, str], ...]
    ) -> None:
        self._console, self._save, self._help = console, save, help
        # The number of moves at the last hint, and its step: asking again in the same turn gives the next
        # step.
        self._hinted: tuple[tuple[int, ...], int] = ((), 0)

    def given(self, word: str, match: Match, rest: str) -> bool:
        """Answer a command; False if it is not one of these."""
        if word not in ANSWERED:
            return False
        voice, position = self._console.voice, match.current.position
        first = ANSWER if match.picker else NUMBER
        told = asides(position, help_in(match, self._help), voice, first) | {
            "board": lambda: words_for(match, voice).board(),
            "hint": lambda: self._hint(match),
            "why": lambda: self._why(match),
            "save": lambda: self._save(match, rest),
        }
        try:
            self._console.say(told[word]())
        except GameError as error:
            self._console.refuse(error)
        return True

    def _hint(self, match: Match) -> str:
        from outnumber.language.advice import LAST_HINT, hint

        moves, step = self._hinted
        step = min(step + 1, LAST_HINT) if moves == match.current.moves else 1
        told = hint(match, step, self._console.voice)
        self._hinted = match.current.moves, step
        return told

    def _why(self, match: Match) -> list[str]:
        from outnumber.language.advice import why

        return list(why(match, self._console.voice))
