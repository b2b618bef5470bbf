"""Any position over HTTP: the data for a board, and refusals."""

from pathlib import Path
from typing import Any

from outnumber.games.registry import BUILT_IN, find
from outnumber.theory.solve import solve
from tests.server.running import play, running


def test_every_game_has_positions_verdicts_and_pictures(tmp_path: Path) -> None:
    async def check() -> None:
        async with running(f"sqlite:///{tmp_path}/server.db") as server:
            for name in BUILT_IN:
                rules = find(name)()
                start = rules.start()
                move = start.legal_moves()[0]
                asked = {"game": name, "options": rules.options, "moves": [move]}
                told = (await server.http.post("/api/position?lang=de", json=asked)).json()
                position = start.play(move)
                assert told["legal"] == list(position.legal_moves())
                assert (told["moves"], told["seats"], told["turn"]) == ([move], [1], int(position.turn))
                assert told["scene"]["rows"]
                verdict = (await server.http.post("/api/position/verdict", json=asked)).json()
                assert verdict["winning"] == list(solve(position).winning)
            picture = await server.http.post("/api/position/picture", json=asked)
            assert picture.text.startswith("<svg")
            # Options as in the URL of a page, and a finished game.
            text = {"game": "number-stack-duel", "options": {"range": "3"}, "moves": [3]}
            over = (await server.http.post("/api/position", json=text)).json()
            assert (over["turn"], over["legal"], over["outcome"]["winner"]) == (None, [], 1)

    play(check)


WRONG: list[tuple[dict[str, Any], int, str]] = [
    ({"moves": [6, 6]}, 422, "used"),
    ({"moves": [1] * 501}, 400, "bad-request"),
    ({"moves": [2**60]}, 400, "bad-request"),
    ({"moves": ["6"]}, 400, "bad-request"),
    ({"game": "chess"}, 422, "unknown-game"),
    ({"options": {"range": 1001}}, 422, "too-large"),
    ({"options": {"colour": 1}}, 422, "unknown-option"),
    ({"secret": 1}, 400, "bad-request"),
]


def test_an_invalid_position_is_refused_with_the_reason(tmp_path: Path) -> None:
    async def check() -> None:
        async with running(f"sqlite:///{tmp_path}/server.db") as server:
            for more, status, code in WRONG:
                for path in ("", "/verdict", "/picture"):
                    answer = await server.http.post(
                        f"/api/position{path}", json={"game": "strategy-stacks", "moves": []} | more
                    )
                    assert answer.status_code == status, (more, answer.text)
                    assert answer.json()["error"]["code"] == code

    play(check)
