"""Baselines of Outnumber-Bench that do not know the solutions: searches and trained networks.

    python benchmarks/train_ppo.py --out ppo
    python benchmarks/train_alphazero.py --out alphazero
    outnumber bench outnumber-bench --out results \\
        --player 'minimax-4=cmd:python benchmarks/baselines.py minimax 4' \\
        --player 'mcts-400=cmd:python benchmarks/baselines.py mcts 400' \\
        --player 'ppo=cmd:python benchmarks/baselines.py ppo ppo' \\
        --player 'alphazero=cmd:python benchmarks/baselines.py alphazero alphazero/alphazero-6.npz 64'

Each is a program that speaks the line protocol:

minimax D         alpha-beta search, D moves deep or up to 20,000 positions, deepening one move at a time;
                  positions at its end count as even, and ties are broken at random
mcts K            tree search (PUCT) with K random playouts
ppo DIR           the network of MaskablePPO for the board in DIR; random moves on boards without one
alphazero FILE K  the network of `train_alphazero.py`, with K simulations of the same tree search, or alone
                  without K; random moves in games that are not walks on a graph

None gives reasons, so all score 0 on track `explain`. With `--contrast`, a baseline plays 1,000 games against
random moves on each of the smallest boards instead, and then answers questions on the same board, from random
games and as in the suite: one line of JSON for each board.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable, Sequence
from functools import cache
from math import inf, sqrt
from pathlib import Path
from statistics import fmean
from typing import Any, Protocol

import numpy as np
from train_alphazero import forward, load
from train_ppo import BOARDS

import outnumber
from outnumber.games.base import Position, Rules, Seat
from outnumber.games.numbers import members
from outnumber.match.record import read_game
from outnumber.match.round import Round
from outnumber.study.bench.draw import draw_decisive
from outnumber.study.bench.suites import BOARDS as SUITE_BOARDS
from outnumber.study.puzzles.dice import Dice

MOST_POSITIONS = 20_000
EXPLORE = 1.5
# The chances of the moves, in ascending order, and the value for Player 1, from -1 to 1.
Guess = tuple[list[float], float]


class Baseline(Protocol):
    """A move, and the value of the position for the player to move."""

    def choose(self, position: Position, luck: random.Random) -> tuple[int, float]: ...


def guess(position: Position, luck: random.Random) -> tuple[int, float]:
    """A random move, and a toss for the winner."""
    return luck.choice(position.legal_moves()), luck.choice((-1.0, 1.0))


def result(position: Position) -> float | None:
    """The value for Player 1 of a finished game."""
    outcome = position.outcome()
    return None if outcome is None else 1.0 if outcome.winner is Seat.ONE else -1.0


class Minimax:
    def __init__(self, depth: int) -> None:
        self._depth = depth

    def choose(self, position: Position, luck: random.Random) -> tuple[int, float]:
        moves = list(position.legal_moves())
        luck.shuffle(moves)
        move, found = moves[0], 0.0
        self._left = MOST_POSITIONS
        for depth in range(self._depth):
            values = [self._after(position, each, depth) for each in moves]
            if self._left <= 0:
                break
            found = max(values)
            move = moves[values.index(found)]
        return move, found or luck.choice((-1.0, 1.0))

    def _after(self, position: Position, move: int, depth: int) -> float:
        """The value of a move for the player to move: 1, -1, or 0 if the search does not reach the end."""
        after = position.play(move)
        value = self._value(after, depth)
        return value if after.turn is position.turn else -value

    def _value(self, position: Position, depth: int) -> float:
        if (over := result(position)) is not None:
            return over if position.turn is Seat.ONE else -over
        self._left -= 1
        if depth == 0 or self._left <= 0:
            return 0.0
        best = -1.0
        for move in position.legal_moves():
            best = max(best, self._after(position, move, depth - 1))
            if best > 0:
                break
        return best


class Node:
    """A position in a search tree, with visits and total value, for the player to move, by move."""

    def __init__(self, position: Position, evaluate: Callable[[Position], Guess]) -> None:
        self.position = position
        self.sign = 1.0 if position.turn is Seat.ONE else -1.0
        self.moves = list(position.legal_moves())
        over = result(position)
        self.chances, self.value = evaluate(position) if over is None else ([], over)
        self.visits, self.totals = [0] * len(self.moves), [0.0] * len(self.moves)
        self.children: list[Node | None] = [None] * len(self.moves)

    def best(self) -> int:
        wide = EXPLORE * sqrt(sum(self.visits) + 1)
        best, found = 0, -inf
        for place, (chance, count) in enumerate(zip(self.chances, self.visits, strict=True)):
            score = (self.totals[place] / count if count else 0.0) + wide * chance / (1 + count)
            if score > found:
                best, found = place, score
        return best


class TreeSearch:
    """`count` simulations; `evaluate` guesses the chances of the moves and the value of a new position."""

    def __init__(self, count: int, evaluate: Callable[[Position], Guess]) -> None:
        self._count, self._evaluate = count, evaluate

    def choose(self, position: Position, luck: random.Random) -> tuple[int, float]:
        random.seed(luck.random())
        root = Node(position, self._evaluate)
        for _ in range(self._count):
            node, path = root, []
            while node.moves:
                place = node.best()
                path.append((node, place))
                child = node.children[place]
                if child is None:
                    after = node.position.play(node.moves[place])
                    node.children[place] = child = Node(after, self._evaluate)
                    node = child
                    break
                node = child
            for each, place in path:
                each.visits[place] += 1
                each.totals[place] += node.value * each.sign
        place = max(range(len(root.moves)), key=lambda each: (root.visits[each], root.chances[each]))
        value = sum(root.totals) / self._count if self._count else root.value * root.sign
        return root.moves[place], value


def playout(position: Position) -> Guess:
    """Equal chances, and the result of random moves."""
    count = position.legal.bit_count()
    while (over := result(position)) is None:
        position = position.play(random.choice(position.legal_moves()))
    return [1 / count] * count, over


class PPO:
    def __init__(self, directory: Path) -> None:
        self._files = {read_game(text): directory / f"{read_game(text).name}.zip" for text in BOARDS}

    @cache  # noqa: B019  # one object in each process
    def _model(self, rules: Rules) -> Any:
        from sb3_contrib import MaskablePPO

        file = self._files.get(rules)
        return MaskablePPO.load(file, device="cpu") if file and file.exists() else None

    def choose(self, position: Position, luck: random.Random) -> tuple[int, float]:
        from outnumber.agents.adapters.encoding import Encoder

        if not (model := self._model(position.rules)):
            return guess(position, luck)
        encoder = Encoder(position.rules)
        seen = encoder.observation(position, position.turn)
        move, _ = model.predict(seen, deterministic=True, action_masks=encoder.mask(seen))
        value = model.policy.predict_values(model.policy.obs_to_tensor(seen)[0])
        return int(move), value.item()


class Network:
    """The network of `train_alphazero.py`, which reads a walk on a graph."""

    def __init__(self, file: Path) -> None:
        self._weights = load(file)

    def __call__(self, position: Any) -> Guess:
        top = [position.top] if position.top else []
        numbers = [*members(position.unused), *top]
        nodes = np.array([[n not in top, n in top, position.legal >> n & 1] for n in numbers], np.float32)
        rows = [position.rules.row(number) for number in numbers]
        links = np.array([[row >> number & 1 for number in numbers] for row in rows], np.float32)
        scores, value = forward(self._weights, nodes, links)
        chances = np.exp(scores - scores.max())[nodes[:, 2] > 0]
        sign = 1.0 if position.turn is Seat.ONE else -1.0
        return (chances / chances.sum()).tolist(), sign * float(value)


class Walks:
    """A baseline for walks on a graph, and random moves in all other games."""

    def __init__(self, inner: Baseline) -> None:
        self._inner = inner

    def choose(self, position: Position, luck: random.Random) -> tuple[int, float]:
        walks = position.rules.theorem == "pairing"
        return self._inner.choose(position, luck) if walks else guess(position, luck)


def baseline(kind: str, *settings: str) -> Baseline:
    if kind == "minimax":
        return Minimax(int(settings[0]))
    if kind == "mcts":
        return TreeSearch(int(settings[0]), playout)
    if kind == "ppo":
        return PPO(Path(settings[0]))
    return Walks(TreeSearch(int(settings[1]) if len(settings) > 1 else 0, Network(Path(settings[0]))))


def answer(player: Baseline, asked: dict[str, Any]) -> str:
    """The answer to a question of the suite."""
    facts = dict(asked["position"])
    rules = outnumber.game(asked["game"], **asked["options"])
    pool = None if asked["game"] == "number-stack-attack" else asked["pool"]
    position = rules.position(pool, facts.pop("to_move"), **facts)
    move, value = player.choose(position, random.Random(asked["id"]))
    if asked["track"] == "judge":
        return f"winner: {position.turn if value > 0 else position.turn.other}"
    move = dict(asked.get("labels", ())).get(move, move)
    return json.dumps({"move": move}) if asked["track"] == "explain" else f"move: {move}"


def serve(player: Baseline) -> None:
    """The line protocol of docs/how-to/engine.md."""
    asked, game, moves = None, "", list[int]()
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "outnumber":
            print("ready", flush=True)
        elif word == "game":
            game, asked = rest, None
        elif word == "question":
            asked = json.loads(rest)
        elif word == "position":
            moves = [int(number) for number in rest.split()]
        elif word == "go" and asked:
            print("answer", answer(player, asked), flush=True)
            asked = None
        elif word == "go":
            current = Round.begin(read_game(game), moves)
            move, _ = player.choose(current.position, random.Random(f"{game} {moves}"))
            print("move", move, flush=True)
        elif word == "quit":
            break


def contrast(player: Baseline, games: int, questions: int) -> None:
    """Print the games won against random moves, and the share of right moves in an exam from random games and
    in positions drawn as in the suite, on each of the smallest boards.
    """
    for text in BOARDS:
        rules: Any = read_game(text)
        luck, won = random.Random(text), 0
        for number in range(games):
            position, seat = rules.start(), (Seat.ONE, Seat.TWO)[number % 2]
            while (over := position.outcome()) is None:
                own = position.turn is seat
                position = position.play((player.choose if own else guess)(position, luck)[0])
            won += over.winner is seat
        exam = [each.current.position for each in outnumber.exam(rules.name, questions, **rules.options)]
        boards = {outnumber.game(rules.name, **board): lefts for board, lefts in SUITE_BOARDS[rules.name]}
        lefts = boards.get(rules, [4])
        drawn = [
            draw_decisive(rules, lefts[number % len(lefts)], Dice(f"{text} {number}"))
            for number in range(questions)
        ]
        told = {"exam": share_right(player, exam, luck), "drawn": share_right(player, drawn, luck)}
        print(json.dumps({"board": text, "games": games, "won": won, **told}), flush=True)


def share_right(player: Baseline, asked: Sequence[Position], luck: random.Random) -> dict[str, float]:
    """The share of winning moves, that of random moves, and the first corrected for the second."""
    winning = [outnumber.solve(position).winning for position in asked]
    right = fmean(player.choose(each, luck)[0] in wins for each, wins in zip(asked, winning, strict=True))
    by_luck = fmean(len(wins) / len(each.legal_moves()) for each, wins in zip(asked, winning, strict=True))
    score = (right - by_luck) / (1 - by_luck)
    figures = {"right": right, "luck": by_luck, "score": score}
    return {"questions": len(asked), **{name: round(value, 4) for name, value in figures.items()}}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=("minimax", "mcts", "ppo", "alphazero"))
    parser.add_argument("settings", nargs="+")
    parser.add_argument("--contrast", action="store_true", help="play random moves, and take an exam")
    parser.add_argument("--games", type=int, default=1000, help="games of each contrast (default 1,000)")
    parser.add_argument("--questions", type=int, default=1000, help="questions of each exam (default 1,000)")
    chosen = parser.parse_args()
    player = baseline(chosen.kind, *chosen.settings)
    if chosen.contrast:
        contrast(player, chosen.games, chosen.questions)
    else:
        serve(player)


if __name__ == "__main__":
    main()
