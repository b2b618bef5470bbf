"""Accessibility of the pages: small windows, keyboard, screen readers, colour schemes, languages."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

import outnumber
from outnumber.games.registry import BUILT_IN
from outnumber.match.review import best_line
from tests.server.browser.conftest import LARGE, SMALL, needs_axe
from tests.server.browser.window import SHIFTED_AT_MOST, SHIFTS, Window
from tests.server.english import English, texts_in

ANSWERED = [4, 8, 2, 6, 3, 9, 1, 5]  # a whole game of Strategy Stacks
HALF_KEPT = [2, 8, 4, 1, 7]  # another game, in which the first player keeps two of three wins
CUT_OFF = "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent)"


def scenes(window: Window) -> Iterator[str]:
    """Every page in every visually different state."""
    window.open("/")
    yield "the first page"
    window.page.click("[data-sheet]")
    yield "the sheet"
    window.open("/")
    window.page.click("#help-button")
    yield "the help"
    for path in ("/games", "/rules", "/rules/number-duel", "/nowhere", "/worksheet", "/chain"):
        window.open(path)
        if path == "/chain":
            window.page.wait_for_selector("#pool .number.fits")
            window.page.click("#pool [data-number='6']")
            window.page.wait_for_selector("#chain button")
        yield path
    made = window.post("games", {"game": "number-duel", "opponent": "invite", "name": "Ada"})
    window.open(f"/g/{made['id']}#invite={made['invite']}")
    window.ready()
    yield "an invitation"
    for game, moves in (
        ("number-stack-duel", [5, 8, 2]),
        ("number-duel", [28, 14]),
        ("order-challenge", [2, 5, 4]),
        ("number-stack-attack", [9, 8, 7]),
        ("strategy-stacks", [6, 3]),
    ):
        id, tokens = window.after(game, moves, clock=600, rounds=3)
        window.sit(id, tokens[len(moves) % 2])
        window.page.click("#hint")
        window.page.wait_for_selector("#ladder .given")
        window.page.check("#verdicts")
        window.page.wait_for_selector("#pool .number:is(.win, .lose)")
        yield f"a game of {game}"
    window.page.click("#share-button")
    window.page.wait_for_selector("#share-body svg")
    yield "links to share"
    id, tokens = window.after("strategy-stacks", ANSWERED)
    window.sit(id, tokens[0])
    yield "a finished game"
    window.page.click("#review-link")
    window.page.wait_for_selector("#retry .number")
    window.told_all()
    window.page.wait_for_selector("#picture .number")
    yield "a review"


# One state of each template that axe checks, and those it checks in both schemes.
TEMPLATES = {
    "the first page", "the sheet", "the help", "/games", "/rules", "/rules/number-duel", "/nowhere",
    "/worksheet", "/chain", "an invitation",
    "a game of number-stack-attack", "links to share", "a finished game", "a review",
}  # fmt: skip
# What an existing page shows.
PAGES = {
    "/": "[data-sheet]", "/games": "#open li", "/rules": "main a", "/rules/number-duel": ".example .number",
    "/worksheet": "#game", "/puzzles/daily?date=2026-11-04": "#pool .number.fits",
    "/puzzles/archive": ".days li", "/learn": ".cards", "/learn/strategy-stacks": "#next", "/class": "#open",
    "/join": "#code", "/stats": ".figures", "/chain": "#pool .number.fits",
    "/board?game=number-duel": "#pool .number.fits",
}  # fmt: skip
# After two frames: a shift is known once its frame has been drawn.
SHIFTED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(shifted))))"
MAIN = {"the first page", "a game of number-stack-attack", "a finished game", "a review"}


def test_axe_and_checks_for_size_and_language_pass_on_every_page(
    window: Callable[..., Window],
) -> None:
    """In German, which has longer words; only the style sheets depend on the window's size and scheme."""
    needs_axe()
    seen = window(color_scheme="light", viewport=LARGE, locale="de-DE", has_touch=True)
    english = English("de")
    found: list[tuple[str, str]] = []
    names = set()
    for scene in scenes(seen):
        names.add(scene)
        wrong = seen.serious() if scene in TEMPLATES else []
        wrong += english.among([seen.page.title(), *texts_in(seen.page.content())])
        seen.page.set_viewport_size(SMALL)
        # At 200 %, a user scrolls only up and down.
        wrong += seen.cramped() + seen.zoomed()
        if scene in MAIN:
            seen.page.emulate_media(color_scheme="dark")
            wrong += seen.serious()
            seen.page.emulate_media(color_scheme="light")
        seen.page.set_viewport_size(LARGE)
        found += [(scene, each) for each in wrong]
    assert found == []
    assert names >= TEMPLATES | MAIN


