"""Exact chances to win: levels and habits are players with known move distributions, so boards that can be
enumerated need no simulated games.

`Board` caches each position with its legal moves, the positions after them and the distribution of every
player; `Board.chance` then follows all lines of two players by dynamic programming. `paths.py --check`
compares the results with simulated games.
"""

from __future__ import annotations

from typing import NamedTuple

from outnumber.games.base import Position, Rules
from outnumber.theory.best import fastest, stubborn
from outnumber.theory.bounded import solve
from outnumber.theory.human_model import LEVELS as SKILLS
from outnumber.theory.human_model import chance_to_see, hardness, plausible_moves
from outnumber.theory.verdict import Verdict

HABITS = ("nearest", "lowest", "largest", "fewest-replies")

# For each move of a player, its probability.
Choice = dict[int, float]


def even(moves: list[int]) -> Choice:
    """Moves that are all equally likely."""
    return dict.fromkeys(moves, 1 / len(moves))


def habits(position: Position, last: int) -> dict[str, int]:
    """The move of each habit player: nearest to the last number, lowest, largest, or fewest replies.

    >>> from outnumber.games.registry import game
    >>> habits(game("strategy-stacks", range=12).start().play(6), last=6)
    {'nearest': 3, 'lowest': 1, 'largest': 12, 'fewest-replies': 3}
    """
    legal = list(position.legal_moves())
    return {
        "nearest": min(legal, key=lambda move: abs(move - last)),
        "lowest": legal[0],
        "largest": legal[-1],
        "fewest-replies": min(legal, key=lambda move: position.after(move).legal.bit_count()),
    }


class Analysed:
    """A position with its verdict and what players choose from; each part is computed once."""

    def __init__(self, position: Position, last: int) -> None:
        self.position, self.last = position, last
        self.legal = list(position.legal_moves())
        self.verdict: Verdict = solve(position)
        self.bits = hardness(position, self.verdict) if self.verdict.winning else 0.0
        self._aimed: list[int] | None = None
        self._replies: dict[float, Choice] = {}

    def aimed(self) -> list[int]:
        """The fastest wins, or the most stubborn resistance: what the perfect player chooses from."""
        if self._aimed is None:
            wins = self.verdict.winning
            self._aimed = fastest(self.position, self.verdict) if wins else stubborn(self.position)
        return self._aimed

    def by_looks(self, focus: float) -> Choice:
        """The moves of a level that sees no win, which prefers those that leave few replies."""
        if focus not in self._replies:
            moves, weights = plausible_moves(self.position, focus)
            whole = sum(weights)
            found = {move: weight / whole for move, weight in zip(moves, weights, strict=True)}
            self._replies[focus] = found
        return self._replies[focus]

    def level(self, name: str) -> Choice:
        """The moves of a level, as `LevelPlayer.move` draws them."""
        skill, focus = SKILLS[name]
        verdict = self.verdict
        sees = chance_to_see(self.bits, skill) if verdict.winning else max(0.0, skill / 10)
        found = {move: (1 - sees) * share for move, share in self.by_looks(focus).items()}
        if sees:
            # The first move of a game lets the opponent play on, if any win does.
            sporting = (
                []
                if self.last or not verdict.winning
                else [move for move in verdict.winning if not self.position.play(move).outcome()]
            )
            for move, share in even(sporting or self.aimed()).items():
                found[move] = found.get(move, 0.0) + sees * share
        return found

    def choice(self, name: str) -> Choice:
        """The moves of a player with their probabilities."""
        if len(self.legal) == 1:
            return {self.legal[0]: 1.0}
        if name in HABITS:
            return {habits(self.position, self.last)[name]: 1.0}
        if name == "random":
            return even(self.legal)
        return even(self.aimed()) if name == "perfect" else self.level(name)


class Reply(NamedTuple):
    """The position after a move: None once the game is over, with whether the mover won or stays to move."""

    place: int | None
    won: bool
    again: bool


class Board:
    """All positions of a game that were reached, by number."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.places: dict[tuple[object, ...], int] = {}
        self.positions: list[Analysed] = []
        self._replies: list[dict[int, Reply] | None] = []
        self._choices: list[dict[str, Choice]] = []
        self._chances: dict[tuple[str, str], dict[tuple[int, bool], float]] = {}

    def place(self, position: Position, last: int) -> int:
        """The number of a position that is not over."""
        key = *position.solver_key(), last
        place = self.places.get(key)
        if place is None:
            place = self.places[key] = len(self.positions)
            self.positions.append(Analysed(position, last))
            self._replies.append(None)
            self._choices.append({})
        return place

    def after(self, moves: tuple[int, ...]) -> int:
        """The number of the position after some moves."""
        position, last = self.rules.start(), 0
        for last in moves:
            position = position.play(last)
        return self.place(position, last)

    def replies(self, place: int) -> dict[int, Reply]:
        """The positions after each move."""
        found = self._replies[place]
        if found is None:
            position = self.positions[place].position
            found = self._replies[place] = {}
            for move in self.positions[place].legal:
                then = position.after(move)
                over, again = then.outcome(), then.turn is position.turn
                if over:
                    found[move] = Reply(None, over.winner is position.turn, False)
                else:
                    found[move] = Reply(self.place(then, move), False, again)
        return found

    def choice(self, place: int, name: str) -> Choice:
        """The moves of a player in a position, with their probabilities."""
        known = self._choices[place]
        if name not in known:
            known[name] = self.positions[place].choice(name)
        return known[name]

    def chance(self, you: str, them: str, place: int, *, yours: bool = True) -> float:
        """The chance that player `you` wins against `them` from a position, moving first if it is `yours`."""
        return self._chance(you, them, self._chances.setdefault((you, them), {}), place, yours)

    def _chance(
        self, you: str, them: str, known: dict[tuple[int, bool], float], place: int, yours: bool
    ) -> float:
        key = place, yours
        found = known.get(key)
        if found is None:
            replies, found = self.replies(place), 0.0
            for move, share in self.choice(place, you if yours else them).items():
                then = replies[move]
                if then.place is None:
                    found += share * (then.won is yours)
                else:
                    turn = yours is then.again
                    found += share * self._chance(you, them, known, then.place, turn)
            known[key] = found
        return found
