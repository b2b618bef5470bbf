"""outnumber worksheet"""

from __future__ import annotations

import secrets
from typing import Any

from outnumber.games import find
from outnumber.study.worksheets import (
    MOST,
    PAPERS,
    SHEETS,
    TEXTS,
    USUAL,
    PaperName,
    SheetName,
    TextName,
    WorksheetOrder,
    kind_of,
)

from .arguments import (
    DIFFICULTY,
    chosen_options,
    cli_command,
    game_argument,
    game_options,
    new_file,
    one_of,
    option,
    seed_number,
    whole,
)
from .output import speak, spoken


@cli_command
def command(
    game: str = game_argument(),
    output: str = new_file(
        "Write the page to FILE; open it in a browser, and print it.", "-o", "--output", required=True
    ),
    sheet: SheetName = one_of(
        SHEETS,
        "What to print: 'puzzles' (with answers on a separate page), 'cards' (numbers to cut out), "
        "'board' (to play on paper) or 'guide' (a page for teachers). Default: puzzles.",
        default="puzzles",
        metavar="SHEET",
    ),
    kind: str | None = option("Only puzzles of one kind; by default the kinds alternate.", metavar="KIND"),
    difficulty: int | None = DIFFICULTY,
    count: int = whole(1, MOST, "How many puzzles (default 6).", default=USUAL, show_default=False),
    seed: int | None = seed_number("The same seed gives the same puzzles; it is printed at the bottom."),
    paper: PaperName = one_of(PAPERS, "The paper size (default a4).", default="a4", metavar="a4|letter"),
    text: TextName = one_of(
        TEXTS,
        "The size of the text; 'large' has two boards a page.",
        default="normal",
        metavar="normal|large",
    ),
    given: dict[str, Any] = game_options(),
) -> None:
    """Write a worksheet with puzzles, number cards, a board or a teacher's guide, to be printed.

    Puzzles come with proven answers and reasons. The file is one self-contained HTML page: print it from a
    browser, on paper or as a PDF.
    """
    rules = find(game)
    if kind:
        kind_of(rules, kind)
    order = WorksheetOrder(
        rules,
        seed=secrets.randbits(24) if seed is None else seed,
        count=count,
        kind=kind,
        difficulty=difficulty,
        options=chosen_options(game, given),
        sheet=sheet,
        paper=paper,
        text=text,
    )
    from outnumber.language.worksheets import page
    from outnumber.store.files import save_text

    save_text(output, page(order, spoken()))
    speak("Written to {file}. Open it in a browser, and print it.", file=output)
