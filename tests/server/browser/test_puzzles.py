"""Puzzles and statistics in a real browser: by keyboard, with saved progress, and accessible."""

import json
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

import pytest

from outnumber.api.statistics import statistics_json
from outnumber.games.registry import BUILT_IN
from outnumber.study.puzzles.attempt import Attempt
from outnumber.study.puzzles.daily import daily
from outnumber.study.puzzles.explain import answered
from outnumber.study.puzzles.generate import generate
from outnumber.study.puzzles.kinds import Kind
from outnumber.study.puzzles.progress import AttemptRecord, Progress
from outnumber.study.puzzles.sentences import Remark
from outnumber.study.statistics.summary import statistics
from outnumber.theory.solve import solve
from tests.server.browser.conftest import LARGE, SMALL, needs_axe
from tests.server.browser.window import Window

DATE = date(2026, 11, 4)  # Strategy Stacks to 12 after 4 and 12: 6 wins


def opened(window: Window, path: str) -> None:
    window.open(path)
    window.page.wait_for_selector("#pool .number.fits")


def progress(window: Window) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(window.page.evaluate("localStorage['outnumber:puzzles'] ?? '{}'"))
    return kept


def make_due(window: Window) -> None:
    """Make all cards in the browser's storage a day older."""
    kept = progress(window)
    for card in kept["cards"].values():
        card["card"]["due"] = "2026-01-01T00:00:00+00:00"
    window.page.evaluate("kept => localStorage['outnumber:puzzles'] = JSON.stringify(kept)", kept)


def test_the_daily_puzzle_is_solved_by_keyboard_and_counts_once(window: Callable[..., Window]) -> None:
    ada = window()
    # The kind of puzzle differs from day to day: today is a day with one winning move.
    ada.page.clock.set_fixed_time(f"{DATE}T12:00:00Z")
    ada.open("/puzzles")
    ada.page.focus("#today")
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_url("**/puzzles/daily")
    ada.page.wait_for_selector("#pool .number.fits")
    puzzle = daily(DATE)
    assert "One move wins" in ada.status()
    ada.page.keyboard.press("h")
    ada.page.wait_for_selector("#ladder [data-level='1'].given")
    assert ada.page.inner_text("#ladder [data-level='1'] p") in ada.page.text_content("#status")
    ada.type(puzzle.solution)
    ada.page.wait_for_selector("#puzzle[data-state=solved]")
    assert ada.status().startswith(f"Right: {puzzle.solution} is the only move that wins.")
    assert ada.page.evaluate("document.activeElement.id") == "next"
    opened(ada, "/puzzles/daily")
    assert "only the first attempt counts" in ada.status()
    ada.walk(puzzle.solution)
    ada.page.wait_for_selector("#result:not([hidden])")
    (tried,) = progress(ada)["tried"]
    assert (tried["daily"], tried["solved"], tried["hints"]) == (DATE.isoformat(), True, 1)
    assert tried["theme"] == puzzle.theme
    ada.open("/puzzles")
    ada.wait_until(lambda: "solved today's puzzle" in ada.page.inner_text("#today-text"))
    assert ada.page.inner_text("#streak b") == "1"


def test_the_page_does_not_contain_the_answer_before_it_is_found(window: Callable[..., Window]) -> None:
    ada = window()
    told: list[str] = []
    ada.page.on(
        "response", lambda response: told.append(response.text()) if "/api/" in response.url else None
    )
    opened(ada, f"/puzzles/daily?date={DATE}")
    assert told
    assert not any("solution" in text or "left-over" in text for text in told)
    assert ada.page.query_selector_all("#pool .win, #pool .lose") == []


