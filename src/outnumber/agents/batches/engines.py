"""The two engines: operations that differ between NumPy and JAX. All other code works with both.

No array is changed in place, so JAX can compile, map and scan functions that use an engine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outnumber.extras import missing
from outnumber.games.errors import bad_option, closest

# A NumPy or JAX array, or a JAX tracer.
Array = Any


class Engine:
    """The NumPy engine: one core, no compilation. `Jax` overrides its methods for JAX."""

    name = "numpy"
    device = "host"
    xp: Any

    def __init__(self) -> None:
        try:
            import numpy
        except ModuleNotFoundError as error:
            raise missing("NumPy", "batch") from error
        self.xp = numpy

    def count(self, words: Array) -> Array:
        """The number of set bits of each word."""
        return self.xp.bitwise_count(words)

    def take(self, table: Array, places: Array) -> Array:
        """The elements of a one-dimensional table at valid indices."""
        # The fastest mode; valid indices never wrap.
        return table.take(places, mode="wrap")

    def bits(self, words: Array, count: int) -> Array:
        """The first `count` bits of the words along the last axis, as bytes 0 and 1."""
        octets = words.astype("<u4").view(self.xp.uint8)
        return self.xp.unpackbits(octets, axis=-1, count=count, bitorder="little").view(self.xp.int8)

    def compiled(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, compiled if the engine can compile."""
        return function

    def loop(self, condition: Callable[[Any], Any], body: Callable[[Any], Any], carry: Any) -> Any:
        """Apply the body while the condition holds."""
        while condition(carry):
            carry = body(carry)
        return carry

    def on_host(self, function: Callable[..., Any], like: Any, *arguments: Any) -> Any:  # noqa: ARG002
        """Call a function of NumPy arrays; its results have the shapes and types of `like`."""
        return function(*arguments)


class Jax(Engine):
    """The JAX engine: all cores, or an accelerator."""

    name = "jax"

    def __init__(self) -> None:
        try:
            import jax
        except ModuleNotFoundError as error:
            raise missing("JAX", "jax") from error
        self.jax = jax
        self.xp = jax.numpy
        self.device = jax.default_backend()

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

    def loop(self, condition: Callable[[Any], Any], body: Callable[[Any], Any], carry: Any) -> Any:
        return self.jax.lax.while_loop(condition, body, carry)

    def on_host(self, function: Callable[..., Any], like: Any, *arguments: Any) -> Any:
        shapes = self.jax.tree.map(lambda each: self.jax.ShapeDtypeStruct(each.shape, each.dtype), like)
        return self.jax.pure_callback(function, shapes, *arguments, vmap_method="broadcast_all")


ENGINES: dict[str, type[Engine]] = {"numpy": Engine, "jax": Jax}


def engine(name: str) -> Engine:
    """The engine with this name."""
    if name not in ENGINES:
        raise bad_option("engine", name, closest(name, list(ENGINES)))
    return ENGINES[name]()
