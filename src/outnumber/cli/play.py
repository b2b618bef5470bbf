"""outnumber play"""

from __future__ import annotations

import os
from math import isnan
from typing import Any

import click

from outnumber.cli.arguments import chosen_rules, complete, game_argument, game_options
from outnumber.cli.language import say, spoken
from outnumber.games.errors import OptionError
from outnumber.games.options import whole
from outnumber.games.registry import all_games, find
from outnumber.players.registry import NAMES, check
from outnumber.session.clock import stamp
from outnumber.session.match import (
    HUMAN,
    LONGEST_CLOCK,
    LONGEST_MATCH,
    LONGEST_NAME,
    Match,
    Participant,
    toss,
)
from outnumber.terminal.console import Console, EndOfInput
from outnumber.terminal.keeper import Keeper
from outnumber.terminal.plain import play
from outnumber.words.commands import meant


@click.command()
@game_argument(required=False)
@game_options
@click.option(
    "--p1", default=HUMAN, metavar="PLAYER", shell_complete=complete(NAMES), help="The first participant."
)
@click.option(
    "--p2", default=HUMAN, metavar="PLAYER", shell_complete=complete(NAMES), help="The second participant."
)
@click.option("--names", metavar="A,B", help="Names for the two participants.")
@click.option(
    "--first", type=click.Choice(["1", "2", "toss"]), default="1", help="Which participant is Player 1."
)
@click.option(
    "--rounds",
    type=click.IntRange(1, LONGEST_MATCH),
    default=1,
    metavar="K",
    help="Play K rounds; seats are swapped after each.",
)
@click.option(
    "--clock",
    type=click.FloatRange(0, LONGEST_CLOCK, min_open=True),
    metavar="SECONDS",
    help="Time for each turn; running out loses the round.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63),
    metavar="N",
    help="For the toss and computer players: the same seed, the same choices.",
)
@click.option(
    "--record",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write the record to FILE as well, after each move.",
)
def command(
    game: str | None,
    settings: tuple[str, ...],
    p1: str,
    p2: str,
    names: str | None,
    first: str,
    rounds: int,
    clock: float | None,
    seed: int | None,
    record: str | None,
    **options: Any,
) -> int:
    """Play a game in this terminal.

    PLAYER is human, random, beginner, casual, skilled, expert, master or perfect,
    or 'cmd:PROGRAM ARGS': a program of yours that reads and writes lines of text
    as docs/engine.md explains, or llm:MODEL: a language model behind the endpoint
    in OPENAI_BASE_URL, with the key in OPENAI_API_KEY.

    At the prompt, type a number, or help for the words you can use. Every game
    is kept: outnumber resume goes on with it.
    """
    console = Console(spoken())
    game = game or _menu(console)
    if not game:
        return 0
    rules = chosen_rules(game, options, settings)
    if clock is not None and isnan(clock):
        message = say("give seconds up to {most:,}.", most=LONGEST_CLOCK)
        raise click.BadParameter(message, param_hint="--clock")
    if seed is None:
        seed = int.from_bytes(os.urandom(4))
    if "perfect" in (p1, p2):
        # What it cannot solve it cannot play; better said now than in the middle of a game.
        from outnumber.theory.solve import solve

        solve(rules.start())
    one, two = _names(names)
    match = Match(
        rules=rules,
        participants=(Participant(check(p1), one), Participant(check(p2), two)),
        first=toss(seed) if first == "toss" else int(first),
        length=rounds,
        clock=clock,
        seed=seed,
        date=_now(),
    )
    if record and os.path.exists(record):
        message = say("{file} exists already; choose another name, or delete it first.", file=record)
        raise click.BadParameter(message, param_hint="--record")
    with Keeper(console, record=record or "") as keeper:
        return sit_down(match, console, keeper)


def sit_down(match: Match, console: Console, keeper: Keeper) -> int:
    """Play a match with everything around it, and return the exit status."""
    try:
        match = play(match, console, keeper)
    except KeyboardInterrupt:
        keeper.say_good_bye()
        return 130
    if not match.over:
        keeper.say_good_bye()
    return 1 if keeper.failed else 0


def _menu(console: Console) -> str:
    """Ask which game, where somebody can answer; nothing when they would rather not."""
    games = all_games()
    if not console.typed:
        raise click.UsageError(
            say("Name a game, such as: outnumber play number-duel. outnumber games lists them.")
        )
    word = console.voice.word
    for number, kind in enumerate(games, start=1):
        console.say(f"{number}  {word(kind.title)}: {word(kind.summary)}")
    while True:
        try:
            answer = console.ask(say("Which game? ")).strip()
        except EndOfInput:
            return ""
        if meant(answer, console.voice) in ("quit", "exit"):
            return ""
        picked = whole(answer)
        if picked is not None and 1 <= picked <= len(games):
            return games[picked - 1].name
        try:
            return find(answer).name
        except OptionError as error:
            if answer and picked is None:
                console.refuse(error)
            else:
                remedy = say("Type a number from 1 to {most}, the name of a game, or quit.", most=len(games))
                console.say(remedy, style="bad")


def _names(text: str | None) -> tuple[str, str]:
    if text is None:
        return "", ""
    names = [name.strip() for name in text.split(",")]
    fine = all(name and name.isprintable() and len(name) <= LONGEST_NAME for name in names)
    if len(names) != 2 or not fine or names[0] == names[1]:
        message = say(
            "give two different names of up to {most} letters with a comma between, like Ada,Ben.",
            most=LONGEST_NAME,
        )
        raise click.BadParameter(message, param_hint="--names")
    return names[0], names[1]


def _now() -> str:
    from datetime import UTC, datetime

    return stamp(datetime.now(UTC))
