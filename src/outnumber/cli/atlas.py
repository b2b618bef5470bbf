"""outnumber atlas"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import click

from outnumber.cli.arguments import (
    FORCE,
    chosen_rules,
    cli_command,
    file,
    flag,
    flagged,
    game_argument,
    game_options,
    json_switch,
    new_file,
    whole,
)
from outnumber.cli.language import bad_value, say, spoken
from outnumber.cli.output import blocks
from outnumber.games.base import Rules, Seat
from outnumber.games.options import chosen
from outnumber.games.registry import all_games, find
from outnumber.games.sentences import Voice
from outnumber.theory.atlas import Entry, atlas, size_name

LARGEST = 10_000
# The table has every size up to N, so these options cannot be given.
SIZES = {kind.SIZE for kind in all_games(added=False) if kind.SIZE}
BAR = 20


@cli_command
def command(
    game: str = game_argument(),
    given: dict[str, Any] = game_options(*SIZES),
    upto: int = whole(1, LARGEST, "The largest range or target.", required=True),
    as_json: bool = json_switch(),
    svg: str | None = file("Plot it to FILE."),
    force: bool = FORCE,
) -> None:
    """Table who wins a game at every range from 1 to N, and how many openings win.

    The range is the largest number in the pool; in Number Stack Attack it is the target.
    """
    new_file(svg, "--svg", force=force)
    kind = find(game)
    size = size_name(kind)
    if given.get(size) is not None:  # an added game may have a size of another name
        raise bad_value(flag(size), "every {option:name} up to N is looked at; give --upto N.", option=size)
    largest = chosen_rules(game, {**given, size: upto})
    options = largest.options
    del options[size]
    entries = _looked_at(kind, options, upto)
    voice = spoken()
    told = chosen(largest, voice, sized=False)
    title = voice.word(kind.title) + (f" ({told})" if told else "")
    if svg:
        from outnumber.store.files import save_text
        from outnumber.study.pictures.atlas import draw

        save_text(svg, draw(entries, title, size, voice))
    if as_json:
        _print_json(kind.name, options, size, entries, voice)
        return
    click.echo(title)
    for line in _table(entries, size, voice):
        click.echo(line)


def _looked_at(kind: type[Rules], options: dict[str, Any], upto: int) -> list[Entry]:
    """All entries, with a bar for somebody who waits."""

    def watch(sizes: Iterable[int]) -> Iterator[int]:
        with click.progressbar(
            sizes, length=upto, label=say("Solving"), file=sys.stderr, hidden=not sys.stderr.isatty()
        ) as bar:
            yield from bar

    return atlas(kind, options, upto, watch)


def _table(entries: Sequence[Entry], size: str, voice: Voice) -> Iterator[str]:
    """One line a size: who wins, how many openings do, as a number and as a bar, and which."""
    say = voice.say
    head, winner, openings, win, which = (
        voice.word(size),
        say("winner"),
        say("openings"),
        say("that win"),
        say("which"),
    )
    digits = len(str(max((entry.openings or 0 for entry in entries), default=0)))
    wide = max(len(head), len(str(len(entries))))
    players = {seat: say("Player {seat}", seat=seat.value) for seat in Seat}
    who = max(len(winner), *map(len, players.values()))
    of = say("{part} of {whole}", part=f"{0:>{digits}}", whole=f"{0:>{digits}}")
    counts = max(len(of), len(openings))
    block = blocks()[0]
    yield f"{head:>{wide}}  {winner:<{who}}  {openings:<{counts}}  {win:<{BAR}}  {which}"
    for entry in entries:
        if entry.winner is None:
            problem = voice.tell(flagged(entry.problem)) if entry.problem else ""
            yield f"{entry.size:>{wide}}  {'–':<{who}}  {problem}"
            continue
        count = entry.winning_openings or 0
        # One scale for all: a full bar is where every opening wins.
        bar = block * (max(1, round(BAR * count / entry.openings)) if count and entry.openings else 0)
        of = say("{part} of {whole}", part=f"{count:>{digits}}", whole=f"{entry.openings:>{digits}}")
        line = f"{entry.size:>{wide}}  {players[entry.winner]:<{who}}  {of:<{counts}}  {bar:<{BAR}}"
        yield f"{line}  {voice.choice(entry.winning) or say('none')}"


def _print_json(
    game: str, options: dict[str, Any], size: str, entries: Sequence[Entry], voice: Voice
) -> None:
    """One object, written row by row: all openings of thousands of sizes would fill the memory."""
    import json

    from outnumber.api import ErrorModel, plain

    head = json.dumps({"game": game, "options": options, "size": size})
    click.echo(f'{head[:-1]}, "rows": [')
    for number, entry in enumerate(entries, start=1):
        row = {
            size: entry.size,  # what it is called depends on the game
            "winner": entry.winner,
            "openings": entry.openings,
            "winning_openings": entry.winning_openings,
            "winning": list(entry.winning) if entry.winner else None,
        }
        if problem := entry.problem:
            row["error"] = plain(ErrorModel(problem.code, voice.tell(flagged(problem))))
        click.echo(json.dumps(row) + ("," if number < len(entries) else ""))
    click.echo("]}")
