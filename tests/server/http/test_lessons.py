"""Lessons over HTTP: a place is sent, validated, and leads to another."""

from pathlib import Path
from typing import Any

import pytest

from outnumber.study.lessons import engine
from outnumber.study.lessons.lesson import LESSONS
from tests.server.running import Running, play, running
from tests.study.lessons.test_engine import right


def test_a_lesson_works_as_in_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def learn(server: Running, place: Any, **what: Any) -> Any:
        return await server.http.post("/api/lessons/learn?lang=de", json={"place": place, **what})

    async def inside() -> None:
        async with running(f"sqlite:///{tmp_path}/server.db") as server:
            listed = (await server.http.get("/api/lessons")).json()["lessons"]
            assert [each["id"] for each in listed] == list(LESSONS)
            first = {"lesson": "strategy-stacks", "step": "tiny-1", "seed": 3}
            found = (await learn(server, first)).json()
            place = engine.at(engine.begin("strategy-stacks", 3), "tiny-1")
            assert found["place"] == place.to_json()
            # A losing move is refuted in the language of the page.
            lost = (await learn(server, found["place"], do="answer", number=1)).json()
            reply = lost["view"]["reply"]
            assert (reply["right"], reply["moves"], reply["start"]) == (False, [2, 1, 3], 1)
            said = reply["said"][0]["text"]
            assert said.startswith("Sieh, was nach der 1 passiert – dein Gegner spielt die 3.")
            assert (lost["view"]["wrong"], lost["view"]["done"]) == (1, False)
            # The server and the engine agree on every action.
            kept = lost["place"]
            again = (await learn(server, kept, do="answer", number=1)).json()
            assert (again["place"], again["view"]["wrong"]) == (kept | {"wrong": 1}, 2)
            moves = [{"do": "answer", "number": number} for number in (4, 3, 0)]
            done: list[dict[str, Any]] = [{"do": "hint"}, *moves[:2], {"do": "onward"}]
            for what in (*done, {"do": "at", "step": "drill-1"}, moves[2]):
                kept = (await learn(server, kept, **what)).json()["place"]
            assert (kept["step"], kept["given"], kept["done"]) == ("drill-1", [0], ["tiny-1"])
            seat = engine.at(engine.from_json(kept), "seat")
            won = await learn(server, seat.to_json(), do="answer", number=right(engine.look(seat)))
            assert won.json()["view"]["you"] == right(engine.look(seat))
            # Invalid places, steps and answers.
            wrong: list[dict[str, Any]] = [{"step": "idea-99"}, {"lesson": "chess"}, {"given": [3]}, {}]
            for bad in wrong:
                refused = await learn(server, {**first, **bad}, do="at", step="idea-1" if bad else "x")
                assert (refused.status_code, refused.json()["error"]["code"]) == (422, "no-step"), bad
            illegal = await learn(server, first, do="answer", number=3)
            assert (illegal.status_code, illegal.json()["error"]["code"]) == (422, "not-linked")
            with monkeypatch.context() as nobody:
                # Invalid requests do not reach the solvers, where pictures of steps have the highest
                # priority.
                nobody.setattr(server.application.service.solvers, "common", None)
                for path in ("chess/idea-1", "strategy-stacks/idea-9"):
                    assert (await server.http.get(f"/api/lessons/{path}/picture")).status_code == 422
            picture = await server.http.get("/api/lessons/strategy-stacks/idea-2/picture?lang=de")
            assert picture.headers["content-type"] == "image/svg+xml"
            assert "gewinnt" in picture.text
            # The pages: a list, and one for each lesson.
            for path in ("/learn", *(f"/learn/{id}" for id in LESSONS)):
                assert (await server.http.get(path)).status_code == 200
            assert (await server.http.get("/learn/chess")).status_code == 404
            # Other pages for learners and teachers, in addition to the footer's links.
            for path, links in (
                ("/learn", ("chain", "worksheet", "class")),
                ("/class", ("chain", "worksheet")),
            ):
                above, _, _ = (await server.http.get(path)).text.partition("<footer")
                assert all(f'href="/{link}"' in above for link in links)

    play(inside)
