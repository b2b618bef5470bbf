"""`outnumber path`: the list, attempts and stars."""

import json

from outnumber.match import STAGE
from outnumber.store.games import GameStore
from outnumber.study.paths.path import path
from outnumber.study.paths.start import start
from outnumber.study.puzzles.progress import Progress, ProgressStore
from outnumber.theory.best import best
from tests.program import at_terminal, call, lines


def perfect(game: str, stage: int, seed: int) -> str:
    """The moves of a perfect player against the opponent of a stage, one per line."""
    from outnumber.players.registry import computer

    match = start(path(game).stage(stage), seed)
    rival, typed = computer(match.participants[1].plays), []
    while not match.over:
        if match.mover == 1:
            typed.append(best(match.current.position)[0])
            match = match.play(typed[-1])
        else:
            match = match.play(rival.choose(match))
    return lines(*typed)


def test_list_as_json_has_every_stage_with_its_start() -> None:
    told = json.loads(call("path", "--list", "--json").stdout)
    stages = told["paths"][1]["stages"]
    assert (told["paths"][1]["game"], len(stages)) == ("number-duel", 15)
    begun = start(path("number-duel").stage(7), 0)
    assert stages[6]["moves"] == list(begun.current.moves)
    assert (stages[6]["seat"], stages[6]["rounds"], stages[6]["stars"]) == (begun.seat_of(1), 1, [])


def test_win_earns_stars_and_opens_the_next_stage() -> None:
    done = call("path", "strategy-stacks", "--seed", "3", typed=perfect("strategy-stacks", 1, 3))
    assert done.returncode == 0
    assert "You win!" in done.stdout
    assert "Stage 1: ★★★" in done.stdout
    drawn = " ".join(map(str, start(path("strategy-stacks").stage(1), 3).current.moves))
    assert f", against random.\nPlayed so far: {drawn}.\n" in done.stdout
    stars = ProgressStore().load().progress.paths
    assert stars == {"strategy-stacks": {"1": ("won", "unaided", "flawless")}}
    assert "   1  ★★★  Random" in call("path", "strategy-stacks", "--list").stdout
    assert call("path", "strategy-stacks", typed="quit\n").stdout.startswith("Stage 2: ")


def test_at_a_terminal_a_win_leads_to_the_next_stage_and_a_loss_to_another_start() -> None:
    with at_terminal("path", "strategy-stacks", "--seed", "3") as terminal:
        for move in perfect("strategy-stacks", 1, 3).split():
            terminal.type(move, prompt="Select a number: ")
        terminal.type(
            "next", prompt="Type next to play stage 2, again for another start, review, or press Enter"
        )
        terminal.wait_for("Stage 2: Random, 1 to 7")
        terminal.type("resign", prompt="Select a number: ")
        terminal.type("yes", prompt="? ")
        terminal.type("again", prompt="Type review to review it, again to play another")
        terminal.type("resign", prompt="Select a number: ")
        terminal.type("yes", prompt="? ")
        terminal.wait_for("Stage 2: ☆☆☆")
    attempts = sorted(dict(each.match.tags)[STAGE] for each in GameStore().entries() if each.match)
    assert attempts == ["1", "2", "2"]


def test_help_costs_a_star() -> None:
    done = call("path", "strategy-stacks", "--seed", "3", typed="hint\n" + perfect("strategy-stacks", 1, 3))
    assert "Stage 1: ★☆★" in done.stdout
    assert "Win without help for another star." in done.stdout


def test_loss_is_kind_and_names_the_turning_point() -> None:
    ProgressStore().change(Progress.starred, "strategy-stacks", 14, ("won",))
    done = call("path", "strategy-stacks", "--stage", "15", "--seed", "1", typed="resign\nyes\n")
    assert "Stage 15: ☆☆☆" in done.stdout
    assert "Losing costs nothing: the next attempt draws another start." in done.stdout


def test_locked_and_unknown_stages_are_refused() -> None:
    done = call("path", "number-duel", "--stage", "2")
    assert (done.returncode, done.stdout) == (2, "")
    assert "stage 1 is open; win it to open the next." in done.stderr
    assert "1 to 15" in call("path", "number-duel", "--stage", "16").stderr
    assert "--json works only with --list" in call("path", "--json").stderr


def test_reset_deletes_the_stars_of_one_path_once_confirmed() -> None:
    for game in ("strategy-stacks", "number-duel"):
        ProgressStore().change(Progress.starred, game, 1, ("won",))
    before = ProgressStore().load().progress.paths
    asked = call("path", "strategy-stacks", "--reset")
    assert (asked.returncode, ProgressStore().load().progress.paths) == (2, before)
    assert "To confirm, add --yes." in asked.stderr
    done = call("path", "strategy-stacks", "--reset", "--yes")
    assert done.stdout == "Deleted your stars on the path of Strategy Stacks.\n"
    assert ProgressStore().load().progress.paths == {"number-duel": {"1": ("won",)}}
    for arguments in (("--reset",), ("strategy-stacks", "--yes"), ("strategy-stacks", "--reset", "--list")):
        assert call("path", *arguments).returncode == 2
