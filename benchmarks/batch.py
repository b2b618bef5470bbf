"""Random play of many games at once, with resets, beside Pgx: moves a second.

    pip install -e '.[benchmark]'
    python benchmarks/batch.py
    python benchmarks/batch.py --engine jax --device gpu --seconds 1 --json batch.json

First both engines play the same games from the same seed, which is checked word for word on the device that
is measured. Then all sides play in short rounds that take turns. The median round of each is shown. A ratio
is the median over rounds of one side divided by Pgx tic_tac_toe in the same round. On a processor a rate is
by processor time of all threads, which other work on the machine disturbs least; on a GPU by wall-clock time.

* play: a random legal move in every game, the step, and the next game where one is over;
* observation: the same, and what the player to move sees, of which Pgx also makes an array at every step;
* labels: play, with the winning moves of every position and whether the move played is one of them.

Pgx is driven by what it has for that: `auto_reset` of `step` and `init` under `vmap`, and `act_randomly`.
"""

import argparse
import json
import platform
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np

import outnumber
from outnumber.agents.batches.engines import Engine, engine
from outnumber.agents.batches.functions import Functions, RunningGames
from outnumber.games.registry import BUILT_IN

PEERS = ("tic_tac_toe", "connect_four")
KINDS = ("play", "observation", "labels")
# RunningGames at once and steps in one go, by engine and device: where each side is near its best.
SIZES = {"numpy": (1 << 14, 20), "jax cpu": (1 << 16, 100), "jax gpu": (1 << 22, 200)}
PEER_SIZES = {"cpu": (1 << 12, 100), "gpu": (1 << 20, 100)}

# Plays many moves, waits for them, and says how many there were.
Run = Callable[[], int]


def turn_of(functions: Functions, size: int, kind: str) -> Callable[[Any, Any], Any]:
    """One move in every game; what is counted keeps a compiler from leaving anything out."""

    def turn(carry: tuple[RunningGames, Any, Any], clock: Any) -> Any:
        games, wins, count = carry
        state = games.state
        move = functions.random(state, functions.luck(size, 1, clock))
        if kind == "labels":
            count = count + functions.game.sets.has(functions.game.winning(state), move)
        if kind == "observation":
            count = count + functions.observation(state).sum(axis=(1, 2), dtype=np.uint32)
        games = functions.step(games, move)
        return games, wins + (games.winner == 1), count

    return turn


def ours(name: str, kind: str, made: Engine, size: int, steps: int) -> Run:
    """Random play of one of the games."""
    functions = Functions(outnumber.game(name), made)
    turn = turn_of(functions, size, kind)
    zeros = made.xp.zeros(size, np.uint32)
    carry = [(functions.begin(size), zeros, zeros)]
    clock = [0]
    if made.name == "numpy":

        def run() -> int:
            for _ in range(steps):
                clock[0] += 1
                carry[0] = turn(carry[0], np.uint32(clock[0]))
            return size * steps

        return run
    import jax

    @jax.jit  # type: ignore[untyped-decorator, unused-ignore]  # it comes without types
    def play(carry: Any, first: Any) -> Any:
        clocks = first + jax.numpy.arange(steps, dtype=np.uint32)
        return jax.lax.scan(lambda each, clock: (turn(each, clock), None), carry, clocks)[0]

    def run_compiled() -> int:
        carry[0] = jax.block_until_ready(play(carry[0], np.uint32(clock[0])))
        clock[0] += steps
        return size * steps

    return run_compiled


