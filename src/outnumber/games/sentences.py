"""What the program says, as values: an English template and its numbers, which any language can fill.

A template is its own key in the catalogues of other languages (`language/`). Between its braces stand names
of numbers, and how to say them:

    {n}               as it is
    {n:,}             a number that may be large
    {f:number}        counted: 1 number, 5 numbers; also token, move, turn, pair, game, gift
    {moves:or}        one of these is enough: 1, 2 or 4
    {names:and}       all of these
    {pairs:with}      a list of pairs: 1 with 7 and 2 with 4
    {link:is}         what a number must be to follow another; {link:not}: that it is not so
    {option:name}     the name of an option, in words; a phrase instead of a name is said as it is
    {name:inside}     a player inside of a sentence: the computer, not The computer

A sentence about a player has two forms in brackets: `[You win|{name} wins].` says the first to the player who
reads it, where `name` is None, and else the second. A third is for a player who has no name: the computer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple, Protocol

from outnumber.games.numbers import shortened

# What can be counted in a sentence.
COUNTED = {
    what: (f"{{n}} {what}", f"{{n}} {what}s")
    for what in ("number", "token", "move", "turn", "pair", "game", "gift", "winning opening")
}
# Nobody reads a number of more bits, and Python refuses to write the longest.
_LONGEST = 200


# What is said to a player, or about one whom the second form names first.
_FORMS = re.compile(r"\[([^][|]*)\|([^][|{]*\{(\w+)[^][|]*)(?:\|([^][|]*))?\]")


# A text for the catalogues, and a word or a key with what it does: a table of them needs no `mark`.
Text = str
Explained = tuple[str, Text]


def mark(text: str) -> str:
    """Names a text for the catalogues; a voice says it elsewhere."""
    return text


class Said(Protocol):
    """Anything that a voice can say."""

    @property
    def template(self) -> str: ...
    @property
    def numbers(self) -> Mapping[str, Any]: ...


class Phrase:
    """A sentence, or a part of one, with its numbers; `str` says it in English.

    >>> str(Phrase("Choose a whole number from {low} to {high:,}.", low=1, high=1000))
    'Choose a whole number from 1 to 1,000.'
    """

    __slots__ = ("numbers", "template")

    # Stable, where the sentence is one of a table.
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
    """A sentence about a position, one of a table: a stable code and its numbers."""

    __slots__ = ("code",)

    SENTENCES: ClassVar[Mapping[str, str]]

    def __init__(self, code: str, **numbers: Any) -> None:
        super().__init__(self.SENTENCES[code], **numbers)
        self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.code, dict(self.numbers))


def _again(kind: type[Told], code: str, numbers: dict[str, Any]) -> Told:
    return kind(code, **numbers)


class Voice:
    """Says things in English; other languages are other voices.

    >>> ENGLISH.say("Player {seat} is to move", seat=2), ENGLISH.counted("{n} token", "{n} tokens", 3)
    ('Player 2 is to move', '3 tokens')
    """

    language = "en"

    def word(self, text: str) -> str:
        """A title or a single word, as it stands."""
        return text

    def plural(self, one: str, many: str, n: int) -> str:
        """The form of a template for so many."""
        return one if n == 1 else many

    def say(self, text: str, /, **values: Any) -> str:
        """A sentence with its values."""
        return self._filled(self.word(text), values)

    def counted(self, one: str, many: str, n: int, /, **values: Any) -> str:
        """A sentence with a number `n` in it, which decides its form."""
        return self._filled(self.plural(one, many, n), {"n": self.number(n), **values})

    def tell(self, said: Said) -> str:
        """A sentence that came as a value."""
        return self._filled(self.word(said.template), said.numbers)

    def _filled(self, template: str, values: Mapping[str, Any]) -> str:
        if "|" in template:
            template = _FORMS.sub(partial(_form, values), template)
        return template.format_map({name: _Spoken(value, self) for name, value in values.items()})

    def number(self, n: int) -> str:
        """A number that may be large."""
        return f"{n:,}"

    def decimal(self, text: str) -> str:
        """A number with a decimal point."""
        return text

    def percent(self, rate: float) -> str:
        """A share of 1, in per cent.

        >>> ENGLISH.percent(0.3081)
        '30.8%'
        """
        return self.say("{percent}%", percent=self.decimal(f"{100 * rate:.1f}"))

    def listed(self, items: Iterable[object]) -> str:
        """The items as a list in words: a, b and c."""
        return self._joined(items, mark("{first} and {last}"))

    def either(self, items: Iterable[object]) -> str:
        """The items as a choice in words: a, b or c.

        >>> ENGLISH.either([1, 2, 6])
        '1, 2 or 6'
        """
        return self._joined(items, mark("{first} or {last}"))

    def _joined(self, items: Iterable[object], template: str) -> str:
        words = [str(item) for item in items]
        if len(words) < 2:
            return "".join(words)
        return self.say(template, first=", ".join(words[:-1]), last=words[-1])

    def choice(self, numbers: Sequence[int]) -> str:
        """Numbers of which one is enough, in one line whatever their count.

        >>> ENGLISH.choice([1, 2, 4]), ENGLISH.choice(range(1, 101))
        ('1, 2 or 4', '1-100')
        >>> ENGLISH.choice(range(2, 101, 2))
        '2, 4, 6, 8, 10, 12, 14, 16, 18, 20, … or 100 (50 numbers)'
        """
        texts = shortened(numbers)
        more = f" ({self.counted(*COUNTED['number'], len(numbers))})" if "…" in texts else ""
        return self.either(texts) + more


def _form(values: Mapping[str, Any], forms: re.Match[str]) -> str:
    """The form of a sentence for the player whom it speaks to, or of."""
    you, named, player, nameless = forms.groups()
    if player not in values:
        return forms[0]
    if values[player] is None:
        return you
    return nameless if nameless and isinstance(values[player], Nameless) else named


class Nameless(NamedTuple):
    """A player without a name: what to say at the beginning of a sentence, and inside.

    >>> rival = Nameless("The computer", "the computer")
    >>> ENGLISH.say("[You win|{name} wins].", name=rival), ENGLISH.say("[You win|{name} wins].", name=None)
    ('The computer wins.', 'You win.')
    """

    first: str
    inside: str

    def said(self, voice: Voice, how: str) -> str:
        return voice.word(self.inside if how else self.first)


class _Spoken:
    """A value inside a template, said by a voice in the way that the template asks for."""

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
            return voice.word(mark("a huge number"))
        if how == ",":
            return voice.number(value)
        if how.endswith(("f", "g")):
            return voice.decimal(format(value, how))
        return format(value, how)


ENGLISH = Voice()


def brief(numbers: Sequence[int]) -> str:
    """Numbers of which one is enough, in English."""
    return ENGLISH.choice(numbers)
