"""A class in real browsers: a teacher, two children, a projector, and a server that is killed."""

import csv
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from outnumber.language.animals import ANIMALS
from tests.server.browser.conftest import LARGE, SMALL, Server, needs_axe, windows
from tests.server.browser.window import SHIFTED_AT_MOST, SHIFTS, Window

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
    teacher.page.click("#by-hand > summary")
    joins(child, teacher.page.text_content("#code"), "otter")
    scripts: list[str] = []
    child.page.on("request", lambda asked: scripts.append(asked.url) if ".js" in asked.url else None)
    for path, page in (("/", "play/home"), ("/learn/number-duel", "learn/lesson"), ("/join", "class/join")):
        scripts.clear()
        child.open(path)
        child.wait_until(lambda: child.page.inner_text("#strip b") == "Otter")
        assert [url.split("/", 6)[-1] for url in scripts] == [
            f"{locale}/{page}.js",
            f"{locale}/class/pupil.js",
        ]
        assert child.page.inner_text("#strip button") == help


def test_the_projector_shows_a_complete_hundred_square(window: Callable[..., Window]) -> None:
    teacher, children = window(viewport=LARGE), [window(), window()]
    page = teacher.page
    teacher.open("/class")
    page.click("#open")
    page.wait_for_selector("#qr svg")
    page.click("#by-hand > summary")
    for child, animal in zip(children, ("otter", "fox"), strict=True):
        joins(child, page.text_content("#code"), animal)
    page.select_option("#game", "number-duel")
    page.fill("#size", "100")
    teacher.wait_until(lambda: page.locator(".child:not(.away)").count() == 2)
    page.click("#pair")
    page.click("#pairs button")
    projector = Window(page.context.new_page(), teacher.url)
    projector.open("/class/board")
    projector.page.wait_for_selector("#pool .number.fits")
    assert all(projector.sees(f"#pool [data-number='{number}']") for number in range(1, 101))
    # From the first move on, the status line has two lines of text.
    for child in children:
        child.page.wait_for_url("**/g/*")
        child.ready()
    next(child for child in children if child.choices()).press(74)
    projector.page.wait_for_selector("#tracks button.chip")
    assert all(projector.sees(f"#pool [data-number='{number}']") for number in range(1, 101))


