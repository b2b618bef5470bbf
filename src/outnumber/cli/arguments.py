"""Arguments and options that several commands share: the game and its options."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from outnumber.cli.language import LANGUAGE, Context, bad_value, usage_error, voice_of
from outnumber.cli.usage import named
from outnumber.games.base import NO_OPTIONS, Rules
from outnumber.games.errors import OptionError, closest, shown
from outnumber.games.options import Option
from outnumber.games.options import whole as whole_number
from outnumber.games.registry import BUILT_IN, all_games, find, names
from outnumber.games.sentences import Phrase, Said
from outnumber.match.clock import LONGEST_CLOCK, GameClock, read_clock

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Command = Callable[..., Any]
Completion = Callable[[click.Context, click.Parameter, str], list[str]]


class Whole(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions of click
    """A whole number between two limits, refused in our words and as it was typed."""

    name = "integer"

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:  # noqa: ARG002
        number = whole_number(value)
        if number is None or not self.low <= number <= self.high:
            remedy = Phrase("choose a whole number from {low} to {high:,}.", low=self.low, high=self.high)
            raise cannot_be(value, remedy, param)
        return number


class Time(click.ParamType):  # type: ignore[type-arg]
    """Seconds for a turn; where a game may have a clock of its own, also minutes+seconds."""

    name = "time"

    def __init__(self, *, whole_game: bool = False) -> None:
        self.whole_game = whole_game

    def convert(
        self,
        value: Any,
        param: click.Parameter | None,
        ctx: click.Context | None,  # noqa: ARG002
    ) -> float | GameClock:
        if not isinstance(value, str):
            return float(value)
        try:
            clock = read_clock(value)
        except ValueError:
            clock = 0.0
        if clock and (self.whole_game or isinstance(clock, float)):
            return clock
        if self.whole_game:
            remedy = Phrase(
                "give seconds for each turn, such as 30, "
                "or minutes for the game and seconds for each move, such as 5+3."
            )
        else:
            remedy = Phrase("give seconds up to {most:,}.", most=LONGEST_CLOCK)
        raise cannot_be(value, remedy, param)


class OneOf(click.Choice[str]):
    """One of a few words, refused in our words."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        if value not in self.choices:
            raise cannot_be(value, closest(value, list(self.choices)), param)
        return str(value)


def cannot_be(value: str, remedy: Phrase, param: click.Parameter | None) -> click.UsageError:
    """A value that an option or an argument does not take, told as the options of games are."""
    what = named(param) if param else ""
    return usage_error("{option} cannot be {text}: {remedy}", option=what, text=shown(value), remedy=remedy)


