"""What the tests of the whole repository share."""

from importlib.util import find_spec

# Its examples need JAX; `tests/batches` says why it is skipped without.
collect_ignore = [] if find_spec("jax") else ["src/outnumber/batches/pgx.py"]
