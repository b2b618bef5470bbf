"""What somebody types at a prompt: a number, or a word that is answered at once and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from outnumber.games.errors import GameError, NotAMove, shown
from outnumber.games.numbers import brief
from outnumber.session.match import Match
from outnumber.terminal.console import Console
from outnumber.terminal.words.base import listing


def read_move(text: str) -> int:
    """The number that was typed; raises `NotAMove` for anything else.

    >>> read_move(" 12 ")
    12
    """
    digits = text.strip().removeprefix("+")
    remedy = "type a number, or help for the words you can use."
    if not digits:
        raise NotAMove("empty", remedy=remedy)
    body = digits.removeprefix("-")
    if not (body.isascii() and body.isdigit()):
        raise NotAMove("not-a-number", text=shown(text.strip()), remedy=remedy)
    # More digits than any range has; int() refuses a whole screen of them.
    return int(digits[:600])


def read_legal_move(match: Match, text: str) -> int:
    """The number that was typed if it can be played now; raises `GameError` with the reason otherwise."""
    number = read_move(text)
    if number not in match.current.position.legal_moves():
        raise match.current.position.refusal(number)
    return number


def split(text: str) -> tuple[str, str]:
    """The first word of a line in small letters, and the rest.

    >>> split(" Save my game.txt ")
    ('save', 'my game.txt')
    """
    word, _, rest = text.strip().partition(" ")
    return word.lower(), rest.strip()


class Answers:
    """The words that tell something about a match; `save` writes it somewhere and says where."""

    def __init__(self, console: Console, save: Callable[[Match, str], str], help: Sequence[str]) -> None:
        self._console = console
        self._save_to = save
        self._help_lines = help
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
            self._console.say(str(error), style="bad")
        return True

    def _moves(self, match: Match, _: str) -> None:
        numbers = match.current.position.legal_moves()
        self._console.say(f"You can play {listing(numbers, ', ') if len(numbers) > 12 else brief(numbers)}.")

    def _hint(self, match: Match, _: str) -> None:
        from outnumber.terminal.advice import hint  # the theory is loaded when it is asked

        moves, step = self._hinted
        step = min(step + 1, 3) if moves == match.current.moves else 1
        self._console.say(hint(match, step))
        self._hinted = match.current.moves, step

    def _why(self, match: Match, _: str) -> None:
        from outnumber.terminal.advice import why

        self._console.say(list(why(match)))

    def _rules(self, match: Match, _: str) -> None:
        from outnumber.terminal.rules import rules_text

        self._console.say(rules_text(type(match.rules)).splitlines())

    def _save(self, match: Match, file: str) -> None:
        self._console.say(self._save_to(match, file))

    def _help(self, match: Match, _: str) -> None:  # noqa: ARG002
        self._console.say(self._help_lines)