@pytest.mark.slow
def test_a_lesson(window: Callable[..., Window], own: Server) -> None:
    needs_axe()
    teacher, otter, fox = window(viewport=LARGE), window(viewport=PHONE), window(viewport=PHONE, locale="de")
    page = teacher.page
    teacher.open("/class")
    page.click("#open")
    page.wait_for_selector("#qr svg")
    page.click("#by-hand > summary")
    code = page.text_content("#code")
    assert page.inner_text("#until") == "Everything is deleted automatically in 12 hours."
    # A section that opens is visible.
    assert (
        page.eval_on_selector("#join-panel summary", "each => getComputedStyle(each).display") == "list-item"
    )
    # A child with the code sees the free animals in its own language, and types no other text.
    otter.open("/join")
    otter.page.fill("#code", "WRONG1")
    otter.page.click("#knock button")
    otter.page.wait_for_selector("#problem:not(:empty)")
    joins(otter, code.lower(), "otter")
    fox.open("/join")
    fox.page.fill("#code", code)
    fox.page.click("#knock button")
    fox.page.wait_for_selector("[data-animal=otter][disabled]")
    # Every screen of the class uses the teacher's language for the names.
    assert fox.page.inner_text("[data-animal=fox]") == "Fox"
    assert not [*otter.cramped(), *otter.serious(), *fox.cramped(), *fox.serious()]
    fox.page.click("[data-animal=fox]")
    page.wait_for_selector("[data-child='2']")
    assert [*teacher.zoomed(), *otter.zoomed()] == []
    assert page.is_visible("#join-panel")
    page.click("label:has(#door)")
    teacher.wait_until(lambda: page.locator("#stations li").count() == 6)
    # The same puzzles for all: both go there, and the teacher sees where each is and who needs help.
    page.select_option("#game", "order-challenge")
    page.select_option("#kind", "who")
    page.click("#start-puzzles")
    for child in (otter, fox):
        child.page.wait_for_selector("#choices button")
    assert otter.page.url.split("/")[-1] == fox.page.url.split("/")[-1]
    otter.page.click("#choices button")
    teacher.wait_until(lambda: "of 1 solved" in page.inner_text("[data-child='1']"))
    fox.page.click("#strip button")
    teacher.wait_until(lambda: "Fox needs help" in page.inner_text("#stuck"))
    assert not page.is_visible("#join-panel")  # it folds away when the first activity begins
    assert not [*teacher.cramped(), *teacher.serious(), *fox.cramped()]
    page.click("#show-puzzle")
    teacher.wait_until(lambda: page.inner_text("#showing").startswith("Showing a position."))
    assert page.inner_text("#show-puzzle") == "Show puzzle 2"
    # Lesson events arrive, and a tablet that sleeps while the server is killed returns to its place.
    told = "{detail: {lesson: 'number-duel', step: 'drill-3', stuck: 4}}"
    otter.page.evaluate(f"dispatchEvent(new CustomEvent('outnumber:step', {told}))")
    teacher.wait_until(lambda: "Number Duel, Drill\u00a03" in page.text_content("[data-child='1']"))
    assert "4 mistakes here" in page.inner_text("#stuck")
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
    # The projector has the board, and the winner only on request.
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
    # They play to the end, and the summary has the result; afterwards no browser stores any data.
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
    # The step at which the otter was stuck is a mistake with its position and the reason, also in the table.
    mistake = page.inner_text(".mistake:has(h3:has-text('Drill'))")
    assert "Drill\u00a03 · 1 child" in mistake
    why = mistake.partition("Why: ")[2].strip()
    assert len(why.split()) > 5
    assert page.locator(".mistake svg").count() == page.locator(".mistake").count()
    sheet = page.get_attribute("#summary-mistakes a[href*='/worksheet/number-duel?given=']", "href")
    with page.expect_download() as saved:
        page.click("#save")
    assert saved.value.suggested_filename.endswith(".csv")
    table = list(csv.reader(saved.value.path().read_text(encoding="utf-8-sig").splitlines()))
    assert [line[0] for line in table[:3]] == ["Animal", "Fox", "Otter"]
    assert "Number Duel (Drill\u00a03)" in table[2]
    (wrong,) = (line for line in table if line[-1] == "1" and line[0].endswith("Drill\u00a03"))
    assert wrong[3] == why
    teacher.open(sheet.removeprefix(teacher.url))
    assert page.locator("article").count() == 6
    # The easiest comes first, so the position of the mistake may be any of them.
    given = page.locator(f"article:has-text('Name every move that wins'):has-text('factor of {wrong[1]} or')")
    assert any("1 to 13" in text for text in given.all_inner_texts())
    page.go_back()
    page.wait_for_selector("#table tbody tr:nth-child(2)")
    page.reload()
    page.wait_for_selector("#table tbody tr:nth-child(2)")
    assert not [*teacher.cramped(), *teacher.serious()]
    for child in (otter, fox):
        child.page.wait_for_selector("#over:not([hidden])")
        assert child.page.evaluate("localStorage['outnumber:class']") is None
    page.click("#close")
    page.wait_for_selector("#open")
    assert page.evaluate("sessionStorage.length") == 0


def opened(window: Callable[..., Window]) -> tuple[Window, str]:
    """A teacher's window, and the code of the class."""
    teacher = window(viewport=LARGE)
    teacher.open("/class")
    teacher.page.click("#open")
    teacher.page.wait_for_selector("#qr svg")
    teacher.page.click("#by-hand > summary")
    return teacher, teacher.page.text_content("#code")


