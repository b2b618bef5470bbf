"""Finds a game by name: the five of the rule books, and those of installed packages.

A package adds a game by naming its `Rules` subclass in the entry-point group `outnumber.games`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib import import_module
from os import stat
from typing import TYPE_CHECKING, Any

from outnumber.games.base import Rules
from outnumber.games.errors import OptionError, closest, shown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

# The games of the rule books in the order of menus, each with the class in its module: what else belongs to
# a game is found by its name too (`docs/tutorials/adding-a-game.md`).
BUILT_IN = {
    name: name.title().replace("-", "")
    for name in (
        "number-stack-duel", "number-duel", "order-challenge", "number-stack-attack", "strategy-stacks"
    )
}  # fmt: skip

# Games of this process alone, by name: see `registered_temporarily`.
_TEMPORARY: dict[str, type[Rules]] = {}


@contextmanager
def registered_temporarily(kind: type[Rules]) -> Iterator[None]:
    """Let everything here know a game that no package has installed, for as long as it is looked at."""
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
    # Scanning installed packages costs as much as starting the program: only when it is needed, and again
    # only when something has been installed: visitors of a server may ask for unknown names as often as they
    # like.
    from importlib.metadata import entry_points

    return [entry for entry in entry_points(group="outnumber.games") if entry.name not in BUILT_IN]


def _added() -> dict[str, type[Rules]]:
    found: dict[str, type[Rules]] = {}
    for entry in _entries():
        try:
            found[entry.name] = entry.load()
        except Exception as error:  # code of somebody else, which must not take the five games with it
            from warnings import warn

            warn(f"The game {entry.name} cannot be loaded: {error!r}", stacklevel=2)
    return {**found, **_TEMPORARY}


def names() -> list[str]:
    """The names of all games, the five of the rule books first; none is loaded for it."""
    return list(dict.fromkeys([*BUILT_IN, *(entry.name for entry in _entries()), *_TEMPORARY]))


def find(name: str) -> type[Rules]:
    """The game with that name; spaces, capitals and underscores are forgiven.

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
    """Every game, the five of the rule books first."""
    return [find(name) for name in BUILT_IN] + (list(_added().values()) if added else [])


@cache
def part(package: str, name: str) -> Any:
    """The module that one of our packages has about a built-in game; None where there is none.

    >>> part("study.games", "number-duel").__name__, part("study.games", "somebody-elses")
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
    """What a game is called; the name itself where no such game is installed, as in old results.

    >>> title("number-duel"), title("somebody-elses")
    ('Number Duel', 'somebody-elses')
    """
    try:
        return find(name).title
    except OptionError:
        return name


def game(name: str, **options: object) -> Rules:
    """A game with its options chosen; a bad name or option raises `OptionError` with the remedy.

    >>> game("number-duel", range=100).start().play(28).play(14).turn
    <Seat.ONE: 1>
    """
    return find(name)(**options)
