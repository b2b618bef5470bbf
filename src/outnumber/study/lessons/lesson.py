"""A lesson as data: steps with stable ids, each a position with an explanation or a question.

The parts of every lesson, in this order (the first two may alternate):

* `idea`: a sentence or two, with a picture and no question.
* `tiny`: a tiny board: find a move that wins, or say that none does; some are played to the end.
* `who`: who wins here?
* `drill`: six boards, each to be solved at the first try and without the last hint.
* `seat`: a random start; choose your side and win against a perfect player, five times in a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal, NamedTuple

from outnumber.games import BUILT_IN, OptionError, Phrase, Text, find
from outnumber.match import Round
from outnumber.study.data import load

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
# The usual description of a level.
SIZED: Text = "{low} to {high} numbers"
Boards = Sequence[Mapping[str, Any]]
# The code of a sentence, alone or with its numbers.
StepText = str | tuple[str, Mapping[str, Any]]
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
        return Round.begin(find(self.game)(**self.options), self.moves)


class DrillLevel(NamedTuple):
    """The boards from which the starts of the seats are drawn."""

    about: Phrase
    boards: tuple[Mapping[str, Any], ...]
    # Maximum number of unused numbers; 0 for no limit.
    left: int = 0

    @classmethod
    def of(
        cls, game: str, low: int, high: int, left: int = 0, about: str = SIZED, more: Boards = ({},)
    ) -> DrillLevel:
        """One board for each size and each of some other options."""
        size = find(game).SIZE
        boards = tuple({size: each, **options} for each in range(low, high + 1) for options in more)
        return cls(Phrase(about, low=low, high=high, left=left), boards, left)


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


def content(game: str) -> dict[str, Any]:
    """The content of a game's `lesson.json`; empty if it has none.

    Its `sentences` are those that only this lesson uses, by code. Each of its `steps` has a part, `texts`
    (codes of sentences, alone or with their numbers), `moves` (several positions, separated by semicolons,
    are several steps), `to_end`, and the options of the game. Its `levels` are the arguments of
    `DrillLevel.of`.
    """
    with suppress(FileNotFoundError):
        return dict(load("outnumber.study.games", f"{game.replace('-', '_')}/lesson.json"))
    return {}


def lesson(game: str) -> Lesson:
    """The lesson about a game: its steps, numbered in each part, followed by the seats."""
    found = content(game)
    levels = tuple(DrillLevel.of(game, **level) for level in found["levels"])
    steps: list[Step] = []

    def add(
        part: Part, texts: Sequence[StepText] = (), moves: str = "", to_end: bool = False, **options: Any
    ) -> None:
        said: Iterable[tuple[str, Mapping[str, Any]]] = (
            (text, {}) if isinstance(text, str) else (text[0], text[1]) for text in texts
        )
        for line in moves.split(";"):
            number, played = 1 + sum(step.part == part for step in steps), tuple(map(int, line.split()))
            steps.append(Step(f"{part}-{number}", part, game, options, played, tuple(said), to_end))

    for step in found["steps"]:
        add(**step)
    seat = Step("seat", "seat", game, levels[0].boards[0], (), (("seat-how", {}),))
    return Lesson(game, found["title"], found["rule"], (*steps, seat), levels, found["rank"])


_FOUND = [lesson(name) for name in BUILT_IN if content(name)]
# All lessons, from the easiest idea to the hardest.
LESSONS = {each.id: each for each in sorted(_FOUND, key=lambda each: each.rank)}


def lesson_of(game: str) -> Lesson:
    """The lesson about a game, by its name or an abbreviation; raises `OptionError` if there is none.

    >>> lesson_of("order-challenge").title, len(lesson_of("number-duel").steps)
    ('Gifts, and the last one', 23)
    """
    rules = find(game)
    if rules.name not in LESSONS:
        remedy = Phrase("choose {games:or}.", games=tuple(LESSONS))
        raise OptionError("no-lesson", game=Phrase(rules.title), remedy=remedy)
    return LESSONS[rules.name]
