"""A match: one or more rounds of the same rules between two participants, and its changes."""

from __future__ import annotations

from typing import Any, NamedTuple

from outnumber.games import (
    GameError,
    OptionError,
    Phrase,
    Reason,
    Rules,
    Seat,
    Text,
    bad_option,
    closest,
    not_within,
    strip_control_characters,
)
from outnumber.games.errors import JOINERS, given
from outnumber.games.numbers import whole_within

from .clock import LONGEST_CLOCK as LONGEST_CLOCK
from .clock import GameClock
from .round import Round

# The player name of a person.
HUMAN = "human"
# How rounds start: as in the rule book, or from a drawn position (`openings.py`).
STARTS = BOOK, FAIR = "book", "fair"
# How a stage of a path starts (`study/paths`): from a drawn position that is won for the person.
DRAWN = "drawn"
# Headers of a record that statistics read: the number of moves set up, whether a player had help, and the
# stage of a path.
SET_UP, HELPED, STAGE = "SetUp", "Helped", "Stage"
LONGEST_MATCH = 10_000
LONGEST_NAME = 40
# The minimum and maximum of each number in a match, by its name.
BOUNDS = {"first": (1, 2), "length": (1, LONGEST_MATCH), "seed": (0, 2**63)}
ONE_CLOCK: Text = "a match has a clock for each turn or one for the game, not both."


def fit_name(name: str) -> bool:
    """Whether a name is allowed: a short line of letters, numbers, signs and emoji.

    >>> fit_name("Zoë 👩‍🚀"), fit_name("Ada\\x1b[2J"), fit_name("")
    (True, False, True)
    """
    return (
        len(name) <= LONGEST_NAME and strip_control_characters(name) == name and name.strip(JOINERS) == name
    )


class Participant(NamedTuple):
    """The player of a participant (`plays`, such as human or random), and an optional name."""

    plays: str = HUMAN
    name: str = ""


# The changes of a match.


class Begun(NamedTuple):
    """The next round begins, after some drawn moves if its start is fair.

    A round that is set up, or read from a record or a server, may have more moves than that, and a
    participant, 1 or 2, picked for seat 1.
    """

    opening: tuple[int, ...] = ()
    moves: tuple[int, ...] = ()
    seat1: int = 0


class Picked(NamedTuple):
    """`Match.picker` has picked a seat of the drawn start."""

    seat: Seat


class Moved(NamedTuple):
    """The seat to move has played a number."""

    number: int


class Ended(NamedTuple):
    """A seat has lost the round by time, resignation or a fault; a remark gives details."""

    loser: Seat
    reason: Reason
    remark: str = ""


class TookBack(NamedTuple):
    """The last `plies` moves were taken back; with 0, only the end of the round."""

    plies: int


class Seated(NamedTuple):
    """A player has joined as participant 1 or 2."""

    number: int
    who: Participant


class Spent(NamedTuple):
    """The seat to move has used some seconds of its clock for the whole game; its turn continues."""

    seconds: float


Change = Begun | Picked | Moved | Ended | TookBack | Seated | Spent


