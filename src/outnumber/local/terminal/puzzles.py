"""Puzzles at the prompt: a wrong answer is refuted, and you try again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from outnumber.games.errors import GameError
from outnumber.games.sentences import Phrase, Voice
from outnumber.language import puzzles as words
from outnumber.language.commands import meant
from outnumber.local.entries import read_move
from outnumber.local.progress import SavedProgress
from outnumber.local.terminal.console import Console, EndOfInput
from outnumber.local.terminal.prompt import answers_told, moves_line, offered, rules_lines
from outnumber.study.puzzles.attempt import Attempt
from outnumber.study.puzzles.puzzle import Puzzle

SKIP = ("skip", "pass")
NONE = "none"
WHICH = Phrase("type the numbers that win, such as 3 5, or none.")


class PuzzlePrompt:
    """Some puzzles in a row at one prompt."""

    def __init__(self, console: Console, saved: SavedProgress, daily: str = "") -> None:
        self._console = console
        self._saved = saved
        self._daily = daily
        self.solved = self.tried = 0

    def solve(self, puzzles: Iterable[Puzzle], count: int | None) -> None:
        """Ask for one after the other, until somebody stops."""
        try:
            for number, puzzle in enumerate(islice(puzzles, count), start=1):
                if number > 1:
                    self._console.say()
                self._ask(Attempt(puzzle), self._heading(number))
        except EndOfInput:
            return

    def _heading(self, number: int) -> str:
        say = self._console.voice.say
        return say("Puzzle of {day}", day=self._daily) if self._daily else say("Puzzle {n}", n=number)

    def say_good_bye(self) -> None:
        """Say how it went, where it was more than one puzzle."""
        if self.tried > 1:
            say = self._console.voice.say
            self._console.say(["", say("You solved {n} of {tried}.", n=self.solved, tried=self.tried)])

    def _ask(self, attempt: Attempt, heading: str) -> None:
        puzzle = attempt.puzzle
        voice = self._console.voice
        head, *rest = words.shown(puzzle, heading, voice)
        self._console.say(head, style="strong")
        self._console.say(rest)
        decided = False
        while not attempt.found:
            known = offered(attempt.position, [word for word, _ in words.HELP], voice)
            text = self._console.ask(words.prompt(attempt, voice), words=known)
            word = meant(text, voice)
            if word == "quit":
                raise EndOfInput
            lines, style = _answered(attempt, text, voice)
            if attempt.solved is not None and not decided:
                # On disk before anybody reads whether it was right.
                decided = True
                self.tried += 1
                self.solved += bool(attempt.solved)
                self._saved.record(attempt, self._daily)
            self._console.say(lines, style)
            if word in SKIP:
                break
        self._console.say(words.explained(puzzle, voice))
        streak = self._saved.streak()
        self._console.say(words.streak(streak, daily=bool(self._daily), missed=attempt.missed, voice=voice))


def _answered(attempt: Attempt, text: str, voice: Voice) -> tuple[list[str], str]:
    """What to say to something that was typed, and in which style."""
    puzzle, before = attempt.puzzle, attempt.round
    word = meant(text, voice)
    if word in SKIP:
        attempt.tell()
        return [words.told(puzzle, voice)], ""
    if word in _WORDS:
        return _WORDS[word](attempt, voice), ""
    seated = attempt.seat is not None
    try:
        refutation = attempt.answer(read_answer(attempt, text, voice))
    except GameError as error:
        return [voice.tell(error)], "bad"
    if refutation:
        again = voice.say("Try again, or type hint or skip.")
        return [*words.refuted(puzzle, refutation, voice), again], "bad"
    if puzzle.kind != "seat":
        return [words.right(puzzle, voice)], "good"
    lines = words.game_on(attempt, before, voice)
    return (lines, "good" if attempt.found else "") if seated else ([words.right(puzzle, voice), *lines], "")


def read_answer(attempt: Attempt, text: str, voice: Voice) -> tuple[int, ...]:
    """The numbers that were typed; raises `NotAMove` for anything else."""
    if attempt.asks != "moves":
        return (read_move(text),)
    if meant(text, voice) == NONE:
        return ()
    return tuple(read_move(each, WHICH) for each in text.replace(",", " ").split() or [text])


def _hint(attempt: Attempt, voice: Voice) -> list[str]:
    step, hint = attempt.hint()
    last = len(attempt.hints)
    return [voice.say("Hint {step} of {last}: {text}", step=step, last=last, text=voice.tell(hint))]


def _why(attempt: Attempt, voice: Voice) -> list[str]:
    attempt.tell()
    return words.why(attempt, voice)


_WORDS: dict[str, Callable[[Attempt, Voice], list[str]]] = {
    "moves": lambda attempt, voice: [moves_line(attempt.position, voice)],
    "hint": _hint,
    "why": _why,
    "rules": lambda attempt, voice: rules_lines(attempt.puzzle.rules, voice),
    "help": lambda _, voice: answers_told(words.HELP, voice),
}