def paired(teacher: Window, children: list[Window]) -> None:
    teacher.page.select_option("#game", "strategy-stacks")
    teacher.wait_until(lambda: teacher.page.locator(".child:not(.away)").count() == len(children))
    teacher.page.click("#pair")
    for child in children:
        child.page.wait_for_url("**/g/*")
        child.ready()


def test_every_child_sees_a_friendly_page_when_the_lesson_ends(window: Callable[..., Window]) -> None:
    teacher, code = opened(window)
    children = [window(viewport=PHONE, locale=locale) for locale in ("en-GB", "de", "en-GB", "de")]
    for child, animal in zip(children, ("otter", "fox", "owl", "bear"), strict=True):
        joins(child, code, animal)
    paired(teacher, children)
    playing, german, learning, solving = children
    learning.open("/learn/number-duel")
    solving.open("/puzzles/strategy-stacks")
    waiting = Window(playing.page.context.new_page(), playing.url)
    waiting.open("/join")
    waiting.page.wait_for_selector("#strip")
    # This page only learns that its game was deleted.
    german.page.route("**/api/classes/**", lambda route: route.abort())
    german.page.reload()
    german.ready()
    teacher.page.click("#end")
    assert teacher.page.inner_text("#sure [value=no]") == "Continue the lesson"
    teacher.page.click("#sure [value=yes]")
    for child in (playing, waiting, learning, solving):
        child.page.wait_for_selector("#over:not([hidden])")
        assert child.page.evaluate("[document.activeElement.id, localStorage['outnumber:class']]") == [
            "over-title", None,
        ]  # fmt: skip
        assert not child.page.locator("#strip").count()
        assert child.cramped() == []
    assert playing.page.inner_text("#over h1") == "The lesson is over."
    assert solving.page.inner_text("#over h1") == "Die Stunde ist vorbei."
    german.page.wait_for_selector("#table[data-state=missing]")
    assert german.status() == "Das Spiel ist vorbei."
    assert not german.page.locator("#status.refused").count()
    assert not german.page.is_visible("#pool")
    german.page.unroute("**/api/classes/**")
    german.page.wait_for_selector("#over:not([hidden])")


def test_the_teacher_sees_who_has_left_or_finished_and_the_opponent_can_claim(
    window: Callable[..., Window],
) -> None:
    teacher, code = opened(window)
    animals = {"otter": "Otter", "bear": "Bear", "owl": "Owl"}
    children = {animal: window(locale="de") for animal in animals}
    for animal, child in children.items():
        joins(child, code, animal)
    paired(teacher, [*children.values()])
    games = [child.id for child in children.values()]
    alone = next(animal for animal, child in children.items() if games.count(child.id) == 1)
    pair = [animal for animal in children if animal != alone]
    mover = next(animal for animal in pair if children[animal].choices())
    partner = next(animal for animal in pair if animal != mover)
    board = children[partner].page
    # The board and the strip name an animal like the teacher does.
    assert board.inner_text("#strip b >> nth=0") == animals[partner]
    assert animals[partner] in board.inner_text("#us")
    assert animals[mover] in board.inner_text("#them")
    # A child that navigates away has left its game until it returns.
    children[mover].open("/join")
    name = animals
    page = teacher.page
    teacher.wait_until(
        lambda: f"{name[partner]} has no opponent: {name[mover]} left" in page.inner_text("#stuck")
    )
    assert "left the game" in page.inner_text(f".child:has-text('{name[mover]}'):not(.stuck)")
    board.reload()  # immediately instead of within 20 seconds
    claim = "Dein Gegner ist gegangen. Wenn er nicht gleich zurückkommt, machst du ohne ihn weiter."
    children[partner].wait_until(lambda: board.inner_text("#strip [role=status]") == claim)
    assert board.is_visible("#claim")
    children[mover].page.click("#go")
    children[mover].ready()
    board.reload()
    children[partner].ready()
    children[partner].wait_until(lambda: not board.inner_text("#strip [role=status]"))
    teacher.wait_until(lambda: not page.is_visible("#stuck"))
    # A finished game.
    children[alone].page.click("#resign")
    children[alone].page.click("#sure [value=yes]")
    teacher.wait_until(lambda: "finished" in page.inner_text(f".child:has-text('{name[alone]}')"))
    # Only the free child gets a new game, and the unfinished game continues.
    page.click("#pair-free")
    children[alone].page.wait_for_url(lambda url: not url.endswith(games[[*children].index(alone)]))
    teacher.wait_until(lambda: page.locator("#pairs li").count() == 2)
    assert children[partner].id == children[mover].id in games
    assert children[partner].choices() or children[mover].choices()


