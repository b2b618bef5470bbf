"""outnumber bench"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from outnumber.players.registry import COMPUTERS, named
from outnumber.study.bench.questions import TRACKS
from outnumber.study.bench.suites import suite, suites

from .arguments import (
    argument,
    cli_command,
    complete,
    directory,
    file,
    json_switch,
    names_in,
    option,
    player,
    switch,
    whole,
)
from .output import needs_extra, print_json, speak, spoken, ticking, usage_error

if TYPE_CHECKING:
    from outnumber.agents.bench.submission import BenchPlan, Submission


@cli_command
def command(
    name: str | None = argument(
        required=False,
        metavar="[SUITE]",
        shell_complete=complete(lambda: [each.suite for each in suites()]),
    ),
    shows: bool = switch("List the suites.", "--list"),
    questions: bool = switch("Print the questions, one JSON object per line."),
    players: tuple[str, ...] = player(
        COMPUTERS,
        "Ask a player; can be given more than once. NAME=PLAYER names it.",
        "--player",
        multiple=True,
    ),
    out: Path | None = directory("The directory for answers and reports."),
    repeats: int = whole(1, 100, "How often each question is asked.", default=1),
    tracks: str | None = option("Only some tracks, separated by commas.", metavar="TRACKS"),
    most: int | None = whole(1, 1_000_000, "Only N questions, spread evenly over games and tracks.", "--max"),
    concurrency: int = whole(1, 1024, "How many questions to ask at the same time.", default=1),
    verify: tuple[str, ...] = option(
        "Verify a file of answers line by line; can be given more than once.",
        type=click.Path(exists=True, dir_okay=False),
        metavar="FILE",
        multiple=True,
    ),
    export: Path | None = directory(
        "Write the suite to a new directory as Parquet, with a dataset card and Croissant metadata."
    ),
    secret: str | None = file("A file with a secret text, which draws other questions of the same kinds."),
    as_json: bool = json_switch("With --list, --player or --verify: print one JSON object."),
) -> int:
    """Outnumber-Bench: frozen suites of questions about solved positions, for models and agents.

    Every question has a proven answer. The questions never change; --list prints their hashes with --json.
    With --player and --out, the answers of each player are written to one file as they arrive. After an
    interruption, run the same command again to continue. --verify recomputes everything that follows from the
    answers in a file, and rejects it if anything differs.
    """
    if sum(map(bool, (shows, questions, players, verify, export))) > 1:
        raise usage_error("Use only one of --list, --questions, --player, --verify and --export.")
    if shows:
        return _list(as_json)
    hidden = _secret(secret)
    if verify:
        return _verify(verify, hidden, out, as_json)
    if name is None or not (questions or players or export):
        raise usage_error(
            "Name a suite and what to do, such as: {command}", command="outnumber bench mini --questions"
        )
    if questions:
        for question in suite(name).questions(hidden):
            click.echo(json.dumps(question.row(), ensure_ascii=False))
        return 0
    if export:
        from outnumber.agents.bench.export import write_dataset

        with needs_extra("parquet", "Parquet"):
            write_dataset(suite(name), export, hidden)
        speak("Saved in {directory}.", directory=export)
        return 0
    if out is None:
        raise usage_error("Name a directory for the answers with --out DIR.")
    from outnumber.agents.bench.submission import plan_of

    how = {"tracks": names_in(tracks, "tracks", TRACKS) if tracks else [], "repeats": repeats, "max": most}
    return _run(
        [plan_of(name, each, hidden, **how) for each in dict.fromkeys(players)],
        out,
        hidden,
        concurrency,
        as_json,
    )


def _list(as_json: bool) -> int:
    if as_json:
        print_json({"suites": [each.plain() for each in suites()]})
        return 0
    for each in suites():
        told = spoken().counted("{n} question", "{n} questions", each.total)
        click.echo(f"{each.suite} v{each.version}: {told} ({', '.join(each.tracks)})")
    return 0


def _secret(path: str | None) -> str | None:
    if path is None:
        return None
    from outnumber.store.files import storage_errors

    with storage_errors("unreadable", Path(path)):
        text = Path(path).read_text(encoding="utf-8").strip()
    if len(text) < 16:
        raise usage_error("A secret needs at least 16 characters, so that it cannot be guessed.")
    return text


def _run(plans: Sequence[BenchPlan], out: Path, secret: str | None, concurrency: int, as_json: bool) -> int:
    from outnumber.agents.bench.submission import Submission, file_of, run

    from .arena import resumable

    with resumable(out):
        for plan in plans:
            total = len(plan.tasks(secret))
            with ticking(total, named(plan.player)[0] or plan.player) as tick:
                for _ in run(out, plan, secret, concurrency):
                    tick()
    return _report([Submission(out / file_of(plan), secret) for plan in plans], out, as_json)


def _verify(files: Sequence[str], secret: str | None, out: Path | None, as_json: bool) -> int:
    """Verify files; with `out`, write a leaderboard of them."""
    from outnumber.agents.bench.submission import Submission

    found = [Submission(Path(each), secret) for each in files]
    told = [
        {"file": str(each.path), "line": line, "reason": spoken().tell(why)}
        for each in found
        for line, why in each.objections
    ]
    if not told:
        return _report(found, out, as_json)
    if as_json:
        print_json({"verified": False, "objections": told})
    else:
        for objection in told:
            speak("{file}, line {line}: {reason}", **objection, err=True)
        rejected = len({objection["file"] for objection in told})
        click.echo(spoken().counted("{n} file is rejected.", "{n} files are rejected.", rejected), err=True)
    return 1


def _report(found: Sequence[Submission], out: Path | None, as_json: bool) -> int:
    from outnumber.agents.arena.report import latex, markdown, terminal
    from outnumber.agents.bench.report import Leaderboard, leaderboard, page
    from outnumber.api import plain

    from .arena import save_report

    if len({each.plan.sha256 for each in found if each.plan}) > 1:
        raise usage_error("Compare only files with answers to the same questions.")
    board = Leaderboard(leaderboard(found), spoken())
    written = {
        "leaderboard.json": json.dumps(plain(board.data), indent=1, ensure_ascii=False) + "\n",
        "report.md": markdown(board),
        "report.tex": latex(board),
        "index.html": page(board),
        "scores.svg": board.plot().alone(board.heading),
    }
    saved = save_report(out, (each.path.name for each in found), written) if out else ""
    if as_json:
        print_json({"verified": True, **plain(board.data)})
        return 0
    for line in terminal(board):
        click.echo(line)
    count = sum(len(each.answered) for each in found)
    click.echo("\n" + spoken().counted("Verified {n} answer.", "Verified {n} answers.", count))
    if saved:
        click.echo(saved)
    return 0
