"""A class over the wire: requests from the teacher and the children, and the answers they get."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from outnumber.games import mark
from outnumber.players.registry import DEFAULT_OPPONENT
from outnumber.study.puzzles.kinds import Kind

from . import Body, Model, Options
from .fields import ComputerName, Difficulty, GameName, Id, Moves, Seed, Seq, Token
from .queries import Query
from .scenes import SceneModel
from .verdicts import VerdictModel

# A lesson or a puzzle, by the name of its page.
What = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9:._-]{0,80}\Z", description=mark("letters, digits and - . : _"))
]
Code = Annotated[str, Meta(max_length=64)]
PlaceName = Literal["lesson", "puzzle", "game", "class"]
ActivityName = Literal["none", "lesson", "puzzle", "playing", "waiting", "finished", "left"]
# Whether a tournament has a ranking of children, one of teams, or none.
TournamentMode = Literal["points", "teams", "quiet"]
MOST_STATIONS, MOST_TEAMS = 12, 12
# The longest timer, and the longest wait for news, in seconds.
LONGEST_TIMER = 7200
LONGEST_WAIT = 25


# Requests


class MakeClass(Body):
    """Open a class."""

    token: Token | None = None


class EnterClass(Body):
    """Show a class before joining, or join it with the name of an animal."""

    code: Code
    animal: Annotated[str, Meta(max_length=40)] | None = None
    token: Token | None = None


class OfClass(Body, kw_only=True):
    """A change that takes effect once, even if the request is repeated."""

    id: Id | None = None


class SetDoor(OfClass):
    """Whether new children may join."""

    open: bool


class SendOut(OfClass):
    """Remove a child; its animal is then free for another device."""

    child: Annotated[int, Meta(ge=1)]


class SetLesson(OfClass):
    """Start a lesson for the class."""

    lesson: What


class SetPuzzles(OfClass):
    """Give the class the same puzzles."""

    game: GameName
    kind: Kind | None = None
    difficulty: Difficulty | None = None
    seed: Seed | None = None


class SetPairs(OfClass):
    """Start games for all connected children, or for those who are not playing."""

    game: GameName
    options: Options = field(default_factory=dict)
    help: bool = False
    free: bool = False
    # A round of the tournament, or its final between the first two.
    round: bool = False
    final: bool = False
    computer: ComputerName = DEFAULT_OPPONENT


class SetTournament(OfClass):
    """Begin a tournament."""

    mode: TournamentMode = "points"
    teams: Annotated[int, Meta(ge=0, le=MOST_TEAMS)] = 0


class SetTeam(OfClass):
    """Move a child to a team before the first round."""

    child: Annotated[int, Meta(ge=1)]
    team: Annotated[int, Meta(ge=1, le=MOST_TEAMS)]


class UndoRound(OfClass):
    """Take back the last round of the tournament."""


class Station(Body):
    """One part of a lesson plan; it has no text of its own."""

    kind: Literal["idea", "tiny", "puzzles", "pairs", "talk", "summary"]
    minutes: Annotated[int, Meta(ge=0, le=120)]
    game: GameName
    options: Options = field(default_factory=dict)
    moves: Moves = field(default_factory=list)
    puzzle: Kind | None = None
    difficulty: Difficulty | None = None


class SetPlan(OfClass):
    """The plan of the lesson, and the current station from 1; 0 is before the first one."""

    stations: Annotated[list[Station], Meta(max_length=MOST_STATIONS)]
    station: Annotated[int, Meta(ge=0, le=MOST_STATIONS)] = 0


class SetTimer(OfClass):
    """Set a timer; 0 removes it."""

    seconds: Annotated[int, Meta(ge=0, le=LONGEST_TIMER)]


class SetShown(OfClass):
    """Show a board on the projector: a game of the class, a position, or nothing."""

    table: Annotated[str, Meta(max_length=32)] = ""
    game: Annotated[str, Meta(max_length=40)] = ""
    options: Options = field(default_factory=dict)
    moves: Moves = field(default_factory=list)
    # The kind of puzzle, if the position is one: the projector then asks its question.
    puzzle: Kind | None = None
    standings: bool = False


class Reveal(OfClass):
    """Show the tally of answers, and the winner, on the projector."""

    tally: bool = False
    answer: bool = False


class EndClass(OfClass):
    """End the lesson and its class."""


class Report(OfClass):
    """The place of a child, or the result of a puzzle."""

    place: PlaceName = "class"
    what: What = ""
    step: What = ""
    stuck: Annotated[int, Meta(ge=0, le=1000)] = 0
    solved: bool | None = None


class RaiseHand(OfClass):
    """Raise or lower a child's hand."""

    up: bool


