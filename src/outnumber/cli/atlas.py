"""outnumber atlas"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import dropwhile
from typing import Any

import click

from outnumber.games import Rules, Seat, Voice, all_games, chosen, find
from outnumber.theory.atlas import Entry, atlas, size_name
from outnumber.theory.bounded import solve

from .arguments import (
    chosen_rules,
    cli_command,
    flag,
    flagged,
    game_argument,
    game_options,
    json_switch,
    new_file,
    switch,
    whole,
)
from .output import bad_value, blocks, say, spoken, usage_error

LARGEST = 10_000
# How many terms of a sequence are printed by default.
TERMS = 1_000
# The table covers every size up to N, so these options cannot be given.
SIZES = {kind.SIZE for kind in all_games(added=False) if kind.SIZE}
BAR = 20


@cli_command
def command(
    game: str = game_argument(),
    given: dict[str, Any] = game_options(*SIZES),
    upto: int | None = whole(1, LARGEST, "The largest range or target; with --sequence 1000 by default."),
    sequence: bool = switch("Print lines n count: how many openings win at each range."),
    certificates: str | None = new_file("With --sequence: write the verdicts to FILE, for outnumber check."),
    as_json: bool = json_switch(),
    svg: str | None = new_file("Save a plot to FILE."),
) -> None:
    """Tabulate who wins a game at every range from 1 to N, and how many openings win.

    The range is the largest number in the pool; in Number Stack Attack it is the target.
    """
    if upto is None and not sequence:
        raise usage_error("Give --upto N, the largest range or target.")
    if certificates and not sequence:
        raise usage_error("--certificates goes with --sequence.")
    if as_json and sequence:
        raise usage_error("Choose one of --json and --sequence.")
    upto = upto or TERMS
    kind = find(game)
    size = size_name(kind)
    if given.get(size) is not None:  # The size of an added game may have another name.
        raise bad_value(flag(size), "every {option:name} up to N is included; give --upto N.", option=size)
    largest = chosen_rules(game, {**given, size: upto})
    options = largest.options
    del options[size]
    entries = atlas(kind, options, upto, _watched(upto))
    voice = spoken()
    told = chosen(largest, voice, sized=False)
    title = voice.word(kind.title) + (f" ({told})" if told else "")
    if svg:
        from outnumber.store.files import save_text
        from outnumber.study.pictures.atlas import draw

        save_text(svg, draw(entries, title, size, voice))
    if sequence:
        _print_sequence(kind, options, size, entries, certificates)
        return
    if as_json:
        _print_json(kind.name, options, size, entries, voice)
        return
    click.echo(title)
    for line in _table(entries, size, voice):
        click.echo(line)


def _watched(length: int) -> Callable[[Iterable[int]], Iterator[int]]:
    """Show a progress bar on a terminal during the loop over the sizes."""

    def watch(sizes: Iterable[int]) -> Iterator[int]:
        with click.progressbar(
            sizes, length=length, label=say("Solving"), file=sys.stderr, hidden=not sys.stderr.isatty()
        ) as bar:
            yield from bar

    return watch


def _table(entries: Sequence[Entry], size: str, voice: Voice) -> Iterator[str]:
    """One line per size: the winner, the winning openings as a number and a bar, and the openings
    themselves.
    """
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
    players = {seat: say("Player {seat}", seat=seat) for seat in Seat}
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
        # The same scale for all lines: a full bar means that every opening wins.
        bar = block * (max(1, round(BAR * count / entry.openings)) if count and entry.openings else 0)
        of = say("{part} of {whole}", part=f"{count:>{digits}}", whole=f"{entry.openings:>{digits}}")
        line = f"{entry.size:>{wide}}  {players[entry.winner]:<{who}}  {of:<{counts}}  {bar:<{BAR}}"
        yield f"{line}  {voice.choice(entry.winning) or say('none')}"


def _print_sequence(
    kind: type[Rules], options: dict[str, Any], size: str, entries: Sequence[Entry], certificates: str | None
) -> None:
    """One line for each size, in the b-file form of the OEIS, from the smallest size that can be played."""
    terms = list(dropwhile(lambda entry: entry.problem, entries))
    if problem := next((entry.problem for entry in terms if entry.problem), None):
        raise problem
    if certificates:
        from outnumber.store.files import save_text

        sizes = _watched(len(terms))(entry.size for entry in terms)
        save_text(certificates, "".join(_documents(kind, options, size, sizes)))
    for entry in terms:
        click.echo(f"{entry.size} {entry.winning_openings}")


def _documents(kind: type[Rules], options: dict[str, Any], size: str, sizes: Iterable[int]) -> Iterator[str]:
    """The verdict on the start at each size, one line each, as `outnumber solve --json` prints it."""
    import json

    from outnumber.api import plain
    from outnumber.api.verdicts import VerdictModel

    for each in sizes:
        start = kind(**{**options, size: each}).start()
        yield json.dumps(plain(VerdictModel.of(start, (), solve(start), spoken()))) + "\n"


def _print_json(
    game: str, options: dict[str, Any], size: str, entries: Sequence[Entry], voice: Voice
) -> None:
    """Print one object row by row, because all openings of thousands of sizes would fill the memory."""
    import json

    from outnumber.api import ErrorModel, plain

    head = json.dumps({"game": game, "options": options, "size": size})
    click.echo(f'{head[:-1]}, "rows": [')
    for number, entry in enumerate(entries, start=1):
        row = {
            size: entry.size,  # its name depends on the game
            "winner": entry.winner,
            "openings": entry.openings,
            "winning_openings": entry.winning_openings,
            "winning": list(entry.winning) if entry.winner else None,
        }
        if problem := entry.problem:
            row["error"] = plain(ErrorModel(problem.code, voice.tell(flagged(problem))))
        click.echo(json.dumps(row) + ("," if number < len(entries) else ""))
    click.echo("]}")
