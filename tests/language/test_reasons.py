"""Every end of a round has a text."""

import pytest

from outnumber.games.base import Outcome, Reason, Seat
from outnumber.language import ends, review
from outnumber.language.games import words_for
from outnumber.language.voice import voice
from outnumber.match.match import Begun, Ended, Match
from outnumber.match.record import BY_PLAYERS


def test_every_way_to_lose_a_round_has_texts_everywhere() -> None:
    for told in (review.GAVE_UP, ends.GAVE_UP):
        assert {reason.value for reason in told} == BY_PLAYERS


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Player 2 left and did not come back."),
        ("de", "Spieler 2 ist gegangen und nicht zurückgekommen."),
    ],
)
def test_a_player_who_left_is_not_described_as_unable_to_move(language: str, words: str) -> None:
    import outnumber

    match = Match(outnumber.game("strategy-stacks")).after(Begun()).after(Ended(Seat.TWO, Reason.LEFT))
    outcome = Outcome(Seat.ONE, Reason.LEFT)
    assert match.current.outcome == outcome
    assert words_for(match, voice(language)).ended(outcome)[0] == words
    assert words in ends.ended(match, voice(language))
