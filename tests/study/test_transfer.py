"""Progress that moves between devices."""

import json
from datetime import date
from pathlib import Path

import msgspec
import pytest

import outnumber
from outnumber.match.match import Match, Participant
from outnumber.match.record import write
from outnumber.match.round import Round
from outnumber.store.games import GameStore
from outnumber.study import transfer
from outnumber.study.chains.chain import Chain
from outnumber.study.chains.play import ChainRecords
from outnumber.study.puzzles.progress import AttemptRecord, Progress, ProgressStore
from outnumber.study.statistics.rounds import tallies

# The same code is in tests/server/static/transfer.test.js.
CODE = "1*strategy-stacks_71_3_1064_3*order-challenge_05_0_1000_0"


def attempt(at: str, **more: object) -> AttemptRecord:
    plain = {"at": at, "id": "a", "game": "strategy-stacks", "difficulty": 2, "theme": "", "solved": True}
    return AttemptRecord(**plain | more)  # type: ignore[arg-type]


def test_codes_of_pages_have_stars_and_ratings() -> None:
    found = transfer.decoded(CODE)
    assert found.paths == {
        "strategy-stacks": {"1": ("won", "unaided", "flawless"), "2": ("won",)},
        "order-challenge": {"2": ("won", "flawless")},
    }
    assert found.lessons == {"strategy-stacks": {"lesson": "strategy-stacks", "stars": ["saw", "can"]}}
    assert found.ratings == {"strategy-stacks": (1064, 3)}
    assert transfer.decoded(transfer.code(found)) == found


