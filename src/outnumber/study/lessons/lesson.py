"""A lesson as data: steps with stable ids, each a position with an explanation or a question.

The parts of every lesson, in this order (the first two may alternate):

* `idea`: a sentence or two, with a picture and no question.
* `tiny`: a tiny board: find a move that wins, or say that none does; some are played to the end.
* `who`: who wins here?
* `drill`: six boards, each to be solved at the first try and without the last hint.
* `seat`: a random start; choose your side and win against a perfect player, five times in a row.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partialmethod
from typing import Any, Literal, NamedTuple

from outnumber.games.registry import game
from outnumber.games.sentences import Phrase, Text, mark
from outnumber.match.round import Round

Part = Literal["idea", "tiny", "who", "drill", "seat"]
# The titles of the parts.
PARTS: dict[Part, Text] = {
    "idea": "The idea",
    "tiny": "A tiny board",
    "who": "Who wins here?",
    "drill": "Drill",
    "seat": "Pick your seat",
}
# Parts without hints: ideas have no question, and seats must be solved without help.
UNHELPED = ("idea", "seat")
Star = Literal["saw", "can", "proved"]
# The names of the stars, and what each is for.
STARS: dict[Star, tuple[Text, Text]] = {
    "saw": ("saw it", "all ideas, tiny boards and questions"),
    "can": ("can do it", "all boards of the drill right, without the last hint"),
    "proved": ("can prove it", "five seats in a row against a perfect player"),
}


class Step(NamedTuple):
    """One screen of a lesson."""

    # Stable: saved with the progress, and used in the URL of the teacher's page.
    id: str
    part: Part
    game: str
    options: Mapping[str, Any]
    moves: tuple[int, ...] = ()
    # The text, in this order: codes of sentences (`sentences.py`), each with its numbers.
    texts: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    # Whether the game continues to its end after the first correct move.
    to_end: bool = False

    @property
    def round(self) -> Round:
        """The position of the step, with the moves that lead to it."""
        return Round.begin(game(self.game, **self.options), self.moves)


class DrillLevel(NamedTuple):
    """The boards from which the starts of the seats are drawn."""

    about: Phrase
    boards: tuple[Mapping[str, Any], ...]
    # Maximum number of unused numbers; 0 for no limit.
    left: int = 0

    @classmethod
    def sized(
        cls,
        low: int,
        high: int,
        *more: Mapping[str, Any],
        about: str = mark("{low} to {high} numbers"),
        left: int = 0,
    ) -> DrillLevel:
        """One entry per size, combined with each of the other options, if any."""
        boards = tuple({"range": size, **each} for size in range(low, high + 1) for each in more or ({},))
        return cls(Phrase(about, low=low, high=high), boards, left)


class Lesson(NamedTuple):
    """All steps about one game; its id is the name of the game."""

    id: str
    title: str
    # The code of the sentence to remember: the first hint of the drill.
    rule: str
    steps: tuple[Step, ...]
    # Mastery requires the first level; the others are harder, and the last one has no end.
    levels: tuple[DrillLevel, ...]
    # Its position among the lessons, from the easiest idea to the hardest.
    rank: int

    def step(self, id: str) -> Step:
        """The step with an id; raises `KeyError` if there is none."""
        return self.steps[self.place(id)]

    def place(self, id: str) -> int:
        for place, step in enumerate(self.steps):
            if step.id == id:
                return place
        raise KeyError(id)

    def part(self, *parts: Part) -> tuple[str, ...]:
        """The ids of the steps in some parts."""
        return tuple(step.id for step in self.steps if step.part in parts)


# The code of a sentence, alone or with its numbers.
StepText = str | tuple[str, Mapping[str, Any]]


class LessonWriter:
    """Builds the steps of a game in order, and numbers those of each part."""

    def __init__(self, game: str, rank: int) -> None:
        self._game = game
        self._rank = rank
        self._steps: list[Step] = []

    def add(
        self, part: Part, *texts: StepText, moves: str = "", to_end: bool = False, **options: Any
    ) -> None:
        """A step about the position after some moves; one for each, where semicolons part several."""
        said = tuple((text, {}) if isinstance(text, str) else text for text in texts)
        for line in moves.split(";"):
            number, played = 1 + sum(step.part == part for step in self._steps), tuple(map(int, line.split()))
            self._steps.append(Step(f"{part}-{number}", part, self._game, options, played, said, to_end))

    idea = partialmethod(add, "idea")
    tiny = partialmethod(add, "tiny")
    who = partialmethod(add, "who")
    drill = partialmethod(add, "drill")

    def lesson(self, title: str, rule: str, *levels: DrillLevel) -> Lesson:
        """The lesson with these steps, followed by the seats."""
        seat = Step("seat", "seat", self._game, levels[0].boards[0], (), (("seat-how", {}),))
        return Lesson(self._game, title, rule, (*self._steps, seat), levels, self._rank)
