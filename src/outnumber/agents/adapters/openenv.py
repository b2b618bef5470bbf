"""An OpenEnv environment: whoever acts says what a model would say, and plays games from proven positions.

    python -m outnumber.agents.adapters.openenv --port 8000

    with OutnumberClient(base_url="http://localhost:8000").sync() as client:
        result = client.reset(seed=1, game="number-duel", options={"range": 50})
        while not result.done:
            result = client.step(OutnumberAction(text=model(result.observation.prompt)))

Each game begins with a position that whoever acts has won. When it is over, the reward is the share of the
chances that were kept, from 0 to 1; `regret` says at once what each move was worth.
"""

from __future__ import annotations

import secrets
from functools import lru_cache
from typing import Any
from uuid import uuid4

from outnumber.extras import missing

try:
    from openenv.core import EnvClient
except ModuleNotFoundError as error:
    raise missing("OpenEnv") from error
from openenv.core.client_types import StepResult
from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
from pydantic import Field

import outnumber
from outnumber.agents import prompts as text
from outnumber.study.puzzles.exam import exam

__all__ = ["OutnumberAction", "OutnumberClient", "OutnumberEnvironment", "OutnumberObservation", "app"]

# The number of positions that are drawn together; a seed picks one.
DRAWN = 100
# Games that one server plays at once.
MOST_GAMES = 256


class OutnumberAction(Action):
    """An answer in words, from which a number is read."""

    text: str = Field(description="What a model says, such as: move: 7", max_length=100_000)


class OutnumberObservation(Observation):
    """What whoever acts is told next, and what the last answer was worth."""

    prompt: str = Field("", description="The rules and the position, or why the answer is no legal move.")
    legal: list[int] = Field(default_factory=list, description="The numbers that may be played.")
    regret: int | None = Field(None, description="1 if the last move threw a win away, 0 if not.")
    won: bool | None = Field(None, description="Whether whoever acts has won, once somebody has.")
    result: dict[str, Any] = Field(default_factory=dict, description="How it went, once it is over.")


class OutnumberEnvironment(Environment[OutnumberAction, OutnumberObservation, State]):
    """One game at a time, each from a position of its own."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._game: text.Game | None = None
        self._legal = True
        self._state = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        *,
        game: str = "strategy-stacks",
        options: dict[str, Any] | None = None,
        play: str = "game",
        opponent: str = "perfect",
        legal: bool = True,
        retries: int = 2,
        **unknown: Any,
    ) -> OutnumberObservation:
        """A game from a position that the seed picks; with `play="move"` it is over after one move."""
        if unknown or play not in ("move", "game"):
            raise ValueError(f"reset does not know {', '.join(unknown) or f'play={play!r}'}")
        seed = secrets.randbits(32) if seed is None else seed
        drawn = _drawn(outnumber.game(game, **(options or {})), seed // DRAWN)
        question = drawn[seed % len(drawn)]
        self._game = text.Game(
            question.current,
            text.opponent(opponent, seed),
            legal=legal,
            retries=retries,
            most=1 if play == "move" else None,
        )
        self._legal = legal
        self._state = State(
            episode_id=episode_id or str(uuid4()), step_count=0, question=question.id, seed=seed
        )
        return self._observed(self._game.prompt)

    def step(self, action: OutnumberAction, timeout_s: float | None = None, **_: Any) -> OutnumberObservation:  # noqa: ARG002
        """Play what the action says, and let the opponent answer."""
        game = self._game
        if game is None or game.over:
            raise ValueError("There is no game, or it is over: call reset().")
        moved = len(game.moves)
        said = game.hear(action.text)
        self._state.step_count += 1
        return self._observed(said or "", game.moves[-1].regret if len(game.moves) > moved else None)

    def _observed(self, prompt: str, regret: int | None = None) -> OutnumberObservation:
        assert self._game is not None  # noqa: S101  # there was a reset
        game = self._game
        return OutnumberObservation(
            prompt=prompt,
            legal=game.current.position.legal_moves().tolist() if self._legal and not game.over else [],
            regret=regret,
            won=game.won,
            result=game.told() if game.over else {},
            done=game.over,
            reward=game.kept if game.over else 0.0,
        )

    @property
    def state(self) -> State:
        return self._state

    def get_metadata(self) -> EnvironmentMetadata:
        return EnvironmentMetadata(
            name="outnumber", description="Five number duels, solved exactly.", version=outnumber.__version__
        )


@lru_cache(maxsize=16)
def _drawn(rules: outnumber.Rules, page: int) -> list[text.Question]:
    found = exam(rules, DRAWN, page)
    if not found:
        raise ValueError(f"{rules.title} has no position with something to lose with these options")
    return found


class OutnumberClient(EnvClient[OutnumberAction, OutnumberObservation, State]):
    """Plays at a server, each client a game of its own."""

    def _step_payload(self, action: OutnumberAction) -> dict[str, Any]:
        return {"text": action.text}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[OutnumberObservation]:
        seen = payload["observation"]
        done, reward = payload.get("done", False), payload.get("reward")
        return StepResult(OutnumberObservation(**{**seen, "done": done, "reward": reward}), reward, done)

    def _parse_state(self, payload: dict[str, Any]) -> State:
        return State(**payload)


def app() -> Any:
    """The server, for `uvicorn --factory outnumber.agents.adapters.openenv:app`."""
    return create_app(
        OutnumberEnvironment,
        OutnumberAction,
        OutnumberObservation,
        env_name="outnumber",
        max_concurrent_envs=MOST_GAMES,
    )


def main() -> None:
    """Serve on this machine, or where the options say."""
    import argparse

    import uvicorn

    parser = argparse.ArgumentParser(
        prog="python -m outnumber.agents.adapters.openenv", description=main.__doc__
    )
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    chosen = parser.parse_args()
    uvicorn.run(app(), host=chosen.host, port=chosen.port)


if __name__ == "__main__":
    main()
