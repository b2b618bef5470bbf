"""A match swaps seats after each round, counts rounds, and names the champion, if any."""

from collections import Counter
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np
import pytest
from hypothesis import given, settings

import outnumber
from outnumber import GameClock, GameError, IllegalMove, OptionError, Reason, Seat
from outnumber.match.match import (
    FAIR,
    Begun,
    Change,
    Ended,
    Match,
    Moved,
    Participant,
    Picked,
    Seated,
    TookBack,
    toss,
)
from outnumber.match.replay import changes
from outnumber.match.round import Round
from tests.strategies import matches

RULES = outnumber.game("order-challenge", range=1)  # the player who takes the only number wins


def played(winners: list[int], length: int, first: int = 1) -> Match:
    """A match with the given winners of its rounds."""
    match = Match(RULES, first=first, length=length)
    for winner in winners:
        match = match.after(Begun())
        seat = Seat.ONE if match.seated(Seat.ONE) == winner else Seat.TWO
        match = match.after(Ended(seat.other, Reason.RESIGNATION))
    return match


@pytest.mark.parametrize(("first", "in_seat_one"), [(1, [1, 2, 1, 2]), (2, [2, 1, 2, 1])])
def test_seats_are_swapped_after_each_round(first: int, in_seat_one: list[int]) -> None:
    match = Match(RULES, first=first, length=4)
    for participant in in_seat_one:
        match = match.after(Begun())
        assert match.seated(Seat.ONE) == participant
        assert match.seated(Seat.TWO) == 3 - participant
        match = match.after(Moved(1))
    assert [match.seated(Seat.ONE, number) for number in range(1, 5)] == in_seat_one


def test_participants_keep_their_names_when_they_change_seats() -> None:
    match = Match(RULES, (Participant(name="Ada"), Participant(name="Ben")), length=2).after(Begun())
    assert match.participant(Seat.ONE).name == "Ada"
    assert match.after(Moved(1)).after(Begun()).participant(Seat.ONE).name == "Ben"


@pytest.mark.parametrize("first", [1, 2])
@pytest.mark.parametrize(
    ("winners", "score", "champion"),
    [([1, 1, 1], (3, 0), 1), ([2, 1, 2], (1, 2), 2), ([1, 2, 1], (2, 1), 1), ([2, 2, 2], (0, 3), 2)],
)
def test_rounds_won_count_for_participants_not_seats(
    first: int, winners: list[int], score: tuple[int, int], champion: int
) -> None:
    match = played(winners, 3, first)
    assert match.score() == score
    assert match.over
    assert match.champion() == champion


def test_equal_score_has_no_champion() -> None:
    assert played([1, 2], 2).score() == (1, 1)
    assert played([1, 2], 2).champion() is None


def test_match_has_no_champion_before_the_last_round_ends() -> None:
    leading = played([1, 1], 3)
    assert not leading.over
    assert leading.champion() is None
    assert not leading.after(Begun()).over


def test_match_without_rounds_is_not_over() -> None:
    assert not Match(RULES).over
    assert Match(RULES).score() == (0, 0)


def test_changing_a_round_leaves_the_old_match_unchanged() -> None:
    before = Match(RULES).after(Begun())
    after = before.after(Moved(1))
    assert before.current == Round.begin(RULES)
    assert after.current.moves == (1,)
    assert after.over


# Changes of a match.

STACKS = outnumber.game("strategy-stacks")
ADA = Participant(name="Ada")


def test_changes_are_values_and_applying_them_twice_gives_the_same_match() -> None:
    for kind in get_args(Change):
        for field, type_ in get_type_hints(kind).items():
            assert get_origin(type_) in (None, tuple), f"{kind.__name__}.{field} could be used up or changed"
    begun = Begun((6,), (3, 9), 2)
    assert Match(STACKS).after(begun) == Match(STACKS).after(begun)
    assert Match(STACKS).after(begun).current.moves == (6, 3, 9)


BEGUN = Match(STACKS, length=2, seed=7, tags=(("Event", "Tea"),)).after(Begun())


def test_round_begins_only_after_the_previous_one_ends() -> None:
    assert BEGUN.rounds == (Round.begin(STACKS),)
    with pytest.raises(ValueError, match="this round is not over yet"):
        BEGUN.after(Begun())
    second = BEGUN.after(Ended(Seat.ONE, Reason.TIME)).after(Begun())
    assert second.rounds == (BEGUN.current.end(Seat.ONE, Reason.TIME), Round.begin(STACKS))
    over = second.after(Ended(Seat.ONE, Reason.TIME))
    assert over.over
    with pytest.raises(ValueError, match="the match is over"):
        over.after(Begun())


def test_move_belongs_to_the_current_round() -> None:
    after = BEGUN.after(Moved(6)).after(Moved(3))
    assert after.rounds == (Round.begin(STACKS, [6, 3]),)
    assert after == BEGUN._replace(rounds=after.rounds)
    for illegal in (6, 5, 0, 10, "x"):
        with pytest.raises(IllegalMove):
            after.after(Moved(illegal))  # type: ignore[arg-type]


