"""What goes over the wire besides the models that everybody shares: requests, frames, answers and events.

Decoding, validation, encoding and the OpenAPI document all come from these. `docs/api.md` describes them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType, field

from outnumber.chains.chain import LARGEST, SMALLEST
from outnumber.games.sentences import mark
from outnumber.puzzles.kinds import Kind
from outnumber.session.clock import GameClock
from outnumber.session.match import LONGEST_CLOCK, LONGEST_MATCH, LONGEST_NAME
from outnumber.wire import ErrorModel, Model, Options, SeatNumber
from outnumber.wire.chains import ChangeName
from outnumber.wire.games import GameModel, PlayerModel
from outnumber.wire.lessons import PlaceModel
from outnumber.wire.puzzles import AnswerName, Card
from outnumber.wire.reader import Reader
from outnumber.wire.reviews import OutcomeModel
from outnumber.wire.scenes import SceneModel

# Python's `$` would let a line break pass.
Id = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z", description=mark("1 to 64 letters, digits, - or _"))
]
Token = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z", description=mark("32 hexadecimal digits"))]
Name = Annotated[
    str, Meta(max_length=LONGEST_NAME, description=mark("up to 40 letters, digits, signs and spaces"))
]
GameName = Annotated[str, Meta(description=mark("the name of a game"))]
OpponentName = Annotated[str, Meta(description=mark("open, invite, here or a computer player"))]
# What a browser's numbers hold.
Number = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Level = Annotated[int, Meta(ge=1, le=3)]
Action = Literal["offer", "accept", "decline"]
OfferName = Literal["takeback", "rematch", "claim"]
StateName = Literal["open", "playing", "over"]
ReactionName = Literal["hello", "good-luck", "well-played", "thanks", "oops", "wow"]
StartName = Literal["book", "fair"]
LanguageName = Literal["en", "de"]

# Of one message of puzzles: no puzzle that the server makes lies further on, for the largest has a hundred
# numbers.
MOST_MOVES = 120
MOST_PUZZLES = 20
# Of one position: what fits into a message.
LONGEST_LINE = 500
LARGEST_SEED = 999_999_999


# Bodies of requests


class Body(Model, forbid_unknown_fields=True):
    """A request."""


class GameClockModel(Model, forbid_unknown_fields=True):
    """The seconds of each side for a whole round, and those that every move adds."""

    seconds: Annotated[float, Meta(ge=1, le=LONGEST_CLOCK)]
    increment: Annotated[float, Meta(ge=0, le=LONGEST_CLOCK)] = 0.0

    @classmethod
    def of(cls, clock: GameClock | None) -> GameClockModel | None:
        return cls(clock.seconds, clock.increment) if clock else None


class Create(Body):
    """A game to be made."""

    game: GameName
    options: Options = field(default_factory=dict)
    opponent: OpponentName = "invite"
    name: Name = ""
    first: Literal["me", "them", "toss"] = "me"
    rounds: Annotated[int, Meta(ge=1, le=LONGEST_MATCH)] = 1
    clock: Annotated[float, Meta(ge=1, le=LONGEST_CLOCK)] | None = None
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
    spent: Annotated[float, Meta(ge=0, le=LONGEST_CLOCK)] | None = None

    @property
    def kind(self) -> str:
        return "move"


class Pick(Body):
    """The seat that somebody wants in a round whose start was drawn."""

    seat: SeatNumber
    id: Id | None = None

    @property
    def kind(self) -> str:
        return "pick"


class Resign(Body):
    """A round to be given up."""

    id: Id | None = None

    @property
    def kind(self) -> str:
        return "resign"


class Takeback(Body):
    """A takeback to be offered or answered."""

    action: Action
    id: Id | None = None

    @property
    def kind(self) -> str:
        return f"takeback-{self.action}"


class Rematch(Body):
    """A rematch to be offered or answered."""

    action: Action
    id: Id | None = None

    @property
    def kind(self) -> str:
        return f"rematch-{self.action}"


class Claim(Body):
    """The win of a round whose other player has left, to be claimed, had, or left to them."""

    action: Action
    id: Id | None = None

    @property
    def kind(self) -> str:
        return f"claim-{self.action}"


Deed = Move | Pick | Resign | Takeback | Rematch | Claim


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
    moves: Annotated[list[Number], Meta(max_length=MOST_MOVES)]
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
    answer: Annotated[list[Number], Meta(max_length=MOST_MOVES)] | None = None


class PuzzleSoFar(AboutPuzzle):
    """A puzzle that may go on without the server, and the right answers so far: a seat, and moves."""

    answer: Annotated[list[Number], Meta(max_length=MOST_MOVES)] = field(default_factory=list)


class PuzzleHelp(AboutPuzzle):
    """A step of help with a puzzle."""

    level: Level = 1


class ChainAsked(Body):
    """A chain as somebody has built it."""

    range: Annotated[int, Meta(ge=SMALLEST, le=LARGEST)] = LARGEST
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

    place: PlaceModel
    do: Literal["look", "answer", "hint", "onward", "at"] = "look"
    number: Number = 0
    step: Annotated[str, Meta(max_length=20)] = ""


# Queries


class Query(Model):
    """What stands after the `?` of any address: in which language to answer."""

    lang: LanguageName = "en"


class InState(Query):
    """Which games."""

    state: StateName = "open"


class After(Query):
    """From which event on."""

    after: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 0


class OfRound(Query):
    """Which round; the current one, or the last that is over."""

    round: Annotated[int, Meta(ge=1)] | None = None


class Place(OfRound):
    """After how many moves of it; all by default."""

    ply: Annotated[int, Meta(ge=0)] | None = None


class Proof(Place):
    """Whether with what proves it."""

    certificate: bool = False


class Step(Query):
    """Which step of help."""

    level: Level = 1


class Drawing(Place):
    """Which picture."""

    kind: Literal["position", "history"] = "position"


class Daily(Query):
    """Which day, and which game; by default today, and the one whose turn it is."""

    date: Annotated[str, Meta(description=mark("a day such as 2026-11-15"))] | None = None
    game: GameName | None = None
    kind: Kind | None = None


class Board(Query):
    """Which chain: the largest number, and the criteria with a comma between."""

    range: Annotated[int, Meta(ge=SMALLEST, le=LARGEST)] = LARGEST
    link: Annotated[str, Meta(description=mark("one or more criteria, with a comma between"))] = "multiple"


class Some(Query):
    """How many puzzles, of which kind, how hard, and by which chance.

    Without a kind, those with one winning move, or else those that ask for all; `turns` has all kinds.
    """

    kind: Kind | Literal["turns"] | None = None
    difficulty: Annotated[int, Meta(ge=1, le=5)] | None = None
    seed: Annotated[int, Meta(ge=0, le=LARGEST_SEED)] | None = None
    count: Annotated[int, Meta(ge=1, le=MOST_PUZZLES)] = 5


# Frames from clients; what they have besides is for other servers


class Hello(Model, tag_field="type", tag="hello"):
    """The first message: who somebody is, what they have, and how they want to be told."""

    # Whatever it is: what is no token belongs to no seat.
    token: Any = None
    after: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None
    positions: bool | None = None
    language: LanguageName = "en"


class MoveFrame(Move, tag_field="type", tag="move", kw_only=True, forbid_unknown_fields=False):
    id: Id


class PickFrame(Pick, tag_field="type", tag="pick", kw_only=True, forbid_unknown_fields=False):
    id: Id


class ResignFrame(Resign, tag_field="type", tag="resign", kw_only=True, forbid_unknown_fields=False):
    id: Id


class TakebackFrame(Takeback, tag_field="type", tag="takeback", kw_only=True, forbid_unknown_fields=False):
    id: Id


class RematchFrame(Rematch, tag_field="type", tag="rematch", kw_only=True, forbid_unknown_fields=False):
    id: Id


class ClaimFrame(Claim, tag_field="type", tag="claim", kw_only=True, forbid_unknown_fields=False):
    id: Id


class React(Model, tag_field="type", tag="react"):
    """A word to the other player, from a fixed set; it is not kept."""

    reaction: ReactionName


class Ping(Model, tag_field="type", tag="ping"):
    pass


class Named(Model):
    """What a message that cannot be read may still have: the id that its refusal is to be known by."""

    id: Id | None = None


Frame = MoveFrame | PickFrame | ResignFrame | TakebackFrame | RematchFrame | ClaimFrame | React | Ping
HELLO: Reader[Hello] = Reader(Hello)
FRAME: Reader[Frame] = Reader(Frame)
NAMED: Reader[Named] = Reader(Named)


# Answers


class Who(Model):
    """A participant and the seat that they have now."""

    participant: SeatNumber
    seat: SeatNumber


class PlayerInGame(Model):
    """One of the two."""

    participant: SeatNumber
    name: str
    plays: str
    seat: SeatNumber
    here: bool


class OfferModel(Model):
    """What somebody has offered."""

    kind: OfferName
    participant: SeatNumber
    plies: int
    # Of a claim: how long the other player still has to come back.
    seconds: float | None = None


class RoundModel(Model):
    """A round: which participant has seat 1 in it, and what was played by whom."""

    round: int
    first: SeatNumber
    moves: tuple[int, ...]
    seats: list[SeatNumber]
    outcome: OutcomeModel | None
    # So many of the moves were drawn before anybody played.
    drawn: int = 0


class State(Model, kw_only=True):
    """Everything about a game."""

    id: str
    seq: int
    game: str
    title: str
    options: Options
    # The options in few words.
    about: str
    state: StateName
    created: str
    rounds: int
    clock: float | None
    help: bool
    takebacks: bool
    claims: bool = False
    opponent: str
    participants: list[PlayerInGame]
    you: Who | None
    round: int
    turn: Who | None
    legal: list[int]
    board: dict[str, Any]
    scene: SceneModel
    history: list[RoundModel]
    score: tuple[int, int]
    champion: SeatNumber | None
    left: float | None
    offer: OfferModel | None
    next: str | None
    watching: int
    game_clock: GameClockModel | None = None
    # With such a clock: the seconds that participants 1 and 2 had left when the current turn began.
    times: tuple[float, float] | None = None
    # Of an open game: until when it can be joined, if not for ever.
    expires: str | None = None
    start: StartName = "book"
    # Who is to pick a seat before the round goes on.
    pick: Who | None = None
    # Between two people: the participants who have asked for verdicts or hints while it was played.
    helped: list[SeatNumber] = field(default_factory=list)


class Event(Model):
    """Something that happened; which of the later fields it has, its kind says."""

    seq: int
    kind: Literal[
        "seat", "move", "resign", "time",
        "takeback-offer", "takeback-accept", "takeback-decline",
        "rematch-offer", "rematch-accept", "rematch-decline",
        "claim-offer", "claim-accept", "claim-decline", "token", "pick", "help",
    ]  # fmt: skip
    participant: SeatNumber
    at: float
    round: int | UnsetType = UNSET
    seat: SeatNumber | UnsetType = UNSET
    number: int | UnsetType = UNSET
    turn: SeatNumber | UnsetType | None = UNSET
    passed: list[SeatNumber] | UnsetType = UNSET
    outcome: OutcomeModel | UnsetType = UNSET
    match: Literal["over"] | UnsetType = UNSET
    name: str | UnsetType = UNSET
    plies: int | UnsetType = UNSET
    seconds: int | UnsetType = UNSET
    game: str | UnsetType = UNSET
    # With a clock for the whole game: the seconds that a move has cost.
    spent: float | UnsetType = UNSET
    # For clients that want positions.
    legal: list[int] | UnsetType = UNSET
    board: dict[str, Any] | UnsetType = UNSET
    scene: SceneModel | UnsetType = UNSET
    left: float | UnsetType | None = UNSET
    times: tuple[float, float] | UnsetType | None = UNSET


class Events(Model):
    """Events in order, and the number of the newest of all."""

    seq: int
    events: list[Event]


class Done(Model):
    """What a request has made, once it is on disk."""

    seq: int
    event: Event


class Links(Model):
    """Addresses of pages."""

    watch: str
    seat: str
    invite: str | None


class Seated(Model):
    """A seat of a game with the secrets that only who has it gets."""

    id: str
    token: Token
    invite: Token | None
    links: Links
    state: State


class Listed(Model):
    """A game in a list."""

    id: str
    game: str
    title: str
    options: Options
    about: str
    name: str
    rounds: int
    clock: float | None
    help: bool
    state: StateName
    created: str
    game_clock: GameClockModel | None = None


class ListedGames(Model):
    """The newest games in a state."""

    games: list[Listed]


class Limits(Model):
    """What visitors may ask for."""

    range: int
    target: int
    rounds: int
    clock: int
    name: int


class Catalogue(Model):
    """Games, computer players and limits."""

    games: list[GameModel]
    players: list[PlayerModel]
    limits: Limits


class Health(Model):
    """Whether the server is well."""

    status: Literal["ok", "stopping", "storage"]
    version: str


class Error(Model):
    """Why a request was refused."""

    error: ErrorModel


# Frames to clients


class Welcome(Model, tag_field="type", tag="welcome"):
    seq: int
    you: Who | None
    state: State
    events: list[Event]


class EventFrame(Model, tag_field="type", tag="event"):
    event: Event


class Ack(Model, tag_field="type", tag="ack"):
    id: str
    event: Event


class RefusedFrame(Model, tag_field="type", tag="refused"):
    id: str | None
    error: ErrorModel


class Pong(Model, tag_field="type", tag="pong"):
    seq: int


class Presence(Model, tag_field="type", tag="presence"):
    here: list[bool]
    watching: int


class Reaction(Model, tag_field="type", tag="reaction"):
    participant: SeatNumber
    reaction: ReactionName


class Thinking(Model, tag_field="type", tag="thinking"):
    participant: SeatNumber


class Stopping(Model, tag_field="type", tag="stopping"):
    pass


encode = msgspec.json.Encoder().encode
