"""outnumber atlas"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import click

from outnumber.cli.arguments import chosen_rules, game_argument, game_options
from outnumber.cli.output import can_show
from outnumber.games.base import Rules
from outnumber.games.registry import find
from outnumber.games.sentences import brief
from outnumber.theory.atlas import Entry, atlas, size_name

LARGEST = 10_000
BAR = 20


@click.command()
@game_argument()
@game_options
@click.option(
    "--upto", type=click.IntRange(1, LARGEST), required=True, metavar="N", help="The largest range or target."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for programs.")
@click.option("--svg", type=click.Path(dir_okay=False), metavar="FILE", help="Plot it to FILE.")
def command(
    game: str, settings: tuple[str, ...], upto: int, as_json: bool, svg: str | None, **options: Any
) -> None:
    """Table who wins a game at every range from 1 to N, and how many openings win.

    The range is the largest number in the pool; in Number Stack Attack it is the target.
    """
    kind = find(game)
    size = size_name(kind)
    if options.get(size) is not None:
        raise click.BadParameter(f"every {size} up to N is looked at; give --upto N.", param_hint=f"--{size}")
    chosen = chosen_rules(game, {**options, size: upto}, settings).options
    del chosen[size]
    entries = _looked_at(kind, chosen, upto)
    title = kind.title + (f" ({_texts(kind, chosen)})" if chosen else "")
    if svg:
        from outnumber.pictures.atlas import draw
        from outnumber.store.files import save_text

        save_text(svg, draw(entries, title, size))
    if as_json:
        _print_json(kind.name, chosen, size, entries)
        return
    click.echo(title)
    for line in _table(entries, size):
        click.echo(line)


def _looked_at(kind: type[Rules], options: dict[str, Any], upto: int) -> list[Entry]:
    """All entries, with a bar for somebody who waits."""

    def watch(sizes: Iterable[int]) -> Iterator[int]:
        with click.progressbar(
            sizes, length=upto, label="Solving", file=sys.stderr, hidden=not sys.stderr.isatty()
        ) as bar:
            yield from bar

    return atlas(kind, options, upto, watch)


def _texts(kind: type[Rules], options: dict[str, Any]) -> str:
    known = {option.name: option for option in kind.OPTIONS}
    return " ".join(f"{name}={known[name].text(known[name].read(value))}" for name, value in options.items())


def _table(entries: Sequence[Entry], size: str) -> Iterator[str]:
    """One line a size: who wins, how many openings do, as a number and as a bar, and which."""
    most = max((entry.winning_openings or 0 for entry in entries), default=0)
    digits = len(str(max((entry.openings or 0 for entry in entries), default=0)))
    wide = max(len(size), len(str(len(entries))))
    counts = max(2 * digits + 4, len("openings"))
    block = "█" if can_show("█") else "#"
    yield f"{size:>{wide}}  winner    {'openings':<{counts}}  {'that win':<{BAR}}  which"
    for entry in entries:
        if entry.winner is None:
            yield f"{entry.size:>{wide}}  –         {entry.problem}"
            continue
        count = entry.winning_openings or 0
        bar = block * (max(1, round(BAR * count / most)) if count else 0)
        openings = f"{count:>{digits}} of {entry.openings:>{digits}}"
        line = f"{entry.size:>{wide}}  Player {entry.winner.value}  {openings:<{counts}}  {bar:<{BAR}}"
        yield f"{line}  {brief(entry.winning) or 'none'}"


def _print_json(game: str, options: dict[str, Any], size: str, entries: Sequence[Entry]) -> None:
    """One object, written row by row: all openings of thousands of sizes would fill the memory."""
    import json

    head = json.dumps({"game": game, "options": options, "size": size})
    click.echo(f'{head[:-1]}, "rows": [')
    for number, entry in enumerate(entries, start=1):
        click.echo(json.dumps(_plain(entry, size)) + ("," if number < len(entries) else ""))
    click.echo("]}")


def _plain(entry: Entry, size: str) -> dict[str, Any]:
    row: dict[str, Any] = {
        size: entry.size,
        "winner": entry.winner.value if entry.winner else None,
        "openings": entry.openings,
        "winning_openings": entry.winning_openings,
        "winning": list(entry.winning) if entry.winner else None,
    }
    if entry.problem:
        row["error"] = {"code": entry.problem.code, "message": str(entry.problem)}
    return row
