"""outnumber players"""

from __future__ import annotations

import click

from outnumber.games.registry import find
from outnumber.players.ratings import Published, published
from outnumber.players.registry import NAMES, OUTSIDE

SPECS = {"cmd:": "cmd:PROGRAM", "llm:": "llm:MODEL"}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for programs.")
def command(as_json: bool) -> None:
    """List the players that can sit down, and how strong they are."""
    found = published()
    if as_json:
        import json

        click.echo(json.dumps(_json(found)))
        return
    for name, help in _all().items():
        click.echo(f"{name:12}{help}")
    click.echo()
    for line in _table(found):
        click.echo(line)


def _all() -> dict[str, str]:
    return {**NAMES, **{SPECS[prefix]: help for prefix, help in OUTSIDE.items()}}


def _json(found: Published) -> dict[str, object]:
    games = {
        game: {player: each._asdict() for player, each in players.items()}
        for game, players in found.games.items()
    }
    measured = {**found._asdict(), "games": games}
    return {"players": [{"name": name, "help": help} for name, help in _all().items()], "measured": measured}


def _table(found: Published) -> list[str]:
    """The ratings, a column a game; the title of each stands over it, a word a line."""
    titles = [find(game).title.split() for game in found.games]
    height = max(map(len, titles))
    columns = [[""] * (height - len(words)) + words for words in titles]
    lines = ["Ratings, with their standard deviation:", ""]
    lines += [_row("", [column[line] for column in columns]) for line in range(height)]
    for player in next(iter(found.games.values())):
        each = [players[player] for players in found.games.values()]
        lines.append(_row(player, [f"{one.rating:.1f} ± {one.sigma:.1f}" for one in each]))
    lines += [
        "",
        "A lead of 6.5 means 3 games in 4. Measured with proven openings, both seats each,",
        f"on {found.date} in {found.played:,} games: {found.command}",
    ]
    return lines


def _row(name: str, cells: list[str]) -> str:
    return f"{name:12}{''.join(f'{cell:>13}' for cell in cells)}".rstrip()