@pytest.mark.parametrize("text", ["", "1", "2*a_1_0_1000_0", "1*a_8_0_1000_0", "1*a", "https://example.org/"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a code"):
        transfer.add(text)


def test_merging_keeps_every_star_attempt_and_later_review() -> None:
    here = Progress((attempt("2026-11-01T10:00:00Z"),), paths={"a": {"1": ("won",)}})
    there = Progress(
        (attempt("2026-11-01T09:00:00Z"), *here.tried), paths={"a": {"1": ("unaided",), "2": ("won",)}}
    )
    both = here.merged(there)
    assert [each.at for each in both.tried] == ["2026-11-01T09:00:00Z", "2026-11-01T10:00:00Z"]
    assert both.paths == {"a": {"1": ("won", "unaided"), "2": ("won",)}}
    assert both.merged(here) == both
    assert both.merged(there) == both
    cards = [{"a": {"puzzle": {}, "card": {"last_review": day}}} for day in ("2026-11-01", "2026-11-02")]
    first, second = (Progress(cards=each) for each in cards)
    assert first.merged(second).cards == second.merged(first).cards == second.cards
    places = [{"l": {"stars": [star], "done": done}} for star, done in (("saw", ["a"]), ("can", []))]
    first, second = (Progress(lessons=each) for each in places)
    assert first.merged(second).lessons == {"l": {"stars": ["saw", "can"], "done": ["a"]}}


def test_a_rating_from_elsewhere_counts_while_it_is_from_more_puzzles() -> None:
    brought = Progress(ratings={"strategy-stacks": (1234, 2)})
    assert brought.rating("strategy-stacks") == (1234, 2)
    more = brought.merged(Progress(tuple(attempt(f"2026-11-0{day}T10:00:00Z") for day in (1, 2, 3))))
    rating, puzzles = more.rating("strategy-stacks")
    assert (rating > 1000, puzzles) == (True, 3)


def test_a_rating_from_elsewhere_chooses_the_next_puzzle_and_changes_with_attempts_here() -> None:
    brought = Progress(ratings={"strategy-stacks": (1500, 9)})
    assert (Progress().wanted("strategy-stacks", "one"), brought.wanted("strategy-stacks", "one")) == (1, 3)
    assert brought.wanted("number-duel", "one") == 1
    tried = [attempt(f"2026-11-0{day}T10:00:00Z", difficulty=3, solved=False) for day in range(1, 9)]
    assert brought.merged(Progress(tuple(tried))).wanted("strategy-stacks", "one") < 3
    # From as many puzzles here on, only those count.
    fewer = Progress(ratings={"strategy-stacks": (1500, 8)})
    assert fewer.merged(Progress(tuple(tried))).wanted("strategy-stacks", "one") == 1


def test_a_file_carries_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTNUMBER_DATA", str(tmp_path / "one"))
    ProgressStore().change(Progress.starred, "number-duel", 3, ["won"])
    ChainRecords().keep(Chain.of(10, ["multiple"], [2, 4, 8]))
    text = json.dumps(transfer.everything())
    monkeypatch.setenv("OUTNUMBER_DATA", str(tmp_path / "two"))
    ProgressStore().change(Progress.starred, "number-duel", 3, ["unaided"])
    transfer.add(text)
    assert ProgressStore().load().progress.paths == {"number-duel": {"3": ("unaided", "won")}}
    assert ChainRecords().longest(10, ["multiple"]).numbers == (2, 4, 8)
    # An illegal chain is left out, and a link works like a code.
    transfer.add(
        json.dumps(
            {"progress": {"version": 1, "tried": [], "cards": {}}, "chains": {"multiple 10": [7, 9] * 4}}
        )
    )
    transfer.add(f"https://example.org/stats#progress={CODE}")
    assert ChainRecords().longest(10, ["multiple"]).numbers == (2, 4, 8)
    assert "strategy-stacks" in ProgressStore().load().progress.paths


@pytest.mark.parametrize(
    "parts",
    [
        {"lessons": {"a": {"stars": 7}}},
        {"lessons": {"a": {"stars": [[1]]}}},
        {"lessons": {"a": {"done": None}}},
        {"paths": {"a": {"x": ["won"]}}},
        {"paths": {"a": {"99999999": ["won"]}}},
        {"paths": {"a": {"-5": ["won"]}}},
        {"paths": {"a*b_": {"1": ["won"]}}},
        {"ratings": {"a": [-5, 1]}},
        {"ratings": {"a": [1000, 10**18]}},
        {"tried": [{**msgspec.to_builtins(attempt("2026-11-01T10:00:00Z")), "difficulty": 10**7}]},
        {"chains": None},
        {"chains": [1]},
        {"records": {}},
        {"records": [{"record": 1}]},
    ],
)
def test_files_with_other_values_change_nothing(
    parts: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTNUMBER_DATA", str(tmp_path))
    with pytest.raises(ValueError, match="Expected"):
        transfer.add(json.dumps({"version": 1, "tried": [], "cards": {}, **parts}))
    assert ProgressStore().load().progress == Progress()


@pytest.mark.parametrize("text", ['{"a":' * 100_000, "1*" + "*".join(["a_1_0_1000_1"] * 1000)])
def test_texts_that_are_too_deep_or_too_long_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a code|nested too deeply"):
        transfer.add(text)


def test_a_day_in_the_future_is_not_in_a_streak() -> None:
    daily = [attempt(f"{day}T10:00:00Z", daily=day) for day in ("2026-11-01", "9999-12-31")]
    assert Progress(tuple(daily)).streak(date(2026, 11, 9)) == (2, 2, 0, 1)


RULES = outnumber.game("strategy-stacks")
PLAYED = Round.begin(RULES, [6, 3, 9, 1, 5])


def match(*, plays: str = "casual", date: str = "2026-11-15T12:00:00Z", played: Round = PLAYED) -> Match:
    return Match(RULES, (Participant(name="Ada"), Participant(plays)), date=date, rounds=(played,))


def saved() -> list[str]:
    """The records of all games here, oldest first."""
    return [write(each.match) for each in reversed([*GameStore().entries()]) if each.match]


def test_finished_games_travel_and_are_added_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTNUMBER_DATA", str(tmp_path / "one"))
    store = GameStore()
    played = [match(), match(plays="human"), match(played=Round.begin(RULES, [6]))]
    for each in played:
        store.save(store.create(), each)
    told = transfer.everything()
    assert [each["record"] for each in told["records"]] == [write(each) for each in played[:2]]
    (alone,), (together,) = (each["rounds"] for each in told["records"])
    one = tallies(PLAYED)[0]
    expected = {
        "game": "strategy-stacks",
        "day": "2026-11-15",
        "opponent": "casual",
        "over": True,
        "won": False,
    }
    assert alone == {**expected, "won": PLAYED.outcome.winner == 1, "tally": list(one)}  # type: ignore[union-attr]
    assert (together["won"], together["tally"]) == (None, None)
    monkeypatch.setenv("OUTNUMBER_DATA", str(tmp_path / "two"))
    GameStore().save(GameStore().create(), played[1])
    for _ in range(2):
        transfer.add(json.dumps(told))
        assert saved() == [write(played[1]), write(played[0])]


def test_unfinished_games_broken_records_and_programs_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTNUMBER_DATA", str(tmp_path))
    texts = [
        write(match(played=Round.begin(RULES, [6]))),
        write(match(plays="cmd:touch it")),
        write(match()).replace("1. 6 3", "1. 6 5"),
        "nonsense",
        "",
        write(match()),
    ]
    records = [{"record": text, "rounds": []} for text in texts]
    transfer.add(json.dumps({"progress": {"version": 1, "tried": [], "cards": {}}, "records": records}))
    assert saved() == [write(match())]