def test_no_page_shifts_while_loading_or_is_too_wide_in_english(window: Callable[..., Window]) -> None:
    seen = window(viewport=SMALL)
    seen.page.add_init_script(SHIFTS)
    id, tokens = seen.after("number-stack-attack", [9, 8, 7], clock=600, rounds=3)
    for name in ("Ada", "Bea", "Cyd"):
        seen.post("games", {"game": "order-challenge", "opponent": "open", "name": name})
    found: list[tuple[str, str]] = []
    for path, there in {f"/g/{id}#seat={tokens[1]}": "#pool .number.fits", **PAGES}.items():
        seen.open(path)
        seen.page.wait_for_selector(there)
        if seen.page.evaluate("window.shifted") >= SHIFTED_AT_MOST:
            found.append((path, "moves while it is loaded"))
        found += [(path, each) for each in seen.cramped() + seen.zoomed()]
    assert found == []


@pytest.mark.parametrize("size", [SMALL, LARGE, {"width": 390, "height": 844}])
@pytest.mark.parametrize("locale", ["en", "de"])
def test_a_long_turn_and_the_overview_of_puzzles_shift_nothing(
    window: Callable[..., Window], size: dict[str, int], locale: str
) -> None:
    seen = window(viewport=size, locale=locale)
    seen.page.add_init_script(SHIFTS)
    made = seen.post("games", {"game": "number-duel", "opponent": "beginner", "name": "Ada"})
    seen.sit(made["id"], made["token"])
    # Not as a player: shifts soon after an input do not count.
    seen.page.eval_on_selector("#pool [data-number='28']", "tile => tile.click()")
    seen.wait_for_moves(2)
    seen.page.wait_for_selector("#pool .number.fits:not(.idle)")
    assert seen.page.evaluate(SHIFTED) < SHIFTED_AT_MOST
    seen.open("/puzzles")
    assert seen.page.evaluate(SHIFTED) < SHIFTED_AT_MOST


def test_a_late_or_missing_picture_of_a_lesson_shifts_no_content(
    window: Callable[..., Window],
) -> None:
    seen = window(viewport=SMALL)
    seen.page.add_init_script(SHIFTS)
    held: list[Any] = []
    seen.page.route("**/picture?*", lambda route: held.append(route))
    # The page is not loaded before its picture.
    seen.page.goto(f"{seen.url}/learn/strategy-stacks", wait_until="domcontentloaded")
    seen.page.wait_for_selector("#said p")
    seen.wait_until(lambda: bool(held))
    held[0].continue_()
    seen.page.wait_for_selector("#next")
    seen.page.wait_for_selector("#picture svg")
    assert seen.page.evaluate(SHIFTED) < SHIFTED_AT_MOST
    seen.page.reload(wait_until="domcontentloaded")
    seen.wait_until(lambda: len(held) == 2)
    seen.page.wait_for_selector("#next")


def test_pictures_are_in_german_on_a_german_page(window: Callable[..., Window]) -> None:
    seen = window(locale="de-DE")
    id, tokens = seen.after("strategy-stacks", ANSWERED)
    seen.sit(id, tokens[0])
    seen.page.click("#review-link")
    seen.told_all()
    seen.page.wait_for_selector("#picture .number")
    seen.page.click("#picture summary")
    seen.page.wait_for_selector("#picture .drawn svg")
    drawn = texts_in(seen.page.inner_html("#picture .drawn"))
    # In the colours of the page.
    assert "var(--card, #ffffff)" in seen.page.inner_html("#picture .drawn")
    assert "Strategie-Stapel" in drawn
    assert English("de").among(drawn) == set()


