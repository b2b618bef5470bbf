"""outnumber engine"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from outnumber.games import GameError, IllegalMove, NotAMove, Rules, shown, whole
from outnumber.match import LONGEST_MATCH, Round
from outnumber.match.record import read_game
from outnumber.players.programs.program import VERSION
from outnumber.players.random import dice
from outnumber.players.registry import COMPUTERS, built_in, unknown

from .arguments import cli_command, player

# In bytes; the longest game needs less.
LONGEST_LINE = 10_000_000


@cli_command
def command(
    player: str = player(COMPUTERS, "Who chooses the moves.", default="perfect", show_default=True),
) -> int:
    """Run a built-in player inside your program.

    PLAYER is random, beginner, casual, skilled, expert, master or perfect. It reads questions from standard
    input and writes answers to standard output, one per line, as docs/how-to/engine.md explains.
    """
    if player not in COMPUTERS:
        raise unknown(player, COMPUTERS)
    engine = EngineSession(player)
    for line in _lines():
        if line.strip() == b"quit":
            break
        try:
            answer = engine.answer(_text(line))
        except GameError as error:
            answer = f"error {error.code} {error}"
        if answer:
            sys.stdout.write(f"{answer}\n")
            sys.stdout.flush()
    return 0


def _lines() -> Iterator[bytes]:
    """The lines of standard input; a line that is too long is cut."""
    while line := sys.stdin.buffer.readline(LONGEST_LINE):
        yield line
        while len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            line = sys.stdin.buffer.readline(LONGEST_LINE)


def _text(line: bytes) -> str:
    text = line.decode("utf-8", "replace").strip()
    if len(line) == LONGEST_LINE:
        raise _unreadable(text, f"a line has fewer than {LONGEST_LINE:,} bytes")
    return text


def _unreadable(text: str, remedy: str) -> GameError:
    return GameError("bad-line", text=shown(text), remedy=remedy)


class EngineSession:
    """A player that answers lines of text; an invalid line raises `GameError`.

    >>> engine = EngineSession("perfect")
    >>> for line in ("game strategy-stacks range=9", "position 6 3", "go"):
    ...     answer = engine.answer(line)
    >>> answer
    'move 9'
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._player = built_in(name)
        # Set by earlier lines: the position to move in, and the seed.
        self._rules: Rules | None = None
        self._current: Round | None = None
        self._seed = 0
        self._round = 1

    def answer(self, line: str) -> str:
        """The answer to a line; empty if none is due."""
        word, _, rest = line.partition(" ")
        match word:
            case "outnumber":
                if rest.strip() != str(VERSION):
                    raise _unreadable(line, f"this engine speaks version {VERSION}")
                return f"ready Outnumber {self._name}"
            case "game":
                self._begin(rest, line)
            case "seed":
                self._seed = _number(line, rest, 0, 2**63)
            case "round":
                self._round = _number(line, rest, 1, LONGEST_MATCH)
            case "position":
                self._set_up(rest.split(), line)
            case "go":
                return f"move {self._move(line)}"
        return ""

    # After an error there is no position, so that no question is answered from an old game.

    def _begin(self, text: str, line: str) -> None:
        self._rules, self._current, self._seed, self._round = None, None, 0, 1
        if not text.strip():
            raise _unreadable(line, "name a game, such as strategy-stacks")
        self._rules = read_game(text)
        self._current = Round.begin(self._rules)

    def _set_up(self, words: list[str], line: str) -> None:
        before, self._current = self._current, None
        if self._rules is None:
            raise _unreadable(line, "a game comes first")
        moves = tuple(map(_played, words))
        if before is None or moves[: len(before.moves)] != before.moves:
            self._current = Round.begin(self._rules, moves)
        else:
            # Most positions continue the previous one.
            self._current = before.follow(moves[len(before.moves) :])

    def _move(self, line: str) -> object:
        if self._rules is None or self._current is None:
            raise _unreadable(line, "a game and a position come first")
        if self._current.outcome:
            raise IllegalMove("game-over")
        return self._player.move(self._current, dice(self._seed, self._round, self._current))


def _played(word: str) -> int:
    number = whole(word)
    if number is None:
        raise NotAMove("not-a-number", text=shown(word), remedy="a position is numbers, such as 6 3 9.")
    return number


def _number(line: str, text: str, low: int, high: int) -> int:
    number = whole(text)
    if number is None or not low <= number <= high:
        raise _unreadable(line, f"it takes a whole number from {low} to {high:,}")
    return number
