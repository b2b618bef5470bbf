"""Entry point for the environments hub: `vf-eval outnumber-duels`."""

from outnumber.agents.adapters.verifiers import OutnumberEnv, OutnumberTaskset

__all__ = ["OutnumberEnv", "OutnumberTaskset"]