def test_a_wrong_move_is_refuted_and_the_puzzle_returns(window: Callable[..., Window]) -> None:
    ada = window()
    opened(ada, f"/puzzles/daily?date={DATE}")
    ada.press(5)
    ada.page.wait_for_selector("#status.refused")
    assert ada.status() == "5 is not allowed here."
    assert progress(ada) == {}
    ada.press(3)
    ada.page.wait_for_selector("#refutation:not([hidden])")
    assert ada.status().startswith("No: 3 loses. Try again.")
    assert "The game could continue like this: Player 2 plays 9, Player 1 plays 1" in ada.page.text_content(
        "#status"
    )
    chips = ada.page.eval_on_selector_all("#line button.chip", "all => all.map(each => each.textContent)")
    assert chips == ["4", "12", "3", "9", "1", "7"]
    assert ada.page.inner_text("#ending") == "Player 1 has nothing left to play, so Player 2 has won."
    assert ada.page.get_attribute("#pool [data-number='3']", "aria-label") == "3, loses"
    ada.press(6)
    ada.page.wait_for_selector("#puzzle[data-state=missed]")
    assert "You'll see this puzzle again." in ada.page.inner_text("#row")
    assert "1 with 11" in ada.page.inner_text("#pairs")
    ada.wait_until(lambda: all("stability" in each["card"] for each in progress(ada)["cards"].values()))
    id = daily(DATE).id
    due = datetime.fromisoformat(progress(ada)["cards"][id]["card"]["due"])
    assert 0.9 < (due - datetime.now(UTC)).total_seconds() / 86400 < 1.1
    ada.open("/puzzles/again")
    ada.page.wait_for_selector("#none:not([hidden])")
    make_due(ada)
    ada.open("/puzzles")
    ada.page.click("#due-panel a")
    ada.page.wait_for_selector("#pool .number.fits")
    ada.press(6)
    ada.page.wait_for_selector("#puzzle[data-state=solved]")
    later = "card => new Date(card.due) > new Date()"
    ada.wait_until(lambda: ada.page.evaluate(later, progress(ada)["cards"][id]["card"]))
    ada.page.click("#next")
    ada.page.wait_for_selector("#none:not([hidden])")
    assert ada.status() == "That's all for now."


def test_puzzles_of_a_game_come_one_after_another(window: Callable[..., Window]) -> None:
    ada = window()
    opened(ada, "/puzzles/number-stack-attack?seed=7")
    stream = generate("number-stack-attack", 7)
    for _, puzzle in zip(range(3), stream, strict=False):
        wanted = f"#title >> text={puzzle.rules.title}"
        ada.page.wait_for_selector(wanted)
        assert ada.choices() == list(puzzle.position.legal_moves())
        ada.press(puzzle.solution)
        ada.page.wait_for_selector("#puzzle[data-state=solved]")
        ada.page.keyboard.press("Enter")  # on Next
        ada.page.wait_for_selector("#puzzle[data-state=open]")
    assert [each["solved"] for each in progress(ada)["tried"]] == [True] * 3


def test_the_third_hint_and_the_revealed_answer_count_as_missed(window: Callable[..., Window]) -> None:
    ada = window()
    opened(ada, "/puzzles/order-challenge?seed=1")
    for level in (1, 2, 3):
        assert progress(ada) == {}
        ada.page.click("#hint")
        ada.page.wait_for_selector(f"#ladder [data-level='{level}'].given")
    assert [each["solved"] for each in progress(ada)["tried"]] == [False]
    ada.page.click("#give-up")
    ada.page.wait_for_selector("#puzzle[data-state=missed]")
    ada.page.click("#next")
    ada.page.wait_for_selector("#puzzle[data-state=open]")
    ada.page.click("#give-up")
    ada.page.wait_for_selector("#puzzle[data-state=missed]")
    assert [each["solved"] for each in progress(ada)["tried"]] == [False, False]


