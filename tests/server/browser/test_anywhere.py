"""Offline, two people at one device, and a board for any position."""

from collections.abc import Callable
from typing import Any

from outnumber.study.puzzles.attempt import Attempt
from outnumber.study.puzzles.generate import generate
from tests.server.browser.conftest import needs_axe
from tests.server.browser.window import Window

PHONE = {"width": 375, "height": 667}


def offline(window: Window, off: bool = True) -> None:
    """Disconnect the network and the open socket."""
    window.page.context.set_offline(off)
    if off and window.lines:
        window.cut()


def kept(window: Window) -> list[str]:
    """The URLs in the worker's cache."""
    found: list[str] = window.page.evaluate(
        """async () => {
          const names = await caches.keys();
          const all = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys())));
          return all.flat().map(({ url }) => url.replace(location.origin, ""));
        }"""
    )
    return found


def begun(window: Window) -> None:
    """Wait until a puzzle can be finished offline."""
    window.wait_until(
        lambda: '"ahead"' in (window.page.evaluate("localStorage.getItem('outnumber:begun')") or "")
    )


def test_offline_games_can_be_read_moves_wait_and_a_started_puzzle_can_be_finished(
    window: Callable[..., Window],
) -> None:
    here = window(viewport=PHONE, service_workers="allow")
    here.tap()
    page = here.page
    here.open("/rules/strategy-stacks")
    page.wait_for_selector(".example .number")
    here.wait_until(lambda: "/rules/strategy-stacks" in kept(here))
    here.open("/puzzles/daily?date=2026-11-12")
    page.wait_for_selector("#pool .number.fits")
    begun(here)
    id, (one, two) = here.begin("strategy-stacks")
    here.sit(id, one)

    offline(here)
    page.wait_for_selector("#link-state:not([data-state=live])")
    here.press(6)
    here.wait_until(lambda: "Your move 6 will be sent" in here.status())
    # A new page shows the cached game and says so, without naming anyone's turn.
    page.reload()
    here.wait_until(lambda: "Your move 6 will be sent" in here.status())
    assert "to move" not in page.inner_text("#play")
    assert page.inner_text(".offline-note")
    here.open("/rules/strategy-stacks")
    assert "You are offline" in page.inner_text(".offline-note")
    here.open("/nowhere")
    assert page.inner_text("h1") == "You are offline."
    here.open("/puzzles/daily?date=2026-11-12")
    page.wait_for_selector("#pool .number.fits")
    here.press(9)
    # The board answers as it does online.
    page.wait_for_selector("#refutation:not([hidden]) #line .chip.two")
    assert page.inner_text("#ending") == "Player 1 has nothing left to play, so Player 2 has won."
    page.click("#hint")
    page.wait_for_selector("#ladder .given")
    page.click("#give-up")
    page.wait_for_selector("#result[data-won='']")
    told = page.input_value("#told-on textarea")
    assert "2026-11-12 · Order Challenge" in told
    assert "1 wrong attempt" in told
    answer = page.inner_text("#result-text").split()[0]
    assert answer not in told.partition("Order Challenge")[2].partition("http")[0]

    offline(here, False)
    here.open(f"/g/{id}")
    here.ready()
    here.wait_for_moves(1)
    assert here.played() == [6]
    assert here.post(f"games/{id}/moves", {"number": 3}, two)["event"]["number"] == 3
    # The worker does not cache private data of the server.
    assert not [path for path in kept(here) if path.startswith(("/api/", "/g/"))]


# The data that a review requests about the third move.
MOVE = {"scene?round=1&ply=2&lang=en", "verdict?round=1&ply=2&lang=en"}


def test_a_review_stays_readable_and_a_seat_can_be_played_offline(
    window: Callable[..., Window],
) -> None:
    here = window(viewport=PHONE, service_workers="allow")
    page = here.page
    id, (one, _) = here.after("strategy-stacks", [4, 8, 2, 6, 3, 9, 1, 5])
    here.sit(id, one)
    # The very first visit to a review is cached too, as far as it was read.
    page.click("#review-link")
    here.told_all()
    page.click("#moves [data-place='2']")
    page.wait_for_selector("#picture .number")
    here.wait_until(lambda: {each.rpartition("/")[2] for each in kept(here)} >= MOVE)
    here.wait_until(lambda: page.inner_text("#why").count(".") > 1)
    why = page.inner_text("#why")
    offline(here)
    page.reload()
    here.told_all()
    assert "You are offline" in page.inner_text(".offline-note")
    assert page.locator("#moves .move").count() == 8
    page.click("#moves [data-place='2']")
    here.wait_until(lambda: page.inner_text("#why") == why)
    page.wait_for_selector("#picture .number.used")
    page.click("#moves [data-place='7']")  # unread move: it is listed, without a broken picture
    here.wait_until(lambda: not page.locator("#picture *").count())
    assert page.inner_text("#move-title")
    offline(here, False)
    # No other data of the API is cached.
    told = (path.partition("?")[0].rpartition("/")[2] for path in kept(here) if path.startswith("/api/"))
    assert set(told) <= {"review", "scene", "verdict", "picture"}

    path = "/puzzles/strategy-stacks?seed=7&kind=seat&difficulty=3"
    here.open(path)
    page.wait_for_selector("#choices button")
    begun(here)
    puzzle = next(generate("strategy-stacks", 7, kind="seat", difficulty=3))
    offline(here)
    page.reload()
    page.click(f"#choices button >> nth={2 - puzzle.solution}")  # the other puzzle
    page.wait_for_selector("#refutation:not([hidden]) #line .chip")
    page.click(f"#choices button >> nth={puzzle.solution - 1}")
    attempt = Attempt(puzzle)
    attempt.answer([puzzle.solution])
    while not attempt.found:
        here.wait_until(lambda: here.choices() == list(attempt.position.legal_moves()))
        move = attempt.right[-1]
        attempt.answer([move])
        here.press(move)
    page.wait_for_selector("#result:not([hidden])")
    assert page.inner_text("#result-text").startswith("Yes.")


