"""Random play of many games at once, with resets, beside Pgx: moves a second.

    pip install -e '.[benchmark]'
    python benchmarks/batch.py
    python benchmarks/batch.py --engine jax --device gpu --seconds 1 --json batch.json

First both engines play the same games from the same seed, which is checked word for word on the device that
is measured. Then all sides play in short alternating rounds. The median round of each is shown. A ratio
is the median over rounds of one side divided by Pgx tic_tac_toe in the same round. On a processor, rates use
the processor time of all threads, which other work on the machine disturbs least; on a GPU they use
wall-clock time.

* play: a random legal move in every game, the step, and the next game where one is over;
* observation: the same, and what the player to move sees, of which Pgx also makes an array at every step;
* labels: play, with the winning moves of every position and whether the move played is one of them.

Pgx is driven by its own functions: `auto_reset` of `step` and `init` under `vmap`, and `act_randomly`.
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
from outnumber.agents.batches.engines import Engine, engine, unpacked
from outnumber.agents.batches.functions import Functions, RunningGames
from outnumber.games.registry import BUILT_IN
from outnumber.theory.solve import label

PEERS = ("tic_tac_toe", "connect_four")
KINDS = ("play", "observation", "labels")
# Number of games in parallel and steps per call, by engine and device: near the optimum of each side.
SIZES = {"numpy": (1 << 14, 20), "jax cpu": (1 << 16, 100), "jax gpu": (1 << 22, 200)}
PAIRING_SIZES = {"cpu": (1 << 12, 50), "gpu": (200_000, 100)}
PEER_SIZES = {"cpu": (1 << 12, 100), "gpu": (1 << 20, 100)}

# Plays many moves, waits for them, and returns their number.
Run = Callable[[], int]


def turn_of(functions: Functions, size: int, kind: str) -> Callable[[Any, Any], Any]:
    """One move in every game; the counter keeps a compiler from removing work."""

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
    return played(functions, size, steps, kind, carry[0][0])[1]


def played(
    functions: Functions, size: int, steps: int, kind: str, games: RunningGames
) -> tuple[list[Any], Run]:
    """The result of a compiled loop, and a function that continues it."""
    import jax

    turn = turn_of(functions, size, kind)
    zeros = jax.numpy.zeros(size, np.uint32)
    carry = [(games, zeros, zeros)]
    clock = [0]

    def play(carry: Any, first: Any) -> Any:
        clocks = first + jax.numpy.arange(steps, dtype=np.uint32)
        return jax.lax.scan(lambda each, clock: (turn(each, clock), None), carry, clocks)[0]

    compiled = jax.jit(play)

    def run() -> int:
        carry[0] = jax.block_until_ready(compiled(carry[0], np.uint32(clock[0])))
        clock[0] += steps
        return size * steps

    return carry, run


def peer(name: str, size: int, steps: int) -> Run:
    """Random play of a game from Pgx."""
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
    """Check that both engines play the same games with the same winning moves."""
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


def pairing_labels(name: str, size: int, steps: int, seconds: float) -> str:
    """Labels per second of a pairing game 1-100 in JAX, and differences from the host's labels."""
    import jax

    functions = Functions(outnumber.game(name, range=100), engine("jax"))
    games = functions.begin(size)
    games = games._replace(state=functions.labelled(games.state))
    carry, run = played(functions, size, steps, "labels", games)
    run()  # compiles, and brings the games into different stages
    moves, begin, wall = 0, process_time(), perf_counter()
    while perf_counter() - wall < seconds:
        moves += run()
    spent, wall = process_time() - begin, perf_counter() - wall

    games = carry[0][0]
    words = [np.asarray(word) for word in functions.engine.compiled(functions.game.winning)(games.state)]
    state = jax.tree.map(np.asarray, games.state._replace(pivots=None))
    checked = range(0, size, max(1, size // 200_000))
    begin = process_time()
    expected = [label(functions.game.position(state, each))[1] for each in checked]
    one = (process_time() - begin) / len(checked)
    wrong = sum(unpacked(tuple(words), each) != mask for each, mask in zip(checked, expected, strict=True))
    return (
        f"{name} 1-100, {size:,} games: {moves / wall:,.0f} labels a second, {moves / spent:,.0f} per "
        f"second of processor time; one at a time on the host {1 / one:,.0f}; "
        f"{wrong} of {len(checked):,} differ"
    )


def rate(run: Run, seconds: float, timer: Callable[[], float]) -> float:
    """Moves per second in one round of at least some seconds of wall-clock time."""
    moves, begin, wall = 0, timer(), perf_counter()
    while perf_counter() - wall < seconds:
        moves += run()
    return moves / (timer() - begin)


def sides(engines: list[str], device: str, size: int) -> dict[str, Run]:
    """All measurements, each compiled and run once."""
    found: dict[str, Run] = {}
    for name in PEERS:
        found[f"pgx {name}"] = peer(name, *PEER_SIZES[device])
    for each in engines:
        usual, steps = SIZES["numpy" if each == "numpy" else f"jax {device}"]
        for name in BUILT_IN:
            for kind in KINDS:
                if name == "number-duel" and kind == "labels":
                    continue  # see pairing_labels
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
    pairing = []
    if "jax" in engines:
        for name in ("number-duel", "strategy-stacks"):
            pairing.append(
                pairing_labels(name, *PAIRING_SIZES[arguments.device], arguments.rounds * arguments.seconds)
            )
            print(pairing[-1], flush=True)
    if arguments.json:
        ratios = {name: ratio(name) for name in rates}
        facts = {"device": device.device_kind, "timer": timer.__name__, "versions": versions}
        told = {**facts, "rates": rates, "ratios": ratios, "pairing": pairing}
        arguments.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
