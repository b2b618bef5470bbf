"""The result of a stage: its stars, the last move that threw the win away, and what teaches the idea."""

from __future__ import annotations

from typing import Literal, NamedTuple

from outnumber.games import Text, find
from outnumber.match import HELPED, HUMAN, STAGE, Match
from outnumber.match.mistakes import Mistake, mistakes
from outnumber.match.review import review
from outnumber.study.lessons.lesson import LESSONS
from outnumber.study.puzzles.themes import theme
from outnumber.theory.bounded import solve

from .path import Stage, path

Star = Literal["won", "unaided", "flawless"]
# What each star is for.
STARS: dict[Star, Text] = {
    "won": "Win the game",
    "unaided": "Win without help",
    "flawless": "Never throw the win away",
}


class Result(NamedTuple):
    """The result of an attempt that is over."""

    stage: Stage
    won: bool
    stars: tuple[Star, ...]
    # The last move that threw the win away.
    missed: Mistake | None = None
    # The theme of that position, and the step of the game's lesson that teaches it, if there is one.
    theme: str = ""
    step: str = ""


def stage_of(match: Match) -> Stage | None:
    """The stage that a match was begun for; None for any other match, and for a stage of the past."""
    number = dict(match.tags).get(STAGE, "")
    known = {str(each.number): each for each in path(match.rules.name).stages} if number else {}
    if number not in known:
        return None
    stage = known[number]
    plays = [each.plays for each in match.participants]
    # A record can be edited: the stage must be what was played.
    return stage if stage.rules == match.rules and plays == [HUMAN, stage.opponent] else None


def result(match: Match, *, helped: bool = False) -> Result | None:
    """The result of an attempt that is over, else None; costs one verdict per move."""
    stage = stage_of(match)
    if stage is None or not match.over:
        return None
    wrong = [*mistakes(match, review(match))]
    won = match.champion() == 1
    earned = {
        "won": won,
        "unaided": won and not (helped or HELPED in dict(match.tags)),
        "flawless": won and not wrong,
    }
    stars = tuple(star for star in STARS if earned[star])
    if not wrong:
        return Result(stage, won, stars)
    idea = theme(wrong[-1].graded.before)
    return Result(stage, won, stars, wrong[-1], idea, teaching(stage.game, idea))


def teaching(game: str, idea: str) -> str:
    """The first step of a lesson that asks for a move by the idea of a theme; empty if there is none.

    >>> teaching("order-challenge", "give-the-gift-up")
    'drill-6'
    """
    for step in LESSONS[find(game).name].steps if find(game).name in LESSONS else ():
        position = step.round.position
        asks = step.part in ("tiny", "drill") and not position.outcome() and solve(position).winning
        if asks and theme(position) == idea:
            return step.id
    return ""
