"""The kinds of puzzles: the question, the correct answer, and the games that have the kind.

* `one`: find the one move that wins.
* `who`: who wins here?
* `all`: mark every move that wins, possibly none.
* `avoid`: exactly one move loses: which one?
* `seat`: choose the side of a drawn start, and win against a perfect player.

If a game's theorem makes a kind solvable by a habit, the game does not offer that kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from outnumber.games import Phrase, Position, Rules, Text, bad_option, closest, ordered
from outnumber.match.openings import worth
from outnumber.theory.verdict import Verdict

Kind = Literal["one", "who", "all", "avoid", "seat"]
KINDS: tuple[Kind, ...] = get_args(Kind)
# Kinds whose answer is a player.
SEATS: tuple[Kind, ...] = ("who", "seat")

# The name of the option.
NAME: Text = "kind"

# Judging more numbers than this one by one is tedious.
MOST_TO_JUDGE = 12
# Maximum number of drawn moves of a start; it also leaves at least half of the numbers.
MOST_DRAWN = 6

# By theorem and kind: the habit that would solve every puzzle.
_HABITS: dict[tuple[object, Kind], Text] = {
    ("two-sides", "one"): "the only winning move is always the one nearest to the top",
    ("two-sides", "avoid"): "the only losing move is always the one farthest from the top",
    ("private-numbers", "avoid"): "the only losing move is always the second highest",
}


# The title of each kind; the questions and the ideas are in `sentences.py`.
TITLES: dict[Kind, Text] = {
    "one": "The winning move",
    "who": "Who wins?",
    "all": "All winning moves",
    "avoid": "The one mistake",
    "seat": "Pick your seat",
}


def habit(rules: type[Rules], kind: Kind) -> str:
    """The habit that would solve every puzzle of a kind in a game; empty if there is none."""
    return _HABITS.get((rules.theorem, kind), "")


def offered(rules: type[Rules]) -> tuple[Kind, ...]:
    """The kinds that a game has.

    >>> from outnumber.games.registry import find
    >>> offered(find("number-stack-duel")), offered(find("order-challenge"))
    (('who', 'all', 'seat'), ('one', 'who', 'all', 'seat'))
    """
    return tuple(kind for kind in KINDS if not habit(rules, kind))


def usual(rules: type[Rules]) -> Kind:
    """The default kind: `one`, or `all` if there is no `one`."""
    return "all" if habit(rules, "one") else "one"


def named(text: str) -> Kind:
    """The kind with a name; raises `OptionError` if there is none."""
    for kind in KINDS:
        if text == kind:
            return kind
    raise bad_option(NAME, text, closest(text, KINDS))


def checked(rules: type[Rules], text: str, kinds: Sequence[Kind] = ()) -> Kind:
    """The kind with a name, if the game has it; raises `OptionError` with the reason if not.

    `kinds` are the alternatives to suggest, if they are not all that the game has.
    """
    kind = named(text)
    if why := habit(rules, kind):
        raise bad_option(
            NAME,
            kind,
            "in {game} {why}. Choose {kinds:or}.",
            game=Phrase(rules.title),
            why=Phrase(why),
            kinds=kinds or offered(rules),
        )
    return kind


# The answers


def answer(kind: Kind, position: Position, verdict: Verdict) -> tuple[int, ...] | None:
    """The correct answer; None if the position is not a puzzle of that kind.

    A move for `one` and `avoid`, a set of moves for `all`, the number of a seat for the others.

    >>> from outnumber.games.registry import game
    >>> from outnumber.theory.solve import solve
    >>> position = game("strategy-stacks").start().play(6)
    >>> [answer(kind, position, solve(position)) for kind in KINDS]
    [(2,), (2,), (2,), None, (2,)]
    """
    if not worth(position, verdict):
        return None
    if kind in SEATS:
        return (int(verdict.winner),)
    if kind == "all":
        return tuple(verdict.winning) if position.legal.bit_count() <= MOST_TO_JUDGE else None
    moves = verdict.winning if kind == "one" else ordered(position.legal & ~verdict.winning.mask)
    return tuple(moves) if len(moves) == 1 else None
