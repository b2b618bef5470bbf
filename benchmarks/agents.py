"""The cost of the adapters and the arena: moves per second compared with the frameworks' own tic-tac-toe, and
time per game.

    pip install -e '.[benchmark]'
    python benchmarks/agents.py

All sides play in short alternating rounds. The median round of each is shown. A ratio is the median over
rounds of one side divided by the other in the same round, which is robust on a noisy machine. Each side is
driven as follows:

* PettingZoo: `agent_iter`, `last` and `action_space(agent).sample(action_mask)`, as in its documentation. The
  peer is its tictactoe_v3. For «same draw» both sides draw by one plain function instead, since our spaces
  draw faster than the usual ones.
* Gymnasium: `reset`, `step` and `action_space.sample(action_mask)` against the player `random`. Moves of both
  seats are counted, as with PettingZoo; «steps» counts those of the agent alone.
* OpenSpiel: `is_terminal`, `legal_actions` and `apply_action`, as in playouts.py. The peers are its own
  Python tic-tac-toe, and the same game written by hand for OpenSpiel (openspiel_peer.py).

Then the overhead of the arena for a game between two random players: the total, minus the same moves in a
bare loop, minus the verdicts that grade them.
"""

import argparse
import random
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pyspiel
from msgspec import structs
from open_spiel.python.games import tic_tac_toe  # noqa: F401  # registers
from openspiel_peer import peers

from outnumber.agents.adapters.pettingzoo import env as our_pettingzoo
from outnumber.agents.arena.game import play_batch
from outnumber.agents.arena.plan import ArenaTask, Plan, batches, rules_of, tasks
from outnumber.agents.arena.results import results_in
from outnumber.agents.arena.run import LARGE_BATCH
from outnumber.games.registry import BUILT_IN
from outnumber.match.record import game_text
from outnumber.match.review import grade
from outnumber.match.round import Round

# Plays one game; returns the number of moves, and the number of the agent's turns.
Playout = Callable[[], tuple[int, int]]


def by_sample(space: Any, mask: Any) -> Any:
    """An action drawn as users do."""
    return space.sample(mask)


def by_choice(_: Any, mask: Any, choice: Callable[[Any], Any] = random.choice) -> Any:
    """An action drawn by one function for any space."""
    return choice(mask.nonzero()[0])


def pettingzoo_playout(env: Any, draw: Callable[[Any, Any], Any]) -> Playout:
    """A random game through PettingZoo."""

    def playout() -> tuple[int, int]:
        moves = 0
        env.reset()
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(draw(env.action_space(agent), observation["action_mask"]))
                moves += 1
        return moves, moves

    return playout


def gymnasium_playout(id: str) -> Playout:
    """A random game through Gymnasium, as `make` returns it, with all wrappers."""
    env = gymnasium.make(id, opponent="random")
    space, played = env.action_space, env.unwrapped

    def playout() -> tuple[int, int]:
        steps = 0
        _, info = env.reset()
        over = False
        while not over:
            _, _, over, _, info = env.step(space.sample(info["action_mask"]))
            steps += 1
        return len(played.moves), steps  # type: ignore[attr-defined]  # ours has it

    return playout


def openspiel_playout(game: Any, choice: Callable[[Any], int] = random.choice) -> Playout:
    """A random game through OpenSpiel."""

    def playout() -> tuple[int, int]:
        moves = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            moves += 1
        return moves, moves

    return playout


def rate(playout: Playout, seconds: float) -> tuple[float, float]:
    """Moves and steps per second in one round of at least some seconds."""
    moves = steps = 0
    begin = perf_counter()
    while (elapsed := perf_counter() - begin) < seconds:
        for _ in range(5):
            more_moves, more_steps = playout()
            moves += more_moves
            steps += more_steps
    return moves / elapsed, steps / elapsed


