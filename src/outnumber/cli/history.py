"""outnumber history"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import click

from outnumber.games import Voice, find, names, shown, strip_control_characters
from outnumber.language.app import state, versus
from outnumber.language.commands import for_shell
from outnumber.language.match import title
from outnumber.match import HUMAN
from outnumber.players.registry import NAMES
from outnumber.store.games import GameStore, SavedGame

from .arguments import (
    MOST_GAMES,
    cli_command,
    complete,
    complete_ids,
    json_switch,
    option,
    player,
    switch,
    whole,
)
from .output import print_json, speak, spoken


@cli_command
def command(
    ids: tuple[int, ...] = whole(
        1, MOST_GAMES, "Delete game ID.", "--delete", multiple=True, metavar="ID", shell_complete=complete_ids
    ),
    limit: int | None = whole(1, MOST_GAMES, "List the newest N games only."),
    game: str | None = option("List only games of GAME.", metavar="GAME", shell_complete=complete(names)),
    player: str | None = player(
        NAMES, "List only games with a player of this name or level.", metavar="NAME"
    ),
    everything: bool = switch("List games between two computers too.", "--all"),
    as_json: bool = json_switch(),
) -> None:
    """List your games, newest first, or delete some.

    Games between two computers are omitted unless you ask for all; for programs, --json lists everything.
    """
    store = GameStore()
    if ids:
        for id in ids:
            store.delete(id)
        if as_json:
            print_json({"deleted": ids})
        else:
            speak("Deleted: {games}.", games=", ".join(map(str, ids)))
        return
    if as_json:
        from outnumber.api.records import saved_json

        wanted = islice(_wanted(store, game, player, everything=True), limit)
        print_json({"games": [saved_json(entry, spoken()) for entry in wanted]})
        return
    nothing = True
    for entry in islice(_wanted(store, game, player, everything=everything), limit):
        nothing = False
        click.echo(strip_control_characters(_line(entry, spoken())))
    if nothing and not store.ids():
        speak("No games yet. Start one with: {command}", command=for_shell("play"))
    elif nothing:
        speak("No such game. To list them all: {command}", command=for_shell("history --all"))


def _wanted(
    store: GameStore, game: str | None, player: str | None, *, everything: bool
) -> Iterator[SavedGame]:
    """The requested games; with --all they include the unreadable ones."""
    kind = find(game) if game else None
    for entry in store.entries():
        match = entry.match
        if match is None:
            wanted = not kind and not player
        elif kind and not isinstance(match.rules, kind):
            wanted = False
        elif player:
            wanted = player.lower() in {text.lower() for each in match.participants for text in each}
        else:
            wanted = everything or any(each.plays == HUMAN for each in match.participants)
        if wanted:
            yield entry


def _line(entry: SavedGame, voice: Voice) -> str:
    match, number = entry.match, f"{entry.id:>4}  "
    if entry.missing:
        return number + voice.say("not installed: the game {name}", name=shown(entry.missing))
    if match is None:
        return number + voice.say("damaged: {problem}", problem=entry.error)
    how = state(match, voice)
    if not match.over:
        how = voice.say("unfinished, {how_far}", how_far=how)
    who = f"{title(match.rules, voice)}: {versus(match, voice)} ({how})"
    return f"{number}{match.date[:10]:<10}  {who}"
