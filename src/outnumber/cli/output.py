"""What the output can show."""

from __future__ import annotations

import sys


def can_show(text: str) -> bool:
    """Whether standard output has these characters.

    >>> can_show("#")
    True
    """
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True
