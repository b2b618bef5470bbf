"""Brings the catalogues of the pages up to date: python -m tests.make_catalogue

Strings are read from the templates, the scripts, the pictures and the code. Translations are kept, new
strings are added empty, and the compiled files that the server reads are written anew.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from outnumber.web.languages import DOMAIN, ENGLISH, LANGUAGES, coded_sentences, names_of_games

WEB = Path(__file__).parents[1] / "src" / "outnumber" / "web"
PICTURES = WEB.with_name("pictures")
LOCALE = WEB / "locale"
_PYTHON = {"mark": None, "say": None, "counted": (1, 2)}
# Where strings are, how they are read, and the functions that mark them.
SOURCES = (
    (PICTURES, "**.py", "python", {}, _PYTHON),
    (WEB, "**.py", "python", {}, _PYTHON),
    (WEB, "templates/**.html", "jinja2", {}, {"_": None, "gettext": None, "ngettext": (1, 2)}),
    (WEB, "static/**.js", "javascript", {"parse_template_string": "true"}, {"t": None, "tn": (1, 2)}),
)


def strings() -> Iterator[str | tuple[str, str]]:
    """Every string that a page can show; a pair is a singular with its plural."""
    for directory, pattern, method, options, keywords in SOURCES:
        found = extract_from_dir(str(directory), [(pattern, method)], {pattern: options}, keywords)
        for _, _, message, *_ in found:
            yield tuple(message) if isinstance(message, (list, tuple)) else message  # type: ignore[misc]
    yield from coded_sentences().values()
    yield from names_of_games()


def read(language: str) -> Catalog:
    """The catalogue of a language as people edit it."""
    with (LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def updated(language: str) -> Catalog:
    """The catalogue with all strings of today, and no others."""
    old = read(language)
    new = Catalog(locale=language, domain=DOMAIN, project="Outnumber", header_comment="#", fuzzy=False)
    for string in sorted(set(strings()), key=str):
        kept = old.get(string[0] if isinstance(string, tuple) else string)
        new.add(string, kept.string if kept else "")
    return new


def compiled(catalogue: Catalog) -> bytes:
    """The catalogue as the server reads it."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def main() -> None:
    for language in LANGUAGES:
        if language == ENGLISH:
            continue
        catalogue = updated(language)
        place = LOCALE / language / "LC_MESSAGES" / DOMAIN
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.with_suffix(".po").open("wb") as file:
            write_po(file, catalogue, width=110, omit_header=False)
        place.with_suffix(".mo").write_bytes(compiled(catalogue))
        missing = [message.id for message in catalogue if message.id and not all_parts(message.string)]
        sys.stdout.write(f"{language}: {len(catalogue)} strings, {len(missing)} without a translation\n")


def all_parts(string: object) -> bool:
    """Whether a translation is there, in all its plural forms."""
    return all(string) if isinstance(string, (list, tuple)) else bool(string)


if __name__ == "__main__":
    main()
