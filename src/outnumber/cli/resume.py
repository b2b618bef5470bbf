"""outnumber resume"""

from __future__ import annotations

from collections.abc import Iterator

import click

from outnumber.cli.language import say, spoken
from outnumber.cli.play import sit_down
from outnumber.games.sentences import Phrase
from outnumber.players.registry import trusted
from outnumber.store.files import StoreError
from outnumber.store.games import GameStore
from outnumber.terminal.console import Console
from outnumber.terminal.keeper import Keeper


def complete_unfinished(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
    return [str(id) for id in _unfinished() if str(id).startswith(incomplete)]


def _unfinished() -> Iterator[int]:
    """The games that can be gone on with, the newest first."""
    return (entry.id for entry in GameStore().entries() if entry.match and not entry.match.over)


@click.command()
@click.argument("id", type=click.IntRange(1, 999_999_999), required=False, shell_complete=complete_unfinished)
@click.option("--trust", is_flag=True, help="Start the program, or ask the model, that the record names.")
def command(id: int | None, trust: bool) -> int:
    """Go on with the unfinished game ID, by default the newest one."""
    store = GameStore()
    if id is None:
        id = next(_unfinished(), None)
        if id is None:
            remedy = Phrase("start one with outnumber play, or see history.")
            raise StoreError("no-such-game", text=Phrase("to go on with"), remedy=remedy)
    store.load(id)  # says what is wrong before anything is held
    console = Console(spoken())
    with Keeper(console, id) as keeper:
        # Read it while holding it: another program may just have finished its move.
        match = store.load(id)
        if match.over:
            command = f"outnumber replay {id}"
            console.say(say("Game {id} is over. Look at it with: {command}", id=id, command=command))
            return 0
        if not trust:
            trusted(match, id)
        going = match.rounds and match.current.outcome is None
        moves = " ".join(map(str, match.current.moves)) if going else ""
        so_far = say(
            "Game {id}: {title}. Played so far: {moves}.",
            id=id,
            title=Phrase(match.rules.title),
            moves=moves or say("nothing in this round"),
        )
        console.say(so_far)
        if not moves:
            console.say()
        return sit_down(match, console, keeper)
