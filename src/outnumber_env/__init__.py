"""Entry point of `vf-eval outnumber-env`: verifiers finds an environment by its package name."""

from outnumber.agents.adapters.verifiers import OutnumberEnv, OutnumberTaskset

__all__ = ["OutnumberEnv", "OutnumberTaskset"]
