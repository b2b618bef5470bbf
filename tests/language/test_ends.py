"""The ends of rounds and matches, as text for each reader."""

from __future__ import annotations

from functools import partial

import pytest

import outnumber
from outnumber.games.base import Reason
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.language.ends import how, result
from outnumber.language.games import words_for
from outnumber.language.match import to_each
from outnumber.language.review import story
from outnumber.language.voice import voice
from outnumber.match.match import FAIR, Begun, Ended, Match, Moved, Participant
from outnumber.match.review import review_round
from tests.added.heaps import Heaps

ADA, NAMELESS, CASUAL = Participant(name="Ada"), Participant(), Participant("casual")


def begun(one: Participant, two: Participant, length: int = 1) -> Match:
    return Match(outnumber.game("order-challenge"), participants=(one, two), length=length).after(Begun())


@pytest.mark.parametrize(
    ("two", "says", "told"),
    [
        (
            NAMELESS,
            ENGLISH,
            ("Ada resigns. Player 2 wins the game!", "You resign. Player 2 wins.", "Ada resigns. You win!"),
        ),
        (
            CASUAL,
            ENGLISH,
            ("Ada resigns. Computer (Casual) wins the game!", "You resign. The computer wins.", None),
        ),
        (
            CASUAL,
            voice("de"),
            (
                "Ada gibt auf. Computer (Locker) gewinnt das Spiel!",
                "Du gibst auf. Der Computer gewinnt.",
                None,
            ),
        ),
    ],
)
def test_players_and_spectators_read_different_texts_about_an_end(
    two: Participant, says: Voice, told: tuple[str, str, str | None]
) -> None:
    match = begun(ADA, two)
    match = match.after(Ended(match.current.turn, Reason.RESIGNATION))
    for heard, wanted in zip(to_each(match, partial(how, voice=says), says), told, strict=True):
        # Computers do not read.
        assert wanted in (None, heard)


def test_the_winner_of_most_rounds_is_named_for_each_reader() -> None:
    match = begun(ADA, Participant(name="Bea"), length=2)
    tell = partial(result, voice=ENGLISH)
    equal = match.after(Ended(match.seat_of(1), Reason.TIME)).after(Begun())
    ada = match.after(Ended(match.seat_of(2), Reason.TIME)).after(Begun())
    none = "The score is equal: there is no champion."
    assert to_each(equal.after(Ended(equal.seat_of(2), Reason.TIME)), tell, ENGLISH) == (none, none, none)
    champion = "Ada is the champion!"
    told = to_each(ada.after(Ended(ada.seat_of(2), Reason.TIME)), tell, ENGLISH)
    assert told == (champion, "You are the champion!", champion)


def test_in_a_misere_game_the_losers_last_move_is_the_reason() -> None:
    match = Match(Heaps(tokens=(1,), target=1), participants=(ADA, CASUAL)).after(Begun())
    while not match.current.outcome:
        match = match.after(Moved(match.current.position.legal_moves()[0]))
    assert match.current.outcome.winner is match.current.turn
    loser = match.participant(match.current.turn.other)
    last = "You had to play last." if loser is ADA else "The computer had to play last."
    assert how(match, ENGLISH).startswith(last)
    assert last in words_for(match, voice=ENGLISH).ended(match.current.outcome)


def test_a_player_who_gives_up_before_a_pick_is_named() -> None:
    match = begun(ADA, Participant(name="Bea"))._replace(start=FAIR, rounds=())
    match = match.after(Begun((5,)))
    assert match.picker
    match = match.after(Ended(match.seat_of(1), Reason.RESIGNATION))
    assert how(match, ENGLISH) == "Ada resigns. Bea wins the game!"


def test_the_story_of_a_round_names_its_last_mistake_and_a_win_given_up() -> None:
    match = begun(ADA, CASUAL)
    for number in (1, 2, 9):
        match = match.after(Moved(number))
    found = review_round(match.current)
    assert found.turning_point is not None
    place, move = found.turning_point + 1, found.moves[found.turning_point].move
    mover = found.moves[found.turning_point].seat
    told = to_each(match, lambda seen: story(seen, 1, found, ENGLISH), ENGLISH)
    who = ("Ada", "You") if match.participant(mover) is ADA else ("Computer (Casual)", "The computer")
    for heard, name in zip(told, who, strict=False):
        assert heard.endswith(f"Turning point: move {place}. {name} played {move} and threw the win away.")
    given_up = match.after(Ended(found.ahead, Reason.TIME))
    told = to_each(given_up, lambda seen: story(seen, 1, review_round(given_up.current), ENGLISH), ENGLISH)
    assert told[0].endswith("was winning then.")
