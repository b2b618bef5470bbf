"""outnumber engine: built-in players on standard input and output, for other programs."""

import signal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from outnumber import GameError
from outnumber.cli import engine as module
from outnumber.cli.engine import EngineSession
from outnumber.match.record import option_text
from outnumber.players.registry import COMPUTERS
from tests.program import call, lines, piped, run


def answers(*asked: str, player: str = "perfect") -> list[str]:
    """The engine's answers to these lines."""
    done = call("engine", "--player", player, typed=lines(*asked))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_a_conversation() -> None:
    assert answers(
        "outnumber 1",
        "game strategy-stacks range=9 opening=any",
        "seed 7",
        "round 1",
        "position 6 3",
        "legal 1 9",
        "go 2000",
        "position 6 3 9 1 2 8",
        "go 2000",
        "quit",
        "go 2000",
    ) == ["ready Outnumber perfect", "move 9", "move 4"]


@pytest.mark.parametrize("player", COMPUTERS)
def test_every_computer_player_plays_every_game_to_its_end(player: str) -> None:
    engine = EngineSession(player)
    for kind in outnumber.all_games(added=False):
        position, moves = kind().start(), ""
        engine.answer(f"game {kind.name} {option_text(kind())}")
        while position.outcome() is None:
            engine.answer(f"position{moves}")
            word, move = engine.answer("go 1000").split()
            assert word == "move"
            position, moves = position.play(int(move)), f"{moves} {move}"
        engine.answer(f"position{moves}")
        with pytest.raises(GameError, match="The game is over"):
            engine.answer("go 1000")


def test_each_question_is_answered_before_the_next_is_asked() -> None:
    with piped("engine") as going:
        going.send("outnumber 1\n")
        going.wait_for("ready Outnumber perfect\n")
        going.send("game number-stack-attack target=21\nposition\ngo 1000\n")
        assert going.wait_for("\n").startswith("move ")
        going.stop_typing()
        assert going.finish() == 0
        assert going.errors() == ""


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("game chess", "error unknown-game There is no game called 'chess': choose number-stack-duel, "),
        ("game", "error bad-line 'game' cannot be read: name a game, such as strategy-stacks."),
        ("game number-duel range", "error bad-line 'range' cannot be read: an option looks like range=9."),
        ("game number-duel rang=9", "error unknown-option Number Duel has no option 'rang': did you mean"),
        ("game number-duel range=0", "error bad-option range '0' is not valid: choose a whole number"),
        ("position 6 5", "error not-linked 5 is neither a factor nor a multiple of 6. You can play 1"),
        ("position 6 six", "error not-a-number 'six' is not a number: a position is numbers, such as 6 3 9."),
        (f"position {'9' * 9999}", "error out-of-range a huge number is not one of the numbers"),
        ("outnumber 2", "error bad-line 'outnumber 2' cannot be read: this engine speaks version 1."),
        ("seed x", "error bad-line 'seed x' cannot be read: it takes a whole number from 0 to "),
        ("seed -1", "error bad-line 'seed -1' cannot be read: "),
        (f"seed {'9' * 9999}", "error bad-line 'seed 9999"),
        ("round 0", "error bad-line 'round 0' cannot be read: it takes a whole number from 1 to 10,000."),
        ("game \x1b[2J", "error unknown-game There is no game called '\\x1b[2j"),
    ],
)  # fmt: skip
def test_an_invalid_line_gets_an_error_and_the_engine_continues(asked: str, told: str) -> None:
    first, last = answers("game strategy-stacks", asked, "game strategy-stacks", "position 6 3", "go 1")
    assert first.lower().startswith(told.lower())
    assert first.isprintable()
    assert len(first) < 300
    assert last == "move 9"


def test_after_an_error_no_question_is_answered_from_the_old_game() -> None:
    nothing = "error bad-line 'go' cannot be read: a game and a position come first."
    assert answers("go") == [nothing]
    assert answers("game strategy-stacks", "position 6 5", "go")[1:] == [nothing]
    assert answers("game strategy-stacks", "position 6 3", "game chess", "go")[1:] == [nothing]
    # But the game is still known.
    assert answers("game strategy-stacks", "position 6 5", "position 6 3", "go")[1:] == ["move 9"]


def test_an_unsolvable_game_is_an_error_too() -> None:
    (told,) = answers("game strategy-stacks range=1000000", "go")
    assert told.startswith("error too-large ")


def test_unknown_and_empty_lines_are_ignored() -> None:
    assert answers("", "hello", "isready", "  ", "GO", "info x", "game strategy-stacks", "colour red") == []


def test_lines_may_have_windows_endings_and_surrounding_spaces() -> None:
    typed = " outnumber 1 \r\ngame strategy-stacks\r\nposition  6  3 \r\ngo\r\n quit \r\ngo\r\n"
    assert call("engine", typed=typed).stdout == "ready Outnumber perfect\nmove 9\n"


def test_positions_may_go_back_and_change() -> None:
    game = "game strategy-stacks"
    for moves in ("6 3", "6", "", "4 8", "6 3 9 1"):
        asked = f"position {moves}".strip()
        assert answers(game, "position 6 3 9", "go", asked, "go")[1] == answers(game, asked, "go")[0]


def test_a_line_that_is_too_long_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST_LINE", 40)
    long = "position 6 3 9 1 2 8" + " 4" * 70
    first, last = answers("game strategy-stacks", long, "position 6 3", "go")
    assert first == "error bad-line 'position 6 3 9 1 2 8 4 4 4 4 4 4 4 4 4 4' cannot be read: " + (
        "a line has fewer than 40 bytes."
    )
    assert last == "move 9"


@pytest.mark.parametrize("player", ["human", "cmd:true", "llm:model", "perfct", ""])
def test_only_built_in_players_run_in_the_engine(player: str) -> None:
    done = call("engine", "--player", player)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"There is no player called '{player}'" in done.stderr


def test_end_of_input_and_a_closed_output_end_it_quietly() -> None:
    assert run("engine").returncode == 0
    with piped("engine") as going:
        going.stop_reading()
        going.send("outnumber 1\n")
        going.process.wait(60)
        assert going.errors() == ""


def test_it_can_be_interrupted() -> None:

    with piped("engine") as going:
        going.send("outnumber 1\n")
        going.wait_for("ready")
        going.process.send_signal(signal.SIGINT)
        assert going.finish() == 130
        assert going.errors().strip() == ""


WORDS = st.sampled_from(["outnumber", "game", "seed", "round", "position", "go", "quit", "1", "6", "3", "9"])
GAMES = st.sampled_from(
    ["number-duel", "strategy-stacks", "range=9", "range=x", "=", "opening=even", "tokens=3"]
)
LINES = st.lists(st.one_of(WORDS, GAMES, st.text(max_size=5)), max_size=6).map(" ".join)


@settings(deadline=None, max_examples=300)
@given(asked=st.lists(LINES, max_size=8))
def test_any_input_gets_a_move_an_error_or_no_answer(asked: list[str]) -> None:
    engine = EngineSession("random")
    for line in asked:
        try:
            answer = engine.answer(line)
        except GameError as error:
            answer = f"error {error.code} {error}"
        assert answer.isprintable()
        assert answer.partition(" ")[0] in ("", "ready", "move", "error")
