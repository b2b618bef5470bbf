"""The command `outnumber`: finds the subcommand, and reports every failure in one clear line."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module

import click

from outnumber import __version__

from . import output

# Each command is one file of this package, imported when it is used.
with open(f"{os.path.dirname(__file__)}/commands.txt", encoding="utf-8") as _lines:
    COMMANDS = {name: help for name, _, help in (line.rstrip().partition(": ") for line in _lines)}


class Commands(click.Group):
    """A group that imports a command when it is used, and suggests close matches."""

    context_class = output.Context

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"outnumber.cli.{cmd_name}").command
        command.name = cmd_name  # every function is called `command`; the reference shows the name
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        # The list above, so that help does not import the commands.
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from outnumber.games import closest, shown

            remedy = closest(args[0], list(COMMANDS))
            ctx.fail(output.say("There is no command {text}: {remedy}", text=shown(args[0]), remedy=remedy))
        return super().resolve_command(ctx, args)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start with: outnumber play",
)
@click.version_option(__version__, message="%(prog)s %(version)s", prog_name="outnumber")
@click.pass_context
def group(ctx: click.Context) -> None:
    """Five number duels for two, played, taught and solved exactly.

    Without a command, on a terminal, the full-screen app opens.
    """
    if ctx.invoked_subcommand is not None:
        return
    if (
        all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
        and os.environ.get("TERM") != "dumb"
    ):
        from outnumber.local.app import run as run_app

        # Unless a language is given, the app uses the one in its settings, or the system's.
        told = ctx.get_parameter_source("language") is click.core.ParameterSource.COMMANDLINE
        ctx.exit(run_app(run, output.voice_of(ctx) if told else None))
    click.echo(ctx.get_help())


group.params.append(output.LANGUAGE)


def main() -> None:
    """Run the command line; the entry point of the program."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # Standard input was closed by the parent process: there is nothing to read.
            nothing = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, open(nothing, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character shows a question mark instead.
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    sys.exit(run(sys.argv[1:]))


def run(args: list[str]) -> int:
    """Run with arguments and return the exit status: 0 done, 1 refused, 2 wrong usage, 130 interrupted."""
    asked: str | None = None
    try:
        asked = output.chosen(args)
        output.teach(asked)
        status = group.main(args=args, prog_name="outnumber", standalone_mode=False, obj=asked)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except (KeyboardInterrupt, click.Abort):
        return 130
    except (click.ClickException, OSError, ValueError) as error:
        if isinstance(error, OSError):
            # The reader may be gone: pending output must not fail again at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1 if isinstance(error, BrokenPipeError) else _failed(error, args, asked)


def _failed(error: Exception, args: list[str], asked: str | None) -> int:
    """Print the error in one clear line, in the requested language, and return the exit status."""
    from outnumber.games import GameError, strip_control_characters
    from outnumber.language.voice import voice

    speaker = voice(asked or output.ENGLISH)
    ctx = getattr(error, "ctx", None)
    if isinstance(error, click.ClickException):
        code, message, status = "usage", output.told(error, speaker), error.exit_code
    elif isinstance(error, OSError):
        from outnumber.games import Phrase
        from outnumber.store.files import why

        what = error.filename or Phrase("Output")
        code, message, status = "system", speaker.say("{what}: {why}", what=what, why=why(error)), 1
    elif isinstance(error, GameError):
        from outnumber.games import IllegalMove, NotAMove, OptionError

        from .arguments import flagged

        # A request that is too large is valid, so it is refused, not a usage error.
        usage = isinstance(error, (OptionError, IllegalMove, NotAMove)) and error.code != "too-large"
        code, message, status = error.code, speaker.tell(flagged(error)), 2 if usage else 1
    else:
        raise error
    message = strip_control_characters(message)
    with suppress(OSError):
        if "--json" in args:
            from outnumber.api import Error, ErrorModel

            output.print_json(Error(ErrorModel(code, message)), err=True)
        else:
            click.echo(speaker.say("Error: {message}", message=message), err=True)
            if ctx is not None:
                click.echo(speaker.say("Try: {command}", command=f"{ctx.command_path} -h"), err=True)
    return status
