"""Adapters for third-party frameworks. Importing this package registers the games with those installed.

* Gymnasium: `gymnasium.make("Outnumber/StrategyStacks-v0")`, and similar for the other games; with
  `"outnumber.adapters:Outnumber/StrategyStacks-v0"`, Gymnasium imports this package itself;
* PettingZoo: `pettingzoo.make("aec", "outnumber/strategy_stacks-v0")`;
* OpenSpiel: `pyspiel.load_game("outnumber_strategy_stacks")`.

Each adapter is imported on first use.
"""

from __future__ import annotations

from contextlib import suppress

from outnumber.games import all_games


def _register_gymnasium() -> None:
    from gymnasium import register, registry

    for kind in all_games():
        id = f"Outnumber/{kind.__name__}-v0"
        if id not in registry:  # no warning if this module is reloaded
            register(id, "outnumber.agents.adapters.gymnasium:OutnumberEnv", kwargs={"game": kind.name})
    if "Outnumber/Batch-v0" not in registry:
        register(
            "Outnumber/Batch-v0", vector_entry_point="outnumber.agents.batches.vector:OutnumberVectorEnv"
        )


def _register_pettingzoo() -> None:
    from pettingzoo import aec_registry, register

    for kind in all_games():
        id = f"outnumber/{kind.name.replace('-', '_')}-v0"
        if id not in aec_registry:
            register("aec", id, "outnumber.agents.adapters.pettingzoo:env", kwargs={"game": kind.name})


def _register_openspiel() -> None:
    import outnumber.agents.adapters.openspiel  # noqa: F401  # importing it registers


for _register in (_register_gymnasium, _register_pettingzoo, _register_openspiel):
    with suppress(ImportError):
        _register()
