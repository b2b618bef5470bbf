"""The language of the command line: chosen before anything else is read; English regardless of the locale.

`say` speaks for the running command. Click looks up its own messages with gettext, under the names of its
modules, and has no other way to set a language. Help texts are written in English and translated when they
are shown.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from gettext import NullTranslations
from typing import TYPE_CHECKING, Any

import click

from outnumber.cli.usage import COUNTED, INSTEAD
from outnumber.games.languages import LANGUAGES, VARIABLE

if TYPE_CHECKING:
    from outnumber.games.sentences import Voice

# The voices are imported only when text is printed, so that --version does not load them.

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
    from outnumber.games.errors import strip_control_characters

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
