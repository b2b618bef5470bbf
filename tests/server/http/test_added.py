"""Games from other packages over HTTP: with options of any name, and in the OpenAPI document."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import tests.added
from outnumber.language.voice import voice
from outnumber.server.http import forms, pages
from outnumber.server.http.openapi import document
from outnumber.server.settings import ServerSettings
from tests.added.heaps import Heaps
from tests.added.steps import Steps
from tests.server.running import play, running


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the example games for this process and its solvers."""
    added = str(Path(tests.added.__file__).parent)
    monkeypatch.syspath_prepend(added)
    monkeypatch.setenv("PYTHONPATH", added, prepend=os.pathsep)
    pages.games_by_name.cache_clear()
    yield
    pages.games_by_name.cache_clear()


def test_the_document_and_the_catalogue_list_added_games(sqlite_url: str) -> None:
    schemas = document(ServerSettings().rounds)["components"]["schemas"]
    for model in ("Create", "PuzzlePosition"):
        assert {"heaps", "steps"} < set(schemas[model]["properties"]["game"]["enum"])

    async def test() -> None:
        async with running(sqlite_url) as server:
            games = (await server.http.get("/api/catalogue")).json()["games"]
            told = {
                each["game"]: {option["name"]: option["default"] for option in each["options"]}
                for each in games
            }
            assert told["heaps"] == {"tokens": [1, 2, 3], "target": 9}
            assert told["steps"] == {"range": 10, "link": 2}

    play(test)


def test_options_of_added_games_are_parsed_in_any_form(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            for tokens in ([2, 5], "2,5", ["2", 5]):
                state = (await server.create("heaps", options={"tokens": tokens, "target": 5}))["state"]
                assert state["options"] == {"tokens": [2, 5], "target": 5}
                assert state["scene"]["rows"][0]["numbers"] == [2, 5]
                assert state["about"] == "tokens 2,5 · target 5"
            state = (await server.create("steps", options={"range": "6", "link": 3}))["state"]
            assert state["options"] == {"range": 6, "link": 3}
            for game, options in (
                ("heaps", {"tokens": [2, 5], "target": 4}),
                ("heaps", {"tokens": None}),
                ("heaps", {"tokens": [[1]]}),
                ("heaps", {"target": "high"}),
                ("steps", {"link": ["multiple"]}),
                ("steps", {"tokens": [1]}),
            ):
                answer = await server.http.post("/api/games", json={"game": game, "options": options})
                assert answer.status_code == 422, (game, options)

    play(test)


def test_a_game_of_heaps_is_played_with_help_and_reviewed(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, two = await server.begin("heaps")
            hint = (await server.get(f"{id}/hint?level=3")).json()
            assert hint["level"] == 3
            for token, number in ((one, 33), (two, 22), (one, 11)):
                event = (await server.move(id, token, number)).json()["event"]
            # The player who takes the last stone loses.
            assert event["outcome"] == {"winner": 2, "participant": 2, "reason": "no-move"}
            verdict = (await server.get(f"{id}/verdict?ply=1")).json()
            assert verdict["winning"] == [22]
            review = (await server.get(f"{id}/review")).json()
            assert [move["move"] for move in review["moves"]] == [33, 22, 11]
            assert (await server.get(f"{id}/picture")).text.startswith("<svg")
            for ply, heaps in enumerate(([1, 2, 3], [1, 2, 0], [1, 0, 0], [0, 0, 0])):
                scene = (await server.get(f"{id}/scene?ply={ply}")).json()
                assert scene["rows"][0]["numbers"] == heaps
            assert scene["turn"] is None
            rules = await server.http.get("/rules/heaps")
            assert "The player who takes the last stone loses." in rules.text
            for path in ("/", "/puzzles", "/stats"):
                assert "Heaps" in (await server.http.get(path)).text

    play(test)


def test_forms_of_added_games_are_generated_from_their_options() -> None:
    german = voice("de")
    tokens, target = forms.fields(Heaps, 1000, german)
    assert (tokens.kind, tokens.value, tokens.help) == ("text", "1-3", "Die Haufen mit ihren Steinchen.")
    assert (target.kind, target.value, target.presets) == ("number", "9", ())
    size, link = forms.fields(Steps, 1000, german)
    assert (size.kind, size.presets[:1]) == ("number", (9,))
    assert (link.kind, link.value, link.choices) == ("number", "2", ())


def test_worksheets_support_added_games_and_the_name_of_their_size(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            form = (await server.http.get("/worksheet")).text
            for kind in (Heaps, Steps):
                assert f'value="{kind.name}"' in form
                assert (await server.http.get(f"/worksheet/{kind.name}?sheet=board")).status_code == 200
            assert "range=9" in (await server.http.get("/worksheet/steps?sheet=board&size=9")).text
            refused = await server.http.get("/worksheet/heaps?sheet=board&size=9")
            assert refused.status_code == 422
            assert 'role="alert"' in refused.text

    play(test)
