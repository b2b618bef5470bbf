"""The statistics of constructed games and puzzles equal a count by hand."""

from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

import pytest

import outnumber
from outnumber.games.base import Reason, Seat
from outnumber.match.match import Match, Participant
from outnumber.match.review import review
from outnumber.match.round import Round
from outnumber.store.games import GameStore
from outnumber.study.puzzles.generate import generate
from outnumber.study.puzzles.progress import Progress, ProgressStore
from outnumber.study.statistics.rounds import Score, rounds_of, summary, tallies
from outnumber.study.statistics.summary import erase, from_disk, statistics

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
STACKS = outnumber.game("strategy-stacks")
# Player 1 throws a win away, then Player 2 does; Player 1 keeps it and wins.
MISTAKES = Round.begin(STACKS, [6, 3, 9, 1, 5])
# Player 1 opens well and wins.
CLEAN = Round.begin(STACKS, [5, 1, 7])


def match(*rounds: Round, plays: tuple[str, str] = ("human", "beginner"), day: str = "2026-11-15") -> Match:
    one, two = (Participant(each) for each in plays)
    rules = rounds[0].position.rules
    return Match(rules, (one, two), length=max(1, len(rounds)), date=f"{day}T10:00:00Z", rounds=rounds)


def counted(*matches: Match) -> tuple[int, ...]:
    """Rounds against all opponents: unfinished, won and lost, and the chances held and kept."""
    found = summary(
        each for one in matches for each in rounds_of(one, [tallies(played) for played in one.rounds])
    )
    won = sum(score.won for score in found.opponents.values())
    lost = sum(score.lost for score in found.opponents.values())
    return found.rounds, found.unfinished, won, lost, found.tally.held, found.tally.kept


def test_a_round_is_counted_for_the_person_who_played_it() -> None:
    assert counted(match(MISTAKES)) == (1, 0, 1, 0, 3, 2)
    assert counted(match(MISTAKES, plays=("beginner", "human"))) == (1, 0, 0, 1, 1, 0)
    assert counted(match(CLEAN)) == (1, 0, 1, 0, 2, 2)


def test_seats_are_swapped_in_the_second_round() -> None:
    assert counted(match(CLEAN, MISTAKES)) == (2, 0, 1, 1, 3, 2)


def test_two_people_have_no_result_and_two_computers_do_not_count() -> None:
    assert counted(match(MISTAKES, plays=("human", "human"))) == (1, 0, 0, 0, 0, 0)
    assert counted(match(MISTAKES, plays=("beginner", "random"))) == (0, 0, 0, 0, 0, 0)


def test_unfinished_resigned_and_empty_rounds() -> None:
    begun = Round.begin(STACKS, [6])
    assert counted(match(begun)) == (1, 1, 0, 0, 1, 0)
    assert counted(match(begun.end(Seat.ONE, Reason.RESIGNATION))) == (1, 0, 0, 1, 1, 0)
    assert counted(match(Round.begin(STACKS))) == (0, 0, 0, 0, 0, 0)
    assert counted(match(Round.begin(STACKS).end(Seat.TWO, Reason.TIME))) == (1, 0, 1, 0, 0, 0)


def test_the_accuracy_is_that_of_the_review() -> None:
    found = review(MISTAKES).rounds[0]
    assert tallies(MISTAKES) == (found.tally(Seat.ONE), found.tally(Seat.TWO))


def test_a_game_too_large_to_solve_counts_without_chances() -> None:
    large = Round.begin(outnumber.game("strategy-stacks", range=300_000), [2, 4])
    assert counted(match(large)) == (1, 1, 0, 0, 0, 0)


def test_days_are_in_order_and_a_record_without_a_date_has_none() -> None:
    made = [match(CLEAN, day="2026-11-15"), match(MISTAKES, day="2026-11-01"), match(CLEAN, day="someday..")]
    found = summary(each for one in made for each in rounds_of(one, [tallies(r) for r in one.rounds]))
    assert list(found.days) == ["2026-11-01", "2026-11-15"]
    assert [day.rounds for day in found.days.values()] == [1, 1]
    assert found.rounds == 3
    assert found.days["2026-11-15"].tally.accuracy == pytest.approx(1)


