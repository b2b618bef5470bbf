"""The pages without a browser: their parts, and complete translations."""

import asyncio
import gzip
import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("babel", reason="the catalogues are read with Babel, of the extra outnumber[dev]")

import httpx
from starlette.applications import Starlette

from outnumber.api.errors import Refused
from outnumber.games.registry import BUILT_IN, find
from outnumber.games.sentences import ENGLISH
from outnumber.language.voice import Translated, voice
from outnumber.languages import LANGUAGES
from outnumber.server.http import bundles, forms, pages
from outnumber.server.http.bundles import STATIC
from outnumber.server.http.pages import COOKIE
from outnumber.server.settings import ServerSettings
from outnumber.theory.bounded import solve
from tests.make_catalogue import in_scripts
from tests.server.english import English, texts_in
from tests.server.running import play, running

PATHS = [
    "/",
    "/games",
    "/puzzles",
    *(f"/puzzles/{kind}" for kind in ("daily", "again", "mixed", *BUILT_IN)),
    "/board",
    "/chain",
    "/stats",
    "/class",
    "/class/board",
    "/join",
    "/rules",
    *(f"/rules/{name}" for name in BUILT_IN),
    *(f"/path/{name}" for name in BUILT_IN),
    "/g/0123456789ab",
    "/g/0123456789ab/review",
]
ENGLISH_WORDS = English("de")
OTHERS = [language for language in LANGUAGES if language != ENGLISH.language]


class NoGames:
    """A server without games."""

    async def find(self, *_: object, **__: object) -> None:
        raise Refused("no-such-game")


class Solvers:
    """The jobs of solvers, in this process."""

    async def common(self, job: Callable[[], bytes]) -> bytes:
        return job()


class Visitor:
    """Requests pages one after another, and keeps cookies like a browser."""

    def __init__(self) -> None:
        application = Starlette(routes=pages.routes)
        application.state.settings, application.state.elsewhere = ServerSettings(), None
        application.state.service = SimpleNamespace(games=NoGames(), solvers=Solvers())
        self._transport = httpx.ASGITransport(application)
        self.cookies = httpx.Cookies()

    def get(self, path: str, headers: dict[str, str] | None = None) -> httpx.Response:
        async def ask() -> httpx.Response:
            async with httpx.AsyncClient(
                transport=self._transport, base_url="http://test", cookies=self.cookies
            ) as client:
                answer = await client.get(path, headers=headers)
                self.cookies.update(answer.cookies)
                return answer

        return asyncio.run(ask())


@pytest.fixture
def client() -> Visitor:
    return Visitor()


@pytest.mark.parametrize("path", PATHS)
def test_every_page_is_served_in_every_language(client: Visitor, path: str) -> None:
    for language in LANGUAGES:
        answer = client.get(path, headers={"Accept-Language": language})
        assert answer.status_code == 200
        assert f'<html lang="{language}">' in answer.text


@pytest.mark.parametrize("path", PATHS)
def test_no_page_has_inline_or_external_resources(client: Visitor, path: str) -> None:
    text = client.get(path).text
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", text)
    assert not re.search(r"<script(?![^>]*\ssrc=)", text)
    assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//""", text)


def test_scripts_and_styles_load_no_external_resources() -> None:
    for path in [*STATIC.rglob("*.js"), *STATIC.rglob("*.css")]:
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        found = re.search(r"https?://|@import (?!\{)|innerHTML|outerHTML|insertAdjacentHTML|\beval\b", text)
        assert not found, path.name


def test_every_file_named_by_a_page_exists(client: Visitor) -> None:
    for path in PATHS:
        for address in re.findall(r'(?:src|href)="(/static/[^"]+)"', client.get(path).text):
            assert client.get(address).status_code == 200, address


def test_range_requests_are_not_supported(client: Visitor) -> None:
    ranges = ",".join(f"{number}-{number}" for number in range(0, 6000, 2))
    answer = client.get("/static/x/play/game.js", {"Range": f"bytes={ranges}"})
    assert answer.status_code == 200


