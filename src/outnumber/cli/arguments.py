"""Arguments and options that several commands share: the game and its options."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import click

from outnumber.games.base import Rules
from outnumber.games.errors import OptionError
from outnumber.games.options import Option
from outnumber.games.registry import BUILT_IN, all_games, find, names
from outnumber.games.sentences import Phrase

Command = Callable[..., Any]


def flag(name: str) -> str:
    """An option as it is typed on a command line."""
    return "--" + name.replace("_", "-")


def typed(kind: type[Rules], option: Option[Any]) -> str:
    """An option of a game with its default, as it is typed; added games have no flags of their own."""
    text = option.text(option.default)
    return f"{flag(option.name)} {text}" if kind.name in BUILT_IN else f"--set {option.name}={text}"


def complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
    """The games whose names begin with what has been typed."""
    return [name for name in names() if name.startswith(incomplete)]


def game_argument(required: bool = True) -> Callable[[Command], Command]:
    return click.argument(
        "game", required=required, shell_complete=complete_game, metavar="GAME" if required else "[GAME]"
    )


def game_options(command: Command) -> Command:
    """One option for each option of the five games; which of them a game has is checked later."""
    declared: dict[str, list[type[Rules]]] = {}
    options = {}
    for kind in all_games(added=False):
        for option in kind.OPTIONS:
            declared.setdefault(option.name, []).append(kind)
            options[option.name] = option
    command = click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="NAME=VALUE",
        help="Any option by name, for games of other packages.",
    )(command)
    for name, option in reversed(options.items()):
        games = ", ".join(kind.title for kind in declared[name])
        defaults = {option.text(o.default) for kind in declared[name] for o in kind.OPTIONS if o.name == name}
        default = "; ".join(
            f"{o.text(o.default)} in {kind.title}" if len(defaults) > 1 else o.text(o.default)
            for kind in declared[name][: None if len(defaults) > 1 else 1]
            for o in kind.OPTIONS
            if o.name == name
        )
        command = click.option(
            flag(name),
            name,
            metavar=option.metavar,
            shell_complete=complete(option.choices),
            help=f"{option.help} [{games}; default: {default}]",
        )(command)
    return command


def complete(choices: Iterable[str]) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """What a shell offers for what has been typed: those of the choices that begin with it."""
    return lambda ctx, param, incomplete: [c for c in choices if c.startswith(incomplete)]  # noqa: ARG005


def chosen_rules(game: str, given: dict[str, Any], settings: tuple[str, ...] = ()) -> Rules:
    """The rules for a game and the options given for it; raises `OptionError` with the remedy."""
    kind = find(game)
    options = {name: value for name, value in given.items() if value is not None}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise click.BadParameter(f"{setting!r} should look like NAME=VALUE.", param_hint="--set")
        name = name.replace("-", "_")
        if name in options:
            raise click.BadParameter(f"{name} is given twice; choose one value.", param_hint="--set")
        options[name] = value
    for name in options:
        if name not in {option.name for option in kind.OPTIONS}:
            flags = ", ".join(flag(option.name) for option in kind.OPTIONS)
            remedy = Phrase("its options are {flags}.", flags=flags)
            raise OptionError("unknown-option", game=kind.title, text=flag(name), remedy=remedy)
    return kind(**options)