def peer(name: str, size: int, steps: int) -> Run:
    """Random play of a game of Pgx."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.utils import act_randomly
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def turn(carry: Any, key: Any) -> Any:
        state, rewards = carry
        act, reset = jax.random.split(key)
        state = step(state, act_randomly(act, state.legal_action_mask), jax.random.split(reset, size))
        return (state, rewards + state.rewards[:, 0]), None

    play = jax.jit(lambda carry, key: jax.lax.scan(turn, carry, jax.random.split(key, steps))[0])
    keys = jax.random.split(jax.random.PRNGKey(1), size)
    carry = [(jax.jit(jax.vmap(env.init))(keys), jnp.zeros(size))]
    calls = [0]

    def run() -> int:
        calls[0] += 1
        carry[0] = jax.block_until_ready(play(carry[0], jax.random.PRNGKey(calls[0])))
        return size * steps

    return run


def same_games(steps: int = 40, size: int = 256) -> None:
    """Both engines play the same games and say that the same moves win, or this raises."""
    import jax

    for name in BUILT_IN:
        found = []
        options = {"range": 16} if name == "number-duel" else {}
        for made in (engine("numpy"), engine("jax")):
            functions = Functions(outnumber.game(name, **options), made)
            turn = made.compiled(turn_of(functions, size, "labels"))
            zeros = made.xp.zeros(size, np.uint32)
            carry = functions.begin(size), zeros, zeros
            for clock in range(steps):
                carry = turn(carry, np.array(clock, np.uint32))
            found.append([np.asarray(leaf) for leaf in jax.tree.leaves(carry)])
        for one, two in zip(*found, strict=True):
            np.testing.assert_array_equal(one, two, err_msg=name)


def host_labels(size: int = 500) -> float:
    """Labels a second of Number Duel 1–100, which the host finds one by one."""
    functions = Functions(outnumber.game("number-duel"), engine("numpy"))
    games = functions.begin(size)
    spent = 0.0
    for clock in range(20):
        games = functions.step(
            games, functions.random(games.state, functions.luck(size, 1, np.uint32(clock)))
        )
        if clock % 5 == 4:
            begin = process_time()
            functions.game.winning(games.state)
            spent += process_time() - begin
    return 4 * size / spent


def rate(run: Run, seconds: float, timer: Callable[[], float]) -> float:
    """Moves a second over one round of at least so many seconds by the clock."""
    moves, begin, wall = 0, timer(), perf_counter()
    while perf_counter() - wall < seconds:
        moves += run()
    return moves / (timer() - begin)


def sides(engines: list[str], device: str, size: int) -> dict[str, Run]:
    """All that is measured, each compiled and run once."""
    found: dict[str, Run] = {}
    for name in PEERS:
        found[f"pgx {name}"] = peer(name, *PEER_SIZES[device])
    for each in engines:
        usual, steps = SIZES["numpy" if each == "numpy" else f"jax {device}"]
        for name in BUILT_IN:
            for kind in KINDS:
                if name == "number-duel" and kind == "labels":
                    continue  # from the host: see host_labels
                run = ours(name, kind, engine(each), size or usual, steps if kind != "observation" else 10)
                found[f"{each} {name} {kind}"] = run
    for name, run in found.items():
        begin = perf_counter()
        run()
        print(f"{name}: first run {perf_counter() - begin:.1f} s", flush=True)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--engine", choices=("numpy", "jax", "all"), default="all")
    parser.add_argument("--device", choices=("cpu", "gpu"), default="cpu")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each side (default 5)")
    parser.add_argument("--seconds", type=float, default=0.5, help="length of a round (default 0.5)")
    parser.add_argument("--size", type=int, default=0, help="games at once (default: by engine and device)")
    parser.add_argument("--json", type=Path, help="write all rounds to this file too")
    arguments = parser.parse_args()

    import jax
    import pgx

    jax.config.update("jax_platforms", "cpu" if arguments.device == "cpu" else "cuda,cpu")
    device = jax.devices()[0]
    timer = process_time if arguments.device == "cpu" else perf_counter
    versions = {"jax": jax.__version__, "pgx": pgx.__version__, "numpy": np.__version__}
    print(f"{device.device_kind} ({device.platform}), {platform.machine()}, {versions}")
    same_games()
    print("both engines play the same games")

    engines = ["numpy", "jax"] if arguments.engine == "all" else [arguments.engine]
    measured = sides(engines, arguments.device, arguments.size)
    rates: dict[str, list[float]] = {name: [] for name in measured}
    for _ in range(arguments.rounds):
        for name, run in measured.items():
            rates[name].append(rate(run, arguments.seconds, timer))
    base = rates["pgx tic_tac_toe"]

    def ratio(name: str) -> float:
        return median(one / two for one, two in zip(rates[name], base, strict=True))

    print(f"\n{'million moves a second':30}" + "".join(f"{kind:>13}{'ratio':>7}" for kind in KINDS))
    for name in PEERS:
        print(f"{'pgx ' + name:30}{median(rates[f'pgx {name}']) / 1e6:13.2f}{ratio(f'pgx {name}'):7.1f}")
    for each in engines:
        for name in BUILT_IN:
            cells = ""
            for kind in KINDS:
                side = f"{each} {name} {kind}"
                cells += (
                    f"{median(rates[side]) / 1e6:13.2f}{ratio(side):7.1f}" if side in rates else f"{'':20}"
                )
            print(f"{each + ' ' + name:30}{cells}")
    host = host_labels()
    print(f"\nlabels of number-duel 1–100 from the host: {host:,.0f} a second")
    if arguments.json:
        ratios = {name: ratio(name) for name in rates}
        facts = {"device": device.device_kind, "timer": timer.__name__, "versions": versions}
        told = {**facts, "rates": rates, "ratios": ratios, "host_labels": host}
        arguments.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
