"""The text after `llm:`: the name of a model and its settings.

`MODEL?legal=no&retries=0` is parsed like a URL: names of models have slashes, colons and dots, but no
question mark. Long or confidential settings are in a file named by OUTNUMBER_MODELS, with one table per
player.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Callable
from math import isfinite
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from outnumber.games import OptionError, Phrase, closest, shown
from outnumber.match import LONGEST_CLOCK

LONGEST = 300
# The variable that names the file.
FILE = "OUTNUMBER_MODELS"
# Fields that a models file must not override.
OURS = frozenset({"model", "messages", "stream", "n"})


class ModelSettings(NamedTuple):
    """How a model is called; None leaves a setting to the endpoint."""

    legal: bool = True  # whether the question shows the legal moves
    retries: int = 2  # how often a turn is retried after an illegal answer
    timeout: float | None = None  # seconds for a turn, including all attempts
    temperature: float | None = None
    top_p: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    max_completion_tokens: int | None = None  # the name of this setting in newer models
    reasoning_effort: str | None = None
    base_url: str = ""  # the URL of the model, if not that of the environment
    key: str = ""  # the name of the variable that contains its key
    system: str = ""  # the system message before the question
    extra_body: dict[str, Any] | None = None  # additional fields of each request
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    # Prices per million tokens.
    prompt_price: float | None = None
    cached_price: float | None = None  # of cached prompt tokens
    completion_price: float | None = None

    def sent(self) -> dict[str, object]:
        """The settings that are sent to the endpoint."""
        chosen = self._asdict()
        named = {name: chosen[name] for name in _SENT if chosen[name] is not None}
        return {**named, **(self.extra_body or {})}

    def told(self) -> dict[str, object]:
        """All settings that determine what a model is asked, so that the question can be repeated."""
        asked = {"legal": self.legal, "retries": self.retries, "timeout": self.timeout}
        return {**asked, **({"system": self.system} if self.system else {}), **self.sent()}

    def price(self, prompt: int, cached: int, completion: int) -> float | None:
        """The price of some tokens, with cached ones included in those of the prompt; None if unknown."""
        if self.prompt_price is None or self.completion_price is None:
            return None
        cheaper = self.prompt_price if self.cached_price is None else self.cached_price
        fresh = (prompt - cached) * self.prompt_price
        return (fresh + cached * cheaper + completion * self.completion_price) / 1_000_000


_SENT = ("temperature", "top_p", "seed", "max_tokens", "max_completion_tokens", "reasoning_effort")


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


def _pattern(pattern: str, remedy: Phrase) -> _Reader:
    def read(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(text)
        return text

    return _Reader(read, remedy)


def _address(text: str) -> str:
    parts = urlsplit(text)
    if "@" in parts.netloc or parts.query:
        raise ValueError(text)  # a plan contains the names of its players and is public
    return text


_YES_NO = {"yes": True, "no": False}
_PRICE = _number(float, 0, 1_000_000)
_READERS = {
    "legal": _Reader(_YES_NO.__getitem__, closest("", list(_YES_NO))),
    "retries": _number(int, 0, 20),
    "timeout": _number(float, 0.1, LONGEST_CLOCK),
    "temperature": _number(float, 0, 2),
    "top_p": _number(float, 0, 1),
    "seed": _number(int, 0, 2**31),
    "max_tokens": _number(int, 1, 10_000_000),
    "max_completion_tokens": _number(int, 1, 10_000_000),
    "reasoning_effort": _pattern(r"[a-z]{1,20}", Phrase("choose a word such as low, medium or high.")),
    "base_url": _Reader(_address, Phrase("a key or password belongs in the models file.")),
    "key": _pattern(r"[A-Za-z_]\w{0,100}", Phrase("name the variable that has the key, not the key.")),
    "requests_per_minute": _number(float, 0.01, 10_000_000),
    "tokens_per_minute": _number(float, 1, 10_000_000_000),
    "prompt_price": _PRICE,
    "cached_price": _PRICE,
    "completion_price": _PRICE,
}


def read_spec(text: str) -> tuple[str, ModelSettings]:
    """The model and its settings; raises `OptionError` with the remedy.

    >>> read_spec("org/name:8b?legal=no&retries=0")[1].legal
    False
    """
    model, _, rest = text.partition("?")
    if not model or len(text) > LONGEST or not text.isprintable() or " " in text:
        remedy = Phrase("name a model of your endpoint, such as llm:gpt-5-mini.")
        raise OptionError("unusable-player", player=shown(f"llm:{text}"), remedy=remedy)
    called, chosen = _filed(model)
    for part in rest.split("&") if rest else []:
        name, _, value = part.partition("=")
        chosen[name] = _read(model, name, value)
    return called, ModelSettings(**chosen)


def _read(model: str, name: str, value: str) -> Any:
    if name not in _READERS:
        remedy = closest(name, list(_READERS))
        raise OptionError("unknown-option", game=f"llm:{model}", text=shown(name), remedy=remedy)
    try:
        return _READERS[name].read(value)
    except (ValueError, LookupError):
        remedy = _READERS[name].remedy
        option = Phrase("{name}", name=name)  # as typed
        # A key typed in place of its name must not be shown.
        text = "…" if name in ("key", "base_url") else shown(value)
        raise OptionError("bad-option", option=option, text=text, remedy=remedy) from None


def _filed(model: str) -> tuple[str, dict[str, Any]]:
    """An entry of the models file: the endpoint's name for the model, and its settings."""
    path = os.environ.get(FILE)
    if not path:
        return model, {}
    try:
        with open(path, "rb") as file:
            table = tomllib.load(file).get(model, {})
        if not isinstance(table, dict):
            raise ValueError(f"{model} is no table")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        remedy = Phrase("the file of models {file} cannot be read: {why}.", file=shown(path, 200), why=why)
        raise OptionError("unusable-player", player=shown(f"llm:{model}"), remedy=remedy) from None
    chosen: dict[str, Any] = {}
    for name, value in table.items():
        if name in ("model", "system", "base_url") and isinstance(value, str) and value:
            chosen[name] = value
        elif name == "extra_body" and isinstance(value, dict) and not OURS & value.keys():
            chosen[name] = json.loads(json.dumps(value, default=str))
        elif name in ("model", "system", "extra_body"):
            remedy = Phrase(
                "model and system are text, extra_body a table without {ours:and}.", ours=sorted(OURS)
            )
            option = Phrase("{name}", name=name)
            raise OptionError("bad-option", option=option, text=shown(value), remedy=remedy)
        else:
            text = ("no", "yes")[value] if isinstance(value, bool) else str(value)
            chosen[name] = _read(model, name, text)
    return chosen.pop("model", model), chosen
