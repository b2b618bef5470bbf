"""outnumber review"""

from __future__ import annotations

from outnumber.language.match import with_options
from outnumber.language.review import told
from outnumber.local.terminal.console import Console
from outnumber.match import Match
from outnumber.match.review import Review, review

from .arguments import RECORD, cli_command, json_switch, new_file, switch
from .output import blocks, print_json, say, spoken, ticking, usage_error
from .records import chosen_match


@cli_command
def command(
    record: str = RECORD,
    as_json: bool = json_switch("Print the review as one JSON object."),
    svg: str | None = new_file("Save a chart of who was winning to FILE."),
    retry: bool = switch("Show your mistakes again, and let you find better moves first."),
) -> int:
    """Review a game: a file, or the ID of a game in your history.

    Grades each move and shows the turning point: what would have won, why, and how the other side wins. At a
    terminal, you can try to find the better move yourself first.
    """
    if as_json and retry:
        raise usage_error("--retry asks questions, so it cannot be combined with --json.")
    match, status = chosen_match(record)
    found = reviewed(match)
    voice = spoken()
    if svg:
        from outnumber.store.files import save_text
        from outnumber.study.pictures.draw import names
        from outnumber.study.pictures.history import draw

        save_text(svg, draw(found, with_options(match.rules, voice), names(match, voice), voice))
    if as_json:
        from outnumber.api.reviews import review_json

        print_json(review_json(match, found, voice))
        return status
    console = Console(voice)
    if retry:
        from outnumber.local.terminal.retry import retry as ask_again

        ask_again(match, found, console)
    else:
        tell(match, found, console)
    return status


def tell(match: Match, found: Review, console: Console) -> None:
    """Print a review; at a terminal, the user may look for the better moves first."""
    if console.typed:
        from outnumber.local.terminal.retry import find_first

        find_first(match, found, console)
    for line, style in told(match, found, blocks(), console.voice):
        console.say(line, style)


def reviewed(match: Match) -> Review:
    """The review, with a progress bar for a long one."""
    moves = sum(len(each.moves) for each in match.rounds)
    with ticking(moves, say("Reviewing")) as tick:
        return review(match, tick)