@pytest.mark.parametrize("reason", [Reason.TIME, Reason.RESIGNATION, Reason.FAULT])
@pytest.mark.parametrize("loser", Seat)
def test_resigned_round_is_over(loser: Seat, reason: Reason) -> None:
    after = BEGUN.after(Moved(6)).after(Ended(loser, reason, "so it goes"))
    assert after.current.outcome == (loser.other, reason)
    assert after.current.comments == ((1, "so it goes"),)
    for change in (Moved(3), Ended(loser.other, Reason.RESIGNATION)):
        with pytest.raises(IllegalMove, match="The game is over"):
            after.after(change)


def test_round_ended_by_the_rules_cannot_be_resigned() -> None:
    over = Match(RULES).after(Begun()).after(Moved(1))
    for change in (Moved(1), Ended(Seat.ONE, Reason.RESIGNATION)):
        with pytest.raises(IllegalMove) as refused:
            over.after(change)
        assert refused.value.code == "game-over"


@pytest.mark.parametrize("plies", range(4))
def test_undo_restores_the_earlier_match(plies: int) -> None:
    played = BEGUN.after(Moved(6)).after(Moved(3)).after(Moved(9))
    assert played.after(TookBack(plies)).current == Round.begin(STACKS, [6, 3, 9][: 3 - plies])
    given_up = played.after(Ended(Seat.TWO, Reason.RESIGNATION))
    assert given_up.after(TookBack(plies)) == played.after(TookBack(plies))


@pytest.mark.parametrize("plies", [-1, 2, 10**9, "x", None, True])
def test_undo_cannot_exceed_the_moves_played(plies: Any) -> None:
    with pytest.raises(OptionError, match=r"plies .* is not valid: choose a whole number from 0 to 1\.$"):
        BEGUN.after(Moved(6)).after(TookBack(plies))
    with pytest.raises(GameError) as refused:
        BEGUN.undo(plies)
    assert refused.value.code == "nothing-to-take-back"


@pytest.mark.parametrize("number", [1, 2])
def test_joining_adds_a_participant(number: int) -> None:
    after = BEGUN.after(Moved(6)).after(Seated(number, ADA))
    assert after.participants[number - 1] == ADA
    assert after.participants[2 - number] == Participant()
    assert after.rounds == BEGUN.after(Moved(6)).rounds


@settings(deadline=None)
@given(matches())
def test_changes_of_a_match_rebuild_it(match: Match) -> None:
    happened: list[Change] = [
        change for number in range(1, len(match.rounds) + 1) for change in changes(match, number)
    ]
    found = match._replace(rounds=(), participants=(Participant(), Participant()))
    for number, who in enumerate(match.participants, start=1):
        found = found.after(Seated(number, who))
    for change in happened:
        found = found.after(change)
    # Comments and headers of other programs are not events.
    bare = tuple(each._replace(comments=(), tags=()) for each in match.rounds)
    assert found == match._replace(rounds=bare)


@settings(deadline=None)
@given(matches())
def test_match_can_be_undone_to_its_start_and_replayed(match: Match) -> None:
    if not match.rounds:
        return
    drawn = match.current.drawn
    back = match.after(TookBack(len(match.current.moves) - drawn))
    assert back.current.moves == match.current.moves[:drawn]
    for move in match.current.moves[drawn:]:
        back = back.after(Moved(move))
    assert (back.current.moves, back.current.position) == (match.current.moves, match.current.position)


def test_toss_is_fair_and_depends_only_on_the_seed() -> None:
    falls = [toss(seed) for seed in range(1000)]
    assert falls == [toss(seed) for seed in range(1000)]
    assert set(falls) == {1, 2}
    assert all(count > 400 for count in Counter(falls).values())


# A drawn start


DRAWN = Match(STACKS, start=FAIR, length=3).after(Begun((6, 2)))


def finished(match: Match, number: int = 1) -> Match:
    return match.after(Ended(Seat(number), Reason.RESIGNATION))


def test_picker_is_the_second_player_and_alternates_between_rounds() -> None:
    assert DRAWN.picker == 2
    second = finished(DRAWN.after(Picked(Seat.ONE))).after(Begun((1, 2)))
    assert second.picker == 1
    assert finished(second.after(Picked(Seat.ONE))).after(Begun((6, 2))).picker == 2
    assert DRAWN._replace(first=2).picker == 1


@pytest.mark.parametrize("place", [1, 2])
@pytest.mark.parametrize("first", [1, 2])
def test_person_always_picks_against_a_computer(place: int, first: int) -> None:
    computer, person = Participant("casual"), Participant("human")
    both = (person, computer) if place == 1 else (computer, person)
    match = DRAWN._replace(participants=both, first=first)
    assert match.picker == place
    assert finished(match.after(Picked(Seat.TWO))).after(Begun((6, 2))).picker == place


