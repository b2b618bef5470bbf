"""One function draws every kind of object."""

import outnumber
from outnumber import Reason, Seat
from outnumber.language.voice import voice
from outnumber.match.match import Match, Participant
from outnumber.match.review import review
from outnumber.match.round import Round
from outnumber.study.pictures import history, position
from outnumber.study.pictures.draw import draw
from tests.study.pictures.reading import Seen

RULES = outnumber.game("strategy-stacks")
PLAYED = Round.begin(RULES, [6, 3])


def test_a_position_is_drawn_with_its_winning_moves() -> None:
    assert draw(PLAYED.position) == position.draw(PLAYED.position, [], outnumber.solve(PLAYED.position))
    Seen(draw(PLAYED.position)).check()


def test_a_round_is_drawn_with_its_moves() -> None:
    picture = Seen(draw(PLAYED))
    assert picture.svg == position.draw(PLAYED.position, [6, 3], outnumber.solve(PLAYED.position))
    assert {"6, played by Player 1", "3, played by Player 2"} <= set(picture.tips)


def test_a_match_is_drawn_as_its_history_with_the_players_names() -> None:
    rounds = (Round.begin(RULES, [5, 1, 7]), PLAYED.end(Seat.ONE, Reason.RESIGNATION))
    match = Match(RULES, (Participant(name="Ada"), Participant()), length=2, rounds=rounds)
    names = [("Ada", "Player 2"), ("Player 1", "Ada")]
    assert draw(match) == history.draw(review(match), "Strategy Stacks", names)
    Seen(draw(match)).check()


def test_a_picture_uses_the_language_of_its_voice() -> None:
    german = draw(PLAYED, voice("de"))
    assert german != draw(PLAYED)
    assert any("Spieler" in words for words in Seen(german).words)
