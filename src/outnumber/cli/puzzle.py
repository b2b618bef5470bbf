"""outnumber puzzle"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any

import click

from outnumber.games import Phrase, find, too_large
from outnumber.local.progress import SavedProgress, utc_now
from outnumber.local.terminal.console import Console
from outnumber.local.terminal.puzzles import PuzzlePrompt
from outnumber.study.puzzles.daily import daily as daily_puzzle
from outnumber.study.puzzles.daily import past
from outnumber.study.puzzles.generate import Difficulty, mixed
from outnumber.study.puzzles.kinds import KINDS, checked, named
from outnumber.study.puzzles.puzzle import Puzzle

from .arguments import (
    DIFFICULTY,
    chosen_options,
    cli_command,
    game_argument,
    game_options,
    json_switch,
    option,
    seed_number,
    switch,
    whole,
)
from .output import print_json, say, spoken, usage_error

MOST = 1_000_000


@cli_command
def command(
    game: str | None = game_argument(required=False),
    kind: str | None = option(
        "The kind of question: 'one' (find the one winning move), 'who' (who wins?), 'all' (name all winning "
        "moves), 'avoid' (find the one losing move) or 'seat' (choose a seat and win). By default the "
        "kinds alternate.",
        metavar="KIND",
    ),
    difficulty: int | None = DIFFICULTY,
    daily: bool = switch("The daily puzzle (the date in UTC), the same for everyone."),
    date: str | None = option(
        "With --daily: the puzzle of an earlier day, such as 2026-11-15.", metavar="DATE"
    ),
    count: int | None = whole(
        1, MOST, ("How many. By default, puzzles continue until you quit; with --json, the default is one.")
    ),
    seed: int | None = seed_number(
        "The same seed gives the same puzzles; without it, the puzzles that you missed come again."
    ),
    as_json: bool = json_switch("Print the puzzles, one JSON object per line."),
    given: dict[str, Any] = game_options(),
) -> int:
    """Puzzles: find the winning move, say who wins, or pick your seat.

    Every puzzle is proven. At the prompt, type your answer, or help for a list of commands. Without GAME, the
    games alternate. Without --kind, so do the kinds of puzzles; with --json, you get puzzles with one winning
    move or, in a game without such puzzles (Number Stack Duel), puzzles that ask for all winning moves.
    Without --difficulty, puzzles become as hard as you can solve.
    """
    name = find(game).name if game else None
    asked = checked(find(name), kind) if kind and name else named(kind) if kind else None
    chosen = _chosen(name, given)
    if daily and (chosen or count is not None or seed is not None or difficulty is not None):
        raise usage_error(
            "--daily selects one puzzle; it cannot be combined with a count, a seed, a difficulty or "
            "options of the game."
        )
    if date is not None and not daily:
        raise usage_error("--date works only with --daily.")
    today = utc_now().date()
    day = past(date, today) if date else today
    number = secrets.randbits(64) if seed is None else seed

    def made(kinds: Sequence[str], hard: Difficulty) -> Iterator[Puzzle]:
        if daily:
            return iter([daily_puzzle(day, name, asked)])
        games, wanted = [name] if name else [], [asked] if asked else kinds
        return mixed(number, games=games, kinds=wanted, options=chosen, difficulty=hard)

    if as_json:
        _print(made((), difficulty), count or 1)
        return 0
    console = Console(spoken())
    saved = SavedProgress(console)
    # A seed or a difficulty determines how hard the puzzles are; without them, earlier results do.
    puzzles = made(KINDS, difficulty if seed is not None or difficulty else saved.wanted)
    # Made before anything is shown, so that options without puzzles are refused immediately.
    first = next(puzzles, None)
    if first is None:
        raise _too_many(1, 0)
    free = not (daily or chosen) and seed is None and difficulty is None
    again = saved.progress.waiting(utc_now(), name, asked) if free else []
    prompt = PuzzlePrompt(console, saved, day.isoformat() if daily else "")
    try:
        prompt.solve(chain(again, [first], puzzles), 1 if daily else count)
    except KeyboardInterrupt:
        prompt.say_good_bye()
        return 130
    prompt.say_good_bye()
    return 1 if saved.failed else 0


def _chosen(game: str | None, given: dict[str, Any]) -> dict[str, Any]:
    """The checked options of the game."""
    if all(value in (None, ()) for value in given.values()):
        return {}
    if game is None:
        command = "outnumber puzzle number-duel"
        raise usage_error("Name a game to choose its options, such as: {command}", command=command)
    return chosen_options(game, given)


def _print(puzzles: Iterator[Puzzle], count: int) -> None:
    from outnumber.api.puzzles import ProvenPuzzle

    printed = 0
    for puzzle in islice(puzzles, count):
        print_json(ProvenPuzzle.of(puzzle))
        printed += 1
    if printed < count:
        raise _too_many(count, printed)


def _too_many(count: int, found: int) -> Exception:
    if not found:
        return click.ClickException(
            say("No puzzle can be made with these options. Try a larger game or another kind.")
        )
    what = Phrase("A count of {n:,}", n=count)
    return too_large(what, count, "only {n} can be made with these options.", n=found)
