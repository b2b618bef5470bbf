"""The public API is documented, and sufficient for the examples and plug-ins."""

import ast
import json
import re
import subprocess
import sys

import pytest

import outnumber
from outnumber import plugin
from tests.doc_pages import ROOT, blocks
from tests.program import call

PYTHON = ROOT / "docs" / "reference" / "python.md"
ADDING = ROOT / "docs" / "tutorials" / "adding-a-game.md"
ADDED = sorted((ROOT / "tests" / "added").glob("[a-z]*.py"))


def test_public_names_exist_and_match_the_documentation() -> None:
    assert sorted(outnumber._HOMES) == sorted(set(outnumber.__all__) - {"__version__"})
    page = PYTHON.read_text(encoding="utf-8")
    for name in outnumber.__all__:
        assert getattr(outnumber, name) is not None
        assert re.search(rf"\b{name}\b", page), f"docs/reference/python.md does not tell {name}"
    assert set(re.findall(r"\boutnumber\.(\w+)", page)) <= {"__all__", *outnumber.__all__}


@pytest.mark.parametrize(
    ("earlier", "now"),
    [
        ("adapters", "agents.adapters"),
        ("adapters.encoding", "agents.adapters.encoding"),
        ("adapters.gymnasium", "agents.adapters.gymnasium"),
        ("arena.openings", "agents.arena.openings"),
        ("batches.batch", "agents.batches.batch"),
        ("puzzles.daily", "study.puzzles.daily"),
        ("text", "agents.prompts"),
    ],
)
def test_earlier_module_path_imports_the_same_module(earlier: str, now: str) -> None:
    for first, second in ((earlier, now), (now, earlier)):
        script = (
            f"import outnumber, outnumber.{first} as a, outnumber.{second} as b\n"
            f"assert a is b is outnumber.{earlier}, (a, b)\n"
            f"assert a.__spec__.name == 'outnumber.{now}', a.__spec__\n"
            "import importlib; importlib.reload(a)"
        )
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


def test_earlier_module_path_can_be_run() -> None:
    # Without OpenEnv, the first import in the module fails.
    script = "import runpy; runpy.run_module('outnumber.adapters.openenv', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "agents/adapters/openenv.py" in done.stderr
    script = "import outnumber.adapters.nothing"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "ModuleNotFoundError: No module named 'outnumber.agents.adapters.nothing'" in done.stderr


def test_plugin_names_are_documented() -> None:
    page = ADDING.read_text(encoding="utf-8")
    for name in plugin.__all__:
        assert re.search(rf"`{name}`", page), f"docs/tutorials/adding-a-game.md does not tell {name}"


def imported(text: str) -> set[tuple[str, str]]:
    """The names that a text imports from the package, with their modules."""
    nodes = list(ast.walk(ast.parse(text)))
    whole = {(each.name, "") for node in nodes if isinstance(node, ast.Import) for each in node.names}
    parts = {
        (node.module or "", each.name)
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        for each in node.names
    }
    return {(module, name) for module, name in whole | parts if module.split(".")[0] == "outnumber"}


def texts() -> list[tuple[str, str]]:
    """The two example packages and the code on the two pages."""
    found = [(file.name, file.read_text(encoding="utf-8")) for file in ADDED]
    for page in (PYTHON, ADDING):
        for block in blocks(page):
            if block.language == "python":
                typed = re.findall(r"^(?:>>>|\.\.\.) ?(.*)$", block.body, re.M)
                found.append((block.where, "\n".join(typed) if typed else block.body))
    return found


@pytest.mark.parametrize(("where", "text"), texts(), ids=lambda value: value.partition("\n")[0][:20])
def test_examples_import_public_names_only(where: str, text: str) -> None:
    allowed = {("outnumber", ""), *(("outnumber.plugin", name) for name in plugin.__all__)}
    assert imported(text) <= allowed, where


def test_public_api_plays_undoes_resigns_saves_and_reviews_a_match() -> None:
    one, two = outnumber.player("perfect"), outnumber.player("casual")
    match = outnumber.Match(outnumber.game("strategy-stacks"), length=2).begin()
    while not match.current.outcome:
        match = match.play((one, two)[match.mover - 1].choose(match))
    match = match.begin().play(6).play(3).undo(2).play(5).resign()
    assert match.over
    assert match.current.outcome == (outnumber.Seat.ONE, outnumber.Reason.RESIGNATION)
    assert outnumber.read(str(match)) == outnumber.read(outnumber.write(match)) == match
    assert [len(each.moves) for each in outnumber.review(match).rounds] == [
        len(each.moves) for each in match.rounds
    ]


def test_fair_match_continues_once_a_seat_is_picked() -> None:
    match = outnumber.Match(outnumber.game("number-stack-duel"), start="fair").begin()
    assert match.picker == 2
    match = match.pick(outnumber.Seat.ONE)
    assert (match.picker, match.mover) == (0, 2)


def test_match_without_rounds_says_how_to_begin() -> None:
    match = outnumber.Match(outnumber.game("strategy-stacks"))
    for asked in (lambda: match.play(6), match.undo, match.resign, lambda: match.mover):
        with pytest.raises(ValueError, match=r"go on from match\.begin\(\)"):
            asked()


def test_finished_game_has_no_advice() -> None:
    over = outnumber.game("strategy-stacks").start().play(7).play(1).play(5)
    for ask in (outnumber.best, outnumber.hints):
        with pytest.raises(outnumber.IllegalMove, match="The game is over"):
            ask(over)


def test_exam_equals_the_exam_of_the_command_line() -> None:
    options = ("strategy-stacks", "--range", "12", "--count", "3", "--seed", "7")
    rows = [json.loads(line) for line in call("exam", *options).stdout.splitlines()]
    asked = outnumber.exam("strategy-stacks", count=3, seed=7, range=12)
    assert [(each.id, list(each.winning)) for each in asked] == [(row["id"], row["winning"]) for row in rows]


def test_reprs_are_short() -> None:
    match = outnumber.Match(outnumber.game("strategy-stacks")).begin().play(6)
    assert repr(match) == "<Match: strategy-stacks, human against human, 0-0, open>"
    assert repr(match.current) == "<Round: moves=(6,), Player 2 to move>"
    assert repr(outnumber.batch("strategy-stacks", size=1000)) == "<Batch: 1,000 games of strategy-stacks>"
