"""The answers of the server."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, UnsetType, field

from . import Model, Options, SeatNumber, ToldToEach
from .fields import OfferName, StartName, StateName, Token
from .games import GameModel, PlayerModel
from .records import GameClockModel, OutcomeModel
from .scenes import SceneModel


class Who(Model):
    """A participant and their current seat."""

    participant: SeatNumber
    seat: SeatNumber


class PlayerInGame(Model):
    """One of the two players."""

    participant: SeatNumber
    name: str
    plays: str
    seat: SeatNumber
    here: bool
    # For a computer: the name shown beside the name of a person.
    title: str = ""


class OfferModel(Model):
    """An open offer."""

    kind: OfferName
    participant: SeatNumber
    plies: int
    # For a claim: the seconds that the other player still has to come back.
    seconds: float | None = None


class RoundModel(Model):
    """A round: which participant has seat 1, and the moves with their players."""

    round: int
    first: SeatNumber
    moves: tuple[int, ...]
    seats: list[SeatNumber]
    outcome: OutcomeModel | None
    # The number of drawn moves at the beginning.
    drawn: int = 0
    # How it ended, for the most recent rounds; a review has it for any other.
    told: ToldToEach | None = None


class GameSummary(Model, kw_only=True):
    """The settings of a game, and its state."""

    id: str
    game: str
    title: str
    options: Options
    # A short description of the options.
    about: str
    state: StateName
    created: str
    rounds: int
    clock: float | None
    game_clock: GameClockModel | None = None
    help: bool


class State(GameSummary, kw_only=True):
    """The complete state of a game."""

    seq: int
    # The participant with seat 1 in odd rounds, unless a player picks a seat.
    first: SeatNumber | None = None
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
    # With a clock for the whole game: the seconds that participants 1 and 2 had left when the current turn
    # began.
    times: tuple[float, float] | None = None
    # For an open game: the time until which it can be joined; null for no limit.
    expires: str | None = None
    start: StartName = "book"
    # In a game of a path: the number of its stage.
    stage: int | None = None
    # The participant who must pick a seat before the round continues.
    pick: Who | None = None
    # The winner, once the match is over.
    result: ToldToEach | None = None
    # Between two people: the participants who asked for verdicts or hints during the game.
    helped: list[SeatNumber] = field(default_factory=list)


class Event(Model):
    """An event of a game; its kind determines which of the later fields it has."""

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
    # With a clock for the whole game: the seconds used in the turn so far.
    spent: float | UnsetType = UNSET
    # With fair starts: the drawn moves of the next round, if this event ended one.
    opening: list[int] | UnsetType = UNSET
    # For clients that ask for positions.
    legal: list[int] | UnsetType = UNSET
    board: dict[str, Any] | UnsetType = UNSET
    scene: SceneModel | UnsetType = UNSET
    left: float | UnsetType | None = UNSET
    times: tuple[float, float] | UnsetType | None = UNSET


class Events(Model):
    """Events in order, and the number of the newest event."""

    seq: int
    events: list[Event]


class Done(Model):
    """The event that a request created, once it is on disk."""

    seq: int
    event: Event


class Links(Model):
    """URLs of pages."""

    watch: str
    seat: str
    invite: str | None


class Seated(Model):
    """A seat of a game with the secrets of its owner."""

    id: str
    token: Token
    invite: Token | None
    links: Links
    state: State


class Listed(GameSummary):
    """A game as an entry of a list."""

    name: str


class ListedGames(Model):
    """The newest games in a state."""

    games: list[Listed]


class Limits(Model):
    """The limits for visitors."""

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
    """The health of the server."""

    status: Literal["ok", "stopping", "storage"]
    version: str
    damaged: int