# The worker registers only when the test says so.
LATE = """
const register = ServiceWorkerContainer.prototype.register;
ServiceWorkerContainer.prototype.register = function (...given) {
  return new Promise((done) => { window.release = done; }).then(() => register.apply(this, given));
};
"""


def test_files_requested_while_the_worker_starts_are_cached_too(window: Callable[..., Window]) -> None:
    here = window(viewport=PHONE, service_workers="allow")
    page = here.page
    page.add_init_script(LATE)
    held: list[Any] = []
    page.route("**/verdict?*", lambda route: held.append(route))
    id, _ = here.after("strategy-stacks", [4, 8, 2, 6, 3, 9, 1, 5])
    here.open(f"/g/{id}/review")
    here.told_all()
    page.click("#moves [data-place='2']")
    here.wait_until(lambda: bool(held))
    page.evaluate("release()")
    here.wait_until(lambda: bool(page.evaluate("!!navigator.serviceWorker.controller")))
    here.wait_until(lambda: f"/g/{id}/review" in kept(here))
    for each in held:
        each.continue_()
    here.wait_until(lambda: {each.rpartition("/")[2] for each in kept(here)} >= MOVE)


def test_a_page_requested_while_the_worker_starts_is_cached_too(window: Callable[..., Window]) -> None:
    """Such a page is not among those that the worker takes over automatically."""
    here = window(viewport=PHONE, service_workers="allow")
    page = here.page
    page.context.add_init_script(LATE)
    held: list[Any] = []
    page.route("**/review", lambda route: held.append(route))
    id, (one, _) = here.after("strategy-stacks", [4, 8, 2, 6, 3, 9, 1, 5])
    here.sit(id, one)
    page.evaluate("setTimeout(() => document.getElementById('review-link').click())")
    here.wait_until(lambda: bool(held))
    other = page.context.new_page()
    other.goto(f"{here.url}/rules")
    other.evaluate("release()")
    here.wait_until(lambda: bool(other.evaluate("!!navigator.serviceWorker.controller")))
    held[0].continue_()
    here.told_all()
    here.wait_until(lambda: f"/g/{id}/review" in kept(here))


def test_over_plain_http_unsupported_features_are_not_offered(window: Callable[..., Window]) -> None:
    here = window(viewport=PHONE)
    page = here.page
    id, (one, _) = here.after("strategy-stacks", [6, 3])
    # Under another name from now on; at the end, the console must not contain errors.
    here.url = here.url.replace("127.0.0.1", "lan.test")
    here.sit(id, one)
    assert page.evaluate("[isSecureContext, navigator.serviceWorker, navigator.share]") == [False, None, None]
    assert not page.locator("#notices, .send, footer button").count()
    page.click(".game-menu")
    page.click("#share-button")
    page.click("#share-body .link button")
    here.wait_until(lambda: page.inner_text("#share-body .copied >> nth=0") == "Copied")
    page.keyboard.press("Escape")
    here.press(9)
    here.wait_for_moves(3)
    here.open("/class")
    page.click("#open")
    page.click("#room details summary")
    page.click("#secret")
    here.wait_until(lambda: page.inner_text("#copied") == "Copied")
    assert not page.locator("#secret + input").count()


