"""A visit without a server: what the terminal says, in English and German."""

import os
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from outnumber.join.client import ServerError, match_of, refused
from outnumber.join.visit import Visit
from outnumber.session.match import Match
from outnumber.terminal.console import Console, EndOfInput
from outnumber.words.voice import voice
from tests.english import english_in


class Line:
    """Messages of a server, as they would come; an own move is acknowledged at once."""

    def __init__(self, messages: list[dict[str, Any]]) -> None:
        self.bell, self._ringer = os.pipe()
        self._messages = deque(messages)
        self.sent: list[dict[str, Any]] = []

    def news(self) -> bool:
        return False

    def next(self) -> dict[str, Any]:
        return self._messages.popleft()

    def send(self, **message: Any) -> None:
        self.sent.append(message)

    def close(self) -> None:
        os.close(self.bell)
        os.close(self._ringer)


class Game:
    link = "http://localhost/g/1#seat=abc"

    def __init__(self, *messages: dict[str, Any]) -> None:
        self._line = Line(list(messages))

    def line(self) -> Line:
        return self._line

    def record(self) -> str:
        return "[Outnumber]\n"

    def match(self, state: dict[str, Any]) -> Match:
        return match_of(state)

    def rematch(self, id: str) -> "Game":
        raise AssertionError(id)


def welcome(you: int | None, moves: list[int], **more: Any) -> dict[str, Any]:
    people = [{"plays": "human", "name": "Ada"}, {"plays": "human", "name": "Ben"}]
    history = [{"first": 1, "moves": moves, "outcome": None}]
    state: dict[str, Any] = {"game": "strategy-stacks", "options": {}, "participants": people}
    state["history"] = history
    state |= {"rounds": 1, "clock": None, "created": "", "state": "playing", "help": True, "next": None}
    state |= {"offer": None, "left": None, **more}
    return {"type": "welcome", "you": {"participant": you} if you else None, "state": state}


def event(kind: str, participant: int, **more: Any) -> dict[str, Any]:
    return {"type": "event", "event": {"kind": kind, "participant": participant, **more}}


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Types lines into a console."""
    file = tmp_path / "typed"
    files = []

    def type_in(*entries: object) -> None:
        file.write_text("".join(f"{entry}\n" for entry in entries), encoding="utf-8")
        files.append(file.open(encoding="utf-8"))
        monkeypatch.setattr("sys.stdin", files[-1])

    yield type_in
    for each in files:
        each.close()


def test_a_game_is_told_and_words_are_answered_in_german(
    typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("hilfe", "züge", "5", "regeln", "speichern", "3")
    refusal = {"code": "not-your-turn", "message": "It is not your turn."}
    game = Game(welcome(2, [6]), {"type": "refused", "id": "1", "message": refused(refusal)})
    visit = Visit(game, Console(voice("de")))
    with pytest.raises(EndOfInput):
        visit.run()
    said = capsys.readouterr().out
    assert english_in(said) == []
    assert said.startswith("Strategie-Stapel. Bisher gespielt: 6.\n")
    assert "\n  zurückziehen zieht deine Bitte um Rücknahme oder Revanche zurück\n" in said
    assert "5 ist weder ein Teiler noch ein Vielfaches von 6. Du kannst 1, 2 oder 3 spielen.\n" in said
    assert "Das Spiel ist auf dem Server: http://localhost/g/1#seat=abc\n" in said
    assert "Du bist nicht dran.\n" in said
    assert [(each["type"], each.get("number")) for each in game.line().sent] == [("move", 3)]


@pytest.mark.parametrize(("answer", "action"), [("ja", "accept"), ("nein", "decline"), ("yes", "accept")])
def test_an_offer_is_answered_in_the_language(
    answer: str, action: str, typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("vielleicht", answer)
    game = Game(welcome(2, [6, 3]), event("takeback-offer", 1, plies=2), {"type": "lost"})
    assert Visit(game, Console(voice("de"))).run() == 1
    said = capsys.readouterr().out.replace(answer, "")
    assert english_in(said) == []
    assert said.count("Ada möchte 2 Züge zurücknehmen. Gib ") == 2
    assert said.endswith("Der Server ist nicht mehr zu erreichen.\n")
    assert [(each["type"], each["action"]) for each in game.line().sent] == [("takeback", action)]


def test_what_a_server_refuses_is_said_in_the_language_where_we_have_the_sentence() -> None:
    known = {"code": "seat-taken", "message": "The second seat is taken."}
    assert str(refused(known)) == known["message"]
    assert voice("de").tell(refused(known)) == "Der zweite Platz ist vergeben."
    # With values in it, or from a newer server, its own words are all there is.
    other = {"code": "too-many-requests", "message": "Too many requests: wait 3 s and try again."}
    assert voice("de").tell(refused(other)) == other["message"]
    newer = {"code": "unheard-of", "message": "Something {new}."}
    error = ServerError("unheard-of", refused(newer))
    assert str(error) == voice("de").tell(error) == "Something {new}."
