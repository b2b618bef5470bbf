"""Reads the answer of a language model: the text in a chat completion, and the number in a text."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

# An object of JSON.
Json = dict[str, Any]

_MARK = re.compile(r"\bmove[*_`\"'\s]*[:=：]", re.IGNORECASE)
# Other ways to mark an answer: a tag, and LaTeX's \boxed.
_MARKED = re.compile(r"<answer>(.*?)</answer>|\\boxed\s*\{([^{}]*)\}", re.IGNORECASE | re.DOTALL)
# A JSON field, as in structured output and tool arguments.
_FIELD = r"""["']%s["']\s*:\s*["']?(-?\d+)["']?\s*[,}\]]"""
_MOVE_FIELD = re.compile(_FIELD % "move", re.IGNORECASE)
_OTHER_FIELD = re.compile(_FIELD % "(?:answer|number|choice|action|play)", re.IGNORECASE)
_NUMBER = re.compile(r"(?<!\w)-?\d+|\d+")
_SENTENCE_END = re.compile(r"[.;!](?:\s|$)|\n")
# The tags around a model's reasoning: <think>, <thinking>, [THINK], <|begin_of_thought|>, ◁think▷, …
_THOUGHTS = r"(?:\w+:)?(?:think|thinking|thoughts?|reason|reasoning|analysis|reflection|scratchpad)"
_BEGUN = re.compile(rf"[<\[◁]\|?(?:begin_of_|start_of_)?{_THOUGHTS}\|?[>\]▷]", re.IGNORECASE)
_ENDED = re.compile(rf"[<\[◁]\|?(?:/|end_of_){_THOUGHTS}\|?[>\]▷]", re.IGNORECASE)
# Some models name a channel before each part of their output; only the last part can be the answer.
_CHANNEL = re.compile(r"<\|channel\|>\s*(\w+)[^<]*<\|message\|>", re.IGNORECASE)

# The finish reasons of incomplete answers, and of filtered ones.
CUT_OFF = frozenset({"length", "max_tokens", "max_output_tokens", "model_length", "incomplete"})
FILTERED = frozenset({"content_filter", "safety", "refusal", "prohibited_content", "blocklist"})

# Fields that a message can have instead of its content.
_SAYS = frozenset({"tool_calls", "function_call", "refusal"})


def read_answer(text: str) -> int | None:
    """The number that an answer plays: the last that is marked, or its only number; None if unclear.

    >>> read_answer("5 or 7? **Move: 7**"), read_answer("7"), read_answer("5 or 7")
    (7, 7, None)
    >>> read_answer("5 or 7? \\\\boxed{7}"), read_answer("<answer>7</answer>, not 5")
    (7, 7)
    """
    said = spoken(text)
    if said is None:
        return None
    move = max((found.end() for found in _MARK.finditer(said)), default=-1)
    later = [found for found in _MARKED.finditer(said) if found.end() > move]
    if later:
        # The content of a tag or box may contain another mark.
        return read_answer(later[-1][1] or later[-1][2] or "")
    # A JSON field ends with its comma or brace, whatever fields follow.
    if fields := [each[1] for each in _MOVE_FIELD.finditer(said) if each.start() < move <= each.end()]:
        return _only(fields)
    if move >= 0:
        said = _SENTENCE_END.split(said[move:].strip("*_`\"' \t\r\n"), maxsplit=1)[0]
    elif fields := _OTHER_FIELD.findall(said):
        return _only(fields)
    return _only(_NUMBER.findall(said))


def _only(digits: list[str]) -> int | None:
    # More digits than any valid number; int() rejects thousands of digits.
    found = {int(each[:600]) for each in digits}
    return found.pop() if len(found) == 1 else None


def spoken(text: str) -> str | None:
    """The text after the model's reasoning; None if the reasoning does not end.

    >>> spoken("<think>3?</think>move: 7"), spoken("[THINK]move: 3")
    ('move: 7', None)
    """
    if channels := list(_CHANNEL.finditer(text)):
        if channels[-1][1].lower() not in ("final", "commentary"):
            return None
        text = text[channels[-1].end() :]
    after = text[max((end.end() for end in _ENDED.finditer(text)), default=0) :]
    return None if _BEGUN.search(after) else after


class ChatCompletion(NamedTuple):
    """The content of a chat completion; `answer` is None if the reply is not a chat completion."""

    answer: str | None = None
    model: str | None = None
    finish_reason: str | None = None
    usage: Json | None = None
    refusal: str | None = None  # the model's explanation if it declines

    @property
    def cut_off(self) -> bool:
        """Whether the answer is incomplete: it reached the token limit, perhaps while the model was still
        reasoning.
        """
        ended = (self.finish_reason or "").lower() in CUT_OFF
        return ended or (self.answer is not None and spoken(self.answer) is None)

    @property
    def refused(self) -> bool:
        """Whether the model declined, or a filter blocked its answer."""
        filtered = (self.finish_reason or "").lower() in FILTERED
        return filtered or bool(self.refusal and not self.answer)


def read_completion(body: str) -> ChatCompletion:
    """Read the answer from a reply of an endpoint, in any format."""
    try:
        found = json.loads(body, parse_constant=_refused)
        choice = found["choices"][0]
        message = choice["message"]
        # A tool call or a refusal may have no content.
        content = message["content"] if not _SAYS & message.keys() else message.get("content")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return ChatCompletion()
    if isinstance(content, list):
        # Some servers return the text in parts, mixed with reasoning or images.
        texts = [
            part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text"
        ]
        content = "".join(text for text in texts if isinstance(text, str))
    elif isinstance(content, dict):
        content = json.dumps(content)  # structured output that is already parsed
    if content is None:
        content = ""  # a refusal, or a tool call
    if not isinstance(content, str):
        return ChatCompletion()
    refusal = _string(message.get("refusal"))
    return ChatCompletion(
        sound("\n".join(filter(None, (content, *_calls(message))))),
        _string(found.get("model")),
        _string(choice.get("finish_reason")),
        _counts(found.get("usage")),
        refusal and sound(refusal),
    )


def _calls(message: Json) -> list[str]:
    """The arguments of tool calls: no tools are offered, but a model may answer by calling one."""
    calls = message.get("tool_calls")
    asked = calls if isinstance(calls, list) else []
    functions = [each.get("function") for each in asked if isinstance(each, dict)]
    functions.append(message.get("function_call"))
    given = [each.get("arguments") for each in functions if isinstance(each, dict)]
    return [each if isinstance(each, str) else json.dumps(each) for each in given if each]


def sound(text: str) -> str:
    # Half of a surrogate pair is valid JSON, but cannot be sent or saved.
    return text.encode("utf-8", "replace").decode("utf-8")


def _refused(constant: str) -> float:
    raise ValueError(constant)  # NaN is not JSON


def _string(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _counts(usage: object, depth: int = 0) -> Json | None:
    """The counts in a token usage object, including details; other values are ignored."""
    if not isinstance(usage, dict):
        return None
    kept: Json = {}
    for name, value in usage.items():
        if isinstance(value, dict) and depth == 0:
            kept[name] = _counts(value, 1)
        elif isinstance(value, int | float) and abs(value) < 2**53:
            kept[name] = value
    return kept


def tokens(usage: Json | None, *path: str) -> int | None:
    """A token count, which may be in a table, or None if the endpoint did not report it."""
    count: Any = usage
    for name in path:
        count = (count or {}).get(name)
    return count if type(count) is int and count >= 0 else None


def error_message(body: str) -> str:
    """The message in an endpoint's error, or the error itself."""
    try:
        error = json.loads(body)["error"]
        return str(error["message"] if isinstance(error, dict) else error)
    except (ValueError, LookupError, TypeError, RecursionError):
        return body
