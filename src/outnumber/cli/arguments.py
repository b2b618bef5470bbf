"""Arguments and options that several commands share: the game and its options."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outnumber.games import (
    BUILT_IN,
    Option,
    OptionError,
    Phrase,
    Rules,
    all_games,
    bad_option,
    closest,
    find,
    mark,
    names,
    shown,
    whole_from,
)
from outnumber.games.base import NO_OPTIONS
from outnumber.games.sentences import Said

from .output import LANGUAGE, Context, bad_value, named, usage_error, voice_of

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Command = Callable[..., Any]
Completion = Callable[[click.Context, click.Parameter, str], list[str]]


class Checked(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions of click
    """A value that a function reads; the remedy of its `OptionError` is printed with the value as typed."""

    def __init__(self, name: str, read: Callable[[Any], object]) -> None:
        self.name, self.read = name, read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> object:  # noqa: ARG002
        try:
            return self.read(value)
        except OptionError as error:
            raise cannot_be(value, error.numbers["remedy"], param) from None


def whole_type(low: int, high: int) -> Checked:
    """A whole number between two limits."""
    return Checked("integer", lambda value: whole_from("", value, low, high))


def decimal_type(low: float, high: float) -> Checked:
    """A number between two limits."""

    def read(value: Any) -> float:
        with suppress(ValueError):
            if low <= float(value) <= high:
                return float(value)
        raise bad_option("", value, "choose a number from {low} to {high:,}.", low=low, high=high)

    return Checked("number", read)


class OneOf(click.Choice[str]):
    """One of a few words, with our own error message."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        if value not in self.choices:
            raise cannot_be(value, closest(value, list(self.choices)), param)
        return str(value)


def cannot_be(value: str, remedy: Phrase, param: click.Parameter | None) -> click.UsageError:
    """The error for an invalid value of an option or argument, in the form of a game's option errors."""
    what = named(param) if param else ""
    return usage_error(
        "{option} {text} is not valid: {remedy}", option=what, text=shown(value), remedy=remedy
    )


def names_in(text: str, option: str, known: Sequence[str]) -> list[str]:
    """The names in a list with commas, each once; raises `OptionError` for an unknown one."""
    names = list(dict.fromkeys(name.strip() for name in text.split(",")))
    for name in names:
        if name not in known:
            raise bad_option(option, name, closest(name, known))
    return names


