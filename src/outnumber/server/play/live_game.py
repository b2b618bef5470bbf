"""One game in memory: the fold of its events, and what may come next."""

from __future__ import annotations

import struct
from bisect import bisect_left
from collections.abc import Callable
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from msgspec import Raw, Struct

from outnumber.api.changes import CHANGES, OFFERS, change_of
from outnumber.api.errors import Refused
from outnumber.api.fields import OfferName, StartName, StateName
from outnumber.games.base import Rules, Seat
from outnumber.games.errors import IllegalMove
from outnumber.games.registry import find
from outnumber.games.sentences import Phrase
from outnumber.match.clock import GameClock
from outnumber.match.match import HUMAN, Begun, Match, Participant, Spent
from outnumber.server.play.clocks import Lag
from outnumber.server.play.tokens import is_digest_of
from outnumber.server.storage.checksums import LogRow, checksum
from outnumber.server.storage.log import NewGame

if TYPE_CHECKING:
    import asyncio

    from outnumber.server.transport.sockets import Socket

_new = tuple.__new__

OPEN: Final = "open"
PLAYING: Final = "playing"
OVER: Final = "over"
# The opponent where both seats are held by one browser: two people at one device.
HERE: Final = "here"

# A fingerprint for each request id: all of a long game take little memory and are searched in no time.
_KEY = 8
_NO_KEY = bytes(_KEY)
_signed = struct.Struct(">q").pack


def _key(request: str) -> bytes:
    return _signed(hash(request))


class PendingOffer(NamedTuple):
    """Something one participant has offered and the other may answer."""

    kind: OfferName
    participant: int
    plies: int = 0
    # Of a claim: how long the other has to come back, and since when, in the time that counts.
    seconds: int = 0
    since: float = 0.0


# An event that would be right now, and the match that it leads to, unless that is the same as before.
Proposal = tuple[LogRow, Match | None]


class GameSetup(Struct):
    """What was agreed on before the first move, as the log keeps it."""

    game: str
    options: Raw
    opponent: str
    names: list[str]
    plays: list[str]
    first: int
    rounds: int
    clock: int | float | None
    help: bool
    takebacks: bool
    seed: int
    date: str
    # Of the seat tokens, and of the invite.
    hashes: list[str | None]
    invite: str | None
    claims: bool = False
    game_clock: GameClock | None = None
    start: StartName = "book"
    # What was drawn for each round of a fair start.
    openings: list[tuple[int, ...]] = []
    # Whether the names are animals in English, as in a class: each reader gets them translated.
    animals: bool = False


_setup = msgspec.json.Decoder(GameSetup).decode


def read_setup(game: NewGame) -> GameSetup:
    return _setup(game.setup)


@lru_cache(maxsize=256)
def shared_rules(game: str, options: bytes) -> Rules:
    """The rules for a game and its options as JSON, one object for all games that use them."""
    return find(game)(**msgspec.json.decode(options))


def _data_of(text: str | None) -> Any:
    return msgspec.json.decode(text or "{}")


def _data(row: LogRow) -> Any:
    return _data_of(row.data)


class Timing(Struct, omit_defaults=True):
    """What an event of a game with a clock has to say about time, beside its other data.

    When the next turn began, in the time that counts; how much time of a whole game's the player to move has
    used; and how much was forgiven.
    """

    tick: float | None = None
    spent: float = 0.0
    lag: float = 0.0
    name: str | None = None
    hash: str | None = None


_timing = msgspec.json.Decoder(Timing).decode
_UNTIMED = Timing()


