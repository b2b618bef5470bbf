"""JSON files included in the packages of `study`."""

from __future__ import annotations

import json
from functools import cache
from typing import Any


@cache
def load(package: str, name: str) -> Any:
    """The content of a JSON file in a package, read once."""
    from importlib.resources import files  # slow to import, and most commands need no data file

    return json.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
