"""outnumber solve"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import click

from outnumber.cli.arguments import chosen_rules, game_argument, game_options
from outnumber.games.base import Position, Rules
from outnumber.games.errors import GameError, NotAMove, shown
from outnumber.games.numbers import as_mask, ordered
from outnumber.games.options import whole
from outnumber.games.registry import find
from outnumber.session.record import option_text
from outnumber.terminal.console import colourful
from outnumber.theory.solve import solve
from outnumber.theory.verdict import Verdict, to_json
from outnumber.words.games.base import listing

# More moves than this are listed as runs, not one in a row.
LONGEST_TABLE = 40
LONGEST_LINE = 10_000_000


@click.command()
@game_argument(required=False)
@click.argument("moves", nargs=-1)
@game_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, with the certificate.")
@click.option("--svg", type=click.Path(dir_okay=False), metavar="FILE", help="Draw the position to FILE.")
@click.option(
    "--batch", is_flag=True, help="Read JSON lines with game, options and moves; write one verdict a line."
)
def command(
    game: str | None,
    moves: tuple[str, ...],
    settings: tuple[str, ...],
    as_json: bool,
    svg: str | None,
    batch: bool,
    **options: Any,
) -> int:
    """Say who wins a position, with which moves, and why: proven, not guessed.

    MOVES are the numbers played so far. Without any, it is the start of the game.
    """
    if batch:
        if game or svg:
            raise click.UsageError("--batch reads games and moves from standard input; give none here.")
        return _batch()
    if game is None:
        raise click.UsageError("Name a game, such as: outnumber solve strategy-stacks 6 3")
    rules = chosen_rules(game, options, settings)
    numbers = [_number(text) for text in moves]
    position = _after(rules, numbers)
    verdict = solve(position)
    if svg:
        from outnumber.pictures.position import draw
        from outnumber.store.files import save_text

        save_text(svg, draw(position, numbers, verdict))
    if as_json:
        click.echo(json.dumps(to_json(rules, numbers, position, verdict)))
    else:
        for line in _told(rules, numbers, position, verdict):
            click.echo(line)
    return 0


def _number(text: str) -> int:
    number = whole(text)
    if number is None:
        raise NotAMove("not-a-number", text=shown(text), remedy="moves are numbers, such as 6 3 9.")
    return number


def _after(rules: Rules, moves: list[int]) -> Position:
    position = rules.start()
    for move in moves:
        position = position.play(move)
    return position


def _told(rules: Rules, moves: list[int], position: Position, verdict: Verdict) -> Iterator[str]:
    yield f"{rules.title} ({option_text(rules)})"
    yield f"Played: {listing(moves, ' ') or 'nothing yet'}"
    if position.outcome():
        yield str(verdict.reason)
        return
    winner = verdict.winner.value
    length = verdict.length
    when = "" if length is None else f" in {length} move{'' if length == 1 else 's'}"
    yield f"Player {position.turn.value} is to move. Player {winner} wins{when} under best play."
    yield str(verdict.reason)
    legal = position.legal_moves()
    if len(legal) > LONGEST_TABLE:
        losing = ordered(position.legal & ~as_mask(verdict.winning))
        yield f"Winning moves ({len(verdict.winning)}): {listing(verdict.winning, ', ') or 'none'}"
        yield f"Losing moves ({len(losing)}): {listing(losing, ', ') or 'none'}"
        return
    colour = colourful()
    width = len(str(legal[-1]))
    for move in legal:
        wins = move in verdict.winning
        line = f"  {move:>{width}}  {'wins' if wins else 'loses'}"
        yield click.style(line, fg="green", bold=True) if colour and wins else line


def _batch() -> int:
    """One verdict a line for one position a line; a bad line gets an error object and the rest goes on."""
    failed = False
    known: dict[str, Rules] = {}
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        try:
            answer = _answer(line, known)
        except GameError as error:
            failed = True
            answer = {**_named(line), "error": {"code": error.code, "message": str(error)}}
        sys.stdout.write(json.dumps(answer) + "\n")
        # Somebody may wait for the answer before asking the next question.
        sys.stdout.flush()
    return 1 if failed else 0


def _named(line: bytes) -> dict[str, Any]:
    """The id of a line that could not be answered, if it has one."""
    try:
        return {"id": json.loads(line)["id"]}
    except (ValueError, RecursionError, LookupError, TypeError):
        return {}


def _answer(line: bytes, known: dict[str, Rules]) -> dict[str, Any]:
    try:
        if len(line) > LONGEST_LINE:
            raise ValueError("it is too long")
        asked = json.loads(line)
        if not isinstance(asked, dict):
            raise ValueError("it is no object")
        game, options, moves = asked["game"], asked.get("options", {}), asked.get("moves", [])
        if not isinstance(game, str) or not isinstance(options, dict) or not isinstance(moves, list):
            raise ValueError("game is a string, options an object and moves a list")
    except (ValueError, RecursionError, KeyError) as error:
        why = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise GameError("bad-line", text=shown(line[:40].decode("utf-8", "replace")), remedy=why) from None
    key = json.dumps([game, options], sort_keys=True)
    if key not in known:
        # Rules keep what earlier verdicts found; a flood of different ones must not fill the memory.
        if len(known) >= 16:
            known.clear()
        known[key] = find(game)(**options)
    rules = known[key]
    numbers = [move if type(move) is int else _number(str(move)) for move in moves]
    position = _after(rules, numbers)
    answer = to_json(rules, numbers, position, solve(position))
    return {"id": asked["id"], **answer} if "id" in asked else answer
