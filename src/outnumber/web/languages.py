"""The languages of the pages: one catalogue each, English in the code and the templates themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import Any

from outnumber.games.errors import MESSAGES
from outnumber.games.links import CRITERIA
from outnumber.games.registry import all_games
from outnumber.puzzles.themes import THEMES
from outnumber.theory.reasons import SENTENCES
from outnumber.web.errors import REFUSALS

# Each language by its own name.
LANGUAGES = {"en": "English", "de": "Deutsch"}
ENGLISH = "en"
DOMAIN = "outnumber"
# Codes of errors that only a terminal or a file can cause.
_ELSEWHERE = {
    "not-a-number", "empty", "not-symmetric", "function-criterion", "bad-line", "bad-record", "busy",
    "unreadable", "unsaved",
}  # fmt: skip
# The plural form of every number shows within the first hundreds: no language looks further than two digits.
_PLURALS = 200


def mark(text: str) -> str:
    """Names a string for the catalogue; templates and scripts translate it."""
    return text


# Words that coded sentences have among their numbers.
WORDS = (mark("above"), mark("below"), mark("first"), mark("last"))


def names_of_games() -> Iterator[str]:
    """What the rules call themselves, their options and the choices there: titles and single words."""
    for kind in all_games(added=False):
        yield kind.title
        for option in kind.OPTIONS:
            yield option.name.replace("_", " ")
            yield from option.choices
    yield from CRITERIA


def coded_sentences() -> dict[str, str]:
    """The English sentences that come with a code from the layers below and from the server."""
    refusals = {code: text for code, (_, text) in REFUSALS.items()}
    titles = {f"theme-{name}": theme.title for name, theme in THEMES.items()}
    lessons = {f"lesson-{name}": theme.lesson for name, theme in THEMES.items()}
    everything = {**MESSAGES, **SENTENCES, **refusals, **titles, **lessons}
    return {code: text for code, text in everything.items() if code not in _ELSEWHERE}


@cache
def translations(language: str) -> NullTranslations:
    """The catalogue of a language; English has none, because its strings are the keys of all others."""
    if language == ENGLISH or language not in LANGUAGES:
        return NullTranslations()
    place = files("outnumber.web") / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    return GNUTranslations(BytesIO(place.read_bytes()))


def choose(asked: str | None, kept: str | None, accepted: str) -> str:
    """The language for a visitor: the one asked for, else the one kept, else the browser's, else English.

    >>> choose(None, None, "fr;q=0.9, de-AT;q=0.8, en;q=0.1")
    'de'
    """
    for language in (asked, kept):
        if language in LANGUAGES:
            return str(language)
    wanted: list[tuple[float, int, str]] = []
    for place, part in enumerate(accepted.split(",")[:20]):
        name, _, weight = part.partition(";q=")
        try:
            wanted.append((-float(weight or 1), place, name.strip().lower().partition("-")[0]))
        except ValueError:
            continue
    return next((name for _, _, name in sorted(wanted) if name in LANGUAGES), ENGLISH)


@cache
def words(language: str) -> Mapping[str, Any]:
    """Everything a script needs to speak a language, ready for JSON."""
    catalogue = translations(language)
    strings: dict[str, str] = {}
    plurals: dict[str, list[str]] = {}
    if isinstance(catalogue, GNUTranslations):
        for key, text in _entries(catalogue):
            if isinstance(key, tuple):
                plurals.setdefault(key[0], []).append(text)
            elif key:
                strings[key] = text
    return {
        "strings": strings,
        "plurals": plurals,
        "plural": _plural_forms(catalogue),
        "codes": {code: strings[text] for code, text in coded_sentences().items() if text in strings},
    }


def _entries(catalogue: GNUTranslations) -> list[tuple[Any, str]]:
    # gettext has no public way to list a catalogue; this attribute has been stable since Python 2.
    return sorted(vars(catalogue)["_catalog"].items(), key=lambda entry: str(entry[0]))


def _plural_forms(catalogue: NullTranslations) -> str:
    """Which form each number takes, one digit a number."""
    form = vars(catalogue).get("plural", lambda n: int(n != 1))
    return "".join(str(int(form(n))) for n in range(_PLURALS))
