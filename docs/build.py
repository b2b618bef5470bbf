"""Build the documentation site: `python docs/build.py [FOLDER] [--play]`. Warnings, such as broken links, are
errors. With `--play`, positions in the pages can be played: this needs Pyodide (`npm install`).

Each version has a folder, so that a site can serve several: FOLDER/1.0.0/, FOLDER/1.1.0/ and so on. The
default for FOLDER is `site`. `versions.js` lists the versions for the menu in the pages, and `index.html`
opens the newest one.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def current_version() -> str:
    """The version of the source."""
    text = (ROOT / "src" / "outnumber" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.*)"', text, re.M)
    assert found
    return found[1]


def list_versions(site: Path) -> list[str]:
    """Update the list of versions and the redirect to the newest one; return the versions, newest first."""
    folders = [each.name for each in site.iterdir() if re.fullmatch(r"\d+\.\d+\.\d+", each.name)]
    versions = sorted(folders, key=lambda name: [int(part) for part in name.split(".")], reverse=True)
    (site / "versions.js").write_text(
        f"globalThis.OUTNUMBER_VERSIONS = {json.dumps(versions)};\n", encoding="utf-8"
    )
    redirect = (
        '<!doctype html><meta charset="utf-8"><title>Outnumber</title>'
        f'<meta http-equiv="refresh" content="0; url={versions[0]}/index.html">\n'
    )
    (site / "index.html").write_text(redirect, encoding="utf-8")
    # Without it, GitHub Pages omits folders such as _static.
    (site / ".nojekyll").touch()
    return versions


def main(site: Path, *, play: bool = False) -> None:
    version = current_version()
    command = ["-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet", "--builder", "html"]
    command += ["--define", f"playable={int(play)}"]
    with tempfile.TemporaryDirectory() as doctrees:
        folders = ["--doctree-dir", doctrees, ROOT / "docs", site / version]
        done = subprocess.run([sys.executable, *command, *folders], check=False)
    if done.returncode:
        sys.exit(done.returncode)
    if play:
        runtime = ["--pyodide", ROOT / "node_modules" / "pyodide", "--force"]
        folder = site / version / "play"
        subprocess.run([sys.executable, "-m", "outnumber", "site", folder, *runtime], check=True)
    print(f"{site / version / 'index.html'} (versions: {', '.join(list_versions(site))})")


if __name__ == "__main__":
    given = [each for each in sys.argv[1:] if each != "--play"]
    main(Path(given[0] if given else "site").resolve(), play="--play" in sys.argv)
