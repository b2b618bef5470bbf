"""Tests of the tools with the SDK's client, in this process."""

import asyncio
import json
import re
from typing import Any

import pytest
from mcp import Client

from outnumber.agents.mcp.games import YOURSELF
from outnumber.agents.mcp.server import ToolServer, create
from outnumber.check import Refuted, check
from outnumber.games.base import Seat
from outnumber.games.registry import BUILT_IN, find, game
from outnumber.language.rules import rules_text
from outnumber.match.record import read
from outnumber.match.review import review_round
from outnumber.match.round import Round
from outnumber.players.registry import COMPUTERS
from outnumber.theory.advice import hints
from outnumber.theory.solve import solve
from tests.agents.mcp.client import answer, asked, data, refusal, text_of, to_the_end

TOOLS = {
    "list_games", "read_rules", "new_game", "show_game", "play_move", "take_back", "resign", "verdict",
    "solve_position", "hint", "review", "get_record",
}  # fmt: skip


# Descriptions


def test_every_tool_has_a_description_and_schemas() -> None:
    async def test(client: Client) -> None:
        tools = (await client.list_tools()).tools
        assert {tool.name for tool in tools} == TOOLS
        for tool in tools:
            properties = tool.input_schema["properties"]
            assert all(each["description"] for each in properties.values())
            assert tool.description
            assert "Example: {" in tool.description or not properties
            assert tool.output_schema is not None
            assert tool.annotations is not None
            assert tool.title
            for name, choices in (("game", set(BUILT_IN)), ("opponent", {*COMPUTERS, YOURSELF})):
                assert name not in properties or set(properties[name]["enum"]) == choices
        assert len({tool.title for tool in tools}) == len(tools)

    asked(test)


def test_exams_have_no_help_and_no_takebacks() -> None:
    async def test(client: Client) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert TOOLS - tools.keys() == {"verdict", "solve_position", "hint", "review", "take_back"}
        told = " ".join([client.instructions or "", *(tool.description or "" for tool in tools.values())])
        assert "This is an exam" in told
        assert not re.search(r"verdict|hint|solve_position|review\b(?! FILE)", told)
        seen = await data(client, "new_game", game="strategy-stacks", opponent=YOURSELF)
        assert await refusal(client, "take_back", game_id=seen["game_id"]) == "bad-request"

    asked(test, create(exam=True))


# The required fields. The SDK's client rejects results that do not match the schema.
PROMISED = {
    "list_games": "games opponents largest",
    "read_rules": "game rules",
    "new_game": "game_id game options opponent your_seat to_move your_turn legal board scene moves over"
    " winner reason illegal seed",
    "verdict": "game options moves to_move over winner legal winning length reason certificate",
    "hint": "step hint code numbers",
    "review": "game_id moves accuracy ahead turning_point reason refutation",
    "get_record": "game_id record",
}


def test_schemas_require_all_fields_that_are_always_present() -> None:
    async def test(client: Client) -> None:
        schemas = {tool.name: tool.output_schema or {} for tool in (await client.list_tools()).tools}
        for name, fields in PROMISED.items():
            assert set(schemas[name]["required"]) == set(fields.split())
        for same in ("show_game", "play_move", "take_back", "resign"):
            assert schemas[same] == schemas["new_game"]
        assert schemas["solve_position"] == schemas["verdict"]
        board = schemas["new_game"]["properties"]["board"]
        assert set(board["required"]) == {"unused", "top", "pattern", "sequences", "totals", "target"}

    asked(test)


def test_the_examples_in_the_descriptions_are_valid(in_this_process: None) -> None:
    async def test(client: Client) -> None:
        for tool in (await client.list_tools()).tools:
            _, _, example = (tool.description or "").partition("Example: ")
            arguments = json.loads(example or "{}")
            if "game_id" in arguments:
                made = await data(client, "new_game", game="strategy-stacks", opponent=YOURSELF, moves=[2])
                arguments["game_id"] = made["game_id"]
            await data(client, tool.name, **arguments)

    asked(test)


