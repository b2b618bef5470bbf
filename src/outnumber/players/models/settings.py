"""What stands after `llm:`: the name of a model, and how it is asked.

`MODEL?legal=no&retries=0` is read like a web address: names of models have slashes, colons and dots, but no
question mark.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Any, NamedTuple

from outnumber.games.errors import OptionError, closest, shown
from outnumber.games.sentences import Phrase
from outnumber.session.match import LONGEST_CLOCK

LONGEST = 300


class Settings(NamedTuple):
    """How a model is asked; what is None is left to the endpoint."""

    legal: bool = True  # whether the legal moves are shown
    retries: int = 2  # how often a turn is tried again after an answer that is no legal move
    timeout: float | None = None  # seconds for a turn, all tries included
    temperature: float | None = None
    top_p: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    max_completion_tokens: int | None = None  # what newer models call it
    reasoning_effort: str | None = None

    def sent(self) -> dict[str, object]:
        """What the endpoint gets as it is."""
        chosen = self._asdict()
        return {name: chosen[name] for name in self._fields[3:] if chosen[name] is not None}


class _Reader(NamedTuple):
    read: Callable[[str], Any]
    remedy: Phrase


def _number(kind: Callable[[str], Any], low: float, high: float) -> _Reader:
    def read(text: str) -> Any:
        number = kind(text)
        if not (isfinite(number) and low <= number <= high):
            raise ValueError(text)
        return number

    if kind is int:
        return _Reader(read, Phrase("choose a whole number from {low} to {high:,}.", low=low, high=high))
    return _Reader(read, Phrase("choose a number from {low} to {high:,}.", low=low, high=high))


def _choice(**values: Any) -> _Reader:
    return _Reader(values.__getitem__, closest("", list(values)))


_READERS = {
    "legal": _choice(yes=True, no=False),
    "retries": _number(int, 0, 20),
    "timeout": _number(float, 0.1, LONGEST_CLOCK),
    "temperature": _number(float, 0, 2),
    "top_p": _number(float, 0, 1),
    "seed": _number(int, 0, 2**31),
    "max_tokens": _number(int, 1, 10_000_000),
    "max_completion_tokens": _number(int, 1, 10_000_000),
    "reasoning_effort": _choice(none="none", minimal="minimal", low="low", medium="medium", high="high"),
}


def read_spec(text: str) -> tuple[str, Settings]:
    """The model and its settings; raises `OptionError` with the remedy.

    >>> read_spec("org/name:8b?legal=no&retries=0")[1].legal
    False
    """
    model, _, rest = text.partition("?")
    if not model or len(text) > LONGEST or not text.isprintable() or " " in text:
        remedy = Phrase("name a model of your endpoint, such as llm:gpt-5-mini.")
        raise OptionError("unusable-player", player=shown(f"llm:{text}"), remedy=remedy)
    chosen: dict[str, Any] = {}
    for part in rest.split("&") if rest else []:
        name, _, value = part.partition("=")
        if name not in _READERS:
            remedy = closest(name, list(_READERS))
            raise OptionError("unknown-option", game=f"llm:{model}", text=shown(name), remedy=remedy)
        try:
            chosen[name] = _READERS[name].read(value)
        except (ValueError, LookupError):
            remedy = _READERS[name].remedy
            option = Phrase("{name}", name=name)  # as it is typed
            raise OptionError("bad-option", option=option, text=shown(value), remedy=remedy) from None
    return model, Settings(**chosen)
