"""outnumber play"""

from __future__ import annotations

from typing import Any

import click

from outnumber.games import shown
from outnumber.language.commands import meant
from outnumber.local.new_match import again, begin
from outnumber.local.progress import SavedProgress
from outnumber.local.saving import Autosave
from outnumber.local.terminal.console import Console, EndOfInput
from outnumber.local.terminal.plain import play
from outnumber.match import (
    BOOK,
    FAIR,
    HUMAN,
    LONGEST_MATCH,
    LONGEST_NAME,
    STAGE,
    GameClock,
    Match,
    Participant,
    fit_name,
    read_clock,
)
from outnumber.match.match import STARTS
from outnumber.players.registry import NAMES, check

from .arguments import (
    Checked,
    chosen_rules,
    cli_command,
    game_argument,
    game_options,
    given_options,
    new_file,
    no_game,
    one_of,
    option,
    player,
    seed_number,
    whole,
)
from .output import bad_value, say, spoken


@cli_command
def command(
    game: str | None = game_argument(required=False),
    given: dict[str, Any] = game_options(),
    p1: str | None = player(NAMES, "The first participant; human by default."),
    p2: str | None = player(NAMES, "The second participant; human by default."),
    names: str | None = option(
        "Names for the two participants; against a computer, your own is enough.", metavar="A[,B]"
    ),
    first: str = one_of(["1", "2", "toss"], "Which participant is Player 1.", default="1"),
    start: str | None = one_of(
        STARTS, "Start as in the rule book, or fair: a random opening, then one player picks the seat."
    ),
    rounds: int | None = whole(1, LONGEST_MATCH, "Play K rounds; seats are swapped after each.", metavar="K"),
    clock: float | GameClock | None = option(
        "Seconds for each turn, or M minutes for the game and S seconds more with each move; a player "
        "who runs out of time loses the round.",
        type=Checked("time", read_clock),
        metavar="SECONDS|M+S",
    ),
    seed: int | None = seed_number(
        "The seed for the toss, fair starts and computer players; the same seed gives the same choices."
    ),
    record: str | None = new_file("Also write the record to FILE after each move."),
) -> int:
    """Play a game in this terminal.

    PLAYER is human, random, beginner, casual, skilled, expert, master or perfect, or 'cmd:PROGRAM ARGS': your
    own program, which reads and writes lines of text as docs/how-to/engine.md explains, or llm:MODEL: a
    language model behind the endpoint in OPENAI_BASE_URL, with the key in OPENAI_API_KEY.

    Without GAME, the program asks which one and, unless you name a player, who you want to play. At the
    prompt, type a number, or help for a list of commands. Games are saved automatically; outnumber resume
    continues one.
    """
    console = Console(spoken())
    called = _names(names)
    if game:
        rules = chosen_rules(game, given)
    elif not console.at_terminal:
        raise no_game("play")
    else:
        from outnumber.local.terminal.questions import Questions

        questions = Questions(console, start, rounds, timed=clock is not None)
        if p1 or p2:
            if (kind := questions.only_game()) is None:
                return 0
            rules = kind(**given_options(kind, given))
        else:
            asked = questions.ask(lambda kind: given_options(kind, given), named=names is not None)
            if asked is None:
                return 0
            rules, p2, start = asked.rules, asked.opponent, asked.start
            called = called or ([asked.name] if asked.name else [])
            rounds, clock = asked.rounds, read_clock(asked.clock) if asked.clock else clock
    p1, p2 = check(p1 or HUMAN), check(p2 or HUMAN)
    one, two = _seated(called, p1, p2)
    match = begin(
        rules, (Participant(p1, one), Participant(p2, two)), first=first, rounds=rounds or 1, clock=clock,
        start=start or BOOK, seed=seed,
    )  # fmt: skip
    if "perfect" in (p1, p2):
        # A player cannot play a game that it cannot solve; report that before the game begins.
        from outnumber.theory.bounded import solve

        solve(rules.start())
    if start == FAIR:
        # The same applies to a start that cannot be drawn.
        from outnumber.match.openings import fair

        fair(rules, match.seed)
    return play_repeatedly(match, console, record or "")


