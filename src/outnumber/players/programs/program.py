"""A program in any language as a player, connected by the line protocol of docs/how-to/engine.md."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from weakref import finalize

from outnumber.games import OptionError, Phrase, PlayerFault, shown, whole
from outnumber.match import UNTIMED, Clock, Match, Round
from outnumber.match.loop import Player, asked
from outnumber.match.record import option_text

from .child import ChildProcess

VERSION = 1
# Seconds to start and report ready; not part of the thinking time.
START = 20.0
# Seconds for a move without a clock.
PATIENCE = 60.0
# Above this number, legal moves are not listed.
MOST_LISTED = 1000
# Maximum line length in characters; splitting a megabyte takes minutes.
LONGEST_COMMAND = 10_000


class ProgramPlayer(Player):
    """A player that runs a command line; the program starts at its first move, and plays any number of games.

    >>> ProgramPlayer("")
    Traceback (most recent call last):
        ...
    outnumber.OptionError: 'cmd:' cannot play: name a program after cmd:, such as cmd:./bot.
    """

    _child: ChildProcess | None = None
    # The match that the program last received, at its turn.
    _told: Match | None = None

    def __init__(self, command: str) -> None:
        self._name = shown(f"cmd:{command}", 80)
        self._words = self._split(command)

    def _split(self, command: str) -> list[str]:
        if len(command) > LONGEST_COMMAND:
            raise self._unusable(
                Phrase("a command line has at most {most:,} characters.", most=LONGEST_COMMAND)
            )
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise self._unusable(Phrase("{why}; use quotes as in a shell.", why=error)) from None
        if not words:
            raise self._unusable(Phrase("name a program after cmd:, such as cmd:./bot."))
        if shutil.which(words[0]) is None:
            remedy = Phrase(
                "no program {name} can be run; give its path, such as ./bot, "
                "or its interpreter too, such as python3 bot.py.",
                name=shown(words[0]),
            )
            raise self._unusable(remedy)
        return words

    def _unusable(self, remedy: Phrase) -> OptionError:
        return OptionError("unusable-player", player=self._name, remedy=remedy)

    def choose(self, match: Match, clock: Clock = UNTIMED) -> int:
        """The program's move; a `PlayerFault` ends the program, and the next game restarts it."""
        current = asked(match)
        lines = [*self._begins(match), _line("position", current.moves)]
        with self._running(clock) as child:
            left = clock.left()
            answer = _ask(child, current, lines, ("move",), PATIENCE if left is None else max(left, 0.0))
            move = whole(answer)
            if move is None:
                text = shown(f"move {answer}".strip(), 120)
                raise PlayerFault("player-garbled", player=self._name, text=text)
            if move not in current.position.legal_moves():
                raise PlayerFault("player-illegal", player=self._name, text=shown(answer))
            self._told = match
            return move

    def answer(self, match: Match, question: str) -> str:
        """The program's answer to a question, one line of JSON; raises `PlayerFault`."""
        self._told, current = None, match.current
        # A position from a random pool has no moves, and is not the start of the game.
        moves = [_line("position", current.moves)] if current.moves else []
        lines = [*self._begins(match), *moves]
        with self._running(UNTIMED) as child:
            return _ask(child, current, lines, ("answer", "move"), PATIENCE, f"question {question}")

    @contextmanager
    def _running(self, clock: Clock) -> Iterator[ChildProcess]:
        """The program, started if necessary; an exception ends it."""
        try:
            if self._child is None:
                self._child = ChildProcess(self._name, self._words)
                # The program ends when the player is garbage-collected, or when our process exits.
                self._guard = finalize(self, self._child.kill)
                self._child.ask([f"outnumber {VERSION}"], ("ready",), START)
                clock.start()
            yield self._child
        except BaseException:
            # Also on Ctrl-C: a late answer would answer the wrong question.
            self._stop(ChildProcess.kill)
            raise

    def close(self) -> None:
        """Make the program quit; another move would restart it."""
        self._stop(ChildProcess.leave)

    def _stop(self, how: Callable[[ChildProcess], None]) -> None:
        child, self._child, self._told = self._child, None, None
        if child is not None:
            how(child)
            self._guard.detach()

    def _begins(self, match: Match) -> list[str]:
        """The lines that begin a game, unless the program already plays it."""
        told = self._told
        if (
            told is not None
            and (told.rules, told.seed, len(told.rounds)) == (match.rules, match.seed, len(match.rounds))
            and match.current.moves[: len(told.current.moves)] == told.current.moves
        ):
            return []
        options = option_text(match.rules)
        return [f"game {match.rules.name} {options}", f"seed {match.seed}", f"round {len(match.rounds)}"]


def _ask(
    child: ChildProcess, current: Round, lines: list[str], words: tuple[str, ...], seconds: float, *more: str
) -> str:
    """Describe a position, and return the rest of the line that answers with one of `words`."""
    legal = current.position.legal_moves()
    listed = [_line("legal", legal)] if len(legal) <= MOST_LISTED else []
    child.forget()
    return child.ask([*lines, *listed, *more, f"go {round(seconds * 1000)}"], words, seconds)


def _line(word: str, numbers: Iterable[int]) -> str:
    return " ".join([word, *map(str, numbers)])