def test_the_projector_asks_the_question_of_a_puzzle(window: Callable[..., Window]) -> None:
    teacher, _ = opened(window)
    teacher.page.select_option("#kind", "who")
    teacher.page.click("#start-puzzles")
    teacher.page.click("#show-puzzle")
    projector = Window(teacher.page.context.new_page(), teacher.url)
    projector.open("/class/board")
    projector.page.wait_for_selector("#pool .number")
    asked = projector.page.inner_text("#title")
    assert asked == "Both play as well as possible: who wins, 1 or 2?"
    assert "'s turn" in projector.status()
    # The bar positions the dot of the player to move.
    position = "each => getComputedStyle(each).position"
    assert projector.page.eval_on_selector("#status[data-seat]", position) == "relative"
    teacher.page.click("#end")
    teacher.page.click("#sure [value=yes]")
    projector.wait_until(lambda: projector.status() == "The lesson is over.")
    assert not projector.page.locator("#status[data-seat]").count()


@pytest.mark.parametrize("locale", ["en-GB", "de"])
def test_joining_moves_the_focus_and_the_strip_fits_a_small_phone(
    window: Callable[..., Window], locale: str
) -> None:
    teacher, code = opened(window)
    child = window(viewport=SMALL, locale=locale)
    focused = "document.activeElement.id"
    child.open("/join")
    child.wait_until(lambda: child.page.evaluate(focused) == "code")
    child.page.fill("#code", "WRONG1")
    child.page.keyboard.press("Enter")
    child.page.wait_for_selector("#problem:not(:empty)")
    assert child.page.evaluate(focused) == "code"
    child.page.keyboard.type(code)  # replacing the selected wrong one
    child.page.keyboard.press("Enter")
    child.wait_until(lambda: child.page.evaluate(focused) == "choose-title")
    child.page.click("[data-animal=butterfly]")
    child.wait_until(lambda: child.page.evaluate(focused) == "you")
    teacher.page.click(".minutes[value='600']")
    child.page.wait_for_selector("#strip .left:not(:empty)")
    rows = """[...document.querySelectorAll('#strip > a, #strip button, #strip .button')]
      .filter(each => each.checkVisibility()).map(each => each.getBoundingClientRect())
      .map(({ top, height }) => [top, height])"""
    name, hand = child.page.evaluate(rows)
    assert name == hand
    teacher.page.click("#start-lesson")
    child.page.wait_for_url("**/learn/*")
    child.open("/learn")
    child.page.wait_for_selector("#strip .left:not(:empty)")
    name, task, hand = child.page.evaluate(rows)
    assert task == hand
    assert hand[1] == name[1]  # one line of text
    assert child.cramped() == []


