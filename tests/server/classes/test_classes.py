"""Classes on a real server: restarts, strangers, budgets, the end, and several processes."""

import asyncio
import json
import logging
import secrets
import time
from contextlib import AsyncExitStack
from dataclasses import asdict
from functools import partial
from typing import Any

import pytest

from outnumber.api.errors import Refused
from outnumber.games.registry import BUILT_IN, registered_temporarily
from outnumber.language.animals import ANIMALS
from outnumber.server.classes import classes, persistence
from outnumber.server.classes.classroom import Paired
from outnumber.server.classes.persistence import LETTERS, LiveClass
from outnumber.server.http import pages
from outnumber.server.http.bundles import STATIC
from outnumber.server.settings import ServerSettings
from outnumber.server.transport import http
from outnumber.server.transport.connections import CLASS_OPENINGS, OPENINGS, Connections
from outnumber.workers.fair_queue import address_of
from outnumber.workers.pool import QUICK
from tests.added.steps import Steps
from tests.server.running import Running, later, pass_by, play, running, settled

GAME = {"game": "strategy-stacks", "options": {"range": 4}}


class Someone:
    """A teacher or a child with a separate browser."""

    def __init__(self, server: Running, token: str = "") -> None:
        self.token = token or secrets.token_hex(16)
        self.id = ""
        self.passing = ""
        self.server = server

    async def ask(self, path: str, body: Any = None, status: int = 200) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"}
        if self.passing:
            headers["Cookie"] = f"language=en; class={self.passing}"
        http = self.server.http
        answer = await http.request("GET" if body is None else "POST", path, json=body, headers=headers)
        self.passing = answer.cookies.get("class") or self.passing
        http.cookies.clear()  # all share one connection, without knowing each other's tokens
        assert answer.status_code == status, answer.text
        return answer.json()

    async def act(self, what: str, body: Any = None, status: int = 200) -> Any:
        return await self.ask(f"/api/classes/{self.id}{what}", body, status)


async def teacher_of(server: Running) -> Someone:
    teacher = Someone(server)
    teacher.id = (await teacher.ask("/api/classes", {"token": teacher.token}, 201))["id"]
    return teacher


async def child_of(teacher: Someone, animal: str) -> Someone:
    child = Someone(teacher.server)
    child.id = teacher.id
    code = (await teacher.act(""))["code"]
    body = {"code": code, "animal": animal, "token": child.token}
    await child.ask("/api/classes/enter", body, 201)
    return child


async def wait_for_news(kept: LiveClass, child: Someone) -> asyncio.Future[Any]:
    """A request of a child that the server holds until there is news."""
    seq = (await child.act("/me"))["seq"]
    asking = asyncio.ensure_future(child.act(f"/me?after={seq}&wait=25"))
    while not kept._waiting:
        await asyncio.sleep(0.01)
    return asking


def seat_in(told: dict[str, Any]) -> tuple[str, str]:
    """The game and the seat token in a child's link."""
    game, _, seat = told["task"]["link"].removeprefix("/g/").partition("#seat=")
    return game, seat


async def play_out(server: Running, children: list[Someone]) -> None:
    """Play the games of some children to their ends, always the first number that fits."""
    every = [seat_in(await child.act("/me")) for child in children]
    for game in {game for game, _ in every}:
        own = [seat for id, seat in every if id == game]
        for _ in range(20):
            state = (await server.get(game)).json()
            if state["state"] == "over":
                break
            for seat in own:
                if (await server.get(game, seat)).json()["you"] == state["turn"]:
                    await server.move(game, seat, state["legal"][0])
            await asyncio.sleep(0.01)


async def everything(server: Running) -> list[int]:
    """The numbers of stored games, events and tails."""
    run = server.application.log.run
    return [
        (await run(f"SELECT count(*) FROM {table}", ()))[0][0]  # noqa: S608
        for table in ("games", "events", "tails")
    ]


def test_a_class_of_a_school_stores_no_words_of_its_visitors(sqlite_url: str) -> None:
    reports = {
        ("lesson", "number-duel", "drill-2"): ("number-duel", "drill-2"),
        ("puzzle", "number-duel", "17"): ("number-duel", "17"),
        ("lesson", "Julia.Smith", "julia"): ("-", ""),
        ("game", "kate", ""): ("-", ""),
    }

    async def test() -> None:
        async with running(sqlite_url, school=1) as server:
            teacher = await teacher_of(server)
            child = await child_of(teacher, "fox")
            for (place, what, step), kept in reports.items():
                await child.act("/report", {"place": place, "what": what, "step": step})
                (at,) = [each["at"] for each in (await teacher.act(""))["children"]]
                assert (at["what"], at["step"]) == kept
            await child.act("/report", {"what": "who-0123456789ab", "solved": True})
            await child.act("/report", {"what": "Julia-0123456789", "solved": True})
            await teacher.act("/timer", {"seconds": 60, "id": "Julia"}, 403)
            await teacher.act("/timer", {"seconds": 60, "id": "0a1b"})
            stored = str(await server.application.log.run("SELECT data FROM events", ()))
            assert "who-0123456789ab" in stored
            assert "ulia" not in stored

    play(test)


