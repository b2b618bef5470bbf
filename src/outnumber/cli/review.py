"""outnumber review"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from outnumber.cli.printing import can_show
from outnumber.cli.records import chosen_match
from outnumber.games.base import Seat
from outnumber.session.match import Match
from outnumber.session.record import option_text
from outnumber.session.review import Graded, Review, RoundReview, Tally, review
from outnumber.terminal.console import Console
from outnumber.terminal.words.review import name, told, totals

# Shorter games are reviewed before anybody could read a bar.
WORTH_A_BAR = 50


@click.command()
@click.argument("record", metavar="FILE|ID")
@click.option("--json", "as_json", is_flag=True, help="Print the review as one JSON object.")
@click.option("--svg", type=click.Path(dir_okay=False), metavar="FILE", help="Draw who was winning to FILE.")
@click.option("--retry", is_flag=True, help="Show your mistakes again, and ask before telling.")
def command(record: str, as_json: bool, svg: str | None, retry: bool) -> None:
    """Look at a game again: a file, or the ID of a game in your history.

    Each move is graded, and the turning point shown: what would have won, why, and how the other side wins.
    """
    if as_json and retry:
        raise click.UsageError("--retry asks questions, so it cannot go with --json.")
    match = chosen_match(record)
    found = _reviewed(match)
    if svg:
        from outnumber.pictures.history import draw
        from outnumber.store.games import save_text

        names = [
            (name(match, Seat.ONE, n), name(match, Seat.TWO, n)) for n in range(1, len(match.rounds) + 1)
        ]
        save_text(svg, draw(found, f"{match.rules.title} ({option_text(match.rules)})", names))
    if as_json:
        import json

        click.echo(json.dumps(to_json(match, found)))
        return
    console = Console()
    if retry:
        from outnumber.terminal.retry import retry as ask_again

        ask_again(match, found, console)
        return
    for line, style in told(match, found, "█·" if can_show("█·") else "#."):
        console.say(line, style)


def _reviewed(match: Match) -> Review:
    """The review, with a bar for somebody who waits for a long one."""
    moves = sum(len(each.moves) for each in match.rounds)
    hidden = not sys.stderr.isatty() or moves < WORTH_A_BAR
    with click.progressbar(length=moves, label="Reviewing", file=sys.stderr, hidden=hidden) as bar:
        tick: Callable[[], object] = lambda: bar.update(1)  # noqa: E731
        return review(match, tick)


def to_json(match: Match, found: Review) -> dict[str, Any]:
    """The review as JSON has it; the names are stable."""
    return {
        "game": match.rules.name,
        "options": match.rules.options,
        "players": [
            {"plays": each.plays, "name": each.name or None, **_tally(tally)}
            for each, tally in zip(match.participants, totals(match, found), strict=True)
        ],
        "rounds": [
            {"seats": [match.seated(seat, number) for seat in Seat], **_round(each)}
            for number, each in enumerate(found.rounds, start=1)
        ],
    }


def _tally(found: Tally) -> dict[str, Any]:
    accuracy = None if found.accuracy is None else round(found.accuracy, 4)
    return {"chances": found.held, "kept": found.kept, "accuracy": accuracy}


def _round(each: RoundReview) -> dict[str, Any]:
    return {
        "moves": [_move(graded) for graded in each.moves],
        "history": [winner.value for winner in each.winners],
        "turning_point": _turning(each),
        "refutation": _refutation(each),
        "accuracy": {str(seat.value): _tally(each.tally(seat))["accuracy"] for seat in Seat},
        "winner": each.outcome.winner.value if each.outcome else None,
        "reason": each.outcome.reason.value if each.outcome else None,
    }


def _move(graded: Graded) -> dict[str, Any]:
    return {
        "seat": graded.seat.value,
        "move": graded.move,
        "grade": graded.grade.value,
        "winner_before": graded.winner_before.value,
        "winning": list(graded.winning),
        "legal": list(graded.legal),
        "regret": graded.regret,
        "weight": round(graded.weight, 4),
    }


def _turning(each: RoundReview) -> dict[str, Any] | None:
    if each.turning_point is None:
        return None
    graded = each.moves[each.turning_point]
    return {
        "number": each.turning_point + 1,
        "seat": graded.seat.value,
        "move": graded.move,
        "winning": list(graded.winning),
        "reason": str(each.reason),
    }


def _refutation(each: RoundReview) -> dict[str, Any] | None:
    if each.turning_point is None:
        return None
    return {
        "moves": [step.move for step in each.refutation],
        "seats": [step.seat.value for step in each.refutation],
        "complete": each.ending is not None,
    }
