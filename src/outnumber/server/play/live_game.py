"""One game in memory: the state after its events, and the checks for the next event."""

from __future__ import annotations

import struct
from bisect import bisect_left
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Raw, Struct, field, structs, to_builtins

from outnumber.api import Model
from outnumber.api.errors import Refused
from outnumber.api.events import (
    ClaimAccepted,
    ClaimOffered,
    Declined,
    GameEvent,
    HelpAsked,
    MovePlayed,
    Offered,
    RematchAccepted,
    RematchOffered,
    SeatPicked,
    SeatTaken,
    TakebackAccepted,
    TakebackOffered,
    TimeRanOut,
    TokenRenewed,
    TurnEvent,
    event_of,
)
from outnumber.api.fields import OfferName, StartName, StateName
from outnumber.api.frames import Frame, encode
from outnumber.games import IllegalMove, Phrase, Rules, Seat, find
from outnumber.match import DRAWN, HUMAN, STAGE, Begun, GameClock, Match, Participant
from outnumber.match.match import Spent
from outnumber.server.storage.checksums import LogRow, checksum
from outnumber.server.storage.log import NewGame
from outnumber.study.paths.start import beginning

from .lag import Lag
from .tokens import is_digest_of

if TYPE_CHECKING:
    import asyncio

    from outnumber.server.transport.sockets import Socket


OPEN: Final = "open"
PLAYING: Final = "playing"
OVER: Final = "over"
# The opponent setting for two people on one device: one browser holds both seats.
HERE: Final = "here"

# Request ids are stored as 8-byte hashes: compact and fast to search, even in a long game.
_KEY = 8
_NO_KEY = bytes(_KEY)
_packed = struct.Struct(">q").pack


# The next event, its row, and the match after it if the match changes.
Proposal = tuple[GameEvent, LogRow, Match | None]


class GameSetup(Model, kw_only=True):
    """The settings of a game, as the log stores them."""

    game: str
    options: Raw
    opponent: str
    names: list[str]
    plays: list[str]
    first: int
    rounds: int = 1
    clock: int | float | None = None
    help: bool
    takebacks: bool = True
    seed: int
    date: str
    # Hashes of the seat tokens and of the invite.
    hashes: list[str | None]
    invite: str | None = None
    claims: bool = False
    game_clock: GameClock | None = None
    start: StartName = "book"
    # The opening of each round with a drawn start.
    openings: list[tuple[int, ...]] = field(default_factory=list)
    # Whether the names are English animal names, as in a class; they are translated for each reader.
    animals: bool = False
    # The number of a stage on the path of the game.
    stage: int | None = None


read_setup = msgspec.json.Decoder(GameSetup).decode


@lru_cache(maxsize=256)
def shared_rules(game: str, options: bytes) -> Rules:
    """The rules for a game and its options as JSON, one object for all games that use them."""
    return find(game)(**msgspec.json.decode(options))


class Timing(Struct, omit_defaults=True):
    """The timing details of an event in a game with a clock.

    `tick`: start of the next turn, by server uptime. `spent`: seconds used by the player to move (only with a
    clock for the whole game). `lag`: seconds of network delay that were not counted.
    """

    tick: float | None = None
    spent: float = 0.0
    lag: float = 0.0


_timing = msgspec.json.Decoder(Timing).decode
_UNTIMED = Timing()


def read_event(row: LogRow) -> GameEvent:
    """The event in a row of the log."""
    details = msgspec.json.decode(row.data) if row.data else {}
    return event_of(row.kind, row.participant, row.number, details)


