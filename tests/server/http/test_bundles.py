"""The scripts of a page in one file: complete, without duplicates, and with unchanged literals."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from outnumber.languages import LANGUAGES
from outnumber.server.http import bundles
from outnumber.server.http.bundles import STATIC
from tests.server.http.test_pages import PATHS, Visitor

LATER = "class/pupil.js"
# In every bundle, and the content of a page with only these.
SHELL = "shared/shell.js"
# Here a teacher uses the page: the strip of a child appears only if one browser is both.
TEACHERS = {"class/teacher.js", "class/projector.js"}
# The scripts in site/ run around the pages, not in them.
MODULES = sorted(
    path.relative_to(STATIC).as_posix() for path in STATIC.glob("*/**/*.js") if path.parent.name != "site"
)


def page_scripts() -> set[str]:
    """The scripts that pages load."""
    client = Visitor()
    paths = [*PATHS, "/puzzles/archive", "/learn", "/learn/number-duel"]
    found = {re.findall(r'src="/static/\w+/scripts/en/([^"]+)"', client.get(path).text)[0] for path in paths}
    return found | {LATER}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("entry", sorted(page_scripts()))
def test_every_module_of_a_bundle_is_defined_before_it_is_used(entry: str, language: str) -> None:
    bundle = bundles.script(entry, language)
    known = set(bundles.modules(SHELL)) if entry == LATER else set()
    for defined, used in re.findall(r'^\$modules\["([^"]+)"\] \?\?=|= \$modules\["([^"]+)"\];', bundle, re.M):
        if used:
            assert used in known
        else:
            assert defined not in known
            known.add(defined)
    assert entry in known
    # Browsers do not allow imports inside a function, and only the later bundle is imported from.
    assert not re.search(r"^import\b(?!\()", bundle, re.M)
    assert len(re.findall(r"^export\b", bundle, re.M)) == (entry == LATER)


def test_every_module_is_used_by_a_page() -> None:
    assert {each for entry in page_scripts() for each in bundles.modules(entry)} == {*MODULES}


@pytest.mark.parametrize("entry", sorted(page_scripts() - TEACHERS - {LATER}))
def test_a_page_loads_no_module_twice(entry: str) -> None:
    later = {*bundles.modules(LATER)} - {*bundles.modules(SHELL)}
    assert not later & {*bundles.modules(entry)}


def test_only_page_scripts_look_elements_up_by_id() -> None:
    shared = {*MODULES} - page_scripts() - {SHELL, "shared/dom.js"}
    looking = re.compile(r"import \{[^}]*\$[^}]*\} from|getElementById|querySelector\(\"#")
    assert not [name for name in shared if looking.search((STATIC / name).read_text(encoding="utf-8"))]


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    """A folder in which the scripts of every page are empty."""
    (tmp_path / "shared").mkdir()
    for name in ("shared/api.js", SHELL):
        (tmp_path / name).write_text("")
    return tmp_path


def test_circular_imports_are_refused_by_name(scripts: Path) -> None:
    (scripts / "a.js").write_text('import { b } from "./shared/b.js";\n')
    (scripts / "shared/b.js").write_text('import {\n  c,\n} from "./c.js";\n')
    (scripts / "shared/c.js").write_text('// Why not.\nimport "../a.js";\n')
    with pytest.raises(ValueError, match=r"^a\.js imports shared/b\.js imports shared/c\.js imports a\.js$"):
        bundles.modules("a.js", scripts)


def test_imports_in_comments_and_literals_are_ignored(scripts: Path) -> None:
    (scripts / "a.js").write_text(
        '/*\nimport "./b.js";\n*/\nconst text = `\nimport "./c.js";\n`;\nimport "./d.js";\n'
    )
    (scripts / "d.js").write_text("")
    assert bundles.modules("a.js", scripts)[-2:] == ("d.js", "a.js")


@pytest.mark.parametrize(
    ("source", "short"),
    [
        ("  f(1); // why\n\n  g();\n", "f(1);\ng();"),
        ("/**\n * What.\n * @param {number} a\n */\nf(a);", "f(a);"),
        ("f(/** @type {T} */ (a));", "f( (a));"),
        ("f(\"a // b\", '/* c */');", "f(\"a // b\", '/* c */');"),
        ("f(`a\n  // b\n  c`);\n  g();", "f(`a\0  // b\0  c`);\ng();"),
        ("f(`${a ? `//${b}` : `\n  `}`); // c", "f(`${a ? `//${b}` : `\0  `}`);"),
        ("f(`${g({ a: 1 })}//`);", "f(`${g({ a: 1 })}//`);"),
        (r"f(a.replace(/[/'`]\/\//g, b)); // c", r"f(a.replace(/[/'`]\/\//g, b));"),
        ("const one = a / b; // half\nconst two = c / d;", "const one = a / b;\nconst two = c / d;"),
    ],
)
def test_a_bundle_omits_comments_and_layout_and_keeps_literals(source: str, short: str) -> None:
    assert bundles.shortened(source) == short
