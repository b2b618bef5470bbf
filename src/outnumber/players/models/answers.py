"""Reads what a language model answered: the text in a chat completion, and the number in a text."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

_MARK = re.compile(r"\bmove[*_`\"'\s]*[:=：]", re.IGNORECASE)
_NUMBER = re.compile(r"(?<!\w)-?\d+|\d+")
_SENTENCE_END = re.compile(r"[.;!](?:\s|$)|\n")


def read_answer(text: str) -> int | None:
    """The number that an answer plays: what follows the last `move:`, or its only number; None if unclear.

    >>> read_answer("5 or 7? **Move: 7**"), read_answer("7"), read_answer("5 or 7")
    (7, 7, None)
    """
    # What a model thinks aloud is no answer, above all where it was cut short.
    text = text.rpartition("</think>")[2].partition("<think>")[0]
    marks = list(_MARK.finditer(text))
    if marks:
        text = _SENTENCE_END.split(text[marks[-1].end() :].strip("*_`\"' \t\r\n"), maxsplit=1)[0]
    # More digits than any number has; int() refuses a whole screen of them.
    found = {int(digits[:600]) for digits in _NUMBER.findall(text)}
    return found.pop() if len(found) == 1 else None


class Said(NamedTuple):
    """What a chat completion says; `text` is None where the reply is no chat completion."""

    text: str | None = None
    model: str | None = None
    finish_reason: str | None = None
    usage: dict[str, Any] | None = None


def read_completion(body: str) -> Said:
    """The answer in a reply of an endpoint, whatever the reply looks like."""
    try:
        found = json.loads(body, parse_constant=_refused)
        choice = found["choices"][0]
        content = choice["message"]["content"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return Said()
    if isinstance(content, list):
        # Some servers give the text in parts, beside others that are thoughts or pictures.
        texts = [
            part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text"
        ]
        content = "".join(text for text in texts if isinstance(text, str))
    if content is None:
        content = ""  # a refusal, or a call of a tool that nobody offered
    if not isinstance(content, str):
        return Said()
    return Said(
        # Half of a surrogate pair is JSON, but it can be neither sent nor kept.
        content.encode("utf-8", "replace").decode("utf-8"),
        _string(found.get("model")),
        _string(choice.get("finish_reason")),
        _counts(found.get("usage")),
    )


def _refused(constant: str) -> float:
    raise ValueError(constant)  # NaN is not JSON


def _string(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _counts(usage: object, depth: int = 0) -> dict[str, Any] | None:
    """The counts in an account of tokens, details included; anything else in it is left out."""
    if not isinstance(usage, dict):
        return None
    kept: dict[str, Any] = {}
    for name, value in usage.items():
        if isinstance(value, dict) and depth == 0:
            kept[name] = _counts(value, 1)
        elif isinstance(value, int | float) and abs(value) < 2**53:
            kept[name] = value
    return kept


def tokens(usage: dict[str, Any] | None, name: str) -> int | None:
    """A count of tokens, or None where the endpoint did not tell it."""
    count = (usage or {}).get(name)
    return count if type(count) is int and count >= 0 else None


def error_message(body: str) -> str:
    """The sentence in an error of an endpoint, or the error as it is."""
    try:
        error = json.loads(body)["error"]
        return str(error["message"] if isinstance(error, dict) else error)
    except (ValueError, LookupError, TypeError, RecursionError):
        return body