def test_static_files_stay_inside_their_directory(client: Visitor) -> None:
    for path in (
        "/static/x/../pages.py",
        "/static/x/%2e%2e/pages.py",
        "/static/pages.py",
        "/static/x/..%2fpages.py",
    ):
        assert client.get(path).status_code == 404


def test_pages_have_a_strict_policy_and_no_referrer(tmp_path: Path) -> None:
    async def check() -> None:
        async with running(f"sqlite:///{tmp_path}/server.db") as server:
            answer = await server.http.get("/")
            policy = answer.headers["content-security-policy"]
            assert "script-src 'self'" in policy
            assert "style-src 'self'" in policy
            assert "unsafe" not in policy
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert answer.headers["content-encoding"] == "gzip"
            lost = await server.http.get("/nowhere", headers={"Accept": "text/html"})
            assert lost.status_code == 404
            assert "<h1>" in lost.text

    play(check)


def test_an_impossible_game_id_is_not_found(client: Visitor) -> None:
    assert client.get("/g/%22%3E%3Cscript%3E").status_code == 404
    assert client.get(f"/g/{33 * 'a'}").status_code == 404


def test_an_unknown_game_has_no_rules_page(client: Visitor) -> None:
    assert client.get("/rules/chess").status_code == 404


def test_an_unknown_game_has_no_puzzles_page(client: Visitor) -> None:
    assert client.get("/puzzles/chess").status_code == 404


def test_a_chosen_language_is_saved(client: Visitor) -> None:
    answer = client.get("/rules?lang=de")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/rules"
    assert '<html lang="de">' in client.get("/rules").text


def test_changing_the_language_keeps_the_page(client: Visitor) -> None:
    page = client.get("/puzzles/daily?date=2026-11-15&game=number-duel").text
    links = re.findall(r'href="([^"]+lang=de)"', page)
    assert [unescape(link) for link in links] == ["/puzzles/daily?date=2026-11-15&game=number-duel&lang=de"]
    answer = client.get(unescape(links[0]))
    assert answer.headers["location"] == "/puzzles/daily?date=2026-11-15&game=number-duel"


@pytest.mark.parametrize("path", PATHS)
def test_a_page_has_one_script_and_one_style_sheet(client: Visitor, path: str) -> None:
    text = client.get(path).text
    text = re.sub("<noscript>.*?</noscript>", "", text, flags=re.DOTALL)
    assert len(re.findall(r"<script", text)) == len(re.findall(r'rel="stylesheet"', text)) == 1
    assert "modulepreload" not in text


def test_responses_are_compressed_and_small(client: Visitor) -> None:
    for path in PATHS:
        page = client.get(path, headers={"Accept-Language": "de"}).text
        size = len(gzip.compress(page.encode(), 5))
        for address in re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css))"', page):
            packed = client.get(address, headers={"Accept-Encoding": "gzip"})
            assert packed.headers["content-encoding"] == "gzip"
            assert packed.headers["vary"] == "Accept-Encoding"
            plain = client.get(address, headers={"Accept-Encoding": "identity"})
            assert "content-encoding" not in plain.headers
            assert plain.text == packed.text
            size += len(gzip.compress(plain.content, 9))
        assert size < 50_000, path


def test_without_scripts_no_page_waits(client: Visitor) -> None:
    for path in PATHS:
        page = client.get(path).text
        assert "<noscript>" in page
        for element in re.findall(r'<p id="status"[^>]*>', page):
            inside = page[: page.index(element)].rstrip().endswith('class="notice scripted">')
            assert "scripted" in element or inside, path
        (style,) = re.findall(r'<noscript><link rel="stylesheet" href="([^"]+)"></noscript>', page)
        assert ".scripted { display: none; }" in client.get(style).text


def test_the_first_requests_of_a_script_are_preloaded(client: Visitor) -> None:
    page = client.get(
        "/puzzles/daily?date=2026-11-15&game=number-duel", headers={"Accept-Language": "de"}
    ).text
    (link,) = re.findall(r'<link rel="preload" as="fetch" crossorigin href="([^"]+)"', page)
    assert unescape(link) == "/api/puzzles/daily?date=2026-11-15&game=number-duel&lang=de"
    assert "preload" not in client.get("/puzzles/mixed").text


