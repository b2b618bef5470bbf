"""Bundles the scripts of a page into one file and its styles into another, compressed for slow connections.

The server does this itself, so that installation never needs Node. The bundler supports only the syntax that
our scripts use: named imports and exports at the beginning of a line, which the formatter guarantees.
"""

from __future__ import annotations

import gzip
import json
import re
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from outnumber.language.voice import Translated, voice
from outnumber.languages import LANGUAGES

STATIC = Path(str(files("outnumber.server"))) / "static"
TEMPLATES = Path(str(files("outnumber.server"))) / "templates"
# The version of a static site, which has its files already.
BUILT = STATIC / "version"
CATALOGUES = Path(str(files("outnumber.language"))) / "languages"

# Literals come first, so that bundling does not change their contents. A slash starts a regular expression
# where no operand can precede it; a template literal may contain others inside its ${…}.
_PLAIN = r"`(?:[^`\\]|\\.)*`"
_LITERAL = rf"""(?P<literal>
    "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*'
    | `(?:[^`\\$]|\\.|\$(?!\{{)|\$\{{(?:[^`{{}}]|\{{[^`{{}}]*\}}|{_PLAIN})*\}})*` | {_PLAIN}
    | (?:(?<=[(,=:?&|!><;{{[])|(?<=return))\s*/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^]\\\n]|\\.)*\])+/
)"""
_LAYOUT = re.compile(rf"{_LITERAL} | (?P<comment>//[^\n]*|/\*.*?\*/) | (?P<space>\s*\n\s*)", re.S | re.X)
# Every statement ends with a semicolon or a brace, so line breaks next to these characters are not needed.
_SIGNS = re.compile(rf"{_LITERAL} | (?P<signs>\s*[=,:?{{}}()[\]&|;]+(?:\s+(?!/))?)", re.S | re.X)
_IMPORT = re.compile(r'^import (?:(\{[^}]*\}|\* as \w+) from )?"(\.[\w./]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const)) ([\w$]+)", re.MULTILINE)
_TEXT = r'"((?:[^"\\]|\\.)*)"'
_SAID = re.compile(rf"\bt\(\s*{_TEXT}")
_COUNTED = re.compile(rf"\btn\(\s*{_TEXT},\s*{_TEXT}")
_STYLES = re.compile(r'set styles = "([^"]+)"')
# The plural forms of the first hundreds determine those of all numbers: no language looks at more than two
# digits.
_PLURALS = 200
# The script whose catalogue is filled in during bundling.
_WORDS = "shared/language.js"
_CATALOGUE = re.compile(r"^const catalogue = .*$", re.MULTILINE)
# The scripts in every bundle, and the one that pages may load later, whose bundle omits those that every page
# has.
_EVERYWHERE, _LATER = ("shared/api.js", "shared/shell.js"), "class/pupil.js"


@cache
def version() -> str:
    """A short hash of all scripts and styles, so that browsers never mix old and new versions."""
    if BUILT.is_file():
        return BUILT.read_text("ascii")
    content = sha256()
    for path in [*sorted(STATIC.rglob("*.*")), *sorted(CATALOGUES.glob("*.mo")), Path(__file__)]:
        content.update(path.read_bytes())
    return content.hexdigest()[:10]


def _source(name: str, root: Path = STATIC) -> str:
    return (root / name).read_text(encoding="utf-8")


@cache
def modules(entry: str, root: Path = STATIC) -> tuple[str, ...]:
    """A script and all its imports, dependencies first; ValueError for circular imports."""
    found: list[str] = []

    def visit(name: str, importers: tuple[str, ...]) -> None:
        if name in importers:
            raise ValueError(" imports ".join([*importers[importers.index(name) :], name]))
        if name not in found:
            for _, path in _IMPORT.findall(shortened(_source(name, root))):
                visit(_resolved(path, name), (*importers, name))
            found.append(name)

    for name in (*_EVERYWHERE, entry):
        visit(name, ())
    return tuple(found)


def _resolved(path: str, importer: str) -> str:
    """The module of an import path, relative to the importing script's folder."""
    return normpath(join(dirname(importer), path))


def shortened(text: str) -> str:
    """A script without comments, empty lines and indentation. Line breaks inside literals become NUL."""
    text = _LAYOUT.sub(lambda found: "" if found["comment"] else found[0], text)
    text = _LAYOUT.sub(lambda found: "\n" if found["space"] else found[0].replace("\n", "\0"), text)
    return text.strip()


@cache
def script(entry: str, language: str) -> str:
    """All modules of a page in one script, with their texts in a language."""
    sources = {name: _source(name) for name in modules(entry)}
    says = voice(language)
    if isinstance(says, Translated):
        # The later bundle uses the plural forms of the page's bundle.
        counted = plurals(says, "".join(map(_source, dict.fromkeys([*sources, *modules(_LATER)]))))
        known = json.dumps(counted, ensure_ascii=False, separators=(",", ":"))
        sources = {name: said(says, text) for name, text in sources.items()}
        sources[_WORDS] = _CATALOGUE.sub(lambda _: f"const catalogue = {known};", sources[_WORDS])
    exports = ""
    if entry == _LATER:
        sources = {name: text for name, text in sources.items() if name not in modules(_EVERYWHERE[-1])}
        exports = f'export const {{ {_exports(shortened(sources[entry]))} }} = $modules["{entry}"];\n'
    # Global, so that a module that is in two bundles of a page runs once.
    return (
        "globalThis.$modules ??= {};\n"
        + "".join(_wrapped(name, text) for name, text in sources.items())
        + exports
    )


def _exports(text: str) -> str:
    return ", ".join(found for _, found in _EXPORT.findall(text))


def _wrapped(name: str, text: str) -> str:
    text = shortened(text)
    body = _IMPORT.sub(lambda found: _taken(found, name), _EXPORT.sub(r"\1 \2", text))
    body = _SIGNS.sub(lambda found: found[0].strip() if found["signs"] else found[0], body).replace(
        "\0", "\n"
    )
    return f'$modules["{name}"] ??= (() => {{\n{body}\nreturn {{ {_exports(text)} }};\n}})();\n'


def _taken(found: re.Match[str], importer: str) -> str:
    names, path = found.groups()
    if not names:
        return ""
    # Renamed imports, in JavaScript's syntax: `a as b`, and `* as all`.
    names = names.replace("* as ", "").replace(" as ", ": ")
    return f'const {names} = $modules["{_resolved(path, importer)}"];'


@cache
def _sheet(name: str) -> str:
    lines = re.sub(r"/\*.*?\*/", "", _source(f"styles/{name}.css"), flags=re.DOTALL).splitlines()
    return "\n".join(filter(None, (line.strip() for line in lines)))


def style(names: tuple[str, ...]) -> str:
    """Several style sheets in one, without comments."""
    return "\n".join(map(_sheet, names))


@cache
def _together() -> frozenset[str]:
    """The combinations of style sheets that pages request."""
    texts = [path.read_text(encoding="utf-8") for path in TEMPLATES.glob("*.html")]
    return frozenset(
        ["base", "noscript", *(f"base+{names}" for text in texts for names in _STYLES.findall(text))]
    )


def said(says: Translated, text: str) -> str:
    """A script with its texts in a language; all other text comes from the server."""

    def translated(found: re.Match[str]) -> str:
        return found[0][: -len(found[1]) - 2] + json.dumps(says.word(_plain(found[1])), ensure_ascii=False)

    return _SAID.sub(translated, text)


def plurals(says: Translated, scripts: str) -> dict[str, Any]:
    """The texts of the scripts that depend on a number, in a language, as JSON."""
    # The plural form of each number, as one digit per number, and one example number per form.
    forms = "".join(str(int(says.catalogue.plural(n))) for n in range(_PLURALS))  # type: ignore[attr-defined]
    numbers = [forms.index(form) for form in sorted(set(forms))]
    return {
        "plurals": {
            one: [says.plural(one, many, n) for n in numbers]
            for one, many in (map(_plain, pair) for pair in _COUNTED.findall(scripts))
        },
        "plural": forms,
    }


def _plain(quoted: str) -> str:
    return str(json.loads(f'"{quoted}"'))


# Over HTTP


def _kept(asked: str) -> dict[str, str]:
    """The cache time of a file: forever if its URL contains its version, otherwise short."""
    own = asked == version()
    return {"Cache-Control": "public, max-age=31536000, immutable" if own else "no-cache"}


@cache
def compressed(text: str) -> bytes:
    return gzip.compress(text.encode(), 9, mtime=0)


def _served(request: Request, text: str, kind: str, pack: bool = True) -> Response:
    headers = _kept(request.path_params["version"]) | {"Vary": "Accept-Encoding"}
    if pack and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(compressed(text), media_type=kind, headers=headers | {"Content-Encoding": "gzip"})
    return Response(text, media_type=kind, headers=headers)


async def scripts(request: Request) -> Response:
    """The script of a page in a language."""
    language, name = request.path_params["language"], f"{request.path_params['name']}.js"
    if language not in LANGUAGES or not _there(name):
        raise HTTPException(404)
    return _served(request, script(name, language), "text/javascript")


async def styles(request: Request) -> Response:
    """The styles of a page: names of sheets separated by plus signs."""
    asked = request.path_params["names"]
    names = tuple(asked.split("+"))
    if len({*names}) < len(names) or not all(_there(f"styles/{name}.css") for name in names):
        raise HTTPException(404)
    # There are millions of combinations; those that no page requests are not cached.
    return _served(request, style(names), "text/css", pack=asked in _together())


async def animals(request: Request) -> Response:
    """The pictures of the animals in a class."""
    return _served(request, _source("class/animals.svg"), "image/svg+xml")


def _there(name: str) -> bool:
    return re.fullmatch(r"(?:\w+/)+\w+\.\w+", name) is not None and (STATIC / name).is_file()


class Files(StaticFiles):
    """Individual scripts, styles and pictures, under a URL that changes with any of them."""

    async def get_response(self, path: str, scope: Any) -> Response:
        asked, _, inner = path.partition("/")
        # The files are small, and processing thousands of ranges takes longer than sending the whole file.
        scope["headers"] = [header for header in scope["headers"] if header[0] != b"range"]
        answer = await super().get_response(inner, scope)
        answer.headers.update(_kept(asked))
        return answer
