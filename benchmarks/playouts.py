"""Random games per second, through the package and through the same rules as OpenSpiel Python games.

Run `pip install open_spiel` once, then `python benchmarks/playouts.py`. Both sides use the same random choice
function in short alternating rounds. The median round of each side is shown, and the median of the ratios of
neighbouring rounds, which is robust on a noisy machine. A check first ensures that both play the same games.
"""

import argparse
import random
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

from openspiel_peer import peers

import outnumber

Chooser = Callable[[Any], int]
Playout = Callable[[Chooser], tuple[int, int]]


def our_playout(game: str) -> Playout:
    """A function that plays one random game through the package: its moves and its winner."""
    rules = outnumber.game(game)

    def playout(choose: Chooser) -> tuple[int, int]:
        position = rules.start()
        moves = 0
        while (outcome := position.outcome()) is None:
            position = position.play(choose(position.legal_moves()))
            moves += 1
        return moves, int(outcome.winner)

    return playout


def peer_playout(game: str) -> Playout:
    """A function that plays one random game through OpenSpiel: its moves and its winner."""
    peer = peers()[game]

    def playout(choose: Chooser) -> tuple[int, int]:
        state = peer.new_initial_state()
        moves = 0
        while not state.is_terminal():
            state.apply_action(choose(state.legal_actions()))
            moves += 1
        return moves, 1 if state.returns()[0] > 0 else 2

    return playout


def measure(playout: Playout, seconds: float, seed: int) -> tuple[float, float]:
    """Games and moves per second in one round of at least some seconds."""
    choose = random.Random(seed).choice
    games = moves = 0
    begin = perf_counter()
    while (elapsed := perf_counter() - begin) < seconds:
        for _ in range(10):
            moves += playout(choose)[0]
        games += 10
    return games / elapsed, moves / elapsed


def check_same_games(ours: Playout, theirs: Playout, games: int = 200) -> None:
    """Stop unless both sides play exactly the same games: otherwise their speeds are not comparable."""
    our_choice, their_choice = random.Random(1).choice, random.Random(1).choice
    for _ in range(games):
        if ours(our_choice) != theirs(their_choice):
            raise SystemExit("the two sides do not play the same games")


def main() -> None:
    """Measure all five games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="rounds of each side (default 9)")
    parser.add_argument("--seconds", type=float, default=0.25, help="length of a round (default 0.25)")
    arguments = parser.parse_args()
    print(f"{'':20}{'outnumber':>22}{'OpenSpiel (Python)':>24}")
    print(f"{'game':20}{'games/s':>10}{'moves/s':>12}{'games/s':>12}{'moves/s':>12}{'ratio':>8}")
    for game in sorted(peers()):
        ours, theirs = our_playout(game), peer_playout(game)
        check_same_games(ours, theirs)
        our_rates, their_rates = [], []
        for seed in range(arguments.rounds):
            our_rates.append(measure(ours, arguments.seconds, seed))
            their_rates.append(measure(theirs, arguments.seconds, seed))
        our_games, our_moves = (median(column) for column in zip(*our_rates, strict=True))
        their_games, their_moves = (median(column) for column in zip(*their_rates, strict=True))
        ratio = median(a[0] / b[0] for a, b in zip(our_rates, their_rates, strict=True))
        left = f"{game:20}{our_games:10,.0f}{our_moves:12,.0f}"
        right = f"{their_games:12,.0f}{their_moves:12,.0f}"
        print(f"{left}{right}{ratio:8.1f}", flush=True)


if __name__ == "__main__":
    main()