@pytest.mark.parametrize("game", BUILT_IN)
def test_verdicts_are_marked_by_shape_and_announced_to_screen_readers(
    window: Callable[..., Window], game: str
) -> None:
    ada = window(forced_colors="active")
    id, tokens = ada.begin(game)
    ada.sit(id, tokens[0])
    ada.page.keyboard.press("v")
    ada.page.wait_for_selector("#pool .number:is(.win, .lose)")
    position = outnumber.game(game).start()
    shapes = ada.page.eval_on_selector_all(
        "#pool .number",
        """all => all.map(each => [
            Number(each.dataset.number),
            getComputedStyle(each.querySelector('.badge')).clipPath,
            each.ariaLabel,
        ])""",
    )
    stars = {number for number, shape, _ in shapes if shape.count(",") == 9}
    crosses = {number for number, shape, _ in shapes if shape.count(",") == 11}
    assert stars == set(outnumber.solve(position).winning)
    assert stars | crosses == set(position.legal_moves())
    assert stars == {number for number, _, label in shapes if label == f"{number}, wins"}


def test_hints_come_step_by_step_and_disappear_with_the_move(window: Callable[..., Window]) -> None:
    ada = window()
    id, tokens = ada.begin("strategy-stacks")
    ada.sit(id, tokens[0])
    for level in (1, 2, 3):
        ada.page.keyboard.press("h")
        ada.page.wait_for_selector(f"#ladder [data-level='{level}'].given")
        assert len(ada.page.query_selector_all("#ladder .given")) == level
        assert ada.page.inner_text(f"#ladder [data-level='{level}'] p") in ada.page.text_content("#status")
    assert "Play 5" in ada.page.inner_text("#ladder") or "Play 7" in ada.page.inner_text("#ladder")
    ada.press(4)
    ada.wait_for_moves(1)
    assert ada.page.query_selector_all("#ladder .given") == []


def test_help_opens_with_a_key_and_single_keys_can_be_switched_off(window: Callable[..., Window]) -> None:
    ada = window()
    ada.open("/rules")
    ada.page.keyboard.press("?")
    ada.page.wait_for_selector("#help[open]")
    ada.page.uncheck("#keys-on")
    ada.page.keyboard.press("Escape")
    ada.page.wait_for_selector("#help", state="hidden")
    ada.page.keyboard.press("?")
    assert not ada.page.is_visible("#help")
    ada.page.reload()
    ada.page.keyboard.press("?")
    assert not ada.page.is_visible("#help")


def test_arrows_move_over_the_numbers_row_by_row(window: Callable[..., Window]) -> None:
    ada = window(viewport=SMALL)
    id, tokens = ada.begin("strategy-stacks")
    ada.sit(id, tokens[0])
    ada.page.focus("#pool [data-number='1']")
    seen = []
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "End", "ArrowRight", "Home"):
        ada.page.keyboard.press(key)
        seen.append(ada.page.evaluate("Number(document.activeElement.dataset.number)"))
    assert seen == [2, 5, 4, 1, 9, 9, 1]
    assert ada.page.eval_on_selector_all("#pool [tabindex='0']", "all => all.length") == 1


def test_an_illegal_number_is_explained_and_costs_nothing(window: Callable[..., Window]) -> None:
    ada = window()
    id, tokens = ada.after("number-stack-duel", [5, 8])
    ada.sit(id, tokens[0])
    ada.press(9)
    ada.page.wait_for_selector("#status.refused")
    assert "9 is not less than 8" in ada.status()
    ada.type(77)
    ada.wait_until(lambda: "77" in ada.status())
    ada.press(7)
    ada.wait_for_moves(3)
    assert ada.page.get_attribute("#status", "aria-live") == "polite"
    assert len(ada.page.query_selector_all("[aria-live=polite]")) == 1


def test_history_can_be_stepped_through_and_left_again(window: Callable[..., Window]) -> None:
    ada = window()
    id, tokens = ada.after("strategy-stacks", [6, 3])
    ada.sit(id, tokens[0])
    ada.page.keyboard.press(",")
    assert ada.status() == "Move 1 of 2: Ada played 6."
    ada.press(9)
    assert "earlier position" in ada.status()
    ada.page.click("[data-step=first]")
    assert ada.status() == "Before the first move."
    ada.page.click("[data-step=last]")
    assert ada.choices() == [1, 9]


