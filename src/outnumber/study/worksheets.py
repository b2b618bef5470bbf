"""The content of a worksheet order, and its puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal, get_args
from urllib.parse import urlencode

from outnumber.games.base import Rules
from outnumber.games.errors import bad_option, too_large
from outnumber.games.registry import BUILT_IN
from outnumber.games.sentences import Phrase
from outnumber.study.puzzles.generate import mixed
from outnumber.study.puzzles.kinds import KINDS, Kind, checked, offered
from outnumber.study.puzzles.puzzle import Puzzle

SheetName = Literal["puzzles", "cards", "board", "guide"]
SHEETS: tuple[SheetName, ...] = get_args(SheetName)
PaperName = Literal["a4", "letter"]
PAPERS: tuple[PaperName, ...] = get_args(PaperName)
USUAL, MOST = 6, 48
# Maximum number of boards per page if all of them are small.
SMALL, SHORT, MANY, FEW = 24, 8, 6, 4
# Boards with more numbers, or after more moves, do not suit paper; this many candidates include a small one.
LARGEST, LONGEST = 30, 12
LOOKS = 12
# Larger games are too much to cut out or cross out.
MOST_NUMBERS = 120


@dataclass(frozen=True)
class WorksheetOrder:
    """A worksheet, identified by its input: the same order gives the same sheet."""

    game: type[Rules]
    seed: int = 0
    count: int = USUAL
    kind: str | None = None
    difficulty: int | None = None
    # The chosen options; the others vary from puzzle to puzzle.
    options: Mapping[str, Any] = field(default_factory=dict)
    sheet: SheetName = "puzzles"
    paper: PaperName = "a4"

    @property
    def rules(self) -> Rules:
        """The game of a board or of cards; raises `OptionError` if it is too large for paper."""
        return self.game.within(MOST_NUMBERS, **self.options)

    def puzzles(self) -> list[Puzzle]:
        """The puzzles, easy ones first; raises `OptionError` if there are not enough."""
        # A seat puzzle is played against a computer, so it does not work on paper.
        kinds = [self.kind] if self.kind else [kind for kind in KINDS if kind != "seat"]
        made = mixed(
            self.seed,
            games=[self.game.name],
            kinds=kinds,
            options=dict(self.options),
            difficulty=self.difficulty,
        )
        found = list(islice(_small_first(made, self.count), self.count))
        if len(found) < self.count:
            what = Phrase("A count of {n:,}", n=self.count)
            remedy = Phrase("only {n} can be made with these options.", n=len(found))
            raise too_large(what, self.count, remedy)
        return sorted(found, key=lambda puzzle: puzzle.difficulty)

    def named(self) -> dict[str, str]:
        """All chosen values, as in a URL or on a command line."""
        chosen: dict[str, Any] = {"sheet": self.sheet if self.sheet != "puzzles" else None}
        if self.sheet == "puzzles":
            chosen |= {
                "seed": self.seed,
                "count": self.count,
                "kind": self.kind,
                "difficulty": self.difficulty,
            }
        texts = {option.name: option for option in self.game.OPTIONS}
        chosen |= {name: texts[name].text(value) for name, value in self.options.items()}
        chosen["paper"] = self.paper if self.paper != "a4" else None
        return {name: str(value) for name, value in chosen.items() if value is not None}

    @property
    def command(self) -> str:
        """The command that creates the same sheet."""
        # Options of added games have no flags.
        added = {} if self.game.name in BUILT_IN else self.options
        flags = (
            f"--set {name}={value}" if name in added else f"--{name.replace('_', '-')} {value}"
            for name, value in self.named().items()
        )
        return " ".join(("outnumber worksheet", self.game.name, *flags, "-o sheet.html"))

    @property
    def path(self) -> str:
        """The URL of the same sheet on a server."""
        return f"/worksheet/{self.game.name}?{urlencode({'sheet': self.sheet, **self.named()})}"


def _small_first(puzzles: Iterator[Puzzle], count: int) -> Iterator[Puzzle]:
    """Small boards first, each board once; the others only if there are too few."""
    others: list[Puzzle] = []
    seen: set[object] = set()
    for puzzle in islice(puzzles, LOOKS * count):
        # A second question about the same board would reveal the other answer.
        board = puzzle.position.solver_key()
        if board not in seen and _fits(puzzle, LARGEST, LONGEST):
            yield puzzle
        else:
            others.append(puzzle)
        seen.add(board)
    yield from others


def _fits(puzzle: Puzzle, numbers: int, moves: int) -> bool:
    return len(puzzle.match.current.scene.numbers) <= numbers and len(puzzle.moves) <= moves


def per_page(puzzles: list[Puzzle]) -> int:
    """The number of boards per page."""
    return MANY if all(_fits(puzzle, SMALL, SHORT) for puzzle in puzzles) else FEW


def kind_of(game: type[Rules], text: str) -> Kind:
    """A kind of puzzle that works on paper; raises `OptionError` if the game does not have it."""
    kinds = [kind for kind in offered(game) if kind != "seat"]
    if text == "seat":
        remedy = Phrase("it is played out against a computer. Choose {kinds:or}.", kinds=kinds)
        raise bad_option("kind", text, remedy)
    return checked(game, text, kinds)