def test_puzzles_are_counted_by_day_difficulty_and_game() -> None:
    progress = Progress()
    stacks = list(islice(generate("strategy-stacks", 1), 3))
    for n, (puzzle, solved) in enumerate(zip(stacks, (True, True, False), strict=True)):
        progress = progress.after(puzzle, solved, NOW - timedelta(days=3 - n))
    other = next(generate("order-challenge", 1))
    progress = progress.after(other, True, NOW, daily="2026-11-15")
    found = statistics([], progress, NOW)
    assert (found.puzzles.solved, found.puzzles.missed, found.puzzles.due) == (3, 1, 1)
    assert found.puzzles.streak == (1, 2, 1, 1)
    assert found.puzzles.days == {
        "2026-11-12": (1, 0),
        "2026-11-13": (1, 0),
        "2026-11-14": (0, 1),
        "2026-11-15": (1, 0),
    }
    assert sum(a + b for a, b in found.puzzles.difficulties.values()) == 4
    assert found.by_game["order-challenge"][1].streak == (1, 1, 1, 1)
    assert found.by_game["strategy-stacks"][1].streak == (0, 2, 0, 0)
    only = statistics([], progress, NOW, "strategy-stacks")
    assert (only.puzzles.solved, only.puzzles.missed) == (2, 1)
    assert list(only.by_game) == ["strategy-stacks"]


def test_what_is_on_disk_is_counted_the_same_with_and_without_its_memory(data: Path) -> None:
    store = GameStore()
    for each in (match(MISTAKES), match(CLEAN, MISTAKES), match(MISTAKES, plays=("random", "random"))):
        store.save(store.create(), each)
    ProgressStore().change(Progress.after, next(generate("order-challenge", 1)), True, NOW)
    first, aside = from_disk(NOW)
    assert aside is None
    assert first.games.rounds == 3
    memory = data / "statistics.json"
    assert memory.exists()
    assert from_disk(NOW).statistics == first
    for damage in ("", "{}", "[1]", '{"version": 1, "rounds": {"x": 1}}', '{"version": 1, "rounds": []}'):
        memory.write_text(damage, encoding="utf-8")
        assert from_disk(NOW).statistics == first
    (store.directory / "1.txt").write_text("damaged", encoding="utf-8")
    assert from_disk(NOW).statistics.games.rounds == 2
    assert first.games.opponents == {"beginner": Score(rounds=3, won=2, lost=1, unfinished=0)}
    assert (first.puzzles.solved, first.puzzles.streak.row) == (1, 1)


def test_the_memory_is_used(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = GameStore()
    store.save(store.create(), match(MISTAKES))
    first = from_disk(NOW).statistics

    def fail(*_: object) -> None:
        raise AssertionError("this round is known already")

    monkeypatch.setattr("outnumber.study.statistics.review_cache.tallies", fail)
    assert from_disk(NOW).statistics == first
    store.save(store.create(), match(CLEAN))
    with pytest.raises(AssertionError):
        from_disk(NOW)


def test_those_of_a_game_are_the_same_counted_alone_or_taken_from_all(data: Path) -> None:
    store = GameStore()
    store.save(store.create(), match(MISTAKES))
    for name in ("order-challenge", "strategy-stacks"):
        ProgressStore().change(Progress.after, next(generate(name, 1)), True, NOW)
    everything = from_disk(NOW).statistics
    assert everything.of(None) is everything
    for name in ("order-challenge", "strategy-stacks"):
        assert everything.of(name) == from_disk(NOW, name).statistics


def test_erasing_spares_the_games_unless_they_are_wanted(data: Path) -> None:
    store = GameStore()
    store.save(store.create(), match(CLEAN))
    ProgressStore().change(Progress.after, next(generate("order-challenge", 1)), True, NOW)
    assert erase() == 0
    assert from_disk(NOW).statistics.puzzles.solved == 0
    assert from_disk(NOW).statistics.games.rounds == 1
    assert erase(games=True) == 1
    assert not store.ids()
