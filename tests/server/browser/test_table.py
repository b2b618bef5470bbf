"""The table on a phone: all controls in reach, no layout shifts, and correct text when offline."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from outnumber.games.base import Position
from outnumber.games.registry import BUILT_IN, find
from tests.server.browser.conftest import LARGE, apart
from tests.server.browser.window import SHIFTED_AT_MOST, SHIFTS, Window

PHONE = {"width": 375, "height": 667}
TALL = {"width": 390, "height": 844}


def box(window: Window, selector: str) -> dict[str, float]:
    found: dict[str, float] = window.page.locator(selector).first.bounding_box()
    return found


def tops(window: Window) -> list[float]:
    """The positions of the table's parts on the page, before any of them becomes sticky."""
    found: list[float] = window.page.evaluate(
        """scrollTo(0, 0), ['#them', '#tracks', '#us', '.notice', '#pool'].map(each =>
          Math.round(document.querySelector(each).getBoundingClientRect().top))"""
    )
    return found


def test_a_phone_shows_numbers_from_one_to_twenty_without_shifts(window: Callable[..., Window]) -> None:
    ada = window(viewport=PHONE, has_touch=True, locale="de-DE")
    ada.page.add_init_script(SHIFTS)
    id, tokens = ada.after("strategy-stacks", [6, 12], options={"range": 20})
    ada.sit(id, tokens[0])
    before = tops(ada)
    assert before == sorted(before)  # the opponent above, then the moves, then you and your numbers
    last = box(ada, "#pool [data-number='20']")
    assert last["y"] + last["height"] <= PHONE["height"]
    assert ada.page.locator("#pool .number:visible").count() == 20
    wide = box(ada, "#pool [data-number='4']")
    ada.page.keyboard.press("4")
    found = box(ada, "#pool [data-number='4'].typed")
    assert (found["width"], found["height"]) == (wide["width"], wide["height"])  # not stretched
    ada.page.keyboard.press("Escape")
    assert ada.page.evaluate("document.activeElement.dataset.number") is not None
    ada.type(5)
    ada.page.wait_for_selector("#status.refused")
    assert tops(ada) == before
    # Outside the field, single keys work again.
    ada.page.keyboard.press("v")
    assert ada.page.is_checked("#verdicts")
    ada.page.keyboard.press("v")
    ada.press(4)
    ada.wait_for_moves(3)
    ada.post(f"games/{id}/takeback", {"action": "offer"}, tokens[1])
    ada.page.wait_for_selector("#offer:not([hidden])")
    assert tops(ada) == before
    ada.page.click("#offer [data-answer=decline]")
    ada.post(f"games/{id}/moves", {"number": 8}, tokens[1])
    ada.wait_for_moves(4)
    ada.page.focus("#pool [data-number='16']")
    ada.post(f"games/{id}/resign", {}, tokens[1])
    ada.page.wait_for_selector("#result:not([hidden])")
    assert tops(ada) == before
    assert ada.page.evaluate("document.activeElement.id") == "result"
    assert ada.page.evaluate("window.shifted") < SHIFTED_AT_MOST


def long_game() -> list[int]:
    """A long game of Number Duel: always the number that leaves the most choices."""
    position, moves = find("number-duel")().start(), list[int]()
    while position.outcome() is None:
        after = [(len(position.play(move).legal_moves()), move) for move in position.legal_moves()]
        moves.append(max(after)[1])
        position = position.play(moves[-1])
    return moves