def test_phones_reach_every_page(client: Visitor) -> None:
    page = client.get("/").text
    menu = page[page.index("<nav") : page.index("</nav>")]
    assert 'popovertarget="pages"' in page
    assert {"/", "/puzzles", "/games", "/rules", "/stats"} <= set(re.findall(r'href="([^"]+)"', menu))


def test_the_home_page_has_a_game_to_start_with_one_tap(client: Visitor) -> None:
    for asked, game in (("", "strategy-stacks"), ("?game=order-challenge", "order-challenge")):
        page = client.get(f"/{asked}").text
        assert f'id="tiny" data-game="{game}"' in page
        numbers = find(game)().start().scene().numbers
        assert [int(each) for each in re.findall(r'data-first="(\d+)"', page)] == list(numbers)
        # It starts from a position that the visitor can win.
        track = page[page.index('<div class="track linked">') : page.index('id="tiny-slot"')]
        played = [int(each) for each in re.findall(r'<span class="chip \w+">(\d+)</span>', track)]
        position = find(game)().replay(played)
        legal = re.findall(r'class="number fits" data-first="(\d+)"', page)
        assert [int(each) for each in legal] == list(position.legal_moves())
        assert solve(position).winner is position.turn
    # A hundred numbers do not fit there.
    assert 'id="tiny" data-game="strategy-stacks"' in client.get("/?game=number-duel").text
    for name in BUILT_IN:
        assert f'data-play="{name}"' in page
        assert f'data-sheet="{name}"' in page


@pytest.mark.parametrize(
    ("asked", "kept", "accepted", "language"),
    [
        ("de", "en", "en", "de"),
        (None, "de", "en", "de"),
        (None, None, "de-CH, en;q=0.5", "de"),
        (None, None, "en;q=0.5, de;q=0.9", "de"),
        (None, None, "xx, ;q=no, *", "en"),
        ("xx", "../..", "", "en"),
    ],
)
def test_the_language_follows_the_order_of_preferences(
    client: Visitor, asked: str | None, kept: str | None, accepted: str, language: str
) -> None:
    if kept:
        client.cookies.set(COOKIE, kept)
    wishes = {"Accept-Language": accepted}
    if asked:
        client.get(f"/rules?lang={asked}", wishes)
    assert f'<html lang="{language}">' in client.get("/rules", wishes).text


@pytest.mark.parametrize("path", [*PATHS, "/rules/nowhere"])
def test_no_page_has_an_untranslated_string(client: Visitor, path: str) -> None:
    found = texts_in(client.get(path, headers={"Accept-Language": "de"}).text)
    assert len(found) > 10
    assert ENGLISH_WORDS.among(found) == set()


def test_english_text_would_be_detected(client: Visitor) -> None:
    for path in PATHS:
        assert len(ENGLISH_WORDS.among(texts_in(client.get(path).text))) > 10
    assert ENGLISH_WORDS.among(["Player 2 is to move and wins with 5 or 7.", "Strategy Stacks", "Ada"]) == {
        "Player 2 is to move and wins with 5 or 7.",
        "Strategy Stacks",
    }


@pytest.mark.parametrize("language", OTHERS)
def test_scripts_get_all_their_strings(language: str) -> None:
    says = voice(language)
    assert isinstance(says, Translated)
    source = "".join(path.read_text(encoding="utf-8") for path in STATIC.rglob("*.js"))
    told, translated = bundles.plurals(says, source), bundles.said(says, source)
    alone = {string for string in in_scripts() if isinstance(string, str)}
    assert {*told["plurals"]} == {string[0] for string in in_scripts() if not isinstance(string, str)}
    for string in alone:
        assert f"t({json.dumps(says.word(string), ensure_ascii=False)}" in re.sub(
            r"\bt\(\s+", "t(", translated
        )
    assert set(told["plural"]) == {"0", "1"}


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_option_has_a_control_with_a_label(name: str) -> None:
    game = find(name)
    found = forms.fields(game, 1000, ENGLISH)
    assert [field.name for field in found] == [option.name for option in game.OPTIONS]
    for field, option in zip(found, game.OPTIONS, strict=True):
        assert field.label.lower() != option.label or field.label in ("Target", "Tokens")
        assert [value for value, _ in field.choices] == list(option.choices)
        assert all(text != value for value, text in field.choices)


