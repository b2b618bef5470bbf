"""The daily puzzle on the home page, answered in place."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from outnumber.study.puzzles.kinds import Kind
from tests.server.browser.conftest import LARGE, SMALL
from tests.server.browser.test_puzzles import progress
from tests.server.browser.window import SHIFTED_AT_MOST, SHIFTS, Window

DAY = "2026-11-12"
NOON = f"{DAY}T12:00:00Z"
BEFORE = [
    {
        "at": f"2026-11-{day}T10:00:00Z", "id": f"{day}", "game": "strategy-stacks", "difficulty": 2,
        "theme": "", "solved": True, "hints": 0, "daily": f"2026-11-{day}",
    }
    for day in (10, 11)
]  # fmt: skip
OFFERED = "#daily-ask:not([hidden])"


def puzzles(window: Window, kind: Kind) -> list[dict[str, Any]]:
    answer = window.page.request.get(f"{window.url}/api/puzzles/strategy-stacks?kind={kind}&seed=4&count=9")
    found: list[dict[str, Any]] = answer.json()["puzzles"]
    return found


def home(window: Window, puzzle: dict[str, Any], day: str = DAY) -> None:
    """The home page of a player who has solved the puzzles of two days, with this daily puzzle."""

    def answer(route: Any) -> None:
        told = route.fetch()
        text = json.dumps({"date": day, "puzzle": puzzle}).replace("&", "&amp;").replace('"', "&quot;")
        page = re.sub(r'id="daily"( data-puzzle="[^"]*")?', "id=daily", told.text())
        route.fulfill(response=told, body=page.replace("id=daily", f'id="daily" data-puzzle="{text}"'))

    window.page.clock.set_fixed_time(NOON)
    window.page.add_init_script(SHIFTS)
    stored = json.dumps({"version": 1, "tried": BEFORE, "cards": {}})
    window.page.add_init_script(f"localStorage['outnumber:puzzles'] ??= {json.dumps(stored)}")
    window.page.route(f"{window.url}/", answer)
    window.open("/")
    window.page.wait_for_selector("#today:not([hidden])")


def solution(window: Window, puzzle: dict[str, Any]) -> Any:
    """The answer to a puzzle, from the server."""
    plain = {name: puzzle[name] for name in ("game", "options", "moves", "kind")}
    return window.post("puzzles/answer", {"puzzle": plain})["solution"]


def asked(window: Window) -> str:
    return str(window.page.inner_text("#daily-question"))


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_wrong_answer_is_refuted_in_place_and_counts(
    window: Callable[..., Window], size: dict[str, int]
) -> None:
    ada = window(viewport=size)
    puzzle = puzzles(ada, "one")[0]
    right = solution(ada, puzzle)
    home(ada, puzzle)
    assert "2 days in a row" in ada.page.inner_text("#streak")
    assert asked(ada).startswith("One move wins: find it. Your turn:")
    wrong = next(number for number in puzzle["legal"] if number != right)
    # By keyboard: one stop for Tab, arrow keys between the numbers.
    ada.page.focus("#daily-pool .number[tabindex='0']")
    for _ in range(puzzle["legal"].index(wrong)):
        ada.page.keyboard.press("ArrowRight")
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_selector("#daily-pool .number.lose")
    assert asked(ada) == f"No: {wrong} loses. Try again."
    assert ada.page.inner_text("#daily-note") != ""
    assert ada.page.evaluate("document.activeElement.ariaLabel") == f"{wrong}, loses"
    ada.page.click(f"#daily-pool [data-number='{right}']")
    ada.page.wait_for_selector("#daily[data-solved]")
    assert asked(ada) == f"Yes, {right} is the only move that wins."
    assert ada.page.inner_text("#week .now .unseen") == ", missed"
    assert [each["solved"] for each in progress(ada)["tried"]] == [True, True, False]
    assert ada.page.evaluate("window.shifted") < SHIFTED_AT_MOST
    assert ada.cramped() + ada.zoomed() == []
    # It counts once, here and on its own page.
    ada.page.reload()
    ada.page.wait_for_selector("#today:not([hidden])")
    assert not ada.page.is_visible(OFFERED)


@pytest.mark.parametrize("kind", ["one", "avoid", "all", "who", "seat"])
def test_every_kind_is_solved_in_place(window: Callable[..., Window], kind: Kind) -> None:
    ada = window()
    found = puzzles(ada, kind)
    puzzle = next(
        (each for each in found if kind != "all" or 0 < len(solution(ada, each)) < len(each["legal"])),
        found[0],
    )
    right = solution(ada, puzzle)
    home(ada, puzzle)
    if kind in ("who", "seat"):
        ada.page.click(f"#daily-choices button:nth-child({right})")
    for number in right if kind == "all" else [right] if kind in ("one", "avoid") else []:
        ada.page.click(f"#daily-pool [data-number='{number}']")
    if kind == "all":
        ada.page.click("#daily-choices button")
    given, now = [right], puzzle
    while kind == "seat":
        plain = {name: puzzle[name] for name in ("game", "options", "moves", "kind")}
        now = ada.post("puzzles/try", {"puzzle": plain, "answer": given})
        if not now["game"]:
            break
        ada.page.wait_for_selector(f"#daily-rows[data-moves='{len(now['game']['moves'])}']", state="attached")
        assert asked(ada).startswith("Right so far.")
        for number in now["game"]["legal"]:
            if ada.post("puzzles/try", {"puzzle": plain, "answer": [*given, number]})["right"]:
                given.append(number)
                break
        ada.page.click(f"#daily-pool [data-number='{given[-1]}']")
    ada.page.wait_for_selector("#daily[data-solved=true]")
    assert ada.page.inner_text("#streak") == "Solved. 3 days in a row"
    assert ada.page.inner_text("#week .now .unseen") == ", solved"
    assert ada.page.inner_text("#daily-note") != ""
    last = progress(ada)["tried"][-1]
    assert (last["daily"], last["solved"], bool(last["theme"])) == (DAY, True, True)


def test_a_wrong_seat_shows_the_answer(window: Callable[..., Window]) -> None:
    ada = window()
    puzzle = puzzles(ada, "who")[0]
    home(ada, puzzle)
    ada.page.click(f"#daily-choices button:nth-child({3 - solution(ada, puzzle)})")
    ada.page.wait_for_selector("#daily[data-solved=false]")
    assert asked(ada) == "No: the other player wins."
    assert "Missed" in ada.page.inner_text("#streak")


def test_the_puzzle_of_another_day_is_only_a_link(window: Callable[..., Window]) -> None:
    ada = window()
    home(ada, puzzles(ada, "one")[0], "2026-11-11")
    assert not ada.page.is_visible(OFFERED)
    assert ada.page.get_attribute("#daily-title a", "href") == "/puzzles/daily"


def test_the_server_sends_the_puzzle_of_today_without_its_answer(window: Callable[..., Window]) -> None:
    ada = window()

    def told() -> str:
        ada.open("/")
        return ada.page.get_attribute("#daily", "data-puzzle") or ""

    # While the server is still busy with it, the page has only a link.
    ada.wait_until(lambda: told() != "")
    found = json.loads(told())
    assert found == ada.page.request.get(f"{ada.url}/api/puzzles/daily?date={found['date']}").json()
    assert "solution" not in found["puzzle"]