def test_two_people_at_one_device_alternate_from_a_fair_start(window: Callable[..., Window]) -> None:
    needs_axe()
    here = window(viewport=PHONE, color_scheme="dark")
    page = here.page
    here.open("/")
    page.click("[data-sheet='strategy-stacks']")
    page.check("input[name=against][value=here]", force=True)
    page.fill("#name", "Ada")
    page.fill("#other", "Bea")
    page.click("details.more summary")
    page.select_option("#begins", "fair")
    page.fill("#rounds", "2")
    page.click("#go")
    page.wait_for_selector("#pick:not([hidden])")
    assert here.status() == "Fair start: Bea picks a seat."
    assert not here.choices()
    assert not page.is_visible("#typed")
    assert not page.is_visible("#notices")
    assert here.serious() == here.cramped() == []
    drawn = here.played()
    page.click("[data-pick='1']")
    here.wait_until(lambda: bool(here.choices()))
    assert here.status().startswith("Bea's turn")
    assert page.is_visible("#typed")
    number = here.choices()[0]
    here.press(number)
    here.wait_for_moves(len(drawn) + 1)
    assert here.status().startswith(f"Bea played {number}. Ada's turn")
    # A takeback needs no consent, and names are used instead of "you".
    page.click("#takeback")
    here.wait_for_moves(len(drawn))
    page.reload()
    here.ready()
    here.wait_until(lambda: here.status().startswith("Bea's turn"))
    page.click(".game-menu")
    page.click("#resign")
    page.click("#sure button[value=yes]")
    here.wait_until(lambda: "Bea resigns. Ada wins the game!" in here.status())
    # The question which seat to pick is next to its board.
    assert page.is_visible("#pause")
    assert not page.is_visible("#pick")
    page.click("#go-on")
    assert page.inner_text("#pick p").startswith("Ada, pick a seat.")
    assert page.evaluate("document.activeElement.dataset.pick") == "1"
    page.click("#steps [data-step=back]")
    assert not page.is_visible("#pick")


def test_any_position_has_a_board_with_lines_verdicts_and_a_link(window: Callable[..., Window]) -> None:
    needs_axe()
    here = window(viewport=PHONE, locale="de-DE")
    page = here.page
    id, (one, _) = here.after("strategy-stacks", [6, 3], options={"range": 20})
    here.sit(id, one)
    # The rules open over the game, with a game to try, and the game stays.
    page.click(".game-menu")
    page.click("#rules-link")
    page.click("dialog.sheet [data-number='4']")
    page.wait_for_selector("dialog.sheet .chip.now")
    assert here.serious() == here.cramped() == []
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.className") == "game-menu"
    page.click(".game-menu")
    page.click("#board-link")
    page.wait_for_selector("#study #pool .number")
    assert page.url.endswith("/board?game=strategy-stacks&range=20&opening=any&moves=6,3")
    page.check("#verdicts", force=True)
    page.wait_for_selector("#pool .number.win")
    page.click("#picture-panel summary")
    page.wait_for_selector("#picture svg")
    here.press(9)
    here.wait_for_moves(3)
    page.keyboard.press(",")
    here.wait_until(lambda: page.url.endswith("moves=6,3"))
    here.press(15)
    here.wait_until(lambda: page.url.endswith("moves=6,3,15"))
    assert page.inner_text("#other-lines") == "6 3 9"
    here.press(2)  # it does not fit
    page.wait_for_selector("#status.refused")
    assert here.serious() == here.cramped() == []
    page.click("#share-button")
    assert page.input_value("#share-body input").endswith("moves=6,3,15")
    assert "nur auf diesem Gerät" in page.inner_text("#share-body")
    # A wrong link is reported, and the game is still there.
    here.open("/board?game=strategy-stacks&moves=6,5")
    page.wait_for_selector("#status.refused")
    assert len(here.choices()) == 9
    # Another game has all its options, as in the form; refusals are shown next to them.
    page.select_option("#game", "number-stack-attack")
    page.fill("#number-stack-attack-tokens", "1,3-4")
    page.fill("#number-stack-attack-target", "5000")
    page.click("#another button:not([type])")
    here.wait_until(lambda: "zu groß" in page.inner_text("#problem"))
    assert here.serious() == here.cramped() == []
    page.fill("#number-stack-attack-target", "30")
    page.click("#another button:not([type])")
    page.wait_for_url("**/board?game=number-stack-attack&target=30&tokens=1,3-4*")
    here.wait_until(lambda: here.choices() == [1, 3, 4])
    assert page.input_value("#number-stack-attack-target") == "30"
    page.select_option("#game", "number-duel")
    page.uncheck("[data-option=link] [value=multiple]")
    page.click("#another button:not([type])")
    page.wait_for_url("**/board?game=number-duel&range=100&link=digit")
    page.wait_for_selector("#play:not([hidden])")
    assert not page.is_checked("[data-option=link] [value=multiple]")


def test_players_send_reactions_and_a_lobby_shows_who_is_present(window: Callable[..., Window]) -> None:
    one, two = window(), window()
    made: dict[str, Any] = one.post("games", {"game": "order-challenge", "opponent": "open", "name": "Ada"})
    one.sit(made["id"], made["token"])
    assert "while you stay" in one.page.inner_text("#waiting")
    assert "until" in one.page.inner_text("#waiting-until")
    two.open(f"/g/{made['id']}")
    two.ready()
    two.wait_until(lambda: two.page.inner_text("#maker") == "Ada is here.")
    one.open("/rules")
    two.wait_until(lambda: "Ada is away at the moment" in two.page.inner_text("#maker"))
    one.open(f"/g/{made['id']}")
    two.page.click("#join button")
    one.wait_until(lambda: one.status().startswith("Your turn") or "has joined" in one.status())
    two.page.wait_for_selector("#reactions")  # a player who is not connected yet receives no reaction
    one.page.click("#reactions summary")
    one.page.click("#reactions button >> nth=1")
    two.page.wait_for_selector("#said:not(:empty)")
    assert two.page.inner_text("#said") == "Ada: Good luck!"
