"""outnumber chain"""

from __future__ import annotations

from importlib.util import find_spec

import click

from outnumber.cli.arguments import cli_command, complete, json_switch, option, switch, whole
from outnumber.cli.language import spoken, usage_error
from outnumber.cli.output import print_json
from outnumber.games.links import CRITERIA
from outnumber.language import chains as words
from outnumber.local.terminal.console import Console
from outnumber.study.chains.best import best, improved
from outnumber.study.chains.chain import LARGEST, LARGEST_ASKED, SMALLEST
from outnumber.study.chains.play import ChainRecords, Play

# So long a solver may think, in seconds.
USUAL, LONGEST = 10, 86_400


@cli_command
def command(
    range_: int = whole(
        SMALLEST,
        LARGEST_ASKED,
        "The largest number; 100 without it.",
        "--range",
        default=LARGEST,
        show_default=False,
    ),
    link: str = option(
        "When two numbers can be neighbours; a comma means or. Without it one divides the other.",
        default="multiple",
        metavar="CRITERION[,CRITERION…]",
        shell_complete=complete(CRITERIA),
    ),
    plays: bool = switch("Build a chain yourself.", "--play"),
    shows: bool = switch("Print the longest chain that is known; so does no option at all.", "--best"),
    reasons: bool = switch("Explain why the chain cannot use all numbers.", "--why"),
    seconds: int = whole(
        1,
        LONGEST,
        "How long a solver may look where the answer is not known yet; 10 without it.",
        default=USUAL,
        show_default=False,
        metavar="S",
    ),
    as_json: bool = json_switch(),
) -> int:
    """The longest chain: as many numbers as possible in a row, each a factor or a multiple of the one before.

    For every range to 100 a longest chain is known and proven. Beyond that, and for several criteria at once,
    a search finds a long chain, and a solver makes it longer or proves that it is the longest, where there is
    one: pip install 'outnumber[chain]'. With --play it is a game for one.
    """
    if plays and (shows or reasons or as_json):
        raise usage_error("--play is for building a chain yourself; it goes with --range and --link alone.")
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
