"""Puzzles over HTTP: proven again for every request, and not stored."""

import json
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import httpx
import pytest

from outnumber.api.fields import MOST_PUZZLES as MOST
from outnumber.api.puzzles import ProvenPuzzle
from outnumber.games.registry import BUILT_IN
from outnumber.match.round import Round
from outnumber.study.puzzles.daily import daily
from outnumber.study.puzzles.generate import generate
from outnumber.study.puzzles.kinds import KINDS
from outnumber.study.puzzles.sentences import Remark
from outnumber.theory.solve import solve
from tests.server.running import Running, play, running

PUZZLE = {"game": "strategy-stacks", "options": {"range": 25}, "moves": [15]}  # only 3 wins
NESTED = "[" * 2000 + "]" * 2000


@pytest.fixture
def served(tmp_path: Path) -> Callable[[Callable[[Running], Awaitable[None]]], None]:
    """Run a test against a server."""

    def run(test: Callable[[Running], Awaitable[None]], **settings: Any) -> None:
        async def inside() -> None:
            async with running(f"sqlite:///{tmp_path}/server.db", **settings) as server:
                await test(server)

        play(inside)

    return run


Served = Callable[..., None]


async def post(server: Running, what: str, **body: Any) -> httpx.Response:
    return await server.http.post(f"/api/puzzles/{what}", json=body)


def test_the_daily_puzzle_equals_that_of_the_terminal_without_its_answer(served: Served) -> None:
    async def check(server: Running) -> None:
        answer = (await server.http.get("/api/puzzles/daily?date=2026-11-09")).json()
        made = daily(date(2026, 11, 9))
        assert answer["date"] == "2026-11-09"
        puzzle = answer["puzzle"]
        assert (puzzle["game"], puzzle["moves"], puzzle["id"]) == (made.rules.name, [4], made.id)
        assert puzzle["legal"] == list(made.position.legal_moves())
        assert puzzle["seats"] == [1]
        assert puzzle["turn"] == 2
        assert not {"solution", "theme", "winning"} & set(puzzle)
        today = (await server.http.get("/api/puzzles/daily")).json()
        assert today["date"] == datetime.now(UTC).date().isoformat()
        other = (await server.http.get("/api/puzzles/daily?date=2026-11-09&game=number-duel")).json()
        assert other["puzzle"]["id"] == daily(date(2026, 11, 9), "number-duel").id

    served(check)


def test_a_seed_gives_the_puzzles_of_the_terminal_for_every_game(served: Served) -> None:
    async def check(server: Running) -> None:
        for game in BUILT_IN:
            told = (await server.http.get(f"/api/puzzles/{game}?seed=7&count=3")).json()
            made = list(islice(generate(game, 7), 3))
            assert [each["id"] for each in told["puzzles"]] == [each.id for each in made]
            right = await post(server, "try", puzzle=plain(told["puzzles"][0]), answer=list(made[0].answer))
            assert right.json()["right"] is True
        mixed = (await server.http.get(f"/api/puzzles/mixed?count={MOST}")).json()
        assert {each["game"] for each in mixed["puzzles"]} == set(BUILT_IN)
        again = (await server.http.get(f"/api/puzzles/mixed?count={MOST}&seed={mixed['seed']}")).json()
        assert again == mixed

    served(check)


def plain(puzzle: dict[str, Any]) -> dict[str, Any]:
    return {name: puzzle[name] for name in ("game", "options", "moves", "kind")}


def test_every_kind_can_be_requested_and_solved(served: Served) -> None:
    async def check(server: Running) -> None:
        for kind in KINDS:
            asked = f"/api/puzzles/strategy-stacks?seed=7&count=1&kind={kind}&difficulty=1"
            (told,) = (await server.http.get(asked)).json()["puzzles"]
            made = next(generate("strategy-stacks", 7, kind=kind, difficulty=1))
            assert (told["id"], told["kind"], told["difficulty"]) == (made.id, kind, 1)
            assert told["id"].startswith(f"{kind}-") == (kind != "one")
            assert told["question"] == str(Remark(f"ask-{kind}"))
            given = list(made.answer)
            tried = (await post(server, "try", puzzle=plain(told), answer=given)).json()
            while kind == "seat" and tried["game"]:
                assert tried["right"] is True
                position = Round.begin(made.rules, tried["game"]["moves"]).position
                given.append(solve(position).winning[0])
                tried = (await post(server, "try", puzzle=plain(told), answer=given)).json()
            assert tried["right"] is True
            assert tried["answer"]["solution"] == ProvenPuzzle.of(made).solution
            told_answer = (await post(server, "answer", puzzle=plain(told))).json()
            assert told_answer == tried["answer"]
            last = (await post(server, "hint", puzzle=plain(told), level=3)).json()
            assert last["level"] == (3 if kind == "one" else 2)
            ahead = (await post(server, "ahead", puzzle=plain(told))).json()
            assert ahead["answer"] == told_answer
            assert ahead["hints"][-1] == last
            wrong = next(each for each in ahead["tries"] if not each["right"])
            tried = (await post(server, "try", puzzle=plain(told), answer=wrong["given"])).json()
            assert (tried["right"], tried["refutation"]) == (False, wrong["refutation"])
            if kind == "seat":
                on = next(each for each in ahead["tries"] if each["game"])
                later = (await post(server, "ahead", puzzle=plain(told), answer=on["given"])).json()["tries"]
                assert later == [
                    each
                    for each in ahead["tries"]
                    if len(each["given"]) > 1 and each["given"][: len(on["given"])] == on["given"]
                ]
                # After choosing a seat, hints are for the next move.
                seated = await post(server, "hint", puzzle=plain(told), answer=given[:1], level=3)
                assert seated.json()["level"] == 3
            if kind in ("who", "seat"):
                wrong = (await post(server, "try", puzzle=plain(told), answer=[3 - made.solution])).json()
                assert wrong["right"] is False
                assert wrong["refutation"]["line"]
        turns = (await server.http.get("/api/puzzles/order-challenge?kind=turns&count=4")).json()
        assert {each["kind"] for each in turns["puzzles"]} == {"one", "who", "all", "seat"}

    served(check)


