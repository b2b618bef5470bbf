"""Puzzles as a server handles them: solve, try, explain and retry."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta

from outnumber.games import Voice
from outnumber.match import Round
from outnumber.study.puzzles.attempt import Attempt, PossibleAnswer, possible_answers
from outnumber.study.puzzles.explain import Refutation, addressed, answered, explanation, hints, idea, pairs
from outnumber.study.puzzles.kinds import Kind
from outnumber.study.puzzles.puzzle import Puzzle
from outnumber.study.puzzles.sentences import Remark

from . import Model, Options, SeatNumber, Sentence
from .fields import Difficulty
from .games import rules_fields
from .reviews import StepModel, steps_of
from .scenes import SceneModel
from .verdicts import HintModel

# The result of retrying a missed puzzle.
AnswerName = Literal["missed", "helped", "solved"]


class GameOn(Model):
    """A game that is being played out: the moves so far, and the moves that are possible now."""

    moves: Sequence[int]
    seats: list[SeatNumber]
    turn: SeatNumber
    legal: list[int]
    scene: SceneModel

    @classmethod
    def of(cls, current: Round, voice: Voice) -> GameOn:
        return cls(**_shown(current, voice))


def _shown(current: Round, voice: Voice) -> dict[str, Any]:
    """The fields of `GameOn`; the possible moves are separate from the scene."""
    scene = SceneModel.of(current.scene, voice)
    legal, scene.legal = scene.legal, UNSET
    return {
        "moves": current.moves,
        "seats": list(current.movers),
        "turn": current.turn,
        "legal": legal,
        "scene": scene,
    }


class PuzzleModel(GameOn, kw_only=True):
    """A puzzle without its answer."""

    id: str
    game: str
    title: str
    options: Options
    # A short description of the options.
    about: str
    board: dict[str, Any]
    difficulty: Difficulty
    kind: Kind
    # The question, as a sentence.
    question: str

    @classmethod
    def of_puzzle(cls, puzzle: Puzzle, voice: Voice) -> PuzzleModel:
        current = puzzle.match.current
        return cls.filled(
            puzzle,
            **_shown(current, voice),
            **rules_fields(puzzle.rules, voice),
            board=dict(current.scene.facts),
            question=voice.tell(Remark(f"ask-{puzzle.kind}")),
        )


class ProvenPuzzle(Model):
    """A puzzle with its answer, as `outnumber puzzle --json` prints it."""

    game: str
    options: Options
    moves: list[int]
    solution: int | list[int]
    difficulty: Difficulty
    theme: str
    kind: Kind
    version: int

    @classmethod
    def of(cls, puzzle: Puzzle) -> ProvenPuzzle:
        rules, moves = puzzle.rules, list(puzzle.moves)
        solution = _solution(puzzle)
        return cls.filled(puzzle, game=rules.name, options=rules.options, moves=moves, solution=solution)


def _solution(puzzle: Puzzle) -> int | list[int]:
    return list(puzzle.answer) if puzzle.kind == "all" else puzzle.solution


class PuzzlesModel(Model):
    """The first puzzles of a seed, for one game or for all games in rotation."""

    game: str
    seed: int
    puzzles: list[PuzzleModel]


class DailyPuzzle(Model):
    """The daily puzzle of one day."""

    date: str
    puzzle: PuzzleModel


class PuzzleAnswer(Model):
    """The solution, the reason, and the idea to remember.

    `solution` is a move, the number of a seat, or a list of all winning moves; `text` describes it in words.
    """

    solution: int | list[int]
    explanation: Sentence
    pairs: list[tuple[int, int]]
    theme: str
    title: str
    lesson: str
    text: str
    # The table after the only winning move, if there is exactly one.
    scene: SceneModel

    @classmethod
    def of(cls, puzzle: Puzzle, voice: Voice) -> PuzzleAnswer:
        title, lesson = idea(puzzle)
        why, lead = Sentence.of(explanation(puzzle), voice), addressed(puzzle)
        if lead:
            why = msgspec.structs.replace(why, text=f"{voice.tell(lead)} {why.text}")
        return cls.filled(
            puzzle,
            solution=_solution(puzzle),
            explanation=why,
            pairs=pairs(puzzle),
            title=voice.word(title),
            lesson=voice.word(lesson),
            text=voice.tell(answered(puzzle)),
            scene=_after(puzzle.match.current, puzzle.answer if puzzle.kind == "one" else (), voice),
        )


class RefutedTry(Model):
    """The refutation of a wrong move; `ending` is null if the line is cut short."""

    line: list[StepModel]
    ending: Sentence | None
    # The table after the line.
    scene: SceneModel

    @classmethod
    def of(cls, current: Round, refuted: Refutation, voice: Voice) -> RefutedTry:
        line = steps_of(refuted.line)
        ending = Sentence.of(refuted.ending, voice) if refuted.ending else None
        tried = [refuted.move] if refuted.move else []
        return cls(line, ending, _after(current, [*tried, *(step.move for step in line)], voice))


def _after(current: Round, moves: Sequence[int], voice: Voice) -> SceneModel:
    after = current.follow(moves)
    return SceneModel.of_round(after, len(after.moves), voice)


class PuzzleTry(Model):
    """The result of an attempt.

    `move` is the attempted move, or 0. `right` with an `answer`: solved. `right` with a `game`: correct so
    far, and the game continues. A refutation without moves: a winning move is missing.
    """

    right: bool
    move: int
    refutation: RefutedTry | None
    answer: PuzzleAnswer | None
    game: GameOn | None = None

    @classmethod
    def of(cls, attempt: Attempt, refuted: Refutation | None, voice: Voice) -> PuzzleTry:
        puzzle = attempt.puzzle
        if refuted:
            return cls(False, refuted.move, RefutedTry.of(attempt.round, refuted, voice), None)
        one = puzzle.solution if puzzle.kind in ("one", "avoid") else 0
        if attempt.found:
            return cls(True, one, None, PuzzleAnswer.of(puzzle, voice))
        return cls(True, one, None, None, GameOn.of(attempt.round, voice))


# Maximum number of precomputed answers, and how many of the wrong ones include their refutation.
MOST_FORESEEN, MOST_REFUTED = 1500, 300


class TryAhead(Model):
    """The result of one possible answer: correct and finished, correct with a game that continues, or wrong.

    Wrong without a refutation: there were too many to play them all out.
    """

    given: list[int]
    right: bool
    refutation: RefutedTry | None = None
    game: GameOn | None = None

    @classmethod
    def of(cls, each: PossibleAnswer, voice: Voice, *, refuted: bool) -> TryAhead:
        given, attempt = list(each.given), each.attempt
        if refuted and (refutation := each.refutation):
            return cls(given, False, RefutedTry.of(attempt.round, refutation, voice))
        on = each.right and attempt.puzzle.kind == "seat" and not attempt.found
        return cls(given, each.right, game=GameOn.of(attempt.round, voice) if on else None)


class PuzzleAhead(Model):
    """Everything a client needs to finish a puzzle without asking again; it includes the solution."""

    answer: PuzzleAnswer
    hints: list[HintModel]
    tries: list[TryAhead]
    # False if there are too many answers: ask again later in the puzzle.
    whole: bool

    @classmethod
    def of(cls, puzzle: Puzzle, given: Sequence[int], voice: Voice) -> PuzzleAhead:
        tries: list[TryAhead] = []
        refuted = 0
        for each in islice(possible_answers(puzzle, given), MOST_FORESEEN):
            refuted += not each.right
            tries.append(TryAhead.of(each, voice, refuted=refuted <= MOST_REFUTED))
        steps = [HintModel.of(level, step, voice) for level, step in enumerate(hints(puzzle), 1)]
        return cls(PuzzleAnswer.of(puzzle, voice), steps, tries, len(tries) < MOST_FORESEEN)


class Card(Model, forbid_unknown_fields=True):
    """The schedule of a missed puzzle: a card of the `fsrs` package."""

    card_id: Annotated[int, Meta(ge=0, le=10)] | None
    state: Annotated[int, Meta(ge=0, le=3)] | None
    step: Annotated[int, Meta(ge=0, le=10)] | None
    stability: Annotated[float, Meta(ge=0, le=36_500)] | None
    difficulty: Annotated[float, Meta(ge=0, le=10)] | None
    due: Annotated[str, Meta(max_length=40)]
    last_review: Annotated[str, Meta(max_length=40)]


class Scheduled(Model):
    """The card to save."""

    card: Card
