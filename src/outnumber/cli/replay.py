"""outnumber replay"""

from __future__ import annotations

from collections.abc import Iterator

import click

from outnumber.cli.records import chosen_match
from outnumber.games.base import Reason
from outnumber.session.clock import Clock
from outnumber.session.loop import Choice, Event, Kind, Wish, play_match
from outnumber.session.match import Match
from outnumber.terminal.console import Console, EndOfInput
from outnumber.terminal.plain import Teller


@click.command()
@click.argument("record", metavar="FILE|ID")
@click.option("--print", "whole", is_flag=True, help="Print all of it at once, even on a terminal.")
@click.option("--json", "as_json", is_flag=True, help="Print the record as one JSON object.")
def command(record: str, whole: bool, as_json: bool) -> None:
    """Step through a record, or print it: a file, or the ID of a game in your history.

    On a terminal it stops after each move; elsewhere it prints the whole match.
    """
    match = chosen_match(record)
    if as_json:
        click.echo(_json(match))
        return
    console = Console()
    teller = Teller(console, typing=set())
    step = console.typed and not whole
    for event in retold(match):
        teller.tell(event)
        remarks = event.match.current.comments
        # Those before the first move are told when the round begins.
        for ply, remark in remarks if event.kind in (Kind.MOVED, Kind.ROUND_BEGAN) else ():
            if ply == len(event.match.current.moves):
                console.say(f"    ({remark.strip()})")
        if step and event.kind is Kind.MOVED:
            try:
                if console.ask("[Enter goes on, q stops] ").strip().lower().startswith("q"):
                    return
            except EndOfInput:
                return


class _Retelling:
    """A player that makes the moves of a record again."""

    interactive = False

    def __init__(self, match: Match) -> None:
        self._match = match

    def choose(self, match: Match, clock: Clock) -> Choice:  # noqa: ARG002
        told = self._match.rounds[len(match.rounds) - 1]
        ply = len(match.current.moves)
        if ply < len(told.moves):
            return told.moves[ply]
        if told.ended is None:
            return Wish.LEAVE
        return Wish.TIME_UP if told.ended.reason is Reason.TIME else Wish.RESIGN


def retold(match: Match) -> Iterator[Event]:
    """The events of a match that has been played."""
    if not match.rounds:
        return
    player = _Retelling(match)
    for event in play_match(match._replace(rounds=()), {1: player, 2: player}, Clock(None)):
        number = len(event.match.rounds)
        if number > len(match.rounds):
            return
        # Remarks belong to the record, not to the moves made again; so does who gave up.
        told, current = match.rounds[number - 1], event.match.current
        ended = told.ended if current.ended else None
        yield event._replace(
            match=event.match.with_current(current._replace(comments=told.comments, ended=ended))
        )


def _json(match: Match) -> str:
    import json

    return json.dumps(
        {
            "game": match.rules.name,
            "options": match.rules.options,
            "date": match.date,
            "players": [{"plays": each.plays, "name": each.name or None} for each in match.participants],
            "first": match.first,
            "clock": match.clock,
            "seed": match.seed,
            "over": match.over,
            "score": list(match.score()),
            "rounds": [
                {
                    "moves": list(each.moves),
                    "winner": each.outcome.winner.value if each.outcome else None,
                    "reason": each.outcome.reason.value if each.outcome else None,
                    "comments": [{"after": ply, "text": text} for ply, text in each.comments],
                }
                for each in match.rounds
            ],
        }
    )
