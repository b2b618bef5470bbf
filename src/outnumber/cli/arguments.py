"""Arguments and options that several commands share: the game and its options."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

from outnumber.cli.language import say, voice_of
from outnumber.cli.usage import named
from outnumber.games.base import NO_OPTIONS, Rules
from outnumber.games.errors import OptionError, closest, shown
from outnumber.games.options import Option
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

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        digits = value.strip().removeprefix("+")
        if (
            digits.isascii()
            and digits.isdigit()
            and len(digits) < 20
            and self.low <= int(digits) <= self.high
        ):
            return int(digits)
        remedy = Phrase("choose a whole number from {low} to {high:,}.", low=self.low, high=self.high)
        raise cannot_be(value, remedy, param, ctx)


class Time(click.ParamType):  # type: ignore[type-arg]
    """Seconds for a turn; where a game may have a clock of its own, also minutes+seconds."""

    name = "time"

    def __init__(self, *, whole_game: bool = False) -> None:
        self.whole_game = whole_game

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
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
        raise cannot_be(value, remedy, param, ctx)


class OneOf(click.Choice[str]):
    """One of a few words, refused in our words."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.choices:
            raise cannot_be(value, closest(value, list(self.choices)), param, ctx)
        return str(value)


def cannot_be(
    value: str, remedy: Phrase, param: click.Parameter | None, ctx: click.Context | None
) -> click.UsageError:
    """A value that an option or an argument does not take, told as the options of games are."""
    what = named(param) if param else ""
    message = say("{option} cannot be {text}: {remedy}", option=what, text=shown(value), remedy=remedy)
    return click.UsageError(message, ctx)


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
        message = say("{file} exists already; choose another name, or insist with --force.", file=path)
        raise click.BadParameter(message, param_hint=flag)
    directory = os.path.dirname(path)
    if directory and not os.path.isdir(directory):
        message = say("there is no directory {directory}; make it first.", directory=directory)
        raise click.BadParameter(message, param_hint=flag)
    return path


force_option = click.option("--force", is_flag=True, help="Overwrite a file that exists.")


def whole_option(name: str, low: int, high: int, help: str, **more: Any) -> Callable[[Command], Command]:
    """A whole number between two limits; its default is shown, unless the help tells it."""
    usual = {"metavar": "N", "show_default": more.get("default") is not None}
    return click.option(name, type=Whole(low, high), help=help, **{**usual, **more})


def file_option(name: str, help: str) -> Callable[[Command], Command]:
    return click.option(name, type=click.Path(dir_okay=False), metavar="FILE", help=help)


def player_option(name: str, known: Iterable[str], help: str, **more: Any) -> Callable[[Command], Command]:
    """A player by name; a shell completes those that are known."""
    return click.option(name, shell_complete=complete(known), help=help, **{"metavar": "PLAYER", **more})


def seed_option(help: str, default: int | None = None) -> Callable[[Command], Command]:
    return whole_option("--seed", 0, 2**63, help, default=default, metavar="S")


def json_option(help: str = "Print one JSON object for programs.") -> Callable[[Command], Command]:
    return click.option("--json", "as_json", is_flag=True, help=help)


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


def game_argument(required: bool = True) -> Callable[[Command], Command]:
    return click.argument(
        "game", required=required, shell_complete=complete(names), metavar="GAME" if required else "[GAME]"
    )


def no_game(command: str) -> click.UsageError:
    """The error for a command that cannot ask which game."""
    example = f"outnumber {command} number-duel"
    return click.UsageError(
        say("Name a game, such as: {example}. outnumber games lists them.", example=example)
    )


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


def game_options(command: Command, *, hidden: Iterable[str] = ()) -> Command:
    """One option for each option of the five games, and any option by name for added ones.

    What is hidden is no choice here: it is taken only to be refused with the reason.
    """
    hidden = frozenset(hidden)
    declared: dict[str, dict[type[Rules], Option[Any]]] = {}
    for kind in all_games(added=False):
        for option in kind.OPTIONS:
            declared.setdefault(option.name, {})[kind] = option
    command = click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="NAME=VALUE",
        help="Any option by name, for games of other packages.",
    )(command)
    for name, games in reversed(declared.items()):
        option = next(iter(games.values()))
        command = click.option(
            flag(name),
            name,
            cls=GameOption,
            declared=games,
            metavar=option.metavar,
            shell_complete=complete(option.choices),
            help=option.help,
            hidden=name in hidden,
        )(command)
    return command


def chosen_rules(game: str, given: dict[str, Any], settings: tuple[str, ...] = ()) -> Rules:
    """The rules for a game and the options given for it; raises `OptionError` with the remedy."""
    kind = find(game)
    return kind(**given_options(kind, given, settings))


def chosen_options(game: str, given: dict[str, Any], settings: tuple[str, ...] = ()) -> dict[str, Any]:
    """The options that were given for a game, checked together, without those that were not."""
    kind = find(game)
    names = given_options(kind, given, settings)
    return {name: value for name, value in kind(**names).options.items() if name in names} if names else {}


def given_options(kind: type[Rules], given: dict[str, Any], settings: tuple[str, ...]) -> dict[str, Any]:
    """The options given for a game by name; raises `OptionError` for one that it does not have."""
    options = {name: value for name, value in given.items() if value is not None}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            message = say("{text} should look like NAME=VALUE.", text=repr(setting))
            raise click.BadParameter(message, param_hint="--set")
        name = name.replace("-", "_")
        if name in options:
            message = say("{name} is given twice; choose one value.", name=name)
            raise click.BadParameter(message, param_hint="--set")
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
