"""The loop asks the right player, applies the rules, and emits events in order."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from outnumber import Reason, Rules, Seat
from outnumber.games.errors import PlayerFault
from outnumber.match import record
from outnumber.match.clock import UNTIMED, Clock
from outnumber.match.events import Kind, MatchEvent
from outnumber.match.loop import Choice, Player, Wish, play_match
from outnumber.match.match import Match
from outnumber.players.random import RandomPlayer
from tests.strategies import rules

STACKS = outnumber.game("strategy-stacks")
WHOLE = [6, 3, 9, 1, 2, 8, 4]


class Scripted(Player):
    """A player with scripted choices; a choice may be a function that returns one."""

    def __init__(self, choices: Iterable[Any], interactive: bool = True) -> None:
        self.choices = iter(choices)
        self.interactive = interactive
        self.asked = 0

    def choose(self, match: Match, clock: Clock = UNTIMED) -> Choice:
        self.asked += 1
        choice = next(self.choices)
        found: Choice = choice(match, clock) if callable(choice) else choice
        return found


def both(choices: Iterable[Any]) -> dict[int, Scripted]:
    """One script for both players."""
    player = Scripted(choices)
    return {1: player, 2: player}


def events(match: Match, players: dict[int, Any], clock: Clock | None = None) -> list[MatchEvent]:
    return list(play_match(match, players, clock or Clock(None)))


def kinds(told: list[MatchEvent]) -> list[str]:
    return [event.kind.value for event in told]


def test_game_emits_events_turn_by_turn() -> None:
    told = events(Match(STACKS), both(WHOLE))
    turns = ["turn-began", "moved"] * len(WHOLE)
    assert kinds(told) == ["round-began", *turns, "round-ended", "match-ended"]
    moved = [event for event in told if event.kind is Kind.MOVED]
    assert [event.number for event in moved] == WHOLE
    assert [event.seat for event in moved] == [Seat.ONE, Seat.TWO] * 3 + [Seat.ONE]
    assert [event.match.current.moves for event in moved] == [tuple(WHOLE[:n]) for n in range(1, 8)]
    assert told[-1].match.current.outcome == (Seat.ONE, Reason.NO_MOVE)


@pytest.mark.parametrize("first", [1, 2])
def test_each_participant_plays_its_own_seat(first: int) -> None:
    players = {1: Scripted(WHOLE[first - 1 :: 2]), 2: Scripted(WHOLE[2 - first :: 2])}
    told = events(Match(STACKS, first=first), players)
    assert told[-1].match.current.moves == tuple(WHOLE)
    assert players[first].asked == 4
    assert players[3 - first].asked == 3


def test_seats_alternate_from_round_to_round() -> None:
    asked: list[int] = []

    class Noting(Scripted):
        def __init__(self, number: int) -> None:
            super().__init__([])
            self.number = number

        def choose(self, match: Match, clock: Clock = UNTIMED) -> Choice:  # noqa: ARG002
            asked.append(self.number)
            return 1

    only_one = outnumber.game("order-challenge", range=1)
    told = events(Match(only_one, length=4), {1: Noting(1), 2: Noting(2)})
    assert asked == [1, 2, 1, 2]
    assert kinds(told).count("round-began") == 4
    assert kinds(told)[-1] == "match-ended"
    assert told[-1].match.score() == (2, 2)
    assert told[-1].match.champion() is None


def test_resigning_loses_the_round_and_starts_the_next() -> None:
    told = events(Match(STACKS, length=2), both([5, Wish.RESIGN, Wish.RESIGN]))
    ends = [event.match.current.outcome for event in told if event.kind is Kind.ROUND_ENDED]
    assert ends == [(Seat.ONE, Reason.RESIGNATION), (Seat.TWO, Reason.RESIGNATION)]
    assert told[-1].match.score() == (2, 0)


class Failing(Player):
    """A player who fails in every turn."""

    interactive = False

    def choose(self, match: Match, clock: Clock = UNTIMED) -> Choice:  # noqa: ARG002
        raise PlayerFault("player-ended", player="cmd:mine", what="status 1")


def test_fault_loses_the_round_and_is_reported_and_recorded() -> None:
    told = events(Match(STACKS), {1: Scripted([6]), 2: Failing()})
    ended = next(event for event in told if event.kind is Kind.ROUND_ENDED)
    assert ended.match.current.outcome == (Seat.ONE, Reason.FAULT)
    assert ended.fault is not None
    assert ended.fault.code == "player-ended"
    assert ended.match.current.comments == ((1, "cmd:mine exited on its turn: status 1."),)
    assert record.read(record.write(ended.match)) == ended.match


@pytest.mark.parametrize("choice", [7, 0, -1, 10**30, 2.5, "6", None])
def test_illegal_number_is_a_fault_of_the_player_who_chose_it(choice: Any) -> None:
    told = events(Match(STACKS), both([6, choice]))
    assert told[-1].match.current.outcome == (Seat.ONE, Reason.FAULT)
    assert told[-2].fault is not None
    assert told[-2].fault.code == "player-illegal"


class Time:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def after(time: Time, seconds: float, choice: Choice) -> Callable[[Match, Clock], Choice]:
    def choose(match: Match, clock: Clock = UNTIMED) -> Choice:
        time.now += seconds
        return choice

    return choose


def test_exceeding_the_time_loses_the_round_regardless_of_the_choice() -> None:
    time = Time()
    for late in (9, Wish.UNDO, Wish.RESIGN, Wish.TIME_UP):
        told = events(Match(STACKS), both([after(time, 9, 6), after(time, 10, late)]), Clock(10, now=time))
        assert told[-1].match.current.outcome == (Seat.ONE, Reason.TIME)
        assert told[-1].match.current.moves == (6,)


def test_each_turn_has_the_full_time() -> None:
    time = Time()
    script = [after(time, 9, move) for move in WHOLE]
    told = events(Match(STACKS), both(script), Clock(10, now=time))
    assert told[-1].match.current.outcome == (Seat.ONE, Reason.NO_MOVE)


def test_leaving_after_the_time_is_still_leaving() -> None:
    time = Time()
    told = events(Match(STACKS), both([6, after(time, 99, Wish.LEAVE)]), Clock(10, now=time))
    assert kinds(told)[-1] == "left"
    assert told[-1].match.current.outcome is None


def test_player_who_leaves_can_resume() -> None:
    left = events(Match(STACKS, length=2), both([*WHOLE[:3], Wish.LEAVE]))[-1].match
    assert left.current.moves == tuple(WHOLE[:3])
    told = events(left, both([*WHOLE[3:], Wish.LEAVE]))
    assert kinds(told)[0] == "round-began"
    assert told[-1].match.rounds[0].moves == tuple(WHOLE)
    assert len(told[-1].match.rounds) == 2


def test_match_stopped_between_rounds_resumes_with_the_next() -> None:
    told = events(Match(STACKS, length=2), both([*WHOLE, Wish.LEAVE]))
    stopped = next(event.match for event in told if event.kind is Kind.ROUND_ENDED)
    again = events(stopped, both([Wish.LEAVE]))
    assert kinds(again) == ["round-began", "turn-began", "left"]
    assert len(again[-1].match.rounds) == 2


def test_finished_match_emits_only_its_end() -> None:
    over = events(Match(STACKS), both(WHOLE))[-1].match
    assert kinds(events(over, both([]))) == ["round-ended", "match-ended"]


def test_undo_between_people_takes_back_one_move() -> None:
    told = events(Match(STACKS), both([6, 3, Wish.UNDO, 2, Wish.LEAVE]))
    back = next(event for event in told if event.kind is Kind.TOOK_BACK)
    assert back.plies == 1
    assert back.match.current.moves == (6,)
    assert told[-1].match.current.moves == (6, 2)


def test_undo_against_a_computer_returns_to_the_persons_turn() -> None:
    person, computer = Scripted([6, Wish.UNDO, 4, Wish.LEAVE]), Scripted([3, 8], interactive=False)
    told = events(Match(STACKS), {1: person, 2: computer})
    back = next(event for event in told if event.kind is Kind.TOOK_BACK)
    assert back.plies == 2
    assert told[-1].match.current.moves == (4, 8)


def test_undo_before_the_persons_first_move_has_nothing_to_take_back() -> None:
    person, computer = Scripted([Wish.UNDO, 3, Wish.LEAVE]), Scripted([6, 1], interactive=False)
    told = events(Match(STACKS, first=2), {1: person, 2: computer})
    back = next(event for event in told if event.kind is Kind.TOOK_BACK)
    assert back.plies == 0
    assert told[-1].match.current.moves == (6, 3, 1)
    assert events(Match(STACKS), both([Wish.UNDO, Wish.LEAVE]))[2].plies == 0


def test_undo_does_not_reach_into_the_previous_round() -> None:
    told = events(Match(STACKS, length=2), both([*WHOLE, Wish.UNDO, Wish.LEAVE]))
    assert told[-1].match.rounds[0].moves == tuple(WHOLE)


def test_passes_are_reported_with_the_move_before_them() -> None:
    attack = outnumber.game("number-stack-attack", tokens="4-9")
    told = events(Match(attack), both([9, 9, 9, 4, 6]))
    passed = [event.passed for event in told if event.kind is Kind.MOVED]
    # Player 1 passes at 18 after Player 2's 13; at 19 neither can add a token.
    assert passed == [(), (), (), (Seat.ONE,), (Seat.ONE, Seat.TWO)]
    assert told[-1].match.current.outcome == (Seat.TWO, Reason.STAND_OFF)


def test_undo_after_a_pass_returns_to_the_player_who_moved() -> None:
    attack = outnumber.game("number-stack-attack", tokens="4-9")
    told = events(Match(attack), both([9, 9, 9, 4, Wish.UNDO, Wish.LEAVE]))
    assert told[-1].match.current.turn is Seat.TWO
    assert told[-1].match.current.moves == (9, 9, 9)


@settings(deadline=None)
@given(chosen=rules(120), seed=st.integers(0, 2**63), length=st.integers(1, 4), first=st.sampled_from([1, 2]))
def test_random_matches_end_and_repeat_with_the_same_seed(
    chosen: Rules, seed: int, length: int, first: int
) -> None:
    match = Match(chosen, seed=seed, length=length, first=first)
    players = {1: RandomPlayer(), 2: RandomPlayer()}
    told = events(match, players)
    assert told[-1].kind is Kind.MATCH_ENDED
    assert told[-1].match.over
    assert sum(told[-1].match.score()) == length
    assert events(match, players) == told


def test_undo_with_nothing_to_take_back_does_not_stop_the_clock() -> None:
    times = iter([0.0, 4.0, 8.0, 12.0])
    told = events(
        Match(STACKS, clock=10), both([Wish.UNDO, Wish.UNDO, 6]), Clock(10, now=lambda: next(times))
    )
    assert told[-1].match.current.outcome == (Seat.TWO, Reason.TIME)


# A drawn start


class Picking(Scripted):
    """A scripted player with a scripted choice of seats."""

    def __init__(self, picks: Iterable[Seat | Wish], choices: Iterable[Any] = ()) -> None:
        super().__init__(choices)
        self.picks = iter(picks)

    def pick(self, match: Match) -> Seat | Wish:  # noqa: ARG002
        return next(self.picks)


FAIR_MATCH = Match(STACKS, start="fair", seed=3)


def test_fair_start_is_drawn_then_a_seat_is_picked_then_the_round_continues() -> None:
    player = Picking([Seat.ONE], [Wish.RESIGN])
    told = events(FAIR_MATCH, {1: Scripted([]), 2: player})
    assert kinds(told) == ["round-began", "picked", "turn-began", "round-ended", "match-ended"]
    began, picked, turn, *_ = told
    assert began.match.picker == 2
    assert began.match.current.drawn == len(began.match.current.moves) > 0
    assert picked.seat is Seat.ONE
    assert turn.match.seat_of(2) is Seat.ONE


def test_player_who_leaves_before_picking_is_asked_again() -> None:
    told = events(FAIR_MATCH, {1: Scripted([]), 2: Picking([Wish.LEAVE])})
    assert kinds(told) == ["round-began", "left"]
    again = events(told[-1].match, {1: Scripted([]), 2: Picking([Seat.ONE], [Wish.LEAVE])})
    assert kinds(again) == ["round-began", "picked", "turn-began", "left"]
    assert again[0].match.current.moves == told[0].match.current.moves


def test_each_round_of_a_fair_match_is_drawn_again_and_computers_pick_too() -> None:
    match = FAIR_MATCH._replace(rules=outnumber.game("strategy-stacks", range=30), length=6)
    *_, last = play_match(match, {1: RandomPlayer(), 2: RandomPlayer()}, Clock(None))
    rounds = last.match.rounds
    assert len({each.moves[: each.drawn] for each in rounds}) > 3
    assert {each.seat1 for each in rounds} == {1, 2}


def test_undo_stops_at_the_drawn_moves() -> None:
    player = Picking([Seat.ONE], [Wish.UNDO, Wish.LEAVE])
    told = events(FAIR_MATCH, {1: Scripted([]), 2: player})
    assert [event.plies for event in told if event.kind is Kind.TOOK_BACK] == [0]