def test_rules_pages_play_legal_games(client: Visitor) -> None:
    options: dict[str, dict[str, object]] = {"number-duel": {"range": 12}}
    for name in BUILT_IN:
        text = client.get(f"/rules/{name}").text
        played = re.findall(
            r'class="chip (?:one|two)" aria-hidden="true">(\d+)<',
            text.partition('class="sample"')[2].partition("</ol>")[0],
        )
        position = find(name)(**options.get(name, {})).start()
        for number in played:
            position = position.play(int(number))
        assert position.outcome() is not None


def test_only_versioned_urls_are_cached_permanently(client: Visitor) -> None:
    own = next(
        iter(
            re.findall(r'src="(/static/[^"]+)/scripts/en/play/game\.js"', client.get("/g/0123456789ab").text)
        )
    )
    for name in (
        "scripts/en/play/game.js",
        "scripts/de/play/game.js",
        "css/base+board.css",
        "play/game.js",
        "styles/board.css",
    ):
        assert "immutable" in client.get(f"{own}/{name}").headers["cache-control"]
        for other in ("ANY", "0123456789", own.rpartition("/")[2].upper()):
            answer = client.get(f"/static/{other}/{name}")
            assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
    for path in (
        f"{own}/nothing.js",
        "/static/ANY/nothing.js",
        f"{own}/scripts/xx/play/game.js",
        f"{own}/scripts/en/nothing.js",
        f"{own}/scripts/en/play/nothing.js",
        f"{own}/scripts/en/../play/game.js",
        f"{own}/css/base+nothing.css",
        f"{own}/css/base+base.css",
        f"{own}/",
        own,
        "/static",
    ):
        answer = client.get(path)
        assert answer.status_code in (307, 404)
        assert "max-age" not in answer.headers.get("cache-control", "")


def test_only_combinations_that_pages_request_are_compressed(client: Visitor) -> None:
    kept = bundles.compressed.cache_info().currsize
    for names in ("board+base", "extras+board+base", "base+extras+board"):
        answer = client.get(f"/static/ANY/css/{names}.css")
        assert (answer.status_code, "content-encoding" in answer.headers) == (200, False)
    assert bundles.compressed.cache_info().currsize == kept
    own = re.findall(r'href="(/static/[^"]+/css/[^"]+)"', client.get("/g/0123456789ab").text)
    assert len(own) == 2
    for address in own:
        assert client.get(address).headers["content-encoding"] == "gzip"


def test_redirects_do_not_depend_on_the_host_header(sqlite_url: str) -> None:
    async def check() -> None:
        async with running(sqlite_url) as server:
            page = {"Host": "evil.example", "Accept": "text/html"}
            paths = [
                "/games/",
                "/rules/",
                "/rules/?lang=de",
                "/static",
                "/static/",
                "/api/games/",
                "/nowhere/",
            ]
            paths += ["//evil.example/", "/g/0123456789ab/", "/%5Cevil.example/", "/puzzles/daily/"]
            for path in paths:
                for headers in (page, {"Host": "evil.example"}):
                    address = f"http://127.0.0.1:{server.port}{path}"
                    answer = await server.http.get(address, headers=headers)
                    target = answer.headers.get("location", "/")
                    assert re.match(r"/(?![/\\])", target), path
                    assert answer.status_code in (303, 307, 404)
            # The intended page is still found.
            answer = await server.http.get("/rules/?lang=de", headers=page)
            assert (answer.status_code, answer.headers["location"]) == (307, "/rules?lang=de")
            answer = await server.http.get("/api/games/")
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not-found")

    play(check)


def test_the_board_says_how_we_know(client: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "How do we know? The theorems of the five games are machine-checked." in client.get("/board").text
    address = "https://docs.example.org/explanation/how-do-we-know.html"
    monkeypatch.setitem(pages.environment("en").globals, "documentation", lambda _: address)
    assert (
        f'<a href="{address}">How do we know?</a>'
        in pages.environment("en").get_template("how-we-know.html").render()
    )
