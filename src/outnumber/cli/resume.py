"""outnumber resume"""

from __future__ import annotations

from collections.abc import Iterator

from outnumber.games import Phrase, Seat, Voice
from outnumber.language.commands import for_shell
from outnumber.language.match import called, only_person
from outnumber.local.saving import Autosave
from outnumber.local.terminal.console import Console
from outnumber.match import Match
from outnumber.players.registry import trusted
from outnumber.store.files import StoreError
from outnumber.store.games import GameStore

from .arguments import MOST_GAMES, argument, cli_command, complete, switch, whole_type
from .output import say, spoken
from .play import help_exists, play_once, play_repeatedly, wants_more


def _unfinished() -> Iterator[int]:
    """The games that can be resumed, newest first."""
    return (entry.id for entry in GameStore().unfinished())


@cli_command
def command(
    id: int | None = argument(
        type=whole_type(1, MOST_GAMES), required=False, shell_complete=complete(_unfinished)
    ),
    trust: bool = switch("Allow the program or model that the record names to play."),
) -> int:
    """Resume the unfinished game ID, by default the newest one."""
    store = GameStore()
    if id is None:
        id = next(_unfinished(), None)
        if id is None:
            raise StoreError(
                "no-such-game",
                text=Phrase("to resume"),
                remedy="start one with outnumber play, or see history.",
            )
    store.load(id)  # reports an error before locking the game
    console = Console(spoken())
    with Autosave(console, id) as autosave:
        # Read it again after locking: another program may just have finished its move.
        match = store.load(id)
        if match.over:
            command = for_shell(f"replay {id}")
            console.say(say("Game {id} is over. Review it with: {command}", id=id, command=command))
            return 0
        if not trust:
            trusted(match, id)
        told, *more = so_far(match, id, console.voice)
        console.say([told, *(more if console.at_terminal else ())])
        if not _moves(match):
            console.say()
        help_exists(console)
        match, status = play_once(match, console, autosave)
    then = wants_more(match, autosave, console) if match.over else None
    return play_repeatedly(then, console) if then else status


def so_far(match: Match, id: int, voice: Voice) -> list[str]:
    """The game, its players, and the last moves."""
    moves = _moves(match)
    told = voice.say(
        "Game {id}: {title}. Played so far: {moves}.",
        id=id,
        title=Phrase(match.rules.title),
        moves=" ".join(map(str, moves)) or voice.say("nothing in this round"),
    )
    alone = only_person(match)
    if not alone and not all(each.name for each in match.participants):
        return [told]
    lines = [told]
    if not alone:  # against a computer, the line about seats names the opponent
        one, two = (called(match, number, voice) for number in (1, 2))
        lines.append(voice.say("{one} against {two}.", one=one, two=two))
    if match.rounds and len(moves) > match.current.drawn:
        mover = match.seated(Seat(match.current.movers[-1]))
        if mover == alone:
            lines.append(voice.say("Your last number was {number}.", number=moves[-1]))
        else:
            name = called(match, mover, voice)
            lines.append(voice.say("The last number was {number}, by {name}.", number=moves[-1], name=name))
    return lines


def _moves(match: Match) -> tuple[int, ...]:
    return match.current.moves if match.rounds and match.current.outcome is None else ()
