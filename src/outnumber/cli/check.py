"""outnumber check"""

from __future__ import annotations

import json
from typing import Any

import click

from outnumber.check import NotChecked, NotConfirmed, check
from outnumber.games import Phrase, Text, mark

from .arguments import argument, cli_command, json_switch
from .output import print_json, speak, spoken

LARGEST_FILE = 200_000_000
CONFIRMED, REFUTED = mark("Confirmed: {reason}"), mark("Refuted: {reason}")
NOT_CHECKED: Text = "Not checked: {reason}"
LINE: Text = "line {n}: {error}"
NO_OBJECT: Text = "the file is not one JSON object"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse duplicate keys: `json` would keep the last value, another reader might keep the first."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise NotChecked("an object of the file has the key {key} twice; remove one of them", key=key)
        found[key] = value
    return found


def _checked(text: bytes) -> Phrase:
    """The input: one verdict, or a file with a verdict on each line."""
    try:
        return _confirmed(text)
    except json.JSONDecodeError:
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) < 2:
            raise
    for number, line in enumerate(lines, start=1):
        try:
            _confirmed(line)
        except NotConfirmed as error:
            raise type(error)(LINE, n=number, error=error) from None
    return Phrase("All {n:,} verdicts are right.", n=len(lines))


def _confirmed(text: bytes) -> Phrase:
    document = json.loads(text, object_pairs_hook=_object)
    if type(document) is not dict:
        raise NotChecked(NO_OBJECT)
    return check(document)


@cli_command
def command(
    file: str = argument(type=click.Path(dir_okay=False, allow_dash=True)),
    as_json: bool = json_switch(),
) -> int:
    """Confirm or refute a verdict that solve --json printed.

    FILE has one verdict, or one on each line; - is standard input.

    The checker is a small separate program that shares no code with the solvers. It does not check the
    sentence in "reason", and says so.
    """
    voice = spoken()
    try:
        with click.open_file(file, "rb") as source:
            text = source.read(LARGEST_FILE + 1)
        if len(text) > LARGEST_FILE:
            raise NotChecked("the file is larger than {most:,} bytes", most=LARGEST_FILE)
        result, reason = CONFIRMED, voice.tell(_checked(text))
    except NotChecked as error:
        result, reason = NOT_CHECKED, voice.tell(error)
    except NotConfirmed as error:
        result, reason = REFUTED, voice.tell(error)
    except (ValueError, RecursionError):
        result, reason = NOT_CHECKED, voice.say(NO_OBJECT)
    confirmed = result == CONFIRMED
    if as_json:
        told = {"confirmed": confirmed, "checked": result != NOT_CHECKED, "reason": reason}
        # The parts that the confirmation does not cover.
        print_json({**told, "unchecked": ["reason"] if confirmed else []})
    else:
        speak(result, reason=reason)
        if confirmed:
            speak("Not checked: the reason.")
    return 0 if confirmed else 1
