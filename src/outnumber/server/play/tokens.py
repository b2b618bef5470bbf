"""Seat and invite tokens: 128 random bits each, of which only a hash is kept."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

from outnumber.api.fields import GAME_ID

_ID = re.compile(GAME_ID)
_TOKEN = re.compile(r"[0-9a-f]{32}")
# Without letters that look alike.
_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"


def new_token() -> str:
    return secrets.token_hex(16)


def new_id() -> str:
    """A game's id: 60 random bits, so that a private game is found only by who has its link."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def may_be_id(text: str) -> bool:
    """Whether a game can have such an id; a database may not even be asked for others."""
    return _ID.fullmatch(text) is not None


def well_formed(token: object) -> bool:
    """Whether it looks like a token: 32 hexadecimal digits."""
    return isinstance(token, str) and _TOKEN.fullmatch(token) is not None


def digest(token: str) -> str:
    """What is kept of a token. It has 128 random bits, so a plain hash cannot be guessed backwards."""
    return hashlib.sha256(token.encode()).hexdigest()


def pseudonym(key: str, address: str) -> str:
    """By what an address is known again as long as the key is: without it nobody can tell which it was."""
    return hmac.digest(key.encode(), address.encode(), "sha256").hex()[:16]


def is_digest_of(kept: str | None, token: str) -> bool:
    """Whether a hash belongs to a token, in constant time."""
    return kept is not None and hmac.compare_digest(kept, digest(token))
