"""A class over the wire: what the teacher and the children ask for, and what each of them is told."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from outnumber.api import Body, Model, Options
from outnumber.api.fields import ComputerName, Difficulty, GameName, Id, Moves, Seed, Seq, Token
from outnumber.api.queries import Query
from outnumber.api.scenes import SceneModel
from outnumber.api.verdicts import VerdictModel
from outnumber.games.sentences import mark
from outnumber.players.registry import DEFAULT_OPPONENT
from outnumber.study.puzzles.kinds import Kind

# A lesson or a puzzle, as its page names it.
What = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9:._-]{0,80}\Z", description=mark("letters, digits and - . : _"))
]
Code = Annotated[str, Meta(max_length=64)]
PlaceName = Literal["lesson", "puzzle", "game", "class"]
# The longest timer, and the longest that a question waits for news, in seconds.
LONGEST_TIMER = 7200
LONGEST_WAIT = 25


# What is asked for


class MakeClass(Body):
    """A class to be opened."""

    token: Token | None = None


class EnterClass(Body):
    """A door to be looked through, or gone through with the name of an animal."""

    code: Code
    animal: Annotated[str, Meta(max_length=40)] | None = None
    token: Token | None = None


class OfClass(Body, kw_only=True):
    """Something that happens once, however often it is sent."""

    id: Id | None = None


class SetDoor(OfClass):
    """Whether newcomers are let in."""

    open: bool


class SendOut(OfClass):
    """A child to be sent out; its animal is free for another device."""

    child: Annotated[int, Meta(ge=1)]


class SetLesson(OfClass):
    """A lesson for everybody."""

    lesson: What


class SetPuzzles(OfClass):
    """The same puzzles for everybody."""

    game: GameName
    kind: Kind | None = None
    difficulty: Difficulty | None = None
    seed: Seed | None = None


class SetPairs(OfClass):
    """Games for all who are here, or for those who are not playing."""

    game: GameName
    options: Options = field(default_factory=dict)
    help: bool = False
    free: bool = False
    computer: ComputerName = DEFAULT_OPPONENT


class SetTimer(OfClass):
    """A timer; 0 takes it away."""

    seconds: Annotated[int, Meta(ge=0, le=LONGEST_TIMER)]


class SetShown(OfClass):
    """A board for the projector: a game of the class, a position, or none."""

    table: Annotated[str, Meta(max_length=32)] = ""
    game: Annotated[str, Meta(max_length=40)] = ""
    options: Options = field(default_factory=dict)
    moves: Moves = field(default_factory=list)
    # The kind, where the position is a puzzle: the projector then asks its question.
    puzzle: Kind | None = None


class EndClass(OfClass):
    """The end of a lesson."""


class Report(OfClass):
    """Where a child is, or what became of a puzzle."""

    place: PlaceName = "class"
    what: What = ""
    step: What = ""
    stuck: Annotated[int, Meta(ge=0, le=1000)] = 0
    solved: bool | None = None


class RaiseHand(OfClass):
    """Whether a child asks for help."""

    up: bool


class LeaveClass(OfClass):
    """A child goes."""


class News(Query):
    """Waits so many seconds for something newer than an event."""

    after: Seq | None = None
    wait: Annotated[int, Meta(ge=0, le=LONGEST_WAIT)] = 0


class VerdictQuery(Query):
    """Whether with the verdict."""

    verdict: bool = False


# What is told


class Animal(Model):
    """A name to choose."""

    id: str
    name: str
    free: bool


class DoorModel(Model):
    """What somebody with the code sees: the names, and which of them are free."""

    id: str
    animals: list[Animal]


class TaskModel(Model):
    """What everybody does; for a child with the page where it does so."""

    number: int
    kind: Literal["lesson", "puzzles", "games"]
    title: str
    link: str | None
    # The lesson, or the game of the puzzles or games; the rest is of puzzles.
    what: str = ""
    seed: int | None = None
    puzzle: str | None = None
    difficulty: int | None = None


class PlaceModel(Model):
    """Where a child is, and for how many seconds."""

    place: PlaceName
    what: str
    title: str
    step: str
    stuck: int
    seconds: int


class ReachedModel(Model):
    """How far a child came in a lesson, or where it was stuck."""

    what: str
    title: str
    step: str


class ChildModel(Model):
    """One child, as the teacher sees it."""

    number: int
    animal: str
    name: str
    here: bool
    gone: bool
    hand: bool
    at: PlaceModel | None
    lessons: list[ReachedModel]
    hard: list[ReachedModel]
    solved: int
    missed: int
    won: int
    played: int
    # Of the puzzles that everybody solves now.
    task_solved: int
    task_missed: int


class PairModel(Model):
    """A game of two children; the second is null for the computer, and nobody has won while they play."""

    game: str
    first: int
    second: int | None
    over: bool
    winner: int | None
    moves: int
    # The children who have gone elsewhere during the game.
    left: list[int]


class ShownModel(Model):
    """What the projector shows."""

    table: str
    game: str
    options: Options
    moves: list[int]
    puzzle: str


class ClassModel(Model):
    """A class as its teacher sees it."""

    id: str
    seq: int
    code: str
    link: str
    open: bool
    children: list[ChildModel]
    task: TaskModel | None
    pairs: list[PairModel]
    left: int | None
    shown: ShownModel | None
    # Until it is deleted.
    seconds: int
    ended: bool = False


class Opened(Model):
    """A new class with the teacher's secret."""

    id: str
    token: Token
    link: str
    state: ClassModel


class PupilModel(Model):
    """A class as a child sees it: itself, what to do, and how long."""

    id: str
    seq: int
    number: int
    name: str
    hand: bool
    task: TaskModel | None
    left: int | None
    # Whether the opponent has gone elsewhere during the game.
    opponent_left: bool


class BoardModel(Model):
    """A board for the projector."""

    title: str
    about: str
    names: list[str]
    moves: list[int]
    seats: list[int]
    scene: SceneModel
    over: bool
    verdict: VerdictModel | None
    # Of a puzzle.
    question: str
