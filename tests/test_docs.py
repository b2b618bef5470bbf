"""The documentation is correct and complete: examples run, and every feature is documented."""

import ast
import doctest
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import chain, pairwise, zip_longest
from pathlib import Path

import click
import pytest

import outnumber
from outnumber.cli.arguments import flag
from outnumber.cli.main import group
from outnumber.games.errors import MESSAGES
from outnumber.games.links import CRITERIA
from outnumber.games.registry import BUILT_IN
from outnumber.language.match import HELP
from outnumber.players.registry import NAMES
from outnumber.study.chains.chain import ChainError
from outnumber.study.lessons.lesson import LESSONS
from tests.doc_pages import PAGES, ROOT, Session, anchors, blocks, links, prose, section

README = ROOT / "README.md"
DOCS = ROOT / "docs"
PLAYING = DOCS / "how-to" / "playing.md"
REFERENCE = DOCS / "reference" / "commands.md"
LANGUAGES = {"console", "python", "sh", "text", "toml", "mermaid", "{toctree}", "{eval-rst}"}
PARTS = ["Tutorials", "How-to guides", "Reference", "Explanation"]

START = "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/outnumber"
TEST = "python3 -m venv .venv && .venv/bin/pip install -e '.[dev]' && .venv/bin/pytest -n auto"

needs_a_shell = pytest.mark.skipif(shutil.which("sh") is None, reason="the examples are for a POSIX shell")


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    session = Session(tmp_path)
    monkeypatch.chdir(session.work)
    monkeypatch.setenv("OUTNUMBER_DATA", session.environment["OUTNUMBER_DATA"])
    monkeypatch.syspath_prepend(str(session.work))
    before = set(sys.modules)
    yield session
    session.close()
    for name in set(sys.modules) - before:
        if str(session.work) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


@needs_a_shell
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_do_what_their_page_says(page: Path, session: Session) -> None:
    if page.name == "batches.md":
        pytest.importorskip("jax", reason="JAX is not installed: pip install 'outnumber[jax]'")
    for block in blocks(page):
        session.run(block)


@needs_a_shell
def test_wrong_examples_fail(tmp_path: Path, session: Session) -> None:
    page = tmp_path / "wrong.md"
    for wrong in (
        "```console\n$ outnumber --version\noutnumber 0.0.0\n```\n",
        "```console\n$ outnumber games\n[…]\nOutnumber has no games.\n[…]\n```\n",
        "```python\n>>> 1 + 1\n3\n```\n",
        "```python\nassert 1 + 1 == 3\n```\n",
    ):
        page.write_text(wrong, encoding="utf-8")
        with pytest.raises(AssertionError):
            session.run(next(blocks(page)))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_have_a_known_language(page: Path) -> None:
    for block in blocks(page):
        assert block.language in LANGUAGES, block.where


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_have_targets(page: Path) -> None:
    for target in links(page):
        if re.match(r"https?:", target):
            continue
        file, _, anchor = target.partition("#")
        found = (page.parent / file).resolve() if file else page
        assert found.exists(), f"{page.name}: {target}"
        assert found.is_relative_to(ROOT), f"{page.name}: {target}"
        if anchor:
            assert anchor in anchors(found), f"{page.name}: {target}"


def test_readme_and_index_link_to_every_page() -> None:
    index = DOCS / "index.md"
    linked = {
        (page.parent / target.partition("#")[0]).resolve()
        for page in (README, index)
        for target in links(page)
    }
    assert linked >= {*PAGES} - {README, index}
    assert index in linked


def test_readme_starts_with_the_install_command_and_has_the_test_command_for_developers() -> None:
    assert next(blocks(README)).body.strip() == START
    assert TEST in section(README, "For developers")


def test_readme_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 150


def test_newcomer_knows_every_command_of_the_readme() -> None:
    """`.ci/run` types them into a terminal: see `tests/newcomer.py`."""
    pytest.importorskip("playwright", reason="playwright is not installed: pip install 'outnumber[dev]'")
    from tests.newcomer import PROMISES, readme_commands

    known = [[form for form, _ in PROMISES if re.fullmatch(form, command)] for command in readme_commands()]
    assert all(known)
    assert {form for form, _ in PROMISES} == {forms[0] for forms in known}


