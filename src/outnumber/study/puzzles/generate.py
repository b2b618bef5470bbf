"""Generate puzzles: play random games and pick positions from them.

The stream depends only on the game, the options, the kind, the difficulty and the seed. Random numbers come
from `Random.random`, whose sequence for a seed Python guarantees, so that a seed gives the same puzzles on
every machine and with every version of Python. The winning moves are exact.

Options that are not chosen vary from puzzle to puzzle, because the usual ones have too few good puzzles: in
Number Stack Attack with all tokens from 1 to 9, the answer would always be 9.

Random positions could be solved by habits: the lowest number wins most of Order Challenge's. So several
candidates are drawn for each puzzle, and one of them is selected at random; the more habits would solve it,
the less likely it is (`habits.py`). The weights are measured (`weights.json`, made by `benchmarks/habits.py
--fit`), so that they work from the first puzzle of every seed; the earlier puzzles of a stream count a little
too.

Cost: some milliseconds per puzzle, up to some tens if puzzles of the kind are rare.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from math import exp
from typing import Any

from outnumber.games import BUILT_IN, OptionError, Phrase, Position, Rules, find, nth, part
from outnumber.match.openings import FEWEST_MOVES, LARGEST, bounded
from outnumber.study.data import load
from outnumber.theory.private_numbers import parts

from . import habits
from .dice import Dice
from .difficulty import TWO_ANSWERS
from .kinds import (
    MOST_DRAWN,
    MOST_TO_JUDGE,
    SEATS,
    Kind,
    checked,
    offered,
    usual,
)
from .puzzle import Puzzle, puzzle_in

# Stop after this many games in a row without a new puzzle.
PATIENCE = 1_500
# Candidates drawn for each puzzle, more if the theorem makes a verdict cheap.
DRAWN = 16
MANY = {"two-sides": 64, "private-numbers": 64, "race": 24}
# After this many games without another candidate, choose among those found so far.
ENOUGH = 300
# Positions tried in one game; the most moves of a position with one winning or losing move; and the most
# unused numbers of a position of a dense graph.
LOOKS = 8
NARROW = 8
LATE = 15
# The share of all possible links above which a graph is dense: Number Duel's is, Strategy Stacks' is not.
DENSE = 0.3
# The largest difference between the two sides in Number Stack Duel.
CLOSE = 4
# The cost of a habit that has solved more than its share in this stream: a linear and a quadratic term.
STREAM, STEEP = 0.08, 0.02
SHARE = 0.40
# In each block of this many puzzles, each of two possible answers is right in half.
DECK = 20

EASIEST = 1
# Returns the difficulty of the next puzzle, from 1 to 5, or None for any.
Wanted = Callable[[], int | None]
# A fixed difficulty, or a function of game and kind.
Difficulty = Callable[[str, Kind], int | None] | int | None


def generate(
    game: str,
    seed: int | str,
    options: Mapping[str, Any] | None = None,
    *,
    kind: str | None = None,
    difficulty: int | Wanted | None = None,
) -> Iterator[Puzzle]:
    """Different puzzles of a game, until there are no more with these options.

    Without a difficulty, the first puzzle is easy, and the others have any difficulty. A function that
    returns the difficulty is a preference: if no puzzle of that difficulty is left, another one follows.
    Raises `OptionError` immediately for a kind that the game does not have.

    >>> from itertools import islice
    >>> [puzzle.solution for puzzle in islice(generate("strategy-stacks", 1), 3)]
    [6, 6, 12]
    """
    rules = find(game)
    chosen = dict(options or {})
    # A larger board is not suitable for a puzzle.
    bounded(rules(**chosen), Phrase("puzzles are made up to {most:,}.", most=LARGEST))
    asked = checked(rules, kind) if kind else usual(rules)
    stream = Stream(rules, asked, chosen, seed)
    if difficulty is None:
        first = iter((EASIEST,))
        return stream.made(lambda: next(first, None))
    return stream.made(difficulty) if callable(difficulty) else stream.made(lambda: difficulty, strict=True)


class Stream:
    """The puzzles of one game, kind and seed, with the statistics that balance them."""

    shown = 0
    last: Puzzle | None = None

    def __init__(self, game: type[Rules], kind: Kind, chosen: dict[str, Any], seed: int | str) -> None:
        self.game, self.kind, self.chosen, self.seed = game, kind, chosen, seed
        self.dice = Dice(f"puzzles {game.name} {kind} {seed}")
        self.known: dict[str, Rules | None] = {}
        self.seen: set[tuple[object, ...]] = set()
        # How often each habit was right, including those by memory.
        self.solved: Counter[str] = Counter()
        # If a theorem leaves two candidates for the answer: which of them is correct next.
        self.two_places = (game.theorem, kind) in TWO_ANSWERS
        self.places: list[int] = []
        # The number of candidates for each puzzle.
        self.drawn = MANY.get(str(game.theorem), DRAWN)

    def made(self, wanted: Wanted, *, strict: bool = False) -> Iterator[Puzzle]:
        """Yield puzzles of the requested difficulty; if none is left, stop if `strict`, else yield
        another.
        """
        none: set[int | None] = set()
        while True:
            difficulty = wanted()
            found = None if difficulty in none else self.one(difficulty)
            if found is None and difficulty is not None and not strict:
                none.add(difficulty)
                found = self.one(None)
            if found is None:
                return
            yield found

    def one(self, difficulty: int | None) -> Puzzle | None:
        """The next puzzle of a difficulty, or of any."""
        place = self.place() if self.two_places else None
        drawn = self.draw(difficulty, place)
        if not drawn and place is not None:
            drawn = self.draw(difficulty)
        if not drawn:
            return None
        pleased = [self.pleases(each) for each in drawn]
        costs = self.costs(difficulty)
        total = [sum(costs.get(name, 0.0) for name, hit in each.items() if hit) for each in pleased]
        least = min(total)
        at = self.dice.weighted([exp(least - each) for each in total])
        self.solved.update(pleased[at])
        self.shown += 1
        self.last = drawn[at]
        self.seen.add(drawn[at].position.solver_key())
        return drawn[at]

    def pleases(self, puzzle: Puzzle) -> dict[str, bool]:
        """Whether each habit solves a puzzle, including those by memory after the first puzzle."""
        found = habits.hits(self.kind, habits.look(puzzle.position, puzzle.moves), puzzle.answer)
        if self.last:
            found |= habits.by_memory(self.last, puzzle)
        return found

    def place(self) -> int:
        """The next of two possible places of the answer; consecutive seeds start with different places."""
        if not self.places:
            self.places = self.dice.shuffled([0, 1] * (DECK // 2))
            if not self.shown and isinstance(self.seed, int):
                first = self.seed.bit_count() % 2
                self.places.remove(first)
                self.places.append(first)
        return self.places.pop()

    def draw(self, difficulty: int | None, place: int | None = None) -> list[Puzzle]:
        """Candidates of a difficulty, and of a place of the answer among the moves, if given."""
        found: list[Puzzle] = []
        fruitless = 0
        while len(found) < self.drawn and fruitless < (ENOUGH if found else PATIENCE):
            fruitless += 1
            made = self.candidate(difficulty)
            if made is None or made.position.solver_key() in self.seen:
                continue
            if place is None or made.position.legal_moves()[place] == made.solution:
                found.append(made)
                fruitless = 0
        return found

    def candidate(self, difficulty: int | None) -> Puzzle | None:
        """A puzzle from one random game, if it has one."""
        rules = self.rules()
        if rules is None:
            return None
        moves, way = _played(rules, self.dice)
        for _ in range(min(LOOKS, len(way))):
            position, count = way.pop(self.dice.below(len(way)))
            if self.promising(position, count):
                made = puzzle_in(position, moves[:count], self.kind)
                if made and difficulty in (None, made.difficulty):
                    return made
        return None

    def rules(self) -> Rules | None:
        content = part("study.games", self.game.name)
        varied = content.vary(self.dice) if hasattr(content, "vary") else {}
        key = repr(varied)
        if key not in self.known:
            try:
                self.known[key] = self.game(**{**varied, **self.chosen})
            except OptionError:  # the chosen options are incompatible with the varied ones
                self.known[key] = None
        return self.known[key]

    def promising(self, position: Position, played: int) -> bool:
        """Whether a position is worth a verdict, which costs more than this check."""
        count = position.legal.bit_count()
        if self.kind == "all":
            return count <= MOST_TO_JUDGE
        if self.game.theorem == "two-sides":
            # A side with many more numbers, or an almost empty one, would reveal the winner.
            other = position.unused_count - count
            return other >= FEWEST_MOVES and -CLOSE < count - other <= CLOSE
        if self.game.theorem == "private-numbers" and self.kind == "one":
            # Without a gift, the lowest number is always the answer.
            at: Any = position
            return bool(at.own < at.theirs and parts(at)[0])
        if self.game.theorem == "pairing":
            if self.kind in ("one", "avoid"):
                return count <= NARROW
            # If numbers have many links and many are left, parity decides.
            if position.unused_count > LATE and dense(position.rules):
                return False
        return self.kind != "seat" or 0 < played <= max(MOST_DRAWN, position.unused_count)

    def costs(self, difficulty: int | None) -> Mapping[str, float]:
        """The cost of a puzzle for each habit that solves it; 0 if it is not in the mapping."""
        group, weights = f"{self.game.name} {self.kind}", load(__package__, "weights.json")
        measured = weights.get(f"{group} {difficulty}") or weights.get(group, {})
        two_sided = self.kind in SEATS
        share = 0.5 if two_sided else SHARE
        costs: dict[str, float] = {**measured}
        for name, solved in self.solved.items():
            over = solved - share * self.shown
            more = STREAM * over + STEEP * over * abs(over)
            costs[name] = costs.get(name, 0.0) + (more if two_sided else max(more, 0))
        return {name: cost for name, cost in costs.items() if name not in habits.thoughts(self.game)}


@lru_cache(maxsize=256)
def dense(rules: Any) -> bool:
    """Whether a large share of all pairs of numbers is linked."""
    links = sum(rules.links.row(number).bit_count() for number in range(1, rules.links.size + 1))
    return bool(links >= DENSE * rules.links.size**2)


def _played(rules: Rules, dice: Dice) -> tuple[list[int], list[tuple[Position, int]]]:
    """The moves of a random game, and its positions with enough moves, each with its number of past moves."""
    position: Position = rules.start()
    # If each number must be higher than the previous ones, a high one ends the game early.
    place = dice.low if rules.theorem == "private-numbers" else dice.below
    moves: list[int] = []
    found = []
    while position.outcome() is None:
        legal = position.legal
        count = legal.bit_count()
        if count >= FEWEST_MOVES:
            found.append((position, len(moves)))
        move = nth(legal, place(count))
        moves.append(move)
        position = position.after(move)
    return moves, found


def mixed(
    seed: int | str,
    *,
    games: Sequence[str] = (),
    kinds: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    difficulty: Difficulty = None,
) -> Iterator[Puzzle]:
    """Puzzles of several games alternately, in an order that the seed decides.

    By default, all five games; the given kinds that a game has alternate; without kinds, each game uses its
    usual one. `difficulty` may depend on both.

    >>> from itertools import islice
    >>> from outnumber.study.puzzles.kinds import KINDS
    >>> [puzzle.kind for puzzle in islice(mixed(1, games=["order-challenge"], kinds=KINDS), 4)]
    ['one', 'seat', 'who', 'all']
    """
    dice = Dice(f"games {seed}")
    turns: dict[str, list[Iterator[Puzzle]]] = {}
    for name in games or BUILT_IN:
        rules = find(name)
        has = [kind for kind in kinds if kind in offered(rules)] if kinds else [usual(rules)]
        if not has:
            continue
        turns[rules.name] = dice.shuffled(
            [
                generate(
                    name, seed, options, kind=kind,
                    difficulty=partial(difficulty, rules.name, kind) if callable(difficulty) else difficulty,
                )
                for kind in has
            ]
        )  # fmt: skip
    while turns:
        for name in dice.shuffled(list(turns)):
            # The next kind; kinds without further puzzles are removed.
            while streams := turns[name]:
                stream = streams.pop(0)
                if found := next(stream, None):
                    streams.append(stream)
                    yield found
                    break
            else:
                del turns[name]
