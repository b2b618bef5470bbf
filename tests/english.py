"""Find English text in output that should be in another language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from tests.make_catalogue import forms, read

_VALUE = re.compile(r"(\{\w+(?:[:!][^}]*)?\}|%\(\w+\)s)")
# Words that never occur in German sentences, and almost always occur in English ones.
_WORDS = """and any are as be by can cannot choose does each every for from has have if is it its must no not
of on one only or other played that the their them then there they this to turn type which who wins with
without you your"""
# Text that stays the same in every language: commands, flags, quotations, files and addresses.
_VERBATIM = re.compile(
    r"""outnumber(\ [\w\[\]'{}=.,:/-]+)* | --?[\w-]+ (\ [A-Z]\w*|\ [\w,|-]+)? | '[^']*' | "[^"]*" | \[[^]]*\]
    | \S*[/=_.]\S*\w | \b[A-Z|]{2,}\b | \b\w+:\S+ | \{[^}]*\}""",
    re.VERBOSE,
)


class English:
    """The English strings of a catalogue, for finding untranslated text."""

    def __init__(self, language: str) -> None:
        self._language = language

    def among(self, texts: Iterable[str]) -> set[str]:
        """The texts that are English."""
        whole = _whole(self._language)
        return {text for text in texts if whole.fullmatch(" ".join(text.split()))}


@cache
def _whole(language: str) -> re.Pattern[str]:
    """Match each English string of a catalogue; slow to build."""
    patterns = []
    for message in read(language):
        translated = forms(message.string)
        for text in forms(message.id):
            # Skip strings with only a few letters around a value, and words that both languages share.
            if len(re.sub(r"\W", "", _VALUE.sub("", text))) >= 3 and text not in translated:
                patterns.append("".join(map(_pattern, _VALUE.split(text))))
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


def _pattern(part: str) -> str:
    if part == "{n}":
        return r"[\d,]+"
    return "[^.]+" if _VALUE.fullmatch(part) else re.escape(part)


def english_in(text: str) -> list[str]:
    """The lines of a German text that contain English words."""
    words = set(_WORDS.split())
    return [
        line
        for line in text.splitlines()
        if words & {word.lower() for word in re.findall(r"[a-zA-Zäöüß]+", _VERBATIM.sub(" ", line))}
    ]
