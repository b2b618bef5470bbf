"""The voices, one for each language. English sentences are the keys of all other languages."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Any

from outnumber.games import ENGLISH, OptionError, Phrase, Voice, bad_option, closest
from outnumber.games.sentences import ADDED, Catalogue
from outnumber.languages import LANGUAGES, VARIABLE

if TYPE_CHECKING:
    from gettext import GNUTranslations

# A narrow space between thousands reads the same in every language; a comma does not.
_THOUSANDS = "\u202f"


class Translated(Voice):
    """A voice that looks up every sentence in a catalogue."""

    def __init__(self, language: str, catalogue: GNUTranslations) -> None:
        self.language = language
        self.catalogue = catalogue
        # Games that are loaded later add their texts to it.
        self.added: Catalogue = ADDED.setdefault(language, {})

    def __reduce__(self) -> tuple[object, ...]:
        return voice, (self.language,)

    def word(self, text: str) -> str:
        # The empty text is the key of the catalogue's own header.
        said, added = self.catalogue.gettext(text) if text else "", self.added.get(text)
        return added if said == text and isinstance(added, str) else said

    def plural(self, one: str, many: str, n: int) -> str:
        said, added = self.catalogue.ngettext(one, many, n), self.added.get(one)
        return added[n != 1] if said in (one, many) and isinstance(added, tuple) else said

    def number(self, n: int) -> str:
        return f"{n:,}".replace(",", _THOUSANDS)

    def decimal(self, text: str) -> str:
        return text.replace(".", self.word("."))


@cache
def voice(language: str) -> Voice:
    """The voice of a language; raises `OptionError` if there is none.

    >>> voice("de").choice([1, 2, 4])
    '1, 2 oder 4'
    """
    if language == ENGLISH.language:
        return ENGLISH
    if language not in LANGUAGES:
        raise unknown(language)
    # Imported only when a language other than English is used.
    from gettext import GNUTranslations
    from importlib.resources import files

    file: Any = files("outnumber.language") / "languages" / f"{language}.mo"
    with file.open("rb") as catalogue:
        return Translated(language, GNUTranslations(catalogue))


def unknown(language: str, asked_by: str = "language") -> OptionError:
    """The error for an unknown language."""
    option = Phrase("{name}", name=asked_by)
    return bad_option(option, language, closest("", [*LANGUAGES]))


def of_the_system() -> str:
    """The language of the environment; English if it is not available."""
    for name in (VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = os.environ.get(name, "").partition("_")[0].partition(".")[0].lower()
        if wanted:
            return wanted if wanted in LANGUAGES else ENGLISH.language
    return ENGLISH.language


def accepted(wishes: str) -> str:
    """The best available language for a browser's Accept-Language header, such as `fr;q=0.9, de-AT;q=0.8`.

    >>> accepted("fr;q=0.9, de-AT;q=0.8, en;q=0.1")
    'de'
    """
    wanted: list[tuple[float, int, str]] = []
    for place, part in enumerate(wishes.split(",")[:20]):
        name, _, weight = part.replace(" ", "").partition(";q=")
        try:
            wish = float(weight or 1)
        except ValueError:
            continue
        if 0 < wish <= 1:  # 0 means not acceptable
            wanted.append((-wish, place, name.lower().partition("-")[0]))
    return next((name for _, _, name in sorted(wanted) if name in LANGUAGES), ENGLISH.language)
