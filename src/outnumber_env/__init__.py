"""Entry point of `vf-eval outnumber-env`: verifiers finds an environment by its package name."""

from importlib import import_module
from typing import Any

__all__ = ["OutnumberEnv", "OutnumberHarness", "OutnumberTaskset"]


def __getattr__(name: str) -> Any:
    # On first use: the adapter's default agent looks up `OutnumberHarness` here while it is imported itself.
    if name in __all__:
        return getattr(import_module("outnumber.agents.adapters.verifiers"), name)
    raise AttributeError(name)
