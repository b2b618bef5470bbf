"""What `vf-eval outnumber-env` loads: verifiers finds an environment by the name of a package of its own."""

from outnumber.agents.adapters.verifiers import OutnumberEnv, OutnumberTaskset

__all__ = ["OutnumberEnv", "OutnumberTaskset"]
