"""Lessons in a real browser: by keyboard alone, with saved progress, and accessible."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from outnumber.study.lessons import engine
from outnumber.study.lessons.engine import Place, View
from outnumber.study.lessons.lesson import LESSONS
from tests.server.browser.conftest import LARGE, SMALL, needs_axe
from tests.server.browser.window import Window
from tests.study.lessons.test_engine import right, wrong

LISTENS = (
    "addEventListener('outnumber:step', event => (window.told ??= []).push(Object.values(event.detail)))"
)


def progress(window: Window) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(window.page.evaluate("localStorage['outnumber:puzzles'] ?? '{}'"))
    return kept


def place(window: Window, lesson: str) -> Place:
    return engine.from_json(progress(window)["lessons"][lesson])


def answer(window: Window, lesson: str, choose: Callable[[View], int] = right) -> View:
    """Answer by keyboard, or continue if there is no question; returns the kind of question."""
    before = place(window, lesson)
    view = engine.look(before)
    keys = window.page.keyboard
    if view.asks == "next":
        keys.press("Enter")
    elif view.asks == "seat":
        window.page.focus(f"#choices button:nth-child({choose(view)})")
        keys.press("Enter")
    elif choose(view) == engine.NONE:
        window.page.focus("#said")
        keys.press("n")
    else:
        window.page.focus("#said")
        keys.type(str(choose(view)))
        keys.press("Enter")
    window.wait_until(lambda: place(window, lesson) != before)
    if view.step.part == "idea":
        # The step is read, and then the next one is opened.
        window.wait_until(lambda: place(window, lesson).step != before.step)
    window.page.wait_for_selector("#lesson:not(.busy)")
    return view


def test_a_lesson_is_completed_by_keyboard_and_its_stars_are_saved(window: Callable[..., Window]) -> None:
    needs_axe()
    ada, lesson = window(viewport={"width": 375, "height": 667}), "number-stack-duel"
    ada.page.add_init_script(LISTENS)
    ada.open("/learn")
    assert ada.page.inner_text(f"[data-lesson={lesson}] .stars") == "☆☆☆ not started"
    assert ada.serious() + ada.cramped() == []
    ada.page.focus(f"[data-lesson={lesson}]")
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_selector("#picture svg")
    assert ada.serious() + ada.cramped() == []
    answer(ada, lesson)
    answer(ada, lesson)
    # A losing move is refuted on a separate board.
    answer(ada, lesson, wrong)
    ada.page.wait_for_selector("#reply.refuted #line[data-moves='3']")
    assert "Now you have no answer, and your opponent wins." in ada.page.inner_text("#reply-text")
    assert ada.serious() + ada.cramped() == []
    ada.page.keyboard.press("h")
    ada.page.wait_for_selector("#said .hinted")
    assert ada.page.evaluate("window.told") == [
        [lesson, "idea-1", 0], [lesson, "idea-2", 0], [lesson, "tiny-1", 0], [lesson, "tiny-1", 1],
    ]  # fmt: skip
    # Left midway, and resumed.
    ada.page.reload()
    ada.page.wait_for_selector("#said .hinted")
    while place(ada, lesson).step != "seat":
        answer(ada, lesson)
    assert place(ada, lesson).stars == ("saw", "can")
    assert ada.page.inner_text("#stars") == "★★☆"
    assert "In a row: 0 of 5." in ada.page.inner_text("#about")
    assert ada.serious() + ada.cramped() == []
    while not place(ada, lesson).decided:
        answer(ada, lesson)
    assert "You win! In a row: 1 of 5." in ada.status()
    # A lost seat returns among the puzzles, without counting as an attempt.
    answer(ada, lesson)
    answer(ada, lesson, wrong)
    assert "In a row: 0 of 5. Next: a new random start." in ada.status()
    kept = progress(ada)
    assert [id.split("-")[0] for id in kept["cards"]] == ["seat"]
    assert kept["tried"] == []
    ada.open("/learn")
    assert ada.page.inner_text(f"[data-lesson={lesson}] .stars").startswith("★★☆ 16 of 17")
    assert ada.complaints == []


LETTERS = """svg => [...svg.querySelectorAll('text')]
  .map(text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""


@pytest.mark.parametrize(("locale", "scheme"), [("en", "light"), ("de", "dark")])
@pytest.mark.parametrize("lesson", LESSONS)
def test_pictures_are_readable_on_a_phone_and_have_descriptions(
    window: Callable[..., Window], lesson: str, locale: str, scheme: str
) -> None:
    ada = window(viewport={"width": 390, "height": 844}, locale=locale, color_scheme=scheme)
    for step in (step.id for step in LESSONS[lesson].steps if step.part == "idea"):
        ada.open("/learn")
        ada.open(f"/learn/{lesson}#{step}")
        ada.page.wait_for_selector("#picture svg")
        assert min(ada.page.eval_on_selector("#picture svg", LETTERS)) >= 12
        # In the colours of the page, even in dark mode.
        card = ada.page.evaluate("getComputedStyle(document.querySelector('#picture svg > rect')).fill")
        assert card == {"light": "rgb(255, 253, 249)", "dark": "rgb(30, 35, 45)"}[scheme]
        described = ada.page.text_content("#picture desc")
        assert len(described) > 20
        assert ada.page.get_by_role("img", name=described).count() == 1


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_next_button_is_visible_at_every_step(window: Callable[..., Window], lesson: str) -> None:
    ada = window(viewport=LARGE)
    ada.open(f"/learn/{lesson}")
    ada.page.wait_for_selector("#next:visible")
    while (here := place(ada, lesson)).step != "seat":
        if engine.look(here).asks == "next":
            ada.page.wait_for_selector("#next:visible")
            assert ada.sees("#next"), here.step
        answer(ada, lesson)


@pytest.mark.parametrize("language", ["de"])
def test_a_step_has_a_url_and_an_invalid_place_starts_again(
    window: Callable[..., Window], language: str
) -> None:
    ada, lesson = window(viewport=SMALL), "order-challenge"
    ada.open(f"/learn/{lesson}?lang={language}")
    ada.page.wait_for_selector("#picture svg")
    ada.open(f"/learn/{lesson}#drill-3")
    ada.page.reload()
    ada.wait_until(lambda: place(ada, lesson).step == "drill-3")
    assert ada.page.inner_text("#where") == "Schritt 18 von 22"
    assert ada.cramped() == []
    ada.page.select_option("#steps", "who-1")
    ada.wait_until(lambda: place(ada, lesson).step == "who-1")
    ada.page.click("#before")
    ada.wait_until(lambda: place(ada, lesson).step == "tiny-8")
    for damage in ({"step": "gone-1"}, {"step": "who-1", "hinted": 7}):
        broken = progress(ada)
        broken["lessons"][lesson] |= {"stars": ["saw"], **damage}
        ada.page.evaluate("kept => localStorage['outnumber:puzzles'] = JSON.stringify(kept)", broken)
        ada.open(f"/learn/{lesson}")
        ada.wait_until(lambda: progress(ada)["lessons"][lesson]["step"] == "idea-1")
        assert place(ada, lesson).stars == ("saw",)
    assert ada.complaints == []