@pytest.mark.slow
def test_a_planned_lesson_with_three_children_and_a_projector(
    window: Callable[..., Window], own: Server
) -> None:
    """Next leads through the plan; teacher, children and projector show the same."""
    teacher = window(viewport=LARGE)
    page = teacher.page
    teacher.open("/class")
    page.click("#open")
    page.wait_for_selector("#stations li:nth-child(6)")
    # Change the plan: another game, a shorter time, another order; a saved plan can be loaded again.
    page.click("#plan-panel > summary")
    page.select_option("#ready", "strategy-stacks")
    page.select_option("#length", "20")
    page.click("#use-plan")
    teacher.wait_until(lambda: page.locator("#stations li").count() == 5)
    page.click("[aria-label='Move Talk up']")
    teacher.wait_until(lambda: "Talk" in page.inner_text("#stations li:nth-child(3)"))
    with page.expect_download() as saved:
        page.click("#save-plan")
    page.click("[aria-label='Remove Wrap-up']")
    teacher.wait_until(lambda: page.locator("#stations li").count() == 4)
    page.set_input_files("#load-plan", {"name": "x.json", "mimeType": "application/json", "buffer": b"{}"})
    page.wait_for_selector("#problem:has-text('not a lesson plan')")
    page.set_input_files("#load-plan", saved.value.path())
    teacher.wait_until(lambda: page.locator("#stations li").count() == 5)
    page.click("#plan-panel > summary")
    children = {animal: window(viewport=PHONE) for animal in ("otter", "fox", "owl")}
    for animal, child in children.items():
        joins(child, page.text_content("#code") or "", animal)
        # The animal has a picture, and the waiting child a puzzle.
        assert child.page.eval_on_selector("#face svg use", "each => each.getBBox().width") > 10
        child.page.wait_for_selector("#while-pool .number.fits")
    otter, fox, owl = children.values()
    projector = Window(page.context.new_page(), teacher.url)
    projector.open("/class/board")

    def activities() -> list[str]:
        # In one step: the page may remove a child meanwhile.
        all_of = "each => each.map((child) => child.dataset.activity)"
        found: list[str] = page.eval_on_selector_all(".child", all_of)
        return found

    # The idea: each child answers on its device; nothing is revealed before the teacher says so.
    page.click("#next")
    for child, answer in zip((otter, fox, owl), (1, 2, 2), strict=True):
        child.page.click(f"#ask-choices [data-answer='{answer}']")
        child.page.wait_for_selector(f"[data-answer='{answer}'][aria-pressed=true]")
        assert child.cramped() == []
    projector.wait_until(lambda: projector.page.inner_text("#answered") == "3 of 3 have answered")
    assert not projector.page.locator("#tally li").count()
    assert not projector.page.is_visible("#verdict")
    projector.page.keyboard.press("t")
    teller = "[...document.querySelectorAll('#tally b')].map((each) => Number(each.textContent))"
    projector.wait_until(lambda: projector.page.evaluate(teller) == [1, 2])
    projector.page.keyboard.press("v")
    projector.page.wait_for_selector("#verdict:not([hidden])")
    assert projector.page.inner_text("#verdict").startswith("Player 2 wins.")
    # The lesson, and one child reloads.
    page.click("#next")
    for child in (otter, fox, owl):
        child.page.wait_for_url("**/learn/strategy-stacks*")
    teacher.wait_until(lambda: activities() == ["lesson"] * 3)
    fox.page.reload()
    fox.wait_until(lambda: fox.page.inner_text("#strip b") == "Fox")
    assert not page.is_visible("#join-panel")
    # The talk: the children come to the question from wherever they are.
    page.click("#next")
    otter.page.click("#strip a:has-text('Answer the question')")
    otter.page.click("#ask-choices button >> nth=0")
    teacher.wait_until(lambda: "1 answer." in (page.text_content("#showing") or ""))
    # Games: two play each other, one the computer.
    page.click("#next")
    for child in (otter, fox, owl):
        child.page.wait_for_url("**/g/*")
        child.ready()
    teacher.wait_until(lambda: activities() == ["playing"] * 3)
    alone = children[page.inner_text(".child:has-text('plays the computer') b").lower()]
    own.restart(kill=True)
    alone.page.wait_for_selector("#pool .number", timeout=120_000)
    pair = [child for child in (otter, fox, owl) if child is not alone]
    game = pair[0].id
    # One leaves: the other is told, and gets a new opponent.
    pair[0].page.goto(teacher.url + "/join")
    pair[0].page.click("#leave")
    teacher.wait_until(lambda: "waiting" in activities())
    pair[1].wait_until(lambda: "has left" in pair[1].page.inner_text("#strip [role=status]"))
    pair[1].page.wait_for_url(lambda url: game not in url)
    teacher.wait_until(lambda: activities() == ["playing"] * 2)
    # The summary of the plan, the end, and goodbye.
    page.click("#next")
    projector.page.wait_for_selector("#ideas:not([hidden]), #standings:not([hidden])")
    page.click("#end")
    page.click("#sure [value=yes]")
    page.wait_for_selector("#table tbody tr")
    pair[1].page.wait_for_selector("#over:not([hidden])")
    assert "Goodbye" in pair[1].page.inner_text("#over")


