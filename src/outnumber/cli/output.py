"""Output that commands share: JSON, progress bars, and errors for missing packages and unusable addresses."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from outnumber.cli.language import say
from outnumber.extras import install_command
from outnumber.games.sentences import Phrase, mark
from outnumber.local.terminal.console import can_show

if TYPE_CHECKING:
    from outnumber.api import Json, Model

# Shorter jobs are done before a bar could be read.
WORTH_A_BAR = 50


def print_json(told: Model | Json, *, err: bool = False) -> None:
    """Print a model or an object as one line of JSON."""
    import json

    from outnumber.api import plain

    click.echo(json.dumps(plain(told)), err=err)


def blocks() -> str:
    """The characters that bars are drawn with."""
    return "█·" if can_show("█·") else "#."


@contextmanager
def ticking(length: int, label: str) -> Iterator[Callable[[], object]]:
    """A progress bar for a long computation, and the function that advances it by one."""
    hidden = not sys.stderr.isatty() or length < WORTH_A_BAR
    with click.progressbar(length=length, label=label, file=sys.stderr, hidden=hidden) as bar:
        yield lambda: bar.update(1)


@contextmanager
def needs_extra(extra: str, what: str) -> Iterator[None]:
    """Import packages that may be missing; the error names the extra that installs them."""
    try:
        yield
    except ImportError as error:
        message = say(
            "{what} needs the package {package}. Install it with: {command}",
            what=what,
            command=install_command(extra),
            package=str(error.name).partition(".")[0],
        )
        raise click.ClickException(message) from None


def cannot_listen(host: str, port: int, error: Exception) -> click.ClickException:
    """The error for an address that cannot be bound."""
    # Python may repeat the address in brackets; it does not resolve an invalid name at all.
    no_name = mark("Name or service not known")
    why = Phrase(str(error.strerror).partition(" (")[0] if isinstance(error, OSError) else no_name)
    address = f"{host}:{port}"
    message = say("{address} cannot be used: {why}. Try another --port.", address=address, why=why)
    return click.ClickException(message)