def test_a_thousand_numbers_can_be_reduced_to_legal_ones(window: Callable[..., Window]) -> None:
    ada = window(viewport=SMALL)
    id, tokens = ada.after("number-duel", [97, 7], options={"range": 1000})
    ada.sit(id, tokens[0])
    legal = set(outnumber.game("number-duel", range=1000).start().play(97).play(7).legal_moves())
    shown = "all => all.filter(each => !each.hidden).map(each => Number(each.dataset.number))"
    assert set(ada.page.eval_on_selector_all("#pool .number", shown)) == legal
    ada.page.click(".game-menu")
    ada.page.uncheck("#filter")
    assert len(ada.page.eval_on_selector_all("#pool .number", shown)) == 1000
    ada.page.keyboard.press("Escape")
    ada.type(700)
    ada.wait_for_moves(3)


def test_mistakes_are_retried_until_they_are_right(window: Callable[..., Window]) -> None:
    ada = window()
    id, tokens = ada.after("strategy-stacks", ANSWERED)
    ada.sit(id, tokens[0])
    ada.page.click("#review-link")
    ada.page.wait_for_selector("#retry .number.fits")
    assert "You were winning until move 1. Find the better move." in ada.page.inner_text("#retry")
    # The content above and below does not reveal the answer.
    assert "would have won" not in ada.page.inner_text("main")
    assert not ada.page.is_visible("#move-title")
    tries = {
        4: "No: 4 is the same move. Bea would answer {}. Try another.",
        6: "No: 6 is another move that loses. Bea would answer {}. Try another.",
        5: "Right: 5 wins. {}",
    }
    start = outnumber.game("strategy-stacks").start()
    for number, said in tries.items():
        ada.page.click(f"#retry [data-number='{number}']")
        after = outnumber.solve(start.play(number)).winning
        more = after[0] if after else outnumber.solve(start).reason
        ada.wait_until(partial(lambda text: ada.page.inner_text(".retry-told") == text, said.format(more)))
    ada.page.click("#retry .primary")
    assert "0 of 1" in ada.page.inner_text("#retry")
    assert ada.page.inner_text("#move-title") == "The turning point: Ada played 4."
    assert "0 of 1" in ada.page.inner_text("#accuracies")


def test_a_spectator_finds_the_better_move_before_it_is_revealed(window: Callable[..., Window]) -> None:
    cyd = window()
    id, _ = cyd.after("strategy-stacks", ANSWERED)
    cyd.open(f"/g/{id}/review")
    cyd.page.wait_for_selector("#retry .number.fits")
    assert cyd.page.inner_text("#retry-title") == "Find the better moves"
    assert "Ada was winning until move 1. Find the better move." in cyd.page.inner_text("#retry")
    assert "would have won" not in cyd.page.inner_text("main")
    assert not cyd.page.is_visible("#picture")
    cyd.page.click("#tell-all")
    assert "would have won" in cyd.page.inner_text("#why")


def test_two_people_at_one_device_find_each_others_better_moves(window: Callable[..., Window]) -> None:
    here = window()
    made = here.post("games", {"game": "strategy-stacks", "opponent": "here", "name": "Ada", "other": "Bea"})
    for number in ANSWERED:
        here.post(f"games/{made['id']}/moves", {"number": number}, made["token"])
    here.sit(made["id"], made["token"])
    here.page.click("#review-link")
    here.page.wait_for_selector("#retry .number.fits")
    assert here.page.inner_text("#retry-title") == "Find the better moves"
    assert "Ada was winning until move 1. Find the better move." in here.page.inner_text("#retry")


def test_help_that_is_switched_off_is_not_offered(window: Callable[..., Window]) -> None:
    ada = window()
    id, tokens = ada.begin("strategy-stacks", help=False, takebacks=False)
    ada.sit(id, tokens[0])
    assert not ada.page.is_visible("#coach")
    assert not ada.page.is_visible("#verdicts-label")
    assert not ada.page.is_visible("#takeback")


