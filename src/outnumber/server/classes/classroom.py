"""One class as an immutable value: the state after its events, and the checks for the next event.

It has no access to a clock, the database or tokens; times and hashes of tokens are passed in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from dataclasses import field as made
from typing import Any, NamedTuple

from msgspec import Struct, field, structs

from outnumber.api.classes import ActivityName, PlaceName, Station, TournamentMode
from outnumber.api.errors import Refused
from outnumber.api.fields import MOST_PUZZLES
from outnumber.language.animals import ANIMALS

# Limits of one child and of a class: far more than a lesson needs, and one child cannot use up the class's
# limit.
MOST_REPORTS = 1000
MOST_EVENTS = 60_000
# Maximum number of games of one class: more than 12 hours allow.
MOST_PAIRS = 2000
# Number of request ids remembered for retries, which come soon. Each event copies all of them.
MOST_REQUESTS = 200
# Maximum number of lessons and of hard steps of one child: each response to the teacher has all of them.
MOST_LESSONS, MOST_HARD = 20, 50
# Number of wrong answers at one step after which a child is stuck.
STUCK = 3


class Change(Struct, frozen=True, tag_field="kind"):
    """An event in a class."""


class Joined(Change, frozen=True, tag="join"):
    """A child has joined, perhaps from another device; `hash` and `seat` are hashes of its two tokens."""

    animal: str
    hash: str
    seat: str
    instead: str = ""  # the hash of an idle, absent child who loses the animal


class Left(Change, frozen=True, tag="leave"):
    """A child has left or was removed. The next child with its animal continues its work."""


class Door(Change, frozen=True, tag="door"):
    """The teacher has opened or closed the class to newcomers."""

    open: bool


class Stepped(Change, frozen=True, tag="step"):
    """A child has reached a place, and may be stuck there."""

    place: PlaceName
    what: str
    step: str
    stuck: int = 0  # number of wrong answers there

    def away_from(self, game: str) -> bool:
        """Whether the child is not in this game; pages of earlier versions do not name the game."""
        return self.place != "game" or self.what not in ("", game)


class Answered(Change, frozen=True, tag="answer"):
    """A child has solved or missed a puzzle."""

    puzzle: str
    solved: bool


class Hand(Change, frozen=True, tag="hand"):
    """A child has raised or lowered its hand."""

    up: bool


class Voted(Change, frozen=True, tag="vote"):
    """A child has answered the question on the projector."""

    answer: int


class LessonBegun(Change, frozen=True, tag="lesson"):
    """The class starts a lesson."""

    lesson: str


class Puzzles(Change, frozen=True, tag="puzzles"):
    """The class starts a set of puzzles."""

    game: str
    puzzle: str  # the kind
    difficulty: int | None
    seed: int


class Pair(Struct, frozen=True, array_like=True):
    """Two children and their game; `second` is 0 for the computer."""

    first: int
    second: int
    game: str
    toss: int = 1  # which of the two begins
    round: int = 0  # the round of the tournament, or 0


class Paired(Change, frozen=True, tag="pair"):
    """The class starts a round of games."""

    game: str
    options: dict[str, Any]
    help: bool
    computer: str
    pairs: tuple[Pair, ...]
    again: bool = False  # new partners during the same task


class Contest(Change, frozen=True, tag="contest"):
    """A tournament begins."""

    mode: TournamentMode
    teams: int = 0
    members: tuple[tuple[int, int], ...] = ()  # children whom the teacher has moved, and their teams


class Undone(Change, frozen=True, tag="undo"):
    """The last round of the tournament does not count."""


class Result(Change, frozen=True, tag="result"):
    """A game has ended; the winner is a child, or 0 for the computer."""

    game: str
    winner: int


class Timer(Change, frozen=True, tag="timer"):
    """The teacher has set the timer; 0 stops it."""

    seconds: int


class Shown(Change, frozen=True, tag="show"):
    """The projector shows a game, a position, or nothing."""

    table: str = ""
    game: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    moves: tuple[int, ...] = ()
    puzzle: str = ""  # the kind of puzzle, if the position is one
    choices: tuple[int, ...] = ()  # the answers to its question
    standings: bool = False


class Revealed(Change, frozen=True, tag="reveal"):
    """The projector shows the tally of answers or the winner, or hides them again."""

    tally: bool
    answer: bool


HIDDEN = Revealed(False, False)


class Planned(Change, frozen=True, tag="plan"):
    """The teacher has changed the plan, or reached a station; 0 is before the first one."""

    stations: tuple[Station, ...]
    station: int


UNPLANNED = Planned((), 0)


class Seen(Change, frozen=True, tag="seen"):
    """One of several processes reports its connected children."""

    children: tuple[int, ...]


class ClassEnded(Change, frozen=True, tag="end"):
    """The teacher has ended the class."""


OfChild = Left | Stepped | Answered | Hand
Tasks = LessonBegun | Puzzles | Paired
OfTeacher = Door | Contest | Undone | Timer | Shown | Revealed | Planned | ClassEnded
Anything = Joined | OfChild | Voted | Tasks | OfTeacher | Result | Seen
# The events that children are notified of.
FOR_ALL = (Left, LessonBegun, Puzzles, Paired, Undone, Timer, Shown, ClassEnded)


class Activity(NamedTuple):
    """The activity of a child, and since when: teacher, child and projector show the same one."""

    name: ActivityName
    since: float = 0.0
    game: str = ""
    opponent: int | None = None  # 0 is the computer


@dataclass(frozen=True, slots=True)
class Child:
    """One child, numbered in order of arrival."""

    number: int
    animal: str
    hash: str
    seat: str
    gone: bool = False
    # The current place, and since when.
    at: Stepped | None = None
    since: float = 0.0
    hand: bool = False
    # The last step of each lesson, in order of their starts, and the steps at which the child was stuck.
    lessons: tuple[tuple[str, str], ...] = ()
    hard: tuple[tuple[str, str], ...] = ()
    # Puzzles by id: only the first answer counts.
    solved: frozenset[str] = frozenset()
    missed: frozenset[str] = frozenset()
    won: int = 0
    played: int = 0
    # Opponents in order; 0 is the computer.
    met: tuple[int, ...] = ()
    reports: int = 0
    seen: float = 0.0


@dataclass(frozen=True, slots=True)
class Task:
    """A task for the whole class, numbered from 1."""

    number: int
    what: Tasks
    since: float


@dataclass(frozen=True, slots=True)
class Classroom:
    """A class after some events."""

    seq: int = 0
    open: bool = True
    children: tuple[Child, ...] = ()
    task: Task | None = None
    # The pairs of all rounds with the winner: a child, 0 for the computer, or None during the game.
    pairs: tuple[tuple[Pair, int | None], ...] = ()
    # The games on the teacher's page, and the start of each.
    games: Mapping[str, float] = made(default_factory=dict)
    until: float | None = None  # the end of the timer
    shown: Shown | None = None
    revealed: Revealed = HIDDEN
    votes: tuple[tuple[int, int], ...] = ()  # a child and its answer to the question shown
    plan: Planned = UNPLANNED
    contest: Contest | None = None
    contest_from: int = 0  # its first pair
    sets: tuple[tuple[int, Puzzles], ...] = ()  # the tasks that were puzzles, with their numbers
    made: int = 0  # the number of all pairs, including those of undone rounds
    ended: bool = False
    told: int = 0  # the number of the last event that children are notified of
    requests: tuple[str, ...] = ()  # the most recent request ids

    def child(self, number: int, missing: str = "not-in-class") -> Child:
        """The present child with a number; raises `Refused` with a code if there is no such child."""
        if not 1 <= number <= len(self.children) or self.children[number - 1].gone:
            raise Refused(missing)
        return self.children[number - 1]

    @property
    def present(self) -> tuple[Child, ...]:
        """The children who have not left."""
        return tuple(child for child in self.children if not child.gone)

    @property
    def free(self) -> list[str]:
        """The animals that are not taken."""
        taken = {child.animal for child in self.present}
        return [name for name in ANIMALS if name not in taken]

    @property
    def current(self) -> tuple[tuple[Pair, int | None], ...]:
        """The pairs of the last round, and earlier pairs that are still playing."""
        return tuple(each for each in self.pairs if each[0].game in self.games)

    @property
    def since(self) -> float:
        """When the task began."""
        return self.task.since if self.task else 0.0

    def game_of(self, number: int) -> str:
        """The last game of a child, or an empty string."""
        own = [pair.game for pair, _ in self.pairs if number in (pair.first, pair.second)]
        return own[-1] if own else ""

    def idle(self, child: Child) -> bool:
        """Whether a child has done nothing since it joined."""
        waits = child.at is None or child.at.place == "class"
        did = child.hand or child.lessons or child.solved or child.missed or self.game_of(child.number)
        return waits and not did

    def left(self, pair: Pair) -> list[int]:
        """The players of a pair who have left their game since it began."""
        began = self.games.get(pair.game, 0.0)
        both = [self.children[number - 1] for number in (pair.first, pair.second) if number]
        return [
            child.number
            for child in both
            if child.gone or (child.at and child.since > began and child.at.away_from(pair.game))
        ]

    def activity(self, child: Child, pair: Pair | None, winner: int | None, watches: bool) -> Activity:
        """What a child does; `pair` is its game in the current round, and it may watch one of others."""
        at, task, number = child.at, self.task, child.number
        if watches:
            at = Stepped("class", "", "")
        if child.gone:
            return Activity("left", child.since)
        if pair is not None:
            began = self.games[pair.game]
            other = pair.second if pair.first == number else pair.first
            moved = at is not None and child.since > began and at.away_from(pair.game)
            place = at.place if at and moved else "class"
            if winner is not None and place == "class":
                return Activity("finished", began, pair.game, other)
            if winner is None and place in ("class", "game"):
                if moved:
                    return Activity("left", child.since, pair.game, other)
                if other in self.left(pair):
                    since = self.children[other - 1].since
                    return Activity("waiting", max(since, began), pair.game, other)
                return Activity("playing", began, pair.game, other)
        if at is not None and at.place == "game":
            return Activity("playing", child.since, at.what)
        if at is not None and at.place != "class":
            tried = (
                sum(each.startswith(f"{task.number}.") for each in child.solved | child.missed) if task else 0
            )
            if at.place == "puzzle" and tried >= MOST_PUZZLES:
                return Activity("finished", child.since)
            return Activity("lesson" if at.place == "lesson" else "puzzle", child.since)
        if at is not None or (task and isinstance(task.what, Paired)):
            return Activity("waiting", max(child.since, self.since))
        return Activity("none", child.since)

    def to_watch(self, number: int, activity: ActivityName) -> str:
        """A game that a child without a game can watch, or an empty string; the projector's comes first."""
        if self.unfinished(number) or activity not in ("none", "waiting", "finished"):
            return ""
        found = [pair.game for pair, winner in self.current if winner is None and not self.left(pair)]
        table = self.shown.table if self.shown else ""
        return table if table in found else (found or [""])[0]

    def activities(self, *numbers: int) -> dict[int, Activity]:
        """What some children do, or all."""
        own = {number: each for each in self.current for number in (each[0].first, each[0].second)}
        players = {pair.game: (pair.first, pair.second) for pair, _ in self.pairs}
        found: dict[int, Activity] = {}
        for each in [self.children[number - 1] for number in numbers] or self.children:
            number, at = each.number, each.at
            watches = at is not None and at.place == "game" and number not in players.get(at.what, (number,))
            pair, winner = own.get(number, (None, None))
            found[number] = self.activity(each, pair, winner, watches)
        return found

    @property
    def rounds(self) -> tuple[tuple[Pair, int | None], ...]:
        """The pairs of the tournament."""
        pairs = self.pairs[self.contest_from :] if self.contest else ()
        return tuple(each for each in pairs if each[0].round)

    def team(self, number: int) -> int:
        """The team of a child in the tournament, from 1; 0 without teams."""
        teams = self.contest.teams if self.contest else 0
        if self.contest is None or not teams:
            return 0
        return dict(self.contest.members).get(number, (number - 1) % teams + 1)

    def with_member(self, number: int, team: int) -> Contest:
        """The tournament with a child in another team, before its first round."""
        contest = self.contest
        if contest is None or not 1 <= team <= contest.teams:
            raise Refused("no-such-team")
        if self.rounds:
            raise Refused("tournament-begun")
        members = dict(contest.members) | {self.child(number, "no-such-child").number: team}
        return structs.replace(contest, members=tuple(members.items()))

    def unfinished(self, number: int) -> Pair | None:
        """The pair of a child's unfinished game, or None."""
        found = (pair for pair, winner in self.current if winner is None)
        return next((pair for pair in found if number in (pair.first, pair.second)), None)

    def _leaves(self, change: Stepped, number: int) -> bool:
        """Whether a child leaves its unfinished game, or comes back to it."""
        pair = self.unfinished(number)
        return pair is not None and change.away_from(pair.game) != (number in self.left(pair))

    def playing(self, number: int) -> bool:
        """Whether a child is in an unfinished game that neither player has left."""
        pair = self.unfinished(number)
        return pair is not None and not self.left(pair)

    # Checks

    def allows(self, change: Anything, number: int = 0) -> bool:
        """Whether an event would change anything; raises `Refused` if it is not allowed."""
        if self.ended:
            raise Refused("no-such-class")
        if self.seq >= MOST_EVENTS and not isinstance(change, Left | ClassEnded):
            raise Refused("class-too-long")
        if isinstance(change, Paired) and self.made + len(change.pairs) > MOST_PAIRS:
            raise Refused("class-too-long")
        match change:
            case Joined():
                return self._may_join(change)
            case Door(open):
                return open != self.open
            case Result(game):
                return any(pair.game == game and winner is None for pair, winner in self.pairs)
            case Voted(answer):
                choices = self.shown.choices if self.shown else ()
                return answer in choices and (self.child(number).number, answer) not in self.votes
            case Undone():
                return bool(self.rounds)
            case Left():
                self.child(number)
            case Stepped() | Answered() | Hand():
                child = self.child(number)
                if child.reports >= MOST_REPORTS:
                    return False
                if isinstance(change, Hand):
                    return change.up != child.hand
                if isinstance(change, Answered):
                    return change.puzzle not in child.solved | child.missed
                return change != child.at
        return True

    def _may_join(self, change: Joined) -> bool:
        if any(child.hash == change.hash for child in self.present):
            return False  # a retry: the child has already joined
        if not self.open:
            raise Refused("no-such-class")
        instead = next((child.animal for child in self.present if child.hash == change.instead), None)
        if change.animal not in (*self.free, instead):
            raise Refused("animal-taken")
        if any(child.animal == change.animal and child.reports >= MOST_REPORTS for child in self.children):
            raise Refused("animal-taken")  # the child has joined or reported too often
        return True

    # Applying events

    def after(self, change: Anything, number: int, at: float, request: str | None = None) -> Classroom:
        """The class after an event caused by a child, or by the teacher if `number` is 0."""
        known = (*self.requests, request)[-MOST_REQUESTS:] if request else self.requests
        now = replace(self, seq=self.seq + 1, requests=known)
        if isinstance(change, FOR_ALL) or (isinstance(change, Stepped) and self._leaves(change, number)):
            now = replace(now, told=now.seq)
        match change:
            case Joined():
                return now._joined(change, at)
            case Door(open):
                return replace(now, open=open)
            case Timer(seconds):
                return replace(now, until=at + seconds if seconds else None)
            case Shown(table, game):
                shown = change if table or game or change.standings else None
                return replace(now, shown=shown, votes=(), revealed=HIDDEN)
            case Revealed():
                return replace(now, revealed=change)
            case Voted(answer):
                votes = dict(now.votes) | {number: answer}
                return replace(now, votes=tuple(votes.items()))
            case Planned():
                return replace(now, plan=change)
            case Contest():
                return replace(now, contest=change, contest_from=len(now.pairs))
            case Undone():
                return now._undone()
            case ClassEnded():
                return replace(now, ended=True, open=False)
            case Result():
                return now._decided(change)
            case Seen(seen):
                children = (replace(each, seen=at) if each.number in seen else each for each in now.children)
                return replace(now, children=tuple(children))
            case LessonBegun() | Puzzles() | Paired():
                if not (now.task and isinstance(change, Paired) and change.again):
                    now = replace(now, task=Task(now.task.number + 1 if now.task else 1, change, at))
                if isinstance(change, Paired):
                    return now._paired(change.pairs, at)
                if isinstance(change, Puzzles) and now.task:
                    now = replace(now, sets=(*now.sets, (now.task.number, change)))
                return replace(now, games={})
        return now.with_child(_child_after(now.children[number - 1], change, at, now.since))

    def with_child(self, child: Child) -> Classroom:
        before, behind = self.children[: child.number - 1], self.children[child.number :]
        return replace(self, children=(*before, child, *behind))

    def _joined(self, change: Joined, at: float) -> Classroom:
        """Add a child; the animal of a child who has left brings its progress along."""
        for child in self.children:
            if child.animal == change.animal:
                come = replace(
                    child, hash=change.hash, seat=change.seat, gone=False, seen=at, since=at, at=None
                )
                return self.with_child(replace(come, reports=child.reports + 1))
        child = Child(len(self.children) + 1, change.animal, change.hash, change.seat, seen=at, since=at)
        return replace(self, children=(*self.children, child))

    def _paired(self, pairs: tuple[Pair, ...], at: float) -> Classroom:
        """Start games; an unfinished game continues unless one of its players is paired again."""
        again = {number for pair in pairs for number in (pair.first, pair.second)} - {0}
        continued = {
            pair.game
            for pair, winner in self.current
            if winner is None and not again & {pair.first, pair.second}
        }
        games = {game: since for game, since in self.games.items() if game in continued}
        games |= {pair.game: at for pair in pairs}
        added = (*self.pairs, *((pair, None) for pair in pairs))
        return replace(self, games=games, pairs=added, made=self.made + len(pairs))

    def _decided(self, change: Result) -> Classroom:
        return self._counted(
            tuple(
                (pair, change.winner if pair.game == change.game and winner is None else winner)
                for pair, winner in self.pairs
            )
        )

    def _undone(self) -> Classroom:
        """Remove the last round of the tournament."""
        last = self.rounds[-1][0].round
        kept = [each for each in self.pairs[self.contest_from :] if each[0].round != last]
        left = {pair.game for pair, _ in kept}
        now = replace(self, games={game: at for game, at in self.games.items() if game in left})
        return now._counted((*self.pairs[: self.contest_from], *kept))

    def _counted(self, pairs: tuple[tuple[Pair, int | None], ...]) -> Classroom:
        """Other pairs, and what each child has won and whom it has met."""
        met: dict[int, list[int]] = {child.number: [] for child in self.children}
        won = dict.fromkeys(met, 0)
        for pair, winner in pairs:
            for one, other in ((pair.first, pair.second), (pair.second, pair.first)):
                if one and winner is not None:
                    met[one].append(other)
                    won[one] += winner == one
        children = (
            replace(each, won=won[each.number], played=len(met[each.number]), met=tuple(met[each.number]))
            for each in self.children
        )
        return replace(self, pairs=pairs, children=tuple(children))


def _child_after(child: Child, change: OfChild, at: float, task: float) -> Child:
    child = replace(child, reports=child.reports + 1)
    match change:
        case Left():
            return replace(child, gone=True, hand=False, since=at)
        case Hand(up):
            return replace(child, hand=up)
        case Answered(puzzle, True):
            return replace(child, solved=child.solved | {puzzle})
        case Answered(puzzle):
            return replace(child, missed=child.missed | {puzzle})
    # The same place, regardless of the number of wrong answers.
    same = child.at is not None and structs.replace(child.at, stuck=change.stuck) == change
    # Completing a step lowers the hand. Moving to another place does not, nor does a new task.
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