class Vote(OfClass):
    """A child's answer to the question on the projector."""

    answer: Annotated[int, Meta(ge=0, le=1_000_000)]


class LeaveClass(OfClass):
    """Leave the class."""


class News(Query):
    """Wait for events after a number, up to some seconds."""

    after: Seq | None = None
    wait: Annotated[int, Meta(ge=0, le=LONGEST_WAIT)] = 0


class VerdictQuery(Query):
    """Whether to include the verdict."""

    verdict: bool = False


# Answers


class Animal(Model):
    """A name that a child can choose."""

    id: str
    name: str
    free: bool


class DoorModel(Model):
    """The class before joining: the names, and which of them are free."""

    id: str
    animals: list[Animal]


class TaskModel(Model):
    """The task of the whole class; for a child, it includes the page."""

    number: int
    kind: Literal["lesson", "puzzles", "games"]
    title: str
    link: str | None
    # The lesson, or the game of the puzzles or games; the other fields are for puzzles.
    what: str = ""
    seed: int | None = None
    puzzle: str | None = None
    difficulty: int | None = None


class PlaceModel(Model):
    """The current place of a child, and for how many seconds."""

    place: PlaceName
    what: str
    title: str
    step: str
    stuck: int
    seconds: int


class ReachedModel(Model):
    """A child's progress in a lesson, or the step where it was stuck."""

    what: str
    title: str
    step: str


class ChildModel(Model):
    """One child, as shown to the teacher."""

    number: int
    animal: str
    name: str
    here: bool
    gone: bool
    hand: bool
    activity: ActivityName
    # The game that it plays or has finished, and the opponent: 0 is the computer.
    game: str
    opponent: int | None
    seconds: int
    at: PlaceModel | None
    lessons: list[ReachedModel]
    hard: list[ReachedModel]
    solved: int
    missed: int
    won: int
    played: int
    # Of the current puzzles of the class.
    task_solved: int
    task_missed: int


class PairModel(Model):
    """A game of two children; `second` is null for the computer, `winner` is null during the game."""

    game: str
    first: int
    second: int | None
    over: bool
    winner: int | None
    moves: int
    # The children who have left the game while it was running.
    left: list[int]
    # Whether it belongs to the current round; otherwise it is over, or was given up.
    current: bool = True
    round: int = 0


class StandingModel(Model):
    """A place in the tournament: points, and the points of all opponents and of the defeated ones."""

    rank: int
    number: int
    points: int
    opponents: int
    beaten: int
    team: int = 0


class MissedModel(Model):
    """A puzzle of the class that children missed, with the task that it comes from."""

    what: str
    game: str
    kind: str
    difficulty: int | None
    seed: int
    missed: int
    solved: int


class ShownModel(Model):
    """What the projector shows."""

    table: str
    game: str
    options: Options
    moves: list[int]
    puzzle: str
    choices: list[int]
    standings: bool


class ClassModel(Model):
    """A class as shown to its teacher."""

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
    # Seconds until the class is deleted.
    seconds: int
    plan: list[Station]
    station: int
    # The answers to the question on the projector: how many children chose each; and what it may show.
    tally: list[list[int]]
    reveal_tally: bool
    reveal_answer: bool
    tournament: TournamentMode | None
    # The number of teams that children can still change, before the first round; otherwise 0.
    teams: int
    standings: list[StandingModel]
    missed: list[MissedModel]
    ended: bool = False


class Opened(Model):
    """A new class with the teacher's secret."""

    id: str
    token: Token
    link: str
    state: ClassModel


class PupilModel(Model):
    """A class as shown to a child: its own state, the task, and the time left."""

    id: str
    seq: int
    number: int
    name: str
    animal: str
    activity: ActivityName
    hand: bool
    task: TaskModel | None
    left: int | None
    # The question on the projector, its answers, and the one that the child has chosen.
    question: str
    choices: list[int]
    chosen: int | None
    solved: int
    won: int
    # Whether the opponent has left the game while it was running.
    opponent_left: bool
    # The page of a running game that a child without a game can watch.
    watch: str | None = None


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
    # If it is a puzzle.
    question: str