def test_a_waiting_child_watches_a_game_but_neither_plays_nor_learns_who_wins(
    window: Callable[..., Window],
) -> None:
    teacher, code = opened(window)
    children = [window(viewport=PHONE), window(viewport=PHONE)]
    for child, animal in zip(children, ("otter", "fox"), strict=True):
        joins(child, code, animal)
    assert not children[0].page.is_visible("#watch")
    paired(teacher, children)
    late = window(viewport=PHONE)
    joins(late, code, "owl")
    late.page.wait_for_selector("#watch:not([hidden])")
    assert not [*late.cramped(), *late.serious()]
    late.page.click("#watch")
    late.page.wait_for_url(f"**/g/{children[0].id}")
    late.page.wait_for_selector("#pool .number")
    late.wait_until(lambda: "You are watching." in late.status())
    owl = ".child:has-text('Owl')"
    teacher.wait_until(lambda: "watches a game" in teacher.page.inner_text(owl))
    mover = next(child for child in children if child.choices())
    mover.press(mover.choices()[0])
    late.wait_for_moves(1)
    assert late.choices() == []
    assert not late.page.locator("#pool .badge.win, #pool .badge.lose").count()
    for button in ("#resign", "#hint", "#verdict"):
        assert not late.page.locator(f"{button}:visible").count()
    # The next task calls the child away.
    teacher.page.click("#start-lesson")
    late.page.wait_for_url("**/learn/*")


def test_the_teacher_adds_a_station_and_moves_a_child_to_another_team(window: Callable[..., Window]) -> None:
    needs_axe()
    teacher, code = opened(window)
    page = teacher.page
    for animal in ("otter", "fox", "owl"):
        joins(window(viewport=PHONE), code, animal)
    teacher.wait_until(lambda: page.locator("#stations li").count() == 6)
    page.click("#plan-panel > summary")
    page.select_option("#ready", "strategy-stacks")
    page.wait_for_selector("#more option:has-text('Games in pairs · 1 to 12 · 27 minutes')", state="attached")
    assert page.locator("#more option").count() == 8
    page.select_option("#more", label="Games in pairs · 1 to 12 · 27 minutes")
    page.click("#add")
    page.wait_for_selector("#stations li:nth-child(7):has-text('Games in pairs')")
    assert "27 min" in page.inner_text("#stations li:nth-child(7)")
    page.click("#plan-panel > summary")
    # The child arrived in team 1; its new team is on the page, and stays after the first round has begun.
    assert not page.is_visible("#members-panel")
    page.select_option("#mode", "teams")
    page.fill("#teams", "2")
    page.click("#tournament")
    page.click("#members-panel > summary")
    assert page.eval_on_selector("[aria-label='Team of Owl']", "each => each.value") == "1"
    page.select_option("[aria-label='Team of Owl']", label="Team 2")
    second = "#standings li:has-text('Team 2') .who svg"
    teacher.wait_until(lambda: page.locator(second).count() == 2)
    assert not [*teacher.cramped(), *teacher.serious()]
    page.click("#round")
    page.wait_for_selector("#members-panel", state="hidden")
    assert page.locator(second).count() == 2


# Seats that are cut off, and names that break in the middle of a word.
CUT = """spare => [...document.querySelectorAll('.seat')].filter(each => {
  const { top, bottom } = each.getBoundingClientRect(), name = each.querySelector('b');
  const lines = name.offsetHeight / parseFloat(getComputedStyle(name).lineHeight);
  return top < 0 || bottom > innerHeight + spare || lines > (name.textContent.includes('\u00ad') ? 2.1 : 1.1);
}).map(each => each.innerText)"""
HIGH = "document.documentElement.scrollHeight <= innerHeight"