def test_the_rules_of_each_game_are_a_resource_and_a_tool() -> None:
    async def test(client: Client) -> None:
        listed = {resource.uri for resource in (await client.list_resources()).resources}
        assert listed == {f"outnumber://rules/{name}" for name in BUILT_IN}
        for name in BUILT_IN:
            rules = rules_text(find(name), flags=False)
            (content,) = (await client.read_resource(f"outnumber://rules/{name}")).contents
            assert content.model_dump()["text"] == rules
            assert (await data(client, "read_rules", game=name))["rules"] == rules_text(
                find(name), flags=False
            )

    asked(test)


def test_games_options_and_opponents_are_listed() -> None:
    async def test(client: Client) -> None:
        found = await data(client, "list_games")
        assert [kind["game"] for kind in found["games"]] == list(BUILT_IN)
        for kind in found["games"]:
            options = {option["name"]: option["default"] for option in kind["options"]}
            assert options == game(kind["game"]).options
        assert [player["name"] for player in found["opponents"]][-2:] == ["perfect", YOURSELF]
        assert all(":" not in player["name"] for player in found["opponents"])

    asked(test)


# Games


# The full game takes longer and tests nothing more.
SHORTER: dict[str, dict[str, Any]] = {"number-duel": {"range": 20}}


@pytest.mark.parametrize(
    ("name", "mode"), [*((name, "auto") for name in BUILT_IN), ("order-challenge", "legacy")]
)
def test_playing_by_the_verdicts_beats_perfect(name: str, mode: str, in_this_process: None) -> None:
    async def test(client: Client) -> None:
        options = SHORTER.get(name, {})
        seat = (await data(client, "solve_position", game=name, options=options))["winner"]
        seen = await data(client, "new_game", game=name, options=options, opponent="perfect", seat=seat)
        seen = await to_the_end(client, seen, best=True)
        assert seen["winner"] == seat
        assert not seen["your_turn"]
        assert (seen["legal"], seen["to_move"]) == ([], None)
        assert seen["reason"] in ("no-move", "target")

    asked(test, mode=mode)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_game_against_random_follows_the_rules(name: str, in_this_process: None) -> None:
    async def test(client: Client) -> None:
        options = SHORTER.get(name, {})
        seen = await data(client, "new_game", game=name, options=options, opponent="random", seat=2)
        assert [each["seat"] for each in seen["moves"]] == [1]
        seen = await to_the_end(client, seen, best=False)
        position = game(name, **options).start()
        for each in seen["moves"]:
            assert position.turn == each["seat"]
            position = position.play(each["move"])
        outcome = position.outcome()
        assert outcome is not None
        assert (seen["winner"], seen["reason"]) == (outcome.winner, outcome.reason.value)
        result = await answer(client, "show_game", game_id=seen["game_id"])
        said = text_of(result).splitlines()[-1]
        assert said.startswith("The game is over. ")
        assert said.endswith(("You win!", "and win!")) == (seen["winner"] == 2)

    asked(test)


def test_the_board_of_each_game() -> None:
    async def test(client: Client) -> None:
        async def board(name: str, moves: list[int], **options: Any) -> dict[str, Any]:
            made = await data(client, "new_game", game=name, options=options, opponent=YOURSELF, moves=moves)
            assert made["your_seat"] is None
            return {key: value for key, value in made["board"].items() if value is not None}

        assert await board("number-stack-duel", [5, 7]) == {
            "unused": [1, 2, 3, 4, 6, 8, 9],
            "top": 7,
            "pattern": "less",
        }
        assert await board("strategy-stacks", [6], range=7) == {"unused": [1, 2, 3, 4, 5, 7], "top": 6}
        assert await board("number-duel", [3], range=4) == {"unused": [1, 2, 4], "top": 3}
        assert await board("order-challenge", [5, 4, 6], range=7) == {
            "unused": [1, 2, 3, 7],
            "sequences": [[5, 6], [4]],
            "last": [6, 4],
        }
        assert await board("number-stack-attack", [5, 9, 2]) == {"totals": [7, 9], "target": 21}

    asked(test)


