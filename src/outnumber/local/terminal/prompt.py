"""What somebody types at a prompt: a number, or a word that is answered at once and changes nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from outnumber.games.base import Position, Rules
from outnumber.games.errors import GameError, NotAMove, shown
from outnumber.games.options import chosen, whole
from outnumber.games.sentences import ENGLISH, Phrase, Voice
from outnumber.language.commands import COMMANDS, meant
from outnumber.language.games import words_for
from outnumber.language.games.base import listing
from outnumber.language.match import YES_OR_NO, help_in, help_lines
from outnumber.local.terminal.console import Console, EndOfInput
from outnumber.match.match import Match

# A list of more moves is told without "or".
LONG = 12
# So many numbers are completed.
MOST_OFFERED = 1_000


def moves_line(position: Position, voice: Voice = ENGLISH) -> str:
    """The numbers that can be played, in one line."""
    numbers = position.legal_moves()
    if len(numbers) > LONG:
        return voice.say("You can play {numbers}.", numbers=listing(numbers))
    return voice.say("You can play {moves:or}.", moves=numbers)


def rules_lines(rules: Rules, voice: Voice) -> list[str]:
    """How a game is played, and where this one is not the usual one, what was chosen."""
    from outnumber.language.rules import rules_text

    lines = rules_text(type(rules), voice).splitlines()
    usual = [option.shown(option.default) for option in rules.OPTIONS]
    if [*rules.options_shown()] != usual:
        lines += ["", voice.say("This game: {options}.", options=chosen(rules, voice))]
    return lines


def answers_told(words: Sequence[tuple[str, str]], voice: Voice) -> list[str]:
    """The words that can be typed where an answer is asked for."""
    return [voice.say("Type your answer, or one of these words:"), *help_lines(words, voice)]


# Words that may have more behind them: a file, or how many.
WITH_MORE = ("save", "undo")


def split(text: str, voice: Voice = ENGLISH) -> tuple[str, str]:
    """The first word of a line, as English has it, and the rest; raises `NotAMove` for a word with too much.

    >>> split(" Save my game.txt "), split("?")
    (('save', 'my game.txt'), ('help', ''))
    """
    word, _, rest = text.strip().partition(" ")
    word, rest = meant(word, voice), rest.strip()
    if rest and word in COMMANDS and (word not in WITH_MORE or (word == "undo" and (whole(rest) or 0) < 1)):
        # "quit worrying" is no wish to leave.
        raise NotAMove("not-a-number", text=shown(text.strip()), remedy=_alone(word))
    return word, rest


def _alone(word: str) -> Phrase:
    if word == "undo":
        return Phrase("type undo alone, or with how many moves to take back, such as undo 3.")
    return Phrase("type {word} alone if you mean that.", word=Phrase(word))


def offered(position: Position, words: Iterable[str], voice: Voice = ENGLISH) -> list[str]:
    """What the Tab key completes: the words of a prompt, and the numbers that can be played."""
    return [*map(voice.word, words), *map(str, islice(position.legal_moves(), MOST_OFFERED))]


def sure(console: Console, question: str, seconds: float | None = None) -> bool:
    """Ask somebody at a terminal whether they mean it, until it is yes or no; a pipe means what it says."""
    if not console.at_terminal:
        return True
    words = [console.voice.word(word) for word in ("yes", "no")]
    deadline = None if seconds is None else time.monotonic() + seconds
    while True:
        left = None if deadline is None else max(deadline - time.monotonic(), 0.01)
        answer = meant(console.ask(question, left, words), console.voice)
        if answer == "quit":
            raise EndOfInput
        if answer in ("yes", "no"):
            return answer == "yes"
        console.say(console.voice.say(YES_OR_NO))


class Answers:
    """The words that tell something about a match; `save` writes it somewhere and says where."""

    def __init__(
        self, console: Console, save: Callable[[Match, str], str], help: tuple[tuple[str, str], ...]
    ) -> None:
        self._console = console
        self._voice = voice = console.voice
        self._help_words = help
        # The moves before the last hint, and its step: asking again at the same turn goes one step further.
        self._hinted: tuple[tuple[int, ...], int] = ((), 0)
        self.words: dict[str, Callable[[Match, str], str | list[str]]] = {
            "moves": lambda match, _: moves_line(match.current.position, voice),
            "board": lambda match, _: words_for(match, voice).board(),
            "hint": self._hint,
            "why": self._why,
            "rules": lambda match, _: rules_lines(match.rules, voice),
            "save": save,
            "help": self._help,
        }

    def given(self, word: str, match: Match, rest: str) -> bool:
        """Answer a word; False when it is none of these."""
        if word not in self.words:
            return False
        try:
            self._console.say(self.words[word](match, rest))
        except GameError as error:
            self._console.refuse(error)
        return True

    def _hint(self, match: Match, _: str) -> str:
        from outnumber.language.advice import LAST_HINT, hint  # the theory is loaded when it is asked

        moves, step = self._hinted
        step = min(step + 1, LAST_HINT) if moves == match.current.moves else 1
        told = hint(match, step, self._voice)
        self._hinted = match.current.moves, step
        return told

    def _why(self, match: Match, _: str) -> list[str]:
        from outnumber.language.advice import why

        return list(why(match, self._voice))

    def _help(self, match: Match, _: str) -> list[str]:
        voice, words = self._voice, help_in(match, self._help_words)
        if match.picker:
            return answers_told(words, voice)
        return [voice.say("Type a number to play it, or one of these words:"), *help_lines(words, voice)]
