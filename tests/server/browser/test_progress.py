"""Progress that travels, results, sounds, and pages in frames of other sites."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import outnumber
from outnumber.match.match import Match, Participant
from outnumber.match.record import write
from outnumber.match.round import Round
from outnumber.store.games import GameStore
from outnumber.study import transfer
from outnumber.study.puzzles.progress import Progress, ProgressStore
from tests.server.browser.conftest import SMALL, Server
from tests.server.browser.window import Window

PHONE = {"width": 390, "height": 844}
STORED = "JSON.parse(localStorage['outnumber:puzzles'] ?? '{}')"


def test_stars_go_from_the_terminal_to_the_browser_and_back(
    window: Callable[..., Window], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTNUMBER_DATA", str(tmp_path / "here"))
    ada = window(viewport=SMALL)
    code = transfer.code(Progress().starred("strategy-stacks", 2, ["won", "flawless"]))
    ada.open(f"/stats#progress={code}")
    ada.page.wait_for_selector("#counted:not([hidden])")
    assert "progress" not in ada.page.url  # the code is not shown or copied by accident
    ada.page.click("#bring")
    ada.wait_until(lambda: "together" in ada.status())
    assert ada.page.evaluate(STORED)["paths"] == {"strategy-stacks": {"2": ["won", "flawless"]}}
    ada.page.click("#carry")
    ada.page.wait_for_selector("#share-body .qr svg")
    transfer.add(ada.page.input_value("#share-body input"))
    assert ProgressStore().load().progress.paths == {"strategy-stacks": {"2": ("won", "flawless")}}
    assert ada.cramped() == []


def test_a_file_is_merged_and_another_file_refused(window: Callable[..., Window], tmp_path: Path) -> None:
    ada = window()
    ada.open("/stats")
    ada.page.wait_for_selector("#counted:not([hidden])")
    ada.page.set_input_files(
        "#file", {"name": "a.json", "mimeType": "application/json", "buffer": b'{"version": 2}'}
    )
    ada.wait_until(lambda: "no progress" in ada.status())
    told = {
        "progress": Progress().starred("number-duel", 1, ["won"]).to_json(),
        "chains": {"multiple 10": [2, 4]},
    }
    file = {"name": "b.json", "mimeType": "application/json", "buffer": json.dumps(told).encode()}
    ada.page.evaluate("() => { Storage.prototype.put = Storage.prototype.setItem; }")
    ada.page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    ada.page.set_input_files("#file", file)
    ada.wait_until(lambda: "could not save" in ada.status())
    ada.page.evaluate("() => { Storage.prototype.setItem = Storage.prototype.put; }")
    ada.page.set_input_files("#file", file)
    ada.wait_until(lambda: "together" in ada.status())
    with ada.page.expect_download() as found:
        ada.page.click("#export")
    saved = json.loads(Path(found.value.path()).read_text("utf-8"))
    assert saved["progress"]["paths"] == {"number-duel": {"1": ["won"]}}
    assert saved["chains"] == {"multiple 10": [2, 4]}
    # The path page opens the next stage.
    ada.open("/path/number-duel")
    ada.page.wait_for_selector(".stop[data-stage='2'][data-state=now]")


def test_finished_games_go_from_the_terminal_to_the_browser_and_back(
    window: Callable[..., Window], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTNUMBER_DATA", str(tmp_path / "here"))
    rules = outnumber.game("strategy-stacks")
    played = Match(
        rules,
        (Participant(name="Ada"), Participant("casual")),
        date="2026-11-15T12:00:00Z",
        rounds=(Round.begin(rules, [6, 3, 9, 1, 5]),),
    )
    GameStore().save(GameStore().create(), played)
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(transfer.everything()), encoding="utf-8")
    ada = window()
    # A game of her own, which she resigns.
    made = ada.post("games", {"game": "number-duel", "opponent": "beginner", "name": "Ada"})
    ada.sit(made["id"], made["token"])
    ada.post(f"games/{made['id']}/resign", {}, made["token"])
    ada.open("/stats")
    ada.page.wait_for_selector("#counted:not([hidden])")
    for _ in range(2):
        ada.page.set_input_files("#file", file)
        ada.wait_until(lambda: "together" in ada.status())
        assert ada.page.inner_text("#games .figures b") == "2"
        ada.page.reload()
        ada.wait_until(lambda: ada.status() == "Counted: 2 rounds, 0 puzzles.")
    with ada.page.expect_download() as found:
        ada.page.click("#export")
    text = Path(found.value.path()).read_text("utf-8")
    assert json.loads(text)["games"]["rounds"] == 2
    for data in ("here", "there"):
        monkeypatch.setenv("OUTNUMBER_DATA", str(tmp_path / data))
        for _ in range(2):
            transfer.add(text)
        records = {write(each.match) for each in GameStore().entries() if each.match}
        assert records == {each["record"] for each in json.loads(text)["records"]}
        assert len(records) == 2
        assert write(played) in records
    # Back in the browser, her own game does not count twice.
    file.write_text(json.dumps(transfer.everything()), encoding="utf-8")
    ada.page.set_input_files("#file", file)
    ada.wait_until(lambda: "together" in ada.status())
    assert ada.page.inner_text("#games .figures b") == "2"
    ada.page.click("#erase")
    ada.page.check("#erase-games")
    ada.page.click("#sure [value=yes]")
    ada.wait_until(lambda: ada.status() == "Progress and games erased.")
    ada.page.reload()
    ada.wait_until(lambda: ada.status() == "Counted: 0 rounds, 0 puzzles.")


def test_one_path_can_be_reset_after_a_question(window: Callable[..., Window]) -> None:
    ada = window()
    ada.open("/path/number-duel")
    ada.page.wait_for_selector("#path:not(.unready)")
    assert not ada.page.is_visible("#reset")
    earned = {"number-duel": {"1": ["won"], "2": ["won"]}, "order-challenge": {"1": ["won"]}}
    progress = json.dumps({"version": 1, "tried": [], "cards": {}, "paths": earned})
    ada.page.evaluate("text => localStorage.setItem('outnumber:puzzles', text)", progress)
    ada.page.reload()
    stars = "localStorage.getItem('outnumber:puzzles')"
    for answer, stage in (("no", 3), ("yes", 1)):
        ada.page.click("#reset")
        ada.page.click(f"#sure [value={answer}]")
        ada.page.wait_for_selector(f"#stops [data-stage='{stage}'][data-state=now]")
    assert json.loads(ada.page.evaluate(stars))["paths"] == {
        "number-duel": {},
        "order-challenge": earned["order-challenge"],
    }
    assert not ada.page.is_visible("#reset")
    assert ada.page.evaluate("document.activeElement.id") == "play"


def test_a_result_says_why_marks_the_move_that_mattered_and_offers_the_next_step(
    window: Callable[..., Window],
) -> None:
    ada = window(viewport=PHONE, has_touch=True)
    ada.open("/path/strategy-stacks")
    ada.page.click("#play")
    ada.page.wait_for_url("**/g/*")
    ada.ready()
    while not ada.over():
        ada.page.wait_for_selector("#result:not([hidden]), #pool .number.fits:not(.idle)")
        choices = ada.choices()
        if ada.over() or not choices:
            continue
        before = len(ada.played())
        path = f"/api/games/{ada.id}/verdict?round=1&ply={before}"
        found = ada.page.evaluate("async (path) => (await fetch(path)).json()", path)
        ada.press(found["winning"][0])
        ada.wait_until(lambda before=before: ada.over() or len(ada.played()) > before)  # type: ignore[misc]
    ada.page.wait_for_selector("#next-stage:not([hidden])")
    assert ada.page.inner_text("#result-text") == "You win!"
    assert re.search(
        r"The rule asks for a number that .* and none is left\.", ada.page.inner_text("#why-over")
    )
    assert ada.page.get_attribute("#result-stars", "aria-label") == "3 of 3 stars"
    assert ada.page.locator(".confetti i").count() == 24
    assert not ada.page.is_visible("#harder")
    if ada.page.is_visible("#turning"):
        assert ada.page.locator("#tracks .key").count() == 1
    assert ada.sees("#next-stage") or ada.page.locator("#next-stage").is_enabled()
    assert ada.cramped() == []
    # Another game with the same opponent, from the list.
    ada.open("/games")
    ada.page.click("#mine button")
    ada.page.wait_for_url("**/g/*")
    ada.ready()


def test_on_a_phone_the_menu_has_everything_else_and_opponents_have_faces(
    window: Callable[..., Window],
) -> None:
    ada = window(viewport=PHONE, has_touch=True)
    made = ada.post("games", {"game": "number-duel", "opponent": "casual"})
    ada.sit(made["id"], made["token"])
    assert "Casual" in ada.page.inner_text("#them")
    assert "I see easy wins" in ada.page.inner_text("#them")
    assert ada.page.locator("#them svg.portrait").count() == 1
    for hidden in ("#resign", "#share-button", "#rules-link"):
        assert not ada.page.is_visible(hidden)
    ada.page.click(".game-menu")
    ada.page.wait_for_selector("#actions:popover-open")
    assert ada.cramped() == []
    ada.page.click("#help-too")
    assert ada.page.is_visible("#help")


def test_sounds_are_off_until_chosen_and_always_off_in_a_class(window: Callable[..., Window]) -> None:
    ada = window()
    for path in ("/board", "/puzzles/strategy-stacks?seed=7", "/learn/order-challenge"):
        ada.open(path)
        assert ada.page.get_attribute("#sounds", "aria-pressed") == "false"
    ada.page.click("#sounds")
    ada.open("/board")
    assert ada.page.get_attribute("#sounds", "aria-pressed") == "true"
    member = {"id": "0" * 12, "token": "0" * 32, "name": "Fox", "done": 0}
    ada.page.evaluate("each => localStorage['outnumber:class'] = JSON.stringify(each)", member)
    ada.page.reload()
    ada.page.wait_for_selector("#sounds", state="hidden")


class _Page(BaseHTTPRequestHandler):
    framed = ""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f"<!doctype html><title>Another site</title>{self.framed}".encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def another_site() -> Iterator[str]:
    site = ThreadingHTTPServer(("127.0.0.1", 0), _Page)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    yield f"http://localhost:{site.server_port}/"
    site.shutdown()
    site.server_close()


def test_other_sites_may_show_boards_and_puzzles_in_frames_and_nothing_else(
    window: Callable[..., Window], server: Server, another_site: str
) -> None:
    ada = window()
    ada.open("/board?game=strategy-stacks&range=12&moves=6,3")
    ada.page.wait_for_selector("#play:not([hidden])")
    ada.page.click("#share-button")
    code = ada.page.input_value("#share-body textarea")
    assert "/embed/board?" in code
    _Page.framed = code
    bea = window()
    bea.page.goto(another_site)
    inside = bea.page.frame_locator("iframe")
    inside.locator("#play:not([hidden]) .number.fits").first.click()
    inside.locator("#tracks[data-moves='3']").wait_for()
    _Page.framed = f'<iframe src="{server.url}/embed/puzzles/strategy-stacks?seed=7"></iframe>'
    bea.page.reload()
    inside.locator("#play:not([hidden])").wait_for()
    assert inside.locator("nav").count() == 0
    for path in ("/", "/board", "/puzzles/daily", "/stats"):
        policy = ada.page.request.get(server.url + path).headers["content-security-policy"]
        assert policy.endswith("frame-ancestors 'none'")
