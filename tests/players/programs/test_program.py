"""Programs play through lines of text, as the documentation describes."""

import os
import shlex
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from outnumber import GameError, OptionError, Reason, Seat
from outnumber.games.base import Outcome
from outnumber.games.errors import PlayerFault
from outnumber.match import record
from outnumber.match.clock import Clock
from outnumber.match.loop import Player, play_match
from outnumber.match.match import Match
from outnumber.players.programs.child import environment
from outnumber.players.programs.program import ProgramPlayer
from outnumber.players.random import RandomPlayer
from outnumber.players.registry import check, computer
from tests.doc_pages import ROOT, blocks
from tests.players.bots import ASKED, FIVE, LONG, NOTED, READY, STACKS, Pids, ask, at_turn, fault, python
from tests.program import games_on_disk, lines, run
from tests.strategies import rules

pytestmark = pytest.mark.skipif(os.name == "nt", reason="looks for processes as POSIX systems have them")

ENGINE = f"{shlex.quote(sys.executable)} -m outnumber engine"


def play(match: Match, one: Player, two: Player) -> Match:
    """Play a match to its end."""
    return list(play_match(match, {1: one, 2: two}, Clock(LONG)))[-1].match


# Good players


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The command lines of the bots in the documentation."""
    directory = tmp_path_factory.mktemp("bots")
    interpreters = {"bot.py": sys.executable, "bot.sh": "sh"}
    for block in blocks(ROOT / "docs" / "how-to" / "engine.md"):
        if block.file:
            (directory / block.file).write_text(block.body, encoding="utf-8")
    return {name: shlex.join([each, str(directory / name)]) for name, each in interpreters.items()}


@pytest.mark.parametrize("name", ["bot.py", "bot.sh"])
def test_a_bot_in_the_documentation_plays_whole_games(name: str, bots: dict[str, str]) -> None:
    player = ProgramPlayer(bots[name])
    for kind in outnumber.all_games(added=False):
        for first in (1, 2):
            match = play(Match(kind(), first=first, length=2), player, RandomPlayer())
            assert match.over
            assert all(each.outcome and each.outcome.reason is not Reason.FAULT for each in match.rounds)
    player.close()


def test_the_bot_in_the_documentation_plays_the_move_with_the_fewest_answers(bots: dict[str, str]) -> None:
    player = ProgramPlayer(bots["bot.py"])
    assert ask(player, at_turn(moves=(6, 3))) == 9
    assert ask(player, at_turn(outnumber.game("strategy-stacks", range=13))) == 7
    player.close()


@pytest.mark.parametrize("level", ["random", "casual", "perfect"])
def test_the_engine_plays_like_the_same_built_in_player(level: str) -> None:
    player = ProgramPlayer(f"{ENGINE} --player {level}")
    for seed, kind in enumerate(outnumber.all_games(added=False)):
        match = Match(kind(), length=2, seed=seed * 10**12)
        assert play(match, player, RandomPlayer()) == play(match, computer(level), RandomPlayer())
    player.close()


def test_two_engines_play_each_other(pids: Pids) -> None:
    one, two = (ProgramPlayer(f"{ENGINE} --player {level}") for level in ("perfect", "random"))
    match = play(Match(outnumber.game("number-duel", range=30), length=4), one, two)
    assert match.over
    assert {each.outcome.reason for each in match.rounds if each.outcome} == {Reason.NO_MOVE}
    one.close()
    two.close()


TELLTALE = f"""{NOTED}
for line in sys.stdin:
    with open(sys.argv[1], "a") as file:
        file.write(line)
    if line.startswith("outnumber"):
        say("info hello")
        say("  ready to play  ")
    if line.startswith("legal"):
        move = max(line.split()[1:])
    if line.startswith("go"):
        say("")
        say("info thinking of move 1")
        say(" move " + move)
