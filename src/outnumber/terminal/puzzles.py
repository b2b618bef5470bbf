"""Puzzles at the prompt: find the one move that wins; a wrong one is refuted, and you try again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from itertools import islice

from outnumber.games.errors import GameError
from outnumber.games.numbers import brief
from outnumber.puzzles.explain import LAST_HINT, explanation
from outnumber.puzzles.progress import Progress, ProgressStore
from outnumber.puzzles.puzzle import Puzzle
from outnumber.puzzles.solving import Attempt
from outnumber.store.files import StoreError
from outnumber.terminal.console import Console, EndOfInput
from outnumber.terminal.prompt import read_move
from outnumber.terminal.words import puzzles as words
from outnumber.terminal.words import words_for
from outnumber.terminal.words.base import listing

SKIP = ("skip", "pass")
QUIT = ("quit", "exit")


def utc_now() -> datetime:
    return datetime.now(UTC)


class Book:
    """Progress on disk, with everything that can go wrong told once; the puzzles go on all the same."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._store = ProgressStore()
        self._told: set[str] = set()
        self.progress = Progress()
        self.failed = False
        try:
            self.progress, aside = self._store.load()
            if aside:
                console.warn(words.set_aside(aside.name))
        except StoreError as error:
            self._fail(error)

    def record(self, attempt: Attempt, daily: str) -> None:
        """Have a decided attempt on disk before anything else happens."""
        solved, hints, now = bool(attempt.solved), attempt.hinted, utc_now()
        try:
            self.progress = self._store.record(attempt.puzzle, solved, now, hints=hints, daily=daily)
        except StoreError as error:
            self.progress = self.progress.after(attempt.puzzle, solved, now, hints=hints, daily=daily)
            self._fail(error)

    def _fail(self, error: StoreError) -> None:
        self.failed = True
        if str(error) not in self._told:
            self._told.add(str(error))
            self._console.warn(f"{error} The puzzles go on.")


class Sitting:
    """Some puzzles in a row at one prompt."""

    def __init__(self, console: Console, book: Book, daily: str = "") -> None:
        self._console = console
        self._book = book
        self._daily = daily
        self.solved = self.tried = 0

    def solve(self, puzzles: Iterable[Puzzle], count: int | None) -> None:
        """Ask for one after the other, until somebody stops."""
        try:
            for number, puzzle in enumerate(islice(puzzles, count), start=1):
                if number > 1:
                    self._console.say()
                self._ask(Attempt(puzzle), f"Puzzle of {self._daily}" if self._daily else f"Puzzle {number}")
        except EndOfInput:
            return

    def say_good_bye(self) -> None:
        """Say how it went, where it was more than one puzzle."""
        if self.tried > 1:
            self._console.say(["", f"You solved {self.solved} of {self.tried}."])

    def _ask(self, attempt: Attempt, heading: str) -> None:
        puzzle = attempt.puzzle
        head, *rest = words.shown(puzzle, heading)
        self._console.say(head, style="strong")
        self._console.say(rest)
        prompt = words_for(puzzle.match).prompt()
        decided = False
        while not attempt.found:
            text = self._console.ask(prompt)
            word = text.strip().lower()
            if word in QUIT:
                raise EndOfInput
            lines, style = _answered(attempt, text)
            if attempt.solved is not None and not decided:
                # On disk before anybody reads whether it was right.
                decided = True
                self._decide(attempt)
            self._console.say(lines, style)
            if word in SKIP:
                break
        self._console.say(words.explained(puzzle))
        streak = self._book.progress.streak(utc_now().date())
        self._console.say(words.streak(streak, daily=bool(self._daily), missed=attempt.missed))

    def _decide(self, attempt: Attempt) -> None:
        self.tried += 1
        self.solved += bool(attempt.solved)
        self._book.record(attempt, self._daily)


def _answered(attempt: Attempt, text: str) -> tuple[list[str], str]:
    """What to say to something that was typed, and in which style."""
    puzzle = attempt.puzzle
    word = text.strip().lower()
    if word in SKIP:
        return [f"The answer is {attempt.tell()}."], ""
    if word in _WORDS:
        return _WORDS[word](attempt), ""
    try:
        refutation = attempt.play(read_move(text))
    except GameError as error:
        return [str(error)], "bad"
    if refutation:
        return [*words.refuted(puzzle, refutation), "Try again, or type hint or skip."], "bad"
    return [f"Right: {puzzle.solution} is the only move that wins."], "good"


def _moves(attempt: Attempt) -> list[str]:
    numbers = attempt.puzzle.position.legal_moves()
    return [f"You can play {listing(numbers, ', ') if len(numbers) > 12 else brief(numbers)}."]


def _hint(attempt: Attempt) -> list[str]:
    step, hint = attempt.hint()
    return [f"Hint {step} of {LAST_HINT}: {hint}"]


def _why(attempt: Attempt) -> list[str]:
    attempt.tell()
    return [str(explanation(attempt.puzzle))]


def _rules(attempt: Attempt) -> list[str]:
    from outnumber.terminal.rules import rules_text

    return rules_text(type(attempt.puzzle.rules)).splitlines()


_WORDS: dict[str, Callable[[Attempt], list[str]]] = {
    "moves": _moves,
    "hint": _hint,
    "why": _why,
    "rules": _rules,
    "help": lambda _: list(words.HELP),
}
