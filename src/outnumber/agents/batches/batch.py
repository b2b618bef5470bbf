"""Many games in parallel as one object: `outnumber.batch`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from outnumber.games import Position, Rules, bad_option, number_option
from outnumber.games import game as rules_of

if TYPE_CHECKING:  # it needs NumPy
    from .engines import Array

# Maximum number of balanced openings; larger batches repeat them.
OPENINGS = 512

_SIZE = number_option("size", 1, "The number of parallel games.", high=1 << 30)

# "start", "balanced", or lists of moves.
Openings = str | Iterable[Sequence[int]]


def openings_of(rules: Rules, openings: Openings, size: int, seed: int) -> list[Position]:
    """The initial positions; empty for the start of the game."""
    from outnumber.match.openings import balanced

    if openings == "start":
        return []
    moves = balanced(rules, min(size + size % 2, OPENINGS), seed) if openings == "balanced" else openings
    if isinstance(moves, str) or not isinstance(moves, Iterable):
        raise bad_option(
            "openings",
            openings,
            "choose {names}, or give a list of moves for each opening.",
            names="start, balanced",
        )
    found = []
    for line in moves:
        position = rules.start()
        for move in line:
            position = position.play(move)
        if not position.legal:
            raise bad_option("openings", line, "the game is over after these moves.")
        found.append(position)
    return found


def batch(
    game: str,
    *,
    size: int,
    engine: str = "numpy",
    openings: Openings = "start",
    seed: int = 0,
    **options: Any,
) -> Batch:
    """Create a batch of `size` games; other keywords are options of the game.

    >>> games = batch("strategy-stacks", size=3)
    >>> games.step([5, 6, 7])
    >>> games.legal.astype(int)
    array([[0, 1, 0, 0, 0, 0, 0, 0, 0, 0],
           [0, 1, 1, 1, 0, 0, 0, 0, 0, 0],
           [0, 1, 0, 0, 0, 0, 0, 0, 0, 0]])
    >>> games.winning.astype(int)
    array([[0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
           [0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
           [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]])
    """
    return Batch(rules_of(game, **options), size=size, engine=engine, openings=openings, seed=seed)


class Batch:
    """Many games; each starts again when it ends.

    Each array has one row per game. For loops compiled by JAX, use the pure functions in `functions` and
    their state in `games`.
    """

    def __init__(
        self, rules: Rules, *, size: int, engine: str = "numpy", openings: Openings = "start", seed: int = 0
    ) -> None:
        self.rules = rules
        self.size = _SIZE.read(size)
        self.seed = seed
        from .engines import engine as named
        from .functions import Functions

        chosen = named(engine)
        self.functions = functions = Functions(rules, chosen, openings_of(rules, openings, size, seed))
        self._compiled = functions.compiled()
        self._luck = chosen.compiled(lambda clock: functions.luck(self.size, seed, clock))
        self.start()

    def __repr__(self) -> str:
        return f"<Batch: {self.size:,} games of {self.rules.name}>"

    def start(self) -> None:
        """Restart all games and the random numbers."""
        self._labels = False
        self.games = self.functions.begin(self.size)
        self._clock = 0

    def step(self, actions: Array) -> None:
        """Play one number per game; an illegal one loses. Finished games start again."""
        self.games = self._compiled.step(self.games, self.functions.checked(actions, self.size))

    def random(self) -> Array:
        """A uniformly random legal number for each game, determined by the seed."""
        self._clock += 1
        return self._compiled.random(self.games.state, self._luck(self._clock % (1 << 31)))

    @property
    def turn(self) -> Array:
        """The seat to move."""
        return self.games.state.turn

    @property
    def legal(self) -> Array:
        """Whether each number, from 0, is legal."""
        return self._compiled.legal(self.games.state)

    @property
    def winning(self) -> Array:
        """Whether each number, from 0, provably wins; all false in lost positions."""
        if not self._labels:
            self._labels = True
            self.games = self.games._replace(state=self.functions.labelled(self.games.state))
        return self._compiled.winning(self.games.state)

    @property
    def observation(self) -> Array:
        """The observation of the player to move, in the planes of the adapters."""
        return self._compiled.observation(self.games.state)

    @property
    def over(self) -> Array:
        """Whether the last step ended a game; its row then shows the next game."""
        return self.games.over

    @property
    def winner(self) -> Array:
        """The winner of a game that the last step ended, else 0."""
        return self.games.winner

    @property
    def illegal(self) -> Array:
        """Whether the last step ended a game by an illegal number."""
        return self.games.illegal

    def position(self, game: int) -> Position:
        """One game as a position, to solve, explain or draw."""
        return self.functions.position(self.games.state, game)
