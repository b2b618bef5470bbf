"""outnumber history: lists every game, damaged ones too, and deletes."""

import json
from pathlib import Path
from typing import Any

import pytest

import outnumber
from outnumber.games.base import Seat
from outnumber.games.sentences import ENGLISH
from outnumber.language import app
from outnumber.language.voice import voice
from outnumber.match.match import HUMAN, Match, Participant
from outnumber.store.games import GameStore
from tests.program import call, games_on_disk, lines

STACKS = ("play", "strategy-stacks")


def some_games() -> None:
    call(*STACKS, typed=lines(6, 3, 9, 1, 2, 8, 4))
    call(*STACKS, "--names", "Ada,Ben", typed=lines(6))
    call(
        "play",
        "order-challenge",
        "--range",
        "1",
        "--rounds",
        "2",
        "--names",
        "Ada,Ben",
        typed=lines(1, "resign"),
    )


def test_games_are_listed_newest_first_with_how_they_stand() -> None:
    some_games()
    newest, middle, oldest = call("history").stdout.splitlines()
    assert newest.split()[0] == "3"
    assert newest.endswith("Order Challenge: Ada against Ben (2 to 0 rounds)")
    assert middle.endswith("Strategy Stacks: Ada against Ben (unfinished, 1 move)")
    assert oldest.endswith("Strategy Stacks: Player 1 against Player 2 (Player 1 won)")


@pytest.mark.parametrize("names", [("Ann", ""), ("", "Ann")])
@pytest.mark.parametrize("first", [1, 2])
@pytest.mark.parametrize("winner", Seat)
def test_of_two_people_who_has_no_name_is_called_by_the_seat_as_in_the_app(
    names: tuple[str, str], first: int, winner: Seat
) -> None:
    people = Participant(HUMAN, names[0]), Participant(HUMAN, names[1])
    match = Match(outnumber.game("number-duel"), people, first=first).begin().resign(winner.other)
    store = GameStore()
    store.save(store.create(), match)
    called = [match.participant(seat).name or f"Player {seat.value}" for seat in Seat]
    one, two = called if first == 1 else reversed(called)
    told = f"{one} against {two} ({called[winner.value - 1]} won)"
    assert call("history").stdout.rstrip().endswith(f"Number Duel: {told}")
    assert f"{app.versus(match, ENGLISH)} ({app.state(match, ENGLISH)})" == told


ALONE = Participant(HUMAN), Participant("casual")


@pytest.mark.parametrize(
    ("people", "first", "language", "told"),
    [
        ((Participant(), Participant()), 2, "en", "Number Duel: Player 1 against Player 2 (Player 2 won)"),
        (
            (Participant(), Participant()),
            2,
            "de",
            "Zahlenduell: Spieler 1 gegen Spieler 2 (Spieler 2 hat gewonnen)",
        ),
        (ALONE, 1, "en", "Number Duel: You against casual (you lost)"),
        (ALONE, 1, "de", "Zahlenduell: Du gegen Locker (du hast verloren)"),
        (ALONE[::-1], 1, "en", "Number Duel: casual against you (you won)"),
    ],
)
def test_a_game_is_listed_as_in_the_app(people: Any, first: int, language: str, told: str) -> None:
    match = Match(outnumber.game("number-duel"), people, first=first).begin().resign(Seat.ONE)
    store = GameStore()
    store.save(store.create(), match)
    assert call("history", "--language", language).stdout.rstrip().endswith(f"  {told}")
    spoken = voice(language)
    assert told.endswith(f"{app.versus(match, spoken)} ({app.state(match, spoken)})")


def test_a_program_gets_one_object() -> None:
    some_games()
    games = json.loads(call("history", "--json").stdout)["games"]
    assert [game["id"] for game in games] == [3, 2, 1]
    assert games[2]["rounds"] == [[6, 3, 9, 1, 2, 8, 4]]
    assert games[2]["options"] == {"range": 9, "opening": "any"}
    assert (games[0]["over"], games[0]["score"]) == (True, [2, 0])
    assert games[1]["players"] == [{"plays": "human", "name": "Ada"}, {"plays": "human", "name": "Ben"}]


