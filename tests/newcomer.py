"""Follow the README word for word on a fresh clone: python -m tests.newcomer

Each command of the README is typed into a shell in a real terminal, with an empty home folder and a bare
environment. The commands are read from the README, and an unknown one fails, so the two cannot drift apart.
`.ci/run` runs this; it needs tmux, Chromium and the extra outnumber[dev].
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.doc_pages import ROOT, blocks, prose
from tests.local.app.tmux import Terminal
from tests.server.browser.conftest import ARGUMENTS, program
from tests.server.browser.window import Window

PROMPT = "READY>"
# Settings for downloads, without which pip may not work here.
NETWORK = re.compile(r"(PIP|SSL)_.*|.*_proxy", re.IGNORECASE)
USER_PIP = Path.home() / ".config" / "pip" / "pip.conf"


def readme_commands() -> Iterator[str]:
    """The commands of the README in order: those of its blocks, and those inside sentences."""
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    found = [
        (text.index(block.body), line)
        for block in blocks(readme)
        if block.language in ("sh", "text")
        for line in block.body.splitlines()
    ]
    inline = re.findall(r"`(\.venv/bin/outnumber[^`\n]*)`", prose(readme))
    # A command across two lines could not be copied.
    assert len(inline) == prose(readme).count("`.venv/bin/")
    found += [(text.index(f"`{each}`"), each) for each in inline]
    for _, line in sorted(found):
        yield line


class Shell(Terminal):
    """A shell in a folder, with nothing in its environment that a newcomer does not have."""

    def __init__(self, folder: Path, home: Path, name: str) -> None:
        (home / name).mkdir(parents=True)
        super().__init__(home / name)
        variables = {name: value for name, value in os.environ.items() if NETWORK.fullmatch(name)}
        if USER_PIP.exists():
            variables.setdefault("PIP_CONFIG_FILE", str(USER_PIP))
        variables |= {
            "HOME": str(home),
            "LANG": "C.UTF-8",
            "PATH": f"{sys.base_prefix}/bin:/usr/local/bin:/usr/bin:/bin",
            "PS1": f"{PROMPT} ",
        }
        given = [f"{name}={value}" for name, value in variables.items()]
        shell = ["env", "-i", *given, "TERM=screen-256color", "bash", "--norc"]
        size = ["-x", "110", "-y", "50"]
        self._tmux("-f", os.devnull, "new-session", "-d", *size, "-c", str(folder), *shell)
        self.wait_for(PROMPT)

    def type(self, line: str) -> None:
        """Type a line on an empty screen."""
        self.press("C-l")
        self.press("-l", line)
        self.press("Enter")

    def answer(self, line: str) -> None:
        """Type a line below what is on the screen."""
        self.press("-l", line)
        self.press("Enter")

    def until(self, pattern: str, seconds: float = 60) -> re.Match[str]:
        """Wait for a text on the screen, with long lines in one piece."""
        deadline = time.monotonic() + seconds
        while not (found := re.search(pattern, self.screen("-J"))):
            assert time.monotonic() < deadline, f"{pattern!r} never came:\n{self.screen()}"
            time.sleep(0.1)
        return found

    def ended(self) -> None:
        """Wait for the prompt of the shell, and check that the last command succeeded."""
        self.until(rf"\n{PROMPT}\s*$")
        self.type("echo status $?")
        self.until("\nstatus 0\n")
        self.until(rf"\n{PROMPT}\s*$")


class Newcomer:
    """A person with a fresh clone who types what the README says."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder, self.home = folder, home
        self.shell = Shell(folder, home, "one")
        self.invitation = ""

    # What the README promises, by command

    def starts_the_app(self, command: str) -> None:
        self.shell.type(command)
        self.shell.until("Play the computer", 240)
        self.shell.press("q")
        self.shell.ended()

    def plays_the_computer(self, command: str) -> None:
        self.shell.type(command)
        self.shell.until("Select a number:")
        for word in ("hint", "why", "6"):
            self.shell.answer(word)
        self.shell.until("The computer played")
        self.shell.answer("quit")
        self.shell.until("game 1")
        self.shell.ended()

    def plays_a_friend(self, command: str) -> None:
        self.shell.type(command)
        self.shell.until("Ada, it's your turn")
        self.shell.answer("6")
        self.shell.until("Ben, it's your turn")
        self.shell.answer("quit")
        self.shell.ended()

    def serves(self, command: str) -> None:
        """The server runs for the rest of the section; a page in a browser makes a game."""
        self.shell.type(command)
        address = self.shell.until(r"http://\S+")[0]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program(), args=ARGUMENTS)
            window = Window(browser.new_page(), address)
            window.open("/")
            window.page.click("[data-sheet='strategy-stacks']")
            window.page.check("[name=against][value=invite]", force=True)
            window.page.click("#go")
            window.page.wait_for_selector("#waiting .qr svg")
            self.friend_joins(window.page.input_value("#waiting input"), window)
            assert window.complaints == []
            browser.close()
        self.shell.press("C-c")
        self.shell.ended()

    def friend_joins(self, link: str, window: Window) -> None:
        """Type the join command of the README, with the link in place of its example, and play two moves."""
        (command,) = (each for each in readme_commands() if " join " in each)
        friend = Shell(self.folder, self.home, "two")
        with friend:
            friend.type(re.sub(r"http://\S+", lambda _: link, command))
            friend.until("You are Player 2")
            window.ready()
            window.page.click("#pool [data-number='6']")
            friend.until("Select a number:")
            friend.answer("3")
            window.wait_for_moves(2)
            assert window.played() == [6, 3]
            friend.answer("quit")
            friend.ended()

    def learns(self, command: str) -> None:
        self.shell.type(command)
        self.shell.until("Which lesson")
        self.shell.answer("")
        self.shell.until("Step 1 of")
        self.shell.answer("quit")
        self.shell.ended()

    def solves_a_puzzle(self, command: str) -> None:
        self.shell.type(command)
        self.shell.until("Puzzle 1")
        self.shell.answer("quit")
        self.shell.ended()

    def serves_a_school(self, command: str) -> None:
        self.shell.type(command)
        self.shell.until(r"http://\S+")
        self.shell.press("C-c")
        self.shell.ended()

    def runs(self, command: str) -> None:
        self.shell.type(command)
        self.shell.ended()

    def skips(self, command: str) -> None:
        """Commands for Windows; the tests, which `.ci/run` runs; and the one that `friend_joins` types."""


