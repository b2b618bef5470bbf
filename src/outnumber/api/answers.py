"""What the server answers."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, UnsetType, field

from outnumber.api import Model, Options, SeatNumber, ToldToEach
from outnumber.api.fields import OfferName, StartName, StateName, Token
from outnumber.api.games import GameModel, PlayerModel
from outnumber.api.records import GameClockModel, OutcomeModel
from outnumber.api.scenes import SceneModel


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
    # Of a computer: what it is called beside the name of a person.
    title: str = ""


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
    # How it ended: of the last rounds. A review tells it of any other.
    told: ToldToEach | None = None


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
    # Which participant has seat 1 in the first round, the third and so on, unless somebody picks a seat.
    first: SeatNumber | None = None
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
    # Who has won, once it is over.
    result: ToldToEach | None = None
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
    # With a clock for the whole game: the seconds of the turn until then.
    spent: float | UnsetType = UNSET
    # With fair starts: the moves that were drawn for the round after the one that this ended.
    opening: list[int] | UnsetType = UNSET
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
    damaged: int