@pytest.mark.parametrize("seat", Seat)
def test_picker_has_the_picked_seat_in_this_round_only(seat: Seat) -> None:
    match = DRAWN.after(Picked(seat))
    assert match.seat_of(2) is seat
    assert match.seated(seat) == 2
    assert match.picker == 0
    assert match.after(Moved(4)).seat_of(2) is seat
    second = finished(match).after(Begun((1, 2)))
    assert second.seat_of(2, 1) is seat
    assert second.seat_of(2, 2) is Seat.ONE


def test_seat_is_picked_once_and_only_after_a_drawn_start() -> None:
    for match in (DRAWN.after(Picked(Seat.ONE)), DRAWN.after(Moved(4)), Match(STACKS).after(Begun())):
        with pytest.raises(ValueError, match="picked once"):
            match.after(Picked(Seat.ONE))


def test_drawn_moves_cannot_be_undone() -> None:
    match = DRAWN.after(Picked(Seat.ONE)).after(Moved(4)).after(TookBack(1))
    assert match == DRAWN.after(Picked(Seat.ONE))
    with pytest.raises(GameError, match="no move to take back"):
        match.after(TookBack(1))


@pytest.mark.parametrize("seat", [0, 3, -1, "one", "1", None, (1,)])
def test_only_a_seat_can_be_picked_or_resign(seat: Any) -> None:
    with pytest.raises(GameError, match=r"is not a seat: choose 1 or 2\.$") as refused:
        DRAWN.pick(seat)
    assert refused.value.code == "not-a-seat"
    if seat is not None:
        with pytest.raises(GameError, match="is not a seat"):
            BEGUN.resign(seat)


def test_seat_number_is_accepted_as_a_seat() -> None:
    for seat in Seat:
        assert DRAWN.pick(seat.value) == DRAWN.pick(seat)  # type: ignore[arg-type]
        assert BEGUN.resign(seat.value) == BEGUN.resign(seat)  # type: ignore[arg-type]


def test_playing_or_resigning_before_picking_is_refused() -> None:
    with pytest.raises(GameError, match="a seat must be picked first") as refused:
        DRAWN.play(4)
    assert refused.value.code == "no-seat-picked"
    with pytest.raises(GameError, match="a seat must be picked first"):
        DRAWN.resign()
    assert DRAWN.pick(Seat.ONE).play(4).resign().current.outcome


def test_playing_or_resigning_before_a_round_begins_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no round has begun: go on from match\.begin\(\)"):
        Match(STACKS).play(4)
    with pytest.raises(ValueError, match="no round has begun"):
        Match(STACKS).resign()


# The parts of a match


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (
            {"rules": "strategy-stacks"},
            "rules 'strategy-stacks' is not valid: pass the value that outnumber.game returns.",
        ),
        (
            {"participants": ("a", "b")},
            "participants ('a', 'b') is not valid: give two of outnumber.Participant.",
        ),
        ({"participants": (Participant(),)}, "give two of outnumber.Participant."),
        ({"first": 3}, "first 3 is not valid: choose a whole number from 1 to 2."),
        ({"length": 0}, "length 0 is not valid: choose a whole number from 1 to 10,000."),
        ({"length": -1}, "length -1 is not valid: choose a whole number from 1 to 10,000."),
        ({"length": "2"}, "length '2' is not valid: choose a whole number from 1 to 10,000."),
        ({"seed": "x"}, "seed 'x' is not valid: choose a whole number from 0 to"),
        ({"seed": -1}, "seed -1 is not valid: choose a whole number from 0 to"),
        ({"seed": 10**5000}, "seed a huge number is not valid: choose a whole number from 0 to"),
        ({"seed": True}, "seed True is not valid: choose a whole number from 0 to"),
        ({"start": "x"}, "start 'x' is not valid: choose book or fair."),
        ({"clock": 0}, "clock 0 is not valid: choose seconds up to 86,400, or None."),
        ({"clock": "30"}, "clock '30' is not valid: choose seconds up to 86,400, or None."),
        (
            {"clock": 30, "game_clock": GameClock(300, 3)},
            "a clock for each turn or one for the game, not both.",
        ),
        ({"game_clock": GameClock(0, 3)}, "such as outnumber.GameClock(300, 3)."),
        ({"game_clock": GameClock(300, -1)}, "such as outnumber.GameClock(300, 3)."),
        ({"game_clock": (300, 3)}, "game clock (300, 3) is not valid: give seconds"),
    ],
)
def test_match_refuses_invalid_parts_when_created(made: dict[str, Any], told: str) -> None:
    match = Match(**{"rules": STACKS, **made})
    with pytest.raises(OptionError) as refused:
        match.begin()
    assert refused.value.code == "bad-option"
    assert told in str(refused.value)
    # The repr of an invalid match works, for debugging.
    assert repr(match) == str(match) == f"<Match: {refused.value}>"
    assert not match.over


def test_match_accepts_numpy_integers() -> None:
    match = Match(STACKS, length=np.int64(2), seed=np.int64(3)).begin().play(np.int64(6))  # type: ignore[arg-type]
    assert match.undo(np.int64(1)).current.moves == ()  # type: ignore[arg-type]