def complete(choices: Iterable[object] | Callable[[], Iterable[object]]) -> Completion:
    """What a shell offers for what has been typed: those of the choices that begin with it."""

    def begun(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
        found = map(str, choices() if callable(choices) else choices)
        return [text for text in found if text.startswith(incomplete)]

    return begun


def _ids() -> Iterable[int]:
    """The numbers of games in the history, the newest first."""
    from outnumber.store.games import GameStore

    return reversed(GameStore().ids())


complete_ids = complete(_ids)


def complete_records(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The same, and files."""
    from click.shell_completion import CompletionItem

    ids = complete_ids(ctx, param, incomplete)
    return [*map(CompletionItem, ids), CompletionItem(incomplete, type="file")]


def new_file(path: str | None, flag: str, *, force: bool = False) -> str | None:
    """The name of a file that is to be written, refused where it exists already or its directory does not."""
    if path is None:
        return None
    if os.path.exists(path) and not force:
        raise bad_value(
            flag, "{file} exists already; choose another name, or insist with --force.", file=path
        )
    directory = os.path.dirname(path)
    if directory and not os.path.isdir(directory):
        raise bad_value(flag, "there is no directory {directory}; make it first.", directory=directory)
    return path


# How a command declares a parameter: as the default of the one that its function has.


def cli_command(function: Command) -> click.Command:
    """A command with the options and arguments that the parameters of a function have as defaults."""
    declared = inspect.signature(function).parameters.items()
    params = [each for name, parameter in declared for each in parameter.default(name)]
    command = click.command(params=[*params, LANGUAGE])(function)
    command.context_class = Context
    return command


def option(help: str, *names: str, **more: Any) -> Any:
    """An option that is called like its parameter, unless other names are given."""
    return lambda name: [click.Option([*(names or [flag(name)]), name], help=help, **more)]


def switch(help: str, *names: str) -> Any:
    """An option without a value."""
    return option(help, *names, is_flag=True)


def whole(low: int, high: int, help: str, *names: str, **more: Any) -> Any:
    """A whole number between two limits; its default is shown, unless the help tells it."""
    usual = {"metavar": "N", "show_default": more.get("default") is not None}
    return option(help, *names, type=Whole(low, high), **{**usual, **more})


def one_of(choices: Sequence[str], help: str, **more: Any) -> Any:
    return option(help, type=OneOf(choices), **more)


def file(help: str, *names: str, **more: Any) -> Any:
    """The name of a file that is to be written or read."""
    return option(help, *names, type=click.Path(dir_okay=False), metavar="FILE", **more)


def player(known: Iterable[str], help: str, **more: Any) -> Any:
    """A player by name; a shell completes those that are known."""
    return option(help, shell_complete=complete(known), **{"metavar": "PLAYER", **more})


def seed_number(help: str, default: int | None = None) -> Any:
    return whole(0, 2**63, help, default=default, metavar="S")


def json_switch(help: str = "Print one JSON object for programs.") -> Any:
    return switch(help, "--json")


def argument(**more: Any) -> Any:
    return lambda name: [click.Argument([name], **more)]


def game_argument(required: bool = True) -> Any:
    metavar = "GAME" if required else "[GAME]"
    return argument(required=required, shell_complete=complete(names), metavar=metavar)


# The largest number of a game in the history.
MOST_GAMES = 999_999_999
FORCE = switch("Overwrite a file that exists.")
DIFFICULTY = whole(1, 5, "How hard, from 1 to 5.", metavar="1-5")
# A record on disk, or a game of the history.
RECORD = argument(metavar="FILE|ID", shell_complete=complete_records)


# Options of commands that errors name, beside those of the games.
OTHERS = {"kind", "date", "start", "openings", "gauntlet", "jobs", "database", "force", "step", "workers"}


def flag(name: str) -> str:
    """An option as it is typed on a command line."""
    return "--" + name.replace("_", "-")


def flagged(said: Said) -> Phrase:
    """The same with options called as they are typed: what is `range` everywhere else is --range here."""
    ours = {option.name for kind in all_games(added=False) for option in kind.OPTIONS} | OTHERS
    numbers: dict[str, Any] = {}
    for name, value in said.numbers.items():
        if isinstance(value, Phrase):
            numbers[name] = flagged(value)
        else:
            numbers[name] = flag(value) if name == "option" and value in ours else value
    return Phrase(said.template, **numbers)


def typed(kind: type[Rules], option: Option[Any]) -> str:
    """An option of a game with its default, as it is typed; added games have no flags of their own."""
    text = option.text(option.default)
    return f"{flag(option.name)} {text}" if kind.name in BUILT_IN else f"--set {option.name}={text}"


def no_game(command: str) -> click.UsageError:
    """The error for a command that cannot ask which game."""
    example = f"outnumber {command} number-duel"
    return usage_error("Name a game, such as: {example}. outnumber games lists them.", example=example)


class GameOption(click.Option):
    """An option of one or more of the five games; which of them a game has is checked later."""

    def __init__(self, *args: Any, declared: dict[type[Rules], Option[Any]], **more: Any) -> None:
        super().__init__(*args, **more)
        # The games that have it, each with its own default.
        self.declared = declared

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Its help, and in which games it is what by default."""
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
    """One option for each option of the five games, and any option by name for added ones.

    What was given comes as one dictionary. What is hidden is no choice here: it is taken only to be refused
    with the reason.
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
        help = "Any option by name, for games of other packages."
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
    """The options that were given for a game, checked together, without those that were not."""
    kind = find(game)
    names = given_options(kind, given)
    return {name: value for name, value in kind(**names).options.items() if name in names} if names else {}


def given_options(kind: type[Rules], given: Mapping[str, Any]) -> dict[str, Any]:
    """The options given for a game by name; raises `OptionError` for one that it does not have."""
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