def test_a_pass_shows_in_the_seats_of_the_moves() -> None:
    async def test(client: Client) -> None:
        made = await data(
            client,
            "new_game",
            game="number-stack-attack",
            options={"target": 10, "tokens": [4, 5, 3]},
            opponent=YOURSELF,
            # At total 9, seat 1 must pass.
            moves=[5, 3, 4, 3, 4],
        )
        assert [each["seat"] for each in made["moves"]] == [1, 2, 1, 2, 2]
        assert made["board"]["totals"] == [9, 10]
        assert (made["over"], made["winner"], made["reason"]) == (True, 2, "target")

    asked(test)


def test_an_illegal_move_changes_only_the_count(in_this_process: None) -> None:
    async def test(client: Client) -> None:
        made = await data(client, "new_game", game="strategy-stacks", opponent="perfect")
        id = made["game_id"]
        before = await data(client, "play_move", game_id=id, move=6)
        assert await refusal(client, "play_move", game_id=id, move=6) == "used"
        assert await refusal(client, "play_move", game_id=id, move=10) == "out-of-range"
        assert await refusal(client, "play_move", game_id=id, move=-1) == "out-of-range"
        assert await refusal(client, "play_move", game_id=id, move=10**300) == "out-of-range"
        assert await refusal(client, "play_move", game_id=id, move=7) == "not-linked"
        assert before["illegal"] == 0
        assert await data(client, "show_game", game_id=id) == {**before, "illegal": 5}
        assert "Illegal moves tried: 5" in text_of(await answer(client, "show_game", game_id=id))
        # Moves after the end and requests without a number do not count.
        await data(client, "resign", game_id=id)
        assert await refusal(client, "play_move", game_id=id, move=6) == "game-over"
        assert await refusal(client, "play_move", game_id=id, move="six") == "bad-request"
        assert (await data(client, "show_game", game_id=id))["illegal"] == 5

    asked(test)


def test_the_seed_determines_the_opponents_random_choices(in_this_process: None) -> None:
    async def test(client: Client) -> None:
        async def played(**more: Any) -> tuple[int, list[Any]]:
            asked = {"game": "number-duel", "options": {"range": 20}, "opponent": "random", "seat": 2}
            seen = await data(client, "new_game", **asked, **more)
            seen = await to_the_end(client, seen, best=False)
            return seen["seed"], seen["moves"]

        one, again, two = await played(), await played(seed=7), await played()
        assert one == again
        assert (one[0], two[0]) == (7, 8)  # the server's seed increases with each game
        assert one[1] != two[1]

    asked(test, create(seed=7))


def test_take_back_returns_to_the_clients_turn(in_this_process: None) -> None:
    async def test(client: Client) -> None:
        made = await data(client, "new_game", game="number-duel", opponent="random", seat=2)
        id = made["game_id"]
        assert await refusal(client, "take_back", game_id=id) == "nothing-to-take-back"
        moved = await data(client, "play_move", game_id=id, move=made["legal"][0])
        assert len(moved["moves"]) == 3
        assert await data(client, "take_back", game_id=id) == made
        lost = await data(client, "resign", game_id=id)
        assert (lost["over"], lost["winner"], lost["reason"]) == (True, 1, "resignation")
        assert await refusal(client, "resign", game_id=id) == "game-over"
        assert await refusal(client, "play_move", game_id=id, move=1) == "game-over"
        assert await data(client, "take_back", game_id=id) == made

    asked(test)


