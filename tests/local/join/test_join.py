"""The plain terminal with a game on a server, in the words of a local one."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from outnumber.api import plain
from outnumber.games.sentences import ENGLISH
from outnumber.language.match import HELP as LOCAL_HELP
from outnumber.language.remote import AGAIN, HELP
from outnumber.local.join.client import Reconnected, RemoteGame, match_of
from outnumber.local.join.session import JoinSession
from outnumber.local.terminal.console import Console
from tests.local.join.told import event, welcome
from tests.program import Going, at_terminal, call, lines
from tests.server.storage.test_processes import Server, serving

PROMPT = "Select a number: "
TRANSCRIPTS = Path(__file__).parents[2] / "data" / "transcripts"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('join')}/server.db") as found:
        yield found


def join(link: str, *options: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "outnumber", "join", link, *options],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ | {"PYTHONUTF8": "1"},
    )  # fmt: skip


def made(server: Server, game: str, **body: Any) -> dict[str, Any]:
    told: dict[str, Any] = server.call("/api/games", {"game": game, **body})
    told["base"] = f"http://127.0.0.1:{server.port}"
    return told


@pytest.mark.parametrize(
    "name", ["strategy-stacks", "number-stack-attack", "number-stack-duel", "order-challenge"]
)
def test_two_terminals_show_the_words_of_a_local_game(server: Server, name: str) -> None:
    moves = (TRANSCRIPTS / f"{name}.in").read_text().split()
    expected = (TRANSCRIPTS / f"{name}.out").read_text()
    game = made(server, name)
    links = [game["base"] + game["links"][which] for which in ("seat", "invite")]
    ada, ben = (join(link) for link in links)
    # A player who joins later gets the earlier moves instead.
    for _ in range(2400):
        if server.call(f"/api/games/{game['id']}")["watching"] == 2:
            break
        time.sleep(0.05)
    outputs: dict[int, str] = {}

    def play(number: int, process: subprocess.Popen[str], typed: list[str]) -> None:
        outputs[number] = process.communicate("".join(f"{move}\n" for move in typed), timeout=180)[0]

    threads = [
        threading.Thread(target=play, args=(number, process, moves[number::2]))
        for number, process in enumerate((ada, ben))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outputs[0].endswith(expected)
    assert outputs[1].endswith(expected)


def test_a_link_without_a_token_only_watches(server: Server) -> None:
    game = made(server, "strategy-stacks")
    seat = server.call(f"/api/games/{game['id']}/seat", {}, game["invite"])
    watcher = join(game["base"] + game["links"]["watch"])
    for token, number in ((game["token"], 6), (seat["token"], 3)):
        server.call(f"/api/games/{game['id']}/moves", {"number": number}, token)
    server.call(f"/api/games/{game['id']}/resign", {}, game["token"])
    output, _ = watcher.communicate(timeout=180)
    assert "You are watching a game of Strategy Stacks." in output
    assert "Player 1 resigns." in output
    assert watcher.returncode == 0


def test_a_used_invitation_reports_that_the_seat_is_taken(server: Server) -> None:
    game = made(server, "strategy-stacks")
    server.call(f"/api/games/{game['id']}/seat", {}, game["invite"])
    server.call(f"/api/games/{game['id']}/resign", {}, game["token"])
    output = call("join", game["base"] + game["links"]["invite"], "--name", "Cyd").stdout
    assert output.startswith("The second seat is taken.\nYou are watching a game of Strategy Stacks.\n")
    output = call("join", game["base"] + game["links"]["invite"], "--watch").stdout
    assert output.startswith("You are watching a game of Strategy Stacks.\n")


def test_prompt_commands_are_answered(server: Server, tmp_path: Path) -> None:
    game = made(server, "strategy-stacks", opponent="perfect")
    typed = lines("help", "moves", "hint", "why", 77, "x", f"save {tmp_path}/game.txt", 6, "undo", "resign")
    output = call("join", game["base"] + game["links"]["seat"], typed=typed).stdout
    for words in (
        "Type a number to play it",
        "You can play 1, 2, 3",
        "Hint 1 of 3:",
        "77 is not one of the numbers",
        "'x' is not a number",
        "The record is in",
        "Took back the last",
        "The computer wins.",
    ):
        assert words in output, words
    assert (tmp_path / "game.txt").read_text().startswith('[Outnumber "1"]')


def until(server: Server, id: str, seq: int) -> None:
    """Wait until a game has a number of events."""
    for _ in range(2400):
        if server.call(f"/api/games/{id}")["seq"] >= seq:
            return
        time.sleep(0.05)
    raise AssertionError("nothing happened")


def test_a_player_who_leaves_reads_how_to_return_and_can(server: Server) -> None:
    game = made(server, "strategy-stacks", opponent="open")
    first = join(game["base"] + game["links"]["watch"], "--name", "Ben")
    until(server, game["id"], 1)
    server.call(f"/api/games/{game['id']}/moves", {"number": 6}, game["token"])
    output, _ = first.communicate("quit\n", timeout=180)
    link = output.partition("outnumber join '")[2].partition("'")[0]
    output = call("join", link, typed=lines("resign")).stdout
    assert "Played so far: 6." in output
    assert "Ben resigns." in output


def test_a_game_survives_a_restart_of_the_server(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/server.db") as server:
        game = made(server, "strategy-stacks", opponent="open")
        seat = server.call(f"/api/games/{game['id']}/seat", {})
        player = join(game["base"] + game["links"]["seat"])
        assert player.stdin
        player.stdin.write("6\n")
        player.stdin.flush()
        until(server, game["id"], 2)
        server.end(signal.SIGTERM)
        server.start()
        server.call(f"/api/games/{game['id']}/moves", {"number": 3}, seat["token"])
        output, _ = player.communicate("resign\n", timeout=180)
        assert "Player 1 resigns." in output
        assert player.returncode == 0


def test_a_lost_connection_is_reported_and_so_is_its_return(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/server.db") as server, two_at_terminals(server) as (ada, ben, _):
        server.end(signal.SIGTERM)
        for each in (ada, ben):
            each.wait_for("Connection lost. Reconnecting …")
        server.start()
        for each in (ada, ben):
            each.wait_for("The connection is back.")
        resign(ada)
        ben.wait_for("Player 1 resigns.")


SURE = "Give up this round? (yes or no) "
WAIT = "It is Player 1's turn. Please wait."


def resign(who: Going) -> None:
    who.type("resign", prompt=PROMPT)
    who.type("yes", prompt=SURE)


@contextmanager
def two_at_terminals(server: Server, term: str = "dumb") -> Iterator[tuple[Going, Going, dict[str, Any]]]:
    """Two people at separate terminals, after their game of Strategy Stacks has begun."""
    told = made(server, "strategy-stacks")
    env = {"TERM": term, "NO_COLOR": "1"}
    with at_terminal("join", told["base"] + told["links"]["seat"], env=env) as ada:
        ada.wait_for("waiting for the second player.")
        with at_terminal("join", told["base"] + told["links"]["invite"], env=env) as ben:
            ada.wait_for("Your turn.")
            ben.wait_for(WAIT)
            yield ada, ben, told


def test_typing_rematch_accepts_an_offered_rematch(server: Server) -> None:
    with two_at_terminals(server) as (ada, ben, _):
        resign(ada)
        ada.type("rematch", prompt=AGAIN)
        ben.type("rematch", prompt="Player 1 wants a rematch. Type yes or no: ")
        ben.wait_for("The rematch begins.")


def test_a_rematch_is_offered_accepted_and_played(server: Server) -> None:
    with two_at_terminals(server) as (ada, ben, _):
        resign(ada)
        ben.type("", "nonsense", prompt=AGAIN)
        ben.wait_for(AGAIN)
        # The question itself lists the possible answers.
        assert AGAIN.rstrip(": ") + "." not in ben.output
        ada.type("rematch", prompt=AGAIN)
        ada.wait_for("Request sent.")
        ben.type("no", prompt="Player 1 wants a rematch. Type yes or no: ")
        ada.wait_for("Rematch declined.")
        ben.type("rematch", prompt=AGAIN)
        ben.wait_for("Request sent.")
        ben.send("withdraw\n")
        ben.wait_for("The offer is withdrawn.")
        ada.wait_for("The offer is withdrawn.")
        ben.type("rematch", prompt=AGAIN)
        ada.type("7", "yes", prompt="Player 2 wants a rematch. Type yes or no: ")
        for each in (ada, ben):
            each.wait_for("The rematch begins.\nYou can come back with:\noutnumber join")
        # Seats are swapped, so the other player begins.
        ben.type("2", prompt=PROMPT)
        ada.type("1", prompt=PROMPT)
        resign(ben)
        for each in (ada, ben):
            each.type("quit", prompt=AGAIN)
            assert each.finish() == 0


def test_a_takeback_is_requested_at_any_time_and_answered_at_the_prompt(server: Server) -> None:
    with two_at_terminals(server) as (ada, ben, _):
        ada.type("undo", prompt=PROMPT)
        ada.wait_for("You have no move to take back.")
        ada.type("withdraw", "6", prompt=PROMPT)
        ada.wait_for("It is Player 2's turn. Please wait.")
        ada.send("undo\n")
        ben.type("no", prompt="Player 1 wants to take back a move. Type yes or no: ")
        ada.wait_for("Takeback declined.")
        ada.send("undo\n")
        ada.wait_for("Request sent.")
        ada.send("withdraw\n")
        ben.wait_for("The offer is withdrawn.")
        ada.wait_for("The offer is withdrawn.")
        ben.type("3", prompt=PROMPT)
        ada.type("undo", prompt=PROMPT)
        ben.type("yes", prompt="Player 1 wants to take back 2 moves. Type yes or no: ")
        for each in (ada, ben):
            each.wait_for("Took back the last 2 moves.")
        resign(ada)
        ben.wait_for("You win!")


def test_a_waiting_player_can_type_and_leave(server: Server) -> None:
    with two_at_terminals(server) as (ada, ben, told):
        ben.send("7\n")
        ben.wait_for("It is Player 1's turn: wait, or type undo, resign, rules, save, help or quit.")
        ben.send("hint\n")
        ben.wait_for("It is Player 1's turn: ")
        ben.send("help\n")
        ben.wait_for("Type one of these commands:")
        ben.send("quit\n")
        ben.wait_for("The game is on the server.\nYou can come back with:\noutnumber join")
        assert ben.finish() == 0
        # Resigning does not need a turn either.
        link = ben.output.rpartition("'http")[2].partition("'")[0]
        with at_terminal("join", f"http{link}") as again:
            again.wait_for(WAIT)
            again.send("resign\n")
            again.type("yes", prompt=SURE)
            again.wait_for("You resign.")
        ada.wait_for("You win!")
    with at_terminal("join", told["base"] + told["links"]["watch"]) as late:
        late.wait_for("Player 1 wins the game!")
        assert late.finish() == 0


def test_a_waiting_player_is_informed_and_gets_no_prompt_of_another_turn(server: Server) -> None:
    with two_at_terminals(server) as (ada, ben, _):
        assert ben.output.count("Type help for a list of commands.") == 1
        assert "Available Numbers" not in ben.output
        ada.type("8", prompt=PROMPT)
        ada.wait_for("It is Player 2's turn. Please wait.")
        ben.wait_for("\n\nPlayer 1 played 8.\n")
        ben.type("4", prompt=PROMPT)
        ben.wait_for(WAIT)
        assert "Last opponent's number: 8" in ben.output
        ada.wait_for("Player 2 played 4.\n")
        ada.wait_for(PROMPT)
        assert "Last opponent's number: 8" not in ada.output
        ada.send("board\n")
        ada.wait_for("You have selected: [8]")


def test_a_player_waiting_for_an_opponent_and_a_spectator_can_leave(server: Server) -> None:
    told = made(server, "strategy-stacks")
    with at_terminal("join", told["base"] + told["links"]["seat"]) as ada:
        ada.wait_for("waiting for the second player.")
        ada.send("3\n")
        ada.wait_for("The second seat is still free")
        ada.send("\x03")
        assert ada.finish() == 130
    with at_terminal("join", told["base"] + told["links"]["watch"]) as watcher:
        watcher.wait_for("waiting for the second player.")
        watcher.send("resign\n")
        watcher.wait_for("You are watching: type board, rules, save, help or quit.")
        watcher.send("exit\n")
        assert watcher.finish() == 0


def test_a_pipe_plays_a_rematch_with_the_computer_and_returns_to_it(server: Server) -> None:
    game = made(server, "strategy-stacks", opponent="perfect")
    link = game["base"] + game["links"]["seat"]
    output = call("join", link, typed=lines("resign", "rematch")).stdout
    assert "The rematch begins." in output
    # The computer begins now, and a rematch needs no consent from it.
    assert "Request sent." not in output
    first, _, second = output.partition("The rematch begins.")
    assert "The computer wins." in first
    assert second.count(PROMPT) >= 1
    again = call("join", link, typed=lines("rematch", "resign")).stdout
    assert "The game is over." in again
    assert "The rematch begins." in again
    assert "You resign." in again.partition("The rematch begins.")[2]


def test_help_is_refused_if_it_is_switched_off(server: Server) -> None:
    game = made(server, "strategy-stacks", opponent="perfect", help=False)
    output = call("join", game["base"] + game["links"]["seat"], typed=lines("hint", "why")).stdout
    assert output.count("Help is switched off in this game.") == 2


def test_help_lists_the_commands_of_a_local_game_and_four_more() -> None:
    local = {*dict(LOCAL_HELP)} - {"redo"}
    assert {*dict(HELP)} == local | {"review", "rematch", "withdraw", "claim"}


def sent(message: Any) -> Any:
    """A message as it arrives: JSON has no tuples."""
    return json.loads(json.dumps(plain(message)))


def test_a_request_with_a_lost_answer_is_sent_again() -> None:
    from websockets.sync.server import ServerConnection, serve

    first = sent(welcome(None, [6, 3, 9, 1], left=7.5))
    moved = plain(event("move", 1, number=2).event)
    heard: list[dict[str, Any]] = []

    def answer(socket: ServerConnection) -> None:
        heard.append(json.loads(socket.recv()))
        socket.send(json.dumps(first))
        heard.append(json.loads(socket.recv()))
        if len(heard) > 2:
            socket.send(json.dumps({"type": "ack", "id": "one", "event": moved}))
            socket.recv()

    with serve(answer, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            line = RemoteGame(f"http://127.0.0.1:{server.socket.getsockname()[1]}/g/abc").line()
            assert sent(line.next()) == first
            line.send(type="move", id="one", number=3)
            # The remaining time may have changed meanwhile.
            assert line.next() == Reconnected(7.5)
            assert plain(line.next()) == {"type": "ack", "id": "one", "event": moved}
            assert heard[1] == heard[3] == {"type": "move", "id": "one", "number": 3}
            assert heard[2] == {"type": "hello", "language": "en", "token": None, "after": 4}
            line.close()
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize("link", ["nonsense", "http://127.0.0.1/x", "ftp://a/g/b"])
def test_an_invalid_link_is_refused(link: str) -> None:
    done = call("join", link)
    assert done.returncode == 2
    assert "a link looks like" in done.stderr


@pytest.mark.parametrize("start", ["book", "fair"])
def test_events_lead_to_the_match_of_the_server(server: Server, start: str) -> None:
    game = made(server, "strategy-stacks", start=start, rounds=3, game_clock={"seconds": 300, "increment": 3})
    at = f"/api/games/{game['id']}"
    watched = RemoteGame(game["base"] + game["links"]["watch"])
    session = JoinSession(watched, Console(voice=ENGLISH))
    while not server.call(at)["watching"]:
        time.sleep(0.05)
    tokens = ["", game["token"], server.call(f"{at}/seat", {"name": "Ben"}, game["invite"])["token"]]

    def goes_on_after(mover: int) -> bool:
        number = server.call(at)["legal"][0]
        return "outcome" not in server.call(f"{at}/moves", {"number": number}, tokens[mover])["event"]

    for _ in range(3):
        if pick := server.call(at)["pick"]:
            server.call(f"{at}/pick", {"seat": 2}, tokens[pick["participant"]])
        mover = server.call(at)["turn"]["participant"]
        if goes_on_after(mover):
            server.call(f"{at}/takeback", {"action": "offer"}, tokens[mover])
            server.call(f"{at}/takeback", {"action": "accept"}, tokens[3 - mover])
            if goes_on_after(mover):
                server.call(f"{at}/resign", {}, tokens[mover])
    assert session.run() == 0
    assert session.match == match_of(watched.state())
    assert session.match.times != (300, 300)


def test_a_seat_of_a_fair_start_is_picked_in_every_round(server: Server) -> None:
    game = made(server, "number-stack-duel", opponent="perfect", start="fair", rounds=2)
    typed = lines("hint", 1, "resign", 2, "resign")
    output = call("join", game["base"] + game["links"]["seat"], typed=typed).stdout
    first, _, second = output.partition("Round 2 of 2.")
    assert "First pick a seat." in first
    for number, each in enumerate((first, second), start=1):
        assert "A fair start was drawn: " in each
        assert f"You are Player {number}, against perfect." in each
    assert "The computer wins." in second


def test_a_clock_for_the_whole_game_runs_in_every_turn(server: Server) -> None:
    told = made(server, "strategy-stacks", game_clock={"seconds": 3600, "increment": 1200})
    seat = server.call(f"/api/games/{told['id']}/seat", {}, told["invite"])
    with at_terminal("join", told["base"] + told["links"]["seat"]) as ada:
        ada.type(6, prompt=PROMPT)
        until(server, told["id"], 2)
        server.call(f"/api/games/{told['id']}/moves", {"number": 3}, seat["token"])
        # An hour plus the increment of the first move.
        assert ada.wait_for(f"] {PROMPT}").rpartition("[")[2] > "7"


def test_a_half_typed_line_survives_messages(server: Server) -> None:
    pytest.importorskip("readline")
    with two_at_terminals(server, "xterm") as (ada, ben, _):
        ben.send("mov")
        ben.wait_for("mov")
        ada.type("6", prompt=PROMPT)
        ben.wait_for("Last opponent's number: 6")
        ben.wait_for(f"{PROMPT}mov")
        ben.send("es\n")
        ben.wait_for("You can play 1, 2 or 3.")


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_command_to_paste_is_on_a_separate_line_at_80_columns(server: Server, language: str) -> None:
    told = made(server, "strategy-stacks")
    env = {"COLUMNS": "80", "OUTNUMBER_LANGUAGE": language}
    with at_terminal("join", told["base"] + told["links"]["invite"], env=env) as ben:
        ben.wait_for("outnumber join '")
        ben.wait_for("\n\n")
        ben.send("quit\n")
        assert ben.finish() == 0
    commands = [line for line in ben.output.splitlines() if "outnumber join" in line]
    assert len(commands) == 2  # on arrival and on leaving
    for command in commands:
        assert len(command) > 80
        assert re.fullmatch(rf"outnumber join 'http://\S+/g/{told['id']}#seat=\w+'", command)


@pytest.mark.parametrize(
    ("language", "word", "kept"),
    [("en", "review", "You kept 0 of 1 win."), ("de", "analyse", "Du hast 0 von 1 Gewinn gehalten.")],
)
def test_a_game_can_be_reviewed_afterwards(server: Server, language: str, word: str, kept: str) -> None:
    game = made(server, "strategy-stacks", opponent="perfect")
    link = game["base"] + game["links"]["seat"]
    done = call("join", link, "--language", language, typed=lines(6, "resign", word))
    assert kept in done.stdout
    # Also after returning, where `help` offers it.
    assert "\n  review " in call("join", link, typed=lines("help")).stdout


def test_an_offer_waits_until_a_review_ends(server: Server) -> None:
    with two_at_terminals(server) as (ada, ben, _):
        ada.type("6", prompt=PROMPT)
        ben.type("3", prompt=PROMPT)
        resign(ada)
        ben.type("review", prompt=AGAIN)
        ben.wait_for("Find the better move, or press Enter to see it.")
        ada.type("rematch", prompt=AGAIN)
        ada.wait_for("Request sent.")
        ben.type("", prompt=PROMPT)
        ben.wait_for("Turning point: move 2. You played 3 and threw the win away.")
        ben.type("review", prompt="Player 1 wants a rematch. Type yes or no: ")
        ben.type("", prompt=PROMPT)
        ben.type("no", prompt="Player 1 wants a rematch. Type yes or no: ")
        ada.wait_for("Rematch declined.")