def test_a_class_survives_a_restart_and_leaves_no_data_after_its_end(database: str) -> None:
    async def test() -> None:
        async with running(database) as server:
            teacher = await teacher_of(server)
            children = [await child_of(teacher, animal) for animal in ("otter", "fox", "owl")]
            await children[0].act("/report", {"place": "lesson", "what": "a", "step": "drill-2", "stuck": 4})
            await children[1].act("/report", {"place": "puzzle", "what": "p", "solved": True})
            await teacher.act("/door", {"open": False})
            before = await teacher.act("/pairs", GAME)
            links = [(await child.act("/me"))["task"]["link"] for child in children]
            # A game ends, and the process dies before the result is counted.
            server.application.service.over = lambda _: None
            await play_out(server, children)
            before = await teacher.act("/timer", {"seconds": 600})
        async with running(database) as server:
            for each in (teacher, *children):
                each.server = server
            after = await teacher.act("")
            assert [child["name"] for child in after["children"]] == ["Otter", "Fox", "Owl"]
            assert after["children"][0]["at"]["stuck"] == 4
            assert after["children"][1]["solved"] == 1
            assert not after["open"]
            assert after["code"] == before["code"]
            assert 500 < after["left"] <= 600
            assert [(await child.act("/me"))["task"]["link"] for child in children] == links
            assert sum(child["played"] for child in after["children"]) >= 2
            # Again by score: the two remaining children play each other next.
            for child in children:
                await child.act("/me")
            again = await teacher.act("/pairs", {**GAME, "id": "once"})
            assert (await teacher.act("/pairs", {**GAME, "id": "once"}))["pairs"] == again["pairs"]
            current = [pair for pair in again["pairs"] if pair["current"]]
            assert (len(current), len(again["pairs"])) == (2, 4)
            assert again["task"]["number"] == 2
            await play_out(server, children)
            # A rematch belongs to the class as well.
            for seat, action in (("first", "offer"), ("second", "accept")):
                game, token = seat_in(await children[current[0][seat] - 1].act("/me"))
                assert (await server.post(f"{game}/rematch", {"action": action}, token)).status_code == 200
            assert (await everything(server))[0] == 6
            last = await teacher.act("/end", {})
            assert last["ended"]
            assert sum(child["won"] for child in last["children"]) >= 1
            await settled(server.application)
            assert await everything(server) == [0, 0, 0]
            for each in (teacher, *children):
                await each.act("/me", status=404)

    play(test)


def test_a_stranger_cannot_enter(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, guesses_burst=5.0, guesses=0.01) as server:
            teacher, other = await teacher_of(server), await teacher_of(server)
            child = await child_of(teacher, "otter")
            told = await teacher.act("")
            stranger = Someone(server)
            stranger.id = teacher.id
            # A class cannot be seen or controlled without its secrets, nor controlled by a child with its
            # own.
            stranger.token = other.token
            await stranger.act("", status=401)
            await stranger.act("/me", status=401)
            await stranger.act("/end", {}, 401)
            for path, body in (
                ("", None), ("/board", None), ("/pairs", GAME), ("/end", {}), ("/door", {"open": True}),
                ("/timer", {"seconds": 9}), ("/out", {"child": 1}), ("/show", {}),
            ):  # fmt: skip
                await child.act(path, body, 401)
            await child.act("/show", {"table": "0123456789ab"}, 401)
            assert str(other.token) not in json.dumps(told)
            assert teacher.token not in json.dumps(told)
            # A child receives no data of the others.
            assert "children" not in await child.act("/me")
            assert "code" not in await child.act("/me")
            # Wrong codes count, right ones do not.
            for _ in range(3):
                await stranger.ask("/api/classes/enter", {"code": told["code"]})
            wrong = told["code"][:-1] + LETTERS[(LETTERS.index(told["code"][-1]) + 1) % 32]
            for code in (wrong, "", "x" * 64, "' OR 1=1 --", told["code"][:5]):
                await stranger.ask("/api/classes/enter", {"code": code}, 404)
            refused = await stranger.ask("/api/classes/enter", {"code": wrong}, 429)
            assert refused["error"]["code"] == "too-many-requests"
            # The right code still works until ten times the limit of wrong ones, so guessing stays limited.
            for _ in range(44):
                await stranger.ask("/api/classes/enter", {"code": told["code"]})
                await stranger.ask("/api/classes/enter", {"code": wrong}, 429)
            await stranger.ask("/api/classes/enter", {"code": told["code"]}, 429)
            # Clients with the QR code need not guess, but cannot enter a closed class either.
            invite = told["link"].partition("#")[2]
            await stranger.ask("/api/classes/enter", {"code": invite})
            await stranger.ask("/api/classes/enter", {"code": secrets.token_hex(16)}, 404)
            await teacher.act("/door", {"open": False})
            await stranger.ask("/api/classes/enter", {"code": invite}, 404)
            body = {"code": invite, "animal": "fox", "token": secrets.token_hex(16)}
            await stranger.ask("/api/classes/enter", body, 404)
            await child.act("/me")
            # A removed child stays out.
            await teacher.act("/out", {"child": 1})
            await child.act("/me", status=401)

    play(test)


