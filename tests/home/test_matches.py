"""New matches begin now, with a seed that decides the toss."""

from datetime import UTC, datetime

from outnumber.games.registry import game
from outnumber.home.matches import again, begin
from outnumber.session.match import Participant, toss

RULES = game("strategy-stacks")
BOTH = Participant("human", "Ada"), Participant("random")


def test_a_match_begins_now_and_has_not_begun_to_be_played() -> None:
    before = datetime.now(UTC).replace(microsecond=0)
    match = begin(RULES, BOTH, rounds=3, clock=5.0)
    assert before <= datetime.fromisoformat(match.date) <= datetime.now(UTC)
    assert (match.rules, match.participants, match.first, match.length) == (RULES, BOTH, 1, 3)
    assert (match.clock, match.rounds) == (5.0, ())


def test_the_seed_decides_the_toss_and_is_another_each_time() -> None:
    assert {begin(RULES, BOTH, first="toss", seed=seed).first for seed in range(20)} == {1, 2}
    tossed = begin(RULES, BOTH, first="toss")
    assert tossed.first == toss(tossed.seed)
    assert len({begin(RULES, BOTH).seed for _ in range(8)}) > 1


def test_once_more_the_other_participant_goes_first() -> None:
    match = begin(RULES, BOTH, first="2", rounds=5, clock=9.0)
    repeated = again(match)
    assert repeated.first == 1
    assert again(repeated).first == 2
    assert repeated._replace(first=2, seed=match.seed, date=match.date) == match
