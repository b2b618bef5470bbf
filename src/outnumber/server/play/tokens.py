"""Seat and invite tokens: 128 random bits each; only their hashes are stored."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

from outnumber.api.fields import GAME_ID

_ID = re.compile(GAME_ID)
_TOKEN = re.compile(r"[0-9a-f]{32}")
# Excludes letters that look alike.
_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"


def new_token() -> str:
    return secrets.token_hex(16)


def new_id() -> str:
    """A new game id: 60 random bits, so that only people with the link find a private game."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def may_be_id(text: str) -> bool:
    """Whether text has the form of a game id; other text never reaches the database."""
    return _ID.fullmatch(text) is not None


def is_id(text: str) -> bool:
    """Whether text has the form of the id of a game or class in a database."""
    return may_be_id(text.removeprefix("class:"))


def well_formed(token: object) -> bool:
    """Whether a value has the form of a token: 32 hexadecimal digits."""
    return isinstance(token, str) and _TOKEN.fullmatch(token) is not None


def digest(token: str) -> str:
    """The stored hash of a token. With 128 random bits, a plain hash cannot be reversed."""
    return hashlib.sha256(token.encode()).hexdigest()


def pseudonym(key: str, address: str) -> str:
    """A pseudonym for an address; without the key it cannot be traced back."""
    return hmac.digest(key.encode(), address.encode(), "sha256").hex()[:16]


def is_digest_of(kept: str | None, token: str) -> bool:
    """Whether a hash belongs to a token, in constant time."""
    return kept is not None and hmac.compare_digest(kept, digest(token))