def test_unavailable_kinds_and_future_days_are_refused(served: Served) -> None:
    async def check(server: Running) -> None:
        refused = await server.http.get("/api/puzzles/number-stack-duel?kind=one")
        assert refused.status_code == 422
        assert "nearest to the top" in refused.json()["error"]["message"]
        refused = await server.http.get("/api/puzzles/daily?date=2999-01-01")
        assert refused.status_code == 422
        assert "is in the future" in refused.json()["error"]["message"]
        assert (await post(server, "try", puzzle=PUZZLE)).status_code == 400

    served(check)


def test_a_right_try_is_explained_and_a_wrong_one_refuted_without_the_answer(served: Served) -> None:
    async def check(server: Running) -> None:
        wrong = (await post(server, "try", puzzle=PUZZLE, move=5)).json()
        assert wrong["right"] is False
        assert wrong["answer"] is None
        assert wrong["refutation"]["line"] == [
            {"seat": 1, "move": 25},
            {"seat": 2, "move": 1},
            {"seat": 1, "move": 13},
        ]
        assert wrong["refutation"]["ending"]["text"].endswith("so Player 1 has won.")
        right = (await post(server, "try", puzzle=PUZZLE, move=3)).json()
        assert right["right"] is True
        assert right["refutation"] is None
        assert right["answer"]["solution"] == 3
        assert right["answer"]["theme"] == "left-over"
        assert [1, 23] in right["answer"]["pairs"]
        assert "partner" in right["answer"]["explanation"]["text"]
        told = (await post(server, "answer", puzzle=PUZZLE)).json()
        assert told == right["answer"]

    served(check)


def test_hints_come_in_three_steps_and_only_the_last_names_the_move(served: Served) -> None:
    async def check(server: Running) -> None:
        steps = [(await post(server, "hint", puzzle=PUZZLE, level=level)).json() for level in (1, 2, 3)]
        assert [step["level"] for step in steps] == [1, 2, 3]
        assert "Play 3" in steps[2]["text"]
        assert "Play 3" not in steps[0]["text"] + steps[1]["text"]

    served(check)


def test_a_missed_puzzle_returns_after_a_day_and_later_after_each_success(served: Served) -> None:
    async def check(server: Running) -> None:
        now = datetime.now(UTC)
        missed = (await post(server, "schedule", card=None, answer="missed")).json()["card"]
        assert round((datetime.fromisoformat(missed["due"]) - now).total_seconds() / 86400) == 1
        solved = (await post(server, "schedule", card=missed, answer="solved")).json()["card"]
        assert datetime.fromisoformat(solved["due"]) >= datetime.fromisoformat(missed["due"])
        # An invalid card is replaced by a new one.
        odd = {**missed, "last_review": "yesterday", "stability": 0}
        afresh = await post(server, "schedule", card=odd, answer="missed")
        assert afresh.status_code == 200
        assert datetime.fromisoformat(afresh.json()["card"]["due"]) > now

    served(check)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("daily?date=today", 400),
        ("daily?date=2026-02-30", 400),
        ("daily?date=20261115", 400),
        ("daily?date=2026-11-15&game=chess", 422),
        ("chess", 422),
        ("number-duel?count=0", 400),
        (f"number-duel?count={MOST + 1}", 400),
        ("number-duel?count=1e1", 400),
        ("number-duel?seed=-1", 400),
        (f"number-duel?seed={'9' * 5000}", 400),
    ],
)
def test_invalid_requests_are_refused(served: Served, path: str, status: int) -> None:
    async def check(server: Running) -> None:
        answer = await server.http.get(f"/api/puzzles/{path}")
        assert answer.status_code == status, answer.text
        assert answer.json()["error"]["code"]

    served(check)


