"""The longest chain and worksheets over HTTP: stateless, with validated input."""

from outnumber.api import plain
from outnumber.api.chains import KnownChain
from outnumber.games.registry import find
from outnumber.language.voice import voice
from outnumber.language.worksheets import page
from outnumber.study.chains.best import best
from outnumber.study.worksheets import WorksheetOrder
from tests.server.running import Running, play, running


def test_a_chain_is_sent_and_changed_by_the_rules(sqlite_url: str) -> None:
    async def inside() -> None:
        async with running(sqlite_url) as server:
            await _chains(server)

    play(inside)


async def _chains(server: Running) -> None:
    http = server.http
    told = (
        await http.post("/api/chain", json={"range": 10, "chain": [4, 8], "do": "add", "number": 1})
    ).json()
    assert told["chain"] == [4, 8, 1]
    assert told["joins"] == ["×2", "÷8"]
    assert (told["front"], told["back"], told["between"]) == ([2], [2, 3, 5, 6, 7, 9, 10], [[2], [2]])
    assert (told["marks"], told["proven"]) == ([7, 9, 9], True)
    for change, after in (
        ({"do": "insert", "number": 2, "after": 4}, [4, 2, 8]),
        ({"do": "cut", "number": 8}, [4]),
        ({"do": "reverse"}, [8, 4]),
        ({}, [4, 8]),
    ):
        answer = await http.post("/api/chain", json={"range": 10, "chain": [4, 8], **change})
        assert answer.json()["chain"] == after
    for wrong, code in (
        ({"chain": [4, 7]}, "not-linked"),
        ({"chain": [4], "do": "add", "number": 4}, "in-chain"),
        ({"link": ["red"]}, "unknown-criterion"),
        ({"link": ["digit", "coprime"]}, "bad-option"),
    ):
        answer = await http.post("/api/chain", json={"range": 10, **wrong})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)
    assert (await http.post("/api/chain", json={"range": 101})).status_code == 400
    hint = await http.post("/api/chain/hint?lang=de", json={"range": 10, "chain": [4, 8]})
    assert hint.json() == {"text": "Die 2 passt hinten."}
    found = (await http.get("/api/chain/best?range=20&link=digit")).json()
    text = found.pop("text")
    assert found == plain(KnownChain.of(best(20, "digit")))
    assert text[0].startswith("The longest chain of numbers from 1 to 20")


def test_worksheets_equal_those_of_the_command_line(sqlite_url: str) -> None:
    async def inside() -> None:
        async with running(sqlite_url) as server:
            await _worksheets(server)

    play(inside)


async def _worksheets(server: Running) -> None:
    http = server.http
    chosen = await http.get("/worksheet?game=strategy-stacks&sheet=puzzles&count=2&kind=&size=12")
    assert chosen.status_code == 303
    assert chosen.headers["location"].startswith(
        "/worksheet/strategy-stacks?sheet=puzzles&count=2&size=12&seed="
    )
    order = WorksheetOrder(find("strategy-stacks"), seed=7, count=2, options={"range": 12})
    answer = await http.get(
        "/worksheet/strategy-stacks?count=2&range=12&seed=7", headers={"Accept-Language": "de"}
    )
    assert answer.headers["content-type"].startswith("text/html")
    mine = page(order, voice("de"), link=f"{order.path}&lang=de", style="/static")
    assert answer.text.partition("<body")[2] == mine.partition("<body")[2]
    again = await http.get(f"{order.path}&lang=de")
    assert again.text == answer.text
    # Whatever the name of the size option.
    sized = await http.get("/worksheet/strategy-stacks?count=2&size=12&seed=7&lang=de")
    assert sized.text == answer.text
    assert "target=15" in (await http.get("/worksheet/number-stack-attack?size=15")).text
    guide = await http.get("/worksheet/number-duel?sheet=guide")
    assert "Common mistakes" in guide.text
    for wrong in (
        "strategy-stacks?kind=red",
        "number-stack-duel?kind=one",
        "strategy-stacks?range=5000",
        "strategy-stacks?count=1000",
        "nothing",
    ):
        refused = await http.get(f"/worksheet/{wrong}")
        assert refused.status_code == 422, wrong
        assert 'role="alert"' in refused.text