def navigation() -> list[str]:
    """The entries of the site navigation, in order."""
    toctrees = re.findall(
        r"^```{toctree}\n(.*?)^```", (DOCS / "index.md").read_text(encoding="utf-8"), re.M | re.S
    )
    assert re.findall(r":caption: (.*)", "".join(toctrees)) == PARTS
    return [
        line for toctree in toctrees for line in toctree.splitlines() if line and not line.startswith(":")
    ]


def test_every_page_is_in_the_navigation_once() -> None:
    pages = [page.relative_to(DOCS).with_suffix("").as_posix() for page in DOCS.rglob("*.md")]
    assert sorted(navigation()) == sorted({*pages} - {"index"})


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.name)
def test_lines_have_at_most_120_characters(page: Path) -> None:
    """Tables, lines with links, and output may be longer."""
    lines = prose(page).splitlines()
    assert not [line for line in lines if len(line) > 120 and not line.startswith("|") and "](" not in line]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_line_breaks_neither_begin_nor_join_list_items(page: Path) -> None:
    """A line that begins with `+` or `250.` would be a list item, and an item inside a line would be none."""
    lines = prose(page).splitlines()
    item = re.compile(r" *([-*+]|\d+\.) ")
    for before, line in pairwise(lines):
        inside = before and not re.match(r" |#|\|", before) and not item.match(before)
        assert not (inside and item.match(line)), line
        assert not re.search(r"\S \d\. \*\*", line), line


