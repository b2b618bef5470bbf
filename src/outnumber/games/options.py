"""Game options: one declaration for Python keywords, the command line, JSON and records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from .errors import OptionError, bad_option, closest, not_within, too_large
from .numbers import run_texts
from .sentences import ENGLISH, Phrase, Voice

if TYPE_CHECKING:
    from .base import Rules

T = TypeVar("T")
# The JSON types of an option.
Plain = int | str | list[int] | list[str]

LARGEST = 1_000_000


class FormText(NamedTuple):
    """Texts that a form shows instead of an option's name and help."""

    label: str
    help: str = ""
    # The label of each choice, if it differs from the choice itself.
    choices: Mapping[str, str] = {}


class Option(Generic[T]):
    """A game option: `read` parses text or a Python value; `text` and `plain` convert it back."""

    def __init__(
        self,
        name: str,
        default: T,
        help: str,
        *,
        read: Callable[[Option[T], object, int], T],
        text: Callable[[T], str] = str,
        plain: Callable[[T], Plain],
        metavar: str = "TEXT",
        choices: Sequence[str] = (),
        several: bool = False,
        about: str = "",
        told: str = "{name} {value}",
        shown: Callable[[T], str] | None = None,
        form: FormText | None = None,
    ) -> None:
        self.name = name
        self.default = default
        self.help = help
        # A shorter help text for interfaces where users select a value instead of typing it.
        self.about = about or help
        # A template that describes the chosen value to people, and a function that formats the value in it.
        self.told = told
        self.shown = shown or text
        self.form = form
        self.text = text
        self.plain = plain
        self.metavar = metavar
        # The allowed words; with `several`, any combination of them.
        self.choices = tuple(choices)
        self.several = several
        self._read = read

    @property
    def label(self) -> str:
        """The name of the option for people.

        >>> choice_option("first_pattern", ("greater", "less"), "").label
        'first pattern'
        """
        return self.name.replace("_", " ")

    def read(self, given: object, most: int = LARGEST) -> T:
        """Parse a value; raises `OptionError` with the remedy.

        Servers pass `most`, the largest number that a client may choose.
        """
        return self._read(self, given, most)

    def bad(self, given: object, remedy: Phrase) -> OptionError:
        return bad_option(self.name, given, remedy)

    def too_large(self, size: int, most: int) -> OptionError:
        """The error for a number that is valid, but above the limit of this server."""
        what = Phrase("{option:name} {size:,}", option=self.name, size=size)
        return too_large(what, size, "choose up to {most:,} here.", most=most)


@lru_cache(256)
def chosen(rules: Rules, voice: Voice = ENGLISH, *, sized: bool = True) -> str:
    """The size of a game and its options that differ from the defaults, as text for people.

    >>> from outnumber.games.registry import game
    >>> chosen(game("strategy-stacks", opening="even")), chosen(game("number-stack-attack", tokens=[3, 5]))
    ('1 to 9 · even opening', 'target 21 · tokens 3,5')
    """
    parts = []
    for option, value in zip(rules.OPTIONS, rules.options_shown(), strict=True):
        if option.name == rules.SIZE:
            if not sized:
                continue
        elif value == option.shown(option.default):
            continue
        said = ", ".join(map(voice.word, value.split(","))) if option.choices else value
        parts.append(voice.say(option.told, name=voice.word(option.label), value=said))
    return " · ".join(parts)


def whole(given: object) -> int | None:
    """The whole number given as a Python int or as decimal text, else None."""
    if isinstance(given, int) and not isinstance(given, bool):
        return given
    if isinstance(given, str):
        text = given.strip()
        digits = text[1:] if text[:1] in ("-", "+") else text
        if digits.isascii() and digits.isdigit():
            # int() rejects thousands of digits; messages say "a huge number" from 61 digits on.
            return int(text[:600])
    return None


def whole_from(name: str, given: object, low: int, high: int) -> int:
    """The whole number given for an option; raises `OptionError` unless it is between two limits."""
    number = whole(given)
    if number is None or not low <= number <= high:
        raise not_within(name, given, low, high)
    return number


def number_option(
    name: str,
    default: int,
    help: str,
    *,
    low: int = 1,
    high: int = LARGEST,
    told: str = "{name} {value}",
    form: FormText | None = None,
) -> Option[int]:
    """An option whose value is a whole number between two limits."""

    def read(option: Option[int], given: object, most: int) -> int:
        number = whole(given)
        if number is not None and number > most and most < high:
            raise option.too_large(number, most)
        return whole_from(option.name, given, low, max(low, min(high, most)))

    return Option(name, default, help, read=read, plain=int, metavar="N", told=told, form=form)


def choice_option(
    name: str,
    choices: Sequence[str],
    help: str,
    *,
    told: str = "{name} {value}",
    form: FormText | None = None,
) -> Option[str]:
    """An option whose value is one of a few words; the first is the default."""

    def read(option: Option[str], given: object, _: int) -> str:
        if given not in choices:
            raise option.bad(given, closest(str(given), choices))
        return str(given)

    metavar = "|".join(choices)
    return Option(
        name, choices[0], help, read=read, plain=str, metavar=metavar, choices=choices, told=told, form=form
    )


def numbers_option(
    name: str, default: Sequence[int], help: str, *, form: FormText | None = None
) -> Option[tuple[int, ...]]:
    """An option whose value is a set of numbers, written as numbers and runs: `1-9`, `3,5,8`."""
    return Option(
        name,
        tuple(default),
        help,
        read=_read_numbers,
        text=lambda numbers: ",".join(run_texts(numbers)),
        plain=list,
        metavar="LIST",
        form=form,
    )


def _read_numbers(option: Option[tuple[int, ...]], given: object, most: int) -> tuple[int, ...]:
    remedy = Phrase(
        "give numbers from 1 to {most:,} and runs, such as 1-9 or 3,5,8.", most=min(LARGEST, most)
    )
    parts: list[Any]
    if isinstance(given, str):
        parts = list(given.split(","))
    elif isinstance(given, Iterable):
        parts = list(given)
    else:
        parts = [given]
    runs: list[tuple[int, int]] = []
    for part in parts:
        first, dash, last = part.partition("-") if isinstance(part, str) else (part, "", "")
        low, high = whole(first), whole(last if dash else first)
        if low is None or high is None or not 1 <= low <= high:
            raise option.bad(given, remedy)
        if high > most and most < LARGEST:
            raise option.too_large(high, most)
        if high > LARGEST:
            raise option.bad(given, remedy)
        runs.append((low, high))
    if not runs:
        raise option.bad(given, remedy)
    # Merge overlapping runs, so that a thousand copies of 1-1000000 cost no more than one.
    found: list[int] = []
    for low, high in sorted(runs):
        found.extend(range(max(low, found[-1] + 1) if found else low, high + 1))
    return tuple(found)