@pytest.mark.parametrize("size", [TALL, LARGE])
def test_the_result_is_visible_however_the_game_ended(
    browser: Any, size: dict[str, int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    with apart(browser, tmp_path_factory.mktemp("ends"), OUTNUMBER_WEB_CLAIM_SECONDS="1") as window:
        ada, bea = window(viewport=size), window()
        *moves, last = long_game()
        assert len(moves) > 40
        down = "scrollTo(0, document.documentElement.scrollHeight)"

        def ends(id: str, token: str) -> None:
            ada.page.wait_for_selector("#result:not([hidden])")
            ada.wait_until(lambda: ada.sees("#result-text"))
            ada.open(f"/g/{id}/review")
            ada.page.wait_for_selector("#retry > *")
            assert ada.sees("#status")
            ada.sit(id, token)
            assert ada.sees("#result-text")

        # Won, and lost, by the last move of a long game, with the page scrolled down.
        for place in (len(moves), len(moves) + 1):
            id, tokens = ada.after("number-duel", moves)
            ada.sit(id, tokens[place % 2])
            ada.page.evaluate(down)
            ada.post(f"games/{id}/moves", {"number": last}, tokens[len(moves) % 2])
            ends(id, tokens[place % 2])
        # A resignation, and a time-out.
        for clock in (None, 1):
            id, tokens = ada.after("number-duel", moves[:2], clock=clock)
            ada.sit(id, tokens[0])
            ada.page.evaluate(down)
            if not clock:
                ada.post(f"games/{id}/resign", {}, tokens[1])
            ends(id, tokens[0])
        # A player looks back when the game ends.
        id, tokens = ada.after("number-duel", moves[:4])
        ada.sit(id, tokens[0])
        ada.page.click("[data-step=back]")
        ada.post(f"games/{id}/resign", {}, tokens[1])
        ends(id, tokens[0])
        # The opponent leaves; and a connection is lost before the end.
        id, tokens = ada.after("number-duel", moves[:1])
        bea.sit(id, tokens[1])
        ada.tap()
        ada.sit(id, tokens[0])
        bea.open("/rules")
        ada.page.click("#claim")
        ada.page.wait_for_selector("#offer:not([hidden])")
        ada.page.evaluate(down)
        ada.page.click("#offer [data-answer=accept]")
        ends(id, tokens[0])
        id, tokens = ada.after("number-duel", moves[:2], rounds=2)
        ada.sit(id, tokens[0])
        ada.page.evaluate(down)
        ada.post(f"games/{id}/resign", {}, tokens[1])
        ada.page.wait_for_selector("#pause:not([hidden])")
        ada.wait_until(lambda: ada.sees("#pause-text"))
        ada.page.click("#go-on")
        ada.page.context.set_offline(True)
        ada.cut()
        ada.page.evaluate(down)
        ada.post(f"games/{id}/resign", {}, tokens[1])
        ada.page.context.set_offline(False)
        ends(id, tokens[0])


@pytest.mark.parametrize("locale", ["en", "de"])
def test_a_hundred_square_and_the_chain_share_a_phone_with_the_hint(
    window: Callable[..., Window], locale: str
) -> None:
    ada = window(viewport=TALL, has_touch=True, locale=locale)
    id, tokens = ada.after("number-duel", [28, 14])
    ada.sit(id, tokens[0])

    def all_seen() -> bool:
        return ada.sees("#tracks .now") and all(ada.sees(f"#pool [data-number='{n}']") for n in range(1, 101))

    assert all_seen()
    assert ada.sees("#hint")
    ada.page.click("#hint")
    ada.page.wait_for_selector("#ladder .given")
    ada.wait_until(lambda: ada.sees("#ladder .given p"))
    assert all_seen()
    # On smaller phones the page scrolls as a whole, and the end of the chain stays visible.
    columns_and_hidden = """pool => [getComputedStyle(pool).gridTemplateColumns.split(' ').length,
      pool.scrollHeight - pool.clientHeight]"""
    for width, height, columns in ((360, 640, 10), (320, 568, 10), (319, 568, 5), (1280, 800, 10)):
        ada.page.set_viewport_size({"width": width, "height": height})
        assert ada.page.eval_on_selector("#pool", columns_and_hidden) == [columns, 0]
        ada.page.evaluate("scrollTo(0, 0)")
        for number in (1, 50, 100):
            ada.page.focus(f"#pool [data-number='{number}']")
            assert ada.sees(f"#pool [data-number='{number}']")
            assert ada.sees("#tracks .now")
        assert ada.cramped() == []


@pytest.mark.parametrize("locale", ["en", "de"])
def test_the_hint_is_in_reach_while_the_numbers_are_visible(
    window: Callable[..., Window], locale: str
) -> None:
    ada = window(viewport=TALL, has_touch=True, locale=locale)
    for game in BUILT_IN:
        id, tokens = ada.begin(game)
        ada.sit(id, tokens[0])
        numbers = ada.page.eval_on_selector_all(
            "#pool .number", "all => all.map(each => each.dataset.number)"
        )
        for _ in range(3):
            ada.page.locator("#hint").scroll_into_view_if_needed()
            level = ada.page.get_attribute("#hint", "data-level")
            ada.page.click("#hint")
            ada.page.wait_for_selector(f"#hint:not([data-level='{level}'])")
            assert ada.sees("#ladder .given:not(:has(+ .given)) p")
            assert all(ada.sees(f"#pool [data-number='{each}']") for each in numbers), game


def test_a_pending_move_looks_pressed_and_offline_is_announced(window: Callable[..., Window]) -> None:
    ada = window()
    ada.tap()
    id, tokens = ada.begin("order-challenge")
    ada.sit(id, tokens[0])
    ada.hold()
    ada.page.context.set_offline(True)
    ada.page.wait_for_selector("#link-state[data-state=offline]")
    assert ada.page.inner_text("#link-state") == "You are offline."
    ada.press(4)
    tile = ada.page.wait_for_selector("#pool .number.pending")
    assert (tile.inner_text(), tile.get_attribute("aria-busy")) == ("4", "true")
    ada.page.context.set_offline(False)
    ada.wait_for_moves(1)
    ada.page.wait_for_selector("#link-state[data-state=live]")
    assert not ada.page.locator(".pending").count()
    assert ada.played() == [4]


def lasts(position: Position) -> bool:
    """Whether no move ends the game, and neither did the last."""
    moves = position.legal_moves()
    return bool(moves) and all(position.play(number).legal_moves() for number in moves)


def test_the_first_tap_plays_and_choices_are_saved(window: Callable[..., Window]) -> None:
    ada = window(viewport=PHONE, has_touch=True)
    ada.open("/")
    # A new visitor has no game to continue.
    assert ada.page.inner_text("#continue b") == "Learn"
    tile, play = box(ada, "[data-first='9']"), box(ada, "[data-play]")
    drawn = [int(text) for text in ada.page.locator("#tiny .chip:not(.slot)").all_inner_texts()]
    # The start differs from day to day: choose a number that leaves a game to continue, whatever the reply.
    start = find("strategy-stacks")().replay(drawn)
    number = next(number for number in start.legal_moves() if lasts(start.play(number)))
    assert tile["y"] + tile["height"] <= PHONE["height"]
    ada.page.wait_for_selector("#tiny[data-ready]")
    ada.page.tap(f"[data-first='{number}']")
    ada.page.wait_for_url("**/g/*")
    ada.ready()
    assert ada.played()[len(drawn)] == number
    first = ada.id
    # From the home page on, the game continues.
    ada.open("/")
    ada.page.wait_for_selector(f"#continue.turn[href='/g/{first}'], #continue[href='/g/{first}']")
    assert ada.page.inner_text("#continue b") == "Continue"
    ada.page.click("[data-sheet='number-duel']")
    go = box(ada, "#go")
    assert go["y"] + go["height"] <= PHONE["height"]  # however long the sheet is
    ada.page.fill("#number-duel-range", "30")
    ada.page.select_option("#player", "random")
    ada.page.click("#go")
    ada.page.wait_for_url(lambda url: "/g/" in url and first not in url)
    ada.open("/")
    ada.wait_until(lambda: ada.page.inner_text("[data-level='number-duel']") == "Computer (Random)")
    assert play["height"] >= 44
    ada.page.click("[data-play='number-duel']")
    ada.page.wait_for_url("**/g/*")
    ada.ready()
    assert ada.page.inner_text("#subtitle") == "1 to 30"
    assert "Random" in ada.page.inner_text("#them")


def test_help_between_people_is_an_option_that_both_see(window: Callable[..., Window]) -> None:
    ada, bea, cyd = window(), window(), window()
    ada.open("/")
    ada.page.click("[data-sheet='strategy-stacks']")
    assert not ada.page.is_visible("[name=shared]")
    ada.page.check("[name=against][value=invite]", force=True)
    assert not ada.page.is_checked("[name=shared]")
    ada.page.check("[name=shared]", force=True)
    ada.page.click("#go")
    ada.page.wait_for_url("**/g/*")
    ada.ready()
    link = ada.page.input_value("#waiting input")
    # A private game has no free seat for clients with only its URL.
    cyd.open(f"/g/{ada.id}")
    cyd.wait_until(lambda: cyd.status() == "Waiting for the invited player. You are watching.")
    bea.open(link)
    bea.page.wait_for_selector("#invited:not([hidden])")
    assert "Hints and verdicts are allowed for both players." in bea.page.inner_text("#invited-text")
    bea.page.click("#join button")
    ada.page.wait_for_selector("#pool .number.fits:not(.idle)")
    cyd.open(link)
    cyd.wait_until(lambda: cyd.status().startswith("This seat is already taken. You are watching."))
    assert ada.page.inner_text("#subtitle") == "1 to 9 · hints allowed"
    ada.page.click("#hint")
    bea.ready()
    bea.wait_until(lambda: "used hints" in bea.page.inner_text("#them"))
    assert bea.page.inner_text("#subtitle") == "1 to 9 · hints used"
    # Without the option there is no help.
    ada.open("/")
    ada.page.click("[data-sheet='strategy-stacks']")
    ada.page.check("[name=against][value=open]", force=True)
    ada.page.click("#go")
    ada.page.wait_for_url("**/g/*")
    ada.ready()
    state = ada.page.request.get(f"{ada.url}/api/games/{ada.id}").json()
    assert state["help"] is False


def test_after_a_game_its_story_a_retry_and_a_picture_follow(window: Callable[..., Window]) -> None:
    ada = window(color_scheme="dark")
    id, tokens = ada.after("strategy-stacks", [4, 8, 2, 6, 3, 9, 1, 5])
    ada.sit(id, tokens[0])
    ada.page.wait_for_selector("#turning:not([hidden])")
    assert ada.page.inner_text("#turning-text").startswith("Turning point: 4.")
    # It is said once.
    assert ada.page.inner_text("#story") == ""
    assert ada.page.inner_text("#retry-link") == "Retry your mistake"
    with ada.page.expect_download() as saved:
        ada.page.click("#share-picture")
    assert saved.value.suggested_filename == f"outnumber-{id}.png"
    with open(saved.value.path(), "rb") as picture:
        assert picture.read(8) == b"\x89PNG\r\n\x1a\n"
    ada.page.click("#retry-link")
    ada.page.wait_for_selector("#retry .number.fits")
    ada.page.click("#retry [data-number='6']")
    ada.page.wait_for_selector("#retry [data-number='6'].lose")  # tried, and marked
    ada.told_all()
    turning = ada.page.eval_on_selector("#moves [aria-current=true]", SEEN)
    assert turning
    # The position is drawn as on the board, with letters large enough for a phone.
    ada.page.wait_for_selector("#picture .number.win")
    sizes = "all => all.map(each => parseFloat(getComputedStyle(each).fontSize))"
    assert min(ada.page.eval_on_selector_all("#picture .number, #picture .chip, #picture a", sizes)) >= 12
    ada.page.emulate_media(media="print")
    printed = "list => getComputedStyle(list).maxHeight + getComputedStyle(list).overflowY"
    assert ada.page.eval_on_selector("#moves", printed) == "nonevisible"


SEEN = """each => {
  const [inner, outer] = [each, each.closest('.moves')].map(one => one.getBoundingClientRect());
  return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
}"""


def test_shapes_are_distinguishable_without_colours(window: Callable[..., Window]) -> None:
    ada = window(forced_colors="active")
    id, tokens = ada.after("number-stack-attack", [9, 8])
    ada.sit(id, tokens[0])
    style = """all => all.map(each => {
      const {borderTopStyle, borderTopWidth, borderRadius} = getComputedStyle(each);
      return [borderTopStyle, parseFloat(borderTopWidth) > 1, borderRadius];
    })"""
    for selector in ("#tracks button.chip", ".plate .seal", "#tracks .block", "#pool .number.used .face"):
        if "used" in selector:
            id, tokens = ada.after("strategy-stacks", [6, 3])
            ada.sit(id, tokens[0])
        found: list[Any] = ada.page.eval_on_selector_all(selector, style)
        kinds = {json.dumps(each) for each in found}
        assert len(found) == len(kinds) == 2, selector
        assert all(line != "none" and wide for line, wide, _ in found), selector
        assert {line for line, _, _ in found} == {"solid", "double"}


def test_moves_are_laid_out_with_their_links(window: Callable[..., Window]) -> None:
    ada = window(viewport=PHONE)
    lies = "all => all.map(each => each.dataset.lie)"
    ada.sit(*seated(ada, "number-stack-duel", [5, 8, 2, 7]))
    assert ada.page.eval_on_selector_all("#tracks .zigzag li", lies) == ["down", "up", "down", "up", "down"]
    high = [box(ada, f"#tracks [data-ply='{ply}']")["y"] for ply in (1, 2, 3, 4)]
    assert high[1] == high[3] < high[0] == high[2]
    ada.sit(*seated(ada, "number-duel", [28, 14, 70, 7]))
    signs = ada.page.locator("#tracks .linked li:has(button) .sign").all_inner_texts()
    assert signs == ["÷2", "×5", "÷10"]
    ada.sit(*seated(ada, "order-challenge", [2, 3, 5, 6, 8]))
    risen = [box(ada, f"#tracks .lane.one [data-ply='{ply}']")["y"] for ply in (1, 3, 5)]
    assert risen == sorted(risen, reverse=True)
    assert len(set(risen)) == 3
    ada.sit(*seated(ada, "number-stack-attack", [7, 6, 7]))
    shaft = box(ada, "#tracks .lane.one .shaft")["height"]
    blocks = [each.bounding_box()["height"] for each in ada.page.locator("#tracks .lane.one .block").all()]
    assert len(blocks) == 2
    # Seven of 21 is a third of the width, apart from the two borders.
    assert all(abs(each - shaft / 3) < 3 for each in blocks)
    assert box(ada, "#tracks .lane.two .block")["x"] > box(ada, "#tracks .lane.one .block")["x"]


def seated(window: Window, game: str, moves: list[int]) -> tuple[str, str]:
    id, tokens = window.after(game, moves)
    return id, tokens[len(moves) % 2]


# When each move was shown, and the number of sounds.
WATCHED = """
window.shown = []; window.tones = 0; window.flown = 0;
window.AudioContext = class { currentTime = 0; };
window.GainNode = class { gain = {setValueAtTime() {}, exponentialRampToValueAtTime() {}}; connect() {} };
window.OscillatorNode = class { connect(to) { return to; } start() { window.tones += 1; } stop() {} };
new MutationObserver(all => all.forEach(({target, addedNodes}) => {
  if (target.id === 'tracks') window.shown.push([target.dataset.moves, performance.now()]);
  for (const node of addedNodes) if (node.classList?.contains('flying')) window.flown += 1;
})).observe(document, {subtree: true, childList: true, attributes: true, attributeFilter: ['data-moves']});
"""


def test_numbers_move_computers_think_and_sounds_are_optional(window: Callable[..., Window]) -> None:
    ada = window(reduced_motion="no-preference")
    ada.page.add_init_script(WATCHED)
    # Four moves never end it, whatever the computer plays.
    made = ada.post("games", {"game": "number-stack-attack", "opponent": "random", "options": {"target": 60}})
    ada.sit(made["id"], made["token"])
    ada.press(5)
    ada.wait_for_moves(2)
    times = dict(reversed(ada.page.evaluate("window.shown")))  # the first time that each was shown
    assert times["2"] - times["1"] > 400  # half a second, minus drawing time
    assert ada.page.evaluate("[window.flown, window.tones]") == [2, 0]
    ada.page.click("#sounds")
    ada.page.wait_for_selector("#pool .number.fits:not(.idle)")
    ada.page.emulate_media(reduced_motion="reduce")
    ada.press(ada.choices()[0])
    ada.wait_for_moves(4)
    flown, tones = ada.page.evaluate("[window.flown, window.tones]")
    assert (flown, tones) == (2, 3)


def test_a_url_without_a_game_redirects_once(window: Callable[..., Window]) -> None:
    ada = window()
    ada.open("/g/xxxxxxxxxxxx")
    ada.page.wait_for_selector("#table[data-state=missing]")
    ada.page.wait_for_selector("#link-state[data-state=refused]", state="attached")
    assert ada.page.locator("main a.primary:visible").all_inner_texts() == ["Start a game"]
    assert not ada.page.is_visible("#link-state")
    told, way = box(ada, "#status"), box(ada, "main a.primary:visible")
    assert way["y"] - (told["y"] + told["height"]) > 10
