"""The games with the interface of Pgx, so that its training loops run unchanged.

>>> import jax
>>> env = make("strategy-stacks", range=9)
>>> state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), 4))
>>> state = jax.jit(jax.vmap(env.step))(state, jax.numpy.array([5, 6, 7, 8]))
>>> state.legal_action_mask.sum(axis=1).tolist()
[1, 3, 1, 3]

As in Pgx, a state is one game and `vmap` makes many. `init` draws the player who moves first. A finished game
accepts any action and does not change. An illegal action ends the game with reward -1 for its player. An
action is the number played; 0 is never legal. An observation has one row, one column per number, and the
planes of the adapters along its last axis, as convolutions expect.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Self

from outnumber.extras import missing

try:
    import jax
except ModuleNotFoundError as error:
    raise missing("JAX", "jax") from error
import jax.numpy as jnp
import numpy as np

from outnumber.games import Position, Rules
from outnumber.games import game as rules_of

from .batch import OPENINGS, Openings, openings_of
from .engines import Array, Jax
from .functions import ArrayState, Functions


@dataclass(frozen=True)
class State:
    """One game, or many with `vmap`; the field names are those of Pgx."""

    current_player: Array
    observation: Array
    rewards: Array
    terminated: Array
    truncated: Array
    legal_action_mask: Array
    _step_count: Array
    _words: ArrayState
    _first: Array  # the player who has seat 1
    _env: Env

    def replace(self, **changes: Any) -> Self:
        """A copy with changed fields."""
        return replace(self, **changes)

    @property
    def env_id(self) -> str:
        return self._env.id

    def position(self, game: int = 0) -> Position:
        """The game, or one of many, as a position."""
        words = jax.tree.map(np.atleast_1d, self._words)
        return self._env.functions.position(words, game)

    def to_svg(self, **_: Any) -> str:
        """A picture of the first game."""
        from outnumber.study.pictures.draw import draw

        return draw(self.position())

    def save_svg(self, filename: str, **_: Any) -> None:
        """Save a picture of the first game."""
        with open(filename, "w", encoding="utf-8") as file:
            file.write(self.to_svg())


_FIELDS = [field.name for field in fields(State)]
jax.tree_util.register_dataclass(State, _FIELDS[:-1], _FIELDS[-1:])


class Env:
    """A game with its options; immutable."""

    version = "v0"
    num_players = 2

    def __init__(
        self, rules: Rules, openings: Openings = "start", seed: int = 0, labels: bool = False
    ) -> None:
        found = openings_of(rules, openings, OPENINGS, seed)
        self.rules = rules
        self.functions = Functions(rules, Jax(), found)
        self._labels = labels
        if labels:
            self.functions.labelled()
        self.id = f"outnumber_{rules.name.replace('-', '_')}"
        self.num_actions = self.functions.actions
        self.observation_shape = (1, self.functions.width, 4)

    def init(self, key: Array) -> State:
        """Start a game, from a random opening if there are several."""
        first, place = jax.random.split(key)
        words = self.functions.opening(
            jax.random.randint(place, (), 0, int(self.functions.openings)).astype(np.uint32), self._labels
        )
        player = jax.random.bernoulli(first).astype(np.int32)
        state = State(
            current_player=player,
            observation=jnp.zeros(self.observation_shape, bool),
            rewards=jnp.zeros(2, np.float32),
            terminated=jnp.bool_(False),
            truncated=jnp.bool_(False),
            legal_action_mask=self.functions.legal(words),
            _step_count=jnp.int32(0),
            _words=words,
            _first=player,
            _env=self,
        )
        # In an opening, either seat may be to move.
        state = state.replace(current_player=_player(state, words.turn))
        return state.replace(observation=self.observe(state))

    def step(self, state: State, action: Array, key: Array | None = None) -> State:  # noqa: ARG002
        """Play a number; the games have no randomness, so the key has no effect."""
        after, winner, _ = self.functions.advance(state._words, jnp.asarray(action))
        over = winner != 0
        won = jnp.where(jnp.arange(2) == _player(state, winner), 1.0, -1.0)
        done = state.terminated | state.truncated
        stays = self.functions.choose(done, state._words, after)
        next = state.replace(
            current_player=_player(state, stays.turn),
            rewards=jnp.where(over & ~done, won, 0.0).astype(np.float32),
            terminated=state.terminated | (over & ~done),
            _step_count=state._step_count + jnp.where(done, 0, 1),
            _words=stays,
        )
        # In finished games every action is legal, so that masked probabilities never sum to 0.
        legal = self.functions.legal(stays) | next.terminated
        next = next.replace(legal_action_mask=legal)
        return next.replace(observation=self.observe(next))

    def observe(self, state: State, player_id: Array | None = None) -> Array:
        """The observation of a player; by default, of the player to move."""
        seat = None
        if player_id is not None:
            seat = jnp.where(jnp.asarray(player_id) == state._first, np.uint32(1), np.uint32(2))
        planes = self.functions.observation(state._words, seat) != 0
        return jnp.moveaxis(planes, -2, -1)[..., None, :, :]

    def winning(self, state: State) -> Array:
        """Whether each action provably wins; all false in lost positions and finished games."""
        return self.functions.winning(state._words) & ~state.terminated[..., None]

    def regret(self, state: State, action: Array) -> Array:
        """1 if the action throws away a win, else 0."""
        thrown = self.functions.regret(state._words, jnp.asarray(action))
        return (thrown & ~state.terminated).astype(np.float32)


def _player(state: State, seat: Array) -> Array:
    """The player in a seat."""
    return (seat.astype(np.int32) - 1) ^ state._first


def make(
    game: str, *, openings: Openings = "start", seed: int = 0, labels: bool = False, **options: Any
) -> Env:
    """Create a game with its options. Half of the `balanced` openings are won, half are lost.

    With `labels`, states carry what makes `winning` and `regret` fast in pairing games of up to 300 numbers;
    playing takes more time and memory.
    """
    return Env(rules_of(game, **options), openings, seed, labels)
