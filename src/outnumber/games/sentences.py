"""Messages as values: an English template and its values, which can be rendered in any language.

The template is also the key in the catalogues of other languages (`language/`). A placeholder names a value
and how to format it:

    {n}               plain
    {n:,}             a large number, with thousands separators
    {f:number}        a count with its noun: 1 number, 5 numbers; also token, move, turn, pair, game, gift
    {moves:or}        alternatives: 1, 2 or 4
    {names:and}       a list: 1, 2 and 4
    {pairs:with}      a list of pairs: 1 with 7 and 2 with 4
    {link:is}         the condition for the next number; {link:not} negates it
    {option:name}     the name of an option, in words; a phrase is rendered as a phrase
    {name:inside}     a player in the middle of a sentence: the computer, not The computer

A sentence about a player has two forms in brackets, as in `[You win|{name} wins].` The first addresses the
reader and applies when `name` is None; the second applies otherwise. A third is for players without a name,
such as the computer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple, Protocol

from .numbers import shortened

# The nouns that a placeholder can count.
COUNTED = {
    what: (f"{{n}} {what}", f"{{n}} {what}s")
    for what in ("number", "token", "move", "turn", "pair", "game", "gift", "winning opening")
}
# Integers with more bits are shown as "a huge number": they are unreadable, and Python limits `str`.
_LONGEST = 200


# The texts of added games by language: for each English text its translation, or two forms for a counted one.
Catalogue = Mapping[str, str | tuple[str, str]]
ADDED: dict[str, dict[str, str | tuple[str, str]]] = {}

# The forms of a sentence about a player; the first placeholder of the second form names the player.
_FORMS = re.compile(r"\[([^][|]*)\|([^][|{]*\{(\w+)[^][|]*)(?:\|([^][|]*))?\]")


# A translatable text, and a command or key with its translatable description. The texts in a table with this
# type need no `mark`.
Text = str
Explained = tuple[str, Text]


def mark(text: str) -> str:
    """Mark a text for the catalogues; a voice translates it later."""
    return text


class Said(Protocol):
    """Anything with a template and values, which a voice can render."""

    @property
    def template(self) -> str: ...
    @property
    def numbers(self) -> Mapping[str, Any]: ...


class Phrase:
    """A sentence, or part of one, with its values; `str` renders it in English.

    >>> str(Phrase("Choose a whole number from {low} to {high:,}.", low=1, high=1000))
    'Choose a whole number from 1 to 1,000.'
    """

    __slots__ = ("numbers", "template")

    # A stable code if the sentence comes from a table.
    code: str = ""

    def __init__(self, template: str, /, **numbers: Any) -> None:
        self.template = template
        self.numbers: Mapping[str, Any] = numbers

    def __str__(self) -> str:
        return ENGLISH.tell(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {str(self)!r}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Phrase):
            return NotImplemented
        return (self.template, self.numbers) == (other.template, other.numbers)

    def __hash__(self) -> int:
        return hash((self.template, *sorted(self.numbers)))


class Told(Phrase):
    """A sentence about a position, from a table: a stable code and its values."""

    __slots__ = ("code",)

    SENTENCES: ClassVar[Mapping[str, str]]

    def __init__(self, code: str, **numbers: Any) -> None:
        super().__init__(self.SENTENCES[code], **numbers)
        self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        return partial(type(self), self.code, **self.numbers), ()


def read_sentences(module: str) -> dict[str, str]:
    """The sentences by their codes in the text file beside a module.

    A line is `code: sentence`, and indented lines continue it; comments begin with #.
    """
    found: dict[str, str] = {}
    code = ""
    with open(f"{module.rpartition('.')[0]}.txt", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith(" "):
                found[code] += f" {line.strip()}"
            elif not line.startswith(("#", "\n")):
                code, _, found[code] = line.rstrip("\n").partition(": ")
    return found


class Voice:
    """Renders messages in English; subclasses render other languages.

    >>> ENGLISH.say("Player {seat} is to move", seat=2), ENGLISH.counted("{n} token", "{n} tokens", 3)
    ('Player 2 is to move', '3 tokens')
    """

    language = "en"

    def __reduce__(self) -> str | tuple[object, ...]:
        return "ENGLISH"

    def word(self, text: str) -> str:
        """The translation of a text without values."""
        return text

    def plural(self, one: str, many: str, n: int) -> str:
        """The singular or plural form of a template."""
        return one if n == 1 else many

    def say(self, text: str, /, **values: Any) -> str:
        """A sentence with its values filled in."""
        return self._filled(self.word(text), values)

    def counted(self, one: str, many: str, n: int, /, **values: Any) -> str:
        """A sentence in the singular or plural form that `n` requires."""
        return self._filled(self.plural(one, many, n), {"n": self.number(n), **values})

    def tell(self, said: Said) -> str:
        """The text of a phrase, an error or any other message."""
        return self._filled(self.word(said.template), said.numbers)

    def _filled(self, template: str, values: Mapping[str, Any]) -> str:
        if "|" in template:
            template = _FORMS.sub(partial(_form, values), template)
        return template.format_map({name: _Spoken(value, self) for name, value in values.items()})

    def number(self, n: int) -> str:
        """A number with thousands separators."""
        return f"{n:,}"

    def decimal(self, text: str) -> str:
        """A formatted decimal number, with the decimal separator of the language."""
        return text

    def percent(self, rate: float) -> str:
        """A fraction of 1 as a percentage.

        >>> ENGLISH.percent(0.3081)
        '30.8%'
        """
        return self.say("{percent}%", percent=self.decimal(f"{100 * rate:.1f}"))

    def listed(self, items: Iterable[object]) -> str:
        """The items as a list in words: a, b and c."""
        return self._joined(items, "{first} and {last}")

    def either(self, items: Iterable[object]) -> str:
        """The items as alternatives in words: a, b or c.

        >>> ENGLISH.either([1, 2, 6])
        '1, 2 or 6'
        """
        return self._joined(items, "{first} or {last}")

    def _joined(self, items: Iterable[object], template: str) -> str:
        words = [str(item) for item in items]
        if len(words) < 2:
            return "".join(words)
        return self.say(template, first=", ".join(words[:-1]), last=words[-1])

    def choice(self, numbers: Sequence[int]) -> str:
        """Alternative numbers, shortened to one line.

        >>> ENGLISH.choice([1, 2, 4]), ENGLISH.choice(range(1, 101))
        ('1, 2 or 4', '1-100')
        >>> ENGLISH.choice(range(2, 101, 2))
        '2, 4, 6, 8, 10, 12, 14, 16, 18, 20, … or 100 (50 numbers)'
        """
        texts = shortened(numbers)
        more = f" ({self.counted(*COUNTED['number'], len(numbers))})" if "…" in texts else ""
        return self.either(texts) + more


def _form(values: Mapping[str, Any], forms: re.Match[str]) -> str:
    """Select the form of a sentence by the player that it addresses or names."""
    you, named, player, nameless = forms.groups()
    if player not in values:
        return forms[0]
    if values[player] is None:
        return you
    return nameless if nameless and isinstance(values[player], Nameless) else named


class Nameless(NamedTuple):
    """A player without a name: the text at the start of a sentence, and in the middle of one.

    >>> rival = Nameless("The computer", "the computer")
    >>> ENGLISH.say("[You win|{name} wins].", name=rival), ENGLISH.say("[You win|{name} wins].", name=None)
    ('The computer wins.', 'You win.')
    """

    first: str
    inside: str

    def said(self, voice: Voice, how: str) -> str:
        return voice.word(self.inside if how else self.first)


class _Spoken:
    """A value in a template, which a voice formats as its placeholder specifies."""

    __slots__ = ("_value", "_voice")

    def __init__(self, value: Any, voice: Voice) -> None:
        self._value = value
        self._voice = voice

    def __format__(self, how: str) -> str:
        value, voice = self._value, self._voice
        if how in COUNTED:
            return voice.counted(*COUNTED[how], value)
        if how == "or":
            return voice.choice(value) if value and isinstance(value[0], int) else voice.either(value)
        if how == "and":
            return voice.listed(value)
        if how == "with":
            return voice.listed(voice.say("{a} with {b}", a=a, b=b) for a, b in value)
        if isinstance(value, Nameless) or how in ("is", "not"):
            return str(value.said(voice, how))
        if hasattr(value, "template"):
            return voice.tell(value)
        if how == "inside":
            return str(value)
        if how == "name":
            return voice.word(str(value).replace("_", " "))
        if isinstance(value, int) and value.bit_length() > _LONGEST:
            return voice.word("a huge number")
        if how == ",":
            return voice.number(value)
        if how.endswith(("f", "g")):
            return voice.decimal(format(value, how))
        return format(value, how)


ENGLISH = Voice()


def brief(numbers: Sequence[int]) -> str:
    """Alternative numbers, in English."""
    return ENGLISH.choice(numbers)
