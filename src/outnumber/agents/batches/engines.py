"""The two engines: what NumPy and JAX do differently. Everything else is written once, for both.

No array is ever changed in place, so that JAX can compile, map and scan what is built on this.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outnumber.extras import missing
from outnumber.games.errors import bad_option, closest

# An array of NumPy or JAX, or what stands for one while JAX compiles.
Array = Any


class Engine:
    """Arrays of NumPy, on one core and with nothing to compile; `Jax` has the same functions for JAX."""

    name = "numpy"
    xp: Any

    def __init__(self) -> None:
        try:
            import numpy
        except ModuleNotFoundError as error:
            raise missing("NumPy", "batch") from error
        self.xp = numpy

    def count(self, words: Array) -> Array:
        """How many bits each word has."""
        return self.xp.bitwise_count(words)

    def take(self, table: Array, places: Array) -> Array:
        """What a table of one dimension has at these places, all of which are in it."""
        # Places are known to be good; of the modes this one costs least.
        return table.take(places, mode="wrap")

    def bits(self, words: Array, count: int) -> Array:
        """The first bits of all words along the last axis, as zeros and ones of one byte."""
        octets = words.astype("<u4").view(self.xp.uint8)
        return self.xp.unpackbits(octets, axis=-1, count=count, bitorder="little").view(self.xp.int8)

    def compiled(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function of arrays, quicker where that is possible."""
        return function

    def on_host(self, function: Callable[..., Any], like: Any, *arguments: Any) -> Any:  # noqa: ARG002
        """What a function of NumPy arrays answers, with shapes and types as in `like`."""
        return function(*arguments)


class Jax(Engine):
    """JAX: all cores, or an accelerator where there is one."""

    name = "jax"

    def __init__(self) -> None:
        try:
            import jax
        except ModuleNotFoundError as error:
            raise missing("JAX", "jax") from error
        self.jax = jax
        self.xp = jax.numpy

    def count(self, words: Array) -> Array:
        return self.jax.lax.population_count(words)

    def take(self, table: Array, places: Array) -> Array:
        return self.xp.asarray(table).at[places].get(mode="promise_in_bounds")

    def bits(self, words: Array, count: int) -> Array:
        places = self.xp.arange(32, dtype=words.dtype)
        spread = (words[..., None] >> places & 1).astype(self.xp.int8)
        return spread.reshape(*words.shape[:-1], -1)[..., :count]

    def compiled(self, function: Callable[..., Any]) -> Callable[..., Any]:
        found: Callable[..., Any] = self.jax.jit(function)
        return found

    def on_host(self, function: Callable[..., Any], like: Any, *arguments: Any) -> Any:
        shapes = self.jax.tree.map(lambda each: self.jax.ShapeDtypeStruct(each.shape, each.dtype), like)
        return self.jax.pure_callback(function, shapes, *arguments, vmap_method="broadcast_all")


ENGINES: dict[str, type[Engine]] = {"numpy": Engine, "jax": Jax}


def engine(name: str) -> Engine:
    """An engine by its name."""
    if name not in ENGINES:
        raise bad_option("engine", name, closest(name, list(ENGINES)))
    return ENGINES[name]()
