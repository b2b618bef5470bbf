"""The next puzzle fits the solver: easy at first, harder after successes, easier after misses."""

from outnumber.study.puzzles.progress import AttemptRecord
from outnumber.study.puzzles.rating import NEWCOMER, expected, ratings, wanted


def done(game: str, kind: str, difficulty: int, solved: bool) -> AttemptRecord:
    return AttemptRecord("", f"{kind}-id", game, difficulty, "", solved)


def test_a_new_solver_starts_easy_in_every_game() -> None:
    strong = [done("number-duel", "one", 5, True)] * 40
    assert wanted(strong, "number-duel", "one") >= 4
    assert wanted(strong, "order-challenge", "one") == 1


def test_solving_makes_it_harder_and_missing_easier() -> None:
    tried: list[AttemptRecord] = []
    seen = []
    for _ in range(60):
        seen.append(wanted(tried, "number-duel", "who"))
        tried.append(done("number-duel", "who", seen[-1], True))
    assert seen[0] == 1
    assert seen == sorted(seen)
    assert seen[-1] >= 4
    for _ in range(60):
        tried.append(done("number-duel", "who", wanted(tried, "number-duel", "who"), False))
    assert wanted(tried, "number-duel", "who") == 1


def test_a_surprise_changes_both_ratings_and_an_expected_result_hardly() -> None:
    easy, hard = done("a", "one", 1, True), done("a", "one", 5, True)
    gain = {each.difficulty: ratings([each])[0]["a"] - NEWCOMER for each in (easy, hard)}
    assert 0 < gain[1] < gain[5]
    assert ratings([hard])[1]["a", "one", 5] < 1700
    assert expected(1000, 1000) == 0.5
    assert expected(1400, 1000) + expected(1000, 1400) == 1
