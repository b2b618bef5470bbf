"""The folder that `outnumber site` writes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from outnumber.games.errors import OptionError
from outnumber.server.site import build
from tests.server.site.conftest import PYODIDE, built

pytestmark = pytest.mark.slow

MOST = 6.5e6


def test_a_first_visit_loads_at_most_six_and_a_half_megabytes_compressed(
    folder: Path, tmp_path: Path
) -> None:
    assert (folder / "index.html").is_file()
    command = [sys.executable, "-m", "outnumber", "site", str(folder), "--pyodide", str(PYODIDE), "--force"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    small = re.search(r"or ([\d.]+) MB compressed", told)
    assert small
    assert float(small[1]) * 1e6 <= MOST


def test_the_runtime_is_checked_by_its_hash(folder: Path, tmp_path: Path) -> None:
    changed = Path(shutil.copytree(PYODIDE, tmp_path / "pyodide"))
    (changed / "pyodide.mjs").write_text("0;", encoding="utf-8")
    with pytest.raises(OptionError, match=re.escape(build.RUNTIME["pyodide"])):
        build.build(tmp_path / "site", changed)
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize("name", ["index.html", "app", "app/1"])
def test_a_link_in_the_folder_is_not_followed(tmp_path: Path, name: str) -> None:
    folder, mine = tmp_path / "folder", tmp_path / "mine"
    for path in (folder / name, mine / "kept.txt"):
        path.parent.mkdir(parents=True, exist_ok=True)
    (mine / "kept.txt").write_text("mine", encoding="utf-8")
    (folder / name).symlink_to(mine / "kept.txt" if "." in name else mine)
    with pytest.raises(OptionError, match=re.escape(str(folder / name))):
        build._write(folder, {"a.txt": b"", "index.html": b"", "app/1/kept.txt": b""})
    assert not (folder / "a.txt").exists()
    assert (mine / "kept.txt").read_text(encoding="utf-8") == "mine"


def test_an_added_game_whose_files_are_missing_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    added = tmp_path / "lost-1.0.dist-info"
    added.mkdir()
    (added / "METADATA").write_text("Metadata-Version: 2.1\nName: lost\nVersion: 1.0\n", encoding="utf-8")
    (added / "entry_points.txt").write_text("[outnumber.games]\nlost = lost_module:Lost\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(OptionError, match="'lost' is not valid: install it again"):
        dict(build._packages())


def test_the_pinned_versions_are_those_of_the_lock_file() -> None:
    root = Path(__file__).parents[3]
    locked = json.loads((root / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert locked["node_modules/pyodide"]["version"] == build.RUNTIME["pyodide"]
    assert build.RUNTIME["pyodide"] in (root / "docs" / "how-to" / "site.md").read_text(encoding="utf-8")


def test_a_folder_is_not_overwritten_by_accident(folder: Path) -> None:
    command = [sys.executable, "-m", "outnumber", "site", str(folder), "--pyodide", str(PYODIDE)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 2
    assert "--force" in done.stderr


def test_the_folder_has_the_notices_of_everything_in_it(folder: Path) -> None:
    text = (folder / "licences.txt").read_text(encoding="utf-8")
    for name in (
        "Mozilla Public License",
        "Pyodide",
        "PSF",
        *build.RUNTIME["packages"],
        "msgspec",
        "outnumber",
    ):
        assert name in text


def test_pages_and_scripts_name_no_other_site(folder: Path) -> None:
    for path in (*folder.rglob("*.html"), *folder.rglob("app/*/*.js"), folder / "sw.js"):
        text = path.read_text(encoding="utf-8")
        for tag in re.findall(r"<(?:script|link|img|iframe)[^>]*>", text):
            assert "//" not in tag.replace("http://localhost", ""), (path, tag)


def test_pages_without_a_server_offer_nothing_that_needs_one(folder: Path) -> None:
    pages = [*folder.rglob("pages/**/*.html")]
    assert len(pages) > 60
    for path in pages:
        text = path.read_text(encoding="utf-8")
        assert "data-alone" in text
        assert 'href="/@outnumber/class"' not in text
        assert "/@outnumber/api/" not in re.sub(r"<a [^>]*>", "", text), path


def test_no_file_is_empty(folder: Path) -> None:
    """Such as icons, without which browsers install no app, and the style sheet of printed worksheets."""
    empty = {path.name for path in folder.rglob("*") if path.is_file() and not path.stat().st_size}
    assert empty == {".nojekyll"}
    names = {path.name for path in folder.rglob("static/**/*")}
    assert {"icon.svg", "icon-192.png", "icon-512.png", "maskable-512.png", "worksheet.css"} <= names


def test_the_application_imports_nothing_that_the_folder_lacks() -> None:
    program = "import sys, outnumber.server.site.bridge as bridge; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    names = [name.replace(".", "/") + ".py" for name in told.split() if name.startswith("outnumber.")]
    assert "outnumber/server/app.py" in names
    assert [name for name in names if not build._wanted(name)] == []


def test_plain_servers_know_the_types_of_all_files(folder: Path) -> None:
    known = {".html", ".js", ".css", ".svg", ".png", ".bin", ".webmanifest", ".txt", ""}
    assert {path.suffix for path in folder.rglob("*") if path.is_file()} <= known


def test_a_configured_server_is_linked_and_a_folder_of_other_files_keeps_them(tmp_path: Path) -> None:
    mine = [tmp_path / "site" / name / "mine.txt" for name in ("app", "python", "static")]
    for path in mine:
        path.parent.mkdir(parents=True)
        path.write_text("mine", encoding="utf-8")
    folder = built(tmp_path / "site", "--force", "--server", "https://duels.example/", "--base", "/games/")
    assert all(path.is_file() for path in mine)
    (page,) = folder.glob("app/*/pages/en/home.html")
    assert 'href="https://duels.example"' in page.read_text(encoding="utf-8")
    assert 'data-base="/games/"' in (folder / "404.html").read_text(encoding="utf-8")
