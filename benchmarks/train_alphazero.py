"""An AlphaZero-style network for the pairing games, trained by self-play on batches.

    pip install 'outnumber[jax]'
    python benchmarks/train_alphazero.py --seconds 330 --out checkpoints

The network reads a position as a graph: one node for each unused number, an edge where two numbers are
linked. It does not know the number of a node, so one network plays any range and any link rule.
Each move is chosen by a tree search (PUCT) with `--searches` simulations, all games at once; the network
learns the search's move frequencies and the result of the game. Half of the games begin at a random pool.

The labels do not train it. They grade it once a minute, on won positions from random pools in which a move
can lose the win: one line of JSON for each game, with the accuracy of the network's first choice and of luck,
in total and by the share of numbers left. In half of them, where possible, the move that leaves the fewest
answers loses, because that rule alone finds nine of ten wins. `benchmarks/baselines.py` plays with the saved
weights.
"""

import argparse
import json
from collections import defaultdict
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

import outnumber
from outnumber.agents.batches.engines import unpacked

WIDTH, LAYERS = 64, 10
TRAINED = ("number-duel range=20", "strategy-stacks range=30", "number-duel range=40 link=prime-sum")
GRADED = (*TRAINED, "strategy-stacks range=50", "number-duel range=100", "strategy-stacks range=100")
EXPLORE, NOISE = 1.5, 0.25  # of the search
RATE = 1e-3
DRAWS = 8  # of the games at once, at most, for the questions of a grade


def network(luck: np.random.Generator) -> dict[str, Any]:
    """Random weights."""

    def matrix(*shape: int) -> Any:
        return (luck.standard_normal(shape) * (2 / shape[-2]) ** 0.5).astype(np.float32)

    return {
        "enter": matrix(4, WIDTH),
        "send": matrix(LAYERS, WIDTH, WIDTH),
        "merge": matrix(LAYERS, 3 * WIDTH, WIDTH) * np.float32(0.5),
        "shift": np.zeros((LAYERS, WIDTH), np.float32),
        "policy": matrix(WIDTH, 1) * np.float32(0.1),
        "value": matrix(2 * WIDTH, WIDTH),
        "worth": matrix(WIDTH, 1) * np.float32(0.1),
    }


def forward(weights: Any, nodes: Any, links: Any, xp: Any = np) -> tuple[Any, Any]:
    """The scores of all numbers and the value for the player to move, from -1 to 1.

    `nodes` has the flags unused, current and legal of each number, along the last axis; `links` is the graph.
    """
    here = nodes[..., :1] + nodes[..., 1:2]  # unused or current
    edges = links * here * xp.swapaxes(here, -1, -2)
    degree = edges.sum(-1, keepdims=True)
    share = edges / xp.maximum(degree, 1)
    kind = weights["enter"].dtype
    share, edges = share.astype(kind), (edges / 4).astype(kind)
    x = xp.concatenate([nodes, xp.log1p(degree)], axis=-1).astype(kind) @ weights["enter"]
    for layer in range(LAYERS):
        sent = xp.maximum(_even(x, xp) @ weights["send"][layer], 0)
        heard = xp.concatenate([_even(x, xp), share @ sent, edges @ sent], axis=-1)
        x = x + xp.maximum(heard @ weights["merge"][layer] + weights["shift"][layer], 0) * here.astype(kind)
    x = _even(x, xp)
    scores = (x @ weights["policy"])[..., 0].astype(np.float32)
    current = (x * nodes[..., 1:2].astype(kind)).sum(-2)
    everything = (x * here.astype(kind)).sum(-2) / xp.maximum(here.sum(-2), 1).astype(kind)
    inner = xp.maximum(xp.concatenate([current, everything], axis=-1) @ weights["value"], 0)
    return scores, xp.tanh((inner @ weights["worth"])[..., 0].astype(np.float32))


