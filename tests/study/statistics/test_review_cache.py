"""The cache of statistics saves work, and never overrides the games themselves."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

import outnumber
from outnumber.match.match import Match, Participant
from outnumber.match.review import Tally
from outnumber.match.round import Round
from outnumber.store.games import GameStore
from outnumber.study.statistics import review_cache as statistics
from outnumber.study.statistics.review_cache import ReviewCache, all_rounds
from outnumber.study.statistics.rounds import tallies

RULES = outnumber.game("strategy-stacks")
ROUND = Round.begin(RULES, [6, 3, 9, 1, 5])
TRUE = tallies(ROUND)
OTHER = (Tally(7, 7, 7.0, 7.0), Tally(5, 5, 5.0, 5.0))


def kept(data: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((data / "statistics.json").read_text(encoding="utf-8"))
    return found


def remember(*rounds: Round) -> None:
    known = ReviewCache()
    for each in rounds:
        known.of(each)
    known.save()


ROUNDS = [f'{{"version": 1, "rounds": {rounds}}}' for rounds in ("null", "5", "[5]", '"text"', "[[[1]]]")]


def changed(data: Path, **fields: object) -> None:
    """Change the cache so that a test can see whether it is used."""
    plain = {**kept(data), **fields}
    (data / "statistics.json").write_text(json.dumps(plain), encoding="utf-8")


def lies(data: Path) -> dict[str, Any]:
    return {key: [list(each) for each in OTHER] for key in kept(data)["rounds"]}


def test_what_is_remembered_is_not_worked_out_again(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ReviewCache().of(ROUND) == TRUE
    assert not data.exists()
    remember(ROUND)

    def never(_: Round) -> None:
        raise AssertionError("worked out again")

    monkeypatch.setattr(statistics, "tallies", never)
    assert ReviewCache().of(ROUND) == TRUE


def test_a_memory_of_another_version_is_ignored(data: Path) -> None:
    remember(ROUND)
    assert kept(data)["version"] == 1
    changed(data, rounds=lies(data))
    assert ReviewCache().of(ROUND) == OTHER
    for version in (0, 2, None, "1"):
        changed(data, version=version)
        assert ReviewCache().of(ROUND) == TRUE
    remember(ROUND)
    assert kept(data)["version"] == 1
    assert ReviewCache().of(ROUND) == TRUE


@pytest.mark.parametrize(
    "entry",
    [
        *(None, 5, [], [[1, 2, 3, 4]], [[1, 2], [3, 4]], [["x"] * 4] * 2, "text", [[math.inf] * 4] * 2),
        # More kept than held, fewer than none, no number at all.
        *([[1, 2, 1.0, 1.0]] * 2, [[1, -1, 1.0, 1.0]] * 2, [[1, 1, math.nan, 1.0]] * 2),
    ],
)
def test_a_damaged_entry_is_worked_out_again(data: Path, entry: object) -> None:
    remember(ROUND)
    changed(data, rounds=dict.fromkeys(kept(data)["rounds"], entry))
    assert ReviewCache().of(ROUND) == TRUE


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "5", "null", *ROUNDS])
def test_a_damaged_memory_loses_nothing(data: Path, text: str) -> None:
    data.mkdir()
    (data / "statistics.json").write_text(text, encoding="utf-8")
    assert ReviewCache().of(ROUND) == TRUE
    remember(ROUND)
    assert len(kept(data)["rounds"]) == 1


def test_rounds_that_differ_in_game_options_or_moves_are_distinguished(data: Path) -> None:
    remember(
        ROUND,
        Round.begin(RULES, [6, 3, 9, 1]),
        Round.begin(outnumber.game("strategy-stacks", range=10), [6, 3, 9, 1, 5]),
        Round.begin(outnumber.game("number-duel"), [6, 3]),
        Round.begin(RULES, [6, 3]),
    )
    assert len(kept(data)["rounds"]) == 5


def test_what_is_not_used_is_forgotten(data: Path) -> None:
    remember(ROUND, Round.begin(RULES, [6, 3]))
    both = kept(data)["rounds"]
    remember(ROUND)
    assert len(both) == 2
    assert kept(data)["rounds"].items() < both.items()


def test_a_criterion_without_a_name_is_counted_but_not_remembered(data: Path) -> None:
    rules = outnumber.game("number-duel", range=5, link=lambda a, b: a + b > 0)
    played = Round.begin(rules, [1, 2])
    known = ReviewCache()
    assert known.of(played) == tallies(played)
    known.save()
    assert not data.exists()


def test_a_memory_that_cannot_be_written_does_no_harm(data: Path) -> None:
    data.write_text("I am in the way", encoding="utf-8")
    remember(ROUND)
    assert ReviewCache().of(ROUND) == TRUE


def test_all_rounds_of_people_come_oldest_first_and_damaged_games_are_passed_over(data: Path) -> None:
    store, ticks = GameStore(), []
    for plays, moves in (("random", [6]), ("perfect", [5]), ("casual", [6, 3])):
        match = Match(RULES, (Participant(), Participant(plays)), rounds=(Round.begin(RULES, moves),))
        store.save(store.create(), match)
    store.path(2).write_text("nonsense", encoding="utf-8")
    found = list(all_rounds(tick=lambda: ticks.append(1)))
    assert [each.opponent for each in found] == ["random", "casual"]
    assert len(ticks) == 3
    assert len(kept(data)["rounds"]) == 2


def test_moves_that_were_set_up_are_not_counted_again(data: Path) -> None:
    store = GameStore()
    both = (Participant("human"), Participant("random"))
    match = Match(RULES, both, rounds=(ROUND,))
    store.save(store.create(), match)
    store.save(store.create(), match._replace(tags=(("SetUp", "3"),)))
    for _ in range(2):
        first, second = all_rounds()
        assert {first.tally, second.tally} == {TRUE[0], tallies(ROUND, 3)[0]}
        assert tallies(ROUND, 3)[0].held < TRUE[0].held
