"""The questions of `outnumber play` without arguments."""

from typing import Any

import pytest

from outnumber.games.errors import GameError
from outnumber.language.voice import voice
from outnumber.local.terminal.questions import Questions


class Typist:
    """A console with typed lines."""

    def __init__(self, language: str, *typed: str) -> None:
        self.voice = voice(language)
        self.typed = iter(typed)
        self.said: list[str] = []

    def ask(self, prompt: str, *_: Any, **__: Any) -> str:
        self.said.append(prompt)
        return next(self.typed)

    def say(self, text: Any = "", **_: Any) -> None:
        self.said += [text] if isinstance(text, str) else text

    def refuse(self, error: GameError) -> None:
        self.said.append(self.voice.tell(error))


def asked(*typed: str, language: str = "de") -> tuple[Any, list[str]]:
    console = Typist(language, *typed)
    return Questions(console).ask(lambda _: {}), console.said  # type: ignore[arg-type]


def test_enter_accepts_the_default_in_german_too(data: object) -> None:
    wanted, said = asked("", "", "", "", "", "")
    assert (wanted.rules.name, wanted.opponent, wanted.start) == ("number-stack-duel", "casual", "book")
    assert "Gegen wen möchtest du spielen? (Stufe des Computers oder Mensch) [Locker] " in said


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("typed", ["person", "a friend", "friend", "Me", "human", "2", "two"])
def test_a_person_is_understood_by_natural_words(data: object, language: str, typed: str) -> None:
    assert asked("5", "", "", typed, "", "", language=language)[0].opponent == "human"


@pytest.mark.parametrize("typed", ["Mensch", "Freundin", "ein Freund", "ich", "zwei", "zu zweit", "Person"])
def test_a_person_is_understood_by_natural_words_in_german(data: object, typed: str) -> None:
    assert asked("5", "", "", typed, "", "")[0].opponent == "human"


def test_the_computer_is_the_level_played_last(data: object) -> None:
    assert asked("5", "", "", "computer", "", "", language="en")[0].opponent == "casual"
    assert asked("5", "", "", "perfect", "", "", language="en")[0].opponent == "perfect"
    assert asked("5", "", "", "der Computer", "", "")[0].opponent == "perfect"


def test_players_are_accepted_as_listed_or_as_on_a_command_line(data: object) -> None:
    wanted, said = asked("5", "", "", "Lockerr", "meister", "", "")
    assert wanted.opponent == "master"
    assert "Einen Gegner namens 'Lockerr' gibt es nicht: Meinst du Locker?" in said
    assert asked("5", "", "", "perfect", "", "")[0].opponent == "perfect"


def test_the_start_is_accepted_in_the_words_of_the_question(data: object) -> None:
    wanted, said = asked("5", "", "", "", "fair", "")
    assert wanted.start == "fair"
    assert "Start: regelheft oder fair (ausgelost)? [regelheft] " in said
    for typed in ("Regelheft", "book"):
        assert asked("5", "", "", "", typed, "")[0].start == "book"


def test_games_and_options_are_accepted_as_shown_or_as_on_a_command_line(data: object) -> None:
    rest = ("", "", "", "", "")
    wanted, said = asked("zahlenstapel duell", "7", "ja", "mehr", "Kleiner", *rest)
    assert wanted.rules.option_texts() == {"range": "7", "first_pattern": "less"}
    assert "Die zweite Zahl muss sein … [größer] " in said
    assert "  kleiner  kleiner als die erste" in said
    assert "größer oder kleiner" in " ".join(said)
    # The last choice is suggested in the same words.
    wanted, said = asked("Number-Duel", "9", "j", "quersumme, Nachbar", *rest)
    assert wanted.rules.option_texts() == {"range": "9", "link": "digit-sum,neighbour"}
    assert "Welches Spiel? [Zahlenstapel-Duell] " in said
    wanted, said = asked("Zahlenduel", "", "", "", "digit", *rest)
    assert wanted.rules.option_texts()["link"] == "digit"
    assert "Welches Spiel? [Zahlenduell] " in said
    assert "Zwei Zahlen passen zusammen, wenn … [Quersumme,Nachbar] " in said
    assert any("Meinst du Zahlenduell?" in line for line in said)
