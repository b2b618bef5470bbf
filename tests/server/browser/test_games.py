"""Two windows play whole games of every kind, through reloads, lost connections and restarts."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import outnumber
from tests.server.browser.conftest import Server, apart
from tests.server.browser.window import Window

# Small ones: all relevant situations occur in the first moves.
GAMES = {
    "number-stack-duel": {"range": 6},
    "number-duel": {"range": 10},
    "order-challenge": {"range": 9},
    "number-stack-attack": {"target": 21},
    "strategy-stacks": {"range": 8},
}


def start_with_mouse(ada: Window, game: str) -> None:
    """Create a game against a friend on the home page."""
    ada.open("/")
    page = ada.page
    page.click(f"[data-sheet='{game}']")
    page.check("[name=against][value=invite]", force=True)
    for option, value in GAMES[game].items():
        page.fill(f"#{game}-{option}", str(value))
    page.fill("#name", "Ada")
    page.click("#go")
    page.wait_for_url("**/g/*")
    ada.ready()


def join_with_keys(bea: Window, link: str) -> None:
    """Take the second seat using only the keyboard."""
    bea.open(link)
    bea.ready()
    bea.page.focus("#join-name")
    bea.page.keyboard.type("Bea")
    bea.page.keyboard.press("Enter")
    bea.page.wait_for_selector("#pool .number")
    bea.ready()


# Games in which the server stops midway, with or without notice.
STOPPED = {"number-stack-attack": False, "number-duel": True}


@pytest.mark.parametrize("game", GAMES)
def test_two_windows_play_a_whole_game(game: str, window: Callable[..., Window], server: Server) -> None:
    ada, bea = window(), window(viewport={"width": 320, "height": 640})
    if game not in STOPPED:
        ada.tap()
        bea.tap()
    start_with_mouse(ada, game)
    ada.page.wait_for_selector("#waiting .qr svg")
    link = ada.page.input_value("#waiting input")
    join_with_keys(bea, link)
    ada.page.wait_for_selector("#play:not([hidden]) .number")

    moves: list[int] = []
    position = outnumber.game(game, **GAMES[game]).start()
    while position.outcome() is None:
        if len(moves) == 1:
            bea.page.reload()
            bea.ready()
        if len(moves) == 2 and game in STOPPED:
            server.restart(kill=STOPPED[game])
            for each in (ada, bea):
                each.page.wait_for_selector("#link-state[data-state=live]")
        mover, other = (ada, bea) if position.turn == 1 else (bea, ada)
        assert mover.choices() == list(position.legal_moves())
        assert other.choices() == []
        number = position.legal_moves()[len(moves) * 7 % len(position.legal_moves())]
        if len(moves) == 3 and game not in STOPPED:
            other.cut()  # it misses a move, and gets it after reconnecting
        if mover is ada:
            ada.press(number)
        elif len(moves) % 4 == 1:
            bea.type(number)
        else:
            bea.walk(number)
        moves.append(number)
        position = position.play(number)
        mover.wait_for_moves(len(moves))
        other.wait_for_moves(len(moves))
        assert ada.played() == bea.played() == moves

    for each in (ada, bea):
        each.page.wait_for_selector("#result:not([hidden])")
    outcome = position.outcome()
    assert outcome is not None
    winner, loser = (ada, bea) if outcome.winner == 1 else (bea, ada)
    assert winner.page.inner_text("#result-text") == "You win!"
    assert loser.page.inner_text("#result-text") == f"{'Ada' if winner is ada else 'Bea'} wins."
    kept = ada.page.request.get(f"{server.url}/api/games/{ada.id}").json()
    assert kept["history"][0]["moves"] == moves
    assert kept["history"][0]["outcome"]["winner"] == outcome.winner


def test_moves_made_while_the_server_is_down_arrive_after_its_restart(
    window: Callable[..., Window], server: Server
) -> None:
    ada, bea = window(), window()
    id, tokens = ada.begin("order-challenge")
    ada.sit(id, tokens[0])
    bea.sit(id, tokens[1])
    server.stop(kill=True)
    ada.page.wait_for_selector("#link-state[data-state=reconnecting]")
    ada.press(4)
    server.start()
    ada.wait_for_moves(1)
    bea.wait_for_moves(1)
    bea.press(5)
    ada.wait_for_moves(2)
    assert ada.played() == bea.played() == [4, 5]


def test_a_move_that_the_database_lost_is_sent_again(window: Callable[..., Window]) -> None:
    ada = window()
    ada.tap()
    id, tokens = ada.begin("order-challenge")
    ada.sit(id, tokens[0])
    ada.refuse("storage")
    ada.press(4)
    ada.wait_for_moves(1)
    ada.page.wait_for_selector("#link-state[data-state=live]")
    assert ada.played() == [4]


def test_a_page_retries_while_the_server_is_full_and_says_so(
    browser: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with apart(browser, tmp_path_factory.mktemp("small"), OUTNUMBER_WEB_SOCKETS="1") as window:
        ada, bea = window(), window()
        id, tokens = ada.begin("order-challenge")
        ada.sit(id, tokens[0])
        bea.open(f"/g/{id}#seat={tokens[1]}")
        bea.page.wait_for_selector("#link-state[data-state=busy]")
        assert bea.page.inner_text("#link-state") == "The server is full at the moment. Retrying …"
        assert "refused" not in bea.page.get_attribute("#status", "class")
        ada.open("/rules")
        bea.ready()


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_pages_of_a_server_for_a_school_do_not_ask_for_names_or_send_any(
    locale: str, browser: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    # Both browsers have a saved name.
    remember = """localStorage.setItem("outnumber:set:name", '"Ada"');
        const last = { game: "strategy-stacks", opponent: "random", name: "Ada" };
        localStorage.setItem("outnumber:set:last:strategy-stacks", JSON.stringify(last));"""
    with apart(browser, tmp_path_factory.mktemp("school"), OUTNUMBER_WEB_SCHOOL="1") as window:
        ada, bea = window(locale=locale), window(locale=locale)
        for each in (ada, bea):
            each.page.add_init_script(remember)
        ada.open("/")
        ada.page.click("[data-play='strategy-stacks']")
        ada.page.wait_for_url("**/g/*")
        ada.open("/")
        ada.page.click("[data-sheet='strategy-stacks']")
        for against in ("here", "open"):
            ada.page.check(f"[name=against][value={against}]", force=True)
            assert not ada.page.is_visible("#name")
            assert not ada.page.is_visible("#other")
        ada.page.click("#go")
        ada.page.wait_for_url("**/g/*")
        ada.ready()
        bea.open(ada.page.url)
        bea.page.wait_for_selector("#join button")
        assert not bea.page.is_visible("#join-name")
        assert not bea.page.is_visible("[for=join-name]")
        bea.page.click("#join button")
        bea.page.wait_for_selector("#pool .number")
        bea.ready()
        for each in (ada, bea):
            each.wait_until(lambda each=each: each.page.is_visible("#pool"))  # type: ignore[misc]
            assert "Ada" not in each.page.inner_text("main")


def test_a_win_is_claimed_after_the_opponent_does_not_return(
    browser: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with apart(browser, tmp_path_factory.mktemp("left"), OUTNUMBER_WEB_CLAIM_SECONDS="1") as window:
        ada, bea = window(), window()
        id, tokens = ada.begin("order-challenge")
        ada.sit(id, tokens[0])
        bea.sit(id, tokens[1])
        assert not ada.page.is_visible("#claim")
        ada.press(4)
        ada.wait_for_moves(1)
        ada.wait_until(lambda: not ada.page.is_visible("#claim"))  # once it knows who is present
        bea.open("/rules")
        ada.page.click("#claim")
        ada.page.wait_for_selector("#offer:not([hidden])")
        assert "If Bea is not back in 1 second, you can claim the win." in ada.page.inner_text("#offer")
        # Back in time.
        bea.sit(id, tokens[1])
        ada.wait_until(lambda: ada.status().startswith("Bea is here."))
        bea.open("/rules")
        ada.page.click("#claim")
        ada.page.click("#offer [data-answer=accept]")
        ada.page.wait_for_selector("#result:not([hidden])")
        assert ada.status().startswith("Bea left and did not come back. You win!")
        bea.sit(id, tokens[1])
        assert bea.status().startswith("You left and did not come back. Ada wins.")


def test_a_renewed_link_makes_the_old_one_useless(window: Callable[..., Window]) -> None:
    ada, thief = window(), window()
    id, tokens = ada.begin("order-challenge")
    ada.sit(id, tokens[0])
    thief.sit(id, tokens[0])
    ada.page.click("#share-button")
    ada.page.click(".own-link summary")
    ada.page.click("#renew")
    # The thief's page now watches, and the owner's page plays.
    thief.wait_until(lambda: "You are watching." in thief.status())
    ada.page.wait_for_selector("#share-dialog", state="hidden")  # the page starts over
    ada.ready()
    ada.press(4)
    ada.wait_for_moves(1)
    thief.wait_for_moves(1)
    assert thief.page.request.get(f"{thief.url}/api/games/{id}").json()["history"][0]["moves"] == [4]


def test_the_page_says_that_a_computer_is_thinking_and_ignores_unknown_messages(
    window: Callable[..., Window],
) -> None:
    ada = window()
    ada.tap()
    id, tokens = ada.after("order-challenge", [4])
    ada.sit(id, tokens[0])
    ada.hear(type="weather", sun=True)
    ada.hear(type="thinking", participant=1)  # the participant who is not to move
    ada.hear(type="thinking", participant=2)
    ada.wait_until(lambda: ada.status() == "Bea is still thinking: the server is busy.")


def test_tokens_do_not_appear_in_urls_and_referrers(window: Callable[..., Window]) -> None:
    ada, bea = window(), window()
    asked: list[tuple[str, str | None]] = []
    for each in (ada, bea):
        each.page.on("request", lambda request: asked.append((request.url, request.headers.get("referer"))))
    made = ada.post("games", {"game": "strategy-stacks", "opponent": "invite"})
    ada.sit(made["id"], made["token"])
    join_with_keys(bea, made["links"]["invite"])
    bea_token = bea.page.evaluate(f"JSON.parse(localStorage.getItem('outnumber:game:{made['id']}')).token")
    ada.page.wait_for_selector("#pool .number.fits:not(.idle)")
    ada.press(6)
    bea.wait_for_moves(1)
    for each in (ada, bea):
        assert "#" not in each.page.url
    assert any(made["id"] in address for address, _ in asked)
    for address, referrer in asked:
        assert not referrer
        # A fragment is part of the address line, but browsers do not send it.
        sent, _, _ = address.partition("#")
        assert not any(secret in sent for secret in (made["token"], made["invite"], bea_token))


def test_an_invite_works_once_and_later_visitors_watch(window: Callable[..., Window]) -> None:
    ada, bea, cyd = window(), window(), window()
    made = ada.post("games", {"game": "strategy-stacks", "opponent": "invite"})
    join_with_keys(bea, made["links"]["invite"])
    cyd.open(made["links"]["invite"])
    cyd.ready()
    assert "watching" in cyd.status()
    assert cyd.choices() == []
    ada.sit(made["id"], made["token"])
    ada.press(6)
    cyd.wait_for_moves(1)
    # They will never have a turn.
    assert ada.page.is_visible("#notices")
    assert not cyd.page.is_visible("#notices")


def test_takeback_resignation_and_rematch_between_two_windows(window: Callable[..., Window]) -> None:
    ada, bea = window(), window()
    id, tokens = ada.after("strategy-stacks", [6, 3])
    ada.sit(id, tokens[0])
    bea.sit(id, tokens[1])
    ada.page.click("#takeback")
    bea.page.click("#offer [data-answer=accept]")
    ada.wait_for_moves(0)
    bea.wait_for_moves(0)
    ada.press(4)
    bea.wait_for_moves(1)
    bea.page.click("#resign")
    bea.page.click("#sure [value=yes]")
    ada.page.wait_for_selector("#result[data-won=yes]")
    assert ada.status() == "Bea resigns. You win!"
    assert not ada.page.is_visible("#notices")
    ada.page.click("#rematch")
    bea.page.click("#offer [data-answer=accept]")
    for each in (ada, bea):
        each.page.wait_for_url(lambda url: id not in url)
        each.ready()
    assert ada.id == bea.id
    bea.page.wait_for_selector(".number.fits:not(.idle)")
    bea.press(6)
    ada.wait_for_moves(1)


def test_a_match_of_two_rounds_against_the_computer_is_played_to_the_end(
    window: Callable[..., Window],
) -> None:
    ada = window()
    made = ada.post(
        "games", {"game": "number-stack-duel", "opponent": "random", "rounds": 2, "options": {"range": 4}}
    )
    ada.sit(made["id"], made["token"])
    while not ada.over():
        ada.page.wait_for_selector(
            "#go-on:visible, #desk:not(.covered) .number.fits:not(.idle), #result:not([hidden])"
        )
        if ada.page.is_visible("#go-on"):
            # The last position of a round stays until the player continues.
            assert "wins" in ada.status() or "You" in ada.status()
            assert ada.page.inner_text("#go-on") == "Start round 2"
            ada.page.click("#go-on")
        elif not ada.over():
            before = ada.status()
            ada.press(ada.choices()[0])
            ada.wait_until(partial(lambda old: ada.status() != old, before))
    assert " : " in ada.page.inner_text("#result-score")
    assert ada.page.eval_on_selector_all("#round-pick option", "options => options.length") == 2
    ada.page.click("#rematch")
    ada.page.wait_for_url(lambda url: made["id"] not in url)
    ada.ready()
    assert ada.played() in ([], *([number] for number in range(1, 5)))


def signs(window: Window) -> list[str]:
    """The links between the numbers on the table, row by row."""
    found: list[str] = window.page.eval_on_selector_all(
        "#tracks li:has(button) .sign", "signs => signs.map(sign => sign.textContent)"
    )
    return found


def test_a_long_game_is_shown_completely(window: Callable[..., Window]) -> None:
    """With each event, the server sends only the last moves, and the last hundred to new clients."""
    ada = window()
    options = {"range": 115, "link": ["neighbour"]}
    moves = list(range(1, 111))
    id, tokens = ada.after("number-duel", moves[:38], options=options)
    ada.sit(id, tokens[0])
    for place, number in enumerate(moves[38:45], start=38):
        ada.post(f"games/{id}/moves", {"number": number}, tokens[place % 2])
    ada.wait_for_moves(45)
    assert ada.played() == moves[:45]
    assert signs(ada) == ["+1"] * 44
    for place, number in enumerate(moves[45:], start=45):
        ada.post(f"games/{id}/moves", {"number": number}, tokens[place % 2])
    ada.wait_for_moves(len(moves))
    assert signs(ada) == ["+1"] * (len(moves) - 1)
    ada.page.reload()
    ada.ready()
    ada.wait_until(lambda: ada.played() == moves)
    assert signs(ada) == ["+1"] * (len(moves) - 1)
    ada.press(111)
    ada.wait_for_moves(111)
    assert ada.played() == [*moves, 111]


def test_rounds_of_the_past_are_shown_as_they_were(window: Callable[..., Window]) -> None:
    ada = window()
    id, tokens = ada.after("number-stack-attack", [9, 8, 7], rounds=2)
    ada.post(f"games/{id}/resign", {}, tokens[1])
    ada.post(f"games/{id}/moves", {"number": 5}, tokens[1])
    ada.sit(id, tokens[0])
    assert ada.played() == [5]
    ada.page.select_option("#round-pick select", "1")
    ada.wait_until(lambda: signs(ada) == ["+"])
    assert ada.played() == [9, 8, 7]
    totals = "#tracks .total"
    assert ada.page.locator(totals).all_inner_texts() == ["16 / 21", "8 / 21"]
    ada.page.click("#tracks [data-ply='2']")
    assert ada.page.locator(totals).all_inner_texts() == ["9 / 21", "8 / 21"]
    ada.page.click("[data-step=last]")
    assert ada.played() == [5]


def test_an_event_that_overtakes_a_response_is_shown_correctly(
    window: Callable[..., Window],
) -> None:
    ada = window()
    id, tokens = ada.after("number-stack-duel", [5, 8], rounds=2)
    ada.sit(id, tokens[0])
    held: list[Any] = []
    ada.page.route(re.compile(rf"/api/games/{id}\?"), lambda route: held.append((route, route.fetch())))
    ada.post(f"games/{id}/resign", {}, tokens[1])
    ada.wait_until(lambda: len(held) == 1)  # the page asks for the next round, which Bea begins
    ada.post(f"games/{id}/moves", {"number": 3}, tokens[1])
    ada.page.wait_for_timeout(200)  # it arrives while the response is on its way
    assert len(held) == 1
    held[0][0].fulfill(response=held[0][1])
    # The end of the first round stays visible during the next.
    ada.page.wait_for_selector("#pause:not([hidden])")
    assert ada.played() == [5, 8]
    assert "Bea resigns. You win!" in ada.status()
    ada.page.click("#go-on")
    ada.wait_until(lambda: ada.played() == [3])
    assert ada.choices() == [4, 5, 6, 7, 8, 9]
