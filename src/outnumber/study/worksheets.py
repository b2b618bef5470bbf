"""What somebody wants to have printed, and the puzzles for it."""

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
# A page has room for so many boards if all of them are small, else for fewer.
SMALL, SHORT, MANY, FEW = 24, 8, 6, 4
# Boards with more numbers, or after more moves, are no fun on paper; of so many, one is small enough.
LARGEST, LONGEST = 30, 12
LOOKS = 12
# More numbers are not cut out or crossed out by anybody.
MOST_NUMBERS = 120


@dataclass(frozen=True)
class WorksheetOrder:
    """A worksheet, named by what makes it: the same order gives the same sheet."""

    game: type[Rules]
    seed: int = 0
    count: int = USUAL
    kind: str | None = None
    difficulty: int | None = None
    # Those that were chosen; the others vary from puzzle to puzzle.
    options: Mapping[str, Any] = field(default_factory=dict)
    sheet: SheetName = "puzzles"
    paper: PaperName = "a4"

    @property
    def rules(self) -> Rules:
        """The game of a board or of cards; raises `OptionError` where it is too large for paper."""
        return self.game.within(MOST_NUMBERS, **self.options)

    def puzzles(self) -> list[Puzzle]:
        """The puzzles, the easy ones first; raises `OptionError` where there are not so many."""
        # A seat is played out against a computer, which paper is not.
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
        """Everything that was chosen, as it is written in an address or after a command."""
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
        """What to type for the same sheet."""
        # Games of other packages have no flags of their own.
        added = {} if self.game.name in BUILT_IN else self.options
        flags = (
            f"--set {name}={value}" if name in added else f"--{name.replace('_', '-')} {value}"
            for name, value in self.named().items()
        )
        return " ".join(("outnumber worksheet", self.game.name, *flags, "-o sheet.html"))

    @property
    def path(self) -> str:
        """The address of the same sheet on a server."""
        return f"/worksheet/{self.game.name}?{urlencode({'sheet': self.sheet, **self.named()})}"


def _small_first(puzzles: Iterator[Puzzle], count: int) -> Iterator[Puzzle]:
    """Those with small boards, each board once, and the others only where there are too few of them."""
    others: list[Puzzle] = []
    seen: set[object] = set()
    for puzzle in islice(puzzles, LOOKS * count):
        # A board that is asked about twice would give the other answer away.
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
    """How many boards a page has room for."""
    return MANY if all(_fits(puzzle, SMALL, SHORT) for puzzle in puzzles) else FEW


def kind_of(game: type[Rules], text: str) -> Kind:
    """A kind of puzzles of a game that paper has; raises `OptionError` where it has not."""
    kinds = [kind for kind in offered(game) if kind != "seat"]
    if text == "seat":
        remedy = Phrase("it is played out against a computer. Choose {kinds:or}.", kinds=kinds)
        raise bad_option("kind", text, remedy)
    return checked(game, text, kinds)