def test_a_client_with_both_seats_resigns_and_takes_back_for_the_seat_to_move() -> None:
    async def test(client: Client) -> None:
        made = await data(client, "new_game", game="order-challenge", opponent=YOURSELF)
        id = made["game_id"]
        one = await data(client, "play_move", game_id=id, move=3)
        assert (one["to_move"], one["your_turn"]) == (2, True)
        assert (await data(client, "resign", game_id=id))["winner"] == 1
        assert await data(client, "take_back", game_id=id) == one
        assert await data(client, "take_back", game_id=id) == made

    asked(test)


def test_concurrent_moves_are_played_in_sequence(in_this_process: None) -> None:
    async def test(client: Client) -> None:
        made = await data(client, "new_game", game="number-duel", opponent="perfect")
        moves = [answer(client, "play_move", game_id=made["game_id"], move=28) for _ in range(5)]
        results = await asyncio.gather(*moves)
        assert sum(not result.is_error for result in results) == 1
        seen = await data(client, "show_game", game_id=made["game_id"])
        assert [each["seat"] for each in seen["moves"]] == [1, 2]

    asked(test)


def test_moves_can_contain_the_longest_game() -> None:
    async def test(client: Client) -> None:
        made = await data(
            client,
            "new_game",
            game="number-stack-attack",
            options={"target": 1000, "tokens": "1"},
            opponent=YOURSELF,
            moves=[1] * 1999,
        )
        assert (made["over"], made["winner"]) == (True, 1)

    asked(test)


# Help


@pytest.mark.parametrize("name", BUILT_IN)
def test_verdict_hint_review_and_record_agree_with_the_library(name: str, in_this_process: None) -> None:
    async def test(client: Client) -> None:
        made = await data(client, "new_game", game=name, opponent=YOURSELF)
        id = made["game_id"]
        played = Round.begin(game(name))
        for place in (2, 0):
            position = played.position
            found = solve(position)
            told = await data(client, "verdict", game_id=id)
            assert (told["winner"], told["winning"]) == (found.winner, list(found.winning))
            assert (told["length"], told["reason"]) == (found.length, str(found.reason))
            assert told["certificate"] is None
            for step in (1, 2, 3):
                hint = await data(client, "hint", game_id=id, step=step)
                expected = hints(position)[step - 1]
                assert (hint["step"], hint["hint"], hint["code"]) == (step, str(expected), expected.code)
            move = position.legal_moves()[place]
            played = played.play(move)
            await data(client, "play_move", game_id=id, move=move)
        review = await data(client, "review", game_id=id)
        graded = review_round(played)
        assert [each["grade"] for each in review["moves"]] == [each.grade.value for each in graded.moves]
        assert [each["regret"] for each in review["moves"]] == [each.regret for each in graded.moves]
        assert review["accuracy"] == [graded.accuracy(seat) for seat in Seat]
        assert review["ahead"] == graded.ahead
        record = await data(client, "get_record", game_id=id)
        assert read(record["record"]).current.moves == played.moves

    asked(test)


def test_a_certificate_can_be_checked(in_this_process: None) -> None:
    async def test(client: Client) -> None:
        arguments = {"game": "number-duel", "options": {"range": 50}, "moves": [28, 14]}
        found = await data(client, "solve_position", **arguments, certificate=True)
        assert found["certificate"]
        assert str(check(found)) == f"Player {found['winner']} wins under perfect play."
        with pytest.raises(Refuted):
            check({**found, "winner": 3 - found["winner"]})

    asked(test)


def test_a_finished_game_has_no_hint(in_this_process: None) -> None:
    async def test(client: Client) -> None:
        made = await data(client, "new_game", game="strategy-stacks", opponent=YOURSELF, moves=[5, 1, 7])
        assert made["over"]
        assert await refusal(client, "hint", game_id=made["game_id"]) == "game-over"
        assert (await data(client, "verdict", game_id=made["game_id"]))["winner"] == made["winner"] == 1

    asked(test)


