"""Tests of games from other packages in the MCP server."""

from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from outnumber.games.registry import BUILT_IN, find, game
from outnumber.match.record import read
from tests.agents.mcp.client import answer, asked, data, refusal, text_of, to_the_end
from tests.program import PROGRAM, environment

ADDED = str(Path(__file__).parents[2] / "added")
OPTIONS: dict[str, dict[str, Any]] = {
    "heaps": {"tokens": [1, 3, 5], "target": 7},
    "steps": {"range": 12, "link": 3},
}


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the example games for this process."""
    monkeypatch.syspath_prepend(ADDED)


@pytest.mark.parametrize("name", OPTIONS)
def test_added_games_can_be_played(name: str, installed: None, in_this_process: None) -> None:
    async def test(client: Client) -> None:
        await play(client, name)

    asked(test)


def test_the_server_process_and_its_workers_find_added_games(installed: None) -> None:
    async def test(client: Client) -> None:
        for name in OPTIONS:
            await play(client, name)

    env = environment(PYTHONPATH=ADDED)
    asked(test, stdio_client(StdioServerParameters(command=PROGRAM[0], args=[*PROGRAM[1:], "mcp"], env=env)))


async def play(client: Client, name: str) -> None:
    """Find a game, read its rules, and beat `perfect` with the verdicts, using all tools."""
    kind, options = find(name), OPTIONS[name]
    listed = (await data(client, "list_games"))["games"]
    assert [each["game"] for each in listed] == [*BUILT_IN, *OPTIONS]
    (mine,) = (each for each in listed if each["game"] == name)
    assert {each["name"]: each["default"] for each in mine["options"]} == game(name).options
    rules = (await data(client, "read_rules", game=name))["rules"]
    assert (kind.__doc__ or "").splitlines()[0] in rules
    (content,) = (await client.read_resource(f"outnumber://rules/{name}")).contents
    assert content.model_dump()["text"] == rules

    asked_for = {"game": name, "options": options}
    seat = (await data(client, "solve_position", **asked_for))["winner"]
    seen = await data(client, "new_game", **asked_for, opponent="perfect", seat=seat)
    id = seen["game_id"]
    assert seen["options"] == options
    winning = (await data(client, "verdict", game_id=id))["winning"]
    told = [await data(client, "hint", game_id=id, step=step) for step in (1, 2, 3)]
    assert told[2]["numbers"]["move"] in winning
    assert told[2]["hint"].startswith(f"Play {told[2]['numbers']['move']}")
    assert await refusal(client, "play_move", game_id=id, move=99) in ("not-allowed", "out-of-range")
    assert await data(client, "show_game", game_id=id) == {**seen, "illegal": 1}
    seen = await to_the_end(client, seen, best=True)

    position = game(name, **options).start()
    for each in seen["moves"]:
        assert position.turn == each["seat"]
        position = position.play(each["move"])
    outcome = position.outcome()
    assert outcome
    assert seen["winner"] == outcome.winner == seat
    review = await data(client, "review", game_id=id)
    assert [each["move"] for each in review["moves"]] == [each["move"] for each in seen["moves"]]
    assert (review["ahead"], review["turning_point"]) == (seat, None)
    record = (await data(client, "get_record", game_id=id))["record"]
    assert read(record).current.position == position


def test_the_board_of_heaps_has_heaps_and_the_common_fields(installed: None) -> None:
    async def test(client: Client) -> None:
        arguments = {"game": "heaps", "opponent": "yourself", "moves": [12, 31]}
        options = {"tokens": [2, 3, 4]}
        result = await answer(client, "new_game", **arguments, options=options)
        seen = result.structured_content
        assert seen
        nothing = dict.fromkeys(("unused", "top", "pattern", "sequences", "totals", "target"))
        assert seen["board"] == {**nothing, "heaps": [0, 3, 3]}
        (row,) = seen["scene"]["rows"]
        assert (row["label"], row["numbers"]) == ("Heaps", [0, 3, 3])
        assert "Heaps: 0 3 3" in text_of(result)
        assert "a heap and how many stones you take" in text_of(result)

    asked(test)


def test_the_board_of_steps_has_its_pool_and_demand(installed: None) -> None:
    async def test(client: Client) -> None:
        arguments = {"game": "steps", "opponent": "yourself", "moves": [4, 5]}
        result = await answer(client, "new_game", **arguments, options={"range": 7})
        seen = result.structured_content
        assert seen
        assert (seen["board"]["unused"], seen["board"]["top"]) == ([1, 2, 3, 6, 7], 5)
        assert "is at most 2 away from 5" in seen["scene"]["demand"]
        assert seen["scene"]["demand"] in text_of(result)

    asked(test)
