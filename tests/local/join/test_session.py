"""A session without a server: the output in English and German."""

import os
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from outnumber.api import ErrorModel
from outnumber.api.answers import PlayerInGame, RoundModel, Who
from outnumber.api.frames import Ack, RefusedFrame, Welcome
from outnumber.games.sentences import ENGLISH
from outnumber.language.voice import voice
from outnumber.local.join import client
from outnumber.local.join.client import Lost, Message, ServerError, refused
from outnumber.local.join.session import JoinSession
from outnumber.local.terminal.console import Console, EndOfInput
from tests.english import english_in
from tests.local.join.told import event, welcome


class Line(client.Connection):
    """Messages as from a server; own moves are acknowledged at once."""

    def __init__(self, messages: list[Message]) -> None:
        self.bell, self._ringer = os.pipe()
        self._messages = deque(messages)
        self.sent: list[dict[str, Any]] = []

    def news(self) -> bool:
        return False

    def next(self) -> Message:
        return self._messages.popleft()

    def send(self, **message: Any) -> None:
        self.sent.append(message)

    def close(self) -> None:
        os.close(self.bell)
        os.close(self._ringer)


class Game(client.RemoteGame):
    """A game with scripted messages."""

    def __init__(self, *messages: Message) -> None:
        super().__init__("http://localhost/g/1#seat=abc")
        self._line = Line(list(messages))

    def line(self) -> Line:
        return self._line

    def record(self) -> str:
        return "[Outnumber]\n"

    def rematch(self, id: str) -> "Game":
        client.RemoteGame(f"http://localhost/g/{id}")
        raise AssertionError(id)


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Type lines into a console."""
    file = tmp_path / "typed"
    files = []

    def type_in(*entries: object) -> None:
        file.write_text("".join(f"{entry}\n" for entry in entries), encoding="utf-8")
        files.append(file.open(encoding="utf-8"))
        monkeypatch.setattr("sys.stdin", files[-1])

    yield type_in
    for each in files:
        each.close()


def test_a_game_and_its_commands_are_in_german(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed("hilfe", "züge", "5", "regeln", "speichern", "3")
    refusal = RefusedFrame("1", ErrorModel("not-your-turn", "Du bist nicht dran."))
    game = Game(welcome(2, [6]), refusal)
    session = JoinSession(game, Console(voice("de")))
    with pytest.raises(EndOfInput):
        session.run()
    said = capsys.readouterr().out
    assert english_in(said) == []
    assert said.startswith("Strategie-Stapel. Bisher gespielt: 6.\n")
    assert "\n  zurückziehen zieht deine Bitte um Rücknahme oder Revanche zurück\n" in said
    assert "5 ist weder ein Teiler noch ein Vielfaches von 6. Du kannst 1, 2 oder 3 spielen.\n" in said
    assert "Das Spiel ist auf dem Server: http://localhost/g/1#seat=abc\n" in said
    assert "Du bist nicht dran.\n" in said
    assert [(each["type"], each.get("number")) for each in game.line().sent] == [("move", 3)]


def listed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The commands in the last list."""
    said = capsys.readouterr().out.rpartition("these commands:\n")[2].splitlines()
    return [line.split()[0] for line in said if line.startswith("  ")]


@pytest.mark.parametrize(
    ("message", "known"),
    [
        (welcome(None, [6]), "board rules save quit help"),
        (welcome(2, [6]), "moves board hint why undo rules save resign quit withdraw help"),
        (welcome(2, [6], help=False), "moves board undo rules save resign quit withdraw help"),
        (welcome(2, [6], takebacks=False), "moves board hint why rules save resign quit withdraw help"),
        (welcome(1, [6]), "board undo rules save resign quit withdraw claim help"),
        (welcome(1, [], state="open"), "board rules save quit help"),
        (welcome(1, [6, 3, 9, 1, 5]), "board rules save quit withdraw review rematch help"),
    ],
)
def test_help_lists_the_available_commands(
    message: Message, known: str, capsys: pytest.CaptureFixture[str]
) -> None:
    session = JoinSession(Game(message), Console(voice=ENGLISH))
    session.hear(message)
    session.enter("?")
    assert listed(capsys) == known.split()


