"""outnumber worksheet"""

from __future__ import annotations

import os
from typing import Any, cast

import click

from outnumber.cli.arguments import (
    OneOf,
    chosen_options,
    force_option,
    game_argument,
    game_options,
    new_file,
    seed_option,
    whole_option,
)
from outnumber.cli.language import say, spoken
from outnumber.games.registry import find
from outnumber.study.worksheets import (
    MOST,
    PAPERS,
    SHEETS,
    USUAL,
    PaperName,
    SheetName,
    WorksheetOrder,
    kind_of,
)


@click.command()
@game_argument()
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), required=True, metavar="FILE",
    help="Write the page to FILE; open it in a browser, and print it.",
)  # fmt: skip
@click.option(
    "--sheet", type=OneOf(SHEETS), default="puzzles", metavar="SHEET",
    help="What to print: 'puzzles' (with answers on a page of their own), 'cards' (numbers to cut out), "
    "'board' (to play on paper) or 'guide' (a page for teachers). Without it puzzles.",
)  # fmt: skip
@click.option("--kind", metavar="KIND", help="Only puzzles of one kind; without it the kinds take turns.")
@whole_option("--difficulty", 1, 5, "How hard, from 1 to 5.", metavar="1-5")
@whole_option("--count", 1, MOST, "How many puzzles; 6 without it.", default=USUAL, show_default=False)
@seed_option("The same seed, the same puzzles; it stands at the foot.")
@click.option(
    "--paper", type=OneOf(PAPERS), default="a4", metavar="a4|letter",
    help="The size of the paper; a4 without it.",
)  # fmt: skip
@force_option
@game_options
def command(
    game: str,
    output: str,
    sheet: str,
    kind: str | None,
    difficulty: int | None,
    count: int,
    seed: int | None,
    paper: str,
    force: bool,
    settings: tuple[str, ...],
    **options: Any,
) -> None:
    """Write a worksheet with puzzles, number cards, a board or a teacher's guide, to be printed.

    Puzzles come with proven answers and reasons. The file is one page of HTML that needs nothing else: print
    it from a browser, on paper or as PDF.
    """
    new_file(output, "--output", force=force)
    rules = find(game)
    if kind:
        kind_of(rules, kind)
    order = WorksheetOrder(
        rules,
        seed=int.from_bytes(os.urandom(3)) if seed is None else seed,
        count=count,
        kind=kind,
        difficulty=difficulty,
        options=chosen_options(game, options, settings),
        sheet=cast(SheetName, sheet),
        paper=cast(PaperName, paper),
    )
    from outnumber.language.worksheets import page
    from outnumber.store.files import save_text

    save_text(output, page(order, spoken()))
    click.echo(say("Written to {file}. Open it in a browser, and print it.", file=output))
