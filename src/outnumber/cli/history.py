"""outnumber history"""

from __future__ import annotations

import click

from outnumber.session.match import Match
from outnumber.store.games import Entry, GameStore
from outnumber.terminal.console import tame
from outnumber.words.match import label, whole_match


@click.command()
@click.option("--delete", "ids", type=click.IntRange(1), multiple=True, metavar="ID", help="Delete game ID.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for programs.")
def command(ids: tuple[int, ...], as_json: bool) -> None:
    """List your games, newest first, or delete some."""
    store = GameStore()
    if ids:
        for id in ids:
            store.delete(id)
        if as_json:
            import json

            click.echo(json.dumps({"deleted": list(ids)}))
        else:
            click.echo(f"Deleted: {', '.join(map(str, ids))}.")
        return
    if as_json:
        import json

        click.echo(json.dumps({"games": [_plain(entry) for entry in store.entries()]}))
        return
    nothing = True
    for entry in store.entries():
        nothing = False
        click.echo(tame(_line(entry)))
    if nothing:
        click.echo("No games yet. Start one with: outnumber play")


def _line(entry: Entry) -> str:
    if entry.match is None:
        return f"{entry.id:>4}  damaged: {entry.problem}"
    return f"{entry.id:>4}  {entry.match.date[:10]:<10}  {whole_match(entry.match)}: {_state(entry.match)}"


def _state(match: Match) -> str:
    if not match.over:
        played = len(match.current.moves) if match.rounds else 0
        which = f"round {len(match.rounds)} of {match.length}, " if match.length > 1 else ""
        return f"unfinished ({which}{played} move{'' if played == 1 else 's'})"
    if match.length > 1:
        one, two = match.score()
        return f"{one} to {two} rounds"
    outcome = match.current.outcome
    winner = match.seated(outcome.winner) if outcome else 1
    # Both may be nameless people; then the seat says more.
    named = match.participants[0].name or match.participants[0].plays != match.participants[1].plays
    who = label(match, winner) if named else f"Player {outcome.winner.value if outcome else 1}"
    return f"{who} won"


def _plain(entry: Entry) -> dict[str, object]:
    match = entry.match
    if match is None:
        return {"id": entry.id, "path": str(entry.path), "problem": entry.problem}
    return {
        "id": entry.id,
        "path": str(entry.path),
        "game": match.rules.name,
        "options": match.rules.options,
        "date": match.date,
        "players": [{"plays": each.plays, "name": each.name or None} for each in match.participants],
        "over": match.over,
        "score": list(match.score()),
        "rounds": [list(each.moves) for each in match.rounds],
    }