class LiveGame:
    """A game being played or looked at; `seq` is the number of the last event folded into it."""

    __slots__ = (
        "_ends", "_requests", "_turns", "animals", "began", "both", "changed", "checksum", "claims",
        "clocked", "created", "goes_on", "group", "hashes", "help", "helped", "id", "invite", "lags",
        "listed", "looked", "looking", "maker", "match", "next", "offer", "openings", "opponent", "pending",
        "seen", "seq", "sockets", "state", "takebacks", "telling", "who",
    )  # fmt: skip

    def __init__(self, game: NewGame) -> None:
        setup = read_setup(game)
        self.id = game.id
        self.created = game.created
        self.listed = bool(game.listed)
        self.maker = game.maker
        self.group = game.group
        self.seen = -inf  # by time.monotonic: when the list was told last that the maker is here
        self.openings = setup.openings
        self.animals = setup.animals
        match = Match(
            rules=shared_rules(setup.game, bytes(setup.options)),
            participants=(
                Participant(setup.plays[0], setup.names[0]),
                Participant(setup.plays[1], setup.names[1]),
            ),
            first=setup.first,
            length=setup.rounds,
            clock=setup.clock,
            seed=setup.seed,
            date=setup.date,
            game_clock=setup.game_clock,
            start=setup.start,
        )
        self.match = match.after(self._begun(match))
        self.hashes = setup.hashes
        self.invite = setup.invite
        # What the match does not know.
        self.help = setup.help
        self.takebacks = setup.takebacks
        self.claims = setup.claims
        self.opponent = setup.opponent
        self.both = setup.opponent == HERE  # whether one browser has both seats
        self.seq = 0
        self.changed = 0  # the number of the last event that was more than a remark
        self.helped: tuple[int, ...] = ()  # the participants who have asked for help against another person
        self.checksum: int | None = None  # of the last event
        self.state: StateName = OPEN if setup.plays[1] == HUMAN and self.hashes[1] is None else PLAYING
        self.offer: PendingOffer | None = None
        self.next: str | None = None
        # When the current turn began, in the time that counts; None for a first turn until it is looked at.
        self.began: float | None = None
        seconds = setup.game_clock.seconds if setup.game_clock else setup.clock
        self.clocked = seconds is not None
        # Whether something may come next that nobody asks for.
        self.goes_on = self.clocked or self.both or setup.plays[1] != HUMAN
        self.lags = [Lag.of(seconds or 0)] * 2  # what is forgiven each participant
        self.sockets: tuple[Socket, ...] = ()
        self.telling = False  # whether everybody will soon be told who is here
        self.who = ""  # the address whose share of the solvers a computer here uses, once somebody has come
        self.pending = 0  # events on their way to the disk
        self.looking: asyncio.Future[None] | None = None  # whether other processes know more
        self.looked = 0.0
        self._requests = bytearray()
        # What tells of a past event without playing all up to it once more: who was to choose after each, 0
        # where it ended a round, and the numbers of those.
        self._turns = bytearray()
        self._ends: tuple[int, ...] = ()

    # Who

    def participant_of(self, token: str) -> int:
        """The participant, 1 or 2, whose seat token this is; raises `Refused` for any other."""
        for number in (1, 2):
            if is_digest_of(self.hashes[number - 1], token):
                return number
        raise Refused("bad-token")

    @property
    def picker(self) -> int:
        """The participant who is to pick a seat of a start that was drawn, or 0."""
        return self.match.picker if self.openings and self.state == PLAYING else 0

    @property
    def to_move(self) -> int:
        """The participant to move, or 0 when nobody is."""
        return self.match.mover if self.state == PLAYING and not self.picker else 0

    @property
    def here(self) -> set[int]:
        """The participants who are here, as far as this process sees; 0 is whoever watches."""
        here = {socket.participant for socket in self.sockets}
        return here | {1, 2} if self.both and here - {0} else here

    def acting(self, kind: str, participant: int) -> int:
        """For whom a participant acts: where two people share a device, for whoever's turn it is."""
        if not self.both:
            return participant
        if kind == "takeback-offer" and self.match.current.movers:
            return self.match.seated(Seat(self.match.current.movers[-1]))
        return self.to_move or self.picker or participant

    @property
    def computer_to_move(self) -> str:
        """The computer player to move, or nothing."""
        to_move = self.to_move
        plays = self.match.participants[to_move - 1].plays if to_move else HUMAN
        return "" if plays == HUMAN else plays

    @property
    def allowed(self) -> float | None:
        """The seconds that whoever is to move has for this turn; None without a clock, and for computers.

        A computer has all the time it needs: that the server is busy is not its fault.
        """
        if not self.clocked or not self.to_move or self.computer_to_move:
            return None
        return self.match.allowed

    def seq_of(self, request: str) -> int:
        """The number of the event that a request with this id has made, or 0."""
        key = _key(request)
        at = self._requests.find(key)
        while at >= 0 and at % _KEY:  # between two keys
            at = self._requests.find(key, at + 1)
        return at // _KEY + 1

    # What was

    def round_of(self, seq: int) -> int:
        """The round that an event belongs to."""
        return bisect_left(self._ends, seq) + 1

    def turn_after(self, seq: int) -> int:
        """The seat that was to choose after an event, or 0 if it ended a round."""
        return self._turns[seq - 1]

    def _begun(self, match: Match) -> Begun:
        """How the next round begins."""
        return Begun(self.openings[len(match.rounds)] if self.openings else ())

    # What may come next

    def propose(
        self,
        kind: str,
        participant: int,
        number: int | None,
        request: str | None,
        now: float,
        data: str | None = None,
        timing: Timing | None = None,
    ) -> Proposal:
        """The next event if it is right now; raises `Refused` or what the rules object to."""
        _CHECKS[kind](self, participant)
        if kind == "takeback-offer":
            number = self._plies_back(participant)
        elif kind == "takeback-accept" and self.offer:
            number = self.offer.plies
        after = self._after(kind, participant, number, data, timing.spent if timing is not None else 0.0)
        if timing is not None and kind in CHANGES:
            if data is not None:
                timing.name, timing.hash = (_data_of(data)[name] for name in ("name", "hash"))
            data = msgspec.json.encode(timing).decode()
        values = (self.id, self.seq + 1, kind, participant, number, request, data, now)
        return _new(LogRow, (*values, checksum(values, self.checksum))), after

    def _must_go_on(self) -> None:
        if self.state == OPEN:
            raise Refused("not-begun")
        if self.state == OVER:
            raise IllegalMove("game-over")

    def _plies_back(self, participant: int) -> int:
        """How many moves back the participant's own last turn is."""
        if not (plies := self.match.current.plies_back({self.match.seat_of(participant)})):
            raise Refused("nothing-to-take-back")
        return plies

    def _may_move(self, participant: int) -> None:
        if self.state != PLAYING:
            self._must_go_on()
        if self.openings and self.picker:
            raise Refused("no-seat-picked")
        if self.match.mover != participant:
            raise Refused("not-your-turn")

    def _may_take_back(self, participant: int) -> None:  # noqa: ARG002
        self._must_go_on()
        if not self.takebacks:
            raise Refused("switched-off", what=Phrase("Takebacks are switched off in this game."))
        if self.offer:
            raise Refused("offer-open")

    def _may_resign(self, participant: int) -> None:  # noqa: ARG002
        self._must_go_on()

    def _may_pick(self, participant: int) -> None:
        self._must_go_on()
        if self.picker != participant:
            raise Refused("not-your-turn")

    def _may_be_helped(self, participant: int) -> None:
        self._must_go_on()
        if participant in self.helped:
            raise Refused("no-offer")  # once is enough

    def _may_sit(self, participant: int) -> None:  # noqa: ARG002
        if self.state != OPEN:
            raise Refused("seat-taken")

    def _time_is_up(self, participant: int) -> None:
        if self.to_move != participant or not self.clocked:
            raise Refused("not-your-turn")

    def _may_offer_rematch(self, participant: int) -> None:  # noqa: ARG002
        if self.state != OVER:
            raise Refused("not-over")
        if self.next:
            raise Refused("rematch-begun")
        if self.offer:
            raise Refused("offer-open")

    def _may_claim(self, participant: int) -> None:
        self._must_go_on()
        if not self.claims:
            raise Refused("switched-off", what=Phrase("Nobody can claim a win in this game."))
        if participant in (self.to_move, self.picker):
            raise Refused("your-turn")
        if self.offer:
            raise Refused("offer-open")

    def _has_claimed(self, participant: int) -> None:
        if self.offer is None or (self.offer.kind, self.offer.participant) != ("claim", participant):
            raise Refused("no-offer")

    def _answers(self, kind: str, participant: int, own: bool) -> None:
        """Whether there is an offer that this participant may answer, or withdraw if `own`."""
        if (
            self.offer is None
            or self.offer.kind != kind
            or (self.offer.participant == participant and not own)
        ):
            raise Refused("no-offer")

    # The fold

    def _after(
        self, kind: str, participant: int, number: int | None, data: str | None, spent: float
    ) -> Match | None:
        """The match after an event, before which so much time was used; None where the match is as it was."""
        name = _data_of(data)["name"] if kind == "seat" else ""
        if (change := change_of(self.match, kind, participant, number or 0, name)) is None:
            return None
        return (self.match.after(Spent(spent)) if spent else self.match).after(change)

    def apply(self, row: LogRow, after: Match | None = None) -> None:
        """Fold the next event in; `after` is the match that it leads to, where that is known."""
        _, seq, kind, participant, number, request, data, at, self.checksum = row
        self.seq = seq
        self._requests += _key(request) if request is not None else _NO_KEY
        ended = False
        timing = _timing(data) if data and self.clocked and kind in CHANGES else _UNTIMED
        if after is None:
            after = self._after(kind, participant, number, data, timing.spent)
        if self.clocked and kind == "move":
            self.lags[participant - 1] = self.lags[participant - 1].after(timing.lag)
        if after is not None:
            ended = after.current.outcome is not None
            if ended:
                self._ends = (*self._ends, seq)
            if ended and after.over:
                self.state = OVER
            elif ended:
                after = after.after(self._begun(after))
            self.match = after
            # Older versions counted by the system clock.
            self.began = at if timing.tick is None else timing.tick
        if kind == "help":
            self.helped = (*self.helped, participant)
        else:
            self.changed = seq
        if kind not in ("help", "token"):
            self.offer = None
        if kind != "move":
            self._note(row)
        self._turns.append(0 if ended else self.match.current.turn)

    def _note(self, row: LogRow) -> None:
        """Remember what an event means that the match does not know."""
        kind = row.kind
        if kind == "token":
            for participant in (1, 2) if self.both else (row.participant,):
                self.hashes[participant - 1] = _data(row)["hash"]
        elif kind == "claim-offer":
            since = _data(row)["since"]
            self.offer = PendingOffer("claim", row.participant, seconds=row.number or 0, since=since)
        elif kind in OFFERS:
            self.offer = PendingOffer(OFFERS[kind], row.participant, row.number or 0)
        elif kind == "seat":
            self.hashes[1] = _data(row)["hash"]
            self.state = PLAYING
        elif kind == "rematch-accept":
            self.next = _data(row)["game"]


_CHECKS: dict[str, Callable[[LiveGame, int], None]] = {
    "move": LiveGame._may_move,
    "resign": LiveGame._may_resign,
    "pick": LiveGame._may_pick,
    "seat": LiveGame._may_sit,
    "time": LiveGame._time_is_up,
    "rematch-offer": LiveGame._may_offer_rematch,
    "takeback-offer": LiveGame._may_take_back,
    "takeback-accept": lambda game, participant: game._answers("takeback", participant, False),
    "takeback-decline": lambda game, participant: game._answers("takeback", participant, True),
    "rematch-accept": lambda game, participant: game._answers("rematch", participant, False),
    "rematch-decline": lambda game, participant: game._answers("rematch", participant, True),
    "claim-offer": LiveGame._may_claim,
    "claim-accept": LiveGame._has_claimed,
    "claim-decline": lambda game, participant: game._answers("claim", participant, True),
    "token": lambda _, __: None,
    "help": LiveGame._may_be_helped,
}
