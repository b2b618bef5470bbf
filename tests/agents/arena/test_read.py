"""Files are read back as written, and invalid data cannot distort the figures."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outnumber.agents.arena.measures import unfinished_usage
from outnumber.agents.arena.read import (
    Fault,
    MoveGrade,
    Used,
    lines_in,
    read_costs,
    read_plan,
    read_results,
)
from outnumber.store.files import StoreError
from tests.agents.arena.lines import GAME, OPTIONS, SIX, arena, line, plan, read

GOOD = SIX[0]


def write(directory: Path, *lines: str | bytes) -> Path:
    text = b"".join(each.encode() if isinstance(each, str) else each for each in lines)
    (directory / "results.jsonl").write_bytes(text)
    return directory


def test_a_result_has_all_values_of_its_line(tmp_path: Path) -> None:
    (result,) = read(tmp_path, [SIX[3]])
    assert (result.game, result.options, result.size) == (GAME, OPTIONS, f"{GAME} {OPTIONS}")
    assert (result.players, result.favourite, result.winner) == (("C", "A"), 1, 2)
    assert result.fault == Fault(1, "player-illegal", "It happened.")
    assert result.grades == (MoveGrade(1, 3, 1, 0), MoveGrade(2, 2, 0, 0))
    assert (result.seat("C"), result.seat("A")) == (1, 2)


def test_an_arena_without_games_has_no_results(tmp_path: Path) -> None:
    assert read_results(tmp_path) == []
    assert read_costs(tmp_path) == ({}, [])


def test_an_incomplete_last_line_is_ignored(tmp_path: Path) -> None:
    text = json.dumps(GOOD)
    for end in range(len(text)):
        assert len(read_results(write(tmp_path, json.dumps(SIX[1]), "\n", text[:end]))) == 1
    assert len(read_results(write(tmp_path, json.dumps(SIX[1]), "\n", text))) == 2


def test_an_incomplete_line_before_the_last_is_refused_with_its_place(tmp_path: Path) -> None:
    text = json.dumps(GOOD)
    with pytest.raises(StoreError, match=r"line 2 of .*jsonl cannot be read: it isn't valid JSON; remove"):
        read_results(write(tmp_path, text, "\n", text[:50], "\n", text, "\n"))


def test_a_repeated_game_counts_once_and_different_games_with_one_id_are_refused(tmp_path: Path) -> None:
    assert len(read(tmp_path, [GOOD, GOOD])) == 1
    with pytest.raises(StoreError, match=r"line 2 of .* another game has the same id"):
        read(tmp_path, [GOOD, {**SIX[1], "id": GOOD["id"]}])


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"winner": 2}, "do not lead to the winner"),
        ({"favourite": 2}, "contradict each other"),
        ({"winner": 3}, "winner must be 1 or 2"),
        ({"winner": True}, "winner must be 1 or 2"),
        ({"players": ["A", "A"]}, "both seats"),
        ({"players": "AB"}, "players must be a list in the right form"),
        ({"players": ["A"]}, "players must be a list in the right form"),
        ({"players": ["A", 7]}, "players must be a list in the right form"),
        ({"moves": [1]}, "grades and moves differ"),
        ({"moves": ["1", "2", "3"]}, "moves must be a list in the right form"),
        ({"grades": [[1, 4, 1, 0], [2, 1, 0, 0], [1, 2, 3, 0]]}, "isn't a valid grade"),
        ({"grades": [[1, 4, 1, 0], [2, 1, 0, 1], [1, 2, 2, 0]]}, "isn't a valid grade"),
        ({"grades": [[1, 4, 1, 0], [2, 0, 0, 0], [1, 2, 2, 0]]}, "isn't a valid grade"),
        ({"grades": [[1, 4, 1, 0], [3, 1, 0, 0], [1, 2, 2, 0]]}, "isn't a valid grade"),
        ({"grades": [[1, 4, 1, 2], [2, 1, 0, 0], [1, 2, 2, 0]]}, "isn't a valid grade"),
        ({"grades": [[1, 4, 1], [2, 1, 0, 0], [1, 2, 2, 0]]}, "grades must be a list in the right form"),
        ({"grades": [[1, 4, 0.5, 0], [2, 1, 0, 0], [1, 2, 2, 0]]}, "grades must be a list in the right form"),
        ({"fault": {"seat": 1, "code": "x", "text": ""}}, "winner caused the fault"),
        ({"fault": {"seat": 2, "code": "x"}}, "fault.text is missing; it must be a text"),
        ({"fault": 0}, "fault must be an object or null"),
        (
            {"fault": {"seat": 2, "code": "x", "text": "", "legal": 2, "winning": 3}},
            "more winning moves",
        ),
        ({"fault": {"seat": 2, "code": "x", "text": "", "legal": 2, "winning": 1}}, "contradict"),
        ({"id": None}, "id must be a text"),
        ({"winner": "\ud800"}, "half of a character is missing"),
    ],
)
def test_an_inconsistent_line_is_refused(tmp_path: Path, changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(StoreError, match=rf"line 1 of .*results\.jsonl cannot be read: .*{reason}"):
        read(tmp_path, [{**GOOD, **changes}])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "7",
        "null",
        '"x"',
        "{}",
        "NaN",
        "[" * 100_000,
        "{" * 100_000,
        '{"id": ' + "9" * 5_000 + "}",
        "\x00",
    ],
)
def test_a_line_of_other_data_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(StoreError, match=r"line 1 of .*results\.jsonl cannot be read"):
        read_results(write(tmp_path, text, "\n"))


@given(st.binary().filter(lambda noise: b"\n" not in noise))
def test_random_data_is_refused(tmp_path_factory: pytest.TempPathFactory, noise: bytes) -> None:
    with pytest.raises(StoreError):
        read_results(write(tmp_path_factory.mktemp("noise"), noise, b"\n"))


def test_the_last_cost_of_a_game_counts(tmp_path: Path) -> None:
    tokens = {"requests": 2, "prompt_tokens": 300, "completion_tokens": 5, "exchanges": [{"prompt": "x"}]}
    first = {"id": "a", "seconds": [1, 2], "used": [{}, {}]}
    again = {"id": "a", "seconds": [0.5, 0.25], "used": [{}, tokens]}
    found = read_costs(arena(tmp_path, [], [first, again]))
    assert (found.games["a"].seconds, found.unfinished) == ((0.5, 0.25), [])
    assert [used.counts for used in found.games["a"].used] == [
        {},
        {"requests": 2, "prompt_tokens": 300, "completion_tokens": 5},
    ]


def test_unfinished_games_are_separate_and_complete(tmp_path: Path) -> None:
    tokens = {"player": "llm:x", "requests": 2}
    vain = {"id": "a", "seconds": [1, 2], "used": [{}, tokens], "finished": False}
    ended = {"id": "a", "seconds": [1, 2], "used": [{}, {**tokens, "requests": 1}]}
    found = read_costs(arena(tmp_path, [], [vain, vain, ended]))
    assert found.games["a"].used == (Used(), Used(player="llm:x", requests=1))
    (vain_of,) = unfinished_usage(found.unfinished).items()
    assert vain_of == ("llm:x", {"requests": 4})


@pytest.mark.parametrize(
    "cost",
    [
        {"id": "a", "seconds": [1], "used": [{}, {}]},
        {"id": "a", "seconds": [1, -1], "used": [{}, {}]},
        {"id": "a", "seconds": [1, "1"], "used": [{}, {}]},
        {"id": "a", "seconds": [1, 1e300], "used": [{}, {}]},
        {"id": "a", "seconds": [1, 1], "used": [{}, {"requests": -1}]},
        {"id": "a", "seconds": [1, 1], "used": [{}, {"requests": 10**4000}]},
        {"id": "a", "seconds": [1, 1], "used": [{}, {"cost": -1}]},
        {"id": "a", "seconds": [1, 1], "used": [{}, {"endpoint": 1}]},
        {"id": "a", "seconds": [1, 1], "used": [{}, {"exchanges": {}}]},
        {"id": "a", "seconds": [1, 1], "used": [{}, {}], "at": 3},
        {"id": "a", "seconds": [1, 1]},
    ],
)
def test_an_impossible_cost_is_refused(tmp_path: Path, cost: dict[str, Any]) -> None:
    with pytest.raises(StoreError, match=r"line 1 of .*costs\.jsonl cannot be read"):
        read_costs(arena(tmp_path, [], [cost]))


@pytest.mark.parametrize(
    "text", ["7", "null", '["over"]', '"over"', "{}", '{"over": true}', '{"id": 1, "over": true}']
)
def test_an_invalid_journal_line_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "asked.jsonl").write_text(f"{text}\n")
    with pytest.raises(StoreError, match=r"line 1 of .*asked\.jsonl cannot be read"):
        list(lines_in(tmp_path / "asked.jsonl"))


def test_a_plan_knows_its_number_of_games(tmp_path: Path) -> None:
    arena(tmp_path, [], planned=plan("ABCD", games=["x", "y", "z"], rounds=10))
    planned, version = read_plan(tmp_path)
    # Six pairs, three games, ten openings, both seats.
    assert planned.size == 6 * 3 * 10 * 2
    assert (version, planned.openings, planned.time) == ("1.0", "balanced", None)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"outnumber": 7}', *(json.dumps({**plan("AB"), "rounds": n}) for n in ("x", 10**4000))],
)
def test_a_directory_without_a_plan_is_refused_with_the_remedy(tmp_path: Path, text: str) -> None:
    with pytest.raises(StoreError, match=r"plan\.json cannot be read: No such file.*outnumber arena --out"):
        read_plan(tmp_path)
    (tmp_path / "plan.json").write_text(text)
    with pytest.raises(StoreError, match=r"plan\.json cannot be read: it isn't the plan"):
        read_plan(tmp_path)


def test_grades_lead_from_the_favourite_to_the_winner_by_their_regrets(tmp_path: Path) -> None:
    thrown = [(1, 9, 1, 1), (2, 9, 1, 1), (1, 9, 1, 1)]
    for count, winner in ((0, 1), (1, 2), (2, 1), (3, 2)):
        (result,) = read(tmp_path, [line("A B", 1, thrown[:count])])
        assert result.winner == winner
