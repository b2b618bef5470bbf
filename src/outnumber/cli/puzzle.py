"""outnumber puzzle"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

import click

from outnumber.cli.arguments import chosen_rules, game_argument, game_options
from outnumber.cli.language import say, spoken
from outnumber.games.errors import OptionError
from outnumber.games.registry import find
from outnumber.games.sentences import Phrase
from outnumber.puzzles.daily import daily as daily_puzzle
from outnumber.puzzles.generate import generate, mixed
from outnumber.puzzles.puzzle import Puzzle
from outnumber.terminal.console import Console
from outnumber.terminal.puzzles import Book, Sitting, utc_now

MOST = 1_000_000


@click.command()
@game_argument(required=False)
@click.option("--daily", is_flag=True, help="The puzzle of today (the date in UTC), the same for everyone.")
@click.option(
    "--count",
    type=click.IntRange(1, MOST),
    metavar="N",
    help="How many; without it until you quit, or one with --json.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63),
    metavar="S",
    help="The same seed, the same puzzles; without it the ones you missed come again.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the puzzles, one JSON object a line.")
@game_options
def command(
    game: str | None,
    daily: bool,
    count: int | None,
    seed: int | None,
    as_json: bool,
    settings: tuple[str, ...],
    **options: Any,
) -> int:
    """Find the one move that wins.

    Every puzzle is proven: exactly one move wins. At the prompt, type it, or help for the words you can use.
    Without GAME, the games take turns.
    """
    name = find(game).name if game else None
    chosen = _chosen(name, options, settings)
    if daily and (chosen or count is not None or seed is not None):
        raise click.UsageError(
            say("--daily is one puzzle; it takes no count, no seed and no options of the game.")
        )
    today = utc_now().date()
    if as_json:
        made = iter([daily_puzzle(today, name)]) if daily else _made(name, _seeded(seed), chosen)
        _print(made, count or 1)
        return 0
    console = Console(spoken())
    book = Book(console)
    if daily:
        return _sit(Sitting(console, book, today.isoformat()), book, iter([daily_puzzle(today, name)]), 1)
    # Made before anything is shown, so that options without puzzles are refused at once.
    made = _made(name, _seeded(seed), chosen)
    first = next(made, None)
    if first is None:
        raise _too_many(1, 0)
    again = [] if seed is not None or chosen else book.progress.waiting(utc_now(), name)
    return _sit(Sitting(console, book), book, chain(again, [first], made), count)


def _sit(sitting: Sitting, book: Book, puzzles: Iterator[Puzzle], count: int | None) -> int:
    try:
        sitting.solve(puzzles, count)
    except KeyboardInterrupt:
        sitting.say_good_bye()
        return 130
    sitting.say_good_bye()
    return 1 if book.failed else 0


def _chosen(game: str | None, options: dict[str, Any], settings: tuple[str, ...]) -> dict[str, Any]:
    """The options of the game that were given, checked."""
    given = {name for name, value in options.items() if value is not None}
    given |= {setting.partition("=")[0].replace("-", "_") for setting in settings}
    if not given:
        return {}
    if game is None:
        command = "outnumber puzzle number-duel"
        raise click.UsageError(say("Name a game to choose its options, such as: {command}", command=command))
    rules = chosen_rules(game, options, settings)
    return {name: value for name, value in rules.options.items() if name in given}


def _seeded(seed: int | None) -> int:
    return int.from_bytes(os.urandom(8)) if seed is None else seed


def _made(game: str | None, seed: int, options: dict[str, Any]) -> Iterator[Puzzle]:
    return generate(game, seed, options) if game else mixed(seed)


def _print(puzzles: Iterator[Puzzle], count: int) -> None:
    import json

    printed = 0
    for puzzle in islice(puzzles, count):
        click.echo(json.dumps(puzzle.to_json()))
        printed += 1
    if printed < count:
        raise _too_many(count, printed)


def _too_many(count: int, found: int) -> Exception:
    if not found:
        return click.ClickException(say("No puzzle can be made with these options. Try a larger range."))
    what = Phrase("A count of {n:,}", n=count)
    remedy = Phrase("only {n} can be made with these options.", n=found)
    return OptionError("too-large", what=what, size=count, remedy=remedy)