def test_an_empty_history_says_how_to_begin() -> None:
    assert call("history").stdout == "No games yet. Start one with: outnumber play\n"
    assert json.loads(call("history", "--json").stdout) == {"games": []}


def test_games_are_deleted_by_number(data: Path) -> None:
    some_games()
    assert call("history", "--delete", "1", "--delete", "3").stdout == "Deleted: 1, 3.\n"
    assert [path.name for path in games_on_disk(data)] == ["2.txt"]
    assert json.loads(call("history", "--delete", "2", "--json").stdout) == {"deleted": [2]}
    assert call("history", "--delete", "2").returncode == 1


def test_a_damaged_record_is_listed_and_can_be_deleted(data: Path) -> None:
    some_games()
    (data / "games" / "2.txt").write_bytes(b"\xff\x00")
    listed = call("history").stdout.splitlines()
    assert len(listed) == 3
    assert "damaged: " in listed[1]
    assert "problem" in json.loads(call("history", "--json").stdout)["games"][1]
    assert call("history", "--delete", "2").returncode == 0
    assert len(call("history").stdout.splitlines()) == 2


def test_a_game_that_is_not_installed_is_named_and_not_called_damaged(data: Path) -> None:
    some_games()
    path = data / "games" / "2.txt"
    path.write_text(path.read_text(encoding="utf-8").replace("strategy-stacks", "steps"), encoding="utf-8")
    assert call("history").stdout.splitlines()[1] == "   2  not installed: the game 'steps'"
    listed = json.loads(call("history", "--json").stdout)["games"]
    assert listed[1]["missing"] == "steps"
    assert "There is no game called 'steps'" in listed[1]["problem"]
    path.write_bytes(b"\xff\x00")
    assert json.loads(call("history", "--json").stdout)["games"][1]["missing"] is None


def test_a_record_from_elsewhere_cannot_steer_the_terminal(data: Path) -> None:
    call(*STACKS, "--names", "Ada,Ben", typed=lines(6, 3))
    (path,) = games_on_disk(data)
    steering = (
        path.read_text(encoding="utf-8")
        .replace("Ada", "\x1b]0;owned\x07\x9b2J")
        .replace('[Date "', '[Date "\x1b[2J')
    )
    path.write_text(steering, encoding="utf-8")
    for arguments in (("history",), ("replay", "1"), ("resume", "1")):
        done = call(*arguments)
        assert done.returncode == 0
        assert not set("\x1b\x07\x9b") & set(done.stdout + done.stderr)
        assert "?]0;owned??2J" in done.stdout


def test_a_history_that_cannot_be_read_says_so(data: Path) -> None:
    data.write_text("I am in the way", encoding="utf-8")
    for arguments in (("history",), ("resume",), ("history", "--delete", "1")):
        done = call(*arguments)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.count("\n") == 1
        assert str(data) in done.stderr


def test_games_are_chosen_by_game_player_and_number() -> None:
    some_games()
    call(*STACKS, "--p1", "random", "--p2", "casual", "--seed", "1")
    call(*STACKS, "--p2", "casual", typed=lines(6))

    def ids(*options: str) -> list[str]:
        return [line.split()[0] for line in call("history", *options).stdout.splitlines()]

    assert ids() == ["5", "3", "2", "1"]
    assert ids("--all") == ["5", "4", "3", "2", "1"]
    assert ids("--limit", "2") == ["5", "3"]
    assert ids("--game", "order challenge") == ["3"]
    assert ids("--player", "ada") == ["3", "2"]
    assert ids("--player", "casual") == ["5", "4"]
    assert len(json.loads(call("history", "--json").stdout)["games"]) == 5
    assert (
        call("history", "--player", "Eve").stdout
        == "No such game. To list them all: outnumber history --all\n"
    )
    assert call("history", "--game", "chess").returncode == 2
