"""outnumber chain"""

from __future__ import annotations

from importlib.util import find_spec

import click

from outnumber.games.links import CRITERIA
from outnumber.language import chains as words
from outnumber.local.terminal.console import Console
from outnumber.study.chains.best import best, improved
from outnumber.study.chains.chain import LARGEST, LARGEST_ASKED, SMALLEST
from outnumber.study.chains.play import ChainRecords, Play

from .arguments import cli_command, complete, json_switch, option, switch, whole
from .output import print_json, spoken, usage_error

# Maximum solver time in seconds.
USUAL, LONGEST = 10, 86_400


@cli_command
def command(
    range_: int = whole(
        SMALLEST,
        LARGEST_ASKED,
        "The largest number (default 100).",
        "--range",
        default=LARGEST,
        show_default=False,
    ),
    link: str = option(
        "When two numbers can be neighbours; a comma means or. Default: one divides the other.",
        default="multiple",
        metavar="CRITERION[,CRITERION…]",
        shell_complete=complete(CRITERIA),
    ),
    plays: bool = switch("Build a chain yourself.", "--play"),
    shows: bool = switch("Print the longest known chain (the default).", "--best"),
    reasons: bool = switch("Explain why the chain cannot use all numbers.", "--why"),
    seconds: int = whole(
        1,
        LONGEST,
        "Seconds for the solver if the answer is not known yet (default 10).",
        default=USUAL,
        show_default=False,
        metavar="S",
    ),
    as_json: bool = json_switch(),
) -> int:
    """The longest chain: as many numbers as possible in a row, each a factor or a multiple of the previous
    one.

    A longest chain is known and proven for every range up to 100. Beyond that, and for several criteria at
    once, a search finds a long chain. A solver, if you install one with pip install 'outnumber[chain]', makes
    it longer or proves that it is the longest. With --play, you build a chain yourself.
    """
    if plays and (shows or reasons or as_json):
        raise usage_error(
            "--play lets you build a chain yourself; it can be combined only with --range and --link."
        )
    if plays:
        return _play(range_, link)
    found, shows = best(range_, link), shows or as_json or not reasons
    if shows and find_spec("ortools"):
        found = improved(found, seconds)
    if as_json:
        from outnumber.api.chains import KnownChain

        print_json(KnownChain.of(found))
        return 0
    lines = words.known(found, spoken()) if shows else []
    for line in [*lines, *(words.why(found, spoken()) if reasons else ())]:
        click.echo(line)
    return 0


def _play(range_: int, link: str) -> int:
    records = ChainRecords()
    play = Play.begin(range_, link, records.longest(range_, link))
    from outnumber.local.terminal.chains import build

    return 0 if build(Console(spoken()), play, records) else 1
