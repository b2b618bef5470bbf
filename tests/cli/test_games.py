"""outnumber games and outnumber rules: the games, for people and for programs."""

import json

import pytest

import outnumber
from outnumber.cli.arguments import flag
from tests.naive import GAMES
from tests.program import at_terminal, call


def test_every_game_is_listed_with_its_options() -> None:
    said = call("games").stdout
    for game in outnumber.all_games():
        assert f"{game.name}\n    {game.title}: " in said
        for option in game.OPTIONS:
            assert f"    {flag(option.name)} {option.text(option.default)}: " in said
    # Balanced sizes and starts; the players find out for themselves who wins.
    assert "    At 9 or 11 few openings win" in said
    assert "From the start" not in said
    assert "--start fair\n    With a fair start, either seat may be winning" in said


def test_json_has_every_option_with_its_default() -> None:
    games = json.loads(call("games", "--json").stdout)["games"]
    assert sorted(game["game"] for game in games) == sorted(GAMES)
    for game in games:
        defaults = {option["name"]: option["default"] for option in game["options"]}
        assert outnumber.game(game["game"]).options == defaults
        for option in game["options"]:
            assert option["help"]
            assert option["choices"] is None or option["default"] in option["choices"]


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_every_game_are_explained_with_an_example(game: str) -> None:
    said = call("rules", game).stdout
    assert said.startswith(outnumber.game(game).title.upper())
    assert len(said.splitlines()) > 10
    assert "xample" in said
    for option in outnumber.game(game).OPTIONS:
        assert flag(option.name) in said


@pytest.mark.parametrize(
    ("language", "question", "title"),
    [("en", "Which game? [", "STRATEGY STACKS"), ("de", "Welches Spiel? [", "STRATEGIE-STAPEL")],
)
def test_at_a_terminal_rules_asks_for_the_game(language: str, question: str, title: str) -> None:
    with at_terminal("rules", "--language", language) as terminal:
        terminal.type("5", prompt=question)
        assert terminal.finish() == 0
        assert f"\n{title}\n" in terminal.output
    with at_terminal("rules") as terminal:
        terminal.type("quit", prompt="Which game? [")
        assert terminal.finish() == 0


def test_rules_wrap_between_words_at_a_narrow_terminal_but_not_inside_commands() -> None:
    with at_terminal("rules", "number-stack-attack", env={"COLUMNS": "60"}) as terminal:
        assert terminal.finish() == 0
        lines = terminal.output.splitlines()
    assert "outnumber play number-stack-attack --target 10 --tokens 3,5,8" in lines
    assert all(len(line) <= 60 for line in lines if not line.startswith("outnumber "))


def test_in_a_pipe_rules_without_a_game_is_a_usage_error() -> None:
    done = call("rules")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: Name a game, such as: outnumber rules number-duel.")
