"""outnumber completion"""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from outnumber.cli.arguments import OneOf
from outnumber.cli.language import say

# Where both files and numbers of games can stand, click's script for bash forgets the numbers.
_FILES = """\
            COMPREPLY=()
            compopt -o default
"""
_FILES_TOO = """\
            if (( ${#COMPREPLY[@]} )); then
                COMPREPLY+=($(compgen -f -- "$value"))
                compopt -o filenames
            else
                compopt -o default
            fi
"""


@click.command()
@click.argument("shell", type=OneOf(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the set-up for completion in your shell.

    For bash, add this to ~/.bashrc: eval "$(outnumber completion bash)"

    For zsh, add this to ~/.zshrc, after compinit: eval "$(outnumber completion zsh)"

    For fish, type: outnumber completion fish > ~/.config/fish/completions/outnumber.fish
    """
    kind = get_completion_class(shell)
    if kind is None:
        raise click.BadParameter(say("there is no completion for {shell}.", shell=shell))
    script = kind(ctx.find_root().command, {}, "outnumber", "_OUTNUMBER_COMPLETE").source()
    click.echo(script.replace(_FILES, _FILES_TOO))