def test_a_game_is_played_in_german(window: Callable[..., Window]) -> None:
    ada = window(locale="de-DE")
    id, tokens = ada.begin("number-stack-duel")
    ada.sit(id, tokens[0])
    assert ada.status() == "Du bist dran: eine beliebige Zahl."
    ada.page.click("#hint")
    ada.page.wait_for_selector("#ladder .given")
    assert "Dein Gegner muss über deine erste Zahl gehen" in ada.page.inner_text("#ladder")
    ada.press(5)
    ada.wait_until(lambda: ada.status() == "Du hast 5 gespielt. Bea ist dran: eine Zahl größer als 5.")


def test_open_games_are_listed_and_joined(window: Callable[..., Window]) -> None:
    ada, bea = window(), window()
    ada.open("/")
    ada.page.click("[data-sheet='order-challenge']")
    ada.page.click(".choice:has([value=open])")
    ada.page.fill("#name", "Ada <b>&")
    ada.page.click("#go")
    ada.page.wait_for_url("**/g/*")
    bea.open("/")
    bea.page.click(f"#open a[href='/g/{ada.id}']")
    bea.ready()
    assert "Ada <b>&" in bea.page.inner_text("#invited-text")
    bea.page.click("#join button")
    bea.page.wait_for_selector("#pool .number")
    ada.page.wait_for_selector("#pool .number.fits:not(.idle)")
    bea.open("/games")
    bea.page.wait_for_selector(f"#mine a[href='/g/{ada.id}']")


def test_impossible_settings_are_refused_with_a_reason(window: Callable[..., Window]) -> None:
    ada = window()
    ada.open("/")
    ada.page.click("[data-sheet='strategy-stacks']")
    ada.page.fill("#strategy-stacks-range", "5000")
    ada.page.click("#go")
    ada.wait_until(lambda: "too large" in ada.page.inner_text("#problem"))
    assert ada.page.is_enabled("#go")


def test_without_scripts_no_element_waits_and_no_button_is_dead(window: Callable[..., Window]) -> None:
    ada = window(java_script_enabled=False, viewport=SMALL)
    paths = "/", "/games", "/puzzles/archive", "/puzzles/daily", "/learn", "/learn/strategy-stacks", "/board"
    for path in paths:
        ada.open(path)
        assert "You need JavaScript" in ada.page.inner_text("main")
        # The menu opens without a script.
        assert ada.page.locator("button:visible, select:visible, input:visible").all_inner_texts() == ["Menu"]
        text = ada.page.inner_text("main")
        assert "Loading …" not in text
        assert "not tried" not in text  # nobody knows
        assert "None just now" not in text


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("width", [320, 620, 1100])
def test_a_review_shows_full_names_and_each_figure_on_a_separate_line(
    window: Callable[..., Window], language: str, width: int
) -> None:
    cyd = window(viewport={"width": width, "height": 800}, locale=language)
    id, _ = cyd.after("strategy-stacks", HALF_KEPT, name="Computer, perfect")
    cyd.open(f"/g/{id}/review")
    cyd.told_all()
    said = cyd.page.inner_text("#accuracies .plate")
    assert (
        "60 %, nach Schwierigkeit gewichtet" if language == "de" else "60%, weighted by difficulty"
    ) in said
    assert cyd.page.eval_on_selector_all("#accuracies b", CUT_OFF) == []
    tops = "all => all.map(each => each.getBoundingClientRect().top)"
    assert len(set(cyd.page.eval_on_selector_all("#accuracies .plate:first-child .accuracy > *", tops))) == 3


def test_at_the_turning_point_each_number_is_labelled(window: Callable[..., Window]) -> None:
    ada = window()
    id, tokens = ada.after("strategy-stacks", ANSWERED)
    ada.sit(id, tokens[0])
    ada.page.click("#review-link")
    ada.told_all()
    start = outnumber.game("strategy-stacks").start()
    line = best_line(start.play(4))
    steps = ", ".join(f"{'Ada' if step.seat == 1 else 'Bea'} {step.move}" for step in line)
    said = f"Reason: {outnumber.solve(start).reason} After 4, Bea could win like this: {steps}."
    ada.wait_until(lambda: ada.page.inner_text("#why").endswith(said))
    assert ada.page.inner_text("#why").startswith("5 ")
