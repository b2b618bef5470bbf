"""The words of pictures in the languages of the pages."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from string import Formatter
from typing import Any

from outnumber.games.numbers import shortened
from outnumber.pictures.voice import ENGLISH as IN_ENGLISH
from outnumber.pictures.voice import Voice
from outnumber.theory.reasons import SENTENCES, Explanation
from outnumber.web.languages import ENGLISH, translations

# What `{n:number}` and its like stand for; the scripts of the pages have the same.
_COUNTED = {what: (f"{{n}} {what}", f"{{n}} {what}s") for what in ("number", "token", "move", "turn")}


def voice(language: str) -> Voice:
    """The voice for a language.

    >>> voice("de").choice([1, 2, 4])
    '1, 2 oder 4'
    """
    return IN_ENGLISH if language == ENGLISH else _Translated(translations(language))


class _Translated(Voice):
    """A voice that looks everything up in a catalogue."""

    def __init__(self, catalogue: NullTranslations) -> None:
        self._catalogue = catalogue

    def word(self, text: str) -> str:
        # The empty text is the key of the catalogue's own header.
        return self._catalogue.gettext(text) if text else ""

    def counted(self, one: str, many: str, n: int, **values: object) -> str:
        return self._catalogue.ngettext(one, many, n).format(n=self.number(n), **values)

    def number(self, n: int) -> str:
        # A narrow space between thousands is read the same everywhere; a comma is not.
        return f"{n:,}".replace(",", "\u202f")

    def choice(self, numbers: Sequence[int]) -> str:
        *others, last = shortened(numbers) or [""]
        words = self.say("{first} or {last}", first=", ".join(others), last=last) if others else last
        more = self.counted("{n} number", "{n} numbers", len(numbers)) if "…" in others else ""
        return f"{words} ({more})" if more else words

    def reason(self, reason: Explanation) -> str:
        return _Sentence(self).vformat(self.word(SENTENCES[reason.code]), (), reason.numbers)


class _Sentence(Formatter):
    """Fills a coded sentence: numbers are counted, pairs listed, and words such as above translated."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice

    def format_field(self, value: Any, spec: str) -> str:
        if spec == "with":
            *others, last = [self._voice.say("{a} with {b}", a=a, b=b) for a, b in value]
            if not others:
                return last
            return self._voice.say("{first} and {last}", first=", ".join(others), last=last)
        if spec:
            return self._voice.counted(*_COUNTED[spec], value)
        return self._voice.word(value) if isinstance(value, str) else str(value)
