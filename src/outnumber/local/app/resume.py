"""Games of the store, opened on the board."""

from __future__ import annotations

from itertools import islice

from textual.screen import Screen

from outnumber.games.errors import GameError
from outnumber.local.app.voices import voice_of
from outnumber.match.match import Match
from outnumber.store.games import GameStore

# Looked through for one to continue; older ones are in the list of games.
NEWEST = 50


def newest_unfinished() -> tuple[int, Match] | None:
    """The newest game that is not over, with its number; None when there is none to be read."""
    try:
        for entry in islice(GameStore().entries(), NEWEST):
            if entry.match and not entry.match.over:
                return entry.id, entry.match
    except GameError:
        return None
    return None


def resume(screen: Screen[None], id: int) -> None:
    """Go on with a game, or say why that cannot be."""
    # The first screen does not wait for these.
    from outnumber.local.app.runner import GameRunner
    from outnumber.local.app.screens.board import BoardScreen
    from outnumber.players.registry import trusted

    voice = voice_of(screen)
    try:
        runner = GameRunner(trusted(GameStore().load(id), id), voice, id)
    except GameError as error:
        screen.notify(voice.tell(error), severity="warning", title=voice.say("Not now"))
        return
    if runner.match.over:
        runner.leave()
        screen.notify(voice.say("That game is over. r reviews it."))
    else:
        screen.app.push_screen(BoardScreen(runner))