@pytest.mark.parametrize("kind", ["who", "all", "avoid", "seat"])
def test_every_kind_is_answered(window: Callable[..., Window], kind: Kind) -> None:
    ada = window()
    opened(ada, f"/puzzles/strategy-stacks?seed=7&kind={kind}")
    puzzle = next(generate("strategy-stacks", 7, kind=kind))
    assert ada.status().startswith(str(Remark(f"ask-{kind}")))
    attempt = Attempt(puzzle)
    if kind == "all":
        for number in puzzle.answer:
            ada.press(number)
        ada.page.click("#choices button")
    elif kind == "avoid":
        ada.press(puzzle.solution)
    else:
        ada.page.click(f"#choices button:nth-child({puzzle.solution})")
    attempt.answer(puzzle.answer)
    while not attempt.found:
        ada.wait_until(lambda: ada.status().startswith("Right so far."))
        move = solve(attempt.position).winning[0]
        attempt.answer([move])
        ada.press(move)
        if not attempt.found:
            last = attempt.round.moves[-1]
            ada.page.wait_for_selector(f"#pool [data-number='{last}'].last")
    ada.page.wait_for_selector("#puzzle[data-state=solved]")
    assert progress(ada)["tried"][0]["id"] == puzzle.id


def test_marks_and_attempts_are_not_shown_as_verified(window: Callable[..., Window]) -> None:
    ada = window()
    label = "each => each.getAttribute('aria-label')"
    opened(ada, "/puzzles/strategy-stacks?seed=7&kind=all")
    one = next(iter(next(generate("strategy-stacks", 7, kind="all")).position.legal_moves()))
    ada.press(one)
    labels = ada.page.eval_on_selector_all(
        "#pool .number.fits", "all => all.map(each => each.getAttribute('aria-label'))"
    )
    assert labels[0] == f"{one}, marked"
    assert {text.partition(", ")[2] for text in labels[1:]} == {"fits"}
    # A winning number is not an answer to "which one loses?".
    opened(ada, "/puzzles/strategy-stacks?seed=7&kind=avoid")
    puzzle = next(generate("strategy-stacks", 7, kind="avoid"))
    wins = next(move for move in puzzle.position.legal_moves() if move != puzzle.solution)
    ada.press(wins)
    ada.page.wait_for_selector("#refutation:not([hidden])")
    assert ada.page.eval_on_selector(f"#pool [data-number='{wins}']", label) == f"{wins}, wins"


def test_hints_and_seats_match_the_kind(window: Callable[..., Window]) -> None:
    ada = window()
    opened(ada, "/puzzles/strategy-stacks?seed=7&kind=seat")
    assert "you" not in ada.page.inner_text("#plates").lower()
    assert "All hints but the last are free." in ada.page.inner_text("#coach")
    assert len([rung for rung in ada.page.query_selector_all("#ladder li") if rung.is_visible()]) == 2
    for level in (1, 2):
        ada.page.click("#hint")
        ada.page.wait_for_selector(f"#ladder [data-level='{level}'].given")
    assert ada.page.inner_text("#hint") == "No more hints"
    puzzle = next(generate("strategy-stacks", 7, kind="seat"))
    assert not ada.page.is_visible("#typed")
    assert str(answered(puzzle)) in ada.page.inner_text("#ladder")
    # After choosing a seat, hints are about the next move.
    ada.page.click(f"#choices button:nth-child({puzzle.solution})")
    ada.page.wait_for_selector("#ladder li:nth-child(3)", state="visible")
    assert ada.page.is_visible("#typed")
    ada.page.click("#hint")
    ada.page.wait_for_selector("#ladder [data-level='1'].given")
    attempt = Attempt(puzzle)
    attempt.answer(puzzle.answer)
    assert str(attempt.hints[0]) in ada.page.inner_text("#ladder")