"""


def test_a_program_receives_the_documented_lines(tmp_path: Path, pids: Pids) -> None:
    heard = tmp_path / "heard"
    player = ProgramPlayer(python(TELLTALE, str(heard)))
    assert ask(player, at_turn(seed=7), seconds=None) == 9
    assert heard.read_text(encoding="utf-8").splitlines() == [
        "outnumber 1",
        "game strategy-stacks range=9 opening=any",
        "seed 7",
        "round 1",
        "position",
        "legal 1 2 3 4 5 6 7 8 9",
        "go 60000",
    ]
    # The same game continues.
    heard.write_text("", encoding="utf-8")
    assert ask(player, at_turn(moves=(1,), seed=7), seconds=None) == 9
    assert heard.read_text(encoding="utf-8").splitlines() == [
        "position 1",
        "legal 2 3 4 5 6 7 8 9",
        "go 60000",
    ]
    # Another one begins, with too many moves to list.
    heard.write_text("", encoding="utf-8")
    many = at_turn(outnumber.game("order-challenge", range=2000), moves=(1, 2))
    assert ask(player, many, seconds=10**6) == 9
    *told, go = heard.read_text(encoding="utf-8").splitlines()
    assert told == ["game order-challenge range=2000", "seed 0", "round 1", "position 1 2"]
    assert 10**8 < int(go.removeprefix("go ")) <= 10**9
    player.close()
    assert heard.read_text(encoding="utf-8").endswith("quit\n")
    pids.check_reaped()
    assert len(pids.all()) == 1


def test_after_an_undo_the_program_gets_the_game_again(tmp_path: Path, pids: Pids) -> None:
    heard = tmp_path / "heard"
    player = ProgramPlayer(python(TELLTALE, str(heard)))
    ask(player, at_turn(moves=(6, 3)))
    heard.write_text("", encoding="utf-8")
    ask(player, at_turn(moves=(1,)))
    assert heard.read_text(encoding="utf-8").startswith("game strategy-stacks range=9 opening=any\nseed 0\n")
    player.close()


def test_the_program_starts_at_its_first_move(pids: Pids, tmp_path: Path) -> None:
    player = ProgramPlayer(python(NOTED))
    player.close()
    check(f"cmd:{python(NOTED)}")
    assert not (tmp_path / "pids").exists()


def test_unsolicited_output_answers_no_question(pids: Pids) -> None:
    script = f"{READY}for line in sys.stdin:\n if line[:2] == 'go': say('move 5\\nmove 99\\nnonsense')"
    player = ProgramPlayer(python(script))
    for _ in range(3):
        assert ask(player) == 5
    player.close()


def test_the_starting_time_does_not_count_for_the_move(pids: Pids) -> None:
    now = [0.0]
    player = ProgramPlayer(python(FIVE))
    clock = Clock(10, now=lambda: now[0])
    clock.start()
    now[0] = 99.0
    assert player.choose(at_turn(), clock) == 5
    assert clock.left() == 10
    player.close()


CLUMSY = f"""{READY}
for line in sys.stdin:
    word, *rest = line.split()
    if word == "round":
        first = rest == ["1"]
    if word == "legal":
        legal = rest
    if word == "go":
        say("move 0" if first else "move " + legal[0])
"""


def test_a_fault_ends_the_round_and_a_new_process_plays_the_next(pids: Pids) -> None:
    player = ProgramPlayer(python(CLUMSY))
    match = play(Match(STACKS, length=3), player, RandomPlayer())
    player.close()
    assert match.rounds[0].outcome == Outcome(Seat.TWO, Reason.FAULT)
    ((_, remark),) = match.rounds[0].comments
    assert remark.endswith(" played '0', which is not allowed.")
    assert {each.outcome.reason for each in match.rounds[1:] if each.outcome} == {Reason.NO_MOVE}
    assert len(pids.all()) == 2
    assert record.read(record.write(match)) == match


# Names, variables, and arbitrary bytes


@pytest.mark.parametrize(
    "command",
    ["", "   ", "'", 'a "', "no-such", "./no/bot", "/", "\x1b[2J", "\0", "\ud800", "x" * 9999, "x " * 9999],
)  # fmt: skip
def test_a_command_that_cannot_run_is_refused_before_the_match(command: str) -> None:
    with pytest.raises(OptionError) as refused:
        check(f"cmd:{command}")
    assert refused.value.code == "unusable-player"
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 300


def test_a_hostile_command_line_is_harmless_in_messages(pids: Pids) -> None:
    caught = fault(python(f"{ASKED}say('\\x07')", "\x1b[2J\n{oops}"))
    assert caught.code == "player-garbled"
    assert "\\x07" in str(caught)
    hostile = ProgramPlayer(f"true \x1b[2J{'{}'}")
    with pytest.raises(PlayerFault, match=r"'cmd:true \\x1b\[2J{}' exited"):
        ask(hostile)


def test_the_command_line_is_not_run_by_a_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    caught = fault("echo 'ready; touch' made $HOME '`id`' > made")
    assert caught.code == "player-garbled"
    assert "'ready; touch " in str(caught)
    assert "$HOME `id`" in str(caught)
    assert not Path("made").exists()


def test_secrets_are_not_passed_to_programs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("OPENAI_API_KEY", "hf_token", "AWS_SECRET_ACCESS_KEY", "DB_PASSWORD", "MY_SECRETS", "KEY",
                 "API_KEY_2", "TOKEN_OF_MINE", "GITHUB_PAT", "SSHPASS_PASSPHRASE", "DB_PASS"):  # fmt: skip
        monkeypatch.setenv(name, "hush")
    monkeypatch.setenv("HTTPS_PROXY", "http://me:hush@proxy.example:8080")
    monkeypatch.setenv("KEYBOARD", "us")
    monkeypatch.setenv("HOMEPAGE", "https://games.example/@me")
    assert "hush" not in str(environment())
    assert environment()["KEYBOARD"] == "us"
    assert "HOMEPAGE" in environment()
    heard = tmp_path / "heard"
    fault(python("import os, sys\nopen(sys.argv[1], 'w').write(repr(os.environ))", str(heard)))
    assert "hush" not in heard.read_text(encoding="utf-8")
    assert "KEYBOARD" in heard.read_text(encoding="utf-8")


ANSWERS = """
import sys
input()
if sys.argv[1] == "True":
    print("ready", flush=True)
    while not input().startswith("go"):
        pass