def test_two_people_at_one_device_are_referred_to_the_pages(
    typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("3")
    assert JoinSession(Game(welcome(2, [6], opponent="here")), Console(voice("en"))).run() == 1
    assert "open its link in a browser" in capsys.readouterr().out


def fair(you: int, **more: Any) -> Welcome:
    """A game with the drawn start 6, 3, in which Ben must pick a seat."""
    drawn = RoundModel(1, 1, (6, 3), [1, 2], None, drawn=2)
    return welcome(you, [6, 3], start="fair", history=[drawn], pick=Who(2, 2), **more)


def test_the_seat_of_a_drawn_start_is_picked_in_german(
    typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("tipp", "3", "zwei", "züge", "1", "9")
    game = Game(fair(2, clock=60.0), Ack("1", event("pick", 2, seat=1).event), Lost())
    assert JoinSession(game, Console(voice("de"))).run() == 1
    said = capsys.readouterr().out
    assert english_in(said) == []
    assert said.startswith("Zeit für jeden Zug: 60 Sekunden.\nEin fairer Start wurde ausgelost: 6, 3.\n")
    assert said.count("Welchen Platz nimmst du, 1 oder 2? ") == 5
    assert "Wähl zuerst einen Platz.\n" in said
    assert "Ben ist Spieler 1, Ada ist Spieler 2.\n" in said
    sent = [(each["type"], each.get("seat"), each.get("number")) for each in game.line().sent]
    assert sent == [("pick", 1, None), ("move", None, 9)]


def test_the_picker_is_waited_for_and_late_clients_get_the_seats(
    typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("9")
    drawn = RoundModel(1, 2, (6, 3), [1, 2], None, drawn=2)
    game = Game(welcome(2, [6, 3], start="fair", history=[drawn]), Lost())
    assert JoinSession(game, Console(voice=ENGLISH)).run() == 1
    assert "Ben is Player 1, Ada is Player 2.\n" in capsys.readouterr().out
    assert [each["number"] for each in game.line().sent] == [9]
    game = Game(fair(1), Lost())
    assert JoinSession(game, Console(voice=ENGLISH)).run() == 1
    said = capsys.readouterr().out
    assert "Which seat do you take" not in said
    assert "Ben picks a seat.\n" in said
    assert game.line().sent == []


@pytest.mark.parametrize(("answer", "action"), [("ja", "accept"), ("nein", "decline"), ("yes", "accept")])
def test_an_offer_is_answered_in_the_language(
    answer: str, action: str, typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("vielleicht", answer)
    game = Game(welcome(2, [6, 3]), event("takeback-offer", 1, plies=2), Lost())
    assert JoinSession(game, Console(voice("de"))).run() == 1
    said = capsys.readouterr().out.replace(answer, "")
    assert english_in(said) == []
    assert said.count("Ada möchte 2 Züge zurücknehmen. Gib ") == 2
    assert said.endswith("Der Server ist nicht mehr zu erreichen.\n")
    assert [(each["type"], each["action"]) for each in game.line().sent] == [("takeback", action)]


def test_a_win_is_claimed_in_german(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed()
    game = Game(
        welcome(2, [6, 3]),
        event("claim-offer", 2, seconds=60),
        event("claim-decline", 1),
        event("claim-offer", 2, seconds=1),
        event("token", 1),
        event("claim-accept", 2, seat=1),
    )
    assert JoinSession(game, Console(voice("de"))).run() == 0
    said = capsys.readouterr().out
    assert english_in(said) == []
    assert "Wenn dein Gegner in 60 Sekunden nicht zurück ist, gib noch einmal beanspruchen ein" in said
    assert "Wenn dein Gegner in 1 Sekunde nicht zurück ist" in said
    assert said.count("Dein Gegner ist da.\n") == 1
    assert "Ada ist gegangen und nicht zurückgekommen.\nBen gewinnt das Spiel!" in said


def test_a_connected_opponent_is_not_asked_about_leaving(
    typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("claim", "3")
    refusal = RefusedFrame("1", ErrorModel("your-turn", "It is your turn: play first."))
    game = Game(
        welcome(2, [6]), refusal, event("claim-offer", 1, seconds=60), event("claim-decline", 2), Lost()
    )
    assert JoinSession(game, Console(voice=ENGLISH)).run() == 1
    said = capsys.readouterr().out
    assert "yes or no" not in said
    sent = [(each["type"], each.get("action"), each.get("number")) for each in game.line().sent]
    assert sent == [("claim", "offer", None), ("move", None, 3)]


def test_a_refusal_of_the_server_is_shown_without_control_characters() -> None:
    error = ServerError(
        "unheard-of", refused(ErrorModel("unheard-of", "Something {new}\x1b[2J." + "!" * 1000))
    )
    assert str(error) == voice("de").tell(error)
    assert str(error).startswith("Something {new}?[2J.!")
    assert len(str(error)) == 500


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (welcome(2, [6], game="chess"), "There is no game called 'chess'"),
        (welcome(2, [6], options={"size": 9}), "has no option"),
        (welcome(2, [6], history=[]), "does not understand"),
        (welcome(2, [6], history=[], first=1, state="open"), "does not understand"),
        (welcome(2, [6], history=[], first=1, rounds=0), "does not understand"),
        (welcome(2, [6], history=[RoundModel(1, 1, (6, 5), [], None)]), "5 is neither a factor"),
        (welcome(2, [6], participants=[]), "does not understand"),
        (event("move", 1, number=5, seat=1), "5 is neither a factor"),
        (event("move", 1), "0 is not"),
        (event("takeback-accept", 1, plies=9), "plies 9 is not valid"),
        (event("rematch-accept", 1, game="../../etc"), "a link looks like"),
        (event("pick", 1), "does not understand"),
        (event("pick", 1, seat=1), "does not understand"),
    ],
)
def test_an_invalid_message_ends_the_session_with_a_sentence(
    message: Message, said: str, typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    typed()
    before = [] if isinstance(message, Welcome) else [welcome(1, [6])]
    assert JoinSession(Game(*before, message), Console(voice=ENGLISH)).run() == 1
    assert said in capsys.readouterr().out.splitlines()[-1]


def test_names_are_shown_without_control_characters(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed()
    hostile = "Eve\x1b]0;owned\x07" + "e" * 1000
    people = [PlayerInGame(1, hostile, "human", 1, True), PlayerInGame(2, "", "human", 2, True)]
    game = Game(welcome(None, [6], participants=people), event("seat", 2, name=hostile), Lost())
    assert JoinSession(game, Console(voice=ENGLISH)).run() == 1
    said = capsys.readouterr().out
    assert "\x1b" not in said
    assert "\x07" not in said
    assert "e" * 100 not in said
