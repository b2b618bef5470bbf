"""Draws the start of an attempt: a position proven to be won for the player to move.

A stage of a built-in game lists its starts, which are selected so that every player wins as often as planned
(`benchmarks/path_stages.py`). For any other stage, random games are played until a position has a win that is
about as hard to see as the stage asks for.
"""

from __future__ import annotations

from functools import lru_cache

from outnumber.games import Position, Rules, bad_option, nth
from outnumber.match import DRAWN, STAGE, Begun, Match, Participant
from outnumber.study.puzzles.dice import Dice
from outnumber.theory.bounded import solve
from outnumber.theory.human_model import hardness

from .path import Stage, path

# Random games per start. If none has a position that fits, the nearest hardness found must do.
GAMES = 400


def misfit(stage: Stage, position: Position) -> float | None:
    """By how many bits the hardness of a position misses that of the stage; None if it does not fit."""
    if position.legal.bit_count() < 2:
        return None
    verdict = solve(position)
    if not 0 < len(verdict.winning) < position.legal.bit_count():
        return None
    bits = hardness(position, verdict)
    return max(stage.hardness[0] - bits, bits - stage.hardness[1], 0.0)


@lru_cache(maxsize=256)
def drawn(stage_game: str, number: int, seed: int) -> tuple[int, ...]:
    """The moves to the start of an attempt; the same for the same seed."""
    return draw(path(stage_game).stage(number), seed)


def draw(stage: Stage, seed: int) -> tuple[int, ...]:
    """The moves to a start of a stage, which need not be part of a path."""
    dice, rules = Dice(f"path {stage.game} {stage.number} {seed}"), stage.rules
    if stage.starts:
        return stage.starts[dice.below(len(stage.starts))]
    nearest: tuple[float, tuple[int, ...]] | None = None
    for _ in range(GAMES):
        position = rules.start()
        moves: list[int] = []
        fitting: list[int] = []
        while position.outcome() is None:
            miss = misfit(stage, position)
            if miss == 0:
                fitting.append(len(moves))
            elif miss is not None and (nearest is None or miss < nearest[0]):
                nearest = miss, tuple(moves)
            moves.append(nth(position.legal, dice.below(position.legal.bit_count())))
            position = position.after(moves[-1])
        if fitting:
            return tuple(moves[: fitting[dice.below(len(fitting))]])
    if nearest is None:
        raise bad_option(
            "stage", stage.number, "no start was found from which someone wins and can go wrong."
        )
    return nearest[1]


def start(stage: Stage, seed: int, name: str = "", date: str = "") -> Match:
    """An attempt at a stage: the player is participant 1, in the seat that wins.

    >>> match = start(path("strategy-stacks").stage(1), seed=1)
    >>> match.mover, solve(match.current.position).winner is match.seat_of(1)
    (1, True)
    """
    moves = drawn(stage.game, stage.number, seed)
    return begun(stage, moves, seed, name, date)


def begun(stage: Stage, moves: tuple[int, ...], seed: int, name: str = "", date: str = "") -> Match:
    """The match of an attempt from a start."""
    match = Match(
        stage.rules, (Participant(name=name), Participant(stage.opponent)), length=stage.rounds, seed=seed,
        date=date, start=DRAWN, tags=((STAGE, str(stage.number)),) if stage.number else (),
    )  # fmt: skip
    return match.after(beginning(stage.rules, moves))


def beginning(rules: Rules, moves: tuple[int, ...]) -> Begun:
    """The event that begins a round from a drawn start: participant 1 takes the seat that wins."""
    return Begun(moves, seat1=(1 if rules.replay(moves).turn == 1 else 2) if moves else 0)
