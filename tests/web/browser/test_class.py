"""A class in real browsers: a teacher, two children, a projector, and a server that dies in between."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.web.browser.conftest import LARGE, Server, needs_axe, windows
from tests.web.browser.window import Window

PHONE = {"width": 375, "height": 667}


@pytest.fixture
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may be killed."""
    server = Server(tmp_path_factory.mktemp("class"))
    yield server
    server.stop()


@pytest.fixture
def window(browser: Any, own: Server) -> Iterator[Callable[..., Window]]:
    yield from windows(browser, own)


def joins(child: Window, code: str, animal: str) -> None:
    child.open("/join")
    child.page.fill("#code", code)
    child.page.click("#knock button")
    child.page.click(f"[data-animal={animal}]")
    child.page.wait_for_selector("#join[data-state=desk]")


@pytest.mark.parametrize(("locale", "help"), [("en", "I need help"), ("de", "Ich brauche Hilfe")])
def test_a_page_loads_every_module_once(window: Callable[..., Window], locale: str, help: str) -> None:
    teacher, child = window(locale=locale), window(locale=locale)
    teacher.open("/class")
    teacher.page.click("#open")
    teacher.page.wait_for_selector("#qr svg")
    joins(child, teacher.page.inner_text("#code"), "otter")
    scripts: list[str] = []
    child.page.on("request", lambda asked: scripts.append(asked.url) if ".js" in asked.url else None)
    for path, page in (("/", "home"), ("/learn/number-duel", "lesson"), ("/join", "join")):
        scripts.clear()
        child.open(path)
        child.wait_until(lambda: child.page.inner_text("#strip b") == "Otter")
        assert [url.split("/", 5)[-1] for url in scripts] == [f"{locale}/{page}.js", f"{locale}/pupil.js"]
        assert child.page.inner_text("#strip button") == help


def test_a_lesson(window: Callable[..., Window], own: Server) -> None:
    needs_axe()
    teacher, otter, fox = window(viewport=LARGE), window(viewport=PHONE), window(viewport=PHONE, locale="de")
    page = teacher.page
    teacher.open("/class")
    page.click("#open")
    page.wait_for_selector("#qr svg")
    code = page.inner_text("#code")
    assert page.inner_text("#until") == "Everything is deleted automatically in 12 hours."
    # What opens can be seen to.
    assert page.eval_on_selector("#room summary", "each => getComputedStyle(each).display") == "list-item"
    # Whoever has only the code sees which animals are free, in their own language, and writes nothing else.
    otter.open("/join")
    otter.page.fill("#code", "WRONG1")
    otter.page.click("#knock button")
    otter.page.wait_for_selector("#problem:not(:empty)")
    joins(otter, code.lower(), "otter")
    fox.open("/join")
    fox.page.fill("#code", code)
    fox.page.click("#knock button")
    fox.page.wait_for_selector("[data-animal=otter][disabled]")
    assert fox.page.inner_text("[data-animal=fox]") == "Fuchs"
    assert not [*otter.cramped(), *otter.serious(), *fox.cramped(), *fox.serious()]
    fox.page.click("[data-animal=fox]")
    page.wait_for_selector("[data-child='2']")
    assert [*teacher.zoomed(), *otter.zoomed()] == []
    page.click("label:has(#door)")
    # The same puzzles for all: both go there, and the teacher sees who is where and who needs help.
    page.select_option("#game", "order-challenge")
    page.select_option("#kind", "who")
    page.click("#start-puzzles")
    for child in (otter, fox):
        child.page.wait_for_selector("#choices button")
    assert otter.page.url.split("/")[-1] == fox.page.url.split("/")[-1]
    otter.page.click("#choices button")
    teacher.wait_until(lambda: "of 1 solved" in page.inner_text("[data-child='1']"))
    fox.page.click("#strip button")
    teacher.wait_until(lambda: "Fox asks for help" in page.inner_text("#stuck"))
    assert not [*teacher.cramped(), *teacher.serious(), *fox.cramped()]
    page.click("#show-puzzle")
    teacher.wait_until(lambda: page.inner_text("#showing") == "It shows a board.")
    assert page.inner_text("#show-puzzle") == "Show puzzle 2"
    # What a lesson tells is heard, and a tablet that sleeps while the server dies comes back where it was.
    told = "{detail: {lesson: 'number-duel', step: 'drill-3', stuck: 4}}"
    otter.page.evaluate(f"dispatchEvent(new CustomEvent('outnumber:step', {told}))")
    teacher.wait_until(lambda: "Number Duel, Drill\u00a03" in page.inner_text("[data-child='1']"))
    assert "4 wrong answers" in page.inner_text("#stuck")
    otter.page.context.set_offline(True)
    own.restart(kill=True)
    otter.page.context.set_offline(False)
    page.select_option("#game", "strategy-stacks")
    page.fill("#size", "4")
    teacher.wait_until(lambda: page.locator(".child:not(.away)").count() == 2)
    page.click("#pair")
    for child in (otter, fox):
        child.page.wait_for_url("**/g/*")
        child.ready()
        assert "seat" not in child.page.url
    assert otter.id == fox.id
    # The projector has the board, and who wins only when it is asked for.
    page.click("#pairs button")
    projector = Window(page.context.new_page(), teacher.url)
    projector.open("/class/board")
    projector.page.wait_for_selector("#pool .number.fits")
    assert not projector.page.locator("#pool .badge.win, #pool .badge.lose").count()
    projector.page.keyboard.press("v")
    projector.page.wait_for_selector("#verdict:not([hidden])")
    assert projector.page.locator("#pool .badge.lose").count() == 4  # the second player wins
    projector.page.keyboard.press("v")
    projector.page.wait_for_selector("#verdict", state="hidden")
    assert not projector.serious()
    # They play to the end, and the summary has it; then nothing is left, in any browser.
    for moves in range(1, 5):
        mover = next((each for each in (otter, fox) if each.choices()), None)
        if mover is None:
            break
        mover.press(mover.choices()[0])
        for child in (otter, fox):
            child.wait_for_moves(moves)
        if otter.over():
            break
    teacher.wait_until(lambda: " won" in page.inner_text("#pairs"))
    page.click(".minutes[value='60']")
    otter.page.wait_for_selector("#strip .left:not(:empty)")
    page.click("#end")
    page.click("#sure [value=yes]")
    page.wait_for_selector("#table tbody tr:nth-child(2)")
    rows = page.inner_text("#table")
    assert "Number Duel (Drill\u00a03)" in rows
    assert "1 of 1" in rows
    page.reload()
    page.wait_for_selector("#table tbody tr:nth-child(2)")
    assert not [*teacher.cramped(), *teacher.serious()]
    for child in (otter, fox):
        child.wait_until(lambda: child.page.evaluate("localStorage['outnumber:class'] ?? ''") == "")  # noqa: B023
    page.click("#close")
    page.wait_for_selector("#open")
    assert page.evaluate("sessionStorage.length") == 0
