"""Messages about wrong command lines, in place of click's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from outnumber.games.sentences import Voice

# Templates of click messages that cannot be recognised by their class, and our replacements.
INSTEAD = {
    "Option {name!r} does not take a value.": "{name} takes no value.",
    "{name} {filename!r} does not exist.": "there is no file {filename!r}.",
    "{name} {filename!r} is a directory.": "{filename!r} is a directory, not a file.",
    "{name} {filename!r} is a file.": "{filename!r} is a file, not a directory.",
    "{name} {filename!r} is not readable.": "{filename!r} cannot be read.",
    "{name} {filename!r} is not writable.": "{filename!r} cannot be written.",
}
# The same for messages with a count: singular and plural.
COUNTED = {
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."): (
        "{name} needs a value after it.",
        "{name} needs {nargs} values after it.",
    ),
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"): (
        "One word too many: {args}.",
        "Too many words: {args}.",
    ),
}


def told(error: click.ClickException, voice: Voice) -> str:
    """The usage error as a sentence."""
    from outnumber.games.errors import closest, shown
    from outnumber.games.sentences import Phrase

    if isinstance(error, click.NoSuchOption):
        text = shown(error.option_name)
        # Without the dashes of options, which would make any two look alike.
        near = closest(error.option_name.strip("-"), [each.strip("-") for each in error.possibilities or ()])
        if "name" not in near.numbers:
            return voice.say("There is no option {text}.", text=text)
        remedy = Phrase(near.template, name=f"--{near.numbers['name']}")
        return voice.say("There is no option {text}: {remedy}", text=text, remedy=remedy)
    if isinstance(error, click.MissingParameter) and error.param is not None:
        param = error.param
        what = f"{named(param)} {param.metavar or ''}" if isinstance(param, click.Option) else named(param)
        if isinstance(param.type, click.Choice):
            choices = list(map(str, param.type.choices))
            return voice.say("{what} is missing: choose {names:or}.", what=what.strip(), names=choices)
        return voice.say("{what} is missing.", what=what.strip())
    if isinstance(error, click.BadParameter):
        hint = error.param_hint if error.param is None else named(error.param)
        return f"{hint}: {error.message}" if hint else error.message
    return error.format_message()


def named(param: click.Parameter) -> str:
    """The form of an option on the command line, or the name of an argument in the help."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return (param.metavar or param.name or "").strip("[].").upper()
