"""One class as a value: the fold of what has happened in it, and what may happen next.

It knows no clock, no database and nobody's token: only what is kept of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from msgspec import Struct, field, structs

from outnumber.api.classes import PlaceName
from outnumber.api.errors import Refused
from outnumber.language.animals import ANIMALS

# So much of one child is kept: far more than a lesson has, and no child fills the class alone.
MOST_REPORTS = 1000
MOST_EVENTS = 60_000
# Games of one class: in 12 hours nobody plays so many.
MOST_PAIRS = 2000
# So many ids are remembered: whoever was not answered asks again soon, and each event copies all of them.
MOST_REQUESTS = 200
# Lessons of one child, and steps that were hard: the teacher is told of all of them each time.
MOST_LESSONS, MOST_HARD = 20, 50
# Whoever was wrong so often at one step is stuck there.
STUCK = 3


class Change(Struct, frozen=True, tag_field="kind"):
    """Something that happens in a class."""


class Joined(Change, frozen=True, tag="join"):
    """A child has come, or has come back with another device: what is kept of its two tokens."""

    animal: str
    hash: str
    seat: str
    instead: str = ""  # the hash of one who has this animal, did nothing and is gone


class Left(Change, frozen=True, tag="leave"):
    """A child has gone, or was sent out. Its animal is free, and whoever takes it goes on where it was."""


class Door(Change, frozen=True, tag="door"):
    """Whether newcomers are let in."""

    open: bool


class Stepped(Change, frozen=True, tag="step"):
    """A child is somewhere, and perhaps stuck there."""

    place: PlaceName
    what: str
    step: str
    stuck: int = 0  # how often it was wrong there

    def away_from(self, game: str) -> bool:
        """Whether the child is anywhere but in this game; pages of earlier versions do not name the game."""
        return self.place != "game" or self.what not in ("", game)


class Answered(Change, frozen=True, tag="answer"):
    """A child has solved a puzzle, or missed it."""

    puzzle: str
    solved: bool


class Hand(Change, frozen=True, tag="hand"):
    """A child asks for help, or needs it no more."""

    up: bool


class LessonBegun(Change, frozen=True, tag="lesson"):
    """Everybody begins a lesson."""

    lesson: str


class Puzzles(Change, frozen=True, tag="puzzles"):
    """Everybody solves the same puzzles."""

    game: str
    puzzle: str  # the kind
    difficulty: int | None
    seed: int


class Pair(Struct, frozen=True, array_like=True):
    """Two children and their game; the second is 0 where a computer plays."""

    first: int
    second: int
    game: str
    toss: int = 1  # which of the two begins


class Paired(Change, frozen=True, tag="pair"):
    """Children play each other."""

    game: str
    options: dict[str, Any]
    help: bool
    computer: str
    pairs: tuple[Pair, ...]


class Result(Change, frozen=True, tag="result"):
    """A game is over; a child has won, or 0, the computer."""

    game: str
    winner: int


class Timer(Change, frozen=True, tag="timer"):
    """So many seconds from now; 0 for none."""

    seconds: int


class Shown(Change, frozen=True, tag="show"):
    """What the projector shows: a game of two children, a position, or nothing."""

    table: str = ""
    game: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    moves: tuple[int, ...] = ()
    puzzle: str = ""  # the kind, where the position is a puzzle


class Seen(Change, frozen=True, tag="seen"):
    """Children are here, as one of several processes sees."""

    children: tuple[int, ...]


class ClassEnded(Change, frozen=True, tag="end"):
    """The lesson is over."""


OfChild = Left | Stepped | Answered | Hand
Anything = (
    Joined | OfChild | Door | LessonBegun | Puzzles | Paired | Result | Timer | Shown | Seen | ClassEnded
)
# What children have to be told of.
FOR_ALL = (Left, LessonBegun, Puzzles, Paired, Timer, ClassEnded)


@dataclass(frozen=True, slots=True)
class Child:
    """One child, by the number in which it came."""

    number: int
    animal: str
    hash: str
    seat: str
    gone: bool = False
    # Where it is, and since when.
    at: Stepped | None = None
    since: float = 0.0
    hand: bool = False
    # The last step of each lesson, in the order in which they were begun, and where it was stuck.
    lessons: tuple[tuple[str, str], ...] = ()
    hard: tuple[tuple[str, str], ...] = ()
    # Puzzles by id: only the first answer counts.
    solved: frozenset[str] = frozenset()
    missed: frozenset[str] = frozenset()
    won: int = 0
    played: int = 0
    # Those it has played, in order: 0 is the computer.
    met: tuple[int, ...] = ()
    reports: int = 0
    seen: float = 0.0


@dataclass(frozen=True, slots=True)
class Task:
    """What everybody does, and how many tasks there were up to it."""

    number: int
    what: LessonBegun | Puzzles | Paired
    since: float


@dataclass(frozen=True, slots=True)
class Classroom:
    """A class after some events."""

    seq: int = 0
    open: bool = True
    children: tuple[Child, ...] = ()
    task: Task | None = None
    # All pairs of all rounds, and who won: a child, or 0, the computer; None while they play.
    pairs: tuple[tuple[Pair, int | None], ...] = ()
    # The games on the teacher's page, and when each began.
    games: tuple[tuple[str, float], ...] = ()
    until: float | None = None  # the end of the timer
    shown: Shown | None = None
    ended: bool = False
    told: int = 0  # the last event that children have to be told of
    requests: tuple[str, ...] = ()  # the last ones that had an id

    def child(self, number: int) -> Child:
        """A child who is in the class."""
        if not 1 <= number <= len(self.children) or self.children[number - 1].gone:
            raise Refused("not-in-class")
        return self.children[number - 1]

    @property
    def present(self) -> tuple[Child, ...]:
        """All who have not left."""
        return tuple(child for child in self.children if not child.gone)

    @property
    def free(self) -> list[str]:
        """The animals that nobody is."""
        taken = {child.animal for child in self.present}
        return [name for name in ANIMALS if name not in taken]

    @property
    def current(self) -> tuple[tuple[Pair, int | None], ...]:
        """The pairs of the last round, and those of earlier rounds who still play."""
        games = dict(self.games)
        return tuple(each for each in self.pairs if each[0].game in games)

    @property
    def since(self) -> float:
        """When the task began."""
        return self.task.since if self.task else 0.0

    def game_of(self, number: int) -> str:
        """The last game of a child, or nothing."""
        own = [pair.game for pair, _ in self.pairs if number in (pair.first, pair.second)]
        return own[-1] if own else ""

    def idle(self, child: Child) -> bool:
        """Whether a child has done nothing yet but come in."""
        waits = child.at is None or child.at.place == "class"
        did = child.hand or child.lessons or child.solved or child.missed or self.game_of(child.number)
        return waits and not did

    def left(self, pair: Pair) -> list[int]:
        """The children who have gone elsewhere since their game began."""
        began = dict(self.games).get(pair.game, 0.0)
        both = [self.children[number - 1] for number in (pair.first, pair.second) if number]
        return [
            child.number
            for child in both
            if child.gone or (child.at and child.since > began and child.at.away_from(pair.game))
        ]

    def unfinished(self, number: int) -> Pair | None:
        """The game that a child has not finished."""
        found = (pair for pair, winner in self.current if winner is None)
        return next((pair for pair in found if number in (pair.first, pair.second)), None)

    def playing(self, number: int) -> bool:
        """Whether a child is in an unfinished game that neither player has left."""
        pair = self.unfinished(number)
        return pair is not None and not self.left(pair)

    # What may come next

    def allows(self, change: Anything, number: int = 0) -> bool:
        """Whether something changes anything; raises `Refused` where it may not happen."""
        if self.ended:
            raise Refused("no-such-class")
        if self.seq >= MOST_EVENTS and not isinstance(change, Left | ClassEnded):
            raise Refused("class-too-long")
        if isinstance(change, Paired) and len(self.pairs) + len(change.pairs) > MOST_PAIRS:
            raise Refused("class-too-long")
        if isinstance(change, Joined):
            return self._may_join(change)
        if isinstance(change, Door):
            return change.open != self.open
        if isinstance(change, Result):
            return any(pair.game == change.game and winner is None for pair, winner in self.pairs)
        if isinstance(change, Stepped | Answered | Hand):
            child = self.child(number)
            if child.reports >= MOST_REPORTS:
                return False
            if isinstance(change, Hand):
                return change.up != child.hand
            if isinstance(change, Answered):
                return change.puzzle not in child.solved | child.missed
            return change != child.at
        if isinstance(change, Left):
            self.child(number)
        return True

    def _may_join(self, change: Joined) -> bool:
        if any(child.hash == change.hash for child in self.present):
            return False  # it has come already, and did not hear of it
        if not self.open:
            raise Refused("no-such-class")
        instead = next((child.animal for child in self.present if child.hash == change.instead), None)
        if change.animal not in (*self.free, instead):
            raise Refused("animal-taken")
        if any(child.animal == change.animal and child.reports >= MOST_REPORTS for child in self.children):
            raise Refused("animal-taken")  # it has come and gone, or reported, too often
        return True

    # The fold

    def after(self, change: Anything, number: int, at: float, request: str | None = None) -> Classroom:
        """The class after the next event: what a child did, or the teacher, who is 0."""
        known = (*self.requests, request)[-MOST_REQUESTS:] if request else self.requests
        now = replace(self, seq=self.seq + 1, requests=known)
        if isinstance(change, FOR_ALL):
            now = replace(now, told=now.seq)
        if isinstance(change, Joined):
            return now._joined(change, at)
        if isinstance(change, Door):
            return replace(now, open=change.open)
        if isinstance(change, Timer):
            return replace(now, until=at + change.seconds if change.seconds else None)
        if isinstance(change, Shown):
            return replace(now, shown=change if change.table or change.game else None)
        if isinstance(change, ClassEnded):
            return replace(now, ended=True, open=False)
        if isinstance(change, Result):
            return now._decided(change)
        if isinstance(change, Seen):
            children = (
                replace(each, seen=at) if each.number in change.children else each for each in now.children
            )
            return replace(now, children=tuple(children))
        if isinstance(change, LessonBegun | Puzzles | Paired):
            now = replace(now, task=Task(self.task.number + 1 if self.task else 1, change, at))
            return now._paired(change.pairs, at) if isinstance(change, Paired) else replace(now, games=())
        return now.with_child(_child_after(now.children[number - 1], change, at, now.since))

    def with_child(self, child: Child) -> Classroom:
        before, behind = self.children[: child.number - 1], self.children[child.number :]
        return replace(self, children=(*before, child, *behind))

    def _joined(self, change: Joined, at: float) -> Classroom:
        """Whoever takes the animal of a child who left goes on where that one was."""
        for child in self.children:
            if child.animal == change.animal:
                come = replace(child, hash=change.hash, seat=change.seat, gone=False, seen=at)
                return self.with_child(replace(come, reports=child.reports + 1))
        child = Child(len(self.children) + 1, change.animal, change.hash, change.seat, seen=at)
        return replace(self, children=(*self.children, child))

    def _paired(self, pairs: tuple[Pair, ...], at: float) -> Classroom:
        """Begin games; an unfinished game continues unless one of its players is paired again."""
        again = {number for pair in pairs for number in (pair.first, pair.second)} - {0}
        continued = {
            pair.game
            for pair, winner in self.current
            if winner is None and not again & {pair.first, pair.second}
        }
        games = [each for each in self.games if each[0] in continued] + [(pair.game, at) for pair in pairs]
        return replace(self, games=tuple(games), pairs=(*self.pairs, *((pair, None) for pair in pairs)))

    def _decided(self, change: Result) -> Classroom:
        now = self
        pairs = []
        for pair, winner in self.pairs:
            if pair.game == change.game and winner is None:
                winner = change.winner
                for one, other in ((pair.first, pair.second), (pair.second, pair.first)):
                    if one:
                        child = now.children[one - 1]
                        won = child.won + (change.winner == one)
                        met = (*child.met, other)
                        now = now.with_child(replace(child, won=won, played=child.played + 1, met=met))
            pairs.append((pair, winner))
        return replace(now, pairs=tuple(pairs))


def _child_after(child: Child, change: OfChild, at: float, task: float) -> Child:
    child = replace(child, reports=child.reports + 1)
    if isinstance(change, Left):
        return replace(child, gone=True, hand=False)
    if isinstance(change, Hand):
        return replace(child, hand=change.up)
    if isinstance(change, Answered):
        if change.solved:
            return replace(child, solved=child.solved | {change.puzzle})
        return replace(child, missed=child.missed | {change.puzzle})
    # The same place, however often it was wrong there.
    same = child.at is not None and structs.replace(child.at, stuck=change.stuck) == change
    # Passing a step lowers the hand. Going elsewhere does not, nor does a task that the teacher has started.
    there = (child.at.place, child.at.what) if child.at and child.at.step and child.since >= task else None
    if not same and there == (change.place, change.what):
        child = replace(child, hand=False)
    child = replace(child, at=change, since=child.since if same else at)
    here = (change.what, change.step)
    if change.stuck >= STUCK and here not in child.hard and len(child.hard) < MOST_HARD:
        child = replace(child, hard=(*child.hard, here))
    if change.place == "lesson":
        reached = dict(child.lessons) | {change.what: change.step}
        child = replace(child, lessons=tuple(reached.items())[:MOST_LESSONS])
    return child
