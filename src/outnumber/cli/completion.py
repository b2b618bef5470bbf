"""outnumber completion"""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from outnumber.cli.language import say


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the set-up for completion in your shell.

    For bash, add this to ~/.bashrc: eval "$(outnumber completion bash)"
    """
    kind = get_completion_class(shell)
    if kind is None:
        raise click.BadParameter(say("there is no completion for {shell}.", shell=shell))
    click.echo(kind(ctx.find_root().command, {}, "outnumber", "_OUTNUMBER_COMPLETE").source())
