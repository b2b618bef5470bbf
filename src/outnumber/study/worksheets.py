"""The content of a worksheet order, and its puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal, get_args
from urllib.parse import parse_qsl, urlencode

from outnumber.games import BUILT_IN, GameError, Phrase, Rules, bad_option, too_large

from .puzzles.generate import mixed
from .puzzles.kinds import KINDS, Kind, checked, offered
from .puzzles.puzzle import Puzzle, from_json

SheetName = Literal["puzzles", "cards", "board", "guide"]
SHEETS: tuple[SheetName, ...] = get_args(SheetName)
PaperName = Literal["a4", "letter"]
PAPERS: tuple[PaperName, ...] = get_args(PaperName)
TextName = Literal["normal", "large"]
TEXTS: tuple[TextName, ...] = get_args(TextName)
USUAL, MOST = 6, 48
# Number of boards per page: small ones, others, and in large print.
MANY, FEW, LARGE = 6, 4, 2
# Boards with more numbers, or after more moves, are not small; this many candidates include a small one.
LARGEST, LONGEST = 24, 8
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
    text: TextName = "normal"
    # Positions to begin with, each as `kind~options~moves`, such as `who~range=9~5.3`, separated by spaces.
    given: str = ""

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
        found = list(islice(self._first(made), self.count))
        if len(found) < self.count:
            what = Phrase("A count of {n:,}", n=self.count)
            raise too_large(what, self.count, "only {n} can be made with these options.", n=len(found))
        return sorted(found, key=lambda puzzle: puzzle.difficulty)

    def _first(self, made: Iterator[Puzzle]) -> Iterator[Puzzle]:
        """The given positions that are puzzles, and then others."""
        known = []
        for text in self.given.split():
            kind, options, moves = (*text.split("~"), "", "")[:3]
            with suppress(GameError, ValueError):
                rules = self.game.within(MOST_NUMBERS, **dict(parse_qsl(options)))
                line = [int(number) for number in moves.split(".") if number]
                asked = {"game": rules.name, "options": dict(rules.options), "moves": line}
                known.append(from_json(asked | {"kind": kind_of(self.game, kind)}))
        yield from known
        boards: set[object] = {puzzle.position.solver_key() for puzzle in known}
        yield from _small_first(made, self.count, boards)

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
        chosen["text"] = self.text if self.text != "normal" else None
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
        """The URL of the same sheet on a server, without its host."""
        named = {"sheet": self.sheet, **self.named()} | ({"given": self.given} if self.given else {})
        return f"/worksheet/{self.game.name}?{urlencode(named)}"


def _small_first(puzzles: Iterator[Puzzle], count: int, seen: set[object]) -> Iterator[Puzzle]:
    """Small boards first, each board once; the others only if there are too few."""
    others: list[Puzzle] = []
    for puzzle in islice(puzzles, LOOKS * count):
        # A second question about the same board would reveal the other answer.
        board = puzzle.position.solver_key()
        if board not in seen and _small(puzzle):
            yield puzzle
        else:
            others.append(puzzle)
        seen.add(board)
    yield from others


def _small(puzzle: Puzzle) -> bool:
    return len(puzzle.match.current.scene.numbers) <= LARGEST and len(puzzle.moves) <= LONGEST


def per_page(puzzles: list[Puzzle], text: TextName = "normal") -> int:
    """The number of boards per page."""
    if text == "large":
        return LARGE
    return MANY if all(map(_small, puzzles)) else FEW


def kind_of(game: type[Rules], text: str) -> Kind:
    """A kind of puzzle that works on paper; raises `OptionError` if the game does not have it."""
    kinds = [kind for kind in offered(game) if kind != "seat"]
    if text == "seat":
        raise bad_option("kind", text, "it is played out against a computer. Choose {kinds:or}.", kinds=kinds)
    return checked(game, text, kinds)
