"""outnumber stats"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from outnumber.games import find, shown
from outnumber.language.commands import meant
from outnumber.language.puzzles import set_aside
from outnumber.language.statistics import told
from outnumber.local.progress import utc_now
from outnumber.local.terminal.console import Console, EndOfInput
from outnumber.store.documents import DamagedDocument
from outnumber.store.files import StoreError, save_copy
from outnumber.store.games import GameStore
from outnumber.study.puzzles.progress import ProgressStore
from outnumber.study.statistics.summary import erase as erase_all
from outnumber.study.statistics.summary import from_disk

from .arguments import cli_command, file, game_argument, json_switch, option, switch
from .output import bad_value, blocks, print_json, say, spoken, ticking, usage_error

# Of a server: a link to its statistics page follows.
_ADDRESS = re.compile(r"https?://([^\s/?#:\[]+|\[[\da-f:]+\])(:\d+)?(/[^\s?#]*)?", re.IGNORECASE)


@cli_command
def command(
    game: str | None = game_argument(required=False),
    as_json: bool = json_switch(),
    export: str | None = file("Save your progress and finished games as a new FILE.", "--export"),
    add: str | None = option(
        "Add the progress and games in a file, or the stars in a link from the pages.",
        "--import",
        metavar="FILE_OR_LINK",
    ),
    qr: str | None = option(
        "Print a link and a QR code that add your stars to the pages at ADDRESS.", metavar="ADDRESS"
    ),
    erase: bool = switch("Delete your puzzle progress and statistics."),
    games: bool = switch("With --erase: delete all your games too."),
    yes: bool = switch("With --erase: do not ask for confirmation."),
) -> int:
    """Show your results: games, accuracy over time, puzzles and streaks.

    With GAME, only for that game. A file has your finished games, and all progress with puzzles, lessons,
    paths and chains; a link has stars and ratings. Adding them loses nothing.
    """
    if (games or yes) and not erase:
        raise usage_error("--games and --yes work only with --erase.")
    console = Console(spoken())
    if export or add or qr:
        return _carry(console, export, add, qr)
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


def _carry(console: Console, export: str | None, add: str | None, qr: str | None) -> int:
    """Take progress to another device, or bring it from there."""
    from outnumber.study import transfer

    if qr and not (qr.isprintable() and _ADDRESS.fullmatch(qr)):
        raise bad_value("--qr", "{text} is not an address such as https://example.org.", text=shown(qr))
    if add:
        try:
            text = Path(add).read_text("utf-8") if os.path.exists(add) else add
            transfer.add(text)
        except StoreError:
            raise
        except (DamagedDocument, OSError, ValueError):
            raise bad_value("--import", "{text} has no progress from Outnumber.", text=shown(add)) from None
        console.speak("Added: the progress from there and from here is now together.")
    if export:
        path = save_copy(export, json.dumps(transfer.everything()) + "\n")
        console.speak("Saved as {file}.", file=path)
    if qr:
        link = f"{qr.rstrip('/')}/stats#progress={transfer.code(ProgressStore().load().progress)}"
        console.draw_code(link)
        console.say(link)
    return 0


def confirmed(console: Console, what: str, *, typed: bool) -> bool:
    """Ask whether to delete something; raises a usage error where the answer would not be typed."""
    if not typed:
        raise usage_error("This deletes {what}. To confirm, add --yes.", what=what)
    try:
        answer = console.ask(say("Delete {what} for good? Type yes: ", what=what))
    except EndOfInput:
        answer = ""
    yes = meant(answer, console.voice) == "yes"
    if not yes:
        console.say(say("Nothing was deleted."))
    return yes


def _erase(console: Console, games: bool, yes: bool, as_json: bool) -> int:
    if games:
        what = say("your puzzle progress, your statistics and all your games")
    else:
        what = say("your puzzle progress and your statistics")
    if not yes and not confirmed(console, what, typed=console.typed and not as_json):
        return 0
    deleted = erase_all(games=games)
    if as_json:
        print_json({"erased": True, "games": deleted})
    else:
        kept = "" if games else " " + say("Your games are still there: outnumber history lists them.")
        console.say(say("Deleted {what}.", what=what) + kept)
    return 0
