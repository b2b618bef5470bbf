"""The names that children in a class choose from, so that they need not type a name."""

from __future__ import annotations

import os

from outnumber.games import ENGLISH, Voice

with open(f"{os.path.dirname(__file__)}/animals.txt", encoding="utf-8") as _lines:
    NAMES = tuple(_lines.read().split())
# By the name used in code.
ANIMALS = {name.lower(): name for name in NAMES}


def animal(name: str, voice: Voice = ENGLISH) -> str:
    """The name of an animal in a language."""
    return voice.word(ANIMALS[name])
