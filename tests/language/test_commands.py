"""The prompt commands in every language."""

from pathlib import Path

import pytest

from outnumber.language.commands import COMMANDS, for_shell, meant
from outnumber.language.lessons import HELP as LESSONS
from outnumber.language.match import HELP as LOCAL
from outnumber.language.puzzles import HELP as PUZZLES
from outnumber.language.remote import HELP
from outnumber.language.voice import voice
from outnumber.languages import LANGUAGES
from outnumber.local.terminal.chains import KNOWN as CHAIN
from outnumber.local.terminal.puzzles import NONE, SKIP


def test_a_command_for_the_shell_has_the_path_if_the_shell_needs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.argv", [".venv/bin/outnumber"])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert for_shell("resume 1") == ".venv/bin/outnumber resume 1"
    monkeypatch.setattr("sys.argv", ["__main__.py"])
    assert for_shell("resume 1") == "outnumber resume 1"


def test_every_prompt_command_has_a_translation() -> None:
    listed = {word for word, _ in (*LOCAL, *HELP, *LESSONS, *PUZZLES)}
    assert set(COMMANDS) == listed | {*CHAIN, *SKIP, NONE, "exit", "yes", "no", "again", "next"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_commands_have_the_same_name_and_none_is_a_number(language: str) -> None:
    names = [voice(language).word(word) for word in COMMANDS]
    assert len({*names, *COMMANDS}) == len(COMMANDS) * (2 if language != "en" else 1)
    for name in names:
        assert name == name.lower()
        assert len(name.split()) == 1
        assert not name[0].isdigit()


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("tipp", "hint"),
        (" Tipp ", "hint"),
        ("zurück", "undo"),
        ("ZURUECK", "undo"),
        ("züge", "moves"),
        ("zuege", "moves"),
        ("hint", "hint"),
        ("ja", "yes"),
        ("j", "yes"),
        ("J ", "yes"),
        ("y", "yes"),
        ("n", "no"),
        ("?", "help"),
        ("h", "help"),
        ("q", "quit"),
        ("exit", "quit"),
        ("ende", "quit"),
        ("7", "7"),
        ("quatsch", "quatsch"),
    ],
)
def test_german_and_english_commands_work(typed: str, word: str) -> None:
    assert meant(typed, voice("de")) == word


def test_english_prompts_know_no_german_commands() -> None:
    assert meant("tipp") == "tipp"
    assert meant("j") == "j"


@pytest.mark.parametrize(
    ("typed", "word"), [("?", "help"), ("H", "help"), ("q", "quit"), ("y", "yes"), ("n", "no")]
)
def test_abbreviations_work_at_every_prompt(typed: str, word: str) -> None:
    assert meant(typed) == meant(word) == word
