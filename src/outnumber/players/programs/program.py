"""A program in any language as a player, connected by the line protocol of docs/how-to/engine.md."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Iterable
from typing import TypeVar
from weakref import finalize

from outnumber.games.errors import OptionError, PlayerFault, shown
from outnumber.games.options import whole
from outnumber.games.sentences import Phrase
from outnumber.match.clock import UNTIMED, Clock
from outnumber.match.loop import Player, asked
from outnumber.match.match import Match
from outnumber.match.record import option_text
from outnumber.players.programs.child import ChildProcess

Answer = TypeVar("Answer")

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

    def __init__(self, command: str) -> None:
        self._name = shown(f"cmd:{command}", 80)
        self._words = self._split(command)
        self._child: ChildProcess | None = None
        # The match that the program last received, at its turn.
        self._told: Match | None = None

    def _split(self, command: str) -> list[str]:
        if len(command) > LONGEST_COMMAND:
            raise self._unusable(
                Phrase("a command line has at most {most:,} characters.", most=LONGEST_COMMAND)
            )
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise self._unusable(Phrase("{why}; quote it as for a shell.", why=error)) from None
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
        asked(match)
        begins = self._begins(match)

        def move(child: ChildProcess) -> int:
            played = self._answer(child, begins, match, clock)
            self._told = match
            return played

        return self._run(move, clock)

    def answer(self, match: Match, question: str) -> str:
        """The program's answer to a question, one line of JSON; raises `PlayerFault`."""
        self._told = None
        begins = self._begins(match)

        def tell(child: ChildProcess) -> str:
            current, legal = match.current, match.current.position.legal_moves()
            lines = [
                *begins,
                # A position from a random pool has no moves, and is not the start of the game.
                *([_line("position", current.moves)] if current.moves else []),
                *([_line("legal", legal)] if len(legal) <= MOST_LISTED else []),
                f"question {question}",
                f"go {round(PATIENCE * 1000)}",
            ]
            child.forget()
            return child.ask(lines, ("answer", "move"), PATIENCE)

        return self._run(tell, UNTIMED)

    def _run(self, ask: Callable[[ChildProcess], Answer], clock: Clock) -> Answer:
        """Ask the program, after starting it if necessary."""
        try:
            if self._child is None:
                self._child = ChildProcess(self._name, self._words)
                # The program ends when the player is garbage-collected, or when our process exits.
                self._guard = finalize(self, self._child.kill)
                self._child.ask([f"outnumber {VERSION}"], ("ready",), START)
                clock.start()
            return ask(self._child)
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

    def _answer(self, child: ChildProcess, begins: list[str], match: Match, clock: Clock) -> int:
        legal = match.current.position.legal_moves()
        left = clock.left()
        seconds = PATIENCE if left is None else max(left, 0.0)
        question = [
            *begins,
            _line("position", match.current.moves),
            *([_line("legal", legal)] if len(legal) <= MOST_LISTED else []),
            f"go {round(seconds * 1000)}",
        ]
        child.forget()
        answer = child.ask(question, ("move",), seconds)
        move = whole(answer)
        if move is None:
            raise PlayerFault("player-garbled", player=self._name, text=shown(f"move {answer}".strip(), 120))
        if move not in legal:
            raise PlayerFault("player-illegal", player=self._name, text=shown(answer))
        return move


def _line(word: str, numbers: Iterable[int]) -> str:
    return " ".join([word, *map(str, numbers)])