def play_repeatedly(match: Match, console: Console, record: str = "") -> int:
    """Play a match, and more of it as long as a person at a terminal wants to; return the exit status."""
    help_exists(console)
    while True:
        with Autosave(console, record=record) as autosave:
            played, status = play_once(match, console, autosave)
        more = wants_more(played, autosave, console) if played.over else None
        if more is None:
            return status
        match, record = more, ""


def help_exists(console: Console) -> None:
    if console.at_terminal:
        console.say(say("Type help for a list of commands."), style="quiet")


def play_once(match: Match, console: Console, autosave: Autosave) -> tuple[Match, int]:
    """Play a match with its introduction and ending, and return it with the exit status."""
    try:
        match = play(match, console, autosave)
    except KeyboardInterrupt:
        console.say(autosave.good_bye())
        return match, 130
    if not match.over:
        console.say(autosave.good_bye())
    elif STAGE in dict(match.tags):
        from outnumber.local.paths import attempted

        console.say(["", *attempted(match, SavedProgress(console), helped=autosave.needed_help(match))])
    return match, 1 if autosave.failed else 0


def wants_more(match: Match, autosave: Autosave, console: Console) -> Match | None:
    """Show the number of the game in the history, and ask a person at a terminal what to play next."""
    people = any(each.plays == HUMAN for each in match.participants)
    if not console.at_terminal or not people or autosave.id is None:
        return None
    voice = console.voice
    console.say(["", voice.say("This is game {id} of your history.", id=autosave.id)])
    words = [voice.word(word) for word in ("review", "again", "quit")]
    prompt = voice.say("Type review to review it, again to play another, or press Enter to leave: ")
    stage = None
    if STAGE in dict(match.tags):
        from outnumber.local.paths import following

        stage = following(match)
    if stage:
        words.append(voice.word("next"))
        prompt = voice.say(
            "Type next to play stage {n}, again for another start, review, or press Enter to leave: ",
            n=stage.number,
        )
    while True:
        try:
            answer = meant(console.ask(prompt, words=words), console.voice)
        except (EndOfInput, KeyboardInterrupt):
            return None
        if answer == "review":
            from .review import reviewed, tell

            tell(match, reviewed(match), console)
        elif answer == "again":
            console.say()
            return again(match)
        elif answer == "next" and stage:
            from outnumber.language.paths import introduced
            from outnumber.local.paths import attempt
            from outnumber.study.paths.progress import stars_of

            stars = stars_of(SavedProgress(console).progress, stage)
            console.say(["", *introduced(stage, stars, voice), ""])
            return attempt(stage, name=match.participants[0].name)
        elif answer in ("", "quit", "no"):
            return None
        elif answer != "help":  # the question lists the commands
            console.say(voice.say("{text} is not one of these commands.", text=shown(answer)), style="bad")


def _names(text: str | None) -> list[str]:
    names = [name.strip() for name in text.split(",")] if text is not None else []
    fine = all(name and fit_name(name) for name in names)
    if len(names) > 2 or not fine or len({*names}) < len(names):
        raise _bad_names()
    return names


def _seated(names: list[str], p1: str, p2: str) -> tuple[str, str]:
    """The names of both participants; a single name belongs to the only person."""
    if len(names) == 1 and (p1 == HUMAN) == (p2 == HUMAN):
        raise _bad_names()
    one, two = ["", *names] if len(names) == 1 and p1 != HUMAN else [*names, "", ""][:2]
    return one, two


def _bad_names() -> click.BadParameter:
    return bad_value(
        "--names",
        "give two different names of up to {most} letters, separated by a comma, such as Ada,Ben; "
        "against a computer your own is enough.",
        most=LONGEST_NAME,
    )
