"""What somebody types at a prompt: a number, or a word that is answered at once and changes nothing."""

from __future__ import annotations

from collections.abc import Callable

from outnumber.games.base import Position
from outnumber.games.errors import GameError, NotAMove, shown
from outnumber.games.sentences import ENGLISH, Phrase, Voice
from outnumber.session.match import Match
from outnumber.terminal.console import Console
from outnumber.words.commands import meant
from outnumber.words.games.base import listing
from outnumber.words.match import help_lines

REMEDY = Phrase("type a number, or help for the words you can use.")
# A list of more moves is told without "or".
LONG = 12


def read_move(text: str, remedy: Phrase = REMEDY) -> int:
    """The number that was typed; raises `NotAMove` for anything else.

    >>> read_move(" 12 ")
    12
    """
    digits = text.strip().removeprefix("+")
    if not digits:
        raise NotAMove("empty", remedy=remedy)
    body = digits.removeprefix("-")
    if not (body.isascii() and body.isdigit()):
        raise NotAMove("not-a-number", text=shown(text.strip()), remedy=remedy)
    # More digits than any range has; int() refuses a whole screen of them.
    return int(digits[:600])


def read_legal_move(position: Position, text: str, remedy: Phrase = REMEDY) -> int:
    """The number that was typed if it can be played now; raises `GameError` with the reason otherwise."""
    number = read_move(text, remedy)
    if number not in position.legal_moves():
        raise position.refusal(number)
    return number


def moves_line(position: Position, voice: Voice = ENGLISH) -> str:
    """The numbers that can be played, in one line."""
    numbers = position.legal_moves()
    if len(numbers) > LONG:
        return voice.say("You can play {numbers}.", numbers=listing(numbers))
    return voice.say("You can play {moves:or}.", moves=numbers)


def split(text: str, voice: Voice = ENGLISH) -> tuple[str, str]:
    """The first word of a line, as English has it, and the rest.

    >>> split(" Save my game.txt ")
    ('save', 'my game.txt')
    """
    word, _, rest = text.strip().partition(" ")
    return meant(word, voice), rest.strip()


class Answers:
    """The words that tell something about a match; `save` writes it somewhere and says where."""

    def __init__(
        self, console: Console, save: Callable[[Match, str], str], help: tuple[tuple[str, str], ...]
    ) -> None:
        self._console = console
        self._save_to = save
        self._help_words = help
        # The moves before the last hint, and its step: asking again at the same turn goes one step further.
        self._hinted: tuple[tuple[int, ...], int] = ((), 0)
        self.words: dict[str, Callable[[Match, str], None]] = {
            "moves": self._moves,
            "hint": self._hint,
            "why": self._why,
            "rules": self._rules,
            "save": self._save,
            "help": self._help,
        }

    def given(self, word: str, match: Match, rest: str) -> bool:
        """Answer a word; False when it is none of these."""
        if word not in self.words:
            return False
        try:
            self.words[word](match, rest)
        except GameError as error:
            self._console.refuse(error)
        return True

    def _moves(self, match: Match, _: str) -> None:
        self._console.say(moves_line(match.current.position, self._console.voice))

    def _hint(self, match: Match, _: str) -> None:
        from outnumber.words.advice import hint  # the theory is loaded when it is asked

        moves, step = self._hinted
        step = min(step + 1, 3) if moves == match.current.moves else 1
        self._console.say(hint(match, step, self._console.voice))
        self._hinted = match.current.moves, step

    def _why(self, match: Match, _: str) -> None:
        from outnumber.words.advice import why

        self._console.say(list(why(match, self._console.voice)))

    def _rules(self, match: Match, _: str) -> None:
        from outnumber.words.rules import rules_text

        self._console.say(rules_text(type(match.rules), self._console.voice).splitlines())

    def _save(self, match: Match, file: str) -> None:
        self._console.say(self._save_to(match, file))

    def _help(self, match: Match, _: str) -> None:  # noqa: ARG002
        voice = self._console.voice
        first = voice.say("Type a number to play it, or one of these words:")
        self._console.say([first, *help_lines(self._help_words, voice)])