def test_acting_on_a_child_who_has_just_left_does_not_look_as_if_the_teacher_had(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            teacher = await teacher_of(server)
            child = await child_of(teacher, "otter")
            await teacher.act("/tournament", {"mode": "teams", "teams": 2})
            await child.act("/leave", {})
            for path, body in (("/out", {}), ("/helped", {}), ("/team", {"team": 2})):
                refused = await teacher.act(path, {"child": 1, **body}, 404)
                assert refused["error"]["code"] == "no-such-child"
            refused = await teacher.act("/out?lang=de", {"child": 2}, 404)
            assert refused["error"]["message"] == "Dieses Kind hat die Klasse verlassen."
            assert (await child.act("/hand", {"up": True}, 401))["error"]["code"] == "not-in-class"
            assert (await teacher.act(""))["children"][0]["gone"]

    play(test)


def test_wrong_codes_of_one_client_do_not_lock_out_others_at_its_address(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTNUMBER_WEB_SCHOOL", "1")
    school = asdict(ServerSettings.from_environment()) | {"database": database}

    async def test() -> None:
        async with running(**school) as server:
            teacher = await teacher_of(server)
            wrong = [f"{number:06}" for number in range(239)]
            answers = [
                (await server.http.post("/api/classes/enter", json={"code": each})).status_code
                for each in wrong
            ]
            assert set(answers) == {404, 429}
            for animal in list(ANIMALS)[:30]:
                await child_of(teacher, animal)

    play(test)


def test_a_client_with_the_code_cannot_keep_all_animals(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(persistence, "LOST", 5.0)

    async def test() -> None:
        async with running(sqlite_url) as server:
            teacher, every = await teacher_of(server), [*ANIMALS]
            worker, *taken = [await child_of(teacher, animal) for animal in every]
            await worker.act("/report", {"place": "lesson", "what": "a", "step": "b"})
            newcomer, other = Someone(server), Someone(server)
            door = {"code": (await teacher.act(""))["code"]}

            async def free() -> list[str]:
                animals = (await newcomer.ask("/api/classes/enter", door))["animals"]
                return [each["id"] for each in animals if each["free"]]

            assert not await free()
            pass_by(monkeypatch, 20)
            await taken[0].act("/me")  # this one waits for the lesson
            assert {*await free()} == {*every[2:]}
            for animal in every[:2]:
                body = {**door, "animal": animal, "token": newcomer.token}
                await newcomer.ask("/api/classes/enter", body, 409)
            body["animal"] = every[2]
            newcomer.id = (await newcomer.ask("/api/classes/enter", body, 201))["id"]
            await other.ask("/api/classes/enter", {**body, "token": other.token}, 409)
            assert (await newcomer.act("/me"))["name"] == (await teacher.act(""))["children"][2]["name"]
            await taken[1].act("/me", None, 401)
            await worker.act("/me")
            # While there are enough animals, sleeping children keep theirs.
            for number in range(20, 40):
                await teacher.act("/out", {"child": number})
            assert {*await free()} == {*every[19:39]}

    play(test)


def test_a_program_can_keep_all_animals_until_the_teacher_removes_them(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(persistence, "LOST", 5.0)

    async def test() -> None:
        async with running(sqlite_url) as server:
            teacher = await teacher_of(server)
            taken = [await child_of(teacher, animal) for animal in ANIMALS]
            pass_by(monkeypatch, 20)
            for each in taken:
                await each.act("/me")
            door = {"code": (await teacher.act(""))["code"]}
            body = {**door, "animal": "fox", "token": secrets.token_hex(16)}
            newcomer = Someone(server)
            refused = await newcomer.ask("/api/classes/enter", body, 409)
            assert refused["error"]["code"] == "animal-taken"
            await teacher.act("/door", {"open": False})
            for number in range(len(taken)):
                await teacher.act("/out", {"child": number + 1})
            await taken[0].ask("/api/classes/enter", body, 404)
            await teacher.act("/door", {"open": True})
            await newcomer.ask("/api/classes/enter", body, 201)

    play(test)


def test_a_browser_has_one_child_at_a_time(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            teacher = await teacher_of(server)
            child = await child_of(teacher, "otter")
            body = {"code": (await teacher.act(""))["code"], "animal": "fox", "token": secrets.token_hex(16)}
            for _ in range(2):  # its answer may be lost
                await child.ask("/api/classes/enter", body, 201)
            # A teacher may also try the view of a child.
            await teacher.ask(
                "/api/classes/enter", {**body, "animal": "owl", "token": secrets.token_hex(16)}, 201
            )
            told = (await teacher.act(""))["children"]
            assert [each["animal"] for each in told if not each["gone"]] == ["fox", "owl"]
            await child.act("/me", None, 401)

    play(test)


def test_news_reach_the_children_they_concern(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            teacher = await teacher_of(server)
            one, two = [await child_of(teacher, animal) for animal in ("otter", "fox")]
            seq = (await one.act("/me"))["seq"]
            waiting = asyncio.ensure_future(one.act(f"/me?after={seq}&wait=20"))
            await asyncio.sleep(0.1)
            await two.act("/report", {"place": "lesson", "what": "a", "step": "seat"})
            await asyncio.sleep(0.1)
            assert not waiting.done()
            puzzles = await teacher.act("/puzzles", {"game": "strategy-stacks", "seed": 7, "kind": "who"})
            told = await waiting
            assert told["task"]["link"] == "/puzzles/strategy-stacks?seed=7&kind=who"
            assert puzzles["children"][1]["at"]["step"] == "seat"
            # The teacher receives all events.
            hearing = asyncio.ensure_future(teacher.act(f"?after={puzzles['seq']}&wait=3"))
            await asyncio.sleep(0.1)
            await two.act("/hand", {"up": True})
            assert (await hearing)["children"][1]["hand"]
            # Many windows of one child do not accumulate requests.
            seq = told["seq"]
            polls = [asyncio.ensure_future(one.act(f"/me?after={seq}&wait=20")) for _ in range(6)]
            while sum(poll.done() for poll in polls) < 2:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)
            assert sum(poll.done() for poll in polls) == 2
            # Waiting requests are answered when the server stops.
        ended = await asyncio.gather(*polls, return_exceptions=True)
        assert len(ended) == 6

    play(test)


def test_only_existing_lessons_are_accepted(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            teacher = await teacher_of(server)
            child = await child_of(teacher, "otter")
            await teacher.act("/lesson", {"lesson": "Number_Duel"})
            link = (await child.act("/me"))["task"]["link"]
            assert link == "/learn/number-duel"
            assert (await server.http.get(link)).status_code == 200
            for nothing, code in ((Steps.name, "no-lesson"), ("chess", "unknown-game")):
                refused = (await teacher.act("/lesson", {"lesson": nothing}, 422))["error"]
                assert refused["code"] == code
                assert "choose" in refused["message"].lower()
            assert (await child.act("/me"))["task"]["link"] == link

    try:
        with registered_temporarily(Steps):
            play(test)
    finally:
        pages.games_by_name.cache_clear()  # a page of this test has seen the game


def test_a_board_for_the_projector(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            teacher = await teacher_of(server)
            await teacher.act("/board", status=404)
            await teacher.act("/show", {**GAME, "moves": [4, 3]}, 422)
            await teacher.act("/show", {"game": "nonsense"}, 422)
            await teacher.act("/show", {"game": "strategy-stacks", "options": {"range": 101}}, 422)
            await teacher.act("/show", {"game": "strategy-stacks", "options": {"range": 6}, "moves": [6]})
            board = await teacher.act("/board")
            assert (board["moves"], board["scene"]["legal"], board["verdict"]) == ([6], [1, 2, 3], None)
            board = await teacher.act("/board?verdict=true")
            assert board["verdict"]["winning"] == [3]
            assert board["question"] == ""
            shown = {**GAME, "puzzle": "who"}
            assert (await teacher.act("/show", shown))["shown"]["puzzle"] == "who"
            assert (await teacher.act("/board?lang=de"))["question"] == (
                "Beide spielen so gut wie möglich: Wer gewinnt, 1 oder 2?"
            )
            await teacher.act("/show", {**GAME, "puzzle": "riddle"}, 400)
            # Children who play without help are shown without verdicts.
            children = [await child_of(teacher, animal) for animal in ("otter", "fox")]
            told = await teacher.act("/pairs", GAME)
            game = told["pairs"][0]["game"]
            assert (await server.get(f"{game}/verdict")).status_code == 403
            await teacher.act("/show", {"table": game})
            board = await teacher.act("/board?verdict=true")
            assert {*board["names"]} == {"Otter", "Fox"}
            assert not board["verdict"]["winning"]
            foreign = await server.create(opponent="invite")
            await teacher.act("/show", {"table": foreign["id"]}, 404)
            assert (await teacher.act("/show", {}))["shown"] is None
            assert len(children) == 2

    play(test)


@pytest.mark.parametrize(("opened", "names"), [("en", {"Bear", "Fox"}), ("de", {"Bär", "Fuchs"})])
def test_an_animal_has_one_name_on_every_screen(sqlite_url: str, opened: str, names: set[str]) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            teacher = Someone(server)
            body = {"token": teacher.token}
            teacher.id = (await teacher.ask(f"/api/classes?lang={opened}", body, 201))["id"]
            children = [await child_of(teacher, animal) for animal in ("bear", "fox")]
            pairs = (await teacher.act("/pairs", GAME))["pairs"]
            await teacher.act("/show", {"table": pairs[0]["game"]})
            await play_out(server, children)
            # A rematch has the same names.
            for child, action in zip(children, ("offer", "accept"), strict=True):
                game, token = seat_in(await child.act("/me"))
                await server.post(f"{game}/rematch", {"action": action}, token)
            again = (await server.get(game)).json()["next"]
            for language in ("en", "de"):
                for id in (game, again):
                    state = (await server.get(f"{id}?lang={language}")).json()
                    assert {each["name"] for each in state["participants"]} == names
                assert {*(await teacher.act(f"/board?lang={language}"))["names"]} == names
                seen = await teacher.act(f"?lang={language}")
                assert {each["name"] for each in seen["children"]} == names
                assert (await children[0].act(f"/me?lang={language}"))["name"] in names
                door = await Someone(server).ask(
                    f"/api/classes/enter?lang={language}", {"code": seen["code"]}
                )
                assert names < {each["name"] for each in door["animals"]}

    play(test)


def test_a_class_has_limits_in_addition_to_those_of_its_address(
    sqlite_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def test() -> None:
        few = {"requests": 0.001, "requests_burst": 8.0, "class_makes_burst": 1.0, "school": 1}
        async with running(sqlite_url, **few) as server:
            logging.getLogger("outnumber").setLevel("INFO")
            teacher = await teacher_of(server)
            child = await child_of(teacher, "otter")
            stranger = Someone(server)
            for _ in range(30):
                await child.act("/me")
                await teacher.act("")
            await stranger.ask("/api/classes", {}, 429)  # one was enough for this address
            for _ in range(6):
                last = await server.http.get("/api/catalogue")
            assert last.status_code == 429
            await child.act("/me")
            # A made-up pass is invalid, and a pass is not a token.
            shown = child.passing
            stranger.passing = shown[:-1] + ("0" if shown[-1] != "0" else "1")
            await stranger.ask("/api/catalogue", None, 429)
            for odd in ("²", "9" * 9, "", f"1.{shown[-32:-1]}²"):
                assert server.application.classes.budget(f"{child.id}.{odd}") is None
            stranger.passing = shown
            await stranger.ask("/api/catalogue")
            await stranger.ask(f"/api/classes/{child.id}/me", None, 401)

    play(test)
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    requests = [line for line in lines if line["event"] == "request"]
    assert len(requests) > 60
    assert not any("address" in line or "127.0.0.1" in json.dumps(line) for line in lines)


def test_members_of_a_class_share_the_other_limits_of_their_address(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(classes, "ROUNDS_BURST", 1.0)

    async def test() -> None:
        few = {"class_makes": 0.001, "class_makes_burst": 2.0, "guesses": 0.001, "guesses_burst": 1.0}
        async with running(sqlite_url, **few) as server:
            teacher, other = await teacher_of(server), await teacher_of(server)
            child = await child_of(teacher, "otter")
            # With or without a pass: the limits on classes and wrong codes are the same.
            await teacher.ask("/api/classes", {}, 429)
            await teacher.ask("/api/classes/enter", {"code": "x"}, 404)
            for each in (teacher, other, child):
                await each.ask("/api/classes/enter", {"code": "x"}, 429)
            # Classes share the solvers fairly, as addresses do, and so do children within a class.
            passes = [server.application.classes.budget(each.passing) for each in (teacher, other, child)]
            named = [address_of(found[1]) for found in passes if found]
            assert named[0] == named[2] != named[1]
            assert [found[0] for found in passes if found] == named
            # Hard puzzles do not count as quick computer moves, and puzzles of a class do not come before
            # others.
            asked = []
            pool = server.application.service.solvers
            common = pool.common

            async def noted(job: partial[bytes], who: str = "", effort: float = 0.0) -> bytes:
                if who:  # and is not among the daily puzzles
                    asked.append(effort)
                return await common(job, who, effort)

            monkeypatch.setattr(pool, "common", noted)
            await teacher.act("/puzzles", {"game": "strategy-stacks", "seed": 1})
            await child.ask("/api/puzzles/strategy-stacks?seed=1&count=1")
            assert len(asked) == 3
            assert min(asked) > QUICK
            # Rounds of games; each round creates a game for every pair.
            await teacher.act("/pairs", GAME)
            await teacher.act("/pairs", GAME, 429)

    play(test)


def test_setting_the_clock_does_not_stop_a_class(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with running(database) as server:
            teacher = await teacher_of(server)
            child = await child_of(teacher, "otter")
            now = time.time
            for step in (40 * 86_400, -40 * 86_400):
                monkeypatch.setattr(time, "time", lambda step=step: now() + step)
                await server.application.classes.sweep()
                await teacher.act("")
                await child.act("/me")
            # A class of an older version has only system clock times.
            server.application.classes.live[teacher.id].began = 0.0
            await teacher.act("")
            monkeypatch.setattr(time, "time", lambda: now() + 12 * 3600 + 1)
            await teacher.act("", status=404)

    play(test)


def test_a_class_is_deleted_when_it_is_too_old(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            teacher = await teacher_of(server)
            child = await child_of(teacher, "otter")
            await teacher.act("/pairs", GAME)
            sweep = server.application.classes.sweep
            await sweep()
            await child.act("/me")
            later(server, 12 * 3600 + 1)
            await teacher.act("", status=404)
            known = server.application.classes.live
            old = known[teacher.id]
            room = old.room
            assert room.task is not None
            await sweep()
            await settled(server.application)
            assert await everything(server) == [0, 0, 0]
            # Operations in progress at that moment leave no data behind.
            assert isinstance(room.task.what, Paired)
            with pytest.raises(Refused, match="no class"):
                await server.application.classes.make_games(old, room, room.task.what)
            old.room = room
            known[teacher.id] = old
            await sweep()
            assert teacher.id not in known
            assert await everything(server) == [0, 0, 0]

    play(test)


def test_abandoned_classes_do_not_block_others(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, classes=2) as server:
            first, second = [await teacher_of(server) for _ in range(2)]
            await child_of(first, "otter")
            third = await teacher_of(server)
            await second.act("", status=404)
            await child_of(third, "otter")
            refused = await Someone(server).ask("/api/classes", {}, 503)
            assert refused["error"]["code"] == "classes-full"
            await first.act("")

    play(test)


def test_one_address_cannot_use_up_all_classes(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url, classes=3, class_share=2) as server:
            mine = [await teacher_of(server) for _ in range(3)]
            # An empty class of the same address makes room.
            await mine[0].act("", status=404)
            for teacher in mine[1:]:
                await child_of(teacher, "otter")
            refused = await Someone(server).ask("/api/classes", {}, 503)
            assert refused["error"]["code"] == "classes-full"
            other = await server.application.classes.open(secrets.token_hex(16), "192.0.2.7")
            assert {*server.application.classes.live} == {mine[1].id, mine[2].id, other.id}

    play(test)


def test_an_interrupted_end_is_finished_after_a_restart(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            teacher = await teacher_of(server)
            await child_of(teacher, "otter")
            await teacher.act("/pairs", GAME)

            async def dies(*_: object) -> None:
                """Crash before the deletion starts."""

            server.application.classes.forget = dies  # type: ignore[method-assign, assignment]
            await teacher.act("/end", {})
            assert (await everything(server))[0] == 2
        async with running(sqlite_url) as server:
            teacher.server = server
            await teacher.act("", status=404)
            while await everything(server) != [0, 0, 0]:
                await asyncio.sleep(0.01)

    play(test)


def test_games_of_a_round_are_created_after_a_crash(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            teacher = await teacher_of(server)
            children = [await child_of(teacher, animal) for animal in ("otter", "fox")]

            async def dies(*_: object) -> None:
                """Crash after saving the round and before creating its games."""

            server.application.classes.make_games = dies  # type: ignore[method-assign, assignment]
            await teacher.act("/pairs", GAME)
        async with running(sqlite_url) as server:
            for each in children:
                each.server = server
                game, seat = seat_in(await each.act("/me"))
                assert (await server.get(game, seat)).json()["you"]

    play(test)


def test_several_processes_share_one_class(postgres_url: str) -> None:
    async def test() -> None:
        async with AsyncExitStack() as stack:
            here, there = [await stack.enter_async_context(running(postgres_url)) for _ in range(2)]
            teacher = await teacher_of(here)
            child = await child_of(teacher, "otter")
            child.server = there  # its next request goes to the other process
            seq = (await child.act("/me"))["seq"]
            waiting = asyncio.ensure_future(child.act(f"/me?after={seq}&wait=20"))
            fox = Someone(there)
            code = (await teacher.act(""))["code"]
            body = {"code": code, "animal": "fox", "token": fox.token}
            fox.id = (await fox.ask("/api/classes/enter", body, 201))["id"]
            for _ in range(100):
                if all(each["here"] for each in (await teacher.act(""))["children"]):
                    break
                await asyncio.sleep(0.1)
            told = await teacher.act("/pairs", GAME)
            assert [len(told["children"]), len(told["pairs"])] == [2, 1]
            game, seat = seat_in(await waiting)
            assert (await there.get(game, seat)).json()["you"]
            await play_out(there, [child, fox])
            for _ in range(100):
                last = await teacher.act("")
                if last["pairs"][0]["over"]:
                    break
                await asyncio.sleep(0.1)
            assert last["pairs"][0]["winner"] in (1, 2)

    play(test)


def test_a_child_is_away_once_its_connection_breaks_and_here_again_when_it_asks(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            teacher = await teacher_of(server)
            child = await child_of(teacher, "fox")
            kept = server.application.classes.live[teacher.id]
            asking = await wait_for_news(kept, child)
            (told,) = (await teacher.act(""))["children"]
            assert (told["here"], told["activity"]) == (True, "none")
            asking.cancel()
            while (await teacher.act(""))["children"][0]["here"]:
                await asyncio.sleep(0.05)
            await child.act("/me")
            (told,) = (await teacher.act(""))["children"]
            assert told["here"]

    play(test)


def test_a_child_is_away_while_its_system_does_not_answer(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tablet without Wi-Fi does not close its connection."""
    silent = 0.0
    monkeypatch.setattr(http, "probing", lambda _: lambda: silent)

    async def test() -> None:
        nonlocal silent
        async with running(sqlite_url) as server:
            teacher = await teacher_of(server)
            child = await child_of(teacher, "fox")
            kept = server.application.classes.live[teacher.id]
            asking = await wait_for_news(kept, child)
            silent = persistence.AWAY
            while (await teacher.act(""))["children"][0]["here"]:
                await asyncio.sleep(0.05)
            # A request that ends by itself, such as one that is answered, proves nothing either.
            kept.wake()
            await asking
            assert not (await teacher.act(""))["children"][0]["here"]
            silent = 0.0
            await child.act("/me")
            assert (await teacher.act(""))["children"][0]["here"]

    play(test)


def test_after_a_restart_children_who_do_not_come_back_are_away(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            teacher = await teacher_of(server)
            children = [await child_of(teacher, animal) for animal in ("fox", "owl")]
        async with running(sqlite_url) as server:
            for each in (teacher, *children):
                each.server = server
            assert [each["here"] for each in (await teacher.act(""))["children"]] == [True, True]
            here = [True, True]
            while here != [True, False]:
                await children[0].act("/me")
                here = [each["here"] for each in (await teacher.act(""))["children"]]
                await asyncio.sleep(0.05)

    play(test)


def test_members_of_a_class_may_open_more_connections_from_one_address() -> None:
    now = 0.0
    connections = Connections(ServerSettings(connections=900), 9999, lambda: now)

    def accepted(address: str, tries: int) -> int:
        found = [connections.enter(address) is None for _ in range(tries)]
        for _ in range(tries):
            connections.of_address.closed(address)
        return sum(found)

    usual, more = int(OPENINGS.burst), int(CLASS_OPENINGS.burst)
    assert accepted("school", usual + 5) == usual
    connections.has_member("school")
    assert accepted("school", more + 100) == more  # and no flood
    assert accepted("elsewhere", usual + 5) == usual
    # As many may be open: sixty browsers with six each.
    connections.has_member("large school")
    assert [connections.enter("large school") is None for _ in range(1400)].count(True) == 1400


def test_an_address_is_known_by_the_members_of_a_class(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            teacher = await teacher_of(server)
            await server.http.get("/api/catalogue")
            assert not server.connections._with_members
            await teacher.act("")
            assert server.connections._with_members

    play(test)


def test_a_child_whose_opponent_leaves_gets_a_new_one_or_the_computer(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("MOMENT", 0.0), ("CHECK", 0.05)):
        monkeypatch.setattr(classes, name, value)

    async def test() -> None:
        async with running(sqlite_url) as server:
            teacher = await teacher_of(server)
            children = [await child_of(teacher, animal) for animal in ("otter", "fox", "owl", "bear")]
            before = (await teacher.act("/pairs", GAME))["pairs"]
            left = [children[pair["first"] - 1] for pair in before]
            alone = [children[pair["second"] - 1] for pair in before]

            async def pair_of(child: Someone) -> str:
                await child.act("/report", {"place": "game", "what": seat_in(await child.act("/me"))[0]})
                return seat_in(await child.act("/me"))[0]

            games = [await pair_of(child) for child in alone]
            task = (await teacher.act(""))["task"]["number"]
            await left[0].act("/leave", {})
            while await pair_of(alone[0]) == games[0]:
                await asyncio.sleep(0.02)
            told = await teacher.act("")
            assert (told["task"]["number"], told["pairs"][-1]["second"]) == (task, None)
            assert [pair["current"] for pair in told["pairs"]] == [False, True, True]
            # The new game can be played, and the other pair is not disturbed.
            game, seat = seat_in(await alone[0].act("/me"))
            assert (await server.get(game, seat)).status_code == 200
            assert await pair_of(alone[1]) == games[1]

    play(test)


def test_a_tournament_over_http(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("MOMENT", 0.0), ("CHECK", 0.05)):
        monkeypatch.setattr(classes, name, value)

    async def test() -> None:
        async with running(sqlite_url) as server:
            teacher = await teacher_of(server)
            children = [await child_of(teacher, animal) for animal in ("otter", "fox", "owl", "bear", "ant")]
            refused = await teacher.act("/pairs", {**GAME, "round": True}, 409)
            assert refused["error"]["code"] == "no-tournament"
            assert (await teacher.act("/tournament", {"mode": "points"}))["tournament"] == "points"
            told = await teacher.act("/pairs", {**GAME, "round": True})
            assert [pair["round"] for pair in told["pairs"]] == [1, 1, 1]
            assert [each["points"] for each in told["standings"]] == [1, 0, 0, 0, 0]  # a bye
            # A drop-out loses its game.
            pair = told["pairs"][0]
            await children[pair["first"] - 1].act("/leave", {})
            while not (told := await teacher.act(""))["pairs"][0]["over"]:
                await asyncio.sleep(0.02)
            assert told["pairs"][0]["winner"] == pair["second"]
            staying = [child for child in children if child is not children[pair["first"] - 1]]
            await play_out(server, staying)
            # A wrong round is undone, and a latecomer takes part in the next one.
            await teacher.act("/pairs", {**GAME, "round": True})
            told = await teacher.act("/undo", {})
            assert {pair["round"] for pair in told["pairs"]} == {1}
            late = await child_of(teacher, "cat")
            told = await teacher.act("/pairs", {**GAME, "round": True})
            second = [pair for pair in told["pairs"] if pair["round"] == 2]
            numbers = [each for pair in second for each in (pair["first"], pair["second"]) if each]
            assert sorted(numbers) == sorted({1, 2, 3, 4, 5, 6} - {pair["first"]})
            met = {(pair["first"], pair["second"]) for pair in told["pairs"] if pair["round"] == 1}
            assert not met & {(pair["first"], pair["second"]) for pair in second}
            await play_out(server, [*staying, late])
            while not all(pair["over"] for pair in told["pairs"]):
                told = await teacher.act("")
                await asyncio.sleep(0.02)
            # Everyone sees the final of the first two.
            first = [each["number"] for each in told["standings"]][:2]
            told = await teacher.act("/pairs", {**GAME, "final": True})
            assert {told["pairs"][-1]["first"], told["pairs"][-1]["second"]} == {*first}
            # Teams: no two of a team meet.
            assert (await teacher.act("/tournament", {"mode": "teams", "teams": 2}))["teams"] == 2
            moved = next(number for number in (1, 2) if number != pair["first"])
            told = await teacher.act("/team", {"child": moved, "team": 2})
            assert {each["number"]: each["team"] for each in told["standings"]}[moved] == 2
            told = await teacher.act("/pairs", {**GAME, "round": True})
            team = {each["number"]: each["team"] for each in told["standings"]}
            assert ({*team.values()}, team[moved], told["teams"]) == ({1, 2}, 2, 0)
            refused = await teacher.act("/team", {"child": moved, "team": 1}, 409)
            assert refused["error"]["code"] == "tournament-begun"

    play(test)


def test_a_waiting_child_watches_a_game_without_a_seat(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            teacher = await teacher_of(server)
            children = [await child_of(teacher, animal) for animal in ("otter", "fox")]
            told = await teacher.act("/pairs", GAME)
            late = await child_of(teacher, "owl")
            assert [(await child.act("/me"))["watch"] for child in children] == [None, None]
            told = await late.act("/me")
            game, seat = seat_in(await children[0].act("/me"))
            assert (told["activity"], told["watch"]) == ("waiting", f"/g/{game}")
            assert seat not in json.dumps(told)
            told = await late.act("/report", {"place": "game", "what": game})
            assert (told["activity"], told["watch"]) == ("waiting", f"/g/{game}")
            # No token of the child plays or gets help in that game.
            assert not (await server.get(game)).json().get("you")
            for token in (late.token, persistence.seat_of(late.token)):
                assert (await server.move(game, token, 1)).status_code == 401
            assert (await teacher.act(""))["children"][2]["activity"] == "waiting"

    play(test)


def test_a_question_on_the_projector_reveals_nothing_before_the_teacher_says_so(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            teacher = await teacher_of(server)
            children = [await child_of(teacher, animal) for animal in ("otter", "fox")]
            told = await teacher.act(
                "/show", {"game": "strategy-stacks", "options": {"range": 6}, "puzzle": "who"}
            )
            assert told["shown"]["choices"] == [1, 2]
            asked = await children[0].act("/me")
            assert (asked["question"], asked["chosen"]) == (
                "Both play as well as possible: who wins, 1 or 2?",
                None,
            )
            assert (await children[0].act("/vote", {"answer": 1}))["chosen"] == 1
            await children[0].act("/vote", {"answer": 2})
            await children[1].act("/vote", {"answer": 3})
            told = await teacher.act("")
            assert (told["tally"], told["reveal_tally"], told["reveal_answer"]) == ([[2, 1]], False, False)
            # A child gets neither the answers of others nor who wins.
            assert not {"tally", "winner", "verdict"} & {*(await children[1].act("/me"))}
            told = await teacher.act("/reveal", {"tally": True, "answer": True})
            assert (told["reveal_tally"], told["reveal_answer"]) == (True, True)
            told = await teacher.act("/show", {})
            assert (told["tally"], told["reveal_answer"]) == ([], False)
            assert not (await children[0].act("/me"))["question"]

    play(test)


def test_ready_made_plans_can_be_set_and_their_questions_have_answers(sqlite_url: str) -> None:
    plans = json.loads((STATIC / "class" / "plans.json").read_text(encoding="utf-8"))
    assert {*plans} == {*BUILT_IN}

    async def test() -> None:
        async with running(sqlite_url) as server:
            teacher = await teacher_of(server)
            for game, lengths in plans.items():
                assert [*lengths] == ["20", "45", "90"]
                for minutes, stations in lengths.items():
                    assert sum(each["minutes"] for each in stations) == int(minutes)
                    assert 5 <= len(stations) <= 6
                    told = await teacher.act("/plan", {"stations": stations, "station": 1})
                    assert (len(told["plan"]), told["station"]) == (len(stations), 1)
                for each in stations:
                    if each["kind"] in ("idea", "talk"):
                        names = ("game", "options", "moves", "puzzle")
                        shown = await teacher.act("/show", {name: each[name] for name in names})
                        verdict = (await teacher.act("/board?verdict=true"))["verdict"]
                        assert shown["shown"]["choices"]
                        # A question for the only winning move has one.
                        assert each["puzzle"] == "who" or len(verdict["winning"]) == 1
                        assert each["game"] == game
            await teacher.act("/plan", {"stations": [{**stations[0], "options": {"range": 0}}]}, 422)

    play(test)


def test_plans_have_a_rate_limit_for_each_class(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classes, "PLANS_BURST", 2.0)
    monkeypatch.setattr(classes, "PLANS", 0.001)

    async def test() -> None:
        async with running(sqlite_url) as server:
            teacher, other = await teacher_of(server), await teacher_of(server)
            stations = [{"kind": "talk", "minutes": 5, "game": "number-duel", "moves": [1, 2]}]
            for _ in range(2):
                await teacher.act("/plan", {"stations": stations})
            await teacher.act("/plan", {"stations": stations}, 429)
            await other.act("/plan", {"stations": stations})

    play(test)
