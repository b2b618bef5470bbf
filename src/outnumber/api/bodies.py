"""What programs and pages send to the server in the bodies of requests.

Decoding, validation and the OpenAPI document come from these. `docs/reference/api.md` describes them.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from outnumber.api import Body, Options, SeatNumber
from outnumber.api.chains import ChangeName
from outnumber.api.events import EVENTS, GameEvent, MovePlayed, Resigned, SeatPicked
from outnumber.api.fields import (
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
    StartName,
    Token,
)
from outnumber.api.puzzles import AnswerName, Card
from outnumber.api.records import ClockSeconds, GameClockModel, MoveSeconds
from outnumber.games.sentences import mark
from outnumber.match.match import LONGEST_MATCH
from outnumber.study.chains.chain import LARGEST
from outnumber.study.lessons.place import Place
from outnumber.study.puzzles.kinds import Kind


class Create(Body):
    """A game to be made."""

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
    # With the opponent `here` two people share a device: both seats are the maker's, and this is the other.
    other: Name = ""
    start: StartName = "book"


class Sit(Body):
    """The second seat to be taken."""

    id: Id | None = None
    name: Name = ""
    token: Token | None = None


class Move(Body):
    """A number to be played."""

    number: int
    after: int | None = None
    id: Id | None = None
    # The seconds from when the client was told of the turn until the move was made.
    spent: MoveSeconds | None = None

    def event(self, participant: int) -> GameEvent:
        return MovePlayed(participant, self.number)


class Pick(Body):
    """The seat that somebody wants in a round whose start was drawn."""

    seat: SeatNumber
    id: Id | None = None

    def event(self, participant: int) -> GameEvent:
        return SeatPicked(participant, self.seat)


class Resign(Body):
    """A round to be given up."""

    id: Id | None = None

    def event(self, participant: int) -> GameEvent:
        return Resigned(participant)


class Offer(Body):
    """Something to be offered or answered."""

    what: ClassVar[str]

    action: Action
    id: Id | None = None

    def event(self, participant: int) -> GameEvent:
        return EVENTS[f"{self.what}-{self.action}"](participant)


class Takeback(Offer):
    """A takeback to be offered or answered."""

    what = "takeback"


class Rematch(Offer):
    """A rematch to be offered or answered."""

    what = "rematch"


class Claim(Offer):
    """The win of a round whose other player has left, to be claimed, had, or left to them."""

    what = "claim"


Deed = Move | Pick | Resign | Offer


class Renew(Body):
    """A new seat token instead of one that others may know."""

    id: Id | None = None
    token: Token | None = None


class Code(Body):
    """A text for a QR code."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class PuzzlePosition(Body):
    """A puzzle: the position itself."""

    game: GameName
    options: Options
    moves: Moves
    kind: Kind = "one"


class AnyPosition(Body):
    """A position of any game: the moves that lead there."""

    game: GameName
    options: Options = field(default_factory=dict)
    moves: Annotated[list[Number], Meta(max_length=LONGEST_LINE)] = field(default_factory=list)


class AboutPuzzle(Body):
    """A puzzle whose answer is asked for."""

    puzzle: PuzzlePosition


class PuzzleMove(AboutPuzzle):
    """A try at a puzzle: a move, or an answer of several numbers.

    An answer is a seat, all winning moves, or a seat and then the moves that were played from there.
    """

    move: Number | None = None
    answer: Moves | None = None


class PuzzleSoFar(AboutPuzzle):
    """A puzzle that may go on without the server, and the right answers so far: a seat, and moves."""

    answer: Moves = field(default_factory=list)


class PuzzleHelp(AboutPuzzle):
    """A step of help with a puzzle; whoever has taken a seat names it, and the moves played from there."""

    level: Level = 1
    answer: Moves = field(default_factory=list)


class ChainAsked(Body):
    """A chain as somebody has built it."""

    range: ChainRange = LARGEST
    link: Annotated[list[str], Meta(min_length=1, max_length=2, description=mark("a list of criteria"))] = (
        field(default_factory=lambda: ["multiple"])
    )
    chain: Annotated[list[Number], Meta(max_length=LARGEST)] = field(default_factory=list)


class ChainChange(ChainAsked):
    """A change of a chain; without `do` nothing changes."""

    do: ChangeName | None = None
    number: Number = 0
    # For `insert`: the number behind which it is put.
    after: Number | None = None


class PuzzleOutcome(Body):
    """How it went with a puzzle that was missed before."""

    answer: AnswerName
    card: Card | None = None


class LessonStepDone(Body):
    """A place in a lesson, and what is done there.

    `answer` takes a move, 0 for "no move wins", or a seat as `number`; `at` goes to `step`.
    """

    place: Place
    do: Literal["look", "answer", "hint", "onward", "at"] = "look"
    number: Number = 0
    step: Annotated[str, Meta(max_length=20)] = ""
