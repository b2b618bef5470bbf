"""outnumber path"""

from __future__ import annotations

from outnumber.games import bad_option
from outnumber.language import paths as words
from outnumber.language.match import title
from outnumber.local.paths import attempt
from outnumber.local.progress import SavedProgress
from outnumber.local.terminal.console import Console
from outnumber.study.paths.path import Path, path, paths
from outnumber.study.paths.progress import next_stage, opened, stars_of

from .arguments import cli_command, game_argument, json_switch, seed_number, switch, whole
from .output import print_json, say, spoken, usage_error
from .play import play_repeatedly

MOST = 100


@cli_command
def command(
    game: str | None = game_argument(required=False),
    stage: int | None = whole(1, MOST, "Play an open stage; by default, the next one."),
    as_list: bool = switch("List the stages with your stars, and stop.", "--list"),
    as_json: bool = json_switch("With --list: stages, starts and stars as JSON."),
    seed: int | None = seed_number("The seed of the start; without it, each attempt draws another one."),
    reset: bool = switch("Delete your stars on the path of GAME, and stop."),
    yes: bool = switch("With --reset: do not ask for confirmation."),
) -> int:
    """Climb a path: about 15 stages from a tiny board to the full game against the perfect player.

    Each stage has an opponent, a drawn start that is proven to be won for you, and three stars: win, win
    without help, and never throw the win away. A win opens the next stage; stars of lessons and solved
    puzzles open stages too. Losing costs nothing: you see where the win was lost, and which lesson teaches
    the idea.

    Without GAME, the command plays the path on which you have the most stars.
    """
    if as_json and not as_list:
        raise usage_error("--json works only with --list.")
    if yes and not reset:
        raise usage_error("--yes works only with --reset.")
    if reset and (not game or as_list or stage):
        raise usage_error("--reset needs a game, and works without --list and --stage.")
    found = [path(game)] if game else paths()
    console = Console(spoken())
    saved = SavedProgress(console)
    if reset:
        from .stats import confirmed

        what = say(
            "your stars on the path of {game}",
            game=console.voice.word(title(found[0].stages[0].rules, console.voice)),
        )
        if yes or confirmed(console, what, typed=console.typed):
            saved.reset_path(found[0].game)
            if not saved.failed:
                console.say(say("Deleted {what}.", what=what))
        return int(saved.failed)
    if as_json:
        from outnumber.api.paths import Paths

        print_json(Paths.of(found, saved.progress, seed or 0, console.voice))
        return 0
    if as_list:
        for number, each in enumerate(found):
            console.say([*([""] if number else []), *words.listed(each, saved.progress, console.voice)])
        return 0
    chosen = found[0] if game else proposed(found, saved)
    last = opened(saved.progress, chosen)
    wanted = chosen.stage(stage) if stage else next_stage(saved.progress, chosen)
    if wanted.number > last:
        raise bad_option("stage", wanted.number, "stage {n} is open; win it to open the next.", n=last)
    console.say(words.introduced(wanted, stars_of(saved.progress, wanted), console.voice))
    console.say()
    status = play_repeatedly(attempt(wanted, seed), console)
    return 1 if saved.failed else status


def proposed(found: list[Path], saved: SavedProgress) -> Path:
    """The path to continue: the one with the most stars that is not complete."""
    from outnumber.study.paths.progress import total

    open_ones = [each for each in found if total(saved.progress, each) < 3 * len(each.stages)] or found
    return max(open_ones, key=lambda each: total(saved.progress, each))
