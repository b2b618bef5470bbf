"""Builds the folder of `outnumber site`: the pages, the application, and Pyodide, which runs it in a browser.

Pages are rendered by the application itself. Every file except the shell and the service worker has an
address that changes with its content.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from fnmatch import fnmatch
from hashlib import sha256
from importlib.metadata import Distribution, EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

import outnumber
from outnumber.games import OptionError, Phrase, bad_option
from outnumber.languages import LANGUAGES
from outnumber.server.http import bundles, pages

from .bridge import Device
from .compiled import compile_zip, write_zip

HERE = Path(__file__).parent
RUNTIME: dict[str, Any] = json.loads((HERE / "runtime.json").read_text("utf-8"))
# The prefix of all addresses in rendered pages; `shell.js` replaces it with the real one.
PREFIX = "/@outnumber"
# Pages that depend on the date: on another day, Python renders them once it has started.
DATED = ["/"]
NOT_FILES = {"/puzzles/archive"}
# Pages whose scripts and styles are needed, but which show a game.
MORE_PAGES = ("/shell/game",)
SCRIPTS = ("frame.js", "missing.js", "python.js", "shell.js", "store.js")
STYLES = "styles/worksheet.css"  # printed worksheets refer to it

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'"
)
SHELL_POLICY = f"{_POLICY}; worker-src 'self'; frame-src 'self'; form-action 'none'"
PAGE_POLICY = f"{_POLICY}; form-action 'self'"
_LINK = re.compile(rf'href="{PREFIX}(/[^"?#]*)"')
_FILE = re.compile(rf'{PREFIX}/static/([^"?#)\s]+)')


class Sizes(NamedTuple):
    """Bytes of the files that the first visit loads: as they are, and compressed; and of the folder."""

    raw: int
    compressed: int
    folder: int


def build(
    folder: Path, pyodide: Path, base: str = "", elsewhere: str = "", wheel: Path | None = None
) -> Sizes:
    """Write the site into a folder; raises `OptionError` for an unusable runtime."""
    runtime = {name: _checked(pyodide / name, hash) for name, hash in RUNTIME["files"].items()}
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch)
        zips = _zips(work, runtime, pyodide, wheel)
        python = {
            # Some web servers do not know the type of .mjs.
            "pyodide.js": runtime["pyodide.mjs"],
            "pyodide.asm.js": runtime["pyodide.asm.mjs"],
            "pyodide.asm.bin": _packed(runtime["pyodide.asm.wasm"]),
            "python_stdlib.bin": zips["python_stdlib"],
            "packages.bin": zips["packages"],
        }
        day = datetime.now(UTC).date().isoformat()
        rendered, static = asyncio.run(_rendered(work, elsewhere))
    app = {name: (bundles.STATIC / "site" / name).read_bytes() for name in SCRIPTS}
    app |= {"site.css": bundles.style(("site",)).encode(), "app.bin": zips["app"]}
    app["frame.html"] = _template("frame.html", "en", policy=PAGE_POLICY)
    app |= {
        f"pages/{language}{'/home' if path == '/' else path}.html": html
        for (language, path), html in rendered.items()
    }
    python_folder, app_folder = f"python/{_version(python)}/", f"app/{_version(app)}/"
    site: dict[str, Any] = {
        "python": python_folder,
        "packages": f"{python_folder}packages.zip",
        "app": f"{app_folder}app.zip",
        "files": app_folder,
        "lock": RUNTIME["lock"],
        "size": sum(len(python[name]) for name in python if not name.endswith("js")) + len(app["app.bin"]),
        "elsewhere": elsewhere,
        "pages": sorted({path for _, path in rendered}),
        "dated": DATED,
        "day": day,
        "languages": [*LANGUAGES],
    }
    written = {f"{python_folder}{name}": data for name, data in python.items()}
    written |= {f"{app_folder}{name}": data for name, data in app.items()}
    written |= {
        name if name.endswith(".webmanifest") else f"static/{name}": data for name, data in static.items()
    }
    texts = {language: _template("texts.html", language).decode() for language in LANGUAGES}
    index = _template(
        "index.html", "en", policy=SHELL_POLICY, site=site, static=f"static/{bundles.version()}", texts=texts
    )
    cached = json.dumps([*written])
    version = _version(written | {"index.html": index})
    worker = (bundles.STATIC / "site_worker.js").read_text("utf-8")
    written |= {
        "index.html": index,
        "404.html": _template("404.html", "en", policy=PAGE_POLICY, base=f"{base}/", files=app_folder),
        "sw.js": f"const VERSION = {json.dumps(version)};\nconst FILES = {cached};\n{worker}".encode(),
        "licences.txt": _licences(),
        ".nojekyll": b"",
    }
    _write(folder, written)
    return _sizes(written, python_folder, app_folder, rendered["en", "/"].decode())


def _write(folder: Path, written: dict[str, bytes]) -> None:
    """Replace the site in a folder, but never what links in it lead to."""
    for place in {folder / part for name in written for part in (name, *map(str, Path(name).parents[:-1]))}:
        if place.is_symlink():
            remedy = Phrase("delete this link, or choose another folder.")
            raise OptionError("bad-option", option="folder", text=str(place), remedy=remedy)
    # Folders of other origin may have the same names.
    if (folder / "sw.js").is_file() and (folder / "licences.txt").is_file():
        for name in ("app", "python", "static"):
            shutil.rmtree(folder / name, ignore_errors=True)
    for name, data in written.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _checked(path: Path, hash: str) -> bytes:
    """A file of the runtime with the hash that this version of Outnumber was tested with."""
    try:
        data = path.read_bytes()
    except OSError:
        data = b""
    if sha256(data).hexdigest() != hash:
        raise bad_option(
            "pyodide",
            str(path),
            "install the tested version: npm install pyodide@{version}",
            version=RUNTIME["pyodide"],
        )
    return data


def _packed(data: bytes) -> bytes:
    """Compressed, so that a first visit is fast on any web space; `python.js` unpacks it."""
    return gzip.compress(data, 9, mtime=0)


def _version(files: dict[str, bytes]) -> str:
    content = sha256()
    for name, data in sorted(files.items()):
        content.update(f"{name} {len(data)} ".encode() + data)
    return content.hexdigest()[:12]


# Python files


def _zips(work: Path, runtime: dict[str, bytes], pyodide: Path, wheel: Path | None) -> dict[str, bytes]:
    """The archives of the standard library, the packages and the application, compiled if possible."""
    (work / "runtime.zip").write_bytes(runtime["python_stdlib.zip"])
    (work / RUNTIME["wheel"]["file"]).write_bytes(_wheel(work, pyodide, wheel))
    names = {
        "2:python_stdlib": _unzipped(work / "runtime.zip"),
        "2:packages": dict(_packages()) | _unzipped(work / RUNTIME["wheel"]["file"], natively=True),
        # The API describes itself with docstrings.
        "0:app": dict(_application()),
    }
    for name, contents in names.items():
        write_zip(str(work / name[2:]), {path: data for path, data in contents.items() if data is not None})
    levels = [(name[0], str(work / name[2:])) for name in names]
    if sys.implementation.cache_tag == RUNTIME["bytecode"]:
        for level, path in levels:
            compile_zip(path, int(level))
    elif node := shutil.which("node"):
        command = [
            node,
            str(HERE / "compile.mjs"),
            str(pyodide),
            str(HERE / "compiled.py"),
            *map(":".join, levels),
        ]
        subprocess.run(command, check=True)  # noqa: S603  # our own script
    return {name[2:]: _packed((work / name[2:]).read_bytes()) for name in names}


def _wanted(name: str) -> bool:
    return not name.endswith("/") and not any(fnmatch(name, pattern) for pattern in RUNTIME["without"])


def _unzipped(path: Path, *, natively: bool = False) -> dict[str, bytes]:
    with ZipFile(path) as archive:
        return {
            name: archive.read(name)
            for name in archive.namelist()
            if _wanted(name) or (natively and name.endswith(".so"))
        }


def _adding() -> list[tuple[EntryPoint, Distribution]]:
    """The games of other packages."""
    return [(entry, entry.dist) for entry in entry_points(group="outnumber.games") if entry.dist]


def _names() -> list[str]:
    """The packages that the application needs, and those that add games."""
    return list(dict.fromkeys([*RUNTIME["packages"], *(package.name for _, package in _adding())]))


def _packages() -> Iterator[tuple[str, bytes]]:
    """Their files."""
    for package in _names():
        for file in Distribution.from_name(package).files or ():
            name = file.as_posix()
            if not name.startswith("..") and ".dist-info/" not in name and _wanted(name):
                yield name, Path(str(file.locate())).read_bytes()
    for entry, added in _adding():
        for name in ("METADATA", "entry_points.txt"):
            yield f"{added.name}-0.dist-info/{name}", (added.read_text(name) or "").encode()
        # Editable installations, and those without a list of files, are found like imports.
        top = find_spec(entry.module.partition(".")[0])
        if top is None or not top.origin:
            raise bad_option(Phrase("The package of the game"), entry.name, "install it again.")
        module = Path(top.origin)
        for path in module.parent.rglob("*") if top.submodule_search_locations else [module]:
            name = path.relative_to(module.parents[bool(top.submodule_search_locations)]).as_posix()
            if path.is_file() and _wanted(name):
                yield name, path.read_bytes()


def _application() -> Iterator[tuple[str, bytes]]:
    root = Path(outnumber.__file__).parents[1]
    for path in sorted((root / "outnumber").rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.is_file() and _wanted(name):
            yield name, path.read_bytes()
    yield f"outnumber/server/static/{bundles.BUILT.name}", bundles.version().encode()


def _wheel(work: Path, pyodide: Path, wheel: Path | None) -> bytes:
    """The one package with native code, compiled for the runtime: a given file, or from the package index."""
    pinned = RUNTIME["wheel"]
    for path in filter(None, (wheel, pyodide / pinned["file"])):
        if path.is_file():
            return _checked(path, pinned["hash"])
    command = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", *pinned["tags"]]
    done = subprocess.run(  # noqa: S603  # our own command
        [sys.executable, *command, "--dest", str(work), pinned["requirement"]],
        check=False,
        capture_output=True,
    )
    if done.returncode:
        raise OptionError(
            "bad-option", option="wheel", text=pinned["file"],
            remedy=Phrase("download this file from the package index, and name it."),
        )  # fmt: skip
    return _checked(work / pinned["file"], pinned["hash"])


# Pages


async def _rendered(work: Path, elsewhere: str) -> tuple[dict[tuple[str, str], bytes], dict[str, bytes]]:
    """The pages by language and path, and the files that they refer to."""
    device = Device(str(work / "site.db"), PREFIX, elsewhere)
    await device.application.start()
    found: dict[tuple[str, str], bytes] = {}
    manifests: dict[str, bytes] = {}
    needed = {f"{bundles.version()}/{STYLES}"}
    try:
        for language in LANGUAGES:
            headers = [("accept", "text/html"), ("accept-language", language), ("host", "localhost")]

            async def get(path: str, headers: list[tuple[str, str]] = headers) -> tuple[int, bytes]:
                status, _, body = await device.answer("GET", f"{PREFIX}{path}", headers)
                if status != 200 and path.startswith("/static/"):
                    raise FileNotFoundError(path)
                return status, body

            queue = ["/"]
            for path in queue:
                status, body = await get(path)
                if status == 200:
                    found[language, path] = body
                    links = dict.fromkeys(_LINK.findall(body.decode()))
                    queue += [link for link in links if _is_page(link) and link not in queue]
            for path in (*MORE_PAGES, await _review(device)):
                needed |= {*_FILE.findall((await get(path))[1].decode())}
            _, manifest = await get("/manifest.webmanifest")
            needed |= {*_FILE.findall(manifest.decode())}
            suffix = "" if language == "en" else f".{language}"
            manifests[f"manifest{suffix}.webmanifest"] = manifest.replace(f"{PREFIX}/".encode(), b"./")
        needed |= {file for html in found.values() for file in _FILE.findall(html.decode())}
        static = {file: (await get(f"/static/{file}"))[1] for file in sorted(needed)}
    finally:
        await device.application.stop()
    return found, static | manifests


def _is_page(path: str) -> bool:
    return path not in NOT_FILES and not path.startswith(("/static/", "/api/", "/g/")) and "." not in path


async def _review(device: Device) -> str:
    """The path of the review of a game."""
    headers = [("content-type", "application/json"), ("host", "localhost")]
    made = await device.answer(
        "POST", f"{PREFIX}/api/games", headers, b'{"game": "strategy-stacks", "opponent": "random"}'
    )
    return f"/g/{json.loads(made[2])['id']}/review"


def _template(name: str, language: str, **values: Any) -> bytes:
    return pages.environment(language).get_template(f"site/{name}").render(**values).encode()


# Licences and sizes


def _licences() -> bytes:
    """The notices of everything in the folder."""
    texts = [(HERE / "licences.txt").read_text("utf-8").format(version=RUNTIME["pyodide"])]
    for package in ["outnumber", "msgspec", *_names()]:
        distribution = Distribution.from_name(package)
        named = [
            file for file in distribution.files or () if re.search(r"licen[cs]e|copying", file.name, re.I)
        ]
        told = [
            Path(str(file.locate())).read_text("utf-8")
            for file in named
            if Path(str(file.locate())).is_file()
        ]
        texts.append("\n\n".join([f"{package} {distribution.version}", *told]))
    return "\n\n----\n\n".join(texts).encode()


def _sizes(written: dict[str, bytes], python: str, app: str, home: str) -> Sizes:
    """The sizes of a site: its home page loads the runtime, the application and the page's own files."""
    first = {name for name in written if name.startswith(python)}
    first |= {
        f"{app}{name}" for name in (*SCRIPTS, "site.css", "app.bin", "frame.html", "pages/en/home.html")
    }
    first |= {"index.html", *(f"static/{file}" for file in _FILE.findall(home))}
    first = {name for name in first if not name.endswith(".png")}
    loaded = [written[name] for name in first]
    small = sum(min(len(gzip.compress(data, 9)), len(data)) for data in loaded)
    return Sizes(sum(map(len, loaded)), small, sum(map(len, written.values())))
