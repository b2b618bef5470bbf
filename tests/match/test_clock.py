"""Clocks for a turn or a whole game, with simulated time."""

import pytest

from outnumber.games.base import Reason
from outnumber.games.errors import OptionError
from outnumber.games.registry import game
from outnumber.match.clock import UNTIMED, Clock, GameClock, read_clock, read_game_clock
from outnumber.match.events import Kind, happened
from outnumber.match.loop import Choice, Player, Wish, play_match
from outnumber.match.match import Begun, Match, Moved, Spent, TookBack


class Time:
    """A time source set by the test."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_time_is_unlimited_without_a_clock() -> None:
    clock = Clock(None, now=lambda: pytest.fail("nobody needs to know the time"))
    clock.start()
    assert clock.left() is None
    assert not clock.run_out


def test_time_left_falls_from_the_limit_to_below_zero() -> None:
    time = Time()
    clock = Clock(10, now=time)
    clock.start()
    assert clock.left() == 10
    time.now += 7
    assert clock.left() == 3
    assert not clock.run_out
    time.now += 3
    assert clock.run_out
    time.now += 1
    assert clock.left() == -1


def test_each_start_resets_the_clock() -> None:
    time = Time()
    clock = Clock(10, now=time)
    clock.start()
    time.now += 50
    assert clock.run_out
    clock.start()
    assert clock.left() == 10


BLITZ = Match(game("strategy-stacks"), length=2, game_clock=GameClock(60, 2)).after(Begun())


def test_game_clock_subtracts_time_and_adds_the_increment_for_each_move() -> None:
    after = BLITZ.after(Spent(10)).after(Moved(7))
    assert after.times == (52, 60)
    assert after.allowed == 60
    assert after.after(Spent(60.5)).times == (52, 0)
    assert BLITZ.times == (60, 60)


def test_times_belong_to_participants_and_reset_in_each_round() -> None:
    match = BLITZ
    for move in (7, 1, 5):
        match = match.after(Spent(3)).after(Moved(move))
    assert match.current.outcome
    assert match.times == (58, 59)
    assert match.after(Spent(9)) == match  # no player is to move
    second = match.after(Begun())
    assert second.times == (60, 60)
    assert second.after(Spent(5)).times == (60, 55)  # participant 2 has seat 1 now


def test_undo_does_not_refund_time() -> None:
    match = BLITZ.after(Spent(30)).after(Moved(7)).after(Spent(4)).after(TookBack(1))
    assert match.times == (32, 56)
    assert match.current.moves == ()


def test_match_has_at_most_one_kind_of_clock() -> None:
    rules = game("strategy-stacks")
    assert Match(rules, clock=30).after(Begun()).allowed == 30
    assert Match(rules).after(Begun()).allowed is None
    assert Match(rules).after(Begun()).after(Spent(5)).times is None


def test_spent_time_is_part_of_a_turn() -> None:
    assert happened(BLITZ, Spent(1))[0].kind is Kind.TURN_BEGAN


class Thinker(Player):
    """A player who thinks for the given time in each turn, then makes the scripted choice."""

    interactive = True

    def __init__(self, time: Time, seconds: float, *choices: Choice) -> None:
        self._time, self._seconds, self._choices = time, seconds, iter(choices)

    def choose(self, match: Match, clock: Clock = UNTIMED) -> Choice:  # noqa: ARG002
        self._time.now += self._seconds
        return next(self._choices)


def played(time: Time, one: Player, two: Player) -> Match:
    match = BLITZ._replace(length=1)
    events = list(play_match(match, {1: one, 2: two}, Clock(None, now=time)))
    return events[-1].match


def test_loop_charges_the_player_who_thinks() -> None:
    time = Time()
    end = played(time, Thinker(time, 10, 7, 5), Thinker(time, 1, 1))
    assert end.times == (44, 61)
    assert end.current.outcome is not None
    assert end.current.outcome.reason is Reason.NO_MOVE


def test_loop_ends_a_round_when_the_time_is_used_up() -> None:
    time = Time()
    end = played(time, Thinker(time, 31.5, 6, 1), Thinker(time, 0, 3))
    assert end.current.moves == (6, 3)
    assert end.current.outcome is not None
    assert end.current.outcome.reason is Reason.TIME
    assert end.times == (0, 62)


def test_leaving_or_a_failed_undo_costs_the_time_used() -> None:
    time = Time()
    left = played(time, Thinker(time, 10, Wish.UNDO, Wish.LEAVE), Thinker(time, 0))
    assert left.times == (40, 60)


@pytest.mark.parametrize(
    "text", ["", "+", "5+", "+3", "0+3", "5+-1", "nan", "nan+1", "inf", "86401", "1441+0", "5+3+1", "0"]
)
def test_invalid_clock_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="give seconds for each turn"):
        read_clock(text)


def test_game_clock_is_recorded_in_seconds() -> None:
    assert read_game_clock(str(read_clock("1.5+0.5"))) == GameClock(90, 0.5)
    for text in ("300", "0+1", "nan+3", "300+", "300+3+3"):
        with pytest.raises(ValueError, match=r"no clock|could not convert"):
            read_game_clock(text)
