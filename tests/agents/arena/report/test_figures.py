"""Names in reports are short, printable and unique for players with any names."""

from hypothesis import example, given
from hypothesis import strategies as st

from outnumber.agents.arena.report.figures import SHORT, cut, game_title, labels, printable, size_title
from outnumber.games.sentences import ENGLISH


@given(st.lists(st.text(max_size=60), unique=True, max_size=12))
@example(["\u200c", "👩\u200d🚀", " \u200d"])
def test_labels_are_short_printable_and_unique(specs: list[str]) -> None:
    found = labels(specs)
    assert list(found) == specs
    assert len(set(found.values())) == len(specs)
    for label in found.values():
        assert 0 < len(label) <= SHORT
        # Joiners are preserved where they join characters.
        assert label.strip("\u200c\u200d") == label
        assert label.replace("\u200c", "").replace("\u200d", "").isprintable()


def test_many_similar_command_lines_have_different_labels() -> None:
    specs = [f"cmd:python3 /somewhere/far/away/bots/number{n}/main.py --level high" for n in range(30)]
    assert len(set(labels(specs).values())) == 30


def test_both_ends_of_a_command_line_are_visible() -> None:
    assert cut("cmd:python3 -m bots.greedy", 100) == "cmd:python3 -m bots.greedy"
    assert cut("abcdefghij", 5) == "ab…ij"


def test_unprintable_characters_are_replaced() -> None:
    assert printable("a\x1b[2Jb\u202ec\ud800 \t d") == "a\ufffd[2Jb\ufffdc\ufffd d"


def test_games_are_shown_by_their_titles() -> None:
    assert game_title("number-duel", ENGLISH) == "Number Duel"
    assert game_title("somebody-elses", ENGLISH) == "somebody-elses"
    assert size_title("order-challenge range=9") == "Order Challenge, 1 to 9"
    assert size_title("order-challenge") == "Order Challenge"