class LiveGame:
    """A game in memory. With more than 30 attributes, each would take another 1.3 KB."""

    seq = 0  # the number of the last applied event
    changed = 0  # the number of the last event that can make a move stale
    checksum: int | None = None  # of the last event
    offer: Offered | None = None  # the open offer
    next: str | None = None
    helped: tuple[int, ...] = ()  # participants who had help, against a person or in a stage
    # When the current turn began, by server uptime; None until the first turn is shown.
    began: float | None = None
    timer: asyncio.TimerHandle | None = None  # for the end of the current turn
    sockets: tuple[Socket, ...] = ()
    telling = False  # whether a presence message is scheduled
    who = ""  # the address whose share of the solvers pays for computer moves
    pending = 0  # events being written
    looking: asyncio.Future[None] | None = None  # a read for events of other processes
    looked = 0.0
    seen = -inf  # by time.monotonic: when the lobby last noted that the maker is connected
    _ends: tuple[int, ...] = ()  # the numbers of events that ended a round

    def __init__(self, game: NewGame) -> None:
        setup = read_setup(game.setup)
        self.id = game.id
        self.row = game._replace(setup="")
        setup.options = setup.options.copy()  # a slice would keep the whole text in memory
        self.setup = setup
        one, two = map(Participant, setup.plays, setup.names)
        match = Match(
            rules=shared_rules(setup.game, bytes(setup.options)),
            participants=(one, two),
            first=setup.first,
            length=setup.rounds,
            clock=setup.clock,
            seed=setup.seed,
            date=setup.date,
            game_clock=setup.game_clock,
            start=setup.start,
            tags=((STAGE, str(setup.stage)),) if setup.stage else (),
        )
        self.match = match.after(self._begun(match))
        self.hashes = setup.hashes
        self.both = setup.opponent == HERE  # whether one browser has both seats
        self.state: StateName = OPEN if setup.plays[1] == HUMAN and self.hashes[1] is None else PLAYING
        seconds = setup.game_clock.seconds if setup.game_clock else setup.clock
        self.clocked = seconds is not None
        # Whether the server itself may have to act: a clock, a computer, or a shared device.
        self.goes_on = self.clocked or self.both or setup.plays[1] != HUMAN
        self.lags = [Lag.of(seconds or 0)] * 2  # lag allowance of each participant
        self.watchers: dict[str, None] = {}  # other processes that have sockets of this game
        # Lookup tables for past events, so that nothing has to be replayed: the ids of their requests, and
        # the seat to choose after each event (0 if it ended a round).
        self._requests, self._turns = bytearray(), bytearray()

    # Participants

    def participant_of(self, token: str) -> int:
        """The participant, 1 or 2, who owns a seat token; raises `Refused` for other tokens."""
        for number in (1, 2):
            if is_digest_of(self.hashes[number - 1], token):
                return number
        raise Refused("bad-token")

    @property
    def picker(self) -> int:
        """The participant who must pick a seat for a fair start, or 0."""
        return self.match.picker if self.setup.openings and self.state == PLAYING else 0

    @property
    def to_move(self) -> int:
        """The participant to move, or 0."""
        return self.match.mover if self.state == PLAYING and not self.picker else 0

    @property
    def here(self) -> list[bool]:
        """Whether participants 1 and 2 are connected to this process; computers always are."""
        seen = {socket.participant for socket in self.sockets} - {0}
        return [
            each.plays != HUMAN or number in seen or (self.both and bool(seen))
            for number, each in enumerate(self.match.participants, start=1)
        ]

    def tell(self, frame: Frame) -> None:
        """Send a frame to every socket of the game."""
        message = encode(frame)
        for socket in self.sockets:
            socket.push(message)

    def acting(self, participant: int) -> int:
        """The participant that a client acts for: on a shared device, the player to move."""
        return (self.to_move or self.picker or participant) if self.both else participant

    def acted(self, event: GameEvent) -> GameEvent:
        """An event; from a shared device, it is reassigned to the participant it acts for."""
        if not self.both:
            return event
        movers = self.match.current.movers
        if isinstance(event, TakebackOffered) and movers:
            return TakebackOffered(self.match.seated(Seat(movers[-1])))
        return structs.replace(event, participant=self.acting(event.participant))

    @property
    def computer_to_move(self) -> str:
        """The computer player to move, or an empty string."""
        to_move = self.to_move
        plays = self.match.participants[to_move - 1].plays if to_move else HUMAN
        return "" if plays == HUMAN else plays

    @property
    def allowed(self) -> float | None:
        """The time limit of this turn in seconds; None without a clock, and for computers.

        A computer has no limit: a busy server must not cost it the game.
        """
        if not self.clocked or not self.to_move or self.computer_to_move:
            return None
        return self.match.allowed

    def seq_of(self, request: str) -> int:
        """The number of the event created by the request with this id, or 0."""
        key = _packed(hash(request))
        at = self._requests.find(key)
        while at >= 0 and at % _KEY:  # a match that spans two keys
            at = self._requests.find(key, at + 1)
        return at // _KEY + 1

    # History

    def round_of(self, seq: int) -> int:
        """The round that an event belongs to."""
        return bisect_left(self._ends, seq) + 1

    def turn_after(self, seq: int) -> int:
        """The seat that was to choose after an event, or 0 if it ended a round."""
        return self._turns[seq - 1]

    def _begun(self, match: Match) -> Begun:
        """The event that begins the next round."""
        opening = self.setup.openings[len(match.rounds)] if self.setup.openings else ()
        return beginning(match.rules, opening) if match.start == DRAWN else Begun(opening)

    # Checks

    def propose(
        self, event: GameEvent, request: str | None, now: float, timing: Timing | None = None
    ) -> Proposal:
        """Complete an event and make its row; raises `Refused`, or `GameError` if the rules forbid it."""
        self._must_allow(event)
        if not isinstance(event, MovePlayed):
            event = self._completed(event)
        after = self._after(event, timing or _UNTIMED) if isinstance(event, TurnEvent) else None
        if isinstance(event, MovePlayed) and timing is None:
            kind, number, data = "move", event.number, None  # fast path for most events
        else:
            details = to_builtins(timing) if timing is not None and after is not None else {}
            details |= to_builtins(event)
            kind, number, _ = (details.pop(name, None) for name in ("kind", "number", "participant"))
            data = encode(details).decode() if details else None
        row = (self.id, self.seq + 1, kind, event.participant, number, request, data, now)
        return event, LogRow(*row, checksum(row, self.checksum)), after

    def _completed(self, event: GameEvent) -> GameEvent:
        """Add the number of moves to a takeback; return other events unchanged."""
        if isinstance(event, TakebackOffered):
            return TakebackOffered(event.participant, self._plies_back(event.participant))
        if isinstance(event, TakebackAccepted) and isinstance(self.offer, TakebackOffered):
            return TakebackAccepted(event.participant, self.offer.plies)
        return event

    def _must_allow(self, event: GameEvent) -> None:
        """Raise `Refused` unless an event may come next."""
        who = event.participant
        match event:
            case MovePlayed():
                if self.state != PLAYING:
                    self._must_go_on()
                if self.setup.openings and self.picker:
                    raise Refused("no-seat-picked")
                if self.match.mover != who:
                    raise Refused("not-your-turn")
            case SeatTaken():
                if self.state != OPEN:
                    raise Refused("seat-taken")
            case TimeRanOut():
                if self.to_move != who or not self.clocked:
                    raise Refused("not-your-turn")
            case TakebackAccepted():
                self._must_be_offered("takeback", 3 - who)
            case RematchAccepted():
                self._must_be_offered("rematch", 3 - who)
            case ClaimAccepted():
                self._must_be_offered("claim", who)
            case Declined():
                self._must_be_offered(event.what)
            case RematchOffered():
                if self.state != OVER:
                    raise Refused("not-over")
                if self.next:
                    raise Refused("rematch-begun")
                self._must_have_no_offer()
            case TokenRenewed():
                pass
            case _:
                self._must_go_on()
                self._must_allow_in_round(event)

    def _must_allow_in_round(self, event: GameEvent) -> None:
        who = event.participant
        match event:
            case SeatPicked() if self.picker != who:
                raise Refused("not-your-turn")
            case HelpAsked() if who in self.helped:
                raise Refused("no-offer")  # it is only noted once
            case TakebackOffered():
                if not self.setup.takebacks:
                    raise Refused("switched-off", what=Phrase("Takebacks are switched off in this game."))
                self._must_have_no_offer()
            case ClaimOffered():
                if not self.setup.claims:
                    raise Refused("switched-off", what=Phrase("Wins cannot be claimed in this game."))
                if who in (self.to_move, self.picker):
                    raise Refused("your-turn")
                self._must_have_no_offer()

    def _must_go_on(self) -> None:
        if self.state == OPEN:
            raise Refused("not-begun")
        if self.state == OVER:
            raise IllegalMove("game-over")

    def _must_have_no_offer(self) -> None:
        if self.offer:
            raise Refused("offer-open")

    def _must_be_offered(self, what: OfferName, by: int = 0) -> None:
        """Raise `Refused` unless there is a matching open offer; `by` 0 means either participant."""
        offer = self.offer
        if offer is None or offer.what != what or by not in (0, offer.participant):
            raise Refused("no-offer")

    def _plies_back(self, participant: int) -> int:
        """The number of moves back to the participant's own last turn."""
        if not (plies := self.match.current.plies_back({self.match.seat_of(participant)})):
            raise Refused("nothing-to-take-back")
        return plies

    # Applying events

    def _after(self, event: TurnEvent, timing: Timing) -> Match:
        """The match after an event."""
        change = event.change(self.match)
        return (self.match.after(Spent(timing.spent)) if timing.spent else self.match).after(change)

    def apply(self, row: LogRow, event: GameEvent | None = None, after: Match | None = None) -> None:
        """Apply the next row; the caller may pass its event and the match after it."""
        event = event or read_event(row)
        self.seq, self.checksum = row.seq, row.checksum
        self._requests += _packed(hash(row.request)) if row.request is not None else _NO_KEY
        ended = False
        if isinstance(event, TurnEvent):
            timing = _timing(row.data) if self.clocked and row.data else _UNTIMED
            after = after or self._after(event, timing)
            if self.clocked and isinstance(event, MovePlayed):
                self.lags[event.participant - 1] = self.lags[event.participant - 1].after(timing.lag)
            ended = after.rounds[-1].outcome is not None
            if ended:
                self._ends = (*self._ends, row.seq)
                if after.over:
                    self.state = OVER
                else:
                    after = after.after(self._begun(after))
            self.match = after
            # Old versions used the system clock.
            self.began = row.at if timing.tick is None else timing.tick
        if isinstance(event, MovePlayed):
            self.changed, self.offer = row.seq, None
        else:
            self._note(event)
        self._turns.append(0 if ended else self.match.rounds[-1].position.turn)

    def _note(self, event: GameEvent) -> None:
        """Apply an event to the state that is not part of the match."""
        if isinstance(event, HelpAsked):
            self.helped = (*self.helped, event.participant)
            return
        self.changed = self.seq
        if isinstance(event, TokenRenewed):
            for participant in (1, 2) if self.both else (event.participant,):
                self.hashes[participant - 1] = event.hash
            return
        self.offer = event if isinstance(event, Offered) else None
        if isinstance(event, TakebackAccepted) and self.setup.stage:
            self.helped = (1,)
        if isinstance(event, SeatTaken):
            self.hashes[1] = event.hash
            self.state = PLAYING
        elif isinstance(event, RematchAccepted):
            self.next = event.game
