"""The command as a whole: help, version, close matches, exit statuses, and errors for people and programs."""

import json
import tomllib
from pathlib import Path

import pytest

import outnumber
from outnumber.cli.main import COMMANDS
from tests.program import call, lines, run

ROOT = Path(__file__).parents[2]


def test_the_version_equals_that_of_the_package() -> None:
    assert run("--version").stdout == f"outnumber {outnumber.__version__}\n"
    assert (
        "version"
        in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dynamic"]
    )


@pytest.mark.parametrize("command", ["", *COMMANDS])
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_every_command_has_help(command: str, flag: str) -> None:
    done = call(*command.split(), flag)
    assert done.returncode == 0
    assert done.stdout.startswith(f"Usage: outnumber {command}".rstrip())
    assert done.stderr == ""


def test_without_arguments_help_is_printed() -> None:
    done = call()
    assert done.returncode == 0
    for command in COMMANDS:
        assert f"\n  {command} " in done.stdout


NEAR = [
    (("ply",), "There is no command 'ply': did you mean play?"),
    (("histroy",), "did you mean history?"),
    (("xyzzy",), "There is no command 'xyzzy': choose play, games,"),
    (("play", "strategy-stack"), "There is no game called 'strategy-stack': did you mean strategy-stacks?"),
    (("rules", "order"), "did you mean order-challenge?"),
    (("play", "chess"), "choose number-stack-duel, number-duel,"),
    (("play", "number-duel", "--rage", "9"), "--range"),
    (("games", "--jason"), "There is no option '--jason': did you mean --json?"),
    (("play", "number-duel", "--link", "digits"), "did you mean digit?"),
    (("play", "strategy-stacks", "--opening", "evn"), "did you mean even?"),
    (("play", "strategy-stacks", "--p2", "randon"), "did you mean random?"),
    (
        ("play", "number-duel", "--tokens", "3"),
        "Number Duel has no option --tokens: its options are --range, --link.",
    ),
]


