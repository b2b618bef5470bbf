"""Write the man page from the command-line help: python -m tests.make_man"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from outnumber.cli.main import COMMANDS, group
from outnumber.cli.output import Context, paragraphs

PAGE = Path(__file__).parents[1] / "share" / "outnumber.1"


def man_page() -> str:
    """The man page of `outnumber` with all its commands, in roff."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    summary, *rest = paragraphs(group.help or "")
    root = Context(group, info_name="outnumber")
    yield from ('.TH OUTNUMBER 1 "" Outnumber "User Commands"', ".SH NAME")
    yield rf"outnumber \- {_escaped(summary)}"
    yield from (".SH SYNOPSIS", ".B outnumber", "[COMMAND] [OPTIONS]", ".SH DESCRIPTION")
    for text in rest:
        yield from (".PP", _escaped(text))
    yield ".SH COMMANDS"
    for name in COMMANDS:
        command = group.get_command(root, name)
        assert command is not None
        ctx = Context(command, info_name=name, parent=root)
        usage = " ".join(command.collect_usage_pieces(ctx))
        yield f'.SS "outnumber {name} {_escaped(usage)}"'
        for text in paragraphs(command.help or ""):
            yield from (".PP", _escaped(text))
        for param in command.params:
            if record := isinstance(param, click.Option) and param.get_help_record(ctx):
                yield from (".TP", rf"\fB{_escaped(record[0])}\fR", _escaped(record[1]))
    yield from (".SH SEE ALSO", "The documentation of Outnumber, and", r"\fBoutnumber COMMAND \-\-help\fR.")


def _escaped(text: str) -> str:
    """Escape text for roff, including lines that begin with a dot or an apostrophe."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-").replace('"', r"\(dq")
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped


if __name__ == "__main__":
    PAGE.write_text(man_page(), encoding="utf-8")
