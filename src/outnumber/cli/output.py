"""What the command line prints, in the language chosen before anything else is read.

`say` speaks for the running command. Click looks up its own messages with gettext, under the names of its
modules, and has no other way to set a language. Help texts are written in English and translated when they
are shown.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from gettext import NullTranslations
from typing import TYPE_CHECKING, Any

import click

from outnumber.languages import LANGUAGES, VARIABLE

if TYPE_CHECKING:
    from outnumber.api import Json, Model
    from outnumber.games import Voice

# Voices and sentences are imported only when text is printed, so that --version does not load them.

ENGLISH = "en"
_FLAG = "--language"
_CLICK = (click.core, click.decorators, click.exceptions, click.formatting, click.parser, click.types)

# Every command has this option. `chosen` below reads it, because even a usage error must be in that language.
LANGUAGE = click.Option(
    [_FLAG],
    metavar="|".join(LANGUAGES),
    expose_value=False,
    shell_complete=lambda ctx, param, begun: [each for each in LANGUAGES if each.startswith(begun)],  # noqa: ARG005
    help=f"The language of the output; {VARIABLE} sets it for all commands.",
)


def chosen(args: Sequence[str]) -> str | None:
    """The language from the arguments or the environment, if any.

    Raises `OptionError` for an unknown language.
    """
    flags = list(args)[: args.index("--") if "--" in args else None]
    asked, name = os.environ.get(VARIABLE) or None, VARIABLE
    for place, flag in enumerate(flags):
        if flag.startswith(f"{_FLAG}="):
            asked, name = flag.partition("=")[2], _FLAG
        elif flag == _FLAG:
            asked, name = "".join(flags[place + 1 : place + 2]), _FLAG
    if asked is not None and asked not in LANGUAGES:
        from outnumber.language.voice import unknown

        raise unknown(asked, name)
    return asked


def teach(language: str | None) -> None:
    """Make click print its own messages in a language, by default English, and replace some of them."""
    in_language: Callable[[str], str] = NullTranslations().gettext
    in_plural: Callable[[str, str, int], str] = NullTranslations().ngettext
    if language is not None and language != ENGLISH:
        from outnumber.language.voice import voice

        in_language, in_plural = voice(language).word, voice(language).plural

    def word(text: str) -> str:
        return in_language(INSTEAD.get(text, text))

    def plural(one: str, many: str, n: int) -> str:
        return in_plural(*COUNTED.get((one, many), (one, many)), n)

    for module in _CLICK:
        vars(module).update({"_": word, "ngettext": plural})


def voice_of(ctx: click.Context) -> Voice:
    """The voice chosen for a command."""
    from outnumber.language.voice import voice

    return voice(ctx.obj or ENGLISH)


def spoken() -> Voice:
    """The voice of the running command."""
    return voice_of(click.get_current_context())


def say(text: str, /, **values: Any) -> str:
    """A sentence in the language of the running command."""
    return spoken().say(text, **values)


def speak(text: str, /, *, err: bool = False, **values: Any) -> None:
    """Print a sentence in the language of the running command."""
    from outnumber.games import strip_control_characters

    click.echo(strip_control_characters(say(text, **values)), err=err)


def usage_error(text: str, /, **values: Any) -> click.UsageError:
    """The error for a wrong command line."""
    return click.UsageError(say(text, **values))


def bad_value(name: str, text: str, /, **values: Any) -> click.BadParameter:
    """The error for an invalid value of an option or argument."""
    return click.BadParameter(say(text, **values), param_hint=name)


class Context(click.Context):
    """A context whose help is in the chosen language."""

    def make_formatter(self) -> click.HelpFormatter:
        if self.obj in (None, ENGLISH):
            return super().make_formatter()
        return _Formatter(voice_of(self), width=self.terminal_width, max_width=self.max_content_width)


class _Formatter(click.HelpFormatter):
    """Formats help in a language; its input is English."""

    def __init__(self, voice: Voice, width: int | None, max_width: int | None) -> None:
        super().__init__(width=width, max_width=max_width)
        self._word = voice.word

    def write_heading(self, heading: str) -> None:
        super().write_heading(self._word(heading))

    def write_text(self, text: str) -> None:
        super().write_text("\n\n".join(map(self._word, paragraphs(text))))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        translated = []
        for name, text in rows:
            # After two spaces comes text that click adds, such as the default; it is already translated.
            help, gap, more = text.partition("  [")
            translated.append((name, f"{self._word(help)}{gap}{more}"))
        super().write_dl(translated, col_max, col_spacing)


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each on one line, as in the catalogues."""
    return [" ".join(part.split()) for part in text.split("\n\n")]


# Shorter jobs are done before a bar could be read.
WORTH_A_BAR = 50


def print_json(told: Model | Json, *, err: bool = False) -> None:
    """Print a model or an object as one line of JSON."""
    import json

    from outnumber.api import plain

    click.echo(json.dumps(plain(told)), err=err)


def blocks() -> str:
    """The characters that bars are drawn with."""
    from outnumber.local.terminal.console import can_show

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
        from outnumber.extras import install_command

        message = say(
            "{what} needs the package {package}. Install it with: {command}",
            what=what,
            command=install_command(extra),
            package=str(error.name).partition(".")[0],
        )
        raise click.ClickException(message) from None


def cannot_listen(host: str, port: int, error: Exception) -> click.ClickException:
    """The error for an address that cannot be bound."""
    from outnumber.games import Phrase, mark

    # Python may repeat the address in brackets; it does not resolve an invalid name at all.
    no_name = mark("Name or service not known")
    why = Phrase(str(error.strerror).partition(" (")[0] if isinstance(error, OSError) else no_name)
    address = f"{host}:{port}"
    message = say("{address} cannot be used: {why}. Try another --port.", address=address, why=why)
    return click.ClickException(message)


# Messages about wrong command lines, in place of click's own.

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
    from outnumber.games import Phrase, closest, shown

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