PROMISES: tuple[tuple[str, Callable[[Newcomer, str], None]], ...] = (
    (r"py -m venv .*", Newcomer.skips),
    (r".*&& \.venv/bin/pytest -n auto", Newcomer.skips),
    (r"\S+/outnumber join \S+", Newcomer.skips),
    (r"(.* && )?\.venv/bin/outnumber", Newcomer.starts_the_app),
    (r"\S+/outnumber play .*--p2 .*", Newcomer.plays_the_computer),
    (r"\S+/outnumber play .*--names Ada,Ben", Newcomer.plays_a_friend),
    (r"\S+/outnumber serve --host 0.0.0.0", Newcomer.serves),
    (r"\S+/outnumber serve --school .*", Newcomer.serves_a_school),
    (r"\S+/outnumber learn", Newcomer.learns),
    (r"\S+/outnumber puzzle", Newcomer.solves_a_puzzle),
    (r"\S+/outnumber (rules|worksheet|solve) .*", Newcomer.runs),
)


def main() -> None:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        home, folder = Path(name, "home"), Path(name, "outnumber")
        subprocess.run(["git", "clone", "-q", str(ROOT), str(folder)], check=True)
        newcomer = Newcomer(folder, home)
        with newcomer.shell:
            for command in readme_commands():
                promise = next((do for form, do in PROMISES if re.fullmatch(form, command)), None)
                assert promise, f"README.md: tests/newcomer.py does not know the command {command}"
                promise(newcomer, command)
                if promise is not Newcomer.skips:
                    sys.stdout.write(f"{time.monotonic() - began:5.1f} s  {command}\n")
                    sys.stdout.flush()


if __name__ == "__main__":
    main()
