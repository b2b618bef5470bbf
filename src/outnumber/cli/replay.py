"""outnumber replay"""

from __future__ import annotations

from outnumber.language.commands import meant
from outnumber.local.terminal.console import Console, EndOfInput
from outnumber.local.terminal.plain import Announcer
from outnumber.match import Kind
from outnumber.match.replay import retold

from .arguments import RECORD, cli_command, json_switch, switch
from .output import print_json, say, spoken
from .records import chosen_match


@cli_command
def command(
    record: str = RECORD,
    whole: bool = switch("Print everything at once, even on a terminal.", "--print"),
    as_json: bool = json_switch("Print the record as one JSON object."),
) -> int:
    """Step through a record, or print it: a file, or the ID of a game in your history.

    On a terminal, it pauses after each move; elsewhere it prints the whole match. It reads a damaged file as
    far as possible and reports what is wrong with it.
    """
    match, status = chosen_match(record)
    if as_json:
        from outnumber.api.records import match_json

        print_json(match_json(match))
        return status
    console = Console(spoken())
    announcer = Announcer(console, typing=set())
    step = console.typed and not whole
    for event in retold(match):
        announcer.tell(event)
        remarks = event.match.current.comments
        # Moves before the first prompt are shown when the round begins.
        for ply, remark in remarks if event.kind in (Kind.MOVED, Kind.ROUND_BEGAN) else ():
            if ply == len(event.match.current.moves):
                console.say(f"    ({remark.strip()})")
        if step and event.kind is Kind.MOVED:
            try:
                while (
                    word := meant(console.ask(say("[Enter continues, q stops] ")), console.voice)
                ) == "help":
                    pass  # the question lists all commands
                if word == "quit":
                    break
            except EndOfInput:
                break
    return status
