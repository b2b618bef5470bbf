"""Bring the catalogues of all languages up to date: python -m tests.make_catalogue

Strings are read from the code, templates and scripts. Existing translations are preserved, new strings are
added without a translation, and the compiled files used by the program are rewritten.
"""

from __future__ import annotations

import ast
import inspect
import io
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from outnumber.api.errors import REFUSALS
from outnumber.cli.main import COMMANDS, group
from outnumber.cli.output import COUNTED as COUNTED_INSTEAD
from outnumber.cli.output import INSTEAD, paragraphs
from outnumber.games.errors import MESSAGES
from outnumber.games.links import CRITERIA
from outnumber.games.registry import all_games
from outnumber.games.sentences import COUNTED, ENGLISH
from outnumber.language.animals import ANIMALS
from outnumber.language.commands import footer_of, help_for
from outnumber.languages import LANGUAGES
from outnumber.players.registry import NAMES
from outnumber.server.errors import DatabaseError
from outnumber.study.chains.chain import ChainError
from outnumber.study.lessons.lesson import LESSONS
from outnumber.study.lessons.sentences import Teaching
from outnumber.study.pictures.captions import Caption
from outnumber.study.puzzles.sentences import Remark
from outnumber.study.puzzles.themes import THEMES
from outnumber.theory.reasons import Explanation

SOURCE = Path(__file__).parents[1] / "src" / "outnumber"
CATALOGUES = SOURCE / "language" / "languages"
# Its messages are for developers of games, next to a traceback.
FOR_PROGRAMMERS = SOURCE / "conformance.py"
# A string, or a singular with its plural.
String = str | tuple[str, str]

# Functions that output text, and the positions of their text arguments; two positions are a singular and its
# plural.
SAID = {
    "say": (0,),
    "_say": (0,),
    "speak": (0,),
    "_speak": (0,),
    "word": (0,),
    "_word": (0,),
    "mark": (0,),
    "counted": (0, 1),
    "plural": (0, 1),
    "Phrase": (0,),
    "bad_option": (2,),
    "too_large": (2,),
    "Key": (1,),
    "Wrong": (0,),
    "Refuted": (0,),
    "NotChecked": (0,),
    "RecordError": (1,),
    "said": (1,),
    "whose": (0,),
    "usage_error": (0,),
    "bad_value": (1,),
    "need": (1,),
    "need_feasible": (1,),
    "address": (1,),
    "bad_request": (0,),
    "must_be": (1,),
    "Row": (0,),
    "Warnings": (1,),
    "_joined": (1,),
    "_total": (1,),
}
# Functions whose arguments are all text.
ALL_SAID = ("section", "table", "Nameless")
# Annotations of a text, and of a row that ends with one; tables contain these. A row ends with as many texts
# as its annotation has.
TEXTS = re.compile(r"\b(Text|Explained)\b")
# Unrelated methods with the same names.
_OTHERS = ("console.say", "plot.mark")
# Click's own messages in the versions we support, and our replacements for them.
CLICK: tuple[String, ...] = (
    "Usage:",
    "Options",
    "Commands",
    "Show the version and exit.",
    "Show this message and exit.",
    "default: {default}",
    "required",
    *INSTEAD.values(),
    *COUNTED_INSTEAD.values(),
)
# The most frequent messages of the operating system; others stay English.
SYSTEM = (
    "Address already in use",
    "Cannot assign requested address",
    "Directory not empty",
    "Disk quota exceeded",
    "File exists",
    "File name too long",
    "File too large",
    "Input/output error",
    "Is a directory",
    "No such file or directory",
    "No space left on device",
    "Not a directory",
    "Operation not permitted",
    "Permission denied",
    "Read-only file system",
    "Too many open files",
)
# Folders with pages; how to read their templates and scripts, and how these mark strings.
PAGES = ("server", "agents/arena/report")
_Way = tuple[str, str, dict[str, str], dict[str, tuple[int, ...] | None]]
TEMPLATES: _Way = ("templates/**.html", "jinja2", {}, {"_": None, "gettext": None, "ngettext": (1, 2)})
SCRIPTS: _Way = (
    "static/**.js", "javascript", {"parse_template_string": "true"}, {"t": None, "tn": (1, 2)}
)  # fmt: skip