def _even(x: Any, xp: Any) -> Any:
    """Scale the features of each node to mean 0 and variance 1."""
    x = x - x.mean(-1, keepdims=True)
    return x / xp.sqrt((x * x).mean(-1, keepdims=True) + 1e-5)


def graph(rules: Any) -> Any:
    """The links between the numbers from 1 as a matrix."""
    rows = [rules.row(number) for number in range(1, rules.size + 1)]
    return np.array([[row >> number & 1 for number in range(1, rules.size + 1)] for row in rows], np.float32)


def load(file: Path) -> dict[str, Any]:
    """Saved weights."""
    with np.load(file) as saved:
        return {name: saved[name].astype(np.float32) for name in saved}


class Sample(NamedTuple):
    """What the network learns from: positions, the search's frequencies, and the result for the mover."""

    state: Any
    target: Any
    result: Any


class Trainer:
    """Self-play and learning in one game with its options; `weights` come in as arguments."""

    def __init__(self, text: str, size: int, steps: int, searches: int, kind: Any) -> None:
        import jax
        import jax.numpy as jnp

        from outnumber.agents.batches.engines import engine
        from outnumber.agents.batches.functions import Functions
        from outnumber.match.record import read_game

        self.jax, self.np = jax, jnp
        self.text, self.size, self.steps, self.searches = text, size, steps, searches
        self.rules: Any = read_game(text)
        self.functions = Functions(self.rules, engine("jax"))
        self.actions = self.functions.actions
        self.links = jnp.asarray(graph(self.rules))
        self.kind = kind
        self.play = jax.jit(self._play)
        self.learn = jax.jit(self._learn)
        self.choose = jax.jit(self._choose)

    def seen(self, weights: Any, state: Any) -> tuple[Any, Any]:
        """The logarithms of the chances of each action from 0, and the value."""
        jnp, functions = self.np, self.functions
        legal = functions.legal(state)
        current = jnp.arange(1, self.actions) == state.own[..., None]
        unused = functions.game.sets.flags(state.pool)[..., 1:]
        nodes = jnp.stack([unused, current, legal[..., 1:]], axis=-1).astype(np.float32)
        cast = {name: each.astype(self.kind) for name, each in weights.items()}
        scores, value = forward(cast, nodes, self.links, jnp)
        scores = jnp.pad(scores, [(0, 0)] * (scores.ndim - 1) + [(1, 0)])
        return self.jax.nn.log_softmax(jnp.where(legal, scores, -1e9)), value

    def pools(self, key: Any, share: float = 1.0) -> Any:
        """Positions with a random pool and a random current number; the others are the start of the game."""
        jax, jnp, functions, size = self.jax, self.np, self.functions, self.size
        keys = jax.random.split(key, 4)
        # Large and small pools: in Number Duel, only small ones have much to lose.
        most = jax.random.uniform(keys[0], (size, 1)) ** jnp.where(jnp.arange(size) % 2, 1, 3)[:, None]
        current = jax.random.randint(keys[1], (size,), 1, self.actions).astype(np.uint32)
        flags = jax.random.uniform(keys[2], (size, self.actions)) < most
        numbers = jnp.arange(self.actions)
        flags = flags & (numbers > 0) & (numbers != current[:, None])
        words = functions.game.sets.words
        padded = jnp.pad(flags, [(0, 0), (0, 32 * words - self.actions)]).reshape(size, words, 32)
        bits = (padded.astype(np.uint32) << jnp.arange(32, dtype=np.uint32)).sum(-1, dtype=np.uint32)
        pool = tuple(bits[:, place] for place in range(words))
        start = functions.opening(jnp.zeros(size, np.uint32))
        state = functions.game.after(start._replace(pool=pool, legal=pool), current)
        state = state._replace(turn=start.turn)
        usual = functions.game.sets.none(state.legal) | (jax.random.uniform(keys[3], (size,)) >= share)
        return functions.choose(usual, start, state)

    def search(self, weights: Any, root: Any, key: Any) -> Any:
        """The frequencies of the moves in a tree search."""
        jax, jnp, functions = self.jax, self.np, self.functions
        size, slots, games = self.size, self.searches + 1, jnp.arange(self.size)
        chances, _ = self.seen(weights, root)
        legal = functions.legal(root)
        noise = jnp.where(legal, jax.random.gamma(key, 0.3, legal.shape) + 1e-6, 0)
        prior = (1 - NOISE) * jnp.exp(chances) + NOISE * noise / noise.sum(-1, keepdims=True)
        shape = (size, slots, self.actions)
        tree = {
            "prior": jnp.zeros(shape).at[:, 0].set(prior),
            "legal": jnp.zeros(shape, bool).at[:, 0].set(legal),
            "visits": jnp.zeros(shape),
            "total": jnp.zeros(shape),
            "child": jnp.zeros(shape, np.int32),
            "parent": jnp.full((size, slots), -1),
            "action": jnp.zeros((size, slots), np.int32),
            "over": jnp.zeros((size, slots), bool),
        }
        states = jax.tree.map(lambda each: jnp.zeros((size, slots), each.dtype).at[:, 0].set(each), root)

        def best(tree: Any, node: Any) -> Any:
            visits, total = tree["visits"][games, node], tree["total"][games, node]
            bonus = jnp.sqrt(visits.sum(-1, keepdims=True) + 1) / (1 + visits)
            score = total / jnp.maximum(visits, 1) + EXPLORE * tree["prior"][games, node] * bonus
            return jnp.where(tree["legal"][games, node], score, -jnp.inf).argmax(-1).astype(np.int32)

        def simulate(number: Any, carry: Any) -> Any:
            tree, states = carry

            def deeper(walk: Any) -> Any:
                node, action, going = walk
                child = tree["child"][games, node, action]
                going = going & (child > 0) & ~tree["over"][games, child]
                node = jnp.where(going, child, node)
                return node, jnp.where(going, best(tree, node), action), going

            node = jnp.zeros(size, np.int32)
            walk = node, best(tree, node), jnp.ones(size, bool)
            node, action, _ = jax.lax.while_loop(lambda each: each[2].any(), deeper, walk)
            before = jax.tree.map(lambda each: each[games, node], states)
            after, winner, _ = functions.advance(before, action)
            over = winner != 0
            chances, value = self.seen(weights, after)
            value = jnp.where(over, -1.0, value)  # without a move, the player to move has lost
            fresh = {
                "prior": jnp.exp(chances),
                "legal": functions.legal(after),
                "parent": node,
                "action": action,
                "over": over,
            }
            tree = tree | {name: tree[name].at[:, number].set(each) for name, each in fresh.items()}
            tree["child"] = tree["child"].at[games, node, action].set(number)
            states = jax.tree.map(lambda every, one: every.at[:, number].set(one), states, after)

            def higher(walk: Any) -> Any:
                visits, total, node, action, value = walk
                inside = node >= 0
                place = jnp.maximum(node, 0)
                visits = visits.at[games, place, action].add(inside)
                total = total.at[games, place, action].add(jnp.where(inside, value, 0))
                up = jnp.where(inside, tree["parent"][games, place], -1)
                return visits, total, up, tree["action"][games, place], -value

            rise = tree["visits"], tree["total"], node, action, -value
            visits, total, *_ = jax.lax.while_loop(lambda each: (each[2] >= 0).any(), higher, rise)
            return tree | {"visits": visits, "total": total}, states

        tree, _ = jax.lax.fori_loop(1, slots, simulate, (tree, states))
        visits = tree["visits"][:, 0]
        return visits / visits.sum(-1, keepdims=True)

    def _play(self, weights: Any, state: Any, key: Any) -> tuple[Any, Sample]:
        """Play `steps` moves of all games; where one ends, the next begins."""
        jax, jnp, functions = self.jax, self.np, self.functions

        def turn(state: Any, key: Any) -> Any:
            one, two, three = jax.random.split(key, 3)
            target = self.search(weights, state, one)
            action = jax.random.categorical(two, jnp.log(target + 1e-9))
            after, winner, _ = functions.advance(state, action.astype(np.int32))
            over = winner != 0
            following = functions.choose(over, self.pools(three, 0.5), after)
            return following, (state, target, over)

        last, (states, targets, over) = jax.lax.scan(turn, state, jax.random.split(key, self.steps))

        def back(later: Any, here: Any) -> Any:
            result = jnp.where(here, 1.0, -later)
            return result, result

        # The last game of each row is unfinished: its result is the value of the position it reached.
        _, after = self.seen(weights, last)
        _, results = jax.lax.scan(back, after, over, reverse=True)
        return last, Sample(states, targets, results)

    def loss(self, weights: Any, sample: Sample) -> Any:
        chances, value = self.seen(weights, sample.state)
        cross = -(sample.target * self.np.maximum(chances, -30)).sum(-1)
        return (cross + (sample.result - value) ** 2).mean()

    def _learn(self, carry: Any, sample: Sample, rate: Any) -> tuple[Any, Any]:
        """One step of Adam for each move of the games."""
        jax, jnp = self.jax, self.np

        def update(carry: Any, part: Sample) -> Any:
            weights, first, second, count = carry
            value, slopes = jax.value_and_grad(self.loss)(weights, part)
            count = count + 1
            first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, slopes)
            second = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g * g, second, slopes)
            weights = jax.tree.map(
                lambda w, m, v: (
                    w - rate * (m / (1 - 0.9**count)) / (jnp.sqrt(v / (1 - 0.99**count)) + 1e-8) - 1e-5 * w
                ),
                weights,
                first,
                second,
            )
            return (weights, first, second, count), value

        carry, losses = jax.lax.scan(update, carry, sample)
        return carry, losses.mean()

    def _choose(self, weights: Any, state: Any) -> Any:
        return self.seen(weights, state)[0].argmax(-1)

    def exam(self, count: int) -> tuple[Any, list[int], list[bool]]:
        """Won positions from random pools in which a move can lose the win, with their winning moves.

        Up to half of them are traps: the move that leaves the fewest answers, nearly always right, loses.
        """
        count = min(count, self.size)  # all are answered at once
        found: dict[bool, dict[Any, Any]] = {True: {}, False: {}}
        for number in range(DRAWS):
            state = self.jax.tree.map(np.asarray, self.pools(self.jax.random.PRNGKey(12_345 + number)))
            for game in range(self.size):
                position = self.functions.position(state, game)
                wins = outnumber.solve(position).winning.mask if position.legal else 0
                if wins in (0, position.legal):
                    continue
                usual = min(position.legal_moves(), key=lambda move: position.after(move).legal.bit_count())
                one = self.jax.tree.map(lambda each, n=game: each[n], state)
                found[not wins >> usual & 1].setdefault(position, (one, wins))
            if min(map(len, found.values())) >= count / 2:
                break
        traps = list(found[True].values())[: count // 2]
        asked = traps + list(found[False].values())[: count - len(traps)]
        # Repeated up to one compiled size.
        rows = [asked[n % len(asked)][0] for n in range(self.size)]
        labels, trap = [wins for _, wins in asked], [n < len(traps) for n in range(len(asked))]
        return self.jax.tree.map(lambda *each: np.stack(each), *rows), labels, trap

    def graded(self, weights: Any, asked: tuple[Any, list[int], list[bool]]) -> dict[str, Any]:
        """The accuracy of the network's first choice, and that of luck, in percent."""
        state, labels, traps = asked
        chosen = np.asarray(self.choose(weights, state))
        by: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for n, (wins, trap) in enumerate(zip(labels, traps, strict=True)):
            left = unpacked(state.pool, n).bit_count()
            luck = wins.bit_count() / unpacked(state.legal, n).bit_count()
            quarter = min(4 * left // (self.actions - 1), 3) + 1
            for name in ("all", "traps" if trap else "others", f"quarter {quarter} of numbers left"):
                by[name].append((wins >> int(chosen[n]) & 1, luck))
        return {
            "game": self.text,
            **{
                name: {
                    "questions": len(each),
                    "right": round(100 * float(np.mean([right for right, _ in each])), 1),
                    "luck": round(100 * float(np.mean([luck for _, luck in each])), 1),
                }
                for name, each in sorted(by.items())
            },
        }


def main() -> None:
    """Train until the time is over, and print and save the progress."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=330, help="when to stop (default 330)")
    parser.add_argument("--every", type=float, default=60, help="seconds between grades (default 60)")
    parser.add_argument("--out", type=Path, default=Path("alphazero"), help="folder for the weights")
    parser.add_argument("--size", type=int, default=4096, help="games at once (default 4,096)")
    parser.add_argument("--steps", type=int, default=8, help="moves between two updates (default 8)")
    parser.add_argument("--searches", type=int, default=16, help="simulations per move (default 16)")
    parser.add_argument("--games", nargs="*", default=TRAINED, help="games to learn, with their options")
    parser.add_argument("--graded", nargs="*", default=GRADED, help="games to be graded in")
    parser.add_argument("--questions", type=int, default=500, help="questions for each grade (default 500)")
    arguments = parser.parse_args()
    begin = perf_counter()

    import jax

    device = jax.devices()[0]
    kind = jax.numpy.float32 if device.platform == "cpu" else jax.numpy.bfloat16
    arguments.out.mkdir(parents=True, exist_ok=True)

    def report(**figures: Any) -> None:
        print(json.dumps({"seconds": round(perf_counter() - begin, 1), **figures}), flush=True)

    report(device=device.device_kind, jax=jax.__version__, settings={**vars(arguments), "out": None})

    def make(text: str) -> Trainer:
        return Trainer(text, arguments.size, arguments.steps, arguments.searches, kind)

    trainers = [make(text) for text in arguments.games]
    exams = [(each, each.exam(arguments.questions)) for each in map(make, arguments.graded)]
    report(prepared=True)
    weights = jax.tree.map(jax.numpy.asarray, network(np.random.default_rng(0)))
    zeros = jax.tree.map(jax.numpy.zeros_like, weights)
    carry = weights, zeros, zeros, 0.0
    key = jax.random.PRNGKey(0)
    states = [trainer.pools(jax.random.fold_in(key, n)) for n, trainer in enumerate(trainers)]
    number = moves = saved = 0
    latest, losses = perf_counter(), [0.0] * len(trainers)

    def grade() -> None:
        report(moves=moves, losses=[round(each, 4) for each in losses])
        for trainer, asked in exams:
            report(moves=moves, **trainer.graded(carry[0], asked))
        file = arguments.out / f"alphazero-{saved}.npz"
        halves: dict[str, Any] = {name: np.asarray(each, np.float16) for name, each in carry[0].items()}
        np.savez_compressed(file, **halves)
        report(saved=file.name)

    while (spent := perf_counter() - begin) < arguments.seconds:
        place = number % len(trainers)
        trainer = trainers[place]
        one = jax.random.fold_in(key, 1000 + number)
        states[place], sample = trainer.play(carry[0], states[place], one)
        rate = RATE * max(0.05, 1 - spent / arguments.seconds)
        carry, loss = trainer.learn(carry, sample, rate)
        losses[place] = float(loss)
        number, moves = number + 1, moves + arguments.size * arguments.steps
        if number <= len(trainers):
            report(compiled=trainer.text)
        if perf_counter() - latest > arguments.every:
            saved, latest = saved + 1, perf_counter()
            grade()
    saved += 1
    grade()


if __name__ == "__main__":
    main()
