"""A small network learns a game by playing itself, and exact regret shows how well: no opponent, no guess.

    pip install 'outnumber[jax]' matplotlib
    python examples/train_batch.py --game strategy-stacks --plot regret.svg

The loop uses the interface of Pgx environments: `init`, `step`, `observation`, `legal_action_mask`,
`rewards`, `terminated`, `current_player`. Only `env.winning` and `env.regret` are new: the share of won
positions in which the move threw the win away. It is proven, not estimated from games against an opponent. At
the end, an exam asks about positions from random games as well: a network that plays itself meets fewer and
fewer positions, and its own games do not show what it never learned.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import outnumber
from outnumber.agents.adapters.encoding import Encoder
from outnumber.agents.batches.pgx import Env, make

STEPS = 16  # moves of each game between two updates
RATE = 2e-3


def layers(key: Any, sizes: list[int]) -> list[Any]:
    """The weights of a network with layers of these sizes."""
    keys = jax.random.split(key, len(sizes))
    pairs = zip(sizes, sizes[1:], keys, strict=False)
    return [(jax.random.normal(k, (a, b)) * (2 / a) ** 0.5, jnp.zeros(b)) for a, b, k in pairs]


def forward(weights: list[Any], state: Any) -> tuple[Any, Any]:
    """The logarithms of the chances of each action, and the value of the position for the player to move."""
    x = state.observation.reshape(state.observation.shape[0], -1).astype(jnp.float32)
    for matrix, bias in weights[:-1]:
        x = jax.nn.relu(x @ matrix + bias)
    matrix, bias = weights[-1]
    x = x @ matrix + bias
    logits = jnp.where(state.legal_action_mask, x[:, 1:], -1e9)
    return jax.nn.log_softmax(logits), jnp.tanh(x[:, 0])


def trainer(env: Env, size: int) -> tuple[Any, Any]:
    """A function that makes the first carry, and one that plays and learns once."""

    def init(key: Any) -> Any:
        return jax.vmap(env.init)(jax.random.split(key, size))

    def turn(weights: Any, state: Any, key: Any) -> tuple[Any, Any]:
        """One move in every game, chosen by the network; where a game is over, the next begins."""
        act, begin = jax.random.split(key)
        chances, _ = forward(weights, state)
        action = jax.random.categorical(act, chances)
        after = jax.vmap(env.step)(state, action)
        mover = state.current_player
        reward = after.rewards[jnp.arange(size), mover]
        # The next player's gain is this one's loss; after the end nothing follows.
        sign = jnp.where(after.current_player == mover, 1.0, -1.0) * ~after.terminated
        won = jax.vmap(env.winning)(state).any(axis=-1)
        thrown = jax.vmap(env.regret)(state, action)
        fresh = init(begin)
        following = jax.tree.map(
            lambda new, old: jnp.where(after.terminated.reshape(-1, *[1] * (old.ndim - 1)), new, old),
            fresh,
            after,
        )
        return following, (state, action, reward, sign, won, thrown)

    def loss(weights: Any, played: Any, last: Any) -> Any:
        state, action, reward, sign, _, _ = played

        def back(later: Any, here: Any) -> tuple[Any, Any]:
            worth = here[0] + here[1] * later
            return worth, worth

        _, end = forward(weights, last)
        _, worth = jax.lax.scan(back, jax.lax.stop_gradient(end), (reward, sign), reverse=True)
        chances, value = jax.vmap(lambda each: forward(weights, each))(state)
        chosen = jnp.take_along_axis(chances, action[..., None], axis=-1)[..., 0]
        gain = jax.lax.stop_gradient(worth - value)
        spread = -(jnp.exp(chances) * chances).sum(axis=-1)
        return (-chosen * gain + 0.5 * (worth - value) ** 2 - 0.02 * spread).mean()

    @jax.jit  # type: ignore[untyped-decorator, unused-ignore]  # it comes without types
    def update(carry: Any, key: Any) -> tuple[Any, Any]:
        weights, (first, second, count), state = carry
        keys = jax.random.split(key, STEPS)
        last, played = jax.lax.scan(lambda each, k: turn(weights, each, k), state, keys)
        slopes = jax.grad(loss)(weights, played, last)
        # Adam.
        count = count + 1
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, slopes)
        second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, slopes)
        weights = jax.tree.map(
            lambda w, m, v: w - RATE * (m / (1 - 0.9**count)) / (jnp.sqrt(v / (1 - 0.999**count)) + 1e-8),
            weights,
            first,
            second,
        )
        won, thrown = played[4], played[5]
        return (weights, (first, second, count), last), thrown.sum() / jnp.maximum(1, won.sum())

    def begin(key: Any) -> Any:
        one, two = jax.random.split(key)
        inputs = env.observation_shape[0] * env.observation_shape[1] * env.observation_shape[2]
        weights = layers(one, [inputs, 64, 64, 1 + env.num_actions])
        zeros = jax.tree.map(jnp.zeros_like, weights)
        return weights, (zeros, zeros, 0), init(two)

    return jax.jit(begin), update


def train(env: Env, *, size: int, updates: int, seed: int = 0) -> Iterator[tuple[int, float, Any]]:
    """Learn; after each update, return the moves played, the chances thrown away, and the weights."""
    begin, update = trainer(env, size)
    key = jax.random.PRNGKey(seed)
    carry = begin(key)
    for number in range(updates):
        carry, regret = update(carry, jax.random.fold_in(key, number))
        yield (number + 1) * size * STEPS, float(regret), carry[0]


def graded(env: Env, weights: Any, count: int = 1000) -> tuple[float, float, int]:
    """The share of exam questions that the network's first choice answers, that by luck, and their number."""
    encoder = Encoder(env.rules)
    asked = outnumber.exam(env.rules.name, count, 1, **env.rules.options)
    seen = [encoder.observation(each.current.position, each.current.turn) for each in asked]
    state = SimpleNamespace(
        observation=np.stack([each.T for each in seen]),
        legal_action_mask=np.stack([encoder.mask(each) for each in seen]) != 0,
    )
    chosen = np.asarray(forward(weights, state)[0].argmax(axis=-1))
    right = [int(move) in each.winning for move, each in zip(chosen, asked, strict=True)]
    return float(np.mean(right)), float(np.mean([each.luck for each in asked])), len(asked)


