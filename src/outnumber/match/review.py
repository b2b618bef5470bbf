"""Reviews: each move graded, the turning point, and the best continuation.

Terms, for the player who made a move:

* *kept the win*: the position was won before the move and still is;
* *threw it away*: it was won before the move and is lost after it: the regret of the move is 1, else 0;
* *forced*: there was only one legal move;
* *no chance*: every move lost;
* *drawn*: a move of a drawn start, which belongs to no player and is not graded.

The *weight* of a move is the share of the legal moves that would not have won: 0.9 if one move in ten wins, 0
if all of them do, and 0 in a lost position, which has no win to keep. *Accuracy* is the weight of the wins
kept divided by the weight of the wins held: a rare win counts for more than an easy one. The *turning point*
of a round is the last move that threw a win away. After it, the position stayed won for the opponent; if
there is none, the player who was winning at the start kept the win throughout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from outnumber.games import Outcome, Phrase, Position, Seat, Text, too_large
from outnumber.theory.best import best
from outnumber.theory.bounded import solve

from .match import Match
from .record import read
from .round import Round

# Maximum number of moves in a line of best play; fewer if each takes long to compute.
LONGEST_LINE = 12
SHORT_LINE = 4
LARGE = 10_000
# Each move is stored with its position and its winning moves, one bit per number: up to half a gigabyte.
MOST_KEPT = 10**9


class Grade(Enum):
    """The effect of a move on the player's chances."""

    KEPT = "kept"
    THREW_AWAY = "threw-away"
    FORCED = "forced"
    NO_CHANCE = "no-chance"
    DRAWN = "drawn"


GRADES: dict[Grade, Text] = {
    Grade.KEPT: "kept the win",
    Grade.THREW_AWAY: "threw it away",
    Grade.FORCED: "forced",
    Grade.NO_CHANCE: "nothing wins",
    Grade.DRAWN: "drawn",
}


class Graded(NamedTuple):
    """A move with its grade and the position it was made in."""

    before: Position
    seat: Seat
    move: int
    winner_before: Seat
    # All moves that would have won, empty in a lost position.
    winning: Sequence[int]
    # Whether it belongs to a drawn start.
    drawn: bool = False

    @property
    def legal(self) -> Sequence[int]:
        return self.before.legal_moves()

    @property
    def grade(self) -> Grade:
        if self.drawn:
            return Grade.DRAWN
        if self.before.legal.bit_count() == 1:
            return Grade.FORCED
        if not self.winning:
            return Grade.NO_CHANCE
        return Grade.KEPT if self.move in self.winning else Grade.THREW_AWAY

    @property
    def regret(self) -> int:
        """1 if the move turned a won position into a lost one, else 0."""
        return int(self.grade is Grade.THREW_AWAY)

    @property
    def weight(self) -> float:
        """How easy it was to go wrong: the share of losing moves in a won position, 0 in a lost one."""
        return 1 - len(self.winning) / self.before.legal.bit_count() if self.winning else 0.0


class LineMove(NamedTuple):
    """One move of a line of best play."""

    seat: Seat
    move: int


class Tally(NamedTuple):
    """How often a player held a win, how often it was kept, and the weights of both."""

    held: int = 0
    kept: int = 0
    held_weight: float = 0.0
    kept_weight: float = 0.0

    @property
    def accuracy(self) -> float | None:
        """The weighted share of winning chances that were kept; None if there were none."""
        return self.kept_weight / self.held_weight if self.held_weight else None

    @property
    def share(self) -> float | None:
        """The weighted share of wins that were kept: rare wins count up to twice.

        Unlike `accuracy`, it is not dominated by one lost win if all others were easy.

        >>> round(Tally(11, 10, 0.5, 0.0).share, 2), Tally(11, 10, 0.5, 0.0).accuracy
        (0.87, 0.0)
        """
        return (self.kept + self.kept_weight) / (self.held + self.held_weight) if self.held else None


