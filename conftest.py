"""Setup shared by all tests of the repository."""

from importlib.util import find_spec

# Its examples need JAX; `tests/agents/batches` says why it is skipped without.
collect_ignore = [] if find_spec("jax") else ["src/outnumber/agents/batches/pgx.py"]
