"""Statistics of games: results by opponent, and accuracy day by day.

A round is one play of a game. Only people's rounds count, not those between two computers. "You" are the only
person against a computer. If two people played, it is unknown which of them is the user, so their results are
listed by name. The accuracy is that of a review.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import islice
from typing import NamedTuple

from outnumber.games import OptionError, Rules, Seat
from outnumber.match import HELPED, HUMAN, STAGE, Match, Round
from outnumber.match.match import SET_UP, laid_out
from outnumber.match.review import LARGE, Tally, grade, tally

from .rating import Rating, rate


class Person(NamedTuple):
    """One of two people in a round, by name, which may be empty."""

    name: str
    won: bool | None
    tally: Tally


class PlayedRound(NamedTuple):
    """A round that at least one person played."""

    game: str
    day: str  # such as 2026-11-15; empty if the record has none
    opponent: str  # the kind of the opponent; human between two people
    over: bool
    won: bool | None  # None if it is not over, or two people played
    tally: Tally  # of your moves; empty if two people played
    people: tuple[Person, ...] = ()  # both, if two people played
    # Played with help, as a stage of a path, from a position that was set up, or with options that differ
    # from those of the rated levels.
    apart: bool = False


class Score(NamedTuple):
    """Several rounds together: against one opponent, of one day, or of one of two people."""

    rounds: int = 0
    won: int = 0
    lost: int = 0
    unfinished: int = 0
    tally: Tally = Tally()

    def plus(self, won: bool | None, over: bool, *tallies: Tally) -> Score:
        """With one more round."""
        unfinished, both = self.unfinished + (not over), added((self.tally, *tallies))
        return Score(self.rounds + 1, self.won + (won is True), self.lost + (won is False), unfinished, both)


# By opponent, day or name.
Scores = dict[str, Score]


class Summary(NamedTuple):
    """All rounds together; opponents in order of first appearance, days in order."""

    rounds: int
    unfinished: int
    opponents: Scores
    tally: Tally
    days: Scores
    # Between two people: those with a name.
    people: Scores
    # From rounds against the levels without help.
    rating: Rating


def tallies(played: Round, before: int = 0) -> tuple[Tally, Tally]:
    """The winning chances of both seats in a round; costs one verdict per move.

    Drawn moves, and the first `before` moves, which were set up, belong to no player. Games that would take
    too long to solve count as games without chances.

    >>> from outnumber.games.registry import game
    >>> one, two = tallies(Round.begin(game("strategy-stacks"), [6, 3, 9, 1, 5]))
    >>> one.held, one.kept, two.held, two.kept
    (3, 2, 1, 0)
    """
    graded = []
    if played.position.rules.start().unused_count <= LARGE:
        try:
            moves = islice(
                zip(played.positions(), played.moves, strict=False), max(before, played.drawn), None
            )
            graded = [grade(*each) for each in moves]
        except OptionError:
            graded = []
    return tally(g for g in graded if g.seat is Seat.ONE), tally(g for g in graded if g.seat is Seat.TWO)


def rounds_of(match: Match, found: Iterable[tuple[Tally, Tally]]) -> Iterator[PlayedRound]:
    """The rounds of a match that people played; `found` contains the tallies of each round."""
    people = [number for number in (1, 2) if match.participants[number - 1].plays == HUMAN]
    if not people:
        return
    opponent = match.participants[2 - people[0]].plays
    apart = not {SET_UP, HELPED, STAGE}.isdisjoint(name for name, _ in match.tags) or not _usual(match.rules)
    for number, (each, both) in enumerate(zip(match.rounds, found, strict=True), start=1):
        if len(each.moves) == laid_out(match, number) and each.outcome is None:
            continue
        outcome = each.outcome
        won = match.seated(outcome.winner, number) if outcome else 0
        did = [
            Person(
                match.participants[who - 1].name,
                won == who if won else None,
                both[match.seat_of(who, number) - 1],
            )
            for who in people
        ]
        you = did[0] if len(did) == 1 else Person("", None, Tally())
        two = tuple(did) if len(did) == 2 else ()
        day = _day(match.date)
        over = outcome is not None
        yield PlayedRound(match.rules.name, day, opponent, over, you.won, you.tally, two, apart)


def _usual(rules: Rules) -> bool:
    """Whether a game has its default options."""
    try:
        return rules.option_texts() == type(rules)().option_texts()
    except OptionError:  # a criterion that is a Python function has no name
        return False


def _day(text: str) -> str:
    """The day of a record; empty if it has none."""
    try:
        return date.fromisoformat(text[:10]).isoformat()
    except ValueError:
        return ""


def added(found: Iterable[Tally]) -> Tally:
    """The sum of several tallies."""
    return Tally(*map(sum, zip(*found, strict=True)))


def summary(played: Iterable[PlayedRound]) -> Summary:
    """The sum of all rounds."""
    total = Score()
    opponents: Scores = defaultdict(Score)
    days: Scores = defaultdict(Score)
    people: Scores = defaultdict(Score)
    rated: list[tuple[str, str, bool]] = []
    for each in played:
        if each.won is not None and not each.apart:
            rated.append((each.game, each.opponent, each.won))
        total = total.plus(each.won, each.over, each.tally)
        opponents[each.opponent] = opponents[each.opponent].plus(each.won, each.over)
        if each.day:
            days[each.day] = days[each.day].plus(each.won, each.over, each.tally)
        for person in each.people:
            if name := person.name:
                people[name] = people[name].plus(person.won, each.over, person.tally)
    days_in_order = dict(sorted(days.items()))
    return Summary(
        total.rounds, total.unfinished, dict(opponents), total.tally, days_in_order, dict(people), rate(rated)
    )
