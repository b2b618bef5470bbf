"""Parse documentation pages and run their examples, for `test_docs.py`.

A page is one session: its examples run in order, in one empty directory with no saved games.

    ```console              lines after `$ ` are commands, the lines below each are all that it prints
    ```python               statements to run; with `>>>` a doctest
    ```text file=NAME       a file that later examples use; a `pyproject.toml` is installed
    ```sh server            a server for the rest of the page, on a free port; it prints a variable to be set
    ```sh, ```mermaid …     only to read

A line `[…]` stands for omitted output. Input for the first command of a block is given in a comment above the
block: `<!-- typed: 6, 3, quit -->`.
"""

import doctest
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import outnumber

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])

_FENCE = re.compile(
    r"(?:<!-- typed: (?P<typed>.*?) -->\n+)?^```(?P<info>[^\n]*)\n(?P<body>.*?)^```$", re.M | re.S
)
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")
# Ignore dates, because pages show the date they were written.
_DATE = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?")
LEFT_OUT = "[…]\n"


class Block(NamedTuple):
    """A fenced block: its location, language, target file, input and text."""

    where: str
    language: str
    file: str
    server: bool
    typed: str
    body: str


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    for fence in _FENCE.finditer(text):
        language, _, rest = fence["info"].partition(" ")
        line = text.count("\n", 0, fence.start("info")) + 1
        typed = "".join(f"{word.strip()}\n" for word in (fence["typed"] or "").split(",") if word)
        file = rest.removeprefix("file=") if rest.startswith("file=") else ""
        yield Block(f"{page.name}:{line}", language, file, rest == "server", typed, fence["body"])


def prose(page: Path) -> str:
    """A page without its fenced blocks."""
    return _FENCE.sub("", page.read_text(encoding="utf-8"))


def links(page: Path) -> list[str]:
    """The targets of the links and images on a page."""
    return [link or picture for link, picture in _LINK.findall(prose(page))]


def anchors(page: Path) -> set[str]:
    """The anchors that a renderer generates for the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", prose(page), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def section(page: Path, heading: str) -> str:
    """The text below a heading, up to the next heading of the same or a higher level."""
    text = page.read_text(encoding="utf-8")
    found = re.search(rf"^(#+) {re.escape(heading)}$", text, re.M)
    assert found, f"{page.name} has no section {heading!r}"
    rest = text[found.end() :]
    end = re.search(rf"^#{{1,{len(found[1])}}} ", rest, re.M)
    return rest[: end.start()] if end else rest


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with its expected output."""
    for part in re.split(r"^\$ ", block.body, flags=re.M)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def check_printed(printed: str, expected: str, where: str) -> None:
    """Raise `AssertionError` unless a command printed the output shown on the page."""
    printed, expected = _DATE.sub("DATE", printed), _DATE.sub("DATE", expected)
    if LEFT_OUT in expected:
        pattern = "(?:.*\n)*?".join(map(re.escape, expected.split(LEFT_OUT)))
        assert re.fullmatch(pattern, printed), f"{where}:\n{printed}"
    else:
        assert printed == expected, where


class Session:
    """The environment in which the examples of one page run."""

    def __init__(self, directory: Path) -> None:
        self.work = directory / "work"
        self.work.mkdir()
        programs = directory / "bin"
        programs.mkdir()
        # Use the source tree under test and its Python, even if another version is installed.
        for name, words in {"outnumber": " -m outnumber", "python": "", "python3": ""}.items():
            program = programs / name
            program.write_text(f'#!/bin/sh\nexec "{sys.executable}"{words} "$@"\n', encoding="utf-8")
            program.chmod(0o755)
        paths = [str(self.work), str(Path(outnumber.__file__).parents[1])]
        self.environment = os.environ | {
            "COLUMNS": "80",
            "HOME": str(directory),
            "OUTNUMBER_DATA": str(directory / "data"),
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join(paths),
            "PYTHONUTF8": "1",
        }
        self.names: dict[str, Any] = {"__name__": "example"}
        self._servers = ExitStack()

    def close(self) -> None:
        """Stop the servers started by the page."""
        self._servers.close()

    def run(self, block: Block) -> None:
        """Run a block; raise `AssertionError` if the result differs from the page."""
        if block.file:
            (self.work / block.file).write_text(block.body, encoding="utf-8")
            if block.file == "pyproject.toml":
                self._install(tomllib.loads(block.body)["project"])
        elif block.server:
            self._serve(block.body)
        elif block.language == "console":
            typed = block.typed
            for command, expected in commands(block):
                printed = self.shell(command, typed)
                check_printed(printed, expected, f"{block.where}: {command}")
                typed = ""
        elif block.language == "python":
            self._python(block)

    def shell(self, command: str, typed: str = "") -> str:
        """The output of a command, standard output and standard error combined."""
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=self.work,
            env=self.environment,
            input=typed.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=120,
        )
        return done.stdout.decode()

    def _serve(self, command: str) -> None:
        """Start a server from this source tree."""
        words = shlex.split(re.sub(r"--port \d+", "--port 0", command))
        server = subprocess.Popen(
            [sys.executable, *words[1:]], cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, text=True
        )
        self._servers.enter_context(server)
        self._servers.callback(server.kill)
        assert server.stdout
        name, _, value = server.stdout.readline().strip().partition("=")
        assert value, f"{command} did not start"
        self.environment[name] = value

    def _python(self, block: Block) -> None:
        if ">>>" not in block.body:
            exec(compile(block.body, block.where, "exec"), self.names)  # noqa: S102  # the example itself
            return
        example = doctest.DocTestParser().get_doctest(block.body, self.names, block.where, None, 0)
        told: list[str] = []
        result = doctest.DocTestRunner(verbose=False).run(example, out=told.append, clear_globs=False)
        self.names |= example.globs
        assert not result.failed, "".join(told)

    def _install(self, project: dict[str, Any]) -> None:
        """Write the metadata that an installer would write: name, version and entry points."""
        info = self.work / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
        info.mkdir()
        metadata = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
        (info / "METADATA").write_text(metadata, encoding="utf-8")
        lines = []
        for group, entries in project["entry-points"].items():
            lines += [f"[{group}]", *(f"{name} = {target}" for name, target in entries.items())]
        (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
