"""The languages in which everything is said: named here, and nowhere else."""

from __future__ import annotations

from typing import Literal, get_args

LanguageName = Literal["en", "de"]
# Each language by its own name.
LANGUAGES: dict[str, str] = dict(zip(get_args(LanguageName), ("English", "Deutsch"), strict=True))
VARIABLE = "OUTNUMBER_LANGUAGE"
