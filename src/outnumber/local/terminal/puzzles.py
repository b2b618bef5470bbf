"""Puzzles at the prompt: a wrong answer is refuted, and you try again."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import islice

from outnumber.games import GameError, Phrase, Voice
from outnumber.language import puzzles as words
from outnumber.language.commands import meant
from outnumber.local.entries import read_move
from outnumber.local.progress import SavedProgress
from outnumber.study.puzzles.attempt import Attempt
from outnumber.study.puzzles.puzzle import Puzzle

from .console import Console, EndOfInput
from .prompt import Asides, asides, offered

SKIP = ("skip", "pass")
NONE = "none"
WHICH = Phrase("type the numbers that win, such as 3 5, or none.")


class PuzzlePrompt:
    """Several puzzles in a row at one prompt."""

    def __init__(self, console: Console, saved: SavedProgress, daily: str = "") -> None:
        self._console, self._voice, self._saved, self._daily = console, console.voice, saved, daily

    def solve(self, puzzles: Iterable[Puzzle], count: int | None) -> None:
        """Ask for one after the other, until the player stops."""
        with suppress(EndOfInput):
            for number, puzzle in enumerate(islice(puzzles, count), start=1):
                if number > 1:
                    self._console.say()
                self._ask(Attempt(puzzle), self._heading(number))

    def _heading(self, number: int) -> str:
        say = self._voice.say
        return say("Puzzle of {day}", day=self._daily) if self._daily else say("Puzzle {n}", n=number)

    def say_good_bye(self) -> None:
        """Print the score of more than one puzzle."""
        if (saved := self._saved).tried > 1:
            self._console.say()
            self._console.speak("You solved {n} of {tried}.", n=saved.solved, tried=saved.tried)

    def _ask(self, attempt: Attempt, heading: str) -> None:
        console, voice = self._console, self._voice
        head, *rest = words.shown(attempt.puzzle, heading, voice)
        console.say(head, style="strong")
        console.say(rest)
        while not attempt.found:
            known = offered(attempt.position, dict(words.HELP), voice)
            text = console.ask(words.prompt(attempt, voice), words=known)
            word = meant(text, voice)
            if word == "quit":
                raise EndOfInput
            lines, style = _answered(attempt, text, word, voice)
            # Saved before the player reads whether it was right.
            self._saved.record(attempt, self._daily)
            console.say(lines, style)
            if word in SKIP:
                break
        console.say(words.explained(attempt.puzzle, voice))
        daily, missed = bool(self._daily), attempt.missed
        console.say(words.streak(self._saved.streak(), daily=daily, missed=missed, voice=voice))


def _answered(attempt: Attempt, text: str, word: str, voice: Voice) -> tuple[str | list[str], str]:
    """The reply to a line, and its style."""
    puzzle, before, seated = attempt.puzzle, attempt.round, attempt.seat is not None
    if word in SKIP:
        attempt.tell()
        return words.told(puzzle, voice), ""
    told: Asides = {
        **asides(attempt.position, words.HELP, voice),
        "hint": lambda: _hint(attempt, voice),
        "why": lambda: _why(attempt, voice),
    }
    if word in told:
        return told[word](), ""
    try:
        refutation = attempt.answer(read_answer(attempt, text, voice))
    except GameError as error:
        return voice.tell(error), "bad"
    if refutation:
        again = voice.say("Try again, or type hint or skip.")
        return [*words.refuted(puzzle, refutation, voice), again], "bad"
    if puzzle.kind != "seat":
        return words.right(puzzle, voice), "good"
    lines = words.game_on(attempt, before, voice)
    return (lines, "good" if attempt.found else "") if seated else ([words.right(puzzle, voice), *lines], "")


def read_answer(attempt: Attempt, text: str, voice: Voice) -> tuple[int, ...]:
    """The numbers that were typed; raises `NotAMove` for anything else."""
    if attempt.asks != "moves":
        return (read_move(text),)
    if meant(text, voice) == NONE:
        return ()
    return tuple(read_move(each, WHICH) for each in text.replace(",", " ").split() or [text])


def _hint(attempt: Attempt, voice: Voice) -> str:
    step, hint = attempt.hint()
    last = len(attempt.hints)
    return voice.say("Hint {step} of {last}: {text}", step=step, last=last, text=voice.tell(hint))


def _why(attempt: Attempt, voice: Voice) -> list[str]:
    attempt.tell()
    return words.why(attempt, voice)
