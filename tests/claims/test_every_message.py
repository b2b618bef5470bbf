"""Every sentence about a position has a claim, and no claim is unused."""

from __future__ import annotations

import re

import pytest

from outnumber.games.sentences import Told
from outnumber.study.puzzles.themes import THEMES
from tests.claims import CLAIMS, TEXTS, Claimed, themes
from tests.make_catalogue import SOURCE, strings

KINDS = [kind for kind in CLAIMS if kind is not Claimed]


@pytest.mark.parametrize("kind", KINDS)
def test_every_sentence_has_a_claim_and_every_claim_has_a_sentence(kind: type[Told]) -> None:
    assert CLAIMS[kind].keys() == kind.SENTENCES.keys()


def test_every_theme_has_a_claim_and_every_claim_has_a_theme() -> None:
    assert themes.CLAIMS.keys() == THEMES.keys()


def test_every_table_of_sentences_has_its_claims() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    assert sorted(re.findall(r"^class (\w+)\(Told\)", code, re.MULTILINE)) == sorted(
        kind.__name__ for kind in KINDS
    )


def test_texts_with_claims_are_used_and_translatable() -> None:
    said = {string if isinstance(string, str) else string[0] for string in strings()}
    assert TEXTS.keys() <= said
    assert {text for kind in KINDS for text in kind.SENTENCES.values()} <= said
