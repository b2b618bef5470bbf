"""outnumber completion: a script for each shell, and its completions."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from outnumber.cli.main import COMMANDS
from outnumber.players.registry import COMPUTERS, NAMES
from tests.games.test_registry import install
from tests.program import PROGRAM, call, environment, lines, run


@pytest.mark.parametrize(
    ("shell", "piece"),
    [
        ("bash", "complete -o nosort -F"),
        ("zsh", "#compdef outnumber"),
        ("fish", "complete --no-files --command outnumber"),
    ],
)
def test_each_shell_gets_its_script(shell: str, piece: str) -> None:
    done = call("completion", shell)
    assert (done.returncode, done.stderr) == (0, "")
    assert piece in done.stdout
    assert f"_OUTNUMBER_COMPLETE={shell}_complete" in done.stdout


def offered(*words: str) -> list[str]:
    """The completions of bash for the last word."""
    env = {
        "_OUTNUMBER_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(("outnumber", *words)),
        "COMP_CWORD": str(len(words)),
    }
    done = run(env=env)
    assert done.stderr == ""
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("pl",), ["play", "players"]),
        (("re",), [name for name in COMMANDS if name.startswith("re")]),
        (("play", "number-s"), ["number-stack-duel", "number-stack-attack"]),
        (("rules", "or"), ["order-challenge"]),
        (("play", "strategy-stacks", "--op"), ["--opening"]),
        (("play", "strategy-stacks", "--opening", "e"), ["even"]),
        (("play", "strategy-stacks", "--first", "t"), ["toss"]),
        (("completion", "z"), ["zsh"]),
    ],
)
def test_commands_games_options_and_values_are_completed(words: tuple[str, ...], expected: list[str]) -> None:
    assert offered(*words) == expected


def test_games_from_other_packages_are_completed_without_loading_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, "countdown = no_such_module:Countdown")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    assert offered("play", "co") == ["countdown"]


def test_players_are_completed_where_they_can_play() -> None:
    assert offered("play", "strategy-stacks", "--p2", "") == list(NAMES)
    assert offered("arena", "") == offered("engine", "--player", "") == list(COMPUTERS)


def test_unfinished_games_are_completed_for_resume() -> None:
    call("play", "strategy-stacks", typed=lines(6))
    call("play", "strategy-stacks", typed=lines(6, "resign"))
    call("play", "strategy-stacks", typed=lines(6, 3))
    assert offered("resume", "") == ["3", "1"]


def asked(shell: str, script: str, tmp_path: Path) -> list[str]:
    """The answer of a shell that has loaded our script, with the program on its path."""
    if shutil.which(shell) is None:
        pytest.skip(f"needs {shell}")
    (tmp_path / "script").write_text(call("completion", shell).stdout, encoding="utf-8")
    program = tmp_path / "outnumber"
    program.write_text(
        "#!/bin/sh\nexec " + " ".join(f"'{part}'" for part in PROGRAM) + ' "$@"\n', encoding="utf-8"
    )
    program.chmod(0o755)
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "my game.txt").touch()
    env = {**environment(), "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(
        [shell, "--norc" if shell == "bash" else "--no-config", "-c", f". {tmp_path}/script; {script}"],
        capture_output=True, text=True, env=env, cwd=tmp_path / "room", check=False,
    )  # fmt: skip
    return done.stdout.splitlines()


def test_bash_completes_games_and_ids_together_with_files(tmp_path: Path) -> None:
    call("play", "strategy-stacks", typed=lines(6))
    # Readline settings for candidates are available only during a completion.
    script = """compopt() { :; }
        for words in "play str" "review "; do
            COMPREPLY=(); COMP_WORDS=(outnumber ${words% *} "${words#* }"); COMP_CWORD=2
            _outnumber_completion outnumber; printf '%s\\n' "${COMPREPLY[@]}"
        done"""
    assert asked("bash", script, tmp_path) == ["strategy-stacks", "1", "my game.txt"]


def test_fish_completes_games_and_ids_together_with_files(tmp_path: Path) -> None:
    call("play", "strategy-stacks", typed=lines(6))
    script = "complete -C 'outnumber play str'; complete -C 'outnumber review '"
    assert asked("fish", script, tmp_path) == ["strategy-stacks", "1", "my game.txt"]


def test_ids_and_files_are_completed_for_review() -> None:
    call("play", "strategy-stacks", typed=lines(6))
    call("play", "strategy-stacks", typed=lines(6, "resign"))
    for command in (("replay",), ("review",), ("history", "--delete")):
        assert offered(*command, "")[:2] == ["2", "1"]
    assert offered("history", "--delete", "") == ["2", "1"]
    env = {"_OUTNUMBER_COMPLETE": "bash_complete", "COMP_WORDS": "outnumber review my", "COMP_CWORD": "2"}
    assert run(env=env).stdout == "file,my\n"
