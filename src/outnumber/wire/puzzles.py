"""Puzzles as a server has them: to be solved, tried, explained, and asked again."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta

from outnumber.games.sentences import ENGLISH, Voice
from outnumber.puzzles.explain import Refutation, explanation, pairs
from outnumber.puzzles.puzzle import Puzzle
from outnumber.puzzles.themes import THEMES
from outnumber.session.round import Round
from outnumber.wire import Model, Options, SeatNumber, Sentence
from outnumber.wire.reviews import StepModel
from outnumber.wire.scenes import SceneModel

# How it went with a puzzle that was missed before.
AnswerName = Literal["missed", "helped", "solved"]


class PuzzleModel(Model):
    """What somebody sees who is to solve it: everything but the answer."""

    id: str
    game: str
    title: str
    options: Options
    # The options in few words.
    about: str
    moves: list[int]
    seats: list[SeatNumber]
    turn: SeatNumber
    legal: list[int]
    board: dict[str, Any]
    scene: SceneModel
    difficulty: Annotated[int, Meta(ge=1, le=5)]

    @classmethod
    def of(cls, puzzle: Puzzle, about: str, voice: Voice = ENGLISH) -> PuzzleModel:
        current = puzzle.match.current
        scene = current.scene
        told = SceneModel.of(scene, voice)
        legal = list(scene.legal)
        told.legal = UNSET  # it stands beside
        return cls(
            id=puzzle.id,
            game=puzzle.rules.name,
            title=voice.word(puzzle.rules.title),
            options=puzzle.rules.options,
            about=about,
            moves=list(puzzle.moves),
            seats=list(current.movers),
            turn=int(current.turn),
            legal=legal,
            board=dict(scene.facts),
            scene=told,
            difficulty=puzzle.difficulty,
        )


class PuzzlesModel(Model):
    """The first puzzles of a seed, of one game or of all by turns."""

    game: str
    seed: int
    puzzles: list[PuzzleModel]


class DailyPuzzle(Model):
    """The puzzle of a day."""

    date: str
    puzzle: PuzzleModel


class PuzzleAnswer(Model):
    """The solution, why it wins, and what to remember."""

    solution: int
    explanation: Sentence
    pairs: list[tuple[int, int]]
    theme: str
    title: str
    lesson: str
    # What lies on the table after the solution.
    scene: SceneModel

    @classmethod
    def of(cls, puzzle: Puzzle, voice: Voice = ENGLISH) -> PuzzleAnswer:
        theme = THEMES[puzzle.theme]
        return cls(
            solution=puzzle.solution,
            explanation=Sentence.of(explanation(puzzle), voice),
            pairs=pairs(puzzle),
            theme=puzzle.theme,
            title=voice.word(theme.title),
            lesson=voice.word(theme.lesson),
            scene=_after(puzzle, [puzzle.solution], voice),
        )


class RefutedTry(Model):
    """How a wrong move is refuted; `ending` is null where the line is cut short."""

    line: list[StepModel]
    ending: Sentence | None
    # What lies on the table after the line.
    scene: SceneModel

    @classmethod
    def of(cls, puzzle: Puzzle, refuted: Refutation, voice: Voice = ENGLISH) -> RefutedTry:
        line = [StepModel(int(step.seat), step.move) for step in refuted.line]
        ending = Sentence.of(refuted.ending, voice) if refuted.ending else None
        return cls(line, ending, _after(puzzle, [refuted.move, *(step.move for step in line)], voice))


def _after(puzzle: Puzzle, moves: list[int], voice: Voice) -> SceneModel:
    current = Round.begin(puzzle.rules, [*puzzle.moves, *moves])
    return SceneModel.of_round(current, len(current.moves), voice)


class PuzzleTry(Model):
    """What became of a try."""

    right: bool
    move: int
    refutation: RefutedTry | None
    answer: PuzzleAnswer | None


class Card(Model, forbid_unknown_fields=True):
    """When a missed puzzle is to come again: a card of the `fsrs` package."""

    card_id: Annotated[int, Meta(ge=0, le=10)] | None
    state: Annotated[int, Meta(ge=0, le=3)] | None
    step: Annotated[int, Meta(ge=0, le=10)] | None
    stability: Annotated[float, Meta(ge=0, le=36_500)] | None
    difficulty: Annotated[float, Meta(ge=0, le=10)] | None
    due: Annotated[str, Meta(max_length=40)]
    last_review: Annotated[str, Meta(max_length=40)]


class Scheduled(Model):
    """The card to keep."""

    card: Card