class Match(NamedTuple):
    """A match so far: an immutable value; the last round is the current one."""

    rules: Rules
    participants: tuple[Participant, Participant] = (Participant(), Participant())
    # The participant, 1 or 2, with seat 1 in the first round. Seats are swapped after each round.
    first: int = 1
    length: int = 1
    clock: float | None = None
    seed: int = 0
    date: str = ""
    start: str = BOOK
    # Instead of a clock for each turn, with the seconds that each participant has left in the current round.
    game_clock: GameClock | None = None
    times: tuple[float, float] | None = None
    rounds: tuple[Round, ...] = ()
    # Unknown headers of a record, preserved unchanged.
    tags: tuple[tuple[str, str], ...] = ()

    @property
    def current(self) -> Round:
        try:
            return self.rounds[-1]
        except IndexError:
            raise ValueError("no round has begun: go on from match.begin()") from None

    @property
    def over(self) -> bool:
        return 0 < len(self.rounds) == self.length and self.current.outcome is not None

    @property
    def mover(self) -> int:
        """The participant, 1 or 2, whose turn it is in the current round."""
        return self.seated(self.current.position.turn)

    @property
    def picker(self) -> int:
        """The participant, 1 or 2, who must pick a seat of the drawn start; 0 if none must.

        Against a computer, it is the person; otherwise, the player who would be second.
        """
        if not self.rounds or self.current.seat1 or self.current.ended:
            return 0
        if not 0 < self.current.drawn == len(self.current.moves):
            return 0
        one, two = (each.plays == HUMAN for each in self.participants)
        return self.seated(Seat.TWO) if one == two else 1 if one else 2

    def after(self, change: Change) -> Match:
        """The match after a change.

        An action that the player may not take raises `GameError`, and a change that is never possible, such
        as beginning a round before the last one is over, raises `ValueError`.

        All callers use this method: the loop, the server's log, a terminal connected to a server, MCP.
        Records and environments, which do not continue a match, use `Round` directly.

        >>> from outnumber.games.registry import game
        >>> match = Match(game("strategy-stacks")).after(Begun()).after(Moved(7)).after(Moved(1))
        >>> match.after(TookBack(1)) == match.undo()
        True
        """
        # The most frequent first.
        if isinstance(change, Moved):
            after = self.with_current(self.current.play(change.number))
            return after if self.game_clock is None else after._timed(self, self.game_clock.increment)
        match change:
            case Begun(opening, moves, seat1):
                if self.over:
                    raise ValueError("the match is over: all of its rounds were played")
                if self.rounds and self.current.outcome is None:
                    raise ValueError("this round is not over yet: the next one begins after it")
                begun = Round.begin(self.rules, (*opening, *moves), drawn=len(opening), seat1=seat1)
                times = (self.game_clock.seconds, self.game_clock.seconds) if self.game_clock else None
                return self._replace(rounds=(*self.rounds, begun), times=times)
            case Picked(seat):
                if not (picker := self.picker):
                    raise ValueError("a seat is picked once, after the start was drawn")
                first = picker if _seat(seat) is Seat.ONE else 3 - picker
                return self.with_current(self.current._replace(seat1=first))
            case Ended():
                return self.with_current(self.current.end(*change))
            case TookBack(plies):
                return _less_set_up(self.with_current(self.current.undo(plies)))
            case Spent(seconds):
                return self._timed(self, -seconds)
            case Seated(number, who):
                one, two = self.participants
                return self._replace(participants=(who, two) if number == 1 else (one, who))

    # The same, by name.

    def begin(self) -> Match:
        """Begin the next round: as in the rule book, or from a drawn fair start.

        Raises `OptionError` if the match has invalid settings.
        """
        if flaw := self._flaw():
            raise flaw
        if self.start != FAIR:
            return self.after(Begun())
        from .openings import fair  # imports the theory only if it is needed

        return self.after(Begun(fair(self.rules, self.seed, len(self.rounds) + 1)))

    def pick(self, seat: Seat) -> Match:
        """The match after `picker` has picked a seat of the drawn start."""
        return self.after(Picked(seat))

    def play(self, number: int) -> Match:
        """The match after a move of the seat to move."""
        self._must_be_seated()
        return self.after(Moved(number))

    def undo(self, plies: int = 1) -> Match:
        """The match with some moves of the current round taken back."""
        return self.after(TookBack(plies))

    def resign(self, seat: Seat | None = None) -> Match:
        """The match after a seat, by default the one to move, has resigned the current round."""
        self._must_be_seated()
        return self.after(Ended(self.current.turn if seat is None else _seat(seat), Reason.RESIGNATION))

    def _must_be_seated(self) -> None:
        if self.current.drawn and self.picker:
            raise GameError("no-seat-picked")

    def with_current(self, current: Round) -> Match:
        """The match with another current round."""
        return self._replace(rounds=(*self.rounds[:-1], current))

    def _timed(self, before: Match, seconds: float) -> Match:
        """Credit the time used to the player who was to move in the previous state."""
        if before.times is None or before.current.outcome:
            return self
        mover = before.mover
        # Records store milliseconds.
        one, two = (
            max(0.0, round(left + seconds, 3)) if number == mover else left
            for number, left in enumerate(before.times, start=1)
        )
        return self._replace(times=(one, two))

    @property
    def allowed(self) -> float | None:
        """The time limit of this turn in seconds; None without a clock.

        >>> from outnumber.games.registry import game
        >>> match = Match(game("strategy-stacks"), game_clock=GameClock(300, 3)).after(Begun())
        >>> match.after(Spent(10)).allowed, match.after(Spent(10)).after(Moved(7)).times
        (290, (293, 300))
        """
        return self.clock if self.times is None else self.times[self.mover - 1]

    def seated(self, seat: Seat, number: int | None = None) -> int:
        """The participant, 1 or 2, in a seat of round `number` (the current one by default)."""
        first = self._in_seat_one(number)
        return first if seat is Seat.ONE else 3 - first

    def seat_of(self, participant: int, number: int | None = None) -> Seat:
        """The seat that a participant, 1 or 2, has in round `number` (the current one by default)."""
        return Seat.ONE if self._in_seat_one(number) == participant else Seat.TWO

    def _in_seat_one(self, number: int | None) -> int:
        begun = len(self.rounds)
        if number is None:
            number = begun
        picked = self.rounds[number - 1].seat1 if 0 < number <= begun else 0
        return picked or (self.first if number % 2 else 3 - self.first)

    def participant(self, seat: Seat, number: int | None = None) -> Participant:
        return self.participants[self.seated(seat, number) - 1]

    def score(self) -> tuple[int, int]:
        """Rounds won by the first and by the second participant."""
        won = [0, 0]
        for number, each in enumerate(self.rounds, start=1):
            outcome = each.outcome
            if outcome:
                won[self.seated(outcome.winner, number) - 1] += 1
        return won[0], won[1]

    def champion(self) -> int | None:
        """The participant, 1 or 2, who won more rounds once the match is over; None for an equal score."""
        one, two = self.score()
        return None if not self.over or one == two else 1 if one > two else 2

    def _flaw(self) -> OptionError | None:
        """The error in the settings of a match, if any; checked once, not for every copy."""
        if not isinstance(self.rules, Rules):
            return bad_option("rules", self.rules, "pass the value that outnumber.game returns.")
        if not _two_participants(self.participants):
            return bad_option("participants", self.participants, "give two of outnumber.Participant.")
        for name, (low, high) in BOUNDS.items():
            number = getattr(self, name)
            if not whole_within(number, low, high):
                return not_within(name, number, low, high)
        if self.start not in (*STARTS, DRAWN):
            return bad_option("start", self.start, closest(str(self.start), STARTS))
        if self.clock is not None and not GameClock(self.clock).fits:
            return bad_option(
                "clock", self.clock, "choose seconds up to {most:,}, or None.", most=LONGEST_CLOCK
            )
        if self.game_clock is None:
            return None
        if self.clock is not None:
            return bad_option("game_clock", self.game_clock, Phrase(ONE_CLOCK))
        if not isinstance(self.game_clock, GameClock) or not self.game_clock.fits:
            return bad_option(
                "game_clock",
                self.game_clock,
                "give seconds for the game and for each move, such as outnumber.GameClock(300, 3).",
            )
        return None

    def __str__(self) -> str:
        from .record import write  # record.py imports this module too

        try:
            return repr(self) if self._flaw() else write(self)
        except OptionError:  # a criterion that is a function cannot be written
            return repr(self)

    def __repr__(self) -> str:
        if flaw := self._flaw():
            return f"<Match: {flaw}>"
        one, two = (each.name or each.plays for each in self.participants)
        score = "-".join(map(str, self.score()))
        return f"<Match: {self.rules.name}, {one} against {two}, {score}, {'over' if self.over else 'open'}>"