@pytest.mark.parametrize("locale", ["en-GB", "de"])
def test_thirty_children_and_the_projector_fit_their_screens(
    window: Callable[..., Window], locale: str
) -> None:
    needs_axe()
    teacher = window(viewport=LARGE, locale=locale)
    page = teacher.page
    teacher.open("/class")
    page.click("#open")
    page.wait_for_selector("#stations li:nth-child(6)")
    # Those with the longest German names, and others.
    animals = [*[*ANIMALS][:24], "squirrel", "ladybird", "tortoise", "robin", "hedgehog", "kangaroo"]
    code, made = page.text_content("#code"), []
    for place, animal in enumerate(animals):
        body = {"code": code, "animal": animal, "token": f"{place:032x}"}
        made.append(teacher.post("classes/enter", body))
        page.context.clear_cookies()  # otherwise the browser would leave as one animal and return as another
    teacher.wait_until(lambda: page.locator(".child").count() == 30)
    projector = Window(page.context.new_page(), teacher.url)
    projector.open("/class/board")
    projector.page.wait_for_selector("#zoo svg:nth-child(30)")
    shapes = [{"width": 1280, "height": 720}, {"width": 1920, "height": 1080}]

    def fits() -> bool:
        found = []
        for shape in shapes:
            projector.page.set_viewport_size(shape)
            found.append(projector.page.evaluate(HIGH) and projector.sees("#title"))
        return all(found)

    assert fits()
    # The question, its answers and the winner.
    page.click("#next")
    projector.page.wait_for_selector("#pool .number.fits")
    for place, child in enumerate(made):
        path = f"classes/{child['id']}/vote"
        teacher.post(path, {"answer": 1 + place % 2}, f"{place:032x}")
    page.click("#reveal-tally")
    page.click("#reveal-answer")
    projector.page.wait_for_selector("#verdict:not([hidden])")
    projector.page.wait_for_selector("#tally li:nth-child(2)")
    assert fits()
    assert projector.sees("#verdict")
    assert projector.sees("#pool .number:last-child")
    # The lesson: a timer for the class; the teacher sees all children, also with six who need help.
    page.click("#next")
    projector.page.wait_for_selector("[data-state=task] #left:not(:empty)")
    assert fits()
    for place, child in enumerate(made):
        step = ("tiny-4", "who-2", "seat")[place % 3]
        body = {"place": "lesson", "what": "number-stack-duel", "step": step}
        teacher.post(f"classes/{child['id']}/report", body, f"{place:032x}")
        if place % 5 == 0:
            teacher.post(f"classes/{child['id']}/hand", {"up": True}, f"{place:032x}")
    page.wait_for_selector("#ideas li")
    page.wait_for_selector("#stuck li:nth-child(6)")
    for shape in (LARGE, {"width": 1024, "height": 768}, {"width": 768, "height": 1024}):
        page.set_viewport_size(shape)
        # On a tablet, children that are away may need one more line in each of five rows.
        assert page.evaluate(CUT, 0 if shape == LARGE else 80) == []
        assert not [*teacher.cramped(), *projector.cramped()]
    for scheme in ("light", "dark"):
        for each in (teacher, projector):
            each.page.emulate_media(color_scheme=scheme)
            assert each.serious() == []


def test_a_teacher_who_removes_a_child_that_has_just_left_stays_in_the_class(
    window: Callable[..., Window],
) -> None:
    teacher, code = opened(window)
    page, child = teacher.page, window(viewport=PHONE)
    joins(child, code, "otter")
    page.wait_for_selector("[data-open='1']")
    # The page does not know yet that the child has left: no request for news is under way, and none succeeds.
    with page.expect_event("requestfailed"):
        page.route("**/api/classes/*?after=*", lambda route: route.abort())
    page.click("[data-open='1']")
    child.page.click("#leave")
    child.page.wait_for_selector("#knock:not([hidden])")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#child-out")
    teacher.wait_until(lambda: page.text_content("#problem") == "This child has left the class.")
    page.unroute("**/api/classes/*?after=*")
    page.wait_for_selector("[data-child='1']", state="detached")
    joins(child, code, "fox")
    page.wait_for_selector("[data-child='2']")


