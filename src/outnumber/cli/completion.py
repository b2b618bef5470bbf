"""outnumber completion"""

from __future__ import annotations

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from .arguments import OneOf, argument, cli_command

SHELLS: dict[str, type[ShellComplete]] = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}
# If both files and ids of games are possible, click's script for bash drops the ids.
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


@cli_command
def command(shell: str = argument(type=OneOf([*SHELLS]))) -> None:
    """Print the completion script for your shell.

    For bash, add this to ~/.bashrc: eval "$(outnumber completion bash)"

    For zsh, add this to ~/.zshrc, after compinit: eval "$(outnumber completion zsh)"

    For fish, type: outnumber completion fish > ~/.config/fish/completions/outnumber.fish
    """
    script = SHELLS[shell](
        click.get_current_context().find_root().command, {}, "outnumber", "_OUTNUMBER_COMPLETE"
    ).source()
    click.echo(script.replace(_FILES, _FILES_TOO))
