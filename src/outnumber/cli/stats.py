"""outnumber stats"""

from __future__ import annotations

from outnumber.cli.arguments import cli_command, game_argument, json_switch, switch
from outnumber.cli.language import say, spoken, usage_error
from outnumber.cli.output import blocks, print_json, ticking
from outnumber.games.registry import find
from outnumber.language.commands import meant
from outnumber.language.puzzles import set_aside
from outnumber.language.statistics import told
from outnumber.local.progress import utc_now
from outnumber.local.terminal.console import Console, EndOfInput
from outnumber.store.games import GameStore
from outnumber.study.statistics.summary import erase as erase_all
from outnumber.study.statistics.summary import from_disk


@cli_command
def command(
    game: str | None = game_argument(required=False),
    as_json: bool = json_switch(),
    erase: bool = switch("Delete your puzzle progress and statistics."),
    games: bool = switch("With --erase: delete all your games too."),
    yes: bool = switch("With --erase: do not ask for confirmation."),
) -> int:
    """Show your results: games, accuracy over time, puzzles and streaks.

    With GAME, only for that game.
    """
    if (games or yes) and not erase:
        raise usage_error("--games and --yes work only with --erase.")
    console = Console(spoken())
    if erase:
        if game:
            raise usage_error("--erase deletes everything; it cannot be combined with a game.")
        return _erase(console, games, yes, as_json)
    name = find(game).name if game else None
    # A progress bar for many games.
    with ticking(len(GameStore().ids()), say("Counting")) as tick:
        found, aside = from_disk(utc_now(), name, tick=tick)
    if aside:
        console.warn(set_aside(aside.name, console.voice))
    if as_json:
        from outnumber.api.statistics import statistics_json

        print_json(statistics_json(found, name))
        return 0
    for line, style in told(found, name, blocks(), console.voice):
        console.say(line, style)
    return 0


def _erase(console: Console, games: bool, yes: bool, as_json: bool) -> int:
    if games:
        what = say("your puzzle progress, your statistics and all your games")
    else:
        what = say("your puzzle progress and your statistics")
    if not yes:
        if not console.typed or as_json:
            raise usage_error("This deletes {what}. To confirm, add --yes.", what=what)
        try:
            answer = console.ask(say("Delete {what} for good? Type yes: ", what=what))
        except EndOfInput:
            answer = ""
        if meant(answer, console.voice) != "yes":
            console.say(say("Nothing was deleted."))
            return 0
    deleted = erase_all(games=games)
    if as_json:
        print_json({"erased": True, "games": deleted})
    else:
        kept = "" if games else " " + say("Your games are still there: outnumber history lists them.")
        console.say(say("Deleted {what}.", what=what) + kept)
    return 0