FOCUS = "document.activeElement.id || document.activeElement.className"


def reach(each: Window, selector: str) -> None:
    """Press Tab until an element has the focus."""
    each.page.wait_for_selector(selector)
    for _ in range(80):
        if each.page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        each.page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached with Tab")


def test_a_lesson_by_keyboard_never_loses_the_focus(window: Callable[..., Window]) -> None:
    teacher, child = window(viewport=LARGE), window(viewport=PHONE)
    page = teacher.page

    def press(each: Window, selector: str, then: str, focus: str) -> None:
        reach(each, selector)
        each.page.keyboard.press("Enter")
        each.page.wait_for_selector(then, state="attached")
        each.wait_until(lambda: each.page.evaluate(FOCUS) == focus)

    teacher.open("/class")
    press(teacher, "#open", "#stations li:nth-child(6)", "front-title")
    child.open("/join")
    child.page.wait_for_selector("#knock:not([hidden])")
    child.page.keyboard.type(page.text_content("#code"))
    child.page.keyboard.press("Enter")
    child.page.wait_for_selector("#choose-title:focus")
    press(child, "[data-animal=otter]", "#strip", "you")
    press(teacher, "#next", "#on-wall:not([hidden])", "next")
    reach(child, "#ask-choices button")
    child.page.keyboard.press("Enter")
    child.page.wait_for_selector("#ask-choices [aria-pressed=true]:focus")
    press(teacher, "#reveal-tally", "#reveal-tally[aria-pressed=true]", "reveal-tally")
    press(teacher, "#next", "#on-wall[hidden]", "next")
    child.page.wait_for_url("**/learn/**")
    child.page.wait_for_selector("#said:focus")  # the page is complete
    reach(child, "#strip button")
    child.page.keyboard.press("Space")
    child.page.wait_for_selector("#strip button[aria-pressed=true]:focus")
    # Screen readers hear who needs help once, and a dialog returns the focus to what is still there.
    page.wait_for_selector("#stuck li")
    assert page.inner_text("#calls") == "Otter needs help"
    press(teacher, "#stuck button", "#child-card[open]", "round close")
    press(teacher, "#child-helped", "#child-card:not([open])", "seat")
    press(teacher, "#end", "#sure[open]", "")
    press(teacher, "#sure [value=yes]", "#table tbody tr", "summary-title")
    child.page.wait_for_selector("#over-title:focus")
    # A dark page is printed in black.
    page.emulate_media(media="print", color_scheme="dark")
    assert (
        page.eval_on_selector("#summary-title", "each => getComputedStyle(each).color") == "rgb(28, 34, 48)"
    )
    assert not page.is_visible("#print")


def test_nothing_moves_while_the_pages_of_a_class_load(window: Callable[..., Window]) -> None:
    teacher, child = window(viewport=LARGE), window(viewport=SMALL, locale="de")
    for each in (teacher, child):
        each.page.add_init_script(SHIFTS)
    teacher.open("/class")
    teacher.page.click("#open")
    teacher.page.wait_for_selector("#qr svg")
    joins(child, teacher.page.text_content("#code"), "butterfly")
    # A reload has neither a press of a button nor the first visit's wait as an excuse.
    teacher.page.wait_for_selector(".child")
    for each, ready in ((teacher, ".child"), (child, "#while-pool .number.fits")):
        each.page.reload()
        each.page.wait_for_selector(ready)
    child.page.wait_for_selector("#strip button")
    for each in (teacher, child):
        each.page.wait_for_timeout(500)
        assert each.page.evaluate("window.shifted") < SHIFTED_AT_MOST