class RoundReview(NamedTuple):
    """The review of one round."""

    moves: tuple[Graded, ...]
    # How it ended, None for an unfinished round.
    outcome: Outcome | None
    # Who wins the last position under perfect play: not always the winner by time or resignation.
    ahead: Seat
    # The index in `moves` of the last move that threw a win away.
    turning_point: int | None
    # Why the position at the turning point was won, addressed to the player to move there.
    reason: Phrase | None
    # Best play after the turning point, and its end; None if it is cut short.
    refutation: tuple[LineMove, ...]
    ending: Phrase | None

    @property
    def given_up(self) -> bool:
        """Whether a won position was lost by time or resignation."""
        return self.outcome is not None and self.outcome.winner is not self.ahead

    @property
    def drawn(self) -> bool:
        """Whether the round began with drawn moves."""
        return bool(self.moves) and self.moves[0].drawn

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who was winning at the start and after each move."""
        return (*(graded.winner_before for graded in self.moves), self.ahead)

    def tally(self, seat: Seat) -> Tally:
        return tally(graded for graded in self.moves if graded.seat is seat)

    def accuracy(self, seat: Seat) -> float | None:
        """The share of the winning chances that a seat kept, weighted by how rare the winning moves were."""
        return self.tally(seat).accuracy


class Review(NamedTuple):
    """The review of all rounds of a match."""

    rounds: tuple[RoundReview, ...]


def grade(position: Position, move: int) -> Graded:
    """Grade a move; costs one verdict. Raises `IllegalMove` if the position does not allow it.

    >>> from outnumber.games.registry import game
    >>> graded = grade(game("strategy-stacks").start(), 6)
    >>> graded.grade, graded.winning, graded.regret, round(graded.weight, 2)
    (<Grade.THREW_AWAY: 'threw-away'>, (5, 7), 1, 0.78)
    """
    if move not in position.legal_moves():
        raise position.refusal(move)
    verdict = solve(position)
    return Graded(position, position.turn, move, verdict.winner, verdict.winning)


def tally(moves: Iterable[Graded]) -> Tally:
    """The chances in some moves of one player; a forced move does not count."""
    held = [graded for graded in moves if graded.grade in (Grade.KEPT, Grade.THREW_AWAY)]
    kept = [graded for graded in held if not graded.regret]
    return Tally(
        len(held), len(kept), sum(graded.weight for graded in held), sum(graded.weight for graded in kept)
    )


def best_line(position: Position, most: int = LONGEST_LINE) -> tuple[LineMove, ...]:
    """At most `count` moves of perfect play: the winner hurries, the loser resists as long as possible.

    >>> from outnumber.games.registry import game
    >>> [step.move for step in best_line(game("strategy-stacks").start().play(5))]
    [1, 7]
    """
    line: list[LineMove] = []
    while position.outcome() is None and len(line) < most:
        move = best(position)[0]
        line.append(LineMove(position.turn, move))
        position = position.play(move)
    return tuple(line)


def end_of(position: Position, line: Iterable[LineMove]) -> Phrase | None:
    """How a line ends; None if it is cut short."""
    for step in line:
        position = position.play(step.move)
    return solve(position).reason if position.outcome() else None


def review_round(played: Round, tick: Callable[[], object] = lambda: None) -> RoundReview:
    """Review one round; `tick` is called after each move, for a progress bar."""
    _must_fit((played,))
    moves: list[Graded] = []
    # Positions in order, so that each verdict reuses the previous one.
    for position, move in zip(played.positions(), played.moves, strict=False):
        moves.append(grade(position, move)._replace(drawn=len(moves) < played.drawn))
        tick()
    ahead = solve(played.position).winner
    turning = max((place for place, graded in enumerate(moves) if graded.regret), default=None)
    reason: Phrase | None = None
    line: tuple[LineMove, ...] = ()
    ending: Phrase | None = None
    if turning is not None:
        before = moves[turning].before
        reason = solve(before).reason
        after = before.play(moves[turning].move)
        many = after.unused_count > LARGE
        line = best_line(after, SHORT_LINE if many else LONGEST_LINE)
        ending = end_of(after, line)
    return RoundReview(tuple(moves), played.outcome, ahead, turning, reason, line, ending)


def _must_fit(rounds: Sequence[Round]) -> None:
    """Refuse a review that would not fit into memory; a record of a few pages can describe such a game."""
    if sum(len(each.moves) * each.position.numbers.bit_length() for each in rounds) > MOST_KEPT:
        count, size = sum(len(each.moves) for each in rounds), rounds[0].position.rules.size
        what = Phrase("A match of {count:,} moves with numbers up to {size:,}", count=count, size=size)
        raise too_large(what, count, "a review of it would not fit into memory.")


def review(played: Match | Round | str, tick: Callable[[], object] = lambda: None) -> Review:
    """Review a match, one round or the text of a record.

    Costs one verdict per move, and a little more at the turning point.

    >>> from outnumber.games.registry import game
    >>> found = review(Round.begin(game("strategy-stacks"), [6, 3, 9, 1])).rounds[0]
    >>> [graded.grade.value for graded in found.moves]
    ['threw-away', 'threw-away', 'kept', 'forced']
    >>> found.turning_point, found.reason.code, round(found.accuracy(Seat.ONE), 2)
    (1, 'pairing-won', 0.39)
    """
    if isinstance(played, str):
        played = read(played)
    rounds = played.rounds if isinstance(played, Match) else (played,)
    _must_fit(rounds)
    return Review(tuple(review_round(each, tick) for each in rounds))


def totals(match: Match, found: Review) -> tuple[Tally, Tally]:
    """The chances of the two participants over all rounds, regardless of their seats."""
    moves: tuple[list[Graded], list[Graded]] = ([], [])
    for number, each in enumerate(found.rounds, start=1):
        for graded in each.moves:
            moves[match.seated(graded.seat, number) - 1].append(graded)
    return tally(moves[0]), tally(moves[1])