def plot(points: list[tuple[int, float]], title: str, file: Path) -> None:
    """Exact regret against moves played."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "outnumber"  # the same picture from the same figures
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 3.5), layout="constrained")
    axes.plot([moves for moves, _ in points], [100 * regret for _, regret in points])
    axes.set(title=title, xlabel="moves played", ylabel="wins thrown away, % of chances", ylim=(0, None))
    figure.savefig(file, metadata={"Date": None})


def main() -> None:
    """Train, print and draw."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="strategy-stacks")
    parser.add_argument("--range", type=int, help="the largest number (default: that of the game)")
    parser.add_argument("--size", type=int, default=512, help="games at once (default 512)")
    parser.add_argument("--updates", type=int, default=400, help="how often to learn (default 400)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plot", type=Path, help="draw exact regret against moves into this file")
    arguments = parser.parse_args()
    options = {"range": arguments.range} if arguments.range else {}
    env = make(arguments.game, openings="balanced", **options)
    points = []
    weights = None
    for moves, regret, learned in train(
        env, size=arguments.size, updates=arguments.updates, seed=arguments.seed
    ):
        weights = learned
        points.append((moves, regret))
        if len(points) % 20 == 1 or len(points) == arguments.updates:
            print(f"{moves:>10,} moves: {100 * regret:5.1f} % of winning chances thrown away", flush=True)
    if weights is not None:
        right, luck, count = graded(env, weights)
        print(f"Exam with {count:,} questions: {100 * right:.1f} % right, {100 * luck:.1f} % by luck")
    if arguments.plot:
        plot(points, env.rules.title, arguments.plot)


if __name__ == "__main__":
    main()
