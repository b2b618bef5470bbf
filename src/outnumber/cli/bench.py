"""outnumber bench"""

from __future__ import annotations

import json

import click

from outnumber.cli.arguments import argument, cli_command, complete, json_switch, switch
from outnumber.cli.language import spoken, usage_error
from outnumber.cli.output import print_json
from outnumber.study.bench.suites import suite, suites


@cli_command
def command(
    name: str | None = argument(
        required=False,
        metavar="[SUITE]",
        shell_complete=complete(lambda: [each.suite for each in suites()]),
    ),
    shows: bool = switch("List the suites.", "--list"),
    questions: bool = switch("Print the questions, one JSON object per line."),
    as_json: bool = json_switch("With --list: print one JSON object."),
) -> int:
    """Outnumber-Bench: frozen suites of questions about solved positions, for models and agents.

    Every question has a proven answer. The questions never change; --list prints their hashes with --json.
    """
    if shows:
        if as_json:
            print_json({"suites": [each.plain() for each in suites()]})
            return 0
        for each in suites():
            told = spoken().counted("{n} question", "{n} questions", each.total)
            click.echo(f"{each.suite} v{each.version}: {told} ({', '.join(each.tracks)})")
        return 0
    if name is None or not questions:
        raise usage_error(
            "Name a suite and what to do, such as: {command}", command="outnumber bench mini --questions"
        )
    for question in suite(name).questions():
        click.echo(json.dumps(question.row(), ensure_ascii=False))
    return 0
