"""The bodies of requests to the server.

Decoding, validation and the OpenAPI document are derived from these models. `docs/reference/api.md` describes
them.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from outnumber.games import mark
from outnumber.match import LONGEST_MATCH
from outnumber.study.chains.chain import LARGEST
from outnumber.study.lessons.place import Place
from outnumber.study.puzzles.kinds import Kind

from . import Body, Options, SeatNumber
from .chains import ChangeName
from .events import EVENTS, GameEvent, MovePlayed, Resigned, SeatPicked
from .fields import (
    LONGEST_LINE,
    Action,
    ChainRange,
    GameName,
    Id,
    Level,
    Moves,
    Name,
    Number,
    OpponentName,
    Seed,
    StartName,
    Token,
)
from .puzzles import AnswerName, Card
from .records import ClockSeconds, GameClockModel, MoveSeconds


class Create(Body):
    """Create a game."""

    game: GameName
    options: Options = field(default_factory=dict)
    opponent: OpponentName = "invite"
    name: Name = ""
    first: Literal["me", "them", "toss"] = "me"
    rounds: Annotated[int, Meta(ge=1, le=LONGEST_MATCH)] = 1
    clock: ClockSeconds | None = None
    help: bool = True
    takebacks: bool = True
    claims: bool | None = None
    token: Token | None = None
    game_clock: GameClockModel | None = None
    # With the opponent `here`, two people share a device: the creator holds both seats, and this is the other
    # player's name.
    other: Name = ""
    start: StartName = "book"
    # The seed of a drawn start; without it, each game draws another one.
    seed: Seed | None = None
    # The number of a stage on the path of the game, which determines everything else except the name.
    stage: Annotated[int, Meta(ge=1, le=100)] | None = None


class Sit(Body):
    """Take the second seat."""

    id: Id | None = None
    name: Name = ""
    token: Token | None = None


class Move(Body):
    """Play a number."""

    number: int
    after: int | None = None
    id: Id | None = None
    # The seconds from the notification of the turn to the move.
    spent: MoveSeconds | None = None

    def event(self, participant: int) -> GameEvent:
        return MovePlayed(participant, self.number)


class Pick(Body):
    """Pick a seat in a round with a drawn start."""

    seat: SeatNumber
    id: Id | None = None

    def event(self, participant: int) -> GameEvent:
        return SeatPicked(participant, self.seat)


class Resign(Body):
    """Resign a round."""

    id: Id | None = None

    def event(self, participant: int) -> GameEvent:
        return Resigned(participant)


class Offer(Body):
    """Make or answer an offer."""

    what: ClassVar[str]

    action: Action
    id: Id | None = None

    def event(self, participant: int) -> GameEvent:
        return EVENTS[f"{self.what}-{self.action}"](participant)


class Takeback(Offer):
    """Offer a takeback, or answer such an offer."""

    what = "takeback"


class Rematch(Offer):
    """Offer a rematch, or answer such an offer."""

    what = "rematch"


class Claim(Offer):
    """Claim the win after the opponent has left, take it, or withdraw the claim."""

    what = "claim"


Deed = Move | Pick | Resign | Offer


class Renew(Body):
    """Replace the seat token, for example because someone else knows it."""

    id: Id | None = None
    token: Token | None = None


class Code(Body):
    """A text for a QR code."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class PuzzlePosition(Body):
    """A puzzle, identified by its position."""

    game: GameName
    options: Options
    moves: Moves
    kind: Kind = "one"


class AnyPosition(Body):
    """A position of any game: the moves that lead to it."""

    game: GameName
    options: Options = field(default_factory=dict)
    moves: Annotated[list[Number], Meta(max_length=LONGEST_LINE)] = field(default_factory=list)


class AboutPuzzle(Body):
    """A puzzle whose answer is requested."""

    puzzle: PuzzlePosition


class PuzzleMove(AboutPuzzle):
    """An attempt at a puzzle: a move, or an answer with several numbers.

    An answer is a seat, all winning moves, or a seat followed by the moves that were played from there.
    """

    move: Number | None = None
    answer: Moves | None = None


class PuzzleSoFar(AboutPuzzle):
    """A puzzle that the client may continue offline, with the correct answers so far: a seat, and moves."""

    answer: Moves = field(default_factory=list)


class PuzzleHelp(AboutPuzzle):
    """A step of help with a puzzle; after choosing a seat, the request has the seat and the moves played from
    there.
    """

    level: Level = 1
    answer: Moves = field(default_factory=list)


class ChainAsked(Body):
    """A chain that a visitor has built."""

    range: ChainRange = LARGEST
    link: Annotated[list[str], Meta(min_length=1, max_length=2, description=mark("a list of criteria"))] = (
        field(default_factory=lambda: ["multiple"])
    )
    chain: Annotated[list[Number], Meta(max_length=LARGEST)] = field(default_factory=list)


class ChainChange(ChainAsked):
    """A change to a chain; without `do` nothing changes."""

    do: ChangeName | None = None
    number: Number = 0
    # For `insert`: the number after which to insert.
    after: Number | None = None


class PuzzleOutcome(Body):
    """The result of retrying a missed puzzle."""

    answer: AnswerName
    card: Card | None = None


class LessonStepDone(Body):
    """A place in a lesson, and an action there.

    `answer` takes a move, 0 for "no move wins", or a seat as `number`; `at` goes to `step`.
    """

    place: Place
    do: Literal["look", "answer", "hint", "onward", "at"] = "look"
    number: Number = 0
    step: Annotated[str, Meta(max_length=20)] = ""
