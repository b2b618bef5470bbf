"""A chain changes by the rules, or gives the reason why not."""

from pathlib import Path
from random import Random

import pytest

from outnumber.games.errors import GameError
from outnumber.study.chains.best import OFFERED
from outnumber.study.chains.chain import Chain
from outnumber.study.chains.play import ChainRecords, Play
from outnumber.study.chains.search import longer
from outnumber.study.statistics.summary import erase
from tests.study.chains.rules import is_chain

CHANGES = ("add", "front", "back", "insert", "take", "cut", "turn")


def chain(*numbers: int, range: int = 20) -> Chain:
    return Chain.of(range, "multiple", numbers)


@pytest.mark.parametrize(
    ("change", "number", "after"),
    [
        ("add", 20, (20, 4, 8, 2, 6)),  # not at the back, so at the front
        ("add", 3, (4, 8, 2, 6, 3)),
        ("front", 12, (12, 4, 8, 2, 6)),
        ("insert", 1, (4, 1, 8, 2, 6)),
        ("take", 8, (4, 2, 6)),
        ("cut", 2, (4, 8)),
        ("cut", 4, ()),
        ("turn", 6, (4, 8, 2, 6)),
    ],
)
def test_changes(change: str, number: int, after: tuple[int, ...]) -> None:
    assert getattr(chain(4, 8, 2, 6), change)(number).numbers == after


def test_a_reversal_moves_another_number_to_the_back() -> None:
    assert chain(6, 1, 4, 2).turn(4).numbers == (6, 1, 2, 4)
    assert chain(6, 1, 4, 2).reverse().numbers == (2, 4, 1, 6)
    assert chain(4, 8).insert(2, after=8).numbers == (4, 8, 2)
    assert chain(11, 1, 4, 12).add(8).numbers == (11, 1, 8, 4, 12)  # only between


@pytest.mark.parametrize(
    ("change", "number", "code"),
    [
        ("add", 21, "out-of-range"),
        ("add", 0, "out-of-range"),
        ("add", 8, "in-chain"),
        ("add", 7, "fits-nowhere"),
        ("back", 16, "not-linked"),
        ("insert", 20, "fits-nowhere"),
        ("take", 2, "apart"),
        ("take", 5, "not-in-chain"),
        ("turn", 4, "whole"),
        ("turn", 8, "no-turn"),
    ],
)
def test_an_impossible_change_is_refused_with_the_reason(change: str, number: int, code: str) -> None:
    with pytest.raises(GameError) as refused:
        getattr(chain(4, 8, 2, 6), change)(number)
    assert refused.value.code == code
    assert str(number) in str(refused.value)


def test_every_change_leaves_a_valid_chain_and_correct_lists() -> None:
    dice = Random(3)
    for link in OFFERED:
        now = Chain.of(15, list(link))
        for _ in range(120):
            change, number = dice.choice(CHANGES), dice.randint(0, 16)
            try:
                after = getattr(now, change)(number)
            except GameError:
                assert change != "front" or number not in now.at_end(0)
                assert change != "back" or number not in now.at_end(-1)
                assert change != "insert" or number not in now.between()
            else:
                assert change != "front" or number in now.at_end(0)
                assert change != "back" or number in now.at_end(-1)
                assert change != "insert" or number in now.between()
                now = after
            assert is_chain(link, 15, now.numbers)


def test_a_hint_makes_a_chain_longer_by_one() -> None:
    dice = Random(5)
    ways = []
    for _ in range(20):
        now = Chain.of(24, "multiple", [dice.randint(1, 24)])
        while steps := longer(now):
            after = now
            for step in steps:
                after = step.done(after)
            assert is_chain(["multiple"], 24, after.numbers)
            assert len(after.numbers) == len(now.numbers) + 1
            ways.append(len(steps))
            now = after
    assert max(ways) > 2  # reversals were needed too


def test_changes_are_undone_and_redone_and_the_longest_counts() -> None:
    play = Play.begin(10, "multiple")
    for number in (4, 8, 2):
        play = play.after(play.chain.add(number))
    back = play.undo().undo()
    assert back.chain.numbers == (4,)
    assert (len(back.record.numbers), back.redo().chain.numbers) == (3, (4, 8))
    assert back.after(back.chain.add(1)).redo().chain.numbers == (4, 1)
    assert (play.stars, play.next_star) == (0, 7)


def test_the_longest_chain_of_each_board_is_saved() -> None:
    records = ChainRecords()
    assert records.longest(10, "multiple").numbers == ()
    records.keep(Chain.of(10, "multiple", (4, 8, 2)))
    records.keep(Chain.of(10, "multiple", (4, 8)))
    records.keep(Chain.of(10, "digit", (1, 10)))
    assert ChainRecords().longest(10, "multiple").numbers == (4, 8, 2)
    assert ChainRecords().longest(11, "multiple").numbers == ()
    erase()
    assert ChainRecords().longest(10, "multiple").numbers == ()


@pytest.mark.parametrize("text", ["", "[]", '{"records": 7}', '{"records": {"multiple 10": [4, 7]}}', "\x00"])
def test_an_invalid_file_is_ignored(data: Path, text: str) -> None:
    data.mkdir()
    (data / "chains.json").write_text(text, encoding="utf-8")
    assert ChainRecords().longest(10, "multiple").numbers == ()
    ChainRecords().keep(Chain.of(10, "multiple", (4, 8)))
    assert ChainRecords().longest(10, "multiple").numbers == (4, 8)
