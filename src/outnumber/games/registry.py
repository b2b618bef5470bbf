"""The registry of games: the five built-in ones and those of installed packages.

A package adds a game by registering its `Rules` subclass in the entry-point group `outnumber.games`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib import import_module
from os import stat
from typing import TYPE_CHECKING, Any

from .base import Rules
from .errors import OptionError, closest, shown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

# The built-in games in menu order, each with its class name. Other modules about a game are found by its name
# too; see "Adding a game" in the documentation.
BUILT_IN = {
    name: name.title().replace("-", "")
    for name in (
        "number-stack-duel", "number-duel", "order-challenge", "number-stack-attack", "strategy-stacks"
    )
}  # fmt: skip

# Games registered for this process only, by name: see `registered_temporarily`.
_TEMPORARY: dict[str, type[Rules]] = {}


@contextmanager
def registered_temporarily(kind: type[Rules]) -> Iterator[None]:
    """Register a game that no installed package provides, until the context ends."""
    before = _TEMPORARY.get(kind.name)
    _TEMPORARY[kind.name] = kind
    try:
        yield
    finally:
        del _TEMPORARY[kind.name]
        if before is not None:
            _TEMPORARY[kind.name] = before


def _entries() -> list[EntryPoint]:
    return _scanned(tuple((each, _changed(each)) for each in sys.path))


def _changed(folder: str) -> int:
    try:
        return stat(folder or ".").st_mtime_ns
    except (OSError, ValueError):
        return 0


@lru_cache(maxsize=4)
def _scanned(_: tuple[tuple[str, int], ...]) -> list[EntryPoint]:
    # Scanning installed packages takes as long as starting the program. So scan on demand, and again only
    # after an installation: clients of a server may request unknown names at any rate.
    from importlib.metadata import entry_points

    return [entry for entry in entry_points(group="outnumber.games") if entry.name not in BUILT_IN]


def _added() -> dict[str, type[Rules]]:
    found: dict[str, type[Rules]] = {}
    for entry in _entries():
        try:
            found[entry.name] = entry.load()
        except Exception as error:  # third-party code must not break the built-in games
            from warnings import warn

            warn(f"The game {entry.name} cannot be loaded: {error!r}", stacklevel=2)
    return {**found, **_TEMPORARY}


def names() -> list[str]:
    """The names of all games, built-in ones first; does not import them."""
    return list(dict.fromkeys([*BUILT_IN, *(entry.name for entry in _entries()), *_TEMPORARY]))


def find(name: str) -> type[Rules]:
    """The game with a name; accepts spaces, capitals and underscores.

    >>> find("Number Duel").title
    'Number Duel'
    """
    key = "-".join(str(name).lower().replace("_", " ").replace("-", " ").split())
    if key in _TEMPORARY:
        return _TEMPORARY[key]
    if key in BUILT_IN:
        rules: type[Rules] = getattr(import_module(f"outnumber.games.{key.replace('-', '_')}"), BUILT_IN[key])
        return rules
    added = _added()
    if key in added:
        return added[key]
    raise OptionError("unknown-game", text=shown(name), remedy=closest(key, [*BUILT_IN, *added]))


def all_games(*, added: bool = True) -> list[type[Rules]]:
    """All games, built-in ones first."""
    return [find(name) for name in BUILT_IN] + (list(_added().values()) if added else [])


@cache
def part(package: str, name: str) -> Any:
    """The module about a built-in game in one of our packages; None if there is no such module.

    >>> part("study.games", "number-duel").__name__, part("study.games", "another-game")
    ('outnumber.study.games.number_duel', None)
    """
    path = f"outnumber.{package}.{name.replace('-', '_')}"
    try:
        return import_module(path) if name in BUILT_IN else None
    except ModuleNotFoundError as error:
        if error.name != path:
            raise
        return None


def title(name: str) -> str:
    """The title of a game; the name itself if the game is not installed, as in old results.

    >>> title("number-duel"), title("another-game")
    ('Number Duel', 'another-game')
    """
    try:
        return find(name).title
    except OptionError:
        return name


def game(name: str, **options: object) -> Rules:
    """A game with its options set; a bad name or option raises `OptionError` with the remedy.

    >>> game("number-duel", range=100).start().play(28).play(14).turn
    <Seat.ONE: 1>
    """
    return find(name)(**options)
