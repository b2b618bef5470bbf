"""One game in memory: the fold of its events, and what may come next."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from outnumber.games.base import Position, Reason, Rules, Seat
from outnumber.games.errors import IllegalMove
from outnumber.games.registry import find
from outnumber.session.match import HUMAN, Match, Participant
from outnumber.session.round import Round
from outnumber.web.errors import Refused
from outnumber.web.play.tokens import is_digest_of
from outnumber.web.storage.log import NewGame, Row

if TYPE_CHECKING:
    import asyncio

    from outnumber.web.transport.sockets import Socket

OPEN, PLAYING, OVER = "open", "playing", "over"


# Named tuples made without `_replace`, which takes several times as long, where it is done with every move.
_new = tuple.__new__
_ROUNDS = Match._fields.index("rounds")


def _played(before: Round, position: Position, number: int) -> Round:
    return _new(Round, ((*before.moves, number), position, None, before.comments, before.tags))


# In a long round, the position is kept after every so many moves: to take some back, only few are replayed.
_STRIDE = 32

# A fingerprint for each request id: all of a long game take little memory and are searched in no time.
_KEY = 8
_NO_KEY = bytes(_KEY)


def _key(request: str) -> bytes:
    return hash(request).to_bytes(_KEY, "big", signed=True)


class Offer(NamedTuple):
    """Something one participant has offered and the other may answer."""

    kind: str  # takeback or rematch
    participant: int
    plies: int = 0


class Proposal(NamedTuple):
    """An event that would be right now, with what it leads to where that is known already."""

    row: Row
    after: Round | None = None


@lru_cache(maxsize=256)
def shared_rules(game: str, options: str) -> Rules:
    """The rules for a game and its options as JSON, one object for all games that use them."""
    return find(game)(**json.loads(options))


class Table:
    """A game being played or looked at; `seq` is the number of the last event folded into it."""

    __slots__ = (
        "_ends", "_marks", "_requests", "_seats", "_turns", "began", "created", "hashes", "id", "invite",
        "listed", "looked", "looking", "match", "next", "offer", "pending", "seq", "setup", "sockets",
        "state", "telling", "who", "written",
    )  # fmt: skip

    def __init__(self, game: NewGame) -> None:
        setup = json.loads(game.setup)
        self.id = game.id
        self.created = game.created
        self.listed = bool(game.listed)
        rules = shared_rules(setup["game"], json.dumps(setup["options"]))
        names, plays = setup["names"], setup["plays"]
        self.match = Match(
            rules=rules,
            participants=(Participant(plays[0], names[0]), Participant(plays[1], names[1])),
            first=setup["first"],
            length=setup["rounds"],
            clock=setup["clock"],
            seed=setup["seed"],
            date=setup["date"],
        ).next_round()
        self.hashes: list[str | None] = list(setup["hashes"])
        self.invite: str | None = setup["invite"]
        # What the match does not know.
        self.setup = {name: setup[name] for name in ("help", "takebacks", "opponent")}
        self.seq = 0
        self.state = OPEN if plays[1] == HUMAN and self.hashes[1] is None else PLAYING
        self.offer: Offer | None = None
        self.next: str | None = None
        self.began = game.created  # when the current turn began
        self.sockets: tuple[Socket, ...] = ()
        self.telling = False  # whether everybody will soon be told who is here
        self.who = ""  # the address whose share of the solvers a computer here uses, once somebody has come
        self.pending = 0  # events on their way to the disk
        self.looking: asyncio.Future[None] | None = None  # whether other processes know more
        self.looked = 0.0
        self._requests = bytearray()
        # What tells of a past event or round without playing all up to it once more: who was to choose after
        # each event, 0 where it ended a round; the numbers of those; who played each move; and some positions
        # of the current round.
        self._turns = bytearray()
        self._ends: tuple[int, ...] = ()
        self._seats = bytearray()
        self._marks: tuple[Position, ...] = ()
        self.written: tuple[str, ...] = ()  # rounds that are over, as JSON, once somebody asked for them

    # Who

    def participant_of(self, token: str) -> int:
        """The participant, 1 or 2, whose seat token this is; raises `Refused` for any other."""
        for number in (1, 2):
            if is_digest_of(self.hashes[number - 1], token):
                return number
        raise Refused("bad-token")

    def seat_of(self, participant: int, number: int | None = None) -> Seat:
        """The seat of a participant in round `number` (the current one by default)."""
        return Seat.ONE if self.match.seated(Seat.ONE, number) == participant else Seat.TWO

    @property
    def to_move(self) -> int:
        """The participant to move, or 0 when nobody is."""
        return self.match.seated(self.match.current.turn) if self.state == PLAYING else 0

    @property
    def computer_to_move(self) -> str:
        """The computer player to move, or nothing."""
        to_move = self.to_move
        plays = self.match.participants[to_move - 1].plays if to_move else HUMAN
        return "" if plays == HUMAN else plays

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

    def seats_in(self, number: int) -> bytes:
        """Who played each move of a round; not always by turns, for somebody may have been passed over."""
        rounds = self.match.rounds
        start = sum(len(each.moves) for each in rounds[: number - 1])
        return bytes(self._seats[start : start + len(rounds[number - 1].moves)])

    # What may come next

    def propose(
        self, kind: str, participant: int, number: int | None, request: str | None, now: float
    ) -> Proposal:
        """The next event if it is right now; raises `Refused` or what the rules object to."""
        after = None
        if kind == "move":
            self._must_go_on()
            current = self.match.rounds[-1]
            if self.match.seated(current.position.turn) != participant:
                raise Refused("not-your-turn")
            # The rules refuse what is no number.
            after = _played(current, current.position.play(number), number)  # type: ignore[arg-type]
        elif kind == "takeback-offer":
            number = self._plies_back(participant)
        else:
            _CHECKS[kind](self, participant)
            if kind == "takeback-accept" and self.offer:
                number = self.offer.plies
        return Proposal(Row(self.id, self.seq + 1, kind, participant, number, request, None, now), after)

    def _must_go_on(self) -> None:
        if self.state == OPEN:
            raise Refused("not-begun")
        if self.state == OVER:
            raise IllegalMove("game-over")

    def _plies_back(self, participant: int) -> int:
        """How many moves back the participant's own last turn is."""
        self._must_go_on()
        if not self.setup["takebacks"]:
            raise Refused("switched-off", what="takebacks")
        if self.offer:
            raise Refused("offer-open")
        moves = len(self._seats)
        last = self._seats.rfind(self.seat_of(participant), moves - len(self.match.current.moves))
        if last < 0:
            raise Refused("nothing-to-take-back")
        return moves - last

    def _may_resign(self, participant: int) -> None:  # noqa: ARG002
        self._must_go_on()

    def _may_sit(self, participant: int) -> None:  # noqa: ARG002
        if self.state != OPEN:
            raise Refused("seat-taken")

    def _time_is_up(self, participant: int) -> None:
        if self.to_move != participant or self.match.clock is None:
            raise Refused("not-your-turn")

    def _may_offer_rematch(self, participant: int) -> None:  # noqa: ARG002
        if self.state != OVER:
            raise Refused("not-over")
        if self.next:
            raise Refused("rematch-begun")
        if self.offer:
            raise Refused("offer-open")

    def _answers(self, kind: str, participant: int, own: bool) -> None:
        """Whether there is an offer that this participant may answer, or withdraw if `own`."""
        if (
            self.offer is None
            or self.offer.kind != kind
            or (self.offer.participant == participant and not own)
        ):
            raise Refused("no-offer")

    # The fold

    def apply(self, row: Row, after: Round | None = None) -> None:
        """Fold the next event in; `after` is the round that a move leads to, where it is known."""
        kind = row.kind
        self.seq = row.seq
        self._requests += _key(row.request) if row.request is not None else _NO_KEY
        ended = False
        if kind == "move":
            match = self.match
            before = match.rounds[-1]
            if after is None:
                after = _played(before, before.position.play(row.number), row.number)  # type: ignore[arg-type]
            self.match = _new(Match, (*match[:_ROUNDS], (*match.rounds[:-1], after), *match[_ROUNDS + 1 :]))
            self._seats.append(before.position.turn)
            if not len(after.moves) % _STRIDE:
                self._marks = (*self._marks, after.position)
            self.offer = None
            self.began = row.at
            if not after.position.legal:
                ended = self._round_may_be_over()
        elif kind in ("resign", "time"):
            reason = Reason.TIME if kind == "time" else Reason.RESIGNATION
            seat = self.seat_of(row.participant)
            self.match = self.match.with_current(self.match.current.end(seat, reason))
            self.offer = None
            self.began = row.at
            ended = self._round_may_be_over()
        elif kind == "seat":
            data = json.loads(row.data or "{}")
            one, _ = self.match.participants
            self.match = self.match._replace(participants=(one, Participant(HUMAN, data["name"])))
            self.hashes[1] = data["hash"]
            self.state = PLAYING
            self.began = row.at
        elif kind == "takeback-accept":
            self._take_back(row.number or 0)
            self.offer = None
            self.began = row.at
        elif kind.endswith("-offer"):
            self.offer = Offer(kind.removesuffix("-offer"), row.participant, row.number or 0)
        elif kind.endswith("-decline"):
            self.offer = None
        elif kind == "rematch-accept":
            self.offer = None
            self.next = json.loads(row.data or "{}")["game"]
        self._turns.append(0 if ended else self.match.rounds[-1].position.turn)

    def _take_back(self, plies: int) -> None:
        moves = self.match.current.moves[:-plies] if plies else self.match.current.moves
        self._marks = self._marks[: len(moves) // _STRIDE]
        position = self._marks[-1] if self._marks else self.match.rules.start()
        for move in moves[len(self._marks) * _STRIDE :]:
            position = position.play(move)
        self.match = self.match.with_current(Round(moves, position))
        del self._seats[len(self._seats) - plies :]

    def _round_may_be_over(self) -> bool:
        if self.match.current.outcome is None:
            return False
        self._ends = (*self._ends, self.seq)
        if self.match.over:
            self.state = OVER
        else:
            self.match = self.match.next_round()
            self._marks = ()
        return True


_CHECKS: dict[str, Callable[[Table, int], None]] = {
    "resign": Table._may_resign,
    "seat": Table._may_sit,
    "time": Table._time_is_up,
    "rematch-offer": Table._may_offer_rematch,
    "takeback-accept": lambda table, participant: table._answers("takeback", participant, False),
    "takeback-decline": lambda table, participant: table._answers("takeback", participant, True),
    "rematch-accept": lambda table, participant: table._answers("rematch", participant, False),
    "rematch-decline": lambda table, participant: table._answers("rematch", participant, True),
}