sys.stdout.buffer.write(bytes.fromhex(sys.argv[2]))
"""
LINES = st.one_of(
    st.binary(max_size=60),
    st.tuples(st.sampled_from([b"move ", b"move", b"info ", b"ready"]), st.binary()).map(b"".join),
    st.integers(-3, 12).map(lambda number: b"move %d" % number),
)


@settings(deadline=None, max_examples=60)
@given(said=st.lists(LINES, max_size=4).map(b"\n".join), ready=st.booleans(), match=rules(12).map(at_turn))
def test_any_output_is_a_legal_move_or_a_fault(said: bytes, ready: bool, match: Match) -> None:
    player = ProgramPlayer(python(ANSWERS, str(ready), (said + b"\n").hex()))
    try:
        assert ask(player, match) in match.current.position.legal_moves()
    except PlayerFault as error:
        assert str(error).isprintable()  # noqa: PT017  # either is right
    finally:
        player.close()


def test_a_game_that_cannot_be_written_as_a_line_is_refused() -> None:
    own = outnumber.game("number-duel", range=9, link=lambda a, b: abs(a - b) > 2)
    with pytest.raises(GameError) as refused:
        ask(ProgramPlayer("true"), at_turn(own))
    assert refused.value.code == "function-criterion"


# The real program


def test_a_program_plays_in_the_real_command(bots: dict[str, str], data: Path) -> None:
    done = run("play", "strategy-stacks", "--p1", f"cmd:{bots['bot.py']}", "--p2", "random", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "wins the game!" in done.stdout
    assert "fault" not in done.stdout
    (file,) = games_on_disk(data)
    assert record.read(file.read_text(encoding="utf-8")).participants[0].plays == f"cmd:{bots['bot.py']}"


def test_a_fault_is_explained_and_saved(data: Path, pids: Pids) -> None:
    bot = "cmd:" + python(ASKED + "sys.exit('no idea {5}')")
    done = run("play", "strategy-stacks", "--p2", bot, "--names", "Ada,Bot", "--clock", "60", typed=lines(6))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Bot committed a fault: " in done.stdout
    assert "on its turn: exit status 1, after printing 'no idea {5}'.\nYou win!" in done.stdout
    text = games_on_disk(data)[0].read_text(encoding="utf-8")
    assert '[Result "1 fault"]' in text
    match = record.read(text)
    assert match.current.comments[0][1].endswith("after printing 'no idea {5}'.")
    assert "Bot committed a fault: " in run("replay", "1").stdout
    pids.disappear()


def test_a_missing_program_is_refused_with_status_2() -> None:
    done = run("play", "strategy-stacks", "--p1", "cmd:no-such-bot")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "Error: 'cmd:no-such-bot' cannot play: no program 'no-such-bot' can be run; give its path, such as "
        "./bot, or its interpreter too, such as python3 bot.py.\n"
    )
