"""New matches begin now, with a seed that decides the toss."""

from datetime import UTC, datetime

from outnumber.games.registry import game
from outnumber.local.new_match import again, begin, branch, set_up
from outnumber.match.match import SET_UP, Begun, Participant, laid_out, toss
from outnumber.match.record import read, write
from outnumber.match.review import Tally
from outnumber.study.statistics.rounds import rounds_of, tallies

RULES = game("strategy-stacks")
BOTH = Participant("human", "Ada"), Participant("random")


def test_a_match_begins_now_and_has_no_round_yet() -> None:
    before = datetime.now(UTC).replace(microsecond=0)
    match = begin(RULES, BOTH, rounds=3, clock=5.0)
    assert before <= datetime.fromisoformat(match.date) <= datetime.now(UTC)
    assert (match.rules, match.participants, match.first, match.length) == (RULES, BOTH, 1, 3)
    assert (match.clock, match.rounds) == (5.0, ())


def test_the_seed_decides_the_toss_and_differs_each_time() -> None:
    assert {begin(RULES, BOTH, first="toss", seed=seed).first for seed in range(20)} == {1, 2}
    tossed = begin(RULES, BOTH, first="toss")
    assert tossed.first == toss(tossed.seed)
    assert len({begin(RULES, BOTH).seed for _ in range(8)}) > 1


def test_in_a_rematch_the_other_participant_goes_first() -> None:
    match = begin(RULES, BOTH, first="2", rounds=5, clock=9.0)
    repeated = again(match)
    assert repeated.first == 1
    assert again(repeated).first == 2
    assert repeated._replace(first=2, seed=match.seed, date=match.date) == match


def test_moves_of_an_earlier_game_belong_to_no_player_in_a_branch() -> None:
    played = begin(RULES, BOTH).begin()
    for move in (2, 4, 8, 1, 5):
        played = played.play(move)
    on = branch(played, 1)
    assert laid_out(played, 1) == 0
    assert laid_out(on, 1) == 1
    # No move was played there yet: it does not count as a round.
    assert list(rounds_of(on, [(Tally(), Tally())])) == []
    again = on.play(4).play(8)
    assert laid_out(read(write(again)), 1) == 1
    mistakes = tallies(again.current)[0].held - tallies(again.current)[0].kept
    assert mistakes == 1
    one = tallies(again.current, laid_out(again, 1))[0]
    assert one.held - one.kept == 0


def test_a_set_up_move_that_is_taken_back_belongs_to_the_player_who_plays_it_again() -> None:
    on = branch(begin(RULES, BOTH).begin().play(6).play(3), 2)
    assert laid_out(on.play(9).undo(), 1) == 2
    back = on.undo()
    assert laid_out(back.play(2), 1) == 1
    assert dict(back.tags)[SET_UP] == "1"
    assert laid_out(on._replace(tags=((SET_UP, "many"),)), 1) == 0


def test_only_the_first_round_of_a_match_is_set_up() -> None:
    match = set_up(begin(RULES, BOTH, rounds=2), Begun(moves=(6, 3))).resign().begin().play(6).play(3).play(9)
    assert [laid_out(match, number) for number in (1, 2)] == [2, 0]
    assert laid_out(match.undo(2), 1) == 2