HOSTILE: list[tuple[Any, int, str]] = [
    (None, 400, "bad-request"),
    ([], 400, "bad-request"),
    ({**PUZZLE, "solution": 3}, 400, "bad-request"),
    ({**PUZZLE, "moves": "15"}, 400, "bad-request"),
    ({**PUZZLE, "moves": [15.0]}, 400, "bad-request"),
    ({**PUZZLE, "moves": [True]}, 400, "bad-request"),
    ({**PUZZLE, "moves": [10**30]}, 400, "bad-request"),
    ({**PUZZLE, "moves": [1] * 121}, 400, "bad-request"),
    ({**PUZZLE, "options": []}, 400, "bad-request"),
    ({**PUZZLE, "game": {"a": 1}}, 400, "bad-request"),
    ({**PUZZLE, "game": "chess"}, 422, "unknown-game"),
    ({**PUZZLE, "options": {"range": 10**9}}, 422, "too-large"),
    ({**PUZZLE, "options": {"wings": 2}}, 422, "unknown-option"),
    ({**PUZZLE, "moves": [15, 7]}, 422, "not-linked"),
    ({**PUZZLE, "moves": [15, 15]}, 422, "used"),
    # Two numbers win at the start of the usual game: that is not a puzzle.
    ({"game": "strategy-stacks", "options": {}, "moves": []}, 422, "no-puzzle"),
    ({"game": "strategy-stacks", "options": {}, "moves": [5, 1, 7]}, 422, "game-over"),
]


def test_hostile_puzzles_are_refused_and_the_next_visitor_is_served(served: Served) -> None:
    async def check(server: Running) -> None:
        for puzzle, status, code in HOSTILE:
            for what, more in (("try", {"move": 3}), ("hint", {"level": 1}), ("answer", {})):
                answer = await post(server, what, puzzle=puzzle, **more)
                error = answer.json()["error"]
                assert answer.status_code == status, (puzzle, answer.text)
                assert error["code"] in (code, "no-puzzle"), (puzzle, error)
        for move in (None, "3", 3.5, True, 10**30, [3]):
            assert (await post(server, "try", puzzle=PUZZLE, move=move)).status_code == 400
        unplayable = await post(server, "try", puzzle=PUZZLE, move=7)
        assert unplayable.status_code == 422
        assert unplayable.json()["error"]["code"] == "not-linked"
        for level in (0, 4, "1", None, True):
            assert (await post(server, "hint", puzzle=PUZZLE, level=level)).status_code == 400
        assert (await post(server, "answer", puzzle=PUZZLE)).json()["solution"] == 3

    served(check)


def test_hostile_cards_are_refused(served: Served) -> None:
    async def check(server: Running) -> None:
        card = (await post(server, "schedule", answer="missed")).json()["card"]
        odd: Any
        for odd in (
            [],
            {},
            {**card, "more": 1},
            {**card, "stability": -1},
            {**card, "stability": 1e300},
            {**card, "stability": 10**400},
            {**card, "step": 0.5},
            {**card, "state": "2"},
            {**card, "due": 5},
            {**card, "due": "2" * 41},
        ):
            assert (await post(server, "schedule", card=odd, answer="solved")).status_code == 400, odd
        for answer in (None, "good", 1, ["missed"]):
            assert (await post(server, "schedule", card=card, answer=answer)).status_code == 400
        for due in ("9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00+00:00", "", "2026-11-15"):
            for name in ("due", "last_review"):
                told = await post(server, "schedule", card={**card, name: due}, answer="solved")
                assert told.status_code == 200, told.text
        nan = json.dumps({"card": card, "answer": "missed"}).replace(str(card["stability"]), "NaN")
        head = {"Content-Type": "application/json"}
        assert (await server.http.post("/api/puzzles/schedule", content=nan, headers=head)).status_code == 400
        deep = await server.http.post("/api/puzzles/schedule", content=NESTED, headers=head)
        assert deep.status_code == 400

    served(check)


def test_a_puzzle_that_takes_too_long_does_not_block_others(served: Served) -> None:
    async def check(server: Running) -> None:
        large = {"game": "number-duel", "options": {"range": 1000, "link": ["coprime"]}, "moves": [1]}
        slow = await post(server, "answer", puzzle=large)
        assert slow.json()["error"]["code"] in ("too-slow", "too-large", "no-puzzle")
        assert (await server.http.get("/healthz")).status_code == 200

    served(check, solver_seconds=0.05)


def test_foreign_pages_large_bodies_and_floods_are_refused(served: Served) -> None:
    async def check(server: Running) -> None:
        foreign = await server.http.post(
            "/api/puzzles/try",
            json={"puzzle": PUZZLE, "move": 3},
            headers={"Origin": "https://other.example"},
        )
        assert foreign.status_code == 403
        large = {**PUZZLE, "moves": [1] * 3000}
        assert (await post(server, "try", puzzle=large, move=3)).status_code == 413
        codes = [(await server.http.get("/api/puzzles/daily?date=no")).status_code for _ in range(20)]
        assert codes[-1] == 429

    served(check, requests=0.001, requests_burst=8)