def strings() -> set[String]:
    """Every user-visible string that needs a translation."""
    found = {
        *_in_code(),
        *_in_pages(TEMPLATES),
        *in_scripts(),
        *_of_commands(),
        *_of_games(),
        *_of_keys(),
        *_by_code(),
        *COUNTED.values(),
        *CLICK,
        *SYSTEM,
    }
    return {string for string in found if _has_words(string)}


def _has_words(string: String) -> bool:
    """Whether a string contains words or decides how decimals are written."""
    texts = string if isinstance(string, tuple) else (string,)
    literals = re.sub(r"\{[^}]*\}", "", "".join(texts))
    return string == "." or any(c.isalpha() or c == "%" for c in literals)


class Unreadable(Exception):
    """A text that cannot be translated, because it is assembled where it is output."""


def _in_code() -> Iterator[String]:
    for path in sorted(SOURCE.rglob("*.py")):
        if path != FOR_PROGRAMMERS:
            yield from in_python(path.read_text(encoding="utf-8"), str(path))


def in_python(code: str, name: str = "code") -> Iterator[String]:
    """The literal strings that a Python file outputs; variables are traced to their source elsewhere."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.AnnAssign) and TEXTS.search(ast.unparse(node.annotation)):
            yield from _in_table(node.value, len(TEXTS.findall(ast.unparse(node.annotation))))
        if not isinstance(node, ast.Call):
            continue
        function = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if function in ALL_SAID:
            yield from (text for argument in node.args for text in _constants(argument))
            continue
        places = SAID.get(function, ())
        arguments = [node.args[place] for place in places if place < len(node.args)]
        if function == "StoreError":
            places, arguments = (0,), [each.value for each in node.keywords if each.arg == "remedy"]
        if not arguments or ast.unparse(node.func).endswith(_OTHERS):
            continue
        for argument in arguments:
            if isinstance(argument, ast.JoinedStr | ast.BinOp) and _constants(argument):
                raise Unreadable(f"{name}:{node.lineno}: {ast.unparse(argument)}")
        values = [each.value for each in arguments if isinstance(each, ast.Constant)]
        texts = [value for value in values if isinstance(value, str)]
        if len(texts) == len(places):
            yield (texts[0], texts[1]) if len(texts) == 2 else texts[0]
        elif len(arguments) == 1 and isinstance(arguments[0], ast.IfExp):
            yield from _constants(arguments[0].body) + _constants(arguments[0].orelse)


def _in_table(value: ast.expr | None, count: int) -> Iterator[str]:
    """The texts in a value: the values of a dictionary; of a row the last items, as many as are texts."""
    items = value.values if isinstance(value, ast.Dict) else getattr(value, "elts", [value])
    for item in items:
        for last in item.elts[-count:] if isinstance(item, ast.Tuple) else [item]:
            if isinstance(last, ast.Constant) and isinstance(last.value, str):
                yield last.value


def _constants(argument: ast.AST) -> list[str]:
    found = [node.value for node in ast.walk(argument) if isinstance(node, ast.Constant)]
    return [text for text in found if isinstance(text, str)]


def in_scripts() -> Iterator[String]:
    """The strings in the scripts of the pages."""
    return _in_pages(SCRIPTS)


def _in_pages(way: _Way) -> Iterator[String]:
    pattern, method, options, keywords = way
    for folder in PAGES:
        for _, _, message, *_ in extract_from_dir(
            str(SOURCE / folder), [(pattern, method)], {pattern: options}, keywords
        ):
            yield (str(message[0]), str(message[1])) if isinstance(message, (list, tuple)) else str(message)


def _of_commands() -> Iterator[String]:
    """The help texts of the command line."""
    yield from COMMANDS.values()
    context = click.Context(group)
    for command in (group, *(group.get_command(context, name) for name in COMMANDS)):
        assert command
        yield from paragraphs(inspect.cleandoc(command.help or ""))
        yield from paragraphs(command.epilog or "")
        for parameter in command.params:
            if isinstance(parameter, click.Option) and parameter.help:
                yield parameter.help


def _of_games() -> Iterator[String]:
    """The names of games, options, choices and players."""
    for kind in all_games(added=False):
        yield from (kind.title, kind.summary)
        for option in kind.OPTIONS:
            yield from (option.label, option.help, option.about, option.told, *option.choices)
            if option.form:
                yield from (option.form.label, option.form.help, *option.form.choices.values())
    yield from (*NAMES, *NAMES.values())
    for each in CRITERIA.values():
        yield from (each.together, each.phrase, each.denied)


def _of_keys() -> Iterator[String]:
    """The help for keys and commands; only words among the keys have other names in other languages."""
    for screen in re.findall("(?m)^# (.*)$", (SOURCE / "language" / "help.txt").read_text(encoding="utf-8")):
        for key, text in help_for(screen):
            yield from (key, text) if re.search("[a-z]{2}", key) else (text,)
        for name, does, _ in footer_of(screen):
            yield from (name, does) if re.search("[a-z]{2}", name) else (does,)


def _by_code() -> Iterator[String]:
    """The messages of error codes, and other texts by a name."""
    yield from (*ANIMALS.values(), *MESSAGES.values(), *(text for _, text in REFUSALS.values()))
    yield from (*ChainError.TEMPLATES.values(), *DatabaseError.TEMPLATES.values())
    for kind in (Explanation, Remark, Caption, Teaching):
        yield from kind.SENTENCES.values()
    for lesson in LESSONS.values():
        yield from (lesson.title, *(level.about.template for level in lesson.levels))
    for theme in THEMES.values():
        yield from (theme.title, theme.lesson)


def forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """The entries a catalogue has for a string: one text, or one per plural form."""
    return (text or "",) if text is None or isinstance(text, str) else tuple(text)


def read(language: str) -> Catalog:
    """The editable catalogue of a language."""
    with (CATALOGUES / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def updated(language: str) -> Catalog:
    """The catalogue with exactly the current strings."""
    old = read(language)
    new = Catalog(locale=language, project="Outnumber", header_comment="#", fuzzy=False)
    new.creation_date, new.revision_date = old.creation_date, old.revision_date
    for string in sorted(strings(), key=str):
        kept = old.get(string[0] if isinstance(string, tuple) else string)
        new.add(
            string, kept.string if kept and isinstance(kept.id, tuple) == isinstance(string, tuple) else ""
        )
    return new


def written(catalogue: Catalog) -> bytes:
    """The catalogue in its editable format."""
    file = io.BytesIO()
    write_po(file, catalogue, width=110, omit_header=False)
    return file.getvalue()


def compiled(catalogue: Catalog) -> bytes:
    """The catalogue in its compiled format."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def main() -> None:
    for language in LANGUAGES:
        if language == ENGLISH.language:
            continue
        catalogue = updated(language)
        (CATALOGUES / f"{language}.po").write_bytes(written(catalogue))
        (CATALOGUES / f"{language}.mo").write_bytes(compiled(catalogue))
        missing = untranslated(catalogue)
        sys.stdout.write(f"{language}: {len(catalogue)} strings, {len(missing)} without a translation\n")


def untranslated(catalogue: Catalog) -> list[String]:
    """The strings that lack a translation or one of its plural forms."""
    messages = ((forms(message.id), forms(message.string)) for message in catalogue if message.id)
    return [(key[0], key[1]) if len(key) > 1 else key[0] for key, said in messages if not all(said)]


if __name__ == "__main__":
    main()