def test_statistics_are_shown_saved_and_erased(window: Callable[..., Window]) -> None:
    ada = window()
    id, tokens = ada.after("strategy-stacks", [4, 8, 2, 6, 3, 9, 1, 5])
    ada.sit(id, tokens[0])
    opened(ada, f"/puzzles/daily?date={DATE}")
    ada.press(6)
    ada.page.wait_for_selector("#puzzle[data-state=solved]")
    ada.open("/stats")
    ada.wait_until(lambda: ada.status() == "Counted: 1 round, 1 puzzle.")
    assert "0 won, 1 lost" in ada.page.inner_text("#games")
    with ada.page.expect_download() as saved:
        ada.page.click("#export")
    found = json.loads(saved.value.path().read_text(encoding="utf-8"))
    assert found["games"]["opponents"] == {"human": {"rounds": 1, "won": 0, "lost": 1, "unfinished": 0}}
    assert (found["games"]["chances"], found["games"]["kept"]) == (1, 0)
    assert (found["puzzles"]["solved"], found["puzzles"]["missed"]) == (1, 0)
    assert set(found["by_game"]) == {"strategy-stacks"}
    assert found["progress"]["tried"][0]["theme"] == "left-over"
    ada.page.select_option("#game", "number-duel")
    assert "No puzzles yet." in ada.page.inner_text("#puzzles")
    ada.page.click("#erase")
    ada.page.click("#sure button[value=no]")
    assert progress(ada) != {}
    ada.page.click("#erase")
    ada.page.check("#erase-games")
    ada.page.click("#sure button[value=yes]")
    ada.wait_until(lambda: ada.status() == "Progress and games erased.")
    left = ada.page.evaluate("Object.keys(localStorage).filter(key => !key.startsWith('outnumber:set:'))")
    assert left == []


def test_puzzles_are_counted_as_in_the_terminal(window: Callable[..., Window]) -> None:
    now = datetime.now(UTC)
    chance = Random(1)
    tried: list[AttemptRecord] = []
    for ago in sorted((chance.randrange(40) for _ in range(120)), reverse=True):
        day = now - timedelta(days=ago)
        game = chance.choice(list(BUILT_IN))
        # Some are solved a day later, which is too late.
        of_day = (day - timedelta(days=chance.randrange(3) // 2)).date().isoformat()
        daily_on = of_day if chance.random() < 0.6 else ""
        at = day.strftime("%Y-%m-%dT%H:%M:%SZ")
        solved, hard = chance.random() < 0.8, chance.randint(1, 5)
        tried.append(AttemptRecord(at, f"{len(tried)}", game, hard, "", solved, 0, daily_on))
    ada = window()
    ada.open("/stats")
    kept = Progress(tuple(tried)).to_json()
    ada.page.evaluate("kept => localStorage['outnumber:puzzles'] = JSON.stringify(kept)", kept)
    ada.page.reload()
    ada.wait_until(lambda: ada.status() == "Counted: 0 rounds, 120 puzzles.")
    with ada.page.expect_download() as saved:
        ada.page.click("#export")
    found = json.loads(saved.value.path().read_text(encoding="utf-8"))
    counted = statistics_json(statistics([], Progress(tuple(tried)), now))
    # A browser counts games with and without help alike, so it has no ratings.
    for each in (counted, *counted["by_game"].values()):
        del each["games"]["rating"]
    assert found == {**json.loads(json.dumps(counted)), "progress": kept, "chains": {}, "records": []}


def test_puzzles_and_statistics_are_accessible(window: Callable[..., Window]) -> None:
    needs_axe()
    seen = window(locale="de-DE")
    found: list[tuple[str, str]] = []

    def look(scene: str, *, main: bool = True) -> None:
        """In a large light window and a small dark one: only the style sheets depend on these."""
        for scheme, size in (("light", LARGE), ("dark", SMALL)):
            seen.page.emulate_media(color_scheme=scheme)
            seen.page.set_viewport_size(size)
            wrong = seen.cramped() + (seen.serious() if main or size is LARGE else [])
            found.extend((f"{scene}, {scheme}", each) for each in wrong)

    opened(seen, f"/puzzles/daily?date={DATE}")
    seen.press(3)
    seen.page.wait_for_selector("#refutation:not([hidden])")
    look("a wrong move", main=False)
    seen.press(6)
    seen.page.wait_for_selector("#result:not([hidden])")
    look("the answer")
    seen.open("/puzzles")
    seen.page.wait_for_selector("#due-panel:not([hidden])")
    look("the puzzles")
    seen.open(f"/puzzles/archive?month={DATE:%Y-%m}")
    seen.page.wait_for_selector(f"[data-day='{DATE}'] .how:not(:empty)")
    look("the archive")
    seen.open("/stats")
    seen.page.wait_for_selector("#puzzles .bars")
    look("the statistics")
    seen.page.click("#erase")
    look("erasing", main=False)
    assert found == []