def test_documentation_site_builds_without_warnings(tmp_path: Path) -> None:
    """Warnings include broken links and pages missing from the navigation."""
    pytest.importorskip("sphinx", reason="Sphinx is not installed: pip install 'outnumber[docs]'")
    build = [sys.executable, str(ROOT / "docs" / "build.py"), str(tmp_path)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    site = tmp_path / outnumber.__version__
    pages = {page.relative_to(site) for page in site.rglob("*.html")}
    assert {Path(f"{entry}.html") for entry in navigation()} <= pages
    commands = (site / "reference" / "command-help.html").read_text(encoding="utf-8")
    assert set(command_names()) <= set(re.findall(r"<h3>([\w-]+)<", commands))
    for page in tmp_path.rglob("*.html"):
        fetched = re.findall(
            r'<(?:script|link|img)[^>]* (?:src|href)="(https?:)?//', page.read_text(encoding="utf-8")
        )
        assert not fetched, f"{page.name} needs another host"


# Examples of positions that no board shows, by page: what they contain, and why.
NOT_ON_A_BOARD = {
    "games.md": ["1_000_000"],  # more numbers than a board draws
    "python.md": ["1_000_000", "far_apart"],  # likewise; a rule written in Python
    "records.md": ["2. 3"],  # a damaged record
}


def test_every_example_position_of_the_documentation_can_be_played() -> None:
    sys.path.insert(0, str(DOCS / "_site"))
    try:
        import playable  # type: ignore[import-not-found]
    finally:
        sys.path.remove(str(DOCS / "_site"))
    assert doctest.testmod(playable).failed == 0
    games = "|".join(BUILT_IN)
    shows_position = re.compile(
        rf'^\$ .*outnumber (solve|play) ({games})|game\("({games})".*\)\.start\(\)|^\[Game |"options": {{"',
        re.M,
    )
    found: dict[str, list[str]] = {}
    missing: dict[str, list[str]] = {}
    for page in sorted(DOCS.rglob("*.md")):
        pictures = re.findall(r"!\[(.*?)\]\(", prose(page), re.S)
        objects = re.findall(r'`(\{"game".*?)`', prose(page), re.S)
        for text in [*(block.body for block in blocks(page)), *pictures, *objects]:
            places = playable.places(text.replace("\n", " ") if text in pictures else text)
            found.setdefault(page.name, []).extend(places)
            if not places and shows_position.search(text):
                missing.setdefault(page.name, []).append(text)
    for name, texts in missing.items():
        for text, why in zip_longest(texts, NOT_ON_A_BOARD.get(name, ())):
            assert why in text, (name, text)
    addresses = [place for places in found.values() for place in places]
    assert len(addresses) >= 61
    assert found["index.md"] == ["/board?game=strategy-stacks&range=20&moves=6%2C3"]
    for kind, count in (("/board", 51), ("/learn", 2), ("/chain", 5), ("/path", 2)):
        assert sum(place.startswith(kind) for place in addresses) >= count, kind
    for lesson, step in re.findall(r"/learn/([a-z-]+)#([a-z0-9-]+)", " ".join(addresses)):
        assert step in [each.id for each in LESSONS[lesson].steps]


def test_changelog_has_the_current_version() -> None:
    versions = re.findall(r"^## \[(.+?)\]", prose(ROOT / "CHANGELOG.md"), re.M)
    assert versions[:2] == ["Unreleased", outnumber.__version__]


def command_names() -> list[str]:
    return group.list_commands(click.Context(group))


def options_of(command: click.Command) -> set[str]:
    ctx = click.Context(command, help_option_names=["-h", "--help"])
    return {name for parameter in command.get_params(ctx) for name in parameter.opts if name.startswith("-")}


def test_citation_has_the_current_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert citation.startswith("cff-version: 1.2.0\n")  # of the format, not of Outnumber
    assert f"\nversion: {outnumber.__version__}\n" in citation


def test_reference_has_every_command() -> None:
    table = section(REFERENCE, "The commands")
    assert re.findall(r"^\| `outnumber (\w+)", table, re.M) == command_names()


@pytest.mark.parametrize("name", command_names())
def test_command_options_are_documented(name: str) -> None:
    command = group.get_command(click.Context(group), name)
    assert command is not None
    told = section(REFERENCE, f"`outnumber {name}`")
    # Options shared by all commands are documented once.
    for option in options_of(command) - options_of(group):
        assert re.search(rf"`{option}[ `]", told), f"docs/how-to/playing.md does not tell {name} {option}"


def test_shared_options_are_documented() -> None:
    told = section(REFERENCE, "The commands")
    for option in options_of(group):
        assert re.search(rf"`{option}[ `]", told), option


def test_documented_options_exist() -> None:
    known = options_of(group)
    for name in command_names():
        command = group.get_command(click.Context(group), name)
        assert command is not None
        known |= options_of(command)
    for page in [README, *DOCS.rglob("*.md")]:
        # Skip developer tools, which have other options.
        text = "".join(
            line
            for line in prose(page).splitlines(True)
            if not re.search("pytest|pip|uvx|docs/build|docker compose|journalctl", line)
        )
        # Options with dots, such as --env.player, are those of other programs too.
        assert set(re.findall(r"(?<![\w-])--[a-z][\w-]*(?![\w.-])", text)) <= known, page.name


def test_error_codes_are_documented() -> None:
    table = section(REFERENCE, "Error codes")
    codes = set(MESSAGES) | set(ChainError.TEMPLATES) | {"usage", "system"}
    assert set(re.findall(r"^\| `([\w-]+)`", table, re.M)) >= codes


def test_prompt_words_are_documented() -> None:
    words = {word for word, _ in HELP}
    table = section(PLAYING, "Commands at the prompt")
    assert {word.split()[0] for word in re.findall(r"^\| `([^`]+)`", table, re.M)} >= words


def test_players_are_documented() -> None:
    told = section(PLAYING, "Computer players")
    assert all(f"`{name}`" in told for name in NAMES)


def test_games_criteria_and_options_are_documented() -> None:
    page = DOCS / "reference" / "games.md"
    for kind in outnumber.all_games(added=False):
        told = section(page, kind.title)
        assert f"`{kind.name}`" in told
        for option in kind.OPTIONS:
            assert f"`{flag(option.name)}" in told, f"{kind.title} {option.name}"
    assert set(re.findall(r"^\| `([\w-]+)` \|", section(page, "Number Duel"), re.M)) >= set(CRITERIA)


def test_rulings_name_existing_tests() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", prose(DOCS / "reference" / "rulings.md"))
    assert len(named) >= 5
    for file, test in named:
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        tests = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        assert test in tests, f"{file}::{test}"


SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONTRACTS = SETTINGS["tool"]["importlinter"]["contracts"]


def imported(room: str, rooms: list[str]) -> set[str]:
    """The other packages that a package imports, including imports inside functions."""
    files = (ROOT / "src" / "outnumber" / room).rglob("*.py")
    texts = "".join(file.read_text(encoding="utf-8") for file in files)
    return set(re.findall(r"^ *from outnumber(?:\.| import )(\w+)", texts, re.M)) & set(rooms) - {room}


def reached(box: str, arrows: list[tuple[str, str]]) -> set[str]:
    """The box, and all boxes reachable from it."""
    return {box}.union(*(reached(lower, arrows) for upper, lower in arrows if upper == box))


def test_packages_are_in_the_contract_the_diagram_and_the_tables() -> None:
    (contract,) = (each for each in CONTRACTS if each["type"] == "layers")
    layers = [level.split(" | ") for level in contract["layers"]]
    assert len(layers) <= 9
    modules = {"conformance", "extras", "languages", "plugin"}  # modules outside the packages
    rooms = sorted({name for level in layers for name in level} - modules)
    assert rooms == sorted(file.parent.name for file in (ROOT / "src" / "outnumber").glob("*/__init__.py"))
    assert len(rooms) <= 14
    height = {name: index for index, level in enumerate(layers) for name in level}

    page = DOCS / "explanation" / "architecture.md"
    (picture,) = (block.body for block in blocks(page) if block.language == "mermaid")
    boxes = {
        name: re.findall(r"(\w+)/", text) for name, text in re.findall(r'^ *(\w+)\["(.*)"\]', picture, re.M)
    }
    assert sorted(name for names in boxes.values() for name in names) == rooms
    arrows = [
        (upper, lower)
        for line in picture.splitlines()
        for upper, lower in pairwise(re.split(r" --> ", line.strip()))
    ]
    assert {box for arrow in arrows for box in arrow} == set(boxes)
    for upper, lower in arrows:
        assert max(height[name] for name in boxes[upper]) < min(height[name] for name in boxes[lower])
    box_of = {name: box for box, names in boxes.items() for name in names}
    used = {(box_of[room], box_of[each]) for room in rooms for each in imported(room, rooms)}
    assert set(arrows) <= used <= {(upper, lower) for upper in boxes for lower in reached(upper, arrows)}
    table = "".join(re.findall(r"^\| (`[^|]*)\|", section(page, "The packages"), re.M))
    assert sorted(re.findall(r"`(\w+)/`", table)) == rooms

    lives = section(ROOT / "CONTRIBUTING.md", "Where things live")
    assert sorted(set(re.findall(r"`src/outnumber/(\w+)`", lives))) == rooms

    told = section(ROOT / "CONTRIBUTING.md", "The layers")
    upwards = re.findall(r"`(\w+)`", told.partition("From the bottom up:")[2].partition(".")[0])
    assert set(upwards) == {*rooms, *modules}
    assert [height[name] for name in upwards] == sorted(height.values(), reverse=True)


def test_core_must_not_import_any_dependency() -> None:
    project = SETTINGS["project"]
    extras = {
        name: needs
        for name, needs in project["optional-dependencies"].items()
        if name not in ("dev", "docs", "benchmark")
    }
    needs = {
        re.split(r"[^\w-]", need)[0].replace("-", "_")
        for need in chain(project["dependencies"], *extras.values())
        if not need.startswith("outnumber[")
    }
    kept = [set(each["forbidden_modules"]) for each in CONTRACTS if "standard library" in each["name"]]
    assert len(kept) == 2
    for forbidden in kept:
        assert forbidden >= needs


def test_files_on_the_path_of_a_move_exist() -> None:
    """A name without a folder is in the folder of the previous name."""
    cells = section(DOCS / "explanation" / "architecture.md", "The path of a move").split("|")
    found = 0
    for cell in cells:
        folder = ROOT / "src" / "outnumber"
        for name in re.findall(r"`([\w./]+)`", cell):
            path = ROOT / "src" / "outnumber" / name if "/" in name else folder / name
            assert path.exists(), (cell, name)
            folder = path.parent
            found += 1
    assert found > 20


def test_paths_in_the_table_exist() -> None:
    table = section(ROOT / "CONTRIBUTING.md", "Where things live")
    paths = re.findall(r"`([\w./-]+)`", "".join(re.findall(r"^\| [^|]*\|([^|]*)\|", table, re.M)))
    assert len(paths) > 8
    for path in paths:
        assert (ROOT / path).exists(), path