def _seat(seat: int) -> Seat:
    """A seat by its number; raises `GameError` if there is none."""
    try:
        return Seat(seat)
    except ValueError:
        remedy = Phrase("choose {names:or}.", names=[1, 2])
        raise GameError("not-a-seat", text=given(seat), remedy=remedy) from None


def _two_participants(both: Any) -> bool:
    return isinstance(both, tuple) and [isinstance(each, Participant) for each in both] == [True, True]


def toss(seed: int) -> int:
    """The participant, 1 or 2, who goes first after a coin toss; the same for the same seed."""
    from random import Random  # creating a generator takes time, and most matches have no toss

    return Random(f"toss {seed}").choice((1, 2))


def laid_out(match: Match, number: int) -> int:
    """How many moves of a round were drawn or set up before the players began."""
    drawn = match.rounds[number - 1].drawn
    return max(drawn, _set_up(match)) if number == 1 else drawn


def _set_up(match: Match) -> int:
    """The number of moves set up in the first round, from a header with arbitrary text."""
    text = dict(match.tags).get(SET_UP, "")
    count = int(text) if text.isascii() and text.isdigit() and len(text) < 20 else 0
    return min(count, len(match.rounds[0].moves))


def _less_set_up(match: Match) -> Match:
    """Reduce the number of moves set up after a takeback: moves played again are the players' own."""
    if len(match.rounds) > 1 or SET_UP not in dict(match.tags):
        return match
    count = str(_set_up(match))
    return match._replace(tags=tuple((name, count if name == SET_UP else text) for name, text in match.tags))
