"""JSON files included in the packages of `study`."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any


@cache
def load(package: str, name: str) -> Any:
    """The content of a JSON file in a package, read once."""
    # `importlib.resources` would be slow to import.
    root = Path(__file__).parents[2]
    return json.loads(root.joinpath(*package.split("."), name).read_text(encoding="utf-8"))