def complete(choices: Iterable[object] | Callable[[], Iterable[object]]) -> Completion:
    """The shell completions for an incomplete word: the choices that begin with it."""

    def begun(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
        found = map(str, choices() if callable(choices) else choices)
        return [text for text in found if text.startswith(incomplete)]

    return begun


def _ids() -> Iterable[int]:
    """The ids of games in the history, newest first."""
    from outnumber.store.games import GameStore

    return reversed(GameStore().ids())


complete_ids = complete(_ids)


def complete_records(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The ids of games in the history, and files."""
    from click.shell_completion import CompletionItem

    ids = complete_ids(ctx, param, incomplete)
    return [*map(CompletionItem, ids), CompletionItem(incomplete, type="file")]


# A command declares a parameter as the default value of its function's parameter.


def cli_command(function: Command) -> click.Command:
    """Make a command from a function whose parameters have options and arguments as defaults."""
    declared = inspect.signature(function).parameters.items()
    params = [each for name, parameter in declared for each in parameter.default(name)]
    force = [FORCE] if any(each.callback is _unused for each in params) else []
    command = click.command(params=[*params, *force, LANGUAGE])(function)
    command.context_class = Context
    return command


def option(help: str, *names: str, **more: Any) -> Any:
    """An option with the name of its parameter, unless other names are given."""
    return lambda name: [click.Option([*(names or [flag(name)]), name], help=help, **more)]


def switch(help: str, *names: str) -> Any:
    """An option without a value."""
    return option(help, *names, is_flag=True)


def whole(low: int, high: int, help: str, *names: str, **more: Any) -> Any:
    """A whole number between two limits; the default is shown unless the help text mentions it."""
    usual = {"metavar": "N", "show_default": more.get("default") is not None}
    return option(help, *names, type=whole_type(low, high), **{**usual, **more})


def one_of(choices: Sequence[str], help: str, **more: Any) -> Any:
    return option(help, type=OneOf(choices), **more)


def file(help: str, *names: str, **more: Any) -> Any:
    """The name of a file to read or write."""
    return option(help, *names, type=click.Path(dir_okay=False), metavar="FILE", **more)


def directory(help: str) -> Any:
    """The name of a directory to write to."""
    return option(help, type=click.Path(file_okay=False, path_type=Path), metavar="DIR")


def new_file(help: str, *names: str, **more: Any) -> Any:
    """The name of a file to write, refused if its directory is missing or, without --force, if it exists."""
    return file(help, *names, callback=_unused, **more)


def _unused(ctx: click.Context, param: click.Parameter, path: str | None) -> str | None:
    directory = os.path.dirname(path or "")
    if path and os.path.exists(path) and not ctx.meta["force"]:
        remedy = mark("{file} exists already; choose another name, or overwrite it with --force.")
        raise bad_value(named(param), remedy, file=path)
    if directory and not os.path.isdir(directory):
        remedy = mark("there is no directory {directory}; create it first.")
        raise bad_value(named(param), remedy, directory=directory)
    return path


def player(known: Iterable[str], help: str, *names: str, **more: Any) -> Any:
    """A player by name, with shell completion for known names."""
    return option(help, *names, shell_complete=complete(known), **{"metavar": "PLAYER", **more})


def seed_number(help: str, default: int | None = None) -> Any:
    return whole(0, 2**63, help, default=default, metavar="S")


def json_switch(help: str = "Print one JSON object for programs.") -> Any:
    return switch(help, "--json")


def argument(**more: Any) -> Any:
    return lambda name: [click.Argument([name], **more)]


def game_argument(required: bool = True) -> Any:
    metavar = "GAME" if required else "[GAME]"
    return argument(required=required, shell_complete=complete(names), metavar=metavar)


# The largest id of a game in the history.
MOST_GAMES = 999_999_999
# Commands that write a new file have this option; it is read before the name of the file.
FORCE = click.Option(
    ["--force"], is_flag=True, is_eager=True, expose_value=False, help="Overwrite an existing file.",
    callback=lambda ctx, _, force: ctx.meta.update(force=force),
)  # fmt: skip
DIFFICULTY = whole(1, 5, "The difficulty, from 1 to 5.", metavar="1-5")
# A record on disk, or a game from the history.
RECORD = argument(metavar="FILE|ID", shell_complete=complete_records)


# The options of commands that errors name, in addition to those of games.
OTHERS = {"kind", "date", "start", "openings", "gauntlet", "jobs", "database", "force", "step", "workers"}


def flag(name: str) -> str:
    """The form of an option on the command line."""
    return "--" + name.replace("_", "-")


def flagged(said: Said) -> Phrase:
    """The error with options in command-line form: `range` becomes --range here."""
    ours = {option.name for kind in all_games(added=False) for option in kind.OPTIONS} | OTHERS
    numbers: dict[str, Any] = {}
    for name, value in said.numbers.items():
        if isinstance(value, Phrase):
            numbers[name] = flagged(value)
        else:
            numbers[name] = flag(value) if name == "option" and value in ours else value
    return Phrase(said.template, **numbers)


def typed(kind: type[Rules], option: Option[Any]) -> str:
    """An option of a game with its default in command-line form; added games have no flags."""
    text = option.text(option.default)
    return f"{flag(option.name)} {text}" if kind.name in BUILT_IN else f"--set {option.name}={text}"


def no_game(command: str) -> click.UsageError:
    """The error for a command that cannot ask which game."""
    example = f"outnumber {command} number-duel"
    return usage_error("Name a game, such as: {example}. outnumber games lists them.", example=example)


class GameOption(click.Option):
    """An option of one or more of the five games; a later check decides whether the chosen game has it."""

    def __init__(self, *args: Any, declared: dict[type[Rules], Option[Any]], **more: Any) -> None:
        super().__init__(*args, **more)
        # The games that have the option, each with its default.
        self.declared = declared

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The help of the option, with its default in each game."""
        if self.hidden:
            return None
        voice = voice_of(ctx)
        defaults = {kind: option.text(option.default) for kind, option in self.declared.items()}
        if len(set(defaults.values())) > 1:
            texts = [
                voice.say("{value} in {game}", value=text, game=Phrase(kind.title))
                for kind, text in defaults.items()
            ]
        else:
            texts = list(defaults.values())[:1]
        default = voice.say("default: {default}", default="; ".join(texts))
        games = ", ".join(voice.word(kind.title) for kind in self.declared)
        return f"{self.opts[0]} {self.metavar}", f"{voice.word(self.help or '')} [{games}; {default}]"


def game_options(*hidden: str) -> Any:
    """One option for each option of the five games, and any option by name for added games.

    The values are passed as one dictionary. A hidden option is only accepted so that it can be refused with
    the reason.
    """

    def declare(into: str) -> list[click.Parameter]:
        def keep(ctx: click.Context, param: click.Parameter, value: Any) -> None:
            ctx.params.setdefault(into, {})[param.name] = value

        kept: dict[str, Any] = {"expose_value": False, "callback": keep}
        declared: dict[str, dict[type[Rules], Option[Any]]] = {}
        for kind in all_games(added=False):
            for option in kind.OPTIONS:
                declared.setdefault(option.name, {})[kind] = option
        params: list[click.Parameter] = []
        for name, games in declared.items():
            option = next(iter(games.values()))
            params.append(
                GameOption(
                    [flag(name), name],
                    declared=games,
                    metavar=option.metavar,
                    shell_complete=complete(option.choices),
                    help=option.help,
                    hidden=name in hidden,
                    **kept,
                )
            )
        help = "Any option by name, for games from other packages."
        return [
            *params,
            click.Option(["--set", "set"], multiple=True, metavar="NAME=VALUE", help=help, **kept),
        ]

    return declare


def chosen_rules(game: str, given: Mapping[str, Any]) -> Rules:
    """The rules for a game and the options given for it; raises `OptionError` with the remedy."""
    kind = find(game)
    return kind(**given_options(kind, given))


def chosen_options(game: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options given for a game, checked together; options that were not given are omitted."""
    kind = find(game)
    names = given_options(kind, given)
    return {name: value for name, value in kind(**names).options.items() if name in names} if names else {}


def given_options(kind: type[Rules], given: Mapping[str, Any]) -> dict[str, Any]:
    """The options given for a game by name; raises `OptionError` for an option that the game does not
    have.
    """
    options = {name: value for name, value in given.items() if value is not None and name != "set"}
    for setting in given.get("set", ()):
        name, equals, value = setting.partition("=")
        if not equals:
            raise bad_value("--set", "{text} should look like NAME=VALUE.", text=repr(setting))
        name = name.replace("-", "_")
        if name in options:
            raise bad_value("--set", "{name} is given twice; choose one value.", name=name)
        options[name] = value
    for name in options:
        if name not in {option.name for option in kind.OPTIONS}:
            flags = ", ".join(
                flag(option.name) if kind.name in BUILT_IN else typed(kind, option) for option in kind.OPTIONS
            )
            remedy = Phrase("its options are {flags}.", flags=flags) if flags else NO_OPTIONS
            text = name if given.get(name) is None else flag(name)
            raise OptionError("unknown-option", game=Phrase(kind.title), text=text, remedy=remedy)
    return options
