"""outnumber arena: plays, reports, resumes, and refuses clearly."""

import json
import re
import subprocess
import time
from pathlib import Path

import pytest

from outnumber.extras import install_command
from tests.games.test_registry import install
from tests.program import PATIENCE, PROGRAM, call, environment

STACKS = ("--games", "strategy-stacks range=9")


def results(directory: Path) -> list[str]:
    return sorted((directory / "results.jsonl").read_text(encoding="utf-8").splitlines())


def test_an_arena_prints_its_report_and_writes_it_in_many_forms(tmp_path: Path) -> None:
    told = call("arena", "random", "perfect", *STACKS, "--rounds", "4", "--out", str(tmp_path))
    assert told.returncode == 0
    assert told.stderr == ""
    assert "8 of 8 games are finished." in told.stdout
    names = told.stdout.splitlines()[-1].removeprefix(f"In {tmp_path}: ").split(", ")
    reports = [
        "report.md",
        "report.html",
        "report.tex",
        "report.json",
        "players.csv",
        "games.csv",
        "blunders.svg",
    ]
    assert names == ["results.jsonl", "costs.jsonl", *reports]
    assert json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["games"]["played"] == 8
    assert len((tmp_path / "games.csv").read_text(encoding="utf-8").splitlines()) == 9
    assert (tmp_path / "report.md").read_text(encoding="utf-8").startswith("# Arena: 2 players, 8 games")
    assert "<svg" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert {json.loads(line)["winner"] for line in results(tmp_path)} <= {1, 2}


def test_players_play_a_gauntlet_and_the_arena_grows_by_rounds(tmp_path: Path) -> None:
    who = ("arena", "random", "casual", "--gauntlet", "perfect", "--gauntlet", "beginner", *STACKS)
    told = call(*who, "--rounds", "2", "--out", str(tmp_path))
    assert "This is a gauntlet: the other players meet only perfect, beginner." in " ".join(
        told.stdout.split()
    )
    first = results(tmp_path)
    pairs = {frozenset(json.loads(line)["players"]) for line in first}
    assert pairs == {frozenset((one, two)) for one in ("random", "casual") for two in ("perfect", "beginner")}
    assert call(*who, "--rounds", "6", "--out", str(tmp_path)).returncode == 0
    assert len(results(tmp_path)) == 3 * len(first)
    assert set(first) < set(results(tmp_path))


def test_a_game_from_another_package_is_played_and_shown_by_its_title(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, "countdown = elsewhere_games:Plain")
    told = call(
        "arena", "random", "perfect", "--games", "countdown", "--rounds", "2", "--out", str(tmp_path / "a")
    )
    assert told.returncode == 0
    # It has no options and counts as one game.
    assert re.findall(r"^Plain Countdown.*$", told.stdout, re.M) == ["Plain Countdown       4"]


def test_the_planned_rounds_reach_the_precision_and_players_have_names(tmp_path: Path) -> None:
    # The program answers with the first legal number.
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    word, *rest = line.split()\n"
        "    legal = rest if word == 'legal' else locals().get('legal')\n"
        "    told = {'outnumber': 'ready', 'go': f'move {legal and legal[0]}'}.get(word)\n"
        "    told and print(told, flush=True)\n",
        encoding="utf-8",
    )
    out = ("--out", str(tmp_path / "out"))
    who = ("arena", f"first=cmd:python3 {bot}", "casual", "--games", "strategy-stacks range=30")
    assert call(*who, "--rounds", "20", *out).returncode == 0
    told = call("arena", "--plan-for", "8", *out).stdout
    assert "the results on 20 openings" in told
    (rounds,) = re.findall(r"(\d+) rounds", told)
    assert re.search(rf"^(first|casual) .* {rounds}$", told, re.M)
    told = call(*who, "--rounds", rounds, *out).stdout
    players = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))["players"]
    for each in players:
        assert (each["blunders"]["high"] - each["blunders"]["low"]) / 2 < 0.08 * 1.2
    assert {each["player"] for each in players} == {who[1], "casual"}
    full_names = told[told.index("Full names") :]
    assert re.search(r"^first +first=cmd:python3 ", full_names, re.M)
    assert "casual  " not in full_names