def measure(sides: dict[str, Playout], rounds: int, seconds: float) -> dict[str, np.ndarray]:
    """The rates of all sides, round by round, alternating."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, playout in sides.items():
            found[name].append(rate(playout, seconds))
    return {name: np.array(rates) for name, rates in found.items()}


def sides_of(name: str, title: str) -> dict[str, Playout]:
    """All measurements for one game."""
    ours, theirs = our_pettingzoo(name), pettingzoo.make("aec", "classic/tictactoe-v3")
    return {
        "pz": pettingzoo_playout(ours, by_sample),
        "pz ttt": pettingzoo_playout(theirs, by_sample),
        "pz same": pettingzoo_playout(ours, by_choice),
        "pz ttt same": pettingzoo_playout(theirs, by_choice),
        "gym": gymnasium_playout(f"Outnumber/{title}-v0"),
        "os": openspiel_playout(pyspiel.load_game(f"outnumber_{name.replace('-', '_')}")),
        "os ttt": openspiel_playout(pyspiel.load_game("python_tic_tac_toe")),
        "os hand": openspiel_playout(peers()[name]),
    }


def adapters(rounds: int, seconds: float) -> None:
    """Print the table of the adapters."""
    head = ["PettingZoo", "tictactoe_v3", "ratio", "same draw", "Gymnasium", "steps", "to PZ"]
    head += ["OpenSpiel", "its own ttt", "ratio", "by hand", "ratio"]
    print(f"{'moves a second':20}" + "".join(f"{word:>13}" for word in head))
    for name, title in BUILT_IN.items():
        rates = measure(sides_of(name, title), rounds, seconds)

        def shown(side: str, column: int = 0, rates: dict[str, np.ndarray] = rates) -> str:
            return f"{median(rates[side][:, column]):13,.0f}"

        def ratio(side: str, peer: str, rates: dict[str, np.ndarray] = rates) -> str:
            return f"{median(rates[side][:, 0] / rates[peer][:, 0]):13.1f}"

        cells = [shown("pz"), shown("pz ttt"), ratio("pz", "pz ttt"), ratio("pz same", "pz ttt same")]
        cells += [shown("gym"), shown("gym", 1), ratio("gym", "pz")]
        cells += [
            shown("os"),
            shown("os ttt"),
            ratio("os", "os ttt"),
            shown("os hand"),
            ratio("os", "os hand"),
        ]
        print(f"{name:20}" + "".join(cells), flush=True)


def arena(rounds: int, games: int = 400) -> None:
    """Print the arena's overhead, in milliseconds of processor time per game in one process."""
    head = ("in all", "play", "verdicts", "overhead")
    print(f"\n{'ms a game, arena':20}" + "".join(f"{word:>13}" for word in head))
    for name in BUILT_IN:
        plan = Plan(("random", "random "), (game_text(rules_of(name)),), games // 2)
        todo = [task._replace(players=("random", "random")) for task in tasks(plan)]
        found = np.array([_arena_round(plan, todo) for _ in range(rounds)])
        whole, bare, verdicts = np.median(found, axis=0) * 1000 / len(todo)
        cells = (whole, bare, verdicts, whole - bare - verdicts)
        print(f"{name:20}" + "".join(f"{cell:13.3f}" for cell in cells), flush=True)


def _arena_round(plan: Plan, todo: list[ArenaTask]) -> tuple[float, float, float]:
    """Seconds for games in the arena, for the same moves in a bare loop, and for their verdicts alone."""
    with TemporaryDirectory() as directory, results_in(Path(directory), plan) as results:
        begin = process_time()
        played = []
        for batch in batches(todo, LARGE_BATCH):
            for each in play_batch(batch):
                result = structs.replace(each.result, players=plan.players)  # players take one seat each
                played.append(each._replace(result=result))
            results.add(played[-len(batch) :])
        results.flush()
        whole = process_time() - begin
    positions = []
    begin = process_time()
    for task, each in zip(todo, played, strict=True):
        position = Round.begin(rules_of(task.game), task.opening).position
        for ply, move in enumerate(each.result.moves):
            # Like the player: its choice depends only on the seed and the turn.
            random.Random(f"{task.seed} 1 {len(task.opening) + ply}").choice(position.legal_moves())
            positions.append((position, move))
            position = position.play(move)
    bare = process_time() - begin
    begin = process_time()
    for position, move in positions:
        grade(position, move)
    return whole, bare, process_time() - begin


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=9, help="rounds of each side (default 9)")
    parser.add_argument("--seconds", type=float, default=0.2, help="length of a round (default 0.2)")
    arguments = parser.parse_args()
    adapters(arguments.rounds, arguments.seconds)
    arena(arguments.rounds)


if __name__ == "__main__":
    main()