@pytest.mark.parametrize(("arguments", "told"), NEAR)
def test_a_close_match_is_suggested_with_status_2(arguments: tuple[str, ...], told: str) -> None:
    done = call(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert told in done.stderr
    assert "Traceback" not in done.stderr


# Click's own messages differ between versions, and are not in our style.
PLAIN = [
    (("play", "--bogus"), "There is no option '--bogus'.", "Eine Option '--bogus' gibt es nicht."),
    (("play", "a", "b"), "One word too many: b.", "Ein Wort zu viel: b."),
    (("play", "a", "b", "\x1b[2J"), "Too many words: b ?[2J.", "Zu viele Wörter: b ?[2J."),
    (("replay",), "FILE|ID is missing.", "Es fehlt: FILE|ID."),
    (("worksheet", "number-duel"), "--output FILE is missing.", "Es fehlt: --output FILE."),
    (
        ("completion",),
        "SHELL is missing: choose bash, zsh or fish.",
        "Es fehlt SHELL: Wähle bash, zsh oder fish.",
    ),
    (
        ("play", "number-duel", "--first", "3"),
        "--first '3' is not valid: choose 1, 2 or toss.",
        "--first kann nicht '3' sein: Wähle 1, 2 oder toss.",
    ),
    (
        ("resume", "abc"),
        "ID 'abc' is not valid: choose a whole number from 1 to 999,999,999.",
        "ID kann nicht 'abc' sein: Wähle eine ganze Zahl von 1 bis 999\u202f999\u202f999.",
    ),
    (
        ("play", "number-duel", "--clock", "abc"),
        "--clock 'abc' is not valid: give seconds for each turn,",
        "--clock kann nicht 'abc' sein: Gib Sekunden für jeden Zug an,",
    ),
    (
        ("play", "number-duel", "--names", "Ada"),
        "--names: give two different names",
        "--names: Gib zwei verschiedene Namen",
    ),
    (("chain", "--json=3"), "--json takes no value.", "--json steht allein, ohne Wert."),
    (("learn", "--step"), "--step needs a value after it.", "Nach --step fehlt ein Wert."),
    (
        ("exam", "--grade", "nofile"),
        "--grade: there is no file 'nofile'.",
        "--grade: eine Datei 'nofile' gibt es nicht.",
    ),
    (
        ("check", "/"),
        "FILE: '/' is a directory, not a file.",
        "FILE: '/' ist ein Verzeichnis und keine Datei.",
    ),
]


@pytest.mark.parametrize(("arguments", "english", "german"), PLAIN)
def test_usage_errors_are_clear_in_both_languages(
    arguments: tuple[str, ...], english: str, german: str
) -> None:
    for flags, error, told in (((), "Error", english), (("--language", "de"), "Fehler", german)):
        done = call(*flags, *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"{error}: {told}")


WRONG = [
    ("play", "number-duel", "--range", "0"),
    ("play", "number-duel", "--range", "abc"),
    ("play", "number-duel", "--range"),
    ("play", "number-duel", "--set", "range"),
    ("play", "number-duel", "--set", "rang=3"),
    ("play", "number-duel", "--range", "6", "--set", "range=5"),
    ("play", "number-stack-attack", "--target", "3", "--tokens", "4-9"),
    ("play", "strategy-stacks", "--range", "1", "--opening", "even"),
    ("play", "strategy-stacks", "--first", "3"),
    ("play", "strategy-stacks", "--rounds", "0"),
    ("play", "strategy-stacks", "--rounds", "9" * 5000),
    ("play", "strategy-stacks", "--clock", "0"),
    ("play", "strategy-stacks", "--clock", "-1"),
    ("play", "strategy-stacks", "--clock", "nan"),
    ("play", "strategy-stacks", "--clock", "inf"),
    ("play", "strategy-stacks", "--seed", "-1"),
    ("play", "strategy-stacks", "--names", "Ada"),
    ("play", "strategy-stacks", "--names", "Ada,Ada"),
    ("play", "strategy-stacks", "--names", "Ada,\x1b[2J"),
    ("play", "strategy-stacks", "--names", f"Ada,{'x' * 41}"),
    ("play", "strategy-stacks", "--p1", "nobody"),
    ("play", "strategy-stacks", "more"),
    ("play",),
    ("resume", "x"),
    ("resume", "0"),
    ("history", "--delete", "x"),
    ("completion", "cmd"),
    ("replay",),
]


@pytest.mark.parametrize("arguments", WRONG, ids=[" ".join(each)[:60] for each in WRONG])
def test_usage_errors_have_status_2_and_go_to_standard_error(arguments: tuple[str, ...], data: Path) -> None:
    done = call(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("Error: ")
    assert "Traceback" not in done.stderr
    assert len(done.stderr) < 1000 or "9999" in done.stderr
    assert not data.exists()


@pytest.mark.parametrize(
    ("arguments", "code", "status"),
    [
        (("history", "--json", "--delete", "5"), "no-such-game", 1),
        (("history", "--json", "--delete", "x"), "usage", 2),
        (("replay", "--json", "5"), "no-such-game", 1),
        (("replay", "--json", "no/such/file"), "unreadable", 1),
        (("games", "--json", "--nope"), "usage", 2),
        (("play", "chess", "--json"), "usage", 2),
    ],
)
def test_with_json_an_error_is_one_object_on_standard_error(
    arguments: tuple[str, ...], code: str, status: int
) -> None:
    done = call(*arguments)
    assert (done.returncode, done.stdout) == (status, "")
    error = json.loads(done.stderr)
    assert set(error) == {"error"}
    assert set(error["error"]) == {"code", "message"}
    assert error["error"]["code"] == code
    assert error["error"]["message"]


def test_a_refusal_that_is_not_a_usage_error_has_status_1() -> None:
    for arguments in (("resume",), ("resume", "7"), ("replay", "7"), ("history", "--delete", "7")):
        done = call(*arguments)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("Error: There is no game ")


def test_standard_error_is_empty_on_success() -> None:
    for arguments in (("play", "order-challenge"), ("games",), ("history",), ("rules", "order-challenge")):
        done = call(*arguments, typed=lines(3))
        assert (done.returncode, done.stderr) == (0, "")
