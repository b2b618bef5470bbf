"""The list of supported languages."""

from __future__ import annotations

from typing import Literal, get_args

LanguageName = Literal["en", "de"]
# Each language under the name that its speakers use.
LANGUAGES: dict[str, str] = dict(zip(get_args(LanguageName), ("English", "Deutsch"), strict=True))
VARIABLE = "OUTNUMBER_LANGUAGE"