def test_without_out_the_same_plan_uses_the_same_directory(data: Path) -> None:
    plan = ("arena", "random", "perfect", *STACKS, "--rounds", "2")
    assert call(*plan).stdout == call(*plan).stdout
    (directory,) = (data / "arena").iterdir()
    assert len(results(directory)) == 4
    call(*plan, "--seed", "2")
    assert len(list((data / "arena").iterdir())) == 2


def test_a_killed_arena_resumes_with_the_same_results(tmp_path: Path) -> None:
    plan = ["arena", "random", "casual", "perfect", *STACKS, "--rounds", "150"]
    cut, whole = tmp_path / "cut", tmp_path / "whole"
    running = subprocess.Popen(
        [*PROGRAM, *plan, "--out", str(cut)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment(),
    )
    deadline = time.monotonic() + PATIENCE
    written = cut / "results.jsonl"
    while not (written.exists() and b"\n" in written.read_bytes()) and time.monotonic() < deadline:
        time.sleep(0.005)
    running.kill()
    running.wait()
    assert 0 < len(results(cut)) < 900
    assert call(*plan, "--out", str(cut)).returncode == 0
    assert call(*plan, "--out", str(whole)).returncode == 0
    assert results(cut) == results(whole)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["random"], "two or more"),
        (["random", "perfekt"], "did you mean perfect?"),
        (["random", "human"], "computer players only"),
        (["random", "perfect", "--games", "chess"], "There is no game called 'chess'"),
        (["random", "perfect", "--backend", "dask"], "must be used together"),
        (["random", "perfect", "--scheduler", "tcp://127.0.0.1:1"], "must be used together"),
        (["random", "perfect", "--rounds", "0"], "--rounds"),
        (["--plan-for", "50"], "--plan-for '50' is not valid"),
        (["--plan-for", "nan"], "--plan-for 'nan' is not valid"),
        ([], "PLAYER is missing"),
        (["x=perfect", "random"], "no player"),
        (["perfect", "--gauntlet", "perfect", "--gauntlet", "random"], "--gauntlet perfect random is not"),
        (["random", "perfect", "--models", "nowhere.toml"], "nowhere.toml"),
        (
            [
                "random",
                "perfect",
                *("--backend", "dask", "--scheduler", "tcp://127.0.0.1:1", "--concurrency", "8"),
            ],
            "not to a cluster",
        ),
        (["random", "perfect", "--games", "order-challenge", "range=5"], '--games "order-challenge range=5"'),
        (["cmd:python3", "bot.py", "random"], "'cmd:python3 bot.py'"),
    ],
)
def test_an_unplayable_plan_is_a_usage_error(arguments: list[str], words: str) -> None:
    told = call("arena", *arguments)
    assert told.returncode == 2
    assert words in told.stderr


def test_a_missing_package_is_reported_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outnumber.cli.arena.find_spec", lambda package: package != "joblib" or None)
    told = call("arena", "random", "perfect", *STACKS)
    assert told.returncode == 1
    assert f"The arena needs the package joblib. Install it with: {install_command('arena')}" in told.stderr


def test_requirements_of_a_cluster_are_reported_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outnumber.cli.arena.find_spec", lambda package: None)  # noqa: ARG005
    told = call("arena", "random", "perfect", "--backend", "dask", "--scheduler", "tcp://127.0.0.1:1")
    assert told.returncode == 1
    assert install_command("arena,dask") in told.stderr


@pytest.mark.parametrize(
    ("language", "warning"), [("en", "anyone who can reach {} can run programs"), ("de", "Wer {} erreicht")]
)
def test_a_cluster_without_tls_causes_a_warning(language: str, warning: str, tmp_path: Path) -> None:
    def told(scheduler: str) -> str:
        cluster = ("--backend", "dask", "--scheduler", scheduler, "--out", str(tmp_path))
        return call("--language", language, "arena", "random", "perfect", *STACKS, *cluster).stderr

    assert warning.format("tcp://nowhere") in told("tcp://nowhere")
    assert warning.format("tls://127.0.0.1:1") not in told("tls://127.0.0.1:1")