# Refusals


@pytest.fixture(scope="module")
def server() -> ToolServer:
    return create()


@pytest.mark.parametrize(
    ("tool", "arguments", "code"),
    [
        ("new_game", {"game": "chess"}, "unknown-game"),
        ("new_game", {"game": "\x00" * 50}, "unknown-game"),
        ("new_game", {"game": "x" * 10_000}, "bad-request"),
        ("new_game", {"game": 7}, "bad-request"),
        ("new_game", {}, "bad-request"),
        ("new_game", {"game": "number-duel", "oponent": "perfect"}, "bad-request"),
        ("new_game", {"game": "number-duel", "seat": 3}, "bad-request"),
        ("new_game", {"game": "number-duel", "options": [1]}, "bad-request"),
        ("new_game", {"game": "number-duel", "options": {"rang": 9}}, "unknown-option"),
        ("new_game", {"game": "number-duel", "options": {"range": 0}}, "bad-option"),
        ("new_game", {"game": "number-duel", "options": {"range": {"a": [[]]}}}, "bad-option"),
        ("new_game", {"game": "number-duel", "options": {"range": 1_000_000}}, "too-large"),
        ("new_game", {"game": "number-duel", "options": {"range": 10**400}}, "too-large"),
        ("new_game", {"game": "number-duel", "options": {"link": "__import__"}}, "unknown-criterion"),
        ("new_game", {"game": "number-stack-attack", "options": {"tokens": "1-1000000"}}, "too-large"),
        ("new_game", {"game": "number-stack-attack", "options": {"target": 10**9}}, "too-large"),
        ("new_game", {"game": "number-duel", "moves": [1, 1]}, "used"),
        ("new_game", {"game": "number-duel", "moves": [1] * 2001}, "bad-request"),
        ("new_game", {"game": "number-duel", "moves": ["a"]}, "bad-request"),
        ("new_game", {"game": "number-duel", "opponent": "human"}, "unknown-player"),
        ("new_game", {"game": "number-duel", "opponent": "cmd:touch started"}, "unknown-player"),
        ("new_game", {"game": "number-duel", "opponent": "llm:any"}, "unknown-player"),
        ("new_game", {"game": "number-duel", "opponent": ""}, "unknown-player"),
        ("solve_position", {"game": "strategy-stacks", "moves": [6, 7]}, "not-linked"),
        (
            "solve_position",
            {"game": "strategy-stacks", "moves": [6], "options": {"range": 2000}},
            "too-large",
        ),
        ("read_rules", {"game": "../../etc/passwd"}, "unknown-game"),
        ("show_game", {"game_id": "guessed"}, "no-such-game"),
        ("play_move", {"game_id": "guessed", "move": 1}, "no-such-game"),
        ("play_move", {"game_id": "guessed", "move": "one"}, "bad-request"),
        ("play_move", {"game_id": "guessed", "move": 1.5}, "bad-request"),
        ("hint", {"game_id": "guessed", "step": 4}, "bad-request"),
        ("review", {"game_id": "\n"}, "no-such-game"),
        ("format_disk", {}, "bad-request"),
    ],
)
def test_an_impossible_request_is_refused_with_a_code(
    tool: str, arguments: dict[str, Any], code: str, server: ToolServer, in_this_process: None
) -> None:
    async def test(client: Client) -> None:
        assert await refusal(client, tool, **arguments) == code

    asked(test, server)


def test_an_internal_error_is_reported_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: object, *, flags: bool) -> str:
        assert not flags
        raise RuntimeError("secret")

    monkeypatch.setattr("outnumber.agents.mcp.tools.rules_text", broken)

    async def test(client: Client) -> None:
        result = await answer(client, "read_rules", game="number-duel")
        assert result.is_error
        assert "secret" not in text_of(result)
        assert "internal" in text_of(result)

    asked(test)
    assert "secret" in caplog.text
