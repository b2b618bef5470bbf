"""outnumber check"""

from __future__ import annotations

import json
import sys

import click

from outnumber.check import Refuted, check

LARGEST_FILE = 200_000_000


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for programs.")
def command(file: str, as_json: bool) -> int:
    """Confirm or refute a verdict that solve --json printed to FILE (- for standard input).

    The checker is a small program of its own: it shares no code with the solvers.
    """
    try:
        if file == "-":
            text = sys.stdin.buffer.read(LARGEST_FILE + 1)
        else:
            with open(file, "rb") as source:
                text = source.read(LARGEST_FILE + 1)
        if len(text) > LARGEST_FILE:
            raise Refuted(f"the file is larger than {LARGEST_FILE:,} bytes")
        answer = str(check(json.loads(text)) or "the verdict is right")
    except Refuted as refuted:
        click.echo(
            json.dumps({"confirmed": False, "reason": str(refuted)}) if as_json else f"Refuted: {refuted}"
        )
        return 1
    except (ValueError, RecursionError):
        reason = "the file is not one JSON object"
        click.echo(json.dumps({"confirmed": False, "reason": reason}) if as_json else f"Refuted: {reason}")
        return 1
    click.echo(json.dumps({"confirmed": True, "reason": answer}) if as_json else f"Confirmed: {answer}")
    return 0
