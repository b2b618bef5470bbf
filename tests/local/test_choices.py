"""The last choices are suggested, and never prevent playing."""

import outnumber
from outnumber.local.choices import GameChoices, LastChoices
from outnumber.store.documents import Document

WANTED = GameChoices(outnumber.game("number-duel", range=30), "master", "fair", "Ada", 3, "5+3")


def test_choices_are_found_again_and_unasked_ones_remain(data: object) -> None:
    LastChoices().keep(WANTED, first="toss")
    LastChoices().keep(WANTED._replace(rules=outnumber.game("order-challenge"), clock=""))
    found = LastChoices().text
    assert (found("game"), found("opponent"), found("rounds"), found("clock")) == (
        "order-challenge",
        "master",
        "3",
        "",
    )
    assert (found("first"), found("options", "number-duel", "range")) == ("toss", "30")


def test_invalid_values_are_ignored(data: object) -> None:
    Document("choices").write(["not", "a", "dictionary"])
    assert LastChoices().text("game") == ""
    Document("choices").write({"game": 7, "options": "none"})
    assert LastChoices().text("game") == LastChoices().text("options", "number-duel", "range") == ""
    LastChoices().keep(WANTED)
    assert LastChoices().text("game") == "number-duel"
