"""`outnumber chain`: the longest chain that is known, and building one."""

import json
from pathlib import Path

from outnumber.api import plain
from outnumber.api.chains import KnownChain
from outnumber.study.chains.best import best
from outnumber.study.chains.play import ChainRecords
from tests.program import call, lines


def test_the_best_is_printed_with_its_proof() -> None:
    done = call("chain", "--range", "10")
    assert done.returncode == 0
    told, chain = done.stdout.splitlines()
    assert told.startswith("The longest chain of numbers from 1 to 10 has 9 of them. No chain is longer:")
    assert told.endswith("this is proven by counting islands.")
    assert chain == " – ".join(map(str, best(10).chain.numbers))
    assert call("chain", "--range", "10", "--best").stdout == done.stdout


def test_json_has_chain_length_bound_and_whether_it_is_proven() -> None:
    said = json.loads(call("chain", "--json").stdout)
    assert said == plain(KnownChain.of(best(100)))
    assert (said["range"], said["length"], said["proven"], said["bound"]) == (100, 77, True, 77)
    assert said["method"] == "two-programs"


def test_why_not_all_numbers() -> None:
    said = call("chain", "--why").stdout
    assert "Take out 1, 2, 3, 4 and 5. The rest falls into 20 islands" in said
    assert "5 + 57 + 5 + 5 + 4 + 3 + 3 = 82." in said
    assert "No chain is longer than 82." in said
    fall = call("chain", "--range", "20", "--link", "digit-sum", "--why").stdout
    assert fall.startswith("The numbers from 1 to 20 fall into 10 islands")
    assert said.endswith("The computer proves more: no chain is longer than 77.\n")
    assert (
        call("chain", "--range", "20", "--link", "coprime", "--why").stdout
        == "The chain contains all numbers.\n"
    )


def test_a_chain_is_built_with_words_and_the_longest_is_kept(data: Path) -> None:
    typed = lines(
        4, 8, 7, "front 12", "insert 2 8", "end 1", "turn 8", "take 3", "foo", "cut 2", "undo", "moves"
    )
    done = call("chain", "--play", "--range", "12", typed=typed + lines("hint", "best", "why", "?", "N", "q"))
    assert done.returncode == 0, done.stderr
    said = done.stdout
    assert "7 fits nowhere: it does not go with 4 or 8 at the ends, or with two neighbours." in said
    assert "12 – 4 – 8 – 2 – 1" in said
    assert "12 – 4 – 1 – 2 – 8" in said
    assert "3 is not in your chain." in said
    assert "'foo' is not a number" in said
    assert "'N' is not a number" in said
    assert "Length: 5. Best so far: 5. ☆☆☆ Next star at 8." in said
    assert "At the back, after 8: nothing." in said
    assert "The longest chain of numbers from 1 to 12 has 11 of them." in said
    assert (data / "chains.json").exists()
    assert len(ChainRecords().longest(12, "multiple").numbers) == 5
    assert "Best so far: 5." in call("chain", "--play", "--range", "12").stdout


def test_every_chain_can_be_asked_for_in_german() -> None:
    said = call(
        "chain", "--range", "12", "--play", "--language", "de", typed=lines("vorne 4", "drehe 4", "ende")
    )
    assert "Die 4 ist die erste Zahl" in said.stdout


def test_wrong_usage_is_refused() -> None:
    for wrong in (["--range", "4"], ["--range", "1001"], ["--link", "red"], ["--play", "--json"]):
        assert call("chain", *wrong).returncode == 2, wrong
