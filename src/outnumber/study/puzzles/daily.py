"""One puzzle per day, the same for everyone: it depends only on the date, so it needs no network.

The games alternate from day to day, and so do the kinds of each game. Puzzles become harder during the week,
from Monday to Sunday. `daily.json` has the puzzles of 2026 before `FROM`, which another generator created:
for each day and each game of `rotation` the options, the moves and the difficulty.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import date, timedelta

from outnumber.games import BUILT_IN, OptionError, Phrase, bad_option, find, mark, part
from outnumber.study.data import load

from .generate import generate
from .kinds import Kind, checked, offered
from .puzzle import Puzzle, from_json

# The first day (in UTC) with puzzles of all kinds and the difficulty of its weekday.
FROM = date(2026, 12, 1)
# The first month of the archive; older puzzles can be requested by date.
FIRST = date(2026, 1, 1)
# The difficulty from Monday to Sunday.
HARD = (1, 2, 2, 3, 3, 4, 5)


def daily(day: date, game: str | None = None, kind: str | None = None) -> Puzzle:
    """The daily puzzle of a date in UTC, optionally for a game or a kind; takes some milliseconds.

    >>> puzzle = daily(date(2026, 11, 15))
    >>> puzzle.rules.name, puzzle.moves, puzzle.solution
    ('number-stack-duel', (8, 16, 12), 13)
    """
    if kind in (None, "one") and (published := _published(day, game)):
        return published
    name = find(game).name if game else _turn(day, kind)
    asked = checked(find(name), kind) if kind else _kind(day, name, days=1 if game else len(rotation(day)))
    # The five games have unlimited puzzles of every kind and difficulty; an added one may have few.
    for hard in (HARD[day.weekday()], None):
        if found := next(generate(name, day.toordinal(), kind=asked, difficulty=hard), None):
            return found
    # An added game may be too small for a puzzle.
    raise bad_option(mark("game"), name, "it has no daily puzzle.")


def month_before(month: date) -> date:
    """The first day of the previous month."""
    return (month.replace(day=1) - timedelta(days=1)).replace(day=1)


def archive(text: str, today: date) -> tuple[date, list[tuple[date, str]]]:
    """A month such as 2026-11, or the current one, and its days so far with their games, newest first.

    >>> month, days = archive("2026-11", date(2026, 11, 15))
    >>> month.isoformat(), len(days), days[0][1]
    ('2026-11-01', 15, 'number-stack-duel')
    """
    month = today.replace(day=1)
    # An invalid month, a future one, or one before the first puzzles gives the current one.
    with suppress(ValueError):
        asked = date.fromisoformat(f"{text}-01")
        month = asked if FIRST <= asked <= month else month
    days = [month + timedelta(number) for number in range(31)]
    so_far = [day for day in days if day <= today and day.month == month.month]
    return month, [(day, _turn(day, None)) for day in reversed(so_far)]


def rotation(day: date) -> list[str]:
    """The games that alternate: each has a first day, so that adding a game changes no earlier puzzle."""
    return [name for name in BUILT_IN if getattr(part("study.games", name), "DAILY_FROM", date.max) <= day]


def _turn(day: date, kind: str | None) -> str:
    """The game of a day, among those that have the kind."""
    games = rotation(day)
    fit = [name for name in games if kind is None or kind in offered(find(name))]
    return fit[day.toordinal() % len(fit)] if fit else games[0]


def _kind(day: date, game: str, *, days: int) -> Kind:
    """The kind of a day, for a game that comes every few days."""
    kinds = offered(find(game))
    return kinds[day.toordinal() // days % len(kinds)]


def _published(day: date, game: str | None) -> Puzzle | None:
    """The puzzle published for a day before there were kinds, which must not change; None for other days and
    games.
    """
    name = find(game).name if game else _turn(day, None)
    found = dict(zip(rotation(day), load(__package__, "daily.json").get(day.isoformat(), ()), strict=False))
    if name not in found:
        return None
    options, moves, difficulty = found[name]
    puzzle = from_json({"game": name, "options": options, "moves": moves})
    return puzzle._replace(difficulty=difficulty, version=1)


def past(text: str, today: date) -> date:
    """Parse a date up to today; raises `OptionError` for another one.

    >>> past("2026-11-15", date(2026, 11, 15))
    datetime.date(2026, 11, 15)
    """
    day = None
    with suppress(ValueError):
        day = date.fromisoformat(text)
    # Python accepts other formats too.
    if day is None or day.isoformat() != text:
        remedy = Phrase("it must be a day such as 2026-11-15.")
        raise OptionError("bad-option", option=mark("date"), text=repr(text[:40]), remedy=remedy)
    if day > today:
        remedy = Phrase("that day is in the future. Today is {day} in UTC.", day=today.isoformat())
        raise OptionError("bad-option", option=mark("date"), text=text, remedy=remedy)
    return day
