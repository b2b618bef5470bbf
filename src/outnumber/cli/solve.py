"""outnumber solve"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import click

from outnumber.extras import documentation
from outnumber.games import BUILT_IN, NotAMove, Phrase, Position, Rules, Voice, mark, ordered, shown, whole
from outnumber.games.numbers import as_mask
from outnumber.language.games import listing
from outnumber.language.match import with_options
from outnumber.local.terminal.console import colourful
from outnumber.theory.solve import solve
from outnumber.theory.verdict import Verdict

from .arguments import (
    argument,
    chosen_rules,
    cli_command,
    game_argument,
    game_options,
    json_switch,
    new_file,
    option,
    switch,
)
from .output import print_json, say, speak, spoken, usage_error

# Above this number, moves are listed as runs.
LONGEST_TABLE = 40
# From this size on, the computation takes seconds.
LONG_WAIT = 100_000


@cli_command
def command(
    game: str | None = game_argument(required=False),
    moves: tuple[str, ...] = argument(nargs=-1),
    given: dict[str, Any] = game_options(),
    as_json: bool = json_switch("Print one JSON object, with the certificate."),
    svg: str | None = new_file("Save a picture of the position to FILE."),
    batch: bool = switch("Read JSON lines with game, options and moves; write one verdict per line."),
    only: str | None = option("With --batch: only these fields, such as winner,winning.", metavar="FIELDS"),
) -> int:
    """Show who wins a position, with which moves, and why: proven, not guessed.

    MOVES are the numbers played so far. Without any, the position is the start of the game.
    """
    if batch:
        if game or svg:
            raise usage_error(
                "--batch reads games and moves from standard input; do not give any as arguments."
            )
        from .batch import answer_lines

        return answer_lines(spoken(), only)
    if only is not None:
        raise usage_error("--only works only with --batch.")
    if game is None:
        raise usage_error("Name a game, such as: {command}", command="outnumber solve strategy-stacks 6 3")
    rules = chosen_rules(game, given)
    numbers = [number(text) for text in moves]
    position = rules.replay(numbers)
    try:
        _show(rules, numbers, position, svg, as_json)
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            click.echo("\r\x1b[K\x1b[?25h", err=True, nl=False)  # remove any part of the bar
        speak("Stopped before the verdict was complete.", err=True)
        return 130
    return 0


def _show(rules: Rules, numbers: list[int], position: Position, svg: str | None, as_json: bool) -> None:
    verdict = _solved(position)
    voice = spoken()
    if svg:
        from outnumber.store.files import save_text
        from outnumber.study.pictures.position import draw

        save_text(svg, draw(position, numbers, verdict, voice))
    if as_json:
        from outnumber.api.verdicts import VerdictModel

        print_json(VerdictModel.of(position, numbers, verdict, voice))
    else:
        for line in told(rules, numbers, position, verdict, voice):
            click.echo(line)
        if rules.name in BUILT_IN and not position.outcome():
            click.echo(how_we_know(voice))


def how_we_know(voice: Voice) -> str:
    """Where to read what is proven; the address, if the documentation has a public one."""
    if page := documentation("explanation/how-do-we-know"):
        return voice.say("How do we know? {page}", page=page)
    return voice.say(
        "How do we know? The theorem is machine-checked, and outnumber check confirms what --json prints."
    )


def _solved(position: Position) -> Verdict:
    """The verdict, with a progress bar for a large game."""
    # Finished and small games take no time, nor do games solved by counting.
    if not sys.stderr.isatty() or position.unused_count < LONG_WAIT:
        return solve(position)
    label = say("Solving")
    with click.progressbar(length=100, label=label, file=sys.stderr, show_eta=False) as bar:
        verdict = solve(position, progress=lambda share: bar.update(int(share * 100) - bar.pos))
        bar.update(100 - bar.pos)
    return verdict


def number(text: str) -> int:
    """The number in a text; raises `NotAMove`."""
    found = whole(text)
    if found is None:
        raise NotAMove("not-a-number", text=shown(text), remedy=Phrase("moves are numbers, such as 6 3 9."))
    return found


def told(
    rules: Rules, played: list[int], position: Position, verdict: Verdict, voice: Voice
) -> Iterator[str]:
    say = voice.say
    yield with_options(rules, voice)
    yield say("Played: {moves}", moves=listing(played, " ") or say("nothing yet"))
    if position.outcome():
        yield voice.tell(verdict.reason)
        return
    seats = {"seat": position.turn, "winner": verdict.winner}
    if verdict.length is None:
        yield say("Player {seat} is to move. Player {winner} wins under best play.", **seats)
    else:
        yield voice.counted(
            "Player {seat} is to move. Player {winner} wins in {n} move under best play.",
            "Player {seat} is to move. Player {winner} wins in {n} moves under best play.",
            verdict.length,
            **seats,
        )
    yield voice.tell(verdict.reason)
    legal = position.legal_moves()
    if len(legal) > LONGEST_TABLE:
        losing = ordered(position.legal & ~as_mask(verdict.winning))
        none = say("none")
        for text, some in (
            (mark("Winning moves ({n}): {moves}"), verdict.winning),
            (mark("Losing moves ({n}): {moves}"), losing),
        ):
            yield say(text, n=len(some), moves=listing(some) or none, all=some)
        return
    colour = colourful()
    width = len(str(legal[-1]))
    for move in legal:
        wins = move in verdict.winning
        line = f"  {move:>{width}}  {say('wins' if wins else 'loses', move=move)}"
        yield click.style(line, fg="green", bold=True) if colour and wins else line
