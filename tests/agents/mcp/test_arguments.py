"""Tests of the validation of tool arguments."""

from typing import Any

import pytest
from mcp import Client

from outnumber.agents.mcp.games import YOURSELF
from tests.agents.mcp.client import answer, asked, data, text_of


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "game is missing; it must be the name of a game."),
        ({"game": 7}, "game must be the name of a game."),
        (
            {"game": "number-duel", "oponent": "perfect"},
            "there is no field 'oponent', only game, options, opponent, seat, moves and seed.",
        ),
        ({"game": "x" * 101}, "game must be a text of up to 100 characters."),
        ({"game": "number-duel", "seed": -1}, "seed must be a whole number from 0"),
        ({"game": "number-duel", "seat": 3}, "seat must be your seat, 1 or 2; seat 1 moves first."),
        ({"game": "number-duel", "seat": True}, "seat must be your seat, 1 or 2; seat 1 moves first."),
        ({"game": "number-duel", "moves": '["\\ud800"]'}, "half of a character is missing in a text."),
        ({"game": "number-duel", "moves": "[[[" * 9999}, "moves must be a list of all moves from the start"),
    ],
)
def test_error_messages_use_the_descriptions_in_the_schema(arguments: dict[str, Any], said: str) -> None:
    async def test(client: Client) -> None:
        told = text_of(await answer(client, "new_game", **arguments))
        assert told.startswith(f"Error (bad-request): The request cannot be read: {said}")

    asked(test)


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("play_move", {"game_id": "x", "number": 3}, "there is no field 'number', only game_id and move."),
        ("show_game", {"game_id": "x" * 101}, "game_id must be a text of up to 100 characters."),
        ("list_games", {"game": "x"}, "there is no field 'game'."),
    ],
)
def test_error_messages_list_the_valid_arguments(tool: str, arguments: dict[str, Any], said: str) -> None:
    async def test(client: Client) -> None:
        told = text_of(await answer(client, tool, **arguments))
        assert told == f"Error (bad-request): The request cannot be read: {said}"

    asked(test)


def test_numbers_lists_and_objects_may_be_passed_as_strings() -> None:
    async def test(client: Client) -> None:
        made = await data(
            client,
            "new_game",
            game="strategy-stacks",
            options='{"range": 20}',
            opponent=YOURSELF,
            moves="[6, 3]",
            seed="7",
        )
        assert made["options"]["range"] == 20
        assert [each["move"] for each in made["moves"]] == [6, 3]
        assert made["seed"] == 7
        assert (await data(client, "play_move", game_id=made["game_id"], move="9"))["board"]["top"] == 9

    asked(test)
