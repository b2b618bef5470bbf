"""outnumber arena"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any

import click

from outnumber.agents.arena.plan import BALANCED, OPENINGS, Plan, checked
from outnumber.agents.arena.run import BACKENDS, DASK, HERE, ArenaError
from outnumber.games import BUILT_IN
from outnumber.match import LONGEST_CLOCK
from outnumber.players.models.pace import RateLimits
from outnumber.players.models.settings import FILE
from outnumber.players.registry import COMPUTERS, named, outside

from .arguments import (
    argument,
    cli_command,
    complete,
    decimal_type,
    directory,
    one_of,
    option,
    seed_number,
    whole,
)
from .output import needs_extra, say, speak, spoken, usage_error

if TYPE_CHECKING:
    from outnumber.agents.arena.report.figures import Document


@cli_command
def command(
    players: tuple[str, ...] = argument(nargs=-1, metavar="PLAYER...", shell_complete=complete(COMPUTERS)),
    games: tuple[str, ...] = option(
        'A game with its options, such as "strategy-stacks range=20". Can be given more than once. '
        "Default: the five games with their usual options.",
        multiple=True,
        metavar="GAME",
    ),
    gauntlet: tuple[str, ...] = option(
        "An opponent for each PLAYER; can be given more than once. The PLAYERs then do not play each "
        "other, and one PLAYER is enough.",
        multiple=True,
        metavar="PLAYER",
    ),
    rounds: int = whole(
        1,
        100_000,
        "Openings for each pairing in each game; each is played twice, with the seats swapped.",
        default=10,
    ),
    openings: str = one_of(
        OPENINGS,
        "Start alternately from positions that are proven won and lost, or from the start of the game.",
        default=BALANCED,
        show_default=True,
    ),
    seed: int = seed_number(
        "The seed for openings and players; the same seed gives the same games.", default=1
    ),
    time: float | None = option(
        "Time for each move; exceeding it is a fault.",
        type=decimal_type(0.001, LONGEST_CLOCK),
        metavar="SECONDS",
    ),
    out: Path | None = directory(
        "The directory for results and reports; by default one for this plan, next to your games."
    ),
    jobs: int = whole(1, 1024, "How many processes play at the same time.", default=1),
    concurrency: int | None = whole(
        1,
        1024,
        "How many games with language models to play at the same time, all in one process; by default as "
        "many as --jobs.",
    ),
    requests_per_minute: int | None = whole(
        1, 10_000_000, ("Maximum number of requests to one endpoint per minute.")
    ),
    tokens_per_minute: int | None = whole(
        1, 2**40, ("Maximum number of tokens that one endpoint reads and writes per minute.")
    ),
    models: Path | None = option(
        "A TOML file with one table per model: its address, system prompt and other settings. Default: "
        "the file named in OUTNUMBER_MODELS.",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        metavar="FILE",
    ),
    backend: str = one_of(
        BACKENDS,
        "Play on this machine, or on a running Dask cluster.",
        default=HERE,
        show_default=True,
    ),
    scheduler: str = option(
        "The address of the cluster's scheduler. Anyone who can reach it can run programs on the cluster.",
        default="",
        metavar="ADDRESS",
    ),
    plan_for: float | None = option(
        "Play nothing, but print how many openings give every blunder rate to ± this many percentage points, "
        "judging by the results in --out, if any.",
        type=decimal_type(0.1, 40),
        metavar="POINTS",
    ),
) -> int:
    """Let computer players, programs and models play each other, and grade every move.

    PLAYER is random, beginner, casual, skilled, expert, master, perfect, cmd:PROGRAM or llm:MODEL. A program
    or a model can have a name: NAME=cmd:PROGRAM. Each player plays every other, on the same openings in both
    seats. After an interruption, run the same command again to continue. To extend a finished arena, use the
    same --out with more players, games or rounds.

    Results are written as games finish: results.jsonl has one line per game, and costs.jsonl has what each
    one cost. The report is printed and saved as report.md, report.html, report.tex, report.json, players.csv,
    games.csv and blunders.svg.
    """
    if (backend == DASK) != bool(scheduler):
        raise usage_error("--backend dask and --scheduler ADDRESS must be used together.")
    if scheduler and (concurrency or requests_per_minute or tokens_per_minute):
        raise usage_error(
            "--concurrency and the limits per minute apply to models that this machine calls, not to a "
            "cluster."
        )
    if models:
        os.environ[FILE] = str(models.absolute())  # for workers too
    _quoted(players, games)
    if plan_for:
        from outnumber.agents.arena.report.figures import precision

        _print(precision(plan_for, games or tuple(BUILT_IN), out, spoken()))
        return 0
    if not players:
        context = click.get_current_context()
        raise click.MissingParameter(ctx=context, param=context.command.params[0])
    with needs_extra("arena,dask" if scheduler else "arena", say("The arena")):
        for package in ["joblib", *(["distributed"] if scheduler else [])]:
            if find_spec(package) is None:
                raise ImportError(name=package)
    if scheduler and not scheduler.startswith("tls://"):
        warning = say(
            "Warning: anyone who can reach {scheduler} can run programs on the cluster and on this machine. "
            "Use it only in a network that you trust, or with TLS.",
            scheduler=scheduler,
        )
        click.echo(warning, err=True)
    everybody = tuple(dict.fromkeys((*players, *gauntlet))) if gauntlet else players
    gauntlet = tuple(dict.fromkeys(gauntlet))
    plan = checked(Plan(everybody, games or tuple(BUILT_IN), rounds, openings, seed, time, gauntlet))
    directory = out or _usual_directory(plan)
    left: ArenaError | None = None
    try:
        with resumable(directory):
            _play(
                plan,
                directory,
                jobs=jobs,
                concurrency=concurrency,
                limits=RateLimits(requests_per_minute, tokens_per_minute),
                backend=backend,
                scheduler=scheduler,
            )
    except ArenaError as error:
        if error.code != "games-left":
            raise
        left = error
    _report(directory)
    if left:
        raise left
    return 0


@contextmanager
def resumable(directory: Path) -> Iterator[None]:
    """Play into a directory; an interrupt says how to continue.

    If the system asks the program to end, workers and programs that play end with it.
    """
    here = current_thread() is main_thread()
    before = here and signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        yield
    except KeyboardInterrupt:
        kept = say("Saved in {directory}. Run the same command again to continue.", directory=directory)
        click.echo(f"\n{kept}", err=True)
        raise
    finally:
        if here:
            signal.signal(signal.SIGTERM, before)


def save_report(directory: Path, others: Iterable[str], documents: Mapping[str, str]) -> str:
    """Save the documents of a report by name; return the sentence that names all files."""
    from outnumber.store.files import save_text

    for name, text in documents.items():
        save_text(directory / name, text)
    return say("In {directory}: {files}", directory=directory, files=", ".join((*others, *documents)))


def _quoted(players: tuple[str, ...], games: tuple[str, ...]) -> None:
    """Raise a usage error if quotes are missing, so that one player was split into several."""
    for place, player in enumerate(players):
        if player in COMPUTERS or outside(player):
            continue
        before = players[place - 1] if place else ""
        if games and "=" in player:
            quoted = f'--games "{games[-1]} {player}"'
            raise usage_error("Put a game and its options in quotes: {quoted}", quoted=quoted)
        if named(before)[1].startswith("cmd:"):
            quoted = f"'{before} {player}'"
            raise usage_error("Put a program and its arguments in quotes: {quoted}", quoted=quoted)


def _usual_directory(plan: Plan) -> Path:
    from outnumber.store.files import data_directory

    return data_directory() / "arena" / sha256(repr(plan).encode()).hexdigest()[:12]


def _play(plan: Plan, directory: Path, **how: Any) -> None:
    from outnumber.agents.arena.results import results_in
    from outnumber.agents.arena.run import play_plan

    with (
        results_in(directory, plan) as results,
        click.progressbar(
            length=plan.size,
            label=say("Games"),
            file=sys.stderr,
            show_pos=True,
            hidden=not sys.stderr.isatty(),
        ) as bar,
    ):
        bar.update(len(results.done))
        for count in play_plan(results, **how):
            bar.update(count - bar.pos)


def _print(found: Document) -> None:
    from outnumber.agents.arena.report import terminal

    for line in terminal(found):
        click.echo(line)


def _report(directory: Path) -> None:
    from outnumber.agents.arena.report import latex, markdown, report
    from outnumber.agents.arena.report.data import as_json, games_csv, players_csv
    from outnumber.agents.arena.report.page import blunders_picture, page

    if sys.stderr.isatty():
        # computing the ratings of many games takes some seconds
        speak("Working out the report…", err=True)
    found = report(directory, spoken())
    written = {
        "report.md": markdown(found),
        "report.html": page(found),
        "report.tex": latex(found),
        "report.json": as_json(found),
        "players.csv": players_csv(found),
        "games.csv": games_csv(found),
        "blunders.svg": blunders_picture(found),
    }
    saved = save_report(directory, ("results.jsonl", "costs.jsonl"), written)
    _print(found)
    click.echo("\n" + saved)
