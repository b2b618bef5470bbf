"""The plain terminal on a server's game, with the words of a local one."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.test_processes import Server, serving

TRANSCRIPTS = Path(__file__).parents[1] / "data" / "transcripts"


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
    # Who comes later is told what was played so far instead.
    for _ in range(600):
        if server.call(f"/api/games/{game['id']}")["watching"] == 2:
            break
        time.sleep(0.05)
    outputs: dict[int, str] = {}

    def play(number: int, process: subprocess.Popen[str], typed: list[str]) -> None:
        outputs[number] = process.communicate("".join(f"{move}\n" for move in typed), timeout=60)[0]

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


def test_who_only_has_the_id_watches(server: Server) -> None:
    game = made(server, "strategy-stacks")
    seat = server.call(f"/api/games/{game['id']}/seat", {}, game["invite"])
    watcher = join(game["base"] + game["links"]["watch"])
    for token, number in ((game["token"], 6), (seat["token"], 3)):
        server.call(f"/api/games/{game['id']}/moves", {"number": number}, token)
    server.call(f"/api/games/{game['id']}/resign", {}, game["token"])
    output, _ = watcher.communicate(timeout=60)
    assert "You are watching a game of Strategy Stacks." in output
    assert "Player 1 resigns." in output
    assert watcher.returncode == 0


def test_words_at_the_prompt_are_answered(server: Server, tmp_path: Path) -> None:
    game = made(server, "strategy-stacks", opponent="perfect")
    player = join(game["base"] + game["links"]["seat"])
    typed = f"help\nmoves\nhint\nwhy\n77\nx\nsave {tmp_path}/game.txt\n6\nundo\nresign\n"
    output, _ = player.communicate(typed, timeout=60)
    for words in (
        "Type a number to play it",
        "You can play 1, 2, 3",
        "Hint 1 of 3:",
        "77 is not one of the numbers",
        "'x' is not a number",
        "The record is in",
        "Took back the last",
        "Player 2 wins the game!",
    ):
        assert words in output, words
    assert (tmp_path / "game.txt").read_text().startswith('[Outnumber "1"]')


def until(server: Server, id: str, seq: int) -> None:
    """Wait until a game has so many events."""
    for _ in range(600):
        if server.call(f"/api/games/{id}")["seq"] >= seq:
            return
        time.sleep(0.05)
    raise AssertionError("nothing happened")


def test_who_leaves_is_told_how_to_come_back_and_can(server: Server) -> None:
    game = made(server, "strategy-stacks", opponent="open")
    first = join(game["base"] + game["links"]["watch"], "--name", "Ben")
    until(server, game["id"], 1)
    server.call(f"/api/games/{game['id']}/moves", {"number": 6}, game["token"])
    output, _ = first.communicate("quit\n", timeout=60)
    link = output.partition("outnumber join '")[2].partition("'")[0]
    output, _ = join(link).communicate("resign\n", timeout=60)
    assert "Played so far: 6." in output
    assert "Ben resigns." in output


def test_a_game_goes_on_over_a_restart_of_the_server(tmp_path: Path) -> None:
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
        output, _ = player.communicate("resign\n", timeout=60)
        assert "Player 1 resigns." in output
        assert player.returncode == 0


@pytest.mark.parametrize("link", ["nonsense", "http://127.0.0.1/x", "ftp://a/g/b"])
def test_a_link_that_is_none_is_refused(link: str) -> None:
    process = join(link)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "it looks like" in errors
